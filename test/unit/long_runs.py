"""How much is tested: what `XDSL_OPENCL_LONG` asks for."""

from __future__ import annotations

import datetime
import os

import pytest


def is_set(name: str) -> bool:
    """
    Tells whether the environment variable `name` asks for something: `0` and the empty
    text do not.
    """
    return os.environ.get(name, "") not in ("", "0")


LONG = is_set("XDSL_OPENCL_LONG")
"""More cases of everything that is drawn at random or sampled; `make long`."""

TODAY = datetime.datetime.now(datetime.UTC).toordinal()
"""Each day the long run has other seeds."""

long_run = pytest.mark.skipif(not LONG, reason="the long run: set XDSL_OPENCL_LONG=1")
"""Marks a test that only the long run has."""

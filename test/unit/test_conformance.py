"""
The page that `test/conformance.py` writes of the CTS's results, and the lines that it reads.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def script() -> Any:
    place = Path(__file__).parents[1] / "conformance.py"
    spec = importlib.util.spec_from_file_location("conformance", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["conformance"] = module
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules["conformance"]


def test_lines_of_the_harness(script: Any):
    assert script.harness_event("fpmath...") == ("fpmath", "")
    assert script.harness_event("fpmath passed") == ("fpmath", "pass")
    assert script.harness_event("fpmath FAILED") == ("fpmath", "fail")
    assert script.harness_event("a test not supported") == ("a", "skip")
    assert script.harness_event("ERROR: mismatch") is None


def test_lines_of_conversions(script: Any):
    event = script.conversion_event
    assert event("Building convert_int_sat( float ) test") == ("int_sat_float", "")
    assert event("Building implicit float -> int conversion test") == ("int_float", "")
    assert event("\tWimp pass") == ("", "pass")
    assert event("Testing... ........done.") is None


def test_shares_count_what_did_not_run(script: Any):
    results: dict[str, dict[str, Any]] = {s.name: {} for s in script.SUITES}
    result = script.Result
    results["basic"] = {
        "a": result("pass", 1.0),
        "b": result("pass", 1.0),
        "c": result("fail", 1.0, "ERROR: expected 1"),
        "d": result("skip", 0.0),
    }
    results["api"] = {"d": result("skip", 0.0)}
    page = script.report(results, {"basic": 6, "api": 5}, "v1")
    assert "| basic | 2 | 1 | 1 |  |  | 2 |" in page
    assert "| **all** | 2 | 1 | 2 | 0 | 0 | 6 |" in page
    assert "| basic, api | `d` | not known |" in page
    assert "Of the 9 sub-tests that were not skipped, 22.2 % pass" in page
    assert "of the 3 that ran, 66.6 %. 6 have not run yet" in page
    assert "| basic | `c` | ERROR: expected 1 |" in page


def test_a_share_is_not_rounded_up(script: Any):
    share = script._share
    assert share(1999, 2000) == "99.9 %"
    assert share(2000, 2000) == "100.0 %"
    assert share(0, 0) == "0.0 %"

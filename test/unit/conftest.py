"""
Nothing that a test compiles comes from a cache, unless the test says so; and the run ends
with what would run the skipped tests.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, cast

import pytest
import tools

os.environ["XDSL_OPENCL_CACHE"] = ""
# Tests of code that runs once are of the best code (`test_tiers.py` is of both).
os.environ["XDSL_OPENCL_TIERS"] = "0"
# Users' Python has buffers, and what is left in them counts at its end.
os.environ.pop("PYTHONUNBUFFERED", None)


@pytest.fixture(scope="module")
def world() -> Any:
    """The driver's `World`; a module may have a fixture of its own by this name."""
    from test_icd_errors import World

    return World()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints one line above pytest's closing line."""
    reasons: Counter[str] = Counter()
    report: Any
    for report in terminalreporter.stats.get("skipped", ()):
        # File, line, and `Skipped: ` with the reason.
        longrepr: Any = report.longrepr
        if isinstance(longrepr, tuple):
            reasons[str(cast("tuple[str, int, str]", longrepr)[2])] += 1
    if words := tools.summary(reasons.items()):
        terminalreporter.write_line(words)

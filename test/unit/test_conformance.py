"""
The page that `tools/conformance.py` writes of the CTS's results, and the lines that it reads.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def script() -> Any:
    place = Path(__file__).parents[2] / "tools" / "conformance.py"
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
    assert script.harness_event("Testing...select_int passed") == ("select_int", "pass")
    assert script.harness_event("fpmath FAILED") == ("fpmath", "fail")
    assert script.harness_event("a test not supported") == ("a", "skip")
    assert script.harness_event("ERROR: mismatch") is None


def test_lines_of_conversions(script: Any):
    event = script.conversion_event
    assert event("Building convert_int_sat( float ) test") == ("int_sat_float", "")
    assert event("Building implicit float -> int conversion test") == ("int_float", "")
    assert event("\tWimp pass") == ("", "pass")
    assert event("Testing... ........done.") is None


def test_names_of_conversions(script: Any):
    """The first two are the examples of the CTS's own help."""
    names = script.conversions()
    assert {"ulong_short", "char_sat_rte_float", "half_rtz_half"} <= {*names}
    assert not {"float_sat_int", "half_sat_rte_char"} & {*names}
    # Each of eight types of integers, saturated or not, and three of floats.
    assert len(names) == len({*names}) == (8 * 2 + 3) * 5 * 11


def test_rows_of_the_official_list(script: Any):
    suites = script.read_list(
        """# Basic
Basic,basic/test_basic
Vectors, vectors/test_vectors
Threads,thread_dimensions/test_thread_dimensions full*
Allocations (single maximum),allocations/test_allocations single 5 all

CL_DEVICE_TYPE_CPU, Linear,images/test_images CL_FILTER_LINEAR
CL_DEVICE_TYPE_GPU, Other,images/test_other
"""
    )
    assert [(s.name, s.program, s.options, s.tests) for s in suites] == [
        ("Basic", "basic/test_basic", (), ()),
        ("Vectors", "vectors/test_vectors", (), ()),
        ("Threads", "thread_dimensions/test_thread_dimensions", (), ("full*",)),
        (
            "Allocations (single maximum)",
            "allocations/test_allocations",
            ("single", "5"),
            (),
        ),
        ("Linear", "images/test_images", ("CL_FILTER_LINEAR",), ()),
    ]


def test_names_of_a_pattern(script: Any, tmp_path: Path):
    program = tmp_path / "test_conformance" / "t"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nprintf 'Test names\\n\\tfull_1d\\n\\tquick_1d\\n'")
    program.chmod(0o755)
    assert script.names_of(script.Suite("T", "t"), tmp_path) == ["full_1d", "quick_1d"]
    suite = script.Suite("T", "t", tests=("full*",))
    assert script.names_of(suite, tmp_path) == ["full_1d"]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("while :; do :; done", "time"),
        ("sleep 60", "time"),
        ("kill -9 $$", "crash"),
        ("echo one passed", "pass"),
        ("echo one FAILED", "fail"),
        ("echo two...", "fail"),
    ],
)
def test_ends_of_a_sub_test(script: Any, tmp_path: Path, line: str, status: str):
    """A busy one and one that hangs are stopped; the one after it is run anew."""
    program = tmp_path / "test_conformance" / "t"
    program.parent.mkdir()
    program.write_text(
        f"""#!/bin/sh
for name; do
    echo "$name..."
    case $name in
        one) {line};;
        *) echo "$name passed";;
    esac
done
"""
    )
    program.chmod(0o755)
    suite = script.Suite("T", "t")
    found = dict(
        script.run_suite(suite, tmp_path, ["one", "two"], "", 0.5, tmp_path / "log")
    )
    assert found["one"].status == status
    assert found["two"].status == "pass"


def test_shares_count_what_did_not_run(script: Any):
    result = script.Result
    results: dict[str, dict[str, Any]] = {
        "Basic": {
            "a": result("pass", 1.0),
            "b": result("pass", 1.0),
            "c": result("fail", 1.0, "ERROR: expected 1"),
            "d": result("skip", 0.0),
        },
        "API": {"d": result("skip", 0.0)},
        "OpenCL-GL Sharing": {},
    }
    page = script.report(results, {"Basic": 6, "API": 5}, "v1", 600)
    assert "Not built: OpenCL-GL Sharing." in page
    assert f"with the one for 3.0:\n{script.OLDER}." in page
    why = "the device is on no PCI bus"
    assert script.reason_of("Compute Info", "pci_bus_info") == why
    assert "| Basic | 2 | 1 | 1 |  |  | 2 |" in page
    assert "| **all** | 2 | 1 | 2 | 0 | 0 | 6 |" in page
    assert "| Basic, API | `d` | not known |" in page
    assert "Of the 9 sub-tests that were not skipped, 22.2 % pass" in page
    assert "of the 3 that ran, 66.6 %. 6 have not run yet" in page
    assert "| Basic | `c` | ERROR: expected 1 |" in page


def test_a_share_is_not_rounded_up(script: Any):
    share = script._share
    assert share(1999, 2000) == "99.9 %"
    assert share(2000, 2000) == "100.0 %"
    assert share(0, 0) == "0.0 %"

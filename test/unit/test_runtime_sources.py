"""Programs of several sources on the CPU device."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from texts import parts

from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.runtime import CheckError, Program, RuntimeFailure

ONE = """\
int twice(int x);
extern constant int table[3];
static int own(int x) { return x + 1; }
kernel void first(global int *p) { p[0] = twice(own(p[0])) + table[2]; }
"""
OTHER = """\
constant int table[3] = {100, 200, 300};
static int own(int x) { return x * 2; }
int twice(int x) { return own(x); }
kernel void second(global int *p) { p[0] = own(p[0]) + N; }
"""


def test_texts():
    program = Program.from_source([ONE, OTHER], "-D N=5", level=1)
    p = np.array([4], np.int32)
    program.first(1, 1, p)
    assert p[0] == 310
    program.second(1, 1, p)
    assert p[0] == 625
    assert list(program) == ["first", "second"]


def test_files(tmp_path: Path):
    one, other = tmp_path / "one.cl", tmp_path / "other.cl"
    one.write_text("#warning look here\n" + ONE)
    other.write_text(OTHER)
    program = Program.from_file([one, str(other)], "-DN=0", level=1)
    p = np.zeros(1, np.int32)
    program.first(1, 1, p)
    assert p[0] == 302
    assert f"{one}:1:2: warning: look here" in program.log


def test_reports_name_the_source():
    bad = "int twice(int x);\nkernel void k(global int *p) {\n  p[1] = twice(1);\n}\n"
    program = Program.from_source([OTHER, bad], "-DN=0", check=True, level=1)
    with pytest.raises(CheckError) as error:
        program.k(1, 1, np.zeros(1, np.int32))
    assert str(error.value).startswith(
        "<source 2>:3:8: error: kernel 'k' writes 4 bytes"
    )


def test_undefined_functions():
    """
    A kernel that calls what no source defines is an error when it is asked for; the others
    work.
    """
    program = Program.from_source([ONE, "kernel void ok(global int *p) { *p = 3; }"])
    p = np.zeros(1, np.int32)
    program.ok(1, 1, p)
    assert p[0] == 3
    with pytest.raises(
        RuntimeFailure,
        match=r"<source 1>:4:\d+: error: .*nothing defines '(twice|table)'",
    ):
        _ = program["first"]


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        ((), "a program without sources; give one or more"),
        ((ONE, ONE), "<source 2>: error: 'first' is defined in <source 1> too; rename"),
        (("int f(void) { return 1; } kernel void k() {}", "int f(void) { return 2; }"),
         "<source 2>: error: 'f' is defined in <source 1> too"),
        (("constant int t = 1; kernel void k() {}", "constant int t = 2;"),
         "<source 2>: error: 't' is defined in <source 1> too"),
        (("kernel void k() {}", "int f( {"), "<source 2>:1:8: error: expected"),
        (("int f(void) { return 1; }", "int g(void) { return 1; }"),
         "there is no kernel"),
    ],
)  # fmt: skip
def test_wrong_sources(sources: tuple[str, ...], message: str):
    with pytest.raises(FrontendError, match=message):
        Program.from_source(sources)


def test_wrong_files(tmp_path: Path):
    one, module = tmp_path / "one.cl", tmp_path / "m.mlir"
    one.write_text(OTHER)
    module.write_text("")
    with pytest.raises(FrontendError, match="only OpenCL C and LLVM IR are linked"):
        Program.from_file([one, module], "-DN=0")
    with pytest.raises(OSError, match=r"none\.ll"):
        Program.from_file([one, tmp_path / "none.ll"], "-DN=0")


def test_doubts_are_in_the_log():
    """A barrier that some work items do not reach, at its line, and Clang's warning."""
    source = """#warning look here
kernel void k(global int *x) {
    if (get_local_id(0) < 4)
        barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = 1;
}
"""
    log = Program.from_source(source).log
    assert "<source>:1:2: warning: look here" in log
    assert "<source>:4:9: warning: in @k: opencl." in log
    assert "all work items of a work-group must reach it" in log
    assert (
        Program.from_source(source.replace("#warning look here", "")).log.count(
            "warning"
        )
        == 1
    )
    assert Program.from_source(PLAIN).log == ""


PLAIN = """
kernel void k(global int *x) {
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = 1;
}
"""


SHARED = parts("runtime_sources.ll")["SHARED"]


def test_local_memory_of_several_functions(tmp_path: Path):
    """Groups that run at the same time have a variable each."""
    path = tmp_path / "shared.ll"
    path.write_text(SHARED)
    program = Program.from_file(path)
    for _ in range(5):
        found = np.full(256, -1, np.int32)
        program.k(256, 1, found, np.int32(3), np.int32(3), np.int32(20_000))
        assert found.tolist() == list(range(256))

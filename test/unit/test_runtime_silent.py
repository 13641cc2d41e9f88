"""
Errors that the CPU device used to pass over without a word, each with the answer that it has now.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from frontend_helpers import needs_clang
from xdsl.utils.exceptions import ParseError

from xdsl_opencl.runtime import Image, Program
from xdsl_opencl.runtime.errors import RuntimeFailure

pytestmark = needs_clang


def test_a_variable_is_one_for_all_launches() -> None:
    """
    Launches with ids beyond `int` have machine code of their own, but no variables.
    """
    program = Program.from_source(
        "global int count; kernel void k(global int *o) { count++; o[0] = count; }",
        "-cl-std=CL2.0",
    )
    out = np.zeros(1, np.int32)
    seen: list[int] = []
    for offset in (0, 2**40, 0):
        program.k(1, 1, out, global_offset=offset)
        seen.append(int(out[0]))
    assert seen == [1, 2, 3]


def test_pixels_given_anew() -> None:
    program = Program.from_source(
        "kernel void k(read_only image2d_t i, global float *o) {"
        "  o[0] = read_imagef(i, (int2)(0, 0)).x; o[1] = get_image_width(i); }"
    )
    image = Image(np.zeros((2, 2, 4), np.float32), channel_data_type="FLOAT")
    out = np.zeros(2, np.float32)
    image.pixels = np.full((3, 5, 4), 7, np.float32)
    program.k(1, 1, image, out)
    assert out.tolist() == [7, 5]
    with pytest.raises(RuntimeFailure, match="float32, not float64"):
        image.pixels = np.zeros((1, 1, 4))
    assert image.pixels.shape == (3, 5, 4)
    with pytest.raises(RuntimeFailure, match="'address' of an image follows"):
        image.address = 0
    with pytest.raises(AttributeError, match="no field 'pixel'"):
        image.pixel = None


@pytest.mark.parametrize(
    ("declaration", "use"),
    [
        ("float y0(float x);", "y0(1.0f)"),
        ("int system(const char *c);", "system((const char *)0)"),
        ("float sinf(float x);", "sinf(1.0f)"),
        ("int nobody(int x);", "nobody(1)"),
    ],
)
def test_undefined_functions(declaration: str, use: str) -> None:
    """The C library has some of them, of other types or with other effects."""
    program = Program.from_source(
        f"{declaration}\n"
        "kernel void good(global float *o) { o[0] = sin(1.0f); }\n"
        "kernel void bad(global float *o) {\n"
        f"  o[0] = {use};\n"
        "}\n"
    )
    out = np.zeros(1, np.float32)
    program.good(1, 1, out)
    assert out[0] == pytest.approx(np.sin(1.0), rel=1e-6)
    name = use.partition("(")[0]
    with pytest.raises(
        RuntimeFailure, match=rf":4:\d+: error: kernel 'bad': nothing defines '{name}'"
    ) as error:
        _ = program["bad"]
    assert (error.value.line, error.value.kernel) == (4, "bad")
    assert list(program) == ["good", "bad"]


@pytest.mark.parametrize(
    ("declaration", "use", "line"),
    [
        ("extern global int optind;", "optind", 4),
        ("extern global int nowhere;", "nowhere", 4),
        ("extern constant int environ[];", "environ[o[0]]", 4),
        ("extern global int far; global int *global p = &far;", "*p", 4),
    ],
)
def test_undefined_variables(declaration: str, use: str, line: int) -> None:
    """The C library has some of them, and writing to them would change this process."""
    program = Program.from_source(
        f"{declaration}\n"
        "kernel void good(global int *o) { o[0] = 3; }\n"
        "kernel void bad(global int *o) {\n"
        f"  o[0] = {use}; {use}{' = 4711' if use == 'optind' else ''};\n"
        "}\n",
        "-cl-std=CL2.0",
    )
    out = np.zeros(1, np.int32)
    program.good(1, 1, out)
    assert out[0] == 3
    name = re.findall(r"optind|nowhere|environ|far", declaration)[0]
    with pytest.raises(
        RuntimeFailure, match=f"kernel 'bad': nothing defines '{name}'"
    ) as error:
        _ = program["bad"]
    assert error.value.kernel == "bad"
    if "p = " not in declaration and "[" not in declaration:
        assert error.value.line == line


def test_variables_with_names_of_the_process() -> None:
    """The program's own are not those of the C library."""
    program = Program.from_source(
        "global int optind; global int opterr = 7;\n"
        "kernel void k(global int *o) { o[0] = optind; o[1] = opterr; optind = 9; }",
        "-cl-std=CL2.0",
    )
    theirs = ctypes.c_int.in_dll(ctypes.CDLL(None), "optind")
    before = theirs.value
    out = np.zeros(2, np.int32)
    for expected in ([0, 7], [9, 7]):
        program.k(1, 1, out)
        assert out.tolist() == expected
    assert theirs.value == before != 9


def test_what_needs_the_undefined_goes_with_it() -> None:
    """
    A function that is not inlined, a variable that holds an address, a kernel that calls
    another.
    """
    program = Program.from_source(
        """
extern global int nowhere;
global int *global where = &nowhere;
__attribute__((noinline)) int far(int x) { return x > 5 ? *where : x; }
kernel void bad(global int *o) { o[0] = far(o[0]); }
kernel void worse(global int *o) { bad(o); }
kernel void good(global int *o) { o[0] = 3; }
""",
        "-cl-std=CL2.0",
    )
    out = np.zeros(1, np.int32)
    program.good(1, 1, out)
    assert out[0] == 3
    for name in ("bad", "worse"):
        with pytest.raises(RuntimeFailure, match="nothing defines 'nowhere'"):
            _ = program[name]


NAMES = ("items", "get", "keys", "values", "costs", "engine", "llvm_ir", "from_file")


@pytest.mark.parametrize("name", NAMES)
def test_kernels_named_as_methods(name: str) -> None:
    program = Program.from_source(
        f"kernel void {name}(global int *o) {{ o[0] = 5; }} kernel void other() {{}}"
    )
    out = np.zeros(1, np.int32)
    getattr(program, name)(1, 1, out)
    assert out[0] == 5
    assert sorted(program) == sorted([name, "other"])
    with pytest.raises(AttributeError, match=f"no kernel 'none'; it has {name}, other"):
        _ = program.none


def test_arrays_of_objects() -> None:
    program = Program.from_source(
        "struct s { int a, b, c, d; }; kernel void k(global int *o) { o[0] = 1; }"
        "kernel void r(global struct s *o) { o->a = 1; }"
    )
    record = np.dtype([("a", "O"), ("b", "i8")])
    for kernel, array in (
        ("k", np.array([object()])),
        ("k", np.zeros(2, record)),
        ("r", np.zeros(2, record)),
        ("r", np.array(["text", None])),
    ):
        with pytest.raises(RuntimeFailure, match="holds Python objects"):
            program[kernel](1, 1, array)


def test_large_frames_and_small_stacks() -> None:
    program = Program.from_source(
        "kernel void k(global int *o, int n) { int a[50000];"
        "  a[n] = n; a[49999 - n] = 1; o[0] = a[n] + a[49999 - n]; }"
    )
    out = np.zeros(1, np.int32)
    previous = threading.stack_size(64 << 10)
    try:
        thread = threading.Thread(target=lambda: program.k(1, 1, out, 3))
        thread.start()
    finally:
        threading.stack_size(previous)
    thread.join()
    assert out[0] == 4


def test_groups_of_one_size() -> None:
    source = "kernel void k(global int *o) { o[get_global_id(0)] = get_local_size(0); }"
    program = Program.from_source(source, "-cl-std=CL2.0 -cl-uniform-work-group-size")
    out = np.zeros(1021, np.int32)
    with pytest.raises(RuntimeFailure, match=r"not a multiple of local size \(4,\)"):
        program.k(1021, 4, out)
    # A prime number: the device takes what divides it.
    program.k(1021, None, out)
    assert (1021 % out == 0).all()
    Program.from_source(source, "-cl-std=CL2.0").k(1021, 4, out)
    assert out[-1] == 1


@pytest.mark.parametrize("width", ["", "4"])
def test_divisions_raise_no_signal(width: str) -> None:
    """Results are open where OpenCL C leaves them open; all others are C's."""
    numbers = np.array([7, -7, -(2**31), 5, 0, 9, -(2**31), 1], np.int32)
    divisors = np.array([2, 2, -1, 0, 0, -3, 3, -1], np.int32)
    program = Program.from_source(
        f"typedef int{width} T; typedef uint{width} U;"
        "kernel void k(global T *a, global T *b, global T *q, global T *r,"
        "              global U *uq, global U *ur) {"
        "  size_t i = get_global_id(0); q[i] = a[i] / b[i]; r[i] = a[i] % b[i];"
        "  uq[i] = ((global U *)a)[i] / ((global U *)b)[i];"
        "  ur[i] = ((global U *)a)[i] % ((global U *)b)[i]; }"
    )
    q, r = np.zeros_like(numbers), np.zeros_like(numbers)
    uq, ur = np.zeros(8, np.uint32), np.zeros(8, np.uint32)
    program.k(8 // int(width or 1), None, numbers, divisors, q, r, uq, ur)
    for i, (a, b) in enumerate(zip(numbers.tolist(), divisors.tolist(), strict=True)):
        if b and not (a == -(2**31) and b == -1):
            assert (q[i], r[i]) == (int(a / b), a - b * int(a / b)), (a, b)
        if b:
            a, b = a % 2**32, b % 2**32
            assert (uq[i], ur[i]) == (a // b, a % b)


SLOW = {
    "read": "xdsl_opencl.frontend.load, 'load_source'",
    "compile": "type(program._built), 'engine'",
    "start threads": "xdsl_opencl.runtime.cpu.jit, 'library_functions'",
}
"""Steps of a build and of a launch: the object and the name of their function."""


@pytest.mark.parametrize("slow", SLOW)
def test_fork_while_another_thread_builds(tmp_path: Path, slow: str) -> None:
    """The fork waits for the other thread; both processes can launch."""
    code = f"""
import os, threading
import numpy as np
import xdsl_opencl.runtime.cpu.jit, xdsl_opencl.frontend.load
from xdsl_opencl.runtime import Program
source = "kernel void k(global int *o) {{ o[get_global_id(0)]++; }}"
program = Program.from_source(source)
started, go, done = threading.Event(), threading.Event(), []
out = np.zeros(1 << 16, np.int32)
parent = os.getpid()
place, name = {SLOW[slow]}
original = getattr(place, name)
def slow(*given):
    if os.getpid() == parent:
        started.set(); go.wait()
    result = original(*given)
    done.append(1)
    return result
setattr(place, name, slow)
def build():
    Program.from_source(source) if {slow!r} == "read" else program.k(out.size, 64, out)
thread = threading.Thread(target=build)
thread.start(); started.wait()
# The fork waits for the thread, so somebody else must let it go on.
threading.Timer(0.2, go.set).start()
child = os.fork()
if not child:
    try:
        waited = bool(done)
        mine = np.zeros(1 << 16, np.int32)
        program.k(mine.size, 64, mine)
        Program.from_source(source)
        os._exit(0 if waited and (mine == 1).all() else 1)
    except BaseException:
        os._exit(2)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
thread.join()
out[:] = 0
program.k(out.size, 64, out); print(int(out.sum()))
"""
    assert _said(code, tmp_path) == ["0", "65536"]


def test_fork_while_another_thread_launches(tmp_path: Path) -> None:
    """
    The pool's threads run work-groups or look for new ones; the child has its own.
    """
    code = """
import os, signal, threading
import numpy as np
from xdsl_opencl.runtime import Program
program = Program.from_source(
    "kernel void k(global int *o, int n) {"
    "  for (int i = 0; i < n; i++) o[get_global_id(0)] ^= i + 1;"
    "}"
)
ended = False
def launch(rounds):
    out = np.zeros(1 << 16, np.int32)
    program.k(out.size, 64, out, rounds)
    expected = 0
    for i in range(rounds):
        expected ^= i + 1
    assert (out == expected).all()
def launch_always(rounds):
    while not ended:
        launch(rounds)
launch(1)
threads = [threading.Thread(target=launch_always, args=(n,)) for n in (1, 500)]
for thread in threads:
    thread.start()
codes = set()
for number in range(30):
    if number == 20:
        ended = True
        for thread in threads:
            thread.join()
    if number >= 20:
        launch(1)
    child = os.fork()
    if not child:
        signal.alarm(60)
        try:
            launch(1)
            launch(50)
            os._exit(0)
        except BaseException:
            os._exit(2)
    codes.add(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(codes)
"""
    assert _said(code, tmp_path) == ["{0}"]


def _said(code: str, cache: Path) -> list[str]:
    """Runs a Python program and returns the words that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "XDSL_OPENCL_CACHE": str(cache)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("check", [False, True])
def test_casts_of_generic_pointers(check: bool) -> None:
    """
    `to_local` and the like give NULL for a pointer into other memory, also when it is
    known only at run time which memory that is.
    """
    program = Program.from_source(
        """
        int ask(int *p) {
          return (to_global(p) != 0) | (to_local(p) != 0) << 1 | (to_private(p) != 0) << 2;
        }
        kernel void k(global int *g, global int *out, int which) {
          local int l[4]; int x[4];
          int i = get_local_id(0);
          for (int n = 0; n < 4; n++) { l[n] = n; x[n] = n; }
          barrier(CLK_LOCAL_MEM_FENCE);
          out[0] = ask(g); out[1] = ask(l + i); out[2] = ask(x + which);
          int *p = which == 0 ? (int *)g : which == 1 ? (int *)l : (int *)x;
          for (int n = 0; n < which; n++) p++;
          out[3] = ask(p);
          out[4] = get_fence(g) * 10 + get_fence(l);
          out[5] = *p;
        }
        """,
        "-cl-std=CL2.0",
        check=check,
    )
    for which, expected in enumerate((1, 2, 4)):
        out = np.zeros(6, np.int32)
        program.k(1, 1, np.array([7, 8, 9], np.int32), out, which)
        assert out[:5].tolist() == [1, 2, 4, expected, 21], which


def test_generic_pointers_in_a_private_structure() -> None:
    """SYCL's kernels pass their arguments on in an object; DPC++ asks where they point."""
    program = Program.from_source(
        """
        struct body { int *from, *to, *both; };
        __attribute__((noinline)) void call(struct body *b, global int *out) {
          out[0] = (to_global(b->from) != 0) | (to_local(b->from) != 0) << 1;
          out[1] = (to_global(b->to) != 0) | (to_local(b->to) != 0) << 1;
          out[2] = (to_global(b->both) != 0) | (to_local(b->both) != 0) << 1;
          out[3] = to_global(b->from)[1];
        }
        kernel void k(global int *g, global int *out, int which) {
          local int l[4];
          struct body b = {g, l, which ? (int *)g : (int *)l};
          call(&b, out);
        }
        """,
        "-cl-std=CL2.0",
    )
    for which, expected in enumerate((2, 1)):
        out = np.zeros(4, np.int32)
        program.k(1, 1, np.array([7, 8], np.int32), out, which)
        assert out.tolist() == [1, 2, expected, 8]


def test_an_unclosed_string_is_found_at_once() -> None:
    """xDSL's own lexer tries every way to split it, and takes minutes."""
    text = f'"test.op"() {{a = "{"x" * 40}}} : () -> ()'
    with pytest.raises(ParseError, match="the string is not closed"):
        Program.from_mlir(text)


ASSERTS = """
opencl.kernel @k(%o: memref<?xi32, #opencl.address_space<global>>, %n: index) {
  %x = opencl.get_global_id 0 : index
  %y = opencl.get_global_id 1 : index
  %one = arith.constant 1 : i32
  %small = arith.cmpi ult, %x, %n : index
  cf.assert %small, "x is small"
  memref.store %one, %o[%x] : memref<?xi32, #opencl.address_space<global>>
  opencl.barrier global
  %c5 = arith.constant 5 : index
  %other = arith.cmpi ne, %y, %c5 : index
  cf.assert %other, "y is not 5"
  opencl.return
}
"""


@pytest.mark.parametrize("check", [False, True])
def test_a_failed_assertion_is_an_error(check: bool) -> None:
    """Upstream calls `abort` there, which would end Python."""
    program = Program.from_mlir(ASSERTS, check=check)
    out = np.zeros(8, np.int32)
    program.k((8, 2), (4, 1), out, 8)
    for offset, n, wrong in (
        (
            (0, 0),
            6,
            r"work item \(6, [01], 0\): assertion at .*:7:3 failed: x is small",
        ),
        (
            (0, 4),
            8,
            r"work item \([04], 5, 0\): assertion at .*:12:3 failed: y is not 5",
        ),
    ):
        with pytest.raises(RuntimeFailure, match=f"kernel 'k': {wrong}$"):
            program.k((8, 2), (4, 1), out, n, global_offset=offset)
    # What is left of the launches does not fail the next one.
    program.k((8, 2), (4, 1), out, 8)
    assert out.tolist() == [1] * 8

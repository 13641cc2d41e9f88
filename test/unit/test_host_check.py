"""
The safety switch of the CPU device: each kind of report, on the right line and of the
right work item; none for kernels that are right; and Oclgrind says so too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import host_helpers
import numpy as np
import pytest
from check_cases import CASES, Case
from long_runs import LONG
from texts import whole
from tools import need, needs

from xdsl_opencl.abi.enums import ImageKind
from xdsl_opencl.runtime import (
    Buffer,
    CheckError,
    Image,
    Local,
    Program,
    RuntimeFailure,
    Sampler,
)
from xdsl_opencl.runtime.checks.check_reports import Report
from xdsl_opencl.runtime.cpu import cpu_program
from xdsl_opencl.runtime.cpu.thread_pool import Pool


@pytest.fixture(autouse=True, scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDSL_OPENCL_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """
    Work-groups one after the other: which of two that race is the later one is known.
    """
    threads = Pool(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cpu_program, "pool", lambda: threads)
        yield
    threads.close()


def build(case: Case) -> Program:
    return Program.from_source(case.source, "-w", check=True, level=1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reports(case: Case, one_thread: None):
    found: set[tuple[str, int, int | None]] = set()
    try:
        build(case).k(case.global_size, case.local_size, *case.values())
    except CheckError as error:
        for report in error.reports:
            assert isinstance(report, Report)
            assert report.kernel == "k"
            file, line, _ = report.place.split(":")
            assert file == "<source>"
            item = None if report.item is None else report.item.global_id[0]
            found.add((report.kind.name, int(line), item))
    expected = case.expected
    for kind, line, item in expected:
        if item is None:
            found = {(k, n, None if (k, n) == (kind, line) else i) for k, n, i in found}
    assert found == expected


def simulation(case: Case, folder: Path) -> Path:
    """A file for `oclgrind-kernel`."""
    (folder / "k.cl").write_text(case.source + "\n")
    lines = ["k.cl", "k"]
    for sizes in (case.global_size, case.local_size):
        lines.append(" ".join(map(str, (*sizes, 1, 1)[:3])))
    for value in case.values():
        if value is None:
            lines.append("<null>")
        elif isinstance(value, Local):
            lines.append(f"<size={value.size}>")
        else:
            data: Any = np.asarray(value)
            lines.append(f"<size={data.nbytes} {_TYPES[data.dtype.name]}>")
            lines.append(" ".join(map(str, data.reshape(-1).tolist())))
    path = folder / "k.sim"
    path.write_text("\n".join(lines) + "\n")
    return path


_TYPES = {"int32": "int", "uint32": "uint", "float32": "float", "uint8": "uchar"}


@needs("oclgrind-kernel", least=19)
@pytest.mark.parametrize(
    "case", [c for c in CASES if c.oclgrind is not None], ids=lambda case: case.name
)
def test_oclgrind_says_the_same(case: Case, tmp_path: Path):
    path = simulation(case, tmp_path)
    run = subprocess.run(
        [
            need("oclgrind-kernel", least=19),
            "--data-races",
            "--build-options",
            "-w",
            path.name,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = run.stdout + run.stderr
    for words in case.oclgrind or ():
        assert words in said
    if not case.oclgrind:
        assert case.expected == set()
        assert not said.strip()


def checked(file: str, options: str = "") -> Program:
    path = host_helpers.KERNELS / file
    first = path.read_text().partition("\n")[0]
    standard = "CL2.0" if first == "// cl-std: CL2.0" else "CL1.2"
    return Program.from_file(path, f"-cl-std={standard} {options}", check=True, level=1)


SAMPLE = {
    "async_strided_copy",
    "atomic_float_add",
    "blur_rows",
    "generic_pointers",
    "histogram",
    "image_array",
    "kernel_calls_kernel",
    "many_images",
    "packed_struct",
    "reduce_argmin",
    "scan_inclusive_100",
    "transpose",
    "uniform_barrier_2",
    "vload_spaces_uchar",
    "work_group_functions",
}
assert SAMPLE <= host_helpers.CASES.keys()


@pytest.mark.parametrize("name", host_helpers.CASES)
def test_right_kernels_have_no_reports(name: str, monkeypatch: pytest.MonkeyPatch):
    if not LONG and name not in SAMPLE:
        pytest.skip("all kernels are checked in the long run: set XDSL_OPENCL_LONG=1")
    monkeypatch.setattr(host_helpers, "program", checked)
    assert host_helpers.run_case(host_helpers.CASES[name]) == []


SUM = whole("host_check.cl")


def run_shift(
    folder: Path, monkeypatch: pytest.MonkeyPatch, by: int, *more: str
) -> int:
    from xdsl_opencl.cli import main

    monkeypatch.chdir(folder)
    Path("shift.cl").write_text(SUM)
    arguments = (f"--arg={a}" for a in ("iota:int:8", "to.npy=zeros:int:8", str(by)))
    return main(["run", "shift.cl", "--check", "--global-size=8", *arguments, *more])


def test_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    assert run_shift(tmp_path, monkeypatch, 3, "--local-size=2") == 1
    captured = capfd.readouterr()
    assert captured.err.split("\n") == [
        "shift.cl:3:11: error: kernel 'shift' reads 4 bytes at byte 32 of argument 0 "
        "'from', which has 32",
        "    to[i] =\tfrom[i + n];",
        "           \t^",
        "  work item (5, 0, 0), local (1, 0, 0) in work-group (2, 0, 0); the first of 3",
        "",
    ]
    assert captured.out == ""
    # What is wrong is not written.
    assert not Path("to.npy").exists()


def test_command_without_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    assert run_shift(tmp_path, monkeypatch, 0, "--dump=4") == 0
    assert "to: int32[8] 0 1 2 3 ..." in capfd.readouterr().out
    assert np.load("to.npy").tolist() == list(range(8))


def test_command_with_memory_that_nobody_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    from xdsl_opencl.cli import main

    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text(SUM)
    arguments = ("run", "k.cl", "--global-size=4", "--arg=empty:int:4", "--dump")
    more = ("--arg=to.npy=empty:int:4", "--arg=0")
    assert main([*arguments, *more]) == 0
    assert "to: int32[4] 0 0 0 0" in capfd.readouterr().out
    assert main([*arguments, *more, "--check"]) == 1
    said = capfd.readouterr().err
    assert "reads 4 bytes at byte 0 of argument 0 'from', which no work item" in said
    assert "argument 1" not in said


def test_buffers():
    """
    A buffer keeps what is written from one launch to the next; programs that are not
    checked take it as an array.
    """
    source = "kernel void k(global int *p, global int *q) { *p = *q + 1; }"
    checked, plain = (Program.from_source(source, check=c) for c in (True, False))
    p, q = Buffer(4), Buffer(4)
    plain.k(1, 1, p, q)
    with pytest.raises(CheckError, match="argument 1 'q', which no work item has"):
        checked.k(1, 1, p, q)
    checked.k(1, 1, q, p)
    q.fill(np.array([41], np.int32))
    checked.k(1, 1, p, q)
    assert p.array.view(np.int32).tolist() == [42]
    assert Buffer(np.ones(3), written=False).written is not None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Buffer(0), r"Buffer\(0\): give a size of 1 byte or more"),
        (lambda: Buffer(-4), "give a size of 1 byte or more"),
        (lambda: Buffer(4, "rw"), "access is 'rw'; give one of read_write, read_only"),
        (lambda: Buffer(4).fill(np.zeros(5, np.uint8)), "not in a buffer of 4"),
        (lambda: Buffer(4).fill(np.zeros(2, np.uint8), -1), "not in a buffer of 4"),
        (lambda: Buffer(4).fill(np.zeros(2, np.uint8), 3), "not in a buffer of 4"),
    ],
)
def test_wrong_buffers(make: Callable[[], object], message: str):
    with pytest.raises(RuntimeFailure, match=message):
        make()


def test_memory_that_is_too_large_to_watch(monkeypatch: pytest.MonkeyPatch):
    """Bounds are checked, races not."""

    def refuse(count: int, grain: int) -> None:
        raise MemoryError

    program = Program.from_source(
        "kernel void k(global int *p, int n) { p[get_global_id(0) / 2 + n] += 1; }",
        check=True,
    )
    with pytest.raises(CheckError, match="another work item"):
        program.k(8, 8, np.zeros(4, np.int32), 0)
    monkeypatch.setattr("xdsl_opencl.runtime.checks.check_reports._cells", refuse)
    program.k(8, 8, np.zeros(4, np.int32), 0)
    with pytest.raises(CheckError, match="which has 16"):
        program.k(8, 8, np.zeros(4, np.int32), 1)


RACE = """\
import numpy as np
from xdsl_opencl.runtime import CheckError, Program
k = Program.from_source('''kernel void k(global int *p, int n) {
  if (get_local_id(0) == 0)
    for (int j = 0; j < n; j++) p[get_group_id(0) + j] += 1;
}''', check=True).k
k(4096, 64, np.zeros(64, np.int32), 1)
try:
    k(4096, 64, np.zeros(65, np.int32), 2)
except CheckError as error:
    print('another work-group' in str(error))
"""


@pytest.mark.parametrize("threads", ["1", "4"])
def test_work_groups_in_any_order(threads: str):
    """Races of work-groups are found whichever thread runs them."""
    run = subprocess.run(
        [sys.executable, "-c", RACE],
        env={**os.environ, "XDSL_OPENCL_THREADS": threads},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout == "True\n", run.stderr


MODULE = whole("host_check.mlir")


def test_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    """Reports of MLIR modules name the lines, in the library and in the command."""
    from xdsl_opencl.cli import main

    with pytest.raises(CheckError) as error:
        Program.from_mlir(MODULE, check=True).k(2, 2, np.zeros(1, np.int32))
    assert [r.place for r in error.value.reports] == ["<source>:4:3", "<source>:5:3"]
    assert str(error.value).startswith(
        "<source>:4:3: error: kernel 'k' reads 4 bytes at byte 4 of argument 0 'p', which has 4\n"
    )
    monkeypatch.chdir(tmp_path)
    Path("k.mlir").write_text(MODULE)
    assert (
        main(["run", "k.mlir", "--check", "--global-size=2", "--arg=zeros:int:1"]) == 1
    )
    assert "k.mlir:4:3: error: kernel 'k' reads 4 bytes" in capfd.readouterr().err


KINDS = [kind for kind in ImageKind if not kind.is_msaa]


@pytest.mark.parametrize("facts", ["", "opencl.name = 'i'", "opencl.type_name = 'my'"])
@pytest.mark.parametrize("kind", KINDS)
def test_images_of_the_dialect(kind: ImageKind, facts: str) -> None:
    """Without a type name, or with a typedef's: queries read the record, which is no buffer."""
    axes = kind.coordinates
    place = "i32" if axes == 1 else f"vector<{2 if axes == 2 else 4}xi32>"
    texel = "f32" if kind.is_depth else "vector<4xf32>"
    image = f"!opencl.image<{kind}, read_only>"
    program = Program.from_mlir(
        f"""
opencl.kernel @k(%i: {image} {{{facts.replace("'", '"')}}}, %s: !opencl.sampler,
                 %w: memref<?xi32, 1>, %t: memref<?x{texel}, 1>, %at: {place}) {{
  %zero = arith.constant 0 : index
  %width = opencl.get_image_width %i : {image} -> i32
  memref.store %width, %w[%zero] : memref<?xi32, 1>
  %texel = opencl.read_image f %i[%at] : {image}, {place} -> {texel}
  memref.store %texel, %t[%zero] : memref<?x{texel}, 1>
  opencl.return
}}""",
        check=True,
    )
    order, data = ("DEPTH", "FLOAT") if kind.is_depth else ("RGBA", "UNORM_INT8")
    dtype, lanes = ("f4", 1) if kind.is_depth else ("u1", 4)
    one = 1 if kind.is_depth else 255
    pixels = np.full((*range(2, axes + 1), 5, lanes), one, dtype)
    values = (
        Image(pixels, kind, order, data),
        Sampler(False, "clamp", "nearest"),
        np.zeros(1, "i4"),
    )
    texels = np.zeros(lanes, "f4")
    places = 4, (4, 1), (4, 2, 1, 0)
    program.k(1, 1, *values, texels, places[axes - 1])
    assert values[2].item() == 5
    assert (texels == 1).all()
    with pytest.raises(CheckError) as error:
        program.k(1, 1, *values, texels, (9, (9, 1), (9, 2, 1, 0))[axes - 1])
    name = "argument 0 'i'" if "name = 'i'" in facts else "argument 0"
    assert f"outside {name}, an image of 5" in str(error.value)


def test_places_in_launches():
    """
    Work items have the ids of the launch: offsets, and a last work-group that is smaller.
    """
    program = Program.from_source(
        "kernel void k(global int *p) {\n"
        "  if (get_global_id(0) == 11 && get_global_id(1) == 23) p[-1] = 1;\n"
        "}\n",
        check=True,
    )
    p = np.zeros(1, np.int32)
    with pytest.raises(CheckError) as error:
        program.k((5, 5), (3, 2), p, global_offset=(7, 20))
    (report,) = error.value.reports
    assert isinstance(report, Report)
    assert report.item is not None
    assert report.item.global_id == (11, 23, 0)
    assert report.item.group_id == (1, 1, 0)
    assert report.item.local_id == (1, 1, 0)
    assert report.times == 1
    assert "writes 4 bytes, 4 before the beginning of argument 0 'p'" in report.message
    # The next launch begins anew.
    program.k((4, 5), None, p, global_offset=(7, 20))


def test_arrays_that_overlap():
    """A race through two arguments that are the same memory."""
    program = Program.from_source(
        "kernel void k(global const int *a, global int *b) {\n"
        "  b[get_global_id(0)] = a[get_global_id(0) ^ 1];\n"
        "}\n",
        check=True,
    )
    p = np.zeros(8, np.int32)
    program.k(8, 8, p, p.copy())
    with pytest.raises(CheckError, match="another work item"):
        program.k(8, 8, p, p)


def test_memory_is_not_corrupted():
    program = Program.from_source(
        "kernel void k(global int *p, int n) {\n"
        "  for (int i = -n; i < n; i++) p[4 + i] = 9;\n"
        "}\n",
        check=True,
    )
    memory = np.zeros(4096, np.int32)
    with pytest.raises(CheckError):
        program.k(1, 1, memory[2000:2008], 2000)
    assert memory[2000:2008].tolist() == [9] * 8
    assert memory.sum() == 72


def test_pipes():
    from xdsl_opencl.runtime import Pipe

    program = Program.from_source(
        """
kernel void put(write_only pipe int to, global const int *p) {
  int i = get_global_id(0);
  write_pipe(to, &p[i]);
}
kernel void take(read_only pipe int from, global int *p) {
  int v;
  if (read_pipe(from, &v) == 0) p[get_global_id(0)] = v;
}
""",
        "-cl-std=CL2.0",
        check=True,
    )
    pipe, there = Pipe(8, np.int32), np.zeros(8, np.int32)
    program.put(8, 4, pipe, np.arange(8, dtype=np.int32))
    program.take(8, 4, pipe, there)
    assert sorted(there.tolist()) == list(range(8))
    with pytest.raises(CheckError, match="of argument 1 'p', which has 28"):
        program.put(8, 4, pipe, np.arange(7, dtype=np.int32))
    # Its argument has neither name nor type name.
    module = """
opencl.kernel @k(%to: !opencl.pipe<i32, write_only>, %p: !llvm.ptr<1>, %room: memref<?xi32, 1>) {
  %at = llvm.addrspacecast %p : !llvm.ptr<1> to !llvm.ptr
  %done = opencl.write_pipe %to, %at size 4 align 4 : !opencl.pipe<i32, write_only>, !llvm.ptr
  %i = opencl.get_global_id 0 : index
  memref.store %done, %room[%i] : memref<?xi32, 1>
  opencl.return
}"""
    small, done = Pipe(3, np.int32), np.ones(4, np.int32)
    program = Program.from_mlir(module, check=True)
    program.k(4, 4, small, np.full(1, 7, np.int32), done)
    assert (small.packets().tolist(), sorted(done.tolist())) == ([7] * 3, [-1, 0, 0, 0])


def test_a_barrier_that_some_do_not_reach() -> None:
    """The report names the first that waits and the first that has returned."""
    source = """kernel void k(global int *out) {
      int l = get_local_id(0);
      if (l == 3 || l == 5) return;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[l] = 1;
    }"""
    program = Program.from_source(source, check=True)
    with pytest.raises(CheckError, match="only 6 of the 8 work items") as caught:
        program.k(8, 8, np.zeros(8, np.int32))
    (report,) = caught.value.reports
    assert isinstance(report, Report)
    assert report.item is not None
    assert report.other is not None
    assert (report.item.local_id, report.other.local_id) == ((0, 0, 0), (3, 0, 0))


def test_loops_with_barriers_that_follow_each_other() -> None:
    """
    The group meets after such loops, to save code; the checker takes that for no barrier.
    """
    wait = "barrier(CLK_LOCAL_MEM_FENCE);"
    loops = [
        f"""for (int i = 0; i < ((n >> {k}) & 3); ++i) {{
          z[l] = 5; {wait} s += z[(l + 1) & 15]; {wait} z[l] = 1;
        }}
        """
        for k in range(30)
    ]
    source = f"""kernel void k(global int *out, int n) {{
      local int z[16];
      int l = get_local_id(0), s = 0;
      {"".join(loops[:15])} BEHIND s += z[(l + 1) & 15]; {wait} {"".join(loops[15:])}
      out[l] = s;
    }}"""
    n = 0xF0F0F
    rounds = sum(n >> k & 3 for k in range(30))
    for behind in (wait, ""):
        text = source.replace("BEHIND", behind)
        program = Program.from_source(text, check=True, level=1)
        assert program.llvm_ir.count("check_meet(") > 30 * 2 + 15
        out = np.zeros(16, np.int32)
        if behind:
            program.k(16, 16, out, n)
            assert (out == 5 * rounds + 1).all()
        else:
            with pytest.raises(CheckError, match="no barrier between"):
                program.k(16, 16, out, n)

"""
GPUs as devices of `Program` and `xdsl-opencl run`: the same launches as on the CPU device.
"""

from __future__ import annotations

import json
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shell
from frontend_helpers import needs_clang

from xdsl_opencl import compile
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Image, Local, Pipe, Program, RuntimeFailure
from xdsl_opencl.runtime.gpu import GpuDevice

PROGRAMS = Path(__file__).with_name("programs")

pytestmark = needs_clang

ROOT = Path(__file__).resolve().parents[2]

OPTIONS = "-cl-std=CL2.0"
"""For variables of a program."""

SOURCE = (PROGRAMS / "emulator_device.cl").read_text()


@pytest.fixture(scope="module")
def programs() -> dict[str, Program]:
    return {
        device: Program.from_source(SOURCE, OPTIONS, device=device)
        for device in ("", "gfx1100", "gfx90a:xnack+", "gfx803")
    }


EMULATED = ("gfx1100", "gfx90a:xnack+", "gfx803")


@pytest.mark.parametrize("device", EMULATED)
def test_launches_are_as_on_the_cpu(programs: dict[str, Program], device: str) -> None:
    found: list[Any] = []
    for program in (programs[""], programs[device]):
        x = np.arange(100, dtype=np.float32)
        launch = program.scale(128, 32, x, 2.5, 90)
        out = np.zeros((5, 7, 2), np.int32)
        # Work-groups at the ends are smaller, where the offset does not count.
        program.sizes((7, 5), (4, 3), out)
        turned = np.arange(60, dtype=np.int32)
        program.turn(60, 20, turned, Local(80), Local(160))
        double = np.zeros(1)
        struct = np.zeros(
            (), np.dtype([("c", "i1"), ("d", "f8"), ("a", "i4", 3)], align=True)
        )
        struct["c"], struct["d"], struct["a"] = 3, 0.5, (1, 2, 4)
        program.member(1, 1, double, struct, None)
        one, two, answer = (np.zeros(2, np.int32) for _ in range(3))
        program.same(1, 1, one, one, answer)
        first = answer.tolist()
        program.same(1, 1, one, two, answer)
        found.append([x, out, turned, double, first, answer])
        if program is not programs[""]:
            assert launch.waves == 4
            assert launch.instructions > 4
    for mine, theirs in zip(*found, strict=True):
        assert np.array_equal(mine, theirs)
    assert found[0][4] == [1, 7]


@pytest.mark.parametrize("device", EMULATED)
def test_variables_outlive_launches(programs: dict[str, Program], device: str) -> None:
    out = np.zeros(1, np.int32)
    for _ in range(3):
        programs[device].count(64, 64, out)
    assert out[0] == 5 + 3 * 64
    again = Program.from_source(SOURCE, OPTIONS, device=device)
    again.count(64, 64, out)
    assert out[0] == 5 + 64


@pytest.mark.parametrize("version", [4, 5, 6])
def test_offsets_and_partial_groups(version: int) -> None:
    source = """
kernel void k(global int *out) {
  int i = get_global_id(0) - get_global_offset(0);
  out[4 * i] = get_local_size(0); out[4 * i + 1] = get_enqueued_local_size(0);
  out[4 * i + 2] = get_num_groups(0); out[4 * i + 3] = get_global_id(0);
}
"""
    mcpu = "gfx906"
    target = Target(mcpu=mcpu, code_object_version=version)
    expected = np.zeros((50, 4), np.int32)
    found = np.zeros_like(expected)
    for device, out in (("", expected), (target, found)):
        program = Program.from_source(source, "-cl-std=CL2.0", device=device)
        program.k(50, 16, out, global_offset=1000)
    assert np.array_equal(found, expected)
    assert found[49].tolist() == [2, 16, 4, 1049]


def test_printf(
    programs: dict[str, Program], capsys: pytest.CaptureFixture[str]
) -> None:
    programs["gfx1100"].say(3, 3, 10)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == [f"{n} ab 1.000000,2.000000%" for n in (10, 11, 12)]
    programs["gfx1100"].say(1, 1, 99)
    assert capsys.readouterr().out == "99 ab 1.000000,2.000000%\n"


@pytest.mark.parametrize(
    "device", ["gfx803", "gfx90a", "gfx1030", "gfx1100", "gfx1200"]
)
def test_local_memory_of_any_size(device: str) -> None:
    """The memory of the next group begins at a multiple of the largest atomic operation."""
    source = """
    kernel void k(global int *o, local short *s) {
      local int least;
      s[get_local_id(0)] = 35;
      if (get_local_id(0) == 0) least = 100;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_min(&least, (int)get_global_id(0));
      barrier(CLK_LOCAL_MEM_FENCE);
      o[get_global_id(0)] = s[get_local_id(0)] + 100 * least;
    }"""
    program = Program.from_source(source, OPTIONS, device=device)
    for size in (1, 3, 35):
        found = np.zeros(3 * size, np.int32)
        program.k(3 * size, size, found, Local(2 * size))
        item = np.arange(3 * size)
        assert found.tolist() == (35 + 100 * (item // size * size)).tolist()


@pytest.mark.parametrize("device", EMULATED)
def test_clocks_go_on(device: str) -> None:
    """A kernel can wait for them: each generation has other instructions."""
    source = """
kernel void wait(global ulong *out) {
  ulong start = clock_read_device();
  while (clock_read_device() - start < 100) out[0]++;
  start = clock_read_sub_group();
  while (clock_read_sub_group() - start < 100) out[1]++;
}
"""
    gpu = GpuDevice(device, max_instructions=10_000)
    out = np.zeros(2, np.uint64)
    Program.from_source(source, "-cl-std=CL3.0", device=gpu).wait(1, 1, out)
    assert out.all()


def test_words_behind_arguments() -> None:
    """
    The segment of 28 bytes is loaded as eight words: its end is aligned as its begin is.
    """
    text = "kernel void k(global int *p, global int *q, int a, int b, int c) "
    text += "{ p[0] = q[0] + a + b * c; }"
    p, q = np.zeros(1, np.int32), np.ones(1, np.int32)
    Program.from_source(text, device="gfx1100").k(1, 1, p, q, 10, 20, 30)
    assert p[0] == 611


def test_pipes() -> None:
    source = """
kernel void put(write_only pipe int p) { int v = get_global_id(0); write_pipe(p, &v); }
kernel void take(read_only pipe int p, global int *out) {
  int v = -1; read_pipe(p, &v); out[get_global_id(0)] = v;
}
"""
    program = Program.from_source(source, "-cl-std=CL2.0", device="gfx1030")
    pipe, out = Pipe(8, np.int32), np.zeros(8, np.int32)
    program.put(8, 8, pipe)
    assert len(pipe) == 8
    program.take(8, 8, pipe, out)
    assert sorted(out.tolist()) == list(range(8))


def test_mlir_and_options() -> None:
    text = """
opencl.kernel @iota(%out: memref<?xi32, #opencl.address_space<global>>) {
  %i = opencl.get_global_id 0 : index
  %v = arith.index_cast %i : index to i32
  memref.store %v, %out[%i] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}
"""
    out = np.zeros(10, np.int32)
    Program.from_mlir(text, device="gfx942", level=0).iota(10, None, out)
    assert out.tolist() == list(range(10))
    source = "kernel void k(global int *o) { o[0] = N; }"
    Program.from_source(source, "-D N=6", device="gfx1200").k(1, 1, out)
    assert out[0] == 6


def test_code_object_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "scale.hsaco"
    source = tmp_path / "scale.cl"
    source.write_text(SOURCE)
    compile(source, Target(mcpu="gfx90a:xnack+"), options=[OPTIONS]).save(str(path))
    program = Program.from_file(path)
    assert set(program) == {"scale", "count", "sizes", "turn", "member", "same", "say"}
    x = np.arange(64, dtype=np.float32)
    program.scale(64, 64, x, 0.5, 64)
    assert np.array_equal(x, np.arange(64) / 2)
    turned = np.arange(20, dtype=np.int32)
    program.turn(20, 20, turned, Local(80), Local(160))
    assert turned.tolist() == [0] * 20
    with pytest.raises(RuntimeFailure, match="is for gfx90a, the device is gfx1100"):
        Program.from_file(path, device="gfx1100")
    with pytest.raises(RuntimeFailure, match="the device is host"):
        Program.from_file(path, device="host")
    code = path.read_bytes()
    for damaged in (code[:100], code[:600], b"\x7fELF" + bytes(100)):
        with pytest.raises(RuntimeFailure, match="cannot load this file"):
            Program.from_code_object(damaged)


@pytest.mark.parametrize(
    ("device", "error", "message"),
    [
        ("gfx9999", AbiError, "unknown processor"),
        ("cayman", RuntimeFailure, "ABI r600 is not emulated.*for example gfx1100"),
        (Target("mesa3d", "gfx900"), RuntimeFailure, "ABI mesa3d is not emulated"),
        ("gfx600", RuntimeFailure, "does not run code for 'gfx600'; .* gfx8 to gfx12"),
        ("tahiti", RuntimeFailure, "does not run code for 'tahiti'"),
        ("gfx701", RuntimeFailure, "does not run code for 'gfx701'"),
        ("gfx1100:xnack+", AbiError, "xnack"),
    ],
)
def test_unknown_devices(
    device: str | Target, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Program.from_source("kernel void k() {}", device=device)


def test_wrong_launches(programs: dict[str, Program]) -> None:
    program = programs["gfx1100"]
    x = np.zeros(4, np.float32)
    for launch, message in (
        (lambda: program.scale(4, 4, x, 1.0), "takes 3 arguments .*, 2 given"),
        (lambda: program.scale(4, 4, x.astype(np.float64), 1.0, 4), "expected float32"),
        (lambda: program.scale(4, 2048, x, 1.0, 4), "2048 work items; at most"),
        (
            lambda: program.turn(4, 4, x.view(np.int32), Local(1 << 20), Local(8)),
            "bytes of local memory, and gfx1100 has 65536",
        ),
        (lambda: program.scale(64, 64, x, 1.0, 64), "outside all buffers: .*'x'"),
        (lambda: program.nothing, "no kernel 'nothing'"),
    ):
        with pytest.raises((RuntimeFailure, AttributeError), match=message):
            launch()
    # Nothing is left of the launches that failed.
    program.scale(4, 4, np.ones(4, np.float32), 2.0, 4)


def test_images_of_gfx942() -> None:
    source = (
        "kernel void k(write_only image2d_t i) { write_imagef(i, (int2)(0, 0), 1); }"
    )
    with pytest.raises(Exception, match="gfx942 has no image instructions"):
        Program.from_source(source, device="gfx942")
    image = Image(np.zeros((2, 2, 4), np.uint8))
    Program.from_source(source, device="gfx90a").k(1, 1, image)
    assert image.pixels[0, 0].tolist() == [255] * 4


@pytest.mark.parametrize("schedule", ["round-robin", "random", "one-wave"])
def test_schedules(schedule: str) -> None:
    device = GpuDevice("gfx1030", schedule=schedule, seed=3)
    x = np.arange(512, dtype=np.int32)
    Program.from_source(SOURCE, OPTIONS, device=device).turn(
        512, 128, x, Local(512), Local(1024)
    )
    expected = np.arange(512).reshape(4, 128)[:, ::-1] - np.arange(127, -1, -1)
    assert np.array_equal(x.reshape(4, 128), expected)


def test_limits_of_a_device() -> None:
    make: Any = partial(GpuDevice, "gfx1100")
    for options, message in (
        ({"schedule": "fast"}, "no schedule 'fast'; one of round-robin"),
        ({"max_instructions": 0}, "give 1 or more"),
    ):
        with pytest.raises(RuntimeFailure, match=message):
            make(**options)
    device = GpuDevice("gfx1100", max_instructions=100)
    program = Program.from_source(
        "kernel void k(global volatile int *p) { while (p[0] == 0); }", device=device
    )
    with pytest.raises(RuntimeFailure, match="more than 100 instructions"):
        program.k(1, 1, np.zeros(1, np.int32))


STRIDED = """
kernel void k(global int *x, global int *y, int stride) {
  local int l[2048];
  int i = get_local_id(0);
  l[i * stride] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = l[i * stride];
  x[i] = v;
  if (i < 8) y[i * stride] = 1;
}
"""


def profiled(stride: int) -> Any:
    program = Program.from_source(
        STRIDED, "-g", device=GpuDevice("gfx1100", profile=True)
    )
    x, y = np.zeros(64, np.int32), np.zeros(2048, np.int32)
    launch = program.k(32, 32, x, y, stride)
    assert launch.profile is not None
    return launch.profile


def test_profile() -> None:
    close, far = profiled(1), profiled(32)
    assert (close.work_groups, close.waves) == (1, 1)
    lds = close.by_class()["LDS"]
    # A write and a read of 32 words.
    assert (lds.waves, lds.bytes, lds.lds_cycles, lds.conflicts) == (2, 256, 2, 0)
    # All in one bank: 32 accesses each, and not one.
    assert far.by_class()["LDS"].conflicts == 2 * 31
    memory = close.by_class()["vector memory"]
    assert (memory.waves, memory.lanes, memory.bytes) == (2, 40, 160)
    # 32 words in a line of 128 bytes, and eight in a line or in one each.
    assert memory.lines == 2
    assert far.by_class()["vector memory"].lines == 1 + 8
    lines = {line: counts for (_, line), counts in close.by_line().items()}
    assert lines[9].lanes < lines[9].slots
    assert close.occupancy is not None
    # 16 work-groups of 8 KiB in the LDS of two compute units, on four SIMDs.
    assert (close.occupancy.waves, close.occupancy.limits) == (4, ("LDS",))
    content = json.loads(json.dumps(close.as_dict()))
    assert content["kernel"] == "k"
    assert content["total"]["waves"] == sum(i["waves"] for i in content["instructions"])


def command(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    standard = ("-cl-std=CL2.0",) if "k.cl" in words else ()
    return shell.in_process(*words, *standard, folder=folder)


SCALE = (
    *("--kernel", "scale", "--global-size", "8", "--arg", "iota:float:8"),
    *("--arg", "2", "--arg", "8"),
)


def test_command(tmp_path: Path) -> None:
    (tmp_path / "k.cl").write_text(SOURCE)
    done = command(
        "run", "k.cl", "--mcpu", "gfx1100", *SCALE, "--dump", folder=tmp_path
    )
    assert done.stdout == "x: float32[8] 0.0 2.0 4.0 6.0 8.0 10.0 12.0 14.0\n"
    for words in (
        ("--mcpu", "gfx942", "-O0", "--schedule", "random", "--seed", "7"),
        ("--mcpu", "gfx1200", "--wave-size", "64", "--check"),
        ("--mcpu", "gfx90a:xnack+", "--code-object-version", "4"),
    ):
        again = command("run", "k.cl", *words, *SCALE, "--dump", folder=tmp_path)
        assert (again.stdout, again.stderr) == (done.stdout, "")


def test_command_on_a_code_object(tmp_path: Path) -> None:
    (tmp_path / "k.cl").write_text(SOURCE)
    command("compile", "k.cl", "--mcpu", "gfx1030", "-o", "k.hsaco", folder=tmp_path)
    done = command("run", "k.hsaco", *SCALE, "--dump", folder=tmp_path)
    assert done.stdout == "x: float32[8] 0.0 2.0 4.0 6.0 8.0 10.0 12.0 14.0\n"


@pytest.mark.parametrize("mcpu", ["gfx803", "gfx900", "gfx1030", "gfx1100", "gfx1200"])
def test_texels_with_equal_components(mcpu: str) -> None:
    """
    LLVM leaves components out of a store that the hardware fills in: zeros, or from gfx12 on
    the first one again.
    """
    texels = [(1, 1, 1, 1), (2, 0, 0, 0), (0, 0, 0, 3), (4, 5, 5, 5), (6, 7, 6, 6)]
    texels += [(8, 9, 0, 0), (1, 2, 3, 1), (0, 5, 0, 0), (0, 0, 0, 0)]
    stores = [
        f"write_imagef(o, (int2)({i}, 0), (float4){texel});"
        for i, texel in enumerate(texels)
    ]
    source = f"kernel void k(write_only image2d_t o) {{ {' '.join(stores)} }}"
    pixels = np.full((1, len(texels), 4), 99, np.float32)
    Program.from_source(source, device=mcpu).k(
        1, 1, Image(pixels, channel_data_type="FLOAT")
    )
    assert pixels[0].tolist() == [list(texel) for texel in texels]


def test_command_shows_profiles(tmp_path: Path) -> None:
    (tmp_path / "k.cl").write_text(SOURCE)
    shown = command(
        "run", "k.cl", "--mcpu", "gfx900", *SCALE, "--profile", folder=tmp_path
    )
    assert "kernel 'scale' on gfx900: 1 work-groups, 1 waves" in shown.stdout
    assert "if (i < n) x[i] *= by;" in shown.stdout
    words = ("--profile", "p.json")
    command("run", "k.cl", "--mcpu", "gfx900", *SCALE, *words, folder=tmp_path)
    assert json.loads((tmp_path / "p.json").read_text())["processor"] == "gfx900"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--schedule", "random"), "--schedule is for the code of a GPU"),
        (("--profile",), "--profile is for the code of a GPU"),
        (("--mcpu", "gfx900", "--profile", "k.cl"), "written to a .json file"),
        (("--mcpu", "gfx900", "--profile", "./k.cl"), "written to a .json file"),
        (("--mcpu", "gfx1100", "--schedule", "x"), "no schedule 'x'"),
        (("--mcpu", "gfx1100", "--max-instructions", "3"), "more than 3 instructions"),
        (("--mcpu", "gfx900", "--abi", "mesa3d"), "ABI mesa3d is not emulated"),
    ],
)
def test_command_errors(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    (tmp_path / "k.cl").write_text(SOURCE)
    done = command("run", "k.cl", *words, *SCALE, folder=tmp_path)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "k.cl").read_text() == SOURCE


def test_command_reports(tmp_path: Path) -> None:
    (tmp_path / "k.cl").write_text(SOURCE)
    words = ("--mcpu", "gfx1100", "--check", "--kernel", "scale", "--global-size", "64")
    values = ("--arg", "iota:float:8", "--arg", "2", "--arg", "64")
    done = command("run", "k.cl", *words, *values, folder=tmp_path)
    assert done.returncode == 1
    assert "kernel 'scale': load of 4 bytes at 0x" in done.stderr
    assert "past the end of buffer 'x' (32 bytes" in done.stderr
    assert "k.cl:5" in done.stderr
    assert "lane 8" in done.stderr


def test_picture_of_the_example(tmp_path: Path) -> None:
    pictures: list[bytes] = []
    for words in ((), ("--mcpu", "gfx1100")):
        blur = (str(ROOT / "examples" / "gaussian_blur.mlir"), *words)
        picture = str(ROOT / "docs" / "blur-before.png")
        done = command(
            "run", *blur, "--arg", picture, "--arg", "out.png", folder=tmp_path
        )
        assert (done.returncode, done.stderr) == (0, "")
        pictures.append((tmp_path / "out.png").read_bytes())
    assert pictures[0] == pictures[1]

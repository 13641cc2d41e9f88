"""`xdsl-opencl run`: arguments from words, outputs in files, faults in one line."""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from processes import wait_until_busy

from xdsl_opencl.cli import main
from xdsl_opencl.runtime.png import read_png, write_png

SOURCE = """
kernel void saxpy(float a, global const float *x, global float *y) {
  size_t i = get_global_id(0);
  y[i] += a * x[i];
}
kernel void invert(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 c = read_imagef(from, s, at);
  write_imagef(to, at, (float4)(1.0f - c.xyz, c.w));
}
kernel void numbers(uint4 v, long l, local int *scratch, global long *out, global int *no) {
  out[0] = v.x; out[1] = v.w; out[2] = l; out[3] = no == 0;
}
kernel void count(read_only image2d_t im, global uint *out) {
  out[0] = read_imageui(im, (int2)(1, 0)).y;
}
kernel void option(global int *out) { out[get_global_id(0)] = N; }
kernel void trap(global int *a) { __builtin_trap(); }
kernel void crash(global int *p) { p[1L << 40] = 1; }
kernel void raced(global int *x) { int i = get_global_id(0); x[i + 1] = x[i] + 1; }
kernel void forever(global volatile int *p) { while (p[0] == 0) {} }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))
    (tmp_path / "k.cl").write_text(SOURCE.replace("= N;", "= 1;"))
    (tmp_path / "option.cl").write_text(
        "kernel void option(global int *out) { *out = N; }"
    )
    return tmp_path


def words(kernel: str, *arguments: str) -> list[str]:
    return [
        "run",
        "k.cl",
        "--kernel",
        kernel,
        *(w for a in arguments for w in ("--arg", a)),
    ]


def test_buffers(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    np.save("x.npy", np.arange(8, dtype=np.float32))
    command = words("saxpy", "0.5", "x.npy", "y.npy=ones:float4:2")
    assert main([*command, "--global-size", "8", "--dump", "3", "--time"]) == 0
    out = capfd.readouterr().out.splitlines()
    assert out[0].startswith("build ")
    assert out[1].startswith("first ")
    assert out[2:] == ["y: float32[8] 1.0 1.5 2.0 ..."]
    assert (np.load("y.npy") == 1 + np.arange(8) / 2).all()
    # An array that is read may be written to another file.
    command = words("saxpy", "2", "iota:float:8", "z.npy=y.npy")
    assert (
        main(
            [
                *command,
                "--global-size",
                "2",
                "--local-size",
                "1",
                "--repeat",
                "2",
            ]
        )
        == 0
    )
    assert np.load("z.npy").tolist() == [1, 5.5, 2, 2.5, 3, 3.5, 4, 4.5]


def test_names_do_not_steer_the_terminal(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "names.mlir").write_text(
        """
opencl.kernel @k(%o: memref<?xi32, #opencl.address_space<global>> {opencl.name = "\\1b[31mred"}) {
  opencl.return
}
"""
    )
    launch = ("--global-size", "1", "--arg", "zeros:int:2", "--dump")
    assert main(["run", "names.mlir", *launch]) == 0
    assert capfd.readouterr().out == "\\x1b[31mred: int32[2] 0 0\n"


def test_images(folder: Path) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (5, 7, 3), np.uint8)
    write_png("in.png", pixels)
    sampler = "clamp_to_edge,nearest,unnormalized"
    assert main(words("invert", "in.png", "out.png", sampler)) == 0
    assert (read_png("out.png") == 255 - pixels).all()
    # Alpha is kept, and an image can have a size of its own.
    rgba = np.random.default_rng(0).integers(0, 256, (5, 7, 4), np.uint8)
    write_png("rgba.png", rgba)
    assert main(words("invert", "rgba.png", "more.png=9x6", sampler)) == 0
    more = read_png("more.png")
    assert more.shape == (6, 9, 4)
    assert (more[:5, :7, :3] == 255 - rgba[..., :3]).all()
    assert (more[:5, :7, 3] == rgba[..., 3]).all()
    np.save("in.npy", (pixels[..., :1] / 255).astype(np.float32))
    assert main(words("invert", "in.npy", "grey.png", sampler)) == 0
    assert (read_png("grey.png")[..., 0] == 255 - pixels[..., 0]).all()


def test_values(folder: Path) -> None:
    command = words(
        "numbers", "1,2,3,0x10", "-5", "local:64", "out.npy=zeros:long:4", "none"
    )
    assert main([*command, "--global-size", "1"]) == 0
    assert np.load("out.npy").tolist() == [1, 16, -5, 1]
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    write_png("in.png", pixels)
    command = words("count", "in.png:UNSIGNED_INT8", "out.npy=random:uint:1")
    assert main([*command, "--global-size", "1"]) == 0
    assert np.load("out.npy").tolist() == [5]


def test_values_of_a_file(folder: Path) -> None:
    """
    The same values as words, as numbers and as vectors; a file goes behind `--arg`.
    """
    values = ["bytes:fdffffffffffffff", "local:64", "out.npy=zeros:long:4", "none"]
    (folder / "values.json").write_text(json.dumps(values))
    (folder / "vector.json").write_text(
        json.dumps([[1, 2, 3, 4], -3, "local:64", "out.npy=zeros:long:4", "none"])
    )
    arguments = ("--global-size", "1", "--args")
    command = [*words("numbers", "1,2,3,4"), *arguments, "values.json"]
    for line in (command, [*words("numbers"), *arguments, "vector.json"]):
        assert main(line) == 0
        assert np.load(folder / "out.npy").tolist() == [1, 4, -3, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1", "this is not JSON"),
        ("{}", "this is not a list of values"),
        ("[true]", "true is not a word, a number or a vector"),
        ("[[]]", "[] is not a word, a number or a vector"),
        ("[1, 2]", "takes 5 arguments"),
    ],
)
def test_wrong_values_of_a_file(
    folder: Path, text: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "values.json").write_text(text)
    command = words("numbers")
    assert main([*command, "--global-size", "1", "--args", "values.json"]) == 1
    assert message in capfd.readouterr().err


def test_options(folder: Path) -> None:
    command = ["run", "option.cl", "--global-size", "1", "--arg", "o.npy=zeros:int:1"]
    assert main([*command, "--options=-D N=7 -cl-std=CL2.0"]) == 0
    assert np.load("o.npy").tolist() == [7]


def test_mlir(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = """
opencl.kernel @k(%p: memref<?xi32, #opencl.address_space<global>> {opencl.name = "p"}) {
  %i = opencl.get_global_id 0 : index
  %v = arith.index_cast %i : index to i32
  memref.store %v, %p[%i] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}
"""
    Path("k.mlir").write_text(text)
    command = ["run", "k.mlir", "--global-size", "4", "--global-offset", "1"]
    assert main([*command, "--arg", "zeros:int:8", "--dump"]) == 0
    assert capfd.readouterr().out == "p: int32[8] 0 1 2 3 4 0 0 0\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            words("saxpi"),
            "the program has no kernel 'saxpi'; --kernel takes one of saxpy, invert, ",
        ),
        (["run", "k.cl"], "which kernel? --kernel takes one of saxpy, "),
        (["run", "none.cl"], "cannot use 'none.cl': no such file"),
        (
            ["run", "k.cl", "--mcpu", "gfx600"],
            "error: the emulator does not run code for 'gfx600'; compile for one of gfx8 to",
        ),
        (
            words("saxpy", "1"),
            "'saxpy' takes 3 arguments (float a, float* x, float* y), --arg is given 1 times",
        ),
        (
            words("saxpy", "one", "x", "y"),
            "argument 0 'a' of type float, given 'one': 'one' is not a number",
        ),
        (
            words("saxpy", "1", "x", "y"),
            "argument 1 'x' of type float*, given 'x': expected a .npy file, or zeros|",
        ),
        (
            words("saxpy", "1", "x.npy", "y"),
            "there is no file 'x.npy'; to make one, say its contents: x.npy=zeros:float:1024",
        ),
        (
            words("saxpy", "1", "zeros:flaot:3", "y"),
            "OpenCL C has no type 'flaot' for memory",
        ),
        (words("saxpy", "1", "zeros:float:0", "y"), "'0' is not a number of elements"),
        (
            words("saxpy", "1", "zeros:float:4", "y.txt=zeros:float:4"),
            "a buffer is written to a .npy file",
        ),
        (
            words("saxpy", "1", "zeros:float:4", "k.cl.npy"),
            "'k.cl.npy' is not a .npy file",
        ),
        (
            words("saxpy", "1", "zeros:float:4", "zeros:int:4"),
            "argument 2 'y' of type float*: the array has elements of int32, expected float32",
        ),
        (
            words("saxpy", "1", "zeros:float:4", "zeros:float:4"),
            "how many work items? --global-size",
        ),
        (
            words("invert", "a.png", "b.png", "linear"),
            "argument 0 'from' of type image2d_t, given 'a.png': there is no file 'a.png'",
        ),
        (words("invert", "k.cl", "b.png", "linear"), "expected a .png or .npy file"),
        (words("invert", "k.png", "b.png", "linear"), "'k.png' is not a PNG file"),
        (
            words("invert", "a.png=4x4", "b.png=cubic", "linear"),
            "expected FILE.png=WIDTHxHEIGHT",
        ),
        (
            words("invert", "a.png=4x4:INT9", "b.png", "linear"),
            "'INT9' is none of SNORM_INT8",
        ),
        (
            words("invert", "a.png=4x4", "b.png", "cubic"),
            "'cubic' is none of nearest, linear, ",
        ),
        (
            words("invert", "a.png=4x4", "b.png", "repeat"),
            "addressing repeat needs normalised coordinates",
        ),
        (
            words("numbers", "1,2,3", "0", "local:4", "zeros:long:4", "none"),
            "argument 0 'v' of type uint4: expected 4 numbers, got 3",
        ),
        (
            words("numbers", "1,2,3,4", "0", "4", "zeros:long:4", "none"),
            "given '4': expected local:BYTES",
        ),
        (["run", "k.cl", "--options='-D"], "': no closing quotation"),
        (["run", "option.cl"], "use of undeclared identifier 'N'"),
        (
            words("crash", "zeros:int:1"),
            "the kernel 'crash' was stopped by SIGSEGV",
        ),
        (
            words("trap", "zeros:int:1"),
            "by SIGILL; most often that is __builtin_trap",
        ),
    ],
)
def test_faults(
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    command: list[str],
    message: str,
) -> None:
    Path("k.png").write_text("no picture")
    Path("k.cl.npy").write_text("no array")
    more = [] if "how many" in message else ["--global-size", "1"]
    # pytest's would print where the child crashed, as if it were this process.
    faulthandler.disable()
    try:
        assert main([*command, *more]) == 1
    finally:
        faulthandler.enable()
    captured = capfd.readouterr()
    assert message in captured.err
    assert captured.err.count("error:") == 1
    assert "Traceback" not in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--global-size", "1,2,3,4"), "has 4 numbers, not 1 to 3"),
        (("--local-size", "a"), "'a' is not 1 to 3 numbers"),
        (("--repeat", "0"), "argument --repeat: '0' is not a number from 1"),
        (("--dump", "-1"), "argument --dump: '-1' is not a number from 1"),
        (("--dump", "x"), "argument --dump: 'x' is not a number from 1"),
    ],
)
def test_wrong_options(folder: Path, option: tuple[str, str], message: str) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-c", "from xdsl_opencl.cli import main; exit(main())"),
            *words("saxpy", "1", "zeros:float:1", "zeros:float:1"),
            *("--global-size", "1", *option),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert message in done.stderr


def test_interrupt(folder: Path) -> None:
    command = [sys.executable, "-c", "from xdsl_opencl.cli import main; exit(main())"]
    command += [*words("forever", "zeros:int:1"), "--global-size", "1"]
    process = subprocess.Popen(command, start_new_session=True)
    # The machine code is stored right before the kernel runs.
    deadline = time.monotonic() + 60
    while not list(folder.glob("cache/**/*.o")) and time.monotonic() < deadline:
        time.sleep(0.05)
    wait_until_busy(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(20) == 130


def test_verify(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A race makes work items in lockstep and one after the other differ."""
    same = "run k.cl --kernel saxpy --global-size 40 --arg 2 --arg iota:float:40 "
    same += "--arg ones:float:40 --verify --repeat 2 --dump 3"
    assert main(same.split()) == 0
    assert capfd.readouterr().out.endswith("y: float32[40] 1.0 5.0 9.0 ...\n")
    raced = "run k.cl --kernel raced --global-size 16 --arg zeros:int:17 --verify"
    assert main(raced.split()) == 1
    assert capfd.readouterr().err == (
        "xdsl-opencl: error: kernel 'raced': argument 0 'x', element 2 at byte 8: 1 as "
        "usual, 2 when work items run one after the other (the first of 15 differences)\n"
        "  global size (16,), local size (16,)\n"
        "  Races and variables without a value make such differences: --check finds them. "
        "Without those it is a fault of the compiler: please report it.\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--check", "--verify and --check build other kernels; give one of them"),
        (
            "--mcpu gfx1100",
            "--verify is for the CPU device, not for gfx1100; leave it out",
        ),
        (
            "--abi amdhsa --mcpu gfx900",
            "--verify is for the CPU device, not for gfx900",
        ),
        ("--arg bytes:00", "takes 1 argument"),
        ("--local-size 0", "local size"),
        ("--kernel none", "the program has no kernel 'none'"),
        ("--schedule random", "--schedule is for the code of a GPU"),
        ("--arg 1", "takes 1 argument"),
    ],
)
def test_wrong_uses_of_verify(
    folder: Path, capfd: pytest.CaptureFixture[str], words: str, message: str
) -> None:
    line = (
        "run k.cl --kernel raced --global-size 16 --arg zeros:int:17 --verify " + words
    )
    assert main(line.split()) != 0
    error = capfd.readouterr().err
    assert message in error
    assert "Traceback" not in error

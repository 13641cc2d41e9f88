"""`xdsl-opencl run`: arguments from words, outputs in files, faults in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from processes import heed, wait_until_busy
from texts import whole

from xdsl_opencl.cli import main
from xdsl_opencl.runtime.png import read_png, write_png

SOURCE = whole("cli_run.cl")


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


@pytest.mark.parametrize("ignored", [False, True])
def test_interrupt(folder: Path, ignored: bool) -> None:
    """It ends the command and the kernel's process, if it is not ignored from the start."""
    command = [sys.executable, "-c", "from xdsl_opencl.cli import main; exit(main())"]
    command += [*words("forever", "zeros:int:1"), "--global-size", "1"]
    process = subprocess.Popen(
        command,
        start_new_session=True,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
        if ignored
        else heed,
    )
    # The machine code is stored right before the kernel runs.
    deadline = time.monotonic() + 60
    while not list(folder.glob("cache/**/*.o")) and time.monotonic() < deadline:
        time.sleep(0.05)
    wait_until_busy(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    if ignored:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        os.killpg(process.pid, signal.SIGTERM)
    assert process.communicate(timeout=20)[1] == b""
    assert process.returncode == (-signal.SIGTERM if ignored else 130)


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

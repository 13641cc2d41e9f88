"""
Launches that the driver checks, keeps and logs, with all kinds of arguments: what is kept is
the memory that they began with, and runs again with the same results.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_icd_errors import World, call, create, function, handles, program_of
from test_icd_transfers import (
    IMAGES,
    Array,
    buffer_of,
    bytes_of,
    image_of,
    memory_at,
    texels_of,
)
from test_program_binary import binary_of, loaded

from xdsl_opencl.abi import opencl_api as cl

NONE = (0, None, None)

SOURCE = b"""
kernel void k(global int *x, global const short *c, global const int *nothing,
              read_only image2d_t from, write_only image2d_t to, sampler_t s,
              local int *t, int4 v) {
  int i = get_global_id(0);
  t[get_local_id(0)] = x[i];
  uint4 p = read_imageui(from, s, (int2)(i - 1, 1));
  write_imageui(to, (int2)(i, 0), p + 1);
  x[i] = t[get_local_id(0)] + c[i] * v.s3 + (nothing ? 1000 : 0) + get_global_offset(0);
}
"""


def build(world: World, source: bytes, options: bytes | None = None) -> int:
    program = program_of(world, source)
    assert call("clBuildProgram", program, 0, None, options, None, None) == 0
    return program


def give(kernel: int, *arguments: Any) -> None:
    """Sets arguments: arrays by value, handles, numbers of local bytes as strings."""
    for index, value in enumerate(arguments):
        if isinstance(value, str):
            size, place = int(value), None
        elif isinstance(value, np.ndarray):
            size, place = value.nbytes, value.ctypes.data
        else:
            size, place = 8, handles(value)
        assert call("clSetKernelArg", kernel, index, size, place) == 0


def launch(world: World, kernel: int, size: int, local: int, offset: int = 0) -> None:
    sizes = (handles(offset), handles(size), handles(local))
    command = (world.queue, kernel, 1, *sizes, *NONE)
    assert call("clEnqueueNDRangeKernel", *command) == 0
    assert call("clFinish", world.queue) == 0


def run_again(folder: Path) -> None:
    """Runs the script of a launch that was kept."""
    bin = folder / "bin"
    bin.mkdir()
    program = bin / "xdsl-opencl"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m xdsl_opencl "$@"\n')
    program.chmod(0o755)
    path = f"{bin}{os.pathsep}{os.environ['PATH']}"
    script = folder / "run.sh"
    subprocess.run([script], check=True, env=os.environ | {"PATH": path})


@pytest.mark.parametrize("variable", ["CHECK", "VERIFY", "SAVE"])
def test_a_launch_with_every_kind_of_argument(
    variable: str,
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
):
    value = str(tmp_path / "new" / "folder") if variable == "SAVE" else "1"
    monkeypatch.setenv(f"XDSL_OPENCL_{variable}", value)
    source = np.random.default_rng(5)
    x = source.integers(0, 99, 12).astype(np.int32)
    c = source.integers(-99, 99, 12).astype(np.int16)
    pixels = source.integers(0, 255, (3, 9, 4)).astype(np.uint8)
    kernel = create("clCreateKernel", build(world, SOURCE, b"-DX=1"), b"k")
    buffers = buffer_of(world, x), buffer_of(world, c)
    kind = cl.MEM_OBJECT_IMAGE2D
    images = [image_of(world, kind, pixels) for _ in range(2)]
    facts = (0, cl.ADDRESS_CLAMP_TO_EDGE, cl.FILTER_NEAREST)
    sampler = create("clCreateSampler", world.context, *facts)
    v = np.array([1, 2, 3, 4], np.int32)
    give(kernel, *buffers, "8", *images, sampler, "16", v)
    launch(world, kernel, 8, 4, offset=2)
    expected, written = x.copy(), pixels.copy()
    expected[2:10] += c[2:10].astype(np.int32) * 4 + 2
    # The last texel is repeated; what lies outside is not written.
    written[0, 2:9] = pixels[1, 1:8] + np.uint8(1)
    found = bytes_of(world, buffers[0], x.nbytes).view(np.int32)
    assert (found == expected).all()
    assert (texels_of(world, images[1], pixels.shape) == written).all()
    outside = "kernel 'k' writes at (9, 0) outside argument 4 'to', an image of 9 x 3"
    told = capfd.readouterr().err
    assert told.count("error:") == told.count(outside) == int(variable == "CHECK")
    if variable != "SAVE":
        return
    (program,) = (tmp_path / "new" / "folder").iterdir()
    assert (program / "program.cl").read_bytes().rstrip(b"\0") == SOURCE
    assert (program / "options.txt").read_text() == "-DX=1"
    folder = program / "k-1"
    arguments = json.loads((folder / "arguments.json").read_text())
    assert arguments == [
        "0.after.npy=0.npy",
        "1.npy",
        "none",
        "3.npy:UNSIGNED_INT8",
        "4.after.npy=4.npy:UNSIGNED_INT8",
        "nearest,clamp_to_edge,unnormalized",
        "local:16",
        f"bytes:{v.tobytes().hex()}",
    ]
    for index, array in ((0, x), (1, c), (3, pixels), (4, pixels)):
        kept = np.load(folder / f"{index}.npy")
        assert kept.dtype == array.dtype
        assert (kept == array).all()
    run_again(folder)
    assert (np.load(folder / "0.after.npy") == expected).all()
    assert (np.load(folder / "4.after.npy") == written).all()


@pytest.mark.parametrize(("order", "channels"), [(cl.RGBA, 4), (cl.RG, 2)])
@pytest.mark.parametrize("kind", IMAGES)
def test_images_that_are_kept(
    kind: int,
    order: int,
    channels: int,
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """The dimensions of an array are those of the image."""
    monkeypatch.setenv("XDSL_OPENCL_SAVE", str(tmp_path))
    name = {
        cl.MEM_OBJECT_IMAGE1D: b"image1d_t",
        cl.MEM_OBJECT_IMAGE2D: b"image2d_t",
        cl.MEM_OBJECT_IMAGE3D: b"image3d_t",
        cl.MEM_OBJECT_IMAGE1D_ARRAY: b"image1d_array_t",
        cl.MEM_OBJECT_IMAGE2D_ARRAY: b"image2d_array_t",
    }[kind]
    program = build(world, b"kernel void k(read_only " + name + b" i) {}")
    kernel = create("clCreateKernel", program, b"k")
    shape = (*IMAGES[kind], channels)
    pixels = np.random.default_rng(kind).integers(0, 255, shape).astype(np.uint8)
    give(kernel, image_of(world, kind, pixels, order))
    launch(world, kernel, 1, 1)
    (kept,) = tmp_path.glob("*/k-1/0.npy")
    assert np.load(kept).shape == shape
    assert (np.load(kept) == pixels).all()


def test_the_first_launches_are_kept(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """16 of each kernel: memory would fill every disk."""
    monkeypatch.setenv("XDSL_OPENCL_SAVE", str(tmp_path))
    source = b"kernel void k(int n) {} kernel void l(int n) {}"
    program = build(world, source)
    for name, count in ((b"k", 18), (b"l", 1)):
        kernel = create("clCreateKernel", program, name)
        give(kernel, np.array([7], np.int32))
        for _ in range(count):
            launch(world, kernel, 1, 1)
    (folder,) = tmp_path.iterdir()
    kept = {path.name for path in folder.iterdir() if path.is_dir()}
    assert kept == {"l-1", *(f"k-{number}" for number in range(1, 17))}


@pytest.mark.parametrize("variable", ["CHECK", "VERIFY", "SAVE"])
def test_shared_memory(
    variable: str,
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
):
    """A pointer into an allocation has the memory to its end."""
    value = str(tmp_path) if variable == "SAVE" else "1"
    monkeypatch.setenv(f"XDSL_OPENCL_{variable}", value)
    program = build(world, b"kernel void k(global int *x, int n) { x[n] += 5; }")
    kernel = create("clCreateKernel", program, b"k")
    address = function("clSVMAlloc")(world.context, 0, 64, 0)
    memory: Array = memory_at(address, 64).view(np.int32)
    memory[:] = np.arange(16)
    assert call("clSetKernelArgSVMPointer", kernel, 0, address + 16) == 0
    # The last element of the allocation, and what is after it.
    for number in (11, 12):
        if number == 12 and variable != "CHECK":
            continue
        given = np.array([number], np.int32)
        assert call("clSetKernelArg", kernel, 1, 4, given.ctypes.data) == 0
        launch(world, kernel, 1, 1)
    assert memory.tolist() == [*range(15), 20]
    told = capfd.readouterr().err
    if variable == "CHECK":
        assert "bytes at byte 48 of argument 0 'x', which has 48" in told
        assert "byte 44" not in told
    else:
        assert told == ""
    if variable == "SAVE":
        (kept,) = tmp_path.glob("*/k-1/0.npy")
        assert np.load(kept).tolist() == [*range(4, 16)]
    function("clSVMFree")(world.context, address)


@pytest.mark.parametrize("variable", ["CHECK", "VERIFY"])
@pytest.mark.parametrize("way", ["source", "binary"])
def test_a_build_made_without_the_variable(
    way: str,
    variable: str,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
):
    """Code that checks itself is made anew, and not kept for programs that do not want it."""
    source = f"""kernel void k(global int *x) {{ // {way} {variable}
      int i = get_global_id(0);
      x[i + 1] = x[i] + 2;
    }}"""

    def report(before: int) -> tuple[int, str]:
        """Builds the program again, and runs it; returns another that is built like it."""
        program = before or program_of(world, source.encode())
        assert call("clBuildProgram", program, *NONE, None, None) == 0
        kernel = create("clCreateKernel", program, b"k")
        give(kernel, buffer_of(world, np.zeros(9, np.int32)))
        capfd.readouterr()
        sizes = (None, handles(8), handles(8))
        call("clEnqueueNDRangeKernel", world.queue, kernel, 1, *sizes, *NONE)
        call("clFinish", world.queue)
        again = loaded(world, binary_of(program)) if way == "binary" else 0
        return again, capfd.readouterr().err

    again, told = report(0)
    assert told == ""
    monkeypatch.setenv(f"XDSL_OPENCL_{variable}", "1")
    again, told = report(again)
    assert "kernel 'k'" in told
    watched = program_of(world, source.encode())
    assert call("clBuildProgram", watched, *NONE, None, None) == 0
    monkeypatch.delenv(f"XDSL_OPENCL_{variable}")
    # Of a program that checks itself the binary has the module only.
    for each in (again, loaded(world, binary_of(watched))):
        assert report(each)[1] == ""

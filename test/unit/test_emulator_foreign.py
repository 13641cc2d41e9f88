"""
`xdsl_opencl.emulator.launch` runs code objects of IREE, Triton and tinygrad; the sources of the
first two are beside them in `data/iree` and `data/triton`, that of the third is the script in
docs/code-objects.md with `.relu()` after its product (tinygrad 0.14.0, LLVM 22.1.8).
"""

from __future__ import annotations

import gzip
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from xdsl_opencl.abi.target import Target, target_name
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.cli import main
from xdsl_opencl.emulator import launch, load
from xdsl_opencl.emulator.errors import EmulatorError, MachineFault
from xdsl_opencl.emulator.launches.loaded_program import LoadedProgram
from xdsl_opencl.emulator.launches.watched_launch import FindingsError
from xdsl_opencl.runtime.gpu import GpuDevice, code_target

DATA = Path(__file__).parent / "data"


def code_object(name: str) -> bytes:
    return gzip.decompress((DATA / f"{name}.hsaco.gz").read_bytes())


def kept(name: str) -> LoadedProgram:
    return load(code_object(name))


@pytest.mark.parametrize("name", ["iree/kernels-gfx942", "triton/dot-gfx942"])
def test_target_ids_of_llvm_24(name: str):
    """Their triple names the processor and an unknown environment."""
    code = code_object(name)
    info = inspect(code)
    assert info.target_id == "amdgpu9.42-amd-amdhsa-unknown-gfx942"
    assert info.processor == "gfx942"
    assert code_target(code).mcpu == "gfx942"


@pytest.mark.parametrize(
    ("target_id", "name"),
    [
        ("amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", "gfx90a:sramecc+:xnack-"),
        ("amdgcn-amd-amdhsa--gfx9-generic:xnack+", "gfx9-generic:xnack+"),
        ("amdgpu9-amd-amdhsa-unknown-gfx9-generic", "gfx9-generic"),
        ("amdgpu9.42-amd-amdhsa-unknown-gfx942:xnack-", "gfx942:xnack-"),
        ("amdgcn-amd-amdhsa-hcc-gfx942", "gfx942"),
        ("gfx942:sramecc-:xnack-", "gfx942:sramecc-:xnack-"),
    ],
)
def test_target_names(target_id: str, name: str):
    """A device string is any of them."""
    assert target_name(target_id) == name
    if "generic" not in name:
        assert Target.named(target_id) == Target(mcpu=name) == Target(mcpu=target_id)
        assert GpuDevice(target_id).target.mcpu == name.partition(":")[0]


@pytest.mark.parametrize(
    ("gpu", "elementwise_groups", "matmul_groups"),
    [("gfx942", 16, 1), ("gfx1100", 32, 2)],
)
def test_kernels_of_iree(gpu: str, elementwise_groups: int, matmul_groups: int):
    """Work-group counts are those of `iree-compile --compile-to=executable-targets`."""
    program = kept(f"iree/kernels-{gpu}")
    random = np.random.default_rng(1)

    def run(prefix: str, groups: int, *values: object) -> None:
        names = [kernel.name for kernel in program.code.info.kernels]
        (name,) = (name for name in names if name.startswith(prefix))
        size = program.code.kernel(name).info.reqd_work_group_size
        assert size is not None
        x, y, z = size
        launch(program, name, (groups * x, y, z), (x, y, z), *values)

    x, y = random.random((2, 1000), np.float32)
    out = np.zeros_like(x)
    run("elementwise", elementwise_groups, x, y, out)
    np.testing.assert_allclose(out, x * y + x, rtol=1e-6)

    a = random.random((64, 32), np.float32)
    b = random.random((32, 48), np.float32)
    c = np.zeros((64, 48), np.float32)
    run("matmul", matmul_groups, a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)

    rows = random.random((16, 512), np.float32)
    sums = np.zeros(16, np.float32)
    run("row_sums", 16, rows, sums)
    np.testing.assert_allclose(sums, rows.sum(1), rtol=1e-5)

    # Push constants: the bits of the factor, then both halves of the size.
    out = np.zeros_like(x)
    factor = np.float32(2.5).view(np.uint32)
    run("scaled", 5, x, out, factor, np.uint32(1000), np.uint32(0))
    np.testing.assert_array_equal(out, np.float32(2.5) * x)


TRITON = {"gfx942": 64, "gfx950": 64, "gfx1100": 32, "gfx1200": 32, "gfx1250": 32}


@pytest.mark.parametrize(("gpu", "lanes"), TRITON.items())
def test_kernels_of_triton(gpu: str, lanes: int):
    random = np.random.default_rng(1)

    def run(name: str, programs: int, local: int, *values: object) -> None:
        size = 4 * lanes
        # The last two pointers are Triton's scratch memory, and that of its profiler.
        values = (*values, None, None)
        program = kept(f"triton/{name}-{gpu}")
        launch(program, name, programs * size, size, *values, dynamic_local_bytes=local)

    x, y = random.random((2, 1000), np.float32)
    out = np.zeros_like(x)
    run("vector_add", 4, 0, x, y, out, np.int32(1000))
    np.testing.assert_array_equal(out, x + y)

    rows = random.standard_normal((5, 200)).astype(np.float32)
    out = np.zeros_like(rows)
    run("softmax", 5, 16, rows, out, np.int32(200))
    powers = np.exp(rows - rows.max(1, keepdims=True))
    np.testing.assert_allclose(out, powers / powers.sum(1, keepdims=True), rtol=1e-5)

    a = random.random((32, 64)).astype(np.float16)
    b = random.random((64, 32)).astype(np.float16)
    c = np.zeros((32, 32), np.float32)
    run("dot", 1, 8912, a, b, c, np.int32(64))
    wanted = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_allclose(c, wanted, rtol=1e-5)

    program = kept(f"triton/dot-{gpu}")
    once = partial(launch, program, "dot", 4 * lanes, 4 * lanes)
    values = a, b, c, np.int32(64), None, None
    c[...] = 0
    both = once(*values, dynamic_local_bytes=8912, check=True, profile=True).profile
    np.testing.assert_allclose(c, wanted, rtol=1e-5)
    profile = once(*values, dynamic_local_bytes=8912, profile=True).profile
    assert profile is not None
    assert both is not None
    assert both.as_dict() == profile.as_dict()
    assert profile.by_class()["LDS"].waves > 0
    missing = r"outside the 0 bytes of the work-group, which a launch can add \(--local"
    for check, error in ((False, MachineFault), (True, FindingsError)):
        with pytest.raises(error, match=missing):
            once(*values, check=check)


@pytest.mark.parametrize("check", [False, True])
def test_descriptors_of_triton(check: bool):
    """`tensor_load_to_lds` with four groups; what a tile has outside of the tensor is 0."""
    x = np.random.default_rng(1).integers(-99, 99, (3, 13, 32), np.int32)
    out = np.full((13, 32), 7, np.int32)
    grid = (2 * 128, 2), (128, 1)
    values = x, out, None, None
    program = kept("triton/edges-gfx1250")
    launch(program, "edges", *grid, *values, dynamic_local_bytes=1264, check=check)
    np.testing.assert_array_equal(out, np.where(np.arange(32) < 27, 2 * x[2], 7))


def test_kernel_of_tinygrad():
    """It is not linked."""
    program = kept("tinygrad/matmul-gfx1100")
    random = np.random.default_rng(1)
    a, b = random.standard_normal((64, 32)), random.standard_normal((32, 48))
    a, b = a.astype(np.float32), b.astype(np.float32)
    out = np.zeros((64, 48), np.float32)
    launch(program, "r_2_8_16_3_4_32", (16, 16), (8, 16), out, a, b)
    np.testing.assert_allclose(out, np.maximum(a @ b, 0), rtol=1e-5, atol=1e-5)


def test_elf_of_the_assembler_of_tinygrad_is_refused():
    """Its header has the class and the places of sections, as in its `renderer/amd/elf.py`."""
    code = bytearray(64)
    code[:5] = b"\x7fELF\x02"
    with pytest.raises(EmulatorError, match="not a 64-bit little-endian ELF"):
        load(bytes(code))


def test_host_calls_are_refused():
    program = kept("triton/shown-gfx1250")
    x = np.zeros(256, np.float32)
    with pytest.raises(MachineFault, match=r"calls the host .* which is not served"):
        launch(program, "shown", 128, 128, x, x, None, None)
    with pytest.raises(MachineFault, match="all buffers: it is a null pointer"):
        launch(program, "shown", 128, 128, None, x, None, None)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            (),
            r"takes 6 arguments \(8 bytes global_buffer, .*, 4 bytes by_value, .*\); give one --arg for each, not 0",
        ),
        (
            ("3",),
            "argument 0 of type 8 bytes global_buffer, given '3': expected a .npy",
        ),
        (("ones:half:2048", "1,2,3"), "3 numbers have no type with together 4 bytes"),
        (("ones:half:2048", "4294967296"), "4294967296 does not fit into 4 bytes"),
        (("ones:half:2048", "64"), "outside the 0 bytes"),
        (("ones:half:2048", "64", "8912"), "2: float32[1024] 64.0 64.0"),
    ],
)
def test_run(
    values: tuple[str, ...],
    words: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
):
    """Arguments without names and types, and local memory without an argument."""
    path = tmp_path / "dot.hsaco"
    path.write_bytes(code_object("triton/dot-gfx1250"))
    command = ["run", str(path), "--global-size", "128", "--local-size", "128"]
    command += ["--mcpu", "amdgpu12.50-amd-amdhsa-unknown-gfx1250", "--dump", "4"]
    if values:
        size, local = [*values[1:], "64", "8912"][:2] if values[1:] else ("64", "8912")
        given = [values[0], "ones:half:2048", "zeros:float:1024", size, "none", "none"]
        command += [word for value in given for word in ("--arg", value)]
        if len(values) == 3:
            command += ["--local-bytes", local]
    status = main(command)
    out, err = capfd.readouterr()
    assert status == (0 if len(values) == 3 else 1)
    assert re.search(words if status else re.escape(words), err if status else out)

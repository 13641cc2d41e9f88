"""
`xdsl_opencl.emulator.launch` runs code objects of IREE and Triton; their sources are beside them in
`data/iree` and `data/triton`.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from xdsl_opencl.backend.objects.code_object_info import inspect, target_name
from xdsl_opencl.emulator import launch, load
from xdsl_opencl.emulator.launches.loaded_program import LoadedProgram
from xdsl_opencl.runtime.gpu import code_target

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
    ],
)
def test_target_names(target_id: str, name: str):
    assert target_name(target_id) == name


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
    np.testing.assert_allclose(
        c, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-5
    )

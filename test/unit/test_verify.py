"""
Launches that are executed a second time: what differs is found, what does not is not told.

The faults are put into the vectors of the lockstep form, in LLVM IR: `xor` of sixteen numbers
becomes `and`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from frontend_helpers import needs_clang
from long_runs import long_run

from xdsl_opencl.runtime import (
    Buffer,
    Image,
    Local,
    Pipe,
    Program,
    Queue,
    RuntimeFailure,
    VerifyError,
)
from xdsl_opencl.runtime.checks.verify import buffer_extent, find_difference
from xdsl_opencl.runtime.cpu import jit
from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice
from xdsl_opencl.runtime.cpu.cpu_program import CpuKernel

PROGRAMS = Path(__file__).with_name("programs")

pytestmark = needs_clang

SOURCE = (PROGRAMS / "verify.cl").read_text()


def build(*, device: CpuDevice | None = None, check: bool = False) -> Program:
    options = "-cl-std=CL2.0 -cl-fast-relaxed-math"
    return Program.from_source(SOURCE, options, device=device or "", check=check)


def is_verified(program: Program) -> bool:
    kernel = program["raced"]
    assert isinstance(kernel, CpuKernel)
    return kernel.is_verified


@pytest.fixture(scope="module")
def right() -> Program:
    return build(device=CpuDevice(verify=True))


@pytest.fixture(scope="module")
def wrong() -> Program:
    """The program with a fault in the lockstep form."""
    real = jit.machine_code

    def faulty(ir: str, level: int, facts: int) -> jit.MachineCode:
        return real(ir.replace("xor <16 x i32>", "and <16 x i32>"), level, facts)

    program = build(device=CpuDevice(verify=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "machine_code", faulty)
        x, out = np.zeros(64, np.int32), np.zeros(64, np.int32)
        # The usual and the plain machine code are made now.
        with pytest.raises(VerifyError):
            program.turned(64, 16, x, out, 0)
    return program


def test_first_difference(wrong: Program) -> None:
    x, out = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    with pytest.raises(VerifyError) as caught:
        wrong.turned((64,), (32,), x, out, 37)
    error = caught.value
    assert str(error) == (
        "kernel 'turned': argument 1 'out', element 37 at byte 148: 5 as usual, 32 when "
        "work items run one after the other (the first of 27 differences)\n"
        "  global size (64,), local size (32,)\n"
        "  Races and variables without a value make such differences: --check finds them. "
        "Without those it is a fault of the compiler: please report it."
    )
    assert (error.kernel, error.memory, error.count) == (
        "turned",
        "argument 1 'out'",
        27,
    )
    # The memory holds what the usual form computes.
    ids = np.arange(64)
    assert (out == np.where(ids < 37, ids, ids & 5)).all()


def test_rows_that_are_not_whole(wrong: Program) -> None:
    """Work items after the last row of sixteen do not run in lockstep."""
    x, out = np.arange(70, dtype=np.int32), np.zeros(70, np.int32)
    wrong.turned(15, 15, x, out, 0)
    with pytest.raises(
        VerifyError, match=r"(?s)element 17 at .* local size \(35,\)"
    ) as caught:
        wrong.turned(70, 35, x, out, 17, global_offset=None)
    assert caught.value.count == 47


def test_vectors_of_three(wrong: Program, right: Program) -> None:
    x, out = np.arange(32, dtype=np.int32), np.zeros((32, 4), np.int32)
    with pytest.raises(
        VerifyError, match=r"argument 1 'out', element 2 at byte 8: 0 as"
    ):
        wrong.vectors(32, 16, x, out)
    right.vectors(32, 16, x, out)


def test_images(wrong: Program, right: Program) -> None:
    x = np.arange(16 * 4, dtype=np.uint32)
    pixels = np.zeros((4, 16, 4), np.uint32)
    image = Image(pixels, "image2d_t", "RGBA", "UNSIGNED_INT32")
    with pytest.raises(
        VerifyError,
        match=r"argument 1 'out', texel \(0, 2\), channel 2: 0 as usual, 37 ",
    ):
        wrong.painted((16, 4), (16, 1), x, image)
    right.painted((16, 4), (16, 1), x, image)
    assert (pixels[2, :, 2] == (x[32:48] ^ 5)).all()


def test_queues_and_buffers(wrong: Program) -> None:
    x, out = np.arange(16, dtype=np.int32), Buffer(64)
    event = Queue().launch(wrong.turned, 16, 16, x, out, 4)
    with pytest.raises(VerifyError, match=r"element 4 "):
        event.wait()


def test_numbers_have_the_same_bits(right: Program) -> None:
    """
    Row functions have the bits of the others, and sums are not reassociated in one form
    alone, whatever the program's options allow; NaNs are equal.
    """
    rng = np.random.default_rng(3)
    x = rng.normal(0, 1, 1000).astype(np.float32)
    x[::10] = 0
    x[5], x[6] = np.inf, np.nan
    out, ratio = np.zeros_like(x), np.zeros_like(x)
    right.numbers(1000, 100, x, out, ratio)
    assert np.isnan(ratio[0])
    x[5:7] = 1
    right.summed(1000, 200, x, out, 1000)
    np.testing.assert_allclose(out, x.sum(dtype=float) * x, atol=1e-2)


FUNCTIONS: Sequence[str] = (
    "acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc "
    "exp exp2 exp10 expm1 floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh "
    "sinpi sqrt tan tanh tanpi tgamma trunc atan2 atan2pi fdim fmax fmin fmod hypot pow powr "
    "remainder"
).split()
OF_TWO = FUNCTIONS.index("atan2")


@long_run
@pytest.mark.parametrize("type", ["float", "double"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_the_same_bits(type: str, name: str) -> None:
    second = ", y[i]" if FUNCTIONS.index(name) >= OF_TWO else ""
    program = Program.from_source(
        f"kernel void k(global const {type} *x, global const {type} *y, global {type} *o) "
        f"{{ int i = get_global_id(0); o[i] = {name}(x[i]{second}); }}",
        device=CpuDevice(verify=True),
    )
    rng, size = np.random.default_rng(1), 1 << 16
    bits = rng.integers(0, 1 << 64, size // 2, np.uint64)
    dtype = np.float32 if type == "float" else np.float64
    parts = [bits.view(dtype), rng.uniform(-10, 10, size), rng.uniform(-1, 1, size)]
    x = np.concatenate([part.astype(dtype) for part in parts])
    x = np.concatenate([x, np.array([0, -0.0, np.inf, -np.inf, np.nan], dtype)])
    x = x[: len(x) // 64 * 64]
    program.k(len(x), 64, x, np.roll(x, 12345), np.zeros_like(x))


def test_order_of_atomic_operations(right: Program) -> None:
    following, mine = np.zeros(1, np.int32), np.zeros(5000, np.int32)
    for round in range(2):
        right.tickets(5000, 20, following, mine, np.zeros(1, np.float32))
        assert following[0] == 5000 * (round + 1)
        assert (np.sort(mine) == np.arange(5000) + 5000 * round).all()


def test_variables_change_once(right: Program) -> None:
    out = np.zeros(1, np.int32)
    values: list[int] = []
    for _ in range(3):
        right.counted(8, 8, out)
        values.append(int(out[0]))
    assert values == list(range(values[0], values[0] + 3))


def test_memory_changes_once(right: Program) -> None:
    x = np.arange(96, dtype=np.int32)
    right.added(96, 48, x, Local(4 * 48))
    parts = np.arange(96).reshape(2, 48)
    assert (x.reshape(2, 48) == parts + parts[:, ::-1]).all()


def test_one_array_for_two_arguments(right: Program, wrong: Program) -> None:
    x = np.arange(32, dtype=np.int32)
    right.turned(32, 32, x, x, 0)
    assert (x == np.arange(32) ^ 5).all()
    with pytest.raises(VerifyError, match="argument 0 'x', element 0"):
        wrong.turned(32, 32, x, x, 0)


def test_addresses_are_the_same(right: Program) -> None:
    x, out = np.zeros(40, np.int32), np.zeros(40, np.uint64)
    right.addresses(40, 20, out, x)
    assert (out == x.ctypes.data + 4 * np.arange(40)).all()


def test_pipes(right: Program) -> None:
    pipe, x = Pipe(64, np.int32), np.arange(48, dtype=np.int32)
    right.piped(48, 16, x, pipe)
    assert sorted(pipe.packets().tolist()) == x.tolist()


def test_output_appears_once(right: Program, capfd: pytest.CaptureFixture[str]) -> None:
    out = np.ones(20, np.int32)
    right.told(20, 20, out)
    assert capfd.readouterr().out == "".join(f"item {i}\n" for i in range(20))
    assert not out.any()


def test_races_are_found(right: Program) -> None:
    with pytest.raises(VerifyError, match=r"'x', element 2 at byte 8: 1 as usual, 2 "):
        right.raced(32, 32, np.zeros(33, np.int32))


def test_members_of_structures() -> None:
    """Bytes between the members of a structure have no value."""
    (info,) = build().counted.arguments
    dtype = np.dtype({"names": ["a", "b"], "formats": ["u1", "<i4"], "offsets": [0, 4]})
    usual, plain = np.zeros(8, np.uint8), np.zeros(8, np.uint8)
    extent = buffer_extent(0, info, np.zeros(1, dtype))
    assert extent.element == np.int32
    extent = replace(extent, element=dtype)
    usual[2] = 1
    assert find_difference(extent, usual, plain) is None
    usual[7] = 1
    found = find_difference(extent, usual, plain)
    assert found is not None
    assert (found.usual, found.plain) == ("(0, 16777216)", "(0, 0)")


def test_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, wanted in {"1": True, "0": False, "": False}.items():
        monkeypatch.setenv("XDSL_OPENCL_VERIFY", value)
        assert is_verified(build()) is wanted, value
    monkeypatch.setenv("XDSL_OPENCL_VERIFY", "1")
    assert not is_verified(build(check=True))
    assert not is_verified(build(device=CpuDevice(verify=False)))


def test_wrong_launches_are_refused_as_ever(right: Program) -> None:
    x = np.zeros(33, np.int32)
    for call in (
        lambda: right.raced(8192, 8192, x),
        lambda: right.raced(32, 32),
        lambda: right.raced(32, 32, "x"),
        lambda: right.raced(32, 32, x.astype(float)),
    ):
        with pytest.raises(RuntimeFailure) as caught:
            call()
        assert not isinstance(caught.value, VerifyError)
    assert not x.any()

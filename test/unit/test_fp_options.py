"""
Options of clBuildProgram for floating point have the effect in AMDGPU's code that they
have for Clang: the same instructions, and the same modes of the kernel. The kernels call
nothing, so that Clang needs no device library. What builtins make of the options is
compared with what ROCm's libraries document.
"""

from __future__ import annotations

import re
import subprocess
from functools import cache

import numpy as np
import pytest
from frontend_helpers import needs_clang
from texts import parts

import xdsl_opencl as ocl
from xdsl_opencl.frontend.clang.opencl_c import find_clang
from xdsl_opencl.runtime import Program
from xdsl_opencl.source import SourceFile
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries

needs_library = pytest.mark.skipif(
    find_libraries(["ocml.bc"]) is None, reason="no device library"
)

TEXTS = parts("fp_options.cl")
KERNELS = TEXTS["KERNELS"]

OPTIONS = (
    "",
    "-cl-fast-relaxed-math",
    "-cl-finite-math-only",
    "-cl-unsafe-math-optimizations",
    "-cl-no-signed-zeros",
    "-cl-mad-enable",
    "-cl-denorms-are-zero",
    "-cl-fp32-correctly-rounded-divide-sqrt",
)

_MODES = re.compile(r"\.amdhsa_(float_\w+|ieee_mode|dx10_clamp) (\d+)")


def functions(assembly: str) -> dict[str, tuple[list[str], list[tuple[str, str]]]]:
    """
    Of each kernel the instructions in alphabetical order, and the modes it starts with.
    """
    result: dict[str, tuple[list[str], list[tuple[str, str]]]] = {}
    for name in re.findall(r"^\t\.amdhsa_kernel (\w+)$", assembly, re.MULTILINE):
        body = assembly.partition(f"\n{name}:")[2].partition(".Lfunc_end")[0]
        words = re.findall(r"^\t((?:s|v|global|flat)_\w+)", body, re.MULTILINE)
        descriptor = assembly.partition(f".amdhsa_kernel {name}\n")[2]
        descriptor = descriptor.partition(".end_amdhsa_kernel")[0]
        result[name] = (sorted(words), _MODES.findall(descriptor))
    return result


def with_clang(option: str, mcpu: str) -> str:
    clang = find_clang()
    words = [*clang.command, "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-nogpulib"]
    words += [f"-mcpu={mcpu}", "-O3", "-cl-std=CL1.2", "-S", "-o", "-", "-w", "-"]
    words += option.split()
    if clang.headers is not None:
        words += ["-isystem", clang.headers]
    result = subprocess.run(
        words, input=KERNELS, capture_output=True, text=True, check=False
    )
    if result.returncode:
        pytest.skip(f"this Clang cannot compile for {mcpu}: {result.stderr[:200]}")
    return result.stdout


def ours(source: str, option: str, mcpu: str) -> str:
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
    file = SourceFile("k.cl", source)
    return ocl.compile(file, target, options=option.split()).assembly


@needs_clang
@pytest.mark.parametrize("mcpu", ["gfx900", "gfx1100"])
@pytest.mark.parametrize("option", OPTIONS)
def test_as_clang(option: str, mcpu: str) -> None:
    expected = functions(with_clang(option, mcpu))
    found = functions(ours(KERNELS, option, mcpu))
    assert len(expected) == KERNELS.count("kernel void")
    for name, wanted in expected.items():
        assert found[name] == wanted, name


BUILTINS = TEXTS["BUILTINS"]


@cache
def builtin_code(option: str) -> dict[str, list[str]]:
    found = functions(ours(BUILTINS, option, "gfx900"))
    return {name: instructions for name, (instructions, _) in found.items()}


@needs_clang
@needs_library
def test_correctly_rounded_sqrt() -> None:
    """Steps of Newton's method for the last bit, more than for 3 ulp."""
    name = "-cl-fp32-correctly-rounded-divide-sqrt"
    usual, exact = (builtin_code(option)["k_sqrt"] for option in ("", name))
    assert "v_sqrt_f32_e32" in usual
    assert len(exact) > len(usual)
    assert sum(word.startswith("v_fma") for word in exact) >= 2


@needs_clang
@needs_library
def test_denormals_as_zero_need_no_scaling() -> None:
    usual, zero = (
        builtin_code(option)["k_rsqrt"] for option in ("", "-cl-denorms-are-zero")
    )
    assert any(word.startswith("v_cmp") for word in usual)
    assert "v_rsq_f32_e32" in zero
    assert not any(word.startswith(("v_cmp", "v_mul")) for word in zero)


@needs_clang
@needs_library
def test_fast_builtins() -> None:
    usual, fast = builtin_code(""), builtin_code("-cl-fast-relaxed-math")
    assert len(fast["k_exp"]) < len(usual["k_exp"])
    assert len(fast["k_pow"]) < len(usual["k_pow"]) / 2
    assert "v_exp_f32_e32" in fast["k_exp"]
    # ROCm's library is not built with the option: the function still tells.
    assert any(word.startswith("v_cmp") for word in fast["k_isnan"])


@needs_clang
@pytest.mark.parametrize("mcpu", ["gfx90a", "gfx1100"])
def test_finite_parameters(mcpu: str) -> None:
    """Zeros of both signs, denormals and the largest numbers are finite, too."""
    source = TEXTS["FINITE"]
    program = Program.from_source(source, "-cl-finite-math-only", device=mcpu)
    tiny, largest = np.finfo(np.float32).tiny, np.finfo(np.float32).max
    numbers = np.array([0, 1e-40, tiny, 1.5, largest], np.float32)
    for x in (*numbers, *-numbers):
        zero, negative = x == 0, np.signbit(x)
        classes = [zero and negative, zero and not negative, 0 < abs(x) < tiny]
        wanted = [*classes, abs(x) >= tiny, max(x, -0.5)]
        found = np.zeros((2, 5), np.float32)
        program.scalar(1, 1, found[0], x)
        program.of_vector(1, 1, found[1], np.array([1, x], np.float32))
        assert found.tolist() == [wanted] * 2


@needs_clang
def test_division_by_overflow() -> None:
    """An exponential that overflows gives a quotient of 0, as on GPUs, in vectors too."""
    x = np.linspace(-150, 150, 1024, dtype=np.float32)
    wide = x.astype(np.float64)
    tail = np.exp(-np.abs(wide))
    wanted = np.where(x < 0, tail, 1) / (1 + tail)
    program = Program.from_source(TEXTS["OVERFLOW"], "-cl-fast-relaxed-math")
    for kernel in (program.inlined, program.called):
        found = np.full_like(x, 7)
        kernel(x.size, 64, found, x)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-30)


@needs_clang
@pytest.mark.parametrize("option", ["", "-cl-fast-relaxed-math"])
def test_inverse_root_of_zero_and_infinity(option: str) -> None:
    """Infinity and 0, as on GPUs, in vectors too."""
    x = np.array([0, 1e-30, 1, 3e38, np.inf] * 64, np.float32)
    with np.errstate(divide="ignore"):
        wanted = 1 / np.sqrt(x.astype(np.float64))
    program = Program.from_source(TEXTS["ROOTS"], option)
    for kernel in (program.k_rsqrt, program.k_native):
        found = np.full_like(x, 7)
        kernel(x.size, 64, found, x)
        np.testing.assert_allclose(found, wanted, rtol=1e-5)


@needs_clang
@pytest.mark.parametrize("option", ["", "-cl-fast-relaxed-math"])
def test_mantissa_and_exponent(option: str) -> None:
    x = np.array([0, 1e-30, -0.75, 1, 3e38, -17] * 64, np.float32)
    mantissas, exponents = np.full_like(x, 7), np.full(x.size, 7, np.int32)
    program = Program.from_source(TEXTS["EXPONENTS"], option)
    program.k(x.size, 64, mantissas, exponents, x)
    for found, wanted in zip((mantissas, exponents), np.frexp(x), strict=True):
        np.testing.assert_array_equal(found, wanted)

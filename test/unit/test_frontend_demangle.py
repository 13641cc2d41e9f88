"""Itanium names, against names that Clang wrote and `c++filt` reads."""

from __future__ import annotations

import pytest

from xdsl_opencl.abi.model import ScalarKind
from xdsl_opencl.frontend.builtins.demangle import MangledType, demangle


def spell(type_: MangledType) -> str:
    """The type as OpenCL C has it, `AS1*` for a pointer to global memory."""
    if type_.pointee is not None:
        space = f" AS{type_.space}" if type_.space else ""
        return f"{spell(type_.pointee)}{space}*"
    if type_.scalar is not None:
        return f"{type_.scalar}{type_.width if type_.width > 1 else ''}"
    return type_.name


@pytest.mark.parametrize(
    ("symbol", "text"),
    [
        ("_Z13get_global_idj", "get_global_id(uint)"),
        ("_Z12get_work_dimv", "get_work_dim()"),
        ("_Z5clampDv4_fS_S_", "clamp(float4, float4, float4)"),
        ("_Z6vload4mPU3AS1Kf", "vload4(ulong, float AS1*)"),
        ("_Z8vstore16Dv16_cmPU3AS1c", "vstore16(char16, ulong, char AS1*)"),
        ("_Z6sincosDv4_fPS_", "sincos(float4, float4*)"),
        ("_Z6sincosfPU3AS4f", "sincos(float, float AS4*)"),
        ("_Z5frexpDv4_fPDv4_i", "frexp(float4, int4*)"),
        ("_Z10atomic_addPU3AS1Vjj", "atomic_add(uint AS1*, uint)"),
        (
            "_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope",
            "atomic_fetch_add_explicit(int AS4*, int, memory_order, memory_scope)",
        ),
        (
            "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i",
            "read_imagef(ocl_image2d_ro, ocl_sampler, int2)",
        ),
        (
            "_Z12write_imagei20ocl_image2d_array_woDv4_iS0_",
            "write_imagei(ocl_image2d_array_wo, int4, int4)",
        ),
        (
            "_Z21async_work_group_copyPU3AS3Dv4_iPU3AS1KS_m9ocl_event",
            "async_work_group_copy(int4 AS3*, int4 AS1*, ulong, ocl_event)",
        ),
        (
            "_Z29async_work_group_strided_copyPU3AS1Dv4_iPU3AS3KS_mm9ocl_event",
            "async_work_group_strided_copy(int4 AS1*, int4 AS3*, ulong, ulong, ocl_event)",
        ),
        (
            "_Z17wait_group_eventsiPU3AS49ocl_event",
            "wait_group_events(int, ocl_event AS4*)",
        ),
        ("_Z4fabsDh", "fabs(half)"),
        # A pointee in private memory counts as a type of its own, qualified by nothing.
        (
            "_Z1fPiDv4_fPS1_S1_S3_12memory_orderS4_",
            "f(int*, float4, float4*, float4, float4*, memory_order, memory_order)",
        ),
        ("_Z3maxDv8_tS_", "max(ushort8, ushort8)"),
    ],
)
def test_names(symbol: str, text: str) -> None:
    """The name and the types of the parameters."""
    mangled = demangle(symbol)
    assert mangled is not None
    assert f"{mangled.name}({', '.join(map(spell, mangled.parameters))})" == text


@pytest.mark.parametrize(
    "symbol",
    [
        "printf",
        "_Z",
        "_Z3",
        "_Z99abs",
        "_Z3absS_",
        "_Z3absDv4",
        "_Z3absQ",
        "_ZN3foo3barEv",
        "_Z3absP",
    ],
)
def test_other_names(symbol: str) -> None:
    """A name that is not a mangled one of OpenCL C gives None, not an error."""
    assert demangle(symbol) is None


def test_char_is_signed() -> None:
    """`char` is signed in OpenCL C; `unsigned char` is another letter."""
    mangled = demangle("_Z3maxch")
    assert mangled is not None
    assert [p.scalar for p in mangled.parameters] == [ScalarKind.CHAR, ScalarKind.UCHAR]

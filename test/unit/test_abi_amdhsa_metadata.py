"""`layout()` for amdhsa against the metadata that LLVM 22 writes for random kernels."""

import random
import re
from dataclasses import dataclass
from functools import cache

import pytest
from llvm_child import Job, compile_all

from xdsl_opencl.abi.conventions.amdhsa import HIDDEN_V5
from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import (
    NO_HIDDEN,
    VECTOR_WIDTHS,
    Argument,
    ArgumentType,
    HandleKind,
    HandleType,
    HiddenUse,
    ImageArgument,
    KernelSignature,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)
from xdsl_opencl.abi.target import Abi, Target

LLVM_SCALARS = {
    ScalarKind.CHAR: "i8",
    ScalarKind.USHORT: "i16",
    ScalarKind.INT: "i32",
    ScalarKind.ULONG: "i64",
    ScalarKind.HALF: "half",
    ScalarKind.FLOAT: "float",
    ScalarKind.DOUBLE: "double",
}

_SCALARS: list[tuple[ArgumentType, str, str]] = [
    (ValueType(kind), llvm, str(kind)) for kind, llvm in LLVM_SCALARS.items()
]
_VECTORS: list[tuple[ArgumentType, str, str]] = [
    (ValueType(kind, width), f"<{width} x {llvm}>", f"{kind}{width}")
    for kind, llvm in LLVM_SCALARS.items()
    for width in VECTOR_WIDTHS
]
_OTHERS: list[tuple[ArgumentType, str, str]] = [
    (PointerType(AddressSpace.GLOBAL), "ptr addrspace(1)", "int*"),
    (PointerType(AddressSpace.CONSTANT), "ptr addrspace(4)", "int*"),
    (PointerType(AddressSpace.GENERIC), "ptr", "int*"),
    (PointerType(AddressSpace.LOCAL), "ptr addrspace(3)", "int*"),
    (HandleType(HandleKind.SAMPLER), "ptr addrspace(4)", "sampler_t"),
    (HandleType(HandleKind.QUEUE), "ptr addrspace(1)", "queue_t"),
    (HandleType(HandleKind.PIPE), "ptr addrspace(1)", "pipe"),
    (HandleType(HandleKind.CLK_EVENT), "ptr addrspace(1)", "clk_event_t"),
    (HandleType(HandleKind.RESERVE_ID), "ptr addrspace(1)", "reserve_id_t"),
    (StructType(8, 4), "{ i8, i32 }", "struct"),
    (StructType(24, 8), "{ i8, double, <2 x i16> }", "struct"),
    (StructType(5, 1), "<{ i8, i32 }>", "struct"),
    (StructType(7, 1), "[7 x i8]", "struct"),
    (StructType(8, 4), "ptr addrspace(4) byref({ i8, i32 })", "struct"),
    (StructType(32, 16), "ptr addrspace(4) byref([32 x i8]) align 16", "struct"),
]
_IMAGES: list[tuple[ArgumentType, str, str]] = [
    (
        ImageArgument(kind, AccessQualifier.READ_ONLY),
        "ptr addrspace(4)",
        str(kind),
    )
    for kind in ImageKind
]

CHOICES = _SCALARS + _VECTORS + _OTHERS + _IMAGES

# With and without aperture registers, which decides about two hidden arguments.
PROCESSORS = ("gfx701", "gfx803", "gfx900", "gfx942", "gfx1100", "gfx1201")
INPUTS = {slot.kind: slot.input for slot in HIDDEN_V5.slots if slot.input}
OPTIONAL = sorted(INPUTS)


@dataclass(frozen=True)
class Case:
    target: Target
    signature: KernelSignature
    use: HiddenUse
    ir: str


def random_case(seed: int) -> Case:
    """
    One kernel: its arguments, the hidden arguments it is allowed, code object version.
    """
    rng = random.Random(seed)
    version = rng.choice((4, 5, 6))
    target = Target(Abi.AMDHSA, rng.choice(PROCESSORS), code_object_version=version)
    chosen = [rng.choice(CHOICES) for _ in range(rng.randrange(9))]
    needed = frozenset(kind for kind in OPTIONAL if rng.random() < 0.5)
    printf = rng.random() < 0.3
    entries = needed | frozenset({"hidden_printf_buffer"} if printf else set[str]())
    form = rng.choice(("whole", "none", "cut"))
    attributes = [f'"amdgpu-no-{INPUTS[k]}"' for k in OPTIONAL if k not in needed]
    match form:
        case "none":
            use = NO_HIDDEN
            attributes.append('"amdgpu-no-implicitarg-ptr"')
        case "cut":
            size = 8 * rng.randrange(1, target.hidden.size // 8)
            use = HiddenUse(size, entries)
            attributes.append(f'"amdgpu-implicitarg-num-bytes"="{size}"')
        case _:
            use = HiddenUse(target.hidden.size, entries)
    parameters = ", ".join(f"{llvm} %a{i}" for i, (_, llvm, _) in enumerate(chosen))
    names = ", ".join(f'!"{name}"' for _, _, name in chosen)
    qualifiers = ", ".join(
        f'!"{"pipe" if name == "pipe" else ""}"' for _, _, name in chosen
    )
    ir = f"""
define amdgpu_kernel void @k({parameters}) {" ".join(attributes)}
    !kernel_arg_type !1 !kernel_arg_base_type !1 !kernel_arg_type_qual !2 {{
  ret void
}}
!llvm.module.flags = !{{!0}}
!0 = !{{i32 1, !"amdhsa_code_object_version", i32 {version}00}}
!1 = !{{{names}}}
!2 = !{{{qualifiers}}}
"""
    if printf:
        ir += '!llvm.printf.fmts = !{!3}\n!3 = !{!"1:1:4:%d"}\n'
    arguments = tuple(Argument(f"a{i}", t) for i, (t, _, _) in enumerate(chosen))
    return Case(target, KernelSignature("k", arguments), use, ir)


SEEDS = range(240)


@cache
def assemblies() -> list[str]:
    jobs: list[Job] = []
    for seed in SEEDS:
        case = random_case(seed)
        jobs.append(
            Job(
                ir=case.ir,
                triple="amdgcn-amd-amdhsa",
                cpu=case.target.mcpu,
                features="",
            )
        )
    return [result["assembly"] for result in compile_all(jobs)]


def field(assembly: str, name: str) -> list[str]:
    return re.findall(rf"^\s+(?:- )?\.{name}: +(\S+)$", assembly, re.MULTILINE)


@pytest.mark.parametrize("part", range(8))
def test_metadata(part: int) -> None:
    for seed in SEEDS[part::8]:
        check(random_case(seed), assemblies()[seed])


def check(case: Case, assembly: str) -> None:
    result = layout(case.signature, case.target, hidden=case.use)
    metadata = list(
        zip(
            map(int, field(assembly, "offset")),
            map(int, field(assembly, "size")),
            field(assembly, "value_kind"),
            strict=True,
        )
    )
    if case.use.bytes_read:
        # LLVM 22 lists slots behind "amdgpu-implicitarg-num-bytes" from version 5 on.
        end = result.implicit_offset + result.implicit_bytes
        metadata = [m for m in metadata if m[0] < end]
    assert [(a.offset, a.size, a.kind) for a in result.arguments] == metadata
    assert field(assembly, "kernarg_segment_size") == [str(result.kernarg_segment_size)]
    assert field(assembly, "kernarg_segment_align") == [
        str(result.kernarg_segment_align)
    ]


def test_the_seeds_cover_the_rules() -> None:
    """Every argument kind, every optional hidden argument and every version occurs."""
    cases = [random_case(seed) for seed in SEEDS]
    types = {type(a.type) for c in cases for a in c.signature.arguments}
    assert types == {ValueType, PointerType, HandleType, StructType, ImageArgument}
    assert {c.target.code_object_version for c in cases} == {4, 5, 6}
    listed = {
        a.kind
        for c in cases
        for a in layout(c.signature, c.target, hidden=c.use).hidden
    }
    assert listed >= HIDDEN_V5.optional | {"hidden_none", "hidden_shared_base"}

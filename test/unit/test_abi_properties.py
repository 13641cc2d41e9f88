"""
Layouts of random signatures against LLVM: the offsets from which its code loads each argument
under the ABIs without metadata. (`test_abi_amdhsa_metadata.py` has the one with metadata.)

`make test` tries some hundred signatures for each ABI, `make long` ten thousand
(`--hypothesis-seed=N` chooses others).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from llvm_child import Job, compile_all
from long_runs import LONG
from test_abi_amdhsa_metadata import LLVM_SCALARS
from test_loaded_arguments import bytes_loaded

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import (
    VECTOR_WIDTHS,
    Argument,
    ArgumentType,
    CompanionKind,
    CompanionType,
    HandleKind,
    HandleType,
    ImageArgument,
    KernelSignature,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)
from xdsl_opencl.abi.target import Abi, Target

BATCH = 24
"""Signatures in a module: LLVM's start is dearer than a kernel."""
EXAMPLES = 420 if LONG else 6
MANY = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    # What fails is one signature of a batch, and the message names it.
    phases=[Phase.generate],
)

Typed = tuple[ArgumentType, str]
"""An argument's type and LLVM's type for it."""


def _values(kinds: Sequence[ScalarKind]) -> list[Typed]:
    return [
        (ValueType(kind, width), f"<{width} x {llvm}>" if width > 1 else llvm)
        for kind, llvm in LLVM_SCALARS.items()
        if kind in kinds
        for width in (1, *VECTOR_WIDTHS)
    ]


_COMPANIONS: list[Typed] = [
    (CompanionType(CompanionKind.IMAGE_SIZE), "[3 x i32]"),
    (CompanionType(CompanionKind.IMAGE_FORMAT), "[2 x i32]"),
]
_IMAGE = ImageArgument(ImageKind.IMAGE2D, AccessQualifier.READ_ONLY)
AMDGCN: list[Typed] = [
    *_values(tuple(LLVM_SCALARS)),
    *_COMPANIONS,
    (PointerType(AddressSpace.GLOBAL), "ptr addrspace(1)"),
    (PointerType(AddressSpace.CONSTANT), "ptr addrspace(4)"),
    (PointerType(AddressSpace.LOCAL), "ptr addrspace(3)"),
    (_IMAGE, "ptr addrspace(4)"),
    (HandleType(HandleKind.SAMPLER), "ptr addrspace(4)"),
    (StructType(8, 4), "{ i8, i32 }"),
    (StructType(24, 8), "{ i8, double, <2 x i16> }"),
    (StructType(7, 1), "[7 x i8]"),
]
R600: list[Typed] = [
    # LLVM has no code for the others in R600's memory.
    *_values((ScalarKind.CHAR, ScalarKind.USHORT, ScalarKind.INT, ScalarKind.FLOAT)),
    (ValueType(ScalarKind.ULONG), "i64"),
    *_COMPANIONS,
    (PointerType(AddressSpace.GLOBAL), "ptr addrspace(1)"),
    (PointerType(AddressSpace.LOCAL), "ptr addrspace(3)"),
    (_IMAGE, "i32"),
    (HandleType(HandleKind.SAMPLER), "i32"),
]


class Loader(NamedTuple):
    """
    An ABI whose code tells where arguments are: `target`, its types, and the call that
    gives the implicit block with its address space.
    """

    target: Target
    types: list[Typed]
    implicit: tuple[str, int] | None


LOADERS = (
    Loader(Target(Abi.MESA3D, "gfx900"), AMDGCN, ("llvm.amdgcn.implicitarg.ptr", 4)),
    Loader(Target(Abi.AMDGCN_UNKNOWN, "gfx900"), AMDGCN, None),
    Loader(Target(Abi.R600, "juniper"), R600, ("llvm.r600.implicitarg.ptr", 7)),
)


def _signature(types: Sequence[Typed]) -> KernelSignature:
    return KernelSignature(
        "k", tuple(Argument(f"a{i}", type_) for i, (type_, _) in enumerate(types))
    )


def _kernels(
    batch: Sequence[Sequence[Typed]], loader: Loader
) -> Iterator[tuple[str, str]]:
    """
    Name and text of the kernels that read one argument each, or the implicit block.
    """
    wide = loader.target.is_amdgcn
    sink = f"ptr addrspace(1) inttoptr (i{64 if wide else 32} 4096 to ptr addrspace(1))"
    for number, types in enumerate(batch):
        parameters = ", ".join(f"{llvm} %a{i}" for i, (_, llvm) in enumerate(types))
        bodies = [
            f"store volatile {llvm} %a{i}, {sink}" for i, (_, llvm) in enumerate(types)
        ]
        if loader.implicit is not None:
            call, space = loader.implicit
            bodies.append(
                f"%p = call ptr addrspace({space}) @{call}()\n"
                f"  %v = load i32, ptr addrspace({space}) %p\n"
                f"  store volatile i32 %v, {sink}"
            )
        for index, body in enumerate(bodies):
            name = f"k{number}_{index}"
            yield (
                name,
                f"define amdgpu_kernel void @{name}({parameters}) {{\n  {body}\n"
                "  ret void\n}\n",
            )


def _assemble(text: str, target: Target) -> str:
    job = Job(ir=text, triple=target.triple, cpu=target.mcpu, features="")
    return compile_all([job])[0]["assembly"]


def _batches(types: Sequence[Typed]) -> st.SearchStrategy[list[list[Typed]]]:
    signature = st.lists(st.sampled_from(types), max_size=9)
    return st.lists(signature, min_size=BATCH, max_size=BATCH)


@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: str(loader.target.abi))
def test_code_loads_from_the_layout(loader: Loader) -> None:
    target = loader.target

    @MANY
    @given(_batches(loader.types))
    def check(batch: list[list[Typed]]) -> None:
        kernels = dict(_kernels(batch, loader))
        text = "".join(kernels.values())
        if loader.implicit is not None:
            call, space = loader.implicit
            text += f"declare ptr addrspace({space}) @{call}()\n"
        assembly = _assemble(text, target)
        codes = {
            m[1]: m[2]
            for m in re.finditer(
                r"^(k\d+_\d+):(.*?)^\.Lfunc_end", assembly, re.S | re.M
            )
        }
        for number, types in enumerate(batch):
            placed = layout(_signature(types), target)
            llvm_types = ", ".join(llvm for _, llvm in types)
            spans = [(a.offset, a.size) for a in placed.explicit]
            if loader.implicit is not None:
                spans.append((placed.implicit_offset, 4))
            for index, (offset, size) in enumerate(spans):
                read = bytes_loaded(codes[f"k{number}_{index}"], target)
                # Bytes and halves come with their dword, and of padding nothing.
                case = f"argument {index} of ({llvm_types}) reads {sorted(read)}"
                assert min(read) // 4 == offset // 4, case
                assert max(read) < -(-(offset + size) // 4) * 4, case
                if index < len(types) and isinstance(types[index][0], ValueType):
                    value = types[index][0]
                    assert isinstance(value, ValueType)
                    last = offset + value.scalar.size * value.width - 1
                    assert last in read, case
        if target.abi == Abi.MESA3D:
            sizes = re.findall(r"kernarg_segment_byte_size = (\d+)", assembly)
            expected = [
                layout(_signature(types), target).kernarg_segment_size
                for types in batch
                for _ in range(len(types) + 1)
            ]
            assert [*map(int, sizes)] == expected

    check()

"""
The amdcl2 ABI: AMD Catalyst, OpenCL 2.0, 32 and 64 bit, drivers from 1912.05.

Sources: CLRX, `doc/AmdCl2Abi.md`, `amdbin/AmdCL2BinGen.cpp`, `amdasm/AsmAmdCL2Format.cpp`
(user SGPRs).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from xdsl_opencl.abi.arguments.placing import (
    ArgumentRules,
    ArgumentSegment,
    HiddenBlock,
    HiddenSlot,
    slots_of,
)
from xdsl_opencl.abi.conventions import amdgpu
from xdsl_opencl.abi.enums import ImageKind, Segment
from xdsl_opencl.abi.gpu import clrx
from xdsl_opencl.abi.gpu.processors import ByGeneration, ProcessorFamily
from xdsl_opencl.abi.images.formats import DATA_TYPE_OF_CODE, ORDER_OF_CODE
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageQuery
from xdsl_opencl.abi.images.images import IMAGE_FIELDS
from xdsl_opencl.abi.interface import (
    Abi,
    ArgumentForm,
    ImageAccess,
    Interface,
    MathLibrary,
    SamplerForm,
    UserRegisters,
)
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.str_enum import StrEnum

HIDDEN_NAMES: Mapping[str, tuple[str, ...]] = {
    "global_offset_0": ("hidden_global_offset_x",),
    "global_offset_1": ("hidden_global_offset_y",),
    "global_offset_2": ("hidden_global_offset_z",),
    "printf_buffer": (),
    "vqueue_pointer": (),
    "aqlwrap_pointer": (),
}
"""
The six arguments before the user's, and their names in other ABIs; CLRX prefixes its names
with `_.`.
"""

MAX_PARAMETER_BYTES = 1024
"""`CL_DEVICE_MAX_PARAMETER_SIZE` of the driver, OpenCL's minimum (3.0, table 5)."""


def _arguments(pointer: int) -> ArgumentSegment:
    """
    The argument buffer with pointers of `pointer` bytes. An image handle has a pointer's
    size unless the caller of `layout` says otherwise: code that Catalyst produced in
    32-bit mode has handles of 8 bytes.
    """
    slots = tuple(
        HiddenSlot(f"hidden_{name}", pointer * i, pointer, f"_.{name}", aliases=others)
        for i, (name, others) in enumerate(HIDDEN_NAMES.items())
    )
    size = pointer * len(slots)
    return ArgumentSegment(
        ArgumentRules(
            pointer=pointer,
            local_pointer=pointer,
            handle=pointer,
            image_handle=pointer,
            element_aligned_vectors=True,
            struct_pointer=pointer,
            base=size,
            hsa_kinds=False,
        ),
        {Segment.IMPLICIT: HiddenBlock(slots, size)},
        leading=Segment.IMPLICIT,
        rounding=16,
        align=16,
        argument_align=False,
        limit=MAX_PARAMETER_BYTES,
    )


SPECIAL_BUFFER = HiddenBlock(
    slots_of(4, "local_base", "private_base", start=64), size=72
)
"""
The high halves of the addresses at which local and private memory appear in the generic
address space.
"""


class Cl2Features(StrEnum):
    """CLRX's feature sets, the weakest first; the strongest that is needed counts."""

    NONE = "none"
    ARGS = "useargs"
    SETUP = "usesetup"
    ENQUEUE = "useenqueue"
    GENERIC = "usegeneric"


_CL2_GFX7: Mapping[str, UserRegisters] = {
    Cl2Features.NONE: UserRegisters(4),
    Cl2Features.ARGS: UserRegisters(6, arguments=4),
    Cl2Features.SETUP: UserRegisters(8, setup=4, arguments=6),
    Cl2Features.ENQUEUE: UserRegisters(10, setup=4, arguments=6, flat_scratch_init=8),
    Cl2Features.GENERIC: UserRegisters(
        12, setup=4, queue=6, arguments=8, flat_scratch_init=10
    ),
}

_CL2_GFX9: Mapping[str, UserRegisters] = {
    Cl2Features.NONE: UserRegisters(6, flat_scratch_init=4),
    Cl2Features.ARGS: UserRegisters(8, arguments=4, flat_scratch_init=6),
    Cl2Features.SETUP: UserRegisters(10, setup=4, arguments=6, flat_scratch_init=8),
    Cl2Features.ENQUEUE: UserRegisters(10, setup=4, arguments=6, flat_scratch_init=8),
    Cl2Features.GENERIC: UserRegisters(
        12, setup=4, queue=6, arguments=8, flat_scratch_init=10
    ),
}


USER_REGISTERS: ByGeneration[Mapping[str, UserRegisters]] = ByGeneration(
    "USER_REGISTERS in abi/conventions/amdcl2.py",
    {7: _CL2_GFX7, 8: _CL2_GFX7, 9: _CL2_GFX9},
)
"""
The user SGPRs as CLRX has them. On gfx9 sources disagree about the sets weaker than
`SETUP`; emit `SETUP` or `GENERIC` there.
"""


def choose_features(
    generation: int, inputs: Collection[str], wanted: str = ""
) -> Cl2Features:
    """
    The weakest feature set with all of `inputs` (LLVM's names: `dispatch-ptr`, ...) and,
    if given, at least the set `wanted`.

    Raises `AbiError` when the set that is asked for lacks an input, or does not exist.
    """
    order = tuple(Cl2Features)
    if {"queue-ptr", "flat-scratch-init"} & set(inputs):
        needed = Cl2Features.GENERIC
    elif "default-queue" in inputs:
        needed = Cl2Features.ENQUEUE
    elif "dispatch-ptr" in inputs:
        needed = Cl2Features.SETUP
    else:
        needed = Cl2Features.ARGS
    if not wanted:
        # There, sources agree about the stronger sets only.
        least = Cl2Features.SETUP if generation >= 9 else Cl2Features.ARGS
        return max(needed, least, key=order.index)
    if wanted not in order:
        raise AbiError(f"there is no feature set '{wanted}'; use {', '.join(order)}")
    given = Cl2Features(wanted)
    if order.index(given) < order.index(needed):
        raise AbiError(f"feature set {given} is too small; it needs {needed}")
    return given


AMDCL2 = Interface(
    abi=Abi.AMDCL2,
    triple="amdgcn-amd-amdhsa",
    data_layout=amdgpu.AMDGCN_LAYOUT,
    default_processor="gfx803",
    example_processor="gfx803",
    family=ProcessorFamily.AMDGCN,
    library_passes=amdgpu.LIBRARY_PASSES,
    code_passes=amdgpu.CODE_PASSES,
    generations=range(7, 10),
    address_spaces=amdgpu.ADDRESS_SPACES,
    pointer_bits=(64, 32),
    space_bits=amdgpu.NARROW_SPACES,
    devices=clrx.DEVICES,
    arguments={64: _arguments(8), 32: _arguments(4)},
    packet=amdgpu.AQL_PACKET,
    access={
        **amdgpu.SEGMENTS,
        Segment.IMPLICIT: amdgpu.SEGMENTS[Segment.EXPLICIT],
    },
    argument_form=ArgumentForm.LOADS,
    image_handle_sizes=(4, 8),
    register_sets=USER_REGISTERS,
    choose_registers=choose_features,
    argument_words=clrx.argument_words,
    work_items={64: amdgpu.PACKET_WORK_ITEMS, 32: amdgpu.PACKET_WORK_ITEMS},
    image_access=ImageAccess.INSTRUCTIONS,
    samplers=SamplerForm.SLOT,
    no_printf="its assembler has no place for formats",
    image_fields={
        **IMAGE_FIELDS,
        ImageQuery.WIDTH: DescriptorField(64, 14, plus=1),
        ImageQuery.CHANNEL_DATA_TYPE: DescriptorField(
            8 * 32, 4, table=DATA_TYPE_OF_CODE
        ),
        ImageQuery.CHANNEL_ORDER: DescriptorField(9 * 32, 5, table=ORDER_OF_CODE),
    },
    # A buffer's descriptor has no such field.
    no_image_fields=frozenset({(ImageQuery.WIDTH, ImageKind.IMAGE1D_BUFFER)}),
    barrier=amdgpu.BARRIER,
    sync_scopes=amdgpu.SYNC_SCOPES,
    one_address_space="one-as",
    math_library=MathLibrary.DEVICE,
)

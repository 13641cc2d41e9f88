"""
The host ABI, our own: one block with C's alignment, which the CPU device fills.

Vectors are aligned to their whole size (OpenCL C 3.0, section 6.3.5), also on the host; a
local pointer is a pointer to host memory, as is an image; a sampler is its literal.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from xdsl_opencl.abi.arguments.placing import ArgumentRules, ArgumentSegment
from xdsl_opencl.abi.enums import AddressSpace, MemoryScope
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageQuery
from xdsl_opencl.abi.images.images import HOST_IMAGE_FIELDS
from xdsl_opencl.abi.interface import (
    Abi,
    ArgumentForm,
    ImageAccess,
    Interface,
    MathLibrary,
    NativeMachine,
    PrintfForm,
    SamplerForm,
)


def _llvm() -> Any:
    """
    llvmlite, which is slow to load, and only the host needs it here. It has no types.
    """
    return import_module("llvmlite.binding")


@cache
def native_machine() -> NativeMachine:
    """This machine, as llvmlite describes it."""
    llvm = _llvm()
    llvm.initialize_native_target()
    triple = llvm.get_process_triple()
    machine = llvm.Target.from_triple(triple).create_target_machine()
    return NativeMachine(triple, str(machine.target_data), llvm.get_host_cpu_name())


@cache
def native_features() -> Mapping[str, bool]:
    """LLVM's features of this computer's family; true for features that it has."""
    return dict(_llvm().get_host_cpu_features())


_POINTER = struct.calcsize("P")

HOST = Interface(
    abi=Abi.HOST,
    default_processor="",
    native=native_machine,
    native_features=native_features,
    address_spaces=dict.fromkeys(AddressSpace, 0),
    pointer_bits=(8 * _POINTER,),
    arguments={
        8 * _POINTER: ArgumentSegment(
            ArgumentRules(
                pointer=_POINTER,
                local_pointer=_POINTER,
                handle=_POINTER,
                image_handle=_POINTER,
                hsa_kinds=False,
                # A kernel has the sampler's literal, which is an `int`.
                sampler=4,
            ),
            # Blocks can stand in an array.
            rounding=0,
            align=_POINTER,
        )
    },
    argument_form=ArgumentForm.OF_WORK_GROUPS,
    work_groups_are_loops=True,
    image_fields={
        query: DescriptorField(8 * HOST_IMAGE_FIELDS[query][0]) for query in ImageQuery
    },
    image_access=ImageAccess.RUNTIME,
    samplers=SamplerForm.LITERAL,
    kernel_convention="ccc",
    # All threads share one system.
    sync_scopes=dict.fromkeys(MemoryScope, ""),
    pipes=True,
    printf=PrintfForm.C,
    math_library=MathLibrary.C,
    work_item_passes=(),
    # A pointer that was kept in a private structure is known when the structure is gone.
    group_passes=(
        "opencl-guard-divisions",
        "opencl-split-private",
        "opencl-promote-in-loops",
        "opencl-promote-private",
        "opencl-lower-pointer-casts",
        "opencl-form-work-groups",
    ),
    # The checker knows the variables of the source, so they stay.
    checked_group_passes=(
        "opencl-lower-pointer-casts",
        "opencl-check-accesses",
        "opencl-form-work-groups",
    ),
    code_passes=("opencl-limit-vectorization",),
)

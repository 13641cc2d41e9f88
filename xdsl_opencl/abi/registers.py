"""
What a kernel finds at its entry: user SGPRs, and the memory that some of them point to.

Sources: CLRX, `doc/AmdCl2Abi.md`, `amdasm/AsmAmdCL2Format.cpp`; LLVM, AMDGPUUsage,
"Initial Kernel Execution State"; HSA Platform System Architecture Specification 1.2,
section 2.9 (dispatch packet).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Abi, Target

AQL_PACKET: Mapping[str, tuple[int, int]] = {
    "header": (0, 2),
    "setup": (2, 2),
    "workgroup_size_x": (4, 2),
    "workgroup_size_y": (6, 2),
    "workgroup_size_z": (8, 2),
    "grid_size_x": (12, 4),
    "grid_size_y": (16, 4),
    "grid_size_z": (20, 4),
    "private_segment_size": (24, 4),
    "group_segment_size": (28, 4),
    "kernel_object": (32, 8),
    "kernarg_address": (40, 8),
    "completion_signal": (56, 8),
}
"""
The dispatch packet (amdhsa, mesa3d) and the setup buffer (amdcl2), which has its first 24
bytes: field to offset and size in bytes. Bits 0-1 of `setup` count the dimensions; a
`workgroup_size` is the enqueued one, a `grid_size` counts work-items.
"""

APERTURE_BASES: Mapping[str, int] = {"local": 64, "private": 68}
"""
Byte offsets in `amd_queue_t` (amdcl2: the special buffer) of the high halves of the
addresses at which LDS and scratch appear in the generic address space.
"""

HSA_USER_SGPRS: Mapping[str, int] = {
    "private_segment_buffer": 4,
    "dispatch_ptr": 2,
    "queue_ptr": 2,
    "kernarg_segment_ptr": 2,
    "dispatch_id": 2,
    "flat_scratch_init": 2,
    "private_segment_size": 1,
}
"""User SGPRs in their order, with the number of registers, each there if enabled."""

NO_INPUT_ATTRIBUTES: Mapping[str, str] = {
    "dispatch_ptr": "amdgpu-no-dispatch-ptr",
    "queue_ptr": "amdgpu-no-queue-ptr",
    "dispatch_id": "amdgpu-no-dispatch-id",
    "flat_scratch_init": "amdgpu-no-flat-scratch-init",
    "implicitarg_ptr": "amdgpu-no-implicitarg-ptr",
    "workgroup_id_x": "amdgpu-no-workgroup-id-x",
    "workgroup_id_y": "amdgpu-no-workgroup-id-y",
    "workgroup_id_z": "amdgpu-no-workgroup-id-z",
    "workitem_id_x": "amdgpu-no-workitem-id-x",
    "workitem_id_y": "amdgpu-no-workitem-id-y",
    "workitem_id_z": "amdgpu-no-workitem-id-z",
}
"""LLVM's function attributes that switch a kernel's input off."""


class Cl2Features(StrEnum):
    """
    CLRX's feature sets, the weakest first; the strongest that is needed counts.
    """

    NONE = "none"
    ARGS = "useargs"
    SETUP = "usesetup"
    ENQUEUE = "useenqueue"
    GENERIC = "usegeneric"


@dataclass(frozen=True)
class Cl2Registers:
    """
    User SGPRs of an amdcl2 kernel: the first register of each pair, `None` when absent;
    s[0:3] is the scratch buffer descriptor. `group_id` is the first register behind.
    """

    count: int
    setup: int | None = None
    queue: int | None = None
    arguments: int | None = None
    flat_scratch_init: int | None = None

    @property
    def group_id(self) -> int:
        return self.count

    @property
    def properties(self) -> int:
        """
        The kernel code properties word: bit 0 scratch buffer, 1 dispatch, 2 queue, 3
        kernarg pointer, 5 flat scratch.
        """
        bits = (
            (1, self.setup),
            (2, self.queue),
            (3, self.arguments),
            (5, self.flat_scratch_init),
        )
        return 1 | sum(1 << bit for bit, first in bits if first is not None)


_CL2_GFX7: Mapping[Cl2Features, Cl2Registers] = {
    Cl2Features.NONE: Cl2Registers(4),
    Cl2Features.ARGS: Cl2Registers(6, arguments=4),
    Cl2Features.SETUP: Cl2Registers(8, setup=4, arguments=6),
    Cl2Features.ENQUEUE: Cl2Registers(10, setup=4, arguments=6, flat_scratch_init=8),
    Cl2Features.GENERIC: Cl2Registers(
        12, setup=4, queue=6, arguments=8, flat_scratch_init=10
    ),
}

_CL2_GFX9: Mapping[Cl2Features, Cl2Registers] = {
    Cl2Features.NONE: Cl2Registers(6, flat_scratch_init=4),
    Cl2Features.ARGS: Cl2Registers(8, arguments=4, flat_scratch_init=6),
    Cl2Features.SETUP: Cl2Registers(10, setup=4, arguments=6, flat_scratch_init=8),
    Cl2Features.ENQUEUE: Cl2Registers(10, setup=4, arguments=6, flat_scratch_init=8),
    Cl2Features.GENERIC: Cl2Registers(
        12, setup=4, queue=6, arguments=8, flat_scratch_init=10
    ),
}


def cl2_registers(features: Cl2Features, target: Target) -> Cl2Registers:
    """
    The user SGPRs of an amdcl2 kernel with `features`, as CLRX has them. On gfx9 sources
    disagree about the sets weaker than `SETUP`; emit `SETUP` or `GENERIC` there.

    Raises `AbiError` for another ABI.
    """
    _require_cl2(target)
    return (_CL2_GFX9 if target.isa[0] == 9 else _CL2_GFX7)[features]


def cl2_llvm_attributes(features: Cl2Features, target: Target) -> tuple[str, ...]:
    """
    LLVM function attributes with which its user SGPRs are those of `features`.

    Raises `AbiError` for another ABI and for `NONE`, which LLVM cannot have.
    """
    registers = cl2_registers(features, target)
    if registers.arguments is None:
        raise AbiError("LLVM kernels always have the argument pointer")
    off = {
        "dispatch_ptr": registers.setup is None,
        "queue_ptr": registers.queue is None,
        "flat_scratch_init": registers.flat_scratch_init is None,
    }
    names = (
        "dispatch_id",
        "implicitarg_ptr",
        *(n for n, is_off in off.items() if is_off),
    )
    return tuple(NO_INPUT_ATTRIBUTES[name] for name in names)


def _require_cl2(target: Target) -> None:
    if target.abi is not Abi.AMDCL2:
        raise AbiError(f"ABI {target.abi} has no feature sets; amdcl2 does")

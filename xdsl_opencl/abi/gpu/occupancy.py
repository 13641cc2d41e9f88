"""
How many waves of a kernel fit on one SIMD (LLVM's "waves per EU").

Source: LLVM, `AMDGPUBaseInfo.cpp` (`getNumWavesPerEUWithNumVGPRs`,
`getOccupancyWithNumSGPRs`, `getMaxWorkGroupsPerCU`) and `AMDGPUSubtarget.cpp`
(`getOccupancyWithWorkGroupSizes`).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_opencl.abi.conventions.amdgpu import MAX_WORK_GROUP_SIZE
from xdsl_opencl.abi.gpu.processors import Processor, ProcessorFamily
from xdsl_opencl.abi.model import AbiError, align_to


@dataclass(frozen=True)
class Occupancy:
    """Waves per SIMD that each resource allows; `waves` is the least of them."""

    by_vgprs: int
    by_sgprs: int
    by_lds: int
    maximum: int

    @property
    def waves(self) -> int:
        return min(self.by_vgprs, self.by_sgprs, self.by_lds, self.maximum)

    @property
    def limits(self) -> tuple[str, ...]:
        """Lists the resources that keep `waves` below the processor's maximum."""
        waves = self.waves
        return tuple(
            name
            for name, value in (
                ("VGPRs", self.by_vgprs),
                ("SGPRs", self.by_sgprs),
                ("LDS", self.by_lds),
            )
            if value == waves < self.maximum
        )


def occupancy(
    processor: Processor,
    *,
    vgprs: int,
    sgprs: int,
    lds_bytes: int = 0,
    work_group_size: int,
    wave_size: int = 0,
    cu_mode: bool = False,
) -> Occupancy:
    """
    The waves per SIMD of a kernel with so many registers per wave (`sgprs` with VCC,
    FLAT_SCRATCH and XNACK_MASK), bytes of LDS and work-items per work-group.

    `wave_size` 0 is the processor's default. `cu_mode`: a work-group has one compute unit
    and not a work-group processor (gfx10 to gfx12).

    Raises `AbiError` for the r600 family, an impossible work-group or wave size, and more
    resources than the processor has.
    """
    if processor.family is ProcessorFamily.R600:
        raise AbiError(f"occupancy of processor '{processor.name}' is not known")
    wave_size = wave_size or processor.wave_sizes[0]
    if wave_size not in processor.wave_sizes:
        raise AbiError(f"processor '{processor.name}' has no wave size {wave_size}")
    if not 1 <= work_group_size <= MAX_WORK_GROUP_SIZE:
        raise AbiError(
            f"a work-group has 1 to {MAX_WORK_GROUP_SIZE} work-items, not "
            f"{work_group_size}"
        )
    for what, used, most in (
        ("VGPRs", vgprs, processor.vgprs_addressable),
        ("SGPRs", sgprs, processor.sgprs_total),
        ("bytes of LDS", lds_bytes, processor.lds_bytes),
    ):
        if used > most:
            raise AbiError(f"{used} {what} exceed the {most} of '{processor.name}'")
    return Occupancy(
        by_vgprs=_waves_by_vgprs(processor, vgprs, wave_size),
        by_sgprs=_waves_by_sgprs(processor, sgprs),
        by_lds=_waves_by_lds(processor, lds_bytes, work_group_size, wave_size, cu_mode),
        maximum=processor.max_waves_per_eu,
    )


def _waves_by_vgprs(processor: Processor, vgprs: int, wave_size: int) -> int:
    total, granule = processor.vgprs_total, processor.vgpr_granule
    if wave_size == 64 and processor.capabilities.registers_of_wave32:
        total, granule = total // 2, granule // 2
    waves = total // align_to(max(vgprs, 1), granule)
    return min(max(waves, 1), processor.max_waves_per_eu)


def _waves_by_sgprs(processor: Processor, sgprs: int) -> int:
    facts = processor.capabilities
    fitting = (waves for most, waves in facts.sgpr_limits if sgprs <= most)
    waves = next(fitting, facts.sgpr_waves) or processor.max_waves_per_eu
    return min(waves, processor.max_waves_per_eu)


def _waves_by_lds(
    processor: Processor,
    lds_bytes: int,
    work_group_size: int,
    wave_size: int,
    cu_mode: bool,
) -> int:
    """
    Waves per SIMD when whole work-groups share the SIMDs and the LDS of one compute unit
    (gfx10 to gfx12 without `cu_mode`: of a work-group processor, twice as large).
    """
    processor_mode = processor.cu_mode and not cu_mode
    simds = 2 if processor.cu_mode and cu_mode else 4
    memory = processor.lds_bytes * (2 if processor_mode else 1)
    barriers = 32 if processor_mode else 16
    waves = -(-work_group_size // wave_size)
    most_waves = processor.max_waves_per_eu * simds
    # A work-group of one wave needs no barrier resource.
    groups = most_waves if waves == 1 else min(most_waves // waves, barriers)
    if lds_bytes:
        groups = min(groups, memory // lds_bytes)
    return min(-(-max(groups, 1) * waves // simds), processor.max_waves_per_eu)

"""A launch that is checked or profiled, as `LaunchOptions` cannot say: one for every caller."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from xdsl_opencl.abi.arguments.packing import Launch as IndexSpace
from xdsl_opencl.abi.gpu.occupancy import Occupancy, occupancy
from xdsl_opencl.abi.model import AbiError, PlacedArgument
from xdsl_opencl.emulator.errors import (
    DeadlockError,
    EmulatorError,
    InstructionLimitError,
    MachineFault,
)
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.launches.emulated_launch import LaunchOptions, Statistics
from xdsl_opencl.emulator.launches.loaded_program import LoadedProgram
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.watch.machine_code_checker import Checks, Finding
from xdsl_opencl.emulator.watch.profile import Profile
from xdsl_opencl.emulator.waves import Waves


class FindingsError(EmulatorError):
    """The `findings` of a checked launch of `kernel`, and the `fault` that ended it, if one did."""

    def __init__(
        self, kernel: str, findings: Sequence[Finding], fault: EmulatorError | None
    ):
        self.kernel = kernel
        self.findings = tuple(findings)
        self.fault = fault
        texts = [f"kernel '{kernel}' {f.message}\n  {f.note}" for f in findings]
        super().__init__("\n".join((*texts, *([str(fault)] if fault else ()))))


@dataclass(frozen=True)
class _Both:
    """Passes what waves do to the checks, and then to the counts."""

    checks: Checks
    counts: Profile

    def execute(self, waves: Waves, instruction: Instruction) -> None:
        self.checks.execute(waves, instruction)
        self.counts.execute(waves, instruction)

    def access(
        self,
        waves: Waves,
        instruction: Instruction,
        access: Access,
        addresses: NDArray[Any],
        mask: NDArray[Any],
    ) -> None:
        for watcher in (self.checks, self.counts):
            watcher.access(waves, instruction, access, addresses, mask)


def watched_launch(
    program: LoadedProgram,
    name: str,
    space: IndexSpace,
    explicit: bytes,
    places: Iterable[PlacedArgument],
    *,
    local_end: int,
    options: LaunchOptions,
    check: bool,
    profile: bool,
) -> Statistics:
    """
    `LoadedProgram.run`; with `check` the machine code is checked, with `profile` the statistics have
    a profile.

    Raises `FindingsError` for what a check finds, and what `LoadedProgram.run` raises.
    """
    generation = program.code.generation
    checks = Checks(generation) if check else None
    counts = None
    if checks is not None:
        options = replace(options, waves_type=checks.waves, wrap_groups=checks.groups)
    if profile:
        room = _occupancy(program, name, math.prod(space.local_size), local_end)
        counts = Profile(name, generation, room)
    watcher = _Both(checks, counts) if checks and counts else checks or counts
    program.memory.observer = watcher
    try:
        statistics = program.run(
            name,
            space,
            explicit,
            places,
            local_end=local_end,
            options=replace(options, observer=watcher),
            unwritten=None if checks is None else checks.add_undefined,
        )
    except (MachineFault, DeadlockError, InstructionLimitError) as error:
        if checks is None:
            raise
        raise FindingsError(name, checks.findings, error) from error
    finally:
        program.memory.observer = None
    if checks is not None and checks.findings:
        raise FindingsError(name, checks.findings, None)
    if counts is not None:
        counts.finish(statistics.groups, statistics.waves)
    return replace(statistics, profile=counts)


def _occupancy(
    program: LoadedProgram, name: str, items: int, local_bytes: int
) -> Occupancy | None:
    """The waves that the registers and the LDS of this launch leave room for."""
    info = program.code.kernel(name).info
    try:
        return occupancy(
            program.code.generation.processor,
            vgprs=info.vgprs,
            sgprs=info.sgprs,
            lds_bytes=local_bytes,
            work_group_size=items,
            wave_size=info.wavefront_size,
            cu_mode=not info.work_group_processor_mode,
        )
    except AbiError:
        # Clang may spend more registers than the model of the processor has.
        return None

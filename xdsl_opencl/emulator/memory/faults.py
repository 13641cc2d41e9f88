"""The message for an access that causes a hardware fault."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import MachineFault
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.waves import Waves


def place_of(waves: Waves, wave: int, lane: int | None) -> str:
    """Names the work-group, wave and lane of the `wave`-th of the selected waves."""
    slot = waves.indices[wave]
    state = waves.state
    where = f"work-group {state.group[slot]}, wave {state.wave_in_group[slot]}"
    return where if lane is None else f"{where}, lane {lane}"


def instruction_place(instruction: Instruction) -> str:
    """Describes an instruction: its source line, its address and its text."""
    source = f"{instruction.file}:{instruction.line}: " if instruction.line else ""
    text = instruction.text or instruction.mnemonic
    return f"{source}'{text}' at {instruction.address:#x}"


def fault(
    waves: Waves,
    instruction: Instruction,
    wave: int,
    lane: int | None,
    what: str,
    why: str,
) -> NoReturn:
    """
    Raises `MachineFault`; `what` names the access of the lane, `why` the reason for the
    fault.
    """
    raise MachineFault(
        f"{what}: {why}; {place_of(waves, wave, lane)}, "
        f"instruction {instruction_place(instruction)}"
    )


def first_lane(bad: NDArray[np.bool_]) -> tuple[int, int]:
    """The wave and the lane of the first True in an array [waves, lanes]."""
    wave, lane = np.unravel_index(int(np.argmax(bad)), bad.shape)
    return int(wave), int(lane)

"""
Exchange of lanes in a source (DPP): the lane that each lane reads, if there is one.

Sources: "RDNA3 Instruction Set Architecture", section 7.7 "Data Parallel Processing", tables of
DPP16 and DPP8; "Vega Instruction Set Architecture", section 13.3.9 "DPP"; LLVM, AMDGPUUsage and
AMDGPUModifierSyntax, "dpp_ctrl".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Lanes = NDArray[np.intp]
Bools = NDArray[np.bool_]

Sources = tuple[Lanes, Bools]
"""The lane that each lane reads, and True where it exists."""

Control = Callable[[Lanes, Any], tuple[Lanes, Any]]


def _row(lane: Lanes, step: int) -> tuple[Lanes, Any]:
    place = (lane & 15) + step
    return lane + step, (place >= 0) & (place < 16)


def _wave(lane: Lanes, step: int) -> tuple[Lanes, Any]:
    source = lane + step
    return source, (source >= 0) & (source < len(lane))


def _row_broadcast(lane: Lanes, last: int) -> tuple[Lanes, Any]:
    """
    The last lane of the previous row (15) or of the previous half of the wave (31); the
    first row or half has none.
    """
    return (lane & ~last) - 1, lane > last


CONTROLS: Mapping[str, Control] = {
    "quad_perm": lambda lane, pick: (
        (lane & ~3) | np.array(pick, np.intp)[lane & 3],
        True,
    ),
    "row_shl": _row,
    "row_shr": lambda lane, n: _row(lane, -n),
    "row_ror": lambda lane, n: ((lane & ~15) | (lane - n & 15), True),
    "wave_shl": lambda lane, n: _wave(lane, 1),
    "wave_shr": lambda lane, n: _wave(lane, -1),
    "wave_rol": lambda lane, n: ((lane + 1) % len(lane), True),
    "wave_ror": lambda lane, n: ((lane - 1) % len(lane), True),
    "row_mirror": lambda lane, n: (lane ^ 15, True),
    "row_half_mirror": lambda lane, n: (lane ^ 7, True),
    "row_bcast": _row_broadcast,
    "row_share": lambda lane, n: ((lane & ~15) | n, True),
    "row_newbcast": lambda lane, n: ((lane & ~15) | n, True),
    "row_xmask": lambda lane, n: (lane ^ n, True),
    "dpp8": lambda lane, pick: ((lane & ~7) | np.array(pick, np.intp)[lane & 7], True),
}


def control(modifiers: Mapping[str, Any]) -> str | None:
    """The modifier that selects lanes; `None` if there is none."""
    return next((name for name in CONTROLS if name in modifiers), None)


def sources(name: str, value: Any, lanes: int) -> Sources:
    """The lanes that a wave of `lanes` reads with the control `name`."""
    lane = np.arange(lanes)
    picked, valid = CONTROLS[name](lane, value)
    valid = np.broadcast_to(np.asarray(valid, np.bool_), (lanes,))
    return np.where(valid, picked, 0), valid


def enabled(modifiers: Mapping[str, Any], lanes: int) -> Bools:
    """The lanes that `row_mask` and `bank_mask` allow to write."""
    lane = np.arange(lanes)
    row_mask = int(modifiers.get("row_mask", 15))
    bank_mask = int(modifiers.get("bank_mask", 15))
    return (((row_mask >> (lane >> 4)) & (bank_mask >> (lane >> 2 & 3))) & 1) != 0

"""
Names of loads, stores and atomics of the vector memory instructions, old and new spelling.

Each name follows the address space: `global_`, `flat_`, `scratch_` or `buffer_`. gfx11
renamed most of them (LLVM, `FLATInstructions.td`, `BUFInstructions.td`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.memory.atomics import ATOMICS, Atomic


@dataclass(frozen=True)
class Width:
    """
    The data of a load or store: `size` bytes in memory; `signed` values are sign-extended;
    `half` is `l` or `h` when only one half of a register is used.
    """

    size: int
    signed: bool = False
    half: str = ""

    @property
    def words(self) -> int:
        """Number of registers."""
        return max(self.size // 4, 1)


_LARGE = (
    ("dword b32", Width(4)),
    ("dwordx2 b64", Width(8)),
    ("dwordx3 b96", Width(12)),
    ("dwordx4 b128", Width(16)),
)


def _widths(*rows: tuple[str, Width]) -> Mapping[str, Width]:
    """The rows by each of their names, the old and the new one."""
    return {name: width for names, width in (*_LARGE, *rows) for name in names.split()}


LOADS = _widths(
    ("ubyte u8", Width(1)),
    ("sbyte i8", Width(1, signed=True)),
    ("ushort u16", Width(2)),
    ("sshort i16", Width(2, signed=True)),
    ("ubyte_d16 d16_u8", Width(1, half="l")),
    ("ubyte_d16_hi d16_hi_u8", Width(1, half="h")),
    ("sbyte_d16 d16_i8", Width(1, signed=True, half="l")),
    ("sbyte_d16_hi d16_hi_i8", Width(1, signed=True, half="h")),
    ("short_d16 d16_b16", Width(2, half="l")),
    ("short_d16_hi d16_hi_b16", Width(2, half="h")),
)
STORES = _widths(
    ("byte b8", Width(1)),
    ("short b16", Width(2)),
    ("byte_d16_hi d16_hi_b8", Width(1, half="h")),
    ("short_d16_hi d16_hi_b16", Width(2, half="h")),
)


@dataclass(frozen=True)
class AtomicRow:
    """An atomic instruction: the name of its operation, and the bytes of a lane."""

    operation: str
    size: int

    def atomic(self, generation: Generation) -> Atomic:
        """
        The operation of a generation on memory other than LDS.

        A sum of floats flushes denormals before gfx940 and on gfx10 and gfx11 (LLVM,
        `AMDGPU.td`: the feature memory-atomic-fadd-f32-denormal-support).
        """
        name = self.operation
        if name == "fadd" and self.size == 4:
            keeps = generation.is_gfx940 or generation.major >= 12
            name = "fadd" if keeps else "fadd_flush"
        return ATOMICS[self.size][name]


INTEGER_ATOMICS = (
    *("swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax"),
    *("and", "or", "xor", "inc", "dec"),
)
_OLD = (*INTEGER_ATOMICS, "fcmpswap", "fmin", "fmax")
_NEW = {
    "swap_b": "swap",
    "cmpswap_b": "cmpswap",
    "add_u": "add",
    "sub_u": "sub",
    "min_i": "smin",
    "min_u": "umin",
    "max_i": "smax",
    "max_u": "umax",
    "and_b": "and",
    "or_b": "or",
    "xor_b": "xor",
    "inc_u": "inc",
    "dec_u": "dec",
    "cmpswap_f": "fcmpswap",
    "min_f": "fmin",
    "max_f": "fmax",
    "min_num_f": "fmin",
    "max_num_f": "fmax",
    "add_f": "fadd",
}
MEMORY_ATOMICS: Mapping[str, AtomicRow] = {
    **{name: AtomicRow(name, 4) for name in _OLD},
    **{name + "_x2": AtomicRow(name, 8) for name in _OLD},
    **{name + "32": AtomicRow(operation, 4) for name, operation in _NEW.items()},
    **{name + "64": AtomicRow(operation, 8) for name, operation in _NEW.items()},
    "csub": AtomicRow("csub", 4),
    "csub_u32": AtomicRow("csub", 4),
    "sub_clamp_u32": AtomicRow("csub", 4),
    "cond_sub_u32": AtomicRow("cond_sub", 4),
    "pk_add_f16": AtomicRow("pk_add_f16", 4),
    "pk_add_bf16": AtomicRow("pk_add_bf16", 4),
}

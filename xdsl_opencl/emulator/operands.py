"""
Operands of instructions: what the decoder makes of the fields of an encoding, the executor reads
and writes, and `disassemble` prints.

An operand has no width: `Literal(0.5, "float")` is the half, float or double that the
instruction reads, and `Special("vcc")` is one mask in both wave sizes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Register:
    """
    `count` registers from number `first` of the file `v` (vector), `a` (accumulation), `s`
    (scalar) or `ttmp`. `half` is `l` or `h` for one half of a vector register
    (`v1.h`), else empty. `negate` (`-v1`), `absolute` (`|v1|`) and `sext` (`sext(v1)`)
    are source modifiers.
    """

    file: str
    first: int
    count: int = 1
    half: str = ""
    negate: bool = False
    absolute: bool = False
    # mutant: only sources of SDWA are asked, and the decoder says it of each
    sext: bool = False


@dataclass(frozen=True)
class Special:
    """
    A register or a value with a name: `vcc`, `exec_lo`, `m0`, `null`, `off`,
    `src_shared_base`, ...
    """

    name: str
    negate: bool = False
    absolute: bool = False
    sext: bool = False


@dataclass(frozen=True)
class Literal:
    """
    A constant: 32 bits that follow the instruction (64 if `inline` is `wide`), or a number in it.
    Else, if `inline` is not empty, one of the constants that a source can name: an `integer` from
    -16 to 64, or a `float` of `INLINE_FLOATS`.
    """

    value: int | float
    inline: str = ""
    negate: bool = False
    absolute: bool = False
    sext: bool = False


@dataclass(frozen=True)
class Name:
    """
    Any other operand: `name` with the arguments in its brackets, such as `hwreg` with
    (`HW_REG_MODE`, 4, 2) or `sendmsg` with (`MSG_INTERRUPT`,).
    """

    name: str
    arguments: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Group:
    """
    Several operands that form one: the registers of an address that are not consecutive
    (`[v1, v5, v3]`).
    """

    operands: tuple[Register | Special | Literal | Name | Group, ...]


Operand = Register | Special | Literal | Name | Group


def _patterns(value: float) -> dict[int, int]:
    formats = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}
    return {
        width: struct.unpack(bits, struct.pack(number, value))[0]
        for width, (number, bits) in formats.items()
    }


INVERSE_PI = 0.15915494309189532

INLINE_FLOATS: dict[float, dict[int, int]] = {
    **{f: _patterns(f) for f in (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0)},
    INVERSE_PI: {16: 0x3118, 32: 0x3E22F983, 64: 0x3FC45F306DC9C882},
}
"""
The bits of the inline constants of floating-point type by width, in the order of their numbers from
240 on; the last is 1/(2*pi) ("RDNA3 Instruction Set Architecture", table 32).
"""


def literal_bits(
    literal: Literal, width: int, *, floating: bool = False, signed: bool = False
) -> int:
    """
    The bits of `literal` in an operand of `width` bits (16, 32, 64), without its modifiers.

    A literal of 32 bits in an operand of 64 is the high half of a double (`floating`),
    sign-extended (`signed`) or zero-extended; inline integers -16 to 64 are sign-extended
    ("RDNA3 Instruction Set Architecture", section 3.5.3 "Literal Constants").
    """
    value = literal.value
    if isinstance(value, float):
        return INLINE_FLOATS[value][width]
    if width == 64 and not literal.inline:
        value &= 0xFFFFFFFF
        if floating:
            return value << 32
        if signed and value & 0x80000000:
            value |= -1 << 32
    return value & ((1 << width) - 1)

"""
Operands of instructions, as LLVM prints them.

An operand has no width: `Literal(0.5)` is the half, float or double that the instruction reads,
and `Special("vcc")` is one mask in both wave sizes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache


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
    A constant as printed: an integer (decimal or hexadecimal), or an inline constant of
    floating-point type. `text` is the printed form.
    """

    value: int | float
    text: str = ""
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

INVERSE_PI = {16: 0x3118, 32: 0x3E22F983, 64: 0x3FC45F306DC9C882}
"""
The inline constant 1/(2*pi) by width ("RDNA3 Instruction Set Architecture", table 32; LLVM
prints 0.15915494, 0.15915494309189532 or 0.1592).
"""

_FORMATS = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}


@cache
def float_bits(value: float, width: int) -> int:
    """
    The bits of an inline constant of floating-point type in an operand of `width` bits.
    """
    if 0.159 < value < 0.1593:
        return INVERSE_PI[width]
    number, bits = _FORMATS[width]
    return struct.unpack(bits, struct.pack(number, value))[0]


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
        return float_bits(value, width)
    if width == 64 and not -16 <= value <= 64 and -(1 << 31) <= value < 1 << 32:
        if floating:
            return (value & 0xFFFFFFFF) << 32
        if signed and value & 0x80000000:
            value |= -1 << 32
        elif not signed:
            value &= 0xFFFFFFFF
    return value & ((1 << width) - 1)

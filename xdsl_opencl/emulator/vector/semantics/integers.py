"""
Integer and bit operations on arrays of 16, 32 and 64 bits, which wrap.

Sources: "RDNA3 Instruction Set Architecture", sections 16.7 to 16.10, by instruction;
"Vega Instruction Set Architecture", section 12.6 to 12.9.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.emulator.vector.semantics.formats import Array

Masks = npt.NDArray[np.bool_]


def subtract_reversed(a: Array, b: Array) -> Array:
    """`b - a`."""
    return b - a


@cache
def _shift_limit(dtype: Any) -> Any:
    return dtype.type(dtype.itemsize * 8 - 1)


def shift_left_reversed(amount: Array, value: Array) -> Array:
    """`value << amount`; only the low bits of `amount` that the width needs count."""
    limit = _shift_limit(value.dtype)
    return value << (amount.astype(value.dtype) & limit)


def shift_right_reversed(amount: Array, value: Array) -> Array:
    """`value >> amount`, with the sign if the type of `value` has one."""
    limit = _shift_limit(value.dtype)
    return value >> (amount.astype(value.dtype) & limit)


def shift_left(value: Array, amount: Array) -> Array:
    """`shift_left_reversed` with the value first."""
    return shift_left_reversed(amount, value)


def unsigned24(values: Array) -> Array:
    """The low 24 bits, as uint64."""
    return values.astype(np.uint64) & np.uint64(0xFFFFFF)


def signed24(values: Array) -> Array:
    """The low 24 bits with their sign, as int64."""
    shifted = values.astype(np.int32) << np.int32(8)
    return (shifted >> np.int32(8)).astype(np.int64)


def _product(wide: Callable[[Array], Array], dtype: Any, shift: int = 0) -> Any:
    """The function for the bits from `shift` on of the product of `wide` sources."""

    def product(a: Array, b: Array) -> Array:
        exact = wide(a) * wide(b)
        return (exact >> exact.dtype.type(shift)).astype(dtype)

    return product


multiply_u24 = _product(unsigned24, np.uint32)
multiply_i24 = _product(signed24, np.int32)
multiply_high_u24 = _product(unsigned24, np.uint32, 32)
multiply_high_i24 = _product(signed24, np.int32, 32)
multiply_high_u32 = _product(lambda values: values.astype(np.uint64), np.uint32, 32)
multiply_high_i32 = _product(lambda values: values.astype(np.int64), np.int32, 32)


def multiply_add_u64(a: Array, b: Array, c: Array) -> tuple[Array, Masks]:
    """`a * b + c` of 64 bits, and its carry."""
    # Without copies of the sources in 64 bits, which take longer than the product.
    total = np.multiply(a, b, dtype=np.uint64) + c
    return total, total < c


def multiply_add_i64(a: Array, b: Array, c: Array) -> tuple[Array, Masks]:
    """
    `a * b + c` of 64 bits with sign, and bit 64 of the exact sum (its sign if it does not fit).
    """
    product = np.multiply(a, b, dtype=np.int64)
    total = product + c
    overflow = ((product ^ total) & (c ^ total)) < 0
    return total, (total < 0) ^ overflow


# Carries


def add_carry(a: Array, b: Array, carry: Masks | None = None) -> tuple[Array, Masks]:
    """`a + b + carry` and the carry out."""
    total = a + b
    out = total < a
    if carry is not None:
        total = total + carry
        out = out | (carry & (total == 0))
    return total, out


def subtract_borrow(
    a: Array, b: Array, borrow: Masks | None = None
) -> tuple[Array, Masks]:
    """`a - b - borrow` and the borrow out."""
    difference = a - b
    out = b > a
    if borrow is not None:
        out = out | (borrow & (difference == 0))
        difference = difference - borrow
    return difference, out


def subtract_borrow_reversed(
    a: Array, b: Array, borrow: Masks | None = None
) -> tuple[Array, Masks]:
    """`b - a - borrow` and the borrow out."""
    return subtract_borrow(b, a, borrow)


# Three operands


def shift_left_add_u64(a: Array, amount: Array, c: Array) -> tuple[Array, Array]:
    """
    `(a << amount) + c` of pairs of registers; three bits of the amount count.

    Source: "AMD Instinct MI300 Instruction Set Architecture", V_LSHL_ADD_U64.
    """
    (low, high), amount = a, amount & np.uint32(7)
    if amount.any():
        high = high << amount | low >> np.uint32(1) >> (np.uint32(31) - amount)
        low = low << amount
    total = low + c[0]
    return total, high + c[1] + (total < low)


def bitwise_table(a: Array, b: Array, c: Array, table: int) -> Array:
    """
    The bitwise function of three sources whose truth table is `table`: bit 4a + 2b + c.

    Source: "AMD CDNA4 Instruction Set Architecture", V_BITOP3_B32.
    """
    result = np.zeros(np.broadcast_shapes(a.shape, b.shape, c.shape), a.dtype)
    for index in range(8):
        if table >> index & 1:
            term = a if index & 4 else ~a
            term = term & (b if index & 2 else ~b)
            result |= term & (c if index & 1 else ~c)
    return result


def median(a: Array, b: Array, c: Array) -> Array:
    """The middle of three integers."""
    return np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))


# Bit fields


def bit_field_extract_u32(value: Array, offset: Array, width: Array) -> Array:
    """`width` bits of `value` from `offset` on; both count 5 bits."""
    width = width & np.uint32(31)
    mask = (np.uint32(1) << width) - np.uint32(1)
    return (value >> (offset & np.uint32(31))) & mask


def bit_field_extract_i32(value: Array, offset: Array, width: Array) -> Array:
    """`bit_field_extract_u32` with the sign of the highest bit of the field."""
    count = (width & np.uint32(31)).astype(np.int32)
    shifted = value >> (offset & np.uint32(31)).astype(np.int32)
    # A field that extends beyond bit 31 is already sign-extended from bit 31.
    up = np.where(count == 0, 0, np.int32(32) - count).astype(np.int32)
    field = (shifted << up) >> up
    return np.where(count == 0, np.int32(0), field)


def bit_field_insert(mask: Array, a: Array, b: Array) -> Array:
    """V_BFI_B32: bits of `a` where `mask` has ones, else of `b`."""
    return (mask & a) | (~mask & b)


def bit_field_mask(width: Array, offset: Array) -> Array:
    """V_BFM_B32: `width` ones from bit `offset` on; both count 5 bits."""
    ones = (np.uint32(1) << (width & np.uint32(31))) - np.uint32(1)
    return ones << (offset & np.uint32(31))


def align_bit(high: Array, low: Array, amount: Array) -> Array:
    """32 bits of the 64 of `high` and `low`, from bit `amount` (of 5 bits) on."""
    joined = high.astype(np.uint64) << np.uint64(32) | low
    return (joined >> (amount.astype(np.uint64) & np.uint64(31))).astype(np.uint32)


def align_byte(high: Array, low: Array, amount: Array) -> Array:
    """4 bytes of the 8 of `high` and `low`, from byte `amount` (of 2 bits) on."""
    return align_bit(
        high, low, (amount.astype(np.uint32) & np.uint32(3)) << np.uint32(3)
    )


_M1, _M2, _M4 = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


def reverse_bits(values: Array) -> Array:
    """`values` (unsigned) with their bits in the reverse order."""
    v = values.astype(np.uint64)
    for shift, mask in ((1, _M1), (2, _M2), (4, _M4)):
        by, some = np.uint64(shift), np.uint64(mask)
        v = (v >> by & some) | (v & some) << by
    width = values.dtype.itemsize * 8
    return (v.byteswap() >> np.uint64(64 - width)).astype(values.dtype)


def count_ones(values: Array) -> Array:
    """The number of ones of each of `values` (unsigned), as uint32."""
    v = values.astype(np.uint64)
    v = v - (v >> np.uint64(1) & np.uint64(_M1))
    v = (v & np.uint64(_M2)) + (v >> np.uint64(2) & np.uint64(_M2))
    v = v + (v >> np.uint64(4)) & np.uint64(_M4)
    return (v * np.uint64(0x0101010101010101) >> np.uint64(56)).astype(np.uint32)


def population_count(value: Array, addend: Array) -> Array:
    """V_BCNT_U32_B32: the number of ones in `value`, plus `addend`."""
    return count_ones(value) + addend


def lowest_one(values: Array) -> Array:
    """The number of zeros below the lowest one of `values` (unsigned); -1 for 0."""
    below = ~values & (values - values.dtype.type(1))
    return np.where(values == 0, np.uint32(0xFFFFFFFF), count_ones(below))


def leading_zeros(values: Array) -> Array:
    """The number of zeros above the highest one of `values` (unsigned); -1 for 0."""
    filled = values
    for shift in (1, 2, 4, 8, 16, 32):
        if shift < values.dtype.itemsize * 8:
            filled = filled | filled >> values.dtype.type(shift)
    return np.where(values == 0, np.uint32(0xFFFFFFFF), count_ones(~filled))


def sign_bits(values: Array) -> Array:
    """
    The number of bits above the highest bit that differs from the sign of `values` (signed);
    -1 without one.
    """
    unsigned = np.dtype(f"u{values.dtype.itemsize}")
    return leading_zeros(np.where(values < 0, ~values, values).view(unsigned))


# Bytes


def _bytes(values: Array) -> list[Array]:
    """The four bytes of words, lowest first."""
    return [values >> np.uint32(8 * i) & np.uint32(0xFF) for i in range(4)]


def _difference(a: Array, b: Array) -> Array:
    return np.where(a > b, a - b, b - a)


def _sum_of_differences(masked: bool, a: Array, b: Array, c: Array) -> Array:
    """`c` and the differences of the four bytes; `masked`: if they are not 0 in `b`."""
    total = c
    for x, y in zip(_bytes(a), _bytes(b), strict=True):
        difference = _difference(x, y)
        total = total + (
            np.where(y == 0, np.uint32(0), difference) if masked else difference
        )
    return total


sum_of_differences_u8 = partial(_sum_of_differences, False)
masked_sum_of_differences_u8 = partial(_sum_of_differences, True)
"""V_SAD_U8 and V_MSAD_U8."""


def sum_of_differences_high_u8(a: Array, b: Array, c: Array) -> Array:
    """V_SAD_HI_U8: the sum of differences in the high half, plus `c`."""
    zero = np.zeros_like(c)
    return (sum_of_differences_u8(a, b, zero) << np.uint32(16)) + c


def sum_of_differences_u16(a: Array, b: Array, c: Array) -> Array:
    """V_SAD_U16: `c` and the differences of the two halves."""
    low, shift = np.uint32(0xFFFF), np.uint32(16)
    return c + _difference(a & low, b & low) + _difference(a >> shift, b >> shift)


def sum_of_differences_u32(a: Array, b: Array, c: Array) -> Array:
    """V_SAD_U32: |a - b| + c."""
    return _difference(a, b) + c


def _windows(values: Array) -> list[Array]:
    """The four words in 8 bytes that start at byte 0 to 3."""
    return [(values >> np.uint64(8 * i)).astype(np.uint32) for i in range(4)]


def _quad_sums(function: Any, a: Array, b: Array, c: Array) -> Array:
    """Four sums of 16 bits, of the windows of the 8 bytes `a`."""
    result = np.uint64(0)
    for index, window in enumerate(_windows(a)):
        shift = np.uint64(16 * index)
        addend = (c >> shift).astype(np.uint32) & np.uint32(0xFFFF)
        total = function(window, b, addend) & np.uint32(0xFFFF)
        result = result | total.astype(np.uint64) << shift
    return np.asarray(result)


quad_sums_of_differences = partial(_quad_sums, sum_of_differences_u8)
masked_quad_sums_of_differences = partial(_quad_sums, masked_sum_of_differences_u8)
"""V_QSAD_PK_U16_U8 and V_MQSAD_PK_U16_U8."""


def masked_quad_sums_u32(a: Array, b: Array, c: Array) -> Array:
    """V_MQSAD_U32_U8: four sums of 32 bits; `c` and the result are [4, …]."""
    windows = _windows(a)
    return np.stack(
        [masked_sum_of_differences_u8(windows[i], b, c[i]) for i in range(4)]
    )


def lerp_u8(a: Array, b: Array, c: Array) -> Array:
    """The average of each byte; bit 0 of each byte of `c` rounds up."""
    result = np.zeros(np.broadcast_shapes(a.shape, b.shape, c.shape), np.uint32)
    one = np.uint32(1)
    for index, (x, y, z) in enumerate(
        zip(_bytes(a), _bytes(b), _bytes(c), strict=True)
    ):
        result |= (x + y + (z & one) >> one) << np.uint32(8 * index)
    return result


def permute_bytes(high: Array, low: Array, selector: Array) -> Array:
    """
    V_PERM_B32: each byte of `selector` selects a byte of `low` (0 to 3) or `high` (4 to 7),
    the repeated sign bit of byte 1, 3, 5 or 7 (8 to 11), 0x00 (12), or 0xFF (above).
    """
    joined = high.astype(np.uint64) << np.uint64(32) | low
    result = np.zeros(joined.shape, np.uint32)
    for index, pick in enumerate(_bytes(selector)):
        place = (pick & np.uint32(7)).astype(np.uint64) << np.uint64(3)
        byte = (joined >> place).astype(np.uint32) & np.uint32(0xFF)
        odd = (pick - np.uint32(8)).astype(np.uint64) * np.uint64(16) + np.uint64(15)
        sign = (joined >> (odd & np.uint64(63))).astype(np.uint32) & np.uint32(1)
        byte = np.where(pick >= 8, sign * np.uint32(0xFF), byte)
        byte = np.where(pick == 12, np.uint32(0), byte)
        byte = np.where(pick > 12, np.uint32(0xFF), byte)
        result = result | byte << np.uint32(8 * index)
    return result


def cube_face(x: Array, y: Array, z: Array) -> tuple[Array, Array]:
    """The lanes in which z, and those in which y, is the major axis of a cube map."""
    z_major = (np.abs(z) >= np.abs(x)) & (np.abs(z) >= np.abs(y))
    return z_major, ~z_major & (np.abs(y) >= np.abs(x))


def cube_id(x: Array, y: Array, z: Array) -> Array:
    """V_CUBEID_F32: the number of the face."""
    z_major, y_major = cube_face(x, y, z)
    face = np.where(
        z_major,
        np.where(z < 0, 5.0, 4.0),
        np.where(y_major, np.where(y < 0, 3.0, 2.0), np.where(x < 0, 1.0, 0.0)),
    )
    return face.astype(np.float32)


def cube_s(x: Array, y: Array, z: Array) -> Array:
    """V_CUBESC_F32: the first coordinate on the face."""
    z_major, y_major = cube_face(x, y, z)
    return np.where(
        z_major, np.where(z < 0, -x, x), np.where(y_major, x, np.where(x < 0, z, -z))
    )


def cube_t(x: Array, y: Array, z: Array) -> Array:
    """V_CUBETC_F32: the second coordinate on the face."""
    _, y_major = cube_face(x, y, z)
    return np.where(y_major, np.where(y < 0, -z, z), -y)


def cube_major_axis(x: Array, y: Array, z: Array) -> Array:
    """V_CUBEMA_F32: twice the coordinate on the major axis."""
    z_major, y_major = cube_face(x, y, z)
    return np.where(z_major, z, np.where(y_major, y, x)) * np.float32(2)


def saturated_bytes_u8_i16(values: Array) -> Array:
    """
    V_SAT_PK_U8_I16: the two halves of a word as unsigned bytes that saturate, in 16 bits.
    """
    low = values.astype(np.uint16).view(np.int16).clip(0, 255).astype(np.uint16)
    high = (values >> np.uint32(16)).astype(np.uint16).view(np.int16)
    return low | high.clip(0, 255).astype(np.uint16) << np.uint16(8)


def _shifted_bytes(low: int, high: int, a: Array, b: Array, amount: Array) -> Array:
    shift = (amount & np.uint32(31)).astype(np.int32)
    first = (a >> shift).clip(low, high).astype(np.uint32) & np.uint32(0xFF)
    second = (b >> shift).clip(low, high).astype(np.uint32) & np.uint32(0xFF)
    return (first | second << np.uint32(8)).astype(np.uint16)


shift_pack_i8 = partial(_shifted_bytes, -128, 127)
shift_pack_u8 = partial(_shifted_bytes, 0, 255)
"""V_ASHR_PK_I8_I32 and V_ASHR_PK_U8_I32."""


def random_step(values: Array) -> Array:
    """
    V_PRNG_B32: a step of a linear feedback shift register with the taps 0xC5.

    Source: "AMD CDNA4 Instruction Set Architecture", V_PRNG_B32.
    """
    feedback = np.where(values >> np.uint32(31), np.uint32(0xC5), np.uint32(0))
    return values << np.uint32(1) ^ feedback

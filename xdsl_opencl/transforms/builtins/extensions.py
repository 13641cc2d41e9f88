"""
Functions of extensions: cl_khr_extended_bit_ops, cl_khr_integer_dot_product,
cl_amd_media_ops, cl_amd_media_ops2.

`EXPANSIONS` works on every target; `AMDGCN` has the functions that are a single GPU instruction.
LLVM's AMDGPU code generator finds the instructions for the other functions: `v_alignbit` for a funnel
shift, `v_bfm`, `v_cvt_f32_ubyte`, `v_min3`, `v_dot4`.

Sources: the texts of the extensions; ROCm-Device-Libs, `ockl/src/media.cl`; LLVM,
`IntrinsicsAMDGPU.td`; RDNA 3 ISA document, `V_SAD_U8` and the like, and
`V_CVT_PK_U8_F32`, which rounds as the mode says (to nearest even) and saturates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i1, i32
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.gpu.processors import DotProducts
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.ir.element_types import bits_of, integer_like, width_of
from xdsl_opencl.transforms.builtins.arithmetic import Expand
from xdsl_opencl.transforms.builtins.values import Values

SCALAR_OPERANDS = frozenset(
    ("amd_sad4", *(f"dot_acc_sat_{signs}" for signs in ("ss", "uu", "su", "us")))
)
"""Vector functions with a scalar operand that is not per element."""

# --- extended bit operations ----------------------------------------------------------


def _as_wide(v: Values, amount: SSAValue, type: Attribute) -> SSAValue:
    """A bit count, i32, in the elements of `type`."""
    return v.resize(amount, bits_of(type), unsigned=True)


def _bitfield_insert(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    base, field = a[0], a[1]
    offset, count = (_as_wide(v, amount, type) for amount in a[2:])
    rest = v.isub(v.constant(bits_of(type), type), count)
    ones = v.op(llvm.LShrOp, v.constant(-1, type), rest)
    mask = v.op(llvm.ShlOp, ones, offset)
    moved = v.op(llvm.ShlOp, field, offset)
    result = v.or_(v.and_(base, v.not_(mask)), v.and_(moved, mask))
    # No bits: the mask's shift would exceed the width by one.
    none = v.compare("eq", count, v.constant(0, type))
    return v.select(none, base, result)


def _bitfield_extract(*, unsigned: bool) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        offset, count = (_as_wide(v, amount, type) for amount in a[1:])
        rest = v.isub(v.constant(bits_of(type), type), count)
        top = v.op(llvm.ShlOp, a[0], v.isub(rest, offset))
        field = v.op(llvm.LShrOp if unsigned else llvm.AShrOp, top, rest)
        none = v.compare("eq", count, v.constant(0, type))
        return v.select(none, v.constant(0, type), field)

    return expand


# --- integer dot products -------------------------------------------------------------


def _bytes(v: Values, x: SSAValue) -> list[SSAValue]:
    """The bytes of each i32, lowest first, each in 32 bits, unsigned."""
    low = v.constant(0xFF, x.type)
    return [v.and_(v.lshr(x, 8 * i) if i else x, low) for i in range(4)]


def _factors(v: Values, x: SSAValue, sign: str) -> list[SSAValue]:
    """
    The four factors, in 32 bits, of a vector of bytes or of bytes packed in an i32.
    """
    if width_of(x.type) is not None:
        return v.elements(v.resize(x, 32, unsigned=sign == "u"))
    return (
        _bytes(v, x)
        if sign == "u"
        else ([v.ashr(v.shl(x, 24 - 8 * i) if i < 3 else x, 24) for i in range(4)])
    )


def _dot(signs: str) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        pairs = zip(
            _factors(v, a[0], signs[0]), _factors(v, a[1], signs[1]), strict=True
        )
        products = [v.imul(x, y) for x, y in pairs]
        total = products[0]
        for product in products[1:]:
            total = v.iadd(total, product)
        return total

    return expand


def _dot_acc_sat(signs: str) -> Expand:
    # Four products of bytes have 18 bits: only the last addition can overflow.
    kind = elementwise.UAddSatOp if signs == "uu" else elementwise.SAddSatOp
    product = _dot(signs)

    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        return v.op(kind, product(v, a[:2], type), a[2])

    return expand


# --- media ----------------------------------------------------------------------------


def _difference(v: Values, x: SSAValue, y: SSAValue) -> SSAValue:
    high = v.imax(x, y, unsigned=True)
    return v.isub(high, v.imin(x, y, unsigned=True))


def _sum(v: Values, first: SSAValue, others: Sequence[SSAValue]) -> SSAValue:
    for other in others:
        first = v.iadd(first, other)
    return first


def sad(v: Values, x: SSAValue, y: SSAValue, z: SSAValue) -> SSAValue:
    """The sum of the absolute differences of the bytes, added to `z`."""
    pairs = zip(_bytes(v, x), _bytes(v, y), strict=True)
    return _sum(v, z, [_difference(v, a, b) for a, b in pairs])


def msad(v: Values, x: SSAValue, y: SSAValue, z: SSAValue) -> SSAValue:
    """`sad` without the bytes for which `y` has 0."""
    zero = v.constant(0, x.type)
    terms = [
        v.select(v.compare("eq", b, zero), zero, _difference(v, a, b))
        for a, b in zip(_bytes(v, x), _bytes(v, y), strict=True)
    ]
    return _sum(v, z, terms)


Ternary = Callable[[Values, SSAValue, SSAValue, SSAValue], SSAValue]


def _plain(function: Ternary) -> Expand:
    return lambda v, a, type: function(v, a[0], a[1], a[2])


def _sadhi(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    zero = v.constant(0, type)
    return v.iadd(v.shl(sad(v, a[0], a[1], zero), 16), a[2])


def _sadw(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    low = v.constant(0xFFFF, type)
    first = _difference(v, v.and_(a[0], low), v.and_(a[1], low))
    second = _difference(v, v.lshr(a[0], 16), v.lshr(a[1], 16))
    return _sum(v, a[2], [first, second])


def _sad4(sad: Ternary) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        total = a[2]
        for x, y in zip(v.elements(a[0]), v.elements(a[1]), strict=True):
            total = sad(v, x, y, total)
        return total

    return expand


def _quad(function: Ternary) -> Expand:
    """
    Four sums of 16 bits, each of four bytes; the groups of bytes start one byte after the other.
    """

    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        wide = integer_like(type, 64)
        total = v.constant(0, wide)
        for i in range(4):
            window = v.lshr(a[0], 8 * i) if i else a[0]
            start = v.lshr(a[2], 16 * i) if i else a[2]
            value = function(
                v,
                v.resize(window, 32, unsigned=True),
                a[1],
                v.resize(start, 32, unsigned=True),
            )
            part = v.resize(value, 64, unsigned=True)
            part = v.and_(part, v.constant(0xFFFF, wide))
            total = v.or_(total, v.shl(part, 16 * i) if i else part)
        return total

    return expand


def _lerp(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    one = v.constant(1, type)
    total: SSAValue | None = None
    for i, (x, y, z) in enumerate(zip(*(_bytes(v, value) for value in a), strict=True)):
        mean = v.lshr(v.iadd(v.iadd(x, y), v.and_(z, one)), 1)
        part = v.shl(mean, 8 * i) if i else mean
        total = part if total is None else v.or_(total, part)
    assert total is not None
    return total


def _bytealign(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    # The funnel shift takes its amount modulo 32.
    return v.op(elementwise.FshrOp, a[0], a[1], v.shl(a[2], 3))


def _pack(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    x = a[0]
    whole = v.op(elementwise.RintOp, x)
    # minnum and maxnum turn NaN into the bound.
    bounded = v.fmin(
        v.fmax(whole, v.float_constant(0.0, x.type)), v.float_constant(255.0, x.type)
    )
    numbers = v.elements(v.to_integer(bounded, 32, unsigned=True))
    total = numbers[0]
    for i, number in enumerate(numbers[1:], 1):
        total = v.or_(total, v.shl(number, 8 * i))
    return total


def _unpack(index: int) -> Expand:
    return lambda v, a, type: v.to_float(_bytes(v, a[0])[index], 32, unsigned=True)


def _low5(v: Values, x: SSAValue) -> SSAValue:
    return v.and_(x, v.constant(31, x.type))


def _bfm(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    one = v.constant(1, type)
    ones = v.isub(v.op(llvm.ShlOp, one, _low5(v, a[0])), one)
    return v.op(llvm.ShlOp, ones, _low5(v, a[1]))


def _bfe(*, unsigned: bool) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        kind = llvm.LShrOp if unsigned else llvm.AShrOp
        offset, width = _low5(v, a[1]), _low5(v, a[2])
        word, zero = v.constant(32, type), v.constant(0, type)
        rest = v.isub(word, width)
        inner = v.op(kind, v.op(llvm.ShlOp, a[0], v.isub(rest, offset)), rest)
        outer = v.op(kind, a[0], offset)
        inside = v.compare("ult", v.iadd(offset, width), word)
        result = v.select(inside, inner, outer)
        return v.select(v.compare("eq", width, zero), zero, result)

    return expand


def _three(name: str, kind: str) -> Expand:
    unsigned = kind == "u"

    def low(v: Values, x: SSAValue, y: SSAValue) -> SSAValue:
        return v.fmin(x, y) if kind == "f" else v.imin(x, y, unsigned=unsigned)

    def high(v: Values, x: SSAValue, y: SSAValue) -> SSAValue:
        return v.fmax(x, y) if kind == "f" else v.imax(x, y, unsigned=unsigned)

    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        x, y, z = a
        if name == "min3":
            return low(v, low(v, x, y), z)
        if name == "max3":
            return high(v, high(v, x, y), z)
        return high(v, low(v, x, y), low(v, high(v, x, y), z))

    return expand


_SIGNS = ("ss", "uu", "su", "us")

EXPANSIONS: dict[str, Expand] = {
    "bitfield_insert": _bitfield_insert,
    "bitfield_extract_signed": _bitfield_extract(unsigned=False),
    "bitfield_extract_unsigned": _bitfield_extract(unsigned=True),
    "bit_reverse": lambda v, a, type: v.op(elementwise.BitReverseOp, a[0]),
    **{f"dot_{signs}": _dot(signs) for signs in _SIGNS},
    **{f"dot_acc_sat_{signs}": _dot_acc_sat(signs) for signs in _SIGNS},
    **{
        f"{name}_4x8packed_{signs}_{'uint' if signs == 'uu' else 'int'}": make(signs)
        for name, make in (("dot", _dot), ("dot_acc_sat", _dot_acc_sat))
        for signs in _SIGNS
    },
    "amd_pack": _pack,
    **{f"amd_unpack{i}": _unpack(i) for i in range(4)},
    "amd_bitalign": lambda v, a, type: v.op(elementwise.FshrOp, a[0], a[1], a[2]),
    "amd_bytealign": _bytealign,
    "amd_lerp": _lerp,
    "amd_sad": _plain(sad),
    "amd_sadhi": _sadhi,
    "amd_sadw": _sadw,
    "amd_sadd": lambda v, a, type: v.iadd(_difference(v, a[0], a[1]), a[2]),
    "amd_sad4": _sad4(sad),
    "amd_msad": _plain(msad),
    "amd_qsad": _quad(sad),
    "amd_mqsad": _quad(msad),
    "amd_bfm": _bfm,
    "amd_s_bfe": _bfe(unsigned=False),
    "amd_u_bfe": _bfe(unsigned=True),
    **{
        f"amd_{kind}_{name}": _three(name, kind)
        for name in ("min3", "max3", "median3")
        for kind in "fsu"
    },
}
"""The function on any target."""

# --- amdgcn ---------------------------------------------------------------------------

INTRINSICS: dict[str, str] = {
    "amd_bytealign": "llvm.amdgcn.alignbyte",
    "amd_lerp": "llvm.amdgcn.lerp",
    "amd_sad": "llvm.amdgcn.sad.u8",
    "amd_sadhi": "llvm.amdgcn.sad.hi.u8",
    "amd_sadw": "llvm.amdgcn.sad.u16",
    "amd_msad": "llvm.amdgcn.msad.u8",
    "amd_qsad": "llvm.amdgcn.qsad.pk.u16.u8",
    "amd_mqsad": "llvm.amdgcn.mqsad.pk.u16.u8",
    "amd_s_bfe": "llvm.amdgcn.sbfe.i32",
    "amd_u_bfe": "llvm.amdgcn.ubfe.i32",
    "amd_f_median3": "llvm.amdgcn.fmed3.f32",
}
"""Functions with one intrinsic for each element."""


def _each(intrinsic: str) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        if width_of(type) is None:
            return v.intrinsic(intrinsic, a, type)
        rows = zip(*(v.elements(value) for value in a), strict=True)
        return v.vector(
            [v.intrinsic(intrinsic, row, row[0].type) for row in rows], type
        )

    return expand


def _machine_pack(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    total = v.constant(0, i32)
    for i, element in enumerate(v.elements(a[0])):
        operands = (element, v.constant(i, i32), total)
        total = v.intrinsic("llvm.amdgcn.cvt.pk.u8.f32", operands, i32)
    return total


AMDGCN: dict[str, Expand] = {
    **{name: _each(intrinsic) for name, intrinsic in INTRINSICS.items()},
    "amd_sad4": _sad4(
        lambda v, x, y, z: v.intrinsic(INTRINSICS["amd_sad"], (x, y, z), i32)
    ),
    "amd_pack": _machine_pack,
}
"""The function on every amdgcn GPU, where that differs."""


def has_dot4(signs: str, dot_products: DotProducts) -> bool:
    """
    Returns whether a GPU with `dot_products` has the dot product of four bytes with these signs.
    """
    if dot_products is DotProducts.SAME_SIGNS:
        return signs in ("uu", "ss")
    return dot_products is DotProducts.ANY_SIGNS


def _machine_dot(name: str, signs: str, dot_products: DotProducts) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        x, y = (v.bitcast(value, i32) for value in a[:2])
        total = a[2] if len(a) == 3 else v.constant(0, i32)
        clamp = v.constant(int(len(a) == 3), i1)
        if signs == "uu":
            return v.intrinsic("llvm.amdgcn.udot4", (x, y, total, clamp), i32)
        if dot_products is DotProducts.SAME_SIGNS:
            return v.intrinsic("llvm.amdgcn.sdot4", (x, y, total, clamp), i32)
        is_signed = [v.constant(int(sign == "s"), i1) for sign in signs]
        operands = (is_signed[0], x, is_signed[1], y, total, clamp)
        return v.intrinsic("llvm.amdgcn.sudot4", operands, i32)

    return expand


DOT_SIGNS: dict[str, str] = {
    name: next(signs for signs in _SIGNS if f"_{signs}" in name)
    for name in EXPANSIONS
    if name.startswith("dot_")
}
"""Signs of the factors, by function."""


@cache
def for_amdgcn(name: str, dot_products: DotProducts) -> Expand | None:
    """
    Returns the function for a GPU with `dot_products`; `None` if it is the same on every target.
    """
    signs = DOT_SIGNS.get(name)
    if signs is not None and has_dot4(signs, dot_products):
        return _machine_dot(name, signs, dot_products)
    return AMDGCN.get(name)

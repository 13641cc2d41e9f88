"""Arithmetic, comparisons, conversions, vectors and structs of SPIR-V."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial, reduce

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import IntegerAttr, IntegerType, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.conversion import ConvertOp
from xdsl_opencl.dialects.opencl.types import OPAQUE_TYPES
from xdsl_opencl.ir.build import FLOAT_PREDICATES
from xdsl_opencl.ir.element_types import (
    bits_of,
    element_of,
    integer_like,
    is_float,
    vector_of,
    width_of,
)
from xdsl_opencl.llvm_ir.reader.constants import Constant
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.spirv.names import (
    CONVERSIONS,
    FLOAT_RELATIONS,
    FLOATS,
    INTEGER_RELATIONS,
    INTEGERS,
    WRAPS,
)
from xdsl_opencl.spirv.reader.constants import part, parts
from xdsl_opencl.spirv.reader.site import Handler, Site

_WRAP_FLAGS = tuple(IntegerAttr(flags, i32) for flags in range(4))

Kind = type[Operation]

# Arithmetic


def _plain(kind: Kind, f: Site) -> SSAValue:
    return f.build.op(kind, *(f.value(id) for id in f.ids()))


def _integers(kind: Kind, f: Site) -> SSAValue:
    """An operation on integers that may promise not to wrap; shifts take any width."""
    left, right = f.operand(0), f.operand(1)
    if kind in _SHIFTS and left.type != right.type:
        if width_of(left.type) != width_of(right.type):
            raise f.fault("its operands have different numbers of components")
        right = f.build.resize(right, left.type)
    flags = 0
    if kind in _WRAPPING:
        for found in f.facts.decorations.get(f.instruction.result, ()):
            flags |= WRAPS.get(str(found[0]), 0)
    properties = {"overflowFlags": _WRAP_FLAGS[flags]} if flags else None
    return f.build.op(kind, left, right, properties=properties)


_SHIFTS = (llvm.ShlOp, llvm.LShrOp, llvm.AShrOp)
_WRAPPING = (llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp)


def _floats(kind: Kind, f: Site) -> SSAValue:
    """An operation on one or two floats."""
    f.build.fast_math = f.fast_math()
    return _plain(kind, f)


def _not(f: Site) -> SSAValue:
    value = f.operand(0)
    return f.build.op(llvm.XOrOp, value, f.build.constant(-1, value.type))


def _modulo(f: Site) -> SSAValue:
    """The remainder with the sign of the divisor, of integers or of floats."""
    b, left, right = f.build, f.operand(0), f.operand(1)
    zero = f.zero(left.type)
    if f.instruction.opcode == "OpSMod":
        rest = b.op(llvm.SRemOp, left, right)
        sum_ = b.op(llvm.AddOp, rest, right)
        mixed = b.compare("slt", b.op(llvm.XOrOp, rest, right), zero)
        other = b.op(llvm.AndOp, mixed, b.compare("ne", rest, zero))
        return b.select(other, sum_, rest)
    rest = b.op(op_class("llvm.frem"), left, right)
    signed = f.add(BuiltinOp("copysign", (rest, right)))
    # A product of the signs could be too small for a number.
    mixed = b.compare_float("une", signed, rest)
    return b.select(mixed, b.op(llvm.FAddOp, rest, right), signed)


def _vector_times_scalar(f: Site) -> SSAValue:
    vector = f.operand(0)
    width = width_of(vector.type)
    if width is None:
        raise f.fault("its first operand is no vector")
    f.build.fast_math = f.fast_math()
    factors = f.vector(vector.type, [f.operand(1)] * width)
    return f.build.op(llvm.FMulOp, vector, factors)


def _dot(f: Site) -> SSAValue:
    left, right = f.operand(0), f.operand(1)
    width = width_of(left.type) or 1
    if width <= 4:
        return f.add(BuiltinOp("dot", (left, right), (f.result_type,)))
    f.build.fast_math = f.fast_math()
    return _sum(f, f.build.op(llvm.FMulOp, left, right), llvm.FAddOp)


def _sum(f: Site, vector: SSAValue, kind: type[Operation]) -> SSAValue:
    """The components of `vector` with `kind` between them."""
    return reduce(partial(f.build.op, kind), components(f, vector))


def components(f: Site, value: SSAValue) -> Iterator[SSAValue]:
    """The components of a vector, each extracted when it is asked for; or the scalar `value`."""
    if (width := width_of(value.type)) is None:
        yield value
    for index in range(width or 0):
        yield f.build.extract(value, index)


def _integer_dot(signs: str, accumulates: bool, f: Site) -> SSAValue:
    """
    `OpSDot` and its like: the builtins where they have this form, else products of the
    components in the width of the result.
    """
    left, right = f.operand(0), f.operand(1)
    result = f.result_type
    packed = width_of(left.type) is None
    more = (f.operand(2),) if accumulates else ()
    form = "dot_acc_sat" if accumulates else "dot"
    if bits_of(result) == 32 and (
        packed or (bits_of(left.type), width_of(left.type)) == (8, 4)
    ):
        name = f"{form}_{signs}"
        if packed:
            kind = "uint" if signs == "uu" else "int"
            name = f"{form}_4x8packed_{signs}_{kind}"
        return f.add(BuiltinOp(name, (left, right, *more), (result,)))
    if packed:
        bytes_ = vector_of(IntegerType(8), 4)
        left, right = (f.build.bitcast(v, bytes_) for v in (left, right))
    width = width_of(left.type)
    assert width is not None
    wide = vector_of(result, width)
    factors = [
        f.build.resize(value, wide, unsigned=sign == "u")
        for value, sign in zip((left, right), signs, strict=True)
    ]
    found = _sum(f, f.build.op(llvm.MulOp, *factors), llvm.AddOp)
    if not accumulates:
        return found
    name = "u_add_sat" if signs == "uu" else "s_add_sat"
    return f.add(BuiltinOp(name, (found, *more), (result,)))


def _pair(f: Site, low: SSAValue, high: SSAValue) -> SSAValue:
    """The struct of two values, the result of the instruction."""
    result = f.build.insert_value(f.poison(f.result_type), low, 0)
    return f.build.insert_value(result, high, 1)


def _carry(kind: Kind, f: Site) -> SSAValue:
    left, right = f.operand(0), f.operand(1)
    low = f.build.op(kind, left, right)
    pair = (low, left) if kind is llvm.AddOp else (left, right)
    carry = f.build.compare("ult", *pair)
    return _pair(f, low, f.build.op(llvm.ZExtOp, carry, type=left.type))


def _wide_product(name: str, f: Site) -> SSAValue:
    left, right = f.operand(0), f.operand(1)
    low = f.build.op(llvm.MulOp, left, right)
    return _pair(f, low, f.add(BuiltinOp(name, (left, right))))


# Bits


def _builtin(name: str, f: Site) -> SSAValue:
    """A builtin of the operands; a count has the width that the result asks for."""
    operands = [f.value(id) for id in f.ids()]
    result = f.result_type
    if name == "popcount":
        found = f.add(BuiltinOp(name, operands, (operands[0].type,)))
        return f.build.resize(found, result)
    if name.startswith("bitfield"):
        wide = 2 if name.endswith("insert") else 1
        operands[wide:] = [f.build.resize(v, 32) for v in operands[wide:]]
    return f.add(BuiltinOp(name, operands, (result,)))


# Comparisons


def _compare(predicate: str, f: Site) -> SSAValue:
    return f.build.compare(predicate, f.operand(0), f.operand(1))


def _compare_floats(predicate: str, f: Site) -> SSAValue:
    number = FLOAT_PREDICATES[predicate]
    return f.build.op(
        op_class("llvm.fcmp"),
        f.operand(0),
        # `OpIsNan` has one operand.
        f.operand(min(1, len(f.instruction.operands) - 1)),
        type=f.result_type,
        properties={"predicate": number, "fastmathFlags": f.fast_math()},
    )


def _classify(name: str, f: Site) -> SSAValue:
    """A builtin whose truth value is an integer."""
    found = f.add(BuiltinOp(name, (f.operand(0),), None))
    return f.build.compare("ne", found, f.zero(found.type))


def _any(kind: Kind, f: Site) -> SSAValue:
    value = f.operand(0)
    if bits_of(value.type) != 1:
        # Clang 22 gives the integers of OpenCL C: their signs are the truth values.
        value = f.build.compare("slt", value, f.zero(value.type))
    return _sum(f, value, kind)


def _select(f: Site) -> SSAValue:
    condition, yes, no = f.operand(0), f.operand(1), f.operand(2)
    if yes.type.__class__ in OPAQUE_TYPES:
        return f.add(arith.SelectOp(condition, yes, no))
    return f.build.select(condition, yes, no)


# Conversions


def _convert(name: str, source_unsigned: bool, unsigned: bool, f: Site) -> SSAValue:
    """
    A conversion between numbers: an operation of LLVM, or OpenCL's with a rounding mode or
    saturation.
    """
    value, result = f.operand(0), f.result_type
    if value.type == result and source_unsigned == unsigned:
        return value
    id = f.instruction.result
    mode = f.facts.decoration(id, "FPRoundingMode")
    saturates = f.facts.decoration(id, "SaturatedConversion")
    if name and mode is None and saturates is None:
        return f.build.op(op_class(f"llvm.{name}"), value, type=result)
    if not (is_float(value.type) or is_float(result)):
        mode = None
    return f.add(
        ConvertOp(
            value,
            result,
            src_unsigned=source_unsigned,
            dst_unsigned=unsigned,
            rounding=None if mode is None else RoundingMode[str(mode[0])],
            saturate=saturates is not None or not name,
        )
    )


def _resize(unsigned: bool, f: Site) -> SSAValue:
    if f.facts.decoration(f.instruction.result, "SaturatedConversion") is not None:
        return _convert("", unsigned, unsigned, f)
    value = f.operand(0)
    if is_float(value.type) or is_float(f.result_type):
        raise f.fault(f"converts integers, not {value.type} to {f.result_type}")
    return f.build.resize(value, f.result_type, unsigned=unsigned)


def _convert_floats(f: Site) -> SSAValue:
    wide = bits_of(f.operand(0).type) < bits_of(f.result_type)
    return _convert("fpext" if wide else "fptrunc", False, False, f)


def _bfloat16(f: Site) -> SSAValue:
    """A float as the bits of the nearest bfloat16, NaN quiet; or such bits as a float."""
    b, value, result = f.build, f.operand(0), f.result_type
    narrows = is_float(value.type)
    types = (value.type, result) if narrows else (result, value.type)
    wide, widths = integer_like(types[0], 32), {width_of(type) for type in types}
    if tuple(bits_of(type) for type in types) != (32, 16) or len(widths) > 1:
        raise f.fault(f"{value.type} and {result} are no float and bits of a bfloat16")
    half = b.constant(16, wide)
    if not narrows:
        return b.bitcast(b.op(llvm.ShlOp, b.resize(value, wide), half), result)
    bits = b.bitcast(value, wide)
    odd = b.op(llvm.AndOp, b.op(llvm.LShrOp, bits, half), b.constant(1, wide))
    rounded = b.op(llvm.AddOp, b.op(llvm.AddOp, bits, b.constant(0x7FFF, wide)), odd)
    quiet = b.op(llvm.OrOp, bits, b.constant(1 << 22, wide))
    bits = b.select(b.compare_float("uno", value, value), quiet, rounded)
    return b.resize(b.op(llvm.LShrOp, bits, half), result)


def _copy(f: Site) -> SSAValue | None:
    if (id := f.id(0)) in f.images:
        f.images[f.instruction.result] = f.images[id]
        return None
    return None if f.hands_on() else f.value(id)


# Vectors and structs


def _construct(f: Site) -> SSAValue:
    type = f.result_type
    values = [f.value(id) for id in f.ids()]
    if width_of(type) is None:
        found = f.poison(type)
        if parts(type, len(values)) != tuple(value.type for value in values):
            raise f.fault(f"{len(values)} parts do not make {type}")
        for index, value in enumerate(values):
            found = f.build.insert_value(found, value, index)
        return found
    pieces = [piece for value in values for piece in components(f, value)]
    if len(pieces) != width_of(type):
        raise f.fault(f"{len(pieces)} components do not make {type}")
    return f.vector(type, pieces)


def _member(f: Site, type: Attribute, indices: list[int]) -> Attribute:
    """The type of the part at `indices`."""
    for index in indices:
        found = part(type, index)
        if found is None:
            raise f.fault(f"{type} has no part {index}")
        type = found
    return type


def _extract(f: Site) -> SSAValue | None:
    id, *indices = f.ids()
    if (query := f.vector_query(id)) is not None and indices:
        return f.query_value(query._replace(place=indices[0]))
    value = f.value(id)
    if not indices:
        return value
    _member(f, value.type, indices)
    *outer, last = indices
    if width_of(_member(f, value.type, outer)) is None:
        return f.build.extract_value(value, *indices)
    vector = f.build.extract_value(value, *outer) if outer else value
    return f.build.extract(vector, last)


def _insert(f: Site) -> SSAValue:
    part, whole, *indices = f.ids()
    value, target = f.value(part), f.value(whole)
    if _member(f, target.type, indices) != value.type:
        raise f.fault(f"the part is of type {value.type}")
    *outer, last = indices or (0,)
    if indices and width_of(_member(f, target.type, outer)) is not None:
        inner = f.build.extract_value(target, *outer) if outer else target
        value = f.build.op(llvm.InsertElementOp, inner, value, f.integer(last))
        indices = outer
    return f.build.insert_value(target, value, *indices) if indices else value


def _shuffle(f: Site) -> SSAValue:
    first, second, *lanes = f.ids()
    values = f.value(first), f.value(second)
    own, other = (width_of(value.type) for value in values)
    if own is None or other is None:
        raise f.fault("its operands are no vectors")
    poison = 0xFFFFFFFF
    if any(lane >= own + other and lane != poison for lane in lanes):
        raise f.fault("a component is in neither vector")
    longest = max(own, other)
    mask = [
        -1 if lane == poison else lane if lane < own else lane - own + longest
        for lane in lanes
    ]
    left, right = (widened(f, value, longest) for value in values)
    return f.build.shuffle(left, right, mask)


def widened(f: Site, value: SSAValue, width: int, more: int = -1) -> SSAValue:
    """The vector `value` with `width` components, beyond its own the component `more`."""
    own = width_of(value.type) or 1
    if own == width:
        return value
    lanes = [n if n < own else more for n in range(width)]
    return f.build.shuffle(value, f.poison(value.type), lanes)


def _extract_dynamic(f: Site) -> SSAValue:
    id, at = f.ids()
    if (query := f.vector_query(id)) is not None:
        return f.query_value(query._replace(place=f.axis(at)))
    vector = f.value(id)
    type = element_of(vector.type)
    return f.build.op(ExtractElementOp, vector, f.value(at), type=type)


def _bitcast(f: Site) -> SSAValue | None:
    if f.hands_on():
        return None
    value, result = f.operand(0), f.result_type
    if value.type == result:
        return value
    of, to = (isinstance(t, llvm.LLVMPointerType) for t in (value.type, result))
    if of and to:
        return f.build.op(op_class("llvm.addrspacecast"), value, type=result)
    # A vector of integers may be a pointer's bits (SPIR-V 1.5).
    number = IntegerType(f.types.address_bits)
    if of:
        value = f.build.op(op_class("llvm.ptrtoint"), value, type=number)
    bits = number if to else result
    sizes = [bits_of(t) * (width_of(t) or 1) for t in (value.type, bits)]
    if sizes[0] != sizes[1]:
        raise f.fault(f"{value.type} and {bits} have different sizes")
    value = f.build.bitcast(value, bits)
    return f.build.op(op_class("llvm.inttoptr"), value, type=result) if to else value


def of_boolean(f: Site, value: SSAValue, type: Attribute) -> SSAValue:
    """The truth value `value` as an integer of `type`."""
    if value.type != i1:
        raise f.fault(f"a truth value is a Boolean, not {value.type}")
    return f.build.op(llvm.ZExtOp, value, type=type)


ROWS: Mapping[str, Handler] = {
    **{
        name: partial(_integers, op_class(f"llvm.{kind}"))
        for name, kind in INTEGERS.items()
    },
    **{
        name: partial(_floats, op_class(f"llvm.{kind}"))
        for name, kind in FLOATS.items()
    },
    "SMod": _modulo,
    "LogicalAnd": partial(_plain, llvm.AndOp),
    "LogicalOr": partial(_plain, llvm.OrOp),
    "LogicalEqual": partial(_compare, "eq"),
    "LogicalNotEqual": partial(_compare, "ne"),
    "LogicalNot": _not,
    "Not": _not,
    "SNegate": lambda f: f.build.op(llvm.SubOp, f.zero(f.result_type), f.operand(0)),
    "IAddCarry": partial(_carry, llvm.AddOp),
    "ISubBorrow": partial(_carry, llvm.SubOp),
    "UMulExtended": partial(_wide_product, "u_mul_hi"),
    "SMulExtended": partial(_wide_product, "s_mul_hi"),
    "FMod": _modulo,
    "FNegate": partial(_floats, llvm.FNegOp),
    "VectorTimesScalar": _vector_times_scalar,
    "Dot": _dot,
    **{
        f"{sign}Dot{more}": partial(_integer_dot, signs, bool(more))
        for sign, signs in (("S", "ss"), ("U", "uu"), ("SU", "su"))
        for more in ("", "AccSat")
    },
    "BitCount": partial(_builtin, "popcount"),
    "BitReverse": partial(_builtin, "bit_reverse"),
    "BitFieldInsert": partial(_builtin, "bitfield_insert"),
    "BitFieldSExtract": partial(_builtin, "bitfield_extract_signed"),
    "BitFieldUExtract": partial(_builtin, "bitfield_extract_unsigned"),
    **{name: partial(_compare, kind) for name, kind in INTEGER_RELATIONS.items()},
    **{name: partial(_compare_floats, kind) for name, kind in FLOAT_RELATIONS.items()},
    "PtrEqual": partial(_compare, "eq"),
    "PtrNotEqual": partial(_compare, "ne"),
    "LessOrGreater": partial(_compare_floats, "one"),
    "IsNan": partial(_compare_floats, "uno"),
    "IsInf": partial(_classify, "isinf"),
    "IsFinite": partial(_classify, "isfinite"),
    "IsNormal": partial(_classify, "isnormal"),
    "SignBitSet": partial(_classify, "signbit"),
    "Any": partial(_any, llvm.OrOp),
    "All": partial(_any, llvm.AndOp),
    "Select": _select,
    **{
        name: partial(_convert, kind, name.startswith("ConvertU"), name.endswith("U"))
        for name, kind in CONVERSIONS.items()
    },
    "FConvert": _convert_floats,
    "ConvertBF16ToFINTEL": _bfloat16,
    "ConvertFToBF16INTEL": _bfloat16,
    "SConvert": partial(_resize, False),
    "UConvert": partial(_resize, True),
    "SatConvertSToU": partial(_convert, "", False, True),
    "SatConvertUToS": partial(_convert, "", True, False),
    "Bitcast": _bitcast,
    "CopyObject": _copy,
    "CopyLogical": _copy,
    "CompositeConstruct": _construct,
    "CompositeExtract": _extract,
    "CompositeInsert": _insert,
    "VectorShuffle": _shuffle,
    "VectorExtractDynamic": _extract_dynamic,
    "VectorInsertDynamic": partial(_plain, llvm.InsertElementOp),
    "Undef": lambda f: f.make(Constant(f.result_type, "undef")),
    "PoisonKHR": lambda f: f.poison(f.result_type),
    "FreezeKHR": lambda f: f.build.op(op_class("llvm.freeze"), f.operand(0)),
}

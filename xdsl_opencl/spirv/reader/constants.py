"""The constants of a module of SPIR-V, as trees that functions and variables take."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute

from xdsl_opencl.dialects.opencl.folding.constants import as_value
from xdsl_opencl.dialects.opencl.folding.numbers import from_bytes, nearest, to_bytes
from xdsl_opencl.ir.element_types import bits_of, element_of, width_of
from xdsl_opencl.llvm_ir.reader.constants import Constant, has_packed
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported
from xdsl_opencl.llvm_ir.reader.types import (
    PackedStruct,
    TypeParser,
    as_integer,
    as_vector,
)
from xdsl_opencl.llvm_ir.syntax.words import ADDRESS_BITS
from xdsl_opencl.spirv.names import INTEGER_RELATIONS
from xdsl_opencl.spirv.reader.types import Types, is_number
from xdsl_opencl.spirv.words import Instruction

_LEAVES = 1 << 18
"""Numbers of a constant beyond 64 for each id; a module shares the parts of larger ones."""

_NANS = {16: 0x7E00, 32: 0x7FC00000, 64: 0x7FF8000000000000}


class Constants:
    """
    The constants declared so far by id. `given` are the values of specialization constants from
    outside by their numbers; `spec_ids` are the numbers that the module has.
    """

    def __init__(
        self,
        types: Types,
        definitions: Mapping[int, Instruction],
        given: Mapping[int, bytes | int | float],
    ):
        self.types = types
        self.definitions = definitions
        self.given = given
        self.spec_ids: set[int] = set()
        self.values: dict[int, Constant] = {}
        self._leaves: dict[int, int] = {}

    def integer(self, id: int) -> int | None:
        """The constant integer `id`, as an unsigned number; `None` if it is none."""
        return _integer(self.values.get(id))

    def signed(self, id: int) -> int | None:
        """The constant integer `id`, as a signed number; `None` if it is none."""
        found = self.integer(id)
        return None if found is None else as_value(found, bits_of(self.values[id].type))

    def declare(self, each: Instruction, spec_id: int | None) -> None:
        """
        Adds a constant; `spec_id` is the number under which its value may come from outside.

        Raises `SpirvError`, also for a value from outside of another size.
        """
        type = self.types.source(each.type, each)
        given = None
        if spec_id is not None:
            self.spec_ids.add(spec_id)
            given = self.given.get(spec_id)
        match each.opcode.replace("OpSpecConstant", "OpConstant"):
            case "OpConstant":
                bits = each.operands[0]
                if given is not None:
                    bits = _outside(each, f"{spec_id}", given, type)
                found = number(type, bits)
                if found is None:
                    raise each.fault("a number has a type of numbers")
            case "OpConstantTrue" | "OpConstantFalse":
                value = int(each.opcode.endswith("True"))
                if given is not None:
                    value = int(_outside(each, f"{spec_id}", given, type) != 0)
                found = Constant(type, "int", value)
            case "OpConstantComposite":
                found = self._composite(each, type)
            case name if name in _EMPTY:
                found = Constant(type, _EMPTY[name])
            case _:
                raise each.fault("kernels have no such constant")
        self.values[each.result] = found

    def _composite(self, each: Instruction, type: Attribute) -> Constant:
        operands: list[Constant] = []
        for id in each.operands:
            if (operand := self.values.get(id)) is None:
                raise each.fault(f"%{id} is no constant")
            operands.append(operand)
        leaves = sum(self._leaves.get(id, 1) for id in each.operands)
        most = _LEAVES + 64 * len(self.definitions)
        if leaves > most:
            raise each.fault(f"{leaves} numbers; at most {most}")
        self._leaves[each.result] = leaves
        if (found := _composed(type, operands)) is None:
            types = ", ".join(sorted({str(part.type) for part in operands}))
            raise each.fault(f"{len(operands)} parts of {types} do not make {type}")
        return found

    def fold(self, each: Instruction, name: str, operands: tuple[int, ...]) -> bool:
        """
        Adds the result of operation `name` of constants `operands` (`OpSpecConstantOp`); returns
        whether it is known now. Addresses become constant expressions.
        """
        type = self.types.get(each.type, each)
        found: Constant | None = None
        if name in _ADDRESSES:
            found = self._address(each, name, operands, type)
        elif (fold := _FOLDS.get(name) or _SIGNED.get(name)) is not None:
            known = [self.values[id] for id in operands if id in self.values]
            if len(known) == len(operands):
                found = _folded(fold, name in _SIGNED, type, known)
        elif name in ("OpCompositeExtract", "OpCompositeInsert", "OpVectorShuffle"):
            found = self._rearranged(name, operands, type)
        if found is None or found.type != type:
            return False
        self.values[each.result] = found
        return True

    def _rearranged(
        self, name: str, words: tuple[int, ...], type: Attribute
    ) -> Constant | None:
        """A part of a constant, or a vector of parts of two; `None` where one is not known."""
        first, width = self.values.get(words[0]), width_of(type)
        if name == "OpCompositeExtract":
            for index in words[1:]:
                first = first and _piece(first, index)
            return first
        second = self.values.get(words[1])
        if first is None or second is None or width is None:
            return None
        known = dict(enumerate(_pieces(second)))
        if name == "OpCompositeInsert":
            if len(words) != 3 or words[2] >= width:
                return None
            known[words[2]] = first
            return _composed(type, [known.get(lane) for lane in range(width)])
        known = dict(enumerate((*_pieces(first), *known.values())))
        known[0xFFFFFFFF] = Constant(element_of(type), "undef")
        return _composed(type, [known.get(lane) for lane in words[2:]])

    def _address(
        self, each: Instruction, name: str, ids: tuple[int, ...], type: Attribute
    ) -> Constant | None:
        base_type = 0
        if name.startswith("OpUntyped"):
            base_type, ids = ids[0], ids[1:]
        known = [self.values[id] for id in ids if id in self.values]
        if len(known) < len(ids):
            return None
        if (kind := _CASTS.get(name)) is not None:
            if known[0].type == type:
                return known[0]
            return Constant(type, kind, None, (known[0],))
        source = self.types.pointee(self.definitions[ids[0]])
        if base_type:
            source = self.types.source(base_type, each)
        if source is None:
            return None
        indices = tuple(known[1:])
        if "Ptr" not in name:
            indices = (Constant(IntegerType(32), "int", 0), *indices)
        steps = [self.signed(id) for id in ids[1:]]
        check_indices(each, source, steps[1:] if "Ptr" in name else steps)
        flags = ADDRESS_BITS["inbounds"] if "InBounds" in name else 0
        return Constant(
            type, "getelementptr", None, (known[0], *indices), source, flags
        )


def _parts(type: Attribute) -> tuple[int, tuple[Attribute, ...]]:
    """The number of the parts of a vector, array or struct, and their types, or the one of all."""
    if (vector := as_vector(type)) is not None:
        return vector.get_shape()[0], (vector.element_type,)
    match type:
        case llvm.LLVMArrayType():
            return type.size.data, (type.type,)
        case llvm.LLVMStructType():
            members = type.types.data
        case PackedStruct():
            members = tuple(type.elements)
        case _:
            members = ()
    return len(members), members


def parts(type: Attribute, count: int) -> Sequence[Attribute] | None:
    """The types of the parts of a vector, array or struct of `count`; `None` for others."""
    found, types = _parts(type)
    if found != count:
        return None
    return types if len(types) == count else types * count


def part(type: Attribute, index: int) -> Attribute | None:
    """The type of a part of a vector, array or struct; `None` where there is none."""
    found, types = _parts(type)
    return types[min(index, len(types) - 1)] if index < found else None


def check_indices(
    each: Instruction, source: Attribute, indices: Sequence[object]
) -> None:
    """Refuses an index of a part that `source` has not; one that is no `int` is not known."""
    for index in indices:
        is_struct = isinstance(source, llvm.LLVMStructType | PackedStruct)
        at = index if is_struct and isinstance(index, int) and index >= 0 else 0
        found = None if is_struct and at is not index else part(source, at)
        if found is None:
            what = f"{source} has no member {index}"
            raise each.fault(what if is_struct else f"an index into {source}")
        source = found


def _integer(constant: Constant | None) -> int | None:
    """The value of `constant` as an unsigned number; `None` if it is not a known integer."""
    if constant is None or not isinstance(constant.type, IntegerType):
        return None
    found = 0 if constant.kind == "zero" else constant.value
    return found if isinstance(found, int) else None


def _piece(constant: Constant, index: int) -> Constant | None:
    """A part of a constant vector, array or struct; `None` if that is not known."""
    if constant.kind in ("vector", *_KINDS.values()):
        return constant.operands[index] if index < len(constant.operands) else None
    type = part(constant.type, index)
    if type is None or constant.kind not in ("zero", "undef", "poison"):
        return None
    return Constant(type, constant.kind)


def _pieces(vector: Constant) -> list[Constant | None]:
    return [_piece(vector, lane) for lane in range(width_of(vector.type) or 0)]


def _composed(type: Attribute, given: Sequence[Constant | None]) -> Constant | None:
    """The vector, array or struct of parts; `None` where one is not known, or does not fit."""
    known = tuple(each for each in given if each is not None)
    members = parts(type, len(given))
    if members is None or [*members] != [each.type for each in known]:
        return None
    if all(each.kind == "zero" for each in known):
        return Constant(type, "zero")
    kind = "vector" if as_vector(type) is not None else _KINDS[type.__class__]
    return Constant(type, kind, None, known)


def _folded(
    fold: Fold, is_signed: bool, type: Attribute, operands: Sequence[Constant]
) -> Constant | None:
    """The integer, or vector of these, that `fold` makes of the components of `operands`."""
    element, width = element_of(type), width_of(type)
    # The condition of a choice, the first of three, may be a scalar.
    widths = {width_of(each.type) for each in operands[-2:]}
    if as_integer(element) is None or widths != {width}:
        return None
    lanes: list[Constant | None] = []
    for lane in range(width or 1):
        parts_ = [p if width_of(p.type) is None else _piece(p, lane) for p in operands]
        known = [
            (n, bits_of(p.type)) for p in parts_ if p and (n := _integer(p)) is not None
        ]
        if len(known) < len(operands):
            return None
        numbers = [as_value(n, b) if is_signed else n for n, b in known]
        try:
            lanes.append(number(element, fold(*numbers)))
        except ZeroDivisionError:
            lanes.append(Constant(element, "undef"))
    return lanes[0] if width is None else _composed(type, lanes)


_EMPTY = {"OpConstantNull": "zero", "OpUndef": "undef", "OpPoisonKHR": "poison"}
_KINDS: dict[type[Attribute], str] = {
    llvm.LLVMStructType: "struct",
    llvm.LLVMArrayType: "array",
    PackedStruct: "packed",
}
_CASTS = {
    "OpBitcast": "bitcast",
    "OpPtrCastToGeneric": "addrspacecast",
    "OpGenericCastToPtr": "addrspacecast",
    "OpConvertPtrToU": "ptrtoint",
    "OpConvertUToPtr": "inttoptr",
}
CHAINS = [
    each
    for name in ("Access", "InBoundsAccess", "PtrAccess", "InBoundsPtrAccess")
    for each in (f"Op{name}Chain", f"OpUntyped{name}ChainKHR")
]
_ADDRESSES = frozenset((*CHAINS, *_CASTS))


def _outside(
    each: Instruction, name: str, given: bytes | float, type: Attribute
) -> int:
    """The bits of the value that comes from outside for specialization constant `name`."""
    what = f"specialization constant {name}"
    size = max(8, bits_of(type)) // 8
    if isinstance(given, bytes):
        if len(given) != size:
            raise each.fault(f"{what} has {size} bytes; {len(given)} are given")
        return int.from_bytes(given, "little")
    if as_integer(type) is None:
        bits = bits_of(type)
        memory = to_bytes([nearest(float(given), bits)], bits, floating=True)
        return int.from_bytes(memory, "little")
    if isinstance(given, float) and not given.is_integer():
        raise each.fault(f"{what} is an integer; {given} is given")
    bits = 8 * size if bits_of(type) > 1 else 1
    if not -(1 << bits - 1) <= int(given) < 1 << bits:
        raise each.fault(f"{what} has {bits} bits; {given} does not fit")
    return int(given) & (1 << bits) - 1


Fold = Callable[..., int]
"""An operation on numbers; the lowest bits of the result count."""


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int:
    return a - _quotient(a, b) * b


def _shift_left(a: int, b: int) -> int:
    return a << b if b < 64 else 0


def _shift_right(a: int, b: int) -> int:
    # The number of places has no sign.
    return a >> (b if 0 <= b < 64 else 63)


def _select(condition: int, yes: int, no: int) -> int:
    return yes if condition else no


_RELATIONS: Mapping[str, Fold] = {
    f"Op{name}": getattr(operator, predicate[-2:])
    for name, predicate in INTEGER_RELATIONS.items()
}
_FOLDS: Mapping[str, Fold] = {
    "OpIAdd": int.__add__,
    "OpISub": int.__sub__,
    "OpIMul": int.__mul__,
    "OpUDiv": int.__floordiv__,
    "OpUMod": int.__mod__,
    "OpShiftLeftLogical": _shift_left,
    "OpShiftRightLogical": int.__rshift__,
    "OpBitwiseAnd": int.__and__,
    "OpBitwiseOr": int.__or__,
    "OpBitwiseXor": int.__xor__,
    "OpLogicalAnd": int.__and__,
    "OpLogicalOr": int.__or__,
    "OpLogicalEqual": int.__eq__,
    "OpLogicalNotEqual": int.__ne__,
    "OpLogicalNot": int.__invert__,
    "OpNot": int.__invert__,
    "OpSelect": _select,
    "OpUConvert": int.__pos__,
    **{name: fold for name, fold in _RELATIONS.items() if name[2] != "S"},
}
_SIGNED: Mapping[str, Fold] = {
    "OpSDiv": _quotient,
    "OpSRem": _remainder,
    "OpSMod": int.__mod__,
    "OpShiftRightArithmetic": _shift_right,
    "OpSNegate": int.__neg__,
    "OpSConvert": int.__pos__,
    **{name: fold for name, fold in _RELATIONS.items() if name[2] == "S"},
}
"""The operations of unsigned and of signed numbers."""


def number(type: Attribute, bits: int) -> Constant | None:
    """The constant of the bits `bits` of `type`; `None` if it is no number."""
    if not is_number(type):
        return None
    width = bits_of(type)
    bits &= (1 << width) - 1
    if as_integer(type) is not None:
        return Constant(type, "int", bits)
    (value,) = from_bytes(bits.to_bytes(width // 8, "little"), width, floating=True)
    if math.isnan(value) and bits != _NANS[width]:
        return Constant(type, "float", bits)
    negative_zero = value == 0 and math.copysign(1, value) < 0
    return Constant(type, "float", value, flags=int(negative_zero))


_MOST_BYTES = 1 << 22


def check_packed(value: Constant, types: TypeParser) -> None:
    """Raises `Unsupported` for a packed struct, which becomes bytes, of too many of these."""
    if has_packed(value):
        size, _ = types.layout.size_and_alignment(value.type)
        if size > _MOST_BYTES:
            raise Unsupported(f"a value of {size} bytes with packed structs")

"""
Types, constants, names and strings as LLVM IR text.

Source of every spelling: LLVM Language Reference Manual, sections Identifiers, Type System,
Constants; the hexadecimal floating-point forms are in section Simple Constants.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    IntAttr,
    IntegerAttr,
    Signedness,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.dialects.llvm import (
    LLVMArrayType,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
    LLVMVoidType,
)
from xdsl.ir import Attribute

from xdsl_opencl.dialects.llvm_ext.types import TargetType
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.narrow import (
    is_array,
    is_dense,
    is_float_attr,
    is_integer,
    is_integer_array,
    is_integer_attr,
    is_vector,
)
from xdsl_opencl.llvm_ir.syntax.words import FLOAT_MANGLING, FLOAT_WORDS

_PLAIN_NAME = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*\Z")


def escape(data: str | bytes) -> str:
    """
    `data` between the double quotes of an LLVM string: every byte that is not printable
    ASCII, a quote or a backslash becomes a backslash and two hexadecimal digits.
    """
    if isinstance(data, str):
        if data.isascii() and data.isprintable() and not ('"' in data or "\\" in data):
            return data
        data = data.encode()
    return "".join(
        chr(c) if 32 <= c < 127 and c not in (34, 92) else f"\\{c:02X}" for c in data
    )


def identifier(name: str) -> str:
    """`name` as it follows `@`, `%` or `$`, quoted where needed."""
    return name if _PLAIN_NAME.match(name) else f'"{escape(name)}"'


class TypeTable:
    """The text of types, and the identified structs met on the way."""

    def __init__(self) -> None:
        self.structs: dict[str, str] = {}
        """Name to body of the identified structs, in order of first use."""
        # The attribute is kept with the text: an identity may be used again once its
        # owner is gone.
        self._cache: dict[int, tuple[str, Attribute]] = {}

    def text(self, type: Attribute) -> str:
        """
        `type` as LLVM IR text. Raises `Untranslatable` for a type that LLVM does not have.
        """
        if (known := self._cache.get(id(type))) is not None:
            return known[0]
        result = self._text(type)
        self._cache[id(type)] = (result, type)
        return result

    def _text(self, type: Attribute) -> str:
        kind = type.__class__
        if is_integer(type):
            if type.signedness.data != Signedness.SIGNLESS:
                raise Untranslatable(
                    f"type '{type}' has a sign; LLVM integers have none, use "
                    f"'i{type.width.data}'"
                )
            return f"i{type.width.data}"
        if (float_text := FLOAT_WORDS.get(kind)) is not None:
            return float_text
        if isinstance(type, LLVMPointerType):
            space = type.addr_space
            if isinstance(space, IntAttr) and space.data:
                return f"ptr addrspace({space.data})"
            return "ptr"
        if is_vector(type):
            if len(type.shape) != 1:
                raise Untranslatable(
                    f"type '{type}' has {len(type.shape)} dimensions; LLVM vectors have "
                    "one (run 'convert-vector-to-llvm')"
                )
            scale = "vscale x " if type.get_num_scalable_dims() else ""
            element = self.text(type.element_type)
            return f"<{scale}{type.shape.data[0].data} x {element}>"
        if isinstance(type, LLVMArrayType):
            if type.size.data >> 64:
                raise Untranslatable(f"an array cannot have {type.size.data} elements")
            return f"[{type.size.data} x {self.text(type.type)}]"
        if isinstance(type, LLVMStructType):
            return self._struct(type)
        if kind is LLVMVoidType:
            return "void"
        if isinstance(type, LLVMFunctionType):
            inputs = [self.text(t) for t in type.inputs]
            if type.is_variadic:
                inputs.append("...")
            return f"{self.text(type.output)} ({', '.join(inputs)})"
        if isinstance(type, TargetType):
            parts = [f'"{escape(type.target_name.data)}"']
            parts += map(self.text, type.type_parameters.data)
            parts += [str(number.data) for number in type.numbers.data]
            return f"target({', '.join(parts)})"
        if type.name.startswith("opencl."):
            raise Untranslatable(
                f"type '{type}' is an OpenCL type; run 'opencl-to-llvm' first"
            )
        hint = {
            "index": "; run 'convert-index-to-llvm' and the conversions of its users",
            "memref": "; run 'convert-memref-to-llvm'",
        }.get(type.name, "")
        raise Untranslatable(f"type '{type}' has no equivalent in LLVM IR{hint}")

    def _struct(self, type: LLVMStructType) -> str:
        body = ", ".join([self.text(t) for t in type.types])
        body = f"{{ {body} }}" if body else "{}"
        name = type.struct_name.data
        if not name:
            return body
        if self.structs.setdefault(name, body) != body:
            raise Untranslatable(
                f"two structs are named '{name}': {self.structs[name]} and {body}"
            )
        return f"%{identifier(name)}"

    def mangle(self, type: Attribute) -> str:
        """
        `type` as a suffix of an overloaded intrinsic's name, e.g. `v4f32`, `p1`, `i64`.
        Source: llvm/lib/IR/Intrinsics.cpp, getMangledTypeStr.
        """
        if isinstance(type, LLVMPointerType):
            space = type.addr_space
            return f"p{space.data if isinstance(space, IntAttr) else 0}"
        if is_vector(type):
            scale = "nx" if type.get_num_scalable_dims() else ""
            return f"{scale}v{type.shape.data[0].data}{self.mangle(type.element_type)}"
        if isinstance(type, LLVMArrayType):
            return f"a{type.size.data}{self.mangle(type.type)}"
        if isinstance(type, LLVMStructType):
            if name := type.struct_name.data:
                return f"s_{name}s"
            return f"sl_{''.join(self.mangle(t) for t in type.types)}s"
        text = self.text(type)
        return FLOAT_MANGLING.get(text, text)


# --- Floating point ---------------------------------------------------------------------


def _convert_bits(bits: int, exponent: int, mantissa: int) -> int:
    """
    The bits of a double as those of an IEEE format with `exponent` and `mantissa` bits.
    Exact: the caller has rounded `bits` to the format. Infinities and NaN payloads stay.
    """
    sign = bits >> 63
    biased = bits >> 52 & 0x7FF
    fraction = bits & (1 << 52) - 1
    bias = (1 << exponent - 1) - 1
    largest = (1 << exponent) - 1
    if biased == 0x7FF:
        new_exponent = largest
    elif biased == 0 and fraction == 0:
        new_exponent = 0
    else:
        if biased == 0:  # a subnormal double: shift the leading one to its place
            shift = 53 - fraction.bit_length()
            fraction = fraction << shift & (1 << 52) - 1
            biased = 1 - shift
        new_exponent = biased - 1023 + bias
        if new_exponent <= 0:  # subnormal in the new format
            fraction = (fraction | 1 << 52) >> 1 - new_exponent
            new_exponent = 0
    fraction = (
        fraction << mantissa - 52 if mantissa >= 52 else fraction >> 52 - mantissa
    )
    return (sign << exponent | new_exponent) << mantissa | fraction


def float_text(value: float, type: str) -> str:
    """
    The constant `value` of the LLVM type named `type`, exactly: decimal where six digits
    after the point say it, else hexadecimal. NaN payloads and signs are kept.

    `value` must be representable in `type`, which xDSL's `FloatAttr` sees to.
    """
    text = f"{value:e}"
    if float(text) == value and "inf" not in text and type not in ("x86_fp80", "fp128"):
        return text
    return _hexadecimal(struct.unpack("<Q", struct.pack("<d", value))[0], type)


def _hexadecimal(bits: int, type: str) -> str:
    """The double with the given `bits` as a hexadecimal constant of `type`."""
    match type:
        case "float" | "double":
            return f"0x{bits:016X}"
        case "half":
            return f"0xH{_convert_bits(bits, 5, 10):04X}"
        case "bfloat":
            return f"0xR{_convert_bits(bits, 8, 7):04X}"
        case "x86_fp80":
            wide = _convert_bits(bits, 15, 63)
            # This format stores the leading one of a normal number.
            leading = 1 if wide >> 63 & 0x7FFF else 0
            return f"0xK{wide >> 63:04X}{leading << 63 | wide & (1 << 63) - 1:016X}"
        case "fp128":
            wide = _convert_bits(bits, 15, 112)
            # The low half comes first.
            return f"0xL{wide & (1 << 64) - 1:016X}{wide >> 64:016X}"
        case _:
            raise Untranslatable(f"a floating-point constant has type '{type}'")


def _packed_floats(data: bytes, type: str) -> list[str]:
    """The little-endian floats in `data`, with the bits of NaNs."""
    if type not in _FORMATS:
        raise Untranslatable(f"dense constants of type '{type}' are not supported")
    bit_format, mantissa = _FORMATS[type]
    result: list[str] = []
    for (bits,) in struct.iter_unpack(bit_format, data):
        value = _float_of(bits, type)
        if value != value:
            # A double has the same payload in its upper bits.
            sign = bits >> 8 * struct.calcsize(bit_format) - 1
            payload = (bits & (1 << mantissa) - 1) << 52 - mantissa
            result.append(_hexadecimal(sign << 63 | 0x7FF << 52 | payload, type))
        else:
            result.append(float_text(value, type))
    return result


_FORMATS = {
    "half": ("<H", 10),
    "bfloat": ("<H", 7),
    "float": ("<I", 23),
    "double": ("<Q", 52),
}
"""The integers with the bits of floats, and how many are the fraction."""


def _float_of(bits: int, type: str) -> float:
    match type:
        case "half":
            return struct.unpack("<e", struct.pack("<H", bits))[0]
        case "bfloat":
            return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
        case "float":
            return struct.unpack("<f", struct.pack("<I", bits))[0]
        case _:
            return struct.unpack("<d", struct.pack("<Q", bits))[0]


# --- Constants --------------------------------------------------------------------------


def integer_text(value: int, width: int) -> str:
    """
    `value` as an LLVM integer of `width` bits: signed, `true` or `false` for one bit.

    Raises `Untranslatable` if it does not fit.
    """
    if width == 1:
        if value not in (-1, 0, 1):
            raise Untranslatable(f"the value {value} does not fit in i1")
        return "true" if value else "false"
    if not -(1 << width - 1) <= value < 1 << width:
        raise Untranslatable(f"the value {value} does not fit in i{width}")
    if value >= 1 << width - 1:
        value -= 1 << width
    return str(value)


def zero_text(type: Attribute) -> str:
    """The zero of `type`."""
    if is_integer(type):
        return "false" if type.width.data == 1 else "0"
    if type.__class__ in FLOAT_WORDS:
        return float_text(0.0, FLOAT_WORDS[type.__class__])
    if isinstance(type, LLVMPointerType):
        return "null"
    return "zeroinitializer"


def constant_text(types: TypeTable, value: Attribute, type: Attribute) -> str:
    """
    The constant `value` of LLVM type `type`, without the type.

    Raises `Untranslatable` if the two do not go together.
    """
    if is_integer_attr(value) and is_integer(type):
        return integer_text(value.value.data, type.width.data)
    if is_float_attr(value) and type.__class__ in FLOAT_WORDS:
        attribute_type = value.type
        if attribute_type.__class__ is not type.__class__:
            raise Untranslatable(
                f"the constant {value} is of another type than its result, '{type}'"
            )
        return float_text(value.value.data, types.text(type))
    if is_dense(value):
        return _dense_text(types, value, type)
    if isinstance(value, StringAttr):
        return _string_text(value.data.encode(), type)
    if isinstance(value, BytesAttr):
        return _string_text(value.data, type)
    if is_array(value):
        return _array_text(types, value, type)
    if is_integer_array(value):
        elements = [IntegerAttr(n, value.elt_type) for n in value.iter_values()]
        return _array_text(types, ArrayAttr(elements), type)
    if isinstance(value, SymbolRefAttr) and isinstance(type, LLVMPointerType):
        return symbol_text(value)
    if value.name in _NAMED_CONSTANTS:
        return _NAMED_CONSTANTS[value.name](type)
    raise Untranslatable(f"{value} is not a constant of type '{type}'")


def symbol_text(symbol: SymbolRefAttr) -> str:
    """`symbol` as a global name."""
    if symbol.nested_references.data:
        raise Untranslatable(
            f"nested symbol {symbol}; LLVM IR has one level of symbols"
        )
    return f"@{identifier(symbol.root_reference.data)}"


_NAMED_CONSTANTS: dict[str, Callable[[Attribute], str]] = {
    "llvm.mlir.zero": zero_text,
    "llvm.zero": zero_text,
    "llvm.undef": lambda _: "undef",
    "llvm.poison": lambda _: "poison",
    "ub.poison": lambda _: "poison",
}
"""Constant attributes by name; xDSL 0.74 defines none of the `llvm` ones itself."""


def _string_text(data: bytes, type: Attribute) -> str:
    if not (
        isinstance(type, LLVMArrayType)
        and is_integer(element := type.type)
        and element.width.data == 8
    ):
        raise Untranslatable(f"a string is not a constant of type '{type}'")
    if len(data) != type.size.data:
        raise Untranslatable(
            f"the string has {len(data)} bytes, its type '{type}' has {type.size.data} "
            "(a final zero must be written out)"
        )
    return f'c"{escape(data)}"'


def _array_text(types: TypeTable, value: ArrayAttr[Attribute], type: Attribute) -> str:
    if isinstance(type, LLVMArrayType):
        element_types: Sequence[Attribute] = [type.type] * type.size.data
        left, right = "[", "]"
    elif isinstance(type, LLVMStructType):
        element_types = type.types.data
        left, right = "{ ", " }"
    elif is_vector(type) and len(type.shape) == 1:
        element_types = [type.element_type] * type.shape.data[0].data
        left, right = "<", ">"
    else:
        raise Untranslatable(f"{value} is not a constant of type '{type}'")
    if len(element_types) != len(value):
        raise Untranslatable(
            f"{len(value)} constants for the {len(element_types)} elements of '{type}'"
        )
    if not element_types:
        return "zeroinitializer"
    return (
        left
        + ", ".join(
            f"{types.text(t)} {constant_text(types, v, t)}"
            for v, t in zip(value, element_types, strict=True)
        )
        + right
    )


def _dense_text(
    types: TypeTable, value: DenseIntOrFPElementsAttr[Any], type: Attribute
) -> str:
    shape: list[tuple[str, int]] = []
    element = type
    while True:
        if isinstance(element, LLVMArrayType):
            shape.append(("[]", element.size.data))
            element = element.type
        elif is_vector(element):
            if element.get_num_scalable_dims():
                raise Untranslatable(
                    f"a dense constant of the scalable type '{element}'"
                )
            shape.append(("<>", element.shape.data[0].data))
            element = element.element_type
        else:
            break
    count = 1
    for _, size in shape:
        count *= size
    if count != len(value):
        raise Untranslatable(
            f"{len(value)} constants for the {count} elements of '{type}'"
        )
    data = value.data.data
    if shape and not any(data):  # also an array without elements
        return "zeroinitializer"
    element_text = types.text(element)
    source = value.get_element_type()
    if is_integer(element):
        if not is_integer(source) and source.name != "index":
            raise Untranslatable(f"{source} constants in an array of '{element}'")
        width = element.width.data
        if width == 8 and len(shape) == 1 and shape[0][0] == "[]":
            return f'c"{escape(data)}"' if len(data) == count else "zeroinitializer"
        texts = [integer_text(int(v), width) for v in value.get_values()]
    elif source.__class__ is element.__class__:
        texts = _packed_floats(data, element_text)
    else:
        raise Untranslatable(f"{source} constants in an array of '{element}'")
    inner = element_text
    for brackets, size in reversed(shape):
        typed = [f"{inner} {t}" for t in texts]
        texts = [
            f"{brackets[0]}{', '.join(typed[i : i + size])}{brackets[1]}"
            for i in range(0, len(typed), size)
        ]
        inner = f"{brackets[0]}{size} x {inner}{brackets[1]}"
    return texts[0]

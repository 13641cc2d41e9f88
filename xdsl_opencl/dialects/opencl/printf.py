"""`printf` (OpenCL C 3.0, section 6.15.14)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    StringAttr,
    i32,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute
from xdsl.irdl import prop_def, result_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.arguments.printf_format import (
    Conversion,
    FormatError,
    parse_format,
)
from xdsl_opencl.dialects.definition import EffectOp, Value, fill, irdl_op_definition
from xdsl_opencl.dialects.opencl.shapes import is_integer, split_vector

_INTEGERS = {"": (32,), "hh": (8, 32), "h": (16, 32), "l": (64,)}
_VECTOR_INTEGERS = {"": (32,), "hh": (8,), "h": (16,), "hl": (32,), "l": (64,)}
_VECTOR_FLOATS: dict[str, type[Attribute]] = {
    "": Float32Type,
    "h": Float16Type,
    "hl": Float32Type,
    "l": Float64Type,
}


def _expected(conversion: Conversion) -> str:
    if conversion.specifier == "c":
        return "i32"
    if conversion.specifier in "sp":
        return "a pointer"
    length = conversion.length
    if conversion.is_integer:
        if length in ("z", "t"):
            return "i32, i64 or index"
        widths = (_VECTOR_INTEGERS if conversion.vector else _INTEGERS)[length]
        element = " or ".join(f"i{width}" for width in widths)
    elif conversion.vector:
        element = {"": "f32", "h": "f16", "hl": "f32", "l": "f64"}[length]
    else:
        element = "f64 or f32"
    return f"vector<{conversion.vector}x{element}>" if conversion.vector else element


def _matches(conversion: Conversion, type: Attribute) -> bool:
    if conversion.specifier in "sp":
        return isinstance(type, LLVMPointerType)
    element, width = split_vector(type)
    if width != (conversion.vector or 1):
        return False
    length = conversion.length
    if conversion.specifier == "c":
        return is_integer(element, 8, 32)
    if conversion.is_float:
        if conversion.vector:
            return isinstance(element, _VECTOR_FLOATS[length])
        return isinstance(element, Float32Type | Float64Type)
    if length in ("z", "t"):
        return isinstance(element, IndexType) or is_integer(element, 32, 64)
    widths = (_VECTOR_INTEGERS if conversion.vector else _INTEGERS)[length]
    return is_integer(element, *widths)


@irdl_op_definition
class PrintfOp(EffectOp):
    """
    The format must match the arguments; those beyond it are ignored.

    Example: `%n = opencl.printf "id %d, v %v4hlf\\n"(%id, %v) : i32, vector<4xf32>`
    """

    name = "opencl.printf"

    format = prop_def(StringAttr)
    arguments = var_operand_def()
    result = result_def(i32)
    """0 on success, -1 on failure."""

    assembly_format = "$format `(` $arguments `)` attr-dict (`:` type($arguments)^)?"

    def verify_(self) -> None:
        try:
            conversions = parse_format(self.format.data)
        except FormatError as error:
            raise VerifyException(f"{self.name}: {error}") from None
        types = self.arguments.types
        if len(types) < len(conversions):
            raise VerifyException(
                f"{self.name}: the format takes {len(conversions)} arguments, there are "
                f"{len(types)}"
            )
        # Arguments beyond the format are legal: evaluated and ignored.
        for i, (conversion, type) in enumerate(zip(conversions, types)):
            if not _matches(conversion, type):
                text = self.format.data[conversion.start : conversion.end]
                raise VerifyException(
                    f"{self.name}: argument {i} has type {type}, '{text}' takes "
                    f"{_expected(conversion)}"
                )

    def __init__(self, format: str | StringAttr, arguments: Sequence[Value] = ()):
        if isinstance(format, str):
            format = StringAttr(format)
        fill(self, *arguments, results=[i32], format=format)

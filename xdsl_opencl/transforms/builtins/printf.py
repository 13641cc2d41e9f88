"""
`printf` (OpenCL C 3.0, section 6.15.14).

On amdhsa a call writes a record to the buffer of the runtime, which formats it after the end of
the kernel. The record has the number of the format, then the arguments, each rounded up to four
bytes; literal strings inline, of other strings the first 127 bytes; a vector of 3 takes the room
of 4; a vector whose bytes are not a multiple of four has its elements extended to 32 bits. The
formats are the module's `opencl.printf_fmts`, `number:arguments:size:...:text`. Sources: LLVM,
`AMDGPUPrintfRuntimeBinding.cpp`; ROCm-Device-Libs, `opencl/src/misc/printf_alloc.cl`.

The host calls the C library's `printf`; there a vector becomes its elements with commas
between.
"""

from __future__ import annotations

from pathlib import Path

from xdsl.dialects import func, llvm, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i8,
    i32,
    i64,
)
from xdsl.ir import Operation, Region, SSAValue

from xdsl_opencl.abi.arguments.printf_format import Conversion, parse_format
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.interface import PrintfForm
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp, Segment
from xdsl_opencl.dialects.opencl.printf import PrintfOp
from xdsl_opencl.dialects.opencl.shapes import storage_elements
from xdsl_opencl.ir.build import pointer_space_number
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import bits_of, is_float, width_of
from xdsl_opencl.ir.module import FORMATS_ATTRIBUTE
from xdsl_opencl.ir.templates import Templates
from xdsl_opencl.transforms.builtins.values import Values

RESERVE = "__opencl_printf_reserve"
"""The function that allocates space in the buffer."""
COPY_STRING = "__opencl_printf_string_"
"""The function that copies a string; the number of its address space follows."""

STRING_ROOM = 128
"""
Bytes in a record for a string that is not a literal. Its length is unknown when the record's size
is fixed; longer strings are cut. `printf.mlir` contains the same number.
"""

_GLOBAL = llvm.LLVMPointerType(IntAttr(AddressSpace.GLOBAL.spir))
_CONSTANT = llvm.LLVMPointerType(IntAttr(AddressSpace.CONSTANT.spir))
_POINTER = llvm.LLVMPointerType()
_PRINTF_TYPE = llvm.LLVMFunctionType([_POINTER], i32, is_variadic=True)

_ESCAPES = str.maketrans(
    {
        ":": r"\72",
        "\a": r"\a",
        "\b": r"\b",
        "\f": r"\f",
        "\n": r"\n",
        "\r": r"\r",
        "\v": r"\v",
    }
)
"""The characters that LLVM escapes in a format: a colon would end a field."""


def _templates(space: int) -> Templates:
    """Returns the functions of `printf.mlir`, with strings of address space `space`."""
    pointer = f"<{space}>" if space else ""
    path = Path(__file__).with_name("printf.mlir")
    return Templates(path, number=str(space), space=pointer)


def _argument(v: Values, conversion: Conversion, value: SSAValue) -> SSAValue:
    """Converts `value` for C's `...`: at least 32 bits an integer, double a scalar float."""
    if isinstance(value.type, llvm.LLVMPointerType):
        return value
    if isinstance(value.type, IndexType):
        return v.cast(value, i64)
    if is_float(value.type):
        return value if width_of(value.type) else v.resize_float(value, 64)
    unsigned = conversion.specifier not in "di"
    if conversion.length in ("z", "t"):
        return v.resize(value, 64, unsigned=conversion.length == "z")
    if width_of(value.type) is None and bits_of(value.type) < 32:
        return v.resize(value, 32, unsigned=unsigned)
    return value


class Printf:
    """The calls of one module."""

    def __init__(self, module: ModuleOp, target: Target):
        self.module = module
        self.target = target
        self.formats: list[str] = []
        self.names = 0
        self.symbols: list[Operation] = []
        self.copies: set[int] = set()
        """Address spaces of the copied strings."""

    def lower(self, v: Values, op: PrintfOp) -> list[SSAValue]:
        match self.target.interface.printf:
            case PrintfForm.BUFFER:
                return [self.amdhsa(v, op)]
            case PrintfForm.C:
                return [self.host(v, op)]
            case PrintfForm.NONE:
                reason = self.target.interface.no_printf
                because = f" ({reason})" if reason else ""
                fail(
                    op,
                    f"ABI {self.target.abi} has no printf{because}; use amdhsa or host",
                )

    def finish(self) -> None:
        """Adds the functions and formats that the calls need to the module."""
        block = self.module.body.block
        if self.formats:
            self.module.attributes[FORMATS_ATTRIBUTE] = ArrayAttr(
                [StringAttr(text) for text in self.formats]
            )
            block.add_op(_templates(0).function(RESERVE))
            block.add_ops(
                _templates(number).function(f"{COPY_STRING}{number}")
                for number in sorted(self.copies)
            )
        elif self.names and not any(
            isinstance(symbol, llvm.FuncOp) and symbol.sym_name.data == "printf"
            for symbol in block.ops
        ):
            block.add_op(
                llvm.FuncOp(
                    "printf", _PRINTF_TYPE, linkage=llvm.LinkageAttr("external")
                )
            )
        block.add_ops(self.symbols)

    # --- amdhsa ------------------------------------------------------------------------

    def amdhsa(self, v: Values, op: PrintfOp) -> SSAValue:
        text = op.format.data.partition("\0")[0]
        conversions = parse_format(text)
        parts: list[tuple[SSAValue | bytes, int]] = []
        for conversion, value in zip(conversions, op.arguments, strict=False):
            if conversion.specifier == "s":
                data = self.literal(value)
                if data is None:
                    parts.append((value, STRING_ROOM))
                    continue
                size = (len(data) + 4) & ~3
                parts.append((data.ljust(size, b"\0"), size))
            else:
                value = _argument(v, conversion, value)
                size, value = _record_size(v, conversion, value)
                parts.append((value, size))
        sizes = [size for _, size in parts]
        number = len(self.formats) + 1
        fields = [str(number), str(len(sizes)), *map(str, sizes)]
        self.formats.append(":".join((*fields, text.translate(_ESCAPES))))

        slot = self.target.hidden["hidden_printf_buffer"]
        buffer = v.add(LoadArgumentOp(Segment.IMPLICIT, slot.offset, _GLOBAL))
        length = v.constant(4 + sum(sizes), i32)
        place = v.call(RESERVE, (buffer, length), _GLOBAL)
        null = v.null(_GLOBAL)
        taken = v.compare("ne", place, null)
        inner = v.fresh()
        inner.store(inner.constant(number, i32), place, 4)
        position = 4
        for value, size in parts:
            if isinstance(value, bytes):
                for start in range(0, size, 4):
                    word = int.from_bytes(value[start : start + 4], "little")
                    address = _byte_offset(inner, place, position + start)
                    inner.store(inner.constant(word, i32), address, 4)
            elif isinstance(type_ := value.type, llvm.LLVMPointerType):
                # This must be a string: `%p` is already an integer.
                space = pointer_space_number(type_)
                self.copies.add(space)
                target = _byte_offset(inner, place, position)
                call = func.CallOp(f"{COPY_STRING}{space}", (target, value), ())
                inner.insert(call)
            else:
                inner.store(value, _byte_offset(inner, place, position), 4)
            position += size
        inner.insert(scf.YieldOp())
        v.insert(scf.IfOp(taken, (), Region(inner.block)))
        return v.select(taken, v.constant(0, i32), v.constant(-1, i32))

    def literal(self, value: SSAValue) -> bytes | None:
        """
        Returns the literal string that `value` points to, without its terminator; `None` for other
        strings.
        """
        start = 0
        while True:
            owner = value.owner
            match owner:
                case AddrSpaceCastOp():
                    value = owner.operands[0]
                case llvm.GEPOp() if len(owner.operands) == 1:
                    indices = tuple(owner.rawConstantIndices.get_values())
                    if owner.elem_type == i8 and len(indices) == 1:
                        start += indices[0]
                    elif len(indices) == 2 and indices[0] == 0:
                        start += indices[1]
                    elif any(indices):
                        return None
                    value = owner.operands[0]
                case llvm.AddressOfOp():
                    data = self.contents(owner.global_name.root_reference.data)
                    if data is None or b"\0" not in data[start:]:
                        return None
                    return data[start:].partition(b"\0")[0]
                case _:
                    return None

    def contents(self, name: str) -> bytes | None:
        """The bytes of constant `name`."""
        for symbol in self.module.body.block.ops:
            if isinstance(symbol, llvm.GlobalOp) and symbol.sym_name.data == name:
                value = symbol.value
                if symbol.constant is None:
                    return None
                if isinstance(value, StringAttr):
                    return value.data.encode()
                if isinstance(value, DenseIntOrFPElementsAttr):
                    return bytes(int(x) & 0xFF for x in value.get_values())
        return None

    # --- the host ------------------------------------------------------------------------

    def host(self, v: Values, op: PrintfOp) -> SSAValue:
        text = op.format.data.partition("\0")[0]
        pieces: list[str] = []
        values: list[SSAValue] = []
        position = 0
        conversions = parse_format(text)
        for conversion, value in zip(conversions, op.arguments, strict=False):
            pieces.append(text[position : conversion.start])
            position = conversion.end
            pieces.append(_c_conversion(conversion))
            value = _argument(v, conversion, value)
            if isinstance(value.type, llvm.LLVMPointerType):
                values.append(v.generic(value))
                continue
            for element in v.elements(value):
                if is_float(element.type):
                    element = v.resize_float(element, 64)
                elif bits_of(element.type) < 32:
                    unsigned = conversion.specifier not in "di"
                    element = v.resize(element, 32, unsigned=unsigned)
                values.append(element)
        pieces.append(text[position:])
        name = f"__opencl_printf_format_{self.names}"
        self.names += 1
        self.symbols.append(_string(name, "".join(pieces)))
        address = v.address_of(name, _CONSTANT)
        call = llvm.CallOp(
            "printf",
            v.generic(address),
            *values,
            return_type=i32,
            var_callee_type=_PRINTF_TYPE,
        )
        printed = v.add(call)
        # OpenCL's `printf` returns 0, C's the number of characters.
        failed = v.compare("slt", printed, v.constant(0, i32))
        return v.select(failed, v.constant(-1, i32), v.constant(0, i32))


def _record_size(
    v: Values, conversion: Conversion, value: SSAValue
) -> tuple[int, SSAValue]:
    """Returns the size in bytes of `value` in a record, and the value to store there."""
    if isinstance(value.type, llvm.LLVMPointerType):
        # Local and private pointers are narrow; `%p` reads eight bytes.
        return 8, v.op(llvm.PtrToIntOp, value, type=i64)
    width = width_of(value.type) or 1
    size = bits_of(value.type) // 8 * storage_elements(width)
    if size % 4 == 0:
        return size, value
    if is_float(value.type):
        value = v.resize_float(value, 32)
    else:
        value = v.resize(value, 32, unsigned=conversion.specifier not in "di")
    return 4 * storage_elements(width), value


def _c_conversion(conversion: Conversion) -> str:
    """
    The name of the conversion in C's `printf`; elements of a vector are separated by
    commas.
    """
    width = "" if conversion.width is None else str(conversion.width)
    precision = "" if conversion.precision is None else f".{conversion.precision}"
    length = conversion.length
    if conversion.is_float or length == "hl":
        length = ""
    text = f"%{conversion.flags}{width}{precision}{length}{conversion.specifier}"
    return ",".join([text] * (conversion.vector or 1))


def _byte_offset(v: Values, pointer: SSAValue, offset: int) -> SSAValue:
    return v.offset(pointer, v.constant(offset, i32), i8)


def _string(name: str, text: str) -> llvm.GlobalOp:
    data = text + "\0"
    type = llvm.LLVMArrayType(len(data.encode()), i8)
    return GlobalOp.of(
        *(name, type, "private", AddressSpace.CONSTANT.spir),
        value=StringAttr(data),
        unnamed_addr=IntegerAttr(2, i64),
        alignment=IntegerAttr(1, i64),
    )

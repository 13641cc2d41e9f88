"""The functions of OpenCL.std, and calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from xdsl.dialects import arith, cf, func, llvm
from xdsl.dialects.builtin import SymbolRefAttr, i1, i8
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.opencl import collective, memory, printf
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS
from xdsl_opencl.dialects.opencl.builtins.builtin_types import result_types
from xdsl_opencl.ir.build import NO_FAST_MATH, made_operation
from xdsl_opencl.llvm_ir.reader.constants import constant_bytes
from xdsl_opencl.llvm_ir.reader.intrinsics import IGNORED_INTRINSICS, intrinsic
from xdsl_opencl.spirv.reader.constants import CHAINS
from xdsl_opencl.spirv.reader.site import Handler, Site


def extended_instruction(f: Site) -> SSAValue | None:
    """An instruction of an imported set."""
    set_, name, *_ = f.instruction.operands
    if f.facts.words.sets[set_] != "OpenCL.std":
        # One that only describes.
        return None
    if (handler := _HANDLERS.get(name)) is not None:
        return handler(f)
    if name not in BUILTINS:
        raise f.fault(f"{name} is not known")
    return _builtin(f, name)


def _builtin(f: Site, name: str, start: int = 2) -> SSAValue:
    arguments = [f.value(id) for id in f.ids(start)]
    row = BUILTINS[name]
    flags = arith_flags(f)
    if row.results == 1:
        return f.add(BuiltinOp(name, arguments, (f.result_type,), flags))
    *values, pointer = arguments
    types = result_types(name, [value.type for value in values])
    op = BuiltinOp(name, values, types, flags)
    f.emit(op)
    f.build.store(op.results[1], pointer)
    return op.results[0]


def arith_flags(f: Site) -> arith.FastMathFlagsAttr | None:
    """The fast-math flags of the instruction; `None` without any."""
    flags = f.fast_math()
    return None if flags is NO_FAST_MATH else arith.FastMathFlagsAttr(flags.data)


# Vectors in memory


def _load(cls: type[memory.VectorLoadOp], f: Site) -> SSAValue:
    offset, pointer, *_ = f.ids(2)
    return f.add(cls(f.value(pointer), f.value(offset), f.result_type))


def _store(cls: Callable[..., Operation], f: Site) -> None:
    value, offset, pointer, *mode = f.instruction.operands[2:]
    rounding = [RoundingMode[name] for name in mode]
    f.emit(cls(f.value(value), f.value(pointer), f.value(offset), *rounding))


def _prefetch(untyped: bool, f: Site) -> None:
    pointer, count, *_ = f.ids(0 if untyped else 2)
    element = i8 if untyped else f.pointee(pointer)
    f.emit(collective.PrefetchOp(element, f.value(pointer), f.value(count)))


# printf


def _text(f: Site, id: int) -> bytes | None:
    """The string at the address `id`, where it is a constant of the module."""
    definitions = f.facts.words.definitions
    for _ in range(16):
        constant = f.constants.values.get(id)
        if constant is not None and constant.kind == "global":
            variable = f.facts.variables.get(str(constant.value))
            found = variable and variable.initializer
            if found is None:
                return None
            if f.types.parser.layout.size_and_alignment(found.type)[0] > _MOST_FORMAT:
                raise f.fault("its format is too long")
            data = constant_bytes(found, f.types.parser.layout, [])
            return data.partition(b"\0")[0]
        defined = definitions.get(id)
        if defined is None or defined.opcode not in _SAME_ADDRESS:
            return None
        first = defined.opcode.startswith("OpUntyped")
        id, *steps = defined.ids[first:]
        if any(f.constants.integer(n) != 0 for n in steps):
            return None
    return None


_MOST_FORMAT = 1 << 20

_SAME_ADDRESS = frozenset(
    (
        *("OpBitcast", "OpPtrCastToGeneric", "OpGenericCastToPtr", "OpCopyObject"),
        *("OpSpecConstantOp", *CHAINS),
    )
)


def _printf(f: Site) -> SSAValue:
    format_, *ids = f.ids(2)
    text = _text(f, format_)
    if text is None:
        raise f.fault("its format is no constant string of the module")
    values = [f.value(id) for id in ids]
    matched, arguments = f.facts.frontend.match_format(
        text.decode("utf-8", "replace"), values, f.emit
    )
    return f.add(printf.PrintfOp(matched, arguments))


_HANDLERS: Mapping[str, Handler] = {
    "vloadn": partial(_load, memory.VloadOp),
    "vload_half": partial(_load, memory.VloadHalfOp),
    "vload_halfn": partial(_load, memory.VloadHalfOp),
    "vloada_halfn": partial(_load, memory.VloadaHalfOp),
    "vstoren": partial(_store, memory.VstoreOp),
    **{
        f"{name}{mode}": partial(_store, cls)
        for name, cls in (
            ("vstore_half", memory.VstoreHalfOp),
            ("vstore_halfn", memory.VstoreHalfOp),
            ("vstorea_halfn", memory.VstoreaHalfOp),
        )
        for mode in ("", "_r")
    },
    "prefetch": partial(_prefetch, False),
    "printf": _printf,
}


# Calls


_ASSERTS = ("__devicelib_assert_fail", "__assert_fail")
"""The function of `cl_intel_devicelib_assert`, and the one of DPC++ that calls it."""


def _assertion(f: Site) -> None:
    """The assertion of a call that says which one failed."""
    condition, file, line, function, *_ = f.ids(1)
    texts = (_text(f, id) or b"?" for id in (file, function, condition))
    where, name, text = (each.decode("utf-8", "replace") for each in texts)
    never = f.add(arith.ConstantOp.from_int_and_width(0, i1))
    f.emit(cf.AssertOp(never, f"{where}:{f.constants.integer(line)}: {name}: {text}"))


def call(f: Site) -> SSAValue | None:
    """
    A call of a function of the module, of a builtin by its mangled name, or of a function
    that another module has.
    """
    callee = f.id(0)
    function = f.facts.functions.get(callee)
    if function is None:
        raise f.fault(f"%{callee} is no function")
    if function.is_kernel:
        raise f.fault(f"%{callee} is an entry point, which nothing calls")
    values = [f.value(id) for id in f.ids(1)]
    if [value.type for value in values] != function.types:
        raise f.fault(f"its arguments are not those of {function.name}")
    type = f.result_type
    results = () if isinstance(type, llvm.LLVMVoidType) else (type,)
    if results != function.results:
        raise f.fault(f"its type is not that of {function.name}")
    result = type if results else None
    if function.name in _ASSERTS and not results and len(values) > 3:
        known = f.facts.functions.values()
        if _ASSERTS[0] in (each.name for each in known if not each.defined):
            return _assertion(f)
    if not function.defined:
        if (maker := f.facts.frontend.maker(function.name)) is not None:
            return maker(f, values, result, f.fast_math())
        if function.name in IGNORED_INTRINSICS:
            return None
        if not function.name.startswith("llvm."):
            f.facts.externals[callee] = None
    if function.defined:
        f.facts.called.append(callee)
    if function.defined or callee in f.facts.externals:
        name = SymbolRefAttr(function.name)
        op = made_operation(func.CallOp, values, result, {"callee": name})
    else:
        op = intrinsic(function.name, values, result, f.fast_math())
    f.emit(op)
    return op.results[0] if op.results else None


ROWS: Mapping[str, Handler] = {
    "ExtInst": extended_instruction,
    "FunctionCall": call,
    "FmaKHR": lambda f: _builtin(f, "fma", 0),
    "UntypedPrefetchKHR": partial(_prefetch, True),
}

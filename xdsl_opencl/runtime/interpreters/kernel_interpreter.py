"""
Kernels under xDSL's interpreter, one work item at a time.

    interpreter = kernel_interpreter(module)
    run_kernel(interpreter, "scale", (16,), data, 2.0)

`OpenCLFunctions` gives meaning to kernels, to queries of work items, to conversions and
builtin functions that have one right answer, to functions of `math` in the precision of
Python, and to local memory. `NumberFunctions` has the operations of `arith` that xDSL's
interpreter lacks. A work item runs alone, so a barrier is an error unless its group has
no other. Values are those of xDSL's interpreter: integers, floats, and `ShapedArray`
for vectors and memrefs. It computes f32 as Python does; the CPU device is exact.

The plugin hands `OpenCLFunctions` to `xdsl-run`, which runs the work item that
`XDSL_OPENCL_WORK_ITEM` names: `3,0,0/8,1,1/4,1,1` is the global id, the global size and
the local size.
"""

from __future__ import annotations

import math
import operator
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import arith, llvm, memref
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    VectorType,
)
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_callable,
    impl_terminator,
    register_impls,
)
from xdsl.interpreters import register_implementations
from xdsl.interpreters.builtin import xtype_for_el_type
from xdsl.interpreters.shaped_array import ShapedArray
from xdsl.interpreters.utils.ptr import TypedPtr
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import InterpretationError

from xdsl_opencl.dialects.arith_ext.operations import IndexCastUIOp, RemFOp
from xdsl_opencl.dialects.llvm_ext.elementwise import FMulAddOp
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.conversion import AsOp, ConvertOp
from xdsl_opencl.dialects.opencl.folding.constants import bits_of, constant_op
from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp, ReturnOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.dialects.opencl.sync import (
    AtomicWorkItemFenceOp,
    BarrierOp,
    MemFenceOp,
    ReadMemFenceOp,
    SubGroupBarrierOp,
    WorkGroupBarrierOp,
    WriteMemFenceOp,
)

WORK_ITEM_VARIABLE = "XDSL_OPENCL_WORK_ITEM"
_FORM = "use GLOBAL_ID/GLOBAL_SIZE/LOCAL_SIZE, such as 3,0,0/8,1,1/4,1,1"

Size3 = tuple[int, int, int]


@dataclass(frozen=True)
class WorkItem:
    """A work item and its launch; the last group of a dimension may be smaller."""

    global_id: Size3 = (0, 0, 0)
    """Without the offset."""
    global_size: Size3 = (1, 1, 1)
    local_size: Size3 = (1, 1, 1)
    global_offset: Size3 = (0, 0, 0)
    dimensions: int = 3

    @staticmethod
    def from_text(text: str) -> WorkItem:
        """
        The work item of the environment variable's form.

        Raises `InterpretationError` for another form, and for ids outside of the launch.
        """
        parts = text.split("/")
        try:
            sizes = [[int(number) for number in part.split(",")] for part in parts]
        except ValueError:
            sizes = []
        if not 2 <= len(sizes) <= 3 or any(not 1 <= len(size) <= 3 for size in sizes):
            raise InterpretationError(
                f"{WORK_ITEM_VARIABLE} is '{text}', which is not a work item; {_FORM}"
            )
        if any(len(size) != len(sizes[0]) for size in sizes):
            raise InterpretationError(
                f"{WORK_ITEM_VARIABLE} is '{text}'; its parts have different numbers "
                "of dimensions; give each part as many"
            )
        item, size = _three(sizes[0], 0), _three(sizes[1], 1)
        local = _three(sizes[2], 1) if len(sizes) == 3 else (1, 1, 1)
        if min(*size, *local) < 1 or any(
            not 0 <= i < n for i, n in zip(item, size, strict=True)
        ):
            raise InterpretationError(
                f"{WORK_ITEM_VARIABLE} is '{text}', where the launch does not have the "
                "work item; use ids below the sizes"
            )
        return WorkItem(item, size, local, dimensions=len(sizes[0]))

    @property
    def group_id(self) -> Size3:
        return _each(lambda i, n: i // n, self.global_id, self.local_size)

    @property
    def local_id(self) -> Size3:
        return _each(operator.mod, self.global_id, self.local_size)

    @property
    def num_groups(self) -> Size3:
        return _each(lambda n, k: -(-n // k), self.global_size, self.local_size)

    @property
    def own_local_size(self) -> Size3:
        """The size of the group that the work item is in."""
        rest = _each(
            lambda n, first: n - first,
            self.global_size,
            _each(operator.mul, self.group_id, self.local_size),
        )
        return _each(min, rest, self.local_size)


def _three(numbers: Sequence[int], missing: int) -> Size3:
    x, y, z = (*numbers, missing, missing)[:3]
    return x, y, z


def _each(function: Callable[[int, int], int], a: Size3, b: Size3) -> Size3:
    x, y, z = (function(i, j) for i, j in zip(a, b, strict=True))
    return x, y, z


def _linear(position: Size3, size: Size3) -> int:
    return position[0] + size[0] * (position[1] + size[1] * position[2])


_DIMENSIONS: dict[type[Operation], tuple[Callable[[WorkItem], Size3], int]] = {
    work_item.GetGlobalIdOp: (
        lambda item: _each(operator.add, item.global_id, item.global_offset),
        0,
    ),
    work_item.GetGlobalSizeOp: (lambda item: item.global_size, 1),
    work_item.GetGlobalOffsetOp: (lambda item: item.global_offset, 0),
    work_item.GetLocalIdOp: (lambda item: item.local_id, 0),
    work_item.GetLocalSizeOp: (lambda item: item.own_local_size, 1),
    work_item.GetEnqueuedLocalSizeOp: (lambda item: item.local_size, 1),
    work_item.GetNumGroupsOp: (lambda item: item.num_groups, 1),
    work_item.GetGroupIdOp: (lambda item: item.group_id, 0),
}
"""
Query to the numbers of a work item, and the number in a dimension beyond the launch's.
"""

_NULLARY: dict[type[Operation], Callable[[WorkItem], int]] = {
    work_item.GetWorkDimOp: lambda item: item.dimensions,
    work_item.GetGlobalLinearIdOp: lambda item: _linear(
        item.global_id, item.global_size
    ),
    work_item.GetLocalLinearIdOp: lambda item: _linear(
        item.local_id, item.own_local_size
    ),
    # Every work item is a sub-group of its own.
    work_item.GetSubGroupSizeOp: lambda item: 1,
    work_item.GetMaxSubGroupSizeOp: lambda item: 1,
    work_item.GetNumSubGroupsOp: lambda item: math.prod(item.own_local_size),
    work_item.GetEnqueuedNumSubGroupsOp: lambda item: math.prod(item.local_size),
    work_item.GetSubGroupIdOp: lambda item: _linear(item.local_id, item.own_local_size),
    work_item.GetSubGroupLocalIdOp: lambda item: 0,
}

_FENCES = (AtomicWorkItemFenceOp, MemFenceOp, ReadMemFenceOp, WriteMemFenceOp)
_BARRIERS = (BarrierOp, SubGroupBarrierOp, WorkGroupBarrierOp)


def _multiply_add(x: float, y: float, z: float) -> float:
    return x * y + z


def _mixed(x: float, y: float, a: float) -> float:
    return x + (y - x) * a


def _negative(x: float) -> float:
    return -x


def _power_of_ten(x: float) -> float:
    return 10.0**x


def _inverse_root(x: float) -> float:
    return 1 / math.sqrt(x)


_FUNCTIONS: dict[str, Callable[..., float]] = {
    name: getattr(math, name)
    for name in (
        *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos"),
        *("cosh", "erf", "erfc", "exp", "exp2", "expm1", "hypot", "log", "log10"),
        *("log1p", "log2", "pow", "sin", "sinh", "sqrt", "tan", "tanh"),
    )
} | {
    "tgamma": math.gamma,
    "lgamma": math.lgamma,
    "exp10": _power_of_ten,
    "rsqrt": _inverse_root,
    "mad": _multiply_add,
    "mix": _mixed,
    "degrees": math.degrees,
    "radians": math.radians,
}
"""
Functions for which OpenCL allows several answers, in Python's precision; also those
whose names begin with `native_` or `half_`.
"""


def _element(type_: Attribute) -> Attribute:
    if isinstance(type_, VectorType):
        return cast("VectorType[Attribute]", type_).element_type
    return type_


def _numbers(value: Any) -> list[Any]:
    return cast("ShapedArray[Any]", value).data if isinstance(value, ShapedArray) else [value]  # fmt: skip


def _rounded(value: float, element: Attribute) -> float:
    """`value` as the nearest one of f16 or f32; infinite beyond the largest."""
    match element:
        case Float16Type():
            form = "e"
        case Float32Type():
            form = "f"
        case _:
            return value
    try:
        return struct.unpack(form, struct.pack(form, value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def _as_value(interpreter: Interpreter, type_: Attribute, numbers: list[Any]) -> Any:
    """The interpreter's value of `type_` with these elements."""
    element = _element(type_)
    if element is type_:
        return numbers[0]
    xtype = xtype_for_el_type(element, interpreter.index_bitwidth)
    return ShapedArray(TypedPtr[Any].new(numbers, xtype=xtype), [len(numbers)])


def _attribute_numbers(attribute: Attribute) -> list[Any]:
    if isinstance(attribute, DenseIntOrFPElementsAttr):
        return [*cast("Sequence[Any]", attribute.get_values())]
    assert isinstance(attribute, IntegerAttr | FloatAttr)
    return [cast("IntegerAttr[IntegerType]", attribute).value.data]


def _fold(
    interpreter: Interpreter, op: Operation, args: PythonValues
) -> list[Any] | None:
    """
    The results of `op`, which can fold, for constants; `None` if it does not fold
    these.
    """
    operands = [
        constant_op(
            operand.type,
            [
                number & ((1 << bits_of(_element(operand.type))) - 1)
                if isinstance(_element(operand.type), IntegerType | IndexType)
                else number
                for number in _numbers(value)
            ],
        ).result
        for operand, value in zip(op.operands, args, strict=True)
    ]
    copy = type(op).create(
        operands=operands,
        result_types=[result.type for result in op.results],
        properties=op.properties,
        attributes=op.attributes,
    )
    assert isinstance(copy, BuiltinOp | ConvertOp | AsOp)
    folded = copy.fold()
    if folded is None:
        return None
    return [
        _as_value(interpreter, result.type, _attribute_numbers(found))
        if isinstance(found, Attribute)
        else args[copy.operands.index(found)]
        for found, result in zip(folded, op.results, strict=True)
    ]


@register_impls
class OpenCLFunctions(InterpreterFunctions):
    """The operations of the `opencl` dialect, for the work item `item`."""

    def __init__(self, item: WorkItem | None = None):
        if item is None:
            text = os.environ.get(WORK_ITEM_VARIABLE)
            item = WorkItem() if text is None else WorkItem.from_text(text)
        self.item = item

    @impl_callable(KernelOp)
    def call_kernel(
        self, interpreter: Interpreter, op: KernelOp, args: PythonValues
    ) -> PythonValues:
        name = op.sym_name.data
        if op.is_declaration:
            raise InterpretationError(
                f"kernel @{name} is only declared; give it a body"
            )
        return interpreter.run_ssacfg_region(op.body, args, name)

    @impl(CallKernelOp)
    def run_call(
        self, interpreter: Interpreter, op: CallKernelOp, args: PythonValues
    ) -> PythonValues:
        return interpreter.call_op(op.callee, args)

    @impl_terminator(ReturnOp)
    def run_return(
        self, interpreter: Interpreter, op: ReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(()), ()

    @impl(LocalOp)
    def run_local(
        self, interpreter: Interpreter, op: LocalOp, args: PythonValues
    ) -> PythonValues:
        return (_memory(interpreter, op, op.result.type),)

    @impl(memref.AllocaOp)
    def run_alloca(
        self, interpreter: Interpreter, op: memref.AllocaOp, args: PythonValues
    ) -> PythonValues:
        return (_memory(interpreter, op, op.memref.type),)

    def query(self, op: Operation, args: PythonValues) -> int:
        """The answer to a query of a work item."""
        if isinstance(op, work_item.DimensionQueryOp):
            numbers, otherwise = _DIMENSIONS[type(op)]
            dimension = op.static_dimension
            if dimension is None:
                (dimension,) = args
            if not 0 <= dimension < 3:
                return otherwise
            return numbers(self.item)[dimension]
        return _NULLARY[type(op)](self.item)

    def wait(self, op: Operation) -> None:
        """
        Raises `InterpretationError` at a barrier of a group of several work items.
        """
        alone = isinstance(op, SubGroupBarrierOp)
        if not alone and math.prod(self.item.own_local_size) > 1:
            raise InterpretationError(
                f"'{op.name}' waits for other work items, and one is interpreted at a "
                "time; use groups of one work item, or run the kernel with "
                "'xdsl-opencl run'"
            )

    def builtin(
        self, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        """
        The results of a pure operation.

        Raises `InterpretationError` for a function that has no meaning here.
        """
        if (folded := _fold(interpreter, op, args)) is not None:
            return tuple(folded)
        name = op.name
        if isinstance(op, BuiltinOp):
            name = op.function.data
            short = name.removeprefix("native_").removeprefix("half_")
            function = _FUNCTIONS.get(short)
            type_ = op.results[0].type
            if function is not None and len(op.results) == 1:
                rows = zip(*map(_numbers, args), strict=True)
                numbers = [_call(function, row, _element(type_)) for row in rows]
                return (_as_value(interpreter, type_, numbers),)
        raise InterpretationError(
            f"'{name}' has no value for {args} here; run the kernel with "
            "'xdsl-opencl run'"
        )


def _call(
    function: Callable[..., float], args: Sequence[float], element: Attribute
) -> float:
    try:
        value = function(*args)
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf
    except ZeroDivisionError:
        return math.inf
    return _rounded(value, element)


def _memory(interpreter: Interpreter, op: Operation, type_: Attribute) -> Any:
    if not isinstance(type_, MemRefType):
        raise InterpretationError(
            f"'{op.name}' of type {type_} cannot be interpreted; run "
            "'opencl-raise-structured' first, which makes memrefs"
        )
    array = cast("MemRefType[Attribute]", type_)
    shape = [*array.get_shape()]
    xtype = xtype_for_el_type(array.element_type, interpreter.index_bitwidth)
    return ShapedArray(TypedPtr[Any].zeros(math.prod(shape), xtype=xtype), shape)


# Operations that differ in their class only are entered one by one.


def _query(
    ft: OpenCLFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
) -> PythonValues:
    return (ft.query(op, args),)


def _fence(
    ft: OpenCLFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
) -> PythonValues:
    return ()


def _barrier(
    ft: OpenCLFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
) -> PythonValues:
    ft.wait(op)
    return ()


def _builtin(
    ft: OpenCLFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
) -> PythonValues:
    return ft.builtin(interpreter, op, args)


for _kinds, _function in (
    ((*_DIMENSIONS, *_NULLARY), _query),
    (_FENCES, _fence),
    (_BARRIERS, _barrier),
    ((AsOp, BuiltinOp, ConvertOp), _builtin),
):
    for _kind in _kinds:
        setattr(
            OpenCLFunctions,
            f"run_{_kind.name.partition('.')[2]}",
            impl(_kind)(_function),
        )
register_impls(OpenCLFunctions)


def _bits(interpreter: Interpreter, type_: Attribute) -> int:
    if isinstance(type_, IndexType):
        return interpreter.index_bitwidth
    return bits_of(type_)


def _is_integer(type_: Attribute) -> bool:
    return isinstance(type_, IntegerType | IndexType)


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def _of_bits(function: Callable[[int, int, int], int]) -> Any:
    """An operation on the bits of integers: operands, bits of the result."""

    def run(
        ft: InterpreterFunctions,
        interpreter: Interpreter,
        op: Operation,
        args: PythonValues,
    ) -> PythonValues:
        source = _bits(interpreter, op.operands[0].type)
        result = _bits(interpreter, op.results[0].type)
        first, second = ([arg & ((1 << source) - 1) for arg in args] + [0])[:2]
        if len(args) == 2 and second == 0 and op.name in ("arith.divui", "arith.remui"):
            raise InterpretationError(f"'{op.name}' divides by zero")
        return (_signed(function(first, second, source), result),)

    return run


def _of_floats(function: Callable[..., float]) -> Any:
    def run(
        ft: InterpreterFunctions,
        interpreter: Interpreter,
        op: Operation,
        args: PythonValues,
    ) -> PythonValues:
        return (_call(function, args, op.results[0].type),)

    return run


def _of_values(function: Callable[[Any, int], Any]) -> Any:
    """A conversion: the value, bits of the operand."""

    def run(
        ft: InterpreterFunctions,
        interpreter: Interpreter,
        op: Operation,
        args: PythonValues,
    ) -> PythonValues:
        (value,) = args
        operand, result = op.operands[0].type, op.results[0].type
        bits = _bits(interpreter, operand) if _is_integer(operand) else 0
        converted = function(value, bits)
        if _is_integer(result):
            return (_signed(int(converted), _bits(interpreter, result)),)
        return (_rounded(float(converted), result),)

    return run


def _divide(x: float, y: float) -> float:
    if y:
        return x / y
    if math.isnan(x) or x == 0:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


_NUMBERS: dict[type[Operation], Any] = {
    FMulAddOp: _of_floats(_multiply_add),
    IndexCastUIOp: _of_bits(lambda x, _, bits: x),
    RemFOp: _of_floats(math.fmod),
    arith.DivUIOp: _of_bits(lambda x, y, bits: x // y),
    arith.DivfOp: _of_floats(_divide),
    arith.ExtFOp: _of_values(lambda x, bits: x),
    arith.ExtSIOp: _of_values(_signed),
    arith.ExtUIOp: _of_bits(lambda x, _, bits: x),
    arith.FPToSIOp: _of_values(lambda x, bits: x),
    arith.FPToUIOp: _of_values(lambda x, bits: x),
    arith.MaxSIOp: _of_bits(lambda x, y, bits: max(_signed(x, bits), _signed(y, bits))),
    arith.MaxUIOp: _of_bits(lambda x, y, bits: max(x, y)),
    arith.MinSIOp: _of_bits(lambda x, y, bits: min(_signed(x, bits), _signed(y, bits))),
    arith.MinUIOp: _of_bits(lambda x, y, bits: min(x, y)),
    arith.NegfOp: _of_floats(_negative),
    arith.RemUIOp: _of_bits(lambda x, y, bits: x % y),
    arith.SIToFPOp: _of_values(_signed),
    arith.ShRUIOp: _of_bits(lambda x, y, bits: x >> y if y < bits else 0),
    arith.TruncFOp: _of_values(lambda x, bits: x),
    arith.TruncIOp: _of_bits(lambda x, _, bits: x),
    arith.UIToFPOp: _of_values(lambda x, bits: x & ((1 << bits) - 1)),
    llvm.FMAOp: _of_floats(_multiply_add),
}
"""Operations of kernels from OpenCL C that xDSL 0.74's interpreter lacks."""


class NumberFunctions(InterpreterFunctions):
    """Arithmetic of scalars that xDSL's interpreter lacks."""


for _kind, _function in _NUMBERS.items():
    setattr(
        NumberFunctions, f"run_{_kind.name.replace('.', '_')}", impl(_kind)(_function)
    )
register_impls(NumberFunctions)


def register(interpreter: Interpreter) -> None:
    """
    Registers kernels and their operations in `interpreter`, for the work item of the
    environment.

    Raises `InterpretationError` if the environment names no work item.
    """
    interpreter.register_implementations(OpenCLFunctions(), override=True)
    interpreter.register_implementations(NumberFunctions(), override=True)


def kernel_interpreter(module: ModuleOp) -> Interpreter:
    """An interpreter for the kernels of `module`, with all functions of xDSL's."""
    interpreter = Interpreter(module)
    register_implementations(interpreter, Context())
    interpreter.register_implementations(NumberFunctions(), override=True)
    return interpreter


def _items(launch: WorkItem) -> Iterator[WorkItem]:
    for z, y, x in product(*map(range, reversed(launch.global_size))):
        yield WorkItem(
            (x, y, z),
            launch.global_size,
            launch.local_size,
            launch.global_offset,
            launch.dimensions,
        )


def run_kernel(
    interpreter: Interpreter,
    name: str,
    global_size: Sequence[int],
    *args: Any,
    local_size: Sequence[int] = (1,),
    global_offset: Sequence[int] = (0,),
) -> None:
    """
    Interprets all work items of a launch of kernel `name`, one after the other, in the
    order of their linear ids.

    Raises `InterpretationError` for operations that have no meaning for one work item
    alone.
    """
    launch = WorkItem(
        global_size=_three(global_size, 1),
        local_size=_three(local_size, 1),
        global_offset=_three(global_offset, 0),
        dimensions=len(global_size),
    )
    for item in _items(launch):
        interpreter.register_implementations(OpenCLFunctions(item), override=True)
        interpreter.call_op(name, args)

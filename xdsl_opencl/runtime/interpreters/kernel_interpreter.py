"""
Kernels under xDSL's interpreter, one work item at a time.

    interpreter = kernel_interpreter(module)
    run_kernel(interpreter, "scale", (16,), data, 2.0)

`OpenCLFunctions` gives meaning to kernels and their launches, to queries of work items, to
conversions and builtin functions, and to local memory; `NumberFunctions` to arithmetic, which xDSL's
interpreter lacks in part and does not round. A work item runs alone, so a barrier is an error
unless its group has no other. Values are those of xDSL's interpreter: integers, floats, and
`ShapedArray` for vectors and memrefs.

The plugin hands `OpenCLFunctions` to `xdsl-run`, which runs the work item that
`XDSL_OPENCL_WORK_ITEM` names: `3,0,0/8,1,1/4,1,1` is the global id, the global size and
the local size.
"""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import memref
from xdsl.dialects.builtin import AnyFloat, MemRefType, ModuleOp
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
from xdsl.utils.type import get_element_type_or_self

from xdsl_opencl.abi.cpu.host_launch import SUB_GROUP_SIZE
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS
from xdsl_opencl.dialects.opencl.conversion import AsOp, ConvertOp
from xdsl_opencl.dialects.opencl.folding.arithmetic import (
    OPERATIONS,
    computes,
    evaluate,
)
from xdsl_opencl.dialects.opencl.folding.constants import Number, as_value, bits_of
from xdsl_opencl.dialects.opencl.folding.functions import evaluate_function
from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp, ReturnOp
from xdsl_opencl.dialects.opencl.launch import LaunchOp
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

    @property
    def local_linear_id(self) -> int:
        return _linear(self.local_id, self.own_local_size)


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
    work_item.GetLocalLinearIdOp: lambda item: item.local_linear_id,
}

_SUB_GROUP: dict[type[Operation], Callable[[WorkItem, int], int]] = {
    work_item.GetSubGroupSizeOp: lambda item, size: min(
        size, math.prod(item.own_local_size) - item.local_linear_id // size * size
    ),
    work_item.GetMaxSubGroupSizeOp: lambda item, size: min(
        size, math.prod(item.local_size)
    ),
    work_item.GetNumSubGroupsOp: lambda item, size: (
        -(-math.prod(item.own_local_size) // size)
    ),
    work_item.GetEnqueuedNumSubGroupsOp: lambda item, size: (
        -(-math.prod(item.local_size) // size)
    ),
    work_item.GetSubGroupIdOp: lambda item, size: item.local_linear_id // size,
    work_item.GetSubGroupLocalIdOp: lambda item, size: item.local_linear_id % size,
}
"""Query to the number of a work item where sub-groups have `size` work items."""

_FENCES = (AtomicWorkItemFenceOp, MemFenceOp, ReadMemFenceOp, WriteMemFenceOp)
_BARRIERS = (BarrierOp, SubGroupBarrierOp, WorkGroupBarrierOp)


def _numbers(value: Any) -> list[Any]:
    return cast("ShapedArray[Any]", value).data if isinstance(value, ShapedArray) else [value]  # fmt: skip


def _as_value(
    interpreter: Interpreter, type_: Attribute, numbers: Sequence[Number]
) -> Any:
    """The interpreter's value of `type_` with these elements."""
    element = get_element_type_or_self(type_)
    if not isinstance(element, AnyFloat):
        bits = bits_of(element, interpreter.index_bitwidth)
        numbers = [as_value(int(number), bits) for number in numbers]
    if element is type_:
        return numbers[0]
    xtype = xtype_for_el_type(element, interpreter.index_bitwidth)
    return ShapedArray(TypedPtr[Any].new(numbers, xtype=xtype), [len(numbers)])


@register_impls
class OpenCLFunctions(InterpreterFunctions):
    """The operations of the `opencl` dialect, for the work item `item`."""

    def __init__(self, item: WorkItem | None = None):
        if item is None:
            text = os.environ.get(WORK_ITEM_VARIABLE)
            item = WorkItem() if text is None else WorkItem.from_text(text)
        self.item = item
        self.sub_group_size = SUB_GROUP_SIZE

    @impl_callable(KernelOp)
    def call_kernel(
        self, interpreter: Interpreter, op: KernelOp, args: PythonValues
    ) -> PythonValues:
        name = op.sym_name.data
        if op.is_declaration:
            raise InterpretationError(
                f"kernel @{name} is only declared; give it a body"
            )
        required = op.reqd_sub_group_size
        self.sub_group_size = (
            SUB_GROUP_SIZE if required is None else required.value.data
        )
        return interpreter.run_ssacfg_region(op.body, args, name)

    @impl(CallKernelOp)
    def run_call(
        self, interpreter: Interpreter, op: CallKernelOp, args: PythonValues
    ) -> PythonValues:
        return interpreter.call_op(op.callee, args)

    @impl(LaunchOp)
    def run_launch(
        self, interpreter: Interpreter, op: LaunchOp, args: PythonValues
    ) -> PythonValues:
        """
        All work items of the launch, one after the other.

        Raises `InterpretationError` for sizes that no launch has.
        """
        dimensions, given = len(op.global_size), len(op.local_size)
        sizes, rest = args[:dimensions], args[dimensions:]
        local, arguments = rest[:given] or (1,), rest[given:]
        name = op.callee.string_value()
        if min(*sizes, *local) < 1:
            raise InterpretationError(
                f"'{op.name}' of @{name} has global sizes {list(sizes)} and local sizes "
                f"{list(local)}; give sizes from 1"
            )
        own = self.item
        launch = WorkItem(
            global_size=_three(sizes, 1),
            local_size=_three(local, 1),
            dimensions=dimensions,
        )
        try:
            for self.item in _items(launch):
                interpreter.call_op(name, arguments)
        finally:
            self.item = own
        return ()

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

    def query(
        self, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        """The answer to a query of a work item."""
        if (of_sub_group := _SUB_GROUP.get(type(op))) is not None:
            return (of_sub_group(self.item, self.sub_group_size),)
        if not isinstance(op, work_item.DimensionQueryOp):
            return (_NULLARY[type(op)](self.item),)
        numbers, otherwise = _DIMENSIONS[type(op)]
        dimension = op.static_dimension
        if dimension is None:
            (dimension,) = args
        inside = 0 <= dimension < 3
        return (numbers(self.item)[dimension] if inside else otherwise,)

    def fence(
        self, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        """Nothing: a work item sees its own accesses in order."""
        return ()

    def wait(
        self, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        """
        Raises `InterpretationError` at a barrier of a group of several work items.
        """
        if math.prod(self.item.own_local_size) > 1:
            raise InterpretationError(
                f"'{op.name}' waits for other work items, and one is interpreted at a "
                "time; use groups of one work item, or run the kernel with "
                "'xdsl-opencl run'"
            )
        return ()

    def builtin(
        self, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        """
        The results of a pure operation.

        Raises `InterpretationError` for a function that has no meaning here.
        """
        rows = [_numbers(arg) for arg in args]
        name = op.name
        if isinstance(op, BuiltinOp):
            name = op.function.data
            # Any precision does for these.
            exact = name.removeprefix("native_").removeprefix("half_")
            types = [operand.type for operand in op.operands]
            results = None
            if len(op.results) == 1 and exact in BUILTINS:
                builtin = BUILTINS[exact]
                results = evaluate_function(builtin, types, rows, op.results[0].type)
        else:
            assert isinstance(op, AsOp | ConvertOp)
            results = op.evaluate(rows[0])
        if results is not None:
            return (_as_value(interpreter, op.results[0].type, results),)
        raise InterpretationError(
            f"'{name}' has no value for {args} here; run the kernel with "
            "'xdsl-opencl run'"
        )


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
for _kinds, _function in (
    ((*_DIMENSIONS, *_NULLARY, *_SUB_GROUP), OpenCLFunctions.query),
    (_FENCES, OpenCLFunctions.fence),
    (_BARRIERS, OpenCLFunctions.wait),
    ((AsOp, BuiltinOp, ConvertOp), OpenCLFunctions.builtin),
):
    for _kind in _kinds:
        setattr(
            OpenCLFunctions,
            f"run_{_kind.name.partition('.')[2]}",
            impl(_kind)(_function),
        )
register_impls(OpenCLFunctions)


def _arithmetic(
    ft: InterpreterFunctions,
    interpreter: Interpreter,
    op: Operation,
    args: PythonValues,
) -> PythonValues:
    if not computes(op):
        raise InterpretationError(
            f"'{op.name}' of {op.operands[0].type} has no value here; use integers, f16, "
            "f32 or f64"
        )
    rows = zip(*map(_numbers, args), strict=True)
    try:
        numbers = [evaluate(op, row, interpreter.index_bitwidth) for row in rows]
    except ZeroDivisionError:
        raise InterpretationError(f"'{op.name}' divides by zero") from None
    # An undefined result may be any number.
    defined = [0 if number is None else number for number in numbers]
    return (_as_value(interpreter, op.results[0].type, defined),)


class NumberFunctions(InterpreterFunctions):
    """Arithmetic of scalars and vectors, rounded to its types."""


for _kind in OPERATIONS:
    setattr(
        NumberFunctions, f"run_{_kind.name.replace('.', '_')}", impl(_kind)(_arithmetic)
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

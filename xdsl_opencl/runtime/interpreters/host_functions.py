"""
Functions of the host that launch kernels (`opencl.launch`), run here on NumPy arrays.

Numbers are Python's, an integer of the sign that its bits have; memrefs are arrays. A region
runs as a generator that yields the regions inside, so that no nesting is too deep for Python's
stack.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, cast

import numpy as np
from xdsl.dialects import arith, func, math, memref, scf, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    StringAttr,
    VectorType,
    i1,
    i8,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.array_elements import elements_fault
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.conversions.memref_address import kept_dimensions
from xdsl_opencl.dialects.opencl.folding.arithmetic import computes, evaluate
from xdsl_opencl.dialects.opencl.folding.constants import Number, as_value, bits_of
from xdsl_opencl.dialects.opencl.folding.numbers import nearest
from xdsl_opencl.dialects.opencl.kernel import ARGUMENT_NAME, KernelOp
from xdsl_opencl.dialects.opencl.launch import LaunchOp
from xdsl_opencl.ir.diagnostics import PassError
from xdsl_opencl.ir.element_types import is_small_float
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.transforms.kernels.from_gpu.memory_spaces import in_space
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.kernels.signature.kernel_signature import argument_info

Value = Any
Run = Generator[Any, Any, Sequence[Any]]
"""
A running region: it yields each region that it waits for, and is sent its results.
"""

_FLOATS: Mapping[type[Attribute], type[np.floating[Any]]] = {
    Float16Type: np.float16,
    Float32Type: np.float32,
    Float64Type: np.float64,
}


def _number(value: Any, type: Attribute) -> Number:
    """`value` as a number of `type`; an `i1` is 0 or 1."""
    bits = bits_of(type)
    if type.__class__ in _FLOATS:
        return nearest(float(value), bits)
    return as_value(operator.index(value), bits)


def element_dtype(type: Attribute) -> np.dtype[Any] | None:
    """
    The NumPy type of the elements of a memref. Those of bf16 and floats of 8 bits are their bits:
    they are allocated, copied and passed on, but not computed with.
    """
    if isinstance(type, BFloat16Type):
        return np.dtype(np.uint16)
    if is_small_float(type):
        return np.dtype(np.uint8)
    if isinstance(type, IndexType):
        return np.dtype(np.int64)
    if type.__class__ in _FLOATS:
        return np.dtype(_FLOATS[type.__class__])
    bits = bits_of(type) if type.__class__ is IntegerType else 0
    if bits in (1, 8, 16, 32, 64):
        return np.dtype(f"i{max(bits // 8, 1)}")
    return None


def _holds_bits(type: Attribute) -> bool:
    if not isinstance(type, MemRefType):
        return False
    element = cast("MemRefType[Attribute]", type).element_type
    return isinstance(element, BFloat16Type) or is_small_float(element)


# --- memory ----------------------------------------------------------------------------


def _sizes(static: Sequence[int], dynamic: Sequence[Value]) -> list[int]:
    rest = iter(dynamic)
    return [next(rest) if size == DYNAMIC_INDEX else size for size in static]


def _allocate(op: memref.AllocOp | memref.AllocaOp, *sizes: Value) -> Value:
    type = op.memref.type
    dtype = element_dtype(type.element_type)
    if dtype is None:
        raise _unknown(op)
    return np.zeros(_sizes(type.get_shape(), sizes), dtype)


def _elements(
    op: Operation, values: DenseIntOrFPElementsAttr, type: Attribute
) -> Value:
    """The elements of a constant in the shape of `type`."""
    known = cast("MemRefType[Attribute]", type)
    dtype = element_dtype(known.element_type)
    if dtype is None or _holds_bits(type):
        raise _unknown(op)
    array = np.array(list(values.get_values()), dtype)
    shape = known.get_shape()
    if array.size == 1:
        return np.broadcast_to(array.reshape(()), shape)
    return array.reshape(shape)


def _global(module: ModuleOp, op: memref.GetGlobalOp) -> Value:
    name = op.name_.root_reference.data
    for top in module.ops:
        if isinstance(top, memref.GlobalOp) and top.sym_name.data == name:
            values = top.initial_value
            if not isinstance(values, DenseIntOrFPElementsAttr):
                raise _unknown(op)
            return _elements(op, values, op.memref.type)
    raise _unknown(op)


def _subview(op: memref.SubviewOp, source: Any, *dynamic: Value) -> Value:
    operands = list(dynamic)
    parts: list[list[int]] = []
    for static in (op.static_offsets, op.static_sizes, op.static_strides):
        given = list(static.get_values())
        count = given.count(DYNAMIC_INDEX)
        parts.append(_sizes(given, operands[:count]))
        del operands[:count]
    slices = tuple(
        slice(offset, offset + (size - 1) * stride + 1, stride)
        for offset, size, stride in zip(*parts)
    )
    view = source[slices]
    kept = kept_dimensions(op, op.static_sizes.get_values(), op.result.type)
    # The ellipsis keeps an array where no dimension is left.
    return view[*(slice(None) if d in kept else 0 for d in range(view.ndim)), ...]


def _reshape(op: Operation, source: Any, *sizes: Value) -> Value:
    type = cast("MemRefType[Attribute]", op.results[0].type)
    shape = type.get_shape()
    if sizes:
        return source.reshape(_sizes(shape, sizes))
    return source.reshape([-1 if size == DYNAMIC_INDEX else size for size in shape])


def _unknown(op: Operation) -> RuntimeFailure:
    return RuntimeFailure(
        f"'{op.name}' in a function of the host cannot be run here; lower it to arith, "
        "scf and memref first, or move it into a kernel"
    )


_MATH: Mapping[type[Operation], Callable[..., Any]] = {
    math.AbsFOp: np.abs,
    math.CeilOp: np.ceil,
    math.CosOp: np.cos,
    math.ExpOp: np.exp,
    math.FloorOp: np.floor,
    math.LogOp: np.log,
    math.PowFOp: np.power,
    math.SinOp: np.sin,
    math.SqrtOp: np.sqrt,
    math.TanhOp: np.tanh,
}
"""Functions in double precision, of numbers."""


def _printed(value: Any) -> str:
    """The text of a number or a vector, as MLIR's runner prints it."""
    if np.ndim(value):
        return f"( {', '.join(map(_printed, value))} )"
    is_float = isinstance(value, float | np.floating)
    return f"{value:g}" if is_float else str(int(value))


def _evaluate(module: ModuleOp, op: Operation, values: Sequence[Value]) -> Value:
    """
    The result of an operation without regions; `None` for an operation without a
    result.
    """
    if (function := _MATH.get(type(op))) is not None:
        type_: Attribute = op.results[0].type
        if type_.__class__ in _FLOATS:
            with np.errstate(all="ignore"):
                return _number(function(*map(np.float64, values)), type_)
    if computes(op) and not isinstance(op.results[0].type, VectorType):
        try:
            result = evaluate(op, values)
        except ZeroDivisionError:
            raise RuntimeFailure(
                f"'{op.name}' in a function of the host divides by 0"
            ) from None
        # Any number does for an undefined one.
        return 0 if result is None else result
    match op:
        case arith.ConstantOp(value=FloatAttr() as constant) if (
            constant.type.__class__ not in _FLOATS
        ):
            # It is cloned into kernels; nothing here computes with it.
            return constant.value.data
        case arith.ConstantOp(value=IntegerAttr() | FloatAttr() as constant):
            return _number(constant.value.data, op.result.type)
        case arith.ConstantOp(value=DenseIntOrFPElementsAttr() as elements):
            return _elements(op, elements, op.result.type)
        case arith.SelectOp():
            return values[1] if values[0] else values[2]
        case memref.AllocOp() | memref.AllocaOp():
            return _allocate(op, *values)
        case memref.DimOp():
            return int(values[0].shape[values[1]])
        case memref.LoadOp() | memref.StoreOp() if _holds_bits(op.memref.type):
            raise _unknown(op)
        case memref.LoadOp():
            found = values[0][tuple(values[1:])]
            return found.item()
        case memref.StoreOp():
            values[1][tuple(values[2:])] = values[0]
        case memref.CopyOp():
            values[1][...] = values[0]
        case memref.DeallocOp():
            pass
        case memref.CastOp() | memref.MemorySpaceCastOp():
            return values[0]
        case memref.SubviewOp():
            return _subview(op, *values)
        case memref.CollapseShapeOp() | memref.ExpandShapeOp():
            return _reshape(op, *values)
        case memref.GetGlobalOp():
            return _global(module, op)
        case vector.PrintOp():
            print(_printed(values[0]))
        case _:
            raise _unknown(op)
    return None


# --- running ---------------------------------------------------------------------------


class HostFunction:
    """A function of a program that launches kernels; call it to run it."""

    def __init__(self, op: func.FuncOp, host: Host):
        self.name = op.sym_name.data
        self._op = op
        self._host = host
        self.result_types = op.function_type.outputs.data
        facts = [
            DictionaryAttr({ARGUMENT_NAME: StringAttr(argument.name_hint or "")})
            for argument in op.body.block.args
        ]
        types = [_passed(t) for t in op.function_type.inputs]
        declared = KernelOp(self.name, types, arg_attrs=ArrayAttr(facts))
        target = Target(Abi.HOST)
        self.arguments = argument_info(declared)
        self.layout = layout(kernel_signature(declared, target), target)

    def __repr__(self) -> str:
        return f"<HostFunction {self.name}>"

    def __call__(self, *values: Value) -> Any:
        """
        Runs the function and the kernels that it launches. `values`: NumPy arrays for
        memrefs, shared and not copied, and numbers. Returns its result: a tuple for
        several, `None` without results.

        Raises `RuntimeFailure` for arguments that do not fit, and for operations that
        only a kernel can have; and the errors of kernels.
        """
        inputs = self._op.function_type.inputs.data
        if len(values) != len(inputs):
            raise RuntimeFailure(
                f"function '{self.name}' takes {len(inputs)} arguments, {len(values)} are "
                "given"
            )
        given = [
            self._argument(i, value, type)
            for i, (value, type) in enumerate(zip(values, inputs))
        ]
        results = self._host.run(self._op, given)
        if len(results) > 1:
            return tuple(results)
        return results[0] if results else None

    def _argument(self, i: int, value: Value, type: Attribute) -> Value:
        where = f"function '{self.name}', argument {i}"
        if not isinstance(type, MemRefType):
            if type.__class__ in (*_FLOATS, IntegerType, IndexType):
                return _number(value, type)
            raise RuntimeFailure(f"{where}: a value of type {type} cannot be passed")
        known = cast("MemRefType[Attribute]", type)
        dtype = element_dtype(known.element_type)
        if dtype is None or not isinstance(value, np.ndarray):
            raise RuntimeFailure(f"{where}: {type} takes a NumPy array of its elements")
        array = cast("np.ndarray[Any, np.dtype[Any]]", value)
        if _holds_bits(known):
            fault = elements_fault(array.dtype, str(known.element_type))
            if fault is not None or array.dtype.itemsize != dtype.itemsize:
                raise RuntimeFailure(
                    f"{where}: an array of {array.dtype} for {type}; give one of the type of "
                    f"ml_dtypes, or of {dtype} with the bits of each number"
                )
            # NumPy would convert between the types of ml_dtypes and others.
            array = array.view(dtype)
        if array.dtype.itemsize != dtype.itemsize or (array.dtype.kind == "f") != (
            dtype.kind == "f"
        ):
            raise RuntimeFailure(
                f"{where}: an array of {array.dtype} for {type}; give one of {dtype}"
            )
        shape = known.get_shape()
        if known.has_static_shape() and array.size == int(np.prod(shape)):
            if not array.flags.c_contiguous:
                raise RuntimeFailure(
                    f"{where}: the array is not contiguous; use np.ascontiguousarray"
                )
            return array.reshape(shape)
        if array.ndim != len(shape) or any(
            wanted not in (DYNAMIC_INDEX, size)
            for wanted, size in zip(shape, array.shape)
        ):
            advice = "reshape it"
            if known.has_static_shape():
                advice = f"give one of {int(np.prod(shape))} elements"
            raise RuntimeFailure(
                f"{where}: an array of shape {array.shape} for {type}; {advice}"
            )
        return array


def _passed(type: Attribute) -> Attribute:
    """The type of an argument as a kernel would have it, for reflection."""
    if isinstance(type, MemRefType):
        return in_space(cast("Attribute", type), AddressSpace.GLOBAL)
    return i8 if type == i1 else type


def launching(functions: Iterable[Operation]) -> set[str]:
    """
    The names of those of `functions` that launch kernels, themselves or by a call.
    """
    callers: dict[str, list[str]] = {}
    found: list[str] = []
    for op in functions:
        name = cast("StringAttr", op.properties["sym_name"]).data
        inside = list(op.walk())
        if any(isinstance(inner, LaunchOp) for inner in inside):
            found.append(name)
        for inner in inside:
            if isinstance(inner, func.CallOp):
                callee = inner.callee.root_reference.data
                callers.setdefault(callee, []).append(name)
    names: set[str] = set()
    while found:
        name = found.pop()
        if name not in names:
            names.add(name)
            found += callers.get(name, ())
    return names


class Host:
    """
    The functions of a module that launch kernels; `launch` runs a kernel by its name.
    """

    def __init__(
        self,
        functions: Sequence[func.FuncOp],
        module: ModuleOp,
        launch: Callable[[str, Sequence[int], Sequence[int], Sequence[Value]], None],
    ):
        self._functions = {op.sym_name.data: op for op in functions}
        self.module = module
        self._launch = launch
        self._numbers: dict[Operation, Number] = {}
        """The results that are the same each time, of operations that were run once."""
        self.functions: dict[str, HostFunction] = {}
        names = launching(functions)
        for op in functions:
            if op.sym_name.data in names:
                try:
                    self.functions[op.sym_name.data] = HostFunction(op, self)
                except PassError:
                    # A function with arguments of other types is for other functions.
                    continue

    def run(self, op: func.FuncOp, values: Sequence[Value]) -> Sequence[Value]:
        """Runs function `op`; returns its results."""
        stack: list[Run] = [self._block(op.body.block, values, {})]
        sent: Any = None
        while stack:
            try:
                inner = stack[-1].send(sent)
            except StopIteration as ended:
                stack.pop()
                sent = ended.value
            else:
                stack.append(inner)
                sent = None
        return sent

    def _block(
        self, block: Block, values: Sequence[Value], known: dict[SSAValue, Value]
    ) -> Run:
        """Runs `block` on `values`, where `known` has the values around it."""
        known.update(zip(block.args, values, strict=True))
        for op in block.ops:
            if (number := self._numbers.get(op)) is not None:
                known[op.results[0]] = number
                continue
            operands = [known[operand] for operand in op.operands]
            match op:
                case func.ReturnOp() | scf.YieldOp() | scf.ConditionOp():
                    return operands
                case scf.ReduceOp() | scf.ReduceReturnOp():
                    return operands
                case LaunchOp():
                    self._run_kernel(op, operands)
                    results: Sequence[Value] = ()
                case func.CallOp():
                    callee = self._functions.get(op.callee.root_reference.data)
                    if callee is None or not callee.body.blocks:
                        raise _unknown(op)
                    results = yield self._block(callee.body.block, operands, {})
                case scf.ForOp():
                    results = operands[3:]
                    for i in range(*operands[:3]):
                        inner = [i, *results]
                        results = yield self._block(op.body.block, inner, known)
                case scf.IfOp():
                    region = op.true_region if operands[0] else op.false_region
                    results = ()
                    if region.blocks:
                        results = yield self._block(region.block, (), known)
                case scf.IndexSwitchOp():
                    cases = [*op.cases.iter_values()]
                    region = op.default_region
                    if operands[0] in cases:
                        region = op.case_regions[cases.index(operands[0])]
                    results = yield self._block(region.block, (), known)
                case scf.ExecuteRegionOp() if len(op.region.blocks) == 1:
                    results = yield self._block(op.region.block, (), known)
                case scf.WhileOp():
                    results = operands
                    while True:
                        before = op.before_region.block
                        again, *results = yield self._block(before, results, known)
                        if not again:
                            break
                        after = op.after_region.block
                        results = yield self._block(after, results, known)
                case scf.ParallelOp():
                    results = yield self._parallel(op, operands, known)
                case _ if op.regions or op.successors:
                    raise _unknown(op)
                case _:
                    value = _evaluate(self.module, op, operands)
                    results = (value,) if op.results else ()
                    if isinstance(value, int | float) and self._is_constant(op):
                        self._numbers[op] = value
            known.update(zip(op.results, results, strict=True))
        return ()

    def _is_constant(self, op: Operation) -> bool:
        return isinstance(op, arith.ConstantOp) or (
            computes(op) and all(o.owner in self._numbers for o in op.operands)
        )

    def _parallel(
        self,
        op: scf.ParallelOp,
        operands: Sequence[Value],
        known: dict[SSAValue, Value],
    ) -> Run:
        """Runs a parallel loop in order."""
        count = len(op.lowerBound)
        bounds = [operands[i * count : (i + 1) * count] for i in range(3)]
        results = operands[3 * count :]
        last = op.body.block.last_op
        assert isinstance(last, scf.ReduceOp)
        for place in product(*(range(a, b, s) for a, b, s in zip(*bounds))):
            values = yield self._block(op.body.block, place, known)
            combined: list[Value] = []
            for body, old, new in zip(last.reductions, results, values):
                pair = (old, new)
                combined += yield self._block(body.block, pair, known)
            results = combined
        return results

    def _run_kernel(self, op: LaunchOp, operands: Sequence[Value]) -> None:
        dimensions = len(op.global_size)
        first = dimensions + len(op.local_size)
        size, local = operands[:dimensions], operands[dimensions:first]
        # A loop without iterations launches nothing.
        if all(count > 0 for count in size):
            self._launch(op.callee.root_reference.data, size, local, operands[first:])

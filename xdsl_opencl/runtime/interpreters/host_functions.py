"""
Functions of the host that launch kernels (`opencl.launch`), run here on NumPy arrays.

Numbers are Python numbers; integers take the sign of their top bit; memrefs are arrays. A block is
prepared when it first runs: its operations become functions of their operands' values, and
numbers that are the same each time are computed. A region runs as a generator that yields the
regions inside, so that no nesting is too deep for Python's stack.
"""

from __future__ import annotations

import builtins
import operator
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from math import prod
from sys import getrefcount
from typing import Any, NamedTuple, cast

import numpy as np
from xdsl.dialects import arith, cf, complex, func, math, memref, scf, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    BFloat16Type,
    ComplexType,
    DenseArrayBase,
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
    NoneAttr,
    StringAttr,
    VectorType,
    i1,
    i8,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.abi.arguments.array_elements import elements_fault
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.conversions.memory.memref_address import kept_dimensions
from xdsl_opencl.dialects.atomic_kinds import ATOMIC_KINDS
from xdsl_opencl.dialects.opencl.folding.arithmetic import computes, evaluate
from xdsl_opencl.dialects.opencl.folding.constants import Number, as_value, bits_of
from xdsl_opencl.dialects.opencl.folding.numbers import nearest
from xdsl_opencl.dialects.opencl.kernel import ARGUMENT_NAME, KernelOp
from xdsl_opencl.dialects.opencl.launch import LaunchOp
from xdsl_opencl.frontend.required_kernels import copying_functions
from xdsl_opencl.ir.diagnostics import PassError
from xdsl_opencl.ir.element_types import is_small_float
from xdsl_opencl.ir.module import EQUAL_SIZES_ATTRIBUTE
from xdsl_opencl.ir.views import VIEWS, root
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.runtime.arguments.buffers import Buffer
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.transforms.from_dialects.from_gpu.memory_spaces import in_space
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.kernels.signature.kernel_signature import argument_info

Value = Any
Run = Generator[Any, Any, Sequence[Any]]
"""
A running region: it yields each region that it waits for, and is sent its results.
"""

Function = Callable[..., Any]
"""An operation without regions: from the values of its operands to its result, or `None`."""

_FLOATS: Mapping[type[Attribute], type[np.floating[Any]]] = {
    Float16Type: np.float16,
    Float32Type: np.float32,
    Float64Type: np.float64,
}


_COMPLEX: Mapping[type[Attribute], np.dtype[Any]] = {
    Float32Type: np.dtype(np.complex64),
    Float64Type: np.dtype(np.complex128),
}
"""The types of complex numbers of these parts."""


def _number(value: Any, type: Attribute) -> Number:
    """`value` as a number of `type`; an `i1` is 0 or 1."""
    bits = bits_of(type)
    if type.__class__ in _FLOATS:
        return nearest(float(value), bits)
    if isinstance(type, AnyFloat):
        return next(type.iter_unpack(type.pack((float(value),))))
    return as_value(operator.index(value), bits)


def element_dtype(type: Attribute) -> np.dtype[Any] | None:
    """
    The NumPy type of the elements of a memref. Those of bf16 and floats of 8 bits are their bits.
    """
    if isinstance(type, ComplexType):
        part = cast("ComplexType[AnyFloat]", type).element_type
        return _COMPLEX.get(part.__class__)
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


Memory = dict[tuple[Sequence[int], np.dtype[Any]], list[Value]]
"""
Memory that functions no longer use, by shape and type: new memory would cost a page fault for each
4 KiB of it.
"""
_ALONE = 2
"""What `getrefcount` says of an array that only its caller has."""


def _allocation(op: memref.AllocOp | memref.AllocaOp, memory: Memory) -> Function:
    type = op.memref.type
    dtype, shape = element_dtype(type.element_type), type.get_shape()
    if dtype is None:
        raise _unknown(op)

    if DYNAMIC_INDEX not in shape:
        free = memory[shape, dtype]

        def take() -> Value:
            try:
                return free.pop()
            except IndexError:
                return np.empty(shape, dtype)

        return take

    def allocate(*sizes: int) -> Value:
        wanted = _sizes(shape, sizes)
        if any(size < 0 for size in wanted):
            raise _wrong(op.name, f"asks for memory of shape {wanted}")
        return np.empty(wanted, dtype)

    return allocate


def _elements(
    op: Operation, values: DenseIntOrFPElementsAttr, type: Attribute
) -> Value:
    """The elements of a constant in the shape of `type`, in its own memory."""
    known = cast("MemRefType[Attribute]", type)
    dtype = element_dtype(known.element_type)
    if dtype is None or dtype.itemsize != values.type.element_type.compile_time_size:
        raise _unknown(op)
    array = np.frombuffer(values.data.data, dtype)
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


def _view_of_part(op: memref.SubviewOp) -> Function:
    """The function from memory, and what is dynamic of its part, to the part."""
    statics = (op.static_offsets, op.static_sizes, op.static_strides)
    stated = [static.get_values() for static in statics]
    counts = [list(given).count(DYNAMIC_INDEX) for given in stated]
    shape = cast("MemRefType[Attribute]", op.source.type).get_shape()
    kept = kept_dimensions(op, stated[1], op.result.type)
    # xDSL's lowering of `stencil` makes static views that end after static memory, and
    # accesses only the part that is there.
    is_static = [DYNAMIC_INDEX not in numbers for numbers in zip(shape, *stated)]

    def index(extents: Sequence[int], *dynamic: int) -> tuple[Any, ...]:
        operands, parts = list(dynamic), list[list[int]]()
        for given, count in zip(stated, counts):
            parts.append(_sizes(given, operands[:count]))
            del operands[:count]
        # The ellipsis keeps an array where no dimension is left.
        slices: list[Any] = [...]
        for d, (offset, size, stride) in reversed([*enumerate(zip(*parts))]):
            last, extent = offset + (size - 1) * stride, extents[d]
            is_inside = offset < extent and (last < extent or is_static[d])
            if min(size, offset) < 0 or (size and not (is_inside and last >= 0)):
                raise _wrong(
                    op.name,
                    f"takes {size} elements, {offset} to {last}, of dimension {d}, which "
                    f"has {extent}",
                )
            if stride == 0 and size > 1:
                raise _wrong(
                    op.name, f"takes one element of dimension {d} {size} times"
                )
            stop = offset + size * stride
            part = slice(offset, stop if stop >= 0 else None, stride or 1)
            slices.insert(0, part if d in kept else offset)
        return tuple(slices)

    if all(is_static):
        return operator.itemgetter(index(shape))

    def view(source: Any, *dynamic: int) -> Value:
        return source[index(source.shape, *dynamic)]

    return view


def _reshape(
    op: memref.CollapseShapeOp | memref.ExpandShapeOp,
    shape: Sequence[int],
    is_static: bool,
    source: Any,
    *sizes: Value,
) -> Value:
    if is_static and source.flags.c_contiguous:
        return source.reshape(shape)
    wanted = (
        _sizes(shape, sizes)
        if sizes
        else [-1 if size == DYNAMIC_INDEX else size for size in shape]
    )
    if isinstance(op, memref.CollapseShapeOp):
        wanted = [
            prod(source.shape[d.value.data] for d in group)
            for group in op.reassociation
        ]
    try:
        view = source.reshape(wanted)
    except ValueError:
        raise _wrong(
            op.name,
            f"reshapes elements of shape {source.shape} to {wanted}, another number of them",
        ) from None
    if view.size and not np.may_share_memory(view, source):
        raise _wrong(
            op.name, "merges dimensions that do not follow one another in memory"
        )
    return view


def _cast(type: MemRefType[Attribute], source: Any) -> Value:
    shape = type.get_shape()
    if any(size not in (DYNAMIC_INDEX, n) for size, n in zip(shape, source.shape)):
        raise _wrong("memref.cast", f"takes memory of shape {source.shape} as {type}")
    return source


def _view(op: memref.ViewOp, source: Any, shift: int, *sizes: int) -> Value:
    type = op.result.type
    dtype, shape = element_dtype(type.element_type), _sizes(type.get_shape(), sizes)
    if dtype is None:
        raise _unknown(op)
    size = prod(shape) * dtype.itemsize
    if min((shift, *shape)) < 0 or shift + size > source.size:
        raise _wrong(
            op.name, f"takes {size} bytes from byte {shift} of {source.size} on"
        )
    return source.reshape(-1)[shift : shift + size].view(dtype).reshape(shape)


def _reinterpret(op: memref.ReinterpretCastOp) -> Function:
    """The function from memory, not the view of it that `op` names, to the view."""
    stated = [
        given.get_values()
        for given in (op.static_offsets, op.static_sizes, op.static_strides)
    ]

    def parts(*dynamic: int) -> list[list[int]]:
        rest = iter(dynamic)
        return [[next(rest) if n == DYNAMIC_INDEX else n for n in ns] for ns in stated]

    known = parts() if len(op.operands) == 1 else None

    def view(source: Any, *dynamic: int) -> Value:
        (offset,), shape, strides = known or parts(*dynamic)
        last = offset + sum((n - 1) * stride for n, stride in zip(shape, strides))
        inside = 0 in shape or last < source.size
        if not inside or min((offset, *shape, *strides)) < 0:
            raise _wrong(
                op.name, f"takes elements {offset} to {last} of memory of {source.size}"
            )
        steps = [stride * source.itemsize for stride in strides]
        flat = source.reshape(-1)
        return np.ndarray(shape, flat.dtype, flat, offset * source.itemsize, steps)

    return view


def _check_place(name: str, array: Any, place: Sequence[int]) -> None:
    if any(not 0 <= i < count for i, count in zip(place, array.shape)):
        raise _wrong(
            name, f"accesses element {[*place]} of memory of shape {array.shape}"
        )


def _wrong(name: str, fault: str) -> RuntimeFailure:
    return RuntimeFailure(f"'{name}' in a function of the host {fault}")


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


def _compute(op: Operation, *values: Number) -> Number:
    try:
        result = evaluate(op, values)
    except ZeroDivisionError:
        raise _wrong(op.name, "divides by 0") from None
    # An undefined result may be any number.
    return 0 if result is None else result


def _apply(function: Function, type: Attribute, *values: Number) -> Number:
    with np.errstate(all="ignore"):
        return _number(function(*map(np.float64, values)), type)


def _select(condition: int, yes: Value, no: Value) -> Value:
    return yes if condition else no


def _dimension(array: Any, dimension: int) -> int:
    if not 0 <= dimension < array.ndim:
        raise _wrong("memref.dim", f"has no dimension {dimension}")
    return int(array.shape[dimension])


def _load(array: Any, *place: int) -> Value:
    _check_place("memref.load", array, place)
    return array[place].item()


def _store(value: Value, array: Any, *place: int) -> None:
    _check_place("memref.store", array, place)
    array[place] = value


def _load_bits(type: AnyFloat, array: Any, *place: int) -> Value:
    _check_place("memref.load", array, place)
    return next(type.iter_unpack(array[place].tobytes()))


def _store_bits(type: AnyFloat, value: Value, array: Any, *place: int) -> None:
    _check_place("memref.store", array, place)
    array[place] = np.frombuffer(type.pack((value,)), array.dtype)[0]


_COMBINED: Mapping[str, Callable[[Any, Any], Any]] = {
    "assign": lambda old, new: new,
    "max": lambda old, new: old if old != old or old >= new else new,
    "min": lambda old, new: old if old != old or old <= new else new,
    "add": operator.add,
    "mul": operator.mul,
    "or": lambda old, new: old | new,
    "and": lambda old, new: old & new,
    "xor": lambda old, new: old ^ new,
}
"""
The start of a kind of `memref.atomic_rmw`, and how it combines the old element and the new one.
"""


def _atomic_rmw(op: memref.AtomicRMWOp, value: Value, array: Any, *place: int) -> Value:
    _check_place(op.name, array, place)
    kind, type = ATOMIC_KINDS[op.kind.value.data], op.result.type
    combine = next(f for start, f in _COMBINED.items() if kind.startswith(start))
    old = array[place].item()
    if kind in ("maxu", "minu"):
        top = 1 << 8 * array.itemsize
        new = combine(old % top, value % top)
    elif kind.endswith("numf") and old != old:
        new = value
    else:
        new = old if kind.endswith("numf") and value != value else combine(old, value)
    if kind in ("maximumf", "minimumf") and value != value:
        new = value
    array[place] = _number(int(new) if type.__class__ is IntegerType else new, type)
    return old


def _copy(source: Any, target: Any) -> None:
    if source.shape != target.shape:
        raise _wrong(
            "memref.copy",
            f"copies elements of shape {source.shape} to {target.shape}",
        )
    target[...] = source


def _nothing(array: Value) -> None:
    """Python frees memory."""


def _same(array: Value) -> Value:
    return array


def _assert(message: str, condition: int) -> None:
    if not condition:
        raise RuntimeFailure(f"a function of the host asserts: {message}")


def _print(value: Value) -> None:
    print(_printed(value))


_FUNCTIONS: Mapping[type[Operation], Function] = {
    arith.SelectOp: _select,
    memref.CopyOp: _copy,
    memref.DeallocOp: _nothing,
    complex.CreateOp: builtins.complex,
    complex.ReOp: operator.attrgetter("real"),
    complex.ImOp: operator.attrgetter("imag"),
    memref.DimOp: _dimension,
    memref.LoadOp: _load,
    memref.MemorySpaceCastOp: _same,
    memref.StoreOp: _store,
    vector.PrintOp: _print,
}
"""Functions of operations that need only the values of their operands."""


_ROUNDED: Mapping[type[Operation], Callable[..., Any]] = {
    arith.AddfOp: operator.add,
    arith.ExtFOp: float,
    arith.MulfOp: operator.mul,
    arith.NegfOp: operator.neg,
    arith.SubfOp: operator.sub,
    arith.TruncFOp: float,
}
"""
Operations on bf16 and floats of 8 bits: a double holds what they round. Other operations need their
bits, or another precision.
"""


def _rounded(function: Function, type: AnyFloat, *values: float) -> Number:
    return _number(function(*values), type)


def _constant(value: Value) -> Function:
    return lambda: value


def _function(module: ModuleOp, op: Operation, memory: Memory) -> Function:
    """
    The function of an operation without regions.

    Raises `RuntimeFailure` for an operation that cannot run here.
    """
    if (function := _MATH.get(type(op))) is not None:
        if (type_ := op.results[0].type).__class__ in _FLOATS:
            return partial(_apply, function, type_)
    if computes(op) and not isinstance(op.results[0].type, VectorType):
        return partial(_compute, op)
    if isinstance(op, memref.LoadOp | memref.StoreOp) and _holds_bits(op.memref.type):
        access = _load_bits if isinstance(op, memref.LoadOp) else _store_bits
        held = cast("MemRefType[AnyFloat]", op.memref.type)
        return partial(access, held.element_type)
    if (function := _ROUNDED.get(type(op))) is not None:
        rounded: Attribute = cast(Operation, op).results[0].type
        if isinstance(rounded, AnyFloat):
            return partial(_rounded, function, rounded)
    if (function := _FUNCTIONS.get(type(op))) is not None:
        return function
    match op:
        case arith.ConstantOp(value=IntegerAttr() | FloatAttr() as constant):
            return _constant(_number(constant.value.data, op.result.type))
        case arith.ConstantOp(value=DenseIntOrFPElementsAttr() as elements):
            return _constant(_elements(op, elements, op.result.type))
        case memref.AllocOp() | memref.AllocaOp():
            return _allocation(op, memory)
        case memref.SubviewOp():
            return _view_of_part(op)
        case memref.CollapseShapeOp() | memref.ExpandShapeOp():
            types: Sequence[Attribute] = (*op.operand_types, *op.result_types)
            shapes = [t.get_shape() for t in types if isa(t, MemRefType[Attribute])]
            is_static = all(DYNAMIC_INDEX not in shape for shape in shapes)
            return partial(_reshape, op, shapes[-1], is_static)
        case complex.ConstantOp():
            return _constant(
                builtins.complex(*(part.value.data for part in op.value.data))
            )
        case cf.AssertOp():
            return partial(_assert, op.msg.data)
        case memref.AtomicRMWOp():
            return partial(_atomic_rmw, op)
        case memref.ReinterpretCastOp():
            return _reinterpret(op)
        case memref.ViewOp():
            return partial(_view, op)
        case memref.CastOp():
            to = op.dest.type
            return partial(_cast, to) if isinstance(to, MemRefType) else _same
        case memref.GetGlobalOp():
            return _constant(_global(module, op))
        case _:
            raise _unknown(op)


# --- running ---------------------------------------------------------------------------


class HostFunction:
    """A function of a program that launches kernels; call it to run it."""

    def __init__(self, op: func.FuncOp, host: Host):
        self.name = op.sym_name.data
        self._op = op
        self._host = host
        self.result_types = op.function_type.outputs.data
        self._inputs = [
            _argument(f"function '{self.name}', argument {i}", type)
            for i, type in enumerate(op.function_type.inputs)
        ]
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
        if len(values) != len(self._inputs):
            raise RuntimeFailure(
                f"function '{self.name}' takes {len(self._inputs)} arguments, {len(values)} "
                "are given"
            )
        given = [taken(value) for taken, value in zip(self._inputs, values)]
        results = self._host.run(self._op, given)
        if len(results) > 1:
            return tuple(results)
        return results[0] if results else None


def _number_argument(where: str, type: Attribute, value: Value) -> Number:
    try:
        return _number(value, type)
    except (TypeError, ValueError, OverflowError):
        raise RuntimeFailure(
            f"{where}: expected a number of type {type}, got {value!r}"
        ) from None


def _argument(where: str, type: Attribute) -> Function:
    """
    The function that checks an argument of `type`, and returns it as the program has it; `where`
    begins its errors.
    """
    if type.__class__ in (*_FLOATS, IntegerType, IndexType):
        return partial(_number_argument, where, type)
    if not isinstance(type, MemRefType):
        return partial(_refuse, f"{where}: a value of type {type} cannot be passed")
    known = cast("MemRefType[Attribute]", type)
    dtype, shape = element_dtype(known.element_type), known.get_shape()
    is_plain, strides = isinstance(known.layout, NoneAttr), known.get_strides()
    size = prod(shape) if is_plain and known.has_static_shape() else None
    bits = str(known.element_type) if _holds_bits(known) else None
    named = str(known)
    if is_plain:
        # What the user wrote may be a tensor.
        sizes = ["?" if n == DYNAMIC_INDEX else str(n) for n in shape]
        named = "x".join([*sizes, str(known.element_type)])

    def taken(value: Value) -> Value:
        if dtype is None or not isinstance(value, np.ndarray):
            raise RuntimeFailure(
                f"{where}: {named} takes a NumPy array of its elements"
            )
        array = cast("np.ndarray[Any, np.dtype[Any]]", value)
        if bits is not None:
            fault = elements_fault(array.dtype, bits)
            if fault is not None or array.dtype.itemsize != dtype.itemsize:
                raise RuntimeFailure(
                    f"{where}: an array of {array.dtype} for {named}; give one of the type of "
                    f"ml_dtypes, or of {dtype} with the bits of each number"
                )
            # NumPy would convert between the types of ml_dtypes and its own.
            array = array.view(dtype)
        if array.dtype.itemsize != dtype.itemsize or (array.dtype.kind == "f") != (
            dtype.kind == "f"
        ):
            raise RuntimeFailure(
                f"{where}: an array of {array.dtype} for {named}; give one of {dtype}"
            )
        if not array.dtype.isnative:
            raise RuntimeFailure(
                f"{where}: an array in the byte order of another machine; give one of {dtype}"
            )
        if is_plain and not array.flags.c_contiguous:
            raise RuntimeFailure(
                f"{where}: the array is not contiguous; use np.ascontiguousarray"
            )
        if array.size == size and (
            min(array.ndim, len(shape)) <= 1 or array.shape == shape
        ):
            # In one dimension, of the array or of the memref, it is the memory.
            return array.reshape(shape)
        if array.ndim == 1 != len(shape) and strides is not None:
            # The array is the whole memory; the layout gives the places of the elements.
            offset = (known.get_offset() or 0) * dtype.itemsize
            try:
                steps = [cast(int, stride) * dtype.itemsize for stride in strides]
                return np.ndarray(shape, array.dtype, array, offset, steps)
            except (TypeError, ValueError):
                # It is too short, or a size or a stride is unknown.
                pass
        if array.ndim != len(shape) or any(
            wanted not in (DYNAMIC_INDEX, size)
            for wanted, size in zip(shape, array.shape)
        ):
            advice = "reshape it"
            if size is not None and array.size != size:
                advice = f"give one of {size} elements"
            raise RuntimeFailure(
                f"{where}: an array of shape {array.shape} for {named}; {advice}"
            )
        return array

    return taken


def _equal_sizes(op: func.FuncOp) -> list[list[tuple[int, int]]]:
    """
    The groups of equal sizes of `op` (`opencl-require-sizes`): an argument and its dimension each.
    """
    groups = op.attributes.get(EQUAL_SIZES_ATTRIBUTE, ArrayAttr([]))
    if not isa(groups, ArrayAttr[DenseArrayBase[IntegerType]]):
        raise RuntimeFailure(
            f"function '{op.sym_name.data}': {EQUAL_SIZES_ATTRIBUTE} is not an array of "
            "arrays of numbers"
        )
    numbers = [group.get_values() for group in groups]
    return [[*zip(each[::2], each[1::2])] for each in numbers]


def _check_sizes(
    name: str, groups: Sequence[Sequence[tuple[int, int]]], values: Sequence[Value]
) -> None:
    """
    Raises `RuntimeFailure` for `values`, the arguments of function `name`, whose sizes must be equal,
    and differ.
    """
    where = f"function '{name}'"
    for places in groups:
        try:
            sizes = [d if i < 0 else values[i].shape[d] for i, d in places]
        except (AttributeError, IndexError):
            raise RuntimeFailure(
                f"{where}: {EQUAL_SIZES_ATTRIBUTE} has a dimension that no argument has"
            ) from None
        for (i, dimension), size in zip(places, sizes):
            if size != sizes[0]:
                first, other = places[0]
                wanted = "must have size"
                if first >= 0:
                    wanted = (
                        f"must have the size of dimension {other} of argument {first},"
                    )
                raise RuntimeFailure(
                    f"{where}, argument {i}: an array of shape {values[i].shape}; dimension "
                    f"{dimension} {wanted} {sizes[0]}"
                )


def _refuse(message: str, value: Value) -> Value:
    raise RuntimeFailure(message)


def _from_pointer(name: str, array: Any, type: Attribute) -> Any:
    """
    The memory of `array` from the pointer that kernel `name` gets for a memref of `type`: a static
    offset of its layout is counted from there, any other from its first element.

    Raises `RuntimeFailure` for an array of other strides, and one without that many elements of its
    memory before it.
    """
    known = cast("MemRefType[Attribute]", type)
    strides, offset = known.get_strides(), known.get_offset() or 0
    assert strides is not None
    size = array.itemsize
    own = [
        (stride, wanted * size)
        for stride, wanted, count in zip(array.strides, strides, array.shape)
        if wanted is not None and count > 1
    ]
    if any(stride != wanted for stride, wanted in own):
        raise RuntimeFailure(
            f"kernel '{name}': an array with steps of {[s for s, _ in own]} bytes for {type}; "
            f"give one with steps of {[w for _, w in own]}, as a part of a larger array has"
        )
    if not array.size:
        return array
    whole = array
    while isinstance(whole.base, np.ndarray):
        whole = cast(Any, whole.base)
    start = array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    first = start // size - offset
    last = start // size + sum(
        (count - 1) * stride // size
        for count, stride in zip(array.shape, array.strides)
    )
    if whole.flags.f_contiguous and not whole.flags.c_contiguous:
        whole = whole.T
    if first < 0 or not whole.flags.c_contiguous:
        raise RuntimeFailure(
            f"kernel '{name}': an array that begins {start // size} elements after the start "
            f"of its memory, for {type}; give a part of a contiguous array with {offset} "
            "elements before it"
        )
    return whole.reshape(-1).view(array.dtype)[first : last + 1]


def _only_read(module: ModuleOp, name: str) -> Sequence[int]:
    """The arguments of kernel `name` that are memory which it only reads."""
    kernels = (op for op in module.ops if isinstance(op, KernelOp))
    kernel = next(op for op in kernels if op.sym_name.data == name)

    def is_read(value: SSAValue) -> bool:
        pending = [value]
        while pending:
            for use in pending.pop().uses:
                if isinstance(use.operation, VIEWS):
                    pending += use.operation.results
                elif not isinstance(use.operation, _READS):
                    return False
        return True

    return [
        i
        for i, argument in enumerate(kernel.body.blocks[0].args)
        if isinstance(argument.type, MemRefType) and is_read(argument)
    ]


_READS = (memref.DimOp, memref.LoadOp, vector.LoadOp, vector.TransferReadOp)


def _used(op: Operation) -> Sequence[SSAValue]:
    """The operands of `op` as it runs here: a `memref.reinterpret_cast` is of the memory itself."""
    if isinstance(op, memref.ReinterpretCastOp):
        return [root(op.source), *op.operands[1:]]
    return op.operands


def _passed(type: Attribute) -> Attribute:
    """The type of an argument as a kernel would have it, for reflection."""
    if isinstance(type, MemRefType):
        return in_space(cast("Attribute", type), AddressSpace.GLOBAL)
    return i8 if type == i1 else type


def host_functions(module: ModuleOp) -> set[str]:
    """
    The names of the functions of `module` that launch kernels, themselves or by a call, and of those
    that only copy.
    """
    callers: dict[str, list[str]] = {}
    found = [op.sym_name.data for op in copying_functions(module)]
    for op in module.ops:
        if not isinstance(op, func.FuncOp):
            continue
        name = op.sym_name.data
        inside = list(operations(op))
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


class _Step(NamedTuple):
    """
    An operation of a prepared block, with the numbers of its operands and results: their values'
    identities. `function` is `None` for an operation with regions, or a call; `dead` are the values
    of the block that no later operation uses. `freed` are further ones, made by an allocation of known
    size: the next such allocation may take their memory.
    """

    op: Operation
    function: Function | None
    operands: Sequence[int]
    results: Sequence[int]
    dead: Sequence[int] = ()
    freed: Sequence[int] = ()


class _Steps(NamedTuple):
    """A prepared block: it begins with `numbers`, and ends with the values `results`."""

    arguments: Sequence[int]
    numbers: Mapping[int, Number]
    steps: Sequence[_Step]
    results: Sequence[int]


class Host:
    """
    The functions of a module that run here; `launch` runs a kernel by its name.
    """

    def __init__(
        self,
        module: ModuleOp,
        launch: Callable[[str, Sequence[int], Sequence[int], Sequence[Value]], None],
    ):
        functions = [op for op in module.ops if isinstance(op, func.FuncOp)]
        self._functions = {op.sym_name.data: op for op in functions}
        self.module = module
        self._launch = launch
        self._blocks: dict[Block, _Steps] = {}
        self._sizes: dict[func.FuncOp, list[list[tuple[int, int]]]] = {}
        self._memory: Memory = defaultdict(list)
        self._numbers: dict[int, Number] = {}
        """The results of prepared blocks' operations that are the same each time."""
        self.functions: dict[str, HostFunction] = {}
        names = host_functions(module)
        for op in functions:
            if op.sym_name.data in names:
                # A function with arguments of other types is for other functions.
                with suppress(PassError):
                    self.functions[op.sym_name.data] = HostFunction(op, self)

    def run(self, op: func.FuncOp, values: Sequence[Value]) -> Sequence[Value]:
        """
        Runs function `op`; returns its results.

        Raises `RuntimeFailure` for arrays whose sizes must be equal, and differ.
        """
        stack: list[Run] = [self._call(op, values)]
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

    def _call(self, op: func.FuncOp, values: Sequence[Value]) -> Run:
        """A call of function `op`."""
        if (groups := self._sizes.get(op)) is None:
            groups = self._sizes[op] = _equal_sizes(op)
        _check_sizes(op.sym_name.data, groups, values)
        return self._block(op.body.block, values, {})

    def _prepare(self, block: Block) -> _Steps:
        """
        Prepares `block`.

        Raises `RuntimeFailure` for an operation that cannot run here.
        """
        numbers: dict[int, Number] = {}
        steps: list[_Step] = []
        returned: Sequence[int] = ()
        for op in block.ops:
            operands, results = [*map(id, _used(op))], [*map(id, op.results)]
            match op:
                case func.ReturnOp() | scf.YieldOp() | scf.ConditionOp():
                    returned = operands
                case scf.ReduceOp() | scf.ReduceReturnOp():
                    returned = operands
                case LaunchOp():
                    steps.append(_Step(op, self._launching(op), operands, results))
                case func.CallOp() | scf.ForOp() | scf.IfOp() | scf.IndexSwitchOp():
                    steps.append(_Step(op, None, operands, results))
                case scf.ExecuteRegionOp() | scf.WhileOp() | scf.ParallelOp():
                    steps.append(_Step(op, None, operands, results))
                case _ if op.regions or op.successors:
                    raise _unknown(op)
                case _:
                    function = _function(self.module, op, self._memory)
                    if isinstance(op, arith.ConstantOp) or computes(op):
                        known = [self._numbers.get(operand) for operand in operands]
                        if None not in known:
                            value = function(*known)
                            if isinstance(value, int | float):
                                numbers[results[0]] = value
                                self._numbers[results[0]] = value
                                continue
                    steps.append(_Step(op, function, operands, results))
        arguments = [*map(id, block.args)]
        own = {*arguments, *(result for step in steps for result in step.results)}
        own -= {*returned}
        made = {
            step.results[0]
            for step in steps
            if isinstance(step.op, memref.AllocOp | memref.AllocaOp)
            and not step.operands
        }
        for i in reversed(range(len(steps))):
            used = {*steps[i].operands, *steps[i].results}
            if steps[i].op.regions:
                used |= {id(v) for op in steps[i].op.walk() for v in _used(op)}
            dead = used & own
            freed = dead & made
            steps[i] = steps[i]._replace(dead=[*(dead - freed)], freed=[*freed])
            own -= used
        return _Steps(arguments, numbers, steps, returned)

    def _launching(self, op: LaunchOp) -> Function:
        name, dimensions = op.callee.root_reference.data, len(op.global_size)
        first = dimensions + len(op.local_size)

        read = _only_read(self.module, name)
        layouts = [
            (i, cast("Attribute", type))
            for i, type in enumerate(op.operand_types[first:])
            if isinstance(type, MemRefType) and not isinstance(type.layout, NoneAttr)
        ]

        def launch(*operands: Value) -> None:
            size, local = operands[:dimensions], operands[dimensions:first]
            # A loop without iterations launches nothing.
            if all(count > 0 for count in size):
                passed = [*operands[first:]]
                for i, type in layouts:
                    passed[i] = _from_pointer(name, passed[i], type)
                for i in read:
                    if not passed[i].flags.writeable:
                        passed[i] = Buffer(passed[i], "read_only")
                self._launch(name, size, local, passed)

        return launch

    def _block(
        self, block: Block, values: Sequence[Value], known: dict[int, Value]
    ) -> Run:
        """Runs `block` on `values`, where `known` has the values around it."""
        if (made := self._blocks.get(block)) is None:
            made = self._blocks[block] = self._prepare(block)
        known.update(zip(made.arguments, values, strict=True))
        known.update(made.numbers)
        for op, function, operands, results, dead, freed in made.steps:
            given = [known[operand] for operand in operands]
            if function is None:
                found = yield from self._with_regions(op, given, known)
                known.update(zip(results, found, strict=True))
            else:
                value = function(*given)
                if results:
                    known[results[0]] = value
                del value
            for one in dead:
                del known[one]
            for one in freed:
                value = known.pop(one)
                # Views, and a kernel that goes on after an interrupt, have it yet.
                if getrefcount(value) == _ALONE:
                    self._memory[value.shape, value.dtype].append(value)
                del value
        return [known[result] for result in made.results]

    def _with_regions(
        self, op: Operation, operands: Sequence[Value], known: dict[int, Value]
    ) -> Run:
        """Runs an operation with regions, or a call; returns its results."""
        results: Sequence[Value] = ()
        match op:
            case func.CallOp():
                callee = self._functions.get(op.callee.root_reference.data)
                if callee is None or not callee.body.blocks:
                    raise _unknown(op)
                results = yield self._call(callee, operands)
            case scf.ForOp():
                results = operands[3:]
                for i in range(*operands[:3]):
                    inner = [i, *results]
                    results = yield self._block(op.body.block, inner, known)
            case scf.IfOp():
                region = op.true_region if operands[0] else op.false_region
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
            case _:
                raise _unknown(op)
        return results

    def _parallel(
        self,
        op: scf.ParallelOp,
        operands: Sequence[Value],
        known: dict[int, Value],
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

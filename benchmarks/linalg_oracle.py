"""
What a function of `linalg` on tensors computes, in NumPy: the meaning of the text, by upstream's documents, without a
line of the passes. Loops of a sum run in their order; the other loops are axes of arrays.

Numbers of bf16 are float32 that are rounded after each operation. A result is within the bounds of NumPy's functions.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

Array = Any
Arrays = Sequence[Array]
Results = list[Array]
Values = dict[SSAValue, Array]
DTYPES = {"f16": "f2", "bf16": "f4", "f32": "f4", "f64": "f8", "index": "i8", "i1": "?"}
COMPLEX = {"complex<f32>": "c8", "complex<f64>": "c16"}


class AssertionOfTheProgramError(Exception):
    """A `cf.assert` that does not hold."""


def element(type: Any) -> Any:
    return getattr(type, "element_type", type) if hasattr(type, "get_shape") else type


def dtype(type: Any) -> Any:
    name = str(element(type))
    return np.dtype(DTYPES.get(name) or COMPLEX.get(name) or f"i{int(name[1:]) // 8}")


def rounded(value: Array, type: Any) -> Array:
    """`value` as elements of `type`."""
    value = np.asarray(value).astype(dtype(type))
    if str(element(type)) == "bf16":
        bits = np.atleast_1d(value).view(np.uint32)
        even = (bits + 0x7FFF + (bits >> 16 & 1)) & np.uint32(0xFFFF0000)
        even = np.where(np.isnan(np.atleast_1d(value)), np.uint32(0x7FC00000), even)
        return even.view(np.float32).reshape(value.shape)
    return value


def constant(attribute: Any, type: Any) -> Array:
    """The elements of a constant."""
    if not hasattr(attribute, "iter_values") or not hasattr(type, "get_shape"):
        data = getattr(attribute, "value", attribute)
        if hasattr(data, "data") and isinstance(data.data, tuple):
            return np.asarray(complex(*(part.value.data for part in data.data)))
        return rounded(data.data, type)
    values = np.array([*attribute.iter_values()])
    values = values.astype(dtype(type))
    shape = type.get_shape()
    return (
        np.broadcast_to(values[0], shape) if values.size == 1 else values.reshape(shape)
    )


def integers(op: Operation, name: str) -> list[int]:
    """The numbers of an attribute of integers."""
    attribute: Any = op.properties.get(name, op.attributes.get(name))
    if attribute is None:
        return []
    if hasattr(attribute, "get_values"):
        return [int(n) for n in attribute.get_values()]
    return [each.value.data for each in attribute]


def sizes(static: Sequence[int], dynamic: Any) -> list[int]:
    """`static`, its unknown sizes from `dynamic`."""
    rest = iter(dynamic)
    return [int(next(rest)) if n == DYNAMIC_INDEX else n for n in static]


def number(op: Operation, name: str) -> int:
    attribute: Any = op.properties[name]
    return int(attribute.value.data)


def shape_of(value: SSAValue) -> list[int]:
    type: Any = value.type
    return [*type.get_shape()]


# --- functions of elements -------------------------------------------------------------


def unsigned(value: Array) -> Array:
    value = np.asarray(value)
    return value.view(f"u{value.itemsize}") if value.dtype.kind == "i" else value


def towards_zero(a: Array, b: Array) -> Array:
    return np.where(b == 0, 0, np.trunc(a / np.where(b == 0, 1, b))).astype(a.dtype)


def with_nan(function: Callable[..., Array]) -> Callable[..., Array]:
    return lambda a, b: np.where(np.isnan(a) | np.isnan(b), np.nan, function(a, b))


def shifted(a: Array, b: Array, function: Callable[..., Array]) -> Array:
    bits = 8 * a.itemsize
    return np.where(unsigned(b) < bits, function(a, np.clip(b, 0, bits - 1)), 0)


_COMPARED = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_FLOAT_PREDICATES = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"
_INT_PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge"


def compared_floats(a: Array, b: Array, op: Operation) -> Array:
    name = _FLOAT_PREDICATES.split()[number(op, "predicate")]
    unordered = np.isnan(a) | np.isnan(b)
    if name in ("false", "true"):
        return np.full(np.shape(unordered), name == "true")
    if name in ("ord", "uno"):
        return unordered == (name == "uno")
    found = _COMPARED[name[1:]](a, b)
    return found | unordered if name[0] == "u" else found & ~unordered


def compared_integers(a: Array, b: Array, op: Operation) -> Array:
    name = _INT_PREDICATES.split()[number(op, "predicate")]
    if name[0] == "u":
        a, b = unsigned(a), unsigned(b)
    return _COMPARED[name[-2:]](a, b)


_erf = np.vectorize(math.erf, otypes=[np.float64])
FUNCTIONS: Mapping[str, Callable[..., Array]] = {
    "arith.addf": np.add,
    "arith.subf": np.subtract,
    "arith.mulf": np.multiply,
    "arith.divf": np.divide,
    "arith.negf": np.negative,
    "arith.maximumf": with_nan(np.maximum),
    "arith.minimumf": with_nan(np.minimum),
    "arith.maxnumf": np.fmax,
    "arith.minnumf": np.fmin,
    "arith.addi": np.add,
    "arith.subi": np.subtract,
    "arith.muli": np.multiply,
    "arith.divsi": towards_zero,
    "arith.remsi": lambda a, b: a - towards_zero(a, b) * b,
    "arith.maxsi": np.maximum,
    "arith.minsi": np.minimum,
    "arith.maxui": lambda a, b: np.where(unsigned(a) > unsigned(b), a, b),
    "arith.minui": lambda a, b: np.where(unsigned(a) < unsigned(b), a, b),
    "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or,
    "arith.xori": np.bitwise_xor,
    "arith.shli": lambda a, b: shifted(a, b, np.left_shift),
    "arith.shrsi": lambda a, b: np.right_shift(a, np.clip(b, 0, 8 * a.itemsize - 1)),
    "arith.shrui": lambda a, b: shifted(
        a, b, lambda x, n: unsigned(x) >> n.astype(unsigned(x).dtype)
    ),
    "arith.select": np.where,
    **dict.fromkeys(
        ("arith.extf", "arith.truncf", "arith.sitofp", "arith.fptosi"), np.asarray
    ),
    **dict.fromkeys(("arith.extsi", "arith.trunci", "arith.index_cast"), np.asarray),
    **dict.fromkeys(("arith.extui", "arith.uitofp", "arith.index_castui"), unsigned),
    "math.absf": np.abs,
    "math.absi": np.abs,
    "math.ceil": np.ceil,
    "math.cos": np.cos,
    "math.erf": _erf,
    "math.exp": np.exp,
    "math.floor": np.floor,
    "math.fpowi": lambda a, n: np.power(a, n.astype(a.dtype)),
    "math.log": np.log,
    "math.log1p": np.log1p,
    "math.powf": np.power,
    "math.roundeven": np.rint,
    "math.rsqrt": lambda a: 1 / np.sqrt(a.astype(np.float64)),
    "math.sin": np.sin,
    "math.sqrt": np.sqrt,
    "math.tanh": np.tanh,
    "complex.create": lambda re, im: re + 1j * im,
    "complex.re": np.real,
    "complex.im": np.imag,
    "complex.add": np.add,
    "complex.sub": np.subtract,
    "complex.mul": np.multiply,
    "complex.abs": np.abs,
}
WITH_OPERATION: Mapping[str, Callable[..., Array]] = {
    "arith.bitcast": lambda value, op: np.ascontiguousarray(value).view(
        dtype(op.results[0].type)
    ),
    "arith.cmpf": compared_floats,
    "arith.cmpi": compared_integers,
}


def index(expression: AffineExpr, loops: Arrays) -> Array:
    match expression:
        case AffineDimExpr(position=position):
            return loops[position]
        case AffineConstantExpr(value=value):
            return np.asarray(value)
        case AffineBinaryOpExpr(kind=kind, lhs=lhs, rhs=rhs):
            a, b = index(lhs, loops), index(rhs, loops)
            return {
                "Add": lambda: a + b,
                "Mul": lambda: a * b,
                "Mod": lambda: a % b,
                "FloorDiv": lambda: a // b,
                "CeilDiv": lambda: -(-a // b),
            }[kind.name]()
        case AffineSymExpr(position=position):
            return loops[position]
        case _:
            raise NotImplementedError(str(expression))


# --- loops of linalg -------------------------------------------------------------------

Maps = tuple[list[AffineMap], list[str]]


def maps(text: str, kinds: str) -> Maps:
    """Maps as einsum writes them, with sums of loops: `ab,bc->ac`; `p` and `r` in `kinds`."""
    names = "abcdefghij"[: len(kinds)]

    def expression(word: str) -> AffineExpr:
        terms = [AffineDimExpr(names.index(n)) for n in word.split("+")]
        return sum(terms[1:], terms[0])

    found = [
        AffineMap(len(kinds), 0, tuple(expression(w) for w in each.split()))
        for each in text.replace("->", ",").split(",")
    ]
    return found, ["parallel" if kind == "p" else "reduction" for kind in kinds]


NAMED = {
    "conv_1d_ncw_fcw": "a d c+e,b d e->a b c|pppr" + "r",
    "conv_2d_nchw_fchw": "a e c+f d+g,b e f g->a b c d|pppp" + "rrr",
    "conv_2d_nhwc_hwcf": "a b+e c+f g,e f g d->a b c d|pppp" + "rrr",
    "conv_2d_ngchw_gfchw": "a b f d+g e+h,b c f g h->a b c d e|ppppp" + "rrr",
    "conv_3d_ncdhw_fcdhw": "a f c+g d+h e+i,b f g h i->a b c d e|ppppp" + "rrrr",
    "depthwise_conv_2d_nchw_chw": "a b c+e d+f,b e f->a b c d|pppp" + "rr",
    "pooling_nchw_max": "a b c+e d+f,e f->a b c d|pppp" + "rr",
    "pooling_nchw_sum": "a b c+e d+f,e f->a b c d|pppp" + "rr",
    "matmul": "a c,c b->a b|ppr",
    "batch_matmul": "a b d,a d c->a b c|pppr",
}
"""The windows have steps and dilations, which scale the first and the second loop of a sum."""


def scaled(
    map: AffineMap, strides: Sequence[int], dilations: Sequence[int]
) -> AffineMap:
    sums = [r for r in map.results if isinstance(r, AffineBinaryOpExpr)]
    made = [sum_.lhs * s + sum_.rhs * d for sum_, s, d in zip(sums, strides, dilations)]
    rest = iter(made)
    results = [next(rest) if r in sums else r for r in map.results]
    return AffineMap(map.num_dims, 0, tuple(results))


# --- tensors ---------------------------------------------------------------------------


def slices(op: Operation, dynamic: Arrays) -> tuple[slice, ...]:
    rest = iter(dynamic)
    names = ("static_offsets", "static_sizes", "static_strides")
    parts = zip(*(sizes(integers(op, name), rest) for name in names))
    return tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for o, n, s in parts)


def extract(op: Operation, values: Arrays) -> Array:
    where = tuple(np.asarray(v) for v in values[1:])
    for place, size in zip(where, np.shape(values[0])):
        assert np.all((0 <= place) & (place < size)), "an element that is not there"
    return values[0][where]


def extract_slice(op: Operation, values: Arrays) -> Array:
    part, shape = values[0][slices(op, values[1:])], shape_of(op.results[0])
    # Dimensions of size 1 that the type lacks are dropped.
    for d in reversed(range(part.ndim)):
        if part.ndim > len(shape) and part.shape[d] == 1 and 1 not in shape[d:]:
            part = part.squeeze(d)
    return part


def insert_slice(op: Operation, values: Arrays) -> Array:
    target, place = np.array(values[1]), slices(op, values[2:])
    target[place] = np.reshape(values[0], target[place].shape)
    return target


def collapse(op: Operation, values: Arrays) -> Array:
    groups: Any = op.properties["reassociation"]
    shape = np.shape(values[0])
    merged = [math.prod(shape[d.value.data] for d in group) for group in groups]
    return values[0].reshape(merged)


def apply(op: Operation, values: Arrays) -> Array:
    attribute: Any = op.properties["map"]
    map: AffineMap = attribute.data
    dims = [AffineDimExpr(i) for i in range(map.num_dims + map.num_symbols)]
    symbols = dims[map.num_dims :]
    return index(map.results[0].replace_dims_and_symbols(dims, symbols), values)


def fft(op: Operation, values: Arrays) -> Array:
    """One stage, whose halves have `1 << stage - 1` numbers."""
    x = np.array(values[3]) + 1j * np.array(values[4])
    parts = x.reshape(*x.shape[:-1], -1, 2, 1 << int(values[0]) - 1)
    first = parts[..., 0, :].copy()
    second = parts[..., 1, :] * (np.asarray(values[1]) + 1j * np.asarray(values[2]))
    parts[..., 0, :], parts[..., 1, :] = first + second, first - second
    return x


def result(op: Operation) -> Any:
    return dtype(op.results[0].type)


TENSORS: Mapping[str, Callable[[Operation, Arrays], Array]] = {
    "arith.constant": lambda op, v: constant(
        op.properties["value"], op.results[0].type
    ),
    "affine.apply": apply,
    "linalg.fill": lambda op, v: np.full(np.shape(v[1]), v[0], result(op)),
    "linalg.transpose": lambda op, v: np.transpose(v[0], integers(op, "permutation")),
    "linalg.broadcast": lambda op, v: np.broadcast_to(
        np.expand_dims(v[0], tuple(integers(op, "dimensions"))), np.shape(v[1])
    ),
    # Other numbers than zeros, so that a program that reads them is noticed.
    "tensor.empty": lambda op, v: np.full(
        sizes(shape_of(op.results[0]), v), 77, result(op)
    ),
    "tensor.dim": lambda op, v: np.int64(np.shape(v[0])[int(v[1])]),
    "tensor.cast": lambda op, v: v[0],
    "tensor.extract": extract,
    "tensor.extract_slice": extract_slice,
    "tensor.insert_slice": insert_slice,
    "tensor.from_elements": lambda op, v: np.array(v, result(op)).reshape(
        shape_of(op.results[0])
    ),
    "tensor.reshape": lambda op, v: np.reshape(v[0], tuple(map(int, v[1]))),
    "tensor.collapse_shape": collapse,
    "tensor.expand_shape": lambda op, v: v[0].reshape(
        sizes(integers(op, "static_output_shape"), v[1:])
    ),
    "tensor.concat": lambda op, v: np.concatenate(v, number(op, "dim")),
}


class Oracle:
    """The functions of a module, by name."""

    def __init__(self, module: ModuleOp):
        self.functions: dict[str, Operation] = {}
        for op in module.walk():
            if op.name in ("func.func", "util.func"):
                name: Any = op.properties["sym_name"]
                self.functions[name.data] = op

    def __call__(self, name: str, *arguments: Array) -> Results:
        """The results of function `name`: arrays of `dtype` of their types."""
        with np.errstate(all="ignore"):
            return self.block(self.functions[name].regions[0].blocks[0], arguments, {})

    def block(self, block: Block, arguments: Arrays, known: Values) -> Results:
        """Runs a block; returns the operands of its last operation."""
        known = {**known, **dict(zip(block.args, arguments, strict=True))}
        for op in block.ops:
            values = [known[operand] for operand in op.operands]
            if op is block.last_op:
                return values
            results = self.run(op, values, known)
            known.update(zip(op.results, results, strict=True))
        raise AssertionError("a block without an end")

    def run(self, op: Operation, values: Arrays, known: Values) -> Results:
        if (function := FUNCTIONS.get(op.name)) is not None:
            return [rounded(function(*map(np.asarray, values)), op.results[0].type)]
        if (function := WITH_OPERATION.get(op.name)) is not None:
            return [function(*map(np.asarray, values), op)]
        if (function := TENSORS.get(op.name)) is not None:
            return [function(op, values)]
        dialect, _, name = op.name.partition(".")
        if dialect == "linalg" and name in NAMED:
            return self.named(NAMED[name], op, values)
        if dialect in ("tm_tensor", "iree_linalg_ext"):
            dialect = "along"
        method: Any = getattr(self, f"{dialect}_{name}", None)
        if method is None:
            raise NotImplementedError(op.name)
        return method(op, values, known)

    def region(
        self, op: Operation, known: Values, *values: Array, i: int = 0
    ) -> Results:
        return self.block(op.regions[i].blocks[0], values, known)

    def looped(
        self, nest: Maps, values: Arrays, body: Callable[..., Arrays]
    ) -> Results:
        """
        Runs `body` on the elements of `values` and the loops, as arrays over the parallel loops, once for
        each iteration of the reductions; the last values belong to the results.
        """
        mapped, kinds = nest
        extents: dict[int, int] = {}
        for each, value in zip(mapped, values):
            for place, size in zip(each.results, np.shape(value)):
                if isinstance(place, AffineDimExpr):
                    assert extents.setdefault(place.position, size) == size
        parallel = [d for d, kind in enumerate(kinds) if kind == "parallel"]
        summed = [d for d, kind in enumerate(kinds) if kind != "parallel"]
        shape = [extents[d] for d in parallel]
        loops: dict[int, Array] = dict(zip(parallel, np.indices(shape)))
        arrays = [*values]
        count = -1
        for at in itertools.product(*(range(extents[d]) for d in summed)):
            loops.update(zip(summed, map(np.int64, at)))
            ordered = [loops[d] for d in range(len(kinds))]
            places = [tuple(index(r, ordered) for r in m.results) for m in mapped]
            elements = [np.broadcast_to(a[p], shape) for a, p in zip(arrays, places)]
            found = body(elements, ordered)
            if count < 0:
                count = len(found)
                arrays[-count:] = [np.array(a) for a in arrays[-count:]]
            for a, p, new in zip(arrays[-count:], places[-count:], found):
                new = np.broadcast_to(new, shape)
                single = shape and all(np.ndim(n) == 0 for n in p)
                a[p] = new.reshape(-1)[-1] if single else new
        return [np.array(a) for a in arrays[-count:]]

    def linalg_generic(self, op: Operation, values: Arrays, known: Values) -> Results:
        attributes: Any = op.properties
        kinds = [each.data.value for each in attributes["iterator_types"]]
        mapped = [each.data for each in attributes["indexing_maps"]]

        def body(elements: Arrays, loops: Any) -> Arrays:
            return self.region(op, {**known, LOOPS: loops}, *elements)

        return self.looped((mapped, kinds), values, body)

    def linalg_index(self, op: Operation, values: Arrays, known: Values) -> Results:
        return [known[LOOPS][number(op, "dim")]]

    def named(self, words: str, op: Operation, values: Arrays) -> Results:
        text, _, kinds = words.partition("|")
        mapped, iterators = maps(text, kinds)
        steps = [integers(op, name) or [1] * 9 for name in ("strides", "dilations")]
        mapped = [scaled(mapped[0], *steps), *mapped[1:]]
        type = op.results[0].type

        def body(elements: Arrays, loops: Arrays) -> Arrays:
            a, b, total = elements
            if op.name.endswith("_max"):
                return [FUNCTIONS["arith.maximumf"](total, a)]
            if not op.name.endswith("_sum"):
                a = rounded(rounded(a, type) * rounded(b, type), type)
            return [rounded(total + a, type)]

        return self.looped((mapped, iterators), values, body)

    def tensor_pad(self, op: Operation, values: Arrays, known: Values) -> Results:
        rest = iter(values[1:])
        low, high = (sizes(integers(op, f"static_{n}"), rest) for n in ("low", "high"))
        (element,) = self.region(op, known, *low)
        wide = [(max(a, 0), max(b, 0)) for a, b in zip(low, high)]
        array = np.pad(values[0], wide, constant_values=element)
        ends = zip(low, high, array.shape)
        kept = tuple(slice(max(-a, 0), n - max(-b, 0)) for a, b, n in ends)
        return [array[kept]]

    def cf_assert(self, op: Operation, values: Arrays, known: Values) -> Results:
        if not np.all(values[0]):
            raise AssertionOfTheProgramError(str(op.properties["msg"]))
        return []

    def func_call(self, op: Operation, values: Arrays, known: Values) -> Results:
        callee: Any = op.properties["callee"]
        return self(callee.root_reference.data, *values)

    util_call = func_call

    def scf_for(self, op: Operation, values: Arrays, known: Values) -> Results:
        results = [*values[3:]]
        for i in range(*map(int, values[:3])):
            results = self.region(op, known, np.int64(i), *results)
        return results

    def scf_if(self, op: Operation, values: Arrays, known: Values) -> Results:
        number = 0 if values[0] else 1
        return self.region(op, known, i=number) if op.regions[number].blocks else []

    def scf_while(self, op: Operation, values: Arrays, known: Values) -> Results:
        while True:
            again, *values = self.region(op, known, *values)
            if not again:
                return [*values]
            values = self.region(op, known, *values, i=1)

    def along_scan(self, op: Operation, values: Arrays, known: Values) -> Results:
        along, inclusive = number(op, "dimension"), number(op, "inclusive")
        source = np.moveaxis(values[0], along, 0)
        target, last = np.moveaxis(np.array(values[1]), along, 0), values[2]
        for i, line in enumerate(source):
            if i:
                added = line if inclusive else source[i - 1]
                (last,) = self.region(op, known, last, added)
            elif inclusive:
                last = line
            target[i] = last
        return [np.moveaxis(target, 0, along), np.array(last)]

    def along_sort(self, op: Operation, values: Arrays, known: Values) -> Results:
        along = number(op, "dimension")
        arrays = [np.moveaxis(np.array(v), along, 0) for v in values]
        for outer in np.ndindex(arrays[0].shape[1:]):
            lines = [a[(slice(None), *outer)].copy() for a in arrays]

            def before(i: int, j: int) -> bool:
                pairs = [x for line in lines for x in (line[i], line[j])]
                return bool(self.region(op, known, *pairs)[0])

            # Stable: one that need not be before another stays where it is.
            order: list[int] = []
            for i in range(len(lines[0])):
                at = len(order)
                while at and before(i, order[at - 1]):
                    at -= 1
                order.insert(at, i)
            for a, line in zip(arrays, lines):
                a[(slice(None), *outer)] = line[order]
        return [np.moveaxis(a, 0, along) for a in arrays]

    def along_scatter(self, op: Operation, values: Arrays, known: Values) -> Results:
        updates, target = values[0], np.array(values[2])
        dimensions = integers(op, "dimension_map")
        for update, place in zip(updates, np.reshape(values[1], (len(updates), -1))):
            where: list[Any] = [slice(None)] * target.ndim
            for d, i in zip(dimensions, place):
                where[d] = int(i)
            # Updates outside are left out.
            if all(0 <= where[d] < target.shape[d] for d in dimensions):
                old = target[tuple(where)]
                new = np.reshape(update, np.shape(old))
                (target[tuple(where)],) = self.region(op, known, new, old)
        return [target]

    def along_fft(self, op: Operation, values: Arrays, known: Values) -> Results:
        x = fft(op, values)
        return [rounded(part, op.results[0].type) for part in (x.real, x.imag)]


LOOPS: Any = "loops"
"""The key of the loops of an operation, among values."""

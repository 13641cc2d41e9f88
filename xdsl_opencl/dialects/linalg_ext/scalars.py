"""
The computation of named `linalg` operations for one element, as the region that upstream's have.

Operands are converted to the type of the result first, by their sign unless the operation
says `cast = #linalg.type_fn<cast_unsigned>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import arith, complex, math
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    f64,
    i1,
    i32,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.hints import isa

Maker = Callable[..., Operation]

UNARY: Mapping[str, Maker] = {
    "exp": math.ExpOp,
    "log": math.LogOp,
    "abs": math.AbsFOp,
    "ceil": math.CeilOp,
    "floor": math.FloorOp,
    "negf": arith.NegfOp,
    "reciprocal": arith.DivfOp,
    "round": math.RoundOp,
    "sqrt": math.SqrtOp,
    "rsqrt": math.RsqrtOp,
    "square": arith.MulfOp,
    "tanh": math.TanhOp,
    "erf": math.ErfOp,
}
"""The functions of one floating-point number."""

BINARY: Mapping[str, tuple[Maker | None, Maker | None]] = {
    "add": (arith.AddfOp, arith.AddiOp),
    "sub": (arith.SubfOp, arith.SubiOp),
    "mul": (arith.MulfOp, arith.MuliOp),
    "div": (arith.DivfOp, arith.DivSIOp),
    "div_unsigned": (None, arith.DivUIOp),
    "max_signed": (arith.MaximumfOp, arith.MaxSIOp),
    "min_signed": (arith.MinimumfOp, arith.MinSIOp),
    "max_unsigned": (None, arith.MaxUIOp),
    "min_unsigned": (None, arith.MinUIOp),
    "powf": (math.PowFOp, None),
}
"""The functions of two numbers: the operation for floating-point numbers, and for integers."""

_COMPLEX: Mapping[str, Maker] = {
    "add": complex.AddOp,
    "sub": complex.SubOp,
    "mul": complex.MulOp,
    "div": complex.DivOp,
}
_BOOLEAN: Mapping[str, Maker] = {"add": arith.OrIOp, "mul": arith.AndIOp}


class ScalarError(Exception):
    """A computation that there is not for a type; the message says which."""


def element_type(type: Attribute) -> Attribute:
    """The type of the numbers in `type`."""
    if isa(type, MemRefType | TensorType):
        return type.get_element_type()
    return type


class _Body:
    def __init__(self, types: Sequence[Attribute], unsigned: bool):
        self.block = Block(arg_types=types)
        self.type = types[-1]
        self.unsigned = unsigned

    def add(self, op: Operation) -> SSAValue:
        self.block.add_op(op)
        return op.results[0]

    def cast(self, value: SSAValue) -> SSAValue:
        """`value` as a number of the type of the result."""
        given, wanted = value.type, self.type
        if given == wanted:
            return value
        if isinstance(given, AnyFloat) and isinstance(wanted, AnyFloat):
            if given.bitwidth < wanted.bitwidth:
                return self.add(arith.ExtFOp(value, wanted))
            if given.bitwidth > wanted.bitwidth:
                return self.add(arith.TruncFOp(value, wanted))
        elif isa(given, IntegerType) and isa(wanted, IntegerType):
            if given.width.data > wanted.width.data:
                return self.add(arith.TruncIOp(value, wanted))
            extend = arith.ExtUIOp if self.unsigned or given == i1 else arith.ExtSIOp
            return self.add(extend(value, wanted))
        elif isa(given, IntegerType) and isinstance(wanted, AnyFloat):
            convert = arith.UIToFPOp if self.unsigned else arith.SIToFPOp
            return self.add(convert(value, wanted))
        elif isinstance(given, AnyFloat) and isa(wanted, IntegerType):
            convert = arith.FPToUIOp if self.unsigned else arith.FPToSIOp
            return self.add(convert(value, wanted))
        raise ScalarError(f"{given} has no conversion to {wanted}")

    def binary(self, name: str, a: SSAValue, b: SSAValue) -> SSAValue:
        floats, integers = BINARY[name]
        maker: Maker | None = None
        if isinstance(self.type, AnyFloat):
            maker = floats
        elif self.type.name == ComplexType.name:
            maker = _COMPLEX.get(name)
        elif isa(self.type, IntegerType):
            maker = _BOOLEAN.get(name, integers) if self.type == i1 else integers
        if maker is None:
            raise ScalarError(f"'{name}' has no meaning for {self.type}")
        return self.add(maker(a, b))

    def unary(self, name: str, x: SSAValue) -> SSAValue:
        if not isinstance(self.type, AnyFloat):
            raise ScalarError(f"'{name}' has no meaning for {self.type}")
        match name:
            case "reciprocal":
                one = self.add(arith.ConstantOp(FloatAttr(1.0, self.type)))
                return self.add(arith.DivfOp(one, x))
            case "square":
                return self.add(arith.MulfOp(x, x))
            case _:
                return self.add(UNARY[name](x))

    def compute(self, name: str) -> SSAValue:
        *inputs, result = self.block.args
        if name == "select":
            condition, *others = inputs
            a, b = (self.cast(value) for value in others)
            return self.add(arith.SelectOp(condition, a, b))
        if name == "quantised_product":
            a, b = (
                self.binary("sub", self.cast(value), self.cast(zero))
                for value, zero in zip(inputs[:2], inputs[2:], strict=True)
            )
            return self.binary("add", result, self.binary("mul", a, b))
        if name == "product":
            a, b = (self.cast(value) for value in inputs)
            return self.binary("add", result, self.binary("mul", a, b))
        if name in ("copy", "fill"):
            return self.cast(inputs[0])
        if name in UNARY:
            return self.unary(name, self.cast(inputs[0]))
        a, b = (self.cast(value) for value in inputs)
        return self.binary(name, a, b)

    def pool(self, name: str) -> SSAValue:
        """The result so far and the element of a window; the window's shape has no elements."""
        element, _, result = self.block.args
        return self.binary(name, result, self.cast(element))

    def random(self) -> SSAValue:
        """
        A number from the first argument to the second, by a linear congruence of the third and the
        two indices.
        """
        low, high, state, _ = self.block.args
        factor, step = (
            self.add(arith.ConstantOp(IntegerAttr(value, i32)))
            for value in (1103515245, 12345)
        )
        for loop in range(2):
            index = self.add(arith.IndexCastOp(self.add(ops.IndexOp(loop)), i32))
            state = self.add(arith.AddiOp(index, state))
            state = self.add(arith.AddiOp(self.add(arith.MuliOp(state, factor)), step))
        half, unit = (
            self.add(arith.ConstantOp(FloatAttr(value, f64)))
            for value in (2147483647.0, 2.3283064e-10)
        )
        place = self.add(arith.AddfOp(self.add(arith.SIToFPOp(state, f64)), half))
        width = self.add(arith.MulfOp(self.add(arith.SubfOp(high, low)), unit))
        scaled = self.add(arith.MulfOp(place, width))
        return self.cast(self.add(arith.AddfOp(scaled, low)))


def body(name: str, operands: Sequence[Attribute], *, unsigned: bool = False) -> Region:
    """
    The region of the function `name` for operands of these types.

    Raises `ScalarError` if there is none for their element types.
    """
    made = _Body([element_type(type) for type in operands], unsigned)
    made.block.add_op(ops.YieldOp(made.compute(name)))
    return Region(made.block)


def random(operands: Sequence[Attribute]) -> Region:
    """The region of `linalg.fill_rng_2d`, with the indices of `linalg.generic`; see `body`."""
    made = _Body([element_type(type) for type in operands], unsigned=False)
    made.block.add_op(ops.YieldOp(made.random()))
    return Region(made.block)


def pooled(
    name: str, operands: Sequence[Attribute], *, unsigned: bool = False
) -> Region:
    """
    The region that combines the elements of windows by the function `name`; see `body`.
    """
    unsigned |= name.endswith("_unsigned")
    made = _Body([element_type(type) for type in operands], unsigned)
    made.block.add_op(ops.YieldOp(made.pool(name)))
    return Region(made.block)

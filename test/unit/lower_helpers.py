"""
Helpers that the tests of the lowering passes share: parsing, running passes, and an
evaluator of the straight-line code that they make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import arith, llvm, vector
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    ModuleOp,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.universe import Universe

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import TargetAttr
from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp


def context(*, strict: bool = False) -> Context:
    """A context that knows what `xdsl-opt` knows; `strict`: and nothing else."""
    ctx = Context(allow_unregistered=not strict)
    for name, factory in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, factory)
    return ctx


def parse(text: str, target: Target | None = None) -> ModuleOp:
    """The verified module of `text`, with `target` attached."""
    module = Parser(context(), text).parse_module()
    if target is not None:
        module.attributes["opencl.target"] = TargetAttr.from_target(target)
    module.verify()
    return module


def run(module: ModuleOp, *names: str) -> ModuleOp:
    """Runs the passes called `names` and verifies the result."""
    ctx = context()
    passes = Universe.get_multiverse().all_passes
    for name in names:
        passes[name]()().apply(ctx, module)
        module.verify()
    return module


def width_of(type: Attribute) -> int:
    return 64 if isinstance(type, IndexType) else cast("IntegerType", type).width.data


Binary = Callable[[int, int, int], int]

_BINARY: Mapping[type[Operation], Binary] = {
    arith.AddiOp: lambda a, b, w: a + b,
    arith.SubiOp: lambda a, b, w: a - b,
    arith.MuliOp: lambda a, b, w: a * b,
    arith.DivUIOp: lambda a, b, w: a // b,
    arith.MinUIOp: lambda a, b, w: min(a, b),
    arith.AndIOp: lambda a, b, w: a & b,
    arith.OrIOp: lambda a, b, w: a | b,
    arith.ShLIOp: lambda a, b, w: a << b,
    arith.ShRUIOp: lambda a, b, w: a >> b,
}
_COMPARISONS: tuple[Callable[[int, int], bool] | None, ...] = (
    lambda a, b: a == b,
    lambda a, b: a != b,
    None,
    None,
    None,
    None,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
)


def evaluate(
    ops: Iterable[Operation],
    arguments: Mapping[SSAValue, Any],
    *,
    intrinsics: Mapping[str, Callable[..., int]] = {},
    segments: Mapping[str, bytes] = {},
    memory: bytes = b"",
) -> list[list[Any]]:
    """
    Runs straight-line code and returns the operands of each `test.sink` and call.

    Integers are unsigned, vectors are lists, pointers are places in `memory`.
    A shift by the width and an operation with the flag `nuw` that wraps are failures.
    """
    values: dict[SSAValue, Any] = dict(arguments)
    sinks: list[list[Any]] = []
    result: Any
    for op in ops:
        operands = [values[o] for o in op.operands]
        match op:
            case arith.ConstantOp(value=DenseIntOrFPElementsAttr() as elements):
                result = [*elements.get_values()]
            case arith.ConstantOp():
                width = width_of(op.result.type)
                attribute: Any = op.value
                result = attribute.value.data % (1 << width)
            case UnrealizedConversionCastOp():
                result = operands[0]
            case llvm.GEPOp():
                result = operands[0] + int(op.rawConstantIndices.get_values()[0])
            case llvm.LoadOp():
                size = width_of(op.results[0].type) // 8
                assert operands[0] % size == 0
                place = memory[operands[0] : operands[0] + size]
                assert len(place) == size
                result = int.from_bytes(place, "little")
            case vector.ExtractOp():
                result = operands[0][int(op.static_position.get_values()[0])]
            case vector.ShuffleOp():
                both = [*operands[0], *operands[1]]
                result = [both[int(i)] for i in op.mask.get_values()]
            case vector.InsertOp():
                result = [*values[op.dest]]
                result[int(op.static_position.get_values()[0])] = values[op.source]
            case arith.ExtUIOp() | arith.TruncIOp() | arith.IndexCastOp():
                result = operands[0] % (1 << width_of(op.results[0].type))
            case arith.SelectOp():
                result = operands[1] if operands[0] else operands[2]
            case arith.CmpiOp():
                compare = _COMPARISONS[op.predicate.value.data]
                assert compare is not None
                result = int(compare(operands[0], operands[1]))
            case LoadArgumentOp():
                size = width_of(op.result.type) // 8
                offset = op.offset.value.data
                data = segments[op.segment.data]
                assert offset + size <= len(data)
                result = int.from_bytes(data[offset : offset + size], "little")
                check_range(op, result)
            case _ if op.name == "llvm.call_intrinsic":
                intrinsic: Any = op.properties["intrin"]
                result = intrinsics[intrinsic.data](*operands)
                check_range(op, result)
            case _ if op.name in ("builtin.unregistered", "func.call"):
                sinks.append(operands)
                continue
            case _ if type(op) in _BINARY:
                width = width_of(op.results[0].type)
                if isinstance(op, arith.ShLIOp | arith.ShRUIOp):
                    assert operands[1] < width, f"{op} is poison"
                result = _BINARY[type(op)](operands[0], operands[1], width)
                flags: Any = op.properties.get("overflowFlags")
                if flags is not None and flags.data:
                    assert 0 <= result < 1 << width, f"{op} wraps"
                result %= 1 << width
            case _ if not op.results:
                continue
            case _:
                raise AssertionError(f"cannot evaluate {op}")
        values[op.results[0]] = result
    return sinks


def check_range(op: Operation, value: int) -> None:
    """The value of `op` keeps the promise of its metadata."""
    metadata: Any = op.attributes.get("opencl.metadata")
    if metadata is not None and "range" in metadata.data:
        low, high = (bound.value.data for bound in metadata.data["range"])
        assert low <= value < high, f"{op} loads {value}"

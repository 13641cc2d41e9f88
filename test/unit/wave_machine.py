"""
A machine of waves in lockstep that runs what `opencl-lower-sync` makes of group functions:
straight-line code of the llvm dialect, with AMDGPU's lane intrinsics and local memory.

Lanes beyond the work-group are inactive: what is read from them is a number that no test
expects. Local memory must not be read or written by two waves without a barrier between.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from math import isnan
from typing import Any, cast

from xdsl.dialects.builtin import (
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

JUNK = 0x2BADF00D
"""The value of inactive lanes."""

Value = Any
"""A number, or a list of numbers for a vector; one for each work item."""

_FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
_INTEGER_FORMATS = {8: "<B", 16: "<H", 32: "<I", 64: "<Q"}


def bits_of(type: Attribute) -> int:
    return int(str(type)[1:])


def is_float(type: Attribute) -> bool:
    return str(type).startswith("f")


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def bitcast(value: Value, source: Attribute, target: Attribute) -> Value:
    if is_float(source) == is_float(target):
        return value
    integer, number = (
        _INTEGER_FORMATS[bits_of(source)],
        _FORMATS[str(source if is_float(source) else target)],
    )
    if is_float(source):
        return struct.unpack(integer, struct.pack(number, value))[0]
    return struct.unpack(number, struct.pack(integer, value))[0]


def round_to(value: float, type: Attribute) -> float:
    form = _FORMATS[str(type)]
    return struct.unpack(form, struct.pack(form, value))[0]


_PREDICATES: Sequence[Callable[[int, int, int], bool]] = (
    lambda n, a, b: a == b,
    lambda n, a, b: a != b,
    lambda n, a, b: signed(a, n) < signed(b, n),
    lambda n, a, b: signed(a, n) <= signed(b, n),
    lambda n, a, b: signed(a, n) > signed(b, n),
    lambda n, a, b: signed(a, n) >= signed(b, n),
    lambda n, a, b: a < b,
    lambda n, a, b: a <= b,
    lambda n, a, b: a > b,
    lambda n, a, b: a >= b,
)

_INTEGERS: Mapping[str, Callable[[int, int, int], int]] = {
    "llvm.add": lambda n, a, b: a + b,
    "llvm.sub": lambda n, a, b: a - b,
    "llvm.mul": lambda n, a, b: a * b,
    "llvm.and": lambda n, a, b: a & b,
    "llvm.or": lambda n, a, b: a | b,
    "llvm.xor": lambda n, a, b: a ^ b,
    "llvm.shl": lambda n, a, b: a << b,
    "llvm.lshr": lambda n, a, b: a >> b,
    "llvm.ashr": lambda n, a, b: signed(a, n) >> b,
    "llvm.intr.smin": lambda n, a, b: min(signed(a, n), signed(b, n)),
    "llvm.intr.smax": lambda n, a, b: max(signed(a, n), signed(b, n)),
    "llvm.intr.umin": lambda n, a, b: min(a, b),
    "llvm.intr.umax": lambda n, a, b: max(a, b),
}
_FLOATS: Mapping[str, Callable[[float, float], float]] = {
    "llvm.fadd": lambda a, b: a + b,
    "llvm.fmul": lambda a, b: a * b,
    "llvm.intr.minnum": lambda a, b: b if isnan(a) else a if isnan(b) else min(a, b),
    "llvm.intr.maxnum": lambda a, b: b if isnan(a) else a if isnan(b) else max(a, b),
}


class Machine:
    """
    A work-group of `sizes`, in waves of `wave` lanes. `half_permute`: `ds_bpermute` stays
    within 32 lanes. `active` says which work items of full waves are not switched off by
    the flow of control; all lanes compute, but what those that are off hold is JUNK
    until `set.inactive`.
    """

    def __init__(
        self,
        sizes: tuple[int, int, int],
        wave: int,
        *,
        half_permute: bool = False,
        active: Sequence[bool] | None = None,
    ):
        self.sizes = sizes
        self.items = sizes[0] * sizes[1] * sizes[2]
        self.wave = wave
        self.active = [True] * self.items if active is None else list(active)
        self.half_permute = half_permute
        self.values: dict[SSAValue, list[Value]] = {}
        self.memory: dict[int, Value] = {}
        self.epoch = 0
        self.readers: dict[int, set[int]] = {}
        self.writers: dict[int, set[int]] = {}

    def run(self, block: Block, arguments: Mapping[SSAValue, list[Value]]) -> None:
        self.values |= arguments
        for op in block.ops:
            self.step(op)

    # --- lanes -----------------------------------------------------------------------

    def lane(self, item: int, lane: int, column: list[Value]) -> Value:
        """
        Returns the value of `column` in `lane` of the wave of `item`.
        """
        index = item // self.wave * self.wave + lane
        return column[index] if 0 <= lane < self.wave and index < self.items else JUNK

    def intrinsic(self, name: str, a: Sequence[list[Value]]) -> list[Value] | None:
        wave, items = self.wave, range(self.items)
        match name.removeprefix("llvm.amdgcn."):
            case "mbcnt.lo":
                return [min(i % wave, 32) + a[1][i] for i in items]
            case "mbcnt.hi":
                return [max(i % wave - 32, 0) + a[1][i] for i in items]
            case "readlane.i32":
                return [self.lane(i, a[1][i], a[0]) for i in items]
            case "update.dpp.i32":
                assert all(a[3][i] == a[4][i] == 15 and not a[5][i] for i in items)
                shift = a[2][0] - 0x110
                assert 1 <= shift <= 15
                return [
                    self.lane(i, i % wave - shift, a[1])
                    if i % wave % 16 >= shift
                    else a[0][i]
                    for i in items
                ]
            case "ds.bpermute":
                result: list[Value] = []
                for i in items:
                    lane = a[0][i] // 4 % wave
                    if self.half_permute:
                        lane = lane % 32 + i % wave // 32 * 32
                    result.append(self.lane(i, lane, a[1]))
                return result
            case "ballot.i32" | "ballot.i64":
                assert name.endswith(str(wave))
                masks: dict[int, int] = {}
                for i in items:
                    mask = masks.get(i // wave, 0)
                    bit = int(a[0][i]) & 1 if self.active[i] else 0
                    masks[i // wave] = mask | bit << (i % wave)
                return [masks[i // wave] for i in items]
            case "readfirstlane.i32":
                first = {i // wave: i for i in reversed(items) if self.active[i]}
                return [a[0][first[i // wave]] for i in items]
            case "set.inactive.i32":
                return [a[0][i] if self.active[i] else a[1][i] for i in items]
            case "strict.wwm.i32":
                return a[0]
            case "s.barrier":
                self.epoch += 1
                self.readers.clear()
                self.writers.clear()
                return None
            case _:
                raise AssertionError(name)

    # --- memory ------------------------------------------------------------------------

    def load(self, item: int, address: int, number: bool) -> Value:
        wave = item // self.wave
        assert not self.writers.get(address, set()) - {wave}, "read without a barrier"
        self.readers.setdefault(address, set()).add(wave)
        return self.memory.get(address, float(JUNK % 97) if number else JUNK)

    def store(self, item: int, address: int, value: Value, shared: bool) -> None:
        wave = item // self.wave
        assert not self.readers.get(address, set()) - {wave}, (
            "written without a barrier"
        )
        others = self.writers.setdefault(address, set())
        assert shared or not others - {wave}, "written by two waves"
        others.add(wave)
        self.memory[address] = value

    # --- operations ----------------------------------------------------------------------

    def step(self, op: Operation) -> None:
        a = [self.values[o] for o in op.operands if o in self.values]
        items = range(self.items)
        name = op.name
        types = [o.type for o in op.operands]
        result = op.results[0].type if op.results else None
        out: list[Value] | None
        if name in _INTEGERS:
            n = bits_of(types[0])
            function = _INTEGERS[name]
            mask = (1 << n) - 1
            out = [function(n, a[0][i], a[1][i]) & mask for i in items]
        elif name in _FLOATS:
            number = _FLOATS[name]
            out = [round_to(number(a[0][i], a[1][i]), types[0]) for i in items]
        else:
            out = self.other(op, name, a, types, result)
        if out is not None:
            self.values[op.results[0]] = out

    def other(
        self,
        op: Operation,
        name: str,
        a: list[list[Value]],
        types: Sequence[Attribute],
        result: Attribute | None,
    ) -> list[Value] | None:
        items = range(self.items)
        match name:
            case "llvm.mlir.constant":
                return [self.constant(op.properties["value"])] * self.items
            case "llvm.mlir.poison":
                width = cast("VectorType[Attribute]", result).get_shape()[0]
                return [[JUNK] * width for _ in items]
            case "llvm.icmp":
                number = cast("IntegerAttr[IntegerType]", op.properties["predicate"])
                test, n = _PREDICATES[number.value.data], bits_of(types[0])
                return [int(test(n, a[0][i], a[1][i])) for i in items]
            case "llvm.select":
                return [a[1][i] if a[0][i] else a[2][i] for i in items]
            case "llvm.zext" | "llvm.trunc":
                mask = (1 << bits_of(cast(Attribute, result))) - 1
                return [a[0][i] & mask for i in items]
            case "llvm.bitcast":
                target = cast(Attribute, result)
                return [bitcast(a[0][i], types[0], target) for i in items]
            case "llvm.fcmp":
                predicate = cast("IntegerAttr[IntegerType]", op.properties["predicate"])
                # une: true where one is NaN, too.
                assert predicate.value.data == 13
                return [int(a[0][i] != a[1][i]) for i in items]
            case "llvm.intr.ctlz":
                n = bits_of(types[0])
                return [n - a[0][i].bit_length() for i in items]
            case "llvm.intr.cttz":
                n = bits_of(types[0])
                low = [a[0][i] & -a[0][i] for i in items]
                return [value.bit_length() - 1 if value else n for value in low]
            case "llvm.intr.ctpop":
                return [a[0][i].bit_count() for i in items]
            case "llvm.extractelement":
                return [a[0][i][a[1][i]] for i in items]
            case "llvm.insertelement":
                rows = [list(a[0][i]) for i in items]
                for i in items:
                    rows[i][a[2][i]] = a[1][i]
                return cast("list[Value]", rows)
            case "llvm.mlir.addressof":
                return [0] * self.items
            case "llvm.getelementptr":
                element = op.properties["elem_type"]
                size = bits_of(element) // 8
                return [a[0][i] + size * signed(a[1][i], 32) for i in items]
            case "llvm.load":
                number = is_float(cast(Attribute, result))
                return [self.load(i, a[0][i], number) for i in items]
            case "llvm.store":
                for i in items:
                    # The place of those who do not broadcast may be written by all.
                    self.store(i, a[1][i], a[0][i], shared=a[1][i] == 128)
                return None
            case "llvm.call_intrinsic":
                intrinsic = cast(StringAttr, op.properties["intrin"])
                return self.intrinsic(intrinsic.data, a)
            case "opencl.get_local_linear_id":
                return list(items)
            case "opencl.get_local_size":
                dimension = cast("IntegerAttr[IntegerType]", op.properties["dimension"])
                return [self.sizes[dimension.value.data]] * self.items
            case "llvm.fence" | "opencl.return" | "func.return":
                return None
            case _:
                raise AssertionError(f"{name} is not known here")

    def constant(self, value: Attribute) -> Value:
        if isinstance(value, IntegerAttr):
            integer = cast("IntegerAttr[IntegerType]", value)
            return integer.value.data & ((1 << bits_of(integer.type)) - 1)
        if isinstance(value, FloatAttr):
            return cast(Any, value).value.data
        raise AssertionError(value)

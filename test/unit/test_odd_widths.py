"""
Numbers in memory whose bits are not 8, 16, 32 or 64: their layout beside LLVM's, and kernels of
LLVM IR beside bytes in Python. LLVM's reference ("Load Instruction", "Vector Type") says how they
are stored: an integer as the low bits of whole bytes, a vector without bits between its elements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from texts import parts, whole
from xdsl.dialects.builtin import IntegerType, VectorType, i8, i64
from xdsl.dialects.llvm import LLVMArrayType, LLVMStructType
from xdsl.ir import Attribute

from xdsl_opencl.abi.target import Target
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.runtime import Program

TEXT = whole("odd_widths.ll")
KERNELS = parts("odd_widths.ll")["KERNELS"]
ITEMS, LOCAL = 48, 24
Number = tuple[int, ...]
"""The elements of a number in memory, one for a scalar."""


@dataclass(frozen=True)
class Odd:
    """Integers of `bits`, or vectors of these; `most` is the largest alignment of integers."""

    bits: int
    lanes: int = 1
    most: int = 16

    def __str__(self) -> str:
        scalar = f"i{self.bits}"
        return scalar if self.lanes == 1 else f"<{self.lanes} x {scalar}>"

    @cached_property
    def stored(self) -> int:
        """The bytes that a store writes."""
        return -(-self.bits * self.lanes // 8)

    @cached_property
    def align(self) -> int:
        power = 1 << (self.stored - 1).bit_length()
        return min(power, self.most) if self.lanes == 1 else power

    @cached_property
    def size(self) -> int:
        """The bytes between neighbours."""
        return -(-self.stored // self.align) * self.align

    @property
    def pair(self) -> int:
        """The bytes of a structure of this and a byte."""
        return self.size + self.align

    @property
    def wide(self) -> Odd:
        """Longer integers that fill their memory."""
        return Odd(max(8, 1 << self.bits.bit_length()), self.lanes, self.most)

    def read(self, memory: bytearray, at: int) -> Number:
        number = int.from_bytes(memory[at : at + self.stored], "little")
        mask = (1 << self.bits) - 1
        return tuple(number >> i * self.bits & mask for i in range(self.lanes))

    def write(self, memory: bytearray, at: int, value: Number) -> None:
        mask = (1 << self.bits) - 1
        number = sum((x & mask) << i * self.bits for i, x in enumerate(value))
        memory[at : at + self.stored] = number.to_bytes(self.stored, "little")

    def kernels(self) -> str:
        text, zero, first, insert = (
            KERNELS,
            "0",
            f"add {self} %x, 0",
            f"or {self} %e, 0",
        )
        if self.lanes > 1:
            zero = "zeroinitializer"
            first = f"extractelement {self} %x, i32 0"
            insert = f"insertelement {self} %o, i{self.bits} %e, i32 1"
        for word, value in (
            *(("NAME", f"i{self.bits}x{self.lanes}"), ("TYPE", f"{self}")),
            *(("WIDE", f"{self.wide}"), ("ZERO", zero)),
            *(("FIRST", first), ("INSERT", insert)),
        ):
            text = text.replace(word, value)
        return text


def add(a: Number, b: Number) -> Number:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def mul(a: Number, b: Number) -> Number:
    return tuple(x * y for x, y in zip(a, b, strict=True))


def line(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    x = t.read(a, g * t.size)
    t.write(b, (ITEMS - 1 - g) * t.size, add(x, x))


def loop(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    for i in range(n):
        if (g + i) & 1:
            x = t.read(a, (g + i) * 5 % ITEMS * t.size)
            t.write(b, g * t.size, add(x, t.read(b, g * t.size)))


def barrier(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    def local(item: int) -> Number:
        x = t.read(a, item * t.size)
        return mul(x, x)

    value = local(g)
    for i in range(n):
        if (g ^ i) & 1:
            value = add(value, local(g ^ 1))
    t.write(b, g * t.size, value)


def private(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    x = t.read(a, g * t.size)
    memory = [x, add(x, x), add(add(x, x), x), mul(add(add(x, x), x), add(x, x))]
    for i in range(n):
        at = (g // 2 + i) % 4
        x = memory[at] = add(memory[at], x)
    t.write(b, g * t.size, x)


def member(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    x = t.read(a, g * t.pair)
    if n:
        t.write(b, g * t.pair, mul(x, x))


def narrow(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    x = (0,) * t.lanes
    for i in range(max(n, 1)):
        x = add(x, t.wide.read(a, (g + i) % ITEMS * t.wide.size))
    t.write(b, g * t.size, mul(x, x))


def mixed(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    for i in range(n):
        x = t.wide.read(a, (g + i) % ITEMS * t.wide.size)
        t.write(b, 2 * g * t.size, add(x, t.read(b, 2 * g * t.size)))


def insert(t: Odd, a: bytearray, b: bytearray, g: int, n: int) -> None:
    first, *_ = t.read(a, g * t.size)
    old, at = t.read(b, g * t.size), min(1, t.lanes - 1)
    t.write(b, g * t.size, (*old[:at], first, *old[at + 1 :]))


ORACLES = (line, loop, barrier, private, member, narrow, mixed, insert)
SCALARS = (1, 4, 7, 12, 17, 24, 33, 40, 48, 63, 65, 96, 128)
VECTORS = ((24, 3), (1, 4), (4, 8), (1, 16), (48, 2), (12, 16), (24, 4))
TYPES = (*(Odd(bits) for bits in SCALARS), *(Odd(*shape) for shape in VECTORS))
FORMS: dict[str, tuple[dict[str, Any], tuple[Odd, ...]]] = {
    "level0": ({"level": 0}, TYPES),
    "check": ({"level": 0, "check": True}, TYPES[::3]),
    "default": ({}, TYPES[4:7] + TYPES[13:15]),
    # AMDGPU's data layout names no integer longer than i64.
    "gfx1100": (
        {"device": "gfx1100"},
        (Odd(12), Odd(24), Odd(48), Odd(65, most=8), Odd(24, 3)),
    ),
}


def aligned(data: bytearray) -> Any:
    room = np.zeros(len(data) + 64, np.uint8)
    begin = -room.ctypes.data % 64
    room[begin : begin + len(data)] = np.frombuffer(data, np.uint8)
    return room[begin : begin + len(data)]


@pytest.mark.parametrize("form", FORMS)
def test_kernels(form: str, tmp_path: Path) -> None:
    keywords, types = FORMS[form]
    file = tmp_path / "k.ll"
    head = TEXT.partition("; --- ")[0]
    file.write_text(head + "".join(t.kernels() for t in types), encoding="utf-8")
    build = cast("Callable[..., Program]", Program.from_file)
    program = build(str(file), **keywords)
    random = np.random.default_rng(1)
    for t in types:
        for oracle in ORACLES:
            step = t.pair if oracle is member else t.size
            for n in (0, 1, 3):
                a = bytearray(b"\xa5" * ITEMS * step)
                b = bytearray(b"\xee" * 2 * ITEMS * step)
                for memory in (a, b):
                    # Bits of a byte that no number has are zeros.
                    for at in range(0, len(memory), step):
                        some = (random.bytes(32) for _ in range(t.lanes))
                        value = tuple(int.from_bytes(x, "little") for x in some)
                        t.write(memory, at, value)
                if oracle in (narrow, mixed):
                    a = bytearray(random.bytes(ITEMS * t.wide.size))
                want, given = bytearray(b), aligned(b)
                for g in range(ITEMS):
                    oracle(t, a, want, g, n)
                name = f"{oracle.__name__}_i{t.bits}x{t.lanes}"
                program[name](ITEMS, LOCAL, aligned(a), given, n)
                assert given.tobytes() == want, f"{name}, n = {n}"


TARGETS = {
    target.abi.value: target
    for target in (
        *(Target("host"), Target("amdhsa", "gfx1100")),
        *(Target("r600", "cypress"), Target("mesa3d", "gfx900")),
    )
}


@pytest.mark.parametrize("abi", TARGETS)
def test_layout_is_llvms(abi: str) -> None:
    """Sizes and alignments are those that LLVM has for the data layout of the target."""
    ir, binding = (import_module(f"llvmlite.{name}") for name in ("ir", "binding"))
    target = TARGETS[abi]
    data = binding.create_target_data(target.data_layout)
    llvm = ir.LiteralStructType
    pairs: list[tuple[Attribute, Any]] = []
    for bits in (*range(1, 140), 160, 192, 255, 256, 257, 320, 384, 512, 1000):
        one, its = IntegerType(bits), ir.IntType(bits)
        pairs.append((one, its))
        pairs.append(
            (LLVMStructType.from_type_list([i8, one]), llvm([ir.IntType(8), its]))
        )
        some = llvm([its, ir.IntType(8), ir.IntType(64)])
        pairs.append((LLVMStructType.from_type_list([one, i8, i64]), some))
        pairs.append((LLVMArrayType(3, one), ir.ArrayType(its, 3)))
        for lanes in (1, 2, 3, 4, 5, 8, 16, 33):
            pairs.append((VectorType(one, [lanes]), ir.VectorType(its, lanes)))
    for type, same in pairs:
        want = same.get_abi_size(data), same.get_abi_alignment(data)
        assert memory_size_align(type, target) == want, str(type)

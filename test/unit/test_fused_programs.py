"""
Random programs of `linalg` on tensors, with `linalg-fuse-elementwise-ops` and `opencl-fuse-rows` and
without them, beside NumPy: integers, so that every order of a sum has one result.
"""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from long_runs import LONG
from test_contractions import lowered
from texts import parts

from xdsl_opencl.runtime import Program, RuntimeFailure
from xdsl_opencl.runtime.interpreters import host_functions
from xdsl_opencl.transforms.opencl_from_linalg import STAGES

PROGRAMS = Path(__file__).parent / "programs"
FUSING = ("linalg-fuse-elementwise-ops", "opencl-fuse-rows")
BINARY = {
    "addi": np.add,
    "subi": np.subtract,
    "muli": np.multiply,
    "xori": np.bitwise_xor,
    "maxsi": np.maximum,
}
REDUCING = ("addi", "muli", "maxsi", "xori", "subi")
"""The last depends on the order."""
SIZES = (3, 7, 40)

Array = Any


@pytest.fixture(autouse=True)
def new_memory_has_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = np.empty

    def poisoned(*args: Any, **kwargs: Any) -> Array:
        memory = empty(*args, **kwargs)
        memory.reshape(-1).view(np.uint8)[...] = 0xFF
        return memory

    monkeypatch.setattr(host_functions.np, "empty", poisoned)


@dataclass
class Writer:
    """A program as text, and its values in NumPy."""

    random: Random
    text: list[str] = field(default_factory=list[str])
    values: dict[str, Array] = field(default_factory=dict[str, Array])
    results: list[str] = field(default_factory=list[str])
    in_memory: bool = False
    """True for memrefs, which are written again and again."""
    unwritten: set[str] = field(default_factory=set[str])

    def name(self) -> str:
        return f"%v{len(self.values)}_{len(self.text)}"

    def type(self, shape: Sequence[int]) -> str:
        kind = "memref" if self.in_memory else "tensor"
        return f"{kind}<{''.join(f'{size}x' for size in shape)}i32>"

    def start(self, shape: Sequence[int], fill: int | None) -> str:
        """A tensor for a result: empty, or filled."""
        empty, type = self.name(), self.type(shape)
        self.text.append(f"{empty} = tensor.empty() : {type}")
        if fill is None:
            return empty
        number, filled = self.name(), ""
        self.text.append(f"{number} = arith.constant {fill} : i32")
        filled = self.name()
        self.text.append(
            f"{filled} = linalg.fill ins({number} : i32) outs({empty} : {type}) -> {type}"
        )
        return filled

    def reads(
        self, loops: Sequence[int], count: int
    ) -> list[tuple[str, tuple[Any, ...]]]:
        """Values with the index of each dimension: a loop, or `None` for 0."""
        found: list[tuple[str, tuple[Any, ...]]] = []
        names = [name for name in self.values if name not in self.unwritten]
        # New values more often than old ones.
        names += names[-4:] * 3
        for _ in range(60):
            name = self.random.choice(names)
            shape = self.values[name].shape
            places = [
                places
                for places in permutations([*range(len(loops)), None], len(shape))
                if all(
                    size == 1 if place is None else loops[place] == size
                    for size, place in zip(shape, places)
                )
            ]
            if len(shape) == 2 and shape == (1, 1):
                continue
            if places:
                found.append((name, self.random.choice(places)))
            if len(found) == count:
                break
        return found

    def body(self, names: Sequence[str], arrays: Sequence[Array]) -> tuple[str, Array]:
        """Combines the arguments; the text goes on."""
        name, value = names[0], arrays[0]
        for other, array in zip((*names[1:], names[0]), (*arrays[1:], arrays[0])):
            kind = self.random.choice(list(BINARY))
            new = self.name() + "b"
            self.text.append(f"{new} = arith.{kind} {name}, {other} : i32")
            name, value = new, BINARY[kind](value, array)
        return name, value

    def generic(self) -> None:
        random = self.random
        loops = [
            random.choice((*SIZES, SIZES[-1]))
            for _ in range(random.choice((1, 2, 2, 2, 3)))
        ]
        if random.random() < 0.2:
            loops[random.randrange(len(loops))] = 1
        old = random.choice(list(self.values.values())[-3:]).shape
        if random.random() < 0.8 and len(old):
            loops = list(old)
        reads = self.reads(loops, random.choice((1, 2, 3)))
        reduced: set[int] = set()
        if random.random() < 0.45:
            reduced = {random.randrange(len(loops))}
            if len(loops) == 3 and random.random() < 0.3:
                reduced.add(random.randrange(3))
        used = {place for _, places in reads for place in places}
        if not reads or not reduced <= used:
            return
        keeps = bool(reduced) and random.random() < 0.4
        order = [loop for loop in range(len(loops)) if loop not in reduced]
        if not reduced and random.random() < 0.3:
            random.shuffle(order)
        out: list[Any] = order
        if keeps:
            out = [loop if loop in order else None for loop in range(len(loops))]
        shape: list[int] = [1 if loop is None else loops[loop] for loop in out]
        same = [n for n, v in self.values.items() if list(v.shape) == shape]
        if self.in_memory:
            self.overwrite(loops, reads, reduced, out, same)
            return
        initial = None
        if reduced or random.random() < 0.2:
            if same and random.random() < 0.4:
                target = random.choice(same)
                initial = self.values[target]
            else:
                number = random.randrange(-3, 4)
                target = self.start(shape, number)
                initial = np.full(shape, number, np.int32)
        else:
            target = self.start(shape, None)
        self.write(loops, reads, reduced, out, target, initial)

    def overwrite(
        self,
        loops: Sequence[int],
        reads: Sequence[tuple[str, tuple[Any, ...]]],
        reduced: set[int],
        out: Sequence[Any],
        same: Sequence[str],
    ) -> None:
        """Writes to memory that no other iteration reads."""
        kept = [
            name
            for name in same
            if all(
                read != name or (not reduced and tuple(out) == places)
                for read, places in reads
            )
        ]
        if not kept:
            return
        target = self.random.choice(kept)
        type = self.type(self.values[target].shape)
        adds = bool(reduced) or self.random.random() < 0.2
        if adds and (target in self.unwritten or self.random.random() < 0.5):
            if any(read == target for read, _ in reads):
                return
            number, fill = self.name(), self.random.randrange(-3, 4)
            self.text.append(f"{number} = arith.constant {fill} : i32")
            self.text.append(f"linalg.fill ins({number} : i32) outs({target} : {type})")
            self.values[target] = np.full_like(self.values[target], fill)
        self.unwritten.discard(target)
        self.write(
            loops, reads, reduced, out, target, self.values[target] if adds else None
        )

    def write(
        self,
        loops: Sequence[int],
        reads: Sequence[tuple[str, tuple[Any, ...]]],
        reduced: set[int],
        out: Sequence[Any],
        target: str,
        initial: Array | None,
    ) -> None:
        random = self.random
        dims = ", ".join(f"d{i}" for i in range(len(loops)))

        def map(places: Sequence[Any]) -> str:
            results = ", ".join("0" if p is None else f"d{p}" for p in places)
            return f"affine_map<({dims}) -> ({results})>"

        maps = [map(places) for _, places in reads] + [map(out)]
        kinds = ", ".join(
            '"reduction"' if loop in reduced else '"parallel"'
            for loop in range(len(loops))
        )
        shape: list[int] = [1 if loop is None else loops[loop] for loop in out]
        types = [self.type(self.values[name].shape) for name, _ in reads]
        result = self.name()
        head = "" if self.in_memory else f"{result} = "
        self.text.append(
            f"{head}linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = "
            f"[{kinds}]}} ins({', '.join(n for n, _ in reads)} : {', '.join(types)}) "
            f"outs({target} : {self.type(shape)}) {{"
        )
        arguments = [f"{result}a{i}" for i in range(len(reads) + 1)]
        self.text.append(f"^bb0({', '.join(f'{a}: i32' for a in arguments)}):")
        grid = np.indices(loops)
        arrays = [
            self.values[name][tuple(0 if p is None else grid[p] for p in places)]
            + np.zeros(loops, np.int32)
            for name, places in reads
        ]
        names = arguments[:-1]
        if random.random() < 0.2:
            loop = random.randrange(len(loops))
            index, number = result + "i", result + "n"
            self.text.append(f"{index} = linalg.index {loop} : index")
            self.text.append(f"{number} = arith.index_cast {index} : index to i32")
            names.append(number)
            arrays.append(grid[loop].astype(np.int32))
        name, value = self.body(names, arrays)
        inner = [loop for loop in out if loop is not None]
        along = sorted(reduced)
        value = np.transpose(value, (*inner, *along))
        if reduced:
            assert initial is not None
            kind = random.choice(REDUCING)
            self.text.append(f"{result}r = arith.{kind} {arguments[-1]}, {name} : i32")
            name = f"{result}r"
            total = initial.reshape([loops[loop] for loop in inner])
            for column in np.ndindex(*(loops[loop] for loop in along)):
                total = BINARY[kind](total, value[(..., *column)])
            value = total
        elif initial is not None:
            self.text.append(f"{result}r = arith.addi {arguments[-1]}, {name} : i32")
            name, value = f"{result}r", initial + value
        end = "" if self.in_memory else f" -> {self.type(shape)}"
        self.text.append(f"linalg.yield {name} : i32 }}{end}")
        self.values[target if self.in_memory else result] = value.reshape(shape).astype(
            np.int32
        )
        self.results.append(result)


def written(seed: int) -> tuple[str, list[Array], list[Array]]:
    """A program, its arguments and the results that it must have."""
    random = Random(seed)
    writer = Writer(random)
    made = np.random.default_rng(seed)
    for number, shape in enumerate([(7, 40), (40,), (7,), (7, 1)]):
        writer.values[f"%x{number}"] = made.integers(-9, 10, shape).astype(np.int32)
    inputs = list(writer.values.items())
    length = random.randrange(3, 12)
    with np.errstate(over="ignore"):
        while len(writer.results) < length:
            writer.generic()
    returned = writer.results[-1:] + random.sample(writer.results[:-1], 1)
    types = [writer.type(writer.values[name].shape) for name in returned]
    arguments = ", ".join(f"{n}: {writer.type(v.shape)}" for n, v in inputs)
    text = "\n".join(
        [
            f"func.func @f({arguments}) -> ({', '.join(types)}) {{",
            *writer.text,
            f"func.return {', '.join(returned)} : {', '.join(types)}",
            "}",
        ]
    )
    return text, [v for _, v in inputs], [writer.values[name] for name in returned]


def written_in_memory(seed: int) -> tuple[str, list[Array], list[Array]]:
    """A program on memrefs, its arguments, and what it must leave in them."""
    random = Random(seed)
    writer = Writer(random, in_memory=True)
    made = np.random.default_rng(seed)
    shapes = [
        (7, 40),
        (7, 40),
        (40, 7),
        (7, 7),
        (7, 7),
        (7,),
        (7,),
        (40,),
        (7, 1),
        (7, 40, 3),
    ]
    for number, shape in enumerate(shapes):
        values = made.integers(-9, 10, shape).astype(np.int32)
        writer.values[f"%x{number}"] = values
    inputs = [np.copy(each) for each in writer.values.values()]
    arguments = ", ".join(
        f"{n}: {writer.type(v.shape)}" for n, v in writer.values.items()
    )
    for number, shape in enumerate([(7, 40), (7, 40), (7, 7), (7,), (7,), (7, 1)]):
        name = f"%y{number}"
        writer.text.append(f"{name} = memref.alloc() : {writer.type(shape)}")
        writer.values[name] = np.zeros(shape, np.int32)
        writer.unwritten.add(name)
    length = random.randrange(4, 14)
    with np.errstate(over="ignore"):
        while len(writer.results) < length or all(
            np.array_equal(a, b) for a, b in zip(inputs, writer.values.values())
        ):
            writer.generic()
    text = "\n".join(
        [f"func.func @f({arguments}) {{", *writer.text, "func.return", "}"]
    )
    return text, inputs, list(writer.values.values())[: len(inputs)]


def attached(device: str) -> str:
    """The pass that gives a module its target."""
    target = "abi=host" if device == "host" else f"mcpu={device}"
    return f"opencl-attach-target{{{target}}}"


def check(seed: int, device: str, stages: Sequence[str]) -> int:
    """Runs a program; returns the number of its launches."""
    text, inputs, expected = written(seed)
    target = "abi=host" if device == "host" else f"mcpu={device}"
    module, names = lowered(
        text, f"opencl-attach-target{{{target}}},{','.join(stages)}"
    )
    copies = [np.copy(each) for each in inputs]
    found = Program(module, device=device).functions["f"](*copies)
    for got, want in zip(found, expected, strict=True):
        assert np.array_equal(np.asarray(got), want)
    return names.count("opencl.launch")


FUSED = ("opencl-from-linalg",)
PLAIN = tuple(stage for stage in STAGES if stage not in FUSING)


@pytest.mark.parametrize("seed", range(12 if LONG else 4))
def test_random_programs(seed: int) -> None:
    assert check(seed, "host", FUSED) <= check(seed, "host", PLAIN)


def check_in_memory(seed: int, device: str) -> None:
    text, arguments, expected = written_in_memory(seed)
    module, _ = lowered(text, ",".join((attached(device), *FUSED)))
    Program(module, device=device).functions["f"](*arguments)
    for got, want in zip(arguments, expected, strict=True):
        assert np.array_equal(got, want)


@pytest.mark.parametrize("seed", range(40 if LONG else 10))
def test_random_programs_in_memory(seed: int) -> None:
    """Operations that overwrite what others read stay in their order."""
    check_in_memory(seed, "host")


@pytest.mark.parametrize("seed", range(100, 115 if LONG else 104))
def test_random_programs_in_memory_of_a_gpu(seed: int) -> None:
    check_in_memory(seed, "gfx1100")


HEAD = """
#e = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
#c = affine_map<(i, j) -> (j)>
#i = affine_map<(i) -> (i)>
#d = affine_map<(i) -> (i, 0)>
#n = affine_map<(i, j) -> ()>
func.func @f(%x: memref<40x40xi32>, %v: memref<40x40xi32>, %b: memref<40xi32>, %y: memref<41x40xi32>, %k: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %n = memref.collapse_shape %k [] : memref<1xi32> into memref<i32>
  %s = memref.alloc() : memref<40xi32>
  linalg.fill ins(%zero : i32) outs(%s : memref<40xi32>)
  %w = memref.subview %y[0, 0] [40, 40] [1, 1] : memref<41x40xi32> to memref<40x40xi32, strided<[40, 1]>>
  %u = memref.subview %y[1, 0] [40, 40] [1, 1] : memref<41x40xi32> to memref<40x40xi32, strided<[40, 1], offset: 40>>
"""
E, SHIFTED = "memref<40x40xi32>", "memref<40x40xi32, strided<[40, 1], offset: 40>>"
VIEW, ROW = "memref<40x40xi32, strided<[40, 1]>>", "memref<40xi32>"


def two(maps: str, kinds: str, operands: str, out: str, kind: str) -> str:
    """An operation on the elements of two operands, which it adds to the result in a reduction."""
    total = "%q" if "r" in kinds else "%p"
    kinds = ", ".join('"parallel"' if k == "p" else '"reduction"' for k in kinds)
    maps = ", ".join(f"#{name}" for name in maps)
    return f"""
  linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({operands}) outs({out}) {{
  ^bb0(%g: i32, %h: i32, %o: i32):
    %p = arith.{kind} %g, %h : i32
    %q = arith.addi %o, %p : i32
    linalg.yield {total} : i32
  }}"""


ROWS = two("ecr", "pr", f"%x, %b : {E}, {ROW}", f"%s : {ROW}", "muli")


def crossed(x: Array, v: Array, b: Array, y: Array, k: Array) -> None:
    v[:] = x - (x * k[0]).sum(1)[:, None]
    k[0] = (v + x).sum()


def views(x: Array, v: Array, b: Array, y: Array, k: Array) -> None:
    y[:40] = x + v
    v[:] = x * y[1:]


def first_column(x: Array, v: Array, b: Array, y: Array, k: Array) -> None:
    row = v[:, 0] + x @ b
    v[:] = x - row[:, None]
    b[:] = v[:, 0] + row


HAZARDS = {
    # The fill between is of memory that an earlier operation reads.
    crossed: two("enr", "pr", f"%x, %n : {E}, memref<i32>", f"%s : {ROW}", "muli")
    + "\n  linalg.fill ins(%zero : i32) outs(%n : memref<i32>)"
    + two("ere", "pp", f"%x, %s : {E}, {ROW}", f"%v : {E}", "subi")
    + two("een", "rr", f"%v, %x : {E}, {E}", "%n : memref<i32>", "addi"),
    # Other rows, of another view of the memory.
    views: two("eee", "pp", f"%x, %v : {E}, {E}", f"%w : {VIEW}", "addi")
    + two("eee", "pp", f"%x, %u : {E}, {SHIFTED}", f"%v : {E}", "muli"),
    # An element is a value of its row before and after it is overwritten.
    first_column: ROWS
    + f"\n  %t = memref.alloc() : {ROW}"
    + two("dii", "p", f"%v, %s : {E}, {ROW}", f"%t : {ROW}", "addi")
    + two("ere", "pp", f"%x, %t : {E}, {ROW}", f"%v : {E}", "subi")
    + two("dii", "p", f"%v, %t : {E}, {ROW}", f"%b : {ROW}", "addi"),
}


@pytest.mark.parametrize("device", ["host", "gfx1100"])
@pytest.mark.parametrize("reference", HAZARDS)
def test_what_must_wait(reference: Any, device: str) -> None:
    text = f"{HEAD}{HAZARDS[reference]}\n  func.return\n}}"
    module, _ = lowered(text, ",".join((attached(device), *FUSED)))
    random = np.random.default_rng(5)
    shapes = [(40, 40), (40, 40), (40,), (41, 40), (1,)]
    arrays = [random.integers(-9, 10, shape).astype(np.int32) for shape in shapes]
    want = [np.copy(each) for each in arrays]
    reference(*want)
    Program(module, device=device).functions["f"](*arrays)
    for got, expected in zip(arrays, want, strict=True):
        assert np.array_equal(got, expected)


ROTATED = parts("fused_programs.mlir")["ROTATED"]


@pytest.mark.parametrize("order", list(permutations("ijk")))
def test_rotated_loops(order: tuple[str, ...]) -> None:
    """The loops of a producer in any order."""
    size = {"i": 2, "j": 3, "k": 5}
    shape = "x".join(str(size[loop]) for loop in order)
    text = ROTATED.format(map=", ".join(order), shape=shape)
    module, names = lowered(text, ",".join((attached("host"), *FUSED)))
    assert names.count("opencl.launch") == 1
    x = np.arange(30, dtype=np.int32).reshape(2, 3, 5)
    found = np.asarray(Program(module).functions["f"](x))
    i, j, k = np.indices((2, 3, 5))
    assert np.array_equal(found, (x * (i + k) - j).transpose(2, 0, 1))


@pytest.mark.parametrize("pass_name", FUSING)
def test_each_pass_alone(pass_name: str) -> None:
    stages = [stage for stage in STAGES if stage == pass_name or stage not in FUSING]
    assert check(55, "host", stages) < check(55, "host", PLAIN)


@pytest.mark.parametrize("seed", range(12, 18))
def test_random_programs_on_a_gpu(seed: int) -> None:
    """The work items of a group share rows."""
    check(seed, "gfx1100", FUSED)


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_softmax_is_part_of_its_rows(device: str) -> None:
    target = "" if device == "host" else f"{{mcpu={device}}}"
    text = (PROGRAMS / "softmax.mlir").read_text()
    module, names = lowered(text, f"opencl-from-linalg{target}")
    functions = Program(module, device=device).functions
    # One kernel for each function, also where operations are around a softmax.
    assert names.count("opencl.launch") == len(functions) == 5
    random = np.random.default_rng(5)

    def softmax(x: Array, along: int) -> Array:
        x = x.astype(np.float64)
        power = np.exp(x - x.max(along, keepdims=True))
        return power / power.sum(along, keepdims=True)

    a, k = random.standard_normal((2, 64, 256)).astype("f4")
    close(functions["soft"](a.copy(), k), softmax(a * k, 1) + a)
    x = 9 * random.standard_normal((2, 3, 50)).astype("f4")
    close(functions["alone"](x, np.empty_like(x)), softmax(x, 2))
    x = random.standard_normal((8, 20)).astype("f2")
    y = np.empty_like(x)
    functions["half"](x, y)
    assert np.allclose(y, softmax(x, 0), rtol=0, atol=4 * 2**-11)
    x = random.standard_normal((8, 40)).astype("f4")
    x[2] = -np.inf
    y, want = x.copy(), softmax(np.where(x == -np.inf, 0, x), 1)
    functions["same"](y)
    close(y[[0, 1, 3]], want[[0, 1, 3]])
    assert np.isnan(y[2]).all()
    functions["line"](x[0], y[0])
    close(y[0], want[0])


def close(found: Array, want: Array) -> None:
    """Numbers of f32, below 1 but for few, with some roundings."""
    assert np.allclose(found, want, rtol=8 * 2**-24, atol=8 * 2**-24)


FILLED_INPUT = """
func.func @f(%x: memref<6x40xi32>, %s: memref<6xi32>) {
  %two = arith.constant 2 : i32
  linalg.fill ins(%two : i32) outs(%s : memref<6xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %s : memref<6x40xi32>, memref<6xi32>) outs(%s : memref<6xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %p = arith.muli %a, %b : i32
    %t = arith.addi %o, %p : i32
    linalg.yield %t : i32
  }
  return
}"""


def test_a_filled_result_that_is_an_input() -> None:
    """The fill is in memory before the input is read, and each sum before the next reads it."""
    module, _ = lowered(FILLED_INPUT, "opencl-from-linalg")
    x = 2 * (np.arange(240, dtype=np.int32).reshape(6, 40) // 7 % 2)
    s = np.full(6, 7, np.int32)
    Program(module).functions["f"](x, s)
    assert np.array_equal(s, 2 * (1 + x).prod(1, dtype=np.int32))


COUNTED = """
func.func @f() -> tensor<4xi32> {
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<4x8xi32>
  %x = linalg.fill ins(%two : i32) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
  %n = tensor.empty() : tensor<4xi32>
  %z = linalg.fill ins(%two : i32) outs(%n : tensor<4xi32>) -> tensor<4xi32>
  %s = linalg.reduce { arith.addi } ins(%x : tensor<4x8xi32>) outs(%z : tensor<4xi32>) dimensions = [1]
  return %s : tensor<4xi32>
}"""


def test_a_loop_whose_size_only_the_producer_has() -> None:
    module, _ = lowered(COUNTED, "opencl-from-linalg")
    assert np.array_equal(Program(module).functions["f"](), [18] * 4)


def sums(count: int, first: int, result: str, start: str) -> str:
    """`start` and `count` arguments, added by one operation."""
    same = "affine_map<(i) -> (i)>"
    inputs = [start, *(f"%a{first + n}" for n in range(count))]
    names = [f"%x{n}" for n in range(len(inputs))]
    text, total = "", names[0]
    for n, name in enumerate(names[1:]):
        text += f"    %t{n} = arith.addi {total}, {name} : i32\n"
        total = f"%t{n}"
    return f"""
  {result}_e = tensor.empty() : tensor<50xi32>
  {result} = linalg.generic {{indexing_maps = [{", ".join([same] * (len(inputs) + 1))}], iterator_types = ["parallel"]}} ins({", ".join(inputs)} : {", ".join(["tensor<50xi32>"] * len(inputs))}) outs({result}_e : tensor<50xi32>) {{
  ^bb0({", ".join(f"{name}: i32" for name in (*names, "%o"))}):
{text}    linalg.yield {total} : i32
  }} -> tensor<50xi32>"""


@pytest.mark.parametrize(
    ("counts", "operations", "launches"),
    [
        # An operation has at most 32 operands,
        ((14, 15), 1, 1),
        ((15, 15), 1, 1),
        ((15, 16), 2, 1),
        # and the rows of a kernel 48 buffers.
        ((20, 25), 2, 1),
        ((20, 26), 2, 2),
    ],
)
def test_how_many_operands_are_fused(
    counts: tuple[int, int], operations: int, launches: int
) -> None:
    arguments = [f"%a{n}: tensor<50xi32>" for n in range(sum(counts) + 1)]
    text = sums(counts[0], 1, "%y", "%a0") + sums(counts[1], counts[0] + 1, "%z", "%y")
    text = (
        f"func.func @f({', '.join(arguments)}) -> tensor<50xi32> {{{text}\n"
        "  return %z : tensor<50xi32>\n}"
    )
    _, names = lowered(text, "linalg-fuse-elementwise-ops")
    assert names.count("linalg.generic") == operations
    module, names = lowered(text, "opencl-from-linalg")
    assert names.count("opencl.launch") == launches
    given = np.arange(50 * len(arguments), dtype=np.int32).reshape(-1, 50)
    assert np.array_equal(Program(module).functions["f"](*given), given.sum(0))


STARTED = """
func.func @f(%a: tensor<40x40xi32>, %b: tensor<40x40xi32>, %v: tensor<40xi32>, %e: tensor<40x40xi32>) -> tensor<40x40xi32> {{
  %seven = arith.constant 7 : i32
  %c = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ({indices})>], iterator_types = ["parallel", "parallel"]}} ins(%v : tensor<40xi32>) outs(%e : tensor<40x40xi32>) {{
  ^bb0(%x: i32, %o: i32):
    linalg.yield {start} : i32
  }} -> tensor<40x40xi32>
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%a, %b : tensor<40x40xi32>, tensor<40x40xi32>) outs(%c : tensor<40x40xi32>) {{
  ^bb0(%x: i32, %y: i32, %o: i32):
    %p = arith.muli %x, %y : i32
    %n = arith.muli %p, %o : i32
    %s = arith.addi %o, {added} : i32
    linalg.yield %s : i32
  }} -> tensor<40x40xi32>
  return %r : tensor<40x40xi32>
}}"""


@pytest.mark.parametrize("added", ["%p", "%n", "%o"])
@pytest.mark.parametrize(
    ("indices", "start"),
    [("i, j", "%x"), ("j, i", "%x"), ("i, j", "%o"), ("i, j", "%seven")],
)
def test_what_a_contraction_starts_from(indices: str, start: str, added: str) -> None:
    """Only a broadcast that products alone are added to may be added after them."""
    text = STARTED.format(indices=indices, start=start, added=added)
    module, _ = lowered(text, "opencl-from-linalg")
    random = np.random.default_rng(2)
    a, b, e = random.integers(-4, 5, (3, 40, 40), np.int32)
    v = np.arange(40, dtype=np.int32)
    total = {
        "%x": np.broadcast_to(v if indices == "i, j" else v[:, None], (40, 40)),
        "%o": e,
        "%seven": np.full((40, 40), 7, np.int32),
    }[start]
    for k in range(40):
        product = np.outer(a[:, k], b[k])
        total = total + {"%p": product, "%n": product * total, "%o": total}[added]
    assert np.array_equal(Program(module).functions["f"](a, b, v, e), total)


BATCHES = """
func.func @f(%a: tensor<{a}xi32>, %b: tensor<{b}xi32>) -> tensor<5x6x7xi32> {{
  %zero = arith.constant 0 : i32
  %ea = tensor.empty() : tensor<5x6x9xi32>
  %eb = tensor.empty() : tensor<5x9x7xi32>
  %e = tensor.empty() : tensor<5x6x7xi32>
  {wide_a}
  {wide_b}
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<5x6x7xi32>) -> tensor<5x6x7xi32>
  %r = linalg.batch_matmul ins(%x, %y : tensor<5x6x9xi32>, tensor<5x9x7xi32>) outs(%f : tensor<5x6x7xi32>) -> tensor<5x6x7xi32>
  return %r : tensor<5x6x7xi32>
}}"""


@pytest.mark.parametrize(
    ("lost_a", "lost_b", "launches"),
    [
        ((), (0,), 1),
        ((0,), (), 1),
        # One factor has the batch, else no loop of the result would be in both.
        ((0,), (0,), 2),
        # Without rows, or without the loop of the sum, it is no contraction.
        ((1,), (), 2),
        ((), (2,), 2),
        ((), (1,), 2),
        ((0, 1), (), 2),
    ],
)
def test_factors_that_are_broadcast(
    lost_a: tuple[int, ...], lost_b: tuple[int, ...], launches: int
) -> None:
    random = np.random.default_rng(3)
    given: list[Array] = []
    wide: list[Array] = []
    words: dict[str, str] = {}
    shapes = ((5, 6, 9), (5, 9, 7))
    for name, to, shape, lost in zip("ab", "xy", shapes, (lost_a, lost_b)):
        own = [size for d, size in enumerate(shape) if d not in lost]
        given.append(random.integers(-9, 9, own, np.int32))
        back = [1 if d in lost else size for d, size in enumerate(shape)]
        wide.append(np.broadcast_to(given[-1].reshape(back), shape))
        words[name] = "x".join(map(str, own))
        into = f"outs(%e{name} : tensor<{'x'.join(map(str, shape))}xi32>)"
        type = f"tensor<{words[name]}xi32>"
        words[f"wide_{name}"] = (
            f"%{to} = linalg.broadcast ins(%{name} : {type}) {into} dimensions = [{', '.join(map(str, lost))}]"
        )
    module, names = lowered(BATCHES.format(**words), "opencl-from-linalg")
    assert names.count("opencl.launch") == launches
    assert np.array_equal(Program(module).functions["f"](*given), wide[0] @ wide[1])


FILLS = parts("fused_programs.mlir")["FILLS"]


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_reductions_in_other_orders(device: str) -> None:
    """Sums of the same elements share a loop; chains of differences keep their order."""
    ops = ("(j, i)", "subf"), ("(i, j)", "addf"), ("(i, j)", "subf"), ("(j, i)", "addf")
    text = "func.func @f(%x: memref<4x6xf32>, %r: memref<4xf32>) {\n"
    for n, (indices, op) in enumerate(ops):
        text += f"""
  %v{n} = memref.subview %r[{n}] [1] [1] : memref<4xf32> to memref<f32, strided<[], offset: {n}>>
  linalg.generic {{indexing_maps = [affine_map<(i, j) -> {indices}>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}} ins(%x : memref<4x6xf32>) outs(%v{n} : memref<f32, strided<[], offset: {n}>>) {{
  ^bb0(%a: f32, %o: f32):
    %t = arith.{op} %a, %o : f32
    linalg.yield %t : f32
  }}"""
    program = Program.from_mlir(
        text + "\nfunc.return\n}", device=device, passes="opencl-from-linalg"
    )
    x = np.random.default_rng(3).integers(-9, 9, (4, 6)).astype(np.float32)
    result = np.zeros(4, np.float32)
    program.functions["f"](x, result)
    for got, (indices, op) in zip(result, ops, strict=True):
        right = 0.0
        for element in (x if indices == "(i, j)" else x.T).ravel():
            right = element + (right if op == "addf" else -right)
        assert got == right


def test_functions_that_only_fill_are_functions_of_the_program() -> None:
    module, _ = lowered(FILLS, "opencl-from-linalg")
    functions = Program(module).functions
    assert {*functions} == {"zeros", "repeated", "asked", "both"}
    assert np.array_equal(functions["zeros"](), np.full((3, 5), 4))
    m = np.full(6, 9, np.int32)
    assert np.array_equal(functions["both"](m), np.full((3, 5), 4))
    assert np.array_equal(m, np.full(6, 2))
    functions["asked"](m)
    assert np.array_equal(m, np.ones(6))


PADDED = """
func.func @f(%x: tensor<1x2x4x4xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x2x4x4xf32> to tensor<1x2x6x6xf32>
  %e = tensor.empty() : tensor<1x3x4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x2x6x6xf32>, tensor<3x2x3x3xf32>) outs(%f : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  return %r : tensor<1x3x4x4xf32>
}"""


def test_the_host_pads_for_a_contraction() -> None:
    _, names = lowered(PADDED, "opencl-from-linalg")
    assert names.count("opencl.launch") == 1


COPIES = """
func.func @f(%m: memref<1000xi32>, %c: i1) -> memref<1000xi32> {{
  %t0 = memref.alloc() : memref<1000xi32>
  linalg.add ins(%m, %m : memref<1000xi32>, memref<1000xi32>) outs(%t0 : memref<1000xi32>)
  {body}
  return %t9 : memref<1000xi32>
}}"""


def test_memory_is_free_after_its_last_use() -> None:
    """Views keep it, a region uses what is around it, and memory that nothing uses is free, too."""
    type = "memref<1000xi32>"
    lines: list[str] = []
    for i in range(9):
        lines += [
            f"%unused{i} = memref.alloc() : {type}",
            f"%t{i + 1} = memref.alloc() : {type}",
            f"%v{i} = memref.collapse_shape %t{i} [[0]] : {type} into {type}",
            f"scf.if %c {{ memref.copy %v{i}, %t{i + 1} : {type} to {type} }}",
        ]
    program = Program.from_mlir(
        COPIES.format(body="\n  ".join(lines)), passes="opencl-from-linalg"
    )
    function = program.functions["f"]
    given = np.arange(1000, dtype=np.int32)
    function(given, 1)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    found = function(given, 1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert np.array_equal(found, 2 * given)
    assert 2 * given.nbytes < peak - before < 4 * given.nbytes


@pytest.mark.parametrize(
    ("operation", "shapes"),
    [
        ("add", ["nm", "nm", "nm"]),
        ("matmul", ["nk", "km", "nm"]),
        ("batch_matmul", ["bnk", "bkm", "bnm"]),
    ],
)
def test_sizes_of_arguments_that_must_be_equal(
    operation: str, shapes: Sequence[str]
) -> None:
    types = ["tensor<" + "?x" * len(shape) + "f32>" for shape in shapes]
    module = f"""
func.func @f(%a: {types[0]}, %b: {types[1]}, %c: {types[2]}) -> {types[2]} {{
  %r = linalg.{operation} ins(%a, %b : {types[0]}, {types[1]}) outs(%c : {types[2]}) -> {types[2]}
  func.return %r : {types[2]}
}}
"""
    program = Program.from_mlir(module, passes="opencl-from-linalg")
    sizes = {"b": 2, "n": 3, "k": 4, "m": 5}
    given = [[sizes[name] for name in shape] for shape in shapes]

    def run() -> Any:
        arrays = [np.ones(shape, np.float32) for shape in given]
        return program.functions["f"](*arrays)

    expected = 2 if operation == "add" else sizes["k"] + 1
    assert np.array_equal(run(), np.full(given[2], expected, np.float32))
    for i, shape in enumerate(given):
        for dimension in range(len(shape)):
            shape[dimension] += 1
            error = "must have the size of dimension"
            with pytest.raises(RuntimeFailure, match=error) as raised:
                run()
            named = [
                int(word) for word in re.findall(r"argument (\d)", str(raised.value))
            ]
            assert i in named
            assert shapes[i][dimension] in shapes[named[0]]
            shape[dimension] -= 1


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ("array<i64: 0, 0, 1, 0>", "is not an array of arrays"),
        ("[array<i64: 0, 0, 1, 1>]", "has a dimension that no argument has"),
        ("[array<i64: 0, 0, 2, 0>]", "has a dimension that no argument has"),
        ("[array<i64: -1, 4, 0, 0>]", r"argument 0: .* must have size 4"),
    ],
)
def test_required_sizes_that_a_program_writes(attribute: str, message: str) -> None:
    module = f"""
func.func @f(%a: memref<?xf32>, %b: memref<?xf32>) attributes {{opencl.equal_sizes = {attribute}}} {{
  scf.parallel (%i) = (%zero) to (%four) step (%one) {{
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }} {{mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}}
  func.return
}}
"""
    numbers = {"zero": 0, "four": 4, "one": 1}
    constants = [f"  %{k} = arith.constant {n} : index\n" for k, n in numbers.items()]
    module = module.replace("{\n", "{\n" + "".join(constants), 1)
    run = Program.from_mlir(module, passes="opencl-outline-kernels").functions["f"]
    with pytest.raises(RuntimeFailure, match=message):
        run(np.ones(5, np.float32), np.ones(5, np.float32))

"""
Random programs of `linalg` on tensors, with `linalg-fuse-elementwise-ops` and `opencl-fuse-rows` and
without them, beside NumPy: integers, so that every order of a sum has one result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from test_contractions import lowered

from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.opencl_from_linalg import STAGES

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


@dataclass
class Writer:
    """A program as text, and its values in NumPy."""

    random: Random
    text: list[str] = field(default_factory=list[str])
    values: dict[str, Array] = field(default_factory=dict[str, Array])
    results: list[str] = field(default_factory=list[str])

    def name(self) -> str:
        return f"%v{len(self.values)}_{len(self.text)}"

    def type(self, shape: Sequence[int]) -> str:
        return f"tensor<{''.join(f'{size}x' for size in shape)}i32>"

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
        names = list(self.values)
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
        self.text.append(
            f"{result} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = "
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
        self.text.append(f"linalg.yield {name} : i32 }} -> {self.type(shape)}")
        self.values[result] = value.reshape(shape).astype(np.int32)
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


@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed: int) -> None:
    assert check(seed, "host", FUSED) <= check(seed, "host", PLAIN)


@pytest.mark.parametrize("pass_name", FUSING)
def test_each_pass_alone(pass_name: str) -> None:
    stages = [stage for stage in STAGES if stage == pass_name or stage not in FUSING]
    assert check(55, "host", stages) < check(55, "host", PLAIN)


@pytest.mark.parametrize("seed", range(12, 18))
def test_random_programs_on_a_gpu(seed: int) -> None:
    """The work items of a group share rows."""
    check(seed, "gfx1100", FUSED)

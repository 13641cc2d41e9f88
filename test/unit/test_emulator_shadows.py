"""
The checker's rules of undefined bits beside all that the bits can be: with a few bits of the
sources undefined, the instruction is executed for each choice of them, one in a lane or a wave.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from emulator_memory_helpers import Bench

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.watch.shadow_propagation import (
    MASK,
    SCALAR_RULES,
    VECTOR_RULES,
    Bits,
    Rule,
)

CPUS = ("gfx1100", "gfx900", "gfx90a", "gfx942")
CHOICES = 5
"""Undefined bits: 32 lanes have all choices."""
EXACT = {"mov", "not", "and", "or", "or3", "lshlrev", "lshrrev", "pack"}
"""Instructions whose rules say no bit too much if what decides is known."""
EXACT_NAMES = {"v_and_or_b32", "v_lshl_or_b32", "v_alignbit_b32", "v_perm_b32"} | {
    f"v_{name}" for name in ("xor_b32", "xnor_b32", "xor3_b32")
}
SUMS = {"add", "sub", "subrev", "mul", "add3", "mad"}
DECIDING = {"lshlrev": 0, "lshrrev": 0, "lshl": 1, "bfe": 1, "alignbit": 2, "perm": 2}
"""The first source that the formula wants to know; those after it, too."""


def kind(name: str) -> str:
    return name.split("_")[1]


def random_sources(
    name: str, rule: Rule, rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    """A value for each source, and its undefined bits, `CHOICES` together."""
    values = [int(rng.integers(0, 1 << 63)) * 2 + 1 for _ in rule.sources]
    values = [
        v & ((1 << bits) - 1) for v, bits in zip(values, rule.sources, strict=True)
    ]
    if kind(name) == "perm":
        values[2] = sum(int(rng.choice([*range(8), 12, 13])) << 8 * i for i in range(4))
    for index, bits in enumerate(rule.sources):
        if rng.random() < 0.3:
            values[index] = (0, 1, 4, 31, -1)[rng.integers(5)] & ((1 << bits) - 1)
    first = DECIDING.get(kind(name))
    known = [] if first is None else [0] if first == 0 else [*range(first, len(values))]
    if kind(name) == "lshl":
        # The shifted source and the one after it may be undefined.
        known = [1]
    open_ = [i for i in range(len(values)) if i not in known]
    places = [(i, bit) for i in open_ for bit in range(rule.sources[i])]
    shadows = [0] * len(values)
    for index in rng.choice(len(places), CHOICES, replace=False):
        source, bit = places[int(index)]
        shadows[source] |= 1 << bit
    return values, shadows


def results(bench: Bench, name: str, rule: Rule, values: Any, shadows: Any) -> Any:
    """The results of all choices of the undefined bits."""
    lanes = np.arange(1 << CHOICES, dtype=np.uint64)
    number, operands = 0, list[str]()
    for index, (value, shadow) in enumerate(zip(values, shadows, strict=True)):
        given = np.full(lanes.shape, value & ~shadow, np.uint64)
        for bit in range(64):
            if shadow >> bit & 1:
                given |= (lanes >> np.uint64(number) & np.uint64(1)) << np.uint64(bit)
                number += 1
        wide = np.resize(given, bench.lane.shape)
        register = 10 + 2 * index
        if rule.sources[index] == MASK:
            words = np.packbits(wide.astype(bool), axis=1, bitorder="little")
            last = 10 + bench.lanes // 32 - 1
            bench.state.s[10 : last + 1] = words.view(np.uint32).T
            operands.append(f"s[10:{last}]")
        elif rule.sources[index] == 64:
            bench.put64(register, wide)
            operands.append(f"v[{register}:{register + 1}]")
        else:
            bench.put(register, wide)
            operands.append(f"v{register}")
    result = "v[0:1]" if rule.result == 64 else "v0"
    bench.run(f"{name} {result}, {', '.join(operands)}")
    got = bench.get64(0) if rule.result == 64 else bench.get(0)
    return got[0, : 1 << CHOICES].astype(np.uint64)


def scalar_results(
    bench: Bench, name: str, rule: Rule, values: Any, shadows: Any
) -> Any:
    """The same of a scalar instruction, with a wave for each choice."""
    choices = np.arange(1 << CHOICES, dtype=np.uint64)
    number, operands = 0, list[str]()
    for index, (value, shadow) in enumerate(zip(values, shadows, strict=True)):
        given = np.full(choices.shape, value & ~shadow, np.uint64)
        for bit in range(64):
            if shadow >> bit & 1:
                given |= (choices >> np.uint64(number) & np.uint64(1)) << np.uint64(bit)
                number += 1
        register = 10 + 2 * index
        bench.state.s[register] = given & np.uint64(0xFFFFFFFF)
        bench.state.s[register + 1] = given >> np.uint64(32)
        wide = rule.sources[index] == 64
        operands.append(f"s[{register}:{register + 1}]" if wide else f"s{register}")
    bench.run(
        f"{name} {'s[0:1]' if rule.result == 64 else 's0'}, {', '.join(operands)}"
    )
    low, high = (bench.state.s[i].astype(np.uint64) for i in (0, 1))
    return low | high << np.uint64(32) if rule.result == 64 else low


@pytest.mark.parametrize(
    "name", [n for n, rule in SCALAR_RULES.items() if rule.implicit is None]
)
def test_scalar_rules(name: str):
    cpus = {cpu: Bench(cpu, count=1 << CHOICES) for cpu in (*CPUS, "gfx1200")}
    check(name, SCALAR_RULES[name], cpus, scalar_results)


@pytest.mark.parametrize("name", [n for n in VECTOR_RULES if "accvgpr" not in n])
def test_vector_rules(name: str):
    check(name, VECTOR_RULES[name], {cpu: Bench(cpu) for cpu in CPUS}, results)


def check(
    name: str, rule: Rule, benches: Mapping[str, Bench], execute: Callable[..., Any]
) -> None:
    """
    Each bit that may differ is in the shadow; of the exact ones no other is, and of sums
    none below the lowest undefined bit.
    """
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    tried = 0
    for cpu, bench in benches.items():
        for _ in range(25):
            values, shadows = random_sources(name, rule, rng)
            try:
                found = execute(bench, name, rule, values, shadows)
            except EmulatorError:
                # Another generation has it.
                break
            varying = int(np.bitwise_or.reduce(found ^ found[0]))
            pairs = [
                tuple(
                    np.array([[n]], np.uint64 if bits == 64 else np.uint32)
                    for n in pair
                )
                for *pair, bits in zip(values, shadows, rule.sources, strict=True)
            ]
            shadow = rule.formula(*(Bits(value, unknown) for value, unknown in pairs))
            if shadow is None:
                continue
            tried += 1
            said = int(shadow.reshape(-1)[0])
            assert varying & ~said == 0, (cpu, values, shadows)
            if kind(name) in EXACT or name in EXACT_NAMES:
                assert said == varying, (cpu, values, shadows)
            elif kind(name) == "bfe":
                assert bool(said) == bool(varying), (cpu, values, shadows)
            elif kind(name) in SUMS and "lshl" not in name:
                lowest = min(s & -s for s in shadows if s)
                assert said & (lowest - 1) == 0, (cpu, values, shadows)
    assert tried >= 10

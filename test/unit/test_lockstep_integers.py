"""
Integers of work items in lockstep, beside Python's: indices that minimum and maximum limit,
where numbers overflow for lanes that take no part, and functions of 64 bits that widen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from lower_helpers import parse
from texts import parts, whole

from xdsl_opencl.runtime import Program

np: Any = import_module("numpy")

ITEMS = 64
GUARD = 100
"""Elements before and after a buffer that no kernel may read or write."""
ALL = 1 << 64

ISSUE = whole("lockstep_integers.cl")


def guarded(size: int, seed: int) -> tuple[Any, Any]:
    whole = np.random.default_rng(seed).integers(1, 1 << 30, size + 2 * GUARD, np.int32)
    return whole, whole[GUARD : GUARD + size]


LIMITS: list[tuple[str, int, Callable[[int], int | None]]] = [
    ("below", ITEMS, lambda x: ITEMS - 1 if x == 0 else x - 1),
    ("below", 7, lambda x: 6 if x == 0 else min(x - 1, 6)),
    ("above", 2**63 + 5, lambda x: 0),
    ("above", 20, lambda x: max(x - 20, 0)),
    ("few", 2**63 - 5, lambda x: 100 if x < 5 else None),
    ("few", 98, lambda x: min(98 + x, 100) if x < 5 else None),
    ("falls", -(2**63) + 4, lambda x: 3 if x < 5 else None),
    ("falls", 6, lambda x: max(6 - x, 3) if x < 5 else None),
]


@pytest.mark.parametrize(("name", "n", "index"), LIMITS)
@pytest.mark.parametrize("local", [5, 16, 33, 64])
def test_limits_of_indices(
    name: str, n: int, index: Callable[[int], int | None], local: int
):
    _, p = guarded(200, n & 255)
    whole, o = guarded(ITEMS, 3)
    want = whole.copy()
    for x in range(ITEMS):
        if (at := index(x)) is not None:
            want[GUARD + x] = p[at]
    issue()[name](ITEMS, local, p, o, n)
    np.testing.assert_array_equal(whole, want)


@pytest.mark.parametrize("local", [5, 16, 33, 64])
def test_no_store_before_a_buffer(local: int):
    _, p = guarded(ITEMS, 1)
    whole, o = guarded(ITEMS, 2)
    want = whole.copy()
    want[GUARD : GUARD + ITEMS - 1] = p[1:]
    want[GUARD + ITEMS - 1] = p[0]
    issue()["store_below"](ITEMS, local, p, o, ITEMS)
    np.testing.assert_array_equal(whole, want)


MEETING = parts("lockstep_integers.mlir")["MEETING"]


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("local", [5, 16, 64])
def test_one_of_two_numbers_with_and_without_its_sign(n: int, local: int):
    """Neither wraps, read as signed or unsigned; a negative one has two extensions."""
    a, b = -70, 2**31 - 1 - ITEMS
    out = np.zeros((ITEMS, 2), np.uint64)
    Program(parse(MEETING))["k"](ITEMS, local, out, n, a, b)
    wanted = [(a if n else b) + x for x in range(ITEMS)]
    assert out.tolist() == [[v % 2**64, v % 2**32] for v in wanted]


_BUILT: dict[str, Program] = {}


def issue() -> Program:
    if "issue" not in _BUILT:
        _BUILT["issue"] = Program.from_source(ISSUE)
    return _BUILT["issue"]


# --- random indices ---------------------------------------------------------------------

TYPES = {
    "int": (32, True),
    "uint": (32, False),
    "long": (64, True),
    "ulong": (64, False),
}
NUMBERS = (0, 5, -3, 2**31 - 9, -(2**31) + 7, 2**32 - 5, 2**63 - 20, -(2**63) + 11, -1)
LOW, HIGH = 3, 120

Value = Callable[[int, int], int]


class Overflow(Exception):
    """An operation on numbers with a sign overflowed: the work item must not do it."""


def wrapped(number: int, type: str) -> int:
    bits, signed = TYPES[type]
    number &= (1 << bits) - 1
    return number - (1 << bits) if signed and number >> (bits - 1) else number


def exact(number: int, type: str) -> int:
    if TYPES[type][1] and wrapped(number, type) != number:
        raise Overflow
    return wrapped(number, type)


class Index:
    """
    A random expression of the id `x` and an argument `n`, with what Python says of it.
    """

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.type = self.random.choice(list(TYPES))
        self.text = f"({self.type})x"
        self.value: Value = self.cast(lambda x, n: x)
        for _ in range(self.random.randrange(1, 5)):
            self.grow()
        self.limit("max", LOW)
        self.limit("min", HIGH)
        if self.random.random() < 0.3:
            self.combine("+", str(self.random.randrange(9)))

    def cast(self, value: Value) -> Value:
        type = self.type
        return lambda x, n: wrapped(value(x, n), type)

    def limit(self, name: str, number: int) -> None:
        value = self.value

        def result(x: int, n: int) -> int:
            pair = (value(x, n), number)
            return max(pair) if name == "max" else min(pair)

        self.text = f"{name}({self.text}, ({self.type}){number})"
        self.value = result

    def combine(self, sign: str, other: str, *, swapped: bool = False) -> None:
        value, type = self.value, self.type
        word = f"({type})({other})"
        pair = (word, self.text) if swapped else (self.text, word)
        self.text = f"({pair[0]} {sign} {pair[1]})"

        def result(x: int, n: int) -> int:
            a, b = value(x, n), wrapped(n if other == "n" else int(other), type)
            if swapped:
                a, b = b, a
            made = a + b if sign == "+" else a - b if sign == "-" else a * b
            return exact(made, type)

        self.value = result

    def grow(self) -> None:
        kind = self.random.choice(("n", "number", "times", "cast", "limit"))
        if kind == "n":
            swapped = self.random.random() < 0.4
            self.combine(self.random.choice("+-"), "n", swapped=swapped)
        elif kind == "number":
            self.combine(self.random.choice("+-"), str(self.random.randrange(20)))
        elif kind == "times":
            self.combine("*", str(self.random.choice((-1, 2, 3, -2))))
        elif kind == "cast":
            self.type = self.random.choice(list(TYPES))
            self.text = f"({self.type}){self.text}"
            self.value = self.cast(self.value)
        else:
            name = self.random.choice(("min", "max"))
            self.limit(name, self.random.choice((0, 1, 50, 2**31 - 20)))

    def source(self, name: str) -> str:
        return f"""kernel void {name}(global const int *p, global int *o, global int *q,
                                      global const char *part, long n) {{
          int x = get_global_id(0);
          if (part[x]) {{ o[x] = p[{self.text}]; q[{self.text}] = 7; }}
        }}"""


@pytest.mark.parametrize("first", [0, 100])
def test_random_indices(first: int):
    indices = {f"k{seed}": Index(seed) for seed in range(first, first + 20)}
    text = "\n".join(index.source(name) for name, index in indices.items())
    program = Program.from_source(text, level=1)
    for name, index in indices.items():
        for n in NUMBERS:
            places: list[int | None] = []
            for x in range(ITEMS):
                try:
                    places.append(index.value(x, n))
                except Overflow:
                    places.append(None)
            part = np.array([place is not None for place in places], np.int8)
            _, p = guarded(200, first)
            whole_o, o = guarded(ITEMS, 2)
            whole_q, q = guarded(200, 3)
            want_o, want_q = whole_o.copy(), whole_q.copy()
            for x, place in enumerate(places):
                if place is not None:
                    want_o[GUARD + x] = p[place]
                    want_q[GUARD + place] = 7
            program[name](ITEMS, 32, p, o, q, part, n)
            message = f"{index.text}, n = {n}"
            np.testing.assert_array_equal(whole_o, want_o, err_msg=message)
            np.testing.assert_array_equal(whole_q, want_q, err_msg=message)


# --- functions of 64 bits ---------------------------------------------------------------

CORNERS = (
    *(0, 1, 2, 5, 63, 64, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 5, 2**63 - 1),
    *(2**63, 2**63 + 1, ALL - 1, ALL - 2, ALL - 2**31, ALL - 2**32),
)
FUNCTIONS: dict[str, Callable[[int, int, int, bool], int]] = {
    "mul_hi(a, b)": lambda a, b, c, s: a * b >> 64,
    "mad_hi(a, b, c)": lambda a, b, c, s: (a * b >> 64) + c,
    "mad_sat(a, b, c)": lambda a, b, c, s: saturated(a * b + c, s),
    "add_sat(a, b)": lambda a, b, c, s: saturated(a + b, s),
    "sub_sat(a, b)": lambda a, b, c, s: saturated(a - b, s),
    "hadd(a, b)": lambda a, b, c, s: a + b >> 1,
    "rhadd(a, b)": lambda a, b, c, s: a + b + 1 >> 1,
    "abs_diff(a, b)": lambda a, b, c, s: abs(a - b),
    "abs(a)": lambda a, b, c, s: abs(a),
    "clamp(a, min(b, c), max(b, c))": lambda a, b, c, s: sorted((a, b, c))[1],
    "rotate(a, b)": lambda a, b, c, s: (a % ALL) * (ALL + 1) >> (64 - b % 64),
    "clz(a)": lambda a, b, c, s: 64 - (a % ALL).bit_length(),
    "ctz(a)": lambda a, b, c, s: 64 if a == 0 else (a & -a).bit_length() - 1,
    "popcount(a)": lambda a, b, c, s: (a % ALL).bit_count(),
}


def saturated(number: int, signed: bool) -> int:
    low, high = (-(2**63), 2**63 - 1) if signed else (0, ALL - 1)
    return max(low, min(high, number))


@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("type", ["long", "ulong"])
def test_functions_of_64_bits(type: str, width: int):
    """
    Work items that take no part store nothing; the id makes a line of one operand.
    """
    vector = type if width == 1 else f"{type}{width}"
    words = f"ulong{'' if width == 1 else width}"

    def source(number: int, call: str) -> str:
        load = "{0}_[x]" if width == 1 else f"vload{width}(x, {{0}}_)"
        values = ", ".join(f"{v} = {load.format(v)}" for v in "abc")
        made = f"as_{words}({call})"
        store = f"o[x] = {made};" if width == 1 else f"vstore{width}({made}, x, o);"
        line = "" if width > 1 else f"i[x] = mul_hi(({type})get_global_id(0), a);"
        return f"""kernel void k{number}(global const {type} *a_, global const {type} *b_,
            global const {type} *c_, global ulong *o, global {type} *i) {{
          int x = get_global_id(0);
          {vector} {values};
          if (x != 7) {{ {store} {line} }}
        }}"""

    text = "\n".join(source(i, call) for i, call in enumerate(FUNCTIONS))
    program = Program.from_source(text, "-cl-std=CL3.0", level=1)
    signed = type == "long"
    made = random.Random(width)
    count = ITEMS * width
    given = [
        [
            made.choice(CORNERS) if made.random() < 0.6 else made.randrange(ALL)
            for _ in range(count)
        ]
        for _ in range(3)
    ]
    kind: Any = np.int64 if signed else np.uint64
    arrays = [np.array(numbers, np.uint64).view(kind) for numbers in given]
    triples = [
        [wrapped(v, type) for v in triple] for triple in zip(*given, strict=True)
    ]
    for number, (call, function) in enumerate(FUNCTIONS.items()):
        out = np.full(count, 99, np.uint64)
        line = np.zeros(ITEMS, kind)
        program[f"k{number}"](ITEMS, 32, *arrays, out, line)
        for at, (a, b, c) in enumerate(triples):
            want = function(a, b, c, signed) % ALL if at // width != 7 else 99
            assert int(out[at]) == want, (call, a, b, c)
            if width == 1 and at != 7:
                assert int(line[at]) == at * a >> 64

"""
Random programs on every device, against their execution in Python (`test/random_programs`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import pytest
from random_programs.arithmetic import Undefined, builtin, rounded, to_integer
from random_programs.devices import FORMS, GPUS, Devices, Find, Form
from random_programs.grammar import (
    ALL,
    BOTH,
    Case,
    binary,
    compare,
    const,
    query,
    settle,
)
from random_programs.opencl_c import arguments, source
from random_programs.oracle import Group, Item, Memory, Translation, pixel, texel
from random_programs.run import BATCH, batch, report
from random_programs.shrink import run, shrink
from random_programs.tree import (
    CHAR,
    DOUBLE,
    FIELDS,
    FLOAT,
    HALF,
    INT,
    ORDERS,
    UINT,
    ULONG,
    Array,
    Launch,
    Loop,
    Node,
    Picture,
    Program,
    Statement,
    Type,
)
from random_programs.tree import (
    LONG as LONG_TYPE,
)

FIXED = 300
"""Programs; `make long` runs others, in every form, by test/random_programs/run.py."""
OTHERS = ("opt-disable", "check", "default", *GPUS)
"""Forms that a few programs of each batch have besides."""
FEW = 5


@pytest.fixture(scope="module")
def devices() -> Iterator[Devices]:
    made = Devices()
    yield made
    made.close()


def agree(devices: Devices, first: int, forms: dict[str, slice]) -> None:
    """
    Runs the batch of programs that begins with seed `first`, some of it in each form.
    Fails with what differs, made small.
    """
    cases = batch(first)
    for name, some in forms.items():
        if finds := devices.compare(cases[some], FORMS[name]):
            small = shrink(finds[0], devices, 60)
            names = ", ".join(find.case.program.name for find in finds)
            pytest.fail(
                f"{names}: {finds[0].detail}\n{report(small)}\n"
                f"python test/random_programs/run.py --first {first} --count {BATCH} "
                f"--forms {name} --finds FOLDER",
                pytrace=False,
            )


def some_forms(number: int) -> dict[str, slice]:
    """Returns the forms of a batch in the short run, with the programs for each."""
    begin = number * FEW % BATCH
    other = OTHERS[number % len(OTHERS)]
    return {"level0": slice(None), other: slice(begin, begin + FEW)}


@pytest.mark.parametrize("number", range(FIXED // BATCH))
def test_fixed_programs(devices: Devices, number: int) -> None:
    agree(devices, number * BATCH, some_forms(number))


# --- the oracle ----------------------------------------------------------------------


def program(
    body: list[Statement],
    arrays: list[Array],
    launch: Launch,
    variables: dict[str, tuple[Type, Node]] | None = None,
    outs: int = 1,
) -> Program:
    """Returns a program with the arguments `n` and `m`."""
    return Program(
        "k",
        {array.name: array for array in arrays},
        {"n": INT, "m": INT},
        variables or {},
        {},
        [],
        body,
        outs,
        [launch],
    )


def launch_of(size: int, local: int, **values: int) -> Launch:
    return Launch((size,), (local,), (0,), values, 1)


LID = query("get_local_id", 0)
BARRIER = "CLK_LOCAL_MEM_FENCE"
L = Array("L", "local", INT, items=1)


def element(name: str, at: Node) -> Node:
    return Node("load", INT, [Node("array", INT, data=name), at])


def put(name: str, at: Node, value: Node) -> Statement:
    return Statement("store", [Node("array", INT, data=name), at, value])


def counted(counter: str, bound: Node, body: list[Statement]) -> Statement:
    loop = Loop("for", counter, INT, const(INT, 0), "<", 1, counter)
    return Statement("loop", [bound], [body], loop)


def variable(name: str) -> Node:
    return Node("var", INT, data=name)


def add(name: str, by: int) -> Statement:
    return Statement("assign", [binary("+", variable(name), const(INT, by))], data=name)


def results(of: Program) -> list[int]:
    """Returns the first result of each work item."""
    (outcome,) = [Translation(of).run(launch) for launch in of.launches]
    return [item[0][1] for item in outcome.results]


def barrier() -> Statement:
    return Statement("barrier", data=BARRIER, uniform=True)


def test_oracle_runs_loops_with_barriers() -> None:
    """Issue 21's loop whose rounds were lost: n = 1 and m = 3 give 303."""
    inner = Statement(
        "if", [Node("param", INT, data="n")], [[barrier(), add("s", 100)], []]
    )
    loop = counted("i", Node("param", INT, data="m"), [barrier(), add("s", 1), inner])
    body = [loop, Statement("out", [variable("s")], data=0)]
    start = {"s": (INT, const(INT, 0))}
    assert results(program(body, [], launch_of(16, 16, n=1, m=3), start)) == [303] * 16
    assert results(program(body, [], launch_of(6, 4, n=0, m=3), start)) == [3] * 6


def test_oracle_exchanges_values() -> None:
    other = binary("-", const(INT, 3), LID)
    body = [put("L", LID, binary("*", LID, LID)), barrier()]
    body.append(Statement("out", [element("L", other)], data=0))
    assert results(program(body, [L], launch_of(8, 4))) == [9, 4, 1, 0] * 2


TEXELS: tuple[tuple[str, str, str, str, tuple[int, ...], tuple[float, ...]], ...] = (
    # The pixels are 0, 1, 2 and so on, four a row.
    ("2d", "R", "SIGNED_INT16", "edge", (9, -1), (3, 0, 0, 1)),
    ("2d", "R", "SIGNED_INT16", "border", (9, 0), (0, 0, 0, 1)),
    ("2d", "RGBA", "UNSIGNED_INT8", "border", (0, -1), (0, 0, 0, 0)),
    ("2d", "RGBA", "UNSIGNED_INT8", "", (1, 2), (9, 9, 9, 9)),
    ("1d_array", "RG", "FLOAT", "border", (1, 7), (9.0, 9.0, 0.0, 1.0)),
    ("3d", "R", "UNORM_INT8", "border", (1, 0, 7), (0, 0, 0, 255)),
    ("2d_array", "R", "HALF_FLOAT", "border", (1, 1, 7), (17, 0, 0, 1)),
)


@pytest.mark.parametrize(("kind", "order", "channel", "sampler", "at", "right"), TEXELS)
def test_oracle_reads_images(
    kind: str,
    order: str,
    channel: str,
    sampler: str,
    at: tuple[int, ...],
    right: tuple[float, ...],
) -> None:
    picture = Picture("read_only", kind, order, channel, (4, 3, 2)[: len(at)])
    values = [i if order == "R" else (i,) * ORDERS[order] for i in range(24)]
    item = Item(0, Group(0, (0,), (1,), {}, {"image": 0}), launch_of(1, 1), (0,), 0, [])
    image = Memory("image", values, picture.shape(1)), 0
    found = texel(item, image, picture, sampler, at, 0)
    assert found == right
    assert [type(part) for part in found] == [type(part) for part in right]
    with pytest.raises(Undefined, match="outside"):
        texel(item, image, picture, "", (-1, *at[1:]), 0)


PIXELS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "SIGNED_INT8": ((-129, 128, 5, 6), (-128, 127)),
    "UNSIGNED_INT16": ((70000, 1, 2, 3), (65535, 1)),
    "FLOAT": ((0.5, -1.0, 2.0, 3.0), (0.5, -1.0)),
    "HALF_FLOAT": ((5000, -1, 2, 3), (2048.0, -1.0)),
    "UNORM_INT8": ((256, -1, 2, 3), (255, 0)),
    "SNORM_INT16": ((-32768, 32768, 2, 3), (-32767, 32767)),
}


@pytest.mark.parametrize("channel", PIXELS)
def test_oracle_writes_images(channel: str) -> None:
    given, right = PIXELS[channel]
    picture = Picture("write_only", "1d", "RG", channel, (0,))
    item = Item(0, Group(0, (0,), (1,), {}, {"image": 0}), launch_of(2, 2), (0,), 0, [])
    image = Memory("image", [None, None], picture.shape(2))
    pixel(item, (image, 0), picture, (1,), given, 0)
    assert image.values == [None, right]


def test_oracle_exchanges_pixels() -> None:
    """The fence of images makes the others' pixels visible, the others do not."""
    picture = Picture("read_write", "1d", "R", "SIGNED_INT32", (0,))
    image = Array("W", "image", INT, picture=picture)
    four = INT.vector(4)
    name = Node("array", INT, data="W")
    other = binary("-", const(INT, 3), LID)
    body = [
        Statement("pixel", [name, LID, Node("make", four, [LID] * 4)]),
        Statement("barrier", data=ALL, uniform=True),
        Statement(
            "out",
            [Node("part", INT, [Node("texel", four, [name, other], "")], 0)],
            data=0,
        ),
    ]
    made = program(body, [image], launch_of(4, 4))
    assert results(made) == [3, 2, 1, 0]
    body[1].data = BOTH
    with pytest.raises(Undefined, match="race"):
        results(made)


def test_array_that_is_indexed_by_its_elements(devices: Devices) -> None:
    """LLVM 22 cannot make a vector of it for AMD's GPUs."""
    body = [put("P", element("P", const(INT, 0)), LID)]
    body.append(Statement("out", [element("P", const(INT, 0))], data=0))
    made = program(body, [Array("P", "private", INT, 4)], launch_of(8, 4))
    case = Case(made, settle(made))
    assert results(made) == [0, 1, 2, 3] * 2
    assert [f for g in GPUS for f in devices.compare([case], FORMS[g])] == []


OVERFLOW = binary("+", const(INT, 2**31 - 1), LID)
UNDEFINED: dict[str, list[Statement]] = {
    "race": [
        put("L", LID, LID),
        Statement("out", [element("L", const(INT, 0))], data=0),
    ],
    "divergent": [
        Statement("if", [compare("<", LID, const(INT, 2))], [[barrier()], []])
    ],
    "outside": [put("L", const(INT, 4), LID)],
    "no value": [Statement("out", [element("L", LID)], data=0)],
    "overflow": [Statement("out", [OVERFLOW], data=0)],
    "division": [Statement("out", [binary("/", const(INT, 1), LID)], data=0)],
    "endless": [counted("i", const(INT, 1000), [])],
}


@pytest.mark.parametrize("reason", UNDEFINED)
def test_oracle_refuses(reason: str) -> None:
    with pytest.raises(Undefined) as caught:
        results(program(UNDEFINED[reason], [L], launch_of(4, 4)))
    assert caught.value.reason == reason


BUILTINS: tuple[tuple[str, Type, tuple[int, ...], int], ...] = (
    ("mul_hi", INT, (-(2**31), -(2**31)), 2**30),
    ("mul_hi", ULONG, (2**64 - 1, 2**64 - 1), 2**64 - 2),
    ("mul_hi", INT, (-1, 1), -1),
    ("mad_sat", INT, (2**20, 2**20, -5), 2**31 - 1),
    ("mad_sat", LONG_TYPE, (-(2**62), 4, 0), -(2**63)),
    ("add_sat", CHAR, (-100, -100), -128),
    ("sub_sat", UINT, (1, 2), 0),
    ("hadd", INT, (-1, -2), -2),
    ("rhadd", INT, (-1, -2), -1),
    ("rotate", CHAR, (-127, 1), 3),
    ("rotate", UINT, (1, 33), 2),
    ("clz", CHAR, (1,), 7),
    ("clz", INT, (0,), 32),
    ("popcount", CHAR, (-1,), 8),
    ("abs_diff", INT, (-(2**31), 2**31 - 1), 2**32 - 1),
    ("bitselect", UINT, (0b1100, 0b1010, 0b0110), 0b1010),
    ("mul24", INT, (-3, 5), -15),
    ("clamp", INT, (9, 1, 5), 5),
)


@pytest.mark.parametrize(("name", "kind", "values", "result"), BUILTINS)
def test_builtins_of_the_oracle(
    name: str, kind: Type, values: tuple[int, ...], result: int
) -> None:
    """Results by hand, from the definitions in OpenCL C's specification (6.15.3)."""
    assert builtin(name, kind, 0, *values) == result


ROUNDED: tuple[tuple[Type, float, float], ...] = (
    (HALF, -1e-9, -0.0),
    (HALF, 65519.0, 65504.0),
    (HALF, -65520.0, -math.inf),
    (HALF, 6e-8, 2.0**-24),
    (FLOAT, 1e39, math.inf),
    (FLOAT, -(2.0**-149) * 0.75, -(2.0**-149)),
    (DOUBLE, -0.0, -0.0),
)


@pytest.mark.parametrize(("kind", "number", "result"), ROUNDED)
def test_floats_of_the_oracle(kind: Type, number: float, result: float) -> None:
    found = rounded(kind, number)
    assert (found, math.copysign(1, found)) == (result, math.copysign(1, result))


def test_integers_of_the_oracle() -> None:
    numbers = (-math.inf, math.inf, math.nan, -1.9, 1e9)
    assert [to_integer(CHAR, n) for n in numbers] == [-128, 127, 0, -1, 127]


@pytest.mark.parametrize(
    ("number", "value", "stored"),
    [
        (0, -1, "ffffffee"),
        (1, -2, "5dfeffff"),
        (2, 5, "0500000000007f5a"),
        (6, 8191, "fdff13ee"),
    ],
)
def test_fields_of_the_oracle(number: int, value: int, stored: str) -> None:
    """By hand; the bits around the field are those of 5d 38 13 ee c9 a4 7f 5a."""
    assert FIELDS[number].store(value, 0).hex() == stored


# --- the shrinker --------------------------------------------------------------------


class Broken(Devices):
    """A device that does not run programs with something in their text."""

    def __init__(self, wrong: Callable[[str], bool]):
        super().__init__()
        self.wrong = wrong

    def compare(self, cases: Sequence[Case], form: Form) -> list[Find]:
        return [
            Find(case, form, 0, "wrong", "")
            for case in cases
            if self.wrong(source(case.program))
        ]


def test_shrinker() -> None:
    """Of a device that cannot add in a loop little more than that is left."""

    def wrong(text: str) -> bool:
        return "for (" in text and " + " in text.partition("for (")[2]

    device = Broken(wrong)
    cases = [case for case in batch(0) + batch(25) if wrong(source(case.program))]
    assert len(cases) >= 5
    for case in cases[:5]:
        found = Find(case, FORMS["default"], 0, "wrong", "")
        small = shrink(found, device, 60).case.program
        assert wrong(source(small))
        assert run(small) is not None
        assert len(list(small.statements())) <= 3, source(small)


def test_reports_run(capsys: pytest.CaptureFixture[str]) -> None:
    """The script of a find that is none says nothing."""
    cases = [case for first in range(0, 100, BATCH) for case in batch(first)]
    spaces = ("image", "local")
    for space in spaces:
        case = next(
            case
            for case in cases
            if space
            in {
                a.space
                for n, a in case.program.arrays.items()
                if n in arguments(case.program)
            }
        )
        exec(report(Find(case, FORMS["level0"], 0, "wrong", "")), {})
        assert capsys.readouterr().out == ""


def test_programs_have_what_they_are_for() -> None:
    """
    Barriers in loops, nests, values that live across them: most programs have some.
    """
    cases = [case for first in range(0, 200, BATCH) for case in batch(first)]
    kinds = [{s.kind for s in case.program.statements()} for case in cases]
    for kind in (
        "barrier",
        "loop",
        "if",
        "switch",
        "exchange",
        "copy",
        "atomic",
        "pixel",
        "call",
    ):
        assert sum(kind in some for some in kinds) >= (
            40 if kind == "barrier" else 1
        ), kind

    def depth(statements: list[Statement]) -> int:
        return max(
            (1 + max((depth(b) for b in s.blocks), default=0) for s in statements),
            default=0,
        )

    assert max(depth(case.program.body) for case in cases) >= 4
    used = [set(arguments(case.program)) for case in cases]
    assert sum("Q" in names for names in used) >= 10
    for small, large in ((HALF, FLOAT), (FLOAT, DOUBLE)):
        casts = [
            {node.kids[0].type.name, node.type.name}
            for case in cases
            for node in case.program.nodes()
            if node.kind == "cast"
        ]
        assert sum(pair == {small.name, large.name} for pair in casts) >= 5
    barriers = sum(
        any(inner.kind == "barrier" for inner in s.walk())
        for case in cases
        for s in case.program.statements()
        if s.kind == "loop"
    )
    assert barriers >= 15

"""
`opencl-raise-structured` keeps the meaning: the kernel suite, random control flow, loops at
the ends of their types and flags of every operation, raised and run on the CPU device.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import host_helpers
import numpy as np
import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from host_helpers import CASES
from long_runs import LONG, long_run
from lower_helpers import parse, run
from random_graphs import random_kernel
from texts import parts
from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.traits import ConstantLike, is_side_effect_free

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.analysis.dominance import undominated_use
from xdsl_opencl.backend.llvm.codegen import device_libraries, generate
from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.dialects.opencl.attrs import TargetAttr
from xdsl_opencl.frontend import BuildOptions, load_file, load_source
from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

TEXTS = parts("raise_structured.mlir")

PROGRAMS = Path(__file__).with_name("programs")

ROOT = Path(__file__).parents[2]
RAISE = "opencl-raise-structured"
GFX1100 = Target(Abi.AMDHSA, "gfx1100")

WITH_LOOPS = {
    "atomics.cl",
    "blur.cl",
    "calls.cl",
    "gemm.cl",
    "histogram.cl",
    "mandelbrot.cl",
    "nbody.cl",
    "private_array.cl",
    "reduce.cl",
    "scan.cl",
    "struct_arg.cl",
    "switch_table.cl",
    "uniform_barrier.cl",
}
"""Files of the suite that are run each time; the others in the long run."""


def raised(module: ModuleOp) -> ModuleOp:
    """The raised module, through its text; every use is dominated."""
    run(module, RAISE)
    assert undominated_use(module) is None
    return parse(str(module))


@cache
def raised_program(file: str, options: str = "") -> Program:
    path = KERNELS / file
    first = path.read_text().partition("\n")[0]
    standard = "CL2.0" if first == "// cl-std: CL2.0" else "CL1.2"
    build = BuildOptions.from_text(f"-cl-std={standard} {options}")
    return Program(raised(load_file(path, build).module))


@needs_clang
@pytest.mark.parametrize(
    "name", [n for n, case in CASES.items() if LONG or case.file in WITH_LOOPS]
)
def test_suite(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(host_helpers, "program", raised_program)
    assert host_helpers.run_case(CASES[name]) == []


def interface(module: ModuleOp) -> list[tuple[Any, ...]]:
    """
    Returns the facts about each kernel that a loader reads, for gfx1100, from LLVM's metadata.
    """
    module.attributes["opencl.target"] = TargetAttr.from_target(GFX1100)
    run(module, "opencl-to-llvm")
    emission = generate(
        emit_llvm_ir(module), GFX1100, libraries=device_libraries(module)
    )
    assert emission.object is not None
    return [
        (
            kernel.name,
            kernel.arguments,
            kernel.layout.kernarg_segment_size,
            kernel.group_segment_size,
            kernel.layout.hidden,
        )
        for kernel in inspect(link(emission.object)).kernels
    ]


@needs_clang
@pytest.mark.parametrize(
    ("file", "options"),
    [b for b in suite_builds() if LONG or b[0] in {"gemm.cl", "struct_arg.cl"}],
)
def test_gpu_interface(file: str, options: str):
    module = load_file(KERNELS / file, options_of(file, options)).module
    expected = interface(module.clone())
    assert expected
    assert interface(raised(module)) == expected


@needs_clang
@pytest.mark.parametrize("file", ["blur.cl", "gemm.cl", "nbody.cl"])
def test_nothing_is_left_unused(file: str):
    """Clang's operations are used; so are, but for constants, those after raising."""
    module = load_file(KERNELS / file, options_of(file, "")).module

    def unused(op: Operation) -> bool:
        # xDSL 0.74 does not say of all that they are pure.
        widens = isinstance(op, arith.ExtSIOp | llvm.SExtOp | llvm.ZExtOp)
        return (
            (widens or is_side_effect_free(op))
            and bool(op.results)
            and not op.has_trait(ConstantLike)
            and all(result.first_use is None for result in op.results)
        )

    assert not any(map(unused, module.walk()))
    assert not any(map(unused, raised(module).walk()))


def test_values_that_change_places_go_round():
    """
    Each round hands on one value of the loop as another one, and its counter as a value.
    """
    text = TEXTS["VALUES_THAT_CHANGE_PLACES_GO_ROUND"]
    changed = raised(parse(text))
    assert re.findall(r"scf\.(for|while)\b", str(changed)) == ["for"]
    out = np.zeros(2, np.int32)
    Program(changed)["k"]((1,), (1,), out, 20)
    # The 20th number of Fibonacci, and the counter of the last round.
    assert out.tolist() == [6765, 19]


def test_what_a_loop_hands_to_its_end_is_that_of_the_last_round():
    """
    A number that the header of a loop computes, and a constant index that is cast.
    """
    text = TEXTS["WHAT_A_LOOP_HANDS_TO_ITS_END_IS_THAT_OF_THE_LAST_ROUND"]
    out = np.zeros(1, np.int32)
    for rounds in (0, 6):
        Program(raised(parse(text)))["k"]((1,), (1,), out, rounds)
        assert out[0] == 7 * rounds


@pytest.mark.parametrize(("flag", "type"), [("", "!llvm.ptr"), ("inbounds", "memref")])
def test_rows_of_an_argument(flag: str, type: str):
    """
    An address may wrap if it is not said to be in bounds, an element of a memref not.
    """
    text = f"""
    opencl.kernel @k(%out: !llvm.ptr<1>) {{
      %four = arith.constant 4 : i64
      %x = opencl.get_global_id 0 : i64
      %row = arith.divui %x, %four : i64
      %column = arith.remui %x, %four : i64
      %place = llvm.getelementptr {flag} %out[%row, %column]
        : (!llvm.ptr<1>, i64, i64) -> !llvm.ptr<1>, !llvm.array<4 x i64>
      "llvm.store"(%x, %place) <{{ordering = 0 : i64}}> : (i64, !llvm.ptr<1>) -> ()
      opencl.return
    }}
    """
    changed = raised(parse(text))
    assert f"(%out: {type}<" in str(changed)
    out = np.zeros(20, np.int64)
    Program(changed)["k"]((20,), (4,), out)
    assert (out == np.arange(20)).all()


@pytest.mark.parametrize(("column", "form"), [(0, "memref<"), (3, "!llvm.array<")])
def test_elements_behind_a_row(column: int, form: str):
    """
    A step from an element may lead to another row, which an index of a memref may not; a
    step from the first one is an index.
    """
    text = f"""
    opencl.kernel @k(%out: !llvm.ptr<1>) {{
      %x = opencl.get_local_id 0 : i64
      %tile = opencl.local !llvm.array<4 x !llvm.array<8 x i32>> align 4 : !llvm.ptr<3>
      %at = llvm.getelementptr inbounds %tile[0, 1, {column}]
        : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<4 x !llvm.array<8 x i32>>
      %next = llvm.getelementptr inbounds %at[%x]
        : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i32
      %n = llvm.trunc %x : i64 to i32
      llvm.store %n, %next : i32, !llvm.ptr<3>
      %found = llvm.load %next : !llvm.ptr<3> -> i32
      %place = llvm.getelementptr inbounds %out[%x]
        : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      llvm.store %found, %place : i32, !llvm.ptr<1>
      opencl.return
    }}
    """
    changed = raised(parse(text))
    assert re.findall(r"opencl.local .*?(memref<|!llvm.array<)", str(changed)) == [form]
    out = np.zeros(8, np.int32)
    Program(changed)["k"]((8,), (8,), out)
    assert (out == np.arange(8)).all()


@pytest.mark.parametrize("n", [0, 3])
def test_addresses_are_no_numbers(n: int):
    """`arith` has operations on numbers: one address of two is chosen as before."""
    text = TEXTS["ADDRESSES_ARE_NO_NUMBERS"]
    changed = raised(parse(text))
    found = re.findall(r"(\w+)\.select .*?([^ ,]+)$", str(changed), re.MULTILINE)
    assert found == [("llvm", "!llvm.ptr<1>"), ("arith", "i32")]
    a, b, out = (np.full(1, value, np.int32) for value in (10, 20, 0))
    Program(changed)["k"]((1,), (1,), a, b, out, n)
    assert out[0] == (13 if n else 20)


@pytest.mark.parametrize("type", [np.int32, np.uint64])
def test_cases_of_a_switch(type: Any):
    """
    `scf.index_switch` takes an index, which may have 32 bits: a number of 64 bits does not
    fit.
    """
    name = "i64" if type is np.uint64 else "i32"
    cases = [0, 3, -1, 1 << 31] + [1 << 32, 5 << 40, 1 << 63] * (type is np.uint64)
    given = [*cases, 1, 2, -4, *((1 << 32) + 3, (1 << 32) - 1) * (type is np.uint64)]
    labels = ", ".join(f"{c}: ^c{i}" for i, c in enumerate(cases))
    blocks = "".join(
        f"^c{i}:\n%v{i} = llvm.mlir.constant({i + 10} : i32) : i32\n"
        f"llvm.br ^end(%v{i} : i32)\n"
        for i in range(len(cases))
    )
    text = f"""
    opencl.kernel @k(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) {{
      %x = opencl.get_global_id 0 : i64
      %other = llvm.mlir.constant(7 : i32) : i32
      %from = llvm.getelementptr inbounds %in[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, {name}
      %n = llvm.load %from : !llvm.ptr<1> -> {name}
      llvm.switch %n : {name}, ^end(%other : i32) [ {labels} ]
    {blocks}
    ^end(%v: i32):
      %p = llvm.getelementptr inbounds %out[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      llvm.store %v, %p : i32, !llvm.ptr<1>
      opencl.return
    }}
    """
    changed = raised(parse(text))
    taken = re.findall(r"case (-?\d+)", str(changed))
    assert len(taken) == len(cases)
    assert all(-(1 << 31) <= int(case) < 1 << 31 for case in taken)
    bits = 8 * type().itemsize
    numbers = np.array([n % (1 << bits) for n in given], f"u{type().itemsize}")
    out = np.zeros(len(given), np.int32)
    Program(changed)["k"]((len(given),), (1,), numbers, out)
    wanted = [cases.index(n) + 10 if n in cases else 7 for n in given]
    assert out.tolist() == wanted


@pytest.mark.parametrize(
    ("type", "yes", "no", "selects"),
    [
        *(("i1", yes, no, int(yes == no)) for yes in (0, 1) for no in (0, 1)),
        *(("i32", 1, 0, 1), ("i32", 0, 1, 1), ("i32", 5, 7, 1)),
    ],
)
def test_one_constant_of_two(type: str, yes: int, no: int, selects: int):
    """A choice of true and false is the condition or its opposite; of numbers it stays."""
    to_i32 = "zext %v : i1 to i32" if type == "i1" else "add %v, %z : i32"
    text = f"""
    opencl.kernel @k(%out: !llvm.ptr<1>, %n: i32) {{
      %x = opencl.get_global_id 0 : i64
      %z = llvm.mlir.constant(0 : i32) : i32
      %yes = llvm.mlir.constant({yes} : {type}) : {type}
      %no = llvm.mlir.constant({no} : {type}) : {type}
      %i = llvm.trunc %x : i64 to i32
      %c = llvm.icmp "slt" %i, %n : i32
      llvm.cond_br %c, ^end(%yes : {type}), ^end(%no : {type})
    ^end(%v: {type}):
      %w = llvm.{to_i32}
      %p = llvm.getelementptr inbounds %out[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      llvm.store %w, %p : i32, !llvm.ptr<1>
      opencl.return
    }}
    """
    changed = raised(parse(text))
    assert len(re.findall(r"arith\.select", str(changed))) == selects
    out = np.zeros(8, np.int32)
    Program(changed)["k"]((8,), (4,), out, 3)
    assert out.tolist() == [yes] * 3 + [no] * 5


def test_places_in_the_source_are_kept():
    """Each operation comes from one of the source; a debugger would show that."""
    text = "\n".join(
        [random_kernel("all", 3), random_kernel("none", 1, irreducible=True)]
    )
    module = parse(text)
    place = FileLineColLoc(StringAttr("k.cl"), IntAttr(3), IntAttr(1))
    for op in module.walk():
        op.location = place
    run(module, RAISE)
    assert {type(op).__name__ for op in module.walk() if op.location != place} == set()


# --- random control flow ---------------------------------------------------------------


def check_graphs(text: str, names: list[str], stay: int) -> None:
    """Runs kernels before and after; `stay` of them are not raised."""
    module = parse(text)
    changed = raised(module.clone())
    assert stay == sum(
        len(region.blocks) > 1 for op in changed.ops for region in op.regions
    )
    before, after = Program(module, level=1), Program(changed, level=1)
    for name in names:
        expected, found = np.zeros((2, 256), np.int32)
        before[name]((256,), (64,), expected)
        after[name]((256,), (64,), found)
        assert (expected == found).all(), name
        assert len(np.unique(expected)) > 100


@pytest.mark.parametrize("first", [0, *range(150, 1000 if LONG else 151, 50)])
def test_random_graphs(first: int):
    seeds = range(first, first + (50 if LONG else 6))
    text = "\n".join(random_kernel(f"k{seed}", seed) for seed in seeds)
    check_graphs(text, [f"k{seed}" for seed in seeds], stay=0)


def test_random_graphs_that_are_entered_twice_stay():
    # In the second one a block leads back to one before it without a cycle.
    text = "\n".join(random_kernel(f"k{s}", s, irreducible=True) for s in range(3))
    check_graphs(text, [f"k{s}" for s in range(3)], stay=2)


# --- loops at the ends of their types --------------------------------------------------

INT_MAX, INT_MIN, UINT_MAX = 2**31 - 1, -(2**31), 2**32 - 1

LOOPS: list[tuple[str, str, list[tuple[int, int]]]] = [
    # Type and head of a loop from `a` to `b`, what it becomes, values of `a` and `b`.
    ("int i = a; i < b; i++", "for", [(0, 5), (5, 0), (INT_MAX - 2, INT_MAX)]),
    ("int i = a; i < b; i++", "for", [(INT_MIN, INT_MIN + 3), (INT_MAX, INT_MIN)]),
    ("int i = a; b > i; i += 3", "for", [(-4, 5), (0, 0), (-1, 3)]),
    ("int i = a; i <= b; i += 2", "for", [(0, 5), (3, 3), (4, 3), (-7, -2)]),
    ("int i = a; i > b; i--", "for", [(5, 0), (0, 5), (INT_MIN + 2, INT_MIN)]),
    ("int i = a; i >= b; i -= 2", "for", [(5, 0), (4, 0), (0, 5), (INT_MAX, INT_MAX)]),
    ("int i = a; i != b; i++", "while", [(0, 5), (-3, 3)]),
    ("int i = a; i == b; i++", "while", [(0, 5), (5, 5), (-1, -1)]),
    ("int i = a; b == i; i--", "while", [(0, 5), (5, 5)]),
    ("int i = 2; i != 14; i += 4", "for", [(0, 0)]),
    ("int i = 9; i != 0; i -= 3", "for", [(0, 0)]),
    # From one to the other only by way of the largest number.
    ("uint i = 2147483640u; i != 2147483656u; i += 4", "while", [(0, 0)]),
    ("uint i = 2147483656u; i != 2147483640u; i -= 4", "while", [(0, 0)]),
    ("uint i = 4294967288u; i != 8; i += 4", "for", [(0, 0)]),
    ("uint i = a; i < b; i++", "for", [(0, 5), (5, 0), (UINT_MAX - 3, UINT_MAX)]),
    ("uint i = a; i < b; i += 2", "while", [(0, 5), (5, 0)]),
    ("uint i = a; i <= b; i++", "while", [(0, 5), (5, 0), (UINT_MAX - 9, UINT_MAX - 1)]),
    ("uint i = a; i > b; i--", "while", [(5, 0), (0, 5)]),
    ("long i = a; i < b; i++", "for", [(0, 5), (-3, 2), (2**62, 2**62 + 2)]),
    ("long i = a; i > b; i--", "while", [(5, 0)]),
    ("ulong i = a; i < b; i++", "while", [(0, 5), (2**63 - 2, 2**63 + 1)]),
    ("ulong i = 3; i < 9; i++", "for", [(0, 0)]),
    ("ulong i = a; i < 9; i++", "while", [(5, 0), (9, 0)]),
    ("ulong i = 3; i < b; i++", "while", [(0, 5), (0, 3)]),
    ("short i = a; i < b; i++", "while", [(0, 5), (5, 0)]),
    ("int i = a; i < b && i != 3; i++", "while", [(0, 5), (4, 6)]),
    ("int i = a; (long)i > (long)b * 3; i -= 2", "while", [(9, 1), (0, 5), (-3, -4)]),
    ("int i = a; (long)i < (long)b * 3; i += 2", "for", [(0, 2), (9, 1), (-9, -2)]),
    ("int i = a; (long)i < (long)b; i += 2", "for", [(0, 5), (INT_MAX - 6, INT_MAX - 3)]),
]  # fmt: skip


def counted(head: str, a: int, b: int) -> tuple[int, int, int]:
    """
    How often the body of the loop runs, all values of `i` in it by exclusive or, and the last
    value of `i`, by Python.
    """
    start, condition, advance = (part.strip() for part in head.split(";"))
    variable, first = start.split("=")
    bits = {"s": 16, "i": 32, "u": 32, "l": 64}[start[0]]
    bits = 64 if start.startswith("ulong") else bits
    mask = (1 << bits) - 1
    unsigned = start[0] == "u"

    def wrap(value: int) -> int:
        value &= mask
        return value if unsigned or not value >> (bits - 1) else value - (1 << bits)

    assert variable.split()[1] == "i"
    names = {"a": wrap(a), "b": wrap(b), "i": 0}
    names["i"] = wrap(int(eval(first.rstrip("u"), {}, names)))
    rule = re.sub(r"\(long\)|(?<=\d)u", "", condition).replace("&&", "and")
    match = re.fullmatch(r"i(\+\+|--| [+-]= (\d+))", advance)
    assert match is not None
    step = int(match[2] or 1) * (-1 if "-" in match[1] else 1)
    rounds = total = 0
    while eval(rule, {}, names):
        rounds += 1
        total ^= names["i"]
        names["i"] = wrap(names["i"] + step)
    return rounds, total, names["i"]


@cache
def loops() -> tuple[Program, str]:
    kernels: list[str] = []
    for number, (head, _, _) in enumerate(LOOPS):
        kind, name = head.split()[0], f"loop{number}"
        kernels.append(
            f"kernel void {name}({kind} a, {kind} b, global ulong *rounds,"
            f" global {kind} *sum, global {kind} *last) {{ {kind} i0 = 0;"
            f" {head.split(';')[0]}; ulong n = 0; {kind} s = 0;"
            f" for (;{';'.join(head.split(';')[1:])}) {{ n++; s ^= i; }}"
            " *rounds = n; *sum = s; *last = i; }"
        )
    module = load_source("\n".join(kernels), BuildOptions.parse(["-w"])).module
    changed = raised(module)
    return Program(changed.clone()), str(changed)


@needs_clang
@pytest.mark.parametrize("number", range(len(LOOPS)), ids=[loop[0] for loop in LOOPS])
def test_loops_at_the_ends_of_their_types(number: int):
    program, text = loops()
    head, form, values = LOOPS[number]
    kernel = text.partition(f"@loop{number}(")[2].partition("opencl.kernel")[0]
    assert re.findall(r"scf\.(for|while)\b", kernel) == [form]
    kind = {"int": "i4", "uint": "u4", "long": "i8", "ulong": "u8", "short": "i2"}
    dtype = np.dtype(kind[head.split()[0]])
    for a, b in values:
        rounds, total, last = np.zeros(1, "u8"), np.zeros(1, dtype), np.zeros(1, dtype)
        program[f"loop{number}"]((1,), (1,), a, b, rounds, total, last)
        found = int(rounds[0]), int(total[0]), int(last[0])
        assert found == counted(head, a, b)


@pytest.mark.parametrize(
    ("step", "constant", "first", "last", "rounds", "form"),
    [
        ("add %i, %c overflow<nsw>", 3, 0, 10, 4, "for"),
        ("add %c, %i overflow<nsw>", 3, 1, 10, 3, "for"),
        ("sub %i, %c overflow<nsw>", -3, 0, 10, 4, "for"),
        ("add %i, %c", 1, 0, 10, 10, "for"),
        ("add %i, %c", 3, 0, 10, 4, "while"),
        ("add %i, %c overflow<nuw>", 3, 0, 10, 4, "while"),
        ("sub %c, %i overflow<nsw>", 100, 0, 10, 1, "while"),
        ("sub %i, %c", INT_MIN, -5, 10, 1, "while"),
        ("sub %i, %c overflow<nsw>", INT_MIN, -5, 10, 1, "while"),
        ("mul %i, %c overflow<nsw>", 3, 1, 10, 3, "while"),
        ("add %i, %c overflow<nsw>", 0, 10, 10, 0, "while"),
        ("add %i, %n overflow<nsw>", 0, 1, 10, 1, "while"),
    ],
)
def test_steps_of_loops(
    step: str, constant: int, first: int, last: int, rounds: int, form: str
):
    """Only a known step other than 0, that does not wrap, counts."""
    text = f"""
    opencl.kernel @k(%out: !llvm.ptr<1>, %first: i32, %n: i32) {{
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %c = llvm.mlir.constant({constant} : i32) : i32
      llvm.br ^head(%first, %zero : i32, i32)
    ^head(%i: i32, %rounds: i32):
      %more = llvm.icmp "slt" %i, %n : i32
      llvm.cond_br %more, ^body, ^end
    ^body:
      %next = llvm.{step} : i32
      %so_far = llvm.add %rounds, %one : i32
      llvm.br ^head(%next, %so_far : i32, i32)
    ^end:
      llvm.store %rounds, %out : i32, !llvm.ptr<1>
      opencl.return
    }}
    """
    changed = raised(parse(text))
    assert re.findall(r"scf\.(for|while)\b", str(changed)) == [form]
    out = np.zeros(1, np.int32)
    Program(changed)["k"](1, 1, out, first, last)
    assert out[0] == rounds


def test_loops_that_a_true_condition_leaves():
    """The rounds of 3x + 1 until 1."""
    text = """
    opencl.kernel @k(%out: !llvm.ptr<1>, %n: i32) {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %three = llvm.mlir.constant(3 : i32) : i32
      llvm.br ^head(%n, %zero : i32, i32)
    ^head(%i: i32, %rounds: i32):
      %stop = llvm.icmp "eq" %i, %one : i32
      llvm.cond_br %stop, ^end, ^body
    ^body:
      %bit = llvm.trunc %i : i32 to i1
      %half = llvm.lshr %i, %one : i32
      %thrice = llvm.mul %i, %three : i32
      %up = llvm.add %thrice, %one : i32
      %next = llvm.select %bit, %up, %half : i1, i32
      %so_far = llvm.add %rounds, %one : i32
      llvm.br ^head(%next, %so_far : i32, i32)
    ^end:
      llvm.store %rounds, %out : i32, !llvm.ptr<1>
      opencl.return
    }
    """
    changed = raised(parse(text))
    assert re.findall(r"scf\.(for|while)\b", str(changed)) == ["while"]
    program = Program(changed)
    for number, rounds in ((1, 0), (2, 1), (6, 8), (27, 111)):
        out = np.full(1, -1, np.int32)
        program["k"](1, 1, out, number)
        assert out[0] == rounds


@pytest.mark.parametrize(("n", "stored"), [(5, 7), (-4, -4), (-3, -6)])
def test_a_block_that_decides_hands_on_what_it_gets(n: int, stored: int):
    """On the edge from ^seven the block ^decide is passed by; the other edge stays."""
    text = """
    opencl.kernel @k(%out: !llvm.ptr<1>, %n: i32) {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %seven = llvm.mlir.constant(7 : i32) : i32
      %false = llvm.mlir.constant(false) : i1
      %positive = llvm.icmp "sgt" %n, %zero : i32
      %odd = llvm.trunc %n : i32 to i1
      llvm.cond_br %positive, ^seven, ^decide(%odd, %n : i1, i32)
    ^seven:
      llvm.br ^decide(%false, %seven : i1, i32)
    ^decide(%twice: i1, %x: i32):
      llvm.cond_br %twice, ^double(%x : i32), ^end(%x : i32)
    ^double(%y: i32):
      %z = llvm.add %y, %y : i32
      llvm.br ^end(%z : i32)
    ^end(%result: i32):
      llvm.store %result, %out : i32, !llvm.ptr<1>
      opencl.return
    }
    """
    out = np.zeros(1, np.int32)
    Program(raised(parse(text)))["k"](1, 1, out, n)
    assert out[0] == stored


@pytest.mark.parametrize(
    ("operation", "name"),
    [
        ('%r = llvm.icmp "eq" %p, %p : !llvm.ptr<1>', "llvm.icmp"),
        ('%r = llvm.icmp "eq" %n, %n : i32', "arith.cmpi"),
        ("%r = llvm.bitcast %n : i32 to vector<2xi16>", "llvm.bitcast"),
        ("%r = llvm.bitcast %n : i32 to f32", "arith.bitcast"),
        ("%r = llvm.mlir.poison : !llvm.ptr<1>", "llvm.mlir.poison"),
        ("%r = llvm.mlir.poison : i32", "ub.poison"),
        ("%r = llvm.ptrtoint %p : !llvm.ptr<1> to i32", "llvm.ptrtoint"),
        ("%r = llvm.trunc %n : i32 to i8", "arith.trunci"),
        ("%r = llvm.trunc %n overflow<nsw> : i32 to i8", "llvm.trunc"),
        ("%r = llvm.lshr exact %n, %n : i32", "llvm.lshr"),
        ("%r = llvm.lshr %n, %n : i32", "arith.shrui"),
    ],
)
def test_operations_that_arith_has(operation: str, name: str):
    """Addresses, other shapes and facts that arith cannot say stay LLVM's."""
    text = (
        f"opencl.kernel @k(%p: !llvm.ptr<1>, %n: i32) {{ {operation} opencl.return }}"
    )
    text = text.replace(" opencl.return", "\nopencl.return")
    names = [op.name for op in raised(parse(text)).walk()]
    assert names == ["builtin.module", "opencl.kernel", name, "opencl.return"]


@pytest.mark.parametrize(
    ("predicate", "first", "last", "step", "form"),
    [
        ("ule", 2**63 - 5, 2**63 - 1, 1, "while"),
        ("ule", 2**63 - 5, 2**63 - 2, 1, "for"),
        ("ule", 2**63 - 9, 2**63 - 3, 3, "while"),
        ("ule", 2**63 - 9, 2**63 - 4, 3, "for"),
        ("ult", 2**63 - 9, 2**63 - 4, 3, "for"),
        ("ule", 2**63 - 5, 2**63 + 3, 1, "while"),
        ("ult", 2**63 + 5, 2**63 + 8, 1, "while"),
    ],
)
def test_unsigned_loops_to_the_largest_signed_number(
    predicate: str, first: int, last: int, step: int, form: str
):
    """
    `scf.for` compares as signed: neither its upper bound nor the counter after the last
    round may be 2^63 or more.
    """
    start, end = (n - (n >> 63 << 64) for n in (first, last))
    changed = raised(
        parse(
            f"""
            opencl.kernel @k(%out: !llvm.ptr<1>) {{
              %first = arith.constant {start} : i64
              %last = arith.constant {end} : i64
              %step = arith.constant {step} : i64
              %zero = arith.constant 0 : i64
              %one = arith.constant 1 : i64
              cf.br ^head(%first, %zero : i64, i64)
            ^head(%i: i64, %n: i64):
              %goes_on = arith.cmpi {predicate}, %i, %last : i64
              cf.cond_br %goes_on, ^body, ^end
            ^body:
              %j = arith.addi %i, %step overflow<nuw> : i64
              %m = arith.addi %n, %one : i64
              cf.br ^head(%j, %m : i64, i64)
            ^end:
              "llvm.store"(%n, %out) <{{ordering = 0 : i64}}> : (i64, !llvm.ptr<1>) -> ()
              opencl.return
            }}
            """
        )
    )
    assert re.findall(r"scf\.(for|while)\b", str(changed)) == [form]
    rounds = np.zeros(1, np.uint64)
    Program(changed)["k"]((1,), (1,), rounds)
    assert rounds[0] == len(range(first, last + (predicate == "ule"), step))


# --- flags -----------------------------------------------------------------------------

FLAGS = (PROGRAMS / "flags.mlir").read_text()


def instructions(module: ModuleOp) -> list[str]:
    """
    The instructions of the module as LLVM IR for gfx1100, without the names of values.
    """
    module.attributes["opencl.target"] = TargetAttr.from_target(GFX1100)
    run(module, "opencl-to-llvm")
    lines = emit_llvm_ir(module).splitlines()
    return [re.sub(r"%[-\w.]+", "%", line) for line in lines if line.startswith("  ")]


def test_every_flag_comes_back():
    module = parse(FLAGS)
    changed = raised(module.clone())
    names = {op.name for op in changed.walk()}
    assert {name for name in names if name.startswith("llvm.")} == {
        "llvm.lshr", "llvm.or", "llvm.store", "llvm.udiv", "llvm.zext",
    }  # fmt: skip
    expected = instructions(module)
    assert len(expected) > 40
    assert sorted(instructions(changed)) == sorted(expected)


@needs_clang
@pytest.mark.parametrize("head", ["for (int i = 0; i < n; i++)", "while (*p != n)"])
def test_loops_keep_their_metadata(head: str):
    """`#pragma unroll 1` comes back on the branch that leads back."""
    source = (
        f"kernel void k(global int *p, int n) {{\n#pragma unroll 1\n{head} *p += 2; }}"
    )
    module = load_source(source).module
    changed = raised(module.clone())
    assert str(changed).count("scf.for") + str(changed).count("scf.while") == 1
    for each in (module, changed):
        (branch,) = [line for line in instructions(each) if "!llvm.loop" in line]
        assert branch.startswith("  br label")


# --- what loops are raised for ---------------------------------------------------------

WAYS = {
    "hoisted": ("canonicalize", "cse", "licm", "loop-hoist-memref"),
    "unrolled": ("scf-for-loop-unroll", "canonicalize", "cse"),
}


@needs_clang
@pytest.mark.parametrize("way", WAYS)
def test_passes_of_xdsl_work_on_loops_from_c(way: str):
    options = BuildOptions.parse(["-DK=24"])
    module = raised(load_file(ROOT / "examples" / "matmul_loops.cl", options).module)
    run(module, *WAYS[way])
    text = str(module)
    body = text.partition("scf.for")[2].partition("scf.yield")[0]
    if way == "hoisted":
        # The sum is carried by the loop, which loads from `a` and `b` only.
        assert "iter_args" in body
        assert body.count("memref.load") == 2
        assert "memref.store" not in body
    else:
        assert not body
        assert text.count("memref.load") >= 2 * 24
    rng = np.random.default_rng(7)
    m, n, k = 20, 37, 24
    a, b, c = (rng.random(s, np.float32) for s in ((m, k), (k, n), (m, n)))
    expected = 0.5 * c + 1.5 * (a @ b)
    Program(module)["matmul"]((40, 24), (8, 8), m, n, 1.5, 0.5, a, b, c)
    np.testing.assert_allclose(c, expected, rtol=1e-5)


@needs_clang
@long_run
def test_counts_of_the_suite():
    """No loop of the suite stays a cycle of branches."""
    for file, options in suite_builds():
        module = raised(load_file(KERNELS / file, options_of(file, options)).module)
        for op in module.walk():
            assert all(len(region.blocks) < 2 for region in op.regions)


# --- limits ----------------------------------------------------------------------------


def nested(depth: int) -> str:
    """A kernel with conditionals in one another."""
    store = "llvm.store volatile {}, %p : i32, !llvm.ptr<1>"
    lines = ["opencl.kernel @k(%z: i32, %o: i32, %p: !llvm.ptr<1>) {"]
    lines.append("%c = llvm.trunc %z : i32 to i1")
    for i in range(depth):
        lines += [f"llvm.cond_br %c, ^a{i}, ^e{i}", f"^a{i}:", store.format("%o")]
    lines.append(f"llvm.br ^e{depth - 1}")
    for i in reversed(range(depth)):
        end = f"llvm.br ^e{i - 1}" if i else "opencl.return }"
        lines += [f"^e{i}:", store.format("%z"), end]
    return "\n".join(lines)


def falling(cases: int) -> str:
    """A kernel with a switch whose cases fall through."""
    numbers = ", ".join(f"{i}: ^c{i}" for i in range(cases))
    lines = ["opencl.kernel @k(%n: i32, %p: !llvm.ptr<1>) {"]
    lines.append(f"llvm.switch %n : i32, ^c{cases} [ {numbers} ]")
    for i in range(cases):
        store = f"llvm.store volatile %n, %p {{alignment = {1 << i % 3} : i64}}"
        lines += [f"^c{i}:", f"{store} : i32, !llvm.ptr<1>", f"llvm.br ^c{i + 1}"]
    return "\n".join([*lines, f"^c{cases}:", "opencl.return }"])


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        (nested(48), False),
        (nested(49), True),
        (falling(10), False),
        (falling(40), True),
    ],
    ids=["nested 48", "nested 49", "falling 10", "falling 40"],
)
def test_limits(text: str, stays: bool):
    module = raised(parse(text))
    assert ("scf." not in str(module)) == stays
    assert ("_br " in str(module) or "llvm.switch" in str(module)) == stays
    assert interface(module)

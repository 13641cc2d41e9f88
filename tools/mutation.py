"""
Breaks the rules of the package one at a time, and sees which tests notice.

`python tools/mutation.py --count 300 --seed 1` takes the mutants in equal parts from the
groups of `GROUPS`; names of groups limit it to these, `--files WORD` to files with the word in
their path, `--tests EXPRESSION` to some of the group's tests. For each group it copies the tree, and there

1. gives each place that a mutant changes a probe, and runs the tests of the group once:
   that tells which tests execute it, and their seconds;
2. runs for each mutant these tests, the fastest first, until one fails or they took
   `--budget` seconds of a processor without the mutant.

A mutant in a function is put into a fork of the process that has collected the tests, which
saves the start of Python. What a module executes when it is imported, or a collection
executes, is tried by processes of its own.

FileCheck tests are tests as pytest's are, each file one; their commands run in forks of the
same process (`test/warm_lit.py`). A group of passes has no other tests: the file of a pass
kills the pass's mutants.

The table says how many mutants were killed. The exit status is 1 if fewer than `REQUIRED`
of a group were. A survivor in a line that has `# mutant: REASON`, at its end or above it, is
known and harmless, and counts neither way.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise, takewhile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "test"))

import warm_lit

lit_worker: Any = import_module("lit.worker")

ROOT = Path(__file__).resolve().parents[1]
REQUIRED = 0.9
PATIENCE = 5
"""A mutant whose tests take so many times their seconds, and 15, counts as killed: an
endless loop is noticed."""


@dataclass(frozen=True)
class Group:
    """Files of the package (patterns in it), and the tests that know them."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


def _importers(module: str) -> tuple[str, ...]:
    """The unit tests that import `module`, or a part of it."""
    tests = ROOT / "test"
    return tuple(
        str(path.relative_to(tests))
        for path in sorted((tests / "unit").glob("test_*.py"))
        if re.search(rf"^\s*from {module}\b", path.read_text(encoding="utf-8"), re.M)
    )


_ROOMS = ("builtins", "checks", "images", "kernels", "sync", "work_items")

GROUPS: dict[str, Group] = {
    "abi": Group(
        (
            "abi/conventions/amd*.py",
            "abi/conventions/clover.py",
            "abi/conventions/r600.py",
            "abi/conventions/mesa3d.py",
            "abi/layout.py",
            "abi/arguments/placing.py",
            "abi/images/samplers.py",
            "abi/model.py",
            "abi/images/image*.py",
            "abi/gpu/processors.py",
            "ir/type_layout.py",
            "transforms/images/opencl_lower_*s.py",
        ),
        (
            "unit/test_abi_*.py",
            "unit/test_seed_lower_image_queries.py",
            "unit/test_lower_images.py",
            "unit/test_codegen_metadata.py",
        ),
    ),
    "work_groups": Group(
        ("transforms/work_groups/*.py", "transforms/work_groups/[brs]*/*.py"),
        (
            "unit/test_random_programs.py",
            "unit/test_work_group_*.py",
            "unit/test_lockstep*.py",
            "unit/test_rounds.py",
            "unit/test_group_order.py",
            "unit/test_divergent_barriers.py",
            "unit/test_local_atomics.py",
            "unit/test_smaller_groups.py",
            "unit/test_group_functions.py",
            "unit/test_host_check.py",
            "unit/test_suite_host.py",
            "unit/test_dimensions.py",
            "unit/test_textbook.py",
            "transforms/work_groups/*.mlir",
        ),
    ),
    "lockstep": Group(
        ("transforms/work_groups/lockstep/*.py",),
        (
            "unit/test_random_programs.py",
            "unit/test_work_group_*.py",
            "unit/test_lockstep*.py",
            "unit/test_rounds.py",
            "unit/test_group_order.py",
            "unit/test_suite_host.py",
            "unit/test_textbook.py",
            "transforms/work_groups/*.mlir",
        ),
    ),
    "contractions": Group(
        ("transforms/contractions/**/*.py",), ("transforms/contractions/*.mlir",)
    ),
    "rows": Group(("transforms/rows/*.py",), ("transforms/rows/*.mlir",)),
    "private": Group(("transforms/private/*.py",), ("transforms/private/*.mlir",)),
    "conversions": Group(("conversions/**/*.py",), ("conversions/*.mlir",)),
    "transforms": Group(
        tuple(f"transforms/{room}/**/*.py" for room in _ROOMS),
        ("transforms/*.mlir", *(f"transforms/{room}/*.[mc]l*" for room in _ROOMS)),
    ),
    "structured": Group(
        ("frontend/structured/*.py",),
        ("unit/test_raise_structured.py", "frontend/opencl-raise-structured*.mlir"),
    ),
    "frontend": Group(
        ("frontend/kernels/*.py", "frontend/builtins/*.py"),
        (
            "frontend/*",
            "unit/test_frontend_*.py",
            "unit/test_builtins_forms.py",
            "unit/test_pipes.py",
            "unit/test_sub_group_sizes.py",
        ),
    ),
    "dialects": Group(
        ("dialects/**/*.py",),
        (
            "dialects/**/*.mlir",
            "unit/test_dialect_*.py",
            "unit/test_*_ext.py",
            "unit/test_irdl_export.py",
            "unit/test_literals.py",
            "unit/test_upstream_forms.py",
        ),
    ),
    "runtime": Group(
        ("runtime/**/*.py",),
        (
            "unit/test_runtime*.py",
            "unit/test_host_*.py",
            "unit/test_check_*.py",
            "unit/test_emulator_device.py",
            "unit/test_interpreter.py",
            "unit/test_pipes.py",
            "unit/test_png.py",
            "unit/test_pool.py",
            "unit/test_program_binary.py",
            "unit/test_tiers.py",
            "unit/test_verify.py",
        ),
    ),
    "driver": Group(
        ("driver/*.py",),
        (
            *_importers("xdsl_opencl.driver"),
            *("unit/test_cli_*.py", "unit/test_docs*.py", "unit/test_readme.py"),
            *("unit/test_abi_exchange.py", "unit/test_messages.py"),
            *("unit/test_counts.py", "unit/test_fp_options.py", "unit/test_library.py"),
            *("unit/test_kernels_of_dialects.py", "unit/test_clrx.py"),
            *("unit/test_hostile_inputs.py", "unit/test_source_locations.py"),
            *("unit/test_transcripts.py", "unit/test_old_forms.py"),
            *("unit/test_xdsl_passes.py", "backend/*"),
        ),
    ),
    "icd": Group(("icd/**/*.py",), ("unit/test_icd*.py",)),
    "emulator": Group(
        ("emulator/**/*.py",),
        (
            "unit/test_emulator_*.py",
            "unit/test_isa_decoder.py",
            "unit/test_damaged_code_objects.py",
        ),
    ),
}

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.FloorDiv: ast.Mult,
}
_PROBES = "_mutation_probes"
"""The module of the copied package that remembers which tests come to a mutant."""

_PROBES_TEXT = '''
import os
from pathlib import Path

hits = set()


def hit(number):
    """
    Remembers that the test that runs now came to mutant `number`. What a fixture of a module
    executes concerns all tests of the file.
    """
    test, _, phase = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    if phase == "(setup)":
        test = test.partition("::")[0]
    if (number, test) not in hits:
        hits.add((number, test))
        with Path(__file__).with_suffix(".hits").open("a") as file:
            file.write(f"{number}\\t{test}\\n")
'''


@dataclass(frozen=True)
class Mutant:
    """
    The change number `change` of the node that `ast.walk` yields as number `node`.
    """

    group: str
    file: str
    line: int
    node: int
    change: int


@cache
def _source(file: str) -> str:
    return (ROOT / "xdsl_opencl" / file).read_text(encoding="utf-8")


def _is_excused(mutant: Mutant) -> bool:
    """Tells if the line of `mutant` or the comment above it says why it is harmless."""
    lines = _source(mutant.file).splitlines()
    at = mutant.line - 1
    above = takewhile(lambda line: line.strip().startswith("#"), reversed(lines[:at]))
    return any("# mutant: " in line for line in (lines[at], *above))


# --- mutants ---------------------------------------------------------------------------


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Starred) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _silent(tree: ast.AST) -> set[ast.AST]:
    """
    The nodes that only say something: docstrings, annotations, names of values, what is
    raised; and what cannot matter, such as `strict=True`.
    """
    silent: set[ast.AST] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match node:
            case ast.Raise() | ast.JoinedStr() | ast.Assert():
                parts = [node]
            case ast.FunctionDef(name="__repr__" | "__str__"):
                parts = [node]
            case ast.Expr(value=ast.Constant()):
                parts = [node]
            case ast.Assign(
                targets=[ast.Attribute(attr="name_hint") | ast.Name(id="__slots__"), *_]
            ):
                parts = [node]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                parts = [node]
            case ast.AnnAssign(annotation=annotation):
                parts = [annotation]
            case ast.FunctionDef(returns=returns, decorator_list=decorators):
                parts = [returns, *decorators]
            case ast.ClassDef(decorator_list=decorators):
                parts = [*decorators]
            case ast.arg(annotation=annotation):
                parts = [annotation]
            case ast.Subscript(value=ast.Name("tuple" | "dict" | "list" | "Callable")):
                # A type with a name of its own.
                parts = [node]
            case ast.keyword(arg="strict"):
                parts = [node]
            case ast.Call(func=ast.Name(id="cast"), args=[kind, _]):
                silent.add(node)
                parts = [kind]
            case (
                ast.comprehension(iter=ast.Tuple(elts)) | ast.For(iter=ast.Tuple(elts))
            ) if all(_is_text(element) for element in elts):
                # The order of names for a table.
                silent.add(node.iter)
            case ast.Assign(
                targets=[ast.Name(name)], value=ast.Tuple(elts) as value
            ) if name == "key" or all(_is_text(element) for element in elts):
                # The order within a key of a dictionary, or of names.
                silent.add(value)
            case ast.Call(func=ast.Name(id="max" | "min" | "two_sum" | "_difference")):
                # The order of the arguments.
                silent.add(node)
            case (
                ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[choices])
                | ast.Call(
                    func=ast.Name("frozenset" | "set"),
                    args=[ast.Tuple() | ast.List() as choices],
                )
            ):
                # Their order.
                silent.add(choices)
            case _:
                continue
        for part in parts:
            if part is not None:
                silent |= set(ast.walk(part))
    return silent


def _are_alike(one: ast.AST, two: ast.AST) -> bool:
    """
    Tells if two expressions may be swapped by mistake: they differ, and neither is a
    class or the builder that so many functions have first.
    """
    names = [ast.unparse(node) for node in (one, two)]
    return (
        names[0] != names[1]
        and not any(name.rpartition(".")[2][:1].isupper() for name in names)
        and names[0].rpartition(".")[2] != "build"
        and type(one) is type(two)
        and not isinstance(one, ast.Starred)
    )


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the replacements for `node`."""
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
            # Of one element [-1] is [0].
            if value:
                yield ast.Constant(value - 1)
        case ast.Compare(left, [operator], [right]) if type(operator) in _COMPARISONS:
            yield ast.Compare(left, [_COMPARISONS[type(operator)]()], [right])
        case ast.Dict(keys, values) if len(keys) > 1 and None not in keys:
            for i in range(len(keys)):
                yield ast.Dict(keys[:i] + keys[i + 1 :], values[:i] + values[i + 1 :])
        case ast.Tuple(elements) | ast.List(elements) if len(elements) > 1:
            for i, (one, two) in enumerate(pairwise(elements)):
                if _are_alike(one, two):
                    swapped = [*elements[:i], two, one, *elements[i + 2 :]]
                    yield type(node)(elts=swapped, ctx=node.ctx)
        case ast.Call(function, [one, two, *more], keywords) if _are_alike(one, two):
            yield ast.Call(function, [two, one, *more], keywords)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            yield ast.BinOp(left, _OPERATORS[type(operator)](), right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(
                ast.Or() if isinstance(operator, ast.And) else ast.And(), values
            )
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                yield ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.If(test, body, orelse):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
            if not orelse and isinstance(body[-1], ast.Return | ast.Continue):
                yield ast.Pass()
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case _:
            return


@cache
def _nodes(file: str) -> list[ast.AST]:
    return [*ast.walk(ast.parse(_source(file)))]


def mutants(group: str, file: str) -> dict[int, list[Mutant]]:
    """All mutants of a file of the package by their line."""
    nodes = _nodes(file)
    silent = _silent(nodes[0])
    result: dict[int, list[Mutant]] = defaultdict(list)
    for number, node in enumerate(nodes):
        context = getattr(node, "ctx", None)
        if node in silent or isinstance(context, ast.Store | ast.Del):
            continue
        for change, _ in enumerate(_changes(node)):
            line: int = getattr(node, "lineno", 0)
            result[line].append(Mutant(group, file, line, number, change))
    return result


def _files(patterns: Iterable[str], folder: Path) -> list[str]:
    return sorted(
        {
            path.relative_to(folder).as_posix()
            for pattern in patterns
            for path in folder.glob(pattern)
        }
    )


def chosen(
    group: str, count: int, seed: int, word: str = ""
) -> tuple[list[Mutant], int]:
    """
    `count` mutants of a group, each of another line, in files with `word` in their path; and
    how many there are.
    """
    lines: list[list[Mutant]] = []
    for file in _files(GROUPS[group].files, ROOT / "xdsl_opencl"):
        if word in file:
            lines += mutants(group, file).values()
    chance = random.Random(f"{group} {seed}")
    drawn = chance.sample(lines, min(count, len(lines)))
    return [chance.choice(line) for line in drawn], sum(map(len, lines))


def mutated(mutant: Mutant) -> ast.Module:
    """The file of `mutant` with the change."""
    tree = ast.parse(_source(mutant.file))
    node = [*ast.walk(tree)][mutant.node]
    new = [*_changes(node)][mutant.change]
    node.__class__ = new.__class__
    old = dict(vars(node))
    vars(node).clear()
    vars(node).update(old | vars(new))
    return ast.fix_missing_locations(tree)


def _alike(one: Sequence[str], two: Sequence[str]) -> tuple[int, int]:
    """The lengths of what `one` and `two` begin with and end with both."""

    def length(one: Sequence[str], two: Sequence[str]) -> int:
        pairs = zip(one, two, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    start = length(one, two)
    return start, length(one[start:][::-1], two[start:][::-1])


def description(mutant: Mutant) -> str:
    """The lines that differ, as `ast` prints them."""
    texts = ast.unparse(_nodes(mutant.file)[0]), ast.unparse(mutated(mutant))
    before, after = (text.splitlines() for text in texts)
    start, end = _alike(before, after)
    lost, made = (
        " ".join(line.strip() for line in lines[start : len(lines) - end])
        for lines in (before, after)
    )
    if len(lost) + len(made) > 300:
        # What long lines have in common says nothing.
        start, end = _alike(lost, made)
        lost, made = (
            text[max(0, start - 60) : len(text) - max(0, end - 40)]
            for text in (lost, made)
        )
    return f"{lost} -> {made}"


def probed(file: str, numbers: dict[int, Mutant]) -> ast.Module:
    """
    `file` where each of the mutants `numbers` says that it is executed, and each function
    that one of the file's is.
    """
    tree = ast.parse(_source(file))
    nodes = [*ast.walk(tree)]
    # Each node, to the list of statements and the statement that it is in.
    places: dict[ast.AST, tuple[list[ast.stmt], ast.stmt]] = {}
    for node in nodes:
        for _, value in ast.iter_fields(node):
            several = isinstance(value, list)
            for child in cast("list[Any]", value) if several else [value]:
                if isinstance(child, ast.stmt):
                    places[child] = value, child
                elif isinstance(child, ast.AST) and node in places:
                    places[child] = places[node]

    def probe(number: int | str) -> list[ast.stmt]:
        probes = f"__import__('xdsl_opencl.{_PROBES}').{_PROBES}"
        return ast.parse(f"{probes}.hit({number!r})").body

    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            start = int(ast.get_docstring(node, clean=False) is not None)
            node.body[start:start] = probe(file)
    for number, mutant in numbers.items():
        node = nodes[mutant.node]
        body, statement = places[node]
        new = probe(number)
        if isinstance(node, ast.If) and isinstance(
            [*_changes(node)][mutant.change], ast.Pass
        ):
            # Without its body an `if` changes something only where that is executed.
            node.body[:0] = new
        else:
            at = body.index(statement)
            body[at:at] = new
    return ast.fix_missing_locations(tree)


# --- changes of a process that runs ----------------------------------------------------


def _codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """
    The code of functions in `code`, by their names and numbers among those of that name.
    """
    found: dict[tuple[str, int], CodeType] = {}
    seen: Counter[str] = Counter()
    work = [code]
    while work:
        for constant in work.pop(0).co_consts:
            if isinstance(constant, CodeType):
                name = constant.co_qualname
                found[name, seen[name]] = constant
                seen[name] += 1
                work.append(constant)
    return found


def put(file: str, tree: ast.Module) -> None:
    """
    Gives the functions of `file` in this process the code that they have in `tree`.

    Raises `ValueError` if one has other variables of functions around it.
    """
    # `warm_lit.preload` took the functions out of sight.
    gc.unfreeze()
    old, new = (_codes(compile(t, file, "exec")) for t in (_source(file), tree))
    changed = {
        code: new[key] for key, code in old.items() if key in new and new[key] != code
    }
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__ in changed:
            function.__code__ = changed[function.__code__]


def _is_in_function(mutant: Mutant) -> bool:
    """
    Tells if the change is in what a function executes, not in what an import does.
    """
    node = _nodes(mutant.file)[mutant.node]
    return any(
        node in ast.walk(statement)
        for function in _nodes(mutant.file)
        if isinstance(function, ast.FunctionDef)
        for statement in function.body
    )


# --- one group, in a copy of the tree --------------------------------------------------


class LitFile(pytest.File):
    """A FileCheck test as pytest's."""

    def collect(self) -> Iterator[pytest.Item]:
        yield LitItem.from_parent(self, name="lit")  # pyright: ignore[reportUnknownMemberType]


class LitItem(pytest.Item):
    def runtest(self) -> None:
        test = _lit_tests()[self.path]
        test.config.environment["PYTEST_CURRENT_TEST"] = f"{self.nodeid} (call)"
        result: Any = getattr(lit_worker, "_execute")(test, test.config.lit_config)
        if result.code.isFailure:
            pytest.fail(result.output, pytrace=False)


@cache
def _lit_tests() -> dict[Path, Any]:
    """lit's tests by their files."""
    kinds = {"useValgrind", "valgrindLeakCheck", "noExecute", "debug", "isWindows"}
    config: Any = import_module("lit.LitConfig").LitConfig(
        *("lit", [], "error"),
        valgrindArgs=[],
        order=None,
        params={},
        **dict.fromkeys(kinds, False),
    )
    discovery: Any = import_module("lit.discovery")
    found: list[Any] = discovery.find_tests_for_inputs(config, [str(ROOT)])
    for test in found:
        test.config.lit_config = config
    return {Path(test.getSourcePath()): test for test in found}


class Collection:
    """Makes pytest collect lit's tests, too."""

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        if file_path.suffix == ".py":
            return None
        warm_lit.preload()
        return LitFile.from_parent(parent, path=file_path)  # pyright: ignore[reportUnknownMemberType]


class Trials(Collection):
    """
    Tries the mutants of a group instead of running the tests that were collected.
    """

    def __init__(
        self, drawn: Sequence[Mutant], budget: int, write: Callable[[str], None]
    ):
        """
        `write` is given a line for each mutant that no test killed, and the row of the table
        without the first two columns.
        """
        self.drawn, self.budget = drawn, budget
        self.write = write
        self.items: dict[str, pytest.Item] = {}
        self.seconds: dict[str, float] = {}
        self.executed: dict[str, set[str]] = {}
        """Tests by the number of a mutant, or by a file."""
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        verdicts: Counter[str] = Counter()
        numbers = dict(enumerate(self.drawn))
        self._find_out(numbers)
        for number, mutant in numbers.items():
            verdict = self._verdict(number, mutant)
            if verdict != "killed" and _is_excused(mutant):
                verdict = "excused"
            verdicts[verdict] += 1
            if verdict not in ("killed", "excused"):
                place = f"{mutant.file}:{mutant.line}"
                change = description(mutant)
                self.write(
                    f"{verdict} ({number + 1} of {len(numbers)}): {place}: {change}"
                )
        counted = len(numbers) - verdicts["excused"]
        rate = verdicts["killed"] / counted if counted else 1.0
        counts = len(self.drawn), verdicts["killed"], verdicts["excused"]
        self.write("| ".join(("", *map(str, counts), f"{rate:.0%}")))
        return True

    # --- which tests execute what ------------------------------------------------------

    def _find_out(self, numbers: dict[int, Mutant]) -> None:
        """
        Finds the tests that come to each mutant, and their seconds.

        Raises `pytest.UsageError` if more than a few fail without a mutant.
        """
        package = ROOT / "xdsl_opencl"
        probes = package / f"{_PROBES}.py"
        probes.write_text(_PROBES_TEXT)
        hits, times = probes.with_suffix(".hits"), probes.with_suffix(".times")
        by_file: dict[str, dict[int, Mutant]] = defaultdict(dict)
        for number, mutant in numbers.items():
            by_file[mutant.file][number] = mutant
        trees = {file: probed(file, some) for file, some in by_file.items()}
        for file, tree in trees.items():
            source = _source(file)
            assert source
            (package / file).write_text(ast.unparse(tree))

        def measure() -> None:
            for file, tree in trees.items():
                put(file, tree)
            before = _processor_seconds()
            for item, following in _pairs([*self.items.values()]):
                self._run(item, following)
                kind = "failed" if self.failed else "passed"
                self.failed = False
                after = _processor_seconds()
                with times.open("a") as file:
                    file.write(f"{kind}\t{after - before}\t{item.nodeid}\n")
                before = after

        # What an import executes, or the collection, is a hit of no test.
        self._status_anew([*self.items], 600, "--collect-only")
        if _forked(measure, 7200, 14400) != 0:
            raise pytest.UsageError("the tests do not end")
        lines = [line.split("\t", 2) for line in times.read_text().splitlines()]
        self.seconds = {test: float(s) for kind, s, test in lines if kind == "passed"}
        # Probes are calls, which a few tests count.
        failed = [test for kind, _, test in lines if kind == "failed"]
        if len(failed) > max(2, len(lines) // 100):
            raise pytest.UsageError(f"{failed[0]} and others fail without a mutant")
        for test in failed:
            self.write(f"left out, since it fails with probes: {test}")
        self.executed = self._hits(hits)
        for file in by_file:
            (package / file).write_text(_source(file))

    @staticmethod
    def _hits(path: Path) -> dict[str, set[str]]:
        hits: dict[str, set[str]] = defaultdict(set)
        for line in path.read_text().splitlines() if path.exists() else ():
            number, test = line.split("\t")
            hits[number].add(test)
        return hits

    def _tests(self, number: int) -> list[str]:
        """
        The tests that come to mutant `number`, the fastest first. What an import executes
        concerns those that come to a function of the file.
        """
        tests = self.executed.get(str(number), set())
        mutant = self.drawn[number]
        if self._needs_anew(number):
            tests = self.executed.get(mutant.file, set())
            if not any(tests):
                tests = set(self.seconds)
        known = [t for t in self.seconds if t in tests or t.partition("::")[0] in tests]
        known.sort(key=self.seconds.__getitem__)
        total, result = 0.0, list[str]()
        for test in known:
            total += self.seconds[test]
            if total > self.budget and result:
                break
            result.append(test)
        return result

    def _needs_anew(self, number: int) -> bool:
        """Returns whether a process that has imported the package has executed the place."""
        executed = self.executed.get(str(number), set())
        return "" in executed or not _is_in_function(self.drawn[number])

    # --- one mutant --------------------------------------------------------------------

    def _verdict(self, number: int, mutant: Mutant) -> str:
        """Returns `killed`, `survived` or `not executed`."""
        tests = self._tests(number)
        if not tests:
            return "not executed"
        path = ROOT / "xdsl_opencl" / mutant.file
        tree = mutated(mutant)
        path.write_text(ast.unparse(tree))
        try:
            if self._needs_anew(number):
                dead = self._fails_anew(tests)
            else:
                dead = self._fails_here(mutant, tree, tests)
        finally:
            path.write_text(_source(mutant.file))
        return "killed" if dead else "survived"

    def _limits(self, tests: Sequence[str]) -> tuple[int, int]:
        """Seconds of a processor, and of a clock on a busy machine."""
        seconds = int(15 + PATIENCE * sum(self.seconds[test] for test in tests))
        return seconds, 20 * seconds

    def _fails_here(self, mutant: Mutant, tree: ast.Module, tests: list[str]) -> bool:
        def trial() -> None:
            try:
                put(mutant.file, tree)
            except ValueError:
                os._exit(3)
            for item, following in _pairs([self.items[test] for test in tests]):
                self._run(item, following)
                if self.failed:
                    os._exit(1)

        status = _forked(trial, *self._limits(tests))
        return self._fails_anew(tests) if status == 3 else status != 0

    @staticmethod
    def _run(item: pytest.Item, following: pytest.Item | None) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _fails_anew(self, tests: list[str]) -> bool:
        """Runs the tests in a process that imports what is in the files."""
        _, seconds = self._limits(tests)
        status: int | None = 4
        # Parameters of tests may come from the package and be others now.
        for names in (tests, [*dict.fromkeys(t.partition("[")[0] for t in tests)]):
            if status == 4:
                status = self._status_anew(names, seconds)
        return status != 0

    @staticmethod
    def _status_anew(names: Iterable[str], seconds: int, *options: str) -> int | None:
        (ROOT / "tests.txt").write_text("\n".join(names))
        command = [sys.executable, str(Path(__file__).resolve()), "--anew"]
        return _status([*command, *options, "tests.txt"], seconds)


def _pairs(
    items: Sequence[pytest.Item],
) -> list[tuple[pytest.Item, pytest.Item | None]]:
    return [*zip(items, [*items[1:], None], strict=True)]


def _processor_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _forked(body: Callable[[], None], processor: int, clock: int) -> int | None:
    """
    Runs `body` in a fork of this process; returns its status, or `None` if it takes more
    seconds of a processor or the clock.
    """
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))
            nothing = os.open(os.devnull, os.O_RDWR)
            for number in range(3):
                os.dup2(nothing, number)
            body()
        except BaseException:
            os._exit(1)
        os._exit(0)
    end = time.monotonic() + clock
    status: int | None = None
    while time.monotonic() < end:
        done, state = os.waitpid(child, os.WNOHANG)
        if done:
            status = os.waitstatus_to_exitcode(state)
            break
        time.sleep(0.01)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if status is None:
        os.waitpid(child, 0)
    return status


def _status(command: Sequence[str], seconds: int) -> int | None:
    """Runs a command; returns its status, or `None` if it does not end."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None


def try_here(group: str, args: argparse.Namespace) -> int:
    """
    Tries mutants of a group in this tree, which is a copy; prints what survives, and the
    row of the table.
    """
    drawn, everything = chosen(group, args.count, args.seed, args.files)
    for mutant in drawn:
        _source(mutant.file)
    output = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def write(line: str) -> None:
        if line.startswith("|"):
            line = f"| {group} | {everything} {line} |"
        os.write(output, f"{line}\n".encode())

    found = _files(GROUPS[group].tests, ROOT / "test")
    names = [f"test/{name}" for name in found if re.search(args.tests, name)]
    absent = ("cacheprovider", "faulthandler", "xdist")
    options = ["-q", *(word for name in absent for word in ("-p", f"no:{name}"))]
    return pytest.main([*options, *names], [Trials(drawn, args.budget, write)])


# --- all groups ------------------------------------------------------------------------


def copied(folder: Path) -> None:
    """Copies what the tests need to `folder`."""
    for name in (
        *("xdsl_opencl", "test", "tools"),
        *("dialects", "docs", "examples", "benchmarks"),
    ):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "lit.cfg.py", "README.md", "Makefile"):
        shutil.copy(ROOT / name, folder)


def try_group(group: str, count: int, args: argparse.Namespace) -> list[str]:
    """
    Tries `count` mutants of a group in a copy; prints the survivors, returns the row of the
    table.

    Raises `SystemExit` if that does not work.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        environment = {**os.environ, "PYTHONPATH": name}
        # Python sees by the text, not by the time, that a file was changed.
        mode = "--invalidation-mode checked-hash xdsl_opencl test/unit"
        compiled = [sys.executable, *f"-m compileall -q {mode}".split()]
        subprocess.run(compiled, cwd=folder, env=environment, check=True)
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        command = [sys.executable, "tools/mutation.py", "--here", group]
        for name in ("seed", "files", "tests", "budget"):
            command += [f"--{name}", str(getattr(args, name))]
        command += ["--count", str(count)]
        with subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            last = ""
            for line in process.stdout:
                last = line
                print(line, end="", flush=True)
    if not last.startswith("|"):
        raise SystemExit(f"error: the tests of {group} fail without a mutant")
    return [cell.strip() for cell in last.strip("|\n ").split("|")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="mutants that are tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", default="", help="a word in the paths of files")
    parser.add_argument("--tests", default="", help="an expression for paths of tests")
    parser.add_argument("--budget", type=int, default=90, help="seconds of a mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    for name in ("--here", "--anew", "--collect-only"):
        parser.add_argument(name, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("groups", nargs="*", default=[*GROUPS], help=", ".join(GROUPS))
    args = parser.parse_args()
    groups: list[str] = args.groups
    if not args.anew and (
        unknown := [group for group in groups if group not in GROUPS]
    ):
        parser.error(f"no group {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    if args.anew:
        options = "-q -x -p no:cacheprovider -p no:xdist".split()
        options += ["--collect-only"] * args.collect_only
        return pytest.main([*options, f"@{groups[0]}"], [Collection()])
    if args.here:
        return try_here(groups[0], args)
    shares = [(args.count + i) // len(groups) for i in range(len(groups))]
    with ThreadPoolExecutor(args.jobs) as pool:
        rows = [*pool.map(try_group, groups, shares, [args] * len(groups))]
    print("| group | mutants | tried | killed | excused | rate |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    return int(any(int(row[-1].rstrip("%")) < 100 * REQUIRED for row in rows))


if __name__ == "__main__":
    sys.exit(main())

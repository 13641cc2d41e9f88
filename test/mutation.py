"""
Breaks the rules of the package one at a time, and sees which tests notice.

`python test/mutation.py --count 300 --seed 1` takes the mutants in equal parts from the
groups of `GROUPS`; names of groups limit it to these. For each group it copies the tree,
and there

1. gives each place that a mutant changes a probe, and runs the tests of the group once:
   that tells which tests execute it, and their seconds;
2. runs for each mutant these tests, the fastest first, until one fails or they took
   `BUDGET` seconds.

A mutant in a function is put into a fork of the process that has collected the tests, which
saves the start of Python. What survives there, and what a module executes when it is
imported, is tried by processes of its own.

The table says how many mutants were killed. The exit status is 1 if fewer than `REQUIRED`
of a group were. `SURVIVORS` are known and harmless, each with the reason; they count
neither way.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import random
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
from itertools import pairwise, takewhile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

import pytest

ROOT = Path(__file__).resolve().parents[1]
REQUIRED = 0.9
BUDGET = 90
"""Seconds of a processor that the tests of one mutant take without it."""
PATIENCE = 5
"""A mutant whose tests take so many times their seconds, and a minute, counts as killed: an
endless loop is noticed."""


@dataclass(frozen=True)
class Group:
    """Files of the package (patterns in it), and the tests that know them."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


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
    "structured": Group(
        ("frontend/structured/*.py",),
        ("unit/test_raise_structured.py", "frontend/opencl-raise-structured*.mlir"),
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

SURVIVORS: dict[tuple[str, str], str] = {
    (
        "emulator/memory/instructions/flat.py",
        "mic_{name}': _atomic(perform, row) for space, perform in (('global"
        "', Lanes.atomic_global), ('flat', atomic_flat)) for name, row in M"
        "EMORY_ATOMICS.items -> mic_{name}': _atomic(perform, row) for spac"
        "e, perform in (('flat', atomic_flat), ('global', Lanes.atomic_glob"
        "al)) for name, row in MEMORY_ATOMICS.items",
    ): "a table in another order",
    (
        "emulator/watch/shadow_propagation.py",
        "s in (32, 64) for name, formula in (*_BITWISE.items(), ('andn1', _"
        "reversed(_AND_NOT)), ('and_not0', _reversed(_AND_NOT)))}, **{f's_c"
        "selec -> s in (32, 64) for name, formula in (*_BITWISE.items(), ('"
        "and_not0', _reversed(_AND_NOT)), ('andn1', _reversed(_AND_NOT)))},"
        " **{f's_cselec",
    ): "a table in another order",
    (
        "emulator/watch/profile.py",
        ", ('ds_',)), ('scalar memory', ('s_load_', 's_buffer_', 's_store_'"
        ", 's_scratch_')), ('wait', ('s_wait', 's_nop', 's_de -> , ('ds_',)"
        "), ('scalar memory', ('s_load_', 's_buffer_', 's_scratch_', 's_sto"
        "re_')), ('wait', ('s_wait', 's_nop', 's_de",
    ): "beginnings of names in another order",
    (
        "icd/api/driver_library.py",
        "names = {str(sysconfig.get_config_var(key) or '') for key in ('INS"
        "TSONAME', 'LDLIBRARY')} -> names = {str('') for key in ('INSTSONAM"
        "E', 'LDLIBRARY')}",
    ): "another name finds the library",
    (
        "emulator/isa/decoder.py",
        "if length > len(part): -> if length >= len(part):",
    ): "the last instruction is decoded again",
    (
        "emulator/images/typed_buffers.py",
        "for action, act in (('load', _load), ('store', _store)): -> for ac"
        "tion, act in (('store', _store), ('load', _load)):",
    ): "two actions in another order",
    (
        "emulator/watch/shadow_propagation.py",
        "_co_u64_u32', 'v_mad_co_i64_i32'), Rule(_sum, 64, (32, 32, 64))), "
        "**dict.fromkeys((*('v_add_co_u32',  -> _co_u64_u32', 'v_mad_co_i64"
        "_i32'), Rule(_sum, 64, (32, 32, 65))), **dict.fromkeys((*('v_add_c"
        "o_u32', ",
    ): "there are no other widths than 32 and 64",
    (
        "icd/programs/build_cache.py",
        "_PACKAGES = ('xdsl_opencl', 'xdsl', 'llvmlite', 'ziglang') -> _PAC"
        "KAGES = ('xdsl_opencl', 'llvmlite', 'xdsl', 'ziglang')",
    ): "the same packages in another order",
    (
        "transforms/work_groups/lockstep/memory.py",
        "if distance == 0: return addresses -> pass",
    ): "a sum with 0",
    (
        "transforms/work_groups/barriers/rematerialized.py",
        "_RECOMPUTED_DEPTH = 8 -> _RECOMPUTED_DEPTH = 7",
    ): "a value that is not computed again is stored",
    (
        "icd/memory/image_geometry.py",
        "(*product(('RGBA', 'R', 'RG'), _PLAIN), *product(('BGRA', 'ARGB', 'ABG"
        "R'), _BITS8), *product(('A',), ('UNORM_IN -> (*product(('RGBA', 'R', '"
        "RG'), _PLAIN), *product(('BGRA', 'ABGR', 'ARGB'), _BITS8), *product(('"
        "A',), ('UNORM_IN",
    ): "formats are listed in any order",
    (
        "icd/transfers/image_transfers.py",
        "first, second = (source.geometry, to.geometry) -> "
        "first, second = (to.geometry, source.geometry)",
    ): "the two are only compared",
    (
        "transforms/work_groups/lockstep/row.py",
        "leOp) or is_meeting(op) or (op.dialect_name() == 'llvm' and (not op.operands) "
        "and _is_pure(op)) or may_be_wide(op) -> leOp) or is_meeting(op) or "
        "(op.dialect_name() == 'llvm' and _is_pure(op)) or may_be_wide(op)",
    ): "the others are refused where they are built",
    (
        "transforms/work_groups/barriers/barriers.py",
        "continue -> pass",
    ): "the group meets once more",
    (
        "transforms/work_groups/regions/loops.py",
        "for value, hint in ((x, 'local_x'), (y, 'local_y'), (z, 'local_z')): -> "
        "for value, hint in ((x, 'local_x'), (z, 'local_z'), (y, 'local_y')):",
    ): "three values get their names in another order",
    (
        "transforms/work_groups/lockstep/control.py",
        "depth = dict.fromkeys(order, 0) -> depth = dict.fromkeys(order, 1)",
    ): "a limit that is 31 instead of 32",
    (
        "transforms/work_groups/lockstep/operations.py",
        "if not -(1 << 63) < distance < 1 << 63: -> "
        "if not -(0 << 63) < distance < 1 << 63:",
    ): "the form for any numbers is right for these, too",
    (
        "transforms/work_groups/lockstep/row.py",
        "return op.res not in group.private and private_array(op, group.target) is not "
        "None -> return private_array(op, group.target) is not None",
    ): "`_variable` refuses it, too",
    (
        "emulator/isa/decoder.py",
        "return None if bits == 255 else scalar(bits, 32, self.major) -> return"
        " None if bits == 255 else scalar(bits, 31, self.major)",
    ): "a register of one word, too",
    (
        "emulator/scalar/integer_alu.py",
        "for value, change, test in ((0, _bit_clear, _bit_is_clear), (1, _bit_s"
        "et, _bit_is_set)): -> for value, change, test in ((1, _bit_set, _bit_i"
        "s_set), (0, _bit_clear, _bit_is_clear)):",
    ): "the order of names for a table",
    (
        "emulator/vector/matrix.py",
        "b_layout = m.source_layout(shape.columns, shape, 64) -> b_layout = m.s"
        "ource_layout(shape.columns, shape, 63)",
    ): "each lane has as many items of every shape",
    (
        "emulator/launches/scheduler.py",
        "limit = 1 << 62 -> limit = 1 << 63",
    ): "as many instructions as there never are",
    (
        "emulator/vector/semantics/transcendental.py",
        "outside: Array = np.fabs(values) > _LARGEST_REVOLUTIONS -> "
        "outside: Array = np.fabs(values) >= _LARGEST_REVOLUTIONS",
    ): "the sine and the cosine of so many turns are those of none",
    (
        "emulator/watch/profile.py",
        "'buffer_inv', 'buffer_wb', 'global_inv', 'global_wb'), *('s_dcache_', 's_icache_')))"
        ", ('vector memory', ('global_' -> 'buffer_inv', 'buffer_wb', 'global_inv', "
        "'global_wb'), *('s_icache_', 's_dcache_'))), ('vector memory', ('global_'",
    ): "the order of beginnings of names",
    (
        "emulator/program/emulated_program.py",
        "self._steps[index] = step -> pass",
    ): "the step would be built each time",
    (
        "emulator/operands.py",
        "sext: bool = False -> sext: bool = True",
    ): "only sources of SDWA are asked, and the decoder says it of each",
    (
        "icd/api/driver_library.py",
        "names = {str(sysconfig.get_config_var(key) or '') for key in "
        "('INSTSONAME', 'LDLIBRARY')} -> names = {str(sysconfig.get_config_var(key)) "
        "for key in ('INSTSONAME', 'LDLIBRARY')}",
    ): "neither text is the name of a library",
    (
        "icd/memory/image_geometry.py",
        "for axis, (first, extent, size) in enumerate(zip(origin, region, image.shape, "
        "strict=True)): -> for axis, (first, extent, size) in enumerate(zip(region, "
        "origin, image.shape, strict=True)):",
    ): "they are added; the words of the error alone tell them apart",
    (
        "icd/memory/image_geometry.py",
        "_BITS8 = ('SIGNED_INT8', 'UNSIGNED_INT8', 'UNORM_INT8', 'SNORM_INT8') -> "
        "_BITS8 = ('SIGNED_INT8', 'UNSIGNED_INT8', 'SNORM_INT8', 'UNORM_INT8')",
    ): "formats are listed in any order",
    (
        "icd/transfers/image_transfers.py",
        "queue.enqueue(cl.COMMAND_MAP_IMAGE, lambda: image, waited, event_ret, "
        "blocking=bool(blocking), moves=0) -> queue.enqueue(cl.COMMAND_MAP_IMAGE, "
        "lambda: image, waited, event_ret, blocking=bool(blocking), moves=1)",
    ): "one byte is moved at once, too",
    (
        "emulator/watch/machine_code_checker.py",
        "if not numbers.any(): return -> pass",
    ): "a short cut: what follows finds none",
    (
        "frontend/structured/branches.py",
        "return build.constant(1 - number, i1) -> "
        "return build.constant(1 + number, i1)",
    ): "modulo 2",
    (
        "frontend/structured/arithmetic.py",
        "for name in ('overflowFlags', 'fastmathFlags'): -> "
        "for name in ('fastmathFlags', 'overflowFlags'):",
    ): "the order of two questions with the same answer",
    (
        "frontend/structured/counted_loops.py",
        "ument.index, compare, bound, abs(step.amount), step.amount < 0, "
        "predicate.endswith('e'), type_, pred -> ument.index, compare, bound, "
        "abs(step.amount), step.amount <= 0, predicate.endswith('e'), type_, pred",
    ): "a step is not 0",
    (
        "frontend/structured/loop_forest.py",
        "above[passed] = block -> pass",
    ): "a short cut for the next search",
    (
        "icd/api/object_handles.py",
        "block = (ctypes.c_uint64 * (_SLOTS * _SLOT_BYTES // 8))() -> "
        "block = (ctypes.c_uint64 * (_SLOTS * _SLOT_BYTES * 8))()",
    ): "more memory than the slots need",
    (
        "transforms/work_groups/lockstep/control.py",
        "if staying is loop.header: scope.again = (condition.value, stays) "
        "scope.backs.append(Edge(mask, inner)) return True -> pass",
    ): "the same loop with a block more",
    (
        "transforms/work_groups/lockstep/neighbours.py",
        "_MOST_STEPS = 32 -> _MOST_STEPS = 33",
    ): "where the search for a faster form ends",
    (
        "transforms/work_groups/lockstep/row.py",
        "values = [after.insert_arg(v.type, i) for i, v in enumerate(flatten(found[0]))] -> "
        "values = [after.insert_arg(v.type, i) for i, v in enumerate(flatten(found[1]))]",
    ): "both ways lead to values of the same types",
    (
        "transforms/work_groups/lockstep/row.py",
        "if isinstance(op, llvm.AllocaOp): return op.res not in group.private and "
        "private_array(op, group.target) is not None -> pass",
    ): "an early answer: `LockstepRow._variable` refuses the same",
}
"""A file and a change, as they are printed without the line, to why it does no harm."""

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


# --- mutants ---------------------------------------------------------------------------


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
            ) if all(
                isinstance(element, ast.Constant) and isinstance(element.value, str)
                for element in elts
            ):
                # The order of names for a table.
                silent.add(node.iter)
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
                yield ast.BoolOp(operator, values[:i] + values[i + 1 :])
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


def chosen(group: str, count: int, seed: int) -> tuple[list[Mutant], int]:
    """`count` mutants of a group, each of another line; and how many there are."""
    lines: list[list[Mutant]] = []
    for file in _files(GROUPS[group].files, ROOT / "xdsl_opencl"):
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


class Trials:
    """
    Tries the mutants of a group instead of running the tests that pytest collected.
    """

    def __init__(
        self, group: str, drawn: Sequence[Mutant], write: Callable[[str], None]
    ):
        """
        `write` is given a line for each mutant that no test killed, and the row of the table
        without the first two columns.
        """
        self.drawn = drawn
        self.write = write
        self.lit = [
            f"test/{name}"
            for name in _files(GROUPS[group].tests, ROOT / "test")
            if not name.endswith(".py")
        ]
        self.items: dict[str, pytest.Item] = {}
        self.seconds: dict[str, float] = {}
        self.executed: dict[str, set[str]] = {}
        """Tests by the number of a mutant, or by a file."""
        self.in_lit: set[str] = set()
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        verdicts: Counter[str] = Counter()
        numbers: dict[int, Mutant] = {}
        for number, mutant in enumerate(self.drawn):
            if (mutant.file, description(mutant)) in SURVIVORS:
                verdicts["excused"] += 1
            else:
                numbers[number] = mutant
        self._find_out(numbers)
        for done, (number, mutant) in enumerate(numbers.items(), 1):
            verdict = self._verdict(number, mutant)
            verdicts[verdict] += 1
            if verdict != "killed":
                place = f"{mutant.file}:{mutant.line}"
                change = description(mutant)
                self.write(f"{verdict} ({done} of {len(numbers)}): {place}: {change}")
        rate = verdicts["killed"] / len(numbers) if numbers else 1.0
        counts = len(self.drawn), verdicts["killed"], verdicts["excused"]
        self.write("| ".join(("", *map(str, counts), f"{rate:.0%}")))
        return True

    # --- which tests execute what ------------------------------------------------------

    def _find_out(self, numbers: dict[int, Mutant]) -> None:
        """
        Finds the tests that come to each mutant, and their seconds.

        Raises `pytest.UsageError` if one fails without a mutant.
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
                if self.failed:
                    times.write_text(item.nodeid)
                    os._exit(1)
                after = _processor_seconds()
                with times.open("a") as file:
                    file.write(f"{after - before}\t{item.nodeid}\n")
                before = after

        if _forked(measure, 3600, 3600) != 0:
            raise pytest.UsageError(f"{times.read_text()} fails without a mutant")
        lines = [line.split("\t", 1) for line in times.read_text().splitlines()]
        self.seconds = {test: float(seconds) for seconds, test in lines}
        self.executed = self._hits(hits)
        if self.lit:
            hits.unlink(missing_ok=True)
            if self._lit():
                raise pytest.UsageError("a test of lit fails without a mutant")
            self.in_lit = {*self._hits(hits)}
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
        if "" in tests or not _is_in_function(mutant):
            tests = self.executed.get(mutant.file, set())
            if not any(tests):
                tests = set(self.seconds)
        known = [t for t in self.seconds if t in tests or t.partition("::")[0] in tests]
        known.sort(key=self.seconds.__getitem__)
        total, result = 0.0, list[str]()
        for test in known:
            total += self.seconds[test]
            if total > BUDGET and result:
                break
            result.append(test)
        return result

    # --- one mutant --------------------------------------------------------------------

    def _verdict(self, number: int, mutant: Mutant) -> str:
        """Returns `killed`, `survived` or `not executed`."""
        tests = self._tests(number)
        if not tests and str(number) not in self.in_lit:
            return "not executed"
        path = ROOT / "xdsl_opencl" / mutant.file
        tree = mutated(mutant)
        path.write_text(ast.unparse(tree))
        try:
            if (
                tests
                and _is_in_function(mutant)
                and self._fails_here(mutant, tree, tests)
            ):
                return "killed"
            if str(number) in self.in_lit and self._lit():
                return "killed"
            if tests and self._fails_anew(tests):
                return "killed"
        finally:
            path.write_text(_source(mutant.file))
        return "survived"

    def _limits(self, tests: Sequence[str]) -> tuple[int, int]:
        """Seconds of a processor, and of a clock on a busy machine."""
        seconds = int(60 + PATIENCE * sum(self.seconds[test] for test in tests))
        return seconds, 5 * seconds

    def _fails_here(self, mutant: Mutant, tree: ast.Module, tests: list[str]) -> bool:
        def trial() -> None:
            try:
                put(mutant.file, tree)
            except ValueError:
                os._exit(0)
            for item, following in _pairs([self.items[test] for test in tests]):
                self._run(item, following)
                if self.failed:
                    os._exit(1)

        return _forked(trial, *self._limits(tests)) != 0

    @staticmethod
    def _run(item: pytest.Item, following: pytest.Item | None) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _fails_anew(self, tests: list[str]) -> bool:
        """Runs the tests in a process that imports what is in the files."""
        _, seconds = self._limits(tests)
        command = "-m pytest -q -x -p no:cacheprovider -p no:xdist @tests.txt"
        status = 4
        # Parameters of tests may come from the package and be others now.
        for names in (tests, [*dict.fromkeys(t.partition("[")[0] for t in tests)]):
            if status == 4:
                (ROOT / "tests.txt").write_text("\n".join(names))
                status = _status([sys.executable, *command.split()], seconds)
        return status != 0

    def _lit(self) -> bool:
        """Tells if a FileCheck test fails."""
        lit = Path(sys.executable).with_name("lit")
        return _status([str(lit), "-j1", "-q", *self.lit], 600) != 0


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


def try_here(group: str, count: int, seed: int) -> int:
    """
    Tries mutants of a group in this tree, which is a copy; prints what survives, and the
    row of the table.
    """
    drawn, everything = chosen(group, count, seed)
    for mutant in drawn:
        _source(mutant.file)
    output = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def write(line: str) -> None:
        if line.startswith("|"):
            line = f"| {group} | {everything} {line} |"
        os.write(output, f"{line}\n".encode())

    names = _files(GROUPS[group].tests, ROOT / "test")
    unit = [f"test/{name}" for name in names if name.endswith(".py")]
    absent = ("cacheprovider", "faulthandler", "xdist")
    options = ["-q", *(word for name in absent for word in ("-p", f"no:{name}"))]
    return pytest.main([*options, *unit], [Trials(group, drawn, write)])


# --- all groups ------------------------------------------------------------------------


def copied(folder: Path) -> None:
    """Copies what the tests need to `folder`."""
    for name in ("xdsl_opencl", "test", "dialects", "docs", "examples", "benchmarks"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "lit.cfg.py", "README.md", "Makefile"):
        shutil.copy(ROOT / name, folder)


def try_group(group: str, count: int, seed: int) -> list[str]:
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
        command = [sys.executable, "test/mutation.py", "--here", group]
        command += ["--count", str(count), "--seed", str(seed)]
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
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("groups", nargs="*", default=[*GROUPS], help=", ".join(GROUPS))
    args = parser.parse_args()
    groups: list[str] = args.groups
    if unknown := [group for group in groups if group not in GROUPS]:
        parser.error(f"no group {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    if args.here:
        return try_here(groups[0], args.count, args.seed)
    shares = [(args.count + i) // len(groups) for i in range(len(groups))]
    with ThreadPoolExecutor(args.jobs) as pool:
        rows = [*pool.map(try_group, groups, shares, [args.seed] * len(groups))]
    print("| group | mutants | tried | killed | excused | rate |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    return int(any(int(row[-1].rstrip("%")) < 100 * REQUIRED for row in rows))


if __name__ == "__main__":
    sys.exit(main())

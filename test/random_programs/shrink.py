"""
Makes a program that fails small.

Each step takes something away; it stays taken if the program is still defined (the oracle
says so) and still fails. The steps repeat until none succeeds.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from random_programs.arithmetic import Undefined
from random_programs.devices import Devices, Find, Form
from random_programs.grammar import Case, const, nothing, substitute
from random_programs.opencl_c import Invalid, source, used_by_kernel
from random_programs.oracle import Translation
from random_programs.tree import INT, Loop, Node, Program, Statement

Change = Callable[[Program], None]
"""Changes a program in place; it names what it changes by its number in a walk."""


def run(program: Program) -> Case | None:
    """Returns the program with what it must compute; `None` if it is not defined."""
    try:
        translation = Translation(program)
        source(program)
        return Case(program, [translation.run(launch) for launch in program.launches])
    except (Undefined, Invalid, NameError, IndexError):
        return None


def _delete(block: int, begin: int, end: int) -> Change:
    def change(program: Program) -> None:
        del list(program.blocks())[block][begin:end]

    return change


def _unwrap(block: int, at: int, inner: int) -> Change:
    """Puts a loop's body, or a branch, in its place."""

    def change(program: Program) -> None:
        statements = list(program.blocks())[block]
        statements[at : at + 1] = statements[at].blocks[inner]

    return change


def _put(number: int, make: Callable[[Node], Node]) -> Change:
    def change(program: Program) -> None:
        old = list(program.nodes())[number]
        substitute(program, old, make(old))

    return change


def _simple_loop(number: int) -> Change:
    def change(program: Program) -> None:
        loop = _loops(program)[number].data
        loop.form, loop.type, loop.step, loop.compare = "for", INT, 1, "<"
        loop.start = const(INT, 0)

    return change


def _plain_loop(number: int) -> Change:
    def change(program: Program) -> None:
        _loops(program)[number].data.form = "for"

    return change


def _loops(program: Program) -> list[Statement]:
    return [s for s in program.statements() if isinstance(s.data, Loop)]


def statement_changes(program: Program) -> Iterator[Change]:
    """Yields ways to have fewer statements, the largest first."""
    blocks = list(program.blocks())
    for number, block in enumerate(blocks):
        width = len(block)
        while width:
            for begin in range(0, len(block), width):
                yield _delete(number, begin, begin + width)
            width //= 2
    for number, block in enumerate(blocks):
        for at, statement in enumerate(block):
            for inner in range(len(statement.blocks)):
                yield _unwrap(number, at, inner)
    for number, statement in enumerate(_loops(program)):
        loop: Loop = statement.data
        if (loop.form, loop.step, loop.compare) != ("for", 1, "<"):
            yield _simple_loop(number)
        if loop.form != "for":
            yield _plain_loop(number)


def launch_changes(program: Program) -> Iterator[Change]:
    """Yields simpler launches."""

    def only(number: int) -> Change:
        def change(p: Program) -> None:
            p.launches = [p.launches[number]]

        return change

    def sized(global_size: tuple[int, ...], local_size: tuple[int, ...]) -> Change:
        def change(p: Program) -> None:
            p.launches[0] = replace(
                p.launches[0],
                global_size=global_size,
                local_size=local_size,
                offset=tuple(0 for _ in global_size),
            )

        return change

    def value(name: str, number: int) -> Change:
        def change(p: Program) -> None:
            p.launches[0].values[name] = number

        return change

    if len(program.launches) > 1:
        yield from (only(number) for number in range(len(program.launches)))
        return
    launch = program.launches[0]
    smaller = launch.local_size, launch.local_size
    sizes = (launch.global_size, launch.local_size)
    one = ((16,), (16,)), ((17,), (17,)), smaller, ((16, 2), (16, 2))
    if any(launch.offset):
        yield sized(*sizes)
    for some in one:
        if sizes == some:
            break
        yield sized(*some)
    used = used_by_kernel(program)
    for name, number in launch.values.items():
        if name in used:
            for small in range(4):
                if small == number or abs(number) < small:
                    break
                yield value(name, small)


def expression_changes(program: Program) -> Iterator[Change]:
    """Yields simpler expressions."""
    for number, node in enumerate(program.nodes()):
        if node.kind in ("array", "const"):
            continue
        for at, kid in enumerate(node.kids):
            if kid.type == node.type and kid.kind not in ("array", "pointer"):
                yield _put(number, lambda old, at=at: old.kids[at])
            elif (kid.kind in ("array", "pointer", "choose", "moved")) and (
                node.kind in ("choose", "moved")
            ):
                yield _put(number, lambda old, at=at: old.kids[at])
        if node.kind in ("pointer", "choose", "moved"):
            continue
        if node.kind == "cast" and node.kids[0].kind == "cast":
            yield _put(number, lambda old: replace(old, kids=[old.kids[0].kids[0]]))
        yield _put(number, lambda old: nothing(old.type))
        if node.kind not in ("var", "param", "id") and node.type.lanes == 1:
            yield _put(number, lambda old: const(old.type, 1))


def variable_changes(program: Program) -> Iterator[Change]:
    """Yields programs without a variable, a pointer, a function, unused."""

    def without(table: str, name: str) -> Change:
        def change(p: Program) -> None:
            del getattr(p, table)[name]

        return change

    def without_function(p: Program) -> None:
        p.functions.clear()

    used = {n.data for n in program.nodes() if n.kind in ("var", "pointer")}
    used |= {s.data for s in program.statements() if s.kind in ("assign", "point")}
    used |= {s.target for s in program.statements()}
    for name in program.variables:
        if name not in used:
            yield without("variables", name)
    for name in program.pointers:
        if name not in used:
            yield without("pointers", name)
    if program.functions and all(s.kind != "call" for s in program.statements()):
        yield without_function


STEPS: tuple[Callable[[Program], Iterator[Change]], ...] = (
    launch_changes,
    statement_changes,
    variable_changes,
    expression_changes,
)


def shrink(
    find: Find, devices: Devices, seconds: float = 120.0, form: Form | None = None
) -> Find:
    """
    Returns a find with a smaller program that fails in the same way, in the same form or
    in `form`.
    """
    form = form or find.form
    deadline = time.monotonic() + seconds
    best = find

    def fails(program: Program) -> Find | None:
        case = run(program)
        if case is None:
            return None
        finds = devices.compare([case], form)
        same = [f for f in finds if f.what == find.what]
        if find.what in ("unbuilt", "reported"):
            same = [f for f in same if kind(f.detail) == kind(find.detail)]
        return same[0] if same else None

    going = True
    while going:
        going = False
        for step in STEPS:
            number = 0
            # What did not help before may help after a change: the next round tries.
            changes: list[Change] = list(step(best.case.program))
            while number < len(changes):
                if time.monotonic() > deadline:
                    return best
                program = best.case.program.copy()
                try:
                    changes[number](program)
                except IndexError:
                    number += 1
                    continue
                if found := fails(program):
                    best, going = found, True
                    changes = list(step(best.case.program))
                else:
                    number += 1
    return best


def kind(detail: str) -> str:
    """Returns a reason without the names and numbers in it."""
    last = [line for line in detail.strip().splitlines() if line.strip()][-1:]
    return re.sub(r"[0-9]+|'[^']*'|%\S+", "_", "".join(last))[:100]


def shape(program: Program) -> str:
    """
    Returns the text of a program without its numbers and names: finds with one shape are
    likely of one fault.
    """
    text = re.sub(r"\bk\w+\(", "k(", source(program))
    return re.sub(r"\b(0x)?[0-9]+(ul|u|l)?\b", "0", text)

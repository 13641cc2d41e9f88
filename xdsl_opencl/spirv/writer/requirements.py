"""
What a module must declare: capabilities, extensions and the version, from the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from xdsl_opencl.spirv.table import FIRST_VERSION, Needs, core
from xdsl_opencl.spirv.words import (
    Instruction,
    Module,
    Value,
    bits_of_mask,
    kinds,
)

_FOREIGN = frozenset(("Shader", "Matrix", "Geometry", "Tessellation"))
"""Capabilities that OpenCL does not have."""


def requirements(
    stated: Iterable[str], instructions: Iterable[Instruction]
) -> tuple[int, list[str], list[str]]:
    """
    What `instructions` need beside the capabilities `stated`: the version word, and the names that
    `OpCapability` and `OpExtension` take. An extension is declared rather than a later version, so
    that older consumers take the module.
    """
    declared = dict.fromkeys(stated)
    extensions: dict[str, None] = {}
    version = FIRST_VERSION
    waiting = [_capability(name) for name in declared]
    seen: set[str | tuple[Value, ...]] = set()
    for instruction in instructions:
        key = opcode = instruction.opcode
        if _enumerates(opcode):
            every = opcode.startswith("OpImage")
            names = (v for v in instruction.operands if every or isinstance(v, str))
            key = (opcode, *names)
        if key not in seen:
            seen.add(key)
            waiting += _needs(instruction)
    implied = {name for known in declared for name in _implied(known)}
    # First what leaves no choice.
    for needs in sorted(waiting, key=lambda needs: len(needs.capabilities)):
        chosen = needs.capabilities
        if chosen and not implied.intersection(chosen):
            name = next((c for c in chosen if not _FOREIGN & _implied(c)), chosen[0])
            declared[name] = None
            implied |= _implied(name)
            needs = _merged(needs, _capability(name))
        if needs.version is not None and needs.version <= version:
            continue
        if needs.extensions:
            extensions[needs.extensions[0]] = None
        elif needs.version is not None:
            version = max(version, needs.version)
    return version, sorted(declared), sorted(extensions)


def _merged(first: Needs, second: Needs) -> Needs:
    """The needs of a name and of the capability that was chosen for it."""
    late = (
        first if (first.version or 1 << 32) >= (second.version or 1 << 32) else second
    )
    return Needs((), late.extensions or second.extensions, late.version)


def _capability(name: str) -> Needs:
    found = core().kind("Capability").names[name].needs
    return Needs((), found.extensions, found.version)


@cache
def _implied(name: str) -> frozenset[str]:
    """A capability with the capabilities that declaring it declares."""
    known = core().kind("Capability").names
    found, waiting = {name}, [name]
    while waiting:
        for other in known[waiting.pop()].needs.capabilities:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


@cache
def _enumerates(opcode: str) -> bool:
    """Whether an enumerant, or a bit of an image's mask, may need something."""
    row = core().opcode(opcode)
    assert row is not None, opcode
    categories = {core().kind(name).category for name, _ in row.operands}
    return "ValueEnum" in categories or opcode.startswith("OpImage")


def _needs(instruction: Instruction) -> Iterator[Needs]:
    row = core().opcode(instruction.opcode)
    assert row is not None
    yield row.needs
    if not _enumerates(instruction.opcode):
        return
    for name, value in kinds(Module(), instruction):
        kind = core().kind(name)
        if kind.category == "ValueEnum":
            yield kind.names[value].needs
        elif kind.category == "BitEnum":
            yield from (kind.values[bit].needs for bit in bits_of_mask(value))

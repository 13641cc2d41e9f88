"""
What a module must declare: capabilities, extensions and the version, from the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from xdsl_opencl.spirv.table import FIRST_VERSION, Needs, core
from xdsl_opencl.spirv.words import Instruction, Value

_FOREIGN = frozenset(("Shader", "Matrix", "Geometry", "Tessellation"))
"""Capabilities that OpenCL does not have."""


@dataclass(frozen=True)
class Requirements:
    """The version word, and the names that `OpCapability` and `OpExtension` take."""

    version: int
    capabilities: list[str]
    extensions: list[str]


def requirements(
    stated: Iterable[str], instructions: Iterable[Instruction]
) -> Requirements:
    """
    What `instructions` need beside the capabilities `stated`. An extension is declared rather than
    a later version, so that older consumers take the module.
    """
    declared = dict.fromkeys(stated)
    extensions: dict[str, None] = {}
    version = FIRST_VERSION
    waiting = [_capability(name) for name in declared]
    seen: set[tuple[str, tuple[Value, ...]]] = set()
    for instruction in instructions:
        key = instruction.opcode, _enumerants(instruction)
        if key not in seen:
            seen.add(key)
            waiting += _needs(*key)
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
    return Requirements(version, sorted(declared), sorted(extensions))


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
def _kinds(opcode: str) -> tuple[str, ...]:
    """The kinds of enumerations that an instruction may have as operands."""
    row = core().opcode(opcode)
    assert row is not None, opcode
    names = (kind for kind, _ in row.operands if not kind.startswith("Id"))
    categories = ("ValueEnum", "BitEnum")
    return tuple(n for n in names if core().kind(n).category in categories)


def _enumerants(instruction: Instruction) -> tuple[Value, ...]:
    """The operands of an instruction that may be enumerants: names, and a mask of images."""
    operands = instruction.operands
    if not _kinds(instruction.opcode):
        return ()
    if instruction.opcode == "OpEntryPoint":
        return operands[:1]
    names = tuple(v for v in operands if isinstance(v, str))
    place = _MASKS.get(instruction.opcode, len(operands))
    return (*names, *operands[place : place + 1])


_MASKS = {
    "OpImageRead": 2,
    "OpImageWrite": 3,
    "OpImageSampleExplicitLod": 2,
    "OpImageFetch": 2,
}
"""The places of masks whose bits need something."""


@cache
def _needs(opcode: str, values: tuple[Value, ...]) -> list[Needs]:
    row = core().opcode(opcode)
    assert row is not None
    found = [row.needs]
    for name in _kinds(opcode):
        kind = core().kind(name)
        for value in values:
            if isinstance(value, str):
                if (each := kind.names.get(value)) is not None:
                    found.append(each.needs)
                    found += _parameters(each.parameters, values)
            elif kind.category == "BitEnum":
                found += (
                    kind.values[1 << n].needs
                    for n in range(value.bit_length())
                    if value >> n & 1
                )
    return found


def _parameters(
    parameters: Iterable[tuple[str, str]], values: tuple[Value, ...]
) -> Iterator[Needs]:
    """The needs of enumerants that follow another one, as those of a decoration."""
    for name, _ in parameters:
        kind = core().kind(name)
        if kind.category == "ValueEnum":
            for value in values:
                if isinstance(value, str) and value in kind.names:
                    yield kind.names[value].needs

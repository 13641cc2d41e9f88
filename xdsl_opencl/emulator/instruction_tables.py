"""
The instructions that the emulator implements: the tables of all modules, together.

A module of this package or of its packages `vector`, `memory` and `images` contributes a mapping
`INSTRUCTIONS` from mnemonic to the builder of a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import (
    Builder,
    Instruction,
    Instructions,
    Step,
    acting,
)
from xdsl_opencl.emulator.waves import Waves

_FOLDER = Path(__file__).parent
_PATTERNS = ("scalar/*.py", "vector/*.py", "memory/instructions/*.py", "images/*.py")


def modules() -> Iterator[str]:
    """Names of all modules that may have a table, in alphabetical order."""
    for pattern in _PATTERNS:
        for path in sorted(_FOLDER.glob(pattern)):
            parts = path.relative_to(_FOLDER).with_suffix("").parts
            if parts[-1] != "__init__":
                yield ".".join((__name__.rpartition(".")[0], *parts))


@cache
def tables() -> Mapping[str, Instructions]:
    """The tables by the name of their module."""
    found: dict[str, Instructions] = {}
    for name in modules():
        table = getattr(import_module(name), "INSTRUCTIONS", None)
        if table is not None:
            found[name] = cast(Instructions, table)
    return found


@cache
def instructions() -> Mapping[str, Builder]:
    """
    Maps every implemented mnemonic to the builder of its step.

    Raises `ValueError` when two modules implement the same mnemonic.
    """
    merged: dict[str, Builder] = {}
    owner: dict[str, str] = {}
    for module, table in tables().items():
        for mnemonic, builder in table.items():
            if mnemonic in merged:
                raise ValueError(
                    f"{mnemonic} is in both {owner[mnemonic]} and {module}; remove one"
                )
            merged[mnemonic] = builder
            owner[mnemonic] = module
    return merged


@acting
def _unknown(instruction: Instruction, waves: Waves) -> None:
    processor, address = waves.generation.name, instruction.address
    if instruction.mnemonic.startswith("."):
        raise UnknownInstructionError(
            f"no instruction of {processor} at address {address:#x}: there is "
            f"{instruction.text}; look for a branch to data, code that is cut off, or code "
            "of another processor"
        )
    raise UnknownInstructionError(
        f"instruction '{instruction.text or instruction.mnemonic}' at address "
        f"{address:#x} is not implemented on {processor}; compile with other options or for "
        "another processor, and report it"
    )


def build(instruction: Instruction, generation: Generation) -> Step:
    """
    Builds the step of `instruction`. For an unimplemented instruction, the step raises
    `UnknownInstructionError`.

    The builder of the first half builds a dual-issue pair.
    """
    builder = instructions().get(instruction.mnemonic, _unknown)
    return builder(instruction, generation)

"""
Reads the instructions of a code object: from its bytes with LLVM's disassembler, or from the
assembly text of the same compilation.

Both give the same instructions. Those from the text have their own addresses, which start at the
functions' symbols. The distances agree with the addresses that the code computes: an instruction
counts 4 bytes there, and 8 if it contains an address.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from xdsl_opencl.backend.elf import Elf
from xdsl_opencl.backend.toolchain import ROCM_VARIABLE, of_rocm, on_path, version
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.operands import Literal, Operand, Register, Special
from xdsl_opencl.emulator.program.assembly_parser import parse

OBJDUMP_VARIABLE = "XDSL_OPENCL_OBJDUMP"
"""Environment variable that names the disassembler to use."""

_OLDEST = 22
"""The first llvm-objdump that reads every 16-bit instruction of gfx11."""

HOW_TO_GET = (
    "install llvm-22 (Debian, apt.llvm.org), or name an llvm-objdump of LLVM 22 in "
    f"{OBJDUMP_VARIABLE}"
)


def _objdump_version(command: str) -> int:
    return version((command,), r"LLVM version (\d+)") or 0


def find_objdump() -> str | None:
    """
    Finds llvm-objdump: the program that `XDSL_OPENCL_OBJDUMP` names, one of version 22 or
    later on the `PATH`, or the one in `$ROCM_PATH`. `None` without any.

    Raises `EmulatorError` when the variable does not name one.
    """
    variables = (OBJDUMP_VARIABLE, "PATH", ROCM_VARIABLE)
    return _find_objdump(*map(os.environ.get, variables))


@cache
def _find_objdump(wanted: str | None, path: str | None, rocm: str | None) -> str | None:
    del path, rocm  # looked up by others; here only for the cache
    if wanted:
        command = shutil.which(wanted)
        if command is None or _objdump_version(command) < _OLDEST:
            raise EmulatorError(
                f"{OBJDUMP_VARIABLE} is '{wanted}', which is not an llvm-objdump of "
                f"version {_OLDEST} or later; {HOW_TO_GET}"
            )
        return command
    for command in (*on_path("llvm-objdump", _OLDEST), *of_rocm("llvm-objdump")):
        if _objdump_version(command) >= _OLDEST:
            return command
    return None


_LISTED = re.compile(
    r"^\t(?P<text>.*?) *// (?P<address>[0-9A-F]+): (?P<words>[0-9A-F]{8}(?: [0-9A-F]{8})*)",
    re.MULTILINE,
)
_BRANCH = re.compile(r"s_(?:c?branch\w*|call_b64|subvector_loop_\w+)")
_PLACE = re.compile(r"^; (.+):(\d+)(?: .*)?$")


def disassemble(code: bytes, processor: str, wave_size: int) -> tuple[Instruction, ...]:
    """
    Disassembles the linked code object `code` for `processor`, in the order of addresses.
    The wave size decides the notation of lane-mask registers.

    Raises `EmulatorError` when there is no disassembler, or it fails.
    """
    command = find_objdump()
    if command is None:
        raise EmulatorError(f"no disassembler of AMD GPU code found; {HOW_TO_GET}")
    other = 96 - wave_size
    # Processors with a single wave size do not have these features.
    features = f"+wavefrontsize{wave_size},-wavefrontsize{other}"
    with tempfile.TemporaryDirectory(prefix="xdsl-opencl-") as folder:
        path = Path(folder, "code")
        path.write_bytes(code)
        result = subprocess.run(
            [command, "-d", "-l", f"--mcpu={processor}", f"--mattr={features}", path],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    if result.returncode != 0:
        words = result.stderr.strip() or f"status {result.returncode}"
        raise EmulatorError(f"{command} cannot read the code object: {words}")
    return tuple(_listed(result.stdout))


def _listed(listing: str) -> Iterator[Instruction]:
    file, line = "", 0
    for row in listing.split("\n"):
        if row.startswith("; "):
            if place := _PLACE.match(row):
                file, line = place[1], int(place[2])
            elif row.endswith("():"):
                file, line = "", 0
        elif match := _LISTED.match(row):
            address = int(match["address"], 16)
            size = 4 * len(match["words"].split())
            text = match["text"].strip()
            target: int | None = None
            if _BRANCH.match(text):
                text, _, operand = text.rpartition(" ")
                distance = int(operand.split()[-1], 0) & 0xFFFF
                distance -= (distance & 0x8000) << 1
                target = address + 4 + 4 * distance
            yield _instruction(text.rstrip(","), address, size, target, file, line)


def _instruction(
    text: str, address: int, size: int, target: int | None, file: str, line: int
) -> Instruction:
    halves = text.split(" :: ")
    try:
        parsed = [parse(half) for half in halves]
    except ValueError as error:
        raise EmulatorError(
            f"instruction '{text}' at address {address:#x} cannot be read: {error}; "
            "report it"
        ) from error
    second = None
    mnemonic, encoding, operands, modifiers = parsed[0]
    if len(parsed) == 2:
        second = Instruction(address, size, *parsed[1], text=text, file=file, line=line)
    if mnemonic.startswith(_SCALAR_MEMORY) and operands[-1:] == (Special("null"),):
        # The form without a register offset; its offset is 0.
        operands = (*operands[:-1], Literal(0, "0x0"))
    if _says_halves_twice(operands, modifiers.get("op_sel")):
        del modifiers["op_sel"]
    if mnemonic == "s_barrier_wait" and operands == (Literal(0xFFFF, "0xffff"),):
        operands = (Literal(-1, "-1"),)
    if mnemonic.startswith("image_") and "dim" not in modifiers and len(operands) > 2:
        # Up to gfx9 the bytes do not give the number of address registers.
        place = operands[1]
        if isinstance(place, Register):
            first = Register(place.file, place.first)
            operands = (operands[0], first, *operands[2:])
    if target is not None:
        modifiers["target"] = target
    return Instruction(
        address,
        size,
        mnemonic,
        encoding,
        operands,
        modifiers,
        text,
        second,
        file,
        line,
    )


def _says_halves_twice(
    operands: tuple[Operand, ...], selected: tuple[int, ...] | None
) -> bool:
    """
    True if op_sel repeats the halves of the operands (`v3.h`), in llvm-objdump's order:
    sources first, then the destination.
    """
    if selected is None or len(selected) != len(operands):
        return False
    halves = [o.half if isinstance(o, Register) else "" for o in operands]
    if not any(halves):
        return False
    return [int(half == "h") for half in (*halves[1:], halves[0])] == list(selected)


_SCALAR_MEMORY = ("s_load_", "s_buffer_load_", "s_prefetch_", "s_atc_probe")

_LABEL = re.compile(r"([\w.$@]+|\"[^\"]+\"):")
_SECTION = re.compile(r"\s*\.(text|section\s+\"?\.?(\w*))")
_FILE = re.compile(r'\s*\.file\s+(\d+)\s+"([^"]*)"(?:\s+"([^"]*)")?')
_LOC = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)")
_RELOCATION = re.compile(
    r"""("[^"]+"|[\w.$]+)@(rel32|gotpcrel32|abs32)@(lo|hi)((?:[-+]\d+)?)"""
)
_DIFFERENCE = re.compile(r"\(([\w.$]+)-([\w.$]+)\)(&4294967295|>>32)")
_COMMENT = re.compile(r"\s*(?:;|//).*$")
_ADDRESS = re.compile(r"@(?:rel|gotpcrel|abs)32@|\([\w.$]+-[\w.$]+\)")


@dataclass(frozen=True)
class _Line:
    text: str
    address: int
    size: int
    file: str
    line: int


def read_assembly(text: str, elf: Elf) -> tuple[Instruction, ...]:
    """
    Parses the assembly `text` that LLVM printed when it compiled the linked code object
    `elf`.

    Raises `EmulatorError` for the text of another compilation.
    """
    symbols = {symbol.name: symbol.value for symbol in elf.dynamic_symbols()}
    symbols |= {s.name: s.value for s in elf.symbols() if s.section}
    labels, lines = _code_lines(text, symbols)
    slots = _slots(elf)
    found: list[Instruction] = []
    for line in lines:
        words = line.text
        if "@" in words or "(." in words:
            words = _resolved(words, line.address + 4, {**symbols, **labels}, slots)
        target: int | None = None
        if _BRANCH.match(words):
            words, _, label = words.rpartition(" ")
            if label not in labels:
                raise EmulatorError(f"'{line.text}' goes to a label that is not there")
            target = labels[label]
        found.append(
            _instruction(
                words.rstrip(","), line.address, line.size, target, line.file, line.line
            )
        )
    found.sort(key=lambda instruction: instruction.address)
    return tuple(found)


def _code_lines(
    text: str, symbols: Mapping[str, int]
) -> tuple[dict[str, int], list[_Line]]:
    """The addresses of the labels in code, and the instructions."""
    labels: dict[str, int] = {}
    lines: list[_Line] = []
    files: dict[int, str] = {}
    in_code = False
    address = 0
    place = following = ("", 0)
    for row in text.split("\n"):
        if match := _LABEL.match(row):
            name = match[1].strip('"')
            if not in_code:
                continue
            if name in symbols:
                address, place, following = symbols[name], ("", 0), ("", 0)
            elif not name.startswith(".L"):
                raise EmulatorError(
                    f"the assembly has a function '{name}' that is not in the code "
                    "object; give the text and the object of one compilation"
                )
            labels[name] = address
        elif match := _SECTION.match(row):
            in_code = match[1] == "text" or match[2] == "text"
        elif match := _FILE.match(row):
            folder, name = (match[2], match[3]) if match[3] else ("", match[2])
            files[int(match[1])] = os.path.join(folder, name)
        elif in_code and (match := _LOC.match(row)):
            following = (files.get(int(match[1]), ""), int(match[2]))
        elif in_code:
            words = _COMMENT.sub("", row).strip()
            if words and not words.startswith("."):
                # Line 0 means no line; llvm-objdump keeps the previous line.
                if following[1]:
                    place = following
                size = 8 if _ADDRESS.search(words) else 4
                lines.append(_Line(words, address, size, *place))
                address += size
    return labels, lines


def _slots(elf: Elf) -> Mapping[str | int, int]:
    """
    Addresses of the slots that the loader fills with an address, by symbol and by value.
    """
    names: Sequence[str] = [symbol.name for symbol in elf.dynamic_symbols()]
    return {
        names[r.symbol] if 0 < r.symbol < len(names) else r.addend: r.address
        for r in elf.dynamic_relocations()
    }


def _resolved(
    words: str, place: int, values: Mapping[str, int], slots: Mapping[str | int, int]
) -> str:
    """
    Replaces the values in `words` that the assembler and the linker fill in at address
    `place` by numbers (AMDGPUUsage, "Relocation Records").
    """

    def value(name: str) -> int:
        if name not in values:
            raise EmulatorError(
                f"'{words}' needs '{name}', which is not in the code object"
            )
        return values[name]

    def relocation(match: re.Match[str]) -> str:
        name, kind, half, addend = match.groups()
        # LLVM quotes names that are not plain ASCII words.
        name = name.strip('"')
        number = value(name) if kind != "gotpcrel32" else 0
        if kind == "gotpcrel32":
            slot = slots.get(name, slots.get(value(name)))
            if slot is None:
                raise EmulatorError(f"'{words}' needs a slot that is not there")
            number = slot
        number += int(addend or 0)
        if kind != "abs32":
            number -= place
        return hex((number >> 32 if half == "hi" else number) & 0xFFFFFFFF)

    def difference(match: re.Match[str]) -> str:
        number = value(match[1]) - value(match[2])
        return hex((number >> 32 if match[3] == ">>32" else number) & 0xFFFFFFFF)

    return _DIFFERENCE.sub(difference, _RELOCATION.sub(relocation, words))

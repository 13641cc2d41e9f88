"""
The text of a module, as `spirv-dis --no-color --raw-id` of SPIRV-Tools 2023.1 prints it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr

from xdsl_opencl.dialects.opencl.folding.numbers import from_bytes
from xdsl_opencl.spirv.table import core, extended, version_text
from xdsl_opencl.spirv.words import Instruction, Module, Value, bits_of_mask, kinds

_INDENT = 15
"""Columns in front of the name of an instruction."""


def print_module(module: Module) -> str:
    """The text of `module`, with its header as comments."""
    producer, version = module.generator >> 16, module.generator & 0xFFFF
    producers = json.loads(core().rows["generators"])
    name = producers.get(str(producer), f"Unknown({producer})")
    header = (
        "; SPIR-V",
        f"; Version: {version_text(module.version)}",
        f"; Generator: {name}; {version}",
        f"; Bound: {module.bound}",
        "; Schema: 0",
    )
    lines = (print_instruction(module, each) for each in module.instructions)
    return "\n".join((*header, *lines)) + "\n"


_HEADER_LINES = 5


def _has_places(module: Module) -> bool:
    return any(each.opcode == "OpLine" for each in module.instructions)


def listing_of(module: Module, file: str) -> tuple[str, str]:
    """
    Returns a text that places in `module`, read from `file`, name lines of, and the name of its
    file: `print_module`'s, unless there are `OpLine`s; else the one in an `OpSource`, or nothing.
    """
    if not _has_places(module):
        return print_module(module), f"{file}asm"
    for each in module.instructions:
        if each.opcode == "OpSource" and len(each.operands) > 3:
            name = module.definitions[int(each.operands[2])].operands[0]
            return str(each.operands[3]), str(name)
    return "", ""


def places_in_listing(module: Module, file: str) -> dict[Instruction, LocationAttr]:
    """
    The lines of `print_module`'s text by their instructions of `module`, read from `file`; nothing
    where there are `OpLine`s.
    """
    if _has_places(module):
        return {}
    name, column = StringAttr(f"{file}asm"), IntAttr(1)
    lines = enumerate(module.instructions, _HEADER_LINES + 1)
    return {each: FileLineColLoc(name, IntAttr(n), column) for n, each in lines}


def print_instruction(module: Module, instruction: Instruction) -> str:
    """The line of an instruction of `module`."""
    result = f"%{instruction.result} = " if instruction.result else ""
    parts = [f"{result:>{_INDENT}}{instruction.opcode}"]
    if instruction.type:
        parts.append(f"%{instruction.type}")
    parts += _operands(module, instruction)
    return " ".join(parts)


def _operands(module: Module, instruction: Instruction) -> Iterator[str]:
    grammar = core()
    for name, value in kinds(module, instruction):
        if name.startswith("Id"):
            yield f"%{value}"
        elif name == "LiteralString":
            text = str(value).replace("\\", "\\\\").replace('"', '\\"')
            yield f'"{text}"'
        elif name == "LiteralContextDependentNumber":
            yield _number(module, instruction, value)
        elif name == "LiteralSpecConstantOpInteger":
            yield str(value).removeprefix("Op")
        elif name == "LiteralExtInstInteger":
            grammar = extended(module.sets[instruction.ids[0]]) or grammar
            yield str(value)
        elif (kind := grammar.kind(name)).category == "BitEnum":
            names = (kind.values[bit].name for bit in bits_of_mask(value))
            yield "|".join(names) or "None"
        else:
            yield str(value)


def _number(module: Module, instruction: Instruction, value: Value) -> str:
    """A constant, or a case of a switch, by its type."""
    result_type = instruction.type
    if instruction.opcode == "OpSwitch":
        selector = instruction.operands[0]
        result_type = module.definitions[selector].type
    defined = module.definitions[result_type]
    width = defined.operands[0]
    if defined.opcode == "OpTypeFloat":
        return _float(value, width)
    words = max(32, width)
    if defined.operands[1] and value >> words - 1 & 1:
        value -= 1 << words
    return str(value)


_FRACTIONS = {16: 10, 32: 23, 64: 52}
"""Bits of the fraction, by the width."""


def _float(bits: int, width: int) -> str:
    """
    A number in hexadecimal digits if it is a half, subnormal, infinite or a NaN; in decimal
    ones, as many as tell two numbers apart, else.
    """
    fraction_bits = _FRACTIONS[width]
    bits &= (1 << width) - 1
    largest = (1 << width - 1 - fraction_bits) - 1
    exponent = bits >> fraction_bits & largest
    (number,) = from_bytes(bits.to_bytes(width // 8, "little"), width, floating=True)
    if width > 16 and (0 < exponent < largest or not number):
        return f"{number:.{9 if width == 32 else 17}g}"
    sign = "-" if bits >> width - 1 & 1 else ""
    if not number:
        return f"{sign}0x0p+0"
    mantissa, power = math.frexp(abs(number))
    if exponent == largest:
        mantissa = 0.5 + (bits & (1 << fraction_bits) - 1) / (2 << fraction_bits)
        power = (largest >> 1) + 2
    digits, _, _ = (2 * mantissa).hex().partition("p")
    return f"{sign}{digits.rstrip('0').rstrip('.')}p{power - 1:+d}"

"""
A module of SPIR-V as values, read from words and written as words.

Operands stand in one flat tuple, in the order of the words. An id, a number and a mask of bits
are an `int`; a value of an enumeration is its name (`CrossWorkgroup`), or a number where it only
describes the module and the table does not have it, as is an instruction
within another one (`fma` of `OpExtInst`, `OpIAdd` of `OpSpecConstantOp`); a string is a `str`.
A number as wide as a type (`OpConstant`, the cases of `OpSwitch`) is its words, the first lowest,
read as one unsigned number. The instruction's row in the table says which operand is what:
`kinds` yields it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from xdsl_opencl.spirv.errors import SpirvError
from xdsl_opencl.spirv.table import (
    FIRST_VERSION,
    HEADER_WORDS,
    ID_KINDS,
    LAST_VERSION,
    MAGIC,
    core,
    extended,
    version_text,
)

Value = Any
"""An operand; see above."""

WORD = 0xFFFFFFFF
_BOUND = 0x3FFFFF
"""The largest bound (SPIR-V 1.6, 2.17)."""
_LATEST = f"the table ends at SPIR-V {version_text(LAST_VERSION)}"


@dataclass(slots=True, eq=False)
class Instruction:
    """
    An instruction by name; `type` and `result` are ids, 0 where it has none. `offset` is the
    place of its first word in the module, the magic number being word 0.
    """

    opcode: str
    type: int = 0
    result: int = 0
    operands: tuple[Value, ...] = ()
    offset: int = 0

    @property
    def ids(self) -> tuple[int, ...]:
        """The operands that are ids, numbers or masks."""
        return tuple(n for n in self.operands if isinstance(n, int))

    def fault(self, text: str) -> SpirvError:
        """The error `text` about the instruction."""
        return SpirvError(f"SPIR-V, word {self.offset}: {self.opcode}: {text}")


@dataclass(eq=False)
class Module:
    """
    A module. `version` is as in the header (0x10400); `generator` has the producer in its upper
    half and its version in the lower one; ids are less than `bound` (0: as `write` finds it).
    `definitions` are the instructions with a result by their id, `sets` the names of imported
    sets of instructions by theirs: both as far as the module has been read or written.
    """

    version: int = FIRST_VERSION
    generator: int = 0
    bound: int = 0
    instructions: list[Instruction] = field(default_factory=list[Instruction])
    definitions: dict[int, Instruction] = field(default_factory=dict[int, Instruction])
    sets: dict[int, str] = field(default_factory=dict[int, str])

    def define(self, instruction: Instruction) -> None:
        """Notes the result of `instruction`; refuses a second one with its id."""
        result = instruction.result
        if result in self.definitions:
            first = self.definitions[result]
            raise instruction.fault(
                f"%{result} is the result of {first.opcode} at word {first.offset}, too; an "
                "id has one definition",
            )
        self.definitions[result] = instruction
        if instruction.opcode == "OpExtInstImport":
            self.sets[result] = str(instruction.operands[0])

    def number_words(self, instruction: Instruction, first: Value) -> int:
        """
        The words of a number of the type of `instruction`, or of its first operand, `first`, if it
        has none.
        """
        type_id = instruction.type
        if not type_id and (selector := self.definitions.get(first)):
            type_id = selector.type
        found = self.definitions.get(type_id)
        if found is None or found.opcode not in ("OpTypeInt", "OpTypeFloat"):
            raise instruction.fault(
                "the type of its number is no integer or float type defined earlier"
            )
        return max(1, -(-found.operands[0] // 32))


_NUMBER = "LiteralContextDependentNumber"
_PLAIN = ID_KINDS | {"LiteralInteger", "LiteralString", "LiteralFloat"}


def _walk(
    module: Module, instruction: Instruction, source: _Operands
) -> Iterator[tuple[str, Value, Value]]:
    """
    The operands of `instruction` that `source` gives: the kind, the value, and the number that
    stands for it in words (of a string, and of a number of several words, the value again).

    Raises `SpirvError` for operands that the table does not know.
    """
    grammar = core()
    if (opcode := grammar.opcode(instruction.opcode)) is None:
        raise SpirvError(f"SPIR-V has no instruction {instruction.opcode}")
    waiting = [*reversed(opcode.operands)]
    first: Value = 0
    described = False
    while waiting:
        name, quantifier = waiting.pop()
        if not source.left:
            if quantifier:
                continue
            raise instruction.fault(f"its operand {name} is missing")
        if quantifier == "*":
            waiting.append((name, quantifier))
        if name in _PLAIN:
            value = word = source.take(name)
            first = first or value
        elif name == _NUMBER:
            value = word = source.take(name, module.number_words(instruction, first))
        elif name == "LiteralExtInstInteger":
            if (title := module.sets.get(first)) is None:
                raise instruction.fault(f"%{first} is no set of instructions")
            value = word = source.take(name)
            described = source.any_id = title != "OpenCL.std"
            if (imported := extended(title)) is not None:
                if (row := imported.opcode(value)) is None:
                    raise instruction.fault(f"{title} has no instruction {value}")
                grammar, waiting = imported, [*reversed(row.operands)]
                value, word = row.name, row.number
        elif name == "LiteralSpecConstantOpInteger":
            value = source.take(name)
            row = core().opcode(value)
            if row is None or not row.has_type:
                raise instruction.fault(f"{value} is no operation with a result")
            waiting += reversed(row.operands)
            value, word = row.name, row.number
        else:
            kind = grammar.kind(name)
            if kind.category == "Composite":
                waiting += reversed(kind.bases)
                continue
            value = word = source.take(name)
            is_mask = kind.category == "BitEnum"
            for each in reversed(bits_of_mask(value) if is_mask else [value]):
                if (found := kind.find(each)) is not None:
                    waiting += reversed(found.parameters)
                    if not is_mask:
                        value, word = found.name, found.value
                elif not described and name != "SourceLanguage":
                    what = f"bit {each:#x} of {name}" if is_mask else f"{name} {each}"
                    raise instruction.fault(f"unknown {what}; {_LATEST}")
        yield name, value, word
    if source.left and not described:
        raise _excess(instruction, source.left)


def bits_of_mask(mask: int) -> list[int]:
    """The bits of `mask`, the lowest first."""
    return [1 << n for n in range(mask.bit_length()) if mask >> n & 1]


class _Operands:
    """
    The operands of an instruction of a module, one after the other, of which `left` follow. With
    `any_id`, as in what only describes a module, ids may be none.
    """

    any_id = False

    def __init__(self, instruction: Instruction):
        self.instruction = instruction
        self.left = len(instruction.operands)

    def take(self, kind: str, count: int = 1) -> Value:
        """The next operand, of a kind, which takes `count` words."""
        self.left -= 1
        return self.instruction.operands[~self.left]


class _Words(_Operands):
    """The operands of `instruction` in the `left` words of a module up to `end`."""

    def __init__(
        self,
        instruction: Instruction,
        module: tuple[int, tuple[int, ...], bytes],
        end: int,
        left: int,
    ):
        self.instruction, self.end, self.left = instruction, end, left
        self.bound, self.words, self.data = module

    def take(self, kind: str, count: int = 1) -> Value:
        at, each = self.end - self.left, self.instruction
        if kind == "LiteralString":
            zero = self.data.find(0, at * 4, self.end * 4)
            if zero < 0:
                raise each.fault("its string does not end in the instruction")
            self.left = self.end - zero // 4 - 1
            try:
                return self.data[at * 4 : zero].decode()
            except UnicodeDecodeError:
                raise each.fault("its string is not UTF-8") from None
        if count > self.left:
            raise each.fault(f"its number of {count} words is cut off")
        word = self.words[at]
        if kind in ID_KINDS and not (self.any_id or 0 < word < self.bound):
            raise _outside(each, (word,), self.bound)
        self.left -= count
        data = self.data[4 * at : 4 * (at + count)]
        return word if count == 1 else int.from_bytes(data, "little")


# Reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Module:
    """
    The module in `data`, in either byte order.

    Raises `SpirvError` for what is no module, and for an instruction that the table or the
    module's own ids refuse.
    """
    words, data = _words(data)
    module = _header(words)
    bound, end = module.bound, len(words)
    whole = bound, words, data
    add = module.instructions.append
    opcode_of = core().opcode
    at = HEADER_WORDS
    while at < end:
        head = words[at]
        size = head >> 16
        opcode = opcode_of(head & 0xFFFF)
        if opcode is None:
            raise SpirvError(
                f"SPIR-V, word {at}: unknown instruction {head & 0xFFFF}; {_LATEST}"
            )
        skip = 1 + opcode.has_type + opcode.has_result
        if size < skip + opcode.least or at + size > end:
            reason = f"at least {skip + opcode.least} are needed"
            if at + size > end:
                reason = f"the module ends after {end - at}"
            text = f"{size} words, where {reason}; the module is cut off or not SPIR-V"
            raise Instruction(opcode.name, offset=at).fault(text)
        result_type = result = 0
        if skip > 1:
            ids = words[at + 1 : at + skip]
            if not 0 < min(ids) <= max(ids) < bound:
                raise _outside(Instruction(opcode.name, offset=at), ids, bound)
            if opcode.has_result:
                result = ids[-1]
            if opcode.has_type:
                result_type = ids[0]
        instruction = Instruction(opcode.name, result_type, result, (), at)
        if opcode.flat:
            operands = words[at + skip : at + size]
            if operands:
                ids = operands
                if opcode.literal:
                    ids = operands[: opcode.least]
                elif not opcode.more and len(operands) > opcode.least:
                    # Clang 22 repeats the type in the null of an event, once for each use
                    # after the first one.
                    if opcode.name != "OpConstantNull" or {*operands} != {result_type}:
                        raise _excess(instruction, size - skip - opcode.least)
                    ids = operands = ()
                if ids and not 0 < min(ids) <= max(ids) < bound:
                    raise _outside(instruction, ids, bound)
                instruction.operands = operands
        else:
            source = _Words(instruction, whole, at + size, size - skip)
            instruction.operands = tuple(
                value for _, value, _ in _walk(module, instruction, source)
            )
        if result:
            module.define(instruction)
        add(instruction)
        at += size
    return module


def _words(data: bytes) -> tuple[tuple[int, ...], bytes]:
    """The words of `data`, and their bytes in little-endian order."""
    magic = struct.pack("<I", MAGIC)
    if data[:4] not in (magic, magic[::-1]):
        raise SpirvError(
            f"not SPIR-V: the first word is no {MAGIC:#010x}; a module begins with it"
        )
    if len(data) % 4:
        raise SpirvError(
            f"SPIR-V, word {len(data) // 4}: {len(data) % 4} bytes follow the last whole word; "
            "the module is cut off"
        )
    count = len(data) // 4
    if count < HEADER_WORDS:
        raise SpirvError(
            f"SPIR-V, word {count}: the module ends within its header of {HEADER_WORDS} words"
        )
    if data[:4] == magic:
        return struct.unpack(f"<{count}I", data), data
    words = struct.unpack(f">{count}I", data)
    return words, struct.pack(f"<{count}I", *words)


def _header(words: Sequence[int]) -> Module:
    _, version, generator, bound, schema = words[:HEADER_WORDS]
    if not FIRST_VERSION <= version <= LAST_VERSION or version & 0xFF0000FF:
        raise SpirvError(
            f"SPIR-V, word 1: version {version_text(version)} ({version:#010x}) is none of "
            f"{version_text(FIRST_VERSION)} to {version_text(LAST_VERSION)}; write the module "
            "for one of these"
        )
    if not 0 < bound <= _BOUND:
        text = f"the bound is {bound:#x}; a module's is from 1 to {_BOUND:#x}"
        raise SpirvError(f"SPIR-V, word 3: {text}")
    if schema:
        raise SpirvError(f"SPIR-V, word 4: the schema is {schema:#x}; a module's is 0")
    return Module(version, generator, bound)


def _outside(each: Instruction, ids: Sequence[int], bound: int) -> SpirvError:
    wrong = next(id for id in ids if not 0 < id < bound)
    return each.fault(f"the id {wrong} is not between 1 and the bound {bound}")


def _excess(instruction: Instruction, count: int) -> SpirvError:
    return instruction.fault(f"{count} words follow its last operand; none may")


# The kinds of operands ------------------------------------------------------------------------


def kinds(module: Module, instruction: Instruction) -> Iterator[tuple[str, Value]]:
    """
    The operands of `instruction` with their kinds. The cases of `OpSwitch` are
    `LiteralContextDependentNumber` as its constants are; the instruction of `OpExtInst` is
    `LiteralExtInstInteger`.

    Raises `SpirvError` for operands that the table does not know.
    """
    for kind, value, _ in _walk(module, instruction, _Operands(instruction)):
        yield kind, value


def constant_sizes(module: Module) -> dict[int, set[int]]:
    """
    The bytes of the specialization constants by their numbers; several constants may have one.
    """
    found: dict[int, set[int]] = {}
    for each in module.instructions:
        if each.opcode == "OpFunction":
            break
        if each.opcode != "OpDecorate" or each.operands[1] != "SpecId":
            continue
        target, _, number = each.operands
        constant = module.definitions.get(target)
        defined = constant and module.definitions.get(constant.type)
        if constant is None or defined is None:
            continue
        bits = 8 if defined.opcode == "OpTypeBool" else defined.operands[0]
        found.setdefault(number, set()).add(bits // 8)
    return found


# Writing ------------------------------------------------------------------------------------


def write(module: Module) -> bytes:
    """
    The words of `module`, lowest byte first. Sets `bound` if it is 0, and the offsets of the
    instructions.

    Raises `SpirvError` for operands that the table does not know.
    """
    words = [MAGIC, module.version, module.generator, module.bound, 0]
    module.definitions.clear()
    module.sets.clear()
    for instruction in module.instructions:
        start = instruction.offset = len(words)
        if (opcode := core().opcode(instruction.opcode)) is None:
            raise SpirvError(f"SPIR-V has no instruction {instruction.opcode}")
        words.append(0)
        if opcode.has_type:
            words.append(instruction.type)
        if opcode.has_result:
            words.append(instruction.result)
            module.define(instruction)
        if opcode.flat:
            words += instruction.operands
        else:
            operands = _Operands(instruction)
            for kind, _, word in _walk(module, instruction, operands):
                if isinstance(word, str):
                    raw = word.encode() + b"\0"
                    raw += bytes(-len(raw) % 4)
                    words += struct.unpack(f"<{len(raw) // 4}I", raw)
                elif kind == _NUMBER:
                    count = module.number_words(instruction, instruction.operands[0])
                    words += [word >> 32 * n & WORD for n in range(count)]
                else:
                    words.append(word & WORD)
        size = len(words) - start
        if size > 0xFFFF:
            raise instruction.fault(f"{size} words; 65535 fit")
        words[start] = size << 16 | opcode.number
    words[3] = module.bound = module.bound or max(module.definitions, default=0) + 1
    return struct.pack(f"<{len(words)}I", *words)

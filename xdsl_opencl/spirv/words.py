"""
A module of SPIR-V as values, read from words and written as words.

Operands stand in one flat tuple, in the order of the words. An id, a number and a mask of bits
are an `int`; a value of an enumeration is its name (`CrossWorkgroup`), as is an instruction
within another one (`fma` of `OpExtInst`, `OpIAdd` of `OpSpecConstantOp`); a string is a `str`.
A number as wide as a type (`OpConstant`, the cases of `OpSwitch`) is its words, the first lowest,
read as one unsigned number. The instruction's row in the table says which operand is what:
`kinds` yields it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from xdsl_opencl.spirv.errors import SpirvError, fault
from xdsl_opencl.spirv.table import (
    FIRST_VERSION,
    HEADER_WORDS,
    LAST_VERSION,
    MAGIC,
    Grammar,
    Opcode,
    Operand,
    core,
    extended,
    version_text,
)

Value = int | str
"""An operand; see above."""

WORD = 0xFFFFFFFF


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
            raise fault(
                instruction.offset,
                instruction.opcode,
                f"%{result} is the result of {first.opcode} at word {first.offset}, too; an "
                "id has one definition",
            )
        self.definitions[result] = instruction
        if instruction.opcode == "OpExtInstImport":
            self.sets[result] = str(instruction.operands[0])

    def number_words(self, instruction: Instruction, selector: bool) -> int:
        """
        The words of a number of the type of `instruction`, or with `selector` of that of its
        first operand.
        """
        found = self.definitions.get(instruction.type)
        if selector:
            defined = self.definitions.get(_id(instruction.operands[0]))
            found = defined and self.definitions.get(defined.type)
        if found is None or found.opcode not in ("OpTypeInt", "OpTypeFloat"):
            raise fault(
                instruction.offset,
                instruction.opcode,
                "the type of its number is no integer or float type defined earlier",
            )
        return max(1, -(-_id(found.operands[0]) // 32))

    def grammar(self, set_id: Value) -> Grammar | None:
        """The grammar of an imported set of instructions; `None` if it is not known."""
        name = self.sets.get(_id(set_id))
        return None if name is None else extended(name)


def _id(value: Value) -> int:
    assert isinstance(value, int)
    return value


@dataclass(frozen=True, slots=True, eq=False)
class _Form:
    """
    How an instruction is read: `plain` are operands of a word each, all ids, of which `least`
    must stand; with `more` others may follow.
    """

    opcode: Opcode
    skip: int
    plain: bool
    least: int
    more: bool


_ID_KINDS = frozenset(("IdRef", "IdScope", "IdMemorySemantics"))


@cache
def _form(number: int) -> _Form | None:
    opcode = core().opcode(number)
    if opcode is None:
        return None
    kinds = opcode.operands
    least = sum(not quantifier for _, quantifier in kinds)
    more = bool(kinds) and kinds[-1][1] == "*"
    plain = all(kind in _ID_KINDS for kind, _ in kinds) and least >= len(kinds) - more
    skip = 1 + opcode.has_type + opcode.has_result
    return _Form(opcode, skip, plain, least, more)


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
    add, definitions = module.instructions.append, module.definitions
    at = HEADER_WORDS
    while at < end:
        head = words[at]
        size = head >> 16
        form = _form(head & 0xFFFF)
        if form is None:
            raise SpirvError(
                f"SPIR-V, word {at}: unknown instruction {head & 0xFFFF}; the table ends at "
                f"SPIR-V {version_text(LAST_VERSION)}"
            )
        opcode = form.opcode
        skip = form.skip
        if size < skip + form.least or at + size > end:
            raise fault(
                at,
                opcode.name,
                f"{size} words, of which {end - at} stand in the module, where at least "
                f"{skip + form.least} are needed; the module is cut off or not SPIR-V",
            )
        result_type = result = 0
        if skip > 1:
            ids = words[at + 1 : at + skip]
            if not 0 < min(ids) <= max(ids) < bound:
                raise _outside(at, opcode.name, ids, bound)
            if opcode.has_result:
                result = ids[-1]
            if opcode.has_type:
                result_type = ids[0]
        instruction = Instruction(opcode.name, result_type, result, (), at)
        if form.plain:
            operands = words[at + skip : at + size]
            if operands:
                if not form.more and len(operands) > form.least:
                    # Clang 22 writes the null of an event so, and consumers take it.
                    if opcode.name == "OpConstantNull" and len(operands) == 1:
                        operands = ()
                    else:
                        raise _excess(instruction, size - skip - form.least)
                if operands and not 0 < min(operands) <= max(operands) < bound:
                    raise _outside(at, opcode.name, operands, bound)
                instruction.operands = operands
        else:
            _decode(module, instruction, words, data, at + skip, at + size)
        if result:
            if result in definitions or opcode.name == "OpExtInstImport":
                module.define(instruction)
            else:
                definitions[result] = instruction
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
    if bound == 0 or schema != 0:
        what = "bound" if bound == 0 else "schema"
        raise SpirvError(
            f"SPIR-V, word {3 if bound == 0 else 4}: the {what} is {schema and hex(schema)}; "
            f"a module's is {'above 0' if bound == 0 else 0}"
        )
    return Module(version, generator, bound)


def _outside(at: int, name: str, ids: Sequence[int], bound: int) -> SpirvError:
    wrong = next(each for each in ids if not 0 < each < bound)
    return fault(at, name, f"the id {wrong} is not between 1 and the bound {bound}")


def _excess(instruction: Instruction, count: int) -> SpirvError:
    return fault(
        instruction.offset,
        instruction.opcode,
        f"{count} words follow its last operand; none may",
    )


def _decode(
    module: Module,
    instruction: Instruction,
    words: tuple[int, ...],
    data: bytes,
    at: int,
    end: int,
) -> None:
    """Sets the operands of `instruction`, which are the words from `at` to `end`."""
    grammar = core()
    found: list[Value] = []
    waiting = _waiting(instruction.opcode)
    name, offset = instruction.opcode, instruction.offset
    while waiting:
        kind_name, quantifier = waiting.pop()
        if at >= end:
            if quantifier:
                continue
            raise fault(offset, name, f"its operand {kind_name} is missing")
        if quantifier == "*":
            waiting.append((kind_name, quantifier))
        if kind_name in _ID_KINDS:
            if not 0 < words[at] < module.bound:
                raise _outside(offset, name, words[at : at + 1], module.bound)
            found.append(words[at])
            at += 1
            continue
        if kind_name == "LiteralInteger":
            found.append(words[at])
            at += 1
            continue
        if kind_name == "LiteralString":
            zero = data.find(0, at * 4, end * 4)
            if zero < 0:
                raise fault(offset, name, "its string does not end in the instruction")
            try:
                found.append(data[at * 4 : zero].decode())
            except UnicodeDecodeError:
                raise fault(offset, name, "its string is not UTF-8") from None
            at = zero // 4 + 1
            continue
        if kind_name in _WIDE:
            instruction.operands = tuple(found[:1])
            count = module.number_words(instruction, kind_name != _NUMBER)
            if at + count > end:
                raise fault(offset, name, f"its number of {count} words is cut off")
            part = words[at : at + count]
            found.append(sum(word << 32 * index for index, word in enumerate(part)))
            at += count
            if kind_name != _NUMBER:
                waiting.append(("IdRef", ""))
            continue
        if kind_name == "LiteralExtInstInteger":
            of_set = module.grammar(found[0])
            if (title := module.sets.get(_id(found[0]))) is None:
                raise fault(offset, name, f"%{found[0]} is no set of instructions")
            if of_set is None:
                found.append(words[at])
            elif (row := of_set.opcode(words[at])) is None:
                raise fault(offset, name, f"{title} has no instruction {words[at]}")
            else:
                grammar = of_set
                waiting = list(reversed(row.operands))
                found.append(row.name)
            at += 1
            continue
        if kind_name == "LiteralSpecConstantOpInteger":
            row = core().opcode(words[at])
            if row is None or not row.has_type:
                raise fault(offset, name, f"{words[at]} is no operation with a result")
            found.append(row.name)
            waiting += reversed(row.operands)
            at += 1
            continue
        kind = grammar.kind(kind_name)
        word = words[at]
        if kind.category == "Composite":
            waiting += [(base, "") for base in reversed(kind.bases)]
        elif kind.category == "ValueEnum":
            value = kind.values.get(word)
            if value is None:
                raise fault(offset, name, f"unknown {kind_name} {word}")
            found.append(value.name)
            waiting += reversed(value.parameters)
            at += 1
        else:
            bits = [word & 1 << n for n in range(word.bit_length()) if word >> n & 1]
            for bit in reversed(bits):
                if bit not in kind.values:
                    raise fault(offset, name, f"unknown bit {bit:#x} of {kind_name}")
                waiting += reversed(kind.values[bit].parameters)
            found.append(word)
            at += 1
    if at < end:
        raise _excess(instruction, end - at)
    instruction.operands = tuple(found)


_NUMBER = "LiteralContextDependentNumber"
_CASE = "PairLiteralIntegerIdRef"
_WIDE = frozenset((_NUMBER, _CASE))


def _waiting(name: str) -> list[Operand]:
    opcode = core().opcode(name)
    if opcode is None:
        raise SpirvError(f"SPIR-V has no instruction {name}")
    return list(reversed(opcode.operands))


# The kinds of operands ------------------------------------------------------------------------


def kinds(module: Module, instruction: Instruction) -> Iterator[tuple[str, Value]]:
    """
    The operands of `instruction` with their kinds. The cases of `OpSwitch` are
    `LiteralContextDependentNumber` as its constants are; the instruction of `OpExtInst` is
    `LiteralExtInstInteger`.

    Raises `SpirvError` for operands that the table does not know.
    """
    grammar = core()
    waiting = _waiting(instruction.opcode)
    operands = instruction.operands
    place = 0
    while waiting:
        kind_name, quantifier = waiting.pop()
        if place >= len(operands):
            if quantifier:
                continue
            raise fault(
                instruction.offset,
                instruction.opcode,
                f"its operand {kind_name} is missing",
            )
        if quantifier == "*":
            waiting.append((kind_name, quantifier))
        value = operands[place]
        if kind_name == _CASE:
            waiting += [("IdRef", ""), (_NUMBER, "")]
            continue
        kind = None if kind_name in _ID_KINDS else grammar.kind(kind_name)
        if kind and kind.category == "Composite":
            waiting += [(base, "") for base in reversed(kind.bases)]
            continue
        place += 1
        if kind_name == "LiteralExtInstInteger":
            imported = module.grammar(operands[0])
            row = imported and imported.opcode(value)
            if imported and row:
                grammar = imported
                waiting = list(reversed(row.operands))
        elif kind_name == "LiteralSpecConstantOpInteger":
            waiting += _waiting(str(value))
        elif kind and kind.category == "ValueEnum":
            if value not in kind.names:
                raise fault(
                    instruction.offset, instruction.opcode, f"no {kind_name} {value}"
                )
            waiting += reversed(kind.names[str(value)].parameters)
        elif kind and kind.category == "BitEnum":
            mask = _id(value)
            for n in reversed(range(mask.bit_length())):
                if mask >> n & 1:
                    waiting += reversed(kind.values[1 << n].parameters)
        yield kind_name, value
    if place < len(operands):
        raise _excess(instruction, len(operands) - place)


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
        constant = module.definitions.get(_id(target))
        defined = constant and module.definitions.get(constant.type)
        if constant is None or defined is None:
            continue
        bits = 8 if defined.opcode == "OpTypeBool" else _id(defined.operands[0])
        found.setdefault(_id(number), set()).add(bits // 8)
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
        number = core().numbers.get(instruction.opcode)
        form = None if number is None else _form(number)
        if form is None:
            raise SpirvError(f"SPIR-V has no instruction {instruction.opcode}")
        words.append(0)
        if form.opcode.has_type:
            words.append(instruction.type)
        if form.opcode.has_result:
            words.append(instruction.result)
            module.define(instruction)
        if form.plain:
            words += map(_id, instruction.operands)
        else:
            for kind, value in kinds(module, instruction):
                _encode(module, instruction, kind, value, words)
        size = len(words) - start
        if size > 0xFFFF:
            raise fault(start, instruction.opcode, f"{size} words; 65535 fit")
        words[start] = size << 16 | form.opcode.number
    words[3] = module.bound = module.bound or max(module.definitions, default=0) + 1
    return struct.pack(f"<{len(words)}I", *words)


def _encode(
    module: Module,
    instruction: Instruction,
    kind_name: str,
    value: Value,
    words: list[int],
) -> None:
    """Appends the words of an operand."""
    if kind_name == "LiteralString":
        raw = str(value).encode() + b"\0"
        raw += bytes(-len(raw) % 4)
        words += struct.unpack(f"<{len(raw) // 4}I", raw)
    elif kind_name == _NUMBER:
        count = module.number_words(instruction, instruction.opcode == "OpSwitch")
        words += [_id(value) >> 32 * n & WORD for n in range(count)]
    elif isinstance(value, int):
        words.append(value & WORD)
    elif kind_name == "LiteralExtInstInteger":
        imported = module.grammar(instruction.operands[0])
        row = imported and imported.opcode(value)
        if row is None:
            name = module.sets.get(_id(instruction.operands[0]))
            raise fault(
                instruction.offset, instruction.opcode, f"{name} has no {value}"
            )
        words.append(row.number)
    elif kind_name == "LiteralSpecConstantOpInteger":
        words.append(core().numbers[value])
    else:
        imported = (
            module.grammar(instruction.operands[0])
            if instruction.opcode == "OpExtInst"
            else None
        )
        words.append((imported or core()).kind(kind_name).names[value].value)

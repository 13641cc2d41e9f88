"""
The decoder: from the bytes of machine code to instructions.

It accepts the words that LLVM's disassembler accepts, and tries the encodings in the same order.
Source: LLVM, `AMDGPUDisassembler.cpp` (`convertMIMGInst`), `AMDGPUBaseInfo.cpp` (`getAddrSizeMIMGOp`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from xdsl_opencl.emulator.isa import printer
from xdsl_opencl.emulator.isa.constants import inline, inline_bits, signed
from xdsl_opencl.emulator.isa.forms import forms
from xdsl_opencl.emulator.isa.reading import Reading, Refused, Value
from xdsl_opencl.emulator.isa.registers import half, misplaced, scalar, vector
from xdsl_opencl.emulator.isa.tables import Image, Operand, Row, table
from xdsl_opencl.emulator.operands import Literal, Register, Special


class Decoded:
    """
    An instruction of `size` bytes. `forms` are its parts, or those of the two halves of a pair;
    `None` if the bits of an operand mean nothing.
    """

    __slots__ = ("forms", "reading", "size")

    def __init__(self, reading: Reading):
        self.size = reading.size
        self.reading = reading
        self.forms = forms(reading)

    @property
    def text(self) -> str:
        """The instruction as LLVM prints it."""
        return printer.text(self.reading)

    def text_with(self, banks: int) -> str:
        """The same with notes about the registers after `s_set_vgpr_msb` of `banks`."""
        return printer.text(replace(self.reading, banks=banks))

    def needs_halves(self) -> bool:
        """
        Returns whether, on gfx12, a register is one that its operand cannot have, or there are bits
        that the instruction does not read: those of half of a register.
        """
        row = self.reading.row
        word = int.from_bytes(self.reading.part[:4], "little")
        if word >> 26 == 0x35 and word & 0x7800 & ~row.known:
            return True
        return any(
            "Lo128" in misplaced(self.reading, index) for index in row.low_operands
        )


class Decoder:
    """
    Decodes the machine code of `processor` with waves of `wave_size`; for `halves` see
    `tables.table`.

    Raises `EmulatorError` for a processor that the emulator does not support.
    """

    def __init__(self, processor: str, wave_size: int, halves: bool = False) -> None:
        self.processor = processor
        self.table = table(processor, wave_size, halves)
        self.major = self.table.major
        self.features = self.table.features
        self.wave_size = wave_size
        self.wide_literals = "gfx1250" in self.features
        self.longest = 8
        if "nsa" in self.features:
            self.longest = 20
        elif self.features & {"gfx950", "gfx1250"}:
            self.longest = 16
        elif "vop3_literal" in self.features:
            self.longest = 12
        self._steps: dict[Row, _Steps] = {}
        self._known: dict[bytes, Decoded | None] = {}
        self._lengths: dict[bytes, int] = {}
        """The bytes that decide on an instruction, by the first four."""

    def decode(self, code: bytes, place: int = 0) -> Decoded | None:
        """The instruction at `place` of `code`; `None` if no instruction is there."""
        first = code[place : place + 4]
        length = self._lengths.get(first, 0)
        if length and (key := code[place : place + length]) in self._known:
            return self._known[key]
        part = code[place : place + self.longest]
        if len(part) < 4:
            return None
        word = int.from_bytes(part, "little")
        needs = length
        found: Decoded | None = None
        for row in self.table.candidates(word & 0xFFFFFFFF):
            needs = max(needs, row.bits // 8)
            if row.bits // 8 <= len(part) and (word ^ row.value) & row.mask == 0:
                try:
                    found = self._read(row, word, part)
                except Refused:
                    continue
                break
        needs = max(needs, found.size if found else 4)
        if needs <= len(part):
            self._lengths[first] = needs
            self._known[part[:needs]] = found
        return found

    def _read(self, row: Row, word: int, part: bytes) -> Decoded | None:
        """
        The instruction of `row`; `None` if the word is no instruction of any row.

        Raises `Refused` if a later row may have the word.
        """
        steps = self._steps.get(row)
        if steps is None:
            steps = self._steps[row] = _steps(row)
        size = row.bits // 8
        reading = Reading(row, part, size, self.major, self.features, self.wave_size)
        values = reading.values = steps.initial.copy()
        for index, operand, place, mask, shift, reader in steps.operands:
            if mask:
                bits = operand.fixed | (word >> place & mask) << shift
            else:
                bits = operand.value(word)
            if reader is None:
                values[index] = bits
                continue
            values[index] = value = reader(self, operand.width, bits, reading)
            if value is None:
                raise Refused
        for index, kind, convert in steps.constants:
            value = values[index]
            if isinstance(value, int):
                values[index] = convert(value, kind, reading)
        if "immX" in row.places and not row.operands[row.places["immX"]].runs:
            reading.set("immX", reading.literal)
        if any(values[index] == 7 for index in steps.selections):
            raise Refused  # LLVM 22 crashes
        if steps.halves:
            self._halves(row, reading)
        if row.unsigned and signed(reading.number("offset"), 24) < 0:
            return None
        if row.image and not self._image(row.image, reading):
            return None
        if row.formats:
            _formats(reading)
        return Decoded(reading)

    def source(self, width: int, bits: int) -> Value:
        """A register or constant by its number of 9 bits, with bit 9 for accumulation."""
        if bits & 0x100:
            return vector("a" if bits & 0x200 else "v", bits & 0xFF, width)
        return self.scalar(width, bits)

    def scalar(self, width: int, bits: int) -> Value:
        """The same by a number of 8 bits, without vector registers."""
        if bits & 0xFF == _WIDE and self.wide_literals:
            return _WIDE
        return scalar(bits & 0xFF, width, self.major)

    def sdwa(self, bits: int) -> Value:
        """A source of an SDWA instruction."""
        if self.major == 8 or bits < 256:
            return vector("v", bits & 0xFF, 32)
        bits -= 256
        # mutant: a register of one word, too
        return None if bits == 255 else scalar(bits, 32, self.major)

    def sdwa_mask(self, bits: int) -> Value:
        """The result of a comparison with SDWA."""
        if bits & 0x80:
            return scalar(bits & 0x7F, self.wave_size, self.major)
        return Special("vcc" if self.wave_size == 64 else "vcc_lo")

    @staticmethod
    def _halves(row: Row, reading: Reading) -> None:
        for name, modifiers, bit in (
            ("src0", "src0_modifiers", 4),
            ("src1", "src1_modifiers", 4),
            ("src2", "src2_modifiers", 4),
            ("vdst", "src0_modifiers", 8),
        ):
            value = reading.named(name)
            if reading.number(modifiers) & bit and isinstance(value, Register):
                if value.half:
                    reading.set(name, half(value.first, True))

    def _image(self, image: Image, reading: Reading) -> bool:
        """Gives the registers of an image instruction their sizes; false if bytes are missing."""
        names = reading.row.places
        resource = names.get("srsrc", names.get("rsrc", 0))
        first = names.get("vaddr0", names.get("vaddr", 0))
        spread = resource - first - 1
        nsa = image.encoding.endswith("NSA")
        if nsa and spread > 0:
            size = reading.size + (spread + 3) // 4 * 4
            if len(reading.part) < size:
                return False
            for index in range(spread):
                operand = reading.row.operands[first + 1 + index]
                number = reading.part[reading.size + index]
                reading.values[first + 1 + index] = vector("v", number, _width(operand))
            reading.size = size
        if image.rays:
            return True
        spread_out = nsa or image.encoding == "Gfx12"
        partial = False
        address = image.address
        if self.major >= 10:
            dimension, halves = reading.number("dim"), bool(reading.named("a16"))
            address = _address_words(image, dimension, halves, self.features)
            if not spread_out:
                if not image.samples and address > 12:
                    address = 16
            elif address > image.address:
                if "partial_nsa" not in self.features:
                    return True
                partial = True
        mask, narrow = reading.number("dmask"), bool(reading.named("d16"))
        fails = bool(reading.named("tfe"))
        packed = "unpacked_d16" not in self.features
        data = _data_words(image, mask, narrow, fails, packed)
        if (data, address) == (image.data, image.address):
            return True
        if (data, address) not in image.sizes:
            return True
        changes: dict[int, Register] = {}
        if data != image.data:
            place = names["vdata"]
            value = reading.values[place]
            assert isinstance(value, Register)
            aligned = "accumulation_operands" in self.features and data > 1
            if value.first + data > 256 or (aligned and value.first % 2):
                return True
            changes[place] = replace(value, count=data)
            if "vdst" in names:
                changes[names["vdst"]] = changes[place]
        last = resource - 1 if partial else first
        widened = "nsa" in self.features and (not spread_out or partial)
        if widened and address != image.address:
            value = reading.values[last]
            assert isinstance(value, Register)
            words = address - image.address + 1 if partial else address
            if value.first + words > 256:
                return True
            changes[last] = replace(value, count=words)
        elif spread_out:
            reading.addresses = address
        for place, register in changes.items():
            reading.values[place] = register
            reading.resized |= {place}
        return True


_COORDINATES = (1, 2, 3, 3, 2, 3, 3, 4)
_GRADIENTS = (2, 4, 6, 4, 2, 4, 4, 4)
"""By dimension (1D, 2D, 3D, cube, 1D array, 2D array, 2D MSAA, 2D MSAA array)."""


def _address_words(
    image: Image, dimension: int, half: bool, features: frozenset[str]
) -> int:
    """The count of address registers."""
    words = _COORDINATES[dimension] if image.coordinates else 0
    words += image.level
    if half:
        words = (words + 1) // 2
    words += image.extra
    if image.gradients:
        gradients = _GRADIENTS[dimension]
        packed = (half and "g16" not in features) or image.half_gradients
        words += (gradients // 2 + 1) // 2 * 2 if packed else gradients
    return words


def _data_words(image: Image, mask: int, half: bool, fails: bool, packed: bool) -> int:
    """
    The count of data registers: components of `mask`, of 16 bits in pairs if `half`, and a word
    more if it tells about faults (`tfe`).
    """
    words = 4 if image.gathers else max((mask & 15).bit_count(), 1)
    if half and packed:
        words = (words + 1) // 2
    return words + fails


def _width(operand: Operand) -> int:
    """The width of the registers of an address."""
    name = operand.classes[0] if operand.classes else "VGPR_32"
    return int(name.split("_")[1])


def _constant(value: int, kind: str, reading: Reading) -> Value:
    """The constant that the source with number `value` stands for."""
    if kind == "KIMM64":
        return Literal(value, "wide")
    if kind.startswith("KIMM"):
        if 128 <= value <= 208 or 240 <= value <= 248:
            return inline_bits(value, "REG_IMM_INT32", reading.major)
        return value
    if value == 255:
        return Literal(reading.read_literal())
    if value == _WIDE:
        return Literal(reading.read_literal(8), "wide")
    return inline(value, kind, reading.major)


def _shifted(value: int, kind: str, reading: Reading) -> Value:
    """A field that LLVM takes for a source, as it is after an operand without bits."""
    if value == 255:
        return reading.read_literal()
    if 128 <= value <= 208 or 240 <= value <= 248:
        return inline_bits(value, kind.removeprefix("SOURCE "), reading.major)
    return value


_WIDE = 254
"""The number of a literal of 64 bits, on processors that have them."""

_ITEM_BITS = {0: 8, 1: 8, 2: 6, 3: 6, 4: 4}
"""The bits of an element of a matrix by its format."""


def _formats(reading: Reading) -> None:
    """Gives the operands of a matrix instruction the sizes of their formats."""
    first, second, most = "cbsz", "blgp", 1
    if "matrix_a_fmt" in reading.row.places:
        first, second, most = "matrix_a_fmt", "matrix_b_fmt", 2
    formats = {"src0": first, "src1": second}
    words = {s: most * _ITEM_BITS.get(reading.number(f), 8) for s, f in formats.items()}
    if set(words.values()) == {8 * most}:
        return
    for name, count in words.items():
        value = reading.named(name)
        if isinstance(value, Special):
            continue
        if not isinstance(value, Register):
            raise Refused  # LLVM 22 crashes
        if count != value.count:
            if value.file == "ttmp":
                raise Refused  # LLVM 22 crashes
            reading.set(name, replace(value, count=count))
            reading.resized |= {reading.row.places[name]}


Reader = Callable[[Decoder, int, int, Reading], Value]
Converter = Callable[[int, str, Reading], Value]


@dataclass(frozen=True)
class _Steps:
    """
    How the operands of a row are read: the values of operands without bits; all other operands, each with its
    number, place, mask (0 if it is in parts), shift and reader (`None` for a number); those whose
    numbers stand for constants; and selections of SDWA.
    """

    initial: list[Value]
    operands: tuple[tuple[int, Operand, int, int, int, Reader | None], ...]
    constants: tuple[tuple[int, str, Converter], ...]
    selections: tuple[int, ...]
    halves: bool


def _steps(row: Row) -> _Steps:
    constants: list[tuple[int, str, Converter]] = []
    for index, operand in enumerate(row.operands):
        if operand.type.startswith("SOURCE"):
            constants.append((index, operand.type, _shifted))
        elif operand.type.startswith(("REG", "KIMM", "INLINE_SPLIT")):
            constants.append((index, operand.type, _constant))
    initial: list[Value] = []
    read: list[tuple[int, Operand, int, int, int, Reader | None]] = []
    for index, operand in enumerate(row.operands):
        reader = _READERS.get(operand.kind)
        initial.append(operand.fixed if operand.kind == "imm" else None)
        if operand.runs and (reader or operand.kind == "imm"):
            place, shift, count = operand.runs[0]
            mask = (1 << count) - 1 if len(operand.runs) == 1 else 0
            read.append((index, operand, place, mask, shift, reader))
    return _Steps(
        initial,
        tuple(read),
        tuple(constants),
        tuple(i for i, o in enumerate(row.operands) if o.name.endswith("_sel")),
        any(operand.kind.startswith("half") for operand in row.operands),
    )


def _destination_y(decoder: Decoder, width: int, bits: int, reading: Reading) -> Value:
    first = reading.named("vdstX")
    assert isinstance(first, Register)
    return vector("v", bits | ~first.first & 1, 32)


def _literal(decoder: Decoder, width: int, bits: int, reading: Reading) -> Value:
    if reading.literal is not None and reading.literal != bits:
        return None
    reading.literal = bits
    return bits


def _memory_offset(decoder: Decoder, width: int, bits: int, reading: Reading) -> Value:
    if decoder.major == 8:
        return bits & 0xFFFFF
    return signed(bits, 24 if decoder.major >= 12 else 21)


def _half_source(decoder: Decoder, width: int, bits: int, reading: Reading) -> Value:
    if bits & 0x100:
        return half(bits & 0xFF, bool(bits & 0x200))
    return decoder.scalar(16, bits)


def _half_source_low(
    decoder: Decoder, width: int, bits: int, reading: Reading
) -> Value:
    if bits & 0x100:
        return half(bits & 0x7F, bool(bits & 0x80))
    return decoder.scalar(16, bits)


_READERS: dict[str, Reader] = {
    "v": lambda d, w, b, r: vector("v", b, w),
    "vlow": lambda d, w, b, r: vector("v", b, w) if b < 128 else None,
    "a": lambda d, w, b, r: vector("a", b, w),
    "src": lambda d, w, b, r: d.source(w, b),
    "srca": lambda d, w, b, r: d.source(w, b | 0x200),
    "av": lambda d, w, b, r: d.source(w, b | 0x100),
    "half": lambda d, w, b, r: half(b & 0xFF, bool(b & 0x200)),
    "halflow": lambda d, w, b, r: half(b & 0x7F, bool(b & 0x80)),
    "halfsrc": _half_source,
    "halfsrclow": _half_source_low,
    "mask": lambda d, w, b, r: d.source(d.wave_size, b),
    "sdwa": lambda d, w, b, r: d.sdwa(b),
    "sdwamask": lambda d, w, b, r: d.sdwa_mask(b),
    "dsty": _destination_y,
    "literal": _literal,
    "smemoffset": _memory_offset,
    "dpp8fi": lambda d, w, b, r: b if b in (0xE9, 0xEA) else None,
}
"""How the bits of an operand are read; `None` for bits that are none of its values."""


@cache
def decoder(processor: str, wave_size: int, halves: bool = False) -> Decoder:
    """The decoder of `processor`, with what it has decoded before."""
    return Decoder(processor, wave_size, halves)

"""
Damage to inputs: of bytes, tokens, lines and types of text, and of the bytes of code
objects.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

Mutator = Callable[[str, random.Random, Sequence[str]], str]
"""A text, the source of chance, and the other texts that pieces may come from."""

_TOKEN = re.compile(
    r"\s+|[%@!#^]?[\w$.]+|\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*|->|::|.", re.DOTALL
)
_NUMBER = re.compile(r"(?<![\w%.])-?\d+(?!\w)")
_NUMBERS = (
    *("0", "-1", "1", "2", "7", "64", "255", "1024", "65536"),
    *("2147483647", "2147483648", "-2147483649", "4294967296"),
    *("9223372036854775807", "9223372036854775808", "18446744073709551616"),
    *("100000000000", "1" + "0" * 30, "0x", "0xFFFFFFFFFFFFFFFFF", "1.5", "1e999"),
)
_CHARACTERS = "\0\x01\t\n\x7f\"'`\\/<>{}()[],:;=%@#!^*?-+|.0aé\u2028\U0001f600"
_TYPES = {
    "mlir": (
        *("i1", "i8", "i16", "i32", "i64", "i128", "i0", "i99999999", "f16", "f32"),
        *("f64", "bf16", "f80", "f128", "index", "none", "si32", "!llvm.ptr"),
        *("!llvm.ptr<1>", "!llvm.ptr<3>", "!llvm.ptr<7>", "!llvm.ptr<-1>"),
        *("vector<4xf32>", "vector<3xi8>", "vector<0xi32>", "vector<4x4xf32>"),
        *("vector<[4]xf32>", "vector<100000000000xi8>", "tensor<4xf32>"),
        *("memref<?xf32>", "memref<4x4xf32, strided<[4, 1]>>"),
        "memref<4xf32, #opencl.address_space<global>>",
        *("!llvm.struct<(i32, f32)>", "!llvm.array<4 x i8>", "!llvm.void"),
        *("!llvm.array<100000000000 x i8>", "(i32) -> f32", "tuple<i32>"),
        *("complex<f32>", "!opencl.sampler", "!opencl.event"),
        "!opencl.image<image2d_t, read_only>",
    ),
    "ll": (
        *("i1", "i8", "i16", "i32", "i64", "i128", "i7", "half", "float", "double"),
        *("bfloat", "fp128", "void", "ptr", "ptr addrspace(1)", "ptr addrspace(3)"),
        *("ptr addrspace(9)", "<4 x float>", "<3 x i8>", "<1 x i32>", "<2 x ptr>"),
        *("[4 x i8]", "[0 x i32]", "[100000000000 x i8]", "{ i32, float }"),
        *("<{ i8, i64 }>", "token", "metadata", "label", "x86_fp80"),
        *("<vscale x 4 x i32>", 'target("spirv.Sampler")'),
    ),
    "cl": (
        *("bool", "char", "uchar", "short", "int", "uint", "long", "ulong", "half"),
        *("float", "double", "size_t", "float2", "float3", "float4", "int16"),
        *("void", "global float *", "local int *", "constant int *", "private int *"),
        *("image2d_t", "sampler_t", "event_t", "struct { int a; }", "void *"),
    ),
}
_TYPE = {
    "mlir": re.compile(
        r"\b(?:vector|memref|tensor)<[^<>\n]*(?:<[^<>\n]*>)?[^<>\n]*>"
        r"|![\w.]+(?:<[^<>\n]*(?:<[^<>\n]*>)?[^<>\n]*>)?|\b(?:[is]?i\d+|b?f\d+|index)\b"
    ),
    "ll": re.compile(
        r"\bptr(?: addrspace\(\d+\))?|<\d+ x \w+>|\[\d+ x \w+\]"
        r"|\b(?:i\d+|half|float|double|void)\b"
    ),
    "cl": re.compile(
        r"\b(?:u?(?:char|short|int|long)|float|double|half)(?:2|3|4|8|16)?\b"
        r"|\b(?:bool|void|size_t|image\w+_t|sampler_t|event_t)\b"
    ),
}


def _bytes(text: str, rng: random.Random, others: Sequence[str]) -> str:
    """Cuts, repeats, inserts or changes characters."""
    del others
    place = rng.randrange(len(text) + 1)
    end = min(len(text), place + rng.choice((1, 1, 2, 8, 100)))
    match rng.randrange(6):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + text[end:]
        case 2:
            return text[:end] + text[place:]
        case 3:
            return text[:place] + rng.choice(_CHARACTERS) + text[place:]
        case 4:
            return text[:place] + rng.choice(_CHARACTERS) + text[end:]
        case _:
            # The bit of a byte, so that there is text that is not UTF-8.
            data = bytearray(text.encode("utf-8", "surrogateescape"))
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            return data.decode("utf-8", "surrogateescape")


def _tokens(text: str, rng: random.Random, others: Sequence[str]) -> str:
    """Drops, repeats, exchanges and replaces tokens, and numbers by hard ones."""
    if rng.random() < 0.25 and (numbers := list(_NUMBER.finditer(text))):
        number = rng.choice(numbers)
        return text[: number.start()] + rng.choice(_NUMBERS) + text[number.end() :]
    tokens = _TOKEN.findall(text)
    solid = [index for index, token in enumerate(tokens) if not token.isspace()]
    if not solid:
        return text
    one, two = rng.choice(solid), rng.choice(solid)
    match rng.randrange(5):
        case 0:
            del tokens[one]
        case 1:
            tokens.insert(one, tokens[one])
        case 2:
            tokens[one], tokens[two] = tokens[two], tokens[one]
        case 3:
            tokens[one] = tokens[two]
        case _:
            foreign = _TOKEN.findall(rng.choice(others)) or [""]
            tokens[one] = rng.choice(foreign)
    return "".join(tokens)


def _lines(text: str, rng: random.Random, others: Sequence[str]) -> str:
    """Drops, repeats, moves, exchanges and borrows lines."""
    lines = text.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[one]
        case 1:
            lines.insert(two, lines[one])
        case 2:
            lines[one], lines[two] = lines[two], lines[one]
        case 3:
            lines.insert(two, lines.pop(one))
        case _:
            lines.insert(one, rng.choice(rng.choice(others).split("\n")))
    return "\n".join(lines)


def _types(language: str) -> Mutator:
    def mutate(text: str, rng: random.Random, others: Sequence[str]) -> str:
        """Replaces a type by another."""
        del others
        if not (types := list(_TYPE[language].finditer(text))):
            return text
        match = rng.choice(types)
        new = rng.choice((*_TYPES[language], rng.choice(types)[0]))
        return text[: match.start()] + new + text[match.end() :]

    return mutate


MUTATORS: dict[str, tuple[Mutator, ...]] = {
    language: (_bytes, _tokens, _tokens, _lines, _types(language))
    for language in _TYPES
}
"""The ending of a language to its mutators; one that stands twice is taken as often."""


def mutate_text(
    text: str, language: str, rng: random.Random, others: Sequence[str]
) -> bytes:
    """`text` of `language` (an ending) after one to four mutations."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(MUTATORS[language])(text, rng, others)
    return text.encode("utf-8", "surrogateescape")


def mutate_bytes(
    data: bytes, rng: random.Random, regions: Sequence[tuple[int, int]]
) -> bytes:
    """
    `data` cut, or with bits flipped and bytes overwritten in one of `regions` each, which
    are a first byte and the byte after the last.
    """
    if rng.random() < 0.1:
        return data[: rng.randrange(len(data))]
    damaged = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        place = rng.randrange(*rng.choice(regions))
        if rng.random() < 0.5:
            damaged[place] ^= 1 << rng.randrange(8)
        else:
            damaged[place] = rng.choice((0, 1, 0x7F, 0x80, 0xC0, 0xFF))
    return bytes(damaged)

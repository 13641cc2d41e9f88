"""Functions of extensions against exact arithmetic, as their texts define them."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from builtin_jit import Batch, Function, Shape

MASK = 0xFFFFFFFF
Numbers = Sequence[int]
Reference = Callable[[Numbers], int]
Ternary = Callable[[int, int, int], int]


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def octets(value: int, count: int = 4) -> list[int]:
    return list(value.to_bytes(8, "little")[:count])


def saturate(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


# --- cl_amd_media_ops, cl_amd_media_ops2 -----------------------------------------------


def sad(x: int, y: int, z: int) -> int:
    return z + sum(abs(a - b) for a, b in zip(octets(x), octets(y)))


def msad(x: int, y: int, z: int) -> int:
    return z + sum(abs(a - b) for a, b in zip(octets(x), octets(y)) if b)


def quad(function: Ternary) -> Ternary:
    def reference(x: int, y: int, z: int) -> int:
        parts = [
            function((x >> 8 * i) & MASK, y, (z >> 16 * i) & 0xFFFF) & 0xFFFF
            for i in range(4)
        ]
        return sum(part << 16 * i for i, part in enumerate(parts))

    return reference


def lerp(x: int, y: int, z: int) -> int:
    rows = zip(octets(x), octets(y), octets(z))
    return int.from_bytes(bytes((a + b + (c & 1)) >> 1 for a, b, c in rows), "little")


def sadw(x: int, y: int, z: int) -> int:
    return z + abs((x & 0xFFFF) - (y & 0xFFFF)) + abs((x >> 16) - (y >> 16))


def bfe(x: int, offset: int, width: int, *, arithmetic: bool) -> int:
    offset, width = offset & 31, width & 31
    value = signed(x, 32) if arithmetic else x
    if width == 0:
        return 0
    field = value >> offset
    if offset + width >= 32:
        return field
    field &= (1 << width) - 1
    return signed(field, width) if arithmetic else field


MEDIA: dict[str, tuple[int, Reference]] = {
    "amd_bitalign": (3, lambda a: ((a[0] << 32) | a[1]) >> (a[2] & 31)),
    "amd_bytealign": (3, lambda a: ((a[0] << 32) | a[1]) >> ((a[2] & 3) * 8)),
    "amd_lerp": (3, lambda a: lerp(a[0], a[1], a[2])),
    "amd_sad": (3, lambda a: sad(a[0], a[1], a[2])),
    "amd_sadhi": (3, lambda a: (sad(a[0], a[1], 0) << 16) + a[2]),
    "amd_sadw": (3, lambda a: sadw(a[0], a[1], a[2])),
    "amd_sadd": (3, lambda a: a[2] + abs(a[0] - a[1])),
    "amd_msad": (3, lambda a: msad(a[0], a[1], a[2])),
    "amd_bfm": (2, lambda a: ((1 << (a[0] & 31)) - 1) << (a[1] & 31)),
    "amd_u_bfe": (3, lambda a: bfe(a[0], a[1], a[2], arithmetic=False)),
    "amd_s_bfe": (3, lambda a: bfe(a[0], a[1], a[2], arithmetic=True)),
    "amd_u_min3": (3, min),
    "amd_u_max3": (3, max),
    "amd_u_median3": (3, lambda a: sorted(a)[1]),
    "amd_s_min3": (3, lambda a: min(signed(x, 32) for x in a)),
    "amd_s_max3": (3, lambda a: max(signed(x, 32) for x in a)),
    "amd_s_median3": (3, lambda a: sorted(signed(x, 32) for x in a)[1]),
}

WIDTHS = (1, 2, 3, 4, 8, 16)
ROWS = 96


def words(bits: int, count: int, seed: str, limit: int = 0) -> list[int]:
    """Edge values and random ones; below `limit`, if given."""
    source = random.Random(seed)
    edges = [0, 1, 2, 31, 32, 0x7F, 0x80, 0xFF, 0xFF00FF00, 0x80808080, 0x7F7F7F7F]
    edges += [(1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1]
    values = [source.choice(edges) for _ in range(count // 2)]
    values += [source.getrandbits(bits) for _ in range(count - len(values))]
    source.shuffle(values)
    mask = (1 << bits) - 1
    return [v % limit if limit else v & mask for v in values]


def call(name: str, operands: Sequence[Shape], result: Shape) -> Function:
    places = ", ".join(f"{{{i}}}" for i in range(len(operands)))
    types = ", ".join(map(str, operands))
    text = f'opencl.builtin "{name}"({places}) : ({types}) -> {result}'
    return Function(text, tuple(operands), (result,))


def rows(values: Numbers, element: str, width: int) -> Any:
    bits = int(element[1:])
    array = np.array([signed(v, bits) for v in values], f"int{bits}")
    return array.reshape(-1, width) if width > 1 else array


@pytest.mark.parametrize("width", WIDTHS)
def test_media(width: int):
    shape, long = Shape("i32", width), Shape("i64", width)
    functions = [call(name, [shape] * n, shape) for name, (n, _) in MEDIA.items()]
    functions += [
        call(name, [long, shape, long], long) for name in ("amd_qsad", "amd_mqsad")
    ]
    batch = Batch(functions)
    count = ROWS // width * width
    for index, (name, (operands, reference)) in enumerate(MEDIA.items()):
        columns = [words(32, count, f"{name}{i}{width}") for i in range(operands)]
        (found,) = batch.run(index, [rows(c, "i32", width) for c in columns])
        wanted = [reference(row) & MASK for row in zip(*columns, strict=True)]
        assert [int(v) & MASK for v in found.ravel()] == wanted, name
    for index, function in enumerate((sad, msad), len(MEDIA)):
        x, z = words(64, count, f"x{width}"), words(64, count, f"z{width}")
        y = words(32, count, f"y{width}")
        operands = (("i64", x), ("i32", y), ("i64", z))
        (found,) = batch.run(index, [rows(c, e, width) for e, c in operands])
        wanted = [quad(function)(*row) for row in zip(x, y, z, strict=True)]
        assert [int(v) & (1 << 64) - 1 for v in found.ravel()] == wanted, index


def test_media_of_vectors_and_floats():
    byte = [
        call(f"amd_unpack{i}", [Shape("i32", 3)], Shape("f32", 3)) for i in range(4)
    ]
    three = [
        call(f"amd_f_{name}", [Shape("f32", 2)] * 3, Shape("f32", 2))
        for name in ("min3", "max3", "median3")
    ]
    quads = [Shape("i32", 4), Shape("i32", 4), Shape("i32")]
    batch = Batch(
        [
            *byte,
            *three,
            call("amd_sad4", quads, Shape("i32")),
            call("amd_pack", [Shape("f32", 4)], Shape("i32")),
        ]
    )
    x = words(32, 96, "unpack")
    for i in range(4):
        (found,) = batch.run(i, [rows(x, "i32", 3)])
        assert found.ravel().tolist() == [float(octets(v)[i]) for v in x]
    source = random.Random("floats")
    numbers = [-0.5, 1.5, 3.0, -np.inf, np.inf, 1e30, -7.25, 0.0]
    columns = np.array(
        [[source.choice(numbers) for _ in range(64)] for _ in range(3)], np.float32
    )
    for i, position in enumerate((0, 2, 1), 4):
        (found,) = batch.run(i, [c.reshape(-1, 2) for c in columns])
        assert found.ravel().tolist() == np.sort(columns, axis=0)[position].tolist()
    a, b, c = words(32, 64, "a"), words(32, 64, "b"), words(32, 16, "c")
    (found,) = batch.run(7, [rows(a, "i32", 4), rows(b, "i32", 4), rows(c, "i32", 1)])
    for i, value in enumerate(found):
        pairs = zip(a[4 * i : 4 * i + 4], b[4 * i : 4 * i + 4])
        assert int(value) & MASK == (c[i] + sum(sad(p, q, 0) for p, q in pairs)) & MASK
    # Rounds to nearest even and saturates, as `V_CVT_PK_U8_F32` does.
    given = [[0.5, 1.5, 2.5, 254.5], [255.5, 1e9, -3.0, 7.0], [np.nan, 0.49, 128, 0]]
    (found,) = batch.run(8, [np.array(given, np.float32)])
    packed = [struct.pack("<I", int(v) & MASK) for v in found]
    assert packed == [
        bytes((0, 2, 2, 254)),
        bytes((255, 255, 0, 7)),
        bytes((0, 0, 128, 0)),
    ]


# --- cl_khr_extended_bit_ops ------------------------------------------------------------


def insert(bits: int, base: int, field: int, offset: int, count: int) -> int:
    mask = ((1 << count) - 1) << offset
    return (base & ~mask) | ((field << offset) & mask)


def extract(bits: int, base: int, offset: int, count: int, *, arithmetic: bool) -> int:
    field = (base >> offset) & ((1 << count) - 1)
    return signed(field, count) if arithmetic and count else field


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_bits(bits: int, width: int):
    shape, number = Shape(f"i{bits}", width), Shape("i32")
    signed_, unsigned = "bitfield_extract_signed", "bitfield_extract_unsigned"
    batch = Batch(
        [
            call("bitfield_insert", [shape, shape, number, number], shape),
            call(signed_, [shape, number, number], shape),
            call(unsigned, [shape, number, number], shape),
            call("bit_reverse", [shape], shape),
        ]
    )
    source = random.Random(f"{bits}{width}")
    ranges = [
        (0, bits),
        (0, 0),
        (bits, 0),
        (bits - 1, 1),
        (1, bits - 1),
        (0, bits // 2),
    ]
    for _ in range(30):
        first = source.randrange(bits)
        ranges.append((first, source.randint(0, bits - first)))
    x, y = (words(bits, len(ranges) * width, f"{bits}{width}{s}") for s in "xy")
    mask = (1 << bits) - 1
    limits = [np.array(column, np.int32) for column in zip(*ranges)]
    both = [rows(x, f"i{bits}", width), rows(y, f"i{bits}", width)]
    results = [
        batch.run(0, [*both, *limits])[0],
        batch.run(1, [both[0], *limits])[0],
        batch.run(2, [both[0], *limits])[0],
        batch.run(3, [both[0]])[0],
    ]
    for i, (first, count) in enumerate(r for r in ranges for _ in range(width)):
        found = [int(r.ravel()[i]) & mask for r in results]
        assert found == [
            insert(bits, x[i], y[i], first, count) & mask,
            extract(bits, x[i], first, count, arithmetic=True) & mask,
            extract(bits, x[i], first, count, arithmetic=False) & mask,
            int(f"{x[i]:0{bits}b}"[::-1], 2),
        ], (x[i], y[i], first, count)


# --- cl_khr_integer_dot_product ---------------------------------------------------------


@pytest.mark.parametrize("signs", ["ss", "uu", "su", "us"])
def test_dot_products(signs: str):
    four, word = Shape("i8", 4), Shape("i32")
    result = "uint" if signs == "uu" else "int"
    batch = Batch(
        [
            call(f"dot_{signs}", [four, four], word),
            call(f"dot_acc_sat_{signs}", [four, four, word], word),
            call(f"dot_4x8packed_{signs}_{result}", [word, word], word),
            call(f"dot_acc_sat_4x8packed_{signs}_{result}", [word] * 3, word),
        ]
    )
    x, y, z = (words(32, 200, f"{signs}{s}") for s in "xyz")
    octet = [np.array([octets(v) for v in c], np.uint8).view(np.int8) for c in (x, y)]
    word_x, word_y, word_z = (rows(c, "i32", 1) for c in (x, y, z))
    found = [
        batch.run(0, octet)[0],
        batch.run(1, [*octet, word_z])[0],
        batch.run(2, [word_x, word_y])[0],
        batch.run(3, [word_x, word_y, word_z])[0],
    ]

    def factors(value: int, sign: str) -> list[int]:
        return [signed(b, 8) if sign == "s" else b for b in octets(value)]

    for i, (a, b, c) in enumerate(zip(x, y, z, strict=True)):
        pairs = zip(factors(a, signs[0]), factors(b, signs[1]))
        total = sum(p * q for p, q in pairs)
        if signs == "uu":
            bounded = saturate(total + c, 0, MASK)
        else:
            bounded = saturate(total + signed(c, 32), -(1 << 31), (1 << 31) - 1)
        wanted = [total & MASK, bounded & MASK] * 2
        assert [int(f[i]) & MASK for f in found] == wanted, (a, b, c)

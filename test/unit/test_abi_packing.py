"""
`pack` and `unpack` against `struct`, `ctypes` and the worked layouts of data/layouts.json.
"""

from __future__ import annotations

import ctypes
import math
import random
import struct
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from test_abi_layout import ENTRIES, compute, entry_id

from xdsl_opencl import abi
from xdsl_opencl.abi.arguments.packing import hidden_name
from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import (
    NO_HIDDEN,
    VECTOR_WIDTHS,
    AbiError,
    Argument,
    ArgumentType,
    CompanionKind,
    CompanionType,
    HandleKind,
    HandleType,
    ImageArgument,
    KernelArgumentLayout,
    KernelSignature,
    PlacedArgument,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)
from xdsl_opencl.abi.target import Abi, Target

TARGETS = {
    "amdhsa-4": Target(mcpu="gfx803", code_object_version=4),
    "amdhsa-5": Target(mcpu="gfx803", code_object_version=5),
    "amdcl2-64": Target(Abi.AMDCL2, pointer_bits=64),
    "amdcl2-32": Target(Abi.AMDCL2, pointer_bits=32),
    "mesa3d": Target(Abi.MESA3D, "gfx803"),
    "amdgcn-unknown": Target(Abi.AMDGCN_UNKNOWN),
    "r600": Target(Abi.R600, "juniper"),
    "host": Target(Abi.HOST),
}
LAUNCH = abi.Launch((1000, 30), (64, 8), (5, 7))
EVEN = abi.Launch((128, 32), (64, 8), (5, 7))

IMAGE = ImageArgument(ImageKind.IMAGE2D, AccessQualifier.READ_ONLY)
SIZE = CompanionType(CompanionKind.IMAGE_SIZE)
FORMAT = CompanionType(CompanionKind.IMAGE_FORMAT)
SAMPLER = HandleType(HandleKind.SAMPLER)
GLOBAL = PointerType(AddressSpace.GLOBAL)
LOCAL = PointerType(AddressSpace.LOCAL, 16)
UINT = ValueType(ScalarKind.UINT)
INTEGERS = [kind for kind in ScalarKind if kind not in ("half", "float", "double")]


def places(target: str, *types: ArgumentType, **options: Any) -> KernelArgumentLayout:
    arguments = tuple(Argument(f"a{i}", t) for i, t in enumerate(types))
    return layout(KernelSignature("k", arguments), TARGETS[target], **options)


def bits_of(kind: ScalarKind) -> tuple[int, int]:
    bits = 8 * kind.size
    return (
        (0, 2**bits - 1)
        if kind[0] == "u"
        else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    )


LETTERS = dict(zip(ScalarKind, "bBhHiIqQefd", strict=True))


def random_scalar(generator: random.Random, kind: ScalarKind) -> int | float:
    if kind in INTEGERS:
        low, high = bits_of(kind)
        return generator.choice([low, high, 0, generator.randint(low, high)])
    value = generator.choice([0.0, -1.5, math.inf, generator.uniform(-1000, 1000)])
    (value,) = struct.unpack(LETTERS[kind], struct.pack(LETTERS[kind], value))
    return value


def random_value(
    generator: random.Random, place: PlacedArgument, order: str = "little"
) -> tuple[object, bytes]:
    """
    A value for `place` as `unpack` gives it, and its bytes as `struct` writes them.
    """
    sign = "<" if order == "little" else ">"
    match place.type:
        case ValueType(kind, 1):
            value = random_scalar(generator, kind)
            return value, struct.pack(sign + LETTERS[kind], value)
        case ValueType(kind, width):
            value = tuple(random_scalar(generator, kind) for _ in range(width))
            pad = f"{kind.size}x" if width == 3 else ""
            return value, struct.pack(f"{sign}{width}{LETTERS[kind]}{pad}", *value)
        case CompanionType(kind):
            value = tuple(generator.getrandbits(32) for _ in range(kind.dwords))
            return value, struct.pack(f"{sign}{kind.dwords}I", *value)
        case _ if place.kind == "by_value":
            content = generator.randbytes(place.size)
            return content, content
        case _:
            value = generator.getrandbits(8 * place.size)
            return value, value.to_bytes(place.size, "little" if sign == "<" else "big")


def random_type(generator: random.Random) -> ArgumentType:
    return generator.choice(
        [
            ValueType(generator.choice([*ScalarKind])),
            ValueType(generator.choice([*ScalarKind]), generator.choice(VECTOR_WIDTHS)),
            PointerType(
                generator.choice(
                    [AddressSpace.GLOBAL, AddressSpace.CONSTANT, AddressSpace.LOCAL]
                )
            ),
            StructType(*generator.choice([(5, 1), (24, 8), (12, 4), (6, 2)])),
            IMAGE,
            HandleType(generator.choice([*HandleKind])),
            SIZE,
            FORMAT,
        ]
    )


def check_round_trip(
    generator: random.Random, result: KernelArgumentLayout, order: Any
) -> None:
    """
    Packs random values of every place, compares with bytes put together here, and reads
    them back.
    """
    expected = bytearray(result.kernarg_segment_size)
    values: list[object] = []
    hidden: dict[str, int] = {}
    for place in result.arguments:
        if place.kind == "hidden_none":
            continue
        if place.index is None:
            number = hidden[hidden_name(place)] = generator.getrandbits(8 * place.size)
            content = number.to_bytes(place.size, order)
        else:
            value, content = random_value(generator, place, order)
            values.append(value)
        expected[place.offset : place.offset + place.size] = content
    packed = abi.pack(result, values, hidden=hidden, byte_order=order)
    assert packed == expected
    assert abi.unpack(result, packed, byte_order=order) == abi.Unpacked(
        tuple(values), hidden
    )


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("order", ["little", "big"])
def test_random_signatures(name: str, order: str):
    generator = random.Random(f"{name} {order}")
    for _ in range(100):
        types = [random_type(generator) for _ in range(generator.randint(0, 12))]
        check_round_trip(generator, places(name, *types), order)


@pytest.mark.parametrize("entry", ENTRIES, ids=entry_id)
def test_worked_layouts(entry: dict[str, Any]):
    check_round_trip(random.Random(entry_id(entry)), compute(entry), "little")


def test_host_is_what_c_writes():
    class Block(ctypes.Structure):
        _fields_ = [
            ("a0", ctypes.c_byte),
            ("a1", ctypes.c_void_p),
            ("a2", ctypes.c_ushort),
            ("a3", ctypes.c_double),
            ("a4", ctypes.c_float),
            ("a5", ctypes.c_longlong),
            ("a6", ctypes.c_ubyte),
        ]

    kinds = (ScalarKind.USHORT, ScalarKind.DOUBLE, ScalarKind.FLOAT, ScalarKind.LONG)
    types = (
        ValueType(ScalarKind.CHAR),
        GLOBAL,
        *map(ValueType, kinds),
        ValueType(ScalarKind.UCHAR),
    )
    values = (-3, 0x7FFF_1234_5678, 65535, 0.1, -2.5, -(2**63), 255)
    assert abi.pack(places("host", *types), values) == bytes(Block(*values))


def test_clover_uploads():
    """
    Clover's buffer of an image kernel: handle, size, format, a float, work dimension and
    offsets; on r600 after the header. Source: Mesa, `core/kernel.cpp`.
    """
    types = (IMAGE, SIZE, FORMAT, IMAGE, SIZE, FORMAT, ValueType(ScalarKind.FLOAT))
    first = abi.ImageValue(640, 480, channel_data_type=0x10D2, channel_order=0x10B5)
    second = abi.ImageValue(7, 5, 3, 0x10DE, 0x10B0)
    tail = (2, 5, 7, 0)
    body = struct.pack(
        "<I5I I5I f 4I",
        *(0, 640, 480, 1, 0x10D2, 0x10B5),
        *(1, 7, 5, 3, 0x10DE, 0x10B0),
        *(1.5, *tail),
    )
    header = struct.pack("<9I", 2, 4, 1, 128, 32, 1, 64, 8, 1)
    result = places("r600", *types)
    assert abi.pack(result, (first, second, 1.5), EVEN) == header + body
    named = {"a0": first, "a3": second, "a6": 1.5}
    assert abi.pack(result, named, EVEN) == header + body
    mesa = struct.pack(
        "<Q5I 4x Q5I f 4I",
        *(0, 640, 480, 1, 0x10D2, 0x10B5),
        *(1, 7, 5, 3, 0x10DE, 0x10B0),
        *(1.5, *tail),
    )
    packed = abi.pack(places("mesa3d", *types), (first, second, 1.5), EVEN)
    assert packed[: len(mesa)] == mesa


def test_companions_behind_everything():
    types = (IMAGE, IMAGE, SIZE, SIZE, FORMAT, FORMAT)
    values = (abi.ImageValue(1, 2, 3, 4, 5), abi.ImageValue(6, 7, 8, 9, 10))
    packed = abi.pack(places("r600", *types), values, EVEN)
    words = struct.unpack("<12I", packed[36 : 36 + 48])
    assert words == (0, 1, 1, 2, 3, 6, 7, 8, 4, 5, 9, 10)


def test_interim_form():
    result = places("r600", IMAGE, UINT, IMAGE, interim_images=True)
    values = (abi.ImageValue(1, 2, 3, 4, 5), 99, abi.ImageValue(6, 7, 8, 9, 10))
    packed = abi.pack(result, values, EVEN)
    assert struct.unpack("<17I", packed[36:]) == (
        *(0, 99, 1),
        *(2, 5, 7, 0),
        *(1, 2, 3, 4, 5),
        *(6, 7, 8, 9, 10),
    )
    assert abi.unpack(result, packed).hidden["a2.depth"] == 8
    with pytest.raises(AbiError, match=r"a0\.width needs an ImageValue for image 'a0'"):
        abi.pack(result, (0, 99, 1), EVEN)


def test_clover_extends_to_the_place():
    """A place that is wider than its type is filled by sign or by zeros."""
    result = places("r600", ValueType(ScalarKind.CHAR), ValueType(ScalarKind.UCHAR))
    wide = tuple(
        replace(place, offset=36 + 4 * (place.index or 0), size=4)
        for place in result.explicit
    )
    result = replace(result, arguments=wide, kernarg_segment_size=44)
    assert abi.pack(result, (-2, 254))[36:] == struct.pack("<iI", -2, 254)
    assert abi.pack(result, (-2, 254), byte_order="big")[36:] == struct.pack(
        ">iI", -2, 254
    )
    floats = tuple(replace(a, type=ValueType(ScalarKind.HALF)) for a in wide)
    with pytest.raises(AbiError, match="has a place of 4 bytes, and half has 2"):
        abi.pack(replace(result, arguments=floats), (1, 1))
    with pytest.raises(AbiError, match="from -128 to 127, not 128"):
        abi.pack(result, (128, 254))


def test_index_space():
    """
    Every hidden argument that a launch fixes: 1000 * 30 work items in groups of 64 * 8.
    """
    hidden = abi.unpack(
        places("amdhsa-5"), abi.pack(places("amdhsa-5"), (), LAUNCH)
    ).hidden
    assert {name: value for name, value in hidden.items() if value} == {
        "hidden_block_count_x": 15,
        "hidden_block_count_y": 3,
        "hidden_block_count_z": 1,
        "hidden_group_size_x": 64,
        "hidden_group_size_y": 8,
        "hidden_group_size_z": 1,
        "hidden_remainder_x": 40,
        "hidden_remainder_y": 6,
        "hidden_global_offset_x": 5,
        "hidden_global_offset_y": 7,
        "hidden_grid_dims": 2,
    }
    for name in ("amdhsa-4", "amdcl2-64", "amdcl2-32"):
        packed = abi.pack(places(name), (), LAUNCH)
        size = 4 if name.endswith("32") else 8
        offsets = [packed[size * i : size * (i + 1)] for i in range(3)]
        assert [int.from_bytes(o, "little") for o in offsets] == [5, 7, 0], name
    with pytest.raises(AbiError, match="hidden_ngroups_x has no partial work-groups"):
        abi.pack(places("r600"), (), LAUNCH)
    with pytest.raises(
        AbiError, match=r"^kernel @k: hidden argument hidden_block_count_x depends on"
    ):
        abi.pack(places("amdhsa-5"), ())
    with pytest.raises(
        AbiError, match=r"hidden_group_size_x takes .* 65535, not 65536"
    ):
        abi.pack(places("amdhsa-5"), (), abi.Launch((65536,), (65536,)))
    assert abi.pack(places("amdhsa-5", hidden=NO_HIDDEN), ()) == b""


def test_hidden_by_name():
    result = places("amdhsa-5")
    given = {"hidden_heap_v1": 2**63, "hidden_grid_dims": 3}
    packed = abi.pack(result, (), LAUNCH, hidden=given)
    assert abi.unpack(result, packed).hidden.items() >= given.items()
    with pytest.raises(AbiError, match="no hidden argument is called hidden_heap;"):
        abi.pack(result, (), LAUNCH, hidden={"hidden_heap": 1})


def test_local_memory():
    unknown = PointerType(AddressSpace.LOCAL)
    result = places("amdhsa-5", LOCAL, LOCAL, unknown)
    sizes = [abi.LocalMemory(n) for n in (20, 4, 8)]
    read = abi.unpack(result, abi.pack(result, sizes, LAUNCH, local_base=100))
    assert read.values == (112, 144, 256)
    assert read.hidden["hidden_dynamic_lds_size"] == 264 - 100
    # An address, or an offset, stays as it is.
    assert abi.unpack(result, abi.pack(result, (1, 2, 3), LAUNCH)).values == (1, 2, 3)
    with pytest.raises(AbiError, match="is not a local pointer"):
        abi.pack(places("amdhsa-5", GLOBAL), sizes[:1], LAUNCH)


def test_structures():
    class Pair(ctypes.Structure):
        _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_float)]

    pair = StructType(8, 4)
    for value in (Pair(1, 2.0), bytes(Pair(1, 2.0)), bytearray(Pair(1, 2.0))):
        packed = abi.pack(places("mesa3d", pair), (value,), EVEN)
        assert packed[:8] == struct.pack("<if", 1, 2.0)
    # On amdcl2 it is an address.
    packed = abi.pack(places("amdcl2-64", pair), (0x1000,), EVEN)
    assert packed[48:56] == struct.pack("<Q", 0x1000)


def test_handles_and_null():
    types = (IMAGE, SAMPLER, IMAGE, SAMPLER, GLOBAL)
    read = abi.unpack(
        places("r600", *types),
        abi.pack(places("r600", *types), (None, None, None, 0x11, None), EVEN),
    )
    assert read.values == (0, 0, 1, 0x11, 0)
    values = (abi.ImageValue(handle=64), 128, 192, 256, None)
    packed = abi.pack(places("amdhsa-5", *types), values, LAUNCH)
    assert struct.unpack("<5Q", packed[:40]) == (64, 128, 192, 256, 0)


WRONG: list[tuple[ArgumentType, object, str]] = [
    (UINT, -1, "takes whole numbers from 0 to 4294967295, not -1"),
    (UINT, 2**32, "takes whole numbers from 0 to 4294967295, not 4294967296"),
    (UINT, 1.0, "takes a whole number, not 1.0"),
    (UINT, None, "takes a whole number, not None"),
    (UINT, b"\0\0\0", "takes 4 bytes, not 3"),
    (ValueType(ScalarKind.LONG), 2**63, "to 9223372036854775807, not 92233"),
    (
        ValueType(ScalarKind.FLOAT),
        1e39,
        r"takes numbers in the range of float, not 1e\+39",
    ),
    (ValueType(ScalarKind.HALF), 65520, "in the range of half, not 65520"),
    (ValueType(ScalarKind.DOUBLE), 10**400, "in the range of double"),
    (ValueType(ScalarKind.FLOAT), "1", "takes a number, not '1'"),
    (ValueType(ScalarKind.FLOAT), None, "takes a number, not None"),
    (ValueType(ScalarKind.INT, 3), (1, 2, 3, 4), "takes 3 numbers, not 4"),
    (ValueType(ScalarKind.INT, 3), 7, "takes 3 numbers, not 7"),
    (ValueType(ScalarKind.CHAR, 2), (0, 200), "from -128 to 127, not 200"),
    (StructType(5, 1), b"1234", "takes 5 bytes, not 4"),
    (StructType(5, 1), 7, "takes 5 bytes, not 7"),
    (GLOBAL, 2**64, "takes whole numbers from 0 to"),
    (GLOBAL, -1, "takes whole numbers from 0 to"),
    (IMAGE, None, "has no resource id here; give its handle"),
    (IMAGE, abi.ImageValue(4, 4), "has no resource id here; give its handle"),
    (SIZE, (1, 2), "takes 3 numbers, not 2"),
    (FORMAT, (1, 2**32), "to 4294967295, not 4294967296"),
]


@pytest.mark.parametrize(("type", "value", "text"), WRONG)
def test_values_that_do_not_fit(type: ArgumentType, value: object, text: str):
    result = places("amdhsa-5", UINT, type)
    with pytest.raises(
        AbiError, match=rf"^kernel @k, argument 1: argument 'a1' \(.*\) .*{text}"
    ) as caught:
        abi.pack(result, (1, value), LAUNCH)
    assert (caught.value.kernel, caught.value.argument) == ("k", "a1")


def test_number_and_names_of_values():
    result = places("amdhsa-5", UINT, IMAGE, SIZE)
    with pytest.raises(AbiError, match="kernel @k: 1 values for 2 arguments"):
        abi.pack(result, (1,), LAUNCH)
    with pytest.raises(AbiError, match="no argument is called 'b'; it has a0, a1, a2"):
        abi.pack(result, {"a0": 1, "a1": 1, "b": 1}, LAUNCH)
    with pytest.raises(AbiError, match=r"argument 'a1' \(image\) has no value; give"):
        abi.pack(result, {"a0": 1}, LAUNCH)
    with pytest.raises(AbiError, match=r"argument 'a2' .* needs an ImageValue for"):
        abi.pack(result, {"a0": 1, "a1": 64}, LAUNCH)
    given = abi.pack(result, {"a0": 1, "a1": 64, "a2": (1, 2, 3)}, LAUNCH)
    assert abi.unpack(result, given).values == (1, 64, (1, 2, 3))
    same = KernelSignature("k", (Argument("x", UINT), Argument("x", UINT)))
    with pytest.raises(AbiError, match="has another's name; give values in order"):
        abi.pack(layout(same, TARGETS["host"]), {"x": 1})
    with pytest.raises(AbiError, match="the buffer has 3 bytes, and the arguments 2"):
        abi.unpack(result, b"123")


def test_types_that_are_not_known():
    """A code object does not say what a structure is; its bytes go through."""
    place = PlacedArgument("s", "by_value", 0, 8, 0, 0)
    result = KernelArgumentLayout("k", (place,), 8, 8, 0, 8, 8)
    assert abi.pack(result, (b"12345678",)) == b"12345678"
    assert abi.unpack(result, b"12345678").values == (b"12345678",)
    with pytest.raises(AbiError, match="takes 8 bytes, not 5"):
        abi.pack(result, (5,))


@pytest.mark.parametrize(
    ("sizes", "text"),
    [
        (((), ()), "global_size has 0 dimensions; give 1 to 3"),
        (((1, 2, 3, 4), (1, 1, 1, 1)), "global_size has 4 dimensions"),
        (((8,), (0,)), "local_size is .* not less than 1"),
        (((8,), (1, 1)), "local_size has 2 dimensions and global_size 1"),
        (((8,), (1,), (1, 2)), "global_offset has 2 dimensions and global_size 1"),
        (((8,), (1,), (-1,)), "global_offset is .* not less than 0"),
        (((8.5,), (1,)), "global_size is .*; give a whole number for each"),
        ((8, (1,)), "global_size is 8; give a whole number for each"),
    ],
)
def test_launches_that_are_none(sizes: Any, text: str):
    with pytest.raises(AbiError, match=text):
        abi.Launch(*sizes)


def test_no_ir_is_imported():
    program = (
        "import sys; from xdsl_opencl import abi; abi.pack; assert 'Launch' in dir(abi);"
        "print([m for m in sys.modules if m in ('xdsl.ir', 'xdsl_opencl.ir', 'llvmlite',"
        "'numpy', 'xdsl_opencl.dialects')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
    with pytest.raises(AttributeError, match="no attribute 'packing_of'"):
        getattr(abi, "packing_" + "of")

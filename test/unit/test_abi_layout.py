"""`layout()` against the worked examples of data/layouts.json."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from xdsl_opencl.abi.conventions.amdhsa import HIDDEN_V5
from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import (
    NO_HIDDEN,
    WHOLE_HIDDEN,
    AbiError,
    Argument,
    ArgumentType,
    CompanionKind,
    CompanionType,
    HandleKind,
    HandleType,
    HiddenUse,
    ImageArgument,
    KernelArgumentLayout,
    KernelSignature,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)
from xdsl_opencl.abi.target import Abi, Target

DATA = Path(__file__).parent / "data" / "layouts.json"
DOCUMENT = json.loads(DATA.read_text())
Entry = dict[str, Any]
ENTRIES: list[Entry] = DOCUMENT["layouts"]


def argument_type(text: str) -> ArgumentType:
    words = text.split()
    if text.startswith("struct"):
        structure = DOCUMENT["structs"][text]
        return StructType(structure["size"], structure["align"])
    if text == "uint[3]":
        return CompanionType(CompanionKind.IMAGE_SIZE)
    if text == "uint[2]":
        return CompanionType(CompanionKind.IMAGE_FORMAT)
    if text.endswith("*"):
        return PointerType(AddressSpace(words[0]))
    if "pipe" in words:
        return HandleType(HandleKind.PIPE)
    if words[-1].startswith("image"):
        return ImageArgument(ImageKind(words[1]), AccessQualifier(words[0]))
    if text in ("sampler_t", "queue_t"):
        return HandleType(HandleKind(text.removesuffix("_t")))
    match = re.fullmatch(r"([a-z]+)(\d*)", text)
    assert match is not None
    return ValueType(ScalarKind(match[1]), int(match[2] or 1))


def signature_of(entry: Entry) -> KernelSignature:
    types = entry.get("rewritten_signature", entry["signature"])
    names = [a["name"] for a in entry["args"] if "type" in a]
    if len(names) != len(types):
        names = [f"a{i}" for i in range(len(types))]
    return KernelSignature(
        entry["kernel"],
        tuple(Argument(n, argument_type(t)) for n, t in zip(names, types, strict=True)),
    )


def compute(entry: Entry) -> KernelArgumentLayout:
    signature = signature_of(entry)
    match entry["abi"]:
        case "amdgcn-unknown-os":
            return layout(signature, Target(Abi.AMDGCN_UNKNOWN))
        case "mesa3d":
            return layout(signature, Target(Abi.MESA3D, "gfx803"))
        case "amdcl2-64" | "amdcl2-32" as abi:
            return layout(signature, Target(Abi.AMDCL2, pointer_bits=int(abi[-2:])))
        case "r600-clover-images-interim":
            return layout(signature, Target(Abi.R600, "juniper"), interim_images=True)
        case "r600" | "r600-clover-images":
            return layout(signature, Target(Abi.R600, "juniper"))
        case abi:
            # gfx803 has every slot that can be present.
            target = Target(
                Abi.AMDHSA, "gfx803", code_object_version=int(abi[len("amdhsa-v")])
            )
            none = abi.endswith("no-implicitarg")
            return layout(signature, target, hidden=NO_HIDDEN if none else WHOLE_HIDDEN)


def check(result: KernelArgumentLayout, entry: Entry) -> None:
    assert result.explicit_end == entry["explicit_end"]
    size = entry.get("kernarg_segment_size", entry.get("total"))
    if size is not None:
        assert result.kernarg_segment_size == size
    if "kernarg_segment_align" in entry:
        assert result.kernarg_segment_align == entry["kernarg_segment_align"]
    if "implicit_offset" in entry:
        assert result.implicit_offset == entry["implicit_offset"]
        assert result.implicit_bytes == entry["implicit_bytes"]
    # The examples of `amdgcn--` leave the header out.
    headless = entry.get("abi") == "amdgcn-unknown-os"
    arguments = result.explicit if headless else result.arguments
    assert len(arguments) == len(entry["args"])
    for placed, expected in zip(arguments, entry["args"], strict=True):
        assert (placed.offset, placed.size) == (expected["offset"], expected["size"])
        assert placed.kind in expected["kind"].split("|")
        for field in ("align", "resource_id", "name"):
            if field in expected:
                assert getattr(placed, field) == expected[field]
        assert (placed.index is not None) == ("type" in expected)


def entry_id(entry: Entry) -> str:
    return f"{entry['abi']}-{entry['kernel']}"


def test_all_examples_are_there() -> None:
    assert len(ENTRIES) == 121


@pytest.mark.parametrize("entry", ENTRIES, ids=entry_id)
def test_example(entry: Entry) -> None:
    check(compute(entry), entry)


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if "amdhsa-v5" in e["abi"]], ids=entry_id
)
def test_version_6_is_version_5(entry: Entry) -> None:
    hidden = NO_HIDDEN if "no-implicitarg" in entry["abi"] else WHOLE_HIDDEN
    target = Target(Abi.AMDHSA, "gfx803", code_object_version=6)
    check(layout(signature_of(entry), target, hidden=hidden), entry)


@pytest.mark.parametrize(
    "entry",
    [e for e in ENTRIES if "catalyst_observed_variant" in e],
    ids=entry_id,
)
def test_wide_image_handles(entry: Entry) -> None:
    target = Target(Abi.AMDCL2, pointer_bits=32)
    result = layout(signature_of(entry), target, image_handle_size=8)
    check(result, entry["catalyst_observed_variant"])


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if "llvm22_metadata" in e], ids=entry_id
)
def test_llvm_metadata(entry: Entry) -> None:
    """
    The slots that LLVM 22 lists for gfx900 and a function without amdgpu-no-* attributes.
    """
    target = Target(
        Abi.AMDHSA,
        "gfx900",
        code_object_version=int(entry["abi"][len("amdhsa-v")]),
    )
    use = HiddenUse(
        entries=HIDDEN_V5.optional - {"hidden_printf_buffer", "hidden_dynamic_lds_size"}
    )
    none = entry["abi"].endswith("no-implicitarg")
    result = layout(signature_of(entry), target, hidden=NO_HIDDEN if none else use)
    assert [
        {"offset": a.offset, "size": a.size, "value_kind": a.kind}
        for a in result.arguments
    ] == entry["llvm22_metadata"]


def test_trailing_companions() -> None:
    """Companions are placed where the signature has them, packed."""
    image = ImageArgument(ImageKind.IMAGE2D, AccessQualifier.READ_ONLY)
    types: tuple[ArgumentType, ...] = (
        image,
        ValueType(ScalarKind.LONG),
        CompanionType(CompanionKind.IMAGE_SIZE),
        CompanionType(CompanionKind.IMAGE_FORMAT),
    )
    signature = KernelSignature(
        "k", tuple(Argument(f"a{i}", t) for i, t in enumerate(types))
    )
    # Alignment counts from byte 36 (abi.md 3.1), so the long is at 36 + 8.
    assert [
        a.offset for a in layout(signature, Target(Abi.R600, "juniper")).explicit
    ] == [
        36,
        44,
        52,
        64,
    ]
    assert [
        a.offset for a in layout(signature, Target(Abi.MESA3D, "gfx803")).explicit
    ] == [
        0,
        8,
        16,
        28,
    ]


def test_host_is_c_layout() -> None:
    """The host's block has the offsets of the equivalent C structure."""
    import ctypes

    types: tuple[ArgumentType, ...] = (
        ValueType(ScalarKind.CHAR),
        PointerType(AddressSpace.GLOBAL),
        ValueType(ScalarKind.SHORT),
        PointerType(AddressSpace.LOCAL),
        ValueType(ScalarKind.FLOAT),
        ValueType(ScalarKind.DOUBLE),
        ImageArgument(ImageKind.IMAGE2D, AccessQualifier.READ_ONLY),
        HandleType(HandleKind.SAMPLER),
        ValueType(ScalarKind.UCHAR),
    )
    fields = [
        ctypes.c_char,
        ctypes.c_void_p,
        ctypes.c_short,
        ctypes.c_void_p,
        ctypes.c_float,
        ctypes.c_double,
        ctypes.c_void_p,
        ctypes.c_int,
        ctypes.c_ubyte,
    ]

    class Block(ctypes.Structure):
        _fields_ = [(f"a{i}", f) for i, f in enumerate(fields)]

    signature = KernelSignature(
        "k", tuple(Argument(f"a{i}", t) for i, t in enumerate(types))
    )
    result = layout(signature, Target(Abi.HOST))
    assert [a.offset for a in result.arguments] == [
        getattr(Block, f"a{i}").offset for i in range(len(fields))
    ]
    assert result.kernarg_segment_size == ctypes.sizeof(Block)
    assert result.kernarg_segment_align == ctypes.alignment(Block)


def test_host_vectors_are_aligned_to_their_size() -> None:
    types = [ValueType(ScalarKind.CHAR), ValueType(ScalarKind.FLOAT, 3)]
    signature = KernelSignature("k", tuple(Argument("a", t) for t in types))
    result = layout(signature, Target(Abi.HOST))
    assert [(a.offset, a.size) for a in result.arguments] == [(0, 1), (16, 16)]


@pytest.mark.parametrize(
    ("use", "kinds", "size"),
    [
        (HiddenUse(bytes_read=8), ["block_count_x", "block_count_y"], 16),
        (HiddenUse(bytes_read=0), [], 4),
        # The slot at 72 keeps everything before it, but only what is needed is listed.
        (
            HiddenUse(80, frozenset({"hidden_printf_buffer"})),
            [
                "block_count_x",
                "block_count_y",
                "block_count_z",
                "group_size_x",
                "group_size_y",
                "group_size_z",
                "remainder_x",
                "remainder_y",
                "remainder_z",
                "global_offset_x",
                "global_offset_y",
                "global_offset_z",
                "grid_dims",
                "printf_buffer",
            ],
            88,
        ),
    ],
)
def test_hidden_use(use: HiddenUse, kinds: list[str], size: int) -> None:
    signature = KernelSignature("k", (Argument("n", ValueType(ScalarKind.INT)),))
    result = layout(signature, Target(Abi.AMDHSA, "gfx1100"), hidden=use)
    assert [a.name for a in result.hidden] == kinds
    assert result.kernarg_segment_size == size


@pytest.mark.parametrize("version", [4, 5, 6])
def test_no_hidden_argument_is_cut(version: int) -> None:
    """A block that ends after one argument ends inside of no other."""
    signature = KernelSignature("k", ())
    target = Target(Abi.AMDHSA, "gfx1030", code_object_version=version)
    for last in target.hidden.slots:
        size = layout(signature, target, hidden=HiddenUse(last.end)).implicit_bytes
        assert size >= last.end
        for slot in target.hidden.slots:
            assert not slot.offset < size < slot.end, (last.kind, slot.kind)


def test_private_pointer_is_an_error() -> None:
    signature = KernelSignature(
        "k", (Argument("p", PointerType(AddressSpace.PRIVATE)),)
    )
    with pytest.raises(AbiError, match=r"kernel @k, argument 0: argument 'p' is a pri"):
        layout(signature, Target(mcpu="gfx900"))


def test_options_an_abi_does_not_have() -> None:
    signature = KernelSignature("k", ())
    with pytest.raises(AbiError, match="no interim form"):
        layout(signature, Target(mcpu="gfx900"), interim_images=True)
    with pytest.raises(AbiError, match="no image handles of 8 bytes"):
        layout(signature, Target(mcpu="gfx900"), image_handle_size=8)
    with pytest.raises(AbiError, match="no image handles of 5 bytes"):
        layout(signature, Target(Abi.AMDCL2), image_handle_size=5)

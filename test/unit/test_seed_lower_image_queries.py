"""
`opencl-lower-image-queries{source=descriptor}`: the emitted code is run on descriptors.

What it must give is computed here from the formulas of ROCm-Device-Libs' `ockl` (fields)
and `cl.h` (constants), not from our tables.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Mapping
from typing import Literal

import pytest
from lower_helpers import evaluate
from seed_helpers import run
from texts import whole
from xdsl.ir import Operation, SSAValue
from xdsl.passes import PassPipeline

from xdsl_opencl.abi.enums import ImageKind
from xdsl_opencl.abi.images.images import HOST_IMAGE_BYTES, HOST_IMAGE_FIELDS
from xdsl_opencl.dialects.opencl.image import ImageQueryOp
from xdsl_opencl.transforms.images.opencl_lower_image_queries import (
    OpenCLLowerImageQueriesPass,
)

Value = int | list[int]

TYPES = [
    *(0x10D0, 0x10D1, 0x10D2, 0x10D3, 0x10DF, 0x10D5, 0x10D4, 0x10D6),
    *(0x10D7, 0x10D8, 0x10D9, 0x10DA, 0x10DB, 0x10DC, 0x10DD, 0x10DE),
]
ORDERS = [
    *(0x10B1, 0x10B0, 0x10BA, 0x10B2, 0x10BB, 0x10B3, 0x10B4, 0x10BC, 0x10B5, 0x10B6),
    *(0x10B7, 0x10C3, 0x10BF, 0x10C0, 0x10C1, 0x10C2, 0x10B8, 0x10B9, 0x10BD, 0x10BE),
]


def field(dwords: list[int], bit: int, width: int) -> int:
    """`ockl`'s FIELD: `width` bits from `bit`, counted from dword 0."""
    whole = sum(dword << (32 * i) for i, dword in enumerate(dwords))
    return whole >> bit & ((1 << width) - 1)


def found(
    ops: list[Operation],
    dwords: list[int],
    arguments: Mapping[SSAValue, Value] | None = None,
) -> dict[str, Value]:
    """
    Runs straight-line code whose images point to `dwords`, or whose implicit arguments
    are `dwords`; what is passed to the call in it, by name.
    """
    data = struct.pack(f"<{len(dwords)}I", *dwords)
    segments = {"implicit": data}
    block = ops[0].parent
    assert block is not None
    # Images point to the begin of the memory.
    known = {**dict.fromkeys(block.args, 0), **(arguments or {})}
    (given,) = evaluate(ops, known, segments=segments, memory=data)
    call = next(op for op in ops if op.name == "func.call")
    return {v.name_hint or "": n for v, n in zip(call.operands, given, strict=True)}


def legal(kind: ImageKind) -> dict[str, str]:
    """
    The queries of OpenCL C 3.0, section 6.15.15.4 and 6.15.15.8, and their result types.
    """
    result = {name: "i32" for name in ("width", "channel_data_type", "channel_order")}
    if kind.dimensions > 1:
        result |= {"height": "i32", "dim": "vector<2xi32>"}
    if kind is ImageKind.IMAGE3D:
        result |= {"depth": "i32", "dim": "vector<4xi32>"}
    if kind.is_array:
        result["array_size"] = "i64"
    if kind.is_msaa:
        result["num_samples"] = "i32"
    elif not kind.is_buffer:
        result["num_mip_levels"] = "i32"
    return result


def lowered(kind: ImageKind, target: str) -> list[Operation]:
    type = f"!opencl.image<{kind}, read_only>"
    queries = {f"get_image_{name}": t for name, t in legal(kind).items()}
    queries |= {"image_size": "vector<3xi32>", "image_format": "vector<2xi32>"}
    lines = [f"%{n} = opencl.{n} %a : {type} -> {t}" for n, t in queries.items()]
    types = ", ".join(queries.values())
    text = f"""
        builtin.module attributes {{opencl.target = #opencl.target<{target}>}} {{
          func.func private @use({types})
          opencl.kernel @k(%a: {type}) {{
            {" ".join(lines)}
            func.call @use({", ".join(f"%{n}" for n in queries)}) : ({types}) -> ()
            opencl.return
          }}
        }}
    """
    module = run(text, OpenCLLowerImageQueriesPass())
    assert not any(isinstance(op, ImageQueryOp) for op in module.walk())
    kernel = module.body.block.last_op
    assert kernel is not None
    return list(kernel.regions[0].block.ops)


def check(kind: ImageKind, answers: dict[str, Value], expected: dict[str, int]) -> None:
    assert set(answers) == {
        *(f"get_image_{name}" for name in legal(kind)),
        "image_size",
        "image_format",
    }
    size = [expected["width"], expected["height"], expected["depth"]]
    size = [n if i < kind.dimensions else 1 for i, n in enumerate(size)]
    assert answers.pop("image_size") == size
    order = [expected["channel_data_type"], expected["channel_order"]]
    assert answers.pop("image_format") == order
    dim = answers.pop("get_image_dim", None)
    if dim is not None:
        assert dim == ([*size, 0] if kind is ImageKind.IMAGE3D else size[:2])
    for name, value in answers.items():
        assert value == expected[name.removeprefix("get_image_")], name


@pytest.mark.parametrize("kind", ImageKind)
@pytest.mark.parametrize(
    "mcpu", ["gfx701", "gfx803", "gfx900", "gfx90a", "gfx942", "gfx1030", "gfx1201"]
)
def test_amdhsa(kind: ImageKind, mcpu: str) -> None:
    ops = lowered(kind, f'abi = "amdhsa", mcpu = "{mcpu}"')
    source = random.Random(f"{kind} {mcpu}")
    for code in range(20):
        dwords = [source.getrandbits(32) for _ in range(8)]
        width = source.randrange(1, 1 << 27)
        dwords += [code % 16, code, width]
        is_old = mcpu in ("gfx701", "gfx803")
        check(
            kind,
            found(ops, dwords),
            {
                "width": width,
                "height": field(dwords, 78, 14) + 1,
                "depth": field(dwords, 128, 13) + 1,
                "array_size": field(dwords, 173 if is_old else 128, 13) + 1,
                "num_mip_levels": field(dwords, 112, 4),
                "num_samples": 1 << field(dwords, 112, 4),
                "channel_data_type": TYPES[code % 16],
                "channel_order": ORDERS[code],
            },
        )


def test_amdhsa_with_any_code() -> None:
    """A code out of range gives some value; nothing is undefined."""
    ops = lowered(ImageKind.IMAGE2D, 'abi = "amdhsa", mcpu = "gfx1100"')
    for code in (20, 31, 63, 64, 1 << 28, (1 << 32) - 1):
        found(ops, [0] * 8 + [code, code, 1])


@pytest.mark.parametrize(
    "kind", [kind for kind in ImageKind if kind is not ImageKind.IMAGE1D_BUFFER]
)
@pytest.mark.parametrize("mcpu", ["gfx701", "gfx803"])
def test_amdcl2(kind: ImageKind, mcpu: str) -> None:
    """Catalyst: no dword 10, and other bits above the codes in dwords 8 and 9."""
    ops = lowered(kind, f'abi = "amdcl2", mcpu = "{mcpu}"')
    source = random.Random(f"{kind} {mcpu}")
    for code in range(20):
        dwords = [source.getrandbits(32) for _ in range(10)]
        dwords[8] = dwords[8] & ~0xF | code % 16
        dwords[9] = dwords[9] & ~0x1F | code
        check(
            kind,
            found(ops, dwords),
            {
                "width": field(dwords, 64, 14) + 1,
                "height": field(dwords, 78, 14) + 1,
                "depth": field(dwords, 128, 13) + 1,
                "array_size": field(dwords, 173, 13) + 1,
                "num_mip_levels": field(dwords, 112, 4),
                "num_samples": 1 << field(dwords, 112, 4),
                "channel_data_type": TYPES[code % 16],
                "channel_order": ORDERS[code],
            },
        )


@pytest.mark.parametrize("kind", ImageKind)
def test_host(kind: ImageKind) -> None:
    """The CPU device's record holds every attribute as it is."""
    ops = lowered(kind, 'abi = "host", mcpu = ""')
    dwords = list(range(1000, 1000 + HOST_IMAGE_BYTES // 4))
    expected = {
        name: dwords[offset // 4]
        for name, (offset, size) in HOST_IMAGE_FIELDS.items()
        if size == 4
    }
    check(kind, found(ops, dwords), expected)


PIGLIT = whole("seed_lower_image_queries.mlir")


@pytest.mark.parametrize("source", ["operands", "argument-buffer", "descriptor"])
def test_piglit_image_attributes(
    source: Literal["operands", "argument-buffer", "descriptor"],
) -> None:
    """
    piglit's `image-attributes.cl`: a 2D image of 2 x 3, RGBA, UNSIGNED_INT8, the image
    after the output buffer.
    """
    text = PIGLIT if source == "descriptor" else PIGLIT.replace("amdhsa", "mesa3d")
    module = run(text, OpenCLLowerImageQueriesPass(source))
    kernel = module.body.block.last_op
    assert kernel is not None
    block = kernel.regions[0].block
    size, order = [2, 3, 1], [0x10DA, 0x10B5]
    arguments: dict[SSAValue, Value] = {}
    if source == "operands":
        arguments = {block.args[2]: size, block.args[3]: order}
        dwords: list[int] = []
    elif source == "argument-buffer":
        dwords = [2, 0, 0, 0, *size, *order]
    else:
        dwords = [0, 0, (3 - 1) << 14, 0, 0, 0, 0, 0, 11, 8, 2]
    values = found(list(block.ops), dwords, arguments)
    assert list(values.values()) == [2, 3, 2, 3, 1, 1]


@pytest.mark.parametrize("source", ["operands", "argument-buffer", "descriptor"])
def test_option_syntax(source: str) -> None:
    pipeline = PassPipeline.parse_spec(
        {OpenCLLowerImageQueriesPass.name: lambda: OpenCLLowerImageQueriesPass},
        f"opencl-lower-image-queries{{source={source}}}",
    )
    (found,) = pipeline.passes
    assert isinstance(found, OpenCLLowerImageQueriesPass)
    assert found.source == source


@pytest.mark.parametrize("source", ["memory", "argument_buffer", "3"])
def test_wrong_option(source: str) -> None:
    with pytest.raises(ValueError, match=r"Incompatible types"):
        PassPipeline.parse_spec(
            {OpenCLLowerImageQueriesPass.name: lambda: OpenCLLowerImageQueriesPass},
            f"opencl-lower-image-queries{{source={source}}}",
        )

"""
Layouts that a host reads from the JSON of `opencl-arguments`, and pictures of them.
"""

from __future__ import annotations

import json
import re
import struct
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from xdsl_opencl import abi
from xdsl_opencl.abi.arguments.packing import pack
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.targets.arguments_target import module_table
from xdsl_opencl.cli import main
from xdsl_opencl.driver import Compilation, SourceFile
from xdsl_opencl.transforms.kernels.signature.kernel_reflection import describe_kernels

TARGETS = [
    Target("amdhsa", "gfx1100"),
    Target("amdhsa", "gfx803", code_object_version=4),
    Target("mesa3d", "gfx803"),
    Target("r600", "juniper"),
    Target("host"),
]
SOURCE = """
typedef struct { char c; long l; } S;
kernel void k(global float *out, char c, ushort3 v, double d, local int4 *l, S s,
              read_only image2d_t image, sampler_t sampler) {
  out[get_global_id(0)] = c + v.x + d + s.l + l[0].x
      + read_imagef(image, sampler, (int2)(0, 0)).x;
}
"""


def _table(target: Target) -> tuple[dict[str, Any], Any]:
    module = Compilation(SourceFile("k.cl", SOURCE), target).opencl_module
    table = json.loads(json.dumps(module_table(module)))["kernels"][0]
    return table, describe_kernels(module, target)[0].layout


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: f"{t.abi}-{t.mcpu}")
def test_the_layout_comes_back(target: Target) -> None:
    table, layout = _table(target)
    assert abi.read_layout(table) == layout
    values = {
        "out": 0x1000,
        "c": -1,
        "v": (1, 2, 3),
        "d": 2.5,
        "l": abi.LocalMemory(64),
        "s": struct.pack("<b7xq", -7, 1 << 40),
        # Where these are resource ids, the layout has them.
        "image": None if target.abi in ("mesa3d", "r600") else 0x2000,
        "sampler": None if target.abi in ("mesa3d", "r600") else 0x3000,
    }
    launch = abi.Launch((64,), (64,))
    assert pack(abi.read_layout(table), values, launch) == pack(layout, values, launch)


def test_json_is_enough_for_a_host_without_python() -> None:
    """
    The bytes of each argument, written by `struct` alone at the offsets of the JSON.
    """
    table, layout = _table(Target("amdhsa", "gfx1100"))
    buffer = bytearray(table["segment_size"])
    given: dict[str, tuple[str, tuple[Any, ...]]] = {
        "out": ("<Q", (0x1000,)),
        "c": ("<b", (-1,)),
        "v": ("<3H", (1, 2, 3)),
        "d": ("<d", (2.5,)),
        "l": ("<I", (256,)),
        "s": ("<b7xq", (-7, 1 << 40)),
        "image": ("<Q", (0x2000,)),
        "sampler": ("<Q", (0x3000,)),
    }
    for argument in table["arguments"]:
        letters, numbers = given[argument["name"]]
        struct.pack_into(letters, buffer, argument["offset"], *numbers)
    values = {
        name: numbers[0] if len(numbers) == 1 else numbers
        for name, (_, numbers) in given.items()
    }
    values["s"] = struct.pack("<b7xq", -7, 1 << 40)
    packed = pack(layout, values, abi.Launch((64,), (64,)))
    assert packed[: table["explicit_end"]] == bytes(buffer)[: table["explicit_end"]]
    assert {a["name"]: a["type"] for a in table["arguments"]} == {
        "out": {"class": "pointer", "address_space": "global", "pointee_align": 4},
        "c": {"class": "value", "scalar": "char", "width": 1},
        "v": {"class": "value", "scalar": "ushort", "width": 3},
        "d": {"class": "value", "scalar": "double", "width": 1},
        "l": {"class": "pointer", "address_space": "local", "pointee_align": 16},
        "s": {"class": "structure", "size": 16, "align": 8},
        "image": {"class": "image", "kind": "image2d_t", "access": "read_only"},
        "sampler": {"class": "handle", "kind": "sampler"},
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"arguments": None}, "give one element of its list 'kernels'"),
        ({"segment_size": -4}, "-4 is not a number of bytes"),
        ({"segment_align": "8"}, "'8' is not a number of bytes"),
        ({"explicit_end": True}, "True is not a number of bytes"),
        ({"hidden_arguments": [{"name": "x"}]}, "'kind' is missing"),
    ],
)
def test_other_json_is_refused(change: dict[str, Any], message: str) -> None:
    table, _ = _table(Target("amdhsa", "gfx1100"))
    with pytest.raises(AbiError, match=re.escape(message)):
        abi.read_layout({**table, **change})
    with pytest.raises(AbiError, match="'arguments' is missing"):
        abi.read_layout({})


def _boxes(svg: str) -> list[tuple[float, float, str]]:
    """Left edge, width and title of each argument's box."""
    space = "{http://www.w3.org/2000/svg}"
    found: list[tuple[float, float, str]] = []
    for group in ElementTree.fromstring(svg).iter(f"{space}g"):
        title, box = group.find(f"{space}title"), group.find(f"{space}rect")
        assert title is not None
        assert title.text
        assert box is not None
        found.append((float(box.attrib["x"]), float(box.attrib["width"]), title.text))
    return found


def test_a_picture_has_a_box_for_each_argument(tmp_path: Path) -> None:
    source, svg = tmp_path / "k.cl", tmp_path / "k.svg"
    source.write_text(
        "kernel void k(global int *a, char b, float4 c) { a[0] = b + c.x; }"
    )
    assert main(["info", str(source), "--abi", "host,r600", "--svg", str(svg)]) == 0
    host, r600 = (
        {
            title
            for _, _, title in _boxes(svg.read_text())
            if f"offset {offset}," in title
        }
        for offset in (8, 40)
    )
    assert "b (by_value): offset 8, 1 byte" in host
    assert "b (by_value): offset 40, 1 byte" in r600
    (vector,) = [
        b for b in _boxes(svg.read_text()) if b[2].startswith("c") and "t 16" in b[2]
    ]
    ruler = [b for b in _boxes(svg.read_text()) if "offset 0," in b[2]]
    # Sixteen bytes, sixteen bytes after the start: twice as wide as the pointer's eight.
    assert vector[0] - ruler[0][0] == vector[1] == 2 * ruler[0][1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--svg", "/nowhere/k.svg"], "cannot use '/nowhere/k.svg'"),
        (["--svg", "k.svg", "--json"], "--json prints and --svg draws"),
        (["--pointer-width", "16"], "no 16-bit pointers"),
    ],
)
def test_wrong_options(
    options: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text("kernel void k(global int *a) { a[0] = 1; }")
    assert main(["info", "k.cl", "--abi", "amdcl2", *options]) == 1
    assert message in capsys.readouterr().err
    assert not Path("k.svg").exists()


def test_the_width_of_pointers_is_obeyed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "k.cl"
    source.write_text("kernel void k(global int *a, global int *b) { *a = *b; }")
    for width in (32, 64):
        options = ["--abi", "amdcl2", "--pointer-width", str(width), "--json"]
        assert main(["info", str(source), *options]) == 0
        kernel = json.loads(capsys.readouterr().out)["kernels"][0]
        sizes = [argument["size"] for argument in kernel["arguments"]]
        assert sizes == [width // 8] * 2

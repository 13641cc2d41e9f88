"""Floating-point elements in hexadecimal, as upstream prints infinities and NaNs."""

from __future__ import annotations

import struct
import subprocess
from typing import Any, cast

import pytest
from lower_helpers import context
from tools import need
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

BITS = {
    "f16": (0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x3C00),
    "f32": (0x7F800000, 0xFF800000, 0x7FFFFFFF, 0xFFC00001, 0x3F800000, 0x7F8),
    "f64": (0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000001),
}
FORMATS = {"f16": "<%dH", "f32": "<%dI", "f64": "<%dQ"}


def parse(text: str) -> DenseIntOrFPElementsAttr[Any]:
    attribute = Parser(context(), text).parse_attribute()
    assert isinstance(attribute, DenseIntOrFPElementsAttr)
    return cast(DenseIntOrFPElementsAttr[Any], attribute)


def bits(attribute: DenseIntOrFPElementsAttr[Any], element: str) -> tuple[int, ...]:
    data = attribute.data.data
    return struct.unpack(FORMATS[element] % len(attribute), data)


@pytest.mark.parametrize("element", BITS)
def test_elements_are_bit_patterns(element: str) -> None:
    given = BITS[element]
    type_ = f"vector<{len(given)}x{element}>"
    read = parse(f"dense<[{', '.join(map(hex, given))}]> : {type_}")
    assert bits(read, element) == given
    # What xDSL prints is read again.
    assert bits(parse(str(read)), element) == given
    for one in given:
        assert bits(parse(f"dense<{one:#x}> : vector<2x{element}>"), element) == (
            one,
            one,
        )


@pytest.mark.parametrize("element", BITS)
def test_upstream_prints_the_same_bits(element: str) -> None:
    given = BITS[element]
    type_ = f"vector<{len(given)}x{element}>"
    text = f"func.func private @f() attributes {{a = dense<[{', '.join(map(hex, given))}]> : {type_}}}"
    done = subprocess.run(
        [need("mlir-opt", 22, 22)],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    _, _, there = done.stdout.partition("a = ")
    assert bits(parse(there), element) == given


def test_complex_elements() -> None:
    read = parse("dense<[(0x7f800000, 0xff800000)]> : tensor<1xcomplex<f32>>")
    assert str(read) == "dense<(0x7f800000,0xff800000)> : tensor<1xcomplex<f32>>"
    read = parse("dense<[(2, 0x7f800000)]> : tensor<1xcomplex<f32>>")
    assert str(read) == "dense<(2.000000e+00,0x7f800000)> : tensor<1xcomplex<f32>>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dense<-0x1> : vector<2xf32>", "remove the minus"),
        ("dense<[1.0, 0x17F800000]> : vector<2xf32>", "more bits than f32"),
        ("dense<0x10000> : vector<2xf16>", "more bits than f16"),
        ("dense<(0x17F800000, 0x0)> : tensor<1xcomplex<f32>>", "more bits than f32"),
    ],
)
def test_wrong_patterns(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text)

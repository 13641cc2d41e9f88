"""
The expectations of conformance suites for images, with their numbers worked out by hand:
queries, reads at texels, linear filtering between four texels, the edge, writes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import Image, Program, Sampler

PROGRAMS = Path(__file__).with_name("programs")

SOURCE = (PROGRAMS / "image_expectations.cl").read_text()


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE, level=1)


def test_attributes(program: Program) -> None:
    out = np.zeros(6, np.int32)
    image = Image(np.zeros((3, 2, 4), np.uint8), "image2d_t", "RGBA", "UNSIGNED_INT8")
    program.attributes(1, 1, out, image)
    assert out.tolist() == [2, 3, 2, 3, 1, 1]


TEXELS: list[tuple[str, str, str, list[float]]] = [
    ("i", "SIGNED_INT8", "i1", [-128, -1, 0, 127]),
    ("ui", "UNSIGNED_INT8", "u1", [0, 1, 254, 255]),
    ("f", "FLOAT", "f4", [0.1, 0.2, 0.3, 0.4]),
    ("f", "UNORM_INT8", "u1", [0, 51, 102, 255]),
    ("f", "SNORM_INT8", "i1", [-128, -127, 0, 127]),
]


@pytest.mark.parametrize(("letter", "data_type", "dtype", "texel"), TEXELS)
def test_last_texel(
    program: Program, letter: str, data_type: str, dtype: str, texel: list[float]
) -> None:
    """A whole coordinate names a texel, a real one lies in it."""
    pixels = np.zeros((3, 2, 4), dtype)
    pixels[2, 1] = texel
    image = Image(pixels, "image2d_t", "RGBA", data_type)
    out = np.zeros((2, 4), {"f": "f4", "i": "i4", "ui": "u4"}[letter])
    sampler = Sampler(False, "none", "nearest")
    program[f"read{letter}"](1, 1, out, image, sampler, (1, 2), (1.5, 2.5))
    want: Any = np.array(texel, out.dtype)
    if data_type == "UNORM_INT8":
        want = np.array([0, 0.2, 0.4, 1], np.float32)
    if data_type == "SNORM_INT8":
        want = np.array([-1, -1, 0, 1], np.float32)
    assert (out == want).all()


SAMPLES: list[tuple[bool, str, str, list[float], list[float]]] = [
    # Between the centres of texels that hold 0, 1 above and 2, 3 below.
    (False, "none", "linear", [0.5, 0.5, 1, 0.5, 1, 1, 0.5, 1], [0, 0.5, 1.5, 1]),
    (
        True,
        "none",
        "linear",
        [0.25, 0.25, 0.5, 0.25, 0.5, 0.5, 0.25, 0.5],
        [0, 0.5, 1.5, 1],
    ),
    (False, "clamp_to_edge", "nearest", [-1, -1, 3, -1, 3, 3, -1, 3], [0, 1, 3, 2]),
    (False, "clamp_to_edge", "linear", [0, 0, 2, 0, 2, 2, 0, 2], [0, 1, 3, 2]),
    # Half of each sample is the border, which is 0 in a channel of colour.
    (False, "clamp", "linear", [0, 0.5, 2, 0.5, 2, 1.5, 0, 1.5], [0, 0.5, 1.5, 1]),
    (True, "repeat", "nearest", [1.25, 0.25, 1.75, -0.75, 0.75, 0.75], [0, 1, 3]),
    # Two texels further the picture is mirrored.
    (True, "mirrored_repeat", "nearest", [1.25, 0.25, 1.75, 0.25], [1, 0]),
    # Across the seam: the mean of the last and the first column.
    (True, "repeat", "linear", [0, 0.25, 1, 0.75], [0.5, 2.5]),
    (True, "mirrored_repeat", "linear", [0, 0.25, 1, 0.75], [0, 3]),
]


@pytest.mark.parametrize(("normalized", "addressing", "filter", "at", "want"), SAMPLES)
def test_samples(
    program: Program,
    normalized: bool,
    addressing: str,
    filter: str,
    at: list[float],
    want: list[float],
) -> None:
    pixels = np.zeros((2, 2, 4), np.float32)
    pixels[..., 0] = [[0, 1], [2, 3]]
    out = np.full(len(want), -1, np.float32)
    sampler = Sampler(normalized, addressing, filter)
    image = Image(pixels, "image2d_t", "RGBA", "FLOAT")
    program.sample(len(want), 1, out, image, sampler, np.array(at, np.float32))
    assert out.tolist() == want


def test_writes(program: Program) -> None:
    """Halfway cases go to the even number, what is out of range to its end."""
    cases: list[tuple[str, str, str, list[float], list[float]]] = [
        ("f", "UNORM_INT8", "u1", [0.5, -1, 2, 2.5 / 255], [128, 0, 255, 2]),
        ("f", "SNORM_INT8", "i1", [0.5, -2, -1, 1], [64, -128, -127, 127]),
        ("f", "FLOAT", "f4", [0.5, -1, 2, 7], [0.5, -1, 2, 7]),
        ("i", "SIGNED_INT8", "i1", [300, -300, 5, -5], [127, -128, 5, -5]),
        ("ui", "UNSIGNED_INT16", "u2", [70000, 0, 5, 65535], [65535, 0, 5, 65535]),
    ]
    for letter, data_type, dtype, colour, want in cases:
        pixels = np.zeros((3, 2, 4), dtype)
        image = Image(pixels, "image2d_t", "RGBA", data_type)
        program[f"write{letter}"](6, None, image, tuple(colour))
        assert (pixels == np.array(want, dtype)).all(), data_type

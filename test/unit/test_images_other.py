"""
The model of images (`image_model.py`) against PoCL: reads at random places with every
sampler, and writes. What the CPU device is compared with is what others compute too.
"""

from __future__ import annotations

import re
import zlib
from typing import Any

import numpy as np
import pytest
from image_model import Array, border, sample, store, texels
from long_runs import long_run
from pocl_helpers import Answer, Launch, other
from test_host_images import (
    POINTS,
    SAMPLERS,
    SIZES,
    letter_of,
    random_colours,
    random_pixels,
    source,
)

FORMATS = (
    ("R", "FLOAT"),
    ("A", "UNORM_INT8"),
    ("RGBA", "UNORM_INT8"),
    ("BGRA", "UNORM_INT8"),
    ("RGBA", "HALF_FLOAT"),
    ("RGBA", "FLOAT"),
    ("RGBA", "UNORM_INT16"),
    ("RGBA", "SNORM_INT8"),
    ("RGBA", "SNORM_INT16"),
    ("RGBA", "SIGNED_INT8"),
    ("RGBA", "SIGNED_INT16"),
    ("RGBA", "SIGNED_INT32"),
    ("RGBA", "UNSIGNED_INT8"),
    ("RGBA", "UNSIGNED_INT16"),
    ("RGBA", "UNSIGNED_INT32"),
)
"""Those that PoCL 3.1 has."""
KINDS = ("image1d_t", "image2d_t", "image2d_array_t", "image3d_t")
DTYPES = {"f": np.float32, "i": np.int32, "ui": np.uint32}


def program(kind: str, letter: str) -> str:
    pragma, *kernels = re.split(r"(?=\nkernel void )", source())
    wanted = re.compile(rf" (sample|write)_{kind}_{letter}\(")
    return pragma + "".join(k for k in kernels if wanted.search(k))


def places(
    rng: np.random.Generator, kind: str, normalized: bool, addressing: str, filter: str
) -> Array:
    """
    Coordinates around the image; inside it where no addressing mode catches others.
    """
    at = np.zeros((POINTS, 4), np.float32)
    sizes = SIZES[kind][::-1]
    for k, size in enumerate(sizes):
        layer = "array" in kind and k == len(sizes) - 1
        low, high = (0.0, 1.0) if addressing == "none" else (-2.5, 3.5)
        if addressing == "none" and filter == "linear":
            low, high = 0.5 / size, 1 - 0.51 / size
        scale = 1 if normalized and not layer else size
        at[:, k] = rng.uniform(low * scale, high * scale, POINTS)
        if layer and normalized:
            # PoCL 3.1 scales the layer as if it were normalised; it never is (section
            # 8.2): only layer 0 is the same.
            at[:, k] = rng.uniform(-1, 0, POINTS)
    return at


def same(found: Array, want: Array) -> bool:
    if found.dtype.kind != "f":
        return bool((found == want.astype(found.dtype)).all())
    return np.allclose(found, want, rtol=3e-6, atol=3e-6, equal_nan=True)


def result(answer: Answer, index: int) -> Any:
    assert not isinstance(answer, str), answer
    return answer[index]


@long_run
@pytest.mark.parametrize(("order", "data_type"), FORMATS)
def test_pocl(order: str, data_type: str) -> None:
    pocl = other("PoCL")
    rng = np.random.default_rng(zlib.crc32(f"pocl {order} {data_type}".encode()))
    letter = letter_of(data_type)
    for kind in KINDS:
        pixels = random_pixels(rng, kind, order, data_type)
        word = kind.removeprefix("image").removesuffix("_t")
        image = {"pixels": pixels, "kind": word, "channel_order": order}
        given = ("image", {**image, "channel_data_type": data_type})
        values = texels(pixels, order, data_type)
        launches: list[Launch] = []
        wanted: list[Array] = []
        for normalized, addressing, filter in SAMPLERS:
            if letter != "f" and filter == "linear":
                continue
            at = places(rng, kind, normalized, addressing, filter)
            out = np.zeros((POINTS, 4), DTYPES[letter])
            sampler = ("sampler", (normalized, addressing, filter))
            arguments = [given, sampler, ("buffer", at), ("buffer", out)]
            launches.append(
                (f"sample_{kind}_{letter}", (POINTS,), (8,), None, arguments)
            )
            want = sample(
                values,
                # PoCL 3.1's border is transparent for every order; that of R, RG and RGB
                # is not (table 'Border Color').
                np.zeros(4, np.int64) if addressing == "clamp" else border(order),
                [at[:, k] for k in range(len(SIZES[kind]))],
                array="array" in kind,
                normalized=normalized,
                addressing=addressing,
                linear=filter == "linear",
            )
            wanted.append(want)
        count = int(np.prod(SIZES[kind]))
        index = np.indices(SIZES[kind]).reshape(len(SIZES[kind]), count)
        at = np.zeros((count, 4), np.int32)
        at[:, : len(index)] = index[::-1].T
        colours = random_colours(rng, letter, count)
        arguments = [given, ("buffer", at), ("buffer", colours)]
        launches.append((f"write_{kind}_{letter}", (count,), (1,), None, arguments))
        *reads, write = pocl.run(program(kind, letter), launches, "-cl-std=CL1.2")
        for launch, answer, want in zip(launches, reads, wanted, strict=False):
            assert same(result(answer, 3), want), (kind, launch[4][1])
        stored = store(colours, order, data_type)
        assert same(result(write, 0).reshape(count, -1), stored), (kind, "write")

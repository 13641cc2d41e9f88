"""
Images of the CPU device against the specification's formulas (`image_model.py`): every
type of image, channel order and data type, addressing mode and filter, at random places.
"""

from __future__ import annotations

import zlib
from itertools import product
from typing import Any

import numpy as np
import pytest
from image_model import (
    FLOATS,
    INTEGERS,
    NORMALIZED,
    Array,
    border,
    look_up,
    sample,
    storage,
    store,
    stored_channels,
    texels,
    unplaced,
)

from xdsl_opencl.runtime import Image, Program, Sampler

SIZES: dict[str, tuple[int, ...]] = {
    "image1d_t": (7,),
    "image1d_array_t": (3, 7),
    "image2d_t": (5, 6),
    "image2d_array_t": (3, 4, 5),
    "image3d_t": (4, 3, 5),
    "image2d_depth_t": (5, 6),
    "image2d_array_depth_t": (3, 4, 5),
}
"""In memory order."""
PARTS = {1: ".x", 2: ".xy", 3: ""}
POINTS = 400


def source() -> str:
    lines = ["#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable"]
    for kind, sizes in SIZES.items():
        part = PARTS[len(sizes)]
        depth = "depth" in kind
        for letter, vector in (("f", "float4"), ("i", "int4"), ("ui", "uint4")):
            if depth and letter != "f":
                continue
            name = f"{kind}_{letter}"
            result = f"({vector})(read, 0, 0, 1)" if depth else "read"
            scalar = "float" if depth else vector
            lines.append(
                f"""
kernel void sample_{name}(read_only {kind} im, sampler_t s, global const float4 *at,
                          global {vector} *out) {{
  {scalar} read = read_image{letter}(im, s, at[get_global_id(0)]{part});
  out[get_global_id(0)] = {result};
}}
kernel void fetch_{name}(read_only {kind} im, sampler_t s, global const int4 *at,
                         global {vector} *out) {{
  {scalar} read = read_image{letter}(im, s, at[get_global_id(0)]{part});
  out[get_global_id(0)] = {result};
}}
kernel void texel_{name}(read_only {kind} im, global const int4 *at,
                         global {vector} *out) {{
  {scalar} read = read_image{letter}(im, at[get_global_id(0)]{part});
  out[get_global_id(0)] = {result};
}}
kernel void write_{name}(write_only {kind} im, global const int4 *at,
                         global const {vector} *value) {{
  write_image{letter}(im, at[get_global_id(0)]{part}, value[get_global_id(0)]{".x" if depth else ""});
}}"""
            )
    return "\n".join(lines)


FORMATS = [
    *(
        (o, t)
        for o in ("R", "Rx", "A", "RG", "RGx", "RA", "RGB", "RGBx", "RGBA")
        for t in (NORMALIZED | INTEGERS | FLOATS)
    ),
    *(
        (o, t)
        for o in ("BGRA", "ARGB", "ABGR")
        for t in ("UNORM_INT8", "SNORM_INT8", "SIGNED_INT8", "UNSIGNED_INT8")
    ),
    *((o, t) for o in ("INTENSITY", "LUMINANCE") for t in (NORMALIZED | FLOATS)),
    *(
        (o, t)
        for o in ("RGB", "RGBx")
        for t in ("UNORM_SHORT_565", "UNORM_SHORT_555", "UNORM_INT_101010")
    ),
    ("RGBA", "UNORM_INT_101010_2"),
    *((o, "UNORM_INT8") for o in ("sRGB", "sRGBx", "sRGBA", "sBGRA")),
    ("DEPTH", "UNORM_INT16"),
    ("DEPTH", "FLOAT"),
]
SAMPLERS = [
    (normalized, addressing, filter)
    for normalized in (True, False)
    for addressing in ("none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat")
    for filter in ("nearest", "linear")
    if normalized or "repeat" not in addressing
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDSL_OPENCL_CACHE", str(tmp_path_factory.mktemp("cache")))
        # Level 1: this is about the image functions, which are the same at every level.
        yield Program.from_source(source(), "-cl-std=CL3.0", level=1)


def letter_of(data_type: str) -> str:
    if data_type not in INTEGERS:
        return "f"
    return "i" if data_type.startswith("SIGNED") else "ui"


def kinds_of(order: str) -> list[str]:
    return [kind for kind in SIZES if ("depth" in kind) == (order == "DEPTH")]


def random_pixels(
    rng: np.random.Generator, kind: str, order: str, data_type: str
) -> Array:
    shape = (*SIZES[kind], stored_channels(order, data_type))
    dtype = storage(data_type)
    if dtype.kind == "f":
        return rng.uniform(-4, 4, shape).astype(dtype)
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def check(got: Array, want: Array, data_type: str, what: object) -> None:
    if got.dtype.kind == "f":
        # Single precision: filter weights, products, and powf for sRGB.
        np.testing.assert_allclose(got, want, rtol=3e-6, atol=3e-6, err_msg=str(what))
    else:
        np.testing.assert_array_equal(got, want.astype(got.dtype), err_msg=str(what))


@pytest.mark.parametrize(("order", "data_type"), FORMATS)
def test_format(program: Program, order: str, data_type: str) -> None:
    rng = np.random.default_rng(zlib.crc32(f"{order} {data_type}".encode()))
    letter = letter_of(data_type)
    dtype = {"f": np.float32, "i": np.int32, "ui": np.uint32}[letter]
    for kind in kinds_of(order):
        pixels = random_pixels(rng, kind, order, data_type)
        image = Image(pixels, kind, order, data_type)
        values = texels(pixels, order, data_type)
        edge = border(order)
        sizes = SIZES[kind][::-1]
        array = "array" in kind
        out = np.zeros((POINTS, 4), dtype)
        whole = np.zeros((POINTS, 4), np.int32)
        for k, size in enumerate(sizes):
            whole[:, k] = rng.integers(0, size, POINTS)
        index = tuple(whole[:, k] for k in reversed(range(len(sizes))))
        program[f"texel_{kind}_{letter}"](POINTS, None, image, whole, out)
        check(out, look_up(values, edge, index), data_type, (kind, "texel"))
        for normalized, addressing, filter in SAMPLERS:
            sampler = Sampler(normalized, addressing, filter)
            what = (kind, order, data_type, sampler)
            at = np.zeros((POINTS, 4), np.float32)
            for k, size in enumerate(sizes):
                layer = array and k == len(sizes) - 1
                low, high = (0.0, 1.0) if addressing == "none" else (-2.5, 3.5)
                scale = 1 if normalized and not layer else size
                if addressing == "none" and filter == "linear":
                    # Both texels must be inside.
                    low, high = 0.5 / size, 1 - 0.51 / size
                at[:, k] = rng.uniform(low * scale, high * scale, POINTS)
            # An integer cannot be filtered: the runtime takes the nearest texel.
            if not (letter != "f" and filter == "linear"):
                want = sample(
                    values,
                    edge,
                    [at[:, k] for k in range(len(sizes))],
                    array=array,
                    normalized=normalized,
                    addressing=addressing,
                    linear=filter == "linear",
                )
                program[f"sample_{kind}_{letter}"](
                    POINTS, None, image, sampler, at, out
                )
                check(out, want, data_type, what)
            if not normalized and filter == "nearest":
                places = whole.copy()
                if addressing != "none":
                    places[:, : len(sizes)] += rng.integers(-5, 6, (POINTS, len(sizes)))
                program[f"fetch_{kind}_{letter}"](
                    POINTS, None, image, sampler, places, out
                )
                index = [places[:, k] for k in range(len(sizes))]
                for k, size in enumerate(sizes):
                    layer = array and k == len(sizes) - 1
                    if layer or addressing == "clamp_to_edge":
                        index[k] = np.clip(index[k], 0, size - 1)
                want = look_up(values, edge, tuple(reversed(index)))
                check(out, want, data_type, (what, "integer coordinates"))


def random_colours(rng: np.random.Generator, letter: str, count: int) -> Array:
    if letter == "f":
        colours = rng.uniform(-1.3, 1.3, (count, 4)).astype(np.float32)
        special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0], np.float32)
        colours[: count // 8] = rng.choice(special, (count // 8, 4))
        return colours
    limits = np.iinfo(np.int32 if letter == "i" else np.uint32)
    bits = rng.integers(3, 32, (count, 4))
    low = limits.min if letter == "i" else 0
    wide = rng.integers(low, limits.max, (count, 4), endpoint=True)
    return (wide >> bits).astype(limits.dtype)


@pytest.mark.parametrize(("order", "data_type"), FORMATS)
def test_writes(program: Program, order: str, data_type: str) -> None:
    rng = np.random.default_rng(zlib.crc32(f"write {order} {data_type}".encode()))
    letter = letter_of(data_type)
    for kind in kinds_of(order):
        pixels = random_pixels(rng, kind, order, data_type)
        before = pixels.copy()
        sizes = SIZES[kind]
        count = int(np.prod(sizes))
        index = np.indices(sizes).reshape(len(sizes), count)
        # Half of the texels; and places outside, which must do nothing.
        chosen = rng.permutation(count)[: count // 2]
        at = np.zeros((len(chosen) + 8, 4), np.int32)
        for k in range(len(sizes)):
            at[: len(chosen), k] = index[len(sizes) - 1 - k, chosen]
        at[len(chosen) :, 0] = (-1, sizes[-1], 1 << 30, -(1 << 30), -7, 99, -2, 1000)
        values = random_colours(rng, letter, len(at))
        image = Image(pixels, kind, order, data_type)
        program[f"write_{kind}_{letter}"](len(at), None, image, at, values)
        want = before.reshape(count, -1).copy()
        stored = store(values[: len(chosen)], order, data_type)
        want[chosen, : stored.shape[-1]] = stored
        got = pixels.reshape(count, -1)
        if order.startswith("s"):
            # The specification allows 0.6 of a step where it rounds in sRGB.
            assert np.abs(got.astype(int) - want.astype(int)).max() <= 1
            continue
        np.testing.assert_array_equal(got, want, err_msg=f"{kind} {order} {data_type}")


def test_the_model_knows_the_suite() -> None:
    """
    `clcase.py` has a model of its own; the two agree where both have something to say.
    """
    from host_helpers import clcase

    rng = np.random.default_rng(1)
    for order in ("R", "A", "RG", "RA", "RGBA", "BGRA", "ARGB"):
        pixels = random_pixels(rng, "image2d_t", order, "UNORM_INT8")
        theirs = clcase.Image(pixels, "2d", order, "UNORM_INT8")
        at = rng.uniform(-2, 3, (2, 50)).astype(np.float32)
        for normalized, addressing, filter in SAMPLERS:
            if addressing == "none":
                continue
            mine = sample(
                texels(pixels, order, "UNORM_INT8"),
                border(order),
                [at[0], at[1]],
                array=False,
                normalized=normalized,
                addressing=addressing,
                linear=filter == "linear",
            )
            other = clcase.sample(
                theirs, clcase.Sampler(normalized, addressing, filter), at[0], at[1]
            )
            np.testing.assert_allclose(mine, other, rtol=1e-12, atol=1e-12)
        colours = rng.uniform(0, 1, (20, 4))
        assert (
            unplaced(colours, order) == colours[:, ["RGBA".index(c) for c in order]]
        ).all()


WRONG: list[tuple[str, str, str, Any, str]] = [
    (
        "image2d_t",
        "sRGBA",
        "UNORM_INT16",
        "u2",
        "channel order sRGBA takes UNORM_INT8, not UNORM_INT16",
    ),
    ("image2d_t", "INTENSITY", "SIGNED_INT8", "i1", "channel order INTENSITY takes"),
    (
        "image2d_t",
        "RGBA",
        "UNORM_SHORT_565",
        "u2",
        "UNORM_SHORT_565 takes order RGB or RGBx on the CPU device, not RGBA",
    ),
    ("image2d_t", "DEPTH", "FLOAT", "f4", "channel order DEPTH is for depth images"),
    ("image2d_depth_t", "R", "FLOAT", "f4", "got R for image2d_depth_t"),
]


@pytest.mark.parametrize(("kind", "order", "data_type", "dtype", "message"), WRONG)
def test_wrong_formats(
    kind: str, order: str, data_type: str, dtype: str, message: str
) -> None:
    with pytest.raises(RuntimeError, match=message):
        Image(np.zeros((2, 2, 4), dtype), kind, order, data_type)


def test_an_argument_behind_a_sampler_has_its_place() -> None:
    """Found by OpenCL-CTS, `test_buffers image_migrate`."""
    program = Program.from_source(
        """kernel void k(read_only image2d_t in, sampler_t s, uint x, sampler_t t, uchar y,
                         global uint *out) {
             uint4 texel = read_imageui(in, s, (int2)(0, 0));
             uint4 beyond = read_imageui(in, t, (int2)(9, 9));
             out[0] = texel.x; out[1] = beyond.x; out[2] = x; out[3] = y;
           }"""
    )
    pixels = np.full((2, 2, 4), 5, np.uint32)
    image = Image(pixels, "image2d_t", "RGBA", "UNSIGNED_INT32")
    out = np.zeros(4, np.uint32)
    border = Sampler(False, "clamp", "nearest")
    edge = Sampler(False, "clamp_to_edge", "nearest")
    program.k(1, 1, image, border, 7, edge, 9, out)
    assert out.tolist() == [5, 5, 7, 9]


ROW_FORMATS = [
    ("RGBA", "UNORM_INT8", np.uint8, ""),
    ("RGBA", "FLOAT", np.float32, ""),
    ("BGRA", "UNORM_INT8", np.uint8, ""),
    ("RGBA", "SNORM_INT16", np.int16, ""),
    ("RGBA", "UNSIGNED_INT16", np.uint16, "ui"),
    ("RGBA", "SIGNED_INT8", np.int8, "i"),
]


@pytest.mark.parametrize(("order", "data_type", "dtype", "suffix"), ROW_FORMATS)
def test_rows(order: str, data_type: str, dtype: Any, suffix: str) -> None:
    """
    Work items in rows read and write the same bits as others: neighbours, places in any
    order, edges and beyond them, some of a row only; all bytes occur.
    """
    letter, kind = suffix or "f", {"": "float4", "ui": "uint4", "i": "int4"}[suffix]
    program = Program.from_source(f"""
        kernel void k(read_only image2d_t in, write_only image2d_t out, int way,
                      sampler_t s) {{
          int x = get_global_id(0), y = get_global_id(1), n = get_image_width(in);
          int2 at = (int2)(x, y);
          {kind} v;
          if (way == 0) v = read_image{letter}(in, s, at);
          else if (way == 1) v = read_image{letter}(in, s, (int2)(n - 3 - x, y + (x & 1)));
          else if (way == 2) v = read_image{letter}(in, s, convert_float2(at) * 0.75f - 2.0f);
          else v = read_image{letter}(in, at - 2);
          if (way == 0 || x % 3) write_image{letter}(out, way == 1 ? at.yx : at, v);
        }}""")
    rng = np.random.default_rng(1)
    width, height = 75, 12
    if dtype is np.float32:
        pixels = rng.uniform(-1, 2, (height, width, 4)).astype(dtype)
    else:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        pixels = rng.integers(low, high, (height, width, 4), dtype, endpoint=True)
    if dtype is np.uint8:
        pixels.reshape(-1)[:256] = np.arange(256)
    for way in range(4):
        for addressing in ("clamp_to_edge", "clamp", "none"):
            results: list[Any] = []
            for local in ((25, 1), (1, 1)):
                # Bits are seen in floats, clamping and rounding in others.
                exact = way == 3 and not suffix
                out = np.zeros_like(pixels, np.float32 if exact else dtype)
                to = ("RGBA", "FLOAT") if exact else (order, data_type)
                program.k(
                    (width, height),
                    local,
                    Image(pixels, "image2d_t", order, data_type),
                    Image(out, "image2d_t", *to),
                    way,
                    Sampler(False, addressing, "nearest"),
                )
                results.append(out)
            assert (results[0] == results[1]).all(), (way, addressing)
            assert results[0].any()


WIDTH, LINES, ITEMS = 40, 3, 64
STARTS = (0, -7, WIDTH - 20, 2**31 - 9, 2**31 - 16, -(2**31) - 3, 2**32 - 21)
"""The x of the first work item; it wraps after the largest `int`."""
WRAPPED = {
    "image1d_t": "x",
    "image2d_t": "(int2)(x, y)",
    "image3d_t": "(int4)(x, y, 0, 0)",
}
NUMBERS = {
    "int": "(int)((uint)get_global_id(0) + n)",
    "long": "(int)(get_global_id(0) + n)",
    "behind": "(int)(n + ITEMS - 1 - (uint)get_global_id(0))",
}


@pytest.fixture(scope="module")
def wrapping() -> dict[str, Program]:
    """
    The kernels in several forms. Writes outside of an image do nothing, but `check` reports
    them. Work-groups of 15 have no rows.
    """
    lines = [
        "#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable",
        f"#define ITEMS {ITEMS}",
    ]
    for (kind, at), (name, number), (letter, type) in product(
        WRAPPED.items(), NUMBERS.items(), (("f", "float4"), ("i", "int4"))
    ):
        lines.append(f"""
kernel void {kind}_{name}_{letter}(read_only {kind} in, write_only {kind} out, sampler_t s,
                                   uint n, int y, global {type} *texels) {{
  int x = {number};
  texels[get_global_id(0)] = read_image{letter}(in, s, {at});
  {type} mine = convert_{type}((int4)(get_global_id(0), 1, 2, 3));
#ifdef INSIDE
  if (x >= 0 && x < {WIDTH} && y >= 0 && y < {LINES})
#endif
  write_image{letter}(out, {at}, mine);
}}""")
    text = "\n".join(lines)
    return {
        "rows": Program.from_source(text),
        "masked": Program.from_source(text, "-DINSIDE"),
        "simple": Program.from_source(text, "-cl-opt-disable"),
        "check": Program.from_source(text, "-DINSIDE", check=True),
    }


@pytest.mark.parametrize(
    ("form", "local"),
    [
        *(("rows", 15), ("rows", 32), ("masked", 15), ("masked", 32)),
        *(("simple", 16), ("check", 16)),
    ],
)
@pytest.mark.parametrize("letter", ["f", "i"])
def test_coordinates_that_wrap(
    wrapping: dict[str, Program], form: str, letter: str, local: int
) -> None:
    """
    The coordinates of neighbours follow each other modulo 2^32, as numbers of an `int`.
    """
    formats = [("SIGNED_INT16", np.int16)]
    if letter == "f":
        formats = [("FLOAT", np.float32), ("UNORM_INT8", np.uint8)]
    items = ITEMS // local * local
    order = np.arange(items)
    for (data_type, dtype), (kind, name, n, y, addressing) in product(
        formats,
        product(WRAPPED, NUMBERS, STARTS, (-1, 2, 3), ("clamp_to_edge", "clamp")),
    ):
        lines = 1 if kind == "image1d_t" else LINES
        if kind == "image1d_t" and y != 2:
            continue
        steps = ITEMS - 1 - order if name == "behind" else order
        x = (steps + n + 2**31) % 2**32 - 2**31
        line = 0 if kind == "image1d_t" else y
        shape = {"image1d_t": (WIDTH, 4), "image2d_t": (lines, WIDTH, 4)}
        sizes = shape.get(kind, (2, lines, WIDTH, 4))
        pixels = np.random.default_rng(1).integers(1, 100, sizes).astype(dtype)
        inside = (x >= 0) & (x < WIDTH) & (0 <= line < lines)
        one = pixels.reshape(-1, lines, WIDTH, 4)[0]
        texels = one[min(max(line, 0), lines - 1), np.clip(x, 0, WIDTH - 1)]
        if addressing == "clamp":
            texels = np.where(inside[:, None], texels, 0)
        written = np.zeros((np.prod(sizes[:-2], dtype=int), WIDTH, 4), dtype)
        values = np.stack([order, order * 0 + 1, order * 0 + 2, order * 0 + 3], 1)
        if dtype is np.uint8:
            values = np.where(values > 0, 255, 0)
            texels = texels / np.float32(255)
        written[np.where(inside, line, 0)[inside], x[inside]] = values[inside]
        out = np.zeros_like(pixels)
        got = np.zeros((items, 4), np.float32 if letter == "f" else np.int32)
        images = [Image(p, kind, "RGBA", data_type) for p in (pixels, out)]
        sampler = Sampler(False, addressing, "nearest")
        kernel = wrapping[form][f"{kind}_{name}_{letter}"]
        kernel(items, local, *images, sampler, n % 2**32, y, got)
        where = data_type, kind, name, n, y, addressing
        assert np.allclose(got, texels, rtol=1e-6), where
        assert (out.reshape(-1, WIDTH, 4) == written).all(), where

"""
Images of the emulator: descriptors from their bits, formats, samplers, instructions, against
the OpenCL specification as `image_model` has it.
"""

from __future__ import annotations

from typing import Any

import image_model as model
import numpy as np
import pytest
from emulator_image_helpers import PlacedImage
from emulator_memory_helpers import Array, Bench

from xdsl_opencl.abi.enums import AddressingMode, FilterMode, ImageKind
from xdsl_opencl.abi.images.image_descriptors import (
    SAMPLER_FIELDS,
    ImageShape,
    channel_format,
    image_descriptor,
    sampler_descriptor,
)
from xdsl_opencl.abi.images.samplers import descriptor_words
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.emulator.errors import MachineFault, UnknownInstructionError

CPUS = ("gfx803", "gfx900", "gfx1010", "gfx1030", "gfx1100", "gfx1200")
KINDS = {
    ImageKind.IMAGE1D: "1D",
    ImageKind.IMAGE2D: "2D",
    ImageKind.IMAGE3D: "3D",
    ImageKind.IMAGE1D_ARRAY: "1D_ARRAY",
    ImageKind.IMAGE2D_ARRAY: "2D_ARRAY",
    ImageKind.IMAGE2D_DEPTH: "2D",
}
FORMATS = [
    (order, data_type)
    for data_type in (
        *model.NORMALIZED,
        *model.INTEGERS,
        *model.FLOATS,
        "UNORM_SHORT_565",
        "UNORM_SHORT_555",
        "UNORM_INT_101010",
    )
    for order in (
        ("RGB", "RGBx")
        if data_type in model.PACKED
        else (
            *("R", "Rx", "A", "RG", "RGx", "RA", "RGBA"),
            *(("INTENSITY", "LUMINANCE") if data_type not in model.INTEGERS else ()),
            *(
                ("BGRA", "ARGB", "ABGR")
                if data_type.endswith("INT8") and data_type not in model.FLOATS
                else ()
            ),
            *(("sRGBA", "sBGRA", "sRGBx") if data_type == "UNORM_INT8" else ()),
            *(("DEPTH",) if data_type in ("UNORM_INT16", "FLOAT") else ()),
        )
    )
]


def pixels_of(
    shape: tuple[int, ...], order: str, data_type: str, seed: int = 0
) -> Array:
    """Random texels in every bit, the least first, floats without NaN."""
    random = np.random.default_rng(seed)
    channels = model.stored_channels(order, data_type)
    dtype = model.storage(data_type)
    if dtype.kind == "f":
        values = random.normal(size=(*shape, channels)) * 3
        return values.astype(dtype)
    limits = np.iinfo(dtype)
    pixels = random.integers(
        limits.min, limits.max, (*shape, channels), dtype, endpoint=True
    )
    pixels[..., 0, :] = limits.min
    return pixels


class Scene:
    """
    An image in the scalar registers s[0:7] of waves, a sampler in s[8:11], coordinates from
    v10 on, texel data in v[0:3].
    """

    def __init__(
        self,
        cpu: str,
        kind: ImageKind,
        pixels: Array,
        order: str,
        data_type: str,
        **options: Any,
    ):
        self.bench = Bench(cpu, count=2)
        self.kind = kind
        self.pixels = pixels
        self.generation = self.bench.generation.major
        *sizes, width = pixels.shape[:-1]
        self.shape = ImageShape(
            kind,
            order,
            data_type,
            width,
            sizes[-1] if kind.dimensions > 1 else 1,
            sizes[0] if kind.is_array or kind.dimensions > 2 else 1,
        )
        processor = self.bench.generation.processor
        self.image = PlacedImage(
            self.bench.memory, "picture", pixels, self.shape, processor, **options
        )
        words = np.frombuffer(self.bench.memory.read(self.image.address, 32), np.uint32)
        self.bench.state.s[0:8] = words[:, None]

    def sampler(self, words: tuple[int, ...]) -> None:
        self.bench.state.s[8:12] = np.array(words, np.uint32)[:, None]

    def coordinates(self, values: list[Array]) -> None:
        for k, value in enumerate(values):
            kept = np.broadcast_to(value, self.bench.lane.shape)
            if kept.dtype.kind == "f":
                kept = np.ascontiguousarray(kept.astype(np.float32)).view(np.uint32)
            self.bench.put(10 + k, kept)

    def run(self, mnemonic: str, *, sampler: bool = False, more: str = "") -> None:
        name = KINDS[self.kind]
        count = self.kind.coordinates
        if self.generation >= 11 and count > 1:
            at = "[" + ", ".join(f"v{10 + k}" for k in range(count)) + "]"
        else:
            at = "v10" if count == 1 else f"v[10:{9 + count}]"
        if self.generation >= 10:
            flags = f"dim:SQ_RSRC_IMG_{name}"
        else:
            flags = "da" if self.kind.is_array else ""
        resource = "s[0:7], s[8:11]" if sampler else "s[0:7]"
        self.bench.run(f"{mnemonic} v[0:3], {at}, {resource} dmask:0xf {flags} {more}")

    def result(self, *, integer: bool = False) -> Array:
        words = np.stack([self.bench.get(k) for k in range(4)], axis=-1)
        return words if integer else words.view(np.float32)


def sizes(kind: ImageKind) -> tuple[int, ...]:
    return {1: (13,), 2: (6, 13), 3: (4, 6, 13)}[kind.coordinates]


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("kind", KINDS)
def test_loads_of_every_kind(cpu: str, kind: ImageKind) -> None:
    order = "DEPTH" if kind.is_depth else "RGBA"
    pixels = pixels_of(sizes(kind), order, "FLOAT")
    scene = Scene(cpu, kind, pixels, order, "FLOAT")
    random = np.random.default_rng(4)
    at = [random.integers(0, n, scene.bench.lane.shape) for n in reversed(sizes(kind))]
    scene.coordinates(at)
    scene.run("image_load")
    expected = model.texels(pixels, order, "FLOAT")[tuple(reversed(at))]
    got = scene.result()
    channels = 1 if kind.is_depth else 4
    assert np.array_equal(got[..., :channels], expected[..., :channels])


@pytest.mark.parametrize("cpu", ["gfx803", "gfx900", "gfx1030", "gfx1100"])
@pytest.mark.parametrize("data_type", sorted({t for _, t in FORMATS}))
def test_formats(cpu: str, data_type: str) -> None:
    for order in (o for o, t in FORMATS if t == data_type):
        check_format(cpu, order, data_type)


def check_format(cpu: str, order: str, data_type: str) -> None:
    """Compares loads of a format."""
    kind = ImageKind.IMAGE2D_DEPTH if order == "DEPTH" else ImageKind.IMAGE2D
    pixels = pixels_of((5, 32), order, data_type)
    scene = Scene(cpu, kind, pixels, order, data_type)
    y = 3 + 0 * scene.bench.lane
    x = scene.bench.lane % 32
    scene.coordinates([x, y])
    scene.run("image_load")
    integer = data_type in model.INTEGERS
    expected = model.texels(pixels, order, data_type)[y, x]
    if integer:
        expected = expected.astype(np.int64) & 0xFFFFFFFF
        assert np.array_equal(scene.result(integer=True), expected), order
    else:
        got = scene.result()
        if order == "DEPTH":
            got, expected = got[..., :1], expected[..., :1]
        assert np.array_equal(got, expected.astype(np.float32))


def colours(shape: tuple[int, ...], data_type: str) -> Array:
    random = np.random.default_rng(8)
    if data_type in model.INTEGERS:
        high = 1 << 32 if data_type.startswith("U") else 1 << 31
        values = random.integers(0 if high > 1 << 31 else -high, high, (*shape, 4))
        small = random.integers(0, 100, (*shape, 4))
        return np.where(random.integers(0, 2, (*shape, 4)) == 0, values, small)
    values = random.normal(size=(*shape, 4)).astype(np.float32)
    values.reshape(-1)[:6] = [np.nan, 2.0, -2.0, 0.5, 1.0, -0.0]
    return values


@pytest.mark.parametrize("cpu", ["gfx803", "gfx900", "gfx1030", "gfx1200"])
@pytest.mark.parametrize("data_type", sorted({t for _, t in FORMATS}))
def test_stores(cpu: str, data_type: str) -> None:
    for order in (o for o, t in FORMATS if t == data_type):
        check_store(cpu, order, data_type)


def check_store(cpu: str, order: str, data_type: str) -> None:
    """Compares stores of a format."""
    kind = ImageKind.IMAGE2D_DEPTH if order == "DEPTH" else ImageKind.IMAGE2D
    before = pixels_of((3, 64), order, data_type)
    scene = Scene(cpu, kind, before.copy(), order, data_type)
    scene.bench.state.exec[1] = False
    lane = scene.bench.lane
    scene.coordinates([lane, np.full_like(lane, 1)])
    values = colours((scene.bench.lanes,), data_type)
    raw = values if data_type in model.INTEGERS else values.view(np.uint32)
    for k in range(4):
        scene.bench.put(k, raw[:, k].astype(np.int64) & 0xFFFFFFFF)
    if order.startswith("s"):
        with pytest.raises(MachineFault, match="stores to an sRGB image"):
            scene.run("image_store")
        return
    scene.run("image_store")
    scene.image.copy_back()
    stored = model.store(values, order, data_type)
    got = scene.pixels[1, : scene.bench.lanes]
    if data_type in ("UNORM_SHORT_555", "UNORM_INT_101010"):
        # The bits that the order does not use.
        bits = {"UNORM_SHORT_555": 0x7FFF, "UNORM_INT_101010": 0x3FFFFFFF}[data_type]
        got, stored = got & bits, stored & bits
    if got.dtype.kind == "f":
        assert np.array_equal(got, stored, equal_nan=True)
    else:
        assert np.array_equal(got[..., : stored.shape[-1]], stored)
    assert np.array_equal(scene.pixels[[0, 2]], before[[0, 2]])


ADDRESSING = ("none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat")


def exact(words: tuple[int, ...]) -> tuple[int, ...]:
    """
    A sampler that takes the texel of a coordinate as OpenCL has it, without the rounding of
    the hardware.
    """
    field = SAMPLER_FIELDS["truncate"]
    changed = list(words)
    changed[field.dword] |= 1 << field.shift
    return tuple(changed)


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("addressing", ADDRESSING)
@pytest.mark.parametrize("kind", [k for k in KINDS if not k.is_depth])
@pytest.mark.parametrize("cpu", ["gfx803", "gfx900", "gfx1030", "gfx1200"])
def test_samples(cpu: str, kind: ImageKind, addressing: str, linear: bool) -> None:
    for order, data_type in (
        ("RGBA", "UNORM_INT8"),
        ("R", "FLOAT"),
        ("RG", "UNSIGNED_INT8"),
    ):
        pixels = pixels_of(sizes(kind), order, data_type)
        scene = Scene(cpu, kind, pixels, order, data_type)
        random = np.random.default_rng(6)
        shape = scene.bench.lane.shape
        wide = addressing != "none"
        low, high = (-1.5, 2.5) if wide else (0.05, 0.95)
        filter = FilterMode.LINEAR if linear else FilterMode.NEAREST
        for normalized in (True, False):
            if not normalized and addressing in ("repeat", "mirrored_repeat"):
                continue
            at: list[Array] = []
            for k, n in enumerate(reversed(sizes(kind))):
                is_layer = kind.is_array and k == kind.coordinates - 1
                span = 1 if normalized and not is_layer else n
                at.append((random.uniform(low, high, shape) * span).astype(np.float32))
            # A few texel edges and infinities are left to the rounding test.
            scene.coordinates(at)
            scene.sampler(
                exact(
                    sampler_descriptor(
                        normalized, AddressingMode(addressing), filter, scene.generation
                    )
                )
            )
            scene.run(
                "image_sample_lz",
                sampler=True,
            )
            mode = addressing
            if mode == "none":
                # ROCR's choice, where the coordinate does not matter.
                mode = "repeat" if normalized else "clamp_to_edge"
            expected = model.sample(
                model.texels(pixels, order, data_type),
                model.border(order),
                at,
                array=kind.is_array,
                normalized=normalized,
                addressing=mode,
                linear=linear,
            )
            if data_type == "UNSIGNED_INT8":
                got = scene.result(integer=True)
                assert np.array_equal(got, expected), (normalized, order)
            else:
                got = scene.result()
                assert np.allclose(got, expected, rtol=1e-6, atol=1e-6), (
                    normalized,
                    order,
                )


@pytest.mark.parametrize(
    "instruction",
    [
        "image_load v[0:3], v[10:11], s[0:7] dmask:0xf",
        "image_store v[0:3], v[10:11], s[0:7] dmask:0xf",
        "image_sample_lz v[0:3], v[10:11], s[0:7], s[8:11] dmask:0xf",
        "image_gather4_lz v[0:3], v[10:11], s[0:7], s[8:11] dmask:0x1",
        "image_atomic_add v0, v[10:11], s[0:7] dmask:0x1",
    ],
)
def test_modifiers_that_opencl_does_not_have(instruction: str) -> None:
    """A warning for texels with levels of detail that are not there has no register."""
    pixels = pixels_of((6, 13), "R", "UNSIGNED_INT32")
    scene = Scene("gfx900", ImageKind.IMAGE2D, pixels, "R", "UNSIGNED_INT32")
    scene.coordinates([np.array(n, np.float32) for n in (0.0, 0.0)])
    nearest = AddressingMode.CLAMP, FilterMode.NEAREST
    scene.sampler(sampler_descriptor(False, *nearest, scene.generation))
    scene.bench.run(instruction)
    with pytest.raises(UnknownInstructionError, match=r"'lwe' of .* not implemented"):
        scene.bench.run(f"{instruction} lwe")


@pytest.mark.parametrize("integer", [False, True])
@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("code", [0, 1, 2])
@pytest.mark.parametrize("order", ["RGBA", "BGRA", "ARGB", "A", "R", "RG"])
def test_border_colours(order: str, code: int, linear: bool, integer: bool) -> None:
    """
    Outside of the image an S# gives transparent black, opaque black or opaque white, by its
    BORDER_COLOR_TYPE; channels that the order lacks are those of its texels.
    """
    data_type = "UNSIGNED_INT8" if integer else "UNORM_INT8"
    pixels = pixels_of((6, 13), order, data_type)
    scene = Scene("gfx900", ImageKind.IMAGE2D, pixels, order, data_type)
    scene.coordinates([np.array(n, np.float32) for n in (-5.5, 3.5)])
    filter = FilterMode.LINEAR if linear and not integer else FilterMode.NEAREST
    words = list(sampler_descriptor(False, AddressingMode.CLAMP, filter, 9))
    words[SAMPLER_FIELDS["border"].dword] |= code << SAMPLER_FIELDS["border"].shift
    scene.sampler(tuple(words))
    scene.run("image_sample_lz", sampler=True)
    colour, alpha = ((0, 0), (0, 1), (1, 1))[code]
    stored = {"1": 1, "0": 0, "r": colour, "g": colour, "b": colour, "a": colour}
    expected = [stored[place] for place in model.PLACES[order]]
    if model.PLACES[order][3] != "1":
        expected[3] = alpha
    got = scene.result(integer=integer)
    assert np.array_equal(got, np.broadcast_to(expected, got.shape))


def test_nearest_rounds_coordinates_to_a_part_of_a_texel() -> None:
    """
    The beginning of a texel times the reciprocal of the size, as ROCm's device library gives
    it, is that texel, although the product may be a bit less.
    """
    pixels = np.arange(49, dtype=np.float32)[:, None]
    scene = Scene("gfx1100", ImageKind.IMAGE1D, pixels, "R", "FLOAT")
    texel = (np.arange(64).reshape(2, 32) % 49).astype(np.float32)
    at = np.nextafter(texel * np.float32(1 / 49), np.float32(0))
    scene.coordinates([at])
    words = descriptor_words(True, AddressingMode.CLAMP_TO_EDGE, FilterMode.NEAREST, 11)
    scene.sampler(words)
    scene.run("image_sample_lz", sampler=True)
    assert np.array_equal(scene.result()[..., 0], texel)
    assert np.floor(at * np.float32(49)).max() < 48
    scene.sampler(exact(words))
    scene.run("image_sample_lz", sampler=True)
    assert (scene.result()[..., 0] == np.maximum(texel - 1, 0)).any()


def test_outside_loads_are_zero_and_stores_are_dropped() -> None:
    pixels = pixels_of((4, 8), "RGBA", "UNSIGNED_INT32")
    before = pixels.copy()
    scene = Scene("gfx1030", ImageKind.IMAGE2D, pixels, "RGBA", "UNSIGNED_INT32")
    x = np.where(scene.bench.lane == 3, -1, 8)
    scene.coordinates([x & 0xFFFFFFFF, np.zeros_like(x)])
    scene.run("image_load")
    assert not scene.result(integer=True).any()
    scene.run("image_store")
    scene.image.copy_back()
    assert np.array_equal(pixels, before)


@pytest.mark.parametrize("cpu", ["gfx900", "gfx1100"])
def test_partial_masks_and_halves(cpu: str) -> None:
    pixels = pixels_of((4, 64), "RGBA", "FLOAT")
    scene = Scene(cpu, ImageKind.IMAGE2D, pixels, "RGBA", "FLOAT")
    lane = scene.bench.lane
    scene.coordinates([lane, np.zeros_like(lane)])
    dim = "dim:SQ_RSRC_IMG_2D" if cpu == "gfx1100" else ""
    scene.bench.put(2, 7)
    scene.bench.run(f"image_load v[0:1], v[10:11], s[0:7] dmask:0xa {dim}")
    assert np.array_equal(scene.result()[..., 0], pixels[0, :, 1][lane])
    assert np.array_equal(scene.result()[..., 1], pixels[0, :, 3][lane])
    assert (scene.bench.get(2) == 7).all()
    scene.bench.run(f"image_load v[0:1], v[10:11], s[0:7] dmask:0x7 {dim} d16")
    halves = np.stack([scene.bench.get(0), scene.bench.get(1)], -1).view(np.float16)
    assert np.array_equal(halves[..., :3], pixels[0, lane, :3].astype(np.float16))
    packed = scene.bench.get(11) << np.uint32(16) | scene.bench.get(10)
    scene.bench.put(12, packed)
    scene.bench.run(f"image_load v[0:3], v12, s[0:7] dmask:0xf {dim} a16")
    assert np.array_equal(scene.result(), pixels[0, lane])


@pytest.mark.parametrize("cpu", ["gfx900", "gfx1100"])
def test_texels_of_a_level(cpu: str) -> None:
    """Only level 0 has texels: loads of others give 0, stores to them are lost."""
    pixels = pixels_of((4, 64), "RGBA", "FLOAT")
    before = pixels.copy()
    scene = Scene(cpu, ImageKind.IMAGE2D, pixels, "RGBA", "FLOAT")
    lane = scene.bench.lane
    scene.coordinates([lane, np.zeros_like(lane)])
    scene.bench.put(12, lane % 2)
    rest = "v[0:3], v[10:12], s[0:7] dmask:0xf"
    rest += " dim:SQ_RSRC_IMG_2D" if cpu == "gfx1100" else ""
    scene.bench.run(f"image_load_mip {rest}")
    wanted = np.where((lane % 2 == 0)[..., None], before[0, lane], 0)
    assert np.array_equal(scene.result(), wanted)
    for k in range(4):
        scene.bench.put(k, np.full_like(lane, 0x40000000 + (k << 20)))
    scene.bench.run(f"image_store_mip {rest}")
    scene.image.copy_back()
    count = lane.shape[-1]
    new = np.array([0x40000000 + (k << 20) for k in range(4)], np.uint32)
    assert np.array_equal(pixels[0, 1:count:2], before[0, 1:count:2])
    assert (pixels[0, :count:2] == new.view(np.float32)).all()


def test_halves_of_the_first_gfx8_are_in_registers_of_their_own() -> None:
    pixels = pixels_of((4, 64), "RG", "HALF_FLOAT")
    scene = Scene("gfx803", ImageKind.IMAGE2D, pixels, "RG", "HALF_FLOAT")
    lane = scene.bench.lane
    scene.coordinates([lane, np.zeros_like(lane)])
    scene.bench.run("image_load v[0:1], v[10:11], s[0:7] dmask:0x3 d16")
    for k in range(2):
        low = scene.bench.get(k).astype(np.uint16).view(np.float16)
        assert np.array_equal(low, pixels[0, lane, k])


def test_variants_of_samples_skip_what_one_level_does_not_need() -> None:
    pixels = pixels_of((4, 32), "RGBA", "FLOAT")
    scene = Scene("gfx1030", ImageKind.IMAGE2D, pixels, "RGBA", "FLOAT")
    lane = scene.bench.lane
    x, y = ((lane + 0.5) / 32).astype(np.float32), np.full(lane.shape, 0.5, np.float32)
    scene.sampler(
        sampler_descriptor(True, AddressingMode.CLAMP, FilterMode.NEAREST, 10)
    )
    junk = np.full(lane.shape, 77.0, np.float32)
    for name, before, after in (
        ("", 0, 0),
        ("_l", 0, 1),
        ("_b", 1, 0),
        ("_d", 4, 0),
        ("_d_cl", 4, 1),
        ("_d_g16", 2, 0),
    ):
        scene.coordinates([*[junk] * before, x, y, *[junk] * after])
        count = before + 2 + after
        scene.bench.run(
            f"image_sample{name} v[0:3], v[10:{9 + count}], s[0:7], s[8:11] dmask:0xf "
            "dim:SQ_RSRC_IMG_2D"
        )
        assert np.array_equal(scene.result(), pixels[2, lane]), name


def test_gather() -> None:
    pixels = np.arange(64, dtype=np.uint32).reshape(4, 16, 1)
    scene = Scene("gfx1100", ImageKind.IMAGE2D, pixels, "R", "UNSIGNED_INT32")
    lane = scene.bench.lane
    scene.sampler(
        sampler_descriptor(False, AddressingMode.CLAMP_TO_EDGE, FilterMode.LINEAR, 11)
    )
    scene.coordinates(
        [np.full(lane.shape, 3.0, np.float32), np.full(lane.shape, 2.0, np.float32)]
    )
    scene.bench.run(
        "image_gather4_lz v[0:3], v[10:11], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D"
    )
    # (x, y+1), (x+1, y+1), (x+1, y), (x, y) with x, y = 2, 1.
    assert scene.result(integer=True)[0, 0].tolist() == [34, 35, 19, 18]


def test_sizes_and_atomics() -> None:
    pixels = np.zeros((5, 7, 9, 1), np.uint32)
    scene = Scene("gfx1100", ImageKind.IMAGE3D, pixels, "R", "UNSIGNED_INT32")
    lane = scene.bench.lane
    scene.bench.put(10, 0)
    scene.bench.run(
        "image_get_resinfo v[0:3], v10, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_3D"
    )
    assert scene.result(integer=True)[1, 5].tolist() == [9, 7, 5, 1]
    scene.coordinates([lane % 2, np.full(lane.shape, 6), np.full(lane.shape, 4)])
    scene.bench.put(0, 1)
    scene.bench.run(
        "image_atomic_add v0, v[10:12], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_3D glc"
    )
    scene.image.copy_back()
    assert pixels[4, 6, :3, 0].tolist() == [32, 32, 0]
    assert scene.bench.get(0)[0, :6].tolist() == [0, 0, 1, 1, 2, 2]
    array = np.zeros((3, 9, 1), np.uint32)
    layers = Scene("gfx900", ImageKind.IMAGE1D_ARRAY, array, "R", "UNSIGNED_INT32")
    layers.bench.put(10, 0)
    layers.bench.run("image_get_resinfo v[0:3], v10, s[0:7] dmask:0xf da")
    assert layers.result(integer=True)[0, 0].tolist() == [9, 1, 3, 1]


def test_waves_may_have_different_images() -> None:
    pixels = pixels_of((4, 32), "R", "FLOAT")
    scene = Scene("gfx1030", ImageKind.IMAGE2D, pixels, "R", "FLOAT")
    other = pixels_of((4, 32), "R", "FLOAT", seed=9)
    second = PlacedImage(
        scene.bench.memory,
        "second",
        other,
        scene.shape,
        scene.bench.generation.processor,
    )
    words = np.frombuffer(scene.bench.memory.read(second.address, 32), np.uint32)
    scene.bench.state.s[0:8, 1] = words
    lane = scene.bench.lane
    scene.coordinates([lane, np.ones_like(lane)])
    scene.run("image_load")
    assert np.array_equal(scene.result()[0, :, 0], pixels[1, :, 0])
    assert np.array_equal(scene.result()[1, :, 0], other[1, :, 0])
    scene.run("image_store")
    second.copy_back()
    scene.image.copy_back()


# Images of buffers


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize(
    ("order", "data_type"),
    [
        ("RGBA", "UNORM_INT8"),
        ("R", "SIGNED_INT16"),
        ("BGRA", "UNORM_INT8"),
        ("RG", "FLOAT"),
    ],
)
def test_images_of_buffers(cpu: str, order: str, data_type: str) -> None:
    pixels = pixels_of((50,), order, data_type)
    scene = Scene(cpu, ImageKind.IMAGE1D_BUFFER, pixels, order, data_type)
    scene.coordinates([scene.bench.lane % 50])
    zero = "null" if cpu == "gfx1200" else "0"
    scene.bench.run(f"buffer_load_format_xyzw v[0:3], v10, s[0:3], {zero} idxen")
    expected = model.texels(pixels, order, data_type)[scene.bench.lane % 50]
    if data_type in model.INTEGERS:
        got = scene.result(integer=True).view(np.int32)
    else:
        got, expected = scene.result(), expected.astype(np.float32)
    assert np.array_equal(got, expected)
    scene.coordinates([49 - scene.bench.lane % 50])
    scene.bench.run(f"buffer_store_format_xyzw v[0:3], v10, s[0:3], {zero} idxen")
    before = pixels.copy()
    scene.image.copy_back()
    last = 50 - min(scene.bench.lanes, 50)
    assert np.array_equal(pixels[last:], before[: 50 - last][::-1])


def test_typed_buffers_have_their_own_format() -> None:
    bench = Bench("gfx1030")
    data = np.arange(64, dtype=np.uint8)
    address = bench.buffer(data).address
    for k, word in enumerate((address & 0xFFFFFFFF, address >> 32, 64, 3 << 28)):
        bench.state.s[k] = word
    bench.put(10, bench.lane)
    bench.run(
        "tbuffer_load_format_xy v[0:1], v10, s[0:3], 0 format:[BUF_FMT_8_8_UINT] offen"
    )
    assert bench.get(0)[0].tolist() == list(range(32))
    assert bench.get(1)[0].tolist() == list(range(1, 33))
    bench.put(0, 300)
    bench.put(10, bench.lane * 2)
    bench.run(
        "tbuffer_store_format_x v0, v10, s[0:3], 0 format:[BUF_FMT_16_UINT] offen"
    )
    assert (data.view(np.uint16) == 300).all()


@pytest.mark.parametrize(
    ("cpu", "form", "word", "wanted"),
    [
        ("gfx1030", "[BUF_FMT_8_USCALED]", 200, [200.0]),
        ("gfx1030", "[BUF_FMT_8_SSCALED]", 200, [-56.0]),
        ("gfx1030", "[BUF_FMT_16_SNORM]", 0x8001, [-1.0]),
        ("gfx1030", "[BUF_FMT_16_FLOAT]", 0x3E00, [1.5]),
        # 1.0, 2.0 and 2.0 with 6, 6 and 5 bits of fraction.
        (
            "gfx1030",
            "[BUF_FMT_10_11_11_FLOAT]",
            15 << 6 | 16 << 17 | 16 << 27,
            [1.0, 2.0, 2.0],
        ),
        (
            "gfx900",
            "[BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_SSCALED]",
            0x02FF,
            [-1.0, 2.0],
        ),
        # Eight bits and UNORM are what is not named.
        ("gfx900", "[BUF_NUM_FORMAT_USCALED]", 200, [200.0]),
        ("gfx900", "[BUF_DATA_FORMAT_16]", 0xFFFF, [1.0]),
    ],
)
def test_numbers_of_typed_buffers(
    cpu: str, form: str, word: int, wanted: list[float]
) -> None:
    """RDNA3, section 10.3; what the format lacks is not loaded here."""
    bench = Bench(cpu)
    address = bench.buffer(np.full(1, word, np.uint32)).address
    for k, part in enumerate((address & 0xFFFFFFFF, address >> 32, 4, 3 << 28)):
        bench.state.s[k] = part
    bench.put(10, 0 * bench.lane)
    axes, last = "xyz"[: len(wanted)], len(wanted) - 1
    registers = f"v[0:{last}]" if last else "v0"
    bench.run(
        f"tbuffer_load_format_{axes} {registers}, v10, s[0:3], 0 format:{form} offen"
    )
    got = [bench.get(k)[0, :1].view(np.float32)[0] for k in range(len(wanted))]
    assert got == wanted


# Bad input


def test_wrong_images_are_named() -> None:
    pixels = pixels_of((4, 32), "R", "FLOAT")
    scene = Scene("gfx1030", ImageKind.IMAGE2D, pixels, "R", "FLOAT")
    scene.bench.put(10, 0)
    with pytest.raises(
        MachineFault, match=r"takes an image of 3 dimensions, and is given one of 2"
    ):
        scene.bench.run(
            "image_load v[0:3], v[10:12], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_3D"
        )
    scene.bench.state.s[3] &= 0x0FFFFFFF
    with pytest.raises(MachineFault, match="has type 0, which is not an image"):
        scene.run("image_load")
    with pytest.raises(AbiError, match="no image format for channel order RGB with"):
        channel_format("RGB", "FLOAT")
    processor = scene.bench.generation.processor
    with pytest.raises(AbiError, match="too large for the field width_high"):
        image_descriptor(
            ImageShape(ImageKind.IMAGE2D, "R", "FLOAT", 1 << 16, 4), processor, 0
        )
    with pytest.raises(AbiError, match="multiple of 256"):
        image_descriptor(ImageShape(ImageKind.IMAGE2D, "R", "FLOAT", 4), processor, 16)
    with pytest.raises(AbiError, match="images of buffers with sRGBA"):
        image_descriptor(
            ImageShape(ImageKind.IMAGE1D_BUFFER, "sRGBA", "UNORM_INT8", 4), processor, 0
        )


def test_reading_a_removed_image_is_an_error() -> None:
    pixels = pixels_of((4, 32), "R", "FLOAT")
    scene = Scene("gfx1030", ImageKind.IMAGE2D, pixels, "R", "FLOAT")
    scene.image.remove()
    scene.coordinates([scene.bench.lane, scene.bench.lane * 0])
    with pytest.raises(
        MachineFault, match=r"load of 4 bytes at .* there are no buffers"
    ):
        scene.run("image_load")


def test_a_read_only_image_is_not_written() -> None:
    pixels = pixels_of((4, 32), "R", "FLOAT")
    scene = Scene("gfx1030", ImageKind.IMAGE2D, pixels, "R", "FLOAT", read_only=True)
    scene.coordinates([scene.bench.lane, scene.bench.lane * 0])
    with pytest.raises(MachineFault, match="buffer 'picture' is read-only"):
        scene.run("image_store")


def test_halves_in_the_upper_half() -> None:
    pixels = pixels_of((64,), "R", "FLOAT")
    scene = Scene("gfx900", ImageKind.IMAGE1D_BUFFER, pixels, "R", "FLOAT")
    scene.coordinates([scene.bench.lane])
    scene.bench.put(0, 0x1234)
    scene.bench.run("buffer_load_format_d16_hi_x v0, v10, s[0:3], 0 idxen")
    halves = scene.bench.get(0)
    assert (halves & 0xFFFF == 0x1234).all()
    expected = pixels[:, 0].astype(np.float16)
    assert np.array_equal(
        (halves[0] >> 16).astype(np.uint16).view(np.float16), expected
    )
    scene.bench.run("buffer_store_format_d16_hi_x v0, v10, s[0:3], 0 idxen")
    scene.image.copy_back()
    assert np.array_equal(pixels[:, 0], expected.astype(np.float32))

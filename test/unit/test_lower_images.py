"""
Image access against LLVM: every image type, element kind, kind of coordinate and sampler
becomes an intrinsic that LLVM 22 verifies, selects and prints as the hardware's
instruction with the data, dimension and mask that the image has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest
from long_runs import LONG
from lower_helpers import parse, run
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.abi.enums import AccessQualifier, ElementKind, ImageKind
from xdsl_opencl.abi.interface import ImageAccess
from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.codegen import generate
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

SAMPLERS = {
    "argument": "",
    "nearest": "%s = opencl.sampler_constant <normalized = true, addressing = repeat, "
    "filter = nearest>",
    "texel": "%s = opencl.sampler_constant <normalized = false, addressing = clamp, "
    "filter = nearest>",
    "linear": "%s = opencl.sampler_constant <normalized = true, addressing = "
    "clamp_to_edge, filter = linear>",
}
VALUES = {
    ElementKind.F: "vector<4xf32>",
    ElementKind.H: "vector<4xf16>",
    ElementKind.I: "vector<4xi32>",
    ElementKind.UI: "vector<4xi32>",
}
DIMENSIONS = {
    "1d": "1D",
    "1darray": "1D_ARRAY",
    "2d": "2D",
    "2darray": "2D_ARRAY",
    "2dmsaa": "2D_MSAA",
    "2darraymsaa": "2D_MSAA_ARRAY",
    "3d": "3D",
}


@dataclass(frozen=True)
class Access:
    """One kernel with one access, and the instruction that it must have."""

    name: str
    text: str
    instruction: str
    image: ImageKind
    half: bool = False


def vector(width: int, element: str) -> str:
    return element if width == 1 else f"vector<{width}x{element}>"


def shape(kind: ImageKind) -> str:
    return (
        f"{kind.dimensions}d"
        + ("array" if kind.is_array else "")
        + ("msaa" if kind.is_msaa else "")
    )


def pixel(kind: ImageKind, element: ElementKind) -> str:
    return "f32" if kind.is_depth else VALUES[element]


def elements(kind: ImageKind) -> tuple[ElementKind, ...]:
    return (ElementKind.F,) if kind.is_depth else tuple(ElementKind)


def kernel(name: str, parameters: str, body: str) -> str:
    return f"opencl.kernel @{name}({parameters}) {{ {body} opencl.return }}\n"


def reads() -> list[Access]:
    result: list[Access] = []
    for kind in ImageKind:
        integer = vector(kind.coordinate_width, "i32")
        for element in elements(kind):
            value = pixel(kind, element)
            half = element is ElementKind.H
            for access in (AccessQualifier.READ_ONLY, AccessQualifier.READ_WRITE):
                plain = f"!opencl.image<{kind}, {access}>"
                sample = " sample %n" if kind.is_msaa else ""
                name = f"load_{kind}_{element}_{access}"
                text = kernel(
                    name,
                    f"%i: {plain}, %c: {integer}, %n: i32, %o: !llvm.ptr<1>",
                    f"%v = opencl.read_image {element} %i[%c]{sample} : {plain}, "
                    f"{integer} -> {value} llvm.store %v, %o : {value}, !llvm.ptr<1>",
                )
                instruction = "buffer_load" if kind.is_buffer else "image_load"
                result.append(Access(name, text, instruction, kind, half))
            if kind.is_msaa or kind.is_buffer:
                continue
            for sampler, make in SAMPLERS.items():
                for coordinate in ("i32", "f32"):
                    result.append(
                        sampled(kind, element, sampler, make, coordinate, "", "", "lz")
                    )
                result.append(
                    sampled(
                        kind, element, sampler, make, "f32", "lod %l : f32 ", "", "l"
                    )
                )
                gradient = vector(4 if kind.dimensions == 3 else kind.dimensions, "f32")
                result.append(
                    sampled(
                        kind,
                        element,
                        sampler,
                        make,
                        "f32",
                        f"gradients %x, %y : {gradient}, {gradient} ",
                        f", %x: {gradient}, %y: {gradient}",
                        "d",
                    )
                )
    return result


def sampled(
    kind: ImageKind,
    element: ElementKind,
    sampler: str,
    make: str,
    coordinate: str,
    level: str,
    parameters: str,
    variant: str,
) -> Access:
    image = f"!opencl.image<{kind}, read_only>"
    at = vector(kind.coordinate_width, coordinate)
    value = pixel(kind, element)
    name = f"sample_{variant}_{kind}_{element}_{sampler}_{coordinate}"
    argument = "" if make else ", %s: !opencl.sampler"
    text = kernel(
        name,
        f"%i: {image}, %c: {at}, %l: f32{parameters}{argument}, %o: !llvm.ptr<1>",
        f"{make} %v = opencl.read_image {element} %i[%c] sampler %s {level}: {image}, "
        f"{at} -> {value} llvm.store %v, %o : {value}, !llvm.ptr<1>",
    )
    half = element is ElementKind.H
    return Access(name, text, f"image_sample_{variant}", kind, half)


def writes() -> list[Access]:
    result: list[Access] = []
    for kind in ImageKind:
        if kind.is_msaa:
            continue
        at = vector(kind.coordinate_width, "i32")
        for element in elements(kind):
            value = pixel(kind, element)
            half = element is ElementKind.H
            for access in (AccessQualifier.WRITE_ONLY, AccessQualifier.READ_WRITE):
                image = f"!opencl.image<{kind}, {access}>"
                for level in ("", " lod %l"):
                    if level and kind.is_buffer:
                        continue
                    name = f"store_{kind}_{element}_{access}{'_lod' if level else ''}"
                    text = kernel(
                        name,
                        f"%i: {image}, %c: {at}, %l: i32, %v: {value}",
                        f"opencl.write_image {element} %v, %i[%c]{level} : {value}, "
                        f"{image}, {at}",
                    )
                    instruction = "image_store_mip" if level else "image_store"
                    if kind.is_buffer:
                        instruction = "buffer_store"
                    result.append(Access(name, text, instruction, kind, half))
    return result


def instructions(assembly: str) -> dict[str, list[str]]:
    """
    Kernel to the lines of its memory instructions other than scalar and flat ones.
    """
    result: dict[str, list[str]] = {}
    current: list[str] = []
    for line in assembly.splitlines():
        if match := re.match(r"(\w+):", line):
            current = result.setdefault(match[1], [])
        elif re.match(r"\s+(image|buffer|tbuffer)_\w+", line):
            current.append(line.split(";")[0].strip())
    return result


def compile_accesses(accesses: list[Access], target: Target) -> dict[str, list[str]]:
    module = parse("".join(access.text for access in accesses), target)
    run(module, "opencl-to-llvm")
    emission = generate(emit_llvm_ir(module), target, kinds=("asm",), level=1)
    assert emission.assembly is not None
    return instructions(emission.assembly)


TARGETS = ["gfx700", "gfx803", "gfx900", "gfx1030", "gfx1100", "gfx1200"]


@pytest.mark.parametrize("mcpu", TARGETS)
def test_every_access_is_an_instruction(mcpu: str) -> None:
    target = Target(Abi.AMDHSA, mcpu)
    accesses = [*reads(), *writes()]
    if not LONG:
        # Each access by an older GPU and a newer one.
        accesses = accesses[TARGETS.index(mcpu) % 3 :: 3]
    found = compile_accesses(accesses, target)
    for access in accesses:
        lines = [
            line
            for line in found[access.name]
            if line.startswith(
                (access.instruction, "buffer_load_format", "buffer_store_f")
            )
        ]
        assert len(lines) == 1, (access.name, found[access.name])
        (line,) = lines
        assert line.startswith(access.instruction)
        if access.image.is_buffer:
            assert "format" in line
            half = "d16" in line
        else:
            mask = "0x1" if access.image.is_depth else "0xf"
            assert re.search(rf"dmask:{mask}\b", line), line
            if target.isa[0] >= 10:
                dimension = DIMENSIONS[shape(access.image)]
                assert f"dim:SQ_RSRC_IMG_{dimension} " in f"{line} ", line
            else:
                assert ("da" in line.split()) == access.image.is_array, line
            half = "d16" in line.split()
        assert half == (access.half and target.isa[0] >= 8), line


def test_processor_without_extended_instructions() -> None:
    """gfx90a has image_sample, but neither sample_lz nor levels."""
    target = Target(Abi.AMDHSA, "gfx90a")
    accesses = [a for a in reads() if a.name.startswith(("load_", "sample_lz_"))]
    found = compile_accesses(accesses, target)
    for access in accesses:
        (line,) = (i for i in found[access.name] if not i.startswith("buffer_store"))
        expected = access.instruction.removesuffix("_lz")
        assert re.match(rf"{expected}(_format\w*)? ", line), line


@pytest.mark.parametrize(
    ("mcpu", "prefix", "message"),
    [
        ("gfx942", "load_image2d_t_f_read_only", "gfx942 has no image instructions"),
        ("gfx950", "store_image3d_t_f_write_only", "gfx950 has no image instructions"),
        (
            "gfx90a",
            "sample_l_image2d_t_f_linear_f32",
            "no image instructions with levels",
        ),
        (
            "gfx90a",
            "store_image2d_t_f_write_only_lod",
            "no image instructions with levels",
        ),
    ],
)
def test_missing_instructions(mcpu: str, prefix: str, message: str) -> None:
    access = next(a for a in [*reads(), *writes()] if a.name == prefix)
    module = parse(access.text, Target(Abi.AMDHSA, mcpu))
    with pytest.raises(PassFailedException, match=message):
        run(module, "opencl-lower-images")


def test_abi_without_image_access(monkeypatch: pytest.MonkeyPatch) -> None:
    target = Target(Abi.AMDCL2)
    without = replace(target.interface, image_access=ImageAccess.NONE)
    monkeypatch.setitem(INTERFACES, target.abi, without)
    access = reads()[0]
    module = parse(access.text, target)
    with pytest.raises(PassFailedException, match=f"not available on ABI {target.abi}"):
        run(module, "opencl-lower-images")


@pytest.mark.parametrize(
    ("sampler", "floors", "reciprocals"),
    [("texel", 2, 0), ("nearest", 2, 2), ("linear", 0, 0)],
)
def test_texels_of_constant_samplers(
    sampler: str, floors: int, reciprocals: int
) -> None:
    """
    OpenCL C 3.0, section 6.15.15: nearest filtering takes the texel (floor(u), floor(v)),
    with unnormalised coordinates too.
    """
    text = f"""
    opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xf32>,
                     %p: !llvm.ptr<1>) {{
      {SAMPLERS[sampler]}
      %v = opencl.read_image f %i[%c] sampler %s
        : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
      llvm.store %v, %p : vector<4xf32>, !llvm.ptr<1>
      opencl.return
    }}
    """
    module = parse(text, Target(Abi.AMDHSA, "gfx1030"))
    text = str(run(module, "opencl-lower-images"))
    assert text.count('"llvm.floor.f32"') == floors
    assert text.count('"llvm.amdgcn.rcp.f32"') == reciprocals

"""
Writes the tables of docs/abi.md and its pictures: `python docs/generate_abi.py [--check]`.

A table stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; all facts in it come
from `xdsl_opencl.abi`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from xdsl_opencl.abi.arguments.placing import HiddenBlock
from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind, Segment
from xdsl_opencl.abi.interface import Abi, ImageQuerySource, Interface
from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import (
    WHOLE_HIDDEN,
    Argument,
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
    ValueType,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.page.layout_picture import draw

HERE = Path(__file__).parent
PAGE = HERE / "abi.md"

KERNEL = (
    "kernel void k(read_only image2d_t src, sampler_t smp, int n, float3 v, "
    "global float *out)"
)


def signature(*, companions: bool) -> KernelSignature:
    """
    The signature of `KERNEL`, with or without what stands after its image.
    """
    image = ImageArgument(ImageKind.IMAGE2D, AccessQualifier.READ_ONLY)
    arguments = [Argument("src", image)]
    if companions:
        arguments += [
            Argument("src size", CompanionType(CompanionKind.IMAGE_SIZE)),
            Argument("src format", CompanionType(CompanionKind.IMAGE_FORMAT)),
        ]
    arguments += [
        Argument("smp", HandleType(HandleKind.SAMPLER)),
        Argument("n", ValueType(ScalarKind.INT)),
        Argument("v", ValueType(ScalarKind.FLOAT, 3)),
        Argument("out", PointerType(AddressSpace.GLOBAL)),
    ]
    return KernelSignature("k", tuple(arguments))


def targets(interface: Interface) -> Iterator[tuple[str, Target]]:
    """
    A target for each layout that `interface` has, with its name.
    """
    name, mcpu = str(interface.abi), interface.example_processor
    if interface.named_widths:
        # The width names the device.
        mcpu = ""
    if interface.code_object_versions:
        for version in interface.code_object_versions:
            if version <= 5:
                more = " and 6" if version == 5 else ""
                target = Target(interface.abi, mcpu, code_object_version=version)
                yield f"{name}, code object {version}{more}", target
        return
    for bits in interface.pointer_bits:
        suffix = f", {bits}-bit pointers" if len(interface.pointer_bits) > 1 else ""
        yield f"{name}{suffix}", Target(interface.abi, mcpu, pointer_bits=bits)


def has_companions(interface: Interface) -> bool:
    """
    Tells if the host passes an image's size and format after it.
    """
    return interface.image_query_source is ImageQuerySource.OPERANDS


def picture(abi: Abi) -> str:
    """
    The picture of `KERNEL`'s arguments under `abi`.
    """
    interface = INTERFACES[abi]
    kernel = signature(companions=has_companions(interface))
    return draw(
        KERNEL,
        [(title, layout(kernel, target)) for title, target in targets(interface)],
    )


def comparison() -> str:
    """
    The picture of `KERNEL`'s arguments under each ABI.
    """
    layouts: list[tuple[str, KernelArgumentLayout]] = []
    for interface in INTERFACES.values():
        kernel = signature(companions=has_companions(interface))
        target = Target(interface.abi, interface.example_processor)
        # Sizes of groups are the usual need.
        use = HiddenUse(bytes_read=18) if interface.has_code_object else WHOLE_HIDDEN
        placed = layout(kernel, target, hidden=use)
        layouts.append((str(interface.abi), placed))
    return draw(KERNEL, layouts)


def row(cells: Iterable[object]) -> str:
    """
    A row of a Markdown table.
    """
    return f"| {' | '.join(map(str, cells))} |"


def overview() -> Iterator[str]:
    """
    The table of all ABIs.
    """
    head = (
        "ABI",
        "triple",
        "processors",
        "pointers",
        "explicit arguments",
        "`get_image_*` reads",
        "image access",
        "written as",
    )
    yield row(head)
    yield row("---" for _ in head)
    for interface in INTERFACES.values():
        family = "CPU" if interface.family is None else str(interface.family)
        triple = interface.triple.format(bits=interface.pointer_bits[0])
        generations = interface.generations
        if generations is not None:
            low, high = generations[0], generations[-1]
            family += f", gfx{low}" if low == high else f", gfx{low} to gfx{high}"
        written = "code object, assembly" if interface.has_code_object else "assembly"
        if interface.native is not None:
            written = "code in memory, object"
        if interface.devices:
            written = "CLRX text"
        source, access = interface.image_query_source, interface.image_access
        reads = str(source).replace("_", " "), str(access)
        if interface.keeps_operations:
            family, written = "any OpenCL device", "SPIR-V"
            reads = "the consumer's choice", "the consumer's"
        yield row(
            (
                f"[`{interface.abi}`](#{interface.abi})",
                f"`{triple}`" if triple else "this computer's",
                family,
                " or ".join(map(str, interface.pointer_bits)),
                str(interface.argument_form).replace("_", " "),
                *reads,
                written if interface.emits_code else "layouts only",
            )
        )


def hidden(abi: Abi) -> Iterator[str]:
    """
    The blocks of hidden arguments that `abi` has, slot by slot.
    """
    for name, target in targets(INTERFACES[abi]):
        segment = INTERFACES[abi].segment(target)
        for kind, block in segment.blocks.items():
            if block.slots:
                yield from _block(name, kind, block, leads=kind is segment.leading)
                yield ""


def _block(
    name: str, kind: Segment, block: HiddenBlock, *, leads: bool
) -> Iterator[str]:
    where = "before" if leads else "after"
    yield (
        f"{name}: {block.size} bytes {where} the explicit arguments ({kind} block), "
        "offsets from the start of the block:"
    )
    yield ""
    yield row(("offset", "size", "argument"))
    yield row(("---", "---", "---"))
    for slot in block.slots:
        names = " or ".join(f"`{n}`" for n in (slot.kind, *slot.aliases))
        yield row((slot.offset, slot.size, names))


TABLES: dict[str, Callable[[], Iterable[str]]] = {
    "overview": overview,
    **{f"hidden {abi}": lambda abi=abi: hidden(abi) for abi in INTERFACES},
}


def page(text: str) -> str:
    """
    `text` with its tables as they are now.
    """
    for name, lines in TABLES.items():
        begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        body = "\n".join(lines()).rstrip("\n")
        found = re.search(rf"{re.escape(begin)}.*?{re.escape(end)}", text, re.DOTALL)
        if found is not None:
            text = text.replace(found[0], f"{begin}\n{body}\n\n{end}")
    return text


def main() -> int:
    files = {PAGE: page(PAGE.read_text())}
    files[HERE / "arguments.svg"] = comparison()
    for abi in INTERFACES:
        files[HERE / f"abi-{abi}.svg"] = picture(abi)
    stale = [
        path.name
        for path, text in files.items()
        if not path.is_file() or path.read_text() != text
    ]
    if "--check" in sys.argv:
        if stale:
            print(f"out of date: {', '.join(stale)}; run docs/generate_abi.py")
        return int(bool(stale))
    for path, text in files.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

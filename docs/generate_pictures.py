"""
Makes the pictures of the documentation: `python docs/generate_pictures.py [--check]`.

`pipeline.svg` shows the data flow. Those of layouts are made by `generate_abi.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
FONT = 'font-family="Helvetica, Arial, sans-serif"'
INK, PAPER = "#1f2933", "#ffffff"
COLOURS = {
    "in": "#d9e8fb",
    "level": "#dff3e4",
    "out": "#fdeccd",
}


def text(x: float, y: float, words: str, size: int = 13, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" {FONT} font-size="{size}" fill="{INK}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def box(x: float, y: float, w: float, h: float, colour: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="4" '
        f'fill="{COLOURS[colour]}" stroke="{INK}"/>'
    )


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{INK}" '
        'marker-end="url(#head)"/>'
    )


def picture(width: int, height: int, parts: list[str]) -> str:
    head = (
        '<defs><marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" '
        f'orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker></defs>'
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n<rect width="{width}" height="{height}" '
        f'fill="{PAPER}"/>\n{head}\n{body}\n</svg>\n'
    )


def pipeline() -> str:
    parts: list[str] = []
    sources = (
        ("OpenCL C", "frontend, through Clang"),
        ("LLVM IR", "llvm_ir/reader, frontend"),
        ("SPIR-V", "spirv/reader"),
        ("other dialects", "scf, memref, vector, ..."),
        ("hand-written .mlir", "dialects/opencl"),
    )
    for i, (name, note) in enumerate(sources):
        y = 12 + 50 * i
        parts += [
            box(10, y, 160, 44, "in"),
            text(90, y + 19, name),
            text(90, y + 35, note, 11),
            arrow(170, y + 22, 216, 128 + 8 * (i - 2)),
        ]
    levels = (
        (220, "opencl level", "kernels, images, ..."),
        (460, "llvm level", "the ABI of the target"),
        (700, "LLVM IR", "-t opencl-llvm-ir"),
    )
    for x, name, note in levels:
        last = x == levels[-1][0]
        parts += [
            box(x, 96, 140, 64, "out" if last else "level"),
            text(x + 70, 122, name),
            text(x + 70, 141, note, 11),
        ]
    parts += [
        arrow(360, 128, 456, 128),
        text(408, 116, "transforms", 11),
        text(408, 145, "conversions", 11),
        arrow(600, 128, 696, 128),
        text(648, 116, "llvm_ir/printer", 11),
    ]
    outputs = (
        ("assembly", "-t opencl-asm"),
        ("code object", "x.hsaco, the emulator"),
        ("CPU device", "runtime: NumPy arrays"),
    )
    for i, (name, note) in enumerate(outputs):
        y = 20 + 87 * i
        parts += [
            arrow(840, 128 + 8 * (i - 1), 926, y + 22),
            box(930, y, 150, 44, "out"),
            text(1005, y + 19, name),
            text(1005, y + 35, note, 11),
        ]
    parts += [
        text(890, 120, "backend", 11),
        arrow(600, 144, 696, 216),
        box(700, 194, 140, 44, "out"),
        text(770, 213, "SPIR-V"),
        text(770, 229, "-t opencl-spirv", 11),
        text(480, 222, "asked by every step: analysis, ir, abi", 12),
        text(480, 241, "every stage is a module that prints, parses and verifies", 12),
    ]
    return picture(1090, 260, parts)


PICTURES = {"pipeline.svg": pipeline}


def main() -> int:
    stale = [
        name
        for name, draw in PICTURES.items()
        if not (HERE / name).is_file() or (HERE / name).read_text() != draw()
    ]
    if "--check" in sys.argv:
        if stale:
            print(f"out of date: {', '.join(stale)}; run docs/generate_pictures.py")
        return int(bool(stale))
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw())
    return 0


if __name__ == "__main__":
    sys.exit(main())

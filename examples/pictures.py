"""
The pictures of README: a test image, and what `gaussian_blur.mlir` makes of it on the CPU
device.

    python examples/pictures.py        # writes docs/blur-before.png, docs/blur-after.png
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from xdsl_opencl.runtime import Image, Program
from xdsl_opencl.runtime.png import write_png

HERE = Path(__file__).parent
WIDTH, HEIGHT = 192, 128


def test_image() -> np.ndarray:
    """
    Rings, checks and hard edges, in colour.
    """
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    rings = ((x - 64) ** 2 + (y - 64) ** 2) // 70 % 16 < 8
    checks = (x // 4 + y // 4) % 2 == 0
    right = x > 128
    red = np.where(right, checks * 255, rings * 230 + 20)
    green = np.where(right, 255 - x, rings * 150 + y // 2)
    blue = np.where(right, 90 + checks * 60, 220 - rings * 120)
    alpha = np.full_like(x, 255)
    return np.stack([red, green, blue, alpha], axis=-1).astype(np.uint8)


def main() -> None:
    """
    Blurs four times, so that it can be seen.
    """
    blur = Program.from_file(HERE / "gaussian_blur.mlir")["gaussian_blur"]
    pixels = test_image()
    folder = HERE.parent / "docs"
    write_png(folder / "blur-before.png", pixels[..., :3])
    for _ in range(4):
        blurred = np.zeros_like(pixels)
        blur((WIDTH, HEIGHT), (16, 16), Image(pixels), Image(blurred))
        pixels = blurred
    write_png(folder / "blur-after.png", pixels[..., :3])


if __name__ == "__main__":
    main()

"""
Writes `docs/emulator-profile.svg`: the source lines of a blur with the instructions that
waves of gfx1100 execute for them, from `Launch.profile`.

Run as `python docs/generate_profile_picture.py`.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np

from xdsl_opencl.runtime import Image, Program, Sampler
from xdsl_opencl.runtime.gpu import GpuDevice

PICTURE = Path(__file__).parent / "emulator-profile.svg"

SOURCE = """\
kernel void blur(read_only image2d_t from, write_only image2d_t to,
                 sampler_t s, int radius) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x)
      sum += read_imagef(from, s, at + (int2)(x, y));
  float n = (2 * radius + 1) * (2 * radius + 1);
  write_imagef(to, at, sum / n);
}
"""

ROW, TEXT, BAR = 20, 560, 220


def picture() -> str:
    """
    The picture's text.
    """
    program = Program.from_source(
        SOURCE, "-g", device=GpuDevice("gfx1100", profile=True)
    )
    pixels = np.zeros((32, 32, 4), np.uint8)
    images = Image(pixels), Image(pixels.copy())
    sampler = Sampler(False, "clamp_to_edge", "nearest")
    profile = program.blur((32, 32), (16, 16), *images, sampler, 2).profile
    assert profile is not None
    counts = {line: c for (_, line), c in profile.by_line().items()}
    most = max(c.waves for c in counts.values())
    total = profile.total().waves
    lines = SOURCE.splitlines()
    height = ROW * (len(lines) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{TEXT + BAR + 60}" '
        f'height="{height}" font-family="monospace" font-size="13">',
        f'<rect width="100%" height="{height}" fill="white"/>',
    ]
    for number, text in enumerate(lines, 1):
        y = ROW * number
        found = counts.get(number)
        if found is not None:
            width = max(round(BAR * found.waves / most), 1)
            share = 100 * found.waves / total
            parts.append(
                f'<rect x="{TEXT}" y="{y - 13}" width="{width}" height="16" '
                'fill="#d9730d"/>'
                f'<text x="{TEXT + width + 6}" y="{y}">{share:.0f} %</text>'
            )
        parts.append(f'<text x="8" y="{y}" xml:space="preserve">{escape(text)}</text>')
    return "\n".join((*parts, "</svg>\n"))


if __name__ == "__main__":
    PICTURE.write_text(picture())

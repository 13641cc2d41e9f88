"""Vector instructions that the emulator does not implement, with the reasons."""

from __future__ import annotations

from collections.abc import Mapping

_INTERPOLATION = "interpolates vertex attributes from LDS; graphics only"

EXCLUDED: Mapping[str, str] = {
    **{
        f"v_interp_{name}": _INTERPOLATION
        for name in (
            "mov_f32",
            "p1_f32",
            "p1ll_f16",
            "p1lv_f16",
            "p2_f16",
            "p2_f32",
            "p2_legacy_f16",
            "p10_f16_f32",
            "p10_f32",
            "p10_rtz_f16_f32",
            "p2_f16_f32",
            "p2_rtz_f16_f32",
        )
    },
    "v_screen_partition_4se_b32": "assigns pixels to shader engines; graphics only",
}

"""
The unimplemented scalar, memory and image instructions, with the reasons.

For OpenCL C without the processor's builtins LLVM never emits them.
"""

from __future__ import annotations

import re

REASONS: tuple[tuple[str, str], ...] = (
    (
        r"ds_gws_\w+|ds_ordered_count|ds_(add|sub)_gs_reg_rtn",
        "a launch has no global data share",
    ),
    (r"ds_\w+_src2_\w+", "no compiler emits operations on two places of LDS"),
    (r"ds_condxchg32_rtn_b64", "no compiler emits conditional exchanges"),
    (r"ds_bvh_\w+|image_bvh\w+", "it is for ray tracing"),
    (r"(ds|lds)_(param|direct)_load", "it is for pixel shaders"),
    (
        r"(ds_read|global_load)_(b\d+_)?tr_\w+",
        "loads that transpose matrices have no builtin in OpenCL C",
    ),
    (
        r"(global|scratch)_(load|store)_block",
        "LLVM emits blocks of registers with the feature block-vgpr-csr only",
    ),
    (r"global_atomic_ordered_add_b64", "it orders pixel shaders"),
    (r"buffer_store_lds_dword", "LLVM does not emit it"),
    (
        r"image_(sample|gather4)_c(_\w+)?",
        "samplers of OpenCL do not compare depths",
    ),
    (
        r"image_(sample|gather4)(_\w+)?_o(_g16)?",
        "OpenCL C has no offsets to coordinates",
    ),
    (r"image_gather4h", "OpenCL C has no horizontal gather"),
    (r"image_get_lod", "images of the emulator have one level"),
    (r"image_msaa_load", "images of the emulator have one sample"),
    (
        r"image_(load|store)(_mip)?_pck(_sgn)?",
        "OpenCL C has no access to texels without conversion",
    ),
    (r"s_cbranch_(g_fork|i_fork|join)", "LLVM does not emit forks"),
    (r"s_subvector_loop_\w+", "LLVM does not emit loops over halves of waves"),
    (r"s_rfe\w*", "it is for trap handlers"),
    (r"s_setvskip", "LLVM does not emit it"),
    (
        r"s_barrier_(init|join|leave)|s_get_barrier_state|s_wakeup_barrier",
        "OpenCL has no named barriers",
    ),
    (r"s_alloc_vgpr", "compute kernels have all their registers from the start"),
    (r"s_scratch_(load|store)_\w+", "LLVM has no scalar access to scratch"),
)
"""Patterns of mnemonics with reasons; the first match counts."""


def reason(mnemonic: str) -> str | None:
    """The reason why an instruction is not implemented; `None` without one."""
    for pattern, text in REASONS:
        if re.fullmatch(pattern, mnemonic):
            return text
    return None

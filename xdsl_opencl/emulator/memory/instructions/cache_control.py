"""
Instructions that only manage caches. They do nothing, because the emulator's memory is coherent.

Sources: LLVM, `AMDGPUUsage.rst`, "Memory Model" of each generation; AMD's ISA documents.
"""

from __future__ import annotations

from xdsl_opencl.emulator.instruction import Builder, nothing

_NAMES = """
    buffer_gl0_inv buffer_gl1_inv buffer_inv buffer_wbl2 buffer_wbinvl1 buffer_wbinvl1_vol
    buffer_invl2 global_inv global_wb global_wbinv
    s_dcache_inv s_dcache_inv_vol s_dcache_wb s_dcache_wb_vol s_gl1_inv s_icache_inv
    s_dcache_discard s_dcache_discard_x2 s_atc_probe s_atc_probe_buffer
    s_prefetch_data s_prefetch_data_pc_rel s_prefetch_inst s_prefetch_inst_pc_rel
    s_buffer_prefetch_data global_prefetch_b8 flat_prefetch_b8
"""

INSTRUCTIONS: dict[str, Builder] = dict.fromkeys(_NAMES.split(), nothing)

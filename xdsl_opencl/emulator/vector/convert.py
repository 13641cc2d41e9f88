"""
Conversions between integers, floats and packed forms.

Sources: "RDNA3 Instruction Set Architecture", sections 16.7, 16.8, 16.12; "Vega Instruction Set
Architecture", sections 12.7 to 12.9.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from xdsl_opencl.emulator.instruction import Builder
from xdsl_opencl.emulator.vector.execution.execute import table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    InstructionRow,
    floating,
    ignoring_mode,
    integer,
    moded,
)
from xdsl_opencl.emulator.vector.semantics import conversions as c

ROWS: Mapping[str, InstructionRow] = {
    "v_cvt_f16_f32": floating("f16", "f32", c.to_half),
    "v_cvt_f32_f16": floating("f32", "f16", c.half_to_single),
    "v_cvt_f32_f64": floating("f32", "f64", c.double_to_single),
    "v_cvt_f64_f32": floating("f64", "f32", ignoring_mode(c.exactly(np.float64))),
    "v_cvt_f32_i32": moded("f32", "i32", c.integer_to_single),
    "v_cvt_f32_u32": moded("f32", "u32", c.integer_to_single),
    "v_cvt_f64_i32": integer("f64", "i32", c.exactly(np.float64)),
    "v_cvt_f64_u32": integer("f64", "u32", c.exactly(np.float64)),
    "v_cvt_f16_i16": moded("f16", "i16", c.integer_to_half),
    "v_cvt_f16_u16": moded("f16", "u16", c.integer_to_half),
    "v_cvt_u32_f32": integer("u32", "f32", c.toward_zero(np.uint32)),
    "v_cvt_i32_f32": integer("i32", "f32", c.toward_zero(np.int32)),
    "v_cvt_u32_f64": integer("u32", "f64", c.toward_zero(np.uint32)),
    "v_cvt_i32_f64": integer("i32", "f64", c.toward_zero(np.int32)),
    "v_cvt_u16_f16": integer("u16", "f16", c.toward_zero(np.uint16)),
    "v_cvt_i16_f16": integer("i16", "f16", c.toward_zero(np.int16)),
    "v_cvt_i32_i16": integer("i32", "i16", c.exactly(np.int32)),
    "v_cvt_u32_u16": integer("u32", "u16", c.exactly(np.uint32)),
    "v_cvt_flr_i32_f32": integer("i32", "f32", c.floor_to_i32),
    "v_cvt_floor_i32_f32": integer("i32", "f32", c.floor_to_i32),
    "v_cvt_rpi_i32_f32": integer("i32", "f32", c.nearest_to_i32),
    "v_cvt_nearest_i32_f32": integer("i32", "f32", c.nearest_to_i32),
    "v_cvt_off_f32_i4": integer("f32", "u32", c.offset_to_single),
    **{
        f"v_cvt_f32_ubyte{i}": integer("f32", "u32", partial(c.byte_to_single, i))
        for i in range(4)
    },
    "v_cvt_norm_i16_f16": integer("i16", "f16", c.to_signed_normalised),
    "v_cvt_norm_u16_f16": integer("u16", "f16", c.to_unsigned_normalised),
    "v_cvt_pkrtz_f16_f32": moded("b32", "f32 f32", c.pack_halves_toward_zero),
    "v_cvt_pk_rtz_f16_f32": moded("b32", "f32 f32", c.pack_halves_toward_zero),
    "v_cvt_pk_f16_f32": integer("b32", "f32 f32", c.pack_halves_nearest),
    "v_cvt_pknorm_i16_f32": integer("b32", "f32 f32", c.pack_signed_normalised),
    "v_cvt_pk_norm_i16_f32": integer("b32", "f32 f32", c.pack_signed_normalised),
    "v_cvt_pknorm_u16_f32": integer("b32", "f32 f32", c.pack_unsigned_normalised),
    "v_cvt_pk_norm_u16_f32": integer("b32", "f32 f32", c.pack_unsigned_normalised),
    "v_cvt_pknorm_i16_f16": integer("b32", "f16 f16", c.pack_signed_normalised),
    "v_cvt_pk_norm_i16_f16": integer("b32", "f16 f16", c.pack_signed_normalised),
    "v_cvt_pknorm_u16_f16": integer("b32", "f16 f16", c.pack_unsigned_normalised),
    "v_cvt_pk_norm_u16_f16": integer("b32", "f16 f16", c.pack_unsigned_normalised),
    "v_cvt_pk_u16_u32": integer("b32", "u32 u32", c.pack_u16_u32),
    "v_cvt_pk_i16_i32": integer("b32", "i32 i32", c.pack_i16_i32),
    "v_cvt_pk_i16_f32": integer("b32", "f32 f32", c.pack_i16_f32),
    "v_cvt_pk_u16_f32": integer("b32", "f32 f32", c.pack_u16_f32),
    "v_cvt_pk_u8_f32": moded("u32", "f32 u32 u32", c.pack_byte),
    "v_cvt_pkaccum_u8_f32": moded("u32", "f32 u32 =u32", c.pack_byte),
    "v_pack_b32_f16": integer("b32", "b16 b16", c.pack),
}

INSTRUCTIONS: Mapping[str, Builder] = table(ROWS)

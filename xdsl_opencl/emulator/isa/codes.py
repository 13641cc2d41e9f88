"""
Fields of instructions that have names: counters, messages, hardware registers, formats, lane
patterns.

Source: LLVM, `AMDGPUAsmUtils.cpp`, `AMDGPUInstPrinter.cpp`, `SIDefines.h`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from xdsl_opencl.abi.images.image_descriptors import DATA_FORMATS, FORMATS, NUM_FORMATS
from xdsl_opencl.emulator.operands import Literal, Name

_MESSAGES: tuple[tuple[int, str, int, int], ...] = (
    (1, "MSG_INTERRUPT", 8, 12),
    (2, "MSG_GS", 8, 10),
    (2, "MSG_HS_TESSFACTOR", 11, 12),
    (3, "MSG_GS_DONE", 8, 10),
    (3, "MSG_DEALLOC_VGPRS", 11, 12),
    (4, "MSG_SAVEWAVE", 8, 10),
    (5, "MSG_STALL_WAVE_GEN", 9, 11),
    (6, "MSG_HALT_WAVES", 9, 11),
    (7, "MSG_ORDERED_PS_DONE", 9, 10),
    (8, "MSG_EARLY_PRIM_DEALLOC", 9, 10),
    (9, "MSG_GS_ALLOC_REQ", 9, 12),
    (10, "MSG_GET_DOORBELL", 9, 10),
    (11, "MSG_GET_DDID", 10, 10),
    (15, "MSG_SYSMSG", 8, 12),
    (128, "MSG_RTN_GET_DOORBELL", 11, 12),
    (129, "MSG_RTN_GET_DDID", 11, 12),
    (130, "MSG_RTN_GET_TMA", 11, 12),
    (131, "MSG_RTN_GET_REALTIME", 11, 12),
    (132, "MSG_RTN_SAVE_WAVE", 11, 12),
    (133, "MSG_RTN_GET_TBA", 11, 12),
    (134, "MSG_RTN_GET_TBA_TO_PC", 11, 12),
    (135, "MSG_RTN_GET_SE_AID_ID", 12, 12),
)
"""Number, name, and the first and last generation with it."""

_GFX1250 = {10: "MSG_SAVEWAVE_HAS_TDM", 136: "MSG_RTN_GET_CLUSTER_BARRIER_STATE"}
"""Messages of gfx1250 only."""

_SYSTEM = {
    1: "SYSMSG_OP_ECC_ERR_INTERRUPT",
    2: "SYSMSG_OP_REG_RD",
    3: "SYSMSG_OP_HOST_TRAP_ACK",
    4: "SYSMSG_OP_TTRACE_PC",
}
_STREAM = ("GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT")
_GS, _GS_DONE, _SYSMSG = 2, 3, 15


def send_message(code: int, major: int, features: frozenset[str]) -> Name | Literal:
    """The operand of `s_sendmsg`."""
    number = code & (0xFF if major >= 11 else 0xF)
    operation, stream = (0, 0) if major >= 11 else (code >> 4 & 7, code >> 8 & 3)
    name = next((m for i, m, a, b in _MESSAGES if i == number and a <= major <= b), "")
    if "gfx1250" in features:
        name = _GFX1250.get(number, name)
    geometry = major < 11 and number in (_GS, _GS_DONE)
    if name:
        if number == _SYSMSG:
            text = _SYSTEM.get(operation, "")
            if operation == 3 and major >= 9:
                text = ""
            if text and not stream:
                return Name("sendmsg", (name, text))
        elif geometry:
            idle = operation == 0
            if operation < len(_STREAM) and not (number == _GS and idle):
                if not idle:
                    return Name("sendmsg", (name, _STREAM[operation], stream))
                if not stream:
                    return Name("sendmsg", (name, _STREAM[operation]))
        elif not operation and not stream:
            return Name("sendmsg", (name,))
    if number | operation << 4 | stream << 8 == code:
        return Name("sendmsg", (number, operation, stream))
    return Literal(code)


_NEW, _ANY = (12, 12), (8, 12)
_HARDWARE: tuple[tuple[int, str, tuple[int, int], str], ...] = (
    (1, "HW_REG_WAVE_MODE", _NEW, ""),
    (1, "HW_REG_MODE", _ANY, ""),
    (2, "HW_REG_WAVE_STATUS", _NEW, ""),
    (2, "HW_REG_STATUS", _ANY, ""),
    (3, "HW_REG_TRAPSTS", (8, 11), ""),
    (4, "HW_REG_HW_ID", (8, 9), ""),
    (4, "HW_REG_WAVE_STATE_PRIV", _NEW, ""),
    (5, "HW_REG_WAVE_GPR_ALLOC", _NEW, ""),
    (5, "HW_REG_GPR_ALLOC", _ANY, ""),
    (6, "HW_REG_WAVE_LDS_ALLOC", _NEW, ""),
    (6, "HW_REG_LDS_ALLOC", _ANY, ""),
    (7, "HW_REG_IB_STS", _ANY, ""),
    (10, "HW_REG_PERF_SNAPSHOT_DATA", _NEW, ""),
    (11, "HW_REG_PERF_SNAPSHOT_PC_LO", _NEW, ""),
    (12, "HW_REG_PERF_SNAPSHOT_PC_HI", _NEW, ""),
    (15, "HW_REG_SH_MEM_BASES", (9, 11), ""),
    (15, "HW_REG_PERF_SNAPSHOT_DATA1", _NEW, ""),
    (16, "HW_REG_TBA_LO", (9, 10), ""),
    (16, "HW_REG_PERF_SNAPSHOT_DATA2", _NEW, ""),
    (17, "HW_REG_TBA_HI", (9, 10), ""),
    (17, "HW_REG_WAVE_EXCP_FLAG_PRIV", _NEW, ""),
    (18, "HW_REG_TMA_LO", (9, 10), ""),
    (18, "HW_REG_PERF_SNAPSHOT_PC_LO", (11, 11), ""),
    (18, "HW_REG_WAVE_EXCP_FLAG_USER", _NEW, ""),
    (19, "HW_REG_TMA_HI", (9, 10), ""),
    (19, "HW_REG_PERF_SNAPSHOT_PC_HI", (11, 11), ""),
    (19, "HW_REG_WAVE_TRAP_CTRL", _NEW, ""),
    (20, "HW_REG_FLAT_SCR_LO", (10, 11), ""),
    (20, "HW_REG_WAVE_SCRATCH_BASE_LO", _NEW, ""),
    (20, "HW_REG_XCC_ID", (9, 9), "gfx940"),
    (21, "HW_REG_FLAT_SCR_HI", (10, 11), ""),
    (21, "HW_REG_WAVE_SCRATCH_BASE_HI", _NEW, ""),
    (21, "HW_REG_SQ_PERF_SNAPSHOT_DATA", (9, 9), "gfx940"),
    (22, "HW_REG_XNACK_MASK", (10, 10), "not gfx10_3"),
    (22, "HW_REG_SQ_PERF_SNAPSHOT_DATA1", (9, 9), "gfx940"),
    (23, "HW_REG_WAVE_HW_ID1", _NEW, ""),
    (23, "HW_REG_HW_ID1", (10, 12), ""),
    (23, "HW_REG_SQ_PERF_SNAPSHOT_PC_LO", (9, 9), "gfx940"),
    (24, "HW_REG_WAVE_HW_ID2", _NEW, ""),
    (24, "HW_REG_HW_ID2", (10, 12), ""),
    (24, "HW_REG_SQ_PERF_SNAPSHOT_PC_HI", (9, 9), "gfx940"),
    (25, "HW_REG_POPS_PACKER", (10, 10), ""),
    (26, "HW_REG_WAVE_SCHED_MODE", _NEW, ""),
    (27, "HW_REG_PERF_SNAPSHOT_DATA", (11, 11), ""),
    (28, "HW_REG_IB_STS2", _NEW, "gfx1250"),
    (33, "HW_REG_XNACK_STATE_PRIV", _NEW, "gfx1250"),
    (34, "HW_REG_XNACK_MASK", _NEW, "gfx1250"),
    (29, "HW_REG_SHADER_CYCLES", (10, 11), "gfx10_3"),
    (29, "HW_REG_SHADER_CYCLES_LO", _NEW, ""),
    (30, "HW_REG_SHADER_CYCLES_HI", _NEW, ""),
    (31, "HW_REG_WAVE_DVGPR_ALLOC_LO", _NEW, ""),
    (32, "HW_REG_WAVE_DVGPR_ALLOC_HI", _NEW, ""),
)
"""Number, name, the generations with it, and a feature that is needed besides."""


def hardware_register(code: int, major: int, features: frozenset[str]) -> Name:
    """The operand of `s_getreg_b32`."""
    number, first, size = code & 63, code >> 6 & 31, (code >> 11 & 31) + 1
    name: int | str = number
    for known, text, (oldest, newest), feature in _HARDWARE:
        if known == number and oldest <= major <= newest:
            wanted = not feature.startswith("not ")
            if not feature or (feature.removeprefix("not ") in features) == wanted:
                name = text
                break
    return Name("hwreg", (name, first, size) if (first, size) != (0, 32) else (name,))


def wait_counters(code: int, major: int) -> tuple[Name, ...]:
    """The operand of `s_waitcnt`."""
    if major >= 11:
        fields = (code >> 10 & 63, 63), (code & 7, 7), (code >> 4 & 63, 63)
    else:
        high, top = (code >> 14 & 3) << 4 if major >= 9 else 0, 63 if major >= 9 else 15
        most = 63 if major >= 10 else 15
        fields = (code & 15 | high, top), (code >> 4 & 7, 7), (code >> 8 & most, most)
    names = ("vmcnt", "expcnt", "lgkmcnt")
    every = [Name(n, (v,)) for n, (v, _) in zip(names, fields, strict=True)]
    chosen = [t for t, (v, top) in zip(every, fields, strict=True) if v != top]
    return tuple(chosen or every)


_DEPENDENCIES: tuple[tuple[str, int, int], ...] = (
    ("depctr_hold_cnt", 7, 1),
    ("depctr_sa_sdst", 0, 1),
    ("depctr_va_vdst", 12, 4),
    ("depctr_va_sdst", 9, 3),
    ("depctr_va_ssrc", 8, 1),
    ("depctr_va_vcc", 1, 1),
    ("depctr_vm_vsrc", 2, 3),
)


def dependency_counters(
    code: int, features: frozenset[str]
) -> tuple[Name | Literal, ...]:
    """The operand of `s_waitcnt_depctr`."""
    known = _DEPENDENCIES if "gfx10_b" in features else _DEPENDENCIES[1:]
    used = 0
    parts: list[tuple[Name, bool]] = []
    for name, place, count in known:
        most = (1 << count) - 1
        used |= most << place
        value = code >> place & most
        parts.append((Name(name, (value,)), value != most))
    if code & ~used:
        return (Literal(code),)
    chosen = [part for part, changed in parts if changed]
    return tuple(chosen or [part for part, _ in parts])


_DELAYS = (
    *("NO_DEP", "VALU_DEP_1", "VALU_DEP_2", "VALU_DEP_3", "VALU_DEP_4"),
    *("TRANS32_DEP_1", "TRANS32_DEP_2", "TRANS32_DEP_3", "FMA_ACCUM_CYCLE_1"),
    *("SALU_CYCLE_1", "SALU_CYCLE_2", "SALU_CYCLE_3"),
)
_SKIPS = ("SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4")


def delay(code: int) -> tuple[Name | Literal, ...]:
    """The operand of `s_delay_alu`."""
    parts: list[Name] = []
    for name, value, known in (
        ("instid0", code & 15, _DELAYS),
        ("instskip", code >> 4 & 7, _SKIPS),
        ("instid1", code >> 7 & 15, _DELAYS),
    ):
        if value:
            invalid = f"/* invalid {name.rstrip('01')} value */"
            text = known[value] if value < len(known) else invalid
            parts.append(Name(name, (text,)))
    return tuple(parts) or (Literal(0),)


def index_mode(code: int) -> Name | Literal:
    """The operand of `s_set_gpr_idx_mode`."""
    if code & ~15:
        return Literal(code)
    names = ("SRC0", "SRC1", "SRC2", "DST")
    return Name("gpr_idx", tuple(n for i, n in enumerate(names) if code >> i & 1))


_BITS = 31


def swizzle(code: int, major: int) -> str:
    """The text of the offset of `ds_swizzle_b32`, 16 bits."""
    if code >= 0xE000 and major >= 9:
        return f"swizzle(FFT,{code & 31})"
    if code >= 0xC000 and major >= 9:
        return f"swizzle(ROTATE,{code >> 10 & 1},{code >> 5 & 31})"
    if code & 0xFF00 == 0x8000:
        return (
            "swizzle(QUAD_PERM,"
            + ",".join(str(code >> 2 * i & 3) for i in range(4))
            + ")"
        )
    if code & 0x8000:
        return str(code)
    kept, ones, flipped = code & _BITS, code >> 5 & _BITS, code >> 10 & _BITS
    if kept == _BITS and not ones:
        if flipped.bit_count() == 1:
            return f"swizzle(SWAP,{flipped})"
        if flipped and (flipped + 1).bit_count() == 1:
            return f"swizzle(REVERSE,{flipped + 1})"
    size = _BITS - kept + 1
    if size > 1 and size.bit_count() == 1 and ones < size and not flipped:
        return f"swizzle(BROADCAST,{size},{ones})"
    zero, all_ones = ones ^ flipped, (_BITS & kept | ones) ^ flipped
    letters = ""
    for place in (16, 8, 4, 2, 1):
        a, b = zero & place, all_ones & place
        letters += ("1" if a else "0") if a == b else ("i" if a else "p")
    return f'swizzle(BITMASK_PERM,"{letters}")'


Pattern = tuple[str, Any] | str
"""A modifier and its value, or what LLVM says of a pattern that there is not."""


def lane_pattern(code: int, major: int, accumulation: bool) -> Pattern:
    """The pattern of a DPP instruction (`dpp_ctrl`)."""
    if code <= 0xFF:
        return "quad_perm", tuple(code >> 2 * i & 3 for i in range(4))
    for first, name in ((0x100, "row_shl"), (0x110, "row_shr"), (0x120, "row_ror")):
        if first < code <= first + 15:
            return name, code - first
    waves = {0x130: "wave_shl", 0x134: "wave_rol", 0x138: "wave_shr", 0x13C: "wave_ror"}
    if name := waves.get(code):
        if major >= 10:
            return f"/* {name} is not supported starting from GFX10 */"
        return name, 1
    if code in (0x140, 0x141):
        return ("row_mirror" if code == 0x140 else "row_half_mirror"), True
    if code in (0x142, 0x143):
        if major >= 10:
            return "/* row_bcast is not supported starting from GFX10 */"
        return "row_bcast", 15 if code == 0x142 else 31
    if 0x150 <= code <= 0x15F:
        if accumulation or major >= 10:
            return "row_newbcast" if accumulation else "row_share", code - 0x150
        return (
            " /* row_newbcast/row_share is not supported on ASICs earlier "
            "than GFX90A/GFX10 */"
        )
    if 0x160 <= code <= 0x16F:
        if major >= 10:
            return "row_xmask", code - 0x160
        return "/* row_xmask is not supported on ASICs earlier than GFX10 */"
    return "/* Invalid dpp_ctrl value */"


_DATA = {code: name for name, code in DATA_FORMATS.items()}
_NUMBERS = {code: name for name, code in NUM_FORMATS.items()}


@cache
def _unified(major: int) -> dict[int, str]:
    """The formats of gfx10 and later by their codes; the formats that only images have come last."""
    formats = FORMATS[major]
    last = formats["32_32_32_32", "FLOAT"]
    names = {code: "_".join(name) for name, code in formats.items() if code <= last}
    return {0: "INVALID", **names}


def buffer_format(code: int, major: int) -> tuple[str, ...] | int | None:
    """The format of a typed buffer instruction, by its names if it has; `None` if usual."""
    if code == 1:
        return None
    if major >= 10:
        name = _unified(major).get(code)
        return (f"BUF_FMT_{name}",) if name else code
    data, number = code & 15, code >> 4 & 7
    parts: list[str] = []
    if data != 1:
        known = _DATA.get(data, "RESERVED_15" if data else "INVALID")
        parts.append(f"BUF_DATA_FORMAT_{known}")
    if number:
        parts.append(f"BUF_NUM_FORMAT_{_NUMBERS.get(number, 'RESERVED_6')}")
    return tuple(parts)


_LOAD_HINTS = ("", "NT", "HT", "LU", "NT_RT", "RT_NT", "NT_HT", "")
_STORE_HINTS = ("", "NT", "HT", "WB", "NT_RT", "RT_NT", "NT_HT", "NT_WB")
_SCOPES = ("", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS")


def temporal_hint(code: int, access: str) -> dict[str, Any]:
    """The cache policy of a memory access since gfx12, as modifiers."""
    hint, scope = code & 7, code >> 3 & 3
    found: dict[str, Any] = {"scale_offset": True} if code & 1 << 11 else {}
    if hint:
        found["th"] = _hint(hint, scope, access)
    if scope:
        found["scope"] = _SCOPES[scope]
    if code & 32:
        found["nv"] = True
    return found


def _hint(hint: int, scope: int, access: str) -> str:
    if access == "atomic":
        if hint & 4:
            if scope < 2:
                return f"TH_ATOMIC_{hint:#x}"
            return "TH_ATOMIC_CASCADE_NT" if hint & 2 else "TH_ATOMIC_CASCADE_RT"
        if hint & 2:
            return "TH_ATOMIC_NT" + ("_RETURN" if hint & 1 else "")
        return "TH_ATOMIC_RETURN"
    if hint == 7 and access != "store":
        return hex(hint)
    kind = "STORE" if access == "store" else "LOAD"
    if hint == 3 and scope == 3:
        return f"TH_{kind}_BYPASS"
    return f"TH_{kind}_{(_STORE_HINTS if access == 'store' else _LOAD_HINTS)[hint]}"


POLICY_BITS = 0x17
"""The bits of a cache policy that have names."""


def cache_policy(
    code: int, scalar: bool, features: frozenset[str], major: int
) -> dict[str, Any]:
    """The cache policy of a memory access up to gfx11, as modifiers."""
    newer = "gfx940" in features
    names = (
        (1, "sc0" if newer and not scalar else "glc"),
        (2, "nt" if newer else "slc"),
        (4, "dlc" if major >= 10 else ""),
        (16, ("sc1" if newer else "scc") * ("accumulation_operands" in features)),
    )
    return {name: True for bit, name in names if code & bit and name}


_DIMENSIONS = (
    *("1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY"),
)


def image_dimension(code: int) -> str:
    """The dimension of an image instruction."""
    name = _DIMENSIONS[code] if code < len(_DIMENSIONS) else str(code)
    return f"SQ_RSRC_IMG_{name}"


def export_target(code: int, major: int) -> str:
    """The target of `exp`."""
    code &= 63
    name = ""
    if code == 9 and major < 11:
        name = "null"
    elif code == 8:
        name = "mrtz"
    elif code == 20 and major >= 10:
        name = "prim"
    elif code <= 7:
        name = f"mrt{code}"
    elif 12 <= code <= 15 or (code == 16 and major >= 10):
        name = f"pos{code - 12}"
    elif code in (21, 22) and major >= 11:
        name = f"dual_src_blend{code - 21}"
    elif code >= 32 and major < 11:
        name = f"param{code - 32}"
    return name or f"invalid_target_{code}"


_VERSIONS = {
    0: "UC_VERSION_GFX7",
    4: "UC_VERSION_GFX10",
    6: "UC_VERSION_GFX11",
    9: "UC_VERSION_GFX12",
}


def code_version(code: int) -> str:
    """The operand of `s_version`."""
    if code & 0x1F00:
        return hex(code)
    text = _VERSIONS.get(code & 0xFF, str(code & 0xFF))
    for bit, name in ((13, "W64"), (14, "W32"), (15, "MDP")):
        if code >> bit & 1:
            left = f"({text})" if "|" in text else text
            text = f"{left}|UC_VERSION_{name}_BIT"
    return text

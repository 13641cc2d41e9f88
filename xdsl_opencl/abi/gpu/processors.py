"""
The AMD processors that LLVM 22 (llvmlite 0.50) knows, with the facts code needs of them.

Sources: LLVM's AMDGPUUsage, "Processors"; llvm/lib/Target/AMDGPU: `GCNProcessors.td`,
`R600Processors.td`, `AMDGPU.td` (features), `Utils/AMDGPUBaseInfo.cpp` (register files).
`test/unit/test_abi_processors.py` compares them with LLVM's output.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic

from typing_extensions import TypeVar

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.str_enum import StrEnum

T = TypeVar("T")

LDS_BANKS = 32
"""
The banks of LDS, of 4 bytes each, which 32 lanes access together (AMD, "RDNA3 Instruction Set
Architecture", chapter 12).
"""


def suggest(name: str, names: Iterable[str]) -> str:
    """`; did you mean '...'?` with the one of `names` closest to `name`, or nothing."""
    # Which few names need.
    from difflib import get_close_matches

    spelt = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), list(spelt), n=1, cutoff=0.6)
    return f"; did you mean '{spelt[close[0]]}'?" if close else ""


@dataclass(frozen=True)
class ByGeneration(Generic[T]):
    """
    A table with one row per GPU generation, the ISA's major version. `name` says where
    the table is.
    """

    name: str
    rows: Mapping[int, T]

    def __getitem__(self, generation: int) -> T:
        """
        The row of `generation`.

        Raises `AbiError` naming the table when it has none.
        """
        try:
            return self.rows[generation]
        except KeyError:
            raise AbiError(
                f"gfx{generation} has no row in {self.name}; add one"
            ) from None


@dataclass(frozen=True)
class Capabilities:
    """
    The facts of a GPU generation.

    `half_images`: image instructions transfer half precision. `half_median`: v_med3 takes
    it. `exact_frexp`: v_frexp_exp gives 0 for infinities and NaN. `lane_shifts`: DPP
    instructions move values between lanes; `permute_waves`: the wave sizes in which
    ds_bpermute reaches every lane. `doorbell_id`: a trap handler finds the queue by
    itself. `registers_of_wave32`: the register counts of the processor table are those in
    wave32. `sgpr_limits`: the most SGPRs, reserved ones included, with which so many
    waves fit, and `sgpr_waves` the waves that always fit; 0 where SGPRs are not a limit.
    """

    half_images: bool = True
    half_median: bool = True
    exact_frexp: bool = True
    lane_shifts: bool = True
    permute_waves: tuple[int, ...] = (32,)
    doorbell_id: bool = True
    registers_of_wave32: bool = True
    sgpr_limits: tuple[tuple[int, int], ...] = ()
    sgpr_waves: int = 0


_CAPABILITIES_GFX7 = Capabilities(
    half_images=False,
    half_median=False,
    lane_shifts=False,
    permute_waves=(),
    doorbell_id=False,
    registers_of_wave32=False,
    sgpr_limits=((48, 10), (56, 9), (64, 8), (72, 7), (80, 6)),
    sgpr_waves=5,
)
_CAPABILITIES_GFX9 = Capabilities(
    permute_waves=(64,),
    registers_of_wave32=False,
    sgpr_limits=((80, 10), (88, 9), (100, 8)),
    sgpr_waves=7,
)
CAPABILITIES = ByGeneration(
    "CAPABILITIES in abi/gpu/processors.py",
    {
        6: replace(_CAPABILITIES_GFX7, exact_frexp=False),
        7: _CAPABILITIES_GFX7,
        8: replace(_CAPABILITIES_GFX9, half_median=False, doorbell_id=False),
        9: _CAPABILITIES_GFX9,
        10: Capabilities(),
        11: Capabilities(),
        12: Capabilities(),
    },
)
"""Sources: LLVM, `AMDGPU.td` and `GCNSubtarget.h`; register files as for processors."""


class DotProducts(StrEnum):
    """
    Dot products of four bytes: none, of bytes with one kind of sign, or of any (LLVM,
    `AMDGPU.td`: the features dot1, dot7 and dot8).
    """

    NONE = "none"
    SAME_SIGNS = "same_signs"
    ANY_SIGNS = "any_signs"


class ProcessorFamily(StrEnum):
    """LLVM's two AMD targets."""

    AMDGCN = "amdgcn"
    R600 = "r600"


class ImageSupport(StrEnum):
    """
    Image instructions of a processor: none, without the extended ones (`sample.lz`,
    `gather4`, ...), or all.
    """

    NONE = "none"
    BASIC = "basic"
    FULL = "full"


@dataclass(frozen=True)
class Processor:
    """
    One processor.

    `isa` is (major, minor, stepping); generic processors have that of their family with
    LLVM's stepping. `wave_sizes` begins with the default. Register counts are those of
    one SIMD in wave64 on gfx6 to gfx9 and in wave32 from gfx10 (`vgprs_total`,
    `vgpr_granule`; wave64 has half of both). `split_groups`: the waves of a work-group
    may run on several compute units (tgsplit). `lds_bytes` is the limit of one
    work-group. `machine` is the EF_AMDGPU_MACH byte of the ELF header.
    `code_object_version` is the least one. `compute`: LLVM can generate kernels; before
    Evergreen it cannot select a store.
    """

    name: str
    family: ProcessorFamily
    machine: int
    isa: tuple[int, int, int]
    wave_sizes: tuple[int, ...] = (64,)
    xnack: bool = False
    sramecc: bool = False
    images: ImageSupport = ImageSupport.FULL
    packed_work_item_ids: bool = False
    architected_flat_scratch: bool = False
    aperture_registers: bool = False
    cu_mode: bool = False
    split_groups: bool = False
    dot_products: DotProducts = DotProducts.NONE
    vgprs_total: int = 256
    vgprs_addressable: int = 256
    vgpr_granule: int = 4
    sgprs_total: int = 512
    lds_bytes: int = 65536
    max_waves_per_eu: int = 10
    code_object_version: int = 4
    compute: bool = True

    @property
    def generation(self) -> int:
        """The ISA's major version: 6 to 12; 0 for the r600 family."""
        return self.isa[0]

    @property
    def capabilities(self) -> Capabilities:
        """
        The facts of this generation.

        Raises `AbiError` for the r600 family.
        """
        return CAPABILITIES[self.generation]

    @property
    def has_images(self) -> bool:
        return self.images is not ImageSupport.NONE


_GCN = Processor("", ProcessorFamily.AMDGCN, 0, (0, 0, 0))
_GFX6 = replace(_GCN, lds_bytes=32768)
_GFX7 = _GCN
_GFX8 = replace(_GCN, sgprs_total=800)
_GFX9 = replace(_GFX8, xnack=True, aperture_registers=True)
_GFX906 = replace(_GFX9, sramecc=True, dot_products=DotProducts.SAME_SIGNS)
_GFX90A = replace(
    _GFX906,
    images=ImageSupport.BASIC,
    packed_work_item_ids=True,
    split_groups=True,
    vgprs_total=512,
    vgprs_addressable=512,
    vgpr_granule=8,
    max_waves_per_eu=8,
)
_GFX940 = replace(_GFX90A, images=ImageSupport.NONE, architected_flat_scratch=True)
_GFX10_1 = replace(
    _GCN,
    wave_sizes=(32, 64),
    xnack=True,
    aperture_registers=True,
    cu_mode=True,
    vgprs_total=1024,
    vgpr_granule=8,
    max_waves_per_eu=20,
)
_GFX10_1_DOT = replace(_GFX10_1, dot_products=DotProducts.SAME_SIGNS)
_GFX10_3 = replace(_GFX10_1_DOT, xnack=False, vgpr_granule=16, max_waves_per_eu=16)
_GFX11 = replace(
    _GFX10_3,
    packed_work_item_ids=True,
    architected_flat_scratch=True,
    dot_products=DotProducts.ANY_SIGNS,
)
_GFX11_LARGE = replace(_GFX11, vgprs_total=1536, vgpr_granule=24)
_GFX12 = _GFX11_LARGE
_GFX1250 = replace(
    _GFX12,
    wave_sizes=(32,),
    xnack=True,
    sramecc=True,
    images=ImageSupport.NONE,
    cu_mode=False,
    vgprs_total=1024,
    vgprs_addressable=1024,
    vgpr_granule=16,
    lds_bytes=327680,
)


def _generic(base: Processor) -> Processor:
    return replace(base, code_object_version=6)


_AMDGCN_ROWS: tuple[tuple[str, int, tuple[int, int, int], Processor], ...] = (
    ("gfx600", 0x20, (6, 0, 0), _GFX6),
    ("gfx601", 0x21, (6, 0, 1), _GFX6),
    ("gfx602", 0x3A, (6, 0, 2), _GFX6),
    ("gfx700", 0x22, (7, 0, 0), _GFX7),
    ("gfx701", 0x23, (7, 0, 1), _GFX7),
    ("gfx702", 0x24, (7, 0, 2), _GFX7),
    ("gfx703", 0x25, (7, 0, 3), _GFX7),
    ("gfx704", 0x26, (7, 0, 4), _GFX7),
    ("gfx705", 0x3B, (7, 0, 5), _GFX7),
    ("gfx801", 0x28, (8, 0, 1), replace(_GFX8, xnack=True)),
    ("gfx802", 0x29, (8, 0, 2), _GFX8),
    ("gfx803", 0x2A, (8, 0, 3), _GFX8),
    ("gfx805", 0x3C, (8, 0, 5), _GFX8),
    ("gfx810", 0x2B, (8, 1, 0), replace(_GFX8, xnack=True)),
    ("gfx900", 0x2C, (9, 0, 0), _GFX9),
    ("gfx902", 0x2D, (9, 0, 2), _GFX9),
    ("gfx904", 0x2E, (9, 0, 4), _GFX9),
    ("gfx906", 0x2F, (9, 0, 6), _GFX906),
    ("gfx908", 0x30, (9, 0, 8), _GFX906),
    ("gfx909", 0x31, (9, 0, 9), _GFX9),
    ("gfx90a", 0x3F, (9, 0, 10), _GFX90A),
    ("gfx90c", 0x32, (9, 0, 12), _GFX9),
    ("gfx942", 0x4C, (9, 4, 2), _GFX940),
    ("gfx950", 0x4F, (9, 5, 0), replace(_GFX940, lds_bytes=163840)),
    ("gfx9-generic", 0x51, (9, 0, 0), _generic(_GFX9)),
    ("gfx9-4-generic", 0x5F, (9, 4, 0), _generic(_GFX940)),
    ("gfx1010", 0x33, (10, 1, 0), _GFX10_1),
    ("gfx1011", 0x34, (10, 1, 1), _GFX10_1_DOT),
    ("gfx1012", 0x35, (10, 1, 2), _GFX10_1_DOT),
    ("gfx1013", 0x42, (10, 1, 3), _GFX10_1),
    ("gfx10-1-generic", 0x52, (10, 1, 0), _generic(_GFX10_1)),
    ("gfx1030", 0x36, (10, 3, 0), _GFX10_3),
    ("gfx1031", 0x37, (10, 3, 1), _GFX10_3),
    ("gfx1032", 0x38, (10, 3, 2), _GFX10_3),
    ("gfx1033", 0x39, (10, 3, 3), _GFX10_3),
    ("gfx1034", 0x3E, (10, 3, 4), _GFX10_3),
    ("gfx1035", 0x3D, (10, 3, 5), _GFX10_3),
    ("gfx1036", 0x45, (10, 3, 6), _GFX10_3),
    ("gfx10-3-generic", 0x53, (10, 3, 0), _generic(_GFX10_3)),
    ("gfx1100", 0x41, (11, 0, 0), _GFX11_LARGE),
    ("gfx1101", 0x46, (11, 0, 1), _GFX11_LARGE),
    ("gfx1102", 0x47, (11, 0, 2), _GFX11),
    ("gfx1103", 0x44, (11, 0, 3), _GFX11),
    ("gfx1150", 0x43, (11, 5, 0), _GFX11),
    ("gfx1151", 0x4A, (11, 5, 1), _GFX11_LARGE),
    ("gfx1152", 0x55, (11, 5, 2), _GFX11),
    ("gfx1153", 0x58, (11, 5, 3), _GFX11),
    ("gfx11-generic", 0x54, (11, 0, 3), _generic(_GFX11)),
    ("gfx1200", 0x48, (12, 0, 0), _GFX12),
    ("gfx1201", 0x4E, (12, 0, 1), _GFX12),
    ("gfx12-generic", 0x59, (12, 0, 0), _generic(_GFX12)),
    ("gfx1250", 0x49, (12, 5, 0), _GFX1250),
    ("gfx1251", 0x5A, (12, 5, 1), _GFX1250),
)

_R600_ROWS: tuple[tuple[str, int, int], ...] = (
    ("r600", 0x01, 64),
    ("r630", 0x02, 32),
    ("rs880", 0x03, 16),
    ("rv670", 0x04, 64),
    ("rv710", 0x05, 32),
    ("rv730", 0x06, 32),
    ("rv770", 0x07, 64),
    ("cedar", 0x08, 32),
    ("cypress", 0x09, 64),
    ("juniper", 0x0A, 64),
    ("redwood", 0x0B, 64),
    ("sumo", 0x0C, 64),
    ("barts", 0x0D, 64),
    ("caicos", 0x0E, 64),
    ("cayman", 0x0F, 64),
    ("turks", 0x10, 64),
)
"""Name, EF_AMDGPU_MACH, wave size."""

_R600 = Processor("", ProcessorFamily.R600, 0, (0, 0, 0), lds_bytes=32768)

PROCESSORS: Mapping[str, Processor] = {
    name: replace(base, name=name, machine=machine, isa=isa)
    for name, machine, isa, base in _AMDGCN_ROWS
} | {
    name: replace(
        _R600, name=name, machine=machine, wave_sizes=(wave,), compute=machine > 0x07
    )
    for name, machine, wave in _R600_ROWS
}

ALIASES: Mapping[str, str] = {
    "tahiti": "gfx600",
    "pitcairn": "gfx601",
    "verde": "gfx601",
    "hainan": "gfx602",
    "oland": "gfx602",
    "kaveri": "gfx700",
    "hawaii": "gfx701",
    "kabini": "gfx703",
    "mullins": "gfx703",
    "bonaire": "gfx704",
    "carrizo": "gfx801",
    "iceland": "gfx802",
    "tonga": "gfx802",
    "fiji": "gfx803",
    "polaris10": "gfx803",
    "polaris11": "gfx803",
    "tongapro": "gfx805",
    "stoney": "gfx810",
}
"""LLVM's second names."""

FEATURES = (
    "cumode",
    "enable-flat-scratch",
    "flat-for-global",
    "load-store-opt",
    "precise-memory",
    "promote-alloca",
    "sramecc",
    "tgsplit",
    "trap-handler",
    "unaligned-access-mode",
    "unsafe-ds-offset-folding",
    "wavefrontsize32",
    "wavefrontsize64",
    "xnack",
)
"""Subtarget features a user may switch; LLVM's others describe the processor itself."""


def check_feature(processor: Processor, name: str) -> None:
    """
    Checks that subtarget feature `name` (without sign) may be switched on `processor`.

    Raises `AbiError` for an unknown feature and for one the processor does not have.
    """
    if processor.family is ProcessorFamily.R600:
        raise AbiError(f"processor '{processor.name}' has no feature '{name}'")
    if name not in FEATURES:
        raise AbiError(
            f"unknown feature '{name}'"
            f"{suggest(name, FEATURES) or '; one of ' + ', '.join(FEATURES)}"
        )
    missing = {
        "xnack": not processor.xnack,
        "sramecc": not processor.sramecc,
        "cumode": not processor.cu_mode,
        "tgsplit": not processor.split_groups,
        "wavefrontsize32": 32 not in processor.wave_sizes,
    }
    if missing.get(name, False):
        raise AbiError(f"processor '{processor.name}' has no feature '{name}'")

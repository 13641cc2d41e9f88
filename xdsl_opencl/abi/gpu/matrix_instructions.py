"""
The matrix instructions of AMD's GPUs that multiply one pair of matrices, and the lanes and
registers that hold the elements.

Every layout has one form. Of matrices with 16 lines lane `l` of a wave has elements of line
`l % 16`: of a row of the first factor, of a column of the second and of the sum; of matrices
with 32 lines those of line `l % 32`. `Spread` gives their places on the line. The elements of a
lane follow each other in its registers, from the lowest bits on. Where both factors have elements
of one size, the hardware may have their places in another order: they share it, so that products
are the same.

Sources: "RDNA3 Instruction Set Architecture", section 7.9 "Wave Matrix Multiply
Accumulate"; "RDNA4 Instruction Set Architecture", section 7.12; "AMD Instinct MI200" and
"MI300 Instruction Set Architecture", section 7.1 "Matrix fused-multiply-add instructions";
AMD's matrix instruction calculator (github.com/ROCm/amd_matrix_instruction_calculator, `-d`),
which has the lanes of each; LLVM 22, `IntrinsicsAMDGPU.td` (`int_amdgcn_wmma_*`,
`int_amdgcn_mfma_*`), and the processors for which its `llc` selects them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from xdsl_opencl.abi.target import Target

LINES = 16
"""The rows of a first factor, and the columns of a second, but for those with 32."""


@dataclass(frozen=True)
class Spread:
    """
    The elements of a lane: `items` of them on its line, `step` places apart, or `run` side by
    side and the next `run` that far after them; the elements of the next lanes with the same
    lines start `group` places further on. With `even_first`, lanes 16 to 31 of four times 16
    have the third part, and lanes 32 to 47 the second.
    """

    items: int
    group: int
    step: int
    run: int = 1
    even_first: bool = False

    def place(self, item: int) -> int:
        """The place of an element of the first lanes on its line."""
        return item // self.run * self.step + item % self.run


def wmma_factor(depth: int, lanes: int, repeated: bool) -> Spread:
    """
    A factor of WMMA with lines of `depth` places, in `lanes` lanes. On RDNA 3 each 16 lanes
    have all of it (`repeated`).
    """
    if repeated:
        return Spread(depth, 0, 1)
    each = LINES * depth // lanes
    return Spread(each, each, 1)


def wmma_sum(lanes: int, interleaved: bool) -> Spread:
    """
    A sum of WMMA: on RDNA 3 rows alternate between the groups of 16 lanes
    (`interleaved`), on RDNA 4 each group has consecutive rows, in wave64 those of the even
    groups first ("RDNA4 Instruction Set Architecture", "Register format for dense matrix results").
    """
    groups = lanes // LINES
    each = LINES // groups
    if interleaved:
        return Spread(each, 1, groups)
    return Spread(each, each, 1, even_first=groups == 4)


def wide_factor(depth: int, bits: int) -> Spread:
    """
    A factor of WMMA on gfx1250 with lines of `depth` places of `bits` bits: runs of places alternate
    between the halves of a wave, those of the second factor of SWMMAC twice as long as the first's.
    With scales, the factors may differ in size.

    Sources: Triton 3.9, `GluonOpBuilder.to_linear_layout` of version 3 of WMMA; "CDNA5 Instruction
    Set Architecture", sections 7.12.2 to 7.12.6.
    """
    deep = 2 if bits * depth >= 1024 else 1
    run = {4: 32, 6: 32, 8: 8 * deep, 16: 8 * deep, 32: 2}[bits]
    return Spread(depth // 2, run, 2 * run, run=run)


def mfma_factor(depth: int, lines: int = LINES) -> Spread:
    """A factor of MFMA with `lines` lines of `depth` places, in 64 lanes."""
    each = depth * lines // 64
    return Spread(each, each, 1)


def small_factor(bits: int, lines: int) -> Spread:
    """
    A factor of `mfma_f32_16x16x128_f8f6f4` and `mfma_f32_32x32x64_f8f6f4`: a lane has two runs
    of 16 elements of 8 bits, and one of 32 of 6 and 4 bits. With scales, the factors may differ
    in size, and the scale of depth 32n to 32n + 31 is in the lanes with the number n.

    Source: AMD's Composable Kernel, `test/mx_mfma_op/mx_mfma_op.hpp` ("Register Mapping" of
    FP8, FP6 and FP4); of 8 and 4 bits Triton 3.9 has the same layouts.
    """
    if bits < 8:
        return Spread(32, 32, 1)
    return Spread(32, 16, 16 * 64 // lines, run=16)


def mfma_sum(lines: int, element: str) -> Spread:
    """
    A sum of MFMA with `lines` lines, in 64 lanes: four rows in a lane follow each other; of
    f64 they alternate between the groups of 16 lanes.
    """
    if element == "f64":
        return Spread(4, 1, 4)
    groups = 64 // lines
    return Spread(lines // groups, 4, 4 * groups, run=4)


@dataclass(frozen=True)
class MatrixInstruction:
    """
    One instruction: a `lines` x `depth` matrix times a `depth` x `lines` one, plus a `lines` x
    `lines` one.

    `factors` and `result` are the types of elements as MLIR spells them, bytes with any
    sign as `i8`, and `i4` likewise. `intrinsic` is LLVM's name without the suffixes of its
    types, `words` the width of the integers that it takes for the elements of a factor; 0
    for the elements themselves. `halves` says that a sum of 16 bits has one element in each
    register. `steps` instructions follow each other, each for its share of the elements of a
    lane: which of them are a product's does not matter, if it is the same in both factors.
    """

    intrinsic: str
    factors: tuple[str, str]
    result: str
    depth: int
    factor: Spread
    sum: Spread
    words: int = 0
    halves: bool = False
    steps: int = 1
    lines: int = LINES

    @property
    def is_wmma(self) -> bool:
        return "wmma" in self.intrinsic

    @property
    def is_xf32(self) -> bool:
        """The factors are f32; 10 bits of their fractions count."""
        return self.intrinsic.endswith(".xf32")

    @property
    def has_formats(self) -> bool:
        """The instruction has operands for the formats of its factors."""
        return self.intrinsic.endswith(".f8f6f4")


_Row = tuple[str, str, str, int, int]
"""Name, types of the first factor (or of both) and of the sum, depth, words."""

_WMMA: tuple[_Row, ...] = (
    ("wmma.f32.16x16x16.f16", "f16", "f32", 16, 0),
    ("wmma.f32.16x16x16.bf16", "bf16", "f32", 16, 16),
    ("wmma.f16.16x16x16.f16", "f16", "f16", 16, 0),
    ("wmma.i32.16x16x16.iu8", "i8", "i32", 16, 32),
)
_WMMA_I4: _Row = ("wmma.i32.16x16x16.iu4", "i4", "i32", 16, 32)
_WMMA_I4_DEEP: _Row = ("wmma.i32.16x16x32.iu4", "i4", "i32", 32, 32)

_F8 = {"fp8": "f8E4M3FN", "bf8": "f8E5M2"}
_F8_FNUZ = {"fp8": "f8E4M3FNUZ", "bf8": "f8E5M2FNUZ"}
"""
The floats of 8 bits: those of the OCP on gfx950 and gfx12, on gfx942 those without infinity and
negative zero ("MI300 Instruction Set Architecture", section 7.2; "RDNA4", section 7.12).
"""


def _small(
    name: str, formats: dict[str, str], depth: int, words: int
) -> Iterator[_Row]:
    """Rows of an instruction of f8 for all pairs of `formats`."""
    for (a, first), (b, second) in product(formats.items(), repeat=2):
        suffix = "" if name.endswith("f8f6f4") else f".{a}.{b}"
        yield f"{name}{suffix}", f"{first} {second}", "f32", depth, words


_MFMA_F16: _Row = ("mfma.f32.16x16x16f16", "f16", "f32", 16, 0)
_MFMA_F32: _Row = ("mfma.f32.16x16x4f32", "f32", "f32", 16, 0)
_MFMA_F64: _Row = ("mfma.f64.16x16x4f64", "f64", "f64", 16, 0)
_MFMA_BF16: _Row = ("mfma.f32.16x16x16bf16.1k", "bf16", "f32", 16, 16)
_MFMA_XF32: tuple[_Row, ...] = (
    ("mfma.f32.16x16x8.xf32", "f32", "f32", 8, 0),
    ("mfma.f32.32x32x4.xf32", "f32", "f32", 4, 0),
)
"""
Of gfx942 only ("MI300 Instruction Set Architecture", section 7.1; LLVM's feature `xf32-insts`).
The factors lose the 13 lowest bits of their fraction (AMD's Tensile, `DataTypes_XFloat32.hpp`).
"""
_MFMA_F32_32: _Row = ("mfma.f32.32x32x2f32", "f32", "f32", 8, 0)
_MFMA_F16_32: _Row = ("mfma.f32.32x32x8f16", "f16", "f32", 8, 0)
_MFMA_BF16_32: _Row = ("mfma.f32.32x32x8bf16.1k", "bf16", "f32", 8, 16)
_MFMA_OLD: tuple[_Row, ...] = (
    ("mfma.i32.16x16x16i8", "i8", "i32", 16, 32),
    ("mfma.i32.32x32x8i8", "i8", "i32", 8, 32),
)
_MFMA_FLOATS = (_MFMA_F16, _MFMA_BF16, _MFMA_F32, _MFMA_F64)
_MFMA_FLOATS_32 = (_MFMA_F16_32, _MFMA_BF16_32, _MFMA_F32_32)
_MFMA_GFX94: tuple[_Row, ...] = (
    *_MFMA_FLOATS,
    ("mfma.i32.16x16x32.i8", "i8", "i32", 32, 64),
    *_MFMA_FLOATS_32,
    ("mfma.i32.32x32x16.i8", "i8", "i32", 16, 64),
)


def _mfma_small(formats: dict[str, str]) -> tuple[_Row, ...]:
    return (
        *_small("mfma.f32.16x16x32", formats, 32, 64),
        *_small("mfma.f32.32x32x16", formats, 16, 64),
    )


_MFMA: dict[tuple[int, int, int], tuple[_Row, ...]] = {
    (9, 0, 8): (_MFMA_F16, _MFMA_F32, _MFMA_F16_32, _MFMA_F32_32, *_MFMA_OLD),
    (9, 0, 10): (*_MFMA_FLOATS, *_MFMA_FLOATS_32, *_MFMA_OLD),
    # gfx9-4-generic: neither f8 nor xf32.
    (9, 4, 0): _MFMA_GFX94,
    (9, 4, 2): (*_MFMA_GFX94, *_mfma_small(_F8_FNUZ), *_MFMA_XF32),
    (9, 5, 0): (
        ("mfma.f32.16x16x32.f16", "f16", "f32", 32, 0),
        ("mfma.f32.16x16x32.bf16", "bf16", "f32", 32, 0),
        ("mfma.i32.16x16x64.i8", "i8", "i32", 64, 32),
        *_small("mfma.scale.f32.16x16x128.f8f6f4", _F8, 128, 32),
        ("mfma.f32.32x32x16.f16", "f16", "f32", 16, 0),
        ("mfma.f32.32x32x16.bf16", "bf16", "f32", 16, 0),
        ("mfma.i32.32x32x32.i8", "i8", "i32", 32, 32),
        *_small("mfma.scale.f32.32x32x64.f8f6f4", _F8, 64, 32),
        *_MFMA_GFX94,
        *_mfma_small(_F8),
    ),
}
"""The first row for some types is the one for contractions."""


def _wmma_rows(target: Target) -> Iterator[_Row]:
    yield from _WMMA
    if target.isa[0] == 11:
        yield _WMMA_I4
        return
    yield from _small("wmma.f32.16x16x16", _F8, 16, 32)
    yield _WMMA_I4_DEEP
    if target.wave_size == 32:
        # In wave64 only 32 of the lanes would have elements of the factors.
        yield _WMMA_I4


def _types(names: str) -> tuple[str, str]:
    first, _, second = names.partition(" ")
    return first, second or first


@cache
def matrix_instructions(target: Target) -> tuple[MatrixInstruction, ...]:
    """The instructions of `target`; none if it has none that this table knows."""
    if not target.is_amdgcn:
        return ()
    isa, lanes = target.isa, target.wave_size
    if isa[0] == 11 or isa[:2] == (12, 0):
        old = isa[0] == 11
        return tuple(
            MatrixInstruction(
                name,
                _types(factors),
                result,
                depth,
                wmma_factor(depth, lanes, old),
                wmma_sum(lanes, old),
                words,
                old,
            )
            for name, factors, result, depth, words in _wmma_rows(target)
        )
    found: list[MatrixInstruction] = []
    for name, factors, result, depth, words in _MFMA.get(isa, ()):
        lines = 32 if ".32x32x" in name else LINES
        several = factors in ("f32", "f64") and not name.endswith(".xf32")
        found.append(
            MatrixInstruction(
                name,
                _types(factors),
                result,
                depth,
                small_factor(8, lines)
                if name.endswith(".f8f6f4")
                else mfma_factor(depth, lines),
                mfma_sum(lines, result),
                words,
                steps=4 if several else 1,
                lines=lines,
            )
        )
    return tuple(found)

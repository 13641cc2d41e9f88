"""
The matrix instructions of AMD's GPUs that multiply one pair of 16-row matrices, and the
lanes and registers that hold the elements.

Every layout has one form. Lane `l` of a wave has elements of line `l % 16`: of a row of
the first factor, of a column of the second and of the sum. Its element `i` is at place
`l // 16 * group + i * step` of the line. The elements of a lane follow each other in its
registers, from the lowest bits on.

Sources: "RDNA3 Instruction Set Architecture", section 7.9 "Wave Matrix Multiply
Accumulate"; "RDNA4 Instruction Set Architecture", section 7.12; "AMD Instinct MI200" and
"MI300 Instruction Set Architecture", section 7.1 "Matrix fused-multiply-add instructions";
LLVM, `IntrinsicsAMDGPU.td` (`int_amdgcn_wmma_*`, `int_amdgcn_mfma_*`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from xdsl_opencl.abi.target import Target

LINES = 16
"""The rows of a first factor, and the columns of a second."""


@dataclass(frozen=True)
class Spread:
    """
    The elements of a lane: `items` of them, `step` places apart on its line; those of the
    next 16 lanes start `group` places further on.
    """

    items: int
    group: int
    step: int


def wmma_factor(depth: int, lanes: int, repeated: bool) -> Spread:
    """
    A factor of WMMA with lines of `depth` places. On RDNA 3 each 16 lanes have all of it
    (`repeated`).
    """
    if repeated:
        return Spread(depth, 0, 1)
    each = LINES * depth // lanes
    return Spread(each, each, 1)


def wmma_sum(lanes: int, interleaved: bool) -> Spread:
    """
    A sum of WMMA: on RDNA 3 rows alternate between the groups of 16 lanes
    (`interleaved`), on RDNA 4 each group has consecutive rows.
    """
    groups = lanes // LINES
    each = LINES // groups
    return Spread(each, 1, groups) if interleaved else Spread(each, each, 1)


def mfma_factor(depth: int) -> Spread:
    """A factor of MFMA with lines of `depth` places, in 64 lanes."""
    return Spread(depth // 4, depth // 4, 1)


MFMA_SUM = Spread(4, 4, 1)
"""A sum of MFMA, in 64 lanes."""

MFMA_F64_SUM = Spread(4, 1, 4)
"""A sum of MFMA of f64, whose rows alternate between the groups of 16 lanes."""


@dataclass(frozen=True)
class MatrixInstruction:
    """
    One instruction: a 16 x `depth` matrix times a `depth` x 16 one, plus a 16 x 16 one.

    `factors` and `result` are the types of elements as MLIR spells them, bytes with any
    sign as `i8`. `intrinsic` is LLVM's name without the suffixes of its types, `words` the
    width of the integers that it takes for the elements of a factor; 0 for the elements
    themselves. `halves` says that a sum of 16 bits has one element in each register. `steps`
    instructions follow each other, each for its share of the elements of a lane: which of
    them are a product's does not matter, if it is the same in both factors.
    """

    intrinsic: str
    factors: str
    result: str
    depth: int
    factor: Spread
    sum: Spread
    words: int = 0
    halves: bool = False
    steps: int = 1

    @property
    def is_wmma(self) -> bool:
        return "wmma" in self.intrinsic


_WMMA = (
    ("wmma.f32.16x16x16.f16", "f16", "f32", 0),
    ("wmma.f32.16x16x16.bf16", "bf16", "f32", 16),
    ("wmma.f16.16x16x16.f16", "f16", "f16", 0),
    ("wmma.i32.16x16x16.iu8", "i8", "i32", 32),
)

_MFMA_F16 = ("mfma.f32.16x16x16f16", "f16", "f32", 16, 0)
_MFMA_F32 = ("mfma.f32.16x16x4f32", "f32", "f32", 16, 0)
_MFMA_F64 = ("mfma.f64.16x16x4f64", "f64", "f64", 16, 0)
_MFMA_BF16 = ("mfma.f32.16x16x16bf16.1k", "bf16", "f32", 16, 16)
_MFMA_FLOATS = (_MFMA_F16, _MFMA_BF16, _MFMA_F32, _MFMA_F64)
_MFMA = {
    (9, 0, 8): (_MFMA_F16, _MFMA_F32, ("mfma.i32.16x16x16i8", "i8", "i32", 16, 32)),
    (9, 0, 10): (*_MFMA_FLOATS, ("mfma.i32.16x16x16i8", "i8", "i32", 16, 32)),
    (9, 4): (*_MFMA_FLOATS, ("mfma.i32.16x16x32.i8", "i8", "i32", 32, 64)),
    (9, 5): (*_MFMA_FLOATS, ("mfma.i32.16x16x32.i8", "i8", "i32", 32, 64)),
}


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
                factors,
                result,
                16,
                wmma_factor(16, lanes, old),
                wmma_sum(lanes, old),
                words,
                old,
            )
            for name, factors, result, words in _WMMA
        )
    rows = _MFMA.get(isa) or _MFMA.get(isa[:2], ())
    return tuple(
        MatrixInstruction(
            name,
            factors,
            result,
            depth,
            mfma_factor(depth),
            MFMA_F64_SUM if factors == "f64" else MFMA_SUM,
            words,
            steps=4 if factors in ("f32", "f64") else 1,
        )
        for name, factors, result, depth, words in rows
    )

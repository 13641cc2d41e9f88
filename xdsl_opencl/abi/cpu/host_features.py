"""
The features of this machine's processor that LLVM may use.

LLVM 22, which llvmlite carries, selects wrong code for some of them without a word, so
these features are switched off: the results are right, and code is as fast as on a processor
that lacks the feature.
"""

from __future__ import annotations

from collections.abc import Mapping

FP16 = "-avx512fp16"
"""
`llvm.fptosi.sat` of a NaN half to 13 to 16 bits gives the least integer instead of 0
(llvm/llvm-project#210556), and `llvm.ldexp` of a half converts the exponent to a half,
where 65520 is infinite, so that `ldexp(0.0h, 70000)` is NaN.
"""

NARROW = "-avx512f"
"""
Without AVX512VL, `llvm.ldexp` of 128- and 256-bit vectors takes the exponent's bits for a
float (llvm/llvm-project#199263).
"""


BFLOAT = {"avx512bf16": "-avx512bf16", "avxneconvert": "-avxneconvert"}
"""
By the feature of a processor: a float that becomes a bf16 is 0 where it is a denormal, since
`vcvtneps2bf16` always flushes (llvm/llvm-project#221052).
"""


def corrections(features: Mapping[str, bool]) -> tuple[str, ...]:
    """
    The features, with a minus sign, that LLVM must not use on a processor that has
    `features`. They follow all others: an earlier one is implied again by a later one.
    """
    found: list[str] = []
    if features.get("avx512fp16"):
        found.append(FP16)
    if features.get("avx512f") and not features.get("avx512vl"):
        found.append(NARROW)
    found += [minus for name, minus in BFLOAT.items() if features.get(name)]
    return tuple(found)


def has_wide_rows(features: Mapping[str, bool]) -> bool:
    """
    Returns whether LLVM may use the instructions of AVX-512 on a processor with `features`.
    """
    return bool(features.get("avx512f") and features.get("avx512vl"))


def usable(features: Mapping[str, bool]) -> str:
    """
    LLVM's feature string of a processor that has `features`, the wrong ones switched off.
    """
    own = [f"{'+' if has else '-'}{name}" for name, has in sorted(features.items())]
    return ",".join([*own, *corrections(features)])

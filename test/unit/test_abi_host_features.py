"""
Features of x86 processors for which LLVM selects wrong code are not used.

The processors are named, so that these tests do not depend on the computer that they
run on.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from texts import parts

from xdsl_opencl.abi.conventions.host import HOST
from xdsl_opencl.abi.cpu.host_features import corrections, usable
from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.target import Abi, Target

AVX512 = {"avx512f": True, "avx512vl": True, "avx512fp16": False}
FP16 = {**AVX512, "avx512fp16": True}
BFLOAT = {**AVX512, "avx512bf16": True}
CONVERT = {"avx2": True, "avxneconvert": True}
NARROW = {**AVX512, "avx512vl": False}

TEXTS = parts("abi_host_features.ll")
SATURATE = TEXTS["SATURATE"]

SCALE_HALF = TEXTS["SCALE_HALF"]

TO_BFLOAT = TEXTS["TO_BFLOAT"]

SCALE_VECTOR = TEXTS["SCALE_VECTOR"]


def assembly(ir: str, cpu: str, features: str) -> str:
    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("x86_64-linux-gnu").create_target_machine(
        cpu=cpu, features=features, opt=2
    )
    return machine.emit_assembly(llvm.parse_assembly(ir))


@pytest.mark.parametrize(
    ("ir", "cpu", "features", "wrong"),
    [
        # Halves converted to i32 and compared without a test for NaN.
        pytest.param(SATURATE, "sapphirerapids", FP16, "vcvttsh2si", id="saturate"),
        # The exponent converted to a half.
        pytest.param(SCALE_HALF, "sapphirerapids", FP16, "vcvtsi2sh", id="ldexp-half"),
        # Denormals become 0.
        pytest.param(TO_BFLOAT, "znver4", BFLOAT, "vcvtneps2bf16", id="bfloat"),
        pytest.param(TO_BFLOAT, "sierraforest", CONVERT, "vcvtneps2bf16", id="convert"),
        # The exponent not converted.
        pytest.param(SCALE_VECTOR, "knl", NARROW, "vscalefps", id="ldexp-vector"),
    ],
)
def test_wrong_selections(ir: str, cpu: str, features: dict[str, bool], wrong: str):
    """When LLVM's own choice has changed, the correction can perhaps go."""
    assert wrong in assembly(ir, cpu, "")
    assert wrong not in assembly(ir, cpu, usable(features))


def test_corrections_come_last():
    """`+avx10.1` behind `-avx512fp16` would bring it back."""
    assert usable({**FP16, "zz": True, "aa": False}) == (
        "-aa,+avx512f,+avx512fp16,+avx512vl,+zz,-avx512fp16"
    )
    assert corrections(AVX512) == ()
    assert corrections({}) == ()
    assert corrections(BFLOAT) == ("-avx512bf16",)
    assert corrections(NARROW) == ("-avx512f",)


def test_targets_with_a_processor_or_features(monkeypatch: pytest.MonkeyPatch):
    """
    A processor's name brings its features along, and the function's attributes hide those
    of the target machine.
    """

    def features() -> dict[str, bool]:
        return FP16

    host = replace(HOST, native_features=features)
    monkeypatch.setitem(INTERFACES, Abi.HOST, host)
    named = Target(Abi.HOST, "x86-64-v3")
    assert named.subtarget_features == "-avx512fp16"
    asked = Target(Abi.HOST, features=("+avx512fp16",))
    assert asked.subtarget_features == "+avx512fp16,-avx512fp16"
    assert Target(Abi.HOST).subtarget_features == ""

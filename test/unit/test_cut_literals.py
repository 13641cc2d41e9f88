"""
64 bits that LLVM up to 22 cuts to 32: literals of phis that share a register on the way to
scalar registers (`hide_literals` in `backend/llvm/llvm_worker.py`).
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from texts import whole

from xdsl_opencl.backend.llvm.llvm_worker import hide_literals
from xdsl_opencl.runtime import Program

llvm: Any = import_module("llvmlite.binding")

SOURCE = whole("cut_literals.cl")


@pytest.mark.parametrize(
    "device", ["gfx900", "gfx90a", "gfx1030", "gfx1100", "gfx1200"]
)
def test_kernels(device: str) -> None:
    program = Program.from_source(SOURCE, "-cl-std=CL3.0", device=device, level=0)
    integers, floats = np.zeros(8, np.int64), np.zeros(8)
    given = np.array([-100, -50, -7, -60])
    program["integers"](4, 4, integers, given, np.int32(4))
    assert integers.tolist() == [-7] * 4 + [-39, -39, -7, -7]
    program["integers"](4, 4, integers, given, np.int32(2))
    assert integers.tolist() == [-39] * 8
    program["floats"](4, 4, floats, given.astype(float), np.int32(2))
    assert floats.tolist() == [-50.0] * 4 + [-99.0] + [-49.0] * 3
    program["floats"](4, 4, floats, given.astype(float), np.int32(0))
    assert floats.tolist() == [-np.inf] * 8


PHIS = whole("cut_literals.ll")
VALUES = {
    "i64": [-1, -16, -17, -39, -(2**31), -(2**31) - 1, 65, 2**31, 2**32, -(2**63)],
    "i48": [-39, 5],
    "i65": [-17, 2**64 - 39, 5],
    "i96": [-1, -39, 2**64 - 39, -39 * 2**64, 2**40],
    "i128": [-1, -39, 2**64 - 39, -39 * 2**64 + 7, 2**64 - 2**31 - 1, -(2**127)],
    "i192": [-39 * 2**128, 2**128 - 39 * 2**64, -39 * 2**160],
    "double": [
        *("0.0", "-0.0", "1.0", "-4.0", "1.5", "1.0e+10", "0.1"),
        *("0x7FF0000000000000", "0xFFF0000000000000", "0x0000000000000001"),
    ],
    "ptr": [f"inttoptr (i64 {n} to ptr)" for n in (-39, -16, 77)],
    "ptr addrspace(1)": ["inttoptr (i64 -39 to ptr addrspace(1))", "null"],
}


def code(text: str, level: int) -> str:
    """Returns LLVM's assembly for gfx1100."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("amdgcn-amd-amdhsa")
    machine = target.create_target_machine(cpu="gfx1100", opt=level)
    module = llvm.parse_assembly(text)
    module.verify()
    module.triple = "amdgcn-amd-amdhsa"
    return machine.emit_assembly(module)


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize(
    ("type", "value"), [(type, v) for type, values in VALUES.items() for v in values]
)
def test_what_is_cut_is_hidden(type: str, value: int | str, level: int) -> None:
    """When this fails for what is cut, LLVM is mended: `hide_literals` can go."""
    cut = re.compile(r"s_mov_b64 .*, 0x[0-9a-f]{9,}")
    label, entry = ("\nfirst:", "first") if level else ("", "0")
    text = PHIS.format(type=type, value=value, label=label, entry=entry)
    text = str(llvm.parse_assembly(text))
    hidden = hide_literals(text)
    assert (hidden != text) == bool(cut.search(code(text, level)))
    assert not cut.search(code(hidden, level))

"""The warning for a barrier that only some work items visibly reach."""

from __future__ import annotations

import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.source import SourceFile

PARAMETERS = "global int *o, local int *m, int n"
BARRIER = "barrier(CLK_LOCAL_MEM_FENCE);"

DIVERGENT = {
    "odd": f"if (get_global_id(0) & 1) {{ {BARRIER} }}",
    "half": f"int l = get_local_id(0); if (l < n) {{ m[l] = 1; {BARRIER} }} o[l] = m[0];",
    "else": f"if (get_local_id(1) == 0) o[0] = 1; else {{ {BARRIER} o[1] = 2; }}",
    "loop": f"for (int i = get_local_id(0); i < n; i += 8) {{ {BARRIER} o[i] = m[i]; }}",
    "return": f"if (get_global_id(0) >= n) return; {BARRIER} o[0] = m[1];",
    "switch": f"switch (get_local_id(0)) {{ case 3: {BARRIER} default: o[0] = 1; }}",
    "nested": f"if (n) {{ if (get_local_id(0)) {{ o[1] = 0; {BARRIER} }} }}",
}
FINE = {
    "plain": f"int l = get_local_id(0); m[l] = 1; {BARRIER} o[l] = m[n - l];",
    "uniform": f"if (n > 3) {{ {BARRIER} }} o[get_global_id(0)] = n;",
    "group": f"if (get_group_id(0) & 1) {{ {BARRIER} }}",
    "after": f"int l = get_local_id(0); if (l < n) m[l] = 1; {BARRIER} o[l] = m[0];",
    "loop": f"for (int i = 0; i < n; i++) {{ if (get_local_id(0) < i) m[i] = i; {BARRIER} }}",
    # The number of a work-group: the same for all its work items.
    "divided": f"if (get_global_id(0) / 64 < n) {{ {BARRIER} }}",
    # Memory may hold the same number for all.
    "loaded": f"if (o[get_local_id(0)]) {{ {BARRIER} }}",
    "no_barrier": "if (get_local_id(0) == 0) o[0] = n;",
}


def warnings(body: str, target: Target, standard: str = "CL1.2") -> str:
    text = f"kernel void k({PARAMETERS}) {{ {body} }}"
    build = BuildOptions(standard)
    compilation = Compilation(SourceFile("k.cl", text), target, build=build)
    assert compilation.opencl_module
    return compilation.warnings


@needs_clang
@pytest.mark.parametrize("name", list(DIVERGENT))
def test_divergent(name: str):
    for target in (Target(mcpu="gfx900"), Target(abi=Abi.HOST)):
        text = warnings(DIVERGENT[name], target)
        assert text.count("warning") == 1, text
        assert (
            "warning: in @k: opencl.barrier in code that depends on opencl.get_" in text
        )
        assert "all work items of a work-group must reach it" in text


@needs_clang
@pytest.mark.parametrize("name", list(FINE))
def test_not_divergent(name: str):
    assert warnings(FINE[name], Target(mcpu="gfx900")) == ""


@needs_clang
def test_group_function():
    body = "if (get_local_id(0) < 3) o[0] = work_group_reduce_add(n);"
    text = warnings(body, Target(mcpu="gfx900"), "CL2.0")
    assert (
        "opencl.work_group_reduce in code that depends on opencl.get_local_id" in text
    )


def test_structured_code_has_its_place():
    source = """opencl.kernel @k() {
  %l = opencl.get_local_id 0 : index
  %c = arith.constant 3 : index
  %low = arith.cmpi ult, %l, %c : index
  scf.if %low {
    opencl.barrier local
  }
  %zero = arith.constant 0 : index
  scf.for %i = %zero to %c step %c {
    opencl.barrier local
  }
  scf.for %i = %zero to %l step %c {
    opencl.barrier local
  }
  opencl.return
}
"""
    compilation = Compilation(SourceFile("k.mlir", source), Target(mcpu="gfx900"))
    assert compilation.opencl_module
    lines = [line for line in compilation.warnings.splitlines() if "warning" in line]
    assert [line.split(" warning")[0] for line in lines] == [
        "k.mlir:6:5:",
        "k.mlir:13:5:",
    ]

"""
`dialects/opencl.irdl.mlir` and its exporter; upstream's reading of whole modules is in
`test/dialects/irdl`.
"""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import pytest
from tools import need, needs
from xdsl.context import Context
from xdsl.dialects.builtin import ComplexType, i32
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe
from xdsl.utils.exceptions import ParseError

from xdsl_opencl.dialects import irdl_export
from xdsl_opencl.dialects.opencl import OpenCL

ROOT = Path(__file__).resolve().parents[2]
upstream = needs("mlir-opt", 19, 19)
"""Later IRDL has names for operands and results, and the file has them as MLIR 19 does."""

SAME_OPERATIONS = (
    "atomic",
    "attrs",
    "collective",
    "conversion",
    "memory",
    "sampler",
    "sub-group",
    "sync",
    "work-item",
)
"""Files of `test/dialects/opencl` that upstream reads whole."""

REFUSED = {
    "builtin": "but got",
    "image": "but got",
    "kernel": "block with no terminator",
    "launch": "block with no terminator",
    "pipe": "but got",
    "printf": "but got",
}
"""Files that hold an operation beyond IRDL, and why; see docs/upstream.md."""


def universe_context() -> Context:
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    return context


def upstream_form(text: str) -> str:
    """
    What `xdsl-opt --print-op-generic --print-no-properties` prints.
    """
    module = Parser(universe_context(), text).parse_module()
    module.verify()
    return generic(module)


def generic(op: Operation) -> str:
    output = io.StringIO()
    printer = Printer(
        output, print_generic_format=True, print_properties_as_attributes=True
    )
    printer.print_op(op)
    return output.getvalue()


def mlir_opt(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [need("mlir-opt", 19, 19), f"--irdl-file={irdl_export.FILE}", *options]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False
    )


def sample(name: str) -> str:
    return (ROOT / "test/dialects/opencl" / f"{name}.mlir").read_text(encoding="utf-8")


def test_file_is_up_to_date():
    assert irdl_export.main(["--check"]) == 0, "make dialects"


def test_check_notices_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(irdl_export, "FILE", tmp_path / "opencl.irdl.mlir")
    assert irdl_export.main(["--check"]) == 1
    assert irdl_export.main([]) == 0
    assert irdl_export.main(["--check"]) == 0
    irdl_export.FILE.write_text("", encoding="utf-8")
    assert irdl_export.main(["--check"]) == 1


def test_everything_is_defined_once():
    text = irdl_export.FILE.read_text(encoding="utf-8")
    operations = re.findall(r"irdl.operation @(\w+)", text)
    assert [f"opencl.{name}" for name in operations] == [
        operation.name for operation in OpenCL.operations
    ]
    count = text.count("irdl.type @") + text.count("irdl.attribute @")
    assert count == len([*OpenCL.attributes])


def test_named_form_is_that_of_newer_irdl():
    """
    xDSL's own `irdl` dialect follows newer versions of MLIR.
    """
    context = universe_context()
    Parser(context, irdl_export.export(OpenCL, named=True)).parse_module().verify()
    with pytest.raises(ParseError):
        Parser(context, irdl_export.export(OpenCL)).parse_module()


@upstream
@pytest.mark.parametrize("name", SAME_OPERATIONS)
def test_upstream_reads_and_returns_the_same(name: str):
    there = mlir_opt(upstream_form(sample(name)), "--cse")
    assert there.returncode == 0, there.stderr
    back = mlir_opt(upstream_form(there.stdout))
    assert back.returncode == 0, back.stderr
    assert back.stdout == there.stdout
    assert "opencl" in back.stdout


@upstream
@pytest.mark.parametrize("name", REFUSED)
def test_upstream_refuses(name: str):
    refused = mlir_opt(upstream_form(sample(name)))
    assert refused.returncode != 0
    assert REFUSED[name] in refused.stderr


OF_ONE_TYPE = """
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xf32>, %s: !opencl.sampler, %a: f32, %p: !llvm.ptr<2>) {
  %0 = "opencl.read_image"(%i, %at, %s) <{element = #opencl<element f>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>}> : (!opencl.image<image2d_t, read_only>, vector<2xf32>, !opencl.sampler) -> vector<4xf32>
  %1 = "opencl.builtin"(%a, %a) <{function = "fmax"}> : (f32, f32) -> f32
  %2 = "opencl.printf"(%a, %a) <{format = "%f %f"}> : (f32, f32) -> i32
  func.return
}
"""
"""Operations with variadic operands, as upstream reads them."""


@upstream
def test_upstream_reads_every_operation_but_kernel_bodies():
    """
    Function by function, as one operation that is refused hides the others of its file.
    """
    one_type = mlir_opt(upstream_form(OF_ONE_TYPE))
    assert one_type.returncode == 0, one_type.stderr
    read = set(re.findall(r'"(opencl\.\w+)"', one_type.stdout))
    for name in (*SAME_OPERATIONS, *REFUSED):
        module = Parser(universe_context(), sample(name)).parse_module()
        parts = [generic(op) for op in module.ops]
        there = mlir_opt("\n// -----\n".join(parts), "--split-input-file")
        read |= set(re.findall(r'^ *(?:%.* = )?"(opencl\.\w+)"', there.stdout, re.M))
    assert {op.name for op in OpenCL.operations} - read == {
        "opencl.call_kernel",
        "opencl.launch",
        "opencl.return",
    }


def test_every_sample_is_listed():
    samples = {
        path.stem
        for path in (ROOT / "test/dialects/opencl").glob("*.mlir")
        if "// RUN: XDSL_ROUNDTRIP" in path.read_text(encoding="utf-8")
    }
    assert samples == {*SAME_OPERATIONS, *REFUSED}


@irdl_op_definition
class _ComplexOp(IRDLOperation):
    name = "test.complex"
    value = operand_def(ComplexType)


@irdl_op_definition
class _SimpleOp(IRDLOperation):
    name = "test.simple"
    value = operand_def(i32)
    what = prop_def()


def test_unknown_constraint_is_an_error():
    with pytest.raises(ValueError, match=r"complex: upstream's name is not known"):
        irdl_export.export(Dialect("test", [_ComplexOp], []))


def test_simple_operation():
    assert irdl_export.export(Dialect("test", [_SimpleOp], [])).endswith(
        """\
irdl.dialect @test {
  // operands: value
  irdl.operation @simple {
    %0 = irdl.is i32
    irdl.operands(%0)
    %1 = irdl.any
    irdl.attributes {"what" = %1}
  }
}
"""
    )


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ('#opencl.access<"everything">', "Expected"),
        ('#opencl<access <"read_only">', "Expected"),
        ('#opencl.fence_flags<"local|local">', "each once"),
        ('#opencl.fence_flags<"everywhere">', "each once"),
        ('#opencl.fence_flags<"">', "each once"),
        ('#opencl.sampler<false, "repeat", "nearest">', "needs normalized"),
        ('#opencl.sampler<1 : i32, "clamp", "nearest">', "boolean"),
        (
            '#opencl.target<mcpu = "gfx1100", ["+cumode"]>',
            "expected a target field",
        ),
        ('#opencl.target<"amdhsa", 3 : i32>', "are strings"),
        ('#opencl.target<"amdhsa", "gfx1100", [], "5">', "is an integer"),
        ('#opencl.target<"amdhsa", "", [], 5, 0, 64, 7>', "expected a target field"),
        ('#opencl.target<"amdhsa", abi = "r600">', "given twice"),
    ],
)
def test_generic_form_invalid(attribute: str, message: str):
    text = f'"test.op"() {{a = {attribute}}} : () -> ()'
    with pytest.raises(ParseError) as error:
        Parser(universe_context(), text).parse_module()
    assert message in str(error.value)

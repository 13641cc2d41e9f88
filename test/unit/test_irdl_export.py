"""
`dialects/opencl.irdl.mlir` and its exporter; upstream's reading of whole modules is in
`test/dialects/irdl`.
"""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import irdl_export
import pytest
from lower_helpers import context
from tools import need
from xdsl.dialects.builtin import ComplexType, i32
from xdsl.dialects.irdl import DialectOp
from xdsl.dialects.irdl.irdl_to_pyrdl import convert_dialect
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, prop_def
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from xdsl_opencl.dialects.opencl import OpenCL
from xdsl_opencl.dialects.upstream import UpstreamPrinter

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = [19, 22]
upstream = pytest.mark.parametrize("version", VERSIONS)

SAME_OPERATIONS = (
    "atomic",
    "attrs",
    "builtin",
    "collective",
    "conversion",
    "image",
    "memory",
    "pipe",
    "printf",
    "sampler",
    "sub-group",
    "sync",
    "work-item",
)
"""Files of `test/dialects/opencl` that upstream reads whole."""

REFUSED = {
    "kernel": "block with no terminator",
    "launch": "block with no terminator",
}
"""Files that hold an operation beyond IRDL, and why; see docs/upstream.md."""


def upstream_form(text: str) -> str:
    """Returns what the target `opencl-mlir` writes in the form for IRDL."""
    module = Parser(context(strict=True), text).parse_module()
    module.verify()
    return generic(module)


def generic(op: Operation) -> str:
    output = io.StringIO()
    printer = UpstreamPrinter(
        output, print_generic_format=True, print_properties_as_attributes=True
    )
    printer.print_op(op)
    return output.getvalue()


def mlir_opt(
    version: int, text: str, *options: str
) -> subprocess.CompletedProcess[str]:
    tool = need("mlir-opt", version, version)
    command = [tool, f"--irdl-file={irdl_export.FILE}", *options]
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


def test_xdsl_reads_the_file():
    """`irdl-to-pyrdl` makes classes of it."""
    text = irdl_export.FILE.read_text(encoding="utf-8")
    module = Parser(context(strict=True), text).parse_module()
    module.verify()
    dialect = module.body.block.last_op
    assert isinstance(dialect, DialectOp)
    python = convert_dialect(dialect)
    for operation in OpenCL.operations:
        assert f'    name = "{operation.name}"' in python


@upstream
@pytest.mark.parametrize("name", SAME_OPERATIONS)
def test_upstream_reads_and_returns_the_same(name: str, version: int):
    there = mlir_opt(version, upstream_form(sample(name)), "--cse")
    assert there.returncode == 0, there.stderr
    back = mlir_opt(version, upstream_form(there.stdout))
    assert back.returncode == 0, back.stderr
    assert back.stdout == there.stdout
    assert "opencl" in back.stdout


@upstream
@pytest.mark.parametrize("name", REFUSED)
def test_upstream_refuses(name: str, version: int):
    refused = mlir_opt(version, upstream_form(sample(name)))
    assert refused.returncode != 0
    assert REFUSED[name] in refused.stderr


@upstream
def test_upstream_reads_every_operation_but_kernel_bodies(version: int):
    """
    Function by function, as one operation that is refused hides the others of its file.
    """
    read: set[str] = set()
    for name in (*SAME_OPERATIONS, *REFUSED):
        module = Parser(context(strict=True), sample(name)).parse_module()
        parts = [generic(op) for op in module.ops]
        there = mlir_opt(version, "\n// -----\n".join(parts), "--split-input-file")
        read |= set(re.findall(r'^ *(?:%.* = )?"(opencl\.\w+)"', there.stdout, re.M))
    assert {op.name for op in OpenCL.operations} - read <= {
        # Of kernels' bodies and host functions; there is no context in a sample.
        *("opencl.call_kernel", "opencl.return", "opencl.launch"),
        "opencl.check_context",
    }


@upstream
def test_values_of_several_types(version: int):
    """The lengths of lists of operands stand in upstream's text only."""
    text = """
    func.func @f(%a: i32, %b: f32, %s: !llvm.ptr<2>) {
      %0 = "opencl.printf"(%a, %b, %s) <{format = "%d %f %s"}> : (i32, f32, !llvm.ptr<2>) -> i32
      %1, %2 = "opencl.builtin"(%b) <{function = "frexp"}> : (f32) -> (f32, i32)
      func.return
    }
    """
    ours = upstream_form(text)
    assert "operand_segment_sizes" in ours
    there = mlir_opt(version, ours, "--cse")
    assert there.returncode == 0, there.stderr
    for given in (ours, there.stdout):
        module = Parser(context(strict=True), given).parse_module()
        module.verify()
        assert "egment" not in str(module)
        assert '"%d %f %s"' in str(module)


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
    "irdl.operands"(%0) {names = ["value"], variadicity = #irdl<variadicity_array[single]>} : (!irdl.attribute) -> ()
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
        Parser(context(strict=True), text).parse_module()
    assert message in str(error.value)

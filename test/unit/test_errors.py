"""Errors as programs see them: one base, and fields beside the text."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from lower_helpers import context
from xdsl.dialects import arith
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.parser import Parser
from xdsl.utils.exceptions import DiagnosticException, PassFailedException

import xdsl_opencl as ocl
from xdsl_opencl.abi.model import (
    AbiError,
)
from xdsl_opencl.backend.llvm.codegen import CodegenError
from xdsl_opencl.backend.objects.assembler import AssemblerError
from xdsl_opencl.backend.objects.code_object import LinkError
from xdsl_opencl.backend.objects.code_object_info import InspectError
from xdsl_opencl.driver import CompileError, SourceFile
from xdsl_opencl.driver.diagnostics import user_errors
from xdsl_opencl.errors import Error, Place
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.ir.diagnostics import OperationError, PassError, fail
from xdsl_opencl.llvm_ir.printer.errors import LLVMTranslationError
from xdsl_opencl.llvm_ir.reader.lexer import LineError
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.source import SourceError

ERRORS: tuple[type[Error], ...] = (
    AbiError,
    AssemblerError,
    CodegenError,
    CompileError,
    FrontendError,
    InspectError,
    LLVMTranslationError,
    LineError,
    LinkError,
    PassError,
    RuntimeFailure,
    SourceError,
)


@pytest.mark.parametrize("kind", ERRORS)
def test_one_base(kind: type[Error]):
    assert issubclass(kind, ocl.Error)
    assert ocl.Error is Error


def test_what_xdsl_opt_shows_is_xdsls():
    for kind in (CodegenError, CompileError, LinkError, OperationError):
        assert issubclass(kind, DiagnosticException)
    assert issubclass(PassError, PassFailedException)


def test_fields_and_text():
    error = FrontendError.at(
        Place("a.cl", 3, 7), "no", kernel="k", argument="x", notes=("note",)
    )
    assert str(error) == "a.cl:3:7: error: no\n  note"
    assert (error.file, error.line, error.column) == ("a.cl", 3, 7)
    assert (error.message, error.kernel, error.argument) == ("no", "k", "x")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.place, again.notes) == (
        str(error),
        error.place,
        error.notes,
    )
    bare = Error("text")
    assert (bare.message, bare.file, bare.line, bare.column) == ("text", *[None] * 3)
    assert str(Error.at(None, "no")) == "error: no"
    assert str(Place("a.cl")) == "a.cl"


KERNEL = """\
opencl.kernel @k(%p: !llvm.ptr<1> {opencl.name = "p"}) {
  %c = arith.constant 1 : i32
  llvm.store %c, %p : i32, !llvm.ptr<1>
  opencl.return
}
"""


def parsed(text: str) -> ModuleOp:
    return Parser(context(strict=True), text).parse_module()


def constant(module: ModuleOp) -> arith.ConstantOp:
    return next(op for op in module.walk() if isinstance(op, arith.ConstantOp))


def raised(action: Callable[[], object]) -> Error:
    with pytest.raises(Error) as caught:
        action()
    return caught.value


def test_operation_error():
    op = constant(parsed(KERNEL))
    error = raised(lambda: fail(op, "no", argument="p"))
    assert isinstance(error, PassError)
    assert error.op is op
    assert str(error) == "in @k: error: no\n  %c = arith.constant 1 : i32"
    assert (error.message, error.kernel, error.argument) == ("no", "k", "p")
    assert error.notes == ("%c = arith.constant 1 : i32",)
    assert error.place is None
    op.location = FileLineColLoc(StringAttr("a.mlir"), IntAttr(2), IntAttr(3))
    error = LLVMTranslationError("no", op)
    assert str(error) == "a.mlir:2:3, in @k: error: no\n  %c = arith.constant 1 : i32"
    assert error.place == Place("a.mlir", 2, 3)
    assert str(PassError("no target")) == "error: no target"


def test_driver_reads_fields():
    """A message that looks like a rendered diagnostic stays the message."""
    source = SourceFile("k.mlir", KERNEL)
    op = constant(parsed(KERNEL))
    confusing = "b.cl:9:9, in @other: error: not this"

    def compile_error(name: str) -> Error:
        op.location = FileLineColLoc(StringAttr(name), IntAttr(2), IntAttr(3))

        def action() -> None:
            with user_errors(source):
                fail(op, confusing, argument="p")

        return raised(action)

    here = compile_error("k.mlir")
    assert isinstance(here, CompileError)
    assert str(here).splitlines() == [
        f"k.mlir:2:3: error: in @k: {confusing}",
        "    %c = arith.constant 1 : i32",
        "    ^",
    ]
    assert (here.file, here.line, here.column) == ("k.mlir", 2, 3)
    assert (here.kernel, here.argument, here.message) == ("k", "p", confusing)
    elsewhere = compile_error("a.cl")
    assert str(elsewhere).splitlines() == [
        f"a.cl:2:3: error: in @k: {confusing}",
        "  %c = arith.constant 1 : i32",
    ]


def test_compile_error_of_the_library():
    error = raised(lambda: ocl.compile(SourceFile("k.mlir", "oops"), "gfx1100"))
    assert isinstance(error, CompileError)
    assert (error.file, error.line, error.column) == ("k.mlir", 1, 1)
    error = raised(lambda: ocl.compile(SourceFile("k.mlir", ""), "gfx1100"))
    assert (error.file, error.line, error.message) == (
        "k.mlir",
        None,
        "the input is empty; write a kernel in it",
    )


def test_kernel_and_argument():
    text = KERNEL.replace("(%p", '(%q: bf16 {opencl.name = "q"}, %p')
    error = raised(lambda: ocl.compile(SourceFile("k.mlir", text), "gfx1100"))
    assert (error.kernel, error.argument, error.line) == ("k", "q", 1)


def test_target_by_name():
    source = SourceFile("k.mlir", KERNEL)
    assert ocl.compile(source, "gfx1100").target == ocl.Target("amdhsa", mcpu="gfx1100")
    assert "'5'" in str(raised(lambda: ocl.compile(source, 5)))  # pyright: ignore
    named = ocl.Target.named
    assert named("host") == ocl.Target(ocl.Abi.HOST)
    assert named("juniper") == ocl.Target("r600", mcpu="juniper")
    assert named("gfx90a:xnack+:sramecc-") == ocl.Target(
        mcpu="gfx90a", features=("+xnack", "-sramecc")
    )
    for name, message in (
        ("", "name one with mcpu"),
        ("gfx99", "unknown processor 'gfx99'"),
        ("gfx90a:xnack", r"for example gfx90a:xnack\+"),
    ):
        with pytest.raises(AbiError, match=message):
            named(name)


def test_version():
    assert ocl.__version__ == metadata.version("xdsl-opencl")


def test_a_program_has_clangs_warnings(tmp_path: Path):
    text = "kernel void log(global int *a) { int unused; *a = 1; }"
    program = Program.from_source(text.replace("log", "k"), "-Wall")
    assert "warning: unused variable 'unused'" in program.log
    (tmp_path / "k.cl").write_text(text.replace("log", "k"))
    program = Program.from_file(tmp_path / "k.cl", "-Wall")
    assert "k.cl:1:" in program.log
    assert Program.from_source(text.replace("log", "k"), "-w").log == ""
    # A kernel comes first.
    assert callable(Program.from_source(text).log)

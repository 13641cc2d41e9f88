"""Source lines: from Clang's `!DILocation` through the passes to diagnostics."""

from io import StringIO
from pathlib import Path

import pytest
from frontend_helpers import needs_clang
from texts import parts, whole
from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import CallSiteLoc, FileLineColLoc, ModuleOp, UnknownLoc
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl import CompileError, compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.frontend import BuildOptions, load_llvm_ir, load_source
from xdsl_opencl.ir.diagnostics import fail, source_place
from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass

SOURCE = whole("source_locations.cl")


def places(module: ModuleOp, kind: type[Operation]) -> list[str]:
    found: list[str] = []
    for op in module.walk():
        if isinstance(op, kind):
            place = source_place(op.location)
            found.append(
                "-"
                if place is None
                else f"{place.filename.data}:{place.line.data}:{place.column.data}"
            )
    return found


@pytest.fixture
def options(tmp_path: Path) -> BuildOptions:
    (tmp_path / "lines.h").write_text(
        "void put(global float *p) {\n  p[9] = 1;\n}\n", encoding="utf-8"
    )
    return BuildOptions.parse(["-g", "-I", str(tmp_path)])


def test_lines_of_clang(options: BuildOptions, tmp_path: Path):
    module = load_source(SOURCE, options).module
    # Columns are those of `[` bases and operators, as Clang's own diagnostics have them.
    assert places(module, llvm.FMulOp) == ["<source>:3:12"]
    assert places(module, llvm.LoadOp) == ["<source>:8:13"]
    header = tmp_path / "lines.h"
    assert places(module, llvm.StoreOp) == [f"{header}:2:8", "<source>:8:5"]
    (barrier,) = (op for op in module.walk() if op.name == "opencl.barrier")
    place = source_place(barrier.location)
    assert place is not None
    assert place.line.data == 9
    (store,) = (op for op in module.walk() if op.name == "opencl.vstore")
    place = source_place(store.location)
    assert place is not None
    assert (place.filename.data, place.line.data) == ("other.cl", 1000)
    kernel = module.body.block.last_op
    assert kernel is not None
    place = source_place(kernel.location)
    assert place is not None
    assert place.line.data == 6


def test_none_without_g(options: BuildOptions):
    plain = BuildOptions(preprocessor=options.preprocessor)
    module = load_source(SOURCE, plain).module
    assert all(isinstance(op.location, UnknownLoc) for op in module.walk())


@pytest.mark.parametrize(
    ("words", "debug"),
    [(["-g"], True), (["-g0"], False), (["-g", "-g0"], False), (["-gdwarf-4"], True)],
)
def test_words(words: list[str], debug: bool):
    assert BuildOptions.parse(words).debug is debug


def test_lines_are_printed_and_parsed(options: BuildOptions):
    module = load_source(SOURCE, options).module
    text = StringIO()
    Printer(text, print_debuginfo=True).print_op(module)
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    again = Parser(context, text.getvalue()).parse_module()
    before = [op.location for op in module.walk()]
    after = [op.location for op in again.walk()]
    assert before == after


@pytest.mark.parametrize("target", [Target(Abi.HOST), Target(mcpu="gfx1100")])
def test_lowering_keeps_lines(options: BuildOptions, target: Target):
    module = load_source(SOURCE, options).module
    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)
    OpenCLToLLVMPass().apply(Context(), module)
    stores = places(module, llvm.StoreOp)
    assert any(place.endswith("lines.h:2:8") for place in stores)
    assert "<source>:8:5" in stores
    assert any(place.startswith("other.cl:1000:") for place in stores)


TEXTS = parts("source_locations.ll")
INLINED = TEXTS["INLINED"]


def test_inlined_code_knows_both_places():
    module = load_llvm_ir(INLINED).module
    first, second = (op for op in module.walk() if isinstance(op, llvm.StoreOp))
    assert isinstance(first.location, CallSiteLoc)
    assert places(module, llvm.StoreOp) == ["sub/f.h:5:7", "sub/k.cl:12:9"]
    assert isinstance(first.location.caller, FileLineColLoc)
    assert first.location.caller.line.data == 11
    kernel = module.body.block.first_op
    assert kernel is not None
    returns = kernel.regions[0].block.last_op
    assert returns is not None
    # Line 0 is LLVM's mark of code that belongs to no line.
    assert isinstance(returns.location, UnknownLoc)
    with pytest.raises(PassFailedException, match=r"^sub/f\.h:5:7, in @k: error: no"):
        fail(first, "no")
    assert isinstance(second.location, FileLineColLoc)


VARIABLES = TEXTS["VARIABLES"]
"""Clang's `-g` output: where variables are is left out, where code is from is kept."""


def test_debug_information_of_variables(tmp_path: Path) -> None:
    path = tmp_path / "k.ll"
    path.write_text(VARIABLES)
    module = compile(path, "gfx1100").opencl_module
    (store,) = (op for op in module.walk() if op.name == "llvm.store")
    assert str(store.location).endswith('"k.cl":2:3)')


@needs_clang
def test_undefined_function_has_a_place(tmp_path: Path) -> None:
    path = tmp_path / "k.cl"
    path.write_text(
        "float f(float x);\nkernel void k(global float *p) {\n  p[0] = f(p[1]);\n}\n"
    )
    for options in ((), ("-g",)):
        with pytest.raises(
            CompileError, match=r"k\.cl:3:10: error: in @k: nothing defines 'f'"
        ):
            _ = compile(path, "gfx1100", options=options).code_object

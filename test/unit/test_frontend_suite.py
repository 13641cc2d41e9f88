"""
Every file of the kernel suite: imported, verified, printed and parsed by plain xDSL tools,
and equal to what Clang gave.
"""

from __future__ import annotations

import re
import subprocess
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from lower_helpers import context
from tools import need, needs
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.upstream import UpstreamPrinter
from xdsl_opencl.frontend import load_file
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.ir_text.normalise import normalise
from xdsl_opencl.llvm_ir.reader.module import ModuleReader
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

BUILDS = suite_builds()
FILES = sorted({file for file, _ in BUILDS})

# llvmlite has no types.
llvm: Any = import_module("llvmlite.binding")


def print_module(module: ModuleOp, *, generic: bool = False) -> str:
    """The module's text."""
    stream = StringIO()
    UpstreamPrinter(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


@needs_clang
@pytest.mark.parametrize(("file", "build_options"), BUILDS)
def test_imports(file: str, build_options: str) -> None:
    """
    The file imports, nothing unknown is called, and its text is read back the same.
    """
    source = (KERNELS / file).read_text()
    imported = load_file(KERNELS / file, options_of(file, build_options))
    assert not imported.externals
    assert not imported.warnings
    module = imported.module
    module.verify()
    names = [op.sym_name.data for op in module.ops if isinstance(op, KernelOp)]
    assert names
    for name in names:
        # `##` pastes some names together.
        assert name in source or "##" in source
    text = print_module(module)
    again = Parser(context(strict=True), text).parse_module()
    again.verify()
    assert print_module(again) == text
    generic = Parser(
        context(strict=True), print_module(module, generic=True)
    ).parse_module()
    generic.verify()
    assert print_module(generic) == text


def _plain(text: str) -> str:
    """
    The module with nothing of OpenCL in it: kernels are functions, builtins have other
    names, OpenCL's types are pointers to a space that nothing knows. And without what the
    reader leaves out on purpose: facts about declared functions, and aliasing metadata.
    """
    text = text.replace("spir_kernel", "spir_func")
    for name in ("@_Z", "@printf", "@__translate"):
        text = text.replace(name, f"@other{name[1:]}")
    text = re.sub(r'target\("spirv[^)]*\)', "ptr addrspace(6)", text)
    text = re.sub(r"= (internal|private) addrspace\(3\)", "= addrspace(3)", text)
    text = re.sub(r" !(kernel_arg_\w+|\w+_hint|reqd_work_group_size) !\d+", "", text)
    text = re.sub(r", !(tbaa|tbaa\.struct|noalias|alias\.scope) !\d+", "", text)
    text = re.sub(r" memory\(.*?\)(?= |$)", "", text)
    text = re.sub(
        r"(?<= )(willreturn|convergent|mustprogress|speculatable|nounwind|nofree|nosync) ",
        "",
        text,
    )
    return re.sub(r"(attributes #\d+ = \{) +\}", r"\1 cold }", text)


def _canonical(text: str) -> str:
    """
    Constant indices of one width, no unused declarations, and phis in the order of blocks.
    """
    llvm.initialize_native_target()
    machine = llvm.Target.from_default_triple().create_target_machine()
    module = llvm.parse_assembly(text)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    builder = llvm.create_pass_builder(machine, options)
    passes = llvm.create_new_module_pass_manager()
    passes.add_instruction_combine_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, builder)
    return "\n".join(_ordered_phis(str(module).split("\n")))


def _ordered_phis(lines: list[str]) -> list[str]:
    result: list[str] = []
    order: dict[str, int] = {}
    for number, line in enumerate(lines):
        if line.startswith("define"):
            order = {}
            for position, text in enumerate(lines[number:]):
                if text == "}":
                    break
                if label := re.match(r'("[^"]*"|[-\w$.]+):', text):
                    order[f"%{label[1]}"] = position
        if " = phi " in line:
            head, bracket, rest = line.partition("[")
            pairs = re.findall(r"\[ (.*?), (%[^ ]+) \]", bracket + rest)
            pairs.sort(key=lambda pair: order.get(pair[1], -1))
            line = head + ", ".join(f"[ {value}, {label} ]" for value, label in pairs)
        # LLVM 19's tool does not know these words.
        line = re.sub(r"captures\(none\) ?|nocreateundeforpoison ?|samesign ", "", line)
        result.append(line)
    return result


@needs_clang
@needs("llvm-diff")
@pytest.mark.parametrize("file", FILES)
def test_reader_loses_nothing(file: str, tmp_path: Path) -> None:
    """LLVM IR, read and printed again, is the same program to `llvm-diff`."""
    build_options = next(options for name, options in BUILDS if name == file)
    ir = compile_opencl_c(options_of(file, build_options), str(KERNELS / file)).ir
    ir = ir.replace("wait_group_events", "other_events")
    # Without the processor's own passes there is no OpenCL left that needs promotion.
    text = normalise(_plain(normalise(ir, file)), file)
    module = ModuleReader(text, source=file).read()
    module.verify()
    before, after = tmp_path / "before.ll", tmp_path / "after.ll"
    before.write_text(_canonical(text))
    after.write_text(_canonical(emit_llvm_ir(module)))
    result = subprocess.run(
        (need("llvm-diff"), str(before), str(after)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert "define" in before.read_text()

"""
LLVM IR that is read and printed again is the same module to LLVM: functions by llvm-diff,
and what llvm-diff does not look at, target, named metadata and attachments, by its text.
"""

from __future__ import annotations

import re
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from texts import whole
from tools import need, needs
from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, Builtin, ModuleOp, StringAttr
from xdsl.parser import Parser

from xdsl_opencl.dialects.llvm_ext import load_llvm_ext
from xdsl_opencl.frontend.ir_text.normalise import normalise
from xdsl_opencl.llvm_ir.printer import LLVMTranslationError, print_llvm_ir
from xdsl_opencl.llvm_ir.reader.module import ModuleReader

llvm: Any = import_module("llvmlite.binding")

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    ROOT / "examples" / "kernels.ll",
    *sorted((ROOT / "test" / "frontend").glob("llvm-ir-amdgcn*.ll")),
)
"""Without typed pointers, whose casts have no operations, and intrinsics that LLVM lacks."""
WHOLE = whole("llvm_round_trip.ll")


def resolved(text: str) -> set[str]:
    """
    The lines that LLVM prints for the target, named nodes and attachments of functions,
    with the nodes in place of their numbers.
    """
    printed = str(llvm.parse_assembly(text))
    nodes = dict(re.findall(r"^(!\d+) = (?:distinct )?(!.*)$", printed, re.M))

    def whole(match: re.Match[str]) -> str:
        return re.sub(r"!\d+\b", whole, nodes[match[0]])

    def expand(line: str) -> str:
        return re.sub(r"!\d+\b", whole, line)

    lines = re.findall(r"^(?:target|![a-zA-Z]).*$", printed, re.M)
    for name, tail in re.findall(r"^define .*(@\w+)\(.*\)(.*) \{$", printed, re.M):
        for kind, node in re.findall(r"(!\w+) (!\d+)", tail):
            lines.append(f"{name} {kind} {node}")
    return {expand(line) for line in lines}


def again(text: str) -> str:
    """`text`, read, printed as MLIR, parsed, and printed as LLVM IR."""
    module = ModuleReader(text).read()
    module.verify()
    context = Context()
    context.load_dialect(Builtin)
    load_llvm_ext(context)
    return print_llvm_ir(Parser(context, str(module)).parse_module())


@needs("llvm-diff")
@pytest.mark.parametrize("path", [None, *FILES], ids=lambda p: p.name if p else "whole")
def test_round_trip(path: Path | None, tmp_path: Path) -> None:
    text = WHOLE if path is None else normalise(path.read_text(), path.name)
    printed = again(text)
    before, after = tmp_path / "before.ll", tmp_path / "after.ll"
    before.write_text(text)
    after.write_text(printed)
    done = subprocess.run(
        (need("llvm-diff"), str(before), str(after)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    expected = {line for line in resolved(text) if "llvm.dbg." not in line}
    assert resolved(printed) == expected
    assert path is not None or len(expected) == 8


@pytest.mark.parametrize("nodes", [ArrayAttr([]), StringAttr("x")])
def test_metadata_that_is_no_dictionary_of_nodes(nodes: ArrayAttr | StringAttr) -> None:
    module = ModuleOp([], {"llvm.named_metadata": nodes})
    with pytest.raises(LLVMTranslationError, match=r"must be a dictionary of arrays"):
        print_llvm_ir(module)

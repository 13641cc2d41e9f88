"""
Runs one operation of the opencl dialect over arrays: lowered for the host by the passes,
compiled by llvmlite, called with numpy's memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from lower_helpers import context
from xdsl.parser import Parser

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.llvm_host import link, make_machine, prepare
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.runtime.cpu.libraries import with_libraries
from xdsl_opencl.transforms.builtins.opencl_lower_builtins import (
    OpenCLLowerBuiltinsPass,
)
from xdsl_opencl.transforms.kernels.convert_opencl_to_llvm import (
    ConvertOpenCLToLLVMPass,
)
from xdsl_opencl.transforms.kernels.convert_standard_to_llvm import (
    ConvertStandardToLLVMPass,
)
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

llvm: Any = import_module("llvmlite.binding")
"""It has no types."""

DTYPES: dict[str, Any] = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
}


@dataclass(frozen=True)
class Shape:
    """An operand or result: element type and number of elements."""

    element: str
    width: int = 1

    def __str__(self) -> str:
        if self.width == 1:
            return self.element
        return f"vector<{self.width}x{self.element}>"

    @property
    def room(self) -> int:
        return 4 if self.width == 3 else self.width


@dataclass(frozen=True)
class Function:
    """
    One operation: `text` with the operands for `{0}`, `{1}`, ... ; a line of MLIR without
    results. `%p<n>` are further pointers, `memory` of them, which follow the pointers to operands and
    results; `%i` is the number of the element.
    """

    text: str
    operands: tuple[Shape, ...]
    results: tuple[Shape, ...]
    memory: int = 0

    def source(self, name: str) -> str:
        n, m = len(self.operands), len(self.results)
        pointers = ", ".join(f"%p{i}: !llvm.ptr" for i in range(n + m + self.memory))
        lines = [f"func.func @{name}({pointers}, %n: i64) {{"]
        lines += [
            "  %zero = llvm.mlir.constant(0 : i64) : i64",
            "  %one = llvm.mlir.constant(1 : i64) : i64",
            "  cf.br ^head(%zero : i64)",
            "^head(%i: i64):",
            '  %more = llvm.icmp "ult" %i, %n : i64',
            "  cf.cond_br %more, ^body, ^done",
            "^body:",
        ]
        for i, shape in enumerate(self.operands):
            # A vector of 3 is read as one of 4, which has no gap.
            whole = Shape(shape.element, shape.room)
            lines.append(
                f"  %a{i} = llvm.getelementptr %p{i}[%i] : (!llvm.ptr, i64) -> "
                f"!llvm.ptr, {whole}"
            )
            lines.append(
                f"  %w{i} = llvm.load %a{i} {{alignment = 1 : i64}} : !llvm.ptr -> {whole}"
            )
            if shape.width == 3:
                lines.append(
                    f"  %v{i} = llvm.shufflevector %w{i}, %w{i} [0, 1, 2] : {whole}"
                )
        values = [
            f"%{'v' if s.width == 3 else 'w'}{i}" for i, s in enumerate(self.operands)
        ]
        names = ", ".join(f"%r{i}" for i in range(m))
        left = f"{names} = " if names else ""
        lines.append(f"  {left}{self.text.format(*values)}")
        for i, shape in enumerate(self.results):
            whole = Shape(shape.element, shape.room)
            value = f"%r{i}"
            if shape.width == 3:
                value = f"%x{i}"
                lines.append(
                    f"  {value} = llvm.shufflevector %r{i}, %r{i} [0, 1, 2, 2] : {shape}"
                )
            lines.append(
                f"  %b{i} = llvm.getelementptr %p{n + i}[%i] : (!llvm.ptr, i64) -> "
                f"!llvm.ptr, {whole}"
            )
            lines.append(
                f"  llvm.store {value}, %b{i} {{alignment = 1 : i64}} : {whole}, !llvm.ptr"
            )
        lines += [
            "  %next = llvm.add %i, %one : i64",
            "  cf.br ^head(%next : i64)",
            "^done:",
            "  func.return",
            "}",
        ]
        return "\n".join(lines)


def _machine() -> Any:
    """A code generator; a compiler takes it over."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    prepare(llvm)
    return make_machine(llvm, 1)


def lower(text: str) -> str:
    """LLVM IR for the host of a module of functions at the opencl level."""
    known = context(strict=True)
    module = Parser(known, text).parse_module()
    module.verify()
    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(Target(abi=Abi.HOST))
    for lowering in (
        OpenCLLowerBuiltinsPass(),
        ConvertStandardToLLVMPass(),
        ConvertOpenCLToLLVMPass(),
    ):
        lowering.apply(known, module)
        module.verify()
    return emit_llvm_ir(module)


class Batch:
    """Functions compiled together."""

    def __init__(self, functions: Sequence[Function]):
        self.functions = list(functions)
        text = "\n".join(f.source(f"f{i}") for i, f in enumerate(self.functions))
        linked = with_libraries(lower(text))
        module = llvm.parse_assembly(linked.ir)
        for _, text, attribute in linked.libraries:
            link(llvm, module, text, attribute)
        module.verify()
        self.engine = llvm.create_mcjit_compiler(module, _machine())
        self.engine.finalize_object()

    def run(
        self, index: int, operands: Sequence[Any], memory: Sequence[Any] = ()
    ) -> list[Any]:
        """
        The results of function `index`; an operand is an array of elements, or of rows of
        `width` elements. `memory` is passed as it is.
        """
        function = self.functions[index]
        count = len(operands[0])
        arrays: list[Any] = []
        for shape, operand in zip(function.operands, operands, strict=True):
            dtype = DTYPES[shape.element]
            array = np.zeros((count, shape.room), dtype)
            array[:, : shape.width] = np.asarray(operand).reshape(count, shape.width)
            arrays.append(array)
        results = [
            np.zeros((count, s.room), DTYPES[s.element]) for s in function.results
        ]
        address = self.engine.get_function_address(f"f{index}")
        pointers = [
            a.ctypes.data_as(ctypes.c_void_p) for a in (*arrays, *results, *memory)
        ]
        kind = ctypes.CFUNCTYPE(
            None, *([ctypes.c_void_p] * len(pointers)), ctypes.c_int64
        )
        kind(address)(*pointers, count)
        return [
            r[:, : s.width].reshape(count, s.width) if s.width > 1 else r[:, 0]
            for r, s in zip(results, function.results, strict=True)
        ]

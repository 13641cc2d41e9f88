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
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.universe import Universe

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm_host import link, make_machine, prepare
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
    """
    An operand or result: element type and number of elements.
    """

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
    results. `%p<n>` are the pointers behind those of operands and results, `memory` of
    them, `%i` is the number of the element.
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
    """
    A code generator; a compiler takes it over.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    prepare(llvm)
    return make_machine(llvm, 1)


def _median(bits: int, type: str) -> str:
    """
    V_MED3: the least of three when one is NaN, of the numbers among them.
    """
    name = f"{type} @llvm.%snum.f{bits}({type} %%{{}}, {type} %%{{}})"
    low, high = f"call {name % 'min'}", f"call {name % 'max'}"
    return f"""
define internal {type} @model.fmed3.f{bits}({type} %a, {type} %b, {type} %c) {{
  %least = {low.format("a", "b")}
  %most = {high.format("a", "b")}
  %rest = {low.format("most", "c")}
  %median = {high.format("least", "rest")}
  %all = {low.format("least", "c")}
  %ab = fcmp uno {type} %a, %b
  %cc = fcmp uno {type} %c, %c
  %nan = or i1 %ab, %cc
  %result = select i1 %nan, {type} %all, {type} %median
  ret {type} %result
}}"""


def _fraction(bits: int, type: str, exponent: str) -> str:
    """
    V_FREXP_MANT and V_FREXP_EXP: infinities and NaN are their own mantissas, exponent 0.
    """
    pair = f"call {{{type}, i32}} @llvm.frexp.f{bits}.i32({type} %a)"
    finite = f"call i1 @llvm.is.fpclass.f{bits}({type} %a, i32 504)"
    resize = f"trunc i32 %e to {exponent}" if exponent != "i32" else "add i32 %e, 0"
    return f"""
define internal {type} @model.frexp.mant.f{bits}({type} %a) {{
  %pair = {pair}
  %m = extractvalue {{{type}, i32}} %pair, 0
  %finite = {finite}
  %result = select i1 %finite, {type} %m, {type} %a
  ret {type} %result
}}
define internal {exponent} @model.frexp.exp.{exponent}.f{bits}({type} %a) {{
  %pair = {pair}
  %x = extractvalue {{{type}, i32}} %pair, 1
  %finite = {finite}
  %e = select i1 %finite, i32 %x, i32 0
  %result = {resize}
  ret {exponent} %result
}}"""


_FLOATS = ((16, "half", "i16"), (32, "float", "i32"), (64, "double", "i32"))
MODELS = "\n".join(
    [_median(bits, type) for bits, type, _ in _FLOATS]
    + [_fraction(*kind) for kind in _FLOATS]
)
"""AMDGPU's instructions for the host."""


def lower(text: str, target: Target, builtins: Target | None = None) -> str:
    """
    LLVM IR of a module of functions at the opencl level; `builtins` is the target for which
    these are lowered, if not `target`.
    """
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    module = Parser(context, text).parse_module()
    module.verify()
    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(builtins or target)
    OpenCLLowerBuiltinsPass().apply(context, module)
    module.verify()
    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)
    for lowering in (ConvertStandardToLLVMPass(), ConvertOpenCLToLLVMPass()):
        lowering.apply(context, module)
        module.verify()
    ir = emit_llvm_ir(module)
    if builtins is None:
        return ir
    return ir.replace("@llvm.amdgcn.", "@model.") + MODELS


class Batch:
    """
    Functions compiled together, as for the host or as for the amdgcn target `builtins`.
    """

    def __init__(self, functions: Sequence[Function], builtins: Target | None = None):
        self.functions = list(functions)
        text = "\n".join(f.source(f"f{i}") for i, f in enumerate(self.functions))
        linked = with_libraries(lower(text, Target(abi=Abi.HOST), builtins))
        module = llvm.parse_assembly(linked.ir)
        for library in linked.libraries:
            link(llvm, module, library)
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

"""
Runs functions of the standard dialects, converted by this project and by upstream MLIR.
"""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from lower_helpers import context
from tools import OLDEST, need
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from xdsl_opencl.conversions.arithmetic.complex_arithmetic import expand_complex
from xdsl_opencl.conversions.control_flow.structured_control_flow import lower_scf
from xdsl_opencl.conversions.framework import TypeConverter, make_converter
from xdsl_opencl.conversions.standard import convert_standard_to_llvm
from xdsl_opencl.dialects.opencl.interop.llvm_conversion import OpenCLToLLVM

UPSTREAM = (
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-complex-to-standard",
    "--convert-complex-to-llvm",
    "--convert-vector-to-scf",
    "--convert-scf-to-cf",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-math-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-ub-to-llvm",
    "--convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
    "--reconcile-unrealized-casts",
)
"""Upstream's own lowering of the same text."""


def parse(text: str) -> ModuleOp:
    """Parses a module, all dialects known."""
    return Parser(context(strict=True), text).parse_module()


def opencl_converter(module: ModuleOp) -> TypeConverter:
    """The converter of a module that may hold operations of the opencl dialect."""
    return make_converter(module, interfaces={"opencl": OpenCLToLLVM()})


def run_tool(tool: str, arguments: Sequence[str], text: str) -> str:
    """The output of a tool that reads standard input."""
    done = subprocess.run(
        [tool, *arguments], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[:2000]
    return done.stdout


def convert(text: str) -> str:
    """The `llvm` level text of `text`, by the fused walk."""
    module = parse(text)
    module.verify()
    lower_scf(module)
    expand_complex(module)
    module.verify()
    convert_standard_to_llvm(module, opencl_converter(module))
    module.verify()
    return str(module)


class Code:
    """Machine code of an `llvm` level module, to be called."""

    def __init__(self, llvm_level: str, least: int = OLDEST):
        tool = need("mlir-translate", least)
        text = run_tool(tool, ("--mlir-to-llvmir",), llvm_level)
        binding: Any = import_module("llvmlite.binding")
        # Some intrinsics become calls, `powi` one of the compiler's own library.
        for library in ("libm.so.6", "libgcc_s.so.1"):
            binding.load_library_permanently(library)
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        module = binding.parse_assembly(text)
        module.verify()
        machine = binding.Target.from_default_triple().create_target_machine(
            opt=1, codemodel="jitdefault", jit=True
        )
        self._engine: Any = binding.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """A function by its ctypes signature."""
        address = self._engine.get_function_address(name)
        assert address, name
        function: Any = ctypes.CFUNCTYPE(result, *arguments)(address)
        function.engine = self._engine  # The code lives as long as its engine.
        return function


def ours(text: str) -> Code:
    """`text`, converted by this project."""
    return Code(convert(text))


def upstream(text: str, least: int = OLDEST) -> Code:
    """`text`, converted by upstream, of at least this version."""
    return Code(run_tool(need("mlir-opt", least), UPSTREAM, text), least)


def _optimized_module(text: str) -> Any:
    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_default_triple().create_target_machine()
    options = llvm.create_pipeline_tuning_options(1)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return module


def simplified(text: str) -> str:
    """An LLVM module after LLVM's optimisation of level 1."""
    return str(_optimized_module(text))


def optimized(text: str) -> list[str]:
    """
    The instructions after LLVM's optimisation, without names of values and modules.
    """
    return [
        str(instruction)
        for function in _optimized_module(text).functions
        for block in function.blocks
        for instruction in block.instructions
    ]

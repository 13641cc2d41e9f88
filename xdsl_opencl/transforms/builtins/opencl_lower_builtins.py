"""
`opencl-lower-builtins`: functions, conversions and vector memory accesses of OpenCL C
become LLVM operations and calls.

Needs: a target. Leaves: no `opencl.builtin`, `convert`, `as`, `vload*`, `vstore*`, `printf`. A
function that LLVM cannot compute within OpenCL's error bounds becomes a `func.call` of the C
library (host) or of ROCm's `ocml` (AMDGPU), declared once; `opencl-link-device-library` finds the
files of `ocml`. The expansions are in `transforms/builtins/`; one walk dispatches to them by
operation and by function name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from xdsl.context import Context
from xdsl.dialects import func, llvm
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.gpu.processors import DotProducts
from xdsl_opencl.abi.interface import MathLibrary
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl import conversion, memory
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS, Category
from xdsl_opencl.dialects.opencl.folding.constants import constant_elements
from xdsl_opencl.dialects.opencl.printf import PrintfOp
from xdsl_opencl.ir.build import NO_FAST_MATH
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import bits_of, is_float, vector_of, width_of
from xdsl_opencl.ir.module import build_flags, module_target
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.transforms.builtins import arithmetic, extensions, geometric, math
from xdsl_opencl.transforms.builtins.conversion import lower_as, lower_convert
from xdsl_opencl.transforms.builtins.memory import (
    lower_vload,
    lower_vload_half,
    lower_vloada_half,
    lower_vstore,
    lower_vstore_half,
    lower_vstorea_half,
)
from xdsl_opencl.transforms.builtins.values import Values

if TYPE_CHECKING:
    from xdsl_opencl.transforms.builtins.printf import Printf

_ELEMENTWISE = {
    **arithmetic.EXPANSIONS,
    **geometric.EXPANSIONS,
    **extensions.EXPANSIONS,
}
_KEEPS_SCALARS = {"shuffle", "shuffle2", "dot", "any", "all"} | (
    extensions.SCALAR_OPERANDS
)
"""Functions in which a scalar operand does not stand for a vector."""

_OPERATIONS: dict[type[Operation], Callable[[Values, Any], list[SSAValue]]] = {
    conversion.ConvertOp: lower_convert,
    conversion.AsOp: lower_as,
    memory.VloadOp: lower_vload,
    memory.VstoreOp: lower_vstore,
    memory.VloadHalfOp: lower_vload_half,
    memory.VloadaHalfOp: lower_vloada_half,
    memory.VstoreHalfOp: lower_vstore_half,
    memory.VstoreaHalfOp: lower_vstorea_half,
}


@cache
def _flags(flags: FastMathFlagsAttr | None) -> llvm.FastMathAttr:
    if flags is None:
        return NO_FAST_MATH
    return llvm.FastMathAttr(tuple(FastMathFlag(f) for f in flags.data))


def _splatted(
    v: Values, operands: Sequence[SSAValue], shape: Attribute | None
) -> list[SSAValue]:
    """
    Scalar operands of a vector function, such as the limits of `clamp`, as vectors.
    """
    width = None if shape is None else width_of(shape)
    if width is None:
        return list(operands)
    return [
        o if width_of(o.type) is not None else v.splat(o, vector_of(o.type, width))
        for o in operands
    ]


class _Lowering:
    def __init__(self, module: ModuleOp, target: Target):
        self.module = module
        self.target = target
        functions = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
        self.symbols = {op.sym_name.data for op in functions}
        self.own = {op.sym_name.data: op for op in functions if not op.is_declaration}
        """The program's own functions, which may have the names of library functions."""
        self.library_calls: set[func.CallOp] = set()
        self.declarations: list[func.FuncOp] = []
        self._printf: Printf | None = None
        self.fused: dict[BuiltinOp, SSAValue] = {}
        """
        Sines and cosines that were already computed with their counterparts, and their values.
        """
        processor = target.processor if target.is_amdgcn else None
        self.gpu = processor.capabilities if processor else None
        self.dot_products = processor.dot_products if processor else DotProducts.NONE
        host = target.interface.math_library is MathLibrary.C
        self.machine = target.is_amdgcn
        flags = build_flags(module)
        self.exact_sqrt = "-cl-fp32-correctly-rounded-divide-sqrt" in flags
        self.library = (math.HostMath if host else math.AmdgpuMath)(Values(Block()))
        if isinstance(self.library, math.AmdgpuMath):
            self.library.flushes = "-cl-denorms-are-zero" in flags

    @property
    def printf(self) -> Printf:
        """The lowering of `printf`, imported when it is needed."""
        if self._printf is None:
            from xdsl_opencl.transforms.builtins.printf import RESERVE, Printf

            self._printf = Printf(self.module, self.target)
            # It declares that itself.
            self.symbols.add(RESERVE)
        return self._printf

    def builtin(self, v: Values, op: BuiltinOp) -> list[SSAValue]:
        name = op.function.data
        if (folded := self.folded(op)) is not None:
            return [folded]
        if (found := op.simplified()) is not None:
            operations, value = found
            for made in operations:
                v.insert(made)
            return [value]
        if (fused := self.fused.pop(op, None)) is not None:
            return [fused]
        if self.machine and (pair := op.fused()) is not None:
            other, both, (own, self.fused[other]) = pair
            v.insert(both)
            return [own]
        v.fast_math = _flags(op.fastmath)
        types = [r.type for r in op.results]
        arguments = tuple(op.operands)
        shapes = (o.type for o in arguments if width_of(o.type) is not None)
        vector = next(shapes, None)
        if name in _KEEPS_SCALARS:
            vector = None
        operands = _splatted(v, arguments, vector)
        if self.machine:
            expand = extensions.for_amdgcn(name, self.dot_products)
            if expand is not None:
                return [expand(v, operands, types[0])]
        if (expand := _ELEMENTWISE.get(name)) is not None:
            return [expand(v, operands, types[0])]
        if name == "sqrt" and self.exact_sqrt:
            return [v.sqrt(operands[0])]
        if (shared := math.SHARED.get(name)) is not None:
            return shared(v, operands, types)
        if self.target.interface.math_library is MathLibrary.NONE:
            fail(
                op,
                f"function '{name}': there is no mathematical library for ABI "
                f"{self.target.abi}",
            )
        self.library.v = v
        results = self.library.expand(name, operands, types)
        if results is None:
            fail(op, f"function '{name}' has no lowering for ABI {self.target.abi}")
        return results

    def folded(self, op: BuiltinOp) -> SSAValue | None:
        """Returns the known result of a function of constants."""
        if not op.operands or len(op.results) != 1:
            return None
        if any(constant_elements(operand) is None for operand in op.operands):
            return None
        values = op.fold()
        if values is None:
            return None
        (value,) = values
        if isinstance(value, SSAValue):
            return value
        return Values.before(op).literal(value, op.results[0].type)

    def lower_printf(self, v: Values, op: PrintfOp) -> list[SSAValue]:
        return self.printf.lower(v, op)

    def declare(self, call: func.CallOp) -> None:
        """Declares the library function that `call` calls."""
        self.library_calls.add(call)
        name = call.callee.root_reference.data
        if name in self.own:
            self.rename(name)
        if name not in self.symbols:
            self.symbols.add(name)
            self.declarations.append(
                func.FuncOp.external(
                    name,
                    [operand.type for operand in call.operands],
                    [result.type for result in call.results],
                )
            )

    def rename(self, name: str) -> None:
        """Renames the program's function `name`."""
        number = 0
        while (new := f"{name}.{number}") in self.symbols:
            number += 1
        own = self.own.pop(name)
        own.properties["sym_name"] = StringAttr(new)
        self.symbols.remove(name)
        self.symbols.add(new)
        for op in operations(self.module):
            if (
                isinstance(op, func.CallOp)
                and op not in self.library_calls
                and op.callee.root_reference.data == name
            ):
                op.properties["callee"] = SymbolRefAttr(new)

    def values_before(self, op: Operation) -> Values:
        v = Values.before(op)
        v.gpu = self.gpu
        v.on_call = self.declare
        return v

    def run(self) -> None:
        table = {BuiltinOp: self.builtin, PrintfOp: self.lower_printf, **_OPERATIONS}
        found = operations(self.module)
        if self.target.interface.keeps_operations:
            # SPIR-V has all others.
            found = [op for op in found if _is_lacking(op)]
        lower(found, table, self.values_before)
        self.module.body.block.add_ops(self.declarations)
        if self._printf is not None:
            self._printf.finish()


def _is_lacking(op: Operation) -> bool:
    """
    Returns whether SPIR-V lacks `op`, or some of its forms: a function of an extension, a conversion between
    integers, the bits of a value as another type.
    """
    match op:
        case BuiltinOp():
            return BUILTINS[op.function.data].category in _EXTENSIONS
        case conversion.ConvertOp():
            types = op.value.type, op.result.type
            return not any(is_float(type) or bits_of(type) == 1 for type in types)
        case _:
            return isinstance(op, conversion.AsOp)


_EXTENSIONS = (Category.BITS, Category.DOT, Category.MEDIA)


@dataclass(frozen=True)
class OpenCLLowerBuiltinsPass(ModulePass):
    """Lowers element-wise functions, conversions and vector memory accesses."""

    name = "opencl-lower-builtins"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        _Lowering(op, module_target(op)).run()

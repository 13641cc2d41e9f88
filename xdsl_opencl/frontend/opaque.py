"""
Finds the arguments that are images and samplers, in modules that pass them as pointers.

Kernels say so in their metadata, and calls carry it on to the functions that they call.
Functions that nothing calls, as optimisers leave them behind, are known by what they do
with their arguments: a builtin's mangled name says what it takes.
"""

from __future__ import annotations

import re

from xdsl.dialects import llvm
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.dialects.opencl.types import SamplerType
from xdsl_opencl.frontend.demangle import demangle
from xdsl_opencl.frontend.metadata import Function, image_type
from xdsl_opencl.frontend.raising import set_type
from xdsl_opencl.frontend.spirv_types import OPENCL_TYPES

_OPAQUE = re.compile(r"ocl_(?:image|sampler)")


def taken_types(symbol: str) -> list[Attribute | None]:
    """
    The image or sampler type of each parameter of the builtin `symbol`.
    """
    mangled = demangle(symbol)
    types: list[Attribute | None] = []
    for parameter in () if mangled is None else mangled.parameters:
        name = parameter.name.removeprefix("ocl_")
        if name == "sampler":
            types.append(SamplerType())
        else:
            types.append(image_type(name + "_t", None))
    return types


class _Flow:
    """
    Carries types from values to the values that are the same.
    """

    def __init__(self, functions: dict[str, Function]):
        self._functions = functions
        self._calls: dict[str, list[llvm.CallOp]] = {}
        self._owner: dict[SSAValue, tuple[Function, int]] = {
            argument: (function, index)
            for function in functions.values()
            for index, argument in enumerate(function.arguments)
        }
        self.known: list[tuple[SSAValue, Attribute]] = []

    def read(self, function: Function) -> None:
        """
        Notes the calls of `function`, and what its builtins take.
        """
        if function.region is None:
            return
        for block in function.region.blocks:
            for op in block.ops:
                if not isinstance(op, llvm.CallOp) or op.callee is None:
                    continue
                name = op.callee.root_reference.data
                callee = self._functions.get(name)
                if callee is not None and callee.region is not None:
                    self._calls.setdefault(callee.name, []).append(op)
                elif _OPAQUE.search(name):
                    for value, type_ in zip(op.operands, taken_types(name)):
                        # A sampler may also be its literal, a number.
                        if type_ is not None and isinstance(
                            value.type, LLVMPointerType
                        ):
                            self.known.append((value, type_))

    def run(self) -> None:
        """
        Gives every value that is an argument, or a choice between arguments, its type.
        """
        for function in {id(f): f for f in self._functions.values()}.values():
            for argument in function.arguments:
                if isinstance(argument.type, OPENCL_TYPES):
                    self._carry(argument, argument.type)
        while self.known:
            value, type_ = self.known.pop()
            place = self._owner.get(value)
            if isinstance(value.type, OPENCL_TYPES):
                continue
            if place is None and not isinstance(value.owner, llvm.SelectOp | FreezeOp):
                continue
            set_type(value, type_)
            if place is not None:
                function, index = place
                function.retyped.add(index)
                for call in self._calls.get(function.name, ()):
                    if index < len(call.operands) and isinstance(
                        call.operands[index].type, LLVMPointerType
                    ):
                        self.known.append((call.operands[index], type_))
            self._carry(value, type_)

    def _carry(self, value: SSAValue, type_: Attribute) -> None:
        for use in value.uses:
            op = use.operation
            if isinstance(op, llvm.SelectOp | FreezeOp):
                self.known.append((op.results[0], type_))
            elif isinstance(op, llvm.CallOp) and op.callee is not None:
                callee = self._functions.get(op.callee.root_reference.data)
                if callee is not None and use.index < len(callee.arguments):
                    self.known.append((callee.arguments[use.index], type_))


def find_opaque_arguments(functions: dict[str, Function], *, retyped: bool) -> None:
    """
    Gives arguments that are pointers in the module the types that builtins, or functions
    that are known by then, take. `retyped` says that metadata gave some their type.
    """
    passed = any(
        function.region is None
        and _OPAQUE.search(name)
        and any(isinstance(type_, LLVMPointerType) for type_ in _parameters(function))
        for name, function in functions.items()
    )
    if not passed and not retyped:
        return
    flow = _Flow(functions)
    for function in {id(f): f for f in functions.values()}.values():
        flow.read(function)
    flow.run()


def _parameters(function: Function) -> tuple[Attribute, ...]:
    op = function.op
    assert isinstance(op, llvm.FuncOp)
    return op.function_type.inputs.data

"""A module of the opencl level as one of SPIR-V."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.dialects.llvm import LLVMFunctionType, LLVMVoidType
from xdsl.ir import Attribute

from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_NAME,
    KernelOp,
)
from xdsl_opencl.dialects.opencl.sampler import ProgramSamplerOp
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of, width_of
from xdsl_opencl.spirv.names import ARGUMENT_STRINGS, HINTED, PARAMETER_WORDS, SIZES
from xdsl_opencl.spirv.words import Instruction, Module, Value
from xdsl_opencl.spirv.writer.body import Body, Handler, unwritten
from xdsl_opencl.spirv.writer.declarations import Declarations
from xdsl_opencl.spirv.writer.images import sampler
from xdsl_opencl.spirv.writer.llvm_operations import LLVM
from xdsl_opencl.spirv.writer.opencl_operations import OPENCL
from xdsl_opencl.spirv.writer.requirements import requirements
from xdsl_opencl.spirv.writer.variables import write_variables

GENERATOR = 0
"""Khronos' registry has no number of ours."""

_SOURCE = ("OpenCL_CPP", 100000)
"""
Intel's CPU runtime builds atomics on generic pointers for this language only (2026.2).
"""

_BY_POINTER = {"llvm.byval": "ByVal", "llvm.sret": "Sret"}
_ATTRIBUTES = {
    "llvm.nocapture": "NoCapture",
    **{attribute: word for word, attribute in PARAMETER_WORDS.items()},
}
"""`FunctionParameterAttribute`s by the attributes of arguments."""


def _attributes(op: KernelOp | llvm.FuncOp) -> Sequence[DictionaryAttr]:
    """The attributes of each argument."""
    if op.arg_attrs is None:
        return [DictionaryAttr({})] * len(op.function_type.inputs)
    return cast("Sequence[DictionaryAttr]", op.arg_attrs.data)


def write_module(op: ModuleOp, bits: int) -> Module:
    """
    The SPIR-V of `op`, a module of kernels, functions and variables with operations of `llvm` and
    `opencl` only, as the passes for ABI spirv leave it. `bits` is the width of pointers.

    Raises `PassFailedException` at an operation or a type that SPIR-V does not have.
    """
    return _Writer(bits).module(op)


class _Writer:
    def __init__(self, bits: int):
        self.d = Declarations(bits)
        self.symbols: dict[str, int] = {}
        self.pointees: dict[str, list[int]] = {}
        self.declared: list[Instruction] = []
        self.defined: list[Instruction] = []

    def module(self, op: ModuleOp) -> Module:
        d = self.d
        functions: list[KernelOp | llvm.FuncOp] = []
        variables: list[llvm.GlobalOp] = []
        for inner in op.body.block.ops:
            d.at = inner
            match inner:
                case KernelOp() | llvm.FuncOp():
                    functions.append(inner)
                    self.symbols[inner.sym_name.data] = d.fresh()
                    given = [each.data for each in _attributes(inner)]
                    self.pointees[inner.sym_name.data] = [
                        next((d.memory(a[k]).id for k in _BY_POINTER if k in a), 0)
                        for a in given
                    ]
                case llvm.GlobalOp():
                    variables.append(inner)
                case ProgramSamplerOp():
                    self.symbols[inner.sym_name.data] = sampler(d, inner.value)
                case _:
                    fail(inner, unwritten(inner))
        write_variables(d, self.symbols, variables)
        for function in functions:
            d.at = function
            self.body(function)
        for function in functions:
            if isinstance(function, KernelOp) and function.body.blocks:
                d.at = function
                self.entry_point(function)
        body = [
            *d.strings,
            Instruction("OpSource", 0, 0, _SOURCE),
            *d.names,
            *d.decorations,
            *d.globals,
            *self.declared,
            *self.defined,
        ]
        d.capability("Addresses")
        d.capability("Kernel")
        entries = [*d.entry_points, *d.modes]
        version, capabilities, extensions = requirements(
            d.capabilities, [*entries, *body]
        )
        if version >= 0x10400:
            # From 1.4 on an entry point names all variables that it reads.
            for each in d.entry_points:
                each.operands = (*each.operands[:3], *d.variables)
        model = ("Physical64" if d.bits == 64 else "Physical32", "OpenCL")
        head = [
            *(Instruction("OpCapability", 0, 0, (n,)) for n in capabilities),
            *(Instruction("OpExtension", 0, 0, (n,)) for n in extensions),
            Instruction("OpExtInstImport", 0, d.set, ("OpenCL.std",)),
            Instruction("OpMemoryModel", 0, 0, model),
        ]
        return Module(version, GENERATOR, d.last + 1, [*head, *entries, *body])

    def body(self, op: KernelOp | llvm.FuncOp) -> None:
        d, name, type = self.d, op.sym_name.data, op.function_type
        output: Attribute = LLVMVoidType()
        if isinstance(type, LLVMFunctionType):
            output = type.output
            if type.is_variadic:
                raise d.refuse(
                    f"@{name} has a variable number of arguments; SPIR-V has none such"
                )
        body = Body(d, TABLE, self.symbols, self.pointees, name)
        id = self.symbols[name]
        d.name(id, name)
        entry = op.body.blocks.first
        parameters: list[Instruction] = []
        types: list[int] = []
        for number, (type_, given) in enumerate(zip(type.inputs.data, _attributes(op))):
            attributes = given.data
            form = d.form(type_)
            result, type_id = d.fresh(), form.id
            if pointee := self.pointees[name][number]:
                type_id = d.pointer(form.storage, pointee)
            for key, word in {**_BY_POINTER, **_ATTRIBUTES}.items():
                if key in attributes:
                    d.decorate(result, "FuncParamAttr", word)
            alignment = attributes.get("llvm.align")
            if isinstance(alignment, IntegerAttr) and form.kind == "pointer":
                d.decorate(result, "Alignment", alignment.value.data)
            known = attributes.get(ARGUMENT_NAME)
            if isinstance(known, StringAttr):
                d.name(result, known.data)
            types.append(type_id)
            parameters.append(Instruction("OpFunctionParameter", type_id, result))
            if entry is None:
                continue
            argument = entry.args[number]
            if pointee:
                body.set_pointer(argument, result, pointee, form.storage)
            else:
                body.ids[argument] = result
        result = d.form(output).id
        type_id = d.unique("OpTypeFunction", 0, result, *types)
        head = Instruction("OpFunction", result, id, (0, type_id))
        if entry is None:
            if not isinstance(op, KernelOp):
                d.decorate(id, "LinkageAttributes", name, "Import")
                self.declared += (head, *parameters, Instruction("OpFunctionEnd"))
            return
        written = body.write(op.body)
        self.defined += (head, *parameters, *written, Instruction("OpFunctionEnd"))

    def entry_point(self, kernel: KernelOp) -> None:
        d, name = self.d, kernel.sym_name.data
        inputs = (v for v, (storage, _) in d.variables.items() if storage == "Input")
        id = self.symbols[name]
        entry = ("Kernel", id, name, *inputs)
        d.entry_points.append(Instruction("OpEntryPoint", 0, 0, entry))
        for mode in _modes(kernel):
            d.modes.append(Instruction("OpExecutionMode", 0, 0, (id, *mode)))
        for key, text in _argument_strings(kernel):
            words = (f"{key}.{name}.{text}",)
            d.strings.append(Instruction("OpString", 0, d.fresh(), words))


def _modes(kernel: KernelOp) -> Iterator[tuple[Value, ...]]:
    for mode, name in SIZES.items():
        sizes = kernel.properties.get(name)
        if isinstance(sizes, DenseArrayBase):
            array = cast("DenseArrayBase[Any]", sizes)
            yield mode, *map(int, array.get_values())
    hint = kernel.vec_type_hint
    if hint is not None and (element := element_of(hint)) in HINTED:
        yield "VecTypeHint", (width_of(hint) or 1) << 16 | HINTED.index(element)
    if kernel.reqd_sub_group_size is not None:
        size = cast("IntegerAttr[Any]", kernel.reqd_sub_group_size)
        yield "SubgroupSize", size.value.data
    # Operations that may be contracted are multiply-adds already.
    yield ("ContractionOff",)


def _argument_strings(kernel: KernelOp) -> Iterator[tuple[str, str]]:
    """The names of the arguments' types, and their qualifiers, as DPC++ writes them."""
    for key, name in ARGUMENT_STRINGS.items():
        texts = (attributes.data.get(name) for attributes in _attributes(kernel))
        words = [text.data if isinstance(text, StringAttr) else "" for text in texts]
        if any(words):
            yield key, "".join(f"{word}," for word in words)


TABLE: dict[str, Handler] = {**LLVM, **OPENCL}

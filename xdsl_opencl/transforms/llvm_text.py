"""
LLVM IR text of a lowered module: the printer knows only LLVM, and this module turns the attributes
`opencl.*` of modules and functions into LLVM's metadata. From `opencl.lowered` it uses only the
code object version; functions repeat the rest as `target_cpu` and `target_features`.

Source of the two forms of a kernel's metadata: Clang's
`CodeGenModule::GenKernelArgMetadata` (attached to the function since 3.9) and the SPIR 1.2
specification (the named node `!opencl.kernels`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32,
)
from xdsl.dialects.llvm import FuncOp
from xdsl.ir import Attribute

from xdsl_opencl.abi.reflection import (
    ARGUMENT_LISTS,
    SUB_GROUP_SIZE,
    VECTOR_TYPE_HINT,
    WORK_GROUP_SIZES,
    attribute_name,
)
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.ir.module import (
    COMPILER_OPTIONS_ATTRIBUTE,
    FORMATS_ATTRIBUTE,
    FP_CONTRACT_ATTRIBUTE,
    LIBRARIES_ATTRIBUTE,
    LOWERED_ATTRIBUTE,
    USED_EXTENSIONS_ATTRIBUTE,
    USED_FEATURES_ATTRIBUTE,
)
from xdsl_opencl.llvm_ir.printer import LLVMTranslationError
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.module import Meaning, print_llvm_ir
from xdsl_opencl.llvm_ir.printer.narrow import integers, is_array
from xdsl_opencl.llvm_ir.syntax.module import (
    METADATA_ATTRIBUTE,
    MODULE_FLAGS,
    NAMED_METADATA_ATTRIBUTE,
)
from xdsl_opencl.transforms.kernels.signature.argument_metadata import (
    SEGMENT_ARGUMENTS,
    USER_REGISTERS,
)

KernelMetadata = Literal["function", "named", "both"]
"""The destination of the argument information of kernels; see `emit_llvm_ir`."""

_SIGNED_HINT = attribute_name(f"{VECTOR_TYPE_HINT}_signed")
_REQUIRED_SUB_GROUP_SIZE = attribute_name("reqd_sub_group_size")
_KERNEL_KEYS = frozenset(
    (
        *map(attribute_name, (*ARGUMENT_LISTS, VECTOR_TYPE_HINT)),
        *WORK_GROUP_SIZES,
        *(f"rocdl.{name}" for name in WORK_GROUP_SIZES),
        *(_SIGNED_HINT, _REQUIRED_SUB_GROUP_SIZE, SEGMENT_ARGUMENTS, USER_REGISTERS),
    )
)
"""The attributes of `llvm.func` that are read here."""
_WORD_LISTS = {
    COMPILER_OPTIONS_ATTRIBUTE: "opencl.compiler.options",
    USED_EXTENSIONS_ATTRIBUTE: "opencl.used.extensions",
    USED_FEATURES_ATTRIBUTE: "opencl.used.optional.core.features",
}
"""Module attributes that are lists of words, and their named nodes (SPIR 1.2, 2.11-2.13)."""
_SILENT = frozenset((LIBRARIES_ATTRIBUTE, "opencl.check"))
"""Module attributes for code generation and for the reader of the checker's reports."""


class _OpenCLMeaning(Meaning):
    """The meaning of the attributes `opencl.*`."""

    def __init__(self, where: KernelMetadata) -> None:
        self._where = where

    def of_module(self, module: ModuleOp) -> Mapping[str, Attribute]:
        found: dict[str, Attribute] = {}
        named: dict[str, list[Attribute]] = {}
        for name, value in module.attributes.items():
            match name, value:
                case _, _ if name == TARGET_ATTRIBUTE:
                    raise Untranslatable(
                        "the module is at the opencl level; run 'opencl-to-llvm' first"
                    )
                case _, DictionaryAttr() if name == NAMED_METADATA_ATTRIBUTE:
                    for key, nodes in value.data.items():
                        if is_array(nodes):
                            named.setdefault(key, []).extend(nodes)
                case _, DictionaryAttr() if name == LOWERED_ATTRIBUTE:
                    named.setdefault(MODULE_FLAGS, []).extend(_target_flags(value))
                case "opencl.module_flags", _ if is_array(value):
                    named.setdefault(MODULE_FLAGS, []).extend(value)
                case "opencl.ocl_version", _ if is_array(value):
                    named["opencl.ocl.version"] = [value]
                case _, _ if name == FORMATS_ATTRIBUTE and is_array(value):
                    named["llvm.printf.fmts"] = [
                        ArrayAttr((word,)) for word in _strings(name, value)
                    ]
                case _, UnitAttr() if name == FP_CONTRACT_ATTRIBUTE:
                    named["opencl.enable.FP_CONTRACT"] = []
                case _, _ if name in _WORD_LISTS and is_array(value):
                    named[_WORD_LISTS[name]] = [ArrayAttr(_strings(name, value))]
                case _ if name in _SILENT:
                    pass
                case _:
                    found[name] = value
        if self._where != "function" and (kernels := [*_kernels(module)]):
            named["opencl.kernels"] = kernels
        if named:
            found[NAMED_METADATA_ATTRIBUTE] = DictionaryAttr(
                {name: ArrayAttr(nodes) for name, nodes in named.items()}
            )
        return found

    def of_function(self, op: FuncOp) -> Mapping[str, Attribute]:
        attributes = super().of_function(op)
        if _KERNEL_KEYS.isdisjoint(attributes):
            return attributes
        nodes: dict[str, Attribute] = {}
        for name, node in _kernel_nodes(op, attributes):
            nodes[name] = node
        kept = {k: v for k, v in attributes.items() if k not in _KERNEL_KEYS}
        if nodes and self._where != "named":
            if isinstance(own := kept.get(METADATA_ATTRIBUTE), DictionaryAttr):
                nodes |= own.data
            kept[METADATA_ATTRIBUTE] = DictionaryAttr(nodes)
        return kept


def _strings(name: str, values: Iterable[Attribute]) -> list[StringAttr]:
    found: list[StringAttr] = []
    for value in values:
        if not isinstance(value, StringAttr):
            raise Untranslatable(f"'{name}' must be strings, got {value}")
        found.append(value)
    return found


def _target_flags(lowered: DictionaryAttr) -> list[Attribute]:
    """
    Returns the module flag of the code object version that the lowering recorded, if the
    target has one (AMDGPUUsage, "Code Object Metadata").
    """
    version = lowered.data.get("code_object_version")
    if version is None:
        return []
    if not isinstance(version, IntegerAttr):
        raise Untranslatable(
            f"'code_object_version' of '{LOWERED_ATTRIBUTE}' cannot be {version}; "
            "make it an integer"
        )
    key = StringAttr("amdhsa_code_object_version")
    number = IntegerAttr(version.value.data * 100, i32)
    return [ArrayAttr((IntegerAttr(1, i32), key, number))]


def _kernels(module: ModuleOp) -> Iterable[Attribute]:
    """
    Returns a node for each kernel: the function, then its nodes after their names.
    """
    for op in module.body.ops:
        if not isinstance(op, FuncOp):
            continue
        try:
            nodes = _kernel_nodes(op, Meaning().of_function(op))
        except Untranslatable as error:
            raise LLVMTranslationError(str(error), op) from error
        if any(name in ARGUMENT_LISTS for name, _ in nodes):
            parts = [ArrayAttr((StringAttr(name), *node)) for name, node in nodes]
            yield ArrayAttr((SymbolRefAttr(op.sym_name.data), *parts))


def _kernel_nodes(
    op: FuncOp, attributes: Mapping[str, Attribute]
) -> list[tuple[str, ArrayAttr[Attribute]]]:
    """
    Returns the metadata of a function; `attributes` are all of `op`'s.

    Raises `Untranslatable` for lists of another length than the parameters.
    """
    nodes: list[tuple[str, ArrayAttr[Attribute]]] = []
    for name in ARGUMENT_LISTS:
        if (value := attributes.get(attribute_name(name))) is not None:
            nodes.append((name, _argument_list(op, name, value)))
    if (hint := attributes.get(attribute_name(VECTOR_TYPE_HINT))) is not None:
        signed = IntegerAttr(int(_SIGNED_HINT in attributes), i32)
        nodes.append((VECTOR_TYPE_HINT, ArrayAttr((hint, signed))))
    for name in WORK_GROUP_SIZES:
        value = attributes.get(name, attributes.get(f"rocdl.{name}"))
        if value is not None:
            nodes.append((name, _sizes(name, value)))
    value = attributes.get(_REQUIRED_SUB_GROUP_SIZE)
    if value is not None:
        if not isinstance(value, IntegerAttr):
            raise Untranslatable(f"'{_REQUIRED_SUB_GROUP_SIZE}' cannot be {value}")
        nodes.append((SUB_GROUP_SIZE, _numbers((value.value.data,))))
    return nodes


def _numbers(values: Iterable[int]) -> ArrayAttr[Attribute]:
    return ArrayAttr(IntegerAttr(value, i32) for value in values)


def _argument_list(op: FuncOp, name: str, value: Attribute) -> ArrayAttr[Attribute]:
    if (numbers := integers(value)) is not None:
        entries = _numbers(numbers)
    elif is_array(value):
        expected = IntegerAttr if name == "kernel_arg_addr_space" else StringAttr
        for entry in value:
            if not isinstance(entry, expected):
                raise Untranslatable(f"'opencl.{name}' has the entry {entry}")
        entries = value
    else:
        raise Untranslatable(f"'opencl.{name}' must be an array, got {value}")
    # The only parameter may be the argument segment.
    whole = SEGMENT_ARGUMENTS in op.attributes
    if len(entries) != len(op.function_type.inputs) and not whole:
        raise Untranslatable(
            f"'opencl.{name}' has {len(entries)} entries for "
            f"{len(op.function_type.inputs)} parameters"
        )
    return entries


def _sizes(name: str, value: Attribute) -> ArrayAttr[Attribute]:
    sizes: Sequence[int] = integers(value) or ()
    if is_array(value):
        sizes = [v.value.data for v in value if isinstance(v, IntegerAttr)]
    if len(sizes) != 3:
        raise Untranslatable(f"'{name}' must be three integers, got {value}")
    return _numbers(sizes)


def emit_llvm_ir(module: ModuleOp, kernel_metadata: KernelMetadata = "function") -> str:
    """
    The LLVM IR text of `module`, see `print_llvm_ir`. `kernel_metadata` selects the place of a
    kernel's argument information: attached to the `function` as Clang 3.9 and later do, in the
    `named` node `!opencl.kernels` as Clang before 3.9, or `both`.

    Raises `LLVMTranslationError`.
    """
    return print_llvm_ir(module, _OpenCLMeaning(kernel_metadata))

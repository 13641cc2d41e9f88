"""
Which functions are kernels, and what their metadata says of the arguments.

Two forms are read (SPIR 1.2 provisional specification, section 2.7; clang's
`CodeGenFunction::EmitKernelMetadata`):

* function-level nodes `!kernel_arg_addr_space`, `!kernel_arg_type`, ..., and
  `!reqd_work_group_size` and its like, clang 3.9 and later;
* the named node `!opencl.kernels`, one node a kernel: the function, then nodes that begin
  with the same names as keys. They may come in any order. `strict` keeps the rule of the
  original R600 pass instead: exactly the five argument lists, in their order; an entry
  of any other form is no kernel.

A function of kernel calling convention is a kernel unless the module has
`!opencl.kernels` and neither form mentions it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i32,
)
from xdsl.dialects.llvm import LLVMPointerType, LLVMVoidType
from xdsl.ir import Attribute

from xdsl_opencl.abi.enums import AccessQualifier, ImageKind
from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_ACCESS,
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_NAME,
    ARGUMENT_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
)
from xdsl_opencl.dialects.opencl.types import ImageType, PipeType, SamplerType
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.ir.module import (
    COMPILER_OPTIONS_ATTRIBUTE,
    FP_CONTRACT_ATTRIBUTE,
    USED_EXTENSIONS_ATTRIBUTE,
    USED_FEATURES_ATTRIBUTE,
)
from xdsl_opencl.llvm_ir.reader.metadata import Item, TypedValue

if TYPE_CHECKING:
    from xdsl_opencl.llvm_ir.reader.declarations import Header
    from xdsl_opencl.llvm_ir.reader.module import ModuleReader

_ARGUMENT_LISTS = (
    "kernel_arg_addr_space",
    "kernel_arg_access_qual",
    "kernel_arg_type",
    "kernel_arg_base_type",
    "kernel_arg_type_qual",
)
_ALL_LISTS = (*_ARGUMENT_LISTS, "kernel_arg_name")
_SIZES = {
    "reqd_work_group_size": "reqd_work_group_size",
    "work_group_size_hint": "work_group_size_hint",
}
_HINTS = (*_SIZES, "vec_type_hint", "intel_reqd_sub_group_size")

_VECTOR = re.compile(r"__attribute__\(\(ext_vector_type\((\d+)\)\)\)")
_IMAGE = re.compile(r"(?:__)?(?:(read_only|write_only|read_write) +)?(image\w+_t)")
_SAMPLER_NAMES = ("sampler_t", "__sampler_t")

_Nodes = dict[str, tuple[Item, ...]]


def canonical_type_name(name: str) -> str:
    """
    `name` with clang's spelling of vectors as OpenCL C's: `float
    __attribute__((ext_vector_type(4)))*` is `float4*`.
    """
    if "__attribute__" not in name:
        return name
    return re.sub(rf"\s*{_VECTOR.pattern}", r"\1", name)


class KernelMetadata:
    """
    Kernels of one module: sets `is_kernel` of the headers, and the types of images and
    samplers that the LLVM types do not show.

    Raises `FrontendError` for metadata that contradicts itself or the functions.
    """

    def __init__(self, module: ModuleReader, *, strict: bool = False):
        self._module = module
        self._strict = strict
        self._nodes: dict[str, _Nodes] = {}
        self.retyped = False
        """Whether an argument became an image or a sampler only by the metadata."""
        self._find()

    def _find(self) -> None:
        module = self._module
        named = self._named_form()
        headers = {header.name: header for header in module.functions.values()}
        for name, header in headers.items():
            own = self._function_form(header)
            nodes = named.get(name, own)
            if named or "opencl.kernels" in module.metadata.named:
                header.is_kernel = name in named or (header.is_kernel and bool(own))
            elif own and "kernel_arg_type" in own and not header.is_kernel:
                # Clang's body function carries its kernel's metadata; it was merged.
                header.is_kernel = header.has_plain_convention
            if not header.is_kernel:
                continue
            if not isinstance(header.result_type, LLVMVoidType):
                raise FrontendError(
                    f"{module.source}: error: kernel @{name} returns a value; a kernel "
                    "returns nothing"
                )
            self._check(header, nodes)
            self._nodes[name] = nodes
            self._retype(header, nodes)

    def _function_form(self, header: Header) -> _Nodes:
        nodes: _Nodes = {}
        for kind in (*_ALL_LISTS, *_HINTS):
            if (token := header.metadata.get(kind)) is not None:
                node = self._module.metadata.node(token)
                if not isinstance(node, tuple):
                    raise FrontendError(
                        f"{self._module.source}: error: @{header.name}: !{kind} {token} "
                        "is not a list"
                    )
                nodes[kind] = node
        return nodes

    def _named_form(self) -> dict[str, _Nodes]:
        found: dict[str, _Nodes] = {}
        module = self._module
        for token, node in module.metadata.named_nodes("opencl.kernels"):
            where = f"{module.source}: error: !opencl.kernels, entry {token}"
            match node:
                case (TypedValue(value=str() as name), *rest):
                    pass
                case _:
                    if self._strict:
                        continue
                    raise FrontendError(
                        f"{where}: the first operand must be the kernel's function"
                    )
            if name not in module.functions:
                if self._strict:
                    continue
                raise FrontendError(f"{where}: @{name} is not defined in this module")
            name = module.functions[name].name
            if name in found:
                raise FrontendError(f"{where}: kernel @{name} is listed twice")
            nodes: _Nodes = {}
            for position, item in enumerate(rest, 1):
                match item:
                    case (str() as key, *values) if key in _ALL_LISTS or key in _HINTS:
                        if key in nodes:
                            raise FrontendError(
                                f"{where}: kernel @{name} has '{key}' twice"
                            )
                        nodes[key] = tuple(values)
                    case _:
                        if not self._strict:
                            raise FrontendError(
                                f"{where}: operand {position} of kernel @{name} must be "
                                f"a list that begins with one of {', '.join(_ALL_LISTS)}"
                            )
                        nodes[""] = ()
            if self._strict and tuple(nodes) != _ARGUMENT_LISTS:
                continue
            found[name] = nodes
        return found

    def _check(self, header: Header, nodes: _Nodes) -> None:
        count = len(header.argument_types)
        for key in _ALL_LISTS:
            values = nodes.get(key)
            if values is None:
                continue
            where = f"{self._module.source}: error: kernel @{header.name}: {key}"
            if len(values) != count:
                raise FrontendError(
                    f"{where} has {len(values)} entries for {count} arguments"
                )
            for index, value in enumerate(values):
                number = isinstance(value, TypedValue) and isinstance(value.value, int)
                expected = (
                    number if key == _ARGUMENT_LISTS[0] else isinstance(value, str)
                )
                if not expected:
                    kind = "an integer" if key == _ARGUMENT_LISTS[0] else "a string"
                    raise FrontendError(f"{where}: entry {index} must be {kind}")

    def _retype(self, header: Header, nodes: _Nodes) -> None:
        """
        Gives images and samplers that LLVM passes as pointers or integers their type.
        """
        bases = nodes.get("kernel_arg_base_type") or nodes.get("kernel_arg_type")
        if bases is None:
            return
        accesses = nodes.get("kernel_arg_access_qual") or (None,) * len(bases)
        for index, (base, access) in enumerate(zip(bases, accesses, strict=True)):
            if isinstance(header.argument_types[index], ImageType | SamplerType):
                continue
            if not isinstance(base, str):
                continue
            if base in _SAMPLER_NAMES:
                header.argument_types[index] = SamplerType()
                header.argument_attributes[index] = {}
                self.retyped = True
            elif isinstance(header.argument_types[index], LLVMPointerType):
                type_ = image_type(base, access)
                if type_ is not None:
                    self.retyped = True
                    header.argument_types[index] = type_
                    header.argument_attributes[index] = {}

    def of(
        self, header: Header
    ) -> tuple[ArrayAttr[DictionaryAttr], dict[str, Attribute]]:
        """
        `arg_attrs` and the hint properties of the kernel `header`.
        """
        nodes = self._nodes[header.name]
        entries: list[DictionaryAttr] = []
        for index, attributes in enumerate(header.argument_attributes):
            entry: dict[str, Attribute] = {}
            self._reflection(header, nodes, index, entry)
            entries.append(DictionaryAttr(entry | attributes))
        return ArrayAttr(entries), self._hints(header, nodes)

    def _reflection(
        self, header: Header, nodes: _Nodes, index: int, entry: dict[str, Attribute]
    ) -> None:
        def text(key: str) -> str | None:
            values = nodes.get(key)
            value = None if values is None else values[index]
            return value if isinstance(value, str) else None

        type_ = header.argument_types[index]
        name = text("kernel_arg_name")
        if name is None and (token := header.argument_tokens[index]) is not None:
            # Clang keeps the names of parameters as the names of values.
            name = None if token[1].isdigit() else token[1:].strip('"')
        if name:
            entry[ARGUMENT_NAME] = StringAttr(name)
        if type_name := text("kernel_arg_type"):
            entry[ARGUMENT_TYPE_NAME] = StringAttr(type_name)
        if base := text("kernel_arg_base_type"):
            entry[ARGUMENT_BASE_TYPE_NAME] = StringAttr(canonical_type_name(base))
        qualifiers = text("kernel_arg_type_qual")
        if qualifiers is not None and (
            qualifiers or isinstance(type_, LLVMPointerType)
        ):
            entry[ARGUMENT_TYPE_QUALIFIERS] = StringAttr(qualifiers)
        access = text("kernel_arg_access_qual")
        if access not in (None, "", "none") and not isinstance(
            type_, ImageType | PipeType
        ):
            entry[ARGUMENT_ACCESS] = StringAttr(str(access))

    def _hints(self, header: Header, nodes: _Nodes) -> dict[str, Attribute]:
        properties: dict[str, Attribute] = {}
        where = f"{self._module.source}: error: kernel @{header.name}"
        for key, prop in _SIZES.items():
            if (values := nodes.get(key)) is not None:
                sizes = [
                    value.value
                    for value in values
                    if isinstance(value, TypedValue) and isinstance(value.value, int)
                ]
                if len(sizes) != 3 or len(values) != 3 or min(sizes) < 1:
                    raise FrontendError(
                        f"{where}: {key} must be three positive integers"
                    )
                properties[prop] = DenseArrayBase.from_list(i32, sizes)
        match nodes.get("vec_type_hint"):
            case None:
                pass
            case (TypedValue(type=type_), TypedValue(value=int() as signed)):
                properties["vec_type_hint"] = type_
                if signed:
                    properties["vec_type_hint_signed"] = UnitAttr()
            case _:
                raise FrontendError(
                    f"{where}: vec_type_hint must be a value of the type and an integer"
                )
        match nodes.get("intel_reqd_sub_group_size"):
            case None:
                pass
            case (TypedValue(value=int() as size),) if size > 0:
                properties["reqd_sub_group_size"] = IntegerAttr(size, i32)
            case _:
                raise FrontendError(
                    f"{where}: intel_reqd_sub_group_size must be one positive integer"
                )
        return properties


def image_type(name: str, access: Item) -> ImageType | None:
    """
    The image type of `__read_only image2d_t`, `image2d_t` with an access qualifier, or
    SPIR's `image2d_ro_t`.
    """
    match = _IMAGE.fullmatch(name)
    if match is None:
        return None
    qualifier, kind = match.groups()
    for suffix, word in (
        ("_ro_t", "read_only"),
        ("_wo_t", "write_only"),
        ("_rw_t", "read_write"),
    ):
        if kind.endswith(suffix):
            kind, qualifier = kind.removesuffix(suffix) + "_t", word
    if qualifier is None:
        qualifier = access if access in set(AccessQualifier) else "read_only"
    if kind not in set(ImageKind) or qualifier == "none":
        return None
    return ImageType(ImageKind(kind), AccessQualifier(str(qualifier)))


OCL_VERSION = "opencl.ocl_version"
"""Module attribute: `[major, minor]` of i32."""


def module_attributes(module: ModuleReader) -> dict[str, Attribute]:
    """
    What the module's named metadata says of the program.
    """
    attributes: dict[str, Attribute] = {}
    metadata = module.metadata
    # `!opencl.spir.version` is left out: it follows from the language's version.
    versions = [
        tuple(item.value for item in node if isinstance(item, TypedValue))
        for _, node in metadata.named_nodes("opencl.ocl.version")
        if isinstance(node, tuple)
    ]
    pairs = [v for v in versions if len(v) == 2 and all(isinstance(n, int) for n in v)]
    if len(pairs) != len(versions):
        raise FrontendError(
            f"{module.source}: error: !opencl.ocl.version must list pairs of integers"
        )
    if pairs:
        # Linked modules list one version each; the newest holds for all.
        newest = max(pairs, key=lambda pair: (int(str(pair[0])), int(str(pair[1]))))
        attributes[OCL_VERSION] = ArrayAttr(
            IntegerAttr(int(str(n)), i32) for n in newest
        )
    for key, name in (
        (USED_EXTENSIONS_ATTRIBUTE, "opencl.used.extensions"),
        (USED_FEATURES_ATTRIBUTE, "opencl.used.optional.core.features"),
        (COMPILER_OPTIONS_ATTRIBUTE, "opencl.compiler.options"),
    ):
        words = [
            word
            for _, node in metadata.named_nodes(name)
            if isinstance(node, tuple)
            for word in node
            if isinstance(word, str)
        ]
        if words:
            attributes[key] = ArrayAttr(StringAttr(w) for w in dict.fromkeys(words))
    if "opencl.enable.FP_CONTRACT" in metadata.named:
        attributes[FP_CONTRACT_ATTRIBUTE] = UnitAttr()
    return attributes

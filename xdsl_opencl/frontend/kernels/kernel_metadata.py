"""
The OpenCL meaning of metadata: the kernels among the functions, and facts about their arguments
and the program.

Two forms are read (SPIR 1.2 provisional specification, section 2.7; Clang's
`CodeGenFunction::EmitKernelMetadata`), from the attributes that the reader of LLVM IR
gives functions and modules:

* function-level nodes `!kernel_arg_addr_space`, `!kernel_arg_type`, ..., and
  `!reqd_work_group_size` and its like, Clang 3.9 and later;
* the named node `!opencl.kernels`, one node for each kernel: the function, then nodes that
  begin with the same names as keys. They may come in any order. `strict` keeps the rule of
  the original R600 pass instead: exactly the five argument lists, in their order; an entry
  of any other form is not a kernel, and neither is a function that is not listed.

Upstream's import keeps no lists of arguments, and has the sizes as properties of
`llvm.func`; those are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NoReturn, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    VectorType,
    i1,
    i8,
    i32,
)
from xdsl.dialects.llvm import FuncOp, LLVMArrayType, LLVMPointerType, LLVMVoidType
from xdsl.ir import Attribute, BlockArgument, Operation, Region, TypeAttribute

from xdsl_opencl.abi.enums import AccessQualifier, ImageKind
from xdsl_opencl.abi.reflection import (
    ARGUMENT_LISTS,
    SUB_GROUP_SIZE,
    VECTOR_TYPE_HINT,
    WORK_GROUP_SIZES,
)
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_ACCESS,
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_NAME,
    ARGUMENT_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
)
from xdsl_opencl.dialects.opencl.types import ImageType, PipeType, SamplerType
from xdsl_opencl.frontend.errors import RaiseError
from xdsl_opencl.frontend.spirv_types import raised_type
from xdsl_opencl.ir.build import set_type
from xdsl_opencl.ir.module import (
    COMPILER_OPTIONS_ATTRIBUTE,
    FP_CONTRACT_ATTRIBUTE,
    OCL_VERSION,
    USED_EXTENSIONS_ATTRIBUTE,
    USED_FEATURES_ATTRIBUTE,
)
from xdsl_opencl.llvm_ir.syntax.module import (
    METADATA_ATTRIBUTE,
    NAMED_METADATA_ATTRIBUTE,
    NAMES_ATTRIBUTE,
)

_HINTS = (*WORK_GROUP_SIZES, VECTOR_TYPE_HINT, SUB_GROUP_SIZE)
_STRICT_LISTS = ARGUMENT_LISTS[:-1]
"""The lists that an entry of `!opencl.kernels` has in the original R600 pass."""

_VECTOR = re.compile(r"__attribute__\(\(ext_vector_type\((\d+)\)\)\)")
_IMAGE = re.compile(r"(?:__)?(?:(read_only|write_only|read_write) +)?(image\w+_t)")
_IMAGE_ACCESSES = ("read_only", "write_only", "read_write")
_SAMPLER_NAMES = ("sampler_t", "__sampler_t")
_COMPANION_LENGTHS = {"__llvm_image_size": 3, "__llvm_image_format": 2}
"""Names of the types of clover's companions to their numbers of dwords."""

_Nodes = dict[str, tuple[Attribute, ...]]


def canonical_type_name(name: str) -> str:
    """
    `name` with clang's spelling of vectors as OpenCL C's: `float
    __attribute__((ext_vector_type(4)))*` is `float4*`.
    """
    if "__attribute__" not in name:
        return name
    return re.sub(rf"\s*{_VECTOR.pattern}", r"\1", name)


@dataclass
class Function:
    """An `llvm.func` on its way to the opencl level."""

    op: Operation
    name: str
    region: Region | None
    """The body; None for a declaration."""
    result_type: Attribute
    names: tuple[str, ...]
    """The arguments' names, as far as they are known."""
    is_kernel: bool
    plain: bool
    """True if it has the C convention, like old R600 kernels."""
    nodes: _Nodes = field(default_factory=dict[str, tuple[Attribute, ...]])
    retyped: set[int] = field(default_factory=set[int])
    """Arguments with LLVM attributes that do not apply to their new types."""
    originals: dict[int, Attribute] = field(default_factory=dict[int, Attribute])
    """The LLVM types of arguments that got another type from metadata."""
    declared: list[Attribute] = field(default_factory=list[Attribute])
    """The types of the arguments of a kernel that has no body here."""

    @cached_property
    def facts(self) -> dict[str, Attribute]:
        """
        The properties and attributes of the function: MLIR's syntaxes and versions store different
        facts as properties.
        """
        return self.op.attributes | self.op.properties

    @property
    def arguments(self) -> tuple[BlockArgument, ...]:
        """The entry block's arguments."""
        return () if self.region is None else tuple(self.region.blocks[0].args)

    @property
    def types(self) -> list[Attribute]:
        if self.region is None:
            return self.declared
        return [argument.type for argument in self.arguments]

    def called(self, index: int) -> str:
        """The name of argument `index` in a message; its number where it has none."""
        return (self.names[index] if index < len(self.names) else "") or str(index)

    def text(self, key: str, index: int) -> str | None:
        """The string for argument `index` in the list `key`."""
        values = self.nodes.get(key)
        return None if values is None else _text(values[index])

    def give(self, index: int, type_: Attribute) -> None:
        """Makes `type_` the type of argument `index`."""
        self.originals[index] = self.types[index]
        self.retyped.add(index)
        if self.region is None:
            self.declared[index] = type_
        else:
            set_type(self.arguments[index], type_)


def each(functions: Mapping[str, Function]) -> list[Function]:
    """The functions in order; a kernel and its body are one under two names."""
    return [*{id(function): function for function in functions.values()}.values()]


def argument_names(op: Operation, region: Region | None) -> tuple[str, ...]:
    """
    The names of the arguments of the `llvm.func` `op`: as the reader kept them, or the
    values' own.
    """
    if (names := _items(op.attributes.get(NAMES_ATTRIBUTE))) is not None:
        return tuple(_text(name) or "" for name in names)
    arguments = () if region is None else region.blocks[0].args
    # MLIR's printer calls them `%arg0`, `%arg1`, ...
    return tuple(
        "" if argument.name_hint == f"arg{index}" else argument.name_hint or ""
        for index, argument in enumerate(arguments)
    )


def _items(node: Attribute | None) -> tuple[Attribute, ...] | None:
    """The elements of an array; None for anything else."""
    if isinstance(node, ArrayAttr):
        return cast("ArrayAttr[Attribute]", node).data
    return None


def _text(item: Attribute) -> str | None:
    return item.data if isinstance(item, StringAttr) else None


def _integer(item: Attribute) -> int | None:
    return item.value.data if isinstance(item, IntegerAttr) else None


def find_kernels(
    module: ModuleOp, functions: dict[str, Function], *, strict: bool
) -> bool:
    """
    Sets `is_kernel` and `nodes` of `functions`, and the types of images and samplers that the LLVM
    types do not show. Returns whether there were any of these.

    Raises `RaiseError` for metadata that contradicts itself or the functions.
    """
    named = _named_nodes(module)
    listed = _listed_kernels(named, functions, strict=strict)
    has_list = "opencl.kernels" in named
    retyped = False
    for function in each(functions):
        own = _function_nodes(function)
        nodes = listed.get(function.name, own)
        if strict and has_list:
            function.is_kernel = function.name in listed or (
                function.is_kernel and bool(own)
            )
        elif has_list:
            function.is_kernel |= function.name in listed
        elif "kernel_arg_type" in own:
            function.is_kernel |= function.plain
        if not function.is_kernel:
            continue
        if function.region is None:
            if not nodes:
                continue
            function.declared = [*_parameters(function)]
        if not isinstance(function.result_type, LLVMVoidType):
            raise RaiseError(
                f"kernel @{function.name} returns a value; make it return void"
            )
        _check(function, nodes)
        function.nodes = nodes
        retyped |= _retype(function)
    return retyped


def _function_nodes(function: Function) -> _Nodes:
    metadata = function.op.attributes.get(METADATA_ATTRIBUTE)
    nodes: _Nodes = {}
    if isinstance(metadata, DictionaryAttr):
        for kind in (*ARGUMENT_LISTS, *_HINTS):
            node = metadata.data.get(kind)
            if (items := _items(node)) is not None:
                nodes[kind] = items
            elif node is not None:
                raise RaiseError(f"@{function.name}: !{kind} is not a list")
    return nodes


def _named_nodes(module: ModuleOp) -> dict[str, tuple[Attribute, ...]]:
    named = module.attributes.get(NAMED_METADATA_ATTRIBUTE)
    if not isinstance(named, DictionaryAttr):
        return {}
    return {name: _items(nodes) or () for name, nodes in named.data.items()}


def _listed_kernels(
    named: dict[str, tuple[Attribute, ...]],
    functions: dict[str, Function],
    *,
    strict: bool,
) -> dict[str, _Nodes]:
    found: dict[str, _Nodes] = {}
    for number, node in enumerate(named.get("opencl.kernels", ())):
        where = f"!opencl.kernels, entry {number}"
        first, *rest = _items(node) or (UnitAttr(),)
        if not isinstance(first, SymbolRefAttr):
            if strict:
                continue
            raise RaiseError(
                f"{where}: the first operand must be the kernel's function"
            )
        name = first.root_reference.data
        if name not in functions:
            if strict:
                continue
            raise RaiseError(f"{where}: @{name} is not in this module")
        if strict and functions[name].region is None:
            continue
        name = functions[name].name
        if name in found:
            raise RaiseError(f"{where}: kernel @{name} is listed twice")
        nodes: _Nodes = {}
        for position, item in enumerate(rest, 1):
            key, *values = _items(item) or (UnitAttr(),)
            kind = _text(key)
            if kind is not None and (kind in ARGUMENT_LISTS or kind in _HINTS):
                if kind in nodes:
                    raise RaiseError(f"{where}: kernel @{name} has '{kind}' twice")
                nodes[kind] = tuple(values)
            elif strict:
                nodes[""] = ()
            else:
                raise RaiseError(
                    f"{where}: operand {position} of kernel @{name} must be "
                    f"a list that begins with one of {', '.join(ARGUMENT_LISTS)}"
                )
        if strict and tuple(nodes) != _STRICT_LISTS:
            continue
        found[name] = nodes
    return found


def _check(function: Function, nodes: _Nodes) -> None:
    count = len(function.types)
    for key in ARGUMENT_LISTS:
        values = nodes.get(key)
        if values is None:
            continue
        where = f"kernel @{function.name}: {key}"
        if len(values) != count:
            raise RaiseError(
                f"{where} has {len(values)} entries for {count} arguments; give one for "
                "each",
                function.op,
            )
        kind = IntegerAttr if key == ARGUMENT_LISTS[0] else StringAttr
        for index, value in enumerate(values):
            if not isinstance(value, kind):
                expected = "an integer" if kind is IntegerAttr else "a string"
                raise RaiseError(
                    f"{where}: entry {index} must be {expected}", function.op
                )


def _retype(function: Function) -> bool:
    """Gives images and samplers their type where LLVM passes pointers or integers."""
    nodes = function.nodes
    for index, given in enumerate(function.types):
        if given == i1:
            # A kernel gets it as a byte.
            function.give(index, i8)
    bases = nodes.get("kernel_arg_base_type") or nodes.get("kernel_arg_type")
    if bases is None:
        return bool(function.retyped)
    for index, given in enumerate(function.types):
        if isinstance(given, ImageType | SamplerType | PipeType):
            continue
        base = _text(bases[index])
        access = function.text("kernel_arg_access_qual", index)
        qualifiers = function.text("kernel_arg_type_qual", index) or ""
        number = given == i32 or isinstance(given, LLVMPointerType)
        type_: Attribute | None = None
        if isinstance(given, LLVMPointerType) and "pipe" in qualifiers.split():
            writes = access == AccessQualifier.WRITE_ONLY
            known = AccessQualifier.WRITE_ONLY if writes else AccessQualifier.READ_ONLY
            type_ = PipeType(i8, known)
        elif (
            base is not None
            and not number
            and (base in _SAMPLER_NAMES or _image(base) is not None)
        ):
            raise RaiseError(
                f"kernel @{function.name}, argument '{function.called(index)}': of type "
                f"{given} in LLVM IR, and {base} in its metadata; pass a pointer or an i32",
                function.op,
            )
        elif base in _SAMPLER_NAMES:
            type_ = SamplerType()
        elif base is not None and number:
            # r600 has a number for an image.
            type_ = image_type(base, access)
            if type_ is None and _image(base) is not None:
                _fail_without_access(function, index, base, access)
        elif _COMPANION_LENGTHS.get(base or "") == _array_length(given):
            type_ = VectorType(i32, [_COMPANION_LENGTHS[base or ""]])
        if type_ is not None:
            function.give(index, type_)
    return bool(function.retyped)


def _image(name: str) -> tuple[ImageKind, str | None] | None:
    """
    The kind and the access qualifier of `__read_only image2d_t`, `image2d_t`, or SPIR's
    `image2d_ro_t`; None for a name of another type.
    """
    match = _IMAGE.fullmatch(name)
    if match is None:
        return None
    qualifier, kind = match.groups()
    for suffix, word in zip(("_ro_t", "_wo_t", "_rw_t"), _IMAGE_ACCESSES, strict=True):
        if kind.endswith(suffix):
            kind, qualifier = kind.removesuffix(suffix) + "_t", word
    return (ImageKind(kind), qualifier) if kind in set(ImageKind) else None


def _fail_without_access(
    function: Function, index: int, base: str, access: str | None
) -> NoReturn:
    """
    Fails because image argument `index`, of a type called `base`, has no access qualifier, or an
    unknown one.
    """
    has = f"has the access qualifier '{access}'"
    if access in (None, "", "none"):
        has = "has no access qualifier"
    raise RaiseError(
        f"kernel @{function.name}, argument '{function.called(index)}': an {base} {has}; "
        "give it read_only, write_only or read_write in kernel_arg_access_qual",
        function.op,
    )


def _parameters(function: Function) -> tuple[Attribute, ...]:
    """The types of the parameters of a declaration."""
    op = function.op
    assert isinstance(op, FuncOp)
    return tuple(raised_type(type_) for type_ in op.function_type.inputs)


def _array_length(type_: Attribute) -> int:
    """The length of an array of `i32`; 0 for anything else."""
    if isinstance(type_, LLVMArrayType) and type_.type == i32:
        return type_.size.data
    return 0


def argument_attributes(
    function: Function, given: tuple[DictionaryAttr, ...]
) -> ArrayAttr[DictionaryAttr]:
    """
    `arg_attrs` of the kernel `function`: its facts about the arguments, then LLVM's, which
    are `given`.
    """
    entries: list[DictionaryAttr] = []
    for index, type_ in enumerate(function.types):
        text = partial(function.text, index=index)
        entry: dict[str, Attribute] = {}
        name = text("kernel_arg_name")
        if name is None:
            # Clang keeps the names of parameters as the names of values.
            name = function.names[index] if index < len(function.names) else ""
        if name:
            entry[ARGUMENT_NAME] = string(name)
        if type_name := text("kernel_arg_type"):
            entry[ARGUMENT_TYPE_NAME] = string(type_name)
        if base := text("kernel_arg_base_type"):
            entry[ARGUMENT_BASE_TYPE_NAME] = string(canonical_type_name(base))
        qualifiers = text("kernel_arg_type_qual")
        if qualifiers is not None and (
            qualifiers or isinstance(type_, LLVMPointerType)
        ):
            entry[ARGUMENT_TYPE_QUALIFIERS] = string(qualifiers)
        access = text("kernel_arg_access_qual")
        if access not in (None, "", "none") and not isinstance(
            type_, ImageType | PipeType
        ):
            entry[ARGUMENT_ACCESS] = string(str(access))
        if index < len(given):
            entry |= given[index].data
        entries.append(DictionaryAttr(entry))
    return ArrayAttr(entries)


_SIZE_ATTRIBUTES = {
    "reqd_work_group_size": (
        *("reqd_work_group_size", "rocdl.reqd_work_group_size"),
        *("gpu.known_block_size", "known_block_size"),
    ),
    "work_group_size_hint": ("work_group_size_hint",),
}
"""Maps properties of `opencl.kernel` to upstream's function attributes with the same fact."""


def kernel_properties(function: Function) -> dict[str, Attribute]:
    """
    Returns the properties of `opencl.kernel` from hints in the metadata of `function`, or from its
    attributes.

    Raises `RaiseError` for a hint that is not well formed.
    """
    properties: dict[str, Attribute] = {}
    where = f"kernel @{function.name}"
    nodes = function.nodes
    for key, names in _SIZE_ATTRIBUTES.items():
        for name in names:
            given = function.facts.get(name)
            if isinstance(given, DenseArrayBase):
                given = DenseArrayBase.from_list(
                    i32, [int(n) for n in given.iter_values()]
                )
                properties.setdefault(key, given)
    size = function.facts.get(SUB_GROUP_SIZE)
    if size is not None and (number := _integer(size)) is not None:
        properties["reqd_sub_group_size"] = IntegerAttr(number, i32)
    for key in WORK_GROUP_SIZES:
        if (values := nodes.get(key)) is not None:
            sizes = [n for value in values if (n := _integer(value)) is not None]
            if len(sizes) != 3 or len(values) != 3 or min(sizes) < 1:
                raise RaiseError(f"{where}: {key} must be three positive integers")
            properties[key] = DenseArrayBase.from_list(i32, sizes)
    match nodes.get(VECTOR_TYPE_HINT):
        case None:
            pass
        case (value, IntegerAttr() as signed) if (type_ := _type_of(value)) is not None:
            properties["vec_type_hint"] = type_
            if signed.value.data:
                properties["vec_type_hint_signed"] = UnitAttr()
        case _:
            raise RaiseError(
                f"{where}: vec_type_hint must be a value of the type and an integer"
            )
    match nodes.get(SUB_GROUP_SIZE):
        case None:
            pass
        case (IntegerAttr() as value,) if value.value.data > 0:
            properties["reqd_sub_group_size"] = IntegerAttr(value.value.data, i32)
        case _:
            raise RaiseError(f"{where}: {SUB_GROUP_SIZE} must be one positive integer")
    return properties


def _type_of(value: Attribute) -> Attribute | None:
    if isinstance(value, IntegerAttr | FloatAttr):
        return cast(Attribute, value.type)  # pyright: ignore[reportUnknownMemberType]
    return value if isinstance(value, TypeAttribute) else None


def image_type(name: str, access: str | None) -> ImageType | None:
    """The type of the image `name`, with the qualifier `access` unless it has its own."""
    if (found := _image(name)) is None:
        return None
    kind, qualifier = found
    qualifier = access if qualifier is None else qualifier
    if qualifier not in _IMAGE_ACCESSES:
        return None
    return ImageType(kind, AccessQualifier(str(qualifier)))


def module_attributes(module: ModuleOp) -> dict[str, Attribute]:
    """
    Returns the attributes of the module from its named metadata.

    Raises `RaiseError` for a version that is not two numbers.
    """
    named = _named_nodes(module)
    attributes: dict[str, Attribute] = {}
    # `!opencl.spir.version` is omitted: it follows from the language's version.
    pairs: list[tuple[int, int]] = []
    for node in named.get("opencl.ocl.version", ()):
        match _items(node):
            case None:
                pass
            case (IntegerAttr() as major, IntegerAttr() as minor):
                pairs.append((major.value.data, minor.value.data))
            case _:
                raise RaiseError("!opencl.ocl.version must list pairs of integers")
    if pairs:
        # Linked modules list one version each; the newest holds for all.
        attributes[OCL_VERSION] = ArrayAttr(IntegerAttr(n, i32) for n in max(pairs))
    for key, name in (
        (USED_EXTENSIONS_ATTRIBUTE, "opencl.used.extensions"),
        (USED_FEATURES_ATTRIBUTE, "opencl.used.optional.core.features"),
        (COMPILER_OPTIONS_ATTRIBUTE, "opencl.compiler.options"),
    ):
        words = [
            word.data
            for node in named.get(name, ())
            for word in _items(node) or ()
            if isinstance(word, StringAttr)
        ]
        if words:
            attributes[key] = ArrayAttr(StringAttr(w) for w in dict.fromkeys(words))
    if "opencl.enable.FP_CONTRACT" in named:
        attributes[FP_CONTRACT_ATTRIBUTE] = UnitAttr()
    return attributes

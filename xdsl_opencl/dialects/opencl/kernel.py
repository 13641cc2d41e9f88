"""The kernel family: `opencl.kernel`, `opencl.return`, `opencl.call_kernel`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FlatSymbolRefAttrConstr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i32,
)
from xdsl.dialects.utils import parse_func_op_like, print_func_op_like
from xdsl.interfaces import HasCanonicalizationPatternsInterface
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region
from xdsl.irdl import (
    IRDLOperation,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.printer import Printer
from xdsl.traits import (
    CallableOpInterface,
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    ReturnLike,
    SymbolOpInterface,
    SymbolUserOpInterface,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.reflection import ARGUMENT_LISTS, attribute_name
from xdsl_opencl.dialects.definition import Value, irdl_op_definition
from xdsl_opencl.dialects.opencl.folding.constants import constant_op
from xdsl_opencl.dialects.opencl.shapes import value_shape
from xdsl_opencl.dialects.opencl.verification.kernel_arguments import (
    ARGUMENT_ACCESS,
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_KEYS,
    ARGUMENT_NAME,
    ARGUMENT_RESOURCE_ID,
    ARGUMENT_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
    BY_VALUE,
    text_fact,
    verify_argument_type,
    verify_reflection,
    with_text,
)
from xdsl_opencl.dialects.opencl.verification.symbols import find_symbol
from xdsl_opencl.dialects.opencl.work_item import (
    GetEnqueuedLocalSizeOp,
    GetLocalIdOp,
    GetLocalLinearIdOp,
    GetLocalSizeOp,
    GetMaxSubGroupSizeOp,
)

__all__ = (
    "ARGUMENT_ACCESS",
    "ARGUMENT_BASE_TYPE_NAME",
    "ARGUMENT_KEYS",
    "ARGUMENT_NAME",
    "ARGUMENT_RESOURCE_ID",
    "ARGUMENT_TYPE_NAME",
    "ARGUMENT_TYPE_QUALIFIERS",
    "CallKernelOp",
    "KernelOp",
    "ReturnOp",
)


class _KernelCallableInterface(CallableOpInterface):
    @classmethod
    def get_callable_region(cls, op: Operation) -> Region:
        assert isinstance(op, KernelOp)
        return op.body

    @classmethod
    def get_argument_types(cls, op: Operation) -> tuple[Attribute, ...]:
        assert isinstance(op, KernelOp)
        return op.function_type.inputs.data

    @classmethod
    def get_result_types(cls, op: Operation) -> tuple[Attribute, ...]:
        return ()


@irdl_op_definition
class KernelOp(IRDLOperation, HasCanonicalizationPatternsInterface):
    """
    A kernel: an entry point that a host enqueues. It returns nothing; an empty body
    declares it.

    Example:
    ```mlir
    opencl.kernel @scale(%data: !llvm.ptr<1> {opencl.name = "data", opencl.type_name =
        "float*"}, %factor: f32 {opencl.name = "factor"})
        attributes {reqd_work_group_size = array<i32: 64, 1, 1>} {
      opencl.return
    }
    ```
    """

    name = "opencl.kernel"

    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    """One dictionary an argument: `opencl.*` reflection keys and `llvm.*` attributes."""

    reqd_work_group_size = opt_prop_def(DenseArrayBase.constr(i32))
    work_group_size_hint = opt_prop_def(DenseArrayBase.constr(i32))
    reqd_sub_group_size = opt_prop_def(IntegerAttr)
    vec_type_hint = opt_prop_def()
    """The hinted type, e.g. `vector<4xf32>`."""
    vec_type_hint_signed = opt_prop_def(UnitAttr)
    """The hinted type is a signed integer (vector)."""

    traits = traits_def(
        IsolatedFromAbove(), SymbolOpInterface(), _KernelCallableInterface()
    )

    def __init__(
        self,
        name: str,
        argument_types: Sequence[Attribute],
        region: Region | None = None,
        *,
        visibility: str | StringAttr | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        properties: dict[str, Attribute] | None = None,
    ):
        if isinstance(visibility, str):
            visibility = StringAttr(visibility)
        if region is None:
            region = Region(Block(arg_types=argument_types))
        all_properties: dict[str, Attribute | None] = {
            "sym_name": StringAttr(name),
            "function_type": FunctionType.from_lists(argument_types, ()),
            "sym_visibility": visibility,
            "arg_attrs": arg_attrs,
            **(properties or {}),
        }
        super().__init__(properties=all_properties, regions=[region])

    def verify_(self) -> None:
        _verify_kernel(self)

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (ApplyWorkGroupSize(),)

    @property
    def is_declaration(self) -> bool:
        return not self.body.blocks

    @property
    def args(self) -> tuple[BlockArgument, ...]:
        """The entry block's arguments; empty for a declaration."""
        block = self.body.blocks.first
        return () if block is None else tuple(block.args)

    @classmethod
    def parse(cls, parser: Parser) -> KernelOp:
        start = parser.pos
        visibility = parser.parse_optional_visibility_keyword()
        name, inputs, outputs, region, extra, arg_attrs, _ = parse_func_op_like(
            parser, reserved_attr_names=("sym_name", "function_type", "sym_visibility")
        )
        if outputs:
            parser.raise_error(
                f"kernel @{name} has a result; a kernel returns nothing "
                "(OpenCL C 3.0, section 6.11)",
                at_position=start,
                end_position=start + 1,
            )
        if arg_attrs is not None:
            arg_attrs = ArrayAttr(map(with_text, arg_attrs))
        kernel = KernelOp(
            name, inputs, region, visibility=visibility, arg_attrs=arg_attrs
        )
        if extra is not None:
            known = cls.get_irdl_definition().properties
            for key, value in extra.data.items():
                if key in known:
                    kernel.properties[key] = value
                else:
                    kernel.attributes[key] = value
        return kernel

    def print(self, printer: Printer) -> None:
        if self.sym_visibility is not None:
            printer.print_string(f" {self.sym_visibility.data}")
        reserved = ("sym_name", "function_type", "sym_visibility", "arg_attrs")
        print_func_op_like(
            printer,
            self.sym_name,
            self.function_type,
            self.body,
            {**self.attributes, **self.properties},
            arg_attrs=self.arg_attrs,
            reserved_attr_names=reserved,
        )


@irdl_op_definition
class ReturnOp(IRDLOperation):
    """Ends a kernel's work item."""

    name = "opencl.return"

    assembly_format = "attr-dict"

    traits = traits_def(HasParent(KernelOp), IsTerminator(), ReturnLike())

    def __init__(self) -> None:
        super().__init__()


def verify_kernel_arguments(
    op: Operation,
    name: str,
    types: Sequence[Attribute],
    passed_as: Callable[[Attribute], Attribute] = lambda type: type,
) -> None:
    """
    Checks that `name`, which `op` calls, is a kernel whose parameters have `types`;
    `passed_as` is applied to each type before two are compared.

    Raises `VerifyException` naming the kernel, and the argument by index.
    """
    kernel = find_symbol(op, name)
    if not isinstance(kernel, KernelOp):
        what = "is not defined" if kernel is None else f"is a {kernel.name}"
        raise VerifyException(f"{op.name}: @{name} {what}; expected an opencl.kernel")
    expected = kernel.function_type.inputs.data
    if len(types) != len(expected):
        raise VerifyException(
            f"{op.name}: {len(types)} arguments; kernel @{name} takes {len(expected)}"
        )
    for i, (type, parameter) in enumerate(zip(types, expected)):
        if passed_as(type) != passed_as(parameter):
            raise VerifyException(
                f"{op.name}: argument {i} has type {type}; kernel @{name} takes "
                f"{parameter}"
            )


class _CallKernelSymbolUser(SymbolUserOpInterface):
    def verify(self, op: Operation) -> None:
        assert isinstance(op, CallKernelOp)
        name = op.callee.root_reference.data
        verify_kernel_arguments(op, name, op.arguments.types)


@irdl_op_definition
class CallKernelOp(IRDLOperation):
    """
    Calls a kernel as a function, in the caller's work item (OpenCL C 3.0, section
    6.11.1). `opencl-split-kernel-entries` makes it a call of the kernel's body.

    Example: `opencl.call_kernel @scale(%data, %factor) : !llvm.ptr<1>, f32`
    """

    name = "opencl.call_kernel"

    callee = prop_def(FlatSymbolRefAttrConstr)
    arguments = var_operand_def()

    assembly_format = "$callee `(` $arguments `)` attr-dict (`:` type($arguments)^)?"

    traits = traits_def(_CallKernelSymbolUser())

    def __init__(self, callee: str | SymbolRefAttr, arguments: Sequence[Value]):
        if isinstance(callee, str):
            callee = SymbolRefAttr(callee)
        super().__init__(operands=[arguments], properties={"callee": callee})


def _verify_kernel(kernel: KernelOp) -> None:
    """
    Raises `VerifyException` naming the kernel, and the argument by index and name.
    """
    where = f"kernel @{kernel.sym_name.data}"
    parent = kernel.parent_op()
    if parent is not None and not isinstance(parent, ModuleOp):
        raise VerifyException(
            f"{where} is in a {parent.name}; a kernel stands in a module; move it there"
        )
    function_type = kernel.function_type
    if function_type.outputs.data:
        raise VerifyException(
            f"{where} has a result; "
            "a kernel returns nothing (OpenCL C 3.0, section 6.11)"
        )
    _verify_body(where, kernel)
    _verify_arguments(where, kernel, function_type)
    for name in ("reqd_work_group_size", "work_group_size_hint"):
        size = kernel.properties.get(name)
        if isinstance(size, DenseArrayBase):
            values = size.get_values()
            if len(values) != 3 or any(value <= 0 for value in values):
                raise VerifyException(
                    f"{where}: {name} is {list(values)}; "
                    "expected three positive numbers"
                )
    sub_group = kernel.reqd_sub_group_size
    if sub_group is not None and sub_group.value.data <= 0:
        raise VerifyException(
            f"{where}: reqd_sub_group_size is {sub_group.value.data}; "
            "expected a positive "
            "number"
        )
    hint = kernel.vec_type_hint
    if hint is not None:
        element, _ = value_shape(where, "vec_type_hint", hint)
        if kernel.vec_type_hint_signed is not None and not isinstance(
            element, IntegerType
        ):
            raise VerifyException(
                f"{where}: vec_type_hint_signed with the hint {hint}; "
                "only integers are "
                "signed"
            )
    elif kernel.vec_type_hint_signed is not None:
        raise VerifyException(
            f"{where}: vec_type_hint_signed without vec_type_hint; "
            "add the hint, or remove this"
        )


def _verify_body(where: str, kernel: KernelOp) -> None:
    entry = kernel.body.blocks.first
    if entry is None:
        return
    if entry.arg_types != kernel.function_type.inputs.data:
        raise VerifyException(
            f"{where}: the entry block has arguments of types "
            f"({', '.join(map(str, entry.arg_types))}), the kernel's type is "
            f"{kernel.function_type}"
        )
    # xDSL reports blocks that end in another op, and a lone empty block.
    for i, block in enumerate(kernel.body.blocks):
        if block.last_op is None:
            raise VerifyException(
                f"{where}: block {i} is empty; end it with opencl.return or a branch"
            )


def _verify_arguments(where: str, kernel: KernelOp, type: FunctionType) -> None:
    inputs = type.inputs.data
    attributes = kernel.arg_attrs
    if attributes is not None and len(attributes.data) != len(inputs):
        raise VerifyException(
            f"{where}: arg_attrs has {len(attributes.data)} entries for {len(inputs)} "
            "arguments"
        )
    for key in map(attribute_name, ARGUMENT_LISTS):
        entries = cast("ArrayAttr[Attribute] | None", kernel.attributes.get(key))
        if isinstance(entries, ArrayAttr) and len(entries) != len(inputs):
            raise VerifyException(
                f"{where}: {key} has {len(entries)} entries for {len(inputs)} arguments; "
                "leave it to opencl-lower-arguments"
            )
    named = dict[str, int]()
    for i, argument in enumerate(inputs):
        facts = None if attributes is None else attributes.data[i]
        name = None if facts is None else text_fact(facts, ARGUMENT_NAME)
        quoted = "" if name is None else f" '{name}'"
        place = f"{where}, argument {i}{quoted}"
        if name and named.setdefault(name, i) != i:
            raise VerifyException(
                f"{place}: argument {named[name]} has this name; give it another"
            )
        verify_argument_type(
            place, argument, facts is not None and BY_VALUE in facts.data
        )
        if facts is not None:
            verify_reflection(place, argument, facts)


def _sizes(kernel: KernelOp) -> tuple[int, int, int] | None:
    sizes = kernel.reqd_work_group_size
    if not isinstance(sizes, DenseArrayBase):
        return None
    values = sizes.get_values()
    return values if len(values) == 3 else None


def has_uniform_work_groups(kernel: KernelOp) -> bool:
    """
    Returns whether all work-groups of a launch have the size that the host requests: the kernel has
    Clang's `uniform-work-group-size`, or the program is older than OpenCL C 2.0, which introduced
    other work-groups.
    """
    passthrough = kernel.attributes.get("passthrough")
    pair = ArrayAttr([StringAttr("uniform-work-group-size"), StringAttr("true")])
    if isinstance(passthrough, ArrayAttr) and pair in cast(
        "ArrayAttr[Attribute]", passthrough
    ):
        return True
    module = kernel.parent_op()
    version = None if module is None else module.attributes.get("opencl.ocl_version")
    if not isinstance(version, ArrayAttr):
        return False
    major = cast("ArrayAttr[Attribute]", version).data[0]
    return isinstance(major, IntegerAttr) and cast(IntegerAttr, major).value.data < 2


_WORK_GROUP_QUERIES = (
    GetEnqueuedLocalSizeOp,
    GetLocalIdOp,
    GetLocalLinearIdOp,
    GetLocalSizeOp,
    GetMaxSubGroupSizeOp,
)


def _known_query(
    op: Operation,
    sizes: tuple[int, int, int] | None,
    uniform: bool,
    sub_group: int | None,
) -> Operation | None:
    """
    Returns the constant or simpler query that equals a query in a kernel of this work-group size.
    """
    if sizes is None:
        return None
    if isinstance(op, GetMaxSubGroupSizeOp):
        if sub_group is None:
            return None
        # "The maximum size of a sub-group within the dispatch" (OpenCL C 3.0, 6.15.18).
        return constant_op(op.result.type, [min(sub_group, prod(sizes))])
    if isinstance(op, GetLocalLinearIdOp):
        type = op.result.type
        longer = [d for d, size in enumerate(sizes) if size != 1]
        if len(longer) > 1:
            return None
        return GetLocalIdOp(longer[0], type) if longer else constant_op(type, [0])
    if not isinstance(op, GetEnqueuedLocalSizeOp | GetLocalIdOp | GetLocalSizeOp):
        return None
    dimension = op.static_dimension
    if dimension is None or dimension > 2:
        return None
    size = sizes[dimension]
    type = op.result.type
    if op.__class__ is GetLocalIdOp:
        return constant_op(type, [0]) if size == 1 else None
    # The last work-groups of a launch may be smaller, not smaller than 1.
    if op.__class__ is GetLocalSizeOp and not uniform and size != 1:
        return None
    return constant_op(type, [size])


def _known_queries(kernel: KernelOp) -> Iterator[tuple[Operation, Operation]]:
    sizes = _sizes(kernel)
    required = kernel.reqd_sub_group_size
    sub_group = None if required is None else required.value.data
    if sizes is None:
        return
    uniform = has_uniform_work_groups(kernel)
    for op in kernel.body.walk():
        if isinstance(op, _WORK_GROUP_QUERIES):
            known = _known_query(op, sizes, uniform, sub_group)
            if known is not None:
                yield op, known


class ApplyWorkGroupSize(RewritePattern):
    """
    Turns the facts of `reqd_work_group_size` and `reqd_sub_group_size` into constants. A kernel
    that another kernel calls keeps its queries: there it runs in the caller's work-group.

    Handles all kernels of the module together, with one pass over the calls.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: KernelOp, rewriter: PatternRewriter):
        if next(_known_queries(op), None) is None:
            return
        module = op.parent_op()
        if not isinstance(module, ModuleOp):
            return
        called = {
            call.callee.root_reference.data
            for call in module.walk()
            if isinstance(call, CallKernelOp)
        }
        for kernel in module.ops:
            if isinstance(kernel, KernelOp) and kernel.sym_name.data not in called:
                for query, known in tuple(_known_queries(kernel)):
                    rewriter.replace(query, known)

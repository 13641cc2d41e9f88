"""
The kernel family: `opencl.kernel`, `opencl.return`, `opencl.call_kernel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FlatSymbolRefAttrConstr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i32,
)
from xdsl.dialects.utils import parse_func_op_like, print_func_op_like
from xdsl.interfaces import HasCanonicalizationPatternsInterface
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.pattern_rewriter import RewritePattern
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

from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.opencl.kernel_verifier import (
    ARGUMENT_ACCESS,
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_KEYS,
    ARGUMENT_NAME,
    ARGUMENT_RESOURCE_ID,
    ARGUMENT_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
    verify_kernel,
)
from xdsl_opencl.dialects.opencl.symbols import find_symbol

__all__ = (
    "ARGUMENT_ACCESS",
    "ARGUMENT_BASE_TYPE_NAME",
    "ARGUMENT_KEYS",
    "ARGUMENT_NAME",
    "ARGUMENT_RESOURCE_ID",
    "ARGUMENT_TYPE_NAME",
    "ARGUMENT_TYPE_QUALIFIERS",
    "ArgumentInfo",
    "CallKernelOp",
    "KernelOp",
    "ReturnOp",
)


@dataclass(frozen=True)
class ArgumentInfo:
    """
    Reflection of one kernel argument, defaults filled in from its type.
    """

    name: str
    type_name: str
    base_type_name: str
    type_qualifiers: str
    access: str


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
        verify_kernel(self)

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        from xdsl_opencl.dialects.opencl.canonicalization import ApplyWorkGroupSize

        return (ApplyWorkGroupSize(),)

    @property
    def is_declaration(self) -> bool:
        return not self.body.blocks

    @property
    def args(self) -> tuple[BlockArgument, ...]:
        """
        The entry block's arguments; empty for a declaration.
        """
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
    """
    Ends a kernel's work item.
    """

    name = "opencl.return"

    assembly_format = "attr-dict"

    traits = traits_def(HasParent(KernelOp), IsTerminator(), ReturnLike())

    def __init__(self) -> None:
        super().__init__()


class _CallKernelSymbolUser(SymbolUserOpInterface):
    def verify(self, op: Operation) -> None:
        assert isinstance(op, CallKernelOp)
        name = op.callee.root_reference.data
        callee = find_symbol(op, name)
        if not isinstance(callee, KernelOp):
            what = "is not defined" if callee is None else f"is a {callee.name}"
            raise VerifyException(
                f"{op.name}: @{name} {what}; expected an opencl.kernel"
            )
        expected = callee.function_type.inputs.data
        types = op.arguments.types
        if len(types) != len(expected):
            raise VerifyException(
                f"{op.name}: {len(types)} arguments; kernel @{name} takes {len(expected)}"
            )
        for i, (type, parameter) in enumerate(zip(types, expected)):
            if type != parameter:
                raise VerifyException(
                    f"{op.name}: argument {i} has type {type}; kernel @{name} takes "
                    f"{parameter}"
                )


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

    def __init__(
        self, callee: str | SymbolRefAttr, arguments: Sequence[SSAValue | Operation]
    ):
        if isinstance(callee, str):
            callee = SymbolRefAttr(callee)
        super().__init__(operands=[arguments], properties={"callee": callee})

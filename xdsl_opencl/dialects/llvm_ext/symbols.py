"""
Functions and variables of the `llvm` dialect, with the words of upstream before the name.

Upstream's order is linkage, visibility, `thread_local`, `unnamed_addr`, then the calling
convention or `constant`. xDSL 0.74 has the convention of functions before their
visibility, and the visibility of variables in the attribute dictionary, where MLIR 19
takes it for a second one. Any order is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.dialects.llvm import (
    LLVM_CALLING_CONVS,
    CallingConventionAttr,
    FramePointerKindAttr,
    LinkageAttr,
    LLVMFunctionType,
    LLVMVoidType,
    TargetFeaturesAttr,
)
from xdsl.dialects.utils import parse_func_op_like, print_func_op_like
from xdsl.ir import Attribute, Block, Region
from xdsl.irdl import opt_prop_def, prop_def, region_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import Corrected, irdl_op_definition
from xdsl_opencl.dialects.llvm_ext.spelling import number
from xdsl_opencl.dialects.llvm_ext.types import (
    CALLING_CONVENTIONS,
    calling_convention,
    function_type,
)

LINKAGES = (
    *("private", "internal", "available_externally", "linkonce", "weak", "common"),
    *("appending", "extern_weak", "linkonce_odr", "weak_odr", "external"),
)
VISIBILITIES = ("default", "hidden", "protected")
"""A position is the number of `visibility_`."""
UNNAMED_ADDRESSES = ("", "local_unnamed_addr", "unnamed_addr")
"""A position is the number of `unnamed_addr`."""

_NO_WORDS: Mapping[str, Attribute] = {
    "linkage": LinkageAttr("external"),
    "visibility_": IntegerAttr(0, i64),
    "unnamed_addr": IntegerAttr(0, i64),
    "CConv": CallingConventionAttr("ccc"),
}
_FUNCTION_WORDS = (*("sym_name", "function_type", "arg_attrs", "res_attrs"), *_NO_WORDS)
_GLOBAL_WORDS = (
    *("global_type", "sym_name", "linkage", "visibility_", "thread_local_"),
    *("unnamed_addr", "constant", "value"),
)
"""Properties that do not stand in the attribute dictionary of the pretty form."""


def _parse_words(parser: Parser) -> dict[str, Attribute]:
    """
    Parses the words before `constant` and the name, and returns the properties they say.
    """
    conventions = {*LLVM_CALLING_CONVS, *CALLING_CONVENTIONS}
    words = {*LINKAGES, *VISIBILITIES, *UNNAMED_ADDRESSES[1:], "thread_local"}
    words |= conventions
    found: dict[str, Attribute] = {}
    while (word := parser.parse_optional_keyword_in(words)) is not None:
        key, value = _word(word)
        if key in found:
            parser.raise_error(f"'{word}' is the second word for '{key}'; leave one")
        found[key] = value
    return found


def _word(word: str) -> tuple[str, Attribute]:
    if word in LINKAGES:
        return "linkage", LinkageAttr(word)
    if word in VISIBILITIES:
        return "visibility_", IntegerAttr(VISIBILITIES.index(word), i64)
    if word in UNNAMED_ADDRESSES:
        return "unnamed_addr", IntegerAttr(UNNAMED_ADDRESSES.index(word), i64)
    if word == "thread_local":
        return "thread_local_", UnitAttr()
    return "CConv", calling_convention(word)


def _print_words(printer: Printer, op: FuncOp | GlobalOp) -> None:
    """
    Prints visibility, `thread_local` and `unnamed_addr`, where there is something to say.
    """
    if visibility := number(op.properties.get("visibility_")):
        printer.print_string(f" {VISIBILITIES[visibility]}")
    if "thread_local_" in op.properties:
        printer.print_string(" thread_local")
    if unnamed := number(op.properties.get("unnamed_addr")):
        printer.print_string(f" {UNNAMED_ADDRESSES[unnamed]}")


@irdl_op_definition
class GlobalOp(Corrected, llvm.GlobalOp):
    """Example: `llvm.mlir.global private hidden constant @x(1 : i32) : i32`"""

    global_type = prop_def()
    constant = opt_prop_def(UnitAttr)
    sym_name = prop_def(SymbolNameConstraint())
    linkage = prop_def(LinkageAttr)
    dso_local = opt_prop_def(UnitAttr)
    thread_local_ = opt_prop_def(UnitAttr)
    tls_mode = opt_prop_def(IntegerAttr)
    externally_initialized = opt_prop_def(UnitAttr)
    visibility_ = opt_prop_def(IntegerAttr[IntegerType])
    value = opt_prop_def()
    alignment = opt_prop_def(IntegerAttr)
    """In bytes."""
    addr_space = prop_def(IntegerAttr)
    unnamed_addr = opt_prop_def(IntegerAttr)
    section = opt_prop_def(StringAttr)
    comdat = opt_prop_def(SymbolRefAttr)
    dbg_exprs = opt_prop_def(ArrayAttr)
    body = region_def()

    @classmethod
    def of(
        cls,
        name: str,
        type: Attribute,
        linkage: str,
        space: int = 0,
        *,
        value: Attribute | None = None,
        body: Sequence[Block] = (),
        **others: Attribute,
    ) -> GlobalOp:
        """A variable with `others` as properties; one with a `value` is constant."""
        properties = {"global_type": type, "sym_name": StringAttr(name), **others}
        if value is not None:
            properties |= {"constant": UnitAttr(), "value": value}
        properties["linkage"] = LinkageAttr(linkage)
        properties["addr_space"] = IntegerAttr(space, i32)
        return cls.create(properties=properties, regions=(Region(body),))

    @classmethod
    def parse(cls, parser: Parser) -> GlobalOp:
        words = _parse_words(parser)
        parsed = llvm.GlobalOp.parse(parser)
        properties = parsed.properties | words
        known = cls.get_irdl_definition().properties
        for name in [name for name in parsed.attributes if name in known]:
            properties[name] = parsed.attributes.pop(name)
        return cls.create(
            properties=properties,
            attributes=parsed.attributes,
            regions=[parsed.detach_region(parsed.body)],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.linkage.linkage.data}")
        _print_words(printer, self)
        if self.constant is not None:
            printer.print_string(" constant")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        with printer.in_parens():
            if self.value is not None:
                printer.print_attribute(self.value)
        printer.print_op_attributes(
            self.properties | self.attributes, reserved_attr_names=_GLOBAL_WORDS
        )
        printer.print_string(" : ")
        printer.print_attribute(self.global_type)
        if self.body.blocks:
            printer.print_string(" ")
            printer.print_region(self.body)


@irdl_op_definition
class FuncOp(Corrected, llvm.FuncOp):
    """
    Example: `llvm.func amdgpu_kernelcc @k() attributes {passthrough = ["nounwind"]}`
    """

    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(LLVMFunctionType)
    CConv = prop_def(CallingConventionAttr)
    linkage = prop_def(LinkageAttr)
    sym_visibility = opt_prop_def(StringAttr)
    visibility_ = prop_def(IntegerAttr[IntegerType], default_value=IntegerAttr(0, 64))
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    frame_pointer = opt_prop_def(FramePointerKindAttr)
    no_inline = opt_prop_def(UnitAttr)
    no_unwind = opt_prop_def(UnitAttr)
    optimize_none = opt_prop_def(UnitAttr)
    passthrough = opt_prop_def(ArrayAttr[Attribute])
    target_cpu = opt_prop_def(StringAttr)
    target_features = opt_prop_def(TargetFeaturesAttr)
    tune_cpu = opt_prop_def(StringAttr)
    unnamed_addr = opt_prop_def(IntegerAttr)
    section = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr)
    convergent = opt_prop_def(UnitAttr)
    dso_local = opt_prop_def(UnitAttr)

    def verify_(self, verify_nested_ops: bool = True) -> None:
        for position, attributes in enumerate(self.arg_attrs or ()):
            if "llvm.elementtype" in attributes.data:
                raise VerifyException(
                    f"'llvm.elementtype' on parameter {position} is invalid: it belongs "
                    "to calls of intrinsics"
                )

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        properties = _parse_words(parser)
        name, inputs, outputs, region, extra, arg_attrs, res_attrs, is_variadic = (
            parse_func_op_like(
                parser, reserved_attr_names=_FUNCTION_WORDS, allow_variadic=True
            )
        )
        if len(outputs) > 1:
            parser.raise_error("llvm.func only supports a single return type (or void)")
        output = outputs[0] if outputs else LLVMVoidType()
        properties["sym_name"] = StringAttr(name)
        properties["function_type"] = function_type(inputs, output, is_variadic)
        for key, value in (("arg_attrs", arg_attrs), ("res_attrs", res_attrs)):
            if value is not None:
                properties[key] = value
        for key, value in _NO_WORDS.items():
            properties.setdefault(key, value)
        known = cls.get_irdl_definition().properties
        attributes = {} if extra is None else dict(extra.data)
        for key in [key for key in attributes if key in known]:
            properties[key] = attributes.pop(key)
        return cls.create(
            properties=properties, attributes=attributes, regions=[region]
        )

    def print(self, printer: Printer) -> None:
        if self.linkage.linkage.data != "external":
            printer.print_string(f" {self.linkage.linkage.data}")
        _print_words(printer, self)
        if self.CConv.convention.data != "ccc":
            printer.print_string(f" {self.CConv.convention.data}")
        output = self.function_type.output
        outputs = () if isinstance(output, LLVMVoidType) else (output,)
        print_func_op_like(
            printer,
            self.sym_name,
            FunctionType.from_lists(self.function_type.inputs.data, outputs),
            self.body,
            {**self.attributes, **self.properties},
            arg_attrs=self.arg_attrs,
            res_attrs=self.res_attrs,
            reserved_attr_names=_FUNCTION_WORDS,
            is_variadic=self.function_type.is_variadic,
            print_empty_outputs=False,
        )

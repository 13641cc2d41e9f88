"""
`convert-func-to-llvm`: functions, calls and returns to `llvm`.

* A memref argument becomes the parts of its descriptor, as upstream: two pointers, the
  offset, the sizes, the strides; a memref result is the descriptor. With
  `use-bare-ptr-memref-call-conv` both are pointers, which needs static shapes. In a module
  for a device (it has kernels, or a target) memrefs are bare pointers everywhere.
* Several results become one struct.
* `llvm.linkage` gives the linkage; without it a function is external, as upstream, even if
  it is private.
* Attributes that are properties of `llvm.func` (`passthrough`, `target_cpu`, `no_inline`,
  ...) become properties; all other attributes stay beside them, `llvm.emit_c_interface` is an error.
* `arg_attrs` and `res_attrs` are kept, but for those of a memref that becomes several
  arguments, as upstream; those of several results are an error.
* A type that has no form in LLVM is an error: of images, for example, without a target.
* Functions of other dialects stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.conversions.framework import (
    CCC,
    Conversion,
    ConversionPass,
    Table,
    library_call,
)
from xdsl_opencl.dialects.llvm_ext.corrected import FuncOp
from xdsl_opencl.dialects.llvm_ext.types import function_type
from xdsl_opencl.ir.diagnostics import fail

_EXTERNAL = llvm.LinkageAttr("external")
_VOID = llvm.LLVMVoidType()
_NO_ATTRIBUTES = DictionaryAttr({})
_ZERO = IntegerAttr(0, i64)


def packed_results(types: Sequence[Attribute]) -> Attribute:
    """The one type that a function with results of `types` returns in LLVM."""
    if not types:
        return _VOID
    return types[0] if len(types) == 1 else llvm.LLVMStructType.from_type_list(types)


def _memref(build: Conversion, type_: Attribute) -> MemRefType[Attribute] | None:
    """`type_` if it is that of a memref with another form where it is passed."""
    if build.converter.descriptors and isinstance(type_, MemRefType):
        return cast("MemRefType[Attribute]", type_)
    return None


def _passed(build: Conversion, type_: Attribute, op: Operation) -> Sequence[Attribute]:
    """The types of the arguments for one of `type_`."""
    if (memref := _memref(build, type_)) is not None:
        from xdsl_opencl.conversions.control_flow.passed_memrefs import passed_types

        return passed_types(build, memref, op)
    new = build.type(type_)
    _require_llvm(build, new, op)
    return (new,)


def _returned(build: Conversion, type_: Attribute, op: Operation) -> Attribute:
    memref = _memref(build, type_)
    if memref is not None and build.converter.bare_calls:
        return build.pointer(memref)
    new = build.type(type_)
    _require_llvm(build, new, op)
    return new


def _require_llvm(build: Conversion, type_: Attribute, op: Operation) -> None:
    if type_.name.partition(".")[0] in ("builtin", "llvm") or isinstance(
        type_, IntegerType | AnyFloat | VectorType
    ):
        return
    dialect = type_.name.partition(".")[0]
    if build.converter.keeps(type_):
        return
    advice = build.converter.advice(
        f"{dialect} type", f"lower the '{dialect}' dialect first"
    )
    fail(op, f"{type_} has no form in the llvm dialect; {advice}")


def _arguments(build: Conversion, value: SSAValue, op: Operation) -> Sequence[SSAValue]:
    """The arguments that a call passes for `value`."""
    if (memref := _memref(build, value.type)) is not None:
        from xdsl_opencl.conversions.control_flow.passed_memrefs import passed_values

        return passed_values(build, memref, value, op)
    new = build.value(value)
    _require_llvm(build, new.type, op)
    return (new,)


def _take_apart(build: Conversion, op: func.FuncOp) -> None:
    """
    Gives the entry block the arguments that are passed, and makes memrefs of them.
    """
    block = op.body.first_block
    if block is None:
        return
    build.block, build.anchor = block, block.first_op
    types = op.function_type.inputs.data
    for argument, type_ in zip(tuple(block.args), types, strict=True):
        if (memref := _memref(build, type_)) is None:
            continue
        from xdsl_opencl.conversions.control_flow.passed_memrefs import received

        made: list[SSAValue] = []
        for number, passed in enumerate(_passed(build, type_, op)):
            new = block.insert_arg(passed, argument.index)
            if number < 2:
                new.name_hint = argument.name_hint
            made.append(new)
        build.replace_argument(argument, received(build, memref, made, op))
    build.move_before(op)


def _argument_attributes(
    attributes: ArrayAttr[DictionaryAttr], counts: Sequence[int]
) -> ArrayAttr[DictionaryAttr]:
    found: list[DictionaryAttr] = []
    for each, count in zip(attributes.data, counts, strict=True):
        found += [each] if count == 1 else [_NO_ATTRIBUTES] * count
    return ArrayAttr(found)


def _function(build: Conversion, op: func.FuncOp) -> Sequence[SSAValue]:
    if "llvm.emit_c_interface" in op.attributes:
        fail(
            op, "'llvm.emit_c_interface' is not supported: pointers are bare; remove it"
        )
    types = op.function_type
    passed = [_passed(build, type_, op) for type_ in types.inputs.data]
    inputs = [type_ for each in passed for type_ in each]
    outputs = [_returned(build, type_, op) for type_ in types.outputs.data]
    if build.converter.descriptors:
        _take_apart(build, op)
    properties: dict[str, Attribute] = {
        "sym_name": op.sym_name,
        "function_type": function_type(inputs, packed_results(outputs)),
        "CConv": CCC,
        "linkage": _EXTERNAL,
        "visibility_": _ZERO,
    }
    for name in ("sym_visibility", "arg_attrs", "res_attrs"):
        if (attribute := op.properties.get(name)) is not None:
            properties[name] = attribute
    if op.arg_attrs is not None:
        counts = [len(each) for each in passed]
        properties["arg_attrs"] = _argument_attributes(op.arg_attrs, counts)
    if op.res_attrs is not None and len(outputs) > 1:
        if any(attributes.data for attributes in op.res_attrs.data):
            fail(
                op,
                "attributes of several results cannot be kept: they are one struct; "
                "remove them",
            )
        del properties["res_attrs"]
    known = FuncOp.get_irdl_definition().properties
    attributes: dict[str, Attribute] = {}
    for name, attribute in op.attributes.items():
        if name == "llvm.linkage":
            if not isinstance(attribute, llvm.LinkageAttr):
                fail(op, f"'llvm.linkage' must be a #llvm.linkage, got {attribute}")
            properties["linkage"] = attribute
        elif name in known:
            properties[name] = attribute
        else:
            attributes[name] = attribute
    build.insert(
        FuncOp.create(
            properties=properties,
            attributes=attributes,
            regions=[op.detach_region(op.body)],
        )
    )
    return ()


def _return(build: Conversion, op: func.ReturnOp) -> Sequence[SSAValue]:
    values = build.values(op.operands)
    if build.converter.bare_calls:
        values = [each for old in op.operands for each in _arguments(build, old, op)]
    if len(values) > 1:
        type_ = packed_results([value.type for value in values])
        whole = build.create(llvm.UndefOp, (), type_)
        for number, value in enumerate(values):
            whole = build.insert_value(whole, value, number)
        values = [whole]
    build.insert(llvm.ReturnOp.create(operands=values, attributes=op.attributes))
    return ()


def _call(build: Conversion, op: func.CallOp) -> Sequence[SSAValue]:
    operands = [
        passed for operand in op.operands for passed in _arguments(build, operand, op)
    ]
    types = [_returned(build, result.type, op) for result in op.results]
    made = library_call(
        op.callee, operands, packed_results(types) if types else None, op.attributes
    )
    build.insert(made)
    results: Sequence[SSAValue] = made.results
    if len(types) > 1:
        whole = made.results[0]
        results = [build.extract_value(whole, n) for n in range(len(types))]
    if not build.converter.bare_calls:
        return results
    return [
        _as_memref(build, old.type, new, op)
        for old, new in zip(op.results, results, strict=True)
    ]


def _as_memref(
    build: Conversion, type_: Attribute, new: SSAValue, op: Operation
) -> SSAValue:
    """The converted value of `type_` from a result of a call with bare pointers."""
    if (memref := _memref(build, type_)) is None:
        return new
    from xdsl_opencl.conversions.control_flow.passed_memrefs import received

    return received(build, memref, (new,), op)


TABLE: Table = {func.CallOp: _call, func.FuncOp: _function, func.ReturnOp: _return}


def _is_entry(block: Block) -> bool:
    return isinstance(block.parent_op(), func.FuncOp) and block.prev_block is None


@dataclass(frozen=True)
class ConvertFuncToLLVMPass(ConversionPass):
    """Converts `func` to `llvm`."""

    name = "convert-func-to-llvm"

    use_bare_ptr_memref_call_conv: bool = False
    """Memrefs of static shape are passed as pointers, where they are descriptors."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        if converter.descriptors:
            converter.bare_calls = self.use_bare_ptr_memref_call_conv
        Conversion(op, converter, TABLE, ("func",), blocks=_is_entry).run()

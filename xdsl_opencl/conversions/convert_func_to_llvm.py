"""
`convert-func-to-llvm`: functions, calls and returns to `llvm`, bare pointers for memrefs.

* Several results become one struct.
* `llvm.linkage` gives the linkage; without it a function is external, as upstream, even if
  it is private.
* Attributes that are properties of `llvm.func` (`passthrough`, `target_cpu`, `no_inline`,
  ...) become properties; the others stay beside them, `llvm.emit_c_interface` is an error.
* `arg_attrs` and `res_attrs` are kept; those of several results are an error.
* Functions of other dialects stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, i32, i64
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Table
from xdsl_opencl.dialects.llvm_ext.corrected import FuncOp
from xdsl_opencl.ir.build import NO_FAST_MATH
from xdsl_opencl.ir.diagnostics import fail

_EXTERNAL = llvm.LinkageAttr("external")
_CCC = llvm.CallingConventionAttr("ccc")
_VOID = llvm.LLVMVoidType()
_ZERO = IntegerAttr(0, i64)
_CALL_PROPERTIES: dict[str, Attribute] = {
    "CConv": _CCC,
    "TailCallKind": llvm.TailCallKindAttr(llvm.TailCallKind.NONE),
    "fastmathFlags": NO_FAST_MATH,
    "op_bundle_sizes": DenseArrayBase.from_list(i32, ()),
}


def packed_results(types: Sequence[Attribute]) -> Attribute:
    """
    The one type that a function with results of `types` returns in LLVM.
    """
    if not types:
        return _VOID
    return types[0] if len(types) == 1 else llvm.LLVMStructType.from_type_list(types)


def _function(conversion: Conversion, op: func.FuncOp) -> Sequence[SSAValue]:
    if "llvm.emit_c_interface" in op.attributes:
        fail(
            op, "'llvm.emit_c_interface' is not supported: pointers are bare; remove it"
        )
    types = op.function_type
    inputs = [conversion.type(type_) for type_ in types.inputs.data]
    outputs = [conversion.type(type_) for type_ in types.outputs.data]
    properties: dict[str, Attribute] = {
        "sym_name": op.sym_name,
        "function_type": llvm.LLVMFunctionType(inputs, packed_results(outputs)),
        "CConv": _CCC,
        "linkage": _EXTERNAL,
        "visibility_": _ZERO,
    }
    for name in ("sym_visibility", "arg_attrs", "res_attrs"):
        if (attribute := op.properties.get(name)) is not None:
            properties[name] = attribute
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
    conversion.insert(
        FuncOp.create(
            properties=properties,
            attributes=attributes,
            regions=[op.detach_region(op.body)],
        )
    )
    return ()


def _return(conversion: Conversion, op: func.ReturnOp) -> Sequence[SSAValue]:
    values = conversion.values(op.operands)
    if len(values) > 1:
        type_ = packed_results([value.type for value in values])
        whole = conversion.create(llvm.UndefOp, (), type_)
        for number, value in enumerate(values):
            whole = conversion.insert_value(whole, value, number)
        values = [whole]
    conversion.insert(llvm.ReturnOp.create(operands=values, attributes=op.attributes))
    return ()


def _call(conversion: Conversion, op: func.CallOp) -> Sequence[SSAValue]:
    operands = conversion.values(op.operands)
    types = [conversion.type(result.type) for result in op.results]
    segments = DenseArrayBase.from_list(i32, (len(operands), 0))
    made = llvm.CallOp.create(
        operands=operands,
        result_types=[packed_results(types)] if types else (),
        properties={
            **_CALL_PROPERTIES,
            "callee": op.callee,
            "operandSegmentSizes": segments,
        },
        attributes=op.attributes,
    )
    conversion.insert(made)
    if len(types) < 2:
        return made.results
    whole = made.results[0]
    return [conversion.extract_value(whole, number) for number in range(len(types))]


TABLE: Table = {
    func.CallOp: _call,
    func.FuncOp: _function,
    func.ReturnOp: _return,
}


def _is_entry(block: Block) -> bool:
    return isinstance(block.parent_op(), func.FuncOp) and block.prev_block is None


@dataclass(frozen=True)
class ConvertFuncToLLVMPass(ConversionPass):
    """
    Converts `func` to `llvm`.
    """

    name = "convert-func-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        Conversion(op, converter, TABLE, ("func",), blocks=_is_entry).run()

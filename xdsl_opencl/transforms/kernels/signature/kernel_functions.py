"""
Builds a kernel's function at the llvm level with the body still unconverted: calling convention,
reflection, and parameters. It computes the values of the arguments from the parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    VectorType,
    i8,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMFunctionType, LLVMPointerType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from xdsl_opencl.abi.conventions.amdgpu import (
    MAX_WORK_GROUP_SIZE,
    USUAL_WORK_GROUP_SIZE,
)
from xdsl_opencl.abi.interface import ArgumentForm
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.launch_facts import (
    UNIFORM_ATTRIBUTE,
    function_attribute,
    kernel_facts,
    passthrough,
)
from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext.corrected import AllocaOp, FuncOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.dialects.llvm_ext.types import calling_convention
from xdsl_opencl.dialects.opencl.interop.llvm_handles import CONSTANT_POINTER
from xdsl_opencl.dialects.opencl.kernel import ARGUMENT_KEYS, KernelOp
from xdsl_opencl.dialects.opencl.low_level import Segment
from xdsl_opencl.ir.build import (
    Builder,
    erase,
    known_integer,
    positions,
    replace,
    set_type,
)
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of
from xdsl_opencl.ir.module import LINKAGE_ATTRIBUTE
from xdsl_opencl.ir.type_layout import type_size_align
from xdsl_opencl.transforms.kernels.signature.argument_metadata import (
    ARGUMENT_BYTES,
    DESCRIBED,
    implied_attributes,
    metadata_arrays,
)
from xdsl_opencl.transforms.kernels.signature.kernel_signature import (
    ALIGN,
    BYREF,
    BYVAL,
    COMPANIONS,
    argument_attributes,
    argument_info,
)
from xdsl_opencl.transforms.kernels.signature.machine_types import MachineTypes
from xdsl_opencl.transforms.kernels.signature.stated_inputs import KERNEL_MARK, pair

DEFAULT_FLAT_WORK_GROUP_SIZE = f"1,{USUAL_WORK_GROUP_SIZE}"
"""Clang's for a kernel that requires no size (`AMDGPUTargetCodeGenInfo`)."""

FLAT_WORK_GROUP_SIZE = "amdgpu-flat-work-group-size"
FUNCTION_WORDS = ("convergent", "norecurse", "nounwind")
"""
Clang's for every OpenCL C function: it may hold a barrier, recursion is forbidden (OpenCL
C 3.0, section 6.11), there are no exceptions.
"""
_PRIVATE_POINTER = LLVMPointerType()
_KERNEL_ATTRIBUTES = ("reqd_work_group_size", "work_group_size_hint")


def define(op: Operation, given: list[Attribute], target: Target) -> None:
    """
    Sets the attributes of a definition: `given`, those of the processor, and those of every
    function in OpenCL C.
    """
    words = {entry.data for entry in given if isinstance(entry, StringAttr)}
    given += [StringAttr(word) for word in FUNCTION_WORDS if word not in words]
    op.properties["passthrough"] = ArrayAttr(given)
    if target.mcpu:
        op.properties["target_cpu"] = string(target.mcpu)
    if features := target.subtarget_features:
        words = [string(feature) for feature in features.split(",")]
        op.properties["target_features"] = llvm.TargetFeaturesAttr(ArrayAttr(words))


def kernel_function(
    op: KernelOp, module: ModuleOp, target: Target, types: MachineTypes
) -> FuncOp:
    """Replaces a kernel by its function; the body is converted later."""
    if (size := op.reqd_sub_group_size) is not None and target.is_amdgcn:
        wanted = size.value.data
        if wanted != target.wave_size:
            fail(
                op,
                f"kernel @{op.sym_name.data} requires sub-groups of {wanted}; the "
                f"target's have {target.wave_size} (wave_size of the target); require that "
                "size, or compile for the CPU device or SPIR-V",
            )
    described = DESCRIBED in op.attributes
    attributes = {**op.attributes, **({} if described else metadata_arrays(op))}
    linkage = attributes.pop(LINKAGE_ATTRIBUTE, None)
    for key in ("passthrough", "opencl.hidden_use"):
        attributes.pop(key, None)
    for key in _KERNEL_ATTRIBUTES:
        if key in op.properties:
            attributes[key] = op.properties[key]
    for key in ("vec_type_hint", "vec_type_hint_signed", "reqd_sub_group_size"):
        if key in op.properties:
            attributes[f"opencl.{key}"] = op.properties[key]
    facts = kernel_facts(op, module)
    given = [*passthrough(op)]
    size = facts.largest
    if target.is_amdgcn and size > MAX_WORK_GROUP_SIZE:
        fail(
            op,
            f"reqd_work_group_size{facts.required} asks for {size} work items in a "
            f"work-group; a GPU has at most {MAX_WORK_GROUP_SIZE}",
        )
    if function_attribute(op, FLAT_WORK_GROUP_SIZE) is None and target.is_amdgcn:
        text = DEFAULT_FLAT_WORK_GROUP_SIZE
        if facts.required is not None:
            text = f"{size},{size}"
        given.append(pair(FLAT_WORK_GROUP_SIZE, text))
    if function_attribute(op, UNIFORM_ATTRIBUTE) is None and facts.uniform:
        given.append(pair(UNIFORM_ATTRIBUTE, "true"))
    if target.interface.argument_form is ArgumentForm.LOADS:
        parameters = _segment_parameter(op, target, types)
    else:
        parameters = _parameters(op, target, types)
    arg_attrs: dict[str, Attribute] = {}
    if any(parameters[1]):
        arg_attrs["arg_attrs"] = ArrayAttr(parameters[1])
    convention = calling_convention(target.interface.kernel_convention)
    if target.interface.is_gpu:
        attributes[KERNEL_MARK] = UNIT
    region = op.detach_region(op.body)
    function = FuncOp.create(
        properties={
            "sym_name": op.sym_name,
            "function_type": LLVMFunctionType(parameters[0]),
            "CConv": convention,
            "linkage": linkage or llvm.LinkageAttr("external"),
            "visibility_": IntegerAttr(0, i64),
            "unnamed_addr": IntegerAttr(0, i64),
            **arg_attrs,
        },
        attributes=attributes,
        regions=(region,),
        location=op.location,
    )
    define(function, given, target)
    Builder.before(op).insert(function)
    erase(op)
    return function


_FINITE = {
    ArrayAttr((StringAttr(f"no-{kind}-fp-math"), StringAttr("true")))
    for kind in ("infs", "nans")
}
"""Clang's attributes of functions that were compiled with `-cl-finite-math-only`."""

_NAN_OR_INFINITY = IntegerAttr(0x207, i64)
"""
LLVM's `nofpclass(nan inf)`, which Clang gives to the parameters of such functions
(`FPClassTest` in FloatingPointMode.h: two bits for NaN, one for each infinity).
"""


def _parameters(
    op: KernelOp, target: Target, machine: MachineTypes
) -> tuple[list[Attribute], list[DictionaryAttr]]:
    """
    Returns the types and attributes of the parameters of the function that `op` becomes. Changes
    the types of the entry block's arguments, still with SPIR's numbers, and prepends operations
    that compute the arguments' values from the parameters.
    """
    types: list[Attribute] = []
    dictionaries: list[DictionaryAttr] = []
    entry = op.body.blocks.first
    prologue = Builder.at_start(Block() if entry is None else entry)
    # Types of images and the like are gone when opencl-lower-arguments has run.
    implied: list[Mapping[str, Attribute]] = [{}] * len(op.function_type.inputs)
    if DESCRIBED not in op.attributes:
        implied = implied_attributes(op, target)
    finite = target.is_amdgcn and _FINITE <= set(passthrough(op))
    args = op.args or (None,) * len(op.function_type.inputs)
    for index, (type_, given, info, arg) in enumerate(
        zip(
            op.function_type.inputs,
            argument_attributes(op),
            argument_info(op),
            args,
            strict=True,
        )
    ):
        attributes = {
            key: value for key, value in given.data.items() if key not in ARGUMENT_KEYS
        }
        if info.type_name in COMPANIONS and isinstance(type_, VectorType):
            vector = cast("VectorType[Attribute]", type_)
            type_ = _companion(prologue, vector, arg)
        elif BYVAL in attributes:
            type_ = _structure(op, index, prologue, attributes, arg, target)
        else:
            attributes |= implied[index]
        if finite and isinstance(element_of(type_), AnyFloat):
            attributes["llvm.nofpclass"] = _NAN_OR_INFINITY
        types.append(machine.of(op, type_))
        dictionaries.append(machine.dictionary(op, attributes))
    return types, dictionaries


def _segment_parameter(
    op: KernelOp, target: Target, types: MachineTypes
) -> tuple[list[Attribute], list[DictionaryAttr]]:
    """Returns the one parameter of a kernel that loads its arguments: the segment."""
    size = op.attributes.get(ARGUMENT_BYTES)
    if not isinstance(size, IntegerAttr):
        fail(
            op,
            f"kernel @{op.sym_name.data} of ABI {target.abi} must load its "
            "arguments; run opencl-lower-arguments first, or opencl-to-llvm",
        )
    for arg in reversed(op.args or ()):
        if arg.first_use is not None:
            fail(op, f"argument {arg.index} of kernel @{op.sym_name.data} is used")
        assert isinstance(arg, BlockArgument)
        arg.block.erase_arg(arg)
    if (entry := op.body.blocks.first) is not None:
        entry.insert_arg(CONSTANT_POINTER, 0).name_hint = "arguments"
    attributes: dict[str, Attribute] = {
        BYREF: LLVMArrayType(size.value.data, i8),
        ALIGN: IntegerAttr(target.interface.access[Segment.EXPLICIT].align, i64),
        "llvm.noundef": UNIT,
    }
    return [types.of(op, CONSTANT_POINTER)], [DictionaryAttr(attributes)]


def _companion(
    prologue: Builder, type_: VectorType[Attribute], arg: SSAValue | None
) -> Attribute:
    """
    The dwords of a companion are packed, unlike LLVM's vector of 3. So the parameter is an array,
    and the value is built from it.
    """
    count = type_.get_shape()[0]
    array = LLVMArrayType(count, type_.element_type)
    if arg is None:
        return array
    elements: dict[int, SSAValue] = {}

    def element(index: int) -> SSAValue:
        if index not in elements:
            elements[index] = prologue.op(
                llvm.ExtractValueOp,
                arg,
                type=type_.element_type,
                properties={"position": positions(index)},
            )
        return elements[index]

    for use in tuple(arg.uses):
        op = use.operation
        known = known_integer(op.position) if isinstance(op, ExtractElementOp) else None
        if known is not None and 0 <= known < count:
            replace(op, (element(known),))
    if arg.first_use is not None and len(elements) < len(list(arg.uses)):
        value = prologue.add(llvm.UndefOp.create(result_types=(type_,)))
        for index in range(count):
            value = prologue.insert_element(value, element(index), index)
        _take_over(arg, value, prologue)
    set_type(arg, array)
    return array


def _structure(
    op: KernelOp,
    index: int,
    prologue: Builder,
    attributes: dict[str, Attribute],
    arg: SSAValue | None,
    target: Target,
) -> Attribute:
    """A structure by value: a pointer into the argument segment, and the kernel's private copy."""
    if not target.interface.structures_by_value:
        fail(
            op,
            f"kernel @{op.sym_name.data}, argument {index}: ABI {target.abi} "
            "has no structures by value; pass the members one by one",
            argument=str(index),
        )
    pointee = attributes.pop(BYVAL)
    try:
        size, align = type_size_align(pointee, target)
    except AbiError as error:
        fail(
            op,
            f"kernel @{op.sym_name.data}, argument {index}: {error}",
            argument=str(index),
        )
    alignment = attributes.get(ALIGN, IntegerAttr(align, i64))
    attributes[BYREF] = pointee
    attributes[ALIGN] = alignment
    if arg is None:
        return CONSTANT_POINTER
    if arg.first_use is None:
        set_type(arg, CONSTANT_POINTER)
        return CONSTANT_POINTER
    one = prologue.constant(1, i32)
    copy = prologue.op(
        AllocaOp,
        one,
        type=_PRIVATE_POINTER,
        properties={"elem_type": pointee, "alignment": alignment},
    )
    prologue.copy_bytes(copy, arg, prologue.constant(size, i32))
    _take_over(arg, copy, prologue)
    set_type(arg, CONSTANT_POINTER)
    return CONSTANT_POINTER


def _take_over(arg: SSAValue, value: SSAValue, prologue: Builder) -> None:
    """Replaces `arg` by `value`, which the prologue computes from it, everywhere else."""
    own: set[Operation] = set()
    made = prologue.block.first_op
    while made is not None and made is not prologue.anchor:
        own.add(made)
        made = made.next_op
    arg.replace_uses_with_if(value, lambda use: use.operation not in own)

"""
Rewrites of the `opencl` dialect. Each makes the program smaller, or moves it one way: a
dimension from a value to an attribute, a vector query to scalar ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import cast

from xdsl.dialects import arith, llvm, memref, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.traits import SymbolTable

from xdsl_opencl.dialects.opencl.constants import (
    Number,
    constant_attribute,
    constant_integer,
)
from xdsl_opencl.dialects.opencl.conversion import AsOp
from xdsl_opencl.dialects.opencl.image import (
    GetImageDepthOp,
    GetImageDimOp,
    GetImageHeightOp,
    GetImageWidthOp,
    ImageQueryOp,
)
from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp
from xdsl_opencl.dialects.opencl.memory import VloadOp
from xdsl_opencl.dialects.opencl.shapes import split_vector
from xdsl_opencl.dialects.opencl.work_item import (
    DimensionQueryOp,
    GetEnqueuedLocalSizeOp,
    GetLocalIdOp,
    GetLocalLinearIdOp,
    GetLocalSizeOp,
    GetMaxSubGroupSizeOp,
)

_DIM_QUERIES: tuple[type[ImageQueryOp], ...] = (
    GetImageWidthOp,
    GetImageHeightOp,
    GetImageDepthOp,
)


def _extracted_element(user: Operation) -> int | None:
    """
    The constant position that `user` extracts from its first operand.
    """
    if isinstance(user, vector.ExtractOp):
        position = user.static_position.get_values()
        if len(position) != 1 or user.dynamic_position:
            return None
        return position[0]
    if user.name == "llvm.extractelement":
        return constant_integer(user.operands[1])
    return None


class SplitImageDim(RewritePattern):
    """
    An element of `get_image_dim` is the width, height or depth.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GetImageDimOp, rewriter: PatternRewriter):
        dimensions = op.image_type.image_kind.dimensions
        for use in tuple(op.result.uses):
            user = use.operation
            if use.index != 0 or (element := _extracted_element(user)) is None:
                continue
            if 0 <= element < dimensions:
                query = _DIM_QUERIES[element](op.image)
            elif element == dimensions == 3:
                # The fourth element for a 3D image is 0 (OpenCL C 3.0, section 6.15.15.7).
                query = _constant(0, user.results[0].type)
            else:
                continue
            rewriter.replace(user, query)


class StaticDimension(RewritePattern):
    """
    A dimension that is a constant value becomes an attribute.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DimensionQueryOp, rewriter: PatternRewriter):
        if op.dimension_value is None:
            return
        dimension = constant_integer(op.dimension_value)
        # A negative number is an unsigned one far out of range.
        if dimension is not None:
            dimension = dimension if 0 <= dimension < 3 else 3
            rewriter.replace(op, type(op)(dimension, op.result.type))


class MergeAs(RewritePattern):
    """
    A reinterpretation of a reinterpretation is one.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AsOp, rewriter: PatternRewriter):
        inner = op.value.owner
        if isinstance(inner, AsOp):
            rewriter.replace(op, AsOp(inner.value, op.result.type))


def _constant_numbers(
    symbol: Operation | None,
) -> tuple[Attribute, list[Number]] | None:
    """
    Element type and elements of a constant variable that holds numbers.
    """
    if not isinstance(symbol, llvm.GlobalOp | memref.GlobalOp) or (
        symbol.constant is None
    ):
        return None
    value = symbol.value if isinstance(symbol, llvm.GlobalOp) else symbol.initial_value
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return None
    dense = cast("DenseIntOrFPElementsAttr[IntegerType | AnyFloat]", value)
    element = dense.get_element_type()
    numbers = cast("list[Number]", list(dense.get_values()))
    if len(numbers) == 1:
        numbers *= prod(dense.get_shape())
    if isinstance(element, IntegerType):
        mask = (1 << element.width.data) - 1
        return element, [cast(int, number) & mask for number in numbers]
    return element, numbers


class LoadKnownVector(RewritePattern):
    """
    A vector in a constant variable, at a constant place, is a constant.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: VloadOp, rewriter: PatternRewriter):
        variable = op.pointer.owner
        if isinstance(variable, llvm.AddressOfOp):
            name = variable.global_name
        elif isinstance(variable, memref.GetGlobalOp):
            name = variable.name_
        else:
            return
        offset = constant_integer(op.offset)
        known = _constant_numbers(SymbolTable.lookup_symbol(op, name))
        if offset is None or known is None:
            return
        type = op.result.type
        element, width = split_vector(type)
        start = offset * width
        if known[0] != element or not 0 <= start <= len(known[1]) - width:
            return
        value = constant_attribute(type, known[1][start : start + width])
        rewriter.replace(
            op,
            arith.ConstantOp.create(properties={"value": value}, result_types=[type]),
        )


def _constant(number: int, type: Attribute) -> Operation:
    value = constant_attribute(type, [number])
    return arith.ConstantOp.create(properties={"value": value}, result_types=[type])


def _sizes(kernel: KernelOp) -> tuple[int, int, int] | None:
    sizes = kernel.reqd_work_group_size
    if not isinstance(sizes, DenseArrayBase):
        return None
    values = sizes.get_values()
    return values if len(values) == 3 else None


def has_uniform_work_groups(kernel: KernelOp) -> bool:
    """
    Whether all work-groups of a launch have the size that the host asks for: the kernel
    says so (Clang's `uniform-work-group-size`), or the program is of a version before
    OpenCL C 2.0, which brought others.
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
    What a query is in a kernel of this work-group size.
    """
    if isinstance(op, GetMaxSubGroupSizeOp):
        type = op.result.type
        return None if sub_group is None else _constant(sub_group, type)
    if sizes is None:
        return None
    if isinstance(op, GetLocalLinearIdOp):
        type = op.result.type
        longer = [d for d, size in enumerate(sizes) if size != 1]
        if len(longer) > 1:
            return None
        return GetLocalIdOp(longer[0], type) if longer else _constant(0, type)
    if not isinstance(op, GetEnqueuedLocalSizeOp | GetLocalIdOp | GetLocalSizeOp):
        return None
    dimension = op.static_dimension
    if dimension is None or dimension > 2:
        return None
    size = sizes[dimension]
    type = op.result.type
    if isinstance(op, GetLocalIdOp):
        return _constant(0, type) if size == 1 else None
    # The last work-groups of a launch may be smaller, not smaller than 1.
    if isinstance(op, GetLocalSizeOp) and not uniform and size != 1:
        return None
    return _constant(size, type)


def _known_queries(kernel: KernelOp) -> Iterator[tuple[Operation, Operation]]:
    sizes = _sizes(kernel)
    required = kernel.reqd_sub_group_size
    sub_group = None if required is None else required.value.data
    if sizes is None and sub_group is None:
        return
    uniform = has_uniform_work_groups(kernel)
    for op in kernel.body.walk():
        if isinstance(op, _WORK_GROUP_QUERIES):
            known = _known_query(op, sizes, uniform, sub_group)
            if known is not None:
                yield op, known


class ApplyWorkGroupSize(RewritePattern):
    """
    What `reqd_work_group_size` and `reqd_sub_group_size` say becomes constants. A kernel
    that another kernel calls keeps its queries: there it runs in the caller's work-group.

    All kernels of the module are done at once, for one look at who calls whom.
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

"""Memory: static work-group memory, vector loads and stores, pointer queries."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerAttr,
    MemRefType,
    UnitAttr,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMPointerType
from xdsl.interfaces import HasCanonicalizationPatternsInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.traits import MemoryAllocEffect, MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AddressSpace, RoundingMode
from xdsl_opencl.dialects.definition import (
    Built,
    PureOp,
    Value,
    fill,
    irdl_op_definition,
    named,
)
from xdsl_opencl.dialects.opencl.attrs import RoundingModeAttr
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer, constant_op
from xdsl_opencl.dialects.opencl.shapes import (
    address_space,
    as_memref,
    check_space,
    split_vector,
    value_shape,
)
from xdsl_opencl.dialects.opencl.types import contains_opaque
from xdsl_opencl.dialects.opencl.verification.constraints import (
    pointer_type,
    size_value,
)


@irdl_op_definition
class LocalOp(IRDLOperation):
    """
    A `local` variable declared in a kernel: static memory, one copy per work-group,
    uninitialised. The result is a local pointer (`!llvm.ptr<3>`) or a `memref` with
    static shape in `#opencl.address_space<local>`; `type` is the stored type.

    Example: `%tile = opencl.local : memref<18x18xf32, #opencl.address_space<local>>`,
    `%p = opencl.local !llvm.array<64 x i32> : !llvm.ptr<3>`
    """

    name = "opencl.local"

    element = opt_prop_def(AnyAttr())
    """The stored type; given for pointers, implied by a memref."""
    alignment = opt_prop_def(IntegerAttr.constr(i64))
    result = result_def(pointer_type)

    assembly_format = "($element^)? (`align` $alignment^)? attr-dict `:` type($result)"

    # Each op is a variable of its own: never merged, removed when unused.
    traits = traits_def(MemoryAllocEffect())

    def verify_(self) -> None:
        type = self.result.type
        check_space(self.name, "result", type, (AddressSpace.LOCAL,))
        if (memref := as_memref(type)) is not None:
            if self.element is not None:
                raise VerifyException(
                    f"{self.name}: the memref gives the stored type, it is not written"
                )
            if not memref.has_static_shape():
                raise VerifyException(
                    f"{self.name}: {type} has a dynamic dimension; "
                    "local memory is static"
                )
            stored = memref.element_type
        elif self.element is None:
            raise VerifyException(
                f"{self.name}: a pointer does not tell the stored type; "
                "write it in front "
                "of ':'"
            )
        else:
            stored = self.element
        if isinstance(stored, LLVMArrayType) and stored.size.data >> 64:
            raise VerifyException(
                f"{self.name}: no memory has {stored.size.data} elements"
            )
        if (opaque := contains_opaque(stored)) is not None:
            raise VerifyException(
                f"{self.name}: {opaque} cannot be in memory; store its data instead"
            )
        if self.alignment is not None:
            alignment = self.alignment.value.data
            if alignment <= 0 or alignment & (alignment - 1):
                raise VerifyException(
                    f"{self.name}: alignment {alignment} is not a power of two; "
                    "use 1, 2, 4, ..."
                )

    def __init__(
        self,
        result_type: Attribute,
        element: Attribute | None = None,
        alignment: int | None = None,
    ):
        aligned = None if alignment is None else IntegerAttr(alignment, i64)
        fill(self, results=[result_type], element=element, alignment=aligned)


def verify_vector_address(
    op: Operation, pointer: SSAValue, element: Attribute, *, store: bool
) -> None:
    """Raises `VerifyException` if `pointer` cannot point to vectors of `element`."""
    type = pointer.type
    space = address_space(type)
    if space is None:
        raise VerifyException(
            f"{op.name}: pointer of type {type} is in no OpenCL address space; "
            "use one of !llvm.ptr<0> to <4>"
        )
    if store and space is AddressSpace.CONSTANT:
        raise VerifyException(
            f"{op.name}: pointer of type {type} points to constant memory; "
            "store to another memory"
        )
    if (memref := as_memref(type)) is not None:
        if len(memref.shape) != 1:
            raise VerifyException(
                f"{op.name}: pointer of type {type}; expected a memref of rank 1"
            )
        if memref.element_type != element:
            raise VerifyException(f"{op.name}: vectors of {element} in a {type}")


class VectorLoadOp(Built, IRDLOperation):
    """Base of the vector loads: the address is `pointer` plus `offset` vectors."""

    pointer = operand_def(pointer_type)
    offset = operand_def(size_value)
    """In vectors of the result's length, not in elements."""
    result = result_def()

    assembly_format = (
        "$pointer `[` $offset `]` attr-dict `:` type($pointer) `,` type($offset) `->` "
        "type($result)"
    )

    traits = traits_def(MemoryReadEffect())


class VectorStoreOp(Built, IRDLOperation):
    """Base of the vector stores: the address is `pointer` plus `offset` vectors."""

    value = operand_def()
    pointer = operand_def(pointer_type)
    offset = operand_def(size_value)
    """In vectors of the value's length, not in elements."""

    assembly_format = (
        "$value `,` $pointer `[` $offset `]` attr-dict `:` type($value) `,` "
        "type($pointer) `,` type($offset)"
    )

    traits = traits_def(MemoryWriteEffect())


@irdl_op_definition
class VloadOp(VectorLoadOp, HasCanonicalizationPatternsInterface):
    """
    `vloadn`: n elements at `pointer + offset * n`, aligned as one element.

    Example: `%v = opencl.vload %p[%i] : !llvm.ptr<1>, i64 -> vector<4xf32>`
    """

    name = "opencl.vload"

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (LoadKnownVector(),)

    def verify_(self) -> None:
        element, width = value_shape(self.name, "result", self.result.type)
        if width == 1:
            raise VerifyException(
                f"{self.name}: result has type {element}; expected a vector"
            )
        verify_vector_address(self, self.pointer, element, store=False)


@irdl_op_definition
class VstoreOp(VectorStoreOp):
    """
    `vstoren`: n elements at `pointer + offset * n`, aligned as one element.

    Example: `opencl.vstore %v, %p[%i] : vector<4xf32>, !llvm.ptr<1>, i64`
    """

    name = "opencl.vstore"

    def verify_(self) -> None:
        element, width = value_shape(self.name, "value", self.value.type)
        if width == 1:
            raise VerifyException(
                f"{self.name}: value has type {element}; expected a vector"
            )
        verify_vector_address(self, self.pointer, element, store=True)


class HalfLoadOp(VectorLoadOp):
    """Base of the loads of halfs as floats."""

    def verify_(self) -> None:
        element, width = split_vector(self.result.type)
        if not width or not isinstance(element, Float32Type):
            raise VerifyException(
                f"{self.name}: result has type {self.result.type}; "
                "expected f32 or a vector of 2, 3, 4, 8 or 16 f32"
            )
        verify_vector_address(self, self.pointer, Float16Type(), store=False)


VloadHalfOp = named("opencl.vload_half", HalfLoadOp)
"""
`vload_half`, `vload_halfn`: n halfs at `pointer + offset * n`, aligned to 2 bytes, as floats.

Example: `%v = opencl.vload_half %p[%i] : !llvm.ptr<1>, i64 -> vector<4xf32>`
"""

VloadaHalfOp = named("opencl.vloada_half", HalfLoadOp)
"""
`vloada_halfn`: n halfs at `pointer + offset * n` (n = 3: `* 4`), aligned to the whole
vector, as floats.

Example: `%v = opencl.vloada_half %p[%i] : !llvm.ptr<1>, i64 -> vector<4xf32>`
"""


class HalfStoreOp(IRDLOperation):
    """
    Base of the stores that convert to half, to nearest even unless `rounding` is given.
    """

    rounding = opt_prop_def(RoundingModeAttr)
    value = operand_def()
    pointer = operand_def(pointer_type)
    offset = operand_def(size_value)
    """In vectors of the value's length, not in elements."""

    assembly_format = (
        "(`round` $rounding^)? $value `,` $pointer `[` $offset `]` attr-dict `:` "
        "type($value) `,` type($pointer) `,` type($offset)"
    )

    traits = traits_def(MemoryWriteEffect())

    def verify_(self) -> None:
        element, width = split_vector(self.value.type)
        if not width or not isinstance(element, Float32Type | Float64Type):
            raise VerifyException(
                f"{self.name}: value has type {self.value.type}; "
                "expected f32, f64 or a "
                "vector of 2, 3, 4, 8 or 16 of these"
            )
        verify_vector_address(self, self.pointer, Float16Type(), store=True)

    def __init__(
        self,
        value: Value,
        pointer: Value,
        offset: Value,
        rounding: RoundingMode | None = None,
    ):
        mode = None if rounding is None else RoundingModeAttr(rounding)
        fill(self, value, pointer, offset, rounding=mode)


VstoreHalfOp = named("opencl.vstore_half", HalfStoreOp)
"""
`vstore_half`, `vstore_halfn`, with their `_rte` ... forms, from float or double.

Example: `opencl.vstore_half round rtz %v, %p[%i] : vector<4xf32>, !llvm.ptr<1>, i64`
"""

VstoreaHalfOp = named("opencl.vstorea_half", HalfStoreOp)
"""
`vstorea_halfn`: aligned to the whole vector; a 3-element vector takes the room of 4.

Example: `opencl.vstorea_half %v, %p[%i] : vector<4xf32>, !llvm.ptr<1>, i64`
"""


class PointerCastOp(Built, PureOp):
    """
    Base of the casts of a generic pointer to a specific address space, null if it points
    elsewhere.

    Example: `%q = opencl.to_global %p : !llvm.ptr<4> -> !llvm.ptr<1>`
    """

    pointer = operand_def(LLVMPointerType)
    result = result_def(LLVMPointerType)

    assembly_format = "$pointer attr-dict `:` type($pointer) `->` type($result)"

    SPACE: ClassVar[AddressSpace]

    def verify_(self) -> None:
        check_space(self.name, "pointer", self.pointer.type, (AddressSpace.GENERIC,))
        check_space(self.name, "result", self.result.type, (self.SPACE,))


ToGlobalOp = named("opencl.to_global", PointerCastOp, SPACE=AddressSpace.GLOBAL)
"""The generic pointer as a global one, null if it points elsewhere."""
ToLocalOp = named("opencl.to_local", PointerCastOp, SPACE=AddressSpace.LOCAL)
"""The generic pointer as a local one, null if it points elsewhere."""
ToPrivateOp = named("opencl.to_private", PointerCastOp, SPACE=AddressSpace.PRIVATE)
"""The generic pointer as a private one, null if it points elsewhere."""


@irdl_op_definition
class GetFenceOp(Built, PureOp):
    """
    The `CLK_*_MEM_FENCE` flags that order accesses through a generic pointer.

    Example: `%flags = opencl.get_fence %p : !llvm.ptr<4>`
    """

    name = "opencl.get_fence"

    pointer = operand_def(LLVMPointerType)
    result = result_def(i32)

    assembly_format = "$pointer attr-dict `:` type($pointer)"

    def verify_(self) -> None:
        check_space(self.name, "pointer", self.pointer.type, (AddressSpace.GENERIC,))


class LoadKnownVector(RewritePattern):
    """Folds the load of a vector at a constant place of a constant variable."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: VloadOp, rewriter: PatternRewriter):
        from xdsl_opencl.dialects.opencl.folding.known_values import constant_variable

        offset = constant_integer(op.offset)
        known = constant_variable(op, op.pointer)
        if offset is None or known is None:
            return
        type = op.result.type
        element, width = split_vector(type)
        start = offset * width
        if known[0] != element or not 0 <= start <= len(known[1]) - width:
            return
        rewriter.replace(op, constant_op(type, known[1][start : start + width]))


@irdl_op_definition
class CopyTileOp(IRDLOperation):
    """
    The work items of a group together fill `tile`, memory of theirs, from `source`. The tile has a row for each line and a
    column for each place; `transposed`, the other way round. Its first line is number `line` of the source, its first place
    number `place`; the source has as many as `of` says, and at least the tile's where `of` is absent.

    `map` computes the indices of an element in the source, from the numbers `fixed`, the loops that a line's number counts,
    and the loops that a place's number counts; of several loops the last one is the fastest. `by` has the sizes of all but
    the first. `line` counts all loops of a line, `place` and its `of` the first loop of a place.

    Where the source has no more lines, the tile gets copies of others. Where it has no more places, the tile gets zeros with
    `zeros`; without it what is there is not defined. The tile's elements may be wider than the source's: integers are signed
    unless `unsigned`. Places of several loops are for the CPU device.

    Example: `opencl.copy_tile %a[affine_map<(k, m) -> (m, k)>] lines %row of %rows places %column to %tile
    : memref<64x64xf16> to memref<32x32xf16, #gpu.address_space<workgroup>>`
    """

    name = "opencl.copy_tile"

    source = operand_def(MemRefType)
    fixed = var_operand_def(IndexType())
    line = operand_def(IndexType())
    lines = opt_operand_def(IndexType())
    line_sizes = var_operand_def(IndexType())
    place = operand_def(IndexType())
    places = opt_operand_def(IndexType())
    place_sizes = var_operand_def(IndexType())
    tile = operand_def(MemRefType)
    map = prop_def(AffineMapAttr)
    transposed = opt_prop_def(UnitAttr)
    unsigned = opt_prop_def(UnitAttr)
    zeros = opt_prop_def(UnitAttr)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    assembly_format = (
        "$source `[` $map `]` (`(` $fixed^ `)`)? "
        "`lines` $line (`of` $lines^)? (`by` `(` $line_sizes^ `)`)? "
        "`places` $place (`of` $places^)? (`by` `(` $place_sizes^ `)`)? `to` $tile "
        "(`transposed` $transposed^)? (`unsigned` $unsigned^)? (`zeros` $zeros^)? "
        "attr-dict `:` type($source) `to` type($tile)"
    )

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def verify_(self) -> None:
        source = cast("MemRefType[Attribute]", self.source.type)
        tile = cast("MemRefType[Attribute]", self.tile.type)
        map, rank = self.map.data, source.get_num_dims()
        loops = len(self.fixed) + len(self.line_sizes) + len(self.place_sizes) + 2
        if (map.num_dims, map.num_symbols, len(map.results)) != (loops, 0, rank):
            raise VerifyException(
                f"{self.name}: {map} does not make {rank} indices of {loops} numbers; write one for each dimension"
            )
        if tile.get_num_dims() != 2 or not tile.has_static_shape():
            raise VerifyException(
                f"{self.name}: the tile is a {tile}; use a static shape of lines and places"
            )
        if self.zeros and self.places is None:
            raise VerifyException(
                f"{self.name}: 'zeros' is for places past the end; write 'of' after 'places'"
            )

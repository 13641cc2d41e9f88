"""`vload*` and `vstore*`, half memory included (OpenCL C 3.0, section 6.15.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DictionaryAttr,
    Float16Type,
    IndexType,
    IntAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    StringAttr,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.enums import AddressSpace, RoundingMode
from xdsl_opencl.dialects.opencl import memory
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr
from xdsl_opencl.dialects.opencl.shapes import as_memref
from xdsl_opencl.ir.element_types import bits_of, element_of, like, width_of
from xdsl_opencl.llvm_ir.syntax.module import TBAA
from xdsl_opencl.transforms.builtins.conversion import convert
from xdsl_opencl.transforms.builtins.values import Values

_ACCESSES: Mapping[Attribute, DictionaryAttr] = {
    type: DictionaryAttr({TBAA: StringAttr(name)})
    for type, name in (
        *((i16, "short"), (i32, "int"), (i64, "long")),
        *((f16, "half"), (f32, "float"), (f64, "double")),
    )
}


def _access(element: Attribute, width: int) -> Attribute | None:
    """
    The metadata of an access to `width` elements: ROCm's library reads and writes one or three as
    elements, and other numbers as a vector, which may alias everything (`vldst_gen.cl` and
    `vldst_half.cl`).
    """
    return _ACCESSES.get(element) if width in (1, 3) else None


def raw_pointer(v: Values, pointer: SSAValue) -> SSAValue:
    """Returns a memref as a pointer to its first element, its later form."""
    if (memref := as_memref(pointer.type)) is None:
        return pointer
    space = memref.memory_space
    number = (
        space.data if isinstance(space, AddressSpaceAttr) else AddressSpace.PRIVATE
    ).spir
    type = llvm.LLVMPointerType(IntAttr(number) if number else NoneAttr())
    base = v.cast(pointer, type)
    # The static part of a memref's offset is added at each access.
    if (start := memref.get_offset() or 0) > 0:
        return v.offset(base, v.constant(start, i64), memref.element_type)
    return base


def element_pointer(
    v: Values, pointer: SSAValue, indices: Sequence[SSAValue]
) -> SSAValue:
    """
    Returns a pointer as it is; of a memref the pointer to the element at `indices`, which a view
    computes.
    """
    if (source := as_memref(pointer.type)) is None:
        return pointer
    if indices:
        from xdsl.dialects import memref

        layout = StridedLayoutAttr([], NoneAttr())
        view = MemRefType(source.element_type, [], layout, source.memory_space)
        ones = [1] * len(indices)
        pointer = v.add(memref.SubviewOp.get(pointer, list(indices), ones, ones, view))
    return raw_pointer(v, pointer)


def size_value(v: Values, size: SSAValue) -> SSAValue:
    """A `size_t`, which may be an index or a 32-bit integer, as i64."""
    if isinstance(size.type, IndexType):
        return v.cast(size, i64)
    return v.resize(size, 64, unsigned=True) if bits_of(size.type) < 64 else size


def _address(
    v: Values, pointer: SSAValue, offset: SSAValue, element: Attribute, stride: int
) -> SSAValue:
    index = size_value(v, offset)
    if stride == 1:
        return v.offset(raw_pointer(v, pointer), index, element)
    # In bytes: LLVM then uses one product for all pointers, and narrows it.
    size = v.constant(stride * bits_of(element) // 8, i64)
    return v.offset(raw_pointer(v, pointer), v.imul(index, size), i8)


def lower_vload(v: Values, op: memory.VloadOp) -> list[SSAValue]:
    type = op.result.type
    element, width = element_of(type), width_of(type) or 1
    address = _address(v, op.pointer, op.offset, element, width)
    metadata = _access(element, width)
    return [v.load(address, type, bits_of(element) // 8, metadata=metadata)]


def lower_vstore(v: Values, op: memory.VstoreOp) -> list[SSAValue]:
    type = op.value.type
    element, width = element_of(type), width_of(type) or 1
    address = _address(v, op.pointer, op.offset, element, width)
    v.store(op.value, address, bits_of(element) // 8, _access(element, width))
    return []


def _aligned(width: int) -> tuple[int, int]:
    """
    Returns the distance of vectors in elements, and the alignment in bytes, of `vloada_halfn`.
    """
    stride = 4 if width == 3 else width
    return stride, 2 * stride


def _load_half(v: Values, op: memory.HalfLoadOp, *, aligned: bool) -> list[SSAValue]:
    type = op.result.type
    width = width_of(type) or 1
    stride, alignment = _aligned(width) if aligned else (width, 2)
    address = _address(v, op.pointer, op.offset, f16, stride)
    metadata = None if aligned and width > 1 else _access(f16, width)
    value = v.load(address, like(type, f16), alignment, metadata=metadata)
    return [v.resize_float(value, bits_of(type))]


def lower_vload_half(v: Values, op: memory.HalfLoadOp) -> list[SSAValue]:
    return _load_half(v, op, aligned=False)


def lower_vloada_half(v: Values, op: memory.HalfLoadOp) -> list[SSAValue]:
    return _load_half(v, op, aligned=True)


def _store_half(v: Values, op: memory.HalfStoreOp, *, aligned: bool) -> list[SSAValue]:
    type = op.value.type
    width = width_of(type) or 1
    stride, alignment = _aligned(width) if aligned else (width, 2)
    rounding = RoundingMode.RTE if op.rounding is None else op.rounding.data
    half = convert(v, op.value, like(type, Float16Type()), rounding=rounding)
    address = _address(v, op.pointer, op.offset, f16, stride)
    metadata = None if aligned and width > 1 else _access(f16, width)
    v.store(half, address, alignment, metadata)
    return []


def lower_vstore_half(v: Values, op: memory.HalfStoreOp) -> list[SSAValue]:
    return _store_half(v, op, aligned=False)


def lower_vstorea_half(v: Values, op: memory.HalfStoreOp) -> list[SSAValue]:
    return _store_half(v, op, aligned=True)

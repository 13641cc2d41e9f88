"""
Translates calls of builtins: one function per family, parameterised by its operation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from typing_extensions import TypeVar
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerAttr,
    IntegerType,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import (
    ElementKind,
    FenceFlag,
    MemoryOrder,
    MemoryScope,
    RoundingMode,
)
from xdsl_opencl.abi.model import ScalarKind
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.opencl import (
    atomic,
    builtin,
    collective,
    conversion,
    image,
    printf,
    sampler,
    work_item,
)
from xdsl_opencl.dialects.opencl.attrs import (
    AtomicKind,
    FenceFlagsAttr,
    GroupOperation,
)
from xdsl_opencl.dialects.opencl.builtins import builtin_table
from xdsl_opencl.dialects.opencl.types import EventType, ImageType, SamplerType
from xdsl_opencl.frontend.builtins.demangle import MangledType
from xdsl_opencl.frontend.builtins.printf_calls import match_format
from xdsl_opencl.frontend.errors import Unsupported
from xdsl_opencl.frontend.function_rewriter import FunctionRewriter
from xdsl_opencl.ir.build import DYNAMIC_INDEX, NO_FAST_MATH, known_integer, positions
from xdsl_opencl.llvm_ir.reader.intrinsics import intrinsic
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.reader.scope import Place

UNSIGNED = frozenset(
    (ScalarKind.UCHAR, ScalarKind.USHORT, ScalarKind.UINT, ScalarKind.ULONG)
)
_FLOATING = {
    ScalarKind.HALF: Float16Type(),
    ScalarKind.FLOAT: Float32Type(),
    ScalarKind.DOUBLE: Float64Type(),
}


def mlir_type(type_: MangledType) -> Attribute | None:
    """The type of a number or vector; None for anything else."""
    kind = type_.scalar
    if kind is None:
        return None
    element = _FLOATING.get(kind) or IntegerType(kind.size * 8)
    return element if type_.width == 1 else VectorType(element, [type_.width])


@dataclass(slots=True)
class Call:
    """One call: the function, its arguments, and the insertion point for operations."""

    site: Place
    name: str
    types: tuple[MangledType, ...]
    arguments: list[SSAValue]
    result_type: Attribute | None

    def emit(self, op: Operation) -> SSAValue | None:
        """Inserts `op`; returns its first result, if any."""
        self.site.emit(op)
        return op.results[0] if op.results else None

    def value(self, op: Operation) -> SSAValue:
        self.site.emit(op)
        return op.results[0]

    def llvm(
        self,
        name: str,
        *operands: SSAValue,
        type: Attribute,
        properties: Mapping[str, Attribute] = {},
    ) -> SSAValue:
        """Inserts the operation `name` of `llvm`; returns its result."""
        kind, types = op_class(name), (type,)
        return self.value(
            kind.create(operands=operands, result_types=types, properties=properties)
        )

    def constant(self, index: int) -> int | None:
        """Argument `index` if it is a constant integer."""
        return known_integer(self.arguments[index])

    @property
    def result(self) -> Attribute:
        if self.result_type is None:
            raise Unsupported(f"{self.name} returns a value")
        return self.result_type

    def pointee(self, index: int) -> MangledType:
        """The type that parameter `index` points to."""
        pointee = self.types[index].pointee
        if pointee is None:
            raise Unsupported(f"parameter {index} of {self.name} must be a pointer")
        return pointee


Handler = Callable[[Call], SSAValue | None]
ValueT = TypeVar("ValueT")
Reader = Callable[[Call], ValueT]
"""Reads an argument of an operation's constructor from a call."""

_ORDERS: Mapping[int | None, MemoryOrder] = {
    0: MemoryOrder.RELAXED,
    2: MemoryOrder.ACQUIRE,
    3: MemoryOrder.RELEASE,
    4: MemoryOrder.ACQ_REL,
    5: MemoryOrder.SEQ_CST,
}
_SCOPES: Mapping[int | None, MemoryScope] = {
    0: MemoryScope.WORK_ITEM,
    1: MemoryScope.WORK_GROUP,
    2: MemoryScope.DEVICE,
    3: MemoryScope.ALL_SVM_DEVICES,
    4: MemoryScope.SUB_GROUP,
}
"""Numbers of `memory_order_*` and `memory_scope_*` in clang's `opencl-c-base.h`."""

# Rows


def row(
    cls: Callable[..., Operation], *parts: object, count: int | None = None
) -> Handler:
    """
    The handler of a function that is one operation, `cls` of `parts`: a part is the number of
    an argument of the call, a function that reads it from the call, or the thing itself.
    `count` refuses calls with more or fewer arguments.
    """

    def handler(call: Call) -> SSAValue | None:
        if count is not None and len(call.arguments) != count:
            raise ValueError(count)
        arguments = [
            call.arguments[part]
            if isinstance(part, int)
            else part(call)
            if callable(part)
            else part
            for part in parts
        ]
        return call.emit(cls(*arguments))

    return handler


def result(call: Call) -> Attribute:
    """The type of the call's result."""
    return call.result


def rest(start: int) -> Reader[list[SSAValue]]:
    """The arguments from `start` on."""
    return lambda call: call.arguments[start:]


def flags(call: Call) -> FenceFlagsAttr:
    """The fence flags, the first argument."""
    bits = call.constant(0)
    if bits is None or bits & ~7:
        return FenceFlagsAttr(FenceFlag)
    return FenceFlagsAttr.from_bits(bits)


def order(index: int, default: MemoryOrder | None = None) -> Reader[MemoryOrder]:
    """The memory order in argument `index`; `default` where the call lacks it."""
    return lambda call: (
        default
        if default is not None and index >= len(call.arguments)
        else _ORDERS.get(call.constant(index), MemoryOrder.SEQ_CST)
    )


def scope(index: int, default: MemoryScope | None = None) -> Reader[MemoryScope]:
    """The memory scope in argument `index`; `default` where the call lacks it."""
    return lambda call: (
        default
        if default is not None and index >= len(call.arguments)
        else _SCOPES.get(call.constant(index), MemoryScope.ALL_SVM_DEVICES)
    )


def order_and_scope(index: int) -> tuple[Reader[MemoryOrder], Reader[MemoryScope]]:
    """
    The trailing order and scope, from `index` on; the defaults of OpenCL C 3.0, section 6.15.12.7,
    for missing ones.
    """
    return order(index, MemoryOrder.SEQ_CST), scope(index + 1, MemoryScope.DEVICE)


def dimension(call: Call) -> int | SSAValue:
    """The dimension that a query is for."""
    known = call.constant(0)
    return call.arguments[0] if known is None else known


def queried_image(call: Call) -> SSAValue:
    """The queried image."""
    value = call.arguments[0]
    if not isinstance(value.type, ImageType):
        raise Unsupported(
            f"{call.name} of a value of type {value.type}: nothing says that it is an "
            "image; give the kernel whose argument it is kernel_arg_type and "
            "kernel_arg_access_qual"
        )
    return value


# Atomics


def atomic_kind(name: str) -> Reader[AtomicKind]:
    """The kind of an atomic `name` on the type that the first argument points to."""

    def read(call: Call) -> AtomicKind:
        scalar = call.pointee(0).scalar
        if scalar in _FLOATING and name != "xchg":
            kinds = {"add": "fadd", "sub": "fadd", "min": "fmin", "max": "fmax"}
            if name not in kinds:
                raise Unsupported(f"{call.name} on {scalar}")
            return AtomicKind(kinds[name])
        unsigned = name in ("min", "max") and scalar in UNSIGNED
        return AtomicKind("u" + name if unsigned else name)

    return read


def atomic_value(name: str) -> Reader[SSAValue]:
    """The second operand of an atomic `name`: floats are subtracted by adding the opposite."""

    def read(call: Call) -> SSAValue:
        value = call.arguments[1]
        if name != "sub" or call.pointee(0).scalar not in _FLOATING:
            return value
        flags = {"fastmathFlags": NO_FAST_MATH}
        return call.llvm("llvm.fneg", value, type=value.type, properties=flags)

    return read


def one(call: Call) -> SSAValue:
    """The number 1 of the result's type."""
    return call.site.integer(1, call.result)


def atomic_init(call: Call) -> SSAValue | None:
    # Initialisation is not atomic (OpenCL C 3.0, section 6.15.12.1).
    pointer, value = call.arguments
    return call.emit(_plain_store(value, pointer))


def compare_exchange(weak: bool) -> Handler:
    def handler(call: Call) -> SSAValue | None:
        pointer, expected_pointer, desired = call.arguments[:3]
        success = failure = MemoryOrder.SEQ_CST
        if len(call.arguments) > 3:
            success, failure = order(3)(call), order(4)(call)
        expected = call.llvm(
            "llvm.load", expected_pointer, type=desired.type, properties=_PLAIN
        )
        op = atomic.AtomicCompareExchangeOp(
            success,
            failure,
            scope(5, MemoryScope.DEVICE)(call),
            pointer,
            expected,
            desired,
            weak=weak,
        )
        call.emit(op)
        # On success memory had the value of `expected`, so the store changes nothing.
        call.emit(_plain_store(op.result, expected_pointer))
        return _boolean(call, op.success)

    return handler


def flag_test_and_set(call: Call) -> SSAValue | None:
    order, scope = order_and_scope(1)
    value = call.value(
        atomic.AtomicFlagTestAndSetOp(order(call), scope(call), call.arguments[0])
    )
    return _boolean(call, value)


def _boolean(call: Call, value: SSAValue) -> SSAValue | None:
    """The i1 `value` in the type of the result."""
    if call.result == i1:
        return value
    return call.llvm("llvm.zext", value, type=call.result)


_PLAIN = {"ordering": IntegerAttr(0, i64)}


def _plain_store(value: SSAValue, pointer: SSAValue) -> Operation:
    return op_class("llvm.store").create(operands=(value, pointer), properties=_PLAIN)


# Groups


def group_operation(name: str) -> Reader[GroupOperation]:
    """The kind of a reduction or scan `name` of the first argument."""

    def read(call: Call) -> GroupOperation:
        unsigned = name in ("min", "max") and call.types[0].scalar in UNSIGNED
        return GroupOperation("u" + name if unsigned else name)

    return read


def copy_element(call: Call) -> Attribute:
    """The type of the elements that the first argument points to."""
    element = mlir_type(call.pointee(0))
    if element is None:
        raise Unsupported(f"{call.name} of something else than numbers or vectors")
    return element


def _own_event(call: Call) -> bool:
    """
    Returns whether events are values of their own type. On amdgcn they are pointers, in lists in
    memory: there every copy has an event of its own, and a wait for a list waits for all copies.
    """
    if isinstance(call.arguments[-1].type, EventType):
        return True
    call.arguments[-1] = call.value(collective.NullEventOp())
    return False


def _event(call: Call, op: Operation, own: bool) -> SSAValue | None:
    event = call.emit(op)
    if own:
        return event
    return call.llvm("llvm.mlir.zero", type=call.result)


def async_copy(cls: Callable[..., Operation]) -> Handler:
    def handler(call: Call) -> SSAValue | None:
        own = _own_event(call)
        return _event(call, cls(copy_element(call), *call.arguments), own)

    return handler


# Samplers, images

LOST_SAMPLER = (
    "Clang leaves out the value of a sampler of the program that '?:' may choose; declare "
    "the sampler in the kernel"
)


def _sampler_of(call: Call, literal: SSAValue) -> SSAValue:
    bits = known_integer(literal)
    if bits is not None:
        # Literals of libclc and clover have 0 for nearest; 0x10 means linear there, but clang
        # translates only its own literals.
        if not bits & 0x30:
            bits |= 0x10
        with suppress(ValueError):
            return call.value(sampler.SamplerConstantOp(sampler.sampler_of_bits(bits)))
    return call.value(sampler.TranslateSamplerOp(literal))


def translate_sampler(call: Call) -> SSAValue | None:
    return _sampler_of(call, call.arguments[0])


def read_image(element: ElementKind) -> Handler:
    def handler(call: Call) -> SSAValue | None:
        source, *rest = call.arguments
        used: SSAValue | None = None
        if isinstance(rest[0].type, SamplerType) or call.types[1].name == "ocl_sampler":
            used = rest.pop(0)
            if used.type == i32:
                # Old SPIR and clover: a sampler is its literal.
                used = _sampler_of(call, used)
            if not isinstance(used.type, SamplerType):
                raise Unsupported(LOST_SAMPLER)
        coordinate, *extra = rest
        lod, gradients, sample = None, None, None
        if len(extra) == 2:
            gradients = (extra[0], extra[1])
        elif extra and isinstance(source.type, ImageType):
            if source.type.image_kind.is_msaa:
                sample = extra[0]
            else:
                lod = extra[0]
        return call.emit(
            image.ReadImageOp(
                element,
                source,
                coordinate,
                call.result,
                sampler=used,
                lod=lod,
                gradients=gradients,
                sample=sample,
            )
        )

    return handler


def write_image(element: ElementKind) -> Handler:
    def handler(call: Call) -> SSAValue | None:
        target, coordinate, *rest = call.arguments
        lod = rest[0] if len(rest) == 2 else None
        return call.emit(
            image.WriteImageOp(element, rest[-1], target, coordinate, lod=lod)
        )

    return handler


# Conversions, printf, element-wise functions


def convert_to(target: str, saturate: bool, rounding: str | None) -> Handler:
    unsigned = ScalarKind(target) in UNSIGNED
    mode = None if rounding is None else RoundingMode(rounding)
    integer = ScalarKind(target) not in _FLOATING

    def handler(call: Call) -> SSAValue | None:
        source = call.types[0].scalar
        # Conversions between integers do not round: OpenCL C accepts the suffix and ignores it.
        exact = integer and source not in _FLOATING
        return call.emit(
            conversion.ConvertOp(
                call.arguments[0],
                call.result,
                src_unsigned=source in UNSIGNED,
                dst_unsigned=unsigned,
                rounding=None if exact else mode,
                saturate=saturate,
            )
        )

    return handler


def clock(call: Call) -> SSAValue | None:
    """
    `clock_read_*`: the device's clock runs at a constant rate, the clocks of groups count cycles.
    The forms with `hilo` give the number as two words.
    """
    counter = "steady" if call.name.endswith("_device") else "cycle"
    op = intrinsic(f"llvm.read{counter}counter", (), i64, NO_FAST_MATH)
    assert op is not None
    value = call.emit(op)
    if value is None or call.result == i64:
        return value
    return call.emit(conversion.AsOp(value, call.result))


def raise_printf(call: Call) -> SSAValue | None:
    owner = call.arguments[0].owner
    text = None
    if isinstance(owner, llvm.AddressOfOp) and isinstance(call.site, FunctionRewriter):
        text = call.site.string(owner.global_name.root_reference.data)
    if text is None:
        raise Unsupported("printf needs a string literal as its format")
    format_, arguments = match_format(
        text.decode("utf-8", "replace"), call.arguments[1:], call.site.emit
    )
    return call.emit(printf.PrintfOp(format_, arguments))


def element_wise(row: builtin_table.Builtin) -> Handler:
    if row.results == 1:
        return lambda call: call.emit(
            builtin.BuiltinOp(row.name, call.arguments, (call.result,))
        )

    def with_pointer(call: Call) -> SSAValue | None:
        *arguments, pointer = call.arguments
        second = mlir_type(call.pointee(len(arguments)))
        if second is None:
            raise Unsupported(f"{call.name} with a pointer to no number")
        op = builtin.BuiltinOp(row.name, arguments, (call.result, second))
        call.emit(op)
        call.emit(_plain_store(op.results[1], pointer))
        return op.results[0]

    return with_pointer


# Old systems: getters with LLVM names (R600's image passes, libclc)


def _getter(cls: type[image.ImageQueryOp]) -> Handler:
    """A getter that returns an array where the dialect has a vector."""

    def handler(call: Call) -> SSAValue | None:
        vector = call.value(cls(queried_image(call)))
        result = call.result
        if vector.type == result:
            return vector
        if not isinstance(result, llvm.LLVMArrayType):
            raise Unsupported(f"{call.name} with result {result}")
        value = call.llvm("llvm.mlir.undef", type=result)
        for index in range(result.size.data):
            at = call.site.integer(index, i32)
            element = call.value(ExtractElementOp(vector, at))
            parts, place = (value, element), {"position": positions(index)}
            value = call.llvm("llvm.insertvalue", *parts, type=result, properties=place)
        return value

    return handler


def _sampler_id(call: Call) -> SSAValue | None:
    if not isinstance(call.arguments[0].type, SamplerType):
        raise Unsupported(
            f"{call.name} of a value of type {call.arguments[0].type}: nothing says that "
            "it is a sampler; give the kernel whose argument it is kernel_arg_type"
        )
    return call.emit(sampler.SamplerResourceIdOp(call.arguments[0]))


def _axis_query(cls: type[work_item.DimensionQueryOp], axis: int) -> Handler:
    return lambda call: call.emit(cls(axis, call.result))


_IMAGE_ATTRIBUTES: tuple[type[image.ImageQueryOp], ...] = (
    image.GetImageWidthOp,
    image.GetImageHeightOp,
    image.GetImageDepthOp,
    image.GetImageChannelDataTypeOp,
    image.GetImageChannelOrderOp,
)


def _read_image_attribute(call: Call) -> SSAValue | None:
    """`llvm.AMDGPU.read.image.attribute(i, j)`: attribute j of the kernel's image i."""
    index, attribute = call.constant(0), call.constant(1)
    assert isinstance(call.site, FunctionRewriter)
    images = [a for a in call.site.arguments if isinstance(a.type, ImageType)]
    if (
        index is None
        or attribute is None
        or not 0 <= index < len(images)
        or not 0 <= attribute < len(_IMAGE_ATTRIBUTES)
    ):
        raise Unsupported(
            f"{call.name}: needs constants, an image from 0 to {len(images) - 1} and an "
            f"attribute from 0 to {len(_IMAGE_ATTRIBUTES) - 1}"
        )
    return call.emit(_IMAGE_ATTRIBUTES[attribute](images[index]))


def _get_image(call: Call) -> SSAValue | None:
    """`llvm.AMDGPU.get.image.2d(image, j)`: attribute j of the image."""
    attribute = call.constant(1) if len(call.arguments) == 2 else None
    if attribute is None or not 0 <= attribute < len(_IMAGE_ATTRIBUTES):
        raise Unsupported(
            f"{call.name}: needs an image and a constant attribute from 0 to "
            f"{len(_IMAGE_ATTRIBUTES) - 1}"
        )
    return call.emit(_IMAGE_ATTRIBUTES[attribute](queried_image(call)))


def _required_size(call: Call) -> SSAValue | None:
    """`llvm.opencl.reqd.work.group.size(x, y, z)` in a kernel: a fact about it."""
    sizes = [call.constant(index) for index in range(len(call.arguments))]
    numbers = [size for size in sizes if size is not None and size > 0]
    assert isinstance(call.site, FunctionRewriter)
    function = call.site.region.parent
    if len(numbers) != 3 or len(sizes) != 3 or function is None:
        raise Unsupported(f"{call.name}: needs three positive constants")
    size = DenseArrayBase.from_list(i32, numbers)
    if function.attributes.setdefault(REQUIRED_SIZE, size) != size:
        raise Unsupported(f"{call.name}: the function has another size already")
    return None


REQUIRED_SIZE = "reqd_work_group_size"
"""Attribute of `llvm.func`: three integers."""


def _implicit_pointer(call: Call) -> SSAValue | None:
    """
    `llvm.r600.implicitarg.ptr()`: loads at constant offsets become the values there: the number of
    dimensions, the global offset, and the attributes of clover's interim form.
    """
    site = call.site
    assert isinstance(site, FunctionRewriter)
    start = site.anchor
    pending = [(start.results[0], 0)]
    while pending:
        value, offset = pending.pop()
        for use in list(value.uses):
            op = use.operation
            if isinstance(op, llvm.GEPOp):
                step = _constant_step(op)
                if step is None:
                    raise Unsupported(f"{call.name}: a step that is not constant")
                pending.append((op.results[0], offset + step))
            elif isinstance(op, llvm.LoadOp) and op.results[0].type == i32:
                site.anchor = op
                site.replace(op, _implicit_argument(call, offset))
                continue
            else:
                raise Unsupported(
                    f"{call.name}: '{op.name}' uses it; only 32-bit loads at constant "
                    "offsets can be read"
                )
            site.replace(op, None)
    site.anchor = start
    return None


_STEPS: dict[Attribute, int] = {IntegerType(8): 1, i32: 4, Float32Type(): 4}
"""Sizes in bytes of the elements that steps to implicit arguments count."""


def _constant_step(op: llvm.GEPOp) -> int | None:
    indices = op.rawConstantIndices.get_values()
    size = _STEPS.get(op.elem_type)
    if len(indices) != 1 or size is None:
        return None
    index = int(indices[0])
    if index == DYNAMIC_INDEX:
        known = known_integer(op.ssa_indices[0])
        return None if known is None else size * known
    return size * index


def _implicit_argument(call: Call, offset: int) -> SSAValue:
    """
    The implicit argument at byte `offset` (`abi.conventions.clover.TAIL`, then five dwords an image).
    """
    number, rest = divmod(offset, 4)
    if not rest and number == 0:
        return call.value(work_item.GetWorkDimOp(i32))
    if not rest and 0 < number < 4:
        return call.value(work_item.GetGlobalOffsetOp(number - 1, i32))
    assert isinstance(call.site, FunctionRewriter)
    images = [a for a in call.site.arguments if isinstance(a.type, ImageType)]
    image_number, attribute = divmod(number - 4, len(_IMAGE_ATTRIBUTES))
    if rest or not 0 <= image_number < len(images):
        raise Unsupported(f"{call.name}: there is no argument at byte {offset}")
    return call.value(_IMAGE_ATTRIBUTES[attribute](images[image_number]))


IMAGE_GETTERS: Mapping[str, Handler] = {
    "llvm.OpenCL.image.get.size": _getter(image.ImageSizeOp),
    "llvm.OpenCL.image.get.format": _getter(image.ImageFormatOp),
    "llvm.OpenCL.image.get.resource.id": row(
        image.ImageResourceIdOp, queried_image, result
    ),
}
"""
Getters of images by the prefixes of their names: LLVM's pass compares only these
(`AMDGPUOpenCLImageTypeLoweringPass.cpp`, `startswith`).
"""


def llvm_getters() -> dict[str, Handler]:
    """
    Handlers of the functions by which Mesa's clover and R600's intrinsics read image,
    sampler and launch attributes.
    """
    handlers: dict[str, Handler] = {
        "llvm.AMDGPU.read.image.attribute": _read_image_attribute,
        "llvm.AMDGPU.read.workdim": row(work_item.GetWorkDimOp, result),
        "llvm.OpenCL.sampler.get.resource.id": _sampler_id,
        "llvm.opencl.reqd.work.group.size": _required_size,
        "llvm.r600.implicitarg.ptr": _implicit_pointer,
    }
    for dimensions in ("2d", "3d"):
        handlers[f"llvm.AMDGPU.get.image.{dimensions}"] = _get_image
    for name, cls in (
        ("ngroups", work_item.GetNumGroupsOp),
        ("global.size", work_item.GetGlobalSizeOp),
        ("local.size", work_item.GetLocalSizeOp),
        ("tgid", work_item.GetGroupIdOp),
        ("tidig", work_item.GetLocalIdOp),
    ):
        for axis, letter in enumerate("xyz"):
            handlers[f"llvm.r600.read.{name}.{letter}"] = _axis_query(cls, axis)
    return handlers

"""
The framework of the conversions of upstream's standard dialects to the `llvm` dialect.

Each `convert-X-to-llvm` pass is a table from operation class to handler. A conversion is
one walk: new operations are made beside the old ones, which keep their operands and types
to the end, so that a handler can always read the types of the source; then the old ones
are removed. `standard.py` runs the tables of all passes in one walk.

Types: `index` becomes an integer of the width given; vectors of rank n > 1 become arrays of
rank n - 1 of vectors, as upstream. Other dialects give the types for theirs and for their memory
spaces (`LLVMConversionInterface`). A `memref` has one of two forms, the same in a whole
module, in the address space with the number of its memory space:

* a bare pointer, in modules for a device (`bare_pointers`). It points to the memref's base:
  a static offset of its layout is added at each access, a dynamic offset is already in it.
* upstream's descriptor, elsewhere: a struct of the pointer that was allocated, the aligned
  one, the offset, the sizes and the strides.

Where a converted value meets an operation that is not converted, a
`builtin.unrealized_conversion_cast` stands between them; in the fused walk there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, cast

from xdsl.context import Context
from xdsl.dialects import builtin, llvm
from xdsl.dialects.builtin import (
    ComplexType,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StringAttr,
    SymbolRefAttr,
    UnrealizedConversionCastOp,
    UnregisteredOp,
    VectorType,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.small_floats import check_moves
from xdsl_opencl.conversions.unconverted import unconverted
from xdsl_opencl.dialects.interfaces import LLVMConversionInterface
from xdsl_opencl.dialects.llvm_ext import load_llvm_ext
from xdsl_opencl.dialects.llvm_ext.interned import pointer_type
from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES
from xdsl_opencl.ir.build import (
    NO_FAST_MATH,
    Builder,
    made_operation,
    numbers,
    set_type,
)
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import is_small_float
from xdsl_opencl.ir.patterns import Handlers
from xdsl_opencl.ir.walk import operations

Handler = Callable[["Conversion", Any], Sequence[SSAValue]]
"""
Makes the operations that replace one: adds them with `Conversion.add` or `create` and
returns the new value of each result.
"""

Table = Mapping[type[Operation], Handler]

Interfaces = Mapping[str, LLVMConversionInterface]
"""Dialect name to that dialect's part in the conversion."""

_UNCHANGED = frozenset(
    (
        IntegerType,
        builtin.BFloat16Type,
        builtin.Float16Type,
        builtin.Float32Type,
        builtin.Float64Type,
        llvm.LLVMArrayType,
        llvm.LLVMPointerType,
        llvm.LLVMStructType,
        llvm.LLVMFunctionType,
    )
)


class TypeConverter:
    """
    Maps types to those of the `llvm` dialect; types of other dialects, without an interface
    that maps them in `module`, stay as they are.

    `index_bitwidth` is the width of the integer that stands for `index`; `descriptors` says
    which form memrefs have.
    """

    def __init__(
        self,
        index_bitwidth: int = 64,
        module: ModuleOp | None = None,
        interfaces: Interfaces = {},
        descriptors: bool = False,
    ):
        if index_bitwidth not in (8, 16, 32, 64):
            raise ValueError(
                f"index-bitwidth must be 0, 8, 16, 32 or 64, got {index_bitwidth}"
            )
        self.index = IntegerType(index_bitwidth)
        self.interfaces = interfaces
        self.descriptors = descriptors
        self.bare_calls = False
        """Functions take and return pointers for memrefs that are descriptors."""
        self._module = ModuleOp([]) if module is None else module
        self.has_small_floats = False
        """A type with floats of 8 bits has been converted; to LLVM they are bytes."""
        self._cache: dict[Attribute, Attribute] = {}

    def _interface(self, attribute: Attribute) -> LLVMConversionInterface | None:
        return self.interfaces.get(attribute.name.partition(".")[0])

    def advice(self, subject: str, default: str) -> str:
        """A dialect's advice for a diagnostic about `subject`, or `default`."""
        for interface in self.interfaces.values():
            if (advice := interface.advice(subject)) is not None:
                return advice
        return default

    def keeps(self, type_: Attribute) -> bool:
        """Returns whether values of `type_`, of another dialect, stay as they are."""
        interface = self._interface(type_)
        return interface is not None and interface.keeps_type(type_, self._module)

    def lacks_function(self, name: str, element: Attribute) -> bool:
        """
        Returns whether the target has no library for LLVM's intrinsic `name` on `element`s.
        """
        return any(
            interface.lacks_function(self._module, name, element)
            for interface in self.interfaces.values()
        )

    def __call__(self, type_: Attribute) -> Attribute:
        """
        The type that stands for `type_`; the same object where nothing changes.

        Raises `ValueError` for a type that cannot be represented.
        """
        kind = type(type_)
        if kind in _UNCHANGED:
            return type_
        if kind is IndexType:
            return self.index
        found = self._cache.get(type_)
        if found is None:
            found = self._cache[type_] = self._convert(type_)
        return found

    def _convert(self, type_: Attribute) -> Attribute:
        match type_:
            case VectorType():
                return self._vector(type_)
            case MemRefType():
                return (
                    self.descriptor(type_) if self.descriptors else self.pointer(type_)
                )
            case ComplexType():
                part = cast("ComplexType[Any]", type_).element_type
                element = self(part)
                if is_small_float(part):
                    raise ValueError(f"{type_} is not supported; use complex<f32>")
                return llvm.LLVMStructType.from_type_list([element, element])
            case FunctionType():
                return llvm.LLVMPointerType()
            case builtin.Float80Type() | builtin.Float128Type():
                if any(
                    i.lacks_type(self._module, type_) for i in self.interfaces.values()
                ):
                    raise ValueError(
                        f"the target has no arithmetic of {type_}; use f64"
                    )
                return type_
            case builtin.ReducedPrecisionFloatType():
                if is_small_float(type_):
                    self.has_small_floats = True
                    return builtin.i8
                raise ValueError(
                    f"LLVM has no type for {type_}; use f16, bf16, f32 or f64"
                )
            case builtin.TensorType() | builtin.UnrankedTensorType():
                raise ValueError(f"tensors must become memrefs first, got {type_}")
            case builtin.UnrankedMemRefType():
                raise ValueError(
                    f"unranked memrefs are not supported, got {type_}; use ranked ones"
                )
            case _:
                interface = self._interface(type_)
                stands = interface and interface.llvm_type(type_, self._module)
                return stands or type_

    def descriptor(self, type_: MemRefType[Attribute]) -> llvm.LLVMStructType:
        """
        Upstream's struct for a memref: two pointers, an offset, sizes and strides.
        """
        pointer = self.pointer(type_)
        rank = type_.get_num_dims()
        parts: list[Attribute] = [pointer, pointer, self.index]
        if rank:
            parts += [llvm.LLVMArrayType(rank, self.index)] * 2
        return llvm.LLVMStructType.from_type_list(parts)

    def pointer(self, type_: MemRefType[Attribute]) -> llvm.LLVMPointerType:
        """
        The pointer to a memref: in the address space that its memory space says or is, 0
        when there is none.

        Raises `ValueError` for a memory space that nothing gives a number.
        """
        space = type_.memory_space
        if isinstance(space, NoneAttr):
            return pointer_type(0)
        if isinstance(space, IntegerAttr):
            return pointer_type(cast("IntegerAttr[IntegerType]", space).value.data)
        interface = self._interface(space)
        number = None if interface is None else interface.llvm_address_space(space)
        if number is None:
            advice = self.advice("memory space", "use an integer")
            raise ValueError(f"memory space {space} is not supported; {advice}")
        return pointer_type(number)

    def _vector(self, type_: VectorType[Attribute]) -> Attribute:
        if type_.get_num_scalable_dims():
            raise ValueError(
                f"scalable vectors are not supported, got {type_}; "
                "use vectors of fixed length"
            )
        element = self(type_.element_type)
        if isinstance(element, llvm.LLVMStructType | llvm.LLVMArrayType):
            raise ValueError(
                f"a vector cannot have elements of type {type_.element_type}; use a vector "
                "of each part"
            )
        *outer, inner = type_.get_shape() or (1,)
        if not outer and element is type_.element_type and type_.get_num_dims():
            return type_
        result: Attribute = VectorType(element, [inner])
        for size in reversed(outer):
            result = llvm.LLVMArrayType(size, result)
        return result


CCC = llvm.CallingConventionAttr("ccc")
_CALL_PROPERTIES: dict[str, Attribute] = {
    "CConv": CCC,
    "TailCallKind": llvm.TailCallKindAttr(llvm.TailCallKind.NONE),
    "fastmathFlags": NO_FAST_MATH,
    "op_bundle_sizes": NO_BUNDLES,
}


def library_call(
    callee: SymbolRefAttr,
    operands: Sequence[SSAValue],
    result: Attribute | None,
    attributes: Mapping[str, Attribute] = {},
) -> llvm.CallOp:
    """An `llvm.call` of a function in C's calling convention."""
    segments = numbers(len(operands), 0)
    properties = {"callee": callee, "operandSegmentSizes": segments, **_CALL_PROPERTIES}
    return made_operation(llvm.CallOp, operands, result, properties, attributes)


def default_index_bitwidth(module: ModuleOp, interfaces: Interfaces = {}) -> int:
    """
    The width of `index` that suits the module: that of an interface or of its data layout,
    64 without either.
    """
    for interface in interfaces.values():
        if (width := interface.index_bitwidth(module)) is not None:
            return width
    layout = module.attributes.get("llvm.data_layout")
    if isinstance(layout, StringAttr):
        for item in layout.data.split("-"):
            kind, _, sizes = item.partition(":")
            if kind in ("p", "p0"):
                return int(sizes.split(":")[0])
    return 64


def make_converter(
    module: ModuleOp,
    index_bitwidth: int = 0,
    interfaces: Interfaces = {},
    descriptors: bool = False,
) -> TypeConverter:
    """
    The converter for a pass option `index-bitwidth`; 0 takes the module's. `descriptors`
    says which form memrefs have.

    Raises `PassFailedException` for a width other than 8, 16, 32 and 64.
    """
    width = index_bitwidth or default_index_bitwidth(module, interfaces)
    try:
        return TypeConverter(width, module, interfaces, descriptors)
    except ValueError as error:
        fail(module, str(error))


def operation_names(module: ModuleOp) -> set[str]:
    """The names of the operations in `module`."""
    return {op.name for op in operations(module)}


def interfaces_of(
    ctx: Context,
    module: ModuleOp,
    known: Collection[str] = (),
    names: set[str] | None = None,
) -> Interfaces:
    """
    The interfaces of the dialects of the operations and attributes of `module`, and of
    those that `ctx` has loaded. `known` need not be loaded for it. `names` are the
    module's `operation_names`, if the caller has them.
    """
    if names is None:
        names = operation_names(module)
    names = names | {attribute.name for attribute in module.attributes.values()}
    for dialect in {name.partition(".")[0] for name in names}.difference(known):
        ctx.get_optional_dialect(dialect)
    found = {
        dialect.name: dialect.get_interface(LLVMConversionInterface)
        for dialect in ctx.loaded_dialects
    }
    return {name: interface for name, interface in found.items() if interface}


@dataclass(frozen=True)
class ConversionPass(ModulePass):
    """A conversion of the operations in `table`, all operations of `dialects`."""

    table: ClassVar[Table]
    dialects: ClassVar[tuple[str, ...]]

    index_bitwidth: int = 0
    """Width of the integer for `index`; 0 takes the module's, or 64."""

    def converter(self, ctx: Context, module: ModuleOp) -> TypeConverter:
        """
        The type converter; `ctx` knows all of `llvm` afterwards.

        Raises `PassFailedException` as `make_converter`.
        """
        load_llvm_ext(ctx)
        interfaces = interfaces_of(ctx, module)
        bare = any(each.bare_pointers(module) for each in interfaces.values())
        return make_converter(module, self.index_bitwidth, interfaces, not bare)

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        Conversion(op, self.converter(ctx, op), self.table, self.dialects).run()


class Conversion(Builder):
    """
    One conversion of a module: a builder before the operation that is converted, and
    the state that the handlers share.
    """

    def __init__(
        self,
        module: ModuleOp,
        converter: TypeConverter,
        table: Table,
        dialects: Iterable[str],
        *,
        fused: bool = False,
        blocks: Callable[[Block], bool] | None = None,
        selects: Callable[[Operation], bool] | None = None,
    ):
        """
        Converts operations of `table`. One of `dialects` that has no handler is an error;
        `fused` makes any operation an error that is not of `llvm`, `builtin` or a dialect
        with an interface.
        The arguments of the blocks that `blocks` selects are converted, too; operations
        that `selects` refuses are left.
        """
        super().__init__(module.body.block)
        self.module = module
        self.converter = converter
        self._table: Handlers[Handler] = Handlers(table)
        self._dialects = frozenset(dialects)
        self._fused = fused
        self._kept = ("llvm", "builtin", *converter.interfaces) if fused else ("llvm",)
        self._blocks = blocks
        self._selects = selects
        self._values: dict[SSAValue, SSAValue] = {}
        self._old: list[Operation] = []
        self._casts: dict[SSAValue, SSAValue] = {}
        self._deferred: dict[SSAValue, SSAValue] = {}
        self._current: Operation = module
        self._symbols: set[str] | None = None

    # For the handlers.

    def type(self, type_: Attribute) -> Attribute:
        """
        `type_` converted; an error at the current operation if that is impossible.
        """
        try:
            return self.converter(type_)
        except ValueError as error:
            fail(self._current, str(error))

    def pointer(self, type_: MemRefType[Attribute]) -> llvm.LLVMPointerType:
        """The pointer to a memref of `type_`, in either form; errors as `type`."""
        try:
            return self.converter.pointer(type_)
        except ValueError as error:
            fail(self._current, str(error))

    def declare(
        self, name: str, operands: Sequence[Attribute], result: Attribute
    ) -> None:
        """
        Declares a function of the C library, unless the module has one of the name.
        """
        if self._symbols is None:
            symbols = (op.properties.get("sym_name") for op in self.module.body.ops)
            self._symbols = {
                symbol.data for symbol in symbols if isinstance(symbol, StringAttr)
            }
        if name in self._symbols:
            return
        self._symbols.add(name)
        made = llvm.FuncOp(
            name,
            llvm.LLVMFunctionType(operands, result),
            linkage=llvm.LinkageAttr("external"),
        )
        Rewriter.insert_op(made, InsertPoint.at_start(self.module.body.block))

    def replace_argument(self, argument: BlockArgument, value: SSAValue) -> None:
        """
        Puts `value` in the place of an argument of a block that has just been converted, and
        removes the argument.
        """
        for use in tuple(argument.uses):
            use.operation.operands[use.index] = value
            for old in use.operation.results:
                if self._values.get(old) is argument:
                    self._values[old] = value
        argument.block.erase_arg(argument)

    def value(self, old: SSAValue) -> SSAValue:
        """The converted value of `old`, an operand of an operation of the source."""
        new = self._values.get(old)
        if new is not None:
            return new
        old_type = old.type
        new_type = self.type(old_type)
        if new_type is old_type or new_type == old_type:
            return old
        owner = old.owner
        if (
            isinstance(owner, Operation)
            and type(owner) in self._table
            and (self._selects is None or self._selects(owner))
        ):
            return self._later(old, new_type)
        return self._cast_after(old, new_type)

    def _later(self, old: SSAValue, type_: Attribute) -> SSAValue:
        """
        Stands for a value that is converted later in the walk: its block comes after one
        that uses it. `_finish` puts the converted value in its place.
        """
        found = self._deferred.get(old)
        if found is None:
            op = made_operation(UnrealizedConversionCastOp, (old,), type_, {})
            found = self._deferred[old] = op.results[0]
        return found

    def values(self, old: Sequence[SSAValue]) -> list[SSAValue]:
        return [self.value(value) for value in old]

    def create(
        self,
        op: type[Operation],
        operands: Sequence[SSAValue],
        result_type: Attribute,
        properties: Mapping[str, Attribute] = {},
        attributes: Mapping[str, Attribute] = {},
    ) -> SSAValue:
        """
        Makes an operation with one result, which has no other properties than these.
        """
        return self.add(
            made_operation(op, operands, result_type, properties, attributes)
        )

    def constant(self, value: int, type: Attribute | None = None) -> SSAValue:
        """
        As `Builder.constant`; xDSL has no dense attributes of more than 64 bits, so that a
        vector of those is made of a scalar.
        """
        if isa(type, VectorType[IntegerType]) and type.element_type.width.data > 64:
            scalar = super().constant(value, type.element_type)
            vector = self.insert_element(self.poison(type), scalar, 0)
            return self.shuffle(vector, vector, [0] * type.get_shape()[0])
        return super().constant(value, type)

    def index_constant(self, value: int) -> SSAValue:
        """Makes a constant of the type of `index`."""
        return self.constant(value, self.converter.index)

    def unroll(
        self,
        operands: Sequence[SSAValue],
        result_type: llvm.LLVMArrayType,
        make: Callable[[Sequence[SSAValue], Attribute], SSAValue],
    ) -> SSAValue:
        """
        Applies `build` (operands, result type) to each rank 1 vector of rank n operands;
        operands that are not arrays are passed as they are.
        """
        (result,) = self.unroll_all(
            operands, (result_type,), lambda parts, types: (make(parts, types[0]),)
        )
        return result

    def unroll_all(
        self,
        operands: Sequence[SSAValue],
        result_types: Sequence[llvm.LLVMArrayType],
        make: Callable[[Sequence[SSAValue], Sequence[Attribute]], Sequence[SSAValue]],
    ) -> list[SSAValue]:
        """Does as `unroll` for an operation with several results of one shape."""
        sizes: list[int] = []
        inner = cast("list[Attribute]", [*result_types])
        while isinstance(outer := inner[0], llvm.LLVMArrayType):
            sizes.append(outer.size.data)
            inner = [cast(llvm.LLVMArrayType, type_).type for type_ in inner]
        results = [self.poison(type_) for type_ in result_types]
        for position in product(*map(range, sizes)):
            parts = [
                self.extract_value(operand, *position)
                if isinstance(operand.type, llvm.LLVMArrayType)
                else operand
                for operand in operands
            ]
            made = make(parts, inner)
            results = [
                self.insert_value(result, part, *position)
                for result, part in zip(results, made, strict=True)
            ]
        return results

    def entry_block(self, op: Operation) -> Block:
        """The first block of the function that holds `op`."""
        region = op.parent_region()
        assert region is not None
        while (parent := region.parent_op()) is not None and not (
            isinstance(parent, llvm.FuncOp) or parent.has_trait(IsolatedFromAbove)
        ):
            outer = parent.parent_region()
            if outer is None:
                break
            region = outer
        return region.blocks[0]

    # The walk.

    def run(self) -> None:
        """
        Converts the module.

        Raises `PassFailedException`, naming the operation that cannot be converted.
        """
        table = self._table
        selects = self._selects
        for op in list(operations(self.module)):
            if op.parent is None and op is not self.module:
                # The handler of the operation around it has converted it.
                continue
            if selects is not None and not selects(op):
                continue
            handler = table[type(op)]
            if handler is None:
                self._check(op)
                if op.regions:
                    self._convert_regions(op.regions)
                continue
            self._current = op
            if op.regions:
                self._convert_regions(op.regions)
            self.move_before(op)
            results = handler(self, op)
            if self.converter.has_small_floats:
                check_moves(op)
            for old, value in zip(op.results, results, strict=True):
                self._values[old] = value
                if (hint := old.name_hint) is not None and value.name_hint is None:
                    value.name_hint = hint
            self._old.append(op)
        self._finish()

    def _check(self, op: Operation) -> None:
        dialect = op.name.partition(".")[0]
        if dialect in self._dialects:
            fail(op, f"'{op.name}' has no conversion to the llvm dialect")
        if not self._fused:
            return
        if dialect in self._kept and op.name != UnregisteredOp.name:
            return
        fail(op, unconverted(op))

    def _convert_regions(self, regions: Sequence[Region]) -> None:
        if self._blocks is None:
            return
        for region in regions:
            for block in region.blocks:
                if block.args and self._blocks(block):
                    for argument in block.args:
                        self._convert_argument(argument)
        owner = regions[0].parent
        if owner is not None and type(owner) not in self._table:
            entry = regions[0].blocks.first
            # A declaration has the types of its calls, which only the fused walk changes.
            if self._fused if entry is None else self._blocks(entry):
                self._convert_signature(owner)

    def _convert_argument(self, argument: BlockArgument) -> None:
        """
        Gives the argument its new type. Operations that are converted later must still
        see the old one: their operand becomes a cast, which goes at the end.
        """
        old_type = argument.type
        self._current = argument.block.parent_op() or self.module
        new_type = self.type(old_type)
        if new_type is old_type or new_type == old_type:
            return
        cast_op = UnrealizedConversionCastOp.create(result_types=(old_type,))
        old = cast_op.results[0]
        hint = argument.name_hint
        argument.replace_all_uses_with(old)
        old.name_hint = None
        argument.name_hint = hint
        set_type(argument, new_type)
        cast_op.operands = (argument,)
        _insert_after(argument, cast_op)
        self._values[old] = argument
        self._old.append(cast_op)

    def _convert_signature(self, function: Operation) -> None:
        """Converts the arguments in the type of a function of a dialect that stays."""
        type_ = function.properties.get("function_type")
        if not isinstance(type_, FunctionType):
            return
        self._current = function
        inputs = type_.inputs.data
        converted = [self.type(input) for input in inputs]
        if any(new is not old for new, old in zip(converted, inputs, strict=True)):
            function.properties["function_type"] = FunctionType.from_lists(
                converted, type_.outputs.data
            )

    def _cast_after(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """A cast of a value of an operation that is not converted."""
        found = self._casts.get(value)
        if found is None:
            op = made_operation(UnrealizedConversionCastOp, (value,), type_, {})
            _insert_after(value, op)
            found = self._casts[value] = op.results[0]
        return found

    def _finish(self) -> None:
        """
        Removes the old operations. Uses of their values that are left belong to
        operations that are not converted, or that came before the definition.
        """
        values = self._values
        for op in self._old:
            block = op.parent
            assert block is not None
            block.detach_op(op)
            op.drop_all_references()
        # A value may have become one that is itself converted, or stood for.
        for old, placeholder in self._deferred.items():
            values[placeholder] = values[old]
            placeholder.owner.drop_all_references()
        for old, new in values.items():
            if old.first_use is None:
                continue
            while new in values:
                new = values[new]
            if old.type == new.type:
                old.replace_all_uses_with(new)
                continue
            back: SSAValue | None = None
            for use in tuple(old.uses):
                user = use.operation
                if user.name.partition(".")[0] in self._kept:
                    user.operands[use.index] = new
                    continue
                if back is None:
                    kind = UnrealizedConversionCastOp
                    op = made_operation(kind, (new,), old.type, {})
                    _insert_after(new, op)
                    back = op.results[0]
                user.operands[use.index] = back


def _insert_after(value: SSAValue, op: Operation) -> None:
    owner = value.owner
    is_argument = isinstance(owner, Block)
    place = InsertPoint.at_start(owner) if is_argument else InsertPoint.after(owner)
    Rewriter.insert_op(op, place)


def convert_cast(
    build: Conversion, op: UnrealizedConversionCastOp
) -> Sequence[SSAValue]:
    """A cast whose two sides become one type goes away."""
    operands = build.values(op.operands)
    types = [build.type(result.type) for result in op.results]
    if [operand.type for operand in operands] == types:
        return operands
    made = UnrealizedConversionCastOp.create(operands=operands, result_types=types)
    build.insert(made)
    return made.results

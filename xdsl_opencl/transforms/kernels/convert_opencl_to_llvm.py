"""
`convert-opencl-to-llvm`: the last step to the llvm level.

Needs: a module with a target that contains only `llvm` operations beside the kernel family,
`opencl.load_argument` and its pointers, `opencl.local`, and casts of opencl types to their machine
handles. Leaves: `llvm` operations only, address spaces of the target, and module attributes that
tools without this dialect can read (`opencl.lowered`, `llvm.target_triple`, `llvm.data_layout`).

A kernel becomes an `llvm.func` with the calling convention of kernels and its reflection as
`opencl.kernel_arg_*` arrays. Structures by value are read from the argument segment (`byref`) and
copied to private memory. Image companions become arrays, whose dwords are packed. A kernel whose
arguments are loads (`opencl.argument_bytes`) keeps its parameters where they are the source of
LLVM's metadata; elsewhere the argument segment (`byref`) is its only parameter. Every function
gets the processor, its features, and on AMD GPUs the attributes of the inputs it does not need
(`function_attributes`).

`opencl.local` becomes an internal global without initial value. A null pointer to private
or local memory is the target's (LLVM on AMDGPU: all ones, a cast of the generic null).

Errors: an operation of a dialect without a lowering, a type without a form in LLVM, a structure by
value on r600, a required sub-group size that is not the target's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    UnrealizedConversionCastOp,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_opencl.abi.conventions.clover import INTERIM_ATTRIBUTES, interim_offset
from xdsl_opencl.abi.enums import AddressSpace, ImageKind
from xdsl_opencl.abi.interface import ArgumentForm, SegmentAccess
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.call_graph import REFERENCES, CallGraph, Node
from xdsl_opencl.analysis.launch_facts import passthrough
from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext import load_llvm_ext
from xdsl_opencl.dialects.llvm_ext.corrected import AllocaOp, GEPOp, ZeroOp
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.dialects.opencl import kernel as kernel_ops
from xdsl_opencl.dialects.opencl import low_level
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.dialects.opencl.kernel import ARGUMENT_KEYS, KernelOp
from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp, Segment
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.dialects.opencl.shapes import as_memref
from xdsl_opencl.ir.arguments import check_end
from xdsl_opencl.ir.build import METADATA, Builder, erase, replace, set_type
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import (
    INTERIM_IMAGES_ATTRIBUTE,
    LOWERED_ATTRIBUTE,
    PROGRAM_ATTRIBUTES,
    module_target,
)
from xdsl_opencl.ir.target_types import spir_space
from xdsl_opencl.ir.type_layout import type_size_align
from xdsl_opencl.llvm_ir.syntax.intrinsics import NEWER, renumber_pointers
from xdsl_opencl.llvm_ir.syntax.module import TBAA
from xdsl_opencl.transforms.kernels.signature.argument_metadata import (
    ARGUMENT_BYTES,
    base_types,
)
from xdsl_opencl.transforms.kernels.signature.function_attributes import (
    Needs,
    NeedsFinder,
)
from xdsl_opencl.transforms.kernels.signature.kernel_functions import (
    define,
    kernel_function,
)
from xdsl_opencl.transforms.kernels.signature.kernel_signature import (
    ALIGN,
    kernel_signature,
)
from xdsl_opencl.transforms.kernels.signature.machine_types import MachineTypes
from xdsl_opencl.transforms.kernels.signature.stated_inputs import (
    KERNEL_MARK,
    state_inputs,
)

_FRAMES = ("llvm.frameaddress", "llvm.addressofreturnaddress", "llvm.sponentry")
"""Intrinsics that make LLVM abort on AMD's GPUs."""
_IMPLICIT_POINTERS = ("llvm.amdgcn.implicitarg.ptr", "llvm.r600.implicitarg.ptr")
_IMAGES = frozenset(ImageKind)


_MODULE_FLAGS = "opencl.module_flags"
_APERTURES_IN_QUEUE: Attribute = ArrayAttr[Attribute](
    (
        IntegerAttr(1, i32),
        StringAttr("amdhsa_code_object_version"),
        IntegerAttr(400, i32),
    )
)
"""
The rules of code object 4 for an ABI without code objects. Its implicit block is shorter: LLVM
finds the bases of local and private memory through the queue. LLVM's default would read them 192
bytes after the arguments.
"""

_CCONV = llvm.CallingConventionAttr("ccc")
_HOW_PASSED = ("llvm.byval", "llvm.sret", "llvm.align")


class _Function:
    """The state of one function's conversion."""

    __slots__ = ("casts", "entry", "needs", "node", "pointers", "segment_bytes")

    def __init__(self, node: Node, needs: Needs, entry: Block):
        self.node = node
        self.needs = needs
        self.entry = entry
        self.pointers: dict[Segment, SSAValue] = {}
        self.casts: list[Operation] = []
        size = node.op.attributes.pop(ARGUMENT_BYTES, None)
        self.segment_bytes = size.value.data if isinstance(size, IntegerAttr) else 0


class _Converter:
    """The conversion of one module."""

    def __init__(self, module: ModuleOp, target: Target):
        self.module = module
        self.target = target
        self.types = MachineTypes(target)
        space = AddressSpace.GLOBAL
        self.short = 8 * target.pointer_bytes_of(space) < target.pointer_bits_of(space)
        """True if pointers in memory are shorter than LLVM's."""
        self.loops = target.interface.work_groups_are_loops
        self.wide = frozenset(
            number
            for space, number in target.address_space_map.items()
            if target.pointer_bits_of(space) > 8 * target.pointer_bytes_of(space)
        )
        self.finder = NeedsFinder(module, target)
        self.graph = CallGraph(module, walk=False)
        self.needs: dict[str, Needs] = {}
        self.locals: dict[str, int] = {}
        self.kernels: dict[str, KernelOp] = {}
        access = target.interface.access
        self.explicit = access.get(Segment.EXPLICIT, SegmentAccess("none"))
        self.implicit = access.get(Segment.IMPLICIT, SegmentAccess("none")).pointer

    # Module level.

    def run(self) -> None:
        module = self.module
        try:
            self.target.require_emission()
        except AbiError as error:
            fail(module, str(error))
        for op in tuple(module.body.block.ops):
            match op:
                case KernelOp():
                    self.kernels[op.sym_name.data] = op
                    kernel_function(op, module, self.target, self.types)
                case llvm.FuncOp():
                    self.function(op)
                case llvm.GlobalOp():
                    self.variable(op)
                case _:
                    fail(op, _unlowered(op))
        self.graph = CallGraph(module, walk=False)
        for node in self.graph.nodes.values():
            self.needs[node.name] = Needs()
            if node.has_body:
                self.body(node, self.needs[node.name])
        if self.target.is_amdgcn:
            state_inputs(module, self.target, self.graph, self.needs)
        self.finish()

    def finish(self) -> None:
        target = self.target
        attributes = self.module.attributes
        for name in (TARGET_ATTRIBUTE, INTERIM_IMAGES_ATTRIBUTE, *PROGRAM_ATTRIBUTES):
            attributes.pop(name, None)
        attributes["llvm.target_triple"] = StringAttr(target.triple)
        attributes["llvm.data_layout"] = StringAttr(target.data_layout)
        lowered: dict[str, Attribute] = {
            "abi": StringAttr(target.abi),
            "mcpu": StringAttr(target.mcpu),
            "features": ArrayAttr([StringAttr(f) for f in target.features]),
        }
        if target.has_code_object:
            version = IntegerAttr(target.code_object_version, i32)
            lowered["code_object_version"] = version
        if target.pointer_bits != target.interface.pointer_bits[0]:
            lowered["pointer_bits"] = IntegerAttr(target.pointer_bits, i32)
        if target.wave_size:
            lowered["wave_size"] = IntegerAttr(target.wave_size, i32)
        attributes[LOWERED_ATTRIBUTE] = DictionaryAttr(lowered)
        if target.is_amdgcn and not target.has_code_object:
            flags = [_APERTURES_IN_QUEUE]
            if isinstance(given := attributes.get(_MODULE_FLAGS), ArrayAttr):
                flags = [*cast("ArrayAttr[Attribute]", given), *flags]
            attributes[_MODULE_FLAGS] = ArrayAttr(flags)

    def variable(self, op: llvm.GlobalOp) -> None:
        properties = op.properties
        stored = self.types.stored(op, op.global_type)
        if stored != self.types.of(op, op.global_type) and op.body.blocks:
            fail(
                op,
                f"variable @{op.sym_name.data} holds an address when the program is "
                "loaded; with 32 bits, set it in a kernel",
            )
        properties["global_type"] = stored
        spir = op.addr_space.value.data
        if spir == AddressSpace.PRIVATE.spir and not self.target.interface.flat_memory:
            fail(
                op,
                f"program-scope variable @{op.sym_name.data} is in private memory; give "
                "it addr_space 1 (global) or 2 (constant)",
            )
        properties["addr_space"] = IntegerAttr(self.types.space(op, spir), i32)
        for block in op.body.blocks:
            for inner in list(block.ops):
                self.generic(inner)
                if (element := inner.properties.get("elem_type")) is not None:
                    inner.properties["elem_type"] = self.types.of(inner, element)
                if (
                    isinstance(inner, AddrSpaceCastOp)
                    and inner.operands[0].type == inner.results[0].type
                ):
                    replace(inner, inner.operands)

    # Functions.

    def function(self, op: llvm.FuncOp) -> None:
        """The signature of a function that is not a kernel."""
        properties = op.properties
        properties["function_type"] = self.types.of(op, op.function_type)
        for key in ("arg_attrs", "res_attrs"):
            value = properties.get(key)
            if isinstance(value, ArrayAttr):
                value = cast("ArrayAttr[DictionaryAttr]", value)
                new: list[DictionaryAttr] = []
                for given in value.data:
                    # Reflection (companions have it in functions too) ends here.
                    kept = {
                        k: v for k, v in given.data.items() if k not in ARGUMENT_KEYS
                    }
                    new.append(self.types.dictionary(op, kept))
                properties[key] = ArrayAttr(new)
        properties["CConv"] = _CCONV
        if op.body.blocks:
            define(op, [*passthrough(op)], self.target)

    # Bodies.

    def body(self, node: Node, needs: Needs) -> None:
        region = node.op.regions[0]
        entry = region.blocks.first
        assert entry is not None
        state = _Function(node, needs, entry)
        for block in region.blocks:
            for arg in block.args:
                set_type(arg, self.types.of(node.op, arg.type))
            # With an iterator, `tuple` does not ask for the length, which costs a count.
            for op in tuple(iter(block.ops)):
                handler = _HANDLERS.get(op.name)
                if handler is not None:
                    handler(self, state, op)
                else:
                    self.generic(op)
        self.fold_casts(state)

    def generic(self, op: Operation) -> None:
        """Changes the result types of an `llvm` operation."""
        if not op.name.startswith("llvm."):
            fail(op, _unlowered(op))
        for result in op.results:
            old = result.type
            new = self.types.of(op, old)
            if new is not old:
                set_type(result, new)

    def fold_casts(self, state: _Function) -> None:
        """Removes the casts between opencl types and handles, whose types are now the same."""
        for op in state.casts:
            if len(op.operands) != 1 or len(op.results) != 1:
                continue
            source, result = op.operands[0], op.results[0]
            if source.type != result.type and isinstance(
                origin := source.owner, UnrealizedConversionCastOp
            ):
                if len(origin.operands) != 1:
                    continue
                source = origin.operands[0]
            if source.type == result.type:
                result.replace_all_uses_with(source)
        for op in reversed(state.casts):
            if any(result.first_use is not None for result in op.results):
                fail(
                    op,
                    "no value of type "
                    f"{op.results[0].type} can be made of "
                    f"{', '.join(str(o.type) for o in op.operands)}; a conversion is "
                    "missing before convert-opencl-to-llvm",
                )
            erase(op)

    def pointer(self, state: _Function, op: Operation, segment: Segment) -> SSAValue:
        """Returns the address of a segment, obtained once at the start of the function."""
        value = state.pointers.get(segment)
        if value is None:
            value = self.segment_address(state, op, segment)
            state.pointers[segment] = value
        return value

    def segment_address(
        self, state: _Function, op: Operation, segment: Segment
    ) -> SSAValue:
        """The address of a segment, made at the start of the function."""
        interface = self.target.interface
        access = interface.access.get(segment)
        if access is None or access.intrinsics:
            fail(op, f"ABI {self.target.abi} has no pointer to {segment} arguments")
        # A function that reads the header is inlined into kernels (`SEGMENT_POINTER`).
        header = segment is Segment.HEADER
        own = access.pointer == self.explicit.pointer and not header
        if own and KERNEL_MARK not in state.node.op.attributes:
            fail(
                op,
                f"only a kernel can read its {segment} arguments; pass them on, or run "
                "opencl-inline",
            )
        if own and interface.argument_form is ArgumentForm.LOADS:
            return state.entry.args[0]
        type_ = LLVMPointerType(IntAttr(access.address_space))
        start = Builder.at_start(state.entry)
        if not access.pointer:
            value = start.null(type_)
        else:
            value = start.intrinsic(access.pointer, (), type_)
            if own and state.segment_bytes:
                facts = {
                    ALIGN: IntegerAttr(access.align, i64),
                    "llvm.dereferenceable": IntegerAttr(state.segment_bytes, i64),
                    "llvm.noundef": UNIT,
                }
                assert isinstance(value, OpResult)
                value.op.attributes["res_attrs"] = ArrayAttr((DictionaryAttr(facts),))
        value.name_hint = f"{segment}_ptr"
        return value

    def load_argument(self, state: _Function, op: Operation) -> None:
        assert isinstance(op, LoadArgumentOp)
        segment = op.segment.data
        offset = op.offset.value.data
        check_end(op, self.segment_size(state, op), self.target)
        self.finder.scan(state.needs, op)
        type_ = self.types.of(op, op.result.type)
        build = Builder.before(op)
        access = self.target.interface.access.get(segment)
        if access is not None and access.intrinsics:
            value = self.read_slot(op, build, access.intrinsics, type_)
        else:
            _, natural = type_size_align(op.result.type, self.target)
            known = 1 if access is None else access.align
            alignment = min(natural, known, offset & -offset or known)
            address = self.address(state, op, offset)
            metadata = op.attributes.get(METADATA)
            value = build.load(
                address, type_, alignment, metadata=metadata, invariant=True
            )
        replace(op, (value,))

    def segment_size(self, state: _Function, op: LoadArgumentOp) -> int:
        """The bytes of the segment of `op` in the function of `state`."""
        segment = op.segment.data
        kernel = self.kernels.get(state.node.name)
        if segment is Segment.EXPLICIT:
            if kernel is None:
                fail(
                    op,
                    "only a kernel can read its explicit arguments; pass them on, or run "
                    "opencl-inline",
                )
            signature = kernel_signature(kernel, self.target)
            return layout(signature, self.target).explicit_end
        if kernel is not None and INTERIM_IMAGES_ATTRIBUTE in self.module.attributes:
            # The images are pointers by now.
            images = sum(name in _IMAGES for name in base_types(kernel))
            return interim_offset(self.target.hidden, images, INTERIM_ATTRIBUTES[0])
        return self.target.block(segment).size

    def address(self, state: _Function, op: LoadArgumentOp, offset: int) -> SSAValue:
        """The address of byte `offset` of the segment that `op` reads."""
        segment = op.segment.data
        build = Builder.before(op)
        access = self.target.interface.access.get(segment)
        if access is not None and not access.pointer:
            # An offset from the null pointer would be poison.
            type_ = LLVMPointerType(IntAttr(access.address_space))
            number = build.constant(offset, i32)
            return build.op(llvm.IntToPtrOp, number, type=type_)
        return build.offset(self.pointer(state, op, segment), offset)

    def read_slot(
        self,
        op: LoadArgumentOp,
        build: Builder,
        intrinsics: Mapping[str, str],
        type_: Attribute,
    ) -> SSAValue:
        """A slot that an intrinsic reads."""
        segment, offset = op.segment.data, op.offset.value.data
        slots = self.target.block(segment).slots
        slot = next((slot for slot in slots if slot.offset == offset), None)
        if slot is None or type_ != IntegerType(8 * slot.size):
            fail(
                op,
                f"the {segment} segment of ABI {self.target.abi} has no argument of "
                f"type {type_} at byte {offset}; its arguments of type i32 are at bytes "
                f"{', '.join(str(slot.offset) for slot in slots)}",
            )
        return build.intrinsic(intrinsics[slot.kind], (), type_)

    def segment_pointer(self, state: _Function, op: Operation) -> None:
        self.finder.scan(state.needs, op)
        value = self.pointer(state, op, _POINTER_OPS[op.name])
        replace(op, (value,))

    def local(self, state: _Function, op: Operation) -> None:
        assert isinstance(op, LocalOp)
        element = op.element
        if (memref := as_memref(op.result.type)) is not None:
            count = 1
            for size in memref.get_shape():
                count *= size
            if count < 0:
                fail(op, f"work-group memory needs a static shape, not {memref}")
            element = LLVMArrayType(count, memref.element_type)
        if element is None:
            fail(op, "give the type that a local pointer points to")
        result = self.types.of(op, op.result.type)
        hint = op.result.name_hint or "local"
        name = f"{state.node.name}.{hint}"
        number = self.locals.get(name, 0)
        self.locals[name] = number + 1
        if number:
            name = f"{name}.{number}"
        if name in self.graph.nodes:
            fail(op, f"the name @{name} is taken by a function; rename it")
        type = self.types.of(op, element)
        undef = llvm.UndefOp.create(result_types=(type,))
        block = Block([undef, llvm.ReturnOp.create(operands=undef.results)])
        space = self.types.space(op, AddressSpace.LOCAL.spir)
        variable = GlobalOp.of(name, type, "internal", space, body=[block])
        if op.alignment is not None:
            variable.alignment = op.alignment
        Rewriter.insert_op(variable, InsertPoint.before(state.node.op))
        replace(op, (Builder.before(op).address_of(name, result),))

    def cast(self, state: _Function, op: Operation) -> None:
        for result in op.results:
            set_type(result, self.types.of(op, result.type))
        state.casts.append(op)

    def zero(self, state: _Function, op: Operation) -> None:
        """
        Null pointers: LLVM's zero of private and local memory is a valid address on AMDGPU;
        the null pointer is the cast of the generic null.
        """
        type_ = op.results[0].type
        self.generic(op)
        if (
            not isinstance(type_, LLVMPointerType)
            or self.target.interface.flat_memory
            or spir_space(type_)
            not in (AddressSpace.PRIVATE.spir, AddressSpace.LOCAL.spir)
        ):
            return
        build = Builder.before(op)
        null = build.null(self.types.values.pointer(AddressSpace.GENERIC))
        replace(op, (build.op(AddrSpaceCastOp, null, type=op.results[0].type),))

    def element_typed(self, state: _Function, op: Operation) -> None:
        self.generic(op)
        element = op.properties["elem_type"]
        op.properties["elem_type"] = self.types.stored(op, element)

    def access(self, op: Operation) -> None:
        """
        Removes the C type from an access where barriers have become loops. Because of the type
        LLVM would move the access across other accesses, but memory may have another type after a
        barrier.
        """
        if self.loops and isinstance(
            metadata := op.attributes.get(METADATA), DictionaryAttr
        ):
            kept = {k: v for k, v in metadata.data.items() if k != TBAA}
            if kept:
                op.attributes[METADATA] = DictionaryAttr(kept)
            else:
                del op.attributes[METADATA]

    def load(self, state: _Function, op: Operation) -> None:
        """Loads a pointer that is shorter in memory as an integer."""
        self.access(op)
        type_ = op.results[0].type
        if not self.short or self.types.stored(op, type_) == self.types.of(op, type_):
            self.generic(op)
            return
        stored = self.types.stored(op, type_)
        if stored.__class__ is not IntegerType:
            fail(op, f"with 32 bits, load the pointers of {type_} one by one")
        build = Builder.before(op)
        kind, properties = type(op), op.properties
        low = build.op(kind, *op.operands, type=stored, properties=properties)
        whole = build.op(llvm.ZExtOp, low, type=i64)
        replace(op, (build.op(llvm.IntToPtrOp, whole, type=self.types.of(op, type_)),))

    def store(self, state: _Function, op: Operation) -> None:
        """Stores only the low half of a pointer that is shorter in memory."""
        self.access(op)
        value = op.operands[0]
        if self.short and _holds_pointer(value.type, self.wide):
            if not isinstance(value.type, LLVMPointerType):
                fail(op, f"with 32 bits, store the pointers of {value.type} one by one")
            build = Builder.before(op)
            whole = build.op(llvm.PtrToIntOp, value, type=i64)
            op.operands[0] = build.op(llvm.TruncOp, whole, type=i32)

    def reference(self, state: _Function, op: Operation) -> None:
        """A call or the address of a symbol."""
        self.generic(op)
        self.graph.add(state.node, op)
        if isinstance(op, llvm.CallOp):
            op.properties["CConv"] = _CCONV
            if op.var_callee_type is not None:
                op.properties["var_callee_type"] = self.types.of(op, op.var_callee_type)
            for held in (op.properties, op.attributes):
                for key in ("arg_attrs", "res_attrs"):
                    value = held.get(key)
                    if isinstance(value, ArrayAttr):
                        value = cast("ArrayAttr[DictionaryAttr]", value)
                        held[key] = ArrayAttr(
                            [self.types.dictionary(op, d.data) for d in value.data]
                        )
            self.pass_as_declared(op)

    def pass_as_declared(self, op: llvm.CallOp) -> None:
        """
        Gives a call what its function says of structures passed by their addresses. Where the two
        differ LLVM may remove what is stored there before.
        """
        node = op.callee and self.graph.nodes.get(op.callee.root_reference.data)
        entries = node and node.op.properties.get("arg_attrs")
        if not isinstance(entries, ArrayAttr) or "arg_attrs" in op.attributes:
            return
        entries = cast("ArrayAttr[DictionaryAttr]", entries)
        kept = [
            {k: v for k, v in entry.data.items() if k in _HOW_PASSED}
            for entry in entries
        ]
        if any("llvm.byval" in each or "llvm.sret" in each for each in kept):
            op.attributes["arg_attrs"] = ArrayAttr(map(DictionaryAttr, kept))

    def intrinsic(self, state: _Function, op: Operation) -> None:
        """Renames overloaded intrinsics: their names contain address spaces."""
        self.finder.scan(state.needs, op)
        self.generic(op)
        name = op.properties["intrin"]
        assert isinstance(name, StringAttr)
        if self.target.interface.is_gpu and name.data.startswith(_FRAMES):
            fail(
                op,
                f"{name.data}: functions of a GPU have no frames to ask for; keep it "
                "behind '#ifndef __AMDGCN__'",
            )
        if name.data in _IMPLICIT_POINTERS and self.implicit != name.data:
            fail(
                op,
                f"ABI {self.target.abi} has no pointer to hidden arguments of their own; "
                "ask for sizes and offsets by work-item functions",
            )
        if self.loops and name.data == "llvm.readsteadycounter":
            # LLVM makes 0 of it for processors, whose cycle counters have a constant rate.
            op.properties["intrin"] = StringAttr("llvm.readcyclecounter")
        # The `p2` of `llvm.amdgcn.interp.p2` names no type.
        if ".p" in name.data and any(
            isinstance(value.type, llvm.LLVMPointerType)
            for value in (*op.operands, *op.results)
        ):
            new = renumber_pointers(name.data, self.types.values.space)
            if new != name.data:
                op.properties["intrin"] = StringAttr(new)

    def assembly(self, state: _Function, op: Operation) -> None:
        """
        Converts inline assembly: LLVM has an assembler only for GPUs; an empty text needs no
        assembler.
        """
        assert isinstance(op, llvm.InlineAsmOp)
        if not self.target.interface.is_gpu and op.asm_string.data.strip():
            fail(
                op,
                "assembly cannot be compiled for the CPU device; keep it behind "
                "'#ifdef __AMDGCN__'",
            )
        self.generic(op)

    def newer(self, state: _Function, op: Operation) -> None:
        """Turns an operation that MLIR 19 does not know into a call of its intrinsic."""
        from xdsl_opencl.llvm_ir.newer import as_call

        self.generic(op)
        call = as_call(op)
        Rewriter.insert_op(call, InsertPoint.before(op))
        call.results[0].name_hint = op.results[0].name_hint
        replace(op, call.results)

    def needy(self, state: _Function, op: Operation) -> None:
        self.finder.scan(state.needs, op)
        self.generic(op)

    def address_space_cast(self, state: _Function, op: Operation) -> None:
        """Drops a cast between spaces that are the same on the target."""
        self.needy(state, op)
        if op.operands[0].type == op.results[0].type:
            replace(op, op.operands)

    def kernel_return(self, state: _Function, op: Operation) -> None:
        Rewriter.insert_op(llvm.ReturnOp.create(), InsertPoint.before(op))
        erase(op)


_CONVERTED = ("arith", "cf", "func", "math", "memref", "ub", "vector")
"""Dialects with a pass `convert-X-to-llvm`."""


def _unlowered(op: Operation) -> str:
    if op.name.startswith("opencl."):
        return f"'{op.name}' must be lowered before; opencl-to-llvm runs all passes"
    if op.dialect_name() in _CONVERTED:
        return (
            f"'{op.name}' must be converted before: run "
            f"convert-{op.dialect_name()}-to-llvm, or opencl-to-llvm for everything"
        )
    return f"nothing lowers '{op.name}' to the LLVM dialect"


def _holds_pointer(type_: Attribute, spaces: frozenset[int]) -> bool:
    """
    Returns whether a value of `type_` is or has a pointer to one of the target's `spaces`.
    """
    pending = [type_]
    while pending:
        part = pending.pop()
        match part:
            case LLVMPointerType():
                if spir_space(part) in spaces:
                    return True
            case LLVMArrayType():
                pending.append(part.type)
            case LLVMStructType():
                pending.extend(part.types)
            case _:
                pass
    return False


_POINTER_OPS: Mapping[str, Segment] = {
    low_level.KernelArgumentsPtrOp.name: Segment.EXPLICIT,
    low_level.ImplicitArgumentsPtrOp.name: Segment.IMPLICIT,
    low_level.DispatchPtrOp.name: Segment.DISPATCH,
}

_HANDLERS: Mapping[str, Callable[[_Converter, _Function, Operation], None]] = {
    kernel_ops.ReturnOp.name: _Converter.kernel_return,
    LoadArgumentOp.name: _Converter.load_argument,
    LocalOp.name: _Converter.local,
    UnrealizedConversionCastOp.name: _Converter.cast,
    ZeroOp.name: _Converter.zero,
    GEPOp.name: _Converter.element_typed,
    AllocaOp.name: _Converter.element_typed,
    llvm.LoadOp.name: _Converter.load,
    llvm.StoreOp.name: _Converter.store,
    llvm.CallIntrinsicOp.name: _Converter.intrinsic,
    llvm.InlineAsmOp.name: _Converter.assembly,
    **dict.fromkeys(_POINTER_OPS, _Converter.segment_pointer),
    **{n: _Converter.reference for n in REFERENCES if n.startswith("llvm.")},
    "llvm.addrspacecast": _Converter.address_space_cast,
    **dict.fromkeys(NEWER, _Converter.newer),
    **dict.fromkeys(
        ("llvm.intr.trap", "llvm.intr.debugtrap", "llvm.intr.ubsantrap"),
        _Converter.needy,
    ),
}


class ConvertOpenCLToLLVMPass(ModulePass):
    """Converts kernels, opencl types and address spaces to the LLVM dialect of the target."""

    name = "convert-opencl-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        load_llvm_ext(ctx)
        _Converter(op, target).run()

"""
`opencl-lower-samplers`: converts samplers of the program to the form that the hardware reads.

Needs: a module with a target. Leaves: no sampler constant, program sampler or sampler literal. On
amdgcn a sampler is the address of its descriptor in constant memory: an internal global for each
different descriptor, shared by all that use it; a literal that is not constant picks from a table
of all descriptors, as ROCm's device library does. On amdcl2 the loader makes the descriptor of a
constant and writes its address into a slot that the kernel reads (`abi.images.samplers.SAMPLER_SLOT`). On
r600 a sampler is the literal itself, in Clover's coding (the filter bit differs from clang's).
Unused samplers are removed.

Errors: a constant that is not a sampler literal.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    DenseIntElementsAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMArrayType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.images.samplers import (
    FIRST_LITERAL,
    SAMPLER_SLOT,
    brig_bits,
    clover_bits,
    descriptor_table,
    descriptor_words,
    literal_bits,
)
from xdsl_opencl.abi.interface import SamplerForm
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.interop.llvm_handles import CONSTANT_POINTER
from xdsl_opencl.dialects.opencl.sampler import (
    GetProgramSamplerOp,
    ProgramSamplerOp,
    SamplerConstantOp,
    TranslateSamplerOp,
)
from xdsl_opencl.dialects.opencl.types import SamplerType
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.transforms.images.known_samplers import KnownSamplers

_DESCRIPTOR = VectorType(i32, [4])
_SAMPLERS: frozenset[type[Operation]] = frozenset(
    (SamplerConstantOp, GetProgramSamplerOp, TranslateSamplerOp)
)


class _Lowering:
    def __init__(self, module: ModuleOp, target: Target):
        self.module = module
        self.target = target
        self.form = target.interface.samplers
        self.known = KnownSamplers(module)
        self.symbols = {
            name.data
            for op in module.body.block.ops
            if isinstance(name := op.properties.get("sym_name"), StringAttr)
        }
        self.globals: dict[tuple[int, ...], str] = {}
        self.new: list[Operation] = []

    def constant(self, words: tuple[int, ...], type_: Attribute, hint: str) -> str:
        """Returns the name of the global with `words`; the first use makes it."""
        name = self.globals.get(words)
        if name is not None:
            return name
        name = hint
        number = 0
        while name in self.symbols:
            number += 1
            name = f"{hint}.{number}"
        self.symbols.add(name)
        self.globals[words] = name
        value = DenseIntElementsAttr.from_list(
            VectorType(i32, [len(words)]),
            [word - (1 << 32) if word >> 31 else word for word in words],
        )
        self.new.append(
            GlobalOp.of(
                *(name, type_, "internal", AddressSpace.CONSTANT.spir),
                value=value,
                alignment=IntegerAttr(16, i64),
                unnamed_addr=IntegerAttr(2, i64),
            )
        )
        return name

    def slot(self, name: str) -> str:
        """The slot called `name`, which the loader fills with an address."""
        if name not in self.symbols:
            self.symbols.add(name)
            self.new.append(
                GlobalOp.of(
                    *(name, i64, "external", AddressSpace.CONSTANT.spir),
                    constant=UnitAttr(),
                    alignment=IntegerAttr(8, i64),
                    dso_local=UnitAttr(),
                    # Hidden: it is addressed without a table of addresses.
                    visibility_=IntegerAttr(1, i64),
                )
            )
        return name

    def address(self, emitter: ArithBuilder, name: str) -> SSAValue:
        return emitter.address_of(name, CONSTANT_POINTER)

    def lower(self, emitter: ArithBuilder, op: Operation) -> Sequence[SSAValue] | None:
        result = op.results[0]
        if result.first_use is None:
            erase(op)
            return None
        sampler = self.known.value(result)
        if sampler is not None:
            handle = self.known_handle(emitter, sampler)
        else:
            assert isinstance(op, TranslateSamplerOp)
            handle = self.chosen_handle(emitter, op)
        value = emitter.cast(handle, SamplerType())
        return (value,)

    def remove(self, emitter: ArithBuilder, op: ProgramSamplerOp) -> Sequence[SSAValue]:
        """Removes a sampler; `known` has the record of its value."""
        return ()

    def known_handle(self, emitter: ArithBuilder, sampler: SamplerAttr) -> SSAValue:
        fields = sampler.is_normalized, sampler.addressing.data, sampler.filter.data
        if self.form is SamplerForm.CLOVER_LITERAL:
            return emitter.constant(clover_bits(*fields), i32)
        if self.form is SamplerForm.LITERAL:
            return emitter.constant(literal_bits(*fields), i32)
        if self.form is SamplerForm.SLOT:
            name = self.slot(SAMPLER_SLOT + f"{brig_bits(*fields):08x}")
            address = self.address(emitter, name)
            # It has 64 bits for every width of pointers.
            whole = emitter.load(address, i64, 8, invariant=True)
            return emitter.op(llvm.IntToPtrOp, whole, type=CONSTANT_POINTER)
        generation = self.target.processor.generation
        words = descriptor_words(*fields, generation)
        name = self.constant(words, _DESCRIPTOR, "__opencl_sampler")
        return self.address(emitter, name)

    def chosen_handle(self, emitter: ArithBuilder, op: TranslateSamplerOp) -> SSAValue:
        """The descriptor of a literal that is known only at run time."""
        if self.form is SamplerForm.LITERAL:
            return op.bits
        if self.form is SamplerForm.CLOVER_LITERAL:
            # 0x10 nearest, 0x20 linear become 0 and 0x10.
            low = emitter.op(arith.AndIOp, op.bits, emitter.constant(0xF))
            filter = emitter.op(arith.AndIOp, op.bits, emitter.constant(0x20))
            one = emitter.constant(1)
            filter = emitter.op(arith.ShRUIOp, filter, one)
            return emitter.op(arith.OrIOp, low, filter)
        table = descriptor_table(self.target.processor.generation)
        words = tuple(word for descriptor in table for word in descriptor)
        name = self.constant(words, LLVMArrayType(len(words), i32), "__opencl_samplers")
        base = self.address(emitter, name)
        first = emitter.constant(FIRST_LITERAL)
        row = emitter.op(arith.SubiOp, op.bits, first)
        return emitter.offset(base, row, _DESCRIPTOR)


class OpenCLLowerSamplersPass(ModulePass):
    """Lowers constant samplers for the attached target."""

    name = "opencl-lower-samplers"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        lowering = _Lowering(op, target)
        table = {
            **dict.fromkeys(_SAMPLERS, lowering.lower),
            ProgramSamplerOp: lowering.remove,
        }
        lower(operations(op), table, ArithBuilder.before)
        Rewriter.insert_op(lowering.new, InsertPoint.at_start(op.body.block))

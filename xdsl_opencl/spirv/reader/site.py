"""A function of SPIR-V while it is read: what the handlers of instructions see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import IntegerType, LocationAttr, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.llvm_ext.shapes import NO_FAST_MATH
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.collective import NullEventOp
from xdsl_opencl.dialects.opencl.sampler import SamplerConstantOp
from xdsl_opencl.dialects.opencl.sub_group import GetSubGroupMaskOp
from xdsl_opencl.dialects.opencl.types import EventType
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.llvm_ir.reader.constants import (
    Constant,
    ConstantBuilder,
    ConstantParser,
)
from xdsl_opencl.llvm_ir.reader.declarations import Global
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.reader.scope import CallMaker
from xdsl_opencl.spirv.errors import SpirvError
from xdsl_opencl.spirv.names import (
    ADDRESSING,
    FAST,
    FAST_MATH,
    FILTERS,
    MASKS,
    SCALAR_QUERIES,
    VECTOR_QUERIES,
)
from xdsl_opencl.spirv.reader.constants import Constants
from xdsl_opencl.spirv.reader.types import Types
from xdsl_opencl.spirv.words import Instruction, Module, Value

QUERIES = frozenset((*VECTOR_QUERIES, *SCALAR_QUERIES, *MASKS))
"""The built-in variables that kernels have."""


class Query(NamedTuple):
    """
    A built-in variable, or with `place` an element of it; `loaded` is true for its value, false
    for its address. `element` is the type of an element of a vector, or of the scalar.
    """

    name: str
    element: Attribute
    place: int | SSAValue | None = None
    loaded: bool = False


class Frontend(NamedTuple):
    """
    What reading shares with OpenCL C: `maker` finds by name what makes the operations of a call
    of a builtin function, `match_format` adapts arguments of printf to its format.
    """

    maker: Callable[[str], CallMaker | None]
    match_format: Callable[
        [str, list[SSAValue], Callable[[Operation], None]],
        tuple[str, list[SSAValue]],
    ]


class Callee(NamedTuple):
    """
    A function: the types of its arguments and of its result, which may be none; whether the
    module has its body.
    """

    name: str
    types: Sequence[Attribute]
    results: tuple[Attribute, ...]
    defined: bool
    is_kernel: bool


class Facts:
    """
    A module, and what its instructions before the functions say; `found` has those by opcode.
    """

    def __init__(
        self,
        words: Module,
        types: Types,
        constants: Constants,
        frontend: Frontend,
        places: Mapping[Instruction, LocationAttr],
        found: Mapping[str, Sequence[Instruction]],
    ):
        self.words, self.types, self.constants = words, types, constants
        self.frontend, self.places = frontend, places
        self.names = {each.operands[0]: each.operands[1] for each in found["OpName"]}
        self.strings = {each.result: each.operands[0] for each in found["OpString"]}
        self.decorations: dict[int, list[tuple[Value, ...]]] = defaultdict(list)
        """The decorations with their operands by id."""
        for each in (*found["OpDecorate"], *found["OpDecorateId"]):
            self.decorations[each.operands[0]].append(each.operands[1:])
        for each in found["OpGroupDecorate"]:
            for target in each.operands[1:]:
                self.decorations[target] += self.decorations[each.operands[0]]
        self.built_ins: dict[int, str] = {}
        """The names of built-in variables."""
        self.functions: dict[int, Callee] = {}
        self.called: list[int] = []
        """The functions that have a body, and are called or seen from outside, some repeatedly."""
        self.externals: dict[int, None] = {}
        """The functions that are called and not defined, in the order of their first calls."""
        self.variables: dict[str, Global] = {}
        self.samplers: dict[int, Instruction] = {}
        self.deferred: dict[int, Instruction] = {}
        """Constant operations whose results are not known while the module is read."""

    def verify(self, op: Operation, instruction: Instruction) -> None:
        """
        Verifies `op` without its regions, one of a class with its types and properties once.

        Raises `SpirvError` at `instruction`.
        """
        kind = type(op)
        if kind in _RIGHT:
            return
        # The property makes a view of each.
        operands = [value.type for value in op._operands]  # pyright: ignore[reportPrivateUsage]
        text = ""
        if kind is _ADDRESS:
            # There are many, with other indices each. The reader finds the type of the part.
            base, *steps = operands
            if not isinstance(base, llvm.LLVMPointerType) or base != op.results[0].type:
                text = f"an address of {op.results[0].type} in {base}"
            elif any(not isinstance(each, IntegerType) for each in steps):
                text = "its indices are no integers"
        else:
            held = (
                *operands,
                None,
                *[value.type for value in op.results],
                *op.properties.values(),
                *op.attributes.values(),
            )
            # By identity: to compare attributes takes longer than to verify.
            key = (kind, *op.properties, *map(id, held))
            if key in _VERIFIED:
                return
            try:
                op.verify(verify_nested_ops=False)
            except Exception as error:
                # A verifier of xDSL may assume a property that it should verify.
                text = " ".join(str(error).split()) or type(error).__name__
            else:
                if len(_VERIFIED) > _MOST_VERIFIED:
                    _VERIFIED.clear()
                _VERIFIED[key] = held
        if text:
            raise instruction.fault(f"its operands do not fit it ({text})")

    def decoration(self, id: int, name: str) -> tuple[Value, ...] | None:
        """The operands of decoration `name` of `id`; `None` without it."""
        for found in self.decorations.get(id, ()):
            if found[0] == name:
                return found[1:]
        return None

    def alignment(self, id: int, instruction: Instruction) -> int | None:
        """The alignment in bytes that decorates `id`; `None` without one, or for 0."""
        found = self.decoration(id, "Alignment")
        bytes_ = found[0] if found else 0
        if bytes_ & bytes_ - 1:
            text = f"the alignment {bytes_} of %{id} is no power of two"
            raise instruction.fault(text)
        return bytes_ or None

    def symbol(self, id: int) -> str:
        """The name under which other modules see `id`, else the name of `OpName`, else a made one."""
        linkage = self.decoration(id, "LinkageAttributes")
        return str(linkage[0]) if linkage else self.names.get(id) or f"spirv.{id}"


Handler = Callable[["Site"], SSAValue | None]
"""Makes the operations of the instruction being read; returns the value of its result."""

_RIGHT = frozenset(
    (op_class("llvm.mlir.constant"), op_class("llvm.mlir.addressof"), func.CallOp)
)
"""Operations that are right as they are made."""
_ADDRESS = op_class("llvm.getelementptr")
_VERIFIED: dict[tuple[object, ...], tuple[Attribute | None, ...]] = {}
"""
The classes with types and properties that were verified, by identity, in all modules; holds
the attributes so that no other has their place.
"""
_MOST_VERIFIED = 1 << 14


class _Builder(Builder):
    """Verifies what it puts at the insertion point."""

    def __init__(self, block: Block, verify: Callable[[Operation], None]):
        super().__init__(block)
        self._verify = verify

    def insert(self, op: Operation) -> None:
        super().insert(op)
        self._verify(op)


class Site:
    """
    The function that is being read, and the insertion point `build`. `values` are those of the
    ids that are known so far, `queries` the built-in variables and their elements, `images` the
    pairs of image and sampler.
    """

    def __init__(self, facts: Facts, block: Block, handlers: Mapping[str, Handler]):
        self.facts = facts
        self.handlers = handlers
        self.types = facts.types
        self.constants = facts.constants
        self.build: Builder = _Builder(block, self.verify)
        self.values: dict[int, SSAValue] = {}
        self.queries: dict[int, Query] = {}
        self.images: dict[int, tuple[SSAValue, SSAValue]] = {}
        self.head: list[Operation] = []
        """Variables and constants, for the start of the function."""
        self.opaque: dict[Operation, Instruction] = {}
        """Variables of images and the like, and accesses to them."""
        self.instruction = Instruction("OpFunction")
        parser = ConstantParser(facts.types.parser)
        self._builder = ConstantBuilder(parser, self._begin)
        self._fast_math: dict[int, llvm.FastMathAttr] = {}

    def fault(self, text: str) -> SpirvError:
        """The error `text` about the instruction being read."""
        return self.instruction.fault(text)

    def verify(self, op: Operation) -> None:
        """Verifies `op` of the instruction, each kind with each types once."""
        self.facts.verify(op, self.instruction)

    # --- types -----------------------------------------------------------------------

    @property
    def result_type(self) -> Attribute:
        """The type of the result."""
        return self.types.get(self.instruction.type, self.instruction)

    def pointee(self, id: int) -> Attribute:
        """The type that the pointer `id` points to; a packed struct as it is."""
        defined = self.facts.words.definitions.get(id)
        if defined is None or (found := self.types.pointee(defined)) is None:
            raise self.fault(f"%{id} is no pointer to a type that is known")
        return found

    # --- values ----------------------------------------------------------------------

    def operand(self, index: int) -> SSAValue:
        """The value of operand `index`."""
        return self.value(self.id(index))

    def id(self, index: int) -> int:
        """Operand `index`, an id or a number."""
        return self.instruction.operands[index]

    def ids(self, start: int = 0) -> list[int]:
        """The operands from `start` on, but for names."""
        return [id for id in self.instruction.operands[start:] if isinstance(id, int)]

    def value(self, id: int) -> SSAValue:
        """
        The value `id`: of an instruction read before, or a constant, which is made at the
        start of the function.
        """
        found = self.values.get(id)
        if found is not None:
            return found
        if (query := self.queries.get(id)) is not None:
            if not query.loaded:
                raise self.fault(
                    f"the address %{id} of {query.name}; only its value is known"
                )
            return self.query_value(query)
        found = self.values[id] = self._constant(id)
        return found

    def _constant(self, id: int) -> SSAValue:
        """The constant `id`, or the address of a variable, at the start of the function."""
        facts = self.facts
        if (sampler := facts.samplers.get(id)) is not None:
            addressing, normalized, filter = sampler.operands
            value = SamplerAttr(
                bool(normalized), ADDRESSING[addressing], FILTERS[filter]
            )
            return self.at_start(SamplerConstantOp(value))
        if (deferred := facts.deferred.get(id)) is not None:
            return self._run_deferred(deferred)
        constant = self.constants.values.get(id)
        if constant is None:
            raise self.fault(f"%{id} is no value defined before it is used")
        if constant.kind == "zero" and isinstance(constant.type, EventType):
            return self.at_start(NullEventOp())
        return self._builder.value(constant)

    def at_start(self, op: Operation) -> SSAValue:
        """Puts `op` at the start of the function; returns its first result."""
        self._begin(op)
        return op.results[0]

    def _begin(self, op: Operation) -> None:
        self.verify(op)
        self.head.append(op)

    def _run_deferred(self, instruction: Instruction) -> SSAValue:
        """The result of a constant operation, computed at the start of the function."""
        build, outer = self.build, self.instruction
        self.build, self.instruction = _Builder(Block(), self.verify), instruction
        handler = self.handlers.get(instruction.opcode)
        value = None if handler is None else handler(self)
        if value is None:
            raise self.fault("no constant of these operands")
        for op in [*self.build.block.ops]:
            op.detach()
            self.at_start(op)
        self.build, self.instruction = build, outer
        return value

    def make(self, constant: Constant) -> SSAValue:
        """A constant at the start of the function."""
        return self._builder.value(constant)

    def integer(self, value: int, type_: Attribute = i32) -> SSAValue:
        """A constant at the start of the function."""
        return self._builder.integer(value, type_)

    def zero(self, type: Attribute) -> SSAValue:
        """The zero of `type`, at the start of the function."""
        return self.make(Constant(type, "zero"))

    def poison(self, type: Attribute) -> SSAValue:
        """A value that is to be replaced, at the start of the function."""
        return self.make(Constant(type, "poison"))

    def vector(self, type: Attribute, parts: Iterable[SSAValue]) -> SSAValue:
        """The vector of `type` that has `parts`."""
        found = self.poison(type)
        for at, part in enumerate(parts):
            found = self.build.op(llvm.InsertElementOp, found, part, self.integer(at))
        return found

    def axis(self, id: int) -> int | SSAValue:
        """The value `id` as the number of a dimension: a number if it is a constant."""
        known = self.constants.integer(id)
        if known is not None and known < 3:
            return known
        return self.build.resize(self.value(id), 32)

    def emit(self, op: Operation) -> None:
        """Puts `op` at the insertion point."""
        self.build.insert(op)

    def add(self, op: Operation) -> SSAValue:
        """Puts `op` at the insertion point; returns its first result."""
        return self.build.add(op)

    # --- built-in variables ----------------------------------------------------------

    def query(self, id: int) -> Query | None:
        """The built-in variable, or part of one, that `id` is; `None` for any other id."""
        found = self.queries.get(id)
        if found is None and (name := self.facts.built_ins.get(id)) is not None:
            pointee = self.pointee(id)
            element = getattr(pointee, "element_type", pointee)
            if name not in QUERIES:
                raise self.fault(
                    f"the built-in variable {name}; kernels do not have it"
                )
            found = self.queries[id] = Query(name, element)
        return found

    def vector_query(self, id: int) -> Query | None:
        """The built-in variable whose value, a vector, `id` is."""
        found = self.query(id)
        return found if found and found.loaded and found.place is None else None

    def hands_on(self) -> bool:
        """
        Whether operand 0 is the address of a built-in variable; then the result is, too.
        """
        query = self.query(self.instruction.operands[0])
        if query is None or query.loaded:
            return False
        self.queries[self.instruction.result] = query
        return True

    def query_value(self, query: Query) -> SSAValue:
        """The value of a built-in variable or of an element of it."""
        name, element, index, _ = query
        if (mask := MASKS.get(name.removesuffix("KHR"))) is not None:
            value = self.add(GetSubGroupMaskOp(mask))
            if index is None:
                return value
            at = self.integer(index) if isinstance(index, int) else index
            return self.build.op(ExtractElementOp, value, at, type=element)
        if (scalar := SCALAR_QUERIES.get(name)) is not None:
            return self.add(scalar(element))
        cls = VECTOR_QUERIES[name]
        if index is not None:
            return self.add(cls(index, element))
        parts = (self.add(cls(axis, element)) for axis in range(3))
        return self.vector(vector_of(element, 3), parts)

    # --- decorations -----------------------------------------------------------------

    def fast_math(self) -> llvm.FastMathAttr:
        """The flags of the instruction being read."""
        found = self.facts.decoration(self.instruction.result, "FPFastMathMode")
        if found is None or not isinstance(found[0], int):
            return NO_FAST_MATH
        if (mask := found[0]) not in self._fast_math:
            flags = [flag for bit, flag in FAST_MATH.items() if mask & bit]
            self._fast_math[mask] = llvm.FastMathAttr("fast" if mask & FAST else flags)
        return self._fast_math[mask]

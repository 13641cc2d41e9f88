"""
One function of textual LLVM IR to a region of operations.

A line is split once and dispatched by its opcode. Constants are made once a function and
stand at the start of the entry block. A phi becomes a block argument; branches are made
when all blocks are read, because only then every phi is known. A value used in the text
before its definition (blocks need not be in dominance order) has a placeholder until then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects import arith, func, llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    UnrealizedConversionCastOp,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_opencl.dialects.llvm_ext import instructions as ext
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, ReturnOp
from xdsl_opencl.frontend.llvm_ir.attributes import (
    parse_parameter_attributes,
    skip_parentheses,
)
from xdsl_opencl.frontend.llvm_ir.constants import (
    GEP_FLAGS,
    ConstantBuilder,
    gep,
    no_overflow,
)
from xdsl_opencl.frontend.llvm_ir.intrinsics import IGNORED_INTRINSICS, intrinsic
from xdsl_opencl.frontend.llvm_ir.lexer import (
    Unsupported,
    name_of,
    tokenize,
    unescape,
)
from xdsl_opencl.frontend.llvm_ir.ops import op_class
from xdsl_opencl.frontend.llvm_ir.types import OPENCL_TYPES, PackedStruct, as_vector

if TYPE_CHECKING:
    from xdsl_opencl.frontend.llvm_ir.module import Header, ModuleReader

_HINT = re.compile(r"(?!_\d+$)[A-Za-z_$.-][\w$.-]*")
"""Names that xDSL takes as hints and that keep something when it cuts `_<digits>` off."""

_UNIT = UnitAttr()
_OVERFLOW = {
    number: IntegerAttr(number, i32) for number in range(4)
}  # bit 0: nsw, bit 1: nuw, as in MLIR's IntegerOverflowFlags
_ICMP = {
    str(flag): IntegerAttr(number, i64)
    for number, flag in enumerate(llvm.ICmpPredicateFlag)
}
_FCMP = {
    str(flag).lstrip("_"): IntegerAttr(number, i64)
    for number, flag in enumerate(llvm.FCmpPredicateFlag)
}
_NO_FASTMATH = llvm.FastMathAttr(None)
_FASTMATH_WORDS = frozenset(
    ("fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc")
)
_CALLING_CONVENTIONS = frozenset(
    (
        "spir_func",
        "spir_kernel",
        "fastcc",
        "coldcc",
        "ccc",
        "amdgpu_kernel",
        "amdgpu_gfx",
        "tailcc",
    )
)
_ORDERINGS = {
    "unordered": 1,
    "monotonic": 2,
    "acquire": 4,
    "release": 5,
    "acq_rel": 6,
    "seq_cst": 7,
}
_fastmath_cache: dict[tuple[str, ...], llvm.FastMathAttr] = {(): _NO_FASTMATH}
_alignments: dict[str, IntegerAttr] = {}


def _alignment(text: str) -> IntegerAttr:
    attribute = _alignments.get(text)
    if attribute is None:
        attribute = _alignments[text] = IntegerAttr(int(text), i64)
    return attribute


def fastmath(words: Sequence[str]) -> llvm.FastMathAttr:
    """
    The attribute of LLVM's fast-math words.
    """
    key = tuple(words)
    attribute = _fastmath_cache.get(key)
    if attribute is None:
        if "fast" in key:
            attribute = llvm.FastMathAttr("fast")
        else:
            attribute = llvm.FastMathAttr([FastMathFlag(word) for word in key])
        _fastmath_cache[key] = attribute
    return attribute


class _Phi:
    __slots__ = ("incoming", "type")

    def __init__(self, type_: Attribute, incoming: dict[str, tuple[list[str], int]]):
        self.type = type_
        self.incoming = incoming
        """Token of the predecessor's label to the place of the value."""


_Edge = tuple[Block, str]
"""A successor and the token of its label."""


class FunctionReader:
    """
    Reads the body of one function.
    """

    def __init__(self, module: ModuleReader, header: Header):
        self.module = module
        self.header = header
        self.types = module.types
        self.values: dict[str, SSAValue] = {}
        self._placeholders: dict[str, SSAValue] = {}
        self._constants: list[Operation] = []
        self.constants = ConstantBuilder(module.constants, self._constants.append)
        self.constants.global_value = self._global_value
        self._blocks: dict[str, Block] = {}
        self._order: list[tuple[str, Block]] = []
        self._phis: dict[Block, list[_Phi]] = {}
        self._terminators: list[tuple[Block, str, Callable[[str], Operation]]] = []
        self._ops: list[Operation] = []
        self._label = ""
        self.name: str | None = None
        self.line = header.line

    # The function as a whole

    def read(self) -> Region:
        """
        The function's body.

        Raises `LineError` for what the dialects cannot say.
        """
        header = self.header
        unnamed = 0
        entry = Block(arg_types=header.argument_types)
        for argument, token in zip(entry.args, header.argument_tokens, strict=True):
            if token is None:
                token = f"%{unnamed}"
            if token[1].isdigit():
                unnamed += 1
            self.values[token] = argument
            self._name(argument, token)
        label = f"%{unnamed}"
        text = ""
        lines = header.body
        number = 0
        try:
            for number, text in enumerate(lines, header.line + 1):
                tokens = tokenize(text)
                if not tokens or tokens[0][0] == ";":
                    continue
                first = tokens[0]
                if first[-1] == ":":
                    label = "%" + first[:-1]
                    self._start_block(label, entry)
                    continue
                if not self._order:
                    self._start_block(label, entry)
                self._instruction(tokens)
            for block, own_label, build in self._terminators:
                text = f"the end of block {own_label}"
                block.add_op(build(own_label))
        except (Unsupported, KeyError, IndexError, ValueError, AssertionError) as error:
            if isinstance(error, Unsupported):
                message = str(error)
            else:
                message = f"not understood ({type(error).__name__}: {error})"
            raise self.module.fail(
                f"in @{header.name}: {message}", number, text
            ) from error
        self._place_constants(entry)
        return Region([block for _, block in self._order])

    def _place_constants(self, entry: Block) -> None:
        used: list[Operation] = []
        for op in reversed(self._constants):
            if op.results[0].first_use is None:
                op.drop_all_references()
            else:
                used.append(op)
        used.reverse()
        if used:
            first = entry.first_op
            if first is None:
                entry.add_ops(used)
            else:
                entry.insert_ops_before(used, first)

    def _start_block(self, label: str, entry: Block) -> None:
        if not self._order:
            block = entry
            self._blocks[label] = entry
        else:
            block = self._block(label)
        name = name_of(label)
        if _HINT.fullmatch(name):
            block.name_hint = name
        self._order.append((label, block))
        self._ops = []
        self._current = block
        self._label = label

    def _block(self, label: str) -> Block:
        block = self._blocks.get(label)
        if block is None:
            block = self._blocks[label] = Block()
        return block

    def _instruction(self, tokens: list[str]) -> None:
        if tokens[-1][0] == ";":
            tokens.pop()
        if len(tokens) > 1 and tokens[1] == "=":
            self.name, opcode, i = tokens[0], tokens[2], 3
        else:
            self.name, opcode, i = None, tokens[0], 1
        handler = _HANDLERS.get(opcode)
        if handler is None:
            if opcode.startswith("#dbg_"):
                return
            raise Unsupported(f"instruction '{opcode}'")
        i = handler(self, tokens, i, opcode)
        if i < len(tokens):
            self._attachments(tokens, i)

    def _attachments(self, tokens: list[str], i: int) -> None:
        """
        Metadata after an instruction; what matters goes to `opencl.metadata`.
        """
        entries: dict[str, Attribute] = {}
        while i < len(tokens):
            if tokens[i] != "," or tokens[i + 1][0] != "!":
                raise Unsupported(f"'{' '.join(tokens[i:])}' after the instruction")
            kind = tokens[i + 1][1:]
            if (reader := self.module.attachment_readers.get(kind)) is None:
                i += 3 if tokens[i + 2] != "!" else tokens.index("}", i) - i + 1
                continue
            node, i = self.module.metadata.operand(tokens, i + 2)
            if (attribute := reader(node)) is not None:
                entries[kind] = attribute
        if entries and self._current.last_op is not None:
            self._current.last_op.attributes["opencl.metadata"] = DictionaryAttr(
                entries
            )

    # Values

    def value(
        self, type_: Attribute, tokens: list[str], i: int
    ) -> tuple[SSAValue, int]:
        """
        The value of `type_` that `tokens[i]` starts, and the index after it.
        """
        token = tokens[i]
        if token[0] == "%":
            value = self.values.get(token)
            if value is None:
                placeholder = UnrealizedConversionCastOp.create(
                    result_types=[self.types.in_memory(type_)]
                )
                value = placeholder.results[0]
                self.values[token] = self._placeholders[token] = value
            return value, i + 1
        return self.constants.parse(type_, tokens, i)

    def typed(self, tokens: list[str], i: int) -> tuple[SSAValue, int]:
        """
        A value with its type before it.
        """
        type_, i = self.types.parse(tokens, i)
        return self.value(type_, tokens, i)

    def emit(self, op: Operation) -> None:
        self._current.add_op(op)

    def _define(self, value: SSAValue) -> None:
        token = self.name
        if token is None:
            return
        self.values[token] = value
        if token in self._placeholders:
            self._placeholders.pop(token).replace_all_uses_with(value)
        self._name(value, token)

    def _alias(self, value: SSAValue) -> None:
        """
        Makes the instruction's name stand for `value`.
        """
        token = self.name
        assert token is not None
        self.values[token] = value
        if token in self._placeholders:
            self._placeholders.pop(token).replace_all_uses_with(value)

    def _name(self, value: SSAValue, token: str) -> None:
        name = token[1:]
        if not name[0].isdigit() and _HINT.fullmatch(name):
            value.name_hint = name

    def _result(self, op: Operation) -> None:
        self._current.add_op(op)
        self._define(op.results[0])

    def entry_arguments(self) -> tuple[SSAValue, ...]:
        """
        The function's arguments.
        """
        return tuple(self._order[0][1].args)

    def integer(self, value: int, type_: Attribute) -> SSAValue:
        return self.constants.integer(value, type_)

    def _global_value(self, name: str) -> Operation | None:
        if name in self.module.functions:
            raise Unsupported(
                f"the address of function @{name}; OpenCL C has no function pointers"
            )
        return self.module.local_variable(name, self.header.name)

    # Instructions: each takes the tokens, the index after the opcode, and the opcode,
    # and returns the index after its own tokens.

    def op_integer_binary(self, t: list[str], i: int, opcode: str) -> int:
        flags = 0
        properties: dict[str, Attribute] = no_overflow(opcode)
        while True:
            word = t[i]
            if word == "nsw":
                flags |= 1
            elif word == "nuw":
                flags |= 2
            elif word == "exact":
                properties = {"isExact": _UNIT}
            elif word == "disjoint":
                properties = {"isDisjoint": _UNIT}
            else:
                break
            i += 1
        if flags or opcode == "shl":
            properties = {"overflowFlags": _OVERFLOW[flags]}
        type_, i = self.types.parse(t, i)
        lhs, i = self.value(type_, t, i)
        rhs, i = self.value(type_, t, i + 1)
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs), result_types=(type_,), properties=properties
            )
        )
        return i

    def _fastmath(self, t: list[str], i: int) -> tuple[llvm.FastMathAttr, int]:
        start = i
        while t[i] in _FASTMATH_WORDS:
            i += 1
        return (fastmath(t[start:i]) if i > start else _NO_FASTMATH), i

    def op_float_binary(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        type_, i = self.types.parse(t, i)
        lhs, i = self.value(type_, t, i)
        rhs, i = self.value(type_, t, i + 1)
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs),
                result_types=(type_,),
                properties={"fastmathFlags": flags},
            )
        )
        return i

    def op_fneg(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        value, i = self.typed(t, i)
        self._result(
            _CLASSES[opcode].create(
                operands=(value,),
                result_types=(value.type,),
                properties={"fastmathFlags": flags},
            )
        )
        return i

    def op_cast(self, t: list[str], i: int, opcode: str) -> int:
        properties: dict[str, Attribute] = {}
        flags: list[llvm.OverflowFlag] = []
        while True:
            word = t[i]
            if word == "nneg":
                properties["nonNeg"] = _UNIT
            elif word in ("nsw", "nuw"):
                flags.append(llvm.OverflowFlag(word))
            elif word not in _FASTMATH_WORDS:
                break
            i += 1
        if opcode == "trunc":
            properties["overflowFlags"] = llvm.OverflowAttr(flags or None)
        value, i = self.typed(t, i)
        type_, i = self.types.parse(t, i + 1)
        if opcode == "bitcast" and value.type == type_:
            # Between pointers that had types once.
            self._alias(value)
            return i
        self._result(
            _CLASSES[opcode].create(
                operands=(value,), result_types=(type_,), properties=properties
            )
        )
        return i

    def op_icmp(self, t: list[str], i: int, opcode: str) -> int:
        if t[i] == "samesign":
            i += 1
        predicate = _ICMP[t[i]]
        lhs, i = self.typed(t, i + 1)
        type_ = lhs.type
        rhs, i = self.value(type_, t, i + 1)
        properties: dict[str, Attribute] = {"predicate": predicate}
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs),
                result_types=(self._boolean(type_),),
                properties=properties,
            )
        )
        return i

    def _boolean(self, type_: Attribute) -> Attribute:
        if isinstance(type_, VectorType):
            return self.types.vector(type_.get_shape()[0], i1)
        return i1

    def op_fcmp(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        predicate = _FCMP[t[i]]
        lhs, i = self.typed(t, i + 1)
        rhs, i = self.value(lhs.type, t, i + 1)
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs),
                result_types=(self._boolean(lhs.type),),
                properties={"predicate": predicate, "fastmathFlags": flags},
            )
        )
        return i

    def op_select(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        condition, i = self.typed(t, i)
        lhs, i = self.typed(t, i + 1)
        rhs, i = self.typed(t, i + 1)
        if isinstance(lhs.type, OPENCL_TYPES):
            op = arith.SelectOp(condition, lhs, rhs)
        else:
            op = _CLASSES[opcode].create(
                operands=(condition, lhs, rhs),
                result_types=(lhs.type,),
                properties={"fastmathFlags": flags},
            )
        self._result(op)
        return i

    def op_freeze(self, t: list[str], i: int, opcode: str) -> int:
        value, i = self.typed(t, i)
        self._result(ext.FreezeOp(value))
        return i

    def op_phi(self, t: list[str], i: int, opcode: str) -> int:
        _, i = self._fastmath(t, i)
        type_, i = self.types.parse(t, i)
        incoming: dict[str, tuple[list[str], int]] = {}
        while i < len(t) and t[i] in ("[", ","):
            if t[i] == ",":
                if t[i + 1] != "[":
                    break
                i += 1
            start = i + 1
            if t[start][0] == "%":
                i = start + 1
            else:
                _, i = self.module.constants.parse(type_, t, start)
            incoming[t[i + 1]] = (t, start)
            i += 3
        block = self._current
        self._phis.setdefault(block, []).append(_Phi(type_, incoming))
        memory_type = self.types.in_memory(type_)
        self._define(block.insert_arg(memory_type, len(block.args)))
        return len(t)

    def _edge_operands(self, edge: _Edge, own_label: str) -> list[SSAValue]:
        operands: list[SSAValue] = []
        for phi in self._phis.get(edge[0], ()):
            tokens, start = phi.incoming[own_label]
            operands.append(self.value(phi.type, tokens, start)[0])
        return operands

    def _terminate(self, build: Callable[[str], Operation]) -> None:
        self._terminators.append((self._current, self._label, build))

    def op_br(self, t: list[str], i: int, opcode: str) -> int:
        if t[i] == "label":
            edge = self._block(t[i + 1]), t[i + 1]
            self._finish_branch(
                t,
                i + 2,
                lambda own: llvm.BrOp.create(
                    operands=self._edge_operands(edge, own), successors=[edge[0]]
                ),
            )
            return len(t)
        condition, i = self.typed(t, i)
        then = self._block(t[i + 2]), t[i + 2]
        otherwise = self._block(t[i + 5]), t[i + 5]

        def build(own: str) -> Operation:
            then_operands = self._edge_operands(then, own)
            else_operands = self._edge_operands(otherwise, own)
            sizes = (1, len(then_operands), len(else_operands))
            return llvm.CondBrOp.create(
                operands=[condition_(), *then_operands, *else_operands],
                successors=[then[0], otherwise[0]],
                properties={
                    "operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)
                },
            )

        # The condition may be a placeholder now and replaced before the branch is made.
        token = t[i - 1]

        def condition_() -> SSAValue:
            return self.values.get(token, condition)

        self._finish_branch(t, i + 6, build)
        return len(t)

    def _finish_branch(
        self, t: list[str], i: int, build: Callable[[str], Operation]
    ) -> None:
        """
        Notes the branch; `llvm.loop` hints stay with it.
        """
        hints: DictionaryAttr | None = None
        while i < len(t):
            if t[i + 1] == "!llvm.loop":
                node, i = self.module.metadata.operand(t, i + 2)
                if (attribute := self.module.loop_hints(node)) is not None:
                    hints = DictionaryAttr({"llvm.loop": attribute})
            else:
                i += 3
        if hints is None:
            self._terminate(build)
            return

        def build_with_hints(own: str) -> Operation:
            op = build(own)
            op.attributes["opencl.metadata"] = hints
            return op

        self._terminate(build_with_hints)

    def op_switch(self, t: list[str], i: int, opcode: str) -> int:
        start = i
        type_, i = self.types.parse(t, i)
        value_at = i
        _, i = self.value(type_, t, i)
        default = self._block(t[i + 2]), t[i + 2]
        i += 4
        cases: list[tuple[int, _Edge]] = []
        while t[i] != "]":
            _, i = self.types.parse(t, i)
            number = {"true": 1, "false": 0}.get(t[i])
            number = int(t[i]) if number is None else number
            cases.append((number, (self._block(t[i + 3]), t[i + 3])))
            i += 4
        assert start < i

        def build(own: str) -> Operation:
            return ext.SwitchOp(
                self.value(type_, t, value_at)[0],
                default[0],
                self._edge_operands(default, own),
                [number for number, _ in cases],
                [edge[0] for _, edge in cases],
                [self._edge_operands(edge, own) for _, edge in cases],
            )

        self._terminate(build)
        return len(t)

    def op_ret(self, t: list[str], i: int, opcode: str) -> int:
        if self.header.is_kernel:
            self._terminate(lambda own: ReturnOp.create())
        elif t[i] == "void":
            self._terminate(lambda own: func.ReturnOp.create())
        else:
            type_, i = self.types.parse(t, i)
            at = i
            self._terminate(
                lambda own: func.ReturnOp.create(operands=[self.value(type_, t, at)[0]])
            )
        return len(t)

    def op_unreachable(self, t: list[str], i: int, opcode: str) -> int:
        self._terminate(lambda own: llvm.UnreachableOp.create())
        return len(t)

    def _memory_tail(
        self, t: list[str], i: int, properties: dict[str, Attribute]
    ) -> tuple[int, dict[str, Attribute]]:
        """
        `syncscope("s") ordering, align n`, into `properties` and discardable attributes.
        """
        attributes: dict[str, Attribute] = {}
        if i < len(t) and t[i] == "syncscope":
            attributes["syncscope"] = StringAttr(name_of(t[i + 2]))
            i += 4
        if i < len(t) and t[i] in _ORDERINGS:
            properties["ordering"] = IntegerAttr(_ORDERINGS[t[i]], i64)
            i += 1
        if i + 1 < len(t) and t[i + 1] == "align":
            properties["alignment"] = _alignment(t[i + 2])
            i += 3
        return i, attributes

    def op_load(self, t: list[str], i: int, opcode: str) -> int:
        volatile = False
        while t[i] in ("atomic", "volatile"):
            volatile |= t[i] == "volatile"
            i += 1
        type_, i = self.types.parse(t, i)
        pointer, i = self.typed(t, i + 1)
        properties: dict[str, Attribute] = {"ordering": _NOT_ATOMIC}
        i, attributes = self._memory_tail(t, i, properties)
        if volatile:
            attributes["volatile_"] = _UNIT
        self._result(
            _CLASSES["load"].create(
                operands=(pointer,),
                result_types=(self.types.in_memory(type_),),
                properties=properties,
                attributes=attributes,
            )
        )
        return i

    def op_store(self, t: list[str], i: int, opcode: str) -> int:
        properties: dict[str, Attribute] = {"ordering": _NOT_ATOMIC}
        while t[i] in ("atomic", "volatile"):
            if t[i] == "volatile":
                properties["volatile_"] = _UNIT
            i += 1
        value, i = self.typed(t, i)
        pointer, i = self.typed(t, i + 1)
        i, attributes = self._memory_tail(t, i, properties)
        self.emit(
            _CLASSES["store"].create(
                operands=(value, pointer),
                properties=properties,
                attributes=attributes,
            )
        )
        return i

    def op_fence(self, t: list[str], i: int, opcode: str) -> int:
        scope = None
        if t[i] == "syncscope":
            scope = name_of(t[i + 2])
            i += 4
        self.emit(ext.FenceOp(t[i], scope))
        return i + 1

    def op_atomicrmw(self, t: list[str], i: int, opcode: str) -> int:
        volatile = t[i] == "volatile"
        i += volatile
        kind = t[i]
        if kind in ("and", "or", "xor"):
            kind = "_" + kind
        pointer, i = self.typed(t, i + 1)
        value, i = self.typed(t, i + 1)
        scope, i = self._syncscope(t, i)
        ordering = t[i]
        i, alignment = self._trailing_alignment(t, i + 1)
        self._result(
            ext.AtomicRMWOp(
                kind, pointer, value, ordering, scope, alignment, bool(volatile)
            )
        )
        return i

    def op_cmpxchg(self, t: list[str], i: int, opcode: str) -> int:
        weak = t[i] == "weak"
        i += weak
        volatile = t[i] == "volatile"
        i += volatile
        pointer, i = self.typed(t, i)
        expected, i = self.typed(t, i + 1)
        desired, i = self.typed(t, i + 1)
        scope, i = self._syncscope(t, i)
        success, failure = t[i], t[i + 1]
        i, alignment = self._trailing_alignment(t, i + 2)
        self._result(
            ext.AtomicCmpXchgOp(
                pointer,
                expected,
                desired,
                success,
                failure,
                scope,
                alignment,
                weak=bool(weak),
                volatile=bool(volatile),
            )
        )
        return i

    def _syncscope(self, t: list[str], i: int) -> tuple[str | None, int]:
        if t[i] != "syncscope":
            return None, i
        return name_of(t[i + 2]), i + 4

    def _trailing_alignment(self, t: list[str], i: int) -> tuple[int, int | None]:
        if i + 1 < len(t) and t[i + 1] == "align":
            return i + 3, int(t[i + 2])
        return i, None

    def op_alloca(self, t: list[str], i: int, opcode: str) -> int:
        if t[i] == "inalloca":
            raise Unsupported("'inalloca'")
        type_, i = self.types.parse(t, i)
        properties: dict[str, Attribute] = {"elem_type": self.types.in_memory(type_)}
        size: SSAValue | None = None
        space = 0
        while i < len(t) and t[i] == ",":
            word = t[i + 1]
            if word == "align":
                properties["alignment"] = _alignment(t[i + 2])
                i += 3
            elif word == "addrspace":
                space = int(t[i + 3])
                i += 5
            elif word[0] == "!":
                break
            else:
                size, i = self.typed(t, i + 1)
        self._result(
            _CLASSES["alloca"].create(
                operands=(size or self.integer(1, i32),),
                result_types=(self.types.pointer(space),),
                properties=properties,
            )
        )
        return i

    def op_getelementptr(self, t: list[str], i: int, opcode: str) -> int:
        flags = 0
        while (flag := GEP_FLAGS.get(t[i])) is not None:
            flags |= flag
            i += 1
        source, i = self.types.parse(t, i)
        base, i = self.typed(t, i + 1)
        indices: list[int | SSAValue] = []
        while i < len(t) and t[i] == "," and t[i + 1][0] != "!":
            type_, i = self.types.parse(t, i + 1)
            token = t[i]
            if token[0] == "-" or token[0].isdigit():
                indices.append(int(token))
                i += 1
            else:
                index, i = self.value(type_, t, i)
                if not isinstance(index.type, IntegerType):
                    raise Unsupported("a vector of pointers")
                indices.append(index)
        op = gep(self.types, source, base, indices, base.type, flags, self.integer)
        self._result(op)
        return i

    def op_extractelement(self, t: list[str], i: int, opcode: str) -> int:
        vector, i = self.typed(t, i)
        index, i = self.typed(t, i + 1)
        self._result(ext.ExtractElementOp(vector, index))
        return i

    def op_insertelement(self, t: list[str], i: int, opcode: str) -> int:
        vector, i = self.typed(t, i)
        value, i = self.typed(t, i + 1)
        index, i = self.typed(t, i + 1)
        self._result(
            llvm.InsertElementOp.create(
                operands=(vector, value, index), result_types=(vector.type,)
            )
        )
        return i

    def op_shufflevector(self, t: list[str], i: int, opcode: str) -> int:
        v1, i = self.typed(t, i)
        v2, i = self.typed(t, i + 1)
        mask_type, i = self.types.parse(t, i + 1)
        mask, i = self.module.constants.parse(mask_type, t, i)
        vector = as_vector(v1.type)
        assert isinstance(mask_type, VectorType)
        assert vector is not None
        length = mask_type.get_shape()[0]
        if mask.kind == "zero":
            numbers = [0] * length
        elif mask.kind in ("undef", "poison"):
            numbers = [-1] * length
        else:
            numbers = [
                e.value if e.kind == "int" and isinstance(e.value, int) else -1
                for e in mask.operands
            ]
        self._result(
            llvm.ShuffleVectorOp.create(
                operands=(v1, v2),
                result_types=(self.types.vector(length, vector.element_type),),
                properties={"mask": DenseArrayBase.from_list(i32, numbers)},
            )
        )
        return i

    def _position(self, t: list[str], i: int) -> tuple[list[int], int]:
        position: list[int] = []
        while i < len(t) and t[i] == "," and t[i + 1][0] != "!":
            position.append(int(t[i + 1]))
            i += 2
        return position, i

    def op_extractvalue(self, t: list[str], i: int, opcode: str) -> int:
        container, i = self._aggregate(t, i)
        position, i = self._position(t, i)
        type_ = container.type
        for index in position:
            if isinstance(type_, llvm.LLVMArrayType):
                type_ = type_.type
            else:
                assert isinstance(type_, llvm.LLVMStructType)
                type_ = type_.types.data[index]
        self._result(
            llvm.ExtractValueOp.create(
                operands=(container,),
                result_types=(type_,),
                properties={"position": DenseArrayBase.from_list(i64, position)},
            )
        )
        return i

    def op_insertvalue(self, t: list[str], i: int, opcode: str) -> int:
        container, i = self._aggregate(t, i)
        value, i = self.typed(t, i + 1)
        position, i = self._position(t, i)
        self._result(
            llvm.InsertValueOp.create(
                operands=(container, value),
                result_types=(container.type,),
                properties={"position": DenseArrayBase.from_list(i64, position)},
            )
        )
        return i

    def _aggregate(self, t: list[str], i: int) -> tuple[SSAValue, int]:
        type_, i = self.types.parse(t, i)
        if isinstance(type_, PackedStruct):
            raise Unsupported("a packed struct as a value")
        return self.value(type_, t, i)

    def op_tail(self, t: list[str], i: int, opcode: str) -> int:
        return self.op_call(t, i + 1, opcode)

    def op_call(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        while t[i] in _CALLING_CONVENTIONS:
            i += 1
        if t[i] == "cc":
            i += 2
        result_attributes, i = parse_parameter_attributes(t, i, self.types)
        del result_attributes
        result_type, i = self.types.parse(t, i)
        if t[i] == "(":
            i = skip_parentheses(t, i)
        callee = t[i]
        if callee == "asm":
            return self._inline_asm(t, i + 1, result_type)
        if callee[0] != "@":
            raise Unsupported("an indirect call; OpenCL C has no function pointers")
        name = name_of(callee)
        if name in IGNORED_INTRINSICS or name.startswith("llvm.dbg."):
            return len(t)
        arguments, i = self._arguments(t, i + 1)
        while i < len(t) and t[i] != ",":
            # Attributes of the call and bundles of llvm.assume.
            if t[i] == "[":
                if name != "llvm.assume":
                    raise Unsupported(f"operand bundles in the call of @{name}")
                return len(t)
            i += 1
        self._emit_call(name, arguments, result_type, flags)
        return i

    def _arguments(self, t: list[str], i: int) -> tuple[list[SSAValue], int]:
        arguments: list[SSAValue] = []
        i += 1
        while t[i] != ")":
            if t[i] == ",":
                i += 1
            type_, i = self.types.parse(t, i)
            if t[i][0] not in "%@":
                _, i = parse_parameter_attributes(t, i, self.types)
            value, i = self.value(type_, t, i)
            arguments.append(value)
        return arguments, i + 1

    def _emit_call(
        self,
        name: str,
        arguments: list[SSAValue],
        result_type: Attribute,
        flags: llvm.FastMathAttr,
    ) -> None:
        module = self.module
        void = isinstance(result_type, llvm.LLVMVoidType)
        if name.startswith("llvm.") and not name.startswith(module.builtins.PREFIXES):
            op = intrinsic(name, arguments, None if void else result_type, flags)
            if op is not None:
                self.emit(op)
                if not void:
                    self._define(op.results[0])
            return
        if (header := module.functions.get(name)) is not None:
            module.check_call(header, arguments, result_type)
            if header.is_kernel:
                self.emit(CallKernelOp(header.name, arguments))
                return
        else:
            ops_before = self._current.last_op
            raised, value = module.builtins.raise_call(
                self, name, arguments, None if void else result_type
            )
            if raised:
                if flags is not _NO_FASTMATH:
                    self._add_fastmath(ops_before, flags)
                if value is not None:
                    self._define(value)
                return
            module.note_external(name, arguments, result_type)
        call = func.CallOp(name, arguments, [] if void else [result_type])
        if flags is not _NO_FASTMATH:
            call.attributes["fastmathFlags"] = flags
        self.emit(call)
        if not void:
            self._define(call.results[0])

    def _add_fastmath(self, before: Operation | None, flags: llvm.FastMathAttr) -> None:
        """
        Puts the flags of a call on the operations that it became.
        """
        op = self._current.first_op if before is None else before.next_op
        while op is not None:
            if isinstance(op, BuiltinOp):
                op.properties["fastmath"] = arith.FastMathFlagsAttr(
                    [flag for flag in FastMathFlag if flag in flags.data]
                )
            op = op.next_op

    def _inline_asm(self, t: list[str], i: int, result_type: Attribute) -> int:
        side_effects = False
        while t[i][0] != '"':
            if t[i] not in ("sideeffect", "alignstack", "inteldialect", "unwind"):
                raise Unsupported(f"inline assembly with '{t[i]}'")
            side_effects |= t[i] == "sideeffect"
            i += 1
        code, constraints = unescape(t[i][1:-1]), unescape(t[i + 2][1:-1])
        arguments, i = self._arguments(t, i + 3)
        while i < len(t) and t[i] != ",":
            if t[i] == "[":
                raise Unsupported("operand bundles of inline assembly")
            i += 1
        void = isinstance(result_type, llvm.LLVMVoidType)
        op = llvm.InlineAsmOp(
            code,
            constraints,
            arguments,
            () if void else (result_type,),
            has_side_effects=side_effects,
        )
        self.emit(op)
        if not void:
            self._define(op.results[0])
        return i


_NOT_ATOMIC = IntegerAttr(0, i64)

_Handler = Callable[[FunctionReader, list[str], int, str], int]

_INTEGER_OPS = (
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "and",
    "or",
    "xor",
    "shl",
    "lshr",
    "ashr",
)
_FLOAT_OPS = ("fadd", "fsub", "fmul", "fdiv", "frem")
_CASTS = (
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptosi",
    "fptoui",
    "sitofp",
    "uitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
)

F = FunctionReader
_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(_INTEGER_OPS, F.op_integer_binary),
    **dict.fromkeys(_FLOAT_OPS, F.op_float_binary),
    **dict.fromkeys(_CASTS, F.op_cast),
    "alloca": F.op_alloca,
    "atomicrmw": F.op_atomicrmw,
    "br": F.op_br,
    "call": F.op_call,
    "cmpxchg": F.op_cmpxchg,
    "extractelement": F.op_extractelement,
    "extractvalue": F.op_extractvalue,
    "fcmp": F.op_fcmp,
    "fence": F.op_fence,
    "fneg": F.op_fneg,
    "freeze": F.op_freeze,
    "getelementptr": F.op_getelementptr,
    "icmp": F.op_icmp,
    "insertelement": F.op_insertelement,
    "insertvalue": F.op_insertvalue,
    "load": F.op_load,
    "musttail": F.op_tail,
    "notail": F.op_tail,
    "phi": F.op_phi,
    "ret": F.op_ret,
    "select": F.op_select,
    "shufflevector": F.op_shufflevector,
    "store": F.op_store,
    "switch": F.op_switch,
    "tail": F.op_tail,
    "unreachable": F.op_unreachable,
}
_CLASSES = {
    opcode: op_class("llvm." + opcode)
    for opcode in (
        *_INTEGER_OPS,
        *_FLOAT_OPS,
        *_CASTS,
        "fneg",
        "icmp",
        "fcmp",
        "select",
        "load",
        "store",
        "getelementptr",
        "alloca",
    )
}

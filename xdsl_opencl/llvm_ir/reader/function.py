"""
One function of textual LLVM IR to a region of operations.

A line is split once and dispatched by its opcode. Constants are made once per function and
stand at the start of the entry block. A phi becomes a block argument; branches are made
when all blocks are read, because only then every phi is known. A value used in the text
before its definition (blocks need not be in dominance order) has a placeholder until then.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DictionaryAttr, LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_opencl.dialects.llvm_ext import instructions as ext
from xdsl_opencl.ir.build import METADATA, numbers
from xdsl_opencl.llvm_ir.reader.calls import CallReader
from xdsl_opencl.llvm_ir.reader.declarations import Header
from xdsl_opencl.llvm_ir.reader.instructions import HANDLERS
from xdsl_opencl.llvm_ir.reader.lexer import (
    NOT_UNDERSTOOD,
    Unsupported,
    name_of,
    tokenize,
)
from xdsl_opencl.llvm_ir.reader.scope import ModuleScope
from xdsl_opencl.llvm_ir.reader.types import as_integer
from xdsl_opencl.llvm_ir.reader.values import HINT
from xdsl_opencl.llvm_ir.syntax.module import TBAA
from xdsl_opencl.llvm_ir.syntax.words import TAIL_WORDS


class _Phi:
    __slots__ = ("incoming", "type")

    def __init__(self, type_: Attribute, incoming: dict[str, tuple[list[str], int]]):
        self.type = type_
        self.incoming = incoming
        """Token of the predecessor's label to the place of the value."""


_ACCESSES = (llvm.LoadOp, llvm.StoreOp)

_Edge = tuple[Block, str]
"""A successor and the token of its label."""


class FunctionReader(CallReader):
    """Reads the body of one function: its blocks, and how they branch."""

    def __init__(self, module: ModuleScope, header: Header):
        super().__init__(module, header)
        self._blocks: dict[str, Block] = {}
        self._order: list[tuple[str, Block]] = []
        self._phis: dict[Block, list[_Phi]] = {}
        self._terminators: list[tuple[Block, str, Callable[[str], Operation]]] = []
        self._label = ""
        self._locations = module.locations if module.metadata.has_locations else None

    def read(self) -> Region:
        """
        The function's body.

        Raises `LineError` for a line without a form in the dialects.
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
        try:
            for self._line, text in enumerate(lines, header.line + 1):
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
        except (Unsupported, *NOT_UNDERSTOOD) as error:
            if isinstance(error, Unsupported):
                message = str(error)
            else:
                message = f"not understood ({type(error).__name__}: {error})"
            raise self.module.fail(
                f"in @{header.name}: {message}", self._line, text
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
        Rewriter.insert_op(used, InsertPoint.at_start(entry))

    def _start_block(self, label: str, entry: Block) -> None:
        if not self._order:
            block = entry
            self._blocks[label] = entry
        else:
            block = self._block(label)
        name = name_of(label)
        if HINT.fullmatch(name):
            block.name_hint = name
        self._order.append((label, block))
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
            # Records of variables, `#dbg_value(…)`; their `#` is not part of a token.
            if opcode.startswith("dbg_"):
                return
            advice = _FOREIGN.get(opcode, "the llvm dialect has none of this name")
            raise Unsupported(f"instruction '{opcode}': {advice}")
        if (location := self._location(tokens)) is not None:
            self._locate(location, handler, tokens, i, opcode)
            return
        i = handler(self, tokens, i, opcode)
        if i < len(tokens):
            self._attachments(tokens, i)

    def _location(self, tokens: list[str]) -> LocationAttr | None:
        """
        The place in the program that an instruction was made of, or with `line_places`
        its own line.
        """
        if self._locations is not None and "!dbg" in tokens:
            return self._locations.location(tokens[tokens.index("!dbg") + 1])
        if (places := self.module.line_places) is None:
            return None
        text = self.header.body[self._line - self.header.line - 1]
        return places.line(text) or places.function(self.header.name)

    def _locate(
        self,
        location: LocationAttr,
        handler: _Handler,
        tokens: list[str],
        i: int,
        opcode: str,
    ) -> None:
        """Reads an instruction and gives its operations `location`."""
        block, before = self._current, self._current.last_op
        terminators = len(self._terminators)
        i = handler(self, tokens, i, opcode)
        if i < len(tokens):
            self._attachments(tokens, i)
        op = block.first_op if before is None else before.next_op
        while op is not None:
            op.location = location
            op = op.next_op
        if len(self._terminators) > terminators:
            _, label, build = self._terminators[-1]

            def build_there(own: str) -> Operation:
                op = build(own)
                op.location = location
                return op

            self._terminators[-1] = (block, label, build_there)

    def _attachments(self, tokens: list[str], i: int) -> None:
        """Metadata after an instruction; the kinds that are kept go to `opencl.metadata`."""
        key = tuple(tokens[i:])
        if (found := self.module.attached.get(key)) is None:
            found = self.module.attached[key] = self._metadata(tokens, i)
        op = self._current.last_op
        if not found.data or op is None:
            return
        if TBAA in found.data and not isinstance(op, _ACCESSES):
            # Other operations with a type may access more than that type.
            others = {k: v for k, v in found.data.items() if k != TBAA}
            if not others:
                return
            found = DictionaryAttr(others)
        op.attributes[METADATA] = found

    def _metadata(self, tokens: list[str], i: int) -> DictionaryAttr:
        """The attachments at `tokens[i]` that are kept."""
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
        return DictionaryAttr(entries)

    # Values

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
            sizes = numbers(1, len(then_operands), len(else_operands))
            return llvm.CondBrOp.create(
                operands=[condition_(), *then_operands, *else_operands],
                successors=[then[0], otherwise[0]],
                properties={"operandSegmentSizes": sizes},
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
        """Notes the branch; `llvm.loop` hints stay with it."""
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
            op.attributes[METADATA] = hints
            return op

        self._terminate(build_with_hints)

    def op_switch(self, t: list[str], i: int, opcode: str) -> int:
        start = i
        type_, i = self.types.parse(t, i)
        value_at = i
        _, i = self.value(type_, t, i)
        if (integer := as_integer(type_)) is None or integer.width.data > 64:
            raise Unsupported(f"a switch on {type_}")
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
        if t[i] == "void":
            self._terminate(lambda own: llvm.ReturnOp.create())
        else:
            type_, i = self.types.parse(t, i)
            at = i
            self._terminate(
                lambda own: llvm.ReturnOp.create(operands=[self.value(type_, t, at)[0]])
            )
        return len(t)

    def op_unreachable(self, t: list[str], i: int, opcode: str) -> int:
        self._terminate(lambda own: llvm.UnreachableOp.create())
        return len(t)


_NO_EXCEPTIONS = "OpenCL C has no exceptions; compile without them (-fno-exceptions)"
_FOREIGN = {
    **dict.fromkeys(
        ("invoke", "landingpad", "resume", "cleanupret", "cleanuppad"), _NO_EXCEPTIONS
    ),
    **dict.fromkeys(("catchswitch", "catchret", "catchpad"), _NO_EXCEPTIONS),
    "callbr": "OpenCL C has no 'asm goto'; branch on a result of the assembly",
    "indirectbr": "OpenCL C has no computed goto; write a switch",
    "ptrtoaddr": "write 'ptrtoint'",
    "va_arg": "functions of OpenCL C take no variable arguments",
}
"""Instructions that kernels do not have, and advice."""

_Handler = Callable[[FunctionReader, list[str], int, str], int]

F = FunctionReader
_HANDLERS: dict[str, _Handler] = {
    **HANDLERS,
    **dict.fromkeys(TAIL_WORDS, F.op_tail),
    "br": F.op_br,
    "call": F.op_call,
    "phi": F.op_phi,
    "ret": F.op_ret,
    "switch": F.op_switch,
    "unreachable": F.op_unreachable,
}

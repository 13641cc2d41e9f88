"""Values of one function of textual LLVM IR: names, constants, placeholders."""

from __future__ import annotations

import re

from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.llvm_ir.reader.constants import ConstantBuilder
from xdsl_opencl.llvm_ir.reader.declarations import Header
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported
from xdsl_opencl.llvm_ir.reader.scope import ModuleScope

HINT = re.compile(r"(?!_\d+$)[A-Za-z_$.-][\w$.-]*", re.ASCII)
"""Names that xDSL takes as hints and that keep something when it cuts `_<digits>` off."""


class ValueReader:
    """
    The state that every instruction needs: operands by name, and a place for its
    operation.

    A value used in the text before its definition (blocks need not be in dominance order)
    has a placeholder until then. Constants are made once per function.
    """

    def __init__(self, module: ModuleScope, header: Header):
        self.module = module
        self.header = header
        self.types = module.types
        self.values: dict[str, SSAValue] = {}
        self._placeholders: dict[str, SSAValue] = {}
        self._constants: list[Operation] = []
        self.constants = ConstantBuilder(module.constants, self._constants.append)
        self.constants.global_value = self._global_value
        self._current = Block()
        self.name: str | None = None
        self._line = header.line
        """Number of the line that is being read."""

    def value(
        self, type_: Attribute, tokens: list[str], i: int
    ) -> tuple[SSAValue, int]:
        """The value of `type_` that `tokens[i]` starts, and the index after it."""
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

    def alias(self, value: SSAValue) -> None:
        """Makes the instruction's name stand for `value`."""
        token = self.name
        assert token is not None
        self.values[token] = value
        if token in self._placeholders:
            self._placeholders.pop(token).replace_all_uses_with(value)

    def _name(self, value: SSAValue, token: str) -> None:
        name = token[1:]
        if not name[0].isdigit() and HINT.fullmatch(name):
            value.name_hint = name

    def result(self, op: Operation) -> None:
        """Emits `op` and gives its result the instruction's name."""
        self._current.add_op(op)
        self._define(op.results[0])

    def integer(self, value: int, type_: Attribute) -> SSAValue:
        return self.constants.integer(value, type_)

    def _global_value(self, name: str) -> Operation | None:
        if name in self.module.functions:
            raise Unsupported(
                f"the address of function @{name}; kernels have no function pointers"
            )
        return None

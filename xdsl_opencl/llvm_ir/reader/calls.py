"""
Calls in textual LLVM IR: of functions by name, of intrinsics, and inline assembly.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES
from xdsl_opencl.dialects.llvm_ext.types import function_type
from xdsl_opencl.ir.build import made_operation, numbers
from xdsl_opencl.llvm_ir.reader.attributes import parse_parameter_attributes
from xdsl_opencl.llvm_ir.reader.declarations import Callee
from xdsl_opencl.llvm_ir.reader.instructions import InstructionReader
from xdsl_opencl.llvm_ir.reader.intrinsics import IGNORED_INTRINSICS, intrinsic
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported, name_of, unescape
from xdsl_opencl.llvm_ir.reader.scope import CallMaker
from xdsl_opencl.llvm_ir.syntax.intrinsics import renumber_pointers
from xdsl_opencl.llvm_ir.syntax.words import CONVENTION_ATTRIBUTES

_NO_TAIL = llvm.TailCallKindAttr(llvm.TailCallKind.NONE)


class CallReader(InstructionReader):
    """Calls, and inline assembly."""

    def op_tail(self, t: list[str], i: int, opcode: str) -> int:
        return self.op_call(t, i + 1, opcode)

    def op_call(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        convention = "ccc"
        while t[i] in CONVENTION_ATTRIBUTES:
            convention = t[i]
            i += 1
        if t[i] == "cc":
            i += 2
        result_attributes, i = parse_parameter_attributes(t, i, self.types)
        del result_attributes
        result_type, i = self.types.parse(t, i)
        variadic: llvm.LLVMFunctionType | None = None
        if t[i] == "(":
            variadic, i = self._variadic(t, i + 1, result_type)
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
        void = isinstance(result_type, llvm.LLVMVoidType)
        if name.startswith("llvm."):
            op = intrinsic(name, arguments, None if void else result_type, flags)
            if isinstance(op, llvm.CallIntrinsicOp) and (spaces := self.types.renumber):
                name = renumber_pointers(name, lambda space: spaces.get(space, space))
                op.properties["intrin"] = StringAttr(name)
        elif (maker := self._maker(name)) is not None:
            before = self._current.last_op
            value = maker(self, arguments, None if void else result_type, flags)
            if value is not None:
                self._define(value)
            # Attachments belong to the operations just made; there may be none.
            return len(t) if self._current.last_op is before else i
        else:
            op = self._call(name, arguments, result_type, flags, convention, variadic)
        self.module.lines[op] = self._line
        self.emit(op)
        if not void:
            self._define(op.results[0])
        return i

    def _maker(self, name: str) -> CallMaker | None:
        makers = self.module.makers
        if makers is None or name in self.module.functions:
            return None
        return makers(name)

    def _variadic(
        self, t: list[str], i: int, result_type: Attribute
    ) -> tuple[llvm.LLVMFunctionType | None, int]:
        """
        The type of a function with variable arguments, after its `(`; None for a function
        type without.
        """
        types: list[Attribute] = []
        variadic = False
        while t[i] != ")":
            if t[i] == ",":
                i += 1
            elif t[i] == "...":
                variadic = True
                i += 1
            else:
                type_, i = self.types.parse(t, i)
                types.append(type_)
        if not variadic:
            return None, i + 1
        return function_type(types, result_type, is_variadic=True), i + 1

    def _call(
        self,
        name: str,
        arguments: list[SSAValue],
        result_type: Attribute,
        flags: llvm.FastMathAttr,
        convention: str,
        variadic: llvm.LLVMFunctionType | None,
    ) -> llvm.CallOp:
        module = self.module
        if (header := module.functions.get(name)) is not None:
            # The function's own name, where the call has an alias.
            name = header.name
        elif name not in module.callees:
            module.callees[name] = Callee(
                name,
                function_type([a.type for a in arguments], result_type)
                if variadic is None
                else variadic,
                convention,
            )
        if (symbol := module.symbols.get(name)) is None:
            symbol = module.symbols[name] = SymbolRefAttr(name)
        properties: dict[str, Attribute] = {
            "callee": symbol,
            "fastmathFlags": flags,
            "CConv": CONVENTION_ATTRIBUTES[convention],
            "op_bundle_sizes": NO_BUNDLES,
            "TailCallKind": _NO_TAIL,
            "operandSegmentSizes": numbers(len(arguments), 0),
        }
        if variadic is not None:
            properties["var_callee_type"] = variadic
        result = None if isinstance(result_type, llvm.LLVMVoidType) else result_type
        return made_operation(llvm.CallOp, arguments, result, properties)

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

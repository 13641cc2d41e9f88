"""
Calls in textual LLVM IR: of functions, kernels, builtins and intrinsics.
"""

from __future__ import annotations

from xdsl.dialects import arith, func, llvm
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.kernel import CallKernelOp
from xdsl_opencl.frontend.magic import KERNEL_BODY_PREFIX
from xdsl_opencl.llvm_ir.reader.attributes import (
    parse_parameter_attributes,
    skip_parentheses,
)
from xdsl_opencl.llvm_ir.reader.instructions import NO_FASTMATH, InstructionReader
from xdsl_opencl.llvm_ir.reader.intrinsics import IGNORED_INTRINSICS, intrinsic
from xdsl_opencl.llvm_ir.reader.lexer import (
    Unsupported,
    name_of,
    unescape,
)

CALLING_CONVENTIONS = frozenset(
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


class CallReader(InstructionReader):
    """
    Calls, and inline assembly.
    """

    def op_tail(self, t: list[str], i: int, opcode: str) -> int:
        return self.op_call(t, i + 1, opcode)

    def op_call(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        while t[i] in CALLING_CONVENTIONS:
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
            name = header.name
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
                if flags is not NO_FASTMATH:
                    self._add_fastmath(ops_before, flags)
                if value is not None:
                    self._define(value)
                return
            name = name.removeprefix(KERNEL_BODY_PREFIX)
            module.note_external(name, arguments, result_type)
        call = func.CallOp(name, arguments, [] if void else [result_type])
        if flags is not NO_FASTMATH:
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

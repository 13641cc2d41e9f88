"""
`opencl-keep-signed-zeros`: hides numbers from two faults of LLVM that lose the sign of a zero.

Of a product of `f32` that becomes `f16` (on gfx1250 `bf16`), LLVM up to 22 makes one instruction,
`v_fma_mixlo_f16 a, b, 0`, on gfx9 and later. It adds +0, so -0 becomes +0
(llvm/llvm-project#214544). And an operand `0.0 - x` of another operation becomes `-x`, which is -0
where `x` is +0; doubles have no such instruction. `llvm.canonicalize` hides these products and
differences. It takes no instruction itself, since they are canonical.

Needs: functions of `llvm`. Leaves: the same; each `f32` that may be a product, is on its way to a
shorter float and has no `nsz`, goes through `llvm.canonicalize`. The way leads through block
arguments, selections, signs, elements of vectors, calls, and memory: LLVM replaces loads by what
was stored. So does each sum without `nsz` that LLVM may know to be `0.0 - x` when it has unrolled
loops, inlined functions and computed constants: `-x - -0.0`, `fma(a, b, c)` where `a` is -1 and `c`
is 0. `test_signed_zeros.py` fails as soon as LLVM no longer needs this.

Source: VOP3PInstructions.td, `MadFmaMixFP16Pats`; AMDGPUISelDAGToDAG.cpp, `SelectVOP3ModsImpl`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import copysign

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    ModuleOp,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue, Use
from xdsl.passes import ModulePass

from xdsl_opencl.analysis.cfg import branch_arguments, received
from xdsl_opencl.dialects.llvm_ext.elementwise import FMulAddOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    ExtractElementOp,
    FreezeOp,
    UIToFPOp,
)
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    MemcpyInlineOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.element_types import element_of, width_of

_WAYS = (
    *(llvm.SelectOp, llvm.FNegOp, llvm.FAbsOp, llvm.FCopySignOp, FreezeOp),
    *(ExtractElementOp, llvm.InsertElementOp, llvm.ShuffleVectorOp),
)
"""Operations whose result is an operand of theirs, or has its bits without the sign."""
_CONSTANTS = (llvm.ConstantOp, llvm.ZeroOp, llvm.AddressOfOp)
_FROM_INTEGERS = (llvm.SIToFPOp, UIToFPOp, llvm.BitcastOp)
_NO_PRODUCTS = (*(*_CONSTANTS, llvm.SIToFPOp, UIToFPOp, llvm.FPExtOp, llvm.FRemOp),)
_COPIES = (MemcpyOp, MemcpyInlineOp, MemmoveOp, MemsetOp)
_EQUALITIES = (1, 6, 8, 13)
"""The predicates `oeq`, `one`, `ueq` and `une`."""
_NOT_NEGATED = (
    *(llvm.ICmpOp, llvm.GEPOp, llvm.FExpOp, llvm.FExp2Op, llvm.FLogOp, llvm.FLog2Op),
    *(llvm.FSqrtOp, llvm.FCosOp),
)
"""Operations whose result is not the negation of another because an operand is."""
_Sum = llvm.FSubOp | llvm.FAddOp | llvm.FMAOp | FMulAddOp
_HIDDEN = "llvm.canonicalize."
_INTRINSICS = (_HIDDEN, "llvm.amdgcn.")
"""Beginnings of the names of intrinsics that LLVM makes no products of."""


def _is_float(value: SSAValue) -> bool:
    return isinstance(element_of(value.type), AnyFloat)


def _is_single(value: SSAValue) -> bool:
    return isinstance(element_of(value.type), Float32Type)


def _may_change_sign(op: Operation) -> bool:
    flags = op.properties.get("fastmathFlags", op.attributes.get("fastmathFlags"))
    return (
        isinstance(flags, llvm.FastMathAttr)
        and FastMathFlag.NO_SIGNED_ZEROS in flags.data
    )


def _calls(op: Operation, names: str | tuple[str, ...]) -> bool:
    """Returns whether `op` calls an intrinsic whose name begins as one of `names`."""
    return isinstance(op, llvm.CallIntrinsicOp) and op.intrin.data.startswith(names)


def _numbers(value: SSAValue) -> set[tuple[float, float]] | None:
    """Returns the numbers of a constant, each with its sign; `None` if it is none."""
    if isinstance(value.owner, llvm.ZeroOp):
        return {(0, 1)}
    if not isinstance(value.owner, llvm.ConstantOp):
        return None
    match value.owner.value:
        case FloatAttr(value=number):
            numbers = [number.data]
        case DenseIntOrFPElementsAttr() as elements:
            numbers = [n for n in elements.get_values() if isinstance(n, float)]
        case _:
            return None
    return {(n, copysign(1, n)) for n in numbers}


def _is_zero(value: SSAValue, sign: float) -> bool:
    """Returns whether `value` is constant and only zeros with the sign of `sign`."""
    return _numbers(value) == {(0, sign)}


class _Facts:
    """
    What LLVM may find out when it unrolls loops, inlines functions, promotes memory and folds
    constants: which values are constants, and which are other values negated.
    """

    def __init__(self, module: ModuleOp):
        self._constants: set[SSAValue] = set()
        self._negated: set[SSAValue] = set()
        self._functions: dict[str, llvm.FuncOp] = {}
        self._calls: dict[str, list[SSAValue]] = {}
        self._loads: list[SSAValue] = []
        self._stored: list[set[SSAValue]] = []
        work: list[tuple[set[SSAValue], SSAValue]] = []
        for op in module.walk():
            work += self._note(op)
        while work:
            facts, value = work.pop()
            if value not in facts:
                facts.add(value)
                for use in value.uses:
                    work += ((facts, target) for target in self._targets(use, facts))
                    if facts is self._constants and self._negates(use):
                        work += ((self._negated, v) for v in use.operation.results)

    def may_be(self, value: SSAValue, number: float) -> bool:
        """Returns whether LLVM may know `value`, or an element of it, to be `number`."""
        numbers = _numbers(value)
        if numbers is None:
            return value in self._constants
        return (number, copysign(1, number)) in numbers

    def is_difference(self, op: _Sum) -> bool:
        """Returns whether LLVM may make `0.0 - x` of `op`."""
        may_be, negated = self.may_be, self._negated
        if isinstance(op, llvm.FSubOp):
            left, right = op.lhs, op.rhs
            return may_be(left, 0.0) or (left in negated and may_be(right, -0.0))
        if isinstance(op, llvm.FAddOp):
            left, right = op.lhs, op.rhs
            return (may_be(left, 0.0) and right in negated) or (
                may_be(right, 0.0) and left in negated
            )
        left, right, last = op.operands
        return (
            may_be(last, 0.0)
            and any(v in negated or may_be(v, -1.0) for v in (left, right))
        ) or (last in negated and {left, right} <= self._constants)

    def _note(self, op: Operation) -> Iterator[tuple[set[SSAValue], SSAValue]]:
        """Yields the facts that `op` itself tells."""
        match op:
            case llvm.FuncOp():
                self._functions[op.sym_name.data] = op
            case llvm.CallOp() if op.callee is not None:
                name = op.callee.root_reference.data
                self._calls.setdefault(name, []).extend(op.results)
            case llvm.LoadOp():
                self._loads.append(op.dereferenced_value)
            case llvm.FNegOp() | llvm.FCopySignOp() | llvm.XOrOp():
                yield self._negated, op.results[0]
            case llvm.BitcastOp() if _is_float(op.arg) or not _is_float(op.result):
                pass
            case _ if isinstance(op, (*_CONSTANTS, *_FROM_INTEGERS)):
                # A branch may tell the integer.
                yield self._constants, op.results[0]
            case _:
                pass

    def _targets(self, use: Use, facts: set[SSAValue]) -> Sequence[SSAValue]:
        """Returns the values that are one of `facts` because the operand `use` is."""
        op, value = use.operation, use.operation.operands[use.index]
        if op.successors:
            parameter = received(op)[use.index]
            return () if parameter is None else (parameter,)
        if (use.index == 0 and isinstance(op, llvm.StoreOp)) or isinstance(op, _COPIES):
            seen = any(kind is facts for kind in self._stored)
            self._stored.append(facts)
            return () if seen else self._loads
        if isinstance(op, llvm.ReturnOp):
            function = op.parent_op()
            name = function.sym_name.data if isinstance(function, llvm.FuncOp) else ""
            return self._calls.get(name, ())
        if isinstance(op, llvm.CallOp) and op.callee is not None:
            function = self._functions.get(op.callee.root_reference.data)
            if function is not None and (entry := function.body.first_block):
                return (entry.args[use.index],)
        if isinstance(op, llvm.FCmpOp):
            equal = op.predicate.value.data in _EQUALITIES
            known = facts is self._constants and not _is_zero(value, 1.0)
            return op.operands if equal and known else ()
        if isinstance(op, _WAYS):
            # Neither a condition nor the number of an element.
            same = element_of(value.type) == element_of(op.results[0].type)
            numbers = isinstance(op, llvm.InsertElementOp | ExtractElementOp)
            last = use.index == len(op.operands) - 1
            return op.results if same and not (numbers and last) else ()
        if isinstance(op, llvm.AllocaOp) or _calls(op, "llvm.amdgcn.image."):
            return ()
        if facts is self._negated:
            if isinstance(op, _Sum):
                return op.results if self._adds_nothing(op) else ()
            return () if isinstance(op, _NOT_NEGATED) else op.results
        return op.results if all(v in facts for v in op.operands) else ()

    def _adds_nothing(self, op: _Sum) -> bool:
        """Returns whether a sum may be one of its addends, because another is a zero."""
        addends = op.operands[2:] if len(op.operands) == 3 else op.operands
        return any(self.may_be(v, zero) for v in addends for zero in (0.0, -0.0))

    def _negates(self, use: Use) -> bool:
        """Returns whether a result may be negated because LLVM knows the operand `use`."""
        op, value = use.operation, use.operation.operands[use.index]
        if isinstance(op, llvm.FMulOp | llvm.FDivOp | llvm.FMAOp | FMulAddOp):
            if self.may_be(value, -1.0):
                return True
        elif (
            isinstance(op, llvm.FSubOp) and use.index == 0 and self.may_be(value, -0.0)
        ):
            return True
        return (
            isinstance(op, _Sum)
            and any(v in self._negated for v in op.operands)
            and self._adds_nothing(op)
        )


class _Hiding:
    """The products and differences of a module that must be hidden."""

    def __init__(self, module: ModuleOp):
        self._module = module
        self._hidden: dict[SSAValue, SSAValue] = {}
        self._jumps: dict[Block, list[tuple[Operation, tuple[SSAValue, ...]]]] = {}
        self._calls: dict[str, list[llvm.CallOp]] = {}
        self._returns: dict[str, list[Operation]] = {}
        self._stores: list[llvm.StoreOp] = []
        self._conversions: list[Operation] = []
        self._sums: list[_Sum] = []
        for function in module.body.block.ops:
            if isinstance(function, llvm.FuncOp):
                for block in function.body.blocks:
                    for op in block.ops:
                        self._note(op, function.sym_name.data)

    def _note(self, op: Operation, function: str) -> None:
        for block, values in branch_arguments(op) if op.successors else ():
            self._jumps.setdefault(block, []).append((op, values))
        match op:
            case llvm.CallOp() if op.callee is not None:
                name = op.callee.root_reference.data
                self._calls.setdefault(name, []).append(op)
            case llvm.ReturnOp():
                self._returns.setdefault(function, []).append(op)
            case llvm.StoreOp():
                self._stores.append(op)
            case llvm.FSubOp() | llvm.FAddOp() | llvm.FMAOp() | FMulAddOp():
                kind = element_of(op.results[0].type)
                if not (isinstance(kind, Float64Type) or _may_change_sign(op)):
                    self._sums.append(op)
            case llvm.FPTruncOp() if not _may_change_sign(op):
                short = element_of(op.results[0].type)
                if isinstance(short, Float16Type | BFloat16Type):
                    self._conversions.append(op)
            case _:
                pass

    def hide_differences(self) -> None:
        facts = _Facts(self._module) if self._sums else None
        # All are known before one is hidden, since a hidden operand has no facts.
        found = [op for op in self._sums if facts and facts.is_difference(op)]
        for result in (op.results[0] for op in found):
            uses = [u for u in result.uses if not _calls(u.operation, _HIDDEN)]
            for use in uses:
                use.operation.operands[use.index] = self._canonical(result)

    def hide_products(self) -> None:
        """Hides the products that are on their way to conversions."""
        work = [
            (op, v) for op in self._conversions for v in op.operands if _is_single(v)
        ]
        seen = {*work}
        while work:
            user, value = work.pop()
            for way in self._ways(user, value):
                if way not in seen and _is_single(way[1]):
                    seen.add(way)
                    work.append(way)

    def _ways(
        self, user: Operation, value: SSAValue
    ) -> Iterator[tuple[Operation, SSAValue]]:
        """The places that `value` may come from, by their uses; `user` gets it hidden."""
        owner = value.owner
        if isinstance(owner, Block):
            number = owner.args.index(value)
            for op, values in self._jumps.get(owner, ()):
                yield op, values[number]
            function = owner.parent_op()
            if isinstance(function, llvm.FuncOp) and owner is function.body.first_block:
                for call in self._calls.get(function.sym_name.data, ()):
                    yield call, call.args[number]
        elif isinstance(owner, _WAYS):
            for operand in owner.operands:
                yield owner, operand
        elif isinstance(owner, llvm.LoadOp):
            for store in self._stores:
                yield store, store.value
            self._stores = []
        elif isinstance(owner, llvm.FAddOp | llvm.FSubOp):
            # Without what adds nothing it is the other operand.
            neutral = -1.0 if isinstance(owner, llvm.FAddOp) else 1.0
            if _is_zero(owner.rhs, neutral):
                yield owner, owner.lhs
            elif _is_zero(owner.lhs, -1.0):
                yield owner, owner.rhs
        elif isinstance(owner, llvm.CallOp) and (
            owner.callee is not None
            and owner.callee.root_reference.data in self._returns
        ):
            for op in self._returns[owner.callee.root_reference.data]:
                yield op, op.operands[0]
        elif self._may_be_product(owner):
            hidden = self._canonical(value)
            for number, operand in enumerate(user.operands):
                if operand is value:
                    user.operands[number] = hidden

    @staticmethod
    def _may_be_product(op: Operation) -> bool:
        if _calls(op, _INTRINSICS):
            return False
        if isinstance(op, llvm.FMAOp | FMulAddOp):
            return _is_zero(op.operands[2], -1.0)
        return not isinstance(op, _NO_PRODUCTS) and not _may_change_sign(op)

    def _canonical(self, value: SSAValue) -> SSAValue:
        if value not in self._hidden:
            assert isinstance(value.owner, Operation)
            following = value.owner.next_op
            assert following is not None
            lanes = width_of(value.type)
            element = element_of(value.type)
            name = f"{_HIDDEN}{'' if lanes is None else f'v{lanes}'}{element}"
            self._hidden[value] = Builder.before(following).intrinsic(
                name, (value,), value.type
            )
        return self._hidden[value]


class OpenCLKeepSignedZerosPass(ModulePass):
    """Hides products that become `half`, and differences from zero, from LLVM."""

    name = "opencl-keep-signed-zeros"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        found = _Hiding(op)
        found.hide_differences()
        found.hide_products()

"""
`opencl-keep-signed-zeros`: hides numbers from two faults of LLVM that lose the sign of a zero.

Of a product of `f32` that becomes `f16` (on gfx1250 `bf16`), LLVM up to 22 makes one instruction,
`v_fma_mixlo_f16 a, b, 0`, on gfx9 and later. It adds +0, so -0 becomes +0
(llvm/llvm-project#214544). And an operand `0.0 - x` of another operation becomes `-x`, which is -0
where `x` is +0. `llvm.canonicalize` hides these products and differences. It takes no instruction
itself, since they are canonical.

Needs: functions of `llvm`. Leaves: the same; each `f32` that may be a product, is on its way to a
shorter float and has no `nsz`, goes through `llvm.canonicalize`. The way leads through block
arguments, selections, signs, elements of vectors, calls, and memory: LLVM replaces loads by what
was stored. So does each difference, without `nsz`, from a number that is zero or may be after LLVM
has unrolled a loop. `test_signed_zeros.py` fails as soon as LLVM no longer needs this.

Source: VOP3PInstructions.td, `MadFmaMixFP16Pats`; AMDGPUISelDAGToDAG.cpp, `SelectVOP3ModsImpl`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import copysign

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    FloatAttr,
    ModuleOp,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.dialects.llvm_ext.elementwise import FMulAddOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    ExtractElementOp,
    FreezeOp,
    PoisonOp,
    UIToFPOp,
)
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.element_types import element_of, width_of

_WAYS = (
    *(llvm.SelectOp, llvm.FNegOp, llvm.FAbsOp, llvm.FCopySignOp, FreezeOp),
    *(ExtractElementOp, llvm.InsertElementOp, llvm.ShuffleVectorOp),
)
"""Operations whose result is an operand of theirs, or has its bits without the sign."""
_NO_PRODUCTS = (
    *(llvm.ConstantOp, llvm.UndefOp, PoisonOp, llvm.ZeroOp),
    *(llvm.FPExtOp, llvm.SIToFPOp, UIToFPOp, llvm.FRemOp),
)
_HIDDEN = "llvm.canonicalize."
_INTRINSICS = (_HIDDEN, "llvm.amdgcn.")
"""Beginnings of the names of intrinsics that LLVM makes no products of."""


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


def _is_zero(value: SSAValue, sign: float) -> bool:
    """Returns whether `value` is constant and only zeros with the sign of `sign`."""
    if isinstance(value.owner, llvm.ZeroOp):
        return sign > 0
    if not isinstance(value.owner, llvm.ConstantOp):
        return False
    match value.owner.value:
        case FloatAttr(value=number):
            numbers = [number.data]
        case DenseIntOrFPElementsAttr() as elements:
            numbers = [n for n in elements.get_values() if isinstance(n, float)]
        case _:
            return False
    return {(n, copysign(1, n)) for n in numbers} == {(0, sign)}


class _Hiding:
    """The products and differences of a module that must be hidden."""

    def __init__(self, module: ModuleOp):
        self._hidden: dict[SSAValue, SSAValue] = {}
        self._jumps: dict[Block, list[tuple[Operation, tuple[SSAValue, ...]]]] = {}
        self._calls: dict[str, list[llvm.CallOp]] = {}
        self._returns: dict[str, list[Operation]] = {}
        self._stores: list[llvm.StoreOp] = []
        self._conversions: list[Operation] = []
        self._sums: list[llvm.FSubOp | llvm.FAddOp] = []
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
            case llvm.FSubOp() | llvm.FAddOp():
                self._sums.append(op)
            case llvm.FPTruncOp() if not _may_change_sign(op):
                short = element_of(op.results[0].type)
                if isinstance(short, Float16Type | BFloat16Type):
                    self._conversions.append(op)
            case _:
                pass

    def hide_differences(self) -> None:
        for op in self._sums:
            if self._is_difference(op):
                uses = [u for u in op.res.uses if not _calls(u.operation, _HIDDEN)]
                for use in uses:
                    use.operation.operands[use.index] = self._canonical(op.res)

    def _is_difference(self, op: llvm.FSubOp | llvm.FAddOp) -> bool:
        """Returns whether LLVM may make `0.0 - x` of `op`."""
        if _may_change_sign(op):
            return False
        if isinstance(op, llvm.FSubOp):
            return self._may_be_zero(op.lhs)
        return any(
            isinstance(a.owner, llvm.FNegOp) and self._may_be_zero(b)
            for a, b in ((op.lhs, op.rhs), (op.rhs, op.lhs))
        )

    def _may_be_zero(self, value: SSAValue) -> bool:
        """Returns whether `value` is +0, or may be once LLVM knows the path that leads to it."""
        owner = value.owner
        if not isinstance(owner, Block):
            return isinstance(owner, llvm.SelectOp) or _is_zero(value, 1.0)
        function = owner.parent_op()
        return owner in self._jumps or (
            isinstance(function, llvm.FuncOp) and function.sym_name.data in self._calls
        )

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

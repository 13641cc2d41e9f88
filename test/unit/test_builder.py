"""
The builder, the driver of handlers, the templates and the layout of types (`ir/`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.dialects import arith, llvm, test
from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    StringAttr,
    VectorType,
    f16,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.dialects.llvm_ext.corrected import ConstantOp
from xdsl_opencl.ir.build import ArithBuilder, Builder
from xdsl_opencl.ir.llvm_layout import Layout, NoLayout
from xdsl_opencl.ir.patterns import lower, one_per_block
from xdsl_opencl.ir.templates import Templates

PLACE = FileLineColLoc(StringAttr("a.cl"), IntAttr(3), IntAttr(4))


def names(block: Block) -> list[str]:
    return [op.name for op in block.ops]


def placed(*ops: Operation) -> Block:
    block = ModuleOp(list(ops)).body.block
    for op in ops:
        op.location = PLACE
    return block


def owner(value: SSAValue) -> Operation:
    assert isinstance(value.owner, Operation)
    return value.owner


class TestBuilder:
    def test_before_an_operation_with_its_location(self) -> None:
        op = test.TestOp()
        block = placed(op)
        build = Builder.before(op)
        value = build.op(llvm.AddOp, build.constant(1, i32), build.constant(2, i32))
        assert names(block)[-2:] == ["llvm.add", "test.op"]
        assert owner(value).location == PLACE

    def test_at_the_start_stays_in_front_of_what_was_first(self) -> None:
        block = placed(test.TestOp())
        build = Builder.at_start(block)
        build.constant(1, i32)
        build.poison(i32)
        assert names(block) == ["llvm.mlir.constant", "llvm.mlir.poison", "test.op"]

    def test_a_fresh_block_keeps_the_location(self) -> None:
        op = test.TestOp()
        block = placed(op)
        inner = Builder.before(op).fresh((i64,))
        inner.ret()
        assert [a.type for a in inner.block.args] == [i64]
        assert inner.block.last_op is not None
        assert inner.block.last_op.location == PLACE
        assert names(block) == ["test.op"]

    def test_flags_are_off_unless_given(self) -> None:
        build = Builder(Block())
        one, half = build.constant(1, i32), build.float_constant(0.5, f32)
        add = owner(build.op(llvm.AddOp, one, one))
        strict = owner(build.no_wrap(llvm.AddOp, one, one))
        truncated = owner(build.resize(build.constant(1, i64), i32))
        build.fast_math = llvm.FastMathAttr((FastMathFlag.NO_NANS,))
        fast = owner(build.op(llvm.FAddOp, half, half))
        exact = owner(build.compare_float("olt", half, half))
        assert str(add.properties["overflowFlags"]) == "0 : i32"
        assert str(strict.properties["overflowFlags"]) == "3 : i32"
        assert truncated.properties["overflowFlags"] == llvm.OverflowAttr(None)
        assert fast.properties["fastmathFlags"] == build.fast_math
        assert exact.properties["fastmathFlags"] == llvm.FastMathAttr(None)

    def test_constants_wrap_and_splat(self) -> None:
        build = Builder(Block())
        for value, type in ((0xFFFFFFFF, i32), (1, i1), (7, VectorType(i32, [2]))):
            build.constant(value, type)
        texts = [str(op.properties["value"]) for op in build.block.ops]
        assert texts == ["-1 : i32", "true", "dense<7> : vector<2xi32>"]

    def test_arith_in_the_same_words(self) -> None:
        build = ArithBuilder(Block())
        one = build.constant(1)
        build.no_wrap(arith.AddiOp, one, one)
        build.select(build.compare("ult", one, one), one, one)
        assert names(build.block) == [
            "arith.constant",
            "arith.addi",
            "arith.cmpi",
            "arith.select",
        ]
        build.block.verify()

    def test_everything_it_makes_verifies(self) -> None:
        build = Builder(Block(arg_types=(llvm.LLVMPointerType(), i64)))
        pointer, index = build.block.args
        word = build.load(build.offset(pointer, index, i32), i32, 4)
        build.store(word, build.alloca(i32), 4)
        vector = VectorType(i32, [2])
        pair = build.insert_element(build.poison(vector), word, 1)
        build.extract(build.shuffle(pair, pair, (1, 0)), 0)
        build.intrinsic("llvm.amdgcn.readfirstlane.i32", (word,), i32)
        build.run_intrinsic("llvm.amdgcn.s.barrier")
        build.block.verify()


def one(build: Builder, op: Operation) -> tuple[SSAValue, ...]:
    return (build.constant(1, i32),)


class TestDriver:
    def test_a_subclass_has_the_handler_of_its_base(self) -> None:
        class Special(test.TestPureOp):
            pass

        op = Special.create(result_types=(i32,))
        block = placed(op, test.TestOp((op,)))
        lower(block.ops, {test.TestPureOp: one}, Builder.before)
        assert names(block) == ["llvm.mlir.constant", "test.op"]

    def test_what_handlers_make_is_lowered_too(self) -> None:
        def again(build: Builder, op: Operation) -> tuple[SSAValue, ...]:
            return (build.add(test.TestPureOp.create(result_types=(i32,))),)

        op = test.TestOp.create(result_types=(i32,))
        block = placed(op)
        lower(block.ops, {test.TestOp: again, test.TestPureOp: one}, Builder.before)
        assert names(block) == ["llvm.mlir.constant"]

    def test_what_is_promised_and_has_no_handler_is_an_error(self) -> None:
        block = placed(test.TestPureOp.create(result_types=(i32,)))
        with pytest.raises(
            PassFailedException, match=r"'test\.pureop' has no lowering"
        ):
            lower(
                block.ops,
                {test.TestOp: one},
                Builder.before,
                promised=(test.TestPureOp,),
            )

    def test_one_builder_for_a_block(self) -> None:
        ops = [test.TestOp.create(result_types=(i32,)) for _ in range(3)]
        block = placed(*ops)
        made: list[Builder] = []

        def make(op: Operation) -> Builder:
            made.append(Builder.before(op))
            return made[-1]

        lower(block.ops, {test.TestOp: one}, one_per_block(make))
        assert len(made) == 1
        assert names(block) == ["llvm.mlir.constant"] * 3


class TestTemplates:
    def test_parsed_once_and_cloned(self, tmp_path: Path) -> None:
        path = tmp_path / "helpers.mlir"
        path.write_text(
            """
            func.func @twice(%x: $type) -> $type {
              %true = llvm.mlir.constant(true) : i1
              %sum = scf.if %true -> ($type) {
                %s = llvm.add %x, %x : $type
                scf.yield %s : $type
              } else {
                scf.yield %x : $type
              }
              func.return %sum : $type
            }
            """
        )
        texts = Templates(path, type="i64")
        op = test.TestOp.create(operands=(), result_types=())
        block = placed(op)
        build = Builder.before(op)
        number = build.constant(3, i64)
        (result,) = texts.inline(build, "twice", (number,))
        path.unlink()
        again = Templates(path, type="i64").function("twice")
        assert again is not texts.function("twice")
        assert result.type == i64
        assert names(block)[-2:] == ["scf.if", "test.op"]
        locations = {inner.location for inner in block.walk()}
        assert locations == {PLACE}


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        (i1, (1, 1)),
        (VectorType(i1, [8]), (1, 1)),
        (VectorType(f16, [3]), (8, 8)),
        (VectorType(i32, [3]), (16, 16)),
        (llvm.LLVMPointerType(), (8, 8)),
        (llvm.LLVMArrayType(3, VectorType(i32, [3])), (48, 16)),
        (llvm.LLVMStructType.from_type_list([i1, i64, i32]), (24, 8)),
    ],
)
def test_layout(type: Attribute, expected: tuple[int, int]) -> None:
    assert Layout(lambda pointer: 8).size_align(type) == expected


def test_no_layout() -> None:
    with pytest.raises(NoLayout, match="void"):
        Layout(lambda pointer: 8).size_align(llvm.LLVMVoidType())


def test_constants_are_of_the_registered_class() -> None:
    build = Builder(Block())
    assert type(owner(build.constant(1, i32))) is ConstantOp

"""
`creation.create` makes what xDSL's `Operation.create` makes.
"""

from pathlib import Path

import pytest
from frontend_helpers import needs_clang
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import StringAttr, UnitAttr, i32, i64
from xdsl.dialects.llvm import LLVM, LLVMPointerType
from xdsl.ir import Attribute, Block, Operation

import xdsl_opencl as ocl
from xdsl_opencl.dialects.arith_ext import extended as extended_arith
from xdsl_opencl.dialects.llvm_ext import extended
from xdsl_opencl.dialects.llvm_ext.creation import create, pointer_type, string
from xdsl_opencl.dialects.opencl import OpenCL

KINDS = [
    kind
    for dialect in (extended(LLVM), extended_arith(Arith), OpenCL)
    for kind in dialect.operations
]


def facts(op: Operation) -> tuple[object, ...]:
    uses = [
        sorted(use.index for use in value.uses if use.operation is op)
        for value in op.operands
    ]
    links = op.parent, op.next_op, op.prev_op, op.regions, tuple(op.successors)
    results = [(r.type, r.index, r.op is op, r.name_hint) for r in op.results]
    return (
        *(type(op), tuple(op.operands), uses, results, links),
        *(list(op.properties.items()), list(op.attributes.items()), op.location),
    )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_is_the_same(kind: type[Operation]):
    """
    Defaults of properties are filled in, and given ones stay; what is given is copied.
    """
    x, y = Block(arg_types=(i32, i64)).args
    properties = {"any": UnitAttr()}
    attributes = {"more": StringAttr("text")}
    quick = create(kind, (x, y, x), (i32, i64), properties, attributes)
    slow = kind.create(
        operands=(x, y, x),
        result_types=(i32, i64),
        properties=properties,
        attributes=attributes,
    )
    assert facts(quick) == facts(slow)
    quick.properties["other"] = quick.attributes["other"] = UnitAttr()
    assert "other" not in properties
    assert "other" not in attributes
    assert facts(create(kind)) == facts(kind.create())


def test_operands_can_be_replaced_and_erased():
    block = Block(arg_types=(i32, i32))
    x, y = block.args
    op = create(KINDS[-1], (x, x), (i32,))
    x.replace_all_uses_with(y)
    assert tuple(op.operands) == (y, y)
    block.add_op(op)
    block.erase_op(op)
    assert not x.uses
    assert not y.uses


def test_attributes_are_made_once():
    assert string("nounwind") is string("nounwind")
    assert string("nounwind") == StringAttr("nounwind")
    assert pointer_type(3) is pointer_type(3)
    assert pointer_type(0) == LLVMPointerType()


@needs_clang
def test_a_compilation_makes_few_attributes(monkeypatch: pytest.MonkeyPatch):
    """
    Each is verified, which takes as long as to make an operation. Of 485, half are arrays
    and dictionaries, which differ; types, flags and words of LLVM are made once.
    """
    file = Path(__file__).parents[1] / "kernels" / "blur.cl"

    def compiled() -> None:
        target = ocl.Target.named("gfx1100")
        assert ocl.Compilation(ocl.SourceFile.read(file), target).llvm_ir

    compiled()
    made: list[str] = []
    verify = Attribute.__post_init__

    def counted(self: Attribute) -> None:
        made.append(self.name)
        verify(self)

    monkeypatch.setattr(Attribute, "__post_init__", counted)
    compiled()
    assert 0 < len(made) <= 530

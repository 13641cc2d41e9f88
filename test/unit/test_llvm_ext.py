"""How the added `llvm` operations get into a context."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.llvm import LLVM
from xdsl.dialects.test import Test
from xdsl.ir import Dialect
from xdsl.irdl import IRDLOperation, irdl_op_definition
from xdsl.parser import Parser
from xdsl.universe import XDSL_UNIVERSE, Universe

from xdsl_opencl.dialects.llvm_ext import LLVM_EXT_OPS, extended, load_llvm_ext
from xdsl_opencl.dialects.llvm_ext.corrected import CORRECTED_OPS
from xdsl_opencl.dialects.llvm_ext.loops import LOOP_ATTRIBUTES
from xdsl_opencl.dialects.llvm_ext.types import (
    ATTRIBUTE_READERS,
    CALLING_CONVENTIONS,
    TargetType,
)
from xdsl_opencl.universe import EXTENSIONS, extend

SOURCE = """
%i = "test.op"() : () -> i32
%0 = llvm.freeze %i : i32
%1 = llvm.intr.smax(%0, %i) : (i32, i32) -> i32
"""


def parses(context: Context) -> bool:
    module = Parser(context, SOURCE).parse_module()
    module.verify()
    return "llvm.intr.smax" in str(module)


def bare_context() -> Context:
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(Test)
    return context


def test_names_are_unique_and_of_the_dialect():
    names = [op.name for op in LLVM_EXT_OPS]
    assert len(names) == len(set(names))
    assert all(name.startswith("llvm.") for name in names)


def test_nothing_added_that_xdsl_has():
    # When xDSL gains one, ours steps back by itself; this tells us to delete it.
    assert not {op.name for op in LLVM_EXT_OPS} & {op.name for op in LLVM.operations}


def test_corrected_classes_are_never_registered():
    for base, op in CORRECTED_OPS.items():
        assert issubclass(op, base)
        assert op.name == base.name
    assert not set(CORRECTED_OPS.values()) & set(extended(LLVM).operations)


def test_corrected_classes_have_the_properties_of_their_bases():
    for base, op in CORRECTED_OPS.items():
        assert issubclass(base, IRDLOperation)
        assert issubclass(op, IRDLOperation)
        ours, theirs = op.get_irdl_definition(), base.get_irdl_definition()
        assert set(theirs.properties) <= set(ours.properties), op.name
        assert [name for name, _ in ours.operands] == [n for n, _ in theirs.operands]
        assert [name for name, _ in ours.results] == [n for n, _ in theirs.results]


def test_extended_keeps_everything_else():
    dialect = extended(LLVM)
    readers = {each.name: each for each in ATTRIBUTE_READERS}
    theirs = [readers.get(each.name, each) for each in LLVM.attributes]
    assert list(dialect.attributes) == [*theirs, TargetType, *LOOP_ATTRIBUTES]
    names = {op.name for op in dialect.operations}
    assert {op.name for op in LLVM.operations} < names
    assert len(list(dialect.operations)) == len(names)


def test_wrapping_twice_adds_once():
    path = EXTENSIONS["llvm"]
    twice = extend(extend(lambda: LLVM, path), path)()
    names = [op.name for op in twice.operations]
    assert len(names) == len(set(names))


def test_operations_of_others_stay_theirs():
    @irdl_op_definition
    class TheirFreezeOp(IRDLOperation):
        name = "llvm.freeze"

    class TheirSelectOp(llvm.SelectOp):
        pass

    others = [op for op in LLVM.operations if op is not llvm.SelectOp]
    base = Dialect("llvm", [*others, TheirFreezeOp, TheirSelectOp], [])
    found = {op.name: op for op in extended(base).operations}
    assert found["llvm.freeze"] is TheirFreezeOp
    assert found["llvm.select"] is TheirSelectOp


def test_load_into_bare_context():
    context = bare_context()
    load_llvm_ext(context)
    load_llvm_ext(context)
    assert parses(context)


def test_load_where_llvm_is_loaded():
    context = bare_context()
    context.load_dialect(LLVM)
    load_llvm_ext(context)
    load_llvm_ext(context)
    assert parses(context)


@pytest.mark.parametrize("universe", [XDSL_UNIVERSE, Universe.get_multiverse()])
def test_load_where_all_is_registered(universe: Universe):
    context = Context()
    for name, factory in universe.all_dialects.items():
        context.register_dialect(name, factory)
    load_llvm_ext(context)
    assert parses(context)


def test_registration_alone_is_enough():
    # The first operation of the dialect in the file is one of ours.
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    assert parses(context)


def test_plain_xdsl_opt_knows_the_operations(tmp_path: Path):
    source = tmp_path / "first.mlir"
    source.write_text("%0 = llvm.mlir.poison : i32\n")
    run = [str(Path(sys.executable).parent / "xdsl-opt"), str(source)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert "llvm.mlir.poison : i32" in done.stdout


def test_no_calling_convention_begins_another():
    names = sorted(llvm.LLVM_CALLING_CONVS)
    for ours in CALLING_CONVENTIONS:
        for name in names:
            if name != ours:
                assert not name.startswith(ours)
                assert not ours.startswith(name)


def test_facts_of_accesses_are_properties_in_both_syntaxes():
    context = bare_context()
    load_llvm_ext(context)
    pretty = (
        "%p = llvm.mlir.zero : !llvm.ptr\n"
        '%0 = llvm.load volatile %p atomic syncscope("agent") monotonic invariant '
        "{alignment = 4 : i64, nontemporal} : !llvm.ptr -> i32\n"
        'llvm.store volatile %0, %p atomic syncscope("agent") monotonic '
        "{alignment = 4 : i64, nontemporal} : i32, !llvm.ptr"
    )
    generic = (
        "%p = llvm.mlir.zero : !llvm.ptr\n"
        '%0 = "llvm.load"(%p) <{alignment = 4 : i64, volatile_, nontemporal, invariant, '
        'syncscope = "agent", ordering = 2 : i64}> : (!llvm.ptr) -> i32\n'
        '"llvm.store"(%0, %p) <{alignment = 4 : i64, volatile_, nontemporal, '
        'syncscope = "agent", ordering = 2 : i64}> : (i32, !llvm.ptr) -> ()'
    )
    flags = {"alignment", "nontemporal", "ordering", "syncscope", "volatile_"}
    modules = [Parser(context, text).parse_module() for text in (pretty, generic)]
    assert str(modules[0]) == str(modules[1])
    for module in modules:
        _, load, store = module.body.block.ops
        assert {*load.properties} == {*flags, "invariant"}
        assert {*store.properties} == flags
        assert not load.attributes
        assert not store.attributes

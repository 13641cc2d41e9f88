"""
Each number of an ABI has one place: a slot that moves in the ABI's object moves in the
code that is generated and in the layout, or the object refuses it; no other module has such
a number, and none asks for the name of an ABI or the number of a generation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lower_helpers import parse, run
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.llvm import GEPOp
from xdsl.ir import BlockArgument

from xdsl_opencl.abi.arguments.placing import HiddenBlock, HiddenSlot
from xdsl_opencl.abi.enums import AddressSpace, Segment
from xdsl_opencl.abi.gpu.processors import CAPABILITIES
from xdsl_opencl.abi.interface import Interface, PrintfForm
from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import (
    AbiError,
    Argument,
    KernelSignature,
    PointerType,
    ScalarKind,
    ValueType,
)
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp
from xdsl_opencl.transforms.kernels.signature.function_attributes import (
    Needs,
    NeedsFinder,
)

TARGETS = {
    "amdhsa-v4": Target(Abi.AMDHSA, "gfx803", code_object_version=4),
    "amdhsa-v5": Target(Abi.AMDHSA, "gfx803", code_object_version=5),
    "amdhsa-v6": Target(Abi.AMDHSA, "gfx803", code_object_version=6),
    "mesa3d": Target(Abi.MESA3D, "gfx803"),
    "r600": Target(Abi.R600, "juniper"),
    "amdcl2-64": Target(Abi.AMDCL2, "gfx803", pointer_bits=64),
    "amdcl2-32": Target(Abi.AMDCL2, "gfx803", pointer_bits=32),
    "amdgcn-unknown": Target(Abi.AMDGCN_UNKNOWN, "gfx803"),
    "host": Target(Abi.HOST),
    "spirv": Target(Abi.SPIRV),
}
SIGNATURE = KernelSignature("k", (Argument("n", ValueType(ScalarKind.INT)),))

QUERIES = "".join(
    f"""
  %{name}{d} = opencl.{op} {d} : index
  "test.use"(%{name}{d}) : (index) -> ()"""
    for d in range(3)
    for name, op in (
        ("size", "get_global_size"),
        ("offset", "get_global_offset"),
        ("groups", "get_num_groups"),
        ("local", "get_local_size"),
    )
)
KERNEL = f"""
opencl.kernel @k(%n: i32) {{{QUERIES}
  %dim = opencl.get_work_dim : i32
  "test.use"(%dim) : (i32) -> ()
  PRINT
  opencl.return
}}
"""
PRINT = '%p = opencl.printf "%d"(%n) : i32'

Place = tuple[Segment, int]


def loads(target: Target) -> set[Place]:
    """
    The places that a kernel reads which asks for everything of the index space, and prints
    where the ABI has a buffer for that.
    """
    prints = target.interface.printf is PrintfForm.BUFFER
    module = parse(KERNEL.replace("PRINT", PRINT if prints else ""), target)
    if prints:
        run(module, "opencl-lower-builtins")
    run(module, "opencl-lower-work-items")
    return {
        (op.segment.data, op.offset.value.data)
        for op in module.walk()
        if isinstance(op, LoadArgumentOp)
    }


def moved(block: HiddenBlock, slot: HiddenSlot) -> HiddenBlock:
    """`block` with `slot` at its end."""
    offset = block.size
    slots = tuple(replace(s, offset=offset) if s is slot else s for s in block.slots)
    return replace(block, slots=slots, size=offset + slot.size)


def with_block(target: Target, segment: Segment, block: HiddenBlock) -> Interface:
    """The ABI of `target` with another `block`."""
    interface = target.interface
    if segment is Segment.DISPATCH:
        return replace(interface, packet=block)
    key = interface.variant(target)
    arguments = interface.arguments[key]
    changed = replace(arguments, blocks={**arguments.blocks, segment: block})
    return replace(interface, arguments={**interface.arguments, key: changed})


SLOTS = [
    pytest.param(target, segment, slot, id=f"{name}-{slot.kind}")
    for name, target in TARGETS.items()
    for segment in Segment
    for slot in target.block(segment).slots
]


@pytest.mark.parametrize(("target", "segment", "slot"), SLOTS)
def test_a_slot_moves_everywhere(
    target: Target,
    segment: Segment,
    slot: HiddenSlot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    A slot that the code reads is read from its new place and no longer from the old one;
    the layout has it there.
    """
    block = target.block(segment)
    leading = target.interface.segment(target).leading
    if segment is leading:
        with pytest.raises(AbiError, match=r"has a gap|overlaps|begin at"):
            with_block(target, segment, moved(block, slot))
        return
    before = loads(target) if target.work_items else set[Place]()
    interface = with_block(target, segment, moved(block, slot))
    monkeypatch.setitem(INTERFACES, target.abi, interface)
    old, new = (segment, slot.offset), (segment, block.size)
    after = loads(target) if target.work_items else set[Place]()
    assert after == ((before - {old}) | {new} if old in before else before)
    if segment is not Segment.IMPLICIT:
        return
    placed = layout(SIGNATURE, target)
    offsets = {a.kind: a.offset - placed.implicit_offset for a in placed.hidden}
    assert offsets.get(slot.kind, block.size) == block.size
    assert (slot.kind in offsets) or slot.needed != "always"


def test_the_code_reads_what_the_work_items_name() -> None:
    """The test above says something: these slots are read."""
    read = {name: len(loads(t)) for name, t in TARGETS.items() if t.work_items}
    assert read == {
        # Packet: 3 sizes of groups, 3 of the grid, setup; offsets, printf's buffer.
        "amdhsa-v4": 7 + 3 + 1,
        # Counts, sizes, remainders, offsets; dimensions, printf's buffer.
        "amdhsa-v5": 12 + 1 + 1,
        "amdhsa-v6": 12 + 1 + 1,
        "mesa3d": 6 + 4,
        "r600": 4,
        # The header, and what clover puts after the arguments.
        "amdgcn-unknown": 9 + 4,
        "amdcl2-64": 7 + 3,
        "amdcl2-32": 7 + 3,
    }


@pytest.mark.parametrize(
    "kind", ["hidden_private_base", "hidden_shared_base", "hidden_queue_ptr"]
)
def test_needs_follow_the_slots(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hidden block of a kernel reaches to the slots that LLVM reads by itself."""
    target = TARGETS["amdhsa-v5"]
    block = target.hidden
    bigger = moved(block, block[kind])
    interface = with_block(target, Segment.IMPLICIT, bigger)
    monkeypatch.setitem(INTERFACES, target.abi, interface)
    needs, finder = Needs(), NeedsFinder(ModuleOp([]), target)
    if kind == "hidden_queue_ptr":
        finder.trap(needs)
    else:
        finder.generic_cast(needs, private=True)
    assert kind in needs.entries
    assert needs.hidden_end == bigger.size


def test_the_llvm_level_is_cut_behind_the_moved_slot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = Target(Abi.AMDHSA, "gfx1100")
    text = """
opencl.kernel @k(%p: !llvm.ptr<1>) {
  %o = opencl.get_global_offset 0 : i64
  llvm.store %o, %p : i64, !llvm.ptr<1>
  opencl.return
}
"""

    def hidden_bytes() -> int:
        module = run(parse(text, target), "opencl-to-llvm")
        found = re.search(r'"amdgpu-implicitarg-num-bytes", "(\d+)"', str(module))
        assert found is not None
        return int(found[1])

    assert hidden_bytes() == 48
    block = moved(target.hidden, target.hidden["hidden_global_offset_x"])
    interface = with_block(target, Segment.IMPLICIT, block)
    monkeypatch.setitem(INTERFACES, target.abi, interface)
    assert hidden_bytes() == 264


@pytest.mark.parametrize(
    ("version", "query", "least"),
    # AMDGPU's usage guide, "Kernel Argument Metadata": the byte after the argument.
    [
        *((5, f"get_global_offset {axis} : i64", 48 + 8 * axis) for axis in range(3)),
        # It asks if a part of a work-group is left, too.
        *((5, f"get_num_groups {axis} : i64", 20 + 2 * axis) for axis in range(3)),
        (5, "get_work_dim : i32", 66),
        *((4, f"get_global_offset {axis} : i64", 8 + 8 * axis) for axis in range(3)),
    ],
)
def test_what_is_read_is_in_the_block(version: int, query: str, least: int) -> None:
    """The block that LLVM is told of holds the whole argument that is read."""
    target = Target(Abi.AMDHSA, "gfx1100", code_object_version=version)
    text = f"""
opencl.kernel @k(%p: !llvm.ptr<1>) {{
  %v = opencl.{query}
  llvm.store %v, %p : {query.rpartition(" ")[2]}, !llvm.ptr<1>
  opencl.return
}}
"""
    module = str(run(parse(text, target), "opencl-to-llvm"))
    found = re.search(r'"amdgpu-implicitarg-num-bytes", "(\d+)"', module)
    assert found is not None
    assert least <= int(found[1]) < least + 8


def test_the_host_reads_its_arguments_where_the_layout_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = """
opencl.kernel @k(%p: !llvm.ptr<1>, %n: i32) {
  llvm.store %n, %p : i32, !llvm.ptr<1>
  opencl.return
}
"""
    target = TARGETS["host"]
    pointer = PointerType(AddressSpace.GLOBAL)
    arguments = (Argument("p", pointer), *SIGNATURE.arguments)
    signature = KernelSignature("k", arguments)

    def offsets() -> tuple[bool, int]:
        place = layout(signature, target).arguments[1].offset
        module = run(parse(text, target), "opencl-to-llvm")
        read = {
            index
            for op in module.walk()
            if isinstance(op, GEPOp)
            and isinstance(op.ptr, BlockArgument)
            and op.ptr.index == 0
            for index in op.rawConstantIndices.get_values()
        }
        return place in read, place

    assert offsets() == (True, 8)
    interface = target.interface
    (key,) = interface.arguments
    segment = interface.arguments[key]
    wide = replace(segment, rules=replace(segment.rules, pointer=24))
    monkeypatch.setitem(INTERFACES, Abi.HOST, replace(interface, arguments={key: wide}))
    assert offsets() == (True, 24)


def test_a_missing_generation_names_its_table() -> None:
    with pytest.raises(
        AbiError, match=r"gfx13 has no row in CAPABILITIES in abi/gpu/proc"
    ):
        CAPABILITIES[13]


# --- no second place -------------------------------------------------------------------

PACKAGE = Path(__file__).resolve().parents[2] / "xdsl_opencl"
OUTSIDE = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] not in ("abi", "cli")
]
LOADS = ("load_argument", "LoadArgumentOp", "load_hidden")


def is_abi(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Abi"
    )


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ast.unparse(node)


def faults(tree: ast.Module, *, of_hardware: bool = False) -> Iterator[str]:
    """
    Comparisons with the name of an ABI or the number of a generation, and numbers in the
    place of a load. Code that is `of_hardware`, the emulator, is made of the differences
    between generations, and may ask for them.
    """
    constants = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and numbers(node.value)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [
                n for part in (node.left, *node.comparators) for n in ast.walk(part)
            ]
            if any(map(is_abi, parts)):
                yield f"line {node.lineno}: {ast.unparse(node)}"
            asked = {n.attr for n in parts if isinstance(n, ast.Attribute)}
            if asked & {"isa", "generation"} and not of_hardware:
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.MatchValue) and is_abi(node.value):
            yield f"line {node.lineno}: case {ast.unparse(node)}"
        elif isinstance(node, ast.Dict) and any(is_abi(k) for k in node.keys if k):
            yield f"line {node.lineno}: a table of ABIs"
        elif isinstance(node, ast.Call) and name_of(node.func) in LOADS:
            names = {
                n.id for a in node.args for n in ast.walk(a) if isinstance(n, ast.Name)
            }
            if any(map(numbers, node.args)) or names & constants:
                yield f"line {node.lineno}: {ast.unparse(node)}"


def numbers(node: ast.AST) -> bool:
    return any(
        isinstance(n, ast.Constant) and type(n.value) is int for n in ast.walk(node)
    )


def test_facts_stand_in_abi() -> None:
    for path in OUTSIDE:
        of_hardware = path.relative_to(PACKAGE).parts[0] == "emulator"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not list(faults(tree, of_hardware=of_hardware)), path


@pytest.mark.parametrize(
    "text",
    [
        "x = target.abi is Abi.HOST",
        "x = target.abi in (Abi.HOST, Abi.R600)",
        "match abi:\n    case Abi.HOST: pass",
        "x = {Abi.HOST: 1}",
        "x = target.isa[0] < 9",
        "x = processor.generation >= 8",
        "site.load_argument(Segment.IMPLICIT, 40 + 8 * d, i32)",
        "OFFSET = 72\nLoadArgumentOp(Segment.IMPLICIT, OFFSET, i32)",
    ],
)
def test_faults_are_found(text: str) -> None:
    assert list(faults(ast.parse(text)))

"""
Work grows with the program, not with its square: calls of functions are counted, not time.

`benchmarks/growth.py` measures all passes; here is one case for each that once grew.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import growth
import pytest
from lower_helpers import context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.parser import Parser
from xdsl.passes import ModulePass

from xdsl_opencl.analysis.cfg import dominators, post_dominators, reverse_post_order
from xdsl_opencl.analysis.divergent_barriers import divergent_barriers
from xdsl_opencl.conversions.tensors.bufferize_destinations import (
    BufferizeDestinationsPass,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.opencl_attach_target import OpenCLAttachTargetPass
from xdsl_opencl.transforms.pipeline import pipeline
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    find_regions,
    is_meeting,
)

SMALL, LARGE = 30, 90
LIMIT = 1.3


def calls(function: Callable[[], object]) -> int:
    """How many functions `function` calls, builtin ones too."""
    count = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def parsed(name: str, size: int, target: str = "host") -> ModuleOp:
    module = Parser(context(), growth.PROGRAMS[name](size)).parse_module()
    abi, mcpu, _ = growth.TARGETS[target]
    OpenCLAttachTargetPass(abi=abi, mcpu=mcpu).apply(context(), module)
    return module


def lowered(name: str, size: int, until: str, target: str = "host") -> ModuleOp:
    """The module before the pass called `until`."""
    module = parsed(name, size, target)
    for each in passes(module, target):
        if each.name == until:
            break
        each.apply(context(), module)
    return module


def passes(module: ModuleOp, target: str) -> tuple[ModulePass, ...]:
    return pipeline(module_target(module), check=growth.TARGETS[target][2])


def per_item(measure: Callable[[int], int]) -> float:
    """How much more a large program costs per item than a small one."""
    measure(4)
    return (measure(LARGE) / LARGE) / (measure(SMALL) / SMALL)


def kernel_of(module: ModuleOp) -> KernelOp:
    return next(op for op in module.walk() if isinstance(op, KernelOp))


@pytest.mark.parametrize(
    ("name", "step", "target"),
    [
        ("loops", "opencl-form-work-groups", "host"),
        ("blocks", "opencl-form-work-groups", "host"),
        ("returns", "opencl-form-work-groups", "host"),
        ("barriers", "opencl-form-work-groups", "host"),
        ("variables", "opencl-form-work-groups", "host"),
        ("pointers", "opencl-check-accesses", "checked"),
        ("rounds", "opencl-form-work-groups", "checked"),
        ("calls", "opencl-inline", "host"),
        ("loops", "lower-scf-to-cf", "host"),
    ],
)
def test_pass(name: str, step: str, target: str):
    def measure(size: int) -> int:
        module = lowered(name, size, step, target)
        (run,) = (p for p in passes(module, target) if p.name == step)
        return calls(lambda: run.apply(context(), module))

    assert per_item(measure) < LIMIT


def concatenated(count: int) -> str:
    text = f"func.func @f(%x: tensor<4xf32>, %w: tensor<{4 * count}xf32>) {{\n"
    part = "tensor<4xf32>"
    for i in range(count):
        to = f"outs(%x : {part}) -> {part}"
        text += f"%a{i} = linalg.exp ins(%x : {part}) {to}\n"
    for i in range(count):
        into = f"%w{i - 1 if i else ''}[{4 * i}] [4] [1]"
        text += f"%w{i} = tensor.insert_slice %a{i} into {into} : {part} into "
        text += f"tensor<{4 * count}xf32>\n"
    return text + "func.return\n}"


def test_parts_of_memory():
    def measure(size: int) -> int:
        module = Parser(context(), concatenated(size)).parse_module()
        return calls(lambda: BufferizeDestinationsPass().apply(context(), module))

    assert per_item(measure) < LIMIT


def test_cutting_at_barriers():
    """A split must not look at the blocks in front of it."""

    def measure(size: int) -> int:
        body = kernel_of(lowered("barriers", size, "opencl-form-work-groups")).body
        return calls(lambda: find_regions(body, is_meeting))

    assert per_item(measure) < LIMIT


def test_loops_restore_what_they_write():
    """A region begins with what it writes, not with all variables of the group."""

    def measure(size: int) -> int:
        module = lowered("rounds", size, "convert-opencl-to-llvm")
        return sum(isinstance(op, llvm.LoadOp | llvm.StoreOp) for op in module.walk())

    assert per_item(measure) < LIMIT


def switch(size: int) -> tuple[list[Block], dict[Block, list[Block]]]:
    """Blocks of a `switch` whose cases fall through, the last case first."""
    head, *cases = blocks = [Block() for _ in range(size + 2)]
    edges = {head: cases[::-1], cases[-1]: list[Block]()}
    edges |= {case: [cases[i + 1]] for i, case in enumerate(cases[:-1])}
    return blocks, edges


@pytest.mark.parametrize("find", [dominators, post_dominators])
def test_dominators(find: Callable[..., object]):
    def measure(size: int) -> int:
        blocks, edges = switch(10 * size)
        order = reverse_post_order(blocks[0], edges.__getitem__)
        return calls(lambda: find(order, edges.__getitem__))

    assert per_item(measure) < LIMIT


def test_dominators_of_random_graphs():
    """
    Against the definition: what cannot be reached without a block is dominated by it.
    """
    import random

    for seed in range(60):
        source = random.Random(seed)
        blocks = [Block() for _ in range(source.randrange(2, 14))]
        edges = {b: source.choices(blocks, k=source.randrange(3)) for b in blocks}
        follow = edges.__getitem__
        order = reverse_post_order(blocks[0], follow)

        def reached(start: Block, without: Block | None) -> set[Block]:
            found: set[Block] = set()
            work = [start]
            while work:
                block = work.pop()
                if block is not without and block not in found:
                    found.add(block)
                    work += edges[block]
            return found

        def chain(nearest: dict[Block, Block | None], block: Block) -> set[Block]:
            found: set[Block] = set()
            above = nearest[block]
            while above is not None:
                found.add(above)
                above = nearest[above]
            return found

        nearest = dominators(order, follow)
        for block in order:
            assert chain(nearest, block) == {
                b
                for b in order
                if block is not b and block not in reached(blocks[0], b)
            }
        behind = post_dominators(order, follow)
        ends = {b for b in order if not edges[b]}
        for block in order:
            expected = {
                b for b in order if b is not block and not reached(block, b) & ends
            }
            comes_to_end = bool(reached(block, None) & ends)
            assert chain(behind, block) == (expected if comes_to_end else set())


def test_divergent_barriers():
    def measure(size: int) -> int:
        module = lowered("returns", size, "opencl-form-work-groups")
        return calls(lambda: list(divergent_barriers(module)))

    assert per_item(measure) < LIMIT


STACK = 400


@pytest.fixture
def short_stack() -> Iterator[None]:
    """The stack of Python has `STACK` more frames."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + STACK)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.usefixtures("short_stack")
@pytest.mark.parametrize("name", ["chain", "ops", "blocks"])
def test_nothing_recurses(name: str):
    """Chains longer than Python's stack is deep."""
    module = parsed(name, STACK + 100)
    for each in passes(module, "host"):
        each.apply(context(), module)


@pytest.mark.usefixtures("short_stack")
def test_long_call_chains():
    functions = "".join(
        f"func.func private @f{i}(%x: i32) -> i32 {{\n"
        f"  %y = func.call @f{i + 1}(%x) : (i32) -> i32\n"
        "  func.return %y : i32\n}\n"
        for i in range(STACK + 100)
    )
    text = (
        functions
        + f"func.func private @f{STACK + 100}(%x: i32) -> i32 {{ func.return %x : i32 }}\n"
        + growth.kernel(["%r = func.call @f0(%id) : (i32) -> i32"], "r")
    )
    module = Parser(context(), text).parse_module()
    OpenCLAttachTargetPass(abi="host").apply(context(), module)
    for each in passes(module, "host"):
        each.apply(context(), module)
    assert not any(
        isinstance(op, llvm.CallOp)
        for function in module.body.block.ops
        if isinstance(function, llvm.FuncOp) and function.sym_name.data == "k"
        for op in function.walk()
    )


def test_many_selects():
    """Selects of selects: each is looked at once."""
    lines = ["%p0 = llvm.alloca %one x i32 : (i32) -> !llvm.ptr"]
    lines += ["%q0 = llvm.alloca %one x i32 : (i32) -> !llvm.ptr"]
    lines += ['%c = llvm.icmp "slt" %id, %n : i32']
    for i in range(400):
        for new, one, two in (("p", "p", "q"), ("q", "q", "p")):
            lines.append(
                f"%{new}{i + 1} = llvm.select %c, %{one}{i}, %{two}{i} : i1, !llvm.ptr"
            )
    lines.append("%r = llvm.load %p400 : !llvm.ptr -> i32")
    module = Parser(context(), growth.kernel(lines, "r")).parse_module()
    OpenCLAttachTargetPass(abi="host").apply(context(), module)
    for each in passes(module, "checked"):
        each.apply(context(), module)
    selects = [op for op in module.walk() if op.name == "llvm.select"]
    assert 3 * 800 <= len(selects) < 3 * 800 + 100


def test_the_counter():
    """The counter counts."""

    def nothing(op: Operation | None) -> None: ...

    assert calls(lambda: [nothing(None) for _ in range(100)]) >= 100

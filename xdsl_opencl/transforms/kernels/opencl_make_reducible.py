"""
`opencl-make-reducible`: gives every cycle of blocks one entry, before LLVM makes structured code.

C's `goto` can lead into a loop, which then has several entries. LLVM 22's `fix-irreducible`, which
the AMDGPU target runs, loses values of such cycles; the R600 target runs nothing for them. Here all
edges to the entries lead to one new block, which takes the number of an entry and switches to it. The
same follows inside the cycle, without that block.

Needs: functions of `llvm`. Leaves: reducible ones; a function that was reducible does not change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Attribute, Block
from xdsl.passes import ModulePass

from xdsl_opencl.analysis.cfg import (
    natural_loop,
    predecessors,
    reverse_post_order,
    successors,
)
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.ir.build import Builder


class OpenCLMakeReduciblePass(ModulePass):
    """Gives cycles with several entries one, a block that switches to them."""

    name = "opencl-make-reducible"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        waiting = [
            (function.body.blocks[0], {*function.body.blocks})
            for function in op.body.block.ops
            if isinstance(function, llvm.FuncOp) and len(function.body.blocks) > 2
        ]
        while waiting:
            header, inside = waiting.pop()
            edges = {b: [t for t in successors(b) if t in inside] for b in inside}
            order = reverse_post_order(header, edges.__getitem__)
            number = {block: i for i, block in enumerate(order)}
            before = predecessors(order, edges.__getitem__)
            # The strongly connected components without `header`: Kosaraju's algorithm.
            done = {header}
            for block in order:
                if block not in done:
                    cycle = natural_loop(block, before[block], before, done) - done
                    done |= cycle
                    entries = [b for b in cycle if not cycle.issuperset(before[b])]
                    if len(entries) > 1:
                        block = _switch(sorted(entries, key=number.__getitem__), cycle)
                    if len(cycle) > 2:  # mutant: speed
                        waiting.append((block, cycle))


def _switch(entries: Sequence[Block], cycle: set[Block]) -> Block:
    """Returns the new only entry of `cycle`, in place of `entries`; the new blocks count as of it."""
    # Each edge is to one entry, so the values of others can come in the same arguments.
    place: dict[tuple[Attribute, int], int] = {}
    places: list[list[int]] = []
    for entry in entries:
        count = Counter[Attribute]()
        places.append([])
        for type in entry.arg_types:
            places[-1].append(place.setdefault((type, count[type]), len(place) + 1))
            count[type] += 1
    switch = Block(arg_types=[i32, *(type for type, _ in place)])
    values = [[switch.args[i] for i in indices] for indices in places]
    new: list[Block] = []
    for number, entry in enumerate(entries):
        # Edges from outside stay apart, or the cycle would have the new block as an entry.
        for is_inside in (False, True):
            build = Builder(Block(arg_types=entry.arg_types))
            given = dict(zip(values[number], build.block.args, strict=True))
            passed = [given.get(a) or build.poison(a.type) for a in switch.args[1:]]
            build.branch(switch, (build.constant(number, i32), *passed))
            for use in [*entry.uses]:
                if (use.operation.parent in cycle) == is_inside:
                    use.operation.successors[use.index] = build.block
            new.append(build.block)
    (first, *others), cases = entries, range(1, len(entries))
    chosen = switch.args[0]
    switch.add_op(SwitchOp(chosen, first, values[0], cases, others, values[1:]))
    assert first.parent is not None
    first.parent.insert_block_before([*new, switch], first)
    cycle.update((switch, *new))
    return switch

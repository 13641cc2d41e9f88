"""
Kernels with random control flow graphs, as MLIR at the opencl level.

Each work item walks through the graph by the bits of a hash that every block mixes into;
its fuel, which loops burn, makes it end. Blocks take an argument and use values of blocks
that dominate them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

_FUEL = 40


def _dominators(successors: Sequence[Sequence[int]]) -> list[set[int]]:
    count = len(successors)
    before: list[list[int]] = [[] for _ in range(count)]
    for block, targets in enumerate(successors):
        for target in targets:
            before[target].append(block)
    found: list[set[int]] = [{0}, *(set(range(count)) for _ in range(count - 1))]
    changed = True
    while changed:
        changed = False
        for block in range(1, count):
            new = found[before[block][0]].copy()
            for source in before[block]:
                new &= found[source]
            new.add(block)
            if new != found[block]:
                found[block], changed = new, True
    return found


def _graph(rng: random.Random, count: int, *, irreducible: bool) -> list[list[int]]:
    """Successors of each block: the first leads on; the last block returns."""
    while True:
        successors: list[list[int]] = []
        for block in range(count - 1):
            targets = [rng.randint(block + 1, min(block + 3, count - 1))]
            for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
                if block and rng.random() < 0.35:
                    targets.append(rng.randint(1, block))
                else:
                    targets.append(rng.randint(block + 1, count - 1))
            successors.append(targets)
        successors.append([])
        reached, work = {0}, [0]
        while work:
            for target in successors[work.pop()]:
                if target not in reached:
                    reached.add(target)
                    work.append(target)
        if len(reached) < count:
            continue
        dominators = _dominators(successors)
        entered_twice = any(
            target <= block and target not in dominators[block]
            for block, targets in enumerate(successors)
            for target in targets
        )
        if entered_twice == irreducible:
            return successors


def random_kernel(name: str, seed: int, *, irreducible: bool = False) -> str:
    """The text of a kernel that writes one i32 for each work item to its argument."""
    rng = random.Random(seed)
    successors = _graph(rng, rng.randint(4, 11), irreducible=irreducible)
    dominators = _dominators(successors)
    lines = [
        f"opencl.kernel @{name}(%out: !llvm.ptr<1>) {{",
        "  %one = llvm.mlir.constant(1 : i32) : i32",
        "  %zero = llvm.mlir.constant(0 : i32) : i32",
        "  %prime = llvm.mlir.constant(16777619 : i32) : i32",
        "  %hash = llvm.alloca %one x i32 : (i32) -> !llvm.ptr",
        "  %fuel = llvm.alloca %one x i32 : (i32) -> !llvm.ptr",
        "  %gid = opencl.get_global_id 0 : i64",
        "  %x0 = llvm.trunc %gid : i64 to i32",
        "  %seed = llvm.mul %x0, %prime : i32",
        "  llvm.store %seed, %hash : i32, !llvm.ptr",
        f"  %most = llvm.mlir.constant({_FUEL} : i32) : i32",
        "  llvm.store %most, %fuel : i32, !llvm.ptr",
    ]
    for block, targets in enumerate(successors):
        known = [f"%x{b}" for b in dominators[block]]
        known += [f"%v{b}" for b in dominators[block] if b != block]
        lines += [f"^b{block}(%x{block}: i32):"] if block else []
        lines += [
            f"  %u{block} = llvm.mul {rng.choice(known)}, %prime : i32",
            f"  %v{block} = llvm.add %u{block}, {rng.choice(known)} : i32",
            f"  %h{block} = llvm.load %hash : !llvm.ptr -> i32",
            f"  %k{block} = llvm.mlir.constant({rng.randint(1, 1 << 30)} : i32) : i32",
            f"  %a{block} = llvm.xor %h{block}, %v{block} : i32",
            f"  %c{block} = llvm.add %a{block}, %k{block} : i32",
            f"  %n{block} = llvm.mul %c{block}, %prime : i32",
            f"  llvm.store %n{block}, %hash : i32, !llvm.ptr",
            f"  %f{block} = llvm.load %fuel : !llvm.ptr -> i32",
            f"  %g{block} = llvm.sub %f{block}, %one : i32",
            f"  llvm.store %g{block}, %fuel : i32, !llvm.ptr",
            f'  %t{block} = llvm.icmp "sgt" %g{block}, %zero : i32',
            f"  %shift{block} = llvm.mlir.constant({rng.randint(3, 20)} : i32) : i32",
            f"  %bits{block} = llvm.lshr %n{block}, %shift{block} : i32",
        ]
        known.append(f"%v{block}")
        edges = [f"^b{target}({rng.choice(known)} : i32)" for target in targets]
        match edges:
            case []:
                lines += [
                    "  %at = llvm.getelementptr inbounds %out[%gid] : "
                    "(!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32",
                    f"  %r = llvm.add %n{block}, %v{block} : i32",
                    "  llvm.store %r, %at : i32, !llvm.ptr<1>",
                    "  opencl.return",
                ]
            case [only]:
                lines.append(f"  llvm.br {only}")
            case [on, other]:
                lines += [
                    f"  %bit{block} = llvm.trunc %bits{block} : i32 to i1",
                    f"  %if{block} = llvm.and %bit{block}, %t{block} : i1",
                    f"  llvm.cond_br %if{block}, {other}, {on}",
                ]
            case [on, *others] if others:
                lines += [
                    f"  %mask{block} = llvm.mlir.constant(3 : i32) : i32",
                    f"  %low{block} = llvm.and %bits{block}, %mask{block} : i32",
                    f"  %sel{block} = llvm.select %t{block}, %low{block}, %zero : i1, i32",
                    f"  llvm.switch %sel{block} : i32, {on} [",
                    ",\n".join(f"    {i + 1}: {e}" for i, e in enumerate(others)),
                    "  ]",
                ]
            case _:
                pass
    return "\n".join([*lines, "}"])

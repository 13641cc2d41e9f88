"""
How the time of each pass grows with the program.

Kernels of 100 and 1 000 operations, and with as many blocks, loops, barriers,
calls, arguments and kernels, go through the pipelines of ABI amdhsa and of the CPU device,
checked and not. What counts is processor time per item from one decade to the next: at
most 1.3 times. A pass that takes less than 20 ms is too fast to tell.

    python benchmarks/growth.py [--sizes 100,1000] [--only loops,barriers]
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator, Sequence

from bench_table import Table, chosen, positives, run
from programs import context
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.passes import ModulePass

from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.transforms.opencl_attach_target import OpenCLAttachTargetPass
from xdsl_opencl.transforms.pipeline import pipeline

LIMIT = 1.3
NOTICED = 0.02
"""Seconds under which the clock and the caches decide."""

POINTER = "!llvm.ptr<1>"
KERNEL = """
opencl.kernel @{name}(%a: !llvm.ptr<1> {{opencl.name = "a"}}, %n: i32 {{opencl.name = "n"}}) {{
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %id = opencl.get_global_id 0 : i32
{body}
  llvm.store %{result}, %a : i32, !llvm.ptr<1>
  opencl.return
}}
"""


def kernel(body: list[str], result: str, name: str = "k") -> str:
    return KERNEL.format(name=name, body="\n".join(body), result=result)


def ops(count: int) -> str:
    """
    A chain of additions, every tenth of which loads and stores.
    """
    body: list[str] = []
    value = "id"
    for i in range(count):
        if i % 10 == 0:
            body += [
                f"%p{i} = llvm.getelementptr %a[%{value}] : (!llvm.ptr<1>, i32) -> "
                "!llvm.ptr<1>, i32",
                f"%v{i} = llvm.load %p{i} : !llvm.ptr<1> -> i32",
            ]
        else:
            body.append(f"%v{i} = arith.addi %{value}, %n : i32")
        value = f"v{i}"
    return kernel(body, value)


def chain(count: int) -> str:
    """
    A chain of additions in a loop.
    """
    body = [
        "%sum = scf.for %i = %zero to %n step %one iter_args(%s = %id) -> (i32) : i32 {"
    ]
    value = "s"
    for i in range(count):
        body.append(f"%v{i} = arith.addi %{value}, %i : i32")
        value = f"v{i}"
    body += [
        f"%p = llvm.getelementptr %a[%{value}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
        "%l = llvm.load %p : !llvm.ptr<1> -> i32",
        "scf.yield %l : i32",
        "}",
    ]
    return kernel(body, "sum")


def blocks(count: int) -> str:
    """
    Conditionals one after the other; what they depend on varies.
    """
    body: list[str] = []
    value = "id"
    for i in range(count):
        body += [
            f"%c{i} = arith.cmpi slt, %{value}, %n : i32",
            f"%v{i} = scf.if %c{i} -> (i32) {{",
            f"%w{i} = arith.addi %{value}, %one : i32",
            f"scf.yield %w{i} : i32",
            "} else {",
            f"scf.yield %{value} : i32",
            "}",
        ]
        value = f"v{i}"
    return kernel(body, value)


def nests(count: int) -> str:
    """
    Conditionals in each other, eight deep.
    """
    body: list[str] = []
    for i in range(count):
        body += [f"%c{i} = arith.cmpi slt, %id, %n : i32", f"scf.if %c{i} {{"]
        if i % 8 == 7 or i == count - 1:
            body += ["llvm.store %one, %a : i32, !llvm.ptr<1>"] + ["}"] * (i % 8 + 1)
    return kernel(body, "id")


def returns(count: int) -> str:
    """
    Work items that leave, one after the other, and a barrier at the end.
    """
    body: list[str] = []
    for i in range(count):
        body += [
            f"%m{i} = arith.addi %n, %one : i32",
            f"%c{i} = arith.cmpi slt, %id, %m{i} : i32",
            f"cf.cond_br %c{i}, ^stay{i}, ^leave{i}",
            f"^leave{i}:",
            "opencl.return",
            f"^stay{i}:",
        ]
    return kernel([*body, "opencl.barrier local"], "id")


def loops(count: int) -> str:
    body: list[str] = []
    value = "id"
    for i in range(count):
        body += [
            f"%v{i} = scf.for %i{i} = %zero to %n step %one iter_args(%s{i} = %{value})"
            " -> (i32) : i32 {",
            f"%w{i} = arith.addi %s{i}, %i{i} : i32",
            f"scf.yield %w{i} : i32",
            "}",
        ]
        value = f"v{i}"
    return kernel(body, value)


def barriers(count: int) -> str:
    """
    Barriers with a value that lives across each, and one that lives across all.
    """
    body: list[str] = ["%first = llvm.load %a : !llvm.ptr<1> -> i32"]
    value = "id"
    for i in range(count):
        body += [
            f"%l{i} = llvm.load %a : !llvm.ptr<1> -> i32",
            f"%v{i} = arith.addi %{value}, %l{i} : i32",
            f"llvm.store %v{i}, %a : i32, !llvm.ptr<1>",
            "opencl.barrier global",
        ]
        value = f"v{i}"
    body.append(f"%last = arith.addi %first, %{value} : i32")
    return kernel(body, "last")


def rounds(count: int) -> str:
    """
    Loops with a barrier in each, whose counters the group shares.
    """
    body: list[str] = []
    for i in range(count):
        body += [
            f"scf.for %i{i} = %zero to %n step %one : i32 {{",
            f"llvm.store %i{i}, %a : i32, !llvm.ptr<1>",
            "opencl.barrier global",
            "}",
        ]
    return kernel(body, "id")


def variables(count: int) -> str:
    """
    Values that live from the start of the kernel to its end, across a barrier, and as
    many arrays in private memory.
    """
    body = [
        line
        for i in range(count)
        for line in (
            f"%p{i} = llvm.alloca %one x i32 : (i32) -> !llvm.ptr",
            f"llvm.store %id, %p{i} : i32, !llvm.ptr",
            f"%v{i} = llvm.load %a : !llvm.ptr<1> -> i32",
        )
    ]
    body.append("opencl.barrier global")
    value = "id"
    for i in range(count):
        body += [
            f"%l{i} = llvm.load %p{i} : !llvm.ptr -> i32",
            f"%s{i} = arith.addi %{value}, %v{i} : i32",
            f"%t{i} = arith.addi %s{i}, %l{i} : i32",
        ]
        value = f"t{i}"
    return kernel(body, value)


def pointers(count: int) -> str:
    """
    Pointers that are swapped, one pair after the other.
    """
    body = ["%b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr"]
    body += ["%x = llvm.addrspacecast %a : !llvm.ptr<1> to !llvm.ptr<4>"]
    body += ["%y = llvm.addrspacecast %b : !llvm.ptr to !llvm.ptr<4>"]
    p, q = "x", "y"
    for i in range(count):
        body += [
            f"%c{i} = arith.cmpi slt, %id, %n : i32",
            f"cf.cond_br %c{i}, ^b{i}(%{p}, %{q} : !llvm.ptr<4>, !llvm.ptr<4>), "
            f"^b{i}(%{q}, %{p} : !llvm.ptr<4>, !llvm.ptr<4>)",
            f"^b{i}(%p{i}: !llvm.ptr<4>, %q{i}: !llvm.ptr<4>):",
        ]
        p, q = f"p{i}", f"q{i}"
    body.append(f"%r = llvm.load %{p} : !llvm.ptr<4> -> i32")
    return kernel(body, "r")


def calls(count: int) -> str:
    """
    Calls of functions that call a function.
    """
    functions = [
        "func.func private @leaf(%x: i32) -> i32 {",
        "%i = opencl.get_local_id 0 : i32",
        "%y = arith.addi %x, %i : i32",
        "func.return %y : i32",
        "}",
    ]
    body: list[str] = []
    value = "id"
    for i in range(count):
        functions += [
            f"func.func private @f{i}(%x: i32) -> i32 {{",
            "%y = func.call @leaf(%x) : (i32) -> i32",
            "func.return %y : i32",
            "}",
        ]
        body.append(f"%v{i} = func.call @f{i}(%{value}) : (i32) -> i32")
        value = f"v{i}"
    return "\n".join(functions) + kernel(body, value)


def arguments(count: int) -> str:
    names = ", ".join(f'%a{i}: i32 {{opencl.name = "a{i}"}}' for i in range(count))
    body: list[str] = []
    value = "id"
    for i in range(count):
        body.append(f"%v{i} = arith.addi %{value}, %a{i} : i32")
        value = f"v{i}"
    text = kernel(body, value)
    return text.replace("%n: i32", f"{names}, %n: i32", 1)


def images(count: int) -> str:
    """
    As many images, each asked for its width.
    """
    type = "!opencl.image<image2d_t, read_only>"
    names = ", ".join(f'%i{i}: {type} {{opencl.name = "i{i}"}}' for i in range(count))
    body: list[str] = []
    value = "id"
    for i in range(count):
        body += [
            f"%w{i} = opencl.get_image_width %i{i} : {type} -> i32",
            f"%v{i} = arith.addi %{value}, %w{i} : i32",
        ]
        value = f"v{i}"
    text = kernel(body, value)
    return text.replace("%n: i32", f"{names}, %n: i32", 1)


def kernels(count: int) -> str:
    body = [f"%v{i} = arith.addi %id, %n : i32" for i in range(3)]
    return "\n".join(kernel(body, "v0", f"k{i}") for i in range(count))


def groups(count: int) -> str:
    """
    Group functions.
    """
    body: list[str] = []
    value = "id"
    for i in range(count):
        body.append(f"%v{i} = opencl.work_group_reduce add %{value} : i32")
        value = f"v{i}"
    return kernel(body, value)


PROGRAMS: dict[str, Callable[[int], str]] = {
    f.__name__: f
    for f in (
        ops,
        chain,
        blocks,
        nests,
        returns,
        loops,
        barriers,
        rounds,
        variables,
        pointers,
        groups,
        calls,
        arguments,
        images,
        kernels,
    )
}
TARGETS = {
    "amdhsa": ("amdhsa", "gfx1100", False),
    "host": ("host", "", False),
    "checked": ("host", "", True),
}


class Printer(ModulePass):
    """
    The last step, so that it is measured as the passes are.
    """

    name = "print LLVM IR"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        emit_llvm_ir(op)


def measure(text: str, target: str) -> Iterator[tuple[str, float]]:
    """
    The seconds of each pass, in order; passes that run twice are told apart.
    """
    abi, mcpu, check = TARGETS[target]
    ctx = context()
    module = Parser(ctx, text).parse_module()
    OpenCLAttachTargetPass(abi=abi, mcpu=mcpu).apply(ctx, module)
    attached = module_target(module)
    seen: dict[str, int] = {}
    for each in (*pipeline(attached, check=check), Printer()):
        seen[each.name] = seen.get(each.name, 0) + 1
        again = f" ({seen[each.name]})" if seen[each.name] > 1 else ""
        gc.collect()
        gc.disable()
        start = time.process_time()
        each.apply(ctx, module)
        seconds = time.process_time() - start
        gc.enable()
        yield each.name + again, seconds


def tables(options: argparse.Namespace) -> Iterator[Table]:
    """
    Yields the times of all passes together by target, then of each pass that grows.
    """
    sizes: list[int] = [50, 200] if options.quick else options.sizes
    names: list[str] = ["ops", "loops"] if options.quick else options.only
    columns = [f"{size} items" for size in sizes]
    grown: dict[str, dict[str, float]] = {}
    for target in options.targets:
        totals: dict[str, dict[str, float]] = {}
        for name in names:
            steps: dict[str, list[float]] = {}
            # The first run of a process imports and compiles.
            list(measure(PROGRAMS[name](sizes[0]), target))
            for size in sizes:
                for step, seconds in measure(PROGRAMS[name](size), target):
                    steps.setdefault(step, []).append(seconds / size * 1e6)
            every = zip(*steps.values(), strict=True)
            totals[name] = dict(zip(columns, map(sum, every), strict=True))
            for step, times in steps.items():
                if options.all or grows(times, sizes):
                    case = f"{target}, {name}: {step}"
                    grown[case] = dict(zip(columns, times, strict=True))
        yield Table(
            f"Growth of all passes, {target}",
            "µs of processor time per item",
            totals,
            mine=columns[-1],
            goal=f"each at most {LIMIT}",
        )
    yield Table(
        "Passes that grow",
        "µs of processor time per item",
        grown,
        mine=columns[-1],
        goal="none",
        notes=(f"{len(grown)} of all passes",),
    )


def grows(times: Sequence[float], sizes: Sequence[int]) -> bool:
    """
    Says whether a pass takes more time per item for more items, and long enough to tell.
    """
    return any(
        after / max(before, 1e-9) > LIMIT and after * size / 1e6 > NOTICED
        for before, after, size in zip(times, times[1:], sizes[1:], strict=False)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=positives, default="100,1000")
    parser.add_argument("--only", type=chosen(PROGRAMS), default=",".join(PROGRAMS))
    parser.add_argument("--targets", type=chosen(TARGETS), default=",".join(TARGETS))
    parser.add_argument("--all", action="store_true", help="every pass")
    run(parser, tables)


if __name__ == "__main__":
    main()

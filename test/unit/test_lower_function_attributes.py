"""
The inferred `amdgpu-no-*` attributes against LLVM's own attributor: for every input of
the hardware used alone, we infer what LLVM 22 infers at O3 when our attributes are
withheld, and a kernel at O0 is given no more registers than LLVM's at O3.
"""

from __future__ import annotations

import re

import pytest
from lower_helpers import parse, run
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr
from xdsl.dialects.llvm import FuncOp
from xdsl.ir import Attribute

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.codegen import generate
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

STORE = "llvm.store volatile %v, %o : {}, !llvm.ptr<1>"


def intrinsic(name: str, type: str) -> str:
    return f'%v = llvm.call_intrinsic "{name}"() : () -> {type} {STORE.format(type)}'


def pointer(name: str) -> str:
    return (
        f'%p = llvm.call_intrinsic "{name}"() : () -> !llvm.ptr<2> '
        f"%v = llvm.load %p : !llvm.ptr<2> -> i64 {STORE.format('i64')}"
    )


def hidden(offset: int, type: str = "i64") -> str:
    return f"%v = opencl.load_argument implicit[{offset}] : {type} {STORE.format(type)}"


CASTS = {
    "local to generic": (
        "%l = opencl.local !llvm.array<4 x i32> : !llvm.ptr<3> "
        "%v = llvm.addrspacecast %l : !llvm.ptr<3> to !llvm.ptr<4> "
        + STORE.format("!llvm.ptr<4>")
    ),
    "private to generic": (
        "%n = llvm.mlir.constant(4 : i32) : i32 "
        "%l = llvm.alloca %n x i32 : (i32) -> !llvm.ptr "
        "%v = llvm.addrspacecast %l : !llvm.ptr to !llvm.ptr<4> "
        + STORE.format("!llvm.ptr<4>")
    ),
}

BODIES = {
    "nothing": "%v = llvm.mlir.constant(1 : i32) : i32 " + STORE.format("i32"),
    **{
        f"{kind} id {axis}": intrinsic(f"llvm.amdgcn.{kind}.id.{axis}", "i32")
        for kind in ("workitem", "workgroup")
        for axis in "xyz"
    },
    "dispatch id": intrinsic("llvm.amdgcn.dispatch.id", "i64"),
    "dispatch pointer": pointer("llvm.amdgcn.dispatch.ptr"),
    "queue pointer": pointer("llvm.amdgcn.queue.ptr"),
    "packet": f"%v = opencl.load_argument dispatch[4] : i16 {STORE.format('i16')}",
    "trap": '"llvm.intr.trap"() : () -> ()',
    "debug trap": '"llvm.intr.debugtrap"() : () -> ()',
    "trap by name": 'llvm.call_intrinsic "llvm.trap"() : () -> ()',
    **CASTS,
}
SLOTS = {4: range(0, 56, 8), 5: (0, 12, 18, 40, 64, 72, 80, 88, 96, 104, 112, 200)}

WIDTHS = {0: "i32", 12: "i16", 18: "i16", 64: "i16"}

ALWAYS_ON = {"amdgpu-no-workitem-id-x", "amdgpu-no-workgroup-id-x"}
"""A kernel has these inputs anyway, so LLVM does not look for their uses in kernels."""

LOCAL_IN_FUNCTION = ("f_local_to_generic", "calls_local_to_generic")
"""
LLVM's attributor keeps inputs for a trap there, which its code generation does not make.
"""

TARGETS = {
    "gfx700-v4": Target(Abi.AMDHSA, "gfx700", code_object_version=4),
    "gfx700": Target(Abi.AMDHSA, "gfx700"),
    "gfx803-v4": Target(Abi.AMDHSA, "gfx803", code_object_version=4),
    "gfx803": Target(Abi.AMDHSA, "gfx803"),
    "gfx900-v4": Target(Abi.AMDHSA, "gfx900", code_object_version=4),
    "gfx900": Target(Abi.AMDHSA, "gfx900"),
    "gfx90a": Target(Abi.AMDHSA, "gfx90a"),
    "gfx942": Target(Abi.AMDHSA, "gfx942"),
    "gfx1030": Target(Abi.AMDHSA, "gfx1030"),
    "gfx1100": Target(Abi.AMDHSA, "gfx1100", code_object_version=6),
    "gfx1200": Target(Abi.AMDHSA, "gfx1200"),
}


def cases(target: Target) -> dict[str, str]:
    """Kernel to body: each input by itself."""
    version = min(target.code_object_version, 5)
    bodies = {name: body for name, body in BODIES.items()}
    for offset in SLOTS[version]:
        type = WIDTHS.get(offset, "i64") if version == 5 else "i64"
        bodies[f"hidden {offset}"] = hidden(offset, type)
    return {re.sub(r"\W", "_", name): body for name, body in bodies.items()}


def lowered(target: Target) -> ModuleOp:
    """
    For each case a kernel, and a kernel that calls a function which does the same.
    """
    text = ""
    for name, body in cases(target).items():
        text += f"""
        opencl.kernel @{name}(%o: !llvm.ptr<1>) {{ {body} opencl.return }}
        func.func private @f_{name}(%o: !llvm.ptr<1>)
            attributes {{passthrough = ["noinline"]}} {{ {body} func.return }}
        opencl.kernel @calls_{name}(%o: !llvm.ptr<1>) {{
          func.call @f_{name}(%o) : (!llvm.ptr<1>) -> ()
          opencl.return
        }}"""
    return run(parse(text, target), "opencl-to-llvm")


def names(function: FuncOp) -> list[Attribute]:
    passthrough = function.passthrough
    return [] if passthrough is None else list(passthrough.data)


def inferred(function: FuncOp) -> set[str]:
    return {
        entry.data
        for entry in names(function)
        if isinstance(entry, StringAttr) and entry.data.startswith("amdgpu-no-")
    }


def withhold(module: ModuleOp) -> None:
    """Removes what we inferred."""
    for op in module.ops:
        if isinstance(op, FuncOp):
            ours = inferred(op)
            op.passthrough = ArrayAttr(
                [
                    entry
                    for entry in names(op)
                    if not (isinstance(entry, StringAttr) and entry.data in ours)
                    and "implicitarg-num-bytes" not in str(entry)
                ]
            )


def llvm_attributes(ir: str) -> dict[str, set[str]]:
    """Function to the `amdgpu-no-*` attributes of its definition in LLVM IR text."""
    groups = {
        m[1]: set(re.findall(r'"(amdgpu-no-[\w-]+)"', m[2]))
        for m in re.finditer(r"^attributes (#\d+) = \{(.*)\}", ir, re.MULTILINE)
    }
    return {
        m[1]: groups[m[2]]
        for m in re.finditer(r"^define [^@]*@(\w+)\([^{]*?(#\d+)", ir, re.MULTILINE)
    }


def directives(assembly: str, directive: str) -> dict[str, int]:
    """Kernel to the value of a directive of its `.amdhsa_kernel` block."""
    found: dict[str, int] = {}
    kernel = ""
    for line in assembly.splitlines():
        if match := re.match(r"\s*\.amdhsa_kernel (\w+)", line):
            kernel = match[1]
        elif match := re.match(rf"\s*\.{directive} (\d+)", line):
            found[kernel] = int(match[1])
    return found


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_what_llvm_infers(target: Target) -> None:
    module = lowered(target)
    ours = {
        op.sym_name.data: inferred(op) for op in module.ops if isinstance(op, FuncOp)
    }
    mine = generate(emit_llvm_ir(module), target, level=0, kinds=("asm",))
    withhold(module)
    theirs = generate(emit_llvm_ir(module), target, level=3, kinds=("asm", "llvm-ir"))
    assert theirs.llvm_ir is not None
    expected = llvm_attributes(theirs.llvm_ir)
    assert len(expected) == len(ours)
    for name in ours:
        ignored: set[str] = set() if name.startswith("f_") else set(ALWAYS_ON)
        if name in LOCAL_IN_FUNCTION:
            ignored |= {"amdgpu-no-queue-ptr", "amdgpu-no-implicitarg-ptr"}
        assert sorted(ours[name] - ignored) == sorted(expected[name] - ignored), name
    assert mine.assembly is not None
    assert theirs.assembly is not None
    mine_counts, their_counts = (
        directives(text, "amdhsa_user_sgpr_count")
        for text in (mine.assembly, theirs.assembly)
    )
    assert len(mine_counts) == 2 * len(cases(target))
    for name, count in mine_counts.items():
        if name in LOCAL_IN_FUNCTION:
            assert count <= their_counts[name]
        else:
            assert count == their_counts[name], name
    has_trap = re.findall(
        r"^\w*local_to_generic:(?:(?!s_endpgm).)*s_trap",
        mine.assembly,
        re.DOTALL | re.MULTILINE,
    )
    assert not has_trap


def test_unknown_callee() -> None:
    """The needs of a function that is only declared are unknown."""
    text = """
    func.func private @other()
    opencl.kernel @k() { func.call @other() : () -> () opencl.return }
    opencl.kernel @alone() { opencl.return }
    """
    module = run(parse(text, Target(Abi.AMDHSA, "gfx900")), "opencl-to-llvm")
    found = {
        op.sym_name.data: inferred(op) for op in module.ops if isinstance(op, FuncOp)
    }
    assert found["k"] == set()
    assert "amdgpu-no-dispatch-ptr" in found["alone"]


@pytest.mark.parametrize("version", [4, 5])
@pytest.mark.parametrize("level", [0, 3])
def test_hidden_block_ends_after_the_last_byte_read(version: int, level: int) -> None:
    target = Target(Abi.AMDHSA, "gfx900", code_object_version=version)
    unit = 8 if version == 4 else 4
    emission = generate(
        emit_llvm_ir(lowered(target)), target, level=level, kinds=("asm",)
    )
    assert emission.assembly is not None
    sizes = directives(emission.assembly, "amdhsa_kernarg_size")
    for offset in SLOTS[version]:
        width = WIDTHS.get(offset, "i64") if version == 5 else "i64"
        end = offset + int(width[1:]) // 8
        expected = 8 + -(-end // unit) * unit
        assert sizes[f"hidden_{offset}"] == expected
        assert sizes[f"calls_hidden_{offset}"] == expected
    assert sizes["nothing"] == 8
    assert sizes["workitem_id_x"] == 8

"""
Types of accesses (TBAA): those of Clang without structures are kept, LLVM uses them, and
programs that look at memory as several types see what they stored.
"""

from __future__ import annotations

import re
import subprocess
from importlib import import_module
from typing import Any

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of
from texts import parts
from xdsl.dialects import llvm
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.llvm.codegen import generate
from xdsl_opencl.driver import Compilation, SourceFile
from xdsl_opencl.frontend import BuildOptions, load_llvm_ir
from xdsl_opencl.frontend.clang.opencl_c import clang_arguments, find_clang
from xdsl_opencl.frontend.ir_text.normalise import normalise
from xdsl_opencl.runtime import Local, Program

np: Any = import_module("numpy")

pytestmark = needs_clang

TEXTS = parts("access_types.cl")
TYPES = TEXTS["TYPES"]


def clang_ir(text: str, options: BuildOptions, *words: str) -> str:
    """Clang's LLVM IR of `text`, with variables as values."""
    command = [*clang_arguments(options, find_clang()), *words, "-w", "-"]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True
    )
    return normalise(done.stdout, "k.cl")


def ours(module: ModuleOp) -> list[str]:
    """The types of the accesses in `module`, `char` where there is none."""
    found: list[str] = []
    for op in module.walk():
        if isinstance(op, llvm.LoadOp | llvm.StoreOp):
            metadata = op.attributes.get("opencl.metadata", DictionaryAttr({}))
            assert isinstance(metadata, DictionaryAttr)
            texts = re.findall(r'"(.*?)"', str(metadata.data.get("tbaa", "")))
            found.append(" in ".join((*texts, "omnipotent char")))
    return found


def clangs(ir: str) -> list[str]:
    """The types of the accesses in `ir`, where Clang knows of no structures."""
    nodes = dict(re.findall(r"^(!\d+) = !\{(.*)\}$", ir, re.MULTILINE))

    def chain(node: str) -> str:
        match = re.fullmatch(r'!"(.*)", (!\d+), i64 0', nodes[node])
        if match is None:
            assert nodes[node] == '!"Simple C/C++ TBAA"'
            return ""
        outer = chain(match[2])
        return f"{match[1]} in {outer}" if outer else match[1]

    found: list[str] = []
    bodies = re.findall(r"^define (?![^\n]*spir_kernel void).*?^\}", ir, re.M | re.S)
    for line in "\n".join(bodies).splitlines():
        if re.match(r"  (%\S+ = load|store) ", line):
            tag = re.search(r"!tbaa (!\d+)", line)
            base = "" if tag is None else nodes[tag[1]].partition(",")[0]
            found.append(chain(base) if base else "omnipotent char")
    return found


@pytest.mark.parametrize("name", ["", "struct_arg.cl", "odd_args.cl", "swizzle.cl"])
def test_types_are_clang_s(name: str) -> None:
    """
    Clang's own `-no-struct-path-tbaa` names for each access the type that the importer
    takes from its tag of a part of a structure.
    """
    text = (KERNELS / name).read_text() if name else TYPES
    options = options_of(name, "") if name else BuildOptions.parse(["-cl-std=CL2.0"])
    module = load_llvm_ir(clang_ir(text, options), promote=False).module
    alone = clang_ir(text, options, "-Xclang", "-no-struct-path-tbaa")
    assert ours(module) == clangs(alone)
    if not name:
        kinds = {"float", "long", "half", "p1 int", "p1 _ZTS5inner"}
        assert kinds <= {types.partition(" in ")[0] for types in ours(module)}


FORWARDED = TEXTS["FORWARDED"]


@pytest.mark.parametrize(
    ("type_", "store", "loads"),
    [
        ("float", "x[0] = 2", 0),
        ("int", "x[0] = 2", 1),
        ("uint", "x[0] = 2", 1),
        ("char", "x[0] = 2", 1),
        ("float4", "x[0] = 2", 1),
        ("float", "vstore3((float3)(2), 0, x)", 0),
        ("uint", "vstore3((uint3)(2), 0, x)", 1),
        ("float", "vstore4((float4)(2), 0, x)", 1),
        ("half", "vstore_half(2.0f, 0, x)", 0),
        ("half", "vstorea_half3((float3)(2), 0, x)", 1),
    ],
)
def test_llvm_uses_types(type_: str, store: str, loads: int) -> None:
    """
    A store of another type does not change what was stored; one of `char`, of a vector, or
    of the same type without its sign may.
    """
    target = Target("amdhsa", "gfx1100")
    text = FORWARDED.replace("TYPE", type_).replace("STORE", store)
    ir = Compilation(SourceFile("k.cl", text), target).llvm_ir
    optimised = generate(ir, target, kinds=("llvm-ir",)).llvm_ir
    assert optimised is not None
    assert len(re.findall(r"load i32, ptr addrspace\(1\)", optimised)) == loads


BARRIER = TEXTS["BARRIER"]


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_barriers_order_types(device: str) -> None:
    """
    After a barrier memory may have another type: that is so on a GPU, whose barrier is a
    fence, and on the CPU device, where nothing stands for the barrier of one work item.
    """
    program = Program.from_source(BARRIER, device=device)
    memory = np.array([0, 0, 1], np.float32)
    program["f"](1, 1, memory, memory[2:].view(np.int32))
    assert list(memory) == [5, 0, 4]


PUNNED = TEXTS["PUNNED"]


@pytest.mark.parametrize("device", ["host", "gfx900", "gfx1100", "gfx942"])
def test_punning(device: str) -> None:
    """
    Unions, `char *` and work-group memory with one type after the other, as NumPy has it.
    """
    count, group = 128, 64
    program = Program.from_source(PUNNED, device=device)
    generator = np.random.default_rng(1)
    cells = np.zeros(count, [("kind", "<i4"), ("f", "<f4")])
    cells["f"] = generator.normal(size=count)
    x = generator.normal(size=count).astype(np.float32)
    a = (cells["f"] + np.float32(1)).view(np.uint32) ^ 0x1234
    b = (a & 0xFFFFFF) | (np.arange(count, dtype=np.uint32) << 24)
    back = (2 * x + 1).reshape(-1, group)[:, ::-1].ravel()
    last = (back + 2 * x).view(np.uint32)
    expected = np.stack([a, b, b.reshape(-1, group)[:, ::-1].ravel(), last], axis=1)
    out = np.zeros((count, 4), np.uint32)
    program["f"](count, group, cells, out, x, Local(4 * group))
    np.testing.assert_array_equal(out, expected)

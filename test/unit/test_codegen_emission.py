"""Emission: LLVM's answers, its refusals, and what the child process survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from codegen_ir import attributes, kernel_ir
from processes import heed, used, wait_until_busy
from texts import parts
from tools import need

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm import codegen, llvm_child
from xdsl_opencl.backend.llvm.codegen import CodegenError, generate
from xdsl_opencl.backend.llvm.llvm_worker import kernel_names
from xdsl_opencl.backend.objects.assembler import AssemblerError
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.backend.objects.elf import read_elf

TEXTS = parts("codegen_emission.ll")

GFX900 = Target(Abi.AMDHSA, "gfx900")


@pytest.mark.parametrize(("version", "byte"), [(4, 2), (5, 3), (6, 4)])
@pytest.mark.parametrize("mcpu", ["gfx700", "gfx803", "gfx90a", "gfx1030", "gfx1200"])
def test_object_header(version: int, byte: int, mcpu: str):
    target = Target(Abi.AMDHSA, mcpu, code_object_version=version)
    code = codegen.emit_object(kernel_ir(version * 100), target)
    # AMDGPUUsage, "ELF Header": machine, OS ABI and ABI version.
    assert (code[18], code[7], code[8]) == (0xE0, 64, byte)
    info = inspect(code)
    assert (info.processor, info.code_object_version) == (mcpu, version)
    assert [kernel.name for kernel in info.kernels] == ["scale", "empty"]


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_user_sgprs_are_paid_only_when_used(level: int):
    # gfx900: private segment buffer 4 and kernarg pointer 2; `empty` needs no kernarg
    # pointer. Without attributes LLVM's emitter alone takes 14.
    scale, empty = inspect(codegen.emit_object(kernel_ir(), GFX900, level)).kernels
    assert scale.user_sgprs == 6
    assert empty.user_sgprs <= 6
    assert empty.layout.kernarg_segment_size == 0


def test_user_sgprs_without_attributes_show_the_difference():
    bare = "define amdgpu_kernel void @bare(i32 %a) { ret void }"
    counts = [
        inspect(codegen.emit_object(bare, GFX900, level)).kernels[0].user_sgprs
        for level in (0, 3)
    ]
    assert counts == [14, 6]


def test_user_sgprs_agree_with_the_assembly():
    emission = generate(kernel_ir(), GFX900, kinds=("asm", "object"))
    assert emission.assembly is not None
    assert emission.object is not None
    scale = inspect(emission.object).kernels[0]
    assert f".amdhsa_user_sgpr_count {scale.user_sgprs}\n" in emission.assembly


def test_optimised_ir_and_levels():
    ir = TEXTS["OPTIMISED_IR_AND_LEVELS"]
    texts = [generate(ir, GFX900, level=n, kinds=("llvm-ir",)).llvm_ir for n in (0, 3)]
    assert texts[0] is not None
    assert texts[1] is not None
    assert "call i32 @twice" in texts[0]
    assert "call i32" not in texts[1]


def test_functions_become_local():
    ir = TEXTS["FUNCTIONS_BECOME_LOCAL"]
    for internalize, expected in ((True, False), (False, True)):
        text = generate(
            ir, GFX900, kinds=("llvm-ir",), level=0, internalize=internalize
        ).llvm_ir
        assert text is not None
        assert ("define i32 @helper" in text) is expected


def test_kernel_names():
    ir = TEXTS["KERNEL_NAMES"]
    assert kernel_names(ir) == ["plain", 'with space"', "a.b$c-1"]


@pytest.mark.parametrize(
    ("ir", "words"),
    [
        ("garbage", "expected top-level entity"),
        ("define amdgpu_kernel void @k() { ret i32 0 }", "function result type"),
        (
            "define amdgpu_kernel void @k() { %a = alloca i32, addrspace(0) ret void }",
            "alloca on amdgpu must be in addrspace(5)",
        ),
        (
            "declare float @foo(float)\n"
            "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
            "  %a = call float @foo(float 1.0)\n"
            "  store float %a, ptr addrspace(1) %p\n  ret void\n}",
            "nothing defines 'foo' (used by 'k')",
        ),
        (
            "@g = external addrspace(1) global i32\n"
            "define amdgpu_kernel void @k() {\n  store i32 3, ptr addrspace(1) "
            "getelementptr (i32, ptr addrspace(1) @g, i32 3)\n  ret void\n}",
            "nothing defines 'g' (used by 'k')",
        ),
        (
            "@lds = internal addrspace(3) global [100000 x i32] poison\n"
            "define amdgpu_kernel void @k(i32 %i) {\n"
            "  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %i\n"
            "  store volatile i32 3, ptr addrspace(3) %p\n  ret void\n}",
            "kernel 'k' has 400000 bytes of local memory, and gfx900 has 65536",
        ),
        (
            "define amdgpu_kernel void @k() { ret void }\n!llvm.module.flags = !{!0}\n"
            '!0 = !{i32 1, !"amdhsa_code_object_version", i32 700}',
            "LLVM ERROR: unsupported code object version",
        ),
        (
            "declare float @llvm.amdgcn.fdot2(<2 x half>, <2 x half>, float, i1)\n"
            "define void @f(ptr addrspace(1) %p, <2 x half> %a) noinline {\n"
            "  %r = call float @llvm.amdgcn.fdot2(<2 x half> %a, <2 x half> %a, "
            "float 1.0, i1 0)\n"
            "  store float %r, ptr addrspace(1) %p\n  ret void\n}",
            "in function 'f': LLVM ERROR: Cannot select",
        ),
    ],
    ids=["text", "type", "verify", "function", "variable", "lds", "version", "select"],
)
def test_refusals(ir: str, words: str):
    with pytest.raises(CodegenError) as caught:
        codegen.emit_object(ir, GFX900)
    assert words in str(caught.value)
    # The next module finds a child that works.
    assert codegen.emit_object(kernel_ir(), GFX900)


def test_unused_declarations_and_dynamic_local_memory_are_fine():
    ir = TEXTS["UNUSED_DECLARATIONS_AND_DYNAMIC_LOCAL_MEMORY_ARE_FINE"]
    assert codegen.emit_object(ir, GFX900)


def test_bad_arguments():
    with pytest.raises(CodegenError, match="level 4"):
        codegen.emit_object(kernel_ir(), GFX900, 4)


def test_r600_and_mesa():
    ir = """
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}"""
    assert "MEM_RAT" in codegen.emit_assembly(ir, Target(Abi.R600, "juniper"))
    assert "s_endpgm" in codegen.emit_assembly(ir, Target(Abi.MESA3D, "gfx803"))


def test_many_modules_use_one_child():
    codegen.emit_object(kernel_ir(), GFX900)
    children = list(llvm_child.idle)
    for _ in range(3):
        codegen.emit_object(kernel_ir(), GFX900)
    assert list(llvm_child.idle) == children


def test_threads():
    results: list[bytes] = []

    def emit() -> None:
        results.append(codegen.emit_object(kernel_ir(), GFX900))

    threads = [threading.Thread(target=emit) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert len(set(results)) == 1


def test_killed_child_is_a_diagnostic():
    child = llvm_child.take()
    llvm_child.idle.append(child)
    os.kill(child.process.pid, signal.SIGSTOP)
    timer = threading.Timer(0.2, os.kill, (child.process.pid, signal.SIGKILL))
    timer.start()
    with pytest.raises(
        CodegenError, match=r"'scale', 'empty': it was ended by signal 9"
    ):
        codegen.emit_object(kernel_ir(), GFX900)
    timer.join()


def test_interrupt_ends_both_processes(tmp_path: Path):
    # 3000 functions keep LLVM busy for seconds.
    program = tmp_path / "busy.py"
    program.write_text(
        "from xdsl_opencl.backend.llvm import codegen, llvm_child\n"
        "from xdsl_opencl.abi.target import Target\n"
        "body = ''.join(f'%a{i} = mul i32 %x, %a{i - 1}\\n' for i in range(1, 200))\n"
        "ir = ''.join(f'define i32 @f{n}(i32 %a0, i32 %x) {{\\n{body}ret i32 %a199 }}\\n'"
        " for n in range(3000))\n"
        "child = llvm_child.take()\n"
        "llvm_child.idle.append(child)\n"
        "print(child.process.pid, flush=True)\n"
        "codegen.emit_object(ir, Target('amdhsa', 'gfx900'))\n"
    )
    process = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
        preexec_fn=heed,
    )
    assert process.stdout is not None
    child = int(process.stdout.readline())
    wait_until_busy(child)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_the_child_ends_with_its_parent(tmp_path: Path):
    """
    A parent that is killed closes its pipe, which the child reads only when LLVM is done.
    """
    (tmp_path / "endless.py").write_text(
        "def serve(llvm, request):\n  while True: pass\n"
    )
    program = tmp_path / "busy.py"
    program.write_text(
        "from xdsl_opencl.backend.llvm import llvm_child\n"
        "child = llvm_child.take()\n"
        "llvm_child.idle.append(child)\n"
        "print(child.process.pid, flush=True)\n"
        "llvm_child.ask({'service': 'endless'})\n"
    )
    process = subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    child = int(process.stdout.readline())
    wait_until_busy(child)
    process.kill()
    process.wait()
    end = time.monotonic() + 30
    while used(child) is not None and time.monotonic() < end:
        time.sleep(0.1)
    alive = used(child) is not None
    if alive:
        os.kill(child, signal.SIGKILL)
    assert not alive


def test_another_disassembler_reads_the_code(tmp_path: Path):
    file = tmp_path / "k.o"
    file.write_bytes(codegen.emit_object(kernel_ir(), GFX900))
    result = subprocess.run(
        [need("llvm-objdump"), "-d", "--mcpu=gfx900", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "<scale>:" in result.stdout
    assert "v_mul_f32" in result.stdout


def test_cut_elf_is_refused():
    code = codegen.emit_object(kernel_ir(), GFX900)
    for size in (3, 10, 60, len(code) // 2, len(code) - 1):
        with pytest.raises(ValueError, match=r"ELF|cut"):
            read_elf(code[:size])


def test_level_zero_code_has_no_needless_attributes():
    # Attributes written by hand reach the descriptor without the optimiser.
    ir = f"define amdgpu_kernel void @k(i32 %a) #0 {{ ret void }}\nattributes #0 = {{ {attributes()} }}"
    kernel = inspect(codegen.emit_object(ir, GFX900, 0)).kernels[0]
    assert kernel.user_sgprs == 6


INLINE = """
define amdgpu_kernel void @k(ptr addrspace(1) %p) {{
  %x = call i32 asm sideeffect "{0} $0, 0x2a", "=v"()
  store i32 %x, ptr addrspace(1) %p
  ret void
}}
!llvm.module.flags = !{{!0}}
!0 = !{{i32 1, !"amdhsa_code_object_version", i32 {1}}}
"""


@pytest.mark.parametrize(
    "target",
    [
        GFX900,
        Target(Abi.AMDHSA, "gfx90a", ("+xnack",)),
        Target(Abi.AMDHSA, "gfx1100", wave_size=64),
        Target(Abi.AMDHSA, "gfx1200", code_object_version=6),
    ],
    ids=lambda target: target.mcpu,
)
def test_inline_assembly_becomes_an_object(target: Target):
    version = target.code_object_version * 100
    ir = INLINE.format("v_mov_b32", version)
    both = generate(ir, target, kinds=("asm", "object"))
    assert both.object is not None
    assert both.assembly is not None
    assert "v_mov_b32 v" in both.assembly
    info = inspect(both.object)
    assert [kernel.name for kernel in info.kernels] == ["k"]
    assert info.code_object_version == target.code_object_version
    # llvmlite's LLVM makes an object of the rest: the same descriptor for the same code.
    plain = INLINE.format("x", version).replace("call i32 asm", "add i32 42, 0 ;")
    code = codegen.emit_object(plain, target)
    assert read_elf(code).flags == read_elf(both.object).flags
    assert inspect(code).kernels[0].user_sgprs == info.kernels[0].user_sgprs


def test_inline_assembly_that_is_wrong():
    with pytest.raises(AssemblerError, match=r"invalid instruction.*line \d+ of the"):
        codegen.emit_object(INLINE.format("v_mv_b32", 500), GFX900)


def test_inline_assembly_without_an_assembler(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("xdsl_opencl.backend.toolchain.zig", lambda: None)
    monkeypatch.delenv("XDSL_OPENCL_CLANG", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AssemblerError, match=r"needs an assembler.*pip install"):
        codegen.emit_object(INLINE.format("v_mov_b32", 500), GFX900)


def test_short_arms_are_no_branches():
    """
    On amdgcn both arms are executed where they are short; what other targets are asked for
    before does not change the code, and they keep LLVM's own limits.
    """
    ir = TEXTS["SHORT_ARMS_ARE_NO_BRANCHES"]
    gpu = ir.format(convention="amdgpu_kernel", space=" addrspace(1)")
    host = ir.format(convention="", space="")

    def optimised(text: str, target: Target) -> str:
        found = generate(text, target, kinds=("llvm-ir",)).llvm_ir
        assert found is not None
        return found

    first = optimised(gpu, GFX900)
    assert " br " not in first
    assert " br " in optimised(host, Target(Abi.HOST))
    assert optimised(gpu, GFX900) == first

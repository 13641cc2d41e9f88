"""Constructs that public code has and the suite lacks, in reduced programs."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy
import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from long_runs import LONG
from texts import whole
from tools import absent, find_all

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Target
from xdsl_opencl.frontend import load_file, load_llvm_ir, load_source
from xdsl_opencl.frontend.clang import opencl_c
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.ir_text.normalise import normalise
from xdsl_opencl.llvm_ir.reader.module import ModuleReader
from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

PROGRAMS = Path(__file__).with_name("programs")

# llvmlite has no types.
llvm: Any = import_module("llvmlite.binding")


# printf


@needs_clang
@pytest.mark.parametrize(
    ("call", "operation"),
    [
        ('"%d %u %x", g, g, i', '"%ld %lu %x"(%call, %call, %i) : i64, i64, i32'),
        ('"%lld %llu %zu %ld", g, g, g, i', '"%ld %lu %zu %d"('),
        ('"%v4f|%v3f", v, v', '"%v4hlf|%v4hlf"(%v, %v)'),
        ('"%v2d", c', '"%v4hhd"(%c) : vector<4xi8>'),
        ('"%d", v.x', '"%f"('),
        ('"%5.2f", i', '"%5.2f"('),
        ('"%*d|%.*f", 4, i, 3, v.x', '"%4d|%.3f"(%i, %'),
        ('"%d|%s"', '"%%d|%%s"()'),
        ('"100% sure%"', '"100%% sure%%"()'),
        ('"%d", i, i, g', '"%d"(%i) : i32'),
        ('"%x %p", p, p', '"%lx %p"(%'),
        ('"%s", i', '"%d"(%i)'),
        ('"%c", g', '"%c"(%'),
        ('"%y%%", i', '"%%y%%"()'),
    ],
)
def test_printf_follows_its_arguments(call: str, operation: str) -> None:
    """
    Directives that C leaves undefined for their argument print the argument's value.
    """
    text = (
        "kernel void k(global int *p, int i, float4 v, char4 c) "
        f"{{ size_t g = get_global_id(0); printf({call}); }}"
    )
    module = load_source(text, BuildOptions.parse(["-w"])).module
    module.verify()
    assert f"opencl.printf {operation}" in str(module)


@needs_clang
def test_printf_of_strings_that_are_no_literals(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A parameter, a choice, an array: on the CPU device the text is there."""
    program = Program.from_source(
        'void say(constant char *s, int n) { printf("%s=%d\\n", s, n); }\n'
        "kernel void k(int n) {\n"
        "  char own[3] = {'o', 'k', 0};\n"
        '  say("size", n); say(n > 3 ? "big" : "small", n);\n'
        '  printf("<%s>\\n", own);\n'
        "}"
    )
    program.k((1,), None, numpy.int32(5))
    assert capfd.readouterr().out == "size=5\nbig=5\n<ok>\n"


# Blocks


@needs_clang
def test_blocks() -> None:
    """Blocks that capture and blocks that are constants are called as functions."""
    program = Program.from_source(
        "typedef int (^unary)(int);\n"
        "constant unary twice = ^(int x) { return 2 * x; };\n"
        "kernel void k(global int *p, int n) {\n"
        "  unary add = ^(int x) { return x + n; };\n"
        "  void (^put)(global int *) = ^(global int *q) { *q = n + 100; };\n"
        "  p[0] = add(1) + twice(1000); put(p + 1);\n"
        "}",
        options="-cl-std=CL2.0",
    )
    found = numpy.zeros(2, numpy.int32)
    program.k((1,), None, found, numpy.int32(7))
    assert found.tolist() == [2008, 107]


# The program's surroundings


@needs_clang
def test_no_extensions_of_other_vendors() -> None:
    """Programs ask for the macro and then call what only that vendor has."""
    text = (
        "#ifdef cl_intel_subgroups\n#error not here\n#endif\n"
        "#ifdef cl_intel_bfloat16_conversions\n#error not here\n#endif\n"
        "#ifndef cl_khr_fp64\n#error here\n#endif\nkernel void k() {}"
    )
    for standard in ("CL1.2", "CL2.0", "CL3.0"):
        load_source(text, BuildOptions(standard))


@needs_clang
def test_kernel_of_another_program() -> None:
    """A kernel that is only declared has its own name as a function that is missing."""
    text = "kernel void far(global int *p);\nkernel void k(global int *p) { far(p); }"
    assert load_source(text).externals == ("far",)


CALLS = whole("frontend_programs.ll")


def test_kernels_that_older_compilers_call() -> None:
    """LLVM refuses a call of a kernel, which Clang wrote before version 21."""
    module = load_llvm_ir(CALLS).module
    module.verify()
    printed = str(module)
    assert "__clang_ocl_kern_imp" not in printed
    assert re.findall(r"opencl.kernel @([^(]*)", printed) == ['"a b"', "a", "ab"]
    assert re.findall(r"opencl.call_kernel @([^(]*)", printed) == ['"a b"', "a"]


# Other versions of Clang

CLANGS = [tool.path for tool in find_all("clang") if tool.version >= 14]
SAMPLE = ("async_copy.cl", "calls.cl", "image_sample.cl", "struct_arg.cl")


@needs_clang
@pytest.mark.skipif(not CLANGS, reason=absent("clang", 14))
@pytest.mark.parametrize("command", CLANGS)
def test_other_clangs(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The suite, or in the short run what the versions write differently, imports through
    every Clang that is installed, and lowers.
    """
    monkeypatch.setenv(opencl_c.CLANG_VARIABLE, command)
    opencl_c.find_clang.cache_clear()
    try:
        for file, build in suite_builds():
            if not LONG and file not in SAMPLE:
                continue
            options = options_of(file, build)
            imported = load_file(KERNELS / file, options)
            assert not imported.externals, file
            imported.module.verify()
            words = [*build.split(), f"-cl-std={options.standard}"]
            target = Target(mcpu="gfx1100")
            assert compile(KERNELS / file, target, options=words, level=1).object
    finally:
        opencl_c.find_clang.cache_clear()


# Packed structs

PACKED = (PROGRAMS / "packed.ll").read_text()
FUNCTIONS = re.findall(r"define i64 @(\w+)", PACKED)
_CALLS = "".join(
    f"define i64 @of_{name}() {{\n  %n = call i64 @{name}(i64 3, i64 2)\n  ret i64 %n\n}}\n"
    for name in FUNCTIONS
)


def _results(text: str) -> dict[str, str]:
    """Returns each function's result as LLVM's optimiser folds it."""
    llvm.initialize_native_target()
    machine = llvm.Target.from_default_triple().create_target_machine()
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return dict(
        re.findall(r"@of_(\w+)\(.*\{\n(?:entry:\n)?  ret i64 (\w+)", str(module))
    )


def test_packed_structs() -> None:
    """Addresses and contents are those that LLVM computes."""
    text = PACKED + _CALLS
    expected = _results(text)
    assert set(expected) == set(FUNCTIONS)
    module = ModuleReader(normalise(text, "packed.ll"), source="packed.ll").read()
    assert _results(emit_llvm_ir(module)) == expected
    assert expected["followed"] == "7"
    assert expected["loaded"] == "70"


# Beside the functions

SURROUNDINGS = (PROGRAMS / "surroundings.ll").read_text()


def test_surroundings(tmp_path: Path) -> None:
    """
    Aliases, comdats, lists of symbols, arguments of intrinsics that must be constants,
    vectors of wide integers: the machine code stores 4 + 3.
    """
    source = tmp_path / "k.ll"
    source.write_text(SURROUNDINGS)
    module = load_file(source).module
    module.verify()
    assert "llvm.used" not in str(module)
    optimized = compile(source, Target(mcpu="gfx900")).optimized_ir
    assert re.search(r"store i32 7, ptr addrspace\(1\) %p", optimized)
    assert "@llvm.prefetch.p1" in optimized

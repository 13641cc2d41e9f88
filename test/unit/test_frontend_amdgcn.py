"""
OpenCL C for AMD GPUs: the macros, builtins, assembly and attributes of Clang, the module
that stays the same, and what other devices say about such code.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from frontend_helpers import KERNELS, needs_clang
from texts import parts
from tools import need

from xdsl_opencl.abi.target import Target
from xdsl_opencl.cli import main
from xdsl_opencl.driver import Compilation, CompileError, SourceFile
from xdsl_opencl.frontend import BuildOptions, FrontendError, load_source
from xdsl_opencl.frontend.clang.build_options import STANDARDS
from xdsl_opencl.frontend.clang.opencl_c import (
    clang_arguments,
    compile_opencl_c,
    find_clang,
)
from xdsl_opencl.runtime import Program

np: Any = import_module("numpy")

pytestmark = needs_clang

AMDGCN = "--frontend-target=amdgcn"
SPIR = "--frontend-target=spir64"


def compilation(text: str, mcpu: str, *options: str, name: str = "k.cl") -> Compilation:
    """Reads `text` for the GPU `mcpu`."""
    build = BuildOptions.parse([AMDGCN, *options])
    return Compilation(SourceFile(name, text), Target("amdhsa", mcpu), build=build)


def macros(command: list[str]) -> dict[str, str]:
    """Returns what Clang's preprocessor defines with the options of `command`."""
    words = [w for w in command if w not in ("-S", "-emit-llvm")]
    done = subprocess.run(
        [*words, "-dM", "-E", "-"], input="", capture_output=True, text=True, check=True
    )
    lines = (line.split(" ", 2) for line in done.stdout.splitlines())
    return {words[1]: words[2] if len(words) > 2 else "" for words in lines}


@pytest.mark.parametrize("mcpu", ["gfx900", "gfx942", "gfx1100", "gfx1200"])
def test_macros(mcpu: str) -> None:
    """
    The macros are Clang's for the processor, with those of AMD's runtime and of the
    extensions that SPIR has; nothing says SPIR.
    """
    build = BuildOptions.parse([AMDGCN, "-cl-std=CL2.0"])
    target = Target("amdhsa", mcpu)
    ours = macros(clang_arguments(build.of_target(target), find_clang()))
    theirs = macros(
        [
            *(need("clang", 22), "-x", "cl", "-cl-std=CL2.0", "-nogpulib"),
            *("--target=amdgcn-amd-amdhsa", f"-mcpu={mcpu}"),
        ]
    )
    told = re.compile(r"__(?:AMD|amdgcn|gfx|GFX|SPIR|HAS_F)\w*|FP_FAST_FMAF?")
    assert {k: v for k, v in theirs.items() if told.fullmatch(k)} == {
        k: v for k, v in ours.items() if told.fullmatch(k) and "WAVEFRONT_SIZE" not in k
    }
    assert ours["__AMDGCN_WAVEFRONT_SIZE"] == str(target.wave_size)
    assert ("__IMAGE_SUPPORT__" in ours) == (mcpu != "gfx942")
    spir = macros(clang_arguments(BuildOptions(standard="CL2.0"), find_clang()))
    extensions = re.compile(r"cl_khr_\w+|cl_ext_float_atomics|__opencl_c_\w+")
    lost = {k for k in spir.keys() - ours.keys() if extensions.fullmatch(k)}
    assert {k for k in lost if not k.startswith("__opencl_c_ext_image")} == set()


FEATURES = {
    # OpenCL C 3.0, section 6.2.1: optional features are macros of OpenCL C 3.0, and most
    # were parts of OpenCL C 2.0. Of 1.x no macro but that of 64-bit integers is there.
    "__opencl_c_images": 200,
    "__opencl_c_generic_address_space": 200,
    "__opencl_c_fp64": 300,
    "__opencl_c_subgroups": 300,
    "__opencl_c_int64": 100,
    # cl_ext_float_atomics, "Version": OpenCL C 2.0 or later.
    "__opencl_c_ext_fp32_global_atomic_add": 200,
    "__opencl_c_ext_fp64_local_atomic_min_max": 200,
    "cl_ext_float_atomics": 200,
    # The OpenCL 3.1 API lists the extensions without a version of OpenCL C.
    "__opencl_c_integer_dot_product_input_4x8bit": 100,
    "cl_khr_subgroup_ballot": 100,
    # Older than the versions that made them core.
    "cl_khr_fp64": 100,
    "cl_khr_3d_image_writes": 100,
}
"""Macros to the first version of OpenCL C that has them."""

ASKED = re.compile(r"__opencl_c_\w+|cl_(?:khr|ext)_\w+")


@pytest.mark.parametrize("standard", STANDARDS)
def test_features_depend_on_the_version(standard: str) -> None:
    """
    A program asks for a feature by its macro: it is there where its functions are.
    """
    build = BuildOptions.parse([AMDGCN, f"-cl-std={standard}"])
    gpu = clang_arguments(build.of_target(Target("amdhsa", "gfx1100")), find_clang())
    ours = {name for name in macros(gpu) if ASKED.fullmatch(name)}
    wanted = {name for name, first in FEATURES.items() if build.version >= first}
    assert ours & FEATURES.keys() == wanted
    clang = need("clang", 22)
    newest = "CL3.0" if standard == "CL3.1" else standard
    spir = (clang, "-x", "cl", f"-cl-std={newest}", "--target=spir64-unknown-unknown")
    amd = (*spir[:-1], "--target=amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-nogpulib")
    theirs = {name for name in macros([*spir]) if ASKED.fullmatch(name)}
    # Clang has extensions of later versions, which its functions do not need.
    later = set(macros([*spir[:3], "-cl-std=CL3.0", *spir[4:]]))
    native = {name for name in macros([*amd]) if ASKED.fullmatch(name)}
    assert native <= ours <= theirs | native | later
    # Formats of images that no device has; 2D images from buffers are Clang's by default.
    formats = {name for name in theirs if name.startswith("__opencl_c_ext_image")}
    assert theirs - ours <= formats


def test_float_atomics_as_programs_ask() -> None:
    """FluidX3D's and dlprimitives' way to add floats, in each version."""
    text = TEXTS["FLOAT_ATOMICS_AS_PROGRAMS_ASK"]
    for standard in STANDARDS:
        made = compilation(text, "gfx90a", f"-cl-std={standard}")
        assert "atomic" in made.assembly, standard


@pytest.mark.parametrize("way", [AMDGCN, SPIR])
@pytest.mark.parametrize("standard", STANDARDS)
def test_versions(way: str, standard: str) -> None:
    """
    The language is the program's, the version of OpenCL the device's (OpenCL C 3.0, section
    6.14.2).
    """
    build = BuildOptions.parse([way, f"-cl-std={standard}"])
    target = Target("amdhsa", "gfx1100")
    found = macros(clang_arguments(build.of_target(target), find_clang()))
    assert found["__OPENCL_VERSION__"] == "310"
    assert found["__OPENCL_C_VERSION__"] == standard[2] + standard[4] + "0"


BUILDS = ("struct_arg", "async_copy", "image_sample", "calls", "printf", "atomics")


def instructions(assembly: str) -> int:
    """Counts the instructions of `assembly`."""
    return len(re.findall(r"^\t[a-z]\w*", assembly, re.MULTILINE))


@pytest.mark.parametrize("name", BUILDS)
def test_same_kernels(name: str) -> None:
    """
    A program that does not ask for the target has the same kernels, and as much code,
    whichever way it is read.
    """
    path = KERNELS / f"{name}.cl"
    standard = "CL2.0" if "cl-std: CL2.0" in path.read_text() else "CL1.2"
    results: list[tuple[list[str], int]] = []
    for way in (AMDGCN, SPIR):
        build = BuildOptions.parse([way, f"-cl-std={standard}"])
        made = Compilation(
            SourceFile.read(path), Target("amdhsa", "gfx1100"), build=build
        )
        shown = [repr((kernel.name, kernel.args)) for kernel in made.kernels]
        results.append((shown, instructions(made.assembly)))
    (kernels, count), (kernels_spir, count_spir) = results
    assert kernels == kernels_spir
    assert count <= count_spir * 1.02 + 2


TEXTS = parts("frontend_amdgcn.cl")
PROGRAM = TEXTS["PROGRAM"]


@pytest.mark.parametrize("mcpu", ["gfx900", "gfx1030", "gfx1100"])
def test_builtins_are_clang_s(mcpu: str) -> None:
    """The intrinsics, the assembly and the attributes of the LLVM IR are Clang's."""
    made = compilation(PROGRAM, mcpu, "-cl-std=CL2.0")
    command = [need("clang", 22), "-x", "cl", "-cl-std=CL2.0", "-nogpulib", "-S"]
    command += ["--target=amdgcn-amd-amdhsa", f"-mcpu={mcpu}", "-O1", "-emit-llvm"]
    wave = made.resolved_target.wave_size
    command += ["-Xclang", "-disable-llvm-passes", f"-D__AMDGCN_WAVEFRONT_SIZE={wave}"]
    theirs = subprocess.run(
        [*command, "-o", "-", "-"],
        input=PROGRAM,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    ours = made.llvm_ir

    def called(text: str) -> Counter[str]:
        found = re.findall(
            r"call [^@\n]*@(llvm\.(?:amdgcn|readcycle)[\w.]*)\(|asm [^\"]*(\"[^)]*)\(",
            text,
        )
        calls = Counter(a or b for a, b in found)
        # What we make of work-item functions.
        return Counter({k: v for k, v in calls.items() if ".workitem." not in k})

    assert called(ours) == called(theirs)
    for words in (
        '"amdgpu-flat-work-group-size"="64,128"',
        '"amdgpu-waves-per-eu"="2,4"',
        '"amdgpu-num-vgpr"="48"',
        '"amdgpu-num-sgpr"="40"',
    ):
        assert words in theirs
        assert words in ours
    if mcpu == "gfx900":
        # LLVM's assertions have something against so few SGPRs on others.
        info = {kernel.name: kernel for kernel in made.info.kernels}
        assert info["k"].max_flat_work_group_size == 128
        assert info["q"].max_flat_work_group_size == 256


def refused(text: str, target: Target | None, *options: str) -> str:
    """The diagnostic of the program `text`."""
    build = BuildOptions.parse(options).of_target(target)
    with pytest.raises(FrontendError) as caught:
        load_source(text, build, name="k.cl")
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (
            "p[0] = __builtin_amdgcn_workgroup_id_x();",
            "'__builtin_amdgcn_workgroup_id_x'",
        ),
        ('__asm__("v_nop %0" : "=v"(p[0]));', "the constraint '=v' of assembly"),
        ('__asm__("v_nop %0" :: "s"(p[0]));', "the constraint 's' of assembly"),
        ('__asm__("v_nop" ::: "vcc");', "the register 'vcc'"),
    ],
)
@pytest.mark.parametrize("abi", ["host", "r600", "mesa3d", ""])
def test_only_on_amd_gpus(line: str, name: str, abi: str) -> None:
    """
    Another device refuses it once, at its line; behind `#ifdef __AMDGCN__` it is not seen.
    """
    processors = {"r600": "juniper", "mesa3d": "gfx900"}
    target = Target(abi, processors.get(abi, "")) if abi else None
    text = f"kernel void k(global int *p) {{\n  {line}\n  p[1] = 2;\n}}\n"
    message = refused(text, target)
    assert re.match(
        rf"k\.cl:2:\d+: error: {re.escape(name)} exists on AMD GPUs only; ", message
    )
    assert message.count("error: ") == 1
    guarded = text.replace(line, f"\n#ifdef __AMDGCN__\n{line}\n#endif\n")
    load_source(guarded, BuildOptions().of_target(target))


@pytest.mark.parametrize(
    "option",
    [
        *("-D__AMDGCN__=0", "-U__AMDGCN__", "-D__gfx1100__", "-D__SPIR__"),
        *("-D__AMDGCN_WAVEFRONT_SIZE=32", "-U__gfx900__"),
    ],
)
def test_macros_against_the_target(option: str) -> None:
    """
    An option that contradicts the target is an error; one that repeats it is none.
    """
    target = Target("amdhsa", "gfx900")
    for words in ((option,), (option[:2], option[2:])):
        with pytest.raises(FrontendError, match=r"says what the target is.*leave"):
            BuildOptions.parse([AMDGCN, *words]).of_target(target)
    for same in ("-D__AMDGCN__", "-D__gfx900__=1", "-D__AMDGCN_WAVEFRONT_SIZE=64"):
        BuildOptions.parse([AMDGCN, same, "-DX=__AMD__"]).of_target(target)
    BuildOptions.parse([SPIR, option]).of_target(target)


def test_refused_assembly_in_a_header(tmp_path: Path) -> None:
    """The place is in the file that the assembly stands in."""
    header = tmp_path / "in" / "h.h"
    header.parent.mkdir()
    header.write_text(
        '// 1\n// 2\ninline void f(void) {\n  __asm__("v_nosuch v0");\n}\n'
    )
    path = tmp_path / "k.cl"
    path.write_text(
        '#include "in/h.h"\nkernel void k(global int *p) { p[0] = 1; f(); }\n'
    )
    for way, line in (
        ("f();", f"{header}:4:3"),
        ('__asm__("v_nosuch");', f"{path}:2:"),
    ):
        path.write_text(path.read_text().replace("f();", way))
        made = Compilation(SourceFile.read(path), Target("amdhsa", "gfx1100"))
        with pytest.raises(
            CompileError, match=rf"^{re.escape(line)}.* the assembler ref"
        ):
            _ = made.code_object


def test_import_for_a_gpu(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    `import --mcpu` says on the module what it was read for, and `compile` takes it.
    """
    path = tmp_path / "k.cl"
    path.write_text(PROGRAM)
    made = str(tmp_path / "k.mlir")
    words = ("--mcpu", "gfx1030", "-cl-std", "CL2.0", "--frontend-target", "amdgcn")
    assert main(("import", str(path), *words, "-o", made)) == 0
    assert '"gfx1030"' in Path(made).read_text().partition("\n")[0]
    assert main(("compile", made, "-o", str(tmp_path / "k.ll"))) == 0
    assert (
        main(("compile", made, "--mcpu", "gfx900", "-o", str(tmp_path / "k.ll"))) == 1
    )
    assert "the module is for" in capsys.readouterr().err


def test_structures_in_constant_memory() -> None:
    """
    A kernel's structure is by value however Clang passes it: with a body of its own, or
    read in constant memory at once, as Clang did before version 21.
    """
    text = """
struct couple { int a; float b[3]; };
kernel void k(global float *x, struct couple p, int i) { x[0] = p.b[i] + p.a; }
"""
    target = Target("amdhsa", "gfx1100")
    for way in (AMDGCN, SPIR):
        build = BuildOptions.parse([way]).of_target(target)
        module = load_source(text, build).module
        (line,) = (t for t in str(module).split("\n") if "opencl.kernel @k" in t)
        assert re.search(r"%p: !llvm\.ptr \{opencl\.name = \"p\".*llvm\.byval", line)
        assert "byref" not in str(module)


LOCAL_RESERVATION = TEXTS["LOCAL_RESERVATION"]


@pytest.mark.parametrize("way", [AMDGCN, SPIR])
def test_local_reservation(way: str) -> None:
    """`reserve_id_t` may be in local memory (OpenCL C 2.0, 6.13.16)."""
    build = BuildOptions.parse([way, "-cl-std=CL2.0"])
    source = SourceFile("k.cl", LOCAL_RESERVATION)
    made = Compilation(source, Target("amdhsa", "gfx1100"), build=build)
    text = str(made.opencl_module)
    assert "opencl.local !llvm.ptr<1>" in text
    assert "opencl.local !llvm.array<2 x !llvm.ptr<1>>" in text
    assert text.count("!opencl.pipe<i8, read_only> {") == 1
    assert instructions(made.assembly) > 50


def test_clang_ir_differs() -> None:
    """The same options for two GPUs are two readings, so caches keep both."""
    build = BuildOptions.parse([AMDGCN])
    text = "kernel void k(global int *p) { p[0] = __AMDGCN_WAVEFRONT_SIZE; }"
    wave64 = build.of_target(Target("amdhsa", "gfx1100", wave_size=64))
    wave32 = build.of_target(Target("amdhsa", "gfx1100"))
    assert repr(wave64) != repr(wave32)
    assert "store i32 64" in compile_opencl_c(wave64, text=text).ir
    assert "store i32 32" in compile_opencl_c(wave32, text=text).ir


def test_denormals() -> None:
    """Denormals are flushed to zero where the program asks for it, on every GPU."""
    text = "kernel void k(global float *p) { p[0] = p[1] + p[2]; }"
    for mcpu in ("gfx803", "gfx900", "gfx1100"):
        assert "denormal" not in compilation(text, mcpu).llvm_ir
        flushed = compilation(text, mcpu, "-cl-denorms-are-zero").llvm_ir
        assert '"denormal-fp-math-f32"="preserve-sign,preserve-sign"' in flushed


EMULATED = TEXTS["EMULATED"]


@pytest.mark.parametrize("mcpu", ["gfx900", "gfx942", "gfx1030", "gfx1100", "gfx1200"])
def test_emulated(mcpu: str) -> None:
    """
    Builtins, assembly and a small structure do on the emulated GPU what they should: lanes
    move by one within rows of 16, `row_shr:1`.
    """
    target = Target("amdhsa", mcpu)
    program = Program.from_source(EMULATED, device=target)
    out = np.zeros(128, np.uint32)
    pair = np.array([(3, 2.5)], [("a", "<i4"), ("b", "<f4")])[0]
    program["k"](128, 64, out, np.uint32(11), pair)
    i = np.arange(128)
    lane = i % target.wave_size
    moved = np.where(lane % 16, lane - 1, 7)
    expected = 4 * i + 11 + 1000 * moved + 1000000 * (i - lane) + 500 + 21 + 2
    assert list(out) == list(expected)

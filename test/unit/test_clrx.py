"""
Programs of ABI amdcl2 as CLRX assembler text.

Every kind of text that these tests look at, and every build of the acceptance kernels for
gfx700, gfx803 and gfx900 with 64 and 32 bits, has been assembled with clrxasm 0.1.9 as it
stands; clrxdisasm 0.1.9 showed our arguments, configuration and words in the binary, and
the files in `data/clrx` are what was assembled, without the code.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from long_runs import LONG
from lower_helpers import context, parse, run
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl import compile
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.clrx.clrx import clrx_text
from xdsl_opencl.backend.clrx.clrx_code import (
    ENCODINGS,
    instructions,
    spelling,
)
from xdsl_opencl.backend.clrx.clrx_mnemonics import spelt_alike
from xdsl_opencl.backend.llvm.codegen import CodegenError, generate
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.driver import CompileError
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass

GOLDEN = Path(__file__).with_name("data") / "clrx"
TARGETS = [
    Target(Abi.AMDCL2, mcpu, pointer_bits=bits)
    for mcpu in ("gfx700", "gfx803", "gfx900")
    for bits in (64, 32)
]
IDS = [f"{t.mcpu}-{t.pointer_bits}" for t in TARGETS]


def emitted(text: str, target: Target, level: int = 3) -> str:
    """The CLRX text of MLIR `text`."""
    module = parse(text, target)
    OpenCLToLLVMPass().apply(context(), module)
    module.verify()
    kinds = ("asm", "object")
    made = generate(emit_llvm_ir(module), target, level=level, kinds=kinds)
    assert made.object is not None
    assert made.assembly is not None
    return clrx_text(module, target, made.object, made.assembly)


def kernel(body: str, arguments: str = "%out: !llvm.ptr<1>") -> str:
    return f"opencl.kernel @k({arguments}) {{\n{body}\nopencl.return\n}}"


def configuration(text: str) -> list[str]:
    """The lines of the first kernel's configuration."""
    found = re.search(r"\.config\n(.*?)\n    \.text", text, re.DOTALL)
    assert found is not None
    return [line.strip() for line in found[1].splitlines()]


def comments(text: str) -> list[str]:
    """The instructions."""
    return [
        line.rpartition("# " if ".int" in line else "*/ ")[2]
        for line in text.splitlines()
        if ".int" in line or line.startswith("/*")
    ]


def code_words(text: str) -> list[int]:
    """The words of all instructions, those of addresses excepted."""
    found = re.findall(r"^/\*([0-9a-f ]+)\*/|\.int ([^#\n]*)", text, re.M)
    return [
        int(word, 16)
        for spelt, data in found
        for word in (spelt.split() or data.split(","))
    ]


STORE_ONE = """
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>"""
GENERIC = """
  %one = arith.constant 1 : i32
  %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %l = opencl.local i32 : !llvm.ptr<3>
  %a = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<4>
  %b = llvm.addrspacecast %l : !llvm.ptr<3> to !llvm.ptr<4>
  %id = opencl.get_local_id 0 : i32
  %c = arith.cmpi eq, %id, %one : i32
  %g = arith.select %c, %a, %b : !llvm.ptr<4>
  llvm.store volatile %one, %g : i32, !llvm.ptr<4>
  %n = llvm.load volatile %p : !llvm.ptr -> i32
  llvm.store %n, %out : i32, !llvm.ptr<1>"""


SCALARS = {
    "i8": "char",
    "i16": "short",
    "i32": "int",
    "i64": "long",
    "f16": "ushort",
    "f32": "float",
    "f64": "double",
}


def test_arguments_of_every_type() -> None:
    """Each type that the assembler has a word for, at the place of the layout."""
    types = [(mlir, word) for mlir, word in SCALARS.items()]
    types += [
        (f"vector<{n}x{mlir}>", f"{word}{n}")
        for mlir, word in SCALARS.items()
        for n in (2, 3, 4, 8, 16)
        if n * int(mlir[1:]) <= 512
    ]
    for first in range(0, len(types), 8):
        part = types[first : first + 8]
        arguments = ", ".join(f"%a{i}: {mlir}" for i, (mlir, _) in enumerate(part))
        body = "\n".join(
            f"llvm.store volatile %a{i}, %out : {mlir}, !llvm.ptr<1>"
            for i, (mlir, _) in enumerate(part)
        )
        text = kernel(body, f"%out: !llvm.ptr<1>, {arguments}")
        lines = configuration(emitted(text, TARGETS[4]))
        for i, (_, word) in enumerate(part):
            (line,) = [line for line in lines if line.startswith(f".arg a{i},")]
            assert line.endswith(f", {word}")


def test_other_abis_have_no_such_text() -> None:
    with pytest.raises(
        CodegenError, match=r"ABI amdhsa has no CLRX .* write \.s or \.o"
    ):
        clrx_text(parse("builtin.module {}"), Target(mcpu="gfx900"), b"", "")


@pytest.mark.parametrize("target", TARGETS, ids=IDS)
def test_the_code_reads_the_layout(target: Target) -> None:
    """Each argument alone is read at the place that the ABI's layout has for it."""
    types = {
        "n": "i32",
        "c": "i8",
        "v": "vector<3xf32>",
        "w": "vector<4xi32>",
        "l": "i64",
        "p": "!llvm.ptr<1>",
    }
    arguments = ", ".join(f"%{name}: {type_}" for name, type_ in types.items())
    whole = f"%out: !llvm.ptr<1>, {arguments}"
    signature = next(
        op for op in parse(kernel("", whole), target).ops if isinstance(op, KernelOp)
    )
    places = layout(kernel_signature(signature, target), target).explicit[1:]
    scale = 4 if target.processor.generation == 7 else 1
    for (name, type_), place in zip(types.items(), places, strict=True):
        store = f"llvm.store volatile %{name}, %out : {type_}, !llvm.ptr<1>"
        if type_.startswith("!llvm"):
            store = f"llvm.store volatile %n, %{name} : i32, {type_}"
        read: set[int] = set()
        for line in comments(emitted(kernel(store, whole), target)):
            if found := re.match(r"s_load_dword(?:x(\d+))? .*?, 0x([0-9a-f]+)$", line):
                start = int(found[2], 16) * scale
                read.update(range(start, start + 4 * int(found[1] or 1)))
        assert set(range(place.offset, place.offset + place.size - 4)) <= read, name
        assert place.offset // 4 * 4 in read, name


@pytest.mark.parametrize("target", TARGETS[::2], ids=IDS[::2])
def test_the_words_are_llvms(target: Target) -> None:
    """
    The words of the text are LLVM's code, and the decoder finds as many instructions as
    LLVM printed.
    """
    module = parse(kernel(GENERIC), target)
    OpenCLToLLVMPass().apply(context(), module)
    ir = emit_llvm_ir(module)
    made = generate(ir, target, kinds=("asm", "object"))
    assert made.object is not None
    assert made.assembly is not None
    text = clrx_text(module, target, made.object, made.assembly)
    words = code_words(text)
    code = struct.pack(f"<{len(words)}I", *words)
    assert code in made.object
    encoding = ENCODINGS[target.processor.generation]
    assert len(list(instructions(code, encoding))) == len(comments(text))
    assert comments(text)[-1] == "s_endpgm"


@needs_clang
@pytest.mark.parametrize("name", sorted(p.stem for p in GOLDEN.glob("*.clrx")))
def test_golden(name: str) -> None:
    """The text around the code, as it was assembled."""
    stem, mcpu, bits = name.rsplit("-", 2)
    file = f"{stem}.cl"
    target = Target(Abi.AMDCL2, mcpu, pointer_bits=int(bits))
    standard = options_of(file, "").standard
    program = compile(KERNELS / file, target, options=[f"-cl-std={standard}"])
    lines = program.clrx.splitlines()
    code = re.compile(r"/\*|\s+\.(int|[sv]gprsnum)\b|\.L\d")
    shown = [line for line in lines if not code.match(line)]
    golden = (GOLDEN / f"{name}.clrx").read_text(encoding="utf-8")
    assert "\n".join((*shown, "")) == golden


@needs_clang
def test_printf_is_refused() -> None:
    """CLRX's text has no place for the formats of `printf`."""
    reason = r"ABI amdcl2 has no printf \(its assembler has no place for formats\); use"
    with pytest.raises(CompileError, match=reason):
        _ = compile(KERNELS / "printf.cl", TARGETS[2]).clrx


def test_instructions_are_spelt_where_both_agree() -> None:
    """
    Instructions that clrxasm encodes differently from LLVM, or that were never compared, are
    written as words.
    """
    alike = spelt_alike(9)
    assert spelling("v_add_f32_e32 v1, -|v2|, v3", alike) == "v_add_f32 v1, -|v2|, v3"
    assert spelling("s_endpgm", alike) == "s_endpgm"
    assert spelling("s_load_dwordx2 s[0:1], s[4:5], 0x8", alike) is not None
    for text in (
        "v_pk_add_u16 v1, v1, 1 op_sel_hi:[1,0]",
        "v_cmp_class_f64_e32 vcc, v[1:2], v3",
        "v_max_i16_e32 v2, 0xff9c, v2",
        "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf",
        "v_mul_f32_e32 v0, 0.15915494, v1",
        "s_getreg_b32 s0, hwreg(HW_REG_MODE, 4, 2)",
        "v_unknown_b32 v0, v1",
    ):
        assert spelling(text, alike) is None, text


def test_the_arguments_must_be_loads() -> None:
    module = parse(kernel(STORE_ONE), TARGETS[2])
    with pytest.raises(PassFailedException, match="run opencl-lower-arguments first"):
        run(module, "convert-opencl-to-llvm")
    with pytest.raises(
        PassFailedException, match="amdcl2 has no arguments of form nat"
    ):
        OpenCLToLLVMPass(arguments="native").apply(
            context(), parse(kernel(STORE_ONE), TARGETS[2])
        )


WORD = r"[A-Za-z_.$][\w.$]*"
LINES = [
    re.compile(pattern)
    for pattern in (
        r"\.amdcl2|\.main|\.globaldata|\.rwdata|\.bssdata align=\d+",
        rf"\.gpu {WORD}|\.(32|64)bit|\.driver_version \d+|\.kernel {WORD}",
        r"\.compile_options \"-cl-std=CL\d\.\d\"",
        r"\.sampler 0x[0-9a-f]{8}(, 0x[0-9a-f]{8})*",
        r"    \.(balign|skip) \d+|    # \S+|    \.byte 0x[0-9a-f]{2}(, 0x[0-9a-f]{2})*",
        rf"{WORD}:|    \.config|    \.text",
        r"        \.dims x?y?z?, x(y|yz)?",
        r"        \.(cws|work_group_size_hint) \d+, \d+, \d+",
        r"        \.(sgprsnum|vgprsnum|localsize|scratchbuffer) \d+",
        r"        \.(floatmode 0x[0-9a-f]{2}|vectypehint \w+|sampler \d+(, \d+)*)",
        r"        \.(ieeemode|dx10clamp|setupargs|use(args|setup|generic|enqueue))",
        rf"        \.arg {WORD}, \"[^\"]*\", [a-z]\w*\*?(, [\w ]+)*",
        r"/\*[0-9a-f ]{17}\*/ [sv]_\w+( [^;#/]+)?|/\*[0-9a-f ]{17}\*/ (ds|flat)_\w+ [^;#/]+",
        r"/\*[0-9a-f ]{17}\*/ (global|buffer|image)_\w+ [^;#/]+",
        r"        \.int 0x[0-9a-f]{8}(, 0x[0-9a-f]{8})*( # .*)?",
        r"        s_mov_b32 s\d+, \(\w+\+\d+\)(&0xffffffff|>>32)|        s_nop 0",
    )
]
"""The lines of our text: what the assembler was seen to take."""

BUILDS = [build for build in suite_builds() if build[0] != "printf.cl"]
"""All but the one that is refused, below."""
MATRIX = [
    pytest.param(target, file, options, id=f"{name}-{file}{options}")
    for number, (name, target) in enumerate(zip(IDS, TARGETS, strict=True))
    for index, (file, options) in enumerate(BUILDS)
    if LONG or index % (4 * len(TARGETS)) == number
]


@needs_clang
@pytest.mark.parametrize(("target", "file", "options"), MATRIX)
def test_suite(target: Target, file: str, options: str) -> None:
    """
    Each build of the acceptance kernels is text for the assembler, with all kernels and
    their arguments.
    """
    standard = options_of(file, options).standard
    program = compile(
        KERNELS / file, target, options=[*options.split(), f"-cl-std={standard}"]
    )
    text = program.clrx
    for line in text.splitlines():
        assert any(pattern.fullmatch(line) for pattern in LINES), line
    kernels = re.split(r"^\.kernel ", text, flags=re.MULTILINE)[1:]
    assert [k.partition("\n")[0] for k in kernels] == [k.name for k in program.kernels]
    for section, described in zip(kernels, program.kernels, strict=True):
        names = re.findall(r"^        \.arg (\S+),", section, re.MULTILINE)
        assert names == [argument.name for argument in described.arguments]
        assert "s_endpgm" in section


def test_drivers_know_their_processors() -> None:
    """The assembler refuses a processor that is newer than the driver."""
    for mcpu, version in (("gfx803", 234800), ("gfx902", 252700), ("gfx906", 258000)):
        text = emitted(kernel(STORE_ONE), Target(Abi.AMDCL2, mcpu))
        assert f"\n.driver_version {version}\n" in text

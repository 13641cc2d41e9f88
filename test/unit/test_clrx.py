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
from xdsl_opencl.abi.amdcl2 import USER_REGISTERS, choose_features
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.clrx import clrx_text
from xdsl_opencl.backend.clrx_code import (
    ENCODINGS,
    instructions,
    spelling,
)
from xdsl_opencl.backend.clrx_mnemonics import spelt_alike
from xdsl_opencl.backend.codegen import CodegenError, generate
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


STORE_SIZE = """
  %n = opencl.get_global_size 0 : i32
  llvm.store %n, %out : i32, !llvm.ptr<1>"""
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


@pytest.mark.parametrize("target", TARGETS, ids=IDS)
@pytest.mark.parametrize(
    ("body", "older", "gfx9"),
    [
        (STORE_ONE, "useargs", "usesetup"),
        (STORE_SIZE, "usesetup", "usesetup"),
        (GENERIC, "usegeneric", "usegeneric"),
    ],
    ids=["arguments", "setup", "generic"],
)
def test_features_follow_the_needs(
    body: str, older: str, gfx9: str, target: Target
) -> None:
    """
    The weakest set that has what the kernel needs; the code reads the arguments and the
    setup buffer from the registers that the set gives them.
    """
    text = emitted(kernel(body), target)
    words = [line for line in configuration(text) if line.startswith(".use")]
    generation = target.processor.generation
    wanted = gfx9 if generation == 9 else older
    assert words[-1] == f".{wanted}"
    row = USER_REGISTERS[generation][wanted]
    bases = set(re.findall(r"s_load_\w+ \S+ s\[(\d+):\d+\]", "\n".join(comments(text))))
    expected = {row.arguments}
    if body is STORE_SIZE:
        expected.add(row.setup)
    assert {str(first) for first in expected} <= bases


def test_features_that_a_kernel_asks_for() -> None:
    asks = kernel(STORE_ONE).replace(
        ") {", ') attributes {opencl.user_registers = "usegeneric"} {', 1
    )
    assert ".usegeneric" in configuration(emitted(asks, TARGETS[2]))
    small = kernel(STORE_SIZE).replace(
        ") {", ') attributes {opencl.user_registers = "useargs"} {', 1
    )
    with pytest.raises(PassFailedException, match=r"in @k: .*useargs is too small"):
        emitted(small, TARGETS[2])
    with pytest.raises(AbiError, match="there is no feature set 'all'"):
        choose_features(8, (), "all")


def test_a_queue_brings_enqueue() -> None:
    text = emitted(
        kernel(STORE_ONE, "%out: !llvm.ptr<1>, %q: !opencl.queue"), TARGETS[2]
    )
    assert ".useenqueue" in configuration(text)


@pytest.mark.parametrize("target", TARGETS[:4], ids=IDS[:4])
def test_apertures(target: Target) -> None:
    """
    Before gfx9, the bases of local and private memory are dwords 16 and 17 of the queue,
    s[6:7]; from both addresses one is chosen.
    """
    code = "\n".join(comments(emitted(kernel(GENERIC), target)))
    assert re.search(r"s_add_u32 s\d+, s6, 0x44", code)
    assert re.search(r"s_add_u32 s\d+, s6, 64", code)
    # The scratch of all waves begins at s10 (gfx7, gfx8); each has s11 bytes of it.
    assert "flat_scratch_lo, s11" in code


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


POINTERS = """
    %c: !llvm.ptr<2> {opencl.name = "c", opencl.type_name = "float*", opencl.type_qualifiers = "const"},
    %l: memref<?xi32, #opencl.address_space<local>> {opencl.name = "l"},
    %g: !llvm.ptr<1> {opencl.name = "g", opencl.type_name = "struct S*", opencl.type_qualifiers = "restrict volatile"},
    %i: !opencl.image<image3d_t, write_only> {opencl.name = "i"},
    %b: !opencl.image<image1d_buffer_t, read_only> {opencl.name = "b"},
    %s: !opencl.sampler {opencl.name = "s"},
    %q: !opencl.queue {opencl.name = "q"},
    %e: !opencl.clk_event {opencl.name = "e"},
    %p: !opencl.pipe<i32, read_only> {opencl.name = "p"},
    %d: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>, opencl.name = "d"}"""


def test_arguments_that_are_addresses() -> None:
    lines = configuration(emitted(kernel("", POINTERS), TARGETS[2]))
    assert [line for line in lines if line.startswith(".arg")] == [
        '.arg c, "float*", float*, constant, const',
        '.arg l, "int*", int*, local',
        '.arg g, "struct S*", structure*, 1, global, restrict volatile',
        '.arg i, "image3d_t", image3d, write_only',
        '.arg b, "image1d_buffer_t", image1d_buffer, read_only',
        '.arg s, "sampler_t", sampler',
        '.arg q, "queue_t", queue',
        '.arg e, "clk_event_t", clkevent',
        '.arg p, "int", pipe',
        '.arg d, "struct", structure, 16',
    ]
    assert lines.index(".setupargs") < lines.index(
        '.arg c, "float*", float*, constant, const'
    )


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (
            '%i: !opencl.image<image2d_depth_t, read_only> {opencl.name = "i"}',
            r"kernel @k, argument 1 'i': ABI amdcl2 has no image2d_depth_t; use image2d",
        ),
        (
            "%i: !opencl.image<image2d_msaa_t, read_only>",
            "argument 1: ABI amdcl2 has no image2d_msaa_t",
        ),
        (
            '%r: !opencl.reserve_id {opencl.name = "r"}',
            "argument 1 'r': ABI amdcl2 has no reserve_id",
        ),
        ("%n: i128", "kernel @k, argument 1 of type i128: OpenCL C has integers of"),
        (
            ", ".join(
                f'%v{i}: vector<16xi64> {{opencl.name = "v{i}"}}' for i in range(8)
            ),
            r"kernel @k, argument 8 'v7' ends at byte 1080; ABI amdcl2 has 1024 bytes",
        ),
    ],
)
def test_arguments_that_cannot_be(argument: str, message: str) -> None:
    with pytest.raises(PassFailedException, match=message):
        emitted(kernel(STORE_ONE, f"%out: !llvm.ptr<1>, {argument}"), TARGETS[2])


def test_names_that_the_assembler_cannot_read() -> None:
    named = kernel(STORE_ONE, '%out: !llvm.ptr<1> {opencl.name = "an output"}')
    with pytest.raises(
        CodegenError, match="kernel 'k', argument 0 'an output' has a na"
    ):
        emitted(named, TARGETS[0])
    twice = kernel(
        STORE_ONE,
        '%out: !llvm.ptr<1> {opencl.name = "a"}, %b: i32 {opencl.name = "a"}',
    )
    with pytest.raises(CodegenError, match="argument 1 'a' has the name of another"):
        emitted(twice, TARGETS[0])
    with pytest.raises(CodegenError, match="kernel 'a b' has a name that"):
        emitted(kernel(STORE_ONE).replace("@k", '@"a b"'), TARGETS[0])


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


def test_hidden_arguments_and_setup() -> None:
    """
    The offset is the first hidden argument; sizes and dimensions are fields of the setup
    buffer.
    """
    body = """
  %o = opencl.get_global_offset 1 : i32
  llvm.store volatile %o, %out : i32, !llvm.ptr<1>
  %d = opencl.get_work_dim : i32
  llvm.store volatile %d, %out : i32, !llvm.ptr<1>
  %s = opencl.get_global_size 2 : i32
  llvm.store volatile %s, %out : i32, !llvm.ptr<1>"""
    wide, narrow = (emitted(kernel(body), TARGETS[i]) for i in (2, 3))
    assert "s[6:7], 0x8" in wide
    assert "s[6:7], 0x4" in narrow
    for text in (wide, narrow):
        assert re.search(r"s_load_dword \S+ s\[4:5\], 0x14", text)
        assert re.search(r"s_load_dword \S+ s\[4:5\], 0x0", text)


def test_configuration() -> None:
    body = """
  %l = opencl.local !llvm.array<100 x i32> : !llvm.ptr<3>
  %x = opencl.get_group_id 0 : i32
  %z = opencl.get_group_id 2 : i32
  %y = opencl.get_local_id 1 : i32
  %s = arith.addi %x, %z : i32
  %t = arith.addi %s, %y : i32
  %p = llvm.getelementptr %l[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %t, %p : i32, !llvm.ptr<3>
  opencl.barrier local
  %r = llvm.load %l : !llvm.ptr<3> -> i32
  llvm.store %r, %out : i32, !llvm.ptr<1>"""
    text = kernel(body).replace(
        ") {", ") attributes {reqd_work_group_size = array<i32: 8, 4, 2>} {", 1
    )
    lines = configuration(emitted(text, TARGETS[2]))
    assert ".dims xz, xy" in lines
    assert ".cws 8, 4, 2" in lines
    assert ".localsize 400" in lines
    assert ".floatmode 0xf0" in lines


def test_scratch() -> None:
    body = """
  %n = arith.constant 64 : i32
  %p = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %i = opencl.get_local_id 0 : i32
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store volatile %i, %q : i32, !llvm.ptr
  %v = llvm.load volatile %p : !llvm.ptr -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>"""
    for target in TARGETS:
        lines = configuration(emitted(kernel(body), target))
        (size,) = [line for line in lines if line.startswith(".scratchbuffer")]
        assert int(size.split()[1]) >= 256


def test_too_much_local_memory() -> None:
    body = """
  %l = opencl.local !llvm.array<12000 x i32> : !llvm.ptr<3>
  %i = opencl.get_local_id 0 : i32
  llvm.store volatile %i, %l : i32, !llvm.ptr<3>"""
    with pytest.raises(
        CodegenError, match="kernel 'k' has 48000 bytes of local memory"
    ):
        emitted(kernel(body), TARGETS[2])


TABLE = """
llvm.mlir.global internal constant @table(dense<[7, 8, 9, 10]> : tensor<4xi32>) {addr_space = 2 : i32} : !llvm.array<4 x i32>
opencl.kernel @k(%out: !llvm.ptr<1>) {
  %i = opencl.get_local_id 0 : i32
  %t = llvm.mlir.addressof @table : !llvm.ptr<2>
  %p = llvm.getelementptr %t[%i] : (!llvm.ptr<2>, i32) -> !llvm.ptr<2>, i32
  %v = llvm.load %p : !llvm.ptr<2> -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  opencl.return
}
"""


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("target", TARGETS[::2], ids=IDS[::2])
def test_constant_data(target: Target, level: int) -> None:
    """
    The variable stands in the data, and the code has its address as two literals; the
    code keeps its length, so that no branch moves.
    """
    text = emitted(TABLE, target, level)
    data = text.partition(".main")[0]
    assert "0x07, 0x00, 0x00, 0x00, 0x08" in data
    moves = re.search(
        r"s_mov_b32 s(\d+), \((\w+)\+(\d+)\)&0xffffffff\n"
        r"\s+s_mov_b32 s(\d+), \(\2\+\3\)>>32\n\s+s_nop 0\n",
        text,
    )
    assert moves is not None
    assert f"{moves[2]}:" in data
    assert int(moves[4]) == int(moves[1]) + 1
    assert ".sampler" not in text


SAMPLE = """
opencl.kernel @a(%out: !llvm.ptr<1>, %i: !opencl.image<image2d_t, read_only>, %at: vector<2xf32>) {
  %s = opencl.sampler_constant <normalized = true, addressing = repeat, filter = linear>
  %v = opencl.read_image f %i[%at] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  llvm.store %v, %out : vector<4xf32>, !llvm.ptr<1>
  opencl.return
}
opencl.kernel @b(%out: !llvm.ptr<1>) {
  opencl.return
}
"""


@pytest.mark.parametrize("target", TARGETS, ids=IDS)
def test_samplers(target: Target) -> None:
    """
    A sampler of the program is BRIG's number, a slot at the end of the data, and an id in
    the kernel that uses it; the kernel reads the slot, then the descriptor.
    """
    text = emitted(SAMPLE, target)
    head, a, b = text.split(".kernel ")
    assert ".sampler 0x00030101" in head
    assert head.index("opencl_samplers:\n    .skip 8\n.main") < head.index(".sampler")
    assert "        .sampler 0\n" in a
    assert ".sampler" not in b
    loads = [line for line in comments(a) if line.startswith("s_load_dwordx")]
    # The slot has eight bytes also where pointers have four.
    assert any(line.startswith("s_load_dwordx2") for line in loads)
    assert "image_sample_lz" in a


POINTERS_IN_MEMORY = """
  %one = arith.constant 1 : i32
  %t = llvm.alloca %one x !llvm.array<2 x !llvm.ptr<1>> : (i32) -> !llvm.ptr
  %i = opencl.get_local_id 0 : i32
  %p = llvm.getelementptr %t[0, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<2 x !llvm.ptr<1>>
  llvm.store volatile %out, %p : !llvm.ptr<1>, !llvm.ptr
  %q = llvm.load volatile %t : !llvm.ptr -> !llvm.ptr<1>
  llvm.store %i, %q : i32, !llvm.ptr<1>"""


def test_pointers_in_memory() -> None:
    """
    A program of 32 bits keeps the low half of a pointer in memory, as C that was compiled
    for it expects; one of 64 bits the whole.
    """
    sizes: list[int] = []
    for target in TARGETS[2:4]:
        lines = configuration(emitted(kernel(POINTERS_IN_MEMORY), target))
        (size,) = [line for line in lines if line.startswith(".scratchbuffer")]
        sizes.append(int(size.split()[1]))
    assert sizes[1] < sizes[0]


def test_an_address_in_data_is_refused() -> None:
    text = """
llvm.mlir.global internal constant @x(1 : i32) {addr_space = 2 : i32} : i32
llvm.mlir.global internal constant @p() {addr_space = 2 : i32} : !llvm.ptr<2> {
  %a = llvm.mlir.addressof @x : !llvm.ptr<2>
  llvm.return %a : !llvm.ptr<2>
}
opencl.kernel @k(%out: !llvm.ptr<1>, %i: i32) {
  %a = llvm.mlir.addressof @p : !llvm.ptr<2>
  %v = llvm.load volatile %a : !llvm.ptr<2> -> !llvm.ptr<2>
  %n = llvm.load %v : !llvm.ptr<2> -> i32
  llvm.store %n, %out : i32, !llvm.ptr<1>
  opencl.return
}"""
    with pytest.raises(CodegenError, match="variable 'p' holds an address when the"):
        emitted(text, TARGETS[2])
    with pytest.raises(PassFailedException, match="variable @p holds an address when"):
        emitted(text, TARGETS[3])


def test_several_kernels() -> None:
    two = kernel(STORE_ONE) + "\n" + kernel(STORE_SIZE).replace("@k", "@second")
    text = emitted(two, TARGETS[2])
    assert re.findall(r"^\.kernel (\w+)$", text, re.M) == ["k", "second"]
    assert text.count("s_endpgm") == 2
    assert text.startswith(".amdcl2\n.gpu Fiji\n.64bit\n.driver_version 234800\n")


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


def test_branches_have_labels() -> None:
    body = """
  %i = opencl.get_local_id 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.cmpi slt, %i, %n : i32
  scf.if %c {
    llvm.store volatile %i, %out : i32, !llvm.ptr<1>
  }
  llvm.store volatile %one, %out : i32, !llvm.ptr<1>"""
    text = emitted(kernel(body, "%out: !llvm.ptr<1>, %n: i32"), TARGETS[2])
    (label,) = re.findall(r"s_cbranch_\w+ (\.L0_[0-9a-f]+)$", text, re.M)
    before, behind = text.split(f"\n{label}:\n")
    assert 4 * len(code_words(before)) == int(label.partition("_")[2], 16)
    assert "s_endpgm" in behind


@pytest.mark.parametrize("level", [0, 3])
def test_a_kernel_is_one_function(level: int) -> None:
    """
    Functions that a kernel calls are inlined at each level, as only the kernel has the
    arguments.
    """
    text = """
func.func private @size() -> i32 {
  %n = opencl.get_global_size 0 : i32
  func.return %n : i32
}
opencl.kernel @k(%out: !llvm.ptr<1>) {
  %n = func.call @size() : () -> i32
  llvm.store %n, %out : i32, !llvm.ptr<1>
  opencl.return
}"""
    made = emitted(text, TARGETS[2], level)
    assert made.count(".kernel") == 1
    assert not re.search(r"s_swappc|s_setpc", made)


def test_inline_assembly_is_words() -> None:
    body = """
  %x = llvm.inline_asm has_side_effects "v_mov_b32 $0, 7", "=v" : () -> i32
  llvm.store %x, %out : i32, !llvm.ptr<1>"""
    lines = emitted(kernel(body), TARGETS[4]).partition(".text\n")[2].splitlines()
    assert all(line.startswith("        .int 0x") for line in lines)
    assert "#" not in "".join(lines)


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


def test_data_that_kernels_write() -> None:
    """A variable with a value stands in one section, one of zeros in another."""
    text = """
llvm.mlir.global internal @counter(5 : i32) {addr_space = 1 : i32} : i32
llvm.mlir.global internal @zeros(dense<0> : tensor<4xi32>) {addr_space = 1 : i32} : !llvm.array<4 x i32>
opencl.kernel @k(%n: i32) {
  %c = llvm.mlir.addressof @counter : !llvm.ptr<1>
  %z = llvm.mlir.addressof @zeros : !llvm.ptr<1>
  %v = llvm.load volatile %c : !llvm.ptr<1> -> i32
  llvm.store volatile %v, %z : i32, !llvm.ptr<1>
  llvm.store volatile %n, %c : i32, !llvm.ptr<1>
  opencl.return
}"""
    head = emitted(text, TARGETS[2]).partition(".kernel")[0]
    assert re.search(
        r"\.rwdata\n.*?# counter\n    \.byte 0x05, 0x00, 0x00, 0x00\n\.main",
        head,
        re.DOTALL,
    )
    assert re.search(r"\.bssdata align=4\n.*?# zeros\n    \.skip 16\n", head, re.DOTALL)
    assert ".globaldata" not in head

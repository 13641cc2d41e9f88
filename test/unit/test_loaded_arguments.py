"""
The two forms of explicit arguments read the same bytes: what LLVM loads for a kernel's own
arguments, and what it loads where `opencl-lower-arguments{form=loads}` made the loads.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from lower_helpers import context, parse, run
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.codegen import generate
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass

STRUCT = "!llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>}"
TYPES = {
    "char": "i8",
    "short": "i16",
    "half": "f16",
    "int": "i32",
    "float": "f32",
    "long": "i64",
    "double": "f64",
    "long3": "vector<3xi64>",
    "index": "index",
    "char3": "vector<3xi8>",
    "short2": "vector<2xi16>",
    "int3": "vector<3xi32>",
    "float4": "vector<4xf32>",
    "long8": "vector<8xi64>",
    "global": "!llvm.ptr<1>",
    "memref": "memref<?xf32, #opencl.address_space<constant>>",
    "local": "!llvm.ptr<3>",
    "image": "!opencl.image<image2d_t, read_only>",
    "sampler": "!opencl.sampler",
    "struct": STRUCT,
}
"""The kinds of arguments, in an order that leaves gaps between them."""
LACKS = {
    Abi.R600: {"half", "double", "struct", "image", "sampler"},
    # Its images bring arguments of their own.
    Abi.MESA3D: {"image"},
}
TARGETS = [
    Target(Abi.AMDHSA, "gfx900"),
    Target(Abi.AMDHSA, "gfx1100"),
    Target(Abi.AMDHSA, "gfx803", code_object_version=4),
    Target(Abi.MESA3D, "gfx803"),
    Target(Abi.AMDGCN_UNKNOWN, "gfx803"),
    Target(Abi.R600, "juniper"),
]


def use(name: str) -> str:
    """Code that stores the argument called `name` where the first argument says."""
    type_ = TYPES[name]
    if name == "struct":
        field = "%f = llvm.getelementptr inbounds %struct[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>"
        load = "%v = llvm.load %f : !llvm.ptr -> i64"
        return f"{field}\n{load}\nllvm.store %v, %out : i64, !llvm.ptr<1>"
    if name in ("image", "sampler", "memref"):
        cast = (
            f"%v = builtin.unrealized_conversion_cast %{name} : {type_} to !llvm.ptr<2>"
        )
        return f"{cast}\nllvm.store %v, %out : !llvm.ptr<2>, !llvm.ptr<1>"
    return f"llvm.store %{name}, %out : {type_}, !llvm.ptr<1>"


def module_text(names: list[str]) -> str:
    """
    One kernel for each of `names`, all of the same signature; each reads one argument.
    """
    arguments = ", ".join(f"%{name}: {TYPES[name]}" for name in names)
    return "\n".join(
        f"opencl.kernel @k{i}(%out: !llvm.ptr<1>, {arguments}) {{\n"
        f"{use(name)}\nopencl.return\n}}"
        for i, name in enumerate(names)
    )


def assembly(text: str, target: Target, form: str) -> dict[str, str]:
    """The code of each kernel of `text` with its arguments in `form`."""
    module = parse(text, target)
    OpenCLToLLVMPass(arguments=form).apply(context(), module)  # pyright: ignore[reportArgumentType]
    module.verify()
    whole = generate(emit_llvm_ir(module), target, kinds=("asm",)).assembly
    assert whole is not None
    return {
        m[1]: m[2]
        for m in re.finditer(r"^(k\d+):(.*?)^\.Lfunc_end", whole, re.S | re.M)
    }


_WORDS = {
    "dword": 4,
    "b32": 4,
    "u8": 1,
    "i8": 1,
    "u16": 2,
    "i16": 2,
    "ubyte": 1,
    "sbyte": 1,
    "ushort": 2,
    "sshort": 2,
}
_LOAD = re.compile(
    r"\b(?:s|global|flat)_(?:s_)?load_(dword|b|[ui]8|[ui]16|[us]byte|[us]short)(?:x?(\d+))?\w*"
    r" [^\n]*?(?:0x([0-9a-f]+)|offset:(\d+)|$)",
    re.M,
)
_CONSTANT = re.compile(r"KC0\[(\d+)\]\.([XYZW])|VTX_READ_(\d+) \S+ \S+ (\d+), #3")


def bytes_loaded(code: str, target: Target) -> set[int]:
    """The bytes of the argument segment that `code` loads."""
    found: set[int] = set()
    if not target.is_amdgcn:
        for match in _CONSTANT.finditer(code):
            if match[1]:
                start, size = 16 * int(match[1]) + 4 * "XYZW".index(match[2]), 4
            else:
                start, size = int(match[4]), int(match[3]) // 8
            found.update(range(start, start + size))
        return found
    for kind, count, hexadecimal, decimal in _LOAD.findall(code):
        if kind == "b":
            size = int(count) // 8
        else:
            size = _WORDS[kind] * int(count or 1)
        start = int(hexadecimal, 16) if hexadecimal else int(decimal or 0)
        found.update(range(start, start + size))
    return found


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: f"{t.abi}-{t.mcpu}")
def test_both_forms_load_the_same(target: Target) -> None:
    """
    Each argument alone: the same bytes are loaded in both forms, and they are those of
    the layout.
    """
    names = [n for n in TYPES if n not in LACKS.get(target.abi, ())]
    text = module_text(names)
    native, loads = (assembly(text, target, form) for form in ("native", "loads"))
    kernel = next(op for op in parse(text, target).ops if isinstance(op, KernelOp))
    places = layout(kernel_signature(kernel, target), target).explicit
    for i, (name, place) in enumerate(zip(names, places[1:], strict=True)):
        read = bytes_loaded(native[f"k{i}"], target)
        # A vector of three bytes is a dword or three bytes.
        dwords = {byte // 4 for byte in bytes_loaded(loads[f"k{i}"], target)}
        assert dwords == {byte // 4 for byte in read}, name
        # Of a structure, the code uses the second half.
        assert place.offset + place.size // 2 in read, name


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: f"{t.abi}-{t.mcpu}")
def test_neighbours_merge(target: Target) -> None:
    """Two pairs of dwords are one load in both forms."""
    text = """
opencl.kernel @k0(%out: !llvm.ptr<1>, %p: !llvm.ptr<1>, %a: i32, %b: i32) {
  llvm.store %a, %out : i32, !llvm.ptr<1>
  llvm.store %b, %p : i32, !llvm.ptr<1>
  opencl.return
}"""
    counts = [
        len(_LOAD.findall(assembly(text, target, form)["k0"]))
        for form in ("native", "loads")
    ]
    assert counts[1] <= counts[0]
    if target.is_amdgcn:
        assert counts[1] <= 2


def test_other_forms_are_refused() -> None:
    module = parse("opencl.kernel @k() {\nopencl.return\n}", Target(Abi.HOST))
    with pytest.raises(PassFailedException, match="ABI host has no arguments of form"):
        OpenCLToLLVMPass(arguments="loads").apply(context(), module)


@pytest.mark.parametrize("pipeline", ["opencl-to-llvm", "convert-opencl-to-llvm"])
def test_nothing_is_lowered_that_has_no_code(
    pipeline: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ABI without code is refused at the llvm level too, not only by `compile`."""
    silent = replace(INTERFACES[Abi.MESA3D], emits_code=False)
    monkeypatch.setitem(INTERFACES, Abi.MESA3D, silent)
    target = Target(Abi.MESA3D, "gfx803")
    module = parse("opencl.kernel @k() {\nopencl.return\n}", target)
    with pytest.raises(PassFailedException, match="code for ABI mesa3d is not"):
        run(module, pipeline)

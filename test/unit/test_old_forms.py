"""
LLVM IR of the systems around the original R600 image pass: both forms of metadata, the
pass's own output, what we write for r600 and mesa3d, getters after casts, selects and
phis, helpers of libclc, old intrinsics.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

import pytest
from frontend_helpers import needs_clang
from test_seed_r600_truth import llc
from texts import parts, whole
from tools import need

import xdsl_opencl as ocl
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.driver.compilation import module_text
from xdsl_opencl.frontend import FrontendError, load_llvm_ir
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

R600 = Target(Abi.R600, "juniper")
MESA = Target(Abi.MESA3D, "gfx803")
LL_TEXTS = parts("old_forms.ll")
GETTERS = LL_TEXTS["GETTERS"]


def listed(
    types: Sequence[str],
    access: Sequence[str],
    name: str = "k",
    *,
    attached: bool = False,
) -> str:
    """
    The named node of the kernel `name`; `attached`: `!1` to `!4`, one list each, for the
    function.
    """
    lists = (
        ("addr_space", ["i32 1"] * len(types)),
        ("access_qual", [f'!"{word}"' for word in access]),
        ("type", [f'!"{word}"' for word in types]),
        ("base_type", [f'!"{word}"' for word in types]),
        ("type_qual", ['!""'] * len(types)),
    )
    if attached:
        nodes = [f"!{{{', '.join(values)}}}" for _, values in lists]
    else:
        nodes = [
            f"!{{{', '.join((f'!{chr(34)}kernel_arg_{key}{chr(34)}', *values))}}}"
            for key, values in lists
        ]
    lines = [f"!{number} = {node}" for number, node in enumerate(nodes, 1)]
    if not attached:
        lines += [
            "!opencl.kernels = !{!0}",
            f"!0 = !{{ptr @{name}, !1, !2, !3, !4, !5}}",
        ]
    return "\n".join(lines) + "\n"


ATTACHED = (
    "!kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 "
    "!kernel_arg_base_type !4 !kernel_arg_type_qual !5"
)
IMAGE_AND_POINTER = ("image2d_t", "int*")
READ = ("read_only", "none")


def kernel(
    body: str, parameters: str = "ptr addrspace(1) %a, ptr addrspace(1) %o"
) -> str:
    return f"define amdgpu_kernel void @k({parameters}) {{\n{body}  ret void\n}}\n"


def width_of(value: str, type: str = "ptr addrspace(1)") -> str:
    return f"""
  %s = call [3 x i32] @llvm.OpenCL.image.get.size.2d({type} {value})
  %w = extractvalue [3 x i32] %s, 0
  store i32 %w, ptr addrspace(1) %o
"""


def optimised(ir: str) -> str:
    """`ir` after LLVM's optimiser."""
    command = (need("opt", 22, 22), "-O2", "-S")
    return subprocess.run(
        command, input=ir, capture_output=True, text=True, timeout=60, check=True
    ).stdout


def compiled(ir: str, target: Target = R600) -> str:
    """The LLVM IR that we write for `ir`."""
    return ocl.compile(ocl.SourceFile("k.ll", ir), target).llvm_ir


# Reading back what was written.

SEED = f"""{GETTERS}
define amdgpu_kernel void @k(ptr addrspace(1) %img, i32 %s, ptr addrspace(1) noalias %out) {{
  %1 = call [3 x i32] @llvm.OpenCL.image.get.size.2d(ptr addrspace(1) %img)
  %w = extractvalue [3 x i32] %1, 0
  %2 = call [2 x i32] @llvm.OpenCL.image.get.format.2d(ptr addrspace(1) %img)
  %f = extractvalue [2 x i32] %2, 1
  %id = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1) %img)
  %sid = call i32 @llvm.OpenCL.sampler.get.resource.id(i32 %s)
  %a = add i32 %w, %f
  %b = add i32 %a, %id
  %c = add i32 %b, %sid
  store i32 %c, ptr addrspace(1) %out
  ret void
}}
{listed(("image2d_t", "sampler_t", "int*"), ("read_only", "none", "none"))}"""


def test_output_of_the_original_pass() -> None:
    """The output of LLVM 19's own pass is read, and equals the output of ours."""
    printed = llc(19, "-print-before=infer-address-spaces")(SEED)
    after = printed[printed.index("; ModuleID") :].partition("\n***")[0]
    assert "[3 x i32] %__size_img, [2 x i32] %__format_img" in after
    again = compiled(after)
    once = compiled(SEED)
    for line in ("add i32 %w, %f", "extractvalue [3 x i32] %__size_img, 0"):
        assert line in again
    assert "llvm.OpenCL" not in again
    signature = re.search(r"void @k\((.*?)\) ", once)
    assert signature is not None
    assert signature[0] in again
    # The getters' ids are constants already.
    assert compiled(again) == again


OWN = whole("old_forms.cl")


@needs_clang
@pytest.mark.parametrize("target", [R600, MESA], ids=["r600", "mesa3d"])
@pytest.mark.parametrize("optimise", [False, True])
def test_own_output(target: Target, optimise: bool) -> None:
    """
    LLVM IR that we wrote, also after LLVM's optimiser, comes back for the same target: the
    same signature, the same accesses.
    """
    first = ocl.compile(ocl.SourceFile("k.cl", OWN), target).llvm_ir
    second = compiled(optimised(first) if optimise else first, target)
    pattern = re.compile(r"@llvm\.(r600\.tex|r600\.rat|amdgcn\.image\.\w+)")
    calls = [line for line in first.splitlines() if "call" in line]
    again = [line for line in second.splitlines() if "call" in line]
    assert sorted(pattern.findall("\n".join(again))) == sorted(
        pattern.findall("\n".join(calls))
    )
    assert "[3 x i32] %__size_src, [2 x i32] %__format_src" in second
    if not optimise and target is R600:
        assert second == first


@needs_clang
@pytest.mark.parametrize("form", ["named", "both", "function"])
def test_both_forms_are_written(form: str) -> None:
    """Companions are in the lists of either form, and LLVM IR with it can be read."""
    from xdsl_opencl.driver.compilation import Compilation

    program = Compilation(ocl.SourceFile("k.cl", OWN), R600)
    text = emit_llvm_ir(program.llvm_module, kernel_metadata=form)  # pyright: ignore[reportArgumentType]
    assert ("!opencl.kernels = " in text) == (form != "function")
    assert (" !kernel_arg_type " in text) == (form != "named")
    assert '!"__llvm_image_size", !"__llvm_image_format"' in text
    module = load_llvm_ir(text).module
    (found,) = (op for op in module.ops if isinstance(op, KernelOp))
    assert [str(type) for type in found.function_type.inputs][:4] == [
        "!opencl.image<image2d_t, read_only>",
        "vector<3xi32>",
        "vector<2xi32>",
        "!opencl.sampler",
    ]


# Images in values.


CHOICE = "%c = icmp eq i32 %n, 0\n"
SELECT = f"""
  {CHOICE}  %i = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
{width_of("%i")}"""
PHI = f"""
  {CHOICE}  br i1 %c, label %x, label %y
x:
  store i32 7, ptr addrspace(1) %o
  br label %y
y:
  %i = phi ptr addrspace(1) [ %a, %0 ], [ %b, %x ]
{width_of("%i")}"""
TWO = "ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %o, i32 %n"


def meeting(body: str, *access: str) -> str:
    types = ("image2d_t", "image2d_t", "int*", "int")
    return GETTERS + kernel(body, TWO) + listed(types, (*access, "none", "none"))


@pytest.mark.parametrize("body", [SELECT, PHI], ids=["select", "phi"])
@pytest.mark.parametrize("optimise", [False, True])
def test_images_that_meet(body: str, optimise: bool) -> None:
    ir = meeting(body, "read_only", "read_only")
    text = compiled(optimised(ir) if optimise else ir)
    assert "llvm.OpenCL" not in text
    assert re.search(r"(select|phi) .*%__size_[ab]", text)


@pytest.mark.parametrize("body", [SELECT, PHI], ids=["select", "phi"])
@pytest.mark.parametrize("optimise", [False, True])
def test_images_of_two_types_that_meet(body: str, optimise: bool) -> None:
    """The error has the kernel, the value and the line."""
    ir = meeting(body, "read_only", "write_only")
    with pytest.raises(FrontendError) as error:
        load_llvm_ir(optimised(ir) if optimise else ir).module
    assert re.search(
        r":\d+:\d+: error: in @k: the value '%[\w.]+' may be a \w+ image2d_t or a \w+ "
        "image2d_t; use each of them where it is alone",
        str(error.value),
    )


CASTS = {
    "addrspacecast": (
        "%p = addrspacecast ptr addrspace(1) %a to ptr\n",
        width_of("%p", "ptr"),
    ),
    "integer": (
        "%n = ptrtoint ptr addrspace(1) %a to i32\n"
        "  %p = inttoptr i32 %n to ptr addrspace(1)\n",
        width_of("%p"),
    ),
    "both": (
        "%q = addrspacecast ptr addrspace(1) %a to ptr\n"
        "  %n = ptrtoint ptr %q to i64\n"
        "  %p = inttoptr i64 %n to ptr addrspace(1)\n",
        width_of("%p"),
    ),
}


@pytest.mark.parametrize("name", CASTS)
@pytest.mark.parametrize("optimise", [False, True])
def test_getters_through_casts(name: str, optimise: bool) -> None:
    cast, query = CASTS[name]
    getters = GETTERS
    if name == "addrspacecast":
        getters = getters.replace("size.2d(ptr addrspace(1))", "size.2d(ptr)")
    ir = getters + kernel("  " + cast + query) + listed(IMAGE_AND_POINTER, READ)
    text = compiled(optimised(ir) if optimise else ir)
    assert "extractvalue [3 x i32] %__size_a, 0" in text
    assert "inttoptr" not in text


HELPER = LL_TEXTS["HELPER"]
CALLS = """
  %x = call i32 @twice(ptr addrspace(1) %a)
  %y = call i32 @twice(ptr addrspace(1) %b)
  %z = call i32 @width(ptr addrspace(1) %b)
  %t = add i32 %x, %y
  %u = add i32 %t, %z
  store i32 %u, ptr addrspace(1) %o
"""


@pytest.mark.parametrize(
    ("types", "access"),
    [
        (("image2d_t", "image2d_t"), ("read_only", "write_only")),
        (("image2d_t", "image2d_array_t"), ("read_only", "read_only")),
        (("image2d_t", "image2d_t"), ("read_only", "read_only")),
    ],
)
def test_helpers_of_any_image(types: tuple[str, str], access: tuple[str, str]) -> None:
    """
    One pointer parameter, called with different images: each call gets the size of its own.
    """
    lists = listed((*types, "int*", "int"), (*access, "none", "none"))
    text = compiled(GETTERS + HELPER + kernel(CALLS, TWO) + lists)
    copies = text.count("define internal i32 @width")
    assert copies == (1 if types[0] == types[1] and access[0] == access[1] else 2)
    calls = re.findall(
        r"call i32 @twice[.\d]*\(i32 %(\w), <3 x i32> %__size_(\w)", text
    )
    assert calls == [("a", "a"), ("b", "b")]


def test_helper_that_nobody_calls() -> None:
    """Also in a module whose kernels have no image."""
    for types, access in (
        (IMAGE_AND_POINTER, READ),
        (("int*", "int*"), ("none", "none")),
    ):
        ir = GETTERS + HELPER + kernel("") + listed(types, access)
        assert "@k(" in compiled(ir)


# Metadata.


def test_kernel_with_bits() -> None:
    """`i1` is a byte, as LLVM passes it."""
    ir = kernel(
        "  %z = zext i1 %b to i32\n  store i32 %z, ptr addrspace(1) %o\n",
        ("i1 %b, ptr addrspace(1) %o"),
    )
    text = compiled(ir + listed(("bool", "int*"), ("none", "none")))
    assert "@k(i8 %b, ptr addrspace(1) %o)" in text
    assert "trunc i8 %b to i1" in text


def test_declared_kernel() -> None:
    """Both forms; LLVM prints the metadata of a declaration first."""
    for attached in (False, True):
        words = f"{ATTACHED} " if attached else ""
        ir = (
            f"declare {words}amdgpu_kernel void @d(ptr addrspace(1), ptr addrspace(1))\n"
            "define amdgpu_kernel void @k(ptr addrspace(1) %o) {\n  ret void\n}\n"
        )
        text = compiled(ir + listed(IMAGE_AND_POINTER, READ, "d", attached=attached))
        assert " void @d(i32, [3 x i32], [2 x i32], ptr addrspace(1))" in text


def test_companions_of_one_image() -> None:
    """They belong to the image that their names say."""
    parameters = (
        "ptr addrspace(1) %a, ptr addrspace(1) %b, [3 x i32] %__size_b, "
        "[2 x i32] %__format_b, ptr addrspace(1) %o"
    )
    types = (
        "image2d_t",
        "image2d_t",
        "__llvm_image_size",
        "__llvm_image_format",
        "int*",
    )
    lists = listed(types, ("read_only",) * 4 + ("none",))
    text = compiled(GETTERS + kernel(width_of("%b"), parameters) + lists)
    assert "extractvalue [3 x i32] %__size_b, 0" in text
    with pytest.raises(ocl.CompileError) as error:
        compiled(GETTERS + kernel(width_of("%a"), parameters) + lists)
    assert "kernel @k has companions for other images and none for 'a'" in str(
        error.value
    )


# Old intrinsics.


def test_placeholders() -> None:
    ir = """
declare i32 @llvm.AMDGPU.get.image.2d(ptr addrspace(1), i32)
declare i32 @llvm.AMDGPU.get.image.3d(ptr addrspace(1), i32)
declare void @llvm.opencl.reqd.work.group.size(i32, i32, i32)
""" + kernel(
        """
  call void @llvm.opencl.reqd.work.group.size(i32 8, i32 4, i32 1)
  %h = call i32 @llvm.AMDGPU.get.image.2d(ptr addrspace(1) %a, i32 1)
  %f = call i32 @llvm.AMDGPU.get.image.2d(ptr addrspace(1) %a, i32 4)
  %s = add i32 %h, %f
  store i32 %s, ptr addrspace(1) %o
"""
    )
    module = load_llvm_ir(ir + listed(IMAGE_AND_POINTER, READ)).module
    text = module_text(module)
    assert "reqd_work_group_size = array<i32: 8, 4, 1>" in text
    assert "opencl.get_image_height %a" in text
    assert "opencl.get_image_channel_order %a" in text


IMPLICIT = """
  %p = call ptr addrspace(7) @llvm.r600.implicitarg.ptr()
  %d = load i32, ptr addrspace(7) %p
  %q = getelementptr i32, ptr addrspace(7) %p, i32 2
  %y = load i32, ptr addrspace(7) %q
  %r = getelementptr i8, ptr addrspace(7) %q, i32 16
  %i = load i32, ptr addrspace(7) %r
  %s = add i32 %d, %y
  %t = add i32 %s, %i
  store i32 %t, ptr addrspace(1) %o
"""
DECLARED = "declare ptr addrspace(7) @llvm.r600.implicitarg.ptr()\n"


def test_implicit_arguments() -> None:
    """
    Dimensions, global offset, and clover's interim form: byte 24 is dword 2 of image 0.
    """
    ir = DECLARED + kernel(IMPLICIT) + listed(("image3d_t", "int*"), READ)
    text = module_text(load_llvm_ir(ir).module)
    assert "%d = opencl.get_work_dim : i32" in text
    assert "%y = opencl.get_global_offset 1 : i32" in text
    assert "%i = opencl.get_image_depth %a" in text
    # Not r600 alone.
    assert "s_load" in ocl.compile(ocl.SourceFile("k.ll", ir), MESA).assembly

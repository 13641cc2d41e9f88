"""Hand-written LLVM IR and readers of other tools for the code generation tests."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tools import need

UNUSED = (
    "amdgpu-no-completion-action",
    "amdgpu-no-default-queue",
    "amdgpu-no-dispatch-id",
    "amdgpu-no-dispatch-ptr",
    "amdgpu-no-flat-scratch-init",
    "amdgpu-no-heap-ptr",
    "amdgpu-no-hostcall-ptr",
    "amdgpu-no-multigrid-sync-arg",
    "amdgpu-no-queue-ptr",
)


def attributes(*more: str) -> str:
    """The function attributes of a kernel that uses none of the optional inputs."""
    return " ".join([*(f'"{name}"' for name in UNUSED), *more])


def kernel_ir(version: int = 500, more: str = "", implicit: str = "16") -> str:
    """
    `scale`, which reads bytes 12 and 13 of the hidden block (the work-group size in x),
    and `empty`.
    """
    return f"""
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @scale(ptr addrspace(1) noalias readonly %in, float %f,
    ptr addrspace(1) %out) #0 !kernel_arg_name !2 !kernel_arg_type !3
    !kernel_arg_base_type !3 !kernel_arg_type_qual !4 !kernel_arg_access_qual !5 {{
  %p = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %q = getelementptr i8, ptr addrspace(4) %p, i64 12
  %s = load i16, ptr addrspace(4) %q
  %z = zext i16 %s to i32
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %i = add i32 %id, %z
  %g = getelementptr float, ptr addrspace(1) %in, i32 %i
  %v = load float, ptr addrspace(1) %g
  %m = fmul float %v, %f
  %h = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %m, ptr addrspace(1) %h
  ret void
}}
define amdgpu_kernel void @empty() #1 {{ ret void }}
attributes #0 = {{ {attributes(f'"amdgpu-implicitarg-num-bytes"="{implicit}"', more)} }}
attributes #1 = {{ {attributes('"amdgpu-no-implicitarg-ptr"')} }}
!llvm.module.flags = !{{!0}}
!opencl.ocl.version = !{{!1}}
!0 = !{{i32 1, !"amdhsa_code_object_version", i32 {version}}}
!1 = !{{i32 2, i32 0}}
!2 = !{{!"in", !"f", !"out"}}
!3 = !{{!"float*", !"float", !"float*"}}
!4 = !{{!"const restrict", !"", !""}}
!5 = !{{!"none", !"none", !"none"}}
"""


def notes(file: Path) -> str:
    """The metadata of `file` as YAML, printed by `llvm-readelf`."""
    command = [need("llvm-readelf"), "--notes", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not result.stderr
    return result.stdout


def value_kinds(yaml: str, kernel: str) -> list[str]:
    """The value kinds of `kernel`'s arguments in metadata printed as YAML."""
    for text in re.split(r"^  - (?=\.)", yaml, flags=re.MULTILINE)[1:]:
        if re.search(rf"^    \.name: +{kernel}$", text, re.MULTILINE):
            return re.findall(r"\.value_kind: +(\w+)", text)
    raise AssertionError(f"no kernel {kernel}")

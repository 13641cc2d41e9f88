"""
Linking of code objects, and reading them back.

A loadable code object is a shared object that LLD makes of one relocatable object
(AMDGPUUsage, "Code Object"). LLD is a program of its own, found here; see `find_linker`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from xdsl.utils.exceptions import DiagnosticException

from xdsl_opencl.backend.elf import (
    ELFOSABI_AMDGPU_HSA,
    EM_AMDGPU,
    Elf,
    ElfError,
    read_elf,
)
from xdsl_opencl.backend.metadata import HIDDEN_PREFIX, read_metadata
from xdsl_opencl.backend.toolchain import on_path, translate, version, zig

LINKER_VARIABLE = "XDSL_OPENCL_LLD"
"""Environment variable that names the linker to use."""

_OLDEST_LINKER = 19
"""The first LLD that knows code object version 6."""

_ROCM_LINKER = "/opt/rocm/llvm/bin/ld.lld"


class LinkError(DiagnosticException):
    """
    There is no linker, or it refused the object.
    """


@dataclass(frozen=True)
class Linker:
    """
    A command that behaves as `ld.lld`.
    """

    command: tuple[str, ...]


def _lld_version(command: Sequence[str]) -> int | None:
    """
    Major version of the LLD that `command` starts; `None` if it is none.
    """
    return version(command, r"\bLLD (\d+)\.")


def _path_linkers() -> Iterator[str]:
    yield from on_path("ld.lld", _OLDEST_LINKER)
    if os.access(_ROCM_LINKER, os.X_OK):
        yield _ROCM_LINKER


def find_linker() -> Linker:
    """
    The linker to use: the program that `XDSL_OPENCL_LLD` names, the `ziglang` package,
    `ld.lld` (or `ld.lld-<version>`) on the `PATH`, ROCm's; an LLD of at least version 19.

    Raises `LinkError` when there is none.
    """
    return _find_linker(os.environ.get(LINKER_VARIABLE), os.environ.get("PATH"))


@cache
def _find_linker(wanted: str | None, path: str | None) -> Linker:
    del path  # looked up by `shutil.which`; here only for the cache
    if wanted:
        version = _lld_version((wanted,))
        if version is None:
            raise LinkError(
                f"{LINKER_VARIABLE} names '{wanted}', which is not an LLD "
                "(ld.lld of LLVM)"
            )
        if version < _OLDEST_LINKER:
            raise LinkError(
                f"{LINKER_VARIABLE} names '{wanted}', LLD {version}; at least "
                f"{_OLDEST_LINKER} is needed"
            )
        return Linker((wanted,))
    if (binary := zig()) is not None:
        return Linker((binary, "ld.lld"))
    old: list[str] = []
    for program in _path_linkers():
        version = _lld_version((program,))
        if version is not None and version >= _OLDEST_LINKER:
            return Linker((program,))
        if version is not None:
            old.append(f"{program} is LLD {version}")
    found = f" ({'; '.join(old)}, at least {_OLDEST_LINKER} is needed)" if old else ""
    raise LinkError(
        f"no linker found for the code object{found}; install one with "
        "\"pip install 'xdsl-opencl[toolchain]'\", or name an ld.lld in "
        f"{LINKER_VARIABLE}"
    )


def link(relocatable: bytes) -> bytes:
    """
    The loadable shared object (`.hsaco`) of one relocatable amdgcn object.

    Raises `LinkError` when there is no linker, or it reports an error (an undefined
    symbol is one).
    """
    linker = find_linker()
    command = [*linker.command, "-shared", "--no-undefined", "--threads=1"]
    try:
        linked, words = translate(command, relocatable, "kernels.o", "kernels.hsaco")
    except OSError as error:
        raise LinkError(f"cannot start the linker: {error}") from error
    if linked is None:
        raise LinkError(f"the linker refuses the code object: {words}")
    return linked


@dataclass(frozen=True)
class ArgumentInfo:
    """
    An argument as the metadata lists it; offset and size in bytes from the base of the
    argument segment. What LLVM does not know is empty. `value_kind` is LLVM's word
    (`global_buffer`, `image`, `hidden_group_size_x`).
    """

    name: str
    type_name: str
    value_kind: str
    offset: int
    size: int
    address_space: str = ""
    access: str = ""
    actual_access: str = ""
    type_qualifiers: tuple[str, ...] = ()
    pointee_align: int | None = None

    @property
    def is_hidden(self) -> bool:
        return self.value_kind.startswith(HIDDEN_PREFIX)


@dataclass(frozen=True)
class KernelInfo:
    """
    A kernel's metadata and descriptor. Sizes in bytes; registers are counted as LLVM
    does, per work-item (VGPR, AGPR) or wave (SGPR). `user_sgprs` is the number of scalar
    registers that are filled at entry.
    """

    name: str
    symbol: str
    arguments: tuple[ArgumentInfo, ...]
    hidden_arguments: tuple[ArgumentInfo, ...]
    kernarg_segment_size: int
    kernarg_segment_align: int
    group_segment_size: int
    private_segment_size: int
    wavefront_size: int
    sgprs: int
    vgprs: int
    agprs: int
    sgpr_spills: int
    vgpr_spills: int
    user_sgprs: int
    max_flat_work_group_size: int
    reqd_work_group_size: tuple[int, ...] = ()
    work_group_size_hint: tuple[int, ...] = ()
    vec_type_hint: str = ""
    language: str = ""
    language_version: tuple[int, ...] = ()
    uses_dynamic_stack: bool = False
    uniform_work_group_size: bool = False
    work_group_processor_mode: bool = False


@dataclass(frozen=True)
class CodeObjectInfo:
    """
    What a code object says of itself. `target_id` is LLVM's, features with their sign
    included (`amdgcn-amd-amdhsa--gfx90a:xnack+`).
    """

    target_id: str
    processor: str
    code_object_version: int
    relocatable: bool
    kernels: tuple[KernelInfo, ...]
    printf: tuple[str, ...] = ()


class InspectError(DiagnosticException):
    """
    The bytes are not a code object that can be described.
    """


_CODE_OBJECT_VERSIONS = {1: 3, 2: 4, 3: 5, 4: 6}
"""ELF ABI version byte to code object version (AMDGPUUsage, "ELF Header")."""


def inspect(code: bytes) -> CodeObjectInfo:
    """
    Describes a relocatable (`.o`) or linked (`.hsaco`) code object of `amdhsa`.

    Raises `InspectError` when `code` is something else, or damaged.
    """
    try:
        elf = read_elf(code)
        if elf.machine != EM_AMDGPU:
            raise InspectError(f"not AMDGPU code (ELF machine {elf.machine:#x})")
        metadata = read_metadata(code)
    except (ElfError, ValueError, KeyError, IndexError) as error:
        raise InspectError(f"not a readable code object: {error}") from error
    if metadata is None or elf.os_abi != ELFOSABI_AMDGPU_HSA:
        raise InspectError("the file has no HSA metadata; only ABI amdhsa writes it")
    version = _CODE_OBJECT_VERSIONS.get(elf.abi_version)
    if version is None:
        raise InspectError(f"unknown code object version (byte {elf.abi_version})")
    target_id: str = metadata.get("amdhsa.target", "")
    user_sgprs = _user_sgprs(elf)
    return CodeObjectInfo(
        target_id=target_id,
        # amdgcn-amd-amdhsa--gfx9-generic:xnack+
        processor=target_id.partition("--")[2].partition(":")[0],
        code_object_version=version,
        relocatable=elf.type == 1,
        kernels=tuple(
            _kernel_info(kernel, user_sgprs) for kernel in metadata["amdhsa.kernels"]
        ),
        printf=tuple(metadata.get("amdhsa.printf", ())),
    )


_QUALIFIERS = (
    (".is_const", "const"),
    (".is_restrict", "restrict"),
    (".is_volatile", "volatile"),
    (".is_pipe", "pipe"),
)


def _argument_info(argument: dict[str, Any]) -> ArgumentInfo:
    return ArgumentInfo(
        name=argument.get(".name", ""),
        type_name=argument.get(".type_name", ""),
        value_kind=argument[".value_kind"],
        offset=argument[".offset"],
        size=argument[".size"],
        address_space=argument.get(".address_space", ""),
        access=argument.get(".access", ""),
        actual_access=argument.get(".actual_access", ""),
        type_qualifiers=tuple(w for key, w in _QUALIFIERS if argument.get(key)),
        pointee_align=argument.get(".pointee_align"),
    )


def _kernel_info(kernel: dict[str, Any], user_sgprs: dict[str, int]) -> KernelInfo:
    arguments = tuple(map(_argument_info, kernel.get(".args", ())))
    return KernelInfo(
        name=kernel[".name"],
        symbol=kernel[".symbol"],
        arguments=tuple(a for a in arguments if not a.is_hidden),
        hidden_arguments=tuple(a for a in arguments if a.is_hidden),
        kernarg_segment_size=kernel[".kernarg_segment_size"],
        kernarg_segment_align=kernel[".kernarg_segment_align"],
        group_segment_size=kernel[".group_segment_fixed_size"],
        private_segment_size=kernel[".private_segment_fixed_size"],
        wavefront_size=kernel[".wavefront_size"],
        sgprs=kernel[".sgpr_count"],
        vgprs=kernel[".vgpr_count"],
        agprs=kernel.get(".agpr_count", 0),
        sgpr_spills=kernel.get(".sgpr_spill_count", 0),
        vgpr_spills=kernel.get(".vgpr_spill_count", 0),
        user_sgprs=user_sgprs.get(kernel[".symbol"], 0),
        max_flat_work_group_size=kernel[".max_flat_workgroup_size"],
        reqd_work_group_size=tuple(kernel.get(".reqd_workgroup_size", ())),
        work_group_size_hint=tuple(kernel.get(".workgroup_size_hint", ())),
        vec_type_hint=kernel.get(".vec_type_hint", ""),
        language=kernel.get(".language", ""),
        language_version=tuple(kernel.get(".language_version", ())),
        uses_dynamic_stack=bool(kernel.get(".uses_dynamic_stack", False)),
        uniform_work_group_size=bool(kernel.get(".uniform_work_group_size", False)),
        work_group_processor_mode=bool(kernel.get(".workgroup_processor_mode", False)),
    )


_DESCRIPTOR_SIZE = 64
_RSRC2 = 52
"""Byte offset of compute_pgm_rsrc2 (AMDGPUUsage, "Kernel Descriptor")."""


def _user_sgprs(elf: Elf) -> dict[str, int]:
    """
    Kernel descriptor symbol to USER_SGPR_COUNT, bits 5:1 of compute_pgm_rsrc2.
    """
    counts: dict[str, int] = {}
    for symbol in elf.symbols():
        if symbol.name.endswith(".kd") and symbol.size == _DESCRIPTOR_SIZE:
            descriptor = elf.symbol_contents(symbol)
            word = int.from_bytes(descriptor[_RSRC2 : _RSRC2 + 4], "little")
            counts[symbol.name] = word >> 1 & 0x1F
    return counts

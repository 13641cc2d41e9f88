"""
`opencl-link-device-library`: names the files of ROCm's device libraries, and defines the constants
that control them.

Needs: an opencl-level module with an amdgcn target. A module that declares functions
`__ocml_*` or `__ockl_*` without body gets `opencl.device_libraries`, a list of bitcode
files that code generation links, and the control constants that these files leave
undefined (`__oclc_ISA_version`, ...). Other modules stay as they are.

The files are taken from the first of these places that has them: the option `path` (a folder or a
bitcode file), the environment variable `XDSL_OPENCL_DEVICE_LIBRARY` (likewise), the Python
packages `iree-base-compiler` and `triton`, the ROCm installation in `ROCM_PATH`.

Errors: no files found (the message names the functions); a given path that lacks the files.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    i8,
    i32,
    i64,
)
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.ir.diagnostics import PassError
from xdsl_opencl.ir.module import LIBRARIES_ATTRIBUTE, build_flags, module_target

ENVIRONMENT_VARIABLE = "XDSL_OPENCL_DEVICE_LIBRARY"

_PREFIXES = {"__ocml_": "ocml.bc", "__ockl_": "ockl.bc"}
"""Functions by the beginning of their name, and the file that defines them."""

_PACKAGES = (
    "iree/compiler/_mlir_libs/iree_platform_libs/rocm",
    "triton/backends/amd/lib",
)
"""Folders of Python packages that carry the files, below a folder of `sys.path`."""

HOW_TO_GET = (
    "install the Python package 'iree-base-compiler' (pip install "
    "'xdsl-opencl[toolchain]'), or set ROCM_PATH to a ROCm installation or "
    f"{ENVIRONMENT_VARIABLE} to a folder with ocml.bc and ockl.bc"
)


_SHOWN = 4


def _some(names: Collection[str]) -> str:
    """Returns the first of `names` and their number, short enough for the advice that follows."""
    more = len(names) - _SHOWN
    shown = ", ".join(list(names)[:_SHOWN])
    return f"{shown} and {more} more" if more > 0 else shown


def _candidates() -> Iterator[Path]:
    """The folders to look in when none is given."""
    for entry in sys.path:
        for package in _PACKAGES:
            yield Path(entry, package)
    if root := os.environ.get("ROCM_PATH"):
        yield Path(root, "amdgcn", "bitcode")


def find_libraries(names: Sequence[str], path: str = "") -> list[Path] | None:
    """
    The files called `names` from one folder, or the one file that `path` or the
    environment variable names; `None` when no place has them.

    Raises `PassFailedException` when a place is given and does not have them.
    """
    given = path or os.environ.get(ENVIRONMENT_VARIABLE, "")
    if given:
        place = Path(given)
        if place.is_file():
            return [place]
        files = [place / name for name in names]
        missing = [file.name for file in files if not file.is_file()]
        if missing:
            origin = "option 'path'" if path else ENVIRONMENT_VARIABLE
            raise PassError(
                f"{origin}: '{given}' is neither a bitcode file nor a folder with "
                f"{' and '.join(missing)}"
            )
        return files
    for folder in _candidates():
        files = [folder / name for name in names]
        if all(file.is_file() for file in files):
            return files
    return None


_PROCESSOR = re.compile(r"gfx(\d+)([0-9a-f])([0-9a-f])")


def isa_version(mcpu: str) -> int:
    """
    `__oclc_ISA_version` of a processor: major * 1000 + minor * 100 + stepping.

    Source: ROCm-Device-Libs, `oclc/src/isa_version.cl`.
    """
    match = _PROCESSOR.fullmatch(mcpu)
    if match is None:
        raise PassError(f"ROCm's device libraries have no code for processor '{mcpu}'")
    major, minor, stepping = match.groups()
    return int(major) * 1000 + int(minor, 16) * 100 + int(stepping, 16)


def control_constants(
    target: Target, flags: frozenset[str] = frozenset()
) -> dict[str, tuple[int, IntegerType]]:
    """
    The constants that the libraries leave undefined: value and type by name.

    Arithmetic is OpenCL's default, if no option in `flags` allows or wants another:
    denormals are kept, infinities and NaN count, `sqrt` and division need not be correctly
    rounded.

    Source: ROCm-Device-Libs, `doc/OCML.md` ("Controls") and `oclc/inc/oclc.h`.
    """
    wide = target.wave_size == 64

    def given(*names: str) -> tuple[int, IntegerType]:
        return int(not flags.isdisjoint(names)), i8

    relaxed = "-cl-fast-relaxed-math"
    return {
        "__oclc_ISA_version": (isa_version(target.mcpu), i32),
        "__oclc_ABI_version": (
            100 * target.code_object_version,
            i32,
        ),
        "__oclc_wavefrontsize64": (int(wide), i8),
        "__oclc_wavefrontsize_log2": (6 if wide else 5, i32),
        "__oclc_daz_opt": given("-cl-denorms-are-zero"),
        "__oclc_finite_only_opt": given("-cl-finite-math-only", relaxed),
        "__oclc_unsafe_math_opt": given("-cl-unsafe-math-optimizations", relaxed),
        "__oclc_correctly_rounded_sqrt32": given(
            "-cl-fp32-correctly-rounded-divide-sqrt"
        ),
    }


_HIDDEN_VISIBILITY = IntegerAttr(1, i64)


def missing_functions(module: ModuleOp) -> list[str]:
    """The library functions that `module` declares and does not define."""
    return [
        op.sym_name.data
        for op in module.body.block.ops
        if isinstance(op, func.FuncOp | llvm.FuncOp)
        and not op.body.blocks
        and op.sym_name.data.startswith(tuple(_PREFIXES))
    ]


@dataclass(frozen=True)
class OpenCLLinkDeviceLibraryPass(ModulePass):
    """
    Finds ROCm's device libraries for a module that calls them.

    Options: `path` is a folder with `ocml.bc` and `ockl.bc`, or one bitcode file.
    """

    name = "opencl-link-device-library"

    path: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        missing = missing_functions(op)
        if not missing:
            return
        target = module_target(op)
        if not target.is_amdgcn:
            raise PassError(
                f"{_some(missing)}: ROCm's device libraries are for amdgcn, "
                f"not for ABI {target.abi}"
            )
        files = [
            file
            for prefix, file in _PREFIXES.items()
            if any(name.startswith(prefix) for name in missing)
        ]
        found = find_libraries(files, self.path)
        if found is None:
            raise PassError(
                f"{_some(missing)}: these functions are in ROCm's device "
                f"libraries ({', '.join(files)}), which were not found; {HOW_TO_GET}"
            )
        op.attributes[LIBRARIES_ATTRIBUTE] = ArrayAttr(
            [StringAttr(str(file)) for file in found]
        )
        present = {
            symbol.sym_name.data
            for symbol in op.body.block.ops
            if isinstance(symbol, llvm.GlobalOp)
        }
        constants = control_constants(target, build_flags(op))
        op.body.block.add_ops(
            GlobalOp.of(
                *(name, type, "linkonce_odr", AddressSpace.CONSTANT.spir),
                value=IntegerAttr(value, type),
                visibility_=_HIDDEN_VISIBILITY,
                alignment=IntegerAttr(type.width.data // 8, i64),
            )
            for name, (value, type) in constants.items()
            if name not in present
        )

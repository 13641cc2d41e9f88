"""
Clang's macros for extensions of OpenCL C; OpenCL C for one GPU: Clang's options and macros, and
its diagnostics for AMD GPU code that is compiled for another device.

Clang defines the macros of the processor itself (clang, `lib/Basic/Targets/AMDGPU.cpp`). This
module has the macros that Clang leaves to AMD's runtime or no longer defines, and those of
extensions that our passes lower on every device but Clang enables only for SPIR
(`opencl-c-base.h`).

Nothing here imports xDSL.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl_opencl.abi.opencl_api import CLOCK_FEATURES, EXTENSION_FEATURES
from xdsl_opencl.frontend.errors import FrontendError

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target

FRONTEND_TARGETS = ("amdgcn", "spir64")
"""The values of `--frontend-target`: for the GPU itself, or for any device."""

_CLANG_EXTENSIONS = (
    "cl_khr_depth_images",
    "cl_khr_gl_msaa_sharing",
    "cl_khr_srgb_image_writes",
    "cl_khr_subgroups",
    "__opencl_c_subgroups",
)
"""Extensions that Clang has an option for."""

_EXTENSION_MACROS = (
    # Only builtins of Clang test this one.
    "__opencl_subgroup_builtins",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "cl_khr_kernel_clock",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    *CLOCK_FEATURES,
)
"""
Extensions that are macros of Clang's header; programs and its builtins test them. Clang defines
them for SPIR from `_FIRST_WITH_TYPES` on (`opencl-c-base.h`), but its builtins need no version.
"""

_TYPE_MACROS = (
    "cl_khr_subgroup_named_barrier",
    "cl_ext_float_atomics",
    *EXTENSION_FEATURES,
)
"""Other such extensions, with types of their own or of atomics."""

_FIRST_WITH_TYPES = 200
"""The first version of OpenCL C with the types of `_TYPE_MACROS`."""

_WAVE_SIZE_MACROS = ("__AMDGCN_WAVEFRONT_SIZE", "__AMDGCN_WAVEFRONT_SIZE__")
"""Clang 22 no longer defines them; programs have tested them since 2018."""

_TARGET_MACRO = re.compile(
    r"__AMDGCN_\w+|__AMDGCN__|__AMDGPU__|__AMD__|__R600__|__amdgcn_\w+__|"
    r"__(?:gfx|GFX)\w+__|__SPIRV?(?:64|32)?(?:__)?|__HAS_(?:FMAF|FP64|LDEXPF)__"
)
"""Macros that let programs distinguish targets."""

_REDEFINED = re.compile(
    r"^(?P<place>[^\n]*): warning: '(?P<name>\w+)' macro redefined[^\n]*", re.MULTILINE
)

_ONLY = (
    "exists on AMD GPUs only; compile for one (--mcpu gfx1100) or keep it behind "
    "'#ifdef __AMDGCN__'"
)
_FOREIGN = (
    (
        re.compile(
            r"error: (?:use of undeclared identifier|(?:implicit declaration of|call to "
            r"undeclared) function) '(?P<name>__builtin_amdgcn_\w+)'[^\n]*"
        ),
        "error: '{}' " + _ONLY,
    ),
    (
        re.compile(
            r"error: invalid (?:in|out)put constraint '(?P<name>[=+&%]*(?:[vsa]|V[A-Z]|"
            r"\{?[vsa]\[?\d[^']*))' in asm"
        ),
        "error: the constraint '{}' of assembly " + _ONLY,
    ),
    (
        re.compile(
            r"error: unknown register name '(?P<name>[vsa]\d+|[vsa]\[\d+:\d+\]|"
            r"(?:vcc|exec|flat_scratch|xnack_mask)(?:_lo|_hi)?|scc|m0)' in asm"
        ),
        "error: the register '{}' " + _ONLY,
    ),
)
"""Clang's messages for SPIR about code that it accepts for AMD GPUs, and our replacements."""


_ASSEMBLY = re.compile(
    r'\bcall [^"\n]*\basm (?:\w+ )*"[^"]*", "(?P<constraints>[^"]*)"'
)


@dataclass(frozen=True)
class Device:
    """
    The GPU that a program is read for. `mcpu` is a processor and `features` are LLVM's, with their
    signs; `wave_size` is 32 or 64, and 0 if the processor offers no choice. `lanes` is the number
    of work items in a wave. `images` is true if the GPU has image instructions.
    """

    triple: str
    mcpu: str
    features: tuple[str, ...]
    wave_size: int
    lanes: int
    code_object_version: int
    images: bool

    @staticmethod
    def of(target: Target | None) -> Device | None:
        """Returns the device of `target`; `None` if C is read for any device."""
        if target is None or not (triple := target.interface.clang_triple):
            return None
        choice = len(target.processor.wave_sizes) > 1
        return Device(
            triple,
            target.mcpu,
            target.features,
            target.wave_size if choice else 0,
            target.wave_size,
            target.code_object_version,
            target.processor.has_images,
        )

    def _macros(self, version: int) -> dict[str, str]:
        macros = dict.fromkeys(_EXTENSION_MACROS, "1")
        if version >= _FIRST_WITH_TYPES:
            macros |= dict.fromkeys(_TYPE_MACROS, "1")
        macros |= dict.fromkeys(_WAVE_SIZE_MACROS, str(self.lanes))
        if self.images:
            macros["__IMAGE_SUPPORT__"] = "1"
        return macros

    def clang_arguments(self, version: int) -> list[str]:
        """
        The arguments of Clang before the user's, for a program in OpenCL C of
        `version`, which is `__OPENCL_C_VERSION__`.
        """
        arguments = [
            *("-target", self.triple, f"-mcpu={self.mcpu}", "-nogpulib"),
            f"-mcode-object-version={self.code_object_version}",
        ]
        if self.wave_size:
            no = "" if self.wave_size == 64 else "no-"
            arguments.append(f"-m{no}wavefrontsize64")
        for feature in self.features:
            arguments += ("-Xclang", "-target-feature", "-Xclang", feature)
        # Before gfx9 Clang would flush denormals of single precision to zero by default.
        arguments += ("-Xclang", "-fdenormal-fp-math-f32=ieee,ieee")
        extensions = ",".join(f"+{name}" for name in _CLANG_EXTENSIONS)
        # Only this keeps the names of structures by value.
        arguments += ("-Xclang", f"-cl-ext={extensions}", "-cl-kernel-arg-info")
        return [*arguments, *(f"-D{k}={v}" for k, v in self._macros(version).items())]

    def check_macros(self, words: Sequence[str]) -> None:
        """
        Checks the user's `-D` and `-U` against the target's macros.

        Raises `FrontendError` for an option that contradicts the target.
        """
        own = {
            **dict.fromkeys(("__AMDGCN__", "__AMDGPU__", "__AMD__"), "1"),
            f"__{self.mcpu.replace('-', '_')}__": "1",
            **dict.fromkeys(_WAVE_SIZE_MACROS, str(self.lanes)),
        }
        option = ""
        for word in words:
            if word in ("-D", "-U"):
                option = word
                continue
            option, text = (option, word) if option else (word[:2], word[2:])
            name, equals, value = text.partition("=")
            kind, option = option, ""
            if kind not in ("-D", "-U") or not _TARGET_MACRO.fullmatch(name):
                continue
            if kind == "-D" and (value if equals else "1") == own.get(name):
                continue
            if kind == "-U" and name not in own:
                continue
            raise FrontendError(
                f"error: option {kind}{text}: {name} says what the target is, and that "
                f"is {self.mcpu}; leave the option out"
            )


def extension_arguments(version: int) -> list[str]:
    """
    The arguments of Clang for SPIR before the user's: the extensions that it leaves out of
    OpenCL C of `version`.
    """
    if version >= _FIRST_WITH_TYPES:
        return []
    macros = (*_EXTENSION_MACROS, "cl_intel_required_subgroup_size")
    return [f"-D{name}=1" for name in macros]


def check_redefinitions(messages: str) -> None:
    """
    Raises `FrontendError` at the line of the program that redefines a macro of the target; Clang's
    `messages` only warn of this.
    """
    for match in _REDEFINED.finditer(messages):
        if _TARGET_MACRO.fullmatch(match["name"]):
            raise FrontendError(
                f"{match['place']}: error: '{match['name']}' says what the target is; "
                "leave the definition out"
            )


def for_any_device(messages: str) -> str:
    """
    Adapts Clang's `messages` about a program that it read for SPIR: they name features that exist
    only on AMD GPUs as such.
    """
    for pattern, text in _FOREIGN:
        messages = pattern.sub(
            lambda match, text=text: text.format(match["name"]), messages
        )
    return messages


def foreign_assembly(ir: str) -> tuple[int, str] | None:
    """
    Returns the first line of Clang's `ir` for SPIR with assembly that uses a scalar register, and
    the error message: Clang accepts `s` on every target.
    """
    if "asm " not in ir:
        return None
    for match in _ASSEMBLY.finditer(ir):
        if "s" in match["constraints"].split(","):
            line = ir.count("\n", 0, match.start()) + 1
            return line, f"the constraint 's' of assembly {_ONLY}"
    return None

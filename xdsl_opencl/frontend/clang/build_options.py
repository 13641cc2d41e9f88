"""
The build options of `clBuildProgram` (OpenCL 3.1 API specification, section 5.8.6), and their
meaning for Clang and later stages.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xdsl_opencl.abi.opencl_api import OPENCL_VERSION
from xdsl_opencl.frontend.clang.gpu_options import FRONTEND_TARGETS, Device
from xdsl_opencl.frontend.errors import FrontendError

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target

STANDARDS = ("CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1")
DEFAULT_STANDARD = "CL1.2"
"""Without `-cl-std` a program is OpenCL C 1.2 (API specification, section 5.8.6.5)."""

_CLANG_FLAGS = (
    "-cl-denorms-are-zero",
    "-cl-fast-relaxed-math",
    "-cl-finite-math-only",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-kernel-arg-info",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-single-precision-constant",
    "-cl-strict-aliasing",
    "-cl-uniform-work-group-size",
    "-cl-unsafe-math-optimizations",
)
_RECORDED_FLAGS = ("-cl-opt-disable", "-cl-no-subgroup-ifp", "--one-tier")
"""Flags for later stages: Clang's own `-cl-opt-disable` would keep images in memory."""

FLAGS = (*_CLANG_FLAGS, *_RECORDED_FLAGS)

SPEC_CONSTANT = "--spec-constant"
_WITH_VALUE = ("-D", "-U", "-I", "-include", "-isystem")

_FOREIGN_WARNING = re.compile(r"-W[a-z],")
"""
`-Wp,` and similar options pass arguments to other tools: `-Wp,-load` runs code, `-MD` writes
files.
"""


def _value(option: str, value: str) -> str:
    """
    Returns `value` of `option`. Raises `FrontendError` for a value that Clang would read as the
    name of a file with further options.
    """
    if value.startswith("@"):
        raise FrontendError(
            f"error: option {option} {value}: Clang reads '{value}' as a file of options; "
            f"write ./{value}"
        )
    return value


def _spec_constant(text: str) -> tuple[int, int | float]:
    """The number and the value in `ID=VALUE`."""
    number, _, value = text.partition("=")
    value = _BOOLEANS.get(value, value)
    with suppress(ValueError):
        return int(number, 0), int(value, 0)
    with suppress(ValueError):
        return int(number, 0), float(value)
    raise FrontendError(
        f"error: {SPEC_CONSTANT} '{text}': write the number of the constant and its "
        "value, ID=VALUE, such as 7=64 or 8=0.5"
    )


_BOOLEANS = {"true": "1", "false": "0"}


def _extensions(word: str) -> str:
    for name in word.removeprefix("-cl-ext=").split(","):
        if not re.fullmatch(r"[+-]\w+", name):
            raise FrontendError(
                f"error: {word}: '{name}' is not an extension with its sign, such as "
                "+cl_khr_fp64 or -all"
            )
    return word


@dataclass(frozen=True)
class BuildOptions:
    """
    Options of one build. `preprocessor` are `-D`, `-U`, `-I`, `-cl-ext=`, ...
    arguments in order;
    `flags` are `-cl-...` words; `warnings` are `-w`, `-Werror` and `-W...`.

    `pointer_width` is 64 or 32: the width of pointers and of `size_t`; `None` for that of a module of
    SPIR-V, or 64. `debug` (`-g`): operations
    have the lines of their source. `frontend_target` is the user's choice between the GPU and any
    device, empty for the target's own; `device` is the GPU, once the target is known. `undefined`
    keeps variables without a value visible in the IR, for the checker of the CPU device.
    `spec_constants` are values of SPIR-V's specialization constants with their numbers. `lazy`:
    who reads the program takes kernels whose bodies are read later.
    """

    standard: str = DEFAULT_STANDARD
    preprocessor: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    pointer_width: int | None = 64
    debug: bool = False
    frontend_target: str = ""
    device: Device | None = None
    undefined: bool = False
    spec_constants: tuple[tuple[int, int | float], ...] = ()
    lazy: bool = False

    def __post_init__(self) -> None:
        if self.standard.lower().startswith(("clc++", "c++")):
            raise FrontendError(
                f"error: -cl-std={self.standard}: OpenCL C++ is not supported; the "
                f"standards are {', '.join(STANDARDS)}"
            )
        if self.standard.upper() not in (*STANDARDS, "CL"):
            raise FrontendError(
                f"error: -cl-std={self.standard}: unknown standard; one of "
                f"{', '.join(STANDARDS)}"
            )
        for flag in self.flags:
            if flag not in FLAGS:
                raise FrontendError(
                    f"error: unknown option {flag}; the flags are {', '.join(FLAGS)}"
                )
        if self.pointer_width not in (None, 32, 64):
            raise FrontendError(
                f"error: pointers are 32 or 64 bits wide, not {self.pointer_width}"
            )
        if self.frontend_target not in ("", *FRONTEND_TARGETS):
            raise FrontendError(
                f"error: --frontend-target {self.frontend_target}: use one of "
                f"{', '.join(FRONTEND_TARGETS)}"
            )
        if self.device is not None:
            self.device.check_macros(self.preprocessor)

    def of_target(self, target: Target | None) -> BuildOptions:
        """
        The options for `target`: its width of pointers, and the GPU that C is read for.

        Raises `FrontendError` if `frontend_target` requests a GPU and there is none.
        """
        device = Device.of(target)
        if self.frontend_target == "amdgcn" and device is None:
            raise FrontendError(
                "error: --frontend-target amdgcn: no GPU of ABI amdhsa to read OpenCL C "
                "for; name one with --mcpu, for example --mcpu gfx1100"
            )
        if self.frontend_target == "spir64":
            device = None
        if target is None:
            return self
        return replace(self, pointer_width=target.pointer_bits, device=device)

    @staticmethod
    def from_text(text: str) -> BuildOptions:
        """
        Returns the options of a string for `clBuildProgram`, with quotes as in a shell.

        Raises `FrontendError` for a quote that is not closed, and as `parse`.
        """
        try:
            words = shlex.split(text)
        except ValueError as error:
            reason = str(error).lower()
            raise FrontendError(f"error: build options '{text}': {reason}") from error
        return BuildOptions.parse(words)

    @staticmethod
    def parse(arguments: Iterable[str]) -> BuildOptions:
        """
        The options of a command line or of a `clBuildProgram` string that is split into
        words.

        Raises `FrontendError` that names the unknown option, or the option without its value.
        """
        standard = DEFAULT_STANDARD
        preprocessor: list[str] = []
        flags: list[str] = []
        warnings: list[str] = []
        debug = False
        frontend_target = ""
        constants: list[tuple[int, int | float]] = []
        words = iter(arguments)
        for word in words:
            if word in _WITH_VALUE:
                value = next(words, None)
                if value is None:
                    raise FrontendError(f"error: option {word} needs a value")
                preprocessor += (word, _value(word, value))
            elif word[:2] in ("-D", "-U", "-I"):
                # Clang's driver may pass the value to its compiler as a separate argument.
                _value(word[:2], word[2:])
                preprocessor.append(word)
            elif word == "--frontend-target" or word.startswith("--frontend-target="):
                _, equals, value = word.partition("=")
                frontend_target = value if equals else next(words, "")
                if not frontend_target:
                    raise FrontendError(
                        "error: option --frontend-target needs a value; one of "
                        f"{', '.join(FRONTEND_TARGETS)}"
                    )
            elif word == SPEC_CONSTANT or word.startswith(f"{SPEC_CONSTANT}="):
                _, equals, value = word.partition("=")
                constants.append(_spec_constant(value if equals else next(words, "")))
            elif word.startswith("-cl-ext="):
                preprocessor += ("-Xclang", _extensions(word))
            elif word.startswith("-cl-std="):
                standard = word.removeprefix("-cl-std=")
            elif _FOREIGN_WARNING.match(word):
                raise FrontendError(
                    f"error: option {word} is not a warning; OpenCL's options have no "
                    "words for other tools, so leave it out"
                )
            elif word == "-w" or word.startswith("-W"):
                warnings.append(word)
            elif word[:2] == "-g":
                debug = word not in ("-g0", "-ggdb0")
            elif word in ("-m32", "-m64") or word[:2] == "-O":
                # Later stages choose; hosts pass these to every compiler.
                pass
            else:
                flags.append(word)
        return BuildOptions(
            standard,
            tuple(preprocessor),
            tuple(dict.fromkeys(flags)),
            tuple(warnings),
            debug=debug,
            frontend_target=frontend_target,
            spec_constants=tuple(constants),
        )

    @property
    def version(self) -> int:
        """The value of `__OPENCL_C_VERSION__`: 120 for OpenCL C 1.2."""
        standard = self.standard.upper()
        digits = standard.removeprefix("CL").replace(".", "")
        return int(digits) * 10 if digits else 100

    def clang_arguments(self) -> list[str]:
        standard = [f"-cl-std={self.standard}"]
        if self.version == 310:
            # Clang 22 has no OpenCL C 3.1: 3.0 with the functions of extensions.
            version = "__OPENCL_C_VERSION__"
            standard = ["-cl-std=CL3.0", f"-U{version}", f"-D{version}=310"]
            standard.append("-DCL_VERSION_3_1=310")
        arguments = [
            *standard,
            *(flag for flag in self.flags if flag in _CLANG_FLAGS),
            *self.preprocessor,
            *self.warnings,
        ]
        if self.debug:
            # Only lines are kept; descriptions of variables are not read.
            arguments.append("-gline-tables-only")
        if "-cl-denorms-are-zero" in self.flags:
            # Clang itself says it in the IR only where the target's default is so.
            mode = "preserve-sign,preserve-sign"
            arguments += ("-Xclang", f"-fdenormal-fp-math-f32={mode}")
        if not any("__OPENCL_VERSION__" in word for word in self.preprocessor):
            # The version of the device, for every version of the program (OpenCL C 3.0, section
            # 6.14.2).
            major, minor = OPENCL_VERSION
            arguments.append(f"-D__OPENCL_VERSION__={major}{minor}0")
        return arguments

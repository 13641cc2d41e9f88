"""
The options that sub-commands share, as data, and what their values mean: a target, build
options of OpenCL C, the input's language.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.cli.commands import ListTargets
from xdsl_opencl.cli.terminal import diagnose
from xdsl_opencl.driver import CompileError
from xdsl_opencl.frontend.clang.build_options import (
    FLAGS,
    SPEC_CONSTANT,
    BuildOptions,
)
from xdsl_opencl.frontend.clang.gpu_options import FRONTEND_TARGETS
from xdsl_opencl.frontend.file_kinds import C_ENDINGS, SPIRV_ENDINGS

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target

Option = tuple[str, dict[str, Any]]
"""Names with spaces between, and the keywords of argparse's `add_argument`."""


def value(names: str, metavar: str | None, text: str, **settings: Any) -> Option:
    """An option with a value, or an argument: its names, the value's word, its help."""
    return names, {"metavar": metavar, "help": text, **settings}


def switch(names: str, text: str, **settings: Any) -> Option:
    """An option without a value: its names and its help."""
    return names, {"action": "store_true", "help": text, **settings}


def level(text: str, default: str | None = "3") -> Option:
    """The option `-O`, which `text` explains."""
    numbers = ("0", "1", "2", "3")
    return value("-O", "LEVEL", text, dest="level", choices=numbers, default=default)


LEVEL_HELP = "LLVM's optimisation level, 0 to 3 (default 3)"
PIPELINE = value(
    "-p", "PASSES", "passes to run first, as for xdsl-opt", dest="pipeline", default=""
)


def language(words: str = "OpenCL C, LLVM IR or MLIR (default)") -> Option:
    """The option `--lang`; `words` name the languages that standard input may have."""
    text = f"the language of standard input: {words}"
    return value("--lang", None, text, choices=("cl", "ll", "mlir"))


def _features(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


TARGET = (
    value(
        "--abi",
        "ABI",
        "amdhsa (default), mesa3d, r600, amdcl2, amdgcn-unknown, host or spirv",
    ),
    value(
        "--mcpu",
        "NAME",
        "processor, for example gfx1100, or target ID, for example gfx90a:xnack+",
    ),
    ("--list-targets", {"action": ListTargets}),
    value(
        "--features",
        "LIST",
        "subtarget features with sign, separated by commas: --features=+xnack",
        type=_features,
    ),
    value("--code-object-version", "N", "4, 5 (default) or 6", type=int),
    value("--wave-size", "N", "32 or 64 (default: processor's)", type=int),
)
_TARGET_FIELDS = ("abi", "mcpu", "features", "code_object_version", "wave_size")

TARGET_GROUP = (
    "target",
    "needed unless the module has one attached ('opencl.target')",
    TARGET,
)
"""A heading of `--help`, the text below it, and the options."""


def target_of(args: argparse.Namespace) -> Target | None:
    """
    The target that the options ask for; `None` when there is none of them.

    Raises `AbiError` for an unknown name or number, or a wrong combination.
    """
    fields = {name: getattr(args, name) for name in _TARGET_FIELDS}
    given = {name: field for name, field in fields.items() if field is not None}
    if not given:
        return None
    if getattr(args, "pointer_width", None) is not None:
        # The option is one of the source's, which has no more to say than the target.
        given["pointer_bits"] = args.pointer_width
    from xdsl_opencl.abi.target import Target

    if args.mcpu is not None and not args.mcpu.strip():
        raise AbiError(
            "--mcpu is empty; name a processor, for example --mcpu gfx1100 "
            "('xdsl-opencl --list-targets' lists them)"
        )
    if args.abi is None and args.mcpu is not None:
        given["abi"] = Target.abi_of(args.mcpu)
    return Target(**given)


class _Word(argparse.Action):
    """
    Keeps an option as `BuildOptions` reads it, in the order of the command line. `const`
    stands between the option and its value; without it they are two words.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        name = self.option_strings[0]
        words: tuple[str, ...] = (name, str(values))
        if self.nargs == 0:
            words = (name,)
        elif self.const is not None:
            words = (f"{name}{self.const}{values}",)
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), *words])


def _word(name: str, metavar: str | None, text: str, **settings: Any) -> Option:
    kept = {"dest": "build_words", "default": ()}
    return value(name, metavar, text, action=_Word, **kept, **settings)


BUILD = (
    _word("-D", "NAME[=VALUE]", "define a macro"),
    _word("-U", "NAME", "undefine a macro"),
    _word("-I", "FOLDER", "search headers there"),
    _word(
        "-W",
        "WARNING",
        "a warning option of Clang; -Werror: warnings are errors",
        const="",
    ),
    _word("-include", "FILE", "read this file first"),
    _word(
        "-cl-std",
        "STANDARD",
        "CL1.0, CL1.1, CL1.2 (default), CL2.0, CL3.0 or CL3.1",
        const="=",
    ),
    _word(
        "-cl-ext", "LIST", "extensions on or off: -cl-ext=-all,+cl_khr_fp64", const="="
    ),
    _word("-w", None, "no warnings", nargs=0),
    _word("-g", None, "keep the source lines of operations", nargs=0),
    *(_word(flag, None, argparse.SUPPRESS, nargs=0) for flag in FLAGS),
    _word(
        "--frontend-target",
        None,
        "what C is read for: the GPU itself (amdgcn, the default with a GPU of ABI "
        "amdhsa) or any device (spir64)",
        choices=FRONTEND_TARGETS,
        const="=",
    ),
    _word(
        SPEC_CONSTANT,
        "ID=VALUE",
        "the value of a specialization constant of SPIR-V: 7=64, 8=0.5, 9=true",
        const="=",
    ),
    value(
        "--pointer-width",
        "BITS",
        "64 or 32: width of pointers and of size_t (default: the target's, or 64)",
        type=int,
    ),
)
BUILD_GROUP = ("OpenCL C", "options of clBuildProgram", BUILD)


def build_options_of(args: argparse.Namespace) -> BuildOptions:
    """
    The build options: those of `--options`, where a command has it, before those that are
    given one by one.

    Raises `FrontendError` for a wrong value.
    """
    text = f"{getattr(args, 'options', '')} {shlex.join(args.build_words)}"
    options = BuildOptions.from_text(text.strip())
    return replace(options, pointer_width=args.pointer_width)


def _ignored(args: argparse.Namespace, ending: str) -> Iterator[tuple[str, str]]:
    """
    The build options that do nothing for a file with `ending`, after the language that they
    are for.
    """
    is_c, is_spirv = ending in C_ENDINGS, ending in SPIRV_ENDINGS
    for word in args.build_words:
        if word.startswith(SPEC_CONSTANT):
            if not is_spirv:
                yield "SPIR-V", SPEC_CONSTANT
        elif is_c:
            continue
        elif word.startswith(("-cl-", "--")):
            yield "OpenCL C", word.partition("=")[0]
        elif word.startswith("-") and word != "-g":
            yield "OpenCL C", word
    # SPIR-V's own width is compared with it.
    if args.pointer_width is not None and not (is_c or is_spirv):
        yield "OpenCL C", "--pointer-width"


def warn_of_ignored(args: argparse.Namespace, name: str, target: Target | None) -> None:
    """
    Warns of build options that do nothing for the input `name`.

    Raises `CompileError` for a width of pointers that `target` does not have.
    """
    width: int | None = args.pointer_width
    if target is not None and width not in (None, target.pointer_bits):
        raise CompileError(
            f"error: --pointer-width {width}: ABI {target.abi} has pointers of "
            f"{target.pointer_bits} bits here; leave the option out"
        )
    ignored: dict[str, dict[str, None]] = {}
    for language, word in _ignored(args, PurePath(name).suffix.lower()):
        ignored.setdefault(language, {})[word] = None
    for language, words in ignored.items():
        diagnose(
            f"{name}: warning: {', '.join(words)} is for {language}; this input is not, so "
            "it does nothing\n"
        )

"""Options that sub-commands share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from xdsl_opencl.cli.commands import ListTargets

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target

Subparsers = Any
"""argparse gives the type of `add_subparsers`' result no public name."""


def add_target_options(
    parser: argparse.ArgumentParser,
    use: str = "needed unless the module has one attached ('opencl.target')",
) -> None:
    """
    Adds `--abi`, `--mcpu`, `--list-targets`, `--features`, `--code-object-version` and
    `--wave-size`; `use` says what they are for.
    """
    group = parser.add_argument_group("target", use)
    group.add_argument(
        "--abi", metavar="ABI", help="amdhsa (default), mesa3d, r600, amdcl2 or host"
    )
    group.add_argument(
        "--mcpu",
        metavar="NAME",
        help="processor, for example gfx1100, or target ID, for example gfx90a:xnack+",
    )
    group.add_argument("--list-targets", action=ListTargets)
    group.add_argument(
        "--features",
        metavar="LIST",
        help="subtarget features with sign, separated by commas: --features=+xnack",
    )
    group.add_argument(
        "--code-object-version", metavar="N", type=int, help="4, 5 (default) or 6"
    )
    group.add_argument(
        "--wave-size", metavar="N", type=int, help="32 or 64 (default: processor's)"
    )


def add_language_option(
    parser: argparse.ArgumentParser, words: str = "OpenCL C, LLVM IR or MLIR (default)"
) -> None:
    """
    Adds `--lang`; `words` name the languages for which a command takes standard input.
    """
    parser.add_argument(
        "--lang",
        choices=("cl", "ll", "mlir"),
        help=f"the language of standard input: {words}",
    )


def jobs_number(text: str) -> int:
    """A number of processes, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a number of processes; give 1 or more, or leave it out"
        )
    return int(text)


def target_of(args: argparse.Namespace) -> Target | None:
    """
    The target that the options ask for; `None` when there is none of them.

    Raises `AbiError` for an unknown name or number, or a wrong combination.
    """
    fields: dict[str, Any] = {
        "abi": args.abi,
        "mcpu": args.mcpu,
        "features": args.features and tuple(args.features.replace(",", " ").split()),
        "code_object_version": args.code_object_version,
        "wave_size": args.wave_size,
    }
    given = {name: value for name, value in fields.items() if value is not None}
    if not given:
        return None
    if getattr(args, "pointer_width", None) is not None:
        # The option is one of the source's, which has no more to say than the target.
        given["pointer_bits"] = args.pointer_width
    from xdsl_opencl.abi.model import AbiError
    from xdsl_opencl.abi.target import Target

    if args.mcpu is not None and not args.mcpu.strip():
        raise AbiError(
            "--mcpu is empty; name a processor, for example --mcpu gfx1100 "
            "('xdsl-opencl --list-targets' lists them)"
        )
    return Target(**given)

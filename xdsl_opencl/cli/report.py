"""`xdsl-opencl report`: a kernel as one HTML page, or two builds beside each other."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from xdsl_opencl.cli.options import (
    BUILD_GROUP,
    LEVEL_HELP,
    PIPELINE,
    TARGET_GROUP,
    build_options_of,
    language,
    level,
    target_of,
    value,
    warn_of_ignored,
)
from xdsl_opencl.cli.run import LAUNCH, arguments
from xdsl_opencl.cli.terminal import diagnose
from xdsl_opencl.driver import Compilation, CompileError, SourceFile, user_errors
from xdsl_opencl.files import read_code_file, write_output
from xdsl_opencl.source import require_other_file

if TYPE_CHECKING:
    from xdsl_opencl.page.kernel_page import Side

DESCRIPTION = """\
Writes one HTML page about the kernels of a file, which opens anywhere and needs no network:
the source with the machine instructions of each line, the IR after each pass with what
changed, the assembly, linked with the source and the IR both ways, registers, occupancy and
what limits it, local memory and scratch, and the argument block.

With arguments (--arg, as for 'xdsl-opencl run') the kernel is launched on the emulator, and
the page has what each line and each instruction did: executed instructions, bytes, cache
lines, bank conflicts.
"""

EPILOG = """\
examples:
  xdsl-opencl report k.cl --mcpu gfx1100 -o k.html
  xdsl-opencl report k.cl --mcpu gfx1100,gfx942 -o two.html      two processors
  xdsl-opencl report k.cl --mcpu gfx1100 --compare k.html -o edited.html
  xdsl-opt k.mlir -p opencl-inline | xdsl-opencl report - --mcpu gfx1100 -o k.html
"""

KERNEL = value("--kernel", "NAME", "the kernel to launch, where there are several")
OPTIONS = (
    value("input", "INPUT", "a .cl, .ll, .bc, .spv, .mlir or .hsaco file, or -"),
    value(
        "-o",
        "FILE.html",
        "the page, or - for standard output",
        dest="output",
        required=True,
    ),
    value("--compare", "OTHER.html", "a page of this command, to stand beside this"),
    value(
        "--stage",
        "PASS,PASS",
        "the IR after two passes beside each other; 'input' is what they begin with",
    ),
    KERNEL,
    *LAUNCH,
    level(LEVEL_HELP),
    PIPELINE,
    language(),
)
GROUPS = (TARGET_GROUP, BUILD_GROUP)


Launch = Callable[[bytes], Mapping[str, Any] | None]
"""Launches a kernel of a code object and returns the profile (`Profile.as_dict`)."""


def run(args: Namespace) -> int:
    """Writes the page. Returns the exit status."""
    from xdsl_opencl.emulator.errors import EmulatorError
    from xdsl_opencl.page.kernel_page import KernelPage, PageError, read_side
    from xdsl_opencl.runtime.errors import RuntimeFailure

    names: list[str] = args.mcpu.split(",") if args.mcpu else [args.mcpu]
    stages = None if args.stage is None else args.stage.split(",")
    try:
        with user_errors():
            if args.output != "-":
                if not args.output.endswith((".html", ".htm")):
                    raise _wrong(
                        f"-o '{args.output}': a page is written to a .html file, or to -"
                    )
                require_other_file(args.input, args.output)
            if stages is not None and len(stages) != 2:
                raise _wrong(
                    f"--stage '{args.stage}': give two passes, as --stage input,cse"
                )
            if len(names) + (args.compare is not None) + (stages is not None) > 2:
                raise _wrong(
                    "a page has two sides: give one of --compare, --stage and two processors"
                )
            options = (name.split()[-1] for name, _ in (KERNEL, *LAUNCH))
            given = (vars(args)[name[2:].replace("-", "_")] for name in options)
            launch = partial(_profile, args) if any(given) else None
            source = read_code_file(args.input)
            source = source or SourceFile.read(args.input, args.lang)
            sides: list[Side] = []
            if args.compare is not None:
                text = Path(args.compare).read_text(encoding="utf-8", errors="replace")
                sides.append(read_side(args.compare, text))
            for args.mcpu in names:
                sides.append(_side(args, source, launch))
            html = KernelPage(sides, stages and (stages[0], stages[1])).html
            if args.output == "-":
                print(html)
            else:
                write_output(args.output, html)
    except PageError as error:
        raise CompileError(str(error)) from error
    except (EmulatorError, RuntimeFailure) as error:
        raise CompileError(f"{args.input}: error: {error}") from error
    return 0


def _wrong(message: str) -> CompileError:
    return CompileError.at(None, message)


def _side(args: Namespace, source: bytes | SourceFile, launch: Launch | None) -> Side:
    """
    What the page shows of the input for one processor; a code object has neither source nor
    stages.

    Raises `CompileError`, `RuntimeFailure`, and `EmulatorError` for a processor whose instructions
    are not known.
    """
    from xdsl.dialects.builtin import UnitAttr

    from xdsl_opencl.backend.objects.bundle import is_bundle
    from xdsl_opencl.driver.report import report_code_object, report_module
    from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE
    from xdsl_opencl.page.kernel_page import Side, Stages, machine_rows, shown_source
    from xdsl_opencl.runtime.gpu import one_code_object

    target = target_of(args)
    if isinstance(source, bytes):
        if args.stage or (target is not None and not is_bundle(source)):
            raise _wrong(
                f"{args.input}: a code object has its target and no passes; leave the target "
                "options and --stage out"
            )
        file, code = args.input, one_code_object(source, target)
        report = report_code_object(file, code)
        device, text, name, stages = report["target"]["mcpu"], [], "", Stages("")
    else:
        warn_of_ignored(args, source.name, target)
        compilation = Compilation(
            source,
            target,
            level=int(args.level),
            pipeline=args.pipeline,
            build=replace(build_options_of(args), debug=True),
        )
        module = compilation.opencl_module
        text, name = shown_source(source)
        stages = Stages(name)
        compilation.observer = stages.add
        stages.add("input", module)
        module.attributes[LINE_TABLES_ATTRIBUTE] = UnitAttr()
        report = report_module(compilation)
        target = compilation.resolved_target
        code = compilation.code_object if target.has_code_object or launch else b""
        diagnose(compilation.warnings)
        file, device = source.name, target.mcpu or target.abi
    return Side(
        f"{PurePath(file).name} for {device}",
        report["kernels"],
        text,
        machine_rows(code, name) if code else [],
        stages.found,
        launch(code) if launch else None,
    )


def _profile(args: Namespace, code: bytes) -> Mapping[str, Any] | None:
    """
    The counts of the launch of `code` that the options ask for.

    Raises `RuntimeFailure` for a launch that fails.
    """
    from xdsl_opencl.runtime.gpu import GpuDevice, code_target
    from xdsl_opencl.runtime.program import Kernel, Program

    device = GpuDevice(code_target(code), profile=True)
    program = Program.from_code_object(code, device=device)
    kernel, reader, values, size = arguments(args, program)
    assert isinstance(kernel, Kernel)
    launch = kernel(
        size,
        args.local_size,
        *values,
        global_offset=args.global_offset,
        dynamic_local_bytes=args.local_bytes or 0,
    )
    reader.write()
    return None if launch.profile is None else launch.profile.as_dict()

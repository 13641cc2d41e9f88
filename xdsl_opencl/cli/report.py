"""`xdsl-opencl report`: a kernel as one HTML page, or two builds beside each other."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

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
from xdsl_opencl.driver import (
    Compilation,
    CompileError,
    SourceFile,
    error_at,
    user_errors,
)
from xdsl_opencl.files import read_code_file, write_output
from xdsl_opencl.source import require_other_file

if TYPE_CHECKING:
    from xdsl_opencl.page.kernel_page import Side

DESCRIPTION = """\
Writes one HTML page about the kernels of a file, which needs no network: source, IR after
each pass and assembly, linked with each other; registers, occupancy and what limits it,
local memory, scratch, and the argument block.

With arguments (--arg, as for 'xdsl-opencl run') the kernel is launched on the emulator, and
the page counts what each line and each instruction did.
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
    value("-o", "FILE.html", "the page, or - for stdout", dest="output", required=True),
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


def run(args: Namespace) -> int:
    """Writes the page. Returns the exit status."""
    from xdsl_opencl.emulator.errors import EmulatorError
    from xdsl_opencl.page.kernel_page import KernelPage, PageError, read_side
    from xdsl_opencl.runtime.errors import RuntimeFailure

    names: list[str] = args.mcpu.split(",") if args.mcpu else [args.mcpu]
    stages: list[str] = [] if args.stage is None else args.stage.split(",")
    try:
        with user_errors():
            if args.output != "-":
                require_other_file(args.input, args.output)
            if len(stages) not in (0, 2):
                raise error_at(
                    f"--stage '{args.stage}': give two passes, as --stage input,cse"
                )
            if len(names) + (args.compare is not None) + bool(stages) > 2:
                raise error_at(
                    "a page has two sides: give one of --compare, --stage and two processors"
                )
            source = read_code_file(args.input)
            source = source or SourceFile.read(args.input, args.lang)
            sides: list[Side] = []
            if args.compare is not None:
                text = Path(args.compare).read_text(encoding="utf-8", errors="replace")
                sides.append(read_side(args.compare, text))
            for args.mcpu in names:
                sides.append(_side(args, source))
            html = KernelPage(sides, stages).html
            if args.output == "-":
                print(html)
            else:
                write_output(args.output, html)
    except PageError as error:
        raise CompileError(str(error)) from error
    except (EmulatorError, RuntimeFailure) as error:
        raise CompileError(f"{args.input}: error: {error}") from error
    return 0


def _side(args: Namespace, source: bytes | SourceFile) -> Side:
    """
    What the page shows of the input for one processor; a code object has neither source nor
    stages. With options of a launch it is launched.

    Raises `CompileError`, `RuntimeFailure`, and `EmulatorError` for a processor whose instructions
    are not known.
    """
    from xdsl.dialects.builtin import UnitAttr

    from xdsl_opencl.backend.objects.bundle import is_bundle
    from xdsl_opencl.driver.report import report_code_object, report_module
    from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE
    from xdsl_opencl.page.kernel_page import Recorder
    from xdsl_opencl.runtime.gpu import GpuDevice, code_target, one_code_object
    from xdsl_opencl.runtime.program import Kernel, Program

    target = target_of(args)
    launch_options = (name.split()[-1] for name, _ in (KERNEL, *LAUNCH))
    wanted = [vars(args)[name[2:].replace("-", "_")] for name in launch_options]
    if isinstance(source, bytes):
        if args.stage or (target is not None and not is_bundle(source)):
            raise error_at(
                f"{args.input}: a code object has its target and no passes; leave the target "
                "options and --stage out"
            )
        code = one_code_object(source, target)
        recorder = Recorder(SourceFile(args.input, ""))
        report = report_code_object(args.input, code)
    else:
        warn_of_ignored(args, source.name, target)
        build = replace(build_options_of(args), debug=True)
        level, passes = int(args.level), args.pipeline
        compilation = Compilation(
            source, target, level=level, pipeline=passes, build=build
        )
        module = compilation.opencl_module
        recorder = Recorder(source)
        compilation.observer = recorder.add
        recorder.add("input", module)
        module.attributes[LINE_TABLES_ATTRIBUTE] = UnitAttr()
        report = report_module(compilation)
        made = compilation.resolved_target.has_code_object or any(wanted)
        code = compilation.code_object if made else b""
        diagnose(compilation.warnings)
    profile = None
    if any(wanted):
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
        profile = launch.profile and launch.profile.as_dict()
    name = report["target"]["mcpu"] or report["target"]["abi"]
    title = f"{PurePath(report['file']).name} for {name}"
    return recorder.side(title, report["kernels"], code, profile)

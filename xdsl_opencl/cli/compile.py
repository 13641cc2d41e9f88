"""
`xdsl-opencl compile`: an input file to the stage that the output's ending names.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from xdsl_opencl.cli.import_ import add_build_options, build_options_of
from xdsl_opencl.cli.main import EXIT_INTERNAL, EXIT_USER, PROGRAM
from xdsl_opencl.cli.options import Subparsers, add_target_options, target_of

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver import Compilation, Stage
    from xdsl_opencl.frontend.options import BuildOptions

_STAGES = ("mlir", "ll", "s", "o", "hsaco")

DESCRIPTION = """\
Compiles kernels. The ending of the output says how far:
  .mlir   the llvm-level module, as the pass opencl-to-llvm leaves it
  .ll     LLVM IR; optimised only if -O is given
  .s      assembly text
  .o      relocatable object
  .hsaco  loadable code object (ABI amdhsa)
"""


def add_parser(subparsers: Subparsers) -> None:
    """
    Registers the sub-command.
    """
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "compile",
        help="translate kernels",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "inputs", nargs="+", metavar="INPUT", help="a file, or - for standard input"
    )
    parser.add_argument(
        "-o",
        dest="output",
        metavar="OUTPUT",
        required=True,
        help="a file; - for standard output (with --emit); with several inputs, or if "
        "it is one, a folder",
    )
    parser.add_argument(
        "--emit",
        choices=_STAGES,
        help="stage, where the output's ending does not say it (folder: hsaco)",
    )
    add_target_options(parser)
    parser.add_argument(
        "-O",
        dest="level",
        metavar="LEVEL",
        choices=("0", "1", "2", "3"),
        help="LLVM's optimisation level, 0 to 3 (default 3)",
    )
    parser.add_argument(
        "-p",
        dest="pipeline",
        metavar="PASSES",
        default="",
        help="passes to run first, as for xdsl-opt",
    )
    parser.add_argument(
        "--print-after",
        metavar="PASS",
        action="append",
        default=[],
        help="print the module after this pass to standard error; 'all' for every pass",
    )
    parser.add_argument(
        "--save-temps",
        metavar="DIR",
        type=Path,
        help="write every stage to numbered files in DIR",
    )
    add_build_options(parser)
    parser.add_argument(
        "-j",
        dest="jobs",
        metavar="N",
        nargs="?",
        type=int,
        const=0,
        default=1,
        help="compile N inputs at a time (without N: one for each processor)",
    )


@dataclass(frozen=True)
class Job:
    """
    One input and where it goes; an output of `-` is standard output.
    """

    input: str
    output: str
    stage: Stage
    target: Target | None
    level: int
    optimized: bool
    pipeline: str
    print_after: tuple[str, ...]
    temporaries: Path | None
    build: BuildOptions


def _stem(path: str) -> str:
    return "stdin" if path == "-" else PurePath(path).stem


def _jobs(args: argparse.Namespace) -> list[Job]:
    """
    One job for each input.

    Raises `CompileError` when the outputs are not clear.
    """
    from xdsl_opencl.driver import CompileError, stage_of, user_errors

    output: str = args.output
    inputs: list[str] = args.inputs
    folder = output.endswith("/") or Path(output).is_dir()
    if folder:
        stage: Stage = args.emit or "hsaco"
        outputs = [str(Path(output, f"{_stem(name)}.{stage}")) for name in inputs]
        if twice := next((o for o in outputs if outputs.count(o) > 1), None):
            names = [n for n, o in zip(inputs, outputs, strict=True) if o == twice]
            raise CompileError(f"error: {' and '.join(names)} would both be '{twice}'")
        missing = not Path(output).is_dir()
    elif len(inputs) > 1:
        raise CompileError(
            f"error: there are {len(inputs)} inputs, so -o must be a folder that "
            f"exists, not '{output}'"
        )
    else:
        if output == "-" and args.emit is None:
            raise CompileError("error: '-o -' needs --emit to say what to write")
        stage = args.emit or stage_of(output)
        outputs = [output]
        missing = output != "-" and not Path(output).parent.is_dir()
    if missing:
        # Before the work, not after it.
        where = output if folder else Path(output).parent
        raise CompileError(f"error: the output folder '{where}' does not exist")
    with user_errors():
        target = target_of(args)
        build = build_options_of(args)
    return [
        Job(
            name,
            destination,
            stage,
            target,
            level=3 if args.level is None else int(args.level),
            optimized=args.level is not None,
            pipeline=args.pipeline,
            print_after=tuple(args.print_after),
            temporaries=args.save_temps,
            build=build,
        )
        for name, destination in zip(inputs, outputs, strict=True)
    ]


def run(args: argparse.Namespace) -> int:
    """
    Compiles each input; one that fails does not stop the others.
    """
    needs_llvm = (args.emit or PurePath(args.output).suffix) not in ("mlir", ".mlir")
    parallel = args.jobs != 1 and len(args.inputs) > 1
    if needs_llvm and not parallel:
        from xdsl_opencl.backend.llvm_child import warm_up

        # LLVM loads in its own process while this one imports and parses.
        warm_up()
    jobs = _jobs(args)
    if len(jobs) == 1:
        compile_job(jobs[0])
        return 0
    return _run_many(jobs, args.jobs if parallel else 1)


def compile_job(job: Job) -> None:
    """
    Compiles one input and writes its output.

    Raises `CompileError`.
    """
    from xdsl_opencl.driver import Compilation, SourceFile, user_errors
    from xdsl_opencl.files import write_output

    with user_errors():
        source = SourceFile.read(job.input)
    compilation = Compilation(
        source,
        job.target,
        level=job.level,
        pipeline=job.pipeline,
        build=job.build,
    )
    printer = _Printer(job.print_after)
    if job.print_after:
        compilation.observer = printer
    if job.temporaries is not None:
        _save_stages(compilation, job.temporaries, job, printer)
    content = compilation.output(job.stage, optimized=job.optimized)
    printer.warn()
    if compilation.warnings:
        sys.stderr.write(compilation.warnings)
    with user_errors():
        if job.output == "-":
            data = content.encode() if isinstance(content, str) else content
            sys.stdout.buffer.write(data)
        else:
            write_output(job.output, content)


class _Printer:
    """
    An observer that prints the module after the wanted passes.
    """

    def __init__(self, wanted: tuple[str, ...]) -> None:
        self.wanted = wanted
        self.seen: dict[str, None] = {}

    def __call__(self, name: str, module: ModuleOp) -> None:
        from xdsl_opencl.driver import module_text

        self.seen[name] = None
        if name in self.wanted or "all" in self.wanted:
            sys.stderr.write(f"// ----- after {name} -----\n{module_text(module)}")

    def warn(self) -> None:
        """
        Names the wanted passes that did not run.
        """
        for name in self.wanted:
            if name != "all" and name not in self.seen:
                print(
                    f"{PROGRAM}: warning: --print-after: no pass '{name}' ran; those "
                    f"that did: {', '.join(self.seen)}",
                    file=sys.stderr,
                )


def _save_stages(
    compilation: Compilation, folder: Path, job: Job, printer: _Printer
) -> None:
    """
    Runs every stage up to the job's, writing each to a numbered file in `folder`.
    """
    from xdsl_opencl.driver import module_text, user_errors
    from xdsl_opencl.files import write_output

    with user_errors():
        folder.mkdir(parents=True, exist_ok=True)
    stem = _stem(job.input)
    count = 0

    def save(name: str, content: str | bytes) -> None:
        nonlocal count
        with user_errors():
            write_output(folder / f"{stem}.{count:02}-{name}", content)
        count += 1

    def observe(name: str, module: ModuleOp) -> None:
        printer(name, module)
        save(f"{name}.mlir", module_text(module))

    compilation.observer = observe
    compilation.together = ("llvm-ir", "asm", "object")
    save("input.mlir", module_text(compilation.opencl_module))
    if compilation.llvm_module and job.stage == "mlir":
        return
    save("llvm.ll", compilation.llvm_ir)
    if job.stage == "ll" and not job.optimized:
        return
    save("optimized.ll", compilation.optimized_ir)
    save("assembly.s", compilation.assembly)
    if job.stage in ("o", "hsaco"):
        save("object.o", compilation.object)
    if job.stage == "hsaco":
        save("linked.hsaco", compilation.code_object)


def _outcome(job: Job) -> tuple[str, str]:
    """
    Compiles one of several inputs: the error, empty when there is none, and a traceback
    if it is ours.
    """
    from xdsl_opencl.driver import CompileError

    try:
        compile_job(job)
    except CompileError as error:
        return str(error), ""
    except Exception as error:
        import traceback

        message = f"internal error, please report: {type(error).__name__}: {error}"
        return f"{job.input}: error: {message}", traceback.format_exc()
    return "", ""


def _run_many(jobs: list[Job], processes: int) -> int:
    """
    Compiles `jobs`, reports each failure as it comes and the count at the end.
    """
    if processes == 1:
        failures, internal = _report(map(_outcome, jobs))
    else:
        from concurrent.futures import ProcessPoolExecutor
        from os import cpu_count

        with ProcessPoolExecutor(min(processes or cpu_count() or 1, len(jobs))) as pool:
            failures, internal = _report(pool.map(_outcome, jobs))
    done = len(jobs) - failures
    print(f"{done} of {len(jobs)} inputs compiled", file=sys.stderr)
    return EXIT_INTERNAL if internal else EXIT_USER if failures else 0


def _report(outcomes: Iterable[tuple[str, str]]) -> tuple[int, bool]:
    """
    Prints the failures; returns their number, and whether one is ours.
    """
    failures = 0
    internal = False
    for message, trace in outcomes:
        if message:
            failures += 1
            internal |= bool(trace)
            print(message, file=sys.stderr)
    return failures, internal

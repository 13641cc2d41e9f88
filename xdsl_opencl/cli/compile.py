"""`xdsl-opencl compile`: an input file to the stage that the output's ending names."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from xdsl_opencl.cli.commands import PROGRAM
from xdsl_opencl.cli.job import Job, Outcome
from xdsl_opencl.cli.options import (
    BUILD_GROUP,
    LEVEL_HELP,
    PIPELINE,
    TARGET_GROUP,
    build_options_of,
    language,
    level,
    switch,
    target_of,
    value,
    warn_of_ignored,
)
from xdsl_opencl.cli.terminal import diagnose
from xdsl_opencl.driver import (
    STAGES,
    CompileError,
    SourceFile,
    error_at,
    stage_of,
    user_errors,
)
from xdsl_opencl.files import write_output
from xdsl_opencl.source import require_other_file

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver import Compilation, Stage
    from xdsl_opencl.driver.ahead import Ahead

DESCRIPTION = """\
Compiles kernels. The ending of the output says how far:
  .mlir   the llvm-level module, as the pass opencl-to-llvm leaves it
  .ll     LLVM IR; optimised only if -O is given
  .s      assembly text
  .o      relocatable object
  .hsaco  loadable code object (ABI amdhsa)
  .clrx   CLRX assembler text (ABI amdcl2)
  .spv    SPIR-V for any OpenCL device (ABI spirv: --mcpu spirv64 or spirv32)
With several processors (--mcpu gfx900,gfx1100) a .hsaco is an offload bundle with a code
object for each, as HIP's loader takes it.
"""


def _processes(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a number of processes; give 1 or more, or leave it out"
        )
    return int(text)


OPTIONS = (
    value("inputs", "INPUT", "a file, or - for standard input", nargs="+"),
    value(
        "-o",
        "OUTPUT",
        "a file; - for standard output (with --emit); with several inputs, or if it is "
        "one, a folder",
        dest="output",
        required=True,
    ),
    value(
        "--emit",
        None,
        "stage, where the output's ending does not say it (folder: hsaco, or spv)",
        choices=tuple(STAGES),
    ),
    level(LEVEL_HELP, default=None),
    switch("--compress", "compress the bundle for several processors (with zlib)"),
    PIPELINE,
    value(
        "--print-after",
        "PASS",
        "print the module after this pass to standard error; 'all' for every pass",
        action="append",
        default=[],
    ),
    value(
        "--save-temps", "DIR", "write every stage to numbered files in DIR", type=Path
    ),
    language(),
    value(
        "-j",
        "N",
        "compile N inputs at a time (without N: one for each processor)",
        dest="jobs",
        nargs="?",
        type=_processes,
        const=0,
        default=1,
    ),
    switch(
        "--no-cache",
        "neither take outputs from the cache ($XDSL_OPENCL_CACHE, by default xdsl-opencl "
        "in the user's cache folder) nor keep them there",
    ),
)
GROUPS = (TARGET_GROUP, BUILD_GROUP)


def _stem(path: str) -> str:
    return "stdin" if path == "-" else PurePath(path).stem


def _jobs(args: argparse.Namespace) -> list[Job]:
    """
    One job for each input.

    Raises `CompileError` when the outputs are not clear.
    """
    output: str = args.output
    inputs: list[str] = args.inputs
    if not output:
        raise error_at("-o is empty; name a file or a folder")
    folder = output.endswith("/") or Path(output).is_dir()
    if folder:
        with user_errors():
            target = None if "," in (args.mcpu or "") else target_of(args)
        spirv = target is not None and target.interface.keeps_operations
        stage: Stage = args.emit or ("spv" if spirv else "hsaco")
        outputs = [str(Path(output, f"{_stem(name)}.{stage}")) for name in inputs]
        if twice := next((o for o in outputs if outputs.count(o) > 1), None):
            names = [n for n, o in zip(inputs, outputs, strict=True) if o == twice]
            raise error_at(f"{' and '.join(names)} would both be '{twice}'")
        missing = not Path(output).is_dir()
    elif len(inputs) > 1:
        raise error_at(
            f"there are {len(inputs)} inputs, so -o must be a folder that "
            f"exists, not '{output}'"
        )
    else:
        if output == "-" and args.emit is None:
            raise error_at("'-o -' needs --emit to say what to write")
        ending = Path(output).suffix.removeprefix(".")
        if args.emit and ending in STAGES and ending != args.emit:
            raise error_at(
                f"the ending of '{output}' says {ending}, --emit says {args.emit}; leave "
                "--emit out, or name another file"
            )
        stage = args.emit or stage_of(output)
        outputs = [output]
        missing = output != "-" and not Path(output).parent.is_dir()
    if missing:
        # Before the work, not after it.
        where = output if folder else Path(output).parent
        raise error_at(f"the output folder '{where}' does not exist")
    with user_errors():
        targets = _targets(args, stage)
        target = targets[0]
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
            cached=not args.no_cache,
            language=args.lang,
            bundled=tuple(t for t in targets if t) if len(targets) > 1 else (),
            compressed=args.compress,
        )
        for name, destination in zip(inputs, outputs, strict=True)
    ]


def _targets(args: argparse.Namespace, stage: Stage) -> list[Target | None]:
    """
    The targets that `--mcpu` lists.

    Raises `CompileError` for several where the stage has one only, `AbiError` as
    `target_of`.
    """
    listed: str = args.mcpu or ""
    names = listed.split(",")
    targets: list[Target | None] = []
    for name in names:
        given = argparse.Namespace(**{**vars(args), "mcpu": name})
        targets.append(target_of(given if len(names) > 1 else args))
    if len(targets) > 1 and (stage != "hsaco" or args.print_after or args.save_temps):
        raise error_at(
            f"--mcpu {listed} names {len(targets)} processors, and only a .hsaco, "
            "without --print-after and --save-temps, can be for several; name one"
        )
    if len(targets) == 1 and args.compress:
        raise error_at(
            "--compress is for the bundle for several processors; list them "
            "(--mcpu gfx900,gfx1100) or leave it out"
        )
    if len(set(targets)) < len(targets):
        raise error_at(f"--mcpu {listed} names a processor twice")
    return targets


def _warn(args: argparse.Namespace, jobs: list[Job]) -> None:
    """
    Warns of options that do nothing.

    Raises `CompileError` for an output that is an input, and as `warn_of_ignored`.
    """
    with user_errors():
        for job in jobs:
            for other in jobs:
                require_other_file(other.input, job.output)
            name = f"stdin.{job.language}" if job.language else job.input
            warn_of_ignored(args, name, job.target)
    job = jobs[0]
    doubt = ""
    if args.level is not None and job.stage == "mlir":
        doubt += f"{PROGRAM}: warning: -O is for LLVM, which makes no .mlir; it does nothing\n"
    if args.code_object_version is not None and job.target is not None:
        if job.target.abi != "amdhsa":
            doubt += (
                f"{PROGRAM}: warning: --code-object-version is for ABI amdhsa; it does "
                f"nothing for {job.target.abi}\n"
            )
    diagnose(doubt)


def run(args: argparse.Namespace) -> int:
    """Compiles each input; one that fails does not stop the others."""
    jobs = _jobs(args)
    _warn(args, jobs)
    if len(jobs) > 1:
        from xdsl_opencl.cli.batch import run_batch

        return run_batch(jobs, args.jobs, start_job, begin)
    compile_job(jobs[0])
    return 0


def begin(job: Job) -> Ahead:
    """
    Starts the work on `job` that does not need xDSL.

    Raises `CompileError` when the input cannot be read.
    """
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.driver.output_cache import Request

    with user_errors():
        source = SourceFile.read(job.input, job.language)
    request = Request(job.target, job.stage, job.level, job.optimized, job.build)
    # Plugins may change what a pipeline does; stages are seen only when they are made.
    seen = job.pipeline or job.print_after or job.temporaries is not None
    return Ahead(source, request, cached=job.cached and not seen)


_PRELOADED = (
    "xdsl.dialects.builtin",
    "xdsl.dialects.llvm",
    "xdsl_opencl.dialects.opencl",
    "xdsl_opencl.driver.compilation",
)


Content = tuple[str | bytes, int, str]
"""An output, its number of kernels, and the text printed meanwhile."""


def compile_job(job: Job) -> Outcome:
    """
    Compiles one input and writes its output.

    Raises `CompileError`.
    """
    outcome, printed = start_job(job, begin(job))()
    diagnose(printed)
    return outcome


def start_job(job: Job, ahead: Ahead) -> Callable[[], tuple[Outcome, str]]:
    """
    Compiles one input as far as LLVM IR; `ahead` comes from `begin`. Returns the function
    that does the rest: it waits for LLVM and the linker and writes the output. It may run
    in another thread, so it returns the text to print.

    Raises `CompileError`, as does the function.
    """

    singles = [replace(job, target=target) for target in job.bundled] or [job]
    rests: list[Callable[[], tuple[Content, bool]]] = []
    for single in singles:
        with _naming(single):
            rests.append(_start(single, begin(single) if rests else ahead))

    def finish() -> tuple[Outcome, str]:
        made: list[tuple[Content, bool]] = []
        for single, rest in zip(singles, rests, strict=True):
            with _naming(single):
                made.append(rest())
        content, kernels, printed = made[0][0]
        if job.bundled:
            content = _bundle([content for (content, _, _), _ in made], job.compressed)
            words = (words for (_, _, words), _ in made)
            # Warnings about the program are the same for each.
            printed = "".join(dict.fromkeys(words))
        with user_errors():
            if job.output == "-":
                data = content.encode() if isinstance(content, str) else content
                sys.stdout.buffer.write(data)
            else:
                write_output(job.output, content)
        return Outcome(kernels, cached=all(cached for _, cached in made)), printed

    return finish


@contextmanager
def _naming(job: Job) -> Generator[None]:
    """Lets errors say which of several processors they are for."""
    if not job.bundled or job.target is None:
        yield
        return
    try:
        yield
    except CompileError as error:
        note = (
            f"note: that is for {job.target.mcpu}, one of {len(job.bundled)} processors"
        )
        raise CompileError(f"{error}\n{note}") from error


def _start(job: Job, ahead: Ahead) -> Callable[[], tuple[Content, bool]]:
    """
    Compiles for one target as far as LLVM IR. Returns the function that does the rest and
    tells if the output was in the cache.
    """

    for module in _PRELOADED:
        if not ahead.is_alive():
            break
        import_module(module)
    with user_errors():
        entry = ahead.wait()
        if not job.bundled or job.target == job.bundled[0]:
            diagnose(ahead.warnings)
    if entry is not None:
        known: Content = entry.content, entry.kernels, entry.warnings
        return lambda: (known, True)
    rest = _compile(job, ahead)
    return lambda: (rest(), False)


def _bundle(contents: Sequence[str | bytes], compressed: bool) -> bytes:
    """
    The offload bundle of code objects.

    Raises `CompileError` for two of the same GPU that a loader could not tell apart.
    """
    from xdsl_opencl.backend.objects.bundle import BundleError, Entry, write_bundle
    from xdsl_opencl.backend.objects.code_object_info import inspect

    with user_errors():
        entries = [
            Entry(inspect(content).target_id, content)
            for content in contents
            if isinstance(content, bytes)
        ]
        try:
            return write_bundle(entries, compressed=compressed)
        except BundleError as error:
            raise error_at(str(error)) from error


def _compile(job: Job, ahead: Ahead) -> Callable[[], Content]:
    """Compiles as far as LLVM IR; returns the function that does the rest."""
    from xdsl_opencl.dialects.opencl.kernel import KernelOp
    from xdsl_opencl.driver import Compilation
    from xdsl_opencl.driver.output_cache import keep_output

    compilation = Compilation(
        ahead.source,
        job.target,
        level=job.level,
        pipeline=job.pipeline,
        build=job.build,
        ahead=ahead,
    )
    printer = _Printer(job.print_after)
    if job.print_after:
        compilation.observer = printer
    kernels = sum(isinstance(op, KernelOp) for op in compilation.opencl_module.ops)
    if job.temporaries is not None:
        _save_stages(compilation, job.temporaries, job, printer)
    if job.stage == "mlir":
        _ = compilation.llvm_module
    elif job.stage == "spv":
        _ = compilation.spirv
    else:
        _ = compilation.llvm_ir
    printer.warn()

    def rest() -> Content:
        content = compilation.output(job.stage, optimized=job.optimized)
        if ahead.key:
            warnings, tools = compilation.warnings, compilation.tools
            keep_output(ahead.key, content, kernels, warnings, tools)
        return content, kernels, compilation.warnings

    return rest


class _Printer:
    """An observer that prints the module after the wanted passes."""

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

        Raises `CompileError` for one that does not exist.
        """
        from xdsl.universe import Universe

        for name in self.wanted:
            if name != "all" and name not in self.seen:
                if name not in Universe.get_multiverse().all_passes:
                    raise error_at(
                        f"--print-after: there is no pass '{name}'; those that "
                        f"ran: {', '.join(self.seen)}"
                    )
                print(
                    f"{PROGRAM}: warning: --print-after: no pass '{name}' ran; those "
                    f"that did: {', '.join(self.seen)}",
                    file=sys.stderr,
                )


def _save_stages(
    compilation: Compilation, folder: Path, job: Job, printer: _Printer
) -> None:
    """Runs every stage up to the job's, writing each to a numbered file in `folder`."""
    from xdsl_opencl.driver import module_text

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
    if compilation.llvm_module and job.stage in ("mlir", "spv"):
        return
    save("llvm.ll", compilation.llvm_ir)
    if job.stage == "ll" and not job.optimized:
        return
    save("optimized.ll", compilation.optimized_ir)
    save("assembly.s", compilation.assembly)
    if job.stage == "clrx":
        save("assembler.clrx", compilation.clrx)
    if job.stage in ("o", "hsaco"):
        save("object.o", compilation.object)
    if job.stage == "hsaco":
        save("linked.hsaco", compilation.code_object)

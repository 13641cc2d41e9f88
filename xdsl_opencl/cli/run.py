"""
`xdsl-opencl run`: one kernel on a device, arguments from the command line.

The kernel runs in a child process, so that a wild write ends that process only.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.cli.commands import EXIT_INTERNAL, EXIT_INTERRUPTED, report
from xdsl_opencl.cli.options import (
    BUILD_GROUP,
    LEVEL_HELP,
    PIPELINE,
    TARGET,
    Option,
    build_options_of,
    language,
    level,
    switch,
    target_of,
    value,
    warn_of_ignored,
)
from xdsl_opencl.cli.terminal import diagnose, printable
from xdsl_opencl.driver import CompileError, SourceFile, error_at, user_errors
from xdsl_opencl.errors import Place
from xdsl_opencl.files import read_code_file, write_output

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.cli.run_arguments import ArgumentReader
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.emulator.watch.profile import Profile
    from xdsl_opencl.frontend.clang.build_options import BuildOptions
    from xdsl_opencl.runtime.checks.check_reports import AnyReport
    from xdsl_opencl.runtime.interpreters.host_functions import HostFunction
    from xdsl_opencl.runtime.kernel import Device, Launch
    from xdsl_opencl.runtime.program import Kernel, Program

DESCRIPTION = """\
Runs a kernel of an OpenCL C, LLVM IR, SPIR-V or MLIR file on the CPU device, or with --mcpu the
machine code of a GPU on the emulator; also a kernel of a code object (.hsaco).

One --arg for each argument of the kernel, in order:
  3  0x10  2.5  1,2,3,4     a number, or a vector
  bytes:0000803f            the bytes of a number, a vector or a structure
  3  3.0                    of a type that a code object does not name: an integer or a
                            float of its size
  in.npy                    the array of a file, for a pointer or an image
  zeros:float:1024          1024 zeros; also ones, iota, random, and empty: zeros that
                            --check takes for memory that is not written
  out.npy=SOURCE            as SOURCE, one of the two above; written afterwards
  in.png                    an image to read
  out.png, out.png=64x48    an image to write, as large as the first one or as said
  in.png:UNSIGNED_INT8      with a channel data type
  local:1024                bytes of local memory
  linear,clamp_to_edge,normalized      a sampler
  none                      a null pointer
"""

EPILOG = """\
example:
  xdsl-opencl run blur.cl --kernel blur --global-size 512,512 \\
      --arg in.png --arg out.png --arg linear,clamp_to_edge
  xdsl-opencl run blur.cl --mcpu gfx1100 ...                 the same on an emulated GPU
"""


def _sizes(text: str) -> tuple[int, ...]:
    try:
        sizes = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not 1 to 3 numbers with commas between"
        ) from None
    if not 1 <= len(sizes) <= 3:
        raise argparse.ArgumentTypeError(
            f"'{text}' has {len(sizes)} numbers, not 1 to 3"
        )
    return sizes


def _size_option(name: str, text: str) -> Option:
    return value(name, "X[,Y[,Z]]", text, type=_sizes)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1")
    return int(text)


LAUNCH = (
    _size_option(
        "--global-size", "work items (default: the pixels of the first image)"
    ),
    _size_option("--local-size", "of a work-group"),
    _size_option("--global-offset", "first global id"),
    value("--arg", "VALUE", "", action="append", default=[]),
    value(
        "--args", "FILE.json", "further values: a JSON list of such words and numbers"
    ),
    value(
        "--local-bytes",
        "N",
        "local memory of a work-group without an argument, for the code of a GPU (HIP's extern __shared__, Triton's "
        "shared)",
        type=_count,
    ),
)
"""How a kernel is launched, and with which arguments."""

OPTIONS = (
    value("input", "INPUT", "a .cl, .ll, .bc, .spv, .mlir or .hsaco file"),
    value(
        "--kernel",
        "NAME",
        "needed when the file has several kernels; also a function that launches kernels "
        "(opencl.launch), which needs no sizes",
    ),
    level(LEVEL_HELP),
    PIPELINE,
    value(
        "--options",
        "TEXT",
        'options of clBuildProgram: --options="-D N=4 -cl-std=CL2.0"',
        default="",
    ),
    *LAUNCH,
    language(),
    switch(
        "--check",
        "report accesses outside buffers and images, races, barriers that not all work "
        "items reach, and more; of a GPU's code uninitialised values and results used "
        "too early; slow",
    ),
    switch(
        "--verify",
        "execute each launch a second time, one work item after the other, and report the "
        "first element of a buffer or an image that differs; for the CPU device",
    ),
    switch("--time", "print how long building and running took"),
    value(
        "--repeat",
        "N",
        "launch N times, on the memory that the launch before left",
        type=_count,
        default=1,
    ),
    value(
        "--dump",
        "N",
        "print the first N (16) elements of what the kernel may write",
        type=_count,
        nargs="?",
        const=16,
    ),
)

EMULATOR = (
    value("--schedule", "ORDER", "of waves: round-robin (default), random, one-wave"),
    value(
        "--seed",
        "N",
        "for the random order, and for what registers hold at the start",
        type=int,
    ),
    value("--max-instructions", "N", "end a launch whose waves execute more", type=int),
    value(
        "--profile",
        "FILE.json",
        "print what the instructions did, by class and by source line; or write it to a "
        "file",
        nargs="?",
        const="",
    ),
)


GROUPS = (
    ("target", "a GPU to emulate (default: the CPU device)", TARGET),
    ("emulator", "for the code of a GPU", EMULATOR),
    BUILD_GROUP,
)


def _target(args: argparse.Namespace) -> Target | None:
    """
    The target that the options ask for; `None` when there is none of them.

    Raises `AbiError` for a wrong one; for a processor that is too old for ABI amdhsa the
    message is the emulator's, since another ABI would not make it run.
    """
    try:
        return target_of(args)
    except AbiError:
        if args.mcpu and args.abi in (None, "amdhsa"):
            from xdsl_opencl.runtime.errors import RuntimeFailure
            from xdsl_opencl.runtime.gpu import refuse_older

            try:
                refuse_older(args.mcpu)
            except RuntimeFailure as failure:
                raise AbiError(str(failure)) from failure
        raise


def _run(args: argparse.Namespace, started: int) -> int:
    """Does everything; a byte goes to `started` when the kernel is about to run."""
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.driver.output_cache import Request

    ahead = None
    if args.profile and not args.profile.endswith(".json"):
        # The word after the option may be the program.
        raise error_at(
            f"--profile '{args.profile}': a profile is written to a .json file; to print "
            "it, give --profile as the last word"
        )
    with user_errors():
        target = _target(args)
        code = read_code_file(args.input)
        if code is not None:
            source = SourceFile(args.input, "")
        else:
            source = SourceFile.read(args.input, args.lang)
            warn_of_ignored(args, source.name, target)
            build = _options(args, target)
            request = Request(target, "o", 3, optimized=True, build=build)
            ahead = Ahead(source, request)
    # Clang and LLVM are at work while xDSL and NumPy are imported.
    try:
        from xdsl_opencl.runtime.checks.check_reports import CheckError
        from xdsl_opencl.runtime.errors import RuntimeFailure
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise CompileError(f"error: {error}") from error

    try:
        begin = time.perf_counter()
        with user_errors(source):
            if ahead is not None:
                program = _program(args, source, target, ahead)
            else:
                from xdsl_opencl.runtime.gpu import code_target, one_code_object
                from xdsl_opencl.runtime.program import Program

                assert code is not None
                code = one_code_object(code, target)
                program = Program.from_code_object(
                    code,
                    device=_device(args, target or code_target(code)),
                    check=args.check,
                )
        built = time.perf_counter()
        with user_errors():
            try:
                return _launch(args, program, started, built - begin)
            except CheckError as error:
                reports = "\n".join(_report(r, source) for r in error.reports)
                raise CompileError(reports) from error
    except RuntimeFailure as error:
        if error.place is not None:
            raise CompileError(str(error)) from error
        raise error_at(f"{error}") from error


def _program(
    args: argparse.Namespace, source: SourceFile, target: Target | None, ahead: Ahead
) -> Program:
    """The program that `source` is, built for the device."""
    from xdsl_opencl.driver import Compilation
    from xdsl_opencl.runtime.program import Program

    options = _options(args, target)
    compilation = Compilation(
        source,
        target,
        pipeline=args.pipeline,
        build=options,
        ahead=ahead,
    )
    module = compilation.opencl_module
    diagnose(ahead.warnings + compilation.warnings)
    with_places = Compilation(
        source, target, pipeline=args.pipeline, build=replace(options, debug=True)
    )
    return Program(
        module,
        device=_device(args, target),
        level=int(args.level),
        check=args.check,
        with_lines=lambda: with_places.opencl_module,
    )


def _device(args: argparse.Namespace, target: Target | None) -> Device | str:
    """
    The device: the CPU unless there is a target of GPUs.

    Raises `RuntimeFailure` for options of the emulator without one.
    """
    from xdsl_opencl.runtime.devices import find_device
    from xdsl_opencl.runtime.errors import RuntimeFailure

    if args.verify and args.check:
        raise RuntimeFailure(
            "--verify and --check build other kernels; give one of them"
        )
    options: dict[str, Any] = {
        name: value
        for name in ("schedule", "seed", "max_instructions", "profile")
        if (value := getattr(args, name)) is not None
    }
    if target is None or not _is_gpu(target):
        if options:
            word = next(iter(options)).replace("_", "-")
            raise RuntimeFailure(
                f"--{word} is for the code of a GPU; name one, for example --mcpu gfx1100"
            )
        if args.verify:
            from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice

            return CpuDevice(verify=True)
        return find_device(target or "")
    if args.verify:
        raise RuntimeFailure(
            f"--verify is for the CPU device, not for {target.mcpu or target.abi}; leave it out"
        )
    from xdsl_opencl.runtime.gpu import GpuDevice

    if "profile" in options:
        options["profile"] = True
    return GpuDevice(target, **options)


def _is_gpu(target: Target | None) -> bool:
    return target is not None and target.interface.is_gpu


def _options(args: argparse.Namespace, target: Target | None) -> BuildOptions:
    """The build options; checks and profiles name lines of the source."""
    options = build_options_of(args)
    if target is None and args.pointer_width not in (None, 64):
        raise error_at(
            f"--pointer-width {args.pointer_width}: the CPU device has pointers of 64 bits; "
            "leave the option out"
        )
    debug = options.debug or args.check or args.profile is not None
    undefined = args.check and not _is_gpu(target)
    return replace(options, pointer_width=64, debug=debug, undefined=undefined)


_PLACE = re.compile(r"(?P<file>.*?):(?P<line>\d+)(?::(?P<column>\d+))?")


def _report(report: AnyReport, source: SourceFile) -> str:
    """
    One report of a checked kernel: the place, the source line where it is the input's, and
    the work item.
    """
    from xdsl_opencl.runtime.checks.check_reports import FaultReport
    from xdsl_opencl.source import render

    place = None
    if report.place:
        match = _PLACE.fullmatch(report.place)
        assert match is not None
        column = match["column"]
        place = Place(
            match["file"], int(match["line"]), int(column) if column else None
        )
    colon = ":" if isinstance(report, FaultReport) else ""
    message = f"kernel '{report.kernel}'{colon} {report.message}\n  {report.note}"
    return render(message, place, source)


def _kernel(program: Program, name: str | None) -> Kernel | HostFunction:
    """
    The kernel called `name`, or the function that launches kernels; without a name the
    only function, or the only kernel.
    """
    from xdsl_opencl.runtime.errors import RuntimeFailure

    # A kernel may be called so.
    functions = type(program).functions.__get__(program)
    names = ", ".join((*functions, *program))
    if not names:
        raise RuntimeFailure("the program has no kernel; give one that has")
    if name is None:
        if len(functions or program) != 1:
            raise RuntimeFailure(f"which kernel? --kernel takes one of {names}")
        (name,) = functions or program
    if name in functions:
        return functions[name]
    if name not in program:
        raise RuntimeFailure(
            f"the program has no kernel '{name}'; --kernel takes one of {names}"
        )
    return program[name]


_PATIENCE = 1.0
"""Seconds that a launch may take before its progress is shown."""
_STEP = 0.25


@contextmanager
def _progress(kernel: str) -> Generator[None]:
    """Shows on a terminal how far a long launch is."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    from xdsl_opencl.runtime.cpu.thread_pool import pool

    done = threading.Event()

    def show() -> None:
        wait = _PATIENCE
        while not done.wait(wait):
            wait = _STEP
            if (part := pool().progress()) is not None:
                sys.stderr.write(f"\r\033[K{printable(kernel)}: {part:4.0%}")
                sys.stderr.flush()
        if wait is _STEP:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def arguments(
    args: argparse.Namespace, program: Program
) -> tuple[Kernel | HostFunction, ArgumentReader, list[Any], tuple[int, ...]]:
    """
    The kernel or the function that the options name, its arguments, and how many work items there
    are: none for a function.

    Raises `RuntimeFailure` for wrong ones.
    """
    from xdsl_opencl.cli.run_arguments import ArgumentReader, listed_words
    from xdsl_opencl.runtime.errors import RuntimeFailure
    from xdsl_opencl.runtime.program import Kernel

    kernel = _kernel(program, args.kernel)
    reader = ArgumentReader(kernel)
    listed = [] if args.args is None else listed_words(args.args)
    values = reader.read([*args.arg, *listed])
    size = args.global_size or reader.image_size or ()
    if isinstance(kernel, Kernel) and not size:
        raise RuntimeFailure("how many work items? --global-size X[,Y[,Z]]")
    return kernel, reader, values, size


def _launch(
    args: argparse.Namespace, program: Program, started: int, build: float
) -> int:
    from xdsl_opencl.runtime.errors import RuntimeFailure
    from xdsl_opencl.runtime.program import Kernel
    from xdsl_opencl.source import require_other_file

    kernel, reader, values, size = arguments(args, program)
    for path in (*(path for path, _ in reader.outputs), args.profile):
        if path:
            require_other_file(args.input, path)
    if not isinstance(kernel, Kernel):
        for option in ("global_size", "local_size", "global_offset", "local_bytes"):
            if getattr(args, option) is not None:
                word = option.replace("_", "-")
                raise RuntimeFailure(
                    f"function '{kernel.name}' says how its kernels are launched; leave "
                    f"--{word} out, or name a kernel by --kernel"
                )
    os.write(started, b"k")
    times: list[float] = []
    result: Any = None
    launch: Launch | None = None
    with _progress(kernel.name):
        for _ in range(args.repeat):
            begin = time.perf_counter()
            if not isinstance(kernel, Kernel):
                result = kernel(*values)
            else:
                launch = kernel(
                    size,
                    args.local_size,
                    *values,
                    global_offset=args.global_offset,
                    dynamic_local_bytes=args.local_bytes or 0,
                )
            times.append(time.perf_counter() - begin)
    os.write(started, b"d")
    if args.time:
        print(f"build  {build * 1e3:10.3f} ms")
        print(f"first  {times[0] * 1e3:10.3f} ms, machine code included")
        if len(times) > 1:
            rest = sorted(times[1:])
            print(f"median {rest[len(rest) // 2] * 1e3:10.3f} ms of {len(rest)} more")
    if result is not None:
        results = cast("tuple[Any]", result if isinstance(result, tuple) else (result,))
        print(*results)
    if args.dump is not None:
        for name, array in reader.buffers:
            flat = array.reshape(-1)
            shown = " ".join(map(str, flat[: args.dump].tolist()))
            more = " ..." if flat.size > args.dump else ""
            print(printable(f"{name}: {array.dtype}[{flat.size}] {shown}{more}"))
    reader.write()
    if launch is not None and launch.profile is not None:
        _show_profile(launch.profile, args.profile)
    return 0


def _show_profile(profile: Profile, path: str) -> None:
    """
    Prints a profile, or writes it to a file.

    Raises `OSError`.
    """
    if not path:
        from xdsl_opencl.cli.profile_report import profile_lines

        print(*map(printable, profile_lines(profile)), sep="\n")
        return
    import json

    write_output(path, json.dumps(profile.as_dict(), indent=1) + "\n")


def _child(args: argparse.Namespace, started: int) -> int:
    status = EXIT_INTERNAL
    try:
        status = _run(args, started)
    except KeyboardInterrupt:
        status = EXIT_INTERRUPTED
    except Exception as error:
        status = report(error, args.debug)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return status


_FATAL = (signal.SIGTERM, signal.SIGHUP)
_PR_SET_PDEATHSIG = 1
"""`prctl`'s request for a signal when the parent ends (Linux, `linux/prctl.h`)."""


def _die_with(parent: int) -> None:
    """
    Has this process killed when `parent` ends, even by a signal that cannot be caught: a
    kernel does not notice, and its results would be lost.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != parent:
            os._exit(EXIT_INTERRUPTED)


def _end(child: int, number: int) -> None:
    os.kill(child, signal.SIGKILL)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def run(args: argparse.Namespace) -> int:
    """Runs the kernel in a child process. Returns the exit status."""
    read, write = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    child = os.fork()
    if not child:
        os.close(read)
        _die_with(parent)
        # Nothing of the parent's clean-up may run twice, and a kernel that is still
        # running must not be waited for.
        os._exit(_child(args, write))
    os.close(write)
    # The child gets the terminal's interrupt as well, and answers it.
    handlers = {signal.SIGINT: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    for number in _FATAL:
        # `nohup` has SIGHUP ignored.
        if signal.getsignal(number) is not signal.SIG_IGN:
            handlers[number] = signal.signal(number, lambda n, _: _end(child, n))
    try:
        _, status = os.waitpid(child, 0)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    with os.fdopen(read, "rb") as pipe:
        progress = pipe.read()
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    name = signal.Signals(os.WTERMSIG(status)).name
    if progress == b"k":
        kernel = f" '{args.kernel}'" if args.kernel else ""
        cause = "is an access outside a buffer"
        if os.WTERMSIG(status) in (signal.SIGILL, signal.SIGTRAP):
            cause = "is __builtin_trap, or a path that ends in undefined behaviour"
        raise error_at(
            f"the kernel{kernel} was stopped by {name}; most often that {cause}; run it "
            "with --check"
        )
    if progress == b"kd":
        raise error_at(
            f"the process ended with {name} after the kernel was done; most often "
            "the kernel wrote outside a buffer; run it with --check"
        )
    raise error_at(f"the compiler's process ended with {name}")

"""
The OpenCL driver: through the system's loader, by programs that know nothing of it.
"""

from __future__ import annotations

import ctypes.util
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import tools

from xdsl_opencl.backend import toolchain
from xdsl_opencl.frontend.clang.opencl_c import find_clang
from xdsl_opencl.icd.api.driver_library import environment

PROGRAMS = Path(__file__).with_name("icd")
LOADER = ctypes.util.find_library("OpenCL")
needs_loader = pytest.mark.skipif(
    LOADER is None, reason="no OpenCL loader (Debian: ocl-icd-libopencl1)"
)


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory):
    """A folder for the driver's files."""
    patch = pytest.MonkeyPatch()
    patch.setenv("XDSL_OPENCL_CACHE", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()


Compile = Callable[..., Path]


def driver_environment(**more: str) -> dict[str, str]:
    """The environment of a program that shall use the driver."""
    return {**os.environ, **environment(), "XDSL_OPENCL_LOG": "1", **more}


def run(
    *command: str | Path, status: int = 0, **more: str
) -> subprocess.CompletedProcess[str]:
    """Runs a program with the driver; it must end with `status`."""
    result = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        env=driver_environment(**more),
        timeout=120,
        check=False,
    )
    assert result.returncode == status, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    return result


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory):
    """Compiles a C program of `icd/` against the loader."""
    compiler = tools.of_any_version("cc")
    zig = toolchain.zig()
    command = [compiler] if compiler else [zig, "cc"] if zig else None
    if command is None or LOADER is None:
        pytest.skip("no compiler of C, or no OpenCL loader")
    folder = tmp_path_factory.mktemp("programs")

    def make(name: str, *options: str) -> Path:
        made = folder / name
        if not made.exists():
            source = str(PROGRAMS / f"{name}.c")
            library = f"-l:{LOADER}"
            words = [*command, "-O1", "-Wall", "-Werror", source, "-o", str(made)]
            subprocess.run([*words, *options, library, "-lpthread"], check=True)
        return made

    return make


@needs_loader
def test_vector_add(compiled: Compile):
    """Local memory, a barrier, an event, profiling."""
    assert run(compiled("vector_add")).stdout == "ok\n"


@needs_loader
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("MEMORY", "lots", "XDSL_OPENCL_MEMORY is 'lots', not a number of MiB"),
        ("SAVE", "/dev/null/x", "'/dev/null/x' cannot be written: Not a directory"),
    ],
)
def test_wrong_variables(name: str, value: str, words: str, compiled: Compile):
    """A program goes on with a warning."""
    done = run(compiled("vector_add"), status=0, **{f"XDSL_OPENCL_{name}": value})
    assert done.stdout == "ok\n"
    assert done.stderr.count(words) == 1


@needs_loader
def test_log(compiled: Compile):
    """Each call, with its result, or only those that fail."""
    logged = run(compiled("vector_add"), XDSL_OPENCL_LOG="all").stderr
    for name in ("clBuildProgram", "clEnqueueNDRangeKernel", "clReleaseEvent"):
        call = rf"^xdsl-opencl: {name}\((\w+(?:, \w+)*)\): "
        begun = re.search(call + "called$", logged, re.MULTILINE)
        assert begun is not None
        assert f"{name}({begun[1]}): returned 0\n" in logged
    assert run(compiled("vector_add")).stderr == ""


@needs_loader
def test_wrong_number_of_threads(compiled: Compile):
    """A build fails, also one that is in the cache."""
    run(compiled("vector_add"))
    done = run(compiled("vector_add"), status=1, XDSL_OPENCL_THREADS="abc")
    assert "clBuildProgram" in done.stdout
    assert "XDSL_OPENCL_THREADS is 'abc', not a number from 1" in done.stderr


@needs_loader
@pytest.mark.parametrize("how", ["finish", "event", "read"])
def test_interrupts_are_the_programs_own(how: str, compiled: Compile):
    """
    A program in C dies of an interrupt while it waits, with nothing said; one that ignores
    it, or heeds it itself, goes on waiting.
    """
    for own, handler in (
        ((), signal.SIG_DFL),
        ((), signal.SIG_IGN),
        (("own",), signal.SIG_DFL),
    ):
        words = [str(compiled("interrupt")), how, *own]
        process = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=driver_environment(),
            text=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, handler),
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "waits\n"
        process.send_signal(signal.SIGINT)
        if not own and handler is signal.SIG_DFL:
            assert process.wait(60) == -signal.SIGINT
        else:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            process.kill()
        assert process.communicate() == ("", "")


def test_commands_have_the_signals_of_others(tmp_path: Path):
    """Python ignores two signals, which a command that it becomes must not; `nohup` a third."""
    shown = run(
        *(sys.executable, "-m", "xdsl_opencl", "icd", "--"),
        *("sh", "-c", "grep SigIgn /proc/$$/status"),
    ).stdout
    ignored = int(shown.split()[1], 16)
    before = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    for number, kept in (
        (signal.SIGPIPE, False),
        (signal.SIGXFSZ, False),
        (signal.SIGINT, before),
    ):
        assert bool(ignored >> (number - 1) & 1) == kept, number


WAITS = """
import ctypes, sys, time
driver, held = ctypes.CDLL(sys.argv[1]), ctypes.PyDLL(None)
driver.clCreateContext.restype = driver.clCreateUserEvent.restype = ctypes.c_void_p
platform, device, thread = (ctypes.c_void_p() for _ in range(3))
assert driver.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
one, found = ctypes.c_uint64(1), ctypes.byref(device)
assert driver.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, found, None) == 0
context = driver.clCreateContext(None, 1, found, None, None, None)
event = driver.clCreateUserEvent(ctypes.c_void_p(context), None)
release = ctypes.cast(driver.clReleaseEvent, ctypes.c_void_p)
# Python's lock, which the driver needs, stays here.
sys.setswitchinterval(60)
for _ in range(2):
    held.pthread_create(ctypes.byref(thread), None, release, ctypes.c_void_p(event))
    held.pthread_join(thread, None)
print("released", flush=True)
time.sleep(60)
"""


@needs_loader
def test_a_program_waits_for_a_release():
    """
    Python's lock is the host's while it waits for a thread of its own, as dpnp does. The log has the
    error of a second release.
    """
    with subprocess.Popen(
        [sys.executable, "-c", WAITS, str(LOADER)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=driver_environment(XDSL_OPENCL_LOG="1"),
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "released\n"
        assert process.stderr.readline().endswith(": CL_INVALID_EVENT\n")
        process.kill()


@needs_loader
@pytest.mark.parametrize("wait", ["hold", "hold_for_mutex", "hold_for_word"])
@pytest.mark.parametrize("before", ["", "free.begin()"])
def test_a_program_waits_for_a_thread_that_launches(
    before: str, wait: str, compiled: Compile
):
    """
    Python's lock is the host's while it waits for a thread that builds and launches, which may have
    begun before, and may have a mutex that the host waits for. In a lock of another kind, as malloc's,
    the host keeps it.
    """
    module = str(compiled("held", "-shared", "-fPIC"))
    program = f"""
import ctypes, sys
held, free = ctypes.PyDLL({module!r}), ctypes.CDLL({module!r})
free.prepare()
{before}
sys.setswitchinterval(60)
held.{wait}()
sys.setswitchinterval(0.005)
free.finish()
"""
    assert run(sys.executable, "-c", program).stdout.splitlines() == [
        "gate 2",
        *["launch 3"] * 3,
        "wrong -55",
        "8 8 0",
    ]


@needs_loader
def test_answers_without_python(compiled: Compile):
    """C gives the answers and errors that Python gives, which answers all calls that are logged."""
    found = run(compiled("answers"), XDSL_OPENCL_LOG="0").stdout
    assert found.endswith("end\n")
    assert found == run(compiled("answers"), XDSL_OPENCL_LOG="all").stdout


@needs_loader
def test_second_process_starts_no_clang(compiled: Compile, tmp_path: Path):
    """The cache folder has the programs that another process built."""
    clang = find_clang()
    headers = () if clang.headers is None else ("-isystem", clang.headers)
    started = tmp_path / "started"
    wrapper = tmp_path / "clang"
    words = shlex.join([*clang.command, *headers])
    wrapper.write_text(f'#!/bin/sh\necho >> {started}\nexec {words} "$@"\n')
    wrapper.chmod(0o755)
    more = {
        "XDSL_OPENCL_CLANG": str(wrapper),
        "XDSL_OPENCL_CACHE": str(tmp_path / "cache"),
    }
    program = compiled("vector_add")
    assert run(program, status=0, **more).stdout == "ok\n"
    first = started.read_text()
    assert run(program, status=0, **more).stdout == "ok\n"
    assert started.read_text() == first == "\n"


@needs_loader
def test_images_and_rectangles(compiled: Compile):
    """
    Images of three kinds, samplers, rectangles of buffers; a source that is built twice.
    """
    assert run(compiled("images")).stdout == "ok\n"


@needs_loader
def test_clinfo():
    if tools.of_any_version("clinfo") is None:
        pytest.skip("install clinfo")
    text = run("clinfo", "--raw").stdout
    assert "CL_PLATFORM_NAME" in text
    assert "xdsl-opencl" in text
    assert run("clinfo", "-l").stdout.count("Device #0") == 1
    limited = run("clinfo", "--raw", XDSL_OPENCL_MEMORY="1024").stdout
    sizes = re.search(r"CL_DEVICE_GLOBAL_MEM_SIZE +(\d+)", limited)
    assert sizes is not None
    assert int(sizes[1]) == 1 << 30


def test_pyopencl(tmp_path: Path):
    """
    The interpreter of the program is the driver's. The second time pyopencl finds the
    binaries that it kept.
    """
    pytest.importorskip("pyopencl")
    # Its scans are made from templates.
    pytest.importorskip("mako")
    place = str(tmp_path)
    run(sys.executable, PROGRAMS / "arrays.py", XDG_CACHE_HOME=place)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("binary")}
    assert kept
    again = run(sys.executable, PROGRAMS / "arrays.py", XDG_CACHE_HOME=place)
    assert "clCreateProgramWithBinary" not in again.stderr
    assert kept == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("binary")}


@needs_loader
def test_calls_behind_the_end_of_python(compiled: Compile):
    """They do nothing: there is no interpreter to answer them."""
    module = str(compiled("late", "-shared", "-fPIC"))
    program = f"import ctypes; ctypes.CDLL({module!r}).arm()"
    assert run(sys.executable, "-c", program).stdout == "late: 0 0 0\n"


@needs_loader
def test_forks(compiled: Compile):
    assert run(compiled("forks")).stdout == "ok\n"


@needs_loader
@pytest.mark.parametrize("when", ["launch", "event", "map"])
def test_endings(compiled: Compile, when: str):
    """
    A program may end in the middle of a launch that never ends, and release nothing.
    """
    assert run(compiled("endings"), when, status=3).stdout == "ok\n"


@needs_loader
def test_threads(compiled: Compile):
    assert run(compiled("threads")).stdout == "ok\n"


@needs_loader
@pytest.mark.parametrize("how", ["one", "many"])
def test_crashes(compiled: Compile, how: str):
    """A kernel that writes to memory which is not there fails its event."""
    assert run(compiled("crash"), how).stdout == "-14\n1 5\n"


@needs_loader
def test_crash_of_the_program(compiled: Compile):
    assert run(compiled("crash"), "own", status=-signal.SIGSEGV)


@needs_loader
def test_two_processes(compiled: Compile):
    program = str(compiled("vector_add"))
    both = [
        subprocess.Popen([program], stdout=subprocess.PIPE, env=driver_environment())
        for _ in range(2)
    ]
    assert [process.communicate(timeout=120)[0] for process in both] == [b"ok\n"] * 2


@needs_loader
def test_check(compiled: Compile):
    """The program goes on, without the access that was refused."""
    result = run(compiled("faulty"), XDSL_OPENCL_CHECK="1")
    assert result.stdout == "0 7\n"
    assert "<source>:3:27: error: kernel 'k' writes 4 bytes at byte 32" in result.stderr
    assert "<source>:2:8: error: kernel 'k' writes 4 bytes" in result.stderr
    assert "another work item writes too" in result.stderr
    assert "kernel 'w' writes 4 bytes" in result.stderr


@needs_loader
def test_check_of_unwritten_memory(compiled: Compile):
    """
    The checker knows all that the program writes, in every way it can; and the sizes of
    images.
    """
    result = run(compiled("unwritten"), XDSL_OPENCL_CHECK="1")
    assert result.stdout == "ok\n"
    unwritten = "kernel 'r' reads 4 bytes at byte 28 of argument 0 'x', which no work"
    assert result.stderr.count("kernel 'r' ") == result.stderr.count(unwritten) == 1
    outside = "kernel 'd' writes at (1, 3) outside argument 0 'i', an image of 5 x 3"
    assert outside in result.stderr


@needs_loader
def test_verify(compiled: Compile):
    """A second execution is taken back, and a difference is an error of the event."""
    result = run(compiled("verified"), XDSL_OPENCL_VERIFY="1")
    assert result.stdout == "told: kernel 'race': argument \n-14 -5\n"
    found = "xdsl-opencl: kernel 'race': argument 0 'x', element 2 at byte 8: 3 as usual, 4 "
    assert found in result.stderr
    assert "global size (64,), local size (16,)" in result.stderr
    other = run(compiled("verified"))
    assert other.stdout == "0 0\n"
    assert other.stderr == ""


@needs_loader
def test_save(compiled: Compile, tmp_path: Path):
    """A launch is run again from what was kept."""
    run(compiled("faulty"), XDSL_OPENCL_SAVE=str(tmp_path))
    build, other = sorted(tmp_path.iterdir())
    assert (other / "w-1").exists()
    assert {"program.cl", "program.mlir", "host.ll"} <= {
        p.name for p in build.iterdir()
    }
    script = build / "k-1" / "run.sh"
    arguments = json.loads((build / "k-1" / "arguments.json").read_text())
    assert arguments[0] == "0.after.npy=0.npy"
    program = tmp_path / "xdsl-opencl"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m xdsl_opencl "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    assert run(script, PATH=path).stdout == ""
    assert np.load(build / "k-1" / "0.after.npy").tolist() == [0, *[7] * 7]
    result = run(script, "--check", PATH=path, status=1)
    assert "writes 4 bytes at byte 32 of argument 0 'x', which has 32" in result.stderr

"""
The command line as a process: streams that are closed or full, signals, names of inputs
that look like options, and what an input may put on a terminal.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend_helpers import needs_clang
from processes import heed, wait_until_busy

from xdsl_opencl.cli.terminal import printable

COMMAND = (sys.executable, "-m", "xdsl_opencl")
SAXPY = "kernel void k(global float *x) { x[get_global_id(0)] = 1; }"
MODULE = "opencl.kernel @k() { opencl.return }"

needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", line.replace("xdsl-opencl", " ".join(COMMAND))],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "k.mlir").write_text(MODULE)
    (tmp_path / "k.cl").write_text(SAXPY)
    return tmp_path


@needs_full
def test_full_standard_output(folder: Path) -> None:
    done = shell(folder, "xdsl-opencl info k.mlir --abi host > /dev/full")
    assert done.returncode == 1
    assert "no space left" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "xdsl-opencl info k.mlir --abi host >&-",
        "xdsl-opencl info missing.mlir --abi host 2>&-",
        "xdsl-opencl info k.mlir --abi host <&-",
        "xdsl-opencl info k.mlir --abi host >&- 2>&- <&-",
        "xdsl-opencl compile k.mlir --abi host -o k.ll >&- 2>&- <&-",
    ],
)
def test_closed_streams(folder: Path, line: str) -> None:
    done = shell(folder, line)
    assert done.returncode == ("missing" in line)
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr
    # Nothing was written into a file that took the number of a closed stream.
    assert (folder / "k.mlir").read_text() == MODULE


@needs_full
def test_full_standard_error(folder: Path) -> None:
    assert shell(folder, "xdsl-opencl info none.mlir 2> /dev/full").returncode == 1


@needs_clang
@pytest.mark.parametrize("name", ["@x.cl", "-x.cl"])
def test_names_that_look_like_options(folder: Path, name: str) -> None:
    (folder / name).write_text(SAXPY)
    # The file that `@` would name, with options of Clang's.
    (folder / "x.cl").write_text("-o written-by-clang k.cl")
    done = shell(folder, f"xdsl-opencl compile --abi host -o out.ll -- {name}")
    assert done.returncode == 0, done.stderr
    assert "@k(" in (folder / "out.ll").read_text()
    assert not (folder / "written-by-clang").exists()


def test_escape_sequences_are_not_printed_raw(folder: Path) -> None:
    (folder / "bad.mlir").write_text('"\x1b]0;owned\x07.op"() : () -> () \x1b[31m\n')
    done = shell(folder, "xdsl-opencl compile bad.mlir --abi host -o x.ll")
    assert done.returncode == 1
    assert "\x1b" not in done.stderr
    assert "\x07" not in done.stderr
    assert "\\x1b]0;owned\\x07" in done.stderr


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202egpj", "\\u202egpj"),
        ("grün", "grün"),
        ("\r\x00\x9b", "\\r\\x00\\x9b"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_colours_of_clang_stay() -> None:
    assert printable("\x1b[0;1;31merror\x1b[0m\x1b]", colours=True) == (
        "\x1b[0;1;31merror\x1b[0m\\x1b]"
    )


def _children(parent: int) -> list[int]:
    path = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(word) for word in path.read_text().split()]


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[
            0
        ] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


def _ignore_hangup() -> None:
    """For `preexec_fn`: what `nohup` does."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


@needs_clang
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("number", "start"),
    [
        *((n, heed) for n in (signal.SIGTERM, signal.SIGKILL, signal.SIGHUP)),
        (signal.SIGTERM, _ignore_hangup),
    ],
)
def test_kernel_dies_with_its_command(
    folder: Path, number: signal.Signals, start: Callable[[], None]
) -> None:
    (folder / "spin.cl").write_text(
        "kernel void spin(global volatile int *x) { while (!x[0]) x[1]++; }"
    )
    command = subprocess.Popen(
        [*COMMAND, "run", "spin.cl", "--global-size=1", "--arg=zeros:int:2"],
        cwd=folder,
        preexec_fn=start,
    )
    child = 0
    # Until the kernel's process uses the processor for as long as kernels do.
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = _children(command.pid)
        if found:
            child = found[0]
            words = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            threads = os.listdir(f"/proc/{child}/task")
            if len(threads) > 1 and int(words[11]) > 20:
                break
        time.sleep(0.05)
    assert child
    if start is _ignore_hangup:
        command.send_signal(signal.SIGHUP)
        wait_until_busy(child, 0.2)
        assert _alive(child)
    command.send_signal(number)
    command.wait(timeout=60)
    while _alive(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _alive(child)


def test_interrupt_while_importing(folder: Path) -> None:
    """The handler that the entry point installs has no traceback to show."""
    code = (
        "import os, signal, sys; from xdsl_opencl.cli import main\n"
        "class Slow:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'xdsl_opencl.cli.commands': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Slow()); sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=heed
    )
    assert (done.returncode, done.stderr) == (130, "")


@needs_clang
def test_progress_on_a_terminal(folder: Path) -> None:
    import pty

    (folder / "slow.cl").write_text(
        "kernel void slow(global volatile int *x, int n) {"
        "  for (int i = 0; i < n; i++) x[get_global_id(0)]++; }"
    )
    master, slave = pty.openpty()
    done = subprocess.Popen(
        [
            *(*COMMAND, "run", "slow.cl", "--global-size=64", "--local-size=1"),
            *("--arg=zeros:int:64", f"--arg={1 << 28}"),
        ],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=slave,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        if not data:
            break
        shown += data
    assert done.wait(timeout=120) == 0
    os.close(master)
    assert b"slow: " in shown
    assert b"%" in shown
    # The line is gone at the end.
    assert shown.endswith(b"\r\033[K")

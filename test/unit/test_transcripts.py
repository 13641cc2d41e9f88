"""
Commands that are refused, as transcripts (`transcripts/*.txt`): one error that says what is
wrong and where, exit status 1, nothing on standard output, no file written.

A line `-- NAME --` begins a file, which the commands after it find in their folder until
another has its name, and `-- NAME hex --` one whose bytes are written in hexadecimal; `##`
begins a part whose files are its own. After a command `$ WORDS` stand parts of lines of
standard error, in their order.
"""

from __future__ import annotations

import faulthandler
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from frontend_helpers import clang_is_missing

from xdsl_opencl.cli import main

FOLDER = Path(__file__).with_name("transcripts")


class Command(NamedTuple):
    words: list[str]
    files: dict[str, str]
    expected: list[str]


def commands(text: str) -> list[Command]:
    """Returns the commands of a transcript."""
    found: list[Command] = []
    of_all: dict[str, str] = {}
    files, name = of_all, ""
    for line in text.splitlines():
        if line.startswith("##"):
            files, name = dict(of_all), ""
        elif match := re.fullmatch(r"-- (\S+(?: hex)?) --", line):
            name = match[1]
            files[name] = ""
        elif line.startswith("$"):
            name = ""
            found.append(Command(shlex.split(line[1:]), dict(files), []))
        elif name:
            files[name] += f"{line}\n"
        elif line:
            found[-1].expected.append(line)
    return found


CASES = [
    pytest.param(command, id=f"{path.stem} {' '.join(command.words)}")
    for path in sorted(FOLDER.glob("*.txt"))
    for command in commands(path.read_text(encoding="utf-8"))
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The current folder, one for all, as the cache knows its files; and the cache."""
    return tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("cache")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("command", CASES)
def test_refused(
    command: Command,
    folders: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if clang_is_missing() and any(word.endswith(".cl") for word in command.words):
        pytest.skip("no Clang for OpenCL C")
    here, cache = folders
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(cache))
    for path in here.iterdir():
        path.unlink()
    for name, text in command.files.items():
        name, _, is_hex = name.partition(" ")
        Path(name).write_bytes(bytes.fromhex(text) if is_hex else text.encode())
    before = contents(here)
    # pytest's would print where a child crashed, as if it were this process.
    faulthandler.disable()
    try:
        status = main(command.words)
    except SystemExit as end:
        status = end.code
    finally:
        faulthandler.enable()
    out, error = capfd.readouterr()
    assert status == 1, error
    assert out == ""
    assert error.count("error:") == 1, error
    assert "Traceback" not in error
    assert "internal error" not in error
    lines = iter(error.splitlines())
    for part in command.expected:
        assert any(part in line for line in lines), f"{part!r} is not in {error}"
    assert command.expected
    assert contents(here) == before

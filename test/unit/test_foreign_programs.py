"""`benchmarks/foreign_programs.py`: what it refuses and skips, and its raw picture."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import foreign_programs
import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "foreign_programs.py"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--only", "["), "error: --only '[': unterminated character set"),
        (("--only", "nothing"), "error: no row is like 'nothing'"),
        (("loopy",), "error: 'loopy' is no NAME=PATH of a file or folder"),
        (("loopy=/absent",), "error: 'loopy=/absent' is no NAME=PATH"),
        (("absent=/",), "error: no row 'absent'; Boost.Compute, "),
        (("--driver", "pocl"), "error: 'pocl' is no NAME=PATH"),
        (("--python", "/absent"), "error: --python '/absent' is no program"),
    ],
)
def test_wrong_words_are_one_error(words: tuple[str, ...], message: str) -> None:
    done = run(*words)
    assert done.returncode == 1
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_what_is_not_there_is_skipped() -> None:
    done = run("--only", "loopy")
    assert done.returncode == 0
    assert done.stderr == "loopy, tests of the folder: skipped, give loopy=PATH\n"


def test_the_raw_picture_is_a_table_of_tags(tmp_path: Path) -> None:
    """As TIFF 6.0 has it: the tags are in order, and their places are in the file."""
    path = tmp_path / "waves.dng"
    foreign_programs.write_raw_picture(path, 8, 6)
    data = path.read_bytes()
    order, version, start = struct.unpack_from("<2sHI", data)
    assert (order, version) == (b"II", 42)
    (count,) = struct.unpack_from("<H", data, start)
    entries = [
        struct.unpack_from("<HHII", data, start + 2 + 12 * n) for n in range(count)
    ]
    tags = [entry[0] for entry in entries]
    assert tags == sorted(tags)
    sizes = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 10: 8}
    for _, kind, number, place in entries:
        if (size := sizes[kind] * number) > 4:
            assert start < place <= len(data) - size
    values = {tag: place for tag, _, _, place in entries}
    assert values[279] == 8 * 6 * 2 == start - 8

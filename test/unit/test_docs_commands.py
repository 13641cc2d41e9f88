"""
The shell commands of README and `docs/` that name files of `examples/` run as they are
written, from a folder that has `examples/` and `docs/` as the checkout has.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from shell import shell

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
COMMANDS = [
    pytest.param(command, id=f"{path.name}-{number}")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for block in BLOCK.findall(path.read_text(encoding="utf-8"))
    for number, command in enumerate(block.replace("\\\n", " ").splitlines())
    if "examples/" in command and not command.startswith("make ")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("docs", "examples"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 7


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str, folder: Path) -> None:
    done = shell(command, folder)
    assert done.returncode == 0, done.stderr
    assert "error" not in done.stderr


def test_snippets_are_for_users() -> None:
    """A user who copies one has no pytest."""
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        assert "import pytest" not in path.read_text(encoding="utf-8"), path.name


def test_named_files_are_there() -> None:
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"\bexamples/[\w.]+\.(?:cl|ll|mlir|py)\b", text):
            assert (ROOT / name).exists(), (path.name, name)

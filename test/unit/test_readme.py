"""The sessions in README.md print what README says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from shell import shell

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
SESSIONS = re.findall(
    r"<!-- session: (\w+) -->\n```console\n(.*?)```", README, re.DOTALL
)


def commands(session: str) -> list[tuple[str, str]]:
    """The commands of a session with what each prints."""
    parts = re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    return [(p.partition("\n")[0], p.partition("\n")[2]) for p in parts]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    text = next(
        output
        for _, session in SESSIONS
        for command, output in commands(session)
        if command == "cat width.mlir"
    )
    (tmp_path / "width.mlir").write_text(text)
    return tmp_path


@pytest.mark.parametrize(("name", "session"), SESSIONS)
def test_session(name: str, session: str, folder: Path) -> None:
    for command, expected in commands(session):
        run = shell(command, folder)
        assert run.stderr == ""
        assert run.stdout.strip() == expected.strip(), command


def test_python_snippet(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snippet = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert snippet is not None
    monkeypatch.chdir(folder)
    scope: dict[str, np.ndarray] = {}
    exec(snippet[1], scope)
    assert (scope["y"] == 2 * scope["x"] + 1).all()


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_setup_commands_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", README, re.MULTILINE):
        assert f"\n{target}:" in makefile

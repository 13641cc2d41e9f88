"""
The tools that tests compare with are found by the version that they say they have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import tools


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only folder of the PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LLVM_DIFF", raising=False)
    tools.find_all.cache_clear()
    yield tmp_path
    tools.find_all.cache_clear()


def put(folder: Path, name: str, says: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return str(path)


def llvm(version: int) -> str:
    return f"Debian LLVM version {version}.1.7"


def test_an_old_tool_is_an_absent_one(folder: Path):
    put(folder, "llvm-diff", llvm(14))
    assert tools.find("llvm-diff") is None
    with pytest.raises(pytest.skip.Exception, match=r"19 or later: install llvm-22$"):
        tools.need("llvm-diff")
    assert tools.need("llvm-diff", 14, 14) == str(folder / "llvm-diff")


def test_the_version_is_asked_not_read_in_the_name(folder: Path):
    put(folder, "llvm-diff-22", llvm(15))
    assert tools.find("llvm-diff") is None
    put(folder, "llvm-diff-21", "nothing of use")
    tools.find_all.cache_clear()
    assert [tool.version for tool in tools.find_all("llvm-diff")] == [15]


def test_order(folder: Path):
    """22, 19, then the newest; `llvm-diffs` is another program."""
    for name, version in (("", 14), ("-18", 18), ("-19", 19), ("-23", 23), ("s", 22)):
        put(folder, f"llvm-diff{name}", llvm(version))
    assert [t.version for t in tools.find_all("llvm-diff")] == [19, 23, 18, 14]
    put(folder, "llvm-diff-22", llvm(22))
    tools.find_all.cache_clear()
    assert [t.version for t in tools.find_all("llvm-diff")] == [22, 19, 23, 18, 14]
    assert tools.need("llvm-diff", 19, 19) == str(folder / "llvm-diff-19")


def test_variable(folder: Path, monkeypatch: pytest.MonkeyPatch):
    put(folder, "llvm-diff-22", llvm(22))
    other = put(folder, "mine", llvm(20))
    monkeypatch.setenv("LLVM_DIFF", other)
    assert tools.need("llvm-diff") == other
    put(folder, "mine", llvm(17))
    tools.version.cache_clear()
    tools.find_all.cache_clear()
    assert tools.find("llvm-diff") is None


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("clang", "Debian clang version 22.1.8 (1~deb12u1)"),
        ("ld.lld", "Debian LLD 22.1.8 (compatible with GNU linkers)"),
        ("oclgrind-kernel", "Oclgrind 22.10"),
        ("mlir-opt", "Debian LLVM version 22.1.8"),
    ],
)
def test_how_tools_say_it(name: str, says: str, folder: Path):
    put(folder, name, says)
    found = tools.find(name)
    assert found is not None
    assert found.version == 22


def test_packages():
    assert tools.absent("llc", 14, 14) == "no llc 14: install llvm-14"
    assert tools.absent("mlir-opt", 19, 19).endswith("install mlir-19-tools")
    assert tools.absent("clang", 14).endswith("14 or later: install clang-22")
    assert tools.absent("ld.lld", 15, 20) == "no ld.lld 15 to 20: install lld-19"


def test_summary():
    assert tools.summary([]) is None
    reasons = [
        ("Skipped: no llc 19: install llvm-19", 2),
        ("Skipped: no opt: install llvm-22", 30),
        ("Skipped: no llvm-mc: install llvm-22", 4),
        ("Skipped: the long run: set XDSL_OPENCL_LONG=1", 7),
        ("Skipped: install it somewhere else", 1),
    ]
    assert tools.summary(reasons) == (
        "44 skipped: install llvm-22 (34), llvm-19 (2); set XDSL_OPENCL_LONG=1 (7); "
        "1 for other reasons (`pytest -rs` lists them)"
    )
    assert tools.summary(reasons[:1]) == "2 skipped: install llvm-19 (2)"


def test_nobody_else_looks_for_programs():
    """A program found by its name alone may be of any version."""
    here = Path(__file__).parent
    for path in (*here.glob("*.py"), here.parents[1] / "lit.cfg.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bwhich\([^)]", text.replace("which\\(", "")), path.name


_FOLDER = re.compile(r"(?<![\w!.*>}])/(?:bin|home|lib\d*|opt|sbin|snap|usr|var)\b")


def test_the_package_has_no_folders_of_machines():
    """
    Programs, headers and libraries are found by the PATH, by variables, and in Python
    packages. A machine without them cannot be imitated where a folder is looked in, too.
    """
    package = Path(__file__).parents[2] / "xdsl_opencl"
    assert _FOLDER.search("/opt/rocm/llvm/bin")
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not _FOLDER.search(node.value), f"{path}:{node.lineno}"

"""The package keeps its promises to those who install it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "xdsl_opencl"


def test_data_files_are_packaged():
    # setuptools packs modules by itself, and other files only if they are listed.
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = settings["tool"]["setuptools"]["package-data"]["xdsl_opencl"]
    packed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    data = {
        path
        for path in PACKAGE.rglob("*")
        if path.is_file()
        and path.suffix not in (".py", ".pyc")
        and not path.name.startswith(".")
    }
    assert PACKAGE / "runtime" / "cpu" / "libraries.zip" in data
    assert data == packed


def test_every_folder_of_modules_is_a_package():
    # `packages.find` passes over folders without `__init__.py`.
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert all((folder / "__init__.py").exists() for folder in folders)


@pytest.mark.skipif(
    importlib.util.find_spec("setuptools") is None,
    reason="no setuptools: install setuptools",
)
def test_source_distribution_holds_tests_and_docs(tmp_path: Path):
    """Built from a copy, as setuptools writes beside the sources."""
    copy = tmp_path / "copy"
    names = (
        *(".ci", "benchmarks", "dialects", "docs", "examples", "test"),
        *("tools", "xdsl_opencl"),
        *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "Makefile"),
        *("README.md", "lit.cfg.py", "pyproject.toml", "setup.py"),
    )
    ignore = shutil.ignore_patterns("__pycache__", "Output", "*.pyc")
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=ignore)
        else:
            copy.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    wanted = {str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_file()}
    code = "from setuptools.build_meta import build_sdist; build_sdist('dist')"
    subprocess.run(
        [sys.executable, "-c", code], cwd=copy, check=True, capture_output=True
    )
    (archive,) = (copy / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    assert wanted - packed == set()


@pytest.mark.skipif(
    importlib.util.find_spec("setuptools") is None,
    reason="no setuptools: install setuptools",
)
def test_a_build_begins_with_nothing(tmp_path: Path):
    """
    A module that is gone does not come into a wheel from what an earlier build left.
    """
    for name in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("xdsl_opencl", "build/lib/xdsl_opencl"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / "build/lib/xdsl_opencl/gone.py").write_text("")
    subprocess.run(
        [sys.executable, "setup.py", "build"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    made = [path.name for path in (tmp_path / "build/lib/xdsl_opencl").iterdir()]
    assert made == ["__init__.py"]

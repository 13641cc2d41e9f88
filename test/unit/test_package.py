"""
What the package promises to those who install it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

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
    assert PACKAGE / "runtime" / "lib" / "image.ll" in data
    assert data == packed


def test_every_folder_of_modules_is_a_package():
    # `packages.find` passes over folders without `__init__.py`.
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert all((folder / "__init__.py").exists() for folder in folders)

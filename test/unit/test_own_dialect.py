"""
The tutorial in docs/composition.md: somebody's dialect has a GPU and runs on the CPU
device, as a program and as a plugin beside ours.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shell import shell
from xdsl.universe import Universe

import xdsl_opencl as ocl
from xdsl_opencl.backend.objects.code_object_info import inspect

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "examples" / "own_dialect.py"
SECTION = (
    (ROOT / "docs" / "composition.md")
    .read_text(encoding="utf-8")
    .partition("## A dialect of your own has a GPU")[2]
    .partition("\n## ")[0]
)
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", SECTION, re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    A folder where the example is an installed plugin, with the kernel of the page.
    """
    folder = tmp_path_factory.mktemp("plugin")
    shutil.copy(PROGRAM, folder)
    facts = folder / "each-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: each\nVersion: 1.0\n")
    (table,) = blocks("toml")
    points = table.replace("project.entry-points.", "").replace('"', "")
    (facts / "entry_points.txt").write_text(points)
    (kernel,) = blocks("")
    (folder / "blend.mlir").write_text(kernel)
    return folder


def with_example(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT), str(folder)))
    return shell(command, folder, PYTHONPATH=path)


def check_kernel(path: Path) -> None:
    (kernel,) = inspect(path.read_bytes()).kernels
    assert kernel.name == "blend"
    assert [argument.size for argument in kernel.arguments] == [8, 8, 8, 4]


def test_the_page_shows_the_program():
    shown = blocks("python")
    text = PROGRAM.read_text(encoding="utf-8")
    assert len(shown) >= 3
    assert all(block.rstrip() in text for block in shown)
    # Without its imports and comments it has the length that the page promises.
    lines = text.partition("# --- the dialect")[2].splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 120


def test_the_program_where_it_is_installed(folder: Path):
    done = with_example(f"{sys.executable} own_dialect.py", folder)
    assert done.returncode == 0, done.stderr
    check_kernel(folder / "blend.gfx1100.hsaco")


def test_the_program(tmp_path: Path):
    done = with_example(f"{sys.executable} {PROGRAM}", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "the CPU device agrees with NumPy" in done.stdout
    check_kernel(tmp_path / "blend.gfx1100.hsaco")


def test_the_commands(folder: Path):
    (console,) = blocks("console")
    compile_, opt, run = console.removeprefix("$ ").rstrip().split("\n$ ")
    done = with_example(compile_, folder)
    assert (done.returncode, done.stderr) == (0, "")
    check_kernel(folder / "blend.hsaco")
    done = with_example(opt, folder)
    assert done.returncode == 0, done.stderr
    assert ".amdhsa_kernel blend" in done.stdout
    done = with_example(run, folder)
    assert done.returncode == 0, done.stderr
    expected = np.sqrt((np.arange(8, dtype=np.float32) + 1) / 2)
    np.testing.assert_allclose(np.load(folder / "blend.npy"), expected, rtol=1e-6)


def kernel(body: str, arguments: str = "%x: f32") -> str:
    return f"each.kernel @k {{ ^bb0({arguments}): {body} }}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (kernel("%y = arith.addf %x, %x : f32"), "is not a terminator"),
        (kernel("ub.unreachable"), "ends with the new element; each.yield it"),
        (
            kernel("each.yield %x : memref<4xf32>", "%x: memref<4xf32>"),
            "'each.kernel' takes elements",
        ),
        (kernel("each.yield %x : i7", "%x: i7"), "i7 is not an OpenCL C type"),
        (
            kernel("each.yield %x : tensor<4xf32>", "%x: tensor<4xf32>"),
            "has no layout in memory",
        ),
        (kernel("each.yield %x : f128", "%x: f128"), "f128 has no layout in memory"),
        (2 * kernel("each.yield %x : f32"), 'Redefinition of symbol "k"'),
        (
            kernel('%y = "test.op"(%x) : (f32) -> f32 each.yield %y : f32'),
            "'test.op' has no conversion to the llvm dialect",
        ),
        (
            kernel(
                '%y = opencl.builtin "sqroot"(%x) : (f32) -> f32 each.yield %y : f32'
            ),
            "did you mean sqrt",
        ),
        (kernel("cf.br ^a ^a: each.yield %x : f32"), "expected a single block"),
        ("each.kernel @k {}", "expected a single block"),
        ("each.kernal @k {}", "there is no operation 'each.kernal'"),
    ],
)
def test_wrong_kernels(text: str, message: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "path", [str(PROGRAM.parent), *sys.path])
    added: Any = import_module("own_dialect").UNIVERSE
    known = Universe.get_multiverse()
    universe = Universe(
        all_dialects={**known.all_dialects, **added.all_dialects},
        all_passes={**known.all_passes, **added.all_passes},
    )
    monkeypatch.setattr(Universe, "get_multiverse", lambda: universe)
    source = ocl.SourceFile("bad.mlir", text)
    with pytest.raises(ocl.CompileError, match=re.escape(message)) as raised:
        ocl.compile(source, "gfx1100", pipeline="lower-each")
    assert str(raised.value).startswith("bad.mlir")


def test_without_the_pass():
    source = ocl.SourceFile("k.mlir", kernel("each.yield %x : f32"))
    with pytest.raises(ocl.CompileError, match="lower it first: -p PASSES"):
        ocl.compile(source, "gfx1100")

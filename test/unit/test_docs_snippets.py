"""
The snippets, pictures and tables of `docs/`.

Each Python snippet after `<!-- python -->` is a program of its own, with its assertions. Each
after `<!-- script: COMPILER -->` is one that runs where that compiler is. After
`<!-- run: PIPELINE -->` come two `mlir` blocks, and the pipeline makes the second of the first.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from lower_helpers import context
from tools import of_any_version
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

ROOT = Path(__file__).parents[2]
PAGES = {path.name: path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))}
SNIPPET = re.compile(r"<!-- python -->\s*```python\n(.*?)```", re.DOTALL)
SCRIPT = re.compile(r"<!-- script: (\S+) -->\s*```python\n(.*?)```", re.DOTALL)
SCRIPTS = dict(SCRIPT.findall(PAGES["code-objects.md"]))
BLOCK = r"\s*```mlir\n(.*?)```\s*"
PAIR = re.compile(rf"<!-- run: (.*?) -->{BLOCK}{BLOCK}", re.DOTALL)
SNIPPETS = [
    pytest.param(text, id=f"{name}-{number}")
    for name, page in PAGES.items()
    for number, text in enumerate(SNIPPET.findall(page))
]
CASES = [
    pytest.param(pipeline, before, after, id=f"{name}: {pipeline}")
    for name, page in PAGES.items()
    for pipeline, before, after in PAIR.findall(page)
]


def test_every_marker_has_its_blocks() -> None:
    text = "".join(PAGES.values())
    assert text.count("<!-- python -->") == len(SNIPPETS) >= 4
    assert text.count("<!-- run: ") == len(CASES) > 0


@pytest.mark.parametrize("text", SNIPPETS)
def test_python(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path))
    exec(compile(text, "snippet", "exec"), {"__name__": "snippet"})


@pytest.mark.parametrize("compiler", ["triton", "iree", "clang-22", "tinygrad"])
def test_scripts_of_other_compilers(compiler: str, tmp_path: Path) -> None:
    if not (find_spec(compiler) or of_any_version(compiler)):
        pytest.skip(f"needs {compiler}")
    text = SCRIPTS[compiler]
    assert text.rindex("assert") > 0
    assert len(ast.parse(text).body) <= 11
    (tmp_path / "script.py").write_text(text)
    folder = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    environment.setdefault("LLVM_PATH", "/usr/lib/x86_64-linux-gnu/libLLVM-22.so")
    command = [sys.executable, "script.py"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)


@pytest.mark.parametrize(("pipeline", "before", "after"), CASES)
def test_pipeline(pipeline: str, before: str, after: str) -> None:
    ctx = context(strict=True)
    module = Parser(ctx, before).parse_module()
    expected = Parser(ctx, after).parse_module()
    module.verify()
    expected.verify()
    passes = Universe.get_multiverse().all_passes
    PassPipeline.parse_spec(passes, pipeline).apply(ctx, module)
    module.verify()
    # Pretty syntax reads some properties as attributes, so both come from text.
    result = Parser(ctx, str(module)).parse_module()
    assert result.is_structurally_equivalent(expected), str(module)


@pytest.mark.parametrize("script", ["generate_pictures.py", "generate_abi.py"])
def test_generated_files_are_up_to_date(script: str) -> None:
    run = subprocess.run(
        [sys.executable, f"docs/{script}", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr

"""
The snippets, pictures and tables of `docs/`.

Each Python snippet after `<!-- python -->` is a program of its own, with its assertions. After
`<!-- run: PIPELINE -->` come two `mlir` blocks, and the pipeline makes the second of the first.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from lower_helpers import context
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

ROOT = Path(__file__).parents[2]
PAGES = {path.name: path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))}
SNIPPET = re.compile(r"<!-- python -->\s*```python\n(.*?)```", re.DOTALL)
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

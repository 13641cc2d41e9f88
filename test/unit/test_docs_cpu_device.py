"""The Python snippets of `docs/`: each is a program of its own, with its assertions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SNIPPET = re.compile(r"<!-- python -->\s*```python\n(.*?)```", re.DOTALL)
SNIPPETS = [
    pytest.param(text, id=f"{path.name}-{number}")
    for path in sorted(DOCS.glob("*.md"))
    for number, text in enumerate(SNIPPET.findall(path.read_text()))
]


def test_there_are_snippets() -> None:
    markers = sum(p.read_text().count("<!-- python -->") for p in DOCS.glob("*.md"))
    assert markers == len(SNIPPETS) >= 4


@pytest.mark.parametrize("text", SNIPPETS)
def test_snippet(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path))
    exec(compile(text, "snippet", "exec"), {"__name__": "snippet"})

"""
The English of docstrings, messages and pages: words that readers stumbled over stay out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted(
    path
    for folder in ("xdsl_opencl", "benchmarks", "docs", "examples", "test")
    for path in (ROOT / folder).rglob("*.py")
    # This file has the words themselves.
    if path != Path(__file__).resolve()
)
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])

QUESTION = re.compile(r"(What|Whose|Which|Where|Whether)\b")
"""A docstring has a subject and a verb: "Returns the ...", "Tells whether ..."."""

PHRASES = {
    r"\bthe machine\b(?! code)": "say GPU, hardware or computer",
    r"\b(end(s|ed)?) (its|the) process\b": "say aborts",
    r"\bthe way of the data\b": "say the data flow",
    r"(?<!here )\b(is|are|was|were) no (?!longer|more\b|matter\b)[a-z]": "say is not a",
    r"\b(or|and) no number(?! (of|that|to))\b": "say NaN",
}


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """
    Line and text of every docstring, those of fields and variables included.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            words = node.value.value
            if isinstance(words, str):
                yield node.lineno, words.strip()


def questions(text: str) -> list[int]:
    """
    The lines of docstrings that begin with a question word.
    """
    return [line for line, words in docstrings(text) if QUESTION.match(words)]


def stumbles(text: str) -> list[str]:
    """
    The phrases in `text` that do not come back, each with what to write instead.
    """
    text = " ".join(text.split())
    return [
        f"{text[max(0, found.start() - 40) : found.end() + 20]}: {advice}"
        for pattern, advice in PHRASES.items()
        for found in re.finditer(pattern, text, re.IGNORECASE)
    ]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_programs(path: Path):
    text = path.read_text(encoding="utf-8")
    assert questions(text) == []
    # Comments go on behind their signs.
    assert stumbles(re.sub(r"\n\s*#", "\n", text)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages(path: Path):
    assert stumbles(path.read_text(encoding="utf-8")) == []


def test_rules_refuse():
    text = 'x = 1\n"""What x is."""\ndef f():\n    """\n    Whether x.\n    """\n'
    assert questions(text) == [2, 4]
    assert questions('def f():\n    """\n    Tells whether.\n    """\n') == []
    for words in (
        "as the machine has it",
        "LLVM ends\nits process",
        "the way of the data",
        "what is no row",
        "zero, or no number",
    ):
        assert len(stumbles(words)) == 1, words
    assert stumbles("the machine code; there is no row; it is no longer there") == []

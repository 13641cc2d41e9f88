"""
The snippets of `docs/`: after `<!-- run: PIPELINE -->` come two `mlir` blocks, and the
pipeline makes the second of the first.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from seed_helpers import context
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = r"\s*```mlir\n(.*?)```\s*"
PAIR = re.compile(rf"<!-- run: (.*?) -->{BLOCK}{BLOCK}", re.DOTALL)
CASES = [
    pytest.param(pipeline, before, after, id=f"{path.name}: {pipeline}")
    for path in sorted(DOCS.glob("*.md"))
    for pipeline, before, after in PAIR.findall(path.read_text())
]


def test_every_marker_has_its_blocks() -> None:
    markers = sum(p.read_text().count("<!-- run: ") for p in DOCS.glob("*.md"))
    assert markers == len(CASES) > 0


@pytest.mark.parametrize(("pipeline", "before", "after"), CASES)
def test_snippet(pipeline: str, before: str, after: str) -> None:
    ctx = context()
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

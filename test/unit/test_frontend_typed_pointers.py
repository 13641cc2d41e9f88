"""Lines with typed pointers, one form each, and lines that only look so."""

from __future__ import annotations

import pytest
from texts import whole

from xdsl_opencl.frontend import FrontendError
from xdsl_opencl.frontend.ir_text.typed_pointers import has_typed_pointers, upgrade

LINES = [pair.split("\n") for pair in whole("typed_pointers.txt").strip().split("\n\n")]
"""A line with typed pointers, and the same with opaque ones."""


@pytest.mark.parametrize(("before", "after"), LINES)
def test_line(before: str, after: str) -> None:
    """The line with opaque pointers."""
    assert upgrade(before, "x.ll") == after


@pytest.mark.parametrize(
    "text",
    [
        "",
        "; float* in a comment",
        '@s = constant [2 x i8] c"i32* %x"',
        '!0 = !{!"float*", !"int*"}',
        "load i32, ptr %p ; was i32*",
    ],
)
def test_modern_text_is_left_alone(text: str) -> None:
    """A star in a string or a comment is not a pointer."""
    assert not has_typed_pointers(text)


@pytest.mark.parametrize("line", ["  store i32 %x, , * %p", "  load ]* %p", "*"])
def test_star_without_type(line: str) -> None:
    """The line is named."""
    with pytest.raises(FrontendError, match=r"x\.ll:2: error: "):
        upgrade(f"\n{line}", "x.ll")


def test_looking_is_linear() -> None:
    """
    A hundred thousand lines of today's IR, the star in the metadata at the end: a search
    that begins again at every line would take hours.
    """
    line = '  %a = load ptr addrspace(1), ptr %p, align 8, !tbaa !4 ; "text\n'
    text = line * 100_000 + '!4 = !{!"float*", !"*" }\n'
    assert not has_typed_pointers(text)
    assert has_typed_pointers(f"{text}  %b = load i32, i32* %q\n")

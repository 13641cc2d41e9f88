"""
Python looks for garbage while it waits for other processes, not in between.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from itertools import count

import pytest

from xdsl_opencl import garbage


def generations(action: Callable[[], object]) -> list[int]:
    """
    The generations that `action` collects.
    """
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            found.append(info["generation"])

    gc.callbacks.append(note)
    try:
        action()
    finally:
        gc.callbacks.remove(note)
    return found


@pytest.mark.parametrize(("blocks", "second"), [(1, [2]), (1 << 40, [1])])
def test_all_objects_once(
    blocks: int, second: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "_waits", count(1))
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: blocks)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 10, 0))
    early = garbage.collect_early
    assert [generations(early) for _ in range(3)] == [[1], second, [1]]
    monkeypatch.setattr(gc, "get_count", lambda: (0, 1, 0))
    assert generations(early) == []
    gc.disable()
    try:
        monkeypatch.setattr(gc, "get_count", lambda: (0, 10, 0))
        assert generations(early) == []
    finally:
        gc.enable()

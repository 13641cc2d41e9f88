"""
Records are what `dataclass(frozen=True)` makes of the same class.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, cast

import pytest

from xdsl_opencl.record import record


def declare(decorate: Callable[[type], type]) -> Any:
    @decorate
    class Point:
        """
        A point.
        """

        axes: ClassVar[int] = 2

        x: int
        y: int = 0
        names: list[str] = field(default_factory=list[str])

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("negative")

        @cached_property
        def total(self) -> int:
            return self.x + self.y

    return Point


RECORD = declare(record)
MODEL = declare(cast("Callable[[type], type]", dataclass(frozen=True)))


def test_construction() -> None:
    for cls in RECORD, MODEL:
        point = cls(1, names=["a"])
        assert (point.x, point.y, point.names, point.total) == (1, 0, ["a"], 1)
        assert cls(1).names is not cls(1).names
        assert [each.name for each in fields(cls)] == ["x", "y", "names"]
        assert replace(point, y=5).total == 6
        with pytest.raises(ValueError, match="negative"):
            cls(-1)
        with pytest.raises(TypeError):
            cls()
        with pytest.raises(TypeError):
            cls(1, z=2)


def test_values() -> None:
    assert repr(RECORD(1, 2)) == repr(MODEL(1, 2))
    for cls in RECORD, MODEL:
        assert cls(1) == cls(1, 0)
        assert cls(1) != cls(2)
        assert cls(1) != (1, 0, [])
        assert copy.deepcopy(cls(3)) == cls(3)
        assert cls.__match_args__ == ("x", "y", "names")
    assert RECORD(1) != MODEL(1)
    assert hash(RECORD(1, 2, ())) == hash(RECORD(1, 2, ()))
    with pytest.raises(TypeError):
        hash(RECORD(1))


def test_frozen() -> None:
    for cls in RECORD, MODEL:
        point = cls(1)
        for change in (
            lambda point=point: setattr(point, "x", 2),
            lambda point=point: setattr(point, "z", 2),
            lambda point=point: delattr(point, "x"),
        ):
            with pytest.raises(FrozenInstanceError):
                change()


@record
class Pair:
    """
    At the top of a module, for pickle; with an equality of its own.
    """

    left: int
    right: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pair) and {self.left, self.right} == {
            other.left,
            other.right,
        }

    def __hash__(self) -> int:
        return self.left ^ self.right


def test_own_methods_stay() -> None:
    assert Pair(1, 2) == Pair(2, 1)
    assert pickle.loads(pickle.dumps(Pair(1, 2))) == Pair(1, 2)

"""
Frozen dataclasses that cost a third of the time to make: a compilation imports about 80,
and `dataclass` compiles six methods of each.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, fields
from typing import TYPE_CHECKING, Any, cast, dataclass_transform

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    T = TypeVar("T")


def _values(record: Any) -> tuple[object, ...]:
    return tuple([getattr(record, name) for name in record.__match_args__])


def _eq(self: object, other: object) -> bool:
    if self.__class__ is not other.__class__:
        return NotImplemented
    return _values(self) == _values(other)


def _hash(self: object) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({shown})"


def _set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


_SHARED = {
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _set,
    "__delattr__": _delete,
}


def _initializer(cls: type) -> Any:
    """
    Compiles `__init__` of `cls`, the one method that differs from class to class.
    """
    heads: list[str] = []
    lines: list[str] = []
    outer: dict[str, object] = {}
    for field in cast("tuple[Field[object], ...]", fields(cls)):
        name = value = field.name
        if field.default_factory is not MISSING:
            outer[f"_{name}"] = field.default_factory
            outer["_missing"] = MISSING
            heads.append(f"{name}=_missing")
            value = f"_{name}() if {name} is _missing else {name}"
        elif field.default is not MISSING:
            outer[f"_{name}"] = field.default
            heads.append(f"{name}=_{name}")
        else:
            heads.append(name)
        lines.append(f" own[{name!r}] = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    head = f"def __init__(self, {', '.join(heads)}):\n own = self.__dict__\n"
    exec(head + "\n".join(lines), outer)
    return outer["__init__"]


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """
    Makes `cls` what `dataclass(frozen=True)` makes it, without keyword-only fields and
    inheritance from other dataclasses. `dataclasses.replace` and `fields` work.
    """
    made = dataclass(init=False, repr=False, eq=False)(cls)
    own = vars(made)
    for name, method in _SHARED.items():
        if name not in own:
            setattr(made, name, method)
    made.__init__ = _initializer(made)
    return made

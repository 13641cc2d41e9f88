"""The checker's tables, from the attribute `opencl.check` of a module that is lowered."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute

from xdsl_opencl.runtime.checks.check_reports import Facts, Site, Tables, Variable


def read_tables(attribute: Attribute) -> Tables:
    """The meanings of the numbers in reports."""
    assert isinstance(attribute, DictionaryAttr)
    kernels = attribute.data["kernels"]
    assert isinstance(kernels, DictionaryAttr)
    sites = cast("ArrayAttr[Attribute]", attribute.data["sites"])
    variables = cast("ArrayAttr[Attribute]", attribute.data["variables"])
    return Tables(
        {name: _facts(facts) for name, facts in kernels.data.items()},
        [
            Site((f["file"], f["line"], f["column"]) if "file" in f else None)
            for f in map(_fields, sites)
        ],
        [Variable(f["name"], f["space"], f["bytes"]) for f in map(_fields, variables)],
    )


def _fields(attribute: Attribute) -> dict[str, Any]:
    assert isinstance(attribute, DictionaryAttr)
    fields: dict[str, Any] = {}
    for name, value in attribute.data.items():
        if isinstance(value, StringAttr):
            fields[name] = value.data
        elif isinstance(value, IntegerAttr):
            fields[name] = value.value.data
    return fields


def _facts(attribute: Attribute) -> Facts:
    assert isinstance(attribute, DictionaryAttr)
    grain = attribute.data["grain"]
    assert isinstance(grain, IntegerAttr)
    written = attribute.data.get("written")
    if not isinstance(written, ArrayAttr):
        return Facts(grain.value.data, None)
    numbers = cast("ArrayAttr[IntegerAttr]", written)
    return Facts(grain.value.data, frozenset(n.value.data for n in numbers))

"""Itanium names, against names that Clang wrote and `c++filt` reads."""

from __future__ import annotations

import pytest
from texts import pairs

from xdsl_opencl.abi.model import ScalarKind
from xdsl_opencl.frontend.builtins.demangle import MangledType, demangle


def spell(type_: MangledType) -> str:
    """The type as OpenCL C has it, `AS1*` for a pointer to global memory."""
    if type_.pointee is not None:
        space = f" AS{type_.space}" if type_.space else ""
        return f"{spell(type_.pointee)}{space}*"
    if type_.scalar is not None:
        return f"{type_.scalar}{type_.width if type_.width > 1 else ''}"
    return type_.name


@pytest.mark.parametrize(("symbol", "text"), pairs("mangled_names.txt"))
def test_names(symbol: str, text: str) -> None:
    """The name and the types of the parameters."""
    mangled = demangle(symbol)
    assert mangled is not None
    assert f"{mangled.name}({', '.join(map(spell, mangled.parameters))})" == text


@pytest.mark.parametrize(
    "symbol",
    [
        "printf",
        "_Z",
        "_Z3",
        "_Z99abs",
        "_Z3absS_",
        "_Z3absDv4",
        "_Z3absQ",
        "_ZN3foo3barEv",
        "_Z3absP",
    ],
)
def test_other_names(symbol: str) -> None:
    """A name that is not a mangled one of OpenCL C gives None, not an error."""
    assert demangle(symbol) is None


def test_char_is_signed() -> None:
    """`char` is signed in OpenCL C; `unsigned char` is another letter."""
    mangled = demangle("_Z3maxch")
    assert mangled is not None
    assert [p.scalar for p in mangled.parameters] == [ScalarKind.CHAR, ScalarKind.UCHAR]

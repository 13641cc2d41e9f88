"""
The hints about a loop that stand at the branch of its latch, in `opencl.metadata`.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import DictionaryAttr
from xdsl.ir import Attribute, Operation

from xdsl_opencl.ir.build import METADATA

_LOOP = "llvm.loop"


def loop_hints(branch: Operation) -> dict[str, Attribute]:
    """The properties of `llvm.loop` at `branch`, without that prefix."""
    return _entries(_entries(branch.attributes.get(METADATA)).get(_LOOP))


def set_loop_hints(branch: Operation, hints: Mapping[str, Attribute]) -> None:
    """Gives `branch` these properties of `llvm.loop`; other metadata stay."""
    metadata = _entries(branch.attributes.get(METADATA))
    metadata[_LOOP] = DictionaryAttr(hints)
    branch.attributes[METADATA] = DictionaryAttr(metadata)


def _entries(attribute: Attribute | None) -> dict[str, Attribute]:
    return dict(attribute.data) if isinstance(attribute, DictionaryAttr) else {}

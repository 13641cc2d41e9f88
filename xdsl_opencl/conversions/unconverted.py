"""Advice for operations that the conversions to `llvm` meet and do not convert."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation

_BUFFERIZE = "run 'lower-tensors' first, or 'mlir-opt --one-shot-bufferize' before the kernel is made"

_FIRST: Mapping[str, str] = {
    "affine": "run 'convert-affine-to-scf' first",
    "bufferization": _BUFFERIZE,
    "scf": "run 'lower-scf-to-cf' first",
    "tensor": _BUFFERIZE,
}
"""Dialect to the advice that lowers it."""

_OF_INDEX: Mapping[str, str] = {
    **{
        name: f"{name}i"
        for name in (
            "add and ceildivs ceildivu cmp divs divu floordivs maxs maxu mins minu mul or "
            "rems remu shl shrs shru sub xor"
        ).split()
    },
    "bool.constant": "constant",
    "castu": "index_castui",
    "casts": "index_cast",
    "constant": "constant",
}
"""Operations of upstream's dialect `index`, which xDSL lacks, to those of `arith`."""


def unknown_operation(name: str) -> str:
    """
    The diagnostic for an operation that xDSL does not know, with advice where there is some.
    """
    dialect, _, short = name.partition(".")
    if dialect != "index":
        return f"there is no operation '{name}'"
    other = _OF_INDEX.get(short)
    advice = "'arith'" if other is None else f"'arith.{other}' on values of type index"
    return f"there is no operation '{name}': xDSL has no dialect 'index'; use {advice}"


def unconverted(op: Operation) -> str:
    """The diagnostic for `op`, which has no conversion to the `llvm` dialect."""
    if isinstance(op, UnregisteredOp):
        return unknown_operation(op.op_name.data)
    dialect = op.name.partition(".")[0]
    first = _FIRST.get(
        dialect, f"lower the '{dialect}' dialect to arith, memref, scf or llvm first"
    )
    return f"'{op.name}' has no conversion to the llvm dialect; {first}"

"""
The forms of upstream's `arith` that xDSL 0.74 lacks.

xDSL's casts, comparisons and selections take scalars only, and it has neither
`arith.remf` nor `arith.index_castui`. `forms` has subclasses of xDSL's operations for
vectors and tensors, and for flags that upstream's text holds; `operations` has the two.

An operation that xDSL's class describes has that very class after parsing, so that modules
of scalars are what they are without the extension (interpreters of xDSL look for the
class). The plugin's `universe.py` wraps the factory of the `arith` dialect with `extended`.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from xdsl_opencl.dialects.arith_ext.forms import FORMS
from xdsl_opencl.dialects.arith_ext.operations import OPERATIONS


def extended(arith: Dialect) -> Dialect:
    """
    Returns `arith` with the operations and the forms that it lacks. Operations that
    somebody else has added or replaced stay theirs.
    """
    known = {op.name for op in arith.operations}
    operations = [FORMS.get(op, op) for op in arith.operations]
    operations += [op for op in OPERATIONS if op.name not in known]
    # A `Dialect` has no public list of its interfaces.
    interfaces = [*arith._interfaces]  # pyright: ignore[reportPrivateUsage]
    return Dialect(arith.name, operations, [*arith.attributes], interfaces)

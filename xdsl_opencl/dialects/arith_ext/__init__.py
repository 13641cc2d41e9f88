"""
The forms of upstream's `arith` that xDSL 0.74 lacks.

xDSL's casts, comparisons and selections take scalars only, and it has neither
`arith.remf` nor `arith.index_castui`. `forms` has subclasses of xDSL's operations for
vectors and tensors, and for flags that upstream's text holds; `operations` has the two.

An operation that xDSL's class describes has that very class after parsing, so that modules
of scalars are the same as without the extension (interpreters of xDSL look for the
class). The plugin's `universe.py` wraps the factory of the `arith` dialect with `extended`.
"""

from __future__ import annotations

from functools import cache

from xdsl.dialects.builtin import ContainerType, i1
from xdsl.ir import Dialect, Operation

from xdsl_opencl.dialects.arith_ext.forms import FORMS, CmpfOp, CmpiOp
from xdsl_opencl.dialects.arith_ext.operations import OPERATIONS
from xdsl_opencl.dialects.forms import extended as with_forms
from xdsl_opencl.dialects.forms import reader


def _is_amiss(op: Operation) -> bool:
    """True for a comparison of vectors with one i1 as the result, as xDSL reads it."""
    return isinstance(op.operands[0].type, ContainerType) and op.results[0].type == i1


@cache
def _readers() -> dict[type[Operation], type[Operation]]:
    found: dict[type[Operation], type[Operation]] = {}
    for form in FORMS.values():
        kind = form.__bases__[-1]
        compares = form in (CmpiOp, CmpfOp)
        if compares:
            found[kind] = reader(kind, form, is_amiss=_is_amiss)
        else:
            found[kind] = reader(kind, form)
    return found


def extended(arith: Dialect) -> Dialect:
    """
    Returns `arith` with the operations and the forms that it lacks. Operations that
    others have added or replaced stay theirs.
    """
    return with_forms(arith, _readers(), OPERATIONS)

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
    """Returns whether xDSL has read a comparison of vectors with one i1 as the result."""
    compares = op.name in (CmpiOp.name, CmpfOp.name)
    vectors = compares and isinstance(op.operands[0].type, ContainerType)
    return vectors and op.results[0].type == i1


@cache
def _readers() -> dict[type[Operation], type[Operation]]:
    kinds = {form.__bases__[-1]: form for form in FORMS.values()}
    return {kind: reader(kind, kinds[kind], is_amiss=_is_amiss) for kind in kinds}


def extended(arith: Dialect) -> Dialect:
    """Returns `arith` with what it lacks, as `forms.extended`."""
    return with_forms(arith, _readers(), OPERATIONS)

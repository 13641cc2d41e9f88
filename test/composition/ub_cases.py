"""Cases of `ub`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from composition_case import GLOBAL, Case, vector

_TYPES = (
    *("i1", "i8", "i32", "i64", "index", "f16", "f32", "f64"),
    *(
        vector(element, *shape)
        for element in ("i32", "f32")
        for shape in ((4,), (2, 4))
    ),
    *("complex<f32>", "complex<f64>"),
)


def _cases() -> Iterator[Case]:
    for type_ in _TYPES:
        yield Case(
            "ub.poison",
            type_,
            "%true = arith.constant true\n"
            f"%p = ub.poison : {type_}\n%r = arith.select %true, %a, %p : {type_}",
            (type_,),
            (type_,),
            lambda a: a,
            "finite",
        )
    for type_ in ("bf16", f"memref<4xf32, {GLOBAL}>", "memref<?x4xf32>", "!llvm.ptr"):
        yield Case("ub.poison", type_, f"%p = ub.poison : {type_}")
    memory = f"memref<?xi32, {GLOBAL}>"
    yield Case(
        "ub.unreachable",
        "block",
        inputs=("i32",),
        outputs=("i32",),
        kernel=f"""
opencl.kernel @k(%a: {memory}, %r: {memory}) {{
  %i = opencl.get_global_id 0 : index
  %x = memref.load %a[%i] : {memory}
  %one = arith.constant 1 : i32
  %odd = arith.ori %x, %one : i32
  %zero = arith.constant 0 : i32
  %never = arith.cmpi eq, %odd, %zero : i32
  cf.cond_br %never, ^bad, ^good
^bad:
  ub.unreachable
^good:
  memref.store %odd, %r[%i] : {memory}
  opencl.return
}}
""",
        reference=lambda a: a | np.int32(1),
    )
    yield Case(
        "ub.poison",
        "with an attribute",
        "%p = ub.poison <1 : i32> : i32",
        refused="remove the attribute",
    )
    yield Case(
        "ub.poison",
        "tensor",
        "%p = ub.poison : tensor<4xi32>",
        refused="tensors must become memrefs first",
    )


CASES: tuple[Case, ...] = tuple(_cases())

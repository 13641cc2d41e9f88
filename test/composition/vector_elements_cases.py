"""Cases of `vector`: elements in other places, scattered memory and masks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from composition_case import GLOBAL, ITEMS, Case, vector

Array = Any

ROW, BLOCK, MASK = vector("i32", 4), vector("i32", 2, 4), vector("i1", 4)
MEMORY = f"memref<?x8x8xi32, {GLOBAL}>"


def _each(one: Callable[..., Any]) -> Callable[..., Any]:
    """Applies `one` to the operands of each work item."""

    def all(*operands: Array) -> Any:
        found = [one(*parts) for parts in zip(*operands, strict=True)]
        if isinstance(found[0], tuple):
            return tuple(np.array(part) for part in zip(*found, strict=True))
        return np.array(found)

    return all


def _case(
    op: str,
    types: str,
    body: str,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    one: Callable[..., Any],
    **options: Any,
) -> Case:
    return Case(
        f"vector.{op}",
        types,
        body,
        inputs,
        outputs,
        _each(one),
        **{"values": "small", **options},
    )


def _in_memory(
    op: str, types: str, body: str, one: Callable[[Array, Array, int], None]
) -> Case:
    """
    A kernel of matrices of 8 by 8, `%a` to read and `%r` to write; `one` writes those of a work item,
    with its number. It has a row of `%a`, and the mask `1011`, as `%row` and `%mask`.
    """
    text = (
        f"\nopencl.kernel @k(%a: {MEMORY}, %r: {MEMORY}) {{\n"
        "  %i = opencl.get_global_id 0 : index\n  %c1 = arith.constant 1 : index\n"
        "  %c3 = arith.constant 3 : index\n"
        "  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>\n"
        f"  %row = vector.load %a[%i, %c1, %c1] : {MEMORY}, {ROW}\n"
        f"  {body}\n  opencl.return\n}}\n"
    )

    def reference(a: Array) -> Array:
        made = np.zeros_like(a)
        for i in range(ITEMS):
            one(a[i], made[i], i)
        return made

    matrix = vector("i32", 8, 8)
    return Case(
        f"vector.{op}",
        types,
        inputs=(matrix,),
        outputs=(matrix,),
        kernel=text,
        reference=reference,
        values="small",
    )


_STORE = f"vector.store %v, %r[%i, %c3, %c1] : {MEMORY}, {ROW}"
_LANES = np.array([1, 0, 1, 1], bool)


def _gathered(a: Array, r: Array, _: int) -> None:
    r[3, 1:5] = np.where(_LANES, a[3, [4, 8 - 1, 1, 3]], a[1, 1:5])


def _scattered(a: Array, r: Array, _: int) -> None:
    # The last of two lanes with one place wins.
    for lane, place in enumerate((4, 7, 1, 4)):
        if _LANES[lane]:
            r[3, place] = a[1, 1 + lane]


def _expanded(a: Array, r: Array, _: int) -> None:
    r[3, 1:5] = a[1, 1:5]
    r[3, 1:5][_LANES] = a[3, 3:6]


def _compressed(a: Array, r: Array, _: int) -> None:
    r[3, 3:6] = a[1, 1:5][_LANES]


def _memory() -> Iterator[Case]:
    indices = (
        "%d = arith.constant dense<[3, 6, 0, {}]> : vector<4x{}>\n  "
        "%o = arith.constant dense<1> : vector<4x{}>\n  %n = arith.subi %d, %o : vector<4x{}>\n  "
    )
    for kind in ("i32", "index", "i8"):
        yield _in_memory(
            "gather",
            f"row, {kind}",
            # Distances from column 2: some are negative.
            indices.format(2, kind, kind, kind)
            + f"%c2 = arith.addi %c1, %c1 : index\n  %v = vector.gather %a[%i, %c3, %c2] [%n], %mask, %row : {MEMORY}, "
            f"vector<4x{kind}>, {MASK}, {ROW} into {ROW}\n  {_STORE}",
            _gathered,
        )
    yield _in_memory(
        "gather",
        "block",
        "%d = arith.constant dense<[[3, 6], [0, 2]]> : vector<2x2xi32>\n"
        "  %all = arith.constant dense<[[true, false], [true, true]]> : vector<2x2xi1>\n"
        f"  %old = vector.shape_cast %row : {ROW} to vector<2x2xi32>\n"
        f"  %w = vector.gather %a[%i, %c3, %c1] [%d], %all, %old : {MEMORY}, vector<2x2xi32>, "
        "vector<2x2xi1>, vector<2x2xi32> into vector<2x2xi32>\n"
        f"  %v = vector.shape_cast %w : vector<2x2xi32> to {ROW}\n  {_STORE}",
        _gathered,
    )
    yield _in_memory(
        "scatter",
        "row",
        "%d = arith.constant dense<[3, 6, 0, 3]> : vector<4xi32>\n  "
        f"vector.scatter %r[%i, %c3, %c1] [%d], %mask, %row : {MEMORY}, vector<4xi32>, {MASK}, {ROW}",
        _scattered,
    )
    yield _in_memory(
        "expandload",
        "row",
        f"%v = vector.expandload %a[%i, %c3, %c3], %mask, %row : {MEMORY}, {MASK}, {ROW} into {ROW}\n  {_STORE}",
        _expanded,
    )
    yield _in_memory(
        "compressstore",
        "row",
        f"vector.compressstore %r[%i, %c3, %c3], %mask, %row : {MEMORY}, {MASK}, {ROW}",
        _compressed,
    )
    whole = f"memref<64x8x8xi32, {GLOBAL}>"
    rows = f"memref<64xvector<8x8xi32>, {GLOBAL}>"

    def copied(a: Array, r: Array, _: int) -> None:
        r[:] = a

    yield _in_memory(
        "type_cast",
        "rows of 8",
        f"%s = memref.cast %a : {MEMORY} to {whole}\n  %t = memref.cast %r : {MEMORY} to {whole}\n"
        f"  %x = vector.type_cast %s : {whole} to {rows}\n  %y = vector.type_cast %t : {whole} to {rows}\n"
        f"  %e = memref.load %x[%i] : {rows}\n  memref.store %e, %y[%i] : {rows}",
        copied,
    )
    three = f"memref<4x3xf32, {GLOBAL}>"
    yield Case(
        "vector.type_cast",
        "rows of 3",
        kernel=f"opencl.kernel @k(%a: {three}) {{\n  %x = vector.type_cast %a : {three} to "
        f"memref<4xvector<3xf32>, {GLOBAL}>\n  opencl.return\n}}\n",
        refused="use rows of 2, 4, 8, ... whole bytes",
    )


def _elements() -> Iterator[Case]:
    yield _case(
        "constant_mask",
        "vector<2x4xi1>",
        "%r = vector.constant_mask [1, 3] : vector<2x4xi1>",
        ("i32",),
        ("vector<2x4xi1>",),
        lambda _: np.array([[1, 1, 1, 0], [0, 0, 0, 0]], bool),
    )
    yield _case(
        "step",
        "vector<4xindex>",
        "%r = vector.step : vector<4xindex>",
        ("i32",),
        ("vector<4xindex>",),
        lambda _: np.arange(4),
    )
    yield _case(
        "from_elements",
        BLOCK,
        f"%r = vector.from_elements {', '.join('%a' if k % 3 else '%b' for k in range(8))} : {BLOCK}",
        ("i32", "i32"),
        (BLOCK,),
        lambda a, b: np.array([a if k % 3 else b for k in range(8)]).reshape(2, 4),
    )
    yield _case(
        "to_elements",
        BLOCK,
        f"%x:8 = vector.to_elements %a : {BLOCK}\n%r = arith.subi %x#1, %x#6 : i32",
        (BLOCK,),
        ("i32",),
        lambda a: a[0, 1] - a[1, 2],
    )
    long = vector("i32", 2, 8)
    yield _case(
        "interleave",
        f"{BLOCK} to {long}",
        f"%r = vector.interleave %a, %b : {BLOCK} -> {long}",
        (BLOCK, BLOCK),
        (long,),
        lambda a, b: np.stack([a, b], -1).reshape(2, 8),
    )
    yield _case(
        "deinterleave",
        f"{long} to {BLOCK}",
        f"%r, %s = vector.deinterleave %a : {long} -> {BLOCK}",
        (long,),
        (BLOCK, BLOCK),
        lambda a: (a[:, ::2], a[:, 1::2]),
    )
    cube = vector("i32", 2, 4, 8)
    yield _case(
        "extract_strided_slice",
        f"{cube} to {BLOCK}",
        f"%x = vector.extract_strided_slice %a {{offsets = [1, 1], sizes = [1, 2], strides = [1, 1]}} : {cube} to vector<1x2x8xi32>\n"
        f"%r = vector.extract_strided_slice %x {{offsets = [0, 0, 3], sizes = [1, 2, 4], strides = [1, 1, 1]}} : vector<1x2x8xi32> to vector<1x2x4xi32>",
        (cube,),
        ("vector<1x2x4xi32>",),
        lambda a: a[1:, 1:3, 3:7],
    )

    def inserted(a: Array, b: Array) -> Array:
        made = b.copy()
        made[1, 1:3, 3:7] = a
        return made

    yield _case(
        "insert_strided_slice",
        f"{BLOCK} to {cube}",
        f"%r = vector.insert_strided_slice %a, %b {{offsets = [1, 1, 3], strides = [1, 1]}} : {BLOCK} into {cube}",
        (BLOCK, cube),
        (cube,),
        inserted,
    )
    for inclusive in (True, False):
        for along, rest in ((0, ROW), (1, vector("i32", 2))):

            def scanned(
                a: Array, b: Array, inclusive: bool = inclusive, along: int = along
            ) -> tuple[Array, Array]:
                sums = np.cumsum(a, along, dtype=a.dtype)
                start = np.expand_dims(b, along)
                if not inclusive:
                    sums = start + sums - a
                return sums, np.take(sums, -1, along)

            yield _case(
                "scan",
                f"{BLOCK} along {along}{', inclusive' * inclusive}",
                f"%r, %s = vector.scan <add>, %a, %b {{inclusive = {str(inclusive).lower()}, reduction_dim = {along} : i64}} : {BLOCK}, {rest}",
                (BLOCK, rest),
                (BLOCK, rest),
                scanned,
            )


def _masks() -> Iterator[Case]:
    bits = "%m = arith.constant dense<[[true, false, true, true], [false, true, true, false]]> : vector<2x4xi1>\n"
    chosen = np.array([[1, 0, 1, 1], [0, 1, 1, 0]], bool)
    kinds: dict[str, tuple[str, Any, Any]] = {
        "add": ("i32", np.add, 0),
        "mul": ("i32", np.multiply, 1),
        "and": ("i32", np.bitwise_and, -1),
        "minsi": ("i32", np.minimum, 2**31 - 1),
        "maxsi": ("i32", np.maximum, -(2**31)),
        "minnumf": ("f32", np.fmin, np.inf),
        "maxnumf": ("f32", np.fmax, -np.inf),
        "minimumf": ("f32", np.minimum, np.inf),
        "maximumf": ("f32", np.maximum, -np.inf),
    }
    for kind, (element, function, neutral) in kinds.items():
        row, block = vector(element, 4), vector(element, 2, 4)

        def reduced(
            a: Array, b: Any, function: Any = function, neutral: Any = neutral
        ) -> Any:
            kept = np.where(_LANES, a, a.dtype.type(neutral))
            return a.dtype.type(function(function.reduce(kept), b))

        yield _case(
            "mask",
            f"reduction <{kind}> of {row}",
            "%m = arith.constant dense<[true, false, true, true]> : vector<4xi1>\n"
            f"%r = vector.mask %m {{ vector.reduction <{kind}>, %a, %b : {row} into {element} }} : {MASK} -> {element}",
            (row, element),
            (element,),
            reduced,
        )
        for along, rest in ((0, row), (1, vector(element, 2))):

            def along_one(
                a: Array,
                b: Array,
                along: int = along,
                function: Any = function,
                neutral: Any = neutral,
            ) -> Array:
                kept = np.where(chosen, a, a.dtype.type(neutral))
                return function(function.reduce(kept, along), b).astype(a.dtype)

            yield _case(
                "mask",
                f"multi_reduction <{kind}> of {block} along {along}",
                bits
                + f"%r = vector.mask %m {{ vector.multi_reduction <{kind}>, %a, %b [{along}] : {block} to {rest} }} : vector<2x4xi1> -> {rest}",
                (block, rest),
                (rest,),
                along_one,
            )
    # An element that is left out is no NaN of the vector.
    yield _case(
        "mask",
        "reduction <minnumf> with nnan",
        "%m = arith.constant dense<[true, true, true, false]> : vector<4xi1>\n"
        "%r = vector.mask %m { vector.reduction <minnumf>, %a fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32",
        (vector("f32", 4),),
        ("f32",),
        lambda a: a[:3].min(),
    )
    cube = np.array([[[1, 0], [1, 1], [0, 1]], [[0, 1], [1, 0], [1, 1]]], bool)
    mask = str(cube.tolist()).lower()
    maps = "[affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> ({})>, affine_map<(i, j, k) -> (i, j)>]"
    a, out = vector("i32", 2, 2), vector("i32", 2, 3)
    for second, b, spelt in (
        ("j, k", vector("i32", 3, 2), "ik,jk,ijk->ij"),
        ("k, j", vector("i32", 2, 3), "ik,kj,ijk->ij"),
    ):
        yield _case(
            "mask",
            f"contract with ({second})",
            f"%m = arith.constant dense<{mask}> : vector<2x3x2xi1>\n"
            f'%r = vector.mask %m {{ vector.contract {{indexing_maps = {maps.format(second)}, iterator_types = ["parallel", "parallel", "reduction"]}} '
            f"%a, %b, %c : {a}, {b} into {out} }} : vector<2x3x2xi1> -> {out}",
            (a, b, out),
            (out,),
            lambda a, b, c, spelt=spelt: (
                c + np.einsum(spelt, a, b, cube.astype(a.dtype))
            ),
        )
    yield _case(
        "mask",
        "nothing, other elements",
        bits
        + f"%r = vector.mask %m, %b {{ vector.yield %a : {BLOCK} }} : vector<2x4xi1> -> {BLOCK}",
        (BLOCK, BLOCK),
        (BLOCK,),
        lambda a, b: np.where(chosen, a, b),
    )
    yield _case(
        "yield",
        "nothing",
        bits
        + f"%r = vector.mask %m {{ vector.yield %a : {BLOCK} }} : vector<2x4xi1> -> {BLOCK}",
        (BLOCK,),
        (BLOCK,),
        lambda a: a,
    )


def _masked_memory() -> Iterator[Case]:
    seven = "%p = arith.constant 7 : i32\n  "
    read = f"vector.transfer_read %a[%i, %c3, %c1], %p : {MEMORY}, {ROW}"

    def padded(a: Array, r: Array, _: int) -> None:
        r[3, 1:5] = np.where(_LANES, a[3, 1:5], 7)

    def kept(a: Array, r: Array, _: int) -> None:
        r[3, 1:5] = np.where(_LANES, a[3, 1:5], a[1, 1:5])

    def written(a: Array, r: Array, _: int) -> None:
        r[3, 3:7][_LANES] = a[1, 1:5][_LANES]

    yield _in_memory(
        "mask",
        "transfer_read",
        f"{seven}%v = vector.mask %mask {{ {read} }} : {MASK} -> {ROW}\n  {_STORE}",
        padded,
    )
    yield _in_memory(
        "mask",
        "transfer_read, other elements",
        f"{seven}%v = vector.mask %mask, %row {{ {read} }} : {MASK} -> {ROW}\n  {_STORE}",
        kept,
    )
    yield _in_memory(
        "mask",
        "transfer_write",
        f"vector.mask %mask {{ vector.transfer_write %row, %r[%i, %c3, %c3] : {ROW}, {MEMORY} }} : {MASK}",
        written,
    )
    yield _in_memory(
        "mask",
        "gather",
        "%d = arith.constant dense<[3, 6, 0, 2]> : vector<4xi32>\n  "
        "%own = arith.constant dense<[true, true, true, true]> : vector<4xi1>\n  "
        f"%v = vector.mask %mask {{ vector.gather %a[%i, %c3, %c1] [%d], %own, %row : {MEMORY}, vector<4xi32>, {MASK}, {ROW} into {ROW} }} : {MASK} -> {ROW}\n  {_STORE}",
        _gathered,
    )
    turned = "{permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>}"
    square = vector("i32", 2, 2)
    yield Case(
        "vector.mask",
        "transposed transfer_read, other elements",
        kernel=f"opencl.kernel @k(%a: {MEMORY}) {{\n  %i = arith.constant 0 : index\n"
        f"  %p = arith.constant 0 : i32\n  %m = ub.poison : vector<2x2xi1>\n  %o = ub.poison : {square}\n"
        f"  %v = vector.mask %m, %o {{ vector.transfer_read %a[%i, %i, %i], %p {turned} : {MEMORY}, "
        f"{square} }} : vector<2x2xi1> -> {square}\n  opencl.return\n}}\n",
        refused="use 'arith.select'",
    )


CASES = (*_memory(), *_elements(), *_masks(), *_masked_memory())

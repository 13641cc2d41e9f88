"""Cases of `vector`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from composition_case import GLOBAL, ITEMS, Case, modules, vector

MLIR = modules("vector")


_ONE = Callable[[Any, int], Any]
"""From the 8 by 8 matrix of a work item, and the item's number, to its result."""

_SOURCE = f"memref<?x8x8xELEMENT, {GLOBAL}>"


def _types(text: str, element: str) -> str:
    return text.replace("SOURCE", _SOURCE).replace("ELEMENT", element)


def _matrix(
    op: str,
    types: str,
    body: str,
    shape: tuple[int, ...],
    one: _ONE,
    *,
    element: str = "f32",
    long: bool = False,
) -> Case:
    """A kernel that makes `%v`, a vector of `shape`, of its matrix in `%a`."""
    stored = "x".join(["?", *map(str, shape)])
    zeros = ", ".join(["%i", *["%c0"] * len(shape)])
    result = f"memref<{stored}xELEMENT, {GLOBAL}>"
    if shape:
        store = f"vector.store %v, %r[{zeros}] : {result}, {vector('ELEMENT', *shape)}"
    else:
        store = f"memref.store %v, %r[{zeros}] : {result}"
    return Case(
        op,
        types,
        inputs=(vector(element, 8, 8),),
        outputs=(vector(element, *shape),),
        kernel=_types(_kernel(result, body, store), element),
        reference=lambda a: np.array([one(a[i], i) for i in range(ITEMS)]),
        values="finite",
        long=long,
    )


def _kernel(result: str, body: str, store: str) -> str:
    constants = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in range(9))
    zero = "%zero = arith.constant dense<0> : vector<1xi8>"
    return (
        f"\nopencl.kernel @k(%a: SOURCE, %r: {result}) {{\n"
        f"  %i = opencl.get_global_id 0 : index\n  {zero}\n{constants}"
        "  %three = arith.constant 3 : index\n  %low = arith.andi %i, %three : index\n"
        f"{body}\n  {store}\n  opencl.return\n}}\n"
    )


def _written(op: str, types: str, body: str, one: _ONE) -> Case:
    """
    A kernel that writes to its matrix in `%r`, of which it has a row `%row` and a block
    `%block` of its matrix in `%a`.
    """
    text = (
        "  %row = vector.load %a[%i, %c1, %c2] : SOURCE, vector<4xELEMENT>\n"
        "  %block = vector.load %a[%i, %c3, %c1] : SOURCE, vector<2x4xELEMENT>\n" + body
    )
    return Case(
        op,
        types,
        inputs=("vector<8x8xf32>",),
        outputs=("vector<8x8xf32>",),
        kernel=_types(_kernel("SOURCE", text, ""), "f32"),
        reference=lambda a: np.array([one(a[i], i) for i in range(ITEMS)]),
        values="finite",
    )


def _padded(a: Any) -> Any:
    """The matrix with more elements after it, of the padding's value."""
    made = np.full((16, 16), 9, a.dtype)
    made[:8, :8] = a
    return made


def _bits(mask: Sequence[int]) -> str:
    return f"[{', '.join(str(bool(bit)).lower() for bit in mask)}]"


_PADDING = "  %p = arith.constant 9.0 : ELEMENT\n"
_MASK = "  %m = arith.constant dense<[true, false, true, true]> : vector<4xi1>\n"
_LANES = np.array([1, 0, 1, 1], bool)
_BLOCK = np.array([[1, 0, 1, 1], [0, 1, 1, 0]], bool)


def _read(
    types: str,
    indices: str,
    shape: tuple[int, ...],
    one: _ONE,
    *,
    attributes: str = "",
    mask: str = "",
    element: str = "f32",
) -> Case:
    padding = (
        _PADDING if element.startswith("f") else "  %p = arith.constant 9 : ELEMENT\n"
    )
    operand = ", %m" if mask else ""
    held = f" {{{attributes}}}" if attributes else ""
    target = vector("ELEMENT", *shape) if shape else "vector<ELEMENT>"
    name = "%v" if shape else "%whole"
    body = (
        f"{padding}{mask}  {name} = vector.transfer_read %a[%i, {indices}], %p{operand}"
        f"{held} : SOURCE, {target}"
    )
    if not shape:
        body += "\n  %v = vector.extract %whole[] : ELEMENT from vector<ELEMENT>"
    return _matrix("vector.transfer_read", types, body, shape, one, element=element)


def _map(results: str) -> str:
    return f"permutation_map = affine_map<(d0, d1, d2) -> ({results})>"


_INSIDE1, _INSIDE2 = "in_bounds = [true]", "in_bounds = [true, true]"


def _reads() -> Iterator[Case]:
    yield _read("row", "%c1, %c2", (4,), lambda a, i: a[1, 2:6], attributes=_INSIDE1)
    for element in ("i8", "i32", "f16", "f64"):
        yield _read(
            f"row of {element}",
            "%c1, %low",
            (4,),
            lambda a, i: a[1, i % 4 : i % 4 + 4],
            attributes=_INSIDE1,
            element=element,
        )
    yield _read(
        "row, over the edge", "%c1, %c6", (4,), lambda a, i: _padded(a)[1, 6:10]
    )
    yield _read(
        "column",
        "%c1, %c2",
        (4,),
        lambda a, i: a[1:5, 2],
        attributes=f"{_INSIDE1}, {_map('d1')}",
    )
    yield _read(
        "column, over the edge",
        "%c6, %low",
        (4,),
        lambda a, i: _padded(a)[6:10, i % 4],
        attributes=_map("d1"),
    )
    yield _read(
        "block", "%low, %c2", (2, 4), lambda a, i: a[i % 4 : i % 4 + 2, 2:6],
        attributes=_INSIDE2,
    )  # fmt: skip
    yield _read(
        "block, over the edge",
        "%c7, %c6",
        (2, 4),
        lambda a, i: _padded(a)[7:9, 6:10],
    )
    yield _read(
        "block, over the edge in rows",
        "%c7, %c2",
        (2, 4),
        lambda a, i: _padded(a)[7:9, 2:6],
        attributes="in_bounds = [false, true]",
    )
    yield _read(
        "transposed block",
        "%c2, %low",
        (2, 4),
        lambda a, i: a[2:6, i % 4 : i % 4 + 2].T,
        attributes=f"{_INSIDE2}, {_map('d2, d1')}",
    )
    yield _read(
        "transposed block, over the edge",
        "%c6, %c7",
        (2, 4),
        lambda a, i: _padded(a)[6:10, 7:9].T,
        attributes=_map("d2, d1"),
    )
    yield _read(
        "row, broadcast",
        "%c1, %c2",
        (2, 4),
        lambda a, i: np.tile(a[1, 2:6], (2, 1)),
        attributes=f"{_INSIDE2}, {_map('0, d2')}",
    )
    yield _read(
        "column, broadcast",
        "%c6, %c2",
        (4, 2),
        lambda a, i: np.repeat(_padded(a)[6:10, 2:3], 2, 1),
        attributes=_map("d1, 0"),
    )
    yield _read(
        "one element, broadcast",
        "%c6, %c2",
        (4,),
        lambda a, i: np.repeat(a[6, 2], 4),
        attributes=f"{_INSIDE1}, {_map('0')}",
    )
    yield _read(
        "one element", "%c6, %c2", (), lambda a, i: a[6, 2], attributes=_map("")
    )
    yield _read(
        "masked row",
        "%c1, %c2",
        (4,),
        lambda a, i: np.where(_LANES, a[1, 2:6], 9),
        attributes=_INSIDE1,
        mask=_MASK,
    )
    yield _read(
        "masked row, over the edge",
        "%c1, %c5",
        (4,),
        lambda a, i: np.where(_LANES, _padded(a)[1, 5:9], 9),
        mask=_MASK,
    )
    yield _read(
        "masked block",
        "%c1, %c2",
        (2, 4),
        lambda a, i: np.where(_BLOCK, a[1:3, 2:6], 9),
        attributes=_INSIDE2,
        mask=MLIR["MASK2"],
    )
    yield _read(
        "masked transposed block",
        "%c1, %c2",
        (4, 2),
        lambda a, i: np.where(_BLOCK, a[1:3, 2:6], 9).T,
        attributes=f"{_INSIDE2}, {_map('d2, d1')}",
        mask=MLIR["MASK2"],
    )
    yield _read(
        "masked column, broadcast",
        "%c1, %c2",
        (4, 2),
        lambda a, i: np.repeat(np.where(_LANES, a[1:5, 2], 9)[:, None], 2, 1),
        attributes=f"{_INSIDE2}, {_map('d1, 0')}",
        mask=_MASK,
    )
    strided = f"memref<4x4xf32, strided<[16, 2], offset: ?>, {GLOBAL}>"
    view = (
        "  %s = memref.subview %a[%i, 0, 0] [1, 4, 4] [1, 2, 2] : SOURCE to "
        f"{strided}\n{_PADDING}"
    )
    yield _matrix(
        "vector.transfer_read",
        "strided block",
        f"{view}  %v = vector.transfer_read %s[%c1, %c2], %p : {strided}, "
        "vector<2x4xf32>",
        (2, 4),
        lambda a, i: _strided(a),
    )
    yield _matrix(
        "vector.load",
        "strided row",
        f"{view}  %v = vector.load %s[%c1, %c0] : {strided}, vector<4xf32>",
        (4,),
        lambda a, i: a[2, ::2],
    )
    yield _matrix(
        "vector.maskedload",
        "strided row",
        f"{view}{_MASK}  %q = arith.constant dense<9.0> : vector<4xf32>\n"
        f"  %v = vector.maskedload %s[%c1, %c0], %m, %q : {strided}, vector<4xi1>, "
        "vector<4xf32> into vector<4xf32>",
        (4,),
        lambda a, i: np.where(_LANES, a[2, ::2], 9),
    )
    for name, shape in (("row", (4,)), ("block", (2, 4)), ("cube", (1, 2, 4))):
        places = {
            "row": "%i, %c1, %low",
            "block": "%i, %c1, %c2",
            "cube": "%i, %c1, %c2",
        }
        yield _matrix(
            "vector.load",
            name,
            f"  %v = vector.load %a[{places[name]}] : SOURCE, {vector('f32', *shape)}",
            shape,
            (lambda a, i: a[1, i % 4 : i % 4 + 4])
            if name == "row"
            else lambda a, i, shape=shape: a[1:3, 2:6].reshape(shape),
        )
    yield _matrix(
        "vector.maskedload",
        "row",
        f"{_MASK}  %q = arith.constant dense<9.0> : vector<4xf32>\n"
        "  %v = vector.maskedload %a[%i, %c1, %c6], %m, %q : SOURCE, vector<4xi1>, "
        "vector<4xf32> into vector<4xf32>",
        (4,),
        lambda a, i: np.where(_LANES, _masked_end(a), 9),
    )


def _strided(a: Any) -> Any:
    """A block at the edge of every second element of the first half of the rows."""
    part = np.full((8, 8), 9, a.dtype)
    part[:4, :4] = a[::2, ::2]
    return part[1:3, 2:6]


def _masked_end(a: Any) -> Any:
    """Elements 6 to 9 of the second row go on in the third one."""
    return a.ravel()[14:18]


def _put(where: Any, value: Callable[[Any], Any]) -> _ONE:
    """A matrix of zeros with a value of the source at one place."""

    def one(a: Any, i: int) -> Any:
        made = np.zeros((16, 16), a.dtype)
        made[where] = value(a)
        return made[:8, :8]

    return one


def _writes() -> Iterator[Case]:
    def row(a: Any) -> Any:
        return a[1, 2:6]

    def block(a: Any) -> Any:
        return a[3:5, 1:5]

    def write(
        types: str,
        source: str,
        indices: str,
        one: _ONE,
        attributes: str = "",
        mask: str = "",
    ) -> Case:
        type_ = "vector<4xf32>" if source == "%row" else "vector<2x4xf32>"
        operand = ", %m" if mask else ""
        held = f" {{{attributes}}}" if attributes else ""
        return _written(
            "vector.transfer_write",
            types,
            f"{mask}  vector.transfer_write {source}, %r[%i, {indices}]{operand}{held} : "
            f"{type_}, SOURCE",
            one,
        )

    yield write("row", "%row", "%c5, %c2", _put(np.s_[5, 2:6], row), _INSIDE1)
    yield write("row, over the edge", "%row", "%c5, %c6", _put(np.s_[5, 6:10], row))
    yield write(
        "column", "%row", "%c2, %c5", _put(np.s_[2:6, 5], row),
        f"{_INSIDE1}, {_map('d1')}",
    )  # fmt: skip
    yield write(
        "column, over the edge",
        "%row",
        "%c6, %c5",
        _put(np.s_[6:10, 5], row),
        _map("d1"),
    )
    yield write("block", "%block", "%c5, %c2", _put(np.s_[5:7, 2:6], block), _INSIDE2)
    yield write(
        "block, over the edge", "%block", "%c7, %c6", _put(np.s_[7:9, 6:10], block)
    )
    yield write(
        "transposed block",
        "%block",
        "%c2, %c5",
        _put(np.s_[2:6, 5:7], lambda a: block(a).T),
        f"{_INSIDE2}, {_map('d2, d1')}",
    )
    yield write(
        "masked row",
        "%row",
        "%c5, %c2",
        _put(np.s_[5, 2:6], lambda a: np.where(_LANES, row(a), 0)),
        _INSIDE1,
        _MASK,
    )
    yield write(
        "masked block",
        "%block",
        "%c5, %c2",
        _put(np.s_[5:7, 2:6], lambda a: np.where(_BLOCK, block(a), 0)),
        _INSIDE2,
        MLIR["MASK2"],
    )
    for source, where, make in (
        ("%row", np.s_[5, 2:6], row),
        ("%block", np.s_[5:7, 2:6], block),
    ):
        type_ = "vector<4xf32>" if source == "%row" else "vector<2x4xf32>"
        yield _written(
            "vector.store",
            "row" if source == "%row" else "block",
            f"  vector.store {source}, %r[%i, %c5, %c2] : SOURCE, {type_}",
            _put(where, make),
        )
    yield _written(
        "vector.maskedstore",
        "row",
        f"{_MASK}  vector.maskedstore %r[%i, %c5, %c2], %m, %row : SOURCE, vector<4xi1>, "
        "vector<4xf32>",
        _put(np.s_[5, 2:6], lambda a: np.where(_LANES, row(a), 0)),
    )


# --- without memory -------------------------------------------------------------------


def _position(number: str) -> str:
    return (
        "%three = arith.constant 3 : index\n%one = arith.constant 1 : index\n"
        f"%x = arith.andi %b, %{number} : index\n"
    )


def _items(one: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *operands: np.array(
        [one(*(operand[i] for operand in operands)) for i in range(ITEMS)]
    )


def _case(
    op: str,
    types: str,
    body: str,
    inputs: tuple[str, ...],
    output: str,
    reference: Any,
    **options: Any,
) -> Case:
    return Case(
        f"vector.{op}", types, body, inputs, (output,), _items(reference), **options
    )


def _replaced(v: Any, place: Any, value: Any) -> Any:
    made = v.copy()
    made[place] = value
    return made


def _values() -> Iterator[Case]:
    for element in ("i8", "i32", "i64", "f16", "f32", "f64", "index"):
        row, block = vector(element, 4), vector(element, 2, 4)
        long = element not in ("f32", "i32")
        options: dict[str, Any] = {"values": "finite", "long": long}
        yield _case(
            "extract", row, f"%r = vector.extract %a[2] : {element} from {row}",
            (row,), element, lambda v: v[2], **options,
        )  # fmt: skip
        yield _case(
            "extract", f"a row of {block}", f"%r = vector.extract %a[1] : {row} from {block}",
            (block,), row, lambda v: v[1], **options,
        )  # fmt: skip
        yield _case(
            "extract",
            f"at an index of {row}",
            f"{_position('three')}%r = vector.extract %a[%x] : {element} from {row}",
            (row, "index"), element, lambda v, i: v[i & 3], **options,
        )  # fmt: skip
        yield _case(
            "extract",
            f"a row at an index of {block}",
            f"{_position('one')}%r = vector.extract %a[%x] : {row} from {block}",
            (block, "index"), row, lambda v, i: v[i & 1], **options,
        )  # fmt: skip
        yield _case(
            "extract",
            f"at indices of {block}",
            f"{_position('three')}%y = arith.andi %b, %one : index\n"
            f"%r = vector.extract %a[%y, %x] : {element} from {block}",
            (block, "index"), element, lambda v, i: v[i & 1, i & 3], **options,
        )  # fmt: skip
        yield _case(
            "insert", row, f"%r = vector.insert %b, %a [2] : {element} into {row}",
            (row, element), row, lambda v, x: _replaced(v, 2, x), **options,
        )  # fmt: skip
        yield _case(
            "insert",
            f"a row of {block}",
            f"%r = vector.insert %b, %a [1] : {row} into {block}",
            (block, row), block, lambda v, x: _replaced(v, 1, x), **options,
        )  # fmt: skip
        yield _case(
            "insert",
            f"at an index of {row}",
            f"{_position('three')}%r = vector.insert %c, %a [%x] : {element} into {row}",
            (row, "index", element), row,
            lambda v, i, x: _replaced(v, i & 3, x), **options,
        )  # fmt: skip
        yield _case(
            "insert",
            f"a row at an index of {block}",
            f"{_position('one')}%r = vector.insert %c, %a [%x] : {row} into {block}",
            (block, "index", row), block,
            lambda v, i, x: _replaced(v, i & 1, x), **options,
        )  # fmt: skip
        yield _case(
            "insert",
            f"at indices of {block}",
            f"{_position('three')}%y = arith.andi %b, %one : index\n"
            f"%r = vector.insert %c, %a [%y, %x] : {element} into {block}",
            (block, "index", element), block,
            lambda v, i, x: _replaced(v, (i & 1, i & 3), x), **options,
        )  # fmt: skip
        for source, target in ((element, row), (element, block), (row, block)):
            yield _case(
                "broadcast",
                f"{source} to {target}",
                f"%r = vector.broadcast %a : {source} to {target}",
                (source,),
                target,
                lambda v, shape=(2, 4) if target == block else (4,): np.broadcast_to(
                    v, shape
                ),
                **options,
            )
        column = vector(element, 2, 1)
        yield _case(
            "broadcast",
            f"{column} to {block}",
            f"%r = vector.broadcast %a : {column} to {block}",
            (column,), block, lambda v: np.broadcast_to(v, (2, 4)), **options,
        )  # fmt: skip
        yield _case(
            "shuffle", row, f"%r = vector.shuffle %a, %b [7, 0, 5, 2] : {row}, {row}",
            (row, row), row, lambda v, w: np.concatenate([v, w])[[7, 0, 5, 2]],
            **options,
        )  # fmt: skip
        yield _case(
            "shuffle", block, f"%r = vector.shuffle %a, %b [3, 0] : {block}, {block}",
            (block, block), block, lambda v, w: np.concatenate([v, w])[[3, 0]],
            **options,
        )  # fmt: skip
        turned = vector(element, 4, 2)
        yield _case(
            "transpose", block, f"%r = vector.transpose %a, [1, 0] : {block} to {turned}",
            (block,), turned, np.transpose, **options,
        )  # fmt: skip
        long_row = vector(element, 8)
        yield _case(
            "shape_cast", f"{block} to {long_row}",
            f"%r = vector.shape_cast %a : {block} to {long_row}",
            (block,), long_row, np.ravel, **options,
        )  # fmt: skip
        if element in ("i32", "f32"):
            yield from _products(element)
        if element.startswith("f"):
            for type_ in (row, block):
                yield _case(
                    "fma", type_, f"%r = vector.fma %a, %b, %c : {type_}",
                    (type_, type_, type_), type_,
                    lambda a, b, c: a.astype("longdouble") * b + c,
                    # Fused, or not.
                    ulp=64, values="small", long=long,
                )  # fmt: skip
    for shape, sizes in (((4,), "%a"), ((2, 4), "%a, %b")):
        type_ = vector("i1", *shape)
        yield _case(
            "create_mask",
            type_,
            "%seven = arith.constant 7 : i64\n%two = arith.constant 2 : i64\n"
            + "".join(
                f"%n{letter} = arith.andi %{letter}, %seven : i64\n"
                f"%l{letter} = arith.subi %n{letter}, %two : i64\n"
                f"%i{letter} = arith.index_cast %l{letter} : i64 to index\n"
                for letter in "ab"[: len(shape)]
            )
            + f"%r = vector.create_mask {sizes.replace('%', '%i')} : {type_}",
            ("i64",) * len(shape),
            type_,
            lambda *n, shape=shape: np.all(
                [
                    np.arange(size).reshape(
                        [-1 if k == d else 1 for k in range(len(shape))]
                    )
                    < (n[d] & 7) - 2 + np.zeros(shape, int)
                    for d, size in enumerate(shape)
                ],
                axis=0,
            ),
        )
    for source, target in (
        ("vector<4xf32>", "vector<4xi32>"),
        ("vector<4xf32>", "vector<8xi16>"),
        ("vector<2x4xi32>", "vector<2x8xi16>"),
        ("vector<2xi64>", "vector<4xi32>"),
    ):
        dtypes = {"i16": "int16", "i32": "int32"}
        yield _case(
            "bitcast",
            f"{source} to {target}",
            f"%r = vector.bitcast %a : {source} to {target}",
            (source,), target,
            lambda v, name=dtypes[target[-4:-1]]: v.view(name),
            values="finite",
        )  # fmt: skip


_REDUCTIONS: dict[str, tuple[str, Any]] = {
    "add": ("if", np.add.reduce),
    "mul": ("if", np.multiply.reduce),
    "minui": ("u", np.minimum.reduce),
    "maxui": ("u", np.maximum.reduce),
    "minsi": ("i", np.minimum.reduce),
    "maxsi": ("i", np.maximum.reduce),
    "minnumf": ("f", np.fmin.reduce),
    "maxnumf": ("f", np.fmax.reduce),
    "minimumf": ("f", np.minimum.reduce),
    "maximumf": ("f", np.maximum.reduce),
    "and": ("i", np.bitwise_and.reduce),
    "or": ("i", np.bitwise_or.reduce),
    "xor": ("i", np.bitwise_xor.reduce),
}


def _reductions() -> Iterator[Case]:
    for kind, (elements, reduce) in _REDUCTIONS.items():
        names = {"i": ("i8", "i32", "i64"), "u": ("i8", "i32"), "f": ("f32", "f64")}
        for letter in elements:
            for element in names[letter]:
                type_ = vector(element, 4)

                def one(
                    v: Any, *start: Any, reduce: Any = reduce, letter: str = letter
                ) -> Any:
                    numbers = np.array([*start, *v], v.dtype)
                    if letter == "u":
                        return reduce(numbers.view(f"u{v.dtype.name}")).view(v.dtype)
                    return numbers.dtype.type(reduce(numbers))

                for operands in (1, 2):
                    yield _case(
                        "reduction",
                        f"{kind} of {type_}",
                        f"%r = vector.reduction <{kind}>, %a{', %b' * (operands - 1)} : "
                        f"{type_} into {element}",
                        (type_, element)[:operands],
                        element,
                        one,
                        values="finite",
                        ulp=4 if element.startswith("f") else 0,
                    )


def _products(element: str) -> Iterator[Case]:
    """Products and sums of several dimensions; sums of floats differ by their roundings."""
    row, block = vector(element, 4), vector(element, 2, 4)
    square, column = vector(element, 2, 2), vector(element, 2)
    more: dict[str, Any] = {"values": "small"}
    if element == "f32":
        more |= {"ulp": 64}
    maps = ", ".join(
        f"affine_map<(i, j, k) -> ({part})>" for part in ("i, k", "j, k", "i, j")
    )
    kinds = '"parallel", "parallel", "reduction"'
    yield _case(
        "contract",
        f"{block}, {block} to {square}",
        f"%r = vector.contract {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
        f"%a, %b, %c : {block}, {block} into {square}",
        (block, block, square),
        square,
        lambda a, b, c: c + a @ b.T,
        **more,
    )
    yield _case(
        "outerproduct",
        f"{column}, {row}",
        f"%r = vector.outerproduct %a, %b, %c : {column}, {row}",
        (column, row, block),
        block,
        lambda a, b, c: c + np.outer(a, b),
        **more,
    )
    yield _case(
        "multi_reduction",
        f"add of {block}",
        f"%r = vector.multi_reduction <add>, %a, %b [0] : {block} to {row}",
        (block, row),
        row,
        lambda a, b: b + a.sum(0),
        **more,
    )


def _refused() -> Iterator[Case]:
    def whole(
        op: str, types: str, body: str, refused: str, arguments: str = ""
    ) -> Case:
        text = (
            f"opencl.kernel @k({arguments}) {{\n  %i = arith.constant 0 : index\n  {body}\n"
            "  opencl.return\n}\n"
        )
        return Case(f"vector.{op}", types, kernel=text, refused=refused)

    yield whole(
        "print", "f32", '%x = ub.poison : f32\n  "vector.print"(%x) : (f32) -> ()',
        "use 'opencl.printf'",
    )  # fmt: skip
    yield whole(
        "transfer_read",
        "row of unknown size",
        "%p = arith.constant 0.0 : f32\n"
        "  %v = vector.transfer_read %m[%i], %p : "
        f"memref<?xf32, {GLOBAL}>, vector<4xf32>",
        "in_bounds",
        f"%m: memref<?xf32, {GLOBAL}>",
    )
    yield whole(
        "transfer_read",
        "tensor",
        "%p = arith.constant 0.0 : f32\n  %t = ub.poison : tensor<8xf32>\n"
        "  %v = vector.transfer_read %t[%i], %p : tensor<8xf32>, vector<4xf32>",
        "tensor",
    )
    yield whole(
        "transfer_read",
        "memref of vectors",
        "%p = ub.poison : vector<4xf32>\n"
        "  %v = vector.transfer_read %m[%i], %p {in_bounds = [true]} : "
        f"memref<?xvector<4xf32>, {GLOBAL}>, vector<1x4xf32>",
        "use 'memref.load'",
        f"%m: memref<?xvector<4xf32>, {GLOBAL}>",
    )
    yield whole(
        "load",
        "more dimensions than the memref",
        f"%v = vector.load %m[%i] : memref<?xf32, {GLOBAL}>, vector<2x4xf32>",
        "needs a memref of rank 2 or more",
        f"%m: memref<?xf32, {GLOBAL}>",
    )
    yield whole(
        "broadcast",
        "vector<[4]xf32>",
        "%x = ub.poison : f32\n  %v = vector.broadcast %x : f32 to vector<[4]xf32>",
        "use vectors of fixed length",
    )
    yield whole(
        "reduction",
        "xor of vector<4xf32>",
        "%x = ub.poison : vector<4xf32>\n"
        "  %v = vector.reduction <xor>, %x : vector<4xf32> into f32",
        "use one of add, mul, minnumf, maxnumf, minimumf, maximumf",
    )


CASES: tuple[Case, ...] = (
    *_reads(),
    *_writes(),
    *_values(),
    *_reductions(),
    *_refused(),
)

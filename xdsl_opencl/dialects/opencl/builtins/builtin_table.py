"""
The element-wise functions of OpenCL C: one row for each, and the facts derived from it.

The names are those of the OpenCL.std extended instruction set of SPIR-V (`s_max`, `fclamp`,
`native_sin`) and, for core instructions of SPIR-V, OpenCL C's (`isnan`, `any`, `dot`). Results
that OpenCL C returns through a pointer are further results here.

A form is written `operands -> results` in these letters, relative to the function's
general type T (a scalar, or a vector of 2, 3, 4, 8 or 16 elements):

* `T`: T itself;            `E`: T's element type;
* `K`: i32 in T's shape;    `k`: i32, scalar;
* `N`: an integer of the width of T's elements, in T's shape;
* `M`: a truth value: i32 for a scalar T (0 or 1), else N (0 or -1);
* `W`: an integer of twice the width of T's elements, in T's shape;
* `F`: f32 in T's shape;
* `S`: a vector of T's element type, of any length (a source of a shuffle).

Sources: OpenCL Extended Instruction Set Specification, section 2; OpenCL C 3.0, sections
6.15.2 to 6.15.6 and 6.15.13; accuracy from its section 7.4 and, for half, from
cl_khr_fp16; the extensions cl_khr_extended_bit_ops, cl_khr_integer_dot_product,
cl_amd_media_ops and cl_amd_media_ops2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.abi.model import VECTOR_WIDTHS, ScalarKind


class Category(StrEnum):
    """The table of the specification that lists a function."""

    MATH = "math"
    NATIVE = "native and half-precision math"
    INTEGER = "integer"
    COMMON = "common"
    GEOMETRIC = "geometric"
    RELATIONAL = "relational"
    VECTOR = "vector"
    BITS = "extended bit operations"
    DOT = "integer dot products"
    MEDIA = "AMD media operations"


class Elements(StrEnum):
    """Element types that T may have."""

    FLOAT = "f16 f32 f64"
    FLOAT32 = "f32"
    INTEGER = "i8 i16 i32 i64"
    INTEGER8 = "i8"
    INTEGER32 = "i32"
    INTEGER64 = "i64"
    NARROW_INTEGER = "i8 i16 i32"
    ANY = "i8 i16 i32 i64 f16 f32 f64"


_ALL = (1, *VECTOR_WIDTHS)

_SIGNED = (ScalarKind.CHAR, ScalarKind.SHORT, ScalarKind.INT, ScalarKind.LONG)
_UNSIGNED = (ScalarKind.UCHAR, ScalarKind.USHORT, ScalarKind.UINT, ScalarKind.ULONG)


@dataclass(frozen=True)
class Form:
    """One signature: letters of the operands and of the results."""

    operands: tuple[str, ...]
    results: tuple[str, ...]

    @staticmethod
    def parse(text: str) -> Form:
        operands, results = text.split("->")
        return Form(tuple(operands.split()), tuple(results.split()))

    def __str__(self) -> str:
        return f"{' '.join(self.operands)} -> {' '.join(self.results)}"


@dataclass(frozen=True)
class Builtin:
    """
    A row of the table.

    `widths` are T's lengths (1: scalar). `c_name` and `c_kinds` identify the OpenCL C function:
    the name, and `f`, `s`, `u` for a first parameter that is floating point, signed or unsigned;
    `second` is the same for the second parameter if needed, otherwise empty. `ulp` is the error
    bound in units in the last place for half, single and double precision: `0` exact, `0.5`
    correctly rounded, `2.5+2n` with the length n of the vector, `-` implementation-defined, empty
    for integers.
    """

    name: str
    category: Category
    elements: Elements
    forms: tuple[Form, ...]
    c_name: str
    c_kinds: str
    ulp: tuple[str, ...] = ()
    widths: tuple[int, ...] = _ALL
    second: str = ""

    @property
    def results(self) -> int:
        """
        Number of results; OpenCL C returns the first and stores the second through its
        last parameter.
        """
        return len(self.forms[0].results)

    @property
    def element_names(self) -> frozenset[str]:
        return _element_names(self.elements)

    @property
    def unsigned(self) -> bool:
        """Returns whether integers are read as unsigned."""
        return self.c_kinds == "u"

    def ulp_bound(self, element: str, width: int = 1) -> float | None:
        """
        The error bound in ulp for elements of type `element` (`f16`, `f32`, `f64`) and vectors of
        `width`; `None` if it is implementation-defined.
        """
        if not self.ulp:
            return 0.0
        text = self.ulp[("f16", "f32", "f64").index(element)]
        if text == "-":
            return None
        bound = 0.0
        for term in text.split("+"):
            factor = term.removesuffix("n")
            bound += float(factor or "1") * (width if term != factor else 1)
        return bound


@cache
def _element_names(elements: Elements) -> frozenset[str]:
    return frozenset(elements.value.split())


def _row(
    category: Category,
    elements: Elements,
    name: str,
    forms: str,
    ulp: str = "",
    *,
    c: str | None = None,
    kinds: str | None = None,
    widths: tuple[int, ...] = _ALL,
    second: str = "",
) -> Builtin:
    if kinds is None:
        kinds = "f" if elements in (Elements.FLOAT, Elements.FLOAT32) else "su"
    bounds = tuple(ulp.split())
    assert len(bounds) in (0, 3)
    return Builtin(
        name,
        category,
        elements,
        tuple(Form.parse(form) for form in forms.split(";")),
        name if c is None else c,
        kinds,
        bounds,
        widths,
        second,
    )


def _math(names: str, forms: str, ulp: str) -> Iterator[Builtin]:
    for name in names.split():
        yield _row(Category.MATH, Elements.FLOAT, name, forms, ulp)


def _native(prefix: str, ulp: str) -> Iterator[Builtin]:
    for name in ("cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan").split():
        yield _row(Category.NATIVE, Elements.FLOAT32, f"{prefix}_{name}", "T -> T", ulp)
    for name in ("divide", "powr"):
        yield _row(
            Category.NATIVE, Elements.FLOAT32, f"{prefix}_{name}", "T T -> T", ulp
        )


def _common(
    name: str, forms: str, ulp: str, *, c: str | None = None
) -> Iterator[Builtin]:
    yield _row(Category.COMMON, Elements.FLOAT, name, forms, ulp, c=c)


def _geometric(
    names: str,
    forms: str,
    ulp: str,
    *,
    elements: Elements = Elements.FLOAT,
    widths: tuple[int, ...] = (1, 2, 3, 4),
) -> Iterator[Builtin]:
    for name in names.split():
        yield _row(Category.GEOMETRIC, elements, name, forms, ulp, widths=widths)


def _integer(
    names: str, forms: str, elements: Elements = Elements.INTEGER
) -> Iterator[Builtin]:
    for name in names.split():
        yield _row(Category.INTEGER, elements, name, forms)


def _signed(
    names: str, forms: str, elements: Elements = Elements.INTEGER
) -> Iterator[Builtin]:
    for name in names.split():
        for kind in "su":
            yield _row(
                Category.INTEGER, elements, f"{kind}_{name}", forms, c=name, kinds=kind
            )


def _relational(
    names: str,
    forms: str,
    elements: Elements = Elements.FLOAT,
    *,
    kinds: str | None = None,
) -> Iterator[Builtin]:
    for name in names.split():
        yield _row(Category.RELATIONAL, elements, name, forms, kinds=kinds)


def _bits() -> Iterator[Builtin]:
    """cl_khr_extended_bit_ops; offset and count are scalars."""
    for name, forms in (
        ("bitfield_insert", "T T k k -> T"),
        ("bitfield_extract_signed", "T k k -> T"),
        ("bitfield_extract_unsigned", "T k k -> T"),
        ("bit_reverse", "T -> T"),
    ):
        yield _row(Category.BITS, Elements.INTEGER, name, forms)


_DOT_SIGNS = ("ss", "uu", "su", "us")


def _integer_dots() -> Iterator[Builtin]:
    """cl_khr_integer_dot_product: signs of the first and of the second factor."""
    for signs in _DOT_SIGNS:
        for name, forms in (("dot", "T T -> k"), ("dot_acc_sat", "T T k -> k")):
            yield _row(
                Category.DOT,
                Elements.INTEGER8,
                f"{name}_{signs}",
                forms,
                c=name,
                kinds=signs[0],
                widths=(4,),
                second=signs[1],
            )
    for signs in _DOT_SIGNS:
        result = "uint" if signs == "uu" else "int"
        for name, forms in (("dot", "T T -> T"), ("dot_acc_sat", "T T T -> T")):
            yield _row(
                Category.DOT,
                Elements.INTEGER32,
                f"{name}_4x8packed_{signs}_{result}",
                forms,
                kinds="u",
                widths=(1,),
            )


def _media() -> Iterator[Builtin]:
    """cl_amd_media_ops and cl_amd_media_ops2."""

    def row(
        name: str,
        forms: str,
        elements: Elements = Elements.INTEGER32,
        c: str | None = None,
        kinds: str = "u",
        widths: tuple[int, ...] = _ALL,
    ) -> Builtin:
        # Integers, and minima and maxima of floats, are exact.
        ulp = "- 0 -" if elements is Elements.FLOAT32 else ""
        return _row(
            Category.MEDIA, elements, name, forms, ulp, c=c, kinds=kinds, widths=widths
        )

    yield row("amd_pack", "T -> k", Elements.FLOAT32, kinds="f", widths=(4,))
    for byte in range(4):
        yield row(f"amd_unpack{byte}", "T -> F")
    for name in "bitalign bytealign lerp sad sadhi sadw sadd msad".split():
        yield row(f"amd_{name}", "T T T -> T")
    yield row("amd_sad4", "T T k -> k", widths=(4,))
    for name in ("qsad", "mqsad"):
        yield row(f"amd_{name}", "T K T -> T", Elements.INTEGER64)
    yield row("amd_bfm", "T T -> T")
    for kind in "su":
        yield row(f"amd_{kind}_bfe", "T T T -> T", c="amd_bfe", kinds=kind)
    for name in ("min3", "max3", "median3"):
        for kind in "fsu":
            elements = Elements.FLOAT32 if kind == "f" else Elements.INTEGER32
            yield row(f"amd_{kind}_{name}", "T T T -> T", elements, f"amd_{name}", kind)


def _rows() -> Iterator[Builtin]:
    # Columns of accuracy: half, single, double.
    yield from _math("acos acosh asin asinh cos cosh sin sinh", "T -> T", "2 4 4")
    yield from _math("cospi sinpi", "T -> T", "2 4 4")
    yield from _math("acospi asinpi", "T -> T", "2 5 5")
    yield from _math("atan atanh atanpi tanh", "T -> T", "2 5 5")
    yield from _math("tan", "T -> T", "2.5 5 5")
    yield from _math("tanpi", "T -> T", "2 6 6")
    yield from _math("atan2 atan2pi", "T T -> T", "2 6 6")
    yield from _math("cbrt", "T -> T", "2 2 2")
    yield from _math("ceil floor rint round trunc", "T -> T", "0.5 0.5 0.5")
    yield from _math("copysign", "T T -> T", "0 0 0")
    yield from _math("erf erfc tgamma", "T -> T", "4 16 16")
    yield from _math("exp exp2 exp10 expm1", "T -> T", "2 3 3")
    yield from _math("fabs", "T -> T", "0 0 0")
    yield from _math("fdim", "T T -> T", "0.5 0.5 0.5")
    yield from _math("fma", "T T T -> T", "0.5 0.5 0.5")
    yield from _math("fmax fmin", "T T -> T; T E -> T", "0 0 0")
    yield from _math("fmod remainder", "T T -> T", "0 0 0")
    yield from _math("fract", "T -> T T", "0.5 0.5 0.5")
    yield from _math("frexp", "T -> T K", "0 0 0")
    yield from _math("hypot", "T T -> T", "2 4 4")
    yield from _math("ilogb", "T -> K", "0 0 0")
    yield from _math("ldexp", "T K -> T; T k -> T", "0.5 0.5 0.5")
    yield from _math("lgamma", "T -> T", "- - -")
    yield from _math("lgamma_r", "T -> T K", "- - -")
    yield from _math("log log2 log10", "T -> T", "2 3 3")
    yield from _math("log1p", "T -> T", "2 2 2")
    yield from _math("logb", "T -> T", "0 0 0")
    yield from _math("mad", "T T T -> T", "- - -")
    yield from _math("maxmag minmag", "T T -> T", "0 0 0")
    yield from _math("modf", "T -> T T", "0 0 0")
    yield _row(Category.MATH, Elements.FLOAT, "nan", "N -> T", "0 0 0", kinds="u")
    yield from _math("nextafter", "T T -> T", "0 0 0")
    yield from _math("pow powr", "T T -> T", "4 16 16")
    yield from _math("pown rootn", "T K -> T", "4 16 16")
    yield from _math("remquo", "T T -> T K", "0 0 0")
    yield from _math("rsqrt", "T -> T", "1 2 2")
    yield from _math("sincos", "T -> T T", "2 4 4")
    yield from _math("sqrt", "T -> T", "1.5 3 0.5")

    yield from _native("half", "- 8192 -")
    yield from _native("native", "- - -")

    yield from _common("fclamp", "T T T -> T; T E E -> T", "0 0 0", c="clamp")
    yield from _common("degrees", "T -> T", "2 2 2")
    yield from _common("radians", "T -> T", "2 2 2")
    yield from _common("fmax_common", "T T -> T; T E -> T", "0 0 0", c="max")
    yield from _common("fmin_common", "T T -> T; T E -> T", "0 0 0", c="min")
    yield from _common("mix", "T T T -> T; T T E -> T", "- - -")
    yield from _common("step", "T T -> T; E T -> T", "0 0 0")
    yield from _common("smoothstep", "T T T -> T; E E T -> T", "- - -")
    yield from _common("sign", "T -> T", "0 0 0")

    yield from _geometric("dot", "T T -> E", "- - -")
    yield from _geometric("cross", "T T -> T", "- - -", widths=(3, 4))
    yield from _geometric("distance", "T T -> E", "2n 2.5+2n 5.5+2n")
    yield from _geometric("length", "T -> E", "0.25+0.5n 2.75+0.5n 5.5+n")
    yield from _geometric("normalize", "T -> T", "1+n 2+n 4.5+n")
    single = Elements.FLOAT32
    yield from _geometric("fast_distance", "T T -> E", "- 8191.5+2n -", elements=single)
    yield from _geometric("fast_length", "T -> E", "- 8191.5+n -", elements=single)
    yield from _geometric("fast_normalize", "T -> T", "- 8192+n -", elements=single)

    yield from _signed("abs", "T -> T")
    yield from _signed("abs_diff add_sat hadd mul_hi rhadd sub_sat", "T T -> T")
    yield from _signed("max min", "T T -> T; T E -> T")
    yield from _signed("clamp", "T T T -> T; T E E -> T")
    yield from _signed("mad_hi mad_sat", "T T T -> T")
    yield from _signed("upsample", "T T -> W", Elements.NARROW_INTEGER)
    yield from _signed("mad24", "T T T -> T", Elements.INTEGER32)
    yield from _signed("mul24", "T T -> T", Elements.INTEGER32)
    yield from _integer("clz ctz popcount", "T -> T")
    yield from _integer("rotate", "T T -> T")

    yield from _relational(
        "isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater "
        "isordered isunordered",
        "T T -> M",
    )
    yield from _relational("isfinite isinf isnan isnormal signbit", "T -> M")
    yield from _relational("any all", "T -> k", Elements.INTEGER)
    yield from _relational("bitselect", "T T T -> T", Elements.ANY, kinds="fsu")
    yield from _relational("select", "T T N -> T", Elements.ANY, kinds="fsu")

    for name, forms in (("shuffle", "S N -> T"), ("shuffle2", "S S N -> T")):
        yield _row(
            Category.VECTOR,
            Elements.ANY,
            name,
            forms,
            kinds="fsu",
            widths=(2, 4, 8, 16),
        )

    yield from _bits()
    yield from _integer_dots()
    yield from _media()


BUILTINS: dict[str, Builtin] = {row.name: row for row in _rows()}
"""Every function by its name in the dialect, in the order of the tables above."""

_BY_C_NAME: dict[tuple[str, str], Builtin] = {
    (row.c_name, kind + row.second): row
    for row in BUILTINS.values()
    for kind in row.c_kinds
}


def _kind_of(parameter: ScalarKind) -> str:
    if parameter in _SIGNED:
        return "s"
    return "u" if parameter in _UNSIGNED else "f"


def builtin_of_c(
    name: str, first_parameter: ScalarKind, second_parameter: ScalarKind | None = None
) -> Builtin | None:
    """
    Returns the function for OpenCL C's `name` with these element types of its first and second
    parameters; `None` if there is no such function.
    """
    kind = _kind_of(first_parameter)
    found = _BY_C_NAME.get((name, kind))
    if found is None and second_parameter is not None:
        found = _BY_C_NAME.get((name, kind + _kind_of(second_parameter)))
    return found

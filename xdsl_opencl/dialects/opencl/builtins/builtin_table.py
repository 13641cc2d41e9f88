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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

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


def _rows(
    category: Category,
    elements: Elements,
    names: str,
    forms: str,
    ulp: str = "",
    *,
    c: str | None = None,
    kinds: str | None = None,
    widths: tuple[int, ...] = _ALL,
    second: str = "",
) -> list[Builtin]:
    if kinds is None:
        kinds = "f" if elements in (Elements.FLOAT, Elements.FLOAT32) else "su"
    bounds = tuple(ulp.split())
    assert len(bounds) in (0, 3)
    parsed = tuple(Form.parse(form) for form in forms.split(";"))
    return [
        Builtin(
            name, category, elements, parsed, c or name, kinds, bounds, widths, second
        )
        for name in names.split()
    ]


_math = partial(_rows, Category.MATH, Elements.FLOAT)
_native = partial(_rows, Category.NATIVE, Elements.FLOAT32)
_common = partial(_rows, Category.COMMON, Elements.FLOAT)
_geometric = partial(_rows, Category.GEOMETRIC, widths=(1, 2, 3, 4))
_integer = partial(_rows, Category.INTEGER, Elements.INTEGER)
_relational = partial(_rows, Category.RELATIONAL)
_bits = partial(_rows, Category.BITS, Elements.INTEGER)


def _signed(
    names: str, forms: str, elements: Elements = Elements.INTEGER
) -> Iterator[Builtin]:
    """Yields a row for signed and one for unsigned integers, of one name in C."""
    for name in names.split():
        for kind in "su":
            yield from _rows(
                Category.INTEGER, elements, f"{kind}_{name}", forms, c=name, kinds=kind
            )


def _integer_dots() -> Iterator[Builtin]:
    """cl_khr_integer_dot_product: signs of the first and of the second factor."""
    signs_of = ("ss", "uu", "su", "us")
    for signs in signs_of:
        for name, forms in (("dot", "T T -> k"), ("dot_acc_sat", "T T k -> k")):
            yield from _rows(
                Category.DOT,
                Elements.INTEGER8,
                f"{name}_{signs}",
                forms,
                c=name,
                kinds=signs[0],
                widths=(4,),
                second=signs[1],
            )
    packed = partial(_rows, Category.DOT, Elements.INTEGER32, kinds="u", widths=(1,))
    for signs in signs_of:
        form = f"4x8packed_{signs}_{'uint' if signs == 'uu' else 'int'}"
        yield from packed(f"dot_{form}", "T T -> T")
        yield from packed(f"dot_acc_sat_{form}", "T T T -> T")


def _media() -> Iterator[Builtin]:
    """cl_amd_media_ops and cl_amd_media_ops2."""
    row = partial(_rows, Category.MEDIA, Elements.INTEGER32, kinds="u")
    # Minima and maxima of floats are exact.
    floats = partial(_rows, Category.MEDIA, Elements.FLOAT32, ulp="- 0 -")
    yield from floats("amd_pack", "T -> k", widths=(4,))
    yield from row("amd_unpack0 amd_unpack1 amd_unpack2 amd_unpack3", "T -> F")
    for name in "bitalign bytealign lerp sad sadhi sadw sadd msad".split():
        yield from row(f"amd_{name}", "T T T -> T")
    yield from row("amd_sad4", "T T k -> k", widths=(4,))
    yield from _rows(
        Category.MEDIA,
        Elements.INTEGER64,
        "amd_qsad amd_mqsad",
        "T K T -> T",
        kinds="u",
    )
    yield from row("amd_bfm", "T T -> T")
    for kind in "su":
        yield from row(f"amd_{kind}_bfe", "T T T -> T", c="amd_bfe", kinds=kind)
    for name in ("min3", "max3", "median3"):
        yield from floats(f"amd_f_{name}", "T T T -> T", c=f"amd_{name}")
        for kind in "su":
            yield from row(
                f"amd_{kind}_{name}", "T T T -> T", c=f"amd_{name}", kinds=kind
            )


_ROWS: Sequence[Iterable[Builtin]] = (
    # Columns of accuracy: half, single, double.
    _math("acos acosh asin asinh cos cosh sin sinh", "T -> T", "2 4 4"),
    _math("cospi sinpi", "T -> T", "2 4 4"),
    _math("acospi asinpi", "T -> T", "2 5 5"),
    _math("atan atanh atanpi tanh", "T -> T", "2 5 5"),
    _math("tan", "T -> T", "2.5 5 5"),
    _math("tanpi", "T -> T", "2 6 6"),
    _math("atan2 atan2pi", "T T -> T", "2 6 6"),
    _math("cbrt", "T -> T", "2 2 2"),
    _math("ceil floor rint round trunc", "T -> T", "0.5 0.5 0.5"),
    _math("copysign", "T T -> T", "0 0 0"),
    _math("erf erfc tgamma", "T -> T", "4 16 16"),
    _math("exp exp2 exp10 expm1", "T -> T", "2 3 3"),
    _math("fabs", "T -> T", "0 0 0"),
    _math("fdim", "T T -> T", "0.5 0.5 0.5"),
    _math("fma", "T T T -> T", "0.5 0.5 0.5"),
    _math("fmax fmin", "T T -> T; T E -> T", "0 0 0"),
    _math("fmod remainder", "T T -> T", "0 0 0"),
    _math("fract", "T -> T T", "0.5 0.5 0.5"),
    _math("frexp", "T -> T K", "0 0 0"),
    _math("hypot", "T T -> T", "2 4 4"),
    _math("ilogb", "T -> K", "0 0 0"),
    _math("ldexp", "T K -> T; T k -> T", "0.5 0.5 0.5"),
    _math("lgamma", "T -> T", "- - -"),
    _math("lgamma_r", "T -> T K", "- - -"),
    _math("log log2 log10", "T -> T", "2 3 3"),
    _math("log1p", "T -> T", "2 2 2"),
    _math("logb", "T -> T", "0 0 0"),
    _math("mad", "T T T -> T", "- - -"),
    _math("maxmag minmag", "T T -> T", "0 0 0"),
    _math("modf", "T -> T T", "0 0 0"),
    _math("nan", "N -> T", "0 0 0", kinds="u"),
    _math("nextafter", "T T -> T", "0 0 0"),
    _math("pow powr", "T T -> T", "4 16 16"),
    _math("pown rootn", "T K -> T", "4 16 16"),
    _math("remquo", "T T -> T K", "0 0 0"),
    _math("rsqrt", "T -> T", "1 2 2"),
    _math("sincos", "T -> T T", "2 4 4"),
    _math("sqrt", "T -> T", "1.5 3 0.5"),
    *(
        _native(" ".join(f"{prefix}_{name}" for name in names.split()), forms, ulp)
        for prefix, ulp in (("half", "- 8192 -"), ("native", "- - -"))
        for names, forms in (
            ("cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan", "T -> T"),
            ("divide powr", "T T -> T"),
        )
    ),
    _common("fclamp", "T T T -> T; T E E -> T", "0 0 0", c="clamp"),
    _common("degrees", "T -> T", "2 2 2"),
    _common("radians", "T -> T", "2 2 2"),
    _common("fmax_common", "T T -> T; T E -> T", "0 0 0", c="max"),
    _common("fmin_common", "T T -> T; T E -> T", "0 0 0", c="min"),
    _common("mix", "T T T -> T; T T E -> T", "- - -"),
    _common("step", "T T -> T; E T -> T", "0 0 0"),
    _common("smoothstep", "T T T -> T; E E T -> T", "- - -"),
    _common("sign", "T -> T", "0 0 0"),
    _geometric(Elements.FLOAT, "dot", "T T -> E", "- - -"),
    _geometric(Elements.FLOAT, "cross", "T T -> T", "- - -", widths=(3, 4)),
    _geometric(Elements.FLOAT, "distance", "T T -> E", "2n 2.5+2n 5.5+2n"),
    _geometric(Elements.FLOAT, "length", "T -> E", "0.25+0.5n 2.75+0.5n 5.5+n"),
    _geometric(Elements.FLOAT, "normalize", "T -> T", "1+n 2+n 4.5+n"),
    _geometric(Elements.FLOAT32, "fast_distance", "T T -> E", "- 8191.5+2n -"),
    _geometric(Elements.FLOAT32, "fast_length", "T -> E", "- 8191.5+n -"),
    _geometric(Elements.FLOAT32, "fast_normalize", "T -> T", "- 8192+n -"),
    _signed("abs", "T -> T"),
    _signed("abs_diff add_sat hadd mul_hi rhadd sub_sat", "T T -> T"),
    _signed("max min", "T T -> T; T E -> T"),
    _signed("clamp", "T T T -> T; T E E -> T"),
    _signed("mad_hi mad_sat", "T T T -> T"),
    _signed("upsample", "T T -> W", Elements.NARROW_INTEGER),
    _signed("mad24", "T T T -> T", Elements.INTEGER32),
    _signed("mul24", "T T -> T", Elements.INTEGER32),
    _integer("clz ctz popcount", "T -> T"),
    _integer("rotate", "T T -> T"),
    _relational(
        Elements.FLOAT,
        "isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater "
        "isordered isunordered",
        "T T -> M",
    ),
    _relational(Elements.FLOAT, "isfinite isinf isnan isnormal signbit", "T -> M"),
    _relational(Elements.INTEGER, "any all", "T -> k"),
    _relational(Elements.ANY, "bitselect", "T T T -> T", kinds="fsu"),
    _relational(Elements.ANY, "select", "T T N -> T", kinds="fsu"),
    _rows(
        Category.VECTOR,
        Elements.ANY,
        "shuffle",
        "S N -> T",
        kinds="fsu",
        widths=(2, 4, 8, 16),
    ),
    _rows(
        Category.VECTOR,
        Elements.ANY,
        "shuffle2",
        "S S N -> T",
        kinds="fsu",
        widths=(2, 4, 8, 16),
    ),
    # cl_khr_extended_bit_ops; offset and count are scalars.
    _bits("bitfield_insert", "T T k k -> T"),
    _bits("bitfield_extract_signed bitfield_extract_unsigned", "T k k -> T"),
    _bits("bit_reverse", "T -> T"),
    _integer_dots(),
    _media(),
)


BUILTINS: dict[str, Builtin] = {row.name: row for rows in _ROWS for row in rows}
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

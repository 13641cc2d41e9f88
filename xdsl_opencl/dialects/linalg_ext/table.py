"""
The named operations of upstream's `linalg`: the loops of each, the elements of each operand
that an iteration reads or writes, and the computation for one element.

A row is written as

    m n k: m k, k n -> m n

The loops stand before the colon; an operand is a list of indices, and `scalar` is an operand that is
one number. A loop that the result does not have is a reduction. `h+k` is a sum, and `h@k` a
window: `h` times a stride plus `k` times a dilation. The operation has a stride and a dilation for
each window.

Source: mlir/include/mlir/Dialect/Linalg/IR/LinalgNamedStructuredOps.yaml, release 22, and
for the forms with transposed matrices release 20.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap

from xdsl_opencl.dialects.linalg_ext.scalars import BINARY, UNARY


@dataclass(frozen=True)
class Row:
    """A named operation: its loops and operands in the form above, and its scalar function."""

    text: str
    body: str
    """The name of a function of `scalars.py`."""
    has_maps: bool = False
    """True if the operation may have other maps of indices (`indexing_maps`)."""

    @property
    def windows(self) -> int:
        """The number of strides, and of dilations."""
        return self.text.count("@")

    @property
    def operands(self) -> int:
        return self.text.count(",") + 2

    def maps(
        self, strides: Sequence[int], dilations: Sequence[int]
    ) -> Sequence[AffineMap]:
        """The map from loops to indices for each operand, the result's last."""
        head, _, rest = self.text.partition(":")
        loops = {name: AffineDimExpr(i) for i, name in enumerate(head.split())}
        window = 0
        maps: list[AffineMap] = []
        for operand in rest.replace("->", ",").split(","):
            indices: list[AffineExpr] = []
            for index in operand.split():
                if index == "scalar":
                    continue
                if "@" in index:
                    place, offset = index.split("@")
                    stride, dilation = strides[window], dilations[window]
                    indices.append(loops[place] * stride + loops[offset] * dilation)
                    window += 1
                elif "+" in index:
                    place, offset = index.split("+")
                    indices.append(loops[place] + loops[offset])
                else:
                    indices.append(loops[index])
            maps.append(AffineMap(len(loops), 0, tuple(indices)))
        return maps


_CONTRACTIONS = {
    "dot": "k: k, k ->",
    "matvec": "m k: m k, k -> m",
    "vecmat": "n k: k, k n -> n",
    "batch_matvec": "b m k: b m k, b k -> b m",
    "batch_vecmat": "b n k: b k, b k n -> b n",
    "matmul_transpose_a": "m n k: k m, k n -> m n",
    "matmul_transpose_b": "m n k: m k, n k -> m n",
    "batch_matmul_transpose_a": "b m n k: b k m, b k n -> b m n",
    "batch_matmul_transpose_b": "b m n k: b m k, b n k -> b m n",
    "mmt4d": "m n k i j l: m k i l, n k j l -> m n i j",
    "batch_mmt4d": "b m n k i j l: b m k i l, b n k j l -> b m n i j",
}
_CONTRACTIONS_WITH_MAPS = {
    "matmul": "m n k: m k, k n -> m n",
    "batch_matmul": "b m n k: b m k, b k n -> b m n",
    "batch_reduce_matmul": "b m n k: b m k, b k n -> m n",
}
_QUANTISED_CONTRACTIONS = {
    "quantized_matmul": "m n k: m k, k n, scalar, scalar -> m n",
    "quantized_batch_matmul": "b m n k: b m k, b k n, scalar, scalar -> b m n",
}

_CONVOLUTIONS = {
    "conv_1d": "w x: w+x, x -> w",
    "conv_2d": "h w y x: h+y w+x, y x -> h w",
    "conv_3d": "d h w z y x: d+z h+y w+x, z y x -> d h w",
    "conv_1d_nwc_wcf": "n w f x c: n w@x c, x c f -> n w f",
    "conv_1d_ncw_fcw": "n f w c x: n c w@x, f c x -> n f w",
    "conv_2d_nhwc_hwcf": "n h w f y x c: n h@y w@x c, y x c f -> n h w f",
    "conv_2d_nhwc_fhwc": "n h w f y x c: n h@y w@x c, f y x c -> n h w f",
    "conv_2d_nchw_fchw": "n f h w c y x: n c h@y w@x, f c y x -> n f h w",
    "conv_2d_ngchw_fgchw": "n g f h w c y x: n g c h@y w@x, f g c y x -> n g f h w",
    "conv_2d_ngchw_gfchw": "n g f h w c y x: n g c h@y w@x, g f c y x -> n g f h w",
    "conv_2d_nhwgc_gfhwc": "n h w g f y x c: n h@y w@x g c, g f y x c -> n h w g f",
    "conv_3d_ndhwc_dhwcf": (
        "n d h w f z y x c: n d@z h@y w@x c, z y x c f -> n d h w f"
    ),
    "conv_3d_ncdhw_fcdhw": (
        "n f d h w c z y x: n c d@z h@y w@x, f c z y x -> n f d h w"
    ),
    "depthwise_conv_1d_nwc_wc": "n w c x: n w@x c, x c -> n w c",
    "depthwise_conv_1d_ncw_cw": "n w c x: n c w@x, c x -> n c w",
    "depthwise_conv_1d_nwc_wcm": "n w c m x: n w@x c, x c m -> n w c m",
    "depthwise_conv_2d_nhwc_hwc": "n h w c y x: n h@y w@x c, y x c -> n h w c",
    "depthwise_conv_2d_nchw_chw": "n h w c y x: n c h@y w@x, c y x -> n c h w",
    "depthwise_conv_2d_nhwc_hwcm": "n h w c m y x: n h@y w@x c, y x c m -> n h w c m",
    "depthwise_conv_3d_ndhwc_dhwc": (
        "n d h w z y x c: n d@z h@y w@x c, z y x c -> n d h w c"
    ),
    "depthwise_conv_3d_ncdhw_cdhw": (
        "n d h w z y x c: n c d@z h@y w@x, c z y x -> n c d h w"
    ),
    "depthwise_conv_3d_ndhwc_dhwcm": (
        "n d h w m z y x c: n d@z h@y w@x c, z y x c m -> n d h w c m"
    ),
}
_QUANTISED_CONVOLUTIONS = (
    "conv_2d_nhwc_hwcf",
    "conv_2d_nhwc_fhwc",
    "conv_2d_nchw_fchw",
    "conv_2d_ngchw_gfchw",
    "conv_2d_nhwgc_gfhwc",
    "conv_3d_ndhwc_dhwcf",
    "depthwise_conv_2d_nhwc_hwc",
    "depthwise_conv_2d_nhwc_hwcm",
)
"""Convolutions that have a form with a zero point of the image and one of the filter."""

_POOLINGS = {
    "nwc": (
        "n w c x: n w@x c, x -> n w c",
        ("sum", "max", "max_unsigned", "min", "min_unsigned"),
    ),
    "ncw": ("n c w x: n c w@x, x -> n c w", ("sum", "max")),
    "nhwc": (
        "n h w c y x: n h@y w@x c, y x -> n h w c",
        ("sum", "max", "max_unsigned", "min", "min_unsigned"),
    ),
    "nchw": ("n c h w y x: n c h@y w@x, y x -> n c h w", ("sum", "max")),
    "ndhwc": (
        "n d h w c z y x: n d@z h@y w@x c, z y x -> n d h w c",
        ("sum", "max", "min"),
    ),
}
"""For each layout its row, and the operations that there are."""

_POOLED = {"sum": "add", "max": "max_signed", "min": "min_signed"}


def _rows() -> Mapping[str, Row]:
    rows = {name: Row(text, "product") for name, text in _CONTRACTIONS.items()}
    for name, text in _CONTRACTIONS_WITH_MAPS.items():
        rows[name] = Row(text, "product", has_maps=True)
    for name, text in _QUANTISED_CONTRACTIONS.items():
        rows[name] = Row(text, "quantised_product")
    for name, text in _CONVOLUTIONS.items():
        rows[name] = Row(text, "product")
    for name in _QUANTISED_CONVOLUTIONS:
        text = _CONVOLUTIONS[name].replace(" ->", ", scalar, scalar ->")
        rows[f"{name}_q"] = Row(text, "quantised_product")
    for layout, (text, kinds) in _POOLINGS.items():
        for kind in kinds:
            rows[f"pooling_{layout}_{kind}"] = Row(text, _POOLED.get(kind, kind))
    return rows


ROWS: Mapping[str, Row] = _rows()
"""Name of an operation, without that of the dialect, to its row."""

_SPELLED = {"max": "max_signed", "min": "min_signed"}

ELEMENTWISE: Mapping[str, tuple[int, str]] = {
    **{name: (1, name) for name in (*UNARY, "copy", "fill")},
    **{name: (2, name) for name in BINARY if not name.startswith(("max", "min"))},
    **{name: (2, body) for name, body in _SPELLED.items()},
    "select": (3, "select"),
}
"""
Name of an operation on each element of operands of one shape to the number of its inputs
and its scalar function.
"""

KINDS: Mapping[str, int] = {
    **dict.fromkeys(UNARY, 1),
    **dict.fromkeys(BINARY, 2),
    "select": 3,
}
"""The kinds of `linalg.elementwise`, with the number of inputs of each."""

"""
`linalg.pack` and `linalg.unpack`, which change between tensors and tensors of tiles.

Source: mlir/include/mlir/Dialect/Linalg/IR/LinalgRelayoutOps.td, release 22.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    TensorType,
    i64,
)
from xdsl.dialects.utils.dynamic_index_list import DynamicIndexList
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    VarConstraint,
    base,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import AnyTensor
from xdsl_opencl.dialects.definition import PureOp, irdl_op_definition

_TILES = (
    "(`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos "
    "`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) "
    "`into` $dest attr-dict `:` type($source) `->` type($dest)"
)


_DEST = VarConstraint("T", base(TensorType))


class Packing(PureOp, ABC):
    """
    Dimension `inner_dims_pos[k]` of the unpacked tensor has tiles of `static_inner_tiles[k]`
    elements. The packed tensor has the numbers of the tiles, in the order `outer_dims_perm` of the
    dimensions, then the places in the tiles.
    """

    outer_dims_perm = opt_prop_def(DenseArrayBase.constr(i64))
    inner_dims_pos = prop_def(DenseArrayBase.constr(i64))
    static_inner_tiles = prop_def(DenseArrayBase.constr(i64))
    result = result_def(_DEST)

    custom_directives = (DynamicIndexList,)

    @property
    @abstractmethod
    def unpacked(self) -> SSAValue:
        """The operand without tiles."""

    @property
    @abstractmethod
    def packed(self) -> SSAValue:
        """The operand with tiles."""

    @property
    def tiles(self) -> Sequence[SSAValue | int]:
        """The sizes of the tiles, by their positions in `inner_dims_pos`."""
        tiles = self.static_inner_tiles.get_values()
        values = iter(self.operands[len(self.operands) - tiles.count(DYNAMIC_INDEX) :])
        return [next(values) if number == DYNAMIC_INDEX else number for number in tiles]

    @property
    def order(self) -> Sequence[int]:
        """The dimension of the unpacked tensor for each outer one of the packed."""
        order = self.outer_dims_perm
        if order is None or not len(order):
            return range(_shaped(self.unpacked).get_num_dims())
        return order.get_values()

    def verify_tiles(self, dynamic: int) -> None:
        """Checks the tiles; the operation has `dynamic` sizes as operands."""
        whole = _shaped(self.unpacked)
        packed = _shaped(self.packed)
        rank, name = whole.get_num_dims(), self.name
        tiled, tiles = (
            self.inner_dims_pos.get_values(),
            self.static_inner_tiles.get_values(),
        )
        if len(tiled) != len(tiles):
            raise VerifyException(
                f"'{name}': 'inner_dims_pos' has the dimensions {[*tiled]}, 'inner_tiles' "
                f"{len(tiles)} sizes; give each dimension one"
            )
        if tiles.count(DYNAMIC_INDEX) != dynamic:
            raise VerifyException(
                f"'{name}' has {dynamic} sizes of tiles as operands; 'static_inner_tiles' "
                f"has places for {tiles.count(DYNAMIC_INDEX)}"
            )
        if len({*tiled}) != len(tiled) or any(not 0 <= d < rank for d in tiled):
            raise VerifyException(
                f"'{name}': 'inner_dims_pos' is {[*tiled]}; it takes different dimensions of "
                f"{whole}"
            )
        if sorted(self.order) != [*range(rank)]:
            raise VerifyException(
                f"'{name}': 'outer_dims_perm' is {[*self.order]}, no permutation of the "
                f"{rank} dimensions of {whole}"
            )
        for tile in tiles:
            if tile < 1 and tile != DYNAMIC_INDEX:
                raise VerifyException(
                    f"'{name}' has a tile of {tile} elements; each has 1 or more"
                )
        numbers = [*whole.get_shape()]
        for dimension, tile in zip(tiled, tiles):
            known = DYNAMIC_INDEX not in (numbers[dimension], tile)
            numbers[dimension] = -(-numbers[dimension] // tile) if known else -1
        shape = [*(numbers[d] for d in self.order), *tiles]
        wanted = TensorType(
            whole.element_type, [DYNAMIC_INDEX if n < 0 else n for n in shape]
        )
        found = packed.get_shape()
        fits = (
            packed.element_type == whole.element_type
            and len(found) == len(shape)
            and [*found[rank:]] == [*tiles]
            and all(n in (m, DYNAMIC_INDEX) or m < 0 for n, m in zip(found, shape))
        )
        if not fits:
            raise VerifyException(
                f"'{name}': the packed tensor is {packed}; the tiles of {whole} are {wanted}"
            )


def _shaped(value: SSAValue) -> AnyTensor:
    type: Attribute = value.type
    assert isa(type, AnyTensor)
    return type


@irdl_op_definition
class PackOp(Packing):
    """
    A tensor as tiles. `padding_value` fills the tiles that reach beyond the tensor.

    Example: `linalg.pack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<16xf32> -> tensor<2x8xf32>`
    """

    name = "linalg.pack"

    source = operand_def(TensorType)
    dest = operand_def(_DEST)
    padding_value = opt_operand_def(AnyAttr())
    inner_tiles = var_operand_def(IndexType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    assembly_format = (
        "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? "
        + _TILES
    )

    @property
    def unpacked(self) -> SSAValue:
        return self.source

    @property
    def packed(self) -> SSAValue:
        return self.dest

    def verify_(self) -> None:
        self.verify_tiles(len(self.inner_tiles))
        element = _shaped(self.source).element_type
        if self.padding_value is not None:
            if self.padding_value.type != element:
                raise VerifyException(
                    f"'{self.name}' of {self.source.type} pads with {element}, got "
                    f"{self.padding_value.type}"
                )
            return
        sizes, order = _shaped(self.source).get_shape(), list(self.order)
        counts = _shaped(self.dest).get_shape()
        for d, tile in zip(self.inner_dims_pos.get_values(), self.tiles):
            part = tile if isinstance(tile, int) else counts[order.index(d)]
            if sizes[d] != DYNAMIC_INDEX and part > 0 and sizes[d] % part:
                raise VerifyException(
                    f"'{self.name}' of {self.source.type} has tiles that are not full; give "
                    "it a 'padding_value'"
                )


@irdl_op_definition
class UnpackOp(Packing):
    """
    The tensor that tiles are of.

    Example: `linalg.unpack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<2x8xf32> -> tensor<16xf32>`
    """

    name = "linalg.unpack"

    source = operand_def(TensorType)
    dest = operand_def(_DEST)
    inner_tiles = var_operand_def(IndexType)

    assembly_format = "$source " + _TILES

    @property
    def unpacked(self) -> SSAValue:
        return self.dest

    @property
    def packed(self) -> SSAValue:
        return self.source

    def verify_(self) -> None:
        self.verify_tiles(len(self.inner_tiles))

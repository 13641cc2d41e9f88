"""
`opencl-copy-tiles`: work items fill the tiles of each `opencl.copy_tile` in a `gpu.launch`.

On a GPU they share a tile. Copies that follow each other load all their elements into registers before they store
any, so that `opencl-pipeline-loops` can load the next tiles early. What does not change in the loops around them is
computed before these. On the CPU device the only work item packs each tile in a loop of its own.

Errors: a copy that is in no launch, a launch without work-groups of one dimension and constant size, of one
work item on the CPU device, and places of several loops on a GPU.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import gpu
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.memory import CopyTileOp
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import TileBuilder
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import (
    vector_bytes,
)
from xdsl_opencl.transforms.contractions.parts.packed_tile import PackedTile
from xdsl_opencl.transforms.contractions.parts.shared_tile import SharedTile
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import known


def _replace(first: CopyTileOp, target: Target) -> None:
    """Replaces `first` and the copies that follow."""
    copies, anchor = [first], first
    while isinstance(op := copies[-1].next_op, CopyTileOp):
        copies.append(op)
    while (launch := anchor.parent_op()) and not isinstance(launch, gpu.LaunchOp):
        anchor = launch
    sizes: list[int | None] = []
    if launch is not None:
        sizes += map(known, (launch.blockSizeX, launch.blockSizeY, launch.blockSizeZ))
    items = sizes[0] if sizes[1:] == [1, 1] else None
    if launch is None or items is None or not (target.is_amdgcn or items == 1):
        fail(
            first,
            f"'{first.name}' fills a tile in a 'gpu.launch' with work-groups of one dimension and "
            "constant size, 1 on the CPU device",
        )
    for op in copies if target.is_amdgcn else ():
        if op.place_sizes:
            fail(
                op,
                f"'{op.name}' has places of several loops, which a GPU does not copy; make one loop of them",
            )
    home, block = launch.body.block, first.parent
    assert block is not None
    before = TileBuilder(home, anchor, first.location)
    inside = TileBuilder(block, first, first.location, before)
    if target.is_amdgcn:
        tiles = [SharedTile(op, items) for op in copies]
        for tile in tiles:
            moving = (tile.op.line, *tile.op.line_sizes)
            moves = any(anchor.is_ancestor(value.owner) for value in moving)
            tile.prepare(before, inside if moves else before, home.args[3])
        vectors = [tile.load(inside) for tile in tiles]
        for tile, loaded in zip(tiles, vectors, strict=True):
            tile.store_all(inside, loaded)
    else:
        for op in copies:
            PackedTile(op, vector_bytes(target)).fill(inside)
    for op in copies:
        erase(op)


@dataclass(frozen=True)
class OpenCLCopyTilesPass(ModulePass):
    """Fills tiles by loads and stores of work items."""

    name = "opencl-copy-tiles"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in tuple(op.walk()):
            if isinstance(inner, CopyTileOp) and inner.parent is not None:
                _replace(inner, module_target(op))

"""
`opencl-multiply-tiles`: the work items of a work-group share the product of two tiles, by the matrix
instruction of its schedule, or each with a block of elements. On the CPU device the only one has a block of vectors.

A `linalg.generic` with `opencl.schedule` in a `gpu.launch`, as `opencl-tile-contractions` makes it, adds the
products of two tiles to a tile of sums. On a GPU that is a `memref.alloca`; the sums are filled before and, after all
loops around the product, stored by an `scf.parallel` over their rows and each four of their columns.

Afterwards each work item has its part of the sums in registers, which the loops carry, and stores it with a copy
of that loop's body for each four (`parts/row_tiles.py`). On the CPU device they are in memory between products.

Errors: products or operations between them of another form, and tiles that do not fit local memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Never

from xdsl.context import Context
from xdsl.dialects import gpu, memref, scf
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.ir.affine import AffineDimExpr
from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.tensors.structured_operations import is_on_host
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.diagnostics import REMARK, fail
from xdsl_opencl.ir.index_arithmetic import TileBuilder
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.contractions.cpu_kernel import tile_rows
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import (
    schedule_of,
    vector_bytes,
)
from xdsl_opencl.transforms.contractions.parts.item_products import (
    ItemProducts,
    add_vectors,
)
from xdsl_opencl.transforms.contractions.parts.matrix_products import MatrixProducts
from xdsl_opencl.transforms.contractions.parts.row_tiles import Products, RowTiles
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Contraction,
    read_contraction,
)
from xdsl_opencl.transforms.contractions.problems.schedule import (
    SCHEDULE,
    Schedule,
    bytes_of,
)


def _refuse(op: Operation, why: str) -> Never:
    fail(op, f"'{op.name}' is no product of tiles: {why}")


def _read(op: Operation, target: Target) -> tuple[Contraction, Schedule]:
    """The product of tiles that `op` is. Fails for tiles of other sizes than its schedule has, or another order."""
    contraction = read_contraction(op)
    if contraction is None:
        _refuse(op, "it is no contraction")
    schedule = schedule_of(contraction, target)
    if isinstance(remark := op.attributes.get(REMARK), StringAttr):
        contraction.remark = remark.data
    nest, is_plain = contraction.nest, schedule.instruction is None
    loops = (*contraction.rows, *contraction.columns, *contraction.depth)
    sizes = [nest.size(loop) for loop in loops]
    wanted: list[int | None] = [schedule.rows, schedule.columns, schedule.depth]
    is_gpu = target.is_amdgcn
    if not is_gpu:
        rows = tile_rows(schedule, vector_bytes(target))
        wanted = [sizes[0] and min(sizes[0], rows), schedule.columns, sizes[2]]
    if sizes != wanted:
        _refuse(op, f"its sizes {sizes} are not those of 'tile'")
    *lines, deep = (AffineDimExpr(loop) for loop in loops)
    for factor, line in zip(contraction.factors, lines, strict=True):
        order = (deep, line) if is_plain else (line, deep)
        is_free = not is_gpu and factor is contraction.factors[0]
        if factor.map.results != order and not is_free:
            way = "lines of a place" if is_plain else "places of a line"
            _refuse(op, f"the {way} must follow each other in its factors")
    return contraction, schedule


def _launch_of(op: Operation) -> gpu.LaunchOp:
    """The launch around a product and its loops."""
    parent = op.parent_op()
    while isinstance(parent, scf.ForOp):
        parent = parent.parent_op()
    if not isinstance(parent, gpu.LaunchOp):
        _refuse(op, "around it are other operations than 'scf.for' in a 'gpu.launch'")
    return parent


@dataclass(frozen=True)
class OpenCLMultiplyTilesPass(ModulePass):
    """Gives each work item its part of products of tiles."""

    name = "opencl-multiply-tiles"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        kernels: dict[gpu.LaunchOp, dict[Operation, Products]] = {}
        for inner in tuple(op.walk()):
            if SCHEDULE not in inner.attributes or is_on_host(inner):
                continue
            contraction, schedule = _read(inner, target)
            launch = _launch_of(inner)
            if target.is_amdgcn:
                if not isinstance(contraction.result.owner, memref.AllocaOp):
                    _refuse(inner, "its sums are no 'memref.alloca'")
                kind = ItemProducts if schedule.instruction is None else MatrixProducts
                made = kind(contraction, schedule)
                kernels.setdefault(launch, {})[inner] = made
                continue
            size = vector_bytes(target)
            lanes = min(schedule.columns, size // bytes_of(contraction.kept_type))
            home, block = launch.body.block, inner.parent
            assert block is not None
            outer = TileBuilder(home, home.first_op, inner.location)
            build = TileBuilder(block, inner, inner.location, outer)
            add_vectors(build, contraction, tile_rows(schedule, size), lanes)
            erase(inner)
        for launch, products in kernels.items():
            RowTiles(launch, products, target.processor.lds_bytes).make()

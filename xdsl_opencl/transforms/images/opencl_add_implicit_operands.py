"""
`opencl-add-implicit-operands`: passes the size and format of an image beside it.

Every image argument of a kernel, declared ones included, gets two companions, which
Mesa's clover uploads: `vector<3xi32>` (width, height, depth) and `vector<2xi32>` (channel
data type, channel order), right after the image (`placement=adjacent`) or after all
arguments (`placement=trailing`). Their reflection is that of LLVM's
`R600OpenCLImageTypeLoweringPass.cpp`: names `__size_<image>`, `__format_<image>`, type
names `__llvm_image_size`, `__llvm_image_format`, the image's access and type qualifiers.

Attribute queries become the companion or elements of it. If a queried image is not an argument of
the kernel, its companion follows it: through function arguments and calls, calls of kernels, block
arguments, and `arith.select`; `scf` that carries images becomes branches first. A function gets
companions only for the images that are queried in it, right after them; its declaration and
functions without queries stay as they are.

A kernel that has companions keeps them where they are; a second run changes nothing.

Errors: a target whose ABI uploads no companions; a query that has no place in the
companions (samples; array size and mip levels, where images have no descriptor either);
an image of unknown origin; companions for some images of a kernel only, or of another
type; a function whose address is taken and that would need companions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.analysis.call_graph import CallGraph
from xdsl_opencl.dialects.opencl.image import ATTRIBUTE_QUERIES
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.transforms.images.companions import (
    ImplicitOperands,
    require_companions,
)
from xdsl_opencl.transforms.images.flow import lower_carriers
from xdsl_opencl.transforms.images.resource_info import unplaced_queries


@dataclass(frozen=True)
class OpenCLAddImplicitOperandsPass(ModulePass):
    """Adds size and format companions to images and answers queries from them."""

    name = "opencl-add-implicit-operands"

    placement: Literal["adjacent", "trailing"] = "adjacent"
    """After each image, or after all arguments of the kernel."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        require_companions(op)
        # A later pass reads attributes that only the descriptor has.
        later = unplaced_queries(op)
        queries = [query for query in ATTRIBUTE_QUERIES if query not in later]
        graph = CallGraph(op, queries)
        if graph.found:
            lower_carriers(op)
        operands = ImplicitOperands(graph, trailing=self.placement == "trailing")
        handlers = dict.fromkeys(queries, operands.lower)
        lower(graph.found, handlers, ArithBuilder.before)

"""
Reads attributes of images from clover's implicit arguments: `opencl-lower-image-queries` with
`source=argument-buffer`.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_opencl.abi.arguments.placing import HiddenBlock
from xdsl_opencl.abi.conventions.clover import INTERIM_ATTRIBUTES, TAIL, interim_offset
from xdsl_opencl.abi.images.image_fields import ImageQuery
from xdsl_opencl.analysis.call_graph import CallGraph
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.low_level import Segment
from xdsl_opencl.ir.arguments import load_argument
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.transforms.images.attribute_reader import AttributeReader
from xdsl_opencl.transforms.images.companions import fail_without_place
from xdsl_opencl.transforms.images.flow import CompanionFlow, image_arguments


def implicit_block(module: ModuleOp) -> HiddenBlock:
    """
    The implicit arguments of the module's target, clover's for a module without one.
    """
    target = module.attributes.get(TARGET_ATTRIBUTE)
    if isinstance(target, TargetAttr) and target.target.interface.interim_images:
        return target.target.hidden
    return TAIL


class BufferFlow(CompanionFlow):
    """One attribute of images, loaded from the implicit arguments of the kernel."""

    type = i32

    def __init__(self, graph: CallGraph, block: HiddenBlock, attribute: str) -> None:
        super().__init__(graph)
        self.block = block
        self.label = attribute
        self.attribute = attribute

    def root(self, kernel: KernelOp, argument: BlockArgument) -> SSAValue:
        self.refuse_call(kernel, argument)
        images = [index for index, _ in image_arguments(kernel)]
        number = images.index(argument.index)
        offset = interim_offset(self.block, number, self.attribute)
        start = ArithBuilder.at_start(argument.block)
        return load_argument(start, Segment.IMPLICIT, offset, i32)


class BufferReader(AttributeReader):
    """Reads clover's five dwords after the implicit arguments."""

    def __init__(self, graph: CallGraph, block: HiddenBlock) -> None:
        self.flows = {
            name: BufferFlow(graph, block, name) for name in INTERIM_ATTRIBUTES
        }

    def read(
        self, emitter: ArithBuilder, attribute: ImageQuery, query: Operation
    ) -> SSAValue:
        if (flow := self.flows.get(attribute)) is None:
            fail_without_place(query)
        return flow.companion(query.operands[0], query)

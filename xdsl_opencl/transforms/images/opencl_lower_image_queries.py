"""
`opencl-lower-image-queries`: replaces queries of image attributes by reads of their source.

Replaces every `opencl.get_image_*`, `opencl.image_size` and `opencl.image_format`. The option
`source` names the place of the values; by default it depends on the target of the module.

* `operands`: the companions of `opencl-add-implicit-operands`, which are added (adjacent)
  where a kernel has none.
* `argument-buffer`: dword `4 + 5*i + j` of the implicit arguments, `i` counting all images of the
  kernel in the order of its signature, `j` being 0 width, 1 height, 2 depth, 3 channel data type,
  4 channel order (`abi/conventions/clover.py`). Every load is made at the start of the kernel; the loaded
  value follows the image. The module is marked (`opencl.interim_images`), so that later stages add
  no companions and the layout has these dwords.
* `descriptor`: loads through the image itself, a pointer to constant memory, at the places of
  `abi/images/images.py`; if the ABI puts no record there, the hardware reads the sizes from its
  descriptor (also mesa3d's array sizes and levels). Codes of channel data types and orders become
  CL constants without a table in memory: the entries are in a 64-bit constant that is shifted.

An attribute that does not exist for a kind of image (only `opencl.image_size` can query one) is 1,
as clover uploads it.

Errors: a query that the source does not hold (array size, samples, mip levels without a
descriptor), a target whose images have no descriptor, an image of unknown origin, an
argument of a kernel that is called by another one (`argument-buffer`; run
`opencl-split-kernel-entries` first), no `source` and no target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import DictionaryAttr, IntAttr, ModuleOp, UnitAttr, i32, i64
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageQuery
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.call_graph import CallGraph
from xdsl_opencl.dialects.opencl import image
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE, module_target
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.transforms.images.attribute_reader import AttributeReader, image_kind
from xdsl_opencl.transforms.images.resource_info import (
    ResourceInfoReader,
    has_resource_info,
    unplaced_queries,
)

_DESCRIPTOR_POINTER = LLVMPointerType(IntAttr(AddressSpace.CONSTANT.spir))
_INVARIANT = DictionaryAttr({"invariant.load": UnitAttr()})


class DescriptorReader(AttributeReader):
    """
    Reads the record that an image points to.

    One pointer cast for each image, one load for each of its dwords, one decoding for
    each attribute, as long as queries are in one block.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self._block: Block | None = None
        self._pointers: dict[SSAValue, SSAValue] = {}
        self._dwords: dict[tuple[SSAValue, int], SSAValue] = {}
        self._values: dict[tuple[SSAValue, ImageQuery], SSAValue] = {}

    def read(
        self, emitter: ArithBuilder, attribute: ImageQuery, query: Operation
    ) -> SSAValue:
        if query.parent is not self._block:
            self._block = query.parent
            self._pointers.clear()
            self._dwords.clear()
            self._values.clear()
        image = query.operands[0]
        if (known := self._values.get((image, attribute))) is not None:
            return known
        try:
            field = self.target.image_field(attribute, image_kind(query))
        except AbiError as error:
            fail(query, f"{query.name}: {error}")
        dword = self._dword(emitter, image, field.dword)
        value = _decoded(emitter, _extracted(emitter, dword, field), field)
        self._values[image, attribute] = value
        return value

    def _dword(self, emitter: ArithBuilder, image: SSAValue, number: int) -> SSAValue:
        if (known := self._dwords.get((image, number))) is None:
            if (pointer := self._pointers.get(image)) is None:
                pointer = emitter.cast(image, _DESCRIPTOR_POINTER)
                self._pointers[image] = pointer
            address = emitter.offset(pointer, 4 * number)
            known = emitter.load(address, i32, 4, metadata=_INVARIANT, invariant=True)
            self._dwords[image, number] = known
        return known


def _extracted(
    emitter: ArithBuilder, dword: SSAValue, field: DescriptorField
) -> SSAValue:
    value = dword
    if field.shift:
        shift = emitter.constant(field.shift)
        value = emitter.op(arith.ShRUIOp, value, shift)
    if field.shift + field.bits < 32:
        mask = emitter.constant(field.mask)
        value = emitter.op(arith.AndIOp, value, mask)
    return value


def _decoded(
    emitter: ArithBuilder, value: SSAValue, field: DescriptorField
) -> SSAValue:
    if field.table:
        return look_up(emitter, value, field.table)
    if field.power_of_two:
        return emitter.op(arith.ShLIOp, emitter.constant(1), value)
    if field.plus:
        bias = emitter.constant(field.plus)
        return emitter.no_wrap(arith.AddiOp, value, bias)
    return value


def look_up(emitter: ArithBuilder, index: SSAValue, table: Sequence[int]) -> SSAValue:
    """
    `table[index]`, for a table of at most 128 bits of differences; an `index` (`i32`) out
    of range gives some value.

    The table is packed into one 64-bit constant, or into two, and `index` selects one: a few
    scalar instructions on AMDGPU. A table in memory costs a relocation and the latency of a load.
    """
    least = min(table)
    bits = (max(table) - least).bit_length()
    per_word = 64 // bits
    words = [
        sum(
            (entry - least) << (bits * i)
            for i, entry in enumerate(table[at:][:per_word])
        )
        for at in range(0, len(table), per_word)
    ]
    assert len(words) <= 2, "the table is too long"
    packed = emitter.constant(_signed(words[0]), i64)
    if len(words) == 2:
        count = emitter.constant(per_word)
        is_low = emitter.compare("ult", index, count)
        high = emitter.op(arith.SubiOp, index, count)
        index = emitter.select(is_low, index, high)
        second = emitter.constant(_signed(words[1]), i64)
        packed = emitter.select(is_low, packed, second)
    shift = emitter.op(arith.MuliOp, index, emitter.constant(bits))
    # Never a shift by 64 or more, which would be poison; the hardware masks as well.
    shift = emitter.op(arith.AndIOp, shift, emitter.constant(63))
    wide = emitter.op(arith.ExtUIOp, shift, type=i64)
    shifted = emitter.op(arith.ShRUIOp, packed, wide)
    entry = emitter.op(arith.TruncIOp, shifted, type=i32)
    entry = emitter.op(arith.AndIOp, entry, emitter.constant((1 << bits) - 1))
    return emitter.no_wrap(arith.AddiOp, entry, emitter.constant(least))


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


@dataclass(frozen=True)
class OpenCLLowerImageQueriesPass(ModulePass):
    """Replaces image attribute queries by reads of companions, buffer or descriptor."""

    name = "opencl-lower-image-queries"

    source: Literal["operands", "argument-buffer", "descriptor"] | None = None
    """
    The place of the attributes; by default the one that the ABI of the target
    prescribes.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        source = self.source
        if source is None and INTERIM_IMAGES_ATTRIBUTE in op.attributes:
            source = "argument-buffer"
        elif source is None:
            source = str(module_target(op).image_query_source).replace("_", "-")
        graph = CallGraph(op, image.ATTRIBUTE_QUERIES)
        if source != "descriptor":
            # Most modules are for an ABI with descriptors, and need no more imports.
            from xdsl_opencl.transforms.images.companions import require_companions

            require_companions(op)
        if source == "argument-buffer":
            op.attributes[INTERIM_IMAGES_ATTRIBUTE] = UnitAttr()
        if not graph.found:
            return
        if source != "descriptor":
            from xdsl_opencl.transforms.images.flow import lower_carriers

            lower_carriers(op)
        if source == "operands":
            from xdsl_opencl.transforms.images.companions import ImplicitOperands

            handler = ImplicitOperands(graph, trailing=False).lower
        elif source == "argument-buffer":
            from xdsl_opencl.transforms.images.argument_buffer import (
                BufferReader,
                implicit_block,
            )

            handler = BufferReader(graph, implicit_block(op)).lower
        else:
            target = module_target(op)
            if has_resource_info(target):
                handler = ResourceInfoReader(target).lower
            else:
                handler = DescriptorReader(target).lower
        handlers = dict.fromkeys(image.ATTRIBUTE_QUERIES, handler)
        if source != "descriptor" and (unplaced := unplaced_queries(op)):
            asked = ResourceInfoReader(module_target(op)).lower
            handlers |= dict.fromkeys(unplaced, asked)
        lower(graph.found, handlers, ArithBuilder.before)

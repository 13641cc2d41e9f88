"""
The facts that Mesa's clover fixes for mesa3d and r600: the block after the explicit
arguments and the interim form of image attributes.

Source: Mesa clover, `core/kernel.cpp` (`exec_context::bind`); the interim form from the
first image-attribute series of the clover mailing list.
"""

from __future__ import annotations

from xdsl_opencl.abi.arguments.placing import HiddenBlock, HiddenSlot, slots_of
from xdsl_opencl.abi.model import AbiError, ImageArgument, KernelSignature

TAIL = HiddenBlock(
    slots_of(
        4,
        "hidden_work_dim",
        "hidden_global_offset_x",
        "hidden_global_offset_y",
        "hidden_global_offset_z",
    ),
    16,
)
"""The implicit block: four dwords at the next multiple of 4."""

INTERIM_ATTRIBUTES = ("width", "height", "depth", "channel_data_type", "channel_order")
"""An image's dwords in the interim form, in order."""


def interim_offset(block: HiddenBlock, image: int, attribute: str) -> int:
    """
    The byte, counted from the start of implicit block `block`, of `attribute` (one of
    `INTERIM_ATTRIBUTES`) of image number `image` (all images, argument order).

    Raises `AbiError` for another attribute.
    """
    if attribute not in INTERIM_ATTRIBUTES:
        raise AbiError(
            f"the interim form has no {attribute}; it has "
            f"{', '.join(INTERIM_ATTRIBUTES)}"
        )
    dword = len(INTERIM_ATTRIBUTES) * image + INTERIM_ATTRIBUTES.index(attribute)
    return block.size + 4 * dword


def interim_slots(
    block: HiddenBlock, signature: KernelSignature
) -> tuple[HiddenSlot, ...]:
    """The interim form's dwords of all images of `signature`, after `block`."""
    images = [a for a in signature.arguments if isinstance(a.type, ImageArgument)]
    return tuple(
        HiddenSlot(
            f"image_{attribute}",
            interim_offset(block, i, attribute),
            4,
            f"{image.name}.{attribute}",
        )
        for i, image in enumerate(images)
        for attribute in INTERIM_ATTRIBUTES
    )

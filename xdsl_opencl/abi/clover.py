"""
What Mesa's clover fixes for mesa3d and r600: the block behind the explicit arguments and
the interim form of image attributes.

Source: Mesa clover, `core/kernel.cpp` (`exec_context::bind`); the interim form from the
first image-attribute series of the clover mailing list.
"""

from __future__ import annotations

from xdsl_opencl.abi.model import AbiError, ImageArgument, KernelSignature
from xdsl_opencl.abi.placing import HiddenSlot, slots_of

WORK_SLOTS = slots_of(
    4,
    "hidden_work_dim",
    "hidden_global_offset_x",
    "hidden_global_offset_y",
    "hidden_global_offset_z",
)
"""The implicit block: four dwords."""

INTERIM_ATTRIBUTES = ("width", "height", "depth", "channel_data_type", "channel_order")
"""An image's dwords in the interim form, in order."""


def interim_dword(image: int, attribute: str) -> int:
    """
    The dword, counted from the start of the implicit block, of `attribute` (one of
    `INTERIM_ATTRIBUTES`) of image number `image` (all images, argument order).

    Raises `AbiError` for another attribute.
    """
    if attribute not in INTERIM_ATTRIBUTES:
        raise AbiError(
            f"the interim form has no {attribute}; it has "
            f"{', '.join(INTERIM_ATTRIBUTES)}"
        )
    return (
        len(WORK_SLOTS)
        + len(INTERIM_ATTRIBUTES) * image
        + INTERIM_ATTRIBUTES.index(attribute)
    )


def interim_slots(signature: KernelSignature) -> tuple[HiddenSlot, ...]:
    """
    The interim form's dwords of all images of `signature`.
    """
    images = [a for a in signature.arguments if isinstance(a.type, ImageArgument)]
    return tuple(
        HiddenSlot(
            f"image_{attribute}",
            4 * interim_dword(i, attribute),
            4,
            f"{image.name}.{attribute}",
        )
        for i, image in enumerate(images)
        for attribute in INTERIM_ATTRIBUTES
    )

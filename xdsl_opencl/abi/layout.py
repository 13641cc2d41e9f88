"""`layout`: the one place that knows the byte offset of a kernel argument."""

from __future__ import annotations

from dataclasses import replace

from xdsl_opencl.abi.arguments.placing import HiddenSlot
from xdsl_opencl.abi.conventions.clover import interim_slots
from xdsl_opencl.abi.model import (
    WHOLE_HIDDEN,
    AbiError,
    HiddenUse,
    KernelArgumentLayout,
    KernelSignature,
)
from xdsl_opencl.abi.target import Target


def layout(
    signature: KernelSignature,
    target: Target,
    *,
    hidden: HiddenUse = WHOLE_HIDDEN,
    interim_images: bool = False,
    image_handle_size: int | None = None,
) -> KernelArgumentLayout:
    """
    The places of `signature`'s arguments under `target`'s ABI. Companions are arguments
    of the signature, wherever they stand in it.

    `hidden` says which part of the hidden block the kernel reads (amdhsa; the other ABIs
    always have their block). `interim_images` appends Clover's interim form: five dwords
    an image after the implicit block (mesa3d, r600). `image_handle_size` (4 or 8 bytes)
    replaces the documented size of an image handle (amdcl2 with 32-bit pointers).

    Raises `AbiError` for an argument type without a place in the ABI and for an option
    that the ABI does not have.
    """
    interface = target.interface
    if interim_images and not interface.interim_images:
        raise AbiError(f"ABI {target.abi} has no interim form of image attributes")
    segment = interface.segment(target)
    if image_handle_size is not None:
        if image_handle_size not in interface.image_handle_sizes:
            raise AbiError(
                f"ABI {target.abi} has no image handles of {image_handle_size} bytes; "
                "only amdcl2 has a choice, of 4 and 8"
            )
        rules = replace(segment.rules, image_handle=image_handle_size)
        segment = replace(segment, rules=rules)
    more: tuple[HiddenSlot, ...] = ()
    if interim_images:
        more = interim_slots(target.hidden, signature)
    return segment.layout(
        signature,
        hidden=hidden,
        aperture_registers=interface.is_gpu and target.processor.aperture_registers,
        more=more,
    )

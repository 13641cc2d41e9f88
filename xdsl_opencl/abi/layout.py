"""
`layout`: the one place that knows the byte offset of a kernel argument.
"""

from __future__ import annotations

from xdsl_opencl.abi import amdcl2, amdhsa, host, mesa3d, r600
from xdsl_opencl.abi.model import (
    WHOLE_HIDDEN,
    AbiError,
    HiddenUse,
    KernelArgumentLayout,
    KernelSignature,
)
from xdsl_opencl.abi.target import Abi, Target


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
    an image behind the implicit block (mesa3d, r600). `image_handle_size` (4 or 8 bytes)
    replaces the documented size of an image handle (amdcl2 with 32-bit pointers).

    Raises `AbiError` for an argument type without a place in the ABI and for an option
    that the ABI does not have.
    """
    if interim_images and target.abi not in (Abi.MESA3D, Abi.R600):
        raise AbiError(f"ABI {target.abi} has no interim form of image attributes")
    if image_handle_size is not None and (
        target.abi is not Abi.AMDCL2 or image_handle_size not in (4, 8)
    ):
        raise AbiError(
            f"ABI {target.abi} has no image handles of {image_handle_size} bytes; only "
            "amdcl2 has a choice, of 4 and 8"
        )
    match target.abi:
        case Abi.AMDHSA:
            return amdhsa.layout(
                signature, target.code_object_version, target.processor, hidden
            )
        case Abi.AMDCL2:
            return amdcl2.layout(signature, target.pointer_bits, image_handle_size)
        case Abi.MESA3D:
            return mesa3d.layout(signature, interim_images=interim_images)
        case Abi.R600:
            return r600.layout(signature, interim_images=interim_images)
        case Abi.HOST:
            return host.layout(signature, target.pointer_bits)

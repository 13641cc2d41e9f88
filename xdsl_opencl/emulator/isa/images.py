"""
The sizes of the registers of image instructions, which several fields decide.

Source: LLVM, `AMDGPUDisassembler::convertMIMGInst`, `AMDGPU::getAddrSizeMIMGOp`.
"""

from __future__ import annotations

from xdsl_opencl.emulator.isa.tables import Image

_COORDINATES = (1, 2, 3, 3, 2, 3, 3, 4)
_GRADIENTS = (2, 4, 6, 4, 2, 4, 4, 4)
"""By dimension (1D, 2D, 3D, cube, 1D array, 2D array, 2D MSAA, 2D MSAA array)."""


def address_words(
    image: Image, dimension: int, half: bool, features: frozenset[str]
) -> int:
    """The count of address registers."""
    words = _COORDINATES[dimension] if image.coordinates else 0
    words += image.level
    if half:
        words = (words + 1) // 2
    words += image.extra
    if image.gradients:
        gradients = _GRADIENTS[dimension]
        packed = (half and "g16" not in features) or image.half_gradients
        words += (gradients // 2 + 1) // 2 * 2 if packed else gradients
    return words


def data_words(image: Image, mask: int, half: bool, fails: bool, packed: bool) -> int:
    """
    The count of data registers: components of `mask`, of 16 bits in pairs if `half`, and a word
    more if it tells about faults (`tfe`).
    """
    words = 4 if image.gathers else max((mask & 15).bit_count(), 1)
    if half and packed:
        words = (words + 1) // 2
    return words + fails

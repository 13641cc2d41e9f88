"""Images of SPIR-V and of OpenCL C."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.enums import AccessQualifier, ImageKind

ACCESSES = {
    "ReadOnly": AccessQualifier.READ_ONLY,
    "WriteOnly": AccessQualifier.WRITE_ONLY,
    "ReadWrite": AccessQualifier.READ_WRITE,
}
"""By the names of SPIR-V's access qualifiers, in the order of their numbers."""

# (dimension, depth, arrayed, multisampled) of SPIR-V's OpTypeImage (SPIR-V 1.6, 3.3.6;
# dimension 5 is Buffer).
IMAGE_KINDS: Mapping[tuple[int, ...], ImageKind] = {
    (0, 0, 0, 0): ImageKind.IMAGE1D,
    (5, 0, 0, 0): ImageKind.IMAGE1D_BUFFER,
    (0, 0, 1, 0): ImageKind.IMAGE1D_ARRAY,
    (1, 0, 0, 0): ImageKind.IMAGE2D,
    (1, 0, 1, 0): ImageKind.IMAGE2D_ARRAY,
    (1, 1, 0, 0): ImageKind.IMAGE2D_DEPTH,
    (1, 1, 1, 0): ImageKind.IMAGE2D_ARRAY_DEPTH,
    (1, 0, 0, 1): ImageKind.IMAGE2D_MSAA,
    (1, 0, 1, 1): ImageKind.IMAGE2D_ARRAY_MSAA,
    (1, 1, 0, 1): ImageKind.IMAGE2D_MSAA_DEPTH,
    (1, 1, 1, 1): ImageKind.IMAGE2D_ARRAY_MSAA_DEPTH,
    (2, 0, 0, 0): ImageKind.IMAGE3D,
}

"""
The target of a compilation: ABI, processor, features, code object version, wave size.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.abi.model import AbiError


class Abi(StrEnum):
    AMDHSA = "amdhsa"
    AMDCL2 = "amdcl2"
    MESA3D = "mesa3d"
    R600 = "r600"
    HOST = "host"


@dataclass(frozen=True)
class Target:
    """
    A checked target; every pass and emitter reads this.

    `mcpu` is LLVM's processor name (`gfx1100`, `juniper`; empty for `host`). `features`
    are LLVM subtarget features with their sign (`+xnack`). `code_object_version` counts
    for `amdhsa` only. `wave_size` is 32 or 64; 0 takes the processor's default.

    Raises `AbiError` when a field or a combination is not supported.
    """

    abi: Abi = Abi.AMDHSA
    mcpu: str = "gfx900"
    features: tuple[str, ...] = ()
    code_object_version: int = 5
    wave_size: int = 0

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "abi", Abi(self.abi))
        except ValueError:
            raise AbiError(
                f"unknown ABI '{self.abi}'; one of {', '.join(Abi)}"
            ) from None

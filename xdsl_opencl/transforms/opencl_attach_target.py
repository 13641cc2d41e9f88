"""
`opencl-attach-target`: puts the target on an opencl-level module.

Every later pass and target reads the module attribute `opencl.target`. Options left out
take their defaults from ABI and processor (`xdsl_opencl.abi.target.Target`); the
processor itself has no default on a GPU but amdcl2's. Attaching
the target that is already there changes nothing; a different one is an error, because
passes may have acted on the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.ir.diagnostics import PassError
from xdsl_opencl.ir.module import LOWERED_ATTRIBUTE


def split_features(features: tuple[str, ...] | str) -> tuple[str, ...]:
    """
    The features of an option: a list, or text that separates them by commas or spaces.
    """
    texts = (features,) if isinstance(features, str) else features
    return tuple(f for text in texts for f in text.replace(",", " ").split())


@dataclass(frozen=True)
class OpenCLAttachTargetPass(ModulePass):
    """
    Puts `#opencl.target` on the module.

    Example: `opencl-attach-target{abi=amdhsa mcpu=gfx90a features="+xnack,-sramecc"
    code-object-version=6 wave-size=64}`.
    """

    name = "opencl-attach-target"

    abi: str = "amdhsa"
    """`amdhsa`, `amdcl2`, `mesa3d`, `r600` or `host`."""
    mcpu: str = ""
    """LLVM's processor name or a target ID; only host and amdcl2 need none."""
    features: tuple[str, ...] | str = ()
    """Subtarget features with signs, a list or one text with commas or spaces."""
    code_object_version: int = 5
    """4, 5 or 6 (amdhsa)."""
    wave_size: int = 0
    """32 or 64; 0 for the processor's default."""
    pointer_bits: int = 0
    """32 or 64 (amdcl2); 0 for the ABI's."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if LOWERED_ATTRIBUTE in op.attributes:
            raise PassError(
                "opencl-attach-target: the module is already lowered to the LLVM "
                f"dialect (it has '{LOWERED_ATTRIBUTE}')"
            )
        try:
            target = Target(
                cast(Abi, self.abi),  # `Target` refuses other names
                self.mcpu,
                split_features(self.features),
                self.code_object_version,
                self.wave_size,
                self.pointer_bits,
            )
        except AbiError as error:
            raise PassError(f"opencl-attach-target: {error}") from None
        attribute = TargetAttr.from_target(target)
        present = op.attributes.get(TARGET_ATTRIBUTE)
        if present is not None and present != attribute:
            raise PassError(
                f"opencl-attach-target: the module's target is {present} already, "
                f"and {attribute} differs; lower it for one of them"
            )
        op.attributes[TARGET_ATTRIBUTE] = attribute

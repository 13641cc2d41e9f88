"""The interface through which a checker or a profile sees accesses to memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from numpy.typing import NDArray

if TYPE_CHECKING:
    from xdsl_opencl.emulator.instruction import Instruction
    from xdsl_opencl.emulator.waves import Waves


@dataclass(frozen=True)
class Access:
    """
    The nature of an access: `space` is `global`, `scalar`, `lds` or `scratch`; `kind` is
    `load`, `store` or `atomic`; `size` is the bytes of each lane.
    """

    space: str
    kind: str
    size: int


class MemoryObserver(Protocol):
    """An object that is told of each access to memory, `AddressSpace.observer`."""

    def access(
        self,
        waves: Waves,
        instruction: Instruction,
        access: Access,
        addresses: NDArray[Any],
        mask: NDArray[Any],
    ) -> None:
        """
        Takes note of an access that is inside memory, before it is made.

        `addresses` and `mask` have the shape [waves, lanes], or [waves, 1] of a scalar
        access. An address is one of global memory, or an offset in the LDS of the wave's
        group or in the scratch of the lane. Lanes that `mask` leaves out make no access, and
        their addresses mean nothing.
        """
        ...

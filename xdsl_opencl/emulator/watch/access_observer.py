"""The interface that passes accesses to memory to a checker or a profile."""

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
    An access: `space` is `global`, `scalar`, `lds` or `scratch`; `kind` is `load`, `store`
    or `atomic`; `size` is the number of bytes for each lane.
    """

    space: str
    kind: str
    size: int


class MemoryObserver(Protocol):
    """Observes each access to memory; see `AddressSpace.observer`."""

    def access(
        self,
        waves: Waves,
        instruction: Instruction,
        access: Access,
        addresses: NDArray[Any],
        mask: NDArray[Any],
    ) -> None:
        """
        Called before each valid access.

        `addresses` and `mask` have the shape [waves, lanes], or [waves, 1] for a scalar
        access. An address is an address in global memory, or an offset in the LDS of the
        wave's group or in the scratch of the lane. Lanes outside `mask` make no access, and
        their addresses are undefined.
        """
        ...

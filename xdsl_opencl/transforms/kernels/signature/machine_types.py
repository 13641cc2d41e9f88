"""Types at the llvm level of a target; impossible ones are errors of an operation."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import DictionaryAttr
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.target import Target
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.target_types import Renumbering


class MachineTypes:
    """
    The types of one target. Every method raises `PassFailedException` at `op` for a type
    that LLVM lacks.
    """

    def __init__(self, target: Target):
        self.values = Renumbering(target)
        self._memory = Renumbering(target, in_memory=True)

    def of(self, op: Operation, type_: Attribute) -> Attribute:
        """`type_` at the llvm level."""
        try:
            return self.values(type_)
        except (ValueError, VerifyException) as error:
            fail(op, str(error))

    def stored(self, op: Operation, type_: Attribute) -> Attribute:
        """`type_` in memory at the llvm level."""
        try:
            return self._memory(type_)
        except (ValueError, VerifyException) as error:
            fail(op, str(error))

    def space(self, op: Operation, spir: int) -> int:
        """LLVM's number for SPIR address space `spir`."""
        try:
            return self.values.space(spir)
        except ValueError as error:
            fail(op, str(error))

    def dictionary(
        self, op: Operation, attributes: Mapping[str, Attribute]
    ) -> DictionaryAttr:
        """The attributes of a parameter or a result."""
        try:
            return self.values.dictionary(DictionaryAttr(attributes))
        except ValueError as error:
            fail(op, str(error))

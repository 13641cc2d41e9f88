"""The errors of the emulator."""

from __future__ import annotations

from xdsl_opencl.errors import Error


class EmulatorError(Error, RuntimeError):
    """
    A code object, a launch or a machine program cannot be run; the text names the error,
    the place and the remedy.
    """


class UnknownInstructionError(EmulatorError):
    """A wave reached an instruction that is not implemented for the generation."""


class MachineFault(EmulatorError):
    """
    A wave caused a hardware fault: an access to unmapped memory, a trap, a jump out of the
    code.
    """


class InstructionLimitError(EmulatorError):
    """The waves of a launch executed more instructions than the limit."""


class DeadlockError(EmulatorError):
    """No wave of a launch can continue: waves wait at a barrier that the rest never reach."""

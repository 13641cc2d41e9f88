"""The errors of the emulator."""

from __future__ import annotations

from xdsl_opencl.errors import Error


class EmulatorError(Error, RuntimeError):
    """
    A code object, a launch or a machine program that cannot be run; the text says what,
    where, and what to do instead.
    """


class UnknownInstructionError(EmulatorError):
    """
    An instruction that no table implements on the generation, raised when a wave reaches it.
    """


class MachineFault(EmulatorError):
    """
    A wave did what the hardware answers with a fault: an access to memory that is not
    there, a trap, a jump out of the code.
    """


class InstructionLimitError(EmulatorError):
    """The waves of a launch executed more instructions than the limit."""


class DeadlockError(EmulatorError):
    """
    No wave of a launch can go on: waves wait at a barrier that others never reach.
    """

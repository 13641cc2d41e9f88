"""Command queues for programs in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.events import Action, CommandQueue, Event

if TYPE_CHECKING:
    import numpy.typing as npt

    from xdsl_opencl.runtime.arguments.argument_block import Value
    from xdsl_opencl.runtime.launch_sizes import Size
    from xdsl_opencl.runtime.program import Kernel


class Queue(CommandQueue):
    """A queue of commands. Every method that adds one returns its event at once."""

    def submit(
        self,
        action: Action | None,
        wait_for: Sequence[Event] = (),
        *,
        name: object = "",
        behind_all: bool = False,
        before_all: bool = False,
    ) -> Event:
        """
        Adds the command that calls `action`, `None` for one that only waits; its event
        has the name `name`. `behind_all`: the command waits for all that came before
        it; `before_all`: all later ones wait for it.

        Raises `RuntimeFailure` when an element of `wait_for` is not an event.
        """
        given: Sequence[Any] = wait_for
        for other in given:
            if not isinstance(other, Event):
                raise RuntimeFailure(
                    f"wait_for has a {type(other).__name__}; give events"
                )
        event = Event(name or getattr(action, "__name__", "command"), action)
        self.add(event, wait_for, behind_all=behind_all, before_all=before_all)
        return event

    def launch(
        self,
        kernel: Kernel,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
        wait_for: Sequence[Event] = (),
    ) -> Event:
        """
        Adds a launch of `kernel`, with the arguments of `Kernel.__call__`; numbers and
        structures are taken now, arrays are used when the kernel runs.

        Raises `RuntimeFailure` for sizes and arguments that do not fit the kernel.
        """
        action = kernel.bind(
            global_size, local_size, *values, global_offset=global_offset
        )
        return self.submit(action, wait_for, name=f"kernel '{kernel.name}'")

    def copy(
        self,
        source: npt.NDArray[Any],
        target: npt.NDArray[Any],
        wait_for: Sequence[Event] = (),
    ) -> Event:
        """
        Adds a copy of the elements of `source` to `target`, whose shape and type it has.

        Raises `RuntimeFailure` for arrays of different shapes or types.
        """
        if source.shape != target.shape or source.dtype != target.dtype:
            raise RuntimeFailure(
                f"copy: {source.dtype}{list(source.shape)} to "
                f"{target.dtype}{list(target.shape)}; give arrays of one shape and type"
            )

        def copy() -> None:
            target[...] = source

        return self.submit(copy, wait_for)

    def fill(
        self, target: npt.NDArray[Any], value: Any, wait_for: Sequence[Event] = ()
    ) -> Event:
        """Adds a command that sets all elements of `target` to `value`."""

        def fill() -> None:
            target[...] = value

        return self.submit(fill, wait_for)

    def call(
        self, function: Action, wait_for: Sequence[Event] = (), name: str = ""
    ) -> Event:
        """
        Adds a call of a Python function. An exception that it raises is the command's.
        """
        return self.submit(function, wait_for, name=name)

    def marker(self, wait_for: Sequence[Event] = ()) -> Event:
        """
        Returns an event that is complete when the events `wait_for` are; without these,
        when all earlier commands are.
        """
        return self.submit(None, wait_for, name="marker", behind_all=not wait_for)

    def barrier(self, wait_for: Sequence[Event] = ()) -> Event:
        """Adds a marker that all later commands wait for."""
        return self.submit(
            None,
            wait_for,
            name="barrier",
            behind_all=not wait_for,
            before_all=True,
        )

"""
The checker of the CPU device: reports of checked kernels, as text and as an exception.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.cpu.host_check import (
    ARGUMENT_WORDS,
    CELL_BYTES,
    CONSTANT_MEMORY,
    LAUNCH_WORDS,
    NO_ARRAY,
    READ_ONLY_ARRAY,
    REPORT_WORDS,
    UNKNOWN,
    VARIABLE_SHIFT,
    WHOLE_GROUP,
    WRITE_ONLY_ARRAY,
    Kind,
)
from xdsl_opencl.abi.cpu.host_launch import LAUNCH_FIELDS
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.runtime.arguments.buffers import Buffer
from xdsl_opencl.runtime.arguments.images import Image
from xdsl_opencl.runtime.arguments.pipes import Pipe
from xdsl_opencl.runtime.errors import RuntimeFailure

if TYPE_CHECKING:
    from xdsl_opencl.emulator.watch.machine_code_checker import Finding

MOST_REPORTS = 100
"""Largest number of different reports of one launch; later ones are not kept."""

_Ids = tuple[int, int, int]

_FLAGS = {"read_write": 0, "read_only": READ_ONLY_ARRAY, "write_only": WRITE_ONLY_ARRAY}


@dataclass(frozen=True)
class WorkItem:
    """A work item of a launch."""

    global_id: _Ids
    local_id: _Ids
    group_id: _Ids

    def __str__(self) -> str:
        return (
            f"work item {self.global_id}, local {self.local_id} in work-group "
            f"{self.group_id}"
        )


@dataclass(frozen=True)
class Report:
    """
    Something that a kernel must not do. `place` is `file:line:column` in the source,
    empty where that is not known; `other` and `other_place` name the other work item in
    a conflict; `times` is how often the same was seen in the launch.
    """

    kind: Kind
    kernel: str
    message: str
    place: str
    item: WorkItem | None
    other: WorkItem | None
    other_place: str
    times: int

    @property
    def note(self) -> str:
        """The work items that did it, and how often."""
        group = "an asynchronous copy of the work-group"
        text = str(self.item) if self.item is not None else group
        if self.other is not None:
            text += f"; the other one: {self.other}"
        if self.other_place:
            text += f" at {self.other_place}"
        if self.times > 1:
            text += f"; the first of {self.times}"
        return text

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return f"{place}error: kernel '{self.kernel}' {self.message}\n  {self.note}"


@dataclass(frozen=True)
class MachineReport:
    """
    Something that machine code of `kernel` must not do, found by the emulator's checker.
    """

    kernel: str
    finding: Finding

    @property
    def kind(self) -> str:
        return self.finding.kind

    @property
    def message(self) -> str:
        return self.finding.message

    @property
    def place(self) -> str:
        """The place in the source, `file:line`, if the code has line tables."""
        instruction = self.finding.instruction
        return f"{instruction.file}:{instruction.line}" if instruction.line else ""

    @property
    def note(self) -> str:
        return self.finding.note

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return f"{place}error: kernel '{self.kernel}' {self.message}\n  {self.note}"


@dataclass(frozen=True)
class FaultReport:
    """
    The fault that ended a launch of `kernel` on the emulator; the message names the
    instruction, and the wave or work item that executed it.
    """

    kernel: str
    kind: str
    message: str
    place: str = ""
    note: str = ""

    def __str__(self) -> str:
        return f"error: kernel '{self.kernel}': {self.message}"


AnyReport = Report | MachineReport | FaultReport


class CheckError(RuntimeFailure):
    """
    A checked kernel broke the rules of OpenCL C; `reports` are in the order of the
    source. The launch is complete, except for the accesses that were refused.
    """

    def __init__(self, reports: Sequence[AnyReport]):
        self.reports = tuple(reports)
        super().__init__("\n".join(map(str, self.reports)))


@dataclass(frozen=True)
class ImageSize:
    """An image argument as a driver has it: its sizes along the axes of coordinates."""

    axes: tuple[int, ...]


@dataclass(frozen=True)
class PipeMemory:
    """A pipe argument as a driver has it. `address` is where its `nbytes` begin."""

    address: int
    nbytes: int


@dataclass(frozen=True)
class Site:
    """The place of an access in the source, if it is known."""

    place: tuple[str, int, int] | None

    def __str__(self) -> str:
        return "" if self.place is None else ":".join(map(str, self.place))


@dataclass(frozen=True)
class Variable:
    """A variable of the program, or memory without a name, of `size` bytes."""

    name: str
    space: str
    size: int

    def __str__(self) -> str:
        return f"{self.space} {f'variable {self.name!r}' if self.name else 'memory'}"


@dataclass(frozen=True)
class Facts:
    """
    The facts about a kernel: log2 of the bytes that are kept apart, and the arguments that
    it may write to, `None` for all.
    """

    grain: int
    written: frozenset[int] | None


@dataclass(frozen=True)
class Tables:
    """The meanings of the numbers in reports (`check_tables.py` reads them)."""

    kernels: dict[str, Facts]
    sites: list[Site]
    variables: list[Variable]


def _cells(count: int, grain: int) -> npt.NDArray[np.uint8]:
    """Cells for `count` bytes, all zero; untouched memory costs nothing."""
    return np.zeros(((count >> grain) + 1) * CELL_BYTES, np.uint8)


class Watch:
    """The checker's record of one launch; the launch record holds `address`."""

    def __init__(
        self,
        kernel: str,
        values: Sequence[object],
        constant: Collection[int],
        tables: Tables,
        groups: Sequence[int],
    ):
        """
        `constant`: indices of the pointers to constant memory among `values`. `groups`:
        the numbers of work-groups.
        """
        arguments = np.zeros((max(len(values), 1), ARGUMENT_WORDS), np.int64)
        facts = tables.kernels[kernel]
        self._images: dict[int, tuple[int, ...]] = {}
        self._keep: list[object] = []
        ends: list[tuple[int, int, int]] = []
        for index, given in enumerate(values):
            buffer = given if isinstance(given, Buffer) else None
            value: object = given if buffer is None else buffer.array
            if isinstance(value, np.ndarray):
                array = cast("npt.NDArray[Any]", value)
                start = int(array.ctypes.data)
                kept = CONSTANT_MEMORY if index in constant else 0
                kept = kept if array.flags.writeable else READ_ONLY_ARRAY
                valid = 0
                if buffer is not None:
                    kept |= _FLAGS[buffer.access]
                    if buffer.written is not None:
                        valid = int(buffer.written.ctypes.data)
                arguments[index] = start, array.nbytes, kept, 0, valid
                if array.nbytes:
                    ends.append((start, start + array.nbytes, index))
            elif isinstance(value, Pipe | PipeMemory):
                arguments[index] = value.address, value.nbytes, NO_ARRAY, 0, 0
            elif isinstance(value, Image | ImageSize):
                self._images[index] = value.axes
        ends.sort()
        aliased = any(end > start for (_, end, _), (start, _, _) in pairwise(ends))
        self._shadow(arguments, ends, facts, aliased)
        self._arguments = arguments
        self._variables = self._shadow_variables(tables, facts.grain)
        self._reports = np.zeros((MOST_REPORTS, len(REPORT_WORDS)), np.int64)
        fields = {
            "arguments": arguments.ctypes.data,
            "argument_count": len(values),
            "reports": self._reports.ctypes.data,
            "capacity": MOST_REPORTS,
            "aliased": aliased,
            "variables": 0 if self._variables is None else self._variables.ctypes.data,
            "groups_x": groups[0],
            "groups_y": groups[1],
            "groups_z": groups[2],
        }
        self._record = np.array([fields.get(w, 0) for w in LAUNCH_WORDS], np.int64)
        self.address = int(self._record.ctypes.data)

    def _shadow(
        self,
        arguments: npt.NDArray[np.int64],
        ends: Sequence[tuple[int, int, int]],
        facts: Facts,
        aliased: bool,
    ) -> None:
        """
        Makes cells for the arguments that the kernel writes, or for all arguments if
        some overlap; overlapping arguments share their cells.
        """
        shared: list[tuple[int, int, list[int]]] = []
        for start, end, index in ends:
            if not aliased and facts.written is not None and index not in facts.written:
                continue
            if shared and start < shared[-1][1]:
                first, last, members = shared[-1]
                shared[-1] = (first, max(last, end), [*members, index])
            else:
                shared.append((start, end, [index]))
        for start, end, members in shared:
            offsets = [int(arguments[index, 0]) - start for index in members]
            if any(offset % (1 << facts.grain) for offset in offsets):
                # There is no cell for the beginning of that array.
                continue
            try:
                cells = _cells(end - start, facts.grain)
            except MemoryError:
                # Memory that is too large to watch is not checked for races.
                arguments[members, 2] |= NO_ARRAY
                continue
            self._keep.append(cells)
            for index, offset in zip(members, offsets, strict=True):
                at = (offset >> facts.grain) * CELL_BYTES
                arguments[index, 3] = int(cells.ctypes.data) + at

    def _shadow_variables(
        self, tables: Tables, grain: int
    ) -> npt.NDArray[np.int64] | None:
        """
        The addresses of the cells of program-scope variables that a kernel may write.
        """
        if not any(variable.space == "global" for variable in tables.variables):
            return None
        addresses = np.zeros(len(tables.variables), np.int64)
        for number, variable in enumerate(tables.variables):
            if variable.space == "global":
                cells = _cells(variable.size, grain)
                self._keep.append(cells)
                addresses[number] = cells.ctypes.data
        return addresses

    def raise_reports(
        self,
        kernel: str,
        infos: Sequence[ArgumentInfo],
        tables: Tables,
        launch: Sequence[int],
    ) -> None:
        """
        Raises `CheckError` when there are reports of the launch whose record is `launch`.
        """
        count = int(self._record[LAUNCH_WORDS.index("count")])
        if not count:
            return
        reader = _Reader(kernel, infos, tables, launch, self._arguments, self._images)
        entries: list[dict[str, int]] = [
            dict(zip(REPORT_WORDS, row, strict=True))
            for row in self._reports[:count].tolist()
        ]
        entries.sort(key=lambda e: (reader.order(e["site"]), e["site"], e["kind"]))
        raise CheckError([reader.report(entry) for entry in entries])


@dataclass
class _Reader:
    """Makes text of the reports of one launch."""

    kernel: str
    infos: Sequence[ArgumentInfo]
    tables: Tables
    launch: Sequence[int]
    arguments: npt.NDArray[np.int64]
    images: dict[int, tuple[int, ...]]

    def order(self, site: int) -> tuple[str, int, int]:
        return self.tables.sites[site].place or ("", 0, 0)

    def field(self, name: str) -> _Ids:
        x, y, z = (self.launch[LAUNCH_FIELDS[f"{name}_{axis}"] // 8] for axis in "xyz")
        return x, y, z

    def work_item(self, linear: int, group: _Ids) -> WorkItem | None:
        if linear in (-1, WHOLE_GROUP):
            return None
        size, full = self.field("global_size"), self.field("local_size")
        actual = [min(f, s - g * f) for g, f, s in zip(group, full, size, strict=True)]
        rest, x = divmod(linear, actual[0])
        z, y = divmod(rest, actual[1])
        local = (x, y, z)
        gx, gy, gz = (
            g * f + i + o
            for g, f, i, o in zip(
                group, full, local, self.field("global_offset"), strict=True
            )
        )
        return WorkItem((gx, gy, gz), local, group)

    def other_group(self, number: int, group: _Ids) -> _Ids:
        """
        The group of the other work item, whose linear id is `number`; -1 for the same.
        """
        if number == -1:
            return group
        x, y, _ = self.field("num_groups")
        rest, first = divmod(number, x)
        third, second = divmod(rest, y)
        return first, second, third

    def argument(self, index: int) -> str:
        if index >= len(self.infos):
            return "shared virtual memory"
        name = self.infos[index].name
        return f"argument {index} '{name}'" if name else f"argument {index}"

    def memory(self, extent: int) -> tuple[str, int | None]:
        """Returns the name of the memory, and its bytes where they are known."""
        if extent == UNKNOWN:
            return "memory", None
        if extent >= 0:
            variable = self.tables.variables[extent >> VARIABLE_SHIFT]
            return str(variable), variable.size
        index = -1 - extent
        base, size, *_ = self.arguments[index].tolist()
        return self.argument(index), size if base else None

    def report(self, entry: dict[str, int]) -> Report:
        kind = Kind(entry["kind"])
        group = (entry["group_x"], entry["group_y"], entry["group_z"])
        other, other_site = entry["other_item"], entry["other_site"]
        if kind is Kind.IMAGE or entry["other_group"] == -2:
            other = -1
        return Report(
            kind,
            self.kernel,
            self.message(kind, entry),
            str(self.tables.sites[entry["site"]]),
            self.work_item(entry["item"], group),
            self.work_item(other, self.other_group(entry["other_group"], group)),
            str(self.tables.sites[other_site]) if other_site >= 0 else "",
            entry["times"],
        )

    def message(self, kind: Kind, entry: dict[str, int]) -> str:
        size, offset, writes = entry["size"], entry["offset"], entry["writes"]
        verb = "writes" if writes else "reads"
        name, total = self.memory(entry["extent"])
        access = f"{verb} {size} byte{'s' * (size != 1)}"
        at = f"{access} at byte {offset} of {name}"
        match kind:
            case Kind.OUT_OF_BOUNDS if entry["extent"] == UNKNOWN:
                address = offset % (1 << 64)
                return f"{access} at address {address:#x}, where no argument and no variable is"
            case Kind.OUT_OF_BOUNDS if offset < 0:
                return f"{access}, {-offset} before the beginning of {name}"
            case Kind.OUT_OF_BOUNDS if total is None:
                return at
            case Kind.OUT_OF_BOUNDS:
                return f"{at}, which has {total}"
            case Kind.NULL_POINTER if entry["extent"] == UNKNOWN:
                return f"{access} through a null pointer"
            case Kind.NULL_POINTER:
                return f"{access} through {name}, which is a null pointer"
            case Kind.MISALIGNED:
                return f"{at}: the address is not aligned for them"
            case Kind.READ_ONLY:
                index = -1 - entry["extent"]
                if index >= 0 and self.arguments[index, 2] == READ_ONLY_ARRAY:
                    return f"{at}, which is a read-only array"
                return f"{at}, which is constant memory"
            case Kind.UNINITIALISED:
                return f"{at}, which no work item has written"
            case Kind.ENDED:
                return f"{at}, a variable of a function or a block that has ended"
            case Kind.COMING:
                return (
                    f"{at}, to which an asynchronous copy is under way: wait for its event "
                    "first, with wait_group_events"
                )
            case Kind.WRITE_WRITE | Kind.READ_WRITE:
                does = "writes too" if kind is Kind.WRITE_WRITE else "writes"
                does = does if kind is Kind.WRITE_WRITE or not writes else "reads"
                if entry["other_group"] == -1:
                    return (
                        f"{at}, which another work item {does}, with no barrier between"
                    )
                return (
                    f"{at}, which another work-group {does}, and work-groups run in any "
                    "order: use atomic operations, or a launch for each"
                )
            case Kind.DIFFERENT_BARRIERS:
                return "has work items of one work-group wait at different barriers"
            case Kind.MISSING_AT_BARRIER:
                return (
                    f"waits at a barrier that only {size} of the {writes} work items of "
                    "the work-group reach"
                )
            case Kind.DIFFERENT_COPIES:
                return "has work items of one work-group ask for different asynchronous copies"
            case Kind.ARRAY_INDEX:
                return (
                    f"{verb} element {offset} of an array of {size}, which is part of a "
                    "larger variable"
                )
            case Kind.WRITE_ONLY:
                return f"{at}, which is a write-only buffer"
            case Kind.UNDEFINED:
                return "uses a variable that has no value: give it one first"
            case Kind.NOT_AWAITED:
                return (
                    "ends before the asynchronous copy is complete: wait for its event "
                    "with wait_group_events"
                )
            case Kind.NO_EVENT:
                return "waits for an event that no asynchronous copy has given"
            case Kind.DIFFERENT_EVENTS:
                return "has work items of one work-group wait for different events"
            case Kind.IMAGE:
                return self.image(entry)
            case Kind.DIVISION:
                return "divides an integer by zero, or the smallest number by -1"

    def image(self, entry: dict[str, int]) -> str:
        verb = "writes" if entry["writes"] else "reads"
        at = [entry["offset"], entry["other_item"], entry["size"]]
        index = -1 - entry["extent"]
        axes = self.images.get(index)
        if axes is None:
            return f"{verb} outside an image, at ({', '.join(map(str, at))})"
        where = ", ".join(map(str, at[: len(axes)]))
        sizes = " x ".join(map(str, axes))
        return (
            f"{verb} at ({where}) outside {self.argument(index)}, an image of {sizes}"
        )

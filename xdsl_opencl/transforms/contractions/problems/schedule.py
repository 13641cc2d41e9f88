"""
The sizes of a contraction's kernel: the tile of a work-group and what a work item has of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects.builtin import FixedBitwidthType, MemRefType
from xdsl.ir import Attribute

from xdsl_opencl.abi.gpu.matrix_instructions import LINES, MatrixInstruction

SCHEDULE = "opencl.schedule"
"""The attribute of a contraction with its sizes."""

LARGEST = 128
"""The rows and the columns of the largest tile."""

VECTOR_BYTES = 16
"""The bytes that a work item loads and stores at once."""

STORED = 4
"""The elements of a row that a work item stores at once."""


def bytes_of(element: Attribute) -> int:
    """Returns the bytes of an element in memory."""
    assert isinstance(element, FixedBitwidthType)
    return element.bitwidth // 8


def size_of(type: MemRefType[Attribute]) -> int:
    """Returns the bytes of memory of static shape."""
    return bytes_of(type.element_type) * type.element_count()


@dataclass(frozen=True)
class Schedule:
    """
    The work-group computes a tile of `rows` x `columns` elements, `depth` products of each at a
    time, with `waves` sub-groups of `lanes` work items. `instruction` multiplies, where the
    target has one for the types; without it each work item has a block of elements.
    """

    rows: int
    columns: int
    depth: int
    wave_rows: int
    wave_columns: int
    lanes: int
    instruction: MatrixInstruction | None
    stages: int = 2
    """The tiles along the depth that are worked on at once: with 2, one is loaded while one is multiplied."""

    @cached_property
    def waves(self) -> int:
        return self.wave_rows * self.wave_columns

    @cached_property
    def work_items(self) -> int:
        return self.waves * self.lanes

    # --- with a matrix instruction ---------------------------------------------------

    @cached_property
    def fragment_rows(self) -> int:
        """The matrices of 16 rows that a sub-group has below each other."""
        return self.rows // self.wave_rows // LINES

    @cached_property
    def fragment_columns(self) -> int:
        """The matrices of 16 columns that a sub-group has beside each other."""
        return self.columns // self.wave_columns // LINES

    # --- without -----------------------------------------------------------------------

    @cached_property
    def item_columns(self) -> int:
        """The work items in one row of work items."""
        return min(LINES, self.columns // 4)

    @cached_property
    def item_rows(self) -> int:
        """The rows of work items."""
        return self.work_items // self.item_columns

    def check(self) -> None:
        """
        Raises `ValueError` for sizes that do not fit together; the message says which would.
        """
        for name, size in (
            ("rows", self.rows),
            ("columns", self.columns),
            ("depth", self.depth),
            ("sub-groups for the rows", self.wave_rows),
            ("sub-groups for the columns", self.wave_columns),
        ):
            if size < 1 or size & (size - 1):
                raise ValueError(f"a tile has {size} {name}; use a power of two")
        if self.work_items > 1024:
            raise ValueError(
                f"{self.waves} sub-groups of {self.lanes} are {self.work_items} work items; "
                "a work-group has at most 1024"
            )
        if self.instruction is not None:
            least = (self.wave_rows * LINES, self.wave_columns * LINES)
            if self.rows < least[0] or self.columns < least[1]:
                raise ValueError(
                    f"{self.wave_rows} x {self.wave_columns} sub-groups need a tile of at "
                    f"least {least[0]} x {least[1]}, got {self.rows} x {self.columns}"
                )
            if self.depth < self.instruction.depth:
                raise ValueError(
                    f"the matrix instruction multiplies {self.instruction.depth} deep; a "
                    f"tile of depth {self.depth} is too small"
                )
            return
        if self.columns < 4 or self.rows < self.item_rows:
            raise ValueError(
                f"{self.work_items} work items need a tile of at least {self.item_rows} x 4, "
                f"got {self.rows} x {self.columns}"
            )


def _extent(size: int | None, least: int) -> int:
    """The rows or columns of a tile for `size` of the problem, if it is known."""
    extent = LARGEST
    while size is not None and extent > least and extent // 2 >= size:
        extent //= 2
    return extent


def default_schedule(
    rows: int | None,
    columns: int | None,
    lanes: int,
    instruction: MatrixInstruction | None,
    element_bytes: int,
) -> Schedule:
    """
    Returns sizes for a problem of `rows` x `columns`, `None` where unknown, with factors of
    `element_bytes` bytes.
    """
    if instruction is not None:
        height, width = _extent(rows, LINES), _extent(columns, LINES)
        wave_rows, wave_columns = (min(2, n // LINES) for n in (height, width))
        # Two products deep, where one has not as many bytes of a line, or instructions.
        wide = instruction.depth * element_bytes >= 128 or instruction.steps > 1
        deep = instruction.depth if wide else 2 * instruction.depth
        depth = max(deep, 64 // element_bytes)
        return Schedule(
            height, width, depth, wave_rows, wave_columns, lanes, instruction
        )
    height, width = _extent(rows, 32), _extent(columns, 32)
    waves = max(1, min(256, height * width // 32) // lanes)
    return Schedule(height, width, 16, waves, 1, lanes, None)

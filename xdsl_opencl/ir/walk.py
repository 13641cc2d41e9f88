"""Operations in their order."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Block, Operation, Region


def operations(root: Operation) -> Iterator[Operation]:
    """
    `root` and all operations inside, in the order and with the liberties of xDSL's `walk`
    (the one just seen may be erased, others may be inserted before it), in a third of the
    time: there each operation passes three generators for each level of regions.
    """
    yield root
    outer: list[tuple[Operation | None, Block | None, Iterator[Region]]] = []
    regions = iter(root.regions)
    block: Block | None = None
    op: Operation | None = None
    while True:
        while op is None:
            if block is None:
                region = next(regions, None)
                if region is not None:
                    block = region.first_block
                elif outer:
                    op, block, regions = outer.pop()
                else:
                    return
            else:
                op, block = block.first_op, block.next_block
        # The property costs as much as all else here.
        current, op = op, op._next_op  # pyright: ignore[reportPrivateUsage]
        yield current
        if current.regions:
            outer.append((op, block, regions))
            regions, op, block = iter(current.regions), None, None


class Kinds(dict[type[Operation], bool]):
    """
    Whether operations of a class are `kinds`, by the class. Operations are abstract classes, of
    which `isinstance` is slow where the answer is no: for walks that ask every operation.
    """

    def __init__(self, *kinds: type[Operation]):
        super().__init__()
        self._kinds = frozenset(kinds)

    def __missing__(self, kind: type[Operation]) -> bool:
        self[kind] = found = not self._kinds.isdisjoint(kind.__mro__)
        return found

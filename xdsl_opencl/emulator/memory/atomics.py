"""
Atomic operations on arrays: many lanes at once, with the same result as one lane after the other.

Each lane has a place (the number of an element) and data. Lanes at the same place take effect in
the order of the arrays, and each gets the value before its own operation.

Sources: AMD, "RDNA3 Instruction Set Architecture", section 16.15 to 16.17 (pseudocode of `DS_*`
and `GLOBAL_ATOMIC_*`); "RDNA4 Instruction Set Architecture" for `cond_sub`, `sub_clamp`,
`min_num`; LLVM, `AMDGPUUsage.rst`, "Memory Model".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.vector.semantics.formats import flush
from xdsl_opencl.emulator.vector.semantics.small_floats import (
    bfloat_to_single,
    single_to_bfloat,
)

Array = NDArray[Any]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Atomic:
    """
    An operation on elements of `dtype`. `apply` computes the new value from the old one and
    the data. `together(first, second)`, if present, combines two data into one with the
    effect of both. `at` is NumPy's in-place function. `compare` marks operations whose
    `apply` also takes a second data: compare-and-swap the value to compare with. A packed
    operation works on two `elements` of a lane separately.
    """

    dtype: str
    apply: Callable[..., Array]
    together: Callable[[Array, Array], Array] | None = None
    at: Any = None
    compare: bool = False
    elements: int = 1

    @property
    def size(self) -> int:
        """The bytes of a lane in memory."""
        return np.dtype(self.dtype).itemsize * self.elements

    @property
    def words(self) -> int:
        """The registers of the data; a value to compare with has its own."""
        return self.size // 4

    @property
    def registers(self) -> int:
        """The registers of the data, and of the value to compare with after it."""
        return self.words * (1 + self.compare)


def swap(old: Array, data: Array) -> Array:
    """Stores the data."""
    return data


def compare_and_swap(old: Array, data: Array, compare: Array) -> Array:
    """Stores the data where the old value is `compare`."""
    return np.where(old == compare, data, old)


def mask_or(old: Array, data: Array, mask: Array) -> Array:
    """Replaces the bits of the mask by the data."""
    return (old & ~mask) | data


def wrap(old: Array, data: Array, limit: Array) -> Array:
    """Adds the data below the limit, and else subtracts the limit."""
    return np.where(old >= limit, old - limit, old + data)


def increment(old: Array, limit: Array) -> Array:
    """Counts up to the limit, then from 0 again."""
    return np.where(old >= limit, 0, old + old.dtype.type(1)).astype(old.dtype)


def decrement(old: Array, limit: Array) -> Array:
    """Counts down to 0, then from the limit again."""
    stop = (old == 0) | (old > limit)
    return np.where(stop, limit, old - old.dtype.type(1)).astype(old.dtype)


def reverse_subtract(old: Array, data: Array) -> Array:
    """Subtracts the old value from the data."""
    return data - old


def conditional_subtract(old: Array, data: Array) -> Array:
    """Subtracts where the result is not below 0 (`csub` of gfx10 and 11 clamps instead)."""
    return np.where(old >= data, old - data, old)


def clamped_subtract(old: Array, data: Array) -> Array:
    """Subtracts, and stops at 0."""
    return np.where(old >= data, old - data, 0).astype(old.dtype)


def float_minimum(old: Array, data: Array) -> Array:
    """The smaller number; if one operand is NaN, the other one; -0 is less than +0."""
    lower = np.where(np.signbit(old), old, data)
    return np.where(old == data, lower, np.fmin(old, data))


def float_maximum(old: Array, data: Array) -> Array:
    """The larger number; if one operand is NaN, the other one; +0 is greater than -0."""
    upper = np.where(np.signbit(old), data, old)
    return np.where(old == data, upper, np.fmax(old, data))


def flushing_add(old: Array, data: Array) -> Array:
    """The sum; denormal operands and results become zeros of the same sign."""
    return flush(flush(old) + flush(data))


def bfloat_add(old: Array, data: Array) -> Array:
    """The sum of two bfloat16 given as bits, rounded to nearest even."""
    return single_to_bfloat(bfloat_to_single(old) + bfloat_to_single(data))


def _integers(size: int) -> dict[str, Atomic]:
    unsigned, signed = f"<u{size}", f"<i{size}"
    return {
        "swap": Atomic(unsigned, swap, lambda a, b: b),
        "cmpswap": Atomic(unsigned, compare_and_swap, compare=True),
        "mskor": Atomic(unsigned, mask_or, compare=True),
        "wrap": Atomic(unsigned, wrap, compare=True),
        "add": Atomic(unsigned, np.add, np.add, np.add),
        "sub": Atomic(unsigned, np.subtract, np.add, np.subtract),
        "rsub": Atomic(unsigned, reverse_subtract),
        "smin": Atomic(signed, np.minimum, np.minimum, np.minimum),
        "umin": Atomic(unsigned, np.minimum, np.minimum, np.minimum),
        "smax": Atomic(signed, np.maximum, np.maximum, np.maximum),
        "umax": Atomic(unsigned, np.maximum, np.maximum, np.maximum),
        "and": Atomic(unsigned, np.bitwise_and, np.bitwise_and, np.bitwise_and),
        "or": Atomic(unsigned, np.bitwise_or, np.bitwise_or, np.bitwise_or),
        "xor": Atomic(unsigned, np.bitwise_xor, np.bitwise_xor, np.bitwise_xor),
        "inc": Atomic(unsigned, increment),
        "dec": Atomic(unsigned, decrement),
        "csub": Atomic(unsigned, clamped_subtract),
        "cond_sub": Atomic(unsigned, conditional_subtract),
        "fcmpswap": Atomic(f"<f{size}", compare_and_swap, compare=True),
        "fmin": Atomic(f"<f{size}", float_minimum, float_minimum),
        "fmax": Atomic(f"<f{size}", float_maximum, float_maximum),
        "fadd": Atomic(f"<f{size}", np.add, at=np.add),
        "fadd_flush": Atomic(f"<f{size}", flushing_add),
    }


ATOMICS: Mapping[int, Mapping[str, Atomic]] = {
    4: {
        **_integers(4),
        "pk_add_f16": Atomic("<f2", np.add, at=np.add, elements=2),
        "pk_add_bf16": Atomic("<u2", bfloat_add, elements=2),
    },
    8: _integers(8),
}
"""Operations by the bytes of a lane and name."""


def perform(
    atomic: Atomic,
    memory: Array,
    places: Places,
    data: Array,
    compare: Array | None = None,
    *,
    wanted: bool = True,
) -> Array | None:
    """
    Performs `atomic` with `data` on the elements `places` of `memory`, all one-dimensional.
    Returns the old value for each lane, or `None` if it is not `wanted`.
    """
    with np.errstate(all="ignore"):
        if atomic.at is not None and not wanted:
            atomic.at.at(memory, places, data)
            return None
        operands = (data,) if compare is None else (data, compare)
        order = np.argsort(places, kind="stable")
        sorted_places = places[order]
        starts = np.flatnonzero(_heads(sorted_places))
        if len(starts) == len(places):
            old = memory[places]
            memory[places] = atomic.apply(old, *operands)
            return old
        lengths = np.diff(starts, append=len(places))
        operands = tuple(o[order] for o in operands)
        if atomic.apply is compare_and_swap:
            found = _compared(memory, sorted_places, *operands)
        elif atomic.together is not None:
            found = _scanned(
                atomic, memory, sorted_places, operands[0], starts, lengths
            )
        else:
            found = _repeated(atomic, memory, sorted_places, operands, starts, lengths)
        old = np.empty_like(found)
        old[order] = found
        return old


def _heads(places: Places) -> NDArray[np.bool_]:
    """True at the first of each run of equal places."""
    heads = np.ones(len(places), np.bool_)
    np.not_equal(places[1:], places[:-1], out=heads[1:])
    return heads


def _scanned(
    atomic: Atomic,
    memory: Array,
    places: Places,
    data: Array,
    starts: NDArray[np.intp],
    lengths: NDArray[np.intp],
) -> Array:
    """Operations whose data can be combined: a prefix sum within each run of places."""
    assert atomic.together is not None
    rank = np.arange(len(places)) - np.repeat(starts, lengths)
    total = data.copy()
    shift = 1
    while shift < int(lengths.max()):
        far = np.flatnonzero(rank >= shift)
        total[far] = atomic.together(total[far - shift], total[far])
        shift *= 2
    found = memory[places]
    later = np.flatnonzero(rank > 0)
    found[later] = atomic.apply(found[later], total[later - 1])
    last = starts + lengths - 1
    memory[places[last]] = atomic.apply(memory[places[last]], total[last])
    return found


def _repeated(
    atomic: Atomic,
    memory: Array,
    places: Places,
    operands: tuple[Array, ...],
    starts: NDArray[np.intp],
    lengths: NDArray[np.intp],
) -> Array:
    """
    Any operation: first the first lane of each place, then the second of each, and so on.
    """
    found = np.empty(len(places), memory.dtype)
    for rank in range(int(lengths.max())):
        now = starts[lengths > rank] + rank
        where = places[now]
        old = memory[where]
        found[now] = old
        memory[where] = atomic.apply(old, *(data[now] for data in operands))
    return found


def _compared(memory: Array, places: Places, data: Array, compare: Array) -> Array:
    """
    Compare-and-swap: lanes that find another value change nothing, so a round ends at the
    first success at each place.
    """
    found = np.empty(len(places), memory.dtype)
    waiting = np.arange(len(places))
    while len(waiting):
        where = places[waiting]
        old = memory[where]
        found[waiting] = old
        equal = np.flatnonzero(old == compare[waiting])
        first = equal[_heads(where[equal])]
        winners = waiting[first]
        memory[places[winners]] = data[winners]
        # Lanes after a successful lane at the same place must compare again.
        run = np.cumsum(_heads(where)) - 1
        stop = np.full(int(run[-1]) + 1, len(waiting))
        stop[run[first]] = first
        waiting = waiting[np.arange(len(waiting)) > stop[run]]
    return found

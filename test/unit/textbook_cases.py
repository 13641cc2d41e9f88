"""
Launches of the kernels in `test/textbook`, with the results that NumPy computes.

Each case makes the data of one algorithm for a local size. Integers must be equal; numbers
of floating point may differ by `bound` times the largest of the expected ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.runtime import Local, Program

Array = npt.NDArray[Any]
Size = tuple[int, ...]

GROUPS = 3
"""Work-groups of cases whose groups have data of their own."""

SIZES: tuple[Size, ...] = ((7,), (15,), (16,), (17,), (32,), (33,), (48,), (64,))
"""Local sizes in one dimension: below, at and above rows of sixteen in lockstep."""
EVEN: tuple[Size, ...] = ((8,), (14,), (16,), (18,), (32,), (34,), (48,), (64,))
PLATES: tuple[Size, ...] = (
    (5, 3),
    (16, 1),
    (17, 2),
    (16, 4),
    (32, 2),
    (33, 2),
    (3, 20),
)
SQUARES: tuple[Size, ...] = ((3, 3), (7, 7), (8, 8), (16, 16), (17, 17))


@dataclass
class Run:
    """
    Launches of kernels, in order, and what their arrays hold afterwards: `results` are
    arrays, what is expected of them, and the bound of error.
    """

    steps: list[tuple[str, Size, Size, list[Any]]] = field(
        default_factory=list[tuple[str, Size, Size, list[Any]]]
    )
    results: list[tuple[Array, Array, float]] = field(
        default_factory=list[tuple[Array, Array, float]]
    )

    def launch(
        self, kernel: str, global_size: Sequence[int], local: Sequence[int], *args: Any
    ) -> None:
        values = [np.int32(a) if isinstance(a, int) else a for a in args]
        self.steps.append((kernel, tuple(global_size), tuple(local), values))

    def expect(self, array: Array, want: Any, bound: float = 0.0) -> None:
        self.results.append((array, np.asarray(want), bound))

    @property
    def largest(self) -> int:
        """Work items in the largest work-group."""
        return max(math.prod(local) for _, _, local, _ in self.steps)

    def check(self, program: Program) -> None:
        """Runs the launches. Raises `AssertionError` for a wrong result."""
        for kernel, global_size, local, values in self.steps:
            program[kernel](global_size, local, *values)
        for array, want, bound in self.results:
            want = want.reshape(array.shape)
            if not bound:
                np.testing.assert_array_equal(array, want)
                continue
            limit = bound * np.abs(want).max()
            np.testing.assert_allclose(array, want, rtol=0, atol=limit)


Make = Callable[[Run, np.random.Generator, Size], None]


@dataclass(frozen=True)
class Case:
    """An algorithm: the kernels of `file`, at each of `sizes`."""

    name: str
    file: str
    sizes: tuple[Size, ...]
    make: Make

    def run(self, local: Size) -> Run:
        """
        The launches with work-groups of size `local`; the data are the same each time.
        """
        seed = [*self.name.encode(), *local]
        made = Run()
        self.make(made, np.random.default_rng(seed), local)
        return made


CASES: list[Case] = []


def _case(file: str, sizes: tuple[Size, ...] = SIZES) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        CASES.append(Case(make.__name__, file, sizes, make))
        return make

    return add


def _padded(n: int) -> int:
    """The next power of two."""
    return 1 << (n - 1).bit_length()


def _below(n: int) -> int:
    """The largest power of two that is not above `n`."""
    return 1 << (n.bit_length() - 1)


def _matrix(rng: np.random.Generator, n: int) -> Array:
    """A matrix that needs no pivots."""
    a = rng.uniform(-1, 1, (n, n)) + n * np.eye(n)
    return a.astype(np.float32)


def _positive(rng: np.random.Generator, n: int) -> Array:
    """A symmetric matrix with positive eigenvalues."""
    a = rng.uniform(-1, 1, (n, n))
    return (a @ a.T / n + np.eye(n)).astype(np.float32)


# --- relaxation.cl -------------------------------------------------------------------


@_case("relaxation.cl")
def jacobi_two_colours(run: Run, rng: np.random.Generator, local: Size) -> None:
    (n,) = local
    rod = rng.integers(0, 1000, (GROUPS, n), np.int32)
    want = rod.copy()
    for t in range(5):
        for colour in range(2):
            cells = np.arange(1, n - 1)
            cells = cells[cells % 2 == colour]
            want[:, cells] = (want[:, cells - 1] + want[:, cells + 1] + t) >> 1
    run.launch("jacobi_two_colours", (GROUPS * n,), local, rod, Local(4 * n), 5)
    run.expect(rod, want)


@_case("relaxation.cl")
def jacobi_strided(run: Run, rng: np.random.Generator, local: Size) -> None:
    n, steps = 2 * local[0] + 5, 4
    rods = rng.integers(0, 1000, (GROUPS, n), np.int32)
    want = rods.copy()
    for _ in range(steps):
        for colour in range(2):
            cells = np.arange(1, n - 1)
            cells = cells[cells % 2 == colour]
            want[:, cells] = (want[:, cells - 1] + want[:, cells + 1]) >> 1
    size = (GROUPS * local[0],)
    run.launch("jacobi_strided", size, local, rods, Local(4 * n), n, steps)
    run.expect(rods, want)


@_case("relaxation.cl")
def jacobi_until(run: Run, rng: np.random.Generator, local: Size) -> None:
    (n,) = local
    # Halves and quarters are exact, so that the steps until the limit are.
    rod = rng.integers(0, 64, (GROUPS, n)).astype(np.float32)
    want, taken = rod.copy(), np.zeros(GROUPS, np.int32)
    limit, most = np.float32(2.0), 12
    steps: list[int] = []
    for row in want:
        step, largest = 0, np.inf
        while step == 0 or (largest > limit and step < most):
            new = row.copy()
            new[1:-1] = (row[:-2] + row[2:]) * np.float32(0.5)
            largest = np.abs(new - row).max()
            row[:] = new
            step += 1
        steps.append(step)
    run.launch(
        *("jacobi_until", (GROUPS * n,), local, rod, taken),
        *(Local(4 * n), Local(4 * n), limit, most),
    )
    run.expect(rod, want)
    run.expect(taken, steps)


@_case("relaxation.cl", PLATES)
def red_black_sor(run: Run, rng: np.random.Generator, local: Size) -> None:
    width, height, sweeps = 19, 13, 4
    plate = rng.uniform(0, 1, (height, width)).astype(np.float32)
    u = plate.astype(np.float64)
    rows, columns = np.mgrid[1 : height - 1, 1 : width - 1]
    for _ in range(sweeps):
        for colour in range(2):
            mine = (rows + columns) % 2 == colour
            i, j = rows[mine], columns[mine]
            around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
            u[i, j] += 1.5 * (0.25 * around - u[i, j])
    run.launch(
        *("red_black_sor", local, local, plate, Local(4 * plate.size)),
        *(width, height, np.float32(1.5), sweeps),
    )
    run.expect(plate, u, 1e-5)


@_case("relaxation.cl", PLATES)
def heat(run: Run, rng: np.random.Generator, local: Size) -> None:
    w, h = local
    plate = rng.integers(0, 10000, (2 * h, 3 * w), np.int32)
    want = plate.copy()
    for top in (0, h):
        for left in (0, w, 2 * w):
            part = want[top : top + h, left : left + w]
            for _ in range(5):
                sides = [np.roll(part, s, a) for s in (-1, 1) for a in (0, 1)]
                part[:] = (sum(sides) + 4 * part) // 8
    run.launch("heat", (3 * w, 2 * h), local, plate, Local(8 * w * h), 5)
    run.expect(plate, want)


@_case("relaxation.cl", PLATES)
def life(run: Run, rng: np.random.Generator, local: Size) -> None:
    w, h = local
    board = rng.integers(0, 2, (2 * h, 2 * w)).astype(np.uint8)
    want = board.copy()
    for top in (0, h):
        for left in (0, w):
            part = want[top : top + h, left : left + w]
            for _ in range(4):
                # A torus of fewer than three cells has some neighbours more than once.
                count = sum(
                    np.roll(part.astype(int), (dy, dx), (0, 1))
                    for dy in (-1, 0, 1)
                    for dx in (-1, 0, 1)
                    if dy or dx
                )
                part[:] = (count == 3) | ((part == 1) & (count == 2))
    run.launch("life", (2 * w, 2 * h), local, board, Local(w * h), 4)
    run.expect(board, want)


# --- factorisations.cl ---------------------------------------------------------------


@_case("factorisations.cl")
def gauss(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = max(local[0] - 2, 2)
    a = np.stack([_matrix(rng, n) for _ in range(GROUPS)])
    b = rng.uniform(-1, 1, (GROUPS, n)).astype(np.float32)
    x = np.zeros_like(b)
    run.launch(
        *("gauss", (GROUPS * local[0],), local, a, b, x),
        *(Local(4 * n * n), Local(4 * n), n),
    )
    want = np.linalg.solve(a.astype(np.float64), b.astype(np.float64)[..., None])
    run.expect(x, want, 1e-5)


@_case("factorisations.cl")
def invert(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = local[0] // 2
    a = rng.permutation(_matrix(rng, n))
    inverse = np.zeros_like(a)
    run.launch("invert", local, local, a, inverse, Local(8 * n * n), Local(4), n)
    run.expect(inverse, np.linalg.inv(a.astype(np.float64)), 1e-4)


@_case("factorisations.cl", PLATES)
def lu(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 13
    a = _matrix(rng, n)
    want = a.astype(np.float64)
    for k in range(n):
        want[k + 1 :, k] /= want[k, k]
        want[k + 1 :, k + 1 :] -= np.outer(want[k + 1 :, k], want[k, k + 1 :])
    run.launch("lu", local, local, a, Local(4 * n * n), n)
    run.expect(a, want, 1e-5)


@_case("factorisations.cl")
def cholesky(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = max(local[0] - 1, 2)
    a = np.stack([_positive(rng, n) for _ in range(GROUPS)])
    want = np.linalg.cholesky(a.astype(np.float64))
    run.launch("cholesky", (GROUPS * local[0],), local, a, Local(4 * n * n), n)
    run.expect(a, want, 1e-5)


@_case("factorisations.cl")
def qr(run: Run, rng: np.random.Generator, local: Size) -> None:
    n, m = max(local[0] - 2, 4), 4
    a = rng.uniform(-1, 1, (n, m)).astype(np.float32)
    q, r = np.zeros_like(a), np.zeros((m, m), np.float32)
    want_q, want_r = np.linalg.qr(a.astype(np.float64))
    signs = np.sign(np.diag(want_r))
    run.launch(
        *("qr", local, local, a, q, r, Local(4 * n * m), Local(4 * local[0]), n, m)
    )
    run.expect(q, want_q * signs, 2e-4)
    run.expect(r, want_r * signs[:, None], 2e-5)


@_case("factorisations.cl")
def conjugate_gradient(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = max(local[0] - 3, 2)
    a = _positive(rng, n)
    b = rng.uniform(-1, 1, n).astype(np.float32)
    x, steps = np.zeros_like(b), np.zeros(1, np.int32)
    run.launch(
        *("conjugate_gradient", local, local, a, b, x, steps, Local(4 * n)),
        *(Local(4 * local[0]), np.float32(1e-10), n),
    )
    run.expect(x, np.linalg.solve(a.astype(np.float64), b.astype(np.float64)), 1e-4)


@_case("factorisations.cl")
def power_iteration(run: Run, rng: np.random.Generator, local: Size) -> None:
    n, rounds = max(local[0] - 1, 2), 20
    a = _positive(rng, n)
    value = np.zeros(1, np.float32)
    v, norm = np.ones(n), 0.0
    for _ in range(rounds):
        v = a.astype(np.float64) @ v
        norm = float(np.linalg.norm(v))
        v /= norm
    run.launch(
        *("power_iteration", local, local, a, value, Local(4 * n)),
        *(Local(4 * local[0]), n, rounds),
    )
    run.expect(value, [norm], 1e-5)


# --- lud.cl --------------------------------------------------------------------------


@_case("lud.cl", ((3,), (8,), (16,), (17,)))
def lud(run: Run, rng: np.random.Generator, local: Size) -> None:
    (size,) = local
    n, bytes_ = 3 * size, 4 * size * size
    a = _matrix(rng, n)
    want = a.astype(np.float64)
    for k in range(n):
        want[k + 1 :, k] /= want[k, k]
        want[k + 1 :, k + 1 :] -= np.outer(want[k + 1 :, k], want[k, k + 1 :])
    tile = [Local(bytes_) for _ in range(3)]
    for offset in range(0, n, size):
        run.launch("lud_diagonal", local, local, a, tile[0], n, offset)
        rest = (n - offset) // size - 1
        if rest:
            pair = (2 * size,)
            whole = (2 * size * rest,)
            run.launch("lud_perimeter", whole, pair, a, *tile, n, offset)
            square, all_ = (size, size), (size * rest, size * rest)
            run.launch("lud_internal", all_, square, a, *tile[:2], n, offset)
    run.expect(a, want, 1e-5)


# --- transforms.cl -------------------------------------------------------------------


def _hadamard(n: int) -> Array:
    h = np.ones((1, 1), np.int32)
    while len(h) < n:
        h = np.block([[h, h], [h, -h]])
    return h


@_case("transforms.cl")
def walsh_hadamard(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = _below(local[0])
    data = rng.integers(-1000, 1000, (GROUPS, n), np.int32)
    want = data @ _hadamard(n)
    size = (GROUPS * local[0],)
    run.launch("walsh_hadamard", size, local, data, Local(4 * n), n)
    run.expect(data, want)


@_case("transforms.cl")
def walsh_hadamard_strided(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 64
    data = rng.integers(-1000, 1000, (GROUPS, n), np.int32)
    want = data @ _hadamard(n)
    size = (GROUPS * local[0],)
    run.launch("walsh_hadamard_strided", size, local, data, Local(4 * n), n)
    run.expect(data, want)


def _complex(rng: np.random.Generator, rows: int, n: int) -> Array:
    return rng.uniform(-1, 1, (rows, n, 2)).astype(np.float32)


def _fft(data: Array) -> Array:
    whole = data[..., 0].astype(np.float64) + 1j * data[..., 1]
    result = np.fft.fft(whole)
    return np.stack([result.real, result.imag], -1)


@_case("transforms.cl")
def fft(run: Run, rng: np.random.Generator, local: Size) -> None:
    bits = 6
    data = _complex(rng, GROUPS, 1 << bits)
    to = np.zeros_like(data)
    run.launch(
        *("fft", (GROUPS * local[0],), local, data, to),
        *(Local(8 << bits), 1 << bits, bits),
    )
    run.expect(to, _fft(data), 2e-6)


@_case("transforms.cl")
def fft_stockham(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 2 * _below(local[0])
    data = _complex(rng, GROUPS, n)
    want = _fft(data)
    run.launch("fft_stockham", (GROUPS * local[0],), local, data, Local(4 * n), n)
    run.expect(data, want, 2e-6)


@_case("transforms.cl")
def pyramid(run: Run, rng: np.random.Generator, local: Size) -> None:
    (n,), levels, rounds = local, 3, 3
    data = rng.integers(0, 1 << 32, (GROUPS, n), np.uint32)
    want = data.copy()
    ids = np.arange(n)
    for v in want:
        for _ in range(rounds):
            t = v.copy()
            for level in range(levels):
                kept = v.copy()
                for side in (-1, 1):
                    other = ids + side * (1 << level)
                    inside = (other >= 0) & (other < n)
                    v[inside] += t[other[inside]] * np.uint32(level + 1)
                t = v - (kept >> np.uint32(1))
            for level in reversed(range(levels)):
                other = ids ^ (1 << level)
                add = np.where(other < n, t[np.minimum(other, n - 1)], level)
                takes = (ids >> level & 1) == 1
                t[takes] -= add[takes].astype(np.uint32)
            v[:] = t
    size = (GROUPS * n,)
    run.launch("pyramid", size, local, data, Local(4 * n), levels, rounds)
    run.expect(data, want)


# --- sorting.cl ----------------------------------------------------------------------


def _integers(rng: np.random.Generator, n: int) -> Array:
    return rng.integers(-(1 << 31), 1 << 31, (GROUPS, n), np.int32)


@_case("sorting.cl")
def bitonic(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 53
    data, padded = _integers(rng, n), _padded(n)
    want = np.sort(data)
    size = (GROUPS * local[0],)
    run.launch("bitonic", size, local, data, Local(4 * padded), n, padded)
    run.expect(data, want)


@_case("sorting.cl")
def bitonic_in_variables(run: Run, rng: np.random.Generator, local: Size) -> None:
    padded = _below(local[0])
    n = padded - 1
    data = rng.normal(0, 100, (GROUPS, n)).astype(np.float32)
    want = np.sort(data)
    size = (GROUPS * local[0],)
    run.launch("bitonic_in_variables", size, local, data, Local(4 * padded), n, padded)
    run.expect(data, want)


@_case("sorting.cl")
def odd_even(run: Run, rng: np.random.Generator, local: Size) -> None:
    data = _integers(rng, *local)
    want = np.sort(data)
    run.launch("odd_even", (data.size,), local, data, Local(4 * local[0]))
    run.expect(data, want)


@_case("sorting.cl")
def odd_even_until(run: Run, rng: np.random.Generator, local: Size) -> None:
    data, phases = _integers(rng, *local), np.zeros(GROUPS, np.int32)
    data[0] = np.sort(data[0])
    want = data.copy()
    steps: list[int] = []
    for row in want:
        phase = quiet = 0
        while quiet < 2:
            first = np.arange(phase % 2, len(row) - 1, 2)
            pairs = np.sort(np.stack([row[first], row[first + 1]]), 0)
            quiet = quiet + 1 if (pairs[0] == row[first]).all() else 0
            row[first], row[first + 1] = pairs
            phase += 1
        steps.append(phase)
    run.launch(
        *("odd_even_until", (data.size,), local, data, phases),
        *(Local(4 * local[0]), Local(4)),
    )
    run.expect(data, np.sort(data))
    run.expect(data, want)
    run.expect(phases, steps)


@_case("sorting.cl")
def odd_even_merge(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 61
    data, padded = _integers(rng, n), _padded(n)
    want = np.sort(data)
    size = (GROUPS * local[0],)
    run.launch("odd_even_merge", size, local, data, Local(4 * padded), n, padded)
    run.expect(data, want)


@_case("sorting.cl")
def radix(run: Run, rng: np.random.Generator, local: Size) -> None:
    data = rng.integers(0, 64, (GROUPS, *local), np.uint32)
    want = np.sort(data)
    run.launch(
        *("radix", (data.size,), local, data),
        *(Local(4 * local[0]), Local(4 * local[0]), 6),
    )
    run.expect(data, want)


@_case("sorting.cl")
def histogram(run: Run, rng: np.random.Generator, local: Size) -> None:
    n, count = 1000, 37
    data = rng.integers(0, 256, n).astype(np.uint8)
    bins = np.zeros(count, np.uint32)
    size = (GROUPS * local[0],)
    run.launch("histogram", size, local, data, bins, Local(4 * count), n, count)
    run.expect(bins, np.bincount(data % count, minlength=count))


@_case("sorting.cl")
def histogram_columns(run: Run, rng: np.random.Generator, local: Size) -> None:
    (size,), each, count = local, 20, 21
    data = rng.integers(0, 256, (GROUPS, each * size)).astype(np.uint8)
    partial = np.zeros((GROUPS, count), np.uint32)
    run.launch(
        *("histogram_columns", (GROUPS * size,), local, data, partial),
        *(Local(count * size), each, count),
    )
    run.expect(partial, [np.bincount(row % count, minlength=count) for row in data])


# --- scans.cl ------------------------------------------------------------------------


@_case("scans.cl")
def hillis_steele(run: Run, rng: np.random.Generator, local: Size) -> None:
    data = rng.integers(-1000, 1000, (GROUPS, *local), np.int32)
    want = np.cumsum(data, 1)
    run.launch("hillis_steele", (data.size,), local, data, Local(8 * local[0]))
    run.expect(data, want)


@_case("scans.cl")
def scan_blocks(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 3 * local[0] + 2
    data = rng.integers(-1000, 1000, n, np.int32)
    out = np.zeros_like(data)
    run.launch("scan_blocks", local, local, data, out, Local(4 * local[0]), n)
    run.expect(out, np.cumsum(data))


@_case("scans.cl")
def blelloch(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 64
    data = rng.integers(-1000, 1000, (GROUPS, n), np.int32)
    totals = np.zeros(GROUPS, np.int32)
    sums = np.cumsum(data, 1)
    want = sums - data
    size = (GROUPS * local[0],)
    run.launch("blelloch", size, local, data, totals, Local(4 * n), n)
    run.expect(data, want)
    run.expect(totals, sums[:, -1])


@_case("scans.cl")
def reduce(run: Run, rng: np.random.Generator, local: Size) -> None:
    n, size = 1001, GROUPS * local[0]
    data = rng.integers(-1000, 1000, n, np.int32)
    sums = np.zeros(GROUPS, np.int32)
    which = np.arange(n) % size // local[0]
    run.launch("reduce", (size,), local, data, sums, Local(4 * local[0]), n)
    run.expect(sums, [data[which == g].sum() for g in range(GROUPS)])


@_case("scans.cl")
def segmented_scan(run: Run, rng: np.random.Generator, local: Size) -> None:
    data = rng.integers(-1000, 1000, (GROUPS, *local), np.int32)
    heads = (rng.uniform(size=data.shape) < 0.2).astype(np.uint8)
    want = data.copy()
    for row, begins in zip(want, heads, strict=True):
        for i in range(1, len(row)):
            if not begins[i]:
                row[i] += row[i - 1]
    run.launch(
        *("segmented_scan", (data.size,), local, data, heads),
        *(Local(4 * local[0]), Local(local[0])),
    )
    run.expect(data, want)


# --- products.cl ---------------------------------------------------------------------


@_case("products.cl")
def matrix_vector(run: Run, rng: np.random.Generator, local: Size) -> None:
    rows, columns = 2 * GROUPS + 1, 2 * local[0] + 3
    a = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    x = rng.uniform(-1, 1, columns).astype(np.float32)
    y = np.zeros(rows, np.float32)
    run.launch(
        *("matrix_vector", (GROUPS * local[0],), local, a, x, y),
        *(Local(4 * local[0]), Local(4 * local[0]), rows, columns),
    )
    run.expect(y, a.astype(np.float64) @ x.astype(np.float64), 1e-5)


@_case("products.cl")
def matrix_vector_rows(run: Run, rng: np.random.Generator, local: Size) -> None:
    rows, columns = 3 * local[0] - 2, 2 * local[0] + 3
    a = rng.integers(-1000, 1000, (rows, columns), np.int32)
    x = rng.integers(-1000, 1000, columns, np.int32)
    y = np.zeros(rows, np.int32)
    run.launch(
        *("matrix_vector_rows", (3 * local[0],), local, a, x, y),
        *(Local(4 * local[0]), rows, columns),
    )
    run.expect(y, a @ x)


@_case("products.cl", SQUARES)
def matrix_product(run: Run, rng: np.random.Generator, local: Size) -> None:
    size = local[0]
    n, m, k = 2 * size - 1, size + 2, 2 * size + 1
    a = rng.integers(-1000, 1000, (n, k), np.int32)
    b = rng.integers(-1000, 1000, (k, m), np.int32)
    c = np.zeros((n, m), np.int32)
    tiles = Local(4 * size * size), Local(4 * size * size)
    run.launch(
        *("matrix_product", (2 * size, 2 * size), local, a, b, c, *tiles, n, m, k)
    )
    run.expect(c, a @ b)


@_case("products.cl", SQUARES)
def matrix_power(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = local[0]
    data = rng.integers(0, 1 << 32, (n, n), np.uint32)
    want = np.linalg.matrix_power(data, 11)
    tile = Local(4 * n * n)
    run.launch("matrix_power", local, local, data, tile, tile, n, np.uint32(11))
    run.expect(data, want)


@_case("products.cl", SQUARES)
def transpose(run: Run, rng: np.random.Generator, local: Size) -> None:
    size = local[0]
    height, width = 2 * size - 1, 3 * size - 2
    data = rng.integers(-(1 << 15), 1 << 15, (height, width), np.int16)
    out = np.zeros((width, height), np.int16)
    run.launch(
        *("transpose", (3 * size, 2 * size), local, data, out),
        *(Local(2 * size * (size + 1)), width, height),
    )
    run.expect(out, data.T)


@_case("products.cl")
def bodies(run: Run, rng: np.random.Generator, local: Size) -> None:
    n, steps, dt = max(local[0] - 1, 2), 4, 0.01
    data = rng.uniform(-1, 1, (n, 4)).astype(np.float32)
    place, speed = (data[:, k : k + 2].astype(np.float64) for k in (0, 2))
    for _ in range(steps):
        away = place[None] - place[:, None]
        d = (away**2).sum(-1) + 0.5
        speed += dt * (away / (d**1.5)[..., None]).sum(1)
        place += dt * speed
    run.launch(
        *("bodies", local, local, data, Local(16 * local[0]), n, steps),
        np.float32(dt),
    )
    run.expect(data, np.hstack([place, speed]), 1e-5)


# --- paths.cl ------------------------------------------------------------------------


def _graph(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """The lengths of edges, and those of the shortest paths."""
    graph = rng.integers(1, 100, (n, n), np.int32)
    graph[rng.uniform(size=(n, n)) < 0.6] = 1000000
    np.fill_diagonal(graph, 0)
    want = graph.copy()
    for k in range(n):
        want = np.minimum(want, want[:, k : k + 1] + want[k])
    return graph, want


@_case("paths.cl", PLATES)
def floyd_warshall(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 21
    graph, want = _graph(rng, n)
    run.launch("floyd_warshall", local, local, graph, Local(4 * n * n), n)
    run.expect(graph, want)


@_case("paths.cl", SQUARES)
def floyd_tiles(run: Run, rng: np.random.Generator, local: Size) -> None:
    size = local[0]
    n, tiles = 3 * size - 2, 3
    graph, want = _graph(rng, n)
    memory = [Local(4 * size * size) for _ in range(3)]
    for k in range(tiles):
        for phase, groups in enumerate(((1, 1), (tiles - 1, 2), (tiles - 1,) * 2)):
            whole = tuple(g * size for g in groups)
            run.launch("floyd_tiles", whole, local, graph, *memory, n, k, phase)
    run.expect(graph, want)


@_case("paths.cl")
def needleman_wunsch(run: Run, rng: np.random.Generator, local: Size) -> None:
    (size,), tiles, penalty = local, 3, 2
    n = tiles * size
    first, second = (rng.integers(0, 4, n).astype(np.uint8) for _ in range(2))
    score = np.zeros((n + 1, n + 1), np.int32)
    score[0] = score[:, 0] = -penalty * np.arange(n + 1)
    want = score.copy()
    for i in range(1, n + 1):
        match = np.where(second == first[i - 1], 5, -3)
        best = np.maximum(want[i - 1, :-1] + match, want[i - 1, 1:] - penalty)
        # What comes from the left falls by the penalty at each step.
        down = penalty * np.arange(n + 1)
        along = np.maximum.accumulate(np.concatenate([[want[i, 0]], best]) + down)
        want[i] = along - down
    for diagonal in range(2 * tiles - 1):
        skip = max(0, diagonal - tiles + 1)
        count = min(diagonal, tiles - 1) - skip + 1
        run.launch(
            *("needleman_wunsch", (count * size,), local, score, first, second),
            *(Local(4 * (size + 1) ** 2), n + 1, diagonal, skip, penalty),
        )
    run.expect(score, want)


@_case("paths.cl")
def common_subsequence(run: Run, rng: np.random.Generator, local: Size) -> None:
    n, m = local[0] - 1, local[0] + 4
    first, second = (rng.integers(0, 4, k).astype(np.uint8) for k in (n, m))
    length = np.zeros(1, np.int32)
    table = np.zeros((n + 1, m + 1), int)
    for i in range(n):
        for j in range(m):
            table[i + 1, j + 1] = (
                table[i, j] + 1
                if first[i] == second[j]
                else max(table[i, j + 1], table[i + 1, j])
            )
    run.launch(
        *("common_subsequence", local, local, first, second, length),
        *(Local(12 * (n + 1)), n, m),
    )
    run.expect(length, [table[n, m]])


@_case("paths.cl")
def pathfinder(run: Run, rng: np.random.Generator, local: Size) -> None:
    rows, columns = 7, max(local[0] - 2, 2)
    wall = rng.integers(0, 10, (rows, columns), np.int32)
    result = np.zeros(columns, np.int32)
    best = wall[0].copy()
    for row in wall[1:]:
        wide = np.pad(best, 1, constant_values=1 << 20)
        best = np.minimum(np.minimum(wide[:-2], wide[1:-1]), wide[2:]) + row
    run.launch(
        *("pathfinder", local, local, wall, result),
        *(Local(4 * columns), Local(4 * columns), rows, columns),
    )
    run.expect(result, best)


def _edges(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """
    For each node the place at which its edges begin, and the nodes at their other ends.
    """
    counts = rng.integers(1, 4, n)
    begin = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return begin, rng.integers(0, n, int(begin[-1]), np.int32)


@_case("paths.cl")
def bellman_ford(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = max(local[0] - 1, 2)
    begin, sources = _edges(rng, n)
    weight = rng.integers(1, 50, len(sources), np.int32)
    distance, rounds = np.zeros(n, np.int32), np.zeros(1, np.int32)
    targets = np.repeat(np.arange(n), np.diff(begin))
    want = np.full(n, 1000000, np.int32)
    want[0] = count = 0
    while True:
        new = want.copy()
        np.minimum.at(new, targets, want[sources] + weight)
        count += 1
        if (new == want).all():
            break
        want = new
    run.launch(
        *("bellman_ford", local, local, begin, sources, weight, distance, rounds),
        *(Local(4 * n), Local(4), n),
    )
    run.expect(distance, want)
    run.expect(rounds, [count])


@_case("paths.cl")
def breadth_first(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = max(local[0] - 1, 2)
    begin, to = _edges(rng, n)
    level = np.full(n, -7, np.int32)
    want, depth, layer = np.full(n, -1), 0, [0]
    while layer:
        want[layer] = depth
        depth += 1
        ends = {int(e) for i in layer for e in to[begin[i] : begin[i + 1]]}
        layer = [e for e in ends if want[e] < 0]
    run.launch(
        *("breadth_first", local, local, begin, to, level),
        *(Local(4 * n), Local(4), n),
    )
    run.expect(level, want)


@_case("paths.cl")
def sieve(run: Run, rng: np.random.Generator, local: Size) -> None:
    n = 150
    prime = np.full(n, 9, np.uint8)
    run.launch("sieve", local, local, prime, Local(n), n)
    want = [n >= 2 and all(n % d for d in range(2, n)) for n in range(n)]
    run.expect(prime, want)

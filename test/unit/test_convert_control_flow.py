"""
Meaning of the conversions of `scf`, `cf` and `func`: the code is run and compared with NumPy's
and, where upstream can convert the same text, with upstream's.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from conversion_helpers import ours, upstream
from texts import parts
from tools import needs

pytestmark = [needs("mlir-opt"), needs("mlir-translate")]

Array = Any
I64 = ctypes.c_int64
I32 = ctypes.c_int32
F32 = ctypes.c_float
POINTER = ctypes.c_void_p


def pointer(array: Array) -> int:
    return array.ctypes.data


def numbers(*shape: int) -> Array:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape) + 1


TEXTS = parts("convert_control_flow.mlir")
CONTROL = TEXTS["CONTROL"]


def collatz(n: int) -> tuple[int, int]:
    steps, top = 0, n
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps, top = steps + 1, max(top, n)
    return steps, top


def test_control_flow():
    for code in (ours(CONTROL), upstream(CONTROL)):
        for start in (1, 2, 7, 27):
            out = np.zeros(2, np.int64)
            code.function("store_collatz", None, I64, POINTER)(start, pointer(out))
            assert tuple(out) == collatz(start)
        choose = code.function("choose", I32, I64, I32)
        assert [choose(x, 9) for x in (3, -4, 0, 4)] == [30, 81, 9, 9]
        jump = code.function("jump", I32, I32)
        assert [jump(x) for x in (-1, 7, 0, 5)] == [10, 70, 0, 5]
        for n, step in ((0, 1), (5, 1), (9, 2), (64, 5)):
            m = np.zeros(64, np.int32)
            found = code.function("nested", I32, I64, I64, POINTER)(n, step, pointer(m))
            expected: Any = np.zeros(64, np.int32)
            total = 0
            for i in range(0, n, step):
                for j in range(i):
                    if j < 1:
                        expected[i] = total
                    total += j
            assert found == total
            assert np.array_equal(m, expected)


def test_index_switch_reads_all_bits():
    # Upstream's and xDSL's lowering look at the low 32 bits, which are those of case 3.
    choose = ours(CONTROL).function("choose", I32, I64, I32)
    assert choose((1 << 32) + 3, 9) == 9


PARALLEL = TEXTS["PARALLEL"]


def test_parallel():
    m = numbers(4, 6)
    for code in (ours(PARALLEL), upstream(PARALLEL)):
        for n in range(5):
            total = code.function("sum", F32, I64, POINTER, F32)(n, pointer(m), 0.5)
            assert total == 0.5 + m[:n, ::2].sum()
            target = np.zeros((4, 6), np.float32)
            code.function("fill", None, I64, POINTER, F32)(n, pointer(target), 3)
            expected = np.zeros((4, 6), np.float32)
            expected[:n, 0] = 3
            if n:
                expected[0, :2] = 0, 3
            assert np.array_equal(target, expected)


ORDER = TEXTS["ORDER"]


def test_order_of_blocks():
    m = numbers(8, 8)
    # Upstream expands the other division elsewhere; here they are the same.
    for code in (ours(ORDER), upstream(ORDER.replace("floordivsi", "divsi"))):
        found = code.function("order", F32, POINTER, I64)(pointer(m), 1)
        assert found == m[2, 2] + m[2, 1] + m[2, 2]

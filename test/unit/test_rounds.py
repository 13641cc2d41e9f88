"""The most rounds that loops go: at least those that they went."""

from __future__ import annotations

import ctypes
import re
from struct import pack_into
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import Program

COUNTED = {
    "for (int i = 0; i < n; ++i) c++;": "s1",
    "for (int i = 5; i <= 11; i += 2) c++;": "7",
    "for (int i = -2; i <= 2; ++i) for (int j = -3; j < 3; ++j) c++;": "5 5,7",
    "for (int i = 0; i < n; i += 7) { if (p[i & 3] == 77) break; c++; }": "s1",
    "for (uint i = 0; i < m; ++i) { c++; if (c > 100) return; }": "u2",
    "for (size_t i = 0; n > (int)i; ++i) c++;": None,
    "for (long i = 0; i < n; ++i) c++;": "s1",
    "int i = 0; do c++; while (++i < n);": "s1",
    "int i = 0; while (i < n && p[i & 3] < 50) { i++; c++; }": "s1",
    "for (int i = 0; n >= i && c < 99; ++i) c++;": "s1",
    "for (int s = n; s > 0; s >>= 1) c++;": "65",
    "for (uint s = m; s > 0; s >>= 2) c++;": "65",
    "for (int i = 0; i < (int)get_local_size(0); ++i) c++;": "4097",
    "for (uchar i = 0; i < b; ++i) { for (int j = 0; j < n; ++j) c++; c++; }": None,
    "for (int i = 0; i < n; ++i) c++; for (int j = 1; j < n; ++j) c++;": "s1 s1",
    "for (int i = 0; i < p[0]; ++i) c++;": None,
    "for (int i = p[0]; i < n; ++i) c++;": None,
    "for (int i = -1; i < n; ++i) c++;": None,
    "for (uint i = 0; i <= m; ++i) { c++; if (c > 40) break; }": None,
    "for (uint i = 0; i < m; i += 3) { c++; if (c > 40) break; }": None,
    "for (int i = 1; i < n; i *= 2) c++;": None,
    "for (int i = 0; i != n; ++i) { c++; if (c > 40) break; }": None,
    "for (int s = n; s != 0; s >>= 1) { c++; if (c > 40) break; }": None,
    "for (int s = n; (uint)s > 0; s >>= 1) { c++; if (c > 40) break; }": None,
    "int i = 0; while (i < n) { c += 1; if (c == 40) return; if (c & 1) continue; ++i; }": None,
    "for (int i = 0; i > -n; --i) c++;": None,
    "for (int i = 0; i < n; ++i) { c++; if (c & 1) --i; if (c > 40) break; }": None,
    "int i = 0; while (c < 40) { if (p[c & 3] == 3 && ++i >= n) break; c++; }": "41",
    "int i = 0; while (i < n || p[i & 3] < 2) { i++; if (++c > 40) break; }": None,
    "for (int i = get_local_id(0); i < n; i += 3) c++;": "s1",
    "for (int i = get_global_id(0); i < n; i += 3) c++;": None,
    "for (int i = 0; i < min(n, p[0]); ++i) c++;": "s1",
    "for (int i = 0; i < min(p[0], 6); ++i) c++;": "7",
    "for (uint i = 0; i < min(m, (uint)p[0]); ++i) c++;": "u2",
    "for (uint i = 0; i < (uint)min(n, p[1]); ++i) { if (++c > 40) break; }": None,
    "for (int i = 0; i < max(n, p[0]); ++i) c++;": None,
    "for (uint i = get_local_id(0); i < 90; i += 8) c++;": "91",
    "for (uint i = 4; i < 4294967295u; i += 3) { if (++c > 40) break; }": None,
    "int i = 0; for (;;) { if (c++ > 40 || p[0] == 9) break; if (i++ < n) continue; }": "41",
}
HEAD = "kernel void k{}(global int *p, int n, uint m, uchar b) {{ int c = 0; {} p[4] = c; }}"
SOURCE = "\n".join(HEAD.format(i, body) for i, body in enumerate(COUNTED))


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE)


def value(rounds: str, arguments: dict[str, int]) -> int:
    """The number that `rounds` stands for."""

    def bound(word: str) -> int:
        return int(word) if word.isdecimal() else max(arguments[word] + 1, 1)

    return sum(
        int(np.prod([bound(word) for word in product.split(",")]))
        for product in rounds.split()
    )


@pytest.mark.parametrize("number", range(len(COUNTED)), ids=[*COUNTED])
def test_rounds(program: Program, number: int) -> None:
    expected = [*COUNTED.values()][number]
    (text,) = re.findall(rf"^define void @k{number}\(.*?#(\d+)", program.llvm_ir, re.M)
    (facts,) = re.findall(rf"^attributes #{text} = (.*)$", program.llvm_ir, re.M)
    found = re.search(r'"opencl-rounds"="([^"]*)"', facts)
    assert (None if found is None else found[1]) == expected
    kernel: Any = program[f"k{number}"]
    for n in (-3, 0, 1, 8, 33):
        m, b = max(n, 0), 9
        p = np.array([3, 1, 3, 0, 0], np.int32)
        kernel(1, 1, p, n, m, b)
        if expected is not None:
            rounds = value(expected, {"s1": n, "u2": m})
            # The last look, after which there is no round, may count.
            assert p[4] <= rounds + 1
            block = ctypes.create_string_buffer(64)
            for placed in kernel.layout.arguments:
                if placed.index:
                    form = " iIB"[placed.index]
                    pack_into(form, block, placed.offset, (0, n, m, b)[placed.index])
            assert kernel.rounds(ctypes.addressof(block)) == rounds


def test_work() -> None:
    """An iteration on long vectors counts as several; the inner loop's work is its own."""
    loop = (
        "for (int i = 0; i < n; ++i) {{ p[i] = n;"
        " for (int j = 0; j < n; ++j) {{ {0} v = ({0})j; v = v * v + ({0})i; q[j] = v; }} }}"
    )
    source = "".join(
        f"kernel void {name}(global int *p, int n, global {name} *q) {{ {loop.format(name)} }}"
        for name in ("float", "float16")
    ).replace("void float", "void k_float")
    ir = Program.from_source(source).llvm_ir
    short, long = re.findall(r'"opencl-rounds"="([^"]*)"', ir)
    assert short == "s1 s1,s1"
    outer, inner = long.split()
    *known, weight = inner.split(",")
    assert outer == "s1"
    assert known == ["s1", "s1"]
    # At least two conversions, a product, a sum, each for 16 elements.
    assert int(weight) >= 2

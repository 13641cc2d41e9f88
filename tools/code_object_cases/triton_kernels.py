"""Kernels of Triton, with their results by NumPy."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.language.extra import libdevice

from code_object_cases import Refused
from xdsl_opencl.emulator import launch, load

TYPES = {
    "float16": "fp16",
    "float32": "fp32",
    "float64": "fp64",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "u8",
    "uint16": "u16",
    "uint32": "u32",
    "uint64": "u64",
    "bool": "i1",
}

Made = tuple[int | tuple[int, ...], dict[str, Any], dict[int, Any], float]
"""The number of programs, arguments and constants by name, results by position, tolerance."""

CASES: list[tuple[str, Any, dict[str, Any], Callable[[np.random.Generator], Made]]] = []


class Typed:
    """`array` as Triton's `type` of its elements: `bf16` for 16 bits, `fp8e5` for 8."""

    def __init__(self, array: Any, type: str):
        self.array = array
        self.type = type


def case(kernel: Any, name: str = "", **options: Any) -> Callable[[Any], Any]:
    def add(make: Any) -> Any:
        CASES.append((name or kernel.__name__, kernel, options, make))
        return make

    return add


def bf16(values: Any) -> Any:
    """The upper halves of floats, rounded to nearest even."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def from_bf16(bits: Any) -> Any:
    return (bits.astype(np.uint32) << 16).view(np.float32)


def from_fp8e5(bits: Any) -> Any:
    return (bits.astype(np.uint16) << 8).view(np.float16).astype(np.float32)


def from_fp8e4(bits: Any, bias: int = 7) -> Any:
    exponent, mantissa = bits >> 3 & 15, (bits & 7).astype(np.float32)
    value = np.where(
        exponent == 0,
        np.ldexp(mantissa, -2 - bias),
        np.ldexp(8 + mantissa, exponent.astype(int) - bias - 3),
    )
    return np.where(bits & 128, -value, value).astype(np.float32)


FP4 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6], np.float32)


def from_fp4(bits: Any) -> Any:
    """Two numbers a byte, the lower half first."""
    halves = np.stack([bits & 15, bits >> 4], -1).reshape(*bits.shape[:-1], -1)
    return np.where(halves & 8, -1, 1) * FP4[halves & 7]


def run(case: Any, gpu: str, folder: Path, check: bool) -> None:
    name, kernel, options, make = case
    programs, named, expected, tolerance = make(np.random.default_rng(1))
    grid = programs if isinstance(programs, tuple) else (programs,)
    options = dict(options)
    constants, types, values = {}, {}, []
    for key, value in named.items():
        if isinstance(value, (int, str, tl.dtype)):
            constants[key], types[key] = value, "constexpr"
            continue
        array = value.array if isinstance(value, Typed) else value
        type = value.type if isinstance(value, Typed) else TYPES[str(array.dtype)]
        if type == "fp8e4" and gpu == "gfx942":
            type = "fp8e4b8"
            expected = {p: w * 0.5 for p, w in expected.items()}
        type = "fp8e4nv" if type == "fp8e4" else type
        types[key] = "*" * (np.ndim(array) > 0) + type
        values.append(array)
    path = folder / f"triton-{name}-{gpu}.hsaco"
    text = path.with_suffix(".json")
    refusal = path.with_suffix(".refused")
    if refusal.exists():
        raise Refused(refusal.read_text())
    if not path.exists():
        lanes = 64 if gpu.startswith("gfx9") else 32
        try:
            compiled = triton.compile(
                ASTSource(kernel, types, constants),
                target=GPUTarget("hip", gpu, lanes),
                options=options,
            )
        except Exception as error:
            refusal.write_text(str(error)[-300:])
            raise Refused(refusal.read_text()) from None
        path.write_bytes(compiled.asm["hsaco"])
        text.write_text(json.dumps(compiled.metadata._asdict(), default=str))
    metadata = json.loads(text.read_text())
    size = metadata["num_warps"] * metadata["warp_size"]
    program = load(path.read_bytes())
    scratch = np.zeros(
        max(1, math.prod(grid) * metadata.get("global_scratch_size", 0)), np.uint8
    )
    launch(
        program,
        metadata["name"],
        (grid[0] * size, *grid[1:]),
        (size, *(1 for _ in grid[1:])),
        *values,
        scratch,
        None,
        dynamic_local_bytes=metadata["shared"],
        check=check,
    )
    for position, wanted in expected.items():
        got = values[position]
        if wanted.dtype == np.float32 and got.dtype == np.uint16:
            got = from_bf16(got)
        np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance)


def cases() -> Iterator[tuple[str, Callable[[str, Path, bool], object]]]:
    for made in CASES:
        yield made[0], partial(run, made)


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@case(vector_add)
def _(rng):
    x, y = rng.random((2, 1000), np.float32)
    args = dict(x=x, y=y, out=np.zeros_like(x), n=np.int32(1000), BLOCK=256)
    return 4, args, {2: x + y}, 0


@case(vector_add, "vector_add_bf16")
def _(rng):
    x, y = (bf16(rng.random(1000)) for _ in range(2))
    out = np.zeros_like(x)
    args = {k: Typed(v, "bf16") for k, v in dict(x=x, y=y, out=out).items()}
    wanted = from_bf16(bf16(from_bf16(x) + from_bf16(y)))
    return 4, args | dict(n=np.int32(1000), BLOCK=256), {2: wanted}, 0


@triton.jit
def functions(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    v = (
        tl.exp(-v)
        + tl.log(v + 1) * tl.sin(v)
        + tl.cos(v)
        + tl.sqrt(v)
        + tl.rsqrt(v + 1)
    )
    tl.store(out + i, v + tl.sigmoid(v) + tl.exp2(v) + tl.log2(v + 3) + tl.floor(v))


@case(functions)
def _(rng):
    x = rng.random(512, np.float32) + np.float32(0.1)
    v = x.astype(float)
    v = (
        np.exp(-v)
        + np.log(v + 1) * np.sin(v)
        + np.cos(v)
        + np.sqrt(v)
        + 1 / np.sqrt(v + 1)
    )
    v = v + 1 / (1 + np.exp(-v)) + np.exp2(v) + np.log2(v + 3) + np.floor(v)
    return (
        2,
        dict(x=x, out=np.zeros_like(x), BLOCK=256),
        {1: v.astype(np.float32)},
        1e-5,
    )


@triton.jit
def libdevice_functions(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    v = (
        libdevice.tanh(v)
        + libdevice.pow(v, 1.5)
        + tl.erf(v)
        + libdevice.atan2(v, v + 1)
    )
    tl.store(out + i, v)


@case(libdevice_functions)
def _(rng):
    from math import erf

    x = rng.random(512, np.float32) * 4
    v = x.astype(float)
    v = np.tanh(v) + v**1.5 + np.vectorize(erf)(v) + np.arctan2(v, v + 1)
    return (
        1,
        dict(x=x, out=np.zeros_like(x), BLOCK=512),
        {1: v.astype(np.float32)},
        1e-5,
    )


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    mask = i < columns
    place = tl.program_id(0) * columns + i
    value = tl.load(x + place, mask=mask, other=float("-inf"))
    power = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + place, power / tl.sum(power, axis=0), mask=mask)


def soft(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


@case(softmax)
def _(rng):
    x = rng.standard_normal((5, 200)).astype(np.float32)
    args = dict(x=x, out=np.zeros_like(x), columns=np.int32(200), BLOCK=256)
    return 5, args, {1: soft(x)}, 1e-5


@triton.jit
def layer_norm(x, weight, bias, out, columns, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    mask = i < columns
    place = tl.program_id(0) * columns + i
    v = tl.load(x + place, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(v, axis=0) / columns
    d = tl.where(mask, v - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(d * d, axis=0) / columns + 1e-5)
    w = tl.load(weight + i, mask=mask)
    tl.store(out + place, d * scale * w + tl.load(bias + i, mask=mask), mask=mask)


@case(layer_norm)
def _(rng):
    x = rng.standard_normal((4, 300)).astype(np.float16)
    w, b = rng.random((2, 300), np.float32)
    d = x.astype(np.float32) - x.astype(np.float32).mean(1, keepdims=True)
    wanted = d / np.sqrt((d * d).mean(1, keepdims=True) + 1e-5) * w + b
    args = dict(x=x, weight=w, bias=b, out=np.zeros_like(wanted), columns=np.int32(300))
    return 4, args | dict(BLOCK=512), {3: wanted}, 1e-5


@triton.jit
def rms_norm(x, out, columns: tl.constexpr):
    place = tl.program_id(0) * columns + tl.arange(0, columns)
    v = tl.load(x + place).to(tl.float32)
    tl.store(out + place, v * tl.rsqrt(tl.sum(v * v, axis=0) / columns + 1e-6))


@case(rms_norm, "rms_norm_bf16", num_warps=8)
def _(rng):
    x = bf16(rng.standard_normal((3, 1024)))
    v = from_bf16(x)
    wanted = v / np.sqrt((v * v).mean(1, keepdims=True) + 1e-6)
    out = np.zeros_like(x)
    args = dict(x=Typed(x, "bf16"), out=Typed(out, "bf16"), columns=1024)
    return 3, args, {1: wanted}, 2**-8


@triton.jit
def reductions(x, out, where, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i, j = tl.arange(0, ROWS), tl.arange(0, COLUMNS)
    v = tl.load(x + i[:, None] * COLUMNS + j[None, :])
    tl.store(out + i, tl.sum(v, axis=1) + tl.max(v, axis=1) * tl.min(v, axis=1))
    tl.store(where + j, tl.argmax(v, axis=0) * 256 + tl.argmin(v, axis=0))


@case(reductions)
def _(rng):
    x = rng.standard_normal((32, 64)).astype(np.float32)
    out, where = np.zeros(32, np.float32), np.zeros(64, np.int32)
    wanted = x.sum(1) + x.max(1) * x.min(1)
    places = (x.argmax(0) * 256 + x.argmin(0)).astype(np.int32)
    args = dict(x=x, out=out, where=where, ROWS=32, COLUMNS=64)
    return 1, args, {1: wanted, 2: places}, 1e-5


@triton.jit
def xor_sum(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(out + tl.program_id(0), tl.xor_sum(v, axis=0) + tl.sum(v % 7, axis=0))


@case(xor_sum)
def _(rng):
    x = rng.integers(0, 1 << 40, (3, 1024))
    wanted = np.bitwise_xor.reduce(x, 1) + (x % 7).sum(1)
    return 3, dict(x=x, out=np.zeros(3, np.int64), BLOCK=1024), {1: wanted}, 0


@triton.jit
def matmul(
    a, b, c, M, N, K,
    TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr, T: tl.constexpr
):  # fmt: skip
    across = tl.cdiv(N, TN)
    i = tl.program_id(0) // across * TM + tl.arange(0, TM)
    j = tl.program_id(0) % across * TN + tl.arange(0, TN)
    k = tl.arange(0, TK)
    total = tl.zeros((TM, TN), T)
    for start in range(0, K, TK):
        here = start + k
        left = tl.load(a + i[:, None] * K + here[None, :],
                       mask=(i < M)[:, None] & (here < K)[None, :], other=0.0)  # fmt: skip
        right = tl.load(b + here[:, None] * N + j[None, :],
                        mask=(here < K)[:, None] & (j < N)[None, :], other=0.0)  # fmt: skip
        total = tl.dot(left, right, total, out_dtype=T, input_precision="ieee")
    tl.store(
        c + i[:, None] * N + j[None, :], total, mask=(i < M)[:, None] & (j < N)[None, :]
    )


def product(
    make, to, result, type=None, M=64, N=64, K=96, T=tl.float32, tiles=(32, 32, 32)
):
    def made(rng):
        a, b = make(rng, (M, K)), make(rng, (K, N))
        wanted = to(a) @ to(b)
        if type:
            a, b = Typed(a, type), Typed(b, type)
        c = np.zeros((M, N), result)
        args = dict(a=a, b=b, c=c, M=np.int32(M), N=np.int32(N), K=np.int32(K))
        tm, tn, tk = tiles
        programs = -(-M // tm) * -(-N // tn)
        return (
            programs,
            args | dict(TM=tm, TN=tn, TK=tk, T=T),
            {2: wanted.astype(result)},
            1e-3,
        )

    return made


def halves(rng, shape):
    return rng.standard_normal(shape).astype(np.float16)


def single(x):
    return x.astype(np.float32)


def bytes_of(low, high):
    return lambda rng, shape: (
        rng.integers(low, high, shape, np.uint8)
        | rng.integers(0, 2, shape, np.uint8) << 7
    )


CASES += [
    ("matmul_f16", matmul, {}, product(halves, single, np.float32)),
    ("matmul_f16_tails", matmul, {}, product(halves, single, np.float32, M=50, N=70, K=40)),
    (
        "matmul_f16_stages",
        matmul,
        {"num_stages": 3},
        product(halves, single, np.float32, K=256, tiles=(64, 64, 32)),
    ),
    (
        "matmul_f16_one_warp",
        matmul,
        {"num_warps": 1},
        product(halves, single, np.float32, M=16, N=16, K=128, tiles=(16, 16, 64)),
    ),
    (
        "matmul_f16_32",
        matmul,
        {"matrix_instr_nonkdim": 32},
        product(halves, single, np.float32, tiles=(64, 64, 32)),
    ),
    (
        "matmul_bf16",
        matmul,
        {},
        product(lambda r, s: bf16(halves(r, s)), from_bf16, np.float32, "bf16"),
    ),
    ("matmul_f32", matmul, {}, product(lambda r, s: r.random(s, np.float32), single, np.float32)),
    (
        "matmul_f64",
        matmul,
        {},
        product(lambda r, s: r.random(s), lambda x: x, np.float64, T=tl.float64),
    ),
    (
        "matmul_i8",
        matmul,
        {},
        product(
            lambda r, s: r.integers(-128, 128, s, np.int8),
            lambda x: x.astype(np.int32),
            np.int32,
            T=tl.int32,
        ),
    ),
    ("matmul_fp8e5", matmul, {}, product(bytes_of(44, 68), from_fp8e5, np.float32, "fp8e5", K=128)),
    ("matmul_fp8e4", matmul, {}, product(bytes_of(32, 72), from_fp8e4, np.float32, "fp8e4", K=128)),
    (
        "matmul_fp8e5_deep",
        matmul,
        {},
        product(bytes_of(44, 68), from_fp8e5, np.float32, "fp8e5", K=256, tiles=(32, 32, 128)),
    ),
]  # fmt: skip


@triton.jit
def scaled_product(
    a, sa, b, sb, c, N: tl.constexpr, K: tl.constexpr,
    LEFT: tl.constexpr, RIGHT: tl.constexpr, LP: tl.constexpr, RP: tl.constexpr
):  # fmt: skip
    i = tl.arange(0, N)
    ka, kb = tl.arange(0, K // LP), tl.arange(0, K // RP)
    s = tl.arange(0, K // 32)
    left = tl.load(a + i[:, None] * (K // LP) + ka[None, :])
    right = tl.load(b + kb[:, None] * N + i[None, :])
    left_scale = tl.load(sa + i[:, None] * (K // 32) + s[None, :])
    right_scale = tl.load(sb + i[:, None] * (K // 32) + s[None, :])
    total = tl.dot_scaled(left, left_scale, LEFT, right, right_scale, RIGHT)
    tl.store(c + i[:, None] * N + i[None, :], total)


def scaled(left, right, N=32, K=128):
    makes = {
        "e5m2": bytes_of(44, 68),
        "e4m3": bytes_of(32, 72),
        "e2m1": lambda rng, shape: rng.integers(0, 256, shape, np.uint8),
    }
    readers = {"e5m2": from_fp8e5, "e4m3": from_fp8e4, "e2m1": from_fp4}
    types = {"e5m2": "fp8e5", "e4m3": "fp8e4nv", "e2m1": "u8"}

    def made(rng):
        lp, rp = 1 + (left == "e2m1"), 1 + (right == "e2m1")
        a, b = makes[left](rng, (N, K // lp)), makes[right](rng, (N, K // rp))
        sa, sb = rng.integers(120, 134, (2, N, K // 32), np.uint8)
        scale_a, scale_b = (
            np.repeat(np.ldexp(1.0, s.astype(int) - 127), 32, 1) for s in (sa, sb)
        )
        wanted = (readers[left](a) * scale_a) @ (readers[right](b) * scale_b).T
        args = dict(
            a=Typed(a, types[left]),
            sa=sa,
            b=Typed(np.ascontiguousarray(b.T), types[right]),
            sb=sb,
            c=np.zeros((N, N), np.float32),
        )
        args |= dict(N=N, K=K, LEFT=left, RIGHT=right, LP=lp, RP=rp)
        return 1, args, {4: wanted.astype(np.float32)}, 1e-3

    return made


CASES += [
    (f"scaled_{left}_{right}", scaled_product, {}, scaled(left, right))
    for left, right in (
        ("e5m2", "e5m2"),
        ("e4m3", "e4m3"),
        ("e2m1", "e2m1"),
        ("e2m1", "e5m2"),
        ("e4m3", "e2m1"),
    )
]


@triton.jit
def batched(a, b, c, B: tl.constexpr, N: tl.constexpr):
    t, i = tl.arange(0, B), tl.arange(0, N)
    place = t[:, None, None] * N * N + i[None, :, None] * N + i[None, None, :]
    tl.store(c + place, tl.dot(tl.load(a + place), tl.load(b + place)))


@case(batched)
def _(rng):
    a, b = rng.standard_normal((2, 4, 32, 32)).astype(np.float16)
    c = np.zeros((4, 32, 32), np.float32)
    return 1, dict(a=a, b=b, c=c, B=4, N=32), {2: single(a) @ single(b)}, 1e-3


@triton.jit
def attention(
    q, k, v, out, scale, N, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr
):
    i, j, d = tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    rows = (tl.program_id(0) * BM + i)[:, None] * D + d[None, :]
    query = tl.load(q + rows)
    top = tl.full((BM,), float("-inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    for start in range(0, N, BN):
        columns = (start + j)[:, None] * D + d[None, :]
        s = tl.dot(query, tl.trans(tl.load(k + columns))) * scale
        new = tl.maximum(top, tl.max(s, axis=1))
        p = tl.exp(s - new[:, None])
        factor = tl.exp(top - new)
        total = total * factor + tl.sum(p, axis=1)
        acc = acc * factor[:, None] + tl.dot(p.to(tl.float16), tl.load(v + columns))
        top = new
    tl.store(out + rows, acc / total[:, None])


@case(attention)
def _(rng):
    q, k, v = rng.standard_normal((3, 64, 32)).astype(np.float16)
    wanted = soft(single(q) @ single(k).T * np.float32(0.2)) @ single(v)
    args = dict(
        q=q, k=k, v=v, out=np.zeros_like(wanted), scale=np.float32(0.2), N=np.int32(64)
    )
    return 2, args | dict(D=32, BM=32, BN=32), {3: wanted}, 4e-3


@triton.jit
def counted(x, counts, top, low, old, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.atomic_add(counts + v % 16, 1)
    zero = i * 0
    tl.atomic_max(top + zero, v)
    tl.atomic_min(low + zero, v)
    tl.atomic_xchg(old + i % 4, zero + 7)
    tl.atomic_or(old + 4 + zero, v)
    tl.atomic_xor(old + 5 + zero, v)
    tl.atomic_and(old + 6 + zero, v | 255)
    tl.atomic_cas(old + 7, 0, 5)


@case(counted, "atomics_int")
def _(rng):
    x = rng.integers(0, 1 << 30, 512, np.int32)
    counts = np.zeros(16, np.int32)
    top, low, old = (
        np.zeros(1, np.int32),
        np.full(1, 1 << 30, np.int32),
        np.zeros(8, np.int32),
    )
    old[6] = -1
    words = [7] * 4 + [np.bitwise_or.reduce(x), np.bitwise_xor.reduce(x)]
    words += [np.bitwise_and.reduce(x | 255), 5]
    args = dict(x=x, counts=counts, top=top, low=low, old=old, BLOCK=256)
    wanted = {1: np.bincount(x % 16, minlength=16), 2: x.max(), 3: x.min()}
    return 2, args, wanted | {4: np.array(words, np.int32)}, 0


@triton.jit
def float_atomics(x, y, sums, halves, top, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.atomic_add(sums + i % 4, v)
    tl.atomic_add(halves + i % 32, tl.load(y + i))
    tl.atomic_max(top + i * 0, v)


@case(float_atomics, "atomics_float")
def _(rng):
    x = rng.integers(-8, 8, 512).astype(np.float32)
    y = rng.integers(-8, 8, 512).astype(np.float16)
    sums, halves, top = (
        np.zeros(4, np.float32),
        np.zeros(32, np.float16),
        np.zeros(1, np.float32),
    )
    args = dict(x=x, y=y, sums=sums, halves=halves, top=top, BLOCK=256)
    wanted = {2: x.reshape(-1, 4).sum(0), 3: y.reshape(-1, 32).sum(0), 4: x.max()}
    return 2, args, wanted, 0


@triton.jit
def scans(x, sums, products, COLUMNS: tl.constexpr):
    j = tl.arange(0, COLUMNS)
    i = tl.arange(0, 4)
    place = i[:, None] * COLUMNS + j[None, :]
    v = tl.load(x + place)
    tl.store(sums + place, tl.cumsum(v, axis=1))
    tl.store(products + place, tl.cumprod(v, axis=0, reverse=True))


@case(scans)
def _(rng):
    x = rng.integers(-4, 5, (4, 256), np.int32)
    back = np.cumprod(x[::-1], 0)[::-1]
    args = dict(x=x, sums=np.zeros_like(x), products=np.zeros_like(x), COLUMNS=256)
    return 1, args, {1: np.cumsum(x, 1), 2: back}, 0


@triton.jit
def larger(a, b):
    return tl.maximum(a, b)


@triton.jit
def running_top(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.associative_scan(tl.load(x + i), 0, larger))


@case(running_top)
def _(rng):
    x = rng.standard_normal(1024)
    args = dict(x=x, out=np.zeros_like(x), BLOCK=1024)
    return 1, args, {1: np.maximum.accumulate(x)}, 0


@triton.jit
def sorted_rows(x, out, COLUMNS: tl.constexpr):
    place = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    tl.store(out + place, tl.sort(tl.load(x + place), descending=True))


@case(sorted_rows)
def _(rng):
    x = rng.integers(-1000, 1000, (2, 128), np.int32)
    args = dict(x=x, out=np.zeros_like(x), COLUMNS=128)
    return 2, args, {1: -np.sort(-x, 1)}, 0


@triton.jit
def transposed(x, out, N: tl.constexpr, M: tl.constexpr):
    i, j = tl.arange(0, N), tl.arange(0, M)
    v = tl.trans(tl.load(x + i[:, None] * M + j[None, :]))
    tl.store(out + j[:, None] * N + i[None, :], v)


@case(transposed)
def _(rng):
    x = rng.integers(0, 256, (64, 32), np.uint8)
    out = np.zeros((32, 64), np.uint8)
    return 1, dict(x=x, out=out, N=64, M=32), {1: x.T}, 0


@triton.jit
def gathered(x, places, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.gather(tl.load(x + i), tl.load(places + i), axis=0))


@case(gathered)
def _(rng):
    x, places = rng.random(512, np.float32), rng.integers(0, 512, 512, np.int32)
    args = dict(x=x, places=places, out=np.zeros_like(x), BLOCK=512)
    return 1, args, {2: x[places]}, 0


@triton.jit
def histogram(x, out, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, 64), tl.histogram(tl.load(x + tl.arange(0, BLOCK)), 64))


@case(histogram)
def _(rng):
    x = rng.integers(0, 64, 1024, np.int32)
    args = dict(x=x, out=np.zeros(64, np.int32), BLOCK=1024)
    return 1, args, {1: np.bincount(x, minlength=64)}, 0


@triton.jit
def random_numbers(out, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.randint(seed, i))


@case(random_numbers)
def _(rng):
    words = [
        np.arange(512, dtype=np.uint64),
        *(np.zeros(512, np.uint64) for _ in range(3)),
    ]
    keys, mask = [11, 0], np.uint64(0xFFFFFFFF)
    for _ in range(10):
        high, low = words[0] * np.uint64(0xD2511F53), words[2] * np.uint64(0xCD9E8D57)
        words = [
            (low >> np.uint64(32)) ^ words[1] ^ np.uint64(keys[0]),
            low & mask,
            (high >> np.uint64(32)) ^ words[3] ^ np.uint64(keys[1]),
            high & mask,
        ]
        keys = [
            (keys[0] + 0x9E3779B9) & 0xFFFFFFFF,
            (keys[1] + 0xBB67AE85) & 0xFFFFFFFF,
        ]
    out = np.zeros(512, np.int32)
    args = dict(out=out, seed=np.int32(11), BLOCK=256)
    return 2, args, {0: words[0].astype(np.uint32).view(np.int32)}, 0


@triton.jit
def wide_integers(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    v = a // b + a % b * (a >> 5) ^ (b << 3)
    v += tl.umulhi(a.to(tl.uint64), b.to(tl.uint64)).to(tl.int64) + tl.minimum(a, b)
    tl.store(out + i, v + tl.where(a * b > 0, a, b))


@case(wide_integers)
def _(rng):
    x, y = rng.integers(1, 1 << 31, 256), rng.integers(1, 1 << 20, 256)
    high = np.array([int(a) * int(b) >> 64 for a, b in zip(x, y, strict=True)])
    wanted = (x // y + x % y * (x >> 5) ^ (y << 3)) + high + np.minimum(x, y) + x
    return 1, dict(x=x, y=y, out=np.zeros_like(x), BLOCK=256), {2: wanted}, 0


@triton.jit
def narrow(x, halves, brains, e5, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(halves + i, v.to(tl.float16) / 3)
    tl.store(brains + i, v.to(tl.bfloat16))
    tl.store(e5 + i, v.to(tl.float8e5).to(tl.float32))


@case(narrow, "conversions")
def _(rng):
    x = rng.standard_normal(512).astype(np.float32)
    half = x.astype(np.float16)
    # Of fp32 to nearest even: two bits of fraction stay.
    step = np.exp2(np.floor(np.log2(np.abs(x))) - 2)
    step = np.maximum(step, 2.0**-16)
    e5 = (np.rint(x / step) * step).astype(np.float32)
    args = dict(
        x=x,
        halves=np.zeros(512, np.float16),
        brains=Typed(np.zeros(512, np.uint16), "bf16"),
        e5=np.zeros(512, np.float32),
        BLOCK=512,
    )
    wanted = {1: (single(half) / 3).astype(np.float16), 2: from_bf16(bf16(x)), 3: e5}
    return 1, args, wanted, 1e-3


@triton.jit
def steps(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    n = tl.load(x + i)
    count = 0
    while n > 1:
        n = tl.where(n % 2 == 0, n // 2, 3 * n + 1)
        count += 1
    tl.store(out + i, count)


@case(steps, "while_loop")
def _(rng):
    x, wanted = rng.integers(1, 100, 16, np.int32), []
    for n in map(int, x):
        count = 0
        while n > 1:
            n, count = (n // 2 if n % 2 == 0 else 3 * n + 1), count + 1
        wanted.append(count)
    return 16, dict(x=x, out=np.zeros_like(x), BLOCK=1), {1: np.array(wanted)}, 0


@triton.jit
def joined(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    pair = tl.load(x + tl.arange(0, 2 * BLOCK)).reshape(BLOCK, 2)
    left, right = tl.split(pair)
    tl.store(out + tl.arange(0, 2 * BLOCK), tl.interleave(right, left - i))


@case(joined)
def _(rng):
    x = rng.integers(0, 1000, 512, np.int32)
    wanted = np.stack([x[1::2], x[::2] - np.arange(256)], 1).ravel()
    return 1, dict(x=x, out=np.zeros_like(x), BLOCK=256), {1: wanted}, 0


@triton.jit
def described(a, b, c, N: tl.constexpr, K: tl.constexpr, T: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [N, K], [K, 1], [T, T])
    right = tl.make_tensor_descriptor(b, [K, N], [N, 1], [T, T])
    out = tl.make_tensor_descriptor(c, [N, N], [N, 1], [T, T])
    i = tl.program_id(0) // (N // T) * T
    j = tl.program_id(0) % (N // T) * T
    total = tl.zeros((T, T), tl.float32)
    for k in range(0, K, T):
        total += tl.dot(left.load([i, k]), right.load([k, j]))
    out.store([i, j], total)


@case(described, "descriptors")
def _(rng):
    a, b = halves(rng, (64, 96)), halves(rng, (96, 64))
    c = np.zeros((64, 64), np.float32)
    return 4, dict(a=a, b=b, c=c, N=64, K=96, T=32), {2: single(a) @ single(b)}, 1e-3


@triton.jit
def edges(x, out, sums, H: tl.constexpr, W: tl.constexpr, PITCH: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [3, H, W], [H * PITCH, PITCH, 1], [2, 8, 16])
    target = tl.make_tensor_descriptor(out, [H, W], [PITCH, 1], [8, 16])
    i, j = tl.program_id(0) * 8, tl.program_id(1) * 16
    both = tl.sum(source.load([2, i, j]), axis=0)
    target.store([i, j], both * 2)
    row = tl.arange(0, 8)
    tl.store(sums + tl.program_id(1) * 16 + i + row, tl.sum(both, axis=1))


@case(edges, "descriptors_edges")
def _(rng):
    # Of three planes of 13 rows of 27, tiles have the last; what is outside is 0.
    x = rng.integers(-99, 99, (3, 13, 32), np.int32)
    out, sums = np.full((13, 32), 7, np.int32), np.zeros((2, 16), np.int32)
    wanted = np.where(np.arange(32) < 27, 2 * x[2], 7)
    rows = np.array([x[2, :, :16].sum(1), x[2, :, 16:27].sum(1)])
    rows = np.pad(rows, ((0, 0), (0, 3))).astype(np.int32)
    args = dict(x=x, out=out, sums=sums, H=13, W=27, PITCH=32)
    return (2, 2), args, {1: wanted, 2: rows}, 0


@triton.jit
def shown(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.device_assert(v < 2, "too large")
    tl.store(out + i, v * 2)


@case(shown, "assertion_that_holds", debug=True)
def _(rng):
    x = rng.random(256, np.float32)
    return 1, dict(x=x, out=np.zeros_like(x), BLOCK=256), {1: 2 * x}, 0

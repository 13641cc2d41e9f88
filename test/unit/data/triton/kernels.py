"""
Kernels of Triton for the emulator's tests. The code objects beside this file are its output, by
Triton 3.9.0 (`pip install triton==3.9.0`, no GPU):

    TRITON_DISABLE_LINE_INFO=1 python kernels.py && gzip -9n *.hsaco
"""

from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    total = tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask)
    tl.store(out + i, total, mask=mask)


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    """A program for each row."""
    i = tl.arange(0, BLOCK)
    mask = i < columns
    place = tl.program_id(0) * columns + i
    value = tl.load(x + place, mask=mask, other=float("-inf"))
    power = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + place, power / tl.sum(power, axis=0), mask=mask)


@triton.jit
def dot(a, b, c, K, N: tl.constexpr):
    """N rows of `a` by N columns of `b`, in one program; K is a multiple of N."""
    i = tl.arange(0, N)
    total = tl.zeros((N, N), tl.float32)
    for k in range(0, K, N):
        left = tl.load(a + i[:, None] * K + (k + i)[None, :])
        right = tl.load(b + (k + i)[:, None] * N + i[None, :])
        total += tl.dot(left, right)
    tl.store(c + i[:, None] * N + i[None, :], total)


@triton.jit
def shown(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    value = tl.load(x + i)
    tl.device_print("value", value)
    tl.store(out + i, value)


@triton.jit
def edges(x, out, H: tl.constexpr, W: tl.constexpr, PITCH: tl.constexpr):
    """Twice the last of three planes of H rows of W: a tile of two planes has one outside."""
    source = tl.make_tensor_descriptor(x, [3, H, W], [H * PITCH, PITCH, 1], [2, 8, 16])
    target = tl.make_tensor_descriptor(out, [H, W], [PITCH, 1], [8, 16])
    i, j = tl.program_id(0) * 8, tl.program_id(1) * 16
    target.store([i, j], tl.sum(source.load([2, i, j]), axis=0) * 2)


def write(kernel, gpu, lanes, types, **constants):
    types |= dict.fromkeys(constants, "constexpr")
    source = ASTSource(kernel, types, constants)
    target = GPUTarget("hip", gpu, lanes)
    compiled = triton.compile(source, target=target, options={"num_warps": 4})
    code = compiled.asm["hsaco"]
    Path(f"{kernel.__name__}-{gpu}.hsaco").write_bytes(code)
    print(kernel.__name__, gpu, compiled.metadata.shared, "bytes of local memory")


if __name__ == "__main__":
    GPUS = ("gfx942", "gfx950", "gfx1100", "gfx1200", "gfx1250")
    for gpu, lanes in zip(GPUS, (64, 64, 32, 32, 32), strict=True):
        f32, f16, i32 = "*fp32", "*fp16", "i32"
        write(vector_add, gpu, lanes, dict(x=f32, y=f32, out=f32, n=i32), BLOCK=256)
        write(softmax, gpu, lanes, dict(x=f32, out=f32, columns=i32), BLOCK=256)
        write(dot, gpu, lanes, dict(a=f16, b=f16, c=f32, K=i32), N=32)
    write(edges, "gfx1250", 32, dict(x="*i32", out="*i32"), H=13, W=27, PITCH=32)
    write(shown, "gfx1250", 32, dict(x=f32, out=f32), BLOCK=256)

"""
Writes what PyTorch (through torch-mlir) and JAX (through IREE) print for some programs, with inputs
and their results: NAME.mlir and NAME.npz in a folder, which `benchmarks/frontends.py` reads.

    pip install torch-mlir==20261001 torch==2.14.1 jax==0.10.2 iree-base-compiler==3.13.0
    python benchmarks/exporters.py FOLDER [NAME ...]

Numbers of bf16 are there as their bits, uint16. Sizes are small, so that the emulator runs them; `large_`
programs are for times.
"""

from __future__ import annotations

import itertools
import math
import sys
import traceback
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from iree.compiler.tools import compile_str
from torch_mlir import fx

R = torch.randn


class Fn(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args):
        return self.f(*args)


class Residual(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a, self.b = nn.Conv2d(c, c, 3, padding=1), nn.Conv2d(c, c, 3, padding=1)
        self.n, self.m = nn.BatchNorm2d(c), nn.BatchNorm2d(c)

    def forward(self, x):
        return F.relu(x + self.m(self.b(F.relu(self.n(self.a(x))))))


class ResNet(nn.Module):
    def __init__(self, c=8):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, c, 7, 2, 3, bias=False),
            nn.BatchNorm2d(c),
            nn.ReLU(),
            nn.MaxPool2d(3, 2, 1),
        )
        self.blocks = nn.Sequential(Residual(c), Residual(c))
        self.head = nn.Linear(c, 10)

    def forward(self, x):
        x = self.blocks(self.stem(x))
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1))


class Encoder(nn.Module):
    def __init__(self, d=32, h=4):
        super().__init__()
        self.h, self.qkv, self.o = h, nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.n, self.m = nn.LayerNorm(d), nn.LayerNorm(d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = (
            y.view(b, t, self.h, d // self.h).transpose(1, 2)
            for y in self.qkv(self.n(x)).chunk(3, -1)
        )
        w = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(d // self.h), -1)
        x = x + self.o((w @ v).transpose(1, 2).reshape(b, t, d))
        return x + self.down(F.gelu(self.up(self.m(x))))


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.w = nn.Parameter(torch.rand(d))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.w


class Llama(nn.Module):
    """RoPE, grouped queries, RMSNorm, SwiGLU, a causal mask."""

    def __init__(self, d=32, heads=4, groups=2):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, d // heads
        self.q = nn.Linear(d, d, bias=False)
        self.kv = nn.Linear(d, 2 * groups * self.size, bias=False)
        self.o = nn.Linear(d, d, bias=False)
        self.n, self.m = RMSNorm(d), RMSNorm(d)
        self.gate = nn.Linear(d, 2 * d, bias=False)
        self.up = nn.Linear(d, 2 * d, bias=False)
        self.down = nn.Linear(2 * d, d, bias=False)

    def rope(self, x):
        t, half = x.shape[2], self.size // 2
        f = 1.0 / (10000 ** (torch.arange(half) / half))
        angle = torch.arange(t)[:, None] * f[None]
        c, s = torch.cos(angle), torch.sin(angle)
        a, b = x[..., :half], x[..., half:]
        return torch.cat([a * c - b * s, a * s + b * c], -1)

    def forward(self, x):
        b, t, d = x.shape
        y = self.n(x)
        q = self.q(y).view(b, t, self.heads, self.size).transpose(1, 2)
        k, v = (
            z.view(b, t, self.groups, self.size).transpose(1, 2)
            for z in self.kv(y).chunk(2, -1)
        )
        q, k = self.rope(q), self.rope(k)
        k, v = (z.repeat_interleave(self.heads // self.groups, dim=1) for z in (k, v))
        w = q @ k.transpose(-1, -2) / math.sqrt(self.size)
        w = w.masked_fill(torch.ones(t, t).triu(1).bool(), float("-inf"))
        y = (torch.softmax(w, -1) @ v).transpose(1, 2).reshape(b, t, d)
        x = x + self.o(y)
        y = self.m(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class UNet(nn.Module):
    def __init__(self, c=8):
        super().__init__()
        self.n, self.a = nn.GroupNorm(4, c), nn.Conv2d(c, c, 3, padding=1)
        self.t, self.b = nn.Linear(16, c), nn.Conv2d(c, c, 3, padding=1)
        self.down = nn.Conv2d(c, c, 3, 2, 1)
        self.out = nn.Conv2d(2 * c, c, 1)

    def forward(self, x, t):
        h = self.a(F.silu(self.n(x))) + self.t(F.silu(t))[:, :, None, None]
        h = x + self.b(F.silu(h))
        low = F.interpolate(self.down(h), scale_factor=2, mode="nearest")
        return self.out(torch.cat([h, low], 1))


def mamba(x, delta, a, b, c):
    """The scan of a selective state space, over few steps."""
    h = torch.zeros(x.shape[0], x.shape[2], a.shape[1])
    out = []
    for t in range(x.shape[1]):
        d = delta[:, t, :, None]
        h = torch.exp(d * a) * h + d * b[:, t, None] * x[:, t, :, None]
        out.append((h * c[:, t, None]).sum(-1))
    return torch.stack(out, 1)


def scanned(b, t, d, n):
    """What `mamba` takes: `b` series of `t` steps, `d` channels of `n` numbers."""
    return R(b, t, d), torch.rand(b, t, d), -torch.rand(d, n), R(b, t, n), R(b, t, n)


def gnn(x, source, target, w):
    messages = torch.relu(x[source] @ w)
    return torch.zeros_like(x).index_add(0, target, messages)


def mlp(*sizes):
    layers = []
    for a, b in itertools.pairwise(sizes):
        layers += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def cnn(c=8, size=16):
    return nn.Sequential(
        *(nn.Conv2d(3, c, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(c, c, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Flatten(), nn.Linear(c * (size // 4) ** 2, 10)),
    )


class Quantised(nn.Module):
    """What PT2E prints around a product, by hand: scale, round, clamp, back."""

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randint(-128, 127, (8, 16)).float(), False)

    def forward(self, x):
        q = torch.clamp(torch.round(x / 0.05) + 3, -128, 127).to(torch.int8)
        y = (q.to(torch.float32) - 3) * 0.05
        return y @ (self.w * 0.01).t()


def dynamic(*dims):
    return [
        {d: torch.export.Dim(f"n{d}", min=2, max=64) for d in each} or None
        for each in dims
    ]


bf = torch.bfloat16
ints = torch.randint
TORCH = {
    "mlp": lambda: (mlp(16, 32, 32, 4), (R(8, 16),)),
    "mlp_bn": lambda: (
        nn.Sequential(
            *(nn.Linear(16, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 4))
        ),
        (R(8, 16),),
    ),
    "mlp_dynamic": lambda: (mlp(16, 32, 4), (R(8, 16),), [(0,)]),
    "cnn": lambda: (cnn(), (R(2, 3, 16, 16),)),
    "residual": lambda: (Residual(8), (R(2, 8, 8, 8),)),
    "resnet": lambda: (ResNet(), (R(1, 3, 32, 32),)),
    "encoder": lambda: (Encoder(), (R(2, 8, 32),)),
    "encoder_dynamic": lambda: (Encoder(), (R(2, 8, 32),), [(1,)]),
    "encoder_layer": lambda: (
        nn.TransformerEncoderLayer(32, 4, 64, batch_first=True),
        (R(2, 8, 32),),
    ),
    "mha": lambda: (Fn(F.scaled_dot_product_attention), (*(R(2, 4, 8, 16),) * 3,)),
    "attention_causal": lambda: (
        Fn(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True)),
        (R(1, 2, 8, 16), R(1, 2, 8, 16), R(1, 2, 8, 16)),
    ),
    "llama": lambda: (Llama(), (R(1, 8, 32),)),
    "unet": lambda: (UNet(), (R(1, 8, 8, 8), R(1, 16))),
    "mamba": lambda: (Fn(mamba), scanned(1, 4, 8, 4)),
    "gnn": lambda: (Fn(gnn), (R(6, 8), ints(0, 6, (10,)), ints(0, 6, (10,)), R(8, 8))),
    "layer_norm": lambda: (nn.LayerNorm(64), (R(32, 64),)),
    "group_norm_silu": lambda: (
        nn.Sequential(nn.GroupNorm(4, 16), nn.SiLU()),
        (R(2, 16, 8, 8),),
    ),
    "batch_norm": lambda: (nn.BatchNorm2d(8), (R(2, 8, 6, 6),)),
    "rms_norm": lambda: (RMSNorm(32), (R(4, 32),)),
    "fft": lambda: (Fn(torch.fft.fft), (R(4, 16),)),
    "rfft": lambda: (Fn(torch.fft.rfft), (R(4, 16),)),
    "complex_matmul": lambda: (
        Fn(torch.matmul),
        (R(4, 6, dtype=torch.complex64), R(6, 5, dtype=torch.complex64)),
    ),
    "complex_out": lambda: (Fn(torch.complex), (R(4), R(4))),
    "any": lambda: (Fn(torch.any), (R(4, 8) > 2,)),
    "all": lambda: (Fn(lambda x: torch.all(x > -5)), (R(4, 8),)),
    "any_dim": lambda: (Fn(lambda x: torch.any(x > 1, dim=1)), (R(4, 8),)),
    "bf16_mlp": lambda: (mlp(16, 32, 4).to(bf), (R(8, 16).to(bf),)),
    "bf16_sum": lambda: (Fn(torch.sum), (R(4, 8).to(bf),)),
    "bf16_softmax": lambda: (Fn(lambda x: torch.softmax(x, -1)), (R(4, 8).to(bf),)),
    "f16_linear": lambda: (nn.Linear(16, 8).half(), (R(4, 16).half(),)),
    "f64_linear": lambda: (nn.Linear(16, 8).double(), (R(4, 16).double(),)),
    "gelu": lambda: (nn.GELU(), (R(64),)),
    "gelu_tanh": lambda: (nn.GELU("tanh"), (R(64),)),
    "softmax": lambda: (nn.Softmax(-1), (R(8, 16),)),
    "log_softmax": lambda: (nn.LogSoftmax(-1), (R(8, 16),)),
    "cross_entropy": lambda: (nn.CrossEntropyLoss(), (R(8, 16), ints(0, 16, (8,)))),
    "embedding": lambda: (nn.Embedding(32, 8), (ints(0, 32, (5,)),)),
    "lstm_cell": lambda: (nn.LSTMCell(8, 16), (R(2, 8), (R(2, 16), R(2, 16)))),
    "gru_cell": lambda: (nn.GRUCell(8, 16), (R(2, 8), R(2, 16))),
    "conv1d": lambda: (nn.Conv1d(4, 8, 3), (R(2, 4, 16),)),
    "conv3d": lambda: (nn.Conv3d(2, 4, 3, padding=1), (R(1, 2, 4, 6, 6),)),
    "depthwise": lambda: (nn.Conv2d(8, 8, 3, groups=8), (R(1, 8, 8, 8),)),
    "grouped": lambda: (nn.Conv2d(8, 8, 3, groups=2), (R(1, 8, 8, 8),)),
    "conv_transpose": lambda: (nn.ConvTranspose2d(4, 8, 2, 2), (R(1, 4, 5, 5),)),
    "dilated": lambda: (nn.Conv2d(4, 4, 3, dilation=2), (R(1, 4, 10, 10),)),
    "avg_pool": lambda: (nn.AvgPool2d(2), (R(1, 4, 8, 8),)),
    "max_pool": lambda: (nn.MaxPool2d(3, 2, 1), (R(1, 4, 9, 9),)),
    "adaptive_pool": lambda: (nn.AdaptiveAvgPool2d(1), (R(2, 4, 6, 6),)),
    "bilinear": lambda: (
        Fn(lambda x: F.interpolate(x, scale_factor=2, mode="bilinear")),
        (R(1, 4, 6, 6),),
    ),
    "pad_reflect": lambda: (Fn(lambda x: F.pad(x, (1, 1), "reflect")), (R(2, 8),)),
    "pad_negative": lambda: (Fn(lambda x: F.pad(x, (-1, 2))), (R(2, 8),)),
    "roll": lambda: (Fn(lambda x: torch.roll(x, 3, 1)), (R(2, 8),)),
    "flip": lambda: (Fn(lambda x: torch.flip(x, [1])), (R(2, 8),)),
    "cumsum": lambda: (Fn(lambda x: torch.cumsum(x, 1)), (R(2, 8),)),
    "sort": lambda: (Fn(lambda x: torch.sort(x, 1)[0]), (R(2, 8),)),
    "topk": lambda: (Fn(lambda x: torch.topk(x, 3)[0]), (R(2, 8),)),
    "argmax": lambda: (Fn(lambda x: torch.argmax(x, 1)), (R(4, 8),)),
    "gather": lambda: (
        Fn(lambda x, i: torch.gather(x, 1, i)),
        (R(4, 8), ints(0, 8, (4, 3))),
    ),
    "scatter_add": lambda: (
        Fn(lambda x, i, s: x.scatter_add(0, i, s)),
        (R(8), ints(0, 8, (5,)), R(5)),
    ),
    "where": lambda: (Fn(lambda x, y: torch.where(x > 0, x, y)), (R(4, 8), R(4, 8))),
    "cat_split": lambda: (
        Fn(lambda x, y: torch.cat([x[:, :4], y[:, 4:]], 1)),
        (R(4, 8), R(4, 8)),
    ),
    "einsum": lambda: (
        Fn(lambda a, b: torch.einsum("bik,bjk->bij", a, b)),
        (R(2, 4, 8), R(2, 6, 8)),
    ),
    "bmm": lambda: (Fn(torch.bmm), (R(2, 4, 8), R(2, 8, 6))),
    "std": lambda: (Fn(lambda x: torch.std(x, 1)), (R(4, 8),)),
    "norm": lambda: (Fn(lambda x: torch.linalg.norm(x)), (R(4, 8),)),
    "identity": lambda: (Fn(lambda x: x.clone()), (R(4, 8),)),
    "slice_only": lambda: (Fn(lambda x: x[:, 2:5].contiguous()), (R(4, 8),)),
    "pixel_shuffle": lambda: (nn.PixelShuffle(2), (R(1, 8, 4, 4),)),
    "quantised": lambda: (Quantised(), (R(4, 16),)),
    "int_ops": lambda: (
        Fn(lambda x, y: (x // 3 + y * x) ^ (y >> 1)),
        (ints(1, 99, (16,)), ints(1, 99, (16,))),
    ),
    "glu": lambda: (nn.GLU(), (R(4, 16),)),
    "hardswish": lambda: (nn.Hardswish(), (R(64),)),
    "mish": lambda: (nn.Mish(), (R(64),)),
    "softplus": lambda: (nn.Softplus(), (R(64),)),
    "elu": lambda: (nn.ELU(), (R(64),)),
    "large_mlp": lambda: (mlp(512, 1024, 1024, 10), (R(256, 512),)),
    "large_encoder": lambda: (Encoder(256, 8), (R(8, 128, 256),)),
    "large_residual": lambda: (
        nn.Sequential(Residual(32), Residual(32)),
        (R(4, 32, 56, 56),),
    ),
    "large_cnn": lambda: (cnn(32, 64), (R(8, 3, 64, 64),)),
    "large_resnet": lambda: (ResNet(32), (R(2, 3, 128, 128),)),
    "large_llama": lambda: (Llama(256, 8, 4), (R(2, 128, 256),)),
    "large_unet": lambda: (UNet(32), (R(2, 32, 64, 64), R(2, 16))),
    "large_attention": lambda: (
        Fn(F.scaled_dot_product_attention),
        (*(R(2, 8, 256, 64),) * 3,),
    ),
    "large_encoder_layer": lambda: (
        nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True),
        (R(4, 128, 256),),
    ),
    "large_mamba": lambda: (Fn(mamba), scanned(4, 8, 256, 16)),
}


def _mlp(p, x):
    for w, b in p[:-1]:
        x = jax.nn.relu(x @ w + b)
    return x @ p[-1][0] + p[-1][1]


def _heat(x):
    def step(_, u):
        lap = -4 * u[1:-1, 1:-1] + u[:-2, 1:-1] + u[2:, 1:-1]
        return u.at[1:-1, 1:-1].add(0.1 * (lap + u[1:-1, :-2] + u[1:-1, 2:]))

    return jax.lax.fori_loop(0, 5, step, x)


def _norm(x, g, b):
    m = x.mean(-1, keepdims=True)
    return (x - m) / jnp.sqrt(((x - m) ** 2).mean(-1, keepdims=True) + 1e-5) * g + b


def _attention(q, k, v):
    return jax.nn.softmax(q @ jnp.swapaxes(k, -1, -2) / 4.0) @ v


def _lbm(f):
    """A step of D2Q5."""
    rho = f.sum(0)
    moved = [jnp.roll(f[i], d, a) for i, (d, a) in enumerate(_D2Q5)]
    return jnp.stack([m + 0.6 * (rho / 5 - m) for m in moved])


_D2Q5 = ((0, 0), (1, 0), (-1, 0), (1, 1), (-1, 1))
rng = np.random.default_rng(7)


def N(*shape):
    return rng.standard_normal(shape).astype(np.float32)


_LAYERS = [(N(16, 32), N(32)), (N(32, 4), N(4))]

JAX = {
    "mlp": lambda: (lambda x: _mlp(_LAYERS, x), N(8, 16)),
    "grad": lambda: (
        jax.grad(lambda p, x: (_mlp(p, x) ** 2).sum()),
        _LAYERS,
        N(8, 16),
    ),
    "layer_norm": lambda: (_norm, N(8, 32), N(32), N(32)),
    "softmax": lambda: (jax.nn.softmax, N(8, 16)),
    "gelu": lambda: (jax.nn.gelu, N(64)),
    "attention": lambda: (_attention, N(2, 8, 16), N(2, 8, 16), N(2, 8, 16)),
    "heat": lambda: (_heat, N(16, 16)),
    "lbm": lambda: (_lbm, abs(N(5, 8, 8))),
    "scan": lambda: (
        lambda x: jax.lax.scan(lambda c, y: (c * 0.5 + y, c), jnp.zeros(4), x),
        N(6, 4),
    ),
    "cumsum": lambda: (lambda x: jnp.cumsum(x, 1), N(4, 8)),
    "random": lambda: (
        lambda k: jax.random.normal(jax.random.wrap_key_data(k), (16,)),
        np.array([0, 42], np.uint32),
    ),
    "uniform": lambda: (
        lambda k: jax.random.uniform(jax.random.wrap_key_data(k), (4, 4)),
        np.array([0, 42], np.uint32),
    ),
    "resize": lambda: (
        lambda x: jax.image.resize(x, (8, 8, 3), "bilinear"),
        N(4, 4, 3),
    ),
    "complex": lambda: (
        lambda a, b: a @ b,
        (N(4, 6) + 1j * N(4, 6)).astype(np.complex64),
        (N(6, 5) + 1j * N(6, 5)).astype(np.complex64),
    ),
    "complex_abs": lambda: (
        jnp.abs,
        (N(8) + 1j * N(8)).astype(np.complex64),
    ),
    "fft": lambda: (lambda x: jnp.abs(jnp.fft.fft(x)), N(2, 16)),
    "conv": lambda: (
        lambda x, w: jax.lax.conv(x, w, (1, 1), "SAME"),
        N(1, 3, 8, 8),
        N(4, 3, 3, 3),
    ),
    "max_pool": lambda: (
        lambda x: jax.lax.reduce_window(
            x, -jnp.inf, jax.lax.max, (2, 2), (2, 2), "VALID"
        ),
        N(8, 8),
    ),
    "any": lambda: (lambda x: jnp.any(x > 2), N(4, 8)),
    "all_axis": lambda: (lambda x: jnp.all(x > -1, axis=1), N(4, 8)),
    "argmax": lambda: (lambda x: jnp.argmax(x, 1), N(4, 8)),
    "sort": lambda: (lambda x: jnp.sort(x, 1), N(4, 8)),
    "top_k": lambda: (lambda x: jax.lax.top_k(x, 3)[0], N(4, 8)),
    "gather": lambda: (lambda x, i: x[i], N(8, 4), np.array([3, 1, 7], np.int32)),
    "scatter": lambda: (
        lambda x, i, u: x.at[i].add(u),
        N(8, 4),
        np.array([3, 1, 3], np.int32),
        N(3, 4),
    ),
    "take_along": lambda: (
        lambda x, i: jnp.take_along_axis(x, i, 1),
        N(4, 8),
        rng.integers(0, 8, (4, 3)).astype(np.int32),
    ),
    "while": lambda: (
        lambda x: jax.lax.while_loop(lambda c: c.sum() < 100, lambda c: c * 2, x),
        abs(N(8)),
    ),
    "cond": lambda: (
        lambda x: jax.lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x),
        N(8),
    ),
    "bf16_matmul": lambda: (
        lambda a, b: (a.astype(jnp.bfloat16) @ b.astype(jnp.bfloat16)).astype(
            jnp.float32
        ),
        N(8, 16),
        N(16, 4),
    ),
    "dot_general": lambda: (
        lambda a, b: jnp.einsum("bik,bkj->bij", a, b),
        N(2, 4, 8),
        N(2, 8, 6),
    ),
    "vmap": lambda: (jax.vmap(lambda x, y: jnp.outer(x, y).sum(0)), N(4, 8), N(4, 6)),
    "logsumexp": lambda: (lambda x: jax.nn.logsumexp(x, 1), N(4, 8)),
    "var": lambda: (lambda x: jnp.var(x, 1), N(4, 8)),
    "triu": lambda: (lambda x: jnp.triu(x), N(6, 6)),
    "pad": lambda: (lambda x: jnp.pad(x, ((1, 2), (0, 1))), N(4, 4)),
    "roll": lambda: (lambda x: jnp.roll(x, 2, 1), N(4, 8)),
    "select": lambda: (lambda x: jnp.where(x > 0, x, 0.1 * x), N(4, 8)),
    "identity": lambda: (lambda x: x, N(4)),
    "hessian": lambda: (jax.hessian(lambda x: jnp.sin(x).prod()), N(4)),
    "solve": lambda: (
        lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True),
        np.tril(N(4, 4)) + 4 * np.eye(4, dtype=np.float32),
        N(4),
    ),
}


def _numpy(value):
    if isinstance(value, torch.Tensor):
        value = value.detach()
        return (value.view(torch.int16) if value.dtype == bf else value).numpy().copy()
    value = np.asarray(value)
    return value.view(np.int16) if value.dtype == jnp.bfloat16 else value


def _flat(value):
    if isinstance(value, tuple | list):
        return [leaf for each in value for leaf in _flat(each)]
    return [] if value is None else [_numpy(value)]


def network(name):
    """A module of `TORCH`, ready to run, its inputs and dynamic dimensions."""
    torch.manual_seed(1)
    module, inputs, *rest = TORCH[name]()
    module = module.eval()
    for each in module.modules():
        if isinstance(each, nn.BatchNorm1d | nn.BatchNorm2d):
            nn.init.normal_(each.running_mean)
            nn.init.uniform_(each.running_var, 0.5, 1.5)
    return module, inputs, rest


def from_torch(name):
    module, inputs, rest = network(name)
    shapes = tuple(dynamic(*rest[0])) if rest else None
    program = torch.export.export(module, inputs, dynamic_shapes=shapes)
    imported = fx.export_and_import(program, output_type="linalg-on-tensors")
    with torch.no_grad():
        return str(imported), _flat(inputs), _flat(module(*inputs))


def from_jax(name):
    function, *inputs = JAX[name]()
    compiled = jax.jit(function, keep_unused=True)
    text = compiled.lower(*inputs).as_text()
    made = compile_str(
        text,
        target_backends=["llvm-cpu"],
        input_type="stablehlo",
        extra_args=["--compile-to=input"],
    )
    return made.decode(), _flat(inputs), _flat(compiled(*inputs))


def main(folder, names):
    folder.mkdir(parents=True, exist_ok=True)
    for kind, table, export in (
        ("torch", TORCH, from_torch),
        ("jax", JAX, from_jax),
    ):
        for name in table:
            if names and f"{kind}_{name}" not in names:
                continue
            try:
                text, inputs, outputs = export(name)
            except Exception as error:
                print(f"{kind}_{name}: {type(error).__name__} {str(error)[:300]}")
                if names:
                    traceback.print_exc()
                continue
            path = folder / f"{kind}_{name}"
            path.with_suffix(".mlir").write_text(text)
            np.savez(
                path.with_suffix(".npz"),
                **{f"in{i}": value for i, value in enumerate(inputs)},
                **{f"out{i}": value for i, value in enumerate(outputs)},
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

"""
Writes what PyTorch (through torch-mlir) and JAX (through IREE) print for some programs, with inputs
and their results: NAME.mlir and NAME.npz in a folder, which `benchmarks/frontends.py` reads.

    pip install torch-mlir==20261001 torch==2.14.1 jax==0.10.2 iree-base-compiler==3.13.0
    pip install transformers==5.24.0 diffusers==0.42.1 torchao torch_geometric==2.8.1 mambapy==1.2.0 timm
    python benchmarks/exporters.py FOLDER [NAME ...]

The second line is for `lib_` programs: blocks of libraries with random weights.

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
    "residual": lambda: (Residual(4), (R(1, 4, 6, 6),)),
    "resnet": lambda: (ResNet(4), (R(1, 3, 16, 16),)),
    "encoder": lambda: (Encoder(16, 2), (R(1, 4, 16),)),
    "encoder_dynamic": lambda: (Encoder(16, 2), (R(1, 4, 16),), [(1,)]),
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
    "unet": lambda: (UNet(), (R(1, 8, 4, 4), R(1, 16))),
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


class Of(nn.Module):
    """`call` of a library's module, which may take names and give records."""

    def __init__(self, module, call):
        super().__init__()
        self.module, self.call = module, call

    def forward(self, *args):
        return self.call(self.module, *args)


def _hugging(kind, config, head=True, **sizes):
    """A model of `transformers` with random weights, and 8 numbers of words for it."""
    import transformers

    made = dict(
        vocab_size=64,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=1,
        num_attention_heads=4,
        max_position_embeddings=32,
        attn_implementation="eager",
    )
    config = getattr(transformers, config)(**made | sizes)

    def call(model, x):
        options = dict(use_cache=False) if head else {}
        found = model(x, **options)
        return found.logits if hasattr(found, "logits") else found.last_hidden_state

    return Of(getattr(transformers, kind)(config), call), (ints(0, 64, (1, 8)),)


def _llama_step():
    """A step of Llama with 5 keys and values from before: logits and the longer ones."""
    import transformers

    of, _ = _hugging("LlamaForCausalLM", "LlamaConfig", num_key_value_heads=2)

    def call(model, x, keys, values):
        cache = transformers.DynamicCache()
        cache.update(keys, values, 0)
        found = model(input_ids=x, past_key_values=cache, use_cache=True)
        (layer,) = found.past_key_values.layers
        return found.logits, layer.keys, layer.values

    return Of(of.module, call), (ints(0, 64, (1, 1)), R(1, 2, 5, 8), R(1, 2, 5, 8))


def _whisper():
    import transformers

    sizes = dict(d_model=32, encoder_layers=1, decoder_layers=1, num_mel_bins=8)
    for side in ("encoder", "decoder"):
        sizes |= {f"{side}_attention_heads": 4, f"{side}_ffn_dim": 48}
    config = transformers.WhisperConfig(
        max_source_positions=8, attn_implementation="eager", **sizes
    )
    encoder = transformers.WhisperModel(config).encoder
    return Of(encoder, lambda m, x: m(x).last_hidden_state), (R(1, 8, 16),)


def _mambapy(pscan):
    from mambapy.mamba import MambaBlock, MambaConfig

    config = MambaConfig(16, n_layers=1, d_state=4, dt_rank=4, pscan=pscan)
    return MambaBlock(config), (R(1, 8, 16),)


def _diffusers(name):
    from diffusers.models.attention import BasicTransformerBlock
    from diffusers.models.resnet import ResnetBlock2D

    if name == "resnet":
        sizes = dict(in_channels=8, out_channels=16, temb_channels=16, groups=4)
        return ResnetBlock2D(**sizes), (R(1, 8, 8, 8), R(1, 16))
    block = BasicTransformerBlock(32, 4, 8, cross_attention_dim=16)
    return Of(block, lambda m, x, y: m(x, encoder_hidden_states=y)), (
        R(1, 8, 32),
        R(1, 4, 16),
    )


def _geometric(name):
    from torch_geometric import nn as geometric

    inside = (mlp(8, 8, 4),) if name == "GINConv" else (8, 4)
    # torch-mlir 20261001 crashes on the loops that would be added.
    options = dict(add_self_loops=False) if name == "GATConv" else {}
    layer = getattr(geometric, name)(*inside, **options)
    return layer, (R(6, 8), ints(0, 6, (2, 10)))


def _pt2e(module, x):
    """`module` as PyTorch's export quantises it, for x86."""
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
    from torchao.quantization.pt2e.quantizer import x86_inductor_quantizer as x86

    quantiser = x86.X86InductorQuantizer()
    quantiser.set_global(x86.get_default_x86_inductor_quantization_config())
    prepared = prepare_pt2e(
        torch.export.export(module.eval(), (x,)).module(), quantiser
    )
    prepared(x)
    return convert_pt2e(prepared), (x,)


def _int8():
    from torchao.quantization import Int8WeightOnlyConfig, quantize_

    module = mlp(16, 32, 4).eval()
    quantize_(module, Int8WeightOnlyConfig())
    return module, (R(4, 16),)


def _convnext():
    import timm

    sizes = dict(num_classes=4, depths=(1, 1, 1, 1), dims=(8, 8, 16, 16))
    return timm.create_model("convnext_atto", **sizes), (R(1, 3, 32, 32),)


LIBRARIES = {
    "llama": lambda: _hugging("LlamaForCausalLM", "LlamaConfig", num_key_value_heads=2),
    "llama_step": _llama_step,
    "mistral": lambda: _hugging(
        *("MistralForCausalLM", "MistralConfig"),
        **dict(num_key_value_heads=2, head_dim=8, sliding_window=4),
    ),
    "qwen3": lambda: _hugging(
        "Qwen3ForCausalLM", "Qwen3Config", num_key_value_heads=2, head_dim=8
    ),
    "gpt2": lambda: _hugging(
        *("GPT2LMHeadModel", "GPT2Config"),
        **dict(n_embd=32, n_layer=1, n_head=4, n_positions=32),
    ),
    "bert": lambda: _hugging("BertModel", "BertConfig", False),
    "t5": lambda: _hugging(
        *("T5EncoderModel", "T5Config", False),
        **dict(d_model=32, d_kv=8, d_ff=48, num_layers=1, num_heads=4),
    ),
    "whisper": _whisper,
    "mamba": lambda: _hugging(
        *("MambaModel", "MambaConfig"),
        **dict(hidden_size=16, state_size=4, time_step_rank=4),
    ),
    "mambapy": lambda: _mambapy(False),
    "mambapy_pscan": lambda: _mambapy(True),
    "diffusers_resnet": lambda: _diffusers("resnet"),
    "diffusers_transformer": lambda: _diffusers("transformer"),
    "sage": lambda: _geometric("SAGEConv"),
    "gat": lambda: _geometric("GATConv"),
    "gin": lambda: _geometric("GINConv"),
    "pt2e_mlp": lambda: _pt2e(mlp(16, 32, 4), R(4, 16)),
    "pt2e_conv": lambda: _pt2e(
        nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.MaxPool2d(2)), R(1, 3, 8, 8)
    ),
    "int8": _int8,
    "convnext": _convnext,
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
    "checkpoint": lambda: (
        jax.grad(lambda p, x: (jax.checkpoint(_mlp)(p, x) ** 2).sum()),
        _LAYERS,
        N(8, 16),
    ),
    "constant": lambda: (lambda x: (jnp.arange(4.0), x), N(4)),
    "dot_product_attention": lambda: (
        lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True),
        *(N(1, 6, 4, 8), N(1, 6, 2, 8), N(1, 6, 2, 8)),
    ),
    "conv_transpose": lambda: (
        lambda x, w: jax.lax.conv_transpose(x, w, (2, 2), "SAME"),
        *(N(1, 4, 4, 3), N(3, 3, 3, 2)),
    ),
    "segment_sum": lambda: (
        lambda x, i: jax.ops.segment_sum(x, i, 4),
        *(N(6, 3), np.array([0, 1, 1, 3, 3, 0], np.int32)),
    ),
    "associative_scan": lambda: (
        lambda a, b: jax.lax.associative_scan(
            lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1]), (a, b)
        ),
        *(0.3 * abs(N(8, 4)), N(8, 4)),
    ),
    "dropout": lambda: (
        lambda k, x: jnp.where(
            jax.random.bernoulli(jax.random.wrap_key_data(k), 0.7, x.shape), x / 0.7, 0
        ),
        *(np.array([0, 42], np.uint32), N(8)),
    ),
    "int8": lambda: (
        lambda a, b: jnp.matmul(a, b, preferred_element_type=jnp.int32),
        *(np.arange(-32, 32, dtype=np.int8).reshape(n, -1) for n in (4, 16)),
    ),
    "dynamic_slice": lambda: (
        lambda x, u, i: jax.lax.dynamic_update_slice(
            x, jax.lax.dynamic_slice(x, (i, 0), (2, 4)) * u, (i - 3, 0)
        ),
        *(N(6, 4), N(2, 4), np.int32(5)),
    ),
    "erf_gamma": lambda: (
        lambda x: jax.scipy.special.erf(x) + jax.scipy.special.gammaln(abs(x) + 1),
        N(8),
    ),
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


def network(name, table=TORCH):
    """A module of `table`, ready to run, its inputs and dynamic dimensions."""
    torch.manual_seed(1)
    module, inputs, *rest = table[name]()
    # Modules that `torch.export` made have no `eval`.
    module = module if hasattr(module, "graph") else module.eval()
    for each in module.modules():
        # torch-mlir 20261001 does not find the values of the others.
        each._non_persistent_buffers_set.clear()
        if isinstance(each, nn.BatchNorm1d | nn.BatchNorm2d):
            nn.init.normal_(each.running_mean)
            nn.init.uniform_(each.running_var, 0.5, 1.5)
    return module, inputs, rest


def from_library(name):
    return from_torch(name, LIBRARIES)


def from_torch(name, table=TORCH):
    module, inputs, rest = network(name, table)
    shapes = tuple(dynamic(*rest[0])) if rest else None
    with torch.no_grad():
        program = torch.export.export(module, inputs, dynamic_shapes=shapes)
        imported = fx.export_and_import(program, output_type="linalg-on-tensors")
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
        ("lib", LIBRARIES, from_library),
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

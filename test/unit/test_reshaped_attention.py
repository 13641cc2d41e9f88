"""
Attention as importers write it: batch and heads are one dimension for the products and two for what
is between them. `linalg-fuse-elementwise-ops` moves the reshapes away, and it is one kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_contractions import lowered

from xdsl_opencl.runtime import Program

Array = Any

B, H, S, D = 2, 3, 32, 16


def tensor(*sizes: int, element: str = "f32") -> str:
    return f"tensor<{'x'.join(map(str, sizes))}x{element}>"


Q4 = tensor(B, H, S, D, element="f16")
Q3 = tensor(B * H, S, D, element="f16")
S4, S3 = tensor(B, H, S, S), tensor(B * H, S, S)
R4, R3 = tensor(B, H, S, D), tensor(B * H, S, D)
SENT = tensor(B, S, H, D, element="f16")
MASK = tensor(S, S)


def collapse(name: str, value: str, type: str, result: str) -> str:
    return f"{name} = tensor.collapse_shape {value} [[0, 1], [2], [3]] : {type} into {result}\n"


def expand(name: str, value: str, type: str, result: str) -> str:
    shape = result[len("tensor<") :].rsplit("x", 1)[0].replace("x", ", ")
    return (
        f"{name} = tensor.expand_shape {value} [[0, 1], [2], [3]] output_shape [{shape}] : "
        f"{type} into {result}\n"
    )


def elements(
    name: str, inputs: str, types: str, result: str, maps: str, args: str, body: str
) -> str:
    rank = result.count("x")
    kinds = ", ".join(['"parallel"'] * rank)
    return f"""
  {name}_e = tensor.empty() : {result}
  {name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({inputs} : {types}) outs({name}_e : {result}) {{
  ^bb0({args}):
    {body}
  }} -> {result}
"""


def product(name: str, a: str, b: str, types: str, result: str) -> str:
    kind = (
        " indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, "
        "affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]"
        if a == "%q3"
        else ""
    )
    return f"""
  {name}_e = tensor.empty() : {result}
  {name}_f = linalg.fill ins(%zero : f32) outs({name}_e : {result}) -> {result}
  {name} = linalg.batch_matmul{kind} ins({a}, {b} : {types}) outs({name}_f : {result}) -> {result}
"""


def softmax(name: str, value: str, type: str) -> str:
    return f"""
  {name}_e = tensor.empty() : {type}
  {name} = linalg.softmax dimension({type.count("x") - 1}) ins({value} : {type}) outs({name}_e : {type}) -> {type}
"""


MASKED = """%t = arith.mulf %x, %scale : f32
    %u = arith.addf %t, %y : f32
    linalg.yield %u : f32"""
ROUNDED = """%t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16"""


def program(arguments: str, softmax_rank: int) -> str:
    """`arguments`: the type of queries, keys and values."""
    text = ""
    if arguments == SENT:
        for name in "qkv":
            text += f"%{name}e = tensor.empty() : {Q4}\n"
            text += (
                f"%{name}4 = linalg.transpose ins(%{name} : {SENT}) outs(%{name}e : {Q4}) "
                "permutation = [0, 2, 1, 3]\n"
            )
            text += collapse(f"%{name}3", f"%{name}4", Q4, Q3)
    elif arguments == Q4:
        text = "".join(collapse(f"%{name}3", f"%{name}", Q4, Q3) for name in "qkv")
    text += product("%s3", "%q3", "%k3", f"{Q3}, {Q3}", S3)
    text += expand("%s4", "%s3", S3, S4)
    same = "affine_map<(b, h, i, j) -> (b, h, i, j)>"
    maps = f"{same}, affine_map<(b, h, i, j) -> (i, j)>, {same}"
    args = "%x: f32, %y: f32, %o: f32"
    text += elements("%m4", "%s4, %mask", f"{S4}, {MASK}", S4, maps, args, MASKED)
    half = S3.replace("f32", "f16")
    if softmax_rank == 3:
        text += collapse("%m3", "%m4", S4, S3) + softmax("%p", "%m3", S3)
        same = "affine_map<(b, i, j) -> (b, i, j)>"
        maps, args = f"{same}, {same}", "%x: f32, %o: f16"
        text += elements("%p3", "%p", S3, half, maps, args, ROUNDED)
    else:
        text += softmax("%p", "%m4", S4)
        maps, args = f"{same}, {same}", "%x: f32, %o: f16"
        half4 = S4.replace("f32", "f16")
        text += elements("%h", "%p", S4, half4, maps, args, ROUNDED)
        text += collapse("%p3", "%h", half4, half)
    text += product("%r3", "%p3", "%v3", f"{half}, {Q3}", R3)
    text += expand("%r", "%r3", R3, R4)
    names = ["%q", "%k", "%v"] if arguments != Q3 else ["%q3", "%k3", "%v3"]
    inputs = ", ".join(f"{name}: {arguments}" for name in names)
    return f"""
func.func @f({inputs}, %mask: {MASK}) -> {R4} {{
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  {text}
  return %r : {R4}
}}"""


@pytest.mark.parametrize(("device", "launches"), [("gfx1100", 1), ("host", None)])
@pytest.mark.parametrize(
    ("arguments", "softmax_rank"), [(Q4, 4), (Q4, 3), (Q3, 4), (SENT, 4)]
)
def test_one_kernel(
    arguments: str, softmax_rank: int, device: str, launches: int | None
) -> None:
    target = "" if device == "host" else f"{{mcpu={device}}}"
    text = program(arguments, softmax_rank)
    module, names = lowered(text, f"opencl-from-linalg{target}")
    if launches is not None:
        assert names.count("opencl.launch") == launches
    random = np.random.default_rng(11)
    q, k, v = random.standard_normal((3, B, H, S, D)).astype("f2")
    mask = random.standard_normal((S, S)).astype("f4")
    given = [q, k, v]
    if arguments == SENT:
        given = [x.transpose(0, 2, 1, 3).copy() for x in given]
    elif arguments == Q3:
        given = [x.reshape(B * H, S, D) for x in given]
    found = Program(module, device=device).functions["f"](*given, mask)
    scores = q.astype("f8") @ k.astype("f8").swapaxes(-1, -2) * 0.25 + mask
    power = np.exp(scores - scores.max(-1, keepdims=True))
    want = power / power.sum(-1, keepdims=True) @ v.astype("f8")
    # Powers of at most 1 are rounded to halves.
    assert np.abs(np.asarray(found) - want).max() <= 2**-11 * np.abs(v).max()

"""
The acceptance kernels of `test/kernels` on other implementations of OpenCL: what the suite
expects of the CPU device is what they compute.
"""

from __future__ import annotations

from typing import Any

import pytest
from host_helpers import CASES, KERNELS, clcase
from long_runs import long_run
from pocl_helpers import Launch, other

NEEDS = {
    "PoCL": {"images", "images_3d_write", "fp64", "int64_atomics"},
    "Oclgrind": {"images", "images_3d_write", "fp64", "int64_atomics"},
}
"""The features of each implementation; neither takes OpenCL C 2.0."""
ALPHA = "reads a missing alpha as 0, not 1 (OpenCL C 3.0, section 6.15.15.7)"
NONE = "reads 0 with CLK_ADDRESS_NONE, a linear filter and unnormalised coordinates"
WRONG = {
    "PoCL": {
        "ids_absent_3": "has sizes of 0 in dimension 3, not 1 (section 6.15.1)",
        "sample_int_order_r": ALPHA,
        "sample_ui_r_unsigned_int32": ALPHA,
        "sample_si_r_signed_int32": ALPHA,
    },
    "Oclgrind": {
        "ids_absent_3": "has sizes of 0 in dimension 3, not 1 (section 6.15.1)",
        "convert_from_float": "converts NaN with saturation to the lowest integer, not 0 (section 6.4.3.3)",
        "int_builtins_long": "saturates the product before it adds (section 6.15.3)",
        "int_vectors": "reads the scalar bounds of clamp as vectors (section 6.15.3)",
        "relational": "calls a denormal normal (section 6.15.6)",
        "sample_float_linear_none_texel": NONE,
        "sample_unorm_int8_linear_none_texel": NONE,
    },
}
"""Cases that PoCL 3.1 and Oclgrind 21.10 get wrong, and the rule that they break."""


def argument(value: Any) -> tuple[str, Any]:
    """The argument of `pocl_runner.py` for one of the suite."""
    if isinstance(value, clcase.Scalar):
        return "bytes", value.tobytes()
    if isinstance(value, clcase.Struct):
        return "bytes", value.data
    if isinstance(value, clcase.Local):
        return "local", value.nbytes
    if isinstance(value, clcase.Sampler):
        return "sampler", (value.normalized, value.addressing, value.filter)
    if isinstance(value, clcase.Image):
        return "image", dict(value.__dict__)
    return "buffer", value.data


@long_run
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("word", NEEDS)
def test_case(word: str, name: str) -> None:
    case = CASES[name]
    device = other(word)
    if missing := set(case.requires) - NEEDS[word]:
        pytest.skip(f"{word} has no {', '.join(missing)}")
    source = (KERNELS / case.file).read_text()
    launch: Launch = (
        case.kernel,
        tuple(case.global_size),
        case.local_size and tuple(case.local_size),
        case.global_offset and tuple(case.global_offset),
        [argument(value) for value in case.args],
    )
    options = f"-cl-std=CL1.2 {case.build_options}"
    (answer,) = device.run(source, [launch], options)
    assert not isinstance(answer, str), answer
    failures = clcase.compare(case, answer)
    if failures and name in WRONG[word]:
        pytest.xfail(f"{word} {WRONG[word][name]}")
    assert failures == []

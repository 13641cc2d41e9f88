"""`opencl-strip-unused`: what lit cannot show."""

from __future__ import annotations

import pytest
from seed_helpers import run
from xdsl.passes import PassPipeline
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.transforms.kernels.opencl_strip_unused import OpenCLStripUnusedPass


def test_unknown_name_to_keep() -> None:
    with pytest.raises(PassFailedException, match=r"keep=.*the module has no @g, @h"):
        run(
            "func.func @f() { func.return }",
            OpenCLStripUnusedPass(keep=("h", "f", "g")),
        )


def test_option_syntax() -> None:
    pipeline = PassPipeline.parse_spec(
        {OpenCLStripUnusedPass.name: lambda: OpenCLStripUnusedPass},
        "opencl-strip-unused{keep=f,g}",
    )
    assert pipeline.passes == (OpenCLStripUnusedPass(keep=("f", "g")),)


def test_every_reached_symbol_survives_verification() -> None:
    """
    A long chain of calls: each function is reached only through the one before it.
    """
    count = 300
    functions = [
        f"func.func @f{i}() {{ func.call @f{i + 1}() : () -> () func.return }}"
        for i in range(count)
    ]
    text = "\n".join(
        [
            *functions,
            f"func.func @f{count}() {{ func.return }}",
            "func.func @dead() { func.call @f0() : () -> () func.return }",
            "opencl.kernel @k() { func.call @f7() : () -> () opencl.return }",
        ]
    )
    module = run(text, OpenCLStripUnusedPass())
    names = [str(op.properties["sym_name"]) for op in module.ops]
    assert names == [*(f'"f{i}"' for i in range(7, count + 1)), '"k"']

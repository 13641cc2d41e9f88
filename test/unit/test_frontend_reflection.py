"""
The answers of `clGetKernelArgInfo`, `clGetKernelInfo` and `clGetKernelWorkGroupInfo`.

The rows of `EXPECTED` are the answers of PoCL 3.1 (`-cl-kernel-arg-info`, through
pyopencl) for the same source.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from frontend_helpers import needs_clang
from texts import whole

from xdsl_opencl import compile
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.reflection import ARGUMENT_QUERIES, KERNEL_QUERIES
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.cli import main
from xdsl_opencl.driver import SourceFile

SOURCE = whole("frontend_reflection.cl")

GLOBAL, LOCAL, CONSTANT, PRIVATE = 0x119B, 0x119C, 0x119D, 0x119E
READ_ONLY, WRITE_ONLY, NONE = 0x11A0, 0x11A1, 0x11A3

EXPECTED = {
    "k1": [
        ("a", "float*", GLOBAL, NONE, 3),
        ("c", "int4*", CONSTANT, NONE, 1),
        ("l", "uint*", LOCAL, NONE, 4),
        ("f", "float", PRIVATE, NONE, 0),
        ("v", "uint4", PRIVATE, NONE, 0),
        ("p", "params_t", PRIVATE, NONE, 0),
        ("gp", "params_t*", GLOBAL, NONE, 0),
        ("vb", "uchar*", GLOBAL, NONE, 4),
    ],
    "k2": [
        ("img", "image2d_t", GLOBAL, READ_ONLY, 0),
        ("out", "image2d_t", GLOBAL, WRITE_ONLY, 0),
        ("s", "sampler_t", PRIVATE, NONE, 0),
        ("n", "uint", PRIVATE, NONE, 0),
        ("ul", "ulong", PRIVATE, NONE, 0),
    ],
}

FILE = SourceFile("k.cl", SOURCE)

QUERIES = (
    "CL_KERNEL_ARG_NAME",
    "CL_KERNEL_ARG_TYPE_NAME",
    "CL_KERNEL_ARG_ADDRESS_QUALIFIER",
    "CL_KERNEL_ARG_ACCESS_QUALIFIER",
    "CL_KERNEL_ARG_TYPE_QUALIFIER",
)


@needs_clang
@pytest.mark.parametrize(("abi", "mcpu"), [("amdhsa", "gfx900"), ("mesa3d", "gfx900")])
def test_arguments(abi: str, mcpu: str) -> None:
    """By name and by number, on an ABI with and one without code to look into."""
    program = compile(FILE, Target(Abi(abi), mcpu))
    assert [kernel.name for kernel in program.kernels] == ["k1", "k2"]
    for kernel in program.kernels:
        assert kernel.args is kernel.arguments
        assert [argument.cl_index for argument in kernel.args] == list(
            range(len(kernel.args))
        )
        for query in (QUERIES, tuple(ARGUMENT_QUERIES[name] for name in QUERIES)):
            answers = [tuple(map(a.query, query)) for a in kernel.args]
            assert answers == EXPECTED[kernel.name]
    first = program.kernels[0].arguments[0]
    assert first.address_qualifier == "CL_KERNEL_ARG_ADDRESS_GLOBAL"
    assert first.access_qualifier == "CL_KERNEL_ARG_ACCESS_NONE"
    assert first.type_qualifiers == ("restrict", "const")
    assert (first.offset, first.size) == (0, 8)


@needs_clang
def test_kernels() -> None:
    """Local memory is that of the variables; gfx900 has waves of 64."""
    one, two = compile(FILE, Target(Abi.AMDHSA, "gfx900")).kernels
    assert one.query("CL_KERNEL_FUNCTION_NAME") == "k1"
    assert one.query("CL_KERNEL_NUM_ARGS") == 8
    assert one.query("CL_KERNEL_ATTRIBUTES") == ""
    assert one.query("CL_KERNEL_LOCAL_MEM_SIZE") == 128
    assert one.query("CL_KERNEL_COMPILE_WORK_GROUP_SIZE") == (0, 0, 0)
    assert one.query("CL_KERNEL_WORK_GROUP_SIZE") == 256
    assert one.query(0x11B3) == 64
    assert one.query("CL_KERNEL_PRIVATE_MEM_SIZE") == 0
    assert two.query("CL_KERNEL_COMPILE_WORK_GROUP_SIZE") == (8, 4, 2)
    assert two.query("CL_KERNEL_WORK_GROUP_SIZE") == 64
    # "as they were declared inside __attribute__((...)), with any surrounding whitespace
    # removed", separated by a space (OpenCL 3.0, clGetKernelInfo).
    assert two.attributes == "vec_type_hint(float4) reqd_work_group_size(8,4,2)"
    assert two.query("CL_KERNEL_ATTRIBUTES") == two.attributes


@needs_clang
def test_wrong_queries() -> None:
    """
    Another query, one of machine code where there is none, an argument's of a kernel.
    """
    kernel = compile(FILE, Target(Abi.MESA3D, "gfx900")).kernels[0]
    assert kernel.query("CL_KERNEL_COMPILE_WORK_GROUP_SIZE") == (0, 0, 0)
    for query, message in (
        ("CL_KERNEL_WORK_GROUP_SIZE", "is known of amdhsa's machine code only"),
        ("CL_KERNEL_ARG_NAME", "unknown query CL_KERNEL_ARG_NAME; one of"),
        (0x1196, "unknown query 0x1196"),
    ):
        with pytest.raises(AbiError, match=message):
            kernel.query(query)
    with pytest.raises(AbiError, match="unknown query CL_KERNEL_NUM_ARGS"):
        kernel.args[0].query("CL_KERNEL_NUM_ARGS")


def info(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Returns the kernels as `xdsl-opencl info` describes them."""
    assert main(("info", *arguments, "--json")) == 0
    return json.loads(capsys.readouterr().out)["kernels"]


def rows(kernel: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Returns the arguments that `info` describes in the form of `EXPECTED`."""
    return [
        (
            argument["name"],
            argument["type_name"],
            argument["address_space"]["cl_value"],
            argument["access"]["cl_value"],
            argument["type_qualifiers"]["bits"],
        )
        for argument in kernel["arguments"]
    ]


@needs_clang
def test_info(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    The same from the command line, of the source and of the code object that it became.
    """
    source, code = tmp_path / "k.cl", tmp_path / "k.hsaco"
    source.write_text(SOURCE)
    program = compile(source, Target(Abi.AMDHSA, "gfx900"))
    code.write_bytes(program.code_object)
    for kernels in (
        info(capsys, str(source), "--mcpu", "gfx900"),
        info(capsys, str(code)),
    ):
        for kernel, expected in zip(kernels, program.kernels, strict=True):
            assert rows(kernel) == EXPECTED[kernel["name"]]
            assert set(kernel["opencl"]) == set(KERNEL_QUERIES)
            for name, value in kernel["opencl"].items():
                answer = expected.query(name)
                assert value == (list(answer) if isinstance(answer, tuple) else answer)


@needs_clang
def test_info_without_a_target(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names and types of arguments are the same for every target."""
    source = tmp_path / "k.cl"
    source.write_text(SOURCE)
    for kernel in info(capsys, str(source)):
        assert rows(kernel) == EXPECTED[kernel["name"]]


@needs_clang
def test_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    """The session in `docs/frontend.md`."""
    text = (Path(__file__).parents[2] / "docs" / "frontend.md").read_text()
    section = text.partition("## Reflection")[2]
    code, output = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)[:2]
    exec(code, {})
    assert capsys.readouterr().out == output

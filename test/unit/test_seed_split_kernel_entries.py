"""`opencl-split-kernel-entries`: what lit cannot show."""

from __future__ import annotations

import pytest
from lower_helpers import context
from seed_helpers import run
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, UnitAttr, i32
from xdsl.ir import Block, Region
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp, ReturnOp
from xdsl_opencl.transforms.kernels.opencl_split_kernel_entries import (
    OpenCLSplitKernelEntriesPass,
)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "opencl.call_kernel @missing()",
            "@missing is not a kernel of this module: it is not defined",
        ),
        (
            "opencl.call_kernel @f()",
            "@f is not a kernel of this module: it is a function",
        ),
        (
            "opencl.call_kernel @q()",
            "kernel @q takes 1 arguments, the call passes 0",
        ),
        (
            "opencl.call_kernel @q(%x) : f32",
            "argument 0 of kernel @q has type i32, the call passes f32",
        ),
        (
            "%r = func.call @q(%n) : (i32) -> i32",
            "call of kernel @q has a result; a kernel returns nothing",
        ),
    ],
)
def test_wrong_call(body: str, message: str) -> None:
    text = f"""
        func.func @f() {{ func.return }}
        opencl.kernel @q(%n: i32) {{ opencl.return }}
        opencl.kernel @k(%n: i32, %x: f32) {{ {body} opencl.return }}
    """
    with pytest.raises(PassFailedException) as error:
        run(text, OpenCLSplitKernelEntriesPass(), verify=False)
    assert f"in @k: error: {message}" in str(error.value)


def test_func_call_of_a_kernel() -> None:
    """
    Clang up to 20 calls kernels like functions; such a call goes to the body as well.
    """
    text = """
        opencl.kernel @q(%n: i32) { opencl.return }
        opencl.kernel @k(%n: i32) { func.call @q(%n) : (i32) -> () opencl.return }
    """
    module = run(text, OpenCLSplitKernelEntriesPass(), verify=False)
    module.verify()
    called = [
        op.callee.string_value() for op in module.walk() if isinstance(op, func.CallOp)
    ]
    assert called == ["__clang_ocl_kern_imp_q"] * 2


def test_declared_kernel_keeps_code_attributes() -> None:
    """
    Pretty syntax drops argument dictionaries of declarations, so this is built by hand.
    """
    far = KernelOp("far", [i32], Region())
    far.arg_attrs = ArrayAttr([DictionaryAttr({"llvm.signext": UnitAttr()})])
    block = Block(arg_types=[i32])
    block.add_ops((CallKernelOp("far", [block.args[0]]), ReturnOp()))
    module = ModuleOp([far, KernelOp("k", [i32], Region(block))])
    OpenCLSplitKernelEntriesPass().apply(context(strict=True), module)
    body = [op for op in module.ops if isinstance(op, func.FuncOp)]
    assert [f.sym_name.data for f in body] == ["__clang_ocl_kern_imp_far"]
    assert body[0].arg_attrs == far.arg_attrs
    assert body[0].is_declaration


def test_long_call_chain() -> None:
    """The search for recursion is itself not recursive."""
    count = 1200
    functions = [
        f"func.func @f{i}() {{ func.call @f{i + 1}() : () -> () func.return }}"
        for i in range(count)
    ]
    text = "\n".join([*functions, f"func.func @f{count}() {{ func.return }}"])
    run(text, OpenCLSplitKernelEntriesPass(), verify=False)
    closed = text.replace(
        f"@f{count}() {{", f"@f{count}() {{ func.call @f0() : () -> ()"
    )
    with pytest.raises(PassFailedException, match="recursion: @f0 -> @f1 -> @f2 "):
        run(closed, OpenCLSplitKernelEntriesPass(), verify=False)

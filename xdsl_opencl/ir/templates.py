"""
Helper functions written as MLIR text, which are parsed once and cloned.

    texts = Templates(Path(__file__).with_name("pipes.mlir"), scope="")
    number = texts.inline(build, "reserve", (index, limit, count))[0]
    module.body.block.add_op(texts.function("reserve"))

A file holds functions; `$name` in its text stands for the value of the keyword `name`. The
parser is imported, and a file read and parsed, when one of its functions is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template

from xdsl.dialects import func
from xdsl.ir import SSAValue

from xdsl_opencl.ir.build import Builder, copied_function


class Templates:
    """The functions of a file of MLIR text, of the dialects cf, func, llvm and scf."""

    __slots__ = ("_path", "_values")

    def __init__(self, path: Path, **values: str):
        self._path = path
        self._values = tuple(sorted(values.items()))

    def function(self, name: str) -> func.FuncOp:
        """Returns a new function, a copy of function `name` of the file."""
        return copied_function(_parsed(self._path, self._values)[name])

    def inline(
        self, build: Builder, name: str, arguments: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """
        Puts a copy of the body of function `name`, which has one block, where `build`
        builds, with its location; returns what the function returns.
        """
        (block,) = _parsed(self._path, self._values)[name].body.blocks
        values: dict[SSAValue, SSAValue] = dict(zip(block.args, arguments, strict=True))
        for op in block.ops:
            if isinstance(op, func.ReturnOp):
                return [values[operand] for operand in op.operands]
            made = op.clone(values)
            build.insert(made)
            for inner in made.walk() if made.regions else ():
                inner.location = made.location
        raise ValueError(f"function {name} of {self._path.name} does not return")


@cache
def _parsed(
    path: Path, values: tuple[tuple[str, str], ...]
) -> Mapping[str, func.FuncOp]:
    from xdsl.context import Context
    from xdsl.dialects import cf, scf
    from xdsl.dialects.builtin import Builtin
    from xdsl.parser import Parser

    from xdsl_opencl.dialects.llvm_ext import load_llvm_ext

    context = Context()
    for dialect in (Builtin, cf.Cf, func.Func, scf.Scf):
        context.load_dialect(dialect)
    load_llvm_ext(context)
    text = Template(path.read_text()).substitute(dict(values))
    module = Parser(context, text, path.name).parse_module()
    return {
        op.sym_name.data: op
        for op in module.body.block.ops
        if isinstance(op, func.FuncOp)
    }

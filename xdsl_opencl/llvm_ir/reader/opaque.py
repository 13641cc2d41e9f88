"""
Which arguments are images and samplers, in modules that pass them as pointers.

Kernels say so in their metadata, and calls carry it on to what they call. Functions that
nothing calls, as optimisers leave them behind, are known by what they do with their
arguments: a builtin's mangled name says what it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute

from xdsl_opencl.dialects.opencl.types import SamplerType
from xdsl_opencl.frontend.demangle import demangle
from xdsl_opencl.frontend.metadata import image_type
from xdsl_opencl.llvm_ir.reader.lexer import name_of, tokenize

if TYPE_CHECKING:
    from xdsl_opencl.llvm_ir.reader.declarations import Header
    from xdsl_opencl.llvm_ir.reader.module import ModuleReader

_OPAQUE = re.compile(r"ocl_(?:image|sampler)")
_CALL = re.compile(r'\bcall [^@]*(@(?:[-a-zA-Z$._0-9]+|"[^"]*"))\((.*)')


def _taken(symbol: str) -> list[Attribute | None]:
    """
    The image or sampler type of each parameter of the builtin `symbol`.
    """
    mangled = demangle(symbol)
    types: list[Attribute | None] = []
    for parameter in () if mangled is None else mangled.parameters:
        name = parameter.name.removeprefix("ocl_")
        if name == "sampler":
            types.append(SamplerType())
        else:
            types.append(image_type(name + "_t", None))
    return types


def _arguments(text: str) -> Iterator[tuple[int, str]]:
    """
    Position and token of the arguments that are local values, in a call's arguments.
    """
    depth = position = 0
    last = ""
    for token in tokenize(text):
        if token == ")" and not depth:
            break
        depth += (token in "([{<") - (token in ")]}>")
        if token == "," and not depth:
            if last[0] == "%":
                yield position, last
            position += 1
        last = token
    if last and last[0] == "%":
        yield position, last


def find_opaque_arguments(module: ModuleReader, builtins: set[str]) -> bool:
    """
    Gives arguments that are pointers in the text the types that `builtins`, or functions
    that are known by then, take. Returns whether there were any.
    """
    known = {name: _taken(name) for name in builtins if _OPAQUE.search(name)}
    if not known:
        return False
    found = False
    headers: list[Header] = [*{id(h): h for h in module.functions.values()}.values()]
    changed = True
    while changed:
        changed = False
        for header in headers:
            places = {
                token: index
                for index, token in enumerate(header.argument_tokens)
                if token is not None
                and isinstance(header.argument_types[index], LLVMPointerType)
            }
            if not places:
                continue
            for text in header.body:
                if "call" not in text or (call := _CALL.search(text)) is None:
                    continue
                name = name_of(call[1])
                if (callee := module.functions.get(name)) is not None:
                    types: list[Attribute | None] = [*callee.argument_types]
                else:
                    types = known.get(name, [])
                for position, token in _arguments(call[2]):
                    index = places.get(token)
                    type_ = types[position] if position < len(types) else None
                    if (
                        index is None
                        or type_ is None
                        or isinstance(type_, LLVMPointerType)
                    ):
                        continue
                    header.argument_types[index] = type_
                    header.argument_attributes[index] = {}
                    del places[token]
                    found = changed = True
    return found

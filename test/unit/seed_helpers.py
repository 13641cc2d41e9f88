"""Helpers that the tests of the image, sampler and kernel passes share."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.passes import ModulePass
from xdsl.universe import Universe


def context() -> Context:
    """A context that knows the dialects that `xdsl-opt` knows."""
    result = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        result.register_dialect(name, factory)
    return result


def run(text: str, *passes: ModulePass, verify: bool = True) -> ModuleOp:
    """
    The module `text` after `passes`; verified before and after each unless `verify` is
    false, which shows what a pass itself says of a module that no verifier has seen.
    """
    ctx = context()
    module = Parser(ctx, text).parse_module()
    if verify:
        module.verify()
    for each in passes:
        each.apply(ctx, module)
        if verify:
            module.verify()
    return module

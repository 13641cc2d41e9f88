"""Helpers that the tests of the image, sampler and kernel passes share."""

from __future__ import annotations

from lower_helpers import context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.passes import ModulePass


def run(text: str, *passes: ModulePass, verify: bool = True) -> ModuleOp:
    """
    The module `text` after `passes`; verified before and after each unless `verify` is
    false, which shows what a pass itself says of a module that no verifier has seen.
    """
    ctx = context(strict=True)
    module = Parser(ctx, text).parse_module()
    if verify:
        module.verify()
    for each in passes:
        each.apply(ctx, module)
        if verify:
            module.verify()
    return module

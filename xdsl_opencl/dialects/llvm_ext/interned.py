"""Attributes that many modules have, made once."""

from __future__ import annotations

from functools import cache, lru_cache

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.dialects.llvm import LLVMPointerType

string = lru_cache(maxsize=4096)(StringAttr)
"""One attribute for each text, so that equal texts share it."""


@cache
def pointer_type(space: int) -> LLVMPointerType:
    """`!llvm.ptr<space>`, written without a number for 0."""
    return LLVMPointerType(IntAttr(space)) if space else LLVMPointerType()

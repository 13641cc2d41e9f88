"""
Links several modules of LLVM IR with LLVM's linker, in the child process that also runs
`normalise`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from xdsl_opencl.backend.llvm.llvm_child import ask
from xdsl_opencl.frontend.errors import FrontendError

_SERVICE = "xdsl_opencl.frontend.ir_text.llvm_linker"


def link_contained(texts: Sequence[str]) -> str:
    """
    Links the modules `texts`.

    Raises `FrontendError` if LLVM refuses, for example two definitions of a function.
    """
    if len(texts) == 1:
        return texts[0]
    answer = ask({"service": _SERVICE, "texts": list(texts)})
    said = answer.printed.strip()
    if answer.values is None:
        raise FrontendError(f"error: LLVM aborted while linking: {said}")
    if (refusal := answer.values.get("refused")) is not None:
        raise FrontendError(f"error: the programs cannot be linked: {refusal or said}")
    return answer.values["text"]


def serve(_: object, request: dict[str, Any]) -> dict[str, Any]:
    """
    The answer of `backend.llvm.llvm_worker`'s child: `text`, or why the modules are `refused`.
    """
    # llvmlite has no types.
    llvm: Any = import_module("llvmlite.binding")
    try:
        first, *others = (llvm.parse_assembly(text) for text in request["texts"])
        for other in others:
            first.link_in(other)
    except RuntimeError as error:
        return {"refused": str(error)}
    return {"text": str(first)}

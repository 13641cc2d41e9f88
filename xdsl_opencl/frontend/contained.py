"""
`normalise` in the child process that also generates code: LLVM is loaded once, while this
process imports xDSL, and IR over which LLVM aborts costs a child only.

Nothing here imports xDSL or llvmlite.
"""

from __future__ import annotations

from xdsl_opencl.backend.llvm_child import give_back, take
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.frontend.rejection import rejection

_SERVICE = "xdsl_opencl.frontend.normalise"


def normalise_contained(ir: str | bytes, source: str, *, promote: bool = True) -> str:
    """
    Returns `frontend.normalise.normalise(ir)`, computed in a child process.

    Raises `FrontendError` as that does, and when LLVM aborts.
    """
    child = take()
    try:
        request = {"service": _SERVICE, "ir": ir, "source": source, "promote": promote}
        answer = child.request(request)
        if answer is None:
            details = child.take_stderr().strip().splitlines() or ["no message"]
            raise FrontendError(rejection(details[-1], ir, source))
        # LLVM's remarks on old forms of metadata are of no use to anybody.
        child.take_stderr()
    except BaseException:
        child.close()
        raise
    give_back(child)
    if (refusal := answer.get("refused")) is not None:
        raise FrontendError(refusal)
    return answer["text"]

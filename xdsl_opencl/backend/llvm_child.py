"""
The child processes that run `backend.llvm_worker`, seen from their parent.

Nothing here imports xDSL: a command starts its child with `warm_up` first, and LLVM loads
while the command imports the rest.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from xdsl_opencl.backend import llvm_worker
from xdsl_opencl.backend.spare import start_spare
from xdsl_opencl.garbage import collect_meanwhile, waits

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target

_MEMORY = {
    "MALLOC_TRIM_THRESHOLD_": str(64 << 20),
    "MALLOC_TOP_PAD_": str(4 << 20),
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
}
"""
How the GNU C library allocates: it would give LLVM's memory back to the system after each
module, and the next one would fault it in again.
"""


class LLVMChild:
    """
    One child process, used by one thread at a time.
    """

    def __init__(self) -> None:
        # A file, not a pipe: LLVM may print more than a pipe holds before it answers.
        self.stderr = tempfile.TemporaryFile(buffering=0)
        self.owner = os.getpid()
        # -S: the child gets the parent's path, and needs none of the site's own work.
        self.process = subprocess.Popen(
            [sys.executable, "-S", llvm_worker.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            env={**_MEMORY, **os.environ},
        )
        # An editable install is found by a hook of the site's, not by the path.
        own = os.path.dirname(os.path.dirname(os.path.dirname(llvm_worker.__file__)))
        self.send([*(str(folder) for folder in sys.path), own])

    def send(self, message: object) -> None:
        assert self.process.stdin is not None
        llvm_worker.write_message(cast(Any, self.process.stdin), message)

    def request(
        self, message: dict[str, Any], meanwhile: Callable[[], object] | None = None
    ) -> dict[str, Any] | None:
        """
        The child's answer; `None` when it ended instead. Runs `meanwhile` before it waits.
        """
        assert self.process.stdout is not None
        try:
            self.send(message)
            if meanwhile is not None:
                meanwhile()
            if "service" in message:
                collect_meanwhile(1)
            elif waits():
                collect_meanwhile(0)
                start_spare()
            return llvm_worker.read_message(cast(Any, self.process.stdout))
        except (EOFError, BrokenPipeError):
            self.process.wait()
            return None

    def take_stderr(self) -> str:
        """
        Returns what the child printed since the last call. Its descriptor shares the offset.
        """
        self.stderr.seek(0)
        text = self.stderr.read().decode(errors="replace")
        self.stderr.seek(0)
        self.stderr.truncate()
        return text

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        self.stderr.close()


idle: list[LLVMChild] = []
"""Idle children; a list's `append` and `pop` are atomic."""


@atexit.register
def _close_idle() -> None:
    while idle:
        child = idle.pop()
        if child.owner == os.getpid():
            child.close()


def warm_up() -> None:
    """
    Starts the child, so that LLVM loads while this process parses and lowers.
    """
    if not idle:
        idle.append(LLVMChild())


_KERNEL = """
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %i
  %a = load float, ptr addrspace(1) %q
  %b = fmul float %a, %a
  %c = fcmp olt float %b, 1.0
  br i1 %c, label %yes, label %no
yes:
  store float %b, ptr addrspace(1) %q
  br label %no
no:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
"""


def rehearse(target: Target) -> None:
    """
    Has an idle child compile a small kernel for `target`, as `backend.codegen` will ask it
    to: the first module takes longer, because LLVM sets up its tables then.
    """
    child = take()
    request = {
        "ir": _KERNEL,
        "triple": target.triple,
        "cpu": target.mcpu,
        "features": target.subtarget_features,
        "level": 3,
        "code_level": 3,
        "kinds": ["object"],
        "internalize": True,
        "closed": True,
        "libraries": [],
        "options": [],
    }
    if child.request(request) is None:
        child.close()
    else:
        child.take_stderr()
        give_back(child)


def take() -> LLVMChild:
    """
    An idle process, or a new one; `give_back` returns it.
    """
    while idle:
        child = idle.pop()
        # After a fork the pipes belong to the parent.
        if child.owner == os.getpid() and child.process.poll() is None:
            return child
    return LLVMChild()


def give_back(child: LLVMChild) -> None:
    """
    Makes `child`, whose last answer has been read, free for the next request.
    """
    idle.append(child)

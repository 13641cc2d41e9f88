"""
Compiles LLVM IR in a child process, because LLVM aborts on many errors.

Run as a script it reads JSON jobs from standard input, each a line, and writes a JSON line for
each.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from typing import IO, Any, TypedDict


class Job(TypedDict):
    """One module: LLVM IR text, target triple, processor, subtarget features."""

    ir: str
    triple: str
    cpu: str
    features: str


class Result(TypedDict):
    """
    Assembly with comments, and the ELF header's bytes (64 at most) in hexadecimal.
    """

    assembly: str
    header: str


@cache
def child() -> tuple[subprocess.Popen[str], IO[str]]:
    """The child of this process, and the file of its messages."""
    messages = tempfile.TemporaryFile("w+", errors="replace")
    started = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=messages,
        text=True,
    )
    return started, messages


def compile_all(jobs: Sequence[Job]) -> list[Result]:
    """
    The results of `jobs`; a job that ends the child fails the test with its message.
    """
    results: list[Result] = []
    process, messages = child()
    assert process.stdin is not None
    assert process.stdout is not None
    for job in jobs:
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        if not (line := process.stdout.readline()):
            process.communicate()
            child.cache_clear()
            messages.seek(0)
            raise AssertionError(
                f"LLVM failed for {job['cpu']} {job['features']}: {messages.read()[-600:]}"
            )
        results.append(json.loads(line))
    messages.seek(0)
    said = messages.read()
    messages.seek(0)
    messages.truncate()
    assert "is not a recognized" not in said, said
    return results


def main() -> None:
    from importlib import import_module

    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for line in sys.stdin:
        job: Job = json.loads(line)
        module = llvm.parse_assembly(job["ir"])
        machine = llvm.Target.from_triple(job["triple"]).create_target_machine(
            cpu=job["cpu"], features=job["features"], opt=2
        )
        module.triple = job["triple"]
        module.data_layout = str(machine.target_data)
        module.verify()
        machine.set_asm_verbosity(True)
        result: Result = {
            "header": machine.emit_object(module.clone())[:64].hex(),
            "assembly": machine.emit_assembly(module.clone()),
        }
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()

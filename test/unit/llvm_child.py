"""
Compiles LLVM IR in a child process, because LLVM aborts on many errors.

Run as a script it reads JSON jobs from standard input and writes one JSON line a job.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, TypedDict


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


def compile_all(jobs: Sequence[Job]) -> list[Result]:
    """
    The results of `jobs`; a job that ends the child fails the test with its message.
    """
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        check=False,
    )
    results: list[Result] = [json.loads(line) for line in done.stdout.splitlines()]
    if len(results) != len(jobs):
        job = jobs[len(results)]
        raise AssertionError(
            f"LLVM failed for {job['cpu']} {job['features']}: {done.stderr[-600:]}"
        )
    assert "is not a recognized" not in done.stderr, done.stderr
    return results


def main() -> None:
    from importlib import import_module

    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    jobs: list[Job] = json.load(sys.stdin)
    for job in jobs:
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

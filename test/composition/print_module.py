"""
Prints a module of the composition table's cases for FileCheck tests: one kernel `@k` that
calls a function for each case, with buffers for its operands, the same for all cases, and
for each result.

`python test/composition/print_module.py DIALECT TYPE` prints the first case of each
operation of `DIALECT` whose buffers have elements of `TYPE`.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from composition_case import Case, kernel_text, split


def chosen(dialect: str, element: str) -> list[Case]:
    """The cases, one for each operation."""
    cases: Any = import_module(f"{dialect}_cases").CASES
    found: dict[str, Case] = {}
    for case in cases:
        kinds = {split(type_)[2] for type_ in (*case.inputs, *case.outputs)}
        if kinds == {element} and case.outputs and case.reference:
            found.setdefault(case.op, case)
    return [c for c in found.values() if not (c.refused or c.gpu_refused)]


def module(cases: list[Case]) -> str:
    """The module; a second operand is that of the work item after the next."""
    functions: list[str] = []
    operands: dict[str, str] = {}
    results: dict[str, str] = {}
    calls: list[str] = []
    for number, case in enumerate(cases):
        text = kernel_text((case,), f"f{number}")
        text = text.replace("memref.load %b_memory[%i", "memref.load %b_memory[%i_b")
        steps = "%i_2 = arith.constant 2 : index\n%i_b = arith.addi %i, %i_2 : index\n"
        text = re.sub(r"(%i = opencl.get_global_id 0 : index\n)", rf"\1{steps}", text)
        head = re.search(r"opencl\.kernel @f\d+\((.*?)\) \{", text)
        assert head
        parameters = re.findall(r"%(\w+): (memref<.*?>>)(?:, |$)", head[1])
        given: list[str] = []
        for place, (name, type_) in enumerate(parameters):
            if place < len(case.inputs):
                given.append(f"%in{place}_" + re.sub(r"\W", "", type_))
                operands[given[-1]] = type_
            else:
                given.append(f"%out{number}_{place}")
                results[given[-1]] = type_
        if "tensor<" in text or "bufferization." in text:
            # In functions tensors are memory of the host.
            outer, _, body = text.partition(head[0])
            for (name, _), value in zip(parameters, given, strict=True):
                body = re.sub(rf"%{name}\b", value, body)
            own = re.compile(r"%(?!in|out)(?=[a-zA-Z_])")
            calls.append(own.sub(rf"%n{number}_", body.partition("opencl.return")[0]))
            functions.append(outer)
            continue
        text = text.replace("opencl.kernel", "func.func private")
        functions.append(text.replace("opencl.return", "func.return"))
        types = ", ".join(type_ for _, type_ in parameters)
        calls.append(f"func.call @f{number}({', '.join(given)}) : ({types}) -> ()")
    buffers = ", ".join(f"{n}: {t}" for n, t in (operands | results).items())
    lines = [*functions, f"opencl.kernel @k({buffers}) {{", *calls]
    return "\n".join([*lines, "opencl.return", "}", ""])


if __name__ == "__main__":
    print(module(chosen(*sys.argv[1:])))

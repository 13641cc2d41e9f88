"""
Writes `data/expression_programs.json`: what PoCL computes for the first programs of
`expression_programs.py`. Run it where PoCL is (see `pocl_helpers.py`) when these change.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from expression_programs import ExpressionProgram, prelude
from expression_results import digest, launch
from pocl_helpers import Other

DATA = Path(__file__).parent / "data" / "expression_programs.json"
COUNT = 40


def source_digest(program: ExpressionProgram) -> str:
    return hashlib.sha256(program.source.encode()).hexdigest()


def main() -> None:
    pocl = Other("PoCL")
    kernels: dict[str, list[str]] = {}
    for seed in range(COUNT):
        program = ExpressionProgram.make(seed)
        source = f"{prelude()}\n{program.source}"
        (answer,) = pocl.run(source, [launch(seed, program)], "-cl-std=CL1.2")
        assert not isinstance(answer, str), answer
        _, *_, out, buckets = answer
        result = digest(program, (answer[out], answer[buckets]))
        kernels[str(seed)] = [source_digest(program), result]
    text = {
        "results of": pocl.version,
        "columns": "SHA-256 of the source of the kernel, and of its exact results",
        "kernels": kernels,
    }
    DATA.write_text(json.dumps(text, indent=1) + "\n")


if __name__ == "__main__":
    main()

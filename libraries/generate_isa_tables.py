"""
Writes `xdsl_opencl/emulator/isa/tables.zip`: the encodings of AMD GPUs' instructions, from LLVM's
descriptions of them.

    cd llvm/lib/Target/AMDGPU        # of the source release, here LLVM 22.1.8
    llvm-tblgen-22 --dump-json -I ../../../include -I . AMDGPU.td -o amdgpu.json
    python libraries/generate_isa_tables.py amdgpu.json

LLVM's descriptions are licensed under Apache-2.0 WITH LLVM-exception, as this package is; the
tables are facts from them (bits, names, operands), and no part of their text is copied.

A table has its rows in the order of LLVM's disassembler, which tries one after the other. `docs/emulator.md`
describes the format.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "xdsl_opencl" / "emulator" / "isa" / "tables.zip"

Record = Mapping[str, Any]
"""A record as `llvm-tblgen --dump-json` prints it."""

TABLES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("GFX1250", 128, ("FeatureGFX1250Insts",)),
    ("GFX11", 96, ("FeatureGFX11",)),
    ("GFX11_FAKE16", 96, ("FeatureGFX11",)),
    ("GFX1250", 96, ("FeatureGFX1250Insts",)),
    ("GFX1250_FAKE16", 96, ("FeatureGFX1250Insts",)),
    ("GFX12", 96, ("FeatureGFX12",)),
    ("GFX12_FAKE16", 96, ("FeatureGFX12",)),
    ("GFX12W64", 96, ("FeatureGFX12",)),
    ("GFX940", 128, ("FeatureGFX950Insts",)),
    ("GFX10_B", 64, ("FeatureGFX10_BEncoding",)),
    ("GFX80_UNPACKED", 64, ("FeatureUnpackedD16VMem",)),
    ("GFX950", 64, ("FeatureGFX950Insts",)),
    ("GFX9_DL", 64, ("FeatureFmaMixInsts",)),
    ("GFX940", 64, ("FeatureGFX940Insts",)),
    ("GFX90A", 64, ("FeatureGFX90AInsts",)),
    ("GFX8", 64, ("FeatureVolcanicIslands", "FeatureGFX9")),
    ("GFX9", 64, ("FeatureGFX9",)),
    ("GFX10", 64, ("FeatureGFX10",)),
    ("GFX1250", 64, ("FeatureGFX1250Insts",)),
    ("GFX1250_FAKE16", 64, ("FeatureGFX1250Insts",)),
    ("GFX12", 64, ("FeatureGFX12",)),
    ("GFX12_FAKE16", 64, ("FeatureGFX12",)),
    ("GFX11", 64, ("FeatureGFX11",)),
    ("GFX11_FAKE16", 64, ("FeatureGFX11",)),
    ("GFX11W64", 64, ("FeatureGFX11",)),
    ("GFX12W64", 64, ("FeatureGFX12",)),
    ("GFX8", 32, ("FeatureVolcanicIslands", "FeatureGFX9")),
    ("AMDGPU", 32, ()),
    ("GFX9", 32, ("FeatureGFX9",)),
    ("GFX950", 32, ("FeatureGFX950Insts",)),
    ("GFX90A", 32, ("FeatureGFX90AInsts",)),
    ("GFX10_B", 32, ("FeatureGFX10_BEncoding",)),
    ("GFX10", 32, ("FeatureGFX10",)),
    ("GFX11", 32, ("FeatureGFX11",)),
    ("GFX11_FAKE16", 32, ("FeatureGFX11",)),
    ("GFX1250", 32, ("FeatureGFX1250Insts",)),
    ("GFX1250_FAKE16", 32, ("FeatureGFX1250Insts",)),
    ("GFX12", 32, ("FeatureGFX12",)),
    ("GFX12_FAKE16", 32, ("FeatureGFX12",)),
)
"""
The namespaces of encodings with their width, and the features of processors that have them (any
of them; an empty tuple is every processor). LLVM tries the namespaces in this order. Source: LLVM,
`AMDGPUDisassembler::getInstruction`.
"""

FAMILIES = {
    "FeatureVolcanicIslands": "gfx8",
    "FeatureGFX9": "gfx9",
    "FeatureGFX10": "gfx10",
    "FeatureGFX11": "gfx11",
    "FeatureGFX12": "gfx12",
    "FeatureGFX1250Insts": "gfx1250",
}

FEATURES = {
    "accumulation_operands": "FeatureGFX90AInsts",
    "gfx940": "FeatureGFX940Insts",
    "r128_is_a16": "FeatureR128A16",
    "nsa": "FeatureNSAEncoding",
    "partial_nsa": "FeaturePartialNSAEncoding",
    "unpacked_d16": "FeatureUnpackedD16VMem",
    "g16": "FeatureG16",
    "dp_alu_dpp": "FeatureDPALU_DPP",
    "gfx10_3": "FeatureGFX10_3Insts",
    "gfx10_b": "FeatureGFX10_BEncoding",
    "gfx950": "FeatureGFX950Insts",
    "gfx1250": "FeatureGFX1250Insts",
    "global_data_share": "FeatureGDS",
    "vop3_literal": "FeatureVOP3Literal",
}
"""What the decoder asks about a processor, by LLVM's feature."""

_HALVES = frozenset({"FeatureRealTrue16Insts"})
_ALSO = {
    "FeatureGFX12": (frozenset[str](), _HALVES),
    "FeatureGFX1250Insts": (_HALVES,),
}
"""
Features that processors of a family may have besides, tried in order: LLVM 22 has halves of
registers as operands on gfx12 only with real-true16, and later versions by themselves.
"""

_FLAGS = {
    **{"SOPK": 5, "VOP1": 7, "VOP2": 8, "VOPC": 9, "VOP3": 10, "VOP3P": 12, "SDWA": 14},
    **{"DPP": 15, "MUBUF": 17, "MTBUF": 18, "SMRD": 19, "MIMG": 20, "VIMAGE": 21},
    **{"VSAMPLE": 22, "FLAT": 24, "DS": 25, "VM_CNT": 32, "LGKM_CNT": 34},
    **{"Gather4": 37, "VOP3_OPSEL": 42, "IsPacked": 49},
    **{"FlatGlobal": 51, "IsMAI": 54, "FlatScratch": 56, "IsAtomicNoRet": 57},
    **{"IsAtomicRet": 58, "IsWMMA": 59, "IsSWMMAC": 63},
}
"""The bits of `TSFlags` (`SIInstrFormats.td`)."""

LOAD, STORE, LOCAL, SCALAR, SAMPLE, RAYS = range(6)
"""The counters of memory accesses (`emulator/watch/wait_counters.py`)."""

_ONE_COUNTER = ("FeatureVolcanicIslands", "FeatureGFX9")
"""Families with one counter for loads and stores."""

_MESSAGES = ("S_SENDMSG", "S_GET_BARRIER_STATE")
"""Instructions that count as accesses to scalar memory, without a flag that says so."""

_CARRY_AFTER_RESULT = re.compile(
    r"V_(ADD|SUB|SUBREV)_CO_CI_U32_(e32|sdwa|dpp|dpp8)_gfx1[012]"
)
_CARRY_AFTER_SOURCE = re.compile(
    r"V_CNDMASK_B32_(e32|dpp8)_gfx1[012]|V_CNDMASK_B32_(e32_vi|dpp_gfx12)"
    r"|V_(ADD|SUB|SUBREV)_CO_CI_U32_(e32|dpp|dpp8)_gfx1[012]"
)
_CARRY_AFTER_MODIFIED = re.compile(
    r"V_CNDMASK_B32_(sdwa_gfx10|dpp_gfx1[01])"
    r"|V_(ADD|SUB|SUBREV)_CO_CI_U32_sdwa_gfx10"
)
"""Instructions with a mask that is not in their assembly strings (`AMDGPUInstPrinter.cpp`)."""

_PERMLANE16 = re.compile(
    r"V_PERMLANEX?16_(VAR_)?B32_(gfx10|e64_gfx11|e64_gfx12)", re.ASCII
)
_CONVERT_BYTE = re.compile(
    r"V_CVT_F32_(BF8|FP8)_e64(_dpp8?)?_gfx12|V_CVT_PK_F32_(BF8|FP8)_(fake16|t16)_e64_gfx12"
)
_NEGATED_MFMA = re.compile(r"V_MFMA_F64_(16X16X4F64|4X4X4F64)_gfx940_[av]cd")

_SOURCE = re.compile("_(REG|KIMM|INLINE_SPLIT)")
"""The types of operands whose constants have numbers."""

_LAMBDA_BIT = re.compile(r'printNamedBit\(.*"(\w+)"\)')
_LAMBDA_INT = re.compile(r'printNamedInt\(.*"(\w+)", (true|false), (true|false)\)')

_REGISTERS = re.compile(r"Decode(VGPR|VReg|AGPR|AReg|SReg)_(\d+)(\w*?)RegisterClass")
_SOURCES = re.compile(r"(decode\w+?)<(\d+)>")

_VECTORS = {"VGPR": "v", "VReg": "v", "AGPR": "a", "AReg": "a", "SReg": "src"}
_SOURCE_KINDS = {
    "decodeSrcReg9": "src",
    "decodeSrcRegOrImm9": "src",
    "decodeSrcAV10": "src",
    "decodeSrcA9": "srca",
    "decodeSrcRegOrImmA9": "srca",
    "decodeAV10": "av",
    "decodeAVLdSt": "av",
    "decodeOperand_VSrcT16": "halfsrc",
    "decodeOperand_VSrcT16_Lo128": "halfsrclow",
}
_OTHER_KINDS = {
    "": "imm",
    "decodeOperand_VSrc_f64": "src64",
    "decodeBoolReg": "mask",
    "decodeSplitBarrier": "src32",
    "decodeSDWASrc16": "sdwa",
    "decodeSDWASrc32": "sdwa",
    "decodeSDWAVopcDst": "sdwamask",
    "decodeOperandVOPDDstY": "dsty",
    "decodeOperand_KImmFP": "literal",
    "decodeOperand_KImmFP64": "literal",
    "decodeSMEMOffset": "smemoffset",
    "decodeSOPPBrTarget": "imm",
    "decodeVersionImm": "imm",
    "decodeDpp8FI": "dpp8fi",
    "decodeOperand_VGPR_16": "half",
    "DecodeVGPR_16RegisterClass": "half",
    "DecodeVGPR_16_Lo128RegisterClass": "halflow",
}


def defined(value: Any) -> str:
    """The name of the record that `value` refers to."""
    return value["def"]


class Records:
    """The records of the target, and what they say of processors."""

    def __init__(self, dump: Mapping[str, Any]) -> None:
        self.all = dump
        self.instances: Mapping[str, list[str]] = dump["!instanceof"]
        self.processors: dict[str, frozenset[str]] = {}
        for name in self.instances["Processor"]:
            record = dump[name]
            features = self._closure(record["Features"])
            self.processors[record["Name"]] = features

    def _closure(self, features: Iterable[Any]) -> frozenset[str]:
        found: set[str] = set()
        waiting = [defined(f) for f in features]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [defined(f) for f in self.all[name]["Implies"]]
        return frozenset(found)

    def holds(self, condition: Any, features: frozenset[str]) -> bool:
        """True if the processor with `features` fulfils an assembler's condition."""
        if "args" not in condition:
            return defined(condition) in features
        each = [self.holds(arg[0], features) for arg in condition["args"]]
        match defined(condition["operator"]):
            case "all_of":
                return all(each)
            case "any_of":
                return any(each)
            case "not":
                return not each[0]
            case other:
                raise ValueError(f"condition {other}")

    def instructions(self) -> Iterable[Record]:
        """The instructions that a disassembler knows."""
        for name in self.instances["Instruction"]:
            record = self.all[name]
            if record["Namespace"] == "AMDGPU" and not (
                record["isPseudo"]
                or record["isCodeGenOnly"]
                or record["isAsmParserOnly"]
            ):
                yield record


@dataclass
class Interned:
    """Values by their place in the table."""

    values: list[Any] = field(default_factory=list[Any])
    places: dict[str, int] = field(default_factory=dict[str, int])

    def place(self, value: Any) -> int:
        key = json.dumps(value)
        if key not in self.places:
            self.places[key] = len(self.values)
            self.values.append(value)
        return self.places[key]


class Instruction:
    """One instruction of a table: its bits, operands and text."""

    def __init__(self, records: Records, record: Record, width: int) -> None:
        self.records = records
        self.record = record
        self.name: str = record["!name"]
        self.width = width
        self.operands: list[tuple[str, Record]] = []
        for operands in (record["OutOperandList"], record["InOperandList"]):
            for value, name in operands["args"]:
                self.operands.append((name, records.all[defined(value)]))
        self.names = {name for name, _ in self.operands}
        self.mask = self.value = 0
        self.fields: dict[str, list[tuple[int, int]]] = {}
        for place, bit in enumerate(record["Inst"][:width]):
            if isinstance(bit, int):
                self.mask |= 1 << place
                self.value |= bit << place
            elif bit is not None:
                index = bit.get("index", 0)
                name = bit.get("var", bit["printable"])
                self.fields.setdefault(name, []).append((place, index))

    def flag(self, *names: str) -> bool:
        flags = self.record["TSFlags"]
        return any(
            flags[_FLAGS[name]] == 1 if name in _FLAGS else self.record.get(name) == 1
            for name in names
        )

    @property
    def defines_mask(self) -> bool:
        """True for a comparison that writes VCC without naming it."""
        defs = {defined(d) for d in self.record["Defs"]}
        return self.flag("VOPC") and bool(defs & {"VCC", "VCC_LO"})

    @property
    def predicates(self) -> list[Any]:
        found: list[Any] = []
        for value in self.record["Predicates"]:
            predicate = self.records.all[defined(value)]
            if predicate.get("AssemblerMatcherPredicate"):
                found.append(predicate["AssemblerCondDag"])
        return found

    def bits(self, name: str) -> list[list[int]]:
        """Runs of bits of operand `name`: first place, first bit of the value, count."""
        runs: list[list[int]] = []
        for place, index in self.fields.get(name, ()):
            last = runs[-1] if runs else None
            if last and place == last[0] + last[2] and index == last[1] + last[2]:
                last[2] += 1
            else:
                runs.append([place, index, 1])
        return runs

    def fixed(self, name: str) -> int:
        """The bits of operand `name` that the instruction fixes."""
        value = 0
        bits = self.record.get(name)
        if isinstance(bits, list):
            for place, bit in enumerate(bits):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
                if bit == 1:
                    value |= 1 << place
        return value

    def suffix(self) -> str:
        """The suffix of the mnemonic that the printer of the result adds."""
        single = self.record.get("IsSingle", 1)
        if self.flag("VOP3") and self.flag("DPP"):
            return "_e64_dpp"
        if self.flag("VOP3"):
            return "" if single else "_e64"
        if self.flag("DPP"):
            return "_dpp"
        if self.flag("SDWA"):
            return "_sdwa"
        return "_e32" if self.flag("VOP1", "VOP2") and not single else ""

    def packed(self, bit: str) -> str:
        """The operands whose modifiers `op_sel` and its relatives print."""
        sources = ("src0", "src1", "src2")
        order: list[str] = []
        if self.flag("IsWMMA", "IsSWMMAC"):
            order = [s if f"{s}_modifiers" in self.names else "-" for s in sources]
        else:
            for source in sources:
                if source not in self.names:
                    break
                order.append(source if f"{source}_modifiers" in self.names else "-")
            if order == ["src0"] and "src2" in self.names:
                order = ["src0", "-", "src2"]
        places = "".join("-" if name == "-" else name[-1] for name in order)
        result = bool({"vdst", "sdst"} & self.names) and bool(order)
        chosen = bit == "4" and result and self.flag("VOP3_OPSEL")
        return f"{bit}|{places}|{'p' if self.flag('IsPacked') else ''}{'d' if chosen else ''}"

    def printer(self, name: str, operand: Record) -> str:
        """How operand `name` is printed."""
        method: str = operand.get("PrintMethod") or "printOperand"
        if operand.get("DecoderMethod") == "decodeVersionImm":
            return "Version"
        if match := _LAMBDA_BIT.search(method):
            return f"bit {match[1]}"
        if match := _LAMBDA_INT.search(method):
            return "int {} {} {}".format(*match.groups())
        match method:
            case "printCPol":
                if self.flag("SMRD"):
                    return "cpol load" if self.gfx12 else "cpol scalar"
                return f"cpol {self.access()}"
            case "printOffset":
                wide = self.gfx12 and self.flag("MUBUF", "MTBUF")
                return "offset 24" if wide else "offset"
            case "printFlatOffset":
                signed = self.gfx12 or self.flag("FlatGlobal", "FlatScratch")
                return "offset flat" if signed else "offset"
            case "printOpSel":
                if _PERMLANE16.fullmatch(self.name):
                    return "opsel lanes"
                if _CONVERT_BYTE.fullmatch(self.name):
                    return "opsel byte"
                return "packed op_sel|" + self.packed("4")
            case "printOpSelHi":
                return "packed op_sel_hi|" + self.packed("8")
            case "printNegLo":
                return "packed neg_lo|" + self.packed("1")
            case "printNegHi":
                return "packed neg_hi|" + self.packed("2")
            case "printDPPCtrl":
                return "dpp_ctrl 64" if self.doubles() else "dpp_ctrl"
            case "printBLGP":
                return "blgp neg" if _NEGATED_MFMA.fullmatch(self.name) else "blgp"
            case "printExpSrc0" | "printExpSrc1" | "printExpSrc2" | "printExpSrc3":
                return f"exp {method[-1]}"
            case _:
                return method.removeprefix("print")

    @property
    def gfx12(self) -> bool:
        return self.record["DecoderNamespace"].startswith("GFX12")

    def access(self) -> str:
        """The kind of a memory access, which decides the names of its temporal hints."""
        if self.flag("IsAtomicNoRet", "IsAtomicRet"):
            return "atomic"
        stores = self.flag("mayStore") and not self.flag("mayLoad")
        stores = stores or self.name.startswith("GLOBAL_STORE_ASYNC")
        return "store" if stores else "load"

    def doubles(self) -> bool:
        """True if a vector operand has 64 bits, or a product of gfx1251 has more than 32."""
        if re.match(r"V_(MUL_LO_U32|MUL_HI_[UI]32|MAD_U32)_e64_dpp_gfx1250", self.name):
            return True
        for name, operand in self.operands:
            if name in ("vdst", "src0", "src1", "src2"):
                register = operand.get("RegClass")
                if register and defined(register).startswith("VReg_64"):
                    return True
        return False

    def decoded(self, name: str, operand: Record) -> str:
        """How the bits of operand `name` are read."""
        method: str = operand.get("DecoderMethod") or ""
        register = operand.get("RegClass")
        if not method and register:
            found = self.records.all[defined(register)]
            method = (
                found.get("DecoderMethod") or f"Decode{defined(register)}RegisterClass"
            )
        elif not method and "RegisterClass" in operand["!superclasses"]:
            method = f"Decode{operand['!name']}RegisterClass"
        if method in _OTHER_KINDS:
            return _OTHER_KINDS[method]
        if match := _REGISTERS.fullmatch(method):
            low = "low" if match[3].startswith("_Lo128") else ""
            return f"{_VECTORS[match[1]]}{low}{match[2]}"
        if match := _SOURCES.fullmatch(method):
            return f"{_SOURCE_KINDS[match[1]]}{match[2]}"
        raise ValueError(f"{self.name}: operand {name} is decoded by {method}")

    def register_class(self, operand: Record) -> list[str]:
        """The names of the register class: without and with aligned registers."""
        register = operand.get("RegClass")
        name = defined(register) if register else operand["!name"]
        record = self.records.all[name]
        if name.startswith("SReg_1") and "RegClassByHwMode" in record["!superclasses"]:
            return []  # of either wave size: never reported
        if "RegClassByHwMode" in record["!superclasses"]:
            modes = [defined(mode) for mode in record["Modes"]]
            classes = [defined(value) for value in record["Objects"]]
            plain = classes[modes.index("DefaultMode")]
            aligned = classes[modes.index("AVAlign2LoadStoreMode")]
            return [plain] if plain == aligned else [plain, aligned]
        return [name] if "RegisterClass" in record["!superclasses"] else []

    def constants(self) -> dict[str, str]:
        """
        The types of constants by operand. While LLVM's disassembler turns numbers of constants
        into their values, it has not yet inserted the operands that have no bits; those behind
        them have the types of others then, and stay numbers if these are not of sources.
        """
        tied = re.findall(r"\$(\w+) = \$(\w+)", self.record["Constraints"])
        bound = dict(tied) | {b: a for a, b in tied}
        present = [
            name
            for name, _ in self.operands
            if self.fields.get(name) or self.fields.get(bound.get(name, ""))
        ]
        types = [
            str(o.get("OperandType") or "OPERAND_REGISTER") for _, o in self.operands
        ]
        found = {
            name: kind for (name, _), kind in zip(self.operands, types, strict=True)
        }
        for place, name in enumerate(present):
            seen = types[place]
            if "_REG" in found[name] and not _SOURCE.search(seen):
                found[name] = "NUMBER " + found[name]
            elif not _SOURCE.search(found[name]) and "_REG" in seen:
                found[name] = "SOURCE " + seen
        return found

    def shape(self, operands: Interned) -> list[Any]:
        """The operands, in LLVM's order."""
        places: list[int] = []
        kinds = self.constants()
        for name, operand in self.operands:
            kind = kinds[name].replace("OPERAND_", "")
            fixed = self.fixed(name)
            if name == "cpol" and self.flag("IsAtomicRet"):
                if self.flag("MUBUF", "FLAT", "SMRD"):
                    fixed |= 1
            places.append(
                operands.place(
                    [
                        name,
                        self.decoded(name, operand),
                        self.printer(name, operand),
                        kind,
                        self.register_class(operand),
                        self.bits(name),
                        fixed,
                    ]
                )
            )
        return places

    def template(self) -> str:
        """The text, with `$name` for operands and `%vcc` for masks that are not operands."""
        text: str = self.record["AsmString"]
        text = re.sub(r"\{([^|}]*)(\|[^}]*)?\}", r"\1", text)
        by_name = dict(self.operands)
        order = [name for name, _ in self.operands]

        def written(match: re.Match[str]) -> str:
            name = match[1] or match[2]
            place = order.index(name)
            method = by_name[name].get("PrintMethod") or "printOperand"
            before = after = ""
            if method == "printVOPDst" and place == 0:
                before = self.suffix() + " "
            if method == "printVINTRPDst":
                before = "_e32 "
            if self.defines_mask:
                modified = "src0_modifiers" in self.names
                plain = method == "printOperand" and (
                    place == 0 or (place == 1 and self.flag("DPP") and modified)
                )
                inputs = (
                    method.endswith("InputMods") and place == 0 and self.flag("DPP")
                )
                if plain or inputs:
                    before += "%vcc, "
            if method == "printVOPDst" and _CARRY_AFTER_RESULT.fullmatch(self.name):
                after = ", %vcc"
            source = order[place + 1] if method.endswith("InputMods") else name
            if source == "src1":
                if _CARRY_AFTER_SOURCE.fullmatch(self.name):
                    after += "%inside"
                if _CARRY_AFTER_MODIFIED.fullmatch(self.name):
                    after += ", %vcc"
            if name == "soffset" and self.flag("MTBUF"):
                after += "%format"
            return f"{before}${name}{after}"

        return re.sub(r"\$(?:\{(\w+)\}|(\w+))", written, text)

    def counters(self, family: str) -> list[int]:
        """
        The counters that the instruction counts up. Source: LLVM, `SIInsertWaitcnts.cpp`,
        `updateEventWaitcntAfter`. The flag LGKM_CNT of loads into LDS does not count: the data
        come through vector memory.
        """
        if self.flag("DS", "SMRD") and self.flag("LGKM_CNT"):
            return [LOCAL if self.flag("DS") else SCALAR]
        if self.name.startswith(_MESSAGES):
            return [SCALAR]
        accesses = self.flag("mayLoad", "mayStore")
        if not self.flag("VM_CNT") or (self.flag("MUBUF") and not accesses):
            return []  # MUBUF without an access manages caches
        kind = LOAD
        if family in _ONE_COUNTER:
            pass
        elif self.access() == "store" or self.flag("IsAtomicNoRet"):
            kind = STORE
        elif self.name.startswith("GLOBAL_WB"):
            kind = STORE
        elif self.gfx12 and self.flag("VIMAGE", "VSAMPLE"):
            base = self.records.all[defined(self.record["BaseOpcode"])]
            if integer(base["BVH"]):
                kind = RAYS
            elif self.flag("VSAMPLE") or integer(base["MSAA"]):
                kind = SAMPLE
        flat = self.flag("FLAT") and not self.flag("FlatGlobal", "FlatScratch")
        return [kind, LOCAL] if flat else [kind]

    def extras(self, bases: Interned, family: str) -> dict[str, Any]:
        """What the decoder does after the operands are read; facts of memory accesses."""
        found: dict[str, Any] = {}
        if counters := self.counters(family):
            found["counters"] = counters
            if self.flag("mayLoad", "mayStore"):
                found["accesses"] = 1
            if self.record["OutOperandList"]["args"]:
                found["result"] = 1
        if self.flag("MIMG", "VIMAGE", "VSAMPLE"):
            base = defined(self.record["BaseOpcode"])
            encoding = defined(self.record["MIMGEncoding"])
            found["image"] = [
                bases.place([base, encoding]),
                integer(self.record["VDataDwords"]),
                integer(self.record["VAddrDwords"]),
                int(self.flag("Gather4")),
                int(self.flag("VSAMPLE")),
            ]
        scaled = {"cbsz", "blgp"} <= self.names and self.flag("IsMAI")
        if {"matrix_a_fmt"} <= self.names or (scaled and "F8F6F4" in self.name):
            found["formats"] = 1
        scalar = self.name.startswith(("S_BUFFER_", "S_ATC_PROBE_BUFFER"))
        if self.gfx12 and (self.flag("MUBUF", "MTBUF") or scalar):
            found["unsigned"] = 1
        return found


def integer(bits: Any) -> int:
    """The value of a field: an integer, or its bits from the lowest."""
    if isinstance(bits, list):
        return sum(bit << place for place, bit in enumerate(bits))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return int(bits)


def images(records: Records, bases: Interned) -> list[Any]:
    """
    What the sizes of images' operands depend on: for every operation and encoding its facts and
    the sizes (data, address) that it has.
    """
    sizes: dict[int, list[list[int]]] = {}
    for kind in ("MIMG", "VIMAGE", "VSAMPLE"):
        for name in records.instances.get(kind, ()):
            record = records.all[name]
            if record["isPseudo"] or "MIMGEncoding" not in record:
                continue
            encoding = record["MIMGEncoding"]
            if encoding is None or record.get("BaseOpcode") is None:
                continue
            place = bases.places.get(
                json.dumps([defined(record["BaseOpcode"]), defined(encoding)])
            )
            if place is not None:
                pair = [integer(record["VDataDwords"]), integer(record["VAddrDwords"])]
                if pair not in sizes.setdefault(place, []):
                    sizes[place].append(pair)
    found: list[Any] = []
    for place, (base, encoding) in enumerate(bases.values):
        record = records.all[base]
        found.append(
            [
                encoding.removeprefix("MIMGEnc"),
                integer(record["NumExtraArgs"]),
                *(
                    integer(record[name])
                    for name in (
                        *("Coordinates", "LodOrClampOrMip", "Gradients", "G16"),
                        "BVH",
                    )
                ),
                sorted(sizes.get(place, [])),
            ]
        )
    return found


def table(records: Records, family: str, every: list[Record]) -> dict[str, Any]:
    """The table of the processors with the feature `family`."""
    processors = sorted(
        name
        for name, features in records.processors.items()
        if [known for known in FAMILIES if known in features][-1:] == [family]
        if "FeatureGFX13" not in features
    )
    features = [records.processors[name] for name in processors]

    def holding(test: Callable[[frozenset[str]], bool]) -> int:
        return sum(1 << i for i, each in enumerate(features) if test(each))

    operands, templates, shapes, bases = Interned(), Interned(), Interned(), Interned()
    rows: list[Any] = []
    waves = (("FeatureWavefrontSize32", 1), ("FeatureWavefrontSize64", 2))
    for namespace, width, wanted in TABLES:
        those = holding(lambda f: not wanted or any(w in f for w in wanted))
        if not those:
            continue
        group: list[tuple[Instruction, int, int, bool]] = []
        for record in every:
            if record["DecoderNamespace"] != namespace or record["Size"] * 8 != width:
                continue
            instruction = Instruction(records, record, width)
            conditions = instruction.predicates
            for later, extra in enumerate(_ALSO.get(family, (frozenset[str](),))):
                wave = mask = 0
                for feature, bit in waves:
                    sized = holding(
                        lambda f: all(
                            records.holds(
                                c, f - {name for name, _ in waves} | {feature} | extra
                            )
                            for c in conditions
                        )
                    )
                    if sized & those:
                        wave |= bit
                        mask |= sized & those
                if mask:
                    group.append((instruction, mask, wave, bool(later)))
                    break
        # The more bits are fixed, the earlier LLVM's decoder decides for an instruction.
        group.sort(key=lambda entry: -entry[0].mask.bit_count())
        for instruction, mask, wave, halves in group:
            row: list[Any] = [
                width,
                f"{instruction.mask:x}",
                f"{instruction.value:x}",
                templates.place(instruction.template()),
                shapes.place(instruction.shape(operands)),
                mask,
                wave,
            ]
            extras = instruction.extras(bases, family)
            if halves:
                extras |= {"halves": True}
            if extras:
                row.append(extras)
            rows.append(row)
            if instruction.name.startswith("V_WMMA_SCALE"):
                # LLVM 22 has v0 for the unused source of the first half, LLVM 24 constant 0.
                value = instruction.value & ~(0x1FF << 50) | 0x80 << 50
                rows.append([width, row[1], f"{value:x}", *row[3:]])
    return {
        "origin": "LLVM 22.1.8, llvm/lib/Target/AMDGPU; Apache-2.0 WITH LLVM-exception",
        "processors": processors,
        "features": {
            ours: holding(lambda f: theirs in f) for ours, theirs in FEATURES.items()
        },
        "operands": operands.values,
        "templates": templates.values,
        "shapes": shapes.values,
        "images": images(records, bases),
        "rows": rows,
    }


def write(dump: Mapping[str, Any], target: Path) -> None:
    """Writes the tables of all generations, byte for byte the same each time."""
    records = Records(dump)
    every = list(records.instructions())
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for feature, family in FAMILIES.items():
            text = json.dumps(table(records, feature, every), separators=(",", ":"))
            archive.writestr(
                zipfile.ZipInfo(f"{family}.json"), text, zipfile.ZIP_DEFLATED
            )


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as stream:
        write(json.load(stream), TARGET)

"""
Each row of the tables of `llvm_ir/syntax`, in both directions: the operation or attribute
is printed, LLVM accepts the text and keeps it, and the reader makes the same of it again.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

import pytest
from texts import pairs
from xdsl.dialects import llvm as dialect
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    VectorType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.dialects.llvm import (
    CallingConventionAttr,
    LinkageAttr,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.llvm_ext.corrected import FuncOp
from xdsl_opencl.dialects.llvm_ext.symbols import (
    LINKAGES,
    UNNAMED_ADDRESSES,
    VISIBILITIES,
)
from xdsl_opencl.dialects.llvm_ext.types import calling_convention
from xdsl_opencl.llvm_ir.printer import LLVMTranslationError
from xdsl_opencl.llvm_ir.reader.module import ModuleReader
from xdsl_opencl.llvm_ir.reader.ops import llvm_ops
from xdsl_opencl.llvm_ir.syntax.attributes import (
    FLAG_PROPERTIES,
    FUNCTION_WORDS,
    FUNCTION_WORDS_NOT_READ,
    PARAMETER_WORDS,
    STRING_PROPERTIES,
    VALUED_FUNCTION_WORDS,
    Value,
)
from xdsl_opencl.llvm_ir.syntax.instructions import INSTRUCTIONS, Instruction, Rest
from xdsl_opencl.llvm_ir.syntax.intrinsics import INTRINSICS
from xdsl_opencl.llvm_ir.syntax.words import (
    CONSTANT_BINARY,
    CONSTANT_CASTS,
    CONSTANT_WORDS,
    CONVENTIONS,
    FAST_MATH,
    FLOAT_MANGLING,
    FLOAT_WORDS,
    ORDERING_ATTRIBUTES,
    Choice,
    NoMeaning,
    Untranslatable,
    Words,
    address_words,
)
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

# llvmlite ships no types.
llvm: Any = import_module("llvmlite.binding")

POINTER = LLVMPointerType()
V4I32, V4F32, V4I1 = (VectorType(t, [4]) for t in (i32, f32, i1))
PAIR = LLVMStructType.from_type_list([i32, i32])
TYPES: tuple[Attribute, ...] = (
    *(i32, f32, i64, i8, i1, POINTER, f64, i16, V4I32, V4F32, V4I1, PAIR),
    dialect.LLVMPointerType(IntAttr(1)),
    LLVMStructType.from_type_list([i32, i1]),
    LLVMStructType.from_type_list([f32, i32]),
    VectorType(i32, [2]),
    VectorType(POINTER, [4]),
)
"""Types of operands and results that are tried until an operation verifies."""

VALUES: tuple[Attribute, ...] = (
    *(BoolAttr.from_bool(False), IntegerAttr(1, i8), IntegerAttr(0, i64)),
    *(IntegerAttr(1, i64), IntegerAttr(1, i32), FloatAttr(0.5, f64)),
)
"""Values of properties that are immediate arguments."""

RENAMED = {
    "llvm.experimental.stepvector": "llvm.stepvector",
    "nocapture": "captures",
}
"""The names that LLVM 22 upgrades to newer ones."""


def accepted(text: str, verify: bool = True) -> str | None:
    """Returns what LLVM prints for `text`; nothing if it refuses it."""
    try:
        module = llvm.parse_assembly(text)
        if verify:
            module.verify()
    except RuntimeError:
        return None
    return str(module)


def read(text: str, verify: bool = True) -> ModuleOp:
    """Returns the module that the reader makes."""
    module = ModuleReader(text).read()
    if verify:
        module.verify()
    return module


def function(block: Block, properties: Mapping[str, Attribute] = {}) -> ModuleOp:
    """
    Returns the module of a function `f` with the body `block`, which gets a terminator.
    """
    block.add_op(dialect.UnreachableOp.create())
    op = FuncOp.create(
        properties={
            "sym_name": StringAttr("f"),
            "function_type": LLVMFunctionType(block.arg_types),
            "CConv": CallingConventionAttr("ccc"),
            "linkage": LinkageAttr("external"),
            **properties,
        },
        regions=[Region(block)],
    )
    return ModuleOp([op])


def bodies(text: str) -> list[str]:
    """Returns the lines that LLVM prints for instructions."""
    return [line for line in text.splitlines() if line.startswith("  ")]


# --- Operations -------------------------------------------------------------------------


def definition(name: str) -> OpDef:
    cls = llvm_ops()[name]
    assert issubclass(cls, IRDLOperation)
    return cls.get_irdl_definition()


_WANTED = {"llvm.bitcast": False, "llvm.insertvalue": True}
"""True for operations whose result has the first operand's type, which verification does not
say."""


def built(name: str, attributes: Mapping[str, Attribute]) -> Iterator[Operation]:
    """
    Yields the operation `name` in a block, with each combination of types that fits.
    """
    known = definition(name)
    inherent = {k: v for k, v in attributes.items() if k in known.properties}
    others = {k: v for k, v in attributes.items() if k not in known.properties}
    fits = [
        [type for type in TYPES if d.constr.verifies((type,))]
        for _, d in (*known.operands, *known.results)
    ]
    count = len(known.operands)
    for types in itertools.product(*fits):
        if name in _WANTED and (types[0] == types[-1]) != _WANTED[name]:
            continue
        block = Block(arg_types=types[:count])
        operands: Sequence[SSAValue] = block.args
        if name.startswith("llvm.intr.lifetime."):
            one = dialect.ConstantOp(IntegerAttr(1, i32), i32)
            variable = dialect.AllocaOp(one, i32)
            block.add_ops((one, variable))
            operands = variable.results
        op = llvm_ops()[name].create(
            operands=operands,
            result_types=types[count:],
            properties=inherent,
            attributes=others,
        )
        block.add_op(op)
        try:
            op.verify()
        except (VerifyException, ValueError):
            continue
        yield op


def accepted_operation(
    name: str, attributes: Mapping[str, Attribute]
) -> tuple[Operation, str, str]:
    """Returns the first operation whose text LLVM accepts, our text and LLVM's."""
    for op in built(name, attributes):
        block = op.parent
        assert block is not None
        try:
            text = emit_llvm_ir(function(block))
        except LLVMTranslationError:
            continue
        if (printed := accepted(text)) is not None:
            return op, text, printed
    pytest.fail(f"LLVM accepts no form of {name} {dict(attributes)}")


def attributes_of(op: Operation) -> dict[str, Attribute]:
    return {**op.attributes, **op.properties}


def check(name: str, attributes: Mapping[str, Attribute]) -> None:
    """Asserts that the reader makes of the text what the text was printed from."""
    op, _, printed = accepted_operation(name, attributes)
    module = read(printed)
    found = [inner for inner in module.walk() if inner.name == name]
    assert len(found) == 1, printed
    (again,) = found
    assert attributes_of(again) == dict(attributes), printed
    assert [r.type for r in again.results] == [r.type for r in op.results]
    owner = op.parent
    there = again.parent
    assert owner is not None
    assert there is not None
    if not name.startswith("llvm.intr.lifetime."):
        places = [owner.args.index(v) for v in op.operands]
        assert [there.args.index(v) for v in again.operands] == places
    second = accepted(emit_llvm_ir(module))
    assert second is not None
    assert bodies(second) == bodies(printed)


def meaning(group: Words, words: Sequence[str]) -> dict[str, Attribute]:
    return dict(group.attributes(words))


def plain(row: Instruction) -> dict[str, Attribute]:
    """Returns the attributes of an instruction with as few words as it can have."""
    attributes: dict[str, Attribute] = {}
    for group in row.words:
        words = group.words[:1] if isinstance(group, Choice) else ()
        attributes |= meaning(group, words)
    if row.rest is Rest.MASK:
        attributes["mask"] = DenseArrayBase.from_list(i32, [0, 5, -1, 2])
    elif row.rest is Rest.POSITION:
        attributes["position"] = DenseArrayBase.from_list(i64, [1])
    elif row.rest is Rest.ACCESS:
        ordering = IntegerAttr(0, i64)
        if not row.may_be_plain:
            ordering = ORDERING_ATTRIBUTES["seq_cst"]
        attributes |= dict.fromkeys(row.orderings, ordering)
        if row.count:
            attributes["alignment"] = IntegerAttr(4, i64)
    return attributes


def variants() -> Iterator[tuple[str, str, dict[str, Attribute]]]:
    """
    Yields opcode, word and attributes: for each opcode none of its words, then each.
    """
    for opcode, row in INSTRUCTIONS.items():
        start = plain(row)
        yield opcode, "", start
        for group in row.words:
            if isinstance(group, NoMeaning):
                continue
            for word in group.words:
                try:
                    yield opcode, word, start | meaning(group, [word])
                except Untranslatable:
                    assert word in ("fmaximum", "fminimum")
        together: dict[str, Attribute] = {}
        for group in row.words:
            words = group.words[:1] if isinstance(group, Choice) else group.words
            together |= meaning(
                group, words if group.key != "fastmathFlags" else ["fast"]
            )
        yield opcode, "all words", start | together
        for key in row.orderings:
            for word, ordering in ORDERING_ATTRIBUTES.items():
                yield opcode, f"{key} {word}", start | {key: ordering}
            scope = {
                "syncscope": StringAttr("agent"),
                key: ORDERING_ATTRIBUTES["seq_cst"],
            }
            yield opcode, f"{key} scope", start | scope


REFUSED = {
    ("load", "ordering release"),
    ("load", "ordering acq_rel"),
    ("store", "ordering acquire"),
    ("store", "ordering acq_rel"),
    ("atomicrmw", "ordering unordered"),
    ("cmpxchg", "success_ordering unordered"),
    ("cmpxchg", "failure_ordering unordered"),
    ("cmpxchg", "failure_ordering release"),
    ("cmpxchg", "failure_ordering acq_rel"),
    ("fence", "ordering unordered"),
    ("fence", "ordering monotonic"),
}
"""Orderings that LLVM does not allow (LangRef)."""

VARIANTS = [variant for variant in variants() if variant[:2] not in REFUSED]


@pytest.mark.parametrize(
    ("opcode", "attributes"),
    [pytest.param(o, a, id=f"{o} {w}".strip()) for o, w, a in VARIANTS],
)
def test_instruction(opcode: str, attributes: dict[str, Attribute]) -> None:
    check(f"llvm.{opcode}", attributes)


ATTACHMENTS = {"nontemporal", "invariant", "invariantGroup"}
"""Properties of memory accesses that are metadata in LLVM IR."""


@pytest.mark.parametrize("opcode", INSTRUCTIONS)
def test_every_property_has_words(opcode: str) -> None:
    row = INSTRUCTIONS[opcode]
    keys = {group.key for group in row.words} | set(plain(row))
    if row.rest is Rest.ACCESS:
        keys |= {"alignment", "syncscope"}
    assert set(definition(f"llvm.{opcode}").properties) - ATTACHMENTS <= keys


def test_word_stands_in_the_text() -> None:
    for opcode, word, attributes in VARIANTS:
        if word and " " not in word:
            _, text, printed = accepted_operation(f"llvm.{opcode}", attributes)
            assert f" {word} " in text, text
            assert f" {word} " in printed, printed


def test_words_without_meaning_are_skipped() -> None:
    text = (
        "define i1 @f(i32 %a) {\n  %r = icmp samesign ult i32 %a, 1\n  ret i1 %r\n}\n"
    )
    assert "icmp samesign" in (accepted(text) or "")
    assert any(op.name == "llvm.icmp" for op in read(text).walk())


@pytest.mark.parametrize("flags", range(8))
def test_address_words(flags: int) -> None:
    line = f"  %r = getelementptr {address_words(flags)}i32, ptr %a, i64 %b"
    text = f"define ptr @f(ptr %a, i64 %b) {{\n{line}\n  ret ptr %r\n}}\n"
    assert line in (accepted(text) or "")
    assert line in (accepted(emit_llvm_ir(read(text))) or "")


# --- Intrinsics -------------------------------------------------------------------------


def immediates(name: str) -> Iterator[dict[str, Attribute]]:
    row, known = INTRINSICS[name], definition(name)
    keys = [place for place in row.arguments or () if isinstance(place, str)]
    fixed: dict[str, Attribute] = {
        key: IntegerAttr(number, i64) for key, number in row.implied
    }
    if "fastmathFlags" in known.properties:
        # LLVM takes no flags on a result that is a struct of other types too.
        words = () if name == "llvm.intr.frexp" else ("nnan", "afn")
        fixed["fastmathFlags"] = FAST_MATH.attribute(words)
    fits = [[v for v in VALUES if known.properties[k].constr.verifies(v)] for k in keys]
    for values in itertools.product(*fits):
        yield {**dict(zip(keys, values, strict=True)), **fixed}


@pytest.mark.parametrize("name", INTRINSICS)
def test_intrinsic(name: str) -> None:
    row = INTRINSICS[name]
    for attributes in immediates(name):
        try:
            _, text, printed = accepted_operation(name, attributes)
        except pytest.fail.Exception:
            continue
        break
    else:
        pytest.fail(f"LLVM accepts no form of {name}")
    (called,) = re.findall(r"@(llvm[\w.]+)\(", text)
    if row.name in RENAMED:
        assert f"@{RENAMED[row.name]}." in printed
    else:
        assert f"@{called}(" in printed
        if row.is_read:
            check(name, attributes)
    again = accepted(emit_llvm_ir(read(printed)))
    assert again is not None
    if row.is_read:
        assert bodies(again) == bodies(printed)


CALLS: dict[str, tuple[str, str]] = {
    re.findall(r"llvm\.intr\.([a-z.]+[a-z])", operation)[0]: (call, operation)
    for call, operation in pairs("llvm_calls.txt")
}
"""Calls whose arguments are not the operands in order, and the operation of each."""
VALUES_OF_CALLS = (
    *("i32 %a", "i32 %b", "i8 %c", "float %f", "i64 %n", "ptr %p"),
    *("ptr addrspace(1) %q", "<4 x i32> %v", "<2 x i32> %w"),
)


def test_every_order_of_arguments_is_tested() -> None:
    reordered = {
        name
        for name, row in INTRINSICS.items()
        if row.arguments is not None and row.is_read
    }
    tested = {
        f"llvm.intr.{name}" for name in (*CALLS, "lifetime.start", "lifetime.end")
    }
    assert reordered == tested


@pytest.mark.parametrize("name", CALLS)
def test_order_of_arguments(name: str) -> None:
    call, expected = CALLS[name]
    line = f"call {call}" if call.startswith("void") else f"%r = call {call}"
    text = (
        f"define void @f({', '.join(VALUES_OF_CALLS)}) {{\n  {line}\n  ret void\n}}\n"
    )
    printed = accepted(text)
    assert printed is not None
    assert f"  {line}\n" in printed
    module = read(printed)
    assert f"{expected}\n" in str(module)
    assert f"  {line}\n" in (accepted(emit_llvm_ir(module)) or "")


@pytest.mark.parametrize(("type", "suffix"), FLOAT_MANGLING.items())
def test_mangled_float(type: str, suffix: str) -> None:
    (attribute,) = (cls for cls, word in FLOAT_WORDS.items() if word == type)
    block = Block(arg_types=[attribute()])
    block.add_op(
        llvm_ops()["llvm.intr.fabs"].create(
            operands=block.args, result_types=[attribute()]
        )
    )
    text = emit_llvm_ir(function(block))
    call = f"call {type} @llvm.fabs.{suffix}({type} %0)"
    assert call in text
    assert call in (accepted(text) or "")


# --- Words of symbols -------------------------------------------------------------------

SAMPLES: dict[Value, Attribute] = {
    Value.NONE: UnitAttr(),
    Value.NUMBER: IntegerAttr(4, i64),
    Value.BARE_NUMBER: IntegerAttr(4, i64),
    Value.TYPE: i32,
    Value.RANGE: ArrayAttr((IntegerAttr(0, i32), IntegerAttr(8, i32))),
    Value.TEXT: StringAttr("none"),
}
ON_INTRINSICS_ONLY = ("elementtype", "immarg")
"""Words that LLVM reads anywhere, and verifies on intrinsics only."""


@pytest.mark.parametrize("word", PARAMETER_WORDS)
def test_parameter_word(word: str) -> None:
    row, verify = PARAMETER_WORDS[word], word not in ON_INTRINSICS_ONLY
    given = DictionaryAttr({f"llvm.{word}": SAMPLES[row.value]})
    for type in (i32, POINTER, f32):
        module = function(Block(arg_types=[type]), {"arg_attrs": ArrayAttr((given,))})
        function_op = module.body.block.first_op
        assert isinstance(function_op, FuncOp)
        if word == "returned":
            function_op.properties["function_type"] = LLVMFunctionType([type], type)
        printed = accepted(emit_llvm_ir(module), verify)
        if printed is not None:
            break
    else:
        pytest.fail(f"LLVM does not accept '{word}'")
    assert re.search(rf"\b{RENAMED.get(word, word)}\b", printed)
    (again,) = (op for op in read(printed, verify).walk() if isinstance(op, FuncOp))
    entries = again.arg_attrs
    kept = None if entries is None else entries.data[0]
    assert kept == (given if row.kept else None)


def entry_module(entry: Attribute) -> ModuleOp:
    return function(Block(arg_types=[i64]), {"passthrough": ArrayAttr((entry,))})


@pytest.mark.parametrize("word", sorted(FUNCTION_WORDS))
def test_function_word(word: str) -> None:
    printed = accepted(emit_llvm_ir(entry_module(StringAttr(word))), verify=False)
    assert printed is not None
    assert re.search(rf"attributes #0 = {{ {word}", printed)
    (again,) = (op for op in read(printed).walk() if isinstance(op, FuncOp))
    kept = [] if again.passthrough is None else [*again.passthrough.data]
    assert kept == ([] if word in FUNCTION_WORDS_NOT_READ else [StringAttr(word)])


FUNCTION_VALUES = {
    "alignstack": "16",
    "allockind": '"alloc"',
    "allocsize": "0",
    "memory": "none",
    "uwtable": "sync",
    "vscale_range": "1,2",
}


@pytest.mark.parametrize("word", VALUED_FUNCTION_WORDS)
def test_function_word_with_value(word: str) -> None:
    entry = StringAttr(f"{word}({FUNCTION_VALUES[word]})")
    printed = accepted(emit_llvm_ir(entry_module(entry)), verify=False)
    assert printed is not None
    assert f"{{ {word}" in printed
    read(printed)


@pytest.mark.parametrize(("name", "word"), FLAG_PROPERTIES.items())
def test_flag_property(name: str, word: str) -> None:
    module = function(Block(), {name: UnitAttr()})
    assert f"{{ {word} }}" in (accepted(emit_llvm_ir(module), verify=False) or "")
    assert word in FUNCTION_WORDS
    assert word == {"optimize_none": "optnone"}.get(name, name.replace("_", ""))


@pytest.mark.parametrize(("name", "key"), STRING_PROPERTIES.items())
def test_string_property(name: str, key: str) -> None:
    module = function(Block(), {name: StringAttr("none")})
    assert f'"{key}"="none"' in (accepted(emit_llvm_ir(module), verify=False) or "")
    expected = name.removeprefix("rocdl.").replace("_", "-")
    assert key.removeprefix("amdgpu-") == expected


@pytest.mark.parametrize(("name", "word"), CONVENTIONS.items())
def test_convention(name: str, word: str) -> None:
    module = function(Block(), {"CConv": calling_convention(name)})
    printed = accepted(emit_llvm_ir(module))
    assert printed is not None
    assert f"define {word} void @f" in printed or word == "ccc"
    (again,) = (op for op in read(printed).walk() if isinstance(op, FuncOp))
    assert again.CConv == calling_convention(name)


@pytest.mark.parametrize("word", LINKAGES)
def test_linkage(word: str) -> None:
    written = "" if word == "external" else f"{word} "
    value = "[1 x i32] zeroinitializer"
    if word == "extern_weak":
        value = "[1 x i32]"
    line = f"@g = {written}global {value}"
    text = f"{line}, align 4\n\ndefine ptr @f() {{\n  ret ptr @g\n}}\n"
    assert line in (accepted(text) or "")
    assert line in (accepted(emit_llvm_ir(read(text))) or "")


@pytest.mark.parametrize(
    ("key", "words"),
    [("visibility_", VISIBILITIES), ("unnamed_addr", UNNAMED_ADDRESSES)],
)
def test_numbered_words(key: str, words: Sequence[str]) -> None:
    for number, word in enumerate(words):
        module = function(Block(), {key: IntegerAttr(number, i64)})
        printed = accepted(emit_llvm_ir(module))
        assert printed is not None
        (line,) = (line for line in printed.splitlines() if line.startswith("define"))
        assert (word in line.split()) == (number > 0)
        read(printed)


# --- Constants --------------------------------------------------------------------------


@pytest.mark.parametrize("word", CONSTANT_WORDS)
def test_constant_word(word: str) -> None:
    type = "ptr" if word == "null" else "<4 x float>"
    text = f"define {type} @f() {{\n  ret {type} {word}\n}}\n"
    again = accepted(emit_llvm_ir(read(accepted(text) or "")))
    assert f"ret {type} {word}" in (again or "")


ADDRESS = "i64 ptrtoint (ptr @g to i64)"
EXPRESSIONS = {
    "add": f"i64 add ({ADDRESS}, i64 3)",
    "addrspacecast": "ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1))",
    "inttoptr": "ptr inttoptr (i64 16 to ptr)",
    "ptrtoint": ADDRESS,
    "sub": f"i64 sub ({ADDRESS}, i64 ptrtoint (ptr @h to i64))",
    "trunc": f"i32 trunc (i64 sub ({ADDRESS}, i64 ptrtoint (ptr @h to i64)) to i32)",
    "xor": f"i64 xor ({ADDRESS}, i64 3)",
}


@pytest.mark.parametrize(
    "opcode", sorted((CONSTANT_CASTS | CONSTANT_BINARY) - {"bitcast", "ptrtoaddr"})
)
def test_constant_expression(opcode: str) -> None:
    line = f"@c = global {EXPRESSIONS[opcode]}"
    text = f"@g = global i32 0\n@h = global i32 0\n{line}\n"
    assert line in (accepted(text) or "")
    assert line in (accepted(emit_llvm_ir(read(text))) or "")

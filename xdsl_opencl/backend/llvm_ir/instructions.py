"""
One function for each operation that becomes an instruction.

Each takes the function being printed and the operation, and returns the instruction
without its result's name and without the attachments of `opencl.metadata`. `HANDLERS` is
the table by operation name, `CONSTANTS` the one of operations that become operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.dialects.llvm import (
    ALL_FCMP_FLAGS,
    ALL_ICMP_FLAGS,
    ATOMIC_ORDERING_KEYWORDS,
    GEP_USE_SSA_VAL,
    FastMathAttr,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
    OverflowAttr,
    TailCallKindAttr,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.backend.llvm_ir.attributes import (
    CALL_GROUP_ATTRIBUTES,
    calling_convention,
    is_true,
    parameter_attributes,
)
from xdsl_opencl.backend.llvm_ir.errors import Untranslatable
from xdsl_opencl.backend.llvm_ir.intrinsics import INTRINSICS, RESULT, Intrinsic
from xdsl_opencl.backend.llvm_ir.metadata import MetadataTable, string_operand
from xdsl_opencl.backend.llvm_ir.text import (
    TypeTable,
    constant_text,
    escape,
    float_text,
    integer_text,
    symbol_text,
    zero_text,
)


class ModuleTables:
    """
    What all functions of a module share.
    """

    def __init__(self) -> None:
        self.types = TypeTable()
        self.metadata = MetadataTable(self.types)
        self.groups: dict[str, int] = {}
        """Text of an attribute group to its number."""
        self.signatures: dict[str, tuple[LLVMFunctionType, str]] = {}
        """Function name to type and calling convention."""
        self.global_spaces: dict[str, int] = {}
        """Global variable to address space."""

    def group(self, attributes: Sequence[str]) -> str:
        """
        The reference to the group with these attributes, with a space before it.
        """
        if not attributes:
            return ""
        text = " ".join(attributes)
        return f" #{self.groups.setdefault(text, len(self.groups))}"


class FunctionText:
    """
    One function while it is printed.
    """

    def __init__(self, tables: ModuleTables) -> None:
        self.tables = tables
        self.type = tables.types.text
        self.names: dict[SSAValue, str] = {}
        """Operand text, e.g. `%x` or `7`."""
        self.typed: dict[SSAValue, str] = {}
        """The same after its type."""
        self.labels: dict[Block, str] = {}
        self.edges: dict[tuple[Operation, int], str] = {}
        """Labels of the blocks on split edges, by terminator and successor number."""

    def label(self, op: Operation, index: int) -> str:
        """
        The operand for successor `index` of the terminator `op`.
        """
        if self.edges and (split := self.edges.get((op, index))) is not None:
            return f"label %{split}"
        return f"label %{self.labels[op.successors[index]]}"


Handler = Callable[[FunctionText, Operation], str]
HANDLERS: dict[str, Handler] = {}
ConstantHandler = Callable[[ModuleTables, Operation], str]
CONSTANTS: dict[str, ConstantHandler] = {}


def get(op: Operation, name: str) -> Attribute | None:
    """
    An attribute of `op` wherever it is kept: pretty syntax leaves some that are properties
    in the dictionary, and there it overrides the default of the property.
    """
    if op.attributes and (value := op.attributes.get(name)) is not None:
        return value
    return op.properties.get(name)


def _integer(op: Operation, name: str) -> int:
    value = get(op, name)
    if value is None:
        return 0
    if not isinstance(value, IntegerAttr):
        raise Untranslatable(f"'{name}' must be an integer, got {value}")
    return value.value.data


def _flag(op: Operation, name: str, text: str) -> str:
    return text if is_true(get(op, name)) else ""


# --- Arithmetic -------------------------------------------------------------------------


def _plain(opcode: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {f.typed[a]}, {f.names[b]}"

    return binary


_OVERFLOW = ("", "nsw ", "nuw ", "nuw nsw ")


def _overflow_flags(op: Operation) -> str:
    flags = get(op, "overflowFlags")
    if flags is None:
        return ""
    if isinstance(flags, OverflowAttr):
        return _OVERFLOW[flags.to_int()]
    if isinstance(flags, IntegerAttr) and 0 <= flags.value.data < 4:
        return _OVERFLOW[flags.value.data]
    raise Untranslatable(f"'overflowFlags' cannot be {flags}")


def _overflowing(opcode: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {_overflow_flags(op)}{f.typed[a]}, {f.names[b]}"

    return binary


def _flagged(opcode: str, name: str, text: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {_flag(op, name, text)}{f.typed[a]}, {f.names[b]}"

    return binary


HANDLERS |= {f"llvm.{n}": _overflowing(n) for n in ("add", "sub", "mul", "shl")}
HANDLERS |= {
    f"llvm.{n}": _flagged(n, "isExact", "exact ")
    for n in ("udiv", "sdiv", "lshr", "ashr")
}
HANDLERS |= {f"llvm.{n}": _plain(n) for n in ("urem", "srem", "and", "xor")}
HANDLERS["llvm.or"] = _flagged("or", "isDisjoint", "disjoint ")


_FAST_FLAGS = tuple(
    (flag, f"{flag.value} ")
    for flag in (
        FastMathFlag.REASSOC,
        FastMathFlag.NO_NANS,
        FastMathFlag.NO_INFS,
        FastMathFlag.NO_SIGNED_ZEROS,
        FastMathFlag.ALLOW_RECIP,
        FastMathFlag.ALLOW_CONTRACT,
        FastMathFlag.APPROX_FUNC,
    )
)


def _fast(op: Operation) -> str:
    flags = get(op, "fastmathFlags")
    if flags is None:
        return ""
    if not isinstance(flags, FastMathAttr):
        raise Untranslatable(f"'fastmathFlags' cannot be {flags}")
    chosen = flags.data
    if not chosen:
        return ""
    if len(set(chosen)) == len(_FAST_FLAGS):
        return "fast "
    return "".join(text for flag, text in _FAST_FLAGS if flag in chosen)


_FLOAT_ENDS = ("half", "float", "double", "bfloat", "x86_fp80", "fp128")


def _fast_for(op: Operation, type: str) -> str:
    """
    The flags of an operation that need not be a floating-point one.
    """
    flags = _fast(op)
    if flags and not type.rstrip(">]").endswith(_FLOAT_ENDS):
        raise Untranslatable(f"fast-math flags on a result of type {type}")
    return flags


def _float_binary(opcode: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {_fast(op)}{f.typed[a]}, {f.names[b]}"

    return binary


HANDLERS |= {
    f"llvm.{n}": _float_binary(n) for n in ("fadd", "fsub", "fmul", "fdiv", "frem")
}


def _fneg(f: FunctionText, op: Operation) -> str:
    return f"fneg {_fast(op)}{f.typed[op.operands[0]]}"


def _predicate(op: Operation, names: Sequence[str]) -> str:
    number = _integer(op, "predicate")
    if not 0 <= number < len(names):
        raise Untranslatable(f"there is no predicate {number}")
    return names[number]


_INTEGER_PREDICATES = tuple(flag.value for flag in ALL_ICMP_FLAGS)
_FLOAT_PREDICATES = tuple(flag.value.lstrip("_") for flag in ALL_FCMP_FLAGS)


def _icmp(f: FunctionText, op: Operation) -> str:
    a, b = op.operands
    return f"icmp {_predicate(op, _INTEGER_PREDICATES)} {f.typed[a]}, {f.names[b]}"


def _fcmp(f: FunctionText, op: Operation) -> str:
    a, b = op.operands
    predicate = _predicate(op, _FLOAT_PREDICATES)
    return f"fcmp {_fast(op)}{predicate} {f.typed[a]}, {f.names[b]}"


def _select(f: FunctionText, op: Operation) -> str:
    c, a, b = op.operands
    flags = _fast_for(op, f.type(op.results[0].type))
    return f"select {flags}{f.typed[c]}, {f.typed[a]}, {f.typed[b]}"


def _freeze(f: FunctionText, op: Operation) -> str:
    return f"freeze {f.typed[op.operands[0]]}"


def _cast(opcode: str, flag: str = "", text: str = "") -> Handler:
    def cast(f: FunctionText, op: Operation) -> str:
        chosen = _flag(op, flag, text) if flag else ""
        source = f.typed[op.operands[0]]
        return f"{opcode} {chosen}{source} to {f.type(op.results[0].type)}"

    return cast


def _trunc(f: FunctionText, op: Operation) -> str:
    source = f.typed[op.operands[0]]
    return f"trunc {_overflow_flags(op)}{source} to {f.type(op.results[0].type)}"


def _float_cast(opcode: str) -> Handler:
    def cast(f: FunctionText, op: Operation) -> str:
        source = f.typed[op.operands[0]]
        return f"{opcode} {_fast(op)}{source} to {f.type(op.results[0].type)}"

    return cast


HANDLERS |= {
    f"llvm.{n}": _cast(n)
    for n in (
        *("sext", "fptosi", "fptoui", "sitofp"),
        *("bitcast", "addrspacecast", "inttoptr", "ptrtoint"),
    )
}
HANDLERS |= {f"llvm.{n}": _cast(n, "nonNeg", "nneg ") for n in ("zext", "uitofp")}
HANDLERS |= {f"llvm.{n}": _float_cast(n) for n in ("fpext", "fptrunc")}
HANDLERS |= {
    "llvm.trunc": _trunc,
    "llvm.fneg": _fneg,
    "llvm.icmp": _icmp,
    "llvm.fcmp": _fcmp,
    "llvm.select": _select,
    "llvm.freeze": _freeze,
}

# --- Vectors and aggregates -------------------------------------------------------------


def _extractelement(f: FunctionText, op: Operation) -> str:
    vector, index = op.operands
    return f"extractelement {f.typed[vector]}, {f.typed[index]}"


def _insertelement(f: FunctionText, op: Operation) -> str:
    vector, value, index = op.operands
    return f"insertelement {f.typed[vector]}, {f.typed[value]}, {f.typed[index]}"


def _numbers(op: Operation, name: str) -> list[int]:
    value = get(op, name)
    if not isinstance(value, DenseArrayBase):
        raise Untranslatable(f"'{name}' must be an array of integers, got {value}")
    return [int(v) for v in value.iter_values()]  # pyright: ignore[reportArgumentType]


def _shufflevector(f: FunctionText, op: Operation) -> str:
    a, b = op.operands
    mask = _numbers(op, "mask")
    lanes = ", ".join([f"i32 {n}" if n >= 0 else "i32 poison" for n in mask])
    return f"shufflevector {f.typed[a]}, {f.typed[b]}, <{len(mask)} x i32> <{lanes}>"


def _position(op: Operation) -> str:
    return "".join(f", {n}" for n in _numbers(op, "position"))


def _extractvalue(f: FunctionText, op: Operation) -> str:
    return f"extractvalue {f.typed[op.operands[0]]}{_position(op)}"


def _insertvalue(f: FunctionText, op: Operation) -> str:
    container, value = op.operands
    return f"insertvalue {f.typed[container]}, {f.typed[value]}{_position(op)}"


HANDLERS |= {
    "llvm.extractelement": _extractelement,
    "llvm.insertelement": _insertelement,
    "llvm.shufflevector": _shufflevector,
    "llvm.extractvalue": _extractvalue,
    "llvm.insertvalue": _insertvalue,
}

# --- Memory -----------------------------------------------------------------------------


def _alignment(op: Operation) -> str:
    alignment = _integer(op, "alignment")
    return f", align {alignment}" if alignment else ""


def _ordering(op: Operation, name: str = "ordering") -> str:
    """
    The ordering's keyword, or nothing for a plain access.
    """
    value = get(op, name)
    if isinstance(value, StringAttr) and value.data in _ORDERING_WORDS:
        return value.data
    number = _integer(op, name)
    if not number:
        return ""
    if number not in ATOMIC_ORDERING_KEYWORDS:
        raise Untranslatable(f"there is no atomic ordering {number}")
    return ATOMIC_ORDERING_KEYWORDS[number]


_ORDERING_WORDS = frozenset(ATOMIC_ORDERING_KEYWORDS.values())


def _scope(op: Operation) -> str:
    scope = get(op, "syncscope")
    if scope is None:
        return ""
    if not isinstance(scope, StringAttr):
        raise Untranslatable(f"'syncscope' must be a string, got {scope}")
    return f'syncscope("{escape(scope.data)}") ' if scope.data else ""


_FLAG_METADATA = (
    ("nontemporal", ("i32 1",)),
    ("invariant", ()),
    ("invariantGroup", ()),
)
_FLAG_KINDS = {"invariant": "invariant.load", "invariantGroup": "invariant.group"}


def _access(
    f: FunctionText, op: Operation, opcode: str, operands: str, alignment: str
) -> str:
    """
    A load or store: the parts that both have around their operands.
    """
    ordering = _ordering(op)
    scope = _scope(op)
    volatile = _flag(op, "volatile_", "volatile ")
    if ordering:
        if not alignment:
            raise Untranslatable(f"an atomic {opcode} needs an alignment")
        text = f"{opcode} atomic {volatile}{operands} {scope}{ordering}{alignment}"
    elif scope:
        raise Untranslatable(f"a {opcode} with a syncscope needs an atomic ordering")
    else:
        text = f"{opcode} {volatile}{operands}{alignment}"
    for name, node in _FLAG_METADATA:
        if is_true(get(op, name)):
            kind = _FLAG_KINDS.get(name, name)
            text += f", !{kind} {f.tables.metadata.tuple(node)}"
    return text


def _load(f: FunctionText, op: Operation) -> str:
    operands = f"{f.type(op.results[0].type)}, {f.typed[op.operands[0]]}"
    return _access(f, op, "load", operands, _alignment(op))


def _store(f: FunctionText, op: Operation) -> str:
    value, pointer = op.operands
    operands = f"{f.typed[value]}, {f.typed[pointer]}"
    return _access(f, op, "store", operands, _alignment(op))


def _alloca(f: FunctionText, op: Operation) -> str:
    element = get(op, "elem_type")
    if element is None:
        raise Untranslatable("the allocated type is missing")
    text = f"alloca {_flag(op, 'inalloca', 'inalloca ')}{f.type(element)}"
    result = f.type(op.results[0].type)
    # `ptr addrspace(5)` is the result, `addrspace(5)` the clause.
    space = f", {result[4:]}" if len(result) > 3 else ""
    return f"{text}, {f.typed[op.operands[0]]}{_alignment(op)}{space}"


_GEP_FLAGS = (
    *("", "inbounds ", "nusw ", "inbounds "),
    *("nuw ", "inbounds nuw ", "nusw nuw ", "inbounds nuw "),
)
"""By MLIR's `GEPNoWrapFlags`: 1 in bounds, 2 no unsigned-signed wrap, 4 no unsigned."""


def _getelementptr(f: FunctionText, op: Operation) -> str:
    operands = iter(op.operands)
    parts = [f.typed[next(operands)]]
    for index in _numbers(op, "rawConstantIndices"):
        if index == GEP_USE_SSA_VAL:
            parts.append(f.typed[next(operands)])
        else:
            parts.append(f"i32 {index}")
    flags = _integer(op, "noWrapFlags")
    if is_true(get(op, "inbounds")):
        flags |= 1
    if not 0 <= flags < len(_GEP_FLAGS):
        raise Untranslatable(f"'noWrapFlags' cannot be {flags}")
    element = get(op, "elem_type")
    if element is None:
        raise Untranslatable("the element type is missing")
    return f"getelementptr {_GEP_FLAGS[flags]}{f.type(element)}, {', '.join(parts)}"


_ATOMIC_OPERATIONS = (
    *("xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin"),
    *("fadd", "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap", "usub_cond"),
    *("usub_sat", "fmaximum", "fminimum"),
)
"""By MLIR's `AtomicBinOp`."""


def _atomicrmw(f: FunctionText, op: Operation) -> str:
    pointer, value = op.operands
    number = _integer(op, "bin_op")
    if not 0 <= number < len(_ATOMIC_OPERATIONS):
        raise Untranslatable(f"there is no atomic operation {number}")
    return (
        f"atomicrmw {_flag(op, 'volatile_', 'volatile ')}{_ATOMIC_OPERATIONS[number]} "
        f"{f.typed[pointer]}, {f.typed[value]} {_scope(op)}{_needed_ordering(op)}"
        f"{_alignment(op)}"
    )


def _needed_ordering(op: Operation, name: str = "ordering") -> str:
    if not (ordering := _ordering(op, name)):
        raise Untranslatable(f"'{op.name}' needs an atomic {name.replace('_', ' ')}")
    return ordering


def _cmpxchg(f: FunctionText, op: Operation) -> str:
    pointer, old, new = op.operands
    return (
        f"cmpxchg {_flag(op, 'weak', 'weak ')}{_flag(op, 'volatile_', 'volatile ')}"
        f"{f.typed[pointer]}, {f.typed[old]}, {f.typed[new]} {_scope(op)}"
        f"{_needed_ordering(op, 'success_ordering')} "
        f"{_needed_ordering(op, 'failure_ordering')}{_alignment(op)}"
    )


def _fence(f: FunctionText, op: Operation) -> str:
    return f"fence {_scope(op)}{_needed_ordering(op)}"


HANDLERS |= {
    "llvm.load": _load,
    "llvm.store": _store,
    "llvm.alloca": _alloca,
    "llvm.getelementptr": _getelementptr,
    "llvm.atomicrmw": _atomicrmw,
    "llvm.cmpxchg": _cmpxchg,
    "llvm.fence": _fence,
}

# --- Calls ------------------------------------------------------------------------------

_TAIL_KINDS = {
    "none": "",
    "tail": "tail ",
    "musttail": "musttail ",
    "notail": "notail ",
}


def _tail(op: Operation, name: str) -> str:
    kind = get(op, name)
    if kind is None:
        return ""
    if not isinstance(kind, TailCallKindAttr):
        raise Untranslatable(f"'{name}' cannot be {kind}")
    return _TAIL_KINDS[kind.data.value]


def _arguments(f: FunctionText, op: Operation, operands: Sequence[SSAValue]) -> str:
    if get(op, "arg_attrs") is None:
        return ", ".join([f.typed[v] for v in operands])
    return ", ".join(_attributed_arguments(f, op, operands))


def _attributed_arguments(
    f: FunctionText, op: Operation, operands: Sequence[SSAValue]
) -> list[str]:
    """
    The operands with the parameter attributes that the call site gives them.
    """
    attributes = get(op, "arg_attrs")
    if attributes is None:
        return [f.typed[v] for v in operands]
    if not isinstance(attributes, ArrayAttr) or len(attributes) != len(operands):
        raise Untranslatable("'arg_attrs' must have one dictionary for each argument")
    return [
        f"{f.type(value.type)} {_parameter(f, entry)}{f.names[value]}"
        for value, entry in zip(operands, attributes, strict=True)
    ]


def _parameter(f: FunctionText, entry: Attribute) -> str:
    if not isinstance(entry, DictionaryAttr):
        raise Untranslatable(f"parameter attributes must be a dictionary, got {entry}")
    return parameter_attributes(f.tables.types, entry)


def _result_attributes(f: FunctionText, op: Operation) -> str:
    attributes = get(op, "res_attrs")
    if attributes is None:
        return ""
    if not isinstance(attributes, ArrayAttr) or len(attributes) != len(op.results):
        raise Untranslatable("'res_attrs' must have one dictionary for each result")
    return "".join(_parameter(f, entry) for entry in attributes)


def _call_group(f: FunctionText, op: Operation) -> str:
    attributes = {**op.properties, **op.attributes}
    return f.tables.group(
        [
            text
            for name, value in attributes.items()
            if name in CALL_GROUP_ATTRIBUTES
            and (text := CALL_GROUP_ATTRIBUTES[name](value))
        ]
    )


def _bundles(f: FunctionText, op: Operation) -> tuple[Sequence[SSAValue], str]:
    """
    The operands that are not in bundles, and the bundles' text.
    """
    sizes = op.properties.get("op_bundle_sizes")
    operands = op.operands
    if not isinstance(sizes, DenseArrayBase) or not len(sizes):
        return operands, ""
    counts = _numbers(op, "op_bundle_sizes")
    tags = get(op, "op_bundle_tags")
    if not isinstance(tags, ArrayAttr) or len(tags) != len(counts):
        raise Untranslatable(
            "operand bundles need 'op_bundle_tags', one string for each bundle"
        )
    position = len(operands) - sum(counts)
    plain = operands[:position]
    texts: list[str] = []
    for tag, count in zip(tags, counts, strict=True):
        if not isinstance(tag, StringAttr):
            raise Untranslatable(f"the tag of an operand bundle is {tag}")
        inside = ", ".join(f.typed[v] for v in operands[position : position + count])
        texts.append(f'"{escape(tag.data)}"({inside})')
        position += count
    return plain, f" [ {', '.join(texts)} ]"


def _result_type(f: FunctionText, op: Operation) -> str:
    return f.type(op.results[0].type) if op.results else "void"


def _call(f: FunctionText, op: Operation) -> str:
    operands, bundles = _bundles(f, op)
    callee = op.properties.get("callee")
    convention = calling_convention(op.properties.get("CConv"))
    result = _result_type(f, op)
    type = op.properties.get("var_callee_type")
    if isinstance(callee, SymbolRefAttr):
        target = symbol_text(callee)
        type = _check_call(f, op, callee.string_value(), operands, convention)
    else:
        target = f.names[operands[0]]
        operands = operands[1:]
    if isinstance(type, LLVMFunctionType) and type.is_variadic:
        written = f.type(type)
    else:
        written = result
    return (
        f"{_tail(op, 'TailCallKind')}call {_fast_for(op, result)}{convention}"
        f"{_result_attributes(f, op)}{written} {target}({_arguments(f, op, operands)})"
        f"{_call_group(f, op)}{bundles}"
    )


def _check_call(
    f: FunctionText,
    op: Operation,
    name: str,
    operands: Sequence[SSAValue],
    convention: str,
) -> LLVMFunctionType:
    """
    The type of function `name`. LLVM would accept a call that does not fit and treat it as
    undefined behaviour, hence the check.
    """
    known = f.tables.signatures.get(name)
    if known is None:
        raise Untranslatable(f"the module has no function @{name}")
    type, callee_convention = known
    if convention != callee_convention:
        raise Untranslatable(
            f"the call uses calling convention '{convention.strip() or 'ccc'}', "
            f"@{name} has '{callee_convention.strip() or 'ccc'}'"
        )
    count = len(type.inputs)
    if len(operands) < count or (len(operands) > count and not type.is_variadic):
        raise Untranslatable(
            f"the call has {len(operands)} arguments, @{name} takes {count}"
        )
    for index, (value, expected) in enumerate(zip(operands, type.inputs)):
        if f.type(value.type) != f.type(expected):
            raise Untranslatable(
                f"argument #{index} has type {value.type}, @{name} takes {expected}"
            )
    if f.type(type.output) != _result_type(f, op):
        raise Untranslatable(
            f"the call's result is {_result_type(f, op)}, @{name} returns "
            f"{f.type(type.output)}"
        )
    return type


def _call_intrinsic(f: FunctionText, op: Operation) -> str:
    # There is no declaration: LLVM makes it, with the intrinsic's attributes, and reports
    # a name that it does not know; a declaration would hide such a name until link time.
    operands, bundles = _bundles(f, op)
    name = op.properties["intrin"]
    assert isinstance(name, StringAttr)
    result = _result_type(f, op)
    return (
        f"call {_fast_for(op, result)}{_result_attributes(f, op)}{result} "
        f"@{name.data}({_arguments(f, op, operands)}){_call_group(f, op)}{bundles}"
    )


def _inline_asm(f: FunctionText, op: Operation) -> str:
    text = op.properties["asm_string"]
    constraints = op.properties["constraints"]
    assert isinstance(text, StringAttr)
    assert isinstance(constraints, StringAttr)
    dialect = "inteldialect " if _integer(op, "asm_dialect") == 1 else ""
    return (
        f"{_tail(op, 'tail_call_kind')}call {_result_type(f, op)} asm "
        f"{_flag(op, 'has_side_effects', 'sideeffect ')}"
        f"{_flag(op, 'is_align_stack', 'alignstack ')}{dialect}"
        f'"{escape(text.data)}", "{escape(constraints.data)}"'
        f"({_arguments(f, op, op.operands)}){_call_group(f, op)}"
    )


def _immediate(op: Operation, name: str) -> str:
    value = get(op, name)
    if isinstance(value, IntegerAttr) and isinstance(type := value.type, IntegerType):
        width = type.width.data
        return f"i{width} {integer_text(value.value.data, width)}"
    if isinstance(value, FloatAttr):
        return f"double {float_text(value.value.data, 'double')}"
    raise Untranslatable(f"'{name}' must be a number, got {value}")


def _overload(f: FunctionText, op: Operation, number: int) -> str:
    value = op.results[0] if number == RESULT else op.operands[number]
    return f.tables.types.mangle(value.type)


def _intrinsic(intrinsic: Intrinsic) -> Handler:
    name, overloads, order = intrinsic

    def call(f: FunctionText, op: Operation) -> str:
        suffix = "".join([f".{_overload(f, op, n)}" for n in overloads])
        arguments = _attributed_arguments(f, op, op.operands)
        if order is not None:
            arguments = [
                _immediate(op, s) if isinstance(s, str) else arguments[s] for s in order
            ]
        return (
            f"call {_fast(op)}{_result_attributes(f, op)}{_result_type(f, op)} "
            f"@{name}{suffix}({', '.join(arguments)})"
        )

    return call


def _frexp(f: FunctionText, op: Operation) -> str:
    (value,) = op.operands
    result = op.results[0].type
    if not isinstance(result, LLVMStructType) or len(result.types) != 2:
        raise Untranslatable(f"the result has type {result}")
    mangle = f.tables.types.mangle
    suffix = f"{mangle(value.type)}.{mangle(result.types.data[1])}"
    return f"call {_fast(op)}{f.type(result)} @llvm.frexp.{suffix}({f.typed[value]})"


def _memcpy_inline(f: FunctionText, op: Operation) -> str:
    target, source = op.operands
    mangle = f.tables.types.mangle
    length = _immediate(op, "len")
    arguments = _attributed_arguments(f, op, op.operands)
    arguments += (length, _immediate(op, "isVolatile"))
    suffix = f"{mangle(target.type)}.{mangle(source.type)}.{length.split()[0]}"
    return f"call void @llvm.memcpy.inline.{suffix}({', '.join(arguments)})"


HANDLERS |= {name: _intrinsic(entry) for name, entry in INTRINSICS.items()}
HANDLERS |= {
    "llvm.intr.frexp": _frexp,
    "llvm.intr.memcpy.inline": _memcpy_inline,
    "llvm.call": _call,
    "llvm.call_intrinsic": _call_intrinsic,
    "llvm.inline_asm": _inline_asm,
}

# --- Terminators ------------------------------------------------------------------------


def _branch_weights(f: FunctionText, op: Operation) -> str:
    if get(op, "branch_weights") is None:
        return ""
    operands = [string_operand("branch_weights")]
    operands += (f"i32 {n}" for n in _numbers(op, "branch_weights"))
    return f", !prof {f.tables.metadata.tuple(operands)}"


def _br(f: FunctionText, op: Operation) -> str:
    return f"br {f.label(op, 0)}"


def _cond_br(f: FunctionText, op: Operation) -> str:
    condition = f.typed[op.operands[0]]
    return f"br {condition}, {f.label(op, 0)}, {f.label(op, 1)}{_branch_weights(f, op)}"


def _switch(f: FunctionText, op: Operation) -> str:
    value = op.operands[0]
    type = value.type
    if not isinstance(type, IntegerType):
        raise Untranslatable(f"the switch is on type {type}")
    cases: list[str] = []
    values = op.properties.get("case_values")
    if isinstance(values, DenseIntOrFPElementsAttr):
        width = type.width.data
        for index, case in enumerate(values.iter_values()):
            text = integer_text(int(case), width)  # pyright: ignore[reportArgumentType]
            cases.append(f"    i{width} {text}, {f.label(op, index + 1)}\n")
    body = f"\n{''.join(cases)}  " if cases else ""
    return f"switch {f.typed[value]}, {f.label(op, 0)} [{body}]{_branch_weights(f, op)}"


def _return(f: FunctionText, op: Operation) -> str:
    return f"ret {f.typed[op.operands[0]]}" if op.operands else "ret void"


def _unreachable(f: FunctionText, op: Operation) -> str:
    return "unreachable"


TERMINATORS: dict[str, Handler] = {
    "llvm.br": _br,
    "llvm.cond_br": _cond_br,
    "llvm.switch": _switch,
    "llvm.return": _return,
    "llvm.unreachable": _unreachable,
}
HANDLERS |= TERMINATORS


def successor_arguments(op: Operation) -> list[tuple[Block, tuple[SSAValue, ...]]]:
    """
    Each successor of a terminator, with the values that its block arguments receive.
    """
    operands = tuple(op.operands)
    successors = op.successors
    match op.name:
        case "llvm.br":
            counts = [len(operands)]
            position = 0
        case "llvm.cond_br":
            counts = _numbers(op, "operandSegmentSizes")[1:]
            position = 1
        case "llvm.switch":
            _, default, _ = _numbers(op, "operandSegmentSizes")
            counts = [default, *_numbers(op, "case_operand_segments")]
            position = 1
        case _:
            raise Untranslatable(f"'{op.name}' cannot have successors")
    result: list[tuple[Block, tuple[SSAValue, ...]]] = []
    for block, count in zip(successors, counts, strict=True):
        result.append((block, operands[position : position + count]))
        position += count
    return result


# --- Constants --------------------------------------------------------------------------


def _constant(tables: ModuleTables, op: Operation) -> str:
    return constant_text(tables.types, op.properties["value"], op.results[0].type)


def _address_of(tables: ModuleTables, op: Operation) -> str:
    symbol = op.properties["global_name"]
    assert isinstance(symbol, SymbolRefAttr)
    text = symbol_text(symbol)
    name = symbol.string_value()
    if name in tables.global_spaces:
        space = tables.global_spaces[name]
    elif name in tables.signatures:
        space = 0
    else:
        raise Untranslatable(f"the module has no global or function @{name}")
    type = op.results[0].type
    expected = LLVMPointerType() if not space else LLVMPointerType(IntAttr(space))
    if tables.types.text(type) != tables.types.text(expected):
        raise Untranslatable(
            f"@{name} is in address space {space}, its address has type {type}"
        )
    return text


def _word(word: str) -> ConstantHandler:
    return lambda tables, op: word


CONSTANTS |= {
    "llvm.mlir.constant": _constant,
    "llvm.mlir.addressof": _address_of,
    "llvm.mlir.zero": lambda tables, op: zero_text(op.results[0].type),
    "llvm.mlir.null": lambda tables, op: "null",
    "llvm.mlir.undef": _word("undef"),
    "llvm.mlir.poison": _word("poison"),
}

# --- Discardable attributes -------------------------------------------------------------

_ON_CALLS = frozenset(
    ("arg_attrs", "res_attrs", "op_bundle_tags", *CALL_GROUP_ATTRIBUTES)
)
_ON_ACCESSES = frozenset(
    (
        *("alignment", "ordering", "syncscope", "volatile_"),
        *("nontemporal", "invariant", "invariantGroup"),
    )
)
ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "llvm.call": _ON_CALLS,
    "llvm.call_intrinsic": _ON_CALLS,
    "llvm.inline_asm": _ON_CALLS,
    "llvm.load": _ON_ACCESSES,
    "llvm.store": _ON_ACCESSES,
    "llvm.atomicrmw": frozenset(("syncscope", "volatile_", "alignment")),
    "llvm.cmpxchg": frozenset(("syncscope", "volatile_", "alignment")),
    "llvm.alloca": frozenset(("inalloca",)),
    "llvm.getelementptr": frozenset(("noWrapFlags",)),
    "llvm.cond_br": frozenset(("branch_weights",)),
    "llvm.switch": frozenset(("branch_weights",)),
    **dict.fromkeys(
        (
            *("llvm.fcmp", "llvm.select", "llvm.fneg", "llvm.fpext", "llvm.fptrunc"),
            *("llvm.fadd", "llvm.fsub", "llvm.fmul", "llvm.fdiv", "llvm.frem"),
        ),
        frozenset(("fastmathFlags",)),
    ),
}
"""
Besides `opencl.metadata`, what the functions above read from the dictionary. Intrinsics
take `ON_INTRINSICS`.
"""
ON_INTRINSICS = frozenset(("arg_attrs", "res_attrs", "fastmathFlags"))

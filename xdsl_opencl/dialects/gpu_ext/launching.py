"""
Modules, functions and launches of the `gpu` dialect, and the memory of its device: the
assembly forms of upstream, memory attributions, targets of modules and known sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    MemRefType,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    attr_def,
    operand_def,
    opt_attr_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.traits import (
    HasParent,
    IsolatedFromAbove,
    NoTerminator,
    SymbolOpInterface,
    SymbolTable,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.definition import Corrected, irdl_op_definition
from xdsl_opencl.dialects.forms import (
    Kind,
    Normalise,
    Parts,
    assembly,
    parse_end,
    parse_names,
    parse_results,
    parse_variables,
)

TOKEN = gpu.AsyncTokenType()

WORKGROUP_ATTRIBUTIONS = "workgroup_attributions"
"""Attribute with the number of block arguments that are memory of the work-group."""
KNOWN_SIZES = ("known_block_size", "known_grid_size", "known_cluster_size")


def known_size(op: Operation, name: str) -> tuple[int, ...] | None:
    """
    The size of `KNOWN_SIZES` that a function states, as a property or as an attribute
    with or without the dialect's prefix.
    """
    for found in (
        op.properties.get(name),
        op.attributes.get(name),
        op.attributes.get(f"gpu.{name}"),
    ):
        if isinstance(found, DenseArrayBase):
            return tuple(int(size) for size in found.get_values())
    return None


def workgroup_attributions(op: Operation) -> int:
    """The number of attributions of work-group memory."""
    for found in (
        op.properties.get(WORKGROUP_ATTRIBUTIONS),
        op.attributes.get(WORKGROUP_ATTRIBUTIONS),
    ):
        if isinstance(found, IntegerAttr):
            return int(found.value.data)
    return 0


def _parse_typed(parser: Parser, keyword: str) -> list[Parser.Argument]:
    """
    Parses names with types, such as `(%a : f32, %b : f32)`, after `keyword`, if it is there.
    """
    if parser.parse_optional_keyword(keyword) is None:
        return []
    return parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: _argument(parser)[0]
    )


def _argument(parser: Parser) -> tuple[Parser.Argument, DictionaryAttr]:
    argument = parser.parse_argument()
    attributes = parser.parse_optional_attr_dict()
    return argument, DictionaryAttr(attributes)


def _parse_async(parser: Parser) -> tuple[bool, list[UnresolvedOperand]]:
    token = parser.parse_optional_keyword("async") is not None
    tokens = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    return token, tokens or []


def _size_keywords(parser: Parser) -> Iterator[str]:
    """Parses and returns each keyword of a launch's sizes; only clusters are optional."""
    if parser.parse_optional_keyword("clusters") is not None:
        yield "clusters"
    for keyword in ("blocks", "threads"):
        parser.parse_keyword(keyword)
        yield keyword


def _resolve(
    parser: Parser, operands: Sequence[UnresolvedOperand], type: Attribute
) -> Sequence[SSAValue]:
    return parser.resolve_operands(operands, [type] * len(operands), parser.pos)


@irdl_op_definition
class ModuleOp(Corrected, gpu.ModuleOp):
    """Example: `gpu.module @kernels { }`"""

    body = region_def("single_block")
    sym_name = prop_def(SymbolNameConstraint())
    targets = opt_prop_def(ArrayAttr)
    offloadingHandler = opt_prop_def(AnyAttr())

    traits = traits_def(
        IsolatedFromAbove(), NoTerminator(), SymbolOpInterface(), SymbolTable()
    )

    @classmethod
    def parse(cls, parser: Parser) -> ModuleOp:
        properties: dict[str, Attribute] = {"sym_name": parser.parse_symbol_name()}
        if parser.parse_optional_punctuation("<") is not None:
            properties["offloadingHandler"] = parser.parse_attribute()
            parser.parse_punctuation(">")
        targets = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_attribute
        )
        if targets is not None:
            properties["targets"] = ArrayAttr(targets)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        return cls.create(
            properties=properties,
            attributes={} if attributes is None else dict(attributes.data),
            regions=[region],
        )


def _verify_attributions(op: Operation, ids: int, entry: Block) -> None:
    """
    Checks the arguments of `entry` after the first `ids`: only the attribute says that they
    are memory.
    """
    found = len(entry.args) - ids
    if WORKGROUP_ATTRIBUTIONS not in {**op.attributes, **op.properties} and found:
        raise VerifyException(
            f"'{op.name}': the entry block has {found} arguments too many; memory "
            f"attributions need {WORKGROUP_ATTRIBUTIONS}"
        )
    if workgroup_attributions(op) > found:
        raise VerifyException(
            f"'{op.name}': {WORKGROUP_ATTRIBUTIONS} is {workgroup_attributions(op)}, the "
            f"entry block has {found} arguments for them"
        )


@irdl_op_definition
class FuncOp(Corrected, gpu.FuncOp):
    """
    A function of the device; its attributions are arguments of the entry block.

    Example: `gpu.func @k(%n: index) workgroup(%t : memref<8xf32,
    #gpu.address_space<workgroup>>) kernel { gpu.return }`
    """

    body = region_def()
    sym_name = attr_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    kernel = opt_prop_def(UnitAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    known_block_size = opt_attr_def(
        DenseArrayBase.constr(i32), attr_name="gpu.known_block_size"
    )
    known_grid_size = opt_attr_def(
        DenseArrayBase.constr(i32), attr_name="gpu.known_grid_size"
    )
    block_size = opt_prop_def(DenseArrayBase.constr(i32), prop_name="known_block_size")
    grid_size = opt_prop_def(DenseArrayBase.constr(i32), prop_name="known_grid_size")
    cluster_size = opt_prop_def(
        DenseArrayBase.constr(i32), prop_name="known_cluster_size"
    )
    workgroup_attrib_attrs = opt_prop_def(ArrayAttr)
    private_attrib_attrs = opt_prop_def(ArrayAttr)

    traits = traits_def(
        IsolatedFromAbove(), HasParent(gpu.ModuleOp), SymbolOpInterface()
    )

    def verify_(self) -> None:
        name = self.sym_name.data
        if (entry := self.body.blocks.first) is None:
            raise VerifyException(f"'gpu.func' @{name} has no body")
        inputs = self.function_type.inputs.data
        if entry.arg_types[: len(inputs)] != inputs:
            raise VerifyException(
                f"'gpu.func' @{name}: the entry block has arguments of types "
                f"({', '.join(map(str, entry.arg_types))}), the function's type is "
                f"{self.function_type}"
            )
        _verify_attributions(self, len(inputs), entry)
        is_kernel = self.kernel is not None or "gpu.kernel" in self.attributes
        if is_kernel and self.function_type.outputs.data:
            raise VerifyException("Expected void return type for kernel function")

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        name = parser.parse_symbol_name()
        pairs = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: _argument(parser)
        )
        outputs = parse_results(parser)
        workgroup = _parse_typed(parser, "workgroup")
        private = _parse_typed(parser, "private")
        arguments = [argument for argument, _ in pairs]
        properties: dict[str, Attribute] = {
            "function_type": FunctionType.from_lists(
                [argument.type for argument in arguments], outputs
            )
        }
        if any(facts.data for _, facts in pairs):
            properties["arg_attrs"] = ArrayAttr([facts for _, facts in pairs])
        attributes: dict[str, Attribute] = {"sym_name": name}
        if parser.parse_optional_keyword("kernel") is not None:
            properties["kernel"] = UnitAttr()
        found = parser.parse_optional_attr_dict_with_keyword() or DictionaryAttr({})
        for key, value in found.data.items():
            where = properties if key in KNOWN_SIZES else attributes
            where[key] = value
        if workgroup or private:
            attributes[WORKGROUP_ATTRIBUTIONS] = IntegerAttr(len(workgroup), i64)
        body = parser.parse_region([*arguments, *workgroup, *private])
        return cls.create(properties=properties, attributes=attributes, regions=[body])


@irdl_op_definition
class LaunchOp(Corrected, gpu.LaunchOp):
    """
    Example: `gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
    threads(%tx, %ty, %tz) in (%lx = %m, %ly = %m, %lz = %m) { gpu.terminator }`
    """

    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    gridSizeX = operand_def(INDEX)
    gridSizeY = operand_def(INDEX)
    gridSizeZ = operand_def(INDEX)
    blockSizeX = operand_def(INDEX)
    blockSizeY = operand_def(INDEX)
    blockSizeZ = operand_def(INDEX)
    clusterSizeX = opt_operand_def(INDEX)
    clusterSizeY = opt_operand_def(INDEX)
    clusterSizeZ = opt_operand_def(INDEX)
    dynamicSharedMemorySize = opt_operand_def(i32)
    asyncToken = opt_result_def(gpu.AsyncTokenType)
    body = region_def()
    module = opt_prop_def(SymbolRefAttr)
    function = opt_prop_def(SymbolRefAttr)

    def verify_(self) -> None:
        entry = self.body.blocks.first
        if entry is None or not any(block.ops for block in self.body.blocks):
            raise VerifyException("gpu.launch requires a non-empty body.")
        ids = 18 if self.clusterSizeX is not None else 12
        if entry.arg_types[:ids] != (INDEX,) * ids:
            raise VerifyException(
                f"'gpu.launch': expected {ids} arguments of type index, got "
                f"({', '.join(map(str, entry.arg_types))})"
            )
        _verify_attributions(self, ids, entry)

    @classmethod
    def parse(cls, parser: Parser) -> LaunchOp:
        token, tokens = _parse_async(parser)
        ids: list[Parser.Argument] = []
        sizes: list[Parser.Argument] = []
        operands: dict[str, list[UnresolvedOperand]] = {"clusters": []}
        for keyword in _size_keywords(parser):
            ids += _index_arguments(parser)
            parser.parse_keyword("in")
            named, values = _assigned(parser)
            sizes += named
            operands[keyword] = values
        if operands["clusters"]:
            # Clusters are the last of each kind.
            ids = [*ids[3:], *ids[:3]]
            sizes = [*sizes[3:], *sizes[:3]]
        shared: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("dynamic_shared_memory_size") is not None:
            shared.append(parser.parse_unresolved_operand())
        properties: dict[str, Attribute] = {}
        for key in ("module", "function"):
            if parser.parse_optional_keyword(key) is not None:
                with parser.in_parens():
                    properties[key] = SymbolRefAttr(parser.parse_symbol_name())
        workgroup = _parse_typed(parser, "workgroup")
        private = _parse_typed(parser, "private")
        body = parser.parse_region([*ids, *sizes, *workgroup, *private])
        attributes = parser.parse_optional_attr_dict()
        if workgroup or private:
            attributes[WORKGROUP_ATTRIBUTIONS] = IntegerAttr(len(workgroup), i64)
        clusters = _resolve(parser, operands["clusters"], INDEX)
        return cls.build(
            operands=[
                _resolve(parser, tokens, TOKEN),
                *_resolve(parser, operands["blocks"], INDEX),
                *_resolve(parser, operands["threads"], INDEX),
                *([[c] for c in clusters] or [[], [], []]),
                _resolve(parser, shared, i32),
            ],
            result_types=[[TOKEN] if token else []],
            properties=properties,
            attributes=attributes,
            regions=[body],
        )


def _index_arguments(parser: Parser) -> list[Parser.Argument]:
    variables = parse_variables(parser)
    if len(variables) != 3:
        parser.raise_error("expected three names")
    return variables


def _assigned(parser: Parser) -> tuple[list[Parser.Argument], list[UnresolvedOperand]]:
    names: list[Parser.Argument] = []
    values: list[UnresolvedOperand] = []

    def pair() -> None:
        names.append(parser.parse_argument(expect_type=False).resolve(INDEX))
        parser.parse_punctuation("=")
        values.append(parser.parse_unresolved_operand())

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, pair)
    if len(names) != 3:
        parser.raise_error("expected three sizes")
    return names, values


def launch_sizes(op: gpu.LaunchFuncOp) -> tuple[SSAValue, ...]:
    """The sizes of grid, block and, where there are any, clusters."""
    first = len(op.asyncDependencies)
    count = 9 if op.clusterSizeX is not None else 6
    return tuple(op.operands[first : first + count])


def parse_launch_func(parser: Parser) -> Operation:
    """
    Example: `gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%m, %m, %m)
    args(%p : memref<?xf32>)`
    """
    token, tokens = _parse_async(parser)
    stream: list[SSAValue] = []
    if parser.parse_optional_punctuation("<") is not None:
        name = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        stream = [parser.resolve_operand(name, parser.parse_type())]
        parser.parse_punctuation(">")
    kernel = parser.parse_attribute()
    sizes: dict[str, list[UnresolvedOperand]] = {"clusters": []}
    for keyword in _size_keywords(parser):
        parser.parse_keyword("in")
        values = parse_names(parser, parser.Delimiter.PAREN)
        if len(values) != 3:
            parser.raise_error("expected three sizes")
        sizes[keyword] = values
    type: Attribute = INDEX
    if parser.parse_optional_punctuation(":") is not None:
        type = parser.parse_type()
    shared: list[UnresolvedOperand] = []
    if parser.parse_optional_keyword("dynamic_shared_memory_size") is not None:
        shared.append(parser.parse_unresolved_operand())
    arguments: list[SSAValue] = []
    if parser.parse_optional_keyword("args") is not None:

        def argument() -> None:
            name = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            arguments.append(parser.resolve_operand(name, parser.parse_type()))

        parser.parse_comma_separated_list(parser.Delimiter.PAREN, argument)
    attributes = parser.parse_optional_attr_dict()
    clusters = _resolve(parser, sizes["clusters"], type)
    return gpu.LaunchFuncOp.build(
        operands=[
            _resolve(parser, tokens, TOKEN),
            *_resolve(parser, sizes["blocks"], type),
            *_resolve(parser, sizes["threads"], type),
            *([[c] for c in clusters] or [[], [], []]),
            _resolve(parser, shared, i32),
            arguments,
            stream,
        ],
        result_types=[[TOKEN] if token else []],
        properties={"kernel": kernel},
        attributes=attributes,
    )


def parse_alloc(parser: Parser) -> Operation:
    """Example: `%0 = gpu.alloc (%n) : memref<?xf32>`"""
    token, tokens = _parse_async(parser)
    shared = parser.parse_optional_keyword("host_shared") is not None
    sizes = parse_names(parser, parser.Delimiter.PAREN)
    symbols = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    attributes, type = parse_end(parser)
    return gpu.AllocOp.build(
        operands=[
            _resolve(parser, tokens, TOKEN),
            _resolve(parser, sizes, INDEX),
            _resolve(parser, symbols or [], INDEX),
        ],
        result_types=[type, [TOKEN] if token else []],
        properties={"hostShared": UnitAttr()} if shared else {},
        attributes=attributes,
    )


def _parse_on_memory(kind: Kind, parser: Parser) -> Operation:
    """Parses an operation with tokens, then operands with types."""
    token, tokens = _parse_async(parser)
    names = parse_names(parser)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    return kind.build(
        operands=[
            _resolve(parser, tokens, TOKEN),
            *parser.resolve_operands(names, types, parser.pos),
        ],
        result_types=[[TOKEN] if token else []],
        attributes=attributes,
    )


@irdl_op_definition
class MemsetOp(IRDLOperation):
    """Example: `gpu.memset %to, %value : memref<8xf32>, f32`"""

    name = "gpu.memset"

    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    dst = operand_def(MemRefType)
    value = operand_def(AnyAttr())
    asyncToken = opt_result_def(gpu.AsyncTokenType)

    @classmethod
    def parse(cls, parser: Parser) -> Operation:
        return _parse_on_memory(cls, parser)


def segments(others: int) -> Normalise:
    """
    Returns the function that gives an operation with tokens and `others` operands the
    attribute that xDSL wants for them, and upstream does not know.
    """

    def add_segments(properties: Parts, attributes: Parts, operands: int) -> None:
        del properties
        sizes = DenseArrayBase.from_list(i32, (operands - others, *[1] * others))
        attributes.setdefault(SEGMENTS, sizes)

    return add_segments


SEGMENTS = "operandSegmentSizes"
ON_MEMORY: Mapping[Kind, int] = {gpu.DeallocOp: 1, gpu.MemcpyOp: 2}
"""Operations with tokens before a number of operands that `SEGMENTS` counts in xDSL."""


def parse_wait(parser: Parser) -> Operation:
    """Example: `%0 = gpu.wait async [%token]`"""
    token, tokens = _parse_async(parser)
    return gpu.WaitOp.create(
        operands=_resolve(parser, tokens, TOKEN),
        result_types=[TOKEN] if token else [],
        attributes=parser.parse_optional_attr_dict(),
    )


WIDER_HOST_OPS: tuple[Kind, ...] = (ModuleOp, FuncOp, LaunchOp)
"""Subclasses of xDSL's."""

HOST_OPS: tuple[Kind, ...] = (MemsetOp,)
"""Operations that xDSL 0.74 does not define."""

HOST_FORMS: Mapping[Kind, Callable[[Parser], Operation]] = {
    gpu.LaunchFuncOp: parse_launch_func,
    gpu.AllocOp: parse_alloc,
    **{kind: partial(_parse_on_memory, kind) for kind in ON_MEMORY},
    gpu.WaitOp: parse_wait,
    **{
        kind: assembly(kind, "$value attr-dict `:` type($value)")
        for kind in (gpu.HostRegisterOp, gpu.HostUnregisterOp)
    },
}
"""Operations that xDSL defines, without an assembly form."""

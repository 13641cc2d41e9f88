"""
Modules, functions and launches of the `gpu` dialect, and the memory of its device: xDSL's
operations with the assembly form of upstream, and with memory attributions.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    MemRefType,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AnyOf,
    IRDLOperation,
    attr_def,
    operand_def,
    opt_attr_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import (
    HasParent,
    IsolatedFromAbove,
    NoTerminator,
    SymbolOpInterface,
    SymbolTable,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import Corrected, irdl_op_definition

TOKEN = gpu.AsyncTokenType()
INDEX = IndexType()
_SIZE = AnyOf.get(IndexType, i32, i64)

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
    """
    The number of attributions of work-group memory.
    """
    for found in (
        op.properties.get(WORKGROUP_ATTRIBUTIONS),
        op.attributes.get(WORKGROUP_ATTRIBUTIONS),
    ):
        if isinstance(found, IntegerAttr):
            return int(found.value.data)
    return 0


class _Typed:
    """
    Names with types: `(%a : f32, %b : f32)`.
    """

    @staticmethod
    def parse(parser: Parser, keyword: str) -> list[Parser.Argument]:
        if parser.parse_optional_keyword(keyword) is None:
            return []
        return parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: _argument(parser)[0]
        )

    @staticmethod
    def print(printer: Printer, keyword: str, values: Sequence[SSAValue]) -> None:
        if values:
            printer.print_string(f" {keyword}(")
            printer.print_list(values, lambda value: _print_typed(printer, value))
            printer.print_string(")")


def _argument(parser: Parser) -> tuple[Parser.Argument, DictionaryAttr]:
    argument = parser.parse_argument()
    attributes = parser.parse_optional_attr_dict()
    return argument, DictionaryAttr(attributes)


def _print_typed(printer: Printer, value: SSAValue) -> None:
    printer.print_ssa_value(value)
    printer.print_string(": ")
    printer.print_attribute(value.type)


def _parse_async(parser: Parser) -> tuple[bool, list[UnresolvedOperand]]:
    token = parser.parse_optional_keyword("async") is not None
    tokens = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    return token, tokens or []


def _print_async(
    printer: Printer, token: SSAValue | None, tokens: Sequence[SSAValue]
) -> None:
    if token is not None:
        printer.print_string(" async")
    if tokens:
        printer.print_string(" [")
        printer.print_list(tokens, printer.print_ssa_value)
        printer.print_string("]")


def _resolve(
    parser: Parser, operands: Sequence[UnresolvedOperand], type: Attribute
) -> Sequence[SSAValue]:
    return parser.resolve_operands(operands, [type] * len(operands), parser.pos)


@irdl_op_definition
class ModuleOp(Corrected, gpu.ModuleOp):
    """
    Example: `gpu.module @kernels { }`
    """

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
        return cls.create(
            properties=properties,
            attributes={} if attributes is None else dict(attributes.data),
            regions=[parser.parse_region()],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        if self.offloadingHandler is not None:
            printer.print_string(" <")
            printer.print_attribute(self.offloadingHandler)
            printer.print_string(">")
        if self.targets is not None:
            printer.print_string(" ")
            printer.print_attribute(self.targets)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


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

    @property
    def is_kernel(self) -> bool:
        """
        True for a kernel; upstream's attribute is `gpu.kernel`, xDSL's property `kernel`.
        """
        return self.kernel is not None or "gpu.kernel" in self.attributes

    def verify_(self) -> None:
        entry = self.body.blocks.first
        if entry is None:
            return
        inputs = self.function_type.inputs.data
        if entry.arg_types[: len(inputs)] != inputs:
            raise VerifyException(
                f"'gpu.func' @{self.sym_name.data}: the entry block has arguments of "
                f"types ({', '.join(map(str, entry.arg_types))}), the function's type is "
                f"{self.function_type}"
            )
        if len(inputs) + workgroup_attributions(self) > len(entry.args):
            raise VerifyException(
                f"'gpu.func' @{self.sym_name.data}: {WORKGROUP_ATTRIBUTIONS} is "
                f"{workgroup_attributions(self)}, the entry block has "
                f"{len(entry.args) - len(inputs)} arguments behind the function's"
            )
        if self.is_kernel and self.function_type.outputs.data:
            raise VerifyException("Expected void return type for kernel function")

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        name = parser.parse_symbol_name()
        pairs = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: _argument(parser)
        )
        outputs: list[Attribute] = []
        if parser.parse_optional_punctuation("->") is not None:
            results = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
            outputs = [parser.parse_type()] if results is None else list(results)
        workgroup = _Typed.parse(parser, "workgroup")
        private = _Typed.parse(parser, "private")
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
            attributes["gpu.kernel"] = UnitAttr()
        found = parser.parse_optional_attr_dict_with_keyword() or DictionaryAttr({})
        for key, value in found.data.items():
            where = properties if key in KNOWN_SIZES else attributes
            where[key] = value
        attributes[WORKGROUP_ATTRIBUTIONS] = IntegerAttr(len(workgroup), i64)
        body = parser.parse_region([*arguments, *workgroup, *private])
        return cls.create(properties=properties, attributes=attributes, regions=[body])

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        inputs = len(self.function_type.inputs.data)
        split = inputs + workgroup_attributions(self)
        args = self.body.blocks.first.args if self.body.blocks.first else ()
        facts = self.arg_attrs.data if self.arg_attrs is not None else ()
        printer.print_string("(")
        for i, argument in enumerate(args[:inputs]):
            if i:
                printer.print_string(", ")
            _print_typed(printer, argument)
            if i < len(facts) and facts[i].data:
                printer.print_string(" ")
                printer.print_attribute(facts[i])
        printer.print_string(")")
        outputs = self.function_type.outputs.data
        if outputs:
            printer.print_string(" -> ")
            if len(outputs) == 1 and not isinstance(outputs[0], FunctionType):
                printer.print_attribute(outputs[0])
            else:
                printer.print_string("(")
                printer.print_list(outputs, printer.print_attribute)
                printer.print_string(")")
        _Typed.print(printer, "workgroup", args[inputs:split])
        _Typed.print(printer, "private", args[split:])
        if self.is_kernel:
            printer.print_string(" kernel")
        shown = {**self.attributes}
        shown |= {k: v for k, v in self.properties.items() if k in KNOWN_SIZES}
        printer.print_op_attributes(
            shown,
            reserved_attr_names=("sym_name", "gpu.kernel", WORKGROUP_ATTRIBUTIONS),
            print_keyword=True,
        )
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


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
        found = entry.arg_types
        attributions = workgroup_attributions(self)
        if found[:ids] != (INDEX,) * ids or len(found) < ids + attributions:
            raise VerifyException(
                f"'gpu.launch': expected {ids} arguments of type index and "
                f"{attributions} attributions, got ({', '.join(map(str, found))})"
            )

    @classmethod
    def parse(cls, parser: Parser) -> LaunchOp:
        token, tokens = _parse_async(parser)
        ids: list[Parser.Argument] = []
        sizes: list[Parser.Argument] = []
        operands: dict[str, list[UnresolvedOperand]] = {"clusters": []}
        for keyword in ("clusters", "blocks", "threads"):
            if keyword == "clusters":
                if parser.parse_optional_keyword(keyword) is None:
                    continue
            else:
                parser.parse_keyword(keyword)
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
        workgroup = _Typed.parse(parser, "workgroup")
        private = _Typed.parse(parser, "private")
        body = parser.parse_region([*ids, *sizes, *workgroup, *private])
        attributes = parser.parse_optional_attr_dict()
        if workgroup:
            attributes[WORKGROUP_ATTRIBUTIONS] = IntegerAttr(len(workgroup), i64)
        clusters = _resolve(parser, operands["clusters"], INDEX)
        op = cls.build(
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
        return op

    def print(self, printer: Printer) -> None:
        _print_async(printer, self.asyncToken, self.asyncDependencies)
        entry = self.body.blocks.first
        args = entry.args if entry is not None else ()
        sizes = self.sizes
        count = len(sizes) // 3
        for keyword, i in (("clusters", 2), ("blocks", 0), ("threads", 1)):
            if i >= count:
                continue
            printer.print_string(f" {keyword}(")
            printer.print_list(args[3 * i : 3 * i + 3], printer.print_ssa_value)
            printer.print_string(") in (")
            for j in range(3 * i, 3 * i + 3):
                if j % 3:
                    printer.print_string(", ")
                printer.print_ssa_value(args[3 * count + j])
                printer.print_string(" = ")
                printer.print_ssa_value(sizes[j])
            printer.print_string(")")
        if self.dynamicSharedMemorySize is not None:
            printer.print_string(" dynamic_shared_memory_size ")
            printer.print_ssa_value(self.dynamicSharedMemorySize)
        for key in ("module", "function"):
            if (symbol := self.properties.get(key)) is not None:
                printer.print_string(f" {key}(")
                printer.print_attribute(symbol)
                printer.print_string(")")
        split = 6 * count + workgroup_attributions(self)
        _Typed.print(printer, "workgroup", args[6 * count : split])
        _Typed.print(printer, "private", args[split:])
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        printer.print_op_attributes(
            self.attributes, reserved_attr_names=(WORKGROUP_ATTRIBUTIONS,)
        )

    @property
    def sizes(self) -> tuple[SSAValue, ...]:
        """
        The sizes of grid, block and, where there are any, clusters.
        """
        first = len(self.asyncDependencies)
        count = 9 if self.clusterSizeX is not None else 6
        return tuple(self.operands[first : first + count])


def _index_arguments(parser: Parser) -> list[Parser.Argument]:
    names = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
    )
    if len(names) != 3:
        parser.raise_error("expected three names")
    return [name.resolve(INDEX) for name in names]


def _assigned(
    parser: Parser,
) -> tuple[list[Parser.Argument], list[UnresolvedOperand]]:
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


@irdl_op_definition
class LaunchFuncOp(Corrected, gpu.LaunchFuncOp):
    """
    Example: `gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%m, %m, %m)
    args(%p : memref<?xf32>)`
    """

    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    gridSizeX = operand_def(_SIZE)
    gridSizeY = operand_def(_SIZE)
    gridSizeZ = operand_def(_SIZE)
    blockSizeX = operand_def(_SIZE)
    blockSizeY = operand_def(_SIZE)
    blockSizeZ = operand_def(_SIZE)
    clusterSizeX = opt_operand_def(_SIZE)
    clusterSizeY = opt_operand_def(_SIZE)
    clusterSizeZ = opt_operand_def(_SIZE)
    dynamicSharedMemorySize = opt_operand_def(i32)
    kernelOperands = var_operand_def()
    asyncObject = opt_operand_def()
    asyncToken = opt_result_def(gpu.AsyncTokenType)
    kernel = prop_def(SymbolRefAttr)

    @property
    def sizes(self) -> tuple[SSAValue, ...]:
        """
        The sizes of grid, block and, where there are any, clusters.
        """
        first = len(self.asyncDependencies)
        count = 9 if self.clusterSizeX is not None else 6
        return tuple(self.operands[first : first + count])

    @classmethod
    def parse(cls, parser: Parser) -> LaunchFuncOp:
        token, tokens = _parse_async(parser)
        stream: list[SSAValue] = []
        if parser.parse_optional_punctuation("<") is not None:
            name = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            stream = [parser.resolve_operand(name, parser.parse_type())]
            parser.parse_punctuation(">")
        kernel = parser.parse_attribute()
        sizes: dict[str, list[UnresolvedOperand]] = {"clusters": []}
        for keyword in ("clusters", "blocks", "threads"):
            if keyword == "clusters":
                if parser.parse_optional_keyword(keyword) is None:
                    continue
            else:
                parser.parse_keyword(keyword)
            parser.parse_keyword("in")
            values = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
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
        return cls.build(
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

    def print(self, printer: Printer) -> None:
        _print_async(printer, self.asyncToken, self.asyncDependencies)
        if self.asyncObject is not None:
            printer.print_string(" <")
            _print_typed(printer, self.asyncObject)
            printer.print_string(">")
        printer.print_string(" ")
        printer.print_attribute(self.kernel)
        sizes = self.sizes
        for keyword, i in (("clusters", 6), ("blocks", 0), ("threads", 3)):
            if i < len(sizes):
                printer.print_string(f" {keyword} in (")
                printer.print_list(sizes[i : i + 3], printer.print_ssa_value)
                printer.print_string(")")
        if sizes[0].type != INDEX:
            printer.print_string(" : ")
            printer.print_attribute(sizes[0].type)
        if self.dynamicSharedMemorySize is not None:
            printer.print_string(" dynamic_shared_memory_size ")
            printer.print_ssa_value(self.dynamicSharedMemorySize)
        _Typed.print(printer, "args", self.kernelOperands)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class AllocOp(Corrected, gpu.AllocOp):
    """
    Example: `%0 = gpu.alloc (%n) : memref<?xf32>`
    """

    hostShared = opt_prop_def(UnitAttr)
    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    dynamicSizes = var_operand_def(INDEX)
    symbolOperands = var_operand_def(INDEX)
    result = result_def(MemRefType)
    asyncToken = opt_result_def(gpu.AsyncTokenType)

    @classmethod
    def parse(cls, parser: Parser) -> AllocOp:
        token, tokens = _parse_async(parser)
        shared = parser.parse_optional_keyword("host_shared") is not None
        sizes = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        symbols = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.build(
            operands=[
                _resolve(parser, tokens, TOKEN),
                _resolve(parser, sizes, INDEX),
                _resolve(parser, symbols or [], INDEX),
            ],
            result_types=[type, [TOKEN] if token else []],
            properties={"hostShared": UnitAttr()} if shared else {},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        _print_async(printer, self.asyncToken, self.asyncDependencies)
        if self.hostShared is not None:
            printer.print_string(" host_shared")
        printer.print_string(" (")
        printer.print_list(self.dynamicSizes, printer.print_ssa_value)
        printer.print_string(")")
        if self.symbolOperands:
            printer.print_string(" [")
            printer.print_list(self.symbolOperands, printer.print_ssa_value)
            printer.print_string("]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


class _MemoryOp(IRDLOperation):
    """
    Parses and prints what has operands with types behind its tokens.
    """

    @classmethod
    def parse(cls, parser: Parser) -> Operation:
        token, tokens = _parse_async(parser)
        names = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_type
        )
        return cls.create(
            operands=[
                *_resolve(parser, tokens, TOKEN),
                *parser.resolve_operands(names, types, parser.pos),
            ],
            result_types=[TOKEN] if token else [],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        tokens = [o for o in self.operands if o.type == TOKEN]
        others = [o for o in self.operands if o.type != TOKEN]
        _print_async(printer, self.results[0] if self.results else None, tokens)
        printer.print_string(" ")
        printer.print_list(others, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list([o.type for o in others], printer.print_attribute)


@irdl_op_definition
class DeallocOp(_MemoryOp):
    """
    Example: `gpu.dealloc %m : memref<8xf32>`
    """

    name = "gpu.dealloc"

    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    buffer = operand_def(MemRefType)
    asyncToken = opt_result_def(gpu.AsyncTokenType)


@irdl_op_definition
class MemcpyOp(_MemoryOp):
    """
    Example: `gpu.memcpy %to, %from : memref<8xf32>, memref<8xf32>`
    """

    name = "gpu.memcpy"

    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    dst = operand_def(MemRefType)
    src = operand_def(MemRefType)
    asyncToken = opt_result_def(gpu.AsyncTokenType)


@irdl_op_definition
class MemsetOp(_MemoryOp):
    """
    Example: `gpu.memset %to, %value : memref<8xf32>, f32`
    """

    name = "gpu.memset"

    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    dst = operand_def(MemRefType)
    value = operand_def(AnyAttr())
    asyncToken = opt_result_def(gpu.AsyncTokenType)


@irdl_op_definition
class WaitOp(Corrected, gpu.WaitOp):
    """
    Example: `%0 = gpu.wait async [%token]`
    """

    asyncDependencies = var_operand_def(gpu.AsyncTokenType)
    asyncToken = opt_result_def(gpu.AsyncTokenType)

    @classmethod
    def parse(cls, parser: Parser) -> WaitOp:
        token, tokens = _parse_async(parser)
        return cls.create(
            operands=_resolve(parser, tokens, TOKEN),
            result_types=[TOKEN] if token else [],
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        _print_async(printer, self.asyncToken, self.asyncDependencies)
        printer.print_op_attributes(self.attributes)


HOST_OPS: tuple[type[Operation], ...] = (
    ModuleOp,
    FuncOp,
    LaunchOp,
    LaunchFuncOp,
    AllocOp,
    DeallocOp,
    MemcpyOp,
    MemsetOp,
    WaitOp,
)

"""
The walk over the functions of an `llvm`-dialect module that raises it to the opencl level, and the
insertion point for handlers of operations.

A handler is called with each operation of its class, in the order of the blocks. It puts
operations before it with `FunctionRewriter.emit`; replaced operations are erased at the end of the
function, together with constants that become unused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_opencl.dialects.llvm_ext.corrected import CORRECTED_OPS
from xdsl_opencl.dialects.llvm_ext.types import TargetType
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.frontend.errors import RaiseError, Unsupported
from xdsl_opencl.frontend.spirv_types import raised_type
from xdsl_opencl.ir.build import set_type
from xdsl_opencl.llvm_ir.reader.lexer import NOT_UNDERSTOOD
from xdsl_opencl.llvm_ir.reader.ops import op_class

# A lookup by class is faster than `isinstance` with abstract classes.
_AGGREGATES = frozenset((TargetType, llvm.LLVMArrayType, llvm.LLVMStructType))
_ConstantOp = CORRECTED_OPS[llvm.ConstantOp]


_CONSTANT_NAMES = (
    *("llvm.mlir.constant", "llvm.mlir.addressof", "llvm.mlir.zero"),
    *("llvm.mlir.undef", "llvm.mlir.poison", "llvm.getelementptr"),
    *("llvm.insertelement", "llvm.insertvalue", "llvm.bitcast"),
    *("llvm.inttoptr", "llvm.ptrtoint", "llvm.addrspacecast"),
)
_CONSTANTS = frozenset(
    {op_class(name) for name in _CONSTANT_NAMES}
    | {base for base in CORRECTED_OPS if base.name in _CONSTANT_NAMES}
    | {LocalOp}
)
"""Operations that are constant if their operands are."""


def _is_constant(op: Operation | Block) -> bool:
    return type(op) in _CONSTANTS and (
        isinstance(op, Operation)
        and all(type(operand.owner) in _CONSTANTS for operand in op.operands)
    )


def raise_value(value: SSAValue) -> None:
    """Gives `value` the dialect's type, if it has one of SPIR-V's."""
    if type(value.type) in _AGGREGATES:
        set_type(value, raised_type(value.type))


class _Constants:
    """
    The constants at the start of a function, in the order in which its text needs them.
    """

    def __init__(self, entry: Block):
        self._entry = entry
        self._places: dict[Operation, float] = {}
        self._known: dict[tuple[Attribute, int], Operation] = {}
        op = entry.first_op
        while op is not None and _is_constant(op):
            self._places[op] = len(self._places)
            if isinstance(op, llvm.ConstantOp) and isinstance(op.value, IntegerAttr):
                key = (op.results[0].type, op.value.value.data)
                self._known.setdefault(key, op)
            op = op.next_op
        self._last: Operation | None = None
        """The last one, by its place, that operations up to `_scanned` use."""
        self._scanned: Operation | None = op

    def _scan(self, anchor: Operation) -> None:
        op = self._scanned
        while op is not None and op is not anchor:
            following = op.next_op
            block = op.parent
            if following is not None or block is None:
                for operand in op.operands:
                    self._use(operand.owner)
                op = following
            else:
                # Operands of a terminator are looked at when all blocks are there.
                block = block.next_block
                while block is not None and block.first_op is None:
                    block = block.next_block
                op = None if block is None else block.first_op
        self._scanned = op

    def _use(self, owner: Operation | Block) -> None:
        if not isinstance(owner, Operation):
            return
        place = self._places.get(owner)
        if place is not None and (
            self._last is None or place > self._places[self._last]
        ):
            self._last = owner

    def integer(self, value: int, type_: Attribute, anchor: Operation) -> SSAValue:
        self._scan(anchor)
        for operand in anchor.operands:
            self._use(operand.owner)
        before = -1.0 if self._last is None else self._places[self._last]
        op = self._known.get((type_, value))
        if op is not None and self._places[op] <= before:
            return op.results[0]
        if op is not None:
            op.detach()
        else:
            op = _ConstantOp.create(
                result_types=(type_,),
                properties={"value": IntegerAttr(value, type_)},  # pyright: ignore[reportArgumentType, reportCallIssue]
            )
            self._known[type_, value] = op
        if self._last is not None:
            self._entry.insert_ops_after((op,), self._last)
        elif self._entry.first_op is not None:
            self._entry.insert_ops_before((op,), self._entry.first_op)
        else:
            self._entry.add_op(op)
        self._places[op] = before
        self._last = op
        return op.results[0]


class FunctionRewriter:
    """
    One function that is being raised, and the operation in it that is being replaced.
    """

    def __init__(self, region: Region, strings: Mapping[str, Operation]):
        self.region = region
        self.entry = region.blocks[0]
        self.globals = strings
        """Global variables by name."""
        self.anchor: Operation = self.entry.first_op or llvm.UnreachableOp()
        self.emitted: list[Operation] = []
        """Operations that replace `anchor`."""
        self._dead: list[Operation] = []
        self._constants: _Constants | None = None

    @property
    def arguments(self) -> tuple[SSAValue, ...]:
        return tuple(self.entry.args)

    def emit(self, op: Operation) -> None:
        """Puts `op` before the anchor, with its location."""
        anchor = self.anchor
        block = anchor.parent
        assert block is not None
        op.location = anchor.location
        block.insert_ops_before((op,), anchor)
        self.emitted.append(op)

    def integer(self, value: int, type_: Attribute) -> SSAValue:
        """A constant, at the start of the function."""
        if self._constants is None:
            self._constants = _Constants(self.entry)
        return self._constants.integer(value, type_, self.anchor)

    def string(self, name: str) -> bytes | None:
        """
        The bytes of the constant string `name` before its first NUL; None if it is not one.
        """
        variable = self.globals.get(name)
        return None if variable is None else global_string(variable)

    def replace(self, op: Operation, value: SSAValue | None) -> None:
        """Replaces the result of `op` by `value`, and removes `op`."""
        if op.results and value is not None:
            result = op.results[0]
            hint = result.name_hint
            result.replace_all_uses_with(value)
            if hint is not None:
                value.name_hint = hint
        self._dead.append(op)

    def finish(self) -> None:
        """Erases the replaced operations, and the constants that only they used."""
        work: list[Operation] = self._dead
        self._dead = []
        while work:
            op = work.pop()
            if op.parent is None:
                # It may be an operand of the same call twice.
                continue
            owners = [operand.owner for operand in op.operands]
            op.detach()
            op.drop_all_references()
            for owner in owners:
                if (
                    _is_constant(owner)
                    and isinstance(owner, Operation)
                    and owner.parent is not None
                    and owner.results[0].first_use is None
                ):
                    work.append(owner)


def global_string(variable: Operation) -> bytes | None:
    """
    The bytes of an `llvm.mlir.global` up to the first NUL; None if it is not a string.
    """
    value = variable.properties.get("value")
    if isinstance(value, StringAttr):
        data = value.data.encode()
    elif isinstance(value, DenseIntOrFPElementsAttr):
        data = bytes(int(n) & 0xFF for n in value.get_values())
    else:
        body = variable.regions[0] if variable.regions else None
        first = body.blocks[0].first_op if body is not None and body.blocks else None
        if not isinstance(first, llvm.ZeroOp):
            return None
        data = b""
    return data.partition(b"\0")[0]


Handler = Callable[[Operation, FunctionRewriter], None]
"""Handles one operation of a class."""
Handlers = Mapping[type[Operation], Handler]


def by_class(
    handlers: Mapping[type[Operation], Handler],
) -> dict[type[Operation], Handler]:
    """Returns `handlers` for xDSL's classes and for our classes that replace them."""
    return {
        cls: handler
        for op, handler in handlers.items()
        for cls in (op, CORRECTED_OPS.get(op, op))
    }


def walk(site: FunctionRewriter, handlers: Handlers, *, types: bool = True) -> None:
    """
    Calls the handler of each operation of the function, in order. With `types`, block arguments
    get the dialect's types.

    Raises `RaiseError` with the operation that a handler refuses.
    """
    regions = [site.region]
    op: Operation | None = None
    find = handlers.get
    try:
        while regions:
            for block in regions.pop().blocks:
                if types:
                    for argument in block.args:
                        raise_value(argument)
                op = block.first_op
                while op is not None:
                    following = op.next_op
                    if (handler := find(type(op))) is not None:
                        handler(op, site)
                    if op.regions:
                        regions += reversed(op.regions)
                    op = following
    except Unsupported as error:
        raise RaiseError(str(error), op) from None
    except NOT_UNDERSTOOD as error:
        message = f"not understood ({type(error).__name__}: {error})"
        raise RaiseError(message, op) from error
    site.finish()

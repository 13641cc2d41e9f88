"""The blocks and instructions of one function of SPIR-V."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntAttr,
    LocationAttr,
    StringAttr,
    i1,
)
from xdsl.ir import Block, Region, SSAValue

from xdsl_opencl.analysis.cfg import reverse_post_order
from xdsl_opencl.analysis.dominance import undominated_value
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.llvm_ext.shapes import NO_FAST_MATH
from xdsl_opencl.dialects.opencl.folding.constants import as_value
from xdsl_opencl.dialects.opencl.interop.llvm_handles import GLOBAL_POINTER
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.dialects.opencl.types import ReserveIdType
from xdsl_opencl.ir.build import Builder, may_be_hint
from xdsl_opencl.ir.element_types import bits_of
from xdsl_opencl.llvm_ir.promotion import promote
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported
from xdsl_opencl.llvm_ir.reader.types import as_integer
from xdsl_opencl.spirv.capabilities import READ
from xdsl_opencl.spirv.errors import SpirvError
from xdsl_opencl.spirv.reader import arithmetic, extended, groups, images, memory
from xdsl_opencl.spirv.reader.site import Callee, Facts, Handler, Site
from xdsl_opencl.spirv.table import core
from xdsl_opencl.spirv.words import Instruction

HANDLERS: Mapping[str, Handler] = {
    f"Op{name}": handler
    for part in (arithmetic, memory, groups, images, extended)
    for name, handler in part.ROWS.items()
}

_SKIPPED = frozenset(
    ("OpPhi", "OpNop", "OpLoopMerge", "OpSelectionMerge", "OpLoopControlINTEL")
)
"""Instructions that are no operations, and those that say how to compile, not what."""


@dataclass(eq=False)
class _Label:
    """A block, its instructions, and its phis with what each predecessor gives."""

    id: int
    block: Block
    body: list[Instruction] = field(default_factory=list[Instruction])
    phis: list[tuple[Instruction, dict[int, int]]] = field(
        default_factory=list[tuple[Instruction, dict[int, int]]]
    )


_Labels = dict[int, _Label]


def read_function(facts: Facts, body: Sequence[Instruction], callee: Callee) -> Region:
    """
    The region of a function whose instructions are `body`, from `OpFunction` to
    `OpFunctionEnd`.

    Raises `SpirvError`.
    """
    labels = _prepare(facts, body, callee)
    first = next(iter(labels.values())).block
    site = Site(facts, first, HANDLERS)
    for each in labels.values():
        for argument, (phi, _) in zip(each.block.args, each.phis, strict=False):
            site.values[phi.result] = argument
    parameters = [each for each in body if each.opcode == "OpFunctionParameter"]
    for argument, parameter in zip(first.args, parameters, strict=True):
        site.values[parameter.result] = argument
        name = facts.names.get(parameter.result)
        if name and may_be_hint(name):
            argument.name_hint = name
    ends = [(label, *_read_block(site, label)) for label in _order(labels)]
    for label, terminator, location in ends:
        site.instruction = terminator
        build = Builder(label.block, location=location)
        _terminate(site, build, labels, label, callee)
    if first.first_op is None:
        first.add_ops(site.head)
    else:
        first.insert_ops_before(site.head, first.first_op)
    region = Region(each.block for each in labels.values())
    if (value := undominated_value(region)) is not None:
        id = next(id for id, found in site.values.items() if found is value)
        defined = facts.words.definitions[id]
        raise defined.fault(f"%{id} is used where its definition does not come before")
    if site.opaque:
        # Compilers that do not optimise keep arguments in variables.
        promote(op for op in site.opaque if isinstance(op, llvm.AllocaOp))
        for op, each in site.opaque.items():
            if op.parent is not None and (op.results[0].uses if op.results else True):
                raise each.fault("an image or the like in memory; pass it as a value")
    return region


def _prepare(facts: Facts, body: Sequence[Instruction], callee: Callee) -> _Labels:
    """The blocks with their arguments, before anything is in them."""
    labels: _Labels = {}
    current: _Label | None = None
    for each in body[1:-1]:
        name = each.opcode
        if name == "OpLabel":
            block = Block(arg_types=() if labels else callee.types)
            current = labels[each.result] = _Label(each.result, block)
        elif name == "OpFunctionParameter":
            if current is not None:
                raise each.fault("stands after the first block")
        elif current is None:
            if name not in ("OpLine", "OpNoLine", "OpExtInst"):
                raise each.fault("stands in no block")
        else:
            current.body.append(each)
            if name == "OpPhi":
                if len(labels) == 1:
                    raise each.fault("stands in the first block")
                incoming = dict(zip(each.operands[1::2], each.operands[::2]))
                current.phis.append((each, incoming))
                block = current.block
                block.insert_arg(facts.types.get(each.type, each), len(block.args))
    if not labels:
        raise body[0].fault("a function that has no block")
    return labels


def _order(labels: _Labels) -> list[_Label]:
    """
    The labels, every block after those that dominate it, then those that are never reached;
    llvm-spirv 15 has blocks in another order.
    """
    known = {label.block: label for label in labels.values()}

    def follow(block: Block) -> list[Block]:
        return [labels[id].block for id in _targets(known[block]) if id in labels]

    order = reverse_post_order(next(iter(known)), follow)
    return [*map(known.pop, order), *known.values()]


def _targets(label: _Label) -> Sequence[int]:
    """The labels that the terminator of a block names."""
    each = label.body[-1] if label.body else None
    if each is None or each.opcode not in _BRANCHES:
        return ()
    # Conditions, weights and cases are other numbers.
    return each.operands[_BRANCHES[each.opcode]]


_BRANCHES = {
    "OpBranch": slice(1),
    "OpBranchConditional": slice(1, 3),
    "OpSwitch": slice(1, None, 2),
}
_TERMINATORS = {*_BRANCHES, "OpReturn", "OpReturnValue", "OpUnreachable"}
_MOST_PHIS = 1 << 20
"""Values that a switch hands over, a copy for each case."""


def _read_block(site: Site, label: _Label) -> tuple[Instruction, LocationAttr | None]:
    """
    Fills a block; returns its terminator, and the place of that.

    Raises `SpirvError`, also where operands do not fit their instruction.
    """
    build, values, types = site.build, site.values, site.types.values
    build.block = label.block
    build.location = None
    end: tuple[Instruction, LocationAttr | None] | None = None
    for each in label.body:
        name = each.opcode
        site.instruction = each
        build.location = site.facts.places.get(each, build.location)
        if name in ("OpLine", "OpNoLine"):
            build.location = location(site.facts, each) if each.operands else None
            continue
        if name in _SKIPPED:
            continue
        if end is not None:
            raise site.fault("stands in no block")
        if name in _TERMINATORS:
            end = each, build.location
            continue
        handler = HANDLERS.get(name)
        if handler is None:
            raise site.fault(_unknown(name))
        build.fast_math = NO_FAST_MATH
        try:
            value = handler(site)
        except SpirvError:
            raise
        except Unsupported as error:
            raise site.fault(str(error)) from None
        except MISFITS as error:
            text = f"its operands do not fit it ({type(error).__name__}: {error})"
            raise site.fault(text) from error
        if value is None:
            continue
        expected = types.get(each.type)
        if value.type is not expected and value.type != expected:
            if (expected, value.type) != (ReserveIdType(), GLOBAL_POINTER):
                text = f"its operands give {value.type}, not {site.result_type}"
                raise site.fault(text)
            value = build.cast(value, ReserveIdType())
        values[each.result] = value
    if end is None:
        raise site.fault("its block has no end")
    return end


MISFITS = (
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""Errors of constructors, for operands of types that the instruction does not take."""


def _unknown(name: str) -> str:
    if "FunctionPointer" in name:
        return "function pointers; OpenCL has none, so call by name"
    if name in ("OpKill", "OpTerminateInvocation", "OpDemoteToHelperInvocation"):
        return "kernels of OpenCL do not end so; it is for graphics"
    opcode = core().opcode(name)
    if opcode is not None and not READ.intersection(opcode.needs.capabilities or READ):
        needed = " or ".join(opcode.needs.capabilities)
        return f"an instruction of the capability {needed}, which nothing here has"
    return "kernels of OpenCL have no such instruction"


def location(facts: Facts, each: Instruction) -> LocationAttr:
    """The place that an `OpLine` names."""
    file, line, column = each.operands
    name = StringAttr(facts.strings.get(file, "<unknown>"))
    return FileLineColLoc(name, IntAttr(line), IntAttr(max(1, column)))


def _edge(
    site: Site, labels: _Labels, label: _Label, index: int
) -> tuple[Block, list[SSAValue]]:
    """The block in operand `index`, with what its phis take from `label`."""
    target = labels.get(site.id(index))
    if target is None:
        raise site.fault(f"%{site.id(index)} is no block of the function")
    if target is next(iter(labels.values())):
        raise site.fault("a branch to the first block of the function")
    values: list[SSAValue] = []
    for phi, incoming in target.phis:
        if label.id not in incoming:
            raise phi.fault(f"has no value for the block %{label.id}")
        value = site.value(incoming[label.id])
        if value.type != site.types.get(phi.type, phi):
            raise phi.fault(f"has a value of type {value.type}")
        values.append(value)
    return target.block, values


def _terminate(
    site: Site, build: Builder, labels: _Labels, label: _Label, callee: Callee
) -> None:
    """Makes the terminator that is being read."""
    each = site.instruction
    match each.opcode:
        case "OpBranch":
            build.branch(*_edge(site, labels, label, 0))
        case "OpBranchConditional":
            condition = site.operand(0)
            if condition.type != i1:
                raise site.fault(f"a condition of type {condition.type}")
            yes, no = (_edge(site, labels, label, index) for index in (1, 2))
            build.branch_if(condition, yes[0], no[0], yes[1], no[1])
        case "OpSwitch":
            selector = site.operand(0)
            if (type := as_integer(selector.type)) is None:
                raise site.fault(f"a selector of type {selector.type}")
            cases = range(2, len(each.operands), 2)
            targets = [labels[id] for id in _targets(label) if id in labels]
            most = max((len(target.phis) for target in targets), default=0)
            if len(cases) * most > _MOST_PHIS:
                raise site.fault(f"{len(cases)} cases hand over {most} values each")
            edges = [_edge(site, labels, label, at + 1) for at in cases]
            block, values = _edge(site, labels, label, 1)
            tested = [as_value(site.id(at), bits_of(type)) for at in cases]
            blocks = [target for target, _ in edges]
            handed = [given for _, given in edges]
            op = SwitchOp(selector, block, values, tested, blocks, handed)
            build.insert(op)
        case "OpReturn" | "OpReturnValue":
            returned = [site.value(id) for id in each.ids]
            if [value.type for value in returned] != [*callee.results]:
                wanted = callee.results[0] if callee.results else "nothing"
                raise site.fault(f"the function returns {wanted}")
            kind = ReturnOp if callee.is_kernel else func.ReturnOp
            build.insert(kind.create(operands=returned))
        case _:
            build.insert(llvm.UnreachableOp.create())

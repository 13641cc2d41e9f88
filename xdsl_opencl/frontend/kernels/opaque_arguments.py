"""
Finds the arguments and the chosen values that are images and samplers, in modules that pass them
as pointers.

The metadata of kernels names these types, and calls pass them on to the called functions. A
function that is called with images of different types (libclc's helpers take any image) is copied,
one for each. For uncalled functions, which optimisers leave behind, the types follow from the uses
of the arguments: a builtin's mangled name gives the type, and a getter takes an image.

Images are followed through selects, phis and casts: a cast of the address, even to an integer and
back, is the image itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from xdsl.dialects import llvm
from xdsl.dialects.builtin import StringAttr, SymbolRefAttr, i8
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_opencl.abi.enums import AccessQualifier, ImageKind
from xdsl_opencl.dialects.llvm_ext.instructions import (
    AddrSpaceCastOp,
    FreezeOp,
    PoisonOp,
)
from xdsl_opencl.dialects.opencl.types import (
    OPAQUE_TYPES,
    ImageType,
    PipeType,
    SamplerType,
)
from xdsl_opencl.frontend.builtins.demangle import MAKE_SAMPLER, demangle
from xdsl_opencl.frontend.errors import RaiseError
from xdsl_opencl.frontend.kernels.kernel_metadata import Function, each, image_type
from xdsl_opencl.ir.build import known_integer, set_type

_OPAQUE = re.compile(r"ocl_(?:image|sampler)|_pipe")
_PIPE = re.compile(
    r"__(?:(?:work_|sub_)group_)?(?:(?:reserve_|commit_)?(?P<kind>read|write)_pipe|"
    r"get_pipe_(?:num|max)_packets_(?P<access>ro|wo))"
)
"""Clang's functions of pipes (clang, `CGBuiltin.cpp`); a pipe is their first argument."""
_CARRIED = (ImageType, SamplerType, PipeType)
"""Types that are pointers on amdgcn, and that arguments pass to other functions."""


def taken_types(symbol: str) -> list[Attribute | None]:
    """The image, sampler or pipe type of each parameter of the builtin `symbol`."""
    if (pipe := _PIPE.match(symbol)) is not None:
        writes = pipe["kind"] == "write" or pipe["access"] == "wo"
        access = AccessQualifier.WRITE_ONLY if writes else AccessQualifier.READ_ONLY
        return [PipeType(i8, access)]
    mangled = demangle(symbol)
    types: list[Attribute | None] = []
    for parameter in () if mangled is None else mangled.parameters:
        name = parameter.name.removeprefix("ocl_")
        if name == "sampler":
            types.append(SamplerType())
        else:
            types.append(image_type(name + "_t", "read_only"))
    return types


_GETTER = re.compile(
    r"llvm\.(?:OpenCL\.image\.get\.(?:size|format|resource\.id)|AMDGPU\.get\.image)"
    r"(?:\.(?P<kind>[23]d)\b)?.*"
)
"""Getters of images; the names of most say the number of dimensions."""
_ADDRESS = (1 << 32) - 1
_KIND_OF_GETTER = {"2d": ImageKind.IMAGE2D, "3d": ImageKind.IMAGE3D}


class _Flow:
    """Propagates types between equal values."""

    def __init__(self, functions: dict[str, Function]):
        self._functions = functions
        self._calls: dict[str, list[llvm.CallOp]] = {}
        self._owner: dict[SSAValue, tuple[Function, int]] = {
            argument: (function, index)
            for function in functions.values()
            for index, argument in enumerate(function.arguments)
        }
        self.originals: dict[SSAValue, Attribute] = {
            function.arguments[index]: type_
            for function in functions.values()
            if function.region is not None
            for index, type_ in function.originals.items()
        }
        """The LLVM types of the values with a new type."""
        self.known: list[tuple[SSAValue, Attribute]] = []

    def give(self, value: SSAValue, type_: Attribute) -> None:
        """Makes `type_` the type of `value`."""
        self.originals.setdefault(value, value.type)
        set_type(value, type_)

    def specialise(self) -> None:
        """
        Propagates the types of the kernels' arguments to the functions that they call, and copies
        a function that is called with different types.

        Raises `RaiseError` where images of different types become one value.
        """
        instances: dict[str, dict[tuple[Attribute | None, ...], Function]] = {}
        pending = [
            f for f in each(self._functions) if f.is_kernel and f.region is not None
        ]
        while pending:
            function = pending.pop()
            self._spread(function)
            for call in _calls(function):
                assert call.callee is not None
                callee = self._functions.get(call.callee.root_reference.data)
                types = tuple(
                    operand.type if isinstance(operand.type, _CARRIED) else None
                    for operand in call.operands
                )
                if (
                    callee is None
                    or callee.region is None
                    or callee.is_kernel
                    or not any(types)
                    or len(types) != len(callee.arguments)
                ):
                    continue
                known = instances.setdefault(callee.name, {})
                if (instance := known.get(types)) is None:
                    instance = self._copy(callee, len(known)) if known else callee
                    known[types] = instance
                    for index, type_ in enumerate(types):
                        if type_ is None or instance.arguments[index].type == type_:
                            continue
                        self.give(instance.arguments[index], type_)
                        instance.retyped.add(index)
                    pending.append(instance)
                if instance is not callee:
                    call.properties["callee"] = SymbolRefAttr(instance.name)

    def _copy(self, function: Function, number: int) -> Function:
        """Inserts a copy of `function` after it."""
        while (name := f"{function.name}.{number}") in self._functions:
            number += 1
        op = function.op.clone()
        op.properties["sym_name"] = StringAttr(name)
        op.properties["linkage"] = llvm.LinkageAttr("internal")
        block = function.op.parent
        assert block is not None
        block.insert_op_after(op, function.op)
        copy = replace(
            function,
            op=op,
            name=name,
            region=op.regions[0],
            retyped=set(function.retyped),
        )
        self._functions[name] = copy
        for index, argument in enumerate(copy.arguments):
            self._owner[argument] = copy, index
        return copy

    def _spread(self, function: Function) -> None:
        """
        Gives the values of `function` that are copies of its arguments, or of samplers that it
        makes, their types.
        """
        types: dict[SSAValue, Attribute] = {
            argument: argument.type
            for argument in function.arguments
            if isinstance(argument.type, _CARRIED)
        }
        for call in _calls(function):
            assert call.callee is not None
            if call.callee.root_reference.data == MAKE_SAMPLER:
                types[call.results[0]] = SamplerType()
                self.give(call.results[0], SamplerType())
        pending = list(types)
        while pending:
            value = pending.pop()
            for user, copy in self._copies(value):
                type_ = types[value]
                if (other := types.get(copy)) is None:
                    types[copy] = type_
                    self.give(copy, type_)
                    pending.append(copy)
                elif other != type_:
                    hint = f" '%{copy.name_hint}'" if copy.name_hint else ""
                    raise RaiseError(
                        f"the value{hint} may be a {_words(other)} or a "
                        f"{_words(type_)}; use each of them where it is alone",
                        user,
                    )

        self._check_sources(function, types)

    def _check_sources(
        self, function: Function, types: dict[SSAValue, Attribute]
    ) -> None:
        """Raises `RaiseError` if a value of `types` may also have another origin."""
        # Most modules have nothing to check.
        if not types:
            return
        for op in _operations(function):
            if isinstance(op, llvm.SelectOp):
                sources = [(operand, op.results[0]) for operand in op.operands[1:]]
            elif any(arg in types for block in op.successors for arg in block.args):
                # Imports `cf`, which few modules with handles need.
                from xdsl_opencl.analysis.cfg import received

                pairs = zip(op.operands, received(op), strict=True)
                sources = [(given, to) for given, to in pairs if to is not None]
            else:
                continue
            for given, to in sources:
                type_ = types.get(to)
                if type_ is None or given.type == type_:
                    continue
                if isinstance(given.owner, llvm.UndefOp | llvm.ZeroOp | PoisonOp):
                    self.give(given, type_)
                    continue
                hint = f" '%{to.name_hint}'" if to.name_hint else ""
                raise RaiseError(
                    f"the value{hint} may be a {_words(type_)} or a value of type "
                    f"{given.type}; use each of them where it is alone",
                    op,
                )

    def _copies(self, value: SSAValue) -> Iterator[tuple[Operation, SSAValue]]:
        """
        Returns the values that `value` may be a copy of, in one step, and the operation that
        copies them.
        """
        _strip_casts(value)
        for use in list(value.uses):
            op = use.operation
            if isinstance(op, llvm.SelectOp | FreezeOp):
                yield op, op.results[0]
            elif op.successors:
                # Imports `cf`; few handles are passed to blocks.
                from xdsl_opencl.analysis.cfg import received

                argument = received(op)[use.index]
                if argument is not None:
                    yield op, argument

    def read(self, function: Function) -> None:
        """Records the calls of `function`, and the types that its builtins take."""
        if function.region is None:
            return
        for block in function.region.blocks:
            for op in block.ops:
                # `isinstance` is slow for classes of attributes and operations.
                if op.name != llvm.CallOp.name or not isinstance(op, llvm.CallOp):
                    continue
                if op.callee is None:
                    continue
                name = op.callee.root_reference.data
                callee = self._functions.get(name)
                if callee is not None and callee.region is not None:
                    self._calls.setdefault(callee.name, []).append(op)
                elif _OPAQUE.search(name):
                    for value, type_ in zip(op.operands, taken_types(name)):
                        # A sampler may also be its literal, a number.
                        if type_ is not None and isinstance(
                            value.type, LLVMPointerType
                        ):
                            self.known.append((value, type_))

    def read_getters(self, function: Function) -> None:
        """
        Records the arguments of `function` that getters use as images although no kernel passes
        one.

        Raises `RaiseError` for an argument of a kernel: its metadata should say so.
        """
        for op in _operations(function):
            if op.name != llvm.CallIntrinsicOp.name or not op.operands:
                continue
            assert isinstance(op, llvm.CallIntrinsicOp)
            match = _GETTER.fullmatch(op.intrin.data)
            value = op.operands[0]
            if match is None or not isinstance(value.type, LLVMPointerType):
                continue
            place = self._owner.get(value)
            if place is None:
                continue
            if function.is_kernel:
                _, index = place
                name = function.names[index] or str(index)
                raise RaiseError(
                    f"kernel @{function.name}, argument '{name}': {match[0]} takes it for "
                    "an image, and no metadata says which; give the kernel "
                    "kernel_arg_type and kernel_arg_access_qual",
                    op,
                )
            if (kind := _KIND_OF_GETTER.get(match["kind"])) is None:
                continue
            self.known.append((value, ImageType(kind, AccessQualifier.READ_ONLY)))

    def run(self) -> None:
        """
        Gives every value that is an argument, or a choice between arguments, its type.
        """
        for function in each(self._functions):
            for argument in function.arguments:
                if isinstance(argument.type, OPAQUE_TYPES):
                    self._carry(argument, argument.type)
        while self.known:
            value, type_ = self.known.pop()
            place = self._owner.get(value)
            if isinstance(value.type, OPAQUE_TYPES):
                continue
            if place is None and not isinstance(value.owner, llvm.SelectOp | FreezeOp):
                continue
            self.give(value, type_)
            if place is not None:
                function, index = place
                function.retyped.add(index)
                for call in self._calls.get(function.name, ()):
                    if index < len(call.operands) and isinstance(
                        call.operands[index].type, LLVMPointerType
                    ):
                        self.known.append((call.operands[index], type_))
            self._carry(value, type_)

    def _carry(self, value: SSAValue, type_: Attribute) -> None:
        for use in value.uses:
            op = use.operation
            if isinstance(op, llvm.SelectOp | FreezeOp):
                self.known.append((op.results[0], type_))
            elif isinstance(op, llvm.CallOp) and op.callee is not None:
                callee = self._functions.get(op.callee.root_reference.data)
                if callee is not None and use.index < len(callee.arguments):
                    self.known.append((callee.arguments[use.index], type_))


def _operations(function: Function) -> Iterator[Operation]:
    if function.region is not None:
        for block in function.region.blocks:
            yield from block.ops


def _calls(function: Function) -> list[llvm.CallOp]:
    return [
        op
        for op in _operations(function)
        if isinstance(op, llvm.CallOp) and op.callee is not None
    ]


def _words(type_: Attribute) -> str:
    if isinstance(type_, ImageType):
        return f"{type_.access_qualifier} {type_.image_kind}"
    if isinstance(type_, PipeType):
        return f"{type_.access.data} pipe"
    return "sampler_t"


def _forward(op: Operation, value: SSAValue) -> None:
    """Replaces the result of `op` by `value`, and removes `op`."""
    op.results[0].replace_all_uses_with(value)
    Rewriter.erase_op(op)


def _masks(op: Operation) -> bool:
    """
    True for the `and` that LLVM makes of an address of 32 bits in an integer of 64.
    """
    return (
        isinstance(op, llvm.AndOp)
        and (mask := known_integer(op.operands[1])) is not None
        and mask & _ADDRESS == _ADDRESS
    )


def _strip_casts(value: SSAValue) -> None:
    """Removes casts of the former address `value`, also to an integer and back."""
    found = True
    while found:
        found = False
        for op in {use.operation: None for use in value.uses}:
            if isinstance(op, AddrSpaceCastOp | llvm.BitcastOp):
                _forward(op, value)
                found = True
            elif isinstance(op, llvm.PtrToIntOp):
                numbers: list[Operation] = [op]
                for number in numbers:
                    for back in {use.operation: None for use in number.results[0].uses}:
                        if isinstance(back, llvm.IntToPtrOp):
                            _forward(back, value)
                            found = True
                        elif isinstance(back, llvm.TruncOp | llvm.ZExtOp) or _masks(
                            back
                        ):
                            numbers.append(back)
                for number in reversed(numbers):
                    if number.results[0].first_use is None:
                        Rewriter.erase_op(number)


def find_opaque_arguments(
    functions: dict[str, Function], *, retyped: bool, getters: bool
) -> dict[SSAValue, Attribute]:
    """
    Gives pointer arguments the types that builtins, or functions known by then, take. `retyped`:
    metadata gave some of them their type. `getters`: the module may have getters of old systems.
    Returns the LLVM types of the values with a new type; adds copies to `functions`.

    Raises `RaiseError`.
    """
    passed = any(
        function.region is None
        and _OPAQUE.search(name)
        and any(isinstance(type_, LLVMPointerType) for type_ in _parameters(function))
        for name, function in functions.items()
    )
    if not passed and not retyped and not getters:
        return {}
    flow = _Flow(functions)
    if retyped:
        flow.specialise()
    for function in each(functions):
        flow.read(function)
        if getters:
            flow.read_getters(function)
    flow.run()
    return flow.originals


def _parameters(function: Function) -> tuple[Attribute, ...]:
    op = function.op
    assert isinstance(op, llvm.FuncOp)
    return op.function_type.inputs.data

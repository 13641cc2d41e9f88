"""Calls in an `llvm`-dialect module to operations of the dialect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache

from xdsl.dialects import arith, func, llvm
from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.llvm_ext.types import TargetType
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.frontend.builtins.builtin_calls import Call
from xdsl_opencl.frontend.builtins.builtin_handlers import find, no_device_queue
from xdsl_opencl.frontend.errors import Unsupported
from xdsl_opencl.frontend.function_rewriter import (
    FunctionRewriter,
    Handler,
    raise_value,
)
from xdsl_opencl.ir.build import METADATA
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported as UnsupportedLine
from xdsl_opencl.llvm_ir.reader.scope import CallMaker, Place

_GETTERS = (
    *("llvm.OpenCL.", "llvm.opencl.", "llvm.AMDGPU.get.", "llvm.AMDGPU.read."),
    *("llvm.r600.implicitarg.", "llvm.r600.read."),
)
"""Names of old systems' getters that look like LLVM's intrinsics."""


class CallRaiser:
    """
    Raises calls of builtin functions, except of functions that the module defines itself. `others`
    handles all other calls, in a walk that also raises functions and types.
    """

    def __init__(
        self,
        defined: Collection[str],
        others: Mapping[type[Operation], Handler] | None = None,
    ):
        self._defined = defined
        self._others = others or {}
        self.handlers: dict[type[Operation], Handler] = {
            func.CallOp: self._named_call,
            llvm.CallIntrinsicOp: self._intrinsic,
            llvm.CallOp: self._named_call,
        }
        self.raised: set[str] = set()
        """Names of the functions whose calls were raised."""

    def _named_call(self, op: Operation, site: FunctionRewriter) -> None:
        callee = op.properties.get("callee")
        if isinstance(callee, SymbolRefAttr):
            symbol = callee.root_reference.data
            if symbol not in self._defined and self._raise(symbol, op, site):
                self.raised.add(symbol)
                return
        self._other(op, site)

    def _intrinsic(self, op: Operation, site: FunctionRewriter) -> None:
        intrinsic = op.properties["intrin"]
        assert isinstance(intrinsic, StringAttr)
        name = intrinsic.data
        if not name.startswith(_GETTERS) or not self._raise(name, op, site):
            self._other(op, site)

    def _other(self, op: Operation, site: FunctionRewriter) -> None:
        if (handler := self._others.get(type(op))) is not None:
            handler(op, site)

    def _raise(self, symbol: str, op: Operation, site: FunctionRewriter) -> bool:
        """
        Makes the operations for a call of `symbol`. Returns whether it is a builtin.

        Raises `Unsupported` for a use of a builtin that the dialect cannot express.
        """
        found = find(symbol)
        if found is None:
            return False
        handler, name, types = found
        emitted: list[Operation] = []
        site.anchor, site.emitted = op, emitted
        arguments = [*op.operands]
        for value in (*arguments, *op.results):
            if self._others:
                raise_value(value)
            elif isinstance(value.type, TargetType):
                raise Unsupported(
                    f"{name} of {value.type}; run 'opencl-raise-kernels' first"
                )
        result_type = op.results[0].type if op.results else None
        call = Call(site, name, types, arguments, result_type)
        value = _make(handler, symbol, call)
        if flags := _flags(op):
            for new in emitted:
                _set_fast_math(new, flags)
        if emitted and (metadata := op.attributes.get(METADATA)) is not None:
            emitted[-1].attributes[METADATA] = metadata
        site.replace(op, value)
        return True


class _FastPlace:
    """A place whose builtins get fast-math flags."""

    def __init__(self, place: Place, flags: tuple[FastMathFlag, ...]):
        self._place = place
        self._flags = flags
        self.integer = place.integer

    def emit(self, op: Operation) -> None:
        self._place.emit(op)
        _set_fast_math(op, self._flags)


@cache
def call_maker(symbol: str) -> CallMaker | None:
    """
    Returns the maker of the operations for calls of `symbol` while the module is being read; None
    if it is not a builtin, or a builtin that needs more than its line: an opaque argument, with a
    type that may be known only from metadata, or a string of the module. These builtins have
    `ocl_` in their names, or unmangled names.
    """
    if not symbol.startswith("_Z") or "ocl_" in symbol:
        return None
    return typed_call_maker(symbol)


@cache
def typed_call_maker(symbol: str) -> CallMaker | None:
    """
    The same for calls whose arguments have the dialect's types; `None` for `printf` and LLVM's
    getters, too, which look into the function around them.
    """
    found = None if symbol == "printf" or symbol.startswith("llvm.") else find(symbol)
    if found is None:
        return None
    handler, name, types = found

    def make(
        place: Place,
        arguments: list[SSAValue],
        result_type: Attribute | None,
        flags: llvm.FastMathAttr,
    ) -> SSAValue | None:
        if flags.data:
            place = _FastPlace(place, tuple(flags.data))
        try:
            call = Call(place, name, types, arguments, result_type)
            return _make(handler, symbol, call)
        except Unsupported as error:
            raise UnsupportedLine(str(error)) from None

    return make


_MISFITS = (
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
    VerifyException,
)
"""Errors that handlers raise for arguments that the builtin does not have."""


def _make(
    handler: Callable[[Call], SSAValue | None], symbol: str, call: Call
) -> SSAValue | None:
    """
    Makes the operations for `call` of `symbol`. Clang's calls fit their builtins; those of
    other LLVM IR need not.

    Raises `Unsupported` for arguments or a result that the builtin does not have.
    """
    arguments, types = call.arguments, call.types
    # `ndrange_1D` returns a structure through a pointer that is not in its mangled name.
    fits = len(arguments) == len(types) or handler is no_device_queue
    if not fits and symbol.startswith("_Z"):
        raise Unsupported(
            f"'{call.name}' is called with {len(arguments)} arguments, and the name of its "
            f"function, {symbol}, says {len(types)}; declare and call it as it is mangled"
        )
    try:
        return handler(call)
    except _MISFITS as error:
        given = ", ".join(str(argument.type) for argument in arguments)
        result = "void" if call.result_type is None else str(call.result_type)
        raise Unsupported(
            f"'{call.name}' has no form for this call of {symbol}, from ({given}) to "
            f"{result}; see its declarations in OpenCL C"
        ) from error


def _set_fast_math(op: Operation, flags: tuple[FastMathFlag, ...]) -> None:
    if isinstance(op, BuiltinOp):
        op.properties["fastmath"] = arith.FastMathFlagsAttr(
            [flag for flag in FastMathFlag if flag in flags]
        )


def _flags(op: Operation) -> tuple[FastMathFlag, ...]:
    """Returns the fast-math flags of a call; `func.call` has no property for them."""
    flags: Attribute | None = op.properties.get("fastmathFlags")
    flags = flags or op.attributes.get("fastmathFlags")
    return tuple(flags.data) if isinstance(flags, llvm.FastMathAttr) else ()

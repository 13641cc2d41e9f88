"""
Calls in an `llvm`-dialect module to operations of the dialect.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from xdsl.dialects import arith, func, llvm
from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.llvm_ext.types import TargetType
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.frontend.builtin_calls import Call
from xdsl_opencl.frontend.builtin_handlers import find
from xdsl_opencl.frontend.errors import Unsupported
from xdsl_opencl.frontend.raising import Handler, Site, raise_value
from xdsl_opencl.ir.build import METADATA

_GETTERS = ("llvm.OpenCL.", "llvm.AMDGPU.read.", "llvm.r600.read.")
"""Names that look like LLVM's intrinsics and are getters of old systems."""


class CallRaiser:
    """
    Raises calls of builtin functions, but of those that the module defines itself;
    `others` handles all other calls, in a walk that raises functions and types too.
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

    def _named_call(self, op: Operation, site: Site) -> None:
        callee = op.properties.get("callee")
        if isinstance(callee, SymbolRefAttr):
            symbol = callee.root_reference.data
            if symbol not in self._defined and self._raise(symbol, op, site):
                self.raised.add(symbol)
                return
        self._other(op, site)

    def _intrinsic(self, op: Operation, site: Site) -> None:
        intrinsic = op.properties["intrin"]
        assert isinstance(intrinsic, StringAttr)
        name = intrinsic.data
        if not name.startswith(_GETTERS) or not self._raise(name, op, site):
            self._other(op, site)

    def _other(self, op: Operation, site: Site) -> None:
        if (handler := self._others.get(type(op))) is not None:
            handler(op, site)

    def _raise(self, symbol: str, op: Operation, site: Site) -> bool:
        """
        Makes the operations for a call of `symbol`. Returns whether it is a builtin.

        Raises `Unsupported` for a use of a builtin that the dialect cannot say.
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
        value = handler(Call(site, name, types, arguments, result_type))
        flags = _flags(op)
        for new in emitted if flags else ():
            if isinstance(new, BuiltinOp):
                new.properties["fastmath"] = arith.FastMathFlagsAttr(
                    [flag for flag in FastMathFlag if flag in flags]
                )
        if emitted and (metadata := op.attributes.get(METADATA)) is not None:
            emitted[-1].attributes[METADATA] = metadata
        site.replace(op, value)
        return True


def _flags(op: Operation) -> tuple[FastMathFlag, ...]:
    """
    The fast-math flags of a call, which `func.call` has no property for.
    """
    flags: Attribute | None = op.properties.get("fastmathFlags")
    flags = flags or op.attributes.get("fastmathFlags")
    return tuple(flags.data) if isinstance(flags, llvm.FastMathAttr) else ()

"""
The printer of what leaves for upstream MLIR: one text that MLIR 19, 22 and 24 read.

xDSL's own printer writes what xDSL reads, in forms of one version of MLIR. The target
`opencl-mlir`, `xdsl-opencl compile -o x.mlir` and `xdsl-opencl import` have this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    Builtin,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.printer import Printer
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.llvm_ext.corrected import StoreOp
from xdsl_opencl.dialects.llvm_ext.spelling import (
    DEFAULTS,
    FAST_MATH,
    GENERIC,
    RESPELLED,
    Attributes,
    Respelled,
    has_fast_math,
)
from xdsl_opencl.dialects.llvm_ext.symbols import FuncOp, GlobalOp
from xdsl_opencl.dialects.opencl.interop.irdl_form import IN_DICTIONARY_FORM
from xdsl_opencl.dialects.resources import Blob

_PRETTY: Mapping[type[Operation], Callable[[Any, Printer], None]] = {
    # xDSL writes the convention of a function before its visibility, and none of what a
    # variable or a store has besides.
    llvm.FuncOp: FuncOp.print,
    llvm.GlobalOp: GlobalOp.print,
    llvm.StoreOp: StoreOp.print,
}
"""Class of an operation to the method that prints it as upstream reads it."""


def _kernel(properties: Attributes, attributes: Attributes) -> Respelled:
    if "kernel" not in properties:
        return properties, attributes
    kept = {k: v for k, v in properties.items() if k != "kernel"}
    return kept, {**attributes, "gpu.kernel": UnitAttr()}


def _unsegmented(properties: Attributes, attributes: Attributes) -> Respelled:
    return properties, {
        k: v for k, v in attributes.items() if k != "operandSegmentSizes"
    }


_RESPELLED: Mapping[str, Callable[[Attributes, Attributes], Respelled]] = {
    **RESPELLED,
    "gpu.func": _kernel,
    "gpu.dealloc": _unsegmented,
    "gpu.memcpy": _unsegmented,
}


_GENERIC: Mapping[str, Callable[[Operation], bool]] = {
    **GENERIC,
    "scf.reduce": lambda op: len(op.regions) > 1,
}


@dataclass(eq=False, repr=False)
class UpstreamPrinter(Printer):
    """
    xDSL's printer, with operations in the generic form where versions of MLIR differ, and
    the properties as every version takes them.
    """

    _blobs: dict[str, Blob] = field(init=False, default_factory=dict[str, Blob])
    """The elements of the constants that were printed as resources."""

    def print_module(self, module: Operation) -> None:
        """Prints `module` and its resources, and ends the last line."""
        self.print_op(module)
        self.print_metadata(())
        self.print_string("\n")

    def print_attribute(self, attribute: Attribute) -> None:
        if isa(attribute, DenseIntOrFPElementsAttr):
            blob: bytes = attribute.data.data
            if isinstance(blob, Blob):
                self._blobs[blob.key] = blob
                attribute = DenseResourceAttr.from_params(blob.key, attribute.type)
        super().print_attribute(attribute)

    def print_resource_handle(self, dialect: str, handle: str) -> None:
        if handle not in self._blobs:
            super().print_resource_handle(dialect, handle)
            return
        self.print_identifier_or_string_literal(handle)

    def print_metadata(self, dialects: Iterable[Dialect]) -> None:
        """Prints resources as upstream does, those of xDSL's parser too."""
        kept = Builtin.get_interface(OpAsmDialectInterface)
        found = {key: blob.digits() for key, blob in self._blobs.items()}
        for key in self._dialect_resources.get("builtin", ()):
            if kept is not None and (digits := kept.lookup(key)):
                found.setdefault(key, (digits,))
        if not found:
            return
        self.print_string("\n\n{-#\n  dialect_resources: {\n    builtin: {")
        for i, (key, digits) in enumerate(sorted(found.items())):
            self.print_string(",\n      " if i else "\n      ")
            self.print_identifier_or_string_literal(key)
            for part in (': "', *digits, '"'):
                self.print_string(part)
        self.print_string("\n    }\n  }\n#-}")

    def print_op(self, op: Operation) -> None:
        if self.print_generic_format or not _GENERIC.get(op.name, has_fast_math)(op):
            self._print_as_is(op)
            return
        self.print_generic_format = True
        held = op.properties, op.attributes
        # xDSL reads flags of some operations into the dictionary.
        flags = {k: v for k, v in op.attributes.items() if k == FAST_MATH}
        op.properties = {
            key: value
            for key, value in sorted({**op.properties, **flags}.items())
            if DEFAULTS.get(key) != value
        }
        op.attributes = {k: v for k, v in op.attributes.items() if k not in flags}
        try:
            super().print_op(op)
        finally:
            op.properties, op.attributes = held
            self.print_generic_format = False

    def _print_as_is(self, op: Operation) -> None:
        pretty = None if self.print_generic_format else _PRETTY.get(type(op))
        if pretty is None:
            super().print_op(op)
            return
        self.print_string(op.name)
        pretty(op, self)
        if self.print_debuginfo:
            self.print_string(" ")
            self.print_attribute(op.location)

    def print_op_with_default_format(self, op: Operation) -> None:
        respell = _RESPELLED.get(op.name)
        added = None
        if self.print_properties_as_attributes:
            added = IN_DICTIONARY_FORM.get(op.name)
        if respell is None and added is None:
            super().print_op_with_default_format(op)
            return
        held = op.properties, op.attributes
        as_attributes = self.print_properties_as_attributes
        if respell is not None:
            op.properties, op.attributes = respell(*held)
            # Flags are not attributes in MLIR 22, which takes them from properties only.
            self.print_properties_as_attributes &= bool(op.regions)
        if added is not None:
            op.attributes = op.attributes | added(op)
        try:
            super().print_op_with_default_format(op)
        finally:
            op.properties, op.attributes = held
            self.print_properties_as_attributes = as_attributes

"""
Everything that this package changes in xDSL. Importing the module does it; what imports it
is the dialect `opencl`, the builder that all passes have, the reader and the printer of LLVM
IR, and text with one of these conventions or types. The extensions of xDSL's dialects do not.

docs/plugin.md has the list, and a test compares it with what happens.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.ir import Attribute
from xdsl.parser import AttrParser

from xdsl_opencl.dialects.literals import Element
from xdsl_opencl.dialects.llvm_ext.types import TargetType

CALLING_CONVENTIONS = ("amdgpu_kernelcc", "spir_kernelcc", "spir_funccc")
"""
Added to the names that `#llvm.cconv` accepts. xDSL's parser tries all names as text
prefixes in no fixed order, so none may be the beginning of another.
"""

llvm.LLVM_CALLING_CONVS.update(CALLING_CONVENTIONS)

_is_compatible_type = llvm.is_compatible_type


def is_compatible_type(type_attr: Attribute) -> bool:
    """
    xDSL's function of that name, which has a closed list of types, and `TargetType`.
    """
    return isinstance(type_attr, TargetType) or _is_compatible_type(type_attr)


llvm.is_compatible_type = is_compatible_type
"""`!llvm.func` asks it for the types of arguments and results."""

_parse_llvm_type = llvm.parse_llvm_type


def parse_llvm_type(parser: AttrParser) -> Attribute:
    """
    xDSL's function of that name, and `target<...>`, as it stands inside other types.
    """
    if parser.parse_optional_keyword("target") is not None:
        return TargetType.new(TargetType.parse_parameters(parser))
    return _parse_llvm_type(parser)


llvm.parse_llvm_type = parse_llvm_type

setattr(AttrParser, "_TensorLiteralElement", Element)

"""
What the lines of a module declare: functions and global variables.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Attribute

from xdsl_opencl.llvm_ir.reader.constants import Constant


@dataclass
class Header:
    """
    What a `define` or `declare` line says.
    """

    name: str
    line: int
    is_kernel: bool
    result_type: Attribute
    argument_types: list[Attribute]
    argument_tokens: list[str | None]
    argument_attributes: list[dict[str, Attribute]]
    result_attributes: dict[str, Attribute]
    linkage: str
    passthrough: list[Attribute]
    metadata: dict[str, str]
    has_plain_convention: bool
    """No `spir_func` or the like: the C convention of old R600 kernels."""
    body: list[str] = field(default_factory=list[str])


@dataclass
class Global:
    """
    One global variable.
    """

    name: str
    line: int
    text: str
    type: Attribute
    space: int
    linkage: str
    is_constant: bool
    initializer: Constant | None
    alignment: int | None
    unnamed: bool


@dataclass
class ExternalFunction:
    """
    A function that the module calls, does not define, and that is no known builtin.
    """

    name: str
    argument_types: list[Attribute]
    result_type: Attribute
    callers: list[str] = field(default_factory=list[str])

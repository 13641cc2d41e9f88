"""The lines of a module that declare: functions and global variables."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import llvm
from xdsl.ir import Attribute

from xdsl_opencl.llvm_ir.reader.constants import Constant


@dataclass
class Header:
    """A `define` line, and the lines of the body; or the `declare` line of a kernel."""

    name: str
    line: int
    convention: str
    """LLVM's word, e.g. `spir_kernel`; `ccc` where the text has none."""
    result_type: Attribute
    argument_types: list[Attribute]
    argument_tokens: list[str | None]
    argument_attributes: list[dict[str, Attribute]]
    result_attributes: dict[str, Attribute]
    linkage: str
    passthrough: list[Attribute]
    metadata: dict[str, str]
    declared: bool = False
    """True for a `declare` line, of a kernel; other functions are declared by calls."""
    body: list[str] = field(default_factory=list[str])


@dataclass
class Global:
    """One global variable."""

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
class Callee:
    """
    A function that the module calls and does not define, as its first call has it.
    """

    name: str
    type: llvm.LLVMFunctionType
    convention: str

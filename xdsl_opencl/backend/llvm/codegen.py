"""
Compiles LLVM IR text to assembly and relocatable objects, with llvmlite in a child process.

LLVM aborts on code that a processor cannot run, on an unknown code object version and more. One
child (`backend.llvm.llvm_worker`) compiles many modules. When LLVM aborts, the caller gets one
`CodegenError` with LLVM's message, and the next module gets a new child.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, ClassVar, Literal, NamedTuple, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import DiagnosticException
from xdsl.utils.target import Target as OutputTarget

from xdsl_opencl.abi.gpu.processors import ProcessorFamily
from xdsl_opencl.abi.images.samplers import SAMPLER_SLOT
from xdsl_opencl.abi.interface import ArgumentForm, SamplerForm
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm import llvm_worker
from xdsl_opencl.backend.llvm.llvm_child import Answer, ask
from xdsl_opencl.backend.objects.assembler import assemble, has_inline_assembly
from xdsl_opencl.errors import Error
from xdsl_opencl.ir.module import LOWERED_ATTRIBUTE

LIBRARIES_ATTRIBUTE = "opencl.device_libraries"

Kind = Literal["llvm-ir", "asm", "object"]

OPTIMIZATION_LEVELS = (0, 1, 2, 3)

_PARSER_PLACE = re.compile(r"<string>:(\d+):(\d+): error: ([^\n]*)")
"""Matches a position in the text that LLVM read, and the message."""


class CodegenError(Error, DiagnosticException):
    """
    LLVM refused the module. `kernel` is the function at fault if LLVM names it; `details`
    is LLVM's unchanged standard error; `undefined` lists the functions and variables that
    are used but not defined.
    """

    def __init__(
        self,
        message: str,
        *,
        kernel: str | None = None,
        details: str = "",
        undefined: Sequence[str] = (),
    ):
        super().__init__(message, kernel=kernel)
        self.details = details
        self.undefined = tuple(undefined)


@dataclass(frozen=True)
class Emission:
    """
    The results of one run of LLVM; kinds that were not requested are `None`. `llvm_ir` is
    the optimised module. `warnings` is the text that LLVM printed meanwhile.
    """

    llvm_ir: str | None = None
    assembly: str | None = None
    object: bytes | None = None
    warnings: str = ""


_UNDEFINED = re.compile(r"'([^']+)' \(used by")
"""Matches the names in the message of `llvm_worker` about undefined symbols."""

_LLVM_PLACE = re.compile(r"^error: (?:\S+:\d+:\d+: )?")
"""Matches what precedes a message of LLVM's: `error: <unknown>:0:0: `, or a file's line."""

_ASSERTION = re.compile(r"^\S+: \S*?([^/\s]+:\d+): .*?(Assertion `.*' failed)\.$")
"""Matches a failed assertion: program, file and line, function, condition."""

_UNREACHABLE = re.compile(r"UNREACHABLE executed at \S*?([^/\s]+:\d+)!")
"""Matches LLVM's message for unreachable code that was reached: file and line."""

_TOO_MUCH_LOCAL = re.compile(r"local memory \((\d+)\) exceeds limit \((\d+)\)")
"""Matches LLVM's message about the bytes of local memory that a kernel has and may have."""

_FUNCTION_AT_FAULT = re.compile(
    r"[Ii]n function:? (?:'(?P<quoted>[^']+)'|(?P<plain>[^\s:]+))"
)
"""Matches LLVM's three forms: `In function: k`, `in function 'k'`, `in function k void ()`."""


def _ended(answer: Answer, ir: str, target: Target) -> CodegenError:
    """The error for a child that LLVM ended."""
    details = answer.printed.strip()
    match = _FUNCTION_AT_FAULT.search(details)
    kernel = (match["quoted"] or match["plain"]) if match is not None else None
    processor = f" for {target.mcpu}" if target.mcpu else ""
    # `-cpu' is not a recognized...` and the like precede the line that matters.
    lines = [
        line
        for line in details.splitlines()
        if "LLVM ERROR" in line or "error:" in line
    ]
    status = answer.status
    if lines:
        # The message names the function already, and LLVM gives no closer position.
        reason = _LLVM_PLACE.sub("", lines[0].strip())
    elif details:
        reason = details.splitlines()[-1].strip()
    elif status < 0:
        reason = f"it was ended by signal {-status}"
    else:
        reason = f"it ended with status {status}"
    reason = _ASSERTION.sub(r"\2 (\1)", reason)
    reason = _UNREACHABLE.sub(r"its code for this machine ends at \1", reason)
    if (bytes_ := _TOO_MUCH_LOCAL.match(reason)) is not None:
        has, most = bytes_.groups()
        message = (
            f"kernel '{kernel}' has {has} bytes of local memory, and {target.mcpu} has"
        )
        message += f" {most}; make its local variables smaller"
        return CodegenError(message, kernel=kernel, details=details)
    names = llvm_worker.kernel_names(ir)
    if kernel is not None:
        where = f" in {'kernel' if kernel in names else 'function'} '{kernel}'"
    elif names:
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        where = f" in the module of {', '.join(map(repr, names[:5]))}{more}"
    else:
        where = ""
    return CodegenError(
        f"LLVM cannot generate code{processor}{where}: {reason}",
        kernel=kernel,
        details=details,
    )


class _Way(NamedTuple):
    """
    One way to run LLVM: with its optimiser or without, and command-line options, which stay
    set for the rest of a process.
    """

    optimised: bool = True
    options: tuple[str, ...] = ()


_WAYS: Mapping[ProcessorFamily | None, tuple[_Way, ...]] = {
    # LLVM's r600 target cannot select some nodes that LLVM's own optimiser and instruction
    # combiner produce: `insert_subvector`, vectors of registers.
    ProcessorFamily.R600: (
        _Way(),
        _Way(optimised=False),
        _Way(optimised=False, options=("-combiner-disabled",)),
    ),
}
"""The ways to try, in order, for ABIs that have more than one."""


def _answer(request: dict[str, Any], target: Target) -> tuple[dict[str, Any], str]:
    """
    LLVM's answer to `request`, and its standard error.

    Raises `CodegenError` with LLVM's first message when LLVM aborts in every way.
    """
    failure: CodegenError | None = None
    for way in _WAYS.get(target.interface.family, (_Way(),)):
        level = request["level"] if way.optimised else 0
        message = {**request, "level": level, "options": [*way.options]}
        answer = ask(message, last=bool(way.options))
        if answer.values is not None:
            return answer.values, answer.printed
        failure = failure or _ended(answer, request["ir"], target)
    assert failure is not None
    raise failure


def generate(
    ir: str,
    target: Target,
    *,
    level: int = 3,
    kinds: Sequence[Kind] = ("object",),
    internalize: bool = True,
    libraries: Sequence[str] = (),
    weak: Sequence[str] = (),
    closed: bool = True,
) -> Emission:
    """
    Verifies, optimises and emits the LLVM module `ir` for `target`.

    `level` is 0 to 3. With `internalize`, functions that are not kernels become local to
    the module, if it has kernels. `libraries` are bitcode files that define functions that
    the module declares; the functions of the LLVM IR texts `weak` stay, since instructions may
    become calls of them. Assembly and objects of `amdhsa` list only the hidden arguments
    that a kernel reads. Where LLVM cannot select its own optimised code (r600), the level
    is lowered. A `closed` module for a GPU is a whole program; otherwise other modules may
    define its undefined symbols.

    Raises `CodegenError` when LLVM rejects the module or cannot select code for it, and
    when the module uses an undefined function or variable; `AbiError` for an ABI that has
    no code emission; `AssemblerError` when inline assembly cannot be assembled.
    """
    if level not in OPTIMIZATION_LEVELS:
        raise CodegenError(f"optimisation level {level} is not one of 0, 1, 2, 3")
    target.require_emission()
    # llvmlite cannot assemble inline assembly.
    assembled = (
        "object" in kinds and target.interface.is_gpu and has_inline_assembly(ir)
    )
    slots = target.interface.samplers is SamplerForm.SLOT
    wanted: list[Kind] = [kind for kind in kinds if not assembled or kind != "object"]
    if assembled and "asm" not in wanted:
        wanted.append("asm")
    answer, warnings = _answer(
        {
            "ir": ir,
            "triple": target.triple,
            "cpu": target.mcpu,
            "features": target.subtarget_features,
            "level": level,
            "code_level": level,
            "kinds": wanted,
            "internalize": internalize,
            # The host's linker finds the C library.
            "closed": closed and target.interface.is_gpu,
            "libraries": list(libraries),
            "weak": list(weak),
            "slots": SAMPLER_SLOT if slots else "",
            # Kernels that load their arguments do not pass them on to other functions.
            "one_piece": target.interface.argument_form is ArgumentForm.LOADS,
        },
        target,
    )
    if error := answer.get("error"):
        raise CodegenError(f"LLVM rejects the module: {_plain(error)}", details=error)
    if undefined := answer.get("undefined"):
        names = _UNDEFINED.findall(undefined)
        raise CodegenError(f"nothing defines {undefined}", undefined=names)
    assembly: str | None = answer.get("asm")
    code: bytes | None = answer.get("object")
    if assembled and assembly is not None:
        code = assemble(assembly, target)
        if "asm" not in kinds:
            assembly = None
    if target.has_code_object:
        assembly, code = _trim(assembly, code, answer["kernels"])
    return Emission(answer.get("llvm-ir"), assembly, code, warnings)


def _trim(
    assembly: str | None, code: bytes | None, kernels: Mapping[str, str | None]
) -> tuple[str | None, bytes | None]:
    """
    Keeps in assembly and object only the hidden arguments that each of `kernels` reads.
    They are names separated by commas; `None` keeps all.
    """
    # Imported late, so that LLVM does not wait for it.
    from xdsl_opencl.backend.objects.code_object_metadata import (
        HiddenArguments,
        trim_assembly,
        trim_object,
    )

    used: HiddenArguments = {
        name: None if value is None else frozenset(filter(None, value.split(",")))
        for name, value in kernels.items()
    }
    if assembly is not None:
        assembly = trim_assembly(assembly, used)
    if code is not None:
        code = trim_object(code, used)
    return assembly, code


def _plain(error: str) -> str:
    """
    LLVM's `error` without the parts that do not help a user; the position in LLVM's input
    follows the message.
    """
    error = error.strip().removeprefix("LLVM IR parsing error\n")
    return _PARSER_PLACE.sub(r"\3 (line \1, column \2 of the LLVM IR)", error, count=1)


def emit_assembly(ir: str, target: Target, level: int = 3) -> str:
    """Compiles the LLVM module `ir` to assembly text. Raises like `generate`."""
    assembly = generate(ir, target, level=level, kinds=("asm",)).assembly
    assert assembly is not None
    return assembly


def emit_object(ir: str, target: Target, level: int = 3) -> bytes:
    """Compiles the LLVM module `ir` to a relocatable ELF object. Raises like `generate`."""
    code = generate(ir, target, level=level, kinds=("object",)).object
    assert code is not None
    return code


def lowered_target(module: ModuleOp) -> Target:
    """
    The target recorded on an llvm-level module.

    Raises `CodegenError` when it is not an llvm-level module.
    """
    lowered = module.attributes.get(LOWERED_ATTRIBUTE)
    if lowered is None:
        raise CodegenError(
            "the module is not lowered to the LLVM dialect "
            f"(it has no '{LOWERED_ATTRIBUTE}'); run 'opencl-to-llvm' first"
        )
    fields: Mapping[str, Attribute] = (
        lowered.data if isinstance(lowered, DictionaryAttr) else {}
    )
    try:
        return Target(
            abi=Abi(_string(fields["abi"])),
            mcpu=_string(fields["mcpu"]),
            features=tuple(map(_string, _array(fields.get("features")))),
            code_object_version=_integer(fields.get("code_object_version"), 5),
            wave_size=_integer(fields.get("wave_size"), 0),
            pointer_bits=_integer(fields.get("pointer_bits"), 0),
        )
    except (AbiError, KeyError, TypeError, ValueError) as error:
        raise CodegenError(
            f"'{LOWERED_ATTRIBUTE}' does not describe a target: {error}"
        ) from error


def device_libraries(module: ModuleOp) -> tuple[str, ...]:
    """The bitcode files that `opencl-link-device-library` recorded on `module`."""
    return tuple(map(_string, _array(module.attributes.get(LIBRARIES_ATTRIBUTE))))


def _string(attribute: Attribute) -> str:
    if not isinstance(attribute, StringAttr):
        raise TypeError(f"{attribute} is not a string")
    return attribute.data


def _array(attribute: Attribute | None) -> Sequence[Attribute]:
    if attribute is None:
        return ()
    if not isinstance(attribute, ArrayAttr):
        raise TypeError(f"{attribute} is not an array")
    return cast(ArrayAttr[Attribute], attribute).data


def _integer(attribute: Attribute | None, default: int) -> int:
    if attribute is None:
        return default
    if not isinstance(attribute, IntegerAttr):
        raise TypeError(f"{attribute} is not an integer")
    return attribute.value.data


@dataclass(frozen=True)
class OpenCLAsmTarget(OutputTarget):
    """
    Prints the assembly text of an llvm-level module, for the target that
    `opencl-attach-target` gave it.

    Options: `opt` is LLVM's optimisation level, 0 to 3.

    Example: `xdsl-opt k.mlir -p 'opencl-attach-target{abi=amdhsa
    mcpu=gfx1100},opencl-to-llvm' -t 'opencl-asm{opt=2}'`
    """

    name: ClassVar[str] = "opencl-asm"

    opt: int = 3

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

        target = lowered_target(module)
        assembly = generate(
            emit_llvm_ir(module),
            target,
            level=self.opt,
            kinds=("asm",),
            libraries=device_libraries(module),
        ).assembly
        assert assembly is not None
        output.write(assembly)

"""Reads files and texts as modules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.errors import Place
from xdsl_opencl.frontend.builtins.builtin_handlers import find
from xdsl_opencl.frontend.builtins.call_raising import call_maker, typed_call_maker
from xdsl_opencl.frontend.builtins.printf_calls import match_format
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.errors import FrontendError, RaiseError, Unsupported
from xdsl_opencl.frontend.file_kinds import (
    C_ENDINGS,
    CPLUSPLUS_ENDINGS,
    IR_ENDINGS,
    SPIRV_ENDINGS,
    is_binary,
    is_spirv,
)
from xdsl_opencl.frontend.ir_text.division import divide
from xdsl_opencl.frontend.ir_text.mlir_parser import parse_mlir
from xdsl_opencl.frontend.ir_text.normalise_in_child import (
    normalise_contained,
    normalise_program,
)
from xdsl_opencl.frontend.raise_module import raise_module, raise_variables
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.ir.diagnostics import enclosing_symbol, place_of
from xdsl_opencl.ir.module import COMPILER_OPTIONS_ATTRIBUTE, LINE_TABLES_ATTRIBUTE
from xdsl_opencl.llvm_ir.reader.lexer import LineError
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported as UnsupportedLine
from xdsl_opencl.llvm_ir.reader.locations import LinePlaces
from xdsl_opencl.llvm_ir.reader.module import ModuleReader
from xdsl_opencl.source import SourceFile, is_foreign

if TYPE_CHECKING:
    from xdsl_opencl.spirv.words import Module

_KERNEL_CONVENTIONS = ("spir_kernel", "amdgpu_kernel")

_AMDGPU_SPACES: Mapping[int, int] = {0: 4, 4: 2, 5: 0}
"""
LLVM's address spaces of amdgcn and r600 since 2018 (alloca in 5) to SPIR's: flat is
generic, constant 4 is 2, private 5 is 0 (AMDGPUUsage, "Address Spaces").
"""


@dataclass(frozen=True)
class Imported:
    """A module that was read."""

    module: ModuleOp
    warnings: str
    """Clang's, as it prints them; empty if there are none."""
    externals: tuple[str, ...]
    """Functions that are called and neither defined nor known."""
    later: Mapping[str, Callable[[], ModuleOp]] | None = None
    """
    Kernels that `module` has without their bodies, and what reads the module of each alone.
    """


def load_file(
    path: str | Path,
    options: BuildOptions | None = None,
    *,
    strict_metadata: bool = False,
    require_kernel: bool = True,
) -> Imported:
    """
    Reads an OpenCL C file, LLVM IR as text or bitcode, or SPIR-V, according to the file name's ending.

    Raises `FrontendError` for an error in the file or the options, `OSError` if it cannot be read.
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending in CPLUSPLUS_ENDINGS:
        raise FrontendError(
            f"{path}: error: OpenCL C++ is not supported; only OpenCL C is"
        )
    with path.open("rb") as stream:
        first = stream.read(4)
    if is_spirv(first) or ending in SPIRV_ENDINGS:
        return load_spirv(
            path.read_bytes(), str(path), options, require_kernel=require_kernel
        )
    if ending in IR_ENDINGS:
        data = path.read_bytes()
        if ending == ".bc" and data and not is_binary(data):
            raise FrontendError(
                f"{path}: error: this is not LLVM bitcode; the ending of LLVM IR as text "
                "should be .ll"
            )
        return load_llvm_ir(
            data,
            source=str(path),
            strict_metadata=strict_metadata,
            require_kernel=require_kernel,
            line_places=options is not None and options.debug,
        )
    if ending not in C_ENDINGS:
        raise FrontendError(
            f"{path}: error: cannot tell what this is; the endings are "
            f"{', '.join((*C_ENDINGS, *IR_ENDINGS, *SPIRV_ENDINGS))}; "
            "'spirv-as' makes .spv of .spvasm"
        )
    if first == b"\x7fELF":
        raise FrontendError(
            f"{path}: error: this is an ELF file, not OpenCL C; a code object's ending "
            "should be .hsaco or .o"
        )
    if is_binary(first):
        raise FrontendError(
            f"{path}: error: this is LLVM bitcode; its ending should be .bc"
        )
    return _load_opencl_c(options, str(path), None, require_kernel)


def load_source(
    text: str,
    options: BuildOptions | None = None,
    *,
    name: str = "<source>",
    require_kernel: bool = True,
) -> Imported:
    """
    Reads OpenCL C from memory; diagnostics call it `name`.

    Raises `FrontendError`.
    """
    return _load_opencl_c(options, name, text, require_kernel)


def _load_opencl_c(
    options: BuildOptions | None, name: str, text: str | None, require_kernel: bool
) -> Imported:
    """Reads the file `name`, or `text` of this name."""
    options = options or BuildOptions()
    result = compile_opencl_c(options, name if text is None else None, text, name)

    def read(ir: str) -> Imported:
        return read_clang(
            normalise_program(ir, name, options, text),
            result.warnings,
            name,
            options,
            require_kernel=require_kernel,
            text=text,
        )

    return read_divided(result.ir, read) if options.lazy else read(result.ir)


def read_divided(ir: str, read: Callable[[str], Imported]) -> Imported:
    """
    Reads Clang's LLVM IR with `read`, but for the bodies of plain kernels (`divide`), whose
    parts `read` gets later.

    Raises `FrontendError`.
    """
    if (division := divide(ir)) is None:
        return read(ir)

    def alone(name: str) -> ModuleOp:
        return read(division.alone(name)).module

    later = {name: partial(alone, name) for name in division.plain}
    return replace(read(division.rest), later=later)


def load(
    source: SourceFile, options: BuildOptions, *, strict_metadata: bool = False
) -> Imported:
    """
    Reads the file of `source`, or else its text: MLIR or LLVM IR by the ending of its name, or
    OpenCL C.

    Raises `OSError`, `FrontendError`, and `ParseError` and `VerifyException` of MLIR.
    """
    name = source.name
    if not is_foreign(name):
        return Imported(parse_mlir(source), "", ())
    if source.path is not None:
        return load_file(source.path, options, strict_metadata=strict_metadata)
    if name.endswith(SPIRV_ENDINGS):
        raise FrontendError(f"{name}: error: SPIR-V is read from a file; name one")
    if name.endswith(IR_ENDINGS):
        return load_llvm_ir(
            source.text,
            source=name,
            strict_metadata=strict_metadata,
            line_places=options.debug,
        )
    return load_source(source.text, options, name=name)


_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
"""Matches what no text has."""


def load_llvm_ir(
    ir: str | bytes,
    *,
    source: str = "<llvm ir>",
    strict_metadata: bool = False,
    require_kernel: bool = True,
    promote: bool = True,
    line_places: bool = False,
) -> Imported:
    """
    Reads LLVM IR, text or bitcode. `promote` turns variables in memory into values first, which
    images, samplers and events need. `line_places` gives operations without a debug location the
    location of their line in the text, for diagnostics.

    Raises `FrontendError`.
    """
    original: str | None = None
    if isinstance(ir, str):
        original = ir
    elif not is_binary(ir) and b"\0" not in ir:
        original = ir = ir.decode("utf-8", "replace")
    try:
        text = normalise_contained(ir, source, promote=promote)
    except FrontendError as error:
        content = ir if isinstance(ir, str) else ir.decode("utf-8", "replace")
        control = None if content.startswith("BC") else _CONTROL.search(content)
        if control is None or "LLVM rejects this" not in str(error):
            raise
        line = content.count("\n", 0, control.start()) + 1
        raise FrontendError.at(
            Place(source, line),
            f"this is not text (byte {ord(control[0]):#04x}); a .ll file has LLVM IR as "
            "text, a .bc file bitcode",
        ) from error
    reader = _reader(text, source, original)
    if line_places and original is not None:
        reader.line_places = LinePlaces(original, source)
    try:
        module, externals = _raise(reader, strict=strict_metadata)
    except LineError as error:
        raise _complete(error) from error
    except FrontendError as error:
        has_line = error.place is not None and error.place.line
        if has_line or original is None or line_places:
            raise
        # Again with the lines of all instructions, which are needed only now.
        reader = _reader(text, source, original)
        reader.line_places = LinePlaces(original, source)
        _raise(reader, strict=strict_metadata)
        raise
    _check_kernels(module, source, require_kernel)
    return Imported(module, "", externals)


def load_spirv(
    data: bytes | bytearray | Module,
    source: str = "<spir-v>",
    options: BuildOptions | None = None,
    *,
    spec_constants: Mapping[int, bytes] | None = None,
    require_kernel: bool = True,
) -> Imported:
    """
    Reads a module of SPIR-V, from its bytes or its words. `spec_constants` are values of
    specialization constants as bytes, by their numbers, before those of `options`, which also
    say how wide pointers must be; for debug information they ask for places, which without
    `OpLine`s are lines of the disassembly.

    Raises `FrontendError`.
    """
    # OpenCL C needs none of these.
    from xdsl_opencl.spirv.assembly import places_in_listing
    from xdsl_opencl.spirv.errors import SpirvError
    from xdsl_opencl.spirv.reader.module import read_module
    from xdsl_opencl.spirv.reader.site import Frontend
    from xdsl_opencl.spirv.words import Module, read

    options = options or BuildOptions()
    given = {**dict(options.spec_constants), **(spec_constants or {})}
    with no_collection():
        try:
            words = data if isinstance(data, Module) else read(bytes(data))
            module, externals, bits = read_module(
                words,
                Frontend(typed_call_maker, _match_format),
                given,
                places_in_listing(words, source) if options.debug else {},
            )
            raise_variables(module)
            # No garbage, and nothing that Python looks for garbage in.
            del words
        except SpirvError as error:
            raise FrontendError(f"{source}: error: {error}") from error
    if options.pointer_width not in (None, bits):
        raise FrontendError(
            f"{source}: error: the module has pointers of {bits} bits, the target "
            f"{options.pointer_width}; compile its source for spirv{options.pointer_width}; "
            f"'compile' and 'info' take this one with --mcpu spirv{bits}"
        )
    if options.flags:
        flags = ArrayAttr(StringAttr(flag) for flag in options.flags)
        module.attributes[COMPILER_OPTIONS_ATTRIBUTE] = flags
    if options.debug:
        module.attributes[LINE_TABLES_ATTRIBUTE] = UnitAttr()
    _check_kernels(module, source, require_kernel)
    return Imported(module, "", externals)


def _match_format(
    text: str, arguments: list[SSAValue], emit: Callable[[Operation], None]
) -> tuple[str, list[SSAValue]]:
    try:
        return match_format(text, arguments, emit)
    except Unsupported as error:
        raise UnsupportedLine(str(error)) from None


def read_clang(
    ir: str,
    warnings: str,
    source: str,
    options: BuildOptions,
    *,
    require_kernel: bool = True,
    text: str | None = None,
) -> Imported:
    """
    Reads Clang's output, after `normalise`, for `source`, the file's path or the name of `text`.

    Raises `FrontendError`.
    """
    reader = _reader(ir, source)
    try:
        module, externals = _raise(reader)
    except LineError as error:
        raise _located(error, source, options, text) from error
    if options.flags and COMPILER_OPTIONS_ATTRIBUTE not in module.attributes:
        flags = ArrayAttr(StringAttr(flag) for flag in options.flags)
        module.attributes[COMPILER_OPTIONS_ATTRIBUTE] = flags
    _check_kernels(module, source, require_kernel)
    return Imported(module, warnings, externals)


def _reader(text: str, source: str, original: str | None = None) -> ModuleReader:
    """
    Returns a reader that skips the parts that raising would erase: flags, declarations of
    builtins, and entries of kernels that forward to a body (`KERNEL_BODY_PREFIX`). It
    turns most calls of builtins into the dialect's operations directly.
    """

    def defined(name: str) -> bool:
        kernel = reader.functions[name].convention in _KERNEL_CONVENTIONS
        return not (kernel and KERNEL_BODY_PREFIX + name in reader.functions)

    def spaces(layout: str) -> Mapping[int, int]:
        return _AMDGPU_SPACES if "A5" in layout.split("-") else {}

    def named(name: str) -> bool:
        return not name.startswith("llvm.")

    def declared(name: str) -> bool:
        # Image parameters identify the pointers to images.
        return find(name) is None or "ocl_" in name

    reader = ModuleReader(
        text,
        source=source,
        original=original,
        declared=declared,
        defined=defined,
        makers=call_maker,
        spaces=spaces,
        named=named,
    )
    return reader


def _raise(
    reader: ModuleReader, *, strict: bool = False
) -> tuple[ModuleOp, tuple[str, ...]]:
    """
    Returns the opencl-level module of the text of `reader`, and the unknown functions that it
    calls.

    Raises `LineError`, or `FrontendError` for an error without a line.
    """
    with no_collection():
        module = reader.read()
        try:
            return module, raise_module(module, strict=strict)
        except RaiseError as error:
            message = error.message
            if error.op is not None:
                name = enclosing_symbol(error.op)
                message = message if name is None else f"in @{name}: {message}"
                if (located := reader.fail_at(error.op, message)) is not None:
                    raise located from error
                if (place := place_of(error.op.location)) is not None:
                    raise FrontendError.at(place, message) from error
            raise FrontendError.at(Place(reader.source), message) from error


def _kernels_named(message: str) -> str:
    """
    Returns `message` with the kernel's name instead of that of Clang's function for its body.
    """
    return message.replace(f"in @{KERNEL_BODY_PREFIX}", "in @")


def _complete(error: LineError) -> FrontendError:
    return FrontendError(
        _kernels_named(str(error)),
        message=_kernels_named(error.message),
        place=error.place,
        notes=error.notes,
    )


def _located(
    error: LineError, source: str, options: BuildOptions, text: str | None
) -> FrontendError:
    """Returns `error` with its place in the program; only now Clang is run again to find it."""
    if error.origin is None and not options.debug:
        options = replace(options, debug=True)
        try:
            path = None if text is not None else source
            ir = compile_opencl_c(options, path, text, source).ir
            _raise(_reader(normalise_contained(ir, source), source))
        except LineError as again:
            if again.message == error.message:
                error = again
        except FrontendError:
            pass
    if error.origin is None:
        return _complete(error)
    return FrontendError.at(error.origin, _kernels_named(error.message))


def _check_kernels(module: ModuleOp, source: str, required: bool) -> None:
    if required and not any(isinstance(op, KernelOp) for op in module.ops):
        raise FrontendError(
            f"{source}: error: there is no kernel in this file (a function that is "
            "declared '__kernel void')"
        )

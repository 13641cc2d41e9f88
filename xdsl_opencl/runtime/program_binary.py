"""
Programs as bytes: the driver's binaries and the builds that it keeps, and the files of
`Program.save`.

The bytes are `_MAGIC` with the number of the form, the SHA-256 of the package's version, the
SHA-256 of the rest, and a map in msgpack. A program that runs has its machine code in it.
Its LLVM IR is there as compressed text, for launches that need other machine code; reading
leaves it alone. Reading makes records, texts and numbers. No code from it runs before it is
launched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.cache import code_version, content_key, digest
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu.cpu_program import CpuProgram
from xdsl_opencl.runtime.errors import RuntimeFailure

if TYPE_CHECKING:
    from xdsl_opencl.runtime.kernel import Built

_MAGIC = b"xdsl-opencl binary 1\n"
_PACKAGE = "xdsl_opencl"
_ERRORS = "surrogatepass"
"""A log may quote bytes that are not text."""
_HASH_SIZE = len(digest(b""))
_WRONG = (
    *(AbiError, ArithmeticError, AssertionError),
    *(AttributeError, LookupError, TypeError, ValueError),
)
"""Errors of reading a map that `write_binary` did not make."""


class BinaryError(RuntimeFailure):
    """Bytes that are not a program for this package, this version and this computer."""


class Kind(StrEnum):
    """The meanings of a binary: a program that runs, or one to link."""

    EXECUTABLE = "executable"
    COMPILED = "compiled"
    LIBRARY = "library"


class Specialized(NamedTuple):
    """A module of SPIR-V, and the values of specialization constants with their numbers."""

    words: bytes
    constants: tuple[tuple[int, bytes], ...] = ()


@dataclass(frozen=True)
class ProgramBinary:
    """
    A program and the facts about its build. `built` is its machine code: `None` for one to
    link, and for one that has to be built from `ir`, Clang's or the linker's LLVM IR, which
    the driver keeps, and from the modules `spirv`; `reading` has the options for that. `functions` is the
    module of the functions that launch kernels.
    """

    kind: Kind
    built: Built | None = None
    ir: CompressedText | None = None
    options: str = ""
    reading: str = ""
    log: str = ""
    variable_bytes: int = 0
    functions: CompressedText | None = None
    spirv: tuple[Specialized, ...] = ()


def _msgpack() -> Any:
    # It has no type annotations, and most processes write and read nothing.
    return import_module("msgpack")


def _version() -> bytes:
    return digest(code_version(_PACKAGE).encode())


def binary_version() -> str:
    """
    Stands for the package's code and for LLVM: `read_binary` takes programs that the same
    ones wrote. Another processor is not seen.
    """
    # It takes as long to import as the rest of this file.
    from importlib.metadata import version

    return content_key(code_version(_PACKAGE), version("llvmlite"))


def write_binary(binary: ProgramBinary, *, complete: bool = True) -> bytes:
    """
    Returns `binary` as bytes. Unless they should be `complete`, kernels of the CPU device whose
    code has not been made yet are without code.

    Raises `RuntimeFailure` for a program whose launches are checked or executed twice.
    """
    built, ir, functions = binary.built, binary.ir, binary.functions
    table = None
    if isinstance(built, CpuProgram):
        table = built.table(complete=complete)
    elif built is not None:
        table = built.table()
    data: bytes = _msgpack().packb(
        {
            "kind": str(binary.kind),
            "device": "cpu" if isinstance(built, CpuProgram) else "gpu",
            "built": table,
            "ir": None if ir is None else ir.data,
            "options": binary.options,
            "reading": binary.reading,
            "log": binary.log,
            "variable_bytes": binary.variable_bytes,
            "functions": None if functions is None else functions.data,
            "spirv": binary.spirv,
        },
        unicode_errors=_ERRORS,
    )
    return b"".join((_MAGIC, _version(), digest(data), data))


def _content(data: bytes) -> bytes:
    """The map in `data`. Raises `BinaryError`."""
    family, _, _ = _MAGIC.rpartition(b" ")
    if not data.startswith(family):
        raise BinaryError("this is no program that xdsl-opencl saved")
    if not data.startswith(_MAGIC) or not data.startswith(_version(), len(_MAGIC)):
        raise BinaryError(
            "the program was saved by another version of xdsl-opencl; build it again from "
            "its source"
        )
    start = len(_MAGIC) + _HASH_SIZE
    content = data[start + _HASH_SIZE :]
    if data[start : start + _HASH_SIZE] != digest(content):
        raise BinaryError(
            "the saved program is damaged; build it again from its source"
        )
    return content


def _text(value: bytes | None) -> CompressedText | None:
    return None if value is None else CompressedText(None, bytes(memoryview(value)))


def _specialized(value: Any) -> Specialized:
    words, constants = value
    given = ((int(n), bytes(memoryview(data))) for n, data in constants)
    return Specialized(bytes(memoryview(words)), tuple(given))


def read_binary(
    data: bytes, read_gpu: Callable[[Mapping[str, Any]], Built] | None = None
) -> ProgramBinary:
    """
    Returns the program that `write_binary` wrote as `data`; its variables have their first
    values. `read_gpu` reads a program for a GPU, which is an error without it.

    Raises `BinaryError` for anything else.
    """
    content = _content(data)
    try:
        fields = _msgpack().unpackb(content, unicode_errors=_ERRORS)
        built: Built | None = None
        if (table := fields["built"]) is not None:
            read = CpuProgram.of_table if fields["device"] == "cpu" else read_gpu
            if read is None:
                raise BinaryError(
                    "the program was built for a GPU, not for this device"
                )
            built = read(table)
        return ProgramBinary(
            Kind(fields["kind"]),
            built,
            _text(fields["ir"]),
            str(fields["options"]),
            str(fields["reading"]),
            str(fields["log"]),
            int(fields["variable_bytes"]),
            _text(fields["functions"]),
            tuple(map(_specialized, fields["spirv"])),
        )
    except BinaryError:
        raise
    except RuntimeFailure as error:
        raise BinaryError(str(error)) from None
    except _WRONG as error:
        raise BinaryError(
            f"this is no program that xdsl-opencl saved: {error}"
        ) from None

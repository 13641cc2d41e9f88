"""
Trims the hidden arguments that the metadata of a code object lists.

LLVM lists every hidden argument of the code object version (AMDGPUUsage, "Code Object V5
Metadata") that no attribute excludes, even beyond the end of a shortened argument segment. A
loader fills every listed argument, so the list is cut to the arguments that the kernel reads: in
the msgpack note of an object and in the YAML text of assembly. Everything else stays.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]

from xdsl_opencl.backend.objects.elf import read_elf

_msgpack = cast(Any, msgpack)
"""msgpack's `unpackb`; the package has no type annotations."""

HiddenArguments = Mapping[str, frozenset[str] | None]
"""
Maps a kernel name to the hidden arguments that the kernel reads. For `None` or a missing kernel
they are not known, and the size of the argument segment alone decides.
"""

HIDDEN_PREFIX = "hidden_"


class MetadataError(ValueError):
    """The metadata of a code object is damaged."""


def keeps(kind: str, end: int, segment_size: int, used: frozenset[str] | None) -> bool:
    """
    Returns whether an argument of value kind `kind` stays listed. It ends before byte `end` of the
    argument segment, which has `segment_size` bytes.
    """
    if not kind.startswith(HIDDEN_PREFIX):
        return True
    return end <= segment_size and (used is None or kind in used)


def read_metadata(code: bytes) -> dict[str, Any] | None:
    """
    Reads the metadata of a relocatable or linked code object; `None` when it has none.

    Raises `ElfError` when `code` is not an ELF file, `MetadataError` when the note is not a
    map in msgpack.
    """
    elf = read_elf(code)
    note = elf.metadata_note()
    if note is None:
        return None
    description = code[note.description : note.description + note.size]
    try:
        metadata = _msgpack.unpackb(description)
    except (ValueError, RecursionError) as error:
        reason = str(error) or type(error).__name__
        raise MetadataError(f"the metadata note is damaged: {reason}") from error
    if not isinstance(metadata, dict):
        raise MetadataError("the metadata note is damaged: it is not a map")
    return cast(dict[str, Any], metadata)


def trim_object(code: bytes, used: HiddenArguments) -> bytes:
    """
    Returns the relocatable object `code` with a metadata note that lists only the hidden
    arguments that are read. The note shrinks in place; the bytes after it become 0.
    """
    elf = read_elf(code)
    note = elf.metadata_note()
    if note is None:
        return code
    end = note.description + note.size
    metadata = cast(dict[str, Any], _msgpack.unpackb(code[note.description : end]))
    changed = False
    for kernel in metadata["amdhsa.kernels"]:
        arguments: list[dict[str, Any]] = kernel[".args"]
        size: int = kernel[".kernarg_segment_size"]
        needed = used.get(kernel[".name"])
        kept = [
            a
            for a in arguments
            if keeps(a[".value_kind"], a[".offset"] + a[".size"], size, needed)
        ]
        changed |= len(kept) != len(arguments)
        kernel[".args"] = kept
    if not changed:
        return code
    description: bytes = _msgpack.packb(metadata)
    result = bytearray(code)
    # Later notes of the section, if any, move up to the end of the shorter one.
    section_end = note.section.offset + note.section.size
    behind = code[note.description + (note.size + 3) // 4 * 4 : section_end]
    padded = description + bytes(-len(description) % 4) + behind
    saved = section_end - note.description - len(padded)
    result[note.description : section_end] = padded + bytes(saved)
    struct.pack_into("<I", result, note.header + 4, len(description))
    struct.pack_into("<Q", result, note.section.size_field, note.section.size - saved)
    return bytes(result)


_BLOCK = re.compile(
    r"^\t\.amdgpu_metadata\n(.*?)^\t\.end_amdgpu_metadata\n", re.MULTILINE | re.DOTALL
)
_KERNEL = re.compile(r"^  - \..*\n(?:    .*\n)*", re.MULTILINE)
"""Matches a kernel in LLVM's YAML: an item indented by two spaces and its deeper lines."""
_ARGUMENTS = re.compile(r"^(  - |    )\.args: *\n((?:      .*\n)*)", re.MULTILINE)
_ARGUMENT = re.compile(r"^      - .*\n(?:        .*\n)*", re.MULTILINE)


def _field(text: str, name: str) -> str | None:
    match = re.search(rf"^[ -]*\.{name}: +(.*)$", text, re.MULTILINE)
    return None if match is None else match[1].strip()


def _kernel_field(text: str, name: str) -> str:
    """Matches a field of the kernel itself; fields of its arguments are indented deeper."""
    match = re.search(rf"^(?:  - |    )\.{name}: +(.*)$", text, re.MULTILINE)
    assert match is not None, f"LLVM's metadata has no .{name}"
    return match[1].strip()


def _unquote(text: str) -> str:
    """The value of a YAML scalar: plain, tagged as a string, or in quotes."""
    text = text.removeprefix("!str ")
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text.startswith('"'):
        # LLVM writes only JSON's escapes and `\x..`.
        return json.loads(re.sub(r"\\x(..)", r"\\u00\1", text))
    return text


def trim_assembly(assembly: str, used: HiddenArguments) -> str:
    """Like `trim_object`, for assembly text that LLVM printed."""

    def kernel_text(kernel: re.Match[str]) -> str:
        text = kernel[0]
        size = int(_kernel_field(text, "kernarg_segment_size"))
        needed = used.get(_unquote(_kernel_field(text, "name")))

        def arguments_text(arguments: re.Match[str]) -> str:
            kept = "".join(_kept(arguments[2], size, needed))
            if not kept:
                return f"{arguments[1]}.args:           []\n"
            return f"{arguments[1]}.args:\n{kept}"

        return _ARGUMENTS.sub(arguments_text, text, count=1)

    def block_text(block: re.Match[str]) -> str:
        start, end = block.span(1)
        start, end = start - block.start(), end - block.start()
        return block[0][:start] + _KERNEL.sub(kernel_text, block[1]) + block[0][end:]

    return _BLOCK.sub(block_text, assembly)


def _kept(arguments: str, size: int, needed: frozenset[str] | None) -> Iterator[str]:
    for argument in _ARGUMENT.finditer(arguments):
        text = argument[0]
        kind, offset, width = (
            _field(text, name) for name in ("value_kind", "offset", "size")
        )
        assert kind is not None
        assert offset is not None
        assert width is not None
        if keeps(kind, int(offset) + int(width), size, needed):
            yield text

"""
A library of OpenCL's builtin functions for Clang: ours, each as a function with the name
that Clang calls it by, linked with ROCm's `ocml` as our own code is.

ROCm has such a library (`opencl.bc`), of which no package of ours brings a copy. Without
one Clang leaves the calls undone, and its time cannot be compared.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import xdsl_opencl as ocl
from xdsl_opencl.backend.llvm.codegen import device_libraries

llvm: Any = import_module("llvmlite.binding")

Signatures = Mapping[str, tuple[str, str]]
"""Name of a function to the types of its result and of its arguments, as LLVM IR."""

_DECLARATION = re.compile(r"^declare (?:hidden )?(.*?) *@(_Z\w+)\((.*)\)", re.MULTILINE)
_ATTRIBUTES = re.compile(r"\b(?:noundef|signext|zeroext|readonly|captures\(none\)) ?")
_PREFIX = "wrapped."
_DEFINITION = re.compile(rf"^define internal (.*@){re.escape(_PREFIX)}", re.MULTILINE)

# Numbers of address spaces: AMDGPU's to SPIR's, in types and in mangled names.
_SPACES = {
    "ptr": "ptr addrspace(4)",
    "ptr addrspace(4)": "ptr addrspace(2)",
    "ptr addrspace(5)": "ptr",
}
_MANGLED_SPACES = {"P": "PU3AS4", "PU3AS4": "PU3AS2", "PU3AS5": "P"}


def undefined(command: Sequence[str], file: str) -> dict[str, tuple[str, str]]:
    """
    The builtin functions that `file` calls, by what `command` (Clang and its options, for
    AMDGPU) makes of them; those with images, samplers or events have no like in a library.
    """
    run = subprocess.run(
        [*command, "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o-", file],
        capture_output=True,
        text=True,
        check=False,
    )
    return {
        match[2]: (_ATTRIBUTES.sub("", match[1]), _ATTRIBUTES.sub("", match[3]))
        for match in _DECLARATION.finditer(run.stdout)
        if "ocl_" not in match[2]
    }


def _spir(type: str) -> str:
    type = type.strip()
    return _SPACES.get(type, type)


def _arguments(text: str) -> list[str]:
    return [_spir(part) for part in text.split(",")] if text else []


def _module(signatures: Signatures) -> str:
    """
    A wrapper of each function, and a kernel that needs them all.
    """
    lines = ['target triple = "spir64-unknown-unknown"']
    kernel = ["define spir_kernel void @keep(ptr addrspace(1) %p) {"]
    for number, (name, (result, arguments)) in enumerate(signatures.items()):
        result = _spir(result)
        types = _arguments(arguments)
        builtin = re.sub(
            r"P(?:U3AS\d)?", lambda m: _MANGLED_SPACES.get(m[0], m[0]), name
        )
        taken = ", ".join(f"{type} %a{i}" for i, type in enumerate(types))
        wrapper = f"{result} @{_PREFIX}{name}"
        value, back = (
            ("", "ret void") if result == "void" else ("%r = ", f"ret {result} %r")
        )
        lines += (
            f"declare spir_func {result} @{builtin}({', '.join(types)})",
            f"define internal spir_func {wrapper}({taken}) {{",
            f"{value}call spir_func {result} @{builtin}({taken})",
            f"{back}\n}}",
        )
        given: list[str] = []
        for i, type in enumerate(types):
            given.append(f"{type} %k{number}.{i}")
            kernel.append(f"%k{number}.{i} = load volatile {type}, ptr addrspace(1) %p")
        kernel.append(f"call spir_func {wrapper}({', '.join(given)})")
    kernel.append("ret void\n}")
    return "\n".join((*lines, *kernel))


def _lower(signatures: Signatures, target: ocl.Target) -> list[tuple[str, str | None]]:
    """
    LLVM IR for `target` with the functions as far as we have them, and the path of the
    device library each text needs. A function with an argument that must be a constant
    has no wrapper.
    """
    source = ocl.SourceFile("library.ll", _module(signatures))
    compilation = ocl.Compilation(source, target)
    try:
        text = compilation.llvm_ir
    except ocl.CompileError:
        if len(signatures) == 1:
            return []
        items = list(signatures.items())
        half = len(items) // 2
        return _lower(dict(items[:half]), target) + _lower(dict(items[half:]), target)
    text = _DEFINITION.sub(r"define linkonce_odr \1", text).replace(f"@{_PREFIX}", "@")
    libraries = device_libraries(compilation.llvm_module)
    return [(text, libraries[0] if libraries else None)]


def build_library(signatures: Signatures, mcpu: str, path: Path) -> set[str]:
    """
    Writes bitcode with `signatures`' functions to `path`; returns the names it has.
    """
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
    parts = _lower(signatures, target)
    llvm.initialize_all_targets()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(cpu=mcpu)
    whole: Any = None
    libraries: set[str] = set()
    for number, (text, library) in enumerate(parts):
        part = llvm.parse_assembly(text.replace("@keep(", f"@keep.{number}("))
        if library is not None:
            libraries.add(library)
        if whole is None:
            whole = part
        else:
            whole.link_in(part)
    for library in sorted(libraries):
        ocml = llvm.parse_bitcode(Path(library).read_bytes())
        ocml.triple = whole.triple
        ocml.data_layout = whole.data_layout
        whole.link_in(ocml)
    whole.triple = target.triple
    whole.data_layout = str(machine.target_data)
    names = {f.name for f in whole.functions if not f.is_declaration}
    for function in whole.functions:
        if not function.is_declaration and function.name not in signatures:
            function.linkage = "internal"
    whole.verify()
    path.write_bytes(whole.as_bitcode())
    return names & set(signatures)

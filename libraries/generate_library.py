"""
Makes `xdsl_opencl/runtime/cpu/libraries.zip`: each library of `LIBRARIES` from C, and
`groups` from the template of the pass `opencl-form-work-groups`: `make libraries`.

A library is LLVM IR text that is linked with programs; its part `<name>_apart` has the
functions for rare cases, which programs call. The texts name no processor and no target, so
that LLVM compiles them for the computer it runs on; Clang is ziglang's, which
`xdsl-opencl[toolchain]` installs.

The archive also has `index`, with a line for each text: its name, and the functions that it
defines; and `sources`, the hash of all that it is made of.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.runtime.cpu.libraries import ARCHIVE, DEFINED
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.transforms.work_groups.opencl_form_work_groups import (
    run_groups_function,
)

SOURCES = Path(__file__).parent
OPTIONS = (
    "-target x86_64-linux-gnu -std=c11 -S -emit-llvm -w -fno-math-errno "
    "-fno-stack-protector -fno-strict-aliasing -fno-slp-vectorize "
    "-fno-asynchronous-unwind-tables -fno-ident -g0"
).split()
_POLYNOMIALS = ("-fno-builtin", "-ffp-contract=on")
LIBRARIES: dict[str, tuple[str, ...]] = {
    "bfloat": ("-O2", "-fno-vectorize"),
    "check": ("-O2", "-fno-vectorize"),
    "image": ("-O1", "-fno-vectorize", "-ffp-contract=off"),
    "image_rows": ("-O2", "-fno-vectorize", "-ffp-contract=on"),
    # Polynomials: each processor may fuse what it can, their bounds have room for either.
    "math": ("-O2", "-fno-vectorize", *_POLYNOMIALS),
    "rows": ("-O2", *_POLYNOMIALS),
    "rows512": ("-O2", "-mavx512f", *_POLYNOMIALS),
    "pool": ("-Os", "-fno-vectorize"),
}
"""Name to the options besides."""


def _attributes(group: re.Match[str]) -> str:
    """
    Keeps only what is not a property of the processor. Functions that are not inlined
    serve rare cases, for which no program should compile long.
    """
    words = set(re.findall(r"\b(?:noinline|alwaysinline|cold)\b", group[2]))
    kept = "noinline optsize " * ("noinline" in words)
    kept += "alwaysinline " * ("alwaysinline" in words)
    for memory in ("memory(none) ", "memory(argmem: read) "):
        kept += memory * ("noinline" in words and memory in group[2])
    return f"attributes #{group[1]} = {{ {kept}nounwind }}"


def _constant_record(function: re.Match[str]) -> str:
    """
    Marks what is read of the image's record, the first parameter, as never changing: a
    kernel writes through pointers that, for all that LLVM knows, could point to it.
    """
    text = function[0]
    fields = {"%0", *re.findall(r"(%\d+) = getelementptr \S.* ptr %0, ", text)}
    return re.sub(
        r"(= load \S+, ptr (%\d+), align \d+)$",
        lambda load: f"{load[1]}{', !invariant.load !0' * (load[2] in fields)}",
        text,
        flags=re.M,
    )


_ROW = re.compile(
    r"^define void (@__row_\w+)\((.*)\) local_unnamed_addr(.*)\n(.*\n)*?}\n", re.M
)
_LOADED = re.compile(r"^  %(\d+) = load (<16 x \w+>), ptr %(\d+), .*\n", re.M)
_STORED = re.compile(r"^  store (<16 x \w+>) %(\d+), ptr .*\n  ret void$", re.M)


_KINDS = re.compile(r"^ROW2?(?:_BY)?\((\w+), (\w+)(?:, (float|long))?", re.M)
_VECTORS = {"float": "<16 x float>", "double": "<16 x double>", "long": "<16 x i64>"}


def _by_value(function: re.Match[str], kinds: Mapping[str, Sequence[str]]) -> str:
    """
    Takes vectors and returns one where the function has their addresses. Clang loads and
    stores numbers as it needs their bits.
    """
    name, _, attributes, _ = function.groups()
    types = kinds[name.removeprefix("@__row_")]
    arguments = ", ".join(f"{type} %argument{i}" for i, type in enumerate(types))
    body = _LOADED.sub(
        lambda m: f"  %{m[1]} = bitcast {types[int(m[3])]} %argument{m[3]} to {m[2]}\n",
        function[0].partition("\n")[2],
    )
    body = _STORED.sub(
        rf"  %result = bitcast \1 %\2 to {types[0]}\n  ret {types[0]} %result", body
    )
    text = f"define {types[0]} {name}({arguments}){attributes}\n{body}"
    # Numbers would have to follow each other.
    return re.sub(r"%(\d+)", r"%v\1", text)


def _prototype(definition: str) -> str:
    """The declaration of a function that is defined."""
    header = definition.partition("\n")[0].removesuffix(" {")
    return re.sub(r" %\d+(?=[,)])", "", header).replace("define", "declare", 1)


_NOT_INLINED = re.compile(r"^attributes (#\d+) = \{ noinline ", re.MULTILINE)
_INLINED = re.compile(r"^attributes (#\d+) = \{ alwaysinline ", re.MULTILINE)


def _divided(name: str, text: str) -> dict[str, str]:
    """
    The library `name` and its part `{name}_apart`. Of the checker only what is always
    inlined is put into programs, of others all but what never is.
    """
    inlined, apart = set(_INLINED.findall(text)), set(_NOT_INLINED.findall(text))

    def is_apart(definition: str) -> bool:
        group = definition.partition("\n")[0].split()[-2]
        return group not in inlined if inlined else group in apart

    def divide(match: re.Match[str]) -> str:
        if not is_apart(match[0]):
            return match[0]
        is_called = " internal " not in match[0].partition("\n")[0]
        return f"{_prototype(match[0])}\n" if is_called else ""

    rest = DEFINED.sub(lambda m: m[0] if is_apart(m[0]) else "", text)
    return {name: DEFINED.sub(divide, text), f"{name}_apart": rest}


def generate(name: str) -> dict[str, str]:
    """
    The texts of library `name`.

    Raises `CalledProcessError` when Clang refuses `{name}.c`.
    """
    options = (*OPTIONS, *LIBRARIES[name], "-o", "-", f"{name}.c")
    command = [sys.executable, "-m", "ziglang", "clang", *options]
    text = subprocess.run(
        command, cwd=SOURCES, check=True, capture_output=True, text=True
    ).stdout
    text = re.sub(
        r"^(target |source_filename|; ModuleID|!llvm\.|;).*\n", "", text, flags=re.M
    )
    text = re.sub(r"^attributes #(\d+) = (.*)$", _attributes, text, flags=re.M)
    text = re.sub(r", !llvm\.loop !\d+", "", text)
    # Of the metadata the weights of branches stay: rare cases lie after the others.
    text = re.sub(r"^!\d+ = (?!!\{!\"branch_weights).*\n", "", text, flags=re.M)
    text = re.sub(r"^!0 = ", "!1000 = ", text, flags=re.M)
    text = re.sub(r"!prof !0$", "!prof !1000", text, flags=re.M)
    text = re.sub(r"\bdso_local ", "", text)
    # Scopes of what Clang inlined; their nodes are not kept.
    text = re.sub(r", !(noalias|alias\.scope) !\d+", "", text)
    text = re.sub(
        r"^.*@llvm\.experimental\.noalias\.scope\.decl.*\n", "", text, flags=re.M
    )
    if name == "rows":
        source = (SOURCES / f"{name}.c").read_text()
        kinds = {
            row: [_VECTORS[kind] for kind in found if kind]
            for row, *found in _KINDS.findall(source)
        }
        apart = "\n".join(
            _prototype(definition[0])
            for definition in DEFINED.finditer(text)
            if definition[1].startswith("__far_")
        )
        text = f"{apart}\n" + "".join(
            part[0]
            if part[0].startswith(("declare", "attributes"))
            else _by_value(part, kinds)
            for part in re.finditer(
                rf"{_ROW.pattern}|^(?:declare|attributes) .*\n", text, re.M
            )
        )
    if name.startswith("image"):
        text = re.sub(r"^define .*?^}", _constant_record, text, flags=re.M | re.DOTALL)
    if name == "check":
        # An address outside its object is poison to LLVM, and must get here all the same.
        text = re.sub(r"\bnoundef ", "", text)
    if name in ("check", "image", "math"):
        return {part: _tidy(text) for part, text in _divided(name, text).items()}
    return {name: _tidy(text)}


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n\n!0 = !{}\n"


def generate_groups() -> dict[str, str]:
    """The text that runs a range of work-groups."""
    function = run_groups_function()
    function.linkage = llvm.LinkageAttr("external")
    return {"groups": emit_llvm_ir(ModuleOp([function]))}


def sources_hash() -> str:
    """The hash of the libraries' sources, and of this file, which says how they are made."""
    digest = sha256()
    for path in (*sorted(SOURCES.glob("*.[ch]")), Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_EXTERNAL = re.compile(r"^define (?!internal )[^@\n]*@(\w+)\(", re.MULTILINE)


def _index(texts: Mapping[str, str]) -> str:
    def line(name: str, text: str) -> str:
        return f"{name}\t{' '.join(_EXTERNAL.findall(text))}\n"

    return "".join(line(name, text) for name, text in texts.items())


def write(texts: Mapping[str, str]) -> None:
    """Writes the archive, the same bytes for the same texts."""
    members = {
        **{f"{name}.ll": text for name, text in texts.items()},
        "index": _index(texts),
        "sources": sources_hash(),
    }
    with ZipFile(ARCHIVE, "w") as archive:
        for name, text in members.items():
            archive.writestr(ZipInfo(name), text, ZIP_DEFLATED, 9)


def main() -> None:
    texts: dict[str, str] = {}
    for name in LIBRARIES:
        texts |= generate(name)
    write(texts | generate_groups())


if __name__ == "__main__":
    main()

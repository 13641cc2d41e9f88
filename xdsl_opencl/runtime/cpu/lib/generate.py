"""
Makes each library of `LIBRARIES` from C, and `groups.ll` from the template of the pass
`opencl-form-work-groups`: `python -m xdsl_opencl.runtime.cpu.lib.generate`.

The texts name no processor and no target, so that LLVM compiles it for the computer it
runs on; Clang is ziglang's, which `xdsl-opencl[toolchain]` installs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.transforms.work_groups.opencl_form_work_groups import (
    run_groups_function,
)

HERE = Path(__file__).parent
OPTIONS = (
    "-target x86_64-linux-gnu -std=c11 -S -emit-llvm -w -fno-math-errno "
    "-fno-stack-protector -fno-strict-aliasing -fno-slp-vectorize "
    "-fno-asynchronous-unwind-tables -fno-ident -g0"
).split()
_POLYNOMIALS = ("-fno-builtin", "-ffp-contract=on")
LIBRARIES: dict[str, tuple[str, ...]] = {
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


def generate(name: str) -> str:
    """
    The text of `{name}.ll`.

    Raises `CalledProcessError` when Clang refuses `{name}.c`.
    """
    options = (*OPTIONS, *LIBRARIES[name], "-o", "-", f"{name}.c")
    command = [sys.executable, "-m", "ziglang", "clang", *options]
    text = subprocess.run(
        command, cwd=HERE, check=True, capture_output=True, text=True
    ).stdout
    text = re.sub(
        r"^(target |source_filename|; ModuleID|!llvm\.|;).*\n", "", text, flags=re.M
    )
    text = re.sub(r"^attributes #(\d+) = (.*)$", _attributes, text, flags=re.M)
    text = re.sub(r", !llvm\.loop !\d+", "", text)
    # Of the metadata the weights of branches stay: rare cases lie behind the others.
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
        source = (HERE / f"{name}.c").read_text()
        kinds = {
            row: [_VECTORS[kind] for kind in found if kind]
            for row, *found in _KINDS.findall(source)
        }
        text = "".join(
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
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n\n!0 = !{}\n"


def generate_groups() -> str:
    """The text of `groups.ll`."""
    function = run_groups_function()
    function.linkage = llvm.LinkageAttr("external")
    return emit_llvm_ir(ModuleOp([function]))


if __name__ == "__main__":
    for library in LIBRARIES:
        (HERE / f"{library}.ll").write_text(generate(library))
    (HERE / "groups.ll").write_text(generate_groups())

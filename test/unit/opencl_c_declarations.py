"""
Every builtin function that Clang's own header `opencl-c.h` declares, and a kernel that
calls it.

The header is the list of OpenCL C's builtins that this project did not write: a function
that is in it and that we do not know is a gap.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import clang_arguments, find_clang

VENDORS = ("intel_", "arm_")
"""Functions of other makers' processors."""

DEVICE_TYPES = ("queue_t", "clk_event_t", "ndrange_t", "reserve_id_t")
"""Types of what kernels that enqueue kernels do, and of pipes; no buffer holds them."""

_DECLARATION = re.compile(
    r"(?P<result>[\w\s]+?(?:\s*\*)?)\s*__attribute__\(\(overloadable\)\)"
    r"(?:\s*__attribute__\(\((?:const|pure|convergent)\)\))*"
    r"\s*(?P<name>\w+)\s*\((?P<parameters>[^()]*)\)$"
)
_QUALIFIERS = {
    "__global": "global",
    "global": "global",
    "__local": "local",
    "local": "local",
    "__constant": "constant",
    "constant": "constant",
    "__private": "private",
    "private": "private",
    "__generic": "generic",
}
_ACCESS = {
    "__read_only": "read_only",
    "read_only": "read_only",
    "__write_only": "write_only",
    "write_only": "write_only",
    "__read_write": "read_write",
    "read_write": "read_write",
}
_CONSTANTS = {
    "memory_order": "memory_order_relaxed",
    "memory_scope": "memory_scope_device",
    "cl_mem_fence_flags": "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE",
    "event_t": "(event_t)0",
}
_STORED_AS = {"size_t": "ulong", "bool": "int", "ptrdiff_t": "long"}
"""Types that no buffer can have."""

_PROLOGUE = """#include <opencl-c.h>
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable
"""


@dataclass(frozen=True)
class Parameter:
    """
    A parameter's type: `space` is empty for a value and for images, whose access is
    `access`.
    """

    type: str
    space: str = ""
    access: str = ""
    qualifiers: str = ""


@dataclass(frozen=True)
class Declaration:
    """One overload of a builtin function."""

    name: str
    result: str
    parameters: tuple[Parameter, ...]
    standard: str

    def __str__(self) -> str:
        parts = [
            " ".join(filter(None, (p.space, p.access, p.qualifiers, p.type)))
            + ("*" if p.space else "")
            for p in self.parameters
        ]
        return f"{self.result} {self.name}({', '.join(parts)})"

    @property
    def on_device_queue(self) -> bool:
        """
        Tells whether it is a function of queues on the device, or of reservations.
        """
        types = (self.result, *(p.type for p in self.parameters))
        return any(type_.startswith(DEVICE_TYPES) for type_ in types)

    def kernel(self, name: str) -> str:
        """
        A kernel that calls it once, with arguments and a result that are buffers', so
        that nothing is known or unused.
        """
        arguments: list[str] = []
        before: list[str] = []
        after: list[str] = []
        values: list[str] = []
        for i, parameter in enumerate(self.parameters):
            type_ = parameter.type
            if parameter.access:
                arguments.append(f"{parameter.access} {type_} a{i}")
                values.append(f"a{i}")
            elif parameter.space in ("private", "generic"):
                stored = _STORED_AS.get(type_, type_)
                if type_ == "event_t":
                    before.append(f"event_t v{i}[1] = {{(event_t)0}};")
                    values.append(f"v{i}")
                elif parameter.space == "generic":
                    arguments.append(f"global {parameter.qualifiers} {stored} *a{i}")
                    values.append(f"({parameter.qualifiers} {type_} *)a{i}")
                else:
                    constant = "const" in parameter.qualifiers.split()
                    arguments.append(f"global {stored} *a{i}")
                    before.append(f"{type_} v{i}[16]; v{i}[0] = a{i}[0];")
                    before.append(f"for (int i = 1; i < 16; i++) v{i}[i] = a{i}[i];")
                    values.append(f"v{i}")
                    if not constant:
                        after.append(f"for (int i = 0; i < 16; i++) a{i}[i] = v{i}[i];")
            elif parameter.space:
                arguments.append(
                    f"{parameter.space} {parameter.qualifiers} {type_} *a{i}"
                )
                values.append(f"a{i}")
            elif type_ in _CONSTANTS:
                values.append(_CONSTANTS[type_])
            elif type_ in ("sampler_t", "queue_t", "reserve_id_t"):
                arguments.append(f"{type_} a{i}")
                values.append(f"a{i}")
            else:
                stored = _STORED_AS.get(type_, type_)
                arguments.append(f"global const {stored} *a{i}")
                values.append(f"*a{i}")
        if self.name.startswith("sub_group_clustered"):
            # The size of a cluster is a constant.
            arguments.pop()
            values[-1] = "4"
        call = f"{self.name}({', '.join(values)})"
        if self.result == "void":
            call += ";"
        elif self.result == "event_t":
            call = f"event_t e = {call}; wait_group_events(1, &e);"
        else:
            stored = _STORED_AS.get(self.result, self.result)
            arguments.append(f"global {stored} *result")
            call = f"*result = {call};"
        body = "\n  ".join((*before, call, *after))
        return f"kernel void {name}({', '.join(arguments)}) {{\n  {body}\n}}\n"


def _parameter(text: str, standard: str) -> Parameter:
    words = text.replace("*", " * ").split()
    pointer = "*" in words
    space = access = ""
    qualifiers: list[str] = []
    names: list[str] = []
    for word in words:
        if word in _QUALIFIERS:
            space = _QUALIFIERS[word]
        elif word in _ACCESS:
            access = _ACCESS[word]
        elif word in ("const", "volatile"):
            qualifiers.append(word)
        elif word != "*" and word != "restrict":
            names.append(word)
    type_ = names[0]
    if type_ == "unsigned":
        type_ = "u" + names[1]
    if type_.startswith("image") and type_.endswith("_t"):
        return Parameter(type_, access=access or "read_only")
    if pointer and not space:
        space = "private" if standard == "CL1.2" else "generic"
    return (
        Parameter(type_, space, "", " ".join(qualifiers))
        if pointer
        else Parameter(type_)
    )


def _parse(text: str, standard: str) -> Declaration | None:
    match = _DECLARATION.search(" ".join(text.split()))
    if match is None:
        return None
    result = " ".join(match["result"].split())
    given = match["parameters"].strip()
    parts = [] if given in ("", "void") else given.split(",")
    parameters = tuple(_parameter(part, standard) for part in parts)
    return Declaration(match["name"], result, parameters, standard)


@cache
def header(standard: str) -> str:
    """Clang's header for `-cl-std=standard`, without comments and directives."""
    clang = find_clang()
    headers = () if clang.headers is None else ("-I", clang.headers)
    ours = clang_arguments(BuildOptions(standard), clang)
    macros = [word for word in ours if word.startswith(("-U", "-D"))]
    return subprocess.run(
        (
            *clang.command,
            *("-x", "cl", "-E", "-P", "-target", "spir64-unknown-unknown"),
            *(f"-cl-std={standard}", *macros, *headers, "-"),
        ),
        input='#include "opencl-c.h"\n',
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@cache
def declarations(*standards: str) -> tuple[Declaration, ...]:
    """
    Returns the header's declarations for these versions of the language, each once.
    """
    found: dict[str, Declaration] = {}
    for standard in standards:
        lines = (
            line for line in header(standard).splitlines() if not line.startswith("#")
        )
        for statement in " ".join(lines).split(";"):
            declaration = _parse(statement, standard)
            if declaration is not None and not declaration.name.startswith(VENDORS):
                found.setdefault(str(declaration), declaration)
    return tuple(found.values())


def program(functions: Iterable[Declaration]) -> str:
    """
    One program with a kernel for each, `k0`, `k1`, ...

    It includes the header, because the table of builtins inside Clang lacks a few.
    """
    return _PROLOGUE + "".join(_kernels(functions))


def _kernels(functions: Iterable[Declaration]) -> Iterator[str]:
    for index, declaration in enumerate(functions):
        yield declaration.kernel(f"k{index}")

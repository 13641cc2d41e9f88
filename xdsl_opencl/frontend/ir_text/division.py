"""
Divides Clang's LLVM IR at its kernels. The body of a plain kernel has nothing that a later stage
may refuse, so that it need not be read before the kernel is launched.

Nothing here imports xDSL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.frontend.builtins.demangle import demangle

_FEWEST = 3
"""Plain kernels for which a division spares more than it costs."""
_NAME = r'@(?:"[^"]*"|[-\w$.]+)'
_MENTION = re.compile(_NAME)
_END = "\n}\n"
_HEAD = re.compile(rf"define [^@\n]*({_NAME})\(")
_KERNEL = re.compile(r"define [^@\n]*\bspir_kernel\b")
_CHANGING = re.compile(rf"^{_NAME} = (?!.*\baddrspace\(3\)).*\bglobal\b", re.M)
"""Matches a variable that outlives a launch."""
_FIXED = re.compile(
    rf"^({_NAME}) = (?!.*\bextern).*(?:\bconstant\b|\baddrspace\(3\) global\b)", re.M
)
"""Matches a constant, and a variable of a work-group."""
_UNUSUAL = (
    *("target(", "%struct", "%union", "addrspace(4)", "byval", "sret", " asm ", "half"),
    *("blockaddress", "x86_fp80", "fp128", "bfloat", "cmpxchg", "atomic", "fence"),
    *("va_arg", "invoke", "indirectbr", "switch", "!dbg"),
)
"""Words of a function that a later stage may refuse, or that needs its line."""
_ODD_INTEGER = re.compile(r" i(?!(?:1|8|16|32|64)\b)\d")
_EVERYWHERE = frozenset(
    """get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups
    get_global_offset get_work_dim barrier pow fabs floor ceil fma mad fmin fmax min max clamp
    abs mul24 mad24 mix""".split()
) | {
    prefix + name
    for prefix in ("", "native_", "half_")
    for name in "sqrt rsqrt exp exp2 exp10 log log2 log10 sin cos tan".split()
}
"""Builtins that every type of their parameters has."""


@dataclass(frozen=True)
class Division:
    """
    The pieces of a program: text that is no function has the name `""`; and the functions with
    the bodies of its plain kernels, by these.
    """

    pieces: Sequence[tuple[str, str]]
    plain: Mapping[str, str]

    @property
    def rest(self) -> str:
        """The program whose plain kernels do nothing."""
        bodies = set(self.plain.values())
        return "".join(
            text.partition("\n")[0] + "\n  ret void" + _END if name in bodies else text
            for name, text in self.pieces
        )

    def alone(self, kernel: str) -> str:
        """The program of one plain kernel."""
        kept = "@" + kernel, self.plain[kernel]
        return "".join(
            text
            for name, text in self.pieces
            if name in kept or not (_is_body(name) or _KERNEL.match(text))
        )


def _is_body(name: str) -> bool:
    return name.startswith(f"@{KERNEL_BODY_PREFIX}")


def _pieces(ir: str) -> Iterator[tuple[str, str]]:
    """The functions of a program with their names, and the text between them."""
    end = 0
    while (begin := ir.find("\ndefine ", max(end - 1, 0))) >= 0:
        begin += 1
        yield "", ir[end:begin]
        end = ir.index(_END, begin) + len(_END)
        head = _HEAD.match(ir, begin)
        assert head is not None
        yield head[1], ir[begin:end]
    yield "", ir[end:]


def _is_everywhere(name: str) -> bool:
    if name.startswith("@llvm."):
        return name.startswith(("@llvm.lifetime.", "@llvm.fmuladd."))
    found = demangle(name[1:])
    return (
        found is not None
        and found.name in _EVERYWHERE
        and all(parameter.scalar for parameter in found.parameters)
    )


def divide(ir: str) -> Division | None:
    """Divides the program `ir` as Clang prints it; `None` if that is not worth it."""
    if _CHANGING.search(ir) is not None:
        # One form has all kernels.
        return None
    pieces = [*_pieces(ir)]
    functions = {name: text for name, text in pieces if name}
    kernels = {name for name, text in functions.items() if _KERNEL.match(text)}
    if len(kernels) < _FEWEST:
        return None
    mentions = {n: {*_MENTION.findall(t)} - {n} for n, t in functions.items()}
    # Aliases and lists of functions.
    mentions[""] = {n for name, t in pieces if not name for n in _MENTION.findall(t)}
    bodies = {name: f"@{KERNEL_BODY_PREFIX}{name[1:]}" for name in kernels}
    inner = kernels | {name for name in functions if _is_body(name)}
    for name, found in mentions.items():
        if found & inner - {bodies.get(name)}:
            # A kernel that is called.
            return None
    known = {match[1] for match in _FIXED.finditer(ir)}
    plain = {
        name
        for name, text in functions.items()
        if not any(word in text for word in _UNUSUAL) and not _ODD_INTEGER.search(text)
    }
    refused = plain
    while refused:
        certain = known | plain
        refused = {
            name
            for name in plain
            if not all(map(_is_everywhere, mentions[name] - certain))
        }
        plain -= refused
    found = {
        name[1:]: bodies[name] if bodies[name] in functions else name
        for name in functions
        if name in kernels & plain and '"' not in name
    }
    return Division(pieces, found) if len(found) >= _FEWEST else None

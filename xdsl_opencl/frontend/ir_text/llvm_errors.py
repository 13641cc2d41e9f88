"""Turns LLVM's messages about rejected LLVM IR into one diagnostic with a line."""

from __future__ import annotations

import re


def rejection(message: str, ir: str | bytes, source: str) -> str:
    """
    Returns LLVM's `message` about `ir` with the name of the source and the line: the line in the
    message, or that of the quoted instruction or function. Bitcode has no lines.
    """
    text = re.sub(r"^LLVM IR parsing error\s*", "", message.strip())
    if (place := re.match(r"<string>:(\d+:\d+): error: ", text)) is not None:
        text = text[place.end() :]
        return f"{source}:{place[1]}: error: LLVM rejects this: {text}"
    line = None if isinstance(ir, bytes) else _quoted_line(text, ir)
    where = source if line is None else f"{source}:{line}"
    return f"{where}: error: LLVM rejects this: {text}"


def line_of(pattern: str, ir: str) -> int | None:
    """
    The first line of `ir`, counted from one, that the regular expression `pattern` finds.
    """
    found = re.search(pattern, ir, re.MULTILINE)
    return None if found is None else ir.count("\n", 0, found.start()) + 1


def _quoted_line(text: str, ir: str) -> int | None:
    """
    Returns the first line of `ir`, counted from one, with an instruction that `text` quotes; or
    with the result of such an instruction (LLVM may have renamed its callee); or with a function
    or value that `text` names.
    """
    lines = {
        _instruction(line): number
        for number, line in reversed(list(enumerate(ir.split("\n"), 1)))
    }
    for quoted in text.split("\n"):
        if (line := lines.get(_instruction(quoted))) is not None and quoted.strip():
            return line
    results = re.findall(r"(?m)^\s*(%[-\w$.]+) = ", text)
    names = [re.escape(name) for name in re.findall(r"@[-\w$.]+", text)]
    families = [
        re.escape(".".join(name.split(".")[:2]))
        for name in re.findall(r"@llvm\.[\w.]+", text)
    ]
    patterns = [
        *(rf"^[ \t]*{re.escape(result)}\s*=" for result in results),
        *(rf"^[ \t]*(?:define|declare)\b.*{name}\b" for name in names),
        *(rf"{name}\b" for name in (*names, *families)),
        # Nodes of metadata are quoted without their braces.
        *(re.escape(part) for part in text.split("\n")[1:] if part[:2] in ('!"', "i3")),
    ]
    # LLVM has its own numbers for nodes.
    patterns += (
        re.sub(r"!\d+", r"!\\d+", re.escape(node).replace(r"\!", "!"))
        for node in re.findall(r"(?m)^!\d+ = (!\{.*\})$", text)
    )
    if "module flag" in text:
        patterns.append(r"^[ \t]*!llvm\.module\.flags\b")
    for pattern in patterns:
        if (line := line_of(pattern, ir)) is not None:
            return line
    return None


def _instruction(line: str) -> str:
    """`line` without its comment, its attachments and needless blanks."""
    return " ".join(re.sub(r"(?:, ![a-z].*|;.*|#\d+)$", "", line.strip()).split())

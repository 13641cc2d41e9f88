"""
Makes `image.ll` from `image.c`: `python -m xdsl_opencl.runtime.lib.generate`.

The text names no processor and no target, so that LLVM compiles it for the machine it
runs on; Clang is ziglang's, which `xdsl-opencl[toolchain]` installs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
OPTIONS = (
    "-target x86_64-linux-gnu -O1 -std=c11 -S -emit-llvm -w -fno-math-errno "
    "-ffp-contract=off -fno-stack-protector -fno-strict-aliasing -fno-vectorize "
    "-fno-asynchronous-unwind-tables -fno-ident -g0"
).split()


def _attributes(group: re.Match[str]) -> str:
    """
    Only what is no property of the processor. What is not inlined are rare formats, for
    which no program should compile long.
    """
    rare = "noinline optsize " * bool(re.search(r"\bnoinline\b", group[2]))
    return f"attributes #{group[1]} = {{ {rare}nounwind }}"


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


def generate() -> str:
    """
    The text of `image.ll`.

    Raises `CalledProcessError` when Clang refuses `image.c`.
    """
    command = [sys.executable, "-m", "ziglang", "clang", *OPTIONS, "-o", "-", "image.c"]
    text = subprocess.run(
        command, cwd=HERE, check=True, capture_output=True, text=True
    ).stdout
    text = re.sub(
        r"^(target |source_filename|; ModuleID|!llvm\.|;).*\n", "", text, flags=re.M
    )
    text = re.sub(r"^attributes #(\d+) = (.*)$", _attributes, text, flags=re.M)
    text = re.sub(r", !llvm\.loop !\d+", "", text)
    text = re.sub(r"^!\d+ = .*\n", "", text, flags=re.M)
    text = re.sub(r"\bdso_local ", "", text)
    text = re.sub(r"^define .*?^}", _constant_record, text, flags=re.M | re.DOTALL)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n\n!0 = !{}\n"


if __name__ == "__main__":
    (HERE / "image.ll").write_text(generate())

"""
Runs LLVM in a child process that `backend.llvm.codegen` starts.

LLVM aborts on many errors in its input (`LLVM ERROR: Cannot select`). An abort ends only the
child, and the parent reads the child's standard error. Requests and answers are `marshal`ed
dictionaries of plain values, each after its length in four bytes; the first message is the
parent's `sys.path`. This module does not import xDSL, so that a start costs little more than
loading LLVM.

For a request with `service`, the name of a module, that module's `serve(llvm, request)` makes the
answer, where `llvm` is `llvmlite.binding`. `seconds`, which every request may have, is the
processor time after which the child ends without an answer. Every other request compiles:

Request: `ir`, `triple`, `cpu`, `features` (strings), `level` of the optimiser and `code_level` of
code generation (0 to 3), `kinds` (a list of `llvm-ir`, `asm`, `object`), `internalize`, `closed`
(bools; closed: an undefined symbol is an error), `libraries` (paths of bitcode that defines
functions which the module declares), `options` (LLVM's command-line options; they stay set for
all later requests), `slots` (prefix of the names of variables that a loader defines; empty: there
are none), `one_piece` (bool: each kernel is one function, without calls). Answer: `error` or
`undefined` (strings), or the wanted kinds, and `kernels`: name to the value of `HIDDEN_ARGUMENTS`
or `None`.
"""

from __future__ import annotations

import _thread
import marshal
import os
import re
import struct
import sys
import time
from functools import cache
from importlib import import_module
from typing import Any, BinaryIO, cast

KERNEL = re.compile(
    r"^define [^@\n]*\b(?:amdgpu_kernel|spir_kernel)\b[^@\n]*"
    r'@(?:"((?:[^"\\]|\\.)*)"|([-\w.$]+))\(',
    re.MULTILINE,
)
"""Matches a kernel's definition in LLVM IR text; its name is quoted (group 1) or not (2)."""

HIDDEN_ARGUMENTS = "opencl-hidden-arguments"
"""
A kernel's LLVM string attribute: the hidden arguments that it reads, separated by commas
(`hidden_group_size_x,hidden_grid_dims`); empty for none. LLVM itself ignores it.
"""

KEPT_INPUTS = "opencl-kept-inputs"
"""
A kernel's LLVM string attribute: the inputs that get registers even if unused, separated by
commas (`dispatch-ptr`).
"""

_FOLDED = {
    "bonus-inst-threshold": (8, 1),
    "phi-node-folding-threshold": (8, 2),
    "two-entry-phi-node-folding-threshold": (12, 4),
}
"""
LLVM's options for the number of instructions that it speculates rather than branches around: the
values for amdgcn, where a divergent branch costs several instructions, and LLVM's defaults.
"""

FAULTS = (
    # Combining strided accesses to groups swaps loads and stores of the same place: in
    # parallel loops, such as those over work items, LLVM looks for no dependences, even
    # within an iteration.
    "-enable-interleaved-mem-accesses=false",
    # A loop that loads what it stored before is copied with a test for overflow; see
    # `opencl-limit-vectorization` for the test that is forgotten.
    "-loop-load-elimination-scev-check-threshold=0",
)
"""LLVM's options that keep it from wrong code."""

_ATTRIBUTE = re.compile(rf'"{HIDDEN_ARGUMENTS}"(?:="([^"]*)")?')


def kernel_names(ir: str) -> list[str]:
    """The names of the kernels that the text of an LLVM module defines, in order."""
    return [_unescape(m[1]) if m[1] is not None else m[2] for m in KERNEL.finditer(ir)]


def _unescape(name: str) -> str:
    """
    `name` without LLVM's escapes, a backslash and two hexadecimal digits for each byte of
    UTF-8.
    """
    data = re.sub(
        rb"\\([0-9a-fA-F]{2})", lambda m: bytes.fromhex(m[1].decode()), name.encode()
    )
    return data.decode("utf-8", "replace")


def _undefined(module: Any, slots: str) -> list[str]:
    """
    Returns the undefined names that code refers to, as `'name' (used by 'user', ...)`.

    LLVM accepts such an amdgcn module and leaves an undefined symbol in the object.
    """
    missing = {
        f.name
        for f in module.functions
        if f.is_declaration and not f.name.startswith("llvm.")
    }
    for variable in module.global_variables:
        # Local memory is only declared, never defined, if the host sets its size.
        if variable.is_declaration and not str(variable.type).endswith("addrspace(3)"):
            if not slots or not variable.name.startswith(slots):
                missing.add(variable.name)
    if not missing:
        return []
    mention = re.compile(r'@(?:"([^"]*)"|([-\w.$]+))')
    users: dict[str, dict[str, None]] = {}
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                # The text has the names in operands, metadata and constant expressions
                # alike.
                for quoted, plain in mention.findall(str(instruction)):
                    name = _unescape(quoted) if quoted else plain
                    if name in missing:
                        users.setdefault(name, {})[function.name] = None
    return [
        f"'{name}' (used by {', '.join(repr(user) for user in users[name])})"
        for name in sorted(users)
    ]


def _hidden(function: Any) -> str | None:
    for attribute in function.attributes:
        text = attribute.decode() if isinstance(attribute, bytes) else str(attribute)
        if match := _ATTRIBUTE.search(text):
            return match[1] or ""
    return None


@cache
def _bitcode(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


_defined: dict[str, frozenset[str]] = {}
"""Maps the path of a library to the names that it defines."""


def _link(llvm: Any, module: Any, context: Any, path: str) -> None:
    """
    Links the library at `path` into `module`. Its definitions become local, so that LLVM
    removes the unused ones.

    Raises `RuntimeError` when the library is not bitcode or is for another machine.
    """
    try:
        library = llvm.parse_bitcode(_bitcode(path), context)
    except (OSError, RuntimeError) as error:
        raise RuntimeError(f"device library '{path}': {error}") from error
    machine = module.triple.partition("-")[0]
    if library.triple.partition("-")[0] != machine:
        raise RuntimeError(
            f"device library '{path}' is for '{library.triple}', not for {machine}"
        )
    library.triple = module.triple
    library.data_layout = module.data_layout
    if (defined := _defined.get(path)) is None:
        symbols = (*library.functions, *library.global_variables)
        names = {symbol.name for symbol in symbols if not symbol.is_declaration}
        defined = _defined[path] = frozenset(names)
    module.link_in(library)
    # LLVM does not link unused `linkonce` definitions.
    for symbol in (*module.functions, *module.global_variables):
        if symbol.name in defined and not symbol.is_declaration:
            symbol.linkage = "internal"


def _link_weak(llvm: Any, module: Any, context: Any, text: str) -> None:
    """
    Links the LLVM IR `text` into `module`. Its definitions stay, though nothing calls them yet,
    and other definitions of their names take their place.
    """
    library = llvm.parse_assembly(text, context)
    library.triple, library.data_layout = module.triple, module.data_layout
    for function in library.functions:
        if not function.is_declaration:
            function.linkage = "weak_any"
    module.link_in(library)


def remove_unused(llvm: Any, machine: Any, module: Any) -> None:
    """Removes the definitions and declarations without a use."""
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    builder = llvm.create_pass_builder(machine, options)
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.run(module, builder)


@cache
def _machine(llvm: Any, triple: str, cpu: str, features: str, level: int) -> Any:
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=level)


_NOINLINE = re.compile(r"\bnoinline\b ?")
_GROUP = re.compile(r"^attributes #(\d+) = \{(.*)\}$", re.MULTILINE)
_KERNEL_GROUP = re.compile(
    r"^(define [^@\n]*\bamdgpu_kernel\b[^\n]*\) [^#\n]*#)(\d+)", re.MULTILINE
)
_KEPT = re.compile(rf'"{KEPT_INPUTS}"(?:="([^"]*)")?')


def _inlined(llvm: Any, module: Any, context: Any, kernels: Any) -> Any:
    """
    Marks every function of `module` except the kernels to be inlined, which LLVM does at
    each level, and returns the module.
    """
    inner = [f for f in module.functions if not f.is_declaration]
    inner = [f for f in inner if f.name not in kernels]
    if not inner:
        return module
    text = str(module)
    if _NOINLINE.search(text):
        names = {f.name for f in inner}
        module = llvm.parse_assembly(_NOINLINE.sub("", text), context)
        inner = [f for f in module.functions if f.name in names]
    for function in inner:
        function.add_function_attribute("alwaysinline")
    return module


def _with_inputs(llvm: Any, module: Any, context: Any) -> Any:
    """
    Returns `module` with kernels that keep their listed inputs: LLVM would otherwise leave
    out the registers of unused inputs.
    """
    text = str(module)
    groups = {number: body for number, body in _GROUP.findall(text)}
    added: dict[str, str] = {}

    def regroup(match: re.Match[str]) -> str:
        body = groups[match[2]]
        kept = _KEPT.search(body)
        if kept is None:
            return match[0]
        for name in filter(None, (kept[1] or "").split(",")):
            body = body.replace(f'"amdgpu-no-{name}" ', "")
        number = added.setdefault(body, str(len(groups) + len(added)))
        return match[1] + number

    text = _KERNEL_GROUP.sub(regroup, text)
    text += "".join(f"\nattributes #{n} = {{{b}}}" for b, n in added.items())
    return llvm.parse_assembly(text, context)


_PHI = re.compile(r" = phi (i\d+|double|ptr(?: addrspace\(\d+\))?) \[")
_LITERAL = re.compile(
    r"\[ (?:inttoptr \(i64 )?(-?\d[-+.\de]*|0x[\dA-F]+)(?: to ptr[^,]*)?, "
)
_HIDE = "i64 @llvm.amdgcn.readfirstlane.i64(i64"


def _cut_parts(number: str, width: int) -> dict[int, int]:
    """
    The parts of 64 bits, as signed integers by their place, of a number in LLVM IR of which
    `s_mov_b64` loses half.
    """
    if number.lstrip("-").isdigit():
        # Fewer than 64 bits have zeros above them, the last 32 another instruction.
        places = range(0, width - 32, 64) if width >= 64 else ()
        parts = [int(number) >> at & 2**64 - 1 for at in places]
        signed = enumerate(part - (part >> 63 << 64) for part in parts)
        return {i: part for i, part in signed if -(2**31) <= part < -16}
    if number.startswith("0x"):
        data = int(number, 16).to_bytes(8)
    elif abs(float(number)) in (0.5, 1, 2, 4):
        # An instruction has them without a literal.
        return {}
    else:
        data = struct.pack(">d", float(number))
    cut = any(data) and not any(data[4:])
    return {0: int.from_bytes(data, signed=True)} if cut else {}


def _hiding(number: str, type_: str) -> dict[str, str]:
    """
    The instructions, by the name of the result, that make a number of `type_` without its literals
    that are cut; the last one is the number. None if there are none.
    """
    width = int(type_[1:]) if type_[0] == "i" else 64
    parts = _cut_parts(number, width)
    made = {f'%"literal {part}"': f"call {_HIDE} {part})" for part in parts.values()}
    if not made or width == 64:
        cast_ = "inttoptr" if "ptr" in type_ else "bitcast"
        casts = {
            f'%"literal {parts[0]} as {type_}"': f"{cast_} i64 {name} to {type_}"
            for name in made
        }
        return made | casts
    count = -(-width // 64)
    whole = [f"i64 {int(number) >> 64 * i & 2**64 - 1}" for i in range(count)]
    vector, last = f"<{count} x i64>", f"<{', '.join(whole)}>"
    for i, part in parts.items():
        name = f'%"literal {number}, {i}"'
        made[name] = f'insertelement {vector} {last}, i64 %"literal {part}", i32 {i}'
        last = name
    made[f'%"literal {number} of {count}"'] = (
        f"bitcast {vector} {last} to i{64 * count}"
    )
    if width % 64:
        made[f'%"literal {number} as {type_}"'] = (
            f'trunc i{64 * count} %"literal {number} of {count}" to {type_}'
        )
    return made


def hide_literals(text: str) -> str:
    """
    Returns LLVM IR for amdgcn without the literals in phis that LLVM up to 22 cuts. Where a
    uniform phi and a divergent one have the same literal, they share its register, and LLVM moves
    it to scalar registers by `s_mov_b64`, which has 32 bits of it (llvm/llvm-project#200576).
    `readfirstlane` hides it; of a constant it takes no instruction.
    """
    lines: list[str] = []
    hidden: dict[str, str] = {}
    entry = 0
    for line in text.split("\n"):
        if line.startswith("define "):
            entry = len(lines) + 1
        elif match := _PHI.search(line):

            def hide(found: re.Match[str], type_: str = match[1]) -> str:
                made = _hiding(found[1], type_)
                hidden.update(made)
                return f"[ {[*made][-1]}, " if made else found[0]

            line = _LITERAL.sub(hide, line)
        elif line == "}" and hidden:
            # After the label, if there is one.
            entry += not lines[entry].startswith(" ")
            lines[entry:entry] = [f"  {name} = {op}" for name, op in hidden.items()]
            hidden.clear()
        lines.append(line)
    result = "\n".join(lines)
    if result != text and f"declare {_HIDE})" not in text:
        result += f"declare {_HIDE})\n"
    return result


_state = {"amdgcn": False}
"""State of this process: true after the options for amdgcn were set."""


def _fold_branches(llvm: Any, amdgcn: bool) -> None:
    """Sets LLVM's options for branches; they stay set for the process."""
    if amdgcn != _state["amdgcn"]:
        _state["amdgcn"] = amdgcn
        for name, (there, elsewhere) in _FOLDED.items():
            llvm.set_option("", f"-{name}={there if amdgcn else elsewhere}")


def compile_ir(llvm: Any, request: dict[str, Any]) -> dict[str, Any]:
    """
    Optimises and emits one module; `llvm` is `llvmlite.binding`.

    Raises `RuntimeError` when LLVM rejects the text or the module.
    """
    level: int = request["level"]
    _fold_branches(llvm, request["triple"].startswith("amdgcn"))
    for option in request["options"]:
        llvm.set_option("", option)
    context = llvm.create_context()
    module = llvm.parse_assembly(request["ir"], context)
    machine = _machine(
        llvm, *(request[key] for key in ("triple", "cpu", "features", "code_level"))
    )
    module.triple = request["triple"]
    module.data_layout = str(machine.target_data)
    module.verify()
    names = kernel_names(request["ir"])
    if libraries := request["libraries"]:
        for path in libraries:
            _link(llvm, module, context, path)
        remove_unused(llvm, machine, module)
        module.verify()
    for text in request["weak"]:
        _link_weak(llvm, module, context, text)
    if request["closed"] and (
        undefined := _undefined(module, request.get("slots", ""))
    ):
        return {"undefined": "; ".join(undefined)}
    kernels = {name: _hidden(module.get_function(name)) for name in names}
    if request["internalize"] and kernels:
        for function in module.functions:
            if not function.is_declaration and function.name not in kernels:
                function.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    # As Clang does.
    options.slp_vectorization = level > 1
    builder = llvm.create_pass_builder(machine, options)
    if request.get("one_piece"):
        module = _inlined(llvm, module, context, kernels)
    builder.getModulePassManager().run(module, builder)
    if KEPT_INPUTS in request["ir"]:
        module = _with_inputs(llvm, module, context)
    answer: dict[str, Any] = {"kernels": kernels}
    kinds: list[str] = request["kinds"]
    if "llvm-ir" in kinds:
        answer["llvm-ir"] = str(module)
    if request["triple"].startswith("amdgcn") and kinds != ["llvm-ir"]:
        text = str(module)
        if (hidden := hide_literals(text)) != text:
            module = llvm.parse_assembly(hidden, context)
    for kind in kinds:
        if kind == "llvm-ir":
            continue
        # Emission runs passes on the module, and a second emission of the same module
        # aborts. The last emission uses a copy too: a copy has its uses in another order,
        # which changes instruction selection, and assembly and object must be the same
        # code.
        emit = machine.emit_assembly if kind == "asm" else machine.emit_object
        answer[kind] = emit(module.clone())
    return answer


def read_message(stream: BinaryIO) -> Any:
    """
    The next message.

    Raises `EOFError` when the other process has closed the pipe.
    """
    header = stream.read(4)
    if len(header) < 4:
        raise EOFError
    size = int.from_bytes(header, "little")
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return marshal.loads(data)


def write_message(stream: BinaryIO, message: Any) -> None:
    """Writes `message` after its length in four bytes, as `read_message` expects it."""
    data = marshal.dumps(message)
    stream.write(len(data).to_bytes(4, "little") + data)
    stream.flush()


def _limit(seconds: float) -> None:
    """
    Ends this process, by a signal, after `seconds` more of processor time; 0: no limit.
    """
    import signal

    signal.setitimer(signal.ITIMER_PROF, seconds)


def _end_with(parent: int) -> None:
    """
    Ends this process when `parent` has ended, also while LLVM works: the pipe is read only
    between requests.
    """
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    """Serves requests until the parent closes the pipe, or ends."""
    import resource
    import signal

    _thread.start_new_thread(_end_with, (os.getppid(),))
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    requests = sys.stdin.buffer
    # LLVM may print to standard output; only answers may go to the parent.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        sys.path[:] = read_message(requests)
        import llvmlite.binding  # pyright: ignore[reportMissingTypeStubs]

        llvm = cast(Any, llvmlite.binding)
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        for option in FAULTS:
            llvm.set_option("", option)
        while True:
            request = read_message(requests)
            _limit(request.get("seconds", 0))
            try:
                # A service is imported by name when it is requested, because this module
                # must not depend on higher layers.
                service: str | None = request.get("service")
                serve = import_module(service).serve if service else compile_ir
                answer = serve(llvm, request)
            except RuntimeError as error:
                answer = {"error": str(error)}
            _limit(0)
            write_message(answers, answer)
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    main()

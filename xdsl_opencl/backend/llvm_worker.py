"""
The child process in which LLVM runs; `backend.codegen` starts it and talks to it.

LLVM aborts on many faults of its input (`LLVM ERROR: Cannot select`). Here
that costs one child, whose standard error the parent reads. Requests and answers are
`marshal`ed dictionaries of plain values, each behind its length in four bytes; the
first message is the parent's `sys.path`. Nothing here imports xDSL, so that a start
costs little more than loading LLVM.

A request with `service`, the name of a module, is answered by `serve(llvm, request)` of
that module, where `llvm` is `llvmlite.binding`. Every other compiles:

Request: `ir`, `triple`, `cpu`, `features` (strings), `level` of the optimiser and
`code_level` of code generation (0 to 3), `kinds` (a list of `llvm-ir`, `asm`, `object`),
`internalize`, `closed` (bools; closed: an undefined symbol is an error), `libraries`
(paths of bitcode that defines what the module lacks), `options` (of LLVM's commands; they
hold for all later requests too), `slots` (start of the names of variables that a loader
defines; empty: there are none), `one_piece` (bool: each kernel is one function, without
calls). Answer: `error` or `undefined` (strings), or the wanted
kinds, and `kernels`: name to the value of `HIDDEN_ARGUMENTS` or `None`.
"""

from __future__ import annotations

import _thread
import marshal
import os
import re
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
"""A kernel's definition in LLVM IR text; its name is quoted (group 1) or not (2)."""

HIDDEN_ARGUMENTS = "opencl-hidden-arguments"
"""
A kernel's LLVM string attribute: the hidden arguments that it reads, separated by commas
(`hidden_group_size_x,hidden_grid_dims`); empty for none. LLVM itself ignores it.
"""

KEPT_INPUTS = "opencl-kept-inputs"
"""
A kernel's LLVM string attribute: the inputs that have registers, needed or not, separated
by commas (`dispatch-ptr`).
"""

_FOLDED = {
    "bonus-inst-threshold": (8, 1),
    "phi-node-folding-threshold": (8, 2),
    "two-entry-phi-node-folding-threshold": (12, 4),
}
"""
LLVM's options to how many instructions it executes in vain rather than branch: on amdgcn,
where branches that lanes take or not cost several instructions each, and its defaults.
"""

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


def _is_resolved(function: Any) -> bool:
    return not function.is_declaration or function.name.startswith("llvm.")


def _undefined(module: Any, slots: str) -> list[str]:
    """
    Returns the names that code refers to and nobody defines, as `'name' (used by
    'user', ...)`.

    LLVM accepts such an amdgcn module and leaves an undefined symbol in the object.
    """
    missing = {f.name for f in module.functions if not _is_resolved(f)}
    for variable in module.global_variables:
        # Local memory whose size the host gives is declared, never defined.
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
                # The text names operands, metadata and constant expressions alike.
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
"""Path of a library to the names that it defines."""


def _link(llvm: Any, module: Any, context: Any, path: str) -> None:
    """
    Links the library at `path` into `module`; what it defines becomes local, so that the
    unused part is removed.

    Raises `RuntimeError` when it is not bitcode or is for another machine.
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
    # LLVM leaves out what is `linkonce` there and not needed.
    for symbol in (*module.functions, *module.global_variables):
        if symbol.name in defined and not symbol.is_declaration:
            symbol.linkage = "internal"


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
    Returns `module` with every function but the kernels marked to be inlined, which LLVM
    does at each level.
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
    Returns `module` with kernels that have the inputs that they are said to keep: LLVM
    finds that they do not need some, and would leave out their registers.
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


_state = {"amdgcn": False}
"""The options of this process: true after those for amdgcn."""


def _fold_branches(llvm: Any, amdgcn: bool) -> None:
    """Sets LLVM's options for branches, which hold for the process."""
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
    for kind in kinds:
        if kind == "llvm-ir":
            continue
        # Emission runs passes on the module, and a second one aborts. The last one has a
        # copy too: uses are in another order there, which changes what LLVM selects, and
        # assembly and object are to be the same code.
        emit = machine.emit_assembly if kind == "asm" else machine.emit_object
        answer[kind] = emit(module.clone())
    return answer


def read_message(stream: BinaryIO) -> Any:
    """
    The next message.

    Raises `EOFError` when the other side is gone.
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


def _no_core_file() -> None:
    try:
        import resource
    except ImportError:  # not a Unix
        return
    resource.setrlimit(
        resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1])
    )


def _end_with(parent: int) -> None:
    """
    Ends this process when `parent` has ended, also while LLVM works: it reads the pipe only
    when it has answered.
    """
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    """Serves requests until the parent closes the pipe, or ends."""
    import signal

    _thread.start_new_thread(_end_with, (os.getppid(),))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _no_core_file()
    requests = sys.stdin.buffer
    # LLVM may print; only answers go to the parent.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        sys.path[:] = read_message(requests)
        import llvmlite.binding  # pyright: ignore[reportMissingTypeStubs]

        llvm = cast(Any, llvmlite.binding)
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        while True:
            request = read_message(requests)
            try:
                # A service is imported when it is asked for, by its name: this module
                # knows nobody above it.
                service: str | None = request.get("service")
                serve = import_module(service).serve if service else compile_ir
                answer = serve(llvm, request)
            except RuntimeError as error:
                answer = {"error": str(error)}
            write_message(answers, answer)
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    main()

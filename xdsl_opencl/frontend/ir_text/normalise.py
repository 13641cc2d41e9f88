"""
Converts any LLVM IR that LLVM accepts to text that our reader accepts.

LLVM (llvmlite's) parses and checks it, promotes variables to values, and prints it. The promotion
is needed, because values of OpenCL's own types (images, events) cannot be in memory. It also
removes most of a module: unoptimised C keeps all variables in memory.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.frontend.file_kinds import SPIRV_MESSAGE, is_spirv
from xdsl_opencl.frontend.ir_text.llvm_errors import line_of, rejection
from xdsl_opencl.frontend.ir_text.typed_pointers import has_typed_pointers, upgrade

# llvmlite has no types.
llvm: Any = import_module("llvmlite.binding")

_DEVICE_TRIPLES = ("spir", "amdgcn", "r600")

_WAIT = re.compile(
    r"^(?P<indent> +)(?:tail )?call spir_func void @_Z17wait_group_events[iP]\w*"
    r"\(i32 (?:noundef )?(?P<count>\d+), (?P<type>ptr(?: addrspace\(4\))?) "
    r"(?:\w+ )*(?P<pointer>%[-\w$.]+)\)(?:.*?(?P<place>, !dbg !\d+))?.*$",
    re.MULTILINE,
)
_PROCESSOR = re.compile(r' "(?:target-cpu|target-features|tune-cpu)"="[^"]*"')
"""A function's processor may make this machine's target abort; the reader does not need it."""
_PROCESSOR_NAME = re.compile(r"target-cpu|target-features|tune-cpu")
# A group of attributes may not become empty; the reader drops this one.
_OTHER_ATTRIBUTE = ' "frame-pointer"="all"'
_EVENT = 'target("spirv.Event")'
_MOST_EVENTS = 64
_WAIT_VALUES = "__opencl_wait_group_events"


def _wait_by_value(text: str) -> str:
    """
    `wait_group_events(n, list)` with a constant n as a call that takes the events' values,
    so that the list, and the events with it, need not be in memory.
    """
    if "wait_group_events" not in text:
        return text
    number = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal number
        count = int(match["count"])
        if not 0 < count <= _MOST_EVENTS:
            return match[0]
        indent, pointer, type_ = match["indent"], match["pointer"], match["type"]
        place = match["place"] or ""
        lines: list[str] = []
        arguments: list[str] = []
        for index in range(count):
            base = f"%.event{number}"
            number += 1
            address = pointer
            if index:
                address = f"{base}.address"
                lines.append(
                    f"{indent}{address} = getelementptr inbounds {_EVENT}, {type_} "
                    f"{pointer}, i64 {index}{place}"
                )
            lines.append(
                f"{indent}{base} = load {_EVENT}, {type_} {address}, align 8{place}"
            )
            arguments.append(f"{_EVENT} {base}")
        lines.append(
            f"{indent}call void ({_EVENT}, ...) @{_WAIT_VALUES}({', '.join(arguments)})"
            f"{place}"
        )
        return "\n".join(lines)

    replaced = _WAIT.sub(replace, text)
    if number:
        replaced += f"\ndeclare void @{_WAIT_VALUES}({_EVENT}, ...)\n"
    return replaced


_KERNEL_CALL = re.compile(
    r"\bcall [^@\n]*\b(?:spir|amdgpu)_kernel [^@\n]*@(?P<name>\"[^\"]*\"|[-\w$.]+)\("
)
_DEFINITION = r"^(define [^@\n]*)\b(?:spir|amdgpu)_kernel ([^@\n]*@{})(?=\()"


def _kernel_calls(text: str) -> str:
    """
    Turns called kernels into functions with the name that Clang 21 and later give to the body of a
    kernel: LLVM does not accept calls of kernels. The reader turns them into kernels again.
    """
    if "call spir_kernel" not in text and "call amdgpu_kernel" not in text:
        return text
    for name in {match["name"] for match in _KERNEL_CALL.finditer(text)}:
        bare = name.strip('"')
        quote = '"' if name.startswith('"') else ""
        body = f"{quote}{KERNEL_BODY_PREFIX}{bare}{quote}"
        text = re.sub(rf"@{re.escape(name)}(?![-\w$.])", f"@{body}", text)
        definition = _DEFINITION.format(re.escape(body))
        text = re.sub(definition, r"\1spir_func \2", text, flags=re.MULTILINE)
    return re.sub(
        r"\bcall ([^@\n]*)\b(?:spir|amdgpu)_kernel ", r"call \1spir_func ", text
    )


@cache
def _machine() -> Any:
    """LLVM's passes need a target machine; SROA does not use it."""
    llvm.initialize_native_target()
    return llvm.Target.from_default_triple().create_target_machine()


def _promote(module: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    builder = llvm.create_pass_builder(_machine(), options)
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


_KERNEL_DEFINITION = re.compile(
    r"^define [^@\n]*\b(?:spir|amdgpu)_kernel [^@\n]*@(?P<name>\"[^\"]*\"|[-\w$.]+)\(",
    re.MULTILINE,
)


def _strip(module: Any, text: str) -> None:
    """
    Removes the functions that no kernel of `module` reaches, and variables of those alone.
    `text` is the module's.
    """
    kernels = {m["name"].strip('"') for m in _KERNEL_DEFINITION.finditer(text)}
    linkages = {
        function.name: function.linkage
        for function in module.functions
        if function.name not in kernels
        and not function.is_declaration
        and not function.name.startswith(KERNEL_BODY_PREFIX)
    }
    for name in linkages:
        module.get_function(name).linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(_machine(), options))
    for function in module.functions:
        if (linkage := linkages.get(function.name)) is not None:
            function.linkage = linkage


def _parameters(function: Any) -> list[str]:
    """The types of the parameters, all pointers alike."""
    return [str(argument.type).partition(" ")[0] for argument in function.arguments]


def _join_bodies(module: Any) -> None:
    """
    Puts the bodies of amdgcn's kernels into the kernels whose arguments they take in another form:
    a small structure comes to a function in pieces (clang, `AMDGPUABIInfo::classifyArgumentType`).
    The reader merges the other bodies into the kernel itself.
    """
    functions = {f.name: f for f in module.functions if not f.is_declaration}
    split = [
        body
        for name, body in functions.items()
        if name.startswith(KERNEL_BODY_PREFIX)
        and (kernel := functions.get(name.removeprefix(KERNEL_BODY_PREFIX))) is not None
        and str(kernel.global_value_type) != str(body.global_value_type)
        and _parameters(kernel) != _parameters(body)
    ]
    if not split:
        return
    for body in split:
        body.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.run(module, llvm.create_pass_builder(_machine(), options))


def check_triple(triple: str, source: str, ir: str | bytes = b"") -> None:
    """Raises `FrontendError`, at its line in `ir`, for a triple that is not an OpenCL device's."""
    if triple and not triple.startswith(_DEVICE_TRIPLES):
        line = None if isinstance(ir, bytes) else line_of(r"^[ \t]*target\s+triple", ir)
        where = source if line is None else f"{source}:{line}"
        raise FrontendError(
            f"{where}: error: LLVM IR for '{triple}' is not for an OpenCL device; "
            "compile it for spir64 (clang -x cl -target spir64-unknown-unknown)"
        )


def normalise(
    ir: str | bytes, source: str, *, promote: bool = True, strip: bool = False
) -> str:
    """
    Returns `ir`, text or bitcode, as text printed by LLVM; with `strip`, without the functions
    that no kernel reaches.

    Raises `FrontendError` for IR that LLVM rejects, for IR of a CPU, and for SPIR-V.
    """
    if isinstance(ir, bytes) and is_spirv(ir):
        raise FrontendError(f"{source}: error: {SPIRV_MESSAGE}")
    try:
        if isinstance(ir, str):
            if has_typed_pointers(ir):
                ir = upgrade(ir, source)
            text = _kernel_calls(_wait_by_value(ir))
            if promote:
                text = _PROCESSOR.sub(_OTHER_ATTRIBUTE, text)
            module: Any = llvm.parse_assembly(text)
        else:
            module = llvm.parse_bitcode(ir)
            text = str(module)
            if text != (called := _kernel_calls(text)):
                module = llvm.parse_assembly(called)
        module.verify()
    except RuntimeError as error:
        raise FrontendError(rejection(str(error), ir, source)) from None
    except UnicodeDecodeError as error:
        # LLVM cuts its quotes, even in the middle of a character.
        message = error.object.decode("utf-8", "replace")
        raise FrontendError(rejection(message, ir, source)) from None
    check_triple(str(module.triple), source, ir)
    if not promote:
        return str(module)
    if _PROCESSOR_NAME.search(text) is not None:
        # Not in LLVM's spelling, or from bitcode.
        module = llvm.parse_assembly(_PROCESSOR.sub(_OTHER_ATTRIBUTE, str(module)))
    if str(module.triple).startswith("amdgcn"):
        _join_bodies(module)
    if strip:
        _strip(module, text)
    _promote(module)
    return str(module)


def serve(_: object, request: dict[str, Any]) -> dict[str, Any]:
    """
    The answer of `backend.llvm.llvm_worker`'s child: `text`, or why the input is `refused`.
    """
    try:
        text = normalise(
            request["ir"],
            request["source"],
            promote=request["promote"],
            strip=request["strip"],
        )
    except FrontendError as error:
        return {"refused": str(error)}
    return {"text": text}

"""
Compiles machine code for the host, in the child process of `backend.llvm.llvm_worker`: a failed
assertion in one of LLVM's passes must not end the program that runs a kernel.

Request: `service` (this module), `ir` (LLVM IR text), `level` (0 to 3, `CHEAP` or `QUICK`), `libraries` (LLVM IR
texts of functions that the module may call, each with an attribute for these functions or an
empty string), `facts` (the number that `LAUNCH_FACTS` is), `elements` (true: combine scalar code
to vectors), `elsewhere` (names of functions that other objects define), `apart` (texts of libraries that get
objects of their own). Answer: `object` and `apart` (a list of objects), or `undefined` (a list of
names), or `error`.
"""

from __future__ import annotations

import ctypes.util
from functools import cache
from typing import Any

from xdsl_opencl.abi.cpu.host_features import usable
from xdsl_opencl.abi.cpu.host_launch import GROUPS_SUFFIX, LAUNCH_FACTS
from xdsl_opencl.backend.llvm.llvm_worker import remove_unused

CHEAP = -1
"""The level of code that is soon there: only what no launch of these facts reaches is removed."""
QUICK = -2
"""The same with values in registers: made in thrice the time, gemm takes a quarter of the time."""
_CHEAP_PASSES = ("ipsccp", "simplify_cfg", "sroa")


@cache
def prepare(llvm: Any) -> None:
    """Loads the C libraries that kernels call; Python itself may not have loaded them."""
    for name, usual in {
        "m": "libm.so.6",
        "c": "libc.so.6",
        "gcc_s": "libgcc_s.so.1",
    }.items():
        try:
            llvm.load_library_permanently(usual)
        except RuntimeError:
            # Another system has other names; to find them takes a process each.
            if (library := ctypes.util.find_library(name)) is not None:
                llvm.load_library_permanently(library)


@cache
def processor(llvm: Any) -> tuple[str, str]:
    """LLVM's name of this processor, and the features that may be used."""
    return llvm.get_host_cpu_name(), usable(llvm.get_host_cpu_features())


def make_machine(llvm: Any, level: int) -> Any:
    """A target machine for just-in-time code."""
    name, features = processor(llvm)
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=name,
        features=features,
        opt=1 if level == QUICK else max(level, 0),
        jit=True,
        codemodel="jitdefault",
    )


_machine = cache(make_machine)


_PREFIX = "__xdsl_opencl_"
"""Prefix of the names of linked functions: LLVM treats C's functions specially by name."""


def link(llvm: Any, module: Any, text: str, attribute: str = "") -> None:
    """
    Links the functions of the LLVM IR `text` that `module` calls into it, with `attribute`.
    """
    library = llvm.parse_assembly(text)
    library.triple = module.triple
    library.data_layout = module.data_layout
    called = {f.name: f for f in module.functions if f.is_declaration}
    for function in library.functions:
        if function.is_declaration:
            continue
        # LLVM links only those `linkonce_odr` definitions that are called.
        function.linkage = "linkonce_odr"
        if attribute:
            function.add_function_attribute(attribute)
        name = function.name
        if name in called:
            called[name].name = _PREFIX + name
        function.name = _PREFIX + name
    module.link_in(library)


def compile_library(llvm: Any, text: str, level: int = 2) -> bytes:
    """
    The object of a library, LLVM IR which is optimised already and is known to compile; every
    function keeps its name.
    """
    machine = _machine(llvm, level)
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    return machine.emit_object(module)


def serve(llvm: Any, request: dict[str, Any]) -> dict[str, Any]:
    """
    Optimises and emits one module.

    Raises `RuntimeError` when LLVM rejects the text or the module.
    """
    level: int = request["level"]
    prepare(llvm)
    machine = _machine(llvm, level)
    module = llvm.parse_assembly(request["ir"])
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    for function in module.functions:
        # A kernel may have the name `memset`, and LLVM inserts calls of C's `memset`.
        if not function.is_declaration and not function.name.endswith(GROUPS_SUFFIX):
            function.linkage = "internal"
            function.name += ".own"
    if any(v.name == LAUNCH_FACTS for v in module.global_variables):
        text = f"@{LAUNCH_FACTS} = constant i32 {request['facts']}"
        facts = llvm.parse_assembly(text)
        facts.triple, facts.data_layout = module.triple, module.data_layout
        module.link_in(facts)
        module.get_global_variable(LAUNCH_FACTS).linkage = "internal"
    if request["libraries"]:
        # Unused declarations would be linked, too.
        remove_unused(llvm, machine, module)
    for text, attribute in request["libraries"]:
        link(llvm, module, text, attribute)
    undefined = [
        function.name
        for function in module.functions
        if function.is_declaration
        and not function.name.startswith("llvm.")
        and function.name not in request["elsewhere"]
        and not llvm.address_of_symbol(function.name)
    ]
    # Our code never uses a variable of this process.
    undefined += [v.name for v in module.global_variables if v.is_declaration]
    if undefined:
        return {"undefined": undefined}
    if level < 0:
        options = llvm.create_pipeline_tuning_options(speed_level=0)
        passes = llvm.create_new_module_pass_manager()
        for name in _CHEAP_PASSES:
            getattr(passes, f"add_{name}_pass")()
        passes.run(module, llvm.create_pass_builder(machine, options))
        return {"object": machine.emit_object(module), "apart": []}
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = True
    # Loops go over work items. Straight-line code seldom has more to vectorise, and the
    # search takes up to half of the whole time.
    options.slp_vectorization = request["elements"]
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return {
        "object": machine.emit_object(module),
        "apart": [compile_library(llvm, text) for text in request["apart"]],
    }

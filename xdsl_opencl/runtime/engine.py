"""
Machine code for this machine: LLVM IR text in, addresses of functions out.

llvmlite compiles in this process; the IR comes from our own printer and was verified, and
the host's code generator, unlike a GPU's, has no instruction that it cannot select.
"""

from __future__ import annotations

import ctypes.util
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from xdsl_opencl.cache import content_key, read_entry, write_entry
from xdsl_opencl.runtime.errors import RuntimeFailure

# llvmlite has no type annotations.
_llvm: Any = import_module("llvmlite.binding")


@cache
def _prepare() -> None:
    _llvm.initialize_native_target()
    _llvm.initialize_native_asmprinter()
    # Kernels call the C library's mathematics, which Python itself need not have loaded.
    for name in ("m", "c", "gcc_s"):
        if (library := ctypes.util.find_library(name)) is not None:
            _llvm.load_library_permanently(library)


def _new_machine(level: int) -> Any:
    _prepare()
    return _llvm.Target.from_default_triple().create_target_machine(
        cpu=_llvm.get_host_cpu_name(),
        features=_llvm.get_host_cpu_features().flatten(),
        opt=level,
        jit=True,
        codemodel="jitdefault",
    )


_machine = cache(_new_machine)
"""For compiling: an execution engine takes the machine that it is given for its own."""

_IMAGE_FUNCTIONS = "@__xdsl_opencl_"


@cache
def _image_text() -> str:
    return (Path(__file__).parent / "lib" / "image.ll").read_text()


def _image_library(machine: Any) -> Any:
    """
    The image functions (`lib/image.c`) as a module of this machine's layout.
    """
    library = _llvm.parse_assembly(_image_text())
    library.triple = machine.triple
    library.data_layout = str(machine.target_data)
    for function in library.functions:
        # Definitions that are only ours may be dropped when they are not called.
        if not function.is_declaration:
            function.linkage = "linkonce_odr"
    return library


def _key(ir: str, level: int) -> str:
    machine = (_llvm.get_host_cpu_name(), _llvm.get_host_cpu_features().flatten())
    images = _image_text() if _IMAGE_FUNCTIONS in ir else ""
    return content_key(ir, str(level), version("llvmlite"), *machine, images)


class Engine:
    """
    A compiled module; its functions live as long as this object.
    """

    def __init__(self, ir: str, level: int = 3):
        """
        Compiles `ir` at LLVM's optimisation level `level`, or takes the machine code from
        the cache.

        Raises `RuntimeFailure` when LLVM refuses the IR or a function has no definition.
        """
        machine = _machine(level)
        entry = f"{_key(ir, level)}.o"
        if (code := read_entry(entry)) is None:
            code = self._compile(ir, machine, level)
            write_entry(entry, code)
        # The engine wants a module of its own to begin with.
        empty = _llvm.parse_assembly("")
        empty.triple = machine.triple
        self._engine = _llvm.create_mcjit_compiler(empty, _new_machine(level))
        self._engine.add_object_file(_llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def _compile(self, ir: str, machine: Any, level: int) -> bytes:
        try:
            module = _llvm.parse_assembly(ir)
            module.triple = machine.triple
            module.data_layout = str(machine.target_data)
            module.verify()
        except RuntimeError as error:
            raise RuntimeFailure(f"LLVM refuses the kernel: {error}") from None
        if _IMAGE_FUNCTIONS in ir:
            module.link_in(_image_library(machine))
        for function in module.functions:
            name = str(function.name)
            if function.is_declaration and not name.startswith("llvm."):
                if not _llvm.address_of_symbol(name):
                    raise RuntimeFailure(f"function '{name}' has no definition")
        options = _llvm.create_pipeline_tuning_options(speed_level=level)
        options.loop_vectorization = True
        options.slp_vectorization = True
        builder = _llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        return bytes(machine.emit_object(module))

    def address(self, name: str) -> int:
        """
        The address of function `name`.

        Raises `RuntimeFailure` when there is none.
        """
        address = int(self._engine.get_function_address(name))
        if not address:
            raise RuntimeFailure(f"no function '{name}' in the compiled module")
        return address

"""
Programs: kernels by name, built for a device.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.abi.target import Target
from xdsl_opencl.files import read_elf_file
from xdsl_opencl.runtime.arguments import Value
from xdsl_opencl.runtime.devices import device_target, find_device
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.kernel import Built, Device, Kernel

if TYPE_CHECKING:
    from xdsl_opencl.runtime.host_functions import Host, HostFunction

__all__ = ["Kernel", "Program"]


def _take_host(
    module: ModuleOp,
    launch: Callable[[str, Sequence[int], Sequence[int], Sequence[Value]], None],
) -> Host | None:
    """
    Takes the functions that launch kernels from `module`; `None` if there are none.
    """
    functions = [op for op in module.ops if op.name == "func.func"]
    launching = [
        op
        for op in functions
        if any(inner.name == "opencl.launch" for inner in op.walk())
    ]
    if not launching:
        return None
    from xdsl.dialects import func

    from xdsl_opencl.runtime.host_functions import Host

    whole = module.clone()
    for op in launching:
        module.body.block.erase_op(op)
    copies = [op for op in whole.ops if isinstance(op, func.FuncOp)]
    return Host(copies, whole, launch)


class Program(Mapping[str, Kernel]):
    """
    A program built for a device: its kernels by name, also as attributes, where a kernel,
    or a function that launches some, comes before a method of its name.

    `Program.from_file("blur.cl")`, `Program.from_source(text)`,
    `Program.from_mlir(text)`, or from an opencl-level module, which is consumed.

    `device` is where it runs: the CPU, unless it names a GPU (`gfx1100`, with features
    `gfx90a:xnack+`, or a `Target`), whose machine code then runs on the emulator.
    """

    def __init__(
        self,
        module: ModuleOp,
        *,
        device: str | Target | Device = "",
        level: int = 3,
        check: bool = False,
        with_lines: Callable[[], ModuleOp] | None = None,
        log: str = "",
    ):
        """
        Builds `module`; LLVM optimises at `level`, 0 to 3, when a kernel first runs.
        `check`: a launch raises `CheckError` when the kernel reads or writes outside its
        memory, races, or waits at a barrier that not all work items reach; it is much
        slower. `with_lines` reads the program again, so that operations know their
        places: diagnostics ask for that. `log` is what reading the program printed.

        Raises the compiler's diagnostics, `AbiError` for a processor that does not exist,
        and `RuntimeFailure` for one that is not emulated.
        """
        from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr

        if level not in range(4):
            raise RuntimeFailure(
                f"there is no optimisation level {level!r}; use 0 to 3"
            )
        self._device = find_device(device)
        target = TargetAttr.from_target(self._device.target)
        module.attributes[TARGET_ATTRIBUTE] = target
        host = _take_host(module, self._launch)
        built = self._device.build(module, level=level, check=check)
        self._have(built, host, with_lines, log)

    def _have(
        self,
        built: Built,
        host: Host | None = None,
        with_lines: Callable[[], ModuleOp] | None = None,
        log: str = "",
    ) -> None:
        self._built = built
        self._kernels = built.kernels
        self._host = host
        self._with_lines = with_lines
        self._log = log

    def _launch(
        self,
        name: str,
        global_size: Sequence[int],
        local_size: Sequence[int],
        values: Sequence[Value],
    ) -> None:
        self[name](tuple(global_size), tuple(local_size) or None, *values)

    @property
    def functions(self) -> Mapping[str, HostFunction]:
        """
        The functions of the host that launch kernels (`opencl.launch`), by name.
        """
        return {} if self._host is None else self._host.functions

    @property
    def log(self) -> str:
        """
        Clang's warnings, as it prints them; empty if there are none.
        """
        return self._log

    @property
    def llvm_ir(self) -> str:
        """
        The text that LLVM gets.
        """
        return self._built.llvm_ir

    @staticmethod
    def from_file(
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        options: str = "",
        *,
        device: str | Target | Device = "",
        level: int = 3,
        check: bool = False,
    ) -> Program:
        """
        Builds an OpenCL C, LLVM IR or MLIR file with the options of `clBuildProgram`; or
        takes a code object (`.hsaco`) as it is, see `from_code_object`. Several files,
        OpenCL C and LLVM IR, are compiled one by one and linked.
        """
        from xdsl_opencl.runtime.load import load_files, load_module

        if not isinstance(path, str | os.PathLike):
            names = [os.fspath(one) for one in path]
            device = find_device(device)
            target = device_target(device)
            module, log = load_files(names, options, lines=check, target=target)
            return Program(
                module,
                device=device,
                level=level,
                check=check,
                with_lines=lambda: load_files(
                    names, options, lines=True, target=target
                )[0],
                log=log,
            )
        name = os.fspath(path)
        if (code := read_elf_file(name)) is not None:
            return Program.from_code_object(code, device=device, check=check)
        device = find_device(device)
        target = device_target(device)
        module, log = load_module(name, options, lines=check, target=target)
        return Program(
            module,
            device=device,
            level=level,
            check=check,
            with_lines=lambda: load_module(name, options, lines=True, target=target)[0],
            log=log,
        )

    @staticmethod
    def from_source(
        text: str | Sequence[str],
        options: str = "",
        *,
        device: str | Target | Device = "",
        level: int = 3,
        check: bool = False,
    ) -> Program:
        """
        Builds OpenCL C source with the options of `clBuildProgram`. Several texts are
        compiled one by one and linked; diagnostics call them `<source 1>` and so on.
        """
        from xdsl_opencl.runtime.load import load_source

        device = find_device(device)
        target = device_target(device)
        module, log = load_source(text, options, lines=check, target=target)
        return Program(
            module,
            device=device,
            level=level,
            check=check,
            with_lines=lambda: load_source(text, options, lines=True, target=target)[0],
            log=log,
        )

    @staticmethod
    def from_mlir(
        text: str,
        *,
        device: str | Target | Device = "",
        level: int = 3,
        check: bool = False,
    ) -> Program:
        """
        Builds an opencl-level module from its text.
        """
        from xdsl_opencl.runtime.load import parse_mlir

        module = parse_mlir(text, "<source>")
        return Program(module, device=device, level=level, check=check)

    @staticmethod
    def from_code_object(
        code: bytes, *, device: str | Target | Device = "", check: bool = False
    ) -> Program:
        """
        Takes AMD GPU machine code as a loader does, whoever made it: a code object
        (`.hsaco`) of ABI amdhsa. Its processor is in it; a `device` must agree with that.

        Raises `RuntimeFailure` for other files, and for a processor that is not emulated.
        """
        from xdsl_opencl.runtime.gpu import foreign_program

        program = Program.__new__(Program)
        wanted = find_device(device) if device else None
        program._device, built = foreign_program(code, wanted, check=check)
        program._have(built)
        return program

    def __getitem__(self, name: str) -> Kernel:
        if (kernel := self._kernels.get(name)) is None:
            raise KeyError(self._missing(name))
        if name in self._built.unusable:
            raise self._reason(name)
        return kernel

    def _reason(self, name: str) -> RuntimeFailure:
        """
        The reason why a kernel cannot be created, with its place in the program.
        """
        reason = self._built.unusable[name]
        if self._with_lines is None:
            return reason
        again = Program(self._with_lines(), device=self._device)
        return again._built.unusable.get(name, reason)

    def _missing(self, name: str) -> str:
        names = ", ".join(self._kernels) or "none"
        return f"the program has no kernel '{name}'; it has {names}"

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __getattribute__(self, name: str) -> Any:
        if name[:1] != "_":
            fields = object.__getattribute__(self, "__dict__")
            if name in fields.get("_kernels", ()):
                return self[name]
            host = fields.get("_host")
            if host is not None and name in host.functions:
                return host.functions[name]
        return object.__getattribute__(self, name)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Kernel: ...

    else:

        def __getattr__(self, name):
            if name[:1] == "_":
                raise AttributeError(name)
            raise AttributeError(self._missing(name))

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

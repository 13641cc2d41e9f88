"""Programs: kernels by name, built for a device."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast, overload

from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.files import read_code_file, read_input, write_output
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.ir.diagnostics import OperationError
from xdsl_opencl.runtime.arguments.argument_block import Value
from xdsl_opencl.runtime.checks.verify import verifying
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu.compiler import import_compiler
from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice
from xdsl_opencl.runtime.cpu.cpu_program import CpuProgram
from xdsl_opencl.runtime.cpu.forking import building
from xdsl_opencl.runtime.devices import (
    Wanted,
    device_target,
    find_device,
    find_devices,
)
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.kernel import Built, Kernel
from xdsl_opencl.runtime.program_binary import (
    BinaryError,
    Kind,
    ProgramBinary,
    read_binary,
    write_binary,
)
from xdsl_opencl.source import SourceFile, is_foreign

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.emulator.watch.profile import Profile
    from xdsl_opencl.frontend import BuildOptions
    from xdsl_opencl.frontend.load import Imported
    from xdsl_opencl.page.kernel_page import KernelPage
    from xdsl_opencl.runtime.interpreters.host_functions import Host, HostFunction

    Read = Callable[[BuildOptions], Imported]
    """Reads a program with options: a new module, and Clang's warnings."""

__all__ = ["Kernel", "Program", "Programs"]

Origin: TypeAlias = tuple["Callable[[], ModuleOp]", SourceFile]
"""How a program is read again, with places, and the text that it is read from."""
Devices: TypeAlias = Sequence[Wanted] | Mapping[str, Wanted]


def _take_host(
    module: ModuleOp,
    launch: Callable[[str, Sequence[int], Sequence[int], Sequence[Value]], None],
) -> Host | None:
    """
    Takes the functions that launch kernels, or only copy, from `module`; `None` if there are
    none.
    """
    if not any(op.name == "func.func" for op in module.ops):
        return None
    from xdsl.dialects.func import FuncOp

    from xdsl_opencl.runtime.interpreters.host_functions import Host, host_functions

    if not (names := host_functions(module)):
        return None
    whole = module.clone()
    for op in tuple(module.ops):
        if isinstance(op, FuncOp) and op.sym_name.data in names:
            module.body.block.erase_op(op)
    return Host(whole, launch)


class Program(Mapping[str, Kernel]):
    """
    A program built for a device: its kernels by name, also as attributes, where a
    kernel, or a function that launches kernels, takes precedence over a method of its
    name.

    `Program.from_file("blur.cl")`, `Program.from_source(text)`,
    `Program.from_mlir(text)`, or from an opencl-level module, which is consumed.

    `device` is where it runs: the CPU, unless it names a GPU (`gfx1100`, with features
    `gfx90a:xnack+`, or a `Target`), whose machine code then runs on the emulator.
    """

    def __init__(
        self,
        module: ModuleOp,
        *,
        device: Wanted = "",
        level: int = 3,
        check: bool = False,
        with_lines: Callable[[], ModuleOp] | None = None,
        log: str = "",
        later: Mapping[str, Callable[[], ModuleOp]] | None = None,
        origin: Origin | None = None,
    ):
        """
        Builds `module`; LLVM optimises at `level`, 0 to 3, when a kernel first runs.
        `check`: a launch raises `CheckError` when the kernel reads or writes outside
        its memory, races, or waits at a barrier that not all work items reach; it is
        much slower. `with_lines` reads the program again, so that operations know their
        places: diagnostics ask for that. `log` is Clang's output from reading the
        program; `later` as `frontend.load.Imported.later`, for the CPU device; `origin`
        is for `report`.

        Raises the compiler's diagnostics, `AbiError` for a processor that does not
        exist, and `RuntimeFailure` for one that is not emulated.
        """
        from xdsl_opencl.analysis.doubts import doubts
        from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr

        if level not in range(4):
            raise RuntimeFailure(
                f"there is no optimisation level {level!r}; use 0 to 3"
            )
        self._device = find_device(device)
        target = TargetAttr.from_target(self._device.target)
        module.attributes[TARGET_ATTRIBUTE] = target
        told = doubts(module)
        if told and with_lines is not None:
            again = with_lines()
            again.attributes[TARGET_ATTRIBUTE] = target
            told = doubts(again)
        host = _take_host(module, self._launch)
        try:
            if isinstance(self._device, CpuDevice):
                built = self._device.build(
                    module, level=level, check=check, later=later, again=with_lines
                )
            else:
                built = self._device.build(module, level=level, check=check)
        except OperationError as error:
            if with_lines is None or error.place is not None:
                raise
            # Raises the same error with its place in the program.
            Program(with_lines(), device=self._device, level=level, check=check)
            raise
        self._have(built, host, with_lines, log + told)
        self._level, self._origin = level, origin

    def _have(
        self,
        built: Built,
        host: Host | None = None,
        with_lines: Callable[[], ModuleOp] | None = None,
        log: str = "",
    ) -> None:
        self._built = built
        self._level, self._origin = 3, None
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
        The functions of the host that launch kernels (`opencl.launch`), or only copy, by
        name.
        """
        return {} if self._host is None else self._host.functions

    @property
    def log(self) -> str:
        """
        Clang's warnings, as it prints them, and those of this package; empty if there are
        none.
        """
        return self._log

    @property
    def llvm_ir(self) -> str:
        """The text that LLVM gets."""
        return self._built.llvm_ir

    def report(self, profile: Profile | None = None) -> KernelPage:
        """
        Returns a page about the kernels, which a notebook shows and `save(path)` writes: source,
        IR after each pass, machine code, registers; with the `profile` of a launch what each
        line did. A program from a module or several texts has its machine code only.

        Raises `RuntimeFailure` on the CPU device.
        """
        from xdsl_opencl.page.kernel_page import KernelPage
        from xdsl_opencl.runtime.gpu import GpuProgram, program_side

        if not isinstance(self._built, GpuProgram):
            raise RuntimeFailure(
                "a page shows the machine code of a GPU; build the program for one: "
                "device='gfx1100'"
            )
        module, source = None, SourceFile("program", "")
        if self._origin is not None:
            again, source = self._origin
            module = again()
            if source.path is not None:
                source = SourceFile.read(source.path)
        side = program_side(self._built, module, source, self._level, profile)
        return KernelPage((side,))

    @overload
    @staticmethod
    def from_file(
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        options: str = "",
        *,
        device: Wanted = "",
        level: int = 3,
        check: bool = False,
    ) -> Program: ...

    @overload
    @staticmethod
    def from_file(
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        options: str = "",
        *,
        devices: Devices,
        level: int = 3,
        check: bool = False,
    ) -> Programs: ...

    @staticmethod
    @building()
    def from_file(
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        options: str = "",
        *,
        device: Wanted = "",
        devices: Devices | None = None,
        level: int = 3,
        check: bool = False,
    ) -> Program | Programs:
        """
        Builds an OpenCL C, LLVM IR or MLIR file with the options of `clBuildProgram`; or
        takes a code object (`.hsaco`) as it is, see `from_code_object`. Several files,
        OpenCL C and LLVM IR, are compiled one by one and linked. With `devices` the
        program is read once and built for each of them.
        """
        from xdsl_opencl.frontend.load import load
        from xdsl_opencl.frontend.program_linking import load_several

        passes: str | None = None
        source: SourceFile | None = None
        if not isinstance(path, str | bytes | os.PathLike):
            names = [os.fsdecode(one) for one in path]
            sources = [SourceFile(name, "", name) for name in names]
            read = partial(load_several, sources)
        else:
            name = os.fsdecode(path)
            if (code := read_code_file(name)) is not None:
                if devices is not None:
                    raise RuntimeFailure(
                        f"{name}: a code object is for one processor; leave devices out"
                    )
                return Program.from_code_object(code, device=device, check=check)
            text = "" if is_foreign(name) else Path(name).read_text()
            passes = None if is_foreign(name) else ""
            source = SourceFile(name, text, name)
            read = partial(load, source)
        return _build(read, options, device, devices, level, check, passes, source)

    @overload
    @staticmethod
    def from_source(
        text: str | Sequence[str],
        options: str = "",
        *,
        device: Wanted = "",
        level: int = 3,
        check: bool = False,
    ) -> Program: ...

    @overload
    @staticmethod
    def from_source(
        text: str | Sequence[str],
        options: str = "",
        *,
        devices: Devices,
        level: int = 3,
        check: bool = False,
    ) -> Programs: ...

    @staticmethod
    @building()
    def from_source(
        text: str | Sequence[str],
        options: str = "",
        *,
        device: Wanted = "",
        devices: Devices | None = None,
        level: int = 3,
        check: bool = False,
    ) -> Program | Programs:
        """
        Builds OpenCL C source with the options of `clBuildProgram`. Several texts are
        compiled one by one and linked; diagnostics call them `<source 1>` and so on.
        `devices` as for `from_file`.
        """
        from xdsl_opencl.backend.llvm.llvm_child import start

        # LLVM's process loads meanwhile.
        start()
        from xdsl_opencl.frontend.load import load_source
        from xdsl_opencl.frontend.program_linking import load_several

        source: SourceFile | None = None
        if isinstance(text, str | bytes):
            read = partial(load_source, text)
            source = SourceFile("<source>", text)
        else:
            named = [SourceFile(f"<source {n}>", t) for n, t in enumerate(text, 1)]
            read = partial(load_several, named)
        return _build(read, options, device, devices, level, check, source=source)

    @overload
    @staticmethod
    def from_mlir(
        text: str,
        *,
        passes: str = "",
        device: Wanted = "",
        level: int = 3,
        check: bool = False,
    ) -> Program: ...

    @overload
    @staticmethod
    def from_mlir(
        text: str,
        *,
        passes: str = "",
        devices: Devices,
        level: int = 3,
        check: bool = False,
    ) -> Programs: ...

    @staticmethod
    @building()
    def from_mlir(
        text: str,
        *,
        passes: str = "",
        device: Wanted = "",
        devices: Devices | None = None,
        level: int = 3,
        check: bool = False,
    ) -> Program | Programs:
        """
        Builds an opencl-level module from its text, or what `passes` make of the text:
        `opencl-from-linalg` of programs of `linalg`. `devices` as for `from_file`.

        Raises `RuntimeFailure` for passes that do not exist, a module without kernels, and bytes.
        """
        from xdsl_opencl.frontend.load import load

        source = SourceFile("<source>", text)
        read = partial(load, source)
        return _build(read, "", device, devices, level, check, passes, source)

    @staticmethod
    def from_code_object(
        code: bytes | bytearray,
        *,
        device: Wanted = "",
        check: bool = False,
    ) -> Program:
        """
        Takes AMD GPU machine code of any compiler, as a loader does: a code object
        (`.hsaco`) of ABI amdhsa. Its processor is in it; a `device` must agree with
        that, and chooses among the code objects of a bundle.

        Raises `RuntimeFailure` for other files, for a path, and for a processor that is
        not emulated.
        """
        from xdsl_opencl.runtime.gpu import foreign_program, one_code_object

        given = cast(object, code)
        if not isinstance(given, bytes | bytearray):
            wrong = type(given).__name__
            if isinstance(given, str | os.PathLike):
                wrong = f"the path {os.fspath(given)!r}; use Program.from_file for that"
            raise RuntimeFailure(
                f"from_code_object takes the bytes of a code object, not {wrong}"
            )
        program = Program.__new__(Program)
        wanted = find_device(device) if device else None
        target = None if wanted is None else wanted.target
        one = one_code_object(bytes(code), target)
        program._device, built = foreign_program(one, wanted, check=check)
        program._have(built)
        return program

    def save(self, path: str | os.PathLike[str]) -> None:
        """
        Writes the program with its machine code to a file. `load` makes it again within
        milliseconds. The file is for this version of the package and, from the CPU
        device, for processors of this kind; it has the same form as a binary of the OpenCL
        driver. Variables of the program are not saved with their present values.

        Raises `OSError`, and `RuntimeFailure` for a program whose launches are checked or
        verified.
        """
        host = self._host
        binary = ProgramBinary(
            Kind.EXECUTABLE,
            self._built,
            log=self._log,
            functions=None if host is None else CompressedText(str(host.module)),
        )
        write_output(path, write_binary(binary))

    @staticmethod
    @building()
    def load(path: str | os.PathLike[str], *, device: Wanted = "") -> Program:
        """
        Makes the program of a file of `save`, or of a binary of the OpenCL driver. Its device
        is in it; a GPU as `device` must agree with that. The file is machine code, which a
        launch runs in this process: load none that a stranger may have written.

        Raises `OSError`, and `BinaryError`, a `RuntimeFailure`, for a damaged file and for one
        of another version, another processor, or another program.
        """
        wanted = find_device(device) if device else None

        def read_gpu(table: Mapping[str, Any]) -> Built:
            from xdsl_opencl.runtime.gpu import saved_program

            return saved_program(table, wanted)

        try:
            binary = read_binary(read_input(path), read_gpu)
            if binary.built is None:
                raise BinaryError(
                    "the program is not linked yet, or was built for checks"
                )
            if isinstance(binary.built, CpuProgram):
                if wanted is not None and not isinstance(wanted, CpuDevice):
                    raise BinaryError(
                        "the program was built for the CPU device; leave the device out"
                    )
                if verifying():
                    raise BinaryError(
                        "the file has one form of each kernel, so that launches cannot be "
                        "verified; build the program from its source"
                    )
        except BinaryError as error:
            raise BinaryError(f"{os.fspath(path)}: {error}") from None
        program = Program.__new__(Program)
        host = None
        if binary.functions is not None:
            from xdsl_opencl.frontend.ir_text.mlir_parser import parse_mlir

            module = parse_mlir(SourceFile(os.fspath(path), binary.functions.text))
            host = _take_host(module, program._launch)
        program._have(binary.built, host, log=binary.log)
        return program

    def __getitem__(self, name: str) -> Kernel:
        if (kernel := self._kernels.get(name)) is None:
            raise KeyError(self._missing(name))
        if name in self._built.unusable:
            raise self._reason(name)
        return kernel

    def _reason(self, name: str) -> RuntimeFailure:
        """The reason why a kernel cannot be created, with its place in the program."""
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


class Programs(Mapping[str, Program]):
    """
    A program that is built for several devices: one program each, by the devices' names.
    Its kernels are those of the device's program: `programs["gfx1100"].blur(...)`.
    """

    def __init__(self, programs: Mapping[str, Program], log: str) -> None:
        self._programs = programs
        self._log = log

    @property
    def log(self) -> str:
        """
        Clang's warnings, as it prints them, of each reading of the program; empty if
        there are none.
        """
        return self._log

    def __getitem__(self, device: str) -> Program:
        if (program := self._programs.get(device)) is None:
            names = ", ".join(self._programs)
            raise KeyError(
                f"the program is not built for '{device}'; it is for {names}"
            )
        return program

    def __iter__(self) -> Iterator[str]:
        return iter(self._programs)

    def __len__(self) -> int:
        return len(self._programs)

    def __repr__(self) -> str:
        return f"<Programs for {', '.join(self._programs)}>"


@no_collection()
def _build(
    read: Read,
    options: str,
    device: Wanted,
    devices: Devices | None,
    level: int,
    check: bool,
    passes: str | None = None,
    source: SourceFile | None = None,
) -> Program | Programs:
    """
    Builds the module of `read` for one device or for several. Devices for which C would
    be read differently share one reading for any device, unless `options` ask for the
    GPUs'. `passes` make kernels of a module of MLIR first; `None` for other programs.
    """
    from xdsl_opencl.frontend import BuildOptions

    if source is not None and not isinstance(cast(object, source.text), str):
        raise RuntimeFailure(
            f"the source is a str, got {type(source.text).__name__}; bytes have .decode()"
        )
    if devices is None:
        one = find_device(device)
        found = {"": one}
        if isinstance(one, CpuDevice):
            import_compiler()
    elif device:
        raise RuntimeFailure("device and devices are given; leave one out")
    else:
        found = find_devices(devices)
    build = BuildOptions.from_text(options)
    if check:
        build = replace(build, debug=True)
    targets = {name: device_target(one) for name, one in found.items()}
    readings = {name: build.of_target(target) for name, target in targets.items()}
    if len(set(readings.values())) > 1 and build.frontend_target != "amdgcn":
        build = replace(build, frontend_target="spir64")
        readings = {name: build.of_target(target) for name, target in targets.items()}
    if check:
        readings = {
            name: replace(reading, undefined=not (one and one.interface.is_gpu))
            for name, reading in readings.items()
            for one in (targets[name],)
        }
    elif passes is None and isinstance(one := found.get(""), CpuDevice):
        if not one.is_verifying:
            readings = {"": replace(readings[""], lazy=not readings[""].debug)}
    modules: dict[BuildOptions, Imported] = {}
    programs: dict[str, Program] = {}
    for name, reading in readings.items():
        if reading not in modules:
            modules[reading] = read(reading)
        module, log = modules[reading].module, modules[reading].warnings
        later = modules[reading].later
        with_lines = partial(_with_lines, read, reading)
        again = partial(_read_again, with_lines, passes, targets[name])
        if passes:
            with_lines = None
        try:
            module = module.clone() if len(readings) > 1 else module
            if passes is not None:
                _make_kernels(module, passes, targets[name])
            programs[name] = Program(
                module,
                device=found[name],
                level=level,
                check=check,
                with_lines=with_lines,
                log=log,
                later=later,
                origin=None if source is None else (again, source),
            )
        except Exception as error:
            if devices is not None:
                error.add_note(f"while building for device '{name}'")
            raise
    if devices is None:
        return programs[""]
    logs = dict.fromkeys(program.log for program in programs.values())
    return Programs(programs, "".join(logs))


def _make_kernels(module: ModuleOp, passes: str, target: Target | None) -> None:
    """Runs `passes` on `module`, for `target`; makes sure that it has kernels then."""
    from xdsl.passes import PassPipeline
    from xdsl.universe import Universe
    from xdsl.utils.exceptions import ArgSpecParseError

    from xdsl_opencl.abi.target import Abi, Target
    from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
    from xdsl_opencl.frontend.ir_text.mlir_parser import make_context
    from xdsl_opencl.frontend.required_kernels import require_kernels

    if passes:
        universe = Universe.get_multiverse()
        try:
            pipeline = PassPipeline.parse_spec(universe.all_passes, passes)
        except (ArgSpecParseError, TypeError, ValueError) as error:
            reason = str(error).splitlines()[-1].strip()
            raise RuntimeFailure(f"passes '{passes}': {reason}") from error
        target = Target(Abi.HOST) if target is None else target
        module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)
        pipeline.apply(make_context(universe), module)
        module.verify()
    if (message := require_kernels(module, functions=True)) is not None:
        raise RuntimeFailure(message)


def _read_again(
    with_lines: Callable[[], ModuleOp], passes: str | None, target: Target | None
) -> ModuleOp:
    module = with_lines()
    if passes is not None:
        _make_kernels(module, passes, target)
    return module


def _with_lines(read: Read, options: BuildOptions) -> ModuleOp:
    return read(replace(options, debug=True, lazy=False)).module

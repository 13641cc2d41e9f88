"""
Programs: from source, from SPIR-V, from binaries; built, compiled and linked.

A compiled program is LLVM IR of Clang; linking joins such modules and makes the
opencl-level module, which the runtime compiles to machine code. A binary has the results
(`runtime/program_binary.py`).
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    answer,
    get_u64,
    handles,
    put,
    text,
    u32,
    u64,
)
from xdsl_opencl.icd.api.object_handles import Object, counted
from xdsl_opencl.icd.memory.written_bytes import checked
from xdsl_opencl.icd.objects.contexts import Context, notify_program
from xdsl_opencl.icd.programs import build_cache
from xdsl_opencl.icd.programs.recording_folder import Stages, save_program, saving
from xdsl_opencl.runtime.checks.verify import verifying
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu.compiler import import_compiler
from xdsl_opencl.runtime.cpu.cpu_program import CpuProgram, Form
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.program_binary import (
    BinaryError,
    Kind,
    ProgramBinary,
    Specialized,
    read_binary,
    write_binary,
)

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.frontend import BuildOptions
    from xdsl_opencl.frontend.load import Imported
    from xdsl_opencl.runtime.cpu.cpu_device import Lowering
    from xdsl_opencl.spirv.words import Module


_ABSENT = (
    "__opencl_c_device_enqueue",
    "cl_khr_subgroups",
    "cl_khr_subgroup_named_barrier",
    "cl_khr_gl_msaa_sharing",
    "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes",
    "cl_intel_bfloat16_conversions",
)
"""Macros of Clang for features that the device does not report."""
_NON_UNIFORM = 200
"""The first version of OpenCL C whose work-groups may differ in size."""
_KINDS = {
    cl.PROGRAM_BINARY_TYPE_EXECUTABLE: Kind.EXECUTABLE,
    cl.PROGRAM_BINARY_TYPE_COMPILED_OBJECT: Kind.COMPILED,
    cl.PROGRAM_BINARY_TYPE_LIBRARY: Kind.LIBRARY,
}
_TYPES = {kind: type for type, kind in _KINDS.items()}


class Program(Object):
    """
    A program. `ir` is there once it is compiled, `executable` once it is linked.
    """

    INVALID: ClassVar[int] = cl.INVALID_PROGRAM
    __slots__ = (
        "_binary",
        "_given",
        "_loaded",
        "binary_type",
        "building",
        "context",
        "executable",
        "folder",
        "has_source",
        "il",
        "ir",
        "live_kernels",
        "log",
        "options",
        "reading",
        "source",
        "spirv",
        "status",
        "variable_bytes",
    )

    def __init__(
        self, context: Context, source: bytes | None = None, il: Il | None = None
    ):
        """
        `source`: OpenCL C, which may be empty; `None` for a binary, a linked program and one of
        SPIR-V, which is `il`.
        """
        super().__init__()
        self.il = il
        self.spirv: tuple[Specialized, ...] = ()
        """The modules that were built; `ir` is there for OpenCL C, in a linked program too."""
        self.has_source = source is not None
        self.context = context
        self.source = source or b""
        self._binary = b""
        self._given = b""
        """The binary that the program was made from."""
        self._loaded: ProgramBinary | None = None
        """Its content, until it is built."""
        self.ir: CompressedText | None = None
        self.executable: CpuProgram | None = None
        self.folder: Path | None = None
        """The place where the build is kept."""
        self.live_kernels = 0
        self.status: int = cl.BUILD_NONE
        self.options = ""
        self.reading = ""
        """The options for making the opencl-level module; of a linked program the inputs'."""
        self.log = ""
        self.binary_type: int = cl.PROGRAM_BINARY_TYPE_NONE
        self.variable_bytes = 0
        """Bytes of the variables in global memory."""
        self.building = threading.Lock()

    def start(self, options: str) -> None:
        """
        Begins a build with `options`. Raises `ApiError` when a build is not possible.
        """
        if self.live_kernels:
            raise ApiError(cl.INVALID_OPERATION, "the program has kernels")
        if not self.building.acquire(blocking=False):
            raise ApiError(cl.INVALID_OPERATION, "the program is being built")
        self.status = cl.BUILD_IN_PROGRESS
        self.options = self.reading = options
        self.log = ""
        self.executable = None
        self._binary = b""
        self.binary_type = cl.PROGRAM_BINARY_TYPE_NONE

    def end(self, binary_type: int) -> None:
        """
        Ends a build; `binary_type` is the type of the result, `NONE` if it failed.
        """
        self.binary_type = binary_type
        failed = binary_type == cl.PROGRAM_BINARY_TYPE_NONE
        self.status = cl.BUILD_ERROR if failed else cl.BUILD_SUCCESS
        self.building.release()

    def make_executable(self) -> None:
        """
        Makes a program of what has been compiled or linked, whose kernels are compiled, and most
        of them read, when they are first launched; adds warnings to the build log. Raises the errors of the runtime, also
        for a kernel that needs an undefined function or variable.
        """
        from xdsl_opencl.analysis.doubts import doubts
        from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice

        read = self._read(lazy=not _is_special())
        module = read.module
        self.log = _joined(self.log, doubts(module).rstrip())
        self.variable_bytes = _variable_bytes(module, CpuDevice.target)
        _attach_target(module)
        self._have(
            CpuDevice().build(
                module,
                level=3,
                check=checked(),
                later=read.later,
                again=lambda: self._read(lazy=False).module,
            )
        )

    def _have(self, executable: CpuProgram) -> None:
        from xdsl_opencl.runtime.cpu.thread_pool import thread_count

        # A wrong number of threads is an error of each build.
        thread_count()
        if executable.unusable:
            raise RuntimeFailure("\n".join(map(str, executable.unusable.values())))
        if executable.lower is None and (self.spirv or self.ir):
            executable.lower = _later(self.spirv, self.ir, self.reading)
        self.executable = executable

    def load(self, data: bytes) -> None:
        """Makes this the program of a binary. Raises `BinaryError`."""
        binary = read_binary(data)
        self._given = self._binary = data
        self._loaded = binary
        self.ir, self.options = binary.ir, binary.options
        self.spirv = binary.spirv
        self.binary_type = _TYPES[binary.kind]

    @property
    def is_loaded(self) -> bool:
        """Returns whether the program was made from a binary."""
        return bool(self._given)

    def build_loaded(self) -> None:
        """
        Builds a program that was made from a binary. Raises the errors of the runtime.
        """
        # Each build begins with the first values of variables.
        binary = self._loaded or read_binary(self._given)
        self._loaded = None
        if binary.kind is Kind.EXECUTABLE:
            self.reading = binary.reading
        if binary.built is None or _is_special():
            self.make_executable()
        else:
            self.take(binary)

    def take(self, binary: ProgramBinary) -> None:
        """Takes the results of a build. Raises the errors of the runtime."""
        self.ir, self.log = binary.ir, binary.log
        self.spirv = binary.spirv
        self.variable_bytes = binary.variable_bytes
        if isinstance(binary.built, CpuProgram):
            self._have(binary.built)

    def results(self, kind: Kind) -> ProgramBinary:
        # By its build: the variables may have changed since.
        built = self.executable
        if built is not None and built.is_watched:
            built = None
        return ProgramBinary(
            kind,
            built,
            self.ir,
            self.options,
            self.reading,
            self.log,
            self.variable_bytes,
            spirv=self.spirv,
        )

    def built(self) -> CpuProgram:
        """The machine code. Raises `ApiError` if there is none."""
        if self.executable is None:
            raise ApiError(cl.INVALID_PROGRAM_EXECUTABLE, "the program is not built")
        return self.executable

    def save(self) -> None:
        """Keeps the build, if the user wants that."""
        if not saving():
            return
        clang = "" if self.ir is None else self.ir.text
        module = llvm = ""
        if self.executable is not None:
            module = str(self.load_module()) if self.ir or self.spirv else ""
            llvm = self.executable.llvm_ir
        self.folder = save_program(
            Stages(
                self.source,
                tuple(each.words for each in self.spirv),
                self.options,
                self.log,
                clang,
                module,
                llvm,
            )
        )

    def load_module(self) -> ModuleOp:
        """
        The opencl-level module of a program that has been compiled or linked.

        Raises `FrontendError`, and `RuntimeFailure` for one that `Program.save` wrote.
        """
        return self._read(lazy=False).module

    def _read(self, *, lazy: bool) -> Imported:
        if not self.spirv and self.ir is None:
            raise RuntimeFailure(
                "the binary has no module to make code that checks itself; build the "
                "program from its source"
            )
        return _linked(self.spirv, self.ir, self.reading, self.il, lazy=lazy)

    def binary(self) -> bytes:
        """The program as a binary, empty if it is not built."""
        if self.binary_type == cl.PROGRAM_BINARY_TYPE_NONE:
            return b""
        # The program asks twice, for the size and for the content.
        if not self._binary:
            self._binary = write_binary(self.results(_KINDS[self.binary_type]))
        return self._binary


def _is_special() -> bool:
    """Returns whether code checks itself or runs twice, which a kept build does not."""
    return checked() or verifying()


def _variable_bytes(module: ModuleOp, target: Target) -> int:
    from xdsl.dialects.llvm import GlobalOp

    from xdsl_opencl.ir.type_layout import type_size_align

    return sum(
        type_size_align(op.global_type, target)[0]
        for op in module.body.block.ops
        if isinstance(op, GlobalOp) and op.addr_space.value.data == 1
    )


def build_options(options: str, code: int) -> BuildOptions:
    """The meaning of `options`. Raises `ApiError` with `code` for an invalid option."""
    from xdsl_opencl.frontend import BuildOptions
    from xdsl_opencl.frontend.errors import FrontendError

    try:
        parsed = BuildOptions.from_text(options)
    except FrontendError as error:
        raise ApiError(code, str(error)) from None
    words = (*(f"-U{name}" for name in _ABSENT), *parsed.preprocessor)
    return replace(parsed, preprocessor=words, debug=parsed.debug or checked())


def raise_ir(ir: str, options: str, *, whole: bool = True, lazy: bool) -> Imported:
    """
    The opencl-level module of Clang's or the linker's LLVM IR; of a `whole` program without the
    functions that no kernel calls. `lazy`: some kernels are read later (`read_divided`).

    Raises `FrontendError`.
    """
    from xdsl_opencl.frontend.ir_text.normalise_in_child import normalise_contained
    from xdsl_opencl.frontend.ir_text.undefined import show_undefined
    from xdsl_opencl.frontend.load import read_clang, read_divided

    parsed = build_options(options, cl.INVALID_BUILD_OPTIONS)
    if parsed.version < _NON_UNIFORM:
        flags = (*parsed.flags, "-cl-uniform-work-group-size")
        parsed = replace(parsed, flags=flags)
    name = "<source>"
    text = show_undefined(ir) if checked() else ir

    def read(text: str) -> Imported:
        normal = normalise_contained(text, name, strip=whole)
        return read_clang(normal, "", name, parsed, require_kernel=False)

    return read_divided(text, read) if lazy else read(text)


class Il:
    """
    The SPIR-V that a program was made from, and the values given for its specialization constants
    by their numbers. Raises `SpirvError` for what is no module.
    """

    def __init__(self, words: bytes):
        from xdsl_opencl.spirv.words import read

        self.words = words
        self.constants: dict[int, bytes] = {}
        self._read: Module | None = read(words)

    def take(self) -> Module:
        """The module. It is kept until it is taken."""
        from xdsl_opencl.spirv.words import read

        module, self._read = self._read or read(self.words), None
        return module

    def sizes(self) -> dict[int, set[int]]:
        """The bytes of the specialization constants by their numbers."""
        from xdsl_opencl.spirv.words import constant_sizes

        self._read = self.take()
        return constant_sizes(self._read)

    def specialized(self) -> Specialized:
        """The module with the values of now."""
        return Specialized(self.words, tuple(sorted(self.constants.items())))


def _read_il(given: Specialized, options: str, il: Il | None) -> ModuleOp:
    """
    The opencl-level module of SPIR-V; `il` may have read its words already.

    Raises `FrontendError`.
    """
    from xdsl_opencl.frontend.load import load_spirv

    parsed = build_options(options, cl.INVALID_BUILD_OPTIONS)
    return load_spirv(
        given.words if il is None else il.take(),
        options=parsed,
        spec_constants=dict(given.constants),
        require_kernel=False,
    ).module


def _linked(
    spirv: tuple[Specialized, ...],
    ir: CompressedText | None,
    options: str,
    il: Il | None = None,
    *,
    lazy: bool,
) -> Imported:
    """
    The opencl-level module of SPIR-V and of Clang's IR; `lazy` as for `raise_ir`. Raises
    `FrontendError`.
    """
    from xdsl_opencl.frontend.load import Imported
    from xdsl_opencl.frontend.module_linking import link_modules

    if ir is not None and not spirv:
        return raise_ir(ir.text, options, lazy=lazy)
    modules = [_read_il(each, options, il) for each in spirv]
    if ir is not None:
        modules.insert(0, raise_ir(ir.text, options, whole=False, lazy=False).module)
    return Imported(link_modules(modules), "", ())


def _attach_target(module: ModuleOp) -> None:
    from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
    from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice

    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(CpuDevice.target)


def _later(
    spirv: tuple[Specialized, ...], ir: CompressedText | None, options: str
) -> Callable[[str, bool], Form]:
    """
    Returns the function that makes the forms which a kept build lacks, of its SPIR-V or of
    Clang's IR.
    """

    @cache
    def lowering() -> Lowering:
        from xdsl_opencl.runtime.cpu.cpu_device import Lowering

        read = _linked(spirv, ir, options, lazy=True)
        _attach_target(read.module)
        return Lowering(read.module, level=3, check=False, later=read.later)

    return lambda name, plain: lowering().lower(name, plain)


def _source_text(program: Program) -> str:
    return program.source.decode("utf-8", "surrogateescape").replace("\0", "")


def _compile(program: Program, options: BuildOptions) -> None:
    """
    Makes LLVM IR of the source, or takes the SPIR-V. Raises `FrontendError` with Clang's
    diagnostics.
    """
    if program.il is not None:
        program.spirv = (program.il.specialized(),)
        return
    from xdsl_opencl.backend.llvm.llvm_child import start
    from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c

    # LLVM's process loads while this one imports what comes after.
    start()
    import_compiler()
    result = compile_opencl_c(options, text=_source_text(program))
    program.ir = CompressedText(result.ir)
    program.log = result.warnings


@contextmanager
def _header_folder(headers: list[tuple[str, Program]]) -> Generator[str]:
    """
    A folder of `headers` by their names for `#include`, while the context lasts; empty for
    none. Raises `ApiError` for names of files that cannot be made.
    """
    if not headers:
        yield ""
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="xdsl-opencl-") as folder:
        for name, header in headers:
            place = os.path.normpath(os.path.join(folder, name))
            if not place.startswith(folder + os.sep):
                raise ApiError(cl.INVALID_VALUE, f"header name {name!r}")
            try:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "wb") as file:
                    file.write(header.source.replace(b"\0", b""))
            except OSError as error:
                text = f"header name {name!r}: {error.strerror}"
                raise ApiError(cl.INVALID_VALUE, text) from None
        yield folder


def _key(
    kind: Kind, program: Program, options: BuildOptions, folder: str = ""
) -> build_cache.Key | None:
    """
    The key of a build from source; `None` for one that is not kept. `folder` has the
    headers that the program was given.
    """
    from xdsl_opencl.frontend.clang.opencl_c import preprocess_opencl_c
    from xdsl_opencl.frontend.errors import FrontendError

    if _is_special():
        return None
    if program.il is not None:
        spirv = (program.il.specialized(),)
        return build_cache.key_of_parts(kind, (), spirv, program.options)

    def expanded() -> bytes | None:
        try:
            text = preprocess_opencl_c(options, _source_text(program))
        except FrontendError:
            return None
        # Each build has another folder.
        return text.replace(os.fsencode(folder), b"") if folder else text

    return build_cache.key_of(
        kind, program.source, program.options, options.preprocessor, expanded
    )


def _text(address: int | None) -> str:
    return "" if not address else ctypes.string_at(address).decode("utf-8", "replace")


def clCreateProgramWithSource(
    context_handle: int | None, count: int, strings: int | None, lengths: int | None
) -> int:
    context = Context.of(context_handle)
    if not count or not strings:
        raise ApiError(cl.INVALID_VALUE, "no source")
    addresses = get_u64(strings, count)
    if not all(addresses):
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    sizes = get_u64(lengths, count) if lengths else [0] * count
    parts = [
        ctypes.string_at(a, n) if n else ctypes.string_at(a)
        for a, n in zip(addresses, sizes, strict=True)
    ]
    return Program(context, b"".join(parts)).given()


def clCreateProgramWithBinary(
    context_handle: int | None,
    count: int,
    devices: int | None,
    lengths: int | None,
    binaries: int | None,
    statuses: int | None,
) -> int:
    context = Context.of(context_handle)
    if not count or not devices or not lengths or not binaries:
        raise ApiError(cl.INVALID_VALUE)
    if len(set(context.device_list(count, devices))) < count:
        raise ApiError(cl.INVALID_DEVICE, "the same device twice")
    sizes, addresses = get_u64(lengths, count), get_u64(binaries, count)
    if not all(sizes) or not all(addresses):
        put(statuses, u32(*[cl.INVALID_VALUE] * count))
        raise ApiError(cl.INVALID_VALUE, "no binary")
    given = {ctypes.string_at(a, n) for a, n in zip(addresses, sizes, strict=True)}
    program = Program(context)
    try:
        # Parts of one device have one code.
        (binary,) = given
        program.load(binary)
    except (BinaryError, ValueError) as error:
        put(statuses, u32(*[cl.INVALID_BINARY] * count))
        raise ApiError(cl.INVALID_BINARY, str(error)) from None
    put(statuses, u32(*[cl.SUCCESS] * count))
    return program.given()


def clCreateProgramWithBuiltInKernels(
    context_handle: int | None, count: int, devices: int | None, names: int | None
) -> int:
    context = Context.of(context_handle)
    if not count or not devices or not names:
        raise ApiError(cl.INVALID_VALUE)
    context.device_list(count, devices)
    raise ApiError(cl.INVALID_VALUE, "there are no built-in kernels")


def clCreateProgramWithIL(context_handle: int | None, il: int | None, size: int) -> int:
    from xdsl_opencl.spirv.errors import SpirvError

    context = Context.of(context_handle)
    if not il or not size:
        raise ApiError(cl.INVALID_VALUE, "no module")
    try:
        return Program(context, il=Il(ctypes.string_at(il, size))).given()
    except SpirvError as error:
        raise ApiError(cl.INVALID_VALUE, str(error)) from None


def clSetProgramSpecializationConstant(
    handle: int | None, number: int, size: int, value: int | None
) -> None:
    il = Program.of(handle).il
    if il is None:
        raise ApiError(cl.INVALID_PROGRAM, "a program that was not made from SPIR-V")
    if (sizes := il.sizes().get(number)) is None:
        raise ApiError(cl.INVALID_SPEC_ID, f"no specialization constant {number}")
    if not value or sizes != {size}:
        wanted = " or ".join(map(str, sorted(sizes)))
        text = f"specialization constant {number} has {wanted} bytes, not {size}"
        raise ApiError(cl.INVALID_VALUE, text if value else "no value")
    il.constants[number] = ctypes.string_at(value, size)


def clSetProgramReleaseCallback(
    handle: int | None, function: int | None, data: int | None
) -> None:
    Program.of(handle)
    if not function:
        raise ApiError(cl.INVALID_VALUE)
    raise ApiError(cl.INVALID_OPERATION, "programs have no destructors")


clRetainProgram, clReleaseProgram = counted(Program)


def _check_call(
    context: Context,
    count: int,
    devices: int | None,
    notify: int | None,
    data: int | None,
) -> None:
    context.device_list(count, devices)
    if data and not notify:
        raise ApiError(cl.INVALID_VALUE, "user_data without a function")


def diagnostic(error: Exception) -> str:
    """The text of an error for the build log."""
    from xdsl.utils.exceptions import (
        ParseError,
        PassFailedException,
        VerifyException,
    )

    from xdsl_opencl.errors import Error

    told = (Error, PassFailedException, ParseError, VerifyException)
    if isinstance(error, told):
        return str(error)
    return f"internal error, please report: {type(error).__name__}: {error}"


@contextmanager
def _making(
    program: Program, words: str, kind: int, notify: int | None, data: int | None
) -> Generator[None]:
    """
    Makes a binary of type `kind` of `program` while the context lasts; an error is told in the
    program's log and leaves it without a binary.
    """
    from xdsl_opencl.runtime.cpu.forking import building

    program.start(words)
    made = cl.PROGRAM_BINARY_TYPE_NONE
    try:
        with building():
            yield
        made = kind
    except Exception as error:
        program.log = _joined(program.log, diagnostic(error))
    finally:
        program.end(made)
    program.save()
    notify_program(notify, program.handle, data)


def clBuildProgram(
    handle: int | None,
    count: int,
    devices: int | None,
    options: int | None,
    notify: int | None,
    data: int | None,
) -> None:
    program = Program.of(handle)
    _check_call(program.context, count, devices, notify, data)
    words = _text(options)
    if words:
        build_options(words, cl.INVALID_BUILD_OPTIONS)
    given = program.has_source or program.il is not None
    linked = bool(program.ir or program.spirv) and not given
    if not (linked or program.is_loaded or given):
        raise ApiError(cl.INVALID_OPERATION, "a program without source")
    kept = "" if given else program.options
    made = cl.PROGRAM_BINARY_TYPE_EXECUTABLE
    with _making(program, words or kept, made, notify, data), no_collection():
        if program.is_loaded:
            program.build_loaded()
        elif linked:
            program.make_executable()
        else:
            parsed = build_options(words, cl.INVALID_BUILD_OPTIONS)
            _build_source(Kind.EXECUTABLE, program, parsed)
    if program.binary_type == cl.PROGRAM_BINARY_TYPE_NONE:
        raise ApiError(cl.BUILD_PROGRAM_FAILURE, program.log)


def _build_source(
    kind: Kind, program: Program, options: BuildOptions, folder: str = ""
) -> None:
    """
    Makes a program of `kind` from source, or takes an earlier build of it. `folder` has the
    headers that it was given. Raises the errors of the frontend and the runtime.
    """
    from xdsl_opencl.frontend.file_kinds import is_spirv

    if is_spirv(program.source):
        raise RuntimeFailure("the source is SPIR-V; give it to clCreateProgramWithIL")
    key = _key(kind, program, options, folder)
    if _build_again(program, key):
        return
    _compile(program, options)
    if kind is Kind.EXECUTABLE:
        program.make_executable()
    elif program.il is not None:
        # Its errors are those of compiling.
        program.load_module()
    # Files that it includes may have changed meanwhile.
    if key is not None and key == _key(kind, program, options, folder):
        build_cache.keep(key, program.results(key[0]))


def _build_again(program: Program, key: build_cache.Key | None) -> bool:
    """
    Restores an earlier build of a program; tells whether there was one. Raises the errors of
    the runtime.
    """
    found = build_cache.find(key)
    if found is not None:
        program.take(found)
    return found is not None


def _joined(*texts: str) -> str:
    return "\n".join(t for t in texts if t)


def clCompileProgram(
    handle: int | None,
    count: int,
    devices: int | None,
    options: int | None,
    header_count: int,
    headers: int | None,
    names: int | None,
    notify: int | None,
    data: int | None,
) -> None:
    program = Program.of(handle)
    _check_call(program.context, count, devices, notify, data)
    if bool(header_count) != bool(headers) or bool(header_count) != bool(names):
        raise ApiError(cl.INVALID_VALUE, "headers and their names")
    included: list[tuple[str, Program]] = []
    if header_count and names:
        texts = [_text(a) for a in get_u64(names, header_count)]
        included = list(zip(texts, Program.of_list(header_count, headers), strict=True))
        _check_context(program.context, [header for _, header in included])
    words = _text(options)
    parsed = build_options(words, cl.INVALID_COMPILER_OPTIONS)
    if not program.has_source and program.il is None:
        raise ApiError(cl.INVALID_OPERATION, "a program without source")
    made = cl.PROGRAM_BINARY_TYPE_COMPILED_OBJECT
    with (
        _making(program, words, made, notify, data),
        _header_folder(included) as folder,
    ):
        if folder:
            preprocessor = (*parsed.preprocessor, "-I", folder)
            parsed = replace(parsed, preprocessor=preprocessor)
        _build_source(Kind.COMPILED, program, parsed, folder)
    if program.binary_type == cl.PROGRAM_BINARY_TYPE_NONE:
        raise ApiError(cl.COMPILE_PROGRAM_FAILURE, program.log)


def _check_context(context: Context, programs: Iterable[Program]) -> None:
    if any(program.context is not context for program in programs):
        raise ApiError(cl.INVALID_CONTEXT, "a program of another context")


_LINK_FLAGS = (
    "-create-library",
    "-enable-link-options",
    "-cl-denorms-are-zero",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-no-subgroup-ifp",
)


def clLinkProgram(
    context_handle: int | None,
    count: int,
    devices: int | None,
    options: int | None,
    input_count: int,
    inputs: int | None,
    notify: int | None,
    data: int | None,
) -> int:
    from xdsl_opencl.frontend.ir_text.llvm_linker import link_contained

    context = Context.of(context_handle)
    _check_call(context, count, devices, notify, data)
    if not input_count or not inputs:
        raise ApiError(cl.INVALID_VALUE, "no programs")
    given = Program.of_list(input_count, inputs)
    _check_context(context, given)
    words = _text(options)
    flags = words.split()
    if unknown := [flag for flag in flags if flag not in _LINK_FLAGS]:
        raise ApiError(cl.INVALID_LINKER_OPTIONS, f"linker option {unknown[0]}")
    if "-enable-link-options" in flags and "-create-library" not in flags:
        raise ApiError(cl.INVALID_LINKER_OPTIONS, "-enable-link-options alone")
    objects = (cl.PROGRAM_BINARY_TYPE_COMPILED_OBJECT, cl.PROGRAM_BINARY_TYPE_LIBRARY)
    if any(p.binary_type not in objects for p in given):
        raise ApiError(cl.INVALID_OPERATION, "a program that is not compiled")
    parts = [p.ir for p in given if p.ir is not None]
    program = Program(context)
    own = [f for f in flags if f.startswith("-cl-")]
    # These options of compiling count for an executable, too.
    lasting = ("-cl-uniform-work-group-size", "-cl-std=")
    kept = [w for p in given for w in p.options.split() if w.startswith(lasting)]
    reading = " ".join([*kept, *own])
    kind = Kind.LIBRARY if "-create-library" in flags else Kind.EXECUTABLE
    spirv = tuple(each for p in given for each in p.spirv)
    key = None
    if not _is_special():
        key = build_cache.key_of_parts(kind, parts, spirv, reading)
    with _making(program, words, _TYPES[kind], notify, data):
        program.reading = reading
        if not _build_again(program, key):
            if parts:
                texts = [part.text for part in parts]
                program.ir = CompressedText(link_contained(texts))
            program.spirv = spirv
            if kind is Kind.EXECUTABLE:
                program.make_executable()
            elif spirv:
                program.load_module()
            if key is not None:
                build_cache.keep(key, program.results(key[0]))
    if program.binary_type == cl.PROGRAM_BINARY_TYPE_NONE:
        # The caller gets the program nevertheless, for its log.
        raise ApiError(cl.LINK_PROGRAM_FAILURE, program.log, made=program.given())
    return program.given()


_PROGRAM: dict[int, Answer[Program]] = {
    cl.PROGRAM_REFERENCE_COUNT: lambda p: u32(p.references),
    cl.PROGRAM_CONTEXT: lambda p: handles(p.context),
    cl.PROGRAM_NUM_DEVICES: lambda p: u32(len(p.context.devices)),
    cl.PROGRAM_DEVICES: lambda p: handles(*p.context.devices),
    cl.PROGRAM_SOURCE: lambda p: p.source.rstrip(b"\0") + b"\0",
    cl.PROGRAM_IL: lambda p: b"" if p.il is None else p.il.words,
    cl.PROGRAM_BINARY_SIZES: lambda p: u64(*[len(p.binary())] * len(p.context.devices)),
    cl.PROGRAM_NUM_KERNELS: lambda p: u64(len(p.built().kernels)),
    cl.PROGRAM_KERNEL_NAMES: lambda p: text(";".join(p.built().kernels)),
    cl.PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT: lambda p: u32(0),
    cl.PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT: lambda p: u32(0),
}


def clGetProgramInfo(
    handle: int | None, name: int, size: int, value: int | None, size_ret: int | None
) -> None:
    program = Program.of(handle)
    if name != cl.PROGRAM_BINARIES:
        answer(_PROGRAM, program, name, size, value, size_ret)
        return
    count = len(program.context.devices)
    if value:
        if size < 8 * count:
            raise ApiError(cl.INVALID_VALUE)
        # The program's array has the addresses for the answers.
        for place in get_u64(value, count):
            put(place, program.binary())
    put(size_ret, u64(8 * count))


_BUILD: dict[int, Answer[Program]] = {
    cl.PROGRAM_BUILD_STATUS: lambda p: u32(p.status),
    cl.PROGRAM_BUILD_OPTIONS: lambda p: text(p.options),
    cl.PROGRAM_BUILD_LOG: lambda p: text(p.log),
    cl.PROGRAM_BINARY_TYPE: lambda p: u32(p.binary_type),
    cl.PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: lambda p: u64(p.variable_bytes),
}


def clGetProgramBuildInfo(
    handle: int | None,
    device_handle: int | None,
    name: int,
    size: int,
    value: int | None,
    size_ret: int | None,
) -> None:
    program = Program.of(handle)
    program.context.device(device_handle)
    answer(_BUILD, program, name, size, value, size_ret)

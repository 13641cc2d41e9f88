"""AMD GPUs as devices: kernels as machine code, which the emulator runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr

from xdsl_opencl.abi.arguments.packing import Launch as IndexSpace
from xdsl_opencl.abi.gpu.processors import ALIASES, PROCESSORS, ProcessorFamily
from xdsl_opencl.abi.images.device_images import DeviceImage
from xdsl_opencl.abi.images.device_images import Sampler as DeviceSampler
from xdsl_opencl.abi.images.image_descriptors import BASE_ALIGNMENT
from xdsl_opencl.abi.model import AbiError, align_to
from xdsl_opencl.abi.reflection import (
    KernelDescription,
    read_description,
)
from xdsl_opencl.abi.target import Target, target_name
from xdsl_opencl.backend.objects.code_object import LinkError
from xdsl_opencl.backend.objects.code_object_info import KernelInfo
from xdsl_opencl.cache import (
    content_key,
    file_version,
    read_entry,
    tools_version,
    write_entry,
)
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.emulator.errors import (
    DeadlockError,
    EmulatorError,
    InstructionLimitError,
    MachineFault,
)
from xdsl_opencl.emulator.generations import Generation, generation
from xdsl_opencl.emulator.launches.emulated_launch import LaunchOptions
from xdsl_opencl.emulator.launches.loaded_program import LoadedProgram
from xdsl_opencl.emulator.launches.scheduler import SCHEDULES
from xdsl_opencl.emulator.launches.watched_launch import FindingsError, watched_launch
from xdsl_opencl.emulator.memory.address_space import ALIGNMENT, Buffer
from xdsl_opencl.emulator.program import loaded_code_object
from xdsl_opencl.emulator.program.loaded_code_object import CodeObject, load_code_object
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE
from xdsl_opencl.runtime.arguments.argument_block import Packer, Sampler, Value
from xdsl_opencl.runtime.arguments.images import Image
from xdsl_opencl.runtime.arguments.pipes import Pipe
from xdsl_opencl.runtime.checks.check_reports import (
    AnyReport,
    CheckError,
    FaultReport,
    MachineReport,
)
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.kernel import NOT_COUNTED, Device, Kernel, Launch
from xdsl_opencl.runtime.launch_sizes import LaunchPlan, Size
from xdsl_opencl.transforms.kernels.signature.kernel_reflection import describe_kernel

if TYPE_CHECKING:
    from xdsl_opencl.emulator.watch.profile import Profile
    from xdsl_opencl.page.kernel_page import Recorder, Side
    from xdsl_opencl.source import SourceFile

_TOOLS = ("xdsl_opencl", "llvmlite", "ziglang")
"""Packages on which the machine code of LLVM IR depends."""

_FAULTS: Mapping[type[EmulatorError], str] = {
    MachineFault: "fault",
    DeadlockError: "barrier",
    InstructionLimitError: "limit",
}
"""The words of a checked launch for the errors that end it."""


def _generation(name: str) -> Generation:
    try:
        return generation(name)
    except EmulatorError as error:
        raise RuntimeFailure(str(error)) from error


def refuse_older(name: str) -> None:
    """
    Raises `RuntimeFailure` where `name` is a processor from before the oldest one that
    is emulated: ABI amdhsa has some of those, which makes no difference here.
    """
    mcpu = target_name(name).partition(":")[0]
    processor = PROCESSORS.get(ALIASES.get(mcpu, mcpu))
    if processor is not None and processor.family is ProcessorFamily.AMDGCN:
        _generation(mcpu)


def emulated_target(name: str) -> Target:
    """
    The target that `name` means.

    Raises `AbiError` for an unknown name, and `RuntimeFailure` for a processor that is not
    emulated.
    """
    refuse_older(name)
    return Target.named(name)


class GpuDevice:
    """
    The emulator of the processor of `target`.

    `schedule` is the order in which waves run: `round-robin`, `random` (by `seed`,
    which also determines the junk in registers), `one-wave`. `max_instructions` limits
    the instructions that the waves of a launch execute. `profile`: a launch counts the
    work of its instructions.

    Raises `RuntimeFailure` for an ABI or a processor that is not emulated, and for an
    unknown schedule.
    """

    def __init__(
        self,
        target: Target | str,
        *,
        schedule: str = "round-robin",
        seed: int = 0,
        max_instructions: int | None = None,
        profile: bool = False,
    ):
        if isinstance(target, str):
            target = emulated_target(target)
        if not target.has_code_object:
            raise RuntimeFailure(
                f"ABI {target.abi} is not emulated, nor is its processor '{target.mcpu}' "
                "with it; code objects of ABI amdhsa are, for gfx8 to gfx12: name one of "
                "those, for example gfx1100"
            )
        self.generation = _generation(target.mcpu)
        if schedule not in SCHEDULES:
            raise RuntimeFailure(
                f"there is no schedule '{schedule}'; one of {', '.join(SCHEDULES)}"
            )
        if max_instructions is not None and max_instructions < 1:
            raise RuntimeFailure(
                f"max_instructions is {max_instructions}; give 1 or more"
            )
        self.target = target
        self.profile = profile
        self.options = LaunchOptions(schedule, seed, max_instructions)

    def __repr__(self) -> str:
        return f"<GpuDevice {self.target.mcpu}>"

    def build(self, module: ModuleOp, *, level: int, check: bool) -> GpuProgram:
        descriptions, ir, code = _compile(module, self.target, level)
        loaded = load_code_object(code)
        return GpuProgram(
            self, loaded, descriptions, ir=CompressedText(ir), check=check
        )


def _compile(
    module: ModuleOp, target: Target, level: int, recorder: Recorder | None = None
) -> tuple[list[KernelDescription], str, bytes]:
    """
    Lowers `module`, whose passes `recorder` collects. Returns its kernels, the LLVM IR and the code
    object.
    """
    from xdsl_opencl.backend.llvm.codegen import device_libraries
    from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
    from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass

    descriptions = [
        describe_kernel(op, target)
        for op in module.body.block.ops
        if isinstance(op, KernelOp) and not op.is_declaration
    ]
    if recorder is not None:
        recorder.add("input", module)
    with no_collection():
        for each in OpenCLToLLVMPass().stages(module):
            each.apply(Context(), module)
            if recorder is not None:
                recorder.add(each.name, module)
    ir = emit_llvm_ir(module)
    return descriptions, ir, _generate(ir, target, level, device_libraries(module))


def _generate(ir: str, target: Target, level: int, libraries: tuple[str, ...]) -> bytes:
    """The code object of `ir`, from the cache if it has it."""
    from xdsl_opencl.backend.llvm.codegen import generate
    from xdsl_opencl.backend.objects.code_object import link

    key = content_key(
        ir,
        repr((target, level)),
        tools_version(*_TOOLS),
        *map(file_version, libraries),
    )
    entry = f"{key}.object"
    kept = read_entry(entry)
    if kept is not None:
        return kept
    kinds = ("object",)
    emission = generate(ir, target, level=level, kinds=kinds, libraries=libraries)
    assert emission.object is not None
    code = link(emission.object)
    write_entry(entry, code)
    return code


def _description(info: KernelInfo) -> KernelDescription:
    """
    A kernel as far as its metadata describes it, which has no base types: the name of a type
    stands for it, and size and kind for a type without a name.
    """
    arguments = tuple(
        replace(
            a,
            info=replace(a.info, type_name=a.type_words, base_type_name=a.type_name),
        )
        for a in info.arguments
    )
    return replace(info, arguments=arguments)


def _code_object(code: bytes) -> CodeObject:
    """Raises `RuntimeFailure` unless `code` is a code object of an emulated GPU."""
    try:
        return load_code_object(code)
    except (EmulatorError, LinkError) as error:
        raise RuntimeFailure(str(error)) from error


def _target(code: CodeObject) -> Target:
    name = target_name(code.info.target_id)
    version = code.info.code_object_version
    try:
        return Target(mcpu=name, code_object_version=version)
    except AbiError as error:
        raise RuntimeFailure(f"the code object is for '{name}': {error}") from error


def one_code_object(code: bytes, wanted: Target | None) -> bytes:
    """Like `unbundled`, but raises `RuntimeFailure`."""
    from xdsl_opencl.backend.objects.bundle import BundleError, unbundled

    try:
        return unbundled(code, wanted)
    except BundleError as error:
        raise RuntimeFailure(str(error)) from error


def code_target(code: bytes) -> Target:
    """
    The target of code object `code`.

    Raises `RuntimeFailure` for other files, and for a processor that is not emulated.
    """
    return _target(_code_object(code))


def foreign_program(
    code: bytes, wanted: Device | None, *, check: bool
) -> tuple[GpuDevice, GpuProgram]:
    """
    The device for code object `code`, and its program; `wanted` must agree with it.

    Raises `RuntimeFailure`.
    """
    loaded = _code_object(code)
    device = _device(loaded, wanted)
    descriptions = [_description(kernel) for kernel in loaded.info.kernels]
    return device, GpuProgram(device, loaded, descriptions, check=check)


def saved_program(table: Mapping[str, Any], wanted: Device | None) -> GpuProgram:
    """
    The program that `GpuProgram.table` wrote; `wanted` must agree with it.

    Raises `RuntimeFailure` for another device; `AbiError`, `LookupError`, `TypeError` or
    `ValueError` for anything that is no such table.
    """
    loaded = _code_object(bytes(memoryview(table["code"])))
    return GpuProgram(
        _device(loaded, wanted),
        loaded,
        [read_description(description) for description in table["kernels"]],
        ir=CompressedText(None, bytes(memoryview(table["llvm_ir"]))),
        check=False,
    )


def _device(loaded: CodeObject, wanted: Device | None) -> GpuDevice:
    """
    The device for a code object: `wanted`, which must agree with it, if it is given.

    Raises `RuntimeFailure`.
    """
    target = _target(loaded)
    device = GpuDevice(target) if wanted is None else wanted
    if device.target.mcpu != target.mcpu or not isinstance(device, GpuDevice):
        raise RuntimeFailure(
            f"the code object is for {target.mcpu}, the device is "
            f"{device.target.mcpu or device.target.abi}; leave the device out"
        )
    return device


class GpuProgram:
    """
    A program for an emulated GPU: the code object, and the memory in which it is loaded,
    with its variables.
    """

    unusable: Mapping[str, RuntimeFailure] = {}

    def __init__(
        self,
        device: GpuDevice,
        code: CodeObject,
        descriptions: Sequence[KernelDescription],
        *,
        ir: CompressedText | None = None,
        check: bool,
    ):
        self.device = device
        self.code = code
        self._ir = ir or CompressedText("")
        self.check = check
        self.kernels = {
            description.name: GpuKernel(
                description, code.kernel(description.name), self
            )
            for description in descriptions
        }
        self.loaded = LoadedProgram(code)
        self.memory = self.loaded.memory
        self.lock = threading.Lock()

    @property
    def llvm_ir(self) -> str:
        return self._ir.text

    def table(self) -> dict[str, Any]:
        if self.check:
            raise RuntimeFailure(
                "a program whose launches are checked cannot be saved; build it without that"
            )
        return {
            "code": self.code.code,
            "llvm_ir": self._ir.data,
            "kernels": [kernel.description.table() for kernel in self.kernels.values()],
        }


def program_side(
    program: GpuProgram,
    module: ModuleOp | None,
    source: SourceFile,
    level: int,
    profile: Profile | None,
) -> Side:
    """
    Returns what a page shows of `program`, read again from `source` as `module`, whose operations
    know their places; without it of its machine code alone.
    """
    from xdsl_opencl.backend.objects.kernel_facts import kernel_facts
    from xdsl_opencl.page.kernel_page import Recorder

    recorder = Recorder(source)
    target, code = program.device.target, program.code
    kernels: Sequence[KernelDescription] = code.info.kernels
    if module is not None:
        module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)
        module.attributes[LINE_TABLES_ATTRIBUTE] = UnitAttr()
        kernels, _, made = _compile(module, target, level, recorder)
        code = load_code_object(made)
    return recorder.side(
        f"{PurePath(source.name).name} for {target.mcpu}",
        kernel_facts(kernels, code.info),
        code.code,
        None if profile is None else profile.as_dict(),
    )


class _LaunchMemory:
    """
    The memory of one launch: each array has an address as long as it is open, and local
    memory begins after the kernel's own.
    """

    def __init__(self, program: GpuProgram, local_base: int):
        self.local_end = local_base
        self._program = program
        self._buffers: list[Buffer] = []
        self._addresses: dict[tuple[int, int], int] = {}
        self._images: dict[int, tuple[DeviceImage, int]] = {}

    def close(self) -> None:
        for image, _ in self._images.values():
            image.take_back()
        for buffer in self._buffers:
            self._program.memory.remove(buffer)
        self._buffers.clear()

    def place(
        self,
        name: str,
        data: npt.NDArray[Any],
        *,
        read_only: bool = False,
        alignment: int = ALIGNMENT,
    ) -> int:
        buffer = self._program.memory.place(
            name, data, read_only=read_only, alignment=alignment
        )
        self._buffers.append(buffer)
        return buffer.address

    def put(self, name: str, data: bytes) -> int:
        """The address of a copy of `data`, which kernels must not change."""
        return self.place(name, np.frombuffer(data, np.uint8), read_only=True)

    # --- values of arguments -------------------------------------------------------------

    def buffer(self, array: npt.NDArray[Any], name: str, writable: bool) -> int:
        # An array that is given twice is one buffer.
        key = (int(array.__array_interface__["data"][0]), array.nbytes)
        if key not in self._addresses:
            self._addresses[key] = self.place(
                name, array, read_only=not array.flags.writeable
            )
        return self._addresses[key]

    def local(self, size: int, align: int) -> int:
        start = align_to(self.local_end, align)
        self.local_end = start + size
        return start

    def image(self, image: Image, access: str) -> int:
        if id(image) not in self._images:
            texels = DeviceImage(image)
            address = self.place(image.kind, texels.texels, alignment=BASE_ALIGNMENT)
            self._images[id(image)] = texels, address
        placed, address = self._images[id(image)]
        processor = self._program.device.generation.processor
        if access != "read_only":
            placed.written = True
        return self.put("image descriptor", placed.words(processor, address))

    def sampler(self, sampler: Sampler) -> int:
        given = DeviceSampler(sampler.normalized, sampler.addressing, sampler.filter)
        words = given.words(self._program.device.generation.major)
        return self.put("sampler", words)

    def pipe(self, pipe: Pipe) -> int:
        return self.place("pipe", pipe.memory)


class GpuKernel(Kernel):
    """A kernel of a code object on an emulated GPU."""

    def __init__(
        self,
        description: KernelDescription,
        code: loaded_code_object.Kernel,
        program: GpuProgram,
    ):
        info = code.info
        super().__init__(
            description,
            uniform=info.uniform_work_group_size,
            largest=info.max_flat_work_group_size,
        )
        self._info = info
        self._program = program
        self._pack = Packer(self.name, self.layout, self.arguments).pack

    def bind(
        self,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
        dynamic_local_bytes: int = 0,
    ) -> Callable[[], Launch]:
        plan = self.plan(global_size, local_size, global_offset)
        return partial(self._launch, plan, values, dynamic_local_bytes)

    def _launch(
        self, plan: LaunchPlan, values: Sequence[Value], local_bytes: int
    ) -> Launch:
        program = self._program
        with program.lock:
            local_base = self._info.group_segment_size + local_bytes
            memory = _LaunchMemory(program, local_base)
            try:
                return self._run(plan, values, memory)
            except (AbiError, EmulatorError) as error:
                raise RuntimeFailure(
                    f"kernel '{self.name}' on {program.device.target.mcpu}: {error}"
                ) from error
            finally:
                memory.close()

    def _run(
        self, plan: LaunchPlan, values: Sequence[Value], memory: _LaunchMemory
    ) -> Launch:
        program = self._program
        explicit = self._explicit(values, memory)
        if not plan.groups:
            return NOT_COUNTED
        space = IndexSpace(plan.global_size, plan.local_size, plan.global_offset)
        try:
            statistics = watched_launch(
                program.loaded,
                self.name,
                space,
                explicit,
                self.layout.explicit,
                local_end=memory.local_end,
                options=program.device.options,
                check=program.check,
                profile=program.device.profile,
            )
        except FindingsError as error:
            reports: list[AnyReport] = [
                MachineReport(self.name, finding) for finding in error.findings
            ]
            if fault := error.fault:
                reports.append(FaultReport(self.name, _FAULTS[type(fault)], str(fault)))
            raise CheckError(reports) from error
        return Launch(statistics.waves, statistics.instructions, statistics.profile)

    def _explicit(self, values: Sequence[Value], memory: _LaunchMemory) -> bytes:
        """
        The bytes of the explicit arguments, whose arrays are then in `memory`.

        Raises `RuntimeFailure` when they ask for too much local memory.
        """
        gpu = self._program.device.generation
        block, start = self._pack(values, memory)
        if memory.local_end > gpu.processor.lds_bytes:
            raise RuntimeFailure(
                f"kernel '{self.name}': a work-group needs {memory.local_end} bytes of "
                f"local memory, and {gpu.name} has {gpu.processor.lds_bytes}; use less"
            )
        return bytes(
            block[start : start + max(self._info.layout.kernarg_segment_size, 8)]
        )

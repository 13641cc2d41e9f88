"""
What `xdsl-opencl info` tells: kernels, their arguments, and what their code needs.

An input module is described by its reflection and `abi.layout`; where code can be made
for the target, that code is made, and describes itself. A code object describes itself
altogether.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import DenseArrayBase, IntegerType

from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import AbiError, PlacedArgument
from xdsl_opencl.abi.occupancy import occupancy
from xdsl_opencl.abi.processors import PROCESSORS
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.code_object import (
    ArgumentInfo,
    CodeObjectInfo,
    KernelInfo,
    inspect,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.diagnostics import CompileError, user_errors
from xdsl_opencl.transforms import kernel_signature


@dataclass(frozen=True)
class ArgumentReport:
    """
    One argument: what a host program asks about it, and where it is (bytes from the base
    of the argument segment). Unknown fields are empty.
    """

    name: str
    type_name: str
    kind: str
    offset: int
    size: int
    address_space: str = ""
    access: str = ""
    type_qualifiers: tuple[str, ...] = ()
    resource_id: int | None = None


@dataclass(frozen=True)
class CodeReport:
    """
    What a kernel's code needs. Bytes of LDS count per work-group, of scratch per
    work-item; registers per wave (SGPRs) or work-item. `waves` is the number of waves
    that fit on one SIMD with a work-group of `max_work_group_size`, `limited_by` names
    what keeps it below the processor's maximum; `None` where it is not known.
    """

    wave_size: int
    vgprs: int
    agprs: int
    sgprs: int
    user_sgprs: int
    vgpr_spills: int
    sgpr_spills: int
    lds_bytes: int
    scratch_bytes: int
    uses_dynamic_stack: bool
    max_work_group_size: int
    waves: int | None
    limited_by: tuple[str, ...]


@dataclass(frozen=True)
class KernelReport:
    name: str
    arguments: tuple[ArgumentReport, ...]
    hidden_arguments: tuple[ArgumentReport, ...]
    argument_bytes: int
    argument_align: int
    reqd_work_group_size: tuple[int, ...]
    work_group_size_hint: tuple[int, ...]
    vec_type_hint: str
    code: CodeReport | None


@dataclass(frozen=True)
class ModuleReport:
    """
    A whole input. `code_object_version` is 0 where the ABI has none.
    """

    file: str
    abi: str
    processor: str
    target_id: str
    code_object_version: int
    kernels: tuple[KernelReport, ...]


def report_code_object(file: str, code: bytes) -> ModuleReport:
    """
    Describes a `.o` or `.hsaco`.

    Raises `CompileError` when `code` is something else.
    """
    try:
        with user_errors():
            info = inspect(code)
    except CompileError as error:
        raise CompileError(f"{file}: {error}") from error
    return ModuleReport(
        file,
        Abi.AMDHSA,
        info.processor,
        info.target_id,
        info.code_object_version,
        tuple(
            KernelReport(
                kernel.name,
                tuple(map(_argument, kernel.arguments)),
                tuple(map(_argument, kernel.hidden_arguments)),
                kernel.kernarg_segment_size,
                kernel.kernarg_segment_align,
                kernel.reqd_work_group_size,
                kernel.work_group_size_hint,
                kernel.vec_type_hint,
                _code(info, kernel),
            )
            for kernel in info.kernels
        ),
    )


def _argument(argument: ArgumentInfo) -> ArgumentReport:
    return ArgumentReport(
        argument.name,
        argument.type_name,
        argument.value_kind,
        argument.offset,
        argument.size,
        argument.address_space,
        argument.access,
        argument.type_qualifiers,
    )


def _code(info: CodeObjectInfo, kernel: KernelInfo) -> CodeReport:
    work_items = kernel.max_flat_work_group_size
    waves: int | None = None
    limits: tuple[str, ...] = ()
    if (processor := PROCESSORS.get(info.processor)) is not None:
        try:
            fit = occupancy(
                processor,
                vgprs=kernel.vgprs,
                sgprs=kernel.sgprs,
                lds_bytes=kernel.group_segment_size,
                work_group_size=work_items,
                wave_size=kernel.wavefront_size,
                cu_mode=not kernel.work_group_processor_mode,
            )
        except AbiError:
            # A code object of another compiler, with more than the tables allow.
            pass
        else:
            waves, limits = fit.waves, fit.limits
    return CodeReport(
        kernel.wavefront_size,
        kernel.vgprs,
        kernel.agprs,
        kernel.sgprs,
        kernel.user_sgprs,
        kernel.vgpr_spills,
        kernel.sgpr_spills,
        kernel.group_segment_size,
        kernel.private_segment_size,
        kernel.uses_dynamic_stack,
        work_items,
        waves,
        limits,
    )


def report_module(compilation: Compilation) -> ModuleReport:
    """
    Describes an input module for its target; for `amdhsa` from the code made of it, so
    that hidden arguments and registers are those of the real code.

    Raises `CompileError`.
    """
    target = compilation.resolved_target
    file = compilation.source.name
    if target.abi is Abi.AMDHSA:
        return report_code_object(file, compilation.object)
    with user_errors(compilation.source):
        kernels = tuple(_layouts(compilation, target))
    return ModuleReport(file, target.abi, target.mcpu, "", 0, kernels)


def _layouts(compilation: Compilation, target: Target) -> Iterator[KernelReport]:
    for op in compilation.opencl_module.walk():
        if isinstance(op, KernelOp) and not op.is_declaration:
            yield _layout(op, target)


def _layout(kernel: KernelOp, target: Target) -> KernelReport:
    infos = kernel_signature.argument_info(kernel)
    places = layout(kernel_signature.kernel_signature(kernel, target), target)

    def report(place: PlacedArgument) -> ArgumentReport:
        info = None if place.index is None else infos[place.index]
        return ArgumentReport(
            place.name,
            "" if info is None else info.type_name,
            place.kind,
            place.offset,
            place.size,
            access="" if info is None or info.access == "none" else info.access,
            type_qualifiers=() if info is None else tuple(info.type_qualifiers.split()),
            resource_id=place.resource_id,
        )

    def sizes(attribute: DenseArrayBase[IntegerType] | None) -> tuple[int, ...]:
        return () if attribute is None else tuple(attribute.get_values())

    return KernelReport(
        kernel.sym_name.data,
        tuple(map(report, places.explicit)),
        tuple(map(report, places.hidden)),
        places.kernarg_segment_size,
        places.kernarg_segment_align,
        sizes(kernel.reqd_work_group_size),
        sizes(kernel.work_group_size_hint),
        "" if kernel.vec_type_hint is None else str(kernel.vec_type_hint),
        None,
    )

"""Samplers."""

from __future__ import annotations

from typing import ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.enums import AddressingMode, FilterMode
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    handles,
    properties,
    property_bytes,
    query,
    u32,
)
from xdsl_opencl.icd.api.object_handles import Object, counted
from xdsl_opencl.icd.objects.contexts import Context
from xdsl_opencl.runtime.arguments.argument_block import Sampler as Bits
from xdsl_opencl.runtime.errors import RuntimeFailure

_ADDRESSING: dict[int, AddressingMode] = {
    cl.ADDRESS_NONE + number: mode for number, mode in enumerate(AddressingMode)
}
_FILTERS: dict[int, FilterMode] = {
    cl.FILTER_NEAREST: FilterMode.NEAREST,
    cl.FILTER_LINEAR: FilterMode.LINEAR,
}


class Sampler(Object):
    """A sampler; `bits` is the value of the kernel's argument."""

    INVALID: ClassVar[int] = cl.INVALID_SAMPLER
    __slots__ = ("addressing", "bits", "context", "filter", "normalized", "pairs")

    def __init__(
        self,
        context: Context,
        normalized: int,
        addressing: int,
        filter_mode: int,
        pairs: list[tuple[int, int]] | None = None,
    ):
        super().__init__()
        if (
            normalized not in (0, 1)
            or addressing not in _ADDRESSING
            or filter_mode not in _FILTERS
        ):
            raise ApiError(cl.INVALID_VALUE)
        self.context = context
        self.normalized = normalized
        self.addressing = addressing
        self.filter = filter_mode
        self.pairs = pairs
        try:
            self.bits = Bits(
                bool(normalized), _ADDRESSING[addressing], _FILTERS[filter_mode]
            ).bits
        except RuntimeFailure as error:
            raise ApiError(cl.INVALID_VALUE, str(error)) from None


def clCreateSampler(
    context: int | None, normalized: int, addressing: int, filter_mode: int
) -> int:
    return Sampler(Context.of(context), normalized, addressing, filter_mode).given()


def clCreateSamplerWithProperties(context_handle: int | None, pairs: int | None) -> int:
    context = Context.of(context_handle)
    values = {
        cl.SAMPLER_NORMALIZED_COORDS: cl.TRUE,
        cl.SAMPLER_ADDRESSING_MODE: cl.ADDRESS_CLAMP,
        cl.SAMPLER_FILTER_MODE: cl.FILTER_NEAREST,
    }
    found = properties(pairs)
    for name, value in found:
        if name not in values or [n for n, _ in found].count(name) > 1:
            raise ApiError(cl.INVALID_VALUE, f"sampler property {name:#x}")
        values[name] = value
    normalized, addressing, filter_mode = values.values()
    made = Sampler(
        context, normalized, addressing, filter_mode, found if pairs else None
    )
    return made.given()


clRetainSampler, clReleaseSampler = counted(Sampler)


_SAMPLER: dict[int, Answer[Sampler]] = {
    cl.SAMPLER_REFERENCE_COUNT: lambda s: u32(s.references),
    cl.SAMPLER_CONTEXT: lambda s: handles(s.context),
    cl.SAMPLER_NORMALIZED_COORDS: lambda s: u32(s.normalized),
    cl.SAMPLER_ADDRESSING_MODE: lambda s: u32(s.addressing),
    cl.SAMPLER_FILTER_MODE: lambda s: u32(s.filter),
    cl.SAMPLER_PROPERTIES: lambda s: property_bytes(s.pairs),
}

clGetSamplerInfo = query(_SAMPLER, Sampler.of)

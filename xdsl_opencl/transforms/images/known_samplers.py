"""Samplers whose value is known at compile time."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xdsl_opencl.abi.images.samplers import from_literal_bits
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.dialects.opencl.sampler import (
    GetProgramSamplerOp,
    ProgramSamplerOp,
    SamplerConstantOp,
    TranslateSamplerOp,
)
from xdsl_opencl.ir.diagnostics import fail


class KnownSamplers:
    """The samplers of a module by their symbols, and the known values of samplers."""

    def __init__(self, module: ModuleOp):
        self.program: dict[str, SamplerAttr] = {
            op.sym_name.data: op.value
            for op in module.body.block.ops
            if isinstance(op, ProgramSamplerOp)
        }

    def value(self, sampler: SSAValue) -> SamplerAttr | None:
        """The known value of `sampler`; `None` if it is known only at launch."""
        match sampler.owner:
            case SamplerConstantOp() as op:
                return op.value
            case GetProgramSamplerOp() as op:
                name = op.sampler.root_reference.data
                if name not in self.program:
                    fail(op, f"there is no opencl.program_sampler @{name}")
                return self.program[name]
            case TranslateSamplerOp() as op:
                return self._literal(op)
            case _:
                return None

    def _literal(self, op: TranslateSamplerOp) -> SamplerAttr | None:
        if (bits := constant_integer(op.bits)) is None:
            return None
        sampler = from_literal_bits(bits)
        if sampler is None:
            fail(
                op,
                f"{bits:#x} is not a sampler literal; they are normalised 1, "
                "addressing 0, 2, 4, 6, 8, filter 0x10 or 0x20",
            )
        return SamplerAttr(*sampler)

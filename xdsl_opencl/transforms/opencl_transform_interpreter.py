"""
The pass `opencl-transform-interpreter`: xDSL's `transform-interpreter` with the passes of all
plugins.

xDSL 0.74's own pass finds only xDSL's passes for `transform.apply_registered_pass`, so a schedule
cannot name a pass of a plugin.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.interpreter import Interpreter
from xdsl.interpreters.printf import PrintfFunctions
from xdsl.interpreters.transform import OperationHandle, TransformFunctions
from xdsl.transforms import transform_interpreter
from xdsl.universe import Universe
from xdsl.utils.exceptions import InterpretationError

from xdsl_opencl.ir.diagnostics import fail


@dataclass(frozen=True)
class OpenCLTransformInterpreterPass(transform_interpreter.TransformInterpreterPass):
    """Runs the named sequence `entry_point` of the module on the module."""

    name = "opencl-transform-interpreter"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        schedule = self.find_transform_entry_point(op, self.entry_point)
        passes = Universe.get_multiverse().all_passes
        interpreter = Interpreter(op)
        interpreter.register_implementations(TransformFunctions(ctx, passes))
        interpreter.register_implementations(PrintfFunctions())
        try:
            interpreter.call_op(schedule, (OperationHandle(op),))
        except (InterpretationError, ValueError) as error:
            fail(schedule, f"the schedule cannot be applied: {error}")

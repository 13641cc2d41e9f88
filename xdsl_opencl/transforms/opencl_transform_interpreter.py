"""
The pass `opencl-transform-interpreter`: xDSL's `transform-interpreter` with the passes of all
plugins.

xDSL 0.74's own pass finds only xDSL's passes for `transform.apply_registered_pass`, so a schedule
cannot name a pass of a plugin, and it leaves out the options of a pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import transform
from xdsl.dialects.builtin import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i1,
)
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.interpreters.printf import PrintfFunctions
from xdsl.interpreters.transform import OperationHandle, TransformFunctions
from xdsl.ir import Attribute
from xdsl.passes import PassPipeline
from xdsl.transforms import transform_interpreter
from xdsl.universe import Universe
from xdsl.utils.arg_spec import ArgSpec, ParameterListType
from xdsl.utils.exceptions import InterpretationError

from xdsl_opencl.ir.diagnostics import fail


def _option(value: Attribute) -> ParameterListType:
    """
    The values of an option of a pass.

    Raises `InterpretationError` for attributes that no option has.
    """
    match value:
        case IntegerAttr():
            is_flag = value.type == i1
            return (bool(value.value.data) if is_flag else value.value.data,)
        case FloatAttr():
            return (value.value.data,)
        case StringAttr():
            return (value.data,)
        case ArrayAttr():
            parts = [part for each in value for part in _option(each)]
            return tuple(parts)
        case _:
            raise InterpretationError(
                f"{value} is no value of an option; use numbers, strings or arrays"
            )


@register_impls
class _Passes(InterpreterFunctions):
    """Runs passes of all plugins with their options."""

    def __init__(self, ctx: Context):
        self.ctx = ctx
        self.passes = Universe.get_multiverse().all_passes

    @impl(transform.ApplyRegisteredPassOp)
    def run(
        self,
        interpreter: Interpreter,
        op: transform.ApplyRegisteredPassOp,
        args: PythonValues,
    ) -> PythonValues:
        (targets,) = args
        modules = cast(OperationHandle, targets).ops
        if not all(isinstance(module, ModuleOp) for module in modules):
            raise InterpretationError(
                "transform.apply_registered_pass needs a builtin.module"
            )
        name = op.pass_name.data
        options = {key: _option(value) for key, value in op.options.data.items()}
        if options:
            if name not in self.passes:
                raise InterpretationError(f"there is no pass '{name}'")
            made = self.passes[name]().from_spec(
                ArgSpec(name, options).normalize_parameter_names()
            )
            pipeline = PassPipeline((made,))
        else:
            # The name may be a pipeline.
            pipeline = PassPipeline.parse_spec(self.passes, name)
        for module in modules:
            pipeline.apply(self.ctx, cast(ModuleOp, module))
        return (targets,)


@dataclass(frozen=True)
class OpenCLTransformInterpreterPass(transform_interpreter.TransformInterpreterPass):
    """Runs the named sequence `entry_point` of the module on the module."""

    name = "opencl-transform-interpreter"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        schedule = self.find_transform_entry_point(op, self.entry_point)
        passes = Universe.get_multiverse().all_passes
        interpreter = Interpreter(op)
        interpreter.register_implementations(TransformFunctions(ctx, passes))
        interpreter.register_implementations(_Passes(ctx), override=True)
        interpreter.register_implementations(PrintfFunctions())
        try:
            interpreter.call_op(schedule, (OperationHandle(op),))
        except (InterpretationError, ValueError) as error:
            fail(schedule, f"the schedule cannot be applied: {error}")

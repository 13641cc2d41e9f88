"""
The `opencl` dialect: operations in one file for each family of OpenCL C's specification, and the
types and attributes that they share.
"""

from types import ModuleType

from typing_extensions import TypeVar
from xdsl.ir import Attribute, Dialect, Operation

from xdsl_opencl.dialects import changes as changes
from xdsl_opencl.dialects.opencl import (
    atomic,
    attrs,
    builtin,
    collective,
    conversion,
    image,
    kernel,
    launch,
    low_level,
    memory,
    pipe,
    printf,
    sampler,
    sub_group,
    sync,
    types,
    work_item,
)
from xdsl_opencl.dialects.opencl.folding.materialization import MaterializeConstant
from xdsl_opencl.dialects.opencl.interop import irdl_form
from xdsl_opencl.dialects.opencl.interop.llvm_conversion import OpenCLToLLVM
from xdsl_opencl.dialects.opencl.verification.constraints import locate_parse_errors

_FAMILIES = (
    *(kernel, launch, image, sampler, work_item, low_level, memory, sync),
    *(collective, sub_group, atomic, pipe, conversion, builtin, printf),
)

DefinedT = TypeVar("DefinedT", bound=Operation | Attribute)


def _defined(base: type[DefinedT], *modules: ModuleType) -> list[type[DefinedT]]:
    """The operations or attributes that `modules` define; a base of several has no name."""
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, base)
        and value.__module__ == module.__name__
        and "name" in vars(value)
    ]


OpenCL = Dialect(
    "opencl",
    _defined(Operation, *_FAMILIES),
    _defined(Attribute, attrs, low_level, types),
    [MaterializeConstant(), OpenCLToLLVM()],
)

locate_parse_errors(OpenCL.operations)
irdl_form.install(tuple(OpenCL.operations))

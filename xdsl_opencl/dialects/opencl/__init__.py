"""
The `opencl` dialect: operations in one file for each family of OpenCL C's specification, and the
types and attributes that they share. All are names of this module:

    from xdsl_opencl.dialects.opencl import BarrierOp
"""

from types import ModuleType
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    # ruff: noqa: F403
    from xdsl_opencl.dialects.opencl.atomic import *
    from xdsl_opencl.dialects.opencl.attrs import *
    from xdsl_opencl.dialects.opencl.builtin import *
    from xdsl_opencl.dialects.opencl.collective import *
    from xdsl_opencl.dialects.opencl.conversion import *
    from xdsl_opencl.dialects.opencl.image import *
    from xdsl_opencl.dialects.opencl.kernel import *
    from xdsl_opencl.dialects.opencl.launch import *
    from xdsl_opencl.dialects.opencl.low_level import *
    from xdsl_opencl.dialects.opencl.memory import *
    from xdsl_opencl.dialects.opencl.pipe import *
    from xdsl_opencl.dialects.opencl.printf import *
    from xdsl_opencl.dialects.opencl.sampler import *
    from xdsl_opencl.dialects.opencl.sub_group import *
    from xdsl_opencl.dialects.opencl.sync import *
    from xdsl_opencl.dialects.opencl.types import *
    from xdsl_opencl.dialects.opencl.work_item import *

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
        # `issubclass` of an abstract class asks all classes derived from it, and notes each answer.
        and base in value.__mro__
        and value.__module__ == module.__name__
        and "name" in vars(value)
    ]


OpenCL = Dialect(
    "opencl",
    _defined(Operation, *_FAMILIES),
    _defined(Attribute, attrs, low_level, types),
    [MaterializeConstant(), OpenCLToLLVM()],
)

globals().update({d.__name__: d for d in (*OpenCL.operations, *OpenCL.attributes)})

locate_parse_errors(OpenCL.operations)
irdl_form.install(tuple(OpenCL.operations))

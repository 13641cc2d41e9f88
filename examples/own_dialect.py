"""
A dialect of your own that has a GPU: `each.kernel` says what becomes of one element, and
`lower-each` makes an OpenCL kernel of it, with a work item for each element.

    python examples/own_dialect.py

writes the code object for gfx1100 to the folder it runs in, and runs the kernel on the CPU
device. docs/composition.md explains it.
"""

from __future__ import annotations

import numpy as np
from xdsl.context import Context
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    SymbolNameConstraint,
    i32,
)
from xdsl.ir import Attribute, Block, Dialect, Region
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.passes import ModulePass
from xdsl.traits import IsTerminator, SymbolOpInterface
from xdsl.universe import Universe
from xdsl.utils.exceptions import PassFailedException, VerifyException

import xdsl_opencl as ocl
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp, ReturnOp
from xdsl_opencl.dialects.opencl.work_item import GetGlobalIdOp
from xdsl_opencl.runtime import Program

# --- the dialect: an operation and its terminator ---------------------------------------


@irdl_op_definition
class EachYieldOp(IRDLOperation):
    """
    The new element.
    """

    name = "each.yield"
    value = operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$value attr-dict `:` type($value)"


@irdl_op_definition
class EachKernelOp(IRDLOperation):
    """
    A function of one element of each of several arrays.
    """

    name = "each.kernel"
    sym_name = prop_def(SymbolNameConstraint())
    body = region_def("single_block")
    traits = traits_def(SymbolOpInterface())
    assembly_format = "$sym_name $body attr-dict"

    def verify_(self) -> None:
        if not isinstance(self.body.block.last_op, EachYieldOp):
            raise VerifyException(
                "'each.kernel' ends with the new element; each.yield it"
            )


EACH = Dialect("each", [EachKernelOp, EachYieldOp])


# --- the lowering ------------------------------------------------------------------------


def array_of(element: Attribute) -> MemRefType[Attribute]:
    """
    An array in global memory.
    """
    space = AddressSpaceAttr(AddressSpace.GLOBAL)
    return MemRefType(element, [DYNAMIC_INDEX], NoneAttr(), space)


def lower(op: EachKernelOp) -> KernelOp:
    """
    The kernel: its arguments are the arrays, the array of results and its length.
    """
    body, element = op.body.block, op.body.block.last_op
    assert isinstance(element, EachYieldOp)
    types = [array_of(type_) for type_ in (*body.arg_types, element.value.type)]
    entry = Block(arg_types=[*types, i32])
    *arrays, results, count = entry.args
    index = GetGlobalIdOp(0, IndexType())
    length = arith.IndexCastOp(count, IndexType())
    is_inside = arith.CmpiOp(index, length, "ult")
    for array, argument in zip(arrays, body.args, strict=True):
        load = memref.LoadOp.get(array, [index])
        body.insert_op_before(load, body.first_op or element)
        argument.replace_all_uses_with(load.res)
    store = memref.StoreOp.get(element.value, results, [index])
    element.detach()
    element.drop_all_references()
    for argument in tuple(body.args):
        body.erase_arg(argument)
    body.add_ops([store, scf.YieldOp()])
    check = scf.IfOp(is_inside, (), op.detach_region(op.body))
    entry.add_ops([index, length, is_inside, check, ReturnOp()])
    return KernelOp(op.sym_name.data, [*types, i32], Region(entry))


class LowerEachPass(ModulePass):
    """
    Makes a kernel of each `each.kernel`.
    """

    name = "lower-each"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for each in tuple(op.ops):
            if not isinstance(each, EachKernelOp):
                continue
            if any(isinstance(a.type, MemRefType) for a in each.body.block.args):
                raise PassFailedException(
                    "'each.kernel' takes elements; pass the array"
                )
            kernel = lower(each)
            op.body.block.insert_op_before(kernel, each)
            each.detach()
            each.erase()


UNIVERSE = Universe(
    all_dialects={"each": lambda: EACH},
    all_passes={"lower-each": lambda: LowerEachPass},
)
"""The entry point `xdsl.universe` of a package names this, so that xdsl-opt finds it."""

# --- a kernel, on the GPU and on the CPU device -----------------------------------------

BLEND = """
each.kernel @blend {
^bb0(%x: f32, %y: f32):
  %half = arith.constant 0.5 : f32
  %sum = arith.addf %x, %y : f32
  %mean = arith.mulf %sum, %half : f32
  %root = opencl.builtin "sqrt"(%mean) : (f32) -> f32
  each.yield %root : f32
}
"""


def main() -> None:
    context = Context()
    # Where this package is installed, its dialect is among the others already.
    dialects = {**Universe.get_multiverse().all_dialects, **UNIVERSE.all_dialects}
    for name, factory in dialects.items():
        context.register_dialect(name, factory)
    module = Parser(context, BLEND).parse_module()
    LowerEachPass().apply(context, module)
    module.verify()

    source = ocl.SourceFile("blend.mlir", str(module))
    ocl.compile(source, "gfx1100").save("blend.gfx1100.hsaco")

    x, y = np.random.default_rng(0).random((2, 1000), np.float32)
    blended = np.empty_like(x)
    Program(module).blend((1024,), (64,), x, y, blended, 1000)
    assert np.allclose(blended, np.sqrt((x + y) / 2))
    print("blend.gfx1100.hsaco written; the CPU device agrees with NumPy")


if __name__ == "__main__":
    main()

"""A program of pyopencl: arrays, a reduction, a scan, an exception."""

from importlib import import_module
from typing import Any

# pyopencl has no type annotations.
np: Any = import_module("numpy")
cl: Any = import_module("pyopencl")
cla: Any = import_module("pyopencl.array")
GenericScanKernel: Any = import_module("pyopencl.scan").GenericScanKernel

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
x = cla.arange(queue, 0, 1000, 1, dtype=np.float32)
assert ((x * 2 + x).get() == np.arange(1000) * 3).all()
assert cla.sum(x).get() == 499500
scan = GenericScanKernel(
    context,
    np.int32,
    arguments="__global int *ary",
    input_expr="ary[i]",
    scan_expr="a+b",
    neutral="0",
    output_statement="ary[i]=item;",
)
y = cla.arange(queue, 0, 5000, 1, dtype=np.int32)
scan(y)
assert (y.get() == np.arange(5000).cumsum()).all()


class Container:
    """Something that no array can be added to."""


try:
    _ = Container() + cla.zeros(queue, (10,), np.float64)
except TypeError:
    # Events were released while the exception was on its way.
    pass
else:
    raise AssertionError("a sum with a container")

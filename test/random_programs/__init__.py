"""
Random OpenCL programs and what they must compute.

`grammar` draws a program, a small tree (`tree`). `opencl_c` writes it as OpenCL C, for
the compilers; `oracle` as Python, one generator a work item that yields at barriers: that
is the judge. `devices` runs programs in child processes, `shrink` makes what fails small,
and `run.py` searches.
"""

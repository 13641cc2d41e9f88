"""
The lowering of OpenCL C's functions: expansions into LLVM operations, one module per
family, shared by all targets except where a table says otherwise.
"""

"""
What each function of OpenCL C becomes: expansions into LLVM operations, one module per
family, shared by all targets except where a table says otherwise.
"""

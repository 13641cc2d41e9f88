"""
Functions, metadata, arguments and variables of an LLVM module at the opencl level.
"""

"""Compiles OpenCL C to LLVM IR with Clang, and handles the options of a build."""

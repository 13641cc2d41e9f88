"""OpenCL C to LLVM IR by Clang, and the options of a build."""

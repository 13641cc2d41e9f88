"""Kernels from dialects without OpenCL's boundary, `gpu` first of all."""

"""Kernels from dialects without OpenCL's kernel boundary, mainly `gpu`."""

"""Kernels and launches of other dialects become those of `opencl`."""

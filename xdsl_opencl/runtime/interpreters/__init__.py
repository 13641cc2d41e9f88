"""Kernels under xDSL's interpreter, and functions of the host that launch kernels."""

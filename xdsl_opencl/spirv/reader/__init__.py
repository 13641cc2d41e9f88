"""Modules of SPIR-V to the opencl level."""

"""The opencl level as SPIR-V: types and constants, functions, and what a module declares."""

"""Kernels for `tools/code_objects.py`, a module for each compiler."""


class Refused(Exception):
    """The compiler has no code for this kernel and GPU."""

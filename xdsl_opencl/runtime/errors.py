"""
What can go wrong on the CPU device.
"""

from __future__ import annotations


class RuntimeFailure(RuntimeError):
    """
    A launch or a build that cannot be done; the text says which kernel, which argument,
    what was expected.
    """

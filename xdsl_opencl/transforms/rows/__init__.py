"""Kernels for rows: reductions of `linalg` and the operations around them."""

"""Contractions of `linalg` as kernels: tiles, matrix instructions, epilogues."""

"""Passes on whole kernels and functions, one file each, and rooms for their parts."""

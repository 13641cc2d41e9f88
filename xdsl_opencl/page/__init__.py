"""Kernels as pages and pictures, for people."""

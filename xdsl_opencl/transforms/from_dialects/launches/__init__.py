"""Kernel launches in host functions."""

"""Converts calls of OpenCL C's builtin functions to operations."""

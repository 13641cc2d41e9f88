"""Calls of OpenCL C's builtin functions as operations."""

"""
The OpenCL API over the CPU device, as a driver that the system's OpenCL loader finds.

`api/driver_library.c` starts Python and takes the dispatch table of `api/dispatch`; the
functions in the table are in modules by subject, one function of Python for each of
OpenCL.
"""

from __future__ import annotations

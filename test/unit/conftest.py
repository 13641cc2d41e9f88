"""
Nothing that a test compiles comes from a cache, unless the test says so.
"""

import os

os.environ["XDSL_OPENCL_CACHE"] = ""

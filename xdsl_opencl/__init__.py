"""
OpenCL as an xDSL dialect, lowered to loadable AMDGPU code objects.
"""

"""The list of ABIs: one line for each object."""

from __future__ import annotations

from xdsl_opencl.abi.amdcl2 import AMDCL2
from xdsl_opencl.abi.amdgcn_unknown import AMDGCN_UNKNOWN
from xdsl_opencl.abi.amdhsa import AMDHSA
from xdsl_opencl.abi.host import HOST
from xdsl_opencl.abi.interface import Abi, Interface
from xdsl_opencl.abi.mesa3d import MESA3D
from xdsl_opencl.abi.r600 import R600

INTERFACES: dict[Abi, Interface] = {
    interface.abi: interface
    for interface in (AMDHSA, AMDCL2, MESA3D, AMDGCN_UNKNOWN, R600, HOST)
}
"""Every ABI by its name."""

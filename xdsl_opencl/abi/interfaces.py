"""The list of ABIs: one line for each object."""

from __future__ import annotations

from xdsl_opencl.abi.conventions.amdcl2 import AMDCL2
from xdsl_opencl.abi.conventions.amdgcn_unknown import AMDGCN_UNKNOWN
from xdsl_opencl.abi.conventions.amdhsa import AMDHSA
from xdsl_opencl.abi.conventions.host import HOST
from xdsl_opencl.abi.conventions.mesa3d import MESA3D
from xdsl_opencl.abi.conventions.r600 import R600
from xdsl_opencl.abi.conventions.spirv import SPIRV
from xdsl_opencl.abi.interface import Abi, Interface

INTERFACES: dict[Abi, Interface] = {
    interface.abi: interface
    for interface in (AMDHSA, AMDCL2, MESA3D, AMDGCN_UNKNOWN, R600, HOST, SPIRV)
}
"""Every ABI by its name."""

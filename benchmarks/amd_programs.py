"""
Programs that others wrote for AMD GPUs, on both sides: what our library and Clang take, and
whether the code of both does the same.

Each file is compiled for each GPU by our library, and by Clang at -O3 with ROCm's device
libraries (`code_quality.py` says where they are from). Then the emulator runs each kernel
of both code objects with the same arguments, drawn at random, and all buffers are compared
bit by bit. Kernels whose arguments are more than buffers, local memory and values are left
out, as are those that leave their buffers or run too long with such arguments, with either
code. Where results differ, each side also runs with other junk in its registers and
another order of waves: a kernel that then differs from itself has a race, or reads what
nobody wrote, and proves nothing.

    python benchmarks/amd_programs.py [--mcpu gfx900,...] [--opencl-bc PATH] [--count N]
        [--no-run] [--verbose] NAME=FOLDER ... [-- BUILD OPTIONS]

NAME is a row of `PROJECTS`, whose files and build options are those of the project's host
program, or any other word for all `.cl` files in FOLDER. With `--count` evenly spaced ones
are taken.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import numpy.typing as npt
from code_quality import ClangSide
from suite_builds import Build

import xdsl_opencl as ocl
from xdsl_opencl.abi.reflection import ArgumentDescription, KernelDescription
from xdsl_opencl.backend.objects.code_object import LinkError, link
from xdsl_opencl.driver.reflection import started_kernels
from xdsl_opencl.runtime import Local, Program, RuntimeFailure
from xdsl_opencl.runtime.arguments.argument_block import scalar_type
from xdsl_opencl.runtime.gpu import GpuDevice

PROCESSORS = "gfx900,gfx942,gfx1100,gfx1200"

BUFFER_BYTES = 1 << 23
LOCAL_BYTES = 1 << 13
GROUPS = 2
INSTRUCTIONS = 250_000
"""Of all waves of a launch; at about a millisecond for a hundred."""


@dataclass(frozen=True)
class Project:
    """
    Files of a project, by patterns below its folder, and the build options of its host
    program; in them `{folder}` is the folder.

    `variants` has options of single files, one build for each, and `behind` text that
    stands after that of a file, where kernels would keep to themselves what they compute.
    `values` has the numbers of arguments by name that random ones would not do for; several
    are repeated to the end of a buffer or structure.
    """

    pattern: str
    options: str
    variants: Mapping[str, Sequence[str]] = field(default_factory=dict[str, list[str]])
    behind: Mapping[str, str] = field(default_factory=dict[str, str])
    values: Mapping[str, int | Sequence[int]] = field(default_factory=dict[str, int])
    buffer_bytes: int = BUFFER_BYTES
    instructions: int = INSTRUCTIONS

    def copy(self, folder: Path, into: Path) -> Path:
        """
        Returns a copy of `folder` in `into` with the text of `behind`; `folder` if none.
        """
        if not self.behind:
            return folder
        copytree(folder, into, copy_function=os.symlink)
        for name, text in self.behind.items():
            original = into / name
            whole = original.read_text() + text
            original.unlink()
            original.write_text(whole)
        return into


HASHCAT = (
    "-cl-std=CL1.2 -I{folder}/OpenCL -DINCLUDE_PATH={folder}/OpenCL -DXM2S(x)=#x "
    "-DM2S(x)=XM2S(x) -DKERNEL_STATIC -DLOCAL_MEM_TYPE=1 -DVENDOR_ID=1 -DCUDA_ARCH=0 "
    "-DHAS_ADD=0 -DHAS_ADDC=0 -DHAS_SUB=0 -DHAS_SUBC=0 -DHAS_VADD=1 -DHAS_VADDC=0 "
    "-DHAS_VADD_CO=1 -DHAS_VADDC_CO=1 -DHAS_VSUB=1 -DHAS_VSUBB=0 -DHAS_VSUB_CO=1 "
    "-DHAS_VSUBB_CO=1 -DHAS_VPERM=1 -DHAS_VADD3=1 -DHAS_VBFE=1 -DHAS_BFE=0 -DHAS_LOP3=0 "
    "-DHAS_MOV64=0 -DHAS_PRMT=0 -DVECT_SIZE=1 -DDEVICE_TYPE=4 -DDGST_R0=0 -DDGST_R1=1 "
    "-DDGST_R2=2 -DDGST_R3=3 -DDGST_ELEM=16 -DKERN_TYPE=0 -DATTACK_EXEC=11 "
    "-DATTACK_KERN=0 -DATTACK_MODE=0 -DFIXED_LOCAL_SIZE=64"
)
_DIGEST = (
    "{ global u32 *o = d_return_buf + 4 * gid; o[0] = o[0] * 33 + (a); "
    "o[1] = o[1] * 33 + (b); o[2] = o[2] * 33 + (c); o[3] = o[3] * 33 + (d); }\n"
)
"""The digests that a work item computes, put together."""

_EVERY_DIGEST = "\n" + "".join(
    f"#undef {name}\n#define {name}(a, b, c, d) {_DIGEST}"
    for name in (
        *("COMPARE_S_SIMD", "COMPARE_M_SIMD", "COMPARE_S_SCALAR", "COMPARE_M_SCALAR"),
    )
)
_NO_FILTER = """
#undef MATCHES_NONE_VS
#undef MATCHES_NONE_VV
#define MATCHES_NONE_VS(a, b) false
#define MATCHES_NONE_VV(a, b) false
"""
_ITS_DIGEST = "\n" + re.sub(r"\((.)\)", lambda m: f"r{'abcd'.index(m[1])}", _DIGEST)

GPUOWL = (
    "-cl-std=CL2.0 -cl-finite-math-only -I{folder}/src/cl -DEXP=77936867u -DWIDTH=1024u "
    "-DSMALL_HEIGHT=256u -DMIDDLE=8u -DCARRY_LEN=8u -DNW=4u -DNH=4u -DAMDGPU=1u "
    "-DWEIGHT_STEP=0.0187 -DIWEIGHT_STEP=-0.0184 -DFFT_VARIANT=202u "
    "-DTAILT=U2(0.99,0.01) -DTRIG_SCALE=4 "
    "-DTRIG_SIN={0.0015,-6.1e-10,7.1e-17,-3.9e-24,1.2e-31,-2.7e-39,4e-47,-5e-55} "
    "-DTRIG_COS={-1.2e-6,2.3e-13,-1.8e-20,7.6e-28,-2e-35,3.5e-43,-4e-51,3e-59} "
    "-DFRAC_BPW_HI=2489517056u -DFRAC_BPW_LO=4294967295u -DFRAC_BITS_BIGSTEP=1879048192u"
)
# Less memory and fewer iterations than a currency has, so that kernels come to an end.
XMRIG = (
    "-cl-std=CL1.2 -I{folder}/src/backend/opencl/cl -DITERATIONS=128U -DMASK=8176U "
    "-DWORKSIZE=8U -DSTRIDED_INDEX=1U -DMEM_CHUNK_EXPONENT=4U -DMEMORY=8192LU "
    "-DCN_UNROLL=8 -DCOMP_MODE=0 "
    "-DWORKERS_PER_HASH=8 -DGCN_VERSION=14 -DPROGRESS=0"
)
# The host draws such lines at random for each period.
PROGPOW = (
    "-DXMRIG_INCLUDE_PROGPOW_RANDOM_MATH="
    "mix[1]+=c_dag[mix[3]%PROGPOW_CACHE_WORDS];mix[4]^=ROTL32(mix[5],mix[6]%32);"
    "data=mul_hi(mix[8],mix[9]);mix[7]=(mix[7]^data)*33;"
    "data=clz(mix[10])+popcount(mix[11]);mix[12]=ROTR32(mix[12],7)^min(data,mix[13]); "
    "-DXMRIG_INCLUDE_PROGPOW_DATA_LOADS="
    "mix[0]=(mix[0]*33)+data_dag.s[0];mix[14]=ROTL32(mix[14],5)^data_dag.s[1];"
    "mix[15]=(mix[15]^data_dag.s[2])*33;mix[16]+=data_dag.s[3];"
)
MIOPEN = (
    "-cl-std=CL2.0 -I{folder}/src/kernels -DMIOPEN_USE_FP32=1 -DMIOPEN_USE_FP16=0 "
    "-DMIOPEN_USE_FPMIX=0 -DMIOPEN_USE_BFPMIX=0 -DMIOPEN_USE_FP64=0 -DMIOPEN_USE_INT8=0 "
    "-DMIOPEN_USE_BFP16=0 -DMIOPEN_USE_RNE_BFLOAT16=1 -DMIOPEN_USE_INT32=0 "
    "-DMIOPEN_TYPE=float -DMIOPEN_FP32=1"
)
NO_DPP = "-DMIO_BN_GFX110X=1"
_POOLING = (
    "-DMLO_POOLING_INDEX_TYPE=uchar -DMLO_POOLING_INDEX_MAX=UCHAR_MAX "
    "-DMLO_POOLING_SAVE_INDEX -DUSE_IMG_INDEX=1"
)
_POOLING_2D = (
    f"{_POOLING} -DMLO_POOLING_KERNEL_SZ0=3 -DMLO_POOLING_KERNEL_SZ1=3 "
    "-DMLO_POOLING_STRIDE0=2 -DMLO_POOLING_STRIDE1=2 -DMLO_POOLING_GROUP_SZ0=8 "
    "-DMLO_POOLING_GROUP_SZ1=8 -DMLO_POOLING_N_HORIZ_OUT_PIX=2 "
    "-DMLO_POOLING_N_VERT_OUT_PIX=2 -DMLO_POOLBWD_GROUP_SZ0=8 -DMLO_POOLBWD_GROUP_SZ1=8 "
    "-DMLO_POOLBWD_N_HORIZ_OUT_PIX=2 -DMLO_POOLBWD_N_VERT_OUT_PIX=2"
)
_POOLING_ND = (
    f"{_POOLING} -DMLO_POOLING_GROUP_SZ0=64 -DMAX_ACTIV_WORKITEM=128 -DKERNEL_SZ_D=2 "
    "-DKERNEL_SZ_H=3 -DKERNEL_SZ_W=3 -DSTRIDE_D=1 -DSTRIDE_H=2 -DSTRIDE_W=2 "
    "-DTOP_W_PER_WORK=1 -DTOP_H_PER_WORK=2 -DTOP_D_PER_WORK=2 -DPIX_W_PER_WORK=1 "
    "-DPIX_H_PER_WORK=2 -DPIX_D_PER_WORK=2"
)
_NORMALISATION = (
    "-DMIO_SAVE_MEAN_VARIANCE=1 -DMIO_RUNNING_RESULT=1 -DMIO_BN_N=2 -DMIO_BN_C=4 "
    "-DMIO_BN_HW=64 -DMIO_BN_NHW=128 -DMIO_BN_CHW=256 -DMIO_BN_NCHW=512 "
    "-DMIO_BN_NGRPS=1 -DMIO_BN_GRP0=128 -DMIO_BN_GRP1=1 -DMIO_BN_GRP2=1 "
    "-DMIO_BN_LDS_SIZE=128 -DMIO_BN_LDSGCN_SIZE=2 -DMIO_BN_USESAVED=1"
)
# gfx1100 and gfx1200 have no DPP across rows, which the first two of them use.
_NORMALISATIONS = [
    f"-DMIO_BN_VARIANT={variant} {more} {_NORMALISATION}"
    for variant, more in ((0, ""), (1, ""), (0, NO_DPP), (1, NO_DPP), (3, NO_DPP))
]
_LRN = (
    "-DMLO_LRN_KERNEL_SZ=5 -DMLO_LRN_KERNEL_SZ0=5 -DMLO_LRN_KERNEL_SZ1=5 -DMLO_LRN_PAD=2 "
    "-DMLO_LRN_PAD0=2 -DMLO_LRN_PAD1=2 -DMLO_LRN_PRE_PAD=2 -DMLO_LRN_PRE_PAD0=2 "
    "-DMLO_LRN_PRE_PAD1=2 -DMLO_LRN_N_OUTPUTS=4 -DMLO_LRN_N_INPUTS=4 "
    "-DMLO_LRN_N_CHANNELS=4 -DMLO_LRN_N_HORIZ_OUT_PIX=2 -DMLO_LRN_N_VERT_OUT_PIX=2 "
    "-DMLO_LRN_GROUP_SZ0=8 -DMLO_LRN_GROUP_SZ1=8 -DMLO_LRN_GROUP_LG2SZ0=3 "
    "-DMLO_LRN_GROUP_LG2SZ1=3 -DMLO_LRN_BATCH_SZ=2 -DMLO_LRN_DO_SCALE=1 "
    "-DMLO_OUT_VERT_ALIGNED=1 -DMLO_OUT_HORIZ_ALIGNED=1 -DMLO_MAP_SZ4=64 "
    "-DMLO_C1x1_PIXLEFT=0 -DMLO_DIVBY4=1 -DMLO_READ_TYPE=_FLOAT4 -DMLO_READ_UNIT=4 "
    + " ".join(
        f"-DMLO_LRN_{side}_BATCH_STRIDE=1024 -DMLO_LRN_{side}_CHANNEL_STRIDE=256 "
        f"-DMLO_LRN_{side}_STRIDE=16 -DMLO_LRN_{side}_WIDTH=16 -DMLO_LRN_{side}_HEIGHT=16"
        for side in ("BOT", "TOP", "SCALE", "TOPDF", "BOTDF")
    )
)
# 4 channels of 16 times 16 in, as many out, filters of 3 times 3.
_CONVOLUTION = (
    "-DMLO_HW_WAVE_SZ=64 -DMLO_DIR_FORWARD=1 -DMLO_FILTER_SIZE0=3 -DMLO_FILTER_SIZE1=3 "
    "-DMLO_FILTER_PAD0=1 -DMLO_FILTER_PAD1=1 -DMLO_FILTER_STRIDE0=1 "
    "-DMLO_FILTER_STRIDE1=1 -DMLO_N_OUTPUTS=4 -DMLO_N_INPUTS=4 -DMLO_BATCH_SZ=2 "
    "-DMLO_OUT_WIDTH=16 -DMLO_OUT_HEIGHT=16 -DMLO_OUT_BATCH_STRIDE=1024 "
    "-DMLO_OUT_CHANNEL_STRIDE=256 -DMLO_OUT_STRIDE=16 -DMLO_IN_WIDTH=16 "
    "-DMLO_IN_HEIGHT=16 -DMLO_IN_BATCH_STRIDE=1024 -DMLO_IN_CHANNEL_STRIDE=256 "
    "-DMLO_IN_STRIDE=16 -DMLO_IN_TILE0=16 -DMLO_IN_TILE1=16 -DMLO_GRP_TILE0=8 "
    "-DMLO_GRP_TILE1=8 -DMLO_OUT_TILE0=2 -DMLO_OUT_TILE1=2 -DMLO_N_STACKS=1 "
    "-DMLO_N_OUT_TILES=2 -DMLO_N_OUT_TILES_PERSTACK=2 -DMLO_N_IN_TILES_PERSTACK=2 "
    "-DMLO_N_READ_PROCS=64 -DMLO_ALU_VTILE0=8 -DMLO_ALU_VTILE1=8 -DMLO_CONV_BIAS=1"
)
_SOFTMAX = "-DNUM_BATCH=1 -DBATCH_SIZE=256 -DU_BATCH_SIZE=1"
MIOPEN_SIZES = {
    "MIOpenPooling.cl": [f"-DMLO_POOLING_OP_ID={op} {_POOLING_2D}" for op in (0, 1, 3)],
    "MIOpenPoolingBwd.cl": [f"-DMLO_POOLING_OP_ID={op} {_POOLING_2D}" for op in (0, 1)],
    "MIOpenPoolingND.cl": [
        f"-DMLO_POOLING_OP_ID={op} {_POOLING_ND}" for op in (0, 1, 3)
    ],
    "MIOpenPoolingBwdND.cl": [f"{_POOLING_ND} -DMLO_POOLING_OP_ID=1"],
    "MIOpenPoolingForwardNaive.cl": [
        f"{_POOLING} -DMLO_POOLING_IS2D_KERNEL=1 -DMLO_POOLING_OP_ID=1"
    ],
    "MIOpenBatchNormFwdTrainSpatial.cl": _NORMALISATIONS,
    "MIOpenBatchNormBwdSpatial.cl": _NORMALISATIONS,
    "MIOpenBatchNormActivFwdTrainSpatial.cl": [
        f"{option} -DMIOPEN_NRN_OP_ID=3" for option in _NORMALISATIONS
    ],
    "MIOpenBatchNormActivInfer.cl": [
        f"-DMIOPEN_NRN_OP_ID={op} {_NORMALISATION} -DMIOPEN_READ_UNIT=4 "
        "-DMIOPEN_READ_TYPE=_FLOAT4"
        for op in (3, 9)
    ],
    "MIOpenNeuron.cl": [
        f"-DMIOPEN_NRN_OP_ID={op} -DMIOPEN_NRN_GROUP_SZ0=128 -DMIOPEN_NRN_GROUP_SZ1=1 "
        "-DMIOPEN_READ_UNIT=4 -DMIOPEN_READ_TYPE=_FLOAT4 -DLITE"
        for op in (1, 2, 4, 8, 9)
    ],
    "MIOpenLRNFwd.cl": [_LRN],
    "MIOpenLRNBwd.cl": [_LRN],
    "MIOpenConvDirUni.cl": [_CONVOLUTION],
    "MIOpenConvBwdBias.cl": [
        "-DMLO_CONVBWD_GROUP_SZ0=64 -DMLO_CONVBWD_GROUP_SZ1=1 "
        "-DMLO_CONVBWDB_LCL_MEMSZ=64 -DMLO_CONVBWDB_UNITSIZE=4"
    ],
    "MIOpenIm2d2Col.cl": [
        "-DNUM_CH_PER_WG=1 -DNUM_IM_BLKS_X=1 -DNUM_IM_BLKS=1 -DLOCAL_MEM_SIZE=432 "
        "-DSTRIDE_GT_1=0 -DTILE_SZ_X=32 -DTILE_SZ_Y=8 -DUSE_IM_OFF_GUARD=1 "
        "-DNUM_IM_BLKS_EQ_1=1"
    ],
    "MIOpenCol2Im2d.cl": ["-DMIOPEN_USE_64BIT_INDEX=0", "-DMIOPEN_USE_64BIT_INDEX=1"],
    "MIOpenCol2Im3d.cl": ["-DMIOPEN_USE_64BIT_INDEX=0"],
    "MIOpenSoftmax.cl": [
        f"-DUSE_SOFTMAX_{way}=1 -DUSE_SOFTMAX_MODE_{mode}=1 {_SOFTMAX}"
        for way, mode in (
            *(("FAST", "CHANNEL"), ("ACCURATE", "INSTANCE"), ("LOG", "CHANNEL")),
        )
    ],
    "MIOpenSubTensorOpWithScalarKernel.cl": [
        f"-DSUBTENSOR_OP_WITH_SCALAR=SUBTENSOR_OP_WITH_SCALAR_{what} -DWORK_LENGTH_0=128"
        for what in ("SET", "MULTIPLY")
    ],
    "MIOpenSubTensorOpWithTransformKernel.cl": [
        f"-DMIOPEN_ALPHA_IS_ONE={bit} -DMIOPEN_BETA_IS_ZERO={bit} -DWORK_LENGTH_0=128"
        for bit in (0, 1)
    ],
}
GROMACS = (
    "-cl-std=CL1.2 -I{folder}/src/gromacs -I{folder}/src "
    "-I{folder}/src/gromacs/gpu_utils -D_AMD_SOURCE_ "
    "-Dwarp_size=64 -DWARP_SIZE_TEST=64"
)

PROJECTS: Mapping[str, Project] = {
    # Its kernels write when they find a password, which random ones never are.
    "hashcat": Project(
        "OpenCL/m?????*.cl",
        HASHCAT,
        behind={
            "OpenCL/inc_simd.cl": _EVERY_DIGEST + _NO_FILTER,
            "OpenCL/inc_scalar.cl": _EVERY_DIGEST,
            "OpenCL/inc_comp_single.cl": _ITS_DIGEST,
            "OpenCL/inc_comp_multi.cl": _ITS_DIGEST,
        },
        # loop_cnt 3, il_cnt 2, digests_cnt 1, gid_max 128.
        values={"kernel_param": (0, 1, 1, 0, 0, 3, 2, 1, *[0] * 6, 128, 0)},
    ),
    "gpuowl": Project(
        " ".join(
            f"src/cl/{name}.cl"
            for name in (
                *("carry", "carryb", "carryfused", "etc", "fftp", "fftw", "ffthin"),
                *("fftmiddlein", "fftmiddleout", "tailsquare", "tailmul", "selftest"),
            )
        ),
        GPUOWL,
        {
            "carryfused.cl": ["", "-DROE=1", "-DMUL3=1", "-DLL=1"],
            "carry.cl": ["", "-DROE=1", "-DMUL3=1", "-DLL=1"],
            "tailmul.cl": ["", "-DMUL_LOW=1"],
            "etc.cl": ["-DREADRESIDUE=1", "-DISEQUAL=1", "-DSUM64=1"],
        },
        buffer_bytes=1 << 26,
    ),
    "xmrig": Project(
        "src/backend/opencl/cl/cn/cryptonight.cl "
        "src/backend/opencl/cl/kawpow/*.cl src/backend/opencl/cl/rx/randomx.cl",
        XMRIG,
        {
            "cryptonight.cl": [
                f"-DALGO={algorithm:#x} -DALGO_BASE={algorithm:#x} "
                f"-DALGO_FAMILY={algorithm & 0xFFFF0000:#x}"
                for algorithm in (0x63150000, 0x63150100, 0x63150200, 0x63160000)
            ],
            "randomx.cl": [
                "-include {folder}/src/backend/opencl/cl/rx/randomx_constants_monero.h"
            ],
            "kawpow.cl": [f"-DPROGPOW_DAG_ELEMENTS=16381 -DGROUP_SIZE=64 {PROGPOW}"],
        },
        values={
            **{"Threads": 16, "BranchBuf": 16, "Target": -1, "target": -1, "stop": 0},
            **{"batch_size": 128, "light_words": (1024, 0, 1, 10), "dag_words": 4096},
        },
        instructions=1_500_000,
    ),
    "ethminer": Project(
        "libethash-cl/kernels/cl/*.cl",
        "-cl-std=CL1.2 -DWORKSIZE=64u -DACCESSES=64u -DMAX_OUTPUTS=63u -DPLATFORM=1u "
        "-DCOMPUTE=0u -DFAST_EXIT=1u",
        values={"target": -1, "light_size": 1021, "dag_size": 8191, "g_output": 0},
    ),
    "MIOpen": Project("src/kernels/*.cl", MIOPEN, MIOPEN_SIZES),
    "gromacs": Project(
        "src/gromacs/**/*.cl",
        GROMACS,
        {
            "nbnxm_ocl_kernels.cl": [
                f"-DGMX_OCL_FASTGEN{twin} {kind} -Dc_nbnxmGpuClusterSize=8 "
                "-DNBNXM_MIN_DISTANCE_SQUARED_VALUE_FLOAT=3.82e-07f "
                "-Dc_nbnxmGpuNumClusterPerSupercluster=8 -Dc_nbnxmGpuJgroupSize=4 "
                "-Dc_centralShiftIndex=22 -DIATYPE_SHMEM"
                for twin, kind in (
                    ("", "-DEL_CUTOFF -DEELNAME=_ElecCut -DVDWNAME=_VdwLJ"),
                    (
                        "",
                        "-DEL_RF -DEELNAME=_ElecRF -DLJ_COMB_GEOM "
                        "-DVDWNAME=_VdwLJCombGeom",
                    ),
                    (
                        "_ADD_TWINCUT",
                        "-DEL_EWALD_ANA -DEELNAME=_ElecEw -DLJ_FORCE_SWITCH "
                        "-DVDWNAME=_VdwLJFsw",
                    ),
                    (
                        "_ADD_TWINCUT",
                        "-DEL_EWALD_TAB -DEELNAME=_ElecEwQSTab -DLJ_EWALD_COMB_LB "
                        "-DVDWNAME=_VdwLJEwCombLB",
                    ),
                )
            ],
            "pme_program.cl": [
                "-Dorder=4 -DthreadsPerAtom=16 -Dc_pmeMaxUnitcellShift=2.0f "
                "-Dc_skipNeutralAtoms=0 -Dc_virialAndEnergyCount=7 "
                "-Dc_spreadWorkGroupSize=256 -Dc_solveMaxWorkGroupSize=256 "
                "-Dc_gatherWorkGroupSize=256 -DDIM=3 -DXX=0 -DYY=1 -DZZ=2 -DwrapX=true "
                "-DwrapY=true"
            ],
        },
        # Structures of 1.0f; two packs of four clusters each, all pairs of which interact.
        values={
            "nbparam_params": 0x3F800000,
            "pl_sci": (0, 3, 0, 2),
            "pl_cjPacked": (0, 1, 2, 3, -1, 0, -1, 1),
            "atom_types": (0, 1, 2, 1),
            "ntypes": 3,
        },
    ),
}


def find_project(name: str) -> Project:
    """
    Returns the row of `name`, or one for all files.
    """
    return PROJECTS.get(name, Project("**/*.cl", "-cl-std=CL2.0 -I{folder}"))


def project_builds(name: str, folder: Path, words: Sequence[str]) -> Iterator[Build]:
    """
    Yields the files of a project with their build options, followed by `words`.
    """
    project = find_project(name)
    files = [
        file for pattern in project.pattern.split() for file in folder.glob(pattern)
    ]
    for file in sorted(files):
        for more in project.variants.get(file.name, [""]):
            # Braces stand in options of their own as well.
            text = f"{project.options} {more}".replace("{folder}", str(folder))
            yield Build(file, (*text.split(), *words))


def label(build: Build, project: Project) -> str:
    """
    Names a build by its file, and by the first of the options that it alone has.
    """
    if build.file.name not in project.variants:
        return build.file.name
    own = build.options[len(project.options.split()) :]
    return " ".join((build.file.name, *own[:2]))


class Outcome(StrEnum):
    """
    How the results of a kernel's two codes compare; the last four compare nothing.
    `IDLE`: with these arguments neither writes anything that was not there.
    `ONE_SIDE`: the other leaves its buffers, which code may do that reads ahead.
    """

    SAME = "same"
    IDLE = "no effect"
    ROUNDING = "rounding"
    DIFFERENT = "different"
    UNSTABLE = "unstable"
    ONE_SIDE = "one side"
    NOT_RUN = "not run"
    ARGUMENTS = "arguments"


@dataclass(frozen=True)
class Result:
    """
    An outcome, with the reason of one that is not good.
    """

    outcome: Outcome
    reason: str = ""


Array = npt.NDArray[Any]

Values = list[Any]
"""NumPy arrays for pointers, bytes, `Local`."""


def _arrays(one: Values, other: Values) -> Iterator[tuple[int, Array, Array]]:
    """
    Yields the arguments that are memory and differ.
    """
    for index, (a, b) in enumerate(zip(one, other, strict=True)):
        if not isinstance(a, np.ndarray):
            continue
        bits = f"u{a.itemsize}"
        if (a.view(bits) != b.view(bits)).any():
            yield index, a, b


def _numbers(
    rng: np.random.Generator, kind: str, dtype: np.dtype[Any], count: int
) -> npt.NDArray[Any]:
    """
    Numbers of one kind: `small` ones may be sizes and indices, `zeros` are safe ones, and
    `any` are of all sizes.
    """
    if kind == "zeros":
        return np.zeros(count, dtype)
    if dtype.kind == "f":
        wide = 1.0 if kind == "small" else 16.0
        return (rng.random(count) * wide + 0.25).astype(dtype)
    if kind == "small":
        return rng.integers(0, 8, count).astype(dtype)
    return rng.integers(0, 256, count * dtype.itemsize, np.uint8).view(dtype)


def _repeated(
    known: int | Sequence[int], dtype: np.dtype[Any], count: int
) -> npt.NDArray[Any]:
    numbers = np.atleast_1d(np.array(known, np.int64)).astype(dtype)
    return np.tile(numbers, -(-count // len(numbers)))[:count]


def draw(
    arguments: Sequence[ArgumentDescription], kind: str, seed: int, project: Project
) -> Values | None:
    """
    Values for `arguments`, which depend on these four only; `None` where one is an image,
    a sampler or the like. Elements of structures are taken for `int`.
    """
    rng = np.random.default_rng(seed)
    result: Values = []
    for argument in arguments:
        name = argument.info.base_type_name.rstrip("*") or "int"
        element = scalar_type(name)
        dtype = np.dtype(np.int32) if element is None else element[0]
        if argument.place.kind in ("local_pointer", "dynamic_shared_pointer"):
            result.append(Local(LOCAL_BYTES))
        elif argument.place.kind == "by_value":
            count = -(-argument.place.size // dtype.itemsize)
            values = _numbers(
                rng, "zeros" if kind == "zeros" else "small", dtype, count
            )
            if (known := project.values.get(argument.info.name)) is not None:
                values = _repeated(known, dtype, count)
            result.append(values.tobytes()[: argument.place.size])
        elif argument.place.kind in (
            "global_pointer",
            "constant_pointer",
            "global_buffer",
        ):
            count = project.buffer_bytes // dtype.itemsize
            values = _numbers(rng, kind, dtype, count)
            if (known := project.values.get(argument.info.name)) is not None:
                values = _repeated(known, dtype, count)
            result.append(values)
        else:
            return None
    return result


class Code:
    """
    A code object, loaded once for each way to run it.
    """

    def __init__(
        self, name: str, code: bytes, mcpu: str, instructions: int = INSTRUCTIONS
    ):
        self.name = name
        self.code = code
        self.mcpu = mcpu
        self.instructions = instructions
        self._programs: dict[bool, Program] = {}

    def _program(self, other: bool) -> Program:
        if other not in self._programs:
            device = GpuDevice(
                self.mcpu,
                schedule="one-wave" if other else "round-robin",
                seed=1 if other else 0,
                max_instructions=self.instructions,
            )
            made = Program.from_code_object(self.code, device=device)
            self._programs[other] = made
        return self._programs[other]

    def execute(self, kernel: KernelDescription, values: Values, other: bool) -> Values:
        """
        Runs a kernel on copies of `values`, which it returns; `other` is with other junk
        in registers and one wave after another.

        Raises `RuntimeFailure` for what the kernel did wrong.
        """
        local = kernel.reqd_work_group_size or (64,)
        copies: Values = [copy(value) for value in values]
        total = (local[0] * GROUPS, *local[1:])
        self._program(other)[kernel.name](total, local, *copies)
        return copies


def _equal(one: Values, other: Values) -> bool:
    return next(_arrays(one, other), None) is None


def _near(one: Values, other: Values) -> bool:
    """
    Tells whether all differences are of floating point, and small beside the largest
    number.
    """
    for _, a, b in _arrays(one, other):
        if a.dtype.kind != "f":
            return False
        with np.errstate(all="ignore"):
            finite = np.isfinite(a) & np.isfinite(b)
            scale = np.abs(np.where(finite, a, 0)).max(initial=1.0)
            near = np.isclose(a, b, rtol=1e-3, atol=1e-5 * scale, equal_nan=True)
        if not near.all():
            return False
    return True


def _first_difference(one: Values, other: Values) -> str:
    index, a, b = next(_arrays(one, other))
    at = np.flatnonzero(a.view(f"u{a.itemsize}") != b.view(f"u{a.itemsize}"))
    i = int(at[0])
    return (
        f"argument {index}, {len(at)} of {len(a)} elements, at {i}: {a[i]!r} and Clang's "
        f"{b[i]!r}"
    )


def compare(
    kernel: KernelDescription, ours: Code, clangs: Code, project: Project
) -> Result:
    """
    Runs a kernel of two code objects with arguments of two kinds, and with zeros where
    neither kind runs. The first kind that shows a difference counts.
    """
    seed = zlib.crc32(kernel.name.encode())
    if draw(kernel.arguments, "zeros", seed, project) is None:
        return Result(Outcome.ARGUMENTS)
    reasons: list[str] = []
    ran = one_side = changed = False
    worst = Result(Outcome.SAME)
    for kind in ("any", "small", "zeros"):
        if ran and kind == "zeros":
            break
        values = draw(kernel.arguments, kind, seed, project)
        assert values is not None
        found: list[Values] = []
        failed: list[str] = []
        for code in (ours, clangs):
            try:
                found.append(code.execute(kernel, values, other=False))
            except RuntimeFailure as error:
                why = str(error).partition("work-group")[0]
                failed.append(f"{kind}, {code.name}: {why}")
        if failed:
            reasons.append(failed[0])
            one_side = one_side or (len(failed) == 1 and "max_instr" not in failed[0])
            continue
        ran = True
        changed = changed or not _equal(values, found[1])
        if _equal(*found):
            continue
        why = f"{kind}: {_first_difference(*found)}"
        try:
            again = [
                code.execute(kernel, values, other=True) for code in (ours, clangs)
            ]
        except RuntimeFailure as error:
            return Result(Outcome.UNSTABLE, str(error).partition("\n")[0])
        if not all(map(_equal, found, again)):
            return Result(Outcome.UNSTABLE, why)
        if not _near(*found):
            return Result(Outcome.DIFFERENT, why)
        worst = Result(Outcome.ROUNDING, why)
    if ran:
        return worst if changed else Result(Outcome.IDLE)
    outcome = Outcome.ONE_SIDE if one_side else Outcome.NOT_RUN
    return Result(outcome, " | ".join(reasons))


def clang_code(side: ClangSide, build: Build, mcpu: str) -> tuple[bytes | None, str]:
    """
    Clang's code object, or `None` and its first error.
    """
    made = side.folder / "clang.o"
    command = [*side.command(build, mcpu), "-cl-kernel-arg-info", "-c"]
    done = subprocess.run(
        [*command, str(build.file), "-o", str(made)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        return None, (errors or [done.stderr.partition("\n")[0]])[0]
    try:
        return link(made.read_bytes()), ""
    except LinkError as error:
        return None, str(error).partition("\n")[0]


_WITH_LINE = re.compile(r"^[^:\n]+:\d+(:\d+)?: (fatal )?error: ", re.MULTILINE)

_ERROR = re.compile(r"\berror: ")

_NO_KERNEL = "there is no kernel in this file"
"""Files that others include; Clang takes them."""


@dataclass
class Row:
    """
    The counts of a project on a GPU.
    """

    files: int = 0
    clang: int = 0
    ours: int = 0
    refused_by_both: int = 0
    with_line: int = 0
    kernels: Counter[Outcome] = field(default_factory=Counter[Outcome])

    def cells(self) -> list[str]:
        both = f"{self.with_line} of {self.refused_by_both}"
        counts = [str(self.kernels[outcome]) for outcome in Outcome]
        return [str(self.files), str(self.clang), str(self.ours), both, *counts]


HEADER = ["files", "Clang", "ours", "messages with a line", *Outcome]


class Comparison:
    """
    Both sides for all builds, and what is written about them.
    """

    def __init__(self, side: ClangSide, *, run: bool, verbose: bool):
        self.side = side
        self.run = run
        self.verbose = verbose

    def say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def project(self, name: str, all_builds: Sequence[Build], mcpu: str) -> Row:
        """
        Compiles and runs `all_builds`.
        """
        row = Row()
        project = find_project(name)
        for build in all_builds:
            title = f"{name} {mcpu} {label(build, project)}"
            row.files += 1
            clangs, theirs = clang_code(self.side, build, mcpu)
            row.clang += clangs is not None
            target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
            try:
                ours = ocl.compile(build.file, target, options=build.options)
                _, code = ours.kernels, ours.code_object
            except ocl.CompileError as error:
                first = next(filter(_ERROR.search, str(error).splitlines()), str(error))
                if _NO_KERNEL in first:
                    row.files -= 1
                    row.clang -= clangs is not None
                elif clangs is None:
                    row.refused_by_both += 1
                    row.with_line += _WITH_LINE.search(first) is not None
                    if self.verbose or not _WITH_LINE.search(first):
                        self.say(f"{title}: both refuse: {first} | Clang: {theirs}")
                else:
                    self.say(f"{title}: OURS REFUSES: {first}")
                continue
            row.ours += 1
            if clangs is None:
                self.say(f"{title}: only Clang refuses: {theirs}")
            elif self.run:
                assert ours.signatures is not None
                limit = project.instructions
                codes = (
                    Code("ours", code, mcpu, limit),
                    Code("Clang's", clangs, mcpu, limit),
                )
                made = {info.name for info in ours.info.kernels}
                for kernel in started_kernels(ours.signatures, target):
                    if kernel.name not in made:
                        continue
                    result = compare(kernel, *codes, project)
                    row.kernels[result.outcome] += 1
                    if self.verbose or result.outcome is Outcome.DIFFERENT:
                        self.say(
                            f"{title}: {kernel.name}: {result.outcome} {result.reason}"
                        )
        return row


def parse_projects(words: Sequence[str]) -> dict[str, Path]:
    """
    Reads the words NAME=FOLDER; ends the program for one that is not.
    """
    found: dict[str, Path] = {}
    for word in words:
        name, _, folder = word.partition("=")
        if not Path(folder).is_dir() or not folder:
            raise SystemExit(
                f"error: '{word}' is not NAME=FOLDER with an existing folder"
            )
        found[name] = Path(folder).resolve()
    return found


def main() -> int:
    words = sys.argv[1:]
    more: list[str] = []
    if "--" in words:
        at = words.index("--")
        words, more = words[:at], words[at + 1 :]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("projects", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--mcpu", default=PROCESSORS)
    parser.add_argument("--opencl-bc", type=Path, metavar="PATH")
    parser.add_argument("--count", type=int, default=0, metavar="N")
    parser.add_argument("--no-run", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args(words)
    different = 0
    with tempfile.TemporaryDirectory() as name:
        side = ClangSide(Path(name), arguments.opencl_bc)
        comparison = Comparison(
            side, run=not arguments.no_run, verbose=arguments.verbose
        )
        print("| project | GPU |", " | ".join(HEADER), "|")
        print("|---|---|", "--:|" * len(HEADER), sep="")
        for project, folder in parse_projects(arguments.projects).items():
            folder = find_project(project).copy(folder, Path(name) / project)
            chosen = list(project_builds(project, folder, more))
            if 0 < arguments.count < len(chosen):
                step = len(chosen) / arguments.count
                chosen = [chosen[int(i * step)] for i in range(arguments.count)]
            for mcpu in arguments.mcpu.split(","):
                row = comparison.project(project, chosen, mcpu)
                different += row.kernels[Outcome.DIFFERENT]
                print("|", " | ".join([project, mcpu, *row.cells()]), "|", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())

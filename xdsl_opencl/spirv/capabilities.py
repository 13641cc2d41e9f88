"""What of SPIR-V is read, as a module declares it and as a driver tells it."""

from __future__ import annotations

from xdsl_opencl.spirv.table import core

READ = frozenset(
    (
        *("Kernel", "Matrix", "Addresses", "Linkage", "Vector16", "Float16Buffer"),
        *("Float16", "Float64", "Int8", "Int16", "Int64", "Int64Atomics"),
        *("ImageBasic", "ImageReadWrite", "Pipes", "Groups", "LiteralSampler"),
        *("Sampled1D", "Image1D", "SampledBuffer", "ImageBuffer", "GenericPointer"),
        *("SubgroupDispatch", "GroupNonUniform", "GroupNonUniformVote"),
        *("GroupNonUniformArithmetic", "GroupNonUniformBallot"),
        *("GroupNonUniformShuffle", "GroupNonUniformShuffleRelative"),
        *("GroupNonUniformClustered", "GroupNonUniformRotateKHR"),
        *("SubgroupBallotKHR", "SubgroupVoteKHR", "SubgroupShuffleINTEL"),
        *("ExpectAssumeKHR", "BitInstructions", "GroupUniformArithmeticKHR"),
        *("MemoryAccessAliasingINTEL", "FPFastMathModeINTEL", "OptNoneINTEL"),
        *("AtomicFloat32AddEXT", "AtomicFloat64AddEXT", "AtomicFloat16AddEXT"),
        *("AtomicFloat32MinMaxEXT", "AtomicFloat64MinMaxEXT"),
        *("AtomicFloat16MinMaxEXT", "DotProduct", "DotProductInputAll"),
        *("DotProductInput4x8Bit", "DotProductInput4x8BitPacked"),
        *("SignedZeroInfNanPreserve", "DenormPreserve", "RoundingModeRTE"),
        *("StorageImageReadWithoutFormat", "StorageImageWriteWithoutFormat"),
        *("KernelAttributesINTEL", "UnstructuredLoopControlsINTEL"),
        *("UniformDecoration", "ShaderClockKHR", "DebugInfoModuleINTEL"),
        *("UntypedPointersKHR", "FMAKHR", "FloatControls2", "FPMaxErrorINTEL"),
        *("PoisonFreezeKHR", "SubgroupBufferBlockIOINTEL", "VectorAnyINTEL"),
        "BFloat16ConversionINTEL",
    )
)
"""Capabilities whose instructions are read."""

REFUSED = frozenset(
    (
        *("ImageMipmap", "DeviceEnqueue", "NamedBarrier", "PipeStorage"),
        *("LoopFuseINTEL", "IndirectReferencesINTEL", "AsmINTEL"),
        *("FunctionPointersINTEL", "VariableLengthArrayINTEL"),
    )
)
"""
Capabilities whose instructions are refused one by one. Those of graphics, of FPGAs and of other
devices change what the rest of a module means.
"""

MINOR_VERSIONS = range(7)
"""SPIR-V 1.0 to 1.6."""
SETS = ("OpenCL.std",)
"""Sets of instructions; sets that only describe are skipped."""
EXTENSIONS = (
    *("SPV_EXT_shader_atomic_float16_add", "SPV_EXT_shader_atomic_float_add"),
    *("SPV_EXT_shader_atomic_float_min_max", "SPV_INTEL_fp_fast_math_mode"),
    *("SPV_INTEL_kernel_attributes", "SPV_INTEL_memory_access_aliasing"),
    *("SPV_INTEL_optnone", "SPV_INTEL_unstructured_loop_controls"),
    *("SPV_KHR_bit_instructions", "SPV_KHR_expect_assume", "SPV_KHR_float_controls"),
    *("SPV_KHR_integer_dot_product", "SPV_KHR_linkonce_odr"),
    *("SPV_KHR_no_integer_wrap_decoration", "SPV_KHR_shader_ballot"),
    *("SPV_KHR_shader_clock", "SPV_KHR_subgroup_rotate", "SPV_KHR_subgroup_vote"),
    *("SPV_KHR_uniform_group_instructions", "SPV_KHR_untyped_pointers"),
    *("SPV_INTEL_fp_max_error", "SPV_KHR_float_controls2", "SPV_KHR_fma"),
    *("SPV_KHR_poison_freeze", "SPV_INTEL_bfloat16_conversion"),
)
"""Extensions that are read whole."""


def numbers() -> list[int]:
    """The numbers of the capabilities that are read, of extensions that are read whole."""
    found = [core().kind("Capability").names[name] for name in READ]
    return sorted(
        each.value
        for each in found
        if each.needs.version is not None or {*each.needs.extensions} & {*EXTENSIONS}
    )

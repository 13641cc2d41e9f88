"""
What names and numbers of SPIR-V are at the opencl level: the tables of both directions. Names of
instructions stand without `Op`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xdsl.dialects.builtin import IntegerType, f16, f32, f64
from xdsl.dialects.utils import FastMathFlag

from xdsl_opencl.abi.enums import (
    AddressingMode,
    FenceFlag,
    FilterMode,
    MemoryOrder,
    MemoryScope,
)
from xdsl_opencl.dialects.opencl import collective, image, sub_group, work_item
from xdsl_opencl.dialects.opencl.attrs import (
    AtomicKind,
    BallotQuery,
    GroupOperation,
    LaneMask,
)
from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
)

INTEGERS: Mapping[str, str] = {
    **{f"I{name}": name.lower() for name in ("Add", "Sub", "Mul")},
    **{"UDiv": "udiv", "SDiv": "sdiv", "UMod": "urem", "SRem": "srem"},
    **{f"Bitwise{name}": name.lower() for name in ("And", "Or", "Xor")},
    **{"ShiftLeftLogical": "shl", "ShiftRightLogical": "lshr"},
    "ShiftRightArithmetic": "ashr",
}
ARGUMENT_STRINGS = {
    "kernel_arg_type": ARGUMENT_TYPE_NAME,
    "kernel_arg_type_qual": ARGUMENT_TYPE_QUALIFIERS,
}
"""`OpString`s about the arguments of a kernel, as DPC++ writes them."""
SIZES = {"LocalSize": "reqd_work_group_size", "LocalSizeHint": "work_group_size_hint"}
"""Execution modes."""
HINTED = (*(IntegerType(n) for n in (8, 16, 32, 64)), f16, f32, f64)
"""The types of vector type hints by number (SPIR-V 1.6, 3.3.6 `VecTypeHint`)."""
PARAMETER_WORDS = {
    "NoAlias": "llvm.noalias",
    "Zext": "llvm.zeroext",
    "Sext": "llvm.signext",
    "NoWrite": "llvm.readonly",
    "NoReadWrite": "llvm.readnone",
}
"""`FunctionParameterAttribute`s."""
WRAPS = {"NoSignedWrap": 1, "NoUnsignedWrap": 2}
"""Decorations of them, by the bits of `overflowFlags`."""
FLOATS: Mapping[str, str] = {
    f"F{name}": f"f{name.lower()}" for name in ("Add", "Sub", "Mul", "Div", "Rem")
}
"""Operations on two integers or floats, without `llvm.`."""
_RELATIONS = {
    "LessThan": "lt",
    "LessThanEqual": "le",
    "GreaterThan": "gt",
    "GreaterThanEqual": "ge",
}
INTEGER_RELATIONS: Mapping[str, str] = {
    "IEqual": "eq",
    "INotEqual": "ne",
    **{
        f"{sign}{name}": sign.lower() + short
        for sign in "SU"
        for name, short in _RELATIONS.items()
    },
}
FLOAT_RELATIONS: Mapping[str, str] = {
    "Ordered": "ord",
    "Unordered": "uno",
    **{
        f"F{word}{name}": word[0].lower() + short
        for word in ("Ord", "Unord")
        for name, short in {**_RELATIONS, "Equal": "eq", "NotEqual": "ne"}.items()
    },
}
"""Predicates of `llvm.icmp` and `llvm.fcmp`."""
CONVERSIONS: Mapping[str, str] = {
    "ConvertFToS": "fptosi",
    "ConvertFToU": "fptoui",
    "ConvertSToF": "sitofp",
    "ConvertUToF": "uitofp",
    "ConvertPtrToU": "ptrtoint",
    "ConvertUToPtr": "inttoptr",
}
FAST_MATH = {
    1: FastMathFlag.NO_NANS,
    2: FastMathFlag.NO_INFS,
    4: FastMathFlag.NO_SIGNED_ZEROS,
    8: FastMathFlag.ALLOW_RECIP,
    0x10000: FastMathFlag.ALLOW_CONTRACT,
    0x20000: FastMathFlag.REASSOC,
}
"""Bits of `FPFastMathMode`; those above 16 bits are an extension's."""
FAST = 16
"""The bit of it that stands for all flags."""

ATOMICS = {
    "Exchange": AtomicKind.XCHG,
    **{f"I{name}": AtomicKind[name.upper()] for name in ("Add", "Sub")},
    **{f"S{name}": AtomicKind[name.upper()] for name in ("Min", "Max")},
    **{name: AtomicKind[name.upper()] for name in "And Or Xor UMin UMax".split()},
    **{f"{name}EXT": AtomicKind[name.upper()] for name in ("FAdd", "FMin", "FMax")},
}
"""The instructions `Atomic...` that read, modify and write."""
ORDERS = {
    MemoryOrder.RELAXED: 0,
    MemoryOrder.ACQUIRE: 2,
    MemoryOrder.RELEASE: 4,
    MemoryOrder.ACQ_REL: 8,
    MemoryOrder.SEQ_CST: 16,
}
FENCE_FLAGS = {FenceFlag.LOCAL: 0x100, FenceFlag.GLOBAL: 0x200, FenceFlag.IMAGE: 0x800}
"""Bits of `MemorySemantics` (SPIR-V 1.6, 3.3.25)."""

COMBINED: Mapping[str, GroupOperation] = {
    **{f"{k}Add": GroupOperation.ADD for k in "IF"},
    **{f"{k}Mul": GroupOperation.MUL for k in "IF"},
    **{f"{k}Min": GroupOperation.MIN for k in "SF"},
    **{f"{k}Max": GroupOperation.MAX for k in "SF"},
    "UMin": GroupOperation.UMIN,
    "UMax": GroupOperation.UMAX,
    **{f"{k}And": GroupOperation.AND for k in ("Bitwise", "Logical")},
    **{f"{k}Or": GroupOperation.OR for k in ("Bitwise", "Logical")},
    **{f"{k}Xor": GroupOperation.XOR for k in ("Bitwise", "Logical")},
}
"""
The ends of `Group...` and `GroupNonUniform...`; those that begin with F are for floats, with L for
truth values.
"""
FORMS: Mapping[str, tuple[type[collective.CombineOp], ...]] = {
    "Reduce": (
        collective.WorkGroupReduceOp,
        collective.SubGroupReduceOp,
        sub_group.SubGroupNonUniformReduceOp,
    ),
    "InclusiveScan": (
        collective.WorkGroupScanInclusiveOp,
        collective.SubGroupScanInclusiveOp,
        sub_group.SubGroupNonUniformScanInclusiveOp,
    ),
    "ExclusiveScan": (
        collective.WorkGroupScanExclusiveOp,
        collective.SubGroupScanExclusiveOp,
        sub_group.SubGroupNonUniformScanExclusiveOp,
    ),
}
"""Of the work-group, of the sub-group, and of the active work items of a sub-group."""
LANES: Mapping[str, tuple[str, type[Any], type[Any] | None]] = {
    "GroupAll": ("sb>b", collective.SubGroupAllOp, collective.WorkGroupAllOp),
    "GroupAny": ("sb>b", collective.SubGroupAnyOp, collective.WorkGroupAnyOp),
    "GroupNonUniformAll": ("sb>b", collective.SubGroupAllOp, None),
    "GroupNonUniformAny": ("sb>b", collective.SubGroupAnyOp, None),
    "SubgroupAllKHR": ("b>b", collective.SubGroupAllOp, None),
    "SubgroupAnyKHR": ("b>b", collective.SubGroupAnyOp, None),
    "GroupNonUniformAllEqual": ("sx>b", sub_group.SubGroupAllEqualOp, None),
    "SubgroupAllEqualKHR": ("x>b", sub_group.SubGroupAllEqualOp, None),
    "GroupNonUniformElect": ("s>b", sub_group.SubGroupElectOp, None),
    "GroupNonUniformBallot": ("sb>v", sub_group.SubGroupBallotOp, None),
    "SubgroupBallotKHR": ("b>v", sub_group.SubGroupBallotOp, None),
    "GroupNonUniformInverseBallot": ("sv>b", sub_group.SubGroupInverseBallotOp, None),
    "GroupNonUniformBallotBitExtract": (
        *("svl>b", sub_group.SubGroupBallotBitExtractOp, None),
    ),
    "GroupNonUniformBroadcastFirst": ("sx>v", sub_group.SubGroupBroadcastFirstOp, None),
    "SubgroupFirstInvocationKHR": ("x>v", sub_group.SubGroupBroadcastFirstOp, None),
    "GroupNonUniformBroadcast": (
        *("sxl>v", sub_group.SubGroupNonUniformBroadcastOp, None),
    ),
    "SubgroupReadInvocationKHR": (
        *("xl>v", sub_group.SubGroupNonUniformBroadcastOp, None),
    ),
    **{
        f"{start}{name}{end}": (form, kind, None)
        for name, kind in {
            "Shuffle": collective.SubGroupShuffleOp,
            "ShuffleXor": collective.SubGroupShuffleXorOp,
        }.items()
        for start, end, form in (
            ("GroupNonUniform", "", "sxl>v"),
            ("Subgroup", "INTEL", "xl>v"),
        )
    },
    "GroupNonUniformShuffleUp": ("sxl>v", collective.SubGroupShuffleUpOp, None),
    "GroupNonUniformShuffleDown": ("sxl>v", collective.SubGroupShuffleDownOp, None),
}
"""
Operations among the work items of a group: letters for the operands and the result, the operation
of the sub-group, and that of the work-group. `s` is the scope, `b` a truth value, which is an `i32` in
OpenCL C, `x` a value of any type, `l` a number of a work item as `i32`, `v` any other. Of several
instructions for an operation the first is written.
"""
BALLOTS: Mapping[tuple[str, ...], BallotQuery] = {
    ("BitCount", "Reduce"): BallotQuery.BIT_COUNT,
    ("BitCount", "InclusiveScan"): BallotQuery.INCLUSIVE_SCAN,
    ("BitCount", "ExclusiveScan"): BallotQuery.EXCLUSIVE_SCAN,
    ("FindLSB",): BallotQuery.FIND_LSB,
    ("FindMSB",): BallotQuery.FIND_MSB,
}
"""`GroupNonUniformBallot...`, and the form of the operation."""
MASKS: Mapping[str, LaneMask] = {
    f"Subgroup{relation.value.title()}Mask": relation for relation in LaneMask
}
IMAGE_QUERIES: Mapping[str, tuple[type[image.ImageQueryOp], int]] = {
    "Format": (image.GetImageChannelDataTypeOp, 0x10D0),
    "Order": (image.GetImageChannelOrderOp, 0x10B0),
    "Levels": (image.GetImageNumMipLevelsOp, 0),
    "Samples": (image.GetImageNumSamplesOp, 0),
}
"""`ImageQuery...`, and OpenCL C's number for its 0 (`CLK_SNORM_INT8`, `CLK_R`)."""

VECTOR_QUERIES: Mapping[str, type[work_item.DimensionQueryOp]] = {
    "NumWorkgroups": work_item.GetNumGroupsOp,
    "WorkgroupSize": work_item.GetLocalSizeOp,
    "WorkgroupId": work_item.GetGroupIdOp,
    "LocalInvocationId": work_item.GetLocalIdOp,
    "GlobalInvocationId": work_item.GetGlobalIdOp,
    "GlobalSize": work_item.GetGlobalSizeOp,
    "EnqueuedWorkgroupSize": work_item.GetEnqueuedLocalSizeOp,
    "GlobalOffset": work_item.GetGlobalOffsetOp,
}
SCALAR_QUERIES: Mapping[str, type[work_item.NullaryQueryOp]] = {
    "WorkDim": work_item.GetWorkDimOp,
    "LocalInvocationIndex": work_item.GetLocalLinearIdOp,
    "GlobalLinearId": work_item.GetGlobalLinearIdOp,
    "SubgroupSize": work_item.GetSubGroupSizeOp,
    "SubgroupMaxSize": work_item.GetMaxSubGroupSizeOp,
    "NumSubgroups": work_item.GetNumSubGroupsOp,
    "NumEnqueuedSubgroups": work_item.GetEnqueuedNumSubGroupsOp,
    "SubgroupId": work_item.GetSubGroupIdOp,
    "SubgroupLocalInvocationId": work_item.GetSubGroupLocalIdOp,
}
"""Built-in variables: vectors of three, and scalars."""

ADDRESSING = {
    "None": AddressingMode.NONE,
    "ClampToEdge": AddressingMode.CLAMP_TO_EDGE,
    "Clamp": AddressingMode.CLAMP,
    "Repeat": AddressingMode.REPEAT,
    "RepeatMirrored": AddressingMode.MIRRORED_REPEAT,
}
FILTERS = {"Nearest": FilterMode.NEAREST, "Linear": FilterMode.LINEAR}

SCOPES: Mapping[int, MemoryScope] = {
    0: MemoryScope.ALL_SVM_DEVICES,
    1: MemoryScope.DEVICE,
    2: MemoryScope.WORK_GROUP,
    3: MemoryScope.SUB_GROUP,
    4: MemoryScope.WORK_ITEM,
    5: MemoryScope.DEVICE,
}
"""By the numbers of SPIR-V; 5 is the family of queues, which is one device here."""

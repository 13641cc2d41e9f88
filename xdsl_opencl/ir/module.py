"""
The attributes of a module that steer its compilation: the target, and what is known of the
program.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.ir.diagnostics import PassError

LINKAGE_ATTRIBUTE = "llvm.linkage"
"""Attribute of a function or kernel: LLVM's linkage, as upstream's `func` has it."""
LOWERED_ATTRIBUTE = "opencl.lowered"
"""
Module attribute: conversion replaces the target (`TARGET_ATTRIBUTE`) by this, the same
fields as a plain dictionary, which tools that do not know the dialect can read.
"""
INTERIM_IMAGES_ATTRIBUTE = "opencl.interim_images"
"""Module attribute, a unit: attributes of images stand after the implicit arguments, and
the kernels have no companions (`opencl-lower-image-queries{source=argument-buffer}`)."""

LIBRARIES_ATTRIBUTE = "opencl.device_libraries"
"""Module attribute: bitcode files that code generation links, an array of strings."""

FORMATS_ATTRIBUTE = "opencl.printf_fmts"
"""Module attribute: the formats that a host needs to print what kernels wrote into the
buffer of `printf`, an array of strings."""

EQUAL_SIZES_ATTRIBUTE = "opencl.equal_sizes"
"""
Attribute of a function: arrays of pairs of an argument and a dimension whose sizes must be equal; an
argument of -1 gives a size.
"""

LINE_TABLES_ATTRIBUTE = "opencl.line_tables"
"""Module attribute, a unit: code is to say which lines it is from."""

OCL_VERSION = "opencl.ocl_version"
"""Module attribute: `[major, minor]` of i32, the version of OpenCL C."""

COMPILER_OPTIONS_ATTRIBUTE = "opencl.compiler_options"
USED_EXTENSIONS_ATTRIBUTE = "opencl.used_extensions"
USED_FEATURES_ATTRIBUTE = "opencl.used_optional_core_features"
FP_CONTRACT_ATTRIBUTE = "opencl.fp_contract"
UNIFORM_OPTION = "-cl-uniform-work-group-size"
ONE_TIER_OPTION = "--one-tier"
"""Kernels have the best code from their first launch on."""
PROGRAM_ATTRIBUTES = (
    COMPILER_OPTIONS_ATTRIBUTE,
    USED_EXTENSIONS_ATTRIBUTE,
    USED_FEATURES_ATTRIBUTE,
    FP_CONTRACT_ATTRIBUTE,
)
"""
Module attributes of an imported program, all arrays of strings but the last, a unit:
`-cl-...` options, extensions and optional features it uses, contraction enabled. They
have no meaning below the opencl level.
"""


def module_target(module: ModuleOp) -> Target:
    """
    The target attached to an opencl-level `module`.

    Raises `PassFailedException` when there is none, or the module is already lowered.
    """
    if LOWERED_ATTRIBUTE in module.attributes:
        raise PassError(
            "the module is already lowered to the LLVM dialect "
            f"(it has '{LOWERED_ATTRIBUTE}'); run this pass on the module before that"
        )
    attribute = module.attributes.get(TARGET_ATTRIBUTE)
    if attribute is None:
        raise PassError(
            "the module has no target; run "
            "'opencl-attach-target{abi=... mcpu=...}' first"
        )
    if not isinstance(attribute, TargetAttr):
        raise PassError(
            f"'{TARGET_ATTRIBUTE}' is not an #opencl.target attribute; attach one with "
            "'opencl-attach-target'"
        )
    return attribute.target


def build_flags(module: ModuleOp) -> frozenset[str]:
    """The `-cl-...` options that the program was built with, where that is recorded."""
    options = module.attributes.get(COMPILER_OPTIONS_ATTRIBUTE)
    if not isinstance(options, ArrayAttr):
        return frozenset()
    words = cast(ArrayAttr[Attribute], options).data
    return frozenset(word.data for word in words if isinstance(word, StringAttr))

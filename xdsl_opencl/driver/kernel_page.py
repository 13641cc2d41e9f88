"""What a page shows of an input: a compilation, or a code object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from xdsl.dialects.builtin import UnitAttr

from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.report import report_code_object, report_module
from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE
from xdsl_opencl.page.kernel_page import Side, Stages, machine_rows, shown_source

Launch = Callable[[bytes], Mapping[str, Any] | None]
"""Launches a kernel of a code object and returns the profile (`Profile.as_dict`)."""


def compiled_side(compilation: Compilation, launch: Launch | None = None) -> Side:
    """
    Returns what a page shows of an input; its passes are collected, and with options for debug
    information its operations know their lines.

    Raises `CompileError` as the compilation does, and `EmulatorError` for a processor whose
    instructions are not known.
    """
    source = compilation.source
    text, name = shown_source(source)
    stages = Stages(name)
    compilation.observer = stages.add
    stages.add("input", compilation.opencl_module)
    compilation.opencl_module.attributes[LINE_TABLES_ATTRIBUTE] = UnitAttr()
    report = report_module(compilation)
    target = compilation.resolved_target
    code = compilation.code_object if target.has_code_object or launch else b""
    title = f"{PurePath(source.name).name} for {target.mcpu or target.abi}"
    return Side(
        title,
        report["kernels"],
        text,
        machine_rows(code, name) if code else [],
        stages.found,
        launch(code) if launch else None,
    )


def code_object_side(file: str, code: bytes, launch: Launch | None = None) -> Side:
    """
    Returns what a page shows of a code object, which has neither source nor stages.

    Raises `CompileError` and `EmulatorError` for other bytes.
    """
    report = report_code_object(file, code)
    title = f"{PurePath(file).name} for {report['target']['mcpu']}"
    rows, profile = machine_rows(code, ""), None if launch is None else launch(code)
    return Side(title, report["kernels"], (), rows, (), profile)

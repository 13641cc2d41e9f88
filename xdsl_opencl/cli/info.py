"""`xdsl-opencl info`: describes the kernels of a module or a code object."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from xdsl_opencl.cli.options import (
    BUILD_GROUP,
    TARGET_GROUP,
    build_options_of,
    language,
    level,
    switch,
    target_of,
    value,
    warn_of_ignored,
)
from xdsl_opencl.cli.terminal import diagnose, printable
from xdsl_opencl.cli.text_tables import table
from xdsl_opencl.driver import CompileError, SourceFile, user_errors
from xdsl_opencl.files import atomic_path, read_code_file
from xdsl_opencl.frontend.file_kinds import SPIRV_ENDINGS
from xdsl_opencl.source import require_other_file

if TYPE_CHECKING:
    from xdsl_opencl.driver.report import Report

DESCRIPTION = """\
Describes the kernels of a module (.mlir, .ll, .cl, .spv) for a target (.cl, .spv: the CPU
device by default), or of a code object (.hsaco, .o). --mcpu may list processors with commas between:
each is described in turn. --abi may list ABIs: their layouts stand side by side, for an
example of a processor each or for as many of --mcpu.
"""

_CODE_ENDINGS = (".hsaco", ".o")


OPTIONS = (
    value("input", "INPUT", "a file, or - for standard input"),
    level("optimisation level of the code that is described (default 3)"),
    language(),
    switch("--json", "print JSON"),
    value("--svg", "FILE", "draw the argument layouts into FILE, and print nothing"),
)
GROUPS = (TARGET_GROUP, BUILD_GROUP)


def run(args: argparse.Namespace) -> int:
    """
    Prints the description, for several processors one below the other, for several ABIs
    side by side, in JSON as a list.
    """
    # By its content: HIP's files are called `.co`.
    is_code = (
        PurePath(args.input).suffix in _CODE_ENDINGS
        or read_code_file(args.input) is not None
    )
    source = None
    if not is_code:
        with user_errors():
            source = SourceFile.read(args.input, args.lang)
    targets = _targets(args)
    several_abis = len({abi for abi, _ in targets}) > 1
    reports: list[Report] = []
    if source is None and (found := _describe_bundle(args)) is not None:
        reports = found
    else:
        for args.abi, args.mcpu in targets:
            reports.append(_describe(args, source))
    if args.svg is not None:
        _draw(args, reports)
    elif args.json:
        import json

        print(json.dumps(reports if len(reports) != 1 else reports[0], indent=2))
    elif several_abis:
        print(printable("\n".join(side_by_side(reports))))
    else:
        text = "\n\n".join("\n".join(report_lines(report)) for report in reports)
        print(printable(text))
    return 0


def _describe_bundle(args: argparse.Namespace) -> list[Report] | None:
    """Describes the code objects of a bundle; `None` for a code object alone."""
    with user_errors():
        with open(args.input, "rb") as file:
            data = file.read()
        from xdsl_opencl.backend.objects.bundle import (
            BundleError,
            is_bundle,
            read_bundle,
        )

        if not is_bundle(data):
            return None
        if target_of(args) is not None:
            raise CompileError(
                f"{args.input}: error: the code objects of a bundle have their targets; "
                "leave the target options out"
            )
        try:
            entries = read_bundle(data)
        except BundleError as error:
            raise CompileError(f"{args.input}: error: {error}") from error
        from xdsl_opencl.driver.report import report_code_object

        return [report_code_object(args.input, entry.content) for entry in entries]


def _draw(args: argparse.Namespace, reports: Sequence[Report]) -> None:
    """
    Writes the picture that `--svg` asks for: the targets of a kernel below each other.
    """
    from xdsl_opencl.abi.arguments.exchange import read_layout
    from xdsl_opencl.page.layout_picture import draw

    if args.json:
        raise CompileError("error: --json prints and --svg draws; give one of them")
    with user_errors():
        require_other_file(args.input, args.svg)
        names = dict.fromkeys(k["name"] for r in reports for k in r["kernels"])
        layouts = [
            (f"{name}: {_target_name(report)}", read_layout(kernel))
            for name in names
            for report in reports
            for kernel in report["kernels"]
            if kernel["name"] == name
        ]
        if not layouts:
            raise CompileError(f"{args.input}: error: there is no kernel to draw")
        picture = draw(PurePath(args.input).name, layouts)
        with atomic_path(args.svg) as path:
            path.write_text(picture, encoding="utf-8")


def _target_name(report: Report) -> str:
    target = report["target"]
    return f"{target['abi']} {target['mcpu']}".rstrip()


def _targets(args: argparse.Namespace) -> list[tuple[str | None, str | None]]:
    """ABIs and processors to describe, as options have them."""
    processors: list[str | None] = [args.mcpu]
    if args.mcpu and "," in args.mcpu:
        processors = args.mcpu.split(",")
    if not args.abi or "," not in args.abi:
        return [(args.abi, name) for name in dict.fromkeys(processors)]
    abis = [*dict.fromkeys(args.abi.split(","))]
    if args.mcpu is None:
        return [(abi, _example_processor(abi)) for abi in abis]
    if len(processors) != len(abis):
        raise CompileError(
            f"error: --abi has {len(abis)} names and --mcpu {len(processors)}; give a "
            "processor for each ABI, in their order, or none"
        )
    return [*zip(abis, processors, strict=True)]


def _example_processor(abi: str) -> str | None:
    """A processor of `abi`, `None` where there is none to choose."""
    from xdsl_opencl.abi.interface import Abi
    from xdsl_opencl.abi.interfaces import INTERFACES

    # Unknown names are the target's to report.
    return INTERFACES[Abi(abi)].example_processor or None if abi in [*Abi] else None


def _describe(args: argparse.Namespace, source: SourceFile | None) -> Report:
    """Describes `source`; without one, the code object that is the input."""
    with user_errors():
        target = target_of(args)
        if source is None:
            if target is not None:
                raise CompileError(
                    f"{args.input}: error: a code object has its target; leave the "
                    "target options out"
                )
            from xdsl_opencl.driver.report import report_code_object

            with open(args.input, "rb") as file:
                return report_code_object(args.input, file.read())
        from xdsl_opencl.driver.ahead import Ahead
        from xdsl_opencl.driver.output_cache import Request

        build = build_options_of(args)
        if target is None and PurePath(source.name).suffix in (".cl", *SPIRV_ENDINGS):
            # They have no target attached, and reflection needs no GPU: the CPU device.
            from xdsl_opencl.abi.target import Abi, Target

            target = Target(Abi.HOST)
        warn_of_ignored(args, source.name, target)
    level = int(args.level)
    ahead = Ahead(source, Request(target, "o", level, optimized=True, build=build))
    # Clang and LLVM are at work while xDSL is imported.
    from xdsl_opencl.driver import Compilation
    from xdsl_opencl.driver.report import report_module

    compilation = Compilation(source, target, level=level, build=build, ahead=ahead)
    report = report_module(compilation)
    diagnose(ahead.warnings + compilation.warnings)
    return report


def report_lines(report: Report) -> Iterator[str]:
    """The description as text, line by line."""
    target = report["target"]
    what = target["target_id"] or _target_name(report)
    version = f", code object v{target['code_object_version']}"
    yield f"{report['file']}: {what}{version if target['target_id'] else ''}"
    if not report["kernels"]:
        yield "no kernels"
    for kernel in report["kernels"]:
        yield ""
        yield from _kernel_lines(kernel)


def side_by_side(reports: Sequence[Report]) -> Iterator[str]:
    """
    The layouts of one module for several ABIs, line by line: a row for each argument, the
    columns offset and size for each ABI.
    """
    yield f"{reports[0]['file']}: {', '.join(map(_target_name, reports))}"
    layouts = [
        {kernel["name"]: kernel for kernel in report["kernels"]} for report in reports
    ]
    kernels = dict.fromkeys(name for kernels in layouts for name in kernels)
    if not kernels:
        yield "no kernels"
    for kernel in kernels:
        yield ""
        yield f"kernel {kernel}"
        of_kernel = [layout.get(kernel) for layout in layouts]
        columns = [{} if k is None else _places(k) for k in of_kernel]
        # Companions stand after their images where an ABI has them.
        order = sorted(columns, key=len, reverse=True)
        rows = sorted(
            dict.fromkeys(row for column in order for row in column),
            key=lambda row: row[0],
        )
        header = ["argument"]
        for report in reports:
            header += [str(report["target"]["abi"]), "size"]
        yield from table(
            tuple(header),
            [
                (row[1], *(cell for c in columns for cell in c.get(row, ("", ""))))
                for row in rows
            ]
            + [
                (
                    "all bytes",
                    *(
                        cell
                        for k in of_kernel
                        for cell in ("", "" if k is None else str(k["segment_size"]))
                    ),
                )
            ],
        )


def _places(kernel: Report) -> dict[tuple[bool, str], tuple[str, str]]:
    """
    Offset and size of every argument of `kernel`, the explicit ones first. The keys say if
    an argument is hidden, and its name; arguments with the same name are counted.
    """
    places: dict[tuple[bool, str], tuple[str, str]] = {}
    for hidden, key in ((False, "arguments"), (True, "hidden_arguments")):
        for argument in kernel[key]:
            base = argument["kind"] if hidden else argument["name"] or "(unnamed)"
            name, number = base, 2
            while (hidden, name) in places:
                name, number = f"{base} ({number})", number + 1
            places[hidden, name] = str(argument["offset"]), str(argument["size"])
    return places


_ATTRIBUTES = {
    "reqd_work_group_size": "required work-group size",
    "work_group_size_hint": "hinted work-group size",
    "reqd_sub_group_size": "required sub-group size",
    "vec_type_hint": "hinted vector type",
}


def _kernel_lines(kernel: Report) -> Iterator[str]:
    yield f"kernel {kernel['name']}"
    for key, text in _ATTRIBUTES.items():
        value: Any = kernel["attributes"][key]
        if value is not None:
            single = isinstance(value, str | int)
            yield f"  {text} {value if single else 'x'.join(map(str, value))}"
    yield (
        f"  arguments: {kernel['segment_size']} bytes, "
        f"alignment {kernel['segment_align']}"
    )
    rows = [
        *map(_argument_row, kernel["arguments"]),
        *map(_hidden_row, kernel["hidden_arguments"]),
    ]
    if rows:
        yield from table(("offset", "size", "name", "type", "kind", "access"), rows)
    if kernel["code"] is not None:
        yield from _code_lines(kernel["code"])


def _argument_row(argument: Report) -> tuple[str, ...]:
    kind: str = argument["kind"]
    if argument["resource_id"] is not None:
        kind += f" #{argument['resource_id']}"
    words = (*argument["type_qualifiers"]["words"], argument["type_name"])
    access: str = argument["access"]["name"]
    return (
        str(argument["offset"]),
        str(argument["size"]),
        argument["name"],
        " ".join(words).strip(),
        kind,
        "" if access == "none" else access,
    )


def _hidden_row(argument: Report) -> tuple[str, ...]:
    return str(argument["offset"]), str(argument["size"]), "", "", argument["kind"], ""


def _code_lines(code: Report) -> Iterator[str]:
    agprs = f", {code['agprs']} of them AGPRs" if code["agprs"] else ""
    yield (
        f"  registers: {code['vgprs']} VGPRs{agprs}, {code['sgprs']} SGPRs, "
        f"{code['user_sgprs']} user SGPRs"
    )
    if code["vgpr_spills"] or code["sgpr_spills"]:
        yield f"  spilled: {code['vgpr_spills']} VGPRs, {code['sgpr_spills']} SGPRs"
    dynamic = " and a dynamic stack" if code["uses_dynamic_stack"] else ""
    yield (
        f"  memory: {code['lds_bytes']} bytes LDS per work-group, "
        f"{code['scratch_bytes']} bytes scratch{dynamic} per work-item"
    )
    if code["waves"] is not None:
        names = " and ".join(code["limited_by"])
        yield (
            f"  occupancy: {code['waves']} waves of {code['wave_size']} per SIMD with "
            f"work-groups of {code['max_work_group_size']}"
            f"{f', limited by {names}' if names else ''}"
        )

"""
Prints, over every build of the suite and every example, what upstream MLIR makes of our
llvm level and we of what it prints: a table per target, in the form of docs/upstream.md.

    python tools/upstream.py [--stages | --import] [gfx1100 ...]

`--stages` counts the modules after every pass between the opencl and the llvm level
instead, `--import` the kernels of the suite that come from Clang by way of upstream.
`IREE_OPT` names `iree-opt` (MLIR 24) where it is not on the PATH.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "test" / "unit"))

import upstream_runs as runs
from frontend_helpers import suite_builds

from xdsl_opencl.abi.target import Abi, Target


def count(label: str, version: int, good: int, total: int) -> None:
    print(f"| {label} | {version} | {good} of {total} |", flush=True)


def table(target: Target) -> None:
    """Prints the counts for `target`."""
    builds = list(runs.builds(target))
    total = len(builds)
    print(f"\n{target.abi} {target.mcpu}: {total} modules\n")
    print("| | MLIR | |\n|---|---|---|")
    for version in runs.VERSIONS:
        reader = runs.tool("mlir-opt", version)
        if reader is None:
            print(f"| not installed | {version} | |")
            continue
        for form in runs.FORMS:
            texts = [getattr(build, form) for build in builds]
            wrong = runs.refused([reader], texts)
            count(
                f"`mlir-opt` reads the {form} form", version, total - len(wrong), total
            )
            report(builds, wrong)
            good = [t for n, t in enumerate(texts) if n not in wrong]
            back = ["-mlir-print-op-generic"] if form == "generic" else []
            names = [b.name for n, b in enumerate(builds) if n not in wrong]
            same = 0
            for name, given, ours in zip(
                names, runs.printed([reader, *back], good), good, strict=True
            ):
                try:
                    same += runs.read_back(given) == runs.read_back(ours)
                except Exception as error:
                    print(f"  {name}: {str(error).splitlines()[-1]}", file=sys.stderr)
            count(
                f"its {form} form comes back with the same code", version, same, total
            )
        if version != 24:
            command = [reader, f"--irdl-file={runs.IRDL}"]
            texts = [build.opencl for build in builds]
            wrong = runs.refused(command, texts)
            label = "`mlir-opt --irdl-file` reads the opencl level"
            count(label, version, total - len(wrong), total)
            report(builds, wrong)
            round_trip(command, version, builds)
        translator = runs.tool("mlir-translate", version)
        if translator is None:
            continue
        command = [translator, "--mlir-to-llvmir"]
        wrong: dict[int, str] = {}
        for form in runs.FORMS:
            texts = [getattr(build, form) for build in builds]
            wrong = runs.refused(command, texts)
            label = f"`mlir-translate` takes the {form} form"
            count(label, version, total - len(wrong), total)
            report(builds, wrong)
        if runs.find("llc", version, version) is None:
            continue
        good = [b for n, b in enumerate(builds) if n not in wrong]
        same = 0
        for build, theirs in zip(
            good, runs.printed(command, [b.generic for b in good]), strict=True
        ):
            try:
                ours = runs.assembly(build.llvm_ir, version)
                equal = runs.assembly(theirs, version) == ours
            except AssertionError as error:
                equal = False
                print(f"  {build.name}: {str(error)[:300]}", file=sys.stderr)
            else:
                if not equal:
                    print(f"  {build.name}: other code", file=sys.stderr)
            same += equal
        count("the translation is the same machine code", version, same, total)


def round_trip(command: list[str], version: int, builds: list[runs.Build]) -> None:
    """Counts modules that upstream's passes leave the code of."""
    passes = ["--canonicalize", "--cse", "--mlir-print-op-generic"]
    texts = [build.opencl for build in builds]
    same = 0
    for build, back in zip(
        builds, runs.printed([*command, *passes], texts), strict=True
    ):
        try:
            code = runs.assembly(runs.from_irdl(back), 22)
            equal = code == runs.assembly(build.llvm_ir, 22)
        except Exception as error:
            print(f"  {build.name}: {str(error).splitlines()[-1]}", file=sys.stderr)
        else:
            same += equal
            if not equal:
                print(f"  {build.name}: other code after passes", file=sys.stderr)
    label = "`--irdl-file --canonicalize --cse` and back: the same code"
    count(label, version, same, len(builds))


def stages_table(target: Target) -> None:
    """Prints how many modules between the levels upstream reads, for `target`."""
    found = runs.stages(target)
    total = sum(map(len, found.values()))
    print(f"\n{target.abi} {target.mcpu}: {total} modules, {len(found)} different\n")
    print("| | MLIR | |\n|---|---|---|")
    for version in (19, 22):
        reader = runs.tool("mlir-opt", version)
        if reader is None:
            print(f"| not installed | {version} | |")
            continue
        texts = list(found)
        command = [reader, f"--irdl-file={runs.IRDL}"]
        wrong = runs.refused(command, texts)
        good = total - sum(len(found[texts[number]]) for number in wrong)
        count("`mlir-opt --irdl-file` reads every stage", version, good, total)
        for number, message in wrong.items():
            print(f"  {found[texts[number]][0]}: {message}", file=sys.stderr)


def import_table(target: Target) -> None:
    """
    Prints how many kernels of Clang's, imported by upstream, give the code of `target` that
    ours give.
    """
    suite = suite_builds()
    same = 0
    builds = runs.builds(target, slice(len(suite)))
    for (file, options), build in zip(suite, builds, strict=True):
        try:
            theirs, ours = (
                runs.assembly(llvm_ir, 22, passes=runs.PROMOTION)
                for llvm_ir in (
                    runs.raised(runs.imported(file, options), target),
                    build.llvm_ir,
                )
            )
        except Exception as error:
            print(f"  {build.name}: {str(error).splitlines()[-1]}", file=sys.stderr)
            continue
        same += theirs == ours
        if theirs != ours:
            print(f"  {build.name}: other code", file=sys.stderr)
    print("\n| | MLIR | |\n|---|---|---|")
    count("`mlir-translate --import-llvm`: the same code", 22, same, len(suite))


def report(builds: list[runs.Build], wrong: dict[int, str]) -> None:
    for number, message in wrong.items():
        print(f"  {builds[number].name}: {message}", file=sys.stderr)


TARGETS = {
    "gfx1100": Target(Abi.AMDHSA, "gfx1100"),
    "host": Target(Abi.HOST),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=list(TARGETS), metavar="TARGET")
    for option, each in {"--stages": stages_table, "--import": import_table}.items():
        parser.add_argument(
            option, dest="tables", action="append_const", const=each, default=[]
        )
    asked = parser.parse_args()
    if unknown := set(asked.targets) - TARGETS.keys():
        parser.error(f"targets are {', '.join(TARGETS)}, not {', '.join(unknown)}")
    for name in asked.targets:
        for each in asked.tables or [table]:
            each(TARGETS[name])

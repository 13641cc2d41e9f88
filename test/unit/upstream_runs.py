"""
Upstream MLIR of several versions on modules of ours, many modules in one process.

`tools/upstream.py` prints the counts over every build of the suite and every example;
`test_upstream.py` holds them.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from frontend_helpers import KERNELS, options_of, suite_builds
from lower_helpers import context
from tools import find
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import TargetAttr
from xdsl_opencl.dialects.upstream import UpstreamPrinter
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.source import SourceFile
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.universe import our_pass

ROOT = Path(__file__).resolve().parents[2]
IRDL = ROOT / "dialects" / "opencl.irdl.mlir"
EXAMPLES = sorted(
    path
    for path in (ROOT / "examples").iterdir()
    if path.suffix in (".cl", ".ll", ".mlir")
)
FORMS = ("pretty", "generic")
VERSIONS = (19, 22, 24)
SEPARATOR = "// -----"


class Build(NamedTuple):
    """
    One module at the llvm level, as text in both forms, and the LLVM IR that we make.
    """

    name: str
    pretty: str
    generic: str
    llvm_ir: str
    opencl: str
    """The opencl level with kernels as functions, in the form for `--irdl-file`."""


def text(module: ModuleOp, *, generic: bool = False, properties: bool = True) -> str:
    """Returns what the target `opencl-mlir` writes."""
    stream = StringIO()
    printer = UpstreamPrinter(
        stream,
        print_generic_format=generic,
        print_properties_as_attributes=not properties,
    )
    printer.print_op(module)
    return stream.getvalue() + "\n"


def for_irdl(module: ModuleOp) -> str:
    """
    Returns the output of `xdsl-opt -p convert-opencl-kernel-to-func -t
    'opencl-mlir{print-generic-format=true print-properties-as-attributes=true}'` for `module`.
    """
    copy = module.clone()
    our_pass("convert-opencl-kernel-to-func")().apply(context(strict=True), copy)
    return text(copy, generic=True, properties=False)


def from_irdl(given: str) -> str:
    """
    The LLVM IR that upstream's text of a module with functions for kernels is lowered to.
    """
    module = Parser(context(strict=True), given).parse_module()
    for name in ("convert-func-to-opencl-kernel", "opencl-to-llvm"):
        our_pass(name)().apply(context(strict=True), module)
        module.verify()
    return emit_llvm_ir(module)


def imported(file: str, options: str) -> str:
    """
    A build of the suite in upstream's hands: Clang's LLVM IR as `mlir-translate` 22 reads
    and prints it.
    """
    translator = tool("mlir-translate", 22)
    assert translator is not None
    clang = compile_opencl_c(options_of(file, options), str(KERNELS / file))
    command = [translator, "--import-llvm", "--mlir-print-op-generic"]
    done = run(command, clang.ir)
    assert done.returncode == 0, done.stderr[:2000]
    return done.stdout


def raised(given: str, target: Target) -> str:
    """
    The LLVM IR that a module of upstream's `llvm` dialect becomes by way of
    `opencl-raise-kernels` and `opencl-raise-builtins`.
    """
    loose = context(strict=True)
    loose.allow_unregistered = True
    module = Parser(loose, given).parse_module()
    for name in ("opencl-raise-kernels", "opencl-raise-builtins"):
        our_pass(name)().apply(loose, module)
    module.verify()
    module.attributes["opencl.target"] = TargetAttr.from_target(target)
    our_pass("opencl-to-llvm")().apply(loose, module)
    return emit_llvm_ir(module)


def builds(target: Target, only: slice = slice(None)) -> Iterator[Build]:
    """Every build of the suite and every example, for `target`."""
    for name, compilation in inputs(target, only):
        opencl = for_irdl(compilation.opencl_module)
        module = compilation.llvm_module
        yield Build(
            name,
            text(module),
            text(module, generic=True),
            emit_llvm_ir(module),
            opencl,
        )


def inputs(
    target: Target, only: slice = slice(None)
) -> Iterator[tuple[str, Compilation]]:
    """
    Name and compilation, not yet run, of every build of the suite and every example.
    """
    given = [(KERNELS / file, options) for file, options in suite_builds()]
    given += [(path, "") for path in EXAMPLES]
    for path, options in given[only]:
        build = BuildOptions()
        if path.parent == KERNELS:
            build = options_of(path.name, options)
        source = SourceFile.read(path)
        yield f"{path.name}{options}", Compilation(source, target, build=build)


def stages(target: Target, only: slice = slice(None)) -> dict[str, list[str]]:
    """
    The modules after every pass between the opencl and the llvm level, in the form for
    `--irdl-file`, each text with the builds and passes that leave it.
    """
    found: dict[str, list[str]] = {}
    for build, compilation in inputs(target, only):

        def observe(stage: str, module: ModuleOp, build: str = build) -> None:
            place = f"{build} after {stage}"
            found.setdefault(for_irdl(module), []).append(place)

        compilation.observer = observe
        _ = compilation.llvm_module
    return found


def program(name: str, version: int) -> str:
    """
    Returns what `name` of MLIR `version` is called; IREE has that of 24, without a
    translation.
    """
    return {"mlir-opt": "iree-opt"}.get(name, name) if version == 24 else name


def tool(name: str, version: int) -> str | None:
    """Returns the path of the program `name` of MLIR `version`."""
    found = find(program(name, version), version, version)
    return None if found is None else found.path


def run(command: Sequence[str], given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input=given, capture_output=True, text=True, check=False
    )


def refused(command: Sequence[str], texts: Sequence[str]) -> dict[int, str]:
    """The modules that `command` refuses, by position, and the first error of each."""
    joined = f"\n{SEPARATOR}\n".join(texts)
    if run([*command, "--split-input-file"], joined).returncode == 0:
        return {}
    found: dict[int, str] = {}
    for number, each in enumerate(texts):
        done = run(command, each)
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "error:" in line]
            found[number] = lines[0] if lines else done.stderr[:200]
    return found


def printed(command: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Returns the output of `command` for each of `texts`. It must accept them all."""
    joined = f"\n{SEPARATOR}\n".join(texts)
    options = ["--split-input-file", f"--output-split-marker={SEPARATOR}"]
    done = run([*command, *options], joined)
    assert done.returncode == 0, done.stderr[:2000]
    parts = done.stdout.split(f"{SEPARATOR}\n")
    parts = parts if len(parts) == len(texts) else [p for p in parts if p.strip()]
    assert len(parts) == len(texts)
    return parts


def read_back(given: str) -> str:
    """
    The LLVM IR of a module as text of ours or of upstream's, which keeps no names of
    values.
    """
    module = Parser(context(strict=True), given).parse_module()
    module.verify()
    for op in module.walk():
        for result in op.results:
            result.name_hint = None
        for region in op.regions:
            for block in region.blocks:
                block.name_hint = None
                for argument in block.args:
                    argument.name_hint = None
    return normal(emit_llvm_ir(module))


def normal(llvm_ir: str) -> str:
    """
    LLVM IR without metadata, attributes in the order in which LLVM prints them: upstream
    sorts dictionaries.
    """
    from llvmlite import binding  # pyright: ignore[reportMissingTypeStubs]

    # Of two modules in one context the second one's structures get other names.
    separate = binding.create_context()
    return str(binding.parse_assembly(bare(llvm_ir), separate))  # pyright: ignore


# --- Machine code -----------------------------------------------------------------------

_METADATA = re.compile(
    r",? ![\w.]+ !(?:\d+|\w+\(.*?\))|^!.*\n|^.*@llvm\.lifetime\..*\n", re.M
)


def bare(llvm_ir: str) -> str:
    """
    LLVM IR without metadata and lifetime markers, which upstream's translation drops.
    """
    return _METADATA.sub("", llvm_ir)


PROMOTION = "sroa,simplifycfg,instcombine<no-verify-fixpoint>,gvn,simplifycfg"
"""
LLVM's passes after which it does not matter whether variables are values, as our reader
makes them, or memory, as upstream's importer leaves them.
"""


def assembly(llvm_ir: str, version: int, *, passes: str = "") -> str:
    """
    The code that LLVM `version` makes of `llvm_ir`, without comments and metadata; `passes`
    run first.
    """
    optimiser, generator = find("opt", version, version), find("llc", version, version)
    assert optimiser is not None
    assert generator is not None
    if passes:
        done = run([optimiser.path, f"-passes={passes}", "-S"], bare(llvm_ir))
        assert done.returncode == 0, done.stderr[:2000]
        llvm_ir = done.stdout
    done = run([optimiser.path, "-O1", "-S"], bare(llvm_ir))
    assert done.returncode == 0, done.stderr[:2000]
    done = run([generator.path, "-O1"], done.stdout)
    assert done.returncode == 0, done.stderr[:2000]
    code, _, _ = done.stdout.partition(".amdgpu_metadata")
    lines = [line.partition(";")[0].rstrip() for line in code.splitlines()]
    ignored = (".file", ".ident", ".set", ".p2alignl", ".fill")
    return "\n".join(
        line for line in lines if line and not line.strip().startswith(ignored)
    )

"""
Upstream MLIR reads the llvm level of the suite and of the examples, and we read what it
prints. `tools/upstream.py` prints the counts; `XDSL_OPENCL_LONG=1` runs every build here too.
"""

from __future__ import annotations

import re

import pytest
import upstream_runs as runs
from frontend_helpers import needs_clang, suite_builds
from long_runs import LONG
from lower_helpers import context, parse
from test_builtins_forms import module_text
from texts import parts
from tools import absent, need
from upstream_runs import Build
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS
from xdsl_opencl.universe import our_pass

pytestmark = needs_clang

TARGET = Target(Abi.AMDHSA, "gfx1100")
SAMPLE = slice(None) if LONG else slice(3, None, 7)


@pytest.fixture(scope="module")
def builds() -> list[Build]:
    return list(runs.builds(TARGET, SAMPLE))


def tool(name: str, version: int) -> str:
    path = runs.tool(name, version)
    if path is None:
        pytest.skip(absent(runs.program(name, version), version, version))
    return path


def texts(builds: list[Build], form: str) -> list[str]:
    return [build.generic if form == "generic" else build.pretty for build in builds]


@pytest.mark.parametrize("form", runs.FORMS)
@pytest.mark.parametrize("version", runs.VERSIONS)
def test_reads_us(version: int, form: str, builds: list[Build]) -> None:
    given = texts(builds, form)
    assert runs.refused([tool("mlir-opt", version)], given) == {}


@pytest.mark.parametrize("form", runs.FORMS)
@pytest.mark.parametrize("version", [22, 24])
def test_comes_back(version: int, form: str, builds: list[Build]) -> None:
    options = ["-mlir-print-op-generic"] if form == "generic" else []
    given = texts(builds, form)
    for build, back in zip(
        builds, runs.printed([tool("mlir-opt", version), *options], given), strict=True
    ):
        assert runs.read_back(back) == runs.read_back(build.generic), build.name


@pytest.mark.parametrize("form", runs.FORMS)
@pytest.mark.parametrize("version", [19, 22])
def test_is_translated(version: int, form: str, builds: list[Build]) -> None:
    command = [tool("mlir-translate", version), "--mlir-to-llvmir"]
    assert runs.refused(command, texts(builds, form)) == {}


@pytest.mark.parametrize("version", [19, 22])
def test_translation_is_the_same_code(version: int, builds: list[Build]) -> None:
    need("opt", version, version)
    need("llc", version, version)
    command = [tool("mlir-translate", version), "--mlir-to-llvmir"]
    some = builds if LONG else builds[:4]
    for build, theirs in zip(
        some, runs.printed(command, [build.pretty for build in some]), strict=True
    ):
        if version == 19 and any(word in build.llvm_ir for word in ("nuw", "nusw")):
            # MLIR 19 has no such flags of addresses, and loses them.
            continue
        ours = runs.assembly(build.llvm_ir, version)
        assert runs.assembly(theirs, version) == ours, build.name


# --- The opencl level, through IRDL -----------------------------------------------------


@pytest.mark.parametrize("version", [19, 22])
def test_irdl_reads_the_opencl_level(version: int, builds: list[Build]) -> None:
    command = [tool("mlir-opt", version), f"--irdl-file={runs.IRDL}"]
    given = [build.opencl for build in builds]
    assert all('"opencl.' in each for each in given)
    assert runs.refused(command, given) == {}


@pytest.fixture(scope="module")
def stages() -> dict[str, list[str]]:
    return runs.stages(TARGET, SAMPLE)


@pytest.mark.parametrize("version", [19, 22])
def test_irdl_reads_every_stage(version: int, stages: dict[str, list[str]]) -> None:
    """Between the levels, operations of both stand in one module."""
    command = [tool("mlir-opt", version), f"--irdl-file={runs.IRDL}"]
    given = list(stages)
    assert any('"opencl.' in text and '"llvm.call_intrinsic"' in text for text in given)
    wrong = runs.refused(command, given)
    assert {stages[given[n]][0]: message for n, message in wrong.items()} == {}


@pytest.fixture(scope="module")
def lowered() -> dict[str, str]:
    """The text of the lowering of every form of builtins, and the builtin."""
    found: dict[str, str] = {}
    for name in (*list(BUILTINS)[:: 1 if LONG else 4], "ldexp"):
        module = parse(module_text(BUILTINS[name])[0], TARGET)
        our_pass("opencl-lower-builtins")().apply(Context(), module)
        found[runs.for_irdl(module)] = name
    return found


@pytest.mark.parametrize("version", [19, 22])
def test_irdl_reads_lowered_builtins(version: int, lowered: dict[str, str]) -> None:
    command = [tool("mlir-opt", version), f"--irdl-file={runs.IRDL}"]
    given = list(lowered)
    wrong = runs.refused(command, given)
    assert {lowered[given[n]]: message for n, message in wrong.items()} == {}


TEXTS = parts("upstream.mlir")
TWICE = TEXTS["TWICE"]
"""Operations that other work items see; merging the blocks would let more of them meet."""


@pytest.mark.parametrize("version", [19, 22])
def test_upstream_merges_nothing_of_ours(version: int) -> None:
    """Not even blocks that are equal: operations from IRDL compare as different."""
    passes = "builtin.module(canonicalize{region-simplify=aggressive},cse)"
    reader = [tool("mlir-opt", version), f"--pass-pipeline={passes}"]
    irdl = runs.run([*reader, f"--irdl-file={runs.IRDL}"], TWICE)
    assert irdl.stdout.count("sub_group_reduce") == 4, irdl.stderr
    assert irdl.stdout.count("llvm.load") == 2
    unknown = runs.run([*reader, "--allow-unregistered-dialect"], TWICE)
    assert unknown.stdout.count("sub_group_reduce") == 3, unknown.stderr


CHANGED = {"atomics.cl", "bits.cl"}
"""
Upstream's passes rewrite integers, and LLVM chooses other instructions: `x >> 1 & mask`
for `(x & mask) >> 1`, another order of the cases of a chain of comparisons.
"""


@pytest.mark.parametrize("version", [19, 22])
def test_upstreams_passes_keep_the_code(version: int, builds: list[Build]) -> None:
    """The round trip of docs/upstream.md."""
    for program in ("opt", "llc"):
        need(program, 22, 22)
    command = [
        *(tool("mlir-opt", version), f"--irdl-file={runs.IRDL}"),
        *("--canonicalize", "--cse", "--mlir-print-op-generic"),
    ]
    some = [build for build in builds if build.name not in CHANGED]
    some = some if LONG else some[:4]
    for build, back in zip(
        some, runs.printed(command, [build.opencl for build in some]), strict=True
    ):
        ours = runs.assembly(build.llvm_ir, 22)
        assert runs.assembly(runs.from_irdl(back), 22) == ours, build.name


# --- From Clang by way of upstream ------------------------------------------------------

OTHER_CODE = {
    # Queries of an image are merged where the image is a value, not a variable.
    "image_query.cl",
    # xDSL has no packed structures.
    "struct_arg.cl",
}


def test_import_of_clangs_kernels(builds: list[Build]) -> None:
    tool("mlir-translate", 22)
    for program in ("opt", "llc"):
        need(program, 22, 22)
    inputs = {f"{file}{options}": (file, options) for file, options in suite_builds()}
    some = [b for b in builds if b.name in inputs and b.name not in OTHER_CODE]
    for build in some if LONG else some[:3]:
        given = runs.imported(*inputs[build.name])
        theirs, ours = (
            runs.assembly(llvm_ir, 22, passes=runs.PROMOTION)
            for llvm_ir in (runs.raised(given, TARGET), build.llvm_ir)
        )
        assert theirs == ours, build.name


LOOP = TEXTS["LOOP"]


def loop_properties(llvm_ir: str) -> list[list[str]]:
    """The properties of each loop's node."""
    nodes = dict(re.findall(r"^!(\d+) = (?:distinct )?!\{(.*)\}$", llvm_ir, re.M))
    loops = re.findall(r"!llvm.loop !(\d+)", llvm_ir)
    found = [[nodes[n] for n in re.findall(r"!(\d+)", nodes[x])[1:]] for x in loops]
    return [sorted(set(each) - {'!"llvm.loop.mustprogress"'}) for each in found]


@pytest.mark.parametrize("form", runs.FORMS)
def test_annotations_of_loops_are_metadata(form: str) -> None:
    translated = runs.run([tool("mlir-translate", 22), "--mlir-to-llvmir"], LOOP)
    options = ["--mlir-print-op-generic"] if form == "generic" else []
    printed = runs.run([tool("mlir-opt", 22), *options], LOOP).stdout
    theirs = loop_properties(translated.stdout)
    assert [len(each) for each in theirs] == [1, 19]
    for text in (printed, LOOP):
        module = Parser(context(strict=True), text).parse_module()
        module.verify()
        assert loop_properties(runs.emit_llvm_ir(module)) == theirs


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("unroll = 3", "expected #llvm.loop_unroll"),
        ("unroll = #llvm.loop_licm<disable = true>", "expected #llvm.loop_unroll"),
        ("mustProgress = ", "expected the value of 'mustProgress'"),
        ("mustProgress true", "Expected '='"),
    ],
)
def test_wrong_annotations_are_one_error(fields: str, message: str) -> None:
    text = f"#llvm.loop_annotation<{fields}>"
    with pytest.raises(ParseError, match=message):
        Parser(context(strict=True), text).parse_attribute()


FLAGS = TEXTS["FLAGS"]


def our_text(form: str) -> str:
    module = Parser(context(strict=True), FLAGS).parse_module()
    module.verify()
    return runs.text(module, generic=form == "generic")


@pytest.mark.parametrize("form", runs.FORMS)
@pytest.mark.parametrize("version", [22, 24])
def test_every_flag_goes_there_and_back(version: int, form: str) -> None:
    options = ["-mlir-print-op-generic"] if form == "generic" else []
    (back,) = runs.printed([tool("mlir-opt", version), *options], [our_text(form)])
    assert runs.read_back(back) == runs.read_back(FLAGS)


@pytest.mark.parametrize("form", runs.FORMS)
def test_every_flag_is_translated(form: str) -> None:
    """The flags in upstream's LLVM IR are ours."""
    command = [tool("mlir-translate", 22), "--mlir-to-llvmir"]
    (theirs,) = runs.printed(command, [our_text(form)])
    ours = runs.read_back(FLAGS)
    for word in ("inbounds nuw", "volatile", "nnan ninf", "afn", "disjoint", "exact"):
        assert theirs.count(word) == ours.count(word) > 0


@pytest.mark.parametrize("form", runs.FORMS)
def test_19_reads_every_flag(form: str) -> None:
    assert runs.refused([tool("mlir-opt", 19)], [our_text(form)]) == {}


WRONG = {
    "llvm.mlir.global private internal @x(1 : i32) : i32": "second word for 'linkage'",
    "llvm.mlir.global private hidden protected @x(1 : i32) : i32": (
        "second word for 'visibility_'"
    ),
    "llvm.func spir_kernelcc spir_funccc @f()": "second word for 'CConv'",
    "llvm.func sometimes @f()": "symbol name",
    "%0 = llvm.load %p <alignement = 4> : !llvm.ptr -> i32": "unknown property",
    "%0 = llvm.load %p <alignment = 4 : !llvm.ptr -> i32": "Expected",
    "%0 = llvm.load %p <alignment = > : !llvm.ptr -> i32": "attribute",
    "%0 = llvm.fadd %x, %x fastmath<quick> : f32": "Expected",
    "%0 = llvm.fadd %x, %x fastmath : f32": "'<' expected",
    '%0 = "llvm.add"(%i, %i) <{overflowFlags = 4.0 : f32}> : (i64, i64) -> i64': (
        "base attribute integer"
    ),
    '%0 = "llvm.trunc"(%i) <{overflowFlags = 9 : i32}> : (i64) -> i32': "llvm.overflow",
    "llvm.intr.ubsantrap failureKind 1": "'='",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_words_are_one_error(line: str) -> None:
    given = line
    if "%" in line or "ubsantrap" in line:
        given = (
            "llvm.func @f(%p: !llvm.ptr, %i: i64, %x: f32) {\n"
            f"  {line}\n  llvm.return\n}}"
        )
    with pytest.raises((ParseError, VerifyException)) as error:
        Parser(context(strict=True), given).parse_module().verify()
    assert WRONG[line] in str(error.value)

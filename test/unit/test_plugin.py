"""
The plugin as `xdsl-opt` sees it: the tables, the merged universe, the real command line.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from xdsl.ir import Dialect
from xdsl.passes import ModulePass, PassPipeline
from xdsl.universe import XDSL_UNIVERSE, Universe
from xdsl.utils.target import Target as OutputTarget

from xdsl_opencl import universe
from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.cli import main
from xdsl_opencl.transforms.pipeline import pipeline
from xdsl_opencl.universe import (
    PASSES,
    TARGETS,
    XDSL_OPENCL_UNIVERSE,
    our_pass,
)

XDSL_OPT = str(Path(sys.executable).parent / "xdsl-opt")
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def xdsl_opt(
    text: str, *options: str, path: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the real command; `path`: folders that come first in Python's search."""
    environment = dict(os.environ)
    if path is not None:
        environment["PYTHONPATH"] = path
    return subprocess.run(
        [XDSL_OPT, *options],
        input=text,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


# --- the tables ------------------------------------------------------------------------


def test_entry_point_is_this_universe():
    (entry,) = (
        point
        for point in metadata.entry_points(group="xdsl.universe")
        if point.name == "xdsl_opencl"
    )
    assert entry.load() is XDSL_OPENCL_UNIVERSE


def test_dialects():
    for name, factory in XDSL_OPENCL_UNIVERSE.all_dialects.items():
        dialect = factory()
        assert isinstance(dialect, Dialect)
        assert dialect.name == name
        for known in (*dialect.operations, *dialect.attributes):
            assert known.name.startswith(f"{name}.")


@pytest.mark.parametrize("abi", Abi)
def test_stages_of_a_target(abi: Abi, capsys: pytest.CaptureFixture[str]):
    """The lines of `passes --pipeline` are what `opencl-to-llvm` runs."""
    assert main(["passes", "--pipeline", abi]) == 0
    text = ",".join(capsys.readouterr().out.splitlines())
    target = Target(abi, INTERFACES[abi].example_processor)
    passes = PassPipeline.parse_spec(Universe.get_multiverse().all_passes, text).passes
    assert passes == pipeline(target)


def test_list_of_passes(capsys: pytest.CaptureFixture[str]):
    """Each has a line with its name and a sentence."""
    assert main(["passes"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [*PASSES]
    short = [line for line in lines if len(line.split()) < 4 or "see the" in line]
    assert short == []


def test_passes():
    for name in PASSES:
        cls = our_pass(name)
        assert XDSL_OPENCL_UNIVERSE.all_passes[name]() is cls
        assert issubclass(cls, ModulePass)
        assert cls.name == name
        assert KEBAB.fullmatch(name)
        # `ConvertArithToLLVMPass` is convert-arith-to-llvm: letters agree but for case.
        assert cls.__name__.lower() == name.replace("-", "") + "pass"
        assert cls.__module__.endswith(f".{name.replace('-', '_')}")
        assert sys.modules[cls.__module__].__doc__, name


def test_targets():
    for name in TARGETS:
        # xDSL's table still admits functions, which are an older form of target.
        cls = XDSL_OPENCL_UNIVERSE.all_targets[name]()
        assert isinstance(cls, type)
        assert issubclass(cls, OutputTarget)
        assert cls.name == name
        assert KEBAB.fullmatch(name)


def test_multiverse_has_everything_once():
    # A name that two plugins define is a ValueError here.
    merged = Universe.get_multiverse()
    for ours, xdsls, all_ in (
        (
            XDSL_OPENCL_UNIVERSE.all_dialects,
            XDSL_UNIVERSE.all_dialects,
            merged.all_dialects,
        ),
        (XDSL_OPENCL_UNIVERSE.all_passes, XDSL_UNIVERSE.all_passes, merged.all_passes),
        (
            XDSL_OPENCL_UNIVERSE.all_targets,
            XDSL_UNIVERSE.all_targets,
            merged.all_targets,
        ),
    ):
        assert not set(ours) & set(xdsls)
        assert set(ours) | set(xdsls) <= set(all_)
    operations = [op.name for op in merged.all_dialects["llvm"]().operations]
    assert len(operations) == len(set(operations))
    assert "llvm.addrspacecast" in operations


def test_a_pass_of_xdsl_is_left_to_xdsl(monkeypatch: pytest.MonkeyPatch):
    llvm = XDSL_UNIVERSE.all_dialects["llvm"]
    # The module wraps the factory again, and monkeypatch puts the old one back.
    monkeypatch.setitem(XDSL_UNIVERSE.all_dialects, "llvm", llvm)
    monkeypatch.setitem(
        XDSL_UNIVERSE.all_passes, "convert-arith-to-llvm", lambda: ModulePass
    )
    again = runpy.run_path(str(universe.__file__))["XDSL_OPENCL_UNIVERSE"]
    assert isinstance(again, Universe)
    assert set(again.all_passes) == set(PASSES) - {"convert-arith-to-llvm"}
    assert set(XDSL_OPENCL_UNIVERSE.all_passes) == set(PASSES)


# --- the command -----------------------------------------------------------------------


def test_help_lists_everything():
    text = xdsl_opt("", "--help").stdout
    words = set(re.findall(r"[a-z0-9][a-z0-9-]*", re.sub(r"\s+", " ", text)))
    # argparse breaks long names at hyphens.
    joined = re.sub(r"\s+", "", text)
    for name in (*PASSES, *TARGETS):
        assert name in words or name in joined, name


@pytest.mark.parametrize(
    "text",
    [
        "%0 = llvm.mlir.poison : vector<4xf32>",
        '%0 = "llvm.mlir.poison"() : () -> vector<4xf32>',
        "llvm.fence seq_cst",
        '"llvm.fence"() <{ordering = 7 : i64}> : () -> ()',
    ],
)
def test_added_operation_first_in_a_file(text: str):
    generic = xdsl_opt(text, "--print-op-generic")
    assert generic.returncode == 0, generic.stderr
    pretty = xdsl_opt(generic.stdout)
    assert pretty.returncode == 0, pretty.stderr
    assert re.search(
        r"llvm\.(mlir\.poison : vector<4xf32>|fence seq_cst)", pretty.stdout
    )
    assert xdsl_opt(pretty.stdout).stdout == pretty.stdout


def test_every_pass_runs_alone_somewhere():
    tests = (Path(__file__).parents[1]).rglob("*.mlir")
    text = "\n".join(path.read_text(errors="replace") for path in tests)
    alone = re.findall(
        r"RUN:.*xdsl-opt\b.* -p ['\"]?([\w-]+)(?:\{.*?\})?(?![\w,-])", text
    )
    assert set(alone) >= set(PASSES)


# --- laziness --------------------------------------------------------------------------

HEAVY = ("llvmlite", "numpy", "xdsl.dialects.llvm", "xdsl_opencl.dialects")


def loaded_by(statement: str) -> set[str]:
    """Returns the modules of `HEAVY` that a fresh interpreter has after `statement`."""
    script = (
        f"{statement}\nimport sys\nprint(*(m for m in {HEAVY!r} if m in sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_import_is_lazy():
    assert loaded_by("import xdsl_opencl") == set()
    assert loaded_by("import xdsl_opencl.universe") == set()
    everything = "from xdsl.universe import Universe\nUniverse.get_multiverse()"
    assert loaded_by(everything) == set()
    # The measure itself works.
    assert "xdsl.dialects.llvm" in loaded_by("import xdsl_opencl.dialects.llvm_ext")


EMPTY_RUN = """
import sys
from xdsl.universe import Universe
if {without!r} == "without":
    from xdsl.universe import XDSL_UNIVERSE
    Universe.get_multiverse = staticmethod(lambda: XDSL_UNIVERSE)
from xdsl.xdsl_opt_main import xDSLOptMain
xDSLOptMain(args=[]).run()
print(*sys.modules)
"""


def test_empty_run_costs_nothing():
    """
    It imports nothing that it would not without the plugin, but what declares the plugin;
    `benchmarks/start.py` has the seconds.
    """
    imported: dict[str, set[str]] = {}
    for key in ("with", "without"):
        run = subprocess.run(
            [sys.executable, "-c", EMPTY_RUN.format(without=key)],
            check=True,
            capture_output=True,
            input="builtin.module {}",
            text=True,
        )
        imported[key] = set(run.stdout.splitlines()[-1].split())
    more = imported["with"] - imported["without"]
    ours = {name for name in more if name.partition(".")[0] == "xdsl_opencl"}
    assert "xdsl_opencl.universe" in ours
    assert len(ours) <= 8, ours
    # Python reads the entry points of the installed packages.
    assert not {name for name in more - ours if name.startswith("xdsl")}, more
    assert len(more - ours) < 40, more


# --- other plugins ---------------------------------------------------------------------

WRAPPING_PLUGIN = '''
from xdsl.universe import XDSL_UNIVERSE, Universe

base = XDSL_UNIVERSE.all_dialects["llvm"]

def factory():
    from xdsl.dialects.builtin import i32
    from xdsl.ir import Dialect
    from xdsl.irdl import IRDLOperation, irdl_op_definition, result_def, traits_def
    from xdsl.traits import Pure

    @irdl_op_definition
    class TheirPoison(IRDLOperation):
        """An operation that the plugin of ours adds as well, here for i32 only."""

        name = "llvm.mlir.poison"
        res = result_def(i32)
        traits = traits_def(Pure())
        assembly_format = "attr-dict `their` `:` type($res)"

    @irdl_op_definition
    class TheirOwn(IRDLOperation):
        name = "llvm.theirs"
        assembly_format = "attr-dict"

    llvm = base()
    known = {op.name for op in llvm.operations}
    added = [op for op in (TheirPoison, TheirOwn) if op.name not in known]
    return Dialect("llvm", [*llvm.operations, *added], [*llvm.attributes], [*llvm._interfaces])

XDSL_UNIVERSE.all_dialects["llvm"] = factory
UNIVERSE = Universe()
'''


def install(folder: Path, name: str, source: str) -> str:
    """
    Puts a distribution with one module into `folder`; returns what PYTHONPATH gets.
    """
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    )
    (info / "entry_points.txt").write_text(
        f"[xdsl.universe]\n{name} = {name}:UNIVERSE\n"
    )
    return str(folder)


OURS_AND_THEIRS = """
llvm.theirs
%a = "test.op"() : () -> !llvm.ptr<3>
%b = llvm.addrspacecast %a : !llvm.ptr<3> to !llvm.ptr
"""


# Entry points are loaded in an order of their own, so both factories may be the outer one.
@pytest.mark.parametrize("name", ["aaa_plugin", "zzz_plugin"])
def test_another_plugin_extends_llvm(tmp_path: Path, name: str):
    path = install(tmp_path, name, WRAPPING_PLUGIN)
    both = xdsl_opt(OURS_AND_THEIRS, path=path)
    assert both.returncode == 0, both.stderr
    assert "llvm.theirs" in both.stdout
    assert "llvm.addrspacecast" in both.stdout
    # The operation that both define exists once; whose it is decides the syntax.
    theirs = xdsl_opt("%0 = llvm.mlir.poison their : i32", path=path)
    ours = xdsl_opt("%0 = llvm.mlir.poison : i32", path=path)
    assert (theirs.returncode == 0) != (ours.returncode == 0)
    generic = xdsl_opt('%0 = "llvm.mlir.poison"() : () -> i32', path=path)
    assert generic.returncode == 0, generic.stderr
    # Our passes work in that environment.
    passes = "opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-to-llvm"
    text = "opencl.kernel @k(%a: i32) { opencl.return }"
    lowered = xdsl_opt(text, "-p", passes, path=path)
    assert lowered.returncode == 0, lowered.stderr
    assert "rocdl.kernel" in lowered.stdout


REPLACING_PLUGIN = WRAPPING_PLUGIN.replace(
    "[*llvm.operations, *added]",
    "[*(op for op in llvm.operations if op.name != TheirPoison.name), TheirPoison]",
)


def test_another_plugin_replaces_an_operation_of_ours(tmp_path: Path):
    path = install(tmp_path, "replacing_plugin", REPLACING_PLUGIN)
    run = xdsl_opt("%0 = llvm.mlir.poison their : i32", path=path)
    # Loaded after ours it replaces our class, loaded before it is kept by us.
    assert run.returncode == 0, run.stderr
    assert "llvm.mlir.poison their : i32" in run.stdout


CLASHING_PLUGIN = """
from xdsl.universe import Universe
UNIVERSE = Universe(all_dialects={"opencl": lambda: None})
"""


def test_a_second_dialect_of_the_name_is_reported(tmp_path: Path):
    """Nothing can be done about it, but that the folder above is really seen."""
    path = install(tmp_path, "clashing_plugin", CLASHING_PLUGIN)
    run = xdsl_opt("", path=path)
    assert run.returncode != 0
    assert "Duplicate definition of opencl" in run.stderr

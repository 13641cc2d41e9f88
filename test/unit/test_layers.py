"""The architecture: who may import whom, and what is documented."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from parts import PARTS, lit_tests, part_of, unit_tests

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "xdsl_opencl"

ORDER = (
    "cli",
    "icd",
    "driver",
    "runtime",
    "page",
    "emulator",
    "frontend",
    "backend",
    "transforms",
    "spirv",
    "conversions",
    "llvm_ir",
    "analysis",
    "ir",
    "dialects",
    "abi",
)
"""A part imports only parts after it, inside functions too."""

BESIDE = {
    "universe": {"dialects"},
    "cache": {"files"},
    "errors": set[str](),
    "files": set[str](),
    "source": {"errors", "files"},
    "garbage": set[str](),
}
"""The packages beside the order, which every package may import, with their own imports."""

LISTED = {"universe": {"driver", "cli", "runtime", "transforms"}}
"""Who may know the plugin's own tables."""


def modules() -> dict[str, Path]:
    """
    Every module, without the package's own name: `abi.model`; a package as its folder.
    """
    found: dict[str, Path] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


MODULES = modules()
ROOT_MODULES = ("__init__", "__main__")


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def imported(node: ast.AST) -> Iterator[str]:
    """Modules of ours that an import statement names."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        # `from package import module` names a module as well as a value.
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    else:
        return
    for name in names:
        parts = name.split(".")
        if parts[0] != "xdsl_opencl":
            continue
        while parts and ".".join(parts[1:]) not in MODULES:
            parts.pop()
        yield ".".join(parts[1:]) or "__init__"


def part(module: str) -> str:
    return module.partition(".")[0]


def allowed(importer: str, target: str) -> bool:
    mine, other = part(importer), part(target)
    if mine == other:
        return True
    if mine in BESIDE:
        return other in BESIDE[mine]
    if other in BESIDE:
        return mine in LISTED.get(other, ORDER)
    return mine in ORDER and other in ORDER and ORDER.index(mine) < ORDER.index(other)


def imports_of(module: str) -> set[str]:
    return {name for node in ast.walk(tree(module)) for name in imported(node)}


def test_every_part_has_a_place():
    parts = {part(name) for name in MODULES} - set(ROOT_MODULES)
    assert parts <= {*ORDER, *BESIDE}
    assert parts >= {"universe", "cache", "errors", "files"}


def test_imports_go_down():
    up = [
        (module, target)
        for module in MODULES
        if module not in ROOT_MODULES
        for target in imports_of(module)
        if not allowed(module, target)
    ]
    assert up == []


def test_rule_refuses():
    assert not allowed("abi.model", "dialects.opencl")
    assert not allowed("transforms.pipeline", "backend.llvm.codegen")
    assert not allowed("conversions.framework", "transforms.pipeline")
    assert not allowed("backend.llvm.codegen", "frontend.load")
    assert not allowed("runtime.program", "driver.library")
    assert not allowed("dialects.opencl", "universe")
    assert not allowed("abi.model", "__init__")
    assert allowed("cli.commands", "abi.model")


NEUTRAL = (
    "conversions",
    "dialects.interfaces",
    "dialects.affine_ext",
    "dialects.aliases",
    "dialects.arith_ext",
    "dialects.atomic_kinds",
    "dialects.gpu_ext",
    "dialects.linalg_ext",
    "dialects.llvm_ext",
    "dialects.resources",
    "dialects.scf_ext",
    "dialects.tensor_ext",
    "dialects.vector_ext",
    "ir.build",
    "ir.diagnostics",
    "ir.element_types",
    "ir.index_arithmetic",
    "ir.patterns",
    "ir.split",
    "ir.views",
    "ir.walk",
)


def test_conversions_know_nothing_of_opencl():
    """
    They are upstream's dialects to upstream's `llvm`; what OpenCL adds comes through
    `dialects.interfaces`.
    """
    for module in MODULES:
        if part(module) != "conversions":
            continue
        assert not [
            name
            for name in imports_of(module)
            if not any(f"{name}.".startswith(f"{neutral}.") for neutral in NEUTRAL)
        ], module
        words = MODULES[module].read_text(encoding="utf-8").replace("xdsl_opencl.", "")
        assert "opencl" not in words.lower(), module


def test_nothing_is_imported_relatively():
    for module in MODULES:
        for node in ast.walk(tree(module)):
            assert not (isinstance(node, ast.ImportFrom) and node.level), module


def cycles(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """One cycle of `graph`, as the modules on it; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_cycles():
    """Imports inside functions and those for types alone count as well."""
    graph = {
        module: {
            target
            for target in imports_of(module)
            # A package's own `__init__` lists its modules.
            if not f"{module}.".startswith(f"{target}.") and target != "__init__"
        }
        for module in MODULES
    }
    # Inside a function, and for types.
    assert (
        "transforms.images.companions"
        in graph["transforms.images.opencl_lower_image_queries"]
    )
    assert "cli.batch" in graph["cli.compile"]
    assert cycles(graph) == []


def room(module: str) -> str:
    """
    The folder of `transforms` that `module` is in; what stands beside them is a room, too.
    """
    return ".".join(module.split(".")[:2])


def test_rooms_have_an_order():
    """No two folders of `transforms` import each other, around corners neither."""
    graph: dict[str, set[str]] = {}
    for module in MODULES:
        if module.startswith("transforms."):
            graph.setdefault(room(module), set()).update(
                room(target)
                for target in imports_of(module)
                if target.startswith("transforms.") and room(target) != room(module)
            )
    TopologicalSorter(graph).prepare()
    assert "transforms.work_groups" in graph["transforms.checks"]


LINES = {
    "core": 65_800,
    "linalg": 26_030,
    "emulator": 19_720,
    "cpu": 20_520,
    "driver": 7_300,
    "spirv": 7_550,
}
"""The lines of Python that the modules of a part may have."""
MOST_LINES = 146_890
MOST_TEST_LINES = 81_030


def test_parts_have_a_budget():
    """A part that needs more takes it from another one, or makes its own code smaller."""
    lines = Counter[str]()
    for name, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        lines[part_of(name)] += len(text.splitlines())
    assert set(lines) <= set(LINES) == set(PARTS)
    assert {part: n for part, n in lines.items() if n > LINES[part]} == {}
    assert lines.total() <= MOST_LINES
    tests = (path.read_text(encoding="utf-8") for path in (ROOT / "test").rglob("*.py"))
    assert sum(len(text.splitlines()) for text in tests) <= MOST_TEST_LINES


def test_parts_are_documented():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\w+) \| (.*) \|$", text, re.MULTILINE))
    for part, prefixes in PARTS.items():
        for prefix in prefixes:
            if part != "core" and prefix.partition(".")[0] not in ("analysis", "cli"):
                last = prefix.rpartition(".")[2]
                assert prefix == part or prefix in MODULES, prefix
                assert re.search(rf"{last}(?:\.py|/)`", rows[part]) or (
                    "opencl_" in last
                ), prefix


@pytest.mark.parametrize("part", PARTS)
def test_tests_of_a_part(part: str):
    """Those that one knows by name; FileCheck tests are of one part only."""
    names = {path.name for path in (*unit_tests(part), *lit_tests(part))}
    known = {
        "core": ("test_abi_layout.py", "opencl-lower-images.mlir"),
        "cpu": ("test_lockstep.py", "opencl-split-private.mlir"),
        "driver": ("test_icd_info.py",),
        "emulator": ("test_isa_decoder.py",),
        "linalg": ("test_linalg_ext.py", "opencl-fuse-rows.mlir"),
    }
    assert names.issuperset(known.pop(part, ()))
    forms = {name for some in known.values() for name in some if ".mlir" in name}
    assert names.isdisjoint(forms)


def test_cycles_are_found():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    assert not cycles({"a": {"b", "c"}, "b": {"c"}})


def test_no_paths_of_the_machine():
    # Put together here, so that this file does not hold them.
    pattern = re.compile(r"(?<![\w.*~)-])/(?:" + "|".join(("work", "farm")) + r")\b/")
    kinds = {".cfg", ".cl", ".json", ".ll", ".md", ".mlir", ".py", ".svg", ".toml"}
    folders = (
        "xdsl_opencl",
        "test",
        "docs",
        "dialects",
        "examples",
        "benchmarks",
        "tools",
    )
    files = [p for folder in folders for p in (ROOT / folder).rglob("*")]
    files += [*ROOT.glob("*.*"), ROOT / "Makefile"]
    read = 0
    for path in files:
        if path.is_file() and (path.suffix in kinds or path.name == "Makefile"):
            read += 1
            found = pattern.search(path.read_text(encoding="utf-8", errors="replace"))
            assert found is None, f"{path}: {found and found[0]}"
    assert read > 100


def annotation(node: ast.expr | None) -> str:
    return "" if node is None else ast.unparse(node)


def documented_elsewhere(module: str, node: ast.stmt) -> bool:
    """
    Rows of a table: what they do is said where the name that they lower, read or mirror is.
    """
    if isinstance(node, ast.ClassDef):
        # Operations of upstream's `llvm` dialect are documented upstream.
        return module.startswith("dialects.llvm_ext.") and any(
            isinstance(item, ast.Assign | ast.AnnAssign)
            and isinstance(item.value, ast.Constant)
            and str(item.value.value).startswith("llvm.")
            for item in node.body
        )
    assert isinstance(node, ast.FunctionDef)
    if module.startswith("icd."):
        # The functions of OpenCL's API are documented by its specification.
        return re.match("cl[A-Z]", node.name) is not None
    types = [annotation(argument.annotation) for argument in node.args.args]
    if module == "frontend.builtins.builtin_calls":
        # Handlers are OpenCL's builtins of the same names.
        return types[:1] == ["Call"] or annotation(node.returns) == "Handler"
    return (
        # The lowering of one operation, which its class describes.
        module.startswith("transforms.builtins.")
        and node.name.startswith("lower_")
        and len(types) > 1
        and types[0] == "Values"
        and types[1].endswith("Op")
    )


def test_public_names_have_docstrings():
    without = [
        f"{module}.{node.name}"
        for module in MODULES
        for node in tree(module).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not (node.name.startswith("_") or ast.get_docstring(node))
        and not documented_elsewhere(module, node)
    ]
    without += [
        module
        for module in MODULES
        if tree(module).body and not ast.get_docstring(tree(module))
    ]
    assert without == []

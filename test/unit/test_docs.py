"""
Every `mlir` block of the documentation is parsed and verified.

A block whose first line is `// expect-error` must be refused; `// expect-error: TEXT`
says what the message contains.
"""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from fnmatch import filter as matching
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.universe import Universe
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_opencl.frontend.builtins.builtin_handlers import named_builtins

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```mlir\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECT_ERROR = "// expect-error"


def blocks() -> Iterator[object]:
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = path.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield pytest.param(match[1], id=f"{path.name}:{line}")


def check(text: str) -> None:
    """Raises `ParseError` or `VerifyException` when `text` is not a legal module."""
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    Parser(context, text).parse_module().verify()


@pytest.mark.parametrize("text", list(blocks()))
def test_block(text: str):
    first, _, _ = text.partition("\n")
    if not first.startswith(EXPECT_ERROR):
        check(text)
        return
    message = first.removeprefix(EXPECT_ERROR).removeprefix(":").strip()
    with pytest.raises((ParseError, VerifyException)) as error:
        check(text)
    assert message in str(error.value)


@cache
def builtins_page() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "generate_builtins.py"))


def test_builtins_page_names_every_function():
    """
    Each function that is not a row of the dialect's table has one row of its own kind.
    """
    rows = [re.compile(row[1]) for row in builtins_page()["OTHERS"]]
    samples = ["vload4", "vloada_half3", "vstore_half2_rtz", "convert_int4", "as_uint"]
    names = {*named_builtins(), *samples}
    assert len(names) > 200
    for name in names:
        matching = [row.pattern for row in rows if row.fullmatch(name)]
        assert len(matching) == 1, (name, matching)


def test_builtins_page_shows_what_passes_make():
    """
    Some entries that do not depend on how the page was made: ROCm's library and LLVM's
    intrinsics, as their documentation has them.
    """
    page = (ROOT / "docs" / "builtins.md").read_text(encoding="utf-8")
    cells = {
        line.split("|")[1].strip(" `"): [cell.strip() for cell in line.split("|")]
        for line in page.splitlines()
        if line.startswith("| `")
    }
    for name, amdgcn, host in (
        ("tan", "`__ocml_tan_f32` (f32)", "`tanf()` (f16, f32)"),
        ("fma", "`llvm.fma`", "`llvm.fma`"),
        ("native_sin", "`llvm.amdgcn.sin.f32`", "`sinf()`"),
        ("u_min", "`llvm.umin`", "`llvm.umin`"),
        ("amd_msad", "`llvm.amdgcn.msad.u8`", "`llvm.umax`"),
    ):
        assert amdgcn in cells[name][7], name
        assert host in cells[name][8], name


def test_builtins_page_is_up_to_date():
    generator = builtins_page()
    page = (ROOT / "docs" / "builtins.md").read_text(encoding="utf-8")
    assert page == generator["generate"](), "run python docs/generate_builtins.py"


def test_every_operation_is_documented():
    from xdsl_opencl.dialects.opencl import OpenCL

    page = (ROOT / "docs" / "dialect.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"opencl\.\w+", page))
    shown |= {f"opencl.{name}" for name in re.findall(r"`(\w+)`", page)}
    missing = [op.name for op in OpenCL.operations if op.name not in shown]
    assert missing == []


PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(
    r"^\| ([^|]*\?) \| `([\w/.]+)`[^|]*\| `(\w+)` \|$", ARCHITECTURE, re.MULTILINE
)


def defined(text: str) -> set[str]:
    """The classes, functions and variables at the top level of a module."""
    names: set[str] = set()
    for node in ast.parse(text).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case _:
                pass
    return names


def test_answer_is_where_the_page_says():
    for _, file, name in QUESTIONS:
        path = ROOT / "xdsl_opencl" / file
        assert name in defined(path.read_text(encoding="utf-8")), file


def test_questions_are_answered():
    """Each asks for a file, or has a page of its own."""
    asked = re.findall(r"^\| [^|]*\? \|.*$", ARCHITECTURE, re.MULTILINE)
    guides = [row for row in asked if "](adding-" in row]
    assert len(asked) == len(QUESTIONS) + len(guides)
    assert len(QUESTIONS) >= 12
    assert len(guides) == 4


def test_folders_are_listed_in_the_order_of_imports():
    from test_layers import ORDER

    shown = re.findall(r"^\| `(\w+)/` \|", ARCHITECTURE, re.MULTILINE)
    there = [name for name in ORDER if (ROOT / "xdsl_opencl" / name).is_dir()]
    assert shown == there


def _larger_folders() -> dict[str, list[str]]:
    """Each folder of the table of larger folders, with the words in its rows."""
    folders: dict[str, list[str]] = {}
    words: list[str] = []
    for row in re.findall(r"^\|.*\|$", ARCHITECTURE, re.MULTILINE):
        cells = row.split("|")[1:-1]
        if found := re.fullmatch(r" `xdsl_opencl/([\w/]+)` ", cells[0]):
            words = folders.setdefault(found[1], [])
        elif cells[0].strip():
            words = []
        words += re.findall(r"`([\w*/]+)`", "|".join(cells[1:]))
    return folders


def test_the_files_of_larger_folders_are_listed():
    """
    Each file and each room has a place in the plan, and what the plan names is there. The
    files of a room are named all or not at all.
    """
    for folder, words in _larger_folders().items():
        path = ROOT / "xdsl_opencl" / folder
        rooms: dict[str, list[str]] = {}
        for file in path.rglob("*.py"):
            if file.stem != "__init__":
                room = file.parent.relative_to(path).as_posix()
                rooms.setdefault(room, []).append(file.stem)
        for room, names in rooms.items():
            unlisted = [n for n in names if not any(fnmatch(n, w) for w in words)]
            if room == ".":
                assert unlisted == [], folder
            else:
                assert f"{room.partition('/')[0]}/" in words, folder
                assert unlisted in ([], names), (folder, room)
        files = [name for names in rooms.values() for name in names]
        for word in words:
            assert matching(files, word) or (path / word).is_dir(), (folder, word)


def row_of(page: str, beginning: str) -> str:
    """The lines of `page` from the one with `beginning` to the next item of its list."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    _, found, rest = text.partition(beginning)
    assert found, beginning
    return re.split(r"\n(?:[|*#]|\n)", rest)[0]


def braced(text: str) -> set[str]:
    """The names between backquotes; `a-{b,c}` is two."""
    names: set[str] = set()
    for word in re.findall(r"`([^`]+)`", text):
        head, brace, rest = word.partition("{")
        inner, _, tail = rest.partition("}")
        parts = inner.split(",") if brace else [""]
        names |= {f"{head}{part}{tail}" for part in parts}
    return names


def _help_of_abi() -> set[str]:
    from xdsl_opencl.cli.options import TARGET

    text = dict(TARGET)["--abi"]["help"].replace(" (default)", "")
    return set(re.split(r", | or ", text))


def _abis() -> set[str]:
    from xdsl_opencl.abi.target import Abi

    return {*Abi}


def _tables() -> dict[str, tuple[set[str], set[str]]]:
    """By the place of a list: the names in the text, and those in the code."""
    from xdsl_opencl.cli.commands import COMMANDS
    from xdsl_opencl.cli.options import BUILD
    from xdsl_opencl.frontend.clang.build_options import STANDARDS
    from xdsl_opencl.universe import EXTENSIONS, PASSES, TARGETS

    everything = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    )
    variables = {*re.findall(r"XDSL_OPENCL_[A-Z_]+", everything)}
    inside = {
        name
        for path in (ROOT / "xdsl_opencl").rglob("*.py")
        for name in re.findall(
            r"\"(XDSL_OPENCL_[A-Z_]+)\"", path.read_text(encoding="utf-8")
        )
    }
    rooms = {path.name for path in (ROOT / "xdsl_opencl/dialects").glob("*_ext")}
    targets = (ROOT / "docs/targets.md").read_text(encoding="utf-8")
    abis = (ROOT / "docs/abi.md").read_text(encoding="utf-8")
    conversions = "".join(
        row_of("plugin.md", beginning)
        for beginning in ("* conversions to", "* to and from", "* between upstream's")
    )
    return {
        "plugin.md: factories": (
            braced(
                row_of("plugin.md", "universe hold factories of").split(" that ")[0]
            ),
            {*EXTENSIONS},
        ),
        "plugin.md: targets": (
            braced(row_of("plugin.md", "* the targets")),
            {*TARGETS},
        ),
        "plugin.md: passes": (
            {name for name in braced(conversions) if "-to-" in name or name in PASSES}
            - {"llvm"},
            {name for name in PASSES if not name.startswith("opencl-")},
        ),
        "architecture.md: rooms of dialects": (
            {n[:-1] for n in braced(row_of("architecture.md", "| `dialects/`"))}
            & rooms,
            rooms,
        ),
        "targets.md: sections": (
            {*re.findall(r"^## `([\w-]+)`", targets, re.MULTILINE)},
            {*TARGETS},
        ),
        "abi.md: sections": (
            {*re.findall(r"^## ([\w-]+)$", abis, re.MULTILINE)} & _abis(),
            _abis(),
        ),
        "--abi": (_help_of_abi(), _abis()),
        "-cl-std": (
            {*re.findall(r"CL\d\.\d", dict(BUILD)["-cl-std"]["help"])},
            {*STANDARDS},
        ),
        "environment variables": (variables & inside, inside),
        "commands": (
            {*re.findall(r"xdsl-opencl ([a-z]+)\b", everything)} & {*COMMANDS},
            {*COMMANDS},
        ),
    }


@pytest.mark.parametrize("name", _tables())
def test_lists_agree_with_the_code(name: str):
    told, there = _tables()[name]
    assert told == there


def test_classes_have_the_names_of_their_operations():
    """As docs/dialect.md says, and all of them are names of the dialect's module."""
    from xdsl_opencl.dialects import opencl

    names = {
        op.name: "".join(part.capitalize() for part in op.name[7:].split("_")) + "Op"
        for op in opencl.OpenCL.operations
    }
    assert len(names) > 100
    names["opencl.sub_group_non_uniform_all_equal"] = "SubGroupAllEqualOp"
    for op in opencl.OpenCL.operations:
        assert op.__name__ == names[op.name]
    for known in (*opencl.OpenCL.operations, *opencl.OpenCL.attributes):
        assert getattr(opencl, known.__name__) is known


def test_every_pass_is_described():
    from xdsl_opencl.universe import PASSES

    text = "".join(
        (ROOT / "docs" / page).read_text(encoding="utf-8")
        for page in ("passes.md", "passes-lowering.md")
    )
    assert [name for name in PASSES if f"`{name}" not in text] == []


def test_pages():
    """
    Each is listed, its links lead somewhere, and the files of the package and of the tests
    that it names exist, but for those of examples.
    """
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    roots = [ROOT, ROOT / "xdsl_opencl", ROOT / "docs", ROOT / "test"]
    for page in PAGES:
        assert f"](docs/{page})" in readme, page
        assert page == "architecture.md" or f"]({page})" in ARCHITECTURE, page
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)\)", text):
            assert (ROOT / "docs" / target).exists(), (page, target)
        words = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        names = re.findall(r"`([\w-]+(?:/[\w.-]+)+\.(?:py|c|ll|mlir|md|json))`", words)
        for name in names:
            found = any((root / name).exists() for root in roots)
            assert found or "foo" in name, (page, name)

"""
Breaks the rules of the ABI, of layouts and of lowering tables one at a time, and sees which
tests notice.

`python test/mutation.py --count 60 --seed 1` copies the package to a temporary folder, and
for each mutant runs the tests that are mapped to its file. It prints the mutants that
survived and ends with status 1 when fewer than 95 % were killed. `SURVIVORS` are known and
harmless, each with the reason.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REQUIRED = 0.95
SECONDS = 120
"""A mutant whose tests take longer counts as killed: an endless loop is noticed."""

_ABI = ("test_abi_layout", "test_abi_tables", "test_abi_one_truth", "test_abi_target")
TESTS: dict[str, tuple[str, ...]] = {
    "abi/amdhsa.py": _ABI,
    "abi/amdcl2.py": _ABI,
    "abi/clover.py": _ABI,
    "abi/r600.py": _ABI,
    "abi/mesa3d.py": _ABI,
    "abi/layout.py": _ABI,
    "abi/placing.py": _ABI,
    "abi/samplers.py": _ABI,
    "abi/model.py": (*_ABI, "test_abi_kernel_signature"),
    "abi/image_fields.py": (*_ABI, "test_seed_lower_image_queries"),
    "abi/images.py": (*_ABI, "test_lower_images"),
    "abi/processors.py": (*_ABI, "test_abi_processors", "test_codegen_metadata"),
    "ir/type_layout.py": (*_ABI, "test_frontend_programs", "test_abi_kernel_signature"),
    "transforms/images/opencl_lower_samplers.py": ("test_lower_images", *_ABI),
    "transforms/images/opencl_lower_images.py": ("test_lower_images",),
}
"""A file of the package to its tests, the fastest that know it first."""

SURVIVORS: dict[tuple[str, str], str] = {}
"""A file and a mutation, as they are printed without the line, to why it does no harm."""

_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """
    One change of one file.
    """

    file: str
    line: int
    change: str
    text: str
    """The file after the change."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.change}"


def _messages(tree: ast.AST) -> set[ast.AST]:
    """
    The nodes that only say something: docstrings, annotations, and what is raised.
    """
    silent: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Raise() | ast.JoinedStr() | ast.Assert():
                silent |= set(ast.walk(node))
            case ast.Expr(value=ast.Constant()):
                silent |= set(ast.walk(node))
            case ast.AnnAssign(annotation=annotation):
                silent |= set(ast.walk(annotation))
            case ast.FunctionDef(returns=returns) if returns is not None:
                silent |= set(ast.walk(returns))
            case ast.arg(annotation=annotation) if annotation is not None:
                silent |= set(ast.walk(annotation))
            case _:
                pass
    return silent


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """
    Yields the replacements for `node`, each with its description.
    """
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value), f"{value} becomes {not value}"
        case ast.Constant(value=int() as value):
            for new in (value + 1, value - 1):
                yield ast.Constant(new), f"{value} becomes {new}"
        case ast.Compare(left, [operator], [right]) if type(operator) in _FLIPPED:
            new = ast.Compare(left, [_FLIPPED[type(operator)]()], [right])
            yield new, f"'{ast.unparse(node)}' becomes '{ast.unparse(new)}'"
        case ast.Dict(keys, values) if len(keys) > 1 and None not in keys:
            for i, key in enumerate(keys):
                assert key is not None
                fewer = ast.Dict(keys[:i] + keys[i + 1 :], values[:i] + values[i + 1 :])
                yield fewer, f"row {ast.unparse(key)} is dropped"
        case ast.Tuple(elements) | ast.List(elements) if len(elements) > 1:
            for i in range(len(elements) - 1):
                new = list(elements)
                new[i], new[i + 1] = new[i + 1], new[i]
                one, two = ast.unparse(elements[i]), ast.unparse(elements[i + 1])
                if one != two:
                    yield (
                        type(node)(elts=new, ctx=node.ctx),
                        f"{one}, {two} are swapped",
                    )
        case ast.IfExp(test, body, orelse):
            yield (
                ast.IfExp(test, orelse, body),
                f"'{ast.unparse(node)}' chooses wrongly",
            )
        case ast.BinOp(left, ast.Add(), right):
            yield ast.BinOp(left, ast.Sub(), right), f"'{ast.unparse(node)}' subtracts"
        case _:
            return


def mutants(file: str) -> list[Mutant]:
    """
    All mutants of a file of the package.
    """
    path = ROOT / "xdsl_opencl" / file
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    silent = _messages(tree)
    result: list[Mutant] = []
    for node in ast.walk(tree):
        if node in silent or isinstance(
            getattr(node, "ctx", None), ast.Store | ast.Del
        ):
            continue
        for new, change in _changes(node):
            line = getattr(node, "lineno", 0)
            mutated = _printed(tree, node, new)
            result.append(Mutant(file, line, " ".join(change.split())[:100], mutated))
    return result


def _printed(tree: ast.Module, node: ast.AST, new: ast.AST) -> str:
    """
    The text of `tree` with `new` in the place of `node`, which is put back.
    """
    before = dict(vars(node))
    kind = node.__class__
    try:
        node.__class__ = new.__class__
        vars(node).update(vars(new))
        return ast.unparse(tree)
    finally:
        node.__class__ = kind
        vars(node).clear()
        vars(node).update(before)


def killed(mutant: Mutant, folder: Path) -> bool:
    """
    Tells if a test fails with `mutant` in place of the file in the copy in `folder`.
    """
    path = folder / "xdsl_opencl" / mutant.file
    before = path.read_text(encoding="utf-8")
    path.write_text(mutant.text, encoding="utf-8")
    try:
        return fail(TESTS[mutant.file], folder)
    finally:
        path.write_text(before, encoding="utf-8")


def fail(names: Iterable[str], folder: Path) -> bool:
    """
    Tells if one of the test files `names` fails in the copy in `folder`, or does not end.
    """
    tests = [f"test/unit/{name}.py" for name in names]
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    try:
        result = subprocess.run(
            [*command, *tests],
            cwd=folder,
            env=environment,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return result.returncode != 0


def copied(folder: Path) -> None:
    """
    Copies what the tests need to `folder`.
    """
    for name in ("xdsl_opencl", "test", "dialects", "docs", "examples"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="mutants that are tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "files", nargs="*", default=[*TESTS], help="files of the package"
    )
    args = parser.parse_args()
    everything = [mutant for file in args.files for mutant in mutants(file)]
    chosen = random.Random(args.seed).sample(
        everything, min(args.count, len(everything))
    )
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        for name in sorted({name for file in args.files for name in TESTS[file]}):
            if fail((name,), folder):
                print(f"error: {name} fails without a mutant; mend that first")
                return 2
        for mutant in chosen:
            if (mutant.file, mutant.change) in SURVIVORS or killed(mutant, folder):
                continue
            survivors += 1
            print(f"survived: {mutant}", flush=True)
    rate = 1 - survivors / len(chosen)
    print(f"{len(chosen)} of {len(everything)} mutants, {rate:.0%} killed")
    return int(rate < REQUIRED)


if __name__ == "__main__":
    sys.exit(main())

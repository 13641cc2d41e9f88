"""
The plug-in changes in xDSL only what docs/plugin.md lists, and nothing while no name of ours
is used. `tools/xdsl_suite.py` runs xDSL's own tests with it and without.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from texts import parts
from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Block, Operation

from xdsl_opencl.ir.build import flags_off, made_operation

PAGE = Path(__file__).resolve().parents[2] / "docs" / "plugin.md"

SNAPSHOT = """
import importlib, json, pkgutil, sys
import xdsl

def modules():
    for name in NAMES:
        importlib.import_module(name)

NAMES = [
    "xdsl.parser", "xdsl.printer", "xdsl.context", "xdsl.universe", "xdsl.passes",
    "xdsl.interpreter", "xdsl.interpreters", "xdsl.tools.xdsl_run", "xdsl.xdsl_opt_main",
    "xdsl.transforms.transform_interpreter", "xdsl.irdl", "xdsl.ir", "dataclasses",
    *(f"xdsl.dialects.{n}" for n in
      ("affine", "arith", "builtin", "cf", "func", "gpu", "linalg.ops", "llvm", "memref",
       "scf", "vector")),
]

def snapshot():
    # Every name of every module of xDSL that is loaded, and of every class in it.
    found = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] not in ("xdsl", "dataclasses") or module is None:
            continue
        for key, value in list(vars(module).items()):
            if key.startswith("__") and key.endswith("__"):
                continue
            found[f"{name}:{key}"] = mark(value)
            if isinstance(value, type) and value.__module__ == name:
                for part, member in list(vars(value).items()):
                    if part not in ("__dict__", "__weakref__", "_abc_impl"):
                        found[f"{name}:{key}.{part}"] = mark(member)
    return found

KEEP = []

def mark(value):
    KEEP.append(value)
    if isinstance(value, (set, frozenset, list, dict)):
        return [id(value), len(value)]
    return id(value)

def changed(before):
    after = snapshot()
    return sorted(key for key in before if after.get(key) != before[key])

modules()
before = snapshot()
from xdsl.universe import Universe
merged = Universe.get_multiverse()
assert "opencl" in merged.all_dialects
EXTENDED = ("affine", "arith", "gpu", "linalg", "llvm", "memref", "scf")
for name in EXTENDED:
    merged.all_dialects[name]()

from xdsl.context import Context
from xdsl.parser import Parser
from io import StringIO
from xdsl.printer import Printer
context = Context()
for name, factory in merged.all_dialects.items():
    context.register_dialect(name, factory)
module = Parser(context, TEXT).parse_module()
module.verify()
Printer(StringIO()).print_op(module)
alone = changed(before)
for use in USES:
    exec(use)
print(json.dumps([alone, changed(before)]))
"""

PARTS = parts("guest.mlir")
TEXT = PARTS["TEXT"]

USED = (
    "merged.all_dialects['opencl']()",
    "merged.all_passes['opencl-to-llvm']()",
    "merged.all_targets['opencl-llvm-ir']()",
)


def changes(*uses: str) -> tuple[list[str], list[str]]:
    """
    Returns the differences in a fresh process once the dialects that we extend are loaded
    and have been used, and those after `uses`.
    """
    script = f"TEXT = {TEXT!r}\nUSES = {uses!r}\n{SNAPSHOT}"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    alone, after = json.loads(run.stdout)
    return alone, after


def listed() -> set[str]:
    """The names in the second table of the page's section, with their modules."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition("\n| in xDSL | change |\n")
    table, _, _ = rest.partition("\n\n")
    found: set[str] = set()
    for line in table.splitlines():
        module = ""
        for name in re.findall(r"`([\w.]+)`", line.split("|")[1]):
            path, _, last = name.rpartition(".")
            module = path or module
            found.add(f"{module}.{last}")
    return found


@pytest.fixture(scope="module")
def found() -> tuple[list[str], list[str]]:
    return changes(*USED)


def test_nothing_differs_while_no_name_of_ours_is_used(
    found: tuple[list[str], list[str]],
):
    assert found[0] == []


def test_what_differs_afterwards_is_listed(found: tuple[list[str], list[str]]):
    # A class has its attributes under the module that defines it.
    names = {
        name.replace(":", ".").replace("xdsl.parser.attribute_parser.", "xdsl.parser.")
        for name in found[1]
    }
    assert len(listed()) == 2
    assert names == listed()


def test_the_measure_works():
    patch = "from xdsl.printer import Printer\nPrinter.print_op = lambda *_: None"
    assert "xdsl.printer:Printer.print_op" in changes(patch)[1]


KINDS = """
import sys
from xdsl.universe import Universe
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.dialects import affine, arith, gpu, llvm, scf

def context():
    found = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        found.register_dialect(name, factory)
    return found

OF_XDSL = {op for d in (affine.Affine, arith.Arith, gpu.GPU, llvm.LLVM, scf.Scf) for op in d.operations}
known = context()
for kind in OF_XDSL:
    registered = known.get_op(kind.name)
    assert issubclass(registered, kind), kind
    assert issubclass(kind, registered), kind
    assert registered.get_irdl_definition() is kind.get_irdl_definition(), kind
    assert registered.traits is kind.traits, kind
for text in sys.stdin.read().split("// -----"):
    module = Parser(context(), text).parse_module()
    module.verify()
    for op in module.walk():
        if op.name.partition(".")[0] in ("affine", "arith", "gpu", "llvm", "scf"):
            assert type(op) in OF_XDSL, type(op)
            assert isinstance(op, known.get_op(op.name))
print("xdsl_opencl.dialects.changes" in sys.modules)
"""

TEXTS = PARTS["TEXTS"]


def test_operations_that_xdsl_has_are_of_its_classes():
    """
    In the custom form, in upstream's, and in the generic one that xDSL prints of them.
    """
    run = subprocess.run(
        [sys.executable, "-c", KINDS],
        input=TEXTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout == "False\n"


XDSL_OPT = str(Path(sys.executable).parent / "xdsl-opt")


def xdsl_opt(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [XDSL_OPT, *options], input=text, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("kind", [llvm.AddOp, llvm.FAddOp, arith.AddiOp, arith.CmpfOp])
def test_an_operation_made_faster_is_that_of_xdsl(kind: type[Operation]):
    """All fields are as `Operation.create` leaves them; it can be changed, cloned and erased."""
    block = Block(arg_types=(i32, i32))
    x, y = block.args
    flags = flags_off(kind)
    made = made_operation(kind, (x, y), i64, flags)
    expected = kind.create(operands=(x, y), result_types=(i64,), properties=flags)
    empty = {"_successors", "_successor_uses", "regions"}
    assert vars(expected).keys() - vars(made).keys() == empty
    for name in {each.name for each in fields(Operation)} - {
        "_operand_uses",
        "results",
    }:
        one, other = getattr(made, name), getattr(expected, name)
        assert (type(one), one) == (type(other), other)
    (result,) = made.results
    assert (result.type, result.op, result.index) == (i64, made, 0)
    for index, value in enumerate((x, y)):
        assert [(use.operation, use.index) for use in value.uses][1] == (made, index)
    block.add_ops((made, expected, made.clone()))
    made.operands[1] = x
    for op in block.ops:
        block.erase_op(op)
    assert x.first_use is y.first_use is None


def test_xdsls_llvm_backend_takes_them():
    text = "llvm.func @f(%a: i32) -> i32 { %r = llvm.add %a, %a : i32 llvm.return %r : i32 }"
    run = xdsl_opt(text, "-t", "llvm")
    assert run.returncode == 0, run.stderr[-500:]
    assert re.search(r"add i32 %\S+, %", run.stdout)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A verifier of xDSL's, a parser of xDSL's, a place where only the wider form stops.
        (
            '"gpu.module"() <{sym_name = "m"}> ({"gpu.func"() <{function_type = () -> ()}> '
            '({\n^bb0(%a: index):\n"gpu.return"() : () -> ()}) {sym_name = "k"} : () -> ()}) : () -> ()',
            "Expected first entry block arguments to have the same types",
        ),
        (
            '"test.op"() ({\n^bb0(%p: !llvm.ptr):\n%0 = llvm.load 3 : !llvm.ptr -> i32\n}) : () -> ()',
            "operand expected",
        ),
        (
            '"test.op"() ({\n^bb0(%p: !llvm.ptr):\n%0 = llvm.load volatile %p {alignment = } '
            ": !llvm.ptr -> i32\n}) : () -> ()",
            "{alignment = }",
        ),
    ],
)
def test_errors(text: str, expected: str):
    run = xdsl_opt(text)
    assert run.returncode != 0
    assert expected.lower() in run.stderr.lower(), run.stderr[-500:]

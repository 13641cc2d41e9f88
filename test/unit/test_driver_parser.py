"""The parser of the driver where xDSL's would hang, crash or accept too much."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest
from xdsl.utils.mlir_lexer import MLIRLexer

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver import Compilation, CompileError, SourceFile
from xdsl_opencl.errors import without_long_lines
from xdsl_opencl.frontend.ir_text.mlir_parser import LinearLexer

TARGET = Target("amdhsa", "gfx1100")


def error_of(body: str, arguments: str = "%p: !llvm.ptr<1>") -> CompileError:
    """The error of a kernel whose body begins in line 3."""
    text = (
        f"builtin.module {{\nopencl.kernel @k({arguments}) {{\n{dedent(body)}\n}}\n}}"
    )
    with pytest.raises(CompileError) as caught:
        _ = Compilation(SourceFile("a.mlir", text), TARGET).llvm_ir
    return caught.value


def test_strings_are_xdsls():
    """
    The regular expression that takes linear time matches what xDSL's matches. The texts
    are short, because xDSL's takes time that doubles with each character.
    """
    rng = random.Random(3)
    theirs = MLIRLexer._unescaped_characters_regex  # pyright: ignore[reportPrivateUsage]
    ours = LinearLexer._unescaped_characters_regex  # pyright: ignore[reportPrivateUsage]
    matched = 0
    for _ in range(5000):
        text = '"' + "".join(rng.choices('ab"\\n\n\v\t4Fxé', k=rng.randrange(9)))
        one, two = theirs.match(text), ours.match(text)
        assert (one and one[0]) == (two and two[0]), text
        matched += one is not None
    assert 500 < matched < 4500


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"' + "a" * 100_000, "a.mlir:1:1: error: the string is not closed; end it"),
        (
            '"builtin.module"() ({}) {x = "' + "a" * 100_000,
            "a.mlir:1:30: error: the string is not closed",
        ),
        (f'"{"a" * 40}\n"', "a.mlir:1:1: error: the string is not closed; end it"),
        (f'"{"a" * 40}\\q"', "a.mlir:1:42: error: '\\\\q' is not an escape sequence"),
        (f'// "{"a" * 40}\n"{"b" * 40}', "a.mlir:2:1: error: the string is not closed"),
        (f'@"{"a" * 40}', "a.mlir:1:2: error: the string is not closed"),
    ],
    ids=["first", "later", "line", "escape", "comment", "symbol"],
)
def test_strings_without_an_end(text: str, message: str):
    with pytest.raises(CompileError, match=message):
        _ = Compilation(SourceFile("a.mlir", text), TARGET).opencl_module


def test_nesting_has_a_line():
    error = error_of("%c = arith.constant true\n" + "scf.if %c {\n" * 150 + "}\n" * 150)
    assert error.message.startswith("the input is nested too deeply")
    assert error.line is not None
    assert 50 < error.line < 153


def test_uses_that_are_dominated():
    """
    In loops, in regions of other operations, in blocks that stand first in the text, and
    in those that nothing reaches.
    """
    text = """
    builtin.module {
      opencl.kernel @k(%p: !llvm.ptr<1>) {
        %c = arith.constant true
        cf.br ^late
      ^early:
        scf.if %c {
          llvm.store %a, %p : i32, !llvm.ptr<1>
        }
        cf.cond_br %c, ^late, ^end
      ^nowhere:
        llvm.store %b, %p : i32, !llvm.ptr<1>
        cf.br ^end
      ^late:
        %a = arith.constant 1 : i32
        %b = arith.addi %a, %a : i32
        cf.br ^early
      ^end:
        llvm.store %b, %p : i32, !llvm.ptr<1>
        opencl.return
      }
    }
    """
    assert Compilation(SourceFile("a.mlir", text), TARGET).opencl_module.ops.first


def test_lines_that_are_too_long():
    line = "x" * 5000 + "here" + "y" * 5000
    text = f"a.cl:1:5001: error: no\n{line}\n{' ' * 5000}^~~~\nnote"
    head, shown, caret, note = without_long_lines(text).split("\n")
    assert (head, note) == ("a.cl:1:5001: error: no", "note")
    assert len(shown) < 200
    at = caret.index("^")
    assert shown[at : at + 4] == "here"
    assert caret[at : at + 4] == "^~~~"
    message = without_long_lines(f"a.cl: error: {'x' * 5000}; use fewer")
    assert message.startswith("a.cl: error: xxx")
    assert "x … x" in message
    assert message.endswith("xxx; use fewer")
    assert len(without_long_lines("x" * 5000)) <= 600
    error = error_of("x" * 560_000)
    assert max(map(len, str(error).splitlines())) <= 600

"""
xDSL's tools on kernels: schedules of the `transform` dialect, and the interactive program.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from frontend_helpers import needs_clang
from lower_helpers import parse, run
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.cli import main
from xdsl_opencl.runtime import Program

ROOT = Path(__file__).parents[2]


def memref(shape: str) -> str:
    return f"memref<{shape}xf32, #opencl.address_space<global>>"


KERNEL = f"""
  opencl.kernel @matmul(%a: {memref("8x16")}, %b: {memref("16x12")}, %c: {memref("8x12")}) {{
    linalg.matmul ins(%a, %b : {memref("8x16")}, {memref("16x12")}) outs(%c : {memref("8x12")})
    opencl.return
  }}
"""
ANY = "!transform.any_op"


def scheduled(*lines: str, kernel: str = KERNEL) -> str:
    body = "\n".join(lines)
    return f"""
builtin.module attributes {{transform.with_named_sequence}} {{
  {kernel}
  transform.named_sequence @__transform_main(%root: {ANY}) {{
    {body}
    transform.yield
  }}
}}"""


MATCH = (
    '%m = transform.structured.match ops{["linalg.matmul"]} in %root : '
    f"({ANY}) -> {ANY}"
)


def tile(sizes: str, loops: int) -> str:
    results = ", ".join(f"%l{i}" for i in range(loops + 1))
    types = ", ".join([ANY] * (loops + 1))
    return (
        f"{results} = transform.structured.tile_using_for %m tile_sizes {sizes} : "
        f"({ANY}) -> ({types})"
    )


@pytest.mark.parametrize(("sizes", "loops"), [("[4, 6, 0]", 2), ("[2, 3, 8]", 3)])
def test_a_schedule_tiles_a_kernel(sizes: str, loops: int):
    module = parse(scheduled(MATCH, tile(sizes, loops)))
    run(module, "opencl-transform-interpreter", "test-transform-dialect-erase-schedule")
    assert str(module).count("scf.for") == loops
    run(module, "convert-linalg-to-loops")
    rng = np.random.default_rng(3)
    a, b, c = (rng.random(s, np.float32) for s in ((8, 16), (16, 12), (8, 12)))
    expected = c + a @ b
    Program(module)["matmul"]((1,), (1,), a, b, c)
    np.testing.assert_allclose(c, expected, rtol=1e-5)


LOOP = """
  opencl.kernel @twice(%x: !llvm.ptr<1>) {
    %i = opencl.get_global_id 0 : i64
    %p = llvm.getelementptr inbounds %x[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %v = llvm.load %p : !llvm.ptr<1> -> f32
    %w = llvm.fadd %v, %v : f32
    llvm.store %w, %p : f32, !llvm.ptr<1>
    opencl.return
  }
"""


def applied(name: str) -> str:
    return f'%n = transform.apply_registered_pass "{name}" to %root : ({ANY}) -> {ANY}'


def test_a_schedule_applies_our_passes():
    module = parse(scheduled(applied("opencl-raise-structured"), kernel=LOOP))
    run(module, "opencl-transform-interpreter", "test-transform-dialect-erase-schedule")
    assert "llvm." not in str(module)
    x = np.arange(5, dtype=np.float32)
    Program(module)["twice"]((5,), (1,), x)
    assert x.tolist() == [0, 2, 4, 6, 8]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([applied("opencl-nothing")], "cannot be applied: Unrecognized passes"),
        ([applied("opencl-to-llvm")], "the module has no target; run"),
        ([MATCH, tile("[1, 2, 3, 4]", 4)], "at most 3 tile sizes"),
        ([MATCH, tile("[-1, 2]", 2)], "nonnegative tile sizes"),
        (
            [MATCH.replace("linalg.matmul", "opencl.kernel"), tile("[2]", 1)],
            "only structured linalg targets",
        ),
    ],
)
def test_wrong_schedules(lines: list[str], message: str):
    module = parse(scheduled(*lines))
    with pytest.raises(PassFailedException, match=re.escape(message)):
        run(module, "opencl-transform-interpreter")


def test_no_schedule():
    module = parse(KERNEL)
    with pytest.raises(PassFailedException, match="could not find a nested named"):
        run(module, "opencl-transform-interpreter")


# --- the interactive program -----------------------------------------------------------

needs_textual = pytest.mark.skipif(
    find_spec("textual") is None or find_spec("pyclip") is None,
    reason="no textual: the extra 'gui' is not installed",
)


@needs_textual
@needs_clang
def test_gui_has_our_tables():
    from xdsl_opencl.cli.gui import make_app

    path = str(ROOT / "examples" / "matmul_loops.cl")
    app = make_app(path, "opencl-raise-structured")

    async def look() -> None:
        async with app.run_test() as pilot:
            await pilot.pause()

    asyncio.run(look())
    assert "scf.for" in app.output_text_area.text
    names = {entry.module_pass.name for entry in app.available_pass_list}
    assert {"opencl-lower-builtins", "canonicalize"} <= names


def test_gui_without_textual(tmp_path: Path):
    (tmp_path / "textual.py").write_text(
        "raise ModuleNotFoundError('no textual', name='textual')"
    )
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "xdsl_opencl", "gui"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'xdsl-opencl[gui]'" in done.stderr


@needs_textual
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.mlir"], "missing.mlir: error: No such file or directory"),
        (["."], ".: error: Is a directory"),
        (["missing.cl"], "no such file or directory"),
        (["-p", "nothing"], "'xdsl-opt --help' lists the passes"),
        (["-p", "canonicalize{a=1}"], "error"),
        (["-p", "canonicalize{"], "error"),
        (["a.mlir", "b.mlir"], "unrecognized arguments"),
        (["--what"], "unrecognized arguments"),
    ],
)
def test_wrong_command_lines(
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(tmp_path)
    try:
        status = main(("gui", *words))
    except SystemExit as error:
        status = error.code
    assert status == 1
    errors = capsys.readouterr().err
    assert message in errors
    assert "Traceback" not in errors

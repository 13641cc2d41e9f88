"""
Memrefs in functions of the host: parts of arrays are passed to kernels as their layouts say, and numbers that
only a run knows are checked.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_contractions import lowered
from texts import parts

from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.errors import RuntimeFailure

Array = Any
DEVICES = ("host", "gfx1100")


def functions(text: str, device: str, passes: str = "opencl-from-linalg") -> Any:
    target = "" if device == "host" or "linalg" not in passes else f"{{mcpu={device}}}"
    module, _ = lowered(text, passes + target)
    return Program(module, device=device).functions


TEXTS = parts("host_memory.mlir")
COPY = TEXTS["COPY"]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("offset", [", offset: 4", ", offset: ?"])
def test_parts_of_arrays(offset: str, device: str) -> None:
    run = functions(COPY.format(offset), device)
    for name in ("copy", "part"):
        x = np.arange(64, dtype=np.float32).reshape(8, 8)
        # Both are parts of one memory, whose rows alternate.
        want = x.copy()
        want[4:, 4:] = x[:4, 4:]
        source = x[:4, 4:] if name == "copy" else x
        run[name](source, x[4:, 4:])
        assert np.array_equal(x, want), name


@pytest.mark.parametrize("device", DEVICES)
def test_memory_of_one_dimension(device: str) -> None:
    run = functions(COPY.format(", offset: 4"), device)
    a, b = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    run["copy"](a, b)
    assert np.array_equal(b.reshape(4, 8)[:, 4:], a.reshape(4, 8)[:, 4:])
    assert not b.reshape(4, 8)[:, :4].any()


def test_a_function_that_only_others_can_call() -> None:
    """NumPy has no numbers of 128 bits."""
    run = functions(
        """
func.func @inner(%m: memref<4xf32>, %x: i128) {
  %v = arith.trunci %x : i128 to i32
  %w = arith.sitofp %v : i32 to f32
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
  ^bb0(%o: f32):
    %s = arith.addf %o, %w : f32
    linalg.yield %s : f32
  }
  func.return
}
func.func @f(%m: memref<4xf32>) {
  %c = arith.constant 3 : i128
  func.call @inner(%m, %c) : (memref<4xf32>, i128) -> ()
  func.return
}
""",
        "host",
    )
    memory = np.arange(4, dtype=np.float32)
    run["f"](memory)
    assert [*run] == ["f"]
    assert memory.tolist() == [3, 4, 5, 6]


GPU = TEXTS["GPU"]


def test_an_offset_is_counted_once() -> None:
    b = np.zeros(4, np.float32)
    functions(GPU, "host", "convert-gpu-to-opencl")["f"](
        np.arange(16, dtype=np.float32), b
    )
    assert np.array_equal(b, [4, 5, 6, 7])


@pytest.mark.parametrize(
    "array", [np.zeros(8, "f4")[::2], np.zeros((2, 2), "f4").T, np.zeros(4, "f4")[::-1]]
)
def test_arrays_whose_copies_would_get_the_results(array: Array) -> None:
    """Elements that fit in number, but not one after another; reshaped ones are shared."""
    run = functions(GPU, "host", "convert-gpu-to-opencl")["f"]
    x, b = np.arange(16, dtype="f4").reshape(2, 4, 2), np.zeros((2, 2), "f4")
    run(x, b)
    assert b.tolist() == [[4, 5], [6, 7]]
    with pytest.raises(RuntimeFailure, match="argument 1: the array is not contiguous"):
        run(x, array)


@pytest.mark.parametrize(
    ("offset", "array", "fault"),
    [
        ("", np.zeros((4, 4), "f4"), r"steps of \[16, 4\] bytes .* steps of \[32, 4\]"),
        (", offset: ?", np.zeros((8, 8), "f4")[:4, ::2], r"steps of \[32, 8\] bytes"),
        (", offset: 4", np.zeros((4, 8), "f4")[:, :4], "with 4 elements before it"),
        (
            "",
            np.empty_like(np.zeros((4, 2, 4), "f4").transpose(1, 0, 2))[0],
            "a part of a contiguous array",
        ),
        (
            "",
            np.zeros((8, 4), "f4").T[:4, :4],
            r"steps of \[4, 16\] bytes .* steps of \[32, 4\]",
        ),
        ("", np.zeros(27, "f4"), r"shape \(27,\) for .*; reshape it"),
        ("", np.zeros((4, 5), "f4"), "shape"),
    ],
)
def test_arrays_that_do_not_fit_a_layout(offset: str, array: Array, fault: str) -> None:
    run = functions(COPY.format(offset), "host")
    other = np.zeros((4, 12), np.float32)[:, 4:12]
    with pytest.raises(RuntimeFailure, match=fault):
        run["copy"](array, other[:, :4] if not offset else array)


CHECKED = TEXTS["CHECKED"]
VIEW = """
func.func @{name}(%a: memref<{count}xf32>, %b: memref<8xf32>, %i: index, %v: f32) -> f32 {{
  linalg.fill ins(%v : f32) outs(%b : memref<8xf32>)
  %s = memref.subview %a[{at}] [4] [{step}] : memref<{count}xf32> to memref<4xf32, strided<[{step}], offset: {at}>>
  %r = memref.load %s[%i] : memref<4xf32, strided<[{step}], offset: {at}>>
  return %r : f32
}}
"""
VIEWS = "".join(
    VIEW.format(name=name, count=count, at=at, step=step)
    for name, count, at, step in (
        ("long", 8, 6, 1),
        ("long_of_any", "?", 6, 1),
        ("behind", 8, 8, 1),
        ("before", 8, -6, 1),
        ("down", 8, 3, -1),
        ("below", 8, 2, -1),
    )
)
A, V = np.arange(6, dtype="f4").reshape(2, 3), np.arange(8, dtype="f4")


@pytest.fixture(scope="module", name="checked")
def _checked() -> Any:
    return functions(CHECKED + VIEWS, "host")


def copied(values: Any) -> Any:
    return [v.copy() if isinstance(v, np.ndarray) else v for v in values]


@pytest.mark.parametrize(
    ("name", "values", "want"),
    [
        ("pad", (A, 1, 2, 9.0), np.pad(A, ((1, 2), (0, 0)), constant_values=9)),
        ("slice", (V, 1, 3, 2), V[1:6:2]),
        ("slice", (V, 6, 3, -2), [6, 4, 2]),
        ("slice", (V, 4, 3, -2), [4, 2, 0]),
        ("slice", (V, 0, 0, 2), []),
        ("insert", (V, V[:0], 0, 0, 2), V),
        ("element", (V, 7), 7),
        ("merged", (np.ones((4, 8), "f4"), V, 8, 0.0), np.ones(32)),
        ("parted", (V, V, 4, 0.0), V.reshape(4, 2)),
        ("size", (np.zeros((4, 5), "f4"), 1, 0.0), 5),
        # The type of the view has four elements, the memory two of them.
        ("long", (V, V, 1, 0.0), 7),
        ("down", (V, V, 3, 0.0), 0),
    ],
)
def test_numbers_that_fit(checked: Any, name: str, values: Any, want: Any) -> None:
    assert np.array_equal(checked[name](*copied(values)), want)


def test_a_view_without_dimensions(checked: Any) -> None:
    """It is a part of its memory, no number."""
    array = np.zeros((), "f4")
    assert np.shares_memory(checked["number"](array, V.copy(), 5.0), array)
    assert array == 5


@pytest.mark.parametrize(
    ("name", "values", "fault"),
    [
        ("pad", (A, -1, 0, 9.0), "takes 2 elements, -1 to 0, of dimension 0"),
        ("pad", (A, 0, -1, 9.0), "takes 2 elements, 0 to 1, of dimension 0, .* has 1"),
        ("pad", (A, -3, 0, 9.0), r"asks for memory of shape \[-1, 3\]"),
        ("slice", (V, -1, 3, 1), "takes 3 elements, -1 to 1"),
        ("slice", (V, 6, 4, 1), "takes 4 elements, 6 to 9, of dimension 0, .* has 8"),
        ("slice", (V, 8, 1, 1), "takes 1 elements, 8 to 8"),
        ("slice", (V, 3, -2, 1), "takes -2 elements"),
        ("slice", (V, 3, 3, -2), "takes 3 elements, 3 to -1"),
        ("slice", (V, 2, 3, 0), "takes one element of dimension 0 3 times"),
        ("insert", (V, V[:1], 0, 2, 1), r"copies elements of shape \(1,\) to \(2,\)"),
        ("element", (V, -1), r"accesses element \[-1\] of memory of shape \(8,\)"),
        ("element", (V, 8), r"accesses element \[8\]"),
        (
            "merged",
            (np.ones((4, 8), "f4"), V, 4, 0.0),
            "merges dimensions that do not follow one another in memory",
        ),
        ("parted", (V[:7], V, 4, 0.0), r"of shape \(7,\) to \[4, 2\], another number"),
        ("empty", (-1, 0.0), r"asks for memory of shape \[-1\]"),
        ("long", (V, V, 2, 0.0), r"accesses element \[2\] of memory of shape \(2,\)"),
        ("long_of_any", (V, V, 0, 0.0), "takes 4 elements, 6 to 9, .* which has 8"),
        ("behind", (V, V, 0, 0.0), "takes 4 elements, 8 to 11"),
        ("before", (V, V, 0, 0.0), "takes 4 elements, -6 to -3"),
        ("below", (V, V, 0, 0.0), "takes 4 elements, 2 to -1"),
        ("size", (np.zeros((4, 5), "f4"), -1, 0.0), "has no dimension -1"),
        ("size", (np.zeros((4, 5), "f4"), 2, 0.0), "has no dimension 2"),
    ],
)
def test_numbers_that_do_not_fit(
    checked: Any, name: str, values: Any, fault: str
) -> None:
    with pytest.raises(RuntimeFailure, match=fault):
        checked[name](*copied(values))


def test_vectors_in_arrays_of_elements() -> None:
    """An array is only as aligned as its elements, whatever vectors are kept in it."""
    program = Program.from_source("""
kernel void halves(global const double *in, global short *out) {
  volatile short kept[40];
  for (int i = 0; i < 40; ++i) kept[i] = 0;
  vstorea_half16(vload16(0, in), 0, (half *)kept + 17);
  for (int i = 0; i < 40; ++i) out[i] = kept[i];
}
""")
    out = np.zeros(40, np.int16)
    program.halves(1, 1, np.arange(16.0), out)
    assert out.view(np.float16).tolist() == [0] * 17 + list(range(16)) + [0] * 7

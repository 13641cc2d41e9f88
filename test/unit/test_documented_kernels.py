"""
Every kernel of README, `docs/` and `examples/` runs: as usual on the CPU device, under `--check`,
under `--verify`, and as machine code on the emulator, with the same results and without a report.
`REFUSED` has what cannot, with the words of the error.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any, cast

import numpy as np
import pytest
from frontend_helpers import needs_clang
from long_runs import LONG
from lower_helpers import context
from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

from xdsl_opencl.abi.enums import ImageKind
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.errors import Error
from xdsl_opencl.frontend.ir_text.mlir_parser import parse_mlir
from xdsl_opencl.runtime import Image, Local, Pipe, Program, Sampler
from xdsl_opencl.runtime.arguments.argument_block import scalar_type
from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice
from xdsl_opencl.runtime.devices import Wanted
from xdsl_opencl.runtime.interpreters.host_functions import element_dtype
from xdsl_opencl.source import SourceFile

ROOT = Path(__file__).parents[2]
FORMS: dict[str, tuple[Wanted, bool]] = {
    "usual": ("", False),
    "check": ("", True),
    "verify": (CpuDevice(verify=True), False),
    "emulator": ("gfx1100", False),
}
"""The device, and whether accesses are checked."""
FENCE = re.compile(r"^ *```(mlir|python|console)\n(.*?)^ *```", re.M | re.S)
KERNEL = re.compile(r"\bkernel void\b|\bopencl\.kernel @")
MAKERS = {
    "gpu.func": "convert-gpu-to-opencl",
    "gpu.launch": "opencl-outline-kernels",
    "scf.parallel": "gpu-map-parallel-loops,opencl-outline-kernels",
    "linalg.generic": "opencl-from-linalg",
}
"""The passes that make kernels of an operation (docs/composition.md)."""


def makers(text: str) -> str:
    """The passes that `text` needs before it has a kernel; empty if it has one, or gets none."""
    if KERNEL.search(text):
        return ""
    return next((line for name, line in MAKERS.items() if name in text), "")


@dataclass(frozen=True)
class Case:
    text: str
    language: str
    passes: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """
        A module that is lowered for an ABI already runs only there; test_whole_programs.py has
        networks on emulated GPUs.
        """
        if "tensor<" in self.text and not LONG:
            return tuple(FORMS)[:-1]
        target = re.search(r'opencl\.target<abi = "(\w+)"', self.text)
        if target is None:
            return tuple(FORMS)
        return ("emulator",) if target[1] == "amdhsa" else ()


def in_pages() -> Iterator[tuple[str, Case]]:
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        page = path.read_text(encoding="utf-8")
        for fence in FENCE.finditer(page):
            place = f"{path.name}:{page.count(chr(10), 0, fence.start(2)) + 1}"
            language, text = fence.groups()
            if language == "console":
                for shown in re.findall(r"^\$ cat \S+\n([^$]*)", text, re.M):
                    yield place, Case(shown, "mlir")
            elif language == "mlir":
                made = makers(text)
                if (KERNEL.search(text) or made) and "// expect-error" not in text:
                    yield place, Case(text, "mlir", made)
            else:
                for node in ast.walk(ast.parse(dedent(text))):
                    if not isinstance(node, ast.Constant):
                        continue
                    value = node.value
                    if isinstance(value, str) and KERNEL.search(value):
                        language = "mlir" if "opencl.kernel" in value else "cl"
                        yield f"{place}:{node.lineno}", Case(value, language)


def in_examples() -> Iterator[tuple[str, Case]]:
    """The passes of `examples/dialects` stand in a table of docs/composition.md."""
    page = (ROOT / "docs" / "composition.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\[\w+\.mlir\].*?) \| .*?: `(.*?)`", page, re.M)
    passes = {
        name: line for names, line in rows for name in re.findall(r"\[(.*?)\]", names)
    }
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in (".mlir", ".cl", ".ll"):
            made = passes[path.name] if path.parent.name == "dialects" else ""
            yield path.name, Case(path.read_text(), path.suffix[1:], made)


CASES = dict((*in_pages(), *in_examples()))

REFUSED: dict[str, dict[str, str]] = {
    # Wrong on purpose: their pages show the report.
    "part[i] += part[i + step]": {"check": "no barrier", "verify": "as usual"},
    "p[i / 4] = i + q[i]": {"check": "no barrier"},
    "x[i + 1] = x[i] + 1": {"check": "no barrier", "verify": "as usual"},
    "if (i < n) tile[i] = i": {"check": "has written", "verify": "as usual"},
    # Half-way through a pipeline, or for an ABI without a device here.
    "opencl.copy_tile %a": dict.fromkeys(FORMS, "copy_tile.* (must be|is not) lowered"),
    "func private @_Z13get_global_idj": dict.fromkeys(FORMS, "nothing defines '_Z13"),
    "@use(": dict.fromkeys(FORMS, "nothing defines 'use'|a conversion is missing"),
    "__size_img": dict.fromkeys(FORMS, "the device has no image_size arguments"),
    "opencl.interim_images": dict.fromkeys(FORMS, "no implicit operands of images"),
    # Arguments and attributes that kernels cannot have.
    "%flag: i1": dict.fromkeys(FORMS, "a bool cannot be a kernel argument"),
    "1, 1>, other}": {"emulator": "attribute 'other' .* has no equivalent"},
    # All work items store to one place; the page shows the way to their numbers.
    "llvm.store %s, %out : i32": {"check": "no barrier"},
    "memref<16x16xf16, #gpu.address_space<workgroup>>)": {"check": "has written"},
}
"""The words of the error by form, of kernels whose text has the words before."""
TOGETHER = {
    "@scale(%x: !llvm.ptr<1>, %n: i32)": 1,
    "@scale(%x: memref<?xf32, #opencl.address_space<global>>, %n: i32)": 1,
    "gpu.subgroup_mma_store_matrix": 32,
}
"""
The number of work items that do the work of a kernel together. 32 are a sub-group of the GPU; on
the CPU device without a stated size of sub-groups it is one.
"""


def numbers(random: np.random.Generator, shape: Any, dtype: np.dtype[Any]) -> Any:
    values: Any = cast("Any", random).random(shape)
    return (values if dtype.kind == "f" else values * 4).astype(dtype)


def argument(
    info: ArgumentInfo, random: np.random.Generator, count: int
) -> tuple[Any, Any]:
    """An argument, where a pointer is to `count` elements, and its memory."""
    base = info.base_type_name
    known = scalar_type(base.removesuffix("*"))
    if base in tuple(ImageKind):
        kind = ImageKind(base)
        shape = (8,) * kind.coordinates
        if kind.is_depth:
            depths = numbers(random, (*shape, 1), np.dtype("f4"))
            return Image(depths, base, "DEPTH", "FLOAT"), depths
        texels = random.integers(0, 256, (*shape, 4)).astype("u1")
        kept = "UNORM_INT8" if base == "image2d_t" else "UNSIGNED_INT8"
        return Image(texels, base, channel_data_type=kept), texels
    if base == "sampler_t":
        return Sampler(False, "clamp_to_edge", "nearest"), None
    if "pipe" in info.type_qualifiers:
        assert known is not None
        return Pipe(64, known[0]), None
    if info.address_space == "local":
        return Local(4096), None
    if base.endswith("*"):
        array = numbers(random, count, np.dtype("u1") if known is None else known[0])
        return array, array
    if known is None:
        return bytes(12), None
    number = known[0].type(4)
    return (number if known[1] == 1 else [number] * known[1]), None


def run(case: Case, form: str, folder: Path) -> list[Any]:
    """The memory after a launch of each kernel, or a call of each function of the host."""
    random = np.random.default_rng(7)
    device, check = FORMS[form]
    hosts: dict[str, Sequence[Attribute]] = {}
    if case.language == "mlir":
        module = parse_mlir(SourceFile("kernel.mlir", case.text))
        passes = Universe.get_multiverse().all_passes
        PassPipeline.parse_spec(passes, case.passes).apply(context(), module)
        functions = [op for op in module.ops if isinstance(op, FuncOp)]
        hosts = {op.sym_name.data: op.function_type.inputs.data for op in functions}
        program = Program(module, device=device, check=check)
    else:
        path = folder / f"kernel.{case.language}"
        path.write_text(case.text)
        standard = "-cl-std=CL2.0 -w" if case.language == "cl" else ""
        program = Program.from_file(path, standard, device=device, check=check)
    results: list[Any] = []
    for name, function in program.functions.items():
        values = [passed(type, random) for type in hosts[name]]
        result = function(*values)
        arrays: list[Any] = [value for value in values if np.ndim(value)]
        results += arrays if result is None else [result]
    for kernel in program.values() if not program.functions else ():
        count = 1 << (20 if "1024x1024" in case.text else 12)
        given = [argument(info, random, count) for info in kernel.arguments]
        size, local = (64,), (32,)
        if all(isinstance(value, Image | Sampler) for value, _ in given):
            size, local = (8, 8), (4, 4)
        if (required := kernel.description.reqd_work_group_size) is not None:
            size, local = (2 * required[0], *required[1:]), required
        for words, items in TOGETHER.items():
            if words in case.text:
                size = local = (items if form == "emulator" else 1,)
        kernel(size, local, *(value for value, _ in given))
        results += [memory for _, memory in given if memory is not None]
    return results


def passed(type: Attribute, random: np.random.Generator) -> Any:
    """An argument of a function of the host."""
    if isinstance(type, MemRefType | TensorType):
        known = cast("MemRefType[Attribute] | TensorType[Attribute]", type)
        shape = [128 if n < 0 else n for n in known.get_shape()]
        dtype = element_dtype(known.element_type)
        assert dtype is not None
        values = numbers(random, shape, dtype)
        return values / shape[-1] if dtype.kind == "f" else values
    return 2


@needs_clang
@pytest.mark.parametrize("place", CASES)
def test_kernel(place: str, tmp_path: Path) -> None:
    """In the short run as usual and in one of the others, in turn."""
    case = CASES[place]
    refused = dict[str, str]()
    for words, errors in REFUSED.items():
        if words in case.text:
            refused = errors
    found: dict[str, list[Any]] = {}
    forms = case.forms
    if not (LONG or refused) and len(forms) > 1:
        forms = forms[0], forms[1 + [*CASES].index(place) % (len(forms) - 1)]
    for form in forms:
        if form not in refused:
            found[form] = run(case, form, tmp_path)
            continue
        with pytest.raises(Error, match=refused[form]):
            run(case, form, tmp_path)
    if "usual" not in found or "check" in refused:
        return
    for form in found:
        for one, other in zip(found["usual"], found[form], strict=True):
            # Only the usual form contracts `a * b + c`; texels are of 8 bits.
            least = 1 if one.dtype == np.uint8 else 1e-6
            assert np.allclose(one.astype("f8"), other.astype("f8"), atol=least), form


def test_every_refusal_is_of_a_kernel() -> None:
    for words in (*REFUSED, *TOGETHER):
        assert any(words in case.text for case in CASES.values()), words

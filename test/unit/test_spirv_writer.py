"""
SPIR-V that the package writes: valid for Khronos' validator, printed as Khronos' disassembler
prints it, and computing what NumPy computes: on the CPU device, read again, and on Intel's runtime.

`XDSL_OPENCL_INTEL` names a Python that has pyopencl and sees Intel's runtime (pip: intel-opencl-rt).
"""

from __future__ import annotations

import operator
import os
import subprocess
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tools
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from host_helpers import CASES, clcase, run_kernel
from pocl_helpers import Other

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver import Compilation, CompileError
from xdsl_opencl.runtime import Program
from xdsl_opencl.source import SourceFile
from xdsl_opencl.spirv.words import read, write

ROOT = KERNELS.parents[1]


@cache
def words(file: str, build_options: str, device: str = "spirv64") -> bytes:
    """A file of the suite as SPIR-V."""
    source = SourceFile.read(KERNELS / file)
    target = Target.named(device)
    return Compilation(source, target, build=options_of(file, build_options)).spirv


def check(data: bytes, path: Path) -> None:
    """Asks the validator, and the disassembler for the text that our target prints."""
    from xdsl_opencl.spirv.assembly import print_module

    path.write_bytes(data)
    module = read(data)
    # The environment of OpenCL 2.2 ends at SPIR-V 1.2, and has no extensions of OpenCL.
    version = module.version >> 8 & 255
    extended = any("Int64Atomics" in i.operands for i in module.instructions)
    plain = version <= 2 and not extended
    environment = "opencl2.2" if plain else f"spv1.{version}"
    command = [tools.need("spirv-val", 0), "--target-env", environment, str(path)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    command = [tools.need("spirv-dis", 0), "--no-color", "--raw-id", str(path)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert print_module(module) == text
    assert write(module) == data


@needs_clang
@pytest.mark.parametrize(("file", "build_options"), suite_builds())
def test_suite_is_valid(file: str, build_options: str, tmp_path: Path) -> None:
    check(words(file, build_options), tmp_path / "k.spv")
    if file in ("atomics.cl", "ids.cl", "struct_arg.cl", "work_group.cl"):
        check(words(file, build_options, "spirv32"), tmp_path / "k.spv")


@needs_clang
@pytest.mark.parametrize(
    "name",
    [
        *(
            f"examples/{n}"
            for n in "kernels.ll blur.cl kernel.mlir resize.mlir".split()
        ),
        "test/unit/data/spirv/blur.spv",
    ],
)
def test_examples_are_valid(name: str, tmp_path: Path) -> None:
    source = SourceFile.read(ROOT / name)
    check(Compilation(source, Target("spirv")).spirv, tmp_path / "k.spv")
    for case in CASES.values() if name.endswith("spv") else ():
        # Its last kernel has a choice between samplers.
        if case.file == "blur.cl":
            assert run_kernel(case, Program.from_file(tmp_path / "k.spv")) == []


@pytest.mark.parametrize("stage", ["ll", "s", "o", "hsaco", "spv"])
def test_other_stages_and_abis_are_refused(stage: Any) -> None:
    target = Target("host" if stage == "spv" else "spirv")
    said = (
        r"ABI spirv has no .*; write \.spv|ABI host is not written as SPIR-V; compile"
    )
    text = KERNEL.format(lines="%x = llvm.add %a, %b : i32", type="i32")
    with pytest.raises(CompileError, match=said):
        Compilation(SourceFile("a.mlir", text), target).output(stage)


# Intel's runtime --------------------------------------------------------------------------------


@cache
def intel() -> Other | str:
    """Intel's runtime, or why it is not asked."""
    if not os.environ.get("XDSL_OPENCL_INTEL"):
        return "no Python sees Intel's runtime: set XDSL_OPENCL_INTEL"
    try:
        return Other("Intel", os.environ["XDSL_OPENCL_INTEL"])
    except (ImportError, OSError) as error:
        return f"Intel's runtime: {error}; set XDSL_OPENCL_INTEL"


@needs_clang
@pytest.mark.parametrize("name", CASES)
def test_round_trip(name: str, folder: Path) -> None:
    """What the reader makes of the writer's words computes on the CPU device what NumPy does."""
    case = CASES[name]
    assert run_kernel(case, program(case.file, case.build_options, folder)) == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spirv")


@cache
def program(file: str, build_options: str, folder: Path) -> Program:
    """A file of the suite, through SPIR-V."""
    path = folder / "k.spv"
    path.write_bytes(words(file, build_options))
    return Program.from_file(path)


INTELS_OWN = ("int_builtins_int", "int_builtins_uint", "int_builtins_long")
"""`mad_sat` of Intel's runtime is wrong from OpenCL C, too (2026.2)."""


def _argument(argument: Any) -> Any:
    match argument:
        case clcase.Buffer():
            return "buffer", argument.data
        case clcase.Local():
            return "local", argument.nbytes
        case clcase.Scalar():
            return "bytes", argument.tobytes()
        case clcase.Struct():
            return "bytes", argument.data
        case clcase.Sampler():
            given = argument.normalized, argument.addressing, argument.filter
            return "sampler", given
        case _:
            names = "pixels", "channel_order", "channel_data_type"
            fields: dict[str, Any] = {name: getattr(argument, name) for name in names}
            return "image", {"kind": f"image{argument.kind}_t", **fields}


@needs_clang
@pytest.mark.parametrize("name", CASES)
def test_suite_on_intel(name: str) -> None:
    case = CASES[name]
    runtime = intel()
    if isinstance(runtime, str):
        pytest.skip(runtime)
    if name in INTELS_OWN:
        pytest.skip("Intel's mad_sat is wrong")
    launch = (
        case.kernel,
        case.global_size,
        case.local_size,
        case.global_offset,
        [_argument(argument) for argument in case.args],
    )
    (answer,) = runtime.run(words(case.file, case.build_options), [launch])
    assert not isinstance(answer, str), answer
    results = {index: np.asarray(answer[index]) for index in case.expected}
    assert clcase.compare(case, results) == []


KERNEL = """
opencl.kernel @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %o: !llvm.ptr<1>) {{
  %i = opencl.get_global_id 0 : i64
  %ap = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %bp = llvm.getelementptr %q[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %a = llvm.load %ap {{alignment = 4}} : !llvm.ptr<1> -> i32
  %b = llvm.load %bp {{alignment = 4}} : !llvm.ptr<1> -> i32
  {lines}
  %op = llvm.getelementptr %o[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %x, %op {{alignment = 4}} : {type}, !llvm.ptr<1>
  opencl.return
}}
"""


def written(lines: str, path: Path, type: str = "i32") -> bytes:
    """A kernel of two arrays with the operations `lines` between, as valid words."""
    source = SourceFile("k.mlir", KERNEL.format(lines=lines, type=type))
    data = Compilation(source, Target.named("spirv64")).spirv
    check(data, path)
    return data


PLACE = "!llvm.ptr, !llvm.ptr<1>"
TRUTHS = """%t = llvm.icmp "slt" %a, %b : i32
    %u = llvm.icmp "sle" %a, %b : i32
    %v = vector.from_elements %t, %u : vector<2xi1>
    %y = {}
    %x = opencl.convert %y : i1 -> i32"""
REDUCED = "vector.reduction <{}>, %v : vector<2xi1> into i1"
OVERFLOW = """%r = "llvm.intr.{}.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %c = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>
    %x = llvm.zext %c : i1 to i32"""


def overflows(a: Any, b: Any, element: Any, name: str) -> list[bool]:
    """Whether the exact result does not fit 32 bits."""
    limits = np.iinfo(element)
    sides = (n.view(element).astype(object) for n in (a, b))
    return [not limits.min <= n <= limits.max for n in getattr(operator, name)(*sides)]


COMPUTED: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "odd widths": ("""%odd = llvm.load %ap {alignment = 4} : !llvm.ptr<1> -> i24
    %known = llvm.freeze %odd : i24
    %x = llvm.sext %known : i24 to i32""", lambda a, b: a << 8 >> 8),
    "pointers are exchanged": (f"""%one = llvm.mlir.constant(1 : i32) : i32
    %slot = llvm.alloca %one x !llvm.ptr<1> : (i32) -> !llvm.ptr
    llvm.store %ap, %slot : !llvm.ptr<1>, !llvm.ptr
    %old = llvm.atomicrmw xchg %slot, %bp seq_cst : {PLACE}
    %new = llvm.load %slot : !llvm.ptr -> !llvm.ptr<1>
    %first = llvm.load %old : !llvm.ptr<1> -> i32
    %second = llvm.load %new : !llvm.ptr<1> -> i32
    %x = llvm.sub %first, %second : i32""", lambda a, b: a - b),
    "remainder of truth values": (TRUTHS.format("""llvm.urem %u, %w : i1""").replace(
        "%t =", '%w = llvm.icmp "eq" %a, %a : i32\n    %t ='), lambda a, b: 0 * a),
    "functions of math": ("""%f = arith.sitofp %a : i32 to f32
    %e = math.erf %f : f32
    %x = arith.fptosi %e : f32 to i32""", lambda a, b: np.sign(a) * (np.abs(a * 1.0) > 3)),
    "a maximum of vectors": ("""%f = arith.sitofp %a : i32 to f64
    %g = arith.sitofp %b : i32 to f64
    %v = vector.from_elements %f, %g : vector<2xf64>
    %m = vector.reduction <maximumf>, %v : vector<2xf64> into f64
    %x = arith.fptosi %m : f64 to i32""", np.maximum),
    "or": (TRUTHS.format('"llvm.intr.smin"(%t, %u) : (i1, i1) -> i1'), np.less_equal),
    "or of vectors": (TRUTHS.format(REDUCED.format("maxui")), np.less_equal),
    "and of vectors": (TRUTHS.format(REDUCED.format("mul")), np.less),
    "xor of vectors": (TRUTHS.format(REDUCED.format("add")), np.equal),
    **{
        f"{sign}{name}": (
            OVERFLOW.format(f"{sign}{name}"),
            partial(overflows, element=element, name=name),
        )
        for sign, element in (("s", np.int32), ("u", np.uint32))
        for name in ("add", "sub", "mul")
    },
}  # fmt: skip


@pytest.mark.parametrize("name", COMPUTED)
def test_numbers(name: str, tmp_path: Path) -> None:
    lines, expected = COMPUTED[name]
    written(lines, tmp_path / "k.spv")
    edges = [0, 1, 2, 46341, 65536, 0x7FFFFF, 0x12800000, 2**31 - 1, -(2**31), -1]
    a, b = (n.ravel() for n in np.meshgrid(*2 * [np.array(edges, np.int32)]))
    kernel = tmp_path / "k.mlir"
    kernel.write_text(KERNEL.format(lines=lines, type="i32"))
    for path in (tmp_path / "k.spv", kernel):
        found = np.empty_like(a)
        Program.from_file(path).k(a.size, None, a, b, found)
        assert np.array_equal(found, expected(a, b))

"""Programs that are built for several devices at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.frontend import load
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.runtime import Program, RuntimeFailure
from xdsl_opencl.runtime.gpu import GpuDevice

pytestmark = needs_clang

SOURCE = "kernel void twice(global int *p) { p[get_global_id(0)] *= 2; }"
AMD = "kernel void k(global int *p) { *p = __builtin_amdgcn_wavefrontsize(); }"
MLIR = """\
opencl.kernel @k(%p: memref<?xi32, #opencl.address_space<global>>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  memref.store %c7, %p[%c0] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}
"""


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The runs of Clang; whether each is for a GPU."""
    seen: list[bool] = []

    def counted(name: str) -> None:
        function: Callable[..., Any] = getattr(load, name)

        def counting(given: str, options: Any, **named: bool) -> Any:
            seen.append(options.device is not None)
            return function(given, options, **named)

        monkeypatch.setattr(load, name, counting)

    counted("load_source")
    counted("load_file")
    return seen


def test_one_reading_for_all(tmp_path: Path, readings: list[bool]):
    path = tmp_path / "twice.cl"
    path.write_text("#warning look here\n" + SOURCE)
    programs = Program.from_file(path, devices=["host", "gfx1100", "gfx900"], level=1)
    assert readings == [False]
    assert list(programs) == ["host", "gfx1100", "gfx900"]
    assert programs.log.count("warning: look here") == 1
    waves: list[int] = []
    for program in programs.values():
        p = np.arange(100, dtype=np.int32)
        waves.append(program.twice(100, None, p).waves)
        assert (p == 2 * np.arange(100)).all()
    # Waves of gfx11 have 32 work items, those of gfx9 64.
    assert waves == [0, 4, 2]
    assert repr(programs) == "<Programs for host, gfx1100, gfx900>"


def test_devices_that_read_alike(readings: list[bool]):
    programs = Program.from_source(
        AMD, devices={"one": "gfx900", "other": GpuDevice("gfx900", profile=True)}
    )
    assert readings == [True]
    for program in programs.values():
        p = np.zeros(1, np.int32)
        program.k(1, 1, p)
        assert p[0] == 64


def test_readings_of_their_own(readings: list[bool]):
    programs = Program.from_source(
        AMD,
        "--frontend-target amdgcn",
        devices={"wave64": Target(mcpu="gfx1100", wave_size=64), "wave32": "gfx1100"},
    )
    assert readings == [True, True]
    found: dict[str, int] = {}
    for name, program in programs.items():
        p = np.zeros(1, np.int32)
        program.k(1, 1, p)
        found[name] = int(p[0])
    assert found == {"wave64": 64, "wave32": 32}


def test_mlir():
    for program in Program.from_mlir(MLIR, devices=["host", "gfx1030"]).values():
        p = np.zeros(1, np.int32)
        program.k(1, 1, p)
        assert p[0] == 7


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"devices": "host"}, RuntimeFailure, "devices='host' is not a list; give one"),
    ({"devices": 5}, RuntimeFailure, "devices=5 is not a list; give one"),
    ({"devices": []}, RuntimeFailure, "devices is empty; name one or more"),
    ({"devices": ["gfx7777"]}, AbiError, "unknown processor 'gfx7777'"),
    ({"devices": ["host", "host"]}, RuntimeFailure, "has 'host' twice; leave one out"),
    (
        {"devices": ["gfx1100", Target(mcpu="gfx1100", wave_size=64)]},
        RuntimeFailure,
        "has 'gfx1100' twice; leave one out, or name them with a dictionary",
    ),
    ({"devices": ["host", None]}, RuntimeFailure, "None is not a device; give its"),
    ({"devices": [7]}, RuntimeFailure, "7 is not a device; give its name"),
    (
        {"devices": ["host"], "device": "gfx900"},
        RuntimeFailure,
        "device and devices are given; leave one out",
    ),
    (
        {"devices": ["host", "gfx600"]},
        RuntimeFailure,
        "does not run code for 'gfx600'; compile for one of gfx8 to gfx12",
    ),
    (
        {"devices": ["host", "gfx900"], "options": "--frontend-target amdgcn"},
        FrontendError,
        "no GPU of ABI amdhsa to read OpenCL C for",
    ),
    (
        {"devices": ["host", "gfx900"], "options": "-cl-fast"},
        FrontendError,
        "unknown option -cl-fast",
    ),
    (
        {"devices": ["host"], "level": 4},
        RuntimeFailure,
        "there is no optimisation level 4; use 0 to 3",
    ),
]


@pytest.mark.parametrize(("arguments", "kind", "message"), WRONG)
def test_wrong(arguments: dict[str, Any], kind: type[Exception], message: str):
    with pytest.raises(kind, match=message):
        Program.from_source(SOURCE, **arguments)


def test_errors_name_the_device():
    """
    Code for GPUs is an error of the one reading; what one device refuses names that.
    """
    with pytest.raises(FrontendError, match="exists on AMD GPUs only"):
        Program.from_source(AMD, devices=["host", "gfx900"])
    with pytest.raises(RuntimeFailure) as error:
        Program.from_source(SOURCE, devices=["host", "gfx900"], level=-1)
    assert error.value.__notes__ == ["while building for device 'host'"]


def test_devices_that_are_not_there():
    programs = Program.from_source(SOURCE, devices=["host"], level=1)
    with pytest.raises(KeyError, match="not built for 'gfx900'; it is for host"):
        _ = programs["gfx900"]
    with pytest.raises(KeyError, match="has no kernel 'thrice'; it has twice"):
        _ = programs["host"]["thrice"]


BAD_CODE: list[tuple[Callable[[], object], str]] = [
    (lambda: "blur.hsaco", "not the path 'blur.hsaco'; use Program.from_file for that"),
    (lambda: Path("blur.hsaco"), "not the path 'blur.hsaco'; use Program.from_file"),
    (lambda: 5, "takes the bytes of a code object, not int"),
    (lambda: b"text", "not an ELF file"),
]


@pytest.mark.parametrize(("code", "message"), BAD_CODE)
def test_code_that_is_not_bytes(code: Callable[[], Any], message: str):
    with pytest.raises(RuntimeFailure, match=message):
        Program.from_code_object(code())


def test_code_objects_have_a_device(tmp_path: Path):
    path = tmp_path / "k.hsaco"
    path.write_bytes(b"\x7fELF and more")
    with pytest.raises(RuntimeFailure, match="is for one processor; leave devices out"):
        Program.from_file(path, devices=["gfx900"])

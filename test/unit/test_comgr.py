"""
AMD's code object manager reads our code objects: names, arguments, sizes and the ISA are
those that we read ourselves. ROCm's runtimes ask the same library.
"""

from __future__ import annotations

import ctypes
from ctypes.util import find_library
from typing import Any

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from long_runs import LONG

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.objects.code_object_info import inspect

_EXECUTABLE = 8
"""`AMD_COMGR_DATA_KIND_EXECUTABLE`."""


class _Handle(ctypes.Structure):
    _fields_ = [("handle", ctypes.c_uint64)]


def _library() -> Any:
    name = find_library("amd_comgr")
    for candidate in (name, "libamd_comgr.so.3", "libamd_comgr.so.2"):
        if candidate is not None:
            try:
                return ctypes.CDLL(candidate)
            except OSError:
                continue
    return None


COMGR = _library()
pytestmark = pytest.mark.skipif(
    COMGR is None, reason="AMD's comgr is not installed (Debian: libamd-comgr2)"
)


def _call(name: str, *arguments: Any) -> None:
    status = getattr(COMGR, f"amd_comgr_{name}")(*arguments)
    assert status == 0, f"{name}: {status}"


def _string(name: str, subject: _Handle) -> str:
    size = ctypes.c_size_t()
    _call(name, subject, ctypes.byref(size), None)
    text = ctypes.create_string_buffer(size.value)
    _call(name, subject, ctypes.byref(size), text)
    return text.value.decode()


class Metadata:
    """A node of metadata; it stays in memory until the process ends."""

    def __init__(self, handle: _Handle):
        self.handle = handle

    def get(self, key: str) -> Metadata | None:
        found = _Handle()
        status = COMGR.amd_comgr_metadata_lookup(
            self.handle, key.encode(), ctypes.byref(found)
        )
        return None if status else Metadata(found)

    def list(self, key: str) -> list[Metadata]:
        if (node := self.get(key)) is None:
            return []
        size = ctypes.c_size_t()
        _call("get_metadata_list_size", node.handle, ctypes.byref(size))
        items = [_Handle() for _ in range(size.value)]
        for i, item in enumerate(items):
            _call(
                "index_list_metadata",
                node.handle,
                ctypes.c_size_t(i),
                ctypes.byref(item),
            )
        return [Metadata(item) for item in items]

    def text(self, key: str) -> str:
        node = self.get(key)
        assert node is not None, key
        return _string("get_metadata_string", node.handle)


def read(code: bytes) -> tuple[str | None, list[Metadata]]:
    """
    The ISA of a code object and the metadata of its kernels. comgr 2.4, Debian's, has no
    names for code objects after version 4.
    """
    data, metadata = _Handle(), _Handle()
    _call("create_data", _EXECUTABLE, ctypes.byref(data))
    _call("set_data", data, ctypes.c_size_t(len(code)), code)
    _call("get_data_metadata", data, ctypes.byref(metadata))
    size = ctypes.c_size_t()
    status = COMGR.amd_comgr_get_data_isa_name(data, ctypes.byref(size), None)
    isa = None if status else _string("get_data_isa_name", data)
    return isa, Metadata(metadata).list("amdhsa.kernels")


def _compare(file: str, options: str, target: Target) -> None:
    standard = options_of(file, options).standard
    words = [*options.split(), f"-cl-std={standard}"]
    code = compile(KERNELS / file, target, options=words).code_object
    info = inspect(code)
    isa, kernels = read(code)
    assert isa == info.target_id or (isa is None and target.code_object_version > 4)
    found = {kernel.text(".name"): kernel for kernel in kernels}
    assert set(found) == {kernel.name for kernel in info.kernels}
    for kernel in info.kernels:
        theirs = found[kernel.name]
        layout = kernel.layout
        assert [
            (int(a.text(".offset")), int(a.text(".size")), a.text(".value_kind"))
            for a in theirs.list(".args")
        ] == [(a.offset, a.size, a.kind) for a in layout.arguments]
        for key, value in (
            (".kernarg_segment_size", layout.kernarg_segment_size),
            (".vgpr_count", kernel.vgprs),
            (".sgpr_count", kernel.sgprs),
            (".group_segment_fixed_size", kernel.group_segment_size),
            (".wavefront_size", kernel.wavefront_size),
        ):
            assert int(theirs.text(key)) == value, key


_BUILDS = suite_builds() if LONG else [("vector_add.cl", ""), ("printf.cl", "")]


@needs_clang
@pytest.mark.parametrize(("file", "options"), _BUILDS)
@pytest.mark.parametrize("version", [4, 5, 6])
def test_comgr_reads_the_same(version: int, file: str, options: str) -> None:
    _compare(file, options, Target("amdhsa", "gfx1030", code_object_version=version))

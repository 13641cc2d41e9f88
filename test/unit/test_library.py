"""
The archive of libraries belongs to their sources in C.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import generate_library
import pytest

from xdsl_opencl.backend.llvm import llvm_host
from xdsl_opencl.runtime.cpu import libraries
from xdsl_opencl.runtime.cpu.libraries import library_text

# llvmlite has no types.
llvm: Any = import_module("llvmlite.binding")


def test_archive_is_of_these_sources() -> None:
    with ZipFile(libraries.ARCHIVE) as archive:
        made_of = archive.read("sources").decode()
    assert made_of == generate_library.sources_hash(), "make libraries"


@pytest.mark.parametrize("name", generate_library.LIBRARIES)
def test_library_is_generated(name: str) -> None:
    pytest.importorskip("ziglang", reason="ziglang's Clang makes the libraries")
    for part, text in generate_library.generate(name).items():
        assert text == library_text(part)


def test_what_runs_groups_is_generated() -> None:
    for part, text in generate_library.generate_groups().items():
        assert text == library_text(part)


def test_archive_is_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ZipFile(libraries.ARCHIVE) as archive:
        names = [n for n in archive.namelist() if n.endswith(".ll")]
        members = {name: archive.read(name) for name in archive.namelist()}
    monkeypatch.setattr(generate_library, "ARCHIVE", tmp_path / "made.zip")
    generate_library.write({n[:-3]: members[n].decode() for n in names})
    with ZipFile(tmp_path / "made.zip") as archive:
        made = {name: archive.read(name) for name in archive.namelist()}
    assert made == members


def test_libraries_are_found_by_what_a_program_declares() -> None:
    """A library is linked in front of those that it calls."""

    def found(*functions: str, wide: bool = False) -> list[str]:
        ir = "".join(f"declare void @{name}()\n" for name in functions)
        linked = libraries.with_libraries(ir, wide=wide)
        return [*(part.library for part in linked.libraries), *linked.objects]

    assert found("malloc") == []
    assert found("expf") == ["math"]
    assert found("fmodf") == ["math", "math_apart"]
    assert found("__row_sinf", "__far_sinf") == ["rows", "math_apart"]
    assert found("__row_expf") == ["rows"]
    assert found("__row_expf", wide=True) == ["rows512"]
    assert found("__row_expf", "__row_tanf", wide=True) == ["rows512", "rows"]
    assert found("__xdsl_opencl_row_fetch_f") == ["image_rows", "image_apart"]
    assert found("__xdsl_opencl_row_fetch_i") == ["image_rows", "image", "image_apart"]
    assert found("__xdsl_opencl_check_set") == ["check_apart"]


def test_only_called_functions_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A declaration alone brings no code: the checker's lowering declares all functions."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    link = llvm_host.link
    defined: list[str] = []

    def watched(llvm: Any, module: Any, text: str, attribute: str) -> None:
        link(llvm, module, text, attribute)
        defined.extend(f.name for f in module.functions if not f.is_declaration)

    monkeypatch.setattr(llvm_host, "link", watched)
    prefix = "__xdsl_opencl_check_"
    parameters = "ptr, ptr, ptr, i64, i64, i64, i64"
    nothing = parameters.replace("ptr", "ptr null").replace("i64", "i64 0")
    ir = f"""declare ptr @{prefix}global_read({parameters})
declare ptr @{prefix}local_atomic({parameters})
define void @k.groups() {{
  call ptr @{prefix}global_read({nothing})
  ret void
}}
"""
    linked = libraries.with_libraries(ir)
    request = {
        "ir": ir,
        "level": 0,
        "elements": False,
        "libraries": [part[1:] for part in linked.libraries],
        "elsewhere": linked.elsewhere,
        "apart": [],
    }
    assert "object" in llvm_host.serve(llvm, request)
    assert defined == ["k.groups", f"__xdsl_opencl_{prefix}global_read"]

"""
Builds of OpenCL programs that include files: they are kept, and made anew when the
preprocessor finds other files or another content.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from test_icd_errors import (
    World,
    build_log,
    create,
    function,
    handles,
    program_of,
)
from test_program_binary import run

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.frontend.clang import opencl_c
from xdsl_opencl.icd.programs import build_cache

KERNEL = b"kernel void k(global int *x) { x[get_global_id(0)] = VALUE; }"
SOURCE = b'#include "value.h"\n' + KERNEL


class Builds:
    """Builds programs, and counts those that Clang compiled."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.compiled = 0

    def value(self, source: bytes, options: str) -> int:
        """The value that the program writes."""
        program = program_of(self.world, source)
        code = function("clBuildProgram")(
            program, 0, None, options.encode(), None, None
        )
        assert code == 0, build_log(program)
        return run(self.world, program, b"k", 4)[0]


@pytest.fixture
def builds(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Builds:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    build_cache._kept.clear()  # pyright: ignore[reportPrivateUsage]
    made = Builds(world)
    compile = opencl_c.compile_opencl_c

    def counted(options: opencl_c.BuildOptions, text: str) -> opencl_c.ClangResult:
        made.compiled += 1
        return compile(options, text=text)

    monkeypatch.setattr(opencl_c, "compile_opencl_c", counted)
    return made


def put(folder: str, value: str, name: str = "value.h") -> None:
    Path(folder).mkdir(exist_ok=True)
    Path(folder, name).write_text(f"#define VALUE {value}\n")


def test_the_second_build_is_kept(builds: Builds, world: World) -> None:
    put("one", "1")
    assert builds.value(SOURCE, "-I one") == 1
    assert builds.value(SOURCE, "-I one") == 1
    # As in the next process.
    build_cache._kept.clear()  # pyright: ignore[reportPrivateUsage]
    assert builds.value(SOURCE, "-I one") == 1
    assert builds.compiled == 1


@pytest.mark.parametrize(
    "source",
    [
        SOURCE,
        b"#include <value.h>\n" + KERNEL,
        b'#inc\\\nlude "value.h"\n' + KERNEL,
        b'#define NAME "value.h"\n#include NAME\n' + KERNEL,
        b'#import "value.h"\n' + KERNEL,
    ],
)
def test_a_changed_file_is_a_new_build(source: bytes, builds: Builds) -> None:
    put("one", "1")
    assert builds.value(source, "-I one") == 1
    put("one", "2")
    assert builds.value(source, "-I one") == 2
    # The first build is still there.
    put("one", "1")
    assert builds.value(source, "-I one") == 1
    assert builds.compiled == 2


def test_files_of_files_count(builds: Builds) -> None:
    put("one", '1\n#include "more/inner.h"')
    put("one/more", "1\n#undef VALUE\n#define VALUE 3", "inner.h")
    assert builds.value(SOURCE, "-I one") == 3
    put("one/more", "1\n#undef VALUE\n#define VALUE 4", "inner.h")
    assert builds.value(SOURCE, "-I one") == 4
    assert builds.compiled == 2


def test_a_file_that_appears_earlier_in_the_path_is_a_new_build(
    builds: Builds,
) -> None:
    put("late", "5")
    put("early", "0", "other.h")
    options = "-I early -I late"
    assert builds.value(SOURCE, options) == 5
    put("early", "6")
    assert builds.value(SOURCE, options) == 6
    # A file in the current folder comes before all of the path.
    put(".", "7")
    assert builds.value(SOURCE, options) == 7
    Path("value.h").unlink()
    Path("early/value.h").unlink()
    assert builds.value(SOURCE, options) == 5
    assert builds.compiled == 3


def test_a_file_that_is_looked_for_is_a_new_build(builds: Builds) -> None:
    source = b"#if __has_include(<value.h>)\n#define VALUE 8\n#else\n#define VALUE 9\n"
    source += b"#endif\n" + KERNEL
    assert builds.value(source, "-I one") == 9
    put("one", "1")
    assert builds.value(source, "-I one") == 8


def test_the_current_folder_counts(
    builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("a", "1")
    put("b", "2")
    for folder, value in (("a", 1), ("../b", 2)):
        monkeypatch.chdir(folder)
        assert builds.value(KERNEL, "-include value.h") == value


def test_a_file_that_asks_for_the_time_is_a_new_build_at_another_time(
    builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("one", "(__TIME__[7] - '0')")
    for second in (3, 4):
        # Clang takes this for the time.
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(second))
        assert builds.value(SOURCE, "-I one") == second


def test_a_file_that_changes_during_the_build_is_not_kept(
    builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("one", "1")
    compile = opencl_c.compile_opencl_c

    def late(options: opencl_c.BuildOptions, text: str) -> opencl_c.ClangResult:
        put("one", "2")
        return compile(options, text)

    with monkeypatch.context() as patch:
        patch.setattr(opencl_c, "compile_opencl_c", late)
        assert builds.value(SOURCE, "-I one") == 2
    put("one", "1")
    assert builds.value(SOURCE, "-I one") == 1


def _compile(world: World, value: bytes) -> int:
    program, header = program_of(world, SOURCE), program_of(world, value)
    names = (ctypes.c_char_p * 1)(b"value.h")
    code = function("clCompileProgram")(
        program, 0, None, None, 1, handles(header), names, None, None
    )
    assert code == 0, build_log(program)
    linked = create(
        "clLinkProgram", world.context, 0, None, None, 1, handles(program), None, None
    )
    return run(world, linked, b"k", 4)[0]


def test_headers_of_compilations_count(builds: Builds, world: World) -> None:
    values = (1, 2, 1)
    written = [_compile(world, b"#define VALUE %d" % value) for value in values]
    assert tuple(written) == values
    assert builds.compiled == 2


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (SOURCE, ""),
        (SOURCE, "-I absent"),
        (b'#include "folder"\n' + KERNEL, "-I ."),
        (b'#include "loop.h"\n' + KERNEL, "-I ."),
        (b"#include\n" + KERNEL, ""),
        (KERNEL, "-include absent.h"),
    ],
)
def test_files_that_are_missing_are_told(
    source: bytes, options: str, builds: Builds, world: World
) -> None:
    """The log is Clang's, and a file that is there later ends the error."""
    Path("folder").mkdir()
    Path("loop.h").write_text('#include "loop.h"\n')
    program = program_of(world, source)
    build = function("clBuildProgram")
    code = build(program, 0, None, options.encode(), None, None)
    assert code == cl.BUILD_PROGRAM_FAILURE
    log = build_log(program)
    assert "error: " in log
    assert "report" not in log

"""
Offload bundles: Clang's bundler takes ours apart, we read Clang's, and damaged ones are one
diagnostic each.
"""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from frontend_helpers import needs_clang
from tools import need

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.objects.bundle import (
    BundleError,
    Entry,
    is_bundle,
    read_bundle,
    unbundled,
    write_bundle,
)
from xdsl_opencl.cli import main

GFX900 = "amdgcn-amd-amdhsa--gfx900"
GFX1100 = "amdgcn-amd-amdhsa--gfx1100"
ENTRIES = [Entry(GFX900, b"first" * 100), Entry(GFX1100, bytes(range(256)) * 40)]


def bundler(*words: str) -> str:
    """Runs Clang's bundler of LLVM 22 and returns what it prints."""
    tool = need("clang-offload-bundler", 22)
    done = subprocess.run(
        [tool, "--type=o", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize("compressed", [False, True])
def test_clang_reads_ours(compressed: bool, tmp_path: Path) -> None:
    path = tmp_path / "k.hsaco"
    path.write_bytes(write_bundle(ENTRIES, compressed=compressed))
    listed = set(bundler("--list", f"--input={path}").split())
    assert listed >= {f"hipv4-{GFX900}", f"hipv4-{GFX1100}"}
    for entry in ENTRIES:
        out = tmp_path / "out"
        bundler(
            *("--unbundle", f"--input={path}", f"--output={out}"),
            f"--targets=hipv4-{entry.target}",
        )
        assert out.read_bytes() == entry.content
    assert read_bundle(path.read_bytes()) == ENTRIES


def test_targets_as_llvm_24_names_them() -> None:
    target = "amdgpu9.42-amd-amdhsa-unknown-gfx942:xnack+"
    entries = [ENTRIES[0], Entry(target, b"second")]
    data = write_bundle(entries)
    assert read_bundle(data) == entries
    assert unbundled(data, Target(mcpu="gfx942")) == b"second"


def test_entries_are_aligned() -> None:
    """An entry begins where a loader can map it, after an empty one for the host."""
    data = write_bundle(ENTRIES)
    (count,) = struct.unpack_from("<Q", data, 24)
    assert count == 3
    assert data.index(ENTRIES[0].content) % 4096 == 0
    assert data.index(ENTRIES[1].content) % 4096 == 0


def test_zstd():
    """Made with the package's own compressor."""
    zstd = pytest.importorskip("backports.zstd")
    plain = write_bundle(ENTRIES)
    packed = zstd.compress(plain)
    digest = hashlib.md5(plain, usedforsecurity=False).digest()[:8]
    sizes = struct.pack("<II", 24 + len(packed), len(plain))
    data = b"CCOB" + struct.pack("<HH", 2, 1) + sizes + digest + packed
    assert read_bundle(data) == ENTRIES
    with pytest.raises(BundleError, match="damaged"):
        read_bundle(data[:40] + bytes(8) + data[48:])


READS_ZSTD = sys.version_info >= (3, 14) or find_spec("backports") is not None


@pytest.mark.parametrize("words", [(), ("--compress",)])
def test_clang_s_are_read(words: tuple[str, ...], tmp_path: Path) -> None:
    """Those that Clang compresses with zstd are refused with the way out where no package reads it."""
    inputs = [f"--input={tmp_path / 'host'}"]
    (tmp_path / "host").write_bytes(b"")
    targets = ["host-x86_64-unknown-linux-gnu-"]
    for number, entry in enumerate(ENTRIES):
        path = tmp_path / f"{number}.o"
        path.write_bytes(entry.content)
        inputs.append(f"--input={path}")
        targets.append(f"hipv4-{entry.target}")
    made = tmp_path / "made.hsaco"
    bundler(*inputs, f"--targets={','.join(targets)}", f"--output={made}", *words)
    data = made.read_bytes()
    assert is_bundle(data)
    if words and data[6] == 1 and not READS_ZSTD:
        with pytest.raises(BundleError, match=r"zstd.*backports\.zstd.*-bundler"):
            read_bundle(data)
    else:
        assert read_bundle(data) == ENTRIES


@needs_clang
@pytest.mark.parametrize("words", [(), ("--compress",)])
def test_compile_and_info(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    `compile` with several processors writes what it writes for each, `info` describes all.
    """
    path = tmp_path / "k.cl"
    path.write_text("kernel void k(global int *x) { x[0] = 1; }")
    several, single = tmp_path / "k.hsaco", tmp_path / "one.hsaco"
    names = "gfx900,gfx90a:xnack+,gfx1100"
    assert (
        main(("compile", str(path), "--mcpu", names, "-o", str(several), *words)) == 0
    )
    entries = read_bundle(several.read_bytes())
    assert [entry.target for entry in entries] == [
        f"amdgcn-amd-amdhsa--{name}" for name in names.split(",")
    ]
    assert main(("compile", str(path), "--mcpu", "gfx1100", "-o", str(single))) == 0
    assert entries[2].content == single.read_bytes()
    assert main(("info", str(several))) == 0
    shown = capsys.readouterr().out
    assert shown.count("kernel k") == 3
    assert main(("info", str(several), "--mcpu", "gfx900")) == 1
    assert "leave the target options out" in capsys.readouterr().err


@needs_clang
def test_errors_name_the_processor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error about one of the processors names it, from reading and from LLVM."""
    path = tmp_path / "k.cl"
    for line in (
        "p[0] = __builtin_amdgcn_mov_dpp8(p[1], 1);",
        '__asm__("v_permlanex16_b32 v0, v0, s0, s0" ::: "v0");',
    ):
        path.write_text(f"kernel void k(global int *p) {{ {line} p[2] = 1; }}")
        words = ("compile", str(path), "-o", str(tmp_path / "k.hsaco"))
        assert main((*words, "--mcpu", "gfx1100,gfx900")) == 1
        printed = capsys.readouterr().err
        assert printed.count("error: ") == 1
        assert printed.endswith("note: that is for gfx900, one of 2 processors\n")
        assert not (tmp_path / "k.hsaco").exists()
        assert main((*words, "--mcpu", "gfx900")) == 1
        assert "processors" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "words", "said"),
    [
        ("gfx900,gfx900", ["-o", "k.hsaco"], "names a processor twice"),
        ("gfx803,fiji", ["-o", "k.hsaco"], "names a processor twice"),
        ("gfx900,gfx1100", ["-o", "k.s"], "only a .hsaco"),
        ("gfx900,nosuch", ["-o", "k.hsaco"], "unknown processor 'nosuch'"),
        ("gfx900,", ["-o", "k.hsaco"], "--mcpu is empty"),
        ("gfx90a,gfx90a:xnack+", ["-o", "k.hsaco"], "for the same GPU"),
        ("gfx900", ["-o", "k.hsaco", "--compress"], "--compress is for"),
    ],
)
@needs_clang
def test_wrong_lists(
    names: str,
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text("kernel void k(global int *x) { x[0] = 1; }")
    assert main(("compile", "k.cl", "--mcpu", names, *words)) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("error:") == 1


def test_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each way to damage a bundle is one diagnostic."""
    plain, packed = write_bundle(ENTRIES), write_bundle(ENTRIES, compressed=True)
    huge = struct.pack("<Q", 1 << 40)
    damaged = [
        *(plain[:24], plain[:40], plain[:60], plain[:-1]),
        plain[:24] + huge + plain[32:],
        plain[:32] + huge + plain[40:],
        plain[:48] + huge + plain[56:],
        *(packed[:6], packed[:20], packed[:-9]),
        packed[:4] + b"\x09\0" + packed[6:],
        packed[:6] + b"\x07\0" + packed[8:],
        packed[:16] + bytes(8) + packed[24:],
        packed[:12] + b"\xff\xff\xff\x7f" + packed[16:],
    ]
    for data in damaged:
        with pytest.raises(BundleError):
            read_bundle(data)
    path = tmp_path / "k.hsaco"
    path.write_bytes(plain[:60])
    assert main(("info", str(path))) == 1
    assert capsys.readouterr().err.count("error:") == 1


@needs_clang
@pytest.mark.parametrize("compressed", [(), ("--compress",)])
def test_run_and_info(
    compressed: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """
    `run` takes the code object for its processor, and a file's name says nothing to `info`.
    """
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text(
        "kernel void k(global float *x) { x[get_global_id(0)] *= 2; }\n"
    )
    both = ("--mcpu", "gfx900,gfx1100", *compressed)
    assert main(["compile", "k.cl", *both, "-o", "two.hsaco"]) == 0
    assert main(["compile", "k.cl", "--mcpu", "gfx1100", "-o", "one.hsaco"]) == 0
    Path("one.hsaco").rename("kernel.co")
    launch = ("--kernel", "k", "--global-size", "4", "--arg", "iota:float:4", "--dump")
    capfd.readouterr()
    for words in (("two.hsaco", "--mcpu", "gfx900"), ("kernel.co",)):
        assert main(["run", *words, *launch]) == 0
        assert capfd.readouterr().out == "x: float32[4] 0.0 2.0 4.0 6.0\n"
    assert main(["info", "kernel.co"]) == 0
    assert capfd.readouterr().out.startswith(f"kernel.co: {GFX1100}, code object v5\n")
    for words, said in (
        ((), "several code objects; choose a device (--mcpu) of: gfx900, gfx1100"),
        (("--mcpu", "gfx906"), "no code object for gfx906; choose a device"),
    ):
        assert main(["run", "two.hsaco", *words, *launch]) == 1
        assert said in capfd.readouterr().err
    from xdsl_opencl.runtime import Program, RuntimeFailure

    x = np.ones(4, np.float32)
    Program.from_file("two.hsaco", device="gfx1100").k(4, 4, x)
    assert x.tolist() == [2.0] * 4
    data = Path("two.hsaco").read_bytes()
    for size in (30, 60, len(data) // 2):
        with pytest.raises(RuntimeFailure, match="the bundle cannot be read"):
            Program.from_code_object(data[:size], device="gfx900")

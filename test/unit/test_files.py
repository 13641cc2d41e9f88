"""
Files that are written whole or not at all, inputs that are not files, and the cache.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from xdsl_opencl import cache
from xdsl_opencl.cache import cache_folder, read_entry, sweep, write_entry
from xdsl_opencl.files import read_input, write_output
from xdsl_opencl.source import SourceFile

FULL = Path("/dev/full")


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to("real/file")
    write_output(link, "one")
    write_output(link, "two")
    assert link.is_symlink()
    assert (tmp_path / "real" / "file").read_text() == "two"
    assert os.listdir(tmp_path / "real") == ["file"]


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o600)
    write_output(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o444)
    with pytest.raises(PermissionError) as error:
        write_output(path, "newer")
    assert error.value.filename == str(path)
    assert path.read_text() == "new"


def test_name_of_output_is_empty() -> None:
    with pytest.raises(FileNotFoundError, match="name of the output is empty"):
        write_output("", "text")


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")
def test_full_disk_names_the_file() -> None:
    with pytest.raises(OSError, match="No space left") as error:
        write_output(FULL, "text")
    assert error.value.filename == str(FULL)


def test_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "picture.png"
    path.write_text("old")

    def full(self: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left") as error:
        write_output(path, "new")
    assert error.value.filename == str(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["picture.png"]


def test_pipe_without_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mlir")
    with pytest.raises(OSError, match="nothing comes through this pipe"):
        read_input(tmp_path / "pipe.mlir")


def test_pipe_is_read_once() -> None:
    read, write = os.pipe()
    os.write(write, b"builtin.module {}")
    os.close(write)
    source = SourceFile.read(f"/dev/fd/{read}")
    os.close(read)
    assert source.text == "builtin.module {}"
    assert source.path is None


# --- the cache -------------------------------------------------------------------------


def test_no_home_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDSL_OPENCL_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for home in ("", "/", "relative"):
        monkeypatch.setenv("HOME", home)
        assert cache_folder() is None, home
    monkeypatch.setenv("HOME", "/home/somebody")
    assert cache_folder() == Path("/home/somebody/.cache/xdsl-opencl")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == Path("/home/somebody/.cache/xdsl-opencl")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_folder_is_the_users_own(folder: Path) -> None:
    write_entry("a", b"code")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert read_entry("a") == b"code"


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_folder_of_others_is_not_used(
    folder: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    write_entry("a", b"code")
    folder.chmod(mode)
    cache._trusted.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert read_entry("a") is None
    write_entry("b", b"code")
    assert not (folder / "b").exists()
    # Said once.
    assert capsys.readouterr().err.count("can be written by others") == 1
    # What was there when others could write to it is of no use afterwards.
    folder.chmod(0o700)
    cache._trusted.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert read_entry("a") is None
    write_entry("c", b"code")
    assert read_entry("a") is None
    assert read_entry("c") == b"code"


def _replace(path: Path, data: bytes) -> None:
    path.unlink()
    path.write_bytes(data)
    path.chmod(0o600)


def _planted(folder: Path) -> None:
    """As a stranger writes an entry: with a hash, without the secret."""
    content = b"other"
    _replace(folder / "a", hashlib.sha256(content).digest() + content)


def _of_another_secret(folder: Path) -> None:
    secret = folder / ".secret"
    kept = secret.read_bytes()
    _replace(secret, bytes(32))
    write_entry("a", b"other")
    _replace(secret, kept)


def _renamed(folder: Path) -> None:
    write_entry("b", b"other")
    (folder / "b").replace(folder / "a")


def _linked(folder: Path) -> None:
    (folder / "a").replace(folder.parent / "elsewhere")
    (folder / "a").symlink_to(folder.parent / "elsewhere")


def _linked_hard(folder: Path) -> None:
    os.link(folder / "a", folder.parent / "elsewhere")


def _pipe(folder: Path) -> None:
    (folder / "a").unlink()
    os.mkfifo(folder / "a")


def test_folder_in_the_place_of_an_entry(folder: Path) -> None:
    for name in ("a", ".secret"):
        write_entry("b", b"code")
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir()
        write_entry(name, b"code")
        assert read_entry(name) is None
        assert read_entry("b") == (None if name == ".secret" else b"code")


def _writable(folder: Path) -> None:
    (folder / "a").chmod(0o620)


def _secret_gone(folder: Path) -> None:
    (folder / ".secret").unlink()


def _secret_known(folder: Path) -> None:
    (folder / ".secret").chmod(0o640)


@pytest.mark.parametrize(
    "act",
    [
        *(_planted, _of_another_secret, _renamed, _linked, _linked_hard, _pipe),
        *(_writable, _secret_known, _secret_gone),
    ],
)
def test_entries_that_others_may_have_made(
    folder: Path, act: Callable[[Path], None]
) -> None:
    write_entry("a", b"code")
    assert read_entry("a") == b"code"
    act(folder)
    assert read_entry("a") is None
    # Once it is made anew, it serves.
    write_entry("a", b"code")
    assert read_entry("a") == b"code"
    elsewhere = folder.parent / "elsewhere"
    assert not elsewhere.exists() or elsewhere.read_bytes().endswith(b"code")
    assert not (folder / "a").is_symlink()


@pytest.mark.skipif(os.getuid() != 0, reason="only root writes files of another user")
def test_entries_of_another_user(folder: Path) -> None:
    write_entry("a", b"code")
    for name in ("a", ".secret"):
        os.chown(folder / name, 12345, -1)
        assert read_entry("a") is None
        os.chown(folder / name, os.getuid(), -1)
        assert read_entry("a") == b"code"


def test_permissions_of_entries(folder: Path) -> None:
    old = os.umask(0)
    try:
        write_entry("a", b"code")
    finally:
        os.umask(old)
    for name in ("a", ".secret"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_folder_of_another_user(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_entry("a", b"code")
    cache._trusted.cache_clear()  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert read_entry("a") is None
    assert "belongs to another user" in capsys.readouterr().err


def test_oldest_entries_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        write_entry(str(number), bytes(256 << 10))
        os.utime(folder / str(number), (number, number))
    monkeypatch.setenv("XDSL_OPENCL_CACHE_MIB", "1")
    # What is read has been of use.
    assert read_entry("0") is not None
    sweep(folder)
    assert sorted(os.listdir(folder)) == [".secret", "0", "7"]


def test_sweeps_are_rare_for_small_entries(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweeps: list[Path] = []
    monkeypatch.setattr(cache, "sweep", sweeps.append)
    for number in range(500):
        write_entry("same", b"%d" % number)
    assert len(sweeps) <= 3
    # Half of the limit.
    monkeypatch.setenv("XDSL_OPENCL_CACHE_MIB", "4")
    for number in range(500):
        write_entry("same", b"%d" % number)
    assert 16 <= len(sweeps) <= 64


def test_large_entries_stay_within_the_limit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE_MIB", "1")
    for number in range(64):
        write_entry(str(number), bytes([number]) * (64 << 10))
        assert sum(p.stat().st_size for p in folder.iterdir()) < (1 << 20) + (128 << 10)

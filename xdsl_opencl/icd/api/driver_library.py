"""
The driver as files that a loader reads: a shared library, compiled when it is first asked
for, and the `.icd` file that names it.
"""

from __future__ import annotations

import json
import os
import shutil
import site
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from xdsl_opencl.backend import toolchain
from xdsl_opencl.cache import CACHE_VARIABLE, cache_subfolder, content_key
from xdsl_opencl.errors import Error
from xdsl_opencl.files import write_output

_SOURCE = Path(__file__).with_name("driver_library.c")
_LIBRARY = "libxdsl-opencl-icd.so"
_ICD = "xdsl-opencl.icd"


class DriverError(Error):
    """The driver cannot be made on this machine."""


def _python_library() -> str:
    """
    The shared library of this Python.

    Raises `DriverError` when it is not found.
    """
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    names = {
        # mutant: another name finds the library; neither text is the name of a library
        str(sysconfig.get_config_var(key) or "")
        for key in ("INSTSONAME", "LDLIBRARY")
    }
    names.add(f"libpython{version}.so.1.0")
    folders = [
        sysconfig.get_config_var("LIBDIR"),
        os.path.join(sys.base_prefix, "lib"),
        os.path.join(
            str(sysconfig.get_config_var("LIBDIR")),
            str(sysconfig.get_config_var("MULTIARCH")),
        ),
    ]
    for folder in folders:
        for name in sorted(names):
            if folder and ".so" in name and (place := Path(folder, name)).exists():
                return str(place)
    raise DriverError(
        f"error: this Python ({sys.executable}) has no shared library, which a driver "
        f"must load; install libpython{version} (Debian: apt install libpython{version}), "
        "or use a Python that is built with --enable-shared"
    )


def _compiler() -> list[str]:
    """
    The words that start a compiler of C.

    Raises `DriverError` when no compiler is found.
    """
    if (zig := toolchain.zig()) is not None:
        return [zig, "cc"]
    for name in ("cc", "gcc", "clang"):
        if (found := shutil.which(name)) is not None:
            return [found]
    raise DriverError(
        "error: no compiler of C to make the driver with; install the Python package of "
        "the extra 'driver' (pip install 'xdsl-opencl[driver]'), or a cc on the PATH"
    )


def _definitions() -> list[str]:
    """The facts of this Python that the library is compiled for."""
    package = Path(__file__).resolve().parents[3]
    folders = [str(package), *site.getsitepackages()]
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    texts = {
        "PYTHON_LIBRARY": _python_library(),
        "PYTHON_PROGRAM": sys.executable,
        "PYTHON_VERSION": version,
        "PACKAGE_FOLDERS": json.dumps(folders),
    }
    # A string of JSON is one of C and one of Python.
    return [f"-D{name}={json.dumps(text)}" for name, text in texts.items()]


def _compile(arguments: list[str], place: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="xdsl-opencl-") as folder:
        made = Path(folder, _LIBRARY)
        command = [*_compiler(), *arguments, str(_SOURCE), "-o", str(made)]
        # Zig keeps a cache, by default in the user's home, which may not exist.
        environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder}
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, check=False, env=environment
            )
        except OSError as error:
            raise DriverError(
                f"error: the compiler {command[0]} cannot be run: {error.strerror}"
            ) from error
        if result.returncode or not made.exists():
            raise DriverError(
                f"error: {command[0]} cannot compile the driver: {result.stderr.strip()}"
            )
        write_output(place, made.read_bytes())


def icd_file() -> Path:
    """
    The path of the `.icd` file, which is made with the library if need be.

    Raises `DriverError`, which names the missing part.
    """
    arguments = [
        *("-shared", "-fPIC", "-O2", "-fvisibility=hidden", "-Wl,-z,nodelete"),
        *_definitions(),
        *("-ldl", "-lpthread"),
    ]
    key = content_key(_SOURCE.read_bytes(), *arguments, *_compiler())
    folder = cache_subfolder(f"driver-{key[:16]}")
    if folder is None:
        raise DriverError(
            "error: there is no folder to keep the driver in that only you can write to; "
            f"name one in ${CACHE_VARIABLE}"
        )
    library, icd = folder / _LIBRARY, folder / _ICD
    if not library.exists():
        _compile(arguments, library)
    if not icd.exists():
        write_output(icd, f"{library}\n".encode())
    return icd


def environment() -> dict[str, str]:
    """
    The variables that make a loader use this driver and no other: a folder with the
    `.icd` file for loaders that look for one, and the library for loaders that take its
    name.
    """
    icd = icd_file()
    return {
        "OCL_ICD_VENDORS": f"{icd.parent}{os.sep}",
        "OCL_ICD_FILENAMES": str(icd.with_name(_LIBRARY)),
    }

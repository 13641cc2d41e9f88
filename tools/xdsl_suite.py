"""
Runs xDSL's own lit suite with this plug-in, and what does not pass there without it; both
must end alike, test by test.

    python tools/xdsl_suite.py [--jobs N] [--sdist FILE] [TEST ...]

The suite (`tests/filecheck`) comes with the sdist of the version of xDSL that is installed
here, from the package index or from `--sdist`. Each run has an environment of links to the
packages that are installed here; the second lacks this plug-in. `TEST` are files of the suite, all
by default.

Ends with status 1 if a result differs, 2 if the suite cannot be run, and 0 with a reason if
there is no sdist to be had.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from collections import Counter
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
Results = dict[str, tuple[str, str]]
"""Name of each test to its result and its output."""
COMMANDS = ("lit", "filecheck", "xdsl-opt", "xdsl-run", "irdl-to-pyrdl")


def sdist(folder: Path) -> Path | None:
    """Downloads the sdist of the installed xDSL; `None` where that fails."""
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "-q", "--no-deps"),
            *("--no-binary", "xdsl", "--disable-pip-version-check"),
            *("--dest", str(folder), f"xdsl=={metadata.version('xdsl')}"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        print((run.stderr or run.stdout).strip()[-500:], file=sys.stderr)
        return None
    return next(folder.glob("xdsl-*.tar.gz"), None)


def install_psutil(folder: Path) -> bool:
    """
    Installs what lit limits the time of tests with; without it lit leaves out a fifth of
    the suite.
    """
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "-q", "--no-deps"),
            *("--disable-pip-version-check", "--target", str(folder), "psutil"),
        ],
        capture_output=True,
        check=False,
    )
    return run.returncode == 0


def is_ours(name: str) -> bool:
    """True for an entry of `site-packages` that belongs to this package."""
    return "xdsl_opencl" in name.replace("-", "_").lower()


def environment(folder: Path, plugin: bool, extra: Path) -> Path:
    """
    Makes a virtual environment with the packages of this one, and with the plug-in of this
    checkout or without any, and those in `extra`; returns its folder of commands.
    """
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True
    )
    ours = Path(sysconfig.get_path("purelib"))
    places = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", vars=places))
    for entry in ours.iterdir():
        if not is_ours(entry.name):
            (packages / entry.name).symlink_to(entry)
    for entry in extra.iterdir() if extra.exists() else ():
        if not (packages / entry.name).exists():
            (packages / entry.name).symlink_to(entry)
    if plugin:
        (packages / "xdsl_opencl").symlink_to(ROOT / "xdsl_opencl")
        info = packages / "xdsl_opencl-0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: xdsl-opencl\nVersion: 0\n"
        )
        points = [
            f"{point.name} = {point.value}\n"
            for point in metadata.entry_points(group="xdsl.universe")
            if point.name == "xdsl_opencl"
        ]
        (info / "entry_points.txt").write_text("[xdsl.universe]\n" + "".join(points))
    scripts = folder / "bin"
    for command in COMMANDS:
        source = Path(sys.executable).parent / command
        _, _, text = source.read_text(encoding="utf-8").partition("\n")
        (scripts / command).write_text(f"#!{scripts}/python\n{text}", encoding="utf-8")
        (scripts / command).chmod(0o755)
    return scripts


def finds_the_plugin(scripts: Path) -> bool:
    """Tells whether xDSL finds this plug-in in the environment."""
    script = "from xdsl.universe import Universe as U; print(*U.get_multiverse().all_dialects)"
    run = subprocess.run(
        [scripts / "python", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env=plain(),
        # In a checkout `-c` would see the plug-in's `.egg-info`.
        cwd=scripts,
    )
    return "opencl" in run.stdout.split()


def plain() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}


def results(
    scripts: Path, suite: Path, tests: list[str], jobs: int, out: Path
) -> Results:
    chosen = [str(suite / test) for test in tests] or [str(suite)]
    subprocess.run(
        [scripts / "lit", "-q", f"-j{jobs}", f"--output={out}", *chosen],
        env={**plain(), "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"},
        cwd=scripts,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if not out.exists():
        print("lit wrote no results", file=sys.stderr)
        raise SystemExit(2)
    found = json.loads(out.read_text(encoding="utf-8"))["tests"]
    return {test["name"]: (test["code"], test["output"]) for test in found}


def counted(
    folder: Path, plugin: bool, extra: Path, suite: Path, tests: list[str], jobs: int
) -> Results:
    """Runs `tests` with the plug-in or without it, and prints how many ended how."""
    label = "with" if plugin else "without"
    scripts = environment(folder / label, plugin, extra)
    if finds_the_plugin(scripts) != plugin:
        print(f"the environment {label} the plug-in is not", file=sys.stderr)
        raise SystemExit(2)
    found = results(scripts, suite, tests, jobs, folder / f"{label}.json")
    counts = Counter(code for code, _ in found.values())
    print(
        f"{label} the plug-in: {len(found)} tests, {dict(sorted(counts.items()))}",
        flush=True,
    )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--sdist", type=Path, help="xdsl-VERSION.tar.gz")
    parser.add_argument("tests", nargs="*", help="files of the suite; all by default")
    args = parser.parse_args()
    # They belong to this environment, whose versions `pyproject.toml` states.
    missing = [name for name in COMMANDS if not shutil.which(name, path=BIN)]
    if missing:
        print(f"{BIN} lacks {', '.join(missing)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = args.sdist or sdist(folder)
        if archive is None:
            print("skipped: the package index gives no sdist of xDSL")
            return 0
        with tarfile.open(archive) as tar:
            tar.extractall(folder / "sdist", filter="data")
        extra = folder / "extra"
        if not install_psutil(extra):
            print("the package index gives no psutil: lit leaves out some tests")
        suite = next((folder / "sdist").glob("*/tests/filecheck"))
        config = suite / "lit.cfg"
        text = config.read_text(encoding="utf-8")
        # A busy machine needs more than its 20 s for some tests.
        text = text.replace("maxIndividualTestTime = 20", "maxIndividualTestTime = 900")
        config.write_text(text, encoding="utf-8")
        after = counted(folder, True, extra, suite, args.tests, args.jobs)
        others = {test for test, (code, _) in after.items() if code != "PASS"}
        # A test's name is that of the suite and the path in it.
        files = [test.partition(" :: ")[2] for test in sorted(others)]
        before: Results = {}
        if files:
            before = counted(folder, False, extra, suite, files, args.jobs)
        different = [
            test
            for test in sorted(others | before.keys())
            if before.get(test, ("", ""))[0] != after.get(test, ("", ""))[0]
        ]
        for test in different:
            codes = [run.get(test, ("no such test", ""))[0] for run in (before, after)]
            print(f"\n{test}: {codes[0]} without, {codes[1]} with the plug-in")
            print(after.get(test, ("", ""))[1][-3000:])
        print(f"{len(different)} differences")
        return 1 if different else 0


BIN = str(Path(sys.executable).parent)

if __name__ == "__main__":
    sys.exit(main())

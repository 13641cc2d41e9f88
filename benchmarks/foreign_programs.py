"""
Programs of others, unchanged, on the OpenCL driver and on other drivers: a table with each
program's own verdict and its time.

    python benchmarks/foreign_programs.py --driver pocl=/etc/OpenCL/vendors/pocl.icd
    python benchmarks/foreign_programs.py --only 'hashcat 1400' --keep logs
    python benchmarks/foreign_programs.py --only loopy --python VENV/bin/python loopy=../loopy

Programs that are not there are skipped, with the reason. Those that are no command of the
system come as `NAME=PATH`: a folder of tests of a Python package (`gputools`, `loopy`,
`reikna`, `pyclesperanto`) for the interpreter of `--python`; a folder of programs that were
built before (`Boost.Compute`, `ViennaCL`); a program (`clFFT`, `john`, `VkFFT`).

A time is of the wall clock, with builds: caches of drivers and programs are new for each
driver, and rows that follow each other share them. A driver that is not ours may need
`LD_LIBRARY_PATH`.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

OWN = "xdsl-opencl"


class Absent(Exception):
    """The reason for which a row is skipped."""


@dataclass(frozen=True)
class Driver:
    """A driver by its `.icd` file, ours without one; `folder` is for its caches."""

    name: str
    icd: str
    folder: Path

    def run(self, words: list[str], limit: float) -> tuple[int | None, str]:
        """
        The status of a program and what it says. The status is `None` for one that has not
        ended after `limit` seconds.
        """
        environment = os.environ | {
            "XDG_CACHE_HOME": str(self.folder / "programs"),
            "XDSL_OPENCL_CACHE": str(self.folder / "driver"),
            "POCL_CACHE_DIR": str(self.folder / "driver"),
            "PYOPENCL_NO_CACHE": "1",
        }
        for name in ("programs", "driver"):
            (self.folder / name).mkdir(exist_ok=True, mode=0o700)
        if self.icd:
            environment["OCL_ICD_VENDORS"] = self.icd
        else:
            words = [sys.executable, "-m", "xdsl_opencl", "icd", "--", *words]
        with tempfile.TemporaryFile() as said:
            # A file, which children that outlive the program do not keep open.
            with subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env=environment,
                cwd=self.folder,
            ) as process:
                try:
                    status = process.wait(limit)
                except subprocess.TimeoutExpired:
                    process.kill()
                    status = None
            said.seek(0)
            return status, said.read().decode("utf-8", "replace")


@dataclass(frozen=True)
class Run:
    """One run of a row: what it may use. `log` collects the outputs."""

    driver: Driver
    python: str
    given: dict[str, Path]
    limit: float
    log: list[str] = field(default_factory=list[str])

    def say(self, *words: str) -> tuple[int | None, str]:
        """Runs a program with the driver, as `Driver.run`."""
        status, text = self.driver.run(list(words), self.limit)
        self.log.append(f"$ {' '.join(words)}\n{text}[{status}]\n")
        return status, text

    def path(self, name: str) -> Path:
        """What the user gave for `name`."""
        if name not in self.given:
            raise Absent(f"give {name}=PATH")
        return self.given[name]


def command(name: str) -> str:
    """The path of a command. Raises `Absent`."""
    if (found := shutil.which(name)) is None:
        raise Absent(f"no {name} on the PATH")
    return found


def _ended(status: int | None, run: Run) -> str:
    if status is None:
        return f"no end in {run.limit:.0f} s"
    return f"ends with {status}"


# hashcat

WORDS = ("password", "123456789", "letmein", "hash word", "correct horse")
PASSWORD = "kn0wn-pass"
"""The password of the hashes that are made here; eight letters are WPA's least."""


def _hex(kind: str) -> Callable[[], str]:
    return lambda: hashlib.new(kind, PASSWORD.encode()).hexdigest()


def _salted() -> str:
    return hashlib.md5(f"{PASSWORD}salt".encode()).hexdigest() + ":salt"


def _phpass() -> str:
    """The portable hash of phpass: MD5, 2^11 times."""
    letters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    salt, password = "saltsalt", PASSWORD.encode()
    made = hashlib.md5(salt.encode() + password).digest()
    for _ in range(1 << 11):
        made = hashlib.md5(made + password).digest()
    text = ""
    for start in range(0, len(made), 3):
        part = made[start : start + 3]
        number = int.from_bytes(part, "little")
        text += "".join(letters[number >> 6 * i & 63] for i in range(len(part) + 1))
    return f"$P${letters[11]}{salt}{text}"


def _crypt(option: str) -> Callable[[], str]:
    def make() -> str:
        words = [command("openssl"), "passwd", option, "-salt", "saltsalt", PASSWORD]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return make


def _wpa() -> str:
    """A PMKID (IEEE 802.11, 12.7.1.3) in hashcat's form."""
    point, station, name = bytes.fromhex("0a1b2c3d4e5f"), bytes(range(6)), b"network"
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD.encode(), name, 4096, 32)
    made = hmac.new(key, b"PMK Name" + point + station, "sha1").hexdigest()[:32]
    return f"WPA*01*{made}*{point.hex()}*{station.hex()}*{name.hex()}***"


MODES: dict[int, tuple[str, Callable[[], str] | None]] = {
    0: ("MD5", _hex("md5")),
    10: ("md5($pass.$salt)", _salted),
    100: ("SHA1", _hex("sha1")),
    400: ("phpass", _phpass),
    500: ("md5crypt", _crypt("-1")),
    900: ("MD4", None),
    1000: ("NTLM", None),
    1400: ("SHA2-256", _hex("sha256")),
    1700: ("SHA2-512", _hex("sha512")),
    1800: ("sha512crypt", _crypt("-6")),
    3200: ("bcrypt", None),
    22000: ("WPA-PBKDF2-PMKID", _wpa),
}
"""The name of each mode, and what makes a hash; else hashcat's example is taken."""


def _known(mode: int) -> tuple[str, str]:
    """A hash and its password."""
    _, make = MODES[mode]
    if make is not None:
        return make(), PASSWORD
    words = [command("hashcat"), "--example-hashes", "--machine-readable", "-m"]
    said = subprocess.run([*words, str(mode)], capture_output=True, text=True).stdout
    example = json.loads(said[said.index("{") :])[str(mode)]
    return example["example_hash"], example["example_pass"]


def _hashcat(run: Run, mode: int, *words: str) -> str:
    """Runs hashcat, and returns its output. Its self-test is on, but in benchmarks."""
    options = ("--potfile-disable", "--hwmon-disable", "--session", f"m{mode}")
    return run.say(command("hashcat"), "-m", str(mode), *options, *words)[1]


def _self_test(said: str) -> str:
    return "SELF-TEST FAILS, " if "self-test failed" in said else ""


def _crack(mode: int, *, mask: bool) -> Callable[[Run], str]:
    def verdict(run: Run) -> str:
        command("hashcat")
        made, password = _known(mode)
        if mask:
            words = ("-a", "3", made, f"{password[:-2]}?l?l")
        else:
            place = run.driver.folder / "words.txt"
            place.write_text("\n".join((*WORDS, password, *WORDS)) + "\n")
            words = ("-a", "0", made, str(place))
        said = _hashcat(run, mode, *words)
        found = f":{password}\n" in said.replace("\r", "\n")
        status = re.search(r"Status\.+: (\w+)", said)
        word = "cracked" if found and status and status[1] == "Cracked" else "not found"
        return _self_test(said) + word

    return verdict


def _speed(mode: int) -> Callable[[Run], str]:
    def verdict(run: Run) -> str:
        said = _hashcat(run, mode, "-b")
        speed = re.search(r"Speed\.#1\.+: +(\S+ \S+)", said)
        return _self_test(said) + (speed[1] if speed else "no speed")

    return verdict


# Programs with a picture


def write_raw_picture(path: Path, width: int = 768, height: int = 512) -> None:
    """Writes waves of colours as a camera's raw picture: DNG, RGGB, 16 bits."""
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            colour = (y & 1) + (x & 1)
            wave = math.sin(x / (9 + 7 * colour)) * math.cos(y / (13 + 3 * colour))
            value = (wave + 1) * (3000 + 9 * (x % 211)) * (0.3 + y / height)
            rows += struct.pack("<H", min(600 + int(value), 16383))
    matrix = (8, -2, -1, -4, 12, 2, -1, 2, 6)
    # The tag, its type (1 byte, 2 text, 3 short, 4 long, 5 and 10 fractions), the values.
    entries: list[tuple[int, int, list[int] | bytes]] = [
        *((254, 4, [0]), (256, 4, [width]), (257, 4, [height]), (258, 3, [16])),
        *((259, 3, [1]), (262, 3, [32803]), (271, 2, b"Made\0"), (272, 2, b"Waves\0")),
        *((273, 4, [8]), (274, 3, [1]), (277, 3, [1]), (278, 4, [height])),
        *((279, 4, [len(rows)]), (33421, 3, [2, 2]), (33422, 1, b"\0\1\1\2")),
        *((50706, 1, b"\1\4\0\0"), (50708, 2, b"Made Waves\0"), (50714, 4, [512])),
        *((50717, 4, [16383]), (50721, 10, [n for v in matrix for n in (v, 10)])),
        *((50728, 5, [1, 2, 1, 1, 6, 10]), (50778, 3, [21])),
    ]
    forms = {1: "B", 2: "B", 3: "H", 4: "I", 5: "I", 10: "i"}
    table = extra = b""
    after = 8 + len(rows) + 2 + 12 * len(entries) + 4
    for tag, kind, values in entries:
        data = struct.pack(f"<{len(values)}{forms[kind]}", *values)
        count = len(values) // 2 if kind in (5, 10) else len(values)
        if len(data) > 4:
            place = struct.pack("<I", after + len(extra))
            extra += data + b"\0" * (len(data) % 2)
        else:
            place = data.ljust(4, b"\0")
        table += struct.pack("<HHI", tag, kind, count) + place
    head = struct.pack("<2sHI", b"II", 42, 8 + len(rows))
    path.write_bytes(
        head + rows + struct.pack("<H", len(entries)) + table + bytes(4) + extra
    )


def _darktable(run: Run) -> str:
    """
    Develops a raw picture. darktable leaves out devices that are processors, but not those
    that its configuration enables; its first run writes that.
    """
    program, folder = command("darktable-cli"), run.driver.folder
    picture, settings = folder / "waves.dng", folder / "settings"
    write_raw_picture(picture)
    core = ("--core", "--configdir", str(settings), "-d", "opencl", "-d", "perf")
    # Else darktable compares its speed with the processor's, and may use it no more.
    flow = (
        "--conf",
        "plugins/darkroom/workflow=scene-referred",
        "--conf",
        "opencl=TRUE",
    )
    made = ((str(folder / f"{n}.tif"), *core, *flow) for n in ("first", "second"))
    run.say(program, str(picture), *next(made))
    lines = (settings / "darktablerc").read_text()
    enabled = r"\1=0 250 0 16 16 128 0 0 0.000000 0.000"
    lines = re.sub(r"(?m)^(cldevice_v\d_\w+)=(?:\S+ )+\S+$", enabled, lines)
    (settings / "darktablerc").write_text(lines)
    _, said = run.say(program, str(picture), *next(made))
    failed = re.search(r"failed to compile program `(\S+)'", said)
    if failed:
        return f"cannot build {failed[1]}"
    steps = re.findall(r"processed `[^']*' on (GPU|CPU)", said)
    return f"{steps.count('GPU')} of {len(steps)} steps on the device"


# Suites of tests


def _pytest(run: Run, *words: str) -> str:
    status, said = run.say(
        run.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words
    )
    last = said.strip().splitlines()[-1:]
    counts = re.findall(r"\d+ (?:passed|failed|skipped|errors?|xfailed)", "".join(last))
    return ", ".join(counts) if counts else _ended(status, run)


def _package(module: str, *words: str) -> Callable[[Run], str]:
    """The tests in an installed package."""

    def verdict(run: Run) -> str:
        name = module.partition(".")[0]
        test = f"import importlib.util as u, sys; sys.exit(not u.find_spec({name!r}))"
        if subprocess.run([run.python, "-c", test], check=False).returncode:
            raise Absent(f"{run.python} has no {name}")
        return _pytest(run, "--pyargs", module, *words)

    return verdict


def _tests(name: str, *words: str) -> Callable[[Run], str]:
    """The tests in a folder that the user gave."""
    return lambda run: _pytest(run, str(run.path(name).resolve()), *words)


def _content(run: Run, commands: dict[str, tuple[str, ...]]) -> str:
    """How many of the commands, by their names, end with 0, and those that do not."""
    bad = [name for name, words in commands.items() if run.say(*words)[0] != 0]
    words = f"{len(commands) - len(bad)} of {len(commands)}"
    return f"{words} ({', '.join(bad[:9])} fail)" if bad else words


def _programs(name: str) -> Callable[[Run], str]:
    """Programs in a folder, which end with 0 if they are content."""

    def verdict(run: Run) -> str:
        programs = sorted(p for p in run.path(name).resolve().iterdir() if p.is_file())
        return _content(run, {p.name: (str(p),) for p in programs})

    return verdict


def _john(run: Run) -> str:
    """The self-test of each of John the Ripper's formats, in a process of its own."""
    program = str(run.path("john").resolve())
    _, said = run.say(program, "--list=formats", "--format=opencl")
    names = sorted(set(re.findall(r"[\w-]+-opencl\b", said)))
    return _content(run, {n: (program, "--test=0", f"--format={n}") for n in names})


def _clfft(run: Run) -> str:
    """clFFT's tests, for GoogleTest, of transforms in one dimension."""
    choice = "--gtest_filter=accuracy_test_pow?_*.normal_1D_*_in_place_*"
    status, said = run.say(str(run.path("clFFT").resolve()), "--cpu", choice)
    words = f"{said.count('[       OK ]')} passed"
    if failed := re.search(r"\[  FAILED  \] (\d+) tests?, listed", said):
        words += f", {failed[1]} failed"
    return words if status is not None else f"{words} when time was over"


def _openmm(run: Run) -> str:
    """OpenMM's test of an installation: forces of all its platforms beside each other."""
    status, said = run.say(run.python, "-m", "openmm.testInstallation")
    found = re.search(r"Reference vs. OpenCL: (\S+)", said)
    if found is None:
        return _ended(status, run)
    good = "All differences are within tolerance" in said
    return f"{'' if good else 'not '}within tolerance, {float(found[1]):.1e}"


def _clpeak(run: Run) -> str:
    status, said = run.say(command("clpeak"))
    single = re.search(r"float4 +: (\S+)\s+float8", said.partition("Single")[2])
    return f"{single[1]} GFLOPS" if single and not status else _ended(status, run)


def _vkfft(run: Run) -> str:
    """
    The relative difference from FFTW that VkFFT's sample 11, in single precision, reports on
    average for each size.
    """
    status, said = run.say(str(run.path("VkFFT").resolve()), "-vkfft", "11")
    found = re.findall(r"avg_eps: (\S+) max_eps: \S+\n", said)
    if not found:
        return _ended(status, run)
    words = f"{len(found)} sizes, differences at most {max(map(float, found)):.1e}"
    return words if status == 0 else f"{words}, {_ended(status, run)}"


@dataclass(frozen=True)
class Row:
    """A line of the table: a program, what is run, and the function with its verdict."""

    program: str
    what: str
    verdict: Callable[[Run], str]
    version: tuple[str, ...] = ()


_HASHCAT = ("hashcat", "--version")
ROWS = (
    *(
        Row(f"hashcat {mode}", f"{name}, {what}", verdict, _HASHCAT)
        for mode, (name, _) in MODES.items()
        for what, verdict in (
            ("dictionary", _crack(mode, mask=False)),
            ("mask", _crack(mode, mask=True)),
            ("`-b`", _speed(mode)),
        )
    ),
    Row("clpeak", "all", _clpeak),
    Row(
        "darktable",
        "a raw picture",
        _darktable,
        ("darktable-cli", "--version"),
    ),
    Row("pyFAI", "`pyFAI.opencl.test`", _package("pyFAI.opencl.test")),
    Row(
        "silx",
        "`silx.opencl.test` but those that download",
        _package("silx.opencl.test", "-k", "not test_convolution and not medfilt"),
    ),
    Row("gputools", "tests but `fftspeed`", _tests("gputools", "-k", "not fftspeed")),
    Row("loopy", "tests of the folder", _tests("loopy")),
    Row("reikna", "tests of the folder", _tests("reikna")),
    Row("pyclesperanto", "tests of the folder", _tests("pyclesperanto")),
    Row("Boost.Compute", "all tests", _programs("Boost.Compute")),
    Row("ViennaCL", "tests", _programs("ViennaCL")),
    Row("VkFFT", "sample 11", _vkfft),
    Row("clFFT", "tests in one dimension, in place", _clfft),
    Row("OpenMM", "`openmm.testInstallation`", _openmm),
    Row("john", "self-tests of all formats for OpenCL", _john),
)


def _version(row: Row) -> str:
    if not row.version or shutil.which(row.version[0]) is None:
        return ""
    done = subprocess.run(row.version, capture_output=True, text=True, check=False)
    found = re.search(r"\d+(?:\.\d+)+", done.stdout + done.stderr)
    return found[0] if found else ""


def _cell(row: Row, run: Run, keep: Path | None) -> str:
    start = time.monotonic()
    verdict = row.verdict(run)
    seconds = time.monotonic() - start
    if keep is not None:
        name = re.sub(r"\W+", "-", f"{row.program} {row.what} {run.driver.name}")
        (keep / f"{name}.log").write_text("".join(run.log), encoding="utf-8")
    return f"{verdict}; {seconds:.1f} s"


def _pairs(words: list[str], what: str) -> dict[str, Path]:
    pairs: dict[str, Path] = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not equals or not name or not Path(path).exists():
            raise SystemExit(f"error: {word!r} is no {what}=PATH of a file or folder")
        pairs[name] = Path(path)
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Runs programs of others on OpenCL drivers."
    )
    parser.add_argument("given", nargs="*", metavar="NAME=PATH", default=[])
    parser.add_argument("--driver", action="append", default=[], metavar="NAME=ICD")
    parser.add_argument("--only", default="", metavar="REGEX", help="rows to run")
    parser.add_argument("--python", default=sys.executable, help="of the packages")
    parser.add_argument("--limit", type=float, default=600, help="seconds of a run")
    parser.add_argument("--keep", type=Path, help="folder for the outputs")
    options = parser.parse_args()
    given = _pairs(options.given, "NAME")
    icds = _pairs(options.driver, "NAME")
    names = {row.program for row in ROWS}
    if unknown := sorted(set(given) - names):
        raise SystemExit(f"error: no row {unknown[0]!r}; {', '.join(sorted(names))}")
    try:
        chosen = [r for r in ROWS if re.search(options.only, f"{r.program} {r.what}")]
    except re.error as error:
        raise SystemExit(f"error: --only {options.only!r}: {error}") from None
    if not chosen:
        raise SystemExit(f"error: no row is like {options.only!r}")
    if shutil.which(options.python) is None:
        raise SystemExit(f"error: --python {options.python!r} is no program")
    if find_spec("xdsl_opencl") is None:
        raise SystemExit("error: the package xdsl_opencl is not installed here")
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="foreign-") as folder:
        drivers = [Driver(OWN, "", Path(folder, OWN))]
        drivers += [
            Driver(n, str(p.resolve()), Path(folder, n)) for n, p in icds.items()
        ]
        for driver in drivers:
            driver.folder.mkdir()
        print(
            "| program | version | what |", *(f" {d.name} |" for d in drivers), sep=""
        )
        print("|---" * (3 + len(drivers)) + "|")
        for row in chosen:
            try:
                runs = (Run(d, options.python, given, options.limit) for d in drivers)
                cells = [_cell(row, run, options.keep) for run in runs]
            except Absent as reason:
                print(f"{row.program}, {row.what}: skipped, {reason}", file=sys.stderr)
                continue
            words = (row.program, _version(row), row.what, *cells)
            print(f"| {' | '.join(words)} |", flush=True)


if __name__ == "__main__":
    main()

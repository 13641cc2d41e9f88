"""
Machine code for this machine: LLVM IR text in, an object file and addresses of functions out.

LLVM optimises and generates code in the child process of `backend.llvm.llvm_child`, and the
object is loaded here. When one of LLVM's passes ends that process, or takes far too long, a
lower level, which has fewer of them, is tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from xdsl_opencl.abi.conventions.host import native_features
from xdsl_opencl.abi.cpu.host_features import has_wide_rows
from xdsl_opencl.backend.llvm.llvm_child import Question, start
from xdsl_opencl.backend.llvm.llvm_host import (
    CHEAP,
    QUICK,
    compile_library,
    make_machine,
    prepare,
    processor,
)
from xdsl_opencl.backend.llvm.llvm_worker import FAULTS
from xdsl_opencl.backend.spare import start_spare
from xdsl_opencl.cache import content_key, read_entry, write_entry
from xdsl_opencl.garbage import collect_early
from xdsl_opencl.runtime.cpu.forking import wait_at_exit
from xdsl_opencl.runtime.cpu.libraries import (
    Linked,
    library_text,
    with_libraries,
)
from xdsl_opencl.runtime.errors import RuntimeFailure

# llvmlite has no type annotations.
_llvm: Any = import_module("llvmlite.binding")

_LOWER_LEVELS = {3: 1, 2: 1, 1: 0}
"""
Optimisation levels that are tried when LLVM aborts or has no end; level 1 vectorises nothing.
"""


def _patience(ir: str) -> float:
    """
    The processor time, in seconds, that LLVM may take for `ir` at a level that has a lower one
    without vectorisation: some ten times as much as usual. LLVM 22's loop vectoriser takes
    exponential time for a value that each step uses twice (`a < b ? b : a`) and that is the
    same for all work items.
    """
    return 2 + len(ir) / 20_000


@cache
def _prepare() -> None:
    _llvm.initialize_native_target()
    _llvm.initialize_native_asmprinter()
    prepare(_llvm)
    # LLVM makes its context, which the end of the process destroys, when the first module
    # is read.
    _llvm.parse_assembly("")
    wait_at_exit()


@cache
def generator() -> tuple[str, ...]:
    """Stands for LLVM with its options, and the processor that it makes code for."""
    version: str = import_module("llvmlite").__version__
    return version, " ".join(FAULTS), *processor(_llvm)


def _key(linked: Linked, level: int, facts: int) -> str:
    libraries = (word for part in linked.libraries for word in part)
    return content_key(linked.ir, str(level), str(facts), *generator(), *libraries)


def _request(linked: Linked, level: int, facts: int) -> dict[str, Any]:
    """A request for the object file of LLVM IR for launches of `facts`."""
    return {
        "service": "xdsl_opencl.backend.llvm.llvm_host",
        "ir": linked.ir,
        "libraries": [(one.text, one.attribute) for one in linked.libraries],
        "elements": linked.elements,
        "level": level,
        "facts": facts,
        "elsewhere": linked.elsewhere,
        "apart": [],
    }


class _LibraryObject:
    """
    The object file of a library whose functions programs call, with code of LLVM's `level`: 0 for
    cheap code. LLVM makes it in this process while LLVM's process compiles the program. LLVM's
    process makes both of a program that nobody waits for.
    """

    def __init__(self, name: str, level: int) -> None:
        self.name = name
        self._level = level
        key = content_key(library_text(name), str(level), *generator())
        self._entry = f"{key}.o"
        self.code = read_entry(self._entry)

    def make(self, made: bytes | None = None) -> bytes:
        """The object file, which is `made` already, or else this makes it."""
        if self.code is None:
            self.code = made or compile_library(
                _llvm, library_text(self.name), self._level
            )
            write_entry(self._entry, self.code)
        return self.code


_library_object = cache(_LibraryObject)


def _new_engine(level: int) -> Any:
    """An engine of LLVM without code."""
    # The engine becomes the owner of the target machine that it is given, so it gets a
    # new one, and it wants a module to begin with.
    machine = make_machine(_llvm, level)
    empty = _llvm.parse_assembly("")
    empty.triple = machine.triple
    return _llvm.create_mcjit_compiler(empty, machine)


@cache
def library_functions(library: str, *names: str) -> dict[str, int]:
    """
    Returns the addresses of functions of a library, which stay until the process ends:
    threads may still run them after the end of Python.

    Raises `RuntimeFailure` when LLVM refuses the library.
    """
    _prepare()
    engine = _new_engine(0)
    # Clang has optimised it; it would take ten times as long.
    code = _library_object(library, 0).make()
    engine.add_object_file(_llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    addresses = {name: int(engine.get_function_address(name)) for name in names}
    # It is never disposed of.
    engine.detach()
    return addresses


class MachineCode(NamedTuple):
    """An object file, and the libraries whose functions it calls."""

    object: bytes
    libraries: tuple[str, ...]


class Compilation:
    """
    The machine code of LLVM IR at LLVM's optimisation level `level` for launches of `facts`
    (`LAUNCH_FACTS`): from the cache, or made in LLVM's process while this one does something
    else.
    """

    def __init__(self, ir: str, level: int = 3, facts: int = 0):
        _prepare()
        wide = has_wide_rows(native_features())
        self._linked = with_libraries(ir, wide=wide)
        self._level = level
        self._facts = facts
        self._entry = f"{_key(self._linked, level, facts)}.o"
        self._question: Question | None = None
        self._apart: list[_LibraryObject] = []
        """The libraries that the question is about, besides."""
        self._object = read_entry(self._entry)

    def cheap(self, *, is_long: bool) -> MachineCode:
        """
        Code that is made in a fraction of the time, and slower; less so for a launch that
        `is_long`.

        Raises `RuntimeFailure` as `code`.
        """
        other = copy(self)
        other._question, other._apart = None, []
        other._level = QUICK if is_long else CHEAP
        other._entry = f"{_key(self._linked, other._level, self._facts)}.o"
        other._object = read_entry(other._entry)
        return other.code()

    def _libraries(self) -> list[_LibraryObject]:
        level = 0 if self._level < 0 else 2
        return [_library_object(name, level) for name in self._linked.objects]

    def begin(self, *, later: bool = True) -> None:
        """
        Lets LLVM begin, unless it did; with `later`, nobody waits for it, and LLVM may be busy.
        """
        if self._object is not None or self._question is not None:
            return
        if later and not start():
            return
        request = _request(self._linked, self._level, self._facts)
        self._apart = []
        if later:
            self._apart = [one for one in self._libraries() if one.code is None]
            request["apart"] = [library_text(one.name) for one in self._apart]
        if self._level > 1:
            request["seconds"] = _patience(self._linked.ir)
        self._question = Question(request, later=later)

    def is_done(self) -> bool:
        """Returns whether `code` does not wait for LLVM."""
        if self._object is not None:
            return True
        question = self._question
        while question is not None and question.is_answered():
            if question.answer().values is not None or not self._try_less(later=True):
                return True
            question = self._question
        return False

    def _try_less(self, *, later: bool) -> bool:
        """Returns whether LLVM, which ended, begins again with fewer passes."""
        if self._level not in _LOWER_LEVELS:
            return False
        self._level = _LOWER_LEVELS[self._level]
        self._question = None
        self.begin(later=later)
        return True

    def code(self) -> MachineCode:
        """
        The machine code, for which this waits.

        Raises `RuntimeFailure` when LLVM refuses the IR or a function has no definition.
        """
        while self._object is None:
            self.begin(later=False)
            # Clang for the next program begins while LLVM works.
            start_spare()
            assert self._question is not None
            if not self._apart:
                for library in self._libraries():
                    library.make()
            collect_early()
            answer = self._question.answer()
            if (values := answer.values) is None:
                if self._try_less(later=False):
                    continue
                said = answer.printed.strip()
                last = said.splitlines()[-1] if said else "no message"
                raise RuntimeFailure(f"LLVM aborted: {last}")
            if "error" in values:
                raise RuntimeFailure(f"LLVM refuses the kernel: {values['error']}")
            if "undefined" in values:
                names = ", ".join(f"'{name}'" for name in values["undefined"])
                raise RuntimeFailure(f"{names}: called, but not defined anywhere")
            for library, made in zip(self._apart, values["apart"], strict=True):
                library.make(bytes(made))
            self._object = bytes(values["object"])
            write_entry(self._entry, self._object)
        return MachineCode(self._object, self._linked.objects)


def machine_code(ir: str, level: int = 3, facts: int = 0) -> MachineCode:
    """Returns the code of a `Compilation`; raises as that does."""
    return Compilation(ir, level, facts).code()


class Engine:
    """Machine code in memory; its functions live as long as this object."""

    def __init__(
        self, code: MachineCode, costs: Mapping[str, Any], spill_bytes: int = 0
    ):
        """
        `spill_bytes`: the stack that functions of cheap code need besides what kernels' `costs` say.
        Raises `RuntimeFailure` when LLVM refuses the object file.
        """
        self.costs = costs
        self.spill_bytes = spill_bytes
        _prepare()
        self._engine = _new_engine(0)
        try:
            level = 0 if spill_bytes else 2
            made = [_library_object(name, level).make() for name in code.libraries]
            for data in (*made, code.object):
                self._engine.add_object_file(_llvm.ObjectFileRef.from_data(data))
        except RuntimeError as error:
            raise RuntimeFailure(f"LLVM refuses the machine code: {error}") from None
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """
        The address of function `name`.

        Raises `RuntimeFailure` when it is not defined.
        """
        # `get_function_address` of llvmlite takes ASCII names only.
        library = _llvm.ffi.lib
        address = int(library.LLVMPY_GetFunctionAddress(self._engine, name.encode()))
        if not address:
            raise RuntimeFailure(f"no function '{name}' in the compiled module")
        return address

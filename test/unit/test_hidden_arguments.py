"""
Hidden arguments: for every slot of every code object version, those that the finished
code reads are those that the metadata of the ELF file lists.

The code is LLVM's, after optimisation: loads from the implicit argument pointer in its
IR where our lowering wrote them, scalar loads from the argument segment in its assembly
where code generation adds more (bases of apertures, the queue of a trap).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pytest
from lower_helpers import parse, run
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.arguments.placing import HiddenSlot
from xdsl_opencl.abi.model import PlacedArgument
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.codegen import generate
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.ir.diagnostics import PassError
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

EXPLICIT = 16
"""Bytes before the hidden block: a global and a local pointer, padded."""

TARGETS = {
    f"{mcpu}-v{version}{'-prints' if prints else ''}": (
        Target(Abi.AMDHSA, mcpu, code_object_version=version),
        prints,
    )
    for mcpu, version, prints in (
        ("gfx803", 4, True),
        ("gfx803", 5, False),
        ("gfx900", 4, False),
        ("gfx1100", 5, True),
        ("gfx1100", 6, False),
    )
}

STORE = "llvm.store volatile %v, %o : {}, !llvm.ptr<1>"
PRINT = '%v = opencl.printf "%d"(%n) : i32 ' + STORE.format("i32")


def query(text: str, type: str) -> str:
    return f"%v = opencl.{text} : {type} {STORE.format(type)}"


QUERIES = {
    **{
        f"{name}_{axis}": query(f"{name} {axis}", "i64")
        for name in (
            "get_enqueued_local_size",
            "get_global_id",
            "get_global_offset",
            "get_global_size",
            "get_local_size",
            "get_num_groups",
        )
        for axis in range(3)
    },
    "get_global_linear_id": query("get_global_linear_id", "i64"),
    "get_work_dim": query("get_work_dim", "i32"),
    "nothing": "",
}
"""The queries of the opencl level; code generation adds no hidden argument to them."""

ADDED = {
    "local_to_generic": (
        "%v = llvm.addrspacecast %l : !llvm.ptr<3> to !llvm.ptr<4> "
        + STORE.format("!llvm.ptr<4>")
    ),
    "private_to_generic": (
        "%a = llvm.alloca %n x i32 : (i32) -> !llvm.ptr "
        "%v = llvm.addrspacecast %a : !llvm.ptr to !llvm.ptr<4> "
        + STORE.format("!llvm.ptr<4>")
    ),
    "trap": '"llvm.intr.trap"() : () -> ()',
    "queue_pointer": (
        '%p = llvm.call_intrinsic "llvm.amdgcn.queue.ptr"() : () -> !llvm.ptr<2> '
        "%v = llvm.load %p : !llvm.ptr<2> -> i64 " + STORE.format("i64")
    ),
}
"""The operations for which code generation loads hidden arguments."""


def listable(target: Target) -> list[HiddenSlot]:
    """
    The slots that LLVM can list: not the bases that the processor has in registers, which
    nothing of ours reads there.
    """
    slots = target.hidden.slots
    if target.processor.aperture_registers:
        bases = ("hidden_private_base", "hidden_shared_base")
        slots = tuple(slot for slot in slots if slot.kind not in bases)
    return list(slots)


def slot_kernels(target: Target) -> dict[str, str]:
    """For each slot a kernel that reads all of it, and one that reads its last byte."""
    result: dict[str, str] = {}
    for slot in listable(target):
        type = f"i{8 * slot.size}"
        whole = f"load_argument implicit[{slot.offset}]"
        result[f"slot_{slot.offset}"] = query(whole, type)
        result[f"last_{slot.offset}"] = query(
            f"load_argument implicit[{slot.end - 1}]", "i8"
        )
    return result


@dataclass(frozen=True)
class Built:
    """One optimised module: IR, assembly, and kernel to listed hidden arguments."""

    ir: str
    assembly: str
    listed: dict[str, tuple[PlacedArgument, ...]]


@cache
def built(name: str) -> Built:
    """
    A module with a kernel for each case, and for each with a kernel that calls a function
    which does the same.
    """
    target, prints = TARGETS[name]
    bodies = {**slot_kernels(target), **QUERIES}
    if prints:
        bodies["prints"] = PRINT
    text = "".join(
        f"""
        opencl.kernel @{name}(%o: !llvm.ptr<1>, %l: !llvm.ptr<3>) {{
          %n = llvm.mlir.constant(4 : i32) : i32
          {body}
          opencl.return
        }}"""
        for name, body in {**bodies, **ADDED}.items()
    )
    text += "".join(
        f"""
        func.func private @f_{name}(%o: !llvm.ptr<1>)
            attributes {{passthrough = ["noinline"]}} {{
          %n = llvm.mlir.constant(4 : i32) : i32
          {body}
          func.return
        }}
        opencl.kernel @calls_{name}(%o: !llvm.ptr<1>, %l: !llvm.ptr<3>) {{
          func.call @f_{name}(%o) : (!llvm.ptr<1>) -> ()
          opencl.return
        }}"""
        for name, body in bodies.items()
    )
    module = run(parse(text, target), "opencl-to-llvm")
    emission = generate(
        emit_llvm_ir(module), target, kinds=("llvm-ir", "asm", "object")
    )
    assert emission.llvm_ir is not None
    assert emission.assembly is not None
    assert emission.object is not None
    kernels = inspect(emission.object).kernels
    assert len(kernels) == 2 * len(bodies) + len(ADDED)
    listed = {kernel.name: kernel.layout.hidden for kernel in kernels}
    return Built(emission.llvm_ir, emission.assembly, listed)


_SIZES = {"ptr": 8, "i64": 8, "i32": 4, "i16": 2, "i8": 1}
_VALUE = r"%[\w.]+"
_POINTER = re.compile(rf"({_VALUE}) = (?:tail )?call .*@llvm\.amdgcn\.implicitarg\.ptr")
_ELEMENT = re.compile(
    rf"({_VALUE}) = getelementptr [\w ]*?i8, ptr addrspace\(4\) ({_VALUE}), i\d+ (\d+)"
)
_LOAD = re.compile(
    rf"= load (?:volatile )?(<(\d+) x )?(\w+)[^,]*, ptr addrspace\(4\) ({_VALUE}),"
)
_CALL = re.compile(r"call [^@]*@(f_\w+)\(")


def read_by_ir(ir: str) -> dict[str, set[int]]:
    """
    Function to the bytes of the hidden block that it and its callees read. A use of the
    pointer that is not understood fails.
    """
    result: dict[str, set[int]] = {}
    callees: dict[str, set[str]] = {}
    for match in re.finditer(
        r"^define [^@]*@(\w+)\(.*?\{\n(.*?)^\}", ir, re.MULTILINE | re.DOTALL
    ):
        read, places = set[int](), dict[str, int]()
        for line in match[2].splitlines():
            used = [
                v for v in re.findall(_VALUE, line.partition("= ")[2]) if v in places
            ]
            if pointer := _POINTER.search(line):
                places[pointer[1]] = 0
            elif (element := _ELEMENT.search(line)) and element[2] in places:
                places[element[1]] = places[element[2]] + int(element[3])
            elif (load := _LOAD.search(line)) and load[4] in places:
                size = _SIZES[load[3]] * int(load[2] or 1)
                read |= set(range(places[load[4]], places[load[4]] + size))
            else:
                assert not used, line
        result[match[1]] = read
        callees[match[1]] = set(_CALL.findall(match[2]))
    return {
        name: read.union(*(result[callee] for callee in callees[name]))
        for name, read in result.items()
    }


def read_by_code(assembly: str) -> dict[str, list[range]]:
    """
    Kernel to the bytes of the hidden block that its scalar loads from the argument segment
    read, as long as the register pair with its address is not written.
    """
    result: dict[str, list[range]] = {}
    code, name = "", ""
    # A kernel's descriptor stands after its code.
    for part in re.split(r"^(?=\w+:)|^(?=\t\.amdhsa_kernel )", assembly, flags=re.M):
        if label := re.match(r"(\w+):", part):
            code, name = part, label[1]
            continue
        if not part.startswith(f"\t.amdhsa_kernel {name}\n"):
            continue

        def register(name: str, text: str = part) -> int:
            found = re.search(rf"\.amdhsa_user_sgpr_{name} (\d)", text)
            return int(found[1]) if found else 0

        address = 4 * register("private_segment_buffer")
        address += 2 * (register("dispatch_ptr") + register("queue_ptr"))
        ranges = result[name] = []
        for load in re.finditer(
            r"s_load_(dword|[bui]\d+)(?:x(\d+))? s\[?(\d+)(?::(\d+))?\]?, "
            r"s\[(\d+):\d+\], (0x\w+)",
            code,
        ):
            if int(load[5]) != address:
                continue
            start = int(load[6], 16)
            width = load[1]
            size = 4 * int(load[2] or 1) if width == "dword" else int(width[1:]) // 8
            if start + size > EXPLICIT:
                ranges.append(range(max(start - EXPLICIT, 0), start + size - EXPLICIT))
            if int(load[3]) <= address + 1 and int(load[4] or load[3]) >= address:
                break
    return result


def bytes_of(argument: PlacedArgument) -> set[int]:
    start = argument.offset - EXPLICIT
    return set(range(start, start + argument.size))


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_read_is_listed(name: str) -> None:
    """Every byte read is of a listed argument, and each listed argument is read."""
    build = built(name)
    read = read_by_ir(build.ir)
    for kernel, arguments in build.listed.items():
        if kernel in ADDED:
            continue
        listed = set[int]()
        for argument in arguments:
            assert argument.kind != "hidden_none"
            assert read[kernel] & bytes_of(argument), (kernel, argument.kind)
            listed |= bytes_of(argument)
        assert read[kernel] <= listed, kernel


@pytest.mark.parametrize("name", TARGETS)
def test_each_slot(name: str) -> None:
    """
    A kernel that reads one slot, whole or in part, lists that one; the buffer of host
    calls is that of `printf` where version 4 has one slot for both and the module prints.
    """
    target, prints = TARGETS[name]
    listed = built(name).listed
    for slot in listable(target):
        kind = slot.kind
        if prints and "hidden_printf_buffer" in slot.aliases:
            kind = "hidden_printf_buffer"
        expected = [(kind, EXPLICIT + slot.offset, slot.size)]
        for form in ("slot", "last", "calls_slot", "calls_last"):
            found = listed[f"{form}_{slot.offset}"]
            assert [(a.kind, a.offset, a.size) for a in found] == expected
    if prints:
        for kernel in ("prints", "calls_prints"):
            kinds = [a.kind for a in listed[kernel]]
            assert kinds == ["hidden_printf_buffer"]
    assert listed["nothing"] == ()


@pytest.mark.parametrize("name", TARGETS)
def test_what_code_generation_adds(name: str) -> None:
    """
    Each scalar load from the hidden block reads of a listed argument. (It may be wider
    than that, since LLVM loads 16 bits as 32.)
    """
    target, _ = TARGETS[name]
    build = built(name)
    read = read_by_code(build.assembly)
    assert set(read) == set(build.listed)
    for kernel, ranges in read.items():
        listed = set[int]().union(*map(bytes_of, build.listed[kernel]))
        for part in ranges:
            assert listed & set(part), (kernel, part)
    # The test sees such loads where the hardware does not have the value elsewhere.
    if target.code_object_version > 4 and not target.processor.aperture_registers:
        for kernel in ("local_to_generic", "private_to_generic", "trap"):
            assert read[kernel]


ENDS = (
    # LLVM, AMDGPUUsage: "Code Object V5/V4 Kernel Argument Metadata"; HSA's dispatch packet.
    (Target(mcpu="gfx1100"), "implicit", 256),
    (Target(mcpu="gfx900", code_object_version=4), "implicit", 56),
    (Target(mcpu="gfx1100"), "dispatch", 64),
    (Target(mcpu="gfx1100"), "explicit", 12),
    (Target(mcpu="gfx1100"), "header", 0),
    # Mesa clover, `exec_context::bind`: four dwords.
    (Target(Abi.MESA3D, "gfx900"), "implicit", 16),
    (Target(Abi.MESA3D, "gfx900"), "explicit", 12),
    (Target(Abi.R600, "juniper"), "implicit", 16),
    # LLVM, R600: nine dwords of sizes before the arguments.
    (Target(Abi.R600, "juniper"), "header", 36),
    (Target(Abi.R600, "juniper"), "explicit", 36 + 8),
    (Target(Abi.AMDGCN_UNKNOWN, "gfx900"), "header", 36),
    # Six pointers of 64 bits that AMD's OpenCL 2 runtime puts before the arguments.
    (Target(Abi.AMDCL2, "gfx900"), "implicit", 48),
    (Target(Abi.AMDCL2, "gfx900"), "explicit", 48 + 12),
    (Target(Abi.HOST), "explicit", 12),
)


@pytest.mark.parametrize(("target", "segment", "end"), ENDS)
def test_ends_of_segments(target: Target, segment: str, end: int) -> None:
    """The last four bytes are an argument's, what reaches further is an error."""

    def lower(offset: int) -> None:
        text = (
            "opencl.kernel @k(%o: !llvm.ptr<1>, %n: i32) {\n"
            f"%v = opencl.load_argument {segment}[{offset}] : i32\n"
            f"{STORE.format('i32')}\nopencl.return\n}}"
        )
        run(parse(text, target), "opencl-to-llvm")

    if end:
        lower(end - 4)
    for offset in (end - 3, end, 4000):
        with pytest.raises(PassError, match=f"{segment} (arguments.* {end} |segment)"):
            lower(max(offset, 0))
    with pytest.raises(VerifyException, match="is before the"):
        lower(-4)

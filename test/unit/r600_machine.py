"""
A machine for kernels of ABI r600: LLVM compiles their IR for this computer, and the
intrinsics of the r600 target become loads of what clover uploads and calls of a model of
images. No Evergreen GPU has an emulator; LLVM's own code generation for it is tested apart.

Constant buffer 0 is filled by `xdsl_opencl.abi.pack`. Buffers lie below 4 GiB, so that the
32-bit pointers in it are addresses. Work items run one after the other: no barriers.
"""

from __future__ import annotations

import ctypes
import mmap
import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, cast

import numpy as np
from host_helpers import KERNELS, clcase

import xdsl_opencl as ocl
from xdsl_opencl.abi.arguments.packing import ImageValue, Launch, pack
from xdsl_opencl.abi.enums import AddressingMode, FilterMode
from xdsl_opencl.abi.images.formats import CHANNEL_ORDERS, CHANNEL_TYPES
from xdsl_opencl.abi.images.samplers import clover_bits
from xdsl_opencl.abi.model import KernelArgumentLayout
from xdsl_opencl.driver.reflection import started_kernels

Array = np.ndarray[Any, Any]

_MAP_32BIT = 0x40
"""Linux: a mapping whose addresses have 31 bits."""

_HEADER = "".join(
    f"""
define i32 @r600_read_{name}_{axis}() {{
  %v = load i32, ptr getelementptr (i8, ptr @constants, i32 {12 * group + 4 * d})
  ret i32 %v
}}
"""
    for group, name in enumerate(("ngroups", "global_size", "local_size"))
    for d, axis in enumerate("xyz")
)
_IDS = "".join(
    f"""
define i32 @r600_read_{name}_{axis}() {{
  %v = load i32, ptr getelementptr (i32, ptr @ids, i32 {3 * group + d})
  ret i32 %v
}}
"""
    for group, name in enumerate(("tgid", "tidig"))
    for d, axis in enumerate("xyz")
)
_TEX = """
define <4 x float> @r600_tex(<4 x float> %at, i32 %x, i32 %y, i32 %z, i32 %resource,
    i32 %sampler, i32 %tx, i32 %ty, i32 %tz, i32 %tw) {
  store <4 x float> %at, ptr @words
  %call = inttoptr i64 TEX to ptr
  call void %call(i32 %resource, i32 %sampler, i32 %tx, i32 %ty, i32 %tz)
  %v = load <4 x float>, ptr @words
  ret <4 x float> %v
}

define void @r600_rat_store_typed(<4 x i32> %data, <4 x i32> %at, i32 %target) {
  store <4 x i32> %data, ptr @words
  store <4 x i32> %at, ptr getelementptr (i8, ptr @words, i32 16)
  %call = inttoptr i64 STORE to ptr
  call void %call(i32 %target)
  ret void
}
"""
_TYPE = re.compile(r"ptr(?: addrspace\(\d\))?|\[\d+ x \w+\]|<\d+ x \w+>|\w+")


def parameters(ir: str, kernel: str) -> list[str]:
    """The types of the parameters of `kernel` in LLVM IR."""
    start = ir.index(f"@{kernel}(") + len(kernel) + 2
    depth, words = 0, [""]
    for character in ir[start:]:
        if character == ")" and not depth:
            break
        depth += {"(": 1, "[": 1, "<": 1, ")": -1, "]": -1, ">": -1}.get(character, 0)
        if character == "," and not depth:
            words.append("")
        else:
            words[-1] += character
    found = [_TYPE.match(word.strip()) for word in words]
    return [match[0] for match in found if match is not None]


def for_this_computer(
    ir: str, kernel: str, places: KernelArgumentLayout, tex: int, store: int
) -> str:
    """
    The module of `kernel`, with a function `@run` that takes its arguments out of the
    constant buffer as LLVM's r600 target does.
    """
    ir = re.sub(r"^(target|attributes) .*\n", "", ir, flags=re.MULTILINE)
    ir = re.sub(r" #\d+", "", ir).replace("amdgpu_kernel ", "")
    ir = re.sub(
        r"@llvm\.r600\.([\w.]+)", lambda m: "@r600_" + m[1].replace(".", "_"), ir
    )
    ir = re.sub(r"^declare .*@r600_.*\n", "", ir, flags=re.MULTILINE)
    body: list[str] = []
    operands: list[str] = []
    for number, (type, place) in enumerate(
        zip(parameters(ir, kernel), places.explicit, strict=True)
    ):
        address = f"getelementptr (i8, ptr @constants, i32 {place.offset})"
        loaded = "i32" if type.startswith("ptr") else type
        body.append(f"  %l{number} = load {loaded}, ptr {address}, align 1")
        value = f"%l{number}"
        if type.startswith("ptr"):
            body.append(f"  %w{number} = zext i32 %l{number} to i64")
            body.append(f"  %p{number} = inttoptr i64 %w{number} to {type}")
            value = f"%p{number}"
        operands.append(f"{type} {value}")
    return "\n".join(
        (
            f"@constants = global [{places.kernarg_segment_size} x i8] zeroinitializer",
            "@ids = global [6 x i32] zeroinitializer",
            "@words = global [8 x i32] zeroinitializer",
            ir,
            _HEADER,
            _IDS,
            _TEX.replace("TEX", str(tex)).replace("STORE", str(store)),
            "define ptr addrspace(7) @r600_implicitarg_ptr() {",
            "  %p = addrspacecast ptr getelementptr (i8, ptr @constants, i32 "
            f"{places.implicit_offset}) to ptr addrspace(7)",
            "  ret ptr addrspace(7) %p\n}",
            "define void @run() {",
            *body,
            f"  call void @{kernel}({', '.join(operands)})",
            "  ret void\n}",
        )
    )


def engine(ir: str) -> Any:
    """LLVM's just-in-time compiler with the module `ir`."""
    import llvmlite.binding  # pyright: ignore[reportMissingTypeStubs]

    llvm = cast(Any, llvmlite.binding)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(ir)
    module.verify()
    machine = llvm.Target.from_default_triple().create_target_machine()
    made = llvm.create_mcjit_compiler(module, machine)
    made.finalize_object()
    return made


class Machine:
    """The images, samplers and buffers of one launch, as clover binds them."""

    def __init__(self) -> None:
        self.textures: list[Any] = []
        self.targets: list[Any] = []
        self.samplers: list[Any] = []
        self.buffers: list[tuple[mmap.mmap, Array]] = []
        self.results: dict[int, Array] = {}
        self.words = (ctypes.c_uint32 * 8)()
        self.failures: list[BaseException] = []

    def bind(self, index: int, value: Any) -> object:
        """Makes argument `index` known; returns what `pack` takes for it."""
        if isinstance(value, clcase.Scalar):
            return np.asarray(value.value).tolist()
        if isinstance(value, clcase.Sampler):
            self.samplers.append(value)
            mode, filter = AddressingMode(value.addressing), FilterMode(value.filter)
            return clover_bits(value.normalized, mode, filter)
        if isinstance(value, clcase.Image):
            image = clcase.Image(
                value.pixels.copy(),
                value.kind,
                value.channel_order,
                value.channel_data_type,
                value.access,
            )
            (self.textures if value.access == "r" else self.targets).append(image)
            self.results[index] = image.pixels
            width, height, depth = (*image.pixels.shape[-2::-1], 1, 1)[:3]
            return ImageValue(
                width,
                height,
                depth,
                CHANNEL_TYPES[image.channel_data_type].number,
                CHANNEL_ORDERS[image.channel_order].number,
            )
        return self.buffer(index, value.data)

    def buffer(self, index: int, data: Array) -> int:
        """The address of a copy of `data`, below 4 GiB."""
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _MAP_32BIT
        memory = mmap.mmap(-1, max(data.nbytes, 1), flags=flags)
        copy = np.frombuffer(memory, data.dtype, data.size).reshape(data.shape)
        copy[...] = data
        self.buffers.append((memory, copy))
        self.results[index] = copy
        address = copy.ctypes.data
        assert address < 1 << 32
        return address

    def tex(self, resource: int, sampler: int, tx: int, ty: int, tz: int) -> None:
        """
        `TEX_SAMPLE`: the coordinate is in the four words, and so is the pixel, after.
        """
        image, given = self.textures[resource - 2], self.samplers[sampler]
        at = np.frombuffer(bytes(self.words), np.float32, 4)
        axes = image.pixels.ndim - 1
        assert (tx, ty, tz)[:axes] == (tx,) * axes
        how = clcase.Sampler(bool(tx), given.addressing, given.filter)
        pixel = clcase.sample(image, how, *at[:axes])
        is_float = pixel.dtype.kind == "f"
        words = pixel.astype(np.float32 if is_float else np.int32)
        self.words[:4] = words.view(np.uint32).tolist()

    def store(self, target: int) -> None:
        """`MEM_RAT STORE_TYPED`: four words of data, four of the coordinate."""
        image = self.targets[target - 1]
        name = image.channel_data_type
        kind = np.float32
        if "SIGNED" in name:
            kind = np.uint32 if name.startswith("UN") else np.int32
        words = np.array(self.words[:4], np.uint32).view(kind)
        axes = image.pixels.ndim - 1
        at = tuple(reversed(self.words[4 : 4 + axes]))
        assert not any(self.words[4 + axes :])
        image.pixels[at] = clcase.store(image, words)

    def guarded(self, call: Callable[..., None]) -> Callable[..., None]:
        """`call` for C code, which cannot hand on an exception."""

        def run(*arguments: int) -> None:
            try:
                call(*arguments)
            except BaseException as error:
                self.failures.append(error)

        return run


def run(
    program: ocl.Compilation,
    kernel: str,
    arguments: Sequence[Any],
    launch: Launch,
) -> dict[int, Array]:
    """Runs `kernel`; returns the contents of its buffers and images afterwards."""
    ir = program.llvm_ir
    assert program.signatures is not None
    described = started_kernels(program.signatures, program.resolved_target)
    (places,) = (found.layout for found in described if found.name == kernel)
    machine = Machine()
    values = [machine.bind(i, a) for i, a in enumerate(arguments)]
    ids = iter(values)
    explicit = [p for p in places.explicit if not p.kind.startswith("image_")]
    named = {p.name: next(ids) for p in explicit}
    constants = pack(places, named, launch)
    word = ctypes.c_uint32
    tex = ctypes.CFUNCTYPE(None, *[word] * 5)(machine.guarded(machine.tex))
    store = ctypes.CFUNCTYPE(None, word)(machine.guarded(machine.store))
    addresses = [cast(int, ctypes.cast(f, ctypes.c_void_p).value) for f in (tex, store)]
    jit = engine(for_this_computer(ir, kernel, places, *addresses))

    def variable(name: str, type: Any) -> Any:
        return type.from_address(jit.get_global_value_address(name))

    variable("constants", ctypes.c_char * len(constants)).raw = constants
    machine.words = variable("words", word * 8)
    work_item = variable("ids", word * 6)
    call = ctypes.CFUNCTYPE(None)(jit.get_function_address("run"))
    dimensions = len(launch.global_size)
    groups = [
        g // n for g, n in zip(launch.global_size, launch.local_size, strict=True)
    ]
    for item in product(*map(range, (*groups, *launch.local_size))):
        work_item[:dimensions] = item[:dimensions]
        work_item[3 : 3 + dimensions] = item[dimensions:]
        call()
        if machine.failures:
            raise machine.failures[0]
    return machine.results


def run_case(case: Any, program: ocl.Compilation) -> list[str]:
    """Runs `case` of the suite; returns what is wrong with its results."""
    launch = Launch(
        case.global_size,
        case.local_size or (1,) * len(case.global_size),
        case.global_offset or (),
    )
    return clcase.compare(case, run(program, case.kernel, case.args, launch))


def one_kernel(file: str, kernel: str) -> str:
    """The source of `file` of the suite without its other kernels."""
    text = (KERNELS / file).read_text()
    found = list(re.finditer(r"kernel void (\w+)\(", text))
    for match in reversed(found):
        if match[1] == kernel:
            continue
        end = text.index("{", match.end()) + 1
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        kept = re.sub(r"[^\n]", " ", text[match.start() : end])
        text = text[: match.start()] + kept + text[end:]
    return text

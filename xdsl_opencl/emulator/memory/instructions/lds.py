"""
Instructions `ds_*` on LDS: loads, stores, and atomics.

Sources: AMD, "GCN3 Instruction Set Architecture" and "Vega Instruction Set Architecture",
chapter 11 "Data Share", "RDNA3 Instruction Set Architecture", section 16.15 (`ds_cmpstore`
takes its operands in the other order than `ds_cmpst`); LLVM, `DSInstructions.td`. Loads and
stores have any alignment, in the mode that Linux sets (`SH_MEM_ALIGNMENT_MODE_UNALIGNED`,
gfx8 as well); LLVM counts on it from gfx9 on, and for merged bytes on gfx8.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from xdsl_opencl.emulator.errors import MachineFault
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, nothing
from xdsl_opencl.emulator.memory.atomics import ATOMICS, Atomic
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, acting_on_lanes, on_lanes
from xdsl_opencl.emulator.memory.loads_and_stores import (
    AddressOf,
    load_builder,
    own_words,
    store_builder,
    store_step,
)
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.memory.widths import LOADS, STORES, Width
from xdsl_opencl.emulator.operands import Operand, Special
from xdsl_opencl.emulator.waves import Waves

_WORDS = ("b32", "b64", "b96", "b128")
_LOADS = {
    **{f"read_{name}": LOADS[name] for name in (*_WORDS, "u8", "i8", "u16", "i16")},
    **{
        f"read_{old}_d16{suffix}": LOADS[f"d16_{part}{new}"]
        for old, new in (("u8", "u8"), ("i8", "i8"), ("u16", "b16"))
        for suffix, part in (("", ""), ("_hi", "hi_"))
    },
}
_STORES = {
    **{f"write_{name}": STORES[name] for name in (*_WORDS, "b8", "b16")},
    **{f"write_{name}_d16_hi": STORES[f"d16_hi_{name}"] for name in ("b8", "b16")},
}


def _in_lds(builder: Builder) -> Builder:
    """
    `builder` for an access to LDS.

    Raises `MachineFault` for GDS, the data share of all groups: OpenCL has none.
    """

    def build(instruction: Instruction, generation: Generation) -> Step:
        if instruction.modifiers.get("gds"):
            raise MachineFault(
                f"{instruction_place(instruction)} is an access to GDS, which a launch does "
                "not have; use LDS or global memory"
            )
        return builder(instruction, generation)

    return build


def require_limit(lanes: Lanes, offsets: Words, size: int) -> None:
    """
    Checks that M0 allows the access: before gfx9 it is the number of bytes of LDS that may
    be accessed ("GCN3 Instruction Set Architecture", section 11.3.1).
    """
    if lanes.waves.generation.major >= 9:
        return
    limit = lanes.waves.read_scalar32(Special("m0"))[:, None].astype(np.int64)
    lanes.reject(
        np.broadcast_to(offsets.astype(np.int64) + size > limit, lanes.mask.shape),
        f"access to {size} bytes in LDS",
        lambda wave, lane: (
            f"M0 limits LDS to {int(limit[wave, 0])} bytes; write -1 to M0 before"
        ),
    )


_NOWHERE = np.uint32(0x7FFFFFFF)
"""
From this offset on compilers mean no place in LDS on gfx1250: the stores and loads that Triton 3.9
makes of masks have it in the lanes that it leaves out.
"""


def lanes_in_lds(lanes: Lanes, offsets: Words) -> Lanes:
    """The lanes whose offset means a place in LDS."""
    if not lanes.waves.generation.is_gfx1250 or (offsets < _NOWHERE).all():
        return lanes
    return lanes.only(np.broadcast_to(offsets < _NOWHERE, lanes.mask.shape))


def _load_words(lanes: Lanes, offsets: Words, size: int) -> Words:
    require_limit(lanes, offsets, size)
    some = lanes_in_lds(lanes, offsets)
    if some is lanes:
        return lanes.load_lds(offsets, size)
    if some.empty:
        return np.zeros((max(size // 4, 1), *lanes.mask.shape), np.uint32)
    return np.where(some.mask, some.load_lds(offsets, size), np.uint32(0))


def _store_words(lanes: Lanes, offsets: Words, words: Words, size: int) -> None:
    require_limit(lanes, offsets, size)
    lanes = lanes_in_lds(lanes, offsets)
    if not lanes.empty:
        lanes.store_lds(offsets, words, size)


def lds_address(instruction: Instruction, operand: Operand) -> Callable[[Waves], Words]:
    """The 32-bit offset in LDS, which wraps around."""
    offset = np.uint32(instruction.offset & 0xFFFFFFFF)

    def offsets(waves: Waves) -> Words:
        values = waves.read32(operand)
        return values + offset if offset else values

    return offsets


def _two(instruction: Instruction, size: int, stride: int) -> list[np.uint32]:
    """
    The two offsets of a two-address form in bytes; the instruction has them in elements or
    in units of 64 elements.
    """
    return [
        np.uint32(int(instruction.modifiers.get(name, 0)) * size * stride)
        for name in ("offset0", "offset1")
    ]


def _load_two(
    size: int, stride: int, instruction: Instruction, waves: Waves, lanes: Lanes
) -> None:
    destination, place = instruction.operands
    both = _two(instruction, size, stride)
    start = waves.read32(place)
    found = [
        word for offset in both for word in _load_words(lanes, start + offset, size)
    ]
    waves.write_registers(destination, found)


def _store_two(
    size: int, stride: int, instruction: Instruction, waves: Waves, lanes: Lanes
) -> None:
    place, *data = instruction.operands
    both = _two(instruction, size, stride)
    start = waves.read32(place)
    for offset, operand in zip(both, data, strict=True):
        words = waves.read_registers(operand, size // 4)
        _store_words(lanes, start + offset, words, size)


def _exchange_two(
    size: int, stride: int, instruction: Instruction, waves: Waves, lanes: Lanes
) -> None:
    """Two exchanges, one after the other."""
    destination, place, *data = instruction.operands
    both = _two(instruction, size, stride)
    start = waves.read32(place)
    found: list[Words] = []
    for offset, operand in zip(both, data, strict=True):
        require_limit(lanes, start + offset, size)
        words = waves.read_registers(operand, size // 4)
        old = lanes.atomic_lds(start + offset, ATOMICS[size]["swap"], words, True)
        assert old is not None
        found += list(old)
    waves.write_registers(destination, found)


def _atomic(atomic: Atomic, *, returns: bool, compare_first: bool = False) -> Builder:
    """
    An atomic; `compare_first`: of two data the first is the value to compare with, as before
    gfx11, the mask or the limit.
    """

    def build(instruction: Instruction, generation: Generation) -> Step:
        operands = list(instruction.operands)
        destination = operands.pop(0) if returns else None
        place, *data = operands
        if compare_first:
            data.reverse()
        where = lds_address(instruction, place)

        def act(waves: Waves, lanes: Lanes) -> None:
            offsets = where(waves)
            require_limit(lanes, offsets, atomic.size)
            words = [waves.read_registers(o, atomic.words) for o in data]
            found = lanes.atomic_lds(offsets, atomic, np.concatenate(words), returns)
            if destination is not None:
                waves.write_registers(destination, found)

        return on_lanes(instruction, act)

    return build


def _thread_words(instruction: Instruction) -> AddressOf:
    """`addtid`: the offset is M0, the instruction's offset, and a word for each lane."""
    return lambda waves: own_words(waves, instruction.offset)


def _thread_store(instruction: Instruction, generation: Generation) -> Step:
    (data,) = instruction.operands
    where = _thread_words(instruction)
    return store_step(instruction, data, Width(4), where, Lanes.store_lds)


def _count(sign: int, instruction: Instruction, waves: Waves, lanes: Lanes) -> None:
    """
    `ds_append` and `ds_consume`: each wave adds its number of active lanes to a counter or
    subtracts it, and all lanes get the old value. M0 has the counter's address (LLVM,
    `AMDGPUISelDAGToDAG.cpp`, `SelectDSAppendConsume`).
    """
    (destination,) = instruction.operands
    offset = np.uint32(instruction.offset)
    base = (waves.read_scalar32(Special("m0")) & np.uint32(0xFFFF)) + offset
    offsets = np.broadcast_to(base[:, None], lanes.mask.shape)
    first = np.zeros_like(lanes.mask)
    counts = lanes.mask.sum(axis=1)
    some = np.flatnonzero(counts)
    first[some, lanes.mask[some].argmax(axis=1)] = True
    data = np.broadcast_to(
        (counts * sign).astype(np.uint32)[:, None], lanes.mask.shape
    )[None]
    found = Lanes(waves, instruction, first).atomic_lds(
        offsets, ATOMICS[4]["add"], data, True
    )
    assert found is not None
    # The value of the single lane; the others in `found` are 0.
    waves.write32(destination, found[0].max(axis=1)[:, None])


def _atomics() -> dict[str, Builder]:
    """The atomics of both sizes, and of floats, by mnemonic without `ds_`."""
    found: dict[str, Builder] = {}

    def both(name: str, kind: str, atomic: Atomic, first: bool = False) -> None:
        """Adds the forms without and with a result; `first` is `compare_first`."""
        for suffix, returns in (("", False), ("_rtn", True)):
            found[f"{name}{suffix}_{kind}"] = _atomic(
                atomic, returns=returns, compare_first=first
            )

    for bits in (32, 64):
        table = ATOMICS[bits // 8]
        for stem in ("add", "sub", "rsub", "inc", "dec"):
            both(stem, f"u{bits}", table[stem])
        for stem in ("and", "or", "xor"):
            both(stem, f"b{bits}", table[stem])
        for stem in ("min", "max"):
            both(stem, f"i{bits}", table[f"s{stem}"])
            both(stem, f"u{bits}", table[f"u{stem}"])
            both(stem, f"f{bits}", table[f"f{stem}"])
            both(f"{stem}_num", f"f{bits}", table[f"f{stem}"])
        both("add", f"f{bits}", table["fadd"])
        for kind, operation in (("b", "cmpswap"), ("f", "fcmpswap")):
            both("cmpst", f"{kind}{bits}", table[operation], first=True)
            both("cmpstore", f"{kind}{bits}", table[operation])
        for old in ("wrxchg", "storexchg"):
            found[f"{old}_rtn_b{bits}"] = _atomic(table["swap"], returns=True)
        both("mskor", f"b{bits}", table["mskor"], first=True)
    both("cond_sub", "u32", ATOMICS[4]["cond_sub"])
    both("sub_clamp", "u32", ATOMICS[4]["csub"])
    both("pk_add", "f16", ATOMICS[4]["pk_add_f16"])
    both("pk_add", "bf16", ATOMICS[4]["pk_add_bf16"])
    found["wrap_rtn_b32"] = _atomic(
        ATOMICS[4]["wrap"], returns=True, compare_first=True
    )
    return found


def _new_name(old: str) -> str:
    """The name since gfx11 of a load or store."""
    return old.replace("read", "load").replace("write", "store")


def _two_addresses() -> dict[str, Builder]:
    """The forms with two addresses, by mnemonic without `ds_`."""
    found: dict[str, Builder] = {}
    for act, old_stem, new_stem, result in (
        (_load_two, "read", "load", ""),
        (_store_two, "write", "store", ""),
        (_exchange_two, "wrxchg", "storexchg", "_rtn"),
    ):
        for size, bits in ((4, "b32"), (8, "b64")):
            for stride, old, new in ((1, "", ""), (64, "st64", "_stride64")):
                builder = acting_on_lanes(partial(act, size, stride))
                found[f"{old_stem}2{old}{result}_{bits}"] = builder
                found[f"{new_stem}_2addr{new}{result}_{bits}"] = builder
    return found


_THREAD_LOAD = load_builder(_thread_words, Lanes.load_lds, Width(4))

_BUILDERS: dict[str, Builder] = {
    **_two_addresses(),
    **_atomics(),
    **{
        name: load_builder(lds_address, _load_words, width)
        for name, width in _LOADS.items()
    },
    **{
        _new_name(name): load_builder(lds_address, _load_words, width)
        for name, width in _LOADS.items()
    },
    **{
        name: store_builder(lds_address, _store_words, width)
        for name, width in _STORES.items()
    },
    **{
        _new_name(name): store_builder(lds_address, _store_words, width)
        for name, width in _STORES.items()
    },
    "append": acting_on_lanes(partial(_count, 1)),
    "consume": acting_on_lanes(partial(_count, -1)),
    "read_addtid_b32": _THREAD_LOAD,
    "load_addtid_b32": _THREAD_LOAD,
    "write_addtid_b32": _thread_store,
    "store_addtid_b32": _thread_store,
}

INSTRUCTIONS: dict[str, Builder] = {
    **{f"ds_{name}": _in_lds(builder) for name, builder in _BUILDERS.items()},
    "ds_nop": nothing,
}

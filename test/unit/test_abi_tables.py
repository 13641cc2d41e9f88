"""Image, sampler, register and hidden-argument tables against data/abi-tables.json."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from llvm_child import Job, compile_all

from xdsl_opencl.abi.conventions import clover, r600
from xdsl_opencl.abi.conventions.amdcl2 import (
    SPECIAL_BUFFER,
    USER_REGISTERS,
    Cl2Features,
)
from xdsl_opencl.abi.conventions.amdgpu import AQL_PACKET
from xdsl_opencl.abi.enums import AddressingMode, FilterMode, ImageKind
from xdsl_opencl.abi.images.formats import (
    DATA_TYPE_OF_CODE,
    ORDER_CODES,
    ORDER_OF_CODE,
    TYPE_CODES,
)
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageQuery
from xdsl_opencl.abi.images.images import (
    HOST_IMAGE_BYTES,
    HOST_IMAGE_FIELDS,
    LAYERS_OF_1D_ARRAY,
    RESOURCE_INFO,
)
from xdsl_opencl.abi.images.samplers import (
    FIRST_LITERAL,
    brig_bits,
    clover_bits,
    descriptor_table,
    descriptor_words,
    from_literal_bits,
    literal_bits,
)
from xdsl_opencl.abi.interface import UserRegisters
from xdsl_opencl.abi.model import AbiError, ScalarKind
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import Compilation, SourceFile

TABLES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "abi-tables.json").read_text()
)

SamplerFacts = tuple[bool, AddressingMode, FilterMode]
SAMPLERS: list[SamplerFacts] = [
    (normalized, mode, filter)
    for normalized in (False, True)
    for mode in AddressingMode
    for filter in FilterMode
]


def test_channels() -> None:
    for key, codes, constants in (
        ("channel_data_type", TYPE_CODES, DATA_TYPE_OF_CODE),
        ("channel_order", ORDER_CODES, ORDER_OF_CODE),
    ):
        assert [
            {"code": i, "name": f"CL_{n}", "cl_constant": f"0x{constants[i]:X}"}
            for n, i in codes.items()
        ] == TABLES[key]


@pytest.mark.parametrize("mcpu", ["gfx700", "gfx803", "gfx900", "gfx1030", "gfx1100"])
@pytest.mark.parametrize("row", TABLES["image_fields"], ids=lambda r: r["query"])
def test_descriptor_fields(mcpu: str, row: dict[str, Any]) -> None:
    target = Target(Abi.AMDHSA, mcpu)
    old = target.isa[0] < 9
    if "generations" in row and (row["generations"] == "gfx6-gfx8") != old:
        return
    field = target.image_field(ImageQuery(row["query"]))
    if row.get("formula") == "1 << field(112,4)":
        assert field == DescriptorField(112, 4, power_of_two=True)
    elif "amdhsa" in row:
        assert row["amdhsa"] == f"dword {field.dword}"
        assert (field.shift, field.bits, field.plus) == (0, 32, 0)
    elif "dword" in row:
        assert (field.dword, field.shift, field.bits) == (row["dword"], 0, 32)
        assert len(field.table) == len(TABLES[row["query"]])
    else:
        assert (field.bit, field.bits, field.plus) == (
            row["bit"],
            row["bits"],
            row["plus"],
        )


def test_descriptor_fields_of_amdcl2() -> None:
    target = Target(Abi.AMDCL2)
    width = target.image_field(ImageQuery.WIDTH)
    assert (width.dword, width.shift, width.bits, width.plus) == (2, 0, 14, 1)
    masks = TABLES["channel_masks"]["amdcl2"]
    for query in (ImageQuery.CHANNEL_DATA_TYPE, ImageQuery.CHANNEL_ORDER):
        assert target.image_field(query).mask == int(masks[query], 16)


def test_values_of_a_descriptor() -> None:
    """A 640 by 480 array of 7 layers, RGBA of unsigned bytes, on gfx900 and gfx803."""
    dwords = [0] * 12
    dwords[2] = 639 | 479 << 14
    dwords[4] = 6
    dwords[8], dwords[9], dwords[10] = 11, 8, 640
    expected = {
        ImageQuery.WIDTH: 640,
        ImageQuery.HEIGHT: 480,
        ImageQuery.ARRAY_SIZE: 7,
        ImageQuery.CHANNEL_DATA_TYPE: 0x10DA,
        ImageQuery.CHANNEL_ORDER: 0x10B5,
    }
    for query, value in expected.items():
        field = Target(Abi.AMDHSA, "gfx900").image_field(query)
        assert field.value(tuple(dwords)) == value
    dwords[4], dwords[5] = 0, 6 << 13
    for query, value in expected.items():
        field = Target(Abi.AMDCL2, "gfx803").image_field(query)
        assert field.value(tuple(dwords)) == value


def test_fields_stay_in_their_dword() -> None:
    for target in (Target(mcpu="gfx900"), Target(mcpu="gfx803"), Target(Abi.AMDCL2)):
        for query in ImageQuery:
            field = target.image_field(query)
            assert field.shift + field.bits <= 32


def test_no_descriptor() -> None:
    with pytest.raises(AbiError, match="ABI r600 has no descriptor"):
        Target(Abi.R600, "juniper").image_field(ImageQuery.WIDTH)
    with pytest.raises(AbiError, match="no place for the width of an image1d_buffer_t"):
        Target(Abi.AMDCL2).image_field(ImageQuery.WIDTH, ImageKind.IMAGE1D_BUFFER)


def test_host_record_has_every_query() -> None:
    end = 0
    for offset, size in HOST_IMAGE_FIELDS.values():
        assert offset == end
        end = offset + size
    assert end == HOST_IMAGE_BYTES
    for query in ImageQuery:
        field = Target(Abi.HOST).image_field(query)
        assert field.bit == 8 * HOST_IMAGE_FIELDS[query][0]


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_sampler_words(sampler: SamplerFacts) -> None:
    literal = literal_bits(*sampler)
    for key, generations in {
        "gfx6-gfx8": (6, 7, 8),
        "gfx9": (9,),
        "gfx10+": (10, 11),
    }.items():
        expected = [*TABLES["sampler_words"][key][f"{literal:#x}"]]
        if key == "gfx10+":
            # The table has the opaque black border of older releases of ROCm, with which
            # images that have alpha read 1 outside; LLVM's isamp.cl has 0 now, and OpenCL
            # C (6.15.15.1) wants 0.
            assert expected.pop() == "0x40000000"
            expected.append("0x00000000")
        for generation in generations:
            words = descriptor_words(*sampler, generation)
            assert [f"0x{w:08x}" for w in words] == expected
            assert descriptor_table(generation)[literal - FIRST_LITERAL] == words


def test_sampler_words_of_gfx12() -> None:
    """
    Entries 0x16 and 0x27 of `GFX12_samplers` in ROCm's isamp.cl, which the tables of the
    older generations do not fit: the maximal LOD moved up by a bit.
    """
    table = descriptor_table(12)
    assert table[0x06] == (0x1000B000, 0x01FFE000, 0x20000000, 0)
    assert table[0x17] == (0x10003000, 0x01FFE000, 0x20500000, 0)


def test_no_descriptor_for_what_is_no_literal() -> None:
    assert descriptor_table(9)[0x0A:0x10] == ((0, 0, 0, 0),) * 6
    assert len(descriptor_table(9)) == 0x1A


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_sampler_literals(sampler: SamplerFacts) -> None:
    normalized, addressing, filter = sampler
    bits = TABLES["sampler_literal_bits"]
    mode, kind = addressing.upper(), filter.upper()
    for name, value in (
        ("clang", literal_bits(*sampler)),
        ("libclc_clover", clover_bits(*sampler)),
    ):
        table = bits[name]
        assert value == (
            table["NORMALIZED"] * normalized
            + table[f"ADDRESS_{mode}"]
            + table[f"FILTER_{kind}"]
        )
    brig = bits["amdcl2_brig"]
    assert (
        brig_bits(*sampler)
        == normalized | brig["byte1"][kind] << 8 | brig["byte2"][mode] << 16
    )
    assert from_literal_bits(literal_bits(*sampler)) == sampler


@pytest.mark.parametrize("literal", [0, 0x0F, 0x1A, 0x1F, 0x30, 0x110, -1])
def test_not_a_clang_literal(literal: int) -> None:
    assert from_literal_bits(literal) is None


def registers_of(features: Cl2Features, mcpu: str) -> UserRegisters:
    """The user SGPRs of an amdcl2 kernel."""
    target = Target(Abi.AMDCL2, mcpu)
    sets = target.interface.register_sets
    assert sets is not None
    return sets[target.processor.generation][features]


def llvm_attributes(registers: UserRegisters) -> tuple[str, ...]:
    """The function attributes with which LLVM gives a kernel these user SGPRs."""
    absent = {
        "dispatch-ptr": registers.setup is None,
        "queue-ptr": registers.queue is None,
        "flat-scratch-init": registers.flat_scratch_init is None,
    }
    names = ("dispatch-id", "implicitarg-ptr", *(n for n, off in absent.items() if off))
    return tuple(f"amdgpu-no-{name}" for name in names)


@pytest.mark.parametrize("generation", ["gfx7-gfx8", "gfx9"])
@pytest.mark.parametrize("features", Cl2Features)
def test_amdcl2_user_sgprs(generation: str, features: Cl2Features) -> None:
    row = TABLES["amdcl2_user_sgprs"][generation][features]
    mcpu = "gfx900" if generation == "gfx9" else "gfx803"
    registers = registers_of(features, mcpu)
    assert registers.count == row["count"]
    assert registers.group_id == row["group_id_first"]
    assert f"0x{registers.properties:02x}" == row["props"]
    for field, key in (
        ("setup", "setup"),
        ("queue", "queue"),
        ("arguments", "kernarg"),
        ("flat_scratch_init", "flat_scratch_init"),
    ):
        first = getattr(registers, field)
        assert (None if first is None else [first, first + 1]) == row.get(key)
    if "llvm22_attributes" in row:
        attributes = llvm_attributes(registers)
        assert set(attributes) == set(row["llvm22_attributes"])


def test_amdcl2_attributes_give_the_registers() -> None:
    """LLVM, given the attributes, allocates exactly the user SGPRs of the table."""
    kernel = """
define amdgpu_kernel void @k(ptr addrspace(4) byref([64 x i8]) align 16 %args) {names} {
  %x = load volatile i32, ptr addrspace(4) %args
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
"""
    cases = [
        (mcpu, features)
        for mcpu in ("gfx700", "gfx803", "gfx900")
        for features in Cl2Features
        if features is not Cl2Features.NONE
    ]
    jobs: list[Job] = []
    for mcpu, features in cases:
        names = llvm_attributes(registers_of(features, mcpu))
        ir = kernel.replace("{names}", " ".join(f'"{n}"' for n in names))
        jobs.append(Job(ir=ir, triple="amdgcn-amd-amdhsa", cpu=mcpu, features=""))
    for (mcpu, features), result in zip(cases, compile_all(jobs), strict=True):
        registers = registers_of(features, mcpu)
        text = result["assembly"]

        def enabled(name: str, text: str = text) -> bool:
            return f".amdhsa_user_sgpr_{name} 1" in text

        count = re.search(r"\.amdhsa_user_sgpr_count (\d+)", text)
        assert count is not None
        assert int(count[1]) == registers.count
        assert enabled("dispatch_ptr") == (registers.setup is not None)
        assert enabled("queue_ptr") == (registers.queue is not None)
        assert enabled("flat_scratch_init") == (registers.flat_scratch_init is not None)


def test_generations_that_amdcl2_does_not_have() -> None:
    with pytest.raises(AbiError, match="USER_REGISTERS in abi/conventions/am"):
        _ = USER_REGISTERS[10]


def test_dispatch_packet() -> None:
    rows = {
        r["field"].split()[0]: (r["offset"], r["size"]) for r in TABLES["aql_packet"]
    }
    assert rows == {s.kind: (s.offset, s.size) for s in AQL_PACKET.slots}
    dwords = [row["dword"] for row in TABLES["amdcl2_special_buffer"]]
    assert [slot.offset // 4 for slot in SPECIAL_BUFFER.slots] == dwords


@pytest.mark.parametrize(
    ("key", "version"),
    [
        ("amdhsa_v4_hidden_args", 4),
        ("amdhsa_v5_v6_hidden_args", 5),
        ("amdhsa_v5_v6_hidden_args", 6),
    ],
)
def test_hidden_arguments(key: str, version: int) -> None:
    block = Target(mcpu="gfx900", code_object_version=version).hidden
    assert TABLES[key]["bytes"] == block.size
    assert len(block.slots) == len(TABLES[key]["args"])
    for slot, row in zip(block.slots, TABLES[key]["args"], strict=True):
        assert (slot.offset, slot.size) == (row["offset"], row["size"])
        assert slot.kind in row["name"].split("|")
        for name in row["name"].split("|"):
            if name != "hidden_none":
                assert block[name] is slot


def test_mesa_header_and_tail() -> None:
    for rows, slots in (
        (TABLES["mesa_r600_header"], r600.HEADER.slots),
        (TABLES["mesa_r600_tail"], clover.TAIL.slots),
    ):
        assert [(r["field"], r["offset"]) for r in rows] == [
            (s.kind.removeprefix("hidden_"), s.offset) for s in slots
        ]


def test_interim_dwords() -> None:
    names = TABLES["clover_image_arguments"]["interim"]["j"]
    for i in range(3):
        for j, name in enumerate(names):
            dword = 4 + 5 * i + j
            assert clover.interim_offset(clover.TAIL, i, name) == 4 * dword
    with pytest.raises(AbiError, match="interim form has no array_size"):
        clover.interim_offset(clover.TAIL, 0, "array_size")


def test_scalar_sizes() -> None:
    assert {str(k): k.size for k in ScalarKind} == TABLES["scalar_sizes"]


R600_HEADER = {
    # LLVM, R600ISelLowering.cpp: LowerImplicitParameter(..., dword), and Mesa's
    # evergreen_compute.c, which writes the nine dwords in this order.
    "ngroups": 0,
    "global_size": 3,
    "local_size": 6,
}


@pytest.mark.parametrize("name", R600_HEADER)
@pytest.mark.parametrize("axis", range(3))
def test_r600_header(name: str, axis: int) -> None:
    slot = r600.HEADER[f"hidden_{name}_{'xyz'[axis]}"]
    assert slot.offset == 4 * (R600_HEADER[name] + axis)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("get_num_groups", "ngroups"),
        ("get_global_size", "global_size"),
        ("get_local_size", "local_size"),
    ],
)
@pytest.mark.parametrize("axis", range(3))
def test_r600_header_in_machine_code(query: str, name: str, axis: int) -> None:
    """LLVM reads the dword of constant buffer 0 that the query means."""
    text = f"""
    builtin.module {{
      opencl.kernel @k(%p: !llvm.ptr<1>) {{
        %v = opencl.{query} {axis} : i32
        llvm.store %v, %p : i32, !llvm.ptr<1>
        opencl.return
      }}
    }}
    """
    source = SourceFile("k.mlir", text)
    assembly = Compilation(source, Target(Abi.R600, "cypress")).assembly
    code = assembly.partition("k:")[2]
    read = {
        4 * int(row) + "XYZW".index(lane)
        for row, lane in re.findall(r"KC0\[(\d+)\]\.([XYZW])", code)
    }
    # Dword 9 is the argument.
    assert read == {R600_HEADER[name] + axis, 9}


def test_r600_has_no_fences() -> None:
    """LLVM cannot select a fence for R600."""
    text = """
    builtin.module {
      opencl.kernel @k(%p: !llvm.ptr<1>) {
        opencl.barrier local|global
        opencl.return
      }
    }
    """
    source = SourceFile("k.mlir", text)
    ir = Compilation(source, Target(Abi.R600, "cypress")).llvm_ir
    assert "@llvm.r600.group.barrier" in ir
    assert "fence " not in ir


def test_the_answers_of_image_get_resinfo() -> None:
    """
    AMD's ISA documents, IMAGE_GET_RESINFO: width, height, depth or layers, levels. On gfx9
    a one-dimensional image is one of two dimensions and height 1.
    """
    assert [RESOURCE_INFO[q] for q in (ImageQuery.WIDTH, ImageQuery.HEIGHT)] == [0, 1]
    assert RESOURCE_INFO[ImageQuery.DEPTH] == RESOURCE_INFO[ImageQuery.ARRAY_SIZE] == 2
    assert RESOURCE_INFO[ImageQuery.NUM_MIP_LEVELS] == 3
    layers = {generation: LAYERS_OF_1D_ARRAY[generation] for generation in range(6, 13)}
    assert layers == {**dict.fromkeys(range(6, 13), 1), 9: 2}


@pytest.mark.parametrize("mcpu", ["gfx600", "gfx1010", "gfx1100"])
def test_catalyst_has_gfx7_to_gfx9(mcpu: str) -> None:
    with pytest.raises(AbiError, match=mcpu):
        Target(Abi.AMDCL2, mcpu)
    for fitting in ("gfx700", "gfx803", "gfx900"):
        assert Target(Abi.AMDCL2, fitting).mcpu == fitting

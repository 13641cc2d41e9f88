"""`Target`: what it fills in, what it refuses, and its strings against llvmlite's."""

import struct
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from texts import pairs

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Abi, ImageQuerySource, Target


def llvm() -> Any:
    module: Any = import_module("llvmlite.binding")
    module.initialize_all_targets()
    return module


TARGETS = {
    Abi.AMDHSA: Target(Abi.AMDHSA, "gfx900"),
    Abi.AMDCL2: Target(Abi.AMDCL2),
    Abi.MESA3D: Target(Abi.MESA3D, "gfx803"),
    Abi.R600: Target(Abi.R600, "juniper"),
    Abi.AMDGCN_UNKNOWN: Target(Abi.AMDGCN_UNKNOWN),
    Abi.HOST: Target(Abi.HOST),
    Abi.SPIRV: Target(Abi.SPIRV),
}


@pytest.mark.parametrize(
    "target", [*TARGETS.values(), Target("spirv", "spirv32")], ids=repr
)
def test_data_layout_is_llvms(target: Target) -> None:
    machine = llvm().Target.from_triple(target.triple).create_target_machine()
    assert str(machine.target_data) == target.data_layout


@pytest.mark.parametrize("abi", Abi)
def test_pointer_widths_are_the_layouts(abi: Abi) -> None:
    """`pointer_bits_of` against the `pN:size` entries of the data layout."""
    if abi is Abi.HOST:
        assert Target(abi).pointer_bits == 8 * struct.calcsize("P")
        return
    target = TARGETS[abi]
    sizes = {"p": 64, "p0": 64}
    for item in target.data_layout.split("-"):
        if item.startswith("p"):
            space, size = item.split(":")[:2]
            sizes[space] = int(size)
    for space in AddressSpace:
        number = target.address_space_map[space]
        default = sizes["p"]
        assert target.pointer_bits_of(space) == sizes.get(
            f"p{number}" if number else "p", default
        )


def test_defaults() -> None:
    assert Target(mcpu="gfx900") == Target(Abi.AMDHSA, "gfx900", (), 5, 64, 64)
    assert Target(Abi.AMDCL2) == Target(Abi.AMDCL2, "gfx803", (), 5, 64, 64)
    assert Target(mcpu="gfx1100").wave_size == 32
    assert Target(Abi.MESA3D, "fiji").mcpu == "gfx803"
    assert Target(Abi.HOST).wave_size == 0
    assert hash(Target(mcpu="gfx900")) == hash(Target(Abi.AMDHSA, "gfx900"))


def test_target_ids() -> None:
    """LLVM, AMDGPUUsage, "Target ID": features after colons, their sign at the end."""
    assert Target(mcpu="gfx90a:xnack+") == Target(mcpu="gfx90a", features=("+xnack",))
    both = Target(mcpu="gfx90a:sramecc-:xnack+")
    assert (both.mcpu, both.features) == ("gfx90a", ("-sramecc", "+xnack"))


def test_devices_named_by_their_width() -> None:
    assert Target.named("spirv64") == Target(Abi.SPIRV) == Target("spirv", "spirv64")
    assert Target.named("spirv32") == Target("spirv", pointer_bits=32)
    assert Target.named("spirv32").pointer_bits == 32


def test_features() -> None:
    target = Target(mcpu="gfx90a", features=("xnack", "-sramecc", "+xnack"))
    assert target.features == ("+xnack", "-sramecc")
    assert target.subtarget_features == "+xnack,-sramecc"
    wave64 = Target(mcpu="gfx1100", features=("+wavefrontsize64",))
    assert wave64 == Target(mcpu="gfx1100", wave_size=64)
    assert wave64.subtarget_features == "+wavefrontsize64,-wavefrontsize32"
    assert Target(mcpu="gfx1100", features=("-wavefrontsize32",)).wave_size == 64


def test_the_abi_may_be_text() -> None:
    """Type checkers accept it too: pyright checks this file."""
    assert Target("amdhsa", "gfx1100").abi is Abi.AMDHSA
    assert Target(abi="r600", mcpu="juniper") == TARGETS[Abi.R600]


def test_address_spaces() -> None:
    """LLVM, AMDGPUUsage, "Address Spaces": SPIR 0 to 4 on amdgcn, all 0 on the host."""
    assert [TARGETS[Abi.AMDHSA].address_space(n) for n in range(5)] == [5, 1, 4, 3, 0]
    assert [Target(Abi.HOST).address_space(n) for n in range(5)] == [0] * 5
    with pytest.raises(ValueError, match="5 is not an OpenCL address space"):
        TARGETS[Abi.AMDHSA].address_space(5)


def test_image_query_sources() -> None:
    assert {abi: target.image_query_source for abi, target in TARGETS.items()} == {
        Abi.AMDHSA: ImageQuerySource.DESCRIPTOR,
        Abi.AMDCL2: ImageQuerySource.DESCRIPTOR,
        Abi.HOST: ImageQuerySource.DESCRIPTOR,
        Abi.MESA3D: ImageQuerySource.OPERANDS,
        Abi.AMDGCN_UNKNOWN: ImageQuerySource.DESCRIPTOR,
        Abi.R600: ImageQuerySource.OPERANDS,
        Abi.SPIRV: ImageQuerySource.DESCRIPTOR,
    }


def test_isa() -> None:
    assert Target(mcpu="gfx90a").isa == (9, 0, 10)
    assert TARGETS[Abi.R600].isa == (0, 0, 0)
    assert Target(Abi.HOST).isa == (0, 0, 0)
    with pytest.raises(AbiError, match="ABI host has no AMD processor"):
        _ = Target(Abi.HOST).processor


def test_emission(monkeypatch: pytest.MonkeyPatch) -> None:
    for target in TARGETS.values():
        target.require_emission()
    silent = replace(INTERFACES[Abi.AMDCL2], emits_code=False)
    monkeypatch.setitem(INTERFACES, Abi.AMDCL2, silent)
    with pytest.raises(AbiError, match="code for ABI amdcl2 is not available yet"):
        TARGETS[Abi.AMDCL2].require_emission()


@pytest.mark.parametrize(("call", "message"), pairs("target_refusals.txt"))
def test_refusals(call: str, message: str) -> None:
    with pytest.raises(AbiError, match=message):
        eval(call, {"Target": Target})

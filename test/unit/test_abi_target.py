"""`Target`: what it fills in, what it refuses, and its strings against llvmlite's."""

import struct
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

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
}


@pytest.mark.parametrize("abi", Abi)
def test_data_layout_is_llvms(abi: Abi) -> None:
    target = TARGETS[abi]
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
    """LLVM, AMDGPUUsage, "Target ID": features behind colons, their sign at the end."""
    assert Target(mcpu="gfx90a:xnack+") == Target(mcpu="gfx90a", features=("+xnack",))
    both = Target(mcpu="gfx90a:sramecc-:xnack+")
    assert (both.mcpu, both.features) == ("gfx90a", ("-sramecc", "+xnack"))


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


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"abi": "amdhas"}, "unknown ABI 'amdhas'; one of .* did you mean 'amdhsa'"),
        ({}, "ABI amdhsa needs a processor; .* --mcpu gfx1100 .*--list-targets"),
        ({"mcpu": ""}, "ABI amdhsa needs a processor"),
        ({"mcpu": ":xnack+"}, "ABI amdhsa needs a processor"),
        ({"abi": "mesa3d"}, "ABI mesa3d needs a processor; .* --mcpu gfx803"),
        ({"abi": "r600"}, "ABI r600 needs a processor; .* --mcpu juniper"),
        ({"mcpu": "gfx90a:xnack"}, "'xnack' is not a feature of a target ID"),
        ({"mcpu": "gfx90a:+"}, "'\\+' is not a feature of a target ID"),
        ({"mcpu": "gfx90a:xnak+"}, "unknown feature 'xnak'; did you mean 'xnack'"),
        ({"mcpu": "gfx90a:xnack+", "features": ("-xnack",)}, "both on and off"),
        ({"mcpu": "gfx1101x"}, "unknown processor .* did you mean 'gfx1101'"),
        ({"mcpu": "zzz"}, "unknown processor 'zzz' for ABI amdhsa; one of gfx600"),
        ({"mcpu": "juniper"}, "'juniper' belongs to r600"),
        (
            {"mcpu": "gfx600"},
            "amdhsa runs on gfx7 to gfx12 only, not on .*; use mesa3d",
        ),
        ({"abi": "r600", "mcpu": "gfx900"}, "'gfx900' belongs to amdgcn"),
        ({"abi": "r600", "mcpu": "rv770"}, "LLVM generates no kernels for"),
        (
            {"abi": "amdcl2", "mcpu": "gfx1100"},
            "amdcl2 has no processor 'gfx1100'; use one of gfx700",
        ),
        ({"abi": "amdcl2", "mcpu": "gfx90a"}, "no processor 'gfx90a'; use one of"),
        ({"abi": "host", "mcpu": "gfx900"}, "'gfx900' is not this machine's"),
        ({"abi": "host", "features": ("+xnack",)}, "machine has no feature 'xnack'"),
        ({"abi": "host", "wave_size": 64}, "ABI host has no waves"),
        (
            {"features": ("xnak",), "mcpu": "gfx900"},
            "unknown feature 'xnak'; did you mean 'xnack'",
        ),
        (
            {"features": ("zzz",), "mcpu": "gfx900"},
            "unknown feature 'zzz'; one of cumode",
        ),
        (
            {"features": ("+",), "mcpu": "gfx900"},
            "'\\+' is not a feature; write '\\+name'",
        ),
        ({"features": ("",), "mcpu": "gfx900"}, "'' is not a feature"),
        (
            {"features": ("+cumode",), "mcpu": "gfx900"},
            "'gfx900' has no feature 'cumode'",
        ),
        (
            {"features": ("+xnack", "-xnack"), "mcpu": "gfx900"},
            "'xnack' is both on and off",
        ),
        (
            {"abi": "r600", "mcpu": "juniper", "features": ("xnack",)},
            "'juniper' has no feature 'xnack'",
        ),
        (
            {"code_object_version": 3, "mcpu": "gfx900"},
            "code object version 3 is not supported",
        ),
        ({"mcpu": "gfx9-generic"}, "needs code object version 6, not 5"),
        (
            {"wave_size": 32, "mcpu": "gfx900"},
            "'gfx900' has no wave size 32; one of 64",
        ),
        ({"wave_size": 48, "mcpu": "gfx1100"}, "no wave size 48; one of 32, 64"),
        ({"features": ("-wavefrontsize64",), "mcpu": "gfx900"}, "leave no wave size"),
        (
            {"pointer_bits": 32, "mcpu": "gfx900"},
            "amdhsa has no 32-bit pointers; take 64",
        ),
        ({"abi": "amdcl2", "pointer_bits": 16}, "no 16-bit pointers; take 64 or 32"),
    ],
    ids=str,
)
def test_refusals(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(AbiError, match=message):
        Target(**fields)

"""
The target of a compilation: ABI, processor, features, code object version, wave size.

Data layouts are those of LLVM 22 (llvmlite 0.50).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.host_features import corrections
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.processors import (
    ALIASES,
    PROCESSORS,
    Processor,
    ProcessorFamily,
    check_feature,
    suggest,
)


class Abi(StrEnum):
    """
    How a driver starts a kernel and hands over its arguments.
    """

    AMDHSA = "amdhsa"
    AMDCL2 = "amdcl2"
    MESA3D = "mesa3d"
    R600 = "r600"
    HOST = "host"


class ImageQuerySource(StrEnum):
    """
    Where `get_image_*` reads an image's attributes: companion operands behind the image,
    dwords of the implicit argument block, or the descriptor that the argument points to.
    """

    OPERANDS = "operands"
    ARGUMENT_BUFFER = "argument_buffer"
    DESCRIPTOR = "descriptor"


CODE_OBJECT_VERSIONS = (4, 5, 6)
"""The versions LLVM 22 writes; any other ends its process."""

_TRIPLES: Mapping[Abi, str] = {
    Abi.AMDHSA: "amdgcn-amd-amdhsa",
    Abi.AMDCL2: "amdgcn-amd-amdhsa",
    Abi.MESA3D: "amdgcn-mesa-mesa3d",
    Abi.R600: "r600--",
}

_EXAMPLE_PROCESSORS: Mapping[Abi, str] = {
    Abi.AMDHSA: "gfx1100",
    Abi.AMDCL2: "gfx803",
    Abi.MESA3D: "gfx803",
    Abi.R600: "juniper",
}
"""A processor of each GPU ABI, for messages."""

_DEFAULT_PROCESSORS: Mapping[Abi, str] = {Abi.AMDCL2: "gfx803", Abi.HOST: ""}
"""
The ABIs that can be meant without a processor: amdcl2's argument layouts are the same on
all it runs on, and the host is the machine itself. Elsewhere code for a processor that
nobody named would not run.
"""

_AMDGPU_VECTORS = (
    "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-"
    "v1024:1024-v2048:2048-n32:64-S32-A5-G1"
)
_AMDGCN_LAYOUT = (
    "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-"
    "p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-"
    f"{_AMDGPU_VECTORS}-ni:7:8:9"
)
_R600_LAYOUT = f"e-m:e-p:32:32-{_AMDGPU_VECTORS}"

_AMDGPU_ADDRESS_SPACES: Mapping[AddressSpace, int] = {
    AddressSpace.PRIVATE: 5,
    AddressSpace.GLOBAL: 1,
    AddressSpace.CONSTANT: 4,
    AddressSpace.LOCAL: 3,
    AddressSpace.GENERIC: 0,
}
"""LLVM, AMDGPUUsage, "Address Spaces"."""

_HOST_ADDRESS_SPACES: Mapping[AddressSpace, int] = dict.fromkeys(AddressSpace, 0)

_NARROW_SPACES = (AddressSpace.PRIVATE, AddressSpace.LOCAL)


def _llvm() -> Any:
    """
    llvmlite, which is slow to load, and only the host needs it here. It has no types.
    """
    return import_module("llvmlite.binding")


@cache
def _host_machine() -> tuple[str, str, str]:
    """
    Triple, data layout and processor name of this machine, from llvmlite.
    """
    llvm = _llvm()
    llvm.initialize_native_target()
    triple = llvm.get_process_triple()
    machine = llvm.Target.from_triple(triple).create_target_machine()
    return triple, str(machine.target_data), llvm.get_host_cpu_name()


@cache
def _host_features() -> Mapping[str, bool]:
    """
    Names of features that LLVM knows of this machine's family, and whether it has them.
    """
    return dict(_llvm().get_host_cpu_features())


def pointer_widths(abi: Abi) -> tuple[int, ...]:
    """
    The widths in bits that a global pointer may have under `abi`, its default first.
    """
    match abi:
        case Abi.R600:
            return (32,)
        case Abi.HOST:
            return (8 * struct.calcsize("P"),)
        case Abi.AMDCL2:
            return (64, 32)
        case _:
            return (64,)


@dataclass(frozen=True)
class Target:
    """
    A checked target; every pass and emitter reads this. Fields left at their empty
    defaults are filled in, so that a constructed target is complete.

    `mcpu` is LLVM's processor name (`gfx1100`, `juniper`; `fiji` becomes `gfx803`), or a
    target ID (`gfx90a:sramecc-:xnack+`), whose features are added to `features`. It may be
    empty for `host` (the processor of this machine, and stays empty) and for `amdcl2`
    (gfx803). `features` are LLVM subtarget features with their sign (`+xnack`; a missing
    sign means `+`).
    `code_object_version` (4, 5, 6) counts for `amdhsa` only. `wave_size` is 32 or 64; 0
    takes the processor's default, and stays 0 on `host`, which has no waves.
    `pointer_bits` is the width of a global pointer; 0 takes the ABI's, and only `amdcl2`
    has a choice (32 or 64).

    Raises `AbiError` when a field or a combination is not supported.
    """

    abi: Abi = Abi.AMDHSA
    mcpu: str = ""
    features: tuple[str, ...] = ()
    code_object_version: int = 5
    wave_size: int = 0
    pointer_bits: int = 0

    if TYPE_CHECKING:
        # The field is an `Abi` once the target is made; the argument may be its text.
        def __init__(
            self,
            abi: Abi | str = Abi.AMDHSA,
            mcpu: str = "",
            features: tuple[str, ...] = (),
            code_object_version: int = 5,
            wave_size: int = 0,
            pointer_bits: int = 0,
        ) -> None: ...

    def __post_init__(self) -> None:
        try:
            abi = Abi(self.abi)
        except ValueError:
            raise AbiError(
                f"unknown ABI '{self.abi}'; one of {', '.join(Abi)}"
                f"{suggest(str(self.abi), Abi)}"
            ) from None
        self._set("abi", abi)
        mcpu, *words = self.mcpu.split(":")
        if not mcpu:
            self._require_default_processor()
            mcpu = _DEFAULT_PROCESSORS[abi]
        self._set("mcpu", ALIASES.get(mcpu, mcpu))
        features = (*self.features, *map(_target_id_feature, words))
        self._set("features", _normalize_features(features))
        if abi is Abi.HOST:
            self._check_host()
        else:
            self._check_processor()
            self._check_features()
        self._check_code_object_version()
        self._check_wave_size()
        self._check_pointer_bits()

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _require_default_processor(self) -> None:
        if self.abi not in _DEFAULT_PROCESSORS:
            raise AbiError(
                f"ABI {self.abi} needs a processor; name one with mcpu, for example "
                f"--mcpu {_EXAMPLE_PROCESSORS[self.abi]} ('xdsl-opencl --list-targets' "
                "lists them)"
            )

    def _check_host(self) -> None:
        known = ("", "native", "generic", "x86-64", "x86-64-v2", "x86-64-v3")
        if self.mcpu not in known and self.mcpu != _host_machine()[2]:
            raise AbiError(
                f"processor '{self.mcpu}' is not this machine's; leave mcpu empty, or "
                f"give {', '.join(known[1:])} or {_host_machine()[2]}"
            )
        for feature in self.features:
            if feature[1:] not in _host_features():
                raise AbiError(
                    f"this machine has no feature '{feature[1:]}'"
                    f"{suggest(feature[1:], _host_features())}"
                )

    def _check_processor(self) -> None:
        family = (
            ProcessorFamily.R600 if self.abi is Abi.R600 else ProcessorFamily.AMDGCN
        )
        processor = PROCESSORS.get(self.mcpu)
        if processor is None:
            names = [
                n for n, p in PROCESSORS.items() if p.family is family and p.compute
            ]
            raise AbiError(
                f"unknown processor '{self.mcpu}' for ABI {self.abi}"
                f"{suggest(self.mcpu, names) or '; one of ' + ', '.join(names)}"
            )
        if processor.family is not family:
            raise AbiError(
                f"processor '{self.mcpu}' belongs to {processor.family}, but ABI "
                f"{self.abi} needs one of {family}, for example "
                f"'{_EXAMPLE_PROCESSORS[self.abi]}'"
            )
        if not processor.compute:
            raise AbiError(
                f"LLVM generates no kernels for processor '{self.mcpu}'; the oldest "
                "ones are Evergreen's, for example 'juniper'"
            )
        if self.abi is Abi.AMDCL2 and not 7 <= processor.isa[0] <= 9:
            raise AbiError(
                f"ABI amdcl2 runs on gfx7, gfx8 and gfx9 only, not on '{self.mcpu}'"
            )
        if self.abi is Abi.AMDHSA and processor.isa[0] < 7:
            raise AbiError(
                f"ABI amdhsa needs gfx7 or later, not '{self.mcpu}'; use mesa3d"
            )

    def _check_features(self) -> None:
        seen: dict[str, str] = {}
        for feature in self.features:
            sign, name = feature[0], feature[1:]
            if seen.setdefault(name, sign) != sign:
                raise AbiError(f"feature '{name}' is both on and off")
            check_feature(self.processor, name)

    def _check_code_object_version(self) -> None:
        version = self.code_object_version
        if version not in CODE_OBJECT_VERSIONS:
            raise AbiError(
                f"code object version {version} is not supported; one of "
                f"{', '.join(map(str, CODE_OBJECT_VERSIONS))}"
            )
        if self.abi is Abi.AMDHSA and version < self.processor.code_object_version:
            raise AbiError(
                f"processor '{self.mcpu}' needs code object version "
                f"{self.processor.code_object_version}, not {version}"
            )

    def _check_wave_size(self) -> None:
        if self.abi is Abi.HOST:
            if self.wave_size:
                raise AbiError("ABI host has no waves; leave wave_size at 0")
            return
        sizes = self.processor.wave_sizes
        wanted = {self.wave_size} - {0}
        for feature in self.features:
            if feature[1:].startswith("wavefrontsize"):
                size = int(feature.removeprefix(feature[0] + "wavefrontsize"))
                if feature[0] == "+":
                    wanted.add(size)
                else:
                    sizes = tuple(s for s in sizes if s != size)
        if not sizes:
            raise AbiError(
                f"the features leave no wave size for processor '{self.mcpu}'"
            )
        if len(wanted) > 1:
            raise AbiError(
                "wave_size and the wavefrontsize features ask for different sizes: "
                + ", ".join(map(str, sorted(wanted)))
            )
        size = wanted.pop() if wanted else sizes[0]
        if size not in sizes:
            raise AbiError(
                f"processor '{self.mcpu}' has no wave size {size}; one of "
                f"{', '.join(map(str, sizes))}"
            )
        self._set("wave_size", size)
        # The field says it; repeated features would make equal targets differ.
        self._set(
            "features",
            tuple(f for f in self.features if not f[1:].startswith("wavefrontsize")),
        )

    def _check_pointer_bits(self) -> None:
        allowed = pointer_widths(self.abi)
        bits = self.pointer_bits or allowed[0]
        if bits not in allowed:
            raise AbiError(
                f"ABI {self.abi} has no {bits}-bit pointers; "
                f"{' or '.join(map(str, allowed))}"
            )
        self._set("pointer_bits", bits)

    @property
    def processor(self) -> Processor:
        """
        The facts of `mcpu`.

        Raises `AbiError` for `host`, whose processor is LLVM's business.
        """
        if self.abi is Abi.HOST:
            raise AbiError("ABI host has no AMD processor")
        return PROCESSORS[self.mcpu]

    @property
    def isa(self) -> tuple[int, int, int]:
        """
        ISA version (major, minor, stepping): (9, 0, 10) for gfx90a; r600 family: (0, 0,
        0), as on the host.
        """
        return (0, 0, 0) if self.abi is Abi.HOST else self.processor.isa

    @property
    def is_amdgcn(self) -> bool:
        """
        Whether code is for the amdgcn machine (amdhsa, amdcl2, mesa3d).
        """
        return self.abi in (Abi.AMDHSA, Abi.AMDCL2, Abi.MESA3D)

    @property
    def triple(self) -> str:
        return _host_machine()[0] if self.abi is Abi.HOST else _TRIPLES[self.abi]

    @property
    def index_bitwidth(self) -> int:
        """
        Bits of `index` and `size_t`.
        """
        return self.pointer_bits

    def pointer_bits_of(self, space: AddressSpace) -> int:
        """
        Bits of a pointer to `space`: private and local ones have 32 on amdgcn, as have
        all on r600.
        """
        if self.is_amdgcn:
            return 32 if space in _NARROW_SPACES else 64
        return self.pointer_bits

    @property
    def address_space_map(self) -> Mapping[AddressSpace, int]:
        """
        OpenCL address space to LLVM's number for this target.
        """
        if self.abi is Abi.HOST:
            return _HOST_ADDRESS_SPACES
        return _AMDGPU_ADDRESS_SPACES

    def address_space(self, spir: int) -> int:
        """
        LLVM's number for SPIR address space `spir`.

        Raises `ValueError` when `spir` is not 0 to 4.
        """
        return self.address_space_map[AddressSpace.from_spir(spir)]

    @property
    def data_layout(self) -> str:
        """
        LLVM 22's data layout string.
        """
        if self.abi is Abi.HOST:
            return _host_machine()[1]
        return _R600_LAYOUT if self.abi is Abi.R600 else _AMDGCN_LAYOUT

    @property
    def subtarget_features(self) -> str:
        """
        LLVM's feature string for this target, the wave size spelt out where the
        processor has a choice, and those switched off that LLVM compiles wrongly.
        """
        features = list(self.features)
        if self.abi is Abi.HOST and (self.mcpu or self.features):
            features += corrections(_host_features())
        if self.is_amdgcn and len(sizes := self.processor.wave_sizes) > 1:
            other = next(s for s in sizes if s != self.wave_size)
            features += [f"+wavefrontsize{self.wave_size}", f"-wavefrontsize{other}"]
        return ",".join(features)

    @property
    def image_query_source(self) -> ImageQuerySource:
        """
        The default of `opencl-lower-image-queries`.
        """
        if self.abi in (Abi.MESA3D, Abi.R600):
            return ImageQuerySource.OPERANDS
        return ImageQuerySource.DESCRIPTOR

    @property
    def has_resource_ids(self) -> bool:
        """
        Whether images and samplers are known to the machine by their index.
        """
        return self.abi in (Abi.MESA3D, Abi.R600)

    def require_emission(self) -> None:
        """
        Raises `AbiError` for an ABI whose layouts are known but for which no code can be
        written yet.
        """
        if self.abi is Abi.AMDCL2:
            raise AbiError(
                "code for ABI amdcl2 is not available yet; its argument layouts are"
            )


def _target_id_feature(word: str) -> str:
    """
    A feature of a target ID (`xnack+`) as LLVM's (`+xnack`).

    Raises `AbiError` for a word without a sign at its end.
    Source: LLVM, AMDGPUUsage, "Target ID".
    """
    if len(word) < 2 or word[-1] not in "+-":
        raise AbiError(
            f"'{word}' is not a feature of a target ID; write it with its sign behind, "
            "for example gfx90a:xnack+"
        )
    return word[-1] + word[:-1]


def _normalize_features(features: tuple[str, ...]) -> tuple[str, ...]:
    """
    `features` with signs and without repetitions, in order of first appearance.
    """
    result: dict[str, None] = {}
    for feature in features:
        name = feature.strip()
        if not name.lstrip("+-"):
            raise AbiError(f"'{feature}' is not a feature; write '+name' or '-name'")
        result[name if name[0] in "+-" else f"+{name}"] = None
    return tuple(result)

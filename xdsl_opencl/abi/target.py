"""
The target of a compilation: ABI, processor, features, code object version, wave size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl_opencl.abi.arguments.placing import HiddenBlock
from xdsl_opencl.abi.cpu.host_features import corrections
from xdsl_opencl.abi.enums import AddressSpace, ImageKind, Segment
from xdsl_opencl.abi.gpu.processors import (
    ALIASES,
    PROCESSORS,
    Processor,
    ProcessorFamily,
    check_feature,
    suggest,
)
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageQuery
from xdsl_opencl.abi.interface import Abi, ImageQuerySource, Interface, WorkItems
from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.model import AbiError

__all__ = ["CODE_OBJECT_VERSIONS", "Abi", "ImageQuerySource", "Target"]

CODE_OBJECT_VERSIONS = (4, 5, 6)
"""The versions LLVM 22 writes; any other makes it abort."""


def target_name(target_id: str) -> str:
    """
    The processor and the features of LLVM's target ID: `gfx9-generic:xnack+`. The fourth part
    of the triple, the environment, is empty up to LLVM 23 and `unknown` since LLVM 24, which
    also names the processor in the first; HCC's is `hcc`.
    """
    if target_id.startswith(("amdgcn-", "amdgpu")):
        return target_id.split("-", 4)[-1]
    return target_id


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

    @staticmethod
    def abi_of(mcpu: str) -> Abi:
        """The ABI that `mcpu` means where none is given."""
        for abi, interface in INTERFACES.items():
            if mcpu in interface.named_widths:
                return abi
        return Abi.AMDHSA

    @staticmethod
    def named(name: str) -> Target:
        """
        The target that a name alone means: `host`, or a processor, with or without the
        features of a target ID (`gfx90a:xnack+`), also after a triple; `amdhsa`, and `r600` for
        processors before GCN.

        Raises `AbiError` for another name.
        """
        name = target_name(name)
        if name == Abi.HOST:
            return Target(Abi.HOST)
        mcpu = name.partition(":")[0]
        if (abi := Target.abi_of(mcpu)) is not Abi.AMDHSA:
            return Target(abi, name)
        processor = PROCESSORS.get(ALIASES.get(mcpu, mcpu))
        before_gcn = processor is not None and processor.family is ProcessorFamily.R600
        return Target(Abi.R600 if before_gcn else Abi.AMDHSA, name)

    def __post_init__(self) -> None:
        try:
            abi = Abi(self.abi)
        except ValueError:
            raise AbiError(
                f"unknown ABI '{self.abi}'; one of {', '.join(Abi)}"
                f"{suggest(str(self.abi), Abi)}"
            ) from None
        self._set("abi", abi)
        mcpu, *words = target_name(self.mcpu).split(":")
        if not mcpu:
            mcpu = self._default_processor()
        self._set("mcpu", ALIASES.get(mcpu, mcpu))
        features = (*self.features, *map(_target_id_feature, words))
        self._set("features", _normalize_features(features))
        if self.interface.named_widths:
            self._check_name(self.interface.named_widths)
        elif self.interface.family is None:
            self._check_host()
        else:
            self._check_processor(self.interface.family)
            self._check_features()
        self._check_code_object_version()
        self._check_wave_size()
        self._check_pointer_bits()

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _default_processor(self) -> str:
        interface = self.interface
        if interface.default_processor is None:
            raise AbiError(
                f"ABI {self.abi} needs a processor; name one with mcpu, for example "
                f"--mcpu {interface.example_processor} ('xdsl-opencl --list-targets' "
                "lists them)"
            )
        return interface.default_processor

    def _check_name(self, widths: Mapping[str, int]) -> None:
        """Takes the width of pointers from the device's name, or the name from the width."""
        abi = self.abi
        for name, bits in widths.items():
            if not self.mcpu and self.pointer_bits in (0, bits):
                self._set("mcpu", name)
            if self.mcpu == name and self.pointer_bits in (0, bits):
                self._set("pointer_bits", bits)
        if self.mcpu and self.mcpu not in widths:
            names = ", ".join(widths)
            raise AbiError(
                f"ABI {abi} has no device '{self.mcpu}'; use one of {names}"
                f"{suggest(self.mcpu, widths)}"
            )
        if self.mcpu and self.pointer_bits != widths[self.mcpu]:
            raise AbiError(
                f"{self.mcpu} has pointers of {widths[self.mcpu]} bits, not of "
                f"{self.pointer_bits}; leave one of the two out"
            )
        if self.features:
            raise AbiError(f"ABI {abi} has no features; leave them out")

    def _check_host(self) -> None:
        known = ("", "native", "generic", "x86-64", "x86-64-v2", "x86-64-v3")
        machine = self.interface.native
        assert machine is not None
        if self.mcpu not in known and self.mcpu != machine().processor:
            raise AbiError(
                f"processor '{self.mcpu}' is not this machine's; leave mcpu empty, or "
                f"give {', '.join(known[1:])} or {machine().processor}"
            )
        for feature in self.features:
            present = self.interface.native_features()
            if feature[1:] not in present:
                raise AbiError(
                    f"this machine has no feature '{feature[1:]}'"
                    f"{suggest(feature[1:], present)}"
                )

    def _check_processor(self, family: ProcessorFamily) -> None:
        processor = PROCESSORS.get(self.mcpu)
        if processor is None:
            names = [
                n for n, p in PROCESSORS.items() if p.family is family and p.compute
            ]
            raise AbiError(
                f"unknown processor '{self.mcpu}' for ABI {self.abi}"
                f"{suggest(self.mcpu, names) or '; one of ' + ', '.join(names)} "
                "('xdsl-opencl --list-targets' lists the processors of each ABI)"
            )
        interface = self.interface
        if processor.family is not family:
            raise AbiError(
                f"processor '{self.mcpu}' belongs to {processor.family}, but ABI "
                f"{self.abi} needs one of {family}, for example "
                f"'{interface.example_processor}'"
            )
        if not processor.compute:
            raise AbiError(
                f"LLVM generates no kernels for processor '{self.mcpu}'; the oldest "
                "ones are Evergreen's, for example 'juniper'"
            )
        if interface.devices and self.mcpu not in interface.devices:
            names = ", ".join(interface.devices)
            raise AbiError(
                f"ABI {self.abi} has no processor '{self.mcpu}'; use one of {names}"
            )
        allowed = interface.generations
        if allowed is not None and processor.generation not in allowed:
            advice = interface.advice or f"use '{interface.example_processor}'"
            raise AbiError(
                f"ABI {self.abi} runs on gfx{allowed[0]} to gfx{allowed[-1]} only, not "
                f"on '{self.mcpu}'; {advice}"
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
        if self.has_code_object and version < self.processor.code_object_version:
            raise AbiError(
                f"processor '{self.mcpu}' needs code object version "
                f"{self.processor.code_object_version}, not {version}"
            )

    def _check_wave_size(self) -> None:
        if not self.interface.is_gpu:
            if self.wave_size:
                raise AbiError(f"ABI {self.abi} has no waves; leave wave_size at 0")
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
        allowed = self.interface.pointer_bits
        bits = self.pointer_bits or allowed[0]
        if bits not in allowed:
            raise AbiError(
                f"ABI {self.abi} has no {bits}-bit pointers; take "
                f"{' or '.join(map(str, allowed))}"
            )
        self._set("pointer_bits", bits)

    @property
    def interface(self) -> Interface:
        """The facts of `abi`."""
        return INTERFACES[self.abi]

    @property
    def has_code_object(self) -> bool:
        """Returns whether a loader takes the code with LLVM's metadata, as `.hsaco`."""
        return self.interface.has_code_object

    @property
    def processor(self) -> Processor:
        """
        The facts of `mcpu`.

        Raises `AbiError` for `host`, whose processor is LLVM's business.
        """
        if not self.interface.is_gpu:
            raise AbiError(f"ABI {self.abi} has no AMD processor")
        return PROCESSORS[self.mcpu]

    @property
    def isa(self) -> tuple[int, int, int]:
        """
        ISA version (major, minor, stepping): (9, 0, 10) for gfx90a; r600 family: (0, 0,
        0), as on the host.
        """
        return self.processor.isa if self.interface.is_gpu else (0, 0, 0)

    @property
    def is_amdgcn(self) -> bool:
        """Returns whether code is for LLVM's amdgcn target."""
        return self.interface.family is ProcessorFamily.AMDGCN

    @property
    def triple(self) -> str:
        """LLVM's triple."""
        native = self.interface.native
        if native is None:
            return self.interface.triple.format(bits=self.pointer_bits)
        return native().triple

    @property
    def index_bitwidth(self) -> int:
        """Bits of `index` and `size_t`."""
        return self.pointer_bits

    def pointer_bits_of(self, space: AddressSpace) -> int:
        """
        Bits of a pointer to `space`: private and local ones have 32 on amdgcn, as have
        all on r600.
        """
        return self.interface.space_bits.get(space, self.pointer_bits)

    def pointer_bytes_of(self, space: AddressSpace) -> int:
        """
        Bytes of a pointer to `space` in memory: programs of 32 bits keep the low half of
        amdgcn's 64.
        """
        return min(self.pointer_bits_of(space), self.pointer_bits) // 8

    @property
    def address_space_map(self) -> Mapping[AddressSpace, int]:
        """OpenCL address space to LLVM's number for this target."""
        return self.interface.address_spaces

    def address_space(self, spir: int) -> int:
        """
        LLVM's number for SPIR address space `spir`.

        Raises `ValueError` when `spir` is not 0 to 4.
        """
        return self.address_space_map[AddressSpace.from_spir(spir)]

    @property
    def data_layout(self) -> str:
        """LLVM 22's data layout string."""
        native = self.interface.native
        if native is None:
            width = self.pointer_bits
            pointers = "" if width == 64 else f"-p:{width}:{width}"
            return self.interface.data_layout.format(pointers=pointers)
        return native().data_layout

    @property
    def hidden(self) -> HiddenBlock:
        """The hidden arguments by name: `target.hidden["hidden_heap_v1"].offset`."""
        return self.block(Segment.IMPLICIT)

    def block(self, segment: Segment) -> HiddenBlock:
        """The slots of `segment` by name; an empty block where there is none."""
        return self.interface.block(segment, self)

    @property
    def work_items(self) -> WorkItems | None:
        """
        The sources of ids and sizes; `None` where the ABI has no source for a single work
        item.
        """
        return self.interface.work_items.get(self.interface.variant(self))

    def image_field(
        self, query: ImageQuery, kind: ImageKind | None = None
    ) -> DescriptorField:
        """
        The place of `query` in the descriptor that an image argument points to.

        Raises `AbiError` when images have no descriptor (mesa3d, r600), and for the width
        of an image1d_buffer on amdcl2.
        """
        return self.interface.image_field(query, self.isa[0], kind)

    @property
    def subtarget_features(self) -> str:
        """
        LLVM's feature string for this target, the wave size spelt out where the
        processor has a choice, and those switched off that LLVM compiles wrongly.
        """
        features = list(self.features)
        if self.interface.native is not None and (self.mcpu or self.features):
            features += corrections(self.interface.native_features())
        if self.is_amdgcn and len(sizes := self.processor.wave_sizes) > 1:
            other = next(s for s in sizes if s != self.wave_size)
            features += [f"+wavefrontsize{self.wave_size}", f"-wavefrontsize{other}"]
        return ",".join(features)

    @property
    def image_query_source(self) -> ImageQuerySource:
        """The default of `opencl-lower-image-queries`."""
        return self.interface.image_query_source

    @property
    def has_resource_ids(self) -> bool:
        """Returns whether the hardware knows images and samplers by their index."""
        return self.interface.segment(self).rules.resource_ids

    def require_emission(self) -> None:
        """
        Raises `AbiError` for an ABI whose layouts are known but for which no code can be
        written yet.
        """
        if not self.interface.emits_code:
            raise AbiError(
                f"code for ABI {self.abi} is not available yet; its argument layouts are"
            )


def _target_id_feature(word: str) -> str:
    """
    A feature of a target ID (`xnack+`) as LLVM's (`+xnack`).

    Raises `AbiError` for a word without a sign at its end.
    Source: LLVM, AMDGPUUsage, "Target ID".
    """
    if len(word) < 2 or word[-1] not in "+-":
        raise AbiError(
            f"'{word}' is not a feature of a target ID; write it with its sign after it, "
            "for example gfx90a:xnack+"
        )
    return word[-1] + word[:-1]


def _normalize_features(features: tuple[str, ...]) -> tuple[str, ...]:
    """`features` with signs and without repetitions, in order of first appearance."""
    result: dict[str, None] = {}
    for feature in features:
        name = feature.strip()
        if not name.lstrip("+-"):
            raise AbiError(f"'{feature}' is not a feature; write '+name' or '-name'")
        result[name if name[0] in "+-" else f"+{name}"] = None
    return tuple(result)

"""
CLRX assembler text for programs of ABI amdcl2, and the target `opencl-clrx` that writes it.

LLVM generates the code, with user registers that match one of CLRX's feature sets. The text gives
the configuration, the arguments and this code for each kernel. The program's data and the slots
of its samplers come before the kernels.

Source: CLRX, `doc/ClrxAsmAmdCL2.md`, `doc/AmdCl2Abi.md` and `doc/ClrxAsmSyntax.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, ClassVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.target import Target as OutputTarget

from xdsl_opencl.abi.gpu.clrx import (
    ADDED_SGPRS,
    FLAT_SCRATCH_SGPRS,
    MAX_LOCAL_BYTES,
    NAME,
    driver_version,
)
from xdsl_opencl.abi.images.samplers import SAMPLER_SLOT
from xdsl_opencl.abi.interface import ArgumentForm
from xdsl_opencl.abi.reflection import attribute_name
from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.clrx.clrx_code import code_lines
from xdsl_opencl.backend.clrx.clrx_object import Code, Data, Program, read_program
from xdsl_opencl.backend.llvm.codegen import (
    CodegenError,
    device_libraries,
    generate,
    lowered_target,
)

_WORDS = attribute_name("segment_arguments")
_REGISTERS = attribute_name("user_registers")
_NAMES = attribute_name("kernel_arg_name")
_TYPES = attribute_name("kernel_arg_type")

_VERSION = attribute_name("ocl_version")

_SAMPLERS = "opencl_samplers"
"""Label of the first sampler's slot."""
_SLOT_BYTES = 8

_BYTES_PER_LINE = 16


@dataclass(frozen=True)
class _Signature:
    """
    A kernel as the module describes it: for each argument its name, its type name and the
    remaining operands of its `.arg`; and the kernel's attributes.
    """

    name: str
    arguments: tuple[tuple[str, str, str], ...]
    features: str
    required: tuple[int, ...]
    hint: tuple[int, ...]


def _strings(attribute: Attribute | None) -> list[str]:
    if not isinstance(attribute, ArrayAttr):
        return []
    entries = cast("ArrayAttr[Attribute]", attribute).data
    return [entry.data for entry in entries if isinstance(entry, StringAttr)]


def _numbers(attribute: Attribute | None) -> tuple[int, ...]:
    if isinstance(attribute, DenseArrayBase):
        return tuple(int(value) for value in attribute.get_values())
    if isinstance(attribute, ArrayAttr):
        entries = cast("ArrayAttr[Attribute]", attribute).data
        return tuple(e.value.data for e in entries if isinstance(e, IntegerAttr))
    return ()


def _signature(op: Operation) -> _Signature:
    """
    Reads the kernel `op` of an llvm-level module.

    Raises `CodegenError` for a name that the assembler does not accept.
    """
    symbol = op.properties["sym_name"]
    assert isinstance(symbol, StringAttr)
    kernel = symbol.data
    _check_name(kernel, f"kernel '{kernel}'", kernel)
    attributes = op.attributes
    names, types = _strings(attributes.get(_NAMES)), _strings(attributes.get(_TYPES))
    words = _strings(attributes.get(_WORDS))
    registers = attributes[_REGISTERS]
    assert isinstance(registers, StringAttr)
    for index, name in enumerate(names):
        what = f"kernel '{kernel}', argument {index} '{name}'"
        _check_name(name, what, kernel)
        if name in names[:index]:
            raise CodegenError(
                f"{what} has the name of another; CLRX's assembler tells them apart by "
                "name, rename it",
                kernel=kernel,
            )
    return _Signature(
        kernel,
        tuple(zip(names, types, words, strict=True)),
        registers.data,
        _numbers(attributes.get("reqd_work_group_size")),
        _numbers(attributes.get("work_group_size_hint")),
    )


def _check_name(name: str, what: str, kernel: str) -> None:
    if NAME.fullmatch(name) is None:
        raise CodegenError(
            f"{what} has a name that CLRX's assembler cannot read; use letters, digits "
            "and _",
            kernel=kernel,
        )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class _Writer:
    """The text of one program."""

    def __init__(
        self,
        target: Target,
        program: Program,
        signatures: Mapping[str, _Signature],
        options: str,
        assembly: str,
    ):
        self.target = target
        self.program = program
        self.signatures = signatures
        self.options = options
        self.assembly = assembly
        names = {a.name for code in program.kernels for a in code.addresses if a.name}
        self.slots = {name: index for index, name in enumerate(sorted(names))}
        """Maps each variable that the loader fills to the index of its sampler."""

    def lines(self) -> Iterator[str]:
        target = self.target
        yield ".amdcl2"
        yield f".gpu {target.interface.devices[target.mcpu]}"
        yield f".{target.pointer_bits}bit"
        yield f".driver_version {driver_version(target.mcpu)}"
        if self.options:
            yield f".compile_options {_quoted(self.options)}"
        yield from self.data_lines()
        if self.slots:
            values = ", ".join(f"0x{self.brig(name):08x}" for name in self.slots)
            yield f".sampler {values}"
        for index, code in enumerate(self.program.kernels):
            signature = self.signatures[code.info.name]
            yield from self.kernel_lines(code, signature, index)

    def brig(self, slot: str) -> int:
        """The BRIG value of the sampler that the variable `slot` points to."""
        if not slot.startswith(SAMPLER_SLOT):
            raise CodegenError(f"nothing defines '{slot}'", undefined=[slot])
        return int(slot.removeprefix(SAMPLER_SLOT), 16)

    # --- data ------------------------------------------------------------------------

    def data_lines(self) -> Iterator[str]:
        data = self.program.data
        constant = [d for d in data if not d.writable]
        written = [d for d in data if d.writable and d.content is not None]
        zeros = [d for d in data if d.writable and d.content is None]
        for name, sections in (
            (".globaldata", constant),
            (".rwdata", written),
            (".bssdata", zeros),
        ):
            slots = self.slots if name == ".globaldata" else {}
            if not sections and not slots:
                continue
            if name == ".bssdata":
                yield f"{name} align={max(d.align for d in sections)}"
            else:
                yield name
            for section in sections:
                yield from self.section_lines(section)
            if slots:
                yield f"    .balign {_SLOT_BYTES}"
                yield f"{_SAMPLERS}:"
                yield f"    .skip {_SLOT_BYTES * len(slots)}"
            yield ".main"

    def section_lines(self, section: Data) -> Iterator[str]:
        """The lines that define the variables of `section`, with the gaps between them."""
        if section.align > 1:
            yield f"    .balign {section.align}"
        yield f"{_label(section.number)}:"
        at = 0
        for variable in section.variables:
            if variable.offset > at:
                yield f"    .skip {variable.offset - at}"
            at = variable.offset + variable.size
            yield f"    # {variable.name}"
            if section.content is None:
                yield f"    .skip {variable.size}"
                continue
            content = section.content[variable.offset : at]
            for i in range(0, len(content), _BYTES_PER_LINE):
                part = content[i : i + _BYTES_PER_LINE]
                yield f"    .byte {', '.join(f'0x{byte:02x}' for byte in part)}"

    # --- kernels ---------------------------------------------------------------------

    def features(self, code: Code, signature: _Signature) -> str:
        """The feature set that has the user registers which `code` expects."""
        sets = self.target.interface.register_sets
        assert sets is not None
        registers = sets[self.target.processor.generation][signature.features]
        expected = code.properties & 0x2F, code.info.user_sgprs
        if (registers.properties, registers.count) != expected:
            raise CodegenError(
                f"kernel '{signature.name}' expects {code.info.user_sgprs} user registers "
                f"(properties {code.properties:#x}), which {signature.features} has not",
                kernel=signature.name,
            )
        return signature.features

    def kernel_lines(
        self, code: Code, signature: _Signature, index: int
    ) -> Iterator[str]:
        info = code.info
        features = self.features(code, signature)
        if info.group_segment_size > MAX_LOCAL_BYTES:
            raise CodegenError(
                f"kernel '{signature.name}' has {info.group_segment_size} bytes of local "
                f"memory; CLRX's assembler takes {MAX_LOCAL_BYTES}",
                kernel=signature.name,
            )
        if info.uses_dynamic_stack:
            raise CodegenError(
                f"kernel '{signature.name}' has a stack whose size is not known; give "
                "private arrays a constant size",
                kernel=signature.name,
            )
        yield f".kernel {signature.name}"
        yield "    .config"
        yield f"        .dims {code.group_ids}, {code.local_ids}"
        if signature.required:
            yield f"        .cws {', '.join(map(str, signature.required))}"
        if signature.hint:
            yield f"        .work_group_size_hint {', '.join(map(str, signature.hint))}"
        if info.vec_type_hint:
            yield f"        .vectypehint {info.vec_type_hint}"
        yield f"        .sgprsnum {self.scalar_registers(code, features)}"
        yield f"        .vgprsnum {max(info.vgprs, 1)}"
        if info.group_segment_size:
            yield f"        .localsize {info.group_segment_size}"
        if info.private_segment_size:
            yield f"        .scratchbuffer {info.private_segment_size}"
        yield f"        .floatmode 0x{code.float_mode:02x}"
        if code.is_ieee:
            yield "        .ieeemode"
        if code.clamps_nan:
            yield "        .dx10clamp"
        for feature in _WRITTEN[features]:
            yield f"        .{feature}"
        samplers = sorted({self.slots[a.name] for a in code.addresses if a.name})
        if samplers:
            yield f"        .sampler {', '.join(map(str, samplers))}"
        yield "        .setupargs"
        for name, type_name, words in signature.arguments:
            yield f"        .arg {name}, {_quoted(type_name)}, {words}"
        yield "    .text"
        yield from code_lines(
            code,
            self.target.processor.generation,
            self.literals(code),
            self.assembly,
            f".L{index}",
        )

    def scalar_registers(self, code: Code, features: str) -> int:
        """
        The number of registers without the registers that CLRX adds: VCC, and for the strong
        feature sets FLAT_SCRATCH and XNACK_MASK.
        """
        added = ADDED_SGPRS
        if features in _WITH_FLAT_SCRATCH:
            added += FLAT_SCRATCH_SGPRS[self.target.processor.generation]
        return max(code.info.sgprs - added, code.info.user_sgprs + 4)

    def literals(self, code: Code) -> dict[int, str]:
        """
        Maps a byte offset in `code` to the expression for the half address stored there.
        """
        found: dict[int, str] = {}
        for address in code.addresses:
            if address.name:
                start = f"{_SAMPLERS}+{_SLOT_BYTES * self.slots[address.name]}"
            else:
                start = f"{_label(address.section)}+{address.offset}"
            half = ">>32" if address.high else "&0xffffffff"
            found[address.place] = f"({start}){half}"
        return found


_WITH_FLAT_SCRATCH = ("useenqueue", "usegeneric")

_WRITTEN: Mapping[str, Sequence[str]] = {
    "useargs": ("useargs",),
    "usesetup": ("useargs", "usesetup"),
    "useenqueue": ("useargs", "usesetup", "useenqueue"),
    "usegeneric": ("useargs", "usesetup", "usegeneric"),
}
"""Maps a feature set to its directives; a strong set includes the weaker ones."""


def _label(section: int) -> str:
    return f"opencl_data_{section}"


def require_clrx(target: Target) -> None:
    """Raises `CodegenError` for a target whose programs are not CLRX text."""
    if target.interface.argument_form is not ArgumentForm.LOADS:
        raise CodegenError(
            f"ABI {target.abi} has no CLRX assembler text, only amdcl2 has; write "
            f"{target.interface.written_as} (-t opencl-asm)"
        )


def clrx_text(module: ModuleOp, target: Target, code: bytes, assembly: str) -> str:
    """
    Prints the llvm-level `module` as CLRX text; `code` and `assembly` are LLVM's output for
    it.

    Raises `CodegenError` for a program that the assembler cannot express.
    """
    require_clrx(target)
    found = (_signature(op) for op in module.body.block.ops if _WORDS in op.attributes)
    signatures = {signature.name: signature for signature in found}
    # The options for `clBuildProgram`: the version of OpenCL C that the module records.
    version = _numbers(module.attributes.get(_VERSION))
    options = f"-cl-std=CL{'.'.join(map(str, version))}" if version else ""
    writer = _Writer(target, read_program(code), signatures, options, assembly)
    return "\n".join((*writer.lines(), ""))


@dataclass(frozen=True)
class OpenCLClrxTarget(OutputTarget):
    """
    Prints an llvm-level module of ABI amdcl2 as CLRX assembler text.

    Options: `opt` is LLVM's optimisation level, 0 to 3.

    Example: `xdsl-opt k.mlir -p 'opencl-attach-target{abi=amdcl2
    mcpu=gfx803},opencl-to-llvm' -t opencl-clrx`
    """

    name: ClassVar[str] = "opencl-clrx"

    opt: int = 3

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """
        Writes the text once it is complete.

        Raises `CodegenError`, and `LLVMTranslationError`.
        """
        from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

        target = lowered_target(module)
        require_clrx(target)
        emission = generate(
            emit_llvm_ir(module),
            target,
            level=self.opt,
            kinds=("asm", "object"),
            libraries=device_libraries(module),
        )
        assert emission.object is not None
        assert emission.assembly is not None
        output.write(clrx_text(module, target, emission.object, emission.assembly))

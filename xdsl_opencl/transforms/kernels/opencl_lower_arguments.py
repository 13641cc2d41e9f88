"""
`opencl-lower-arguments`: checks the arguments of each kernel against the ABI, and records the
facts that only the opencl level knows about them.

Needs: a module with a target, work-item functions lowered (`opencl-lower-work-items`).
Leaves, by `form`:

* `native`: explicit arguments as they are. On amdhsa, mesa3d and r600, where this is the default,
  LLVM reads them from the argument segment by itself; on the host `opencl-form-work-groups` reads
  them, and there is no other form.
* `loads`: each explicit argument that is used is a load at its offset in the ABI's layout
  (`opencl.load_argument explicit[...]`); hidden arguments are loads already. This is the
  only form on amdcl2, whose offsets LLVM does not know. The arguments stay in the
  signature, without uses.

Each kernel gets

* its reflection as the `opencl.kernel_arg_*` arrays of the llvm level, since the next conversions
  remove the types (memrefs, images) that give the defaults;
* parameter attributes that follow from types and qualifiers (`noalias`, `readonly`, the alignment
  of a local memref's pointee);
* `opencl.hidden_use`, on amdhsa: the number of bytes of the hidden block that the kernel and its
  callees read (absent when unknown), and the hidden arguments that they read;
* `opencl.argument_bytes`, in the form `loads`: the size of the argument segment.

* `opencl.segment_arguments`, on amdcl2: the description of each argument for CLRX's assembler.

Errors: an argument type without a place in the ABI, more arguments than it can pass, a form that
the ABI does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.interface import ArgumentForm
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import (
    WHOLE_HIDDEN,
    AbiError,
    Argument,
    KernelArgumentLayout,
    KernelSignature,
    PointerType,
)
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import integer_attribute
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE, module_target
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.kernels.signature.argument_metadata import (
    ARGUMENT_BYTES,
    DESCRIBED,
    SEGMENT_ARGUMENTS,
    implied_attributes,
    metadata_arrays,
)
from xdsl_opencl.transforms.kernels.signature.function_attributes import (
    Needs,
    module_needs,
)
from xdsl_opencl.transforms.kernels.signature.kernel_signature import (
    ALIGN,
    argument_attributes,
    argument_info,
)

HIDDEN_USE = "opencl.hidden_use"


def hidden_use_attribute(needs: Needs) -> DictionaryAttr:
    """
    `{bytes = N : i32, arguments = ["hidden_..."]}`; without `bytes` when their number is unknown.
    """
    fields: dict[str, Attribute] = {
        "arguments": ArrayAttr([string(name) for name in sorted(needs.entries)])
    }
    if needs.hidden_end is not None:
        fields["bytes"] = integer_attribute(needs.hidden_end, i32)
    return DictionaryAttr(fields)


@dataclass(frozen=True)
class OpenCLLowerArgumentsPass(ModulePass):
    """Checks and describes kernel arguments for the attached target."""

    name = "opencl-lower-arguments"

    form: Literal["native", "loads"] | None = None
    """Explicit arguments in LLVM IR; by default as the target's ABI prescribes."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        kernels = [k for k in op.body.block.ops if isinstance(k, KernelOp)]
        if not kernels:
            return
        form = self.chosen_form(op, target)
        needs = module_needs(op, target) if target.has_code_object else {}
        for kernel in kernels:
            self.lower(
                kernel,
                target,
                needs.get(kernel.sym_name.data),
                INTERIM_IMAGES_ATTRIBUTE in op.attributes,
                form,
            )

    def chosen_form(self, module: ModuleOp, target: Target) -> ArgumentForm:
        own = target.interface.argument_form
        if self.form is None or self.form == own:
            return own
        if own is ArgumentForm.NATIVE:
            return ArgumentForm(self.form)
        fail(
            module,
            f"ABI {target.abi} has no arguments of form {self.form}; leave 'form' out",
        )

    def lower(
        self,
        kernel: KernelOp,
        target: Target,
        needs: Needs | None,
        interim: bool,
        form: ArgumentForm,
    ) -> None:
        signature = kernel_signature(kernel, target)
        hidden = WHOLE_HIDDEN if needs is None else needs.hidden_use(target.hidden)
        try:
            places = layout(signature, target, hidden=hidden, interim_images=interim)
        except AbiError as error:
            fail(
                kernel,
                f"kernel @{kernel.sym_name.data}: {error}",
                argument=error.argument,
            )
        if DESCRIBED not in kernel.attributes:
            self.describe(kernel, signature, target)
        if needs is not None:
            kernel.attributes[HIDDEN_USE] = hidden_use_attribute(needs)
        self.check_size(kernel, target, places)
        if (words := target.interface.argument_words) is not None:
            kernel.attributes[SEGMENT_ARGUMENTS] = ArrayAttr(
                [
                    StringAttr(self.words(kernel, index, words, argument, info))
                    for index, (argument, info) in enumerate(
                        zip(signature.arguments, argument_info(kernel), strict=True)
                    )
                ]
            )
        if form is ArgumentForm.LOADS:
            # Few targets need it.
            from xdsl_opencl.transforms.kernels.signature.loaded_arguments import (
                load_explicit_arguments,
            )

            size = IntegerAttr(places.kernarg_segment_size, i32)
            kernel.attributes[ARGUMENT_BYTES] = size
            load_explicit_arguments(kernel, target, places)

    def check_size(
        self, kernel: KernelOp, target: Target, places: KernelArgumentLayout
    ) -> None:
        """Refuses a kernel with more explicit arguments than the ABI can pass."""
        segment = target.interface.segment(target)
        if not segment.limit:
            return
        last = segment.rules.base + segment.limit
        for place in places.explicit:
            if place.offset + place.size > last:
                fail(
                    kernel,
                    f"kernel @{kernel.sym_name.data}, argument {place.index} "
                    f"'{place.name}' ends at byte {place.offset + place.size}; ABI "
                    f"{target.abi} has {segment.limit} bytes for arguments, which end at "
                    f"{last}; pass a pointer to the rest",
                    argument=place.name or str(place.index),
                )

    def words(
        self,
        kernel: KernelOp,
        index: int,
        words: Callable[[Argument, ArgumentInfo], str],
        argument: Argument,
        info: ArgumentInfo,
    ) -> str:
        """Returns the text that describes `argument` to the ABI's assembler."""
        try:
            return words(argument, info)
        except AbiError as error:
            name = f" '{info.name}'" if info.name else ""
            fail(
                kernel,
                f"kernel @{kernel.sym_name.data}, argument {index}{name}: {error}",
                argument=info.name or str(index),
            )

    def describe(
        self, kernel: KernelOp, signature: KernelSignature, target: Target
    ) -> None:
        """Adds the attributes that follow from the types of the arguments."""
        implied = implied_attributes(kernel, target)
        kernel.attributes |= metadata_arrays(kernel)
        dictionaries: list[DictionaryAttr] = []
        for given, more, argument, type_ in zip(
            argument_attributes(kernel),
            implied,
            signature.arguments,
            kernel.function_type.inputs,
            strict=True,
        ):
            attributes = {**given.data, **more}
            place = argument.type
            if (
                isinstance(type_, MemRefType)
                and isinstance(place, PointerType)
                and place.address_space is AddressSpace.LOCAL
                and place.pointee_align is not None
            ):
                align = IntegerAttr(place.pointee_align, i64)
                attributes.setdefault(ALIGN, align)
            dictionaries.append(DictionaryAttr(attributes))
        if any(d.data for d in dictionaries):
            kernel.arg_attrs = ArrayAttr(dictionaries)

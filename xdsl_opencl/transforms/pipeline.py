"""
The stages from an opencl-level module to the LLVM dialect.

Every stage is a pass that can be run alone, and observed (`--print-after`).
"""

from __future__ import annotations

from typing import Any

from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import ImageQuerySource, Target
from xdsl_opencl.universe import our_pass

MOST_OPERATIONS = 50_000
"""
The most operations of a module's kernels after inlining; beyond this limit, large functions stay.
Only for the CPU device; checks need a pointer's variable and its access in one function.
"""

LAST_OF_ALL = "convert-standard-to-llvm"
"""
The last pass that the CPU device runs for all kernels at once: from then on they need nothing
of each other.
"""


def pipeline(
    target: Target,
    *,
    interim_images: bool = False,
    check: bool = False,
    arguments: str | None = None,
    lockstep: bool = True,
) -> tuple[ModulePass, ...]:
    """
    The passes of `opencl-to-llvm` for `target`, in order; see `stages`. `arguments` is the form
    for `opencl-lower-arguments`, `lockstep` the option of `opencl-form-work-groups`.
    """
    names = stages(target, interim_images=interim_images, check=check)
    # What moves would be removed by `opencl-strip-unused`.
    inline: dict[str, Any] = {"move": True}
    options = {"opencl-inline": inline}
    if arguments:
        options["opencl-lower-arguments"] = {"form": arguments}
    if target.interface.work_groups_are_loops and not check:
        inline["most_operations"] = MOST_OPERATIONS
    if not lockstep:
        options["opencl-form-work-groups"] = {"lockstep": False}
    return tuple(our_pass(name)(**options.get(name, {})) for name in names)


def stages(
    target: Target, *, interim_images: bool = False, check: bool = False
) -> tuple[str, ...]:
    """
    The names of the passes for `target`. `interim_images`: the module has
    `INTERIM_IMAGES_ATTRIBUTE`, so its images have no companions. `check`: kernels of ABI
    host report wrong accesses.
    """
    abi = target.interface
    companions = (
        not interim_images and target.image_query_source is ImageQuerySource.OPERANDS
    )
    # The functions that a library needs are added after inlining, which would remove them.
    inlining = ("opencl-inline", "opencl-strip-unused", *abi.library_passes)
    names = (
        "lower-tensors",
        "convert-affine-to-scf",
        "opencl-split-kernel-entries",
        "opencl-strip-unused",
        *(("opencl-add-implicit-operands",) if companions else ()),
        *(("opencl-assign-resource-ids",) if target.has_resource_ids else ()),
        "opencl-lower-image-queries",
        "convert-complex-to-standard",
        "convert-math-to-opencl",
        "opencl-lower-builtins",
        "opencl-lower-sync",
        *(() if abi.is_one_function else abi.library_passes),
        "opencl-lower-images",
        "opencl-lower-samplers",
        *abi.work_item_passes,
        "opencl-lower-arguments",
        "lower-scf-to-cf",
        *(inlining if abi.is_one_function else ()),
        "convert-standard-to-llvm",
        *(abi.checked_group_passes if check else abi.group_passes),
        "convert-opencl-to-llvm",
        *abi.code_passes,
    )
    return tuple(name for name in names if name not in abi.left_out)

"""
The attribute words of parameters, results, functions and calls.

Names on MLIR's side are those of its `LLVMAttrDefs.td` and `ModuleTranslation.cpp`. The
reader leaves out facts that LLVM infers again, and facts about the computer or compiler
that wrote the file and not about the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Value(Enum):
    """How the value of a parameter's word stands after it, and its attribute."""

    NONE = auto()
    """No value: a unit."""
    NUMBER = auto()
    """`(16)`: an integer."""
    BARE_NUMBER = auto()
    """` 16`, or in parentheses: an integer."""
    TYPE = auto()
    """`(i32)`: a type."""
    RANGE = auto()
    """`(i32 0, 8)`: an array of two integers."""
    TEXT = auto()
    """`(none)`: a string."""


@dataclass(frozen=True)
class ParameterWord:
    """A word of a parameter or result; its attribute is `llvm.<word>`."""

    value: Value = Value.NONE
    kept: bool = True
    """True if the reader keeps it."""


def _words(words: str, value: Value, kept: bool = True) -> dict[str, ParameterWord]:
    return dict.fromkeys(words.split(), ParameterWord(value, kept))


PARAMETER_WORDS: dict[str, ParameterWord] = {
    **_words("inreg noalias nofree nonnull noundef readnone readonly", Value.NONE),
    **_words("returned signext writeonly zeroext", Value.NONE),
    **_words("allocalign allocptr dead_on_return dead_on_unwind", Value.NONE, False),
    **_words("immarg nest nocapture noext swiftasync swifterror", Value.NONE, False),
    **_words("swiftself writable", Value.NONE, False),
    **_words("align", Value.BARE_NUMBER),
    **_words("dereferenceable dereferenceable_or_null", Value.NUMBER),
    **_words("alignstack nofpclass", Value.NUMBER, False),
    **_words("byref byval elementtype inalloca preallocated sret", Value.TYPE),
    **_words("range", Value.RANGE, False),
    **_words("captures", Value.TEXT, False),
}

UNTRANSLATED_PARAMETER_WORDS = frozenset(("initializes",))
"""Words without an attribute in MLIR."""

OLD_PARAMETER_WORDS = {"struct_ret": "sret"}
"""Spellings of older MLIR."""

FUNCTION_WORDS = frozenset(
    """
    alwaysinline builtin cold convergent disable_sanitizer_instrumentation
    fn_ret_thunk_extern hot inlinehint jumptable minsize mustprogress naked nobuiltin
    nocallback nocf_check nodivergencesource noduplicate nofree noimplicitfloat noinline
    nomerge nonlazybind noprofile norecurse noredzone noreturn nosanitize_bounds
    nosanitize_coverage nosync nounwind null_pointer_is_valid optdebug optforfuzzing
    optnone optsize presplitcoroutine returns_twice safestack sanitize_address
    sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_thread shadowcallstack
    skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong strictfp
    uwtable willreturn
    """.split()
)
"""
Words of functions without a value, entries of MLIR's `passthrough`. A name that is none
of them is a string attribute.
"""

VALUED_FUNCTION_WORDS = (
    *("alignstack", "allockind", "allocsize", "memory", "uwtable", "vscale_range"),
)
"""Words of functions that take a value in parentheses."""

OLD_MEMORY_WORDS = {
    "argmemonly": "memory(argmem: readwrite)",
    "inaccessiblememonly": "memory(inaccessiblemem: readwrite)",
    "readnone": "memory(none)",
    "readonly": "memory(read)",
    "writeonly": "memory(write)",
}
"""Words of functions that became `memory(...)` in LLVM 16."""

FLAG_PROPERTIES = {
    "no_inline": "noinline",
    "no_unwind": "nounwind",
    "optimize_none": "optnone",
    "always_inline": "alwaysinline",
    "inline_hint": "inlinehint",
    "convergent": "convergent",
    "noreturn": "noreturn",
    "will_return": "willreturn",
}
"""Unit attributes of `llvm.func` to words."""

FUNCTION_ONLY_PROPERTIES = frozenset(("optimize_none",))
"""The properties among `FLAG_PROPERTIES` that a call cannot have."""

STRING_PROPERTIES = {
    "frame_pointer": "frame-pointer",
    "target_cpu": "target-cpu",
    "tune_cpu": "tune-cpu",
    "target_features": "target-features",
    "approx_func_fp_math": "approx-func-fp-math",
    "denormal_fp_math": "denormal-fp-math",
    "denormal_fp_math_f32": "denormal-fp-math-f32",
    "fp_contract": "fp-contract",
    "no_infs_fp_math": "no-infs-fp-math",
    "no_nans_fp_math": "no-nans-fp-math",
    "no_signed_zeros_fp_math": "no-signed-zeros-fp-math",
    "unsafe_fp_math": "unsafe-fp-math",
    "rocdl.flat_work_group_size": "amdgpu-flat-work-group-size",
    "rocdl.uniform_work_group_size": "uniform-work-group-size",
    "rocdl.waves_per_eu": "amdgpu-waves-per-eu",
}
"""Attributes of `llvm.func` to the keys of string attributes."""

FUNCTION_WORDS_NOT_READ = frozenset(
    (
        # Properties of the computer or compiler that wrote the file, not of the program.
        *("frame-pointer", "target-cpu", "target-features", "tune-cpu"),
        *("no-trapping-math", "stack-protector-buffer-size", "less-precise-fpmad"),
        *("min-legal-vector-width", "no-jump-tables"),
        *("use-soft-float", "disable-tail-calls", "strictfp"),
        # In the form LLVM prints these have a parameter that `passthrough` cannot say.
        *VALUED_FUNCTION_WORDS,
        "nofpclass",
        # LLVM 22's own defaults for intrinsics and library functions.
        *("nocallback", "nocreateundeforpoison"),
    )
)

"""Lines with typed pointers, one form each, and lines that only look so."""

from __future__ import annotations

import pytest

from xdsl_opencl.frontend import FrontendError
from xdsl_opencl.frontend.ir_text.typed_pointers import has_typed_pointers, upgrade


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("load i32, i32* %p", "load i32, ptr %p"),
        (
            "load float, float addrspace(1)* %p, align 4",
            "load float, ptr addrspace(1) %p, align 4",
        ),
        ("alloca float addrspace(3)*, align 8", "alloca ptr addrspace(3), align 8"),
        ("load i8*, i8* addrspace(1)* %p", "load ptr, ptr addrspace(1) %p"),
        (
            "load i8 addrspace(1)*, i8 addrspace(1)* addrspace(4)* %p",
            "load ptr addrspace(1), ptr addrspace(4) %p",
        ),
        (
            "getelementptr [4 x <2 x i32>], [4 x <2 x i32>]* %p",
            "getelementptr [4 x <2 x i32>], ptr %p",
        ),
        (
            "store { i32, float* } %v, { i32, float* }* %p",
            "store { i32, ptr } %v, ptr %p",
        ),
        ("!0 = !{void (float addrspace(1)*, i32)* @k, !1}", "!0 = !{ptr @k, !1}"),
        ('%"struct.a b"* %x', "ptr %x"),
        (
            "define void @f(%struct.s* byval align 4 %s, %struct.s* sret %r)",
            "define void @f(ptr byval(%struct.s) align 4 %s, ptr sret(%struct.s) %r)",
        ),
        (
            "%opencl.image2d_array_depth_wo_t addrspace(1)* %i",
            'target("spirv.Image", void, 1, 1, 1, 0, 0, 0, 1) %i',
        ),
        (
            "%opencl.image1d_buffer_rw_t addrspace(1)* %i",
            'target("spirv.Image", void, 5, 0, 0, 0, 0, 0, 2) %i',
        ),
        ("%opencl.event_t* %e", 'target("spirv.Event") %e'),
        (
            "call %opencl.event_t* @f(%opencl.event_t* noundef null, i32* null)",
            'call target("spirv.Event") @f(target("spirv.Event") noundef zeroinitializer, '
            "ptr null)",
        ),
        (
            "@k(%opencl.sampler_t addrspace(2)* nocapture noundef readonly align 4 %s, "
            "i8* nocapture %p)",
            '@k(target("spirv.Sampler") noundef %s, ptr nocapture %p)',
        ),
        ("%opencl.image2d_t addrspace(1)* %i", "ptr addrspace(1) %i"),
        ('c"a*b" ; i32* %x', 'c"a*b" ; i32* %x'),
        ('!"float*"', '!"float*"'),
    ],
)
def test_line(before: str, after: str) -> None:
    """The line with opaque pointers."""
    assert upgrade(before, "x.ll") == after


@pytest.mark.parametrize(
    "text",
    [
        "",
        "; float* in a comment",
        '@s = constant [2 x i8] c"i32* %x"',
        '!0 = !{!"float*", !"int*"}',
        "load i32, ptr %p ; was i32*",
    ],
)
def test_modern_text_is_left_alone(text: str) -> None:
    """A star in a string or a comment is not a pointer."""
    assert not has_typed_pointers(text)


@pytest.mark.parametrize("line", ["  store i32 %x, , * %p", "  load ]* %p", "*"])
def test_star_without_type(line: str) -> None:
    """The line is named."""
    with pytest.raises(FrontendError, match=r"x\.ll:2: error: "):
        upgrade(f"\n{line}", "x.ll")


def test_looking_is_linear() -> None:
    """
    A hundred thousand lines of today's IR, the star in the metadata at the end: a search
    that begins again at every line would take hours.
    """
    line = '  %a = load ptr addrspace(1), ptr %p, align 8, !tbaa !4 ; "text\n'
    text = line * 100_000 + '!4 = !{!"float*", !"*" }\n'
    assert not has_typed_pointers(text)
    assert has_typed_pointers(f"{text}  %b = load i32, i32* %q\n")

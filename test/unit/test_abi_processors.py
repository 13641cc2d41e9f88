"""The processor table and the occupancy rules against what LLVM 22 emits."""

import re
import subprocess
from functools import cache
from typing import NoReturn

import pytest
from llvm_child import Job, Result, compile_all
from tools import need

from xdsl_opencl.abi.gpu.occupancy import Occupancy, occupancy
from xdsl_opencl.abi.gpu.processors import (
    ALIASES,
    FEATURES,
    PROCESSORS,
    ImageSupport,
    ProcessorFamily,
    check_feature,
)
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Abi, Target

AMDGCN = [
    n for n, p in PROCESSORS.items() if p.family is ProcessorFamily.AMDGCN and p.compute
]
R600 = [
    n for n, p in PROCESSORS.items() if p.family is ProcessorFamily.R600 and p.compute
]

VERSION_6 = '\n!llvm.module.flags = !{!0}\n!0 = !{i32 1, !"amdhsa_code_object_version", i32 600}\n'
KERNEL = """
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x) "amdgpu-no-implicitarg-ptr" {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
"""


def job(cpu: str, ir: str, features: str = "") -> Job:
    return Job(ir=ir, triple="amdgcn-amd-amdhsa", cpu=cpu, features=features)


@cache
def trivial() -> dict[str, Result]:
    jobs = [job(name, KERNEL + VERSION_6) for name in AMDGCN]
    return dict(zip(AMDGCN, compile_all(jobs), strict=True))


def directive(result: Result, name: str) -> int | None:
    match = re.search(rf"\.amdhsa_{name} (\d+)", result["assembly"])
    return int(match[1]) if match else None


def flags(result: Result) -> int:
    return int.from_bytes(bytes.fromhex(result["header"])[48:52], "little")


def refuse_row(fault: str) -> NoReturn:
    """Fails the test, without a traceback: the fault is in the table, not in the test."""
    pytest.fail(
        f"{fault}: correct the row in abi/gpu/processors.py, or the row whose facts it shares",
        pytrace=False,
    )


def check_rows(by_llvm: dict[tuple[str, str], int | bool]) -> None:
    """The fields of processors are LLVM's: `by_llvm` by the processor and the field."""
    wrong: list[str] = []
    for (name, fact), value in by_llvm.items():
        ours = getattr(PROCESSORS[ALIASES.get(name, name)], fact)
        if (ours[0] if fact == "wave_sizes" else ours) != value:
            wrong.append(f"{fact} of {name} is {ours}, LLVM's is {value}")
    if wrong:
        refuse_row("; ".join(wrong))


@pytest.mark.parametrize("name", AMDGCN)
def test_amdgcn(name: str) -> None:
    """
    Name, machine number, scratch, wave size and target-id features of each processor.
    """
    result = trivial()[name]
    known = f'.amdgcn_target "amdgcn-amd-amdhsa--{name}"' in result["assembly"]
    assert known, f"this LLVM has no processor {name}"
    # EF_AMDGPU_FEATURE_*_V4: 0 unsupported, 1 any; bits 8-9 xnack, 10-11 sramecc.
    by_llvm = {
        "machine": flags(result) & 0xFF,
        "architected_flat_scratch": directive(result, "enable_private_segment")
        is not None,
        "wave_sizes": 32 if directive(result, "wavefront_size32") else 64,
        "xnack": bool(flags(result) & 0x300),
        "sramecc": bool(flags(result) & 0xC00),
    }
    check_rows({(name, fact): value for fact, value in by_llvm.items()})


@pytest.mark.parametrize("name", [n for n in AMDGCN if "generic" not in n])
def test_isa_is_in_the_name(name: str) -> None:
    """
    A name is gfx, major version, and one hexadecimal digit each of minor and stepping.
    """
    major, minor, stepping = PROCESSORS[name].isa
    if name != f"gfx{major}{minor:x}{stepping:x}":
        refuse_row(f"the ISA of {name} is {major}.{minor}.{stepping}")


def test_packed_work_item_ids() -> None:
    """
    A kernel that reads all local ids unpacks them from v0, or has them in v0, v1, v2.
    """
    ir = """
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  store volatile i32 %x, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  store volatile i32 %z, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
"""
    results = compile_all([job(n, ir + VERSION_6) for n in AMDGCN])
    unpacks = re.compile(r"v_bfe_u32 v\d+, v\d+, 10, 10")
    check_rows(
        {
            (name, "packed_work_item_ids"): bool(unpacks.search(result["assembly"]))
            for name, result in zip(AMDGCN, results, strict=True)
        }
    )


def test_aperture_registers() -> None:
    """A cast from local to generic reads an aperture register, or memory."""
    ir = """
define amdgpu_kernel void @k(ptr addrspace(3) %p) {
  %g = addrspacecast ptr addrspace(3) %p to ptr
  store volatile i32 1, ptr %g
  ret void
}
"""
    names = [n for n in AMDGCN if PROCESSORS[n].generation >= 7]
    results = compile_all([job(n, ir + VERSION_6) for n in names])
    reads = re.compile(
        r"src_shared_base|hwreg\((HW_REG_SH_MEM_BASES|HW_REG_SHARED_BASE)"
    )
    check_rows(
        {
            (name, "aperture_registers"): bool(reads.search(result["assembly"]))
            for name, result in zip(names, results, strict=True)
        }
    )


SAMPLE = """
define amdgpu_kernel void @k(ptr addrspace(1) %p, <8 x i32> inreg %r, <4 x i32> inreg %s) {
  %v = call <4 x float> @llvm.amdgcn.image.sample.lz.2d.v4f32.f32.v8i32.v4i32(
      i32 15, float 0.0, float 0.0, <8 x i32> %r, <4 x i32> %s, i1 0, i32 0, i32 0)
  store <4 x float> %v, ptr addrspace(1) %p
  ret void
}
declare <4 x float> @llvm.amdgcn.image.sample.lz.2d.v4f32.f32.v8i32.v4i32(
    i32, float, float, <8 x i32>, <4 x i32>, i1, i32, i32)
"""


def test_processors_with_all_image_instructions() -> None:
    full = [n for n in AMDGCN if PROCESSORS[n].images is ImageSupport.FULL]
    for result in compile_all([job(n, SAMPLE + VERSION_6) for n in full]):
        assert "image_sample_lz" in result["assembly"]


@pytest.mark.parametrize(
    "name", [n for n in AMDGCN if PROCESSORS[n].images is not ImageSupport.FULL]
)
def test_processors_without_some_image_instructions(name: str) -> None:
    fault = ""
    try:
        compile_all([job(name, SAMPLE + VERSION_6)])
    except AssertionError as error:
        fault = str(error)
    if "LLVM failed" not in fault:
        refuse_row(f"LLVM samples images on {name}, whose images are not FULL")


@pytest.mark.parametrize(
    ("name", "known"), [("gfx90a", True), ("gfx942", False), ("gfx900", True)]
)
def test_image_load_with_the_assembler(name: str, known: bool) -> None:
    """
    LLVM's code generator lets `image_load` through where its assembler knows better.
    """
    done = subprocess.run(
        [need("llvm-mc"), "-arch=amdgcn", f"-mcpu={name}"],
        input="image_load v[0:3], v[4:5], s[8:15] dmask:0xf unorm",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == known
    assert PROCESSORS[name].has_images == known


@pytest.mark.parametrize("name", sorted(ALIASES))
def test_alias(name: str) -> None:
    assert Target(Abi.MESA3D, name).mcpu == ALIASES[name]


def test_aliases_are_llvms() -> None:
    results = compile_all([job(n, KERNEL + VERSION_6) for n in ALIASES])
    found = zip(ALIASES, results, strict=True)
    check_rows({(name, "machine"): flags(result) & 0xFF for name, result in found})


def test_features_are_llvms() -> None:
    """LLVM knows every feature that may be switched; it warns of unknown ones only."""
    jobs: list[Job] = []
    for name in ("gfx90a", "gfx1010", "gfx1201"):
        for feature in FEATURES:
            try:
                check_feature(PROCESSORS[name], feature)
            except AbiError:
                continue
            jobs.append(job(name, KERNEL + VERSION_6, f"+{feature}"))
    assert {j["features"].removeprefix("+") for j in jobs} == set(FEATURES)
    compile_all(jobs)
    with pytest.raises(AssertionError, match="is not a recognized feature"):
        compile_all([job("gfx900", KERNEL + VERSION_6, "+xnak")])


def test_generic_processors_need_version_6() -> None:
    """
    Without the module flag LLVM takes version 6; with 500 it refuses generic processors.
    """
    version_5 = VERSION_6.replace("600", "500")
    assert [n for n in AMDGCN if PROCESSORS[n].code_object_version == 6] == [
        n for n in AMDGCN if "generic" in n
    ]
    with pytest.raises(AssertionError, match="only available on code object version 6"):
        compile_all([job("gfx11-generic", KERNEL + version_5)])


def test_r600() -> None:
    ir = KERNEL.replace('"amdgpu-no-implicitarg-ptr"', "")
    jobs = [Job(ir=ir, triple="r600--", cpu=n, features="") for n in R600]
    headers = [bytes.fromhex(result["header"]) for result in compile_all(jobs)]
    found = zip(R600, headers, strict=True)
    check_rows({(n, "machine"): int.from_bytes(h[36:40], "little") for n, h in found})


@pytest.mark.parametrize(
    "name",
    [
        n
        for n, p in PROCESSORS.items()
        if p.family is ProcessorFamily.R600 and not p.compute
    ],
)
def test_old_r600_has_no_stores(name: str) -> None:
    ir = KERNEL.replace('"amdgpu-no-implicitarg-ptr"', "")
    with pytest.raises(AssertionError, match="Cannot select"):
        compile_all([Job(ir=ir, triple="r600--", cpu=name, features="")])


# VGPR index, SGPR index (0: none), bytes of LDS, work-items.
USES = [
    (0, 0, 0, 256),
    (23, 0, 0, 256),
    (40, 0, 0, 256),
    (63, 0, 0, 256),
    (100, 0, 0, 256),
    (150, 0, 0, 128),
    (0, 50, 0, 256),
    (0, 70, 0, 256),
    (0, 85, 0, 256),
    (0, 0, 20000, 256),
    (0, 0, 8000, 64),
    (0, 0, 30000, 1024),
    (0, 0, 0, 64),
    (0, 0, 0, 32),
    (0, 0, 2000, 32),
    (0, 0, 31000, 128),
    (50, 0, 5000, 192),
]


def use_ir(number: int, vgpr: int, sgpr: int, lds: int, size: int) -> str:
    """A kernel that has such a use."""
    clobbers = [f"~{{v{vgpr}}}"] * bool(vgpr) + [f"~{{s{sgpr}}}"] * bool(sgpr)
    name = f"@l{number}"
    memory = (
        f"{name} = internal addrspace(3) global [{lds} x i8] undef\n" if lds else ""
    )
    store = f"store volatile i8 0, ptr addrspace(3) {name}" if lds else ""
    return f"""{memory}
define amdgpu_kernel void @k{number}() "amdgpu-flat-work-group-size"="{size},{size}"
    "amdgpu-no-implicitarg-ptr" {{
  call void asm sideeffect "", "{",".join(clobbers)}"()
  {store}
  ret void
}}
"""


PLAIN = (
    "gfx600 gfx700 gfx803 gfx900 gfx90a gfx942 gfx950 gfx1010 gfx1030 gfx1100 gfx1102 "
    "gfx1103 gfx1150 gfx1151 gfx1201 gfx1250"
)


@pytest.mark.parametrize(
    ("name", "features"),
    [
        *((name, "") for name in PLAIN.split()),
        *(("gfx1010", f) for f in ("+cumode", "+wavefrontsize64")),
        ("gfx1030", "+wavefrontsize64"),
        ("gfx1100", "+wavefrontsize64,+cumode"),
    ],
)
def test_occupancy(name: str, features: str) -> None:
    """LLVM's `Occupancy` comment, from LLVM's own count of registers."""
    processor = PROCESSORS[name]
    wave_size = 64 if "size64" in features else processor.wave_sizes[0]
    kernels = "".join(use_ir(number, *use) for number, use in enumerate(USES))
    (compiled,) = compile_all([job(name, kernels + VERSION_6, features)])
    comments = compiled["assembly"].split("; Kernel info:")[1:]
    for use, text in zip(USES, comments, strict=True):
        counts = {
            key: int(value)
            for key, value in re.findall(
                r"; (Occupancy|NumVgprs|TotalNumSgprs|LDSByteSize): (\d+)", text
            )
        }
        result = occupancy(
            processor,
            vgprs=counts["NumVgprs"],
            sgprs=counts["TotalNumSgprs"],
            lds_bytes=counts["LDSByteSize"],
            work_group_size=use[3],
            wave_size=wave_size,
            cu_mode="cumode" in features,
        )
        if result.waves != counts["Occupancy"]:
            refuse_row(
                f"{name}{features}, work-groups of {use[3]} with {counts}: {result.waves} "
                f"waves by 'occupancy', LLVM's are {counts['Occupancy']}"
            )


def test_occupancy_names_its_limits() -> None:
    assert Occupancy(5, 10, 3, 10).limits == ("LDS",)
    assert Occupancy(10, 10, 10, 10).limits == ()
    assert Occupancy(4, 4, 8, 10).limits == ("VGPRs", "SGPRs")


def test_occupancy_errors() -> None:
    processor = PROCESSORS["gfx900"]
    with pytest.raises(AbiError, match="257 VGPRs exceed the 256 of 'gfx900'"):
        occupancy(processor, vgprs=257, sgprs=0, work_group_size=64)
    with pytest.raises(AbiError, match="70000 bytes of LDS exceed"):
        occupancy(processor, vgprs=1, sgprs=0, work_group_size=64, lds_bytes=70000)
    with pytest.raises(AbiError, match="1 to 1024 work-items, not 0"):
        occupancy(processor, vgprs=1, sgprs=0, work_group_size=0)
    with pytest.raises(AbiError, match="no wave size 32"):
        occupancy(processor, vgprs=1, sgprs=0, work_group_size=64, wave_size=32)
    with pytest.raises(AbiError, match="'juniper' is not known"):
        occupancy(PROCESSORS["juniper"], vgprs=1, sgprs=0, work_group_size=64)


@pytest.mark.parametrize("name", [n for n in AMDGCN if n.endswith("-generic")])
def test_isa_of_generic_processors(name: str) -> None:
    """
    `gfx10-3-generic` has major and minor version, `gfx11-generic` is for minor version 0.
    """
    words = [int(word) for word in name[3:].split("-")[:-1]]
    assert PROCESSORS[name].isa[:2] == (words[0], words[1] if words[1:] else 0)


@pytest.mark.parametrize("name", R600)
def test_waves_of_r600(name: str) -> None:
    """
    LLVM's `R600Processors.td` has 16, 32 and 64; only the smallest models have fewer.
    """
    sizes = PROCESSORS[name].wave_sizes
    small = {"rs880": 16, **dict.fromkeys(("r630", "rv710", "rv730", "cedar"), 32)}
    assert sizes == (small.get(name, 64),)


@pytest.mark.parametrize(
    ("architecture", "family"),
    [("amdgcn", ProcessorFamily.AMDGCN), ("r600", ProcessorFamily.R600)],
)
def test_every_processor_of_llvm(architecture: str, family: ProcessorFamily) -> None:
    """
    All names that LLVM 22 lists are known, but for those that stand for no processor.
    """
    listed = subprocess.run(
        [need("llc", 22, 22), f"-march={architecture}", "-mcpu=help"],
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    names = set(re.findall(r"^  (\S+) +- Select the", listed, re.MULTILINE))
    known = {n for n, p in PROCESSORS.items() if p.family is family}
    known |= {a for a, n in ALIASES.items() if n in known}
    assert names - known <= {"generic", "generic-hsa", "r600"}
    assert names

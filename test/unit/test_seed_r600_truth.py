"""
Our image passes against LLVM's own: the R600 backend still runs the pass that the clover
project wrote. The same kernels go through it (llvmlite in a child process, since code
generation changes the module in place and may abort; and `llc` of two other
versions where it is installed) and through ours; argument lists, metadata lists and the
value of every query must agree.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from seed_helpers import run
from tools import need
from xdsl.dialects import arith, llvm, vector
from xdsl.dialects.builtin import DictionaryAttr, IntegerAttr, StringAttr, VectorType
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.types import ImageType, SamplerType
from xdsl_opencl.transforms.images.opencl_add_implicit_operands import (
    OpenCLAddImplicitOperandsPass,
)
from xdsl_opencl.transforms.images.opencl_assign_resource_ids import (
    OpenCLAssignResourceIdsPass,
)
from xdsl_opencl.transforms.images.opencl_lower_image_queries import (
    OpenCLLowerImageQueriesPass,
)
from xdsl_opencl.transforms.kernels.signature import argument_info, kernel_signature


@dataclass(frozen=True)
class Arg:
    """`kind` is `2d`, `3d`, `sampler`, `int` or `pointer`."""

    kind: str
    access: str = "none"
    qualifiers: str = ""

    @property
    def is_image(self) -> bool:
        return self.kind in ("2d", "3d")


@dataclass(frozen=True)
class Query:
    """`what` is an attribute, `id`, `size` or `format`; asked of argument `index`."""

    index: int
    what: str


@dataclass(frozen=True)
class Kernel:
    name: str
    args: tuple[Arg, ...]
    queries: tuple[Query, ...]


SIZE = ("width", "height", "depth")
FORMAT = ("channel_data_type", "channel_order")

Value = tuple[str, int, int]
"""The value that replaced a query: ("constant", n, 0) or ("argument", index, element)."""
Signature = list[tuple[str, str, str, str, str]]
"""Shape, access, type name, base type name and qualifiers of each argument."""
Result = dict[str, tuple[Signature, list[Value]]]

TYPE_NAMES = {
    "2d": "image2d_t",
    "3d": "image3d_t",
    "sampler": "sampler_t",
    "int": "int",
    "pointer": "int*",
}


# The kernels as LLVM IR in the old metadata form.


def _llvm_type(arg: Arg) -> str:
    return "i32" if arg.kind in ("sampler", "int") else "ptr addrspace(1)"


def to_llvm(kernels: list[Kernel]) -> str:
    lines = [
        "declare i32 @llvm.OpenCL.sampler.get.resource.id(i32)",
        *(
            f"declare {type} @llvm.OpenCL.image.get.{what}.{d}d(ptr addrspace(1))"
            for d in (2, 3)
            for what, type in (
                ("size", "[3 x i32]"),
                ("format", "[2 x i32]"),
                ("resource.id", "i32"),
            )
        ),
    ]
    nodes: list[str] = []
    metadata: list[str] = []
    number = 0
    for kernel in kernels:
        args = ", ".join(f"{_llvm_type(a)} %a{i}" for i, a in enumerate(kernel.args))
        lines.append(f"define amdgpu_kernel void @{kernel.name}({args}) {{")
        out = len(kernel.args) - 1
        for n, query in enumerate(kernel.queries):
            arg = kernel.args[query.index]
            operand = f"{_llvm_type(arg)} %a{query.index}"
            if arg.kind == "sampler":
                lines.append(
                    f"  %q{n} = call i32 @llvm.OpenCL.sampler.get.resource.id({operand})"
                )
            elif query.what == "id":
                lines.append(
                    f"  %q{n} = call i32 @llvm.OpenCL.image.get.resource.id.{arg.kind}({operand})"
                )
            else:
                is_size = query.what in SIZE
                which, type = (
                    ("size", "[3 x i32]") if is_size else ("format", "[2 x i32]")
                )
                element = (SIZE if is_size else FORMAT).index(query.what)
                lines.append(
                    f"  %t{n} = call {type} @llvm.OpenCL.image.get.{which}.{arg.kind}({operand})"
                )
                lines.append(f"  %q{n} = extractvalue {type} %t{n}, {element}")
            lines.append(
                f"  store volatile i32 %q{n}, ptr addrspace(1) %a{out}, align 4"
            )
        lines.append("  ret void\n}")
        types = [f'!"{TYPE_NAMES[a.kind]}"' for a in kernel.args]
        lists = {
            "addr_space": [
                f"i32 {int(a.is_image or a.kind == 'pointer')}" for a in kernel.args
            ],
            "access_qual": [f'!"{a.access}"' for a in kernel.args],
            "type": types,
            "base_type": types,
            "type_qual": [f'!"{a.qualifiers}"' for a in kernel.args],
        }
        refs = [f"ptr @{kernel.name}"]
        for key, values in lists.items():
            node = ", ".join((f'!"kernel_arg_{key}"', *values))
            metadata.append(f"!{number} = !{{{node}}}")
            refs.append(f"!{number}")
            number += 1
        metadata.append(f"!{number} = !{{{', '.join(refs)}}}")
        nodes.append(f"!{number}")
        number += 1
    metadata.append(f"!opencl.kernels = !{{{', '.join(nodes)}}}")
    return "\n".join([*lines, *metadata]) + "\n"


# What LLVM made of them.

CHILD = """
import sys
import llvmlite.binding as llvm
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
module = llvm.parse_assembly(sys.stdin.read())
machine = llvm.Target.from_triple("r600--").create_target_machine(cpu="juniper", opt=0)
module.triple = "r600--"
module.data_layout = str(machine.target_data)
module.verify()
machine.emit_assembly(module)
print(module)
"""


def llvmlite(ir: str) -> str:
    child = [sys.executable, "-c", CHILD]
    return subprocess.run(
        child, input=ir, capture_output=True, text=True, check=True, timeout=120
    ).stdout


def llc(version: int, *extra: str) -> Callable[[str], str]:
    """
    That version of `llc`, and the options with which it prints the module at a point where
    image queries are lowered.
    """

    def call(ir: str) -> str:
        command = need("llc", version, version), *extra
        options = ("-mtriple=r600", "-mcpu=juniper", "-o", "-", "-print-module-scope")
        done = subprocess.run(
            [*command, *options],
            input=ir,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        # The module is dumped once for each function, at a point where all are done.
        dumps = done.stderr.split("*** IR Dump ")
        return dumps[-1]

    return call


def parse_llvm(text: str) -> Result:
    nodes = dict(re.findall(r"^(!\d+) = (?:distinct )?!\{(.*)\}$", text, re.MULTILINE))
    result: Result = {}
    (kernels,) = re.findall(r"^!opencl\.kernels = !\{(.*)\}$", text, re.MULTILINE)
    for node in kernels.split(", "):
        function, *lists = nodes[node].split(", ")
        name = function.split("@")[1]
        header = re.search(
            rf"^define [^@]*@{name}\((.*)\)[^()]*{{\n((?:.*\n)*?)}}$",
            text,
            re.MULTILINE,
        )
        assert header is not None
        shapes: list[str] = []
        names: list[str] = []
        for parameter in re.findall(
            r"(ptr addrspace\(1\)|i32|\[\d x i32\])[^,]*?(%\w+)", header[1]
        ):
            shapes.append(parameter[0])
            names.append(parameter[1])
        values = {
            key.strip('!"'): [v.strip('!"') for v in rest]
            for key, *rest in (nodes[each].split(", ") for each in lists)
        }
        signature = list(
            zip(
                shapes,
                values["kernel_arg_access_qual"],
                values["kernel_arg_type"],
                values["kernel_arg_base_type"],
                values["kernel_arg_type_qual"],
                strict=True,
            )
        )
        elements = {
            local: ("argument", names.index(argument), int(element))
            for local, argument, element in re.findall(
                r"(%\w+) = extractvalue \[\d x i32\] (%\w+), (\d)", header[2]
            )
        }
        stored = re.findall(r"store volatile i32 ([%\w]+),", header[2])
        queries = [
            elements[v] if v.startswith("%") else ("constant", int(v), 0)
            for v in stored
        ]
        result[name] = (signature, queries)
    return result


# The same through our passes.


def to_opencl(kernels: list[Kernel]) -> str:
    lines: list[str] = []
    for kernel in kernels:
        types = [
            {
                "2d": f"!opencl.image<image2d_t, {a.access}>",
                "3d": f"!opencl.image<image3d_t, {a.access}>",
                "sampler": "!opencl.sampler",
                "int": "i32",
                "pointer": "!llvm.ptr<1>",
            }[a.kind]
            for a in kernel.args
        ]
        args = ", ".join(
            f'%a{i}: {type} {{opencl.name = "a{i}", opencl.type_name = "{TYPE_NAMES[arg.kind]}", '
            f'opencl.type_qualifiers = "{arg.qualifiers}"}}'
            for i, (arg, type) in enumerate(zip(kernel.args, types, strict=True))
        )
        lines.append(f"opencl.kernel @{kernel.name}({args}) {{")
        for n, query in enumerate(kernel.queries):
            arg, type = kernel.args[query.index], types[query.index]
            if arg.kind == "sampler":
                lines.append(f"  %q{n} = opencl.sampler_resource_id %a{query.index}")
            else:
                op = (
                    "image_resource_id"
                    if query.what == "id"
                    else f"get_image_{query.what}"
                )
                lines.append(f"  %q{n} = opencl.{op} %a{query.index} : {type} -> i32")
            out = len(kernel.args) - 1
            lines.append(f"  llvm.store volatile %q{n}, %a{out} : i32, !llvm.ptr<1>")
        lines.append("  opencl.return\n}")
    return "\n".join(lines)


def _shape(type: Attribute) -> str:
    if isinstance(type, VectorType):
        return f"[{type.get_shape()[0]} x i32]"
    if isinstance(type, ImageType | llvm.LLVMPointerType):
        return "ptr addrspace(1)"
    assert isinstance(type, SamplerType) or str(type) == "i32"
    return "i32"


def _value(value: SSAValue) -> Value:
    owner = value.owner
    if isinstance(owner, vector.ExtractOp):
        assert isinstance(owner.vector, BlockArgument)
        (element,) = owner.static_position.get_values()
        return ("argument", owner.vector.index, int(element))
    assert isinstance(owner, arith.ConstantOp)
    assert isa(owner.value, IntegerAttr)
    return ("constant", owner.value.value.data, 0)


def ours(kernels: list[Kernel]) -> Result:
    module = run(
        to_opencl(kernels),
        OpenCLAddImplicitOperandsPass(),
        OpenCLAssignResourceIdsPass(),
        OpenCLLowerImageQueriesPass("operands"),
    )
    result: Result = {}
    for kernel in module.ops:
        assert isinstance(kernel, KernelOp)
        signature = [
            (_shape(type), i.access, i.type_name, i.base_type_name, i.type_qualifiers)
            for type, i in zip(
                kernel.function_type.inputs, argument_info(kernel), strict=True
            )
        ]
        queries = [
            _value(op.value) for op in kernel.walk() if isinstance(op, llvm.StoreOp)
        ]
        result[kernel.sym_name.data] = (signature, queries)
    return result


# The kernels.


def image(kind: str, access: str, qualifiers: str = "") -> Arg:
    return Arg(kind, f"{access}_only", qualifiers)


OUT = Arg("pointer")


def attributes(args: tuple[Arg, ...], index: int) -> tuple[Query, ...]:
    """All that can be asked of argument `index`."""
    arg = args[index]
    if not arg.is_image:
        return (Query(index, "id"),) if arg.kind == "sampler" else ()
    sizes = SIZE if arg.kind == "3d" else SIZE[:2]
    return tuple(Query(index, what) for what in (*sizes, *FORMAT, "id"))


def kernel(name: str, *args: Arg, asked: int | None = None) -> Kernel:
    """A kernel with a trailing pointer that asks all of argument `asked`, or of all."""
    args = (*args, OUT)
    indices = range(len(args)) if asked is None else (asked,)
    return Kernel(name, args, tuple(q for i in indices for q in attributes(args, i)))


def upstream() -> list[tuple[Kernel, int]]:
    """
    The kernels of LLVM's `image-resource-id.ll` and `sampler-resource-id.ll` with the id
    that those tests expect.
    """
    result: list[tuple[Kernel, int]] = []
    for kind, other in (("2d", "3d"), ("3d", "2d")):
        for short, access in (("rd", "read"), ("wr", "write")):
            one = image(kind, access)
            odd = image(other, access)
            prefix = f"test_{kind}_{short}"
            result += [
                (kernel(f"{prefix}_1_0", one, asked=0), 0),
                (kernel(f"{prefix}_2_0", one, one, asked=0), 0),
                (kernel(f"{prefix}_2_1", one, one, asked=1), 1),
                (kernel(f"{prefix}_3_0", one, odd, one, asked=2), 2),
            ]
        read, write = image(kind, "read"), image(kind, "write")
        result += [
            (kernel(f"test_{kind}_mix_3_0", write, read, read, asked=2), 1),
            (kernel(f"test_{kind}_mix_3_1", write, read, write, asked=2), 1),
        ]
    sampler = Arg("sampler")
    for n in range(3):
        result.append((kernel(f"test_{n}", *[sampler] * (n + 1), asked=n), n))
    return result


FOO = kernel(
    "foo",
    image("2d", "read"),
    image("3d", "read"),
    image("2d", "write"),
    image("3d", "write"),
)
WORKED_EXAMPLE = Kernel(
    "k",
    (image("2d", "read", "const"), Arg("sampler"), OUT),
    (Query(0, "width"), Query(0, "channel_order"), Query(0, "id"), Query(1, "id")),
)


def random_kernels(count: int) -> list[Kernel]:
    source = random.Random(20150318)
    choices = [
        *(
            image(k, a, q)
            for k in ("2d", "3d")
            for a in ("read", "write")
            for q in ("", "const")
        ),
        Arg("sampler"),
        Arg("int"),
        Arg("pointer", qualifiers="restrict const"),
    ]
    return [
        kernel(f"r{i}", *source.choices(choices, k=source.randrange(9)))
        for i in range(count)
    ]


KERNELS = [WORKED_EXAMPLE, FOO, *(k for k, _ in upstream()), *random_kernels(40)]


# LLVM 22 is llvmlite's; its `llc` has other passes at that point.
@pytest.mark.parametrize(
    "tool",
    [
        pytest.param(llvmlite, id="llvmlite"),
        pytest.param(llc(19, "-print-before=infer-address-spaces"), id="llc-19"),
        pytest.param(
            llc(
                14,
                "-opaque-pointers",
                "-print-after=amdgpu-lower-enqueued-block",
            ),
            id="llc-14",
        ),
    ],
)
def test_agrees_with_llvm(tool: Callable[[str], str]) -> None:
    expected = parse_llvm(tool(to_llvm(KERNELS)))
    found = ours(KERNELS)
    assert list(found) == [k.name for k in KERNELS]
    assert sum(len(queries) for _, queries in expected.values()) > 400
    for each in KERNELS:
        assert found[each.name] == expected[each.name], each


def test_worked_example() -> None:
    (result,) = ours([WORKED_EXAMPLE]).values()
    assert result == (
        [
            ("ptr addrspace(1)", "read_only", "image2d_t", "image2d_t", "const"),
            (
                "[3 x i32]",
                "read_only",
                "__llvm_image_size",
                "__llvm_image_size",
                "const",
            ),
            (
                "[2 x i32]",
                "read_only",
                "__llvm_image_format",
                "__llvm_image_format",
                "const",
            ),
            ("i32", "none", "sampler_t", "sampler_t", ""),
            ("ptr addrspace(1)", "none", "int*", "int*", ""),
        ],
        [
            ("argument", 1, 0),
            ("argument", 2, 1),
            ("constant", 0, 0),
            ("constant", 0, 0),
        ],
    )


def test_foo() -> None:
    """Thirteen arguments; ids 0, 1 for the read ones, 0, 1 for the written ones."""
    (signature, queries) = ours([FOO])["foo"]
    assert [s[1] for s in signature] == ["read_only"] * 6 + ["write_only"] * 6 + [
        "none"
    ]
    assert [n for kind, n, _ in queries if kind == "constant"] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("each", "expected"), [pytest.param(*case, id=case[0].name) for case in upstream()]
)
def test_upstream_ids(each: Kernel, expected: int) -> None:
    (_, queries) = ours([each])[each.name]
    assert [n for kind, n, _ in queries if kind == "constant"] == [expected]


@pytest.mark.parametrize("kind", ["2d", "3d"])
def test_constant_buffer_of_first_image(kind: str) -> None:
    """
    LLVM's `image-attributes.ll`: KC0[2].Z, KC0[2].W, KC0[3].X, .Y, .Z are the dwords 10 to
    14.
    """
    assert _dwords(kernel("k", image(kind, "read"))) == {
        "a0": 9,
        "__size_a0": 10,
        "__format_a0": 13,
        "a1": 15,
    }


def test_constant_buffer_of_second_image() -> None:
    """
    LLVM's `image-attributes.ll`: the height of the second image is KC0[4].Z, dword 18.
    """
    found = _dwords(kernel("k", image("3d", "read"), Arg("int"), image("2d", "read")))
    assert found["__size_a2"] + 1 == 18


def _dwords(each: Kernel) -> dict[str, int]:
    module = run(to_opencl([each]), OpenCLAddImplicitOperandsPass())
    (op,) = module.ops
    assert isinstance(op, KernelOp)
    assert op.arg_attrs is not None
    names = [_name(a) for a in op.arg_attrs]
    target = Target(Abi.R600, "juniper")
    placed = layout(kernel_signature(op, target), target).explicit
    assert [a.name for a in placed] == names
    return {a.name: a.offset // 4 for a in placed}


def _name(attributes: DictionaryAttr) -> str:
    name = attributes.data["opencl.name"]
    assert isinstance(name, StringAttr)
    return name.data

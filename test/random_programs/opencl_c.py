"""
A program as OpenCL C.

Every expression is written so that its type is its node's: results of arithmetic in types
narrower than `int` are converted back. What is undefined for some operands is written as
it is, `a + b`, unless the node is `safe`: `(int)((uint)a + (uint)b)`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from random_programs.arithmetic import bits_of
from random_programs.tree import (
    FIELDS,
    FLOAT,
    INT,
    UINT,
    ULONG,
    Array,
    Channel,
    Function,
    Loop,
    Node,
    Picture,
    Program,
    Statement,
    Type,
)

PLAIN_HEADER = """\
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
"""
HEADER = PLAIN_HEADER + "".join(
    f"struct S{number} {{ {field.members} }};\n" for number, field in enumerate(FIELDS)
)
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_SUFFIX = {"int": "", "uint": "u", "long": "l", "ulong": "ul"}
_SPACES = {
    "global": "global ",
    "constant": "constant ",
    "local": "local ",
    "private": "",
}


def constant(kind: Type, value: float | tuple[int, ...]) -> str:
    """Returns a literal of the type."""
    if isinstance(value, tuple):
        parts = ", ".join(constant(kind.element, v) for v in value)
        return f"({kind})({parts})"
    if kind.lanes > 1:
        return f"({kind})({constant(kind.element, value)})"
    if kind.floating:
        text = f"{float(value)!r}{'' if kind.bits == 64 else 'f'}"
        if math.isinf(value):
            text = "-INFINITY" if value < 0 else "INFINITY"
        if kind.bits == 16 or math.isinf(value):
            text = f"({kind}){text}"
        return f"({text})" if math.copysign(1, value) < 0 else text
    if kind.name not in _SUFFIX:
        return f"({kind}){value}" if value >= 0 else f"({kind})({value})"
    suffix = _SUFFIX[kind.name]
    if value == kind.low < 0:
        return f"(-{kind.high}{suffix} - 1)"
    return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"


def _binary(node: Node, a: str, b: str) -> str:
    kind, op = node.type, node.data
    operand = node.kids[0].type
    if op in COMPARISONS or op in ("&&", "||"):
        return f"({a} {op} {b})"
    if kind.floating:
        return f"({a} {op} {b})"
    if op in ("/", "%") and node.safe:
        seven, one = constant(kind, 7), constant(kind, 1)
        text = f"({a} {op} (({b} & {seven}) + {one}))"
        return f"({kind}){text}" if kind.lanes == 1 and kind.bits < 32 else text
    if op in ("+", "-", "*") and node.safe and kind.signed:
        if kind.lanes > 1:
            u = kind.unsigned
            return f"as_{kind}(as_{u}({a}) {op} as_{u}({b}))"
        u = "ulong" if kind.bits == 64 else "uint"
        return f"({kind})(({u}){a} {op} ({u}){b})"
    if kind.lanes == 1 and operand.bits < 32:
        if op == "*" and not kind.signed:
            return f"({kind})((uint){a} * (uint){b})"
        return f"({kind})({a} {op} {b})"
    return f"({a} {op} {b})"


ACROSS = {
    f"get_{where}_linear_id()": f"(get_{where}_id(0) * get_{where}_size(1) + get_{where}_id(1))"
    for where in ("global", "local")
}
"""The numbers of work items whose neighbours lie along dimension 1."""

ITEMS = "(get_local_size(0) * get_local_size(1) * get_local_size(2))"


def identity(node: Node) -> str:
    """Returns the text of a query about the work item."""
    function, axis = node.data
    if function == "items":
        text = ITEMS
    elif axis is None:
        text = f"{function}()"
    else:
        text = f"{function}({axis})"
    return text if node.type == ULONG else f"({node.type}){text}"


def _indent(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


class Invalid(Exception):
    """The program is none: a `break` outside a loop."""


def _jumps(statement: Statement) -> bool:
    """Tells whether a `break` or `continue` inside leaves the statement."""
    if statement.kind in ("break", "continue"):
        return True
    if statement.kind == "loop" and statement.data.form != "goto":
        return False
    inner = [s for b in statement.blocks for s in b]
    if statement.kind == "switch":
        return any(_jumps(s) and not _only_breaks(s) for s in inner)
    return any(_jumps(s) for s in inner)


def _only_breaks(statement: Statement) -> bool:
    return all(s.kind != "continue" for s in statement.walk())


def parameter(array: Array) -> str:
    """Returns the declaration of a pointer to the array."""
    if picture := array.picture:
        return f"{picture.access} image{picture.kind}_t {array.name}"
    const = "const " if array.const and array.space != "constant" else ""
    return f"{_SPACES[array.space]}{const}{_element(array)} *{array.name}"


def _element(array: Array) -> str:
    """Returns the type of an element."""
    if array.field is None:
        return str(array.type)
    return f"struct S{FIELDS.index(array.field)}"


def _used(statements: list[Statement], roots: list[Node]) -> set[str]:
    """Returns the names of arrays and arguments in the statements and expressions."""
    nodes = [node for root in roots for node in root.walk()]
    for statement in statements:
        for inner in statement.walk():
            nodes += inner.nodes()
            if isinstance(inner.data, Loop):
                nodes += inner.data.start.walk()
    return {n.data for n in nodes if n.kind in ("array", "param")}


def used_of_function(program: Program, function: Function) -> list[str]:
    """Returns what `function` takes of the kernel's arguments and arrays."""
    used = _used(function.body, [function.result])
    return [n for n in (*program.arrays, *program.parameters) if n in used]


def used_by_kernel(program: Program) -> list[str]:
    """Returns the arguments and arrays that the program needs, in order."""
    roots = [start for _, start in program.variables.values()]
    roots += [start for _, _, start in program.pointers.values()]
    used = _used(program.body, roots)
    for function in program.functions:
        used |= set(used_of_function(program, function))
    return [n for n in (*program.arrays, *program.parameters) if n in used]


def arguments(program: Program) -> list[str]:
    """Returns the names of the kernel's arguments; the first is `out`."""
    return [
        "out",
        *(
            n
            for n in used_by_kernel(program)
            if n in program.parameters or not is_declared(program.arrays[n])
        ),
    ]


def is_declared(array: Array) -> bool:
    """Tells whether the array is a variable of the kernel."""
    return array.space == "private" or (array.space == "local" and not array.items)


def coordinates(picture: Picture, kids: Sequence[str], *, safe: bool) -> str:
    """
    Returns the text of coordinates. Safe ones stay in the image, and in the work item's own
    pixels where each has some.
    """
    if safe:
        kids = [
            f"(uint){text} % {size}u" if size else "get_global_linear_id()"
            for text, size in zip(kids, picture.sizes, strict=True)
        ]
    kind = {1: "int", 2: "int2", 3: "int4"}[len(kids)]
    # The fourth is not used.
    unused = ", 7" if len(kids) == 3 else ""
    return f"({kind})({', '.join(kids)}{unused})"


def _letter(channel: Channel) -> str:
    return "f" if channel.scale else {INT: "i", UINT: "ui", FLOAT: "f"}[channel.value]


def _declaration(array: Array) -> list[str]:
    if array.space == "local":
        return [f"local {array.type} {array.name}[{array.size}];"]
    zeros, field = (" = {{0}}", ".q") if array.field else ("", "")
    return [
        f"{_element(array)} {array.name}[{array.size}]{zeros};",
        f"for (int i = 0; i < {array.size}; ++i) {array.name}[i]{field} = ({array.type})(i * 3);",
    ]


def _parameter(program: Program, name: str) -> str:
    if name in program.arrays:
        return parameter(program.arrays[name])
    return f"{program.parameters[name]} {name}"


class Writer:
    """Writes `program`."""

    def __init__(self, program: Program):
        self.program = program
        self.shared = {f.name: used_of_function(program, f) for f in program.functions}
        """By function: the kernel's arguments and arrays that it takes."""

    def source(self) -> str:
        """Returns the functions and the kernel, without `HEADER`."""
        program = self.program
        lines: list[str] = []
        for function in program.functions:
            parameters = [_parameter(program, n) for n in self.shared[function.name]]
            parameters += [f"{kind} {name}" for name, kind in function.parameters]
            noinline = "__attribute__((noinline)) " if function.noinline else ""
            kind = function.result.type
            lines += [f"{noinline}{kind} {function.name}({', '.join(parameters)}) {{"]
            for name, kind in function.variables.items():
                lines.append(f"  {kind} {name} = {constant(kind, 0)};")
            lines += _indent(self.block(function.body))
            lines += [f"  return {self.expression(function.result)};", "}"]
        names = arguments(program)
        parameters = ["global ulong *out"]
        parameters += [_parameter(program, n) for n in names[1:]]
        lines += [f"kernel void {program.name}({', '.join(parameters)}) {{"]
        for name in used_by_kernel(program):
            if name not in names:
                lines += _indent(_declaration(program.arrays[name]))
        for name, (kind, start) in program.variables.items():
            lines.append(f"  {kind} {name} = {self.expression(start)};")
        for name, (space, kind, start) in program.pointers.items():
            lines.append(
                f"  {_SPACES[space]}{kind} *{name} = {self.expression(start)};"
            )
        lines += _indent(self.block(program.body))
        return "\n".join([*lines, "}"]) + "\n"

    def expression(self, node: Node) -> str:
        """Returns the text of an expression; it needs no parentheses around it."""
        kids = [self.expression(kid) for kid in node.kids]
        kind = node.type
        narrow = kind.lanes == 1 and not kind.floating and kind.bits < 32
        match node.kind:
            case "const":
                return constant(kind, node.data)
            case "var" | "param" | "array" | "pointer":
                return node.data
            case "id":
                return identity(node)
            case "unary":
                if node.data == "-" and node.safe and kind.signed:
                    zero = Node("const", kind, data=0)
                    return _binary(
                        Node("binary", kind, [zero, node.kids[0]], "-", safe=True),
                        constant(kind, 0),
                        kids[0],
                    )
                text = f"({node.data}{kids[0]})"
                return f"({kind}){text}" if narrow else text
            case "binary":
                return _binary(node, *kids)
            case "select":
                text = f"({kids[0]} ? {kids[1]} : {kids[2]})"
                return f"({kind}){text}" if narrow else text
            case "cast":
                source = node.kids[0].type
                if kind.lanes > 1:
                    whole = source.floating and not kind.floating
                    return f"convert_{kind}{'_sat' if whole else ''}({kids[0]})"
                if source.floating and not kind.floating:
                    return f"convert_{kind}_sat({kids[0]})"
                return f"({kind}){kids[0]}"
            case "as":
                return f"as_{kind}({kids[0]})"
            case "call":
                if node.data == "clamp" and node.safe:
                    return f"min(max({kids[0]}, {kids[1]}), {kids[2]})"
                name = node.data
                if name == "convert_sat":
                    name = f"convert_{kind}_sat"
                return f"{name}({', '.join(kids)})"
            case "load":
                at = self.index(node.kids[0], node.kids[1], safe=node.safe)
                if self.has_field(node.kids[0]):
                    return f"(({kind}){kids[0]}[{at}].q)"
                return f"{kids[0]}[{at}]"
            case "make":
                return f"({kind})({', '.join(kids)})"
            case "texel":
                return self.texel(node, *kids)
            case "part":
                return f"{kids[0]}.s{node.data:x}"
            case "choose":
                return f"({kids[0]} ? {kids[1]} : {kids[2]})"
            case "moved":
                return f"({kids[0]} + {self.index(node.kids[0], node.kids[1], safe=node.safe)})"
            case _:
                raise AssertionError(node.kind)

    def has_field(self, pointer: Node) -> bool:
        array = (
            self.program.arrays.get(pointer.data) if pointer.kind == "array" else None
        )
        return array is not None and array.field is not None

    def index(self, pointer: Node, at: Node, *, safe: bool) -> str:
        """
        Returns the text of an index. A safe one stays in an array, and in the work item's own
        elements where each has some.
        """
        text = self.expression(at)
        if not safe or pointer.kind != "array":
            return text
        unsigned = "ulong" if at.type.bits == 64 else "uint"
        array = self.program.arrays[pointer.data]
        if not array.items:
            return f"({unsigned}){text} % {array.size}u"
        own = (
            "get_local_linear_id()"
            if array.space == "local"
            else "get_global_linear_id()"
        )
        if array.items == 1:
            return own
        return f"{own} * {array.items} + ({unsigned}){text} % {array.items}u"

    def texel(self, node: Node, name: str, *kids: str) -> str:
        picture = self.program.arrays[name].picture
        assert picture is not None
        letter = _letter(picture.data)
        sampler = f"{node.data}, " if node.data else ""
        at = coordinates(picture, kids, safe=node.safe)
        text = f"read_image{letter}({name}, {sampler}{at})"
        scale = picture.data.scale
        return f"convert_int4_rte({text} * {scale}.0f)" if scale else text

    def pixel(self, image: Node, kids: list[str]) -> list[str]:
        picture = self.program.arrays[image.data].picture
        assert picture is not None
        data = picture.data
        *kids, value = kids
        at = coordinates(picture, kids, safe=image.safe)
        if data.scale:
            limits = f"(int4)(-{data.limit}), (int4)({data.limit})"
            value = f"convert_float4(clamp({value}, {limits})) / {data.scale}.0f"
        lines = [f"write_image{_letter(data)}({image.data}, {at}, {value});"]
        if picture.access == "read_write":
            # The work item itself reads what it wrote after a fence only.
            lines.append(
                "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, "
                "memory_scope_work_item);"
            )
        return lines

    def _loop(self, statement: Statement) -> list[str]:
        loop: Loop = statement.data
        c = loop.counter
        start = f"{loop.type} {c} = {self.expression(loop.start)}"
        test = f"{c} {loop.compare} {self.expression(statement.exprs[0])}"
        if isinstance(loop.step, str):
            step = f"{c} {loop.step}"
        elif loop.step < 0:
            step = f"{c} -= {-loop.step}"
        else:
            step = f"{c} += {loop.step}"
        body = _indent(self.block(statement.blocks[0], loop.form))
        match loop.form:
            case "for":
                lines = [f"for ({start}; {test}; {step}) {{", *body, "}"]
            case "while":
                lines = [
                    f"{{ {start};",
                    f"while ({test}) {{",
                    f"  {step};",
                    *body,
                    "} }",
                ]
            case "do":
                lines = [
                    f"{{ {start};",
                    "do {",
                    f"  {step};",
                    *body,
                    f"}} while ({test}); }}",
                ]
            case "ever":
                lines = [
                    f"{{ {start};",
                    "for (;;) {",
                    f"  if (!({test})) break;",
                    f"  {step};",
                    *body,
                    "} }",
                ]
            case "goto":
                again = f"again_{loop.label}"
                lines = [f"{{ {start};", f"{again}: {step};", *body]
                lines += [f"if ({test}) goto {again}; }}"]
            case _:
                raise AssertionError(loop.form)
        if any(s.kind == "leave" and s.data == loop.label for s in statement.walk()):
            lines.append(f"behind_{loop.label}:;")
        return lines

    def _statement(self, statement: Statement) -> list[str]:
        exprs = statement.exprs
        match statement.kind:
            case "assign" | "point":
                return [f"{statement.data} = {self.expression(exprs[0])};"]
            case "store":
                at = self.index(exprs[0], exprs[1], safe=exprs[0].safe)
                field = ".q" if self.has_field(exprs[0]) else ""
                place = f"{self.expression(exprs[0])}[{at}]{field}"
                return [f"{place} = {self.expression(exprs[2])};"]
            case "pixel":
                return self.pixel(exprs[0], [self.expression(e) for e in exprs[1:]])
            case "out":
                return [self._out(statement)]
            case "if":
                lines = [f"if ({self.expression(exprs[0])}) {{"]
                lines += _indent(self.block(statement.blocks[0]))
                if statement.blocks[1]:
                    lines += ["} else {", *_indent(self.block(statement.blocks[1]))]
                return [*lines, "}"]
            case "loop":
                return self._loop(statement)
            case "switch":
                lines = [f"switch ({self.expression(exprs[0])}) {{"]
                for (labels, falls), inner in zip(
                    statement.data, statement.blocks, strict=True
                ):
                    lines += [
                        "default:" if label is None else f"case {label}:"
                        for label in labels
                    ]
                    lines += [
                        "{",
                        *_indent(self.block(inner)),
                        "}" if falls else "} break;",
                    ]
                return [*lines, "}"]
            case "break" | "continue" | "return":
                return [f"{statement.kind};"]
            case "leave":
                return [f"goto behind_{statement.data};"]
            case "barrier":
                return [f"barrier({statement.data});"]
            case "exchange":
                values = ", ".join(self.expression(e) for e in exprs)
                return [f"{statement.target} = work_group_{statement.data}({values});"]
            case "copy":
                to, at, source, begin, count = exprs
                return [
                    f"{{ event_t e = async_work_group_copy({self.expression(to)} + "
                    f"{self.expression(at)}, {self.expression(source)} + {self.expression(begin)}, "
                    f"{self.expression(count)}, 0); wait_group_events(1, &e); }}"
                ]
            case "atomic":
                at = self.index(exprs[0], exprs[1], safe=exprs[0].safe)
                place = f"&{self.expression(exprs[0])}[{at}]"
                return [
                    f"atomic_{statement.data}({place}, {self.expression(exprs[2])});"
                ]
            case "call":
                arguments = [
                    *self.shared[statement.data],
                    *(self.expression(e) for e in exprs),
                ]
                return [
                    f"{statement.target} = {statement.data}({', '.join(arguments)});"
                ]
            case _:
                raise AssertionError(statement.kind)

    def _out(self, statement: Statement) -> str:
        value = statement.exprs[0]
        kind = value.type
        place = f"out[get_global_linear_id() * {self.program.outs} + {statement.data}]"
        if kind.floating:
            text, nan = self.expression(value), bits_of(kind, math.nan)
            return f"{place} = isnan({text}) ? {nan}ul : as_{kind.unsigned}({text});"
        return f"{place} = (ulong){self.expression(value)};"

    def block(self, statements: list[Statement], form: str = "") -> list[str]:
        """Returns the lines of statements."""
        if form == "goto":
            for statement in statements:
                if _jumps(statement):
                    raise Invalid("a jump out of a loop that is none")
        return [line for statement in statements for line in self._statement(statement)]


def source(program: Program) -> str:
    """Returns the program's functions and its kernel, without `HEADER`."""
    text = Writer(program).source()
    for number, across in ACROSS.items() if program.across else ():
        text = text.replace(number, across)
    return text

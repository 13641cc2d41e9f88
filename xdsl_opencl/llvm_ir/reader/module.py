"""
A module of textual LLVM IR to a `builtin.module` at the opencl level.

The text must be LLVM's own output (see `lexer`). Kernels become `opencl.kernel`, other
functions `func.func`, calls of OpenCL builtins the dialect's operations. Local variables
of a kernel become `opencl.local`, other globals `llvm.mlir.global`.

Since version 21 Clang writes a kernel `f` twice: an entry that only forwards its
arguments, and `__clang_ocl_kern_imp_f` with the body. Here both are one kernel again, and
a call of the body is an `opencl.call_kernel`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from typing_extensions import TypeVar
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    UnitAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.frontend.magic import KERNEL_BODY_PREFIX
from xdsl_opencl.frontend.metadata import KernelMetadata, module_attributes
from xdsl_opencl.frontend.raise_builtins import BuiltinRaiser
from xdsl_opencl.ir.diagnostics import source_place
from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE
from xdsl_opencl.llvm_ir.reader.attachments import ATTACHMENTS
from xdsl_opencl.llvm_ir.reader.attributes import (
    parse_function_attributes,
    parse_parameter_attributes,
    skip_parentheses,
)
from xdsl_opencl.llvm_ir.reader.constants import (
    Constant,
    ConstantBuilder,
    ConstantParser,
    global_attribute,
    has_packed,
    memory_constant,
)
from xdsl_opencl.llvm_ir.reader.declarations import ExternalFunction, Global, Header
from xdsl_opencl.llvm_ir.reader.function import FunctionReader
from xdsl_opencl.llvm_ir.reader.lexer import (
    NOT_UNDERSTOOD,
    LineError,
    Unsupported,
    name_of,
    tokenize,
)
from xdsl_opencl.llvm_ir.reader.locations import Locations
from xdsl_opencl.llvm_ir.reader.metadata import Item, Metadata, TypedValue
from xdsl_opencl.llvm_ir.reader.opaque import find_opaque_arguments
from xdsl_opencl.llvm_ir.reader.types import (
    AMDGPU_SPACES,
    OPENCL_TYPES,
    Layout,
    TypeParser,
    pointer_type,
)

KERNEL_CONVENTIONS = ("spir_kernel", "amdgpu_kernel")

_LINKAGES = frozenset(
    (
        "private",
        "internal",
        "available_externally",
        "linkonce",
        "weak",
        "common",
        "appending",
        "extern_weak",
        "linkonce_odr",
        "weak_odr",
        "external",
    )
)
_LINE_WORDS = frozenset(
    (
        "dso_local",
        "dso_preemptable",
        "hidden",
        "protected",
        "default",
        "dllimport",
        "dllexport",
        "externally_initialized",
        "unnamed_addr",
        "local_unnamed_addr",
        "thread_local",
    )
)
_CONVENTIONS = frozenset(
    (
        "spir_func",
        "spir_kernel",
        "amdgpu_kernel",
        "fastcc",
        "coldcc",
        "ccc",
        "amdgpu_gfx",
        "tailcc",
    )
)
_DISCARDABLE = ("internal", "private", "weak_odr", "linkonce", "linkonce_odr")
"""Linkages of globals that may go when nothing here refers to them."""
_ABOUT_SYMBOLS = ("llvm.used", "llvm.compiler.used", "llvm.global.annotations")
"""Variables that only list symbols, for linkers and optimisers (LangRef)."""
_SYMBOL = re.compile(r'@(?:[-a-zA-Z$._0-9]+|"[^"]*")')
_LOCATION = re.compile(r", !dbg (!\d+)")
_UNIT = UnitAttr()

Result = TypeVar("Result")


class ModuleReader:
    """
    Reads one module. `read` gives the module; `externals` then lists unknown functions.

    `original` is the text the user gave, where that is not `text`: errors name its lines.
    """

    def __init__(
        self,
        text: str,
        *,
        source: str = "LLVM IR",
        original: str | None = None,
        strict_metadata: bool = False,
    ):
        self.source = source
        self.text = text
        self._original = original
        self.types = TypeParser()
        self.constants = ConstantParser(self.types)
        self.metadata = Metadata(self.constants)
        self.locations = Locations(self.metadata)
        self.functions: dict[str, Header] = {}
        """Defined functions; a kernel's body function is listed as the kernel."""
        self.globals: dict[str, Global] = {}
        self.externals: dict[str, ExternalFunction] = {}
        self.builtins = BuiltinRaiser(self)
        self.triple = ""
        self.attachment_readers: dict[str, Callable[[Item], Attribute | None]] = (
            ATTACHMENTS
        )
        self._strict_metadata = strict_metadata
        self._groups: dict[str, tuple[Attribute, ...]] = {}
        self._local_users: dict[str, set[str]] = {}
        self._read: set[str] = set()
        self._declarations: dict[str, tuple[int, str]] = {}

    # The whole

    def read(self) -> ModuleOp:
        """
        The module.

        Raises `LineError` for a line that the reader does not take, `FrontendError` for
        metadata that contradicts the functions.
        """
        self._scan()
        ops: list[Operation] = []
        kernels = KernelMetadata(self, strict=self._strict_metadata)
        made: dict[str, Operation] = {}
        pointers = {name for name, (_, s) in self._declarations.items() if "ptr" in s}
        retyped = find_opaque_arguments(self, pointers) or kernels.retyped
        for header in self._reading_order(retyped):
            self._read.add(header.name)
            made[header.name] = self._function(header, kernels)
        ops += [*{id(h): made[h.name] for h in self.functions.values()}.values()]
        used = self._used_globals(ops)
        global_ops = [self._global(g) for g in self.globals.values() if g.name in used]
        declarations = [self._declaration(e) for e in self.externals.values()]
        attributes = module_attributes(self)
        if self.metadata.has_locations:
            attributes[LINE_TABLES_ATTRIBUTE] = _UNIT
        return ModuleOp([*global_ops, *ops, *declarations], attributes)

    def fail(self, message: str, line: int, text: str) -> LineError:
        """
        The error for a line, by its number in the user's file where it can be found.
        """
        place: str | None = None
        if self.metadata.has_locations and (node := _LOCATION.search(text)):
            found = source_place(self.locations.location(node[1]))
            if found is not None:
                place = f"{found.filename.data}:{found.line.data}:{found.column.data}"
        if self._original is not None:
            wanted = text.strip()
            lines = [
                number
                for number, original in enumerate(self._original.split("\n"), 1)
                if original.strip() == wanted
            ]
            if len(lines) == 1:
                return LineError(message, lines[0], text, self.source, place)
        source = f"{self.source} as LLVM prints it"
        return LineError(message, line, text, source, place)

    # Lines

    def _scan(self) -> None:
        self.types.has_packed = "<{" in self.text
        lines = self.text.split("\n")
        line_count = len(lines)
        definitions: list[tuple[int, list[str], list[str]]] = []
        deferred: list[tuple[int, str, list[str]]] = []
        number = 0
        while number < line_count:
            text = lines[number]
            number += 1
            if not text or text[0] == ";":
                continue
            first = text[0]
            if first == "d" and text.startswith("define"):
                body: list[str] = []
                start = number
                while lines[number] != "}":
                    body.append(lines[number])
                    number += 1
                definitions.append((start, tokenize(text), _join_switches(body)))
                number += 1
            elif first == "d":
                # `declare`: looked at only for functions that nothing knows.
                if symbol := _SYMBOL.search(text):
                    self._declarations[name_of(symbol[0])] = (number, text)
            elif first == "!":
                self.metadata.define(tokenize(text))
            elif first == "%":
                tokens = tokenize(text)
                self.types.define(name_of(tokens[0]), tokens[3:])
            elif first == "@":
                deferred.append((number, text, tokenize(text)))
            elif text.startswith("attributes"):
                tokens = tokenize(text)
                self._groups[tokens[1]] = self._guard(
                    number, text, lambda t=tokens: parse_function_attributes(t[4:-1])
                )
            elif text.startswith("target"):
                tokens = tokenize(text)
                if tokens[1] == "datalayout":
                    layout = name_of(tokens[3])
                    if "A5" in layout.split("-"):
                        self.types.renumber = AMDGPU_SPACES
                    self.types.layout = Layout.parse(layout, self.types.renumber)
                else:
                    self.triple = name_of(tokens[3])
            elif text.startswith("module asm"):
                raise self.fail("module-level assembly", number, text)
        for number, text, tokens in deferred:
            self._guard(
                number,
                text,
                lambda n=number, s=text, t=tokens: self._scan_global(n, s, t),
            )
        for number, tokens, body in definitions:
            text = lines[number - 1]
            header = self._guard(
                number, text, lambda n=number, t=tokens: self._header(n, t)
            )
            header.body = body
            self.functions[header.name] = header
        for name, aliased in self.constants.aliases.items():
            if (header := self.functions.get(aliased)) is not None:
                self.functions[name] = header
        self._merge_kernel_bodies()
        self._find_local_users()

    def _guard(self, number: int, text: str, parse: Callable[[], Result]) -> Result:
        try:
            return parse()
        except Unsupported as error:
            raise self.fail(str(error), number, text) from None
        except NOT_UNDERSTOOD as error:
            message = f"not understood ({type(error).__name__}: {error})"
            raise self.fail(message, number, text) from error

    def _header(self, line: int, tokens: list[str]) -> Header:
        types = self.types
        i = 1
        linkage, is_kernel, plain = "external", False, True
        while True:
            word = tokens[i]
            if word in _LINKAGES:
                linkage = word
            elif word in _CONVENTIONS:
                is_kernel = word in KERNEL_CONVENTIONS
                plain = word == "ccc"
            elif word == "cc":
                i += 1
            elif word not in _LINE_WORDS:
                break
            i += 1
        result_attributes, i = parse_parameter_attributes(tokens, i, types)
        result_type, i = types.parse(tokens, i)
        header = Header(
            name=name_of(tokens[i]),
            line=line,
            is_kernel=is_kernel,
            result_type=result_type,
            argument_types=[],
            argument_tokens=[],
            argument_attributes=[],
            result_attributes=result_attributes,
            linkage=linkage,
            passthrough=[],
            metadata={},
            has_plain_convention=plain,
        )
        i += 2
        while tokens[i] != ")":
            if tokens[i] == ",":
                i += 1
            if tokens[i] == "...":
                raise Unsupported("a function with variable arguments")
            type_, i = types.parse(tokens, i)
            attributes, i = parse_parameter_attributes(tokens, i, types)
            token = None
            if tokens[i][0] == "%":
                token = tokens[i]
                i += 1
            header.argument_types.append(types.in_memory(type_))
            header.argument_attributes.append(attributes)
            header.argument_tokens.append(token)
        self._header_tail(header, tokens, i + 1)
        return header

    def _header_tail(self, header: Header, tokens: list[str], i: int) -> None:
        while i < len(tokens):
            word = tokens[i]
            if word[0] == "#":
                header.passthrough += self._groups.get(word, ())
                i += 1
            elif word[0] == "!":
                header.metadata[word[1:]] = tokens[i + 1]
                i += 2
            elif word in ("section", "partition", "gc", "prefix", "comdat"):
                if word not in ("section", "comdat"):
                    raise Unsupported(f"'{word}' on a function")
                # Which object file has the function is no matter: there is one.
                i += (
                    4
                    if tokens[i + 1 : i + 2] == ["("]
                    else 1
                    if word == "comdat"
                    else 2
                )
            elif word == "align":
                i += 2
            elif word in ("personality", "prologue"):
                raise Unsupported(f"'{word}' on a function")
            else:
                i += 1

    def _merge_kernel_bodies(self) -> None:
        for name in [*self.functions]:
            if not name.startswith(KERNEL_BODY_PREFIX):
                continue
            body = self.functions[name]
            kernel = self.functions.get(name[len(KERNEL_BODY_PREFIX) :])
            if kernel is None:
                # A kernel of an older Clang that is called: `normalise` renamed it.
                body.name = name[len(KERNEL_BODY_PREFIX) :]
                body.is_kernel = True
                self.functions[body.name] = body
                continue
            if not kernel.is_kernel:
                continue
            kernel.body, kernel.line = body.body, body.line
            kernel.argument_tokens = body.argument_tokens
            self.functions[name] = kernel

    def _find_local_users(self) -> None:
        local = {
            g.name
            for g in self.globals.values()
            if g.space == 3
            and g.linkage in ("internal", "private")
            and (
                g.initializer is None
                or g.initializer.kind in ("undef", "poison", "zero")
            )
        }
        if not local:
            return
        for header in {id(h): h for h in self.functions.values()}.values():
            for text in header.body:
                if "@" in text:
                    for token in _SYMBOL.findall(text):
                        if (name := name_of(token)) in local:
                            self._local_users.setdefault(name, set()).add(header.name)

    def _reading_order(self, callers_first: bool) -> list[Header]:
        """
        The functions; callers before callees if that matters, as it does where arguments
        turn out to be images only by the calls.
        """
        headers = {h.name: h for h in self.functions.values()}
        if not callers_first:
            return [*headers.values()]
        done: dict[str, Header] = {}
        for root in headers:
            stack = [(root, False)]
            while stack:
                name, finished = stack.pop()
                if finished:
                    done.setdefault(name, headers[name])
                elif name not in done:
                    stack.append((name, True))
                    for text in headers[name].body:
                        for token in _SYMBOL.findall(text) if "call" in text else ():
                            callee = self.functions.get(name_of(token))
                            if callee is not None and callee.name != name:
                                stack.append((callee.name, False))
        return [*done.values()][::-1]

    # What functions ask for

    def local_variable(self, name: str, function: str) -> Operation | None:
        """
        `opencl.local` for a local variable that only `function` uses; None for any other
        global, which stays a global.
        """
        if self._local_users.get(name) != {function}:
            return None
        variable = self.globals[name]
        op = LocalOp(
            pointer_type(3),
            self.types.in_memory(variable.type),
            variable.alignment,
        )
        hint = name.removeprefix(function + ".")
        if hint.isidentifier():
            op.result.name_hint = hint
        return op

    def string(self, name: str) -> bytes | None:
        """
        The bytes of a constant string without its final NUL; None if `name` is none.
        """
        variable = self.globals.get(name)
        if variable is None or variable.initializer is None:
            return None
        constant = variable.initializer
        if constant.kind == "bytes" and isinstance(constant.value, bytes):
            return constant.value.partition(b"\0")[0]
        if constant.kind == "zero":
            return b""
        return None

    def check_call(
        self, header: Header, arguments: Sequence[SSAValue], result_type: Attribute
    ) -> None:
        """
        Raises `Unsupported` for a call with other types than the definition's. A callee
        that was not read yet learns from the call which arguments are images or samplers.
        """
        if header.name not in self._read:
            for index, argument in enumerate(arguments[: len(header.argument_types)]):
                if isinstance(argument.type, OPENCL_TYPES):
                    header.argument_types[index] = argument.type
                    header.argument_attributes[index] = {}
        if [
            a.type for a in arguments
        ] != header.argument_types or result_type != header.result_type:
            raise Unsupported(
                f"@{header.name} is called with other types than those it is defined with"
            )

    def note_external(
        self, name: str, arguments: Sequence[SSAValue], result_type: Attribute
    ) -> None:
        """
        Notes a call of a function that is neither defined here nor a builtin; the name is
        the user's, also of a kernel.
        """
        types = [a.type for a in arguments]
        external = self.externals.get(name)
        if external is None:
            self.externals[name] = ExternalFunction(name, types, result_type)
        elif (external.argument_types, external.result_type) != (types, result_type):
            raise Unsupported(f"@{name} is called with two different signatures")

    def loop_hints(self, node: Item) -> Attribute | None:
        """
        The properties of an `!llvm.loop` node but `mustprogress`; None if there are none.
        """
        hints: dict[str, Attribute] = {}
        for item in node if isinstance(node, tuple) else ():
            if not isinstance(item, tuple) or not item or not isinstance(item[0], str):
                continue
            name = item[0].removeprefix("llvm.loop.")
            if name == item[0] or name == "mustprogress" or "followup" in name:
                continue
            if len(item) == 1:
                hints[name] = _UNIT
            elif isinstance(item[1], TypedValue) and isinstance(item[1].value, int):
                hints[name] = IntegerAttr(item[1].value, i32)
        return DictionaryAttr(hints) if hints else None

    # Making operations

    def _function(self, header: Header, kernels: KernelMetadata) -> Operation:
        region = FunctionReader(self, header).read()
        attributes: dict[str, Attribute] = {}
        if header.linkage != "external":
            attributes["llvm.linkage"] = llvm.LinkageAttr(header.linkage)
        if header.passthrough:
            attributes["passthrough"] = ArrayAttr(header.passthrough)
        private = header.linkage in ("internal", "private")
        if header.is_kernel:
            arg_attrs, properties = kernels.of(header)
            kernel = KernelOp(
                header.name,
                header.argument_types,
                region,
                arg_attrs=arg_attrs,
                properties=properties,
            )
            kernel.attributes.update(attributes)
            self._locate(kernel, header)
            return kernel
        arg_attrs = None
        if any(header.argument_attributes):
            arg_attrs = ArrayAttr(DictionaryAttr(a) for a in header.argument_attributes)
        res_attrs = None
        if header.result_attributes:
            res_attrs = ArrayAttr((DictionaryAttr(header.result_attributes),))
        function = func.FuncOp(
            header.name,
            _function_type(header.argument_types, header.result_type),
            region,
            "private" if private else None,
            arg_attrs=arg_attrs,
            res_attrs=res_attrs,
        )
        function.attributes.update(attributes)
        self._locate(function, header)
        return function

    def _locate(self, op: Operation, header: Header) -> None:
        """
        Gives a kernel or function the line of its definition.
        """
        if (node := header.metadata.get("dbg")) is not None:
            op.location = self.locations.location(node)

    def _declaration(self, external: ExternalFunction) -> Operation:
        type_ = _function_type(external.argument_types, external.result_type)
        function = func.FuncOp.external(
            external.name, type_.inputs.data, type_.outputs.data
        )
        declaration = self._declarations.get(external.name)
        if declaration is not None and "..." not in declaration[1]:
            line, text = declaration
            header = self._guard(line, text, lambda: self._header(line, tokenize(text)))
            if header.passthrough:
                function.attributes["passthrough"] = ArrayAttr(header.passthrough)
        return function

    def _used_globals(self, ops: Sequence[Operation]) -> set[str]:
        """
        Names of globals that are visible outside or that something refers to.
        """
        used: set[str] = set()
        work = [g.name for g in self.globals.values() if g.linkage not in _DISCARDABLE]
        for op in ops:
            for inner in op.walk():
                if isinstance(inner, llvm.AddressOfOp):
                    work.append(inner.global_name.root_reference.data)
        while work:
            name = work.pop()
            if name not in used and name in self.globals:
                used.add(name)
                work += _references(self.globals[name].initializer)
        return used

    def _scan_global(self, number: int, text: str, tokens: list[str]) -> None:
        i = 2
        name = name_of(tokens[0])
        if name in _ABOUT_SYMBOLS:
            return
        if name in ("llvm.global_ctors", "llvm.global_dtors"):
            raise Unsupported("functions that run before or after the kernels")
        if "alias" in tokens and "ifunc" not in tokens:
            at = tokens.index("alias")
            _, at = self.types.parse(tokens, at + 1)
            if tokens[at] == "(":
                at = skip_parentheses(tokens, at)
            aliased, _ = self.constants.typed(tokens, at + 1)
            if aliased.kind != "global":
                raise Unsupported("an alias of a part of a variable")
            self.constants.aliases[name] = str(aliased.value)
            return
        linkage, unnamed = "external", False
        space = self.types.renumber.get(0, 0)
        while (word := tokens[i]) not in ("global", "constant"):
            if word in _LINKAGES:
                linkage = word
            elif word == "addrspace":
                space = int(tokens[i + 2])
                space = self.types.renumber.get(space, space)
                i += 3
            elif word in ("alias", "ifunc"):
                raise Unsupported(f"'{word}'")
            elif word == "unnamed_addr":
                unnamed = True
            elif word not in _LINE_WORDS and word not in "()":
                raise Unsupported(f"'{word}' on a global variable")
            i += 1
        is_constant = tokens[i] == "constant"
        type_, i = self.types.parse(tokens, i + 1)
        initializer = None
        if i < len(tokens) and tokens[i] != ",":
            initializer, i = self.constants.parse(type_, tokens, i)
        alignment = None
        while i < len(tokens):
            if tokens[i] == "align":
                alignment = int(tokens[i + 1])
            i += 1
        self.globals[name] = Global(
            name,
            number,
            text,
            type_,
            space,
            linkage,
            is_constant,
            initializer,
            alignment,
            unnamed,
        )

    def _global(self, variable: Global) -> Operation:
        value: Attribute | None = None
        region = Region()
        constant = variable.initializer
        type_ = self.types.in_memory(variable.type)
        if constant is not None:
            if has_packed(constant):
                # In bytes, and the variable with it: elements have no type of their own.
                constant = self._guard(
                    variable.line,
                    variable.text,
                    lambda c=constant: memory_constant(c, self.types),
                )
                type_ = constant.type
            value = global_attribute(constant)
            if value is None:
                block = Block()
                builder = ConstantBuilder(self.constants, block.add_op)
                result = self._guard(
                    variable.line, variable.text, lambda: builder.value(constant)
                )
                block.add_op(llvm.ReturnOp(result))
                region = Region(block)
        return llvm.GlobalOp(
            type_,
            variable.name,
            variable.linkage,
            variable.space,
            constant=variable.is_constant,
            value=value,
            alignment=variable.alignment,
            unnamed_addr=2 if variable.unnamed else None,
            body=region,
        )


def _function_type(arguments: list[Attribute], result: Attribute) -> FunctionType:
    results = () if isinstance(result, llvm.LLVMVoidType) else (result,)
    return FunctionType.from_lists(arguments, results)


def _references(constant: Constant | None) -> list[str]:
    if constant is None:
        return []
    names = [str(constant.value)] if constant.kind == "global" else []
    for operand in constant.operands:
        names += _references(operand)
    return names


def _join_switches(body: list[str]) -> list[str]:
    """
    Puts each `switch` on one line; the others stay, empty, so that line numbers hold.
    """
    start = -1
    for index, text in enumerate(body):
        if start >= 0:
            body[start] += text
            body[index] = ""
            if text.startswith("  ]"):
                start = -1
        elif text.endswith("[") and text.startswith("  switch"):
            start = index
    return body

"""
A module of textual LLVM IR to one of the `llvm` dialect.

The text must be LLVM's own output (see `lexer`). Functions become `llvm.func` with their
calling convention, calls `llvm.call` of the same names, global variables
`llvm.mlir.global`. Metadata of functions and of the module are kept as attributes,
`llvm.metadata` and `llvm.named_metadata`, triple and data layout as `llvm.target_triple` and
`llvm.data_layout`. Address spaces keep their numbers unless `ModuleReader` is given `spaces`,
from a data layout to other numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from typing_extensions import TypeVar
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Operation, Region

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext.corrected import FuncOp
from xdsl_opencl.dialects.llvm_ext.symbols import LINKAGES
from xdsl_opencl.dialects.llvm_ext.types import function_type
from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE
from xdsl_opencl.llvm_ir.reader.attributes import (
    parse_function_attributes,
    parse_parameter_attributes,
    skip_parentheses,
)
from xdsl_opencl.llvm_ir.reader.declarations import Callee, Global, Header
from xdsl_opencl.llvm_ir.reader.function import FunctionReader
from xdsl_opencl.llvm_ir.reader.globals import global_operation
from xdsl_opencl.llvm_ir.reader.lexer import (
    NOT_UNDERSTOOD,
    Unsupported,
    name_of,
    symbol_of,
    tokenize,
)
from xdsl_opencl.llvm_ir.reader.metadata import function_metadata, named_metadata
from xdsl_opencl.llvm_ir.reader.scope import CallMaker, ModuleScope
from xdsl_opencl.llvm_ir.reader.types import Layout
from xdsl_opencl.llvm_ir.syntax.module import (
    DATA_LAYOUT_ATTRIBUTE,
    METADATA_ATTRIBUTE,
    NAMED_METADATA_ATTRIBUTE,
    NAMES_ATTRIBUTE,
    TRIPLE_ATTRIBUTE,
)
from xdsl_opencl.llvm_ir.syntax.words import (
    CONVENTION_ATTRIBUTES,
    SYMBOL_WORDS,
)

_ABOUT_SYMBOLS = ("llvm.used", "llvm.compiler.used", "llvm.global.annotations")
"""Variables that only list symbols, for linkers and optimisers (LangRef)."""
_SYMBOL = re.compile(r'@(?:[-a-zA-Z$._0-9]+|"[^"]*")')
_DEFAULT_VISIBILITY = IntegerAttr(0, 64)
_NO_ATTRIBUTES = DictionaryAttr({})

Result = TypeVar("Result")


@cache
def _linkage(word: str) -> llvm.LinkageAttr:
    return llvm.LinkageAttr(word)


@lru_cache(maxsize=256)
def _function_type(
    arguments: tuple[Attribute, ...], result: Attribute
) -> llvm.LLVMFunctionType:
    return function_type(arguments, result)


_KERNEL_WORD = re.compile(r"\b(?:amdgpu_kernel|spir_kernel)\b")
"""The calling convention in the declaration of a kernel."""


class ModuleReader(ModuleScope):
    """
    Reads one module, for a device; `read` gives it.

    By default it is whole. A caller that knows better leaves out, by name, declarations of
    functions that are called (`declared` is false) and the bodies of functions (`defined`
    is false), and makes other operations of calls (`makers`, see `ModuleScope.makers`).
    """

    def __init__(
        self,
        text: str,
        *,
        source: str = "LLVM IR",
        original: str | None = None,
        declared: Callable[[str], bool] | None = None,
        defined: Callable[[str], bool] | None = None,
        makers: Callable[[str], CallMaker | None] | None = None,
        spaces: Callable[[str], Mapping[int, int]] | None = None,
        named: Callable[[str], bool] | None = None,
    ):
        super().__init__(text, source, original)
        self.makers = makers
        self._spaces = spaces
        self._named = named
        self._declared = declared
        self._defined = defined
        self._target: dict[str, Attribute] = {}
        self._groups: dict[str, tuple[Attribute, ...]] = {}
        self._declarations: dict[str, str] = {}

    # The whole

    def read(self) -> ModuleOp:
        """
        The module: global variables, functions in the order of the text, and declarations
        of the functions that are called.

        Raises `LineError` for a line that the reader does not take.
        """
        self._scan()
        headers = {id(header): header for header in self.functions.values()}.values()
        functions = [self._function(header) for header in headers]
        global_ops = [self._global(variable) for variable in self.globals.values()]
        declared = self._declared
        declarations = [
            self._declaration(callee)
            for callee in self.callees.values()
            if declared is None or declared(callee.name)
        ]
        attributes = self._target
        try:
            named = named_metadata(self.metadata, self._named)
        except Unsupported as error:
            line = self.metadata.line
            text = self.text.split("\n")[line - 1]
            raise self.fail(str(error), line, text) from None
        if named:
            attributes[NAMED_METADATA_ATTRIBUTE] = DictionaryAttr(named)
        if self.metadata.has_locations:
            attributes[LINE_TABLES_ATTRIBUTE] = UNIT
        return ModuleOp([*global_ops, *functions, *declarations], attributes)

    # Lines

    def _scan(self) -> None:
        self.types.has_packed = "<{" in self.text
        lines = self.text.split("\n")
        line_count = len(lines)
        definitions: list[tuple[int, list[str], list[str]]] = []
        deferred: list[tuple[int, str, list[str]]] = []
        kernels: list[tuple[int, list[str]]] = []
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
                # `declare`: looked at only for functions that are called, and kernels.
                if _KERNEL_WORD.search(text):
                    kernels.append((number, tokenize(text)))
                elif symbol := _SYMBOL.search(text):
                    self._declarations[name_of(symbol[0])] = text
            elif first == "!":
                self.metadata.define(tokenize(text), number)
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
                value = name_of(tokens[3])
                if tokens[1] == "datalayout":
                    if self._spaces is not None:
                        self.types.renumber = self._spaces(value)
                    self.types.layout = Layout.parse(value, self.types.renumber)
                    self._target[DATA_LAYOUT_ATTRIBUTE] = StringAttr(value)
                else:
                    self._target[TRIPLE_ATTRIBUTE] = StringAttr(value)
            elif text.startswith("module asm"):
                raise self.fail(
                    "assembly of a module: kernels are code of their own; write it in the "
                    "function that needs it (asm)",
                    number,
                    text,
                )
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
        for number, tokens in kernels:
            header = self._guard(
                number,
                lines[number - 1],
                lambda n=number, t=tokens: self._declared_kernel(n, t),
            )
            self.functions.setdefault(header.name, header)
        for name, aliased in self.constants.aliases.items():
            if (header := self.functions.get(aliased)) is not None:
                self.functions[name] = header

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
        linkage, convention = "external", "ccc"
        while True:
            word = tokens[i]
            if word in LINKAGES:
                linkage = word
            elif word in CONVENTION_ATTRIBUTES:
                convention = word
            elif word == "cc":
                i += 1
            elif word not in SYMBOL_WORDS:
                break
            i += 1
        result_attributes, i = parse_parameter_attributes(tokens, i, types)
        result_type, i = types.parse(tokens, i)
        header = Header(
            name=symbol_of(tokens[i]),
            line=line,
            convention=convention,
            result_type=result_type,
            argument_types=[],
            argument_tokens=[],
            argument_attributes=[],
            result_attributes=result_attributes,
            linkage=linkage,
            passthrough=[],
            metadata={},
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

    def _declared_kernel(self, line: int, tokens: list[str]) -> Header:
        """
        The header of a kernel that is only declared; LLVM prints its metadata first.
        """
        i = 1
        metadata: dict[str, str] = {}
        while tokens[i][0] == "!":
            metadata[tokens[i][1:]] = tokens[i + 1]
            i += 2
        header = self._header(line, [tokens[0], *tokens[i:]])
        header.metadata |= metadata
        header.declared = True
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
                    raise Unsupported(_on_function(word))
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
                raise Unsupported(_on_function(word))
            else:
                i += 1

    # Making operations

    def _function(self, header: Header) -> Operation:
        if header.declared or (
            self._defined is not None and not self._defined(header.name)
        ):
            region = Region()
        else:
            region = FunctionReader(self, header).read()
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(header.name),
            "function_type": _function_type(
                tuple(header.argument_types), header.result_type
            ),
            "CConv": CONVENTION_ATTRIBUTES[header.convention],
            "linkage": _linkage(header.linkage),
            "visibility_": _DEFAULT_VISIBILITY,
        }
        if any(header.argument_attributes):
            properties["arg_attrs"] = ArrayAttr(
                DictionaryAttr(attributes) if attributes else _NO_ATTRIBUTES
                for attributes in header.argument_attributes
            )
        if header.result_attributes:
            properties["res_attrs"] = ArrayAttr(
                (DictionaryAttr(header.result_attributes),)
            )
        if header.passthrough:
            properties["passthrough"] = ArrayAttr(header.passthrough)
        attributes: dict[str, Attribute] = {}
        if metadata := function_metadata(self.metadata, header.metadata):
            attributes[METADATA_ATTRIBUTE] = DictionaryAttr(metadata)
        if (names := _argument_names(header, region)) is not None:
            attributes[NAMES_ATTRIBUTE] = names
        function = FuncOp.create(
            properties=properties, attributes=attributes, regions=[region]
        )
        if (node := header.metadata.get("dbg")) is not None:
            function.location = self.locations.location(node)
        elif self.line_places is not None:
            function.location = (
                self.line_places.function(header.name) or function.location
            )
        self.lines[function] = header.line
        return function

    def _declaration(self, callee: Callee) -> Operation:
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(callee.name),
            "function_type": callee.type,
            "CConv": CONVENTION_ATTRIBUTES[callee.convention],
            "linkage": _linkage("external"),
            "visibility_": _DEFAULT_VISIBILITY,
        }
        text = self._declarations.get(callee.name, "")
        groups = [w for w in text.rpartition(")")[2].split() if w[0] == "#"]
        if passthrough := [a for group in groups for a in self._groups.get(group, ())]:
            properties["passthrough"] = ArrayAttr(passthrough)
        return FuncOp.create(properties=properties, regions=[Region()])

    def _scan_global(self, number: int, text: str, tokens: list[str]) -> None:
        i = 2
        name = symbol_of(tokens[0])
        if name in _ABOUT_SYMBOLS:
            return
        if name in ("llvm.global_ctors", "llvm.global_dtors"):
            raise Unsupported(
                "functions that run before or after the kernels; give the variables that "
                "they set constant values, or set them in a kernel"
            )
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
            if word in LINKAGES:
                linkage = word
            elif word == "addrspace":
                space = int(tokens[i + 2])
                space = self.types.renumber.get(space, space)
                i += 3
            elif word == "ifunc":
                raise Unsupported(
                    f"@{name} is an ifunc: a loader chooses the function that it is; call "
                    "that function itself"
                )
            elif word == "unnamed_addr":
                unnamed = True
            elif word not in SYMBOL_WORDS and word not in "()":
                raise Unsupported(
                    f"'{word}' on a global variable, which kernels do not have; leave it "
                    "out"
                )
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
        return self._guard(
            variable.line,
            variable.text,
            lambda: global_operation(variable, self.constants),
        )


_NOT_ON_FUNCTIONS = {
    "personality": "OpenCL C has no exceptions; compile without them (-fno-exceptions)",
    "gc": "kernels have no garbage collection; leave it out",
}


def _on_function(word: str) -> str:
    advice = _NOT_ON_FUNCTIONS.get(word, "kernels are not loaded so; leave it out")
    return f"'{word}' on a function: {advice}"


def _argument_names(header: Header, region: Region) -> Attribute | None:
    """The arguments' names, unless all are hints of the values."""
    names = [
        "" if token is None or token[1].isdigit() else name_of(token)
        for token in header.argument_tokens
    ]
    arguments = region.blocks[0].args if region.blocks else ()
    if not arguments or all(
        a.name_hint == (n or None) for a, n in zip(arguments, names, strict=True)
    ):
        return None
    return ArrayAttr(map(StringAttr, names))


def _join_switches(body: list[str]) -> list[str]:
    """
    Puts each `switch` on one line; its other lines stay, empty, so that line numbers hold.
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

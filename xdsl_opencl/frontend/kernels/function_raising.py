"""
Functions of an `llvm`-dialect module: kernels, other functions, and their OpenCL operations that
are not calls of builtins.
"""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects import arith, func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_opencl.abi.conventions.amdgpu import USUAL_WORK_GROUP_SIZE
from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.abi.reflection import (
    SUB_GROUP_SIZE,
    VECTOR_TYPE_HINT,
    WORK_GROUP_SIZES,
)
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp, PoisonOp
from xdsl_opencl.dialects.opencl.collective import NullEventOp
from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp, ReturnOp
from xdsl_opencl.dialects.opencl.types import OPAQUE_TYPES, EventType
from xdsl_opencl.dialects.opencl.verification.kernel_arguments import BY_VALUE
from xdsl_opencl.frontend.builtins.builtin_calls import REQUIRED_SIZE
from xdsl_opencl.frontend.builtins.pipe_reservations import (
    raise_load,
    raise_store,
    type_in_memory,
)
from xdsl_opencl.frontend.errors import RaiseError, Unsupported
from xdsl_opencl.frontend.function_rewriter import (
    FunctionRewriter,
    Handler,
    raise_value,
)
from xdsl_opencl.frontend.kernels.global_variables import Variables
from xdsl_opencl.frontend.kernels.kernel_metadata import (
    Function,
    argument_attributes,
    argument_names,
    each,
    find_kernels,
    kernel_properties,
    module_attributes,
)
from xdsl_opencl.frontend.kernels.opaque_arguments import find_opaque_arguments
from xdsl_opencl.frontend.kernels.retyped_arguments import adapt
from xdsl_opencl.frontend.spirv_types import raised_type
from xdsl_opencl.ir.build import METADATA, may_be_hint, set_type
from xdsl_opencl.ir.module import LINKAGE_ATTRIBUTE, LOWERED_ATTRIBUTE
from xdsl_opencl.llvm_ir.syntax.module import (
    METADATA_ATTRIBUTE,
    NAMED_METADATA_ATTRIBUTE,
    NAMES_ATTRIBUTE,
)

_KERNEL_CONVENTIONS = ("spir_kernelcc", "amdgpu_kernelcc")
_KERNEL_ATTRIBUTES = ("rocdl.kernel", "gpu.kernel")
"""Discardable attributes that mark kernels in MLIR's own dialects."""

_WORDS = {
    "always_inline": "alwaysinline",
    "convergent": "convergent",
    "no_inline": "noinline",
    "no_unwind": "nounwind",
    "optimize_none": "optnone",
    "will_return": "willreturn",
}
"""Maps upstream's unit properties of `llvm.func` to LLVM's words in `passthrough`."""
_UNKNOWN_TO_A_DEVICE = frozenset(
    (
        *("CConv", "arg_attrs", "comdat", "dso_local", "frame_pointer"),
        *("function_entry_count", "function_type", "linkage", "memory_effects"),
        *("passthrough", "personality", "res_attrs", "section", "sym_name"),
        *("sym_visibility", "target_cpu", "target_features", "tune_cpu"),
        *("unnamed_addr", "uwtable_kind", "visibility_", "alignment"),
        *(*WORK_GROUP_SIZES, VECTOR_TYPE_HINT, SUB_GROUP_SIZE),
        "rocdl.reqd_work_group_size",
        *("gpu.known_block_size", "known_block_size"),
        *(METADATA_ATTRIBUTE, NAMES_ATTRIBUTE, *_KERNEL_ATTRIBUTES, *_WORDS),
    )
)
"""
Attributes of `llvm.func` that are dropped: those read here, and facts about object files and the
compiler of the module.
"""
_MODULE_DROPPED = (
    *("dlti.dl_spec", "llvm.data_layout", "llvm.ident", "llvm.module_asm"),
    # mutant: their order does not matter.
    *("llvm.target_triple", "llvm.errno_tbaa", NAMED_METADATA_ATTRIBUTE),
)
"""Attributes of modules that are read here, or that a target of ours decides."""


_FLAT_WORK_GROUP_SIZE = StringAttr("amdgpu-flat-work-group-size")
_BY_REFERENCE = "llvm.byref"
_PRIVATE = llvm.LLVMPointerType()

_OPS_DROPPED = ("llvm.module_flags", "llvm.linker_options")
"""Module operations unknown to xDSL that matter only for object files."""


class FunctionRaiser:
    """
    Raises the functions of one module; `handlers` are for the walk over their bodies.

    Raises `RaiseError` for metadata that contradicts the functions, and for calls that do
    not fit the called function.
    """

    def __init__(self, module: ModuleOp, variables: Variables, *, strict: bool = False):
        if LOWERED_ATTRIBUTE in module.attributes:
            raise RaiseError(
                "the module is already lowered to the LLVM dialect; raise the module "
                "that it was made of"
            )
        self.module = module
        self.variables = variables
        self.functions: dict[str, Function] = {}
        """By name; a kernel's body function is listed as the kernel."""
        self._signatures: dict[str, tuple[list[Attribute], list[Attribute]]] = {}
        self._variadic: set[str] = set()
        """Functions with variable arguments that are still called."""
        self._collect()
        self._merge_kernel_bodies()
        retyped = find_kernels(module, self.functions, strict=strict)
        for function in each(self.functions):
            if function.is_kernel:
                _pass_by_value(function)
        # A Clang with types for images makes no getters.
        triple = module.attributes.get("llvm.target_triple")
        spirv = isinstance(triple, StringAttr) and triple.data.startswith("spir")
        adapt(find_opaque_arguments(self.functions, retyped=retyped, getters=not spirv))
        self.handlers: dict[type[Operation], Handler] = {
            llvm.AddressOfOp: variables.note,
            llvm.AllocaOp: _raise_element,
            llvm.CallOp: self.raise_call,
            llvm.ExtractValueOp: _raise_result,
            llvm.GEPOp: _raise_element,
            llvm.InsertValueOp: _raise_result,
            llvm.LoadOp: _raise_load,
            llvm.ReturnOp: self._raise_return,
            llvm.SelectOp: _raise_select,
            llvm.StoreOp: raise_store,
            llvm.UndefOp: _raise_result,
            llvm.ZeroOp: _raise_zero,
            FreezeOp: _raise_result,
            PoisonOp: _raise_result,
        }
        self._in_kernel = False

    def _collect(self) -> None:
        for op in self.module.ops:
            if isinstance(op, llvm.FuncOp):
                try:
                    self._read(op)
                except Unsupported as error:
                    raise RaiseError(str(error), op) from error

    def _read(self, op: llvm.FuncOp) -> None:
        region = op.body if op.body.blocks else None
        convention = op.CConv.convention.data
        is_kernel = convention in _KERNEL_CONVENTIONS or any(
            name in op.attributes for name in _KERNEL_ATTRIBUTES
        )
        name = op.sym_name.data
        self.functions[name] = Function(
            op,
            name,
            region,
            raised_type(op.function_type.output),
            argument_names(op, region),
            is_kernel,
            convention == "ccc",
        )
        if region is not None:
            for argument in region.blocks[0].args:
                raise_value(argument)

    def _merge_kernel_bodies(self) -> None:
        """
        Since version 21 Clang writes a kernel `f` twice: an entry that only forwards its
        arguments, and `__clang_ocl_kern_imp_f` with the body, which calls of the kernel use. This
        merges both into one kernel.
        """
        for name in [*self.functions]:
            if not name.startswith(KERNEL_BODY_PREFIX):
                continue
            body = self.functions[name]
            short = name[len(KERNEL_BODY_PREFIX) :]
            kernel = self.functions.get(short)
            if kernel is None:
                # A kernel of an older Clang that is called: `normalise` renamed it. A declared one
                # belongs to another module.
                body.name = short
                body.op.properties["sym_name"] = StringAttr(short)
                body.is_kernel = body.region is not None
                self.functions[short] = body
                continue
            if not kernel.is_kernel or body.region is None:
                continue
            if kernel.op.parent is not None and body.op.is_before_in_block(kernel.op):
                block = kernel.op.parent
                kernel.op.detach()
                block.insert_ops_before((kernel.op,), body.op)
            forwarding = kernel.op.detach_region(kernel.op.regions[0])
            for block in forwarding.blocks:
                for op in block.ops:
                    op.drop_all_references()
            kernel.op.add_region(body.op.detach_region(body.region))
            kernel.region, kernel.names = body.region, body.names
            body.op.detach()
            self.functions[name] = kernel

    # The walk

    def sites(self) -> dict[FunctionRewriter, str]:
        """The functions that have a body, in order, with their names."""
        return {
            FunctionRewriter(function.region, self.variables.by_name): function.name
            for function in each(self.functions)
            if function.region is not None
        }

    def defined(self) -> set[str]:
        """The names under which functions with a body are called."""
        return {name for name, f in self.functions.items() if f.region is not None}

    def enter(self, name: str) -> None:
        """Makes handlers work for the function `name`."""
        self._in_kernel = self.functions[name].is_kernel

    def raise_call(self, op: Operation, site: FunctionRewriter) -> None:
        """Raises a call of a function of the module, or of an unknown one."""
        assert isinstance(op, llvm.CallOp)
        if op.callee is None:
            raise Unsupported(
                "an indirect call; OpenCL C has no function pointers, so call by name"
            )
        name = op.callee.root_reference.data
        function = self.functions.get(name)
        if op.var_callee_type is not None or function is None:
            self._variadic.add(name)
            for result in op.results:
                raise_value(result)
            return
        site.anchor, site.emitted = op, []
        arguments = [*op.operands]
        for value in (*arguments, *op.results):
            raise_value(value)
        types = [argument.type for argument in arguments]
        results = [result.type for result in op.results]
        self._check_signature(function, types, results)
        if function.is_kernel:
            site.emit(CallKernelOp(function.name, arguments))
            site.replace(op, None)
            return
        call = func.CallOp.create(
            operands=arguments,
            result_types=results,
            properties={"callee": SymbolRefAttr(function.name)},
        )
        if op.fastmathFlags.data:
            call.attributes["fastmathFlags"] = op.fastmathFlags
        if (metadata := op.attributes.get(METADATA)) is not None:
            call.attributes[METADATA] = metadata
        site.emit(call)
        site.replace(op, call.results[0] if results else None)

    def _check_signature(
        self, function: Function, types: list[Attribute], results: list[Attribute]
    ) -> None:
        signature = self._signatures.get(function.name)
        if signature is None:
            if function.declared:
                signature = function.declared, list[Attribute]()
            elif function.region is None:
                signature = types, results
            else:
                void = isinstance(function.result_type, llvm.LLVMVoidType)
                signature = (
                    [argument.type for argument in function.arguments],
                    [] if void else [function.result_type],
                )
            self._signatures[function.name] = signature
        if signature == (types, results):
            return
        if function.region is None:
            raise Unsupported(
                f"@{function.name} is called with two different signatures"
            )
        raise Unsupported(
            f"@{function.name} is called with other types than those it is defined with"
        )

    def _raise_return(self, op: Operation, site: FunctionRewriter) -> None:
        block = op.parent
        assert block is not None
        cls = ReturnOp if self._in_kernel else func.ReturnOp
        new = cls.create(operands=() if self._in_kernel else op.operands)
        new.location = op.location
        Rewriter.erase_op(op)
        block.add_op(new)

    # The ends

    def finish(self) -> list[str]:
        """
        Puts kernels and functions in the places of the `llvm.func`s. Returns the names of
        functions that are called and not defined.
        """
        externals: list[str] = []
        for function in each(self.functions):
            op = function.op
            block = op.parent
            assert block is not None
            if function.region is None and function.declared:
                new = self._kernel(function)
            elif function.region is None:
                if (new := self._declaration(function)) is None:
                    if function.name not in self._variadic:
                        Rewriter.erase_op(op)
                    continue
                externals.append(function.name)
            elif function.is_kernel:
                new = self._kernel(function)
            else:
                new = self._function(function)
            new.location = op.location
            block.insert_ops_before((new,), op)
            Rewriter.erase_op(op)
        for name in _MODULE_DROPPED:
            self.module.attributes.pop(name, None)
        for op in self.module.ops:
            if isinstance(op, UnregisteredOp) and op.op_name.data in _OPS_DROPPED:
                Rewriter.erase_op(op)
        return externals

    def raise_attributes(self) -> None:
        """Gives the module the attributes that its metadata stand for."""
        self.module.attributes.update(module_attributes(self.module))

    def _attributes(self, function: Function) -> dict[str, Attribute]:
        attributes: dict[str, Attribute] = {}
        op, facts = function.op, function.facts
        assert isinstance(op, llvm.FuncOp)
        linkage = op.linkage
        if linkage.linkage.data != "external":
            attributes[LINKAGE_ATTRIBUTE] = linkage
        words = [*_elements(facts.get("passthrough"))]
        words += [StringAttr(word) for name, word in _WORDS.items() if name in facts]
        if words:
            attributes["passthrough"] = ArrayAttr(words)
        for name, attribute in op.attributes.items():
            if name not in _UNKNOWN_TO_A_DEVICE:
                attributes[name] = attribute
        return attributes

    def _given(self, function: Function) -> tuple[DictionaryAttr, ...]:
        """LLVM's attributes of the arguments; empty if no argument has any."""
        entries: list[DictionaryAttr] = []
        for index, entry in enumerate(_elements(function.facts.get("arg_attrs"))):
            assert isinstance(entry, DictionaryAttr)
            if index in function.retyped:
                entry = DictionaryAttr({})
            elif function.is_kernel and _BY_REFERENCE in entry.data:
                # Clang's amdgcn kernels read a structure where the caller left it.
                data = {**entry.data}
                entry = DictionaryAttr({BY_VALUE: data.pop(_BY_REFERENCE), **data})
            entries.append(entry)
        return tuple(entries) if any(entry.data for entry in entries) else ()

    def _body(self, function: Function) -> Region:
        region = function.region
        assert region is not None
        parent = region.parent
        assert parent is not None
        return parent.detach_region(region)

    def _kernel(self, function: Function) -> Operation:
        arguments = argument_attributes(function, self._given(function))
        properties = kernel_properties(function)
        kernel = KernelOp(
            function.name,
            function.types,
            Region() if function.region is None else self._body(function),
            arg_attrs=arguments,
            properties=properties,
        )
        kernel.attributes.update(self._attributes(function))
        linkage = kernel.attributes.pop(LINKAGE_ATTRIBUTE, None)
        if isinstance(linkage, llvm.LinkageAttr):
            kernel.attributes[LINKAGE_ATTRIBUTE] = _kernel_linkage(function, linkage)
        words = _elements(kernel.attributes.get("passthrough"))
        kept = [word for word in words if not _follows(word, properties)]
        if len(kept) < len(words):
            kernel.attributes["passthrough"] = ArrayAttr(kept)
        return kernel

    def _function(self, function: Function) -> Operation:
        op = function.op
        if REQUIRED_SIZE in op.attributes:
            raise RaiseError(
                f"@{function.name} is not a kernel and has a required work-group size; "
                "only a kernel has one",
                op,
            )
        assert isinstance(op, llvm.FuncOp)
        given = self._given(function)
        results = [
            r
            for r in _elements(function.facts.get("res_attrs"))
            if isinstance(r, DictionaryAttr) and r.data
        ]
        private = op.linkage.linkage.data in ("internal", "private")
        result = function.result_type
        types = () if isinstance(result, llvm.LLVMVoidType) else (result,)
        new = func.FuncOp(
            function.name,
            FunctionType.from_lists([a.type for a in function.arguments], types),
            self._body(function),
            "private" if private else None,
            arg_attrs=ArrayAttr(given) if given else None,
            res_attrs=ArrayAttr(results) if results else None,
        )
        new.attributes.update(self._attributes(function))
        return new

    def _declaration(self, function: Function) -> Operation | None:
        """
        Returns the declaration of a called function; None if it is not called, or if its calls
        stay `llvm.call`.
        """
        signature = self._signatures.get(function.name)
        op = function.op
        assert isinstance(op, llvm.FuncOp)
        if signature is None:
            return None
        new = func.FuncOp.external(function.name, *signature)
        words = self._attributes(function).get("passthrough")
        if words is not None:
            new.attributes["passthrough"] = words
        return new


def _follows(word: Attribute, properties: dict[str, Attribute]) -> bool:
    """
    True for Clang's attribute with the size of work-groups, if it follows from the required size,
    or from its absence.
    """
    pair = _elements(word)
    if not pair or pair[0] != _FLAT_WORK_GROUP_SIZE:
        return False
    required = properties.get("reqd_work_group_size")
    size = f"1,{USUAL_WORK_GROUP_SIZE}"
    if isinstance(required, DenseArrayBase):
        count = prod(int(n) for n in required.iter_values())
        size = f"{count},{count}"
    return pair[1] == StringAttr(size)


_KERNEL_LINKAGES = {
    "weak": "weak",
    "weak_odr": "weak_odr",
    # A kernel must stay even if the module does not call it.
    "linkonce": "weak",
    "linkonce_odr": "weak_odr",
}


def _kernel_linkage(function: Function, linkage: llvm.LinkageAttr) -> Attribute:
    """
    Returns the linkage of the kernel `function`; the host finds it by its name.

    Raises `RaiseError` for a linkage without a visible name.
    """
    if (name := _KERNEL_LINKAGES.get(linkage.linkage.data)) is None:
        raise RaiseError(
            f"kernel @{function.name} has linkage {linkage.linkage.data}: the host cannot "
            "find it; make it external, or a function that kernels call",
            function.op,
        )
    return llvm.LinkageAttr(name)


def _pass_by_value(function: Function) -> None:
    """
    Makes structures that the kernel `function` reads in constant memory (`byref`, as Clang
    passes them for amdgcn) arguments by value, which are in private memory.
    """
    changed: list[SSAValue] = []
    op = function.op
    # Not `facts`, which are kept: handlers still add to the attributes.
    given = _elements(op.properties.get("arg_attrs", op.attributes.get("arg_attrs")))
    names = function.nodes.get("kernel_arg_name", ())
    for index, (argument, entry) in enumerate(zip(function.arguments, given)):
        assert isinstance(entry, DictionaryAttr)
        if _BY_REFERENCE not in entry.data:
            continue
        if argument.type != _PRIVATE:
            changed.append(argument)
        name = names[index] if index < len(names) else None
        if argument.name_hint is None and isinstance(name, StringAttr):
            if may_be_hint(name.data):
                argument.name_hint = name.data
    for value in changed:
        set_type(value, _PRIVATE)
        for use in value.uses:
            op = use.operation
            if isinstance(op, llvm.GEPOp | llvm.SelectOp | FreezeOp):
                if op.results[0].type != _PRIVATE:
                    changed.append(op.results[0])
            elif op.successors:
                # Imports `cf`; such an address is rarely passed to a block.
                from xdsl_opencl.analysis.cfg import received

                to = received(op)[use.index]
                if to is not None and to.type != _PRIVATE:
                    changed.append(to)


def _elements(attribute: Attribute | None) -> tuple[Attribute, ...]:
    if isinstance(attribute, ArrayAttr):
        return cast("ArrayAttr[Attribute]", attribute).data
    return ()


def _raise_result(op: Operation, site: FunctionRewriter) -> None:
    del site
    raise_value(op.results[0])


def _raise_load(op: Operation, site: FunctionRewriter) -> None:
    raise_value(op.results[0])
    raise_load(op, site)


def _raise_element(op: Operation, site: FunctionRewriter) -> None:
    """An operation that names the type in memory."""
    del site
    element = op.properties["elem_type"]
    if (raised := type_in_memory(element)) is not element:
        op.properties["elem_type"] = raised


def _raise_select(op: Operation, site: FunctionRewriter) -> None:
    raise_value(op.results[0])
    if isinstance(op.results[0].type, OPAQUE_TYPES):
        site.anchor, site.emitted = op, []
        select = arith.SelectOp(*op.operands)
        site.emit(select)
        site.replace(op, select.result)


def _raise_zero(op: Operation, site: FunctionRewriter) -> None:
    raise_value(op.results[0])
    type_ = op.results[0].type
    if isinstance(type_, OPAQUE_TYPES):
        site.anchor, site.emitted = op, []
        new = NullEventOp() if isinstance(type_, EventType) else llvm.UndefOp(type_)
        site.emit(new)
        site.replace(op, new.results[0])

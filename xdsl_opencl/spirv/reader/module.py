"""A module of SPIR-V as a module at the opencl level."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_NAME,
    ARGUMENT_TYPE_NAME,
    KernelOp,
    ReturnOp,
)
from xdsl_opencl.dialects.opencl.types import PipeType
from xdsl_opencl.dialects.opencl.verification.kernel_arguments import BY_VALUE
from xdsl_opencl.errors import TOO_DEEP
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.ir.module import LINKAGE_ATTRIBUTE, OCL_VERSION
from xdsl_opencl.llvm_ir.reader.constants import Constant, ConstantParser
from xdsl_opencl.llvm_ir.reader.declarations import Global
from xdsl_opencl.llvm_ir.reader.globals import global_operation
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported
from xdsl_opencl.spirv.capabilities import READ, REFUSED
from xdsl_opencl.spirv.errors import SpirvError
from xdsl_opencl.spirv.names import ARGUMENT_STRINGS, HINTED, PARAMETER_WORDS, SIZES
from xdsl_opencl.spirv.reader.constants import Constants, check_packed
from xdsl_opencl.spirv.reader.function import location, read_function
from xdsl_opencl.spirv.reader.site import Callee, Facts, Frontend
from xdsl_opencl.spirv.reader.types import ADDRESS_SPACES, Types
from xdsl_opencl.spirv.words import Instruction, Module, Value

_DEBUG_SETS = ("DebugInfo", "OpenCL.DebugInfo.100", "NonSemantic.")
"""Beginnings of the names of sets that only describe."""
_IGNORED_MODES = frozenset(
    (
        *("ContractionOff", "SignedZeroInfNanPreserve", "DenormPreserve"),
        *("RoundingModeRTE", "MaxWorkgroupSizeINTEL", "MaxWorkDimINTEL"),
        *("NoGlobalOffsetINTEL", "NumSIMDWorkitemsINTEL"),
        *("SchedulerTargetFmaxMhzINTEL", "FPFastMathDefault", "ArithmeticPoisonKHR"),
    )
)
"""
Execution modes that hold here always, or are hints. Products and sums are not contracted
unless an instruction allows it.
"""
_LINKAGES = {"Export": "external", "Import": "external", "LinkOnceODR": "linkonce_odr"}


class ModuleReader:
    """
    Reads one module; `read` is called once. `entries` are the entry points and `modes` the
    execution modes of each kernel, by the id of its function.
    """

    def __init__(
        self,
        words: Module,
        frontend: Frontend,
        spec_constants: Mapping[int, bytes | int | float],
        places: Mapping[Instruction, LocationAttr],
    ):
        self.words = words
        self.entries: dict[int, list[Instruction]] = {}
        self.version: tuple[int, int] | None = None
        self._symbols: dict[str, int] = {}
        """The names that are taken, with the ids that have them."""
        found: dict[str, list[Instruction]] = defaultdict(list)
        for each in words.instructions:
            if each.opcode == "OpFunction":
                break
            found[each.opcode].append(each)
        for each in found["OpEntryPoint"]:
            model, function, name = each.operands[:3]
            if model != "Kernel":
                what = (
                    f"'{name}' is a shader ({model}); only kernels of OpenCL are read"
                )
                raise each.fault(what)
            self.entries.setdefault(function, []).append(each)
        for each in found["OpSource"]:
            language, version = each.operands[:2]
            if language == "OpenCL_C":
                self.version = max(1, version // 100000), version // 1000 % 100
            elif language == "OpenCL_CPP":
                self.version = 2, 0
        _check_capabilities(found["OpCapability"])
        self.address_bits = _address_bits(found["OpMemoryModel"])
        self.modes: dict[int, list[Instruction]] = defaultdict(list)
        for mode in found["OpExecutionMode"] + found["OpExecutionModeId"]:
            if (function := mode.operands[0]) not in self.entries:
                raise mode.fault(f"%{function} is no entry point")
            self.modes[function].append(mode)
        for id, name in words.sets.items():
            if name != "OpenCL.std" and not name.startswith(_DEBUG_SETS):
                raise words.definitions[id].fault(f"the set {name} is not known")
        types = Types(self.address_bits)
        constants = Constants(types, words.definitions, spec_constants)
        self.facts = Facts(words, types, constants, frontend, places, found)

    # --- types, constants, variables -------------------------------------------------

    def read(self) -> tuple[ModuleOp, tuple[str, ...]]:
        """
        The module, and the names of the functions that it calls and does not define.

        Raises `SpirvError`.
        """
        facts = self.facts
        bodies = {each[0].result: each for each in _functions(self.words.instructions)}
        self._name_kernels()
        for each in self.words.instructions:
            if each.opcode == "OpFunction":
                break
            self._global(each)
        constants = facts.constants
        if unknown := sorted(constants.given.keys() - constants.spec_ids):
            known = ", ".join(map(str, sorted(constants.spec_ids))) or "none"
            raise SpirvError(
                f"SPIR-V: no specialization constant {unknown[0]}; the module has {known}"
            )
        for id, body in bodies.items():
            self._signature(body)
            if self._is_seen(id):
                facts.called.append(id)
        made: dict[int, list[Operation]] = {}
        # Reading a function adds the functions that it calls.
        for id in facts.called:
            if id not in made:
                made[id] = [*self._read_function(bodies[id])]
        variables = [*self._globals()]
        callees = [facts.functions[id] for id in facts.externals]
        declared = [
            func.FuncOp.external(each.name, each.types, each.results)
            for each in callees
        ]
        ops = [op for id in bodies for op in made.get(id, ())]
        module = ModuleOp([*variables, *declared, *ops])
        if self.version is not None:
            module.attributes[OCL_VERSION] = ArrayAttr(
                IntegerAttr(n, i32) for n in self.version
            )
        return module, tuple(each.name for each in callees)

    def _global(self, each: Instruction) -> None:
        facts, name = self.facts, each.opcode
        if name.startswith("OpType"):
            length = None
            if name == "OpTypeArray":
                length = facts.constants.integer(each.operands[1])
            packed = facts.decoration(each.result, "CPacked") is not None
            own = facts.names.get(each.result, "")
            try:
                facts.types.declare(each, length, packed, own)
            except SpirvError:
                raise
            except (Unsupported, VerifyException, ValueError) as error:
                raise each.fault(str(error)) from error
        elif name in _VARIABLES:
            self._variable(each)
        elif name == "OpSpecConstantOp":
            operation, *operands = each.operands
            if not facts.constants.fold(each, operation, each.ids):
                self._defer(each, operation, operands)
        elif name == "OpConstantSampler":
            facts.samplers[each.result] = each
        elif name.startswith(("OpConstant", "OpSpecConstant")) or name in _UNDEFINED:
            if "FunctionPointer" in name:
                raise each.fault("function pointers; OpenCL has none, so call by name")
            if facts.deferred.keys() & each.operands:
                self._defer(each, "OpCompositeConstruct", each.operands)
                return
            spec_id = facts.decoration(each.result, "SpecId")
            facts.constants.declare(each, spec_id[0] if spec_id else None)

    def _defer(self, each: Instruction, opcode: str, operands: Sequence[Value]) -> None:
        """Notes a constant that functions compute."""
        words = opcode, each.type, each.result, tuple(operands), each.offset
        self.facts.deferred[each.result] = Instruction(*words)

    def _variable(self, each: Instruction) -> None:
        facts, id = self.facts, each.result
        if (built_in := facts.decoration(id, "BuiltIn")) is not None:
            facts.built_ins[id] = built_in[0]
            return
        storage, *initial = each.operands
        type = facts.types.pointee(each)
        if each.opcode != "OpVariable":
            del initial[:1]
        if type is None or storage not in _VARIABLE_STORAGES:
            known = ", ".join(_VARIABLE_STORAGES)
            raise each.fault(f"a variable of the module in {storage}; it has {known}")
        if initial and initial[0] in facts.samplers:
            facts.samplers[id] = facts.samplers[initial[0]]
            return
        word = self._linkage(id)
        value = None
        if initial:
            value = facts.constants.values.get(initial[0])
            if value is None:
                raise each.fault(f"%{initial[0]} is no constant")
            if value.type != type:
                raise each.fault(f"a value of type {value.type}")
        name, space = self._symbol(id), ADDRESS_SPACES[storage]
        if value is None and word == "internal":
            value = Constant(type, "undef" if storage == "Workgroup" else "zero")
        constant, alignment = storage == "UniformConstant", facts.alignment(id, each)
        facts.variables[name] = Global(
            name, 0, "", type, space, word, constant, value, alignment, False
        )
        reference = Constant(facts.types.get(each.type, each), "global", name)
        facts.constants.values[id] = reference

    def _linkage(self, id: int) -> str:
        """LLVM's linkage of a variable or function."""
        found = self.facts.decoration(id, "LinkageAttributes")
        return "internal" if found is None else _LINKAGES[found[1]]

    def _symbol(self, id: int) -> str:
        """The name of `id` if no other has it, else one with the id."""
        name = self.facts.symbol(id)
        if self._symbols.setdefault(name, id) != id:
            name = f"{name}.{id}"
            self._symbols[name] = id
        return name

    def _globals(self) -> Iterator[Operation]:
        types = self.facts.types.parser
        parser = ConstantParser(types)
        for name, variable in self.facts.variables.items():
            each = self.words.definitions[self._symbols[name]]
            try:
                if variable.initializer is not None:
                    check_packed(variable.initializer, types)
                op = global_operation(variable, parser)
            except (Unsupported, VerifyException) as error:
                raise each.fault(str(error)) from error
            for inside in op.walk():
                self.facts.verify(inside, each)
            yield op

    # --- functions -------------------------------------------------------------------

    def _name_kernels(self) -> None:
        """Kernels take their names first, then functions that other modules see."""
        for id, entries in self.entries.items():
            for entry in entries:
                if (name := entry.operands[2]) in self._symbols:
                    raise entry.fault(f"a second kernel '{name}'")
                self._symbols[name] = 0
                function = self.words.definitions.get(id)
                if function is None or function.opcode != "OpFunction":
                    raise entry.fault(f"%{id} is no function")

    def _signature(self, body: Sequence[Instruction]) -> None:
        facts, first = self.facts, body[0]
        id, type = first.result, first.operands[1]
        if (found := facts.types.functions.get(type)) is None:
            raise first.fault(f"%{type} is no function type")
        result, arguments = found
        if result != first.type:
            raise first.fault("its type has another result")
        if [each.type for each in _parameters(body)] != list(arguments):
            raise first.fault("its type has other parameters")
        name = facts.symbol(id)
        defined = any(each.opcode == "OpLabel" for each in body)
        if defined or not name.startswith(("llvm.", "_Z")):
            name = self._symbol(id)
        types = [facts.types.values[each] for each in arguments]
        returned = facts.types.values[result]
        results = () if isinstance(returned, llvm.LLVMVoidType) else (returned,)
        if (kernel := id in self.entries) and results:
            raise first.fault("a kernel that returns a value")
        facts.functions[id] = Callee(name, types, results, defined, kernel)

    def _is_seen(self, id: int) -> bool:
        """
        Whether the host or other modules may call a function. Clang 22 exports each kernel a second
        time, as a function that nothing calls.
        """
        name, linkage = self.facts.decoration(id, "LinkageAttributes") or ("", "Import")
        is_copy = name.startswith(KERNEL_BODY_PREFIX)
        exported = linkage != "Import" and not is_copy
        return self.facts.functions[id].defined and (id in self.entries or exported)

    def _read_function(self, body: Sequence[Instruction]) -> Iterator[Operation]:
        """
        The kernels or the function with the instructions `body`. Each operation is verified with
        an empty block: that its values are its own is checked with their order.
        """
        facts, first = self.facts, body[0]
        callee, entries = facts.functions[first.result], self.entries.get(first.result)
        for entry in entries or (first,):
            make = self._kernel if entries else self._function
            op = make(entry, body, callee)
            op.attributes["passthrough"] = _words(first)
            facts.verify(op, entry)
            region = read_function(facts, body, callee)
            if entries:
                _take_bytes(region.blocks[0])
            op.body.erase_block(0)
            region.move_blocks(op.body)
            lines = (location(facts, each) for each in body if each.opcode == "OpLine")
            op.location = facts.places.get(first) or next(lines, op.location)
            yield op

    def _attributes(self, parameter: Instruction) -> dict[str, Attribute]:
        """What LLVM is told of an argument."""
        found: dict[str, Attribute] = {}
        facts, id = self.facts, parameter.result
        for name, *operands in facts.decorations.get(id, ()):
            value = operands[0] if operands else None
            match name:
                case "FuncParamAttr" if value == "ByVal":
                    pointee = facts.types.pointees.get(parameter.type)
                    if pointee is None:
                        raise parameter.fault("ByVal of no pointer")
                    found[BY_VALUE] = facts.types.in_memory(pointee, parameter)
                case "FuncParamAttr" if value in PARAMETER_WORDS:
                    found[PARAMETER_WORDS[value]] = UnitAttr()
                case "Alignment" if bytes_ := facts.alignment(id, parameter):
                    found["llvm.align"] = IntegerAttr(bytes_, i64)
                case "Restrict" | "RestrictPointer":
                    found["llvm.noalias"] = UnitAttr()
                case _:
                    pass
        return found

    def _kernel(
        self, entry: Instruction, body: Sequence[Instruction], callee: Callee
    ) -> KernelOp:
        name = entry.operands[2]
        arguments: list[DictionaryAttr] = []
        types = [i8 if type == i1 else type for type in callee.types]
        described = self._described(name)
        for index, parameter in enumerate(_parameters(body)):
            found: dict[str, Attribute] = {}
            if own := self.facts.names.get(parameter.result):
                found[ARGUMENT_NAME] = StringAttr(own)
            if isinstance(types[index], PipeType):
                # Only the reads and writes say how large packets are.
                for key in (ARGUMENT_TYPE_NAME, ARGUMENT_BASE_TYPE_NAME):
                    found[key] = StringAttr("void")
            for key, words in described.items():
                if index < len(words) and words[index]:
                    found[key] = StringAttr(words[index])
            arguments.append(DictionaryAttr(found | self._attributes(parameter)))
        return KernelOp(
            name,
            types,
            Region(Block([ReturnOp()], arg_types=types)),
            arg_attrs=ArrayAttr(arguments),
            properties=self._properties(entry),
        )

    def _described(self, name: str) -> dict[str, list[str]]:
        """The names of types, and their qualifiers, that strings of the translator have."""
        found: dict[str, list[str]] = {}
        for prefix, key in ARGUMENT_STRINGS.items():
            start = f"{prefix}.{name}."
            for text in self.facts.strings.values():
                if text.startswith(start):
                    found[key] = text[len(start) :].split(",")
        return found

    def _properties(self, entry: Instruction) -> dict[str, Attribute]:
        """The properties of a kernel that its execution modes mean."""
        found: dict[str, Attribute] = {}
        promised: tuple[Instruction, int] | None = None
        for each in self.modes[entry.operands[1]]:
            _, mode, *operands = each.operands
            numbers: list[Value] = operands
            if mode.endswith("Id"):
                numbers = [self.facts.constants.integer(n) for n in numbers]
                if None in numbers:
                    raise each.fault(f"{mode} is no constant")
            if (size := SIZES.get(mode.removesuffix("Id"))) is not None:
                if not all(0 < n < 1 << 31 for n in numbers):
                    raise each.fault(f"{mode} of {numbers}")
                found[size] = DenseArrayBase.from_list(i32, numbers)
            elif mode == "SubgroupSize":
                found["reqd_sub_group_size"] = IntegerAttr(numbers[0], i32)
            elif mode.startswith("SubgroupsPerWorkgroup"):
                promised = each, numbers[0]
            elif mode == "VecTypeHint":
                width, kind = divmod(int(numbers[0]), 1 << 16)
                if kind < len(HINTED):
                    hint = HINTED[kind]
                    found["vec_type_hint"] = (
                        vector_of(hint, width) if width > 1 else hint
                    )
            elif mode not in _IGNORED_MODES:
                raise each.fault(
                    f"{mode} of kernel '{entry.operands[2]}': no device here can promise it",
                )
        if promised is not None:
            found["reqd_sub_group_size"] = _sub_group_size(*promised, found)
        return found

    def _function(
        self, first: Instruction, body: Sequence[Instruction], callee: Callee
    ) -> func.FuncOp:
        word = self._linkage(first.result)
        entries = [DictionaryAttr(self._attributes(e)) for e in _parameters(body)]
        op = func.FuncOp(
            callee.name,
            (callee.types, callee.results),
            Region(Block(arg_types=callee.types)),
            "private" if word == "internal" else None,
            arg_attrs=ArrayAttr(entries) if any(e.data for e in entries) else None,
        )
        if word != "external":
            op.attributes[LINKAGE_ATTRIBUTE] = llvm.LinkageAttr(word)
        return op


def _sub_group_size(
    each: Instruction, count: int, properties: Mapping[str, Attribute]
) -> Attribute:
    """The sub-group size with which a work-group of the required size has `count` sub-groups."""
    size = properties.get("reqd_work_group_size")
    items = math.prod(size.get_values()) if isinstance(size, DenseArrayBase) else 0
    own = properties.get("reqd_sub_group_size")
    # The sizes of most devices first.
    for lanes in (32, 64, 16, 8):
        found = IntegerAttr(lanes, i32)
        if count and -(-items // lanes) == count and own in (None, found):
            return found
    raise each.fault(
        f"{count} sub-groups in a work-group of {items or 'any number of'} work items; the kernel "
        "needs a LocalSize that sub-groups of 8, 16, 32 or 64 divide into as many"
    )


def _take_bytes(entry: Block) -> None:
    """DPC++ has kernels with arguments of type `bool`, which are bytes for the host."""
    build = Builder.at_start(entry)
    for argument in [each for each in entry.args if each.type == i1]:
        given = entry.insert_arg(i8, argument.index)
        given.name_hint = argument.name_hint
        truth = build.compare("ne", given, build.constant(0, i8))
        argument.replace_all_uses_with(truth)
        entry.erase_arg(argument)


def _check_capabilities(capabilities: Sequence[Instruction]) -> None:
    declared = {str(each.operands[0]) for each in capabilities}
    if "Kernel" not in declared:
        shader = "for graphics (capability Shader)"
        what = shader if "Shader" in declared else "not for OpenCL"
        raise SpirvError(
            f"SPIR-V: a module {what}; only modules with capability Kernel are read, which "
            "compilers of OpenCL and SYCL write"
        )
    for each in capabilities:
        if (name := each.operands[0]) not in READ and name not in REFUSED:
            raise each.fault(f"{name}: nothing here has this; compile without it")


def _address_bits(models: Sequence[Instruction]) -> int:
    if not models:
        raise SpirvError("SPIR-V: the module has no OpMemoryModel; it is not whole")
    addressing, memory = models[0].operands
    if len(models) > 1:
        raise models[1].fault("a second memory model; a module has one")
    if memory != "OpenCL" or addressing not in ("Physical32", "Physical64"):
        text = "kernels have Physical32 or Physical64, and OpenCL"
        raise models[0].fault(f"{addressing} {memory}; {text}")
    return int(addressing[-2:])


def _functions(instructions: Sequence[Instruction]) -> Iterator[list[Instruction]]:
    """The instructions of each function, from `OpFunction` to `OpFunctionEnd`."""
    body: list[Instruction] | None = None
    for each in instructions:
        if each.opcode == "OpFunction":
            if body is not None:
                raise each.fault("stands within a function")
            body = [each]
        elif body is not None:
            body.append(each)
            if each.opcode == "OpFunctionEnd":
                yield body
                body = None
    if body is not None:
        raise body[0].fault("the function has no end")


_VARIABLES = ("OpVariable", "OpUntypedVariableKHR")
_UNDEFINED = ("OpUndef", "OpPoisonKHR")
_VARIABLE_STORAGES = ("UniformConstant", "CrossWorkgroup", "Workgroup")
_INLINE, _DONT_INLINE = 1, 2


def _words(function: Instruction) -> Attribute:
    """LLVM's attributes of a function."""
    control, words = function.ids[0], ["convergent", "nounwind"]
    if control & _DONT_INLINE:
        words.append("noinline")
    elif control & _INLINE:
        words.append("alwaysinline")
    return ArrayAttr(map(StringAttr, words))


def _parameters(body: Sequence[Instruction]) -> list[Instruction]:
    return [each for each in body if each.opcode == "OpFunctionParameter"]


def read_module(
    words: Module,
    frontend: Frontend,
    spec_constants: Mapping[int, bytes | int | float] | None = None,
    places: Mapping[Instruction, LocationAttr] | None = None,
) -> tuple[ModuleOp, tuple[str, ...], int]:
    """
    The module at the opencl level, the names of functions that it calls and does not define,
    and the bits of its addresses. `spec_constants` are values of specialization constants by
    their numbers, as bytes or as numbers; `places` of instructions hold until the next `OpLine`.

    Raises `SpirvError`.
    """
    try:
        reader = ModuleReader(words, frontend, spec_constants or {}, places or {})
        module, externals = reader.read()
    except RecursionError:
        raise SpirvError(f"SPIR-V: {TOO_DEEP}") from None
    return module, externals, reader.address_bits

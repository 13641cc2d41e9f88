"""A module of SPIR-V as a module at the opencl level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_NAME,
    KernelOp,
    ReturnOp,
)
from xdsl_opencl.dialects.opencl.verification.kernel_arguments import BY_VALUE
from xdsl_opencl.errors import TOO_DEEP
from xdsl_opencl.ir.module import LINKAGE_ATTRIBUTE, OCL_VERSION
from xdsl_opencl.llvm_ir.reader.constants import Constant, ConstantParser
from xdsl_opencl.llvm_ir.reader.declarations import Global
from xdsl_opencl.llvm_ir.reader.globals import global_operation
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported
from xdsl_opencl.spirv.capabilities import READ, REFUSED
from xdsl_opencl.spirv.errors import SpirvError, fault
from xdsl_opencl.spirv.names import ARGUMENT_STRINGS, PARAMETER_WORDS, SIZES
from xdsl_opencl.spirv.reader.constants import Constants, check_packed
from xdsl_opencl.spirv.reader.function import location, read_function
from xdsl_opencl.spirv.reader.site import Callee, Facts, Frontend
from xdsl_opencl.spirv.reader.types import ADDRESS_SPACES, FLOATS, Types
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


@dataclass
class Kernel:
    """An entry point: the function, its name, and its execution modes."""

    entry: Instruction
    function: int
    name: str
    modes: list[Instruction] = field(default_factory=list[Instruction])


class ModuleReader:
    """Reads one module; `read` is called once."""

    def __init__(
        self,
        words: Module,
        frontend: Frontend,
        spec_constants: Mapping[int, bytes | int | float],
    ):
        self.words = words
        self.kernels: dict[int, list[Kernel]] = {}
        self.address_bits = 64
        self.version: tuple[int, int] | None = None
        self.members: list[tuple[int, str]] = []
        self._groups: dict[int, list[tuple[Value, ...]]] = {}
        self._symbols: dict[str, int] = {}
        """The names that are taken, with the ids that have them."""
        self._variables: dict[str, Global] = {}
        self.facts = self._declarations(frontend, spec_constants)

    # --- declarations before the types -----------------------------------------------

    def _declarations(
        self,
        frontend: Frontend,
        spec_constants: Mapping[int, bytes | int | float],
    ) -> Facts:
        found: dict[str, list[Instruction]] = defaultdict(list)
        for each in self.words.instructions:
            if each.opcode == "OpFunction":
                break
            found[each.opcode].append(each)
        for each in found["OpEntryPoint"]:
            self._entry(each)
        for each in found["OpSource"]:
            self._source(each)
        decorations: dict[int, list[tuple[Value, ...]]] = defaultdict(list)
        for each in found["OpDecorate"] + found["OpDecorateId"]:
            decorations[each.operands[0]].append(each.operands[1:])
        for each in found["OpGroupDecorate"]:
            for target in each.operands[1:]:
                decorations[target] += decorations[each.operands[0]]
        self._check_capabilities(found["OpCapability"])
        self._check_model(found["OpMemoryModel"])
        for mode in found["OpExecutionMode"] + found["OpExecutionModeId"]:
            function = mode.operands[0]
            if function not in self.kernels:
                raise mode.fault(f"%{function} is no entry point")
            for kernel in self.kernels[function]:
                kernel.modes.append(mode)
        types = Types(self.address_bits)
        definitions, sets = self.words.definitions, self.words.sets
        for id, name in sets.items():
            if name != "OpenCL.std" and not name.startswith(_DEBUG_SETS):
                raise definitions[id].fault(f"the set {name} is not known")
        return Facts(
            self.words,
            types,
            Constants(types, definitions, spec_constants),
            frontend,
            {each.operands[0]: each.operands[1] for each in found["OpName"]},
            {each.result: each.operands[0] for each in found["OpString"]},
            decorations,
            {
                id: words[1]
                for id, all_ in decorations.items()
                for words in all_
                if words[0] == "BuiltIn"
                and (variable := definitions.get(id))
                and variable.opcode in _VARIABLES
            },
            {id for id, name in sets.items() if name == "OpenCL.std"},
            {id for id, name in sets.items() if name != "OpenCL.std"},
        )

    def _entry(self, each: Instruction) -> None:
        model, function, name = each.operands[:3]
        if model != "Kernel":
            raise each.fault(
                f"'{name}' is a shader ({model}); only kernels of OpenCL are read",
            )
        kernel = Kernel(each, function, name)
        self.kernels.setdefault(function, []).append(kernel)

    def _source(self, each: Instruction) -> None:
        language, version = each.operands[:2]
        if language == "OpenCL_C":
            self.version = max(1, version // 100000), version // 1000 % 100
        elif language == "OpenCL_CPP":
            self.version = 2, 0

    def _check_capabilities(self, capabilities: Sequence[Instruction]) -> None:
        declared = {str(each.operands[0]) for each in capabilities}
        if "Kernel" not in declared:
            if "Shader" in declared:
                raise SpirvError(
                    "SPIR-V: a module for graphics (capability Shader); only modules with "
                    "capability Kernel are read, which compilers of OpenCL and SYCL write"
                )
            raise SpirvError(
                "SPIR-V: the module does not declare the capability Kernel; it is not "
                "made for OpenCL"
            )
        for each in capabilities:
            if each.operands[0] not in READ | REFUSED:
                raise each.fault(
                    f"{each.operands[0]}: nothing here has this; compile without it",
                )

    def _check_model(self, models: Sequence[Instruction]) -> None:
        if not models:
            raise SpirvError("SPIR-V: the module has no OpMemoryModel; it is not whole")
        model = models[-1]
        addressing, memory = model.operands
        if memory != "OpenCL" or addressing not in ("Physical32", "Physical64"):
            raise model.fault(
                f"{addressing} {memory}; kernels have Physical32 or Physical64, and OpenCL",
            )
        self.address_bits = 32 if addressing == "Physical32" else 64

    # --- types, constants, variables -------------------------------------------------

    def read(self) -> tuple[ModuleOp, tuple[str, ...]]:
        """
        The module, and the names of the functions that it calls and does not define.

        Raises `SpirvError`.
        """
        facts = self.facts
        instructions = self.words.instructions
        functions = list(self._functions(instructions))
        self._name_functions(functions)
        start = functions[0][0].offset if functions else None
        for each in instructions:
            if each.offset == start:
                break
            self._global(each)
        self._check_spec_constants()
        ops: list[Operation] = []
        self._used: set[str] = set()
        wanted = self._wanted(functions)
        self._find_local([body for body in functions if body[0].result in wanted])
        for body in functions:
            id = body[0].result
            if id in wanted and facts.functions[id].defined:
                ops += self._read_function(body, id)
        variables = [*self._globals()]
        declared = [self._declaration(id) for id in facts.externals]
        module = ModuleOp([*variables, *declared, *ops])
        if self.version is not None:
            module.attributes[OCL_VERSION] = ArrayAttr(
                IntegerAttr(n, i32) for n in self.version
            )
        return module, tuple(facts.functions[id].name for id in facts.externals)

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
                raise fault(each.offset, name, str(error)) from error
        elif name in _VARIABLES:
            self._variable(each)
        elif name == "OpSpecConstantOp":
            operation, *operands = each.operands
            if not facts.constants.fold(each, operation, each.ids):
                self._defer(each, operation, operands)
        elif name == "OpConstantSampler":
            facts.samplers[each.result] = each
        elif name.startswith(("OpConstant", "OpSpecConstant")) or name in _UNDEFINED:
            if name == "OpConstantPipeStorage" or "FunctionPointer" in name:
                what = (
                    "function pointers" if "Function" in name else "pipes of programs"
                )
                raise fault(each.offset, name, f"{what}; kernels here have none")
            if facts.deferred.keys() & each.operands:
                self._defer(each, "OpCompositeConstruct", each.operands)
                return
            spec_id = facts.decoration(each.result, "SpecId")
            facts.constants.declare(each, spec_id[0] if spec_id else None)

    def _defer(self, each: Instruction, opcode: str, operands: Sequence[Value]) -> None:
        """Notes a constant that functions compute."""
        words = opcode, each.type, each.result, tuple(operands), each.offset
        self.facts.deferred[each.result] = Instruction(*words)

    def _check_spec_constants(self) -> None:
        constants = self.facts.constants
        if unknown := sorted(constants.given.keys() - constants.spec_ids):
            known = ", ".join(map(str, sorted(constants.spec_ids))) or "none"
            raise SpirvError(
                f"SPIR-V: no specialization constant {unknown[0]}; the module has {known}"
            )

    def _variable(self, each: Instruction) -> None:
        facts, id = self.facts, each.result
        if id in facts.built_ins:
            return
        storage, *initial = each.operands
        pointee = facts.types.pointee(each)
        if each.opcode != "OpVariable":
            del initial[:1]
        if pointee is None or storage not in _VARIABLE_STORAGES:
            known = ", ".join(_VARIABLE_STORAGES)
            raise each.fault(f"a variable of the module in {storage}; it has {known}")
        if initial and initial[0] in facts.samplers:
            facts.samplers[id] = facts.samplers[initial[0]]
            return
        type = facts.types.source(pointee, each)
        linkage = facts.decoration(id, "LinkageAttributes")
        word = "internal" if linkage is None else _LINKAGES[linkage[1]]
        value = None
        if initial:
            value = facts.constants.values.get(initial[0])
            if value is None:
                raise each.fault(f"%{initial[0]} is no constant")
            if value.type != type:
                raise each.fault(f"a value of type {value.type}")
        name = self._symbol(facts.symbol(id), id)
        space = ADDRESS_SPACES[storage]
        if value is None and word == "internal":
            value = Constant(type, "zero" if space != 3 else "undef")
        constant = storage == "UniformConstant"
        self._variables[name] = Global(
            *(name, 0, "", type, space, word, constant, value),
            facts.alignment(id, each),
            False,
        )
        if value is not None:
            facts.initial[name] = value
        reference = Constant(facts.types.get(each.type, each), "global", name)
        facts.constants.values[id] = reference

    def _symbol(self, name: str, id: int) -> str:
        """`name` if no other has it, else one with the id."""
        if self._symbols.setdefault(name, id) != id:
            name = f"{name}.{id}"
            self._symbols[name] = id
        return name

    def _globals(self) -> Iterator[Operation]:
        """The variables that functions or the host refer to."""
        parser = ConstantParser(self.facts.types.parser)
        work = [
            name
            for name, variable in self._variables.items()
            if variable.linkage == "external" or name in self._used
        ]
        seen = set(work)
        while work:
            for name in _references(self._variables[work.pop()].initializer):
                if name not in seen:
                    seen.add(name)
                    work.append(name)
        for name, variable in self._variables.items():
            if name in seen:
                each = self.words.definitions[self._symbols[name]]
                try:
                    if variable.initializer is not None:
                        check_packed(variable.initializer, self.facts.types.parser)
                    op = global_operation(variable, parser)
                except (Unsupported, VerifyException) as error:
                    raise each.fault(str(error)) from error
                for inside in op.walk():
                    self.facts.verify(inside, each)
                yield op

    # --- functions -------------------------------------------------------------------

    def _functions(
        self, instructions: Sequence[Instruction]
    ) -> Iterator[list[Instruction]]:
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

    def _name_functions(self, functions: Sequence[Sequence[Instruction]]) -> None:
        """Kernels take their names first, then functions that other modules see."""
        for kernels in self.kernels.values():
            for kernel in kernels:
                if kernel.name in self._symbols:
                    raise kernel.entry.fault(
                        f"a second kernel '{kernel.name}'",
                    )
                self._symbols[kernel.name] = 0
        ids = {body[0].result for body in functions}
        for id, kernels in self.kernels.items():
            if id not in ids:
                entry = kernels[0].entry
                raise entry.fault(f"%{id} is no function")

    def _signatures(self, functions: Sequence[Sequence[Instruction]]) -> None:
        facts = self.facts
        for body in functions:
            first = body[0]
            type = first.operands[1]
            if (found := facts.types.functions.get(type)) is None:
                raise first.fault(f"%{type} is no function type")
            result, arguments = found
            if result != first.type:
                raise first.fault("its type has another result")
            if [each.type for each in _parameters(body)] != list(arguments):
                raise first.fault("its type has other parameters")
            name = facts.symbol(first.result)
            defined = any(each.opcode == "OpLabel" for each in body)
            if defined or not name.startswith(("llvm.", "_Z")):
                name = self._symbol(name, first.result)
            is_kernel = first.result in self.kernels
            facts.functions[first.result] = Callee(
                name, arguments, result, defined, is_kernel
            )

    def _wanted(self, functions: Sequence[Sequence[Instruction]]) -> set[int]:
        """
        The functions that kernels call, or that other modules may. Clang 22 exports each kernel a
        second time, as a function that nothing calls.
        """
        self._signatures(functions)
        calls = {
            body[0].result: [
                each.operands[0] for each in body if each.opcode == "OpFunctionCall"
            ]
            for body in functions
        }
        work = [
            id
            for id in calls
            if id in self.kernels
            or (
                (linkage := self.facts.decoration(id, "LinkageAttributes"))
                and linkage[1] != "Import"
                and not linkage[0].startswith(KERNEL_BODY_PREFIX)
            )
        ]
        found = set(work)
        while work:
            for callee in calls.get(work.pop(), ()):
                if callee not in found:
                    found.add(callee)
                    work.append(callee)
        return found

    def _find_local(self, functions: Sequence[Sequence[Instruction]]) -> None:
        """Finds the variables of work-groups that one function has for itself."""
        constants = self.facts.constants.values
        shared = {
            id: variable
            for id, constant in constants.items()
            if constant.kind == "global"
            and (variable := self._variables.get(str(constant.value)))
            and variable.space == _LOCAL_SPACE
            and variable.linkage == "internal"
        }
        if not shared:
            return
        roots = [variable.initializer for variable in self._variables.values()]
        roots += [each for each in constants.values() if each.kind != "global"]
        taken = {name for root in roots for name in _references(root)}
        users: dict[int, set[int]] = {}
        for body in functions:
            for each in body:
                for id in shared.keys() & set(each.operands):
                    users.setdefault(id, set()).add(body[0].result)
        for id, found in users.items():
            variable, (user, *others) = shared[id], found
            if not others and variable.name not in taken:
                if len(self.kernels.get(user, ())) < 2:
                    self.facts.local[id] = variable

    def _read_function(
        self, body: Sequence[Instruction], id: int
    ) -> Iterator[Operation]:
        facts = self.facts
        callee = facts.functions[id]
        types = [facts.types.get(each, body[0]) for each in callee.arguments]
        for kernel in self.kernels.get(id, ()):
            op = self._kernel(kernel, body, types)
            self._fill(op, body, types, None)
            yield op
        if id not in self.kernels:
            function = self._function(body, types, callee)
            result = facts.types.values[callee.result]
            self._fill(function, body, types, result)
            yield function

    def _fill(
        self,
        op: KernelOp | func.FuncOp,
        body: Sequence[Instruction],
        types: Sequence[Attribute],
        result: Attribute | None,
    ) -> None:
        """
        Puts the blocks of a function into `op`, which was verified with an empty one: that its
        values are its own is checked with their order.
        """
        region, site = read_function(self.facts, body, types, result)
        self._used |= site.globals
        op.body.erase_block(0)
        region.move_blocks(op.body)
        lines = (location(self.facts, each) for each in body if each.opcode == "OpLine")
        op.location = self.facts.places.get(body[0]) or next(lines, op.location)

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
        self,
        kernel: Kernel,
        body: Sequence[Instruction],
        types: Sequence[Attribute],
    ) -> KernelOp:
        facts = self.facts
        entries: list[DictionaryAttr] = []
        described = self._described(kernel.name)
        for index, parameter in enumerate(_parameters(body)):
            entry: dict[str, Attribute] = {}
            if name := facts.names.get(parameter.result):
                entry[ARGUMENT_NAME] = StringAttr(name)
            for key, words in described.items():
                if index < len(words) and words[index]:
                    entry[key] = StringAttr(words[index])
            entries.append(DictionaryAttr(entry | self._attributes(parameter)))
        op = KernelOp(
            kernel.name,
            types,
            Region(Block([ReturnOp()], arg_types=types)),
            arg_attrs=ArrayAttr(entries),
            properties=self._properties(kernel),
        )
        op.attributes["passthrough"] = _words(body[0])
        facts.verify(op, kernel.entry)
        return op

    def _described(self, name: str) -> dict[str, list[str]]:
        """The names of types, and their qualifiers, that strings of the translator have."""
        found: dict[str, list[str]] = {}
        for prefix, key in ARGUMENT_STRINGS.items():
            start = f"{prefix}.{name}."
            for text in self.facts.strings.values():
                if text.startswith(start):
                    found[key] = text[len(start) :].split(",")
        return found

    def _properties(self, kernel: Kernel) -> dict[str, Attribute]:
        found: dict[str, Attribute] = {}
        for each in kernel.modes:
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
            elif mode == "VecTypeHint":
                width, kind = divmod(int(numbers[0]), 1 << 16)
                if kind < len(_HINTED):
                    element = _HINTED[kind]
                    found["vec_type_hint"] = (
                        VectorType(element, [width]) if width > 1 else element
                    )
            elif mode not in _IGNORED_MODES:
                raise each.fault(
                    f"{mode} of kernel '{kernel.name}': no device here can promise it",
                )
        return found

    def _function(
        self,
        body: Sequence[Instruction],
        types: Sequence[Attribute],
        callee: Callee,
    ) -> func.FuncOp:
        facts, first = self.facts, body[0]
        linkage = facts.decoration(first.result, "LinkageAttributes")
        word = "internal" if linkage is None else _LINKAGES[linkage[1]]
        entries = [DictionaryAttr(self._attributes(e)) for e in _parameters(body)]
        op = func.FuncOp(
            callee.name,
            self._function_type(callee, types),
            Region(Block(arg_types=types)),
            "private" if word == "internal" else None,
            arg_attrs=ArrayAttr(entries) if any(e.data for e in entries) else None,
        )
        if word != "external":
            op.attributes[LINKAGE_ATTRIBUTE] = llvm.LinkageAttr(word)
        op.attributes["passthrough"] = _words(first)
        facts.verify(op, first)
        return op

    def _function_type(
        self, callee: Callee, types: Sequence[Attribute]
    ) -> FunctionType:
        result = self.facts.types.values[callee.result]
        results = () if isinstance(result, llvm.LLVMVoidType) else (result,)
        return FunctionType.from_lists(types, results)

    def _declaration(self, id: int) -> Operation:
        callee = self.facts.functions[id]
        types = [self.facts.types.values[each] for each in callee.arguments]
        type = self._function_type(callee, types)
        return func.FuncOp.external(
            callee.name, list(type.inputs.data), list(type.outputs.data)
        )


_VARIABLES = ("OpVariable", "OpUntypedVariableKHR")
_UNDEFINED = ("OpUndef", "OpPoisonKHR")
_LOCAL_SPACE = 3
_VARIABLE_STORAGES = ("UniformConstant", "CrossWorkgroup", "Workgroup")
_HINTED = (*(IntegerType(n) for n in (8, 16, 32, 64)), *FLOATS.values())
"""The types of vector type hints by number (SPIR-V 1.6, 3.3.6 `VecTypeHint`)."""
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


def _references(constant: Constant | None) -> list[str]:
    """The names of the variables that a constant refers to."""
    found: list[str] = []
    work = [] if constant is None else [constant]
    while work:
        each = work.pop()
        if each.kind == "global":
            found.append(str(each.value))
        work += each.operands
    return found


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
        reader = ModuleReader(words, frontend, spec_constants or {})
        reader.facts.places = places or {}
        module, externals = reader.read()
    except RecursionError:
        raise SpirvError(f"SPIR-V: {TOO_DEEP}") from None
    return module, externals, reader.address_bits

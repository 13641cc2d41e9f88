"""
From an input file to any stage: the passes and backends in their order.

    opencl level --passes--> llvm level --> LLVM IR --> assembly, object --> code object

Each stage is made once, when it is asked for. Every fault of the input, an option or the
environment is a `CompileError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import StringIO
from pathlib import PurePath
from typing import TYPE_CHECKING, cast

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass, PassPipeline
from xdsl.universe import Universe
from xdsl.utils.arg_spec import parse_pipeline
from xdsl.utils.exceptions import (
    DiagnosticException,
    PassFailedException,
    VerifyException,
)

from xdsl_opencl.abi.reflection import KernelDescription
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.driver.diagnostics import (
    CompileError,
    error_at,
    operation_place,
    user_errors,
)
from xdsl_opencl.driver.reflection import declared_kernels, reflected_kernels
from xdsl_opencl.driver.stage import Stage, check_stage, stage_of
from xdsl_opencl.errors import Error, Place
from xdsl_opencl.frontend.ir_text.mlir_parser import LocatingParser, make_context
from xdsl_opencl.frontend.required_kernels import require_kernels
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.ir.diagnostics import enclosing_symbol, place_of
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE, LOWERED_ATTRIBUTE
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.source import SourceFile, is_foreign, require_other_file

if TYPE_CHECKING:
    from xdsl_opencl.backend.llvm.codegen import CodegenError, Kind
    from xdsl_opencl.backend.objects.assembler import AssemblerError
    from xdsl_opencl.backend.objects.code_object_info import CodeObjectInfo
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.frontend.clang.build_options import BuildOptions

_INTRINSIC = re.compile(r"[@%](llvm\.[\w.]+)")
"""Names of intrinsics in what LLVM says: `Cannot select: intrinsic %llvm.x`."""
_CONSTRAINT = re.compile(r"error: (?P<words>.*constraint '(?P<name>[^']+)'.*)")
"""The words of LLVM about an operand of inline assembly that gets no register."""

PassObserver = Callable[[str, ModuleOp], None]
"""Called with the name of a pass that has run and the module it left."""


def _callee(op: Operation) -> str | None:
    """The function or the intrinsic that `op` calls by name."""
    if isinstance(op, llvm.CallIntrinsicOp):
        return op.intrin.data
    if isinstance(op, llvm.CallOp) and op.callee is not None:
        return op.callee.root_reference.data
    return None


def module_text(module: ModuleOp) -> str:
    """`module` as MLIR text, which every version of upstream reads."""
    from xdsl_opencl.dialects.upstream import UpstreamPrinter

    stream = StringIO()
    UpstreamPrinter(stream).print_module(module)
    return stream.getvalue()


def verify(module: ModuleOp, source: SourceFile | None) -> None:
    """
    Verifies `module`.

    Raises `CompileError` at the operation that is wrong.
    """
    try:
        module.verify()
    except RecursionError:
        raise
    except Exception as error:
        # A verifier of xDSL may assume a property that it should verify.
        culprit = _culprit(module)
        message = str(error)
        if (last := _NOT_A_TERMINATOR.match(message)) is not None:
            culprit = _last_operation(module, last[1]) or culprit
        if not isinstance(error, VerifyException):
            message = f"not understood ({type(error).__name__}: {message})"
        # The note that xDSL adds is the whole module.
        if f"'{culprit.name}'" not in message.partition("\n")[0]:
            # Verifiers of ours begin with the name.
            told = message.removeprefix(f"{culprit.name}: ")
            message = f"'{culprit.name}': {told}"
        raise _error_of(culprit, message, source) from error
    for op in module.body.block.ops:
        is_named = "sym_name" in op.properties
        if op.operands or (op.name.startswith("opencl.") and not is_named):
            message = f"'{op.name}' stands outside of a function; move it into one"
            raise _error_of(op, message, source)
    # Imports dialects that OpenCL C does not need.
    from xdsl_opencl.analysis.dominance import undominated_use

    if (found := undominated_use(module)) is not None:
        user, value = found
        name = f"'%{value.name_hint}'" if value.name_hint else "an operand"
        message = f"'{user.name}' uses {name} where its definition does not come before"
        raise _error_of(user, message, source)


def _error_of(op: Operation, message: str, source: SourceFile | None) -> CompileError:
    place = operation_place(op, source)
    return error_at(message, place, source, kernel=enclosing_symbol(op))


def verify_raised(module: ModuleOp, source: SourceFile | None) -> None:
    """
    Verifies a module that the frontend made of LLVM IR: all operations but LLVM's own,
    which LLVM has verified; to do it again takes as long as lowering the module.

    Raises `CompileError` as `verify`.
    """
    try:
        for op in operations(module):
            if not op.name.startswith("llvm."):
                op.verify(verify_nested_ops=False)
    except VerifyException:
        verify(module, source)
        raise


def _culprit(module: ModuleOp) -> Operation:
    """
    The first operation that does not verify by itself, or the innermost one with a block
    that does not. Of two symbols of one name it is the second.
    """
    for op in module.walk():
        try:
            op.verify(verify_nested_ops=False)
        except Exception as error:
            if match := re.match(r'Redefinition of symbol "(.*)"', str(error)):
                return _last_symbol(op, match[1])
            return op
    culprit: Operation = module
    for op in module.walk():
        # The wrong ones stand in one another.
        if op.regions and op.parent_op() is culprit and not _verifies(op):
            culprit = op
    return culprit


def _verifies(op: Operation) -> bool:
    try:
        op.verify()
    except Exception:
        return False
    return True


_NOT_A_TERMINATOR = re.compile(r"Operation (\S+) terminates block in ")


def _last_operation(module: ModuleOp, name: str) -> Operation | None:
    """The first operation of this name that is the last one of its block."""
    for op in module.walk():
        # The module itself is in no block.
        if op.name == name and op.parent is not None and op.next_op is None:
            return op
    return None


def _last_symbol(table: Operation, name: str) -> Operation:
    symbols = [
        op
        for region in table.regions
        for block in region.blocks
        for op in block.ops
        if op.properties.get("sym_name") == StringAttr(name)
    ]
    return symbols[-1] if symbols else table


_STENCILS = "convert-stencil-to-ll-mlir"


@contextmanager
def _named(each: ModulePass) -> Generator[None]:
    """Turns every exception but an error of a pass that is not ours into one that names it."""
    try:
        yield
    except (Error, PassFailedException):
        raise
    except Exception as error:
        if type(each).__module__.startswith("xdsl_opencl."):
            raise
        said = str(error).partition("\n")[0] or type(error).__name__
        raise error_at(
            f"the pass '{each.name}', which is not of this package, fails: "
            f"{_with_advice(each, said)}"
        ) from error


def _with_advice(each: ModulePass, said: str) -> str:
    if each.name == _STENCILS:
        return f"{said.rstrip('.')}; run 'opencl-split-stencils' before it"
    return said


def _verify_left(each: ModulePass, module: ModuleOp, source: SourceFile) -> None:
    """
    Verifies what a pass that is not ours has left.

    Raises `CompileError` that names the pass.
    """
    if type(each).__module__.startswith("xdsl_opencl."):
        return
    try:
        verify(module, source)
    except CompileError as error:
        raise error_at(
            f"the pass '{each.name}', which is not of this package, leaves what does not "
            f"verify: {_with_advice(each, error.message)}",
            error.place,
            source,
            kernel=error.kernel,
        ) from error


@dataclass
class Compilation:
    """
    The stages of one input. `target` may be left out when the module has one attached.
    `level` is LLVM's optimisation level, 0 to 3. `pipeline` is run first, after the target
    is attached. `observer` sees the module after each pass. `together` are the kinds of
    output to make whenever LLVM runs; `warnings` is the text of both LLVM and Clang.
    `build` are the options of OpenCL C. `ahead` is the work already begun on the input.

    Raises `CompileError` for another level.
    """

    source: SourceFile
    target: Target | None = None
    level: int = 3
    pipeline: str = ""
    observer: PassObserver | None = None
    build: BuildOptions | None = None
    together: tuple[Kind, ...] = ()
    ahead: Ahead | None = None
    warnings: str = ""
    signatures: ModuleOp | None = field(default=None, repr=False)
    _generated: dict[str, str | bytes] = field(
        default_factory=dict[str, str | bytes], repr=False
    )
    _has_intrinsics: bool = field(default=False, repr=False)
    """True if the program calls intrinsics of LLVM by their names."""

    def __post_init__(self) -> None:
        if self.level not in range(4):
            raise CompileError(
                f"error: there is no optimisation level {self.level!r}; use 0 to 3"
            )

    @cached_property
    def universe(self) -> Universe:
        """
        Dialects and passes: of every installed plugin if `pipeline` may name them, else
        xDSL's and ours, which are all that can be compiled and are found at once.
        """
        if self.pipeline:
            return Universe.get_multiverse()
        from xdsl.universe import XDSL_UNIVERSE

        from xdsl_opencl.universe import XDSL_OPENCL_UNIVERSE as OURS

        return Universe(
            all_dialects={**XDSL_UNIVERSE.all_dialects, **OURS.all_dialects},
            all_passes={**XDSL_UNIVERSE.all_passes, **OURS.all_passes},
        )

    def _error(self, message: str) -> CompileError:
        return CompileError.at(Place(self.source.name), message)

    @cached_property
    def _context(self) -> Context:
        return make_context(self.universe)

    def _parse(self) -> ModuleOp:
        if not self.source.text.strip():
            raise self._error("the input is empty; write a kernel in it")
        if is_foreign(self.source.name):
            return self._import()
        return LocatingParser(self._context, self.source).parse_module()

    def _import(self) -> ModuleOp:
        from xdsl_opencl.frontend import file_kinds, load
        from xdsl_opencl.frontend.clang.build_options import BuildOptions

        name = self.source.name
        ending = PurePath(name).suffix.lower()
        endings = (
            *(*file_kinds.C_ENDINGS, *file_kinds.IR_ENDINGS),
            *file_kinds.SPIRV_ENDINGS,
        )
        # OpenCL C++ has an answer of its own.
        if ending not in (*endings, *file_kinds.CPLUSPLUS_ENDINGS):
            raise self._error(
                "cannot tell what this is; its ending must be one of .mlir, "
                f"{', '.join(endings)}; code objects (.hsaco, .o) are for 'info', 'run', "
                "'report' and 'disassemble'; 'spirv-as' makes .spv of .spvasm"
            )
        options = (self.build or BuildOptions()).of_target(self.target)
        if self.ahead is not None and (ir := self.ahead.clang_ir()) is not None:
            # Its warnings have been printed.
            imported = load.read_clang(ir, "", name, options)
        else:
            imported = load.load(self.source, options)
        if imported.warnings:
            self.warnings += imported.warnings.rstrip("\n") + "\n"
        return imported.module

    def run_passes(self, passes: tuple[ModulePass, ...], module: ModuleOp) -> None:
        """Runs `passes` on `module`, `observer` looking on."""

        def observe(
            previous: ModulePass | None, module: ModuleOp, following: ModulePass | None
        ) -> None:
            del following
            if previous is not None and self.observer is not None:
                self.observer(previous.name, module)

        PassPipeline(passes, observe).apply(self._context, module)

    def _user_passes(self) -> tuple[ModulePass, ...]:
        passes: list[ModulePass] = []
        for spec in parse_pipeline(self.pipeline):
            if (factory := self.universe.all_passes.get(spec.name)) is None:
                raise error_at(
                    f"there is no pass '{spec.name}'; 'xdsl-opt --help' lists them"
                )
            try:
                passes.append(factory().from_pass_spec(spec))
            except (TypeError, ValueError) as error:
                message = f"pass '{spec.name}': {error}"
                raise error_at(message) from error
            names = [each.name for each in passes]
            if names[-1] == _STENCILS and "opencl-split-stencils" not in names:
                raise error_at(
                    f"pass '{_STENCILS}' of xDSL alone stores some results of stencils "
                    "in wrong places; give 'opencl-split-stencils' before it, in "
                    "place of 'shape-inference'"
                )
        return tuple(passes)

    @cached_property
    def opencl_module(self) -> ModuleOp:
        """
        The opencl-level module, target attached and the user's passes run. Lowering
        changes it in place: look at it before, or clone it.
        """
        from xdsl_opencl.dialects.opencl.attrs import TargetAttr

        with user_errors(self.source), no_collection():
            passes = self._user_passes()
            module = self._parse()
            if is_foreign(self.source.name):
                try:
                    verify_raised(module, self.source)
                except CompileError:
                    if (again := self._with_places()) is not None:
                        _ = again.opencl_module
                    raise
            else:
                verify(module, self.source)
            if LOWERED_ATTRIBUTE in module.attributes:
                raise self._error(
                    "the module is already lowered to the "
                    "LLVM dialect; compile the opencl-level module it was made of, or "
                    "use 'xdsl-opt -t opencl-asm'",
                )
            if self.target is not None:
                attribute = TargetAttr.from_target(self.target)
                present = module.attributes.setdefault(TARGET_ATTRIBUTE, attribute)
                if present != attribute:
                    raise self._error(
                        f"the module is for {present}, the "
                        f"command line asks for {attribute}; "
                        "leave the options out, or remove the attribute",
                    )
            for each in passes:
                with _named(each):
                    self.run_passes((each,), module)
                _verify_left(each, module, self.source)
            if passes:
                verify(module, self.source)
            if (message := require_kernels(module, functions=True)) is not None:
                raise self._error(message)
            self._has_intrinsics = any(
                isinstance(op, llvm.CallIntrinsicOp) for op in operations(module)
            )
            # `import` has no use for it.
            from xdsl_opencl.analysis.doubts import doubts

            told = doubts(module, self.source)
            if told and (again := self._with_places()) is not None:
                # With the lines of the program.
                lines = doubts(again._parse(), again.source)
                told = lines or told
            self.warnings += told
        return module

    @cached_property
    def resolved_target(self) -> Target:
        """The target of the module, given or found in it."""
        from xdsl_opencl.dialects.opencl.attrs import TargetAttr

        attributes = self.opencl_module.attributes
        if LOWERED_ATTRIBUTE in attributes:
            raise self._error(
                "the passes of -p lower the module to the "
                "LLVM dialect; leave that to 'compile'",
            )
        attribute = attributes.get(TARGET_ATTRIBUTE)
        if not isinstance(attribute, TargetAttr):
            raise self._error(
                "no target; give --mcpu, for example gfx1100, or spirv64 for SPIR-V, and "
                "--abi for another ABI than its own, or run 'opencl-attach-target'",
            )
        return attribute.target

    @cached_property
    def llvm_module(self) -> ModuleOp:
        target = self.resolved_target
        from xdsl_opencl.transforms.pipeline import pipeline

        with user_errors(self.source):
            if (message := require_kernels(self.opencl_module)) is not None:
                raise self._error(message)
        interim = INTERIM_IMAGES_ATTRIBUTE in self.opencl_module.attributes
        # Lowering works in place.
        self.signatures = declared_kernels(self.opencl_module)
        with self._lowering():
            passes = pipeline(target, interim_images=interim)
            self.run_passes(passes, self.opencl_module)
        return self.opencl_module

    @contextmanager
    def _lowering(self) -> Generator[None]:
        """Gives errors their places in the OpenCL C program or the LLVM IR."""
        with user_errors(self.source), no_collection():
            try:
                yield
            except DiagnosticException:
                self._fail_in_place()
                raise

    def _with_places(self) -> Compilation | None:
        """
        Returns the compilation of an OpenCL C program or of LLVM IR whose operations know
        their places; `None` if this is one, or the input is something else. Places are read
        only after an error: programs without faults need none.
        """
        from xdsl_opencl.frontend.clang.build_options import BuildOptions
        from xdsl_opencl.frontend.file_kinds import C_ENDINGS, IR_ENDINGS

        build = self.build or BuildOptions()
        ending = PurePath(self.source.name).suffix.lower()
        if ending not in (*C_ENDINGS, *IR_ENDINGS) or build.debug:
            return None
        return Compilation(
            self.source,
            self.target,
            level=self.level,
            pipeline=self.pipeline,
            build=replace(build, debug=True),
        )

    def _fail_in_place(self) -> None:
        """
        Raises the error of lowering with its place in the OpenCL C program or the LLVM IR.
        """
        if (again := self._with_places()) is not None:
            spirv = self.resolved_target.interface.keeps_operations
            _ = again.spirv if spirv else again.llvm_ir

    def _find_fault(self, error: CodegenError, kind: Kind | None) -> None:
        """
        Raises a `CompileError` at the first call of a function that nothing defines or of
        an intrinsic that LLVM names, or at assembly with the constraint that it names, else
        at the function that it names, if the place is known.
        """
        named = {*error.undefined, *_INTRINSIC.findall(error.details)}
        refused = _CONSTRAINT.search(error.details)
        message = str(error)
        function: Operation | None = None
        for op in self.llvm_module.walk():
            if isinstance(op, llvm.InlineAsmOp) and refused is not None:
                constraints = re.split(r"[,=&+*]+", op.constraints.data)
                place = place_of(op.location)
                if refused["name"].lstrip("=&") in constraints and place is not None:
                    message = (
                        f"{refused['words']}; name registers that "
                        f"{self.resolved_target.mcpu} has and that the operand fits in"
                    )
                    raise error_at(message, place, self.source) from error
                continue
            name = _callee(op)
            if name in named and (place := place_of(op.location)) is not None:
                if name in error.undefined:
                    message = f"in @{enclosing_symbol(op)}: nothing defines '{name}'"
                raise error_at(message, place, self.source)
            if isinstance(op, llvm.FuncOp) and op.sym_name.data == error.kernel:
                function = op
        if function is not None and (place := place_of(function.location)) is not None:
            raise error_at(message, place, self.source)
        if (again := self._with_places()) is None:
            return
        if kind is None:
            again.check_intrinsics()
        else:
            _ = again._generate(kind)

    def _find_refused(self, error: AssemblerError, kind: Kind) -> None:
        """
        Raises a `CompileError` at the line of the program with the assembly that was
        refused.
        """
        if error.origin is not None:
            message = f"the assembler refuses this: {error.words}"
            raise error_at(message, error.origin, self.source) from error
        if (again := self._with_places()) is not None:
            _ = again._generate(kind)

    @cached_property
    def llvm_ir(self) -> str:
        """The text that LLVM gets, not optimised."""
        from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

        if self.resolved_target.interface.keeps_operations:
            raise self._error(
                f"ABI {self.resolved_target.abi} has no LLVM IR, whose operations stay "
                f"OpenCL's; write {self.resolved_target.interface.written_as}, or .mlir",
            )
        module = self.llvm_module
        with self._lowering():
            return emit_llvm_ir(module)

    def check_intrinsics(self) -> None:
        """
        Raises `CompileError` for a call of an intrinsic that LLVM does not know, or has with
        other types. LLVM is asked only where the program calls intrinsics by their names.
        """
        from xdsl_opencl.backend.llvm.codegen import CodegenError, generate

        ir = self.llvm_ir
        if not self._has_intrinsics:
            return
        with user_errors(self.source):
            try:
                generate(ir, self.resolved_target, level=0, kinds=(), closed=False)
            except CodegenError as error:
                self._find_fault(error, None)
                raise

    def _generate(self, kind: Kind) -> str | bytes:
        """Returns LLVM's output; the kinds in `together` come from one run."""
        from xdsl_opencl.backend.llvm.codegen import (
            CodegenError,
            device_libraries,
            generate,
        )

        if kind not in self._generated:
            ir = self.llvm_ir
            kinds = tuple(dict.fromkeys((kind, *self.together)))
            # Few modules need it.
            from xdsl_opencl.backend.objects.assembler import AssemblerError

            with user_errors(self.source):
                try:
                    emission = generate(
                        ir,
                        self.resolved_target,
                        level=self.level,
                        kinds=kinds,
                        libraries=device_libraries(self.llvm_module),
                        weak=self._called_by_instructions(),
                    )
                except CodegenError as error:
                    self._find_fault(error, kind)
                    raise
                except AssemblerError as error:
                    self._find_refused(error, kind)
                    raise
            self.warnings += emission.warnings
            for name, value in (
                ("llvm-ir", emission.llvm_ir),
                ("asm", emission.assembly),
                ("object", emission.object),
            ):
                if value is not None:
                    self._generated[name] = value
        return self._generated[kind]

    def _called_by_instructions(self) -> Sequence[str]:
        """
        The functions, as LLVM IR, that host code calls where this processor lacks instructions:
        C programs may have no library of a compiler with them.
        """
        if self.resolved_target.interface.is_gpu:
            return ()
        from xdsl_opencl.runtime.cpu.libraries import (
            called_by_instructions,
            library_text,
        )

        return [*map(library_text, called_by_instructions(self.llvm_ir))]

    @property
    def optimized_ir(self) -> str:
        """LLVM IR after optimisation at `level`."""
        return cast(str, self._generate("llvm-ir"))

    @property
    def assembly(self) -> str:
        """The processor's assembly text."""
        return cast(str, self._generate("asm"))

    @property
    def object(self) -> bytes:
        """The relocatable ELF object."""
        return cast(bytes, self._generate("object"))

    @cached_property
    def code_object(self) -> bytes:
        """The loadable code object (`.hsaco`) of an `amdhsa` target."""
        from xdsl_opencl.backend.objects.code_object import link

        if not self.resolved_target.has_code_object:
            raise self._error(
                f"ABI {self.resolved_target.abi} has no loadable code object; write "
                f"{self.resolved_target.interface.written_as}",
            )
        relocatable = self.object
        with user_errors(self.source):
            return link(relocatable)

    @cached_property
    def clrx(self) -> str:
        """CLRX's assembler text (`.clrx`) for an `amdcl2` target."""
        from xdsl_opencl.backend.clrx.clrx import clrx_text, require_clrx

        target = self.resolved_target
        with user_errors(self.source):
            require_clrx(target)
        self.together = tuple(dict.fromkeys((*self.together, "asm", "object")))
        code, assembly = self.object, self.assembly
        with user_errors(self.source):
            return clrx_text(self.llvm_module, target, code, assembly)

    @cached_property
    def spirv(self) -> bytes:
        """The words of SPIR-V (`.spv`) for a `spirv` target."""
        from xdsl_opencl.backend.targets.spirv_target import spirv_words

        target = self.resolved_target
        if not target.interface.keeps_operations:
            raise self._error(
                f"ABI {target.abi} is not written as SPIR-V; compile with --mcpu spirv64, "
                f"or write {target.interface.written_as}",
            )
        module = self.llvm_module
        with self._lowering():
            return spirv_words(module)

    @property
    def tools(self) -> list[str]:
        """The files of the device libraries and the linker that were used."""
        from xdsl_opencl.backend.llvm.codegen import device_libraries

        tools = [*device_libraries(self.llvm_module)]
        if "code_object" in vars(self):
            from xdsl_opencl.backend.objects.code_object import linker_of

            if (linker := linker_of(self.object)) is not None:
                tools.append(linker.command[0])
        return tools

    @cached_property
    def info(self) -> CodeObjectInfo:
        """
        The description of its kernels that the object of an `amdhsa` target holds.
        """
        from xdsl_opencl.backend.objects.code_object_info import inspect

        with user_errors(self.source):
            return inspect(self.object)

    @cached_property
    def kernels(self) -> tuple[KernelDescription, ...]:
        """The kernels, their arguments, and OpenCL's queries of both."""
        if self.signatures is None:
            self.signatures = declared_kernels(self.opencl_module)
        target = self.resolved_target
        code = self.info if target.has_code_object else None
        with user_errors(self.source):
            return reflected_kernels(self.signatures, target, code)

    def output(self, stage: Stage, *, optimized: bool = False) -> str | bytes:
        """
        The contents of an output file; `optimized` counts for `ll`.

        Raises `CompileError` for a word that is not a stage.
        """
        match check_stage(stage):
            case "mlir":
                return module_text(self.llvm_module)
            case "ll":
                if optimized:
                    return self.optimized_ir
                self.check_intrinsics()
                return self.llvm_ir
            case "s":
                return self.assembly
            case "o":
                return self.object
            case "hsaco":
                return self.code_object
            case "clrx":
                return self.clrx
            case "spv":
                return self.spirv

    def save(self, path: str, *, stage: Stage | None = None) -> None:
        """
        Writes the stage that the ending of `path` asks for, wholly or not at all.

        Raises `CompileError` also when `path` is the input.
        """
        from xdsl_opencl.files import write_output

        with user_errors():
            require_other_file(self.source.path, path)
        content = self.output(stage_of(path) if stage is None else stage)
        with user_errors():
            write_output(path, content)

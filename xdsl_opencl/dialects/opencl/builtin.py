"""`opencl.builtin`: every pure element-wise function of OpenCL C, by name."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import StringAttr
from xdsl.interfaces import HasCanonicalizationPatternsInterface, HasFolderInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import opt_prop_def, prop_def, var_operand_def, var_result_def
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import PureOp, Value, irdl_op_definition
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS
from xdsl_opencl.dialects.opencl.builtins.builtin_types import (
    MismatchError,
    result_shapes,
    result_types,
    type_of,
)
from xdsl_opencl.dialects.opencl.shapes import split_vector

_PARTNERS = {"sin": "cos", "cos": "sin"}


@irdl_op_definition
class BuiltinOp(PureOp, HasFolderInterface, HasCanonicalizationPatternsInterface):
    """
    A function of `builtin_table.BUILTINS`.

    Example:
    ```mlir
    %m = opencl.builtin "fmax"(%a, %b) : (f32, f32) -> f32
    %s, %c = opencl.builtin "sincos"(%a) fastmath<fast> : (f32) -> (f32, f32)
    ```
    """

    name = "opencl.builtin"

    function = prop_def(StringAttr)
    """Its name in the table."""
    fastmath = opt_prop_def(FastMathFlagsAttr)
    arguments = var_operand_def()
    res = var_result_def()

    assembly_format = (
        "$function `(` $arguments `)` (`fastmath` `` $fastmath^)? attr-dict `:` "
        "functional-type($arguments, $res)"
    )

    def verify_(self) -> None:
        function = self.function.data
        builtin = BUILTINS.get(function)
        if builtin is None:
            from difflib import get_close_matches

            close = get_close_matches(function, BUILTINS, 3)
            hint = f"; did you mean {', '.join(close)}?" if close else ""
            raise VerifyException(
                f"{self.name}: there is no function '{function}'{hint}"
            )
        try:
            expected = result_shapes(builtin, [o.type for o in self.operands])
        except MismatchError as error:
            raise VerifyException(f"{self.name} '{function}': {error}") from None
        if len(expected) != len(self.results):
            raise VerifyException(
                f"{self.name} '{function}': {len(self.results)} results; expected "
                f"{len(expected)}"
            )
        for i, (result, shape) in enumerate(zip(self.results, expected)):
            if split_vector(result.type) != shape:
                raise VerifyException(
                    f"{self.name} '{function}': result {i} has type {result.type}; "
                    f"expected {type_of(shape)}"
                )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        from xdsl_opencl.dialects.opencl.builtins.builtin_folding import fold_builtin

        types = [result.type for result in self.results]
        return fold_builtin(self.function.data, self.operands, types)

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (SimplifyPower(), FuseSineAndCosine())

    def simplified(self) -> tuple[list[Operation], SSAValue] | None:
        """
        Returns cheaper operations for the result, not in a block yet, and the value that replaces
        it; `None` if there are none.
        """
        from xdsl_opencl.dialects.opencl.builtins.builtin_powers import simplified

        return simplified(self, self.function.data, BuiltinOp)

    def fused(self) -> tuple[BuiltinOp, BuiltinOp, tuple[SSAValue, SSAValue]] | None:
        """
        For the sine or cosine of a value, if the other function of that value follows in the
        block: returns the other operation, the `sincos` of both, not in a block yet, and the
        values that replace this and the other one. `None` otherwise.
        """
        wanted = _PARTNERS.get(self.function.data)
        if wanted is None:
            return None
        for use in self.operands[0].uses:
            other = use.operation
            if (
                isinstance(other, BuiltinOp)
                and other.function.data == wanted
                and other.parent is self.parent
                and other.fastmath == self.fastmath
                and self.is_before_in_block(other)
            ):
                both = BuiltinOp("sincos", self.operands, fastmath=self.fastmath)
                sine, cosine = both.results
                own = (sine, cosine) if wanted == "cos" else (cosine, sine)
                return other, both, own
        return None

    def __init__(
        self,
        function: str,
        arguments: Sequence[Value],
        results: Sequence[Attribute] | None = None,
        fastmath: FastMathFlagsAttr | None = None,
    ):
        """
        `results` follow from the arguments when not given.

        Raises `MismatchError` when they do not follow.
        """
        operands = [SSAValue.get(a) for a in arguments]
        if results is None:
            results = result_types(function, [o.type for o in operands])
        properties: dict[str, Attribute] = {"function": string(function)}
        if fastmath is not None:
            properties["fastmath"] = fastmath
        Operation.__init__(
            self, operands=operands, result_types=results, properties=properties
        )


class SimplifyPower(RewritePattern):
    """Replaces a power, a root or a division with constants by cheaper operations."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BuiltinOp, rewriter: PatternRewriter):
        if (found := op.simplified()) is not None:
            operations, value = found
            rewriter.replace(op, operations, [value])


class FuseSineAndCosine(RewritePattern):
    """
    Merges the sine and the cosine of one value in one block into `sincos`: `fold_sincos` of LLVM.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BuiltinOp, rewriter: PatternRewriter):
        if (found := op.fused()) is not None:
            other, both, (own, others) = found
            rewriter.insert(both)
            rewriter.replace(other, (), [others])
            rewriter.replace(op, (), [own])

"""Questions that conversions ask of dialects which they do not know."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialect_interfaces import DialectInterface
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation


class LLVMConversionInterface(DialectInterface):
    """
    A dialect's part in the conversion to the `llvm` dialect: the form of its types and
    memory spaces there, and the facts that its attributes on a module settle. Each method
    answers `None` where the dialect has nothing to say.
    """

    allocations: Collection[type[Operation]] = ()
    """
    Operations whose result is a memref of memory that exists before the program runs. The
    conversion of memrefs replaces each by what `allocate` makes; their property
    `alignment`, in bytes, is kept.
    """

    allocated_spaces: Collection[int] = ()
    """The address spaces of LLVM where `allocate` makes memory."""

    def llvm_type(self, type_: Attribute, module: ModuleOp) -> Attribute | None:
        """
        The type of `llvm` that stands for `type_`, a type of this dialect, in `module`.
        """
        return None

    def keeps_type(self, type_: Attribute, module: ModuleOp) -> bool:
        """
        Returns whether functions of `module` may have `type_`, a type of this dialect, as it is.
        """
        return False

    def llvm_address_space(self, space: Attribute) -> int | None:
        """
        The number that pointers of `llvm` have for `space`, an attribute of this dialect.
        """
        return None

    def index_bitwidth(self, module: ModuleOp) -> int | None:
        """The width of `index` that `module`'s attributes ask for."""
        return None

    def bare_pointers(self, module: ModuleOp) -> bool:
        """
        Returns whether memrefs are bare pointers in `module`, because kernels take them so.
        """
        return False

    def allocate(
        self, number: int, stored: Attribute, alignment: int | None
    ) -> Operation:
        """
        An operation whose result is a pointer to static memory for one `stored` in LLVM's
        address space `number`, one of `allocated_spaces`, aligned to `alignment` bytes.
        """
        raise NotImplementedError(f"no memory of address space {number}")

    def lacks_function(self, module: ModuleOp, name: str, element: Attribute) -> bool:
        """
        Returns whether LLVM would call a library for its intrinsic `name` on elements of type
        `element`, and the target of `module` has no such library.
        """
        return False

    def lacks_type(self, module: ModuleOp, type_: Attribute) -> bool:
        """
        Returns whether the target of `module` cannot compute with values of `type_`, a type of
        `llvm`.
        """
        return False

    def advice(self, subject: str) -> str | None:
        """
        Advice for a diagnostic, in the imperative: what to do instead of using `subject`,
        the name of an operation or one of `memory space`, `allocation`, `library function`,
        `rounding mode`.
        """
        return None

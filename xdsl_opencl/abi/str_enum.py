"""
The base of all enumerations of strings: the standard library's. Types call it xDSL's class, which
behaves the same, because attributes of dialects accept no other; the emulator runs without xDSL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.utils.str_enum import StrEnum as StrEnum
else:
    from enum import StrEnum as StrEnum

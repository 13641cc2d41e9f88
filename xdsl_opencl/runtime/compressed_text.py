"""Long texts of programs that are seldom read."""

from __future__ import annotations

import zlib

from xdsl_opencl.runtime.errors import RuntimeFailure

_LEVEL = 1
"""The fastest: LLVM IR becomes a tenth of its size."""
_ERRORS = "surrogatepass"


class CompressedText:
    """
    A text, compressed since its `data` was asked for. It is the same object for several
    programs.
    """

    __slots__ = ("_data", "_text")

    def __init__(self, text: str | None, data: bytes = b""):
        """`text`, or where that is `None` the text with this `data`."""
        self._text = text
        self._data = data

    @property
    def text(self) -> str:
        """Raises `RuntimeFailure` where the data is damaged."""
        text = self._text
        if text is not None:
            return text
        try:
            return zlib.decompress(self._data).decode(errors=_ERRORS)
        except (UnicodeError, zlib.error) as error:
            raise RuntimeFailure(
                f"the text of a program cannot be read ({error}); build it again"
            ) from None

    @property
    def data(self) -> bytes:
        """The compressed text."""
        if (text := self._text) is not None:
            self._data = zlib.compress(text.encode(errors=_ERRORS), _LEVEL)
            self._text = None
        return self._data

"""
The one change of this package in the parser of xDSL; `universe.py` wraps factories and extends
`xdsl-run`. Importing the module makes it; the dialect `opencl`,
the builder that all passes have, and the reader and the printer of LLVM IR import it.
The extensions of xDSL's dialects do not.

`xdsl-opt` makes the parser, so a class of our own cannot take the place of xDSL's there.
docs/plugin.md has the list of what differs, and a test compares it with what happens.
"""

from __future__ import annotations

from xdsl.parser import AttrParser

from xdsl_opencl.dialects.literals import Element

setattr(AttrParser, "_TensorLiteralElement", Element)

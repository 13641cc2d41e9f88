"""
The one change of this package in the parser of xDSL, and the end of the command `xdsl-opt`;
`universe.py` wraps factories and extends `xdsl-run`. Importing the module makes both; the dialect
`opencl`, the builder that all passes have, and the reader and the printer of LLVM IR import it.
The extensions of xDSL's dialects do not.

`xdsl-opt` makes the parser, so a class of our own cannot take the place of xDSL's there.
docs/plugin.md has the list of what differs, and a test compares it with what happens.
"""

from __future__ import annotations

import atexit
import gc
import sys
from pathlib import PurePath

from xdsl.parser import AttrParser

from xdsl_opencl.dialects.literals import Element

setattr(AttrParser, "_TensorLiteralElement", Element)
if sys.argv and PurePath(sys.argv[0]).name == "xdsl-opt":
    # Python's last search for garbage takes a third of the command's time.
    atexit.register(gc.freeze)

"""
Contractions of `linalg` as machine code, beside IREE: what the emulator counts of both.

Each problem is one function on tensors. `opencl-from-linalg` makes our kernels of it;
`iree-compile` makes IREE's, whose code objects it dumps. The emulator runs both on the same
arrays, the results are compared with NumPy's, and the table has executed instructions of
waves, bytes of global memory that lanes access, and the cycles that LDS loses to bank
conflicts, with the vector registers of the largest kernel.

    python benchmarks/contractions.py [--mcpu gfx942,gfx1100,gfx1200] [--iree FOLDER]
        [--only NAME] [--json]

FOLDER has `iree-compile` (`pip install iree-base-compiler` in an environment of its own);
without it the program on the PATH is used, and without any only our figures are shown.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from bench_table import Table, run
from numpy.typing import NDArray

import xdsl_opencl as ocl
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.runtime import GpuDevice, Program
from xdsl_opencl.runtime.kernel import Launch

PROCESSORS = "gfx942,gfx1100,gfx1200"

Array = NDArray[Any]

_NUMPY = {"f16": np.float16, "f32": np.float32, "i8": np.int8, "i32": np.int32}

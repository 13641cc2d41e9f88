"""`python -m xdsl_opencl`: the command line."""

import sys

from xdsl_opencl.cli import main

sys.exit(main())

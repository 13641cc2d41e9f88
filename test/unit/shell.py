"""Commands of documents, run as a user types them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def shell(
    command: str, folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """
    Runs `command` in `folder`, with this Python's programs first and with the variables of
    `environment`.
    """
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, **environment, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

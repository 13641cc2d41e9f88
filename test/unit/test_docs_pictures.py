"""
The pictures in docs/ are what their generator draws now.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_pictures_are_up_to_date() -> None:
    run = subprocess.run(
        [sys.executable, "docs/generate_pictures.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr

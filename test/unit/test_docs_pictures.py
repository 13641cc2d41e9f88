"""
The pictures in docs/, and the tables of docs/abi.md, are what their generators make now.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("script", ["generate_pictures.py", "generate_abi.py"])
def test_pictures_are_up_to_date(script: str) -> None:
    run = subprocess.run(
        [sys.executable, f"docs/{script}", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr

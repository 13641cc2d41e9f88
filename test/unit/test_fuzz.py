"""
Damaged inputs: what was found once, some more of a fixed seed, and many in the long run.
"""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path

import fuzzing
import pytest
from fuzzing import CORPUS, OBJECT_LANGUAGES, TARGETS, TEXT_LANGUAGES, Failure, check
from long_runs import LONG

_SEED = 10
# Clang's process takes a thousand times as long as a damaged code object.
_COUNTS = {"mlir": 150, "ll": 100, "cl": 8, "o": 50, "hsaco": 50}
_LONG_COUNTS = {
    "mlir": 50_000,
    "ll": 28_000,
    "cl": 2_000,
    "o": 10_000,
    "hsaco": 10_000,
}


@pytest.mark.parametrize(
    "path", sorted(CORPUS.iterdir()), ids=lambda path: str(path.name)
)
def test_what_was_found_before(path: Path) -> None:
    data = path.read_bytes()
    for target in TARGETS[::2] if path.suffix == ".cl" else TARGETS:
        check(path.suffix[1:], data, target)


@pytest.mark.parametrize("language", [*TEXT_LANGUAGES, *OBJECT_LANGUAGES])
def test_damaged_inputs(language: str) -> None:
    """Success, or a diagnostic with a place."""
    count = (_LONG_COUNTS if LONG else _COUNTS)[language]
    refused = 0
    stream = fuzzing.inputs(language, _SEED, programs=LONG)
    for case in islice(stream, count):
        text = check(case.language, case.data, case.target, case.generate)
        refused += text is not None
    # Both kinds are there: inputs that are refused, and changes that do no harm. Clang
    # refuses nearly all C, so that so few need not have the second.
    assert 0 < refused < count + (language == "cl")


def test_the_same_seed_gives_the_same_inputs() -> None:
    for language in ("mlir", "ll", "cl"):
        one = list(islice(fuzzing.inputs(language, 1), 20))
        assert one == list(islice(fuzzing.inputs(language, 1), 20))
        assert one != list(islice(fuzzing.inputs(language, 2), 20))


@pytest.mark.parametrize(
    ("error", "signature"),
    [
        (KeyError("x"), "KeyError in test_fuzz.raising"),
        (fuzzing.CompileError("error: no place"), "no place"),
        (fuzzing.CompileError("input.mlir:1:1: error: " + "x" * 2000), "too long"),
    ],
    ids=["crash", "place", "length"],
)
def test_faults_are_found(
    error: Exception, signature: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(*_: object) -> str | None:
        raise error

    monkeypatch.setattr(fuzzing, "Compilation", raising)
    with pytest.raises(Failure, match=signature):
        check("mlir", b"builtin.module {}", TARGETS[0])


def test_hangs_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        time.sleep(60)

    monkeypatch.setattr(fuzzing, "Compilation", endless)
    monkeypatch.setattr(fuzzing, "SECONDS", 1)
    with pytest.raises(Failure, match="hangs"):
        check("mlir", b"builtin.module {}", TARGETS[0])

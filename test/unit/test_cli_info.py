"""`xdsl-opencl info` with several ABIs: their layouts side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xdsl_opencl.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"
IMAGES = str(EXAMPLES / "image_attributes.mlir")


def test_layouts_stand_side_by_side(capsys: pytest.CaptureFixture[str]):
    assert main(["info", IMAGES, "--abi", "r600,amdcl2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{IMAGES}: r600 juniper, amdcl2 gfx803"
    rows = [line.split() for line in lines[2:]]
    assert rows[:9] == [
        ["kernel", "attributes"],
        ["argument", "r600", "size", "amdcl2", "size"],
        ["plane", "36", "4", "48", "8"],
        ["__size_plane", "40", "12"],
        ["__format_plane", "52", "8"],
        ["volume", "60", "4", "56", "8"],
        ["__size_volume", "64", "12"],
        ["__format_volume", "76", "8"],
        ["out", "84", "4", "64", "8"],
    ]
    assert ["hidden_printf_buffer", "24", "8"] in rows
    assert ["hidden_work_dim", "88", "4"] in rows
    assert rows[-1] == ["all", "bytes", "104", "80"]
    # The order of ABIs does not change that of arguments.
    assert main(["info", IMAGES, "--abi", "amdcl2,r600"]) == 0
    swapped = capsys.readouterr().out.splitlines()[2:11]
    assert [line.split()[0] for line in swapped] == [row[0] for row in rows[:9]]


def test_a_processor_for_each(capsys: pytest.CaptureFixture[str]):
    assert (
        main(["info", IMAGES, "--abi", "r600,mesa3d", "--mcpu", "cayman,gfx900"]) == 0
    )
    out = capsys.readouterr().out
    assert out.startswith(f"{IMAGES}: r600 cayman, mesa3d gfx900\n")


def test_json_is_a_list(capsys: pytest.CaptureFixture[str]):
    assert main(["info", IMAGES, "--abi", "r600,amdcl2", "--json"]) == 0
    reports = json.loads(capsys.readouterr().out)
    assert [report["hidden_arguments"] for report in reports] == ["possible"] * 2
    assert [report["target"]["abi"] for report in reports] == ["r600", "amdcl2"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("r600,amdcl2", "--mcpu", "cayman"), "--abi has 2 names and --mcpu 1; give a"),
        (("r600,amdcl3",), "unknown ABI 'amdcl3'"),
        (("r600,",), "unknown ABI ''"),
    ],
)
def test_errors(
    options: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["info", IMAGES, "--abi", *options]) == 1
    assert text in capsys.readouterr().err

#!/bin/bash
# Guess: onnx's ReferenceEvaluator computes a node as the model's opset says. Softmax without an axis is one over
#   axes 1 and 2 together up to opset 12 (0.25 each of 2x2x2 ones), and over the last axis from opset 13 (0.5).
# Seen: onnx 1.23.2: 0.5 for both, without a word; the same for LogSoftmax, and Hardmax has two ones a row
#   instead of one. The models pass the checker.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check onnx==1.23.2 numpy==2.4.6
venv/bin/python - <<'END'
import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator


def computed(function, opset):
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, (2, 2, 2)) for n in "xy")
    graph = helper.make_graph([helper.make_node(function, ["x"], ["y"])], "g", [x], [y])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=7)
    onnx.checker.check_model(model, full_check=True)
    result = ReferenceEvaluator(model).run(None, {"x": np.ones((2, 2, 2), np.float32)})[0]
    print(function, opset, result[0].tolist())
    return result


def over_axes_1_and_2(function):
    return {"Softmax": 0.25, "LogSoftmax": np.log(0.25), "Hardmax": 0.25}[function]


for function in ("Softmax", "LogSoftmax", "Hardmax"):
    old, new = computed(function, 11), computed(function, 13)
    assert np.array_equal(old, new)
    mean = old.mean()
    assert not np.isclose(mean, over_axes_1_and_2(function))
END

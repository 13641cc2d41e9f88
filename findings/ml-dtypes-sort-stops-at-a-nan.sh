#!/bin/bash
# Guess: numpy.sort puts the NaN of bfloat16 and of floats of 8 bits last, as it does for float16 and float32, and
#   numpy.unique has each number once.
# Seen: ml_dtypes 0.6.0, numpy 2.4.6: an array with a NaN is not sorted: [3, nan, 1, 2] stays as it is, and unique
#   of [3, nan, 1, 3] has 3 twice. The same for float8_e4m3fn and float8_e5m2. Without a NaN it is sorted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ml_dtypes==0.6.0 numpy==2.4.6
venv/bin/python - <<'END'
import ml_dtypes
import numpy as np

nan = float("nan")
for type_ in (np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2):
    ordered = np.sort(np.array([3, nan, 1, 2], type_)).astype(float).tolist()
    numbers = np.unique(np.array([3, nan, 1, 3], type_)).astype(float).tolist()
    print(np.dtype(type_), ordered, numbers)
    mended = type_ is np.float16
    assert str(ordered) == ("[1.0, 2.0, 3.0, nan]" if mended else "[3.0, nan, 1.0, 2.0]")
    assert numbers.count(3) == (1 if mended else 2)
    assert np.sort(np.array([3, 1, 2], type_)).astype(float).tolist() == [1, 2, 3]
END

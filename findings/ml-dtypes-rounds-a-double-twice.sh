#!/bin/bash
# Guess: astype from float64 to bfloat16, or to a float of 8 bits, rounds once to the nearest, as numpy's astype to
#   float16 does.
# Seen: ml_dtypes 0.6.0, numpy 2.4.6: it rounds to float32 first. 1 + 2^-8 + 2^-40 lies above the middle between 1
#   and 1 + 2^-7, and becomes 1: in float32 it is the middle, which goes to the even neighbour.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ml_dtypes==0.6.0 numpy==2.4.6
venv/bin/python - <<'END'
import ml_dtypes
import numpy as np

for type_, bits in ((np.float16, 10), (ml_dtypes.bfloat16, 7), (ml_dtypes.float8_e4m3fn, 3), (ml_dtypes.float8_e5m2, 2)):
    x = 1 + 2.0 ** -(bits + 1) + 2.0**-40
    low, high = 1.0, 1 + 2.0**-bits
    assert high - x < x - low
    found = float(np.array([x]).astype(type_)[0])
    print(np.dtype(type_), f"{x!r} between {low} and {high}: {found}")
    assert found == (high if type_ is np.float16 else low)
END

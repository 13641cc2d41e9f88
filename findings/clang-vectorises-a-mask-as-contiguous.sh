#!/bin/bash
# Guess: in[(k & 7) + base] in a loop is read at eight places in turn, at every optimisation level.
# Seen: Clang 22.1.8 (ziglang 0.17.0), x86-64 with AVX2, -O2: out[8] is in[base + 8]. The loop vectoriser takes
#   the sum for a counter of 32 bits; it leaves out the test that its three bits do not overflow,
#   since it thinks that the test for 32 bits includes that. Right with -fno-vectorize.
#   Mended on LLVM's main (llvm-project#191382).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0
cat >in.c <<'END'
void f(int *out, const int *in, unsigned base, unsigned n) {
  for (unsigned k = 0; k < n; k++)
    out[k] = in[(k & 7u) + base];
}
END
venv/bin/python -m ziglang clang --version | head -1 | tee version
grep -q 'version 22.1.8' version
for option in -fvectorize -fno-vectorize; do
  venv/bin/python -m ziglang cc -target x86_64-linux-musl -mcpu=x86_64_v3 -O2 -fno-sanitize=all -fno-stack-protector \
    -shared -nostdlib $option -o "./f$option.so" in.c
  venv/bin/python - "$option" <<'PYTHON' | tee -a text
import ctypes
import sys

given = (ctypes.c_int * 128)(*range(128))
out = (ctypes.c_int * 64)()
ctypes.CDLL(f"./f{sys.argv[1]}.so").f(out, given, 1, 64)
print(sys.argv[1], *out[:12])
PYTHON
done
diff text - <<'END'
-fvectorize 1 2 3 4 5 6 7 8 9 10 11 12
-fno-vectorize 1 2 3 4 5 6 7 8 1 2 3 4
END

#!/bin/bash
# Guess: Clang's triple spir64 is OpenCL of any device, so that the macro of a vendor's extension is
#   not defined, and a program takes its general path.
# Seen: Clang 22.1.8 (ziglang 0.17.0, headers of libclang-ng 22.1.4.2) defines the macros of nine
#   extensions of Intel's, as -cl-ext=+all would; a program that asks for one calls a function
#   that nothing but Intel's driver defines. The triple amdgcn has none of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0 libclang-ng==22.1.4.2
headers=$(venv/bin/python -c 'import clang.native, os; print(os.path.dirname(clang.native.__file__))')/resource/include
clang() {
  venv/bin/python -m ziglang clang -cc1 -x cl -cl-std=CL2.0 -internal-isystem "$headers" \
    -finclude-default-header "$@"
}
cat >in.cl <<'END'
ushort rounded(float x) {
#ifdef cl_intel_bfloat16_conversions
  return intel_convert_bfloat16_as_ushort(x);
#else
  return as_uint(x) >> 16;
#endif
}
kernel void k(global float *in, global ushort *out) { out[0] = rounded(in[0]); }
END
for triple in spir64 amdgcn-amd-amdhsa; do
  clang -triple $triple -dM -E in.cl >macros
  echo "$triple: $(grep -c '^#define cl_intel_' macros || true) extensions of Intel's"
  clang -triple $triple -emit-llvm -o - in.cl >$triple.ll
done | tee text
grep 'declare .*intel_convert_bfloat16_as_ushort' spir64.ll
if grep intel_convert amdgcn-amd-amdhsa.ll; then exit 1; fi
diff text - <<'END'
spir64: 9 extensions of Intel's
amdgcn-amd-amdhsa: 0 extensions of Intel's
END

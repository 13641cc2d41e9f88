#!/bin/bash
# Guess: -cl-ext with an extension that does not exist is an error, or at least a warning.
# Seen: Clang 22.1.8 (ziglang 0.17.0, headers of libclang-ng 22.1.4.2): silence, with -Weverything
#   -Werror too, for +cl_khr_fp46 and for -cl_khr_fp46; no macro is defined. A misspelt name thus
#   leaves the extension as it was. Only a pragma about the same name is warned of.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0 libclang-ng==22.1.4.2
headers=$(venv/bin/python -c 'import clang.native, os; print(os.path.dirname(clang.native.__file__))')/resource/include
clang() {
  venv/bin/python -m ziglang clang -cc1 -triple spir64 -x cl -internal-isystem "$headers" \
    -finclude-default-header "$@"
}
echo 'kernel void k(global double *p) { p[0] = 1.0; }' >in.cl
for name in +cl_khr_fp46 -cl_khr_fp46; do
  clang -cl-ext=$name -Weverything -Werror -emit-llvm -o /dev/null in.cl 2>&1 | tee text
  [ ! -s text ]
  clang -cl-ext=$name -dM -E in.cl >macros
  if grep cl_khr_fp46 macros; then exit 1; fi
  grep '^#define cl_khr_fp64 ' macros
done
# The right name does what was meant.
if clang -cl-ext=-cl_khr_fp64 -emit-llvm -o /dev/null in.cl 2>text; then exit 1; fi
grep "use of type 'double' requires cl_khr_fp64" text
echo '#pragma OPENCL EXTENSION cl_khr_fp46 : enable' >pragma.cl
clang -cl-ext=+cl_khr_fp46 -emit-llvm -o /dev/null pragma.cl 2>&1 | tee text
grep -q "OpenCL extension 'cl_khr_fp46' unknown" text

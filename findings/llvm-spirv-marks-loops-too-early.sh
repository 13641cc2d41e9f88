#!/bin/bash
# Guess: llvm-spirv writes OpLoopMerge directly before the branch, as SPIR-V demands ("the second-to-last
#   instruction in its block"), for the loops that Clang writes at every level.
# Seen: llvm-spirv 15 of Debian (15.0.0-2, LLVM 15.0.6) on the output of Clang 15.0.6 with -O1, whose loops have
#   llvm.loop.unroll.disable: OpLoopMerge, OpSLessThan, OpBranchConditional, for the plainest loop. spirv-val 2023.1:
#   "OpLoopMerge must be the second-to-last instruction in its block". With -O0 and -O2 there is no OpLoopMerge, and
#   the module is valid.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download clang-15=1:15.0.6-4+b1 libclang-cpp15=1:15.0.6-4+b1 libclang-common-15-dev=1:15.0.6-4+b1 libllvm15=1:15.0.6-4+b1 llvm-spirv-15=15.0.0-2 libllvmspirvlib15=15.0.0-2 spirv-tools=2023.1-2 \
  libz3-4=4.8.12-3.1 libedit2=3.1-20221030-2 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 libbsd0=0.11.7-2 libmd0=1.0.4-2 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
clang-15 --version | grep 'version 15\.0\.'
llvm-spirv-15 --version | grep 'LLVM version 15\.0\.'
spirv-val --version | grep v2023.1
cat >in.cl <<'END'
kernel void k(global int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i];
  p[0] = sum;
}
END
for level in 0 1 2; do
  clang-15 --target=spir64 -cl-std=CL1.2 -O$level -emit-llvm -c in.cl -o in.bc
  llvm-spirv-15 in.bc -o out.spv
  spirv-dis --no-header --raw-id out.spv >text
  if [ $level = 1 ]; then
    grep -A 2 OpLoopMerge text | sed 's/.*\(Op[A-Za-z]*\).*/\1/' | tee seen
    diff seen - <<'END'
OpLoopMerge
OpSLessThan
OpBranchConditional
END
    if spirv-val out.spv 2>error; then exit 1; fi
    grep 'must be the second-to-last instruction' error
  else
    [ "$(grep -c OpLoopMerge text)" = 0 ]
    spirv-val out.spv
    echo "-O$level: valid"
  fi
done

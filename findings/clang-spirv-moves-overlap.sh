#!/bin/bash
# Guess: a loop that moves the elements of an array by one place becomes memmove, and SPIR-V, which has only copies, gets a loop
#   or a copy by way of other memory.
# Seen: Clang 22.1.8 (ziglang 0.17.0, headers of libclang-ng 22.1.4.2), triple spirv64, -O1: one OpCopyMemorySized whose target is 4 bytes
#   behind its source. SHA-256 with such a loop is wrong on Intel's CPU runtime (2026.2).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download spirv-tools=2023.1-2  2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0 libclang-ng==22.1.4.2
headers=$(venv/bin/python -c 'import clang.native, os; print(os.path.dirname(clang.native.__file__))')/resource/include
cat >in.cl <<'END'
kernel void k(global int *g) {
  for (int k = 7; k > 0; k--)
    g[k] = g[k - 1];
}
END
venv/bin/python -m ziglang clang -cc1 -triple spirv64 -cl-std=CL1.2 -O1 -internal-isystem "$headers" \
  -finclude-default-header -emit-obj -o out.spv in.cl
spirv-dis --no-header --raw-id out.spv >text
read -r _ target source size _ < <(grep OpCopyMemorySized text)
grep -E "^ *$size = OpConstant .* 28$" text
step=$(sed -n "s/^ *$target = OpPtrAccessChain %[0-9]* $source //p" text)
grep -E "^ *$step = OpConstant .* 4$" text

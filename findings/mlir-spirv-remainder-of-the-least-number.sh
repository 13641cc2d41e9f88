#!/bin/bash
# Guess: arith.remsi keeps its meaning for SPIR-V, by OpSRem, or for every dividend: -2147483648 rem 7 is -2.
# Seen: mlir-opt 22.1.8 of Debian, convert-arith-to-spirv: UMod of the absolute values, negated unless the dividend
#   equals its absolute value. The least number does equal it, so that the remainder is 2. With Kernel (CL.s_abs)
#   and Shader (GL.SAbs) alike.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download mlir-22-tools=1:22.1.8-1~deb12u1 libmlir-22=1:22.1.8-1~deb12u1 libllvm22=1:22.1.8-1~deb12u1 \
  libz3-4=4.8.12-3.1 libedit2=3.1-20221030-2 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 libbsd0=0.11.7-2 libmd0=1.0.4-2 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib"
mlir-opt-22 --version | grep 'LLVM version 22\.1\.8'
for kind in Kernel Shader; do
  cat >in.mlir <<END
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.2, [$kind], []>, #spirv.resource_limits<>>} {
  func.func @f(%a: i32, %b: i32) -> i32 {
    %r = arith.remsi %a, %b : i32
    return %r : i32
  }
}
END
  mlir-opt-22 --convert-arith-to-spirv --convert-func-to-spirv in.mlir | tee out.mlir
  python3 - <<'END'
# The function's operations on numbers of 32 bits, which are read by their names.
import re


def signed(x):
    return (x + 2**31) % 2**32 - 2**31


def f(a, b):
    values = {"%arg0": a, "%arg1": b}
    for line in open("out.mlir"):
        if found := re.match(r"\s*(%\d+) = spirv\.(\S+) (%.*?) :", line):
            name, given = found[2].split(".")[-1].lower(), [values[each] for each in found[3].split(", ")]
            values[found[1]] = {
                "s_abs": lambda x: signed(abs(x)),
                "sabs": lambda x: signed(abs(x)),
                "umod": lambda x, y: signed(x % 2**32 % (y % 2**32)),
                "iequal": lambda x, y: x == y,
                "snegate": lambda x: signed(-x),
                "select": lambda c, x, y: x if c else y,
            }[name](*given)
        elif "ReturnValue" in line:
            return values[line.split()[1]]


print(seen := [f(a, 7) for a in (9, -9, -(2**31) + 1, -(2**31))])
assert seen == [2, -2, -1, 2]
END
done

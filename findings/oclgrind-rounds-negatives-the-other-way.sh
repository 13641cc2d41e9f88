#!/bin/bash
# Guess: convert_int_rtp rounds up and convert_int_rtn down, for numbers of both signs, as ceil and floor do.
# Seen: Oclgrind 21.10 of Debian: right for 1.2, and for -1.7 exchanged: rtp gives -2 and rtn -1. The simulator
#   that one asks for the truth agrees with ceil and floor in the same kernel.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download oclgrind=21.10-3 libllvm14 libclang-cpp14 libclang-common-14-dev \
  libz3-4 libedit2 libxml2 libicu72 libbsd0 libmd0 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
oclgrind-kernel --version | grep 'Oclgrind 21\.10'
cat >in.cl <<'END'
kernel void k(global const float *in, global int *out) {
  int i = get_global_id(0);
  out[4 * i] = convert_int_rtp(in[i]);
  out[4 * i + 1] = convert_int_rtn(in[i]);
  out[4 * i + 2] = (int)ceil(in[i]);
  out[4 * i + 3] = (int)floor(in[i]);
}
END
cat >in.sim <<'END'
in.cl
k
2 1 1
1 1 1
<size=8 float>
1.2 -1.7
<size=32 int fill=0 dump>
END
oclgrind-kernel in.sim | tee text
sed -n 's/.*\] = //p' text | diff - <(printf '%s\n' 2 1 2 1 -2 -1 -1 -2)

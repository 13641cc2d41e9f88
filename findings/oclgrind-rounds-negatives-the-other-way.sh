#!/bin/bash
# Guess: convert_int_rtp rounds to positive infinity and convert_int_rtn to negative infinity (OpenCL C 1.2, 6.2.3.2), for
#   numbers of both signs, as ceil and floor do: -1.7 becomes -1 and -2.
# Seen: Oclgrind 21.10 of Debian (21.10-3, LLVM 14.0.6): 2 and 1 of 1.2, which is right; of -1.7 rtp gives -2 and rtn -1.
#   ceil and floor in the same kernel give -1 and -2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download oclgrind=21.10-3 libllvm14=1:14.0.6-12 libclang-cpp14=1:14.0.6-12 \
  libclang-common-14-dev=1:14.0.6-12 \
  libz3-4=4.8.12-3.1 libedit2=3.1-20221030-2 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 libbsd0=0.11.7-2 libmd0=1.0.4-2 2>log || { cat log; exit 1; }
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

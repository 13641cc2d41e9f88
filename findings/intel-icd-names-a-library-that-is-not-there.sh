#!/bin/bash
# Guess: the .icd file of a pip wheel names the library beside it, so that OCL_ICD_VENDORS finds Intel's
#   driver.
# Seen: intel-opencl-rt 2026.2.0: the file names /opt/anaconda1anaconda2anaconda3/lib/libintelocl.so, the
#   placeholder that conda replaces. A loader finds no platform until a file of one's own names the library.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyopencl==2026.1.4 \
  intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
named=$(cat venv/etc/OpenCL/vendors/intel-cpu.icd)
echo "named: $named; there: $(cd venv; ls lib/libintelocl.so)"
[ "$named" = /opt/anaconda1anaconda2anaconda3/lib/libintelocl.so ]
export LD_LIBRARY_PATH=$folder/venv/lib
cat >platforms.py <<'END'
import pyopencl

try:
    print(*(platform.name for platform in pyopencl.get_platforms()))
except pyopencl.LogicError as error:
    print(error)
END
seen=$(OCL_ICD_VENDORS=$folder/venv/etc/OpenCL/vendors venv/bin/python platforms.py)
echo "with it: $seen"
[[ $seen == *PLATFORM_NOT_FOUND_KHR* ]]
mkdir vendors
echo "$folder/venv/lib/libintelocl.so" >vendors/intel.icd
seen=$(OCL_ICD_VENDORS=$folder/vendors venv/bin/python platforms.py)
echo "with another: $seen"
[[ $seen == *Intel* ]]

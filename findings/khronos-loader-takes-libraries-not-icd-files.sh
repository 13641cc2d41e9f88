#!/bin/bash
# Guess: OCL_ICD_FILENAMES takes what OCL_ICD_VENDORS of ocl-icd takes, the path of an .icd file, and a path
#   with which the loader can do nothing is reported.
# Seen: Khronos' loader as intel-opencl-rt 2026.2.0 has it: no platform (-1001) and no word, for an .icd file in
#   either variable. OCL_ICD_FILENAMES takes the library, OCL_ICD_VENDORS the folder of .icd files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
export LD_LIBRARY_PATH=$folder/venv/lib
mkdir vendors empty
echo "$folder/venv/lib/libintelocl.so" >vendors/intel.icd
cat >platforms.py <<'END'
import ctypes

count = ctypes.c_uint(0)
error = ctypes.CDLL("libOpenCL.so.1").clGetPlatformIDs(0, None, ctypes.byref(count))
print(error, count.value)
END
check() {
  seen=$(OCL_ICD_VENDORS=$1 OCL_ICD_FILENAMES=$2 venv/bin/python platforms.py 2>&1)
  echo "OCL_ICD_VENDORS=${1#"$folder"/} OCL_ICD_FILENAMES=${2#"$folder"/}: $seen"
  [ "$seen" = "$3" ]
}
check "$folder/empty" "$folder/vendors/intel.icd" "-1001 0"
check "$folder/vendors/intel.icd" "" "-1001 0"
check "$folder/empty" "$folder/venv/lib/libintelocl.so" "0 1"
check "$folder/vendors" "" "0 1"

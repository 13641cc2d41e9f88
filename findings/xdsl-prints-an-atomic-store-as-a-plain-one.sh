#!/bin/bash
# Guess: what xdsl-opt prints means what it read.
# Seen: xDSL 0.74.0: an llvm.store with a release ordering is printed without it. The second
#   xdsl-opt has a plain store, and so has LLVM's IR, without a word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (!llvm.ptr, i32)>, CConv = #llvm.cconv<ccc>, linkage = #llvm.linkage<external>, visibility_ = 0 : i64}> ({
^bb0(%p : !llvm.ptr, %v : i32):
  "llvm.store"(%v, %p) <{alignment = 4 : i64, ordering = 5 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.return"() : () -> ()
}) : () -> ()
END
venv/bin/xdsl-opt in.mlir --print-op-generic | grep llvm.store | tee first
venv/bin/xdsl-opt in.mlir | venv/bin/xdsl-opt --print-op-generic | grep llvm.store | tee second
grep -q 'ordering = 5' first
grep -q 'ordering = 0' second

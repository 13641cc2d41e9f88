#!/bin/bash
# Guess: Python's filecheck rejects what LLVM's FileCheck rejects, and takes the same match of a regular expression.
# Seen: filecheck 1.0.6 beside LLVM's 22.1.8 (Debian's llvm-22-tools; its answers are in brackets below). filecheck passes:
#   --enable-var-scope keeps variables past a CHECK-LABEL, although --help says that they are deleted ["undefined variable: X"];
#   a prefix of --check-prefixes without a line ["no check strings found with prefix"];
#   CHECK-DAG-NOT, which checks nothing ["unsupported -NOT combo"]; a CHECK-NEXT that nothing precedes ["without previous"];
#   [[X:i|i32]] binds "i" in "i32" [POSIX: the longest, "i32", so that "= i;" does not match].
#   The other way round, CHECK-NOT: load before CHECK: load i32 fails, though LLVM's looks only before the match [passes].
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check filecheck==1.0.6
try() { # what, expected, checks, input, options
  printf "$3" >checks
  found=passes
  printf "$4" | venv/bin/filecheck checks "${@:5}" >text 2>&1 || found=fails
  echo "$1: $found"
  [ $found = $2 ]
}
try 'a variable past a label' passes '// CHECK-LABEL: f\n// CHECK: [[X:%%[0-9]]]\n// CHECK-LABEL: g\n// CHECK: use [[X]]\n' \
  'f\n%%1\ng\nuse %%1\n' --enable-var-scope
try 'a prefix without a line' passes '// CHECK: a\n' 'a\n' --check-prefixes=CHECK,OTHER
try 'DAG-NOT' passes '// CHECK-DAG-NOT: a\n// CHECK: b\n' 'a\nb\n'
try 'NEXT first' passes '// CHECK-NEXT: a\n' 'a\n'
try 'the first alternative' passes '// CHECK: [[X:i|i32]]\n// CHECK: = [[X]];\n' 'i32 x\n= i;\n'
try 'NOT up to the end of the next match' fails '// CHECK: s\n// CHECK-NOT: load\n// CHECK: load i32\n' 's\nload i32\n'
try 'a wrong line' fails '// CHECK: a\n' 'b\n'

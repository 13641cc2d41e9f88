#!/bin/bash
# Guess: structurizecfg keeps what a phi has on each path.
# Seen: LLVM 22.1.8 (ziglang 0.17.0), gfx1100, -O1: two paths lead to `default`, which hands %e to the
#   phi of `end`. %e is moved before both branches; afterwards the phi has %e only on the path over
#   `leaf5`, and what `four` leaves, or poison, on the other one: for x < 4 the kernel stores the wrong element
#   or whatever a register holds. Mended later (llvm-project#183792); LLVM 19 keeps it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0
cat >in.ll <<'END'
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, <2 x i32> %vec, i32 %x) {
entry:
  %big = icmp sgt i32 %x, 4
  br i1 %big, label %leaf5, label %node
node:
  %is4 = icmp eq i32 %x, 4
  br i1 %is4, label %four, label %default
leaf5:
  %is5 = icmp eq i32 %x, 5
  br i1 %is5, label %five, label %default
five:
  store i32 3, ptr addrspace(1) %in
  br label %end
default:
  %e = extractelement <2 x i32> %vec, i64 0
  store i32 1, ptr addrspace(1) %in
  br label %end
four:
  %e4 = extractelement <2 x i32> %vec, i64 1
  store i32 2, ptr addrspace(1) %in
  br label %end
end:
  %r = phi i32 [ 7, %five ], [ %e4, %four ], [ %e, %default ]
  store i32 %r, ptr addrspace(1) %out
  ret void
}
END
venv/bin/python -m ziglang clang -cc1 -triple amdgcn-amd-amdhsa -target-cpu gfx1100 -x ir -O1 \
  -disable-llvm-passes -mllvm -print-after=structurizecfg -S -o /dev/null in.ll 2>text
venv/bin/python - <<'END'
import re

# The function after the pass, as blocks with their phis and branches, followed for x = 3.
text = open("text").read().split("*** IR Dump")[-1]
blocks, name = {}, ""
for line in text.splitlines():
    if found := re.match(r"(\w+):", line):
        name = found[1]
        blocks[name] = []
    elif name:
        blocks[name].append(line.strip())
X, POISON = 3, "poison"
values = {"%x.load": X, "%e": "element 0", "true": True, "false": False, "poison": POISON}


def value(word):
    return values[word] if word in values else int(word)


name, before, stored = "entry", "", None
for _ in blocks:
    after = ""
    for line in blocks[name]:
        if found := re.match(r"(%[\w.]+) = phi \w+ (.*)", line):
            arms = dict(re.findall(r"\[ (\S+), %(\w+) \]", found[2])[::-1])
            arms = {block: word for word, block in arms.items()}
            values[found[1]] = value(arms[before])
            print(f"{name}: {line} is {values[found[1]]}")
        elif found := re.match(r"(%[\w.]+) = icmp (\w+) i32 (\S+), (\d+)", line):
            a, b = value(found[3]), int(found[4])
            values[found[1]] = {"sle": a <= b, "eq": a == b, "ne": a != b, "sgt": a > b}[found[2]]
        elif found := re.match(r"store i32 (%\w+), ptr", line):
            stored = value(found[1])
        elif found := re.match(r"br label %(\w+)", line):
            after = found[1]
        elif found := re.match(r"br i1 (%[\w.]+), label %(\w+), label %(\w+)", line):
            after = found[2] if value(found[1]) else found[3]
    before, name = name, after
    if not name:
        break
print("stored for x = 3:", stored)
assert stored == POISON, stored
END

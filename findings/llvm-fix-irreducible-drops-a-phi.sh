#!/bin/bash
# Guess: fix-irreducible, which the AMDGPU target runs before it makes structured code, keeps what a
#   phi has on each edge.
# Seen: LLVM 22.1.8 (ziglang 0.17.0), gfx1100, -O1: blocks a and b are both entries of a cycle, and so
#   are a and c within it. The pass gives both cycles a guard, but the edge from d leads to a as before.
#   The phi of a is gone: on that edge too, a reads what the guard had last, not %r2. The kernel
#   stores a wrong number. With other numbers such kernels do not end. LLVM 19 keeps the value.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0
cat >in.ll <<'END'
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %x) {
entry:
  %odd = trunc i32 %x to i1
  br i1 %odd, label %a, label %b
a:
  %p = phi i32 [ 1, %entry ], [ %q2, %b ], [ %r2, %d ]
  %p2 = add i32 %p, 3
  %pc = icmp ult i32 %p2, 100
  br i1 %pc, label %b, label %c
b:
  %q = phi i32 [ 2, %entry ], [ %p2, %a ], [ %r2, %d ]
  %q2 = mul i32 %q, 5
  %qc = icmp ult i32 %q2, 200
  br i1 %qc, label %a, label %c
c:
  %r = phi i32 [ %p2, %a ], [ %q2, %b ]
  %r2 = add i32 %r, 7
  %rc = icmp ult i32 %r2, 1000
  br i1 %rc, label %d, label %end
d:
  %s = and i32 %r2, 4
  %sc = icmp eq i32 %s, 0
  br i1 %sc, label %a, label %b
end:
  store i32 %r2, ptr addrspace(1) %out
  ret void
}
END
venv/bin/python -m ziglang clang -cc1 -triple amdgcn-amd-amdhsa -target-cpu gfx1100 -x ir -O1 \
  -disable-llvm-passes -mllvm -print-after=fix-irreducible -S -o /dev/null in.ll 2>text
venv/bin/python - <<'END'
import re

X = 0
DO = {"add": int.__add__, "mul": int.__mul__, "and": int.__and__, "xor": int.__xor__}


def blocks(text):
    """The instructions of each block."""
    found, name = {}, ""
    for line in text.splitlines():
        if label := re.match(r"([\w.]+):", line):
            name = label[1]
            found[name] = []
        elif name and line.startswith("  "):
            found[name].append(line.strip())
    return found


def stored(code):
    """The number that a kernel stores for X; of both kernels X is the argument."""
    values = {"%x": X, "%x.load": X, "true": 1, "false": 0, "poison": "poison"}

    def value(word):
        return values[word] if word in values else int(word)

    before, block = "", "entry"
    for _ in range(1000):
        phis = [line for line in code[block] if " phi " in line]
        words = [re.search(rf"\[ (\S+), %{re.escape(before)} \]", line)[1] for line in phis]
        values.update(zip([line.split()[0] for line in phis], map(value, words)))
        for line in code[block][len(phis) :]:
            words = re.findall(r"[%\w.]+", line)
            if words[1] in DO:
                values[words[0]] = DO[words[1]](value(words[3]), value(words[4])) % 2**32
            elif words[1] == "trunc":
                values[words[0]] = value(words[3]) % 2
            elif words[1] == "icmp":
                left, right = value(words[4]), value(words[5])
                values[words[0]] = int(left == right if words[2] == "eq" else left < right)
            elif words[0] == "store":
                return value(words[2])
            elif words[0] == "br":
                to = words[2 if words[1] == "label" else 4 if value(words[2]) else 6][1:]
        before, block = block, to


after = blocks(open("text").read().split("*** IR Dump")[-1])
edges = sorted(name for name, lines in after.items() if re.search(r"label %a\b", lines[-1]))
print("edges to a from", *edges)
print("a begins with", after["a"][0])
found = stored(blocks(open("in.ll").read())), stored(after)
print("x = 0: 1792 without the pass,", found[1], "with it")
assert len(edges) == 2 and " phi " not in after["a"][0] and found == (1792, 1757)
END

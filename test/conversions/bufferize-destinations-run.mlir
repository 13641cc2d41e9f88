// Random programs on tensors in loops, branches and calls, beside NumPy.
// RUN: %python %root/test/unit/tensor_programs.py 24 | filecheck %s
// CHECK: 24 programs, 0 wrong

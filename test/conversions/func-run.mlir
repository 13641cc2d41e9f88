// The cases of func in test/composition, beside NumPy.
// RUN: %python %root/test/composition/compare_with_numpy.py func | filecheck %s
// CHECK: {{^[1-9][0-9]*}} cases

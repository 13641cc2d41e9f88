// The cases of vector in test/composition, beside NumPy.
// RUN: %python %root/test/composition/compare_with_numpy.py vector | filecheck %s
// CHECK: {{^[1-9][0-9]*}} cases

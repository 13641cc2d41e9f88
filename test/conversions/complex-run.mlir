// The cases of complex in test/composition, beside NumPy.
// RUN: %python %root/test/composition/compare_with_numpy.py complex | filecheck %s
// CHECK: {{^[1-9][0-9]*}} cases

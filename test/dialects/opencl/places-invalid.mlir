// Errors of verifiers come with the place of the operation that is wrong.
// RUN: sed 's|// SCOPE||' %s > %t.mlir
// RUN: not xdsl-opencl compile --mcpu gfx1100 %t.mlir -o %t.o 2>&1 | filecheck %s --check-prefix WRONG
// RUN: sed 's|opencl.return // END||' %s > %t.mlir
// RUN: not xdsl-opencl compile --mcpu gfx1100 %t.mlir -o %t.o 2>&1 | filecheck %s --check-prefix LAST

opencl.kernel @first() {
  %0 = arith.constant 0 : i32
  // WRONG: :[[# @LINE + 1]]:4: error: 'opencl.work_group_barrier': scope sub_group is narrower than the work-group
  // SCOPE opencl.work_group_barrier local sub_group
  opencl.return
}

opencl.kernel @second() {
  %0 = arith.constant 0 : i32
  // LAST: :[[# @LINE + 1]]:3: error: 'arith.constant': Operation arith.constant terminates block
  %1 = arith.constant 1 : i32
  opencl.return // END
}

// RUN: not xdsl-opt %s -p opencl-pipeline-loops 2>&1 | filecheck %s

// CHECK: 'opencl.stages' is 3 : i64; use 1 or 2, as i64
func.func @three(%n: index) {
  %one = arith.constant 1 : index
  scf.for %i = %one to %n step %one {
    scf.yield
  } {opencl.stages = 3 : i64}
  func.return
}

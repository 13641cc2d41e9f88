// RUN: xdsl-opt %s -p opencl-inline --split-input-file --verify-diagnostics | filecheck %s

// CHECK: recursion (f -> g -> f); OpenCL C has none
func.func private @f() {
  func.call @g() : () -> ()
  func.return
}
func.func private @g() {
  func.call @f() : () -> ()
  func.return
}

// -----

// CHECK: @cfg has several blocks or no return, and is called in a structured operation
func.func private @cfg(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  func.return
^b:
  func.return
}
opencl.kernel @k(%c: i1) {
  scf.if %c {
    func.call @cfg(%c) : (i1) -> ()
  }
  opencl.return
}

// RUN: xdsl-opt %s --split-input-file --parsing-diagnostics | filecheck %s

// CHECK: expected 2 types
func.func @f(%n: index, %x: f32) {
  %r, %s = scf.for %i = %n to %n step %n iter_args(%o = %x, %p = %x) -> f32 {
    scf.yield %o, %p : f32, f32
  }
  func.return
}

// -----

// CHECK: values used but not defined: [%nothing]
func.func @g(%n: index, %x: f32) {
  %r = scf.for %i = %n to %n step %n iter_args(%o = %x) -> f32 {
    scf.yield %nothing : f32
  }
  func.return
}

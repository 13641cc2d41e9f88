// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.get_program_sampler: @missing is not defined; expected an opencl.program_sampler
func.func @f() {
  %0 = opencl.get_program_sampler @missing
  func.return
}

// -----

// CHECK: opencl.get_program_sampler: @f is a func.func; expected an opencl.program_sampler
func.func @f() {
  %0 = opencl.get_program_sampler @f
  func.return
}

// -----

// CHECK: opencl.translate_sampler: 0x6 is not a sampler
func.func @f() {
  %c = arith.constant 6 : i32
  %0 = opencl.translate_sampler %c
  func.return
}

// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.get_global_id takes its dimension as an attribute or as a value, exactly one of them
func.func @f() {
  %0 = "opencl.get_global_id"() : () -> i64
  func.return
}

// -----

// CHECK: opencl.get_global_id takes its dimension as an attribute or as a value, exactly one of them
func.func @f(%d: i32) {
  %0 = "opencl.get_global_id"(%d) <{dimension = 0 : i32}> : (i32) -> i64
  func.return
}

// -----

// CHECK: opencl.get_global_id: the dimension is of type i64; it is an i32, read as unsigned
func.func @f() {
  %0 = "opencl.get_global_id"() <{dimension = 1 : i64}> : () -> i64
  func.return
}

// -----

// CHECK: operand 'dimension_value' at position 0 does not verify
func.func @f(%d: i64) {
  %0 = "opencl.get_global_id"(%d) : (i64) -> i64
  func.return
}

// -----

// CHECK: result 'result' at position 0 does not verify
func.func @f() {
  %0 = opencl.get_global_id 0 : f32
  func.return
}

// -----

// CHECK: opencl.load_argument: byte -4 is before the implicit arguments; give an offset from 0
func.func @f() {
  %0 = opencl.load_argument implicit[-4] : i32
  func.return
}

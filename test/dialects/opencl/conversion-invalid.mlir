// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.convert: rounding mode rtz on a conversion from integer i32 to integer i8
func.func @f(%i: i32) {
  %0 = opencl.convert round rtz %i : i32 -> i8
  func.return
}

// -----

// CHECK: opencl.convert: a conversion to floating point (f32) does not saturate
func.func @f(%i: i32) {
  %0 = opencl.convert saturate %i : i32 -> f32
  func.return
}

// -----

// CHECK: opencl.convert: value of type vector<4xi32> and result of type vector<2xf32> differ in their number of elements
func.func @f(%v: vector<4xi32>) {
  %0 = opencl.convert %v : vector<4xi32> -> vector<2xf32>
  func.return
}

// -----

// CHECK: opencl.convert: value of type f32 cannot be unsigned
func.func @f(%v: f32) {
  %0 = opencl.convert %v : unsigned f32 -> i32
  func.return
}

// -----

// CHECK: opencl.convert: result of type f32 cannot be unsigned
func.func @f(%v: i32) {
  %0 = opencl.convert %v : i32 -> unsigned f32
  func.return
}

// -----

// CHECK: opencl.convert: result has type i1; expected i8, i16, i32, i64, f16, f32, f64 or a vector of these
func.func @f(%v: i32) {
  %0 = opencl.convert %v : i32 -> i1
  func.return
}

// -----

// CHECK: opencl.convert: value has type vector<6xi32>; OpenCL C's vectors have one dimension of 2, 3, 4, 8 or 16 elements
func.func @f(%v: vector<6xi32>) {
  %0 = opencl.convert %v : vector<6xi32> -> vector<6xf32>
  func.return
}

// -----

// CHECK: opencl.as: value of type vector<4xf32> and result of type vector<2xi32> differ in size
func.func @f(%v: vector<4xf32>) {
  %0 = opencl.as %v : vector<4xf32> -> vector<2xi32>
  func.return
}

// -----

// CHECK: opencl.as: value has type !llvm.ptr<1>; expected i8, i16
func.func @f(%v: !llvm.ptr<1>) {
  %0 = opencl.as %v : !llvm.ptr<1> -> i64
  func.return
}

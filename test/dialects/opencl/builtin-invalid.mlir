// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.builtin: there is no function 'native_sine'; did you mean native_sin
func.func @f(%x: f32) {
  %0 = opencl.builtin "native_sine"(%x) : (f32) -> f32
  func.return
}

// -----

// CHECK: opencl.builtin 'fmax': 1 operands; expected 2
func.func @f(%x: f32) {
  %0 = opencl.builtin "fmax"(%x) : (f32) -> f32
  func.return
}

// -----

// CHECK: opencl.builtin 'fmax': operand 1 has type f64; expected f32
func.func @f(%x: f32, %d: f64) {
  %0 = opencl.builtin "fmax"(%x, %d) : (f32, f64) -> f32
  func.return
}

// -----

// CHECK: opencl.builtin 's_max': operand 0 has elements of type f32; expected i8, i16, i32, i64
func.func @f(%x: f32) {
  %0 = opencl.builtin "s_max"(%x, %x) : (f32, f32) -> f32
  func.return
}

// -----

// CHECK: opencl.builtin 'native_sin': operand 0 has elements of type f64; expected f32
func.func @f(%x: f64) {
  %0 = opencl.builtin "native_sin"(%x) : (f64) -> f64
  func.return
}

// -----

// CHECK: opencl.builtin 's_mad24': operand 0 has elements of type i64; expected i32
func.func @f(%x: i64) {
  %0 = opencl.builtin "s_mad24"(%x, %x, %x) : (i64, i64, i64) -> i64
  func.return
}

// -----

// CHECK: opencl.builtin 'sqrt': operand 0 has no legal number of elements; expected 1, 2, 3, 4, 8 or 16
func.func @f(%x: vector<6xf32>) {
  %0 = opencl.builtin "sqrt"(%x) : (vector<6xf32>) -> vector<6xf32>
  func.return
}

// -----

// CHECK: opencl.builtin 'cross': operand 0 has 2 elements; expected 3 or 4
func.func @f(%x: vector<2xf32>) {
  %0 = opencl.builtin "cross"(%x, %x) : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
  func.return
}

// -----

// CHECK: opencl.builtin 'isless': result 0 has type i1; expected i32
func.func @f(%x: f32) {
  %0 = opencl.builtin "isless"(%x, %x) : (f32, f32) -> i1
  func.return
}

// -----

// CHECK: opencl.builtin 'isless': result 0 has type vector<2xi32>; expected vector<2xi64>
func.func @f(%x: vector<2xf64>) {
  %0 = opencl.builtin "isless"(%x, %x) : (vector<2xf64>, vector<2xf64>) -> vector<2xi32>
  func.return
}

// -----

// CHECK: opencl.builtin 'sincos': 1 results; expected 2
func.func @f(%x: f32) {
  %0 = opencl.builtin "sincos"(%x) : (f32) -> f32
  func.return
}

// -----

// CHECK: opencl.builtin 'select': operand 2 has type vector<4xi16>; expected vector<4xi32>
func.func @f(%x: vector<4xf32>, %c: vector<4xi16>) {
  %0 = opencl.builtin "select"(%x, %x, %c) : (vector<4xf32>, vector<4xf32>, vector<4xi16>) -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.builtin 'shuffle': operand 1 has type vector<4xi16>; expected vector<4xi32>
func.func @f(%x: vector<4xf32>, %c: vector<4xi16>) {
  %0 = opencl.builtin "shuffle"(%x, %c) : (vector<4xf32>, vector<4xi16>) -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.builtin 'nan': operand 0 has elements of type f32; expected integers
func.func @f(%x: f32) {
  %0 = opencl.builtin "nan"(%x) : (f32) -> f32
  func.return
}

// -----

// CHECK: opencl.builtin 'nan': operand 0 has elements of type i8; expected f16, f32, f64
func.func @f(%x: i8) {
  %0 = opencl.builtin "nan"(%x) : (i8) -> f32
  func.return
}

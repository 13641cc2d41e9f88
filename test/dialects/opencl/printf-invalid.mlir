// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.printf: the format takes 2 arguments, there are 1
func.func @f(%i: i32) {
  %0 = opencl.printf "%d %d"(%i) : i32
  func.return
}

// -----

// CHECK: opencl.printf: argument 1 has type f32, '%ld' takes i64
func.func @f(%i: i32, %f: f32) {
  %0 = opencl.printf "%d %ld"(%i, %f) : i32, f32
  func.return
}

// -----

// CHECK: opencl.printf: argument 0 has type i32, '%f' takes f64 or f32
func.func @f(%i: i32) {
  %0 = opencl.printf "%f"(%i) : i32
  func.return
}

// -----

// CHECK: opencl.printf: argument 0 has type vector<3xf32>, '%v4hlf' takes vector<4xf32>
func.func @f(%v: vector<3xf32>) {
  %0 = opencl.printf "%v4hlf"(%v) : vector<3xf32>
  func.return
}

// -----

// CHECK: opencl.printf: argument 0 has type i32, '%s' takes a pointer
func.func @f(%i: i32) {
  %0 = opencl.printf "%s"(%i) : i32
  func.return
}

// -----

// CHECK: opencl.printf: '%n' is not a conversion of OpenCL C
func.func @f(%i: i32) {
  %0 = opencl.printf "%n"(%i) : i32
  func.return
}

// -----

// CHECK: opencl.printf: '%' is not a conversion of OpenCL C
func.func @f() {
  %0 = opencl.printf "50%"()
  func.return
}

// -----

// CHECK: opencl.printf: '%*' takes its width or precision from an argument; OpenCL C wants a number
func.func @f(%i: i32) {
  %0 = opencl.printf "%*d"(%i, %i) : i32, i32
  func.return
}

// -----

// CHECK: opencl.printf: '%v5hld': a vector has 2, 3, 4, 8 or 16 elements
func.func @f(%v: vector<4xi32>) {
  %0 = opencl.printf "%v5hld"(%v) : vector<4xi32>
  func.return
}

// -----

// CHECK: opencl.printf: '%hls' has length modifier 'hl', which does not apply to 's'
func.func @f(%i: i32) {
  %0 = opencl.printf "%hls"(%i) : i32
  func.return
}

// -----

// CHECK: opencl.printf: '%hld' has length modifier 'hl', which does not apply to 'd'
func.func @f(%i: i32) {
  %0 = opencl.printf "%hld"(%i) : i32
  func.return
}

// -----

// CHECK: opencl.printf: '%lld' has length modifier 'll', which does not apply to 'd'
func.func @f(%n: i64) {
  %0 = opencl.printf "%lld"(%n) : i64
  func.return
}

// -----

// CHECK: opencl.printf: '%v4hhc': a vector specifier applies to numbers only
func.func @f(%v: vector<4xi8>) {
  %0 = opencl.printf "%v4hhc"(%v) : vector<4xi8>
  func.return
}

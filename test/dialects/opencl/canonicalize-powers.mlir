// RUN: xdsl-opt -p canonicalize %s | filecheck %s

// Powers with constants: LLVM's AMDGPULibCalls has the same rules; NaN, infinities and the sign
// of zero are kept here.

// CHECK-LABEL: @squares
func.func @squares(%x: f32, %n: i32) -> (f32, f32, f32, f32, f32) {
  %two = arith.constant 2.0 : f32
  %n2 = arith.constant 2 : i32
  %n3 = arith.constant 3 : i32
  %zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  // CHECK: %[[A:.*]] = arith.mulf %x, %x : f32
  %a = opencl.builtin "pow"(%x, %two) : (f32, f32) -> f32
  // CHECK: %[[B:.*]] = arith.mulf %x, %x : f32
  %b = opencl.builtin "pown"(%x, %n2) : (f32, i32) -> f32
  // CHECK: %[[S:.*]] = arith.mulf %x, %x : f32
  // CHECK-NEXT: %[[C:.*]] = arith.mulf %x, %[[S]] : f32
  %c = opencl.builtin "pown"(%x, %n3) : (f32, i32) -> f32
  // CHECK: %[[D:.*]] = arith.constant 1.000000e+00 : f32
  %d = opencl.builtin "pow"(%x, %zero) : (f32, f32) -> f32
  %e = opencl.builtin "pow"(%x, %one) : (f32, f32) -> f32
  // CHECK: func.return %[[A]], %[[B]], %[[C]], %[[D]], %x
  func.return %a, %b, %c, %d, %e : f32, f32, f32, f32, f32
}

// CHECK-LABEL: @inverses
func.func @inverses(%x: f32) -> (f32, f32) {
  %m1 = arith.constant -1 : i32
  %m3 = arith.constant -3.0 : f32
  // CHECK: arith.divf %{{.*}}, %x {opencl.metadata = {fpmath = 2.500000e+00 : f32}} : f32
  %a = opencl.builtin "pown"(%x, %m1) : (f32, i32) -> f32
  // CHECK: %[[R:.*]] = arith.divf %{{.*}}, %x : f32
  // CHECK: %[[Q:.*]] = arith.mulf %[[R]], %[[R]] : f32
  // CHECK: arith.mulf %[[R]], %[[Q]] : f32
  %b = opencl.builtin "pow"(%x, %m3) : (f32, f32) -> f32
  func.return %a, %b : f32, f32
}

// CHECK-LABEL: @roots
func.func @roots(%x: f32, %v: vector<4xf32>) -> (f32, f32, f32, f32, vector<4xf32>) {
  %half = arith.constant 0.5 : f32
  %n2 = arith.constant 2 : i32
  %n3 = arith.constant 3 : i32
  %mhalf = arith.constant dense<-0.5> : vector<4xf32>
  // CHECK: %[[Z:.*]] = arith.addf %x, %{{.*}} : f32
  // CHECK: %[[S:.*]] = opencl.builtin "sqrt"(%[[Z]])
  // CHECK: %[[E:.*]] = arith.cmpf oeq, %x, %{{.*}} : f32
  // CHECK: arith.select %[[E]], %{{.*}}, %[[S]] : f32
  %a = opencl.builtin "pow"(%x, %half) : (f32, f32) -> f32
  // CHECK: opencl.builtin "sqrt"(%x) fastmath<ninf,nsz>
  // CHECK-NOT: select
  %b = opencl.builtin "pow"(%x, %half) fastmath<ninf,nsz> : (f32, f32) -> f32
  // CHECK: opencl.builtin "sqrt"(%{{.*}}) : (f32) -> f32
  %c = opencl.builtin "rootn"(%x, %n2) : (f32, i32) -> f32
  // CHECK: opencl.builtin "cbrt"(%x) : (f32) -> f32
  %d = opencl.builtin "rootn"(%x, %n3) : (f32, i32) -> f32
  // CHECK: opencl.builtin "rsqrt"(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
  // CHECK-NOT: select
  %e = opencl.builtin "powr"(%v, %mhalf) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  func.return %a, %b, %c, %d, %e : f32, f32, f32, f32, vector<4xf32>
}

// CHECK-LABEL: @bases
func.func @bases(%y: f32) -> (f32, f32, f32) {
  %two = arith.constant 2.0 : f32
  %quarter = arith.constant 0.25 : f32
  %three = arith.constant 3.0 : f32
  // CHECK: opencl.builtin "exp2"(%y) : (f32) -> f32
  %a = opencl.builtin "pow"(%two, %y) : (f32, f32) -> f32
  // CHECK: %[[M:.*]] = arith.mulf %y, %{{.*}} : f32
  // CHECK: opencl.builtin "exp2"(%[[M]]) : (f32) -> f32
  %b = opencl.builtin "powr"(%quarter, %y) : (f32, f32) -> f32
  // CHECK: opencl.builtin "pow"
  %c = opencl.builtin "pow"(%three, %y) : (f32, f32) -> f32
  func.return %a, %b, %c : f32, f32, f32
}

// CHECK-LABEL: @not_defined_below_zero
func.func @not_defined_below_zero(%x: f32) -> (f32, f32) {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[B:.*]] = arith.cmpf olt, %x, %{{.*}} : f32
  // CHECK: arith.select %[[B]], %{{.*}}, %{{.*}} : f32
  %a = opencl.builtin "powr"(%x, %two) : (f32, f32) -> f32
  // CHECK: opencl.builtin "powr"
  %b = opencl.builtin "powr"(%x, %zero) : (f32, f32) -> f32
  func.return %a, %b : f32, f32
}

// CHECK-LABEL: @relaxed
func.func @relaxed(%x: f32, %y: f32, %d: f64) -> (f32, f64) {
  // CHECK: %[[L:.*]] = opencl.builtin "log2"(%x) fastmath<fast>
  // CHECK: %[[M:.*]] = arith.mulf %y, %[[L]] fastmath<fast>
  // CHECK: opencl.builtin "exp2"(%[[M]]) fastmath<fast>
  %a = opencl.builtin "powr"(%x, %y) fastmath<fast> : (f32, f32) -> f32
  // CHECK: opencl.builtin "powr"
  %b = opencl.builtin "powr"(%d, %d) fastmath<fast> : (f64, f64) -> f64
  func.return %a, %b : f32, f64
}

// CHECK-LABEL: @integral
func.func @integral(%x: f32, %d: f64, %s: i16, %i: i32) -> (f32, f64, f32) {
  // CHECK: %[[E:.*]] = arith.extsi %s : i16 to i32
  // CHECK: opencl.builtin "pown"(%x, %[[E]]) : (f32, i32) -> f32
  %ys = arith.sitofp %s : i16 to f32
  %a = opencl.builtin "pow"(%x, %ys) : (f32, f32) -> f32
  // CHECK: opencl.builtin "pown"(%d, %i) : (f64, i32) -> f64
  %yd = arith.sitofp %i : i32 to f64
  %b = opencl.builtin "pow"(%d, %yd) : (f64, f64) -> f64
  // An int need not be exact in a float.
  // CHECK: opencl.builtin "pow"
  %yi = arith.sitofp %i : i32 to f32
  %c = opencl.builtin "pow"(%x, %yi) : (f32, f32) -> f32
  func.return %a, %b, %c : f32, f64, f32
}

// CHECK-LABEL: @products
func.func @products(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %minus = arith.constant -1.0 : f32
  %zero = arith.constant 0.0 : f32
  %mzero = arith.constant -0.0 : f32
  %eight = arith.constant 8.0 : f32
  // CHECK: arith.addf %x, %y : f32
  %a = opencl.builtin "fma"(%x, %one, %y) : (f32, f32, f32) -> f32
  // CHECK: arith.subf %y, %x : f32
  %b = opencl.builtin "mad"(%minus, %x, %y) : (f32, f32, f32) -> f32
  // CHECK: arith.mulf %x, %y : f32
  %c = opencl.builtin "fma"(%x, %y, %mzero) : (f32, f32, f32) -> f32
  // CHECK: opencl.builtin "fma"
  %d = opencl.builtin "fma"(%x, %y, %zero) : (f32, f32, f32) -> f32
  // CHECK: %[[I:.*]] = arith.constant 1.250000e-01 : f32
  // CHECK: arith.mulf %x, %[[I]] : f32
  %e = opencl.builtin "native_divide"(%x, %eight) : (f32, f32) -> f32
  func.return %a, %b, %c, %d, %e : f32, f32, f32, f32, f32
}

// CHECK-LABEL: @sine_and_cosine
func.func @sine_and_cosine(%x: f32, %y: f32) -> (f32, f32, f32) {
  // CHECK: %[[S:.*]], %[[T:.*]] = opencl.builtin "sincos"(%x) : (f32) -> (f32, f32)
  // CHECK: %[[C:.*]] = opencl.builtin "cos"(%y)
  %a = opencl.builtin "cos"(%x) : (f32) -> f32
  %b = opencl.builtin "sin"(%x) : (f32) -> f32
  %c = opencl.builtin "cos"(%y) : (f32) -> f32
  // CHECK: func.return %[[T]], %[[S]], %[[C]]
  func.return %a, %b, %c : f32, f32, f32
}

// 1 to any power is 1, also if that is a NaN.
// CHECK-LABEL: @of_one
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: func.return %[[ONE]]
func.func @of_one(%y: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %r = opencl.builtin "pow"(%one, %y) : (f32, f32) -> f32
  func.return %r : f32
}

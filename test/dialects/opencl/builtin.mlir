// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @builtins
func.func @builtins(%i: i32, %n: i64, %h: f16, %f: f32, %d: f64, %v2: vector<2xf32>, %v3: vector<3xf32>, %v4: vector<4xf32>, %i4: vector<4xi32>, %m8: vector<8xi32>, %c4: vector<4xi8>) {
  // CHECK-NEXT: %0 = opencl.builtin "fmax"(%f, %f) : (f32, f32) -> f32
  // CHECK-GENERIC: "opencl.builtin"(
  %0 = opencl.builtin "fmax"(%f, %f) : (f32, f32) -> f32
  // CHECK-NEXT: %1 = opencl.builtin "fmax"(%v4, %f) : (vector<4xf32>, f32) -> vector<4xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %1 = opencl.builtin "fmax"(%v4, %f) : (vector<4xf32>, f32) -> vector<4xf32>
  // CHECK-NEXT: %2, %3 = opencl.builtin "sincos"(%v3) fastmath<fast> : (vector<3xf32>) -> (vector<3xf32>, vector<3xf32>)
  // CHECK-GENERIC: "opencl.builtin"(
  %2, %3 = opencl.builtin "sincos"(%v3) fastmath<fast> : (vector<3xf32>) -> (vector<3xf32>, vector<3xf32>)
  // CHECK-NEXT: %4, %5 = opencl.builtin "remquo"(%d, %d) : (f64, f64) -> (f64, i32)
  // CHECK-GENERIC: "opencl.builtin"(
  %4, %5 = opencl.builtin "remquo"(%d, %d) : (f64, f64) -> (f64, i32)
  // CHECK-NEXT: %6 = opencl.builtin "ldexp"(%v4, %i) fastmath<nnan,contract> : (vector<4xf32>, i32) -> vector<4xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %6 = opencl.builtin "ldexp"(%v4, %i) fastmath<nnan,contract> : (vector<4xf32>, i32) -> vector<4xf32>
  // CHECK-NEXT: %7 = opencl.builtin "ldexp"(%v4, %i4) : (vector<4xf32>, vector<4xi32>) -> vector<4xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %7 = opencl.builtin "ldexp"(%v4, %i4) : (vector<4xf32>, vector<4xi32>) -> vector<4xf32>
  // CHECK-NEXT: %8 = opencl.builtin "nan"(%n) : (i64) -> f64
  // CHECK-GENERIC: "opencl.builtin"(
  %8 = opencl.builtin "nan"(%n) : (i64) -> f64
  // CHECK-NEXT: %9 = opencl.builtin "isless"(%d, %d) : (f64, f64) -> i32
  // CHECK-GENERIC: "opencl.builtin"(
  %9 = opencl.builtin "isless"(%d, %d) : (f64, f64) -> i32
  // CHECK-NEXT: %10 = opencl.builtin "isnan"(%v4) : (vector<4xf32>) -> vector<4xi32>
  // CHECK-GENERIC: "opencl.builtin"(
  %10 = opencl.builtin "isnan"(%v4) : (vector<4xf32>) -> vector<4xi32>
  // CHECK-NEXT: %11 = opencl.builtin "any"(%i4) : (vector<4xi32>) -> i32
  // CHECK-GENERIC: "opencl.builtin"(
  %11 = opencl.builtin "any"(%i4) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %12 = opencl.builtin "select"(%v4, %v4, %i4) : (vector<4xf32>, vector<4xf32>, vector<4xi32>) -> vector<4xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %12 = opencl.builtin "select"(%v4, %v4, %i4) : (vector<4xf32>, vector<4xf32>, vector<4xi32>) -> vector<4xf32>
  // CHECK-NEXT: %13 = opencl.builtin "shuffle"(%v2, %m8) : (vector<2xf32>, vector<8xi32>) -> vector<8xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %13 = opencl.builtin "shuffle"(%v2, %m8) : (vector<2xf32>, vector<8xi32>) -> vector<8xf32>
  // CHECK-NEXT: %14 = opencl.builtin "shuffle2"(%v4, %v4, %m8) : (vector<4xf32>, vector<4xf32>, vector<8xi32>) -> vector<8xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %14 = opencl.builtin "shuffle2"(%v4, %v4, %m8) : (vector<4xf32>, vector<4xf32>, vector<8xi32>) -> vector<8xf32>
  // CHECK-NEXT: %15 = opencl.builtin "u_upsample"(%c4, %c4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi16>
  // CHECK-GENERIC: "opencl.builtin"(
  %15 = opencl.builtin "u_upsample"(%c4, %c4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi16>
  // CHECK-NEXT: %16 = opencl.builtin "dot"(%v3, %v3) : (vector<3xf32>, vector<3xf32>) -> f32
  // CHECK-GENERIC: "opencl.builtin"(
  %16 = opencl.builtin "dot"(%v3, %v3) : (vector<3xf32>, vector<3xf32>) -> f32
  // CHECK-NEXT: %17 = opencl.builtin "cross"(%v3, %v3) : (vector<3xf32>, vector<3xf32>) -> vector<3xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %17 = opencl.builtin "cross"(%v3, %v3) : (vector<3xf32>, vector<3xf32>) -> vector<3xf32>
  // CHECK-NEXT: %18 = opencl.builtin "smoothstep"(%f, %f, %v4) : (f32, f32, vector<4xf32>) -> vector<4xf32>
  // CHECK-GENERIC: "opencl.builtin"(
  %18 = opencl.builtin "smoothstep"(%f, %f, %v4) : (f32, f32, vector<4xf32>) -> vector<4xf32>
  // CHECK-NEXT: %19 = opencl.builtin "native_sin"(%f) : (f32) -> f32
  // CHECK-GENERIC: "opencl.builtin"(
  %19 = opencl.builtin "native_sin"(%f) : (f32) -> f32
  // CHECK-NEXT: %20 = opencl.builtin "s_clamp"(%i4, %i, %i) : (vector<4xi32>, i32, i32) -> vector<4xi32>
  // CHECK-GENERIC: "opencl.builtin"(
  %20 = opencl.builtin "s_clamp"(%i4, %i, %i) : (vector<4xi32>, i32, i32) -> vector<4xi32>
  // CHECK-NEXT: %21 = opencl.builtin "ilogb"(%h) : (f16) -> i32
  // CHECK-GENERIC: "opencl.builtin"(
  %21 = opencl.builtin "ilogb"(%h) : (f16) -> i32
  // CHECK-NEXT: %22 = opencl.builtin "dot"(%f, %f) : (f32, f32) -> f32
  // CHECK-GENERIC: "opencl.builtin"(
  %22 = opencl.builtin "dot"(%f, %f) : (f32, f32) -> f32
  func.return
}

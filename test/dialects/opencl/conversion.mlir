// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @conversions
func.func @conversions(%b: i1, %c: i8, %i: i32, %f: f32, %v: vector<4xf32>, %u: vector<4xi8>, %t: vector<3xi32>) {
  // CHECK-NEXT: %0 = opencl.convert %f : f32 -> i32
  // CHECK-GENERIC: "opencl.convert"(
  %0 = opencl.convert %f : f32 -> i32
  // CHECK-NEXT: %1 = opencl.convert saturate round rte %v : vector<4xf32> -> unsigned vector<4xi8>
  // CHECK-GENERIC: "opencl.convert"(
  %1 = opencl.convert saturate round rte %v : vector<4xf32> -> unsigned vector<4xi8>
  // CHECK-NEXT: %2 = opencl.convert round rtz %u : unsigned vector<4xi8> -> vector<4xf16>
  // CHECK-GENERIC: "opencl.convert"(
  %2 = opencl.convert round rtz %u : unsigned vector<4xi8> -> vector<4xf16>
  // CHECK-NEXT: %3 = opencl.convert saturate %i : unsigned i32 -> unsigned i8
  // CHECK-GENERIC: "opencl.convert"(
  %3 = opencl.convert saturate %i : unsigned i32 -> unsigned i8
  // CHECK-NEXT: %4 = opencl.convert %b : i1 -> f64
  // CHECK-GENERIC: "opencl.convert"(
  %4 = opencl.convert %b : i1 -> f64
  // CHECK-NEXT: %5 = opencl.as %f : f32 -> i32
  // CHECK-GENERIC: "opencl.as"(
  %5 = opencl.as %f : f32 -> i32
  // CHECK-NEXT: %6 = opencl.as %t : vector<3xi32> -> vector<4xf32>
  // CHECK-GENERIC: "opencl.as"(
  %6 = opencl.as %t : vector<3xi32> -> vector<4xf32>
  // CHECK-NEXT: %7 = opencl.as %v : vector<4xf32> -> vector<16xi8>
  // CHECK-GENERIC: "opencl.as"(
  %7 = opencl.as %v : vector<4xf32> -> vector<16xi8>
  func.return
}

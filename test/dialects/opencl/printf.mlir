// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @printf
func.func @printf(%c: i8, %s: i16, %i: i32, %n: i64, %x: index, %f: f32, %d: f64, %p: !llvm.ptr<2>, %v4: vector<4xf32>, %h2: vector<2xf16>, %c16: vector<16xi8>, %l3: vector<3xi64>) {
  // CHECK-NEXT: %0 = opencl.printf "hello, 100%%"()
  // CHECK-GENERIC: "opencl.printf"(
  %0 = opencl.printf "hello, 100%%"()
  // CHECK-NEXT: %1 = opencl.printf "%d %5u %#x %-8i|%+05d"(%i, %i, %i, %i, %i) : i32, i32, i32, i32, i32
  // CHECK-GENERIC: "opencl.printf"(
  %1 = opencl.printf "%d %5u %#x %-8i|%+05d"(%i, %i, %i, %i, %i) : i32, i32, i32, i32, i32
  // CHECK-NEXT: %2 = opencl.printf "%hhd %hx %ld %zu"(%c, %s, %n, %x) : i8, i16, i64, index
  // CHECK-GENERIC: "opencl.printf"(
  %2 = opencl.printf "%hhd %hx %ld %zu"(%c, %s, %n, %x) : i8, i16, i64, index
  // CHECK-NEXT: %3 = opencl.printf "%f %.3e %10.4g %a %lf"(%d, %f, %d, %d, %d) : f64, f32, f64, f64, f64
  // CHECK-GENERIC: "opencl.printf"(
  %3 = opencl.printf "%f %.3e %10.4g %a %lf"(%d, %f, %d, %d, %d) : f64, f32, f64, f64, f64
  // CHECK-NEXT: %4 = opencl.printf "%v4hlf %2.2v2hf %v16hhu %v3ld %v4f"(%v4, %h2, %c16, %l3, %v4) : vector<4xf32>, vector<2xf16>, vector<16xi8>, vector<3xi64>, vector<4xf32>
  // CHECK-GENERIC: "opencl.printf"(
  %4 = opencl.printf "%v4hlf %2.2v2hf %v16hhu %v3ld %v4f"(%v4, %h2, %c16, %l3, %v4) : vector<4xf32>, vector<2xf16>, vector<16xi8>, vector<3xi64>, vector<4xf32>
  // CHECK-NEXT: %5 = opencl.printf "%s %p %c"(%p, %p, %i) : !llvm.ptr<2>, !llvm.ptr<2>, i32
  // CHECK-GENERIC: "opencl.printf"(
  %5 = opencl.printf "%s %p %c"(%p, %p, %i) : !llvm.ptr<2>, !llvm.ptr<2>, i32
  // CHECK-NEXT: %6 = opencl.printf "more arguments than conversions: %d"(%i, %i) : i32, i32
  // CHECK-GENERIC: "opencl.printf"(
  %6 = opencl.printf "more arguments than conversions: %d"(%i, %i) : i32, i32
  func.return
}

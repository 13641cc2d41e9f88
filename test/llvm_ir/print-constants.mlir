// RUN: xdsl-opt -t opencl-llvm-ir %s | filecheck %s

// The bit patterns are IEEE 754's; the unit tests compare the values with numpy's.

builtin.module {
  // CHECK: %"a pair" = type { i32, float }

  llvm.mlir.global external @target() {addr_space = 1 : i32} : i32

  // CHECK-LABEL: define void @constants()
  llvm.func @constants() {
    // CHECK: freeze i32 -1
    %0 = llvm.mlir.constant(-1 : i32) : i32
    %f0 = llvm.freeze %0 : i32
    // CHECK: freeze i1 true
    %1 = llvm.mlir.constant(true) : i1
    %f1 = llvm.freeze %1 : i1
    // CHECK: freeze i64 7
    %2 = llvm.mlir.constant(7 : index) : i64
    %f2 = llvm.freeze %2 : i64
    // CHECK: freeze float 1.500000e+00
    %3 = llvm.mlir.constant(1.5 : f32) : f32
    %f3 = llvm.freeze %3 : f32
    // 0.1 rounded to float, then widened to a double without loss.
    // CHECK: freeze float 0x3FB99999A0000000
    %4 = llvm.mlir.constant(0.1 : f32) : f32
    %f4 = llvm.freeze %4 : f32
    // CHECK: freeze float -0.000000e+00
    %5 = llvm.mlir.constant(-0.0 : f32) : f32
    %f5 = llvm.freeze %5 : f32
    // CHECK: freeze double 0x3FD5555555555555
    %6 = llvm.mlir.constant(0x3FD5555555555555 : f64) : f64
    %f6 = llvm.freeze %6 : f64
    // CHECK: freeze half 0xH2E66
    %7 = llvm.mlir.constant(0.1 : f16) : f16
    %f7 = llvm.freeze %7 : f16
    // CHECK: freeze bfloat 0xR3DCD
    %8 = llvm.mlir.constant(0.1 : bf16) : bf16
    %f8 = llvm.freeze %8 : bf16
    // Infinity.
    // CHECK: freeze float 0x7FF0000000000000
    %9 = llvm.mlir.constant(0x7F800000 : f32) : f32
    %f9 = llvm.freeze %9 : f32
    // A NaN with sign and payload: the payload moves up by 29 bits.
    // CHECK: freeze float 0xFFF8000020000000
    %10 = llvm.mlir.constant(0xFFC00001 : f32) : f32
    %f10 = llvm.freeze %10 : f32
    // CHECK: freeze <2 x i32> <i32 1, i32 -2>
    %11 = llvm.mlir.constant(dense<[1, -2]> : vector<2xi32>) : vector<2xi32>
    %f11 = llvm.freeze %11 : vector<2xi32>
    // CHECK: freeze <4 x float> <float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01>
    %12 = llvm.mlir.constant(dense<0.25> : vector<4xf32>) : vector<4xf32>
    %f12 = llvm.freeze %12 : vector<4xf32>
    // CHECK: freeze <4 x i8> zeroinitializer
    %13 = llvm.mlir.constant(dense<0> : vector<4xi8>) : vector<4xi8>
    %f13 = llvm.freeze %13 : vector<4xi8>
    // Negative zeros are not zeroinitializer.
    // CHECK: freeze <2 x float> <float -0.000000e+00, float 1.000000e+00>
    %14 = llvm.mlir.constant(dense<[-0.0, 1.0]> : vector<2xf32>) : vector<2xf32>
    %f14 = llvm.freeze %14 : vector<2xf32>
    // CHECK: freeze ptr addrspace(1) null
    %15 = llvm.mlir.zero : !llvm.ptr<1>
    %f15 = llvm.freeze %15 : !llvm.ptr<1>
    // CHECK: freeze { i32, ptr } zeroinitializer
    %16 = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
    %f16 = llvm.freeze %16 : !llvm.struct<(i32, ptr)>
    // CHECK: freeze %"a pair" undef
    %17 = llvm.mlir.undef : !llvm.struct<"a pair", (i32, f32)>
    %f17 = llvm.freeze %17 : !llvm.struct<"a pair", (i32, f32)>
    // CHECK: freeze <2 x half> poison
    %18 = llvm.mlir.poison : vector<2xf16>
    %f18 = llvm.freeze %18 : vector<2xf16>
    // CHECK: freeze ptr addrspace(1) @target
    %19 = llvm.mlir.addressof @target : !llvm.ptr<1>
    %f19 = llvm.freeze %19 : !llvm.ptr<1>
    // CHECK: freeze ptr @constants
    %20 = llvm.mlir.addressof @constants : !llvm.ptr
    %f20 = llvm.freeze %20 : !llvm.ptr
    // The value 1 with a 15-bit exponent: 0x3FFF, leading one stored.
    // CHECK: freeze x86_fp80 0xK3FFF8000000000000000
    %21 = llvm.mlir.constant(1.0 : f80) : f80
    %f21 = llvm.freeze %21 : f80
    // CHECK: freeze fp128 0xL00000000000000003FFF000000000000
    %22 = llvm.mlir.constant(1.0 : f128) : f128
    %f22 = llvm.freeze %22 : f128
    // CHECK: freeze { i32, float } { i32 3, float 1.000000e+00 }
    %23 = llvm.mlir.constant([3 : i32, 1.0 : f32]) : !llvm.struct<(i32, f32)>
    %f23 = llvm.freeze %23 : !llvm.struct<(i32, f32)>
    // CHECK: freeze [3 x i8] c"a\22\00"
    %24 = llvm.mlir.constant("a\22\00") : !llvm.array<3 x i8>
    %f24 = llvm.freeze %24 : !llvm.array<3 x i8>
    llvm.return
  }
}

// RUN: xdsl-opt -t opencl-llvm-ir %s | filecheck %s

builtin.module attributes {sym_name = "globals", llvm.data_layout = "e-G1", llvm.target_triple = "amdgcn--"} {
  // CHECK: source_filename = "globals"
  // CHECK-NEXT: target datalayout = "e-G1"
  // CHECK-NEXT: target triple = "amdgcn--"

  // CHECK: @declared = external addrspace(1) constant [4 x float], align 16
  llvm.mlir.global external constant @declared() {addr_space = 1 : i32, alignment = 16 : i64} : !llvm.array<4 x f32>
  // CHECK: @lds = internal addrspace(3) global [64 x float] undef, align 4
  llvm.mlir.global internal @lds() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x f32>
  // CHECK: @format = private unnamed_addr addrspace(4) constant [4 x i8] c"%d\0A\00"
  llvm.mlir.global private unnamed_addr constant @format("%d\n\00") {addr_space = 4 : i32} : !llvm.array<4 x i8>
  // CHECK: @number = global i32 42
  llvm.mlir.global external @number(42 : i32) : i32
  // CHECK: @shared = common global i64 0
  llvm.mlir.global common @shared() : i64
  // CHECK: @"odd name" = weak_odr dso_local thread_local local_unnamed_addr global float 1.000000e+00, section ".mine"
  llvm.mlir.global weak_odr thread_local local_unnamed_addr @"odd name"(1.0 : f32) {dso_local, section = ".mine"} : f32
  // CHECK: @hidden = hidden global i8 -1
  "llvm.mlir.global"() <{global_type = i8, sym_name = "hidden", linkage = #llvm.linkage<"external">, visibility_ = 1 : i64, value = -1 : i8, addr_space = 0 : i32}> ({}) : () -> ()
  // CHECK: @matrix = internal constant [2 x [2 x i16]] {{\[}}[2 x i16] [i16 1, i16 2], [2 x i16] [i16 3, i16 4]]
  llvm.mlir.global internal constant @matrix(dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>) : !llvm.array<2 x array<2 x i16>>
  // CHECK: @bytes = internal constant [3 x i8] c"\01\FF\00"
  llvm.mlir.global internal constant @bytes(dense<[1, -1, 0]> : tensor<3xi8>) : !llvm.array<3 x i8>
  // CHECK: @vectors = internal constant [2 x <2 x half>] [<2 x half> <half 1.000000e+00, half 2.000000e+00>, <2 x half> <half 3.000000e+00, half 0xH3C01>]
  llvm.mlir.global internal constant @vectors(dense<[[1.0, 2.0], [3.0, 1.0009765625]]> : tensor<2x2xf16>) : !llvm.array<2 x vector<2xf16>>
  // CHECK: @structure = internal constant { i32, [2 x i8] } { i32 1, [2 x i8] [i8 2, i8 3] }
  llvm.mlir.global internal constant @structure([1 : i32, [2 : i8, 3 : i8]]) : !llvm.struct<(i32, array<2 x i8>)>

  // CHECK: @table = internal addrspace(4) constant { ptr, [2 x ptr addrspace(4)], i64, <2 x i32> } { ptr @function, [2 x ptr addrspace(4)] [ptr addrspace(4) @format, ptr addrspace(4) getelementptr inbounds ([4 x i8], ptr addrspace(4) @format, i32 0, i32 1)], i64 ptrtoint (ptr @number to i64), <2 x i32> <i32 9, i32 undef> }
  llvm.mlir.global internal constant @table() {addr_space = 4 : i32} : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)> {
    %0 = llvm.mlir.undef : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)>
    %1 = llvm.mlir.addressof @function : !llvm.ptr
    %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)>
    %3 = llvm.mlir.addressof @format : !llvm.ptr<4>
    %4 = llvm.insertvalue %3, %2[1, 0] : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)>
    %5 = llvm.getelementptr inbounds %3[0, 1] : (!llvm.ptr<4>) -> !llvm.ptr<4>, !llvm.array<4 x i8>
    %6 = llvm.insertvalue %5, %4[1, 1] : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)>
    %7 = llvm.mlir.addressof @number : !llvm.ptr
    %8 = llvm.ptrtoint %7 : !llvm.ptr to i64
    %9 = llvm.insertvalue %8, %6[2] : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)>
    %10 = llvm.mlir.undef : vector<2xi32>
    %11 = llvm.mlir.constant(9 : i32) : i32
    %12 = llvm.mlir.constant(0 : i32) : i32
    %13 = llvm.insertelement %11, %10[%12 : i32] : vector<2xi32>
    %14 = llvm.insertvalue %13, %9[3] : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)>
    llvm.return %14 : !llvm.struct<(ptr, array<2 x ptr<4>>, i64, vector<2xi32>)>
  }
  // CHECK: @zeros = internal global { i32, [1 x float] } { i32 5, [1 x float] zeroinitializer }
  llvm.mlir.global internal @zeros() : !llvm.struct<(i32, array<1 x f32>)> {
    %0 = llvm.mlir.zero : !llvm.struct<(i32, array<1 x f32>)>
    %1 = llvm.mlir.constant(5 : i32) : i32
    %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, array<1 x f32>)>
    llvm.return %2 : !llvm.struct<(i32, array<1 x f32>)>
  }
  // CHECK: declare void @function()
  llvm.func @function()
}

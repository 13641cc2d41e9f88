// Bytes of the input count from 0: what a copy brings tells where it came from.
// RUN: xdsl-opencl run %s -p opencl-split-private --global-size 1 --arg iota:uchar:116 --arg zeros:uchar:128 --arg 2 --dump 128 | filecheck %s --check-prefix BYTES
// RUN: xdsl-opt %s -p opencl-split-private | filecheck %s

// BYTES: 1: {{.*}}] 16 17 18 19 16 17 18 19 20 21 22 23 2 3 4 5 6 7 8 9 10
// BYTES-SAME: 94 95 96 97 98 99 255 255 255 112 0 0 4 5 6 7 0 0 0 6 7 0
// BYTES-SAME: 20 0 0 0 0 20 0 0 30 0 0 0 0 0 0 4 0 0 0 0 0
// BYTES-SAME: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33

!member = !llvm.struct<(i16, i32)>
!all = !llvm.struct<(i8, i32, !llvm.array<20 x i32>, !llvm.array<3 x !member>, i8)>
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  // The numbers that are copied alone are apart; so are two bytes of the gap that a copy filled.
  // CHECK:      llvm.alloca {{.*}} x i16 {alignment = 2 : i64}
  // CHECK-NEXT: llvm.alloca {{.*}} x !llvm.array<21 x i32> {alignment = 4 : i64}
  // CHECK-NEXT: llvm.alloca {{.*}} x !llvm.array<2 x i8> {alignment = 2 : i64}
  // CHECK-NEXT: llvm.alloca {{.*}} x i16 {alignment = 4 : i64}
  // CHECK-NEXT: llvm.alloca {{.*}} x i16 {alignment = 2 : i64}
  // CHECK-NEXT: llvm.alloca {{.*}} x !llvm.array<1 x i32> {alignment = 4 : i64}
  // CHECK-NEXT: llvm.alloca {{.*}} x i8 {alignment = 4 : i64}
  // CHECK-NEXT: llvm.alloca {{.*}} x !llvm.array<21 x i32> :
  // CHECK:      llvm.alloca {{.*}} x !llvm.struct<(i16, i16)> :
  // CHECK:      %long = llvm.alloca {{.*}} x !llvm.array<1 x i32>
  // CHECK:      %half = llvm.alloca {{.*}} x !llvm.array<1 x i16>
  // CHECK:      %single = llvm.alloca {{.*}} x i32 {alignment = 4 : i64}
  // CHECK:      %beside = llvm.alloca {{.*}} x i8
  // CHECK-NEXT: %{{.*}} = llvm.alloca {{.*}} x i32
  // CHECK:      %wide = llvm.alloca {{.*}} x i64
  opencl.kernel @k(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %i: i64) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %c2 = llvm.mlir.constant(2 : i64) : i64
    %c4 = llvm.mlir.constant(4 : i64) : i64
    %c8 = llvm.mlir.constant(8 : i64) : i64
    %c9 = llvm.mlir.constant(9 : i64) : i64
    %c84 = llvm.mlir.constant(84 : i64) : i64
    %c116 = llvm.mlir.constant(116 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    %zero32 = llvm.mlir.constant(0 : i32) : i32
    %ones = llvm.mlir.constant(-1 : i32) : i32
    %t = llvm.alloca %one x !all {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %u = llvm.alloca %one x !llvm.array<21 x i32> : (i32) -> !llvm.ptr
    "llvm.intr.memcpy"(%t, %in, %c116) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
    %t311 = llvm.getelementptr inbounds %t[0, 3, 1, 1] : (!llvm.ptr) -> !llvm.ptr, !all
    llvm.store %ones, %t311 : i32, !llvm.ptr
    %t4 = llvm.getelementptr inbounds %t[0, 1] : (!llvm.ptr) -> !llvm.ptr, !all
    "llvm.intr.memcpy"(%u, %t4, %c84) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %ug = llvm.addrspacecast %u : !llvm.ptr to !llvm.ptr<4>
    %ui = llvm.getelementptr inbounds %ug[0, %i] : (!llvm.ptr<4>, i64) -> !llvm.ptr<4>, !llvm.array<21 x i32>
    %ui1 = llvm.getelementptr inbounds %ui[1] : (!llvm.ptr<4>) -> !llvm.ptr<4>, i32
    %v16 = llvm.load %ui1 : !llvm.ptr<4> -> i32
    llvm.store %v16, %out : i32, !llvm.ptr<1>
    %out4 = llvm.getelementptr %out[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %ti = llvm.getelementptr inbounds %t[0, 2, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !all
    "llvm.intr.memcpy"(%out4, %ti, %c8) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()

    // Parts of numbers and of the bytes between them.
    %out12 = llvm.getelementptr %out[12] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %t2 = llvm.getelementptr inbounds %t[2] : (!llvm.ptr) -> !llvm.ptr, i8
    "llvm.intr.memcpy"(%out12, %t2, %c9) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
    %out21 = llvm.getelementptr %out[21] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %t94 = llvm.getelementptr inbounds %t[94] : (!llvm.ptr) -> !llvm.ptr, i8
    "llvm.intr.memcpy"(%out21, %t94, %c9) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
    %out30 = llvm.getelementptr %out[30] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %t112 = llvm.getelementptr inbounds %t[0, 4] : (!llvm.ptr) -> !llvm.ptr, !all
    "llvm.intr.memcpy"(%out30, %t112, %c1) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()

    // Copies between places that are not the first ones.
    %v = llvm.alloca %one x !llvm.struct<(i16, i16)> : (i32) -> !llvm.ptr
    %w = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
    %x = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %in4 = llvm.getelementptr %in[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    "llvm.intr.memcpy"(%v, %in4, %c4) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
    llvm.store %zero, %w : i64, !llvm.ptr
    llvm.store %zero32, %x : i32, !llvm.ptr
    %w2 = llvm.getelementptr inbounds %w[2] : (!llvm.ptr) -> !llvm.ptr, i8
    "llvm.intr.memcpy"(%w2, %v, %c4) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %x1 = llvm.getelementptr inbounds %x[1] : (!llvm.ptr) -> !llvm.ptr, i8
    %v2 = llvm.getelementptr inbounds %v[2] : (!llvm.ptr) -> !llvm.ptr, i8
    "llvm.intr.memcpy"(%x1, %v2, %c2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %whole = llvm.load %w : !llvm.ptr -> i64
    %out31 = llvm.getelementptr %out[31] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %whole, %out31 {alignment = 1 : i64} : i64, !llvm.ptr<1>
    %number = llvm.load %x : !llvm.ptr -> i32
    %out39 = llvm.getelementptr %out[39] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %number, %out39 {alignment = 1 : i64} : i32, !llvm.ptr<1>

    // A part of a long array that no copy has filled; the half of a number, from the one of an array.
    %c20 = llvm.mlir.constant(20 : i32) : i32
    %long = llvm.alloca %one x !llvm.array<20 x i32> : (i32) -> !llvm.ptr
    %long5 = llvm.getelementptr inbounds %long[0, 5] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<20 x i32>
    llvm.store %c20, %long5 : i32, !llvm.ptr
    %out43 = llvm.getelementptr %out[43] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    "llvm.intr.memcpy"(%out43, %long5, %c4) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
    %c20s = llvm.mlir.constant(5120 : i16) : i16
    %half = llvm.alloca %one x !llvm.array<2 x i16> : (i32) -> !llvm.ptr
    llvm.store %c20s, %half : i16, !llvm.ptr
    %halved = llvm.load %half : !llvm.ptr -> i16
    %single = llvm.alloca %one x !llvm.array<1 x i32> {alignment = 1 : i64} : (i32) -> !llvm.ptr
    %word = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %zero32, %word : i32, !llvm.ptr
    "llvm.intr.memcpy"(%word, %half, %c2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %loaded = llvm.load %word : !llvm.ptr -> i32
    llvm.store %loaded, %single : i32, !llvm.ptr
    %again = llvm.load %single : !llvm.ptr -> i32
    %out47 = llvm.getelementptr %out[47] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %again, %out47 {alignment = 1 : i64} : i32, !llvm.ptr<1>

    // An index from one member to another.
    %c30 = llvm.mlir.constant(30 : i32) : i32
    %three = llvm.alloca %one x !llvm.struct<(i32, i32, i32)> : (i32) -> !llvm.ptr
    %three0 = llvm.getelementptr inbounds %three[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i32)>
    %three2 = llvm.getelementptr inbounds %three[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i32)>
    llvm.store %c30, %three2 : i32, !llvm.ptr
    %third = llvm.getelementptr inbounds %three0[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %thirty = llvm.load %third : !llvm.ptr -> i32
    %out51 = llvm.getelementptr %out[51] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %thirty, %out51 {alignment = 1 : i64} : i32, !llvm.ptr<1>

    // Copies to the numbers beside a gap leave the gap out; sixteen bytes of a gap are two numbers.
    %beside = llvm.alloca %one x !llvm.struct<(i8, i32)> : (i32) -> !llvm.ptr
    %beside4 = llvm.getelementptr inbounds %beside[4] : (!llvm.ptr) -> !llvm.ptr, i8
    "llvm.intr.memcpy"(%beside, %in4, %c1) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
    llvm.store %zero32, %beside4 : i32, !llvm.ptr
    "llvm.intr.memcpy"(%beside4, %in, %c1) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
    %out58 = llvm.getelementptr %out[58] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    "llvm.intr.memcpy"(%out58, %beside, %c8) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
    %c64 = llvm.mlir.constant(64 : i64) : i64
    %wide = llvm.alloca %one x !llvm.struct<(i64, i64, vector<8xi32>)> : (i32) -> !llvm.ptr
    "llvm.intr.memcpy"(%wide, %in, %c64) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
    %out64 = llvm.getelementptr %out[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    "llvm.intr.memcpy"(%out64, %wide, %c64) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
    opencl.return
  }
}

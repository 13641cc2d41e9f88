// RUN: xdsl-opencl compile %s --mcpu spirv64 -o %t.spv && xdsl-opencl import %t.spv | filecheck %s
// RUN: xdsl-opencl disassemble %t.spv | filecheck %s --check-prefix=WORDS
// RUN: mkdir -p %t.d && xdsl-opencl compile %s --mcpu spirv64 -o %t.d
// RUN: xdsl-opencl disassemble %t.d/round-trip.spv | filecheck %s --check-prefix=WORDS

// Truth values in memory are bytes, 1 for true; and a string that is no UTF-8.
llvm.mlir.global private constant @truth(true) {addr_space = 2 : i32} : i1
llvm.mlir.global private constant @truth_of_two([true, 7 : i32]) {addr_space = 2 : i32} : !llvm.struct<(i1, i32)>
llvm.mlir.global private constant @bytes("\FF\00A") {addr_space = 2 : i32} : !llvm.array<3 x i8>

// Operations that come back as they were, but for extended truth values. No later version, no float and no group is needed.
opencl.kernel @k(%p: !llvm.ptr<1>, %a: i32) {
  %x = llvm.add %a, %a overflow<nsw> : i32
  llvm.store %x, %p {alignment = 4} : i32, !llvm.ptr<1>
  %y = llvm.shl %a, %a overflow<nsw,nuw> : i32
  llvm.store %y, %p {alignment = 4} : i32, !llvm.ptr<1>
  %v = llvm.bitcast %a : i32 to vector<2xi16>
  %c = llvm.icmp "slt" %v, %v : vector<2xi16>
  %s = llvm.sext %c : vector<2xi1> to vector<2xi32>
  llvm.store %s, %p {alignment = 8} : vector<2xi32>, !llvm.ptr<1>
  %z = llvm.zext %c : vector<2xi1> to vector<2xi8>
  llvm.store %z, %p {alignment = 2} : vector<2xi8>, !llvm.ptr<1>
  %t = llvm.call_intrinsic "llvm.readsteadycounter"() : () -> i64
  llvm.store %t, %p {alignment = 8} : i64, !llvm.ptr<1>
  %u = llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64
  llvm.store %u, %p {alignment = 8} : i64, !llvm.ptr<1>
  %bytes = llvm.mlir.addressof @bytes : !llvm.ptr<2>
  %byte = llvm.getelementptr %bytes[%a] : (!llvm.ptr<2>, i32) -> !llvm.ptr<2>, i8
  %b = llvm.load %byte : !llvm.ptr<2> -> i8
  llvm.store %b, %p : i8, !llvm.ptr<1>
  %one = llvm.mlir.addressof @truth : !llvm.ptr<2>
  %truth = llvm.load %one : !llvm.ptr<2> -> i8
  llvm.store %truth, %p : i8, !llvm.ptr<1>
  %two = llvm.mlir.addressof @truth_of_two : !llvm.ptr<2>
  %first = llvm.load %two : !llvm.ptr<2> -> i8
  llvm.store %first, %p : i8, !llvm.ptr<1>
  opencl.return
}

// CHECK: llvm.mlir.global internal constant @truth(1 : i8)
// CHECK: llvm.mlir.global internal constant @truth_of_two() {addr_space = 2 : i32} : !llvm.struct<(i8, i32)>
// CHECK: llvm.mlir.constant(1 : i8) : i8
// CHECK: llvm.mlir.constant(7 : i32) : i32
// CHECK: llvm.mlir.global {{.*}}dense<[-1, 0, 65]>
// CHECK: [[ONES:%.+]] = llvm.mlir.constant(dense<-1> : vector<2xi32>)
// CHECK: [[NONE:%.+]] = llvm.mlir.constant(dense<0> : vector<2xi32>)
// CHECK: [[ONE:%.+]] = llvm.mlir.constant(dense<1> : vector<2xi8>)
// CHECK: [[ZERO:%.+]] = llvm.mlir.constant(dense<0> : vector<2xi8>)
// CHECK: [[X:%.+]] = llvm.add [[A:%.+]], [[A]] overflow<nsw> : i32
// CHECK: [[Y:%.+]] = llvm.shl [[A]], [[A]] overflow<nsw,nuw> : i32
// CHECK: [[V:%.+]] = llvm.bitcast [[A]] : i32 to vector<2xi16>
// CHECK: [[C:%.+]] = llvm.icmp "slt" [[V]], [[V]] : vector<2xi16>
// CHECK: llvm.select [[C]], [[ONES]], [[NONE]] : vector<2xi1>, vector<2xi32>
// CHECK: llvm.select [[C]], [[ONE]], [[ZERO]] : vector<2xi1>, vector<2xi8>
// CHECK: llvm.call_intrinsic "llvm.readsteadycounter"() : () -> i64
// CHECK: llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64

// WORDS: ; Version: 1.0
// WORDS: OpCapability Addresses
// WORDS-NEXT: OpCapability Int16
// WORDS-NEXT: OpCapability Int64
// WORDS-NEXT: OpCapability Int8
// WORDS-NEXT: OpCapability Kernel
// WORDS-NEXT: OpCapability ShaderClockKHR
// WORDS-NEXT: OpExtension

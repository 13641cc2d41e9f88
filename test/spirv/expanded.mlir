// RUN: xdsl-opencl compile %s --mcpu spirv64 -o %t.spv
// RUN: xdsl-opencl run %t.spv --global-size 4 --arg iota:int:4 --arg iota:int:4 --arg iota:int:4 --arg zeros:int:4 --arg zeros:int:4 --arg zeros:int:4 --dump 4 | filecheck %s
// RUN: xdsl-opencl run %s --global-size 4 --arg iota:int:4 --arg iota:int:4 --arg iota:int:4 --arg zeros:int:4 --arg zeros:int:4 --arg zeros:int:4 --dump 4 | filecheck %s

// What OpenCL.std lacks, by the expansions and as LLVM has it.
// CHECK: nand: int32[4] -1 -2 -3 -4
// CHECK-NEXT: inc: int32[4] 1 2 0 0
// CHECK-NEXT: dec: int32[4] 2 0 1 2
// CHECK-NEXT: shifted: int32[4] 0 1073741824 2147483647 2147483647
// CHECK-NEXT: rounded: int32[4] 0 1 1 2
// CHECK-NEXT: zero: int32[4] 1 0 0 0
opencl.kernel @k(%nand: memref<?xi32, #opencl.address_space<global>> {opencl.name = "nand"},
                 %inc: memref<?xi32, #opencl.address_space<global>> {opencl.name = "inc"},
                 %dec: memref<?xi32, #opencl.address_space<global>> {opencl.name = "dec"},
                 %shifted: memref<?xi32, #opencl.address_space<global>> {opencl.name = "shifted"},
                 %rounded: memref<?xi32, #opencl.address_space<global>> {opencl.name = "rounded"},
                 %zero: memref<?xi32, #opencl.address_space<global>> {opencl.name = "zero"}) {
  %i = opencl.get_global_id 0 : index
  %a = memref.load %nand[%i] : memref<?xi32, #opencl.address_space<global>>
  %two = llvm.mlir.constant(2 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %thirty = llvm.mlir.constant(30 : i32) : i32
  %half = llvm.mlir.constant(0.5 : f32) : f32
  %n = builtin.unrealized_conversion_cast %nand : memref<?xi32, #opencl.address_space<global>> to !llvm.ptr<1>
  %p = builtin.unrealized_conversion_cast %inc : memref<?xi32, #opencl.address_space<global>> to !llvm.ptr<1>
  %q = builtin.unrealized_conversion_cast %dec : memref<?xi32, #opencl.address_space<global>> to !llvm.ptr<1>
  %at = builtin.unrealized_conversion_cast %i : index to i64
  %ni = llvm.getelementptr %n[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %pi = llvm.getelementptr %p[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %qi = llvm.getelementptr %q[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %0 = llvm.atomicrmw nand %ni, %three monotonic : !llvm.ptr<1>, i32
  %1 = llvm.atomicrmw uinc_wrap %pi, %two monotonic : !llvm.ptr<1>, i32
  %2 = llvm.atomicrmw udec_wrap %qi, %two monotonic : !llvm.ptr<1>, i32
  %s = "llvm.intr.sshl.sat"(%a, %thirty) : (i32, i32) -> i32
  memref.store %s, %shifted[%i] : memref<?xi32, #opencl.address_space<global>>
  %f = llvm.sitofp %a : i32 to f32
  %g = llvm.fmul %f, %half : f32
  %r = "llvm.intr.lround"(%g) : (f32) -> i32
  memref.store %r, %rounded[%i] : memref<?xi32, #opencl.address_space<global>>
  %bits = llvm.bitcast %a : i32 to f32
  %t = "llvm.intr.is.fpclass"(%bits) <{bit = 96 : i32}> : (f32) -> i1
  %z = llvm.zext %t : i1 to i32
  memref.store %z, %zero[%i] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}

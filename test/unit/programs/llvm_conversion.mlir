// --- KERNEL

opencl.kernel @k(%a: memref<?xf32, #opencl.address_space<global>> {opencl.name = "a"}, %n: index) {
  cf.br ^next(%a, %n : memref<?xf32, #opencl.address_space<global>>, index)
^next(%b: memref<?xf32, #opencl.address_space<global>>, %i: index):
  %x = memref.load %b[%i] : memref<?xf32, #opencl.address_space<global>>
  %c = builtin.unrealized_conversion_cast %i : index to i64
  %p = builtin.unrealized_conversion_cast %b : memref<?xf32, #opencl.address_space<global>> to !llvm.ptr<1>
  %q = llvm.getelementptr %p[%c] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %x, %q : f32, !llvm.ptr<1>
  opencl.return
}
opencl.kernel @declared(memref<4xi32, 1 : i32>, index)
// --- THEIRS

builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  opencl.kernel @k(%o: !llvm.ptr<1>) {
    %z = arith.constant 0 : index
    %s = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32, #theirs.scratch>
    %v = memref.load %s[%z] : memref<4xf32, #theirs.scratch>
    %h = builtin.unrealized_conversion_cast %o : !llvm.ptr<1> to !theirs.handle
    %p = builtin.unrealized_conversion_cast %h : !theirs.handle to !llvm.ptr<1>
    llvm.store %v, %p : f32, !llvm.ptr<1>
    opencl.return
  }
}

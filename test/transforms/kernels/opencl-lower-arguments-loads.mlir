// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-arguments{form=loads}' | filecheck %s --check-prefix=HSA
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdcl2},opencl-lower-arguments' | filecheck %s --check-prefix=CL2
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdcl2 pointer-bits=32},opencl-lower-arguments' | filecheck %s --check-prefix=NARROW

// Each used argument is a load at its place; an unused one is none. A vector stands at its
// whole size on amdhsa and at its element's on amdcl2, after six hidden arguments.
opencl.kernel @arguments(%a: !llvm.ptr<1>, %unused: i32, %v: vector<4xi32>, %l: memref<?xi32, #opencl.address_space<local>>, %x: index) {
  llvm.store %v, %a : vector<4xi32>, !llvm.ptr<1>
  "test.use"(%l, %x) : (memref<?xi32, #opencl.address_space<local>>, index) -> ()
  opencl.return
}

// HSA-LABEL: opencl.kernel @arguments(
// HSA-SAME: opencl.argument_bytes = 48 : i32
// HSA: opencl.load_argument explicit[0] : !llvm.ptr<1>
// HSA-NEXT: opencl.load_argument explicit[16] : vector<4xi32>
// HSA-NEXT: [[L:%.*]] = opencl.load_argument explicit[32] : !llvm.ptr<3>
// HSA-NEXT: builtin.unrealized_conversion_cast [[L]] : !llvm.ptr<3> to memref<?xi32, #opencl.address_space<local>>
// HSA-NEXT: [[X:%.*]] = opencl.load_argument explicit[40] : i64
// HSA-NEXT: builtin.unrealized_conversion_cast [[X]] : i64 to index
// CL2-LABEL: opencl.kernel @arguments(
// CL2-SAME: opencl.argument_bytes = 96 : i32
// CL2: opencl.load_argument explicit[48] : !llvm.ptr<1>
// CL2-NEXT: opencl.load_argument explicit[60] : vector<4xi32>
// CL2-NEXT: opencl.load_argument explicit[80] : !llvm.ptr<3>
// CL2: opencl.load_argument explicit[88] : i64
// NARROW-LABEL: opencl.kernel @arguments(
// NARROW-SAME: opencl.argument_bytes = 64 : i32
// NARROW: [[A:%.*]] = opencl.load_argument explicit[24] : i32
// NARROW-NEXT: [[W:%.*]] = llvm.zext [[A]] : i32 to i64
// NARROW-NEXT: llvm.inttoptr [[W]] : i64 to !llvm.ptr<1>
// NARROW-NEXT: opencl.load_argument explicit[32] : vector<4xi32>
// NARROW-NEXT: opencl.load_argument explicit[48] : !llvm.ptr<3>
// NARROW: opencl.load_argument explicit[52] : i32

// A structure by value is copied: from its place, or from where the place points to.
opencl.kernel @structure(%s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>}) {
  %f = llvm.load %s : !llvm.ptr -> i32
  "test.use"(%f) : (i32) -> ()
  opencl.return
}

// HSA-LABEL: opencl.kernel @structure(
// HSA: opencl.kernel_arguments_ptr : !llvm.ptr<2>
// HSA: llvm.alloca
// HSA: "llvm.intr.memcpy"
// CL2-LABEL: opencl.kernel @structure(
// CL2: opencl.load_argument explicit[48] : !llvm.ptr<2>
// CL2: llvm.alloca
// CL2: "llvm.intr.memcpy"

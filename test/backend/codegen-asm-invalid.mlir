// Modules that the target cannot take, and code that LLVM refuses.
//
// RUN: not xdsl-opt %s -t opencl-asm 2>&1 | filecheck %s --check-prefix=LEVEL
// RUN: not xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-to-llvm' -t 'opencl-asm{opt=4}' 2>&1 | filecheck %s --check-prefix=OPT
// RUN: not xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-to-llvm' -t 'opencl-asm{opt=0}' 2>&1 | filecheck %s --check-prefix=LDS
// RUN: not xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900}' -t 'opencl-asm{fast=1}' 2>&1 | filecheck %s --check-prefix=OPTION

// LEVEL: the module is not lowered to the LLVM dialect (it has no 'opencl.lowered'); run 'opencl-to-llvm' first
// OPT: optimisation level 4 is not one of 0, 1, 2, 3
// LDS: kernel 'big' has 400000 bytes of local memory, and gfx900 has 65536; make its local variables smaller
// OPTION: fast

opencl.kernel @big() {
  %l = opencl.local : memref<100000xi32, #opencl.address_space<local>>
  %i = arith.constant 3 : index
  %v = arith.constant 1 : i32
  memref.store %v, %l[%i] : memref<100000xi32, #opencl.address_space<local>>
  opencl.return
}

// RUN: xdsl-opt %s -p 'convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @dynamic: error: a bare pointer cannot carry the sizes of memref<?xf32>; give it static sizes and strides, or leave out 'use-bare-ptr-memref-call-conv'
func.func @dynamic(%m: memref<?xf32>) {
  func.return
}

// -----

// CHECK: in @strided: error: a bare pointer cannot carry the sizes of memref<4xf32, strided<[1], offset: ?>>
func.func private @strided(memref<4xf32, strided<[1], offset: ?>>)

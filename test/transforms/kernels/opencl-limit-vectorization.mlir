// RUN: xdsl-opt %s -p opencl-limit-vectorization | filecheck %s
// RUN: xdsl-opt %s -p opencl-limit-vectorization,opencl-limit-vectorization | filecheck %s

// Three bits of the induction variable are part of the address.
// CHECK-LABEL: llvm.func @masked
llvm.func @masked(%p: !llvm.ptr, %base: i32, %n: i32, %zero: i32, %one: i32, %seven: i32) {
  llvm.br ^head(%zero : i32)
^head(%k: i32):
  %low = llvm.and %k, %seven : i32
  %index = llvm.add %base, %low : i32
  %place = llvm.getelementptr %p[%index] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %k, %place : i32, !llvm.ptr
  %next = llvm.add %k, %one : i32
  %more = llvm.icmp "slt" %next, %n : i32
  // CHECK: ^head(%next : i32), ^end {opencl.metadata = {llvm.loop = {vectorize.enable = false}}}
  llvm.cond_br %more, ^head(%next : i32), ^end
^end:
  llvm.return
}

// A hint to vectorise gives way; others stay.
// CHECK-LABEL: llvm.func @hints
llvm.func @hints(%p: !llvm.ptr, %c: i1, %zero: i8, %one: i8) {
  llvm.br ^head(%zero : i8)
^head(%k: i8):
  %index = llvm.zext %k : i8 to i64
  %place = llvm.getelementptr %p[%index] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %k, %place : i8, !llvm.ptr
  %next = llvm.add %k, %one : i8
  // CHECK: llvm.loop = {unroll.disable, vectorize.enable = false}
  llvm.cond_br %c, ^head(%next : i8), ^end {opencl.metadata = {llvm.loop = {unroll.disable, vectorize.enable = true, vectorize.width = 16 : i32}}}
^end:
  llvm.return
}

// Only the loop of the narrowed variable is meant, not that around it, nor that inside.
// CHECK-LABEL: llvm.func @nest
llvm.func @nest(%p: !llvm.ptr, %c: i1, %zero: i32, %one: i32, %eight: i32) {
  llvm.br ^outer(%zero : i32)
^outer(%i: i32):
  llvm.br ^middle(%i : i32)
^middle(%j: i32):
  %low = llvm.urem %j, %eight : i32
  llvm.br ^inner(%zero : i32)
^inner(%k: i32):
  %index = llvm.add %k, %low : i32
  %place = llvm.getelementptr %p[%index] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %k, %place : i32, !llvm.ptr
  %k1 = llvm.add %k, %one : i32
  // CHECK: ^inner(%k1 : i32), ^after
  // CHECK-NEXT: ^after
  llvm.cond_br %c, ^inner(%k1 : i32), ^after
^after:
  %j1 = llvm.sub %j, %one : i32
  // CHECK: ^middle(%j1 : i32), ^again {opencl.metadata = {llvm.loop = {vectorize.enable = false}}}
  llvm.cond_br %c, ^middle(%j1 : i32), ^again
^again:
  %i1 = llvm.add %zero, %one : i32
  // CHECK: ^outer(%i1 : i32), ^end
  // CHECK-NEXT: ^end
  llvm.cond_br %c, ^outer(%i1 : i32), ^end
^end:
  llvm.return
}

// Data that are narrowed, and numbers that are not part of an address, do not matter.
// CHECK-LABEL: llvm.func @data
// CHECK-NOT: opencl.metadata
llvm.func @data(%p: !llvm.ptr, %c: i1, %zero: i32, %one: i32, %seven: i32) {
  llvm.br ^head(%zero, %zero : i32, i32)
^head(%k: i32, %last: i32):
  %loaded = llvm.load %p : !llvm.ptr -> i32
  %low = llvm.and %last, %seven : i32
  %index = llvm.add %k, %low : i32
  %place = llvm.getelementptr %p[%index] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %odd = llvm.and %k, %one : i32
  llvm.store %odd, %place : i32, !llvm.ptr
  %next = llvm.add %k, %one : i32
  llvm.cond_br %c, ^head(%next, %loaded : i32, i32), ^end
^end:
  llvm.return
}
// CHECK: llvm.return

// A variable in memory may be that of any loop.
// CHECK-LABEL: llvm.func @variable
llvm.func @variable(%p: !llvm.ptr, %c: i1, %one: i32) {
  %k = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.br ^head
^head:
  %count = llvm.load %k : !llvm.ptr -> i32
  %low = llvm.srem %count, %one : i32
  %place = llvm.getelementptr %p[%low] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %low, %place : i32, !llvm.ptr
  %next = llvm.add %count, %one : i32
  llvm.store %next, %k : i32, !llvm.ptr
  // CHECK: ^{{.*}}, ^{{.*}} {opencl.metadata = {llvm.loop = {vectorize.enable = false}}}
  llvm.cond_br %c, ^head, ^end
^end:
  llvm.return
}

// A latch has two ways to the header: one of them counts.
// CHECK-LABEL: llvm.func @ways
llvm.func @ways(%p: !llvm.ptr, %c: i1, %one: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  llvm.br ^head(%zero : i32)
^head(%k: i32):
  %low = llvm.and %k, %one : i32
  %place = llvm.getelementptr %p[%low] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %low, %place : i32, !llvm.ptr
  %next = llvm.add %k, %one : i32
  // CHECK: vectorize.enable = false
  llvm.cond_br %c, ^head(%next : i32), ^head(%zero : i32)
}

// `k - (k >> 3 << 3)` has three bits, `k - (k << 3)` all of them.
// CHECK-LABEL: llvm.func @shifted
llvm.func @shifted(%p: !llvm.ptr, %n: i32, %zero: i32, %one: i32, %three: i32) {
  llvm.br ^head(%zero : i32)
^head(%k: i32):
  %high = llvm.ashr %k, %three : i32
  %whole = llvm.shl %high, %three : i32
  %low = llvm.sub %k, %whole : i32
  %place = llvm.getelementptr %p[%low] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %k, %place : i32, !llvm.ptr
  %next = llvm.add %k, %one : i32
  %more = llvm.icmp "slt" %next, %n : i32
  // CHECK: ^[[HEAD:.*]](%next{{.*}} : i32), ^[[OTHER:.*]](%zero{{.*}} : i32) {opencl.metadata = {llvm.loop = {vectorize.enable = false}}}
  llvm.cond_br %more, ^head(%next : i32), ^other(%zero : i32)
^other(%l: i32):
  %times = llvm.shl %l, %three : i32
  %minus = llvm.sub %l, %times : i32
  %there = llvm.getelementptr %p[%minus] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %l, %there : i32, !llvm.ptr
  %after = llvm.add %l, %one : i32
  %on = llvm.icmp "slt" %after, %n : i32
  // CHECK: ^[[OTHER]](%after : i32), ^[[END:.*]]
  // CHECK-NEXT: ^[[END]]
  llvm.cond_br %on, ^other(%after : i32), ^end
^end:
  llvm.return
}

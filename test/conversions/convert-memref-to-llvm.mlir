// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts' -t opencl-mlir | filecheck %s

// The address space is the memref's; a static offset is added at each access.
// CHECK-LABEL: llvm.func @load_store
// CHECK-SAME: (%m: !llvm.ptr<1>, %g: !llvm.ptr<3>, %i: i64, %j: i64)
func.func @load_store(%m: memref<4x8xf32, strided<[8, 1], offset: 3>, #opencl.address_space<global>>, %g: memref<?xf32, 3 : i32>, %i: index, %j: index) {
  // CHECK-NEXT: %[[c8:.*]] = llvm.mlir.constant(8) : i64
  // CHECK-NEXT: %[[row:.*]] = llvm.mul %i, %[[c8]] overflow<nsw,nuw> : i64
  // CHECK-NEXT: %[[c3:.*]] = llvm.mlir.constant(3) : i64
  // CHECK-NEXT: %[[base:.*]] = llvm.add %[[c3]], %[[row]] overflow<nsw,nuw> : i64
  // CHECK-NEXT: %[[index:.*]] = llvm.add %[[base]], %j overflow<nsw,nuw> : i64
  // CHECK-NEXT: %[[p:.*]] = llvm.getelementptr inbounds %m[%[[index]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK-NEXT: %x = llvm.load %[[p]] {opencl.metadata = {noundef}} : !llvm.ptr<1> -> f32
  %x = memref.load %m[%i, %j] {opencl.metadata = {noundef}} : memref<4x8xf32, strided<[8, 1], offset: 3>, #opencl.address_space<global>>
  // CHECK-NEXT: %[[q:.*]] = llvm.getelementptr inbounds %g[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  // CHECK-NEXT: llvm.store %x, %[[q]] : f32, !llvm.ptr<3>
  memref.store %x, %g[%i] : memref<?xf32, 3 : i32>
  // CHECK-NEXT: %[[r:.*]] = llvm.getelementptr inbounds %g[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  // CHECK-NEXT: %y = "llvm.load"(%[[r]]) <{nontemporal}> : (!llvm.ptr<3>) -> f32
  %y = memref.load %g[%j] {nontemporal = true} : memref<?xf32, 3 : i32>
  llvm.return
}

// CHECK-LABEL: llvm.func @rank0
func.func @rank0(%p: memref<i32>) {
  // CHECK-NEXT: %z = llvm.load %p : !llvm.ptr -> i32
  %z = memref.load %p[] : memref<i32>
  llvm.return
}

// Static memory goes to the entry block.
// CHECK-LABEL: llvm.func @allocas
func.func @allocas(%n: index, %v: f32) {
  // CHECK-NEXT: %[[one:.*]] = llvm.mlir.constant(1 : i32) : i32
  // CHECK-NEXT: %a = llvm.alloca %[[one]] x !llvm.array<12 x f32> {alignment = 64 : i64} : (i32) -> !llvm.ptr
  // CHECK-NEXT: llvm.br ^[[next:.*]]
  llvm.br ^next
// CHECK-NEXT: ^[[next]]:
^next:
  %a = memref.alloca() {alignment = 64 : i64} : memref<3x4xf32>
  // CHECK-NEXT: %[[twice:.*]] = llvm.mul %n, %n : i64
  // CHECK-NEXT: %b = llvm.alloca %[[twice]] x f32 : (i64) -> !llvm.ptr
  %b = memref.alloca(%n, %n) : memref<?x?xf32>
  // CHECK-NEXT: %[[row:.*]] = llvm.mul %n, %n overflow<nsw,nuw> : i64
  // CHECK-NEXT: %[[index:.*]] = llvm.add %[[row]], %n overflow<nsw,nuw> : i64
  // CHECK-NEXT: %[[p:.*]] = llvm.getelementptr inbounds %b[%[[index]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // CHECK-NEXT: llvm.store %v, %[[p]] : f32, !llvm.ptr
  memref.store %v, %b[%n, %n] : memref<?x?xf32>
  llvm.return
}

// A branch carries the memory: each time another one is needed.
// CHECK-LABEL: llvm.func @carried
func.func @carried() {
  // CHECK-NEXT: llvm.br ^[[loop:.*]]
  llvm.br ^loop
// CHECK-NEXT: ^[[loop]]:
^loop:
  // CHECK-NEXT: llvm.mlir.constant(1 : i32) : i32
  // CHECK-NEXT: llvm.alloca %{{.*}} x !llvm.array<4 x f32> : (i32) -> !llvm.ptr
  %a = memref.alloca() : memref<4xf32>
  %c = "memref.cast"(%a) : (memref<4xf32>) -> memref<?xf32>
  "test.termop"(%c) [^loop] : (memref<?xf32>) -> ()
}

// CHECK-LABEL: llvm.func @local_memory
func.func @local_memory() {
  // CHECK-NEXT: %[[l:.*]] = opencl.local !llvm.array<4 x !llvm.array<8 x f32>> : !llvm.ptr<3>
  %l = opencl.local : memref<4x8xf32, #opencl.address_space<local>>
  // CHECK-NEXT: %[[m:.*]] = opencl.local !llvm.array<16 x i32> align 32 : !llvm.ptr<3>
  %m = memref.alloc() {alignment = 32 : i64} : memref<16xi32, #opencl.address_space<local>>
  // CHECK-NEXT: llvm.return
  memref.dealloc %m : memref<16xi32, #opencl.address_space<local>>
  llvm.return
}

// CHECK-LABEL: llvm.func @views
func.func @views(%w: memref<8x8xf32>, %i: index) {
  // CHECK: %[[c8:.*]] = llvm.mlir.constant(8) : i64
  // CHECK-NEXT: %[[row:.*]] = llvm.mul %{{.*}}, %[[c8]] : i64
  // CHECK: %[[offset:.*]] = llvm.add %[[row]], %{{.*}} : i64
  // CHECK-NEXT: %s = llvm.getelementptr inbounds %w[%[[offset]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %s = memref.subview %w[%i, 2] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
  // A static offset moves nothing; the access adds it.
  %t = memref.subview %w[1, 2] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 10>>
  // CHECK: %[[ten:.*]] = llvm.mlir.constant(10) : i64
  // CHECK-NEXT: %[[from10:.*]] = llvm.add %[[ten]], %{{.*}} overflow<nsw,nuw> : i64
  // CHECK: llvm.getelementptr inbounds %w[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %u = memref.load %t[%i, %i] : memref<2x2xf32, strided<[8, 1], offset: 10>>
  // CHECK: llvm.addrspacecast %w : !llvm.ptr to !llvm.ptr<4>
  %g = "memref.memory_space_cast"(%w) : (memref<8x8xf32>) -> memref<8x8xf32, #opencl.address_space<generic>>
  "test.op"(%g, %s) : (memref<8x8xf32, #opencl.address_space<generic>>, memref<2x2xf32, strided<[8, 1], offset: ?>>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @atomic_loop
func.func @atomic_loop(%h: memref<4xf32, #opencl.address_space<global>>, %i: index, %v: f32) -> f32 {
  // CHECK: %[[p:.*]] = llvm.getelementptr inbounds
  // CHECK-NEXT: %[[first:.*]] = llvm.load %[[p]] : !llvm.ptr<1> -> i32
  // CHECK-NEXT: llvm.br ^[[again:.*]](%[[first]] : i32)
  // CHECK-NEXT: ^[[again]](%[[old:.*]]: i32):
  // CHECK-NEXT: %[[number:.*]] = llvm.bitcast %[[old]] : i32 to f32
  // CHECK-NEXT: %[[product:.*]] = llvm.fmul %[[number]], %{{.*}} : f32
  // CHECK-NEXT: %[[new:.*]] = llvm.bitcast %[[product]] : f32 to i32
  // CHECK-NEXT: %[[pair:.*]] = llvm.cmpxchg %[[p]], %[[old]], %[[new]] acq_rel monotonic : !llvm.ptr<1>, i32
  // CHECK-NEXT: %[[done:.*]] = llvm.extractvalue %[[pair]][1]
  // CHECK-NEXT: %[[other:.*]] = llvm.extractvalue %[[pair]][0]
  // CHECK-NEXT: llvm.cond_br %[[done]], ^[[after:.*]], ^[[again]](%[[other]] : i32)
  // CHECK-NEXT: ^[[after]]:
  // CHECK-NEXT: llvm.return %[[number]] : f32
  %0 = "memref.atomic_rmw"(%v, %h, %i) <{kind = 9 : i64}> : (f32, memref<4xf32, #opencl.address_space<global>>, index) -> f32
  func.return %0 : f32
}

// CHECK-LABEL: llvm.func @atomic(
func.func @atomic(%h: memref<4xf32, #opencl.address_space<global>>, %i: index, %v: f32) {
  // CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} acq_rel : !llvm.ptr<1>, f32
  %0 = "memref.atomic_rmw"(%v, %h, %i) <{kind = 0 : i64}> : (f32, memref<4xf32, #opencl.address_space<global>>, index) -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @look
func.func @look(%i: index) {
  // CHECK: llvm.mlir.addressof @table : !llvm.ptr<2>
  %t = memref.get_global @table : memref<2x2xf32, #opencl.address_space<constant>>
  %x = memref.load %t[%i, %i] : memref<2x2xf32, #opencl.address_space<constant>>
  llvm.return
}

// CHECK: llvm.mlir.global internal constant @table(dense<1.000000e+00> : tensor<2x2xf32>) {addr_space = 2 : i32, alignment = 16 : i64} : !llvm.array<2 x !llvm.array<2 x f32>>
"memref.global"() <{sym_name = "table", sym_visibility = "private", type = memref<2x2xf32, #opencl.address_space<constant>>, initial_value = dense<1.0> : tensor<2x2xf32>, constant, alignment = 16 : i64}> : () -> ()
// CHECK: llvm.mlir.global external @counters(dense<0> : tensor<4xi64>) {addr_space = 1 : i32} : !llvm.array<4 x i64>
"memref.global"() <{sym_name = "counters", sym_visibility = "public", type = memref<4xindex, #opencl.address_space<global>>, initial_value = dense<0> : tensor<4xindex>}> : () -> ()
// CHECK: llvm.mlir.global internal @scratch() {addr_space = 3 : i32} : !llvm.array<4 x i32> {
// CHECK-NEXT: llvm.mlir.undef : !llvm.array<4 x i32>
"memref.global"() <{sym_name = "scratch", sym_visibility = "private", type = memref<4xi32, #opencl.address_space<local>>, initial_value}> : () -> ()

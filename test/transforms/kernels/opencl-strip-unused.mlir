// RUN: xdsl-opt %s -p opencl-strip-unused --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-strip-unused{keep=unused_too}' --split-input-file --allow-unregistered-dialect | filecheck %s --check-prefix=KEEP

// Reached through calls, variables, initializers and nested attributes; the rest goes.

// CHECK:       builtin.module {
// CHECK-NEXT:    opencl.kernel @k(
// CHECK:         func.func private @direct() attributes {llvm.linkage = #llvm.linkage<"internal">} {
// CHECK:         func.func private @indirect(%x: i32) -> i32 attributes {llvm.linkage = #llvm.linkage<"internal">} {
// CHECK-NOT:     @unused
// CHECK:         func.func private @external() -> ()
// CHECK-NOT:     @unused
// CHECK:         func.func private @in_attribute() attributes {llvm.linkage
// CHECK:         func.func private @in_initializer() attributes {llvm.linkage
// CHECK:         "memref.global"() <{sym_name = "table"
// CHECK-SAME:    sym_visibility = "private"
// CHECK:         llvm.mlir.global internal constant @pointers
// CHECK:         opencl.program_sampler @edge <normalized = false, addressing = clamp, filter = nearest>
// CHECK-SAME:    sym_visibility = "private"
// CHECK-NOT:     @unused

// KEEP:          func.func private @direct()
// KEEP:          func.func private @unused() attributes {llvm.linkage
// KEEP:          func.func @unused_too() {
// KEEP:          func.func private @external() -> ()
// KEEP-NEXT:     func.func private @unused_external() -> ()
// KEEP-NEXT:     func.func private @in_attribute()
// KEEP-NOT:      @unused_
opencl.kernel @k(%p: !llvm.ptr<1>, %img: !opencl.image<image2d_t, read_only>) {
  func.call @direct() : () -> ()
  %t = memref.get_global @table : memref<4xi32>
  %q = llvm.mlir.addressof @pointers : !llvm.ptr<2>
  %s = opencl.get_program_sampler @edge
  "test.op"() {deep = [{inner = [@in_attribute::@nested]}]} : () -> ()
  opencl.return
}
func.func @direct() {
  %c = arith.constant 3 : i32
  %r = func.call @indirect(%c) : (i32) -> i32
  func.return
}
func.func @indirect(%x: i32) -> i32 {
  func.call @external() : () -> ()
  func.return %x : i32
}
func.func @unused() {
  func.call @unused_too() : () -> ()
  func.call @unused_external() : () -> ()
  func.return
}
func.func @unused_too() {
  func.call @unused() : () -> ()
  func.return
}
func.func private @external() -> ()
func.func private @unused_external() -> ()
func.func @in_attribute() {
  func.return
}
func.func @in_initializer() {
  func.return
}
"memref.global"() <{sym_name = "table", sym_visibility = "public", type = memref<4xi32>, initial_value = dense<[0, 1, 2, 3]> : tensor<4xi32>}> : () -> ()
"memref.global"() <{sym_name = "unused_table", sym_visibility = "public", type = memref<4xi32>, initial_value}> : () -> ()
llvm.mlir.global external constant @pointers() {addr_space = 2 : i32} : !llvm.ptr {
  %f = llvm.mlir.addressof @in_initializer : !llvm.ptr
  llvm.return %f : !llvm.ptr
}
llvm.mlir.global external @unused_variable(0 : i32) {addr_space = 1 : i32} : i32
opencl.program_sampler @edge <normalized = false, addressing = clamp, filter = nearest>
opencl.program_sampler @unused_edge <normalized = true, addressing = clamp, filter = nearest>

// -----

// Declarations of variables keep their linkage, and what the module itself names stays.

// CHECK:       builtin.module attributes {roots = [@by_module]} {
// CHECK-NEXT:    opencl.kernel @k() {
// CHECK:         llvm.mlir.global external @elsewhere() {addr_space = 1 : i32} : i32
// CHECK-NEXT:    llvm.mlir.global private @mine(
// CHECK-NEXT:    func.func private @by_module() attributes {llvm.linkage
// CHECK:         llvm.mlir.global appending @llvm.used
// CHECK:         func.func private @by_used() attributes {llvm.linkage
// KEEP:          llvm.mlir.global appending @llvm.used
builtin.module attributes {roots = [@by_module]} {
  opencl.kernel @k() {
    %q = llvm.mlir.addressof @elsewhere : !llvm.ptr<1>
    %r = llvm.mlir.addressof @mine : !llvm.ptr<1>
    opencl.return
  }
  llvm.mlir.global external @elsewhere() {addr_space = 1 : i32} : i32
  llvm.mlir.global private @mine(1 : i32) {addr_space = 1 : i32} : i32
  func.func @by_module() {
    func.return
  }
  llvm.mlir.global appending @llvm.used() {addr_space = 0 : i32} : !llvm.array<1 x ptr> {
    %f = llvm.mlir.addressof @by_used : !llvm.ptr
    %u = llvm.mlir.undef : !llvm.array<1 x ptr>
    %v = "llvm.insertvalue"(%u, %f) <{position = array<i64: 0>}> : (!llvm.array<1 x ptr>, !llvm.ptr) -> !llvm.array<1 x ptr>
    llvm.return %v : !llvm.array<1 x ptr>
  }
  func.func @by_used() {
    func.return
  }
  func.func @unused_too() {
    func.return
  }
}

// -----

// Without kernels nothing is reached.

// CHECK:       builtin.module {
// CHECK-NEXT:  }
// KEEP:        builtin.module {
// KEEP-NEXT:     func.func @unused_too() {
func.func @unused_too() {
  func.return
}

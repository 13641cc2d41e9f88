// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},convert-opencl-to-llvm' -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-opencl-to-llvm' -t opencl-mlir | filecheck %s --check-prefix=GFX11

// CHECK: builtin.module attributes {llvm.target_triple = "amdgcn-amd-amdhsa", llvm.data_layout = "e-m:e-p:64:64
// CHECK-SAME: opencl.lowered = {abi = "amdhsa", mcpu = "gfx900", features = [], code_object_version = 5 : i32, wave_size = 64 : i32}}

// Address spaces: private 5, constant 4, generic 0.
llvm.mlir.global external constant @table(dense<[1, 2]> : vector<2xi32>) {addr_space = 2 : i32} : !llvm.array<2 x i32>
llvm.mlir.global internal @counter(0 : i32) {addr_space = 1 : i32} : i32

// CHECK: llvm.mlir.global external constant @table(dense<[1, 2]> : vector<2xi32>) {addr_space = 4 : i32}
// CHECK-NEXT: llvm.mlir.global internal @counter(0 : i32) {addr_space = 1 : i32}

// Work-group memory is a global of its own for each declaration.
// CHECK-NEXT: llvm.mlir.global internal @kernel.tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32> {
// CHECK-NEXT:   %[[U:.*]] = llvm.mlir.undef : !llvm.array<64 x i32>
// CHECK-NEXT:   llvm.return %[[U]]
// CHECK: llvm.mlir.global internal @kernel.tile.1() {addr_space = 3 : i32} : !llvm.array<8 x f32>

opencl.kernel @kernel(%out: !llvm.ptr<1> {opencl.type_qualifiers = "restrict"}, %d: i32, %s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, !llvm.ptr<4>)>, llvm.align = 8 : i64})
    attributes {reqd_work_group_size = array<i32: 16, 4, 1>, vec_type_hint = vector<4xf32>} {
  %tile = opencl.local !llvm.array<64 x i32> align 16 : !llvm.ptr<3>
  %tile_1 = opencl.local : memref<8xf32, #opencl.address_space<local>>
  %used = builtin.unrealized_conversion_cast %tile_1 : memref<8xf32, #opencl.address_space<local>> to !llvm.ptr<3>
  %f = llvm.load %used : !llvm.ptr<3> -> f32
  %t = llvm.mlir.addressof @table : !llvm.ptr<2>
  %n = llvm.mlir.constant(4 : i32) : i32
  %p = llvm.alloca %n x !llvm.ptr<2> : (i32) -> !llvm.ptr
  llvm.store %t, %p : !llvm.ptr<2>, !llvm.ptr
  %e = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, !llvm.ptr<4>)>
  %g = llvm.load %e : !llvm.ptr -> !llvm.ptr<4>
  %w = opencl.load_argument implicit[12] {opencl.metadata = {noundef}} : i16
  %x = opencl.load_argument implicit[40] : i64
  %y = opencl.load_argument dispatch[4] : i16
  %null = llvm.mlir.zero : !llvm.ptr<3>
  %none = llvm.mlir.zero : !llvm.ptr<1>
  opencl.return
}

// CHECK: llvm.func amdgpu_kernelcc @kernel(%out: !llvm.ptr<1> {llvm.noalias}, %d: i32, %s: !llvm.ptr<4> {
// CHECK-SAME: llvm.byref = !llvm.struct<(i32, !llvm.ptr)>
// CHECK-SAME: reqd_work_group_size = array<i32: 16, 4, 1>
// CHECK-SAME: opencl.vec_type_hint = vector<4xf32>
// CHECK-SAME: rocdl.kernel
// CHECK-SAME: ["amdgpu-flat-work-group-size", "64,64"]
// CHECK-SAME: ["amdgpu-implicitarg-num-bytes", "48"]
// CHECK-SAME: ["opencl-hidden-arguments", "hidden_global_offset_x,hidden_group_size_x"]
// CHECK-SAME: target_cpu = "gfx900"
// CHECK-NEXT:    %[[DISPATCH:.*]] = llvm.call_intrinsic "llvm.amdgcn.dispatch.ptr"() : () -> !llvm.ptr<4>
// CHECK-NEXT:    %[[IMPLICIT:.*]] = llvm.call_intrinsic "llvm.amdgcn.implicitarg.ptr"() : () -> !llvm.ptr<4>
// CHECK:         %[[COPY:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, !llvm.ptr)> {alignment = 8 : i64} : (i32) -> !llvm.ptr<5>
// CHECK-NEXT:    %[[SIZE:.*]] = llvm.mlir.constant(16 : i32) : i32
// CHECK-NEXT:    "llvm.intr.memcpy"(%[[COPY]], %s, %[[SIZE]]) <{isVolatile = false}> : (!llvm.ptr<5>, !llvm.ptr<4>, i32) -> ()
// CHECK-NEXT:    llvm.mlir.addressof @kernel.tile : !llvm.ptr<3>
// CHECK-NEXT:    %[[T1:.*]] = llvm.mlir.addressof @kernel.tile.1 : !llvm.ptr<3>
// CHECK-NEXT:    llvm.load %[[T1]] : !llvm.ptr<3> -> f32
// CHECK-NEXT:    %[[T:.*]] = llvm.mlir.addressof @table : !llvm.ptr<4>
// CHECK:         %[[P:.*]] = llvm.alloca %{{.*}} x !llvm.ptr<4> : (i32) -> !llvm.ptr<5>
// CHECK-NEXT:    llvm.store %[[T]], %[[P]] : !llvm.ptr<4>, !llvm.ptr<5>
// CHECK-NEXT:    llvm.getelementptr %[[COPY]][0, 1] : (!llvm.ptr<5>) -> !llvm.ptr<5>, !llvm.struct<(i32, !llvm.ptr)>
// CHECK:         llvm.getelementptr inbounds %[[IMPLICIT]][12] : (!llvm.ptr<4>) -> !llvm.ptr<4>, i8
// CHECK-NEXT:    "llvm.load"(%{{.*}}) <{alignment = 2 : i64, invariant}> {opencl.metadata = {noundef}} : (!llvm.ptr<4>) -> i16
// CHECK-NEXT:    llvm.getelementptr inbounds %[[IMPLICIT]][40]
// CHECK-NEXT:    "llvm.load"(%{{.*}}) <{alignment = 8 : i64, invariant}> : (!llvm.ptr<4>) -> i64
// CHECK:         llvm.getelementptr inbounds %[[DISPATCH]][4]

// The null pointer to local memory is what the generic one casts to.
// CHECK:         %[[ZERO:.*]] = llvm.mlir.zero : !llvm.ptr{{$}}
// CHECK-NEXT:    llvm.addrspacecast %[[ZERO]] : !llvm.ptr to !llvm.ptr<3>
// CHECK-NEXT:    llvm.mlir.zero : !llvm.ptr<1>
// CHECK-NEXT:    llvm.return

// gfx10 and later have a choice of waves.
// GFX11: llvm.func amdgpu_kernelcc @kernel
// GFX11-SAME: target_features = #llvm.target_features<["+wavefrontsize32", "-wavefrontsize64"]>

// Overloaded intrinsics carry address spaces in their names; calls and functions lose
// SPIR's calling convention.
llvm.func internal spir_funccc @helper(%ha: !llvm.ptr, %hb: !llvm.ptr<2>) -> i32 {
  llvm.call_intrinsic "llvm.prefetch.p2"(%hb) : (!llvm.ptr<2>) -> ()
  %0 = llvm.call @helper2(%ha) : (!llvm.ptr) -> i32
  llvm.return %0 : i32
}
llvm.func internal @helper2(%hc: !llvm.ptr {llvm.byval = !llvm.array<2 x !llvm.ptr<2>>}) -> i32 {
  %0 = llvm.load %hc : !llvm.ptr -> i32
  llvm.return %0 : i32
}

// CHECK: llvm.func internal @helper(%ha: !llvm.ptr<5>, %hb: !llvm.ptr<4>) -> i32
// CHECK-SAME: "convergent", "norecurse", "nounwind"
// CHECK-NEXT: llvm.call_intrinsic "llvm.prefetch.p4"(%hb) : (!llvm.ptr<4>) -> ()
// CHECK-NEXT: llvm.call @helper2(%ha) {arg_attrs = [{llvm.byval = !llvm.array<2 x !llvm.ptr<4>>}]} : (!llvm.ptr<5>) -> i32
// CHECK: llvm.func internal @helper2(%hc: !llvm.ptr<5> {llvm.byval = !llvm.array<2 x !llvm.ptr<4>>}) -> i32

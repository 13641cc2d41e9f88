// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: opencl.kernel @scale(%data: !llvm.ptr<1> {opencl.name = "data", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "restrict const", llvm.noalias}, %factor: f32 {opencl.name = "factor"}) attributes {reqd_work_group_size = array<i32: 64, 1, 1>, vec_type_hint = vector<4xf32>} {
// CHECK-GENERIC: "opencl.kernel"()
opencl.kernel @scale(%data: !llvm.ptr<1> {opencl.name = "data", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "restrict const", llvm.noalias}, %factor: f32 {opencl.name = "factor"}) attributes {reqd_work_group_size = array<i32: 64, 1, 1>, vec_type_hint = vector<4xf32>} {
  opencl.return
}

// CHECK-LABEL: opencl.kernel private @hidden(%img: !opencl.image<image2d_t, read_only> {opencl.access = "read_only", opencl.name = "img"}, %size: vector<3xi32> {opencl.access = "read_only", opencl.base_type_name = "__llvm_image_size"}) attributes {reqd_sub_group_size = 32 : i32, vec_type_hint = i32, vec_type_hint_signed, work_group_size_hint = array<i32: 8, 8, 1>} {
// CHECK-GENERIC: "opencl.kernel"()
opencl.kernel private @hidden(%img: !opencl.image<image2d_t, read_only> {opencl.access = "read_only", opencl.name = "img"}, %size: vector<3xi32> {opencl.access = "read_only", opencl.base_type_name = "__llvm_image_size"}) attributes {reqd_sub_group_size = 32 : i32, vec_type_hint = i32, vec_type_hint_signed, work_group_size_hint = array<i32: 8, 8, 1>} {
  opencl.return
}

// CHECK-LABEL: opencl.kernel @declared(!llvm.ptr<3>, !opencl.sampler, !opencl.pipe<i32, write_only>)
// CHECK-GENERIC: "opencl.kernel"()
opencl.kernel @declared(!llvm.ptr<3>, !opencl.sampler, !opencl.pipe<i32, write_only>)

// CHECK-LABEL: opencl.kernel @by_value(%s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>}, %t: !llvm.struct<(i64, i8)>, %m: memref<?xf32, #opencl.address_space<constant>>) {
// CHECK-GENERIC: "opencl.kernel"()
opencl.kernel @by_value(%s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>}, %t: !llvm.struct<(i64, i8)>, %m: memref<?xf32, #opencl.address_space<constant>>) {
  opencl.return
}

// CHECK-LABEL: opencl.kernel @caller(%data: !llvm.ptr<1>, %factor: f32, %c: i1) {
// CHECK-GENERIC: "opencl.kernel"()
opencl.kernel @caller(%data: !llvm.ptr<1>, %factor: f32, %c: i1) {
  // CHECK-NEXT: opencl.call_kernel @scale(%data, %factor) : !llvm.ptr<1>, f32
  // CHECK-GENERIC: "opencl.call_kernel"(
  opencl.call_kernel @scale(%data, %factor) : !llvm.ptr<1>, f32
  // CHECK-NEXT: opencl.call_kernel @nothing()
  // CHECK-GENERIC: "opencl.call_kernel"(
  opencl.call_kernel @nothing()
  cf.cond_br %c, ^bb0, ^bb1
^bb0:
  opencl.return
^bb1:
  opencl.return
}

// CHECK-LABEL: opencl.kernel @nothing() {
// CHECK-GENERIC: "opencl.kernel"()
opencl.kernel @nothing() {
  opencl.return
}

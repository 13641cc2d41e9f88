// What upstream refuses of matrices is refused, with a cause.
// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: a matrix is an "AOp", a "BOp" or a "COp", not a "DOp"
func.func @f(%m: !gpu.mma_matrix<16x16xf16, "DOp">) {
  func.return
}

// -----

// CHECK: a matrix has two dimensions, this one has 1
func.func @f(%m: !gpu.mma_matrix<16xf16, "AOp">) {
  func.return
}

// -----

// CHECK: a matrix has a static shape; write two numbers
func.func @f(%m: !gpu.mma_matrix<?x16xf16, "AOp">) {
  func.return
}

// -----

// CHECK: a matrix has elements of si4, ui4, si8, ui8, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ, f16, bf16, f32, f64 or i32, not i8
func.func @f(%m: !gpu.mma_matrix<16x16xi8, "AOp">) {
  func.return
}

// -----

// CHECK: property 'leadDimension' expected in operation 'gpu.subgroup_mma_load_matrix'
func.func @f(%h: memref<32x32xf16>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %h[%i, %i] : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  func.return
}

// -----

// CHECK: Expected attribute index but got i32
func.func @f(%h: memref<32x32xf16>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : i32} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  func.return
}

// -----

// CHECK: false should be of base attribute unit
func.func @f(%h: memref<32x32xf16>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : index, transpose = false} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_load_matrix' needs a memref of i8, i32, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ, f16, bf16, f32 or f64, or of vectors of one dimension of these; got memref<32x32xsi8>
func.func @f(%h: memref<32x32xsi8>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : index} : memref<32x32xsi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
  func.return
}

// -----

// CHECK: needs a memref of i8, i32, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ, f16, bf16, f32 or f64, or of vectors of one dimension of these; got memref<8xvector<2x2xf16>>
func.func @f(%h: memref<8xvector<2x2xf16>>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %h[%i] {leadDimension = 32 : index} : memref<8xvector<2x2xf16>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_load_matrix' needs a memref whose last dimension has a stride of 1; got memref<32x32xf16, strided<[1, 32]>>
func.func @f(%h: memref<32x32xf16, strided<[1, 32]>>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, strided<[1, 32]>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_store_matrix' needs a memref whose last dimension has a stride of 1; got memref<32x32xf32, strided<[1, 32]>>
func.func @f(%h: memref<32x32xf32, strided<[1, 32]>>, %i: index, %m: !gpu.mma_matrix<16x16xf32, "COp">) {
  gpu.subgroup_mma_store_matrix %m, %h[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, strided<[1, 32]>>
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_store_matrix' stores a "COp", got !gpu.mma_matrix<16x16xf16, "AOp">
func.func @f(%h: memref<32x32xf16>, %i: index, %m: !gpu.mma_matrix<16x16xf16, "AOp">) {
  gpu.subgroup_mma_store_matrix %m, %h[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "AOp">, memref<32x32xf16>
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_compute' needs an "AOp", a "BOp" and a "COp" in this order; got "BOp", "AOp" and "COp"
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) {
  %0 = gpu.subgroup_mma_compute %b, %a, %c : !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_compute' multiplies 16x16 by 8x16 and adds 16x16; expected MxK, KxN and MxN
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) {
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<8x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_compute' multiplies 16x8 by 8x16 and adds 8x16; expected MxK, KxN and MxN
func.func @f(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<8x16xf32, "COp">) {
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x16xf16, "BOp"> -> !gpu.mma_matrix<8x16xf32, "COp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_compute' multiplies si4, ui4, si8, ui8, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ, f16, bf16, f32 or f64, not !gpu.mma_matrix<16x16xi32, "AOp">
func.func @f(%a: !gpu.mma_matrix<16x16xi32, "AOp">, %b: !gpu.mma_matrix<16x16xi32, "BOp">, %c: !gpu.mma_matrix<16x16xi32, "COp">) {
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xi32, "AOp">, !gpu.mma_matrix<16x16xi32, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_compute' adds to i32, f16, f32 or f64, not !gpu.mma_matrix<16x16xsi8, "COp">
func.func @f(%a: !gpu.mma_matrix<16x16xsi8, "AOp">, %b: !gpu.mma_matrix<16x16xsi8, "BOp">, %c: !gpu.mma_matrix<16x16xsi8, "COp">) {
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xsi8, "COp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_constant_matrix' makes a matrix of f16 of a value of f32
func.func @f(%x: f32) {
  %0 = "gpu.subgroup_mma_constant_matrix"(%x) : (f32) -> !gpu.mma_matrix<16x16xf16, "AOp">
  func.return
}

// -----

// CHECK: 'gpu.subgroup_mma_constant_matrix' takes a value of si8, ui8, i32, f16, bf16 or f32, not f64
func.func @f(%x: f64) {
  %0 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf64, "COp">
  func.return
}

// -----

// CHECK: expected a !gpu.mma_matrix, got f32
func.func @f(%x: f32) {
  %0 = gpu.subgroup_mma_constant_matrix %x : f32
  func.return
}

// -----

// CHECK: Expected `addf`, `mulf`, `subf`, `maxf`, `minf`, `divf`, `addi`, `muli`, `subi`, `divs`, `divu`, `negatef`, `negates`, or `extf`.
func.func @f(%m: !gpu.mma_matrix<16x16xf16, "COp">) {
  %0 = gpu.subgroup_mma_elementwise sqrt %m : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  func.return
}

// -----

// CHECK: f32 should be of base attribute gpu.mma_matrix
func.func @f(%x: f32) {
  %0 = "gpu.subgroup_mma_elementwise"(%x) <{opType = #gpu<mma_element_wise addf>}> : (f32) -> !gpu.mma_matrix<16x16xf32, "COp">
  func.return
}

// -----

// CHECK: elements of f8E5M2 are those of factors, an "AOp" or a "BOp"
func.func @f(%x: !gpu.mma_matrix<16x16xf8E5M2, "COp">) {
  func.return
}

// -----

// CHECK: a matrix has elements of si4, ui4, {{.*}}, not f8E4M3
func.func @f(%x: !gpu.mma_matrix<16x16xf8E4M3, "AOp">) {
  func.return
}

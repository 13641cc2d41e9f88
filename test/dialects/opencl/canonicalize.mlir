// RUN: xdsl-opt %s -p canonicalize | filecheck %s
// RUN: xdsl-opt %s -p canonicalize > %t.mlir
// RUN: xdsl-opt %t.mlir -p canonicalize | diff %t.mlir -

// CHECK-LABEL: func.func @image_dim
// CHECK-SAME: %[[IMG:.*]]: !opencl.image<image3d_t, read_only>
func.func @image_dim(%img: !opencl.image<image3d_t, read_only>) -> (i32, i32, i32, i32) {
  %d = opencl.get_image_dim %img : !opencl.image<image3d_t, read_only> -> vector<4xi32>
  %w = vector.extract %d[0] : i32 from vector<4xi32>
  %one = llvm.mlir.constant(1 : i32) : i32
  %h = llvm.extractelement %d[%one : i32] : vector<4xi32>
  %z = vector.extract %d[2] : i32 from vector<4xi32>
  %p = vector.extract %d[3] : i32 from vector<4xi32>
  // CHECK-NOT: get_image_dim
  // CHECK: opencl.get_image_width
  // CHECK: opencl.get_image_height
  // CHECK: opencl.get_image_depth
  // CHECK: arith.constant 0 : i32
  func.return %w, %h, %z, %p : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @image_dim_stays
func.func @image_dim_stays(%img: !opencl.image<image2d_t, read_only>, %i: index) -> (vector<2xi32>, i32) {
  // CHECK: opencl.get_image_dim
  // CHECK-NEXT: vector.extract
  %d = opencl.get_image_dim %img : !opencl.image<image2d_t, read_only> -> vector<2xi32>
  %w = vector.extract %d[%i] : i32 from vector<2xi32>
  func.return %d, %w : vector<2xi32>, i32
}

// CHECK-LABEL: func.func @dimensions
func.func @dimensions(%d: i32) -> (i64, i64, i32, index, i64) {
  %two = arith.constant 2 : i32
  %negative = arith.constant -1 : i32
  // CHECK: opencl.get_global_id 2 : i64
  %0 = opencl.get_global_id %two : i64
  // CHECK-NEXT: opencl.get_global_id %{{.*}} : i64
  %1 = opencl.get_global_id %d : i64
  // A dimension that no launch has: 0 for ids, 1 for sizes.
  // CHECK-NEXT: arith.constant 0 : i32
  %2 = opencl.get_local_id 3 : i32
  // CHECK-NEXT: arith.constant 1 : index
  %3 = opencl.get_num_groups 17 : index
  // CHECK-NEXT: arith.constant 1 : i64
  %4 = opencl.get_local_size %negative : i64
  func.return %0, %1, %2, %3, %4 : i64, i64, i32, index, i64
}

// CHECK-LABEL: opencl.kernel @sized
opencl.kernel @sized(%p: !llvm.ptr<1>) attributes {reqd_work_group_size = array<i32: 64, 1, 1>, reqd_sub_group_size = 32 : i32} {
  // CHECK-NEXT: arith.constant 64 : i32
  %0 = opencl.get_enqueued_local_size 0 : i32
  // CHECK-NEXT: arith.constant 0 : i32
  %1 = opencl.get_local_id 1 : i32
  // A kernel may run in smaller work-groups at the edge, never smaller than 1.
  // CHECK-NEXT: opencl.get_local_size 0 : i32
  %2 = opencl.get_local_size 0 : i32
  // CHECK-NEXT: arith.constant 1 : i32
  %3 = opencl.get_local_size 2 : i32
  // CHECK-NEXT: opencl.get_local_id 0 : i32
  %4 = opencl.get_local_linear_id : i32
  // CHECK-NEXT: arith.constant 32 : i32
  %5 = opencl.get_max_sub_group_size : i32
  // CHECK-NEXT: opencl.get_local_id 0 : i32
  %6 = opencl.get_local_id 0 : i32
  // CHECK-NEXT: "test.op"
  "test.op"(%0, %1, %2, %3, %4, %5, %6) : (i32, i32, i32, i32, i32, i32, i32) -> ()
  opencl.return
}

// No sub-group is larger than its work-group, whose size must be known.
// CHECK-LABEL: opencl.kernel @small
opencl.kernel @small() attributes {reqd_work_group_size = array<i32: 3, 4, 1>, reqd_sub_group_size = 32 : i32} {
  // CHECK-NEXT: arith.constant 12 : i32
  %0 = opencl.get_max_sub_group_size : i32
  "test.op"(%0) : (i32) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @any
opencl.kernel @any() attributes {reqd_sub_group_size = 32 : i32} {
  // CHECK-NEXT: opencl.get_max_sub_group_size : i32
  %0 = opencl.get_max_sub_group_size : i32
  "test.op"(%0) : (i32) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @uniform
opencl.kernel @uniform() attributes {reqd_work_group_size = array<i32: 8, 8, 1>, passthrough = [["uniform-work-group-size", "true"]]} {
  // CHECK: arith.constant 8 : i32
  %0 = opencl.get_local_size 0 : i32
  // CHECK-NEXT: opencl.get_local_linear_id
  %1 = opencl.get_local_linear_id : i32
  "test.op"(%0, %1) : (i32, i32) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @called
opencl.kernel @called() attributes {reqd_work_group_size = array<i32: 64, 1, 1>} {
  // It also runs in the work-groups of its caller.
  // CHECK-NEXT: opencl.get_local_id 1
  %0 = opencl.get_local_id 1 : i32
  "test.op"(%0) : (i32) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @caller
opencl.kernel @caller() attributes {reqd_work_group_size = array<i32: 1, 1, 1>} {
  // CHECK-NEXT: opencl.call_kernel @called()
  opencl.call_kernel @called()
  // CHECK-NEXT: arith.constant 0 : i64
  %0 = opencl.get_local_linear_id : i64
  "test.op"(%0) : (i64) -> ()
  opencl.return
}

// CHECK-LABEL: func.func @sampler
func.func @sampler(%bits: i32) -> (!opencl.sampler, !opencl.sampler) {
  // CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR
  %c = arith.constant 39 : i32
  // CHECK-NEXT: opencl.sampler_constant <normalized = true, addressing = repeat, filter = linear>
  %0 = opencl.translate_sampler %c
  // CHECK-NEXT: opencl.translate_sampler
  %1 = opencl.translate_sampler %bits
  func.return %0, %1 : !opencl.sampler, !opencl.sampler
}

// CHECK-LABEL: func.func @as
func.func @as(%x: vector<4xf32>, %f: f32) -> (vector<4xf32>, vector<2xf64>, i32, i32) {
  %0 = opencl.as %x : vector<4xf32> -> vector<4xi32>
  %1 = opencl.as %0 : vector<4xi32> -> vector<4xf32>
  // CHECK-NEXT: opencl.as %{{.*}} : vector<4xf32> -> vector<2xf64>
  %2 = opencl.as %0 : vector<4xi32> -> vector<2xf64>
  %one = arith.constant 1.0 : f32
  // CHECK-NEXT: arith.constant 1065353216 : i32
  %3 = opencl.as %one : f32 -> i32
  // CHECK-NEXT: opencl.as %{{.*}} : f32 -> i32
  %4 = opencl.as %f : f32 -> i32
  func.return %1, %2, %3, %4 : vector<4xf32>, vector<2xf64>, i32, i32
}

// CHECK-LABEL: func.func @convert
// CHECK-SAME: %[[B:.*]]: i8, %[[I:.*]]: i32, %[[F:.*]]: f32
func.func @convert(%b: i8, %i: i32, %f: f32) -> (i32, i32, i8, i8, i32, f32) {
  // The same type.
  %0 = opencl.convert %i : i32 -> unsigned i32
  // Clamps negative numbers.
  // CHECK-NEXT: %[[CLAMP:.*]] = opencl.convert saturate %[[I]]
  %1 = opencl.convert saturate %i : i32 -> unsigned i32
  // There and back through a type that holds every number.
  %2 = opencl.convert %b : i8 -> f32
  %3 = opencl.convert %2 : f32 -> i8
  %4 = opencl.convert %b : unsigned i8 -> i16
  %5 = opencl.convert saturate %4 : i16 -> unsigned i8
  // A float does not hold every 32-bit integer.
  // CHECK-NEXT: %[[LOSSY:.*]] = opencl.convert %[[I]] : i32 -> f32
  // CHECK-NEXT: %[[BACK:.*]] = opencl.convert %[[LOSSY]]
  %6 = opencl.convert %i : i32 -> f32
  %7 = opencl.convert %6 : f32 -> i32
  %8 = opencl.convert %f : f32 -> f64
  %9 = opencl.convert round rtz %8 : f64 -> f32
  // CHECK-NEXT: func.return %[[I]], %[[CLAMP]], %[[B]], %[[B]], %[[BACK]], %[[F]]
  func.return %0, %1, %3, %5, %7, %9 : i32, i32, i8, i8, i32, f32
}

// CHECK-LABEL: func.func @convert_constants
func.func @convert_constants() -> (i32, i32, i8, i8, i8, f32, f16, vector<2xi8>, i8) {
  %h = arith.constant 2.5 : f32
  // CHECK-NEXT: arith.constant 2 : i32
  %0 = opencl.convert %h : f32 -> i32
  // CHECK-NEXT: arith.constant 3 : i32
  %1 = opencl.convert round rtp %h : f32 -> i32
  // CHECK-NEXT: %[[BIG:.*]] = arith.constant 1.000000e+03 : f32
  %big = arith.constant 1000.0 : f32
  // CHECK-NEXT: arith.constant 127 : i8
  %2 = opencl.convert saturate %big : f32 -> i8
  // CHECK-NEXT: arith.constant -1 : i8
  %3 = opencl.convert saturate %big : f32 -> unsigned i8
  %nan = arith.constant 0x7FC00000 : f32
  // CHECK-NEXT: arith.constant 0 : i8
  %4 = opencl.convert saturate %nan : f32 -> i8
  // 2^24 + 1 lies halfway between two floats; 0x4B800000 is 2^24.
  %odd = arith.constant 16777217 : i32
  // CHECK-NEXT: arith.constant 0x4B800000 : f32
  %5 = opencl.convert %odd : i32 -> f32
  %tiny = arith.constant 0.1 : f64
  // CHECK-NEXT: arith.constant 9.997560e-02 : f16
  %6 = opencl.convert round rtz %tiny : f64 -> f16
  %v = arith.constant dense<[-1, 300]> : vector<2xi32>
  // CHECK-NEXT: arith.constant dense<[-1, 44]> : vector<2xi8>
  %7 = opencl.convert %v : vector<2xi32> -> vector<2xi8>
  // Out of range without saturation: the implementation's choice.
  // CHECK-NEXT: opencl.convert %[[BIG]]
  %8 = opencl.convert %big : f32 -> i8
  func.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i32, i32, i8, i8, i8, f32, f16, vector<2xi8>, i8
}

// CHECK-LABEL: func.func @integers
func.func @integers() {
  %a = arith.constant -5 : i32
  %b = arith.constant 3 : i32
  %c = arith.constant 7 : i32
  %v = arith.constant dense<[1, -8, 100, 4]> : vector<4xi32>
  // CHECK: %[[R:.*]] = arith.constant 5 : i32
  // CHECK-NEXT: "test.op"(%[[R]])
  %0 = opencl.builtin "s_abs"(%a) : (i32) -> i32
  "test.op"(%0) : (i32) -> ()
  // CHECK-NEXT: arith.constant -5 : i32
  %1 = opencl.builtin "u_max"(%a, %b) : (i32, i32) -> i32
  "test.op"(%1) : (i32) -> ()
  // CHECK: arith.constant -8 : i32
  %2 = opencl.builtin "s_mad24"(%a, %b, %c) : (i32, i32, i32) -> i32
  "test.op"(%2) : (i32) -> ()
  // CHECK: arith.constant dense<[3, 3, 7, 4]> : vector<4xi32>
  %3 = opencl.builtin "s_clamp"(%v, %b, %c) : (vector<4xi32>, i32, i32) -> vector<4xi32>
  "test.op"(%3) : (vector<4xi32>) -> ()
  // CHECK: arith.constant 31 : i32
  %4 = opencl.builtin "popcount"(%a) : (i32) -> i32
  "test.op"(%4) : (i32) -> ()
  // CHECK: arith.constant -33 : i32
  %5 = opencl.builtin "rotate"(%a, %b) : (i32, i32) -> i32
  "test.op"(%5) : (i32) -> ()
  // CHECK: arith.constant -1 : i32
  %6 = opencl.builtin "s_hadd"(%a, %b) : (i32, i32) -> i32
  // CHECK-NEXT: arith.constant 2 : i32
  %7 = opencl.builtin "u_mul_hi"(%a, %b) : (i32, i32) -> i32
  // CHECK-NEXT: arith.constant 2147483647 : i32
  // CHECK-NEXT: arith.constant 2147483647 : i32
  %max = arith.constant 2147483647 : i32
  %8 = opencl.builtin "s_add_sat"(%max, %b) : (i32, i32) -> i32
  // CHECK-NEXT: "test.op"
  "test.op"(%6, %7, %8) : (i32, i32, i32) -> ()
  // Out of 24 bits, or an empty range: not defined.
  // CHECK: opencl.builtin "s_mul24"
  %9 = opencl.builtin "s_mul24"(%max, %b) : (i32, i32) -> i32
  // CHECK-NEXT: opencl.builtin "s_clamp"
  %10 = opencl.builtin "s_clamp"(%a, %c, %b) : (i32, i32, i32) -> i32
  "test.op"(%9, %10) : (i32, i32) -> ()
  func.return
}

// CHECK-LABEL: func.func @floats
func.func @floats(%x: f32) {
  %a = arith.constant -2.5 : f32
  %b = arith.constant 0.5 : f32
  // CHECK-NEXT: arith.constant 5.000000e-01 : f32
  %0 = opencl.builtin "fmax"(%a, %b) : (f32, f32) -> f32
  // CHECK-NEXT: arith.constant -2.000000e+00 : f32
  %1 = opencl.builtin "rint"(%a) : (f32) -> f32
  // CHECK-NEXT: arith.constant -3.000000e+00 : f32
  %2 = opencl.builtin "round"(%a) : (f32) -> f32
  // CHECK-NEXT: arith.constant 1 : i32
  %3 = opencl.builtin "isless"(%a, %b) : (f32, f32) -> i32
  %v = arith.constant dense<[1.0, -1.0]> : vector<2xf32>
  // CHECK-NEXT: arith.constant dense<[0, -1]> : vector<2xi32>
  %4 = opencl.builtin "signbit"(%v) : (vector<2xf32>) -> vector<2xi32>
  // CHECK-NEXT: "test.op"
  "test.op"(%0, %1, %2, %3, %4) : (f32, f32, f32, i32, vector<2xi32>) -> ()
  // Not exact but known, or not constant.
  // CHECK-NEXT: arith.constant -0.598472118 : f32
  %5 = opencl.builtin "sin"(%a) : (f32) -> f32
  // CHECK-NEXT: opencl.builtin "fmax"
  %6 = opencl.builtin "fmax"(%x, %x) : (f32, f32) -> f32
  "test.op"(%5, %6) : (f32, f32) -> ()
  func.return
}

// CHECK-LABEL: func.func @select
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[V:.*]]: vector<2xi32>, %[[W:.*]]: vector<2xi32>
func.func @select(%a: i32, %b: i32, %v: vector<2xi32>, %w: vector<2xi32>) -> (i32, i32, vector<2xi32>, vector<2xi32>) {
  %one = arith.constant 1 : i32
  %ones = arith.constant dense<1> : vector<2xi32>
  %mixed = arith.constant dense<[-1, 1]> : vector<2xi32>
  %0 = opencl.builtin "select"(%a, %b, %one) : (i32, i32, i32) -> i32
  // Elements of a vector look at the most significant bit only.
  %1 = opencl.builtin "select"(%v, %w, %ones) : (vector<2xi32>, vector<2xi32>, vector<2xi32>) -> vector<2xi32>
  // CHECK: %[[MIXED:.*]] = opencl.builtin "select"
  %2 = opencl.builtin "select"(%v, %w, %mixed) : (vector<2xi32>, vector<2xi32>, vector<2xi32>) -> vector<2xi32>
  %3 = opencl.builtin "s_min"(%b, %b) : (i32, i32) -> i32
  // CHECK-NEXT: func.return %[[B]], %[[B]], %[[V]], %[[MIXED]]
  func.return %0, %3, %1, %2 : i32, i32, vector<2xi32>, vector<2xi32>
}

// CHECK-LABEL: func.func @dead
func.func @dead(%ro: !opencl.image<image2d_t, read_only>, %rw: !opencl.image<image2d_t, read_write>, %at: vector<2xi32>, %i: i32, %p: !llvm.ptr<1>, %n: i64) {
  %0 = opencl.get_image_width %ro : !opencl.image<image2d_t, read_only> -> i32
  %1 = opencl.read_image f %ro[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %2 = opencl.read_image f %rw[%at] : !opencl.image<image2d_t, read_write>, vector<2xi32> -> vector<4xf32>
  %3 = opencl.get_global_id 0 : i32
  %4 = opencl.builtin "s_abs"(%i) : (i32) -> i32
  %5 = opencl.vload %p[%n] : !llvm.ptr<1>, i64 -> vector<4xf32>
  // What others can see stays.
  // CHECK-NEXT: opencl.atomic_rmw
  %6 = opencl.atomic_rmw add relaxed device %p, %i : !llvm.ptr<1>, i32
  // CHECK-NEXT: opencl.work_group_reduce
  %7 = opencl.work_group_reduce add %i : i32
  // CHECK-NEXT: opencl.barrier local
  opencl.barrier local
  // CHECK-NEXT: opencl.printf
  %8 = opencl.printf "%d"(%i) : i32
  // CHECK-NEXT: func.return
  func.return
}

// Bits of one number by any mask are that number.
// CHECK-LABEL: func.func @same_bits(
// CHECK-NEXT: func.return %a : i32
func.func @same_bits(%a: i32, %m: i32) -> i32 {
  %0 = opencl.builtin "bitselect"(%a, %a, %m) : (i32, i32, i32) -> i32
  func.return %0 : i32
}

// Any number but zero is true for a scalar. The low bits of an index count in a shuffle.
// CHECK-LABEL: func.func @constants(
// CHECK-NEXT: %[[B:.*]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V:.*]] = arith.constant dense<[10, 10, 20, 10]> : vector<4xi32>
// CHECK-NEXT: func.return %[[B]], %[[V]]
func.func @constants() -> (i32, vector<4xi32>) {
  %a = arith.constant 3 : i32
  %b = arith.constant 5 : i32
  %one = arith.constant 1 : i32
  %0 = opencl.builtin "select"(%a, %b, %one) : (i32, i32, i32) -> i32
  %v = arith.constant dense<[10, 20]> : vector<2xi32>
  %m = arith.constant dense<[6, 0, 5, 2]> : vector<4xi32>
  %1 = opencl.builtin "shuffle"(%v, %m) : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
  func.return %0, %1 : i32, vector<4xi32>
}

// RUN: xdsl-opt %s -p opencl-assign-resource-ids --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-assign-resource-ids,opencl-assign-resource-ids --split-input-file | filecheck %s

// Each access kind counts for itself, 2D and 3D together.

// CHECK:       opencl.kernel @foo(%a: !opencl.image<image2d_t, read_only> {opencl.name = "a", opencl.resource_id = 0 : i32},
// CHECK-SAME:    %b: !opencl.image<image3d_t, read_only> {opencl.resource_id = 1 : i32},
// CHECK-SAME:    %c: !opencl.image<image2d_t, write_only> {opencl.resource_id = 0 : i32},
// CHECK-SAME:    %d: !opencl.image<image3d_t, write_only> {opencl.resource_id = 1 : i32}, %out: !llvm.ptr<1>) {
// CHECK-NEXT:    %ia = arith.constant 0 : i32
// CHECK-NEXT:    %ib = arith.constant 1 : i32
// CHECK-NEXT:    %ic = arith.constant 0 : i32
// CHECK-NEXT:    %id = arith.constant 1 : i32
opencl.kernel @foo(%a: !opencl.image<image2d_t, read_only> {opencl.name = "a"}, %b: !opencl.image<image3d_t, read_only>,
                   %c: !opencl.image<image2d_t, write_only>, %d: !opencl.image<image3d_t, write_only>, %out: !llvm.ptr<1>) {
  %ia = opencl.image_resource_id %a : !opencl.image<image2d_t, read_only> -> i32
  %ib = opencl.image_resource_id %b : !opencl.image<image3d_t, read_only> -> i32
  %ic = opencl.image_resource_id %c : !opencl.image<image2d_t, write_only> -> i32
  %id = opencl.image_resource_id %d : !opencl.image<image3d_t, write_only> -> i32
  func.call @use(%ia, %ib, %ic, %id) : (i32, i32, i32, i32) -> ()
  opencl.return
}
func.func private @use(i32, i32, i32, i32)

// read_write images and samplers have counters of their own; what is not used counts;
// numbers begin again in every kernel. Companions are not images.

// CHECK:       opencl.kernel @mixed(
// CHECK-SAME:    %s0: !opencl.sampler {opencl.resource_id = 0 : i32},
// CHECK-SAME:    %x0: !opencl.image<image1d_t, read_write> {opencl.resource_id = 0 : i32},
// CHECK-SAME:    %r0: !opencl.image<image2d_array_t, read_only> {opencl.resource_id = 0 : i32},
// CHECK-SAME:    %size: vector<3xi32> {opencl.type_name = "__llvm_image_size"}, %n: i32,
// CHECK-SAME:    %x1: !opencl.image<image1d_buffer_t, read_write> {opencl.resource_id = 1 : i32},
// CHECK-SAME:    %w0: !opencl.image<image2d_t, write_only> {opencl.resource_id = 0 : i32},
// CHECK-SAME:    %s1: !opencl.sampler {opencl.resource_id = 1 : i32},
// CHECK-SAME:    %r1: !opencl.image<image2d_depth_t, read_only> {opencl.resource_id = 1 : i32}) {
// CHECK-NEXT:    %is = arith.constant 1 : i32
// CHECK-NEXT:    %ix = arith.constant 1 : i32
opencl.kernel @mixed(%s0: !opencl.sampler, %x0: !opencl.image<image1d_t, read_write>, %r0: !opencl.image<image2d_array_t, read_only>,
                     %size: vector<3xi32> {opencl.type_name = "__llvm_image_size"}, %n: i32,
                     %x1: !opencl.image<image1d_buffer_t, read_write>, %w0: !opencl.image<image2d_t, write_only>,
                     %s1: !opencl.sampler, %r1: !opencl.image<image2d_depth_t, read_only>) {
  %is = opencl.sampler_resource_id %s1
  %ix = opencl.image_resource_id %x1 : !opencl.image<image1d_buffer_t, read_write> -> i32
  func.call @use(%is, %ix, %is, %ix) : (i32, i32, i32, i32) -> ()
  opencl.return
}

// -----

// The same number on every way is a constant, also in a function; else it follows.

// CHECK-LABEL: opencl.kernel @k1(
// CHECK-NEXT:    %resource_id = arith.constant 1 : i32
// CHECK-NEXT:    func.call @f(%b, %t, %resource_id) : (!opencl.image<image2d_t, read_only>, !opencl.sampler, i32) -> ()
opencl.kernel @k1(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %s: !opencl.sampler, %t: !opencl.sampler) {
  func.call @f(%b, %t) : (!opencl.image<image2d_t, read_only>, !opencl.sampler) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @k2(
// CHECK-DAG:     %[[A:resource_id.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[B:resource_id.*]] = arith.constant 1 : i32
// CHECK:         func.call @f(%b, %s, %[[A]])
// CHECK-NEXT:    %x = arith.select %c, %a, %b : !opencl.image<image2d_t, read_only>
// CHECK-NEXT:    %x_resource_id = arith.select %c, %[[A]], %[[B]] : i32
// CHECK-NEXT:    %y = arith.select %c, %b, %b
// CHECK-NEXT:    %iy = arith.constant 1 : i32
// CHECK-NEXT:    cf.cond_br %c, ^[[NEXT:.*]](%x, %x_resource_id : {{.*}}), ^[[NEXT]](%a, %[[A]] : {{.*}})
// CHECK:       ^[[NEXT]](%z: !opencl.image<image2d_t, read_only>, %z_resource_id: i32):
// CHECK-NEXT:    func.call @use(%x_resource_id, %iy, %z_resource_id)
opencl.kernel @k2(%s: !opencl.sampler, %a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %c: i1) {
  func.call @f(%b, %s) : (!opencl.image<image2d_t, read_only>, !opencl.sampler) -> ()
  %x = arith.select %c, %a, %b : !opencl.image<image2d_t, read_only>
  %ix = opencl.image_resource_id %x : !opencl.image<image2d_t, read_only> -> i32
  %y = arith.select %c, %b, %b : !opencl.image<image2d_t, read_only>
  %iy = opencl.image_resource_id %y : !opencl.image<image2d_t, read_only> -> i32
  cf.cond_br %c, ^next(%x : !opencl.image<image2d_t, read_only>), ^next(%a : !opencl.image<image2d_t, read_only>)
^next(%z: !opencl.image<image2d_t, read_only>):
  %iz = opencl.image_resource_id %z : !opencl.image<image2d_t, read_only> -> i32
  func.call @use(%ix, %iy, %iz) : (i32, i32, i32) -> ()
  opencl.return
}
func.func private @use(i32, i32, i32)

// CHECK:       func.func @f(%i: !opencl.image<image2d_t, read_only>, %s: !opencl.sampler, %s_resource_id: i32) {
// CHECK-NEXT:    %0 = arith.constant 1 : i32
// CHECK-NEXT:    func.call @use(%0, %s_resource_id, %0)
func.func @f(%i: !opencl.image<image2d_t, read_only>, %s: !opencl.sampler) {
  %0 = opencl.image_resource_id %i : !opencl.image<image2d_t, read_only> -> i32
  %1 = opencl.sampler_resource_id %s
  func.call @use(%0, %1, %0) : (i32, i32, i32) -> ()
  func.return
}

// -----

// A loop that only passes one image on.

// CHECK-LABEL: opencl.kernel @loop(
// CHECK:       ^{{.*}}(%i: index, %x: !opencl.image<image2d_t, read_only>):
// CHECK:         %id = arith.constant 1 : i32
opencl.kernel @loop(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %lo: index, %hi: index, %one: index, %out: !llvm.ptr<1>) {
  %r = scf.for %i = %lo to %hi step %one iter_args(%x = %b) -> (!opencl.image<image2d_t, read_only>) {
    %id = opencl.image_resource_id %x : !opencl.image<image2d_t, read_only> -> i32
    llvm.store %id, %out : i32, !llvm.ptr<1>
    scf.yield %x : !opencl.image<image2d_t, read_only>
  }
  opencl.return
}

// -----

// What a loop's condition hands on is one image: the second of those of its kind.
// CHECK-LABEL: opencl.kernel @handed_on(
// CHECK:         ^{{.*}}(%j: i32, %q: !opencl.image<image2d_t, read_only>):
// CHECK-NEXT:      %id = arith.constant 1 : i32
// CHECK-NEXT:      llvm.store %id, %o
opencl.kernel @handed_on(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %o: !llvm.ptr<1>, %c: i32) {
  %zero = arith.constant 0 : i32
  %go = arith.cmpi ne, %c, %zero : i32
  %k, %w = scf.while (%p = %a) : (!opencl.image<image2d_t, read_only>) -> (i32, !opencl.image<image2d_t, read_only>) {
    scf.condition(%go) %c, %b : i32, !opencl.image<image2d_t, read_only>
  } do {
  ^bb0(%j: i32, %q: !opencl.image<image2d_t, read_only>):
    %id = opencl.image_resource_id %q : !opencl.image<image2d_t, read_only> -> i32
    llvm.store %id, %o : i32, !llvm.ptr<1>
    scf.yield %q : !opencl.image<image2d_t, read_only>
  }
  opencl.return
}

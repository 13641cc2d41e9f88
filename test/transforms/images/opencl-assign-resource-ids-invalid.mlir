// RUN: xdsl-opt %s -p opencl-assign-resource-ids --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @k: error: the resource id of this sampler is not known: 'opencl.sampler_constant' makes it, and only sampler arguments are numbered; pass the sampler as an argument of the kernel
// CHECK-NEXT: %i = opencl.sampler_resource_id %s
opencl.kernel @k() {
  %s = opencl.sampler_constant <normalized = false, addressing = clamp, filter = nearest>
  %i = opencl.sampler_resource_id %s
  opencl.return
}

// -----

// CHECK: in @k: error: the resource id of this sampler is not known: 'opencl.get_program_sampler' makes it
opencl.program_sampler @edge <normalized = false, addressing = clamp, filter = nearest>
opencl.kernel @k() {
  %s = opencl.get_program_sampler @edge
  %i = opencl.sampler_resource_id %s
  opencl.return
}

// -----

// CHECK: in @k: error: the resource id of this sampler is not known: 'opencl.translate_sampler' makes it
opencl.kernel @k(%bits: i32) {
  %s = opencl.translate_sampler %bits
  %i = opencl.sampler_resource_id %s
  opencl.return
}

// -----

// One of the ways is a literal.

// CHECK: in @f: error: the resource id of this sampler is not known: 'opencl.sampler_constant' makes it
// CHECK-NEXT: %i = opencl.sampler_resource_id %x
func.func @f(%x: !opencl.sampler) {
  %i = opencl.sampler_resource_id %x
  func.return
}
opencl.kernel @k(%a: !opencl.sampler, %c: i1) {
  %s = opencl.sampler_constant <normalized = false, addressing = clamp, filter = nearest>
  %x = arith.select %c, %a, %s : !opencl.sampler
  func.call @f(%x) : (!opencl.sampler) -> ()
  opencl.return
}

// -----

// CHECK: in @k: error: the resource id of this image is not known: it is made by 'test.op'
opencl.kernel @k() {
  %a = "test.op"() : () -> !opencl.image<image2d_t, read_only>
  %i = opencl.image_resource_id %a : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}

// -----

// CHECK: in @q: error: the resource id of this image is not known: kernel @q is called like a function; run opencl-split-kernel-entries first
opencl.kernel @q(%a: !opencl.image<image2d_t, read_only>) {
  %i = opencl.image_resource_id %a : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}
opencl.kernel @k(%b: !opencl.image<image2d_t, read_only>, %a: !opencl.image<image2d_t, read_only>) {
  opencl.call_kernel @q(%a) : !opencl.image<image2d_t, read_only>
  opencl.return
}

// -----

// CHECK: in @k: error: the resource id of the value cast here is not known: it is argument 0 ('p') of type !llvm.ptr<1> of kernel @k
opencl.kernel @k(%p: !llvm.ptr<1>) {
  %a = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !opencl.image<image2d_t, read_only>
  %i = opencl.image_resource_id %a : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 'n' of type i32 has opencl.resource_id; only images and samplers are numbered
opencl.kernel @k(%n: i32 {opencl.name = "n", opencl.resource_id = 0 : i32}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 's': opencl.resource_id is -1 : i32; expected an i32 from 0
opencl.kernel @k(%s: !opencl.sampler {opencl.name = "s", opencl.resource_id = -1 : i32}) {
  opencl.return
}

// RUN: xdsl-opt %s --parsing-diagnostics --split-input-file | filecheck %s

// CHECK: image type image2d_t needs an access qualifier: read_only, write_only or read_write
func.func private @f(!opencl.image<image2d_t, none>)

// -----

// CHECK: Expected `image1d_t`, `image1d_buffer_t`
func.func private @f(!opencl.image<image4d_t, read_only>)

// -----

// CHECK: a pipe is read_only or write_only
func.func private @f(!opencl.pipe<i32, read_write>)

// -----

// CHECK: Expected `none`, `clamp_to_edge`, `clamp`, `repeat`, or `mirrored_repeat`
opencl.program_sampler @s <normalized = true, addressing = wrap, filter = linear>

// -----

// CHECK: kernel @k has a result; a kernel returns nothing
opencl.kernel @k() -> i32 {
  opencl.return
}

// -----

// CHECK: Expected `local`, `global`, or `image`
func.func @f() {
  opencl.barrier shared
  func.return
}

// -----

// CHECK: fence flag local is given twice
func.func @f() {
  opencl.barrier local|local
  func.return
}

// -----

// CHECK: Expected `xchg`, `add`, `sub`
func.func @f(%p: !llvm.ptr<1>, %i: i32) {
  %0 = opencl.atomic_rmw inc relaxed device %p, %i : !llvm.ptr<1>, i32
  func.return
}

// -----

// CHECK: unknown target field 'cpu'; one of abi, mcpu, features, code_object_version, wave_size
"test.op"() {target = #opencl.target<cpu = "gfx900">} : () -> ()

// -----

// CHECK: target field 'mcpu' is given twice
"test.op"() {target = #opencl.target<mcpu = "gfx900", mcpu = "gfx906">} : () -> ()

// -----

// CHECK: opencl.get_work_dim: Expected one of i32, i64, index, but got f32
func.func @f() {
  %0 = opencl.get_work_dim : f32
  func.return
}

// -----

// CHECK: opencl.atomic_load: Expected a pointer (!llvm.ptr<n>) or a memref, but got i32
func.func @f(%i: i32) {
  %0 = opencl.atomic_load relaxed device %i : i32 -> i32
  func.return
}

// -----

// CHECK: opencl.get_image_width: i32 should be of base attribute opencl.image
func.func @f(%i: i32) {
  %0 = opencl.get_image_width %i : i32 -> i32
  func.return
}

// -----

// CHECK: operand expected
func.func @f() {
  %0 = opencl.get_global_id -1 : i64
  func.return
}

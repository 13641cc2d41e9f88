// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.read_pipe: pipe of type !opencl.pipe<f32, write_only>; expected a read_only one
func.func @f(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  %0 = opencl.read_pipe %w, %p size 4 align 4 : !opencl.pipe<f32, write_only>, !llvm.ptr
  func.return
}

// -----

// CHECK: opencl.write_pipe: pipe of type !opencl.pipe<i8, read_only>; expected a write_only one
func.func @f(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  %0 = opencl.write_pipe %r, %p size 4 align 4 : !opencl.pipe<i8, read_only>, !llvm.ptr
  func.return
}

// -----

// CHECK: opencl.read_pipe: packets of 0 bytes
func.func @f(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  %0 = opencl.read_pipe %r, %p size 0 align 4 : !opencl.pipe<i8, read_only>, !llvm.ptr
  func.return
}

// -----

// CHECK: opencl.read_pipe: alignment 3 of packets of 12 bytes; expected a power of two up to 128
func.func @f(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  %0 = opencl.read_pipe %r, %p size 12 align 3 : !opencl.pipe<i8, read_only>, !llvm.ptr
  func.return
}

// -----

// CHECK: opencl.read_pipe: alignment 8 of packets of 12 bytes
func.func @f(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  %0 = opencl.read_pipe %r, %p size 12 align 8 : !opencl.pipe<i8, read_only>, !llvm.ptr
  func.return
}

// -----

// CHECK: opencl.reserve_pipe: scope device; expected work_item, sub_group, work_group
func.func @f(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  %0 = opencl.reserve_pipe device %r, %i : !opencl.pipe<i8, read_only>
  func.return
}

// -----

// CHECK: opencl.commit_pipe: scope all_svm_devices; expected
func.func @f(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  opencl.commit_pipe all_svm_devices %w, %id : !opencl.pipe<f32, write_only>
  func.return
}

// -----

// CHECK: opencl.read_pipe: pointer of type !llvm.ptr<2> points to constant memory
func.func @f(%r: !opencl.pipe<i8, read_only>, %c: !llvm.ptr<2>) {
  %0 = opencl.read_pipe %r, %c size 4 align 4 : !opencl.pipe<i8, read_only>, !llvm.ptr<2>
  func.return
}

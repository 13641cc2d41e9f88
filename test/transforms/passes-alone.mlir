// Each of these passes runs alone on a module, and what it leaves is read and verified.
//
// RUN: touch %t.bc
// RUN: xdsl-opt %s -p convert-memref-to-llvm | xdsl-opt | filecheck %s --check-prefix=MEMREF
// RUN: xdsl-opt %s -p convert-ub-to-llvm | xdsl-opt | filecheck %s --check-prefix=UB
// RUN: xdsl-opt %s -p convert-vector-to-llvm | xdsl-opt | filecheck %s --check-prefix=VECTOR
// RUN: xdsl-opt %s -p lower-tensors | xdsl-opt | filecheck %s --check-prefix=TENSORS
// RUN: xdsl-opt %s -p 'opencl-link-device-library{path="%t.bc"}' | xdsl-opt | filecheck %s --check-prefix=LIBRARY
// RUN: xdsl-opt %s -p opencl-lower-arguments | xdsl-opt | filecheck %s --check-prefix=ARGUMENTS
// RUN: xdsl-opt %s -p opencl-lower-builtins | xdsl-opt | filecheck %s --check-prefix=BUILTINS
// RUN: xdsl-opt %s -p opencl-lower-images | xdsl-opt | filecheck %s --check-prefix=IMAGES
// RUN: xdsl-opt %s -p opencl-lower-samplers | xdsl-opt | filecheck %s --check-prefix=SAMPLERS
// RUN: xdsl-opt %s -p opencl-lower-sync | xdsl-opt | filecheck %s --check-prefix=SYNC
// RUN: xdsl-opt %s -p opencl-lower-work-items | xdsl-opt | filecheck %s --check-prefix=ITEMS

// MEMREF-NOT: memref.load
// MEMREF: llvm.load
// UB-NOT: ub.poison
// UB: llvm.mlir.poison
// VECTOR-NOT: vector.extract
// VECTOR: llvm.extractelement
// TENSORS-NOT: tensor.
// LIBRARY: @__oclc_ISA_version
// ARGUMENTS: opencl.kernel_arg_addr_space
// BUILTINS-NOT: opencl.builtin
// BUILTINS: llvm.intr.maxnum
// IMAGES-NOT: opencl.read_image
// IMAGES: llvm.amdgcn.image.load
// SAMPLERS-NOT: sampler_constant
// SAMPLERS: @__opencl_sampler
// SYNC-NOT: opencl.barrier
// SYNC: llvm.amdgcn.s.barrier
// ITEMS-NOT: get_global_id
// ITEMS: llvm.amdgcn.workitem.id.x

builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  func.func @memref(%a: memref<4xf32>) {
    %z = arith.constant 0 : index
    %c = memref.load %a[%z] : memref<4xf32>
    func.return
  }
  func.func @ub() {
    %c = ub.poison : i32
    func.return
  }
  func.func @vector(%a: vector<4xf32>) {
    %c = vector.extract %a[1] : f32 from vector<4xf32>
    func.return
  }
  func.func @tensors(%x: f32, %i: index) {
    %t = tensor.splat %x : tensor<4xf32>
    %y = tensor.extract %t[%i] : tensor<4xf32>
    func.return
  }
  llvm.func @__ocml_sin_f32(f32) -> f32
  func.func @builtin(%a: f32) -> f32 {
    %c = opencl.builtin "fmax"(%a, %a) : (f32, f32) -> f32
    func.return %c : f32
  }
  func.func @sampler() -> !opencl.sampler {
    %s = opencl.sampler_constant <normalized = false, addressing = clamp, filter = nearest>
    func.return %s : !opencl.sampler
  }
  opencl.kernel @image(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xi32>, %out: !llvm.ptr<1>) {
    %a = opencl.read_image f %i[%c] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    llvm.store %a, %out : vector<4xf32>, !llvm.ptr<1>
    opencl.return
  }
  opencl.kernel @id(%out: !llvm.ptr<1>) {
    %i = opencl.get_global_id 0 : i32
    llvm.store %i, %out : i32, !llvm.ptr<1>
    opencl.barrier local
    opencl.return
  }
}

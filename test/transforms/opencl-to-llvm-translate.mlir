// REQUIRES: mlir-translate-19
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-to-llvm' -t opencl-mlir | %mlir-translate-19 --mlir-to-llvmir | filecheck %s
// RUN: xdsl-opt %root/examples/four_images.mlir -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-to-llvm' -t opencl-mlir | %mlir-translate-19 --mlir-to-llvmir | filecheck %s --check-prefix=FOUR
// RUN: xdsl-opt %root/examples/gaussian_blur.mlir -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-to-llvm' -t opencl-mlir | %mlir-translate-19 --mlir-to-llvmir | filecheck %s --check-prefix=BLUR
// RUN: xdsl-opt %root/examples/resize.mlir -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1030},opencl-to-llvm' -t opencl-mlir | %mlir-translate-19 --mlir-to-llvmir | filecheck %s --check-prefix=RESIZE

// Upstream's translation reads the llvm level without knowing the opencl dialect.

opencl.kernel @scale(%data: memref<?xf32, #opencl.address_space<global>>, %factor: f32, %s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>, llvm.align = 8 : i64}) {
  %i = opencl.get_global_id 0 : index
  %p = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
  %n = llvm.load %p : !llvm.ptr -> i64
  %limit = arith.index_cast %n : i64 to index
  %in = arith.cmpi ult, %i, %limit : index
  scf.if %in {
    %x = memref.load %data[%i] : memref<?xf32, #opencl.address_space<global>>
    %y = arith.mulf %x, %factor : f32
    memref.store %y, %data[%i] : memref<?xf32, #opencl.address_space<global>>
  }
  opencl.return
}

// CHECK: define amdgpu_kernel void @scale(ptr addrspace(1) %{{.*}}, float %{{.*}}, ptr addrspace(4) byref({ i32, i64 }) align 8 %{{.*}})
// CHECK: call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
// CHECK: load i16, ptr addrspace(4) %{{.*}}, align 2, !invariant.load
// CHECK: "amdgpu-implicitarg-num-bytes"="48"
// FOUR: define amdgpu_kernel void @
// FOUR: @llvm.amdgcn.image.load.3d.v4f32.i32
// FOUR: @llvm.amdgcn.image.store.3d.v4f32.i32
// BLUR: addrspace(3) global
// BLUR: @llvm.amdgcn.image.sample.lz.2d.v4f32.f32
// RESIZE: @llvm.amdgcn.rcp.f32

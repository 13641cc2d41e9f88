// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=mesa3d mcpu=gfx803},opencl-add-implicit-operands,opencl-lower-image-queries,opencl-lower-images' -t opencl-mlir | filecheck %s --check-prefixes=CHECK,MESA
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdgcn-unknown mcpu=gfx803},opencl-lower-image-queries,opencl-lower-images' -t opencl-mlir | filecheck %s --check-prefixes=CHECK,UNKNOWN
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=mesa3d mcpu=gfx900},opencl-add-implicit-operands,opencl-lower-image-queries' -t opencl-mlir | filecheck %s --check-prefix=GFX9

// The argument is the address of the descriptor. Neither ABI has a record after it, so
// sizes that clover does not upload are the hardware's answer.

// CHECK-LABEL: opencl.kernel @read
// CHECK: %[[address:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !opencl.image<image2d_array_t, read_only> to !llvm.ptr<2>
// CHECK: %[[words:.*]] = {{.*}}llvm.load{{.*}}%[[address]]
// CHECK: "llvm.amdgcn.image.getresinfo.2darray.v4f32.i32.v8i32"(%{{.*}}, %{{.*}}, %[[words]], %{{.*}}, %{{.*}}) : (i32, i32, vector<8xi32>, i32, i32) -> vector<4xf32>
// CHECK-NEXT: %[[sizes:.*]] = arith.bitcast
// CHECK: %[[layers:.*]] = arith.constant 2 : i32
// CHECK-NEXT: llvm.extractelement %[[sizes]][%[[layers]] : i32]
// MESA: vector.extract %__size_i[0]
// UNKNOWN-NOT: getresinfo
// UNKNOWN: llvm.extractelement %[[sizes]]
// CHECK: "llvm.amdgcn.image.load.2darray.v4f32.i32.v8i32"
opencl.kernel @read(%i: !opencl.image<image2d_array_t, read_only>, %c: vector<4xi32>, %o: !llvm.ptr<1>) {
  %n = opencl.get_image_array_size %i : !opencl.image<image2d_array_t, read_only> -> i64
  %w = opencl.get_image_width %i : !opencl.image<image2d_array_t, read_only> -> i32
  %v = opencl.read_image f %i[%c] : !opencl.image<image2d_array_t, read_only>, vector<4xi32> -> vector<4xf32>
  llvm.store %v, %o : vector<4xf32>, !llvm.ptr<1>
  llvm.store %n, %o : i64, !llvm.ptr<1>
  llvm.store %w, %o : i32, !llvm.ptr<1>
  opencl.return
}

// The layers of a one-dimensional array are the second number, on gfx9 the third.

// CHECK-LABEL: opencl.kernel @layers
// CHECK: %[[second:.*]] = arith.constant 1 : i32
// CHECK-NEXT: llvm.extractelement %{{.*}}[%[[second]] : i32]
// GFX9-LABEL: opencl.kernel @layers
// GFX9: %[[third:.*]] = arith.constant 2 : i32
// GFX9-NEXT: llvm.extractelement %{{.*}}[%[[third]] : i32]
opencl.kernel @layers(%i: !opencl.image<image1d_array_t, read_only>, %o: !llvm.ptr<1>) {
  %n = opencl.get_image_array_size %i : !opencl.image<image1d_array_t, read_only> -> i64
  llvm.store %n, %o : i64, !llvm.ptr<1>
  opencl.return
}

// Nearest filtering of normalised coordinates needs the size.

// CHECK-LABEL: opencl.kernel @sample
// CHECK: %[[floats:.*]] = {{.*}} "llvm.amdgcn.image.getresinfo.2d.v4f32.i32.v8i32"
// CHECK-NEXT: %[[info:.*]] = arith.bitcast %[[floats]]
// CHECK: %[[height:.*]] = llvm.extractelement %[[info]]
// CHECK-NEXT: arith.uitofp %[[height]] : i32 to f32
// CHECK-NOT: getresinfo
// CHECK: %[[width:.*]] = llvm.extractelement %[[info]]
// CHECK-NEXT: arith.uitofp %[[width]] : i32 to f32
// CHECK: "llvm.amdgcn.image.sample.lz.2d.v4f32.f32.v8i32.v4i32"
opencl.kernel @sample(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xf32>, %o: !llvm.ptr<1>) {
  %s = opencl.sampler_constant <normalized = true, addressing = repeat, filter = nearest>
  %v = opencl.read_image f %i[%c] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  llvm.store %v, %o : vector<4xf32>, !llvm.ptr<1>
  opencl.return
}

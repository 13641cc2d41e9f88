// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-images' -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx90a},opencl-lower-images' -t opencl-mlir | filecheck %s --check-prefix=GFX90A
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx700},opencl-lower-images' -t opencl-mlir | filecheck %s --check-prefix=GFX7

// Every kind of access is compiled in test/unit/test_lower_images.py; here is the form.

// The descriptor is loaded once a block, from the address that the handle is.
opencl.kernel @read(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xi32>) {
  %a = opencl.read_image f %i[%c] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %b = opencl.read_image ui %i[%c] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xi32>
  "test.op"(%a, %b) : (vector<4xf32>, vector<4xi32>) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @read
// CHECK-NEXT:    %[[I1:.*]] = arith.constant 0 : i32
// CHECK-NEXT:    %[[X:.*]] = llvm.extractelement %{{.*}}[%[[I1]] : i32] : vector<2xi32>
// CHECK-NEXT:    %[[I2:.*]] = arith.constant 1 : i32
// CHECK-NEXT:    %[[Y:.*]] = llvm.extractelement %{{.*}}[%[[I2]] : i32] : vector<2xi32>
// CHECK-NEXT:    %[[P:.*]] = builtin.unrealized_conversion_cast %i : !opencl.image<image2d_t, read_only> to !llvm.ptr<2>
// CHECK-NEXT:    %[[R:.*]] = "llvm.load"(%[[P]]) <{alignment = 32 : i64, invariant}> : (!llvm.ptr<2>) -> vector<8xi32>
// CHECK-NEXT:    %[[M:.*]] = arith.constant 15 : i32
// CHECK-NEXT:    %[[Z0:.*]] = arith.constant 0 : i32
// CHECK-NEXT:    %[[Z1:.*]] = arith.constant 0 : i32
// CHECK-NEXT:    llvm.call_intrinsic "llvm.amdgcn.image.load.2d.v4f32.i32.v8i32"(%[[M]], %[[X]], %[[Y]], %[[R]], %[[Z0]], %[[Z1]]) : (i32, i32, i32, vector<8xi32>, i32, i32) -> vector<4xf32>
// CHECK-NOT:     llvm.load
// CHECK:         %[[B:.*]] = llvm.call_intrinsic "llvm.amdgcn.image.load.2d.v4f32.i32.v8i32"
// CHECK-NEXT:    arith.bitcast %[[B]] : vector<4xf32> to vector<4xi32>

// Nearest filtering: the coordinate moves to the beginning of its texel,
// floor(c * size) / size, where the size is 1 for unnormalised coordinates.
opencl.kernel @nearest(%i: !opencl.image<image1d_t, read_only>, %s: !opencl.sampler, %c: f32) {
  %a = opencl.read_image f %i[%c] sampler %s : !opencl.image<image1d_t, read_only>, f32 -> vector<4xf32>
  "test.op"(%a) : (vector<4xf32>) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @nearest
// CHECK:         %[[S:.*]] = "llvm.load"(%{{.*}}) <{alignment = 16 : i64, invariant}> : (!llvm.ptr<2>) -> vector<4xi32>
// CHECK-NEXT:    %[[I3:.*]] = arith.constant 0 : i32
// CHECK-NEXT:    %[[W0:.*]] = llvm.extractelement %[[S]][%[[I3]] : i32] : vector<4xi32>
// CHECK-NEXT:    %[[B15:.*]] = arith.constant 32768 : i32
// CHECK-NEXT:    %[[M15:.*]] = arith.andi %[[W0]], %[[B15]] : i32
// CHECK:         %[[UNNORMALIZED:.*]] = arith.cmpi ne, %[[M15]]
// CHECK:         %[[I4:.*]] = arith.constant 2 : i32
// CHECK-NEXT:    %[[W2:.*]] = llvm.extractelement %[[S]][%[[I4]] : i32] : vector<4xi32>
// CHECK-NEXT:    %[[B84:.*]] = arith.constant 1048576 : i32
// CHECK-NEXT:    %[[M84:.*]] = arith.andi %[[W2]], %[[B84]] : i32
// CHECK:         %[[LINEAR:.*]] = arith.cmpi ne, %[[M84]]
// CHECK:         llvm.getelementptr inbounds %{{.*}}[40]
// CHECK-NEXT:    %[[WIDTH:.*]] = "llvm.load"(%{{.*}}) <{alignment = 4 : i64, invariant}> : (!llvm.ptr<2>) -> i32
// CHECK-NEXT:    %[[FW:.*]] = arith.uitofp %[[WIDTH]] : i32 to f32
// CHECK-NEXT:    %[[SIZE:.*]] = arith.select %[[UNNORMALIZED]], %{{.*}}, %[[FW]] : f32
// CHECK-NEXT:    %[[RCP:.*]] = llvm.call_intrinsic "llvm.amdgcn.rcp.f32"(%[[SIZE]]) : (f32) -> f32
// CHECK-NEXT:    %[[T:.*]] = arith.mulf %{{.*}}, %[[SIZE]] : f32
// CHECK-NEXT:    %[[F:.*]] = llvm.call_intrinsic "llvm.floor.f32"(%[[T]]) : (f32) -> f32
// CHECK-NEXT:    %[[EXACT:.*]] = arith.mulf %[[F]], %[[RCP]] : f32
// CHECK-NEXT:    arith.select %[[LINEAR]], %{{.*}}, %[[EXACT]] : f32
// CHECK:         "llvm.amdgcn.image.sample.lz.1d.v4f32.f32.v8i32.v4i32"
// GFX90A:        "llvm.amdgcn.image.sample.1d.v4f32.f32.v8i32.v4i32"

// A sampler that is known needs no memory, and linear filtering no exactness; the layer is
// rounded.
opencl.kernel @linear(%i: !opencl.image<image2d_array_t, read_only>, %c: vector<4xf32>) {
  %s = opencl.sampler_constant <normalized = true, addressing = repeat, filter = linear>
  %a = opencl.read_image f %i[%c] sampler %s : !opencl.image<image2d_array_t, read_only>, vector<4xf32> -> vector<4xf32>
  "test.op"(%a) : (vector<4xf32>) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @linear
// CHECK:         %[[I5:.*]] = arith.constant 2 : i32
// CHECK-NEXT:    %[[Z:.*]] = llvm.extractelement %{{.*}}[%[[I5]] : i32] : vector<4xf32>
// CHECK:         %[[S:.*]] = arith.constant dense<[268447744, 16773120, -2142240768, 0]> : vector<4xi32>
// CHECK-NEXT:    %[[LAYER:.*]] = llvm.call_intrinsic "llvm.rint.f32"(%[[Z]]) : (f32) -> f32
// CHECK-NOT:     floor
// CHECK:         llvm.call_intrinsic "llvm.amdgcn.image.sample.lz.2darray.v4f32.f32.v8i32.v4i32"(%{{.*}}, %{{.*}}, %{{.*}}, %[[LAYER]], %{{.*}}, %[[S]],

// Integer coordinates are exact after conversion.
opencl.kernel @integer(%i: !opencl.image<image2d_depth_t, read_only>, %s: !opencl.sampler, %c: vector<2xi32>) {
  %a = opencl.read_image f %i[%c] sampler %s : !opencl.image<image2d_depth_t, read_only>, vector<2xi32> -> f32
  "test.op"(%a) : (f32) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @integer
// CHECK:         arith.sitofp
// CHECK-NEXT:    arith.sitofp
// CHECK-NOT:     floor
// CHECK:         "llvm.amdgcn.image.sample.lz.2d.f32.f32.v8i32.v4i32"

// Half data came with gfx8.
opencl.kernel @half(%i: !opencl.image<image3d_t, read_write>, %c: vector<4xi32>) {
  %a = opencl.read_image h %i[%c] : !opencl.image<image3d_t, read_write>, vector<4xi32> -> vector<4xf16>
  opencl.write_image h %a, %i[%c] : vector<4xf16>, !opencl.image<image3d_t, read_write>, vector<4xi32>
  opencl.return
}

// CHECK-LABEL: opencl.kernel @half
// CHECK:         %[[V:.*]] = llvm.call_intrinsic "llvm.amdgcn.image.load.3d.v4f16.i32.v8i32"
// CHECK:         llvm.call_intrinsic "llvm.amdgcn.image.store.3d.v4f16.i32.v8i32"(%[[V]],
// GFX7-LABEL:  opencl.kernel @half
// GFX7:          %[[V:.*]] = llvm.call_intrinsic "llvm.amdgcn.image.load.3d.v4f32.i32.v8i32"
// GFX7-NEXT:     %[[H:.*]] = arith.truncf %[[V]] : vector<4xf32> to vector<4xf16>
// GFX7-NEXT:     %[[W:.*]] = arith.extf %[[H]] : vector<4xf16> to vector<4xf32>
// GFX7:          llvm.call_intrinsic "llvm.amdgcn.image.store.3d.v4f32.i32.v8i32"(%[[W]],

// A buffer image has a buffer descriptor.
opencl.kernel @buffer(%i: !opencl.image<image1d_buffer_t, read_write>, %c: i32) {
  %a = opencl.read_image i %i[%c] : !opencl.image<image1d_buffer_t, read_write>, i32 -> vector<4xi32>
  opencl.write_image i %a, %i[%c] : vector<4xi32>, !opencl.image<image1d_buffer_t, read_write>, i32
  opencl.return
}

// CHECK-LABEL: opencl.kernel @buffer
// CHECK:         %[[R:.*]] = "llvm.load"(%{{.*}}) <{alignment = 16 : i64, invariant}> : (!llvm.ptr<2>) -> vector<4xi32>
// CHECK:         llvm.call_intrinsic "llvm.amdgcn.struct.buffer.load.format.v4f32"(%[[R]], %c, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xi32>, i32, i32, i32, i32) -> vector<4xf32>
// CHECK:         llvm.call_intrinsic "llvm.amdgcn.struct.buffer.store.format.v4f32"(%{{.*}}, %[[R]], %c, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xi32>, i32, i32, i32, i32) -> ()

// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-assign-resource-ids,opencl-lower-images' -t opencl-mlir | filecheck %s

// Two textures are reserved: the second read-only image is texture 3. Integer coordinates
// are texels, so nothing asks the sampler.

// CHECK-LABEL: opencl.kernel @texels
// CHECK: %[[x:.*]] = arith.sitofp %{{.*}} : i32 to f32
// CHECK: %[[y:.*]] = arith.sitofp %{{.*}} : i32 to f32
// CHECK: %[[zero:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK: llvm.insertelement %[[x]], %[[zero]]
// CHECK-NOT: scf.if
// CHECK: %[[texture:.*]] = arith.constant 3 : i32
// CHECK-NEXT: %[[sampler:.*]] = arith.constant 0 : i32
// CHECK-NEXT: llvm.call_intrinsic "llvm.r600.tex"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[texture]], %[[sampler]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
opencl.kernel @texels(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %s: !opencl.sampler, %c: vector<2xi32>, %o: !llvm.ptr<1>) {
  %v = opencl.read_image f %b[%c] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  llvm.store %v, %o : vector<4xf32>, !llvm.ptr<1>
  opencl.return
}

// Bit 0 of the sampler says whether coordinates are normalised; both branches read the
// same texture. The layer of an array is z, rounded, and never normalised.

// CHECK-LABEL: opencl.kernel @layers
// CHECK: %[[layer:.*]] = llvm.call_intrinsic "llvm.rint.f32"
// CHECK: %[[third:.*]] = arith.constant 2 : i32
// CHECK-NEXT: llvm.insertelement %{{.*}}, %{{.*}}[%[[third]] : i32]
// CHECK: %[[word:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !opencl.sampler to i32
// CHECK: %[[bit:.*]] = arith.andi %[[word]]
// CHECK: %[[yes:.*]] = arith.cmpi ne, %[[bit]]
// CHECK-NEXT: scf.if %[[yes]] -> (vector<4xf32>) {
// CHECK-NEXT: %[[one:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[no:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[also:.*]] = arith.constant 0 : i32
// CHECK: arith.constant 2 : i32
// CHECK: "llvm.r600.tex"(%{{.*}}, %[[one]], %[[no]], %[[also]], %{{[0-9a-z_]+}})
// CHECK: } else {
// CHECK: arith.constant 2 : i32
// CHECK: "llvm.r600.tex"
opencl.kernel @layers(%a: !opencl.image<image1d_array_t, read_only>, %s: !opencl.sampler, %c: vector<2xf32>, %o: !llvm.ptr<1>) {
  %v = opencl.read_image ui %a[%c] sampler %s : !opencl.image<image1d_array_t, read_only>, vector<2xf32> -> vector<4xi32>
  llvm.store %v, %o : vector<4xi32>, !llvm.ptr<1>
  opencl.return
}

// One target is reserved.

// CHECK-LABEL: opencl.kernel @write
// CHECK: %[[bits:.*]] = arith.bitcast %{{.*}} : vector<4xf32> to vector<4xi32>
// CHECK: arith.maxsi
// CHECK: arith.maxsi
// CHECK: llvm.insertelement
// CHECK: %[[at:.*]] = llvm.insertelement
// CHECK-NEXT: %[[target:.*]] = arith.constant 2 : i32
// CHECK-NEXT: llvm.call_intrinsic "llvm.r600.rat.store.typed"(%[[bits]], %[[at]], %[[target]])
opencl.kernel @write(%a: !opencl.image<image2d_t, write_only>, %b: !opencl.image<image2d_t, write_only>, %c: vector<2xi32>, %v: vector<4xf32>) {
  opencl.write_image f %v, %b[%c] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  opencl.return
}

// Three images meet: each has its instruction, and the number that came along picks one.

// CHECK-LABEL: func.func private @fill
// CHECK-SAME: %[[id:[a-z_]+]]: i32)
// CHECK: %[[first:.*]] = arith.cmpi eq, %[[id]]
// CHECK-NEXT: scf.if %[[first]] {
// CHECK-NEXT: arith.constant 1 : i32
// CHECK-NEXT: rat.store.typed
// CHECK-NEXT: } else {
// CHECK: %[[second:.*]] = arith.cmpi eq, %[[id]]
// CHECK-NEXT: scf.if %[[second]] {
// CHECK-NEXT: arith.constant 2 : i32
// CHECK-NEXT: rat.store.typed
// CHECK-NEXT: } else {
// CHECK-NEXT: arith.constant 3 : i32
// CHECK-NEXT: rat.store.typed
func.func private @fill(%i: !opencl.image<image2d_t, write_only>, %c: vector<2xi32>, %v: vector<4xi32>) {
  opencl.write_image i %v, %i[%c] : vector<4xi32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  func.return
}
opencl.kernel @three(%a: !opencl.image<image2d_t, write_only>, %b: !opencl.image<image2d_t, write_only>, %e: !opencl.image<image2d_t, write_only>, %c: vector<2xi32>, %v: vector<4xi32>) {
  func.call @fill(%a, %c, %v) : (!opencl.image<image2d_t, write_only>, vector<2xi32>, vector<4xi32>) -> ()
  func.call @fill(%b, %c, %v) : (!opencl.image<image2d_t, write_only>, vector<2xi32>, vector<4xi32>) -> ()
  func.call @fill(%e, %c, %v) : (!opencl.image<image2d_t, write_only>, vector<2xi32>, vector<4xi32>) -> ()
  opencl.return
}

// A depth image is one channel.

// CHECK-LABEL: opencl.kernel @depth
// CHECK: %[[pixel:.*]] = llvm.call_intrinsic "llvm.r600.tex"
// CHECK: llvm.extractelement %[[pixel]]
opencl.kernel @depth(%a: !opencl.image<image2d_depth_t, read_only>, %s: !opencl.sampler, %c: vector<2xi32>, %o: !llvm.ptr<1>) {
  %v = opencl.read_image f %a[%c] sampler %s : !opencl.image<image2d_depth_t, read_only>, vector<2xi32> -> f32
  llvm.store %v, %o : f32, !llvm.ptr<1>
  opencl.return
}

// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-lower-image-queries{source=descriptor}' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},opencl-lower-image-queries{source=descriptor}' | filecheck %s

// The words after a descriptor hold codes of the driver, which tables turn into OpenCL's
// constants: of data types (CLK_SNORM_INT8 = 0x10D0 = 4304) four bits each, of orders
// (CLK_R = 0x10B0 = 4272) five bits each, twelve in a number.
//
// 0xEDCBA987645F3210: code 4 is UNORM_INT24 (0x10DF), 5 is UNORM_SHORT_555 (0x10D5), 6 is
// UNORM_SHORT_565 (0x10D4); from 7 on each is the code less one.
// Orders: A R Rx RG RGx RA RGB RGBx RGBA BGRA ARGB ABGR are 1 0 A 2 B 3 4 C 5 6 7 13, and
// sRGB sRGBx sRGBA sBGRA INTENSITY LUMINANCE DEPTH DEPTH_STENCIL are F 10 11 12 8 9 D E.

// CHECK-LABEL: opencl.kernel @channels
// CHECK:         llvm.getelementptr inbounds %[[IMAGE:.*]][32]
// CHECK:         arith.constant -1311768467478728176 : i64
// CHECK:         arith.constant 4304 : i32
// CHECK-NEXT:    %type = arith.addi
// CHECK:         llvm.getelementptr inbounds %[[IMAGE]][36]
// CHECK:         arith.constant 692645463222986753 : i64
// CHECK:         arith.constant 495305967119 : i64
// CHECK:         arith.constant 4272 : i32
// CHECK-NEXT:    %order = arith.addi
opencl.kernel @channels(%image: !opencl.image<image2d_t, read_only>, %out: !llvm.ptr<1>) {
  %type = opencl.get_image_channel_data_type %image : !opencl.image<image2d_t, read_only> -> i32
  %order = opencl.get_image_channel_order %image : !opencl.image<image2d_t, read_only> -> i32
  llvm.store %type, %out : i32, !llvm.ptr<1>
  llvm.store %order, %out : i32, !llvm.ptr<1>
  opencl.return
}

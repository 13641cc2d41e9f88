// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-image-queries' | filecheck %s --check-prefixes=CHECK,GFX9
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx803},opencl-lower-image-queries' | filecheck %s --check-prefixes=CHECK,GFX8

// The array size moves with gfx9: dword 5, bits 25 to 13, before; dword 4, bits 12 to 0,
// since. The type of the result is the user's size_t.

// CHECK-LABEL: opencl.kernel @array_size(
// GFX9:          llvm.getelementptr inbounds %{{.*}}[16] :
// GFX9-NEXT:     llvm.load
// GFX9-NEXT:     arith.constant 8191 : i32
// GFX8:          llvm.getelementptr inbounds %{{.*}}[20] :
// GFX8-NEXT:     llvm.load
// GFX8-NEXT:     arith.constant 13 : i32
// GFX8-NEXT:     arith.shrui
// GFX8-NEXT:     arith.constant 8191 : i32
// CHECK:         %n = arith.extui %{{.*}} : i32 to i64
// CHECK:         %i = arith.index_cast %{{.*}} : i32 to index
// CHECK:         func.call @use(%n, %i, %{{.*}}) : (i64, index, i32) -> ()
func.func private @use(i64, index, i32)
opencl.kernel @array_size(%a: !opencl.image<image2d_array_t, read_only>) {
  %n = opencl.get_image_array_size %a : !opencl.image<image2d_array_t, read_only> -> i64
  %i = opencl.get_image_array_size %a : !opencl.image<image2d_array_t, read_only> -> index
  %s = opencl.get_image_array_size %a : !opencl.image<image2d_array_t, read_only> -> i32
  func.call @use(%n, %i, %s) : (i64, index, i32) -> ()
  opencl.return
}

// Builtins and printf give on GPUs what they give on the CPU device.
// RUN: xdsl-opencl run %s --global-size 1 --arg zeros:int:6 --arg 2147483647 --arg -5 --dump | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx803 --global-size 1 --arg zeros:int:6 --arg 2147483647 --arg -5 --dump | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx942 --check --global-size 1 --arg zeros:int:6 --arg 2147483647 --arg -5 --dump | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1200 -O0 --global-size 1 --arg zeros:int:6 --arg 2147483647 --arg -5 --dump | filecheck %s

// CHECK: a 2147483647 b -5 c 1.50
// CHECK-NEXT: int32[6] -5 2147483647 2147483647 31 1 -2147483648
opencl.kernel @k(%out: memref<?xi32, #opencl.address_space<global>>, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %f = arith.constant 1.5 : f32
  %min = opencl.builtin "s_min"(%a, %b) : (i32, i32) -> i32
  %sat = opencl.builtin "s_add_sat"(%a, %a) : (i32, i32) -> i32
  %umin = opencl.builtin "u_min"(%a, %b) : (i32, i32) -> i32
  %bits = opencl.builtin "popcount"(%b) : (i32) -> i32
  %less = opencl.builtin "isless"(%f, %f) : (f32, f32) -> i32
  %more = arith.addi %less, %one : i32
  %turned = opencl.builtin "rotate"(%one, %b) : (i32, i32) -> i32
  %last = arith.constant 4 : i32
  %top = opencl.builtin "rotate"(%turned, %last) : (i32, i32) -> i32
  memref.store %min, %out[%c0] : memref<?xi32, #opencl.address_space<global>>
  memref.store %sat, %out[%c1] : memref<?xi32, #opencl.address_space<global>>
  memref.store %umin, %out[%c2] : memref<?xi32, #opencl.address_space<global>>
  memref.store %bits, %out[%c3] : memref<?xi32, #opencl.address_space<global>>
  memref.store %more, %out[%c4] : memref<?xi32, #opencl.address_space<global>>
  memref.store %top, %out[%c5] : memref<?xi32, #opencl.address_space<global>>
  %printed = opencl.printf "a %d b %d c %.2f\n"(%a, %b, %f) : i32, i32, f32
  opencl.return
}

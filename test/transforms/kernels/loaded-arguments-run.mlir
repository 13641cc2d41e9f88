// Explicit arguments as parameters, which LLVM loads, and as loads of ours, of every size.
// RUN: xdsl-opencl run %s --mcpu gfx90a --global-size 1 --arg 7 --arg zeros:double:2 --arg -2 --arg 1.5 --arg 1,2,3,4 --dump | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1030 -O0 --global-size 1 --arg 7 --arg zeros:double:2 --arg -2 --arg 1.5 --arg 1,2,3,4 --dump | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1200 --check --global-size 1 --arg 7 --arg zeros:double:2 --arg -2 --arg 1.5 --arg 1,2,3,4 --dump | filecheck %s

// CHECK: float64[2] 6.5 10.0
opencl.kernel @sum(%a: i8, %out: memref<?xf64, #opencl.address_space<global>>, %b: i16, %c: f64, %d: vector<4xf32>) {
  %x = arith.sitofp %a : i8 to f64
  %y = arith.sitofp %b : i16 to f64
  %xy = arith.addf %x, %y : f64
  %xyc = arith.addf %xy, %c : f64
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  memref.store %xyc, %out[%zero] : memref<?xf64, #opencl.address_space<global>>
  %sum = vector.reduction <add>, %d : vector<4xf32> into f32
  %wide = arith.extf %sum : f32 to f64
  memref.store %wide, %out[%one] : memref<?xf64, #opencl.address_space<global>>
  opencl.return
}

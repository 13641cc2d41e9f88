// RUN: xdsl-opt %s -p convert-math-to-opencl | filecheck %s
// RUN: xdsl-opt %s -p convert-math-to-opencl,convert-math-to-opencl | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},convert-math-to-opencl' | filecheck %s --check-prefix=HOST
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx1100},convert-math-to-opencl' | filecheck %s

// CHECK-LABEL: @functions
func.func @functions(%x: f32, %d: f64, %v: vector<4xf16>) {
  // CHECK: opencl.builtin "erf"(%x) : (f32) -> f32
  %0 = math.erf %x : f32
  // CHECK: opencl.builtin "atan2"(%d, %d) : (f64, f64) -> f64
  %1 = math.atan2 %d, %d : f64
  // CHECK: opencl.builtin "pow"(%v, %v) : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>
  %2 = math.powf %v, %v : vector<4xf16>
  // LLVM's are exact.
  // CHECK: math.sqrt %x : f32
  %3 = math.sqrt %x : f32
  // CHECK: math.fma %x, %x, %x : f32
  %4 = math.fma %x, %x, %x : f32
  func.return
}

// CHECK-LABEL: @flags
func.func @flags(%x: f32, %d: f64) {
  // CHECK: opencl.builtin "sin"(%x) fastmath<nnan> : (f32) -> f32
  %0 = math.sin %x fastmath<nnan> : f32
  // CHECK: opencl.builtin "native_sin"(%x) fastmath<nnan,afn> : (f32) -> f32
  %1 = math.sin %x fastmath<nnan,afn> : f32
  // CHECK: opencl.builtin "native_sqrt"(%x) fastmath<afn> : (f32) -> f32
  %2 = math.sqrt %x fastmath<afn> : f32
  // CHECK: opencl.builtin "sin"(%d) fastmath<afn> : (f64) -> f64
  %3 = math.sin %d fastmath<afn> : f64
  // CHECK: opencl.builtin "acosh"(%x) fastmath<afn> : (f32) -> f32
  %4 = math.acosh %x fastmath<afn> : f32
  func.return
}

// CHECK-LABEL: @powers
func.func @powers(%x: f32, %d: f64, %i: i32, %b: i8, %l: i64) {
  // CHECK: opencl.builtin "pown"(%x, %i) : (f32, i32) -> f32
  %0 = math.fpowi %x, %i : f32, i32
  // CHECK: %[[wide:.*]] = arith.extsi %b : i8 to i32
  // CHECK: opencl.builtin "pown"(%d, %[[wide]]) : (f64, i32) -> f64
  %1 = math.fpowi %d, %b : f64, i8
  // CHECK: %[[x:.*]] = arith.extf %x : f32 to f64
  // CHECK: %[[n:.*]] = arith.sitofp %l : i64 to f64
  // CHECK: %[[size:.*]] = math.absf %[[x]] : f64
  // CHECK: %[[power:.*]] = opencl.builtin "pow"(%[[size]], %[[n]]) : (f64, f64) -> f64
  // CHECK: %[[signed:.*]] = math.copysign %[[power]], %[[x]] : f64
  // CHECK: %[[odd:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : i64
  // CHECK: %[[r:.*]] = arith.select %[[odd]], %[[signed]], %[[power]] : f64
  // CHECK: arith.truncf %[[r]] : f64 to f32
  %2 = math.fpowi %x, %l : f32, i64
  // CHECK: %[[THREE:.*]] = arith.constant -3 : i32
  // CHECK: opencl.builtin "pown"(%x, %[[THREE]]) : (f32, i32) -> f32
  %three = arith.constant -3 : i64
  %3 = math.fpowi %x, %three : f32, i64
  // CHECK: opencl.builtin "pow"
  %long = arith.constant 2147483648 : i64
  %4 = math.fpowi %x, %long : f32, i64
  func.return
}

// CHECK-LABEL: @shapes
func.func @shapes(%r: vector<2x4xf32>, %o: vector<3x5xf32>, %b: vector<2xbf16>, %one: vector<f32>) {
  // CHECK: %[[row:.*]] = vector.extract %r[0] : vector<4xf32> from vector<2x4xf32>
  // CHECK: %[[new:.*]] = opencl.builtin "sin"(%[[row]]) : (vector<4xf32>) -> vector<4xf32>
  // CHECK: %[[first:.*]] = vector.insert %[[new]], %r [0] : vector<4xf32> into vector<2x4xf32>
  // CHECK: vector.extract %r[1]
  // CHECK: vector.insert %{{.*}}, %[[first]] [1]
  %0 = math.sin %r : vector<2x4xf32>
  // CHECK-COUNT-15: opencl.builtin "sin"(%{{.*}}) : (f32) -> f32
  %1 = math.sin %o : vector<3x5xf32>
  // CHECK: %[[wide:.*]] = arith.extf %b : vector<2xbf16> to vector<2xf32>
  // CHECK: %[[exp:.*]] = opencl.builtin "exp"(%[[wide]])
  // CHECK: arith.truncf %[[exp]] : vector<2xf32> to vector<2xbf16>
  %2 = math.exp %b : vector<2xbf16>
  // CHECK: vector.extract %one[] : f32 from vector<f32>
  %3 = math.exp %one : vector<f32>
  func.return
}

// What has no function is left for the error of the conversion.
// CHECK-LABEL: @left
func.func @left(%x: f80) {
  // CHECK: math.erf %x : f80
  %0 = math.erf %x : f80
  func.return
}

// CHECK-LABEL: @brain
func.func @brain(%b: bf16, %n: i32) {
  // CHECK: %[[wide:.*]] = arith.extf %b : bf16 to f32
  // CHECK: opencl.builtin "pown"(%[[wide]], %n) : (f32, i32) -> f32
  %0 = math.fpowi %b, %n : bf16, i32
  func.return
}

// A C library may take one bit of a remainder at a time; LLVM's code for GPUs stays.
// CHECK-LABEL: @remainder
// CHECK: "arith.remf"(%x, %y)
// HOST-LABEL: @remainder
// HOST: opencl.builtin "fmod"(%x, %y) : (f32, f32) -> f32
// HOST: opencl.builtin "fmod"(%v, %v) fastmath<nnan> : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>
func.func @remainder(%x: f32, %y: f32, %v: vector<4xf16>) {
  %0 = arith.remf %x, %y : f32
  %1 = arith.remf %v, %v fastmath<nnan> : vector<4xf16>
  func.return
}

// Each module is refused with the error after it, and lowered once its hint is followed:
// another module (the same where there is none), other passes. ALL lowers for a GPU.

// --- heap: ALL
// error: a kernel cannot allocate memory of type memref<4xi32>; use 'memref.alloca'
opencl.kernel @k() {
  %m = memref.alloc() : memref<4xi32>
  opencl.return
}
// instead
opencl.kernel @k() {
  %m = memref.alloca() : memref<4xi32>
  opencl.return
}

// --- heap, work-group: ALL
// error: #opencl.address_space<local> for work-group memory
opencl.kernel @k() {
  %m = memref.alloc() : memref<4xi32>
  opencl.return
}
// instead
opencl.kernel @k() {
  %m = memref.alloc() : memref<4xi32, #opencl.address_space<local>>
  opencl.return
}

// --- freeing: ALL
// error: remove 'memref.dealloc'
opencl.kernel @k(%m: memref<4xi32, #opencl.address_space<global>>) {
  memref.dealloc %m : memref<4xi32, #opencl.address_space<global>>
  opencl.return
}
// instead
opencl.kernel @k(%m: memref<4xi32, #opencl.address_space<global>>) {
  opencl.return
}

// --- unranked: convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm
// error: use ranked ones
func.func @f(%m: memref<4xi32>) {
  %c = "memref.cast"(%m) : (memref<4xi32>) -> memref<*xi32>
  func.return
}
// instead
func.func @f(%m: memref<4xi32>) {
  %c = "memref.cast"(%m) : (memref<4xi32>) -> memref<?xi32>
  func.return
}

// --- stride: opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm
// error: give the type static sizes and strides
func.func @f(%m: memref<8xf32, strided<[?]>>, %i: index) {
  %x = memref.load %m[%i] : memref<8xf32, strided<[?]>>
  func.return
}
// instead
func.func @f(%m: memref<8xf32, strided<[2]>>, %i: index) {
  %x = memref.load %m[%i] : memref<8xf32, strided<[2]>>
  func.return
}

// --- stride, operands: opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm
// error: use 'memref.reinterpret_cast' with the sizes and strides as operands
func.func @f(%m: memref<8xf32, strided<[?]>>, %i: index) {
  %x = memref.load %m[%i] : memref<8xf32, strided<[?]>>
  func.return
}
// instead
func.func @f(%m: memref<8xf32>, %i: index) {
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [%i] : memref<8xf32> to memref<8xf32, strided<[?]>>
  %x = memref.load %v[%i] : memref<8xf32, strided<[?]>>
  func.return
}

// --- copy with gaps: convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm
// error: run 'lower-scf-to-cf' first
func.func @f(%a: memref<16x8xf32, strided<[16, 2]>>, %b: memref<16x8xf32, strided<[16, 2]>>) {
  "memref.copy"(%a, %b) : (memref<16x8xf32, strided<[16, 2]>>, memref<16x8xf32, strided<[16, 2]>>) -> ()
  func.return
}
// instead: lower-scf-to-cf,convert-cf-to-llvm,convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm

// --- memory space: convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm
// error: memory space "fast" is not supported; use an integer
func.func @f(%m: memref<4xf32, "fast">, %i: index) {
  %x = memref.load %m[%i] : memref<4xf32, "fast">
  func.return
}
// instead
func.func @f(%m: memref<4xf32, 1 : i32>, %i: index) {
  %x = memref.load %m[%i] : memref<4xf32, 1 : i32>
  func.return
}

// --- bare dynamic: convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}
// error: give it static sizes and strides
func.func @f(%m: memref<?xf32>) {
  func.return
}
// instead
func.func @f(%m: memref<4xf32>) {
  func.return
}

// --- image: convert-func-to-llvm
// error: attach a target first: 'opencl-attach-target{abi=... mcpu=...}'
func.func @f(%m: !opencl.image<image2d_t, read_only>) {
  func.return
}
// instead: opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-func-to-llvm

// --- modulo: convert-affine-to-llvm
// error: divide by a positive number
func.func @f(%x: index) {
  %a = affine.apply affine_map<(d0) -> (d0 mod -4)> (%x)
  func.return
}
// instead
func.func @f(%x: index) {
  %a = affine.apply affine_map<(d0) -> (d0 mod 4)> (%x)
  func.return
}

// --- step: convert-affine-to-llvm
// error: needs a positive step, got 0
func.func @f() {
  affine.for %i = 0 to 8 step 0 {
  }
  func.return
}
// instead
func.func @f() {
  affine.for %i = 0 to 8 step 2 {
  }
  func.return
}

// --- parallel with results: convert-affine-to-scf,lower-scf-to-cf
// error: use 'scf.parallel' with 'scf.reduce'
func.func @f(%n: index) {
  %r = "affine.parallel"(%n) <{reductions = ["addi"], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<() -> (8)>, upperBoundsGroups = dense<1> : vector<1xi32>, steps = [1 : i64]}> ({
  ^bb0(%j: index):
    affine.yield %j : index
  }) : (index) -> index
  func.return
}
// instead
func.func @f(%n: index) {
  %z = arith.constant 0 : index
  %r = "scf.parallel"(%z, %n, %n, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%j: index):
    "scf.reduce"(%j) ({
    ^bb1(%a: index, %b: index):
      %c = arith.addi %a, %b : index
      scf.reduce.return %c : index
    }) : (index) -> ()
  }) : (index, index, index, index) -> index
  func.return
}

// --- parallel, numbered: convert-affine-to-scf
// error: needs the numbers of kinds of reductions
func.func @f(%n: index) {
  %r = "affine.parallel"(%n) <{reductions = ["addi"], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<() -> (8)>, upperBoundsGroups = dense<1> : vector<1xi32>, steps = [1 : i64]}> ({
  ^bb0(%j: index):
    affine.yield %j : index
  }) : (index) -> index
  func.return
}
// instead
func.func @f() {
  %r = "affine.parallel"() <{reductions = [1], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<() -> (8)>, upperBoundsGroups = dense<1> : vector<1xi32>, steps = [1 : i64]}> ({
  ^bb0(%j: index):
    affine.yield %j : index
  }) : () -> index
  func.return
}

// --- parallel, wrong kind: convert-affine-to-scf
// error: cannot reduce index by kind 0; use a kind of integers, from 1, 4
func.func @f() {
  %r = "affine.parallel"() <{reductions = [0], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<() -> (8)>, upperBoundsGroups = dense<1> : vector<1xi32>, steps = [1 : i64]}> ({
  ^bb0(%j: index):
    affine.yield %j : index
  }) : () -> index
  func.return
}
// instead
func.func @f() {
  %r = "affine.parallel"() <{reductions = [4], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<() -> (8)>, upperBoundsGroups = dense<1> : vector<1xi32>, steps = [1 : i64]}> ({
  ^bb0(%j: index):
    affine.yield %j : index
  }) : () -> index
  func.return
}

// --- rounding mode: ALL
// error: use 'opencl.convert' with that rounding mode
opencl.kernel @k(%x: f64) {
  %r = arith.truncf %x downward : f64 to f32
  opencl.return
}
// instead
opencl.kernel @k(%x: f64) {
  %r = opencl.convert round rtn %x : f64 -> f32
  opencl.return
}

// --- complex argument: ALL
// error: pass a vector<2xf32>, and make one of its elements with 'complex.create'
opencl.kernel @k(%z: complex<f32>) {
  %r = complex.re %z : complex<f32>
  opencl.return
}
// instead
opencl.kernel @k(%v: vector<2xf32>) {
  %x = vector.extract %v[0] : f32 from vector<2xf32>
  %y = vector.extract %v[1] : f32 from vector<2xf32>
  %z = complex.create %x, %y : complex<f32>
  %r = complex.re %z : complex<f32>
  opencl.return
}

// --- bounds: ALL
// error: state 'in_bounds'
opencl.kernel @k(%m: memref<?xf32, #opencl.address_space<global>>, %n: index, %p: f32) {
  %r = vector.transfer_read %m[%n], %p : memref<?xf32, #opencl.address_space<global>>, vector<4xf32>
  opencl.return
}
// instead
opencl.kernel @k(%m: memref<?xf32, #opencl.address_space<global>>, %n: index, %p: f32) {
  %r = vector.transfer_read %m[%n], %p {in_bounds = [true]} : memref<?xf32, #opencl.address_space<global>>, vector<4xf32>
  opencl.return
}

// --- sizes: ALL
// error: use 'memref.reinterpret_cast' with the sizes and strides as operands
opencl.kernel @k(%m: memref<?xf32, #opencl.address_space<global>>, %n: index, %p: f32) {
  %r = vector.transfer_read %m[%n], %p : memref<?xf32, #opencl.address_space<global>>, vector<4xf32>
  opencl.return
}
// instead
opencl.kernel @k(%m: memref<?xf32, #opencl.address_space<global>>, %n: index, %p: f32) {
  %s = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<?xf32, #opencl.address_space<global>> to memref<?xf32, #opencl.address_space<global>>
  %r = vector.transfer_read %s[%n], %p : memref<?xf32, #opencl.address_space<global>>, vector<4xf32>
  opencl.return
}

// --- elements that are vectors: ALL
// error: use 'memref.load' and 'memref.store' of its elements
opencl.kernel @k(%m: memref<?xvector<4xf32>, #opencl.address_space<global>>, %n: index, %p: vector<4xf32>) {
  %r = vector.transfer_read %m[%n], %p {in_bounds = [true]} : memref<?xvector<4xf32>, #opencl.address_space<global>>, vector<1x4xf32>
  opencl.return
}
// instead
opencl.kernel @k(%m: memref<?xvector<4xf32>, #opencl.address_space<global>>, %n: index, %p: vector<4xf32>) {
  %r = memref.load %m[%n] : memref<?xvector<4xf32>, #opencl.address_space<global>>
  opencl.return
}

// --- printing: ALL
// error: use 'opencl.printf'
opencl.kernel @k(%x: f32) {
  "vector.print"(%x) : (f32) -> ()
  opencl.return
}
// instead
opencl.kernel @k(%x: f32) {
  opencl.printf "%f"(%x) : f32
  opencl.return
}

// --- poison: ALL
// error: remove the attribute
opencl.kernel @k() {
  %r = ub.poison <1 : i32> : i32
  opencl.return
}
// instead
opencl.kernel @k() {
  %r = ub.poison : i32
  opencl.return
}

// --- scalable vectors: ALL
// error: use vectors of fixed length
opencl.kernel @k(%x: f32) {
  %r = vector.broadcast %x : f32 to vector<[4]xf32>
  opencl.return
}
// instead
opencl.kernel @k(%x: f32) {
  %r = vector.broadcast %x : f32 to vector<4xf32>
  opencl.return
}

// --- f80: ALL
// error: use f64
opencl.kernel @k() {
  %x = ub.poison : f80
  %r = arith.addf %x, %x : f80
  opencl.return
}
// instead
opencl.kernel @k() {
  %x = ub.poison : f64
  %r = arith.addf %x, %x : f64
  opencl.return
}

// --- tf32: ALL
// error: use f16, bf16, f32 or f64
opencl.kernel @k() {
  %x = ub.poison : tf32
  %r = arith.addf %x, %x : tf32
  opencl.return
}
// instead
opencl.kernel @k() {
  %x = ub.poison : bf16
  %r = arith.addf %x, %x : bf16
  opencl.return
}

// --- vector of complex numbers: ALL
// error: use a vector of each part
opencl.kernel @k() {
  %x = ub.poison : vector<4xcomplex<f32>>
  opencl.return
}
// instead
opencl.kernel @k() {
  %x = ub.poison : vector<4xf32>
  %y = ub.poison : vector<4xf32>
  opencl.return
}

// --- rank: ALL
// error: needs a memref of rank 2 or more
opencl.kernel @k(%m: memref<?xf32, #opencl.address_space<global>>, %n: index) {
  %r = vector.load %m[%n] : memref<?xf32, #opencl.address_space<global>>, vector<2x4xf32>
  opencl.return
}
// instead
opencl.kernel @k(%m: memref<?xf32, #opencl.address_space<global>>, %n: index) {
  %c4 = arith.constant 4 : index
  %s = memref.reinterpret_cast %m to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<?xf32, #opencl.address_space<global>> to memref<?x4xf32, #opencl.address_space<global>>
  %r = vector.load %s[%n, %n] : memref<?x4xf32, #opencl.address_space<global>>, vector<2x4xf32>
  opencl.return
}

// --- atomic of i24: ALL
// error: use 8, 16, 32 or 64 bits
opencl.kernel @k() {
  %x = ub.poison : i24
  %i = ub.poison : index
  %m = memref.alloca() : memref<4xi24>
  %r = "memref.atomic_rmw"(%x, %m, %i) <{kind = 1 : i64}> : (i24, memref<4xi24>, index) -> i24
  opencl.return
}
// instead
opencl.kernel @k() {
  %x = ub.poison : i32
  %i = ub.poison : index
  %m = memref.alloca() : memref<4xi32>
  %r = "memref.atomic_rmw"(%x, %m, %i) <{kind = 1 : i64}> : (i32, memref<4xi32>, index) -> i32
  opencl.return
}

// --- functions of math: convert-math-to-llvm
// error: run 'convert-math-to-opencl' first
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func @f(%x: f32) -> f32 {
    %r = math.tan %x : f32
    func.return %r : f32
  }
}
// instead: convert-math-to-opencl,opencl-lower-builtins,convert-math-to-llvm

// --- loops before atomic loops: convert-memref-to-llvm
// error: with 'lower-scf-to-cf'
func.func @f(%m: memref<4xf32>, %i: index, %x: f32, %c: i1) {
  scf.if %c {
    %0 = "memref.atomic_rmw"(%x, %m, %i) <{kind = 9 : i64}> : (f32, memref<4xf32>, index) -> f32
  }
  func.return
}
// instead: lower-scf-to-cf,convert-memref-to-llvm


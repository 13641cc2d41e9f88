// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-vector-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts' -t opencl-mlir | filecheck %s

// CHECK-LABEL: llvm.func @broadcasts
func.func @broadcasts(%x: f32, %v: vector<4xf32>) {
  // CHECK-NEXT: %[[p:.*]] = llvm.mlir.poison : vector<4xf32>
  // CHECK-NEXT: %[[zero:.*]] = llvm.mlir.constant(0) : i64
  // CHECK-NEXT: %[[one:.*]] = llvm.insertelement %x, %[[p]][%[[zero]] : i64] : vector<4xf32>
  // CHECK-NEXT: llvm.shufflevector %[[one]], %[[p]] [0, 0, 0, 0] : vector<4xf32>
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  // CHECK-NEXT: %[[p:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
  // CHECK-NEXT: %[[r:.*]] = llvm.insertvalue %v, %[[p]][0] : !llvm.array<2 x vector<4xf32>>
  // CHECK-NEXT: llvm.insertvalue %v, %[[r]][1] : !llvm.array<2 x vector<4xf32>>
  %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @lanes
func.func @lanes(%y: f32, %u: vector<4xf32>, %m: vector<2x4xf32>, %i: index) {
  // CHECK-NEXT: %[[one:.*]] = llvm.mlir.constant(1) : i64
  // CHECK-NEXT: llvm.extractelement %u[%[[one]] : i64] : vector<4xf32>
  %0 = vector.extract %u[1] : f32 from vector<4xf32>
  // CHECK-NEXT: llvm.extractelement %u[%i : i64] : vector<4xf32>
  %1 = vector.extract %u[%i] : f32 from vector<4xf32>
  // CHECK-NEXT: llvm.extractvalue %m[1] : !llvm.array<2 x vector<4xf32>>
  %2 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  // CHECK-NEXT: llvm.insertelement %y, %u[%i : i64] : vector<4xf32>
  %3 = vector.insert %y, %u[%i] : f32 into vector<4xf32>
  // CHECK-NEXT: llvm.insertvalue %u, %m[0] : !llvm.array<2 x vector<4xf32>>
  %4 = vector.insert %u, %m[0] : vector<4xf32> into vector<2x4xf32>
  // CHECK-NEXT: %[[row:.*]] = llvm.extractvalue %m[1] : !llvm.array<2 x vector<4xf32>>
  // CHECK-NEXT: %[[lane:.*]] = llvm.mlir.constant(2) : i64
  // CHECK-NEXT: %[[new:.*]] = llvm.insertelement %y, %[[row]][%[[lane]] : i64] : vector<4xf32>
  // CHECK-NEXT: llvm.insertvalue %[[new]], %m[1] : !llvm.array<2 x vector<4xf32>>
  %5 = vector.insert %y, %m[1, 2] : f32 into vector<2x4xf32>
  // CHECK-NEXT: llvm.shufflevector %u, %u [0, 5, 2] : vector<4xf32>
  %6 = vector.shuffle %u, %u [0, 5, 2] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: llvm.bitcast %u : vector<4xf32> to vector<8xf16>
  %7 = vector.bitcast %u : vector<4xf32> to vector<8xf16>
  // CHECK-NEXT: llvm.intr.fmuladd(%u, %u, %u) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %8 = vector.fma %u, %u, %u : vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @reductions
func.func @reductions(%z: f32, %w: vector<4xf32>, %k: i32, %q: vector<4xi32>) {
  // CHECK-NEXT: "llvm.intr.vector.reduce.add"(%q) : (vector<4xi32>) -> i32
  %0 = vector.reduction <add>, %q : vector<4xi32> into i32
  // CHECK-NEXT: %[[max:.*]] = "llvm.intr.vector.reduce.umax"(%q) : (vector<4xi32>) -> i32
  // CHECK-NEXT: llvm.intr.umax(%k, %[[max]]) : (i32, i32) -> i32
  %1 = vector.reduction <maxui>, %q, %k : vector<4xi32> into i32
  // CHECK-NEXT: %[[zero:.*]] = llvm.mlir.constant(-0.000000e+00 : f32) : f32
  // CHECK-NEXT: "llvm.intr.vector.reduce.fadd"(%[[zero]], %w) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
  %2 = vector.reduction <add>, %w : vector<4xf32> into f32
  // CHECK-NEXT: "llvm.intr.vector.reduce.fmul"(%z, %w) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %3 = vector.reduction <mul>, %w, %z fastmath<reassoc> : vector<4xf32> into f32
  // CHECK-NEXT: llvm.intr.vector.reduce.fmaximum(%w) : (vector<4xf32>) -> f32
  %4 = vector.reduction <maximumf>, %w : vector<4xf32> into f32
  // CHECK-NEXT: %[[min:.*]] = llvm.intr.vector.reduce.fmin(%w) : (vector<4xf32>) -> f32
  // CHECK-NEXT: llvm.intr.minnum(%[[min]], %z) : (f32, f32) -> f32
  %5 = vector.reduction <minnumf>, %w, %z : vector<4xf32> into f32
  llvm.return
}

// CHECK-LABEL: llvm.func @memory
func.func @memory(%a: memref<8x8xf32, #opencl.address_space<global>>, %n: index, %pad: f32) {
  // CHECK: %[[p:.*]] = llvm.getelementptr inbounds %a[%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK-NEXT: %b = "llvm.load"(%[[p]]) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<4xf32>
  %b = vector.load %a[%n, %n] : memref<8x8xf32, #opencl.address_space<global>>, vector<4xf32>
  // CHECK: %[[q:.*]] = llvm.getelementptr inbounds %a[%{{.*}}]
  // CHECK-NEXT: "llvm.store"(%b, %[[q]]) <{alignment = 4 : i64}> : (vector<4xf32>, !llvm.ptr<1>) -> ()
  vector.store %b, %a[%n, %n] : memref<8x8xf32, #opencl.address_space<global>>, vector<4xf32>
  // CHECK: %mask = llvm.icmp "slt" %{{.*}}, %{{.*}} : vector<4xi64>
  %mask = vector.create_mask %n : vector<4xi1>
  // With a mask the address need not be one of an element.
  // CHECK: %[[r:.*]] = llvm.getelementptr %a[%{{.*}}]
  // CHECK-NEXT: llvm.intr.masked.load %[[r]], %mask, %b {alignment = 4 : i32} : (!llvm.ptr<1>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %c = vector.maskedload %a[%n, %n], %mask, %b : memref<8x8xf32, #opencl.address_space<global>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: llvm.intr.masked.store %b, %{{.*}}, %mask {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr<1>
  vector.maskedstore %a[%n, %n], %mask, %b : memref<8x8xf32, #opencl.address_space<global>>, vector<4xi1>, vector<4xf32>
  // CHECK: "llvm.load"(%{{.*}}) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<4xf32>
  %d = vector.transfer_read %a[%n, %n], %pad {in_bounds = [true]} : memref<8x8xf32, #opencl.address_space<global>>, vector<4xf32>
  // CHECK: %[[inside:.*]] = llvm.icmp "slt" %{{.*}}, %{{.*}} : vector<4xi64>
  // CHECK: %[[s:.*]] = llvm.getelementptr %a[%{{.*}}]
  // CHECK: llvm.intr.masked.load %[[s]], %[[inside]], %{{.*}} {alignment = 4 : i32}
  %e = vector.transfer_read %a[%n, %n], %pad : memref<8x8xf32, #opencl.address_space<global>>, vector<4xf32>
  // CHECK: llvm.intr.masked.store %e, %{{.*}}, %{{.*}} {alignment = 4 : i32}
  vector.transfer_write %e, %a[%n, %n] : vector<4xf32>, memref<8x8xf32, #opencl.address_space<global>>
  llvm.return
}

// Of a position that is not a constant every row is taken, and one chosen.
// CHECK-LABEL: llvm.func @rows
func.func @rows(%matrix: vector<2x4xf32>, %line: vector<4xf32>, %at: index) -> (vector<4xf32>, vector<2x4xf32>) {
  // CHECK: %[[first:.*]] = llvm.extractvalue %matrix[0]
  // CHECK-NEXT: %[[second:.*]] = llvm.extractvalue %matrix[1]
  // CHECK: %[[is:.*]] = llvm.icmp "eq" %at, %{{.*}} : i64
  // CHECK-NEXT: llvm.select %[[is]], %[[second]], %[[first]] : i1, vector<4xf32>
  %0 = vector.extract %matrix[%at] : vector<4xf32> from vector<2x4xf32>
  // CHECK: %[[old:.*]] = llvm.extractvalue %matrix[0]
  // CHECK: %[[at:.*]] = llvm.icmp "eq" %at, %{{.*}} : i64
  // CHECK-NEXT: %[[new:.*]] = llvm.select %[[at]], %line, %[[old]] : i1, vector<4xf32>
  // CHECK-NEXT: llvm.insertvalue %[[new]], %matrix[0]
  %1 = vector.insert %line, %matrix[%at] : vector<4xf32> into vector<2x4xf32>
  func.return %0, %1 : vector<4xf32>, vector<2x4xf32>
}

// CHECK-LABEL: llvm.func @permuted
func.func @permuted(%mem: memref<8x8xf32, #opencl.address_space<global>>, %bits: memref<8xi1, #opencl.address_space<global>>, %column: memref<8xi1, strided<[8]>, #opencl.address_space<global>>, %z: index, %pd: f32) {
  // A row of the vector is a column: element by element.
  // CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  %0 = vector.transfer_read %mem[%z, %z], %pd {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32, #opencl.address_space<global>>, vector<2x4xf32>
  // CHECK-COUNT-2: "llvm.load"(%{{.*}}) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<4xf32>
  %1 = vector.transfer_read %mem[%z, %z], %pd {in_bounds = [true, true]} : memref<8x8xf32, #opencl.address_space<global>>, vector<2x4xf32>
  // Rows and lanes may be out of bounds.
  // CHECK-COUNT-2: llvm.intr.masked.load
  %2 = vector.transfer_read %mem[%z, %z], %pd : memref<8x8xf32, #opencl.address_space<global>>, vector<2x4xf32>
  // A memref has a byte for each i1.
  // CHECK: %[[BYTES:.*]] = "llvm.load"(%{{.*}}) <{alignment = 1 : i64}> : (!llvm.ptr<1>) -> vector<4xi8>
  // CHECK: %[[BITS:.*]] = llvm.icmp "ne" %[[BYTES]],
  %3 = vector.load %bits[%z] : memref<8xi1, #opencl.address_space<global>>, vector<4xi1>
  // CHECK: %[[BYTES:.*]] = llvm.zext %[[BITS]] : vector<4xi1> to vector<4xi8>
  // CHECK: "llvm.store"(%[[BYTES]], %{{.*}}) <{alignment = 1 : i64
  vector.store %3, %bits[%z] : memref<8xi1, #opencl.address_space<global>>, vector<4xi1>
  // Those of a column, and those that are chosen, are apart.
  // CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr<1> -> i1
  %4 = vector.load %column[%z] : memref<8xi1, strided<[8]>, #opencl.address_space<global>>, vector<4xi1>
  func.return
}

// CHECK-LABEL: llvm.func @scattered
func.func @scattered(%mem: memref<8x8xf32, #opencl.address_space<global>>, %at: index, %places: vector<2xi32>, %mask: vector<2xi1>, %row: vector<2xf32>) -> vector<2xf32> {
  // A distance keeps its sign; an element that the mask leaves out is not read.
  // CHECK: %[[place:.*]] = llvm.extractelement %places
  // CHECK-NEXT: llvm.sext %[[place]] : i32 to i64
  // CHECK: llvm.intr.masked.load {{.*}} : (!llvm.ptr<1>, vector<1xi1>, vector<1xf32>) -> vector<1xf32>
  // CHECK: llvm.intr.masked.load
  %0 = vector.gather %mem[%at, %at] [%places], %mask, %row : memref<8x8xf32, #opencl.address_space<global>>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  // The bits before an element are those of its place.
  // CHECK: llvm.intr.masked.store
  // CHECK-NEXT: %[[before:.*]] = llvm.zext %{{.*}} : i1 to i64
  // CHECK: llvm.add %{{.*}}, %[[before]]
  // CHECK: llvm.intr.masked.store
  vector.compressstore %mem[%at, %at], %mask, %row : memref<8x8xf32, #opencl.address_space<global>>, vector<2xi1>, vector<2xf32>
  func.return %0 : vector<2xf32>
}

// CHECK-LABEL: llvm.func @masked
func.func @masked(%mask: vector<4xi1>, %row: vector<4xf32>, %start: f32) -> f32 {
  // What is added for an element that the mask leaves out changes no sum.
  // CHECK: llvm.mlir.constant(-0.000000e+00 : f32)
  // CHECK: %[[kept:.*]] = llvm.select %mask{{.*}}, %row
  // CHECK-NEXT: "llvm.intr.vector.reduce.fadd"(%start, %[[kept]])
  %0 = vector.mask %mask { vector.reduction <add>, %row, %start : vector<4xf32> into f32 } : vector<4xi1> -> f32
  func.return %0 : f32
}

// CHECK-LABEL: llvm.func @no_nan
func.func @no_nan(%mask: vector<4xi1>, %row: vector<4xf32>) -> (f32, f32) {
  // The flag is true of the row, not of the elements that are left out.
  // CHECK: llvm.mlir.constant(0x7fc00000 : f32)
  // CHECK: llvm.select %mask
  // CHECK-NEXT: llvm.intr.vector.reduce.fmin(%{{[^)]*}}) : (vector<4xf32>) -> f32
  %0 = vector.mask %mask { vector.reduction <minnumf>, %row fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  // CHECK-NEXT: "llvm.intr.vector.reduce.fmin"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>}>
  %1 = vector.reduction <minnumf>, %row fastmath<nnan> : vector<4xf32> into f32
  func.return %0, %1 : f32, f32
}

// CHECK-LABEL: llvm.func @no_number
func.func @no_number(%mask: vector<4xi1>, %row: vector<4xbf16>) -> bf16 {
  // CHECK: llvm.mlir.constant(0x7fc0 : bf16)
  // CHECK: llvm.intr.vector.reduce.fmax
  %0 = vector.mask %mask { vector.reduction <maxnumf>, %row : vector<4xbf16> into bf16 } : vector<4xi1> -> bf16
  func.return %0 : bf16
}

// CHECK-LABEL: llvm.func @low
func.func @low(%m: memref<8x8xf32, #opencl.address_space<global>>, %column: memref<8xf32, strided<[8]>, #opencl.address_space<global>>, %i: index, %k: vector<2xi1>, %w: vector<2xindex>, %v: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  // The memory of floats begins at any byte.
  // CHECK: "llvm.store"(%{{.*}}) <{alignment = 1 : i64}> : (vector<2xf32>, !llvm.ptr<1>) -> ()
  vector.store %v, %m[%i, %i] {alignment = 1} : memref<8x8xf32, #opencl.address_space<global>>, vector<2xf32>
  // CHECK-COUNT-2: "llvm.load"(%{{.*}}) <{alignment = 2 : i64}> : (!llvm.ptr<1>) -> f32
  %0 = vector.load %column[%i] {alignment = 2} : memref<8xf32, strided<[8]>, #opencl.address_space<global>>, vector<2xf32>
  // CHECK: llvm.intr.masked.load %{{.*}} {alignment = 1 : i32}
  %1 = vector.maskedload %m[%i, %i], %k, %v {alignment = 1} : memref<8x8xf32, #opencl.address_space<global>>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  // CHECK-COUNT-2: llvm.intr.masked.load %{{.*}} {alignment = 1 : i32} : (!llvm.ptr<1>, vector<1xi1>, vector<1xf32>) -> vector<1xf32>
  %2 = vector.gather %m[%i, %i] [%w], %k, %v {alignment = 1} : memref<8x8xf32, #opencl.address_space<global>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  // CHECK-COUNT-2: llvm.intr.masked.store %{{.*}} {alignment = 1 : i32} : vector<1xf32>, vector<1xi1> into !llvm.ptr<1>
  vector.compressstore %m[%i, %i], %k, %v {alignment = 1} : memref<8x8xf32, #opencl.address_space<global>>, vector<2xi1>, vector<2xf32>
  // A higher one is that of the first element only.
  // CHECK: llvm.intr.masked.store %v{{.*}} {alignment = 4 : i32} : vector<2xf32>, vector<2xi1>
  vector.maskedstore %m[%i, %i], %k, %v {alignment = 8} : memref<8x8xf32, #opencl.address_space<global>>, vector<2xi1>, vector<2xf32>
  func.return %0, %1, %2 : vector<2xf32>, vector<2xf32>, vector<2xf32>
}

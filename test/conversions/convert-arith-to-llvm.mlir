// RUN: xdsl-opt %s -p convert-arith-to-llvm -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p 'convert-arith-to-llvm{index-bitwidth=32}' -t opencl-mlir | filecheck %s --check-prefix=NARROW

// CHECK-LABEL: func.func @integers
func.func @integers(%a: i32, %b: i32, %c: i1) {
  // CHECK-NEXT: llvm.add %a, %b : i32
  %add = arith.addi %a, %b : i32
  // CHECK-NEXT: llvm.add %a, %b overflow<nsw,nuw> : i32
  %add_flags = arith.addi %a, %b overflow<nsw, nuw> : i32
  // CHECK-NEXT: llvm.sub %a, %b overflow<nuw> : i32
  %sub = arith.subi %a, %b overflow<nuw> : i32
  // CHECK-NEXT: llvm.mul %a, %b overflow<nsw> : i32
  %mul = arith.muli %a, %b overflow<nsw> : i32
  // CHECK-NEXT: llvm.sdiv %a, %b : i32
  %divsi = arith.divsi %a, %b : i32
  // CHECK-NEXT: llvm.udiv %a, %b : i32
  %divui = arith.divui %a, %b : i32
  // CHECK-NEXT: llvm.srem %a, %b : i32
  %remsi = arith.remsi %a, %b : i32
  // CHECK-NEXT: llvm.urem %a, %b : i32
  %remui = arith.remui %a, %b : i32
  // CHECK-NEXT: llvm.and %a, %b : i32
  %and = arith.andi %a, %b : i32
  // CHECK-NEXT: llvm.or %a, %b : i32
  %or = arith.ori %a, %b : i32
  // CHECK-NEXT: llvm.xor %a, %b : i32
  %xor = arith.xori %a, %b : i32
  // CHECK-NEXT: llvm.shl %a, %b : i32
  %shl = arith.shli %a, %b : i32
  // CHECK-NEXT: llvm.ashr %a, %b : i32
  %ashr = arith.shrsi %a, %b : i32
  // CHECK-NEXT: llvm.lshr %a, %b : i32
  %lshr = arith.shrui %a, %b : i32
  // CHECK-NEXT: llvm.intr.smax(%a, %b) : (i32, i32) -> i32
  %smax = arith.maxsi %a, %b : i32
  // CHECK-NEXT: llvm.intr.umax(%a, %b) : (i32, i32) -> i32
  %umax = arith.maxui %a, %b : i32
  // CHECK-NEXT: llvm.intr.smin(%a, %b) : (i32, i32) -> i32
  %smin = arith.minsi %a, %b : i32
  // CHECK-NEXT: llvm.intr.umin(%a, %b) : (i32, i32) -> i32
  %umin = arith.minui %a, %b : i32
  // CHECK-NEXT: llvm.icmp "ult" %a, %b : i32
  %cmp = arith.cmpi ult, %a, %b : i32
  // CHECK-NEXT: llvm.select %c, %a, %b : i1, i32
  %select = arith.select %c, %a, %b : i32
  // CHECK-NEXT: llvm.sext %a : i32 to i64
  %sext = arith.extsi %a : i32 to i64
  // CHECK-NEXT: llvm.zext %a : i32 to i64
  %zext = arith.extui %a : i32 to i64
  // CHECK-NEXT: llvm.trunc %a : i32 to i8
  %trunc = arith.trunci %a : i32 to i8
  // CHECK-NEXT: "llvm.intr.uadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %sum = llvm.extractvalue %{{.*}}[0] : !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %carry = llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i32, i1)>
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  // CHECK-NEXT: llvm.sext %a : i32 to i64
  // CHECK-NEXT: llvm.sext %b : i32 to i64
  // CHECK-NEXT: llvm.mul %{{.*}}, %{{.*}} : i64
  // CHECK-NEXT: %low = llvm.trunc %{{.*}} : i64 to i32
  // CHECK-NEXT: llvm.mlir.constant(32) : i64
  // CHECK-NEXT: llvm.lshr %{{.*}}, %{{.*}} : i64
  // CHECK-NEXT: %high = llvm.trunc %{{.*}} : i64 to i32
  %low, %high = arith.mulsi_extended %a, %b : i32
  func.return
}

// CHECK-LABEL: func.func @floats
func.func @floats(%x: f32, %y: f32, %i: i32) {
  // CHECK-NEXT: llvm.fadd %x, %y : f32
  %add = arith.addf %x, %y : f32
  // CHECK-NEXT: "llvm.fsub"(%x, %y) <{fastmathFlags = #llvm.fastmath<fast>}> : (f32, f32) -> f32
  %sub = arith.subf %x, %y fastmath<fast> : f32
  // CHECK-NEXT: "llvm.fmul"(%x, %y) <{fastmathFlags = #llvm.fastmath<{{nnan,nsz|nsz,nnan}}>}> : (f32, f32) -> f32
  %mul = arith.mulf %x, %y fastmath<nnan, nsz> : f32
  // CHECK-NEXT: llvm.fdiv %x, %y : f32
  %div = arith.divf %x, %y : f32
  // CHECK-NEXT: "llvm.fneg"(%x) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32) -> f32
  %neg = arith.negf %x fastmath<contract> : f32
  // CHECK-NEXT: llvm.intr.maximum(%x, %y) : (f32, f32) -> f32
  %maximum = arith.maximumf %x, %y : f32
  // CHECK-NEXT: llvm.intr.minimum(%x, %y) : (f32, f32) -> f32
  %minimum = arith.minimumf %x, %y : f32
  // CHECK-NEXT: llvm.intr.maxnum(%x, %y) : (f32, f32) -> f32
  %maxnum = arith.maxnumf %x, %y : f32
  // CHECK-NEXT: llvm.intr.minnum(%x, %y) : (f32, f32) -> f32
  %minnum = arith.minnumf %x, %y : f32
  // CHECK-NEXT: "llvm.fcmp"(%x, %y) <{fastmathFlags = #llvm.fastmath<ninf>, predicate = 8 : i64}> : (f32, f32) -> i1
  %cmp = arith.cmpf ueq, %x, %y fastmath<ninf> : f32
  // CHECK-NEXT: llvm.fpext %x : f32 to f64
  %ext = arith.extf %x : f32 to f64
  // CHECK-NEXT: llvm.fptrunc %x : f32 to f16
  %trunc = arith.truncf %x : f32 to f16
  // CHECK-NEXT: llvm.fptosi %x : f32 to i32
  %fptosi = arith.fptosi %x : f32 to i32
  // CHECK-NEXT: llvm.fptoui %x : f32 to i32
  %fptoui = arith.fptoui %x : f32 to i32
  // CHECK-NEXT: llvm.sitofp %i : i32 to f32
  %sitofp = arith.sitofp %i : i32 to f32
  // CHECK-NEXT: llvm.uitofp %i : i32 to f32
  %uitofp = arith.uitofp %i : i32 to f32
  // CHECK-NEXT: llvm.bitcast %x : f32 to i32
  %bits = arith.bitcast %x : f32 to i32
  func.return
}

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK-NEXT: llvm.mlir.constant(7 : i32) : i32
  %i = arith.constant 7 : i32
  // CHECK-NEXT: llvm.mlir.constant(true) : i1
  %b = arith.constant true
  // CHECK-NEXT: llvm.mlir.constant(1.500000e+00 : f16) : f16
  %f = arith.constant 1.5 : f16
  // CHECK-NEXT: llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xi32>
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  // CHECK-NEXT: llvm.mlir.constant(dense<[1, 2]> : vector<2xi64>) : vector<2xi64>
  %w = arith.constant dense<[1, 2]> : vector<2xindex>
  // CHECK-NEXT: llvm.mlir.constant(dense<1.000000e+00> : vector<2x3xf32>) : !llvm.array<2 x vector<3xf32>>
  %m = arith.constant dense<1.0> : vector<2x3xf32>
  func.return
}

// CHECK-LABEL: func.func @index
// NARROW-LABEL: func.func @index
func.func @index(%a: i32, %n: index) -> index {
  // CHECK-NEXT: %[[n:.*]] = builtin.unrealized_conversion_cast %n : index to i64
  // NARROW-NEXT: %[[n:.*]] = builtin.unrealized_conversion_cast %n : index to i32
  // CHECK-NEXT: %c8 = llvm.mlir.constant(8) : i64
  // NARROW-NEXT: %c8 = llvm.mlir.constant(8 : i32) : i32
  %c8 = arith.constant 8 : index
  // CHECK-NEXT: %i = llvm.sext %a : i32 to i64
  // NARROW-NEXT: %product = llvm.mul %a, %c8 : i32
  %i = arith.index_cast %a : i32 to index
  // CHECK-NEXT: %product = llvm.mul %i, %c8 : i64
  %product = arith.muli %i, %c8 : index
  // CHECK-NEXT: %sum = llvm.add %product, %[[n]] : i64
  // NARROW-NEXT: %sum = llvm.add %product, %[[n]] : i32
  %sum = arith.addi %product, %n : index
  // CHECK-NEXT: %[[back:.*]] = builtin.unrealized_conversion_cast %sum : i64 to index
  // CHECK-NEXT: %short = llvm.trunc %sum : i64 to i16
  %short = arith.index_cast %sum : index to i16
  // CHECK-NEXT: func.return %[[back]] : index
  func.return %sum : index
}

// Vectors of rank above 1 are unrolled.
// CHECK-LABEL: func.func @matrix
func.func @matrix(%m: vector<2x4xf32>) {
  // CHECK-NEXT: %[[m:.*]] = builtin.unrealized_conversion_cast %m : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
  // CHECK-NEXT: %[[r:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
  // CHECK-NEXT: %[[a0:.*]] = llvm.extractvalue %[[m]][0]
  // CHECK-NEXT: %[[b0:.*]] = llvm.extractvalue %[[m]][0]
  // CHECK-NEXT: %[[s0:.*]] = llvm.fadd %[[a0]], %[[b0]] : vector<4xf32>
  // CHECK-NEXT: %[[r0:.*]] = llvm.insertvalue %[[s0]], %[[r]][0]
  // CHECK-NEXT: llvm.extractvalue %[[m]][1]
  // CHECK-NEXT: llvm.extractvalue %[[m]][1]
  // CHECK-NEXT: llvm.fadd %{{.*}}, %{{.*}} : vector<4xf32>
  // CHECK-NEXT: llvm.insertvalue %{{.*}}, %[[r0]][1]
  %s = arith.addf %m, %m : vector<2x4xf32>
  func.return
}

// Operations of other dialects, and what they use, stay.
// CHECK-LABEL: func.func @boundary
func.func @boundary(%n: index) {
  // CHECK-NEXT: %[[c:.*]] = llvm.mlir.constant(1) : i64
  // CHECK-NEXT: %[[cast:.*]] = builtin.unrealized_conversion_cast %[[c]] : i64 to index
  %c = arith.constant 1 : index
  // CHECK-NEXT: "test.op"(%[[cast]], %n) : (index, index) -> ()
  "test.op"(%c, %n) : (index, index) -> ()
  func.return
}

// A value may be used in a block before the one that defines it.
// CHECK-LABEL: func.func @order
func.func @order(%n: index) -> index {
  cf.br ^define
// CHECK: ^{{.*}}:
^use:
  // CHECK-NEXT: %twice = llvm.add %[[x:.*]], %[[x]] : i64
  // CHECK-NEXT: builtin.unrealized_conversion_cast %twice : i64 to index
  %twice = arith.addi %x, %x : index
  func.return %twice : index
// CHECK: ^{{.*}}:
^define:
  // CHECK-NEXT: %[[x]] = llvm.mul
  %x = arith.muli %n, %n : index
  cf.br ^use
}

// CHECK-LABEL: @newer
func.func @newer(%x: f32, %b: bf16, %i: i32, %d: f64, %w: vector<4xi32>, %v: vector<4xf32>, %m: vector<2x4xi32>) {
  // CHECK: "llvm.frem"(%x, %x) <{fastmathFlags = #llvm.fastmath<nnan>}> : (f32, f32) -> f32
  %0 = arith.remf %x, %x fastmath<nnan> : f32
  // LLVM has none of bf16; the result is the upper half of that of f32.
  // CHECK: %[[wide:.*]] = llvm.fpext %b : bf16 to f32
  // CHECK: %[[rest:.*]] = llvm.frem %[[wide]], %{{.*}} : f32
  // CHECK: %[[bits:.*]] = llvm.bitcast %[[rest]] : f32 to i32
  // CHECK: %[[upper:.*]] = llvm.lshr %[[bits]], %{{.*}} : i32
  // CHECK: %[[half:.*]] = llvm.trunc %[[upper]] : i32 to i16
  // CHECK: llvm.bitcast %[[half]] : i16 to bf16
  %1 = arith.remf %b, %b : bf16
  // CHECK: llvm.zext %i : i32 to i64
  %2 = arith.index_castui %i : i32 to index
  // CHECK: llvm.trunc %i overflow<nsw> : i32 to i8
  %3 = arith.trunci %i overflow<nsw> : i32 to i8
  // CHECK: llvm.fptrunc %d : f64 to f32
  %4 = arith.truncf %d to_nearest_even : f64 to f32
  // CHECK: llvm.icmp "ult" %w, %w : vector<4xi32>
  %5 = arith.cmpi ult, %w, %w : vector<4xi32>
  // CHECK: llvm.select %{{.*}}, %v, %v : vector<4xi1>, vector<4xf32>
  %6 = arith.select %5, %v, %v : vector<4xi1>, vector<4xf32>
  // CHECK: llvm.fptosi %v : vector<4xf32> to vector<4xi32>
  %7 = arith.fptosi %v : vector<4xf32> to vector<4xi32>
  // Rows one by one, both results.
  // CHECK-COUNT-2: "llvm.intr.uadd.with.overflow"(%{{.*}}, %{{.*}}) : (vector<4xi32>, vector<4xi32>)
  %8, %9 = arith.addui_extended %m, %m : vector<2x4xi32>, vector<2x4xi1>
  func.return
}

// CHECK-LABEL: func.func @small_floats
func.func @small_floats(%x: vector<4xf8E4M3FN>, %y: f8E5M2) {
  // Bytes, whose bits are those of an f32 but for the difference of the biases (2^120).
  // CHECK: llvm.mlir.constant(-68 : i8) : i8
  %0 = arith.constant -1.0 : f8E5M2
  // CHECK: llvm.zext %{{.*}} : vector<4xi8> to vector<4xi32>
  // CHECK: llvm.shl %{{.*}}, %{{.*}} : vector<4xi32>
  // CHECK: llvm.mlir.constant(dense<1.{{.*}}e+36> : vector<4xf32>)
  // CHECK: llvm.fmul %{{.*}} : vector<4xf32>
  // CHECK: llvm.icmp "eq"
  // The sign goes from bit 7 to bit 31.
  // CHECK: %[[BITS:.*]] = llvm.mlir.constant(dense<24> : vector<4xi32>)
  // CHECK-NEXT: llvm.shl %{{.*}}, %[[BITS]] : vector<4xi32>
  // CHECK-NEXT: llvm.or %{{.*}} : vector<4xi32>
  // CHECK-NEXT: llvm.bitcast %{{.*}} : vector<4xi32> to vector<4xf32>
  %1 = arith.extf %x : vector<4xf8E4M3FN> to vector<4xf32>
  // CHECK: llvm.icmp "uge"
  // CHECK: llvm.fptrunc %{{.*}} : f32 to f16
  %2 = arith.extf %y : f8E5M2 to f16
  func.return
}

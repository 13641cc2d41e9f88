// RUN: xdsl-opt %s -p opencl-expand-intrinsics | filecheck %s
// RUN: xdsl-opt %s -p opencl-expand-intrinsics,opencl-expand-intrinsics | filecheck %s

opencl.kernel @shifts(%a: i32, %b: i32, %p: !llvm.ptr<1>) {
  %x = llvm.intr.fshl(%a, %a, %b) : (i32, i32, i32) -> i32
  %y = "llvm.intr.sshl.sat"(%x, %b) : (i32, i32) -> i32
  llvm.store %y, %p : i32, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @shifts
// CHECK: [[n:%\S+]] = llvm.urem %b,
// CHECK: [[rest:%\S+]] = llvm.sub {{.*}}, [[n]]
// CHECK: [[high:%\S+]] = llvm.shl %a, [[n]]
// CHECK: [[half:%\S+]] = llvm.lshr %a,
// CHECK: [[low:%\S+]] = llvm.lshr [[half]], [[rest]]
// CHECK: %x = llvm.or [[high]], [[low]]
// CHECK: [[made:%\S+]] = llvm.shl %x, %b
// CHECK: [[back:%\S+]] = llvm.ashr [[made]], %b
// CHECK: [[fits:%\S+]] = llvm.icmp "eq" [[back]], %x
// CHECK: %y = llvm.select [[fits]], [[made]],

// What is extracted from the structure is replaced.
opencl.kernel @overflow(%a: i32, %b: i32, %p: !llvm.ptr<1>) {
  %r = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %c = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>
  %x = llvm.zext %c : i1 to i32
  llvm.store %x, %p : i32, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @overflow
// CHECK: [[sum:%\S+]] = llvm.add %a, %b
// CHECK: [[most:%\S+]] = opencl.builtin "s_add_sat"(%a, %b)
// CHECK-NEXT: %c = llvm.icmp "ne" [[sum]], [[most]]
// CHECK-NEXT: llvm.zext %c

// Infinities and quiet NaNs: ranges of the bits.
opencl.kernel @classes(%f: f32, %p: !llvm.ptr<1>) {
  %t = "llvm.intr.is.fpclass"(%f) <{bit = 518 : i32}> : (f32) -> i1
  %x = llvm.zext %t : i1 to i32
  llvm.store %x, %p : i32, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @classes
// CHECK: [[bits:%\S+]] = llvm.bitcast %f : f32 to i32
// CHECK-DAG: llvm.mlir.constant(2139095040 : i32)
// CHECK-DAG: llvm.mlir.constant(2143289344 : i32)
// CHECK-DAG: llvm.mlir.constant(-8388608 : i32)
// CHECK-DAG: llvm.mlir.constant(-4194304 : i32)
// CHECK-NOT: 8388608 : i32
// CHECK: llvm.store

opencl.kernel @numbers(%a: i32, %b: i32, %f: f32, %g: f32, %v: vector<2xi32>, %p: !llvm.ptr<1>) {
  %c = "llvm.intr.scmp"(%a, %b) : (i32, i32) -> i8
  llvm.store %c, %p : i8, !llvm.ptr<1>
  %s = "llvm.intr.bswap"(%a) : (i32) -> i32
  llvm.store %s, %p : i32, !llvm.ptr<1>
  %e = "llvm.intr.powi"(%f, %a) : (f32, i32) -> f32
  llvm.store %e, %p : f32, !llvm.ptr<1>
  %l = "llvm.intr.lround"(%f) : (f32) -> i64
  llvm.store %l, %p : i64, !llvm.ptr<1>
  %m = "llvm.intr.maximum"(%f, %g) : (f32, f32) -> f32
  llvm.store %m, %p : f32, !llvm.ptr<1>
  %r = "llvm.intr.vector.reduce.umax"(%v) : (vector<2xi32>) -> i32
  llvm.store %r, %p : i32, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @numbers
// CHECK: [[more:%\S+]] = llvm.icmp "sgt" %a, %b
// CHECK: [[one:%\S+]] = llvm.zext [[more]]
// CHECK: [[less:%\S+]] = llvm.icmp "slt" %a, %b
// CHECK: %c = llvm.select [[less]], {{.*}}, [[one]]
// CHECK: llvm.shufflevector {{.*}} [3, 2, 1, 0] : vector<4xi8>
// CHECK: %e = opencl.builtin "pown"(%f, %a)
// CHECK: [[near:%\S+]] = llvm.intr.round(%f)
// CHECK: %l = llvm.fptosi [[near]]
// CHECK: [[zero:%\S+]] = llvm.bitcast {{.*}} : i32 to f32
// CHECK: [[most:%\S+]] = llvm.intr.maxnum(%f, %g)
// CHECK: [[same:%\S+]] = llvm.fcmp "oeq" %f, %g
// CHECK: [[made:%\S+]] = llvm.select [[same]], [[zero]], [[most]]
// CHECK: [[nan:%\S+]] = llvm.fadd %f, %g
// CHECK: [[either:%\S+]] = llvm.fcmp "uno" %f, %g
// CHECK: %m = llvm.select [[either]], [[nan]], [[made]]
// CHECK: %r = llvm.intr.umax(

opencl.kernel @bits(%v: vector<4xi1>, %p: !llvm.ptr<1>) {
  %y = llvm.bitcast %v : vector<4xi1> to i4
  %z = llvm.zext %y : i4 to i8
  llvm.store %z, %p : i8, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @bits
// CHECK: llvm.mlir.constant(dense<[1, 2, 4, 8]> : vector<4xi8>)
// CHECK: llvm.select %v,
// CHECK: %y = llvm.trunc {{.*}} : i8 to i4

// Loops, with the results after them.
opencl.kernel @loops(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64, %b: i8, %x: i32) {
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr<1>, i8, i64) -> ()
  "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = true}> : (!llvm.ptr<1>, !llvm.ptr<1>, i64) -> ()
  %y = llvm.atomicrmw nand %p, %x syncscope("agent") acq_rel : !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @loops
// CHECK: llvm.store %b,
// CHECK: %up = llvm.icmp "ult"
// CHECK: llvm.load volatile
// CHECK: llvm.store volatile
// CHECK: [[head:\^\w+]](%old: i32):
// CHECK: %both = llvm.and %old, %x
// CHECK: llvm.cmpxchg %p, %old, %new syncscope("agent") acq_rel monotonic
// CHECK: llvm.cond_br {{.*}}, [[end:\^\w+]], [[head]](
// CHECK: [[end]]:
// CHECK: ^{{.*}}(%y: i32):
// CHECK: llvm.store %y, %q

opencl.kernel @difference(%p: !llvm.ptr<1>, %f: f32) {
  %b = llvm.atomicrmw fsub %p, %f syncscope("agent") monotonic : !llvm.ptr<1>, f32
  llvm.store %b, %p : f32, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @difference
// CHECK: [[minus:%\S+]] = llvm.fneg %f
// CHECK: llvm.atomicrmw fadd %p, [[minus]] syncscope("agent") monotonic

// One exponent for all elements stands in a vector. SPIR-V has no `bf16`: its functions stay, and the writer refuses them.
opencl.kernel @shapes(%v: vector<2xf32>, %n: i32, %b: bf16, %p: !llvm.ptr<1>) {
  %e = "llvm.intr.powi"(%v, %n) : (vector<2xf32>, i32) -> vector<2xf32>
  llvm.store %e, %p : vector<2xf32>, !llvm.ptr<1>
  %m = "llvm.intr.maximum"(%b, %b) : (bf16, bf16) -> bf16
  %t = "llvm.intr.is.fpclass"(%m) <{bit = 3 : i32}> : (bf16) -> i1
  %x = llvm.zext %t : i1 to i32
  llvm.store %x, %p : i32, !llvm.ptr<1>
  opencl.return
}
// CHECK-LABEL: @shapes
// CHECK: [[all:%\S+]] = llvm.shufflevector {{.*}} [0, 0] : vector<2xi32>
// CHECK: opencl.builtin "pown"(%v, [[all]])
// CHECK: %m = llvm.intr.maximum(%b, %b)
// CHECK-NEXT: %t = {{.*}}llvm.intr.is.fpclass"(%m)

// RUN: xdsl-opt %s -p opencl-raise-structured --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-raise-structured --split-input-file --print-op-generic | xdsl-opt --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-raise-structured,opencl-raise-structured --split-input-file | filecheck %s

// `for (i = 0; i < n; i++) sum += a[i]; *out = sum;`
// CHECK-LABEL: opencl.kernel @sum(
// CHECK-SAME:  %a: memref<?xf32, #opencl.address_space<global>>
// CHECK-SAME:  %out: memref<?xf32, #opencl.address_space<global>>
// CHECK:       %[[zero:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[n:.*]] = arith.index_cast %n : i32 to index
// CHECK-NEXT:  %[[one:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[sum:.*]] = scf.for %[[i:.*]] = %[[zero]] to %[[n]] step %[[one]] iter_args(%[[so_far:.*]] = %{{.*}}) -> (f32) {
// CHECK-NEXT:    %[[x:.*]] = memref.load %a[%[[i]]] {nontemporal = true} : memref<?xf32, #opencl.address_space<global>>
// CHECK-NEXT:    %[[next:.*]] = arith.addf %[[so_far]], %[[x]] fastmath<contract> : f32
// CHECK-NEXT:    scf.yield %[[next]] : f32
// CHECK-NEXT:  } {opencl.metadata = {llvm.loop = {unroll.disable}}}
// CHECK-NEXT:  %[[first:.*]] = arith.constant 0 : index
// CHECK-NEXT:  memref.store %[[sum]], %out[%[[first]]] {alignment = 16 : i64} : memref<?xf32, #opencl.address_space<global>>
opencl.kernel @sum(%a: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.constant(0.0 : f32) : f32
  llvm.br ^cond(%zero, %none : i32, f32)
^cond(%i: i32, %sum: f32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %wide = llvm.sext %i : i32 to i64
  %p = llvm.getelementptr inbounds %a[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p {alignment = 4 : i64, nontemporal} : !llvm.ptr<1> -> f32
  %s = llvm.fadd %sum, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
  %j = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^cond(%j, %s : i32, f32) {opencl.metadata = {llvm.loop = {unroll.disable}}}
^end:
  llvm.store %sum, %out {alignment = 16 : i64} : f32, !llvm.ptr<1>
  opencl.return
}

// -----

// What is volatile, atomic or not an index keeps its pointer.
// CHECK-LABEL: opencl.kernel @stays(
// CHECK-SAME:  %a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>, %d: !llvm.ptr<1>, %e: !llvm.ptr<1>
// CHECK:       llvm.load volatile %a
// CHECK-NEXT:  llvm.load{{.*}}%b{{.*(ordering = 2|monotonic)}}
// CHECK-NEXT:  opencl.atomic_rmw
// CHECK:       llvm.getelementptr %d[1]
// CHECK:       llvm.store{{.*}}%e
// CHECK-NEXT:  llvm.store{{.*}}%e
// An exact division and an `or` without common bits have no operation in arith.
// CHECK-NEXT:  llvm.sdiv{{.*[eE]xact}}
// CHECK-NEXT:  llvm.or{{.*[dD]isjoint}}
// CHECK-NEXT:  llvm.zext{{.*(nneg|nonNeg)}}
// CHECK-NEXT:  arith.shli %{{.*}}, %{{.*}} overflow<nsw,nuw> : i32
opencl.kernel @stays(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>, %d: !llvm.ptr<1>, %e: !llvm.ptr<1>) {
  %1 = llvm.load volatile %a {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %2 = llvm.load %b atomic monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %3 = opencl.atomic_rmw add relaxed device %c, %2 : !llvm.ptr<1>, i32
  %q = llvm.getelementptr %d[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %4 = llvm.load %q {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %f = llvm.bitcast %4 : i32 to f32
  llvm.store %4, %e {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.store %f, %e {alignment = 4 : i64} : f32, !llvm.ptr<1>
  %5 = llvm.sdiv exact %4, %1 : i32
  %6 = llvm.or disjoint %5, %2 : i32
  %7 = llvm.zext nneg %6 : i32 to i64
  %8 = llvm.shl %3, %4 overflow<nsw, nuw> : i32
  %9 = llvm.getelementptr %d[%7] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %8, %9 : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// `if (a || b) f();`: the second operation asks which way the first went.
// CHECK-LABEL: opencl.kernel @either(
// CHECK-NOT:   llvm.cond_br
// CHECK:       %[[run:.*]] = scf.if %a -> (i1) {
// CHECK-NEXT:    %[[yes:.*]] = arith.constant true
// CHECK-NEXT:    scf.yield %[[yes]] : i1
// CHECK-NEXT:  } else {
// CHECK-NEXT:    opencl.barrier global
// CHECK-NEXT:    scf.yield %b : i1
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[run]] {
// CHECK-NEXT:    opencl.barrier local
// CHECK-NEXT:  }
// CHECK-NEXT:  opencl.return
opencl.kernel @either(%a: i1, %b: i1) {
  llvm.cond_br %a, ^run, ^second
^second:
  opencl.barrier global
  llvm.cond_br %b, ^run, ^end
^run:
  opencl.barrier local
  llvm.br ^end
^end:
  opencl.return
}

// -----

// A local and a private array with their attributes, rows of the local one in two steps, a pointer moved along.
// CHECK-LABEL: opencl.kernel @arrays(
// CHECK:       %tile = opencl.local align 16 {tile} : memref<4x8xi32, #opencl.address_space<local>>
// CHECK-NEXT:  %own = memref.alloca() {own, alignment = 4 : i64} : memref<3xi8, #opencl.address_space<private>>
// CHECK-NOT:   lifetime
// CHECK:       memref.store %{{.*}}, %tile[%[[row:.*]], %[[column:.*]]] : memref<4x8xi32, #opencl.address_space<local>>
// CHECK:       memref.store %{{.*}}, %own[%{{.*}}] : memref<3xi8, #opencl.address_space<private>>
// CHECK:       %[[sum:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK-NEXT:  memref.load %a[%[[sum]]] : memref<?xi64, #opencl.address_space<constant>>
opencl.kernel @arrays(%a: !llvm.ptr<2>, %i: i64, %j: i64, %x: i32) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %tile = opencl.local !llvm.array<4 x !llvm.array<8 x i32>> align 16 {tile} : !llvm.ptr<3>
  %own = llvm.alloca %one x !llvm.array<3 x i8> {alignment = 4 : i64, own} : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start -1, %own : !llvm.ptr
  %row = llvm.getelementptr inbounds %tile[0, %i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, !llvm.array<4 x !llvm.array<8 x i32>>
  %at = llvm.getelementptr inbounds %row[0, %j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, !llvm.array<8 x i32>
  llvm.store %x, %at {alignment = 4 : i64} : i32, !llvm.ptr<3>
  %byte = llvm.trunc %x : i32 to i8
  %third = llvm.getelementptr inbounds %own[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i8>
  llvm.store %byte, %third : i8, !llvm.ptr
  %moved = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, i64
  %further = llvm.getelementptr inbounds %moved[%j] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, i64
  %y = llvm.load %further : !llvm.ptr<2> -> i64
  llvm.intr.lifetime.end -1, %own : !llvm.ptr
  opencl.return
}

// -----

// An unsigned counter of 32 bits counts on 64; one that may wrap is no scf.for.
// CHECK-LABEL: opencl.kernel @unsigned(
// CHECK:       %[[n:.*]] = arith.extui %n : i32 to i64
// CHECK:       scf.for %{{.*}} = %{{.*}} to %[[n]] step %{{.*}} : i64 {
// CHECK-NEXT:    arith.trunci %{{.*}} : i64 to i32
// CHECK:       scf.while
// CHECK:         arith.cmpi ult
// CHECK:         scf.condition
opencl.kernel @unsigned(%n: i32, %p: !llvm.ptr<1>) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  llvm.br ^cond(%zero : i32)
^cond(%i: i32):
  %more = llvm.icmp "ult" %i, %n : i32
  llvm.cond_br %more, ^body, ^second(%zero : i32)
^body:
  llvm.store volatile %i, %p : i32, !llvm.ptr<1>
  %j = llvm.add %i, %one : i32
  llvm.br ^cond(%j : i32)
^second(%k: i32):
  %again = llvm.icmp "ult" %k, %n : i32
  llvm.cond_br %again, ^wraps, ^end
^wraps:
  llvm.store volatile %k, %p : i32, !llvm.ptr<1>
  %l = llvm.add %k, %two : i32
  llvm.br ^second(%l : i32)
^end:
  opencl.return
}

// -----

// `break`: a loop that tests last.
// CHECK-LABEL: opencl.kernel @leaves(
// CHECK:       scf.while (%[[i:.*]] = %{{.*}}) : (i32) -> (i32, i32) {
// CHECK:         scf.if
// CHECK:         scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : i32, i32
// CHECK-NEXT:  } do {
// CHECK-NEXT:  ^{{.*}}(%[[again:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:    scf.yield %[[again]] : i32
opencl.kernel @leaves(%n: i32, %p: !llvm.ptr<1>) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^cond(%zero : i32)
^cond(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end(%i : i32)
^body:
  %x = llvm.load volatile %p : !llvm.ptr<1> -> i32
  %stop = llvm.icmp "eq" %x, %i : i32
  llvm.cond_br %stop, ^end(%x : i32), ^next
^next:
  %j = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^cond(%j : i32)
^end(%found: i32):
  llvm.store volatile %found, %p : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// Functions too; their pointers stay, as those of a kernel that is called.
// CHECK-LABEL: func.func @pick(%x: i32, %p: !llvm.ptr<1>) -> i32 {
// CHECK:       %[[index:.*]] = arith.index_cast %x : i32 to index
// CHECK-NEXT:  %[[picked:.*]] = scf.index_switch %[[index]] -> i32
// CHECK-NEXT:  case -1 {
// CHECK:       case 7 {
// CHECK:       default {
// CHECK:       func.return %[[picked]] : i32
func.func @pick(%x: i32, %p: !llvm.ptr<1>) -> i32 {
  llvm.switch %x : i32, ^other [
    -1: ^minus,
    7: ^seven
  ]
^minus:
  %a = llvm.load %p : !llvm.ptr<1> -> i32
  func.return %a : i32
^seven:
  %b = llvm.mul %x, %x overflow<nuw> : i32
  func.return %b : i32
^other:
  %c = llvm.sub %x, %x : i32
  func.return %c : i32
}

// CHECK-LABEL: opencl.kernel @called(%p: !llvm.ptr<1>)
opencl.kernel @called(%p: !llvm.ptr<1>) {
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  opencl.return
}

opencl.kernel @calls(%p: !llvm.ptr<1>) {
  opencl.call_kernel @called(%p) : !llvm.ptr<1>
  opencl.return
}

// -----

// A cycle that is entered at two blocks stays, and so does a loop without an end.
// CHECK-LABEL: opencl.kernel @irreducible(
// CHECK:       cond_br
// CHECK-NOT:   scf.
// CHECK-LABEL: opencl.kernel @endless(
// CHECK-NOT:   scf.
// CHECK:       br
opencl.kernel @irreducible(%a: i1) {
  llvm.cond_br %a, ^one, ^two
^one:
  opencl.barrier local
  llvm.br ^two
^two:
  opencl.barrier global
  llvm.cond_br %a, ^one, ^end
^end:
  opencl.return
}

opencl.kernel @endless(%a: i1) {
  llvm.cond_br %a, ^one, ^end
^one:
  opencl.barrier local
  llvm.br ^one
^end:
  opencl.return
}

// -----

// A loop keeps its metadata when the way out of it leads past an empty block.
// CHECK-LABEL: opencl.kernel @ends(
// CHECK:       scf.while
// CHECK:       {opencl.metadata = {llvm.loop = {unroll.disable}}}
opencl.kernel @ends(%a: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^again(%zero : i32)
^again(%i: i32):
  %j = llvm.add %i, %one overflow<nsw> : i32
  llvm.store %j, %a {alignment = 4 : i64} : i32, !llvm.ptr<1>
  %more = llvm.icmp "slt" %j, %n : i32
  llvm.cond_br %more, ^again(%j : i32), ^empty {opencl.metadata = {llvm.loop = {unroll.disable}}}
^empty:
  llvm.br ^end
^end:
  opencl.return
}

// -----

// All operations of this loop are before its condition.
// CHECK-LABEL: opencl.kernel @header(
// CHECK:       scf.for
// CHECK-SAME:  iter_args(%[[s:.*]] = %
// CHECK-NEXT:    arith.index_cast
// CHECK-NEXT:    %[[j:.*]] = arith.addi
// CHECK-NEXT:    %[[t:.*]] = arith.addi %[[s]], %[[j]]
// CHECK-NEXT:    scf.yield %[[t]] : i32
opencl.kernel @header(%a: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^again(%zero, %zero : i32, i32)
^again(%i: i32, %s : i32):
  %j = llvm.add %i, %one overflow<nsw> : i32
  %t = llvm.add %s, %j : i32
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.br ^again(%j, %t : i32, i32) {opencl.metadata = {llvm.loop = {unroll.disable}}}
^end:
  llvm.store %s, %a {alignment = 4 : i64} : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// A step from the first element of a row stays in the row.
// CHECK-LABEL: opencl.kernel @row(
// CHECK:       memref.store %{{.*}}, %a[%{{i.*}}, %{{k.*}}] : memref<?x4xi32, #opencl.address_space<global>>
opencl.kernel @row(%a: !llvm.ptr<1>, %i: i64, %k: i64) {
  %x = llvm.mlir.constant(7 : i32) : i32
  %p = llvm.getelementptr inbounds %a[%i, 0] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<4 x i32>
  %q = llvm.getelementptr inbounds %p[%k] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %x, %q {alignment = 4 : i64} : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// A block that only branches is a condition of its own if its selector is from before.
// CHECK-LABEL: opencl.kernel @inner(
// CHECK:       scf.if %a {
// CHECK-NEXT:    scf.if %b {
opencl.kernel @inner(%p: !llvm.ptr<1>, %a: i1, %b: i1) {
  %x = llvm.mlir.constant(7 : i32) : i32
  llvm.cond_br %a, ^one, ^end
^one:
  llvm.cond_br %b, ^two, ^end
^two:
  llvm.store %x, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// -----

// An edge that decides a block's branch goes to its target at once.
// CHECK-LABEL: opencl.kernel @known(
// CHECK:       scf.if %a {
// CHECK-NEXT:    llvm.store
// CHECK-NEXT:    scf.if %b {
// CHECK-NEXT:      llvm.store
opencl.kernel @known(%p: !llvm.ptr<1>, %a: i1, %b: i1) {
  %x = llvm.mlir.constant(7 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  llvm.cond_br %a, ^one, ^two(%no : i1)
^one:
  llvm.store %x, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.br ^two(%b : i1)
^two(%c: i1):
  llvm.cond_br %c, ^three, ^end
^three:
  llvm.store volatile %x, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

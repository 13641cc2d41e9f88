// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-form-work-groups' -t opencl-mlir | filecheck %s

// A loop on whose end the work items agree: sixteen neighbours go round it together, reads of
// neighbours are vectors, what they share is read once; the rest of the row follows one by one.
opencl.kernel @together(%p: !llvm.ptr<1>, %w: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %f = llvm.mlir.constant(0.0 : f32) : f32
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.br ^head(%zero, %f : i32, f32)
^head(%i: i32, %sum: f32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %a = llvm.load %at : !llvm.ptr<1> -> f32
  %b = llvm.load %w : !llvm.ptr<1> -> f32
  %c = llvm.fmul %a, %b : f32
  %next = llvm.fadd %sum, %c : f32
  %j = llvm.add %i, %one : i32
  llvm.br ^head(%j, %next : i32, f32)
^end:
  llvm.store %sum, %at : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @together(
// CHECK-SAME: ["opencl-rounds", "s2"]
// CHECK: %[[ENOUGH:.*]] = llvm.icmp "uge" %actual_local_size_x, %{{.*}} : i64
// CHECK: llvm.cond_br %{{.*}}, ^[[ROW:.*]](%{{.*}} : i32), ^[[ITEM:.*]](%{{.*}} : i32)
// CHECK: ^[[ROW]](%row_x: i32):
// CHECK: ^[[HEAD:.*]](%[[I:.*]]: i32, %[[SUM:.*]]: vector<16xf32>):
// CHECK-NEXT: %[[MORE:.*]] = llvm.icmp "slt" %[[I]], %{{.*}} : i32
// CHECK-NEXT: llvm.cond_br %[[MORE]]
// CHECK: "llvm.load"(%{{.*}}) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<16xf32>
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: "llvm.store"(%[[SUM]], %{{.*}}) <{alignment = 4 : i64}>

// A loop that work items leave at different times goes on while some go on; the values of
// those that left are kept. What only some do is done with a mask.
opencl.kernel @apart(%p: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %limit = llvm.load %at : !llvm.ptr<1> -> i32
  llvm.br ^head(%zero : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %limit : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %far = llvm.getelementptr %p[%limit] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %i, %far : i32, !llvm.ptr<1>
  %j = llvm.add %i, %one : i32
  llvm.br ^head(%j : i32)
^end:
  llvm.store %i, %at : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @apart(
// CHECK: ^{{.*}}(%row_x_{{.*}}: i32):
// CHECK: ^[[HEAD:.*]](%[[I:.*]]: i32, %[[ACTIVE:.*]]: vector<16xi1>, %[[KEPT:.*]]: vector<16xi32>):
// CHECK: %[[STAYS:.*]] = llvm.select %[[ACTIVE]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi1>
// CHECK: %[[LEAVES:.*]] = llvm.select %[[ACTIVE]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi1>
// CHECK: llvm.intr.masked.scatter %{{.*}}, %{{.*}}, %[[STAYS]]
// CHECK: %[[RESULT:.*]] = llvm.select %[[LEAVES]], %{{.*}}, %[[KEPT]] : vector<16xi1>, vector<16xi32>
// CHECK: llvm.bitcast %[[STAYS]] : vector<16xi1> to i16
// CHECK: llvm.cond_br %{{.*}}, ^[[HEAD]](
// CHECK: "llvm.store"(%[[RESULT]]

// Volatile accesses keep the order of the program: one work item after the other.
opencl.kernel @volatile(%p: !llvm.ptr<1>) {
  llvm.br ^head
^head:
  %v = llvm.load volatile %p : !llvm.ptr<1> -> i1
  llvm.cond_br %v, ^head, ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @volatile(
// CHECK-NOT: row_x

// Most rows have neighbours by an index that is folded, and are one vector then; integers
// are divided as floating-point numbers that have their quotients. What launches with whole
// rows know is marked.
opencl.kernel @folded(%p: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %id = opencl.get_global_id 0 : i64
  %x = llvm.trunc %id : i64 to i32
  %none = llvm.icmp "eq" %n, %zero : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %by = llvm.select %none, %one, %n : i1, i32
  %rest = llvm.urem %x, %by : i32
  %at = llvm.getelementptr %p[%rest] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %x, %at : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @folded(
// CHECK: %[[ROWS:.*]] = llvm.or %{{.*}}, %whole_rows{{.*}} : i1
// CHECK: llvm.cond_br %[[ROWS]],
// CHECK: ^{{.*}}(%row_x{{.*}}: i32):
// CHECK: llvm.uitofp %{{.*}} : vector<16xi32> to vector<16xf64>
// CHECK: %[[REAL:.*]] = llvm.fdiv %{{.*}}, %{{.*}} : vector<16xf64>
// CHECK: %[[QUOTIENT:.*]] = llvm.fptoui %[[REAL]] : vector<16xf64> to vector<16xi32>
// CHECK: %[[OTHER:.*]] = llvm.icmp "ne" %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[OTHER]] : vector<16xi1> to i16
// CHECK: %[[NEAR:.*]] = llvm.icmp "eq" %[[BITS]], %{{.*}} : i16
// CHECK: %[[FITS:.*]] = llvm.icmp "sle" %{{.*}}, %{{.*}} : i32
// CHECK: %[[BOTH:.*]] = llvm.and %[[NEAR]], %[[FITS]] : i1
// CHECK: llvm.cond_br %[[BOTH]], ^[[VECTOR:.*]], ^[[SCATTER:.*]]
// CHECK: ^[[VECTOR]]:
// CHECK: "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64}> : (vector<16xi32>, !llvm.ptr<1>) -> ()
// CHECK: ^[[SCATTER]]:
// CHECK: llvm.intr.masked.scatter

// Of an index that is limited, two comparisons of numbers say whether any of the row reaches
// the limit, or overflows; where none does, the row is read as it stands in memory, else gathered.
opencl.kernel @limited(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %id = opencl.get_global_id 0 : i64
  %x = llvm.trunc %id : i64 to i32
  %left = llvm.sub %x, %one overflow<nsw> : i32
  %low = llvm.intr.smax(%left, %zero) : (i32, i32) -> i32
  %in = llvm.intr.smin(%low, %n) : (i32, i32) -> i32
  %at = llvm.getelementptr %p[%in] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %at : !llvm.ptr<1> -> f32
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %v, %to : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @limited(
// CHECK: ^{{.*}}(%row_x{{.*}}: i32):
// CHECK: %[[MOST:.*]] = llvm.mlir.constant(9223372036854775792) : i64
// CHECK-NEXT: %[[STEADY:.*]] = llvm.icmp "sle" %[[FIRST:.*]], %[[MOST]] : i64
// CHECK: %[[LOW:.*]] = llvm.icmp "sge" %[[FIRST]], %{{.*}} : i64
// CHECK-NEXT: %[[ABOVE:.*]] = llvm.and %[[STEADY]], %[[LOW]] : i1
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(15) : i64
// CHECK-NEXT: %[[END:.*]] = llvm.add %[[FIRST]], %[[LAST]] : i64
// CHECK: %[[HIGH:.*]] = llvm.icmp "sle" %[[END]], %{{.*}} : i64
// CHECK-NEXT: %[[BELOW:.*]] = llvm.and %{{.*}}, %[[HIGH]] : i1
// CHECK-NEXT: %[[NEAR:.*]] = llvm.and %[[ABOVE]], %[[BELOW]] : i1
// CHECK: llvm.cond_br %[[NEAR]], ^[[LINE:.*]], ^[[GATHER:.*]]
// CHECK: ^[[LINE]]:
// CHECK: "llvm.load"(%{{.*}}) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<16xf32>
// CHECK: ^[[GATHER]]:
// CHECK: llvm.intr.masked.gather

// Of an index of 32 bits that may overflow, one comparison says whether it does within the row.
// Its low bits go round the loop as numbers that grow by one.
opencl.kernel @around(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %id = opencl.get_global_id 0 : i64
  %size = opencl.get_global_size 0 : i64
  %x = llvm.trunc %id : i64 to i32
  %first = llvm.add %x, %n : i32
  llvm.br ^head(%zero, %first, %zero : i32, i32, i32)
^head(%r: i32, %i: i32, %sum: i32):
  %more = llvm.icmp "slt" %r, %n : i32
  llvm.cond_br %more, ^body, ^done
^body:
  %wide = llvm.sext %i : i32 to i64
  %at = llvm.getelementptr %p[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %v = llvm.load %at : !llvm.ptr<1> -> i32
  %next = llvm.add %sum, %v : i32
  %far = llvm.add %wide, %size : i64
  %following = llvm.trunc %far : i64 to i32
  %round = llvm.add %r, %one overflow<nsw> : i32
  llvm.br ^head(%round, %following, %next : i32, i32, i32)
^done:
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %sum, %to : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @around(
// CHECK: ^{{.*}}(%row_x{{.*}}: i32):
// CHECK: ^{{.*}}(%{{.*}}: i32, %[[I:.*]]: i32, %{{.*}}: vector<16xi32>):
// CHECK: %[[MOST:.*]] = llvm.mlir.constant(2147483632 : i32) : i32
// CHECK-NEXT: %[[NEAR:.*]] = llvm.icmp "sle" %[[I]], %[[MOST]] : i32
// CHECK-NEXT: llvm.sext %[[I]] : i32 to i64
// CHECK: llvm.cond_br %[[NEAR]], ^[[LINE:.*]], ^[[GATHER:.*]]
// CHECK: ^[[LINE]]:
// CHECK: "llvm.load"(%{{.*}}) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<16xi32>
// CHECK: ^[[GATHER]]:
// CHECK: llvm.intr.masked.gather

// A vector of 32 bytes is as wide as a register: a loop that does little more than load such ones
// runs one work item after the other.
opencl.kernel @wide(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) {
  %zero = llvm.mlir.constant(dense<0.0> : vector<8xf32>) : vector<8xf32>
  %none = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %size = opencl.get_global_size 0 : i64
  llvm.br ^head(%none, %id, %zero : i64, i64, vector<8xf32>)
^head(%r: i64, %i: i64, %sum: vector<8xf32>):
  %more = llvm.icmp "slt" %r, %n : i64
  llvm.cond_br %more, ^body, ^done
^body:
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<8xf32>
  %v = llvm.load %at : !llvm.ptr<1> -> vector<8xf32>
  %next = llvm.fadd %sum, %v : vector<8xf32>
  %far = llvm.add %i, %size : i64
  %round = llvm.add %r, %one overflow<nsw> : i64
  llvm.br ^head(%round, %far, %next : i64, i64, vector<8xf32>)
^done:
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<8xf32>
  llvm.store %sum, %to : vector<8xf32>, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @wide(
// CHECK: -> vector<8xf32>
// CHECK-NOT: vector<128xf32>

opencl.kernel @narrow(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) {
  %zero = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
  %none = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %size = opencl.get_global_size 0 : i64
  llvm.br ^head(%none, %id, %zero : i64, i64, vector<4xf32>)
^head(%r: i64, %i: i64, %sum: vector<4xf32>):
  %more = llvm.icmp "slt" %r, %n : i64
  llvm.cond_br %more, ^body, ^done
^body:
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
  %v = llvm.load %at : !llvm.ptr<1> -> vector<4xf32>
  %next = llvm.fadd %sum, %v : vector<4xf32>
  %far = llvm.add %i, %size : i64
  %round = llvm.add %r, %one overflow<nsw> : i64
  llvm.br ^head(%round, %far, %next : i64, i64, vector<4xf32>)
^done:
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
  llvm.store %sum, %to : vector<4xf32>, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @narrow(
// CHECK: (!llvm.ptr<1>) -> vector<64xf32>

opencl.kernel @computes_wide(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) {
  %zero = llvm.mlir.constant(dense<0.0> : vector<8xf32>) : vector<8xf32>
  %none = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %size = opencl.get_global_size 0 : i64
  llvm.br ^head(%none, %id, %zero : i64, i64, vector<8xf32>)
^head(%r: i64, %i: i64, %sum: vector<8xf32>):
  %more = llvm.icmp "slt" %r, %n : i64
  llvm.cond_br %more, ^body, ^done
^body:
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<8xf32>
  %v = llvm.load %at : !llvm.ptr<1> -> vector<8xf32>
  %next = llvm.fadd %sum, %v : vector<8xf32>
  %square = llvm.fmul %next, %next : vector<8xf32>
  %last = llvm.fadd %square, %v : vector<8xf32>
  %far = llvm.add %i, %size : i64
  %round = llvm.add %r, %one overflow<nsw> : i64
  llvm.br ^head(%round, %far, %last : i64, i64, vector<8xf32>)
^done:
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<8xf32>
  llvm.store %sum, %to : vector<8xf32>, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @computes_wide(
// CHECK: (!llvm.ptr<1>) -> vector<128xf32>

// Each lane would walk along memory of its own, and leave when it likes: such a loop runs
// one work item after the other, and LLVM leaves it as it is.
opencl.kernel @walk(%rows: !llvm.ptr<1>, %values: !llvm.ptr<1>, %places: !llvm.ptr<1>, %y: !llvm.ptr<1>) {
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %one = llvm.mlir.constant(1 : i32) : i32
  %id = opencl.get_global_id 0 : i64
  %row = llvm.getelementptr %rows[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %first = llvm.load %row : !llvm.ptr<1> -> i32
  %behind = llvm.getelementptr %row[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %last = llvm.load %behind : !llvm.ptr<1> -> i32
  llvm.br ^head(%first, %zero : i32, f32)
^head(%i: i32, %sum: f32):
  %more = llvm.icmp "slt" %i, %last : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.sext %i : i32 to i64
  %v = llvm.getelementptr %values[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %p = llvm.getelementptr %places[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %a = llvm.load %v : !llvm.ptr<1> -> f32
  %b = llvm.load %p : !llvm.ptr<1> -> f32
  %next = llvm.intr.fmuladd(%a, %b, %sum) : (f32, f32, f32) -> f32
  %j = llvm.add %i, %one : i32
  llvm.br ^head(%j, %next : i32, f32)
^end:
  %out = llvm.getelementptr %y[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %sum, %out : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @walk(
// CHECK-NOT: row_x
// CHECK-NOT: vector
// CHECK: llvm.br ^{{.*}}(%{{.*}}, %{{.*}} : i32, f32) {opencl.metadata = {llvm.loop = {unroll.disable}}}
// CHECK-NOT: row_x
// CHECK: llvm.return

// In a loop that only computes each result waits for the one before: 32 work items go round
// together while there are as many, 16 then.
opencl.kernel @computes(%p: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %f = llvm.mlir.constant(0.5 : f32) : f32
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %a = llvm.load %at : !llvm.ptr<1> -> f32
  llvm.br ^head(%zero, %a : i32, f32)
^head(%i: i32, %v: f32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %w = llvm.fmul %v, %v : f32
  %next = llvm.fsub %w, %f : f32
  %j = llvm.add %i, %one : i32
  llvm.br ^head(%j, %next : i32, f32)
^end:
  llvm.store %v, %at : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @computes(
// CHECK: %[[WHOLE:.*]] = llvm.or %{{.*}}, %whole_wide_rows{{.*}} : i1
// CHECK-NEXT: llvm.cond_br %[[WHOLE]], ^[[WIDE:.*]](%{{.*}} : i32), ^[[OTHERS:.*]](%{{.*}} : i32)
// CHECK: ^[[WIDE]](%row_x{{.*}}: i32):
// CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<32xf32>
// CHECK: %[[NEXT:.*]] = llvm.add %row_x{{.*}}, %{{.*}} overflow<nsw,nuw> : i32
// CHECK: %[[LESS:.*]] = llvm.icmp "ult" %[[NEXT]], %{{.*}} : i32
// CHECK-NEXT: %[[SOME:.*]] = llvm.and %[[LESS]], %not_whole_wide_rows{{.*}} : i1
// CHECK: llvm.cond_br %[[SOME]], ^[[OTHERS]](%[[NEXT]] : i32), ^{{.*}}
// CHECK: ^[[OTHERS]](%[[X:.*]]: i32):
// CHECK: %[[WHOLE:.*]] = llvm.or %{{.*}}, %whole_rows{{.*}} : i1
// CHECK-NEXT: llvm.cond_br %[[WHOLE]], ^[[ROW:.*]](%[[X]] : i32), ^{{.*}}(%[[X]] : i32)
// CHECK: ^[[ROW]](%row_x{{.*}}: i32):
// CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<16xf32>

// Of two ways the mask of that which has one decides, not that of the rest.
opencl.kernel @least(%p: !llvm.ptr<1>, %y: !llvm.ptr<1>, %m: f32) {
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %a = llvm.load %at : !llvm.ptr<1> -> f32
  %less = llvm.fcmp "olt" %a, %m : f32
  llvm.cond_br %less, ^then, ^end(%m : f32)
^then:
  %twice = llvm.fadd %a, %a : f32
  llvm.br ^end(%twice : f32)
^end(%r: f32):
  %out = llvm.getelementptr %y[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %out : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @least(
// CHECK: %[[LESS:.*]] = llvm.fcmp "olt" %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: %[[TWICE:.*]] = llvm.fadd %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: llvm.select %[[LESS]], %[[TWICE]], %{{.*}} : vector<16xi1>, vector<16xf32>

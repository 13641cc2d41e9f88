// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-form-work-groups' -t opencl-mlir | filecheck %s

// All numbers between the first and the last are loaded, and one of three is taken; a store with
// steps is one for each work item.
opencl.kernel @steps(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
  %three = llvm.mlir.constant(3 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %x = llvm.mul %id, %three : i64
  %from = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %a = llvm.load %from : !llvm.ptr<1> -> i8
  %to = llvm.getelementptr %q[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  llvm.store %a, %to : i8, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @steps(
// CHECK: ^{{.*}}(%row_x{{.*}}: i32):
// CHECK: %[[ALL:.*]] = "llvm.load"(%{{.*}}) <{alignment = 1 : i64}> : (!llvm.ptr<1>) -> vector<46xi8>
// CHECK-NEXT: %[[SOME:.*]] = llvm.shufflevector %[[ALL]], %[[ALL]] [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45]
// CHECK: %[[LANE:.*]] = llvm.extractelement %[[SOME]]
// CHECK-NEXT: "llvm.store"(%[[LANE]], %[[START:.*]]) <{alignment = 1 : i64}>
// CHECK-NEXT: %[[SECOND:.*]] = llvm.getelementptr inbounds %[[START]][3]
// CHECK: "llvm.store"(%{{.*}}, %[[SECOND]]) <{alignment = 1 : i64}>
// CHECK: llvm.getelementptr inbounds %[[START]][45]
// CHECK-NOT: masked

// Backwards, the last work item has the first number.
opencl.kernel @backwards(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) {
  %id = opencl.get_global_id 0 : i64
  %x = llvm.sub %n, %id : i64
  %from = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %a = llvm.load %from : !llvm.ptr<1> -> f32
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %a, %to : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @backwards(
// CHECK: %[[START:.*]] = llvm.getelementptr inbounds %{{.*}}[-60]
// CHECK-NEXT: %[[ALL:.*]] = "llvm.load"(%[[START]]) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<16xf32>
// CHECK-NEXT: llvm.shufflevector %[[ALL]], %[[ALL]] [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

// Numbers further from each other are gathered.
opencl.kernel @far(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
  %five = llvm.mlir.constant(5 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %x = llvm.mul %id, %five : i64
  %from = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %a = llvm.load %from : !llvm.ptr<1> -> f32
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %a, %to : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @far(
// CHECK: llvm.intr.masked.gather

// Constant distances have 32 bits.
opencl.kernel @very_far(%p: !llvm.ptr<1>) {
  %bits = llvm.mlir.constant(26 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %x = llvm.shl %id, %bits : i64
  %to = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %id, %to : i64, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @very_far(
// CHECK: llvm.intr.masked.scatter

// Only if all work items take part are the numbers of others loaded. After the store to the same
// memory they are gathered in any case.
opencl.kernel @some(%p: !llvm.ptr<1>, %n: i64) {
  %two = llvm.mlir.constant(2 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %x = llvm.mul %id, %two : i64
  %at = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %in = llvm.icmp "slt" %id, %n : i64
  llvm.cond_br %in, ^body, ^end
^body:
  %a = llvm.load %at : !llvm.ptr<1> -> f32
  %b = llvm.fadd %a, %a : f32
  llvm.store %b, %at : f32, !llvm.ptr<1>
  %c = llvm.load %at : !llvm.ptr<1> -> f32
  %d = llvm.fmul %c, %c : f32
  llvm.store %d, %at : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @some(
// CHECK: %[[ONES:.*]] = llvm.mlir.constant(-1 : i16) : i16
// CHECK-NEXT: %[[ALL:.*]] = llvm.icmp "eq" %{{.*}}, %[[ONES]] : i16
// CHECK-NEXT: llvm.cond_br %[[ALL]], ^[[DENSE:.*]], ^[[GATHER:.*]]
// CHECK: ^[[DENSE]]:
// CHECK: -> vector<31xf32>
// CHECK: ^[[GATHER]]:
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.cond_br %{{.*}}, ^[[EACH:.*]], ^[[SCATTER:.*]]
// CHECK: ^[[EACH]]:
// CHECK: "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64}> : (f32, !llvm.ptr<1>) -> ()
// CHECK: ^[[SCATTER]]:
// CHECK: llvm.intr.masked.scatter
// CHECK-NOT: -> vector<31xf32>
// CHECK: llvm.intr.masked.gather

// One work item at most has the number %n: its accesses are those of one number.
opencl.kernel @alone(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) {
  %three = llvm.mlir.constant(3 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %x = llvm.mul %id, %three : i64
  %at = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %one = llvm.icmp "eq" %n, %id : i64
  llvm.cond_br %one, ^body, ^end
^body:
  %a = llvm.load %at : !llvm.ptr<1> -> f32
  %b = llvm.fadd %a, %a : f32
  llvm.store %b, %q : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @alone(
// CHECK: ^{{.*}}(%row_x{{.*}}: i32):
// CHECK: %[[ONE:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : vector<16xi64>
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(15 : i16) : i16
// CHECK-NEXT: %[[LANES:.*]] = llvm.bitcast %[[ONE]] : vector<16xi1> to i16
// CHECK-NEXT: %[[ZEROS:.*]] = {{.*}}llvm.intr.ctlz{{.*}}%[[LANES]]
// CHECK-NEXT: %[[LANE:.*]] = llvm.sub %[[LAST]], %[[ZEROS]] : i16
// CHECK: %[[A:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// CHECK-NEXT: %[[B:.*]] = llvm.fadd %[[A]], %[[A]] : f32
// CHECK-NEXT: llvm.store %[[B]], %{{.*}} : f32, !llvm.ptr<1>

// The steps of this one are 2^81 + 2^42 + 2^2, modulo 2^64.
opencl.kernel @alone_far(%p: !llvm.ptr<1>, %n: i64) {
  %large = llvm.mlir.constant(1099511627777 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %x = llvm.mul %id, %large : i64
  %y = llvm.mul %x, %large : i64
  %at = llvm.getelementptr %p[%y] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %one = llvm.icmp "eq" %n, %id : i64
  llvm.cond_br %one, ^body, ^end
^body:
  %a = llvm.load %at : !llvm.ptr<1> -> f32
  %b = llvm.fadd %a, %a : f32
  llvm.store %b, %at : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @alone_far(
// CHECK: llvm.intr.ctlz
// CHECK: llvm.mlir.constant(8796093022212) : i64

// Each fourth work item has this number.
opencl.kernel @several(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
  %c64 = llvm.mlir.constant(64 : i8) : i8
  %zero = llvm.mlir.constant(0 : i8) : i8
  %id = opencl.get_global_id 0 : i64
  %small = llvm.trunc %id : i64 to i8
  %times = llvm.mul %small, %c64 : i8
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %one = llvm.icmp "eq" %times, %zero : i8
  llvm.cond_br %one, ^body, ^end
^body:
  %a = llvm.load %at : !llvm.ptr<1> -> f32
  %b = llvm.fadd %a, %a : f32
  llvm.store %b, %at : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @several(
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store

// A place that all share gets the number of the last one that takes part.
opencl.kernel @same_place(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %a = llvm.load %at : !llvm.ptr<1> -> i32
  %some = llvm.icmp "sgt" %a, %zero : i32
  llvm.cond_br %some, ^body, ^end
^body:
  llvm.store %a, %q : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @same_place(
// CHECK: %[[A:.*]] = "llvm.load"(%{{.*}}) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> vector<16xi32>
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(15 : i16) : i16
// CHECK: %[[ZEROS:.*]] = {{.*}}llvm.intr.ctlz
// CHECK-NEXT: %[[LANE:.*]] = llvm.sub %[[LAST]], %[[ZEROS]] : i16
// CHECK-NEXT: %[[NUMBER:.*]] = llvm.extractelement %[[A]][%[[LANE]] : i16]
// CHECK-NEXT: "llvm.store"(%[[NUMBER]], %{{.*}})

// An index that branches select may be that of neighbours. Only work items that take part are compared, with
// the one in the middle, since those at the ends are often beyond a border.
opencl.kernel @selected(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %next = llvm.add %id, %one : i64
  %in = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %in, ^inside(%next : i64), ^inside(%n : i64)
^inside(%x: i64):
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %old = llvm.load %to : !llvm.ptr<1> -> i32
  %some = llvm.icmp "sgt" %old, %zero : i32
  llvm.cond_br %some, ^body, ^end
^body:
  %at = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %a = llvm.load %at : !llvm.ptr<1> -> i32
  llvm.store %a, %to : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @selected(
// CHECK: ^{{.*}}(%row_x{{.*}}: i32):
// CHECK: %[[SOME:.*]] = llvm.icmp "sgt" %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: %[[NUMBERS:.*]] = llvm.freeze %{{.*}} : vector<16xi64>
// CHECK-NEXT: %[[MIDDLE:.*]] = llvm.mlir.constant(8 : i32) : i32
// CHECK-NEXT: %[[NUMBER:.*]] = llvm.extractelement %[[NUMBERS]][%[[MIDDLE]] : i32]
// CHECK-NEXT: %[[BEFORE:.*]] = llvm.mlir.constant(32) : i64
// CHECK-NEXT: %[[FIRST:.*]] = llvm.sub %[[NUMBER]], %[[BEFORE]] : i64
// CHECK: %[[DIFFER:.*]] = llvm.icmp "ne" %[[NUMBERS]], %{{.*}} : vector<16xi64>
// CHECK: llvm.select %[[SOME]], %[[DIFFER]], %{{.*}} : vector<16xi1>, vector<16xi1>
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.gather

// A counter of a loop is none.
opencl.kernel @counted(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %id = opencl.get_global_id 0 : i64
  %first = llvm.mul %id, %n : i64
  %to = llvm.getelementptr %q[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.br ^head(%zero, %zero : i64, i64)
^head(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %x = llvm.add %first, %i : i64
  %at = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %a = llvm.load %at : !llvm.ptr<1> -> i64
  %b = llvm.mul %a, %a : i64
  %c = llvm.mul %b, %a : i64
  %d = llvm.mul %c, %a : i64
  %next = llvm.add %sum, %d : i64
  %j = llvm.add %i, %one : i64
  llvm.br ^head(%j, %next : i64, i64)
^end:
  llvm.store %sum, %to : i64, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @counted(
// CHECK: ^{{.*}}(%row_x{{.*}}: i32):
// CHECK-NOT: llvm.icmp "ne"
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.func @counted.groups

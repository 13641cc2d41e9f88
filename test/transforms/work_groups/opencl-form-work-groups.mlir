// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-form-work-groups' -t opencl-mlir | filecheck %s

// No barrier: one nest of loops, x innermost and marked for the vectoriser; nothing is kept.
opencl.kernel @no_barrier(%p: !llvm.ptr<1>, %n: i32) {
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %n, %at : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @no_barrier(
// CHECK-SAME: %arguments: !llvm.ptr, %launch: !llvm.ptr, %group_x: i64, %group_y: i64, %group_z: i64)
// CHECK-SAME: ["opencl-frame-bytes", "0"], ["opencl-item-bytes", "0"], ["opencl-loops", "0"], ["opencl-dimensions", "1"], ["opencl-facts", "52"], ["reciprocal-estimates", "!vec-div"]
// CHECK-NOT: llvm.alloca
// CHECK: ^{{.*}}(%{{local_z.*}}: i32):
// CHECK: ^{{.*}}(%{{local_y.*}}: i32):
// CHECK: ^{{.*}}(%{{local_x.*}}: i32):
// CHECK: %{{linear.*}} = llvm.add %{{row.*}}, %{{.*}} overflow<nsw,nuw> : i64
// CHECK: %[[WIDE:.*]] = llvm.zext %{{local_x.*}} : i32 to i64
// CHECK-NEXT: %[[ID:.*]] = llvm.add %{{base_x.*}}, %[[WIDE]] overflow<nsw,nuw> : i64
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr %{{.*}}[%[[ID]]]
// CHECK-NEXT: llvm.store %{{.*}}, %[[AT]] {opencl.metadata = {llvm.access.group = [1 : i64]}} : i32, !llvm.ptr<1>
// CHECK: %[[X:.*]] = llvm.add %{{local_x.*}}
// CHECK-NEXT: llvm.icmp "ult" %[[X]], %{{actual_local_size_x.*}}
// CHECK-NEXT: llvm.cond_br {{.*}} {opencl.metadata = {llvm.loop = {parallel_accesses = [1 : i64], interleave.count = 1 : i32, unroll.runtime.disable}}}
// CHECK-NOT: local_x_

// Launches whose groups have one work item in a dimension know that its loop ends.
// CHECK: %[[Y:.*]] = llvm.icmp "ult" %{{.*}}, %{{actual_local_size_y.*}} : i32
// CHECK-NEXT: %[[MORE:.*]] = llvm.and %[[Y]], %not_one_y{{.*}} : i1
// CHECK-NEXT: llvm.cond_br %[[MORE]]
// CHECK: %[[Z:.*]] = llvm.icmp "ult" %{{.*}}, %{{actual_local_size_z.*}} : i32
// CHECK-NEXT: %[[MORE:.*]] = llvm.and %[[Z]], %not_one_z{{.*}} : i1
// CHECK-NEXT: llvm.cond_br %[[MORE]]
// CHECK: llvm.return

// One function for all kernels runs the groups of [begin, end).
// CHECK-LABEL: llvm.func @no_barrier.groups(
// CHECK-NEXT: %[[GROUP:.*]] = llvm.mlir.addressof @no_barrier : !llvm.ptr
// CHECK-NEXT: llvm.call @__xdsl_opencl_run_groups(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[GROUP]])
// CHECK-NEXT: llvm.return

// An `int` id is computed as such, without flags in launches in which none may hold it.
opencl.kernel @int_id(%p: !llvm.ptr<1>) {
  %id = opencl.get_global_id 0 : i64
  %int = llvm.trunc %id : i64 to i32
  %at = llvm.getelementptr %p[%int] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %int, %at : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @int_id(
// CHECK: %[[FACTS:.*]] = llvm.mlir.addressof @__xdsl_opencl_launch_facts : !llvm.ptr
// CHECK-NEXT: %facts{{.*}} = "llvm.load"(%[[FACTS]]) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
// CHECK: %[[BIT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %[[AND:.*]] = llvm.and %facts{{.*}}, %[[BIT]] : i32
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %int_ids{{.*}} = llvm.icmp "ne" %[[AND]], %[[ZERO]] : i32
// CHECK: %[[FITS:.*]] = llvm.add %{{base_x_i32.*}}, %{{local_x.*}} overflow<nsw,nuw> : i32
// CHECK-NEXT: %[[WRAPS:.*]] = llvm.sub %{{local_x.*}}, %{{.*}} : i32
// CHECK-NEXT: %[[INT:.*]] = llvm.select %int_ids{{.*}}, %[[FITS]], %[[WRAPS]] : i1, i32
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[INT]]]

// A value that crosses a barrier is kept for each work item; an id is not kept.
opencl.kernel @straight(%p: !llvm.ptr<1>) {
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %v = llvm.load %at : !llvm.ptr<1> -> i32
  opencl.barrier local
  llvm.store %v, %at : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @straight(
// CHECK-SAME: ["opencl-item-bytes", "4"]
// CHECK: %{{items.*}} = llvm.mul
// CHECK: llvm.alloca %{{items.*}} x i32 {alignment = 64 : i64}
// CHECK-NOT: llvm.alloca
// CHECK: ^{{.*}}(%[[Z1:local_z.*]]: i32):
// CHECK: %[[LINEAR:linear.*]] = llvm.add %{{row.*}}, %{{.*}} overflow<nsw,nuw> : i64
// CHECK: %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[LINEAR]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: llvm.store %[[V]], %[[SLOT]]
// CHECK: ^{{.*}}(%[[Z2:local_z.*]]: i32):
// CHECK: %[[LINEAR2:linear.*]] = llvm.add %{{row.*}}, %{{.*}} overflow<nsw,nuw> : i64
// CHECK: llvm.getelementptr inbounds %{{.*}}[%[[LINEAR2]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %[[W:.*]] = llvm.load
// CHECK: llvm.add %{{base_x.*}}
// CHECK: llvm.store %[[W]]
// CHECK: llvm.return

// A barrier in a uniform loop: the counter is one variable for the group; the group looks
// after each region where its work items went.
opencl.kernel @uniform_loop(%p: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^head(%zero : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  opencl.barrier local
  %next = llvm.add %i, %one : i32
  llvm.br ^head(%next : i32)
^exit:
  opencl.return
}

// CHECK-LABEL: llvm.func @uniform_loop(
// CHECK-SAME: ["opencl-frame-bytes", "4"], ["opencl-item-bytes", "0"], ["opencl-loops", "1"]
// CHECK-NOT: llvm.alloca %{{items.*}}
// CHECK: %{{i.*}} = llvm.alloca %{{.*}} x i32 : (i64) -> !llvm.ptr
// CHECK: %[[NEXT:next.*]] = llvm.alloca %{{.*}} x i32
// CHECK: llvm.store %{{.*}}, %[[NEXT]]
// CHECK: %[[WHERE:.*]] = llvm.load %[[NEXT]]
// CHECK-NEXT: %[[MEETING:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[HERE:.*]] = llvm.icmp "eq" %[[WHERE]], %[[MEETING]]
// CHECK-NEXT: llvm.cond_br %[[HERE]]

// Work items that return before a barrier are marked and left out from then on; what the
// others agree on after the branch is kept once. A group that nobody has left skips the look.
opencl.kernel @early_return(%p: !llvm.ptr<2>, %n: i64) {
  %id = opencl.get_local_id 0 : i64
  %out = llvm.icmp "ult" %n, %id : i64
  llvm.cond_br %out, ^exit, ^go
^go:
  %v = llvm.load %p : !llvm.ptr<2> -> i64
  opencl.barrier local
  %at = llvm.getelementptr %p[%v] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, i8
  %w = llvm.load %at : !llvm.ptr<2> -> i8
  llvm.br ^exit
^exit:
  opencl.return
}

// CHECK-LABEL: llvm.func @early_return(
// CHECK-SAME: ["opencl-frame-bytes", "8"], ["opencl-item-bytes", "1"]
// CHECK: %{{done.*}} = llvm.alloca %{{items.*}} x i8
// CHECK: "llvm.intr.memset"(%{{done.*}}
// CHECK: %[[LEFT:left.*]] = llvm.alloca
// CHECK: %{{v.*}} = llvm.alloca %{{.*}} x i64
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i8) : i8
// CHECK-NEXT: llvm.getelementptr inbounds %{{done.*}}[%{{linear.*}}]
// CHECK-NEXT: llvm.store %[[ONE]], %{{.*}} : i8, !llvm.ptr
// CHECK-NEXT: llvm.store %[[ONE]], %[[LEFT]] : i8, !llvm.ptr
// CHECK: llvm.load %[[LEFT]] : !llvm.ptr -> i8
// CHECK: llvm.icmp "eq"
// CHECK-NEXT: llvm.cond_br
// CHECK: %[[READ:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK-NEXT: %[[NONE:.*]] = llvm.mlir.constant(0 : i8) : i8
// CHECK-NEXT: llvm.icmp "ne" %[[READ]], %[[NONE]]

// A private array that lives across a barrier: one for each work item, with room for its
// alignment; the other is used in turn. An address that was stored can be found again.
opencl.kernel @private_arrays(%p: !llvm.ptr<1>) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %nine = llvm.mlir.constant(9 : i64) : i64
  %kept = llvm.alloca %nine x f32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %third = llvm.getelementptr %kept[3] : (!llvm.ptr) -> !llvm.ptr, f32
  %used = llvm.alloca %nine x i16 : (i64) -> !llvm.ptr
  %found = llvm.alloca %nine x i8 : (i64) -> !llvm.ptr
  llvm.store %found, %p : !llvm.ptr, !llvm.ptr<1>
  %v = llvm.load %used : !llvm.ptr -> f32
  opencl.barrier local
  llvm.store %v, %third : f32, !llvm.ptr
  opencl.return
}

// 36 bytes are 48 with alignment 16; %v and %third have slots, of 4 and 8 bytes.
// CHECK-LABEL: llvm.func @private_arrays(
// CHECK-SAME: ["opencl-frame-bytes", "18"], ["opencl-item-bytes", "69"]
// CHECK: %[[STRIDE:.*]] = llvm.mlir.constant(48) : i64
// CHECK: %[[BYTES:.*]] = llvm.mul %[[STRIDE]], %{{items.*}}
// CHECK-NEXT: %[[KEPT:.*]] = llvm.alloca %[[BYTES]] x i8 {alignment = 16 : i64}
// CHECK: llvm.alloca %{{.*}} x i8
// CHECK: %{{used.*}} = llvm.alloca %{{.*}} x i16
// CHECK: %[[MINE:.*]] = llvm.mul %{{linear.*}}, %[[STRIDE]]
// CHECK-NEXT: llvm.getelementptr inbounds %[[KEPT]][%[[MINE]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8

// Local memory is memory of the group; its size is in the argument block for an argument.
opencl.kernel @local_memory(%l: !llvm.ptr<3>) {
  %own = "opencl.local"() <{element = !llvm.array<4 x f32>}> : () -> !llvm.ptr<3>
  %v = llvm.load %own : !llvm.ptr<3> -> f32
  llvm.store %v, %l : f32, !llvm.ptr<3>
  opencl.return
}

// CHECK-LABEL: llvm.func @local_memory(
// CHECK-SAME: ["opencl-frame-bytes", "16"]{{.*}} ["opencl-local-bytes", "16"]
// CHECK: %[[SIZE:.*]] = "llvm.load"(%arguments{{.*}}) <{alignment = 8 : i64}> : (!llvm.ptr) -> i64
// CHECK-NEXT: llvm.alloca %[[SIZE]] x i8 {alignment = 128 : i64} : (i64) -> !llvm.ptr<3>
// CHECK: llvm.alloca %{{.*}} x !llvm.array<4 x f32> {alignment = 64 : i64} : (i64) -> !llvm.ptr<3>
// CHECK: ^{{.*}}(%{{local_z.*}}: i32):

// A group function: a loop over the slots of its operand; one result for all.
opencl.kernel @group_function(%p: !llvm.ptr<1>) {
  %id = opencl.get_local_id 0 : i32
  %sum = opencl.work_group_reduce add %id : i32
  llvm.store %sum, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @group_function(
// CHECK-SAME: ["opencl-frame-bytes", "4"], ["opencl-item-bytes", "4"]
// CHECK: %[[IDS:.*]] = llvm.alloca %{{items.*}} x i32 {alignment = 64 : i64}
// CHECK: %{{sum.*}} = llvm.alloca %{{.*}} x i32
// CHECK: ^{{.*}}(%[[INDEX:.*]]: i64, %[[TOTAL:.*]]: i32):
// CHECK-NEXT: llvm.icmp "ult" %[[INDEX]], %{{items.*}}
// CHECK: %[[ITEM:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[INDEX]]]
// CHECK-NEXT: %[[ONE:.*]] = llvm.load %[[ITEM]]
// CHECK-NEXT: llvm.add %[[TOTAL]], %[[ONE]]
// CHECK: llvm.store %[[TOTAL]], %{{sum.*}}

// All work items have the same reduction, and the same value of what it leads to; each has its
// own scan. After a barrier the one is kept once, the other for each.
opencl.kernel @agreed(%p: !llvm.ptr<1>, %n: i32) {
  %sum = opencl.work_group_reduce add %n : i32
  %v = llvm.sdiv %n, %sum : i32
  opencl.barrier global
  llvm.store %v, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @agreed(
// CHECK-SAME: ["opencl-frame-bytes", "8"], ["opencl-item-bytes", "0"]

opencl.kernel @own(%p: !llvm.ptr<1>, %n: i32) {
  %sum = opencl.work_group_scan_inclusive add %n : i32
  %v = llvm.sdiv %n, %sum : i32
  opencl.barrier global
  llvm.store %v, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @own(
// CHECK-SAME: ["opencl-frame-bytes", "0"], ["opencl-item-bytes", "8"]

// A kernel without a body has no groups.
opencl.kernel @declared(i32)

// CHECK-NOT: @declared

// The last group of a dimension may be smaller than the required size, not where that is 1; the
// runtime links a fact that decides this comparison for launches of whole groups.
opencl.kernel @required() attributes {reqd_work_group_size = array<i32: 8, 1, 1>} {
  opencl.return
}

// CHECK-LABEL: llvm.func @required(
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(8) : i64
// CHECK: %[[DONE:.*]] = llvm.mul %{{group_x.*}}, %[[SIZE]] overflow<nsw,nuw>
// CHECK: %[[ALL:.*]] = "llvm.load"
// CHECK: %[[REST:.*]] = llvm.sub %[[ALL]], %[[DONE]]
// CHECK: %[[FULL:.*]] = llvm.icmp "ult" %[[SIZE]], %[[REST]] : i64
// CHECK: %[[WHOLE:.*]] = llvm.or %[[FULL]], %whole_groups{{.*}} : i1
// CHECK-NEXT: llvm.select %[[WHOLE]], %[[SIZE]], %[[REST]]
// CHECK-NOT: llvm.icmp "ult" {{.*}}, %{{.*}} : i64
// CHECK: llvm.return

// In a kernel of uniform work-groups every group has the required size, a constant.
opencl.kernel @uniform() attributes {passthrough = [["uniform-work-group-size", "true"]], reqd_work_group_size = array<i32: 8, 4, 1>} {
  opencl.return
}

// CHECK-LABEL: llvm.func @uniform(
// CHECK-NOT: llvm.load
// CHECK-DAG: llvm.mlir.constant(8) : i64
// CHECK-DAG: llvm.mlir.constant(4) : i64
// CHECK: llvm.return

// Both edges of a branch go to one block: what it receives depends on the work item.
opencl.kernel @one_successor(%p: !llvm.ptr<1>, %n: i32) {
  %id = opencl.get_local_id 0 : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %low = llvm.icmp "ult" %id, %two : i32
  llvm.cond_br %low, ^next(%n : i32), ^next(%two : i32)
^next(%choice: i32):
  opencl.barrier global
  llvm.store %choice, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @one_successor(
// CHECK: %{{choice.*}} = llvm.alloca %{{items.*}} x i32

// A long chain of operations is kept and not computed again.
opencl.kernel @long_chain(%p: !llvm.ptr<1>, %n: i32) {
  %id = opencl.get_local_id 0 : i32
  %1 = llvm.mul %id, %n : i32
  %2 = llvm.mul %1, %1 : i32
  %3 = llvm.mul %2, %2 : i32
  %4 = llvm.mul %3, %3 : i32
  %5 = llvm.mul %4, %4 : i32
  %6 = llvm.mul %5, %5 : i32
  %7 = llvm.mul %6, %6 : i32
  %kept = llvm.mul %7, %7 : i32
  opencl.barrier global
  llvm.store %7, %p : i32, !llvm.ptr<1>
  llvm.store %kept, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @long_chain(
// CHECK: %{{kept.*}} = llvm.alloca %{{items.*}} x i32
// CHECK-NOT: llvm.alloca
// CHECK: llvm.return

// One thread runs the group, so that its local memory needs no atomic operation; the
// accesses are not independent of other work items'. Global memory stays atomic.
opencl.kernel @local_atomics(%l: !llvm.ptr<3>, %g: !llvm.ptr<1>, %n: i32) {
  %old = llvm.atomicrmw umax %l, %n monotonic : !llvm.ptr<3>, i32
  %pair = llvm.cmpxchg %l, %old, %n monotonic monotonic : !llvm.ptr<3>, i32
  %global = llvm.atomicrmw add %g, %old monotonic : !llvm.ptr<1>, i32
  opencl.return
}

// CHECK-LABEL: llvm.func @local_atomics(
// CHECK: %[[OLD:.*]] = llvm.load %[[L:.*]] : !llvm.ptr<3> -> i32
// CHECK-NEXT: %[[NEW:.*]] = llvm.intr.umax(%[[OLD]], %[[N:.*]]) : (i32, i32) -> i32
// CHECK-NEXT: llvm.store %[[NEW]], %[[L]] : i32, !llvm.ptr<3>
// CHECK-NEXT: %[[HAVE:.*]] = llvm.load %[[L]] : !llvm.ptr<3> -> i32
// CHECK-NEXT: %[[EQUAL:.*]] = llvm.icmp "eq" %[[HAVE]], %[[OLD]] : i32
// CHECK-NEXT: %[[VALUE:.*]] = llvm.select %[[EQUAL]], %[[N]], %[[HAVE]] : i1, i32
// CHECK-NEXT: llvm.store %[[VALUE]], %[[L]] : i32, !llvm.ptr<3>
// CHECK: llvm.atomicrmw add %{{.*}}, %[[OLD]]

// An id as `int`, in each dimension: the sum of two, of which LLVM knows that it does not overflow.
// There is no fourth dimension.
opencl.kernel @int_ids(%p: !llvm.ptr<1>, %n: i32) {
  %x = opencl.get_global_id 0 : i64
  %y = opencl.get_global_id 1 : i64
  %z = opencl.get_global_id 2 : i64
  %t = opencl.get_global_id 3 : i64
  %x32 = llvm.trunc %x : i64 to i32
  %y32 = llvm.trunc %y : i64 to i32
  %z32 = llvm.trunc %z : i64 to i32
  %t32 = llvm.trunc %t : i64 to i32
  llvm.store %x32, %p : i32, !llvm.ptr<1>
  llvm.store %y32, %p : i32, !llvm.ptr<1>
  llvm.store %z32, %p : i32, !llvm.ptr<1>
  llvm.store %t32, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @int_ids(
// CHECK: llvm.add %{{base_x_i32.*}}, %{{local_x.*}} overflow<nsw,nuw> : i32
// CHECK: llvm.add %{{base_y_i32.*}}, %{{local_y.*}} overflow<nsw,nuw> : i32
// CHECK: llvm.add %{{base_z_i32.*}}, %{{local_z.*}} overflow<nsw,nuw> : i32
// CHECK: llvm.trunc %{{.*}} : i64 to i32

// The module knows no facts about launches.
// CHECK: llvm.mlir.global weak constant @__xdsl_opencl_launch_facts(0 : i32) {{.*}}: i32

// Until the launch is stopped.
// CHECK-LABEL: llvm.func internal @__xdsl_opencl_run_groups(
// CHECK: llvm.urem
// CHECK: llvm.call %{{group.*}}(
// CHECK: llvm.getelementptr inbounds %{{.*}}[104]

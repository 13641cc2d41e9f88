// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-form-work-groups' -t opencl-mlir | filecheck %s

// A sub-group that is a row runs in lockstep: functions are vector operations.
opencl.kernel @reduce(%p: !llvm.ptr<1>) attributes {reqd_sub_group_size = 8 : i32} {
  %id = opencl.get_local_id 0 : i32
  %v = llvm.mul %id, %id : i32
  %r = opencl.sub_group_reduce add %v : i32
  %at = opencl.get_local_id 0 : i64
  %a = llvm.getelementptr %p[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %a : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func internal @reduce.rows(
// CHECK:         %[[V:.*]] = llvm.mul %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK-NEXT:    %[[LOW:.*]] = llvm.shufflevector %[[V]], %[[V]] [0, 1, 2, 3] : vector<8xi32>
// CHECK-NEXT:    %[[HIGH:.*]] = llvm.shufflevector %[[V]], %[[V]] [4, 5, 6, 7] : vector<8xi32>
// CHECK-NEXT:    %[[FOUR:.*]] = llvm.add %[[LOW]], %[[HIGH]] : vector<4xi32>
// CHECK:         llvm.add %{{.*}}, %{{.*}} : vector<2xi32>
// CHECK:         %[[ONE:.*]] = llvm.add %{{.*}}, %{{.*}} : vector<1xi32>
// CHECK:         llvm.extractelement %[[ONE]]
// CHECK:         "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64{{.*}} : (vector<8xi32>, !llvm.ptr<1>) -> ()
// No other loop is there for the rest of a row.
// CHECK-NOT:     : i32, !llvm.ptr<1>

// CHECK-LABEL: llvm.func internal @reduce.items(
// CHECK:         %stop = llvm.alloca

// The group has rows of whole sub-groups, or the plain form runs.
// CHECK-LABEL: llvm.func @reduce(
// CHECK:         %[[SEVEN:.*]] = llvm.mlir.constant(7) : i64
// CHECK-NEXT:    %[[REST:.*]] = llvm.and %actual_local_size_x{{.*}}, %[[SEVEN]] : i64
// CHECK-NEXT:    %[[ZERO:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:    %[[WHOLE:.*]] = llvm.icmp "eq" %[[REST]], %[[ZERO]] : i64
// CHECK:         %[[NARROW:.*]] = llvm.icmp "ule"
// CHECK-NEXT:    %[[ROWS:.*]] = llvm.and %[[NARROW]], %[[WHOLE]] : i1
// CHECK:         %[[BOTH:.*]] = llvm.or %[[ROWS]], %whole_rows{{.*}} : i1
// CHECK-NEXT:    llvm.cond_br %[[BOTH]], ^[[FAST:.*]], ^[[PLAIN:.*]]
// CHECK:       ^[[FAST]]:
// CHECK-NEXT:    llvm.call @reduce.rows(%arguments_{{[0-9]+}}, %launch_{{[0-9]+}}, %group_x_{{[0-9]+}}, %group_y_{{[0-9]+}}, %group_z_{{[0-9]+}})
// CHECK:       ^[[PLAIN]]:
// CHECK-NEXT:    llvm.call @reduce.items(%arguments_{{[0-9]+}}, %launch_{{[0-9]+}}, %group_x_{{[0-9]+}}, %group_y_{{[0-9]+}}, %group_z_{{[0-9]+}})

// After a condition, lanes of the mask take part.
opencl.kernel @masked(%p: !llvm.ptr<1>) {
  %id = opencl.get_local_id 0 : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %odd = llvm.urem %id, %three : i32
  %some = llvm.icmp "eq" %odd, %three : i32
  llvm.cond_br %some, ^in, ^end
^in:
  %r = opencl.sub_group_non_uniform_reduce umin %odd : i32
  %b = opencl.sub_group_ballot %r
  %f = opencl.sub_group_broadcast_first %id : i32
  %s = opencl.sub_group_shuffle %id[%odd] : i32
  %w = llvm.add %f, %s : i32
  %a = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %w, %a : i32, !llvm.ptr<1>
  %c = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %b, %c : vector<4xi32>, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func internal @masked.rows(
// CHECK:         %[[MASK:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK:         %[[NONE:.*]] = llvm.mlir.constant(dense<-1> : vector<16xi32>) : vector<16xi32>
// CHECK-NEXT:    llvm.select %[[MASK]], %{{.*}}, %[[NONE]] : vector<16xi1>, vector<16xi32>
// CHECK:         %[[HOLDS:.*]] = llvm.icmp "ne" %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK:         llvm.select %[[MASK]], %[[HOLDS]], %{{.*}} : vector<16xi1>, vector<16xi1>
// CHECK:         %[[BITS:.*]] = llvm.bitcast %[[MASK]] : vector<16xi1> to i16
// CHECK-NEXT:    %[[WIDE:.*]] = llvm.zext %[[BITS]] : i16 to i64
// CHECK-NEXT:    "llvm.intr.cttz"(%[[WIDE]])
// CHECK:         llvm.freeze %{{.*}} : vector<16xi32>
// CHECK-COUNT-16: llvm.insertelement

// A work item that leaves before a barrier of the group takes no part: the plain form alone knows.
opencl.kernel @leaves(%p: !llvm.ptr<1>) {
  %id = opencl.get_local_id 0 : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %some = llvm.icmp "eq" %id, %three : i32
  llvm.cond_br %some, ^in, ^end
^in:
  opencl.barrier local
  %e = opencl.sub_group_elect
  llvm.store %e, %p : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  opencl.return
}

// CHECK-NOT:   @leaves.rows
// CHECK-LABEL: llvm.func @leaves(

// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-form-work-groups{lockstep=false}' -t opencl-mlir | filecheck %s

// In the plain form sub-groups run in turn. The number of each work item tells which region it enters next.
opencl.kernel @reduce(%p: !llvm.ptr<1>) attributes {reqd_sub_group_size = 8 : i32} {
  %id = opencl.get_local_id 0 : i32
  %v = llvm.mul %id, %id : i32
  %r = opencl.sub_group_reduce add %v : i32
  %a = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %r, %a : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @reduce(
// CHECK:         %v = llvm.alloca %items x i32
// CHECK-NEXT:    %r = llvm.alloca %items x i32
// CHECK-NEXT:    %stop = llvm.alloca %items x i32
// CHECK:         llvm.mlir.constant(8) : i64
// CHECK:         llvm.store %{{.*}}, %end : i64
// CHECK:         llvm.switch %[[LOWEST:.*]] : i32, ^[[ENDED:.*]] [
// CHECK-NEXT:      0: ^[[ENTRY:.*]],
// CHECK-NEXT:      1: ^[[SUM:.*]]
// CHECK-NEXT:    ]
// CHECK:       ^[[SUM]]:
// A work item that is at another place adds nothing, and keeps its result.
// CHECK:         llvm.mlir.constant(dense<0> : vector<8xi32>) : vector<8xi32>
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT:    %[[BEFORE:.*]] = llvm.load %[[ELEMENT:.*]] : !llvm.ptr -> i32
// CHECK:         %[[HERE:.*]] = llvm.icmp "eq"
// CHECK-NEXT:    %[[GIVEN:.*]] = llvm.select %[[HERE]], %{{.*}}, %[[BEFORE]] : i1, i32
// CHECK-NEXT:    llvm.store %[[GIVEN]], %[[ELEMENT]] : i32, !llvm.ptr
// CHECK:         %[[ALL:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xi32>
// CHECK-NEXT:    %[[FAR:.*]] = llvm.shufflevector %[[ALL]], %[[ALL]] [4, 5, 6, 7, -1, -1, -1, -1] : vector<8xi32>
// CHECK-NEXT:    %[[FOUR:.*]] = llvm.add %[[ALL]], %[[FAR]] : vector<8xi32>
// CHECK-NEXT:    %[[NEAR:.*]] = llvm.shufflevector %[[FOUR]], %[[FOUR]] [2, 3, 4, 5, 6, 7, -1, -1] : vector<8xi32>
// CHECK-NEXT:    %[[TWO:.*]] = llvm.add %[[FOUR]], %[[NEAR]] : vector<8xi32>
// CHECK-NEXT:    %[[NEXT:.*]] = llvm.shufflevector %[[TWO]], %[[TWO]] [1, 2, 3, 4, 5, 6, 7, -1] : vector<8xi32>
// CHECK-NEXT:    %[[ONE:.*]] = llvm.add %[[TWO]], %[[NEXT]] : vector<8xi32>
// CHECK-NEXT:    llvm.shufflevector %[[ONE]], %[[ONE]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:         %[[OLD:.*]] = llvm.load %[[PLACE:.*]] : !llvm.ptr -> i32
// CHECK:         %[[NEW:.*]] = llvm.select %{{.*}}, %{{.*}}, %[[OLD]] : i1, i32
// CHECK-NEXT:    llvm.store %[[NEW]], %[[PLACE]] : i32, !llvm.ptr
// CHECK:       ^[[ENTRY]]:
// CHECK:         llvm.load %first : !llvm.ptr -> i64
// CHECK-NEXT:    %[[LAST:.*]] = llvm.load %end : !llvm.ptr -> i64
// CHECK:       ^[[HEAD:.*]](%linear: i64, %local_x: i32, %local_y: i32, %local_z: i32):
// CHECK:         llvm.mul %local_x, %local_x : i32
// The next work item: where a row ends, that of the next row; where a plane ends, of the next plane.
// CHECK:         %[[FOLLOWING:.*]] = llvm.add %linear, %{{.*}} : i64
// CHECK-NEXT:    %[[NONE:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:    llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:    %[[X:.*]] = llvm.add %local_x, %
// CHECK-NEXT:    %[[ROW_ENDS:.*]] = llvm.icmp "eq" %[[X]], %actual_local_size_x_i32 : i32
// CHECK-NEXT:    %[[NEXT_Y:.*]] = llvm.add %local_y, %
// CHECK-NEXT:    %[[Y:.*]] = llvm.select %[[ROW_ENDS]], %[[NEXT_Y]], %local_y : i1, i32
// CHECK-NEXT:    %[[PLANE_ENDS:.*]] = llvm.icmp "eq" %[[Y]], %actual_local_size_y_i32 : i32
// CHECK-NEXT:    %[[NEXT_Z:.*]] = llvm.add %local_z, %
// CHECK-NEXT:    %[[Z:.*]] = llvm.select %[[PLANE_ENDS]], %[[NEXT_Z]], %local_z : i1, i32
// CHECK-NEXT:    %[[NEW_X:.*]] = llvm.select %[[ROW_ENDS]], %[[NONE]], %[[X]] : i1, i32
// CHECK-NEXT:    %[[NEW_Y:.*]] = llvm.select %[[PLANE_ENDS]], %[[NONE]], %[[Y]] : i1, i32
// CHECK-NEXT:    %[[MORE:.*]] = llvm.icmp "ult" %[[FOLLOWING]], %[[LAST]] : i64
// CHECK-NEXT:    llvm.cond_br %[[MORE]], ^[[HEAD]](%[[FOLLOWING]], %[[NEW_X]], %[[NEW_Y]], %[[Z]] :

// Queries alone need no sub-groups that run in turn.
opencl.kernel @queries(%p: !llvm.ptr<1>) {
  %lane = opencl.get_sub_group_local_id : i32
  %id = opencl.get_sub_group_id : i32
  %most = opencl.get_max_sub_group_size : i32
  %1 = llvm.add %lane, %id : i32
  %2 = llvm.add %1, %most : i32
  llvm.store %2, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @queries(
// CHECK-NOT:     %stop
// CHECK:         llvm.and %{{.*}}, %{{.*}} : i32
// CHECK:         llvm.lshr %{{.*}}, %{{.*}} : i32
// CHECK:         llvm.return

// Work items that go round a loop with a meeting wait for each other before the next round:
// without this, the work items of one meeting could be in different rounds.
opencl.kernel @loop(%p: !llvm.ptr<1>) {
  %id = opencl.get_local_id 0 : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^head(%one : i32)
^head(%i: i32):
  %odd = llvm.and %i, %id : i32
  %is_odd = llvm.icmp "eq" %odd, %one : i32
  llvm.cond_br %is_odd, ^elect, ^latch
^elect:
  %e = opencl.sub_group_elect
  llvm.store %e, %p : i32, !llvm.ptr<1>
  llvm.br ^latch
^latch:
  %next = llvm.add %i, %one : i32
  %more = llvm.icmp "ult" %next, %id : i32
  llvm.cond_br %more, ^head(%next : i32), ^end
^end:
  opencl.return
}

// CHECK-LABEL: llvm.func @loop(
// CHECK:         llvm.switch
// CHECK-NEXT:      0: ^{{.*}},
// CHECK-NEXT:      1: ^{{.*}},
// CHECK-NEXT:      2: ^{{.*}}
// CHECK-NEXT:    ]

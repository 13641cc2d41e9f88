// What runs a range of work-groups (opencl_form_work_groups.py).

// The work-groups from `begin` up to `end` of a kernel, fewer when the launch is stopped; the
// call's callee becomes the function of one work-group.
func.func @groups(%arguments: !llvm.ptr, %launch: !llvm.ptr, %begin: i64, %end: i64) {
  %count_x_at = llvm.getelementptr inbounds %launch[$num_groups_x] : (!llvm.ptr) -> !llvm.ptr, i8
  %count_x = llvm.load %count_x_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %count_y_at = llvm.getelementptr inbounds %launch[$num_groups_y] : (!llvm.ptr) -> !llvm.ptr, i8
  %count_y = llvm.load %count_y_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %any = llvm.icmp "ult" %begin, %end : i64
  llvm.cond_br %any, ^group(%begin : i64), ^done
^group(%index: i64):
  %x = llvm.urem %index, %count_x : i64
  %rest = llvm.udiv %index, %count_x : i64
  %y = llvm.urem %rest, %count_y : i64
  %z = llvm.udiv %rest, %count_y : i64
  llvm.call @group(%arguments, %launch, %x, %y, %z) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  %following = llvm.add %index, %one overflow<nsw, nuw> : i64
  %stop_at = llvm.getelementptr inbounds %launch[$stop] : (!llvm.ptr) -> !llvm.ptr, i8
  %stop = llvm.load %stop_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %going_on = llvm.icmp "eq" %stop, %zero : i64
  %left = llvm.icmp "ult" %following, %end : i64
  %more = llvm.and %left, %going_on : i1
  llvm.cond_br %more, ^group(%following : i64), ^done
^done:
  llvm.return
}

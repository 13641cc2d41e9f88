// What runs a range of work-groups (opencl_form_work_groups.py).

// The work-groups from `begin` up to `end` of a kernel; `group` becomes the function of one, and
// `run` that of the next template.
func.func @groups(%arguments: !llvm.ptr, %launch: !llvm.ptr, %begin: i64, %end: i64) {
  %group = llvm.mlir.addressof @group : !llvm.ptr
  llvm.call @$run(%arguments, %launch, %begin, %end, %group) : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
  llvm.return
}

// The work-groups from `begin` up to `end`, each run by the function `group`; fewer when the
// launch is stopped. The ids count along, x first: a division costs more than a small group.
func.func @$run(%arguments: !llvm.ptr, %launch: !llvm.ptr, %begin: i64, %end: i64, %group: !llvm.ptr) {
  %count_x_at = llvm.getelementptr inbounds %launch[$num_groups_x] : (!llvm.ptr) -> !llvm.ptr, i8
  %count_x = llvm.load %count_x_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %count_y_at = llvm.getelementptr inbounds %launch[$num_groups_y] : (!llvm.ptr) -> !llvm.ptr, i8
  %count_y = llvm.load %count_y_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %any = llvm.icmp "ult" %begin, %end : i64
  llvm.cond_br %any, ^first, ^done
^first:
  %first_x = llvm.urem %begin, %count_x : i64
  %rest = llvm.udiv %begin, %count_x : i64
  %first_y = llvm.urem %rest, %count_y : i64
  %first_z = llvm.udiv %rest, %count_y : i64
  llvm.br ^group(%begin, %first_x, %first_y, %first_z : i64, i64, i64, i64)
^group(%index: i64, %x: i64, %y: i64, %z: i64):
  llvm.call %group(%arguments, %launch, %x, %y, %z) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  %following = llvm.add %index, %one overflow<nsw, nuw> : i64
  %beside = llvm.add %x, %one overflow<nsw, nuw> : i64
  %below = llvm.add %y, %one overflow<nsw, nuw> : i64
  %behind = llvm.add %z, %one overflow<nsw, nuw> : i64
  %in_row = llvm.icmp "ult" %beside, %count_x : i64
  %in_plane = llvm.icmp "ult" %below, %count_y : i64
  %next_x = llvm.select %in_row, %beside, %zero : i1, i64
  %new_y = llvm.select %in_plane, %below, %zero : i1, i64
  %next_y = llvm.select %in_row, %y, %new_y : i1, i64
  %stays = llvm.or %in_row, %in_plane : i1
  %next_z = llvm.select %stays, %z, %behind : i1, i64
  %stop_at = llvm.getelementptr inbounds %launch[$stop] : (!llvm.ptr) -> !llvm.ptr, i8
  %stop = llvm.load %stop_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %going_on = llvm.icmp "eq" %stop, %zero : i64
  %left = llvm.icmp "ult" %following, %end : i64
  %more = llvm.and %left, %going_on : i1
  llvm.cond_br %more, ^group(%following, %next_x, %next_y, %next_z : i64, i64, i64, i64), ^done
^done:
  llvm.return
}

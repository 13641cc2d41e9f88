define void @__xdsl_opencl_run_groups(ptr %arguments, ptr %launch, i64 %begin, i64 %end, ptr %group) #0 {
entry:
  %count_x_at = getelementptr inbounds i8, ptr %launch, i32 80
  %count_x = load i64, ptr %count_x_at, align 8
  %count_y_at = getelementptr inbounds i8, ptr %launch, i32 88
  %count_y = load i64, ptr %count_y_at, align 8
  %any = icmp ult i64 %begin, %end
  br i1 %any, label %bb1, label %bb3

bb1:
  %first_x = urem i64 %begin, %count_x
  %rest = udiv i64 %begin, %count_x
  %first_y = urem i64 %rest, %count_y
  %first_z = udiv i64 %rest, %count_y
  br label %bb2

bb2:
  %index = phi i64 [ %begin, %bb1 ], [ %following, %bb2 ]
  %x = phi i64 [ %first_x, %bb1 ], [ %next_x, %bb2 ]
  %y = phi i64 [ %first_y, %bb1 ], [ %next_y, %bb2 ]
  %z = phi i64 [ %first_z, %bb1 ], [ %next_z, %bb2 ]
  call void %group(ptr %arguments, ptr %launch, i64 %x, i64 %y, i64 %z)
  %following = add nuw nsw i64 %index, 1
  %beside = add nuw nsw i64 %x, 1
  %below = add nuw nsw i64 %y, 1
  %behind = add nuw nsw i64 %z, 1
  %in_row = icmp ult i64 %beside, %count_x
  %in_plane = icmp ult i64 %below, %count_y
  %next_x = select i1 %in_row, i64 %beside, i64 0
  %new_y = select i1 %in_plane, i64 %below, i64 0
  %next_y = select i1 %in_row, i64 %y, i64 %new_y
  %stays = or i1 %in_row, %in_plane
  %next_z = select i1 %stays, i64 %z, i64 %behind
  %stop_at = getelementptr inbounds i8, ptr %launch, i32 104
  %stop = load i64, ptr %stop_at, align 8
  %going_on = icmp eq i64 %stop, 0
  %left = icmp ult i64 %following, %end
  %more = and i1 %left, %going_on
  br i1 %more, label %bb2, label %bb3

bb3:
  ret void
}

attributes #0 = { noinline nounwind }

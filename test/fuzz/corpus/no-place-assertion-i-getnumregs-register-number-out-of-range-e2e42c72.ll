define dso_local spir_kernel void @private_sort(ptr addrspace(1) noundef align 4 %in, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 {
  ret void
}
define dso_local spir_func void @__clang_ocl_kern_imp_private_sort(ptr addrspace(1) noundef align 4 %in, ptr addrspace(1) noundef align 4 %out) #1 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 {
entry:
  %in.addr = alloca ptr addrspace(1), align 8
  %out.addr = alloca ptr addrspace(1), align 8
  %v = alloca [12 x i32], align 4
  %base = alloca x86_fp80, align 4
  %i = alloca i32, align 4
  %i4 = alloca i32, align 4
  %i29 = alloca i32, align 4
  br label %for.cond
for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !tbaa !4
  %cmp = icmp slt i32 %0, 12
  br i1 %cmp, label %for.body, label %for.cond.cleanup
for.cond.cleanup:                                 ; preds = %for.cond
  br label %for.end
for.body:                                         ; preds = %for.cond
  %6 = load i32, ptr %i, align 4, !tbaa !4
  %inc = add nsw i32 %6, 1
  br label %for.cond
for.end:                                          ; preds = %for.cond.cleanup
  br label %for.cond5
for.cond5:                                        ; preds = %for.inc26, %for.end
  %7 = load i32, ptr %i4, align 4, !tbaa !4
  %cmp6 = icmp slt i32 %7, 12
  br i1 %cmp6, label %for.body9, label %for.cond.cleanup8
for.cond.cleanup8:                                ; preds = %for.cond5
  br label %for.end28
for.body9:                                        ; preds = %for.cond5
  %22 = load i32, ptr %i4, align 4, !tbaa !4
  %inc27 = add nsw i32 %22, 1
  br label %for.cond5
for.end28:                                        ; preds = %for.cond.cleanup8
  br label %for.cond30
for.cond30:                                       ; preds = %for.inc40, %for.end28
  %23 = load i32, ptr %i29, align 4, !tbaa !4
  %cmp31 = icmp slt i32 %23, 12
  br i1 %cmp31, label %for.body34, label %for.cond.cleanup33
for.cond.cleanup33:                               ; preds = %for.cond30
  br label %for.end42
for.body34:                                       ; preds = %for.cond30
  %24 = load i32, ptr %i29, align 4, !tbaa !4
  %idxprom35 = sext i32 %24 to i64
  %arrayidx36 = getelementptr inbounds [12 x i32], ptr %v, i64 0, i64 %idxprom35
  %25 = load i32, ptr %arrayidx36, align 4, !tbaa !4
  %26 = load ptr addrspace(1), ptr %out.addr, align 8, !tbaa !12
  %27 = load i32, ptr %base, align 4, !tbaa !4
  %28 = load i32, ptr %i29, align 4, !tbaa !4
  %add37 = add nsw i32 %27, %28
  %idxprom38 = sext i32 %add37 to i64
  %arrayidx39 = getelementptr inbounds i32, ptr addrspace(1) %26, i64 %idxprom38
  br label %for.inc40
for.inc40:                                        ; preds = %for.body34
  %29 = load i32, ptr %i29, align 4, !tbaa !4
  %inc41 = add nsw i32 %29, 1
  br label %for.cond30
for.end42:                                        ; preds = %for.cond.cleanup33
  ret void
}
define dso_local spir_kernel void @private_vectors(ptr addrspace(1) noundef align 4 %index, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !15 !kernel_arg_base_type !15 !kernel_arg_type_qual !11 {
entry:
  %index.addr = alloca ptr addrspace(1), align 8
  %out.addr = alloca ptr addrspace(1), align 8
  %0 = load ptr addrspace(1), ptr %index.addr, align 8, !tbaa !12
  %1 = load ptr addrspace(1), ptr %out.addr, align 8, !tbaa !16
  ret void
}
define dso_local spir_func void @__clang_ocl_kern_imp_private_vectors(ptr addrspace(1) noundef align 4 %index, ptr addrspace(1) noundef align 4 %out) #1 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !15 !kernel_arg_base_type !15 !kernel_arg_type_qual !11 {
entry:
  %index.addr = alloca ptr addrspace(1), align 8
  %out.addr = alloca ptr addrspace(1), align 8
  %table = alloca [4 x <4 x float>], align 16
  %i = alloca i32, align 4
  %.compoundliteral = alloca <4 x float>, align 16
  %k = alloca i32, align 4
  %row = alloca <4 x float>, align 16
  %p = alloca ptr, align 8
  store ptr addrspace(1) %index, ptr %index.addr, align 8, !tbaa !12
  store ptr addrspace(1) %out, ptr %out.addr, align 8, !tbaa !16
  store i32 0, ptr %i, align 4, !tbaa !4
  br label %for.cond
for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !tbaa !4
  %cmp = icmp slt i32 %0, 4
  br i1 %cmp, label %for.body, label %for.cond.cleanup
for.cond.cleanup:                                 ; preds = %for.cond
  br label %for.end
for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr %i, align 4, !tbaa !4
  %conv = sitofp i32 %1 to float
  %vecinit = insertelement <4 x float> poison, float %conv, i32 0
  %2 = load i32, ptr %i, align 4, !tbaa !4
  %conv1 = sitofp i32 %2 to float
  %add = fadd float %conv1, 2.500000e-01
  %vecinit2 = insertelement <4 x float> %vecinit, float %add, i32 1
  %3 = load i32, ptr %i, align 4, !tbaa !4
  %conv3 = sitofp i32 %3 to float
  %add4 = fadd float %conv3, 5.000000e-01
  %vecinit5 = insertelement <4 x float> %vecinit2, float %add4, i32 2
  %4 = load i32, ptr %i, align 4, !tbaa !4
  %conv6 = sitofp i32 %4 to float
  %add7 = fadd float %conv6, 7.500000e-01
  %vecinit8 = insertelement <4 x float> %vecinit5, float %add7, i32 3
  store <4 x float> %vecinit8, ptr %.compoundliteral, align 16, !tbaa !18
  %5 = load <4 x float>, ptr %.compoundliteral, align 16, !tbaa !18
  %6 = load i32, ptr %i, align 4, !tbaa !4
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds [4 x <4 x float>], ptr %table, i64 0, i64 %idxprom
  store <4 x float> %5, ptr %arrayidx, align 16, !tbaa !18
  br label %for.inc
for.inc:                                          ; preds = %for.body
  %7 = load i32, ptr %i, align 4, !tbaa !4
  %inc = add nsw i32 %7, 1
  store i32 %inc, ptr %i, align 4, !tbaa !4
  br label %for.cond
for.end:                                          ; preds = %for.cond.cleanup
  %8 = load ptr addrspace(1), ptr %index.addr, align 8, !tbaa !12
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #6
  %arrayidx9 = getelementptr inbounds nuw i32, ptr addrspace(1) %8, i64 %call
  %9 = load i32, ptr addrspace(1) %arrayidx9, align 4, !tbaa !4
  store i32 %9, ptr %k, align 4, !tbaa !4
  %10 = load i32, ptr %k, align 4, !tbaa !4
  %shr = ashr i32 %10, 2
  %and = and i32 %shr, 3
  %idxprom10 = sext i32 %and to i64
  %arrayidx11 = getelementptr inbounds [4 x <4 x float>], ptr %table, i64 0, i64 %idxprom10
  %11 = load <4 x float>, ptr %arrayidx11, align 16, !tbaa !18
  store <4 x float> %11, ptr %row, align 16, !tbaa !18
  store ptr %row, ptr %p, align 8, !tbaa !16
  %12 = load ptr, ptr %p, align 8, !tbaa !16
  %13 = load i32, ptr %k, align 4, !tbaa !4
  %and12 = and i32 %13, 1
  %idxprom13 = sext i32 %and12 to i64
  %arrayidx14 = getelementptr inbounds float, ptr %12, i64 %idxprom13
  %15 = load ptr, ptr %p, align 8, !tbaa !16
  %16 = load i32, ptr %k, align 4, !tbaa !4
  %and16 = and i32 %16, 3
  %idxprom17 = sext i32 %and16 to i64
  %arrayidx18 = getelementptr inbounds float, ptr %15, i64 %idxprom17
  %17 = load float, ptr %arrayidx18, align 4, !tbaa !19
  %18 = load i32, ptr %k, align 4, !tbaa !4
  %and19 = and i32 %18, 3
  %idxprom20 = sext i32 %and19 to i64
  %arrayidx21 = getelementptr inbounds [4 x <4 x float>], ptr %table, i64 0, i64 %idxprom20
  %19 = load <4 x float>, ptr %arrayidx21, align 16
  %20 = extractelement <4 x float> %19, i64 1
  %add22 = fadd float %17, %20
  %21 = load ptr addrspace(1), ptr %out.addr, align 8, !tbaa !16
  %call23 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #6
  %arrayidx24 = getelementptr inbounds nuw float, ptr addrspace(1) %21, i64 %call23
  store float %add22, ptr addrspace(1) %arrayidx24, align 4, !tbaa !19
  ret void
}
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #3
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = !{i32 1, i32 1}
!9 = !{!"none", !"none"}
!10 = !{!"int*", !"int*"}
!11 = !{!"const", !""}
!12 = !{!13, !13, i64 0}
!13 = !{!"p1 int", !14, i64 0}
!14 = !{!"any pointer", !6, i64 0}
!15 = !{!"int*", !"float*"}
!16 = !{!17, !17, i64 0}
!17 = !{!"p1 float", !14, i64 0}
!18 = !{!6, !6, i64 0}
!19 = !{!20, !20, i64 0}
!20 = !{!"float", !6, i64 0}
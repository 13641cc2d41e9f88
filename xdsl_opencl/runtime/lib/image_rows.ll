define void @__xdsl_opencl_row_fetch_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #0 {
  %8 = alloca [16 x i32], align 16
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %10 = load i32, ptr %9, align 4, !invariant.load !0
  %11 = icmp eq i32 %10, 1
  %12 = icmp eq i32 %2, 2
  %13 = and i1 %12, %11
  br i1 %13, label %15, label %14

14:                                               ; preds = %72, %7
  br label %140

15:                                               ; preds = %7
  %16 = load <16 x i32>, ptr %3, align 64
  %17 = load <16 x i32>, ptr %4, align 64
  %18 = and i32 %1, 14
  %19 = icmp eq i32 %18, 2
  br i1 %19, label %20, label %35

20:                                               ; preds = %15
  %21 = tail call <16 x i32> @llvm.smax.v16i32(<16 x i32> %16, <16 x i32> zeroinitializer)
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %23 = load i32, ptr %22, align 8, !invariant.load !0
  %24 = add nsw i32 %23, -1
  %25 = insertelement <16 x i32> poison, i32 %24, i64 0
  %26 = shufflevector <16 x i32> %25, <16 x i32> poison, <16 x i32> zeroinitializer
  %27 = tail call <16 x i32> @llvm.smin.v16i32(<16 x i32> %21, <16 x i32> %26)
  %28 = tail call <16 x i32> @llvm.smax.v16i32(<16 x i32> %17, <16 x i32> zeroinitializer)
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %30 = load i32, ptr %29, align 4, !invariant.load !0
  %31 = add nsw i32 %30, -1
  %32 = insertelement <16 x i32> poison, i32 %31, i64 0
  %33 = shufflevector <16 x i32> %32, <16 x i32> poison, <16 x i32> zeroinitializer
  %34 = tail call <16 x i32> @llvm.smin.v16i32(<16 x i32> %28, <16 x i32> %33)
  br label %35

35:                                               ; preds = %20, %15
  %36 = phi <16 x i32> [ %34, %20 ], [ %17, %15 ]
  %37 = phi <16 x i32> [ %27, %20 ], [ %16, %15 ]
  %38 = extractelement <16 x i32> %37, i64 0
  %39 = extractelement <16 x i32> %36, i64 0
  %40 = icmp slt i32 %38, 0
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %42 = load i32, ptr %41, align 8, !invariant.load !0
  %43 = add nsw i32 %42, -16
  %44 = icmp sgt i32 %38, %43
  %45 = select i1 %40, i1 true, i1 %44
  br i1 %45, label %72, label %46

46:                                               ; preds = %35
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %48 = load i32, ptr %47, align 4, !invariant.load !0
  %49 = icmp ult i32 %39, %48
  br i1 %49, label %50, label %72

50:                                               ; preds = %46
  %51 = shufflevector <16 x i32> %37, <16 x i32> poison, <16 x i32> zeroinitializer
  %52 = add <16 x i32> %51, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %53 = shufflevector <16 x i32> %36, <16 x i32> poison, <16 x i32> zeroinitializer
  %54 = icmp ne <16 x i32> %37, %52
  %55 = icmp ne <16 x i32> %36, %53
  %56 = or <16 x i1> %55, %54
  %57 = bitcast <16 x i1> %56 to i16
  %58 = icmp eq i16 %57, 0
  br i1 %58, label %59, label %72

59:                                               ; preds = %50
  %60 = load ptr, ptr %0, align 8, !invariant.load !0
  %61 = icmp eq ptr %60, null
  br i1 %61, label %72, label %62

62:                                               ; preds = %59
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %64 = load i64, ptr %63, align 8, !invariant.load !0
  %65 = sext i32 %39 to i64
  %66 = mul nsw i64 %64, %65
  %67 = getelementptr inbounds i8, ptr %60, i64 %66
  %68 = zext nneg i32 %38 to i64
  %69 = shl nuw nsw i64 %68, 2
  %70 = getelementptr inbounds nuw i8, ptr %67, i64 %69
  %71 = load <16 x i32>, ptr %70, align 1
  br label %117

72:                                               ; preds = %35, %46, %50, %59
  %73 = insertelement <16 x i32> poison, i32 %42, i64 0
  %74 = shufflevector <16 x i32> %73, <16 x i32> poison, <16 x i32> zeroinitializer
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %76 = load i32, ptr %75, align 4, !invariant.load !0
  %77 = insertelement <16 x i32> poison, i32 %76, i64 0
  %78 = shufflevector <16 x i32> %77, <16 x i32> poison, <16 x i32> zeroinitializer
  %79 = icmp uge <16 x i32> %37, %74
  %80 = icmp uge <16 x i32> %36, %78
  %81 = or <16 x i1> %79, %80
  %82 = bitcast <16 x i1> %81 to i16
  %83 = icmp eq i16 %82, 0
  br i1 %83, label %84, label %14

84:                                               ; preds = %72
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #6
  %85 = load ptr, ptr %0, align 8, !invariant.load !0
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %87 = load i64, ptr %86, align 8, !invariant.load !0
  br label %90

88:                                               ; preds = %90
  %89 = load <16 x i32>, ptr %8, align 16
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #6
  br label %117

90:                                               ; preds = %90, %84
  %91 = phi i64 [ 0, %84 ], [ %115, %90 ]
  %92 = trunc nuw nsw i64 %91 to i32
  %93 = extractelement <16 x i32> %36, i32 %92
  %94 = sext i32 %93 to i64
  %95 = mul nsw i64 %87, %94
  %96 = getelementptr inbounds i8, ptr %85, i64 %95
  %97 = extractelement <16 x i32> %37, i32 %92
  %98 = sext i32 %97 to i64
  %99 = shl nsw i64 %98, 2
  %100 = getelementptr inbounds i8, ptr %96, i64 %99
  %101 = load i32, ptr %100, align 1
  %102 = getelementptr inbounds nuw i32, ptr %8, i64 %91
  store i32 %101, ptr %102, align 8
  %103 = or disjoint i64 %91, 1
  %104 = trunc nuw nsw i64 %103 to i32
  %105 = extractelement <16 x i32> %36, i32 %104
  %106 = sext i32 %105 to i64
  %107 = mul nsw i64 %87, %106
  %108 = getelementptr inbounds i8, ptr %85, i64 %107
  %109 = extractelement <16 x i32> %37, i32 %104
  %110 = sext i32 %109 to i64
  %111 = shl nsw i64 %110, 2
  %112 = getelementptr inbounds i8, ptr %108, i64 %111
  %113 = load i32, ptr %112, align 1
  %114 = getelementptr inbounds nuw i32, ptr %8, i64 %103
  store i32 %113, ptr %114, align 4
  %115 = add nuw nsw i64 %91, 2
  %116 = icmp eq i64 %115, 16
  br i1 %116, label %88, label %90

117:                                              ; preds = %88, %62
  %118 = phi <16 x i32> [ %71, %62 ], [ %89, %88 ]
  %119 = and <16 x i32> %118, splat (i32 255)
  %120 = uitofp nneg <16 x i32> %119 to <16 x float>
  %121 = fmul <16 x float> %120, splat (float 0x3E70101020000000)
  %122 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %120, <16 x float> splat (float 0x3F70100000000000), <16 x float> %121)
  store <16 x float> %122, ptr %6, align 64
  %123 = lshr <16 x i32> %118, splat (i32 8)
  %124 = and <16 x i32> %123, splat (i32 255)
  %125 = uitofp nneg <16 x i32> %124 to <16 x float>
  %126 = fmul <16 x float> %125, splat (float 0x3E70101020000000)
  %127 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %125, <16 x float> splat (float 0x3F70100000000000), <16 x float> %126)
  %128 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store <16 x float> %127, ptr %128, align 64
  %129 = lshr <16 x i32> %118, splat (i32 16)
  %130 = and <16 x i32> %129, splat (i32 255)
  %131 = uitofp nneg <16 x i32> %130 to <16 x float>
  %132 = fmul <16 x float> %131, splat (float 0x3E70101020000000)
  %133 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %131, <16 x float> splat (float 0x3F70100000000000), <16 x float> %132)
  %134 = getelementptr inbounds nuw i8, ptr %6, i64 128
  store <16 x float> %133, ptr %134, align 64
  %135 = lshr <16 x i32> %118, splat (i32 24)
  %136 = uitofp nneg <16 x i32> %135 to <16 x float>
  %137 = fmul <16 x float> %136, splat (float 0x3E70101020000000)
  %138 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %136, <16 x float> splat (float 0x3F70100000000000), <16 x float> %137)
  %139 = getelementptr inbounds nuw i8, ptr %6, i64 192
  store <16 x float> %138, ptr %139, align 64
  br label %162

140:                                              ; preds = %14, %140
  %141 = phi i64 [ %160, %140 ], [ 0, %14 ]
  %142 = getelementptr inbounds nuw i32, ptr %3, i64 %141
  %143 = load i32, ptr %142, align 4
  %144 = getelementptr inbounds nuw i32, ptr %4, i64 %141
  %145 = load i32, ptr %144, align 4
  %146 = getelementptr inbounds nuw i32, ptr %5, i64 %141
  %147 = load i32, ptr %146, align 4
  %148 = tail call <4 x float> @__xdsl_opencl_fetch_f(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2, i32 noundef %143, i32 noundef %145, i32 noundef %147) #6
  %149 = extractelement <4 x float> %148, i64 0
  %150 = getelementptr inbounds nuw float, ptr %6, i64 %141
  store float %149, ptr %150, align 4
  %151 = extractelement <4 x float> %148, i64 1
  %152 = getelementptr inbounds nuw float, ptr %6, i64 %141
  %153 = getelementptr inbounds nuw i8, ptr %152, i64 64
  store float %151, ptr %153, align 4
  %154 = extractelement <4 x float> %148, i64 2
  %155 = getelementptr inbounds nuw float, ptr %6, i64 %141
  %156 = getelementptr inbounds nuw i8, ptr %155, i64 128
  store float %154, ptr %156, align 4
  %157 = extractelement <4 x float> %148, i64 3
  %158 = getelementptr inbounds nuw float, ptr %6, i64 %141
  %159 = getelementptr inbounds nuw i8, ptr %158, i64 192
  store float %157, ptr %159, align 4
  %160 = add nuw nsw i64 %141, 1
  %161 = icmp eq i64 %160, 16
  br i1 %161, label %162, label %140

162:                                              ; preds = %140, %117
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare <16 x i32> @llvm.smax.v16i32(<16 x i32>, <16 x i32>) #2

declare <16 x i32> @llvm.smin.v16i32(<16 x i32>, <16 x i32>) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

declare <4 x float> @__xdsl_opencl_fetch_f(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

define void @__xdsl_opencl_row_fetch_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #4 {
  br label %9

8:                                                ; preds = %9
  ret void

9:                                                ; preds = %7, %9
  %10 = phi i64 [ 0, %7 ], [ %29, %9 ]
  %11 = getelementptr inbounds nuw i32, ptr %3, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds nuw i32, ptr %4, i64 %10
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw i32, ptr %5, i64 %10
  %16 = load i32, ptr %15, align 4
  %17 = tail call <4 x i32> @__xdsl_opencl_fetch_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %12, i32 noundef %14, i32 noundef %16) #6
  %18 = extractelement <4 x i32> %17, i64 0
  %19 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  store i32 %18, ptr %19, align 4
  %20 = extractelement <4 x i32> %17, i64 1
  %21 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 64
  store i32 %20, ptr %22, align 4
  %23 = extractelement <4 x i32> %17, i64 2
  %24 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 128
  store i32 %23, ptr %25, align 4
  %26 = extractelement <4 x i32> %17, i64 3
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 192
  store i32 %26, ptr %28, align 4
  %29 = add nuw nsw i64 %10, 1
  %30 = icmp eq i64 %29, 16
  br i1 %30, label %8, label %9
}

declare <4 x i32> @__xdsl_opencl_fetch_i(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

define void @__xdsl_opencl_row_sample_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #4 {
  br label %9

8:                                                ; preds = %9
  ret void

9:                                                ; preds = %7, %9
  %10 = phi i64 [ 0, %7 ], [ %29, %9 ]
  %11 = getelementptr inbounds nuw float, ptr %3, i64 %10
  %12 = load float, ptr %11, align 4
  %13 = getelementptr inbounds nuw float, ptr %4, i64 %10
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds nuw float, ptr %5, i64 %10
  %16 = load float, ptr %15, align 4
  %17 = tail call <4 x float> @__xdsl_opencl_sample_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, float noundef %12, float noundef %14, float noundef %16) #6
  %18 = extractelement <4 x float> %17, i64 0
  %19 = getelementptr inbounds nuw float, ptr %6, i64 %10
  store float %18, ptr %19, align 4
  %20 = extractelement <4 x float> %17, i64 1
  %21 = getelementptr inbounds nuw float, ptr %6, i64 %10
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 64
  store float %20, ptr %22, align 4
  %23 = extractelement <4 x float> %17, i64 2
  %24 = getelementptr inbounds nuw float, ptr %6, i64 %10
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 128
  store float %23, ptr %25, align 4
  %26 = extractelement <4 x float> %17, i64 3
  %27 = getelementptr inbounds nuw float, ptr %6, i64 %10
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 192
  store float %26, ptr %28, align 4
  %29 = add nuw nsw i64 %10, 1
  %30 = icmp eq i64 %29, 16
  br i1 %30, label %8, label %9
}

declare <4 x float> @__xdsl_opencl_sample_f(ptr noundef, i32 noundef, i32 noundef, float noundef, float noundef, float noundef) local_unnamed_addr #3

define void @__xdsl_opencl_row_sample_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #4 {
  br label %9

8:                                                ; preds = %9
  ret void

9:                                                ; preds = %7, %9
  %10 = phi i64 [ 0, %7 ], [ %29, %9 ]
  %11 = getelementptr inbounds nuw float, ptr %3, i64 %10
  %12 = load float, ptr %11, align 4
  %13 = getelementptr inbounds nuw float, ptr %4, i64 %10
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds nuw float, ptr %5, i64 %10
  %16 = load float, ptr %15, align 4
  %17 = tail call <4 x i32> @__xdsl_opencl_sample_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, float noundef %12, float noundef %14, float noundef %16) #6
  %18 = extractelement <4 x i32> %17, i64 0
  %19 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  store i32 %18, ptr %19, align 4
  %20 = extractelement <4 x i32> %17, i64 1
  %21 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 64
  store i32 %20, ptr %22, align 4
  %23 = extractelement <4 x i32> %17, i64 2
  %24 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 128
  store i32 %23, ptr %25, align 4
  %26 = extractelement <4 x i32> %17, i64 3
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 192
  store i32 %26, ptr %28, align 4
  %29 = add nuw nsw i64 %10, 1
  %30 = icmp eq i64 %29, 16
  br i1 %30, label %8, label %9
}

declare <4 x i32> @__xdsl_opencl_sample_i(ptr noundef, i32 noundef, i32 noundef, float noundef, float noundef, float noundef) local_unnamed_addr #3

define void @__xdsl_opencl_row_write_f(ptr noundef %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef readonly captures(none) %6, ptr noundef readonly captures(none) %7, ptr noundef readonly captures(none) %8, i32 noundef %9) local_unnamed_addr #0 {
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %12 = load i32, ptr %11, align 4, !invariant.load !0
  %13 = icmp eq i32 %12, 1
  %14 = icmp eq i32 %1, 2
  %15 = and i1 %14, %13
  %16 = icmp eq i32 %9, 65535
  %17 = and i1 %16, %15
  br i1 %17, label %19, label %18

18:                                               ; preds = %30, %34, %19, %25, %43, %10
  br label %85

19:                                               ; preds = %10
  %20 = load <16 x i32>, ptr %2, align 64
  %21 = load <16 x i32>, ptr %3, align 64
  %22 = extractelement <16 x i32> %20, i64 0
  %23 = extractelement <16 x i32> %21, i64 0
  %24 = icmp sgt i32 %22, -1
  br i1 %24, label %25, label %18

25:                                               ; preds = %19
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %27 = load i32, ptr %26, align 8, !invariant.load !0
  %28 = add nsw i32 %27, -16
  %29 = icmp sgt i32 %22, %28
  br i1 %29, label %18, label %30

30:                                               ; preds = %25
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %32 = load i32, ptr %31, align 4, !invariant.load !0
  %33 = icmp ult i32 %23, %32
  br i1 %33, label %34, label %18

34:                                               ; preds = %30
  %35 = shufflevector <16 x i32> %20, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = add <16 x i32> %35, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %37 = shufflevector <16 x i32> %21, <16 x i32> poison, <16 x i32> zeroinitializer
  %38 = icmp ne <16 x i32> %20, %36
  %39 = icmp ne <16 x i32> %21, %37
  %40 = or <16 x i1> %38, %39
  %41 = bitcast <16 x i1> %40 to i16
  %42 = icmp eq i16 %41, 0
  br i1 %42, label %43, label %18

43:                                               ; preds = %34
  %44 = load ptr, ptr %0, align 8, !invariant.load !0
  %45 = icmp eq ptr %44, null
  br i1 %45, label %18, label %46

46:                                               ; preds = %43
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %48 = load i64, ptr %47, align 8, !invariant.load !0
  %49 = sext i32 %23 to i64
  %50 = mul nsw i64 %48, %49
  %51 = getelementptr inbounds i8, ptr %44, i64 %50
  %52 = zext nneg i32 %22 to i64
  %53 = shl nuw nsw i64 %52, 2
  %54 = getelementptr inbounds nuw i8, ptr %51, i64 %53
  %55 = load <16 x float>, ptr %5, align 64
  %56 = fmul <16 x float> %55, splat (float 2.550000e+02)
  %57 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %56, <16 x float> zeroinitializer)
  %58 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %57, <16 x float> splat (float 2.550000e+02))
  %59 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %58)
  %60 = fptoui <16 x float> %59 to <16 x i32>
  %61 = load <16 x float>, ptr %6, align 64
  %62 = fmul <16 x float> %61, splat (float 2.550000e+02)
  %63 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %62, <16 x float> zeroinitializer)
  %64 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %63, <16 x float> splat (float 2.550000e+02))
  %65 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %64)
  %66 = fptoui <16 x float> %65 to <16 x i32>
  %67 = shl <16 x i32> %66, splat (i32 8)
  %68 = or <16 x i32> %67, %60
  %69 = load <16 x float>, ptr %7, align 64
  %70 = fmul <16 x float> %69, splat (float 2.550000e+02)
  %71 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %70, <16 x float> zeroinitializer)
  %72 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %71, <16 x float> splat (float 2.550000e+02))
  %73 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %72)
  %74 = fptoui <16 x float> %73 to <16 x i32>
  %75 = shl <16 x i32> %74, splat (i32 16)
  %76 = or <16 x i32> %68, %75
  %77 = load <16 x float>, ptr %8, align 64
  %78 = fmul <16 x float> %77, splat (float 2.550000e+02)
  %79 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %78, <16 x float> zeroinitializer)
  %80 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %79, <16 x float> splat (float 2.550000e+02))
  %81 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %80)
  %82 = fptoui <16 x float> %81 to <16 x i32>
  %83 = shl <16 x i32> %82, splat (i32 24)
  %84 = or <16 x i32> %76, %83
  store <16 x i32> %84, ptr %54, align 1
  br label %109

85:                                               ; preds = %18, %106
  %86 = phi i64 [ %107, %106 ], [ 0, %18 ]
  %87 = trunc nuw nsw i64 %86 to i32
  %88 = shl nuw nsw i32 1, %87
  %89 = and i32 %88, %9
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %106, label %91

91:                                               ; preds = %85
  %92 = getelementptr inbounds nuw i32, ptr %2, i64 %86
  %93 = load i32, ptr %92, align 4
  %94 = getelementptr inbounds nuw i32, ptr %3, i64 %86
  %95 = load i32, ptr %94, align 4
  %96 = getelementptr inbounds nuw i32, ptr %4, i64 %86
  %97 = load i32, ptr %96, align 4
  %98 = getelementptr inbounds nuw float, ptr %5, i64 %86
  %99 = load float, ptr %98, align 4
  %100 = getelementptr inbounds nuw float, ptr %6, i64 %86
  %101 = load float, ptr %100, align 4
  %102 = getelementptr inbounds nuw float, ptr %7, i64 %86
  %103 = load float, ptr %102, align 4
  %104 = getelementptr inbounds nuw float, ptr %8, i64 %86
  %105 = load float, ptr %104, align 4
  tail call void @__xdsl_opencl_write_f(ptr noundef %0, i32 noundef %1, i32 noundef %93, i32 noundef %95, i32 noundef %97, float noundef %99, float noundef %101, float noundef %103, float noundef %105) #6
  br label %106

106:                                              ; preds = %85, %91
  %107 = add nuw nsw i64 %86, 1
  %108 = icmp eq i64 %107, 16
  br i1 %108, label %109, label %85

109:                                              ; preds = %106, %46
  ret void
}

declare void @__xdsl_opencl_write_f(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, float noundef, float noundef, float noundef, float noundef) local_unnamed_addr #3

define void @__xdsl_opencl_row_write_i(ptr noundef %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef readonly captures(none) %6, ptr noundef readonly captures(none) %7, ptr noundef readonly captures(none) %8, i32 noundef %9) local_unnamed_addr #5 {
  br label %12

11:                                               ; preds = %33
  ret void

12:                                               ; preds = %10, %33
  %13 = phi i64 [ 0, %10 ], [ %34, %33 ]
  %14 = trunc nuw nsw i64 %13 to i32
  %15 = shl nuw nsw i32 1, %14
  %16 = and i32 %15, %9
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %33, label %18

18:                                               ; preds = %12
  %19 = getelementptr inbounds nuw i32, ptr %2, i64 %13
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds nuw i32, ptr %3, i64 %13
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i32, ptr %4, i64 %13
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i32, ptr %5, i64 %13
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %13
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %7, i64 %13
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i32, ptr %8, i64 %13
  %32 = load i32, ptr %31, align 4
  tail call void @__xdsl_opencl_write_i(ptr noundef %0, i32 noundef %1, i32 noundef %20, i32 noundef %22, i32 noundef %24, i32 noundef %26, i32 noundef %28, i32 noundef %30, i32 noundef %32) #6
  br label %33

33:                                               ; preds = %12, %18
  %34 = add nuw nsw i64 %13, 1
  %35 = icmp eq i64 %34, 16
  br i1 %35, label %11, label %12
}

declare void @__xdsl_opencl_write_i(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

define void @__xdsl_opencl_row_write_ui(ptr noundef %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef readonly captures(none) %6, ptr noundef readonly captures(none) %7, ptr noundef readonly captures(none) %8, i32 noundef %9) local_unnamed_addr #5 {
  br label %12

11:                                               ; preds = %33
  ret void

12:                                               ; preds = %10, %33
  %13 = phi i64 [ 0, %10 ], [ %34, %33 ]
  %14 = trunc nuw nsw i64 %13 to i32
  %15 = shl nuw nsw i32 1, %14
  %16 = and i32 %15, %9
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %33, label %18

18:                                               ; preds = %12
  %19 = getelementptr inbounds nuw i32, ptr %2, i64 %13
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds nuw i32, ptr %3, i64 %13
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i32, ptr %4, i64 %13
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i32, ptr %5, i64 %13
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %13
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %7, i64 %13
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i32, ptr %8, i64 %13
  %32 = load i32, ptr %31, align 4
  tail call void @__xdsl_opencl_write_ui(ptr noundef %0, i32 noundef %1, i32 noundef %20, i32 noundef %22, i32 noundef %24, i32 noundef %26, i32 noundef %28, i32 noundef %30, i32 noundef %32) #6
  br label %33

33:                                               ; preds = %12, %18
  %34 = add nuw nsw i64 %13, 1
  %35 = icmp eq i64 %34, 16
  br i1 %35, label %11, label %12
}

declare void @__xdsl_opencl_write_ui(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>) #2

declare <16 x float> @llvm.maxnum.v16f32(<16 x float>, <16 x float>) #2

declare <16 x float> @llvm.minnum.v16f32(<16 x float>, <16 x float>) #2

declare <16 x float> @llvm.rint.v16f32(<16 x float>) #2

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }

!0 = !{}

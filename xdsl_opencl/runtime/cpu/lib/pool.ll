%struct.slice = type { i64, [7 x i64] }
%struct.timespec = type { i64, i64 }
%struct.seat = type { i64, ptr, [6 x i64] }

define range(i32 0, 3) i32 @help(ptr noundef captures(none) %0, ptr noundef captures(address) %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc i32 @work(ptr noundef %1, i64 noundef 0, i64 noundef %2) #4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %25

6:                                                ; preds = %3
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 90
  store i16 0, ptr %7, align 2
  %8 = tail call fastcc i32 @leave(ptr noundef %0, ptr noundef %1) #4
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %25

10:                                               ; preds = %6
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %12 = load atomic i64, ptr %11 acquire, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %21, label %14

14:                                               ; preds = %10, %18
  %15 = phi i64 [ %19, %18 ], [ %12, %10 ]
  %16 = tail call fastcc i32 @changes(ptr noundef nonnull %11, i64 noundef %15) #4
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %21, label %18

18:                                               ; preds = %14
  %19 = load atomic i64, ptr %11 acquire, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %21, label %14

21:                                               ; preds = %14, %18, %10
  %22 = tail call fastcc i32 @ends(ptr noundef %0, ptr noundef nonnull %1) #4
  %23 = icmp eq i32 %22, 0
  %24 = select i1 %23, i32 1, i32 2
  br label %25

25:                                               ; preds = %6, %3, %21
  %26 = phi i32 [ %24, %21 ], [ 0, %3 ], [ 2, %6 ]
  ret i32 %26
}

define internal fastcc range(i32 0, 2) i32 @work(ptr noundef captures(none) %0, i64 noundef %1, i64 noundef %2) unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %93

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 80
  br label %16

16:                                               ; preds = %7, %89
  %17 = phi i64 [ %5, %7 ], [ %91, %89 ]
  %18 = phi i64 [ %2, %7 ], [ %25, %89 ]
  %19 = phi i64 [ 0, %7 ], [ %90, %89 ]
  %20 = add nsw i64 %19, %1
  %21 = srem i64 %20, %17
  %22 = getelementptr inbounds %struct.slice, ptr %8, i64 %21
  %23 = icmp eq i64 %19, 0
  br label %24

24:                                               ; preds = %86, %16
  %25 = phi i64 [ %18, %16 ], [ %87, %86 ]
  %26 = load atomic i64, ptr %22 acquire, align 8
  br label %27

27:                                               ; preds = %33, %24
  %28 = phi i64 [ %26, %24 ], [ %44, %33 ]
  %29 = trunc i64 %28 to i32
  %30 = lshr i64 %28, 32
  %31 = trunc nuw i64 %30 to i32
  %32 = icmp ult i32 %29, %31
  br i1 %32, label %33, label %89

33:                                               ; preds = %27
  %34 = sub i64 %30, %28
  %35 = add i64 %34, 3
  %36 = lshr i64 %35, 2
  %37 = and i64 %36, 1073741823
  %38 = tail call i64 @llvm.umin.i64(i64 %25, i64 %37)
  %39 = mul nsw i64 %38, -4294967296
  %40 = select i1 %23, i64 %38, i64 %39
  %41 = add i64 %40, %28
  %42 = cmpxchg ptr %22, i64 %28, i64 %41 acq_rel acquire, align 8
  %43 = extractvalue { i64, i1 } %42, 1
  %44 = extractvalue { i64, i1 } %42, 0
  br i1 %43, label %45, label %27

45:                                               ; preds = %33
  %46 = sub nsw i64 %30, %38
  %47 = select i1 %23, i64 %28, i64 %46
  %48 = and i64 %47, 4294967295
  %49 = icmp eq i64 %38, 0
  br i1 %49, label %89, label %50

50:                                               ; preds = %45
  %51 = load ptr, ptr %9, align 8
  %52 = load atomic i64, ptr %51 acquire, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %62, label %54

54:                                               ; preds = %50
  %55 = load i64, ptr %4, align 8
  %56 = icmp sgt i64 %55, 0
  br i1 %56, label %57, label %93

57:                                               ; preds = %54, %57
  %58 = phi i64 [ %60, %57 ], [ 0, %54 ]
  %59 = getelementptr inbounds nuw %struct.slice, ptr %8, i64 %58
  store atomic i64 0, ptr %59 release, align 8
  %60 = add nuw nsw i64 %58, 1
  %61 = icmp eq i64 %60, %55
  br i1 %61, label %93, label %57

62:                                               ; preds = %50
  %63 = load i64, ptr %10, align 8
  %64 = load i64, ptr %11, align 8
  %65 = srem i64 %63, %64
  %66 = sdiv i64 %63, %64
  %67 = mul nsw i64 %66, %48
  %68 = tail call i64 @llvm.smin.i64(i64 %48, i64 %65)
  %69 = add nsw i64 %67, %68
  %70 = add nuw nsw i64 %48, %38
  %71 = mul nsw i64 %66, %70
  %72 = tail call i64 @llvm.smin.i64(i64 %70, i64 %65)
  %73 = add nsw i64 %71, %72
  %74 = load ptr, ptr %12, align 8
  %75 = icmp eq ptr %74, null
  %76 = load ptr, ptr %0, align 8
  %77 = load ptr, ptr %13, align 8
  %78 = load ptr, ptr %14, align 8
  br i1 %75, label %79, label %80

79:                                               ; preds = %62
  tail call void %76(ptr noundef %77, ptr noundef %78, i64 noundef %69, i64 noundef %73) #5
  br label %86

80:                                               ; preds = %62
  %81 = tail call i32 %74(ptr noundef %76, ptr noundef %77, ptr noundef %78, i64 noundef %69, i64 noundef %73) #5
  %82 = icmp eq i32 %81, 0
  br i1 %82, label %86, label %83

83:                                               ; preds = %80
  %84 = sext i32 %81 to i64
  store atomic i64 %84, ptr %15 release, align 8
  %85 = load ptr, ptr %9, align 8
  store atomic i64 1, ptr %85 release, align 8
  br label %86

86:                                               ; preds = %79, %80, %83
  %87 = sub nsw i64 %25, %38
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %93, label %24

89:                                               ; preds = %45, %27
  %90 = add nuw nsw i64 %19, 1
  %91 = load i64, ptr %4, align 8
  %92 = icmp slt i64 %90, %91
  br i1 %92, label %16, label %93

93:                                               ; preds = %89, %86, %57, %3, %54
  %94 = phi i32 [ 1, %86 ], [ 0, %3 ], [ 0, %54 ], [ 0, %57 ], [ 0, %89 ]
  ret i32 %94
}

define internal fastcc range(i32 0, 2) i32 @leave(ptr noundef captures(none) %0, ptr noundef captures(address) %1) unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %4 = atomicrmw xchg ptr %3, i64 1 acquire, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %10, label %6

6:                                                ; preds = %2, %6
  %7 = tail call i32 @sched_yield() #5
  %8 = atomicrmw xchg ptr %3, i64 1 acquire, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %6

10:                                               ; preds = %6, %2
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %28, label %14

14:                                               ; preds = %10
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %16

16:                                               ; preds = %16, %14
  %17 = phi ptr [ %15, %14 ], [ %22, %16 ]
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  %20 = icmp eq ptr %18, %1
  %21 = or i1 %19, %20
  %22 = getelementptr inbounds nuw i8, ptr %18, i64 112
  br i1 %21, label %23, label %16

23:                                               ; preds = %16
  br i1 %19, label %27, label %24

24:                                               ; preds = %23
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %26 = load ptr, ptr %25, align 8
  store ptr %26, ptr %17, align 8
  br label %27

27:                                               ; preds = %23, %24
  store i64 0, ptr %11, align 8
  br label %28

28:                                               ; preds = %27, %10
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 1
  br i1 %31, label %32, label %36

32:                                               ; preds = %28
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %34 = load i16, ptr %33, align 8
  %35 = icmp eq i16 %34, 0
  br i1 %35, label %36, label %38

36:                                               ; preds = %32, %28
  %37 = add nsw i64 %30, -1
  store atomic i64 %37, ptr %29 release, align 8
  store atomic i64 0, ptr %3 release, align 8
  br label %45

38:                                               ; preds = %32
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %40 = load ptr, ptr %39, align 8
  store atomic i64 0, ptr %29 release, align 8
  store atomic i64 0, ptr %3 release, align 8
  %41 = icmp eq ptr %40, null
  br i1 %41, label %45, label %42

42:                                               ; preds = %38
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %44 = load ptr, ptr %43, align 8
  tail call void %44(ptr noundef nonnull %40) #5
  br label %45

45:                                               ; preds = %36, %42, %38
  %46 = zext i1 %31 to i32
  ret i32 %46
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

define internal fastcc range(i32 0, 2) i32 @changes(ptr noundef readonly captures(none) %0, i64 noundef range(i64 1, 0) %1) unnamed_addr #0 {
  %3 = alloca %struct.timespec, align 8
  %4 = alloca %struct.timespec, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #6
  %5 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #5
  %6 = load i64, ptr %4, align 8
  %7 = mul nsw i64 %6, 1000000000
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %9 = load i64, ptr %8, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #6
  %10 = add i64 %9, 200000
  %11 = add i64 %10, %7
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 8
  br label %18

13:                                               ; preds = %18
  %14 = add nuw nsw i32 %19, 1
  %15 = icmp eq i32 %14, 32
  br i1 %15, label %22, label %16

16:                                               ; preds = %13, %22
  %17 = phi i32 [ %14, %13 ], [ 0, %22 ]
  br label %18

18:                                               ; preds = %16, %2
  %19 = phi i32 [ 0, %2 ], [ %17, %16 ]
  %20 = load atomic i64, ptr %0 acquire, align 8
  %21 = icmp eq i64 %20, %1
  br i1 %21, label %13, label %30

22:                                               ; preds = %13
  %23 = call i32 @sched_yield() #5
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #6
  %24 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #5
  %25 = load i64, ptr %3, align 8
  %26 = mul nsw i64 %25, 1000000000
  %27 = load i64, ptr %12, align 8
  %28 = add nsw i64 %26, %27
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #6
  %29 = icmp slt i64 %28, %11
  br i1 %29, label %16, label %30

30:                                               ; preds = %22, %18
  %31 = phi i32 [ 1, %18 ], [ 0, %22 ]
  ret i32 %31
}

define internal fastcc range(i32 0, 2) i32 @ends(ptr noundef captures(none) %0, ptr noundef captures(none) %1) unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %4 = atomicrmw xchg ptr %3, i64 1 acquire, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %10, label %6

6:                                                ; preds = %2, %6
  %7 = tail call i32 @sched_yield() #5
  %8 = atomicrmw xchg ptr %3, i64 1 acquire, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %6

10:                                               ; preds = %6, %2
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %18

14:                                               ; preds = %10
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br label %18

18:                                               ; preds = %14, %10
  %19 = phi i1 [ false, %10 ], [ %17, %14 ]
  %20 = zext i1 %19 to i32
  %21 = xor i1 %19, true
  %22 = zext i1 %21 to i16
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 88
  store i16 %22, ptr %23, align 8
  store atomic i64 0, ptr %3 release, align 8
  ret i32 %20
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define range(i32 0, 3) i32 @post(ptr noundef captures(none) %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load i64, ptr %6, align 8
  %8 = sdiv i64 %5, %7
  %9 = srem i64 %5, %7
  %10 = icmp sgt i64 %7, 0
  br i1 %10, label %11, label %13

11:                                               ; preds = %3
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 120
  br label %35

13:                                               ; preds = %35, %3
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 92
  store i32 0, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 80
  store i64 0, ptr %15, align 8
  %16 = icmp ne i64 %2, 0
  %17 = xor i1 %16, true
  %18 = zext i1 %17 to i16
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 88
  store i16 %18, ptr %19, align 8
  %20 = zext i1 %16 to i16
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 90
  store i16 %20, ptr %21, align 2
  %22 = zext i1 %16 to i64
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 104
  store i64 %22, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 96
  store i64 1, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 112
  store ptr null, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %27 = atomicrmw xchg ptr %26, i64 1 acquire, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %33, label %29

29:                                               ; preds = %13, %29
  %30 = tail call i32 @sched_yield() #5
  %31 = atomicrmw xchg ptr %26, i64 1 acquire, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %33, label %29

33:                                               ; preds = %29, %13
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %47

35:                                               ; preds = %11, %35
  %36 = phi i64 [ 0, %11 ], [ %41, %35 ]
  %37 = phi i64 [ 0, %11 ], [ %45, %35 ]
  %38 = add nsw i64 %36, %8
  %39 = icmp slt i64 %37, %9
  %40 = zext i1 %39 to i64
  %41 = add nsw i64 %38, %40
  %42 = shl i64 %41, 32
  %43 = or i64 %42, %36
  %44 = getelementptr inbounds nuw %struct.slice, ptr %12, i64 %37
  store i64 %43, ptr %44, align 8
  %45 = add nuw nsw i64 %37, 1
  %46 = icmp eq i64 %45, %7
  br i1 %46, label %13, label %35

47:                                               ; preds = %47, %33
  %48 = phi ptr [ %34, %33 ], [ %51, %47 ]
  %49 = load ptr, ptr %48, align 8
  %50 = icmp eq ptr %49, null
  %51 = getelementptr inbounds nuw i8, ptr %49, i64 112
  br i1 %50, label %52, label %47

52:                                               ; preds = %47
  store ptr %1, ptr %48, align 8
  %53 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %58 = load i64, ptr %55, align 8
  br label %59

59:                                               ; preds = %69, %52
  %60 = phi i64 [ %58, %52 ], [ %70, %69 ]
  %61 = phi i64 [ %58, %52 ], [ %71, %69 ]
  %62 = phi i64 [ %54, %52 ], [ %72, %69 ]
  %63 = phi i1 [ true, %52 ], [ false, %69 ]
  %64 = icmp sgt i64 %61, 0
  %65 = icmp ne i64 %62, 0
  %66 = select i1 %64, i1 %65, i1 false
  br i1 %66, label %67, label %69

67:                                               ; preds = %59
  %68 = select i1 %63, i64 1, i64 2
  br label %73

69:                                               ; preds = %89, %59
  %70 = phi i64 [ %60, %59 ], [ %90, %89 ]
  %71 = phi i64 [ %61, %59 ], [ %90, %89 ]
  %72 = phi i64 [ %62, %59 ], [ %91, %89 ]
  br i1 %63, label %59, label %96

73:                                               ; preds = %89, %67
  %74 = phi i64 [ %60, %67 ], [ %90, %89 ]
  %75 = phi i64 [ %61, %67 ], [ %90, %89 ]
  %76 = phi i64 [ %62, %67 ], [ %91, %89 ]
  %77 = phi i64 [ 1, %67 ], [ %92, %89 ]
  %78 = srem i64 %77, %75
  %79 = getelementptr inbounds nuw %struct.seat, ptr %56, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %80, %68
  br i1 %81, label %82, label %89

82:                                               ; preds = %73
  store atomic i64 0, ptr %79 release, align 8
  %83 = add nsw i64 %76, -1
  br i1 %63, label %89, label %84

84:                                               ; preds = %82
  %85 = load ptr, ptr %57, align 8
  %86 = getelementptr inbounds nuw i8, ptr %79, i64 8
  %87 = load ptr, ptr %86, align 8
  tail call void %85(ptr noundef %87) #5
  %88 = load i64, ptr %55, align 8
  br label %89

89:                                               ; preds = %84, %82, %73
  %90 = phi i64 [ %74, %73 ], [ %88, %84 ], [ %74, %82 ]
  %91 = phi i64 [ %76, %73 ], [ %83, %84 ], [ %83, %82 ]
  %92 = add nuw nsw i64 %77, 1
  %93 = icmp slt i64 %77, %90
  %94 = icmp ne i64 %91, 0
  %95 = select i1 %93, i1 %94, i1 false
  br i1 %95, label %73, label %69

96:                                               ; preds = %69
  store atomic i64 0, ptr %26 release, align 8
  br i1 %16, label %97, label %99

97:                                               ; preds = %96
  %98 = tail call i32 @help(ptr noundef nonnull %0, ptr noundef %1, i64 noundef %2) #4
  br label %99

99:                                               ; preds = %96, %97
  %100 = phi i32 [ %98, %97 ], [ 1, %96 ]
  ret i32 %100
}

define range(i32 1, 3) i32 @cancel(ptr noundef captures(none) %0, ptr noundef captures(address) %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %4 = load i64, ptr %3, align 8
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %6, label %13

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 120
  br label %8

8:                                                ; preds = %8, %6
  %9 = phi i64 [ 0, %6 ], [ %11, %8 ]
  %10 = getelementptr inbounds nuw %struct.slice, ptr %7, i64 %9
  store atomic i64 0, ptr %10 release, align 8
  %11 = add nuw nsw i64 %9, 1
  %12 = icmp eq i64 %11, %4
  br i1 %12, label %13, label %8

13:                                               ; preds = %8, %2
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = atomicrmw xchg ptr %14, i64 1 acquire, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %21, label %17

17:                                               ; preds = %13, %17
  %18 = tail call i32 @sched_yield() #5
  %19 = atomicrmw xchg ptr %14, i64 1 acquire, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %21, label %17

21:                                               ; preds = %17, %13
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %39, label %25

25:                                               ; preds = %21
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %27

27:                                               ; preds = %27, %25
  %28 = phi ptr [ %26, %25 ], [ %33, %27 ]
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  %31 = icmp eq ptr %29, %1
  %32 = or i1 %30, %31
  %33 = getelementptr inbounds nuw i8, ptr %29, i64 112
  br i1 %32, label %34, label %27

34:                                               ; preds = %27
  br i1 %30, label %38, label %35

35:                                               ; preds = %34
  %36 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %37 = load ptr, ptr %36, align 8
  store ptr %37, ptr %28, align 8
  br label %38

38:                                               ; preds = %34, %35
  store i64 0, ptr %22, align 8
  br label %39

39:                                               ; preds = %38, %21
  %40 = getelementptr inbounds nuw i8, ptr %1, i64 90
  %41 = load i16, ptr %40, align 2
  %42 = sext i16 %41 to i64
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %44 = load i64, ptr %43, align 8
  %45 = sub nsw i64 %44, %42
  store i64 %45, ptr %43, align 8
  store i16 0, ptr %40, align 2
  store atomic i64 0, ptr %14 release, align 8
  %46 = tail call fastcc i32 @ends(ptr noundef %0, ptr noundef nonnull %1) #4
  %47 = icmp eq i32 %46, 0
  %48 = select i1 %47, i32 1, i32 2
  ret i32 %48
}

define void @finish(ptr noundef captures(none) %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %3 = atomicrmw xchg ptr %2, i64 1 acquire, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %9, label %5

5:                                                ; preds = %1, %5
  %6 = tail call i32 @sched_yield() #5
  %7 = atomicrmw xchg ptr %2, i64 1 acquire, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %9, label %5

9:                                                ; preds = %5, %1
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store atomic i64 1, ptr %10 release, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, 0
  br i1 %13, label %14, label %17

14:                                               ; preds = %9
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %18

17:                                               ; preds = %31, %9
  store atomic i64 0, ptr %2 release, align 8
  ret void

18:                                               ; preds = %14, %31
  %19 = phi i64 [ %12, %14 ], [ %32, %31 ]
  %20 = phi i64 [ 0, %14 ], [ %33, %31 ]
  %21 = getelementptr inbounds nuw %struct.seat, ptr %15, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %31, label %24

24:                                               ; preds = %18
  %25 = icmp eq i64 %22, 2
  store atomic i64 0, ptr %21 release, align 8
  br i1 %25, label %26, label %31

26:                                               ; preds = %24
  %27 = load ptr, ptr %16, align 8
  %28 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %29 = load ptr, ptr %28, align 8
  tail call void %27(ptr noundef %29) #5
  %30 = load i64, ptr %11, align 8
  br label %31

31:                                               ; preds = %24, %26, %18
  %32 = phi i64 [ %19, %24 ], [ %30, %26 ], [ %19, %18 ]
  %33 = add nuw nsw i64 %20, 1
  %34 = icmp slt i64 %33, %32
  br i1 %34, label %18, label %17
}

define void @serve(ptr noundef captures(none) %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %4 = getelementptr inbounds %struct.seat, ptr %3, i64 %1
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 8
  br label %9

9:                                                ; preds = %63, %2
  %10 = phi i1 [ true, %2 ], [ %64, %63 ]
  %11 = atomicrmw xchg ptr %6, i64 1 acquire, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %17, label %13

13:                                               ; preds = %9, %13
  %14 = tail call i32 @sched_yield() #5
  %15 = atomicrmw xchg ptr %6, i64 1 acquire, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %13

17:                                               ; preds = %13, %9
  %18 = load ptr, ptr %7, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %42, label %20

20:                                               ; preds = %17, %28
  %21 = phi ptr [ %30, %28 ], [ %18, %17 ]
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 92
  %23 = load i32, ptr %22, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %21, i64 48
  %26 = load i64, ptr %25, align 8
  %27 = icmp sgt i64 %26, %24
  br i1 %27, label %32, label %28

28:                                               ; preds = %20
  %29 = getelementptr inbounds nuw i8, ptr %21, i64 112
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %42, label %20

32:                                               ; preds = %20
  %33 = getelementptr inbounds nuw i8, ptr %21, i64 92
  %34 = add nsw i32 %23, 1
  store i32 %34, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %21, i64 104
  %36 = load i64, ptr %35, align 8
  %37 = add nsw i64 %36, 1
  store i64 %37, ptr %35, align 8
  store atomic i64 0, ptr %6 release, align 8
  %38 = getelementptr inbounds nuw i8, ptr %21, i64 32
  %39 = load i64, ptr %38, align 8
  %40 = tail call fastcc i32 @work(ptr noundef nonnull %21, i64 noundef %1, i64 noundef %39) #4
  %41 = tail call fastcc i32 @leave(ptr noundef %0, ptr noundef nonnull %21) #4
  br label %63

42:                                               ; preds = %28, %17
  %43 = load i64, ptr %5, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %66

45:                                               ; preds = %42
  store i64 1, ptr %4, align 8
  store atomic i64 0, ptr %6 release, align 8
  br i1 %10, label %49, label %46

46:                                               ; preds = %45
  %47 = tail call fastcc i32 @changes(ptr noundef nonnull %4, i64 noundef 1) #4
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %49, label %63

49:                                               ; preds = %46, %45
  %50 = atomicrmw xchg ptr %6, i64 1 acquire, align 8
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %56, label %52

52:                                               ; preds = %49, %52
  %53 = tail call i32 @sched_yield() #5
  %54 = atomicrmw xchg ptr %6, i64 1 acquire, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %56, label %52

56:                                               ; preds = %52, %49
  %57 = load i64, ptr %4, align 8
  %58 = icmp eq i64 %57, 1
  br i1 %58, label %59, label %65

59:                                               ; preds = %56
  store i64 2, ptr %4, align 8
  store atomic i64 0, ptr %6 release, align 8
  %60 = load ptr, ptr %0, align 8
  %61 = load ptr, ptr %8, align 8
  %62 = tail call i32 %60(ptr noundef %61, i32 noundef 1) #5
  br label %63

63:                                               ; preds = %59, %65, %46, %32
  %64 = phi i1 [ false, %32 ], [ true, %59 ], [ false, %46 ], [ true, %65 ]
  br label %9

65:                                               ; preds = %56
  store atomic i64 0, ptr %6 release, align 8
  br label %63

66:                                               ; preds = %42
  store atomic i64 0, ptr %6 release, align 8
  ret void
}

declare i32 @sched_yield() local_unnamed_addr #2

declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #2

declare i64 @llvm.smin.i64(i64, i64) #3

declare i64 @llvm.umin.i64(i64, i64) #3

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }

!0 = !{}

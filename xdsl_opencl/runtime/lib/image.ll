@switch.table.fetch_f = private unnamed_addr constant [19 x float] [float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00], align 4
@switch.table.fetch_i = private unnamed_addr constant [19 x i32] [i32 0, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0], align 4
@switch.table.__xdsl_opencl_write_ui.20 = private unnamed_addr constant [15 x i64] [i64 1, i64 2, i64 1, i64 2, i64 2, i64 2, i64 2, i64 1, i64 2, i64 4, i64 1, i64 2, i64 4, i64 2, i64 4], align 8
@switch.table.load_i = private unnamed_addr constant [17 x i64] [i64 1, i64 1, i64 2, i64 2, i64 3, i64 4, i64 4, i64 4, i64 1, i64 1, i64 1, i64 2, i64 3, i64 1, i64 4, i64 3, i64 3], align 8

define <4 x float> @__xdsl_opencl_sample_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, float noundef %3, float noundef %4, float noundef %5) local_unnamed_addr #0 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load i32, ptr %7, align 8
  %9 = sitofp i32 %8 to float
  %10 = and i32 %1, 14
  switch i32 %10, label %22 [
    i32 6, label %11
    i32 8, label %15
  ]

11:                                               ; preds = %6
  %12 = tail call float @llvm.floor.f32(float %3)
  %13 = fsub float %3, %12
  %14 = fmul float %13, %9
  br label %27

15:                                               ; preds = %6
  %16 = fmul float %3, 5.000000e-01
  %17 = tail call float @llvm.rint.f32(float %16)
  %18 = fmul float %17, 2.000000e+00
  %19 = fsub float %3, %18
  %20 = tail call float @llvm.fabs.f32(float %19)
  %21 = fmul float %20, %9
  br label %27

22:                                               ; preds = %6
  %23 = and i32 %1, 1
  %24 = icmp eq i32 %23, 0
  %25 = fmul float %3, %9
  %26 = select i1 %24, float %3, float %25
  br label %27

27:                                               ; preds = %22, %15, %11
  %28 = phi float [ %26, %22 ], [ %14, %11 ], [ %21, %15 ]
  %29 = and i32 %1, 32
  %30 = icmp eq i32 %29, 0
  %31 = fadd float %28, -5.000000e-01
  %32 = select i1 %30, float %28, float %31
  %33 = tail call float @llvm.floor.f32(float %32)
  %34 = fcmp ogt float %33, 0xC1E0000000000000
  %35 = fcmp oge float %33, 0x41E0000000000000
  %36 = fptosi float %33 to i32
  %37 = select i1 %35, i32 2147483647, i32 %36
  %38 = select i1 %34, i32 %37, i32 -2147483647
  %39 = fsub float %31, %33
  %40 = select i1 %30, float 0.000000e+00, float %39
  %41 = tail call i32 @llvm.sadd.sat.i32(i32 %38, i32 1)
  switch i32 %10, label %59 [
    i32 6, label %42
    i32 4, label %52
    i32 0, label %67
  ]

42:                                               ; preds = %27
  %43 = icmp slt i32 %38, 0
  %44 = select i1 %43, i32 %8, i32 0
  %45 = add nsw i32 %44, %38
  %46 = icmp slt i32 %45, %8
  %47 = select i1 %46, i32 0, i32 %8
  %48 = sub nsw i32 %45, %47
  %49 = icmp slt i32 %41, %8
  %50 = select i1 %49, i32 0, i32 %8
  %51 = sub nsw i32 %41, %50
  br label %67

52:                                               ; preds = %27
  %53 = icmp slt i32 %38, -1
  %54 = tail call i32 @llvm.smin.i32(i32 %38, i32 %8)
  %55 = select i1 %53, i32 -1, i32 %54
  %56 = icmp slt i32 %41, -1
  %57 = tail call i32 @llvm.smin.i32(i32 %41, i32 %8)
  %58 = select i1 %56, i32 -1, i32 %57
  br label %67

59:                                               ; preds = %27
  %60 = add nsw i32 %8, -1
  %61 = icmp slt i32 %38, 0
  %62 = tail call i32 @llvm.smin.i32(i32 %38, i32 %60)
  %63 = select i1 %61, i32 0, i32 %62
  %64 = icmp slt i32 %41, 0
  %65 = tail call i32 @llvm.smin.i32(i32 %41, i32 %60)
  %66 = select i1 %64, i32 0, i32 %65
  br label %67

67:                                               ; preds = %27, %42, %52, %59
  %68 = phi i32 [ %63, %59 ], [ %38, %27 ], [ %48, %42 ], [ %55, %52 ]
  %69 = phi i32 [ %66, %59 ], [ %41, %27 ], [ %51, %42 ], [ %58, %52 ]
  %70 = and i32 %2, 3
  %71 = icmp samesign ugt i32 %70, 1
  br i1 %71, label %72, label %130

72:                                               ; preds = %67
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %74 = load i32, ptr %73, align 4
  %75 = sitofp i32 %74 to float
  switch i32 %10, label %87 [
    i32 6, label %76
    i32 8, label %80
  ]

76:                                               ; preds = %72
  %77 = tail call float @llvm.floor.f32(float %4)
  %78 = fsub float %4, %77
  %79 = fmul float %78, %75
  br label %92

80:                                               ; preds = %72
  %81 = fmul float %4, 5.000000e-01
  %82 = tail call float @llvm.rint.f32(float %81)
  %83 = fmul float %82, 2.000000e+00
  %84 = fsub float %4, %83
  %85 = tail call float @llvm.fabs.f32(float %84)
  %86 = fmul float %85, %75
  br label %92

87:                                               ; preds = %72
  %88 = and i32 %1, 1
  %89 = icmp eq i32 %88, 0
  %90 = fmul float %4, %75
  %91 = select i1 %89, float %4, float %90
  br label %92

92:                                               ; preds = %87, %80, %76
  %93 = phi float [ %91, %87 ], [ %79, %76 ], [ %86, %80 ]
  %94 = fadd float %93, -5.000000e-01
  %95 = select i1 %30, float %93, float %94
  %96 = tail call float @llvm.floor.f32(float %95)
  %97 = fcmp ogt float %96, 0xC1E0000000000000
  %98 = fcmp oge float %96, 0x41E0000000000000
  %99 = fptosi float %96 to i32
  %100 = select i1 %98, i32 2147483647, i32 %99
  %101 = select i1 %97, i32 %100, i32 -2147483647
  %102 = fsub float %94, %96
  %103 = select i1 %30, float 0.000000e+00, float %102
  %104 = tail call i32 @llvm.sadd.sat.i32(i32 %101, i32 1)
  switch i32 %10, label %122 [
    i32 6, label %105
    i32 4, label %115
    i32 0, label %146
  ]

105:                                              ; preds = %92
  %106 = icmp slt i32 %101, 0
  %107 = select i1 %106, i32 %74, i32 0
  %108 = add nsw i32 %107, %101
  %109 = icmp slt i32 %108, %74
  %110 = select i1 %109, i32 0, i32 %74
  %111 = sub nsw i32 %108, %110
  %112 = icmp slt i32 %104, %74
  %113 = select i1 %112, i32 0, i32 %74
  %114 = sub nsw i32 %104, %113
  br label %146

115:                                              ; preds = %92
  %116 = icmp slt i32 %101, -1
  %117 = tail call i32 @llvm.smin.i32(i32 %101, i32 %74)
  %118 = select i1 %116, i32 -1, i32 %117
  %119 = icmp slt i32 %104, -1
  %120 = tail call i32 @llvm.smin.i32(i32 %104, i32 %74)
  %121 = select i1 %119, i32 -1, i32 %120
  br label %146

122:                                              ; preds = %92
  %123 = add nsw i32 %74, -1
  %124 = icmp slt i32 %101, 0
  %125 = tail call i32 @llvm.smin.i32(i32 %101, i32 %123)
  %126 = select i1 %124, i32 0, i32 %125
  %127 = icmp slt i32 %104, 0
  %128 = tail call i32 @llvm.smin.i32(i32 %104, i32 %123)
  %129 = select i1 %127, i32 0, i32 %128
  br label %146

130:                                              ; preds = %67
  %131 = and i32 %2, 4
  %132 = icmp eq i32 %131, 0
  br i1 %132, label %146, label %133

133:                                              ; preds = %130
  %134 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %135 = load i32, ptr %134, align 4
  %136 = tail call float @llvm.rint.f32(float %4)
  %137 = fcmp ogt float %136, 0xC1E0000000000000
  %138 = fcmp oge float %136, 0x41E0000000000000
  %139 = fptosi float %136 to i32
  %140 = select i1 %138, i32 2147483647, i32 %139
  %141 = select i1 %137, i32 %140, i32 -2147483647
  %142 = add nsw i32 %135, -1
  %143 = icmp slt i32 %141, 0
  %144 = tail call i32 @llvm.smin.i32(i32 %141, i32 %142)
  %145 = select i1 %143, i32 0, i32 %144
  br label %146

146:                                              ; preds = %122, %115, %105, %92, %130, %133
  %147 = phi i32 [ %145, %133 ], [ 0, %130 ], [ %129, %122 ], [ %104, %92 ], [ %114, %105 ], [ %121, %115 ]
  %148 = phi i32 [ %145, %133 ], [ 0, %130 ], [ %126, %122 ], [ %101, %92 ], [ %111, %105 ], [ %118, %115 ]
  %149 = phi float [ 0.000000e+00, %133 ], [ 0.000000e+00, %130 ], [ %103, %122 ], [ %103, %92 ], [ %103, %105 ], [ %103, %115 ]
  %150 = icmp eq i32 %70, 3
  br i1 %150, label %151, label %209

151:                                              ; preds = %146
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %153 = load i32, ptr %152, align 8
  %154 = sitofp i32 %153 to float
  switch i32 %10, label %166 [
    i32 6, label %155
    i32 8, label %159
  ]

155:                                              ; preds = %151
  %156 = tail call float @llvm.floor.f32(float %5)
  %157 = fsub float %5, %156
  %158 = fmul float %157, %154
  br label %171

159:                                              ; preds = %151
  %160 = fmul float %5, 5.000000e-01
  %161 = tail call float @llvm.rint.f32(float %160)
  %162 = fmul float %161, 2.000000e+00
  %163 = fsub float %5, %162
  %164 = tail call float @llvm.fabs.f32(float %163)
  %165 = fmul float %164, %154
  br label %171

166:                                              ; preds = %151
  %167 = and i32 %1, 1
  %168 = icmp eq i32 %167, 0
  %169 = fmul float %5, %154
  %170 = select i1 %168, float %5, float %169
  br label %171

171:                                              ; preds = %166, %159, %155
  %172 = phi float [ %170, %166 ], [ %158, %155 ], [ %165, %159 ]
  %173 = fadd float %172, -5.000000e-01
  %174 = select i1 %30, float %172, float %173
  %175 = tail call float @llvm.floor.f32(float %174)
  %176 = fcmp ogt float %175, 0xC1E0000000000000
  %177 = fcmp oge float %175, 0x41E0000000000000
  %178 = fptosi float %175 to i32
  %179 = select i1 %177, i32 2147483647, i32 %178
  %180 = select i1 %176, i32 %179, i32 -2147483647
  %181 = fsub float %173, %175
  %182 = select i1 %30, float 0.000000e+00, float %181
  %183 = tail call i32 @llvm.sadd.sat.i32(i32 %180, i32 1)
  switch i32 %10, label %201 [
    i32 6, label %184
    i32 4, label %194
    i32 0, label %225
  ]

184:                                              ; preds = %171
  %185 = icmp slt i32 %180, 0
  %186 = select i1 %185, i32 %153, i32 0
  %187 = add nsw i32 %186, %180
  %188 = icmp slt i32 %187, %153
  %189 = select i1 %188, i32 0, i32 %153
  %190 = sub nsw i32 %187, %189
  %191 = icmp slt i32 %183, %153
  %192 = select i1 %191, i32 0, i32 %153
  %193 = sub nsw i32 %183, %192
  br label %225

194:                                              ; preds = %171
  %195 = icmp slt i32 %180, -1
  %196 = tail call i32 @llvm.smin.i32(i32 %180, i32 %153)
  %197 = select i1 %195, i32 -1, i32 %196
  %198 = icmp slt i32 %183, -1
  %199 = tail call i32 @llvm.smin.i32(i32 %183, i32 %153)
  %200 = select i1 %198, i32 -1, i32 %199
  br label %225

201:                                              ; preds = %171
  %202 = add nsw i32 %153, -1
  %203 = icmp slt i32 %180, 0
  %204 = tail call i32 @llvm.smin.i32(i32 %180, i32 %202)
  %205 = select i1 %203, i32 0, i32 %204
  %206 = icmp slt i32 %183, 0
  %207 = tail call i32 @llvm.smin.i32(i32 %183, i32 %202)
  %208 = select i1 %206, i32 0, i32 %207
  br label %225

209:                                              ; preds = %146
  %210 = and i32 %2, 7
  %211 = icmp eq i32 %210, 6
  br i1 %211, label %212, label %225

212:                                              ; preds = %209
  %213 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %214 = load i32, ptr %213, align 4
  %215 = tail call float @llvm.rint.f32(float %5)
  %216 = fcmp ogt float %215, 0xC1E0000000000000
  %217 = fcmp oge float %215, 0x41E0000000000000
  %218 = fptosi float %215 to i32
  %219 = select i1 %217, i32 2147483647, i32 %218
  %220 = select i1 %216, i32 %219, i32 -2147483647
  %221 = add nsw i32 %214, -1
  %222 = icmp slt i32 %220, 0
  %223 = tail call i32 @llvm.smin.i32(i32 %220, i32 %221)
  %224 = select i1 %222, i32 0, i32 %223
  br label %225

225:                                              ; preds = %201, %194, %184, %171, %209, %212
  %226 = phi i32 [ %224, %212 ], [ 0, %209 ], [ %205, %201 ], [ %180, %171 ], [ %190, %184 ], [ %197, %194 ]
  %227 = phi i32 [ %224, %212 ], [ 0, %209 ], [ %208, %201 ], [ %183, %171 ], [ %193, %184 ], [ %200, %194 ]
  %228 = phi float [ 0.000000e+00, %212 ], [ 0.000000e+00, %209 ], [ %182, %201 ], [ %182, %171 ], [ %182, %184 ], [ %182, %194 ]
  br i1 %30, label %229, label %231

229:                                              ; preds = %225
  %230 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %68, i32 noundef %148, i32 noundef %226)
  br label %285

231:                                              ; preds = %225
  %232 = fsub float 1.000000e+00, %40
  %233 = insertelement <4 x float> poison, float %232, i64 0
  %234 = shufflevector <4 x float> %233, <4 x float> poison, <4 x i32> zeroinitializer
  %235 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %68, i32 noundef %148, i32 noundef %226)
  %236 = fmul <4 x float> %234, %235
  %237 = insertelement <4 x float> poison, float %40, i64 0
  %238 = shufflevector <4 x float> %237, <4 x float> poison, <4 x i32> zeroinitializer
  %239 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %69, i32 noundef %148, i32 noundef %226)
  %240 = fmul <4 x float> %238, %239
  %241 = fadd <4 x float> %236, %240
  br i1 %71, label %242, label %256

242:                                              ; preds = %231
  %243 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %68, i32 noundef %147, i32 noundef %226)
  %244 = fmul <4 x float> %234, %243
  %245 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %69, i32 noundef %147, i32 noundef %226)
  %246 = fmul <4 x float> %238, %245
  %247 = fadd <4 x float> %244, %246
  %248 = fsub float 1.000000e+00, %149
  %249 = insertelement <4 x float> poison, float %248, i64 0
  %250 = shufflevector <4 x float> %249, <4 x float> poison, <4 x i32> zeroinitializer
  %251 = fmul <4 x float> %250, %241
  %252 = insertelement <4 x float> poison, float %149, i64 0
  %253 = shufflevector <4 x float> %252, <4 x float> poison, <4 x i32> zeroinitializer
  %254 = fmul <4 x float> %253, %247
  %255 = fadd <4 x float> %251, %254
  br label %256

256:                                              ; preds = %242, %231
  %257 = phi <4 x float> [ %255, %242 ], [ %241, %231 ]
  br i1 %150, label %258, label %285

258:                                              ; preds = %256
  %259 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %68, i32 noundef %148, i32 noundef %227)
  %260 = fmul <4 x float> %234, %259
  %261 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %69, i32 noundef %148, i32 noundef %227)
  %262 = fmul <4 x float> %238, %261
  %263 = fadd <4 x float> %260, %262
  %264 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %68, i32 noundef %147, i32 noundef %227)
  %265 = fmul <4 x float> %234, %264
  %266 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %69, i32 noundef %147, i32 noundef %227)
  %267 = fmul <4 x float> %238, %266
  %268 = fadd <4 x float> %265, %267
  %269 = fsub float 1.000000e+00, %228
  %270 = insertelement <4 x float> poison, float %269, i64 0
  %271 = shufflevector <4 x float> %270, <4 x float> poison, <4 x i32> zeroinitializer
  %272 = fmul <4 x float> %271, %257
  %273 = insertelement <4 x float> poison, float %228, i64 0
  %274 = shufflevector <4 x float> %273, <4 x float> poison, <4 x i32> zeroinitializer
  %275 = fsub float 1.000000e+00, %149
  %276 = insertelement <4 x float> poison, float %275, i64 0
  %277 = shufflevector <4 x float> %276, <4 x float> poison, <4 x i32> zeroinitializer
  %278 = fmul <4 x float> %277, %263
  %279 = insertelement <4 x float> poison, float %149, i64 0
  %280 = shufflevector <4 x float> %279, <4 x float> poison, <4 x i32> zeroinitializer
  %281 = fmul <4 x float> %280, %268
  %282 = fadd <4 x float> %278, %281
  %283 = fmul <4 x float> %274, %282
  %284 = fadd <4 x float> %272, %283
  br label %285

285:                                              ; preds = %256, %258, %229
  %286 = phi <4 x float> [ %230, %229 ], [ %284, %258 ], [ %257, %256 ]
  ret <4 x float> %286
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

define internal fastcc <4 x float> @fetch_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) unnamed_addr #2 {
  %6 = and i32 %1, 3
  %7 = icmp samesign ugt i32 %6, 1
  br i1 %7, label %11, label %8

8:                                                ; preds = %5
  %9 = and i32 %1, 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %15, label %11

11:                                               ; preds = %8, %5
  %12 = phi i64 [ 28, %5 ], [ 36, %8 ]
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4
  br label %15

15:                                               ; preds = %11, %8
  %16 = phi i32 [ 1, %8 ], [ %14, %11 ]
  switch i32 %6, label %26 [
    i32 3, label %17
    i32 2, label %20
  ]

17:                                               ; preds = %15
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %19 = load i32, ptr %18, align 8
  br label %26

20:                                               ; preds = %15
  %21 = and i32 %1, 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %26, label %23

23:                                               ; preds = %20
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %25 = load i32, ptr %24, align 4
  br label %26

26:                                               ; preds = %15, %17, %20, %23
  %27 = phi i32 [ %19, %17 ], [ %25, %23 ], [ 1, %20 ], [ 1, %15 ]
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %29 = load i32, ptr %28, align 8
  %30 = icmp uge i32 %2, %29
  %31 = icmp uge i32 %3, %16
  %32 = select i1 %30, i1 true, i1 %31
  %33 = icmp uge i32 %4, %27
  %34 = select i1 %32, i1 true, i1 %33
  br i1 %34, label %35, label %47

35:                                               ; preds = %26
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %37 = load i32, ptr %36, align 4
  %38 = add i32 %37, -4273
  %39 = icmp ult i32 %38, 19
  br i1 %39, label %40, label %44

40:                                               ; preds = %35
  %41 = zext nneg i32 %38 to i64
  %42 = getelementptr inbounds nuw float, ptr @switch.table.fetch_f, i64 %41
  %43 = load float, ptr %42, align 4
  br label %44

44:                                               ; preds = %35, %40
  %45 = phi float [ %43, %40 ], [ 1.000000e+00, %35 ]
  %46 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %45, i64 3
  br label %133

47:                                               ; preds = %26
  %48 = and i32 %1, 7
  %49 = icmp eq i32 %48, 5
  %50 = load ptr, ptr %0, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %52 = load i64, ptr %51, align 8
  br i1 %49, label %53, label %89

53:                                               ; preds = %47
  %54 = sext i32 %3 to i64
  %55 = mul nsw i64 %52, %54
  %56 = getelementptr inbounds i8, ptr %50, i64 %55
  %57 = sext i32 %2 to i64
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %59 = load i32, ptr %58, align 8
  switch i32 %59, label %61 [
    i32 4308, label %85
    i32 4309, label %85
    i32 4310, label %60
    i32 4320, label %60
    i32 4319, label %60
  ]

60:                                               ; preds = %53, %53, %53
  br label %85

61:                                               ; preds = %53
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %63 = load i32, ptr %62, align 4
  %64 = add i32 %63, -4272
  %65 = icmp ult i32 %64, 17
  br i1 %65, label %66, label %70

66:                                               ; preds = %61
  %67 = zext nneg i32 %64 to i64
  %68 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %67
  %69 = load i64, ptr %68, align 8
  br label %70

70:                                               ; preds = %61, %66
  %71 = phi i64 [ %69, %66 ], [ 4, %61 ]
  %72 = icmp eq i32 %63, 4284
  %73 = icmp eq i32 %63, 4288
  %74 = or i1 %72, %73
  %75 = select i1 %74, i64 4, i64 %71
  %76 = add i32 %59, -4304
  %77 = icmp ult i32 %76, 15
  br i1 %77, label %78, label %82

78:                                               ; preds = %70
  %79 = zext nneg i32 %76 to i64
  %80 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %79
  %81 = load i64, ptr %80, align 8
  br label %82

82:                                               ; preds = %70, %78
  %83 = phi i64 [ %81, %78 ], [ 2, %70 ]
  %84 = mul nuw nsw i64 %83, %75
  br label %85

85:                                               ; preds = %53, %53, %60, %82
  %86 = phi i64 [ %84, %82 ], [ 4, %60 ], [ 2, %53 ], [ 2, %53 ]
  %87 = mul nsw i64 %86, %57
  %88 = getelementptr inbounds i8, ptr %56, i64 %87
  br label %130

89:                                               ; preds = %47
  %90 = sext i32 %4 to i64
  %91 = mul nsw i64 %52, %90
  %92 = getelementptr inbounds i8, ptr %50, i64 %91
  %93 = sext i32 %3 to i64
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %95 = load i64, ptr %94, align 8
  %96 = mul nsw i64 %95, %93
  %97 = getelementptr inbounds i8, ptr %92, i64 %96
  %98 = sext i32 %2 to i64
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %100 = load i32, ptr %99, align 8
  switch i32 %100, label %102 [
    i32 4308, label %126
    i32 4309, label %126
    i32 4310, label %101
    i32 4320, label %101
    i32 4319, label %101
  ]

101:                                              ; preds = %89, %89, %89
  br label %126

102:                                              ; preds = %89
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %104 = load i32, ptr %103, align 4
  %105 = add i32 %104, -4272
  %106 = icmp ult i32 %105, 17
  br i1 %106, label %107, label %111

107:                                              ; preds = %102
  %108 = zext nneg i32 %105 to i64
  %109 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %108
  %110 = load i64, ptr %109, align 8
  br label %111

111:                                              ; preds = %102, %107
  %112 = phi i64 [ %110, %107 ], [ 4, %102 ]
  %113 = icmp eq i32 %104, 4284
  %114 = icmp eq i32 %104, 4288
  %115 = or i1 %113, %114
  %116 = select i1 %115, i64 4, i64 %112
  %117 = add i32 %100, -4304
  %118 = icmp ult i32 %117, 15
  br i1 %118, label %119, label %123

119:                                              ; preds = %111
  %120 = zext nneg i32 %117 to i64
  %121 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %120
  %122 = load i64, ptr %121, align 8
  br label %123

123:                                              ; preds = %111, %119
  %124 = phi i64 [ %122, %119 ], [ 2, %111 ]
  %125 = mul nuw nsw i64 %124, %116
  br label %126

126:                                              ; preds = %89, %89, %101, %123
  %127 = phi i64 [ %125, %123 ], [ 4, %101 ], [ 2, %89 ], [ 2, %89 ]
  %128 = mul nsw i64 %127, %98
  %129 = getelementptr inbounds i8, ptr %97, i64 %128
  br label %130

130:                                              ; preds = %85, %126
  %131 = phi ptr [ %88, %85 ], [ %129, %126 ]
  %132 = tail call fastcc <4 x float> @load_f(ptr noundef nonnull %0, ptr noundef %131)
  br label %133

133:                                              ; preds = %130, %44
  %134 = phi <4 x float> [ %132, %130 ], [ %46, %44 ]
  ret <4 x float> %134
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define <4 x i32> @__xdsl_opencl_sample_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, float noundef %3, float noundef %4, float noundef %5) local_unnamed_addr #0 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load i32, ptr %7, align 8
  %9 = sitofp i32 %8 to float
  %10 = and i32 %1, 14
  switch i32 %10, label %22 [
    i32 6, label %11
    i32 8, label %15
  ]

11:                                               ; preds = %6
  %12 = tail call float @llvm.floor.f32(float %3)
  %13 = fsub float %3, %12
  %14 = fmul float %13, %9
  br label %27

15:                                               ; preds = %6
  %16 = fmul float %3, 5.000000e-01
  %17 = tail call float @llvm.rint.f32(float %16)
  %18 = fmul float %17, 2.000000e+00
  %19 = fsub float %3, %18
  %20 = tail call float @llvm.fabs.f32(float %19)
  %21 = fmul float %20, %9
  br label %27

22:                                               ; preds = %6
  %23 = and i32 %1, 1
  %24 = icmp eq i32 %23, 0
  %25 = fmul float %3, %9
  %26 = select i1 %24, float %3, float %25
  br label %27

27:                                               ; preds = %22, %15, %11
  %28 = phi float [ %26, %22 ], [ %14, %11 ], [ %21, %15 ]
  %29 = tail call float @llvm.floor.f32(float %28)
  %30 = fcmp ogt float %29, 0xC1E0000000000000
  %31 = fcmp oge float %29, 0x41E0000000000000
  %32 = fptosi float %29 to i32
  %33 = select i1 %31, i32 2147483647, i32 %32
  %34 = select i1 %30, i32 %33, i32 -2147483647
  switch i32 %10, label %46 [
    i32 6, label %35
    i32 4, label %42
    i32 0, label %51
  ]

35:                                               ; preds = %27
  %36 = icmp slt i32 %34, 0
  %37 = select i1 %36, i32 %8, i32 0
  %38 = add nsw i32 %37, %34
  %39 = icmp slt i32 %38, %8
  %40 = select i1 %39, i32 0, i32 %8
  %41 = sub nsw i32 %38, %40
  br label %51

42:                                               ; preds = %27
  %43 = icmp slt i32 %34, -1
  %44 = tail call i32 @llvm.smin.i32(i32 %34, i32 %8)
  %45 = select i1 %43, i32 -1, i32 %44
  br label %51

46:                                               ; preds = %27
  %47 = add nsw i32 %8, -1
  %48 = icmp slt i32 %34, 0
  %49 = tail call i32 @llvm.smin.i32(i32 %34, i32 %47)
  %50 = select i1 %48, i32 0, i32 %49
  br label %51

51:                                               ; preds = %27, %35, %42, %46
  %52 = phi i32 [ %50, %46 ], [ %34, %27 ], [ %41, %35 ], [ %45, %42 ]
  %53 = and i32 %2, 3
  %54 = icmp samesign ugt i32 %53, 1
  br i1 %54, label %55, label %99

55:                                               ; preds = %51
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %57 = load i32, ptr %56, align 4
  %58 = sitofp i32 %57 to float
  switch i32 %10, label %70 [
    i32 6, label %59
    i32 8, label %63
  ]

59:                                               ; preds = %55
  %60 = tail call float @llvm.floor.f32(float %4)
  %61 = fsub float %4, %60
  %62 = fmul float %61, %58
  br label %75

63:                                               ; preds = %55
  %64 = fmul float %4, 5.000000e-01
  %65 = tail call float @llvm.rint.f32(float %64)
  %66 = fmul float %65, 2.000000e+00
  %67 = fsub float %4, %66
  %68 = tail call float @llvm.fabs.f32(float %67)
  %69 = fmul float %68, %58
  br label %75

70:                                               ; preds = %55
  %71 = and i32 %1, 1
  %72 = icmp eq i32 %71, 0
  %73 = fmul float %4, %58
  %74 = select i1 %72, float %4, float %73
  br label %75

75:                                               ; preds = %70, %63, %59
  %76 = phi float [ %74, %70 ], [ %62, %59 ], [ %69, %63 ]
  %77 = tail call float @llvm.floor.f32(float %76)
  %78 = fcmp ogt float %77, 0xC1E0000000000000
  %79 = fcmp oge float %77, 0x41E0000000000000
  %80 = fptosi float %77 to i32
  %81 = select i1 %79, i32 2147483647, i32 %80
  %82 = select i1 %78, i32 %81, i32 -2147483647
  switch i32 %10, label %94 [
    i32 6, label %83
    i32 4, label %90
    i32 0, label %115
  ]

83:                                               ; preds = %75
  %84 = icmp slt i32 %82, 0
  %85 = select i1 %84, i32 %57, i32 0
  %86 = add nsw i32 %85, %82
  %87 = icmp slt i32 %86, %57
  %88 = select i1 %87, i32 0, i32 %57
  %89 = sub nsw i32 %86, %88
  br label %115

90:                                               ; preds = %75
  %91 = icmp slt i32 %82, -1
  %92 = tail call i32 @llvm.smin.i32(i32 %82, i32 %57)
  %93 = select i1 %91, i32 -1, i32 %92
  br label %115

94:                                               ; preds = %75
  %95 = add nsw i32 %57, -1
  %96 = icmp slt i32 %82, 0
  %97 = tail call i32 @llvm.smin.i32(i32 %82, i32 %95)
  %98 = select i1 %96, i32 0, i32 %97
  br label %115

99:                                               ; preds = %51
  %100 = and i32 %2, 4
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %115, label %102

102:                                              ; preds = %99
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %104 = load i32, ptr %103, align 4
  %105 = tail call float @llvm.rint.f32(float %4)
  %106 = fcmp ogt float %105, 0xC1E0000000000000
  %107 = fcmp oge float %105, 0x41E0000000000000
  %108 = fptosi float %105 to i32
  %109 = select i1 %107, i32 2147483647, i32 %108
  %110 = select i1 %106, i32 %109, i32 -2147483647
  %111 = add nsw i32 %104, -1
  %112 = icmp slt i32 %110, 0
  %113 = tail call i32 @llvm.smin.i32(i32 %110, i32 %111)
  %114 = select i1 %112, i32 0, i32 %113
  br label %115

115:                                              ; preds = %94, %90, %83, %75, %99, %102
  %116 = phi i32 [ %114, %102 ], [ 0, %99 ], [ %98, %94 ], [ %82, %75 ], [ %89, %83 ], [ %93, %90 ]
  switch i32 %53, label %177 [
    i32 3, label %117
    i32 2, label %161
  ]

117:                                              ; preds = %115
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %119 = load i32, ptr %118, align 8
  %120 = sitofp i32 %119 to float
  switch i32 %10, label %132 [
    i32 6, label %121
    i32 8, label %125
  ]

121:                                              ; preds = %117
  %122 = tail call float @llvm.floor.f32(float %5)
  %123 = fsub float %5, %122
  %124 = fmul float %123, %120
  br label %137

125:                                              ; preds = %117
  %126 = fmul float %5, 5.000000e-01
  %127 = tail call float @llvm.rint.f32(float %126)
  %128 = fmul float %127, 2.000000e+00
  %129 = fsub float %5, %128
  %130 = tail call float @llvm.fabs.f32(float %129)
  %131 = fmul float %130, %120
  br label %137

132:                                              ; preds = %117
  %133 = and i32 %1, 1
  %134 = icmp eq i32 %133, 0
  %135 = fmul float %5, %120
  %136 = select i1 %134, float %5, float %135
  br label %137

137:                                              ; preds = %132, %125, %121
  %138 = phi float [ %136, %132 ], [ %124, %121 ], [ %131, %125 ]
  %139 = tail call float @llvm.floor.f32(float %138)
  %140 = fcmp ogt float %139, 0xC1E0000000000000
  %141 = fcmp oge float %139, 0x41E0000000000000
  %142 = fptosi float %139 to i32
  %143 = select i1 %141, i32 2147483647, i32 %142
  %144 = select i1 %140, i32 %143, i32 -2147483647
  switch i32 %10, label %156 [
    i32 6, label %145
    i32 4, label %152
    i32 0, label %177
  ]

145:                                              ; preds = %137
  %146 = icmp slt i32 %144, 0
  %147 = select i1 %146, i32 %119, i32 0
  %148 = add nsw i32 %147, %144
  %149 = icmp slt i32 %148, %119
  %150 = select i1 %149, i32 0, i32 %119
  %151 = sub nsw i32 %148, %150
  br label %177

152:                                              ; preds = %137
  %153 = icmp slt i32 %144, -1
  %154 = tail call i32 @llvm.smin.i32(i32 %144, i32 %119)
  %155 = select i1 %153, i32 -1, i32 %154
  br label %177

156:                                              ; preds = %137
  %157 = add nsw i32 %119, -1
  %158 = icmp slt i32 %144, 0
  %159 = tail call i32 @llvm.smin.i32(i32 %144, i32 %157)
  %160 = select i1 %158, i32 0, i32 %159
  br label %177

161:                                              ; preds = %115
  %162 = and i32 %2, 4
  %163 = icmp eq i32 %162, 0
  br i1 %163, label %177, label %164

164:                                              ; preds = %161
  %165 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %166 = load i32, ptr %165, align 4
  %167 = tail call float @llvm.rint.f32(float %5)
  %168 = fcmp ogt float %167, 0xC1E0000000000000
  %169 = fcmp oge float %167, 0x41E0000000000000
  %170 = fptosi float %167 to i32
  %171 = select i1 %169, i32 2147483647, i32 %170
  %172 = select i1 %168, i32 %171, i32 -2147483647
  %173 = add nsw i32 %166, -1
  %174 = icmp slt i32 %172, 0
  %175 = tail call i32 @llvm.smin.i32(i32 %172, i32 %173)
  %176 = select i1 %174, i32 0, i32 %175
  br label %177

177:                                              ; preds = %156, %152, %145, %137, %115, %161, %164
  %178 = phi i32 [ 0, %115 ], [ %176, %164 ], [ 0, %161 ], [ %160, %156 ], [ %144, %137 ], [ %151, %145 ], [ %155, %152 ]
  %179 = tail call fastcc <4 x i32> @fetch_i(ptr noundef %0, i32 noundef %2, i32 noundef %52, i32 noundef %116, i32 noundef %178)
  ret <4 x i32> %179
}

define internal fastcc <4 x i32> @fetch_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) unnamed_addr #2 {
  %6 = and i32 %1, 3
  %7 = icmp samesign ugt i32 %6, 1
  br i1 %7, label %11, label %8

8:                                                ; preds = %5
  %9 = and i32 %1, 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %15, label %11

11:                                               ; preds = %8, %5
  %12 = phi i64 [ 28, %5 ], [ 36, %8 ]
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 %12
  %14 = load i32, ptr %13, align 4
  br label %15

15:                                               ; preds = %11, %8
  %16 = phi i32 [ 1, %8 ], [ %14, %11 ]
  switch i32 %6, label %26 [
    i32 3, label %17
    i32 2, label %20
  ]

17:                                               ; preds = %15
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %19 = load i32, ptr %18, align 8
  br label %26

20:                                               ; preds = %15
  %21 = and i32 %1, 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %26, label %23

23:                                               ; preds = %20
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %25 = load i32, ptr %24, align 4
  br label %26

26:                                               ; preds = %15, %17, %20, %23
  %27 = phi i32 [ %19, %17 ], [ %25, %23 ], [ 1, %20 ], [ 1, %15 ]
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %29 = load i32, ptr %28, align 8
  %30 = icmp uge i32 %2, %29
  %31 = icmp uge i32 %3, %16
  %32 = select i1 %30, i1 true, i1 %31
  %33 = icmp uge i32 %4, %27
  %34 = select i1 %32, i1 true, i1 %33
  br i1 %34, label %35, label %47

35:                                               ; preds = %26
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %37 = load i32, ptr %36, align 4
  %38 = add i32 %37, -4273
  %39 = icmp ult i32 %38, 19
  br i1 %39, label %40, label %44

40:                                               ; preds = %35
  %41 = zext nneg i32 %38 to i64
  %42 = getelementptr inbounds nuw i32, ptr @switch.table.fetch_i, i64 %41
  %43 = load i32, ptr %42, align 4
  br label %44

44:                                               ; preds = %35, %40
  %45 = phi i32 [ %43, %40 ], [ 1, %35 ]
  %46 = insertelement <4 x i32> <i32 0, i32 0, i32 0, i32 poison>, i32 %45, i64 3
  br label %133

47:                                               ; preds = %26
  %48 = and i32 %1, 7
  %49 = icmp eq i32 %48, 5
  %50 = load ptr, ptr %0, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %52 = load i64, ptr %51, align 8
  br i1 %49, label %53, label %89

53:                                               ; preds = %47
  %54 = sext i32 %3 to i64
  %55 = mul nsw i64 %52, %54
  %56 = getelementptr inbounds i8, ptr %50, i64 %55
  %57 = sext i32 %2 to i64
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %59 = load i32, ptr %58, align 8
  switch i32 %59, label %61 [
    i32 4308, label %85
    i32 4309, label %85
    i32 4310, label %60
    i32 4320, label %60
    i32 4319, label %60
  ]

60:                                               ; preds = %53, %53, %53
  br label %85

61:                                               ; preds = %53
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %63 = load i32, ptr %62, align 4
  %64 = add i32 %63, -4272
  %65 = icmp ult i32 %64, 17
  br i1 %65, label %66, label %70

66:                                               ; preds = %61
  %67 = zext nneg i32 %64 to i64
  %68 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %67
  %69 = load i64, ptr %68, align 8
  br label %70

70:                                               ; preds = %61, %66
  %71 = phi i64 [ %69, %66 ], [ 4, %61 ]
  %72 = icmp eq i32 %63, 4284
  %73 = icmp eq i32 %63, 4288
  %74 = or i1 %72, %73
  %75 = select i1 %74, i64 4, i64 %71
  %76 = add i32 %59, -4304
  %77 = icmp ult i32 %76, 15
  br i1 %77, label %78, label %82

78:                                               ; preds = %70
  %79 = zext nneg i32 %76 to i64
  %80 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %79
  %81 = load i64, ptr %80, align 8
  br label %82

82:                                               ; preds = %70, %78
  %83 = phi i64 [ %81, %78 ], [ 2, %70 ]
  %84 = mul nuw nsw i64 %83, %75
  br label %85

85:                                               ; preds = %53, %53, %60, %82
  %86 = phi i64 [ %84, %82 ], [ 4, %60 ], [ 2, %53 ], [ 2, %53 ]
  %87 = mul nsw i64 %86, %57
  %88 = getelementptr inbounds i8, ptr %56, i64 %87
  br label %130

89:                                               ; preds = %47
  %90 = sext i32 %4 to i64
  %91 = mul nsw i64 %52, %90
  %92 = getelementptr inbounds i8, ptr %50, i64 %91
  %93 = sext i32 %3 to i64
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %95 = load i64, ptr %94, align 8
  %96 = mul nsw i64 %95, %93
  %97 = getelementptr inbounds i8, ptr %92, i64 %96
  %98 = sext i32 %2 to i64
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %100 = load i32, ptr %99, align 8
  switch i32 %100, label %102 [
    i32 4308, label %126
    i32 4309, label %126
    i32 4310, label %101
    i32 4320, label %101
    i32 4319, label %101
  ]

101:                                              ; preds = %89, %89, %89
  br label %126

102:                                              ; preds = %89
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %104 = load i32, ptr %103, align 4
  %105 = add i32 %104, -4272
  %106 = icmp ult i32 %105, 17
  br i1 %106, label %107, label %111

107:                                              ; preds = %102
  %108 = zext nneg i32 %105 to i64
  %109 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %108
  %110 = load i64, ptr %109, align 8
  br label %111

111:                                              ; preds = %102, %107
  %112 = phi i64 [ %110, %107 ], [ 4, %102 ]
  %113 = icmp eq i32 %104, 4284
  %114 = icmp eq i32 %104, 4288
  %115 = or i1 %113, %114
  %116 = select i1 %115, i64 4, i64 %112
  %117 = add i32 %100, -4304
  %118 = icmp ult i32 %117, 15
  br i1 %118, label %119, label %123

119:                                              ; preds = %111
  %120 = zext nneg i32 %117 to i64
  %121 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %120
  %122 = load i64, ptr %121, align 8
  br label %123

123:                                              ; preds = %111, %119
  %124 = phi i64 [ %122, %119 ], [ 2, %111 ]
  %125 = mul nuw nsw i64 %124, %116
  br label %126

126:                                              ; preds = %89, %89, %101, %123
  %127 = phi i64 [ %125, %123 ], [ 4, %101 ], [ 2, %89 ], [ 2, %89 ]
  %128 = mul nsw i64 %127, %98
  %129 = getelementptr inbounds i8, ptr %97, i64 %128
  br label %130

130:                                              ; preds = %85, %126
  %131 = phi ptr [ %88, %85 ], [ %129, %126 ]
  %132 = tail call fastcc <4 x i32> @load_i(ptr noundef nonnull %0, ptr noundef %131)
  br label %133

133:                                              ; preds = %130, %44
  %134 = phi <4 x i32> [ %132, %130 ], [ %46, %44 ]
  ret <4 x i32> %134
}

define <4 x float> @__xdsl_opencl_fetch_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = and i32 %1, 14
  %8 = and i32 %2, 3
  %9 = icmp samesign ugt i32 %8, 1
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %12 = select i1 %9, ptr %10, ptr %11
  %13 = load i32, ptr %12, align 4
  %14 = icmp eq i32 %8, 3
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = select i1 %14, ptr %15, ptr %11
  %17 = load i32, ptr %16, align 4
  %18 = icmp eq i32 %7, 2
  br i1 %18, label %19, label %38

19:                                               ; preds = %6
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %21 = load i32, ptr %20, align 8
  %22 = add nsw i32 %21, -1
  %23 = icmp slt i32 %3, 0
  %24 = tail call i32 @llvm.smin.i32(i32 %3, i32 %22)
  %25 = select i1 %23, i32 0, i32 %24
  br i1 %9, label %26, label %31

26:                                               ; preds = %19
  %27 = add nsw i32 %13, -1
  %28 = icmp slt i32 %4, 0
  %29 = tail call i32 @llvm.smin.i32(i32 %4, i32 %27)
  %30 = select i1 %28, i32 0, i32 %29
  br label %31

31:                                               ; preds = %26, %19
  %32 = phi i32 [ %30, %26 ], [ %4, %19 ]
  br i1 %14, label %33, label %38

33:                                               ; preds = %31
  %34 = add nsw i32 %17, -1
  %35 = icmp slt i32 %5, 0
  %36 = tail call i32 @llvm.smin.i32(i32 %5, i32 %34)
  %37 = select i1 %35, i32 0, i32 %36
  br label %38

38:                                               ; preds = %31, %33, %6
  %39 = phi i32 [ %37, %33 ], [ %5, %31 ], [ %5, %6 ]
  %40 = phi i32 [ %32, %33 ], [ %32, %31 ], [ %4, %6 ]
  %41 = phi i32 [ %25, %33 ], [ %25, %31 ], [ %3, %6 ]
  %42 = icmp eq i32 %1, 0
  %43 = and i32 %2, 4
  %44 = icmp eq i32 %43, 0
  %45 = or i1 %42, %44
  br i1 %45, label %58, label %46

46:                                               ; preds = %38
  %47 = icmp eq i32 %8, 1
  br i1 %47, label %48, label %53

48:                                               ; preds = %46
  %49 = add nsw i32 %13, -1
  %50 = icmp slt i32 %40, 0
  %51 = tail call i32 @llvm.smin.i32(i32 %40, i32 %49)
  %52 = select i1 %50, i32 0, i32 %51
  br label %58

53:                                               ; preds = %46
  %54 = add nsw i32 %17, -1
  %55 = icmp slt i32 %39, 0
  %56 = tail call i32 @llvm.smin.i32(i32 %39, i32 %54)
  %57 = select i1 %55, i32 0, i32 %56
  br label %58

58:                                               ; preds = %48, %53, %38
  %59 = phi i32 [ %39, %48 ], [ %57, %53 ], [ %39, %38 ]
  %60 = phi i32 [ %52, %48 ], [ %40, %53 ], [ %40, %38 ]
  switch i32 %8, label %62 [
    i32 3, label %63
    i32 2, label %61
  ]

61:                                               ; preds = %58
  br i1 %44, label %62, label %63

62:                                               ; preds = %58, %61
  br label %63

63:                                               ; preds = %58, %62, %61
  %64 = phi i32 [ %59, %61 ], [ 0, %62 ], [ %59, %58 ]
  %65 = and i32 %2, 7
  %66 = icmp eq i32 %65, 1
  %67 = select i1 %66, i32 0, i32 %60
  %68 = tail call fastcc <4 x float> @fetch_f(ptr noundef %0, i32 noundef %2, i32 noundef %41, i32 noundef %67, i32 noundef %64)
  ret <4 x float> %68
}

define <4 x i32> @__xdsl_opencl_fetch_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = and i32 %1, 14
  %8 = and i32 %2, 3
  %9 = icmp samesign ugt i32 %8, 1
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %12 = select i1 %9, ptr %10, ptr %11
  %13 = load i32, ptr %12, align 4
  %14 = icmp eq i32 %8, 3
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = select i1 %14, ptr %15, ptr %11
  %17 = load i32, ptr %16, align 4
  %18 = icmp eq i32 %7, 2
  br i1 %18, label %19, label %38

19:                                               ; preds = %6
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %21 = load i32, ptr %20, align 8
  %22 = add nsw i32 %21, -1
  %23 = icmp slt i32 %3, 0
  %24 = tail call i32 @llvm.smin.i32(i32 %3, i32 %22)
  %25 = select i1 %23, i32 0, i32 %24
  br i1 %9, label %26, label %31

26:                                               ; preds = %19
  %27 = add nsw i32 %13, -1
  %28 = icmp slt i32 %4, 0
  %29 = tail call i32 @llvm.smin.i32(i32 %4, i32 %27)
  %30 = select i1 %28, i32 0, i32 %29
  br label %31

31:                                               ; preds = %26, %19
  %32 = phi i32 [ %30, %26 ], [ %4, %19 ]
  br i1 %14, label %33, label %38

33:                                               ; preds = %31
  %34 = add nsw i32 %17, -1
  %35 = icmp slt i32 %5, 0
  %36 = tail call i32 @llvm.smin.i32(i32 %5, i32 %34)
  %37 = select i1 %35, i32 0, i32 %36
  br label %38

38:                                               ; preds = %31, %33, %6
  %39 = phi i32 [ %37, %33 ], [ %5, %31 ], [ %5, %6 ]
  %40 = phi i32 [ %32, %33 ], [ %32, %31 ], [ %4, %6 ]
  %41 = phi i32 [ %25, %33 ], [ %25, %31 ], [ %3, %6 ]
  %42 = icmp eq i32 %1, 0
  %43 = and i32 %2, 4
  %44 = icmp eq i32 %43, 0
  %45 = or i1 %42, %44
  br i1 %45, label %58, label %46

46:                                               ; preds = %38
  %47 = icmp eq i32 %8, 1
  br i1 %47, label %48, label %53

48:                                               ; preds = %46
  %49 = add nsw i32 %13, -1
  %50 = icmp slt i32 %40, 0
  %51 = tail call i32 @llvm.smin.i32(i32 %40, i32 %49)
  %52 = select i1 %50, i32 0, i32 %51
  br label %58

53:                                               ; preds = %46
  %54 = add nsw i32 %17, -1
  %55 = icmp slt i32 %39, 0
  %56 = tail call i32 @llvm.smin.i32(i32 %39, i32 %54)
  %57 = select i1 %55, i32 0, i32 %56
  br label %58

58:                                               ; preds = %48, %53, %38
  %59 = phi i32 [ %39, %48 ], [ %57, %53 ], [ %39, %38 ]
  %60 = phi i32 [ %52, %48 ], [ %40, %53 ], [ %40, %38 ]
  switch i32 %8, label %62 [
    i32 3, label %63
    i32 2, label %61
  ]

61:                                               ; preds = %58
  br i1 %44, label %62, label %63

62:                                               ; preds = %58, %61
  br label %63

63:                                               ; preds = %58, %62, %61
  %64 = phi i32 [ %59, %61 ], [ 0, %62 ], [ %59, %58 ]
  %65 = and i32 %2, 7
  %66 = icmp eq i32 %65, 1
  %67 = select i1 %66, i32 0, i32 %60
  %68 = tail call fastcc <4 x i32> @fetch_i(ptr noundef %0, i32 noundef %2, i32 noundef %41, i32 noundef %67, i32 noundef %64)
  ret <4 x i32> %68
}

define void @__xdsl_opencl_write_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, float noundef %5, float noundef %6, float noundef %7, float noundef %8) local_unnamed_addr #3 {
  %10 = alloca [4 x float], align 16
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %12 = load i32, ptr %11, align 4
  %13 = add i32 %12, -4291
  %14 = icmp ult i32 %13, -4
  br i1 %14, label %19, label %15

15:                                               ; preds = %9
  %16 = tail call fastcc float @srgb_of_linear(float noundef %5)
  %17 = tail call fastcc float @srgb_of_linear(float noundef %6)
  %18 = tail call fastcc float @srgb_of_linear(float noundef %7)
  br label %19

19:                                               ; preds = %15, %9
  %20 = phi float [ %18, %15 ], [ %7, %9 ]
  %21 = phi float [ %17, %15 ], [ %6, %9 ]
  %22 = phi float [ %16, %15 ], [ %5, %9 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #9
  store float %22, ptr %10, align 16
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store float %21, ptr %23, align 4
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store float %20, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store float %8, ptr %25, align 4
  switch i32 %12, label %36 [
    i32 4273, label %26
    i32 4275, label %27
    i32 4278, label %28
    i32 4290, label %28
    i32 4279, label %29
    i32 4291, label %30
    i32 4272, label %41
    i32 4280, label %41
    i32 4281, label %41
    i32 4282, label %41
    i32 4285, label %41
    i32 4274, label %34
    i32 4283, label %34
    i32 4276, label %35
    i32 4284, label %35
    i32 4287, label %35
    i32 4288, label %35
  ]

26:                                               ; preds = %19
  store float %8, ptr %10, align 16
  br label %31

27:                                               ; preds = %19
  store float %8, ptr %23, align 4
  br label %31

28:                                               ; preds = %19, %19
  store float %20, ptr %10, align 16
  store float %22, ptr %24, align 8
  br label %31

29:                                               ; preds = %19
  store float %8, ptr %10, align 16
  store float %22, ptr %23, align 4
  store float %21, ptr %24, align 8
  store float %20, ptr %25, align 4
  br label %31

30:                                               ; preds = %19
  store float %8, ptr %10, align 16
  store float %20, ptr %23, align 4
  store float %21, ptr %24, align 8
  store float %22, ptr %25, align 4
  br label %31

31:                                               ; preds = %30, %29, %28, %27, %26
  %32 = add i32 %12, -4272
  %33 = icmp ult i32 %32, 17
  br i1 %33, label %37, label %36

34:                                               ; preds = %19, %19
  br label %41

35:                                               ; preds = %19, %19, %19, %19
  br label %41

36:                                               ; preds = %31, %19
  br label %41

37:                                               ; preds = %31
  %38 = zext nneg i32 %32 to i64
  %39 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %38
  %40 = load i64, ptr %39, align 8
  br label %41

41:                                               ; preds = %37, %19, %19, %19, %19, %19, %34, %35, %36
  %42 = phi i64 [ 4, %36 ], [ 3, %35 ], [ 2, %34 ], [ %40, %37 ], [ 1, %19 ], [ 1, %19 ], [ 1, %19 ], [ 1, %19 ], [ 1, %19 ]
  %43 = and i32 %1, 3
  %44 = icmp samesign ugt i32 %43, 1
  br i1 %44, label %48, label %45

45:                                               ; preds = %41
  %46 = and i32 %1, 4
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %52, label %48

48:                                               ; preds = %45, %41
  %49 = phi i64 [ 28, %41 ], [ 36, %45 ]
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 %49
  %51 = load i32, ptr %50, align 4
  br label %52

52:                                               ; preds = %48, %45
  %53 = phi i32 [ 1, %45 ], [ %51, %48 ]
  switch i32 %43, label %63 [
    i32 3, label %54
    i32 2, label %57
  ]

54:                                               ; preds = %52
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %56 = load i32, ptr %55, align 8
  br label %63

57:                                               ; preds = %52
  %58 = and i32 %1, 4
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %63, label %60

60:                                               ; preds = %57
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %62 = load i32, ptr %61, align 4
  br label %63

63:                                               ; preds = %52, %54, %57, %60
  %64 = phi i32 [ %56, %54 ], [ %62, %60 ], [ 1, %57 ], [ 1, %52 ]
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %66 = load i32, ptr %65, align 8
  %67 = icmp uge i32 %2, %66
  %68 = icmp uge i32 %3, %53
  %69 = select i1 %67, i1 true, i1 %68
  %70 = icmp uge i32 %4, %64
  %71 = select i1 %69, i1 true, i1 %70
  br i1 %71, label %413, label %72

72:                                               ; preds = %63
  %73 = and i32 %1, 7
  %74 = icmp eq i32 %73, 5
  %75 = load ptr, ptr %0, align 8
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %77 = load i64, ptr %76, align 8
  br i1 %74, label %78, label %112

78:                                               ; preds = %72
  %79 = sext i32 %3 to i64
  %80 = mul nsw i64 %77, %79
  %81 = getelementptr inbounds i8, ptr %75, i64 %80
  %82 = sext i32 %2 to i64
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %84 = load i32, ptr %83, align 8
  switch i32 %84, label %86 [
    i32 4308, label %108
    i32 4309, label %108
    i32 4310, label %85
    i32 4320, label %85
    i32 4319, label %85
  ]

85:                                               ; preds = %78, %78, %78
  br label %108

86:                                               ; preds = %78
  %87 = add i32 %12, -4272
  %88 = icmp ult i32 %87, 17
  br i1 %88, label %89, label %93

89:                                               ; preds = %86
  %90 = zext nneg i32 %87 to i64
  %91 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %90
  %92 = load i64, ptr %91, align 8
  br label %93

93:                                               ; preds = %86, %89
  %94 = phi i64 [ %92, %89 ], [ 4, %86 ]
  %95 = icmp eq i32 %12, 4284
  %96 = icmp eq i32 %12, 4288
  %97 = or i1 %95, %96
  %98 = select i1 %97, i64 4, i64 %94
  %99 = add i32 %84, -4304
  %100 = icmp ult i32 %99, 15
  br i1 %100, label %101, label %105

101:                                              ; preds = %93
  %102 = zext nneg i32 %99 to i64
  %103 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %102
  %104 = load i64, ptr %103, align 8
  br label %105

105:                                              ; preds = %93, %101
  %106 = phi i64 [ %104, %101 ], [ 2, %93 ]
  %107 = mul nuw nsw i64 %106, %98
  br label %108

108:                                              ; preds = %78, %78, %85, %105
  %109 = phi i64 [ %107, %105 ], [ 4, %85 ], [ 2, %78 ], [ 2, %78 ]
  %110 = mul nsw i64 %109, %82
  %111 = getelementptr inbounds i8, ptr %81, i64 %110
  br label %151

112:                                              ; preds = %72
  %113 = sext i32 %4 to i64
  %114 = mul nsw i64 %77, %113
  %115 = getelementptr inbounds i8, ptr %75, i64 %114
  %116 = sext i32 %3 to i64
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %118 = load i64, ptr %117, align 8
  %119 = mul nsw i64 %118, %116
  %120 = getelementptr inbounds i8, ptr %115, i64 %119
  %121 = sext i32 %2 to i64
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %123 = load i32, ptr %122, align 8
  switch i32 %123, label %125 [
    i32 4308, label %147
    i32 4309, label %147
    i32 4310, label %124
    i32 4320, label %124
    i32 4319, label %124
  ]

124:                                              ; preds = %112, %112, %112
  br label %147

125:                                              ; preds = %112
  %126 = add i32 %12, -4272
  %127 = icmp ult i32 %126, 17
  br i1 %127, label %128, label %132

128:                                              ; preds = %125
  %129 = zext nneg i32 %126 to i64
  %130 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %129
  %131 = load i64, ptr %130, align 8
  br label %132

132:                                              ; preds = %125, %128
  %133 = phi i64 [ %131, %128 ], [ 4, %125 ]
  %134 = icmp eq i32 %12, 4284
  %135 = icmp eq i32 %12, 4288
  %136 = or i1 %134, %135
  %137 = select i1 %136, i64 4, i64 %133
  %138 = add i32 %123, -4304
  %139 = icmp ult i32 %138, 15
  br i1 %139, label %140, label %144

140:                                              ; preds = %132
  %141 = zext nneg i32 %138 to i64
  %142 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %141
  %143 = load i64, ptr %142, align 8
  br label %144

144:                                              ; preds = %132, %140
  %145 = phi i64 [ %143, %140 ], [ 2, %132 ]
  %146 = mul nuw nsw i64 %145, %137
  br label %147

147:                                              ; preds = %112, %112, %124, %144
  %148 = phi i64 [ %146, %144 ], [ 4, %124 ], [ 2, %112 ], [ 2, %112 ]
  %149 = mul nsw i64 %148, %121
  %150 = getelementptr inbounds i8, ptr %120, i64 %149
  br label %151

151:                                              ; preds = %108, %147
  %152 = phi ptr [ %111, %108 ], [ %150, %147 ]
  %153 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %154 = load i32, ptr %153, align 8
  switch i32 %154, label %334 [
    i32 4308, label %155
    i32 4309, label %194
    i32 4310, label %233
    i32 4320, label %271
    i32 4319, label %322
  ]

155:                                              ; preds = %151
  %156 = fcmp ord float %22, 0.000000e+00
  br i1 %156, label %157, label %166

157:                                              ; preds = %155
  %158 = fmul float %22, 3.100000e+01
  %159 = fcmp olt float %158, 0.000000e+00
  %160 = fcmp ogt float %158, 3.100000e+01
  %161 = select i1 %160, float 3.100000e+01, float %158
  %162 = tail call float @llvm.rint.f32(float %161)
  %163 = select i1 %159, float 0.000000e+00, float %162
  %164 = fptoui float %163 to i32
  %165 = shl i32 %164, 11
  br label %166

166:                                              ; preds = %155, %157
  %167 = phi i32 [ %165, %157 ], [ 0, %155 ]
  %168 = fcmp ord float %21, 0.000000e+00
  br i1 %168, label %169, label %179

169:                                              ; preds = %166
  %170 = fmul float %21, 6.300000e+01
  %171 = fcmp olt float %170, 0.000000e+00
  %172 = fcmp ogt float %170, 6.300000e+01
  %173 = select i1 %172, float 6.300000e+01, float %170
  %174 = tail call float @llvm.rint.f32(float %173)
  %175 = select i1 %171, float 0.000000e+00, float %174
  %176 = fptoui float %175 to i32
  %177 = shl i32 %176, 5
  %178 = or i32 %177, %167
  br label %179

179:                                              ; preds = %166, %169
  %180 = phi i32 [ %178, %169 ], [ %167, %166 ]
  %181 = fcmp ord float %20, 0.000000e+00
  br i1 %181, label %182, label %190

182:                                              ; preds = %179
  %183 = fmul float %20, 3.100000e+01
  %184 = fcmp olt float %183, 0.000000e+00
  %185 = fcmp ogt float %183, 3.100000e+01
  %186 = select i1 %185, float 3.100000e+01, float %183
  %187 = tail call float @llvm.rint.f32(float %186)
  %188 = select i1 %184, float 0.000000e+00, float %187
  %189 = fptoui float %188 to i32
  br label %190

190:                                              ; preds = %179, %182
  %191 = phi i32 [ %189, %182 ], [ 0, %179 ]
  %192 = or i32 %180, %191
  %193 = trunc i32 %192 to i16
  store i16 %193, ptr %152, align 2
  br label %413

194:                                              ; preds = %151
  %195 = fcmp ord float %22, 0.000000e+00
  br i1 %195, label %196, label %205

196:                                              ; preds = %194
  %197 = fmul float %22, 3.100000e+01
  %198 = fcmp olt float %197, 0.000000e+00
  %199 = fcmp ogt float %197, 3.100000e+01
  %200 = select i1 %199, float 3.100000e+01, float %197
  %201 = tail call float @llvm.rint.f32(float %200)
  %202 = select i1 %198, float 0.000000e+00, float %201
  %203 = fptoui float %202 to i32
  %204 = shl i32 %203, 10
  br label %205

205:                                              ; preds = %194, %196
  %206 = phi i32 [ %204, %196 ], [ 0, %194 ]
  %207 = fcmp ord float %21, 0.000000e+00
  br i1 %207, label %208, label %218

208:                                              ; preds = %205
  %209 = fmul float %21, 3.100000e+01
  %210 = fcmp olt float %209, 0.000000e+00
  %211 = fcmp ogt float %209, 3.100000e+01
  %212 = select i1 %211, float 3.100000e+01, float %209
  %213 = tail call float @llvm.rint.f32(float %212)
  %214 = select i1 %210, float 0.000000e+00, float %213
  %215 = fptoui float %214 to i32
  %216 = shl i32 %215, 5
  %217 = or i32 %216, %206
  br label %218

218:                                              ; preds = %205, %208
  %219 = phi i32 [ %217, %208 ], [ %206, %205 ]
  %220 = fcmp ord float %20, 0.000000e+00
  br i1 %220, label %221, label %229

221:                                              ; preds = %218
  %222 = fmul float %20, 3.100000e+01
  %223 = fcmp olt float %222, 0.000000e+00
  %224 = fcmp ogt float %222, 3.100000e+01
  %225 = select i1 %224, float 3.100000e+01, float %222
  %226 = tail call float @llvm.rint.f32(float %225)
  %227 = select i1 %223, float 0.000000e+00, float %226
  %228 = fptoui float %227 to i32
  br label %229

229:                                              ; preds = %218, %221
  %230 = phi i32 [ %228, %221 ], [ 0, %218 ]
  %231 = or i32 %219, %230
  %232 = trunc i32 %231 to i16
  store i16 %232, ptr %152, align 2
  br label %413

233:                                              ; preds = %151
  %234 = fcmp ord float %22, 0.000000e+00
  br i1 %234, label %235, label %244

235:                                              ; preds = %233
  %236 = fmul float %22, 1.023000e+03
  %237 = fcmp olt float %236, 0.000000e+00
  %238 = fcmp ogt float %236, 1.023000e+03
  %239 = select i1 %238, float 1.023000e+03, float %236
  %240 = tail call float @llvm.rint.f32(float %239)
  %241 = select i1 %237, float 0.000000e+00, float %240
  %242 = fptoui float %241 to i32
  %243 = shl i32 %242, 20
  br label %244

244:                                              ; preds = %233, %235
  %245 = phi i32 [ %243, %235 ], [ 0, %233 ]
  %246 = fcmp ord float %21, 0.000000e+00
  br i1 %246, label %247, label %257

247:                                              ; preds = %244
  %248 = fmul float %21, 1.023000e+03
  %249 = fcmp olt float %248, 0.000000e+00
  %250 = fcmp ogt float %248, 1.023000e+03
  %251 = select i1 %250, float 1.023000e+03, float %248
  %252 = tail call float @llvm.rint.f32(float %251)
  %253 = select i1 %249, float 0.000000e+00, float %252
  %254 = fptoui float %253 to i32
  %255 = shl i32 %254, 10
  %256 = or i32 %255, %245
  br label %257

257:                                              ; preds = %244, %247
  %258 = phi i32 [ %256, %247 ], [ %245, %244 ]
  %259 = fcmp ord float %20, 0.000000e+00
  br i1 %259, label %260, label %268

260:                                              ; preds = %257
  %261 = fmul float %20, 1.023000e+03
  %262 = fcmp olt float %261, 0.000000e+00
  %263 = fcmp ogt float %261, 1.023000e+03
  %264 = select i1 %263, float 1.023000e+03, float %261
  %265 = tail call float @llvm.rint.f32(float %264)
  %266 = select i1 %262, float 0.000000e+00, float %265
  %267 = fptoui float %266 to i32
  br label %268

268:                                              ; preds = %257, %260
  %269 = phi i32 [ %267, %260 ], [ 0, %257 ]
  %270 = or i32 %258, %269
  store i32 %270, ptr %152, align 4
  br label %413

271:                                              ; preds = %151
  %272 = fcmp ord float %22, 0.000000e+00
  br i1 %272, label %273, label %282

273:                                              ; preds = %271
  %274 = fmul float %22, 1.023000e+03
  %275 = fcmp olt float %274, 0.000000e+00
  %276 = fcmp ogt float %274, 1.023000e+03
  %277 = select i1 %276, float 1.023000e+03, float %274
  %278 = tail call float @llvm.rint.f32(float %277)
  %279 = select i1 %275, float 0.000000e+00, float %278
  %280 = fptoui float %279 to i32
  %281 = shl i32 %280, 22
  br label %282

282:                                              ; preds = %271, %273
  %283 = phi i32 [ %281, %273 ], [ 0, %271 ]
  %284 = fcmp ord float %21, 0.000000e+00
  br i1 %284, label %285, label %295

285:                                              ; preds = %282
  %286 = fmul float %21, 1.023000e+03
  %287 = fcmp olt float %286, 0.000000e+00
  %288 = fcmp ogt float %286, 1.023000e+03
  %289 = select i1 %288, float 1.023000e+03, float %286
  %290 = tail call float @llvm.rint.f32(float %289)
  %291 = select i1 %287, float 0.000000e+00, float %290
  %292 = fptoui float %291 to i32
  %293 = shl i32 %292, 12
  %294 = or i32 %293, %283
  br label %295

295:                                              ; preds = %282, %285
  %296 = phi i32 [ %294, %285 ], [ %283, %282 ]
  %297 = fcmp ord float %20, 0.000000e+00
  br i1 %297, label %298, label %307

298:                                              ; preds = %295
  %299 = fmul float %20, 1.023000e+03
  %300 = fcmp olt float %299, 0.000000e+00
  %301 = fcmp ogt float %299, 1.023000e+03
  %302 = select i1 %301, float 1.023000e+03, float %299
  %303 = tail call float @llvm.rint.f32(float %302)
  %304 = select i1 %300, float 0.000000e+00, float %303
  %305 = fptoui float %304 to i32
  %306 = shl i32 %305, 2
  br label %307

307:                                              ; preds = %295, %298
  %308 = phi i32 [ %306, %298 ], [ 0, %295 ]
  %309 = or i32 %296, %308
  %310 = fcmp ord float %8, 0.000000e+00
  br i1 %310, label %311, label %319

311:                                              ; preds = %307
  %312 = fmul float %8, 3.000000e+00
  %313 = fcmp olt float %312, 0.000000e+00
  %314 = fcmp ogt float %312, 3.000000e+00
  %315 = select i1 %314, float 3.000000e+00, float %312
  %316 = tail call float @llvm.rint.f32(float %315)
  %317 = select i1 %313, float 0.000000e+00, float %316
  %318 = fptoui float %317 to i32
  br label %319

319:                                              ; preds = %307, %311
  %320 = phi i32 [ %318, %311 ], [ 0, %307 ]
  %321 = or i32 %309, %320
  store i32 %321, ptr %152, align 4
  br label %413

322:                                              ; preds = %151
  %323 = fcmp ord float %22, 0.000000e+00
  br i1 %323, label %324, label %332

324:                                              ; preds = %322
  %325 = fmul float %22, 0x416FFFFFE0000000
  %326 = fcmp olt float %325, 0.000000e+00
  %327 = fcmp ogt float %325, 0x416FFFFFE0000000
  %328 = select i1 %327, float 0x416FFFFFE0000000, float %325
  %329 = tail call float @llvm.rint.f32(float %328)
  %330 = select i1 %326, float 0.000000e+00, float %329
  %331 = fptoui float %330 to i32
  br label %332

332:                                              ; preds = %322, %324
  %333 = phi i32 [ %331, %324 ], [ 0, %322 ]
  store i32 %333, ptr %152, align 4
  br label %413

334:                                              ; preds = %151, %410
  %335 = phi i64 [ %411, %410 ], [ 0, %151 ]
  %336 = load i32, ptr %153, align 8
  switch i32 %336, label %410 [
    i32 4304, label %337
    i32 4305, label %353
    i32 4306, label %369
    i32 4307, label %385
    i32 4317, label %401
    i32 4318, label %406
  ]

337:                                              ; preds = %334
  %338 = getelementptr inbounds nuw float, ptr %10, i64 %335
  %339 = load float, ptr %338, align 4
  %340 = fcmp ord float %339, 0.000000e+00
  br i1 %340, label %341, label %350

341:                                              ; preds = %337
  %342 = fmul float %339, 1.270000e+02
  %343 = fcmp olt float %342, -1.280000e+02
  %344 = fcmp ogt float %342, 1.270000e+02
  %345 = select i1 %344, float 1.270000e+02, float %342
  %346 = tail call float @llvm.rint.f32(float %345)
  %347 = select i1 %343, float -1.280000e+02, float %346
  %348 = fptosi float %347 to i32
  %349 = trunc i32 %348 to i8
  br label %350

350:                                              ; preds = %337, %341
  %351 = phi i8 [ %349, %341 ], [ 0, %337 ]
  %352 = getelementptr inbounds nuw i8, ptr %152, i64 %335
  store i8 %351, ptr %352, align 1
  br label %410

353:                                              ; preds = %334
  %354 = getelementptr inbounds nuw float, ptr %10, i64 %335
  %355 = load float, ptr %354, align 4
  %356 = fcmp ord float %355, 0.000000e+00
  br i1 %356, label %357, label %366

357:                                              ; preds = %353
  %358 = fmul float %355, 3.276700e+04
  %359 = fcmp olt float %358, -3.276800e+04
  %360 = fcmp ogt float %358, 3.276700e+04
  %361 = select i1 %360, float 3.276700e+04, float %358
  %362 = tail call float @llvm.rint.f32(float %361)
  %363 = select i1 %359, float -3.276800e+04, float %362
  %364 = fptosi float %363 to i32
  %365 = trunc i32 %364 to i16
  br label %366

366:                                              ; preds = %353, %357
  %367 = phi i16 [ %365, %357 ], [ 0, %353 ]
  %368 = getelementptr inbounds nuw i16, ptr %152, i64 %335
  store i16 %367, ptr %368, align 2
  br label %410

369:                                              ; preds = %334
  %370 = getelementptr inbounds nuw float, ptr %10, i64 %335
  %371 = load float, ptr %370, align 4
  %372 = fcmp ord float %371, 0.000000e+00
  br i1 %372, label %373, label %382

373:                                              ; preds = %369
  %374 = fmul float %371, 2.550000e+02
  %375 = fcmp olt float %374, 0.000000e+00
  %376 = fcmp ogt float %374, 2.550000e+02
  %377 = select i1 %376, float 2.550000e+02, float %374
  %378 = tail call float @llvm.rint.f32(float %377)
  %379 = select i1 %375, float 0.000000e+00, float %378
  %380 = fptosi float %379 to i32
  %381 = trunc i32 %380 to i8
  br label %382

382:                                              ; preds = %369, %373
  %383 = phi i8 [ %381, %373 ], [ 0, %369 ]
  %384 = getelementptr inbounds nuw i8, ptr %152, i64 %335
  store i8 %383, ptr %384, align 1
  br label %410

385:                                              ; preds = %334
  %386 = getelementptr inbounds nuw float, ptr %10, i64 %335
  %387 = load float, ptr %386, align 4
  %388 = fcmp ord float %387, 0.000000e+00
  br i1 %388, label %389, label %398

389:                                              ; preds = %385
  %390 = fmul float %387, 6.553500e+04
  %391 = fcmp olt float %390, 0.000000e+00
  %392 = fcmp ogt float %390, 6.553500e+04
  %393 = select i1 %392, float 6.553500e+04, float %390
  %394 = tail call float @llvm.rint.f32(float %393)
  %395 = select i1 %391, float 0.000000e+00, float %394
  %396 = fptosi float %395 to i32
  %397 = trunc i32 %396 to i16
  br label %398

398:                                              ; preds = %385, %389
  %399 = phi i16 [ %397, %389 ], [ 0, %385 ]
  %400 = getelementptr inbounds nuw i16, ptr %152, i64 %335
  store i16 %399, ptr %400, align 2
  br label %410

401:                                              ; preds = %334
  %402 = getelementptr inbounds nuw float, ptr %10, i64 %335
  %403 = load float, ptr %402, align 4
  %404 = fptrunc float %403 to half
  %405 = getelementptr inbounds nuw half, ptr %152, i64 %335
  store half %404, ptr %405, align 2
  br label %410

406:                                              ; preds = %334
  %407 = getelementptr inbounds nuw float, ptr %10, i64 %335
  %408 = load float, ptr %407, align 4
  %409 = getelementptr inbounds nuw float, ptr %152, i64 %335
  store float %408, ptr %409, align 4
  br label %410

410:                                              ; preds = %350, %366, %382, %398, %401, %406, %334
  %411 = add nuw nsw i64 %335, 1
  %412 = icmp eq i64 %411, %42
  br i1 %412, label %413, label %334

413:                                              ; preds = %410, %190, %229, %268, %319, %332, %63
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #9
  ret void
}

define internal fastcc noundef float @srgb_of_linear(float noundef %0) unnamed_addr #4 {
  %2 = fcmp ogt float %0, 0.000000e+00
  br i1 %2, label %3, label %13

3:                                                ; preds = %1
  %4 = fcmp ogt float %0, 1.000000e+00
  br i1 %4, label %13, label %5

5:                                                ; preds = %3
  %6 = fcmp olt float %0, 0x3F69A5C380000000
  br i1 %6, label %7, label %9

7:                                                ; preds = %5
  %8 = fmul float %0, 0x4029D70A40000000
  br label %13

9:                                                ; preds = %5
  %10 = tail call float @llvm.pow.f32(float %0, float 0x3FDAAAAAA0000000)
  %11 = fmul float %10, 0x3FF0E147A0000000
  %12 = fadd float %11, 0xBFAC28F5C0000000
  br label %13

13:                                               ; preds = %7, %9, %3, %1
  %14 = phi float [ 0.000000e+00, %1 ], [ 1.000000e+00, %3 ], [ %8, %7 ], [ %12, %9 ]
  ret float %14
}

define void @__xdsl_opencl_write_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #3 {
  %10 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #9
  store i32 %5, ptr %10, align 16
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store i32 %6, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %7, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %8, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %15 = load i32, ptr %14, align 4
  switch i32 %15, label %26 [
    i32 4273, label %16
    i32 4275, label %17
    i32 4278, label %18
    i32 4290, label %18
    i32 4279, label %19
    i32 4291, label %20
    i32 4272, label %31
    i32 4280, label %31
    i32 4281, label %31
    i32 4282, label %31
    i32 4285, label %31
    i32 4274, label %24
    i32 4283, label %24
    i32 4276, label %25
    i32 4284, label %25
    i32 4287, label %25
    i32 4288, label %25
  ]

16:                                               ; preds = %9
  store i32 %8, ptr %10, align 16
  br label %21

17:                                               ; preds = %9
  store i32 %8, ptr %11, align 4
  br label %21

18:                                               ; preds = %9, %9
  store i32 %7, ptr %10, align 16
  store i32 %5, ptr %12, align 8
  br label %21

19:                                               ; preds = %9
  store i32 %8, ptr %10, align 16
  store i32 %5, ptr %11, align 4
  store i32 %6, ptr %12, align 8
  store i32 %7, ptr %13, align 4
  br label %21

20:                                               ; preds = %9
  store i32 %8, ptr %10, align 16
  store i32 %7, ptr %11, align 4
  store i32 %6, ptr %12, align 8
  store i32 %5, ptr %13, align 4
  br label %21

21:                                               ; preds = %20, %19, %18, %17, %16
  %22 = add i32 %15, -4272
  %23 = icmp ult i32 %22, 17
  br i1 %23, label %27, label %26

24:                                               ; preds = %9, %9
  br label %31

25:                                               ; preds = %9, %9, %9, %9
  br label %31

26:                                               ; preds = %21, %9
  br label %31

27:                                               ; preds = %21
  %28 = zext nneg i32 %22 to i64
  %29 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %28
  %30 = load i64, ptr %29, align 8
  br label %31

31:                                               ; preds = %27, %9, %9, %9, %9, %9, %24, %25, %26
  %32 = phi i64 [ 4, %26 ], [ 3, %25 ], [ 2, %24 ], [ %30, %27 ], [ 1, %9 ], [ 1, %9 ], [ 1, %9 ], [ 1, %9 ], [ 1, %9 ]
  %33 = and i32 %1, 3
  %34 = icmp samesign ugt i32 %33, 1
  br i1 %34, label %38, label %35

35:                                               ; preds = %31
  %36 = and i32 %1, 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %42, label %38

38:                                               ; preds = %35, %31
  %39 = phi i64 [ 28, %31 ], [ 36, %35 ]
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 %39
  %41 = load i32, ptr %40, align 4
  br label %42

42:                                               ; preds = %38, %35
  %43 = phi i32 [ 1, %35 ], [ %41, %38 ]
  switch i32 %33, label %53 [
    i32 3, label %44
    i32 2, label %47
  ]

44:                                               ; preds = %42
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %46 = load i32, ptr %45, align 8
  br label %53

47:                                               ; preds = %42
  %48 = and i32 %1, 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %53, label %50

50:                                               ; preds = %47
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %52 = load i32, ptr %51, align 4
  br label %53

53:                                               ; preds = %42, %44, %47, %50
  %54 = phi i32 [ %46, %44 ], [ %52, %50 ], [ 1, %47 ], [ 1, %42 ]
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %56 = load i32, ptr %55, align 8
  %57 = icmp uge i32 %2, %56
  %58 = icmp uge i32 %3, %43
  %59 = select i1 %57, i1 true, i1 %58
  %60 = icmp uge i32 %4, %54
  %61 = select i1 %59, i1 true, i1 %60
  br i1 %61, label %164, label %62

62:                                               ; preds = %53
  %63 = and i32 %1, 7
  %64 = icmp eq i32 %63, 5
  %65 = load ptr, ptr %0, align 8
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %67 = load i64, ptr %66, align 8
  br i1 %64, label %68, label %102

68:                                               ; preds = %62
  %69 = sext i32 %3 to i64
  %70 = mul nsw i64 %67, %69
  %71 = getelementptr inbounds i8, ptr %65, i64 %70
  %72 = sext i32 %2 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %74 = load i32, ptr %73, align 8
  switch i32 %74, label %76 [
    i32 4308, label %98
    i32 4309, label %98
    i32 4310, label %75
    i32 4320, label %75
    i32 4319, label %75
  ]

75:                                               ; preds = %68, %68, %68
  br label %98

76:                                               ; preds = %68
  %77 = add i32 %15, -4272
  %78 = icmp ult i32 %77, 17
  br i1 %78, label %79, label %83

79:                                               ; preds = %76
  %80 = zext nneg i32 %77 to i64
  %81 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %80
  %82 = load i64, ptr %81, align 8
  br label %83

83:                                               ; preds = %76, %79
  %84 = phi i64 [ %82, %79 ], [ 4, %76 ]
  %85 = icmp eq i32 %15, 4284
  %86 = icmp eq i32 %15, 4288
  %87 = or i1 %85, %86
  %88 = select i1 %87, i64 4, i64 %84
  %89 = add i32 %74, -4304
  %90 = icmp ult i32 %89, 15
  br i1 %90, label %91, label %95

91:                                               ; preds = %83
  %92 = zext nneg i32 %89 to i64
  %93 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %92
  %94 = load i64, ptr %93, align 8
  br label %95

95:                                               ; preds = %83, %91
  %96 = phi i64 [ %94, %91 ], [ 2, %83 ]
  %97 = mul nuw nsw i64 %96, %88
  br label %98

98:                                               ; preds = %68, %68, %75, %95
  %99 = phi i64 [ %97, %95 ], [ 4, %75 ], [ 2, %68 ], [ 2, %68 ]
  %100 = mul nsw i64 %99, %72
  %101 = getelementptr inbounds i8, ptr %71, i64 %100
  br label %141

102:                                              ; preds = %62
  %103 = sext i32 %4 to i64
  %104 = mul nsw i64 %67, %103
  %105 = getelementptr inbounds i8, ptr %65, i64 %104
  %106 = sext i32 %3 to i64
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %108 = load i64, ptr %107, align 8
  %109 = mul nsw i64 %108, %106
  %110 = getelementptr inbounds i8, ptr %105, i64 %109
  %111 = sext i32 %2 to i64
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %113 = load i32, ptr %112, align 8
  switch i32 %113, label %115 [
    i32 4308, label %137
    i32 4309, label %137
    i32 4310, label %114
    i32 4320, label %114
    i32 4319, label %114
  ]

114:                                              ; preds = %102, %102, %102
  br label %137

115:                                              ; preds = %102
  %116 = add i32 %15, -4272
  %117 = icmp ult i32 %116, 17
  br i1 %117, label %118, label %122

118:                                              ; preds = %115
  %119 = zext nneg i32 %116 to i64
  %120 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %119
  %121 = load i64, ptr %120, align 8
  br label %122

122:                                              ; preds = %115, %118
  %123 = phi i64 [ %121, %118 ], [ 4, %115 ]
  %124 = icmp eq i32 %15, 4284
  %125 = icmp eq i32 %15, 4288
  %126 = or i1 %124, %125
  %127 = select i1 %126, i64 4, i64 %123
  %128 = add i32 %113, -4304
  %129 = icmp ult i32 %128, 15
  br i1 %129, label %130, label %134

130:                                              ; preds = %122
  %131 = zext nneg i32 %128 to i64
  %132 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %131
  %133 = load i64, ptr %132, align 8
  br label %134

134:                                              ; preds = %122, %130
  %135 = phi i64 [ %133, %130 ], [ 2, %122 ]
  %136 = mul nuw nsw i64 %135, %127
  br label %137

137:                                              ; preds = %102, %102, %114, %134
  %138 = phi i64 [ %136, %134 ], [ 4, %114 ], [ 2, %102 ], [ 2, %102 ]
  %139 = mul nsw i64 %138, %111
  %140 = getelementptr inbounds i8, ptr %110, i64 %139
  br label %141

141:                                              ; preds = %98, %137
  %142 = phi ptr [ %101, %98 ], [ %140, %137 ]
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %144

144:                                              ; preds = %141, %161
  %145 = phi i64 [ 0, %141 ], [ %162, %161 ]
  %146 = getelementptr inbounds nuw i32, ptr %10, i64 %145
  %147 = load i32, ptr %146, align 4
  %148 = load i32, ptr %143, align 8
  switch i32 %148, label %161 [
    i32 4311, label %149
    i32 4312, label %154
    i32 4313, label %159
  ]

149:                                              ; preds = %144
  %150 = tail call i32 @llvm.smax.i32(i32 %147, i32 -128)
  %151 = tail call i32 @llvm.smin.i32(i32 %150, i32 127)
  %152 = trunc nsw i32 %151 to i8
  %153 = getelementptr inbounds nuw i8, ptr %142, i64 %145
  store i8 %152, ptr %153, align 1
  br label %161

154:                                              ; preds = %144
  %155 = tail call i32 @llvm.smax.i32(i32 %147, i32 -32768)
  %156 = tail call i32 @llvm.smin.i32(i32 %155, i32 32767)
  %157 = trunc nsw i32 %156 to i16
  %158 = getelementptr inbounds nuw i16, ptr %142, i64 %145
  store i16 %157, ptr %158, align 2
  br label %161

159:                                              ; preds = %144
  %160 = getelementptr inbounds nuw i32, ptr %142, i64 %145
  store i32 %147, ptr %160, align 4
  br label %161

161:                                              ; preds = %144, %159, %154, %149
  %162 = add nuw nsw i64 %145, 1
  %163 = icmp eq i64 %162, %32
  br i1 %163, label %164, label %144

164:                                              ; preds = %161, %53
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #9
  ret void
}

define void @__xdsl_opencl_write_ui(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #3 {
  %10 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #9
  store i32 %5, ptr %10, align 16
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store i32 %6, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %7, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %8, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %15 = load i32, ptr %14, align 4
  switch i32 %15, label %26 [
    i32 4273, label %16
    i32 4275, label %17
    i32 4278, label %18
    i32 4290, label %18
    i32 4279, label %19
    i32 4291, label %20
    i32 4272, label %31
    i32 4280, label %31
    i32 4281, label %31
    i32 4282, label %31
    i32 4285, label %31
    i32 4274, label %24
    i32 4283, label %24
    i32 4276, label %25
    i32 4284, label %25
    i32 4287, label %25
    i32 4288, label %25
  ]

16:                                               ; preds = %9
  store i32 %8, ptr %10, align 16
  br label %21

17:                                               ; preds = %9
  store i32 %8, ptr %11, align 4
  br label %21

18:                                               ; preds = %9, %9
  store i32 %7, ptr %10, align 16
  store i32 %5, ptr %12, align 8
  br label %21

19:                                               ; preds = %9
  store i32 %8, ptr %10, align 16
  store i32 %5, ptr %11, align 4
  store i32 %6, ptr %12, align 8
  store i32 %7, ptr %13, align 4
  br label %21

20:                                               ; preds = %9
  store i32 %8, ptr %10, align 16
  store i32 %7, ptr %11, align 4
  store i32 %6, ptr %12, align 8
  store i32 %5, ptr %13, align 4
  br label %21

21:                                               ; preds = %20, %19, %18, %17, %16
  %22 = add i32 %15, -4272
  %23 = icmp ult i32 %22, 17
  br i1 %23, label %27, label %26

24:                                               ; preds = %9, %9
  br label %31

25:                                               ; preds = %9, %9, %9, %9
  br label %31

26:                                               ; preds = %21, %9
  br label %31

27:                                               ; preds = %21
  %28 = zext nneg i32 %22 to i64
  %29 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %28
  %30 = load i64, ptr %29, align 8
  br label %31

31:                                               ; preds = %27, %9, %9, %9, %9, %9, %24, %25, %26
  %32 = phi i64 [ 4, %26 ], [ 3, %25 ], [ 2, %24 ], [ %30, %27 ], [ 1, %9 ], [ 1, %9 ], [ 1, %9 ], [ 1, %9 ], [ 1, %9 ]
  %33 = and i32 %1, 3
  %34 = icmp samesign ugt i32 %33, 1
  br i1 %34, label %38, label %35

35:                                               ; preds = %31
  %36 = and i32 %1, 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %42, label %38

38:                                               ; preds = %35, %31
  %39 = phi i64 [ 28, %31 ], [ 36, %35 ]
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 %39
  %41 = load i32, ptr %40, align 4
  br label %42

42:                                               ; preds = %38, %35
  %43 = phi i32 [ 1, %35 ], [ %41, %38 ]
  switch i32 %33, label %53 [
    i32 3, label %44
    i32 2, label %47
  ]

44:                                               ; preds = %42
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %46 = load i32, ptr %45, align 8
  br label %53

47:                                               ; preds = %42
  %48 = and i32 %1, 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %53, label %50

50:                                               ; preds = %47
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %52 = load i32, ptr %51, align 4
  br label %53

53:                                               ; preds = %42, %44, %47, %50
  %54 = phi i32 [ %46, %44 ], [ %52, %50 ], [ 1, %47 ], [ 1, %42 ]
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %56 = load i32, ptr %55, align 8
  %57 = icmp uge i32 %2, %56
  %58 = icmp uge i32 %3, %43
  %59 = select i1 %57, i1 true, i1 %58
  %60 = icmp uge i32 %4, %54
  %61 = select i1 %59, i1 true, i1 %60
  br i1 %61, label %162, label %62

62:                                               ; preds = %53
  %63 = and i32 %1, 7
  %64 = icmp eq i32 %63, 5
  %65 = load ptr, ptr %0, align 8
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %67 = load i64, ptr %66, align 8
  br i1 %64, label %68, label %102

68:                                               ; preds = %62
  %69 = sext i32 %3 to i64
  %70 = mul nsw i64 %67, %69
  %71 = getelementptr inbounds i8, ptr %65, i64 %70
  %72 = sext i32 %2 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %74 = load i32, ptr %73, align 8
  switch i32 %74, label %76 [
    i32 4308, label %98
    i32 4309, label %98
    i32 4310, label %75
    i32 4320, label %75
    i32 4319, label %75
  ]

75:                                               ; preds = %68, %68, %68
  br label %98

76:                                               ; preds = %68
  %77 = add i32 %15, -4272
  %78 = icmp ult i32 %77, 17
  br i1 %78, label %79, label %83

79:                                               ; preds = %76
  %80 = zext nneg i32 %77 to i64
  %81 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %80
  %82 = load i64, ptr %81, align 8
  br label %83

83:                                               ; preds = %76, %79
  %84 = phi i64 [ %82, %79 ], [ 4, %76 ]
  %85 = icmp eq i32 %15, 4284
  %86 = icmp eq i32 %15, 4288
  %87 = or i1 %85, %86
  %88 = select i1 %87, i64 4, i64 %84
  %89 = add i32 %74, -4304
  %90 = icmp ult i32 %89, 15
  br i1 %90, label %91, label %95

91:                                               ; preds = %83
  %92 = zext nneg i32 %89 to i64
  %93 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %92
  %94 = load i64, ptr %93, align 8
  br label %95

95:                                               ; preds = %83, %91
  %96 = phi i64 [ %94, %91 ], [ 2, %83 ]
  %97 = mul nuw nsw i64 %96, %88
  br label %98

98:                                               ; preds = %68, %68, %75, %95
  %99 = phi i64 [ %97, %95 ], [ 4, %75 ], [ 2, %68 ], [ 2, %68 ]
  %100 = mul nsw i64 %99, %72
  %101 = getelementptr inbounds i8, ptr %71, i64 %100
  br label %141

102:                                              ; preds = %62
  %103 = sext i32 %4 to i64
  %104 = mul nsw i64 %67, %103
  %105 = getelementptr inbounds i8, ptr %65, i64 %104
  %106 = sext i32 %3 to i64
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %108 = load i64, ptr %107, align 8
  %109 = mul nsw i64 %108, %106
  %110 = getelementptr inbounds i8, ptr %105, i64 %109
  %111 = sext i32 %2 to i64
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %113 = load i32, ptr %112, align 8
  switch i32 %113, label %115 [
    i32 4308, label %137
    i32 4309, label %137
    i32 4310, label %114
    i32 4320, label %114
    i32 4319, label %114
  ]

114:                                              ; preds = %102, %102, %102
  br label %137

115:                                              ; preds = %102
  %116 = add i32 %15, -4272
  %117 = icmp ult i32 %116, 17
  br i1 %117, label %118, label %122

118:                                              ; preds = %115
  %119 = zext nneg i32 %116 to i64
  %120 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %119
  %121 = load i64, ptr %120, align 8
  br label %122

122:                                              ; preds = %115, %118
  %123 = phi i64 [ %121, %118 ], [ 4, %115 ]
  %124 = icmp eq i32 %15, 4284
  %125 = icmp eq i32 %15, 4288
  %126 = or i1 %124, %125
  %127 = select i1 %126, i64 4, i64 %123
  %128 = add i32 %113, -4304
  %129 = icmp ult i32 %128, 15
  br i1 %129, label %130, label %134

130:                                              ; preds = %122
  %131 = zext nneg i32 %128 to i64
  %132 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.20, i64 %131
  %133 = load i64, ptr %132, align 8
  br label %134

134:                                              ; preds = %122, %130
  %135 = phi i64 [ %133, %130 ], [ 2, %122 ]
  %136 = mul nuw nsw i64 %135, %127
  br label %137

137:                                              ; preds = %102, %102, %114, %134
  %138 = phi i64 [ %136, %134 ], [ 4, %114 ], [ 2, %102 ], [ 2, %102 ]
  %139 = mul nsw i64 %138, %111
  %140 = getelementptr inbounds i8, ptr %110, i64 %139
  br label %141

141:                                              ; preds = %98, %137
  %142 = phi ptr [ %101, %98 ], [ %140, %137 ]
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %144

144:                                              ; preds = %141, %159
  %145 = phi i64 [ 0, %141 ], [ %160, %159 ]
  %146 = getelementptr inbounds nuw i32, ptr %10, i64 %145
  %147 = load i32, ptr %146, align 4
  %148 = load i32, ptr %143, align 8
  switch i32 %148, label %159 [
    i32 4314, label %149
    i32 4315, label %153
    i32 4316, label %157
  ]

149:                                              ; preds = %144
  %150 = tail call i32 @llvm.umin.i32(i32 %147, i32 255)
  %151 = trunc nuw i32 %150 to i8
  %152 = getelementptr inbounds nuw i8, ptr %142, i64 %145
  store i8 %151, ptr %152, align 1
  br label %159

153:                                              ; preds = %144
  %154 = tail call i32 @llvm.umin.i32(i32 %147, i32 65535)
  %155 = trunc nuw i32 %154 to i16
  %156 = getelementptr inbounds nuw i16, ptr %142, i64 %145
  store i16 %155, ptr %156, align 2
  br label %159

157:                                              ; preds = %144
  %158 = getelementptr inbounds nuw i32, ptr %142, i64 %145
  store i32 %147, ptr %158, align 4
  br label %159

159:                                              ; preds = %144, %157, %153, %149
  %160 = add nuw nsw i64 %145, 1
  %161 = icmp eq i64 %160, %32
  br i1 %161, label %162, label %144

162:                                              ; preds = %159, %53
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #9
  ret void
}

declare float @llvm.floor.f32(float) #5

declare float @llvm.rint.f32(float) #5

declare float @llvm.fabs.f32(float) #5

define internal fastcc <4 x float> @load_f(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1) unnamed_addr #6 {
  %3 = alloca [4 x float], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #9
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %5 = load i32, ptr %4, align 4
  %6 = add i32 %5, -4272
  %7 = icmp ult i32 %6, 17
  br i1 %7, label %8, label %12

8:                                                ; preds = %2
  %9 = zext nneg i32 %6 to i64
  %10 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %9
  %11 = load i64, ptr %10, align 8
  br label %12

12:                                               ; preds = %2, %8
  %13 = phi i64 [ %11, %8 ], [ 4, %2 ]
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %15 = load i32, ptr %14, align 8
  switch i32 %15, label %160 [
    i32 4308, label %16
    i32 4309, label %32
    i32 4310, label %49
    i32 4320, label %65
    i32 4319, label %85
  ]

16:                                               ; preds = %12
  %17 = load i16, ptr %1, align 2
  %18 = zext i16 %17 to i32
  %19 = lshr i32 %18, 11
  %20 = uitofp nneg i32 %19 to float
  %21 = fdiv float %20, 3.100000e+01
  %22 = lshr i32 %18, 5
  %23 = and i32 %22, 63
  %24 = uitofp nneg i32 %23 to float
  %25 = fdiv float %24, 6.300000e+01
  %26 = and i32 %18, 31
  %27 = uitofp nneg i32 %26 to float
  %28 = fdiv float %27, 3.100000e+01
  %29 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %21, i64 0
  %30 = insertelement <4 x float> %29, float %25, i64 1
  %31 = insertelement <4 x float> %30, float %28, i64 2
  br label %293

32:                                               ; preds = %12
  %33 = load i16, ptr %1, align 2
  %34 = zext i16 %33 to i32
  %35 = lshr i32 %34, 10
  %36 = and i32 %35, 31
  %37 = uitofp nneg i32 %36 to float
  %38 = fdiv float %37, 3.100000e+01
  %39 = lshr i32 %34, 5
  %40 = and i32 %39, 31
  %41 = uitofp nneg i32 %40 to float
  %42 = fdiv float %41, 3.100000e+01
  %43 = and i32 %34, 31
  %44 = uitofp nneg i32 %43 to float
  %45 = fdiv float %44, 3.100000e+01
  %46 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %38, i64 0
  %47 = insertelement <4 x float> %46, float %42, i64 1
  %48 = insertelement <4 x float> %47, float %45, i64 2
  br label %293

49:                                               ; preds = %12
  %50 = load i32, ptr %1, align 4
  %51 = lshr i32 %50, 20
  %52 = and i32 %51, 1023
  %53 = uitofp nneg i32 %52 to float
  %54 = fdiv float %53, 1.023000e+03
  %55 = lshr i32 %50, 10
  %56 = and i32 %55, 1023
  %57 = uitofp nneg i32 %56 to float
  %58 = fdiv float %57, 1.023000e+03
  %59 = and i32 %50, 1023
  %60 = uitofp nneg i32 %59 to float
  %61 = fdiv float %60, 1.023000e+03
  %62 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %54, i64 0
  %63 = insertelement <4 x float> %62, float %58, i64 1
  %64 = insertelement <4 x float> %63, float %61, i64 2
  br label %293

65:                                               ; preds = %12
  %66 = load i32, ptr %1, align 4
  %67 = lshr i32 %66, 22
  %68 = uitofp nneg i32 %67 to float
  %69 = fdiv float %68, 1.023000e+03
  %70 = insertelement <4 x float> poison, float %69, i64 0
  %71 = lshr i32 %66, 12
  %72 = and i32 %71, 1023
  %73 = uitofp nneg i32 %72 to float
  %74 = fdiv float %73, 1.023000e+03
  %75 = insertelement <4 x float> %70, float %74, i64 1
  %76 = lshr i32 %66, 2
  %77 = and i32 %76, 1023
  %78 = uitofp nneg i32 %77 to float
  %79 = fdiv float %78, 1.023000e+03
  %80 = insertelement <4 x float> %75, float %79, i64 2
  %81 = and i32 %66, 3
  %82 = uitofp nneg i32 %81 to float
  %83 = fdiv float %82, 3.000000e+00
  %84 = insertelement <4 x float> %80, float %83, i64 3
  br label %293

85:                                               ; preds = %12
  %86 = load i32, ptr %1, align 4
  %87 = and i32 %86, 16777215
  %88 = uitofp nneg i32 %87 to float
  %89 = fdiv float %88, 0x416FFFFFE0000000
  store float %89, ptr %3, align 16
  switch i32 %5, label %158 [
    i32 4273, label %90
    i32 4275, label %92
    i32 4274, label %97
    i32 4283, label %97
    i32 4276, label %102
    i32 4284, label %102
    i32 4287, label %102
    i32 4288, label %102
    i32 4278, label %110
    i32 4290, label %110
    i32 4279, label %120
    i32 4291, label %130
    i32 4280, label %140
    i32 4281, label %143
    i32 4277, label %147
    i32 4289, label %147
  ]

90:                                               ; preds = %85
  %91 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %89, i64 3
  br label %293

92:                                               ; preds = %85
  %93 = insertelement <4 x float> <float poison, float 0.000000e+00, float 0.000000e+00, float poison>, float %89, i64 0
  %94 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %95 = load float, ptr %94, align 4
  %96 = insertelement <4 x float> %93, float %95, i64 3
  br label %293

97:                                               ; preds = %85, %85
  %98 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %99 = load float, ptr %98, align 4
  %100 = insertelement <4 x float> <float poison, float poison, float 0.000000e+00, float 1.000000e+00>, float %89, i64 0
  %101 = insertelement <4 x float> %100, float %99, i64 1
  br label %293

102:                                              ; preds = %85, %85, %85, %85
  %103 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %104 = load float, ptr %103, align 4
  %105 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %106 = load float, ptr %105, align 8
  %107 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %89, i64 0
  %108 = insertelement <4 x float> %107, float %104, i64 1
  %109 = insertelement <4 x float> %108, float %106, i64 2
  br label %293

110:                                              ; preds = %85, %85
  %111 = load <4 x float>, ptr %3, align 16
  %112 = shufflevector <4 x float> %111, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %113 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %114 = load float, ptr %113, align 4
  %115 = insertelement <4 x float> %112, float %114, i64 1
  %116 = insertelement <4 x float> %115, float %89, i64 2
  %117 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %118 = load float, ptr %117, align 4
  %119 = insertelement <4 x float> %116, float %118, i64 3
  br label %293

120:                                              ; preds = %85
  %121 = load <4 x float>, ptr %3, align 16
  %122 = shufflevector <4 x float> %121, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %123 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %124 = load float, ptr %123, align 8
  %125 = insertelement <4 x float> %122, float %124, i64 1
  %126 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %127 = load float, ptr %126, align 4
  %128 = insertelement <4 x float> %125, float %127, i64 2
  %129 = insertelement <4 x float> %128, float %89, i64 3
  br label %293

130:                                              ; preds = %85
  %131 = load <4 x float>, ptr %3, align 16
  %132 = shufflevector <4 x float> %131, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %133 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %134 = load float, ptr %133, align 8
  %135 = insertelement <4 x float> %132, float %134, i64 1
  %136 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %137 = load float, ptr %136, align 4
  %138 = insertelement <4 x float> %135, float %137, i64 2
  %139 = insertelement <4 x float> %138, float %89, i64 3
  br label %293

140:                                              ; preds = %85
  %141 = insertelement <4 x float> poison, float %89, i64 0
  %142 = shufflevector <4 x float> %141, <4 x float> poison, <4 x i32> zeroinitializer
  br label %293

143:                                              ; preds = %85
  %144 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %89, i64 0
  %145 = insertelement <4 x float> %144, float %89, i64 1
  %146 = insertelement <4 x float> %145, float %89, i64 2
  br label %293

147:                                              ; preds = %85, %85
  %148 = insertelement <4 x float> poison, float %89, i64 0
  %149 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %150 = load float, ptr %149, align 4
  %151 = insertelement <4 x float> %148, float %150, i64 1
  %152 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %153 = load float, ptr %152, align 8
  %154 = insertelement <4 x float> %151, float %153, i64 2
  %155 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %156 = load float, ptr %155, align 4
  %157 = insertelement <4 x float> %154, float %156, i64 3
  br label %293

158:                                              ; preds = %85
  %159 = insertelement <4 x float> <float poison, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00>, float %89, i64 0
  br label %293

160:                                              ; preds = %12, %193
  %161 = phi i64 [ %196, %193 ], [ 0, %12 ]
  switch i32 %15, label %193 [
    i32 4304, label %162
    i32 4305, label %169
    i32 4306, label %176
    i32 4307, label %181
    i32 4317, label %186
    i32 4318, label %190
  ]

162:                                              ; preds = %160
  %163 = getelementptr inbounds nuw i8, ptr %1, i64 %161
  %164 = load i8, ptr %163, align 1
  %165 = sitofp i8 %164 to float
  %166 = fdiv float %165, 1.270000e+02
  %167 = fcmp olt float %166, -1.000000e+00
  %168 = select i1 %167, float -1.000000e+00, float %166
  br label %193

169:                                              ; preds = %160
  %170 = getelementptr inbounds nuw i16, ptr %1, i64 %161
  %171 = load i16, ptr %170, align 2
  %172 = sitofp i16 %171 to float
  %173 = fdiv float %172, 3.276700e+04
  %174 = fcmp olt float %173, -1.000000e+00
  %175 = select i1 %174, float -1.000000e+00, float %173
  br label %193

176:                                              ; preds = %160
  %177 = getelementptr inbounds nuw i8, ptr %1, i64 %161
  %178 = load i8, ptr %177, align 1
  %179 = uitofp i8 %178 to float
  %180 = fdiv float %179, 2.550000e+02
  br label %193

181:                                              ; preds = %160
  %182 = getelementptr inbounds nuw i16, ptr %1, i64 %161
  %183 = load i16, ptr %182, align 2
  %184 = uitofp i16 %183 to float
  %185 = fdiv float %184, 6.553500e+04
  br label %193

186:                                              ; preds = %160
  %187 = getelementptr inbounds nuw half, ptr %1, i64 %161
  %188 = load half, ptr %187, align 2
  %189 = fpext half %188 to float
  br label %193

190:                                              ; preds = %160
  %191 = getelementptr inbounds nuw float, ptr %1, i64 %161
  %192 = load float, ptr %191, align 4
  br label %193

193:                                              ; preds = %160, %162, %169, %176, %181, %186, %190
  %194 = phi float [ %168, %162 ], [ %175, %169 ], [ %180, %176 ], [ %185, %181 ], [ %189, %186 ], [ %192, %190 ], [ 0.000000e+00, %160 ]
  %195 = getelementptr inbounds nuw float, ptr %3, i64 %161
  store float %194, ptr %195, align 4
  %196 = add nuw nsw i64 %161, 1
  %197 = icmp eq i64 %196, %13
  br i1 %197, label %198, label %160

198:                                              ; preds = %193
  switch i32 %5, label %275 [
    i32 4273, label %199
    i32 4275, label %202
    i32 4274, label %208
    i32 4283, label %208
    i32 4276, label %214
    i32 4284, label %214
    i32 4287, label %214
    i32 4288, label %214
    i32 4278, label %223
    i32 4290, label %223
    i32 4279, label %234
    i32 4291, label %245
    i32 4280, label %256
    i32 4281, label %259
    i32 4277, label %264
    i32 4289, label %264
  ]

199:                                              ; preds = %198
  %200 = load float, ptr %3, align 16
  %201 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %200, i64 3
  br label %278

202:                                              ; preds = %198
  %203 = load float, ptr %3, align 16
  %204 = insertelement <4 x float> <float poison, float 0.000000e+00, float 0.000000e+00, float poison>, float %203, i64 0
  %205 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %206 = load float, ptr %205, align 4
  %207 = insertelement <4 x float> %204, float %206, i64 3
  br label %278

208:                                              ; preds = %198, %198
  %209 = load float, ptr %3, align 16
  %210 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %211 = load float, ptr %210, align 4
  %212 = insertelement <4 x float> <float poison, float poison, float 0.000000e+00, float 1.000000e+00>, float %209, i64 0
  %213 = insertelement <4 x float> %212, float %211, i64 1
  br label %278

214:                                              ; preds = %198, %198, %198, %198
  %215 = load float, ptr %3, align 16
  %216 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %217 = load float, ptr %216, align 4
  %218 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %219 = load float, ptr %218, align 8
  %220 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %215, i64 0
  %221 = insertelement <4 x float> %220, float %217, i64 1
  %222 = insertelement <4 x float> %221, float %219, i64 2
  br label %278

223:                                              ; preds = %198, %198
  %224 = load <4 x float>, ptr %3, align 16
  %225 = shufflevector <4 x float> %224, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %226 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %227 = load float, ptr %226, align 4
  %228 = insertelement <4 x float> %225, float %227, i64 1
  %229 = load float, ptr %3, align 16
  %230 = insertelement <4 x float> %228, float %229, i64 2
  %231 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %232 = load float, ptr %231, align 4
  %233 = insertelement <4 x float> %230, float %232, i64 3
  br label %278

234:                                              ; preds = %198
  %235 = load <4 x float>, ptr %3, align 16
  %236 = shufflevector <4 x float> %235, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %237 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %238 = load float, ptr %237, align 8
  %239 = insertelement <4 x float> %236, float %238, i64 1
  %240 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %241 = load float, ptr %240, align 4
  %242 = insertelement <4 x float> %239, float %241, i64 2
  %243 = load float, ptr %3, align 16
  %244 = insertelement <4 x float> %242, float %243, i64 3
  br label %278

245:                                              ; preds = %198
  %246 = load <4 x float>, ptr %3, align 16
  %247 = shufflevector <4 x float> %246, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %248 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %249 = load float, ptr %248, align 8
  %250 = insertelement <4 x float> %247, float %249, i64 1
  %251 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %252 = load float, ptr %251, align 4
  %253 = insertelement <4 x float> %250, float %252, i64 2
  %254 = load float, ptr %3, align 16
  %255 = insertelement <4 x float> %253, float %254, i64 3
  br label %278

256:                                              ; preds = %198
  %257 = load <4 x float>, ptr %3, align 16
  %258 = shufflevector <4 x float> %257, <4 x float> poison, <4 x i32> zeroinitializer
  br label %278

259:                                              ; preds = %198
  %260 = load float, ptr %3, align 16
  %261 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %260, i64 0
  %262 = insertelement <4 x float> %261, float %260, i64 1
  %263 = insertelement <4 x float> %262, float %260, i64 2
  br label %278

264:                                              ; preds = %198, %198
  %265 = load <4 x float>, ptr %3, align 16
  %266 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %267 = load float, ptr %266, align 4
  %268 = insertelement <4 x float> %265, float %267, i64 1
  %269 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %270 = load float, ptr %269, align 8
  %271 = insertelement <4 x float> %268, float %270, i64 2
  %272 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %273 = load float, ptr %272, align 4
  %274 = insertelement <4 x float> %271, float %273, i64 3
  br label %278

275:                                              ; preds = %198
  %276 = load float, ptr %3, align 16
  %277 = insertelement <4 x float> <float poison, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00>, float %276, i64 0
  br label %278

278:                                              ; preds = %199, %202, %208, %214, %223, %234, %245, %256, %259, %264, %275
  %279 = phi <4 x float> [ %277, %275 ], [ %201, %199 ], [ %207, %202 ], [ %213, %208 ], [ %222, %214 ], [ %233, %223 ], [ %244, %234 ], [ %255, %245 ], [ %258, %256 ], [ %263, %259 ], [ %274, %264 ]
  %280 = add i32 %5, -4291
  %281 = icmp ult i32 %280, -4
  br i1 %281, label %293, label %282

282:                                              ; preds = %278
  %283 = extractelement <4 x float> %279, i64 0
  %284 = tail call fastcc float @linear_of_srgb(float noundef %283)
  %285 = insertelement <4 x float> poison, float %284, i64 0
  %286 = extractelement <4 x float> %279, i64 1
  %287 = tail call fastcc float @linear_of_srgb(float noundef %286)
  %288 = insertelement <4 x float> %285, float %287, i64 1
  %289 = extractelement <4 x float> %279, i64 2
  %290 = tail call fastcc float @linear_of_srgb(float noundef %289)
  %291 = insertelement <4 x float> %288, float %290, i64 2
  %292 = shufflevector <4 x float> %291, <4 x float> %279, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  br label %293

293:                                              ; preds = %158, %147, %143, %140, %130, %120, %110, %102, %97, %92, %90, %278, %282, %65, %49, %32, %16
  %294 = phi <4 x float> [ %279, %278 ], [ %31, %16 ], [ %48, %32 ], [ %64, %49 ], [ %84, %65 ], [ %292, %282 ], [ %159, %158 ], [ %91, %90 ], [ %96, %92 ], [ %101, %97 ], [ %109, %102 ], [ %119, %110 ], [ %129, %120 ], [ %139, %130 ], [ %142, %140 ], [ %146, %143 ], [ %157, %147 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #9
  ret <4 x float> %294
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #7

define internal fastcc noundef float @linear_of_srgb(float noundef %0) unnamed_addr #4 {
  %2 = fcmp ugt float %0, 0x3FA4B5DCC0000000
  br i1 %2, label %5, label %3

3:                                                ; preds = %1
  %4 = fdiv float %0, 0x4029D70A40000000
  br label %9

5:                                                ; preds = %1
  %6 = fadd float %0, 0x3FAC28F5C0000000
  %7 = fdiv float %6, 0x3FF0E147A0000000
  %8 = tail call float @llvm.pow.f32(float %7, float 0x4003333340000000)
  br label %9

9:                                                ; preds = %5, %3
  %10 = phi float [ %4, %3 ], [ %8, %5 ]
  ret float %10
}

declare float @llvm.pow.f32(float, float) #5

define internal fastcc <4 x i32> @load_i(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1) unnamed_addr #6 {
  %3 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #9
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %5 = load i32, ptr %4, align 4
  %6 = add i32 %5, -4272
  %7 = icmp ult i32 %6, 17
  br i1 %7, label %8, label %12

8:                                                ; preds = %2
  %9 = zext nneg i32 %6 to i64
  %10 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %9
  %11 = load i64, ptr %10, align 8
  br label %12

12:                                               ; preds = %2, %8
  %13 = phi i64 [ %11, %8 ], [ 4, %2 ]
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %15 = load i32, ptr %14, align 8
  br label %16

16:                                               ; preds = %12, %37
  %17 = phi i64 [ 0, %12 ], [ %40, %37 ]
  switch i32 %15, label %37 [
    i32 4311, label %18
    i32 4312, label %22
    i32 4314, label %26
    i32 4315, label %30
    i32 4313, label %34
    i32 4316, label %34
  ]

18:                                               ; preds = %16
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 %17
  %20 = load i8, ptr %19, align 1
  %21 = sext i8 %20 to i32
  br label %37

22:                                               ; preds = %16
  %23 = getelementptr inbounds nuw i16, ptr %1, i64 %17
  %24 = load i16, ptr %23, align 2
  %25 = sext i16 %24 to i32
  br label %37

26:                                               ; preds = %16
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 %17
  %28 = load i8, ptr %27, align 1
  %29 = zext i8 %28 to i32
  br label %37

30:                                               ; preds = %16
  %31 = getelementptr inbounds nuw i16, ptr %1, i64 %17
  %32 = load i16, ptr %31, align 2
  %33 = zext i16 %32 to i32
  br label %37

34:                                               ; preds = %16, %16
  %35 = getelementptr inbounds nuw i32, ptr %1, i64 %17
  %36 = load i32, ptr %35, align 4
  br label %37

37:                                               ; preds = %16, %18, %22, %26, %30, %34
  %38 = phi i32 [ %21, %18 ], [ %25, %22 ], [ %29, %26 ], [ %33, %30 ], [ %36, %34 ], [ 0, %16 ]
  %39 = getelementptr inbounds nuw i32, ptr %3, i64 %17
  store i32 %38, ptr %39, align 4
  %40 = add nuw nsw i64 %17, 1
  %41 = icmp eq i64 %40, %13
  br i1 %41, label %42, label %16

42:                                               ; preds = %37
  switch i32 %5, label %119 [
    i32 4273, label %43
    i32 4275, label %46
    i32 4274, label %52
    i32 4283, label %52
    i32 4276, label %58
    i32 4284, label %58
    i32 4287, label %58
    i32 4288, label %58
    i32 4278, label %67
    i32 4290, label %67
    i32 4279, label %78
    i32 4291, label %89
    i32 4280, label %100
    i32 4281, label %103
    i32 4277, label %108
    i32 4289, label %108
  ]

43:                                               ; preds = %42
  %44 = load i32, ptr %3, align 16
  %45 = insertelement <4 x i32> <i32 0, i32 0, i32 0, i32 poison>, i32 %44, i64 3
  br label %122

46:                                               ; preds = %42
  %47 = load i32, ptr %3, align 16
  %48 = insertelement <4 x i32> <i32 poison, i32 0, i32 0, i32 poison>, i32 %47, i64 0
  %49 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %50 = load i32, ptr %49, align 4
  %51 = insertelement <4 x i32> %48, i32 %50, i64 3
  br label %122

52:                                               ; preds = %42, %42
  %53 = load i32, ptr %3, align 16
  %54 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %55 = load i32, ptr %54, align 4
  %56 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 1>, i32 %53, i64 0
  %57 = insertelement <4 x i32> %56, i32 %55, i64 1
  br label %122

58:                                               ; preds = %42, %42, %42, %42
  %59 = load i32, ptr %3, align 16
  %60 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %61 = load i32, ptr %60, align 4
  %62 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %63 = load i32, ptr %62, align 8
  %64 = insertelement <4 x i32> <i32 poison, i32 poison, i32 poison, i32 1>, i32 %59, i64 0
  %65 = insertelement <4 x i32> %64, i32 %61, i64 1
  %66 = insertelement <4 x i32> %65, i32 %63, i64 2
  br label %122

67:                                               ; preds = %42, %42
  %68 = load <4 x i32>, ptr %3, align 16
  %69 = shufflevector <4 x i32> %68, <4 x i32> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %70 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %71 = load i32, ptr %70, align 4
  %72 = insertelement <4 x i32> %69, i32 %71, i64 1
  %73 = load i32, ptr %3, align 16
  %74 = insertelement <4 x i32> %72, i32 %73, i64 2
  %75 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %76 = load i32, ptr %75, align 4
  %77 = insertelement <4 x i32> %74, i32 %76, i64 3
  br label %122

78:                                               ; preds = %42
  %79 = load <4 x i32>, ptr %3, align 16
  %80 = shufflevector <4 x i32> %79, <4 x i32> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %81 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %82 = load i32, ptr %81, align 8
  %83 = insertelement <4 x i32> %80, i32 %82, i64 1
  %84 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %85 = load i32, ptr %84, align 4
  %86 = insertelement <4 x i32> %83, i32 %85, i64 2
  %87 = load i32, ptr %3, align 16
  %88 = insertelement <4 x i32> %86, i32 %87, i64 3
  br label %122

89:                                               ; preds = %42
  %90 = load <4 x i32>, ptr %3, align 16
  %91 = shufflevector <4 x i32> %90, <4 x i32> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %92 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %93 = load i32, ptr %92, align 8
  %94 = insertelement <4 x i32> %91, i32 %93, i64 1
  %95 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %96 = load i32, ptr %95, align 4
  %97 = insertelement <4 x i32> %94, i32 %96, i64 2
  %98 = load i32, ptr %3, align 16
  %99 = insertelement <4 x i32> %97, i32 %98, i64 3
  br label %122

100:                                              ; preds = %42
  %101 = load <4 x i32>, ptr %3, align 16
  %102 = shufflevector <4 x i32> %101, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %122

103:                                              ; preds = %42
  %104 = load i32, ptr %3, align 16
  %105 = insertelement <4 x i32> <i32 poison, i32 poison, i32 poison, i32 1>, i32 %104, i64 0
  %106 = insertelement <4 x i32> %105, i32 %104, i64 1
  %107 = insertelement <4 x i32> %106, i32 %104, i64 2
  br label %122

108:                                              ; preds = %42, %42
  %109 = load <4 x i32>, ptr %3, align 16
  %110 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %111 = load i32, ptr %110, align 4
  %112 = insertelement <4 x i32> %109, i32 %111, i64 1
  %113 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %114 = load i32, ptr %113, align 8
  %115 = insertelement <4 x i32> %112, i32 %114, i64 2
  %116 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %117 = load i32, ptr %116, align 4
  %118 = insertelement <4 x i32> %115, i32 %117, i64 3
  br label %122

119:                                              ; preds = %42
  %120 = load i32, ptr %3, align 16
  %121 = insertelement <4 x i32> <i32 poison, i32 0, i32 0, i32 1>, i32 %120, i64 0
  br label %122

122:                                              ; preds = %43, %46, %52, %58, %67, %78, %89, %100, %103, %108, %119
  %123 = phi <4 x i32> [ %121, %119 ], [ %45, %43 ], [ %51, %46 ], [ %57, %52 ], [ %66, %58 ], [ %77, %67 ], [ %88, %78 ], [ %99, %89 ], [ %102, %100 ], [ %107, %103 ], [ %118, %108 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #9
  ret <4 x i32> %123
}

declare i32 @llvm.sadd.sat.i32(i32, i32) #8

declare i32 @llvm.smin.i32(i32, i32) #8

declare i32 @llvm.smax.i32(i32, i32) #8

declare i32 @llvm.umin.i32(i32, i32) #8

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }

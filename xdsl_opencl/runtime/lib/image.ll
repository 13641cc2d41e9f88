@switch.table.__xdsl_opencl_fetch_f = private unnamed_addr constant [19 x float] [float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00], align 4
@switch.table.__xdsl_opencl_fetch_i = private unnamed_addr constant [19 x i32] [i32 0, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0], align 4
@switch.table.__xdsl_opencl_write_ui.56 = private unnamed_addr constant [15 x i64] [i64 1, i64 2, i64 1, i64 2, i64 2, i64 2, i64 2, i64 1, i64 2, i64 4, i64 1, i64 2, i64 4, i64 2, i64 4], align 8
@switch.table.load_i = private unnamed_addr constant [17 x i64] [i64 1, i64 1, i64 2, i64 2, i64 3, i64 4, i64 4, i64 4, i64 1, i64 1, i64 1, i64 2, i64 3, i64 1, i64 4, i64 3, i64 3], align 8

define <4 x float> @__xdsl_opencl_sample_f(ptr noundef readonly %0, i32 noundef %1, i32 noundef %2, float noundef %3, float noundef %4, float noundef %5) local_unnamed_addr #0 {
  %7 = and i32 %1, 14
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %9 = load i32, ptr %8, align 8, !invariant.load !0
  %10 = sitofp i32 %9 to float
  switch i32 %7, label %22 [
    i32 6, label %11
    i32 8, label %15
  ]

11:                                               ; preds = %6
  %12 = tail call float @llvm.floor.f32(float %3)
  %13 = fsub float %3, %12
  %14 = fmul float %13, %10
  br label %27

15:                                               ; preds = %6
  %16 = fmul float %3, 5.000000e-01
  %17 = tail call float @llvm.rint.f32(float %16)
  %18 = fmul float %17, 2.000000e+00
  %19 = fsub float %3, %18
  %20 = tail call float @llvm.fabs.f32(float %19)
  %21 = fmul float %20, %10
  br label %27

22:                                               ; preds = %6
  %23 = and i32 %1, 1
  %24 = icmp eq i32 %23, 0
  %25 = fmul float %3, %10
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
  switch i32 %7, label %59 [
    i32 6, label %42
    i32 4, label %52
    i32 0, label %67
  ]

42:                                               ; preds = %27
  %43 = icmp slt i32 %38, 0
  %44 = select i1 %43, i32 %9, i32 0
  %45 = add nsw i32 %44, %38
  %46 = icmp slt i32 %45, %9
  %47 = select i1 %46, i32 0, i32 %9
  %48 = sub nsw i32 %45, %47
  %49 = icmp slt i32 %41, %9
  %50 = select i1 %49, i32 0, i32 %9
  %51 = sub nsw i32 %41, %50
  br label %67

52:                                               ; preds = %27
  %53 = icmp slt i32 %38, -1
  %54 = tail call i32 @llvm.smin.i32(i32 %38, i32 %9)
  %55 = select i1 %53, i32 -1, i32 %54
  %56 = icmp slt i32 %41, -1
  %57 = tail call i32 @llvm.smin.i32(i32 %41, i32 %9)
  %58 = select i1 %56, i32 -1, i32 %57
  br label %67

59:                                               ; preds = %27
  %60 = add nsw i32 %9, -1
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
  %74 = load i32, ptr %73, align 4, !invariant.load !0
  %75 = sitofp i32 %74 to float
  switch i32 %7, label %87 [
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
  switch i32 %7, label %122 [
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
  %135 = load i32, ptr %134, align 4, !invariant.load !0
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
  %153 = load i32, ptr %152, align 8, !invariant.load !0
  %154 = sitofp i32 %153 to float
  switch i32 %7, label %166 [
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
  switch i32 %7, label %201 [
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
  %214 = load i32, ptr %213, align 4, !invariant.load !0
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
  br i1 %30, label %229, label %372

229:                                              ; preds = %225
  switch i32 %7, label %230 [
    i32 8, label %268
    i32 2, label %268
  ]

230:                                              ; preds = %229
  br i1 %71, label %234, label %231

231:                                              ; preds = %230
  %232 = and i32 %2, 4
  %233 = icmp eq i32 %232, 0
  br i1 %233, label %238, label %234

234:                                              ; preds = %231, %230
  %235 = phi i64 [ 28, %230 ], [ 36, %231 ]
  %236 = getelementptr inbounds nuw i8, ptr %0, i64 %235
  %237 = load i32, ptr %236, align 4, !invariant.load !0
  br label %238

238:                                              ; preds = %234, %231
  %239 = phi i32 [ 1, %231 ], [ %237, %234 ]
  switch i32 %70, label %249 [
    i32 3, label %240
    i32 2, label %243
  ]

240:                                              ; preds = %238
  %241 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %242 = load i32, ptr %241, align 8, !invariant.load !0
  br label %249

243:                                              ; preds = %238
  %244 = and i32 %2, 4
  %245 = icmp eq i32 %244, 0
  br i1 %245, label %249, label %246

246:                                              ; preds = %243
  %247 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %248 = load i32, ptr %247, align 4, !invariant.load !0
  br label %249

249:                                              ; preds = %238, %240, %243, %246
  %250 = phi i32 [ %242, %240 ], [ %248, %246 ], [ 1, %243 ], [ 1, %238 ]
  %251 = icmp uge i32 %68, %9
  %252 = icmp uge i32 %148, %239
  %253 = select i1 %251, i1 true, i1 %252
  %254 = icmp uge i32 %226, %250
  %255 = select i1 %253, i1 true, i1 %254
  br i1 %255, label %256, label %268

256:                                              ; preds = %249
  %257 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %258 = load i32, ptr %257, align 4, !invariant.load !0
  %259 = add i32 %258, -4273
  %260 = icmp ult i32 %259, 19
  br i1 %260, label %261, label %265

261:                                              ; preds = %256
  %262 = zext nneg i32 %259 to i64
  %263 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %262
  %264 = load float, ptr %263, align 4
  br label %265

265:                                              ; preds = %256, %261
  %266 = phi float [ %264, %261 ], [ 1.000000e+00, %256 ]
  %267 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %266, i64 3
  br label %1276

268:                                              ; preds = %229, %229, %249
  %269 = and i32 %2, 7
  %270 = icmp eq i32 %269, 5
  %271 = load ptr, ptr %0, align 8, !invariant.load !0
  %272 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %273 = load i64, ptr %272, align 8, !invariant.load !0
  br i1 %270, label %274, label %310

274:                                              ; preds = %268
  %275 = sext i32 %148 to i64
  %276 = mul nsw i64 %273, %275
  %277 = getelementptr inbounds i8, ptr %271, i64 %276
  %278 = sext i32 %68 to i64
  %279 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %280 = load i32, ptr %279, align 8, !invariant.load !0
  switch i32 %280, label %282 [
    i32 4308, label %306
    i32 4309, label %306
    i32 4310, label %281
    i32 4320, label %281
    i32 4319, label %281
  ]

281:                                              ; preds = %274, %274, %274
  br label %306

282:                                              ; preds = %274
  %283 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %284 = load i32, ptr %283, align 4, !invariant.load !0
  %285 = add i32 %284, -4272
  %286 = icmp ult i32 %285, 17
  br i1 %286, label %287, label %291

287:                                              ; preds = %282
  %288 = zext nneg i32 %285 to i64
  %289 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %288
  %290 = load i64, ptr %289, align 8
  br label %291

291:                                              ; preds = %282, %287
  %292 = phi i64 [ %290, %287 ], [ 4, %282 ]
  %293 = icmp eq i32 %284, 4284
  %294 = icmp eq i32 %284, 4288
  %295 = or i1 %293, %294
  %296 = select i1 %295, i64 4, i64 %292
  %297 = add i32 %280, -4304
  %298 = icmp ult i32 %297, 15
  br i1 %298, label %299, label %303

299:                                              ; preds = %291
  %300 = zext nneg i32 %297 to i64
  %301 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %300
  %302 = load i64, ptr %301, align 8
  br label %303

303:                                              ; preds = %291, %299
  %304 = phi i64 [ %302, %299 ], [ 2, %291 ]
  %305 = mul nuw nsw i64 %304, %296
  br label %306

306:                                              ; preds = %274, %274, %281, %303
  %307 = phi i64 [ %305, %303 ], [ 4, %281 ], [ 2, %274 ], [ 2, %274 ]
  %308 = mul nsw i64 %307, %278
  %309 = getelementptr inbounds i8, ptr %277, i64 %308
  br label %351

310:                                              ; preds = %268
  %311 = sext i32 %226 to i64
  %312 = mul nsw i64 %273, %311
  %313 = getelementptr inbounds i8, ptr %271, i64 %312
  %314 = sext i32 %148 to i64
  %315 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %316 = load i64, ptr %315, align 8, !invariant.load !0
  %317 = mul nsw i64 %316, %314
  %318 = getelementptr inbounds i8, ptr %313, i64 %317
  %319 = sext i32 %68 to i64
  %320 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %321 = load i32, ptr %320, align 8, !invariant.load !0
  switch i32 %321, label %323 [
    i32 4308, label %347
    i32 4309, label %347
    i32 4310, label %322
    i32 4320, label %322
    i32 4319, label %322
  ]

322:                                              ; preds = %310, %310, %310
  br label %347

323:                                              ; preds = %310
  %324 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %325 = load i32, ptr %324, align 4, !invariant.load !0
  %326 = add i32 %325, -4272
  %327 = icmp ult i32 %326, 17
  br i1 %327, label %328, label %332

328:                                              ; preds = %323
  %329 = zext nneg i32 %326 to i64
  %330 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %329
  %331 = load i64, ptr %330, align 8
  br label %332

332:                                              ; preds = %323, %328
  %333 = phi i64 [ %331, %328 ], [ 4, %323 ]
  %334 = icmp eq i32 %325, 4284
  %335 = icmp eq i32 %325, 4288
  %336 = or i1 %334, %335
  %337 = select i1 %336, i64 4, i64 %333
  %338 = add i32 %321, -4304
  %339 = icmp ult i32 %338, 15
  br i1 %339, label %340, label %344

340:                                              ; preds = %332
  %341 = zext nneg i32 %338 to i64
  %342 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %341
  %343 = load i64, ptr %342, align 8
  br label %344

344:                                              ; preds = %332, %340
  %345 = phi i64 [ %343, %340 ], [ 2, %332 ]
  %346 = mul nuw nsw i64 %345, %337
  br label %347

347:                                              ; preds = %310, %310, %322, %344
  %348 = phi i64 [ %346, %344 ], [ 4, %322 ], [ 2, %310 ], [ 2, %310 ]
  %349 = mul nsw i64 %348, %319
  %350 = getelementptr inbounds i8, ptr %318, i64 %349
  br label %351

351:                                              ; preds = %306, %347
  %352 = phi ptr [ %309, %306 ], [ %350, %347 ]
  %353 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %354 = load i32, ptr %353, align 4, !invariant.load !0
  %355 = icmp eq i32 %354, 4277
  br i1 %355, label %356, label %370

356:                                              ; preds = %351
  %357 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %358 = load i32, ptr %357, align 8, !invariant.load !0
  %359 = icmp eq i32 %358, 4306
  br i1 %359, label %360, label %364

360:                                              ; preds = %356
  %361 = load <4 x i8>, ptr %352, align 1
  %362 = uitofp <4 x i8> %361 to <4 x float>
  %363 = fdiv <4 x float> %362, splat (float 2.550000e+02)
  br label %1276

364:                                              ; preds = %356
  %365 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %366 = load i32, ptr %365, align 8, !invariant.load !0
  %367 = icmp eq i32 %366, 4318
  br i1 %367, label %368, label %370

368:                                              ; preds = %364
  %369 = load <4 x float>, ptr %352, align 4
  br label %1276

370:                                              ; preds = %351, %364
  %371 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %352)
  br label %1276

372:                                              ; preds = %225
  %373 = fsub float 1.000000e+00, %40
  %374 = insertelement <4 x float> poison, float %373, i64 0
  %375 = shufflevector <4 x float> %374, <4 x float> poison, <4 x i32> zeroinitializer
  switch i32 %7, label %376 [
    i32 8, label %414
    i32 2, label %414
  ]

376:                                              ; preds = %372
  br i1 %71, label %380, label %377

377:                                              ; preds = %376
  %378 = and i32 %2, 4
  %379 = icmp eq i32 %378, 0
  br i1 %379, label %384, label %380

380:                                              ; preds = %377, %376
  %381 = phi i64 [ 28, %376 ], [ 36, %377 ]
  %382 = getelementptr inbounds nuw i8, ptr %0, i64 %381
  %383 = load i32, ptr %382, align 4, !invariant.load !0
  br label %384

384:                                              ; preds = %380, %377
  %385 = phi i32 [ 1, %377 ], [ %383, %380 ]
  switch i32 %70, label %395 [
    i32 3, label %386
    i32 2, label %389
  ]

386:                                              ; preds = %384
  %387 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %388 = load i32, ptr %387, align 8, !invariant.load !0
  br label %395

389:                                              ; preds = %384
  %390 = and i32 %2, 4
  %391 = icmp eq i32 %390, 0
  br i1 %391, label %395, label %392

392:                                              ; preds = %389
  %393 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %394 = load i32, ptr %393, align 4, !invariant.load !0
  br label %395

395:                                              ; preds = %384, %386, %389, %392
  %396 = phi i32 [ %388, %386 ], [ %394, %392 ], [ 1, %389 ], [ 1, %384 ]
  %397 = icmp uge i32 %68, %9
  %398 = icmp uge i32 %148, %385
  %399 = select i1 %397, i1 true, i1 %398
  %400 = icmp uge i32 %226, %396
  %401 = select i1 %399, i1 true, i1 %400
  br i1 %401, label %402, label %414

402:                                              ; preds = %395
  %403 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %404 = load i32, ptr %403, align 4, !invariant.load !0
  %405 = add i32 %404, -4273
  %406 = icmp ult i32 %405, 19
  br i1 %406, label %407, label %411

407:                                              ; preds = %402
  %408 = zext nneg i32 %405 to i64
  %409 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %408
  %410 = load float, ptr %409, align 4
  br label %411

411:                                              ; preds = %402, %407
  %412 = phi float [ %410, %407 ], [ 1.000000e+00, %402 ]
  %413 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %412, i64 3
  br label %518

414:                                              ; preds = %372, %372, %395
  %415 = and i32 %2, 7
  %416 = icmp eq i32 %415, 5
  %417 = load ptr, ptr %0, align 8, !invariant.load !0
  %418 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %419 = load i64, ptr %418, align 8, !invariant.load !0
  br i1 %416, label %420, label %456

420:                                              ; preds = %414
  %421 = sext i32 %148 to i64
  %422 = mul nsw i64 %419, %421
  %423 = getelementptr inbounds i8, ptr %417, i64 %422
  %424 = sext i32 %68 to i64
  %425 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %426 = load i32, ptr %425, align 8, !invariant.load !0
  switch i32 %426, label %428 [
    i32 4308, label %452
    i32 4309, label %452
    i32 4310, label %427
    i32 4320, label %427
    i32 4319, label %427
  ]

427:                                              ; preds = %420, %420, %420
  br label %452

428:                                              ; preds = %420
  %429 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %430 = load i32, ptr %429, align 4, !invariant.load !0
  %431 = add i32 %430, -4272
  %432 = icmp ult i32 %431, 17
  br i1 %432, label %433, label %437

433:                                              ; preds = %428
  %434 = zext nneg i32 %431 to i64
  %435 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %434
  %436 = load i64, ptr %435, align 8
  br label %437

437:                                              ; preds = %428, %433
  %438 = phi i64 [ %436, %433 ], [ 4, %428 ]
  %439 = icmp eq i32 %430, 4284
  %440 = icmp eq i32 %430, 4288
  %441 = or i1 %439, %440
  %442 = select i1 %441, i64 4, i64 %438
  %443 = add i32 %426, -4304
  %444 = icmp ult i32 %443, 15
  br i1 %444, label %445, label %449

445:                                              ; preds = %437
  %446 = zext nneg i32 %443 to i64
  %447 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %446
  %448 = load i64, ptr %447, align 8
  br label %449

449:                                              ; preds = %437, %445
  %450 = phi i64 [ %448, %445 ], [ 2, %437 ]
  %451 = mul nuw nsw i64 %450, %442
  br label %452

452:                                              ; preds = %420, %420, %427, %449
  %453 = phi i64 [ %451, %449 ], [ 4, %427 ], [ 2, %420 ], [ 2, %420 ]
  %454 = mul nsw i64 %453, %424
  %455 = getelementptr inbounds i8, ptr %423, i64 %454
  br label %497

456:                                              ; preds = %414
  %457 = sext i32 %226 to i64
  %458 = mul nsw i64 %419, %457
  %459 = getelementptr inbounds i8, ptr %417, i64 %458
  %460 = sext i32 %148 to i64
  %461 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %462 = load i64, ptr %461, align 8, !invariant.load !0
  %463 = mul nsw i64 %462, %460
  %464 = getelementptr inbounds i8, ptr %459, i64 %463
  %465 = sext i32 %68 to i64
  %466 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %467 = load i32, ptr %466, align 8, !invariant.load !0
  switch i32 %467, label %469 [
    i32 4308, label %493
    i32 4309, label %493
    i32 4310, label %468
    i32 4320, label %468
    i32 4319, label %468
  ]

468:                                              ; preds = %456, %456, %456
  br label %493

469:                                              ; preds = %456
  %470 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %471 = load i32, ptr %470, align 4, !invariant.load !0
  %472 = add i32 %471, -4272
  %473 = icmp ult i32 %472, 17
  br i1 %473, label %474, label %478

474:                                              ; preds = %469
  %475 = zext nneg i32 %472 to i64
  %476 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %475
  %477 = load i64, ptr %476, align 8
  br label %478

478:                                              ; preds = %469, %474
  %479 = phi i64 [ %477, %474 ], [ 4, %469 ]
  %480 = icmp eq i32 %471, 4284
  %481 = icmp eq i32 %471, 4288
  %482 = or i1 %480, %481
  %483 = select i1 %482, i64 4, i64 %479
  %484 = add i32 %467, -4304
  %485 = icmp ult i32 %484, 15
  br i1 %485, label %486, label %490

486:                                              ; preds = %478
  %487 = zext nneg i32 %484 to i64
  %488 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %487
  %489 = load i64, ptr %488, align 8
  br label %490

490:                                              ; preds = %478, %486
  %491 = phi i64 [ %489, %486 ], [ 2, %478 ]
  %492 = mul nuw nsw i64 %491, %483
  br label %493

493:                                              ; preds = %456, %456, %468, %490
  %494 = phi i64 [ %492, %490 ], [ 4, %468 ], [ 2, %456 ], [ 2, %456 ]
  %495 = mul nsw i64 %494, %465
  %496 = getelementptr inbounds i8, ptr %464, i64 %495
  br label %497

497:                                              ; preds = %452, %493
  %498 = phi ptr [ %455, %452 ], [ %496, %493 ]
  %499 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %500 = load i32, ptr %499, align 4, !invariant.load !0
  %501 = icmp eq i32 %500, 4277
  br i1 %501, label %502, label %516

502:                                              ; preds = %497
  %503 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %504 = load i32, ptr %503, align 8, !invariant.load !0
  %505 = icmp eq i32 %504, 4306
  br i1 %505, label %506, label %510

506:                                              ; preds = %502
  %507 = load <4 x i8>, ptr %498, align 1
  %508 = uitofp <4 x i8> %507 to <4 x float>
  %509 = fdiv <4 x float> %508, splat (float 2.550000e+02)
  br label %518

510:                                              ; preds = %502
  %511 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %512 = load i32, ptr %511, align 8, !invariant.load !0
  %513 = icmp eq i32 %512, 4318
  br i1 %513, label %514, label %516

514:                                              ; preds = %510
  %515 = load <4 x float>, ptr %498, align 4
  br label %518

516:                                              ; preds = %497, %510
  %517 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %498)
  br label %518

518:                                              ; preds = %516, %514, %506, %411
  %519 = phi <4 x float> [ %413, %411 ], [ %509, %506 ], [ %515, %514 ], [ %517, %516 ]
  %520 = fmul <4 x float> %375, %519
  %521 = insertelement <4 x float> poison, float %40, i64 0
  %522 = shufflevector <4 x float> %521, <4 x float> poison, <4 x i32> zeroinitializer
  switch i32 %7, label %523 [
    i32 8, label %561
    i32 2, label %561
  ]

523:                                              ; preds = %518
  br i1 %71, label %527, label %524

524:                                              ; preds = %523
  %525 = and i32 %2, 4
  %526 = icmp eq i32 %525, 0
  br i1 %526, label %531, label %527

527:                                              ; preds = %524, %523
  %528 = phi i64 [ 28, %523 ], [ 36, %524 ]
  %529 = getelementptr inbounds nuw i8, ptr %0, i64 %528
  %530 = load i32, ptr %529, align 4, !invariant.load !0
  br label %531

531:                                              ; preds = %527, %524
  %532 = phi i32 [ 1, %524 ], [ %530, %527 ]
  switch i32 %70, label %542 [
    i32 3, label %533
    i32 2, label %536
  ]

533:                                              ; preds = %531
  %534 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %535 = load i32, ptr %534, align 8, !invariant.load !0
  br label %542

536:                                              ; preds = %531
  %537 = and i32 %2, 4
  %538 = icmp eq i32 %537, 0
  br i1 %538, label %542, label %539

539:                                              ; preds = %536
  %540 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %541 = load i32, ptr %540, align 4, !invariant.load !0
  br label %542

542:                                              ; preds = %531, %533, %536, %539
  %543 = phi i32 [ %535, %533 ], [ %541, %539 ], [ 1, %536 ], [ 1, %531 ]
  %544 = icmp uge i32 %69, %9
  %545 = icmp uge i32 %148, %532
  %546 = select i1 %544, i1 true, i1 %545
  %547 = icmp uge i32 %226, %543
  %548 = select i1 %546, i1 true, i1 %547
  br i1 %548, label %549, label %561

549:                                              ; preds = %542
  %550 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %551 = load i32, ptr %550, align 4, !invariant.load !0
  %552 = add i32 %551, -4273
  %553 = icmp ult i32 %552, 19
  br i1 %553, label %554, label %558

554:                                              ; preds = %549
  %555 = zext nneg i32 %552 to i64
  %556 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %555
  %557 = load float, ptr %556, align 4
  br label %558

558:                                              ; preds = %549, %554
  %559 = phi float [ %557, %554 ], [ 1.000000e+00, %549 ]
  %560 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %559, i64 3
  br label %665

561:                                              ; preds = %518, %518, %542
  %562 = and i32 %2, 7
  %563 = icmp eq i32 %562, 5
  %564 = load ptr, ptr %0, align 8, !invariant.load !0
  %565 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %566 = load i64, ptr %565, align 8, !invariant.load !0
  br i1 %563, label %567, label %603

567:                                              ; preds = %561
  %568 = sext i32 %148 to i64
  %569 = mul nsw i64 %566, %568
  %570 = getelementptr inbounds i8, ptr %564, i64 %569
  %571 = sext i32 %69 to i64
  %572 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %573 = load i32, ptr %572, align 8, !invariant.load !0
  switch i32 %573, label %575 [
    i32 4308, label %599
    i32 4309, label %599
    i32 4310, label %574
    i32 4320, label %574
    i32 4319, label %574
  ]

574:                                              ; preds = %567, %567, %567
  br label %599

575:                                              ; preds = %567
  %576 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %577 = load i32, ptr %576, align 4, !invariant.load !0
  %578 = add i32 %577, -4272
  %579 = icmp ult i32 %578, 17
  br i1 %579, label %580, label %584

580:                                              ; preds = %575
  %581 = zext nneg i32 %578 to i64
  %582 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %581
  %583 = load i64, ptr %582, align 8
  br label %584

584:                                              ; preds = %575, %580
  %585 = phi i64 [ %583, %580 ], [ 4, %575 ]
  %586 = icmp eq i32 %577, 4284
  %587 = icmp eq i32 %577, 4288
  %588 = or i1 %586, %587
  %589 = select i1 %588, i64 4, i64 %585
  %590 = add i32 %573, -4304
  %591 = icmp ult i32 %590, 15
  br i1 %591, label %592, label %596

592:                                              ; preds = %584
  %593 = zext nneg i32 %590 to i64
  %594 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %593
  %595 = load i64, ptr %594, align 8
  br label %596

596:                                              ; preds = %584, %592
  %597 = phi i64 [ %595, %592 ], [ 2, %584 ]
  %598 = mul nuw nsw i64 %597, %589
  br label %599

599:                                              ; preds = %567, %567, %574, %596
  %600 = phi i64 [ %598, %596 ], [ 4, %574 ], [ 2, %567 ], [ 2, %567 ]
  %601 = mul nsw i64 %600, %571
  %602 = getelementptr inbounds i8, ptr %570, i64 %601
  br label %644

603:                                              ; preds = %561
  %604 = sext i32 %226 to i64
  %605 = mul nsw i64 %566, %604
  %606 = getelementptr inbounds i8, ptr %564, i64 %605
  %607 = sext i32 %148 to i64
  %608 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %609 = load i64, ptr %608, align 8, !invariant.load !0
  %610 = mul nsw i64 %609, %607
  %611 = getelementptr inbounds i8, ptr %606, i64 %610
  %612 = sext i32 %69 to i64
  %613 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %614 = load i32, ptr %613, align 8, !invariant.load !0
  switch i32 %614, label %616 [
    i32 4308, label %640
    i32 4309, label %640
    i32 4310, label %615
    i32 4320, label %615
    i32 4319, label %615
  ]

615:                                              ; preds = %603, %603, %603
  br label %640

616:                                              ; preds = %603
  %617 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %618 = load i32, ptr %617, align 4, !invariant.load !0
  %619 = add i32 %618, -4272
  %620 = icmp ult i32 %619, 17
  br i1 %620, label %621, label %625

621:                                              ; preds = %616
  %622 = zext nneg i32 %619 to i64
  %623 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %622
  %624 = load i64, ptr %623, align 8
  br label %625

625:                                              ; preds = %616, %621
  %626 = phi i64 [ %624, %621 ], [ 4, %616 ]
  %627 = icmp eq i32 %618, 4284
  %628 = icmp eq i32 %618, 4288
  %629 = or i1 %627, %628
  %630 = select i1 %629, i64 4, i64 %626
  %631 = add i32 %614, -4304
  %632 = icmp ult i32 %631, 15
  br i1 %632, label %633, label %637

633:                                              ; preds = %625
  %634 = zext nneg i32 %631 to i64
  %635 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %634
  %636 = load i64, ptr %635, align 8
  br label %637

637:                                              ; preds = %625, %633
  %638 = phi i64 [ %636, %633 ], [ 2, %625 ]
  %639 = mul nuw nsw i64 %638, %630
  br label %640

640:                                              ; preds = %603, %603, %615, %637
  %641 = phi i64 [ %639, %637 ], [ 4, %615 ], [ 2, %603 ], [ 2, %603 ]
  %642 = mul nsw i64 %641, %612
  %643 = getelementptr inbounds i8, ptr %611, i64 %642
  br label %644

644:                                              ; preds = %599, %640
  %645 = phi ptr [ %602, %599 ], [ %643, %640 ]
  %646 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %647 = load i32, ptr %646, align 4, !invariant.load !0
  %648 = icmp eq i32 %647, 4277
  br i1 %648, label %649, label %663

649:                                              ; preds = %644
  %650 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %651 = load i32, ptr %650, align 8, !invariant.load !0
  %652 = icmp eq i32 %651, 4306
  br i1 %652, label %653, label %657

653:                                              ; preds = %649
  %654 = load <4 x i8>, ptr %645, align 1
  %655 = uitofp <4 x i8> %654 to <4 x float>
  %656 = fdiv <4 x float> %655, splat (float 2.550000e+02)
  br label %665

657:                                              ; preds = %649
  %658 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %659 = load i32, ptr %658, align 8, !invariant.load !0
  %660 = icmp eq i32 %659, 4318
  br i1 %660, label %661, label %663

661:                                              ; preds = %657
  %662 = load <4 x float>, ptr %645, align 4
  br label %665

663:                                              ; preds = %644, %657
  %664 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %645)
  br label %665

665:                                              ; preds = %663, %661, %653, %558
  %666 = phi <4 x float> [ %560, %558 ], [ %656, %653 ], [ %662, %661 ], [ %664, %663 ]
  %667 = fmul <4 x float> %522, %666
  %668 = fadd <4 x float> %520, %667
  br i1 %71, label %669, label %875

669:                                              ; preds = %665
  switch i32 %7, label %670 [
    i32 8, label %702
    i32 2, label %702
  ]

670:                                              ; preds = %669
  %671 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %672 = load i32, ptr %671, align 4, !invariant.load !0
  %673 = icmp eq i32 %70, 3
  br i1 %673, label %674, label %677

674:                                              ; preds = %670
  %675 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %676 = load i32, ptr %675, align 8, !invariant.load !0
  br label %683

677:                                              ; preds = %670
  %678 = and i32 %2, 4
  %679 = icmp eq i32 %678, 0
  br i1 %679, label %683, label %680

680:                                              ; preds = %677
  %681 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %682 = load i32, ptr %681, align 4, !invariant.load !0
  br label %683

683:                                              ; preds = %674, %677, %680
  %684 = phi i32 [ %676, %674 ], [ %682, %680 ], [ 1, %677 ]
  %685 = icmp uge i32 %68, %9
  %686 = icmp uge i32 %147, %672
  %687 = select i1 %685, i1 true, i1 %686
  %688 = icmp uge i32 %226, %684
  %689 = select i1 %687, i1 true, i1 %688
  br i1 %689, label %690, label %702

690:                                              ; preds = %683
  %691 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %692 = load i32, ptr %691, align 4, !invariant.load !0
  %693 = add i32 %692, -4273
  %694 = icmp ult i32 %693, 19
  br i1 %694, label %695, label %699

695:                                              ; preds = %690
  %696 = zext nneg i32 %693 to i64
  %697 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %696
  %698 = load float, ptr %697, align 4
  br label %699

699:                                              ; preds = %690, %695
  %700 = phi float [ %698, %695 ], [ 1.000000e+00, %690 ]
  %701 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %700, i64 3
  br label %765

702:                                              ; preds = %683, %669, %669
  %703 = load ptr, ptr %0, align 8, !invariant.load !0
  %704 = sext i32 %226 to i64
  %705 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %706 = load i64, ptr %705, align 8, !invariant.load !0
  %707 = mul nsw i64 %706, %704
  %708 = getelementptr inbounds i8, ptr %703, i64 %707
  %709 = sext i32 %147 to i64
  %710 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %711 = load i64, ptr %710, align 8, !invariant.load !0
  %712 = mul nsw i64 %711, %709
  %713 = getelementptr inbounds i8, ptr %708, i64 %712
  %714 = sext i32 %68 to i64
  %715 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %716 = load i32, ptr %715, align 8, !invariant.load !0
  switch i32 %716, label %718 [
    i32 4308, label %742
    i32 4309, label %742
    i32 4310, label %717
    i32 4320, label %717
    i32 4319, label %717
  ]

717:                                              ; preds = %702, %702, %702
  br label %742

718:                                              ; preds = %702
  %719 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %720 = load i32, ptr %719, align 4, !invariant.load !0
  %721 = add i32 %720, -4272
  %722 = icmp ult i32 %721, 17
  br i1 %722, label %723, label %727

723:                                              ; preds = %718
  %724 = zext nneg i32 %721 to i64
  %725 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %724
  %726 = load i64, ptr %725, align 8
  br label %727

727:                                              ; preds = %718, %723
  %728 = phi i64 [ %726, %723 ], [ 4, %718 ]
  %729 = icmp eq i32 %720, 4284
  %730 = icmp eq i32 %720, 4288
  %731 = or i1 %729, %730
  %732 = select i1 %731, i64 4, i64 %728
  %733 = add i32 %716, -4304
  %734 = icmp ult i32 %733, 15
  br i1 %734, label %735, label %739

735:                                              ; preds = %727
  %736 = zext nneg i32 %733 to i64
  %737 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %736
  %738 = load i64, ptr %737, align 8
  br label %739

739:                                              ; preds = %727, %735
  %740 = phi i64 [ %738, %735 ], [ 2, %727 ]
  %741 = mul nuw nsw i64 %740, %732
  br label %742

742:                                              ; preds = %702, %702, %717, %739
  %743 = phi i64 [ %741, %739 ], [ 4, %717 ], [ 2, %702 ], [ 2, %702 ]
  %744 = mul nsw i64 %743, %714
  %745 = getelementptr inbounds i8, ptr %713, i64 %744
  %746 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %747 = load i32, ptr %746, align 4, !invariant.load !0
  %748 = icmp eq i32 %747, 4277
  br i1 %748, label %749, label %763

749:                                              ; preds = %742
  %750 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %751 = load i32, ptr %750, align 8, !invariant.load !0
  %752 = icmp eq i32 %751, 4306
  br i1 %752, label %753, label %757

753:                                              ; preds = %749
  %754 = load <4 x i8>, ptr %745, align 1
  %755 = uitofp <4 x i8> %754 to <4 x float>
  %756 = fdiv <4 x float> %755, splat (float 2.550000e+02)
  br label %765

757:                                              ; preds = %749
  %758 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %759 = load i32, ptr %758, align 8, !invariant.load !0
  %760 = icmp eq i32 %759, 4318
  br i1 %760, label %761, label %763

761:                                              ; preds = %757
  %762 = load <4 x float>, ptr %745, align 4
  br label %765

763:                                              ; preds = %742, %757
  %764 = tail call fastcc <4 x float> @load_f(ptr noundef nonnull %0, ptr noundef %745)
  br label %765

765:                                              ; preds = %763, %761, %753, %699
  %766 = phi <4 x float> [ %701, %699 ], [ %756, %753 ], [ %762, %761 ], [ %764, %763 ]
  %767 = fmul <4 x float> %375, %766
  switch i32 %7, label %768 [
    i32 8, label %800
    i32 2, label %800
  ]

768:                                              ; preds = %765
  %769 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %770 = load i32, ptr %769, align 4, !invariant.load !0
  %771 = icmp eq i32 %70, 3
  br i1 %771, label %772, label %775

772:                                              ; preds = %768
  %773 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %774 = load i32, ptr %773, align 8, !invariant.load !0
  br label %781

775:                                              ; preds = %768
  %776 = and i32 %2, 4
  %777 = icmp eq i32 %776, 0
  br i1 %777, label %781, label %778

778:                                              ; preds = %775
  %779 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %780 = load i32, ptr %779, align 4, !invariant.load !0
  br label %781

781:                                              ; preds = %772, %775, %778
  %782 = phi i32 [ %774, %772 ], [ %780, %778 ], [ 1, %775 ]
  %783 = icmp uge i32 %69, %9
  %784 = icmp uge i32 %147, %770
  %785 = select i1 %783, i1 true, i1 %784
  %786 = icmp uge i32 %226, %782
  %787 = select i1 %785, i1 true, i1 %786
  br i1 %787, label %788, label %800

788:                                              ; preds = %781
  %789 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %790 = load i32, ptr %789, align 4, !invariant.load !0
  %791 = add i32 %790, -4273
  %792 = icmp ult i32 %791, 19
  br i1 %792, label %793, label %797

793:                                              ; preds = %788
  %794 = zext nneg i32 %791 to i64
  %795 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %794
  %796 = load float, ptr %795, align 4
  br label %797

797:                                              ; preds = %788, %793
  %798 = phi float [ %796, %793 ], [ 1.000000e+00, %788 ]
  %799 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %798, i64 3
  br label %863

800:                                              ; preds = %781, %765, %765
  %801 = load ptr, ptr %0, align 8, !invariant.load !0
  %802 = sext i32 %226 to i64
  %803 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %804 = load i64, ptr %803, align 8, !invariant.load !0
  %805 = mul nsw i64 %804, %802
  %806 = getelementptr inbounds i8, ptr %801, i64 %805
  %807 = sext i32 %147 to i64
  %808 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %809 = load i64, ptr %808, align 8, !invariant.load !0
  %810 = mul nsw i64 %809, %807
  %811 = getelementptr inbounds i8, ptr %806, i64 %810
  %812 = sext i32 %69 to i64
  %813 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %814 = load i32, ptr %813, align 8, !invariant.load !0
  switch i32 %814, label %816 [
    i32 4308, label %840
    i32 4309, label %840
    i32 4310, label %815
    i32 4320, label %815
    i32 4319, label %815
  ]

815:                                              ; preds = %800, %800, %800
  br label %840

816:                                              ; preds = %800
  %817 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %818 = load i32, ptr %817, align 4, !invariant.load !0
  %819 = add i32 %818, -4272
  %820 = icmp ult i32 %819, 17
  br i1 %820, label %821, label %825

821:                                              ; preds = %816
  %822 = zext nneg i32 %819 to i64
  %823 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %822
  %824 = load i64, ptr %823, align 8
  br label %825

825:                                              ; preds = %816, %821
  %826 = phi i64 [ %824, %821 ], [ 4, %816 ]
  %827 = icmp eq i32 %818, 4284
  %828 = icmp eq i32 %818, 4288
  %829 = or i1 %827, %828
  %830 = select i1 %829, i64 4, i64 %826
  %831 = add i32 %814, -4304
  %832 = icmp ult i32 %831, 15
  br i1 %832, label %833, label %837

833:                                              ; preds = %825
  %834 = zext nneg i32 %831 to i64
  %835 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %834
  %836 = load i64, ptr %835, align 8
  br label %837

837:                                              ; preds = %825, %833
  %838 = phi i64 [ %836, %833 ], [ 2, %825 ]
  %839 = mul nuw nsw i64 %838, %830
  br label %840

840:                                              ; preds = %800, %800, %815, %837
  %841 = phi i64 [ %839, %837 ], [ 4, %815 ], [ 2, %800 ], [ 2, %800 ]
  %842 = mul nsw i64 %841, %812
  %843 = getelementptr inbounds i8, ptr %811, i64 %842
  %844 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %845 = load i32, ptr %844, align 4, !invariant.load !0
  %846 = icmp eq i32 %845, 4277
  br i1 %846, label %847, label %861

847:                                              ; preds = %840
  %848 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %849 = load i32, ptr %848, align 8, !invariant.load !0
  %850 = icmp eq i32 %849, 4306
  br i1 %850, label %851, label %855

851:                                              ; preds = %847
  %852 = load <4 x i8>, ptr %843, align 1
  %853 = uitofp <4 x i8> %852 to <4 x float>
  %854 = fdiv <4 x float> %853, splat (float 2.550000e+02)
  br label %863

855:                                              ; preds = %847
  %856 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %857 = load i32, ptr %856, align 8, !invariant.load !0
  %858 = icmp eq i32 %857, 4318
  br i1 %858, label %859, label %861

859:                                              ; preds = %855
  %860 = load <4 x float>, ptr %843, align 4
  br label %863

861:                                              ; preds = %840, %855
  %862 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %843)
  br label %863

863:                                              ; preds = %861, %859, %851, %797
  %864 = phi <4 x float> [ %799, %797 ], [ %854, %851 ], [ %860, %859 ], [ %862, %861 ]
  %865 = fmul <4 x float> %522, %864
  %866 = fadd <4 x float> %767, %865
  %867 = fsub float 1.000000e+00, %149
  %868 = insertelement <4 x float> poison, float %867, i64 0
  %869 = shufflevector <4 x float> %868, <4 x float> poison, <4 x i32> zeroinitializer
  %870 = fmul <4 x float> %869, %668
  %871 = insertelement <4 x float> poison, float %149, i64 0
  %872 = shufflevector <4 x float> %871, <4 x float> poison, <4 x i32> zeroinitializer
  %873 = fmul <4 x float> %872, %866
  %874 = fadd <4 x float> %870, %873
  br label %875

875:                                              ; preds = %863, %665
  %876 = phi <4 x float> [ %874, %863 ], [ %668, %665 ]
  br i1 %150, label %877, label %1276

877:                                              ; preds = %875
  switch i32 %7, label %878 [
    i32 8, label %907
    i32 2, label %907
  ]

878:                                              ; preds = %877
  br i1 %71, label %882, label %879

879:                                              ; preds = %878
  %880 = and i32 %2, 4
  %881 = icmp eq i32 %880, 0
  br i1 %881, label %886, label %882

882:                                              ; preds = %879, %878
  %883 = phi i64 [ 28, %878 ], [ 36, %879 ]
  %884 = getelementptr inbounds nuw i8, ptr %0, i64 %883
  %885 = load i32, ptr %884, align 4, !invariant.load !0
  br label %886

886:                                              ; preds = %882, %879
  %887 = phi i32 [ 1, %879 ], [ %885, %882 ]
  %888 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %889 = load i32, ptr %888, align 8, !invariant.load !0
  %890 = icmp uge i32 %68, %9
  %891 = icmp uge i32 %148, %887
  %892 = select i1 %890, i1 true, i1 %891
  %893 = icmp uge i32 %227, %889
  %894 = select i1 %892, i1 true, i1 %893
  br i1 %894, label %895, label %907

895:                                              ; preds = %886
  %896 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %897 = load i32, ptr %896, align 4, !invariant.load !0
  %898 = add i32 %897, -4273
  %899 = icmp ult i32 %898, 19
  br i1 %899, label %900, label %904

900:                                              ; preds = %895
  %901 = zext nneg i32 %898 to i64
  %902 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %901
  %903 = load float, ptr %902, align 4
  br label %904

904:                                              ; preds = %895, %900
  %905 = phi float [ %903, %900 ], [ 1.000000e+00, %895 ]
  %906 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %905, i64 3
  br label %970

907:                                              ; preds = %886, %877, %877
  %908 = load ptr, ptr %0, align 8, !invariant.load !0
  %909 = sext i32 %227 to i64
  %910 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %911 = load i64, ptr %910, align 8, !invariant.load !0
  %912 = mul nsw i64 %911, %909
  %913 = getelementptr inbounds i8, ptr %908, i64 %912
  %914 = sext i32 %148 to i64
  %915 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %916 = load i64, ptr %915, align 8, !invariant.load !0
  %917 = mul nsw i64 %916, %914
  %918 = getelementptr inbounds i8, ptr %913, i64 %917
  %919 = sext i32 %68 to i64
  %920 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %921 = load i32, ptr %920, align 8, !invariant.load !0
  switch i32 %921, label %923 [
    i32 4308, label %947
    i32 4309, label %947
    i32 4310, label %922
    i32 4320, label %922
    i32 4319, label %922
  ]

922:                                              ; preds = %907, %907, %907
  br label %947

923:                                              ; preds = %907
  %924 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %925 = load i32, ptr %924, align 4, !invariant.load !0
  %926 = add i32 %925, -4272
  %927 = icmp ult i32 %926, 17
  br i1 %927, label %928, label %932

928:                                              ; preds = %923
  %929 = zext nneg i32 %926 to i64
  %930 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %929
  %931 = load i64, ptr %930, align 8
  br label %932

932:                                              ; preds = %923, %928
  %933 = phi i64 [ %931, %928 ], [ 4, %923 ]
  %934 = icmp eq i32 %925, 4284
  %935 = icmp eq i32 %925, 4288
  %936 = or i1 %934, %935
  %937 = select i1 %936, i64 4, i64 %933
  %938 = add i32 %921, -4304
  %939 = icmp ult i32 %938, 15
  br i1 %939, label %940, label %944

940:                                              ; preds = %932
  %941 = zext nneg i32 %938 to i64
  %942 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %941
  %943 = load i64, ptr %942, align 8
  br label %944

944:                                              ; preds = %932, %940
  %945 = phi i64 [ %943, %940 ], [ 2, %932 ]
  %946 = mul nuw nsw i64 %945, %937
  br label %947

947:                                              ; preds = %907, %907, %922, %944
  %948 = phi i64 [ %946, %944 ], [ 4, %922 ], [ 2, %907 ], [ 2, %907 ]
  %949 = mul nsw i64 %948, %919
  %950 = getelementptr inbounds i8, ptr %918, i64 %949
  %951 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %952 = load i32, ptr %951, align 4, !invariant.load !0
  %953 = icmp eq i32 %952, 4277
  br i1 %953, label %954, label %968

954:                                              ; preds = %947
  %955 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %956 = load i32, ptr %955, align 8, !invariant.load !0
  %957 = icmp eq i32 %956, 4306
  br i1 %957, label %958, label %962

958:                                              ; preds = %954
  %959 = load <4 x i8>, ptr %950, align 1
  %960 = uitofp <4 x i8> %959 to <4 x float>
  %961 = fdiv <4 x float> %960, splat (float 2.550000e+02)
  br label %970

962:                                              ; preds = %954
  %963 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %964 = load i32, ptr %963, align 8, !invariant.load !0
  %965 = icmp eq i32 %964, 4318
  br i1 %965, label %966, label %968

966:                                              ; preds = %962
  %967 = load <4 x float>, ptr %950, align 4
  br label %970

968:                                              ; preds = %947, %962
  %969 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %950)
  br label %970

970:                                              ; preds = %968, %966, %958, %904
  %971 = phi <4 x float> [ %906, %904 ], [ %961, %958 ], [ %967, %966 ], [ %969, %968 ]
  %972 = fmul <4 x float> %375, %971
  switch i32 %7, label %973 [
    i32 8, label %1002
    i32 2, label %1002
  ]

973:                                              ; preds = %970
  br i1 %71, label %977, label %974

974:                                              ; preds = %973
  %975 = and i32 %2, 4
  %976 = icmp eq i32 %975, 0
  br i1 %976, label %981, label %977

977:                                              ; preds = %974, %973
  %978 = phi i64 [ 28, %973 ], [ 36, %974 ]
  %979 = getelementptr inbounds nuw i8, ptr %0, i64 %978
  %980 = load i32, ptr %979, align 4, !invariant.load !0
  br label %981

981:                                              ; preds = %977, %974
  %982 = phi i32 [ 1, %974 ], [ %980, %977 ]
  %983 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %984 = load i32, ptr %983, align 8, !invariant.load !0
  %985 = icmp uge i32 %69, %9
  %986 = icmp uge i32 %148, %982
  %987 = select i1 %985, i1 true, i1 %986
  %988 = icmp uge i32 %227, %984
  %989 = select i1 %987, i1 true, i1 %988
  br i1 %989, label %990, label %1002

990:                                              ; preds = %981
  %991 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %992 = load i32, ptr %991, align 4, !invariant.load !0
  %993 = add i32 %992, -4273
  %994 = icmp ult i32 %993, 19
  br i1 %994, label %995, label %999

995:                                              ; preds = %990
  %996 = zext nneg i32 %993 to i64
  %997 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %996
  %998 = load float, ptr %997, align 4
  br label %999

999:                                              ; preds = %990, %995
  %1000 = phi float [ %998, %995 ], [ 1.000000e+00, %990 ]
  %1001 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %1000, i64 3
  br label %1065

1002:                                             ; preds = %981, %970, %970
  %1003 = load ptr, ptr %0, align 8, !invariant.load !0
  %1004 = sext i32 %227 to i64
  %1005 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1006 = load i64, ptr %1005, align 8, !invariant.load !0
  %1007 = mul nsw i64 %1006, %1004
  %1008 = getelementptr inbounds i8, ptr %1003, i64 %1007
  %1009 = sext i32 %148 to i64
  %1010 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1011 = load i64, ptr %1010, align 8, !invariant.load !0
  %1012 = mul nsw i64 %1011, %1009
  %1013 = getelementptr inbounds i8, ptr %1008, i64 %1012
  %1014 = sext i32 %69 to i64
  %1015 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1016 = load i32, ptr %1015, align 8, !invariant.load !0
  switch i32 %1016, label %1018 [
    i32 4308, label %1042
    i32 4309, label %1042
    i32 4310, label %1017
    i32 4320, label %1017
    i32 4319, label %1017
  ]

1017:                                             ; preds = %1002, %1002, %1002
  br label %1042

1018:                                             ; preds = %1002
  %1019 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1020 = load i32, ptr %1019, align 4, !invariant.load !0
  %1021 = add i32 %1020, -4272
  %1022 = icmp ult i32 %1021, 17
  br i1 %1022, label %1023, label %1027

1023:                                             ; preds = %1018
  %1024 = zext nneg i32 %1021 to i64
  %1025 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %1024
  %1026 = load i64, ptr %1025, align 8
  br label %1027

1027:                                             ; preds = %1018, %1023
  %1028 = phi i64 [ %1026, %1023 ], [ 4, %1018 ]
  %1029 = icmp eq i32 %1020, 4284
  %1030 = icmp eq i32 %1020, 4288
  %1031 = or i1 %1029, %1030
  %1032 = select i1 %1031, i64 4, i64 %1028
  %1033 = add i32 %1016, -4304
  %1034 = icmp ult i32 %1033, 15
  br i1 %1034, label %1035, label %1039

1035:                                             ; preds = %1027
  %1036 = zext nneg i32 %1033 to i64
  %1037 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %1036
  %1038 = load i64, ptr %1037, align 8
  br label %1039

1039:                                             ; preds = %1027, %1035
  %1040 = phi i64 [ %1038, %1035 ], [ 2, %1027 ]
  %1041 = mul nuw nsw i64 %1040, %1032
  br label %1042

1042:                                             ; preds = %1002, %1002, %1017, %1039
  %1043 = phi i64 [ %1041, %1039 ], [ 4, %1017 ], [ 2, %1002 ], [ 2, %1002 ]
  %1044 = mul nsw i64 %1043, %1014
  %1045 = getelementptr inbounds i8, ptr %1013, i64 %1044
  %1046 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1047 = load i32, ptr %1046, align 4, !invariant.load !0
  %1048 = icmp eq i32 %1047, 4277
  br i1 %1048, label %1049, label %1063

1049:                                             ; preds = %1042
  %1050 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1051 = load i32, ptr %1050, align 8, !invariant.load !0
  %1052 = icmp eq i32 %1051, 4306
  br i1 %1052, label %1053, label %1057

1053:                                             ; preds = %1049
  %1054 = load <4 x i8>, ptr %1045, align 1
  %1055 = uitofp <4 x i8> %1054 to <4 x float>
  %1056 = fdiv <4 x float> %1055, splat (float 2.550000e+02)
  br label %1065

1057:                                             ; preds = %1049
  %1058 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1059 = load i32, ptr %1058, align 8, !invariant.load !0
  %1060 = icmp eq i32 %1059, 4318
  br i1 %1060, label %1061, label %1063

1061:                                             ; preds = %1057
  %1062 = load <4 x float>, ptr %1045, align 4
  br label %1065

1063:                                             ; preds = %1042, %1057
  %1064 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %1045)
  br label %1065

1065:                                             ; preds = %1063, %1061, %1053, %999
  %1066 = phi <4 x float> [ %1001, %999 ], [ %1056, %1053 ], [ %1062, %1061 ], [ %1064, %1063 ]
  %1067 = fmul <4 x float> %522, %1066
  %1068 = fadd <4 x float> %972, %1067
  switch i32 %7, label %1069 [
    i32 8, label %1098
    i32 2, label %1098
  ]

1069:                                             ; preds = %1065
  br i1 %71, label %1073, label %1070

1070:                                             ; preds = %1069
  %1071 = and i32 %2, 4
  %1072 = icmp eq i32 %1071, 0
  br i1 %1072, label %1077, label %1073

1073:                                             ; preds = %1070, %1069
  %1074 = phi i64 [ 28, %1069 ], [ 36, %1070 ]
  %1075 = getelementptr inbounds nuw i8, ptr %0, i64 %1074
  %1076 = load i32, ptr %1075, align 4, !invariant.load !0
  br label %1077

1077:                                             ; preds = %1073, %1070
  %1078 = phi i32 [ 1, %1070 ], [ %1076, %1073 ]
  %1079 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %1080 = load i32, ptr %1079, align 8, !invariant.load !0
  %1081 = icmp uge i32 %68, %9
  %1082 = icmp uge i32 %147, %1078
  %1083 = select i1 %1081, i1 true, i1 %1082
  %1084 = icmp uge i32 %227, %1080
  %1085 = select i1 %1083, i1 true, i1 %1084
  br i1 %1085, label %1086, label %1098

1086:                                             ; preds = %1077
  %1087 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1088 = load i32, ptr %1087, align 4, !invariant.load !0
  %1089 = add i32 %1088, -4273
  %1090 = icmp ult i32 %1089, 19
  br i1 %1090, label %1091, label %1095

1091:                                             ; preds = %1086
  %1092 = zext nneg i32 %1089 to i64
  %1093 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %1092
  %1094 = load float, ptr %1093, align 4
  br label %1095

1095:                                             ; preds = %1086, %1091
  %1096 = phi float [ %1094, %1091 ], [ 1.000000e+00, %1086 ]
  %1097 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %1096, i64 3
  br label %1161

1098:                                             ; preds = %1077, %1065, %1065
  %1099 = load ptr, ptr %0, align 8, !invariant.load !0
  %1100 = sext i32 %227 to i64
  %1101 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1102 = load i64, ptr %1101, align 8, !invariant.load !0
  %1103 = mul nsw i64 %1102, %1100
  %1104 = getelementptr inbounds i8, ptr %1099, i64 %1103
  %1105 = sext i32 %147 to i64
  %1106 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1107 = load i64, ptr %1106, align 8, !invariant.load !0
  %1108 = mul nsw i64 %1107, %1105
  %1109 = getelementptr inbounds i8, ptr %1104, i64 %1108
  %1110 = sext i32 %68 to i64
  %1111 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1112 = load i32, ptr %1111, align 8, !invariant.load !0
  switch i32 %1112, label %1114 [
    i32 4308, label %1138
    i32 4309, label %1138
    i32 4310, label %1113
    i32 4320, label %1113
    i32 4319, label %1113
  ]

1113:                                             ; preds = %1098, %1098, %1098
  br label %1138

1114:                                             ; preds = %1098
  %1115 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1116 = load i32, ptr %1115, align 4, !invariant.load !0
  %1117 = add i32 %1116, -4272
  %1118 = icmp ult i32 %1117, 17
  br i1 %1118, label %1119, label %1123

1119:                                             ; preds = %1114
  %1120 = zext nneg i32 %1117 to i64
  %1121 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %1120
  %1122 = load i64, ptr %1121, align 8
  br label %1123

1123:                                             ; preds = %1114, %1119
  %1124 = phi i64 [ %1122, %1119 ], [ 4, %1114 ]
  %1125 = icmp eq i32 %1116, 4284
  %1126 = icmp eq i32 %1116, 4288
  %1127 = or i1 %1125, %1126
  %1128 = select i1 %1127, i64 4, i64 %1124
  %1129 = add i32 %1112, -4304
  %1130 = icmp ult i32 %1129, 15
  br i1 %1130, label %1131, label %1135

1131:                                             ; preds = %1123
  %1132 = zext nneg i32 %1129 to i64
  %1133 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %1132
  %1134 = load i64, ptr %1133, align 8
  br label %1135

1135:                                             ; preds = %1123, %1131
  %1136 = phi i64 [ %1134, %1131 ], [ 2, %1123 ]
  %1137 = mul nuw nsw i64 %1136, %1128
  br label %1138

1138:                                             ; preds = %1098, %1098, %1113, %1135
  %1139 = phi i64 [ %1137, %1135 ], [ 4, %1113 ], [ 2, %1098 ], [ 2, %1098 ]
  %1140 = mul nsw i64 %1139, %1110
  %1141 = getelementptr inbounds i8, ptr %1109, i64 %1140
  %1142 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1143 = load i32, ptr %1142, align 4, !invariant.load !0
  %1144 = icmp eq i32 %1143, 4277
  br i1 %1144, label %1145, label %1159

1145:                                             ; preds = %1138
  %1146 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1147 = load i32, ptr %1146, align 8, !invariant.load !0
  %1148 = icmp eq i32 %1147, 4306
  br i1 %1148, label %1149, label %1153

1149:                                             ; preds = %1145
  %1150 = load <4 x i8>, ptr %1141, align 1
  %1151 = uitofp <4 x i8> %1150 to <4 x float>
  %1152 = fdiv <4 x float> %1151, splat (float 2.550000e+02)
  br label %1161

1153:                                             ; preds = %1145
  %1154 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1155 = load i32, ptr %1154, align 8, !invariant.load !0
  %1156 = icmp eq i32 %1155, 4318
  br i1 %1156, label %1157, label %1159

1157:                                             ; preds = %1153
  %1158 = load <4 x float>, ptr %1141, align 4
  br label %1161

1159:                                             ; preds = %1138, %1153
  %1160 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %1141)
  br label %1161

1161:                                             ; preds = %1159, %1157, %1149, %1095
  %1162 = phi <4 x float> [ %1097, %1095 ], [ %1152, %1149 ], [ %1158, %1157 ], [ %1160, %1159 ]
  %1163 = fmul <4 x float> %375, %1162
  switch i32 %7, label %1164 [
    i32 8, label %1193
    i32 2, label %1193
  ]

1164:                                             ; preds = %1161
  br i1 %71, label %1168, label %1165

1165:                                             ; preds = %1164
  %1166 = and i32 %2, 4
  %1167 = icmp eq i32 %1166, 0
  br i1 %1167, label %1172, label %1168

1168:                                             ; preds = %1165, %1164
  %1169 = phi i64 [ 28, %1164 ], [ 36, %1165 ]
  %1170 = getelementptr inbounds nuw i8, ptr %0, i64 %1169
  %1171 = load i32, ptr %1170, align 4, !invariant.load !0
  br label %1172

1172:                                             ; preds = %1168, %1165
  %1173 = phi i32 [ 1, %1165 ], [ %1171, %1168 ]
  %1174 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %1175 = load i32, ptr %1174, align 8, !invariant.load !0
  %1176 = icmp uge i32 %69, %9
  %1177 = icmp uge i32 %147, %1173
  %1178 = select i1 %1176, i1 true, i1 %1177
  %1179 = icmp uge i32 %227, %1175
  %1180 = select i1 %1178, i1 true, i1 %1179
  br i1 %1180, label %1181, label %1193

1181:                                             ; preds = %1172
  %1182 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1183 = load i32, ptr %1182, align 4, !invariant.load !0
  %1184 = add i32 %1183, -4273
  %1185 = icmp ult i32 %1184, 19
  br i1 %1185, label %1186, label %1190

1186:                                             ; preds = %1181
  %1187 = zext nneg i32 %1184 to i64
  %1188 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %1187
  %1189 = load float, ptr %1188, align 4
  br label %1190

1190:                                             ; preds = %1181, %1186
  %1191 = phi float [ %1189, %1186 ], [ 1.000000e+00, %1181 ]
  %1192 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %1191, i64 3
  br label %1256

1193:                                             ; preds = %1172, %1161, %1161
  %1194 = load ptr, ptr %0, align 8, !invariant.load !0
  %1195 = sext i32 %227 to i64
  %1196 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1197 = load i64, ptr %1196, align 8, !invariant.load !0
  %1198 = mul nsw i64 %1197, %1195
  %1199 = getelementptr inbounds i8, ptr %1194, i64 %1198
  %1200 = sext i32 %147 to i64
  %1201 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1202 = load i64, ptr %1201, align 8, !invariant.load !0
  %1203 = mul nsw i64 %1202, %1200
  %1204 = getelementptr inbounds i8, ptr %1199, i64 %1203
  %1205 = sext i32 %69 to i64
  %1206 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1207 = load i32, ptr %1206, align 8, !invariant.load !0
  switch i32 %1207, label %1209 [
    i32 4308, label %1233
    i32 4309, label %1233
    i32 4310, label %1208
    i32 4320, label %1208
    i32 4319, label %1208
  ]

1208:                                             ; preds = %1193, %1193, %1193
  br label %1233

1209:                                             ; preds = %1193
  %1210 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1211 = load i32, ptr %1210, align 4, !invariant.load !0
  %1212 = add i32 %1211, -4272
  %1213 = icmp ult i32 %1212, 17
  br i1 %1213, label %1214, label %1218

1214:                                             ; preds = %1209
  %1215 = zext nneg i32 %1212 to i64
  %1216 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %1215
  %1217 = load i64, ptr %1216, align 8
  br label %1218

1218:                                             ; preds = %1209, %1214
  %1219 = phi i64 [ %1217, %1214 ], [ 4, %1209 ]
  %1220 = icmp eq i32 %1211, 4284
  %1221 = icmp eq i32 %1211, 4288
  %1222 = or i1 %1220, %1221
  %1223 = select i1 %1222, i64 4, i64 %1219
  %1224 = add i32 %1207, -4304
  %1225 = icmp ult i32 %1224, 15
  br i1 %1225, label %1226, label %1230

1226:                                             ; preds = %1218
  %1227 = zext nneg i32 %1224 to i64
  %1228 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %1227
  %1229 = load i64, ptr %1228, align 8
  br label %1230

1230:                                             ; preds = %1218, %1226
  %1231 = phi i64 [ %1229, %1226 ], [ 2, %1218 ]
  %1232 = mul nuw nsw i64 %1231, %1223
  br label %1233

1233:                                             ; preds = %1193, %1193, %1208, %1230
  %1234 = phi i64 [ %1232, %1230 ], [ 4, %1208 ], [ 2, %1193 ], [ 2, %1193 ]
  %1235 = mul nsw i64 %1234, %1205
  %1236 = getelementptr inbounds i8, ptr %1204, i64 %1235
  %1237 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %1238 = load i32, ptr %1237, align 4, !invariant.load !0
  %1239 = icmp eq i32 %1238, 4277
  br i1 %1239, label %1240, label %1254

1240:                                             ; preds = %1233
  %1241 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1242 = load i32, ptr %1241, align 8, !invariant.load !0
  %1243 = icmp eq i32 %1242, 4306
  br i1 %1243, label %1244, label %1248

1244:                                             ; preds = %1240
  %1245 = load <4 x i8>, ptr %1236, align 1
  %1246 = uitofp <4 x i8> %1245 to <4 x float>
  %1247 = fdiv <4 x float> %1246, splat (float 2.550000e+02)
  br label %1256

1248:                                             ; preds = %1240
  %1249 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %1250 = load i32, ptr %1249, align 8, !invariant.load !0
  %1251 = icmp eq i32 %1250, 4318
  br i1 %1251, label %1252, label %1254

1252:                                             ; preds = %1248
  %1253 = load <4 x float>, ptr %1236, align 4
  br label %1256

1254:                                             ; preds = %1233, %1248
  %1255 = tail call fastcc <4 x float> @load_f(ptr noundef %0, ptr noundef %1236)
  br label %1256

1256:                                             ; preds = %1254, %1252, %1244, %1190
  %1257 = phi <4 x float> [ %1192, %1190 ], [ %1247, %1244 ], [ %1253, %1252 ], [ %1255, %1254 ]
  %1258 = fmul <4 x float> %522, %1257
  %1259 = fadd <4 x float> %1163, %1258
  %1260 = fsub float 1.000000e+00, %228
  %1261 = insertelement <4 x float> poison, float %1260, i64 0
  %1262 = shufflevector <4 x float> %1261, <4 x float> poison, <4 x i32> zeroinitializer
  %1263 = fmul <4 x float> %1262, %876
  %1264 = insertelement <4 x float> poison, float %228, i64 0
  %1265 = shufflevector <4 x float> %1264, <4 x float> poison, <4 x i32> zeroinitializer
  %1266 = fsub float 1.000000e+00, %149
  %1267 = insertelement <4 x float> poison, float %1266, i64 0
  %1268 = shufflevector <4 x float> %1267, <4 x float> poison, <4 x i32> zeroinitializer
  %1269 = fmul <4 x float> %1268, %1068
  %1270 = insertelement <4 x float> poison, float %149, i64 0
  %1271 = shufflevector <4 x float> %1270, <4 x float> poison, <4 x i32> zeroinitializer
  %1272 = fmul <4 x float> %1271, %1259
  %1273 = fadd <4 x float> %1269, %1272
  %1274 = fmul <4 x float> %1265, %1273
  %1275 = fadd <4 x float> %1263, %1274
  br label %1276

1276:                                             ; preds = %265, %360, %368, %370, %875, %1256
  %1277 = phi <4 x float> [ %876, %875 ], [ %1275, %1256 ], [ %267, %265 ], [ %363, %360 ], [ %369, %368 ], [ %371, %370 ]
  ret <4 x float> %1277
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define <4 x i32> @__xdsl_opencl_sample_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, float noundef %3, float noundef %4, float noundef %5) local_unnamed_addr #0 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load i32, ptr %7, align 8, !invariant.load !0
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
  %57 = load i32, ptr %56, align 4, !invariant.load !0
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
  %104 = load i32, ptr %103, align 4, !invariant.load !0
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
  %119 = load i32, ptr %118, align 8, !invariant.load !0
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
  %166 = load i32, ptr %165, align 4, !invariant.load !0
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
  %179 = and i32 %1, 14
  switch i32 %179, label %180 [
    i32 8, label %218
    i32 2, label %218
  ]

180:                                              ; preds = %177
  br i1 %54, label %184, label %181

181:                                              ; preds = %180
  %182 = and i32 %2, 4
  %183 = icmp eq i32 %182, 0
  br i1 %183, label %188, label %184

184:                                              ; preds = %181, %180
  %185 = phi i64 [ 28, %180 ], [ 36, %181 ]
  %186 = getelementptr inbounds nuw i8, ptr %0, i64 %185
  %187 = load i32, ptr %186, align 4, !invariant.load !0
  br label %188

188:                                              ; preds = %184, %181
  %189 = phi i32 [ 1, %181 ], [ %187, %184 ]
  switch i32 %53, label %199 [
    i32 3, label %190
    i32 2, label %193
  ]

190:                                              ; preds = %188
  %191 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %192 = load i32, ptr %191, align 8, !invariant.load !0
  br label %199

193:                                              ; preds = %188
  %194 = and i32 %2, 4
  %195 = icmp eq i32 %194, 0
  br i1 %195, label %199, label %196

196:                                              ; preds = %193
  %197 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %198 = load i32, ptr %197, align 4, !invariant.load !0
  br label %199

199:                                              ; preds = %188, %190, %193, %196
  %200 = phi i32 [ %192, %190 ], [ %198, %196 ], [ 1, %193 ], [ 1, %188 ]
  %201 = icmp uge i32 %52, %8
  %202 = icmp uge i32 %116, %189
  %203 = select i1 %201, i1 true, i1 %202
  %204 = icmp uge i32 %178, %200
  %205 = select i1 %203, i1 true, i1 %204
  br i1 %205, label %206, label %218

206:                                              ; preds = %199
  %207 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %208 = load i32, ptr %207, align 4, !invariant.load !0
  %209 = add i32 %208, -4273
  %210 = icmp ult i32 %209, 19
  br i1 %210, label %211, label %215

211:                                              ; preds = %206
  %212 = zext nneg i32 %209 to i64
  %213 = getelementptr inbounds nuw i32, ptr @switch.table.__xdsl_opencl_fetch_i, i64 %212
  %214 = load i32, ptr %213, align 4
  br label %215

215:                                              ; preds = %206, %211
  %216 = phi i32 [ %214, %211 ], [ 1, %206 ]
  %217 = insertelement <4 x i32> <i32 0, i32 0, i32 0, i32 poison>, i32 %216, i64 3
  br label %304

218:                                              ; preds = %177, %177, %199
  %219 = and i32 %2, 7
  %220 = icmp eq i32 %219, 5
  %221 = load ptr, ptr %0, align 8, !invariant.load !0
  %222 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %223 = load i64, ptr %222, align 8, !invariant.load !0
  br i1 %220, label %224, label %260

224:                                              ; preds = %218
  %225 = sext i32 %116 to i64
  %226 = mul nsw i64 %223, %225
  %227 = getelementptr inbounds i8, ptr %221, i64 %226
  %228 = sext i32 %52 to i64
  %229 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %230 = load i32, ptr %229, align 8, !invariant.load !0
  switch i32 %230, label %232 [
    i32 4308, label %256
    i32 4309, label %256
    i32 4310, label %231
    i32 4320, label %231
    i32 4319, label %231
  ]

231:                                              ; preds = %224, %224, %224
  br label %256

232:                                              ; preds = %224
  %233 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %234 = load i32, ptr %233, align 4, !invariant.load !0
  %235 = add i32 %234, -4272
  %236 = icmp ult i32 %235, 17
  br i1 %236, label %237, label %241

237:                                              ; preds = %232
  %238 = zext nneg i32 %235 to i64
  %239 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %238
  %240 = load i64, ptr %239, align 8
  br label %241

241:                                              ; preds = %232, %237
  %242 = phi i64 [ %240, %237 ], [ 4, %232 ]
  %243 = icmp eq i32 %234, 4284
  %244 = icmp eq i32 %234, 4288
  %245 = or i1 %243, %244
  %246 = select i1 %245, i64 4, i64 %242
  %247 = add i32 %230, -4304
  %248 = icmp ult i32 %247, 15
  br i1 %248, label %249, label %253

249:                                              ; preds = %241
  %250 = zext nneg i32 %247 to i64
  %251 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %250
  %252 = load i64, ptr %251, align 8
  br label %253

253:                                              ; preds = %241, %249
  %254 = phi i64 [ %252, %249 ], [ 2, %241 ]
  %255 = mul nuw nsw i64 %254, %246
  br label %256

256:                                              ; preds = %224, %224, %231, %253
  %257 = phi i64 [ %255, %253 ], [ 4, %231 ], [ 2, %224 ], [ 2, %224 ]
  %258 = mul nsw i64 %257, %228
  %259 = getelementptr inbounds i8, ptr %227, i64 %258
  br label %301

260:                                              ; preds = %218
  %261 = sext i32 %178 to i64
  %262 = mul nsw i64 %223, %261
  %263 = getelementptr inbounds i8, ptr %221, i64 %262
  %264 = sext i32 %116 to i64
  %265 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %266 = load i64, ptr %265, align 8, !invariant.load !0
  %267 = mul nsw i64 %266, %264
  %268 = getelementptr inbounds i8, ptr %263, i64 %267
  %269 = sext i32 %52 to i64
  %270 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %271 = load i32, ptr %270, align 8, !invariant.load !0
  switch i32 %271, label %273 [
    i32 4308, label %297
    i32 4309, label %297
    i32 4310, label %272
    i32 4320, label %272
    i32 4319, label %272
  ]

272:                                              ; preds = %260, %260, %260
  br label %297

273:                                              ; preds = %260
  %274 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %275 = load i32, ptr %274, align 4, !invariant.load !0
  %276 = add i32 %275, -4272
  %277 = icmp ult i32 %276, 17
  br i1 %277, label %278, label %282

278:                                              ; preds = %273
  %279 = zext nneg i32 %276 to i64
  %280 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %279
  %281 = load i64, ptr %280, align 8
  br label %282

282:                                              ; preds = %273, %278
  %283 = phi i64 [ %281, %278 ], [ 4, %273 ]
  %284 = icmp eq i32 %275, 4284
  %285 = icmp eq i32 %275, 4288
  %286 = or i1 %284, %285
  %287 = select i1 %286, i64 4, i64 %283
  %288 = add i32 %271, -4304
  %289 = icmp ult i32 %288, 15
  br i1 %289, label %290, label %294

290:                                              ; preds = %282
  %291 = zext nneg i32 %288 to i64
  %292 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %291
  %293 = load i64, ptr %292, align 8
  br label %294

294:                                              ; preds = %282, %290
  %295 = phi i64 [ %293, %290 ], [ 2, %282 ]
  %296 = mul nuw nsw i64 %295, %287
  br label %297

297:                                              ; preds = %260, %260, %272, %294
  %298 = phi i64 [ %296, %294 ], [ 4, %272 ], [ 2, %260 ], [ 2, %260 ]
  %299 = mul nsw i64 %298, %269
  %300 = getelementptr inbounds i8, ptr %268, i64 %299
  br label %301

301:                                              ; preds = %256, %297
  %302 = phi ptr [ %259, %256 ], [ %300, %297 ]
  %303 = tail call fastcc <4 x i32> @load_i(ptr noundef nonnull %0, ptr noundef %302)
  br label %304

304:                                              ; preds = %215, %301
  %305 = phi <4 x i32> [ %303, %301 ], [ %217, %215 ]
  ret <4 x i32> %305
}

define <4 x float> @__xdsl_opencl_fetch_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = and i32 %1, 14
  %8 = icmp eq i32 %7, 2
  %9 = and i32 %2, 3
  %10 = icmp samesign ugt i32 %9, 1
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %13 = select i1 %10, ptr %11, ptr %12
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %9, 3
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %17 = select i1 %15, ptr %16, ptr %12
  %18 = load i32, ptr %17, align 4
  br i1 %8, label %19, label %38

19:                                               ; preds = %6
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %21 = load i32, ptr %20, align 8, !invariant.load !0
  %22 = add nsw i32 %21, -1
  %23 = icmp slt i32 %3, 0
  %24 = tail call i32 @llvm.smin.i32(i32 %3, i32 %22)
  %25 = select i1 %23, i32 0, i32 %24
  br i1 %10, label %26, label %31

26:                                               ; preds = %19
  %27 = add nsw i32 %14, -1
  %28 = icmp slt i32 %4, 0
  %29 = tail call i32 @llvm.smin.i32(i32 %4, i32 %27)
  %30 = select i1 %28, i32 0, i32 %29
  br label %31

31:                                               ; preds = %26, %19
  %32 = phi i32 [ %30, %26 ], [ %4, %19 ]
  br i1 %15, label %33, label %38

33:                                               ; preds = %31
  %34 = add nsw i32 %18, -1
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
  %47 = icmp eq i32 %9, 1
  br i1 %47, label %48, label %53

48:                                               ; preds = %46
  %49 = add nsw i32 %14, -1
  %50 = icmp slt i32 %40, 0
  %51 = tail call i32 @llvm.smin.i32(i32 %40, i32 %49)
  %52 = select i1 %50, i32 0, i32 %51
  br label %58

53:                                               ; preds = %46
  %54 = add nsw i32 %18, -1
  %55 = icmp slt i32 %39, 0
  %56 = tail call i32 @llvm.smin.i32(i32 %39, i32 %54)
  %57 = select i1 %55, i32 0, i32 %56
  br label %58

58:                                               ; preds = %48, %53, %38
  %59 = phi i32 [ %39, %48 ], [ %57, %53 ], [ %39, %38 ]
  %60 = phi i32 [ %52, %48 ], [ %40, %53 ], [ %40, %38 ]
  %61 = and i32 %2, 7
  %62 = icmp eq i32 %61, 1
  %63 = select i1 %62, i32 0, i32 %60
  switch i32 %9, label %65 [
    i32 3, label %66
    i32 2, label %64
  ]

64:                                               ; preds = %58
  br i1 %44, label %65, label %66

65:                                               ; preds = %58, %64
  br label %66

66:                                               ; preds = %58, %65, %64
  %67 = phi i32 [ %59, %64 ], [ 0, %65 ], [ %59, %58 ]
  br i1 %8, label %102, label %68

68:                                               ; preds = %66
  br i1 %10, label %69, label %71

69:                                               ; preds = %68
  %70 = load i32, ptr %11, align 4, !invariant.load !0
  br label %74

71:                                               ; preds = %68
  br i1 %44, label %74, label %72

72:                                               ; preds = %71
  %73 = load i32, ptr %12, align 4, !invariant.load !0
  br label %74

74:                                               ; preds = %72, %71, %69
  %75 = phi i32 [ %70, %69 ], [ %73, %72 ], [ 1, %71 ]
  switch i32 %9, label %81 [
    i32 3, label %76
    i32 2, label %78
  ]

76:                                               ; preds = %74
  %77 = load i32, ptr %16, align 8, !invariant.load !0
  br label %81

78:                                               ; preds = %74
  br i1 %44, label %81, label %79

79:                                               ; preds = %78
  %80 = load i32, ptr %12, align 4, !invariant.load !0
  br label %81

81:                                               ; preds = %74, %76, %78, %79
  %82 = phi i32 [ %77, %76 ], [ %80, %79 ], [ 1, %78 ], [ 1, %74 ]
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %84 = load i32, ptr %83, align 8, !invariant.load !0
  %85 = icmp uge i32 %41, %84
  %86 = icmp uge i32 %63, %75
  %87 = select i1 %85, i1 true, i1 %86
  %88 = icmp uge i32 %67, %82
  %89 = select i1 %87, i1 true, i1 %88
  br i1 %89, label %90, label %102

90:                                               ; preds = %81
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %92 = load i32, ptr %91, align 4, !invariant.load !0
  %93 = add i32 %92, -4273
  %94 = icmp ult i32 %93, 19
  br i1 %94, label %95, label %99

95:                                               ; preds = %90
  %96 = zext nneg i32 %93 to i64
  %97 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_fetch_f, i64 %96
  %98 = load float, ptr %97, align 4
  br label %99

99:                                               ; preds = %90, %95
  %100 = phi float [ %98, %95 ], [ 1.000000e+00, %90 ]
  %101 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %100, i64 3
  br label %206

102:                                              ; preds = %81, %66
  %103 = and i32 %2, 7
  %104 = icmp eq i32 %103, 5
  %105 = load ptr, ptr %0, align 8, !invariant.load !0
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %107 = load i64, ptr %106, align 8, !invariant.load !0
  br i1 %104, label %108, label %144

108:                                              ; preds = %102
  %109 = sext i32 %63 to i64
  %110 = mul nsw i64 %107, %109
  %111 = getelementptr inbounds i8, ptr %105, i64 %110
  %112 = sext i32 %41 to i64
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %114 = load i32, ptr %113, align 8, !invariant.load !0
  switch i32 %114, label %116 [
    i32 4308, label %140
    i32 4309, label %140
    i32 4310, label %115
    i32 4320, label %115
    i32 4319, label %115
  ]

115:                                              ; preds = %108, %108, %108
  br label %140

116:                                              ; preds = %108
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %118 = load i32, ptr %117, align 4, !invariant.load !0
  %119 = add i32 %118, -4272
  %120 = icmp ult i32 %119, 17
  br i1 %120, label %121, label %125

121:                                              ; preds = %116
  %122 = zext nneg i32 %119 to i64
  %123 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %122
  %124 = load i64, ptr %123, align 8
  br label %125

125:                                              ; preds = %116, %121
  %126 = phi i64 [ %124, %121 ], [ 4, %116 ]
  %127 = icmp eq i32 %118, 4284
  %128 = icmp eq i32 %118, 4288
  %129 = or i1 %127, %128
  %130 = select i1 %129, i64 4, i64 %126
  %131 = add i32 %114, -4304
  %132 = icmp ult i32 %131, 15
  br i1 %132, label %133, label %137

133:                                              ; preds = %125
  %134 = zext nneg i32 %131 to i64
  %135 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %134
  %136 = load i64, ptr %135, align 8
  br label %137

137:                                              ; preds = %125, %133
  %138 = phi i64 [ %136, %133 ], [ 2, %125 ]
  %139 = mul nuw nsw i64 %138, %130
  br label %140

140:                                              ; preds = %108, %108, %115, %137
  %141 = phi i64 [ %139, %137 ], [ 4, %115 ], [ 2, %108 ], [ 2, %108 ]
  %142 = mul nsw i64 %141, %112
  %143 = getelementptr inbounds i8, ptr %111, i64 %142
  br label %185

144:                                              ; preds = %102
  %145 = sext i32 %67 to i64
  %146 = mul nsw i64 %107, %145
  %147 = getelementptr inbounds i8, ptr %105, i64 %146
  %148 = sext i32 %63 to i64
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %150 = load i64, ptr %149, align 8, !invariant.load !0
  %151 = mul nsw i64 %150, %148
  %152 = getelementptr inbounds i8, ptr %147, i64 %151
  %153 = sext i32 %41 to i64
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %155 = load i32, ptr %154, align 8, !invariant.load !0
  switch i32 %155, label %157 [
    i32 4308, label %181
    i32 4309, label %181
    i32 4310, label %156
    i32 4320, label %156
    i32 4319, label %156
  ]

156:                                              ; preds = %144, %144, %144
  br label %181

157:                                              ; preds = %144
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %159 = load i32, ptr %158, align 4, !invariant.load !0
  %160 = add i32 %159, -4272
  %161 = icmp ult i32 %160, 17
  br i1 %161, label %162, label %166

162:                                              ; preds = %157
  %163 = zext nneg i32 %160 to i64
  %164 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %163
  %165 = load i64, ptr %164, align 8
  br label %166

166:                                              ; preds = %157, %162
  %167 = phi i64 [ %165, %162 ], [ 4, %157 ]
  %168 = icmp eq i32 %159, 4284
  %169 = icmp eq i32 %159, 4288
  %170 = or i1 %168, %169
  %171 = select i1 %170, i64 4, i64 %167
  %172 = add i32 %155, -4304
  %173 = icmp ult i32 %172, 15
  br i1 %173, label %174, label %178

174:                                              ; preds = %166
  %175 = zext nneg i32 %172 to i64
  %176 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %175
  %177 = load i64, ptr %176, align 8
  br label %178

178:                                              ; preds = %166, %174
  %179 = phi i64 [ %177, %174 ], [ 2, %166 ]
  %180 = mul nuw nsw i64 %179, %171
  br label %181

181:                                              ; preds = %144, %144, %156, %178
  %182 = phi i64 [ %180, %178 ], [ 4, %156 ], [ 2, %144 ], [ 2, %144 ]
  %183 = mul nsw i64 %182, %153
  %184 = getelementptr inbounds i8, ptr %152, i64 %183
  br label %185

185:                                              ; preds = %140, %181
  %186 = phi ptr [ %143, %140 ], [ %184, %181 ]
  %187 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %188 = load i32, ptr %187, align 4, !invariant.load !0
  %189 = icmp eq i32 %188, 4277
  br i1 %189, label %190, label %204

190:                                              ; preds = %185
  %191 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %192 = load i32, ptr %191, align 8, !invariant.load !0
  %193 = icmp eq i32 %192, 4306
  br i1 %193, label %194, label %198

194:                                              ; preds = %190
  %195 = load <4 x i8>, ptr %186, align 1
  %196 = uitofp <4 x i8> %195 to <4 x float>
  %197 = fdiv <4 x float> %196, splat (float 2.550000e+02)
  br label %206

198:                                              ; preds = %190
  %199 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %200 = load i32, ptr %199, align 8, !invariant.load !0
  %201 = icmp eq i32 %200, 4318
  br i1 %201, label %202, label %204

202:                                              ; preds = %198
  %203 = load <4 x float>, ptr %186, align 4
  br label %206

204:                                              ; preds = %185, %198
  %205 = tail call fastcc <4 x float> @load_f(ptr noundef nonnull %0, ptr noundef %186)
  br label %206

206:                                              ; preds = %204, %202, %194, %99
  %207 = phi <4 x float> [ %101, %99 ], [ %197, %194 ], [ %203, %202 ], [ %205, %204 ]
  ret <4 x float> %207
}

define <4 x i32> @__xdsl_opencl_fetch_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = and i32 %1, 14
  %8 = icmp eq i32 %7, 2
  %9 = and i32 %2, 3
  %10 = icmp samesign ugt i32 %9, 1
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %13 = select i1 %10, ptr %11, ptr %12
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %9, 3
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %17 = select i1 %15, ptr %16, ptr %12
  %18 = load i32, ptr %17, align 4
  br i1 %8, label %19, label %38

19:                                               ; preds = %6
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %21 = load i32, ptr %20, align 8, !invariant.load !0
  %22 = add nsw i32 %21, -1
  %23 = icmp slt i32 %3, 0
  %24 = tail call i32 @llvm.smin.i32(i32 %3, i32 %22)
  %25 = select i1 %23, i32 0, i32 %24
  br i1 %10, label %26, label %31

26:                                               ; preds = %19
  %27 = add nsw i32 %14, -1
  %28 = icmp slt i32 %4, 0
  %29 = tail call i32 @llvm.smin.i32(i32 %4, i32 %27)
  %30 = select i1 %28, i32 0, i32 %29
  br label %31

31:                                               ; preds = %26, %19
  %32 = phi i32 [ %30, %26 ], [ %4, %19 ]
  br i1 %15, label %33, label %38

33:                                               ; preds = %31
  %34 = add nsw i32 %18, -1
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
  %47 = icmp eq i32 %9, 1
  br i1 %47, label %48, label %53

48:                                               ; preds = %46
  %49 = add nsw i32 %14, -1
  %50 = icmp slt i32 %40, 0
  %51 = tail call i32 @llvm.smin.i32(i32 %40, i32 %49)
  %52 = select i1 %50, i32 0, i32 %51
  br label %58

53:                                               ; preds = %46
  %54 = add nsw i32 %18, -1
  %55 = icmp slt i32 %39, 0
  %56 = tail call i32 @llvm.smin.i32(i32 %39, i32 %54)
  %57 = select i1 %55, i32 0, i32 %56
  br label %58

58:                                               ; preds = %48, %53, %38
  %59 = phi i32 [ %39, %48 ], [ %57, %53 ], [ %39, %38 ]
  %60 = phi i32 [ %52, %48 ], [ %40, %53 ], [ %40, %38 ]
  %61 = and i32 %2, 7
  %62 = icmp eq i32 %61, 1
  %63 = select i1 %62, i32 0, i32 %60
  switch i32 %9, label %65 [
    i32 3, label %66
    i32 2, label %64
  ]

64:                                               ; preds = %58
  br i1 %44, label %65, label %66

65:                                               ; preds = %58, %64
  br label %66

66:                                               ; preds = %58, %65, %64
  %67 = phi i32 [ %59, %64 ], [ 0, %65 ], [ %59, %58 ]
  br i1 %8, label %102, label %68

68:                                               ; preds = %66
  br i1 %10, label %69, label %71

69:                                               ; preds = %68
  %70 = load i32, ptr %11, align 4, !invariant.load !0
  br label %74

71:                                               ; preds = %68
  br i1 %44, label %74, label %72

72:                                               ; preds = %71
  %73 = load i32, ptr %12, align 4, !invariant.load !0
  br label %74

74:                                               ; preds = %72, %71, %69
  %75 = phi i32 [ %70, %69 ], [ %73, %72 ], [ 1, %71 ]
  switch i32 %9, label %81 [
    i32 3, label %76
    i32 2, label %78
  ]

76:                                               ; preds = %74
  %77 = load i32, ptr %16, align 8, !invariant.load !0
  br label %81

78:                                               ; preds = %74
  br i1 %44, label %81, label %79

79:                                               ; preds = %78
  %80 = load i32, ptr %12, align 4, !invariant.load !0
  br label %81

81:                                               ; preds = %74, %76, %78, %79
  %82 = phi i32 [ %77, %76 ], [ %80, %79 ], [ 1, %78 ], [ 1, %74 ]
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %84 = load i32, ptr %83, align 8, !invariant.load !0
  %85 = icmp uge i32 %41, %84
  %86 = icmp uge i32 %63, %75
  %87 = select i1 %85, i1 true, i1 %86
  %88 = icmp uge i32 %67, %82
  %89 = select i1 %87, i1 true, i1 %88
  br i1 %89, label %90, label %102

90:                                               ; preds = %81
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %92 = load i32, ptr %91, align 4, !invariant.load !0
  %93 = add i32 %92, -4273
  %94 = icmp ult i32 %93, 19
  br i1 %94, label %95, label %99

95:                                               ; preds = %90
  %96 = zext nneg i32 %93 to i64
  %97 = getelementptr inbounds nuw i32, ptr @switch.table.__xdsl_opencl_fetch_i, i64 %96
  %98 = load i32, ptr %97, align 4
  br label %99

99:                                               ; preds = %90, %95
  %100 = phi i32 [ %98, %95 ], [ 1, %90 ]
  %101 = insertelement <4 x i32> <i32 0, i32 0, i32 0, i32 poison>, i32 %100, i64 3
  br label %188

102:                                              ; preds = %81, %66
  %103 = and i32 %2, 7
  %104 = icmp eq i32 %103, 5
  %105 = load ptr, ptr %0, align 8, !invariant.load !0
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %107 = load i64, ptr %106, align 8, !invariant.load !0
  br i1 %104, label %108, label %144

108:                                              ; preds = %102
  %109 = sext i32 %63 to i64
  %110 = mul nsw i64 %107, %109
  %111 = getelementptr inbounds i8, ptr %105, i64 %110
  %112 = sext i32 %41 to i64
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %114 = load i32, ptr %113, align 8, !invariant.load !0
  switch i32 %114, label %116 [
    i32 4308, label %140
    i32 4309, label %140
    i32 4310, label %115
    i32 4320, label %115
    i32 4319, label %115
  ]

115:                                              ; preds = %108, %108, %108
  br label %140

116:                                              ; preds = %108
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %118 = load i32, ptr %117, align 4, !invariant.load !0
  %119 = add i32 %118, -4272
  %120 = icmp ult i32 %119, 17
  br i1 %120, label %121, label %125

121:                                              ; preds = %116
  %122 = zext nneg i32 %119 to i64
  %123 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %122
  %124 = load i64, ptr %123, align 8
  br label %125

125:                                              ; preds = %116, %121
  %126 = phi i64 [ %124, %121 ], [ 4, %116 ]
  %127 = icmp eq i32 %118, 4284
  %128 = icmp eq i32 %118, 4288
  %129 = or i1 %127, %128
  %130 = select i1 %129, i64 4, i64 %126
  %131 = add i32 %114, -4304
  %132 = icmp ult i32 %131, 15
  br i1 %132, label %133, label %137

133:                                              ; preds = %125
  %134 = zext nneg i32 %131 to i64
  %135 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %134
  %136 = load i64, ptr %135, align 8
  br label %137

137:                                              ; preds = %125, %133
  %138 = phi i64 [ %136, %133 ], [ 2, %125 ]
  %139 = mul nuw nsw i64 %138, %130
  br label %140

140:                                              ; preds = %108, %108, %115, %137
  %141 = phi i64 [ %139, %137 ], [ 4, %115 ], [ 2, %108 ], [ 2, %108 ]
  %142 = mul nsw i64 %141, %112
  %143 = getelementptr inbounds i8, ptr %111, i64 %142
  br label %185

144:                                              ; preds = %102
  %145 = sext i32 %67 to i64
  %146 = mul nsw i64 %107, %145
  %147 = getelementptr inbounds i8, ptr %105, i64 %146
  %148 = sext i32 %63 to i64
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %150 = load i64, ptr %149, align 8, !invariant.load !0
  %151 = mul nsw i64 %150, %148
  %152 = getelementptr inbounds i8, ptr %147, i64 %151
  %153 = sext i32 %41 to i64
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %155 = load i32, ptr %154, align 8, !invariant.load !0
  switch i32 %155, label %157 [
    i32 4308, label %181
    i32 4309, label %181
    i32 4310, label %156
    i32 4320, label %156
    i32 4319, label %156
  ]

156:                                              ; preds = %144, %144, %144
  br label %181

157:                                              ; preds = %144
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %159 = load i32, ptr %158, align 4, !invariant.load !0
  %160 = add i32 %159, -4272
  %161 = icmp ult i32 %160, 17
  br i1 %161, label %162, label %166

162:                                              ; preds = %157
  %163 = zext nneg i32 %160 to i64
  %164 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %163
  %165 = load i64, ptr %164, align 8
  br label %166

166:                                              ; preds = %157, %162
  %167 = phi i64 [ %165, %162 ], [ 4, %157 ]
  %168 = icmp eq i32 %159, 4284
  %169 = icmp eq i32 %159, 4288
  %170 = or i1 %168, %169
  %171 = select i1 %170, i64 4, i64 %167
  %172 = add i32 %155, -4304
  %173 = icmp ult i32 %172, 15
  br i1 %173, label %174, label %178

174:                                              ; preds = %166
  %175 = zext nneg i32 %172 to i64
  %176 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %175
  %177 = load i64, ptr %176, align 8
  br label %178

178:                                              ; preds = %166, %174
  %179 = phi i64 [ %177, %174 ], [ 2, %166 ]
  %180 = mul nuw nsw i64 %179, %171
  br label %181

181:                                              ; preds = %144, %144, %156, %178
  %182 = phi i64 [ %180, %178 ], [ 4, %156 ], [ 2, %144 ], [ 2, %144 ]
  %183 = mul nsw i64 %182, %153
  %184 = getelementptr inbounds i8, ptr %152, i64 %183
  br label %185

185:                                              ; preds = %140, %181
  %186 = phi ptr [ %143, %140 ], [ %184, %181 ]
  %187 = tail call fastcc <4 x i32> @load_i(ptr noundef nonnull %0, ptr noundef %186)
  br label %188

188:                                              ; preds = %99, %185
  %189 = phi <4 x i32> [ %187, %185 ], [ %101, %99 ]
  ret <4 x i32> %189
}

define void @__xdsl_opencl_write_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, float noundef %5, float noundef %6, float noundef %7, float noundef %8) local_unnamed_addr #2 {
  %10 = insertelement <4 x float> poison, float %5, i64 0
  %11 = insertelement <4 x float> %10, float %6, i64 1
  %12 = insertelement <4 x float> %11, float %7, i64 2
  %13 = insertelement <4 x float> %12, float %8, i64 3
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %15 = load i32, ptr %14, align 4, !invariant.load !0
  %16 = icmp eq i32 %15, 4277
  br i1 %16, label %17, label %99

17:                                               ; preds = %9
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %19 = load i32, ptr %18, align 8, !invariant.load !0
  switch i32 %19, label %99 [
    i32 4306, label %20
    i32 4318, label %20
  ]

20:                                               ; preds = %17, %17
  %21 = and i32 %1, 3
  %22 = icmp samesign ugt i32 %21, 1
  br i1 %22, label %26, label %23

23:                                               ; preds = %20
  %24 = and i32 %1, 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %30, label %26

26:                                               ; preds = %23, %20
  %27 = phi i64 [ 28, %20 ], [ 36, %23 ]
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 %27
  %29 = load i32, ptr %28, align 4, !invariant.load !0
  br label %30

30:                                               ; preds = %26, %23
  %31 = phi i32 [ 1, %23 ], [ %29, %26 ]
  switch i32 %21, label %41 [
    i32 3, label %32
    i32 2, label %35
  ]

32:                                               ; preds = %30
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %34 = load i32, ptr %33, align 8, !invariant.load !0
  br label %41

35:                                               ; preds = %30
  %36 = and i32 %1, 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %41, label %38

38:                                               ; preds = %35
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %40 = load i32, ptr %39, align 4, !invariant.load !0
  br label %41

41:                                               ; preds = %30, %32, %35, %38
  %42 = phi i32 [ %34, %32 ], [ %40, %38 ], [ 1, %35 ], [ 1, %30 ]
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %44 = load i32, ptr %43, align 8, !invariant.load !0
  %45 = icmp uge i32 %2, %44
  %46 = icmp uge i32 %3, %31
  %47 = select i1 %45, i1 true, i1 %46
  %48 = icmp uge i32 %4, %42
  %49 = select i1 %47, i1 true, i1 %48
  br i1 %49, label %100, label %50

50:                                               ; preds = %41
  %51 = and i32 %1, 7
  %52 = icmp eq i32 %51, 5
  %53 = load ptr, ptr %0, align 8, !invariant.load !0
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %55 = load i64, ptr %54, align 8, !invariant.load !0
  br i1 %52, label %56, label %70

56:                                               ; preds = %50
  %57 = sext i32 %3 to i64
  %58 = mul nsw i64 %55, %57
  %59 = getelementptr inbounds i8, ptr %53, i64 %58
  %60 = sext i32 %2 to i64
  switch i32 %19, label %63 [
    i32 4308, label %66
    i32 4309, label %66
    i32 4310, label %61
    i32 4320, label %61
    i32 4319, label %61
    i32 4304, label %64
    i32 4306, label %64
    i32 4311, label %64
    i32 4314, label %64
    i32 4313, label %62
    i32 4316, label %62
    i32 4318, label %62
  ]

61:                                               ; preds = %56, %56, %56
  br label %66

62:                                               ; preds = %56, %56, %56
  br label %64

63:                                               ; preds = %56
  br label %64

64:                                               ; preds = %56, %56, %56, %56, %62, %63
  %65 = phi i64 [ 8, %63 ], [ 16, %62 ], [ 4, %56 ], [ 4, %56 ], [ 4, %56 ], [ 4, %56 ]
  br label %66

66:                                               ; preds = %56, %56, %61, %64
  %67 = phi i64 [ %65, %64 ], [ 4, %61 ], [ 2, %56 ], [ 2, %56 ]
  %68 = mul nsw i64 %67, %60
  %69 = getelementptr inbounds i8, ptr %59, i64 %68
  br label %89

70:                                               ; preds = %50
  %71 = sext i32 %4 to i64
  %72 = mul nsw i64 %55, %71
  %73 = getelementptr inbounds i8, ptr %53, i64 %72
  %74 = sext i32 %3 to i64
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %76 = load i64, ptr %75, align 8, !invariant.load !0
  %77 = mul nsw i64 %76, %74
  %78 = getelementptr inbounds i8, ptr %73, i64 %77
  %79 = sext i32 %2 to i64
  switch i32 %19, label %82 [
    i32 4308, label %85
    i32 4309, label %85
    i32 4310, label %80
    i32 4320, label %80
    i32 4319, label %80
    i32 4304, label %83
    i32 4306, label %83
    i32 4311, label %83
    i32 4314, label %83
    i32 4313, label %81
    i32 4316, label %81
    i32 4318, label %81
  ]

80:                                               ; preds = %70, %70, %70
  br label %85

81:                                               ; preds = %70, %70, %70
  br label %83

82:                                               ; preds = %70
  br label %83

83:                                               ; preds = %70, %70, %70, %70, %81, %82
  %84 = phi i64 [ 8, %82 ], [ 16, %81 ], [ 4, %70 ], [ 4, %70 ], [ 4, %70 ], [ 4, %70 ]
  br label %85

85:                                               ; preds = %70, %70, %80, %83
  %86 = phi i64 [ %84, %83 ], [ 4, %80 ], [ 2, %70 ], [ 2, %70 ]
  %87 = mul nsw i64 %86, %79
  %88 = getelementptr inbounds i8, ptr %78, i64 %87
  br label %89

89:                                               ; preds = %66, %85
  %90 = phi ptr [ %69, %66 ], [ %88, %85 ]
  %91 = icmp eq i32 %19, 4318
  br i1 %91, label %92, label %93

92:                                               ; preds = %89
  store <4 x float> %13, ptr %90, align 4
  br label %100

93:                                               ; preds = %89
  %94 = fmul <4 x float> %13, splat (float 2.550000e+02)
  %95 = tail call <4 x float> @llvm.maxnum.v4f32(<4 x float> %94, <4 x float> zeroinitializer)
  %96 = tail call <4 x float> @llvm.minnum.v4f32(<4 x float> %95, <4 x float> splat (float 2.550000e+02))
  %97 = tail call <4 x float> @llvm.rint.v4f32(<4 x float> %96)
  %98 = fptoui <4 x float> %97 to <4 x i8>
  store <4 x i8> %98, ptr %90, align 1
  br label %100

99:                                               ; preds = %17, %9
  tail call fastcc void @store_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, <4 x float> noundef %13)
  br label %100

100:                                              ; preds = %92, %93, %41, %99
  ret void
}

declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>) #3

declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #3

declare <4 x float> @llvm.rint.v4f32(<4 x float>) #3

define internal fastcc void @store_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, <4 x float> noundef %5) unnamed_addr #4 {
  %7 = alloca [4 x float], align 16
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %9 = load i32, ptr %8, align 4, !invariant.load !0
  %10 = add i32 %9, -4291
  %11 = icmp ult i32 %10, -4
  br i1 %11, label %23, label %12

12:                                               ; preds = %6
  %13 = extractelement <4 x float> %5, i64 0
  %14 = tail call fastcc float @srgb_of_linear(float noundef %13)
  %15 = insertelement <4 x float> poison, float %14, i64 0
  %16 = extractelement <4 x float> %5, i64 1
  %17 = tail call fastcc float @srgb_of_linear(float noundef %16)
  %18 = insertelement <4 x float> %15, float %17, i64 1
  %19 = extractelement <4 x float> %5, i64 2
  %20 = tail call fastcc float @srgb_of_linear(float noundef %19)
  %21 = insertelement <4 x float> %18, float %20, i64 2
  %22 = shufflevector <4 x float> %21, <4 x float> %5, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  br label %23

23:                                               ; preds = %12, %6
  %24 = phi <4 x float> [ %22, %12 ], [ %5, %6 ]
  %25 = extractelement <4 x float> %24, i64 0
  %26 = extractelement <4 x float> %24, i64 1
  %27 = extractelement <4 x float> %24, i64 2
  %28 = extractelement <4 x float> %24, i64 3
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #10
  store float %25, ptr %7, align 16
  %29 = getelementptr inbounds nuw i8, ptr %7, i64 4
  store float %26, ptr %29, align 4
  %30 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store float %27, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store float %28, ptr %31, align 4
  switch i32 %9, label %42 [
    i32 4273, label %32
    i32 4275, label %33
    i32 4278, label %34
    i32 4290, label %34
    i32 4279, label %35
    i32 4291, label %36
    i32 4272, label %47
    i32 4280, label %47
    i32 4281, label %47
    i32 4282, label %47
    i32 4285, label %47
    i32 4274, label %40
    i32 4283, label %40
    i32 4276, label %41
    i32 4284, label %41
    i32 4287, label %41
    i32 4288, label %41
  ]

32:                                               ; preds = %23
  store float %28, ptr %7, align 16
  br label %37

33:                                               ; preds = %23
  store float %28, ptr %29, align 4
  br label %37

34:                                               ; preds = %23, %23
  store float %27, ptr %7, align 16
  store float %25, ptr %30, align 8
  br label %37

35:                                               ; preds = %23
  store float %28, ptr %7, align 16
  store float %25, ptr %29, align 4
  store float %26, ptr %30, align 8
  store float %27, ptr %31, align 4
  br label %37

36:                                               ; preds = %23
  store float %28, ptr %7, align 16
  store float %27, ptr %29, align 4
  store float %26, ptr %30, align 8
  store float %25, ptr %31, align 4
  br label %37

37:                                               ; preds = %36, %35, %34, %33, %32
  %38 = add i32 %9, -4272
  %39 = icmp ult i32 %38, 17
  br i1 %39, label %43, label %42

40:                                               ; preds = %23, %23
  br label %47

41:                                               ; preds = %23, %23, %23, %23
  br label %47

42:                                               ; preds = %37, %23
  br label %47

43:                                               ; preds = %37
  %44 = zext nneg i32 %38 to i64
  %45 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %44
  %46 = load i64, ptr %45, align 8
  br label %47

47:                                               ; preds = %43, %23, %23, %23, %23, %23, %40, %41, %42
  %48 = phi i64 [ 4, %42 ], [ 3, %41 ], [ 2, %40 ], [ %46, %43 ], [ 1, %23 ], [ 1, %23 ], [ 1, %23 ], [ 1, %23 ], [ 1, %23 ]
  %49 = and i32 %1, 3
  %50 = icmp samesign ugt i32 %49, 1
  br i1 %50, label %54, label %51

51:                                               ; preds = %47
  %52 = and i32 %1, 4
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %58, label %54

54:                                               ; preds = %51, %47
  %55 = phi i64 [ 28, %47 ], [ 36, %51 ]
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 %55
  %57 = load i32, ptr %56, align 4, !invariant.load !0
  br label %58

58:                                               ; preds = %54, %51
  %59 = phi i32 [ 1, %51 ], [ %57, %54 ]
  switch i32 %49, label %69 [
    i32 3, label %60
    i32 2, label %63
  ]

60:                                               ; preds = %58
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %62 = load i32, ptr %61, align 8, !invariant.load !0
  br label %69

63:                                               ; preds = %58
  %64 = and i32 %1, 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %69, label %66

66:                                               ; preds = %63
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %68 = load i32, ptr %67, align 4, !invariant.load !0
  br label %69

69:                                               ; preds = %58, %60, %63, %66
  %70 = phi i32 [ %62, %60 ], [ %68, %66 ], [ 1, %63 ], [ 1, %58 ]
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %72 = load i32, ptr %71, align 8, !invariant.load !0
  %73 = icmp uge i32 %2, %72
  %74 = icmp uge i32 %3, %59
  %75 = select i1 %73, i1 true, i1 %74
  %76 = icmp uge i32 %4, %70
  %77 = select i1 %75, i1 true, i1 %76
  br i1 %77, label %419, label %78

78:                                               ; preds = %69
  %79 = and i32 %1, 7
  %80 = icmp eq i32 %79, 5
  %81 = load ptr, ptr %0, align 8, !invariant.load !0
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %83 = load i64, ptr %82, align 8, !invariant.load !0
  br i1 %80, label %84, label %118

84:                                               ; preds = %78
  %85 = sext i32 %3 to i64
  %86 = mul nsw i64 %83, %85
  %87 = getelementptr inbounds i8, ptr %81, i64 %86
  %88 = sext i32 %2 to i64
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %90 = load i32, ptr %89, align 8, !invariant.load !0
  switch i32 %90, label %92 [
    i32 4308, label %114
    i32 4309, label %114
    i32 4310, label %91
    i32 4320, label %91
    i32 4319, label %91
  ]

91:                                               ; preds = %84, %84, %84
  br label %114

92:                                               ; preds = %84
  %93 = add i32 %9, -4272
  %94 = icmp ult i32 %93, 17
  br i1 %94, label %95, label %99

95:                                               ; preds = %92
  %96 = zext nneg i32 %93 to i64
  %97 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %96
  %98 = load i64, ptr %97, align 8
  br label %99

99:                                               ; preds = %92, %95
  %100 = phi i64 [ %98, %95 ], [ 4, %92 ]
  %101 = icmp eq i32 %9, 4284
  %102 = icmp eq i32 %9, 4288
  %103 = or i1 %101, %102
  %104 = select i1 %103, i64 4, i64 %100
  %105 = add i32 %90, -4304
  %106 = icmp ult i32 %105, 15
  br i1 %106, label %107, label %111

107:                                              ; preds = %99
  %108 = zext nneg i32 %105 to i64
  %109 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %108
  %110 = load i64, ptr %109, align 8
  br label %111

111:                                              ; preds = %99, %107
  %112 = phi i64 [ %110, %107 ], [ 2, %99 ]
  %113 = mul nuw nsw i64 %112, %104
  br label %114

114:                                              ; preds = %84, %84, %91, %111
  %115 = phi i64 [ %113, %111 ], [ 4, %91 ], [ 2, %84 ], [ 2, %84 ]
  %116 = mul nsw i64 %115, %88
  %117 = getelementptr inbounds i8, ptr %87, i64 %116
  br label %157

118:                                              ; preds = %78
  %119 = sext i32 %4 to i64
  %120 = mul nsw i64 %83, %119
  %121 = getelementptr inbounds i8, ptr %81, i64 %120
  %122 = sext i32 %3 to i64
  %123 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %124 = load i64, ptr %123, align 8, !invariant.load !0
  %125 = mul nsw i64 %124, %122
  %126 = getelementptr inbounds i8, ptr %121, i64 %125
  %127 = sext i32 %2 to i64
  %128 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %129 = load i32, ptr %128, align 8, !invariant.load !0
  switch i32 %129, label %131 [
    i32 4308, label %153
    i32 4309, label %153
    i32 4310, label %130
    i32 4320, label %130
    i32 4319, label %130
  ]

130:                                              ; preds = %118, %118, %118
  br label %153

131:                                              ; preds = %118
  %132 = add i32 %9, -4272
  %133 = icmp ult i32 %132, 17
  br i1 %133, label %134, label %138

134:                                              ; preds = %131
  %135 = zext nneg i32 %132 to i64
  %136 = getelementptr inbounds nuw i64, ptr @switch.table.load_i, i64 %135
  %137 = load i64, ptr %136, align 8
  br label %138

138:                                              ; preds = %131, %134
  %139 = phi i64 [ %137, %134 ], [ 4, %131 ]
  %140 = icmp eq i32 %9, 4284
  %141 = icmp eq i32 %9, 4288
  %142 = or i1 %140, %141
  %143 = select i1 %142, i64 4, i64 %139
  %144 = add i32 %129, -4304
  %145 = icmp ult i32 %144, 15
  br i1 %145, label %146, label %150

146:                                              ; preds = %138
  %147 = zext nneg i32 %144 to i64
  %148 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %147
  %149 = load i64, ptr %148, align 8
  br label %150

150:                                              ; preds = %138, %146
  %151 = phi i64 [ %149, %146 ], [ 2, %138 ]
  %152 = mul nuw nsw i64 %151, %143
  br label %153

153:                                              ; preds = %118, %118, %130, %150
  %154 = phi i64 [ %152, %150 ], [ 4, %130 ], [ 2, %118 ], [ 2, %118 ]
  %155 = mul nsw i64 %154, %127
  %156 = getelementptr inbounds i8, ptr %126, i64 %155
  br label %157

157:                                              ; preds = %114, %153
  %158 = phi ptr [ %117, %114 ], [ %156, %153 ]
  %159 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %160 = load i32, ptr %159, align 8, !invariant.load !0
  switch i32 %160, label %340 [
    i32 4308, label %161
    i32 4309, label %200
    i32 4310, label %239
    i32 4320, label %277
    i32 4319, label %328
  ]

161:                                              ; preds = %157
  %162 = fcmp ord float %25, 0.000000e+00
  br i1 %162, label %163, label %172

163:                                              ; preds = %161
  %164 = fmul float %25, 3.100000e+01
  %165 = fcmp olt float %164, 0.000000e+00
  %166 = fcmp ogt float %164, 3.100000e+01
  %167 = select i1 %166, float 3.100000e+01, float %164
  %168 = tail call float @llvm.rint.f32(float %167)
  %169 = select i1 %165, float 0.000000e+00, float %168
  %170 = fptoui float %169 to i32
  %171 = shl i32 %170, 11
  br label %172

172:                                              ; preds = %161, %163
  %173 = phi i32 [ %171, %163 ], [ 0, %161 ]
  %174 = fcmp ord float %26, 0.000000e+00
  br i1 %174, label %175, label %185

175:                                              ; preds = %172
  %176 = fmul float %26, 6.300000e+01
  %177 = fcmp olt float %176, 0.000000e+00
  %178 = fcmp ogt float %176, 6.300000e+01
  %179 = select i1 %178, float 6.300000e+01, float %176
  %180 = tail call float @llvm.rint.f32(float %179)
  %181 = select i1 %177, float 0.000000e+00, float %180
  %182 = fptoui float %181 to i32
  %183 = shl i32 %182, 5
  %184 = or i32 %183, %173
  br label %185

185:                                              ; preds = %172, %175
  %186 = phi i32 [ %184, %175 ], [ %173, %172 ]
  %187 = fcmp ord float %27, 0.000000e+00
  br i1 %187, label %188, label %196

188:                                              ; preds = %185
  %189 = fmul float %27, 3.100000e+01
  %190 = fcmp olt float %189, 0.000000e+00
  %191 = fcmp ogt float %189, 3.100000e+01
  %192 = select i1 %191, float 3.100000e+01, float %189
  %193 = tail call float @llvm.rint.f32(float %192)
  %194 = select i1 %190, float 0.000000e+00, float %193
  %195 = fptoui float %194 to i32
  br label %196

196:                                              ; preds = %185, %188
  %197 = phi i32 [ %195, %188 ], [ 0, %185 ]
  %198 = or i32 %186, %197
  %199 = trunc i32 %198 to i16
  store i16 %199, ptr %158, align 2
  br label %419

200:                                              ; preds = %157
  %201 = fcmp ord float %25, 0.000000e+00
  br i1 %201, label %202, label %211

202:                                              ; preds = %200
  %203 = fmul float %25, 3.100000e+01
  %204 = fcmp olt float %203, 0.000000e+00
  %205 = fcmp ogt float %203, 3.100000e+01
  %206 = select i1 %205, float 3.100000e+01, float %203
  %207 = tail call float @llvm.rint.f32(float %206)
  %208 = select i1 %204, float 0.000000e+00, float %207
  %209 = fptoui float %208 to i32
  %210 = shl i32 %209, 10
  br label %211

211:                                              ; preds = %200, %202
  %212 = phi i32 [ %210, %202 ], [ 0, %200 ]
  %213 = fcmp ord float %26, 0.000000e+00
  br i1 %213, label %214, label %224

214:                                              ; preds = %211
  %215 = fmul float %26, 3.100000e+01
  %216 = fcmp olt float %215, 0.000000e+00
  %217 = fcmp ogt float %215, 3.100000e+01
  %218 = select i1 %217, float 3.100000e+01, float %215
  %219 = tail call float @llvm.rint.f32(float %218)
  %220 = select i1 %216, float 0.000000e+00, float %219
  %221 = fptoui float %220 to i32
  %222 = shl i32 %221, 5
  %223 = or i32 %222, %212
  br label %224

224:                                              ; preds = %211, %214
  %225 = phi i32 [ %223, %214 ], [ %212, %211 ]
  %226 = fcmp ord float %27, 0.000000e+00
  br i1 %226, label %227, label %235

227:                                              ; preds = %224
  %228 = fmul float %27, 3.100000e+01
  %229 = fcmp olt float %228, 0.000000e+00
  %230 = fcmp ogt float %228, 3.100000e+01
  %231 = select i1 %230, float 3.100000e+01, float %228
  %232 = tail call float @llvm.rint.f32(float %231)
  %233 = select i1 %229, float 0.000000e+00, float %232
  %234 = fptoui float %233 to i32
  br label %235

235:                                              ; preds = %224, %227
  %236 = phi i32 [ %234, %227 ], [ 0, %224 ]
  %237 = or i32 %225, %236
  %238 = trunc i32 %237 to i16
  store i16 %238, ptr %158, align 2
  br label %419

239:                                              ; preds = %157
  %240 = fcmp ord float %25, 0.000000e+00
  br i1 %240, label %241, label %250

241:                                              ; preds = %239
  %242 = fmul float %25, 1.023000e+03
  %243 = fcmp olt float %242, 0.000000e+00
  %244 = fcmp ogt float %242, 1.023000e+03
  %245 = select i1 %244, float 1.023000e+03, float %242
  %246 = tail call float @llvm.rint.f32(float %245)
  %247 = select i1 %243, float 0.000000e+00, float %246
  %248 = fptoui float %247 to i32
  %249 = shl i32 %248, 20
  br label %250

250:                                              ; preds = %239, %241
  %251 = phi i32 [ %249, %241 ], [ 0, %239 ]
  %252 = fcmp ord float %26, 0.000000e+00
  br i1 %252, label %253, label %263

253:                                              ; preds = %250
  %254 = fmul float %26, 1.023000e+03
  %255 = fcmp olt float %254, 0.000000e+00
  %256 = fcmp ogt float %254, 1.023000e+03
  %257 = select i1 %256, float 1.023000e+03, float %254
  %258 = tail call float @llvm.rint.f32(float %257)
  %259 = select i1 %255, float 0.000000e+00, float %258
  %260 = fptoui float %259 to i32
  %261 = shl i32 %260, 10
  %262 = or i32 %261, %251
  br label %263

263:                                              ; preds = %250, %253
  %264 = phi i32 [ %262, %253 ], [ %251, %250 ]
  %265 = fcmp ord float %27, 0.000000e+00
  br i1 %265, label %266, label %274

266:                                              ; preds = %263
  %267 = fmul float %27, 1.023000e+03
  %268 = fcmp olt float %267, 0.000000e+00
  %269 = fcmp ogt float %267, 1.023000e+03
  %270 = select i1 %269, float 1.023000e+03, float %267
  %271 = tail call float @llvm.rint.f32(float %270)
  %272 = select i1 %268, float 0.000000e+00, float %271
  %273 = fptoui float %272 to i32
  br label %274

274:                                              ; preds = %263, %266
  %275 = phi i32 [ %273, %266 ], [ 0, %263 ]
  %276 = or i32 %264, %275
  store i32 %276, ptr %158, align 4
  br label %419

277:                                              ; preds = %157
  %278 = fcmp ord float %25, 0.000000e+00
  br i1 %278, label %279, label %288

279:                                              ; preds = %277
  %280 = fmul float %25, 1.023000e+03
  %281 = fcmp olt float %280, 0.000000e+00
  %282 = fcmp ogt float %280, 1.023000e+03
  %283 = select i1 %282, float 1.023000e+03, float %280
  %284 = tail call float @llvm.rint.f32(float %283)
  %285 = select i1 %281, float 0.000000e+00, float %284
  %286 = fptoui float %285 to i32
  %287 = shl i32 %286, 22
  br label %288

288:                                              ; preds = %277, %279
  %289 = phi i32 [ %287, %279 ], [ 0, %277 ]
  %290 = fcmp ord float %26, 0.000000e+00
  br i1 %290, label %291, label %301

291:                                              ; preds = %288
  %292 = fmul float %26, 1.023000e+03
  %293 = fcmp olt float %292, 0.000000e+00
  %294 = fcmp ogt float %292, 1.023000e+03
  %295 = select i1 %294, float 1.023000e+03, float %292
  %296 = tail call float @llvm.rint.f32(float %295)
  %297 = select i1 %293, float 0.000000e+00, float %296
  %298 = fptoui float %297 to i32
  %299 = shl i32 %298, 12
  %300 = or i32 %299, %289
  br label %301

301:                                              ; preds = %288, %291
  %302 = phi i32 [ %300, %291 ], [ %289, %288 ]
  %303 = fcmp ord float %27, 0.000000e+00
  br i1 %303, label %304, label %313

304:                                              ; preds = %301
  %305 = fmul float %27, 1.023000e+03
  %306 = fcmp olt float %305, 0.000000e+00
  %307 = fcmp ogt float %305, 1.023000e+03
  %308 = select i1 %307, float 1.023000e+03, float %305
  %309 = tail call float @llvm.rint.f32(float %308)
  %310 = select i1 %306, float 0.000000e+00, float %309
  %311 = fptoui float %310 to i32
  %312 = shl i32 %311, 2
  br label %313

313:                                              ; preds = %301, %304
  %314 = phi i32 [ %312, %304 ], [ 0, %301 ]
  %315 = or i32 %302, %314
  %316 = fcmp ord float %28, 0.000000e+00
  br i1 %316, label %317, label %325

317:                                              ; preds = %313
  %318 = fmul float %28, 3.000000e+00
  %319 = fcmp olt float %318, 0.000000e+00
  %320 = fcmp ogt float %318, 3.000000e+00
  %321 = select i1 %320, float 3.000000e+00, float %318
  %322 = tail call float @llvm.rint.f32(float %321)
  %323 = select i1 %319, float 0.000000e+00, float %322
  %324 = fptoui float %323 to i32
  br label %325

325:                                              ; preds = %313, %317
  %326 = phi i32 [ %324, %317 ], [ 0, %313 ]
  %327 = or i32 %315, %326
  store i32 %327, ptr %158, align 4
  br label %419

328:                                              ; preds = %157
  %329 = fcmp ord float %25, 0.000000e+00
  br i1 %329, label %330, label %338

330:                                              ; preds = %328
  %331 = fmul float %25, 0x416FFFFFE0000000
  %332 = fcmp olt float %331, 0.000000e+00
  %333 = fcmp ogt float %331, 0x416FFFFFE0000000
  %334 = select i1 %333, float 0x416FFFFFE0000000, float %331
  %335 = tail call float @llvm.rint.f32(float %334)
  %336 = select i1 %332, float 0.000000e+00, float %335
  %337 = fptoui float %336 to i32
  br label %338

338:                                              ; preds = %328, %330
  %339 = phi i32 [ %337, %330 ], [ 0, %328 ]
  store i32 %339, ptr %158, align 4
  br label %419

340:                                              ; preds = %157, %416
  %341 = phi i64 [ %417, %416 ], [ 0, %157 ]
  %342 = load i32, ptr %159, align 8, !invariant.load !0
  switch i32 %342, label %416 [
    i32 4304, label %343
    i32 4305, label %359
    i32 4306, label %375
    i32 4307, label %391
    i32 4317, label %407
    i32 4318, label %412
  ]

343:                                              ; preds = %340
  %344 = getelementptr inbounds nuw float, ptr %7, i64 %341
  %345 = load float, ptr %344, align 4
  %346 = fcmp ord float %345, 0.000000e+00
  br i1 %346, label %347, label %356

347:                                              ; preds = %343
  %348 = fmul float %345, 1.270000e+02
  %349 = fcmp olt float %348, -1.280000e+02
  %350 = fcmp ogt float %348, 1.270000e+02
  %351 = select i1 %350, float 1.270000e+02, float %348
  %352 = tail call float @llvm.rint.f32(float %351)
  %353 = select i1 %349, float -1.280000e+02, float %352
  %354 = fptosi float %353 to i32
  %355 = trunc i32 %354 to i8
  br label %356

356:                                              ; preds = %343, %347
  %357 = phi i8 [ %355, %347 ], [ 0, %343 ]
  %358 = getelementptr inbounds nuw i8, ptr %158, i64 %341
  store i8 %357, ptr %358, align 1
  br label %416

359:                                              ; preds = %340
  %360 = getelementptr inbounds nuw float, ptr %7, i64 %341
  %361 = load float, ptr %360, align 4
  %362 = fcmp ord float %361, 0.000000e+00
  br i1 %362, label %363, label %372

363:                                              ; preds = %359
  %364 = fmul float %361, 3.276700e+04
  %365 = fcmp olt float %364, -3.276800e+04
  %366 = fcmp ogt float %364, 3.276700e+04
  %367 = select i1 %366, float 3.276700e+04, float %364
  %368 = tail call float @llvm.rint.f32(float %367)
  %369 = select i1 %365, float -3.276800e+04, float %368
  %370 = fptosi float %369 to i32
  %371 = trunc i32 %370 to i16
  br label %372

372:                                              ; preds = %359, %363
  %373 = phi i16 [ %371, %363 ], [ 0, %359 ]
  %374 = getelementptr inbounds nuw i16, ptr %158, i64 %341
  store i16 %373, ptr %374, align 2
  br label %416

375:                                              ; preds = %340
  %376 = getelementptr inbounds nuw float, ptr %7, i64 %341
  %377 = load float, ptr %376, align 4
  %378 = fcmp ord float %377, 0.000000e+00
  br i1 %378, label %379, label %388

379:                                              ; preds = %375
  %380 = fmul float %377, 2.550000e+02
  %381 = fcmp olt float %380, 0.000000e+00
  %382 = fcmp ogt float %380, 2.550000e+02
  %383 = select i1 %382, float 2.550000e+02, float %380
  %384 = tail call float @llvm.rint.f32(float %383)
  %385 = select i1 %381, float 0.000000e+00, float %384
  %386 = fptosi float %385 to i32
  %387 = trunc i32 %386 to i8
  br label %388

388:                                              ; preds = %375, %379
  %389 = phi i8 [ %387, %379 ], [ 0, %375 ]
  %390 = getelementptr inbounds nuw i8, ptr %158, i64 %341
  store i8 %389, ptr %390, align 1
  br label %416

391:                                              ; preds = %340
  %392 = getelementptr inbounds nuw float, ptr %7, i64 %341
  %393 = load float, ptr %392, align 4
  %394 = fcmp ord float %393, 0.000000e+00
  br i1 %394, label %395, label %404

395:                                              ; preds = %391
  %396 = fmul float %393, 6.553500e+04
  %397 = fcmp olt float %396, 0.000000e+00
  %398 = fcmp ogt float %396, 6.553500e+04
  %399 = select i1 %398, float 6.553500e+04, float %396
  %400 = tail call float @llvm.rint.f32(float %399)
  %401 = select i1 %397, float 0.000000e+00, float %400
  %402 = fptosi float %401 to i32
  %403 = trunc i32 %402 to i16
  br label %404

404:                                              ; preds = %391, %395
  %405 = phi i16 [ %403, %395 ], [ 0, %391 ]
  %406 = getelementptr inbounds nuw i16, ptr %158, i64 %341
  store i16 %405, ptr %406, align 2
  br label %416

407:                                              ; preds = %340
  %408 = getelementptr inbounds nuw float, ptr %7, i64 %341
  %409 = load float, ptr %408, align 4
  %410 = fptrunc float %409 to half
  %411 = getelementptr inbounds nuw half, ptr %158, i64 %341
  store half %410, ptr %411, align 2
  br label %416

412:                                              ; preds = %340
  %413 = getelementptr inbounds nuw float, ptr %7, i64 %341
  %414 = load float, ptr %413, align 4
  %415 = getelementptr inbounds nuw float, ptr %158, i64 %341
  store float %414, ptr %415, align 4
  br label %416

416:                                              ; preds = %356, %372, %388, %404, %407, %412, %340
  %417 = add nuw nsw i64 %341, 1
  %418 = icmp eq i64 %417, %48
  br i1 %418, label %419, label %340

419:                                              ; preds = %416, %196, %235, %274, %325, %338, %69
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #10
  ret void
}

define void @__xdsl_opencl_write_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #5 {
  %10 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #10
  store i32 %5, ptr %10, align 16
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store i32 %6, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %7, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %8, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %15 = load i32, ptr %14, align 4, !invariant.load !0
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
  %41 = load i32, ptr %40, align 4, !invariant.load !0
  br label %42

42:                                               ; preds = %38, %35
  %43 = phi i32 [ 1, %35 ], [ %41, %38 ]
  switch i32 %33, label %53 [
    i32 3, label %44
    i32 2, label %47
  ]

44:                                               ; preds = %42
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %46 = load i32, ptr %45, align 8, !invariant.load !0
  br label %53

47:                                               ; preds = %42
  %48 = and i32 %1, 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %53, label %50

50:                                               ; preds = %47
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %52 = load i32, ptr %51, align 4, !invariant.load !0
  br label %53

53:                                               ; preds = %42, %44, %47, %50
  %54 = phi i32 [ %46, %44 ], [ %52, %50 ], [ 1, %47 ], [ 1, %42 ]
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %56 = load i32, ptr %55, align 8, !invariant.load !0
  %57 = icmp uge i32 %2, %56
  %58 = icmp uge i32 %3, %43
  %59 = select i1 %57, i1 true, i1 %58
  %60 = icmp uge i32 %4, %54
  %61 = select i1 %59, i1 true, i1 %60
  br i1 %61, label %164, label %62

62:                                               ; preds = %53
  %63 = and i32 %1, 7
  %64 = icmp eq i32 %63, 5
  %65 = load ptr, ptr %0, align 8, !invariant.load !0
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %67 = load i64, ptr %66, align 8, !invariant.load !0
  br i1 %64, label %68, label %102

68:                                               ; preds = %62
  %69 = sext i32 %3 to i64
  %70 = mul nsw i64 %67, %69
  %71 = getelementptr inbounds i8, ptr %65, i64 %70
  %72 = sext i32 %2 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %74 = load i32, ptr %73, align 8, !invariant.load !0
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
  %93 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %92
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
  %108 = load i64, ptr %107, align 8, !invariant.load !0
  %109 = mul nsw i64 %108, %106
  %110 = getelementptr inbounds i8, ptr %105, i64 %109
  %111 = sext i32 %2 to i64
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %113 = load i32, ptr %112, align 8, !invariant.load !0
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
  %132 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %131
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
  %148 = load i32, ptr %143, align 8, !invariant.load !0
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
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #10
  ret void
}

define void @__xdsl_opencl_write_ui(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #5 {
  %10 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #10
  store i32 %5, ptr %10, align 16
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store i32 %6, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %7, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %8, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %15 = load i32, ptr %14, align 4, !invariant.load !0
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
  %41 = load i32, ptr %40, align 4, !invariant.load !0
  br label %42

42:                                               ; preds = %38, %35
  %43 = phi i32 [ 1, %35 ], [ %41, %38 ]
  switch i32 %33, label %53 [
    i32 3, label %44
    i32 2, label %47
  ]

44:                                               ; preds = %42
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %46 = load i32, ptr %45, align 8, !invariant.load !0
  br label %53

47:                                               ; preds = %42
  %48 = and i32 %1, 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %53, label %50

50:                                               ; preds = %47
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %52 = load i32, ptr %51, align 4, !invariant.load !0
  br label %53

53:                                               ; preds = %42, %44, %47, %50
  %54 = phi i32 [ %46, %44 ], [ %52, %50 ], [ 1, %47 ], [ 1, %42 ]
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %56 = load i32, ptr %55, align 8, !invariant.load !0
  %57 = icmp uge i32 %2, %56
  %58 = icmp uge i32 %3, %43
  %59 = select i1 %57, i1 true, i1 %58
  %60 = icmp uge i32 %4, %54
  %61 = select i1 %59, i1 true, i1 %60
  br i1 %61, label %162, label %62

62:                                               ; preds = %53
  %63 = and i32 %1, 7
  %64 = icmp eq i32 %63, 5
  %65 = load ptr, ptr %0, align 8, !invariant.load !0
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %67 = load i64, ptr %66, align 8, !invariant.load !0
  br i1 %64, label %68, label %102

68:                                               ; preds = %62
  %69 = sext i32 %3 to i64
  %70 = mul nsw i64 %67, %69
  %71 = getelementptr inbounds i8, ptr %65, i64 %70
  %72 = sext i32 %2 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %74 = load i32, ptr %73, align 8, !invariant.load !0
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
  %93 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %92
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
  %108 = load i64, ptr %107, align 8, !invariant.load !0
  %109 = mul nsw i64 %108, %106
  %110 = getelementptr inbounds i8, ptr %105, i64 %109
  %111 = sext i32 %2 to i64
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %113 = load i32, ptr %112, align 8, !invariant.load !0
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
  %132 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui.56, i64 %131
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
  %148 = load i32, ptr %143, align 8, !invariant.load !0
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
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #10
  ret void
}

declare float @llvm.floor.f32(float) #3

declare float @llvm.rint.f32(float) #3

declare float @llvm.fabs.f32(float) #3

define internal fastcc <4 x float> @load_f(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1) unnamed_addr #6 {
  %3 = alloca [4 x float], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %5 = load i32, ptr %4, align 4, !invariant.load !0
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
  %15 = load i32, ptr %14, align 8, !invariant.load !0
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
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #10
  ret <4 x float> %294
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #7

define internal fastcc noundef float @linear_of_srgb(float noundef %0) unnamed_addr #8 {
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

declare float @llvm.pow.f32(float, float) #3

define internal fastcc <4 x i32> @load_i(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1) unnamed_addr #6 {
  %3 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %5 = load i32, ptr %4, align 4, !invariant.load !0
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
  %15 = load i32, ptr %14, align 8, !invariant.load !0
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
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #10
  ret <4 x i32> %123
}

define internal fastcc noundef float @srgb_of_linear(float noundef %0) unnamed_addr #8 {
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

declare i32 @llvm.sadd.sat.i32(i32, i32) #9

declare i32 @llvm.smin.i32(i32, i32) #9

declare i32 @llvm.smax.i32(i32, i32) #9

declare i32 @llvm.umin.i32(i32, i32) #9

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { noinline nounwind }
attributes #5 = { nounwind }
attributes #6 = { noinline nounwind }
attributes #7 = { nounwind }
attributes #8 = { noinline nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }

!0 = !{}

@switch.table.__xdsl_opencl_load_row_f.9 = private unnamed_addr constant [19 x float] [float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00], align 4
@switch.table.__xdsl_opencl_fetch_i = private unnamed_addr constant [19 x i32] [i32 0, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0], align 4
@switch.table.__xdsl_opencl_write_ui = private unnamed_addr constant [17 x i64] [i64 1, i64 1, i64 2, i64 2, i64 3, i64 4, i64 4, i64 4, i64 1, i64 1, i64 1, i64 2, i64 3, i64 1, i64 4, i64 3, i64 3], align 8

define <4 x float> @__xdsl_opencl_load_f(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = alloca [4 x float], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #11
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %5 = load i32, ptr %4, align 4, !invariant.load !0
  %6 = add i32 %5, -4272
  %7 = icmp ult i32 %6, 17
  br i1 %7, label %8, label %12

8:                                                ; preds = %2
  %9 = zext nneg i32 %6 to i64
  %10 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui, i64 %9
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
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #11
  ret <4 x float> %294
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define internal fastcc noundef float @linear_of_srgb(float noundef %0) unnamed_addr #3 {
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

define <4 x i32> @__xdsl_opencl_load_i(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #11
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %5 = load i32, ptr %4, align 4, !invariant.load !0
  %6 = add i32 %5, -4272
  %7 = icmp ult i32 %6, 17
  br i1 %7, label %8, label %12

8:                                                ; preds = %2
  %9 = zext nneg i32 %6 to i64
  %10 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui, i64 %9
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
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #11
  ret <4 x i32> %123
}

define <4 x float> @__xdsl_opencl_sample_f(ptr noundef readonly %0, i32 noundef %1, i32 noundef %2, float noundef %3, float noundef %4, float noundef %5) local_unnamed_addr #4 {
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
  br i1 %30, label %229, label %305

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
  %263 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %262
  %264 = load float, ptr %263, align 4
  br label %265

265:                                              ; preds = %256, %261
  %266 = phi float [ %264, %261 ], [ 1.000000e+00, %256 ]
  %267 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %266, i64 3
  br label %865

268:                                              ; preds = %229, %229, %249
  %269 = and i32 %2, 7
  %270 = icmp eq i32 %269, 5
  %271 = load ptr, ptr %0, align 8, !invariant.load !0
  %272 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %273 = load i64, ptr %272, align 8, !invariant.load !0
  br i1 %270, label %274, label %278

274:                                              ; preds = %268
  %275 = sext i32 %148 to i64
  %276 = mul nsw i64 %273, %275
  %277 = getelementptr inbounds i8, ptr %271, i64 %276
  br label %287

278:                                              ; preds = %268
  %279 = sext i32 %226 to i64
  %280 = mul nsw i64 %273, %279
  %281 = getelementptr inbounds i8, ptr %271, i64 %280
  %282 = sext i32 %148 to i64
  %283 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %284 = load i64, ptr %283, align 8, !invariant.load !0
  %285 = mul nsw i64 %284, %282
  %286 = getelementptr inbounds i8, ptr %281, i64 %285
  br label %287

287:                                              ; preds = %274, %278
  %288 = phi ptr [ %277, %274 ], [ %286, %278 ]
  %289 = sext i32 %68 to i64
  %290 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %291 = load i32, ptr %290, align 8, !invariant.load !0
  %292 = sext i32 %291 to i64
  %293 = mul nsw i64 %292, %289
  %294 = getelementptr inbounds i8, ptr %288, i64 %293
  %295 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %296 = load i32, ptr %295, align 4, !invariant.load !0
  switch i32 %296, label %303 [
    i32 1, label %297
    i32 2, label %301
  ]

297:                                              ; preds = %287
  %298 = load <4 x i8>, ptr %294, align 1
  %299 = uitofp <4 x i8> %298 to <4 x float>
  %300 = fdiv <4 x float> %299, splat (float 2.550000e+02)
  br label %865

301:                                              ; preds = %287
  %302 = load <4 x float>, ptr %294, align 4
  br label %865

303:                                              ; preds = %287
  %304 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef %0, ptr noundef %294) #12
  br label %865

305:                                              ; preds = %225
  %306 = fsub float 1.000000e+00, %40
  %307 = insertelement <4 x float> poison, float %306, i64 0
  %308 = shufflevector <4 x float> %307, <4 x float> poison, <4 x i32> zeroinitializer
  switch i32 %7, label %309 [
    i32 8, label %347
    i32 2, label %347
  ]

309:                                              ; preds = %305
  br i1 %71, label %313, label %310

310:                                              ; preds = %309
  %311 = and i32 %2, 4
  %312 = icmp eq i32 %311, 0
  br i1 %312, label %317, label %313

313:                                              ; preds = %310, %309
  %314 = phi i64 [ 28, %309 ], [ 36, %310 ]
  %315 = getelementptr inbounds nuw i8, ptr %0, i64 %314
  %316 = load i32, ptr %315, align 4, !invariant.load !0
  br label %317

317:                                              ; preds = %313, %310
  %318 = phi i32 [ 1, %310 ], [ %316, %313 ]
  switch i32 %70, label %328 [
    i32 3, label %319
    i32 2, label %322
  ]

319:                                              ; preds = %317
  %320 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %321 = load i32, ptr %320, align 8, !invariant.load !0
  br label %328

322:                                              ; preds = %317
  %323 = and i32 %2, 4
  %324 = icmp eq i32 %323, 0
  br i1 %324, label %328, label %325

325:                                              ; preds = %322
  %326 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %327 = load i32, ptr %326, align 4, !invariant.load !0
  br label %328

328:                                              ; preds = %317, %319, %322, %325
  %329 = phi i32 [ %321, %319 ], [ %327, %325 ], [ 1, %322 ], [ 1, %317 ]
  %330 = icmp uge i32 %68, %9
  %331 = icmp uge i32 %148, %318
  %332 = select i1 %330, i1 true, i1 %331
  %333 = icmp uge i32 %226, %329
  %334 = select i1 %332, i1 true, i1 %333
  br i1 %334, label %335, label %347

335:                                              ; preds = %328
  %336 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %337 = load i32, ptr %336, align 4, !invariant.load !0
  %338 = add i32 %337, -4273
  %339 = icmp ult i32 %338, 19
  br i1 %339, label %340, label %344

340:                                              ; preds = %335
  %341 = zext nneg i32 %338 to i64
  %342 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %341
  %343 = load float, ptr %342, align 4
  br label %344

344:                                              ; preds = %335, %340
  %345 = phi float [ %343, %340 ], [ 1.000000e+00, %335 ]
  %346 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %345, i64 3
  br label %384

347:                                              ; preds = %305, %305, %328
  %348 = and i32 %2, 7
  %349 = icmp eq i32 %348, 5
  %350 = load ptr, ptr %0, align 8, !invariant.load !0
  %351 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %352 = load i64, ptr %351, align 8, !invariant.load !0
  br i1 %349, label %353, label %357

353:                                              ; preds = %347
  %354 = sext i32 %148 to i64
  %355 = mul nsw i64 %352, %354
  %356 = getelementptr inbounds i8, ptr %350, i64 %355
  br label %366

357:                                              ; preds = %347
  %358 = sext i32 %226 to i64
  %359 = mul nsw i64 %352, %358
  %360 = getelementptr inbounds i8, ptr %350, i64 %359
  %361 = sext i32 %148 to i64
  %362 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %363 = load i64, ptr %362, align 8, !invariant.load !0
  %364 = mul nsw i64 %363, %361
  %365 = getelementptr inbounds i8, ptr %360, i64 %364
  br label %366

366:                                              ; preds = %353, %357
  %367 = phi ptr [ %356, %353 ], [ %365, %357 ]
  %368 = sext i32 %68 to i64
  %369 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %370 = load i32, ptr %369, align 8, !invariant.load !0
  %371 = sext i32 %370 to i64
  %372 = mul nsw i64 %371, %368
  %373 = getelementptr inbounds i8, ptr %367, i64 %372
  %374 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %375 = load i32, ptr %374, align 4, !invariant.load !0
  switch i32 %375, label %382 [
    i32 1, label %376
    i32 2, label %380
  ]

376:                                              ; preds = %366
  %377 = load <4 x i8>, ptr %373, align 1
  %378 = uitofp <4 x i8> %377 to <4 x float>
  %379 = fdiv <4 x float> %378, splat (float 2.550000e+02)
  br label %384

380:                                              ; preds = %366
  %381 = load <4 x float>, ptr %373, align 4
  br label %384

382:                                              ; preds = %366
  %383 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef %0, ptr noundef %373) #12
  br label %384

384:                                              ; preds = %382, %380, %376, %344
  %385 = phi <4 x float> [ %346, %344 ], [ %379, %376 ], [ %381, %380 ], [ %383, %382 ]
  %386 = fmul <4 x float> %308, %385
  %387 = insertelement <4 x float> poison, float %40, i64 0
  %388 = shufflevector <4 x float> %387, <4 x float> poison, <4 x i32> zeroinitializer
  switch i32 %7, label %389 [
    i32 8, label %427
    i32 2, label %427
  ]

389:                                              ; preds = %384
  br i1 %71, label %393, label %390

390:                                              ; preds = %389
  %391 = and i32 %2, 4
  %392 = icmp eq i32 %391, 0
  br i1 %392, label %397, label %393

393:                                              ; preds = %390, %389
  %394 = phi i64 [ 28, %389 ], [ 36, %390 ]
  %395 = getelementptr inbounds nuw i8, ptr %0, i64 %394
  %396 = load i32, ptr %395, align 4, !invariant.load !0
  br label %397

397:                                              ; preds = %393, %390
  %398 = phi i32 [ 1, %390 ], [ %396, %393 ]
  switch i32 %70, label %408 [
    i32 3, label %399
    i32 2, label %402
  ]

399:                                              ; preds = %397
  %400 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %401 = load i32, ptr %400, align 8, !invariant.load !0
  br label %408

402:                                              ; preds = %397
  %403 = and i32 %2, 4
  %404 = icmp eq i32 %403, 0
  br i1 %404, label %408, label %405

405:                                              ; preds = %402
  %406 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %407 = load i32, ptr %406, align 4, !invariant.load !0
  br label %408

408:                                              ; preds = %397, %399, %402, %405
  %409 = phi i32 [ %401, %399 ], [ %407, %405 ], [ 1, %402 ], [ 1, %397 ]
  %410 = icmp uge i32 %69, %9
  %411 = icmp uge i32 %148, %398
  %412 = select i1 %410, i1 true, i1 %411
  %413 = icmp uge i32 %226, %409
  %414 = select i1 %412, i1 true, i1 %413
  br i1 %414, label %415, label %427

415:                                              ; preds = %408
  %416 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %417 = load i32, ptr %416, align 4, !invariant.load !0
  %418 = add i32 %417, -4273
  %419 = icmp ult i32 %418, 19
  br i1 %419, label %420, label %424

420:                                              ; preds = %415
  %421 = zext nneg i32 %418 to i64
  %422 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %421
  %423 = load float, ptr %422, align 4
  br label %424

424:                                              ; preds = %415, %420
  %425 = phi float [ %423, %420 ], [ 1.000000e+00, %415 ]
  %426 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %425, i64 3
  br label %464

427:                                              ; preds = %384, %384, %408
  %428 = and i32 %2, 7
  %429 = icmp eq i32 %428, 5
  %430 = load ptr, ptr %0, align 8, !invariant.load !0
  %431 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %432 = load i64, ptr %431, align 8, !invariant.load !0
  br i1 %429, label %433, label %437

433:                                              ; preds = %427
  %434 = sext i32 %148 to i64
  %435 = mul nsw i64 %432, %434
  %436 = getelementptr inbounds i8, ptr %430, i64 %435
  br label %446

437:                                              ; preds = %427
  %438 = sext i32 %226 to i64
  %439 = mul nsw i64 %432, %438
  %440 = getelementptr inbounds i8, ptr %430, i64 %439
  %441 = sext i32 %148 to i64
  %442 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %443 = load i64, ptr %442, align 8, !invariant.load !0
  %444 = mul nsw i64 %443, %441
  %445 = getelementptr inbounds i8, ptr %440, i64 %444
  br label %446

446:                                              ; preds = %433, %437
  %447 = phi ptr [ %436, %433 ], [ %445, %437 ]
  %448 = sext i32 %69 to i64
  %449 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %450 = load i32, ptr %449, align 8, !invariant.load !0
  %451 = sext i32 %450 to i64
  %452 = mul nsw i64 %451, %448
  %453 = getelementptr inbounds i8, ptr %447, i64 %452
  %454 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %455 = load i32, ptr %454, align 4, !invariant.load !0
  switch i32 %455, label %462 [
    i32 1, label %456
    i32 2, label %460
  ]

456:                                              ; preds = %446
  %457 = load <4 x i8>, ptr %453, align 1
  %458 = uitofp <4 x i8> %457 to <4 x float>
  %459 = fdiv <4 x float> %458, splat (float 2.550000e+02)
  br label %464

460:                                              ; preds = %446
  %461 = load <4 x float>, ptr %453, align 4
  br label %464

462:                                              ; preds = %446
  %463 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef %0, ptr noundef %453) #12
  br label %464

464:                                              ; preds = %462, %460, %456, %424
  %465 = phi <4 x float> [ %426, %424 ], [ %459, %456 ], [ %461, %460 ], [ %463, %462 ]
  %466 = fmul <4 x float> %388, %465
  %467 = fadd <4 x float> %386, %466
  br i1 %71, label %468, label %604

468:                                              ; preds = %464
  switch i32 %7, label %469 [
    i32 8, label %501
    i32 2, label %501
  ]

469:                                              ; preds = %468
  %470 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %471 = load i32, ptr %470, align 4, !invariant.load !0
  %472 = icmp eq i32 %70, 3
  br i1 %472, label %473, label %476

473:                                              ; preds = %469
  %474 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %475 = load i32, ptr %474, align 8, !invariant.load !0
  br label %482

476:                                              ; preds = %469
  %477 = and i32 %2, 4
  %478 = icmp eq i32 %477, 0
  br i1 %478, label %482, label %479

479:                                              ; preds = %476
  %480 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %481 = load i32, ptr %480, align 4, !invariant.load !0
  br label %482

482:                                              ; preds = %473, %476, %479
  %483 = phi i32 [ %475, %473 ], [ %481, %479 ], [ 1, %476 ]
  %484 = icmp uge i32 %68, %9
  %485 = icmp uge i32 %147, %471
  %486 = select i1 %484, i1 true, i1 %485
  %487 = icmp uge i32 %226, %483
  %488 = select i1 %486, i1 true, i1 %487
  br i1 %488, label %489, label %501

489:                                              ; preds = %482
  %490 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %491 = load i32, ptr %490, align 4, !invariant.load !0
  %492 = add i32 %491, -4273
  %493 = icmp ult i32 %492, 19
  br i1 %493, label %494, label %498

494:                                              ; preds = %489
  %495 = zext nneg i32 %492 to i64
  %496 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %495
  %497 = load float, ptr %496, align 4
  br label %498

498:                                              ; preds = %489, %494
  %499 = phi float [ %497, %494 ], [ 1.000000e+00, %489 ]
  %500 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %499, i64 3
  br label %529

501:                                              ; preds = %482, %468, %468
  %502 = load ptr, ptr %0, align 8, !invariant.load !0
  %503 = sext i32 %226 to i64
  %504 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %505 = load i64, ptr %504, align 8, !invariant.load !0
  %506 = mul nsw i64 %505, %503
  %507 = getelementptr inbounds i8, ptr %502, i64 %506
  %508 = sext i32 %147 to i64
  %509 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %510 = load i64, ptr %509, align 8, !invariant.load !0
  %511 = mul nsw i64 %510, %508
  %512 = getelementptr inbounds i8, ptr %507, i64 %511
  %513 = sext i32 %68 to i64
  %514 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %515 = load i32, ptr %514, align 8, !invariant.load !0
  %516 = sext i32 %515 to i64
  %517 = mul nsw i64 %516, %513
  %518 = getelementptr inbounds i8, ptr %512, i64 %517
  %519 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %520 = load i32, ptr %519, align 4, !invariant.load !0
  switch i32 %520, label %527 [
    i32 1, label %521
    i32 2, label %525
  ]

521:                                              ; preds = %501
  %522 = load <4 x i8>, ptr %518, align 1
  %523 = uitofp <4 x i8> %522 to <4 x float>
  %524 = fdiv <4 x float> %523, splat (float 2.550000e+02)
  br label %529

525:                                              ; preds = %501
  %526 = load <4 x float>, ptr %518, align 4
  br label %529

527:                                              ; preds = %501
  %528 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef nonnull %0, ptr noundef %518) #12
  br label %529

529:                                              ; preds = %527, %525, %521, %498
  %530 = phi <4 x float> [ %500, %498 ], [ %524, %521 ], [ %526, %525 ], [ %528, %527 ]
  %531 = fmul <4 x float> %308, %530
  switch i32 %7, label %532 [
    i32 8, label %564
    i32 2, label %564
  ]

532:                                              ; preds = %529
  %533 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %534 = load i32, ptr %533, align 4, !invariant.load !0
  %535 = icmp eq i32 %70, 3
  br i1 %535, label %536, label %539

536:                                              ; preds = %532
  %537 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %538 = load i32, ptr %537, align 8, !invariant.load !0
  br label %545

539:                                              ; preds = %532
  %540 = and i32 %2, 4
  %541 = icmp eq i32 %540, 0
  br i1 %541, label %545, label %542

542:                                              ; preds = %539
  %543 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %544 = load i32, ptr %543, align 4, !invariant.load !0
  br label %545

545:                                              ; preds = %536, %539, %542
  %546 = phi i32 [ %538, %536 ], [ %544, %542 ], [ 1, %539 ]
  %547 = icmp uge i32 %69, %9
  %548 = icmp uge i32 %147, %534
  %549 = select i1 %547, i1 true, i1 %548
  %550 = icmp uge i32 %226, %546
  %551 = select i1 %549, i1 true, i1 %550
  br i1 %551, label %552, label %564

552:                                              ; preds = %545
  %553 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %554 = load i32, ptr %553, align 4, !invariant.load !0
  %555 = add i32 %554, -4273
  %556 = icmp ult i32 %555, 19
  br i1 %556, label %557, label %561

557:                                              ; preds = %552
  %558 = zext nneg i32 %555 to i64
  %559 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %558
  %560 = load float, ptr %559, align 4
  br label %561

561:                                              ; preds = %552, %557
  %562 = phi float [ %560, %557 ], [ 1.000000e+00, %552 ]
  %563 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %562, i64 3
  br label %592

564:                                              ; preds = %545, %529, %529
  %565 = load ptr, ptr %0, align 8, !invariant.load !0
  %566 = sext i32 %226 to i64
  %567 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %568 = load i64, ptr %567, align 8, !invariant.load !0
  %569 = mul nsw i64 %568, %566
  %570 = getelementptr inbounds i8, ptr %565, i64 %569
  %571 = sext i32 %147 to i64
  %572 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %573 = load i64, ptr %572, align 8, !invariant.load !0
  %574 = mul nsw i64 %573, %571
  %575 = getelementptr inbounds i8, ptr %570, i64 %574
  %576 = sext i32 %69 to i64
  %577 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %578 = load i32, ptr %577, align 8, !invariant.load !0
  %579 = sext i32 %578 to i64
  %580 = mul nsw i64 %579, %576
  %581 = getelementptr inbounds i8, ptr %575, i64 %580
  %582 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %583 = load i32, ptr %582, align 4, !invariant.load !0
  switch i32 %583, label %590 [
    i32 1, label %584
    i32 2, label %588
  ]

584:                                              ; preds = %564
  %585 = load <4 x i8>, ptr %581, align 1
  %586 = uitofp <4 x i8> %585 to <4 x float>
  %587 = fdiv <4 x float> %586, splat (float 2.550000e+02)
  br label %592

588:                                              ; preds = %564
  %589 = load <4 x float>, ptr %581, align 4
  br label %592

590:                                              ; preds = %564
  %591 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef nonnull %0, ptr noundef %581) #12
  br label %592

592:                                              ; preds = %590, %588, %584, %561
  %593 = phi <4 x float> [ %563, %561 ], [ %587, %584 ], [ %589, %588 ], [ %591, %590 ]
  %594 = fmul <4 x float> %388, %593
  %595 = fadd <4 x float> %531, %594
  %596 = fsub float 1.000000e+00, %149
  %597 = insertelement <4 x float> poison, float %596, i64 0
  %598 = shufflevector <4 x float> %597, <4 x float> poison, <4 x i32> zeroinitializer
  %599 = fmul <4 x float> %598, %467
  %600 = insertelement <4 x float> poison, float %149, i64 0
  %601 = shufflevector <4 x float> %600, <4 x float> poison, <4 x i32> zeroinitializer
  %602 = fmul <4 x float> %601, %595
  %603 = fadd <4 x float> %599, %602
  br label %604

604:                                              ; preds = %592, %464
  %605 = phi <4 x float> [ %603, %592 ], [ %467, %464 ]
  br i1 %150, label %606, label %865

606:                                              ; preds = %604
  switch i32 %7, label %607 [
    i32 8, label %636
    i32 2, label %636
  ]

607:                                              ; preds = %606
  br i1 %71, label %611, label %608

608:                                              ; preds = %607
  %609 = and i32 %2, 4
  %610 = icmp eq i32 %609, 0
  br i1 %610, label %615, label %611

611:                                              ; preds = %608, %607
  %612 = phi i64 [ 28, %607 ], [ 36, %608 ]
  %613 = getelementptr inbounds nuw i8, ptr %0, i64 %612
  %614 = load i32, ptr %613, align 4, !invariant.load !0
  br label %615

615:                                              ; preds = %611, %608
  %616 = phi i32 [ 1, %608 ], [ %614, %611 ]
  %617 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %618 = load i32, ptr %617, align 8, !invariant.load !0
  %619 = icmp uge i32 %68, %9
  %620 = icmp uge i32 %148, %616
  %621 = select i1 %619, i1 true, i1 %620
  %622 = icmp uge i32 %227, %618
  %623 = select i1 %621, i1 true, i1 %622
  br i1 %623, label %624, label %636

624:                                              ; preds = %615
  %625 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %626 = load i32, ptr %625, align 4, !invariant.load !0
  %627 = add i32 %626, -4273
  %628 = icmp ult i32 %627, 19
  br i1 %628, label %629, label %633

629:                                              ; preds = %624
  %630 = zext nneg i32 %627 to i64
  %631 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %630
  %632 = load float, ptr %631, align 4
  br label %633

633:                                              ; preds = %624, %629
  %634 = phi float [ %632, %629 ], [ 1.000000e+00, %624 ]
  %635 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %634, i64 3
  br label %664

636:                                              ; preds = %615, %606, %606
  %637 = load ptr, ptr %0, align 8, !invariant.load !0
  %638 = sext i32 %227 to i64
  %639 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %640 = load i64, ptr %639, align 8, !invariant.load !0
  %641 = mul nsw i64 %640, %638
  %642 = getelementptr inbounds i8, ptr %637, i64 %641
  %643 = sext i32 %148 to i64
  %644 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %645 = load i64, ptr %644, align 8, !invariant.load !0
  %646 = mul nsw i64 %645, %643
  %647 = getelementptr inbounds i8, ptr %642, i64 %646
  %648 = sext i32 %68 to i64
  %649 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %650 = load i32, ptr %649, align 8, !invariant.load !0
  %651 = sext i32 %650 to i64
  %652 = mul nsw i64 %651, %648
  %653 = getelementptr inbounds i8, ptr %647, i64 %652
  %654 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %655 = load i32, ptr %654, align 4, !invariant.load !0
  switch i32 %655, label %662 [
    i32 1, label %656
    i32 2, label %660
  ]

656:                                              ; preds = %636
  %657 = load <4 x i8>, ptr %653, align 1
  %658 = uitofp <4 x i8> %657 to <4 x float>
  %659 = fdiv <4 x float> %658, splat (float 2.550000e+02)
  br label %664

660:                                              ; preds = %636
  %661 = load <4 x float>, ptr %653, align 4
  br label %664

662:                                              ; preds = %636
  %663 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef %0, ptr noundef %653) #12
  br label %664

664:                                              ; preds = %662, %660, %656, %633
  %665 = phi <4 x float> [ %635, %633 ], [ %659, %656 ], [ %661, %660 ], [ %663, %662 ]
  %666 = fmul <4 x float> %308, %665
  switch i32 %7, label %667 [
    i32 8, label %696
    i32 2, label %696
  ]

667:                                              ; preds = %664
  br i1 %71, label %671, label %668

668:                                              ; preds = %667
  %669 = and i32 %2, 4
  %670 = icmp eq i32 %669, 0
  br i1 %670, label %675, label %671

671:                                              ; preds = %668, %667
  %672 = phi i64 [ 28, %667 ], [ 36, %668 ]
  %673 = getelementptr inbounds nuw i8, ptr %0, i64 %672
  %674 = load i32, ptr %673, align 4, !invariant.load !0
  br label %675

675:                                              ; preds = %671, %668
  %676 = phi i32 [ 1, %668 ], [ %674, %671 ]
  %677 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %678 = load i32, ptr %677, align 8, !invariant.load !0
  %679 = icmp uge i32 %69, %9
  %680 = icmp uge i32 %148, %676
  %681 = select i1 %679, i1 true, i1 %680
  %682 = icmp uge i32 %227, %678
  %683 = select i1 %681, i1 true, i1 %682
  br i1 %683, label %684, label %696

684:                                              ; preds = %675
  %685 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %686 = load i32, ptr %685, align 4, !invariant.load !0
  %687 = add i32 %686, -4273
  %688 = icmp ult i32 %687, 19
  br i1 %688, label %689, label %693

689:                                              ; preds = %684
  %690 = zext nneg i32 %687 to i64
  %691 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %690
  %692 = load float, ptr %691, align 4
  br label %693

693:                                              ; preds = %684, %689
  %694 = phi float [ %692, %689 ], [ 1.000000e+00, %684 ]
  %695 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %694, i64 3
  br label %724

696:                                              ; preds = %675, %664, %664
  %697 = load ptr, ptr %0, align 8, !invariant.load !0
  %698 = sext i32 %227 to i64
  %699 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %700 = load i64, ptr %699, align 8, !invariant.load !0
  %701 = mul nsw i64 %700, %698
  %702 = getelementptr inbounds i8, ptr %697, i64 %701
  %703 = sext i32 %148 to i64
  %704 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %705 = load i64, ptr %704, align 8, !invariant.load !0
  %706 = mul nsw i64 %705, %703
  %707 = getelementptr inbounds i8, ptr %702, i64 %706
  %708 = sext i32 %69 to i64
  %709 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %710 = load i32, ptr %709, align 8, !invariant.load !0
  %711 = sext i32 %710 to i64
  %712 = mul nsw i64 %711, %708
  %713 = getelementptr inbounds i8, ptr %707, i64 %712
  %714 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %715 = load i32, ptr %714, align 4, !invariant.load !0
  switch i32 %715, label %722 [
    i32 1, label %716
    i32 2, label %720
  ]

716:                                              ; preds = %696
  %717 = load <4 x i8>, ptr %713, align 1
  %718 = uitofp <4 x i8> %717 to <4 x float>
  %719 = fdiv <4 x float> %718, splat (float 2.550000e+02)
  br label %724

720:                                              ; preds = %696
  %721 = load <4 x float>, ptr %713, align 4
  br label %724

722:                                              ; preds = %696
  %723 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef %0, ptr noundef %713) #12
  br label %724

724:                                              ; preds = %722, %720, %716, %693
  %725 = phi <4 x float> [ %695, %693 ], [ %719, %716 ], [ %721, %720 ], [ %723, %722 ]
  %726 = fmul <4 x float> %388, %725
  %727 = fadd <4 x float> %666, %726
  switch i32 %7, label %728 [
    i32 8, label %757
    i32 2, label %757
  ]

728:                                              ; preds = %724
  br i1 %71, label %732, label %729

729:                                              ; preds = %728
  %730 = and i32 %2, 4
  %731 = icmp eq i32 %730, 0
  br i1 %731, label %736, label %732

732:                                              ; preds = %729, %728
  %733 = phi i64 [ 28, %728 ], [ 36, %729 ]
  %734 = getelementptr inbounds nuw i8, ptr %0, i64 %733
  %735 = load i32, ptr %734, align 4, !invariant.load !0
  br label %736

736:                                              ; preds = %732, %729
  %737 = phi i32 [ 1, %729 ], [ %735, %732 ]
  %738 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %739 = load i32, ptr %738, align 8, !invariant.load !0
  %740 = icmp uge i32 %68, %9
  %741 = icmp uge i32 %147, %737
  %742 = select i1 %740, i1 true, i1 %741
  %743 = icmp uge i32 %227, %739
  %744 = select i1 %742, i1 true, i1 %743
  br i1 %744, label %745, label %757

745:                                              ; preds = %736
  %746 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %747 = load i32, ptr %746, align 4, !invariant.load !0
  %748 = add i32 %747, -4273
  %749 = icmp ult i32 %748, 19
  br i1 %749, label %750, label %754

750:                                              ; preds = %745
  %751 = zext nneg i32 %748 to i64
  %752 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %751
  %753 = load float, ptr %752, align 4
  br label %754

754:                                              ; preds = %745, %750
  %755 = phi float [ %753, %750 ], [ 1.000000e+00, %745 ]
  %756 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %755, i64 3
  br label %785

757:                                              ; preds = %736, %724, %724
  %758 = load ptr, ptr %0, align 8, !invariant.load !0
  %759 = sext i32 %227 to i64
  %760 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %761 = load i64, ptr %760, align 8, !invariant.load !0
  %762 = mul nsw i64 %761, %759
  %763 = getelementptr inbounds i8, ptr %758, i64 %762
  %764 = sext i32 %147 to i64
  %765 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %766 = load i64, ptr %765, align 8, !invariant.load !0
  %767 = mul nsw i64 %766, %764
  %768 = getelementptr inbounds i8, ptr %763, i64 %767
  %769 = sext i32 %68 to i64
  %770 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %771 = load i32, ptr %770, align 8, !invariant.load !0
  %772 = sext i32 %771 to i64
  %773 = mul nsw i64 %772, %769
  %774 = getelementptr inbounds i8, ptr %768, i64 %773
  %775 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %776 = load i32, ptr %775, align 4, !invariant.load !0
  switch i32 %776, label %783 [
    i32 1, label %777
    i32 2, label %781
  ]

777:                                              ; preds = %757
  %778 = load <4 x i8>, ptr %774, align 1
  %779 = uitofp <4 x i8> %778 to <4 x float>
  %780 = fdiv <4 x float> %779, splat (float 2.550000e+02)
  br label %785

781:                                              ; preds = %757
  %782 = load <4 x float>, ptr %774, align 4
  br label %785

783:                                              ; preds = %757
  %784 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef %0, ptr noundef %774) #12
  br label %785

785:                                              ; preds = %783, %781, %777, %754
  %786 = phi <4 x float> [ %756, %754 ], [ %780, %777 ], [ %782, %781 ], [ %784, %783 ]
  %787 = fmul <4 x float> %308, %786
  switch i32 %7, label %788 [
    i32 8, label %817
    i32 2, label %817
  ]

788:                                              ; preds = %785
  br i1 %71, label %792, label %789

789:                                              ; preds = %788
  %790 = and i32 %2, 4
  %791 = icmp eq i32 %790, 0
  br i1 %791, label %796, label %792

792:                                              ; preds = %789, %788
  %793 = phi i64 [ 28, %788 ], [ 36, %789 ]
  %794 = getelementptr inbounds nuw i8, ptr %0, i64 %793
  %795 = load i32, ptr %794, align 4, !invariant.load !0
  br label %796

796:                                              ; preds = %792, %789
  %797 = phi i32 [ 1, %789 ], [ %795, %792 ]
  %798 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %799 = load i32, ptr %798, align 8, !invariant.load !0
  %800 = icmp uge i32 %69, %9
  %801 = icmp uge i32 %147, %797
  %802 = select i1 %800, i1 true, i1 %801
  %803 = icmp uge i32 %227, %799
  %804 = select i1 %802, i1 true, i1 %803
  br i1 %804, label %805, label %817

805:                                              ; preds = %796
  %806 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %807 = load i32, ptr %806, align 4, !invariant.load !0
  %808 = add i32 %807, -4273
  %809 = icmp ult i32 %808, 19
  br i1 %809, label %810, label %814

810:                                              ; preds = %805
  %811 = zext nneg i32 %808 to i64
  %812 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %811
  %813 = load float, ptr %812, align 4
  br label %814

814:                                              ; preds = %805, %810
  %815 = phi float [ %813, %810 ], [ 1.000000e+00, %805 ]
  %816 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %815, i64 3
  br label %845

817:                                              ; preds = %796, %785, %785
  %818 = load ptr, ptr %0, align 8, !invariant.load !0
  %819 = sext i32 %227 to i64
  %820 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %821 = load i64, ptr %820, align 8, !invariant.load !0
  %822 = mul nsw i64 %821, %819
  %823 = getelementptr inbounds i8, ptr %818, i64 %822
  %824 = sext i32 %147 to i64
  %825 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %826 = load i64, ptr %825, align 8, !invariant.load !0
  %827 = mul nsw i64 %826, %824
  %828 = getelementptr inbounds i8, ptr %823, i64 %827
  %829 = sext i32 %69 to i64
  %830 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %831 = load i32, ptr %830, align 8, !invariant.load !0
  %832 = sext i32 %831 to i64
  %833 = mul nsw i64 %832, %829
  %834 = getelementptr inbounds i8, ptr %828, i64 %833
  %835 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %836 = load i32, ptr %835, align 4, !invariant.load !0
  switch i32 %836, label %843 [
    i32 1, label %837
    i32 2, label %841
  ]

837:                                              ; preds = %817
  %838 = load <4 x i8>, ptr %834, align 1
  %839 = uitofp <4 x i8> %838 to <4 x float>
  %840 = fdiv <4 x float> %839, splat (float 2.550000e+02)
  br label %845

841:                                              ; preds = %817
  %842 = load <4 x float>, ptr %834, align 4
  br label %845

843:                                              ; preds = %817
  %844 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef %0, ptr noundef %834) #12
  br label %845

845:                                              ; preds = %843, %841, %837, %814
  %846 = phi <4 x float> [ %816, %814 ], [ %840, %837 ], [ %842, %841 ], [ %844, %843 ]
  %847 = fmul <4 x float> %388, %846
  %848 = fadd <4 x float> %787, %847
  %849 = fsub float 1.000000e+00, %228
  %850 = insertelement <4 x float> poison, float %849, i64 0
  %851 = shufflevector <4 x float> %850, <4 x float> poison, <4 x i32> zeroinitializer
  %852 = fmul <4 x float> %851, %605
  %853 = insertelement <4 x float> poison, float %228, i64 0
  %854 = shufflevector <4 x float> %853, <4 x float> poison, <4 x i32> zeroinitializer
  %855 = fsub float 1.000000e+00, %149
  %856 = insertelement <4 x float> poison, float %855, i64 0
  %857 = shufflevector <4 x float> %856, <4 x float> poison, <4 x i32> zeroinitializer
  %858 = fmul <4 x float> %857, %727
  %859 = insertelement <4 x float> poison, float %149, i64 0
  %860 = shufflevector <4 x float> %859, <4 x float> poison, <4 x i32> zeroinitializer
  %861 = fmul <4 x float> %860, %848
  %862 = fadd <4 x float> %858, %861
  %863 = fmul <4 x float> %854, %862
  %864 = fadd <4 x float> %852, %863
  br label %865

865:                                              ; preds = %265, %297, %301, %303, %604, %845
  %866 = phi <4 x float> [ %605, %604 ], [ %864, %845 ], [ %267, %265 ], [ %300, %297 ], [ %302, %301 ], [ %304, %303 ]
  ret <4 x float> %866
}

define <4 x i32> @__xdsl_opencl_sample_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, float noundef %3, float noundef %4, float noundef %5) local_unnamed_addr #4 {
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
  br label %246

218:                                              ; preds = %177, %177, %199
  %219 = and i32 %2, 7
  %220 = icmp eq i32 %219, 5
  %221 = load ptr, ptr %0, align 8, !invariant.load !0
  %222 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %223 = load i64, ptr %222, align 8, !invariant.load !0
  br i1 %220, label %224, label %228

224:                                              ; preds = %218
  %225 = sext i32 %116 to i64
  %226 = mul nsw i64 %223, %225
  %227 = getelementptr inbounds i8, ptr %221, i64 %226
  br label %237

228:                                              ; preds = %218
  %229 = sext i32 %178 to i64
  %230 = mul nsw i64 %223, %229
  %231 = getelementptr inbounds i8, ptr %221, i64 %230
  %232 = sext i32 %116 to i64
  %233 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %234 = load i64, ptr %233, align 8, !invariant.load !0
  %235 = mul nsw i64 %234, %232
  %236 = getelementptr inbounds i8, ptr %231, i64 %235
  br label %237

237:                                              ; preds = %224, %228
  %238 = phi ptr [ %227, %224 ], [ %236, %228 ]
  %239 = sext i32 %52 to i64
  %240 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %241 = load i32, ptr %240, align 8, !invariant.load !0
  %242 = sext i32 %241 to i64
  %243 = mul nsw i64 %242, %239
  %244 = getelementptr inbounds i8, ptr %238, i64 %243
  %245 = tail call <4 x i32> @__xdsl_opencl_load_i(ptr noundef nonnull %0, ptr noundef %244) #12
  br label %246

246:                                              ; preds = %215, %237
  %247 = phi <4 x i32> [ %245, %237 ], [ %217, %215 ]
  ret <4 x i32> %247
}

define <4 x float> @__xdsl_opencl_fetch_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #4 {
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

38:                                               ; preds = %33, %31, %6
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

58:                                               ; preds = %53, %48, %38
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

65:                                               ; preds = %64, %58
  br label %66

66:                                               ; preds = %65, %64, %58
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
  %97 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %96
  %98 = load float, ptr %97, align 4
  br label %99

99:                                               ; preds = %90, %95
  %100 = phi float [ %98, %95 ], [ 1.000000e+00, %90 ]
  %101 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %100, i64 3
  br label %139

102:                                              ; preds = %81, %66
  %103 = and i32 %2, 7
  %104 = icmp eq i32 %103, 5
  %105 = load ptr, ptr %0, align 8, !invariant.load !0
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %107 = load i64, ptr %106, align 8, !invariant.load !0
  br i1 %104, label %108, label %112

108:                                              ; preds = %102
  %109 = sext i32 %63 to i64
  %110 = mul nsw i64 %107, %109
  %111 = getelementptr inbounds i8, ptr %105, i64 %110
  br label %121

112:                                              ; preds = %102
  %113 = sext i32 %67 to i64
  %114 = mul nsw i64 %107, %113
  %115 = getelementptr inbounds i8, ptr %105, i64 %114
  %116 = sext i32 %63 to i64
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %118 = load i64, ptr %117, align 8, !invariant.load !0
  %119 = mul nsw i64 %118, %116
  %120 = getelementptr inbounds i8, ptr %115, i64 %119
  br label %121

121:                                              ; preds = %108, %112
  %122 = phi ptr [ %111, %108 ], [ %120, %112 ]
  %123 = sext i32 %41 to i64
  %124 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %125 = load i32, ptr %124, align 8, !invariant.load !0
  %126 = sext i32 %125 to i64
  %127 = mul nsw i64 %126, %123
  %128 = getelementptr inbounds i8, ptr %122, i64 %127
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %130 = load i32, ptr %129, align 4, !invariant.load !0
  switch i32 %130, label %137 [
    i32 1, label %131
    i32 2, label %135
  ]

131:                                              ; preds = %121
  %132 = load <4 x i8>, ptr %128, align 1
  %133 = uitofp <4 x i8> %132 to <4 x float>
  %134 = fdiv <4 x float> %133, splat (float 2.550000e+02)
  br label %139

135:                                              ; preds = %121
  %136 = load <4 x float>, ptr %128, align 4
  br label %139

137:                                              ; preds = %121
  %138 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef nonnull %0, ptr noundef %128) #12
  br label %139

139:                                              ; preds = %137, %135, %131, %99
  %140 = phi <4 x float> [ %101, %99 ], [ %134, %131 ], [ %136, %135 ], [ %138, %137 ]
  ret <4 x float> %140
}

define void @__xdsl_opencl_load_row_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #5 {
  %8 = alloca [16 x i32], align 16
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %10 = load i32, ptr %9, align 4, !invariant.load !0
  %11 = icmp eq i32 %10, 1
  %12 = icmp eq i32 %2, 2
  %13 = and i1 %12, %11
  br i1 %13, label %14, label %86

14:                                               ; preds = %7
  %15 = load <16 x i32>, ptr %3, align 64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %17 = load i32, ptr %16, align 8, !invariant.load !0
  %18 = and i32 %1, 14
  %19 = icmp eq i32 %18, 2
  br i1 %19, label %20, label %26

20:                                               ; preds = %14
  %21 = tail call <16 x i32> @llvm.smax.v16i32(<16 x i32> %15, <16 x i32> zeroinitializer)
  %22 = add nsw i32 %17, -1
  %23 = insertelement <16 x i32> poison, i32 %22, i64 0
  %24 = shufflevector <16 x i32> %23, <16 x i32> poison, <16 x i32> zeroinitializer
  %25 = tail call <16 x i32> @llvm.smin.v16i32(<16 x i32> %21, <16 x i32> %24)
  br label %26

26:                                               ; preds = %14, %20
  %27 = phi <16 x i32> [ %25, %20 ], [ %15, %14 ]
  %28 = load <16 x i32>, ptr %4, align 64
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %30 = load i32, ptr %29, align 4, !invariant.load !0
  br i1 %19, label %31, label %37

31:                                               ; preds = %26
  %32 = tail call <16 x i32> @llvm.smax.v16i32(<16 x i32> %28, <16 x i32> zeroinitializer)
  %33 = add nsw i32 %30, -1
  %34 = insertelement <16 x i32> poison, i32 %33, i64 0
  %35 = shufflevector <16 x i32> %34, <16 x i32> poison, <16 x i32> zeroinitializer
  %36 = tail call <16 x i32> @llvm.smin.v16i32(<16 x i32> %32, <16 x i32> %35)
  br label %37

37:                                               ; preds = %26, %31
  %38 = phi <16 x i32> [ %36, %31 ], [ %28, %26 ]
  %39 = insertelement <16 x i32> poison, i32 %17, i64 0
  %40 = shufflevector <16 x i32> %39, <16 x i32> poison, <16 x i32> zeroinitializer
  %41 = insertelement <16 x i32> poison, i32 %30, i64 0
  %42 = shufflevector <16 x i32> %41, <16 x i32> poison, <16 x i32> zeroinitializer
  %43 = icmp uge <16 x i32> %27, %40
  %44 = icmp uge <16 x i32> %38, %42
  %45 = or <16 x i1> %43, %44
  %46 = bitcast <16 x i1> %45 to i16
  %47 = icmp eq i16 %46, 0
  br i1 %47, label %48, label %86

48:                                               ; preds = %37
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #11
  %49 = load ptr, ptr %0, align 8, !invariant.load !0
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %51 = load i64, ptr %50, align 8, !invariant.load !0
  br label %70

52:                                               ; preds = %70
  %53 = load <16 x i32>, ptr %8, align 16
  br label %54

54:                                               ; preds = %52, %54
  %55 = phi i64 [ 0, %52 ], [ %67, %54 ]
  %56 = trunc i64 %55 to i32
  %57 = shl i32 %56, 3
  %58 = insertelement <16 x i32> poison, i32 %57, i64 0
  %59 = shufflevector <16 x i32> %58, <16 x i32> poison, <16 x i32> zeroinitializer
  %60 = lshr <16 x i32> %53, %59
  %61 = and <16 x i32> %60, splat (i32 255)
  %62 = uitofp nneg <16 x i32> %61 to <16 x float>
  %63 = fmul <16 x float> %62, splat (float 0x3F70100000000000)
  %64 = fmul <16 x float> %62, splat (float 0x3E70101020000000)
  %65 = fadd <16 x float> %63, %64
  %66 = getelementptr inbounds nuw <16 x float>, ptr %6, i64 %55
  store <16 x float> %65, ptr %66, align 64
  %67 = add nuw nsw i64 %55, 1
  %68 = icmp eq i64 %67, 4
  br i1 %68, label %69, label %54

69:                                               ; preds = %54
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #11
  br label %355

70:                                               ; preds = %48, %70
  %71 = phi i64 [ 0, %48 ], [ %84, %70 ]
  %72 = trunc nuw nsw i64 %71 to i32
  %73 = extractelement <16 x i32> %38, i32 %72
  %74 = sext i32 %73 to i64
  %75 = mul nsw i64 %51, %74
  %76 = getelementptr inbounds i8, ptr %49, i64 %75
  %77 = trunc nuw nsw i64 %71 to i32
  %78 = extractelement <16 x i32> %27, i32 %77
  %79 = sext i32 %78 to i64
  %80 = shl nsw i64 %79, 2
  %81 = getelementptr inbounds i8, ptr %76, i64 %80
  %82 = load i32, ptr %81, align 1
  %83 = getelementptr inbounds nuw i32, ptr %8, i64 %71
  store i32 %82, ptr %83, align 4
  %84 = add nuw nsw i64 %71, 1
  %85 = icmp eq i64 %84, 16
  br i1 %85, label %52, label %70

86:                                               ; preds = %37, %7
  %87 = and i32 %1, 14
  %88 = icmp eq i32 %87, 2
  br i1 %12, label %243, label %89

89:                                               ; preds = %86
  %90 = and i32 %2, 3
  %91 = icmp samesign ugt i32 %90, 1
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %94 = select i1 %91, ptr %92, ptr %93
  %95 = icmp eq i32 %90, 3
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %97 = select i1 %95, ptr %96, ptr %93
  %98 = icmp eq i32 %1, 0
  %99 = and i32 %2, 4
  %100 = icmp eq i32 %99, 0
  %101 = or i1 %98, %100
  %102 = and i32 %2, 7
  %103 = icmp eq i32 %102, 1
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %105 = icmp eq i32 %90, 1
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %108 = and i32 %2, 7
  %109 = icmp eq i32 %108, 5
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 56
  br label %114

114:                                              ; preds = %89, %232
  %115 = phi i64 [ 0, %89 ], [ %233, %232 ]
  %116 = getelementptr inbounds nuw i32, ptr %3, i64 %115
  %117 = load i32, ptr %116, align 4
  %118 = getelementptr inbounds nuw i32, ptr %4, i64 %115
  %119 = load i32, ptr %118, align 4
  %120 = getelementptr inbounds nuw i32, ptr %5, i64 %115
  %121 = load i32, ptr %120, align 4
  %122 = load i32, ptr %94, align 4
  %123 = load i32, ptr %97, align 4
  br i1 %88, label %124, label %142

124:                                              ; preds = %114
  %125 = load i32, ptr %104, align 8, !invariant.load !0
  %126 = add nsw i32 %125, -1
  %127 = icmp slt i32 %117, 0
  %128 = tail call i32 @llvm.smin.i32(i32 %117, i32 %126)
  %129 = select i1 %127, i32 0, i32 %128
  br i1 %91, label %130, label %135

130:                                              ; preds = %124
  %131 = add nsw i32 %122, -1
  %132 = icmp slt i32 %119, 0
  %133 = tail call i32 @llvm.smin.i32(i32 %119, i32 %131)
  %134 = select i1 %132, i32 0, i32 %133
  br label %135

135:                                              ; preds = %130, %124
  %136 = phi i32 [ %134, %130 ], [ %119, %124 ]
  br i1 %95, label %137, label %142

137:                                              ; preds = %135
  %138 = add nsw i32 %123, -1
  %139 = icmp slt i32 %121, 0
  %140 = tail call i32 @llvm.smin.i32(i32 %121, i32 %138)
  %141 = select i1 %139, i32 0, i32 %140
  br label %142

142:                                              ; preds = %137, %135, %114
  %143 = phi i32 [ %141, %137 ], [ %121, %135 ], [ %121, %114 ]
  %144 = phi i32 [ %136, %137 ], [ %136, %135 ], [ %119, %114 ]
  %145 = phi i32 [ %129, %137 ], [ %129, %135 ], [ %117, %114 ]
  br i1 %101, label %157, label %146

146:                                              ; preds = %142
  br i1 %105, label %147, label %152

147:                                              ; preds = %146
  %148 = add nsw i32 %122, -1
  %149 = icmp slt i32 %144, 0
  %150 = tail call i32 @llvm.smin.i32(i32 %144, i32 %148)
  %151 = select i1 %149, i32 0, i32 %150
  br label %157

152:                                              ; preds = %146
  %153 = add nsw i32 %123, -1
  %154 = icmp slt i32 %143, 0
  %155 = tail call i32 @llvm.smin.i32(i32 %143, i32 %153)
  %156 = select i1 %154, i32 0, i32 %155
  br label %157

157:                                              ; preds = %152, %147, %142
  %158 = phi i32 [ %143, %147 ], [ %156, %152 ], [ %143, %142 ]
  %159 = phi i32 [ %151, %147 ], [ %144, %152 ], [ %144, %142 ]
  %160 = select i1 %103, i32 0, i32 %159
  switch i32 %90, label %162 [
    i32 3, label %163
    i32 2, label %161
  ]

161:                                              ; preds = %157
  br i1 %100, label %162, label %163

162:                                              ; preds = %161, %157
  br label %163

163:                                              ; preds = %162, %161, %157
  %164 = phi i32 [ %158, %161 ], [ 0, %162 ], [ %158, %157 ]
  br i1 %88, label %197, label %165

165:                                              ; preds = %163
  br i1 %91, label %166, label %168

166:                                              ; preds = %165
  %167 = load i32, ptr %92, align 4, !invariant.load !0
  br label %171

168:                                              ; preds = %165
  br i1 %100, label %171, label %169

169:                                              ; preds = %168
  %170 = load i32, ptr %93, align 4, !invariant.load !0
  br label %171

171:                                              ; preds = %169, %168, %166
  %172 = phi i32 [ %167, %166 ], [ %170, %169 ], [ 1, %168 ]
  switch i32 %90, label %178 [
    i32 3, label %173
    i32 2, label %175
  ]

173:                                              ; preds = %171
  %174 = load i32, ptr %96, align 8, !invariant.load !0
  br label %178

175:                                              ; preds = %171
  br i1 %100, label %178, label %176

176:                                              ; preds = %175
  %177 = load i32, ptr %93, align 4, !invariant.load !0
  br label %178

178:                                              ; preds = %171, %173, %175, %176
  %179 = phi i32 [ %174, %173 ], [ %177, %176 ], [ 1, %175 ], [ 1, %171 ]
  %180 = load i32, ptr %106, align 8, !invariant.load !0
  %181 = icmp uge i32 %145, %180
  %182 = icmp uge i32 %160, %172
  %183 = select i1 %181, i1 true, i1 %182
  %184 = icmp uge i32 %164, %179
  %185 = select i1 %183, i1 true, i1 %184
  br i1 %185, label %186, label %197

186:                                              ; preds = %178
  %187 = load i32, ptr %107, align 4, !invariant.load !0
  %188 = add i32 %187, -4273
  %189 = icmp ult i32 %188, 19
  br i1 %189, label %190, label %194

190:                                              ; preds = %186
  %191 = zext nneg i32 %188 to i64
  %192 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %191
  %193 = load float, ptr %192, align 4
  br label %194

194:                                              ; preds = %186, %190
  %195 = phi float [ %193, %190 ], [ 1.000000e+00, %186 ]
  %196 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %195, i64 3
  br label %229

197:                                              ; preds = %178, %163
  %198 = load ptr, ptr %0, align 8, !invariant.load !0
  br i1 %109, label %199, label %204

199:                                              ; preds = %197
  %200 = sext i32 %160 to i64
  %201 = load i64, ptr %112, align 8, !invariant.load !0
  %202 = mul nsw i64 %201, %200
  %203 = getelementptr inbounds i8, ptr %198, i64 %202
  br label %213

204:                                              ; preds = %197
  %205 = sext i32 %164 to i64
  %206 = load i64, ptr %110, align 8, !invariant.load !0
  %207 = mul nsw i64 %206, %205
  %208 = getelementptr inbounds i8, ptr %198, i64 %207
  %209 = sext i32 %160 to i64
  %210 = load i64, ptr %111, align 8, !invariant.load !0
  %211 = mul nsw i64 %210, %209
  %212 = getelementptr inbounds i8, ptr %208, i64 %211
  br label %213

213:                                              ; preds = %199, %204
  %214 = phi ptr [ %203, %199 ], [ %212, %204 ]
  %215 = sext i32 %145 to i64
  %216 = load i32, ptr %113, align 8, !invariant.load !0
  %217 = sext i32 %216 to i64
  %218 = mul nsw i64 %217, %215
  %219 = getelementptr inbounds i8, ptr %214, i64 %218
  %220 = load i32, ptr %9, align 4, !invariant.load !0
  switch i32 %220, label %227 [
    i32 1, label %221
    i32 2, label %225
  ]

221:                                              ; preds = %213
  %222 = load <4 x i8>, ptr %219, align 1
  %223 = uitofp <4 x i8> %222 to <4 x float>
  %224 = fdiv <4 x float> %223, splat (float 2.550000e+02)
  br label %229

225:                                              ; preds = %213
  %226 = load <4 x float>, ptr %219, align 4
  br label %229

227:                                              ; preds = %213
  %228 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef nonnull %0, ptr noundef %219) #12
  br label %229

229:                                              ; preds = %227, %225, %221, %194
  %230 = phi <4 x float> [ %196, %194 ], [ %224, %221 ], [ %226, %225 ], [ %228, %227 ]
  %231 = getelementptr inbounds float, ptr %6, i64 %115
  br label %235

232:                                              ; preds = %235
  %233 = add nuw nsw i64 %115, 1
  %234 = icmp eq i64 %233, 16
  br i1 %234, label %355, label %114

235:                                              ; preds = %229, %235
  %236 = phi i64 [ 0, %229 ], [ %241, %235 ]
  %237 = trunc nuw nsw i64 %236 to i32
  %238 = extractelement <4 x float> %230, i32 %237
  %239 = shl nuw nsw i64 %236, 6
  %240 = getelementptr inbounds i8, ptr %231, i64 %239
  store float %238, ptr %240, align 4
  %241 = add nuw nsw i64 %236, 1
  %242 = icmp eq i64 %241, 4
  br i1 %242, label %232, label %235

243:                                              ; preds = %86
  %244 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %245 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %246 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %247 = getelementptr inbounds nuw i8, ptr %0, i64 56
  br i1 %88, label %250, label %248

248:                                              ; preds = %243
  %249 = getelementptr inbounds nuw i8, ptr %0, i64 44
  br label %299

250:                                              ; preds = %243, %288
  %251 = phi i64 [ %289, %288 ], [ 0, %243 ]
  %252 = getelementptr inbounds nuw i32, ptr %3, i64 %251
  %253 = load i32, ptr %252, align 4
  %254 = getelementptr inbounds nuw i32, ptr %4, i64 %251
  %255 = load i32, ptr %254, align 4
  %256 = load i32, ptr %244, align 4, !invariant.load !0
  %257 = load i32, ptr %245, align 8, !invariant.load !0
  %258 = add nsw i32 %257, -1
  %259 = icmp slt i32 %253, 0
  %260 = tail call i32 @llvm.smin.i32(i32 %253, i32 %258)
  %261 = select i1 %259, i32 0, i32 %260
  %262 = add nsw i32 %256, -1
  %263 = icmp slt i32 %255, 0
  %264 = tail call i32 @llvm.smin.i32(i32 %255, i32 %262)
  %265 = select i1 %263, i32 0, i32 %264
  %266 = load ptr, ptr %0, align 8, !invariant.load !0
  %267 = sext i32 %265 to i64
  %268 = load i64, ptr %246, align 8, !invariant.load !0
  %269 = mul nsw i64 %268, %267
  %270 = getelementptr inbounds i8, ptr %266, i64 %269
  %271 = sext i32 %261 to i64
  %272 = load i32, ptr %247, align 8, !invariant.load !0
  %273 = sext i32 %272 to i64
  %274 = mul nsw i64 %271, %273
  %275 = getelementptr inbounds i8, ptr %270, i64 %274
  %276 = load i32, ptr %9, align 4, !invariant.load !0
  switch i32 %276, label %283 [
    i32 1, label %277
    i32 2, label %281
  ]

277:                                              ; preds = %250
  %278 = load <4 x i8>, ptr %275, align 1
  %279 = uitofp <4 x i8> %278 to <4 x float>
  %280 = fdiv <4 x float> %279, splat (float 2.550000e+02)
  br label %285

281:                                              ; preds = %250
  %282 = load <4 x float>, ptr %275, align 4
  br label %285

283:                                              ; preds = %250
  %284 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef nonnull %0, ptr noundef %275) #12
  br label %285

285:                                              ; preds = %277, %281, %283
  %286 = phi <4 x float> [ %280, %277 ], [ %282, %281 ], [ %284, %283 ]
  %287 = getelementptr inbounds float, ptr %6, i64 %251
  br label %291

288:                                              ; preds = %291
  %289 = add nuw nsw i64 %251, 1
  %290 = icmp eq i64 %289, 16
  br i1 %290, label %355, label %250

291:                                              ; preds = %285, %291
  %292 = phi i64 [ 0, %285 ], [ %297, %291 ]
  %293 = trunc nuw nsw i64 %292 to i32
  %294 = extractelement <4 x float> %286, i32 %293
  %295 = shl nuw nsw i64 %292, 6
  %296 = getelementptr inbounds i8, ptr %287, i64 %295
  store float %294, ptr %296, align 4
  %297 = add nuw nsw i64 %292, 1
  %298 = icmp eq i64 %297, 4
  br i1 %298, label %288, label %291

299:                                              ; preds = %248, %344
  %300 = phi i64 [ 0, %248 ], [ %345, %344 ]
  %301 = getelementptr inbounds nuw i32, ptr %3, i64 %300
  %302 = load i32, ptr %301, align 4
  %303 = getelementptr inbounds nuw i32, ptr %4, i64 %300
  %304 = load i32, ptr %303, align 4
  %305 = load i32, ptr %244, align 4, !invariant.load !0
  %306 = load i32, ptr %245, align 8, !invariant.load !0
  %307 = icmp uge i32 %302, %306
  %308 = icmp uge i32 %304, %305
  %309 = select i1 %307, i1 true, i1 %308
  br i1 %309, label %310, label %321

310:                                              ; preds = %299
  %311 = load i32, ptr %249, align 4, !invariant.load !0
  %312 = add i32 %311, -4273
  %313 = icmp ult i32 %312, 19
  br i1 %313, label %314, label %318

314:                                              ; preds = %310
  %315 = zext nneg i32 %312 to i64
  %316 = getelementptr inbounds nuw float, ptr @switch.table.__xdsl_opencl_load_row_f.9, i64 %315
  %317 = load float, ptr %316, align 4
  br label %318

318:                                              ; preds = %310, %314
  %319 = phi float [ %317, %314 ], [ 1.000000e+00, %310 ]
  %320 = insertelement <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, float %319, i64 3
  br label %341

321:                                              ; preds = %299
  %322 = load ptr, ptr %0, align 8, !invariant.load !0
  %323 = sext i32 %304 to i64
  %324 = load i64, ptr %246, align 8, !invariant.load !0
  %325 = mul nsw i64 %324, %323
  %326 = getelementptr inbounds i8, ptr %322, i64 %325
  %327 = sext i32 %302 to i64
  %328 = load i32, ptr %247, align 8, !invariant.load !0
  %329 = sext i32 %328 to i64
  %330 = mul nsw i64 %329, %327
  %331 = getelementptr inbounds i8, ptr %326, i64 %330
  %332 = load i32, ptr %9, align 4, !invariant.load !0
  switch i32 %332, label %339 [
    i32 1, label %333
    i32 2, label %337
  ]

333:                                              ; preds = %321
  %334 = load <4 x i8>, ptr %331, align 1
  %335 = uitofp <4 x i8> %334 to <4 x float>
  %336 = fdiv <4 x float> %335, splat (float 2.550000e+02)
  br label %341

337:                                              ; preds = %321
  %338 = load <4 x float>, ptr %331, align 4
  br label %341

339:                                              ; preds = %321
  %340 = tail call <4 x float> @__xdsl_opencl_load_f(ptr noundef nonnull %0, ptr noundef %331) #12
  br label %341

341:                                              ; preds = %339, %337, %333, %318
  %342 = phi <4 x float> [ %320, %318 ], [ %336, %333 ], [ %338, %337 ], [ %340, %339 ]
  %343 = getelementptr inbounds float, ptr %6, i64 %300
  br label %347

344:                                              ; preds = %347
  %345 = add nuw nsw i64 %300, 1
  %346 = icmp eq i64 %345, 16
  br i1 %346, label %355, label %299

347:                                              ; preds = %341, %347
  %348 = phi i64 [ 0, %341 ], [ %353, %347 ]
  %349 = trunc nuw nsw i64 %348 to i32
  %350 = extractelement <4 x float> %342, i32 %349
  %351 = shl nuw nsw i64 %348, 6
  %352 = getelementptr inbounds i8, ptr %343, i64 %351
  store float %350, ptr %352, align 4
  %353 = add nuw nsw i64 %348, 1
  %354 = icmp eq i64 %353, 4
  br i1 %354, label %344, label %347

355:                                              ; preds = %232, %344, %288, %69
  ret void
}

define void @__xdsl_opencl_load_line_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #5 {
  %8 = alloca <16 x i32>, align 64
  %9 = alloca <16 x i32>, align 64
  %10 = alloca <16 x i32>, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #11
  %11 = insertelement <16 x i32> poison, i32 %3, i64 0
  %12 = shufflevector <16 x i32> %11, <16 x i32> poison, <16 x i32> zeroinitializer
  %13 = add <16 x i32> %12, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x i32> %13, ptr %8, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #11
  %14 = insertelement <16 x i32> poison, i32 %4, i64 0
  %15 = shufflevector <16 x i32> %14, <16 x i32> poison, <16 x i32> zeroinitializer
  store <16 x i32> %15, ptr %9, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #11
  %16 = insertelement <16 x i32> poison, i32 %5, i64 0
  %17 = shufflevector <16 x i32> %16, <16 x i32> poison, <16 x i32> zeroinitializer
  store <16 x i32> %17, ptr %10, align 64
  call void @__xdsl_opencl_load_row_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef nonnull %8, ptr noundef nonnull %9, ptr noundef nonnull %10, ptr noundef %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #11
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #11
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #11
  ret void
}

define <4 x i32> @__xdsl_opencl_fetch_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #4 {
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
  br label %130

102:                                              ; preds = %81, %66
  %103 = and i32 %2, 7
  %104 = icmp eq i32 %103, 5
  %105 = load ptr, ptr %0, align 8, !invariant.load !0
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %107 = load i64, ptr %106, align 8, !invariant.load !0
  br i1 %104, label %108, label %112

108:                                              ; preds = %102
  %109 = sext i32 %63 to i64
  %110 = mul nsw i64 %107, %109
  %111 = getelementptr inbounds i8, ptr %105, i64 %110
  br label %121

112:                                              ; preds = %102
  %113 = sext i32 %67 to i64
  %114 = mul nsw i64 %107, %113
  %115 = getelementptr inbounds i8, ptr %105, i64 %114
  %116 = sext i32 %63 to i64
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %118 = load i64, ptr %117, align 8, !invariant.load !0
  %119 = mul nsw i64 %118, %116
  %120 = getelementptr inbounds i8, ptr %115, i64 %119
  br label %121

121:                                              ; preds = %108, %112
  %122 = phi ptr [ %111, %108 ], [ %120, %112 ]
  %123 = sext i32 %41 to i64
  %124 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %125 = load i32, ptr %124, align 8, !invariant.load !0
  %126 = sext i32 %125 to i64
  %127 = mul nsw i64 %126, %123
  %128 = getelementptr inbounds i8, ptr %122, i64 %127
  %129 = tail call <4 x i32> @__xdsl_opencl_load_i(ptr noundef nonnull %0, ptr noundef %128) #12
  br label %130

130:                                              ; preds = %99, %121
  %131 = phi <4 x i32> [ %129, %121 ], [ %101, %99 ]
  ret <4 x i32> %131
}

define void @__xdsl_opencl_store_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, <4 x float> noundef %5) local_unnamed_addr #6 {
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
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #11
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
  %45 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui, i64 %44
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
  br i1 %77, label %365, label %78

78:                                               ; preds = %69
  %79 = and i32 %1, 7
  %80 = icmp eq i32 %79, 5
  %81 = load ptr, ptr %0, align 8, !invariant.load !0
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %83 = load i64, ptr %82, align 8, !invariant.load !0
  br i1 %80, label %84, label %88

84:                                               ; preds = %78
  %85 = sext i32 %3 to i64
  %86 = mul nsw i64 %83, %85
  %87 = getelementptr inbounds i8, ptr %81, i64 %86
  br label %97

88:                                               ; preds = %78
  %89 = sext i32 %4 to i64
  %90 = mul nsw i64 %83, %89
  %91 = getelementptr inbounds i8, ptr %81, i64 %90
  %92 = sext i32 %3 to i64
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %94 = load i64, ptr %93, align 8, !invariant.load !0
  %95 = mul nsw i64 %94, %92
  %96 = getelementptr inbounds i8, ptr %91, i64 %95
  br label %97

97:                                               ; preds = %84, %88
  %98 = phi ptr [ %87, %84 ], [ %96, %88 ]
  %99 = sext i32 %2 to i64
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %101 = load i32, ptr %100, align 8, !invariant.load !0
  %102 = sext i32 %101 to i64
  %103 = mul nsw i64 %102, %99
  %104 = getelementptr inbounds i8, ptr %98, i64 %103
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %106 = load i32, ptr %105, align 8, !invariant.load !0
  switch i32 %106, label %286 [
    i32 4308, label %107
    i32 4309, label %146
    i32 4310, label %185
    i32 4320, label %223
    i32 4319, label %274
  ]

107:                                              ; preds = %97
  %108 = fcmp ord float %25, 0.000000e+00
  br i1 %108, label %109, label %118

109:                                              ; preds = %107
  %110 = fmul float %25, 3.100000e+01
  %111 = fcmp olt float %110, 0.000000e+00
  %112 = fcmp ogt float %110, 3.100000e+01
  %113 = select i1 %112, float 3.100000e+01, float %110
  %114 = tail call float @llvm.rint.f32(float %113)
  %115 = select i1 %111, float 0.000000e+00, float %114
  %116 = fptoui float %115 to i32
  %117 = shl i32 %116, 11
  br label %118

118:                                              ; preds = %107, %109
  %119 = phi i32 [ %117, %109 ], [ 0, %107 ]
  %120 = fcmp ord float %26, 0.000000e+00
  br i1 %120, label %121, label %131

121:                                              ; preds = %118
  %122 = fmul float %26, 6.300000e+01
  %123 = fcmp olt float %122, 0.000000e+00
  %124 = fcmp ogt float %122, 6.300000e+01
  %125 = select i1 %124, float 6.300000e+01, float %122
  %126 = tail call float @llvm.rint.f32(float %125)
  %127 = select i1 %123, float 0.000000e+00, float %126
  %128 = fptoui float %127 to i32
  %129 = shl i32 %128, 5
  %130 = or i32 %129, %119
  br label %131

131:                                              ; preds = %118, %121
  %132 = phi i32 [ %130, %121 ], [ %119, %118 ]
  %133 = fcmp ord float %27, 0.000000e+00
  br i1 %133, label %134, label %142

134:                                              ; preds = %131
  %135 = fmul float %27, 3.100000e+01
  %136 = fcmp olt float %135, 0.000000e+00
  %137 = fcmp ogt float %135, 3.100000e+01
  %138 = select i1 %137, float 3.100000e+01, float %135
  %139 = tail call float @llvm.rint.f32(float %138)
  %140 = select i1 %136, float 0.000000e+00, float %139
  %141 = fptoui float %140 to i32
  br label %142

142:                                              ; preds = %131, %134
  %143 = phi i32 [ %141, %134 ], [ 0, %131 ]
  %144 = or i32 %132, %143
  %145 = trunc i32 %144 to i16
  store i16 %145, ptr %104, align 2
  br label %365

146:                                              ; preds = %97
  %147 = fcmp ord float %25, 0.000000e+00
  br i1 %147, label %148, label %157

148:                                              ; preds = %146
  %149 = fmul float %25, 3.100000e+01
  %150 = fcmp olt float %149, 0.000000e+00
  %151 = fcmp ogt float %149, 3.100000e+01
  %152 = select i1 %151, float 3.100000e+01, float %149
  %153 = tail call float @llvm.rint.f32(float %152)
  %154 = select i1 %150, float 0.000000e+00, float %153
  %155 = fptoui float %154 to i32
  %156 = shl i32 %155, 10
  br label %157

157:                                              ; preds = %146, %148
  %158 = phi i32 [ %156, %148 ], [ 0, %146 ]
  %159 = fcmp ord float %26, 0.000000e+00
  br i1 %159, label %160, label %170

160:                                              ; preds = %157
  %161 = fmul float %26, 3.100000e+01
  %162 = fcmp olt float %161, 0.000000e+00
  %163 = fcmp ogt float %161, 3.100000e+01
  %164 = select i1 %163, float 3.100000e+01, float %161
  %165 = tail call float @llvm.rint.f32(float %164)
  %166 = select i1 %162, float 0.000000e+00, float %165
  %167 = fptoui float %166 to i32
  %168 = shl i32 %167, 5
  %169 = or i32 %168, %158
  br label %170

170:                                              ; preds = %157, %160
  %171 = phi i32 [ %169, %160 ], [ %158, %157 ]
  %172 = fcmp ord float %27, 0.000000e+00
  br i1 %172, label %173, label %181

173:                                              ; preds = %170
  %174 = fmul float %27, 3.100000e+01
  %175 = fcmp olt float %174, 0.000000e+00
  %176 = fcmp ogt float %174, 3.100000e+01
  %177 = select i1 %176, float 3.100000e+01, float %174
  %178 = tail call float @llvm.rint.f32(float %177)
  %179 = select i1 %175, float 0.000000e+00, float %178
  %180 = fptoui float %179 to i32
  br label %181

181:                                              ; preds = %170, %173
  %182 = phi i32 [ %180, %173 ], [ 0, %170 ]
  %183 = or i32 %171, %182
  %184 = trunc i32 %183 to i16
  store i16 %184, ptr %104, align 2
  br label %365

185:                                              ; preds = %97
  %186 = fcmp ord float %25, 0.000000e+00
  br i1 %186, label %187, label %196

187:                                              ; preds = %185
  %188 = fmul float %25, 1.023000e+03
  %189 = fcmp olt float %188, 0.000000e+00
  %190 = fcmp ogt float %188, 1.023000e+03
  %191 = select i1 %190, float 1.023000e+03, float %188
  %192 = tail call float @llvm.rint.f32(float %191)
  %193 = select i1 %189, float 0.000000e+00, float %192
  %194 = fptoui float %193 to i32
  %195 = shl i32 %194, 20
  br label %196

196:                                              ; preds = %185, %187
  %197 = phi i32 [ %195, %187 ], [ 0, %185 ]
  %198 = fcmp ord float %26, 0.000000e+00
  br i1 %198, label %199, label %209

199:                                              ; preds = %196
  %200 = fmul float %26, 1.023000e+03
  %201 = fcmp olt float %200, 0.000000e+00
  %202 = fcmp ogt float %200, 1.023000e+03
  %203 = select i1 %202, float 1.023000e+03, float %200
  %204 = tail call float @llvm.rint.f32(float %203)
  %205 = select i1 %201, float 0.000000e+00, float %204
  %206 = fptoui float %205 to i32
  %207 = shl i32 %206, 10
  %208 = or i32 %207, %197
  br label %209

209:                                              ; preds = %196, %199
  %210 = phi i32 [ %208, %199 ], [ %197, %196 ]
  %211 = fcmp ord float %27, 0.000000e+00
  br i1 %211, label %212, label %220

212:                                              ; preds = %209
  %213 = fmul float %27, 1.023000e+03
  %214 = fcmp olt float %213, 0.000000e+00
  %215 = fcmp ogt float %213, 1.023000e+03
  %216 = select i1 %215, float 1.023000e+03, float %213
  %217 = tail call float @llvm.rint.f32(float %216)
  %218 = select i1 %214, float 0.000000e+00, float %217
  %219 = fptoui float %218 to i32
  br label %220

220:                                              ; preds = %209, %212
  %221 = phi i32 [ %219, %212 ], [ 0, %209 ]
  %222 = or i32 %210, %221
  store i32 %222, ptr %104, align 4
  br label %365

223:                                              ; preds = %97
  %224 = fcmp ord float %25, 0.000000e+00
  br i1 %224, label %225, label %234

225:                                              ; preds = %223
  %226 = fmul float %25, 1.023000e+03
  %227 = fcmp olt float %226, 0.000000e+00
  %228 = fcmp ogt float %226, 1.023000e+03
  %229 = select i1 %228, float 1.023000e+03, float %226
  %230 = tail call float @llvm.rint.f32(float %229)
  %231 = select i1 %227, float 0.000000e+00, float %230
  %232 = fptoui float %231 to i32
  %233 = shl i32 %232, 22
  br label %234

234:                                              ; preds = %223, %225
  %235 = phi i32 [ %233, %225 ], [ 0, %223 ]
  %236 = fcmp ord float %26, 0.000000e+00
  br i1 %236, label %237, label %247

237:                                              ; preds = %234
  %238 = fmul float %26, 1.023000e+03
  %239 = fcmp olt float %238, 0.000000e+00
  %240 = fcmp ogt float %238, 1.023000e+03
  %241 = select i1 %240, float 1.023000e+03, float %238
  %242 = tail call float @llvm.rint.f32(float %241)
  %243 = select i1 %239, float 0.000000e+00, float %242
  %244 = fptoui float %243 to i32
  %245 = shl i32 %244, 12
  %246 = or i32 %245, %235
  br label %247

247:                                              ; preds = %234, %237
  %248 = phi i32 [ %246, %237 ], [ %235, %234 ]
  %249 = fcmp ord float %27, 0.000000e+00
  br i1 %249, label %250, label %259

250:                                              ; preds = %247
  %251 = fmul float %27, 1.023000e+03
  %252 = fcmp olt float %251, 0.000000e+00
  %253 = fcmp ogt float %251, 1.023000e+03
  %254 = select i1 %253, float 1.023000e+03, float %251
  %255 = tail call float @llvm.rint.f32(float %254)
  %256 = select i1 %252, float 0.000000e+00, float %255
  %257 = fptoui float %256 to i32
  %258 = shl i32 %257, 2
  br label %259

259:                                              ; preds = %247, %250
  %260 = phi i32 [ %258, %250 ], [ 0, %247 ]
  %261 = or i32 %248, %260
  %262 = fcmp ord float %28, 0.000000e+00
  br i1 %262, label %263, label %271

263:                                              ; preds = %259
  %264 = fmul float %28, 3.000000e+00
  %265 = fcmp olt float %264, 0.000000e+00
  %266 = fcmp ogt float %264, 3.000000e+00
  %267 = select i1 %266, float 3.000000e+00, float %264
  %268 = tail call float @llvm.rint.f32(float %267)
  %269 = select i1 %265, float 0.000000e+00, float %268
  %270 = fptoui float %269 to i32
  br label %271

271:                                              ; preds = %259, %263
  %272 = phi i32 [ %270, %263 ], [ 0, %259 ]
  %273 = or i32 %261, %272
  store i32 %273, ptr %104, align 4
  br label %365

274:                                              ; preds = %97
  %275 = fcmp ord float %25, 0.000000e+00
  br i1 %275, label %276, label %284

276:                                              ; preds = %274
  %277 = fmul float %25, 0x416FFFFFE0000000
  %278 = fcmp olt float %277, 0.000000e+00
  %279 = fcmp ogt float %277, 0x416FFFFFE0000000
  %280 = select i1 %279, float 0x416FFFFFE0000000, float %277
  %281 = tail call float @llvm.rint.f32(float %280)
  %282 = select i1 %278, float 0.000000e+00, float %281
  %283 = fptoui float %282 to i32
  br label %284

284:                                              ; preds = %274, %276
  %285 = phi i32 [ %283, %276 ], [ 0, %274 ]
  store i32 %285, ptr %104, align 4
  br label %365

286:                                              ; preds = %97, %362
  %287 = phi i64 [ %363, %362 ], [ 0, %97 ]
  %288 = load i32, ptr %105, align 8, !invariant.load !0
  switch i32 %288, label %362 [
    i32 4304, label %289
    i32 4305, label %305
    i32 4306, label %321
    i32 4307, label %337
    i32 4317, label %353
    i32 4318, label %358
  ]

289:                                              ; preds = %286
  %290 = getelementptr inbounds nuw float, ptr %7, i64 %287
  %291 = load float, ptr %290, align 4
  %292 = fcmp ord float %291, 0.000000e+00
  br i1 %292, label %293, label %302

293:                                              ; preds = %289
  %294 = fmul float %291, 1.270000e+02
  %295 = fcmp olt float %294, -1.280000e+02
  %296 = fcmp ogt float %294, 1.270000e+02
  %297 = select i1 %296, float 1.270000e+02, float %294
  %298 = tail call float @llvm.rint.f32(float %297)
  %299 = select i1 %295, float -1.280000e+02, float %298
  %300 = fptosi float %299 to i32
  %301 = trunc i32 %300 to i8
  br label %302

302:                                              ; preds = %289, %293
  %303 = phi i8 [ %301, %293 ], [ 0, %289 ]
  %304 = getelementptr inbounds nuw i8, ptr %104, i64 %287
  store i8 %303, ptr %304, align 1
  br label %362

305:                                              ; preds = %286
  %306 = getelementptr inbounds nuw float, ptr %7, i64 %287
  %307 = load float, ptr %306, align 4
  %308 = fcmp ord float %307, 0.000000e+00
  br i1 %308, label %309, label %318

309:                                              ; preds = %305
  %310 = fmul float %307, 3.276700e+04
  %311 = fcmp olt float %310, -3.276800e+04
  %312 = fcmp ogt float %310, 3.276700e+04
  %313 = select i1 %312, float 3.276700e+04, float %310
  %314 = tail call float @llvm.rint.f32(float %313)
  %315 = select i1 %311, float -3.276800e+04, float %314
  %316 = fptosi float %315 to i32
  %317 = trunc i32 %316 to i16
  br label %318

318:                                              ; preds = %305, %309
  %319 = phi i16 [ %317, %309 ], [ 0, %305 ]
  %320 = getelementptr inbounds nuw i16, ptr %104, i64 %287
  store i16 %319, ptr %320, align 2
  br label %362

321:                                              ; preds = %286
  %322 = getelementptr inbounds nuw float, ptr %7, i64 %287
  %323 = load float, ptr %322, align 4
  %324 = fcmp ord float %323, 0.000000e+00
  br i1 %324, label %325, label %334

325:                                              ; preds = %321
  %326 = fmul float %323, 2.550000e+02
  %327 = fcmp olt float %326, 0.000000e+00
  %328 = fcmp ogt float %326, 2.550000e+02
  %329 = select i1 %328, float 2.550000e+02, float %326
  %330 = tail call float @llvm.rint.f32(float %329)
  %331 = select i1 %327, float 0.000000e+00, float %330
  %332 = fptosi float %331 to i32
  %333 = trunc i32 %332 to i8
  br label %334

334:                                              ; preds = %321, %325
  %335 = phi i8 [ %333, %325 ], [ 0, %321 ]
  %336 = getelementptr inbounds nuw i8, ptr %104, i64 %287
  store i8 %335, ptr %336, align 1
  br label %362

337:                                              ; preds = %286
  %338 = getelementptr inbounds nuw float, ptr %7, i64 %287
  %339 = load float, ptr %338, align 4
  %340 = fcmp ord float %339, 0.000000e+00
  br i1 %340, label %341, label %350

341:                                              ; preds = %337
  %342 = fmul float %339, 6.553500e+04
  %343 = fcmp olt float %342, 0.000000e+00
  %344 = fcmp ogt float %342, 6.553500e+04
  %345 = select i1 %344, float 6.553500e+04, float %342
  %346 = tail call float @llvm.rint.f32(float %345)
  %347 = select i1 %343, float 0.000000e+00, float %346
  %348 = fptosi float %347 to i32
  %349 = trunc i32 %348 to i16
  br label %350

350:                                              ; preds = %337, %341
  %351 = phi i16 [ %349, %341 ], [ 0, %337 ]
  %352 = getelementptr inbounds nuw i16, ptr %104, i64 %287
  store i16 %351, ptr %352, align 2
  br label %362

353:                                              ; preds = %286
  %354 = getelementptr inbounds nuw float, ptr %7, i64 %287
  %355 = load float, ptr %354, align 4
  %356 = fptrunc float %355 to half
  %357 = getelementptr inbounds nuw half, ptr %104, i64 %287
  store half %356, ptr %357, align 2
  br label %362

358:                                              ; preds = %286
  %359 = getelementptr inbounds nuw float, ptr %7, i64 %287
  %360 = load float, ptr %359, align 4
  %361 = getelementptr inbounds nuw float, ptr %104, i64 %287
  store float %360, ptr %361, align 4
  br label %362

362:                                              ; preds = %302, %318, %334, %350, %353, %358, %286
  %363 = add nuw nsw i64 %287, 1
  %364 = icmp eq i64 %363, %48
  br i1 %364, label %365, label %286

365:                                              ; preds = %362, %142, %181, %220, %271, %284, %69
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #11
  ret void
}

define internal fastcc noundef float @srgb_of_linear(float noundef %0) unnamed_addr #3 {
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

define void @__xdsl_opencl_write_f(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, float noundef %5, float noundef %6, float noundef %7, float noundef %8) local_unnamed_addr #7 {
  %10 = insertelement <4 x float> poison, float %5, i64 0
  %11 = insertelement <4 x float> %10, float %6, i64 1
  %12 = insertelement <4 x float> %11, float %7, i64 2
  %13 = insertelement <4 x float> %12, float %8, i64 3
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %15 = load i32, ptr %14, align 4, !invariant.load !0
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %82, label %17

17:                                               ; preds = %9
  %18 = and i32 %1, 3
  %19 = icmp samesign ugt i32 %18, 1
  br i1 %19, label %23, label %20

20:                                               ; preds = %17
  %21 = and i32 %1, 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %27, label %23

23:                                               ; preds = %20, %17
  %24 = phi i64 [ 28, %17 ], [ 36, %20 ]
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 %24
  %26 = load i32, ptr %25, align 4, !invariant.load !0
  br label %27

27:                                               ; preds = %23, %20
  %28 = phi i32 [ 1, %20 ], [ %26, %23 ]
  switch i32 %18, label %38 [
    i32 3, label %29
    i32 2, label %32
  ]

29:                                               ; preds = %27
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %31 = load i32, ptr %30, align 8, !invariant.load !0
  br label %38

32:                                               ; preds = %27
  %33 = and i32 %1, 4
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %38, label %35

35:                                               ; preds = %32
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %37 = load i32, ptr %36, align 4, !invariant.load !0
  br label %38

38:                                               ; preds = %35, %32, %29, %27
  %39 = phi i32 [ %31, %29 ], [ %37, %35 ], [ 1, %32 ], [ 1, %27 ]
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %41 = load i32, ptr %40, align 8, !invariant.load !0
  %42 = icmp uge i32 %2, %41
  %43 = icmp uge i32 %3, %28
  %44 = select i1 %42, i1 true, i1 %43
  %45 = icmp uge i32 %4, %39
  %46 = select i1 %44, i1 true, i1 %45
  br i1 %46, label %83, label %47

47:                                               ; preds = %38
  %48 = and i32 %1, 7
  %49 = icmp eq i32 %48, 5
  %50 = load ptr, ptr %0, align 8, !invariant.load !0
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %52 = load i64, ptr %51, align 8, !invariant.load !0
  br i1 %49, label %53, label %57

53:                                               ; preds = %47
  %54 = sext i32 %3 to i64
  %55 = mul nsw i64 %52, %54
  %56 = getelementptr inbounds i8, ptr %50, i64 %55
  br label %66

57:                                               ; preds = %47
  %58 = sext i32 %4 to i64
  %59 = mul nsw i64 %52, %58
  %60 = getelementptr inbounds i8, ptr %50, i64 %59
  %61 = sext i32 %3 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %63 = load i64, ptr %62, align 8, !invariant.load !0
  %64 = mul nsw i64 %63, %61
  %65 = getelementptr inbounds i8, ptr %60, i64 %64
  br label %66

66:                                               ; preds = %57, %53
  %67 = phi ptr [ %65, %57 ], [ %56, %53 ]
  %68 = sext i32 %2 to i64
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %70 = load i32, ptr %69, align 8, !invariant.load !0
  %71 = sext i32 %70 to i64
  %72 = mul nsw i64 %71, %68
  %73 = getelementptr inbounds i8, ptr %67, i64 %72
  %74 = icmp eq i32 %15, 2
  br i1 %74, label %75, label %76

75:                                               ; preds = %66
  store <4 x float> %13, ptr %73, align 4
  br label %83

76:                                               ; preds = %66
  %77 = fmul <4 x float> %13, splat (float 2.550000e+02)
  %78 = tail call <4 x float> @llvm.maxnum.v4f32(<4 x float> %77, <4 x float> zeroinitializer)
  %79 = tail call <4 x float> @llvm.minnum.v4f32(<4 x float> %78, <4 x float> splat (float 2.550000e+02))
  %80 = tail call <4 x float> @llvm.rint.v4f32(<4 x float> %79)
  %81 = fptoui <4 x float> %80 to <4 x i8>
  store <4 x i8> %81, ptr %73, align 1
  br label %83

82:                                               ; preds = %9
  tail call void @__xdsl_opencl_store_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, <4 x float> noundef %13)
  br label %83

83:                                               ; preds = %38, %75, %76, %82
  ret void
}

define void @__xdsl_opencl_store_row_f(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, i32 noundef %6) local_unnamed_addr #6 {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %9 = and i32 %1, 3
  %10 = icmp samesign ugt i32 %9, 1
  %11 = and i32 %1, 4
  %12 = icmp eq i32 %11, 0
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %15 = and i32 %1, 4
  %16 = icmp eq i32 %15, 0
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %20 = and i32 %1, 7
  %21 = icmp eq i32 %20, 5
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 56
  br label %27

26:                                               ; preds = %107
  ret void

27:                                               ; preds = %7, %107
  %28 = phi i64 [ 0, %7 ], [ %108, %107 ]
  %29 = trunc nuw nsw i64 %28 to i32
  %30 = shl nuw nsw i32 1, %29
  %31 = and i32 %30, %6
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %107, label %33

33:                                               ; preds = %27
  %34 = getelementptr inbounds nuw float, ptr %5, i64 %28
  %35 = load float, ptr %34, align 4
  %36 = insertelement <4 x float> poison, float %35, i64 0
  %37 = getelementptr inbounds nuw i8, ptr %34, i64 64
  %38 = load float, ptr %37, align 4
  %39 = insertelement <4 x float> %36, float %38, i64 1
  %40 = getelementptr inbounds nuw i8, ptr %34, i64 128
  %41 = load float, ptr %40, align 4
  %42 = insertelement <4 x float> %39, float %41, i64 2
  %43 = getelementptr inbounds nuw i8, ptr %34, i64 192
  %44 = load float, ptr %43, align 4
  %45 = insertelement <4 x float> %42, float %44, i64 3
  %46 = getelementptr inbounds nuw i32, ptr %2, i64 %28
  %47 = load i32, ptr %46, align 4
  %48 = getelementptr inbounds nuw i32, ptr %3, i64 %28
  %49 = load i32, ptr %48, align 4
  %50 = getelementptr inbounds nuw i32, ptr %4, i64 %28
  %51 = load i32, ptr %50, align 4
  %52 = load i32, ptr %8, align 4, !invariant.load !0
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %106, label %54

54:                                               ; preds = %33
  br i1 %10, label %55, label %57

55:                                               ; preds = %54
  %56 = load i32, ptr %14, align 4, !invariant.load !0
  br label %60

57:                                               ; preds = %54
  br i1 %12, label %60, label %58

58:                                               ; preds = %57
  %59 = load i32, ptr %13, align 4, !invariant.load !0
  br label %60

60:                                               ; preds = %58, %57, %55
  %61 = phi i32 [ %56, %55 ], [ %59, %58 ], [ 1, %57 ]
  switch i32 %9, label %67 [
    i32 3, label %62
    i32 2, label %64
  ]

62:                                               ; preds = %60
  %63 = load i32, ptr %18, align 8, !invariant.load !0
  br label %67

64:                                               ; preds = %60
  br i1 %16, label %67, label %65

65:                                               ; preds = %64
  %66 = load i32, ptr %17, align 4, !invariant.load !0
  br label %67

67:                                               ; preds = %65, %64, %62, %60
  %68 = phi i32 [ %63, %62 ], [ %66, %65 ], [ 1, %64 ], [ 1, %60 ]
  %69 = load i32, ptr %19, align 8, !invariant.load !0
  %70 = icmp uge i32 %47, %69
  %71 = icmp uge i32 %49, %61
  %72 = select i1 %70, i1 true, i1 %71
  %73 = icmp uge i32 %51, %68
  %74 = select i1 %72, i1 true, i1 %73
  br i1 %74, label %107, label %75

75:                                               ; preds = %67
  %76 = load ptr, ptr %0, align 8, !invariant.load !0
  br i1 %21, label %77, label %82

77:                                               ; preds = %75
  %78 = sext i32 %49 to i64
  %79 = load i64, ptr %24, align 8, !invariant.load !0
  %80 = mul nsw i64 %79, %78
  %81 = getelementptr inbounds i8, ptr %76, i64 %80
  br label %91

82:                                               ; preds = %75
  %83 = sext i32 %51 to i64
  %84 = load i64, ptr %22, align 8, !invariant.load !0
  %85 = mul nsw i64 %84, %83
  %86 = getelementptr inbounds i8, ptr %76, i64 %85
  %87 = sext i32 %49 to i64
  %88 = load i64, ptr %23, align 8, !invariant.load !0
  %89 = mul nsw i64 %88, %87
  %90 = getelementptr inbounds i8, ptr %86, i64 %89
  br label %91

91:                                               ; preds = %82, %77
  %92 = phi ptr [ %90, %82 ], [ %81, %77 ]
  %93 = sext i32 %47 to i64
  %94 = load i32, ptr %25, align 8, !invariant.load !0
  %95 = sext i32 %94 to i64
  %96 = mul nsw i64 %95, %93
  %97 = getelementptr inbounds i8, ptr %92, i64 %96
  %98 = icmp eq i32 %52, 2
  br i1 %98, label %99, label %100

99:                                               ; preds = %91
  store <4 x float> %45, ptr %97, align 4
  br label %107

100:                                              ; preds = %91
  %101 = fmul <4 x float> %45, splat (float 2.550000e+02)
  %102 = tail call <4 x float> @llvm.maxnum.v4f32(<4 x float> %101, <4 x float> zeroinitializer)
  %103 = tail call <4 x float> @llvm.minnum.v4f32(<4 x float> %102, <4 x float> splat (float 2.550000e+02))
  %104 = tail call <4 x float> @llvm.rint.v4f32(<4 x float> %103)
  %105 = fptoui <4 x float> %104 to <4 x i8>
  store <4 x i8> %105, ptr %97, align 1
  br label %107

106:                                              ; preds = %33
  tail call void @__xdsl_opencl_store_f(ptr noundef %0, i32 noundef %1, i32 noundef %47, i32 noundef %49, i32 noundef %51, <4 x float> noundef %45)
  br label %107

107:                                              ; preds = %106, %100, %99, %67, %27
  %108 = add nuw nsw i64 %28, 1
  %109 = icmp eq i64 %108, 16
  br i1 %109, label %26, label %27
}

define void @__xdsl_opencl_write_i(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #8 {
  %10 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #11
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
  %29 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui, i64 %28
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
  br i1 %61, label %110, label %62

62:                                               ; preds = %53
  %63 = and i32 %1, 7
  %64 = icmp eq i32 %63, 5
  %65 = load ptr, ptr %0, align 8, !invariant.load !0
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %67 = load i64, ptr %66, align 8, !invariant.load !0
  br i1 %64, label %68, label %72

68:                                               ; preds = %62
  %69 = sext i32 %3 to i64
  %70 = mul nsw i64 %67, %69
  %71 = getelementptr inbounds i8, ptr %65, i64 %70
  br label %81

72:                                               ; preds = %62
  %73 = sext i32 %4 to i64
  %74 = mul nsw i64 %67, %73
  %75 = getelementptr inbounds i8, ptr %65, i64 %74
  %76 = sext i32 %3 to i64
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %78 = load i64, ptr %77, align 8, !invariant.load !0
  %79 = mul nsw i64 %78, %76
  %80 = getelementptr inbounds i8, ptr %75, i64 %79
  br label %81

81:                                               ; preds = %68, %72
  %82 = phi ptr [ %71, %68 ], [ %80, %72 ]
  %83 = sext i32 %2 to i64
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %85 = load i32, ptr %84, align 8, !invariant.load !0
  %86 = sext i32 %85 to i64
  %87 = mul nsw i64 %86, %83
  %88 = getelementptr inbounds i8, ptr %82, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %90

90:                                               ; preds = %81, %107
  %91 = phi i64 [ 0, %81 ], [ %108, %107 ]
  %92 = getelementptr inbounds nuw i32, ptr %10, i64 %91
  %93 = load i32, ptr %92, align 4
  %94 = load i32, ptr %89, align 8, !invariant.load !0
  switch i32 %94, label %107 [
    i32 4311, label %95
    i32 4312, label %100
    i32 4313, label %105
  ]

95:                                               ; preds = %90
  %96 = tail call i32 @llvm.smax.i32(i32 %93, i32 -128)
  %97 = tail call i32 @llvm.smin.i32(i32 %96, i32 127)
  %98 = trunc nsw i32 %97 to i8
  %99 = getelementptr inbounds nuw i8, ptr %88, i64 %91
  store i8 %98, ptr %99, align 1
  br label %107

100:                                              ; preds = %90
  %101 = tail call i32 @llvm.smax.i32(i32 %93, i32 -32768)
  %102 = tail call i32 @llvm.smin.i32(i32 %101, i32 32767)
  %103 = trunc nsw i32 %102 to i16
  %104 = getelementptr inbounds nuw i16, ptr %88, i64 %91
  store i16 %103, ptr %104, align 2
  br label %107

105:                                              ; preds = %90
  %106 = getelementptr inbounds nuw i32, ptr %88, i64 %91
  store i32 %93, ptr %106, align 4
  br label %107

107:                                              ; preds = %90, %105, %100, %95
  %108 = add nuw nsw i64 %91, 1
  %109 = icmp eq i64 %108, %32
  br i1 %109, label %110, label %90

110:                                              ; preds = %107, %53
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #11
  ret void
}

define void @__xdsl_opencl_write_ui(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #8 {
  %10 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #11
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
  %29 = getelementptr inbounds nuw i64, ptr @switch.table.__xdsl_opencl_write_ui, i64 %28
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
  br i1 %61, label %108, label %62

62:                                               ; preds = %53
  %63 = and i32 %1, 7
  %64 = icmp eq i32 %63, 5
  %65 = load ptr, ptr %0, align 8, !invariant.load !0
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %67 = load i64, ptr %66, align 8, !invariant.load !0
  br i1 %64, label %68, label %72

68:                                               ; preds = %62
  %69 = sext i32 %3 to i64
  %70 = mul nsw i64 %67, %69
  %71 = getelementptr inbounds i8, ptr %65, i64 %70
  br label %81

72:                                               ; preds = %62
  %73 = sext i32 %4 to i64
  %74 = mul nsw i64 %67, %73
  %75 = getelementptr inbounds i8, ptr %65, i64 %74
  %76 = sext i32 %3 to i64
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %78 = load i64, ptr %77, align 8, !invariant.load !0
  %79 = mul nsw i64 %78, %76
  %80 = getelementptr inbounds i8, ptr %75, i64 %79
  br label %81

81:                                               ; preds = %68, %72
  %82 = phi ptr [ %71, %68 ], [ %80, %72 ]
  %83 = sext i32 %2 to i64
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %85 = load i32, ptr %84, align 8, !invariant.load !0
  %86 = sext i32 %85 to i64
  %87 = mul nsw i64 %86, %83
  %88 = getelementptr inbounds i8, ptr %82, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %90

90:                                               ; preds = %81, %105
  %91 = phi i64 [ 0, %81 ], [ %106, %105 ]
  %92 = getelementptr inbounds nuw i32, ptr %10, i64 %91
  %93 = load i32, ptr %92, align 4
  %94 = load i32, ptr %89, align 8, !invariant.load !0
  switch i32 %94, label %105 [
    i32 4314, label %95
    i32 4315, label %99
    i32 4316, label %103
  ]

95:                                               ; preds = %90
  %96 = tail call i32 @llvm.umin.i32(i32 %93, i32 255)
  %97 = trunc nuw i32 %96 to i8
  %98 = getelementptr inbounds nuw i8, ptr %88, i64 %91
  store i8 %97, ptr %98, align 1
  br label %105

99:                                               ; preds = %90
  %100 = tail call i32 @llvm.umin.i32(i32 %93, i32 65535)
  %101 = trunc nuw i32 %100 to i16
  %102 = getelementptr inbounds nuw i16, ptr %88, i64 %91
  store i16 %101, ptr %102, align 2
  br label %105

103:                                              ; preds = %90
  %104 = getelementptr inbounds nuw i32, ptr %88, i64 %91
  store i32 %93, ptr %104, align 4
  br label %105

105:                                              ; preds = %90, %103, %99, %95
  %106 = add nuw nsw i64 %91, 1
  %107 = icmp eq i64 %106, %32
  br i1 %107, label %108, label %90

108:                                              ; preds = %105, %53
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #11
  ret void
}

declare float @llvm.pow.f32(float, float) #9

declare float @llvm.floor.f32(float) #9

declare float @llvm.rint.f32(float) #9

declare float @llvm.fabs.f32(float) #9

declare <16 x i32> @llvm.smax.v16i32(<16 x i32>, <16 x i32>) #9

declare <16 x i32> @llvm.smin.v16i32(<16 x i32>, <16 x i32>) #9

declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>) #9

declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #9

declare <4 x float> @llvm.rint.v4f32(<4 x float>) #9

declare i32 @llvm.sadd.sat.i32(i32, i32) #10

declare i32 @llvm.smin.i32(i32, i32) #10

declare i32 @llvm.smax.i32(i32, i32) #10

declare i32 @llvm.umin.i32(i32, i32) #10

attributes #0 = { noinline optsize memory(argmem: read) nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { noinline optsize memory(none) nounwind }
attributes #4 = { nounwind }
attributes #5 = { noinline optsize nounwind }
attributes #6 = { noinline optsize nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }

!0 = !{}

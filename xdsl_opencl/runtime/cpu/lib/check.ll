%struct.place = type { ptr, i64, i64, i32, i64, ptr, ptr }
%struct.argument = type { ptr, i64, i64, ptr, ptr }
%struct.cell = type { [2 x i64], [2 x i64] }
%struct.memory = type { ptr, i64, i64, i64, i64, ptr, ptr, ptr }
%struct.report = type { i64, i64, i64, i64, i64, [3 x i64], i64, i64, i64, i64, i64, i64 }

define ptr @__xdsl_opencl_check_slow(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #0 {
  %8 = and i64 %4, 4294967295
  %9 = icmp samesign ult i64 %8, 9
  br i1 %9, label %10, label %12

10:                                               ; preds = %7
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 3840
  store i64 %6, ptr %11, align 128
  br label %12

12:                                               ; preds = %10, %7
  %13 = and i64 %4, 75866302316544
  %14 = icmp eq i64 %13, 1099511627776
  %15 = icmp samesign ult i64 %8, 257
  %16 = select i1 %14, i1 %15, i1 false
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 3840
  %18 = select i1 %16, ptr %17, ptr null
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = tail call fastcc i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %8, i64 %4, i64 %5, i64 %20, ptr %18)
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %25

23:                                               ; preds = %12
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 3584
  tail call void @llvm.memset.p0.i64(ptr nonnull align 128 dereferenceable(256) %24, i8 0, i64 256, i1 false)
  br label %25

25:                                               ; preds = %12, %23
  %26 = phi ptr [ %24, %23 ], [ %1, %12 ]
  ret ptr %26
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

define internal fastcc range(i32 0, 2) i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, ptr readonly captures(address_is_null) %8) unnamed_addr #2 {
  %10 = alloca %struct.place, align 8
  %11 = icmp eq i64 %4, 0
  br i1 %11, label %808, label %12

12:                                               ; preds = %9
  %13 = and i64 %5, 1099511627776
  %14 = icmp eq i64 %13, 0
  %15 = lshr exact i64 %13, 40
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #20
  %16 = icmp eq i64 %3, -9223372036854775808
  br i1 %16, label %17, label %19

17:                                               ; preds = %12
  call fastcc void @search(ptr dead_on_unwind nonnull writable sret(%struct.place) align 8 %10, ptr %0, ptr %1)
  %18 = load ptr, ptr %10, align 8
  br label %97

19:                                               ; preds = %12
  %20 = lshr i64 %5, 48
  %21 = trunc nuw nsw i64 %20 to i32
  %22 = and i32 %21, 7
  %23 = icmp eq i32 %22, 4
  %24 = add nsw i32 %22, -3
  %25 = icmp ult i32 %24, 2
  br i1 %25, label %26, label %56

26:                                               ; preds = %19
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %38, label %30

30:                                               ; preds = %26, %34
  %31 = phi ptr [ %36, %34 ], [ %28, %26 ]
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %32, %2
  br i1 %33, label %42, label %34

34:                                               ; preds = %30
  %35 = getelementptr inbounds nuw i8, ptr %31, i64 56
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  br i1 %37, label %38, label %30

38:                                               ; preds = %34, %26
  %39 = lshr i64 %3, 63
  %40 = trunc nuw nsw i64 %39 to i32
  %41 = select i1 %23, i32 %40, i32 %22
  br label %56

42:                                               ; preds = %30
  store ptr %32, ptr %10, align 8
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %44 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %45 = load i64, ptr %44, align 8
  store i64 %45, ptr %43, align 8
  %46 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %47 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store i32 3, ptr %47, align 8
  %48 = getelementptr inbounds nuw i8, ptr %10, i64 28
  store i32 0, ptr %48, align 4
  %49 = getelementptr inbounds nuw i8, ptr %10, i64 32
  store i64 0, ptr %49, align 8
  %50 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %51 = getelementptr inbounds nuw i8, ptr %31, i64 40
  %52 = load ptr, ptr %51, align 8
  store ptr %52, ptr %50, align 8
  %53 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %54 = getelementptr inbounds nuw i8, ptr %31, i64 48
  %55 = load ptr, ptr %54, align 8
  store ptr %55, ptr %53, align 8
  store i64 %3, ptr %46, align 8
  br label %97

56:                                               ; preds = %38, %19
  %57 = phi i32 [ %41, %38 ], [ %22, %19 ]
  %58 = icmp slt i64 %3, 0
  br i1 %58, label %59, label %80

59:                                               ; preds = %56
  %60 = xor i64 %3, -1
  %61 = load ptr, ptr %0, align 128
  %62 = load ptr, ptr %61, align 8
  %63 = getelementptr inbounds nuw %struct.argument, ptr %62, i64 %60
  %64 = load ptr, ptr %63, align 8
  store ptr %64, ptr %10, align 8
  %65 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %66 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %67 = load i64, ptr %66, align 8
  store i64 %67, ptr %65, align 8
  %68 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i64 %3, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store i32 %57, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %10, i64 28
  store i32 0, ptr %70, align 4
  %71 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %72 = getelementptr inbounds nuw i8, ptr %63, i64 16
  %73 = load i64, ptr %72, align 8
  store i64 %73, ptr %71, align 8
  %74 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %75 = getelementptr inbounds nuw i8, ptr %63, i64 24
  %76 = load ptr, ptr %75, align 8
  store ptr %76, ptr %74, align 8
  %77 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %78 = getelementptr inbounds nuw i8, ptr %63, i64 32
  %79 = load ptr, ptr %78, align 8
  store ptr %79, ptr %77, align 8
  br label %97

80:                                               ; preds = %56
  store ptr %2, ptr %10, align 8
  %81 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %82 = and i64 %3, 1099511627775
  store i64 %82, ptr %81, align 8
  %83 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i64 %3, ptr %83, align 8
  %84 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store i32 %57, ptr %84, align 8
  %85 = getelementptr inbounds nuw i8, ptr %10, i64 28
  %86 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %87 = icmp eq i32 %57, 1
  call void @llvm.memset.p0.i64(ptr nonnull align 4 dereferenceable(28) %85, i8 0, i64 28, i1 false)
  br i1 %87, label %88, label %97

88:                                               ; preds = %80
  %89 = load ptr, ptr %0, align 128
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 56
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %97, label %93

93:                                               ; preds = %88
  %94 = lshr i64 %3, 40
  %95 = getelementptr inbounds nuw ptr, ptr %91, i64 %94
  %96 = load ptr, ptr %95, align 8
  store ptr %96, ptr %86, align 8
  br label %97

97:                                               ; preds = %42, %17, %59, %80, %88, %93
  %98 = phi ptr [ %2, %42 ], [ %18, %17 ], [ %64, %59 ], [ %2, %80 ], [ %2, %88 ], [ %2, %93 ]
  %99 = icmp eq ptr %98, null
  %100 = icmp ult ptr %1, %98
  %101 = or i1 %99, %100
  %102 = ptrtoint ptr %1 to i64
  %103 = ptrtoint ptr %98 to i64
  %104 = sub i64 %102, %103
  br i1 %101, label %110, label %105

105:                                              ; preds = %97
  %106 = add i64 %104, %4
  %107 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %108 = load i64, ptr %107, align 8
  %109 = icmp ugt i64 %106, %108
  br i1 %109, label %110, label %118

110:                                              ; preds = %97, %105
  %111 = icmp ult ptr %1, inttoptr (i64 4096 to ptr)
  %112 = icmp ne i64 %3, -9223372036854775808
  %113 = or i1 %111, %112
  %114 = and i1 %113, %99
  %115 = select i1 %114, i32 2, i32 1
  %116 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %117 = load i64, ptr %116, align 8
  tail call fastcc void @report(ptr %0, i32 %115, i64 %6, i64 %7, i64 -1, i64 -1, i64 %104, i64 %117, i64 %4, i64 %15)
  br label %806

118:                                              ; preds = %105
  br i1 %14, label %130, label %119

119:                                              ; preds = %118
  %120 = and i64 %5, 17592186044416
  %121 = icmp eq i64 %120, 0
  br i1 %121, label %122, label %127

122:                                              ; preds = %119
  %123 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %124 = load i64, ptr %123, align 8
  %125 = and i64 %124, 3
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %130, label %127

127:                                              ; preds = %122, %119
  %128 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %129 = load i64, ptr %128, align 8
  tail call fastcc void @report(ptr %0, i32 4, i64 %6, i64 %7, i64 -1, i64 -1, i64 %104, i64 %129, i64 %4, i64 1)
  br label %806

130:                                              ; preds = %122, %118
  %131 = and i64 %5, 2199023255552
  %132 = icmp ne i64 %131, 0
  br i1 %132, label %133, label %141

133:                                              ; preds = %130
  %134 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %135 = load i64, ptr %134, align 8
  %136 = and i64 %135, 4
  %137 = icmp eq i64 %136, 0
  br i1 %137, label %141, label %138

138:                                              ; preds = %133
  %139 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %140 = load i64, ptr %139, align 8
  tail call fastcc void @report(ptr %0, i32 14, i64 %6, i64 %7, i64 -1, i64 -1, i64 %104, i64 %140, i64 %4, i64 0)
  br label %806

141:                                              ; preds = %133, %130
  %142 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %143 = load i64, ptr %142, align 8
  %144 = icmp eq i64 %143, -9223372036854775808
  br i1 %144, label %155, label %145

145:                                              ; preds = %141
  %146 = lshr i64 %5, 32
  %147 = and i64 %146, 15
  %148 = shl nsw i64 -1, %147
  %149 = xor i64 %148, -1
  %150 = and i64 %104, %149
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %155, label %152

152:                                              ; preds = %145
  tail call fastcc void @report(ptr %0, i32 3, i64 %6, i64 %7, i64 -1, i64 -1, i64 %104, i64 %143, i64 %4, i64 %15)
  %153 = and i64 %5, 4398046511104
  %154 = icmp eq i64 %153, 0
  br i1 %154, label %155, label %806

155:                                              ; preds = %152, %145, %141
  %156 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %157 = load i32, ptr %156, align 8
  switch i32 %157, label %731 [
    i32 3, label %166
    i32 1, label %158
  ]

158:                                              ; preds = %155
  %159 = and i64 %5, 8796093022208
  %160 = icmp eq i64 %159, 0
  br i1 %160, label %161, label %166

161:                                              ; preds = %158
  %162 = load ptr, ptr %0, align 128
  %163 = getelementptr inbounds nuw i8, ptr %162, i64 48
  %164 = load i64, ptr %163, align 8
  %165 = icmp eq i64 %164, 0
  br i1 %165, label %731, label %166

166:                                              ; preds = %155, %161, %158
  %167 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %168 = load ptr, ptr %167, align 8
  %169 = icmp eq ptr %168, null
  br i1 %169, label %731, label %170

170:                                              ; preds = %166
  %171 = icmp eq i32 %157, 3
  %172 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %173 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %174 = select i1 %171, ptr %172, ptr %173
  %175 = load i64, ptr %174, align 8
  %176 = tail call i64 @llvm.smin.i64(i64 %6, i64 16383)
  %177 = shl i64 %7, 16
  %178 = and i64 %5, 4398046511104
  %179 = icmp eq i64 %178, 0
  %180 = lshr i64 %5, 31
  %181 = and i64 %180, 16384
  %182 = select i1 %179, i64 %181, i64 32768
  %183 = or i64 %177, %175
  %184 = or i64 %183, %176
  %185 = or i64 %184, %182
  %186 = icmp ne i64 %7, 8191
  %187 = or i1 %186, %171
  %188 = and i64 %185, -8795556151297
  %189 = select i1 %187, i64 %185, i64 %188
  %190 = and i64 %5, 70368744177664
  %191 = icmp eq i64 %190, 0
  br i1 %191, label %198, label %192

192:                                              ; preds = %170
  %193 = getelementptr inbounds nuw i8, ptr %0, i64 3840
  %194 = tail call i32 @bcmp(ptr nonnull dereferenceable(1) %1, ptr nonnull readonly dereferenceable(1) %193, i64 range(i64 1, 0) %4)
  %195 = icmp eq i32 %194, 0
  %196 = and i64 %5, -1099511627777
  %197 = select i1 %195, i64 %5, i64 %196
  br label %198

198:                                              ; preds = %192, %170
  %199 = phi i64 [ %5, %170 ], [ %197, %192 ]
  %200 = lshr i64 %5, 36
  %201 = and i64 %200, 15
  %202 = ashr i64 %104, %201
  %203 = add i64 %4, -1
  %204 = add i64 %203, %104
  %205 = ashr i64 %204, %201
  %206 = icmp sgt i64 %202, %205
  br i1 %206, label %731, label %207

207:                                              ; preds = %198
  %208 = icmp eq ptr %8, null
  %209 = shl nuw nsw i64 1, %201
  %210 = and i64 %199, 2199023255552
  %211 = icmp ne i64 %210, 0
  %212 = trunc i64 %189 to i32
  %213 = lshr i32 %212, 14
  %214 = and i32 %213, 3
  %215 = and i64 %199, 2251799813685248
  %216 = icmp eq i64 %215, 0
  %217 = and i64 %189, 8795556151296
  %218 = icmp eq i64 %217, 8795556151296
  %219 = and i64 %199, 1099511627776
  %220 = icmp eq i64 %219, 0
  %221 = icmp eq i64 %7, 8191
  %222 = lshr i64 %199, 36
  %223 = and i64 %222, 16
  %224 = xor i64 %223, 16
  br label %226

225:                                              ; preds = %600
  br i1 %187, label %721, label %603

226:                                              ; preds = %600, %207
  %227 = phi i64 [ %202, %207 ], [ %601, %600 ]
  %228 = phi i64 [ 0, %207 ], [ %397, %600 ]
  %229 = phi i64 [ 0, %207 ], [ %396, %600 ]
  %230 = phi i64 [ 0, %207 ], [ %395, %600 ]
  %231 = phi i64 [ 0, %207 ], [ %394, %600 ]
  %232 = shl i64 %227, %201
  %233 = sub nsw i64 %232, %104
  %234 = tail call i64 @llvm.smax.i64(i64 %233, i64 0)
  br i1 %208, label %243, label %235

235:                                              ; preds = %226
  %236 = add nsw i64 %233, %209
  %237 = tail call i64 @llvm.smin.i64(i64 %236, i64 range(i64 1, 0) %4)
  %238 = getelementptr inbounds nuw i8, ptr %8, i64 %234
  %239 = getelementptr inbounds nuw i8, ptr %1, i64 %234
  %240 = sub nsw i64 %237, %234
  %241 = tail call i32 @bcmp(ptr nonnull readonly %238, ptr %239, i64 %240)
  %242 = icmp eq i32 %241, 0
  br label %243

243:                                              ; preds = %235, %226
  %244 = phi i1 [ false, %226 ], [ %242, %235 ]
  %245 = getelementptr inbounds %struct.cell, ptr %168, i64 %227
  %246 = icmp eq i64 %230, 0
  %247 = select i1 %211, i1 %246, i1 false
  br i1 %247, label %248, label %292

248:                                              ; preds = %243
  %249 = load atomic i64, ptr %245 monotonic, align 8
  %250 = icmp eq i64 %249, 0
  br i1 %250, label %269, label %251

251:                                              ; preds = %248
  %252 = trunc i64 %249 to i32
  %253 = lshr i32 %252, 14
  %254 = and i32 %253, 3
  %255 = add nuw nsw i32 %254, %214
  %256 = icmp samesign ugt i32 %255, 2
  br i1 %256, label %269, label %257

257:                                              ; preds = %251
  %258 = xor i64 %249, %189
  br i1 %171, label %259, label %262

259:                                              ; preds = %257
  %260 = add i64 %258, -536870912
  %261 = icmp ult i64 %260, -536805376
  br i1 %261, label %269, label %292

262:                                              ; preds = %257
  %263 = icmp ult i64 %258, 8796093022208
  br i1 %263, label %265, label %264

264:                                              ; preds = %262
  br i1 %216, label %292, label %269

265:                                              ; preds = %262
  %266 = add nsw i64 %258, -536870912
  %267 = icmp ult i64 %266, -536805376
  %268 = select i1 %267, i1 true, i1 %218
  br i1 %268, label %269, label %292

269:                                              ; preds = %265, %264, %259, %251, %248
  %270 = getelementptr inbounds nuw i8, ptr %245, i64 8
  %271 = load atomic i64, ptr %270 monotonic, align 8
  %272 = icmp eq i64 %271, 0
  br i1 %272, label %291, label %273

273:                                              ; preds = %269
  %274 = trunc i64 %271 to i32
  %275 = lshr i32 %274, 14
  %276 = and i32 %275, 3
  %277 = add nuw nsw i32 %276, %214
  %278 = icmp samesign ugt i32 %277, 2
  br i1 %278, label %291, label %279

279:                                              ; preds = %273
  %280 = xor i64 %271, %189
  br i1 %171, label %288, label %281

281:                                              ; preds = %279
  %282 = icmp ult i64 %280, 8796093022208
  br i1 %282, label %284, label %283

283:                                              ; preds = %281
  br i1 %216, label %292, label %291

284:                                              ; preds = %281
  %285 = add nsw i64 %280, -536870912
  %286 = icmp ult i64 %285, -536805376
  %287 = select i1 %286, i1 true, i1 %218
  br i1 %287, label %291, label %292

288:                                              ; preds = %279
  %289 = add i64 %280, -536870912
  %290 = icmp ult i64 %289, -536805376
  br i1 %290, label %291, label %292

291:                                              ; preds = %288, %284, %283, %273, %269
  br i1 %220, label %392, label %297

292:                                              ; preds = %288, %284, %283, %265, %264, %259, %243
  %293 = phi i64 [ %230, %243 ], [ %249, %264 ], [ %249, %265 ], [ %249, %259 ], [ %271, %283 ], [ %271, %284 ], [ %271, %288 ]
  %294 = phi i64 [ %228, %243 ], [ %234, %264 ], [ %234, %265 ], [ %234, %259 ], [ %234, %283 ], [ %234, %284 ], [ %234, %288 ]
  br i1 %220, label %392, label %295

295:                                              ; preds = %292
  %296 = icmp eq i64 %293, 0
  br i1 %296, label %297, label %343

297:                                              ; preds = %295, %291
  %298 = phi i64 [ %294, %295 ], [ %228, %291 ]
  %299 = getelementptr inbounds nuw i8, ptr %245, i64 16
  %300 = load atomic i64, ptr %299 monotonic, align 8
  %301 = icmp eq i64 %300, 0
  br i1 %301, label %320, label %302

302:                                              ; preds = %297
  %303 = trunc i64 %300 to i32
  %304 = lshr i32 %303, 14
  %305 = and i32 %304, 3
  %306 = add nuw nsw i32 %305, %214
  %307 = icmp samesign ugt i32 %306, 2
  br i1 %307, label %320, label %308

308:                                              ; preds = %302
  %309 = xor i64 %300, %189
  br i1 %171, label %310, label %313

310:                                              ; preds = %308
  %311 = add i64 %309, -536870912
  %312 = icmp ult i64 %311, -536805376
  br i1 %312, label %320, label %343

313:                                              ; preds = %308
  %314 = icmp ult i64 %309, 8796093022208
  br i1 %314, label %316, label %315

315:                                              ; preds = %313
  br i1 %216, label %343, label %320

316:                                              ; preds = %313
  %317 = add nsw i64 %309, -536870912
  %318 = icmp ult i64 %317, -536805376
  %319 = select i1 %318, i1 true, i1 %218
  br i1 %319, label %320, label %343

320:                                              ; preds = %316, %315, %310, %302, %297
  %321 = getelementptr inbounds nuw i8, ptr %245, i64 24
  %322 = load atomic i64, ptr %321 monotonic, align 8
  %323 = icmp eq i64 %322, 0
  br i1 %323, label %342, label %324

324:                                              ; preds = %320
  %325 = trunc i64 %322 to i32
  %326 = lshr i32 %325, 14
  %327 = and i32 %326, 3
  %328 = add nuw nsw i32 %327, %214
  %329 = icmp samesign ugt i32 %328, 2
  br i1 %329, label %342, label %330

330:                                              ; preds = %324
  %331 = xor i64 %322, %189
  br i1 %171, label %339, label %332

332:                                              ; preds = %330
  %333 = icmp ult i64 %331, 8796093022208
  br i1 %333, label %335, label %334

334:                                              ; preds = %332
  br i1 %216, label %343, label %342

335:                                              ; preds = %332
  %336 = add nsw i64 %331, -536870912
  %337 = icmp ult i64 %336, -536805376
  %338 = select i1 %337, i1 true, i1 %218
  br i1 %338, label %342, label %343

339:                                              ; preds = %330
  %340 = add i64 %331, -536870912
  %341 = icmp ult i64 %340, -536805376
  br i1 %341, label %342, label %343

342:                                              ; preds = %339, %335, %334, %324, %320
  br label %343

343:                                              ; preds = %342, %339, %335, %334, %316, %315, %310, %295
  %344 = phi i64 [ %293, %295 ], [ 0, %342 ], [ %300, %315 ], [ %300, %316 ], [ %300, %310 ], [ %322, %334 ], [ %322, %335 ], [ %322, %339 ]
  %345 = phi i64 [ %294, %295 ], [ %298, %342 ], [ %234, %315 ], [ %234, %316 ], [ %234, %310 ], [ %234, %334 ], [ %234, %335 ], [ %234, %339 ]
  %346 = icmp ne i64 %231, 0
  %347 = or i1 %346, %244
  br i1 %347, label %392, label %348

348:                                              ; preds = %343
  %349 = load atomic i64, ptr %245 monotonic, align 8
  %350 = icmp eq i64 %349, 0
  br i1 %350, label %369, label %351

351:                                              ; preds = %348
  %352 = trunc i64 %349 to i32
  %353 = lshr i32 %352, 14
  %354 = and i32 %353, 3
  %355 = add nuw nsw i32 %354, %214
  %356 = icmp samesign ugt i32 %355, 2
  br i1 %356, label %369, label %357

357:                                              ; preds = %351
  %358 = xor i64 %349, %189
  br i1 %171, label %359, label %362

359:                                              ; preds = %357
  %360 = add i64 %358, -536870912
  %361 = icmp ult i64 %360, -536805376
  br i1 %361, label %369, label %392

362:                                              ; preds = %357
  %363 = icmp ult i64 %358, 8796093022208
  br i1 %363, label %365, label %364

364:                                              ; preds = %362
  br i1 %216, label %392, label %369

365:                                              ; preds = %362
  %366 = add nsw i64 %358, -536870912
  %367 = icmp ult i64 %366, -536805376
  %368 = select i1 %367, i1 true, i1 %218
  br i1 %368, label %369, label %392

369:                                              ; preds = %365, %364, %359, %351, %348
  %370 = getelementptr inbounds nuw i8, ptr %245, i64 8
  %371 = load atomic i64, ptr %370 monotonic, align 8
  %372 = icmp eq i64 %371, 0
  br i1 %372, label %391, label %373

373:                                              ; preds = %369
  %374 = trunc i64 %371 to i32
  %375 = lshr i32 %374, 14
  %376 = and i32 %375, 3
  %377 = add nuw nsw i32 %376, %214
  %378 = icmp samesign ugt i32 %377, 2
  br i1 %378, label %391, label %379

379:                                              ; preds = %373
  %380 = xor i64 %371, %189
  br i1 %171, label %388, label %381

381:                                              ; preds = %379
  %382 = icmp ult i64 %380, 8796093022208
  br i1 %382, label %384, label %383

383:                                              ; preds = %381
  br i1 %216, label %392, label %391

384:                                              ; preds = %381
  %385 = add nsw i64 %380, -536870912
  %386 = icmp ult i64 %385, -536805376
  %387 = select i1 %386, i1 true, i1 %218
  br i1 %387, label %391, label %392

388:                                              ; preds = %379
  %389 = add i64 %380, -536870912
  %390 = icmp ult i64 %389, -536805376
  br i1 %390, label %391, label %392

391:                                              ; preds = %388, %384, %383, %373, %369
  br label %392

392:                                              ; preds = %391, %388, %384, %383, %365, %364, %359, %343, %292, %291
  %393 = phi i1 [ true, %292 ], [ false, %343 ], [ true, %291 ], [ false, %391 ], [ false, %388 ], [ false, %384 ], [ false, %383 ], [ false, %364 ], [ false, %365 ], [ false, %359 ]
  %394 = phi i64 [ %231, %292 ], [ %231, %343 ], [ %231, %291 ], [ 0, %391 ], [ %371, %388 ], [ %371, %384 ], [ %371, %383 ], [ %349, %364 ], [ %349, %365 ], [ %349, %359 ]
  %395 = phi i64 [ %293, %292 ], [ %344, %343 ], [ 0, %291 ], [ %344, %391 ], [ %344, %388 ], [ %344, %384 ], [ %344, %383 ], [ %344, %364 ], [ %344, %365 ], [ %344, %359 ]
  %396 = phi i64 [ %229, %292 ], [ %229, %343 ], [ %229, %291 ], [ %229, %391 ], [ %234, %388 ], [ %234, %384 ], [ %234, %383 ], [ %234, %364 ], [ %234, %365 ], [ %234, %359 ]
  %397 = phi i64 [ %294, %292 ], [ %345, %343 ], [ %228, %291 ], [ %345, %391 ], [ %345, %388 ], [ %345, %384 ], [ %345, %383 ], [ %345, %364 ], [ %345, %365 ], [ %345, %359 ]
  br i1 %221, label %398, label %413

398:                                              ; preds = %392
  %399 = getelementptr inbounds nuw i8, ptr %245, i64 %224
  br i1 %171, label %600, label %400

400:                                              ; preds = %398
  %401 = load atomic i64, ptr %399 monotonic, align 8
  %402 = icmp eq i64 %401, 0
  br i1 %402, label %410, label %403

403:                                              ; preds = %400
  %404 = xor i64 %401, %189
  %405 = icmp ult i64 %404, 8796093022208
  br i1 %405, label %600, label %406

406:                                              ; preds = %403
  %407 = getelementptr inbounds nuw i8, ptr %399, i64 8
  %408 = load atomic i64, ptr %407 monotonic, align 8
  %409 = icmp eq i64 %408, 0
  br i1 %409, label %410, label %600

410:                                              ; preds = %406, %400
  %411 = phi i64 [ 0, %400 ], [ 1, %406 ]
  %412 = getelementptr inbounds nuw i64, ptr %399, i64 %411
  store atomic i64 %189, ptr %412 monotonic, align 8
  br label %600

413:                                              ; preds = %392
  br i1 %211, label %414, label %507

414:                                              ; preds = %413
  %415 = getelementptr inbounds nuw i8, ptr %245, i64 16
  %416 = load atomic i64, ptr %415 monotonic, align 8
  %417 = getelementptr inbounds nuw i8, ptr %245, i64 24
  %418 = load atomic i64, ptr %417 monotonic, align 8
  %419 = xor i64 %416, %189
  %420 = xor i64 %418, %189
  br i1 %171, label %421, label %442

421:                                              ; preds = %414
  %422 = icmp ult i64 %419, 536870912
  br i1 %422, label %424, label %423

423:                                              ; preds = %421
  store atomic i64 %185, ptr %415 monotonic, align 8
  br label %507

424:                                              ; preds = %421
  %425 = icmp samesign ult i64 %419, 65536
  br i1 %425, label %426, label %432

426:                                              ; preds = %424
  %427 = trunc i64 %416 to i32
  %428 = lshr i32 %427, 14
  %429 = and i32 %428, 3
  %430 = icmp samesign ugt i32 %429, %214
  br i1 %430, label %431, label %507

431:                                              ; preds = %426
  store atomic i64 %185, ptr %415 monotonic, align 8
  br label %507

432:                                              ; preds = %424
  %433 = icmp ult i64 %420, 536870912
  br i1 %433, label %434, label %441

434:                                              ; preds = %432
  %435 = icmp samesign ult i64 %420, 65536
  br i1 %435, label %436, label %507

436:                                              ; preds = %434
  %437 = trunc i64 %418 to i32
  %438 = lshr i32 %437, 14
  %439 = and i32 %438, 3
  %440 = icmp samesign ugt i32 %439, %214
  br i1 %440, label %441, label %507

441:                                              ; preds = %436, %432
  store atomic i64 %185, ptr %417 monotonic, align 8
  br label %507

442:                                              ; preds = %414
  %443 = icmp eq i64 %416, 0
  br i1 %443, label %444, label %445

444:                                              ; preds = %442
  store atomic i64 %189, ptr %415 monotonic, align 8
  br label %507

445:                                              ; preds = %442
  %446 = add i64 %419, -8796093022208
  %447 = icmp ult i64 %446, -8795556151296
  br i1 %447, label %463, label %448

448:                                              ; preds = %445
  %449 = trunc i64 %416 to i32
  %450 = lshr i32 %449, 14
  %451 = and i32 %450, 3
  %452 = icmp samesign ult i32 %451, %214
  br i1 %452, label %453, label %473

453:                                              ; preds = %448
  %454 = icmp eq i64 %418, 0
  br i1 %454, label %462, label %455

455:                                              ; preds = %453
  %456 = icmp ult i64 %420, 8796093022208
  br i1 %456, label %457, label %507

457:                                              ; preds = %455
  %458 = trunc i64 %418 to i32
  %459 = lshr i32 %458, 14
  %460 = and i32 %459, 3
  %461 = icmp samesign ult i32 %460, %214
  br i1 %461, label %507, label %462

462:                                              ; preds = %457, %453
  store atomic i64 %189, ptr %417 monotonic, align 8
  br label %507

463:                                              ; preds = %445
  %464 = icmp ugt i64 %419, 8796093022207
  br i1 %464, label %489, label %465

465:                                              ; preds = %463
  %466 = icmp samesign ult i64 %419, 65536
  br i1 %466, label %467, label %474

467:                                              ; preds = %465
  %468 = trunc i64 %416 to i32
  %469 = lshr i32 %468, 14
  %470 = and i32 %469, 3
  %471 = icmp samesign ugt i32 %470, %214
  br i1 %471, label %472, label %507

472:                                              ; preds = %467
  store atomic i64 %189, ptr %415 monotonic, align 8
  br label %507

473:                                              ; preds = %448
  store atomic i64 %189, ptr %415 monotonic, align 8
  br label %507

474:                                              ; preds = %465
  %475 = icmp ne i64 %418, 0
  %476 = icmp ugt i64 %420, 8796093022207
  %477 = select i1 %475, i1 %476, i1 false
  br i1 %477, label %507, label %478

478:                                              ; preds = %474
  %479 = icmp ult i64 %420, 536870912
  %480 = and i1 %475, %479
  br i1 %480, label %481, label %488

481:                                              ; preds = %478
  %482 = icmp samesign ult i64 %420, 65536
  br i1 %482, label %483, label %507

483:                                              ; preds = %481
  %484 = trunc i64 %418 to i32
  %485 = lshr i32 %484, 14
  %486 = and i32 %485, 3
  %487 = icmp samesign ugt i32 %486, %214
  br i1 %487, label %488, label %507

488:                                              ; preds = %483, %478
  store atomic i64 %189, ptr %417 monotonic, align 8
  br label %507

489:                                              ; preds = %463
  %490 = icmp eq i64 %418, 0
  %491 = xor i64 %418, %416
  %492 = icmp ult i64 %491, 8796093022208
  %493 = select i1 %490, i1 true, i1 %492
  br i1 %493, label %494, label %495

494:                                              ; preds = %489
  store atomic i64 %189, ptr %417 monotonic, align 8
  br label %507

495:                                              ; preds = %489
  %496 = icmp ult i64 %420, 8796093022208
  br i1 %496, label %497, label %507

497:                                              ; preds = %495
  %498 = icmp samesign ult i64 %420, 536870912
  br i1 %498, label %499, label %506

499:                                              ; preds = %497
  %500 = icmp samesign ult i64 %420, 65536
  br i1 %500, label %501, label %507

501:                                              ; preds = %499
  %502 = trunc i64 %418 to i32
  %503 = lshr i32 %502, 14
  %504 = and i32 %503, 3
  %505 = icmp samesign ugt i32 %504, %214
  br i1 %505, label %506, label %507

506:                                              ; preds = %501, %497
  store atomic i64 %189, ptr %417 monotonic, align 8
  br label %507

507:                                              ; preds = %506, %501, %499, %495, %494, %488, %483, %481, %474, %473, %472, %467, %462, %457, %455, %444, %441, %436, %434, %431, %426, %423, %413
  br i1 %393, label %600, label %508

508:                                              ; preds = %507
  %509 = load atomic i64, ptr %245 monotonic, align 8
  %510 = getelementptr inbounds nuw i8, ptr %245, i64 8
  %511 = load atomic i64, ptr %510 monotonic, align 8
  %512 = xor i64 %509, %189
  %513 = xor i64 %511, %189
  br i1 %171, label %514, label %535

514:                                              ; preds = %508
  %515 = icmp ult i64 %512, 536870912
  br i1 %515, label %517, label %516

516:                                              ; preds = %514
  store atomic i64 %185, ptr %245 monotonic, align 8
  br label %600

517:                                              ; preds = %514
  %518 = icmp samesign ult i64 %512, 65536
  br i1 %518, label %519, label %525

519:                                              ; preds = %517
  %520 = trunc i64 %509 to i32
  %521 = lshr i32 %520, 14
  %522 = and i32 %521, 3
  %523 = icmp samesign ugt i32 %522, %214
  br i1 %523, label %524, label %600

524:                                              ; preds = %519
  store atomic i64 %185, ptr %245 monotonic, align 8
  br label %600

525:                                              ; preds = %517
  %526 = icmp ult i64 %513, 536870912
  br i1 %526, label %527, label %534

527:                                              ; preds = %525
  %528 = icmp samesign ult i64 %513, 65536
  br i1 %528, label %529, label %600

529:                                              ; preds = %527
  %530 = trunc i64 %511 to i32
  %531 = lshr i32 %530, 14
  %532 = and i32 %531, 3
  %533 = icmp samesign ugt i32 %532, %214
  br i1 %533, label %534, label %600

534:                                              ; preds = %529, %525
  store atomic i64 %185, ptr %510 monotonic, align 8
  br label %600

535:                                              ; preds = %508
  %536 = icmp eq i64 %509, 0
  br i1 %536, label %537, label %538

537:                                              ; preds = %535
  store atomic i64 %189, ptr %245 monotonic, align 8
  br label %600

538:                                              ; preds = %535
  %539 = add i64 %512, -8796093022208
  %540 = icmp ult i64 %539, -8795556151296
  br i1 %540, label %556, label %541

541:                                              ; preds = %538
  %542 = trunc i64 %509 to i32
  %543 = lshr i32 %542, 14
  %544 = and i32 %543, 3
  %545 = icmp samesign ult i32 %544, %214
  br i1 %545, label %546, label %566

546:                                              ; preds = %541
  %547 = icmp eq i64 %511, 0
  br i1 %547, label %555, label %548

548:                                              ; preds = %546
  %549 = icmp ult i64 %513, 8796093022208
  br i1 %549, label %550, label %600

550:                                              ; preds = %548
  %551 = trunc i64 %511 to i32
  %552 = lshr i32 %551, 14
  %553 = and i32 %552, 3
  %554 = icmp samesign ult i32 %553, %214
  br i1 %554, label %600, label %555

555:                                              ; preds = %550, %546
  store atomic i64 %189, ptr %510 monotonic, align 8
  br label %600

556:                                              ; preds = %538
  %557 = icmp ugt i64 %512, 8796093022207
  br i1 %557, label %582, label %558

558:                                              ; preds = %556
  %559 = icmp samesign ult i64 %512, 65536
  br i1 %559, label %560, label %567

560:                                              ; preds = %558
  %561 = trunc i64 %509 to i32
  %562 = lshr i32 %561, 14
  %563 = and i32 %562, 3
  %564 = icmp samesign ugt i32 %563, %214
  br i1 %564, label %565, label %600

565:                                              ; preds = %560
  store atomic i64 %189, ptr %245 monotonic, align 8
  br label %600

566:                                              ; preds = %541
  store atomic i64 %189, ptr %245 monotonic, align 8
  br label %600

567:                                              ; preds = %558
  %568 = icmp ne i64 %511, 0
  %569 = icmp ugt i64 %513, 8796093022207
  %570 = select i1 %568, i1 %569, i1 false
  br i1 %570, label %600, label %571

571:                                              ; preds = %567
  %572 = icmp ult i64 %513, 536870912
  %573 = and i1 %568, %572
  br i1 %573, label %574, label %581

574:                                              ; preds = %571
  %575 = icmp samesign ult i64 %513, 65536
  br i1 %575, label %576, label %600

576:                                              ; preds = %574
  %577 = trunc i64 %511 to i32
  %578 = lshr i32 %577, 14
  %579 = and i32 %578, 3
  %580 = icmp samesign ugt i32 %579, %214
  br i1 %580, label %581, label %600

581:                                              ; preds = %576, %571
  store atomic i64 %189, ptr %510 monotonic, align 8
  br label %600

582:                                              ; preds = %556
  %583 = icmp eq i64 %511, 0
  %584 = xor i64 %511, %509
  %585 = icmp ult i64 %584, 8796093022208
  %586 = select i1 %583, i1 true, i1 %585
  br i1 %586, label %587, label %588

587:                                              ; preds = %582
  store atomic i64 %189, ptr %510 monotonic, align 8
  br label %600

588:                                              ; preds = %582
  %589 = icmp ult i64 %513, 8796093022208
  br i1 %589, label %590, label %600

590:                                              ; preds = %588
  %591 = icmp samesign ult i64 %513, 536870912
  br i1 %591, label %592, label %599

592:                                              ; preds = %590
  %593 = icmp samesign ult i64 %513, 65536
  br i1 %593, label %594, label %600

594:                                              ; preds = %592
  %595 = trunc i64 %511 to i32
  %596 = lshr i32 %595, 14
  %597 = and i32 %596, 3
  %598 = icmp samesign ugt i32 %597, %214
  br i1 %598, label %599, label %600

599:                                              ; preds = %594, %590
  store atomic i64 %189, ptr %510 monotonic, align 8
  br label %600

600:                                              ; preds = %403, %406, %599, %594, %592, %588, %587, %581, %576, %574, %567, %566, %565, %560, %555, %550, %548, %537, %534, %529, %527, %524, %519, %516, %507, %410, %398
  %601 = add i64 %227, 1
  %602 = icmp eq i64 %227, %205
  br i1 %602, label %225, label %226

603:                                              ; preds = %225
  %604 = load i64, ptr %173, align 8
  %605 = or i64 %604, %176
  %606 = or i64 %605, %182
  %607 = or i64 %606, 536805376
  %608 = trunc i64 %606 to i32
  %609 = lshr i32 %608, 14
  %610 = and i32 %609, 3
  %611 = and i64 %5, 2251799813685248
  %612 = icmp eq i64 %611, 0
  %613 = and i64 %605, 8795556151296
  %614 = icmp eq i64 %613, 8795556151296
  br label %615

615:                                              ; preds = %670, %603
  %616 = phi i64 [ %202, %603 ], [ %673, %670 ]
  %617 = phi i64 [ %395, %603 ], [ %672, %670 ]
  %618 = phi i64 [ %394, %603 ], [ %671, %670 ]
  %619 = getelementptr inbounds %struct.cell, ptr %168, i64 %616
  %620 = getelementptr inbounds nuw i8, ptr %619, i64 16
  %621 = load atomic i64, ptr %619 monotonic, align 8
  %622 = icmp eq i64 %621, 0
  br i1 %622, label %637, label %623

623:                                              ; preds = %615
  %624 = trunc i64 %621 to i32
  %625 = lshr i32 %624, 14
  %626 = and i32 %625, 3
  %627 = add nuw nsw i32 %626, %610
  %628 = icmp samesign ugt i32 %627, 2
  br i1 %628, label %637, label %629

629:                                              ; preds = %623
  %630 = xor i64 %621, %607
  %631 = icmp ult i64 %630, 8796093022208
  br i1 %631, label %633, label %632

632:                                              ; preds = %629
  br i1 %612, label %655, label %637

633:                                              ; preds = %629
  %634 = add nsw i64 %630, -536870912
  %635 = icmp ult i64 %634, -536805376
  %636 = select i1 %635, i1 true, i1 %614
  br i1 %636, label %637, label %655

637:                                              ; preds = %633, %632, %623, %615
  %638 = getelementptr inbounds nuw i8, ptr %619, i64 8
  %639 = load atomic i64, ptr %638 monotonic, align 8
  %640 = icmp eq i64 %639, 0
  br i1 %640, label %669, label %641

641:                                              ; preds = %637
  %642 = trunc i64 %639 to i32
  %643 = lshr i32 %642, 14
  %644 = and i32 %643, 3
  %645 = add nuw nsw i32 %644, %610
  %646 = icmp samesign ugt i32 %645, 2
  br i1 %646, label %669, label %647

647:                                              ; preds = %641
  %648 = xor i64 %639, %607
  %649 = icmp ult i64 %648, 8796093022208
  br i1 %649, label %651, label %650

650:                                              ; preds = %647
  br i1 %612, label %655, label %669

651:                                              ; preds = %647
  %652 = add nsw i64 %648, -536870912
  %653 = icmp ult i64 %652, -536805376
  %654 = select i1 %653, i1 true, i1 %614
  br i1 %654, label %669, label %655

655:                                              ; preds = %651, %650, %633, %632
  %656 = phi i64 [ %621, %633 ], [ %621, %632 ], [ %639, %650 ], [ %639, %651 ]
  %657 = and i64 %656, 536805376
  %658 = icmp ne i64 %657, 536805376
  %659 = xor i64 %656, %605
  %660 = icmp ult i64 %659, 8796093022208
  %661 = select i1 %658, i1 %660, i1 false
  br i1 %661, label %662, label %669

662:                                              ; preds = %655
  br i1 %14, label %666, label %663

663:                                              ; preds = %662
  %664 = icmp eq i64 %618, 0
  %665 = select i1 %664, i64 %656, i64 %618
  br label %675

666:                                              ; preds = %662
  %667 = icmp eq i64 %617, 0
  %668 = select i1 %667, i64 %656, i64 %617
  br label %670

669:                                              ; preds = %655, %651, %650, %641, %637
  br i1 %14, label %670, label %675

670:                                              ; preds = %718, %711, %707, %706, %697, %693, %666, %669
  %671 = phi i64 [ %618, %669 ], [ %618, %666 ], [ %676, %693 ], [ %676, %697 ], [ %676, %706 ], [ %676, %707 ], [ %676, %711 ], [ %676, %718 ]
  %672 = phi i64 [ %617, %669 ], [ %668, %666 ], [ %617, %693 ], [ %617, %697 ], [ %617, %706 ], [ %617, %707 ], [ %617, %711 ], [ %720, %718 ]
  %673 = add i64 %616, 1
  %674 = icmp eq i64 %616, %205
  br i1 %674, label %721, label %615

675:                                              ; preds = %669, %663
  %676 = phi i64 [ %665, %663 ], [ %618, %669 ]
  %677 = load atomic i64, ptr %620 monotonic, align 8
  %678 = icmp eq i64 %677, 0
  br i1 %678, label %693, label %679

679:                                              ; preds = %675
  %680 = trunc i64 %677 to i32
  %681 = lshr i32 %680, 14
  %682 = and i32 %681, 3
  %683 = add nuw nsw i32 %682, %610
  %684 = icmp samesign ugt i32 %683, 2
  br i1 %684, label %693, label %685

685:                                              ; preds = %679
  %686 = xor i64 %677, %607
  %687 = icmp ult i64 %686, 8796093022208
  br i1 %687, label %689, label %688

688:                                              ; preds = %685
  br i1 %612, label %711, label %693

689:                                              ; preds = %685
  %690 = add nsw i64 %686, -536870912
  %691 = icmp ult i64 %690, -536805376
  %692 = select i1 %691, i1 true, i1 %614
  br i1 %692, label %693, label %711

693:                                              ; preds = %689, %688, %679, %675
  %694 = getelementptr inbounds nuw i8, ptr %619, i64 24
  %695 = load atomic i64, ptr %694 monotonic, align 8
  %696 = icmp eq i64 %695, 0
  br i1 %696, label %670, label %697

697:                                              ; preds = %693
  %698 = trunc i64 %695 to i32
  %699 = lshr i32 %698, 14
  %700 = and i32 %699, 3
  %701 = add nuw nsw i32 %700, %610
  %702 = icmp samesign ugt i32 %701, 2
  br i1 %702, label %670, label %703

703:                                              ; preds = %697
  %704 = xor i64 %695, %607
  %705 = icmp ult i64 %704, 8796093022208
  br i1 %705, label %707, label %706

706:                                              ; preds = %703
  br i1 %612, label %711, label %670

707:                                              ; preds = %703
  %708 = add nsw i64 %704, -536870912
  %709 = icmp ult i64 %708, -536805376
  %710 = select i1 %709, i1 true, i1 %614
  br i1 %710, label %670, label %711

711:                                              ; preds = %707, %706, %689, %688
  %712 = phi i64 [ %677, %689 ], [ %677, %688 ], [ %695, %706 ], [ %695, %707 ]
  %713 = and i64 %712, 536805376
  %714 = icmp ne i64 %713, 536805376
  %715 = xor i64 %712, %605
  %716 = icmp ult i64 %715, 8796093022208
  %717 = select i1 %714, i1 %716, i1 false
  br i1 %717, label %718, label %670

718:                                              ; preds = %711
  %719 = icmp eq i64 %617, 0
  %720 = select i1 %719, i64 %712, i64 %617
  br label %670

721:                                              ; preds = %670, %225
  %722 = phi i64 [ %394, %225 ], [ %671, %670 ]
  %723 = phi i64 [ %395, %225 ], [ %672, %670 ]
  %724 = icmp eq i64 %723, 0
  br i1 %724, label %727, label %725

725:                                              ; preds = %721
  %726 = add nsw i64 %397, %104
  call fastcc void @report_race(ptr readonly %0, ptr nonnull readonly %10, i32 7, i64 %723, i64 %726, i64 range(i64 1, 0) %4, i64 %5, i64 %6, i64 %7)
  br label %731

727:                                              ; preds = %721
  %728 = icmp eq i64 %722, 0
  br i1 %728, label %731, label %729

729:                                              ; preds = %727
  %730 = add nsw i64 %396, %104
  call fastcc void @report_race(ptr readonly %0, ptr nonnull readonly %10, i32 6, i64 %722, i64 %730, i64 range(i64 1, 0) %4, i64 %5, i64 %6, i64 %7)
  br label %731

731:                                              ; preds = %729, %727, %725, %198, %166, %155, %161
  %732 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %733 = load ptr, ptr %732, align 8
  %734 = icmp eq ptr %733, null
  br i1 %734, label %806, label %735

735:                                              ; preds = %731
  %736 = load ptr, ptr %10, align 8
  %737 = ptrtoint ptr %736 to i64
  %738 = sub i64 %102, %737
  %739 = getelementptr inbounds i8, ptr %733, i64 %738
  %740 = icmp sgt i64 %4, 0
  %741 = and i1 %132, %740
  br i1 %741, label %742, label %804

742:                                              ; preds = %735
  %743 = and i64 %4, 3
  %744 = icmp ult i64 %4, 4
  br i1 %744, label %779, label %745

745:                                              ; preds = %742
  %746 = and i64 %4, 9223372036854775804
  br label %747

747:                                              ; preds = %747, %745
  %748 = phi i64 [ 0, %745 ], [ %774, %747 ]
  %749 = phi i64 [ 0, %745 ], [ %773, %747 ]
  %750 = phi i64 [ 0, %745 ], [ %775, %747 ]
  %751 = getelementptr inbounds nuw i8, ptr %739, i64 %748
  %752 = load i8, ptr %751, align 1
  %753 = icmp eq i8 %752, 0
  %754 = zext i1 %753 to i64
  %755 = add nuw nsw i64 %749, %754
  %756 = getelementptr inbounds nuw i8, ptr %739, i64 %748
  %757 = getelementptr inbounds nuw i8, ptr %756, i64 1
  %758 = load i8, ptr %757, align 1
  %759 = icmp eq i8 %758, 0
  %760 = zext i1 %759 to i64
  %761 = add nuw nsw i64 %755, %760
  %762 = getelementptr inbounds nuw i8, ptr %739, i64 %748
  %763 = getelementptr inbounds nuw i8, ptr %762, i64 2
  %764 = load i8, ptr %763, align 1
  %765 = icmp eq i8 %764, 0
  %766 = zext i1 %765 to i64
  %767 = add nuw nsw i64 %761, %766
  %768 = getelementptr inbounds nuw i8, ptr %739, i64 %748
  %769 = getelementptr inbounds nuw i8, ptr %768, i64 3
  %770 = load i8, ptr %769, align 1
  %771 = icmp eq i8 %770, 0
  %772 = zext i1 %771 to i64
  %773 = add nuw nsw i64 %767, %772
  %774 = add nuw nsw i64 %748, 4
  %775 = add i64 %750, 4
  %776 = icmp eq i64 %775, %746
  br i1 %776, label %777, label %747

777:                                              ; preds = %747
  %778 = icmp eq i64 %743, 0
  br i1 %778, label %795, label %779

779:                                              ; preds = %777, %742
  %780 = phi i64 [ 0, %742 ], [ %774, %777 ]
  %781 = phi i64 [ 0, %742 ], [ %773, %777 ]
  %782 = icmp ne i64 %743, 0
  tail call void @llvm.assume(i1 %782)
  br label %783

783:                                              ; preds = %783, %779
  %784 = phi i64 [ %792, %783 ], [ %780, %779 ]
  %785 = phi i64 [ %791, %783 ], [ %781, %779 ]
  %786 = phi i64 [ %793, %783 ], [ 0, %779 ]
  %787 = getelementptr inbounds nuw i8, ptr %739, i64 %784
  %788 = load i8, ptr %787, align 1
  %789 = icmp eq i8 %788, 0
  %790 = zext i1 %789 to i64
  %791 = add nuw nsw i64 %785, %790
  %792 = add nuw nsw i64 %784, 1
  %793 = add i64 %786, 1
  %794 = icmp eq i64 %793, %743
  br i1 %794, label %795, label %783

795:                                              ; preds = %783, %777
  %796 = phi i64 [ %773, %777 ], [ %791, %783 ]
  %797 = icmp eq i64 %796, 0
  br i1 %797, label %804, label %798

798:                                              ; preds = %795
  %799 = and i64 %5, 140737488355328
  %800 = icmp eq i64 %799, 0
  %801 = icmp eq i64 %796, %4
  %802 = or i1 %800, %801
  br i1 %802, label %803, label %804

803:                                              ; preds = %798
  tail call fastcc void @report(ptr %0, i32 5, i64 %6, i64 %7, i64 -1, i64 -1, i64 %738, i64 %143, i64 %4, i64 0)
  br label %804

804:                                              ; preds = %795, %803, %798, %735
  br i1 %14, label %806, label %805

805:                                              ; preds = %804
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %739, i8 1, i64 %4, i1 false)
  br label %806

806:                                              ; preds = %731, %805, %804, %152, %138, %127, %110
  %807 = phi i32 [ 0, %110 ], [ 0, %127 ], [ 0, %138 ], [ 0, %152 ], [ 1, %804 ], [ 1, %805 ], [ 1, %731 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #20
  br label %808

808:                                              ; preds = %9, %806
  %809 = phi i32 [ %807, %806 ], [ 1, %9 ]
  ret i32 %809
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define range(i32 0, 2) i32 @__xdsl_opencl_check_cells(ptr readonly captures(none) %0, ptr captures(none) %1, i64 %2, i64 %3, i64 %4) local_unnamed_addr #4 {
  %6 = and i64 %3, 1970324836974592
  %7 = icmp eq i64 %6, 844424930131968
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %12 = select i1 %7, ptr %10, ptr %11
  %13 = load i64, ptr %12, align 8
  %14 = tail call i64 @llvm.smin.i64(i64 %4, i64 16383)
  %15 = shl i64 %9, 16
  %16 = and i64 %3, 4398046511104
  %17 = icmp eq i64 %16, 0
  %18 = lshr i64 %3, 31
  %19 = and i64 %18, 16384
  %20 = select i1 %17, i64 %19, i64 32768
  %21 = or i64 %20, %14
  %22 = or i64 %21, %15
  %23 = or i64 %22, %13
  %24 = icmp slt i64 %2, 1
  br i1 %24, label %198, label %25

25:                                               ; preds = %5
  %26 = and i64 %3, 1099511627776
  %27 = icmp eq i64 %26, 0
  %28 = trunc i64 %23 to i32
  %29 = lshr i32 %28, 14
  %30 = and i32 %29, 3
  %31 = and i64 %3, 2199023255552
  %32 = icmp eq i64 %31, 0
  br label %33

33:                                               ; preds = %25, %195
  %34 = phi i64 [ 0, %25 ], [ %196, %195 ]
  %35 = getelementptr inbounds nuw %struct.cell, ptr %1, i64 %34
  %36 = load i64, ptr %10, align 16
  %37 = load atomic i64, ptr %35 monotonic, align 8
  br i1 %7, label %38, label %154

38:                                               ; preds = %33
  %39 = icmp ult i64 %37, %36
  %40 = xor i64 %37, %23
  %41 = icmp ult i64 %40, 65536
  %42 = or i1 %39, %41
  br i1 %42, label %49, label %43

43:                                               ; preds = %38
  %44 = trunc i64 %37 to i32
  %45 = lshr i32 %44, 14
  %46 = and i32 %45, 3
  %47 = add nuw nsw i32 %46, %30
  %48 = icmp samesign ugt i32 %47, 2
  br label %49

49:                                               ; preds = %38, %43
  %50 = phi i1 [ %48, %43 ], [ true, %38 ]
  %51 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %52 = load atomic i64, ptr %51 monotonic, align 8
  %53 = icmp ult i64 %52, %36
  %54 = xor i64 %52, %23
  %55 = icmp ult i64 %54, 65536
  %56 = or i1 %53, %55
  br i1 %56, label %63, label %57

57:                                               ; preds = %49
  %58 = trunc i64 %52 to i32
  %59 = lshr i32 %58, 14
  %60 = and i32 %59, 3
  %61 = add nuw nsw i32 %60, %30
  %62 = icmp samesign ugt i32 %61, 2
  br label %63

63:                                               ; preds = %49, %57
  %64 = phi i1 [ %62, %57 ], [ true, %49 ]
  %65 = and i1 %50, %64
  br i1 %65, label %66, label %198

66:                                               ; preds = %63
  br i1 %27, label %124, label %67

67:                                               ; preds = %66
  %68 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %69 = load atomic i64, ptr %68 monotonic, align 8
  %70 = icmp ult i64 %69, %36
  %71 = xor i64 %69, %23
  %72 = icmp ult i64 %71, 65536
  %73 = or i1 %70, %72
  br i1 %73, label %80, label %74

74:                                               ; preds = %67
  %75 = trunc i64 %69 to i32
  %76 = lshr i32 %75, 14
  %77 = and i32 %76, 3
  %78 = add nuw nsw i32 %77, %30
  %79 = icmp samesign ugt i32 %78, 2
  br label %80

80:                                               ; preds = %67, %74
  %81 = phi i1 [ %79, %74 ], [ true, %67 ]
  %82 = getelementptr inbounds nuw i8, ptr %35, i64 24
  %83 = load atomic i64, ptr %82 monotonic, align 8
  %84 = icmp ult i64 %83, %36
  %85 = xor i64 %83, %23
  %86 = icmp ult i64 %85, 65536
  %87 = or i1 %84, %86
  br i1 %87, label %94, label %88

88:                                               ; preds = %80
  %89 = trunc i64 %83 to i32
  %90 = lshr i32 %89, 14
  %91 = and i32 %90, 3
  %92 = add nuw nsw i32 %91, %30
  %93 = icmp samesign ugt i32 %92, 2
  br label %94

94:                                               ; preds = %80, %88
  %95 = phi i1 [ %93, %88 ], [ true, %80 ]
  %96 = and i1 %81, %95
  br i1 %96, label %97, label %198

97:                                               ; preds = %94
  %98 = load atomic i64, ptr %35 monotonic, align 8
  %99 = load atomic i64, ptr %51 monotonic, align 8
  %100 = icmp ult i64 %98, %36
  br i1 %100, label %121, label %101

101:                                              ; preds = %97
  %102 = xor i64 %98, %23
  %103 = icmp ult i64 %102, 65536
  %104 = trunc i64 %98 to i32
  %105 = lshr i32 %104, 14
  %106 = and i32 %105, 3
  %107 = icmp samesign ugt i32 %106, %30
  %108 = select i1 %103, i1 %107, i1 false
  br i1 %103, label %119, label %109

109:                                              ; preds = %101
  %110 = icmp ult i64 %99, %36
  br i1 %110, label %119, label %111

111:                                              ; preds = %109
  %112 = xor i64 %99, %23
  %113 = icmp ult i64 %112, 65536
  br i1 %113, label %114, label %119

114:                                              ; preds = %111
  %115 = trunc i64 %99 to i32
  %116 = lshr i32 %115, 14
  %117 = and i32 %116, 3
  %118 = icmp samesign ugt i32 %117, %30
  br i1 %118, label %123, label %124

119:                                              ; preds = %111, %109, %101
  %120 = phi i1 [ false, %111 ], [ false, %101 ], [ true, %109 ]
  br i1 %108, label %121, label %122

121:                                              ; preds = %97, %119
  store atomic i64 %23, ptr %35 monotonic, align 8
  br label %124

122:                                              ; preds = %119
  br i1 %120, label %123, label %124

123:                                              ; preds = %114, %122
  store atomic i64 %23, ptr %51 monotonic, align 8
  br label %124

124:                                              ; preds = %114, %123, %122, %121, %66
  br i1 %32, label %195, label %125

125:                                              ; preds = %124
  %126 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %127 = load atomic i64, ptr %126 monotonic, align 8
  %128 = getelementptr inbounds nuw i8, ptr %35, i64 24
  %129 = load atomic i64, ptr %128 monotonic, align 8
  %130 = icmp ult i64 %127, %36
  br i1 %130, label %151, label %131

131:                                              ; preds = %125
  %132 = xor i64 %127, %23
  %133 = icmp ult i64 %132, 65536
  %134 = trunc i64 %127 to i32
  %135 = lshr i32 %134, 14
  %136 = and i32 %135, 3
  %137 = icmp samesign ugt i32 %136, %30
  %138 = select i1 %133, i1 %137, i1 false
  br i1 %133, label %149, label %139

139:                                              ; preds = %131
  %140 = icmp ult i64 %129, %36
  br i1 %140, label %149, label %141

141:                                              ; preds = %139
  %142 = xor i64 %129, %23
  %143 = icmp ult i64 %142, 65536
  br i1 %143, label %144, label %149

144:                                              ; preds = %141
  %145 = trunc i64 %129 to i32
  %146 = lshr i32 %145, 14
  %147 = and i32 %146, 3
  %148 = icmp samesign ugt i32 %147, %30
  br i1 %148, label %153, label %195

149:                                              ; preds = %141, %139, %131
  %150 = phi i1 [ false, %141 ], [ false, %131 ], [ true, %139 ]
  br i1 %138, label %151, label %152

151:                                              ; preds = %125, %149
  store atomic i64 %23, ptr %126 monotonic, align 8
  br label %195

152:                                              ; preds = %149
  br i1 %150, label %153, label %195

153:                                              ; preds = %144, %152
  store atomic i64 %23, ptr %128 monotonic, align 8
  br label %195

154:                                              ; preds = %33
  %155 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %156 = load atomic i64, ptr %155 monotonic, align 8
  %157 = icmp eq i64 %37, 0
  %158 = xor i64 %37, %23
  %159 = icmp ult i64 %158, 16384
  %160 = or i1 %157, %159
  br i1 %160, label %161, label %198

161:                                              ; preds = %154
  %162 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %163 = load atomic i64, ptr %162 monotonic, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %165, label %198

165:                                              ; preds = %161
  %166 = getelementptr inbounds nuw i8, ptr %35, i64 24
  %167 = load atomic i64, ptr %166 monotonic, align 8
  %168 = xor i64 %156, %23
  %169 = icmp ugt i64 %168, 16383
  br i1 %27, label %176, label %170

170:                                              ; preds = %165
  %171 = icmp ne i64 %156, 0
  %172 = and i1 %171, %169
  %173 = icmp ne i64 %167, 0
  %174 = select i1 %172, i1 true, i1 %173
  br i1 %174, label %198, label %175

175:                                              ; preds = %170
  store atomic i64 %23, ptr %35 monotonic, align 8
  br label %195

176:                                              ; preds = %165
  %177 = icmp eq i64 %156, 0
  br i1 %177, label %178, label %179

178:                                              ; preds = %176
  store atomic i64 %23, ptr %155 monotonic, align 8
  br label %195

179:                                              ; preds = %176
  br i1 %169, label %180, label %195

180:                                              ; preds = %179
  %181 = icmp eq i64 %167, 0
  %182 = xor i64 %167, %156
  %183 = icmp ult i64 %182, 8796093022208
  %184 = select i1 %181, i1 true, i1 %183
  br i1 %184, label %185, label %195

185:                                              ; preds = %180
  br i1 %181, label %191, label %186

186:                                              ; preds = %185
  %187 = icmp ult i64 %168, 536870912
  %188 = xor i64 %167, %23
  %189 = icmp ult i64 %188, 536870912
  %190 = select i1 %187, i1 %189, i1 false
  br i1 %190, label %195, label %198

191:                                              ; preds = %185
  %192 = add i64 %168, -8796093022208
  %193 = icmp ult i64 %192, -8795556151296
  br i1 %193, label %194, label %198

194:                                              ; preds = %191
  store atomic i64 %23, ptr %166 monotonic, align 8
  br label %195

195:                                              ; preds = %144, %178, %179, %180, %186, %194, %153, %152, %151, %124, %175
  %196 = add nuw nsw i64 %34, 1
  %197 = icmp eq i64 %196, %2
  br i1 %197, label %198, label %33

198:                                              ; preds = %195, %94, %63, %161, %154, %186, %170, %191, %5
  %199 = phi i32 [ 1, %5 ], [ 0, %191 ], [ 0, %170 ], [ 0, %186 ], [ 0, %154 ], [ 0, %161 ], [ 0, %63 ], [ 0, %94 ], [ 1, %195 ]
  ret i32 %199
}

define ptr @__xdsl_opencl_check_constant(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %4, 4294967295
  %12 = lshr i64 %4, 52
  %13 = and i64 %12, 63
  %14 = getelementptr inbounds nuw %struct.memory, ptr %0, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 1304
  %16 = load i64, ptr %15, align 8
  %17 = add i64 %11, %10
  %18 = sub i64 %16, %17
  %19 = or i64 %18, %10
  %20 = icmp sgt i64 %19, -1
  %21 = lshr i64 %4, 32
  %22 = and i64 %21, 15
  %23 = shl nsw i64 -1, %22
  %24 = xor i64 %23, -1
  %25 = and i64 %10, %24
  %26 = icmp eq i64 %25, 0
  %27 = and i1 %26, %20
  br i1 %27, label %30, label %28, !prof !20

28:                                               ; preds = %7
  %29 = tail call ptr @__xdsl_opencl_check_slow(ptr nonnull %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
  br label %30

30:                                               ; preds = %7, %28
  %31 = phi ptr [ %29, %28 ], [ %1, %7 ]
  ret ptr %31
}

define ptr @__xdsl_opencl_check_global_read(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %4, 4294967295
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 1280
  %13 = lshr i64 %4, 52
  %14 = and i64 %13, 63
  %15 = getelementptr inbounds nuw %struct.memory, ptr %12, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %11, %10
  %19 = sub i64 %17, %18
  %20 = or i64 %19, %10
  %21 = icmp sgt i64 %20, -1
  %22 = lshr i64 %4, 32
  %23 = and i64 %22, 15
  %24 = shl nsw i64 -1, %23
  %25 = xor i64 %24, -1
  %26 = and i64 %10, %25
  %27 = icmp eq i64 %26, 0
  %28 = and i1 %27, %21
  br i1 %28, label %29, label %163, !prof !20

29:                                               ; preds = %7
  %30 = lshr i64 %4, 36
  %31 = and i64 %30, 15
  %32 = shl nuw nsw i64 1, %31
  %33 = icmp samesign ugt i64 %11, %32
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %35 = load ptr, ptr %34, align 8
  %36 = ashr i64 %10, %31
  %37 = shl i64 %36, 5
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %40 = load i64, ptr %39, align 16
  br i1 %33, label %159, label %41

41:                                               ; preds = %29
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %45 = load i64, ptr %44, align 8
  %46 = tail call i64 @llvm.smin.i64(i64 %5, i64 16383)
  %47 = shl i64 %43, 16
  %48 = and i64 %4, 4398046511104
  %49 = icmp eq i64 %48, 0
  %50 = lshr i64 %4, 31
  %51 = and i64 %50, 16384
  %52 = select i1 %49, i64 %51, i64 32768
  %53 = or i64 %52, %46
  %54 = or i64 %53, %47
  %55 = or i64 %54, %45
  %56 = and i64 %4, 1688849860263936
  %57 = icmp eq i64 %56, 562949953421312
  %58 = load atomic i64, ptr %38 monotonic, align 8
  br i1 %57, label %59, label %125

59:                                               ; preds = %41
  %60 = icmp ult i64 %58, %40
  %61 = xor i64 %58, %55
  %62 = icmp ult i64 %61, 65536
  %63 = or i1 %60, %62
  br i1 %63, label %73, label %64

64:                                               ; preds = %59
  %65 = trunc i64 %58 to i32
  %66 = lshr i32 %65, 14
  %67 = and i32 %66, 3
  %68 = trunc i64 %55 to i32
  %69 = lshr i32 %68, 14
  %70 = and i32 %69, 3
  %71 = add nuw nsw i32 %67, %70
  %72 = icmp samesign ugt i32 %71, 2
  br label %73

73:                                               ; preds = %59, %64
  %74 = phi i1 [ %72, %64 ], [ true, %59 ]
  %75 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %76 = load atomic i64, ptr %75 monotonic, align 8
  %77 = icmp ult i64 %76, %40
  %78 = xor i64 %76, %55
  %79 = icmp ult i64 %78, 65536
  %80 = or i1 %77, %79
  br i1 %80, label %90, label %81

81:                                               ; preds = %73
  %82 = trunc i64 %76 to i32
  %83 = lshr i32 %82, 14
  %84 = and i32 %83, 3
  %85 = trunc i64 %55 to i32
  %86 = lshr i32 %85, 14
  %87 = and i32 %86, 3
  %88 = add nuw nsw i32 %84, %87
  %89 = icmp samesign ugt i32 %88, 2
  br label %90

90:                                               ; preds = %73, %81
  %91 = phi i1 [ %89, %81 ], [ true, %73 ]
  %92 = and i1 %74, %91
  br i1 %92, label %93, label %163

93:                                               ; preds = %90
  %94 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %95 = load atomic i64, ptr %94 monotonic, align 8
  %96 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %97 = load atomic i64, ptr %96 monotonic, align 8
  %98 = icmp ult i64 %95, %40
  br i1 %98, label %123, label %99

99:                                               ; preds = %93
  %100 = xor i64 %95, %55
  %101 = icmp ult i64 %100, 65536
  br i1 %101, label %115, label %102

102:                                              ; preds = %99
  %103 = icmp ult i64 %97, %40
  br i1 %103, label %124, label %104

104:                                              ; preds = %102
  %105 = xor i64 %97, %55
  %106 = icmp ult i64 %105, 65536
  br i1 %106, label %107, label %165

107:                                              ; preds = %104
  %108 = trunc i64 %97 to i32
  %109 = lshr i32 %108, 14
  %110 = and i32 %109, 3
  %111 = trunc i64 %55 to i32
  %112 = lshr i32 %111, 14
  %113 = and i32 %112, 3
  %114 = icmp samesign ugt i32 %110, %113
  br i1 %114, label %124, label %165

115:                                              ; preds = %99
  %116 = trunc i64 %95 to i32
  %117 = lshr i32 %116, 14
  %118 = and i32 %117, 3
  %119 = trunc i64 %55 to i32
  %120 = lshr i32 %119, 14
  %121 = and i32 %120, 3
  %122 = icmp samesign ugt i32 %118, %121
  br i1 %122, label %123, label %165

123:                                              ; preds = %93, %115
  store atomic i64 %55, ptr %94 monotonic, align 8
  br label %165

124:                                              ; preds = %102, %107
  store atomic i64 %55, ptr %96 monotonic, align 8
  br label %165

125:                                              ; preds = %41
  %126 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %127 = load atomic i64, ptr %126 monotonic, align 8
  %128 = icmp eq i64 %58, 0
  %129 = xor i64 %58, %55
  %130 = icmp ult i64 %129, 16384
  %131 = or i1 %128, %130
  br i1 %131, label %132, label %163

132:                                              ; preds = %125
  %133 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %134 = load atomic i64, ptr %133 monotonic, align 8
  %135 = icmp eq i64 %134, 0
  br i1 %135, label %136, label %163

136:                                              ; preds = %132
  %137 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %138 = load atomic i64, ptr %137 monotonic, align 8
  %139 = xor i64 %127, %55
  %140 = icmp eq i64 %127, 0
  br i1 %140, label %141, label %142

141:                                              ; preds = %136
  store atomic i64 %55, ptr %126 monotonic, align 8
  br label %165

142:                                              ; preds = %136
  %143 = icmp ugt i64 %139, 16383
  br i1 %143, label %144, label %165

144:                                              ; preds = %142
  %145 = icmp eq i64 %138, 0
  %146 = xor i64 %138, %127
  %147 = icmp ult i64 %146, 8796093022208
  %148 = select i1 %145, i1 true, i1 %147
  br i1 %148, label %149, label %165

149:                                              ; preds = %144
  br i1 %145, label %155, label %150

150:                                              ; preds = %149
  %151 = icmp ult i64 %139, 536870912
  %152 = xor i64 %138, %55
  %153 = icmp ult i64 %152, 536870912
  %154 = select i1 %151, i1 %153, i1 false
  br i1 %154, label %165, label %163

155:                                              ; preds = %149
  %156 = add i64 %139, -8796093022208
  %157 = icmp ult i64 %156, -8795556151296
  br i1 %157, label %158, label %163

158:                                              ; preds = %155
  store atomic i64 %55, ptr %137 monotonic, align 8
  br label %165

159:                                              ; preds = %29
  %160 = lshr i64 %11, %31
  %161 = tail call i32 @__xdsl_opencl_check_cells(ptr nonnull %0, ptr %38, i64 %160, i64 %4, i64 %5)
  %162 = icmp eq i32 %161, 0
  br i1 %162, label %163, label %165, !prof !21

163:                                              ; preds = %155, %150, %125, %132, %90, %159, %7
  %164 = tail call ptr @__xdsl_opencl_check_slow(ptr nonnull %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
  br label %165

165:                                              ; preds = %115, %104, %107, %141, %142, %144, %150, %158, %123, %124, %159, %163
  %166 = phi ptr [ %164, %163 ], [ %1, %159 ], [ %1, %124 ], [ %1, %123 ], [ %1, %107 ], [ %1, %158 ], [ %1, %150 ], [ %1, %144 ], [ %1, %142 ], [ %1, %141 ], [ %1, %104 ], [ %1, %115 ]
  ret ptr %166
}

define ptr @__xdsl_opencl_check_global_write(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %4, 4294967295
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 1280
  %13 = lshr i64 %4, 52
  %14 = and i64 %13, 63
  %15 = getelementptr inbounds nuw %struct.memory, ptr %12, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 32
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %11, %10
  %19 = sub i64 %17, %18
  %20 = or i64 %19, %10
  %21 = icmp sgt i64 %20, -1
  %22 = lshr i64 %4, 32
  %23 = and i64 %22, 15
  %24 = shl nsw i64 -1, %23
  %25 = xor i64 %24, -1
  %26 = and i64 %10, %25
  %27 = icmp eq i64 %26, 0
  %28 = and i1 %27, %21
  br i1 %28, label %29, label %184, !prof !20

29:                                               ; preds = %7
  %30 = lshr i64 %4, 36
  %31 = and i64 %30, 15
  %32 = shl nuw nsw i64 1, %31
  %33 = icmp samesign ugt i64 %11, %32
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %35 = load ptr, ptr %34, align 8
  %36 = ashr i64 %10, %31
  %37 = shl i64 %36, 5
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %40 = load i64, ptr %39, align 16
  br i1 %33, label %180, label %41

41:                                               ; preds = %29
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %45 = load i64, ptr %44, align 8
  %46 = tail call i64 @llvm.smin.i64(i64 %5, i64 16383)
  %47 = shl i64 %43, 16
  %48 = and i64 %4, 4398046511104
  %49 = icmp eq i64 %48, 0
  %50 = lshr i64 %4, 31
  %51 = and i64 %50, 16384
  %52 = select i1 %49, i64 %51, i64 32768
  %53 = or i64 %52, %46
  %54 = or i64 %53, %47
  %55 = or i64 %54, %45
  %56 = and i64 %4, 1688849860263936
  %57 = icmp eq i64 %56, 562949953421312
  %58 = load atomic i64, ptr %38 monotonic, align 8
  br i1 %57, label %59, label %159

59:                                               ; preds = %41
  %60 = icmp ult i64 %58, %40
  %61 = xor i64 %58, %55
  %62 = icmp ult i64 %61, 65536
  %63 = or i1 %60, %62
  br i1 %63, label %73, label %64

64:                                               ; preds = %59
  %65 = trunc i64 %58 to i32
  %66 = lshr i32 %65, 14
  %67 = and i32 %66, 3
  %68 = trunc i64 %55 to i32
  %69 = lshr i32 %68, 14
  %70 = and i32 %69, 3
  %71 = add nuw nsw i32 %67, %70
  %72 = icmp samesign ugt i32 %71, 2
  br label %73

73:                                               ; preds = %59, %64
  %74 = phi i1 [ %72, %64 ], [ true, %59 ]
  %75 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %76 = load atomic i64, ptr %75 monotonic, align 8
  %77 = icmp ult i64 %76, %40
  %78 = xor i64 %76, %55
  %79 = icmp ult i64 %78, 65536
  %80 = or i1 %77, %79
  br i1 %80, label %90, label %81

81:                                               ; preds = %73
  %82 = trunc i64 %76 to i32
  %83 = lshr i32 %82, 14
  %84 = and i32 %83, 3
  %85 = trunc i64 %55 to i32
  %86 = lshr i32 %85, 14
  %87 = and i32 %86, 3
  %88 = add nuw nsw i32 %84, %87
  %89 = icmp samesign ugt i32 %88, 2
  br label %90

90:                                               ; preds = %73, %81
  %91 = phi i1 [ %89, %81 ], [ true, %73 ]
  %92 = and i1 %74, %91
  br i1 %92, label %93, label %184

93:                                               ; preds = %90
  %94 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %95 = load atomic i64, ptr %94 monotonic, align 8
  %96 = icmp ult i64 %95, %40
  %97 = xor i64 %95, %55
  %98 = icmp ult i64 %97, 65536
  %99 = or i1 %96, %98
  br i1 %99, label %109, label %100

100:                                              ; preds = %93
  %101 = trunc i64 %95 to i32
  %102 = lshr i32 %101, 14
  %103 = and i32 %102, 3
  %104 = trunc i64 %55 to i32
  %105 = lshr i32 %104, 14
  %106 = and i32 %105, 3
  %107 = add nuw nsw i32 %103, %106
  %108 = icmp samesign ugt i32 %107, 2
  br label %109

109:                                              ; preds = %93, %100
  %110 = phi i1 [ %108, %100 ], [ true, %93 ]
  %111 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %112 = load atomic i64, ptr %111 monotonic, align 8
  %113 = icmp ult i64 %112, %40
  %114 = xor i64 %112, %55
  %115 = icmp ult i64 %114, 65536
  %116 = or i1 %113, %115
  br i1 %116, label %126, label %117

117:                                              ; preds = %109
  %118 = trunc i64 %112 to i32
  %119 = lshr i32 %118, 14
  %120 = and i32 %119, 3
  %121 = trunc i64 %55 to i32
  %122 = lshr i32 %121, 14
  %123 = and i32 %122, 3
  %124 = add nuw nsw i32 %120, %123
  %125 = icmp samesign ugt i32 %124, 2
  br label %126

126:                                              ; preds = %109, %117
  %127 = phi i1 [ %125, %117 ], [ true, %109 ]
  %128 = and i1 %110, %127
  br i1 %128, label %129, label %184

129:                                              ; preds = %126
  %130 = load atomic i64, ptr %38 monotonic, align 8
  %131 = load atomic i64, ptr %75 monotonic, align 8
  %132 = icmp ult i64 %130, %40
  br i1 %132, label %157, label %133

133:                                              ; preds = %129
  %134 = xor i64 %130, %55
  %135 = icmp ult i64 %134, 65536
  br i1 %135, label %149, label %136

136:                                              ; preds = %133
  %137 = icmp ult i64 %131, %40
  br i1 %137, label %158, label %138

138:                                              ; preds = %136
  %139 = xor i64 %131, %55
  %140 = icmp ult i64 %139, 65536
  br i1 %140, label %141, label %186

141:                                              ; preds = %138
  %142 = trunc i64 %131 to i32
  %143 = lshr i32 %142, 14
  %144 = and i32 %143, 3
  %145 = trunc i64 %55 to i32
  %146 = lshr i32 %145, 14
  %147 = and i32 %146, 3
  %148 = icmp samesign ugt i32 %144, %147
  br i1 %148, label %158, label %186

149:                                              ; preds = %133
  %150 = trunc i64 %130 to i32
  %151 = lshr i32 %150, 14
  %152 = and i32 %151, 3
  %153 = trunc i64 %55 to i32
  %154 = lshr i32 %153, 14
  %155 = and i32 %154, 3
  %156 = icmp samesign ugt i32 %152, %155
  br i1 %156, label %157, label %186

157:                                              ; preds = %129, %149
  store atomic i64 %55, ptr %38 monotonic, align 8
  br label %186

158:                                              ; preds = %136, %141
  store atomic i64 %55, ptr %75 monotonic, align 8
  br label %186

159:                                              ; preds = %41
  %160 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %161 = load atomic i64, ptr %160 monotonic, align 8
  %162 = icmp eq i64 %58, 0
  %163 = xor i64 %58, %55
  %164 = icmp ult i64 %163, 16384
  %165 = or i1 %162, %164
  br i1 %165, label %166, label %184

166:                                              ; preds = %159
  %167 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %168 = load atomic i64, ptr %167 monotonic, align 8
  %169 = icmp eq i64 %168, 0
  br i1 %169, label %170, label %184

170:                                              ; preds = %166
  %171 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %172 = load atomic i64, ptr %171 monotonic, align 8
  %173 = xor i64 %161, %55
  %174 = icmp ugt i64 %173, 16383
  %175 = icmp ne i64 %161, 0
  %176 = and i1 %175, %174
  %177 = icmp ne i64 %172, 0
  %178 = select i1 %176, i1 true, i1 %177
  br i1 %178, label %184, label %179

179:                                              ; preds = %170
  store atomic i64 %55, ptr %38 monotonic, align 8
  br label %186

180:                                              ; preds = %29
  %181 = lshr i64 %11, %31
  %182 = tail call i32 @__xdsl_opencl_check_cells(ptr nonnull %0, ptr %38, i64 %181, i64 %4, i64 %5)
  %183 = icmp eq i32 %182, 0
  br i1 %183, label %184, label %186, !prof !21

184:                                              ; preds = %170, %159, %166, %90, %126, %180, %7
  %185 = tail call ptr @__xdsl_opencl_check_slow(ptr nonnull %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
  br label %186

186:                                              ; preds = %149, %138, %141, %157, %179, %158, %180, %184
  %187 = phi ptr [ %185, %184 ], [ %1, %180 ], [ %1, %158 ], [ %1, %141 ], [ %1, %179 ], [ %1, %157 ], [ %1, %138 ], [ %1, %149 ]
  ret ptr %187
}

define ptr @__xdsl_opencl_check_local_read(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %4, 4294967295
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 1280
  %13 = lshr i64 %4, 52
  %14 = and i64 %13, 63
  %15 = getelementptr inbounds nuw %struct.memory, ptr %12, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %11, %10
  %19 = sub i64 %17, %18
  %20 = or i64 %19, %10
  %21 = icmp sgt i64 %20, -1
  %22 = lshr i64 %4, 32
  %23 = and i64 %22, 15
  %24 = shl nsw i64 -1, %23
  %25 = xor i64 %24, -1
  %26 = and i64 %10, %25
  %27 = icmp eq i64 %26, 0
  %28 = and i1 %27, %21
  br i1 %28, label %29, label %197, !prof !20

29:                                               ; preds = %7
  %30 = lshr i64 %4, 36
  %31 = and i64 %30, 15
  %32 = shl nuw nsw i64 1, %31
  %33 = icmp samesign ugt i64 %11, %32
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %35 = load ptr, ptr %34, align 8
  %36 = ashr i64 %10, %31
  %37 = shl i64 %36, 5
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %40 = load i64, ptr %39, align 16
  br i1 %33, label %45, label %41

41:                                               ; preds = %29
  %42 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %43 = load atomic i64, ptr %42 monotonic, align 8
  %44 = icmp ult i64 %43, %40
  br i1 %44, label %45, label %199, !prof !22

45:                                               ; preds = %41, %29
  %46 = getelementptr inbounds nuw i8, ptr %15, i64 48
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %47, i64 %10
  %49 = trunc i64 %4 to i32
  switch i32 %49, label %197 [
    i32 1, label %73
    i32 2, label %50
    i32 4, label %53
    i32 8, label %56
    i32 12, label %59
    i32 16, label %66
  ]

50:                                               ; preds = %45
  %51 = load i16, ptr %48, align 2
  %52 = icmp eq i16 %51, 257
  br i1 %52, label %76, label %197, !prof !23

53:                                               ; preds = %45
  %54 = load i32, ptr %48, align 4
  %55 = icmp eq i32 %54, 16843009
  br i1 %55, label %76, label %197, !prof !23

56:                                               ; preds = %45
  %57 = load i64, ptr %48, align 8
  %58 = icmp eq i64 %57, 72340172838076673
  br i1 %58, label %76, label %197, !prof !23

59:                                               ; preds = %45
  %60 = load i64, ptr %48, align 8
  %61 = icmp eq i64 %60, 72340172838076673
  %62 = getelementptr inbounds nuw i8, ptr %48, i64 8
  %63 = load i32, ptr %62, align 8
  %64 = icmp eq i32 %63, 16843009
  %65 = and i1 %61, %64
  br i1 %65, label %76, label %197, !prof !23

66:                                               ; preds = %45
  %67 = load i64, ptr %48, align 8
  %68 = icmp eq i64 %67, 72340172838076673
  %69 = getelementptr inbounds nuw i8, ptr %48, i64 8
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 72340172838076673
  %72 = and i1 %68, %71
  br i1 %72, label %76, label %197, !prof !23

73:                                               ; preds = %45
  %74 = load i8, ptr %48, align 1
  %75 = icmp eq i8 %74, 1
  br i1 %75, label %76, label %197, !prof !23

76:                                               ; preds = %50, %53, %56, %59, %66, %73
  br i1 %33, label %193, label %77

77:                                               ; preds = %76
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %79 = load i64, ptr %78, align 8
  %80 = tail call i64 @llvm.smin.i64(i64 %5, i64 16383)
  %81 = shl i64 %79, 16
  %82 = and i64 %4, 4398046511104
  %83 = icmp eq i64 %82, 0
  %84 = lshr i64 %4, 31
  %85 = and i64 %84, 16384
  %86 = select i1 %83, i64 %85, i64 32768
  %87 = or disjoint i64 %81, %86
  %88 = or i64 %80, %87
  %89 = or i64 %88, %40
  %90 = and i64 %4, 1125899906842624
  %91 = icmp eq i64 %90, 0
  %92 = load atomic i64, ptr %38 monotonic, align 8
  br i1 %91, label %93, label %159

93:                                               ; preds = %77
  %94 = icmp ult i64 %92, %40
  %95 = xor i64 %92, %89
  %96 = icmp ult i64 %95, 65536
  %97 = or i1 %94, %96
  br i1 %97, label %107, label %98

98:                                               ; preds = %93
  %99 = trunc i64 %92 to i32
  %100 = lshr i32 %99, 14
  %101 = and i32 %100, 3
  %102 = trunc i64 %89 to i32
  %103 = lshr i32 %102, 14
  %104 = and i32 %103, 3
  %105 = add nuw nsw i32 %101, %104
  %106 = icmp samesign ugt i32 %105, 2
  br label %107

107:                                              ; preds = %93, %98
  %108 = phi i1 [ %106, %98 ], [ true, %93 ]
  %109 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %110 = load atomic i64, ptr %109 monotonic, align 8
  %111 = icmp ult i64 %110, %40
  %112 = xor i64 %110, %89
  %113 = icmp ult i64 %112, 65536
  %114 = or i1 %111, %113
  br i1 %114, label %124, label %115

115:                                              ; preds = %107
  %116 = trunc i64 %110 to i32
  %117 = lshr i32 %116, 14
  %118 = and i32 %117, 3
  %119 = trunc i64 %89 to i32
  %120 = lshr i32 %119, 14
  %121 = and i32 %120, 3
  %122 = add nuw nsw i32 %118, %121
  %123 = icmp samesign ugt i32 %122, 2
  br label %124

124:                                              ; preds = %107, %115
  %125 = phi i1 [ %123, %115 ], [ true, %107 ]
  %126 = and i1 %108, %125
  br i1 %126, label %127, label %197

127:                                              ; preds = %124
  %128 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %129 = load atomic i64, ptr %128 monotonic, align 8
  %130 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %131 = load atomic i64, ptr %130 monotonic, align 8
  %132 = icmp ult i64 %129, %40
  br i1 %132, label %157, label %133

133:                                              ; preds = %127
  %134 = xor i64 %129, %89
  %135 = icmp ult i64 %134, 65536
  br i1 %135, label %149, label %136

136:                                              ; preds = %133
  %137 = icmp ult i64 %131, %40
  br i1 %137, label %158, label %138

138:                                              ; preds = %136
  %139 = xor i64 %131, %89
  %140 = icmp ult i64 %139, 65536
  br i1 %140, label %141, label %199

141:                                              ; preds = %138
  %142 = trunc i64 %131 to i32
  %143 = lshr i32 %142, 14
  %144 = and i32 %143, 3
  %145 = trunc i64 %89 to i32
  %146 = lshr i32 %145, 14
  %147 = and i32 %146, 3
  %148 = icmp samesign ugt i32 %144, %147
  br i1 %148, label %158, label %199

149:                                              ; preds = %133
  %150 = trunc i64 %129 to i32
  %151 = lshr i32 %150, 14
  %152 = and i32 %151, 3
  %153 = trunc i64 %89 to i32
  %154 = lshr i32 %153, 14
  %155 = and i32 %154, 3
  %156 = icmp samesign ugt i32 %152, %155
  br i1 %156, label %157, label %199

157:                                              ; preds = %127, %149
  store atomic i64 %89, ptr %128 monotonic, align 8
  br label %199

158:                                              ; preds = %136, %141
  store atomic i64 %89, ptr %130 monotonic, align 8
  br label %199

159:                                              ; preds = %77
  %160 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %161 = load atomic i64, ptr %160 monotonic, align 8
  %162 = icmp eq i64 %92, 0
  %163 = xor i64 %92, %89
  %164 = icmp ult i64 %163, 16384
  %165 = or i1 %162, %164
  br i1 %165, label %166, label %197

166:                                              ; preds = %159
  %167 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %168 = load atomic i64, ptr %167 monotonic, align 8
  %169 = icmp eq i64 %168, 0
  br i1 %169, label %170, label %197

170:                                              ; preds = %166
  %171 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %172 = load atomic i64, ptr %171 monotonic, align 8
  %173 = xor i64 %161, %89
  %174 = icmp eq i64 %161, 0
  br i1 %174, label %175, label %176

175:                                              ; preds = %170
  store atomic i64 %89, ptr %160 monotonic, align 8
  br label %199

176:                                              ; preds = %170
  %177 = icmp ugt i64 %173, 16383
  br i1 %177, label %178, label %199

178:                                              ; preds = %176
  %179 = icmp eq i64 %172, 0
  %180 = xor i64 %172, %161
  %181 = icmp ult i64 %180, 8796093022208
  %182 = select i1 %179, i1 true, i1 %181
  br i1 %182, label %183, label %199

183:                                              ; preds = %178
  br i1 %179, label %189, label %184

184:                                              ; preds = %183
  %185 = icmp ult i64 %173, 536870912
  %186 = xor i64 %172, %89
  %187 = icmp ult i64 %186, 536870912
  %188 = select i1 %185, i1 %187, i1 false
  br i1 %188, label %199, label %197

189:                                              ; preds = %183
  %190 = add i64 %173, -8796093022208
  %191 = icmp ult i64 %190, -8795556151296
  br i1 %191, label %192, label %197

192:                                              ; preds = %189
  store atomic i64 %89, ptr %171 monotonic, align 8
  br label %199

193:                                              ; preds = %76
  %194 = lshr i64 %11, %31
  %195 = tail call i32 @__xdsl_opencl_check_cells(ptr nonnull %0, ptr %38, i64 %194, i64 %4, i64 %5)
  %196 = icmp eq i32 %195, 0
  br i1 %196, label %197, label %199, !prof !21

197:                                              ; preds = %50, %53, %56, %59, %66, %45, %189, %184, %159, %166, %124, %73, %193, %7
  %198 = tail call ptr @__xdsl_opencl_check_slow(ptr nonnull %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
  br label %199

199:                                              ; preds = %149, %138, %141, %175, %176, %178, %184, %192, %158, %157, %193, %41, %197
  %200 = phi ptr [ %198, %197 ], [ %1, %41 ], [ %1, %193 ], [ %1, %157 ], [ %1, %141 ], [ %1, %158 ], [ %1, %192 ], [ %1, %184 ], [ %1, %178 ], [ %1, %176 ], [ %1, %175 ], [ %1, %138 ], [ %1, %149 ]
  ret ptr %200
}

define ptr @__xdsl_opencl_check_local_write(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %4, 4294967295
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 1280
  %13 = lshr i64 %4, 52
  %14 = and i64 %13, 63
  %15 = getelementptr inbounds nuw %struct.memory, ptr %12, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 32
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %11, %10
  %19 = sub i64 %17, %18
  %20 = or i64 %19, %10
  %21 = icmp sgt i64 %20, -1
  %22 = lshr i64 %4, 32
  %23 = and i64 %22, 15
  %24 = shl nsw i64 -1, %23
  %25 = xor i64 %24, -1
  %26 = and i64 %10, %25
  %27 = icmp eq i64 %26, 0
  %28 = and i1 %27, %21
  br i1 %28, label %29, label %186, !prof !20

29:                                               ; preds = %7
  %30 = lshr i64 %4, 36
  %31 = and i64 %30, 15
  %32 = shl nuw nsw i64 1, %31
  %33 = icmp samesign ugt i64 %11, %32
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %35 = load ptr, ptr %34, align 8
  %36 = ashr i64 %10, %31
  %37 = shl i64 %36, 5
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %40 = load i64, ptr %39, align 16
  br i1 %33, label %178, label %41

41:                                               ; preds = %29
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = tail call i64 @llvm.smin.i64(i64 %5, i64 16383)
  %45 = shl i64 %43, 16
  %46 = and i64 %4, 4398046511104
  %47 = icmp eq i64 %46, 0
  %48 = lshr i64 %4, 31
  %49 = and i64 %48, 16384
  %50 = select i1 %47, i64 %49, i64 32768
  %51 = or disjoint i64 %45, %50
  %52 = or i64 %44, %51
  %53 = or i64 %52, %40
  %54 = and i64 %4, 1125899906842624
  %55 = icmp eq i64 %54, 0
  %56 = load atomic i64, ptr %38 monotonic, align 8
  br i1 %55, label %57, label %157

57:                                               ; preds = %41
  %58 = icmp ult i64 %56, %40
  %59 = xor i64 %56, %53
  %60 = icmp ult i64 %59, 65536
  %61 = or i1 %58, %60
  br i1 %61, label %71, label %62

62:                                               ; preds = %57
  %63 = trunc i64 %56 to i32
  %64 = lshr i32 %63, 14
  %65 = and i32 %64, 3
  %66 = trunc i64 %53 to i32
  %67 = lshr i32 %66, 14
  %68 = and i32 %67, 3
  %69 = add nuw nsw i32 %65, %68
  %70 = icmp samesign ugt i32 %69, 2
  br label %71

71:                                               ; preds = %57, %62
  %72 = phi i1 [ %70, %62 ], [ true, %57 ]
  %73 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %74 = load atomic i64, ptr %73 monotonic, align 8
  %75 = icmp ult i64 %74, %40
  %76 = xor i64 %74, %53
  %77 = icmp ult i64 %76, 65536
  %78 = or i1 %75, %77
  br i1 %78, label %88, label %79

79:                                               ; preds = %71
  %80 = trunc i64 %74 to i32
  %81 = lshr i32 %80, 14
  %82 = and i32 %81, 3
  %83 = trunc i64 %53 to i32
  %84 = lshr i32 %83, 14
  %85 = and i32 %84, 3
  %86 = add nuw nsw i32 %82, %85
  %87 = icmp samesign ugt i32 %86, 2
  br label %88

88:                                               ; preds = %71, %79
  %89 = phi i1 [ %87, %79 ], [ true, %71 ]
  %90 = and i1 %72, %89
  br i1 %90, label %91, label %186

91:                                               ; preds = %88
  %92 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %93 = load atomic i64, ptr %92 monotonic, align 8
  %94 = icmp ult i64 %93, %40
  %95 = xor i64 %93, %53
  %96 = icmp ult i64 %95, 65536
  %97 = or i1 %94, %96
  br i1 %97, label %107, label %98

98:                                               ; preds = %91
  %99 = trunc i64 %93 to i32
  %100 = lshr i32 %99, 14
  %101 = and i32 %100, 3
  %102 = trunc i64 %53 to i32
  %103 = lshr i32 %102, 14
  %104 = and i32 %103, 3
  %105 = add nuw nsw i32 %101, %104
  %106 = icmp samesign ugt i32 %105, 2
  br label %107

107:                                              ; preds = %91, %98
  %108 = phi i1 [ %106, %98 ], [ true, %91 ]
  %109 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %110 = load atomic i64, ptr %109 monotonic, align 8
  %111 = icmp ult i64 %110, %40
  %112 = xor i64 %110, %53
  %113 = icmp ult i64 %112, 65536
  %114 = or i1 %111, %113
  br i1 %114, label %124, label %115

115:                                              ; preds = %107
  %116 = trunc i64 %110 to i32
  %117 = lshr i32 %116, 14
  %118 = and i32 %117, 3
  %119 = trunc i64 %53 to i32
  %120 = lshr i32 %119, 14
  %121 = and i32 %120, 3
  %122 = add nuw nsw i32 %118, %121
  %123 = icmp samesign ugt i32 %122, 2
  br label %124

124:                                              ; preds = %107, %115
  %125 = phi i1 [ %123, %115 ], [ true, %107 ]
  %126 = and i1 %108, %125
  br i1 %126, label %127, label %186

127:                                              ; preds = %124
  %128 = load atomic i64, ptr %38 monotonic, align 8
  %129 = load atomic i64, ptr %73 monotonic, align 8
  %130 = icmp ult i64 %128, %40
  br i1 %130, label %155, label %131

131:                                              ; preds = %127
  %132 = xor i64 %128, %53
  %133 = icmp ult i64 %132, 65536
  br i1 %133, label %147, label %134

134:                                              ; preds = %131
  %135 = icmp ult i64 %129, %40
  br i1 %135, label %156, label %136

136:                                              ; preds = %134
  %137 = xor i64 %129, %53
  %138 = icmp ult i64 %137, 65536
  br i1 %138, label %139, label %182

139:                                              ; preds = %136
  %140 = trunc i64 %129 to i32
  %141 = lshr i32 %140, 14
  %142 = and i32 %141, 3
  %143 = trunc i64 %53 to i32
  %144 = lshr i32 %143, 14
  %145 = and i32 %144, 3
  %146 = icmp samesign ugt i32 %142, %145
  br i1 %146, label %156, label %182

147:                                              ; preds = %131
  %148 = trunc i64 %128 to i32
  %149 = lshr i32 %148, 14
  %150 = and i32 %149, 3
  %151 = trunc i64 %53 to i32
  %152 = lshr i32 %151, 14
  %153 = and i32 %152, 3
  %154 = icmp samesign ugt i32 %150, %153
  br i1 %154, label %155, label %182

155:                                              ; preds = %127, %147
  store atomic i64 %53, ptr %38 monotonic, align 8
  br label %182

156:                                              ; preds = %134, %139
  store atomic i64 %53, ptr %73 monotonic, align 8
  br label %182

157:                                              ; preds = %41
  %158 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %159 = load atomic i64, ptr %158 monotonic, align 8
  %160 = icmp eq i64 %56, 0
  %161 = xor i64 %56, %53
  %162 = icmp ult i64 %161, 16384
  %163 = or i1 %160, %162
  br i1 %163, label %164, label %186

164:                                              ; preds = %157
  %165 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %166 = load atomic i64, ptr %165 monotonic, align 8
  %167 = icmp eq i64 %166, 0
  br i1 %167, label %168, label %186

168:                                              ; preds = %164
  %169 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %170 = load atomic i64, ptr %169 monotonic, align 8
  %171 = xor i64 %159, %53
  %172 = icmp ugt i64 %171, 16383
  %173 = icmp ne i64 %159, 0
  %174 = and i1 %173, %172
  %175 = icmp ne i64 %170, 0
  %176 = select i1 %174, i1 true, i1 %175
  br i1 %176, label %186, label %177

177:                                              ; preds = %168
  store atomic i64 %53, ptr %38 monotonic, align 8
  br label %182

178:                                              ; preds = %29
  %179 = lshr i64 %11, %31
  %180 = tail call i32 @__xdsl_opencl_check_cells(ptr nonnull %0, ptr %38, i64 %179, i64 %4, i64 %5)
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %186, label %182, !prof !21

182:                                              ; preds = %147, %136, %139, %155, %177, %156, %178
  %183 = getelementptr inbounds nuw i8, ptr %15, i64 48
  %184 = load ptr, ptr %183, align 8
  %185 = getelementptr inbounds i8, ptr %184, i64 %10
  tail call void @llvm.memset.p0.i64(ptr align 1 %185, i8 1, i64 %11, i1 false)
  br label %188

186:                                              ; preds = %168, %157, %164, %88, %124, %178, %7
  %187 = tail call ptr @__xdsl_opencl_check_slow(ptr nonnull %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
  br label %188

188:                                              ; preds = %182, %186
  %189 = phi ptr [ %187, %186 ], [ %1, %182 ]
  ret ptr %189
}

define ptr @__xdsl_opencl_check_local_atomic(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %4, 4294967295
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 1280
  %13 = lshr i64 %4, 52
  %14 = and i64 %13, 63
  %15 = getelementptr inbounds nuw %struct.memory, ptr %12, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 32
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %11, %10
  %19 = sub i64 %17, %18
  %20 = or i64 %19, %10
  %21 = icmp sgt i64 %20, -1
  %22 = lshr i64 %4, 32
  %23 = and i64 %22, 15
  %24 = shl nsw i64 -1, %23
  %25 = xor i64 %24, -1
  %26 = and i64 %10, %25
  %27 = icmp eq i64 %26, 0
  %28 = and i1 %27, %21
  br i1 %28, label %29, label %246, !prof !20

29:                                               ; preds = %7
  %30 = lshr i64 %4, 36
  %31 = and i64 %30, 15
  %32 = shl nuw nsw i64 1, %31
  %33 = icmp samesign ugt i64 %11, %32
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %35 = load ptr, ptr %34, align 8
  %36 = ashr i64 %10, %31
  %37 = shl i64 %36, 5
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %40 = load i64, ptr %39, align 16
  %41 = getelementptr inbounds nuw i8, ptr %15, i64 48
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %42, i64 %10
  %44 = trunc i64 %4 to i32
  switch i32 %44, label %246 [
    i32 1, label %68
    i32 2, label %45
    i32 4, label %48
    i32 8, label %51
    i32 12, label %54
    i32 16, label %61
  ]

45:                                               ; preds = %29
  %46 = load i16, ptr %43, align 2
  %47 = icmp eq i16 %46, 257
  br i1 %47, label %71, label %246, !prof !23

48:                                               ; preds = %29
  %49 = load i32, ptr %43, align 4
  %50 = icmp eq i32 %49, 16843009
  br i1 %50, label %71, label %246, !prof !23

51:                                               ; preds = %29
  %52 = load i64, ptr %43, align 8
  %53 = icmp eq i64 %52, 72340172838076673
  br i1 %53, label %71, label %246, !prof !23

54:                                               ; preds = %29
  %55 = load i64, ptr %43, align 8
  %56 = icmp eq i64 %55, 72340172838076673
  %57 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %58 = load i32, ptr %57, align 8
  %59 = icmp eq i32 %58, 16843009
  %60 = and i1 %56, %59
  br i1 %60, label %71, label %246, !prof !23

61:                                               ; preds = %29
  %62 = load i64, ptr %43, align 8
  %63 = icmp eq i64 %62, 72340172838076673
  %64 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %65 = load i64, ptr %64, align 8
  %66 = icmp eq i64 %65, 72340172838076673
  %67 = and i1 %63, %66
  br i1 %67, label %71, label %246, !prof !23

68:                                               ; preds = %29
  %69 = load i8, ptr %43, align 1
  %70 = icmp eq i8 %69, 1
  br i1 %70, label %71, label %246, !prof !23

71:                                               ; preds = %45, %48, %51, %54, %61, %68
  br i1 %33, label %239, label %72

72:                                               ; preds = %71
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %74 = load i64, ptr %73, align 8
  %75 = tail call i64 @llvm.smin.i64(i64 %5, i64 16383)
  %76 = shl i64 %74, 16
  %77 = and i64 %4, 4398046511104
  %78 = icmp eq i64 %77, 0
  %79 = lshr i64 %4, 31
  %80 = and i64 %79, 16384
  %81 = select i1 %78, i64 %80, i64 32768
  %82 = or disjoint i64 %76, %81
  %83 = or i64 %75, %82
  %84 = or i64 %83, %40
  %85 = and i64 %4, 1125899906842624
  %86 = icmp eq i64 %85, 0
  %87 = load atomic i64, ptr %38 monotonic, align 8
  br i1 %86, label %88, label %218

88:                                               ; preds = %72
  %89 = icmp ult i64 %87, %40
  %90 = xor i64 %87, %84
  %91 = icmp ult i64 %90, 65536
  %92 = or i1 %89, %91
  br i1 %92, label %102, label %93

93:                                               ; preds = %88
  %94 = trunc i64 %87 to i32
  %95 = lshr i32 %94, 14
  %96 = and i32 %95, 3
  %97 = trunc i64 %84 to i32
  %98 = lshr i32 %97, 14
  %99 = and i32 %98, 3
  %100 = add nuw nsw i32 %96, %99
  %101 = icmp samesign ugt i32 %100, 2
  br label %102

102:                                              ; preds = %88, %93
  %103 = phi i1 [ %101, %93 ], [ true, %88 ]
  %104 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %105 = load atomic i64, ptr %104 monotonic, align 8
  %106 = icmp ult i64 %105, %40
  %107 = xor i64 %105, %84
  %108 = icmp ult i64 %107, 65536
  %109 = or i1 %106, %108
  br i1 %109, label %119, label %110

110:                                              ; preds = %102
  %111 = trunc i64 %105 to i32
  %112 = lshr i32 %111, 14
  %113 = and i32 %112, 3
  %114 = trunc i64 %84 to i32
  %115 = lshr i32 %114, 14
  %116 = and i32 %115, 3
  %117 = add nuw nsw i32 %113, %116
  %118 = icmp samesign ugt i32 %117, 2
  br label %119

119:                                              ; preds = %102, %110
  %120 = phi i1 [ %118, %110 ], [ true, %102 ]
  %121 = and i1 %103, %120
  br i1 %121, label %122, label %246

122:                                              ; preds = %119
  %123 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %124 = load atomic i64, ptr %123 monotonic, align 8
  %125 = icmp ult i64 %124, %40
  %126 = xor i64 %124, %84
  %127 = icmp ult i64 %126, 65536
  %128 = or i1 %125, %127
  br i1 %128, label %138, label %129

129:                                              ; preds = %122
  %130 = trunc i64 %124 to i32
  %131 = lshr i32 %130, 14
  %132 = and i32 %131, 3
  %133 = trunc i64 %84 to i32
  %134 = lshr i32 %133, 14
  %135 = and i32 %134, 3
  %136 = add nuw nsw i32 %132, %135
  %137 = icmp samesign ugt i32 %136, 2
  br label %138

138:                                              ; preds = %122, %129
  %139 = phi i1 [ %137, %129 ], [ true, %122 ]
  %140 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %141 = load atomic i64, ptr %140 monotonic, align 8
  %142 = icmp ult i64 %141, %40
  %143 = xor i64 %141, %84
  %144 = icmp ult i64 %143, 65536
  %145 = or i1 %142, %144
  br i1 %145, label %155, label %146

146:                                              ; preds = %138
  %147 = trunc i64 %141 to i32
  %148 = lshr i32 %147, 14
  %149 = and i32 %148, 3
  %150 = trunc i64 %84 to i32
  %151 = lshr i32 %150, 14
  %152 = and i32 %151, 3
  %153 = add nuw nsw i32 %149, %152
  %154 = icmp samesign ugt i32 %153, 2
  br label %155

155:                                              ; preds = %138, %146
  %156 = phi i1 [ %154, %146 ], [ true, %138 ]
  %157 = and i1 %139, %156
  br i1 %157, label %158, label %246

158:                                              ; preds = %155
  %159 = load atomic i64, ptr %38 monotonic, align 8
  %160 = load atomic i64, ptr %104 monotonic, align 8
  %161 = icmp ult i64 %159, %40
  br i1 %161, label %186, label %162

162:                                              ; preds = %158
  %163 = xor i64 %159, %84
  %164 = icmp ult i64 %163, 65536
  br i1 %164, label %178, label %165

165:                                              ; preds = %162
  %166 = icmp ult i64 %160, %40
  br i1 %166, label %187, label %167

167:                                              ; preds = %165
  %168 = xor i64 %160, %84
  %169 = icmp ult i64 %168, 65536
  br i1 %169, label %170, label %188

170:                                              ; preds = %167
  %171 = trunc i64 %160 to i32
  %172 = lshr i32 %171, 14
  %173 = and i32 %172, 3
  %174 = trunc i64 %84 to i32
  %175 = lshr i32 %174, 14
  %176 = and i32 %175, 3
  %177 = icmp samesign ugt i32 %173, %176
  br i1 %177, label %187, label %188

178:                                              ; preds = %162
  %179 = trunc i64 %159 to i32
  %180 = lshr i32 %179, 14
  %181 = and i32 %180, 3
  %182 = trunc i64 %84 to i32
  %183 = lshr i32 %182, 14
  %184 = and i32 %183, 3
  %185 = icmp samesign ugt i32 %181, %184
  br i1 %185, label %186, label %188

186:                                              ; preds = %158, %178
  store atomic i64 %84, ptr %38 monotonic, align 8
  br label %188

187:                                              ; preds = %165, %170
  store atomic i64 %84, ptr %104 monotonic, align 8
  br label %188

188:                                              ; preds = %178, %167, %170, %186, %187
  %189 = load atomic i64, ptr %123 monotonic, align 8
  %190 = load atomic i64, ptr %140 monotonic, align 8
  %191 = icmp ult i64 %189, %40
  br i1 %191, label %216, label %192

192:                                              ; preds = %188
  %193 = xor i64 %189, %84
  %194 = icmp ult i64 %193, 65536
  br i1 %194, label %208, label %195

195:                                              ; preds = %192
  %196 = icmp ult i64 %190, %40
  br i1 %196, label %217, label %197

197:                                              ; preds = %195
  %198 = xor i64 %190, %84
  %199 = icmp ult i64 %198, 65536
  br i1 %199, label %200, label %243

200:                                              ; preds = %197
  %201 = trunc i64 %190 to i32
  %202 = lshr i32 %201, 14
  %203 = and i32 %202, 3
  %204 = trunc i64 %84 to i32
  %205 = lshr i32 %204, 14
  %206 = and i32 %205, 3
  %207 = icmp samesign ugt i32 %203, %206
  br i1 %207, label %217, label %243

208:                                              ; preds = %192
  %209 = trunc i64 %189 to i32
  %210 = lshr i32 %209, 14
  %211 = and i32 %210, 3
  %212 = trunc i64 %84 to i32
  %213 = lshr i32 %212, 14
  %214 = and i32 %213, 3
  %215 = icmp samesign ugt i32 %211, %214
  br i1 %215, label %216, label %243

216:                                              ; preds = %188, %208
  store atomic i64 %84, ptr %123 monotonic, align 8
  br label %243

217:                                              ; preds = %195, %200
  store atomic i64 %84, ptr %140 monotonic, align 8
  br label %243

218:                                              ; preds = %72
  %219 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %220 = load atomic i64, ptr %219 monotonic, align 8
  %221 = icmp eq i64 %87, 0
  %222 = xor i64 %87, %84
  %223 = icmp ult i64 %222, 16384
  %224 = or i1 %221, %223
  br i1 %224, label %225, label %246

225:                                              ; preds = %218
  %226 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %227 = load atomic i64, ptr %226 monotonic, align 8
  %228 = icmp eq i64 %227, 0
  br i1 %228, label %229, label %246

229:                                              ; preds = %225
  %230 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %231 = load atomic i64, ptr %230 monotonic, align 8
  %232 = xor i64 %220, %84
  %233 = icmp ugt i64 %232, 16383
  %234 = icmp ne i64 %220, 0
  %235 = and i1 %234, %233
  %236 = icmp ne i64 %231, 0
  %237 = select i1 %235, i1 true, i1 %236
  br i1 %237, label %246, label %238

238:                                              ; preds = %229
  store atomic i64 %84, ptr %38 monotonic, align 8
  br label %243

239:                                              ; preds = %71
  %240 = lshr i64 %11, %31
  %241 = tail call i32 @__xdsl_opencl_check_cells(ptr nonnull %0, ptr %38, i64 %240, i64 %4, i64 %5)
  %242 = icmp eq i32 %241, 0
  br i1 %242, label %246, label %243, !prof !21

243:                                              ; preds = %208, %197, %200, %217, %216, %238, %239
  %244 = load ptr, ptr %41, align 8
  %245 = getelementptr inbounds i8, ptr %244, i64 %10
  tail call void @llvm.memset.p0.i64(ptr align 1 %245, i8 1, i64 %11, i1 false)
  br label %248

246:                                              ; preds = %45, %48, %51, %54, %61, %29, %229, %218, %225, %119, %155, %68, %239, %7
  %247 = tail call ptr @__xdsl_opencl_check_slow(ptr nonnull %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
  br label %248

248:                                              ; preds = %243, %246
  %249 = phi ptr [ %247, %246 ], [ %1, %243 ]
  ret ptr %249
}

define ptr @__xdsl_opencl_check_table(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %3, 1099511627775
  %12 = and i64 %4, 4294967295
  %13 = add i64 %10, %12
  %14 = sub i64 %11, %13
  %15 = or i64 %14, %10
  %16 = icmp sgt i64 %15, -1
  %17 = lshr i64 %4, 32
  %18 = and i64 %17, 15
  %19 = shl nsw i64 -1, %18
  %20 = xor i64 %19, -1
  %21 = and i64 %10, %20
  %22 = icmp eq i64 %21, 0
  %23 = and i1 %16, %22
  br i1 %23, label %26, label %24, !prof !20

24:                                               ; preds = %7
  %25 = tail call ptr @__xdsl_opencl_check_slow(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
  br label %26

26:                                               ; preds = %7, %24
  %27 = phi ptr [ %25, %24 ], [ %1, %7 ]
  ret ptr %27
}

define void @__xdsl_opencl_check_unwritten(ptr readonly captures(none) %0, ptr readonly captures(none) %1, i64 %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #6 {
  %7 = and i64 %4, 4294967295
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %73, label %9

9:                                                ; preds = %6
  %10 = and i64 %4, 3
  %11 = icmp samesign ult i64 %7, 4
  br i1 %11, label %46, label %12

12:                                               ; preds = %9
  %13 = and i64 %4, 4294967292
  br label %14

14:                                               ; preds = %14, %12
  %15 = phi i64 [ 0, %12 ], [ %41, %14 ]
  %16 = phi i64 [ 0, %12 ], [ %40, %14 ]
  %17 = phi i64 [ 0, %12 ], [ %42, %14 ]
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 %15
  %19 = load i8, ptr %18, align 1
  %20 = icmp eq i8 %19, 0
  %21 = zext i1 %20 to i64
  %22 = add nuw nsw i64 %16, %21
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 %15
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 1
  %25 = load i8, ptr %24, align 1
  %26 = icmp eq i8 %25, 0
  %27 = zext i1 %26 to i64
  %28 = add nuw nsw i64 %22, %27
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 %15
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 2
  %31 = load i8, ptr %30, align 1
  %32 = icmp eq i8 %31, 0
  %33 = zext i1 %32 to i64
  %34 = add nuw nsw i64 %28, %33
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 %15
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 3
  %37 = load i8, ptr %36, align 1
  %38 = icmp eq i8 %37, 0
  %39 = zext i1 %38 to i64
  %40 = add nuw nsw i64 %34, %39
  %41 = add nuw nsw i64 %15, 4
  %42 = add i64 %17, 4
  %43 = icmp eq i64 %42, %13
  br i1 %43, label %44, label %14

44:                                               ; preds = %14
  %45 = icmp eq i64 %10, 0
  br i1 %45, label %62, label %46

46:                                               ; preds = %44, %9
  %47 = phi i64 [ 0, %9 ], [ %41, %44 ]
  %48 = phi i64 [ 0, %9 ], [ %40, %44 ]
  %49 = icmp ne i64 %10, 0
  tail call void @llvm.assume(i1 %49)
  br label %50

50:                                               ; preds = %50, %46
  %51 = phi i64 [ %59, %50 ], [ %47, %46 ]
  %52 = phi i64 [ %58, %50 ], [ %48, %46 ]
  %53 = phi i64 [ %60, %50 ], [ 0, %46 ]
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 %51
  %55 = load i8, ptr %54, align 1
  %56 = icmp eq i8 %55, 0
  %57 = zext i1 %56 to i64
  %58 = add nuw nsw i64 %52, %57
  %59 = add nuw nsw i64 %51, 1
  %60 = add i64 %53, 1
  %61 = icmp eq i64 %60, %10
  br i1 %61, label %62, label %50

62:                                               ; preds = %50, %44
  %63 = phi i64 [ %40, %44 ], [ %58, %50 ]
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %73, label %65

65:                                               ; preds = %62
  %66 = and i64 %4, 140737488355328
  %67 = icmp eq i64 %66, 0
  %68 = icmp eq i64 %63, %7
  %69 = or i1 %67, %68
  br i1 %69, label %70, label %73

70:                                               ; preds = %65
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %72 = load i64, ptr %71, align 8
  tail call fastcc void @report(ptr %0, i32 5, i64 %5, i64 %72, i64 -1, i64 -1, i64 %2, i64 %3, i64 %7, i64 0)
  br label %73

73:                                               ; preds = %6, %65, %70, %62
  ret void
}

define internal fastcc void @report(ptr readonly captures(none) %0, i32 range(i32 1, 19) %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, i64 %9) unnamed_addr #6 {
  tail call fastcc void @report_pair(ptr %0, i32 %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 -1, i64 %6, i64 %7, i64 %8, i64 %9)
  ret void
}

define nonnull ptr @__xdsl_opencl_check_outside(ptr captures(address, ret: address, provenance) %0, ptr readnone captures(address) %1, i64 %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #6 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 3584
  %8 = icmp eq ptr %1, %7
  br i1 %8, label %14, label %9

9:                                                ; preds = %6
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = lshr i64 %4, 40
  %13 = and i64 %12, 1
  tail call fastcc void @report(ptr %0, i32 13, i64 %5, i64 %11, i64 -1, i64 -1, i64 %2, i64 -9223372036854775808, i64 %3, i64 %13)
  br label %14

14:                                               ; preds = %9, %6
  tail call void @llvm.memset.p0.i64(ptr nonnull align 128 dereferenceable(256) %7, i8 0, i64 256, i1 false)
  ret ptr %7
}

define ptr @__xdsl_opencl_check_private(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, ptr captures(address_is_null) %6) local_unnamed_addr #5 {
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %2 to i64
  %10 = sub i64 %8, %9
  %11 = and i64 %4, 4294967295
  %12 = and i64 %3, 1099511627775
  %13 = add i64 %10, %11
  %14 = sub i64 %12, %13
  %15 = or i64 %14, %10
  %16 = icmp slt i64 %15, 0
  %17 = lshr i64 %4, 32
  %18 = and i64 %17, 15
  %19 = shl nsw i64 -1, %18
  %20 = xor i64 %19, -1
  %21 = and i64 %10, %20
  %22 = icmp ne i64 %21, 0
  %23 = or i1 %16, %22
  br i1 %23, label %24, label %26, !prof !22

24:                                               ; preds = %7
  %25 = tail call ptr @__xdsl_opencl_check_slow(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 0)
  br label %62

26:                                               ; preds = %7
  %27 = icmp eq ptr %6, null
  br i1 %27, label %62, label %28

28:                                               ; preds = %26
  %29 = and i64 %4, 1099511627776
  %30 = icmp eq i64 %29, 0
  %31 = getelementptr inbounds i8, ptr %6, i64 %10
  br i1 %30, label %33, label %32

32:                                               ; preds = %28
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %31, i8 1, i64 %11, i1 false)
  br label %62

33:                                               ; preds = %28
  %34 = trunc i64 %4 to i32
  switch i32 %34, label %61 [
    i32 1, label %58
    i32 2, label %35
    i32 4, label %38
    i32 8, label %41
    i32 12, label %44
    i32 16, label %51
  ]

35:                                               ; preds = %33
  %36 = load i16, ptr %31, align 2
  %37 = icmp eq i16 %36, 257
  br i1 %37, label %62, label %61, !prof !23

38:                                               ; preds = %33
  %39 = load i32, ptr %31, align 4
  %40 = icmp eq i32 %39, 16843009
  br i1 %40, label %62, label %61, !prof !23

41:                                               ; preds = %33
  %42 = load i64, ptr %31, align 8
  %43 = icmp eq i64 %42, 72340172838076673
  br i1 %43, label %62, label %61, !prof !23

44:                                               ; preds = %33
  %45 = load i64, ptr %31, align 8
  %46 = icmp eq i64 %45, 72340172838076673
  %47 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %48 = load i32, ptr %47, align 8
  %49 = icmp eq i32 %48, 16843009
  %50 = and i1 %46, %49
  br i1 %50, label %62, label %61, !prof !23

51:                                               ; preds = %33
  %52 = load i64, ptr %31, align 8
  %53 = icmp eq i64 %52, 72340172838076673
  %54 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %55 = load i64, ptr %54, align 8
  %56 = icmp eq i64 %55, 72340172838076673
  %57 = and i1 %53, %56
  br i1 %57, label %62, label %61, !prof !23

58:                                               ; preds = %33
  %59 = load i8, ptr %31, align 1
  %60 = icmp eq i8 %59, 1
  br i1 %60, label %62, label %61, !prof !23

61:                                               ; preds = %35, %38, %41, %44, %51, %33, %58
  tail call void @__xdsl_opencl_check_unwritten(ptr %0, ptr nonnull %31, i64 %10, i64 %3, i64 %4, i64 %5)
  br label %62

62:                                               ; preds = %35, %38, %41, %44, %51, %26, %58, %61, %32, %24
  %63 = phi ptr [ %25, %24 ], [ %1, %32 ], [ %1, %61 ], [ %1, %58 ], [ %1, %26 ], [ %1, %51 ], [ %1, %44 ], [ %1, %41 ], [ %1, %38 ], [ %1, %35 ]
  ret ptr %63
}

define ptr @__xdsl_opencl_check_index(ptr captures(address, ret: address, provenance) %0, ptr readnone captures(address, ret: address, provenance) %1, i64 %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #7 {
  %7 = icmp ult i64 %2, %3
  br i1 %7, label %10, label %8, !prof !20

8:                                                ; preds = %6
  %9 = tail call ptr @__xdsl_opencl_check_outside(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5)
  br label %10

10:                                               ; preds = %6, %8
  %11 = phi ptr [ %9, %8 ], [ %1, %6 ]
  ret ptr %11
}

define void @__xdsl_opencl_check_set(ptr %0, ptr %1, ptr %2, i64 %3, ptr writeonly captures(address_is_null) %4, i64 %5, i32 %6, i64 %7, i64 %8) local_unnamed_addr #0 {
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = tail call fastcc i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %5, i64 %7, i64 %8, i64 %11, ptr null)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %16, label %14

14:                                               ; preds = %9
  %15 = trunc i32 %6 to i8
  tail call void @llvm.memset.p0.i64(ptr align 1 %1, i8 %15, i64 %5, i1 false)
  br label %16

16:                                               ; preds = %14, %9
  %17 = ptrtoint ptr %1 to i64
  %18 = ptrtoint ptr %2 to i64
  %19 = sub i64 %17, %18
  %20 = icmp ne ptr %4, null
  %21 = icmp sgt i64 %19, -1
  %22 = and i1 %20, %21
  br i1 %22, label %23, label %29

23:                                               ; preds = %16
  %24 = add nsw i64 %5, %19
  %25 = and i64 %3, 1099511627775
  %26 = icmp sgt i64 %24, %25
  br i1 %26, label %29, label %27

27:                                               ; preds = %23
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 %19
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %28, i8 1, i64 %5, i1 false)
  br label %29

29:                                               ; preds = %16, %23, %27
  ret void
}

define void @__xdsl_opencl_check_copy(ptr %0, ptr %1, ptr %2, i64 %3, ptr writeonly captures(address_is_null) %4, ptr %5, ptr %6, i64 %7, ptr readonly captures(address_is_null) %8, i64 %9, i64 %10, i64 %11, i64 %12) local_unnamed_addr #0 {
  %14 = or i64 %11, 140737488355328
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = tail call fastcc i32 @allowed(ptr %0, ptr %5, ptr %6, i64 %7, i64 %9, i64 %14, i64 %12, i64 %16, ptr null)
  %18 = load i64, ptr %15, align 8
  %19 = tail call fastcc i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %9, i64 %10, i64 %12, i64 %18, ptr null)
  %20 = and i32 %19, %17
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %35

22:                                               ; preds = %13
  %23 = ptrtoint ptr %1 to i64
  %24 = ptrtoint ptr %2 to i64
  %25 = sub i64 %23, %24
  %26 = icmp ne ptr %4, null
  %27 = icmp sgt i64 %25, -1
  %28 = and i1 %26, %27
  br i1 %28, label %29, label %62

29:                                               ; preds = %22
  %30 = add nsw i64 %9, %25
  %31 = and i64 %3, 1099511627775
  %32 = icmp sgt i64 %30, %31
  br i1 %32, label %62, label %33

33:                                               ; preds = %29
  %34 = getelementptr inbounds nuw i8, ptr %4, i64 %25
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %34, i8 1, i64 %9, i1 false)
  br label %62

35:                                               ; preds = %13
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %1, ptr align 1 %5, i64 %9, i1 false)
  %36 = ptrtoint ptr %5 to i64
  %37 = ptrtoint ptr %6 to i64
  %38 = sub i64 %36, %37
  %39 = getelementptr inbounds i8, ptr %8, i64 %38
  %40 = icmp ne ptr %4, null
  %41 = icmp ne ptr %8, null
  %42 = and i1 %40, %41
  br i1 %42, label %43, label %48

43:                                               ; preds = %35
  %44 = ptrtoint ptr %1 to i64
  %45 = ptrtoint ptr %2 to i64
  %46 = sub i64 %44, %45
  %47 = getelementptr inbounds i8, ptr %4, i64 %46
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 1 %47, ptr nonnull align 1 %39, i64 %9, i1 false)
  br label %62

48:                                               ; preds = %35
  br i1 %40, label %49, label %54

49:                                               ; preds = %48
  %50 = ptrtoint ptr %1 to i64
  %51 = ptrtoint ptr %2 to i64
  %52 = sub i64 %50, %51
  %53 = getelementptr inbounds i8, ptr %4, i64 %52
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %53, i8 1, i64 %9, i1 false)
  br label %62

54:                                               ; preds = %48
  %55 = and i64 %10, 1970324836974592
  %56 = icmp ne i64 %55, 0
  %57 = and i1 %41, %56
  br i1 %57, label %58, label %62

58:                                               ; preds = %54
  %59 = and i64 %11, -140741783322624
  %60 = or i64 %9, %59
  %61 = or i64 %60, 140737488355328
  tail call void @__xdsl_opencl_check_unwritten(ptr nonnull %0, ptr nonnull %39, i64 %38, i64 %7, i64 %61, i64 %12)
  br label %62

62:                                               ; preds = %33, %29, %22, %43, %54, %58, %49
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i1 immarg) #8

define i64 @__xdsl_opencl_check_async(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i64 %11, i64 %12) local_unnamed_addr #0 {
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 136
  br i1 %16, label %36, label %18

18:                                               ; preds = %13
  %19 = load ptr, ptr %17, align 8
  %20 = icmp eq ptr %1, %19
  br i1 %20, label %21, label %33

21:                                               ; preds = %18
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %23 = load ptr, ptr %22, align 16
  %24 = icmp eq ptr %4, %23
  br i1 %24, label %25, label %33

25:                                               ; preds = %21
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %7, %27
  br i1 %28, label %29, label %33

29:                                               ; preds = %25
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %31 = load i64, ptr %30, align 32
  %32 = icmp eq i64 %8, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %29, %25, %21, %18
  tail call fastcc void @report(ptr nonnull %0, i32 10, i64 %12, i64 %15, i64 0, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  br label %34

34:                                               ; preds = %33, %29
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 168
  br label %102

36:                                               ; preds = %13
  store ptr %1, ptr %17, align 8
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store ptr %4, ptr %37, align 16
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %7, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 160
  store i64 %8, ptr %39, align 32
  %40 = icmp eq i64 %9, 0
  br i1 %40, label %41, label %77

41:                                               ; preds = %36
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %43 = load i64, ptr %42, align 8
  br label %44

44:                                               ; preds = %57, %41
  %45 = phi i64 [ 0, %41 ], [ %58, %57 ]
  %46 = shl nuw nsw i64 1, %45
  %47 = and i64 %43, %46
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %64, label %49

49:                                               ; preds = %44
  %50 = shl nuw nsw i64 2, %45
  %51 = and i64 %43, %50
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %62, label %53

53:                                               ; preds = %49
  %54 = shl nuw nsw i64 4, %45
  %55 = and i64 %43, %54
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %60, label %57

57:                                               ; preds = %53
  %58 = add nuw nsw i64 %45, 3
  %59 = icmp eq i64 %58, 63
  br i1 %59, label %77, label %44

60:                                               ; preds = %53
  %61 = add nuw nsw i64 %45, 2
  br label %64

62:                                               ; preds = %49
  %63 = add nuw nsw i64 %45, 1
  br label %64

64:                                               ; preds = %44, %62, %60
  %65 = phi i64 [ %63, %62 ], [ %61, %60 ], [ %45, %44 ]
  %66 = phi i64 [ %50, %62 ], [ %54, %60 ], [ %46, %44 ]
  %67 = or i64 %43, %66
  store i64 %67, ptr %42, align 8
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 704
  %69 = getelementptr inbounds nuw i64, ptr %68, i64 %65
  store i64 %12, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %71 = load i64, ptr %70, align 16
  %72 = add i64 %71, 1
  store i64 %72, ptr %70, align 16
  %73 = shl i64 %72, 6
  %74 = add i64 %73, %65
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %76 = getelementptr inbounds nuw i64, ptr %75, i64 %65
  store i64 %74, ptr %76, align 8
  br label %77

77:                                               ; preds = %57, %64, %36
  %78 = phi i64 [ %9, %36 ], [ %74, %64 ], [ 63, %57 ]
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 168
  store i64 %78, ptr %79, align 8
  %80 = and i64 %10, 1970324836974592
  %81 = icmp eq i64 %80, 844424930131968
  %82 = and i64 %10, 4294967295
  %83 = icmp sgt i64 %7, 0
  br i1 %83, label %84, label %102

84:                                               ; preds = %77
  %85 = or i64 %11, 140737488355328
  br label %86

86:                                               ; preds = %84, %99
  %87 = phi i64 [ 0, %84 ], [ %100, %99 ]
  %88 = mul nsw i64 %87, %8
  %89 = select i1 %81, i64 %87, i64 %88
  %90 = mul nsw i64 %89, %82
  %91 = getelementptr inbounds i8, ptr %1, i64 %90
  %92 = select i1 %81, i64 %88, i64 %87
  %93 = mul nsw i64 %92, %82
  %94 = getelementptr inbounds i8, ptr %4, i64 %93
  %95 = tail call fastcc i32 @allowed(ptr %0, ptr %94, ptr %5, i64 %6, i64 %82, i64 %85, i64 %12, i64 8191, ptr null)
  %96 = tail call fastcc i32 @allowed(ptr %0, ptr %91, ptr %2, i64 %3, i64 %82, i64 %10, i64 %12, i64 8191, ptr null)
  %97 = and i32 %96, %95
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %102, label %99

99:                                               ; preds = %86
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %91, ptr align 1 %94, i64 %82, i1 false)
  %100 = add nuw nsw i64 %87, 1
  %101 = icmp eq i64 %100, %7
  br i1 %101, label %102, label %86

102:                                              ; preds = %86, %99, %77, %34
  %103 = phi ptr [ %35, %34 ], [ %79, %77 ], [ %79, %99 ], [ %79, %86 ]
  %104 = load i64, ptr %103, align 8
  ret i64 %104
}

define void @__xdsl_opencl_check_wait(ptr captures(none) %0, i64 %1, i64 %2, i64 %3) local_unnamed_addr #6 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = icmp ne i64 %6, 0
  %8 = icmp ult i64 %2, 8
  %9 = and i1 %8, %7
  br i1 %9, label %10, label %17

10:                                               ; preds = %4
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 1216
  %12 = getelementptr inbounds nuw i64, ptr %11, i64 %2
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %1, %13
  br i1 %14, label %24, label %15

15:                                               ; preds = %10
  tail call fastcc void @report(ptr nonnull %0, i32 18, i64 %3, i64 %6, i64 0, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  %16 = load i64, ptr %5, align 8
  br label %17

17:                                               ; preds = %15, %4
  %18 = phi i64 [ %16, %15 ], [ %6, %4 ]
  %19 = icmp eq i64 %18, 0
  %20 = and i1 %8, %19
  br i1 %20, label %21, label %24

21:                                               ; preds = %17
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 1216
  %23 = getelementptr inbounds nuw i64, ptr %22, i64 %2
  store i64 %1, ptr %23, align 8
  br label %24

24:                                               ; preds = %10, %21, %17
  %25 = phi i1 [ %19, %17 ], [ %19, %21 ], [ false, %10 ]
  %26 = phi i64 [ %18, %17 ], [ 0, %21 ], [ %6, %10 ]
  %27 = and i64 %1, 63
  %28 = icmp eq i64 %1, 0
  br i1 %28, label %36, label %29

29:                                               ; preds = %24
  %30 = icmp eq i64 %27, 63
  br i1 %30, label %49, label %31

31:                                               ; preds = %29
  %32 = lshr i64 %1, 6
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %34 = load i64, ptr %33, align 16
  %35 = icmp ugt i64 %32, %34
  br i1 %35, label %36, label %37

36:                                               ; preds = %31, %24
  tail call fastcc void @report(ptr nonnull %0, i32 17, i64 %3, i64 %26, i64 -1, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  br label %49

37:                                               ; preds = %31
  br i1 %25, label %38, label %49

38:                                               ; preds = %37
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %40 = getelementptr inbounds nuw i64, ptr %39, i64 %27
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, %1
  br i1 %42, label %43, label %49

43:                                               ; preds = %38
  %44 = shl nuw nsw i64 1, %27
  %45 = xor i64 %44, -1
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %47 = load i64, ptr %46, align 8
  %48 = and i64 %47, %45
  store i64 %48, ptr %46, align 8
  br label %49

49:                                               ; preds = %29, %37, %38, %43, %36
  ret void
}

define void @__xdsl_opencl_check_divided(ptr readonly captures(none) %0, i64 %1) local_unnamed_addr #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  tail call fastcc void @report(ptr %0, i32 12, i64 %1, i64 %4, i64 -1, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  ret void
}

define void @__xdsl_opencl_check_divide(ptr readonly captures(none) %0, i32 %1, i64 %2) local_unnamed_addr #7 {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %6, label %5, !prof !20

5:                                                ; preds = %3
  tail call void @__xdsl_opencl_check_divided(ptr %0, i64 %2)
  br label %6

6:                                                ; preds = %5, %3
  ret void
}

define void @__xdsl_opencl_check_undefined(ptr readonly captures(none) %0, i64 %1) local_unnamed_addr #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  tail call fastcc void @report(ptr %0, i32 15, i64 %1, i64 %4, i64 -1, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  ret void
}

define void @__xdsl_opencl_check_arrive(ptr captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #6 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %5 = load i64, ptr %4, align 8
  %6 = add nsw i64 %5, 1
  store i64 %6, ptr %4, align 8
  %7 = icmp eq i64 %5, 0
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 96
  br i1 %7, label %9, label %14

9:                                                ; preds = %3
  store i64 %1, ptr %8, align 32
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 104
  store i64 %2, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 112
  store i64 %12, ptr %13, align 16
  br label %26

14:                                               ; preds = %3
  %15 = load i64, ptr %8, align 32
  %16 = icmp eq i64 %1, %15
  br i1 %16, label %26, label %17

17:                                               ; preds = %14
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %21, label %26

21:                                               ; preds = %17
  store i64 1, ptr %18, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %23 = load i64, ptr %22, align 16
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %25 = load i64, ptr %24, align 8
  tail call fastcc void @report(ptr nonnull %0, i32 8, i64 %15, i64 %23, i64 %25, i64 %1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  br label %26

26:                                               ; preds = %14, %17, %21, %9
  ret void
}

define void @__xdsl_opencl_check_leave(ptr captures(none) %0) local_unnamed_addr #9 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %3 = load i64, ptr %2, align 128
  %4 = icmp eq i64 %3, -1
  br i1 %4, label %5, label %8

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  store i64 %7, ptr %2, align 128
  br label %8

8:                                                ; preds = %5, %1
  ret void
}

define i32 @__xdsl_opencl_check_meet(ptr captures(none) %0) local_unnamed_addr #6 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %43, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %7 = load i64, ptr %6, align 32
  %8 = icmp eq i64 %3, %7
  br i1 %8, label %20, label %9

9:                                                ; preds = %5
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %20

13:                                               ; preds = %9
  store i64 1, ptr %10, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %15 = load i64, ptr %14, align 32
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %17 = load i64, ptr %16, align 16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %19 = load i64, ptr %18, align 128
  tail call fastcc void @report(ptr nonnull %0, i32 9, i64 %15, i64 %17, i64 %19, i64 -1, i64 0, i64 -9223372036854775808, i64 %3, i64 %7)
  br label %20

20:                                               ; preds = %13, %9, %5
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %22 = load i64, ptr %21, align 8
  %23 = and i64 %22, 1
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %29, label %25

25:                                               ; preds = %20
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %27 = load i64, ptr %26, align 16
  %28 = add i64 %27, 536870912
  store i64 %28, ptr %26, align 16
  br label %29

29:                                               ; preds = %25, %20
  %30 = and i64 %22, 2
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %39, label %32

32:                                               ; preds = %29
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %34 = load i64, ptr %33, align 8
  %35 = and i64 %34, 8795556151296
  %36 = icmp eq i64 %35, 8795556151296
  br i1 %36, label %39, label %37

37:                                               ; preds = %32
  %38 = add i64 %34, 536870912
  store i64 %38, ptr %33, align 8
  br label %39

39:                                               ; preds = %37, %32, %29
  store i64 0, ptr %2, align 8
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %41 = load i64, ptr %40, align 8
  %42 = trunc i64 %41 to i32
  br label %43

43:                                               ; preds = %1, %39
  %44 = phi i32 [ %42, %39 ], [ 0, %1 ]
  ret i32 %44
}

define void @__xdsl_opencl_check_begin(ptr writeonly captures(none) initializes((0, 704)) %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #10 {
  tail call void @llvm.memset.p0.i64(ptr nonnull align 128 dereferenceable(704) %0, i8 0, i64 704, i1 false)
  store ptr %1, ptr %0, align 128
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i64 %5, ptr %7, align 32
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store i64 %2, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 48
  store i64 %3, ptr %9, align 16
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 56
  store i64 %4, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %14 = load i64, ptr %13, align 8
  %15 = mul nsw i64 %14, %4
  %16 = add nsw i64 %15, %3
  %17 = mul nsw i64 %16, %12
  %18 = add nsw i64 %17, %2
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 %18, ptr %19, align 64
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 536870912, ptr %20, align 16
  %21 = urem i64 %18, 2097151
  %22 = shl nuw i64 %21, 43
  %23 = add nuw i64 %22, 8796629893120
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 %23, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 -1, ptr %25, align 128
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = icmp sgt i64 %27, 0
  br i1 %28, label %29, label %32

29:                                               ; preds = %6
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 1280
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 48
  br label %33

32:                                               ; preds = %75, %6
  ret void

33:                                               ; preds = %29, %75
  %34 = phi i64 [ 0, %29 ], [ %78, %75 ]
  %35 = load ptr, ptr %1, align 8
  %36 = getelementptr inbounds nuw %struct.argument, ptr %35, i64 %34
  %37 = getelementptr inbounds nuw %struct.memory, ptr %30, i64 %34
  %38 = load i64, ptr %31, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %65

40:                                               ; preds = %33
  %41 = getelementptr inbounds nuw i8, ptr %36, i64 32
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %44, label %65

44:                                               ; preds = %40
  %45 = getelementptr inbounds nuw i8, ptr %36, i64 16
  %46 = load i64, ptr %45, align 8
  %47 = and i64 %46, 12
  %48 = icmp eq i64 %47, 0
  %49 = load ptr, ptr %36, align 8
  store ptr %49, ptr %37, align 8
  %50 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %51 = load i64, ptr %50, align 8
  %52 = getelementptr inbounds nuw i8, ptr %37, i64 8
  store i64 %51, ptr %52, align 8
  %53 = getelementptr inbounds nuw i8, ptr %36, i64 24
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds nuw i8, ptr %37, i64 40
  store ptr %54, ptr %55, align 8
  br i1 %48, label %56, label %73

56:                                               ; preds = %44
  %57 = load i64, ptr %50, align 8
  %58 = getelementptr inbounds nuw i8, ptr %37, i64 24
  store i64 %57, ptr %58, align 8
  %59 = load i64, ptr %45, align 8
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %61, label %75

61:                                               ; preds = %56
  %62 = load ptr, ptr %53, align 8
  %63 = icmp eq ptr %62, null
  %64 = select i1 %63, i64 0, i64 %57
  br label %75

65:                                               ; preds = %33, %40
  %66 = load ptr, ptr %36, align 8
  store ptr %66, ptr %37, align 8
  %67 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %37, i64 8
  store i64 %68, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %36, i64 24
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds nuw i8, ptr %37, i64 40
  store ptr %71, ptr %72, align 8
  br label %73

73:                                               ; preds = %65, %44
  %74 = getelementptr inbounds nuw i8, ptr %37, i64 24
  store i64 0, ptr %74, align 8
  br label %75

75:                                               ; preds = %61, %73, %56
  %76 = phi i64 [ 0, %73 ], [ %64, %61 ], [ 0, %56 ]
  %77 = getelementptr inbounds nuw i8, ptr %37, i64 32
  store i64 %76, ptr %77, align 8
  %78 = add nuw nsw i64 %34, 1
  %79 = load i64, ptr %26, align 8
  %80 = icmp slt i64 %78, %79
  %81 = icmp samesign ult i64 %34, 35
  %82 = select i1 %80, i1 %81, i1 false
  br i1 %82, label %33, label %32
}

define void @__xdsl_opencl_check_local(ptr captures(none) %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #11 {
  %7 = add nsw i64 %2, -1
  %8 = ashr i64 %7, %4
  %9 = add nsw i64 %8, 1
  %10 = shl i64 %9, 5
  %11 = add i64 %2, 64
  %12 = add i64 %11, %10
  %13 = tail call ptr @calloc(i64 1, i64 %12) #21
  %14 = icmp slt i64 %5, 36
  br i1 %14, label %15, label %18

15:                                               ; preds = %6
  %16 = getelementptr %struct.memory, ptr %0, i64 %5
  %17 = getelementptr i8, ptr %16, i64 1304
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16) %17, i8 0, i64 16, i1 false)
  br label %18

18:                                               ; preds = %15, %6
  %19 = icmp eq ptr %13, null
  br i1 %19, label %35, label %20

20:                                               ; preds = %18
  store ptr %1, ptr %13, align 8
  %21 = getelementptr inbounds nuw i8, ptr %13, i64 32
  store i64 %2, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %13, i64 24
  store i64 %2, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store i64 %2, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %3, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %13, i64 64
  %26 = getelementptr inbounds nuw i8, ptr %13, i64 40
  store ptr %25, ptr %26, align 8
  %27 = getelementptr inbounds %struct.cell, ptr %25, i64 %9
  %28 = getelementptr inbounds nuw i8, ptr %13, i64 48
  store ptr %27, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %13, i64 56
  store ptr %30, ptr %31, align 8
  store ptr %13, ptr %29, align 8
  br i1 %14, label %32, label %35

32:                                               ; preds = %20
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 1280
  %34 = getelementptr inbounds %struct.memory, ptr %33, i64 %5
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 64 dereferenceable(64) %34, ptr nonnull align 8 dereferenceable(64) %13, i64 64, i1 false)
  br label %35

35:                                               ; preds = %20, %32, %18
  ret void
}

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #12

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #8

define void @__xdsl_opencl_check_variable(ptr captures(none) %0, ptr %1, i64 %2) local_unnamed_addr #11 {
  %4 = tail call dereferenceable_or_null(64) ptr @calloc(i64 1, i64 64) #21
  %5 = icmp eq ptr %4, null
  br i1 %5, label %23, label %6

6:                                                ; preds = %3
  store ptr %1, ptr %4, align 8
  %7 = and i64 %2, 1099511627775
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %7, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i64 %2, ptr %9, align 8
  %10 = load ptr, ptr %0, align 128
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 56
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %19, label %14

14:                                               ; preds = %6
  %15 = ashr i64 %2, 40
  %16 = getelementptr inbounds ptr, ptr %12, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 40
  store ptr %17, ptr %18, align 8
  br label %19

19:                                               ; preds = %14, %6
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %21 = load ptr, ptr %20, align 16
  %22 = getelementptr inbounds nuw i8, ptr %4, i64 56
  store ptr %21, ptr %22, align 8
  store ptr %4, ptr %20, align 16
  br label %23

23:                                               ; preds = %3, %19
  ret void
}

define void @__xdsl_opencl_check_end(ptr readonly captures(none) %0) local_unnamed_addr #13 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %14, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 704
  br label %8

8:                                                ; preds = %6, %40
  %9 = phi i64 [ %4, %6 ], [ %41, %40 ]
  %10 = phi i64 [ %4, %6 ], [ %43, %40 ]
  %11 = phi i64 [ 0, %6 ], [ %42, %40 ]
  %12 = load i64, ptr %2, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %33, label %14

14:                                               ; preds = %8, %40, %1
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %23, label %18

18:                                               ; preds = %14, %18
  %19 = phi ptr [ %21, %18 ], [ %16, %14 ]
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 56
  %21 = load ptr, ptr %20, align 8
  tail call void @free(ptr nonnull %19)
  %22 = icmp eq ptr %21, null
  br i1 %22, label %23, label %18

23:                                               ; preds = %18, %14
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %25 = load ptr, ptr %24, align 16
  %26 = icmp eq ptr %25, null
  br i1 %26, label %32, label %27

27:                                               ; preds = %23, %27
  %28 = phi ptr [ %30, %27 ], [ %25, %23 ]
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 56
  %30 = load ptr, ptr %29, align 8
  tail call void @free(ptr nonnull %28)
  %31 = icmp eq ptr %30, null
  br i1 %31, label %32, label %27

32:                                               ; preds = %27, %23
  ret void

33:                                               ; preds = %8
  %34 = and i64 %10, 1
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %40, label %36

36:                                               ; preds = %33
  %37 = getelementptr inbounds nuw i64, ptr %7, i64 %11
  %38 = load i64, ptr %37, align 8
  tail call fastcc void @report(ptr nonnull %0, i32 16, i64 %38, i64 8191, i64 -1, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  %39 = load i64, ptr %3, align 8
  br label %40

40:                                               ; preds = %33, %36
  %41 = phi i64 [ %9, %33 ], [ %39, %36 ]
  %42 = add i64 %11, 1
  %43 = lshr i64 %41, %42
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %14, label %8
}

define void @__xdsl_opencl_check_image(ptr readonly captures(none) %0, ptr readonly captures(none) %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i64 %8, i64 %9) local_unnamed_addr #6 {
  %11 = and i32 %2, 14
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %56

13:                                               ; preds = %10
  %14 = and i32 %3, 3
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %16 = load i32, ptr %15, align 8
  %17 = icmp sgt i32 %4, -1
  %18 = icmp slt i32 %4, %16
  %19 = and i1 %17, %18
  %20 = icmp samesign ugt i32 %14, 1
  br i1 %20, label %21, label %36

21:                                               ; preds = %13
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %23 = load i32, ptr %22, align 4
  %24 = icmp sgt i32 %5, -1
  %25 = icmp slt i32 %5, %23
  %26 = and i1 %24, %25
  %27 = and i1 %19, %26
  %28 = icmp eq i32 %14, 3
  br i1 %28, label %29, label %36

29:                                               ; preds = %21
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %31 = load i32, ptr %30, align 8
  %32 = icmp sgt i32 %6, -1
  %33 = icmp slt i32 %6, %31
  %34 = and i1 %32, %33
  %35 = and i1 %27, %34
  br label %36

36:                                               ; preds = %13, %29, %21
  %37 = phi i1 [ %35, %29 ], [ %27, %21 ], [ %19, %13 ]
  %38 = and i32 %3, 4
  %39 = icmp eq i32 %38, 0
  br i1 %39, label %48, label %40

40:                                               ; preds = %36
  %41 = select i1 %20, i32 %6, i32 %5
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 36
  %43 = load i32, ptr %42, align 4
  %44 = icmp sgt i32 %41, -1
  %45 = icmp slt i32 %41, %43
  %46 = and i1 %44, %45
  %47 = and i1 %37, %46
  br i1 %47, label %56, label %49

48:                                               ; preds = %36
  br i1 %37, label %56, label %49

49:                                               ; preds = %40, %48
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %51 = load i64, ptr %50, align 8
  %52 = sext i32 %5 to i64
  %53 = sext i32 %4 to i64
  %54 = sext i32 %6 to i64
  %55 = sext i32 %7 to i64
  tail call fastcc void @report(ptr %0, i32 11, i64 %9, i64 %51, i64 %52, i64 -1, i64 %53, i64 %8, i64 %54, i64 %55)
  br label %56

56:                                               ; preds = %40, %48, %49, %10
  ret void
}

define internal fastcc void @search(ptr dead_on_unwind noalias nonnull writable writeonly sret(%struct.place) align 8 captures(none) %0, ptr %1, ptr %2) unnamed_addr #14 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %7, label %14

7:                                                ; preds = %23, %3
  %8 = load ptr, ptr %1, align 128
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = icmp sgt i64 %10, 0
  br i1 %11, label %12, label %69

12:                                               ; preds = %7
  %13 = load ptr, ptr %8, align 8
  br label %41

14:                                               ; preds = %3, %23
  %15 = phi ptr [ %25, %23 ], [ %5, %3 ]
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ult ptr %2, %16
  br i1 %17, label %23, label %18

18:                                               ; preds = %14
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %16, i64 %20
  %22 = icmp ult ptr %2, %21
  br i1 %22, label %27, label %23

23:                                               ; preds = %18, %14
  %24 = getelementptr inbounds nuw i8, ptr %15, i64 56
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %7, label %14

27:                                               ; preds = %18
  store ptr %16, ptr %0, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 %20, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %30 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %31 = load i64, ptr %30, align 8
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 3, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %33, align 4
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i64 0, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %36 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %37 = load ptr, ptr %36, align 8
  store ptr %37, ptr %35, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %39 = getelementptr inbounds nuw i8, ptr %15, i64 48
  %40 = load ptr, ptr %39, align 8
  store ptr %40, ptr %38, align 8
  br label %113

41:                                               ; preds = %12, %66
  %42 = phi i64 [ 0, %12 ], [ %67, %66 ]
  %43 = getelementptr inbounds nuw %struct.argument, ptr %13, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp ult ptr %2, %44
  br i1 %45, label %66, label %46

46:                                               ; preds = %41
  %47 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %44, i64 %48
  %50 = icmp ult ptr %2, %49
  br i1 %50, label %51, label %66

51:                                               ; preds = %46
  store ptr %44, ptr %0, align 8
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 %48, ptr %52, align 8
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %54 = xor i64 %42, -1
  store i64 %54, ptr %53, align 8
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %55, align 8
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %56, align 4
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %58 = getelementptr inbounds nuw i8, ptr %43, i64 16
  %59 = load i64, ptr %58, align 8
  store i64 %59, ptr %57, align 8
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %61 = getelementptr inbounds nuw i8, ptr %43, i64 24
  %62 = load ptr, ptr %61, align 8
  store ptr %62, ptr %60, align 8
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %64 = getelementptr inbounds nuw i8, ptr %43, i64 32
  %65 = load ptr, ptr %64, align 8
  store ptr %65, ptr %63, align 8
  br label %113

66:                                               ; preds = %46, %41
  %67 = add nuw nsw i64 %42, 1
  %68 = icmp eq i64 %67, %10
  br i1 %68, label %69, label %41

69:                                               ; preds = %66, %7
  %70 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %71, null
  br i1 %72, label %100, label %73

73:                                               ; preds = %69, %82
  %74 = phi ptr [ %84, %82 ], [ %71, %69 ]
  %75 = load ptr, ptr %74, align 8
  %76 = icmp ult ptr %2, %75
  br i1 %76, label %82, label %77

77:                                               ; preds = %73
  %78 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %79 = load i64, ptr %78, align 8
  %80 = getelementptr inbounds i8, ptr %75, i64 %79
  %81 = icmp ult ptr %2, %80
  br i1 %81, label %86, label %82

82:                                               ; preds = %77, %73
  %83 = getelementptr inbounds nuw i8, ptr %74, i64 56
  %84 = load ptr, ptr %83, align 8
  %85 = icmp eq ptr %84, null
  br i1 %85, label %100, label %73

86:                                               ; preds = %77
  store ptr %75, ptr %0, align 8
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 %79, ptr %87, align 8
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %89 = getelementptr inbounds nuw i8, ptr %74, i64 16
  %90 = load i64, ptr %89, align 8
  store i64 %90, ptr %88, align 8
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %92, align 4
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i64 0, ptr %93, align 8
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %95 = getelementptr inbounds nuw i8, ptr %74, i64 40
  %96 = load ptr, ptr %95, align 8
  store ptr %96, ptr %94, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %98 = getelementptr inbounds nuw i8, ptr %74, i64 48
  %99 = load ptr, ptr %98, align 8
  store ptr %99, ptr %97, align 8
  br label %113

100:                                              ; preds = %82, %69
  %101 = ptrtoint ptr %2 to i64
  %102 = ptrtoint ptr %1 to i64
  %103 = sub i64 %101, %102
  %104 = add i64 %103, 67108863
  %105 = icmp ult i64 %104, 134217727
  br i1 %105, label %106, label %110

106:                                              ; preds = %100
  store ptr %2, ptr %0, align 8
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 67108864, ptr %107, align 8
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 -9223372036854775808, ptr %108, align 8
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 24
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(32) %109, i8 0, i64 32, i1 false)
  br label %113

110:                                              ; preds = %100
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(56) %0, i8 0, i64 56, i1 false)
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 -9223372036854775808, ptr %111, align 8
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %112, align 8
  br label %113

113:                                              ; preds = %51, %106, %110, %86, %27
  ret void
}

define internal fastcc void @report_race(ptr readonly captures(none) %0, ptr nonnull readonly captures(none) %1, i32 range(i32 6, 8) %2, i64 range(i64 1, 0) %3, i64 %4, i64 range(i64 1, 0) %5, i64 %6, i64 %7, i64 %8) unnamed_addr #6 {
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %11 = load i32, ptr %10, align 8
  %12 = icmp eq i32 %11, 3
  br i1 %12, label %32, label %13

13:                                               ; preds = %9
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %15 = load i64, ptr %14, align 8
  %16 = xor i64 %15, %3
  %17 = icmp ult i64 %16, 8796093022208
  br i1 %17, label %32, label %18

18:                                               ; preds = %13
  %19 = lshr i64 %3, 43
  %20 = add nsw i64 %19, -1
  %21 = load ptr, ptr %0, align 128
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 64
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %21, i64 72
  %25 = load i64, ptr %24, align 8
  %26 = mul nsw i64 %25, %23
  %27 = getelementptr inbounds nuw i8, ptr %21, i64 80
  %28 = load i64, ptr %27, align 8
  %29 = mul nsw i64 %26, %28
  %30 = icmp slt i64 %29, 2097152
  %31 = select i1 %30, i64 %20, i64 -2
  br label %32

32:                                               ; preds = %18, %13, %9
  %33 = phi i64 [ %31, %18 ], [ -1, %13 ], [ -1, %9 ]
  %34 = lshr i64 %3, 16
  %35 = and i64 %34, 8191
  %36 = icmp eq i64 %35, 8191
  %37 = select i1 %36, i64 -1, i64 %35
  %38 = and i64 %3, 16383
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %40 = load i64, ptr %39, align 8
  %41 = lshr i64 %6, 40
  %42 = and i64 %41, 1
  tail call fastcc void @report_pair(ptr %0, i32 %2, i64 %7, i64 %8, i64 %37, i64 %38, i64 %33, i64 %4, i64 %40, i64 %5, i64 %42)
  ret void
}

define internal fastcc void @report_pair(ptr readonly captures(none) %0, i32 range(i32 1, 19) %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 range(i64 -2, 2097151) %6, i64 %7, i64 %8, i64 %9, i64 %10) unnamed_addr #6 {
  %12 = load ptr, ptr %0, align 128
  %13 = zext nneg i32 %1 to i64
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %17 = load i64, ptr %16, align 16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %12, i64 40
  br label %21

21:                                               ; preds = %21, %11
  %22 = atomicrmw xchg ptr %20, i64 1 acquire, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %21

24:                                               ; preds = %21
  %25 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %26 = load i64, ptr %25, align 8
  %27 = icmp sgt i64 %26, 0
  br i1 %27, label %28, label %92

28:                                               ; preds = %24
  %29 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %30 = load ptr, ptr %29, align 8
  br label %32

31:                                               ; preds = %50
  br i1 %54, label %92, label %56

32:                                               ; preds = %28, %50
  %33 = phi i64 [ 0, %28 ], [ %52, %50 ]
  %34 = getelementptr inbounds nuw %struct.report, ptr %30, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, %13
  br i1 %36, label %37, label %50

37:                                               ; preds = %32
  %38 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, %2
  br i1 %40, label %41, label %50

41:                                               ; preds = %37
  %42 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, %5
  br i1 %44, label %45, label %50

45:                                               ; preds = %41
  %46 = getelementptr inbounds nuw i8, ptr %34, i64 96
  %47 = load i64, ptr %46, align 8
  %48 = icmp eq i64 %47, %10
  %49 = select i1 %48, ptr %34, ptr null
  br label %50

50:                                               ; preds = %45, %41, %37, %32
  %51 = phi ptr [ null, %32 ], [ %49, %45 ], [ null, %41 ], [ null, %37 ]
  %52 = add nuw nsw i64 %33, 1
  %53 = icmp slt i64 %52, %26
  %54 = icmp eq ptr %51, null
  %55 = select i1 %53, i1 %54, i1 false
  br i1 %55, label %32, label %31

56:                                               ; preds = %31
  %57 = getelementptr inbounds nuw i8, ptr %51, i64 104
  %58 = load i64, ptr %57, align 8
  %59 = add nsw i64 %58, 1
  %60 = getelementptr inbounds nuw i8, ptr %51, i64 40
  %61 = getelementptr inbounds nuw i8, ptr %51, i64 56
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %19, %62
  br i1 %63, label %64, label %75

64:                                               ; preds = %56
  %65 = getelementptr inbounds nuw i8, ptr %51, i64 48
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %17, %66
  br i1 %67, label %68, label %75

68:                                               ; preds = %64
  %69 = load i64, ptr %60, align 8
  %70 = icmp eq i64 %15, %69
  br i1 %70, label %71, label %75

71:                                               ; preds = %68
  %72 = getelementptr inbounds nuw i8, ptr %51, i64 24
  %73 = load i64, ptr %72, align 8
  %74 = icmp slt i64 %3, %73
  br i1 %74, label %79, label %91

75:                                               ; preds = %56, %64, %68
  %76 = phi i64 [ %19, %56 ], [ %17, %64 ], [ %15, %68 ]
  %77 = phi i64 [ %62, %56 ], [ %66, %64 ], [ %69, %68 ]
  %78 = icmp slt i64 %76, %77
  br i1 %78, label %79, label %91

79:                                               ; preds = %71, %75
  store i64 %13, ptr %51, align 8
  %80 = getelementptr inbounds nuw i8, ptr %51, i64 8
  store i64 %2, ptr %80, align 8
  %81 = getelementptr inbounds nuw i8, ptr %51, i64 16
  store i64 %5, ptr %81, align 8
  %82 = getelementptr inbounds nuw i8, ptr %51, i64 24
  store i64 %3, ptr %82, align 8
  %83 = getelementptr inbounds nuw i8, ptr %51, i64 32
  store i64 %4, ptr %83, align 8
  store i64 %15, ptr %60, align 8
  %84 = getelementptr inbounds nuw i8, ptr %51, i64 48
  store i64 %17, ptr %84, align 8
  %85 = getelementptr inbounds nuw i8, ptr %51, i64 56
  store i64 %19, ptr %85, align 8
  %86 = getelementptr inbounds nuw i8, ptr %51, i64 64
  store i64 %6, ptr %86, align 8
  %87 = getelementptr inbounds nuw i8, ptr %51, i64 72
  store i64 %7, ptr %87, align 8
  %88 = getelementptr inbounds nuw i8, ptr %51, i64 80
  store i64 %8, ptr %88, align 8
  %89 = getelementptr inbounds nuw i8, ptr %51, i64 88
  store i64 %9, ptr %89, align 8
  %90 = getelementptr inbounds nuw i8, ptr %51, i64 96
  store i64 %10, ptr %90, align 8
  store i64 %59, ptr %57, align 8
  br label %114

91:                                               ; preds = %71, %75
  store i64 %59, ptr %57, align 8
  br label %114

92:                                               ; preds = %24, %31
  %93 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %94 = load i64, ptr %93, align 8
  %95 = icmp slt i64 %26, %94
  br i1 %95, label %96, label %114

96:                                               ; preds = %92
  %97 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %98 = load ptr, ptr %97, align 8
  %99 = add nsw i64 %26, 1
  store i64 %99, ptr %25, align 8
  %100 = getelementptr inbounds %struct.report, ptr %98, i64 %26
  store i64 %13, ptr %100, align 8
  %101 = getelementptr inbounds nuw i8, ptr %100, i64 8
  store i64 %2, ptr %101, align 8
  %102 = getelementptr inbounds nuw i8, ptr %100, i64 16
  store i64 %5, ptr %102, align 8
  %103 = getelementptr inbounds nuw i8, ptr %100, i64 24
  store i64 %3, ptr %103, align 8
  %104 = getelementptr inbounds nuw i8, ptr %100, i64 32
  store i64 %4, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %100, i64 40
  store i64 %15, ptr %105, align 8
  %106 = getelementptr inbounds nuw i8, ptr %100, i64 48
  store i64 %17, ptr %106, align 8
  %107 = getelementptr inbounds nuw i8, ptr %100, i64 56
  store i64 %19, ptr %107, align 8
  %108 = getelementptr inbounds nuw i8, ptr %100, i64 64
  store i64 %6, ptr %108, align 8
  %109 = getelementptr inbounds nuw i8, ptr %100, i64 72
  store i64 %7, ptr %109, align 8
  %110 = getelementptr inbounds nuw i8, ptr %100, i64 80
  store i64 %8, ptr %110, align 8
  %111 = getelementptr inbounds nuw i8, ptr %100, i64 88
  store i64 %9, ptr %111, align 8
  %112 = getelementptr inbounds nuw i8, ptr %100, i64 96
  store i64 %10, ptr %112, align 8
  %113 = getelementptr inbounds nuw i8, ptr %100, i64 104
  store i64 1, ptr %113, align 8
  br label %114

114:                                              ; preds = %92, %96, %79, %91
  store atomic i64 0, ptr %20 release, align 8
  ret void
}

declare void @free(ptr allocptr captures(none)) local_unnamed_addr #15

declare i64 @llvm.smin.i64(i64, i64) #16

declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #17

declare i64 @llvm.smax.i64(i64, i64) #16

declare void @llvm.assume(i1 noundef) #19

attributes #0 = { noinline optsize nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { noinline optsize nounwind }
attributes #5 = { alwaysinline nounwind }
attributes #6 = { noinline optsize nounwind }
attributes #7 = { alwaysinline nounwind }
attributes #8 = { nounwind }
attributes #9 = { noinline optsize nounwind }
attributes #10 = { noinline optsize nounwind }
attributes #11 = { noinline optsize nounwind }
attributes #12 = { nounwind }
attributes #13 = { noinline optsize nounwind }
attributes #14 = { noinline optsize nounwind }
attributes #15 = { nounwind }
attributes #16 = { nounwind }
attributes #17 = { nounwind }
attributes #18 = { nounwind }
attributes #19 = { nounwind }
attributes #20 = { nounwind }
attributes #21 = { nounwind }

!20 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!21 = !{!"branch_weights", !"expected", i32 0, i32 -2147483648}
!22 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!23 = !{!"branch_weights", !"expected", i32 -2147483648, i32 0}

!0 = !{}

%struct.place = type { ptr, i64, i64, i32, i32, ptr }
%struct.argument = type { ptr, i64, i64 }
%struct.byte = type { [2 x i64], [2 x i64] }
%struct.block = type { i64, [16 x %struct.byte] }
%struct.report = type { i64, i64, i64, i64, i64, [3 x i64], i64, i64, i64, i64, i64 }

define ptr @__xdsl_opencl_check_access(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #0 {
  %7 = and i64 %4, 4294967295
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = tail call fastcc i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %7, i64 %4, i64 %5, i64 %9, ptr null, i32 0)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %14

12:                                               ; preds = %6
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 512
  tail call void @llvm.memset.p0.i64(ptr nonnull align 128 dereferenceable(256) %13, i8 0, i64 256, i1 false)
  br label %14

14:                                               ; preds = %6, %12
  %15 = phi ptr [ %13, %12 ], [ %1, %6 ]
  ret ptr %15
}

define internal fastcc range(i32 0, 2) i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, ptr readonly captures(address_is_null) %8, i32 range(i32 0, 2) %9) unnamed_addr #1 {
  %11 = alloca %struct.place, align 8
  %12 = icmp eq i64 %4, 0
  br i1 %12, label %466, label %13

13:                                               ; preds = %10
  %14 = and i64 %5, 1099511627776
  %15 = icmp eq i64 %14, 0
  %16 = lshr exact i64 %14, 40
  call void @llvm.lifetime.start.p0(ptr nonnull %11) #17
  %17 = icmp eq i64 %3, -9223372036854775808
  br i1 %17, label %18, label %19

18:                                               ; preds = %13
  call fastcc void @search(ptr dead_on_unwind nonnull writable sret(%struct.place) align 8 %11, ptr %0, ptr %1)
  br label %78

19:                                               ; preds = %13
  %20 = lshr i64 %5, 48
  %21 = trunc nuw nsw i64 %20 to i32
  %22 = and i32 %21, 7
  %23 = icmp eq i32 %22, 4
  %24 = add nsw i32 %22, -3
  %25 = icmp ult i32 %24, 2
  br i1 %25, label %26, label %52

26:                                               ; preds = %19
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 48
  br label %28

28:                                               ; preds = %32, %26
  %29 = phi ptr [ %27, %26 ], [ %30, %32 ]
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %46, label %32

32:                                               ; preds = %28
  %33 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, %2
  br i1 %35, label %36, label %28

36:                                               ; preds = %32
  store ptr %2, ptr %11, align 8
  %37 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %38 = getelementptr inbounds nuw i8, ptr %30, i64 16
  %39 = load i64, ptr %38, align 8
  store i64 %39, ptr %37, align 8
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %3, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 28
  store i32 0, ptr %42, align 4
  %43 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %44 = getelementptr inbounds nuw i8, ptr %30, i64 32
  %45 = load ptr, ptr %44, align 8
  store ptr %45, ptr %43, align 8
  br label %50

46:                                               ; preds = %28
  %47 = lshr i64 %3, 63
  %48 = trunc nuw nsw i64 %47 to i32
  %49 = select i1 %23, i32 %48, i32 %22
  br label %50

50:                                               ; preds = %46, %36
  %51 = phi i32 [ %22, %36 ], [ %49, %46 ]
  br i1 %31, label %52, label %78

52:                                               ; preds = %50, %19
  %53 = phi i32 [ %51, %50 ], [ %22, %19 ]
  %54 = icmp sgt i64 %3, -1
  br i1 %54, label %55, label %62

55:                                               ; preds = %52
  store ptr %2, ptr %11, align 8
  %56 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %57 = and i64 %3, 1099511627775
  store i64 %57, ptr %56, align 8
  %58 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %3, ptr %58, align 8
  %59 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 %53, ptr %59, align 8
  %60 = getelementptr inbounds nuw i8, ptr %11, i64 28
  store i32 0, ptr %60, align 4
  %61 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store ptr null, ptr %61, align 8
  br label %78

62:                                               ; preds = %52
  %63 = load ptr, ptr %0, align 128
  %64 = load ptr, ptr %63, align 8
  %65 = xor i64 %3, -1
  %66 = getelementptr inbounds nuw %struct.argument, ptr %64, i64 %65
  %67 = load ptr, ptr %66, align 8
  store ptr %67, ptr %11, align 8
  %68 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %69 = getelementptr inbounds nuw i8, ptr %66, i64 8
  %70 = load i64, ptr %69, align 8
  store i64 %70, ptr %68, align 8
  %71 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %3, ptr %71, align 8
  %72 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 %53, ptr %72, align 8
  %73 = getelementptr inbounds nuw i8, ptr %11, i64 28
  %74 = getelementptr inbounds nuw i8, ptr %66, i64 16
  %75 = load i64, ptr %74, align 8
  %76 = trunc i64 %75 to i32
  store i32 %76, ptr %73, align 4
  %77 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store ptr null, ptr %77, align 8
  br label %78

78:                                               ; preds = %18, %50, %55, %62
  %79 = load ptr, ptr %11, align 8
  %80 = icmp eq ptr %79, null
  %81 = icmp ult ptr %1, %79
  %82 = or i1 %80, %81
  br i1 %82, label %91, label %83

83:                                               ; preds = %78
  %84 = ptrtoint ptr %1 to i64
  %85 = ptrtoint ptr %79 to i64
  %86 = sub i64 %84, %85
  %87 = add i64 %86, %4
  %88 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %89 = load i64, ptr %88, align 8
  %90 = icmp ugt i64 %87, %89
  br i1 %90, label %91, label %102

91:                                               ; preds = %83, %78
  %92 = ptrtoint ptr %1 to i64
  %93 = icmp ult ptr %1, inttoptr (i64 4096 to ptr)
  %94 = icmp ne i64 %3, -9223372036854775808
  %95 = or i1 %93, %94
  %96 = and i1 %95, %80
  %97 = select i1 %96, i32 2, i32 1
  %98 = ptrtoint ptr %79 to i64
  %99 = sub i64 %92, %98
  %100 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %101 = load i64, ptr %100, align 8
  tail call fastcc void @report(ptr %0, i32 %97, i64 %6, i64 %7, i64 -1, i64 -1, i64 %99, i64 %101, i64 %4, i64 %16)
  br label %464

102:                                              ; preds = %83
  br i1 %15, label %113, label %103

103:                                              ; preds = %102
  %104 = and i64 %5, 17592186044416
  %105 = icmp ne i64 %104, 0
  %106 = getelementptr inbounds nuw i8, ptr %11, i64 28
  %107 = load i32, ptr %106, align 4
  %108 = icmp ne i32 %107, 0
  %109 = select i1 %105, i1 true, i1 %108
  br i1 %109, label %110, label %113

110:                                              ; preds = %103
  %111 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %112 = load i64, ptr %111, align 8
  tail call fastcc void @report(ptr %0, i32 4, i64 %6, i64 %7, i64 -1, i64 -1, i64 %86, i64 %112, i64 %4, i64 1)
  br label %464

113:                                              ; preds = %103, %102
  %114 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %115 = load i64, ptr %114, align 8
  %116 = icmp eq i64 %115, -9223372036854775808
  br i1 %116, label %127, label %117

117:                                              ; preds = %113
  %118 = lshr i64 %5, 32
  %119 = and i64 %118, 255
  %120 = shl nsw i64 -1, %119
  %121 = xor i64 %120, -1
  %122 = and i64 %86, %121
  %123 = icmp eq i64 %122, 0
  br i1 %123, label %127, label %124

124:                                              ; preds = %117
  tail call fastcc void @report(ptr %0, i32 3, i64 %6, i64 %7, i64 -1, i64 -1, i64 %86, i64 %115, i64 %4, i64 %16)
  %125 = and i64 %5, 4398046511104
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %127, label %464

127:                                              ; preds = %124, %117, %113
  %128 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %129 = load i32, ptr %128, align 8
  switch i32 %129, label %464 [
    i32 3, label %138
    i32 1, label %130
  ]

130:                                              ; preds = %127
  %131 = and i64 %5, 8796093022208
  %132 = icmp eq i64 %131, 0
  br i1 %132, label %133, label %138

133:                                              ; preds = %130
  %134 = load ptr, ptr %0, align 128
  %135 = getelementptr inbounds nuw i8, ptr %134, i64 48
  %136 = load i64, ptr %135, align 8
  %137 = icmp eq i64 %136, 0
  br i1 %137, label %464, label %138

138:                                              ; preds = %127, %133, %130
  %139 = icmp eq i32 %129, 3
  %140 = select i1 %139, i64 64, i64 72
  %141 = getelementptr inbounds nuw i8, ptr %0, i64 %140
  %142 = load i64, ptr %141, align 8
  %143 = and i64 %5, 4398046511104
  %144 = icmp eq i64 %143, 0
  %145 = lshr i64 %5, 26
  %146 = and i64 %145, 524288
  %147 = select i1 %144, i64 %146, i64 1048576
  %148 = shl i64 %142, 34
  %149 = shl i64 %7, 21
  %150 = or disjoint i64 %149, %147
  %151 = or i64 %150, %148
  %152 = or i64 %151, %6
  %153 = and i64 %5, 70368744177664
  %154 = icmp eq i64 %153, 0
  br i1 %154, label %161, label %155

155:                                              ; preds = %138
  %156 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %157 = tail call i32 @bcmp(ptr nonnull dereferenceable(1) %1, ptr nonnull dereferenceable(1) %156, i64 range(i64 1, 0) %4)
  %158 = icmp eq i32 %157, 0
  %159 = and i64 %5, -1099511627777
  %160 = select i1 %158, i64 %5, i64 %159
  br label %161

161:                                              ; preds = %155, %138
  %162 = phi i64 [ %5, %138 ], [ %160, %155 ]
  %163 = icmp sgt i64 %4, 0
  br i1 %163, label %164, label %428

164:                                              ; preds = %161
  %165 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %166 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %167 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %168 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %169 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %170 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %171 = and i64 %162, 2199023255552
  %172 = icmp eq i64 %171, 0
  %173 = trunc i64 %152 to i32
  %174 = lshr i32 %173, 19
  %175 = and i32 %174, 3
  %176 = xor i32 %175, 3
  %177 = and i64 %162, 1099511627776
  %178 = icmp eq i64 %177, 0
  %179 = icmp eq ptr %8, null
  %180 = icmp eq i64 %7, 8191
  br label %181

181:                                              ; preds = %419, %164
  %182 = phi i64 [ 0, %164 ], [ %425, %419 ]
  %183 = phi i64 [ 0, %164 ], [ %424, %419 ]
  %184 = phi i64 [ 0, %164 ], [ %423, %419 ]
  %185 = phi i64 [ 0, %164 ], [ %422, %419 ]
  %186 = phi i64 [ 0, %164 ], [ %421, %419 ]
  %187 = phi i32 [ 0, %164 ], [ %420, %419 ]
  br i1 %139, label %188, label %192

188:                                              ; preds = %181
  %189 = load ptr, ptr %170, align 8
  %190 = getelementptr %struct.byte, ptr %189, i64 %86
  %191 = getelementptr %struct.byte, ptr %190, i64 %182
  br label %258

192:                                              ; preds = %181
  %193 = add i64 %182, %84
  %194 = lshr i64 %193, 4
  %195 = load i64, ptr %166, align 8
  %196 = icmp eq i64 %195, 0
  br i1 %196, label %227, label %197

197:                                              ; preds = %192
  %198 = mul i64 %194, -7046029254386353131
  %199 = lshr i64 %198, 20
  %200 = load i64, ptr %167, align 8
  %201 = load ptr, ptr %168, align 8
  %202 = and i64 %200, %199
  %203 = getelementptr inbounds nuw i32, ptr %201, i64 %202
  %204 = load i32, ptr %203, align 4
  %205 = icmp eq i32 %204, 0
  br i1 %205, label %227, label %206

206:                                              ; preds = %197
  %207 = load ptr, ptr %165, align 8
  %208 = and i64 %193, 15
  br label %209

209:                                              ; preds = %221, %206
  %210 = phi i32 [ %204, %206 ], [ %225, %221 ]
  %211 = phi i64 [ %202, %206 ], [ %223, %221 ]
  %212 = phi ptr [ undef, %206 ], [ %220, %221 ]
  %213 = add i32 %210, -1
  %214 = zext i32 %213 to i64
  %215 = getelementptr inbounds nuw %struct.block, ptr %207, i64 %214
  %216 = load i64, ptr %215, align 8
  %217 = icmp eq i64 %216, %194
  %218 = getelementptr inbounds nuw i8, ptr %215, i64 8
  %219 = getelementptr inbounds nuw %struct.byte, ptr %218, i64 %208
  %220 = select i1 %217, ptr %219, ptr %212
  br i1 %217, label %258, label %221

221:                                              ; preds = %209
  %222 = add i64 %211, 1
  %223 = and i64 %222, %200
  %224 = getelementptr inbounds nuw i32, ptr %201, i64 %223
  %225 = load i32, ptr %224, align 4
  %226 = icmp eq i32 %225, 0
  br i1 %226, label %227, label %209

227:                                              ; preds = %221, %197, %192
  %228 = phi i64 [ 0, %192 ], [ %202, %197 ], [ %223, %221 ]
  %229 = load i64, ptr %169, align 8
  %230 = icmp eq i64 %229, %195
  br i1 %230, label %231, label %246

231:                                              ; preds = %227
  %232 = tail call fastcc i32 @grow(ptr nonnull %165)
  %233 = icmp eq i32 %232, 0
  br i1 %233, label %258, label %234

234:                                              ; preds = %231
  %235 = mul i64 %194, -7046029254386353131
  %236 = lshr i64 %235, 20
  %237 = load i64, ptr %167, align 8
  %238 = load ptr, ptr %168, align 8
  br label %239

239:                                              ; preds = %239, %234
  %240 = phi i64 [ %236, %234 ], [ %245, %239 ]
  %241 = and i64 %240, %237
  %242 = getelementptr inbounds nuw i32, ptr %238, i64 %241
  %243 = load i32, ptr %242, align 4
  %244 = icmp eq i32 %243, 0
  %245 = add i64 %241, 1
  br i1 %244, label %246, label %239

246:                                              ; preds = %239, %227
  %247 = phi i64 [ %228, %227 ], [ %241, %239 ]
  %248 = load ptr, ptr %165, align 8
  %249 = load i64, ptr %169, align 8
  %250 = add i64 %249, 1
  store i64 %250, ptr %169, align 8
  %251 = getelementptr inbounds nuw %struct.block, ptr %248, i64 %249
  %252 = trunc i64 %250 to i32
  %253 = load ptr, ptr %168, align 8
  %254 = getelementptr inbounds nuw i32, ptr %253, i64 %247
  store i32 %252, ptr %254, align 4
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(520) %251, i8 0, i64 520, i1 false)
  store i64 %194, ptr %251, align 8
  %255 = getelementptr inbounds nuw i8, ptr %251, i64 8
  %256 = and i64 %193, 15
  %257 = getelementptr inbounds nuw %struct.byte, ptr %255, i64 %256
  br label %258

258:                                              ; preds = %209, %246, %231, %188
  %259 = phi ptr [ %191, %188 ], [ null, %231 ], [ %257, %246 ], [ %220, %209 ]
  %260 = icmp eq ptr %259, null
  br i1 %260, label %419, label %261

261:                                              ; preds = %258
  br i1 %172, label %297, label %262

262:                                              ; preds = %261
  br i1 %139, label %263, label %268

263:                                              ; preds = %262
  %264 = load i64, ptr %259, align 8
  %265 = icmp eq i64 %264, 0
  %266 = zext i1 %265 to i32
  %267 = add nsw i32 %187, %266
  br label %268

268:                                              ; preds = %263, %262
  %269 = phi i32 [ %267, %263 ], [ %187, %262 ]
  %270 = icmp eq i64 %185, 0
  br i1 %270, label %274, label %297

271:                                              ; preds = %290
  %272 = add nuw nsw i64 %275, 1
  %273 = icmp eq i64 %275, 0
  br i1 %273, label %274, label %293

274:                                              ; preds = %268, %271
  %275 = phi i64 [ %272, %271 ], [ 0, %268 ]
  %276 = phi i64 [ %292, %271 ], [ undef, %268 ]
  %277 = getelementptr inbounds nuw i64, ptr %259, i64 %275
  %278 = load i64, ptr %277, align 8
  %279 = xor i64 %278, %152
  %280 = icmp ugt i64 %279, 17179869183
  %281 = and i64 %279, 17177772032
  %282 = icmp eq i64 %281, 0
  %283 = or i1 %280, %282
  br i1 %283, label %289, label %284

284:                                              ; preds = %274
  %285 = trunc i64 %278 to i32
  %286 = lshr i32 %285, 19
  %287 = and i32 %286, 3
  %288 = icmp samesign ult i32 %287, %176
  br i1 %288, label %290, label %289

289:                                              ; preds = %284, %274
  br label %290

290:                                              ; preds = %289, %284
  %291 = phi i1 [ true, %289 ], [ false, %284 ]
  %292 = phi i64 [ %276, %289 ], [ %278, %284 ]
  br i1 %291, label %271, label %293

293:                                              ; preds = %290, %271
  %294 = phi i64 [ %292, %290 ], [ 0, %271 ]
  %295 = icmp eq i64 %294, 0
  %296 = select i1 %295, i64 %183, i64 %182
  br label %297

297:                                              ; preds = %293, %268, %261
  %298 = phi i32 [ %269, %268 ], [ %187, %261 ], [ %269, %293 ]
  %299 = phi i64 [ %185, %268 ], [ %185, %261 ], [ %294, %293 ]
  %300 = phi i64 [ %183, %268 ], [ %183, %261 ], [ %296, %293 ]
  br i1 %178, label %369, label %301

301:                                              ; preds = %297
  %302 = icmp eq i64 %299, 0
  br i1 %302, label %303, label %331

303:                                              ; preds = %301
  %304 = getelementptr inbounds nuw i8, ptr %259, i64 16
  br label %308

305:                                              ; preds = %324
  %306 = add nuw nsw i64 %309, 1
  %307 = icmp eq i64 %309, 0
  br i1 %307, label %308, label %327

308:                                              ; preds = %305, %303
  %309 = phi i64 [ 0, %303 ], [ %306, %305 ]
  %310 = phi i64 [ undef, %303 ], [ %326, %305 ]
  %311 = getelementptr inbounds nuw i64, ptr %304, i64 %309
  %312 = load i64, ptr %311, align 8
  %313 = xor i64 %312, %152
  %314 = icmp ugt i64 %313, 17179869183
  %315 = and i64 %313, 17177772032
  %316 = icmp eq i64 %315, 0
  %317 = or i1 %314, %316
  br i1 %317, label %323, label %318

318:                                              ; preds = %308
  %319 = trunc i64 %312 to i32
  %320 = lshr i32 %319, 19
  %321 = and i32 %320, 3
  %322 = icmp samesign ult i32 %321, %176
  br i1 %322, label %324, label %323

323:                                              ; preds = %318, %308
  br label %324

324:                                              ; preds = %323, %318
  %325 = phi i1 [ true, %323 ], [ false, %318 ]
  %326 = phi i64 [ %310, %323 ], [ %312, %318 ]
  br i1 %325, label %305, label %327

327:                                              ; preds = %324, %305
  %328 = phi i64 [ %326, %324 ], [ 0, %305 ]
  %329 = icmp eq i64 %328, 0
  %330 = select i1 %329, i64 %300, i64 %182
  br label %331

331:                                              ; preds = %327, %301
  %332 = phi i64 [ %299, %301 ], [ %328, %327 ]
  %333 = phi i64 [ %300, %301 ], [ %330, %327 ]
  %334 = icmp eq i64 %186, 0
  br i1 %334, label %335, label %369

335:                                              ; preds = %331
  br i1 %179, label %342, label %336

336:                                              ; preds = %335
  %337 = getelementptr inbounds nuw i8, ptr %8, i64 %182
  %338 = load i8, ptr %337, align 1
  %339 = getelementptr inbounds nuw i8, ptr %1, i64 %182
  %340 = load i8, ptr %339, align 1
  %341 = icmp eq i8 %338, %340
  br i1 %341, label %369, label %342

342:                                              ; preds = %336, %335
  br label %346

343:                                              ; preds = %362
  %344 = add nuw nsw i64 %347, 1
  %345 = icmp eq i64 %347, 0
  br i1 %345, label %346, label %365

346:                                              ; preds = %342, %343
  %347 = phi i64 [ %344, %343 ], [ 0, %342 ]
  %348 = phi i64 [ %364, %343 ], [ undef, %342 ]
  %349 = getelementptr inbounds nuw i64, ptr %259, i64 %347
  %350 = load i64, ptr %349, align 8
  %351 = xor i64 %350, %152
  %352 = icmp ugt i64 %351, 17179869183
  %353 = and i64 %351, 17177772032
  %354 = icmp eq i64 %353, 0
  %355 = or i1 %352, %354
  br i1 %355, label %361, label %356

356:                                              ; preds = %346
  %357 = trunc i64 %350 to i32
  %358 = lshr i32 %357, 19
  %359 = and i32 %358, 3
  %360 = icmp samesign ult i32 %359, %176
  br i1 %360, label %362, label %361

361:                                              ; preds = %356, %346
  br label %362

362:                                              ; preds = %361, %356
  %363 = phi i1 [ true, %361 ], [ false, %356 ]
  %364 = phi i64 [ %348, %361 ], [ %350, %356 ]
  br i1 %363, label %343, label %365

365:                                              ; preds = %362, %343
  %366 = phi i64 [ %364, %362 ], [ 0, %343 ]
  %367 = icmp eq i64 %366, 0
  %368 = select i1 %367, i64 %184, i64 %182
  br label %369

369:                                              ; preds = %365, %336, %331, %297
  %370 = phi i64 [ %186, %331 ], [ 0, %336 ], [ %186, %297 ], [ %366, %365 ]
  %371 = phi i64 [ %332, %331 ], [ %332, %336 ], [ %299, %297 ], [ %332, %365 ]
  %372 = phi i64 [ %184, %331 ], [ %184, %336 ], [ %184, %297 ], [ %368, %365 ]
  %373 = phi i64 [ %333, %331 ], [ %333, %336 ], [ %300, %297 ], [ %333, %365 ]
  br i1 %180, label %414, label %374

374:                                              ; preds = %369
  br i1 %172, label %395, label %375

375:                                              ; preds = %374
  %376 = getelementptr inbounds nuw i8, ptr %259, i64 16
  br label %380

377:                                              ; preds = %386
  %378 = add nuw nsw i64 %381, 1
  %379 = icmp eq i64 %381, 0
  br i1 %379, label %380, label %395

380:                                              ; preds = %377, %375
  %381 = phi i64 [ 0, %375 ], [ %378, %377 ]
  %382 = getelementptr inbounds nuw i64, ptr %376, i64 %381
  %383 = load i64, ptr %382, align 8
  %384 = xor i64 %383, %152
  %385 = icmp ult i64 %384, 17179869184
  br i1 %385, label %386, label %393

386:                                              ; preds = %380
  %387 = icmp ult i64 %384, 2097152
  br i1 %387, label %388, label %377

388:                                              ; preds = %386
  %389 = trunc i64 %383 to i32
  %390 = lshr i32 %389, 19
  %391 = and i32 %390, 3
  %392 = icmp samesign ugt i32 %391, %175
  br i1 %392, label %393, label %395

393:                                              ; preds = %380, %388
  %394 = getelementptr inbounds nuw i64, ptr %376, i64 %381
  store i64 %152, ptr %394, align 8
  br label %395

395:                                              ; preds = %377, %393, %388, %374
  br i1 %178, label %419, label %399

396:                                              ; preds = %405
  %397 = add nuw nsw i64 %400, 1
  %398 = icmp eq i64 %400, 0
  br i1 %398, label %399, label %419

399:                                              ; preds = %395, %396
  %400 = phi i64 [ %397, %396 ], [ 0, %395 ]
  %401 = getelementptr inbounds nuw i64, ptr %259, i64 %400
  %402 = load i64, ptr %401, align 8
  %403 = xor i64 %402, %152
  %404 = icmp ult i64 %403, 17179869184
  br i1 %404, label %405, label %412

405:                                              ; preds = %399
  %406 = icmp ult i64 %403, 2097152
  br i1 %406, label %407, label %396

407:                                              ; preds = %405
  %408 = trunc i64 %402 to i32
  %409 = lshr i32 %408, 19
  %410 = and i32 %409, 3
  %411 = icmp samesign ugt i32 %410, %175
  br i1 %411, label %412, label %419

412:                                              ; preds = %399, %407
  %413 = getelementptr inbounds nuw i64, ptr %259, i64 %400
  store i64 %152, ptr %413, align 8
  br label %419

414:                                              ; preds = %369
  br i1 %178, label %419, label %415

415:                                              ; preds = %414
  %416 = load i64, ptr %259, align 8
  %417 = icmp eq i64 %416, 0
  br i1 %417, label %418, label %419

418:                                              ; preds = %415
  store i64 17177772032, ptr %259, align 8
  br label %419

419:                                              ; preds = %396, %418, %415, %414, %412, %407, %395, %258
  %420 = phi i32 [ %187, %258 ], [ %298, %414 ], [ %298, %415 ], [ %298, %418 ], [ %298, %395 ], [ %298, %407 ], [ %298, %412 ], [ %298, %396 ]
  %421 = phi i64 [ %186, %258 ], [ %370, %414 ], [ %370, %415 ], [ %370, %418 ], [ %370, %395 ], [ %370, %407 ], [ %370, %412 ], [ %370, %396 ]
  %422 = phi i64 [ %185, %258 ], [ %371, %414 ], [ %371, %415 ], [ %371, %418 ], [ %371, %395 ], [ %371, %407 ], [ %371, %412 ], [ %371, %396 ]
  %423 = phi i64 [ %184, %258 ], [ %372, %414 ], [ %372, %415 ], [ %372, %418 ], [ %372, %395 ], [ %372, %407 ], [ %372, %412 ], [ %372, %396 ]
  %424 = phi i64 [ %183, %258 ], [ %373, %414 ], [ %373, %415 ], [ %373, %418 ], [ %373, %395 ], [ %373, %407 ], [ %373, %412 ], [ %373, %396 ]
  %425 = add nuw nsw i64 %182, 1
  %426 = icmp eq i64 %425, %4
  %427 = select i1 %260, i1 true, i1 %426
  br i1 %427, label %428, label %181

428:                                              ; preds = %419, %161
  %429 = phi i1 [ false, %161 ], [ %260, %419 ]
  %430 = phi i32 [ 0, %161 ], [ %420, %419 ]
  %431 = phi i64 [ 0, %161 ], [ %421, %419 ]
  %432 = phi i64 [ 0, %161 ], [ %422, %419 ]
  %433 = phi i64 [ 0, %161 ], [ %423, %419 ]
  %434 = phi i64 [ 0, %161 ], [ %424, %419 ]
  br i1 %429, label %455, label %435

435:                                              ; preds = %428
  %436 = icmp eq i64 %432, 0
  br i1 %436, label %446, label %437

437:                                              ; preds = %435
  %438 = lshr i64 %432, 21
  %439 = and i64 %438, 8191
  %440 = and i64 %432, 524287
  %441 = getelementptr inbounds i8, ptr %1, i64 %434
  %442 = ptrtoint ptr %441 to i64
  %443 = sub i64 %442, %85
  %444 = lshr i64 %162, 40
  %445 = and i64 %444, 1
  tail call fastcc void @report(ptr %0, i32 7, i64 %6, i64 %7, i64 %439, i64 %440, i64 %443, i64 %115, i64 range(i64 1, 0) %4, i64 %445)
  br label %455

446:                                              ; preds = %435
  %447 = icmp eq i64 %431, 0
  br i1 %447, label %455, label %448

448:                                              ; preds = %446
  %449 = lshr i64 %431, 21
  %450 = and i64 %449, 8191
  %451 = and i64 %431, 524287
  %452 = getelementptr inbounds i8, ptr %1, i64 %433
  %453 = ptrtoint ptr %452 to i64
  %454 = sub i64 %453, %85
  tail call fastcc void @report(ptr %0, i32 6, i64 %6, i64 %7, i64 %450, i64 %451, i64 %454, i64 %115, i64 range(i64 1, 0) %4, i64 1)
  br label %455

455:                                              ; preds = %428, %437, %446, %448
  %456 = phi i32 [ 0, %428 ], [ %430, %446 ], [ %430, %448 ], [ %430, %437 ]
  %457 = icmp eq i32 %456, 0
  br i1 %457, label %464, label %458

458:                                              ; preds = %455
  %459 = icmp eq i32 %9, 0
  %460 = sext i32 %456 to i64
  %461 = icmp eq i64 %4, %460
  %462 = or i1 %459, %461
  br i1 %462, label %463, label %464

463:                                              ; preds = %458
  tail call fastcc void @report(ptr %0, i32 5, i64 %6, i64 %7, i64 -1, i64 -1, i64 %86, i64 %115, i64 %4, i64 0)
  br label %464

464:                                              ; preds = %133, %127, %458, %463, %455, %124, %110, %91
  %465 = phi i32 [ 0, %91 ], [ 0, %110 ], [ 0, %124 ], [ 1, %455 ], [ 1, %463 ], [ 1, %458 ], [ 1, %127 ], [ 1, %133 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %11) #17
  br label %466

466:                                              ; preds = %10, %464
  %467 = phi i32 [ %465, %464 ], [ 1, %10 ]
  ret i32 %467
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

define void @__xdsl_opencl_check_store(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #0 {
  %7 = and i64 %4, 4294967295
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %11 = tail call fastcc i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %7, i64 %4, i64 %5, i64 %9, ptr nonnull %10, i32 0)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %14, label %13

13:                                               ; preds = %6
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %1, ptr nonnull align 128 %10, i64 %7, i1 false)
  br label %14

14:                                               ; preds = %13, %6
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i1 immarg) #3

define void @__xdsl_opencl_check_set(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i32 %5, i64 %6, i64 %7) local_unnamed_addr #0 {
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = tail call fastcc i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %6, i64 %7, i64 %10, ptr null, i32 1)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %15, label %13

13:                                               ; preds = %8
  %14 = trunc i32 %5 to i8
  tail call void @llvm.memset.p0.i64(ptr align 1 %1, i8 %14, i64 %4, i1 false)
  br label %15

15:                                               ; preds = %13, %8
  ret void
}

define void @__xdsl_opencl_check_copy(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) local_unnamed_addr #0 {
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = tail call fastcc i32 @allowed(ptr %0, ptr %4, ptr %5, i64 %6, i64 %7, i64 %9, i64 %10, i64 %13, ptr null, i32 1)
  %15 = load i64, ptr %12, align 8
  %16 = tail call fastcc i32 @allowed(ptr %0, ptr %1, ptr %2, i64 %3, i64 %7, i64 %8, i64 %10, i64 %15, ptr null, i32 1)
  %17 = and i32 %16, %14
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %20, label %19

19:                                               ; preds = %11
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %1, ptr align 1 %4, i64 %7, i1 false)
  br label %20

20:                                               ; preds = %19, %11
  ret void
}

define void @__xdsl_opencl_check_async(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i64 %11) local_unnamed_addr #0 {
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 168
  br i1 %15, label %33, label %17

17:                                               ; preds = %12
  %18 = load ptr, ptr %16, align 8
  %19 = icmp eq ptr %1, %18
  br i1 %19, label %20, label %32

20:                                               ; preds = %17
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %22 = load ptr, ptr %21, align 16
  %23 = icmp eq ptr %4, %22
  br i1 %23, label %24, label %32

24:                                               ; preds = %20
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %7, %26
  br i1 %27, label %28, label %32

28:                                               ; preds = %24
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %30 = load i64, ptr %29, align 64
  %31 = icmp eq i64 %8, %30
  br i1 %31, label %57, label %32

32:                                               ; preds = %28, %24, %20, %17
  tail call fastcc void @report(ptr %0, i32 10, i64 %11, i64 %14, i64 0, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  br label %57

33:                                               ; preds = %12
  store ptr %1, ptr %16, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 176
  store ptr %4, ptr %34, align 16
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %7, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %8, ptr %36, align 64
  %37 = and i64 %9, 1970324836974592
  %38 = icmp eq i64 %37, 844424930131968
  %39 = and i64 %9, 4294967295
  %40 = icmp sgt i64 %7, 0
  br i1 %40, label %41, label %57

41:                                               ; preds = %33, %54
  %42 = phi i64 [ %55, %54 ], [ 0, %33 ]
  %43 = mul nsw i64 %42, %8
  %44 = select i1 %38, i64 %42, i64 %43
  %45 = mul nsw i64 %44, %39
  %46 = getelementptr inbounds i8, ptr %1, i64 %45
  %47 = select i1 %38, i64 %43, i64 %42
  %48 = mul nsw i64 %47, %39
  %49 = getelementptr inbounds i8, ptr %4, i64 %48
  %50 = tail call fastcc i32 @allowed(ptr %0, ptr %49, ptr %5, i64 %6, i64 %39, i64 %10, i64 %11, i64 8191, ptr null, i32 1)
  %51 = tail call fastcc i32 @allowed(ptr %0, ptr %46, ptr %2, i64 %3, i64 %39, i64 %9, i64 %11, i64 8191, ptr null, i32 1)
  %52 = and i32 %51, %50
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %57, label %54

54:                                               ; preds = %41
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %46, ptr align 1 %49, i64 %39, i1 false)
  %55 = add nuw nsw i64 %42, 1
  %56 = icmp eq i64 %55, %7
  br i1 %56, label %57, label %41

57:                                               ; preds = %41, %54, %33, %28, %32
  ret void
}

define internal fastcc void @report(ptr readonly captures(none) %0, i32 range(i32 1, 13) %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, i64 %9) unnamed_addr #4 {
  %11 = alloca %struct.report, align 8
  %12 = load ptr, ptr %0, align 128
  call void @llvm.lifetime.start.p0(ptr nonnull %11) #17
  %13 = zext nneg i32 %1 to i64
  store i64 %13, ptr %11, align 8
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %2, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %5, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i64 %3, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store i64 %4, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 40
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %20 = load i64, ptr %19, align 8
  store i64 %20, ptr %18, align 8
  %21 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %23 = load i64, ptr %22, align 32
  store i64 %23, ptr %21, align 8
  %24 = getelementptr inbounds nuw i8, ptr %11, i64 56
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %26 = load i64, ptr %25, align 8
  store i64 %26, ptr %24, align 8
  %27 = getelementptr inbounds nuw i8, ptr %11, i64 64
  store i64 %6, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 72
  store i64 %7, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 80
  store i64 %8, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %11, i64 88
  store i64 %9, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %11, i64 96
  store i64 1, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %12, i64 40
  br label %33

33:                                               ; preds = %33, %10
  %34 = atomicrmw xchg ptr %32, i64 1 acquire, align 8
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %33

36:                                               ; preds = %33
  %37 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %38 = load i64, ptr %37, align 8
  %39 = icmp sgt i64 %38, 0
  br i1 %39, label %40, label %43

40:                                               ; preds = %36
  %41 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %42 = load ptr, ptr %41, align 8
  br label %47

43:                                               ; preds = %65, %36
  %44 = phi ptr [ null, %36 ], [ %66, %65 ]
  %45 = phi i1 [ true, %36 ], [ %69, %65 ]
  %46 = getelementptr inbounds nuw i8, ptr %12, i64 32
  br i1 %45, label %103, label %71

47:                                               ; preds = %40, %65
  %48 = phi i64 [ 0, %40 ], [ %67, %65 ]
  %49 = getelementptr inbounds nuw %struct.report, ptr %42, i64 %48
  %50 = load i64, ptr %49, align 8
  %51 = icmp eq i64 %50, %13
  br i1 %51, label %52, label %65

52:                                               ; preds = %47
  %53 = getelementptr inbounds nuw i8, ptr %49, i64 8
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %54, %2
  br i1 %55, label %56, label %65

56:                                               ; preds = %52
  %57 = getelementptr inbounds nuw i8, ptr %49, i64 16
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %58, %5
  br i1 %59, label %60, label %65

60:                                               ; preds = %56
  %61 = getelementptr inbounds nuw i8, ptr %49, i64 88
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, %9
  %64 = select i1 %63, ptr %49, ptr null
  br label %65

65:                                               ; preds = %60, %56, %52, %47
  %66 = phi ptr [ null, %47 ], [ %64, %60 ], [ null, %56 ], [ null, %52 ]
  %67 = add nuw nsw i64 %48, 1
  %68 = icmp slt i64 %67, %38
  %69 = icmp eq ptr %66, null
  %70 = select i1 %68, i1 %69, i1 false
  br i1 %70, label %47, label %43

71:                                               ; preds = %43
  %72 = getelementptr inbounds nuw i8, ptr %44, i64 96
  %73 = load i64, ptr %72, align 8
  %74 = add nsw i64 %73, 1
  store i64 %74, ptr %31, align 8
  %75 = getelementptr inbounds nuw i8, ptr %44, i64 40
  br label %79

76:                                               ; preds = %79
  %77 = add nsw i32 %80, -1
  %78 = icmp eq i32 %80, 0
  br i1 %78, label %90, label %79

79:                                               ; preds = %71, %76
  %80 = phi i32 [ 2, %71 ], [ %77, %76 ]
  %81 = zext nneg i32 %80 to i64
  %82 = getelementptr inbounds nuw i64, ptr %18, i64 %81
  %83 = load i64, ptr %82, align 8
  %84 = getelementptr inbounds nuw i64, ptr %75, i64 %81
  %85 = load i64, ptr %84, align 8
  %86 = icmp eq i64 %83, %85
  br i1 %86, label %76, label %87

87:                                               ; preds = %79
  %88 = icmp slt i64 %83, %85
  %89 = zext i1 %88 to i32
  br label %90

90:                                               ; preds = %76, %87
  %91 = phi i32 [ %89, %87 ], [ undef, %76 ]
  br i1 %86, label %92, label %98

92:                                               ; preds = %90
  %93 = load i64, ptr %16, align 8
  %94 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %95 = load i64, ptr %94, align 8
  %96 = icmp slt i64 %93, %95
  %97 = zext i1 %96 to i32
  br label %98

98:                                               ; preds = %90, %92
  %99 = phi i32 [ %97, %92 ], [ %91, %90 ]
  %100 = icmp eq i32 %99, 0
  br i1 %100, label %102, label %101

101:                                              ; preds = %98
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(104) %44, ptr nonnull align 8 dereferenceable(104) %11, i64 104, i1 false)
  br label %112

102:                                              ; preds = %98
  store i64 %74, ptr %72, align 8
  br label %112

103:                                              ; preds = %43
  %104 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %105 = load i64, ptr %104, align 8
  %106 = icmp slt i64 %38, %105
  br i1 %106, label %107, label %112

107:                                              ; preds = %103
  %108 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %109 = load ptr, ptr %108, align 8
  %110 = add nsw i64 %38, 1
  store i64 %110, ptr %46, align 8
  %111 = getelementptr inbounds %struct.report, ptr %109, i64 %38
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(104) %111, ptr nonnull align 8 dereferenceable(104) %11, i64 104, i1 false)
  br label %112

112:                                              ; preds = %103, %107, %101, %102
  store atomic i64 0, ptr %32 release, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %11) #17
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #5

declare void @llvm.lifetime.end.p0(ptr captures(none)) #5

define void @__xdsl_opencl_check_divide(ptr readonly captures(none) %0, i32 %1, i64 %2) local_unnamed_addr #4 {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %8, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  tail call fastcc void @report(ptr %0, i32 12, i64 %2, i64 %7, i64 -1, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  br label %8

8:                                                ; preds = %5, %3
  ret void
}

define void @__xdsl_opencl_check_arrive(ptr captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #4 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %5 = load i64, ptr %4, align 8
  %6 = add nsw i64 %5, 1
  store i64 %6, ptr %4, align 8
  %7 = icmp eq i64 %5, 0
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 128
  br i1 %7, label %9, label %14

9:                                                ; preds = %3
  store i64 %1, ptr %8, align 128
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %2, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %12, ptr %13, align 16
  br label %26

14:                                               ; preds = %3
  %15 = load i64, ptr %8, align 128
  %16 = icmp eq i64 %1, %15
  br i1 %16, label %26, label %17

17:                                               ; preds = %14
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %21, label %26

21:                                               ; preds = %17
  store i64 1, ptr %18, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %23 = load i64, ptr %22, align 16
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %25 = load i64, ptr %24, align 8
  tail call fastcc void @report(ptr %0, i32 8, i64 %15, i64 %23, i64 %25, i64 %1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
  br label %26

26:                                               ; preds = %14, %17, %21, %9
  ret void
}

define void @__xdsl_opencl_check_leave(ptr captures(none) %0) local_unnamed_addr #6 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %3 = load i64, ptr %2, align 32
  %4 = icmp eq i64 %3, -1
  br i1 %4, label %5, label %8

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  store i64 %7, ptr %2, align 32
  br label %8

8:                                                ; preds = %5, %1
  ret void
}

define i32 @__xdsl_opencl_check_meet(ptr captures(none) %0) local_unnamed_addr #4 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %50, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %7 = load i64, ptr %6, align 16
  %8 = icmp eq i64 %3, %7
  br i1 %8, label %20, label %9

9:                                                ; preds = %5
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %20

13:                                               ; preds = %9
  store i64 1, ptr %10, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %15 = load i64, ptr %14, align 128
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %17 = load i64, ptr %16, align 16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %19 = load i64, ptr %18, align 32
  tail call fastcc void @report(ptr %0, i32 9, i64 %15, i64 %17, i64 %19, i64 -1, i64 0, i64 -9223372036854775808, i64 %3, i64 %7)
  br label %20

20:                                               ; preds = %13, %9, %5
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %22 = load i64, ptr %21, align 8
  %23 = and i64 %22, 1
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %29, label %25

25:                                               ; preds = %20
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %27 = load i64, ptr %26, align 64
  %28 = add i64 %27, 1
  store i64 %28, ptr %26, align 64
  br label %29

29:                                               ; preds = %25, %20
  %30 = and i64 %22, 2
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %46, label %32

32:                                               ; preds = %29
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, 1
  store i64 %35, ptr %33, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %37 = load i64, ptr %36, align 16
  %38 = icmp ugt i64 %37, 4096
  br i1 %38, label %39, label %46

39:                                               ; preds = %32
  store i64 0, ptr %36, align 16
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %43 = load i64, ptr %42, align 16
  %44 = shl i64 %43, 2
  %45 = add i64 %44, 4
  tail call void @llvm.memset.p0.i64(ptr align 4 %41, i8 0, i64 %45, i1 false)
  br label %46

46:                                               ; preds = %32, %39, %29
  store i64 0, ptr %2, align 8
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %48 = load i64, ptr %47, align 8
  %49 = trunc i64 %48 to i32
  br label %50

50:                                               ; preds = %1, %46
  %51 = phi i32 [ %49, %46 ], [ 0, %1 ]
  ret i32 %51
}

define void @__xdsl_opencl_check_begin(ptr writeonly captures(none) initializes((0, 1024)) %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) local_unnamed_addr #7 {
  tail call void @llvm.memset.p0.i64(ptr nonnull align 128 dereferenceable(1024) %0, i8 0, i64 1024, i1 false)
  store ptr %1, ptr %0, align 128
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 %5, ptr %7, align 16
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 %2, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i64 %3, ptr %9, align 32
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store i64 %4, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 72
  store i64 1, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 1, ptr %12, align 64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 160
  store i64 -1, ptr %13, align 32
  ret void
}

define void @__xdsl_opencl_check_local(ptr captures(none) %0, ptr %1, i64 %2, i64 %3) local_unnamed_addr #8 {
  %5 = tail call i64 @llvm.umax.i64(i64 %2, i64 1)
  %6 = tail call ptr @calloc(i64 %5, i64 32) #18
  %7 = icmp eq ptr %6, null
  br i1 %7, label %17, label %8

8:                                                ; preds = %4
  %9 = tail call dereferenceable_or_null(40) ptr @calloc(i64 1, i64 40) #18
  %10 = icmp eq ptr %9, null
  br i1 %10, label %17, label %11

11:                                               ; preds = %8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  store ptr %13, ptr %9, align 8
  %14 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %1, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store i64 %2, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 24
  store i64 %3, ptr %16, align 8
  store ptr %9, ptr %12, align 8
  br label %17

17:                                               ; preds = %11, %8, %4
  %18 = phi ptr [ null, %4 ], [ null, %8 ], [ %9, %11 ]
  %19 = icmp eq ptr %18, null
  br i1 %19, label %22, label %20

20:                                               ; preds = %17
  %21 = getelementptr inbounds nuw i8, ptr %18, i64 32
  store ptr %6, ptr %21, align 8
  br label %23

22:                                               ; preds = %17
  tail call void @free(ptr %6)
  br label %23

23:                                               ; preds = %22, %20
  ret void
}

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #9

declare void @free(ptr allocptr captures(none)) local_unnamed_addr #10

define void @__xdsl_opencl_check_variable(ptr captures(none) %0, ptr %1, i64 %2) local_unnamed_addr #11 {
  %4 = tail call dereferenceable_or_null(40) ptr @calloc(i64 1, i64 40) #18
  %5 = icmp eq ptr %4, null
  br i1 %5, label %13, label %6

6:                                                ; preds = %3
  %7 = and i64 %2, 1099511627775
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %4, align 8
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %1, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i64 %7, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store i64 %2, ptr %12, align 8
  store ptr %4, ptr %8, align 8
  br label %13

13:                                               ; preds = %3, %6
  ret void
}

define void @__xdsl_opencl_check_end(ptr readonly captures(none) %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 16
  %4 = icmp eq ptr %3, null
  br i1 %4, label %11, label %5

5:                                                ; preds = %1, %5
  %6 = phi ptr [ %7, %5 ], [ %3, %1 ]
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %9 = load ptr, ptr %8, align 8
  tail call void @free(ptr %9)
  tail call void @free(ptr %6)
  %10 = icmp eq ptr %7, null
  br i1 %10, label %11, label %5

11:                                               ; preds = %5, %1
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %21, label %15

15:                                               ; preds = %11, %15
  %16 = phi ptr [ %17, %15 ], [ %13, %11 ]
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %16, i64 32
  %19 = load ptr, ptr %18, align 8
  tail call void @free(ptr %19)
  tail call void @free(ptr %16)
  %20 = icmp eq ptr %17, null
  br i1 %20, label %21, label %15

21:                                               ; preds = %15, %11
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %23 = load ptr, ptr %22, align 16
  tail call void @free(ptr %23)
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %25 = load ptr, ptr %24, align 8
  tail call void @free(ptr %25)
  ret void
}

define void @__xdsl_opencl_check_image(ptr readonly captures(none) %0, ptr readonly captures(none) %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i64 %8, i64 %9) local_unnamed_addr #4 {
  %11 = and i32 %2, 14
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %59

13:                                               ; preds = %10
  %14 = and i32 %3, 3
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %16 = load i32, ptr %15, align 8
  %17 = icmp sgt i32 %4, -1
  %18 = icmp slt i32 %4, %16
  %19 = and i1 %17, %18
  %20 = icmp samesign ugt i32 %14, 1
  br i1 %20, label %21, label %28

21:                                               ; preds = %13
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %23 = load i32, ptr %22, align 4
  %24 = icmp sgt i32 %5, -1
  %25 = icmp slt i32 %5, %23
  %26 = and i1 %24, %25
  %27 = and i1 %19, %26
  br label %28

28:                                               ; preds = %21, %13
  %29 = phi i1 [ %27, %21 ], [ %19, %13 ]
  %30 = icmp eq i32 %14, 3
  br i1 %30, label %31, label %38

31:                                               ; preds = %28
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %33 = load i32, ptr %32, align 8
  %34 = icmp sgt i32 %6, -1
  %35 = icmp slt i32 %6, %33
  %36 = and i1 %34, %35
  %37 = and i1 %29, %36
  br label %38

38:                                               ; preds = %31, %28
  %39 = phi i1 [ %37, %31 ], [ %29, %28 ]
  %40 = and i32 %3, 4
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %50, label %42

42:                                               ; preds = %38
  %43 = select i1 %20, i32 %6, i32 %5
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 36
  %45 = load i32, ptr %44, align 4
  %46 = icmp sgt i32 %43, -1
  %47 = icmp slt i32 %43, %45
  %48 = and i1 %46, %47
  %49 = and i1 %39, %48
  br label %50

50:                                               ; preds = %42, %38
  %51 = phi i1 [ %49, %42 ], [ %39, %38 ]
  br i1 %51, label %59, label %52

52:                                               ; preds = %50
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %54 = load i64, ptr %53, align 8
  %55 = sext i32 %5 to i64
  %56 = sext i32 %4 to i64
  %57 = sext i32 %6 to i64
  %58 = sext i32 %7 to i64
  tail call fastcc void @report(ptr %0, i32 11, i64 %9, i64 %54, i64 %55, i64 -1, i64 %56, i64 %8, i64 %57, i64 %58)
  br label %59

59:                                               ; preds = %50, %52, %10
  ret void
}

define internal fastcc void @search(ptr dead_on_unwind noalias nonnull writable writeonly sret(%struct.place) align 8 captures(none) %0, ptr %1, ptr %2) unnamed_addr #12 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %7, label %14

7:                                                ; preds = %24, %3
  %8 = load ptr, ptr %1, align 128
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = icmp sgt i64 %10, 0
  br i1 %11, label %12, label %64

12:                                               ; preds = %7
  %13 = load ptr, ptr %8, align 8
  br label %41

14:                                               ; preds = %3, %24
  %15 = phi ptr [ %25, %24 ], [ %5, %3 ]
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ult ptr %2, %17
  br i1 %18, label %24, label %19

19:                                               ; preds = %14
  %20 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %17, i64 %21
  %23 = icmp ult ptr %2, %22
  br i1 %23, label %27, label %24

24:                                               ; preds = %19, %14
  %25 = load ptr, ptr %15, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %7, label %14

27:                                               ; preds = %19
  %28 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %29 = load ptr, ptr %28, align 8
  store ptr %29, ptr %0, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %31 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %32 = load i64, ptr %31, align 8
  store i64 %32, ptr %30, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 24
  %35 = load i64, ptr %34, align 8
  store i64 %35, ptr %33, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 3, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %37, align 4
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %39 = getelementptr inbounds nuw i8, ptr %15, i64 32
  %40 = load ptr, ptr %39, align 8
  store ptr %40, ptr %38, align 8
  br label %108

41:                                               ; preds = %12, %61
  %42 = phi i64 [ 0, %12 ], [ %62, %61 ]
  %43 = getelementptr inbounds nuw %struct.argument, ptr %13, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp ult ptr %2, %44
  br i1 %45, label %61, label %46

46:                                               ; preds = %41
  %47 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %44, i64 %48
  %50 = icmp ult ptr %2, %49
  br i1 %50, label %51, label %61

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
  %57 = getelementptr inbounds nuw i8, ptr %43, i64 16
  %58 = load i64, ptr %57, align 8
  %59 = trunc i64 %58 to i32
  store i32 %59, ptr %56, align 4
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr null, ptr %60, align 8
  br label %108

61:                                               ; preds = %46, %41
  %62 = add nuw nsw i64 %42, 1
  %63 = icmp eq i64 %62, %10
  br i1 %63, label %64, label %41

64:                                               ; preds = %61, %7
  %65 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %66 = load ptr, ptr %65, align 8
  %67 = icmp eq ptr %66, null
  br i1 %67, label %93, label %68

68:                                               ; preds = %64, %78
  %69 = phi ptr [ %79, %78 ], [ %66, %64 ]
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %71 = load ptr, ptr %70, align 8
  %72 = icmp ult ptr %2, %71
  br i1 %72, label %78, label %73

73:                                               ; preds = %68
  %74 = getelementptr inbounds nuw i8, ptr %69, i64 16
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr inbounds i8, ptr %71, i64 %75
  %77 = icmp ult ptr %2, %76
  br i1 %77, label %81, label %78

78:                                               ; preds = %73, %68
  %79 = load ptr, ptr %69, align 8
  %80 = icmp eq ptr %79, null
  br i1 %80, label %93, label %68

81:                                               ; preds = %73
  %82 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %83 = load ptr, ptr %82, align 8
  store ptr %83, ptr %0, align 8
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %85 = getelementptr inbounds nuw i8, ptr %69, i64 16
  %86 = load i64, ptr %85, align 8
  store i64 %86, ptr %84, align 8
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %88 = getelementptr inbounds nuw i8, ptr %69, i64 24
  %89 = load i64, ptr %88, align 8
  store i64 %89, ptr %87, align 8
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %90, align 8
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %91, align 4
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr null, ptr %92, align 8
  br label %108

93:                                               ; preds = %78, %64
  %94 = ptrtoint ptr %2 to i64
  %95 = ptrtoint ptr %1 to i64
  %96 = sub i64 %94, %95
  %97 = add i64 %96, 67108863
  %98 = icmp ult i64 %97, 134217727
  br i1 %98, label %99, label %103

99:                                               ; preds = %93
  store ptr %2, ptr %0, align 8
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 67108864, ptr %100, align 8
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 -9223372036854775808, ptr %101, align 8
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 24
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16) %102, i8 0, i64 16, i1 false)
  br label %108

103:                                              ; preds = %93
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 16
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  store i64 -9223372036854775808, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %105, align 8
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %106, align 4
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr null, ptr %107, align 8
  br label %108

108:                                              ; preds = %51, %99, %103, %81, %27
  ret void
}

define internal fastcc range(i32 0, 2) i32 @grow(ptr captures(none) %0) unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load i64, ptr %2, align 8
  %4 = icmp ugt i64 %3, 1048575
  br i1 %4, label %43, label %5

5:                                                ; preds = %1
  %6 = icmp eq i64 %3, 0
  %7 = shl nuw nsw i64 %3, 1
  %8 = select i1 %6, i64 64, i64 %7
  %9 = shl nuw nsw i64 %8, 1
  %10 = load ptr, ptr %0, align 8
  %11 = mul nuw nsw i64 %8, 520
  %12 = tail call ptr @realloc(ptr %10, i64 %11) #19
  %13 = icmp eq ptr %12, null
  br i1 %13, label %43, label %14

14:                                               ; preds = %5
  store ptr %12, ptr %0, align 8
  %15 = tail call ptr @calloc(i64 %9, i64 4) #18
  %16 = icmp eq ptr %15, null
  br i1 %16, label %43, label %17

17:                                               ; preds = %14
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %19 = load ptr, ptr %18, align 8
  tail call void @free(ptr %19)
  store ptr %15, ptr %18, align 8
  store i64 %8, ptr %2, align 8
  %20 = add nsw i64 %9, -1
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i64 %20, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %43, label %25

25:                                               ; preds = %17, %38
  %26 = phi i64 [ %40, %38 ], [ 0, %17 ]
  %27 = getelementptr inbounds nuw %struct.block, ptr %12, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = mul i64 %28, -7046029254386353131
  %30 = lshr i64 %29, 20
  br label %31

31:                                               ; preds = %31, %25
  %32 = phi i64 [ %30, %25 ], [ %37, %31 ]
  %33 = and i64 %32, %20
  %34 = getelementptr inbounds nuw i32, ptr %15, i64 %33
  %35 = load i32, ptr %34, align 4
  %36 = icmp eq i32 %35, 0
  %37 = add i64 %33, 1
  br i1 %36, label %38, label %31

38:                                               ; preds = %31
  %39 = getelementptr inbounds nuw i32, ptr %15, i64 %33
  %40 = add nuw i64 %26, 1
  %41 = trunc i64 %40 to i32
  store i32 %41, ptr %39, align 4
  %42 = icmp eq i64 %40, %23
  br i1 %42, label %43, label %25

43:                                               ; preds = %38, %17, %5, %14, %1
  %44 = phi i32 [ 0, %1 ], [ 0, %5 ], [ 0, %14 ], [ 1, %17 ], [ 1, %38 ]
  ret i32 %44
}

declare noalias ptr @realloc(ptr allocptr captures(none), i64 noundef) local_unnamed_addr #13

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

declare i64 @llvm.umax.i64(i64, i64) #14

declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #15

attributes #0 = { noinline optsize nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { noinline optsize nounwind }
attributes #5 = { nounwind }
attributes #6 = { noinline optsize nounwind }
attributes #7 = { noinline optsize nounwind }
attributes #8 = { noinline optsize nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { noinline optsize nounwind }
attributes #12 = { noinline optsize nounwind }
attributes #13 = { nounwind }
attributes #14 = { nounwind }
attributes #15 = { nounwind }
attributes #16 = { nounwind }
attributes #17 = { nounwind }
attributes #18 = { nounwind }
attributes #19 = { nounwind }

!0 = !{}

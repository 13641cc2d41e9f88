%struct.place = type { ptr, i64, i64, i32, i32, ptr }
%struct.argument = type { ptr, i64, i64 }
%struct.block = type { i64, [4 x %struct.word] }
%struct.word = type { [4 x %struct.byte], i64 }
%struct.byte = type { [2 x i64], [2 x i64] }
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
  br i1 %12, label %770, label %13

13:                                               ; preds = %10
  %14 = and i64 %5, 1099511627776
  %15 = icmp eq i64 %14, 0
  %16 = lshr exact i64 %14, 40
  call void @llvm.lifetime.start.p0(ptr nonnull %11) #18
  %17 = icmp eq i64 %3, -9223372036854775808
  br i1 %17, label %18, label %20

18:                                               ; preds = %13
  call fastcc void @search(ptr dead_on_unwind nonnull writable sret(%struct.place) align 8 %11, ptr %0, ptr %1)
  %19 = load ptr, ptr %11, align 8
  br label %77

20:                                               ; preds = %13
  %21 = lshr i64 %5, 48
  %22 = trunc nuw nsw i64 %21 to i32
  %23 = and i32 %22, 7
  %24 = icmp eq i32 %23, 4
  %25 = add nsw i32 %23, -3
  %26 = icmp ult i32 %25, 2
  br i1 %26, label %27, label %51

27:                                               ; preds = %20
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 48
  br label %29

29:                                               ; preds = %33, %27
  %30 = phi ptr [ %28, %27 ], [ %31, %33 ]
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, null
  br i1 %32, label %37, label %33

33:                                               ; preds = %29
  %34 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, %2
  br i1 %36, label %41, label %29

37:                                               ; preds = %29
  %38 = lshr i64 %3, 63
  %39 = trunc nuw nsw i64 %38 to i32
  %40 = select i1 %24, i32 %39, i32 %23
  br label %51

41:                                               ; preds = %33
  store ptr %2, ptr %11, align 8
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %43 = getelementptr inbounds nuw i8, ptr %31, i64 16
  %44 = load i64, ptr %43, align 8
  store i64 %44, ptr %42, align 8
  %45 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %3, ptr %45, align 8
  %46 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 3, ptr %46, align 8
  %47 = getelementptr inbounds nuw i8, ptr %11, i64 28
  store i32 0, ptr %47, align 4
  %48 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %49 = getelementptr inbounds nuw i8, ptr %31, i64 32
  %50 = load ptr, ptr %49, align 8
  store ptr %50, ptr %48, align 8
  br label %77

51:                                               ; preds = %37, %20
  %52 = phi i32 [ %40, %37 ], [ %23, %20 ]
  %53 = icmp sgt i64 %3, -1
  br i1 %53, label %54, label %61

54:                                               ; preds = %51
  store ptr %2, ptr %11, align 8
  %55 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %56 = and i64 %3, 1099511627775
  store i64 %56, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %3, ptr %57, align 8
  %58 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 %52, ptr %58, align 8
  %59 = getelementptr inbounds nuw i8, ptr %11, i64 28
  store i32 0, ptr %59, align 4
  %60 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store ptr null, ptr %60, align 8
  br label %77

61:                                               ; preds = %51
  %62 = load ptr, ptr %0, align 128
  %63 = load ptr, ptr %62, align 8
  %64 = xor i64 %3, -1
  %65 = getelementptr inbounds nuw %struct.argument, ptr %63, i64 %64
  %66 = load ptr, ptr %65, align 8
  store ptr %66, ptr %11, align 8
  %67 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %68 = getelementptr inbounds nuw i8, ptr %65, i64 8
  %69 = load i64, ptr %68, align 8
  store i64 %69, ptr %67, align 8
  %70 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %3, ptr %70, align 8
  %71 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 %52, ptr %71, align 8
  %72 = getelementptr inbounds nuw i8, ptr %11, i64 28
  %73 = getelementptr inbounds nuw i8, ptr %65, i64 16
  %74 = load i64, ptr %73, align 8
  %75 = trunc i64 %74 to i32
  store i32 %75, ptr %72, align 4
  %76 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store ptr null, ptr %76, align 8
  br label %77

77:                                               ; preds = %41, %18, %54, %61
  %78 = phi ptr [ %2, %41 ], [ %19, %18 ], [ %2, %54 ], [ %66, %61 ]
  %79 = icmp eq ptr %78, null
  %80 = icmp ult ptr %1, %78
  %81 = or i1 %79, %80
  %82 = ptrtoint ptr %1 to i64
  %83 = ptrtoint ptr %78 to i64
  %84 = sub i64 %82, %83
  br i1 %81, label %90, label %85

85:                                               ; preds = %77
  %86 = add i64 %84, %4
  %87 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %88 = load i64, ptr %87, align 8
  %89 = icmp ugt i64 %86, %88
  br i1 %89, label %90, label %98

90:                                               ; preds = %77, %85
  %91 = icmp ult ptr %1, inttoptr (i64 4096 to ptr)
  %92 = icmp ne i64 %3, -9223372036854775808
  %93 = or i1 %91, %92
  %94 = and i1 %93, %79
  %95 = select i1 %94, i32 2, i32 1
  %96 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %97 = load i64, ptr %96, align 8
  tail call fastcc void @report(ptr %0, i32 %95, i64 %6, i64 %7, i64 -1, i64 -1, i64 %84, i64 %97, i64 %4, i64 %16)
  br label %768

98:                                               ; preds = %85
  br i1 %15, label %109, label %99

99:                                               ; preds = %98
  %100 = and i64 %5, 17592186044416
  %101 = icmp ne i64 %100, 0
  %102 = getelementptr inbounds nuw i8, ptr %11, i64 28
  %103 = load i32, ptr %102, align 4
  %104 = icmp ne i32 %103, 0
  %105 = select i1 %101, i1 true, i1 %104
  br i1 %105, label %106, label %109

106:                                              ; preds = %99
  %107 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %108 = load i64, ptr %107, align 8
  tail call fastcc void @report(ptr %0, i32 4, i64 %6, i64 %7, i64 -1, i64 -1, i64 %84, i64 %108, i64 %4, i64 1)
  br label %768

109:                                              ; preds = %99, %98
  %110 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %111 = load i64, ptr %110, align 8
  %112 = icmp eq i64 %111, -9223372036854775808
  br i1 %112, label %123, label %113

113:                                              ; preds = %109
  %114 = lshr i64 %5, 32
  %115 = and i64 %114, 255
  %116 = shl nsw i64 -1, %115
  %117 = xor i64 %116, -1
  %118 = and i64 %84, %117
  %119 = icmp eq i64 %118, 0
  br i1 %119, label %123, label %120

120:                                              ; preds = %113
  tail call fastcc void @report(ptr %0, i32 3, i64 %6, i64 %7, i64 -1, i64 -1, i64 %84, i64 %111, i64 %4, i64 %16)
  %121 = and i64 %5, 4398046511104
  %122 = icmp eq i64 %121, 0
  br i1 %122, label %123, label %768

123:                                              ; preds = %120, %113, %109
  %124 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %125 = load i32, ptr %124, align 8
  switch i32 %125, label %768 [
    i32 3, label %134
    i32 1, label %126
  ]

126:                                              ; preds = %123
  %127 = and i64 %5, 8796093022208
  %128 = icmp eq i64 %127, 0
  br i1 %128, label %129, label %134

129:                                              ; preds = %126
  %130 = load ptr, ptr %0, align 128
  %131 = getelementptr inbounds nuw i8, ptr %130, i64 48
  %132 = load i64, ptr %131, align 8
  %133 = icmp eq i64 %132, 0
  br i1 %133, label %768, label %134

134:                                              ; preds = %123, %129, %126
  %135 = icmp eq i32 %125, 3
  %136 = select i1 %135, i64 64, i64 72
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 %136
  %138 = load i64, ptr %137, align 8
  %139 = and i64 %5, 4398046511104
  %140 = icmp eq i64 %139, 0
  %141 = lshr i64 %5, 26
  %142 = and i64 %141, 524288
  %143 = select i1 %140, i64 %142, i64 1048576
  %144 = shl i64 %138, 34
  %145 = shl i64 %7, 21
  %146 = or disjoint i64 %145, %143
  %147 = or i64 %146, %144
  %148 = or i64 %147, %6
  %149 = and i64 %5, 70368744177664
  %150 = icmp eq i64 %149, 0
  br i1 %150, label %157, label %151

151:                                              ; preds = %134
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %153 = tail call i32 @bcmp(ptr nonnull dereferenceable(1) %1, ptr nonnull dereferenceable(1) %152, i64 range(i64 1, 0) %4)
  %154 = icmp eq i32 %153, 0
  %155 = and i64 %5, -1099511627777
  %156 = select i1 %154, i64 %5, i64 %155
  br label %157

157:                                              ; preds = %151, %134
  %158 = phi i64 [ %5, %134 ], [ %156, %151 ]
  %159 = icmp sgt i64 %4, 0
  br i1 %159, label %160, label %768

160:                                              ; preds = %157
  %161 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %163 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %164 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %165 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %166 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %167 = icmp eq ptr %8, null
  %168 = and i64 %158, 2199023255552
  %169 = icmp eq i64 %168, 0
  %170 = trunc i64 %148 to i32
  %171 = lshr i32 %170, 19
  %172 = and i32 %171, 3
  %173 = xor i32 %172, 3
  %174 = and i64 %158, 1099511627776
  %175 = icmp eq i64 %174, 0
  %176 = icmp eq i64 %7, 8191
  br label %177

177:                                              ; preds = %714, %160
  %178 = phi i64 [ %722, %714 ], [ 0, %160 ]
  %179 = phi i64 [ %721, %714 ], [ 0, %160 ]
  %180 = phi i64 [ %720, %714 ], [ 0, %160 ]
  %181 = phi i64 [ %719, %714 ], [ 0, %160 ]
  %182 = phi i64 [ %718, %714 ], [ 0, %160 ]
  %183 = phi i64 [ %717, %714 ], [ 0, %160 ]
  %184 = load ptr, ptr %166, align 8
  %185 = icmp eq ptr %184, null
  br label %186

186:                                              ; preds = %177, %724
  %187 = phi i64 [ %725, %724 ], [ %178, %177 ]
  %188 = phi i64 [ 0, %724 ], [ %181, %177 ]
  %189 = phi i64 [ %292, %724 ], [ %182, %177 ]
  br i1 %135, label %261, label %190

190:                                              ; preds = %186
  %191 = add i64 %187, %82
  %192 = lshr i64 %191, 4
  %193 = load i64, ptr %162, align 8
  %194 = icmp eq i64 %193, 0
  br i1 %194, label %220, label %195

195:                                              ; preds = %190
  %196 = mul i64 %192, -7046029254386353131
  %197 = lshr i64 %196, 20
  %198 = load i64, ptr %163, align 8
  %199 = load ptr, ptr %164, align 8
  %200 = and i64 %198, %197
  %201 = getelementptr inbounds nuw i32, ptr %199, i64 %200
  %202 = load i32, ptr %201, align 4
  %203 = icmp eq i32 %202, 0
  br i1 %203, label %220, label %204

204:                                              ; preds = %195
  %205 = load ptr, ptr %161, align 8
  br label %206

206:                                              ; preds = %214, %204
  %207 = phi i32 [ %202, %204 ], [ %218, %214 ]
  %208 = phi i64 [ %200, %204 ], [ %216, %214 ]
  %209 = add i32 %207, -1
  %210 = zext i32 %209 to i64
  %211 = getelementptr inbounds nuw %struct.block, ptr %205, i64 %210
  %212 = load i64, ptr %211, align 8
  %213 = icmp eq i64 %212, %192
  br i1 %213, label %256, label %214

214:                                              ; preds = %206
  %215 = add i64 %208, 1
  %216 = and i64 %215, %198
  %217 = getelementptr inbounds nuw i32, ptr %199, i64 %216
  %218 = load i32, ptr %217, align 4
  %219 = icmp eq i32 %218, 0
  br i1 %219, label %220, label %206

220:                                              ; preds = %214, %195, %190
  %221 = phi i64 [ 0, %190 ], [ %200, %195 ], [ %216, %214 ]
  %222 = load i64, ptr %165, align 8
  %223 = icmp eq i64 %222, %193
  br i1 %223, label %226, label %224

224:                                              ; preds = %220
  %225 = load ptr, ptr %164, align 8
  br label %243

226:                                              ; preds = %220
  %227 = tail call fastcc i32 @grow(ptr nonnull %161)
  %228 = icmp eq i32 %227, 0
  br i1 %228, label %768, label %229

229:                                              ; preds = %226
  %230 = mul i64 %192, -7046029254386353131
  %231 = lshr i64 %230, 20
  %232 = load i64, ptr %163, align 8
  %233 = load ptr, ptr %164, align 8
  br label %234

234:                                              ; preds = %234, %229
  %235 = phi i64 [ %231, %229 ], [ %240, %234 ]
  %236 = and i64 %235, %232
  %237 = getelementptr inbounds nuw i32, ptr %233, i64 %236
  %238 = load i32, ptr %237, align 4
  %239 = icmp eq i32 %238, 0
  %240 = add i64 %236, 1
  br i1 %239, label %241, label %234

241:                                              ; preds = %234
  %242 = load i64, ptr %165, align 8
  br label %243

243:                                              ; preds = %241, %224
  %244 = phi ptr [ %225, %224 ], [ %233, %241 ]
  %245 = phi i64 [ %222, %224 ], [ %242, %241 ]
  %246 = phi i64 [ %221, %224 ], [ %236, %241 ]
  %247 = load ptr, ptr %161, align 8
  %248 = add i64 %245, 1
  store i64 %248, ptr %165, align 8
  %249 = getelementptr inbounds nuw %struct.block, ptr %247, i64 %245
  %250 = trunc i64 %248 to i32
  %251 = getelementptr inbounds nuw i32, ptr %244, i64 %246
  store i32 %250, ptr %251, align 4
  %252 = getelementptr inbounds nuw i8, ptr %249, i64 8
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(544) %252, i8 0, i64 544, i1 false)
  store i64 %192, ptr %249, align 8
  %253 = lshr i64 %191, 2
  %254 = and i64 %253, 3
  %255 = getelementptr inbounds nuw %struct.word, ptr %252, i64 %254
  br label %265

256:                                              ; preds = %206
  %257 = getelementptr inbounds nuw i8, ptr %211, i64 8
  %258 = lshr i64 %191, 2
  %259 = and i64 %258, 3
  %260 = getelementptr inbounds nuw %struct.word, ptr %257, i64 %259
  br label %265

261:                                              ; preds = %186
  %262 = add i64 %187, %84
  %263 = lshr i64 %262, 2
  %264 = getelementptr inbounds nuw %struct.word, ptr %184, i64 %263
  br i1 %185, label %768, label %265

265:                                              ; preds = %256, %261, %243
  %266 = phi i64 [ %191, %243 ], [ %262, %261 ], [ %191, %256 ]
  %267 = phi ptr [ %255, %243 ], [ %264, %261 ], [ %260, %256 ]
  %268 = and i64 %266, 3
  %269 = sub nuw nsw i64 4, %268
  %270 = sub nsw i64 %4, %187
  %271 = tail call i64 @llvm.smin.i64(i64 %269, i64 %270)
  %272 = icmp eq i64 %271, 4
  %273 = getelementptr inbounds nuw i8, ptr %267, i64 128
  %274 = load i64, ptr %273, align 8
  %275 = icmp eq i64 %274, 0
  br i1 %272, label %276, label %485

276:                                              ; preds = %265
  br i1 %275, label %277, label %491

277:                                              ; preds = %276
  br i1 %167, label %283, label %278

278:                                              ; preds = %277
  %279 = getelementptr inbounds i8, ptr %8, i64 %187
  %280 = getelementptr inbounds i8, ptr %1, i64 %187
  %281 = tail call i32 @bcmp(ptr nonnull readonly dereferenceable(4) %279, ptr nonnull dereferenceable(4) %280, i64 4)
  %282 = icmp eq i32 %281, 0
  br label %283

283:                                              ; preds = %278, %277
  %284 = phi i1 [ false, %277 ], [ %282, %278 ]
  br i1 %169, label %324, label %285

285:                                              ; preds = %283
  br i1 %135, label %286, label %291

286:                                              ; preds = %285
  %287 = load i64, ptr %267, align 8
  %288 = icmp eq i64 %287, 0
  %289 = add nsw i64 %189, 4
  %290 = select i1 %288, i64 %289, i64 %189
  br label %291

291:                                              ; preds = %286, %285
  %292 = phi i64 [ %189, %285 ], [ %290, %286 ]
  %293 = icmp eq i64 %188, 0
  br i1 %293, label %294, label %324

294:                                              ; preds = %291
  %295 = load i64, ptr %267, align 8
  %296 = xor i64 %295, %148
  %297 = icmp ugt i64 %296, 17179869183
  %298 = and i64 %296, 17177772032
  %299 = icmp eq i64 %298, 0
  %300 = or i1 %297, %299
  br i1 %300, label %306, label %301

301:                                              ; preds = %294
  %302 = trunc i64 %295 to i32
  %303 = lshr i32 %302, 19
  %304 = and i32 %303, 3
  %305 = icmp samesign ult i32 %304, %173
  br i1 %305, label %320, label %306

306:                                              ; preds = %301, %294
  %307 = getelementptr inbounds nuw i8, ptr %267, i64 8
  %308 = load i64, ptr %307, align 8
  %309 = xor i64 %308, %148
  %310 = icmp ugt i64 %309, 17179869183
  %311 = and i64 %309, 17177772032
  %312 = icmp eq i64 %311, 0
  %313 = or i1 %310, %312
  br i1 %313, label %319, label %314

314:                                              ; preds = %306
  %315 = trunc i64 %308 to i32
  %316 = lshr i32 %315, 19
  %317 = and i32 %316, 3
  %318 = icmp samesign ult i32 %317, %173
  br i1 %318, label %320, label %319

319:                                              ; preds = %314, %306
  br i1 %175, label %404, label %331

320:                                              ; preds = %314, %301
  %321 = phi i64 [ %295, %301 ], [ %308, %314 ]
  %322 = icmp eq i64 %321, 0
  %323 = select i1 %322, i64 %179, i64 %187
  br label %324

324:                                              ; preds = %291, %283, %320
  %325 = phi i64 [ %187, %320 ], [ %187, %291 ], [ %178, %283 ]
  %326 = phi i64 [ %292, %320 ], [ %292, %291 ], [ %182, %283 ]
  %327 = phi i64 [ %321, %320 ], [ %188, %291 ], [ %181, %283 ]
  %328 = phi i64 [ %323, %320 ], [ %179, %283 ], [ %179, %291 ]
  br i1 %175, label %403, label %329

329:                                              ; preds = %324
  %330 = icmp eq i64 %327, 0
  br i1 %330, label %331, label %364

331:                                              ; preds = %319, %329
  %332 = phi i64 [ %325, %329 ], [ %178, %319 ]
  %333 = phi i64 [ %326, %329 ], [ %292, %319 ]
  %334 = phi i64 [ %328, %329 ], [ %179, %319 ]
  %335 = getelementptr inbounds nuw i8, ptr %267, i64 16
  %336 = load i64, ptr %335, align 8
  %337 = xor i64 %336, %148
  %338 = icmp ugt i64 %337, 17179869183
  %339 = and i64 %337, 17177772032
  %340 = icmp eq i64 %339, 0
  %341 = or i1 %338, %340
  br i1 %341, label %347, label %342

342:                                              ; preds = %331
  %343 = trunc i64 %336 to i32
  %344 = lshr i32 %343, 19
  %345 = and i32 %344, 3
  %346 = icmp samesign ult i32 %345, %173
  br i1 %346, label %360, label %347

347:                                              ; preds = %342, %331
  %348 = getelementptr inbounds nuw i8, ptr %267, i64 24
  %349 = load i64, ptr %348, align 8
  %350 = xor i64 %349, %148
  %351 = icmp ugt i64 %350, 17179869183
  %352 = and i64 %350, 17177772032
  %353 = icmp eq i64 %352, 0
  %354 = or i1 %351, %353
  br i1 %354, label %364, label %355

355:                                              ; preds = %347
  %356 = trunc i64 %349 to i32
  %357 = lshr i32 %356, 19
  %358 = and i32 %357, 3
  %359 = icmp samesign ult i32 %358, %173
  br i1 %359, label %360, label %364

360:                                              ; preds = %355, %342
  %361 = phi i64 [ %336, %342 ], [ %349, %355 ]
  %362 = icmp eq i64 %361, 0
  %363 = select i1 %362, i64 %334, i64 %332
  br label %364

364:                                              ; preds = %360, %355, %347, %329
  %365 = phi i64 [ %332, %360 ], [ %325, %329 ], [ %332, %355 ], [ %332, %347 ]
  %366 = phi i64 [ %333, %360 ], [ %326, %329 ], [ %333, %355 ], [ %333, %347 ]
  %367 = phi i64 [ %361, %360 ], [ %327, %329 ], [ 0, %355 ], [ 0, %347 ]
  %368 = phi i64 [ %363, %360 ], [ %328, %329 ], [ %334, %355 ], [ %334, %347 ]
  %369 = icmp ne i64 %183, 0
  %370 = or i1 %369, %284
  br i1 %370, label %400, label %371

371:                                              ; preds = %364
  %372 = load i64, ptr %267, align 8
  %373 = xor i64 %372, %148
  %374 = icmp ugt i64 %373, 17179869183
  %375 = and i64 %373, 17177772032
  %376 = icmp eq i64 %375, 0
  %377 = or i1 %374, %376
  br i1 %377, label %383, label %378

378:                                              ; preds = %371
  %379 = trunc i64 %372 to i32
  %380 = lshr i32 %379, 19
  %381 = and i32 %380, 3
  %382 = icmp samesign ult i32 %381, %173
  br i1 %382, label %396, label %383

383:                                              ; preds = %378, %371
  %384 = getelementptr inbounds nuw i8, ptr %267, i64 8
  %385 = load i64, ptr %384, align 8
  %386 = xor i64 %385, %148
  %387 = icmp ugt i64 %386, 17179869183
  %388 = and i64 %386, 17177772032
  %389 = icmp eq i64 %388, 0
  %390 = or i1 %387, %389
  br i1 %390, label %400, label %391

391:                                              ; preds = %383
  %392 = trunc i64 %385 to i32
  %393 = lshr i32 %392, 19
  %394 = and i32 %393, 3
  %395 = icmp samesign ult i32 %394, %173
  br i1 %395, label %396, label %400

396:                                              ; preds = %391, %378
  %397 = phi i64 [ %372, %378 ], [ %385, %391 ]
  %398 = icmp eq i64 %397, 0
  %399 = select i1 %398, i64 %180, i64 %365
  br label %400

400:                                              ; preds = %396, %391, %383, %364
  %401 = phi i64 [ 0, %391 ], [ %183, %364 ], [ %397, %396 ], [ 0, %383 ]
  %402 = phi i64 [ %180, %391 ], [ %180, %364 ], [ %399, %396 ], [ %180, %383 ]
  br i1 %176, label %481, label %405

403:                                              ; preds = %324
  br i1 %176, label %714, label %405

404:                                              ; preds = %319
  br i1 %176, label %724, label %413

405:                                              ; preds = %403, %400
  %406 = phi i64 [ %325, %403 ], [ %365, %400 ]
  %407 = phi i64 [ %328, %403 ], [ %368, %400 ]
  %408 = phi i64 [ %180, %403 ], [ %402, %400 ]
  %409 = phi i64 [ %327, %403 ], [ %367, %400 ]
  %410 = phi i64 [ %183, %403 ], [ %401, %400 ]
  %411 = phi i64 [ %326, %403 ], [ %366, %400 ]
  %412 = phi i1 [ true, %403 ], [ false, %400 ]
  br i1 %169, label %444, label %413

413:                                              ; preds = %404, %405
  %414 = phi i64 [ %406, %405 ], [ %178, %404 ]
  %415 = phi i1 [ %412, %405 ], [ true, %404 ]
  %416 = phi i64 [ %411, %405 ], [ %292, %404 ]
  %417 = phi i64 [ %410, %405 ], [ %183, %404 ]
  %418 = phi i64 [ %409, %405 ], [ 0, %404 ]
  %419 = phi i64 [ %408, %405 ], [ %180, %404 ]
  %420 = phi i64 [ %407, %405 ], [ %179, %404 ]
  %421 = getelementptr inbounds nuw i8, ptr %267, i64 16
  %422 = load i64, ptr %421, align 8
  %423 = xor i64 %422, %148
  %424 = icmp ult i64 %423, 17179869184
  br i1 %424, label %432, label %441

425:                                              ; preds = %432
  %426 = getelementptr inbounds nuw i8, ptr %267, i64 24
  %427 = load i64, ptr %426, align 8
  %428 = xor i64 %427, %148
  %429 = icmp ult i64 %428, 17179869184
  br i1 %429, label %430, label %441

430:                                              ; preds = %425
  %431 = icmp samesign ult i64 %428, 2097152
  br i1 %431, label %434, label %444

432:                                              ; preds = %413
  %433 = icmp samesign ult i64 %423, 2097152
  br i1 %433, label %434, label %425

434:                                              ; preds = %432, %430
  %435 = phi i64 [ 0, %432 ], [ 1, %430 ]
  %436 = phi i64 [ %422, %432 ], [ %427, %430 ]
  %437 = trunc i64 %436 to i32
  %438 = lshr i32 %437, 19
  %439 = and i32 %438, 3
  %440 = icmp samesign ugt i32 %439, %172
  br i1 %440, label %441, label %444

441:                                              ; preds = %434, %425, %413
  %442 = phi i64 [ %435, %434 ], [ 0, %413 ], [ 1, %425 ]
  %443 = getelementptr inbounds nuw i64, ptr %421, i64 %442
  store i64 %148, ptr %443, align 8
  br i1 %415, label %714, label %452

444:                                              ; preds = %434, %430, %405
  %445 = phi i64 [ %406, %405 ], [ %414, %434 ], [ %414, %430 ]
  %446 = phi i1 [ %412, %405 ], [ %415, %434 ], [ %415, %430 ]
  %447 = phi i64 [ %411, %405 ], [ %416, %434 ], [ %416, %430 ]
  %448 = phi i64 [ %410, %405 ], [ %417, %434 ], [ %417, %430 ]
  %449 = phi i64 [ %409, %405 ], [ %418, %434 ], [ %418, %430 ]
  %450 = phi i64 [ %408, %405 ], [ %419, %434 ], [ %419, %430 ]
  %451 = phi i64 [ %407, %405 ], [ %420, %434 ], [ %420, %430 ]
  br i1 %446, label %714, label %452

452:                                              ; preds = %444, %441
  %453 = phi i64 [ %414, %441 ], [ %445, %444 ]
  %454 = phi i64 [ %420, %441 ], [ %451, %444 ]
  %455 = phi i64 [ %419, %441 ], [ %450, %444 ]
  %456 = phi i64 [ %418, %441 ], [ %449, %444 ]
  %457 = phi i64 [ %417, %441 ], [ %448, %444 ]
  %458 = phi i64 [ %416, %441 ], [ %447, %444 ]
  %459 = load i64, ptr %267, align 8
  %460 = xor i64 %459, %148
  %461 = icmp ult i64 %460, 17179869184
  br i1 %461, label %469, label %478

462:                                              ; preds = %469
  %463 = getelementptr inbounds nuw i8, ptr %267, i64 8
  %464 = load i64, ptr %463, align 8
  %465 = xor i64 %464, %148
  %466 = icmp ult i64 %465, 17179869184
  br i1 %466, label %467, label %478

467:                                              ; preds = %462
  %468 = icmp samesign ult i64 %465, 2097152
  br i1 %468, label %471, label %714

469:                                              ; preds = %452
  %470 = icmp samesign ult i64 %460, 2097152
  br i1 %470, label %471, label %462

471:                                              ; preds = %469, %467
  %472 = phi i64 [ 0, %469 ], [ 1, %467 ]
  %473 = phi i64 [ %459, %469 ], [ %464, %467 ]
  %474 = trunc i64 %473 to i32
  %475 = lshr i32 %474, 19
  %476 = and i32 %475, 3
  %477 = icmp samesign ugt i32 %476, %172
  br i1 %477, label %478, label %714

478:                                              ; preds = %471, %462, %452
  %479 = phi i64 [ %472, %471 ], [ 0, %452 ], [ 1, %462 ]
  %480 = getelementptr inbounds nuw i64, ptr %267, i64 %479
  store i64 %148, ptr %480, align 8
  br label %714

481:                                              ; preds = %400
  %482 = load i64, ptr %267, align 8
  %483 = icmp eq i64 %482, 0
  br i1 %483, label %484, label %714

484:                                              ; preds = %481
  store i64 17177772032, ptr %267, align 8
  br label %714

485:                                              ; preds = %265
  br i1 %275, label %486, label %491

486:                                              ; preds = %485
  %487 = getelementptr inbounds nuw i8, ptr %267, i64 128
  store i64 1, ptr %487, align 8
  %488 = getelementptr inbounds nuw i8, ptr %267, i64 32
  %489 = getelementptr inbounds nuw i8, ptr %267, i64 64
  %490 = getelementptr inbounds nuw i8, ptr %267, i64 96
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %490, ptr nonnull align 8 dereferenceable(32) %267, i64 32, i1 false)
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %489, ptr nonnull align 8 dereferenceable(32) %267, i64 32, i1 false)
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %488, ptr nonnull align 8 dereferenceable(32) %267, i64 32, i1 false)
  br label %491

491:                                              ; preds = %276, %486, %485
  %492 = icmp sgt i64 %270, 0
  br i1 %492, label %493, label %714

493:                                              ; preds = %491
  %494 = getelementptr inbounds nuw %struct.byte, ptr %267, i64 %268
  %495 = tail call i64 @llvm.smax.i64(i64 %271, i64 1)
  br label %496

496:                                              ; preds = %706, %493
  %497 = phi i64 [ 0, %493 ], [ %712, %706 ]
  %498 = phi i64 [ %179, %493 ], [ %707, %706 ]
  %499 = phi i64 [ %180, %493 ], [ %708, %706 ]
  %500 = phi i64 [ %188, %493 ], [ %709, %706 ]
  %501 = phi i64 [ %189, %493 ], [ %711, %706 ]
  %502 = phi i64 [ %183, %493 ], [ %710, %706 ]
  %503 = getelementptr inbounds nuw %struct.byte, ptr %494, i64 %497
  %504 = add nsw i64 %497, %187
  br i1 %167, label %511, label %505

505:                                              ; preds = %496
  %506 = getelementptr inbounds i8, ptr %8, i64 %504
  %507 = load i8, ptr %506, align 1
  %508 = getelementptr inbounds i8, ptr %1, i64 %504
  %509 = load i8, ptr %508, align 1
  %510 = icmp eq i8 %507, %509
  br label %511

511:                                              ; preds = %505, %496
  %512 = phi i1 [ false, %496 ], [ %510, %505 ]
  br i1 %169, label %552, label %513

513:                                              ; preds = %511
  br i1 %135, label %514, label %519

514:                                              ; preds = %513
  %515 = load i64, ptr %503, align 8
  %516 = icmp eq i64 %515, 0
  %517 = zext i1 %516 to i64
  %518 = add nsw i64 %501, %517
  br label %519

519:                                              ; preds = %514, %513
  %520 = phi i64 [ %501, %513 ], [ %518, %514 ]
  %521 = icmp eq i64 %500, 0
  br i1 %521, label %522, label %552

522:                                              ; preds = %519
  %523 = load i64, ptr %503, align 8
  %524 = xor i64 %523, %148
  %525 = icmp ugt i64 %524, 17179869183
  %526 = and i64 %524, 17177772032
  %527 = icmp eq i64 %526, 0
  %528 = or i1 %525, %527
  br i1 %528, label %534, label %529

529:                                              ; preds = %522
  %530 = trunc i64 %523 to i32
  %531 = lshr i32 %530, 19
  %532 = and i32 %531, 3
  %533 = icmp samesign ult i32 %532, %173
  br i1 %533, label %548, label %534

534:                                              ; preds = %529, %522
  %535 = getelementptr inbounds nuw i8, ptr %503, i64 8
  %536 = load i64, ptr %535, align 8
  %537 = xor i64 %536, %148
  %538 = icmp ugt i64 %537, 17179869183
  %539 = and i64 %537, 17177772032
  %540 = icmp eq i64 %539, 0
  %541 = or i1 %538, %540
  br i1 %541, label %547, label %542

542:                                              ; preds = %534
  %543 = trunc i64 %536 to i32
  %544 = lshr i32 %543, 19
  %545 = and i32 %544, 3
  %546 = icmp samesign ult i32 %545, %173
  br i1 %546, label %548, label %547

547:                                              ; preds = %542, %534
  br i1 %175, label %629, label %558

548:                                              ; preds = %542, %529
  %549 = phi i64 [ %523, %529 ], [ %536, %542 ]
  %550 = icmp eq i64 %549, 0
  %551 = select i1 %550, i64 %498, i64 %504
  br label %552

552:                                              ; preds = %548, %519, %511
  %553 = phi i64 [ %501, %511 ], [ %520, %548 ], [ %520, %519 ]
  %554 = phi i64 [ %500, %511 ], [ %549, %548 ], [ %500, %519 ]
  %555 = phi i64 [ %498, %511 ], [ %551, %548 ], [ %498, %519 ]
  br i1 %175, label %628, label %556

556:                                              ; preds = %552
  %557 = icmp eq i64 %554, 0
  br i1 %557, label %558, label %590

558:                                              ; preds = %556, %547
  %559 = phi i64 [ %553, %556 ], [ %520, %547 ]
  %560 = phi i64 [ %555, %556 ], [ %498, %547 ]
  %561 = getelementptr inbounds nuw i8, ptr %503, i64 16
  %562 = load i64, ptr %561, align 8
  %563 = xor i64 %562, %148
  %564 = icmp ugt i64 %563, 17179869183
  %565 = and i64 %563, 17177772032
  %566 = icmp eq i64 %565, 0
  %567 = or i1 %564, %566
  br i1 %567, label %573, label %568

568:                                              ; preds = %558
  %569 = trunc i64 %562 to i32
  %570 = lshr i32 %569, 19
  %571 = and i32 %570, 3
  %572 = icmp samesign ult i32 %571, %173
  br i1 %572, label %586, label %573

573:                                              ; preds = %568, %558
  %574 = getelementptr inbounds nuw i8, ptr %503, i64 24
  %575 = load i64, ptr %574, align 8
  %576 = xor i64 %575, %148
  %577 = icmp ugt i64 %576, 17179869183
  %578 = and i64 %576, 17177772032
  %579 = icmp eq i64 %578, 0
  %580 = or i1 %577, %579
  br i1 %580, label %590, label %581

581:                                              ; preds = %573
  %582 = trunc i64 %575 to i32
  %583 = lshr i32 %582, 19
  %584 = and i32 %583, 3
  %585 = icmp samesign ult i32 %584, %173
  br i1 %585, label %586, label %590

586:                                              ; preds = %581, %568
  %587 = phi i64 [ %562, %568 ], [ %575, %581 ]
  %588 = icmp eq i64 %587, 0
  %589 = select i1 %588, i64 %560, i64 %504
  br label %590

590:                                              ; preds = %586, %581, %573, %556
  %591 = phi i64 [ %559, %586 ], [ %553, %556 ], [ %559, %581 ], [ %559, %573 ]
  %592 = phi i64 [ %587, %586 ], [ %554, %556 ], [ 0, %581 ], [ 0, %573 ]
  %593 = phi i64 [ %589, %586 ], [ %555, %556 ], [ %560, %581 ], [ %560, %573 ]
  %594 = icmp ne i64 %502, 0
  %595 = or i1 %594, %512
  br i1 %595, label %625, label %596

596:                                              ; preds = %590
  %597 = load i64, ptr %503, align 8
  %598 = xor i64 %597, %148
  %599 = icmp ugt i64 %598, 17179869183
  %600 = and i64 %598, 17177772032
  %601 = icmp eq i64 %600, 0
  %602 = or i1 %599, %601
  br i1 %602, label %608, label %603

603:                                              ; preds = %596
  %604 = trunc i64 %597 to i32
  %605 = lshr i32 %604, 19
  %606 = and i32 %605, 3
  %607 = icmp samesign ult i32 %606, %173
  br i1 %607, label %621, label %608

608:                                              ; preds = %603, %596
  %609 = getelementptr inbounds nuw i8, ptr %503, i64 8
  %610 = load i64, ptr %609, align 8
  %611 = xor i64 %610, %148
  %612 = icmp ugt i64 %611, 17179869183
  %613 = and i64 %611, 17177772032
  %614 = icmp eq i64 %613, 0
  %615 = or i1 %612, %614
  br i1 %615, label %625, label %616

616:                                              ; preds = %608
  %617 = trunc i64 %610 to i32
  %618 = lshr i32 %617, 19
  %619 = and i32 %618, 3
  %620 = icmp samesign ult i32 %619, %173
  br i1 %620, label %621, label %625

621:                                              ; preds = %616, %603
  %622 = phi i64 [ %597, %603 ], [ %610, %616 ]
  %623 = icmp eq i64 %622, 0
  %624 = select i1 %623, i64 %499, i64 %504
  br label %625

625:                                              ; preds = %621, %616, %608, %590
  %626 = phi i64 [ 0, %616 ], [ %502, %590 ], [ %622, %621 ], [ 0, %608 ]
  %627 = phi i64 [ %499, %616 ], [ %499, %590 ], [ %624, %621 ], [ %499, %608 ]
  br i1 %176, label %702, label %630

628:                                              ; preds = %552
  br i1 %176, label %706, label %630

629:                                              ; preds = %547
  br i1 %176, label %706, label %637

630:                                              ; preds = %628, %625
  %631 = phi i64 [ %555, %628 ], [ %593, %625 ]
  %632 = phi i64 [ %499, %628 ], [ %627, %625 ]
  %633 = phi i64 [ %554, %628 ], [ %592, %625 ]
  %634 = phi i64 [ %502, %628 ], [ %626, %625 ]
  %635 = phi i64 [ %553, %628 ], [ %591, %625 ]
  %636 = phi i1 [ true, %628 ], [ false, %625 ]
  br i1 %169, label %667, label %637

637:                                              ; preds = %630, %629
  %638 = phi i1 [ %636, %630 ], [ true, %629 ]
  %639 = phi i64 [ %635, %630 ], [ %520, %629 ]
  %640 = phi i64 [ %634, %630 ], [ %502, %629 ]
  %641 = phi i64 [ %633, %630 ], [ 0, %629 ]
  %642 = phi i64 [ %632, %630 ], [ %499, %629 ]
  %643 = phi i64 [ %631, %630 ], [ %498, %629 ]
  %644 = getelementptr inbounds nuw i8, ptr %503, i64 16
  %645 = load i64, ptr %644, align 8
  %646 = xor i64 %645, %148
  %647 = icmp ult i64 %646, 17179869184
  br i1 %647, label %655, label %664

648:                                              ; preds = %655
  %649 = getelementptr inbounds nuw i8, ptr %503, i64 24
  %650 = load i64, ptr %649, align 8
  %651 = xor i64 %650, %148
  %652 = icmp ult i64 %651, 17179869184
  br i1 %652, label %653, label %664

653:                                              ; preds = %648
  %654 = icmp samesign ult i64 %651, 2097152
  br i1 %654, label %657, label %667

655:                                              ; preds = %637
  %656 = icmp samesign ult i64 %646, 2097152
  br i1 %656, label %657, label %648

657:                                              ; preds = %655, %653
  %658 = phi i64 [ 0, %655 ], [ 1, %653 ]
  %659 = phi i64 [ %645, %655 ], [ %650, %653 ]
  %660 = trunc i64 %659 to i32
  %661 = lshr i32 %660, 19
  %662 = and i32 %661, 3
  %663 = icmp samesign ugt i32 %662, %172
  br i1 %663, label %664, label %667

664:                                              ; preds = %657, %648, %637
  %665 = phi i64 [ %658, %657 ], [ 0, %637 ], [ 1, %648 ]
  %666 = getelementptr inbounds nuw i64, ptr %644, i64 %665
  store i64 %148, ptr %666, align 8
  br i1 %638, label %706, label %674

667:                                              ; preds = %657, %653, %630
  %668 = phi i1 [ %636, %630 ], [ %638, %657 ], [ %638, %653 ]
  %669 = phi i64 [ %635, %630 ], [ %639, %657 ], [ %639, %653 ]
  %670 = phi i64 [ %634, %630 ], [ %640, %657 ], [ %640, %653 ]
  %671 = phi i64 [ %633, %630 ], [ %641, %657 ], [ %641, %653 ]
  %672 = phi i64 [ %632, %630 ], [ %642, %657 ], [ %642, %653 ]
  %673 = phi i64 [ %631, %630 ], [ %643, %657 ], [ %643, %653 ]
  br i1 %668, label %706, label %674

674:                                              ; preds = %667, %664
  %675 = phi i64 [ %643, %664 ], [ %673, %667 ]
  %676 = phi i64 [ %642, %664 ], [ %672, %667 ]
  %677 = phi i64 [ %641, %664 ], [ %671, %667 ]
  %678 = phi i64 [ %640, %664 ], [ %670, %667 ]
  %679 = phi i64 [ %639, %664 ], [ %669, %667 ]
  %680 = load i64, ptr %503, align 8
  %681 = xor i64 %680, %148
  %682 = icmp ult i64 %681, 17179869184
  br i1 %682, label %690, label %699

683:                                              ; preds = %690
  %684 = getelementptr inbounds nuw i8, ptr %503, i64 8
  %685 = load i64, ptr %684, align 8
  %686 = xor i64 %685, %148
  %687 = icmp ult i64 %686, 17179869184
  br i1 %687, label %688, label %699

688:                                              ; preds = %683
  %689 = icmp samesign ult i64 %686, 2097152
  br i1 %689, label %692, label %706

690:                                              ; preds = %674
  %691 = icmp samesign ult i64 %681, 2097152
  br i1 %691, label %692, label %683

692:                                              ; preds = %690, %688
  %693 = phi i64 [ 0, %690 ], [ 1, %688 ]
  %694 = phi i64 [ %680, %690 ], [ %685, %688 ]
  %695 = trunc i64 %694 to i32
  %696 = lshr i32 %695, 19
  %697 = and i32 %696, 3
  %698 = icmp samesign ugt i32 %697, %172
  br i1 %698, label %699, label %706

699:                                              ; preds = %692, %683, %674
  %700 = phi i64 [ %693, %692 ], [ 0, %674 ], [ 1, %683 ]
  %701 = getelementptr inbounds nuw i64, ptr %503, i64 %700
  store i64 %148, ptr %701, align 8
  br label %706

702:                                              ; preds = %625
  %703 = load i64, ptr %503, align 8
  %704 = icmp eq i64 %703, 0
  br i1 %704, label %705, label %706

705:                                              ; preds = %702
  store i64 17177772032, ptr %503, align 8
  br label %706

706:                                              ; preds = %628, %705, %702, %699, %692, %688, %667, %664, %629
  %707 = phi i64 [ %643, %664 ], [ %675, %692 ], [ %675, %699 ], [ %673, %667 ], [ %498, %629 ], [ %593, %702 ], [ %593, %705 ], [ %675, %688 ], [ %555, %628 ]
  %708 = phi i64 [ %642, %664 ], [ %676, %692 ], [ %676, %699 ], [ %672, %667 ], [ %499, %629 ], [ %627, %702 ], [ %627, %705 ], [ %676, %688 ], [ %499, %628 ]
  %709 = phi i64 [ %641, %664 ], [ %677, %692 ], [ %677, %699 ], [ %671, %667 ], [ 0, %629 ], [ %592, %702 ], [ %592, %705 ], [ %677, %688 ], [ %554, %628 ]
  %710 = phi i64 [ %640, %664 ], [ %678, %692 ], [ %678, %699 ], [ %670, %667 ], [ %502, %629 ], [ %626, %702 ], [ %626, %705 ], [ %678, %688 ], [ %502, %628 ]
  %711 = phi i64 [ %639, %664 ], [ %679, %692 ], [ %679, %699 ], [ %669, %667 ], [ %520, %629 ], [ %591, %702 ], [ %591, %705 ], [ %679, %688 ], [ %553, %628 ]
  %712 = add nuw nsw i64 %497, 1
  %713 = icmp eq i64 %712, %495
  br i1 %713, label %714, label %496

714:                                              ; preds = %706, %403, %491, %484, %481, %478, %471, %467, %444, %441
  %715 = phi i64 [ 4, %441 ], [ 4, %478 ], [ 4, %471 ], [ 4, %484 ], [ 4, %444 ], [ 4, %467 ], [ 4, %481 ], [ %271, %491 ], [ 4, %403 ], [ %271, %706 ]
  %716 = phi i64 [ %414, %441 ], [ %453, %478 ], [ %453, %471 ], [ %365, %484 ], [ %445, %444 ], [ %453, %467 ], [ %365, %481 ], [ %187, %491 ], [ %325, %403 ], [ %187, %706 ]
  %717 = phi i64 [ %417, %441 ], [ %457, %478 ], [ %457, %471 ], [ %401, %484 ], [ %448, %444 ], [ %457, %467 ], [ %401, %481 ], [ %183, %491 ], [ %183, %403 ], [ %710, %706 ]
  %718 = phi i64 [ %416, %441 ], [ %458, %478 ], [ %458, %471 ], [ %366, %484 ], [ %447, %444 ], [ %458, %467 ], [ %366, %481 ], [ %189, %491 ], [ %326, %403 ], [ %711, %706 ]
  %719 = phi i64 [ %418, %441 ], [ %456, %478 ], [ %456, %471 ], [ %367, %484 ], [ %449, %444 ], [ %456, %467 ], [ %367, %481 ], [ %188, %491 ], [ %327, %403 ], [ %709, %706 ]
  %720 = phi i64 [ %419, %441 ], [ %455, %478 ], [ %455, %471 ], [ %402, %484 ], [ %450, %444 ], [ %455, %467 ], [ %402, %481 ], [ %180, %491 ], [ %180, %403 ], [ %708, %706 ]
  %721 = phi i64 [ %420, %441 ], [ %454, %478 ], [ %454, %471 ], [ %368, %484 ], [ %451, %444 ], [ %454, %467 ], [ %368, %481 ], [ %179, %491 ], [ %328, %403 ], [ %707, %706 ]
  %722 = add nsw i64 %715, %716
  %723 = icmp slt i64 %722, %4
  br i1 %723, label %177, label %727

724:                                              ; preds = %404
  %725 = add nsw i64 %187, 4
  %726 = icmp slt i64 %725, %4
  br i1 %726, label %186, label %741

727:                                              ; preds = %714
  %728 = icmp eq i64 %719, 0
  br i1 %728, label %741, label %729

729:                                              ; preds = %727
  %730 = lshr i64 %719, 21
  %731 = and i64 %730, 8191
  %732 = and i64 %719, 524287
  %733 = getelementptr inbounds i8, ptr %1, i64 %721
  %734 = load ptr, ptr %11, align 8
  %735 = ptrtoint ptr %733 to i64
  %736 = ptrtoint ptr %734 to i64
  %737 = sub i64 %735, %736
  %738 = load i64, ptr %110, align 8
  %739 = lshr i64 %5, 40
  %740 = and i64 %739, 1
  tail call fastcc void @report(ptr %0, i32 7, i64 %6, i64 %7, i64 %731, i64 %732, i64 %737, i64 %738, i64 range(i64 1, 0) %4, i64 %740)
  br label %756

741:                                              ; preds = %724, %727
  %742 = phi i64 [ %717, %727 ], [ %183, %724 ]
  %743 = phi i64 [ %718, %727 ], [ %292, %724 ]
  %744 = phi i64 [ %720, %727 ], [ %180, %724 ]
  %745 = icmp eq i64 %742, 0
  br i1 %745, label %756, label %746

746:                                              ; preds = %741
  %747 = lshr i64 %742, 21
  %748 = and i64 %747, 8191
  %749 = and i64 %742, 524287
  %750 = getelementptr inbounds i8, ptr %1, i64 %744
  %751 = load ptr, ptr %11, align 8
  %752 = ptrtoint ptr %750 to i64
  %753 = ptrtoint ptr %751 to i64
  %754 = sub i64 %752, %753
  %755 = load i64, ptr %110, align 8
  tail call fastcc void @report(ptr %0, i32 6, i64 %6, i64 %7, i64 %748, i64 %749, i64 %754, i64 %755, i64 range(i64 1, 0) %4, i64 1)
  br label %756

756:                                              ; preds = %729, %741, %746
  %757 = phi i64 [ %743, %746 ], [ %718, %729 ], [ %743, %741 ]
  %758 = icmp eq i64 %757, 0
  br i1 %758, label %768, label %759

759:                                              ; preds = %756
  %760 = icmp eq i32 %9, 0
  %761 = icmp eq i64 %757, %4
  %762 = or i1 %760, %761
  br i1 %762, label %763, label %768

763:                                              ; preds = %759
  %764 = load ptr, ptr %11, align 8
  %765 = ptrtoint ptr %764 to i64
  %766 = sub i64 %82, %765
  %767 = load i64, ptr %110, align 8
  tail call fastcc void @report(ptr %0, i32 5, i64 %6, i64 %7, i64 -1, i64 -1, i64 %766, i64 %767, i64 %4, i64 0)
  br label %768

768:                                              ; preds = %226, %261, %157, %129, %123, %759, %763, %756, %120, %106, %90
  %769 = phi i32 [ 0, %90 ], [ 0, %106 ], [ 0, %120 ], [ 1, %756 ], [ 1, %763 ], [ 1, %759 ], [ 1, %123 ], [ 1, %129 ], [ 1, %157 ], [ 1, %261 ], [ 1, %226 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %11) #18
  br label %770

770:                                              ; preds = %10, %768
  %771 = phi i32 [ %769, %768 ], [ 1, %10 ]
  ret i32 %771
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
  tail call fastcc void @report(ptr nonnull %0, i32 10, i64 %11, i64 %14, i64 0, i64 -1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
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
  %11 = load ptr, ptr %0, align 128
  %12 = zext nneg i32 %1 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = load i64, ptr %15, align 32
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %11, i64 40
  br label %20

20:                                               ; preds = %20, %10
  %21 = atomicrmw xchg ptr %19, i64 1 acquire, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %23, label %20

23:                                               ; preds = %20
  %24 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %25 = load i64, ptr %24, align 8
  %26 = icmp sgt i64 %25, 0
  br i1 %26, label %27, label %90

27:                                               ; preds = %23
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %29 = load ptr, ptr %28, align 8
  br label %31

30:                                               ; preds = %49
  br i1 %53, label %90, label %55

31:                                               ; preds = %27, %49
  %32 = phi i64 [ 0, %27 ], [ %51, %49 ]
  %33 = getelementptr inbounds nuw %struct.report, ptr %29, i64 %32
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, %12
  br i1 %35, label %36, label %49

36:                                               ; preds = %31
  %37 = getelementptr inbounds nuw i8, ptr %33, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, %2
  br i1 %39, label %40, label %49

40:                                               ; preds = %36
  %41 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, %5
  br i1 %43, label %44, label %49

44:                                               ; preds = %40
  %45 = getelementptr inbounds nuw i8, ptr %33, i64 88
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, %9
  %48 = select i1 %47, ptr %33, ptr null
  br label %49

49:                                               ; preds = %44, %40, %36, %31
  %50 = phi ptr [ null, %31 ], [ %48, %44 ], [ null, %40 ], [ null, %36 ]
  %51 = add nuw nsw i64 %32, 1
  %52 = icmp slt i64 %51, %25
  %53 = icmp eq ptr %50, null
  %54 = select i1 %52, i1 %53, i1 false
  br i1 %54, label %31, label %30

55:                                               ; preds = %30
  %56 = getelementptr inbounds nuw i8, ptr %50, i64 96
  %57 = load i64, ptr %56, align 8
  %58 = add nsw i64 %57, 1
  %59 = getelementptr inbounds nuw i8, ptr %50, i64 40
  %60 = getelementptr inbounds nuw i8, ptr %50, i64 56
  %61 = load i64, ptr %60, align 8
  %62 = icmp eq i64 %18, %61
  br i1 %62, label %63, label %74

63:                                               ; preds = %55
  %64 = getelementptr inbounds nuw i8, ptr %50, i64 48
  %65 = load i64, ptr %64, align 8
  %66 = icmp eq i64 %16, %65
  br i1 %66, label %67, label %74

67:                                               ; preds = %63
  %68 = load i64, ptr %59, align 8
  %69 = icmp eq i64 %14, %68
  br i1 %69, label %70, label %74

70:                                               ; preds = %67
  %71 = getelementptr inbounds nuw i8, ptr %50, i64 24
  %72 = load i64, ptr %71, align 8
  %73 = icmp slt i64 %3, %72
  br i1 %73, label %78, label %89

74:                                               ; preds = %55, %63, %67
  %75 = phi i64 [ %18, %55 ], [ %16, %63 ], [ %14, %67 ]
  %76 = phi i64 [ %61, %55 ], [ %65, %63 ], [ %68, %67 ]
  %77 = icmp slt i64 %75, %76
  br i1 %77, label %78, label %89

78:                                               ; preds = %70, %74
  store i64 %12, ptr %50, align 8
  %79 = getelementptr inbounds nuw i8, ptr %50, i64 8
  store i64 %2, ptr %79, align 8
  %80 = getelementptr inbounds nuw i8, ptr %50, i64 16
  store i64 %5, ptr %80, align 8
  %81 = getelementptr inbounds nuw i8, ptr %50, i64 24
  store i64 %3, ptr %81, align 8
  %82 = getelementptr inbounds nuw i8, ptr %50, i64 32
  store i64 %4, ptr %82, align 8
  store i64 %14, ptr %59, align 8
  %83 = getelementptr inbounds nuw i8, ptr %50, i64 48
  store i64 %16, ptr %83, align 8
  %84 = getelementptr inbounds nuw i8, ptr %50, i64 56
  store i64 %18, ptr %84, align 8
  %85 = getelementptr inbounds nuw i8, ptr %50, i64 64
  store i64 %6, ptr %85, align 8
  %86 = getelementptr inbounds nuw i8, ptr %50, i64 72
  store i64 %7, ptr %86, align 8
  %87 = getelementptr inbounds nuw i8, ptr %50, i64 80
  store i64 %8, ptr %87, align 8
  %88 = getelementptr inbounds nuw i8, ptr %50, i64 88
  store i64 %9, ptr %88, align 8
  store i64 %58, ptr %56, align 8
  br label %111

89:                                               ; preds = %70, %74
  store i64 %58, ptr %56, align 8
  br label %111

90:                                               ; preds = %23, %30
  %91 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %92 = load i64, ptr %91, align 8
  %93 = icmp slt i64 %25, %92
  br i1 %93, label %94, label %111

94:                                               ; preds = %90
  %95 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %96 = load ptr, ptr %95, align 8
  %97 = add nsw i64 %25, 1
  store i64 %97, ptr %24, align 8
  %98 = getelementptr inbounds %struct.report, ptr %96, i64 %25
  store i64 %12, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 8
  store i64 %2, ptr %99, align 8
  %100 = getelementptr inbounds nuw i8, ptr %98, i64 16
  store i64 %5, ptr %100, align 8
  %101 = getelementptr inbounds nuw i8, ptr %98, i64 24
  store i64 %3, ptr %101, align 8
  %102 = getelementptr inbounds nuw i8, ptr %98, i64 32
  store i64 %4, ptr %102, align 8
  %103 = getelementptr inbounds nuw i8, ptr %98, i64 40
  store i64 %14, ptr %103, align 8
  %104 = getelementptr inbounds nuw i8, ptr %98, i64 48
  store i64 %16, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %98, i64 56
  store i64 %18, ptr %105, align 8
  %106 = getelementptr inbounds nuw i8, ptr %98, i64 64
  store i64 %6, ptr %106, align 8
  %107 = getelementptr inbounds nuw i8, ptr %98, i64 72
  store i64 %7, ptr %107, align 8
  %108 = getelementptr inbounds nuw i8, ptr %98, i64 80
  store i64 %8, ptr %108, align 8
  %109 = getelementptr inbounds nuw i8, ptr %98, i64 88
  store i64 %9, ptr %109, align 8
  %110 = getelementptr inbounds nuw i8, ptr %98, i64 96
  store i64 1, ptr %110, align 8
  br label %111

111:                                              ; preds = %90, %94, %78, %89
  store atomic i64 0, ptr %19 release, align 8
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
  tail call fastcc void @report(ptr nonnull %0, i32 8, i64 %15, i64 %23, i64 %25, i64 %1, i64 0, i64 -9223372036854775808, i64 0, i64 0)
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
  tail call fastcc void @report(ptr nonnull %0, i32 9, i64 %15, i64 %17, i64 %19, i64 -1, i64 0, i64 -9223372036854775808, i64 %3, i64 %7)
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
  %5 = sdiv i64 %2, 4
  %6 = add nsw i64 %5, 1
  %7 = tail call ptr @calloc(i64 %6, i64 136) #19
  %8 = icmp eq ptr %7, null
  br i1 %8, label %19, label %9

9:                                                ; preds = %4
  %10 = tail call dereferenceable_or_null(40) ptr @calloc(i64 1, i64 40) #19
  %11 = icmp eq ptr %10, null
  br i1 %11, label %19, label %12

12:                                               ; preds = %9
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %14 = load ptr, ptr %13, align 8
  store ptr %14, ptr %10, align 8
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr %1, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i64 %2, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store i64 %3, ptr %17, align 8
  store ptr %10, ptr %13, align 8
  %18 = getelementptr inbounds nuw i8, ptr %10, i64 32
  store ptr %7, ptr %18, align 8
  br label %20

19:                                               ; preds = %4, %9
  tail call void @free(ptr %7)
  br label %20

20:                                               ; preds = %19, %12
  ret void
}

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #9

declare void @free(ptr allocptr captures(none)) local_unnamed_addr #10

define void @__xdsl_opencl_check_variable(ptr captures(none) %0, ptr %1, i64 %2) local_unnamed_addr #11 {
  %4 = tail call dereferenceable_or_null(40) ptr @calloc(i64 1, i64 40) #19
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
  tail call void @free(ptr nonnull %6)
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
  tail call void @free(ptr nonnull %16)
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
  br i1 %11, label %12, label %60

12:                                               ; preds = %7
  %13 = load ptr, ptr %8, align 8
  br label %37

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
  store ptr %17, ptr %0, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 %21, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %30 = getelementptr inbounds nuw i8, ptr %15, i64 24
  %31 = load i64, ptr %30, align 8
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 3, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %33, align 4
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %35 = getelementptr inbounds nuw i8, ptr %15, i64 32
  %36 = load ptr, ptr %35, align 8
  store ptr %36, ptr %34, align 8
  br label %100

37:                                               ; preds = %12, %57
  %38 = phi i64 [ 0, %12 ], [ %58, %57 ]
  %39 = getelementptr inbounds nuw %struct.argument, ptr %13, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = icmp ult ptr %2, %40
  br i1 %41, label %57, label %42

42:                                               ; preds = %37
  %43 = getelementptr inbounds nuw i8, ptr %39, i64 8
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i8, ptr %40, i64 %44
  %46 = icmp ult ptr %2, %45
  br i1 %46, label %47, label %57

47:                                               ; preds = %42
  store ptr %40, ptr %0, align 8
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 %44, ptr %48, align 8
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %50 = xor i64 %38, -1
  store i64 %50, ptr %49, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %51, align 8
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %53 = getelementptr inbounds nuw i8, ptr %39, i64 16
  %54 = load i64, ptr %53, align 8
  %55 = trunc i64 %54 to i32
  store i32 %55, ptr %52, align 4
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr null, ptr %56, align 8
  br label %100

57:                                               ; preds = %42, %37
  %58 = add nuw nsw i64 %38, 1
  %59 = icmp eq i64 %58, %10
  br i1 %59, label %60, label %37

60:                                               ; preds = %57, %7
  %61 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %85, label %64

64:                                               ; preds = %60, %74
  %65 = phi ptr [ %75, %74 ], [ %62, %60 ]
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 8
  %67 = load ptr, ptr %66, align 8
  %68 = icmp ult ptr %2, %67
  br i1 %68, label %74, label %69

69:                                               ; preds = %64
  %70 = getelementptr inbounds nuw i8, ptr %65, i64 16
  %71 = load i64, ptr %70, align 8
  %72 = getelementptr inbounds i8, ptr %67, i64 %71
  %73 = icmp ult ptr %2, %72
  br i1 %73, label %77, label %74

74:                                               ; preds = %69, %64
  %75 = load ptr, ptr %65, align 8
  %76 = icmp eq ptr %75, null
  br i1 %76, label %85, label %64

77:                                               ; preds = %69
  store ptr %67, ptr %0, align 8
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 %71, ptr %78, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %80 = getelementptr inbounds nuw i8, ptr %65, i64 24
  %81 = load i64, ptr %80, align 8
  store i64 %81, ptr %79, align 8
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %82, align 8
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %83, align 4
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr null, ptr %84, align 8
  br label %100

85:                                               ; preds = %74, %60
  %86 = ptrtoint ptr %2 to i64
  %87 = ptrtoint ptr %1 to i64
  %88 = sub i64 %86, %87
  %89 = add i64 %88, 67108863
  %90 = icmp ult i64 %89, 134217727
  br i1 %90, label %91, label %95

91:                                               ; preds = %85
  store ptr %2, ptr %0, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 67108864, ptr %92, align 8
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 -9223372036854775808, ptr %93, align 8
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 24
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16) %94, i8 0, i64 16, i1 false)
  br label %100

95:                                               ; preds = %85
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 16
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  store i64 -9223372036854775808, ptr %97, align 8
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 1, ptr %98, align 8
  store i32 0, ptr %96, align 4
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr null, ptr %99, align 8
  br label %100

100:                                              ; preds = %47, %91, %95, %77, %27
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

define internal fastcc range(i32 0, 2) i32 @grow(ptr captures(none) %0) unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load i64, ptr %2, align 8
  %4 = icmp ugt i64 %3, 1048575
  br i1 %4, label %85, label %5

5:                                                ; preds = %1
  %6 = icmp eq i64 %3, 0
  %7 = shl nuw nsw i64 %3, 1
  %8 = select i1 %6, i64 64, i64 %7
  %9 = shl nuw nsw i64 %8, 1
  %10 = load ptr, ptr %0, align 8
  %11 = mul nuw nsw i64 %8, 552
  %12 = tail call ptr @realloc(ptr %10, i64 %11) #20
  %13 = icmp eq ptr %12, null
  br i1 %13, label %85, label %14

14:                                               ; preds = %5
  store ptr %12, ptr %0, align 8
  %15 = tail call ptr @calloc(i64 %9, i64 4) #19
  %16 = icmp eq ptr %15, null
  br i1 %16, label %85, label %17

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
  br i1 %24, label %85, label %25

25:                                               ; preds = %17
  %26 = and i64 %23, 1
  %27 = icmp eq i64 %23, 1
  br i1 %27, label %67, label %28

28:                                               ; preds = %25
  %29 = and i64 %23, -2
  br label %30

30:                                               ; preds = %59, %28
  %31 = phi i64 [ 0, %28 ], [ %61, %59 ]
  %32 = phi i64 [ 0, %28 ], [ %63, %59 ]
  %33 = getelementptr inbounds nuw %struct.block, ptr %12, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = mul i64 %34, -7046029254386353131
  %36 = lshr i64 %35, 20
  br label %37

37:                                               ; preds = %37, %30
  %38 = phi i64 [ %36, %30 ], [ %43, %37 ]
  %39 = and i64 %38, %20
  %40 = getelementptr inbounds nuw i32, ptr %15, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = icmp eq i32 %41, 0
  %43 = add i64 %39, 1
  br i1 %42, label %44, label %37

44:                                               ; preds = %37
  %45 = getelementptr inbounds nuw i32, ptr %15, i64 %39
  %46 = or disjoint i64 %31, 1
  %47 = trunc i64 %46 to i32
  store i32 %47, ptr %45, align 4
  %48 = getelementptr inbounds nuw %struct.block, ptr %12, i64 %46
  %49 = load i64, ptr %48, align 8
  %50 = mul i64 %49, -7046029254386353131
  %51 = lshr i64 %50, 20
  br label %52

52:                                               ; preds = %52, %44
  %53 = phi i64 [ %51, %44 ], [ %58, %52 ]
  %54 = and i64 %53, %20
  %55 = getelementptr inbounds nuw i32, ptr %15, i64 %54
  %56 = load i32, ptr %55, align 4
  %57 = icmp eq i32 %56, 0
  %58 = add i64 %54, 1
  br i1 %57, label %59, label %52

59:                                               ; preds = %52
  %60 = getelementptr inbounds nuw i32, ptr %15, i64 %54
  %61 = add nuw i64 %31, 2
  %62 = trunc i64 %61 to i32
  store i32 %62, ptr %60, align 4
  %63 = add i64 %32, 2
  %64 = icmp eq i64 %63, %29
  br i1 %64, label %65, label %30

65:                                               ; preds = %59
  %66 = icmp eq i64 %26, 0
  br i1 %66, label %85, label %67

67:                                               ; preds = %65, %25
  %68 = phi i64 [ 0, %25 ], [ %61, %65 ]
  %69 = icmp ne i64 %26, 0
  tail call void @llvm.assume(i1 %69)
  %70 = getelementptr inbounds nuw %struct.block, ptr %12, i64 %68
  %71 = load i64, ptr %70, align 8
  %72 = mul i64 %71, -7046029254386353131
  %73 = lshr i64 %72, 20
  br label %74

74:                                               ; preds = %74, %67
  %75 = phi i64 [ %73, %67 ], [ %80, %74 ]
  %76 = and i64 %75, %20
  %77 = getelementptr inbounds nuw i32, ptr %15, i64 %76
  %78 = load i32, ptr %77, align 4
  %79 = icmp eq i32 %78, 0
  %80 = add i64 %76, 1
  br i1 %79, label %81, label %74

81:                                               ; preds = %74
  %82 = getelementptr inbounds nuw i32, ptr %15, i64 %76
  %83 = trunc i64 %68 to i32
  %84 = add i32 %83, 1
  store i32 %84, ptr %82, align 4
  br label %85

85:                                               ; preds = %81, %65, %17, %5, %14, %1
  %86 = phi i32 [ 0, %1 ], [ 0, %5 ], [ 0, %14 ], [ 1, %17 ], [ 1, %65 ], [ 1, %81 ]
  ret i32 %86
}

declare noalias ptr @realloc(ptr allocptr captures(none), i64 noundef) local_unnamed_addr #13

declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #14

declare i64 @llvm.smin.i64(i64, i64) #16

declare i64 @llvm.smax.i64(i64, i64) #16

declare void @llvm.assume(i1 noundef) #17

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
attributes #20 = { nounwind }

!0 = !{}

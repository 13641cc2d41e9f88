// RUN: sed '/^.. -----/,$!d' %s > %t
// RUN: sed '1d; s/@attention/@as_it_is/' %t > %t.one.mlir
// RUN: sed 's/maximumf/maxnumf/; s/@attention/@maxnumf/' %t >> %t.one.mlir
// RUN: sed 's/0xff800000/-3.4028234663852886e38/; s/@attention/@lowest_finite/' %t >> %t.one.mlir
// RUN: sed 's/addf \(%%[a-z]*\), \(%%[a-z]*\)/addf \2, \1/; s/@attention/@sum_of_swapped/' %t >> %t.one.mlir
// RUN: sed 's/-> (b, m)>/-> (b, m, 0)>/; s/row = memref<2x64x/row = memref<2x64x1x/; s/@attention/@rows_of_one_column/' %t >> %t.one.mlir
// RUN: sed 's/^\(!.*memref<\)2x64x/\1?x?x/; s/alloc() : !/alloc(%%n, %%n) : !/; s/@attention/@unknown_rows/' %t >> %t.one.mlir
// RUN: sed '/%%factors = /,/^  }/d; s/%%quotients = .*/%%factors = memref.alloc() : !p/; /outs(%%quotients/,/^  }/{s/%%quotients : !s/%%factors : !p/; s/%%o: f32/%%o: f16/; s/.*divf.*/&\n    %%b = arith.truncf %%a : f32 to f16/; s/yield %%a : f32/yield %%b : f16/}; s/@attention/@quotients_at_once/' %t >> %t.one.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.copy ins(%%q : !q) outs(%%free : !q)/; s/@attention/@query_read_meanwhile/' %t >> %t.one.mlir
// RUN: sed '1d; s/maximumf/minimumf/; s/@attention/@minimum/' %t > %t.apart.mlir
// RUN: sed 's/addf %%o/maximumf %%o/; s/@attention/@sum_of_maximum/' %t >> %t.apart.mlir
// RUN: sed 's/addf %%o/mulf %%o/; s/@attention/@product_of_powers/' %t >> %t.apart.mlir
// RUN: sed 's/addf %%o, %%x/addf %%x, %%x/; s/@attention/@sum_without_one_side/' %t >> %t.apart.mlir
// RUN: sed '/maximumf/,/yield/s/yield %%a/yield %%x/; s/@attention/@maximum_unused/' %t >> %t.apart.mlir
// RUN: sed 's/subf \(%%[a-z]*\), \(%%[a-z]*\)/subf \2, \1/; s/@attention/@difference_swapped/' %t >> %t.apart.mlir
// RUN: sed 's/subf/mulf/; s/@attention/@no_difference/' %t >> %t.apart.mlir
// RUN: sed 's/math.exp/math.exp2/; s/@attention/@no_exp/' %t >> %t.apart.mlir
// RUN: sed 's/math.exp %%a/math.exp %%x/; s/@attention/@difference_unused/' %t >> %t.apart.mlir
// RUN: sed 's/divf \(%%[a-z]*\), \(%%[a-z]*\)/divf \2, \1/; s/@attention/@quotient_swapped/' %t >> %t.apart.mlir
// RUN: sed 's/divf/mulf/; s/@attention/@no_quotient/' %t >> %t.apart.mlir
// RUN: sed '/divf/,/yield/s/yield %%a/yield %%x/; s/@attention/@quotient_unused/' %t >> %t.apart.mlir
// RUN: sed 's/ins(%%powers, %%total/ins(%%scores, %%total/; s/@attention/@quotient_of_scores/' %t >> %t.apart.mlir
// RUN: sed 's/ins(%%powers, %%total/ins(%%powers, %%top/; s/@attention/@quotient_by_maximum/' %t >> %t.apart.mlir
// RUN: sed 's/%%lowest : f32/%%zero : f32/; s/@attention/@maximum_from_zero/' %t >> %t.apart.mlir
// RUN: sed 's/%%zero : f32) outs(%%total/%%one : f32) outs(%%total/; s/@attention/@sum_from_one/' %t >> %t.apart.mlir
// RUN: sed 's/%%zero : f32) outs(%%result/%%one : f32) outs(%%result/; s/@attention/@result_from_one/' %t >> %t.apart.mlir
// RUN: sed '/outs(%%result : !r)/{/fill/d}; s/@attention/@result_not_filled/' %t >> %t.apart.mlir
// RUN: sed 's/linalg.fill ins(%%lowest : f32)/linalg.copy ins(%%line : !row)/; s/@attention/@filled_by_copy/' %t >> %t.apart.mlir
// RUN: sed 's/-> (b, m)>/-> (b, n)>/; s/"parallel", "reduction"/"reduction", "parallel"/; s/@attention/@along_rows/' %t >> %t.apart.mlir
// RUN: sed 's/"parallel", "reduction"/"reduction", "reduction"/; s/-> (b, m)>/-> (b, 0)>/; s/@attention/@along_both/' %t >> %t.apart.mlir
// RUN: sed '/ins(%%powers : /s/#each, #row\(.*\)"parallel", "reduction"/#each, #column\1"reduction", "parallel"/; s/ins(%%powers, %%total/&/; /ins(%%powers, %%total/s/#row/#column/; s/@attention/@sum_along_rows/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.copy ins(%%top : !row) outs(%%line : !row)/; s/@attention/@maximum_is_seen/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.copy ins(%%powers : !s) outs(%%other : !s)/; s/@attention/@powers_are_seen/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.copy ins(%%total : !row) outs(%%line : !row)/; s/@attention/@sums_are_seen/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.copy ins(%%scores : !s) outs(%%other : !s)/; s/@attention/@scores_are_seen/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.copy ins(%%quotients : !s) outs(%%other : !s)/; s/@attention/@quotients_are_seen/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.copy ins(%%factors : !p) outs(%%free : !q)/; s/@attention/@factors_are_seen/' %t >> %t.apart.mlir
// RUN: sed '/%%powers = /d; s/%%other: !s/&, %%powers: !s/; s/@attention/@powers_are_given/' %t >> %t.apart.mlir
// RUN: sed '/%%factors = /d; s/%%other: !s/&, %%factors: !p/; s/@attention/@factors_are_given/' %t >> %t.apart.mlir
// RUN: sed '/ins(%%quotients/s/#each, #each/#turned, #each/; s/@attention/@conversion_of_turned/' %t >> %t.apart.mlir
// RUN: sed 's/%%a = arith.truncf %%x/%%b = arith.negf %%x : f32\n    %%a = arith.truncf %%b/; s/@attention/@conversion_and_more/' %t >> %t.apart.mlir
// RUN: sed 's/%%factors, %%v : !p, !v/%%v, %%factors : !v, !p/; s/@attention/@factors_second/' %t >> %t.apart.mlir
// RUN: sed 's/%%factors, %%v : !p, !v/%%factors, %%factors : !p, !p/; s/@attention/@factors_twice/' %t >> %t.apart.mlir
// RUN: sed 's/batch_matmul ins/batch_matmul_transpose_a ins/; s/@attention/@factors_turned/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.fill ins(%%half : f16) outs(%%q : !q)/; s/@attention/@query_written/' %t >> %t.apart.mlir
// RUN: sed 's/^  linalg.fill.*%%result.*/&\n  linalg.fill ins(%%half : f16) outs(%%k : !k)/; s/@attention/@key_written/' %t >> %t.apart.mlir
// RUN: sed 's/^\(![qk] = .*\)64x64x/\164x129x/; s/^!k = .*/!k = memref<2x64x129xf16>/; s/@attention/@long_heads/' %t >> %t.apart.mlir
// RUN: sed 's/^\(![qk] = .*\)64x64x/\164x?x/; s/@attention/@unknown_heads/' %t >> %t.apart.mlir
// RUN: sed 's/^\(![vr] = .*\)64x64x/\164x256x/; s/@attention/@wide_values/' %t >> %t.apart.mlir
// RUN: sed 's/^\(![qk] = .*\)f16/\1i8/; s/^!s = .*/&\n!i = memref<2x64x64xi32>/; s/%%scores = memref.alloc.*/%%sums = memref.alloc() : !i\n  %%nought = arith.constant 0 : i32/; s/%%zero : f32) outs(%%scores : !s/%%nought : i32) outs(%%sums : !i/; s/\(transpose_b .*\)outs(.*/\1outs(%%sums : !i)\n  %%scores = memref.alloc() : !s\n  linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%%sums : !i) outs(%%scores : !s) {\n  ^bb0(%%x: i32, %%o: f32):\n    %%a = arith.sitofp %%x : i32 to f32\n    linalg.yield %%a : f32\n  }/; s/@attention/@integer_scores/' %t >> %t.apart.mlir
// RUN: xdsl-opt --split-input-file -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions" %t.one.mlir | filecheck %s --check-prefix ONE
// RUN: xdsl-opt --split-input-file -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions" %t.apart.mlir > %t.kernels
// RUN: filecheck %s --check-prefix TWO --input-file %t.kernels
// RUN: filecheck %s --check-prefix APART --input-file %t.kernels

// What is attention, one kernel; and what is not: each line changes one thing of the program below.
// ONE-COUNT-8: %keys: memref
// ONE-NOT: gpu.launch
// TWO-COUNT-82: "gpu.launch"
// APART-NOT: %keys: memref
// -----
!q = memref<2x64x64xf16>
!k = memref<2x64x64xf16>
!v = memref<2x64x64xf16>
!r = memref<2x64x64xf32>
!s = memref<2x64x64xf32>
!p = memref<2x64x64xf16>
!row = memref<2x64xf32>
#each = affine_map<(b, m, n) -> (b, m, n)>
#row = affine_map<(b, m, n) -> (b, m)>
#column = affine_map<(b, m, n) -> (b, n)>
#turned = affine_map<(b, m, n) -> (b, n, m)>
func.func @attention(%q: !q, %k: !k, %v: !v, %result: !r, %other: !s, %free: !q, %line: !row, %n: index) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f16
  %lowest = arith.constant 0xff800000 : f32
  %scores = memref.alloc() : !s
  linalg.fill ins(%zero : f32) outs(%scores : !s)
  linalg.batch_matmul_transpose_b ins(%q, %k : !q, !k) outs(%scores : !s)
  %top = memref.alloc() : !row
  linalg.fill ins(%lowest : f32) outs(%top : !row)
  linalg.generic {indexing_maps = [#each, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scores : !s) outs(%top : !row) {
  ^bb0(%x: f32, %o: f32):
    %a = arith.maximumf %x, %o : f32
    linalg.yield %a : f32
  }
  %powers = memref.alloc() : !s
  linalg.generic {indexing_maps = [#each, #row, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %top : !s, !row) outs(%powers : !s) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %a = arith.subf %x, %y : f32
    %b = math.exp %a : f32
    linalg.yield %b : f32
  }
  %total = memref.alloc() : !row
  linalg.fill ins(%zero : f32) outs(%total : !row)
  linalg.generic {indexing_maps = [#each, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%powers : !s) outs(%total : !row) {
  ^bb0(%x: f32, %o: f32):
    %a = arith.addf %o, %x : f32
    linalg.yield %a : f32
  }
  %quotients = memref.alloc() : !s
  linalg.generic {indexing_maps = [#each, #row, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%powers, %total : !s, !row) outs(%quotients : !s) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %a = arith.divf %x, %y : f32
    linalg.yield %a : f32
  }
  %factors = memref.alloc() : !p
  linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%quotients : !s) outs(%factors : !p) {
  ^bb0(%x: f32, %o: f16):
    %a = arith.truncf %x : f32 to f16
    linalg.yield %a : f16
  }
  linalg.fill ins(%zero : f32) outs(%result : !r)
  linalg.batch_matmul ins(%factors, %v : !p, !v) outs(%result : !r)
  func.return
}

// --- SUB_GROUP

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#t = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
gpu.module @m {{
  gpu.func @k(%a: memref<16x64xf16>, %b: memref<{b}xf16>, %c: memref<16x32xf32>) kernel {{
    %zero = arith.constant 0 : index
    %column = arith.constant 16 : index
    %end = arith.constant 64 : index
    %none = arith.constant 0.0 : f16
    %nothing = arith.constant 0.0 : f32
    %start = arith.constant dense<2.0> : vector<16x16xf32>
    %sum = scf.for %k = %zero to %end step %column iter_args(%s = %start) -> (vector<16x16xf32>) {{
      %x = vector.transfer_read %a[%zero, %k], %none {{in_bounds = [true, true]}} : memref<16x64xf16>, vector<16x16xf16>
      %y = vector.transfer_read %b[{place}], %none {{in_bounds = [true, true]}} : memref<{b}xf16>, vector<16x16xf16>
      %n = vector.contract {{indexing_maps = [#a, {map}, #c], iterator_types = ["parallel", "parallel", "reduction"]}} %x, %y, %s : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
      scf.yield %n : vector<16x16xf32>
    }}
    %old = vector.transfer_read %c[%zero, %column], %nothing {{in_bounds = [true, true]}} : memref<16x32xf32>, vector<16x16xf32>
    %new = arith.subf %sum, %old : vector<16x16xf32>
    vector.transfer_write %new, %c[%zero, %column] {{in_bounds = [true, true]}} : vector<16x16xf32>, memref<16x32xf32>
    gpu.return
  }}
}}

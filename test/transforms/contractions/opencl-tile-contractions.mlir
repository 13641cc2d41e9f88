// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=32,32,32 waves=1,1}" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1030},opencl-tile-contractions" | filecheck %s --check-prefix ITEM
// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-tile-contractions" | filecheck %s --check-prefix TILES
// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-tile-contractions,opencl-copy-tiles,opencl-multiply-tiles" | filecheck %s --check-prefix HOST

// CHECK-LABEL: func.func @product
// ITEM-LABEL: func.func @product
// The fill belongs to the kernel; the grid is columns by rows.
// CHECK-NOT: linalg
// CHECK: %[[COLUMNS:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[ROWS:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[COUNT:.*]] = arith.constant 32 : index
// CHECK-NEXT: "gpu.launch"(%[[COLUMNS]], %[[ROWS]], %[[ONE]], %[[COUNT]], %[[ONE]], %[[ONE]])
// A tile of each factor is in local memory, the columns as lines: 16 bytes are after a line,
// 8 after one that is transposed.
// CHECK-NEXT: {{.*}}%first_tile: memref<32x40xf16, #gpu.address_space<workgroup>>, %second_tile: memref<32x36xf16, #gpu.address_space<workgroup>>):
// CHECK: %sums = memref.alloca() : memref<32x32xf32>
// CHECK-NEXT: linalg.fill ins(%zero : f32) outs(%sums : memref<32x32xf32>)
// CHECK-NEXT: %[[FIRST:.*]] = memref.subview %first_tile[0, 0] [32, 32] [1, 1] :
// CHECK-NEXT: %[[SECOND:.*]] = memref.subview %second_tile[0, 0] [32, 32] [1, 1] :
// CHECK: scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT: %[[K:.*]] = arith.muli %[[I]], %{{.*}} : index
// CHECK-NEXT: opencl.copy_tile %a[affine_map<(d0, d1) -> (d0, d1)>] lines %[[ROW:.*]] places %[[K]] to %[[FIRST]] : memref<64x64xf16> to memref<32x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>
// CHECK-NEXT: opencl.copy_tile %b[affine_map<(d0, d1) -> (d1, d0)>] lines %{{.*}} places %[[K]] to %[[SECOND]] : memref<64x96xf16> to memref<32x32xf16, strided<[36, 1]>, #gpu.address_space<workgroup>>
// CHECK-NEXT: gpu.barrier memfence [#gpu.address_space<workgroup>]
// The product of the tiles is an operation of `linalg`; the sums are a tile, too.
// CHECK-NEXT: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[FIRST]], %[[SECOND]] : memref<32x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>, memref<32x32xf16, strided<[36, 1]>, #gpu.address_space<workgroup>>) outs(%sums : memref<32x32xf32>) attrs = {opencl.schedule = {tile = array<i64: 32, 32, 32>, waves = array<i64: 1, 1>, instruction = "wmma.f32.16x16x16.f16", stages = 2 : i64}}
// CHECK-NEXT: ^{{.*}}(%[[A:.*]]: f16, %[[B:.*]]: f16, %[[SUM:.*]]: f32):
// CHECK-NEXT: %[[A2:.*]] = arith.extf %[[A]]
// CHECK-NEXT: %[[B2:.*]] = arith.extf %[[B]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A2]], %[[B2]] : f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[SUM]], %[[P]] : f32
// CHECK-NEXT: linalg.yield %[[S]]
// CHECK: gpu.barrier
// While a tile is multiplied the next one may be loaded.
// CHECK-NEXT: } {opencl.stages = 2 : i64}
// CHECK: "scf.parallel"(%[[ZERO:.*]], %[[ZERO]], %[[C32:.*]], %[[C32]], %{{.*}}, %{{.*}}) <{
// CHECK-NEXT: ^{{.*}}(%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-NEXT: %[[V:.*]] = vector.load %sums[%[[I]], %[[J]]] : memref<32x32xf32>, vector<4xf32>
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %{{.*}}, %[[I]] : index
// CHECK-NEXT: %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[J]] : index
// CHECK-NEXT: vector.store %[[V]], %c[%[[ROW]], %[[COLUMN]]] : memref<64x96xf32>, vector<4xf32>
// CHECK: }) {workgroup_attributions = 2 : i64, opencl.tiles}
// Without an instruction lines of a place follow each other.
// ITEM: opencl.copy_tile %a[{{.*}} transposed :
// ITEM: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
// ITEM-SAME: instruction = "none"
// On the CPU device a work item has a tile, too. Elements are converted once, on the way to local memory: the columns
// of a place follow each other there, the places of a row do. A product has as many rows as registers have.
// TILES-LABEL: func.func @product
// TILES: %rows: memref<[[R:[48]]]x64xf32, #gpu.address_space<workgroup>>, %columns: memref<64x[[C:16|32]]xf32, #gpu.address_space<workgroup>>):
// TILES: %sums = memref.alloca() : memref<16x[[C]]xf32>
// TILES: %[[START:.*]] = vector.broadcast %zero
// TILES: scf.for
// TILES-NEXT: vector.store %[[START]], %sums
// TILES: opencl.copy_tile %b[affine_map<(d0, d1) -> (d1, d0)>] lines %[[COLUMN:.*]] places %[[K:.*]] to %columns transposed : memref<64x96xf16>
// TILES-NEXT: %[[B:.*]] = memref.subview %columns[0, 0] [64, [[C]]] [1, 1]
// TILES: scf.for %[[I:.*]] = %[[K]] to
// TILES-NEXT: %[[DOWN:.*]] = arith.muli %[[I]]
// TILES-NEXT: %[[ROW:.*]] = arith.addi %{{.*}}, %[[DOWN]]
// TILES-NEXT: opencl.copy_tile %a[affine_map<(d0, d1) -> (d0, d1)>] lines %[[ROW]] places %[[K]] to %rows : memref<64x64xf16>
// TILES-NEXT: %[[A:.*]] = memref.subview %rows[0, 0] {{\[}}[[R]], 64] [1, 1]
// TILES-NEXT: %[[SUMS:.*]] = memref.subview %sums[%[[DOWN]], 0] {{\[}}[[R]], [[C]]] [1, 1]
// TILES-NEXT: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[SUMS]] : {{.*}}) attrs = {opencl.schedule = {tile = array<i64: 16, [[C]], 256>}}
// TILES: scf.for
// TILES-NEXT: %[[V:.*]] = vector.load %sums
// TILES: vector.store %[[V]], %c[
// HOST-LABEL: func.func @product
// HOST-NOT: linalg
// HOST-NOT: gpu.barrier
// HOST: scf.for
// HOST-NEXT: vector.store {{.*}}, %sums
// All columns are whole vectors.
// HOST-NOT: scf.if
// HOST: scf.for %[[K:.*]] = %{{.*}} to
// HOST-NEXT: %[[HALF:.*]] = vector.load %b[%[[K]], %{{.*}}]
// HOST-NEXT: %[[FLOAT:.*]] = arith.extf %[[HALF]]
// HOST-NEXT: vector.store %[[FLOAT]], %columns[%[[K]], %{{.*}}]
// HOST: %[[HALF:.*]] = vector.load %a
// HOST: %[[FLOAT:.*]] = arith.extf %[[HALF]]
// HOST: vector.store %[[FLOAT]], %rows
// HOST: %[[ROWS:.*]] = memref.subview %rows
// HOST: %[[SUMS:.*]] = memref.subview %sums
// HOST-NEXT: vector.load %[[SUMS]]
// HOST: scf.for %[[K:.*]] = %{{.*}} to
// HOST-NEXT: vector.load %{{.*}}[%[[K]], %{{.*}}]
// HOST-NOT: extf
// HOST: %[[EACH:.*]] = memref.load %[[ROWS]][%{{.*}}, %[[K]]]
// HOST-NEXT: vector.broadcast %[[EACH]]
// HOST-NEXT: vector.fma
// HOST: scf.yield
// HOST-NEXT: }
// HOST-NEXT: vector.store %{{.*}}, %[[SUMS]]
func.func @product(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x96xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}

// Elements of a row that lie apart are stored one by one, each at a column of its own.
// CHECK-LABEL: func.func @spread
// CHECK: memref.load %c[%[[I:.*]], %[[J:.*]]] :
// CHECK: %[[J1:.*]] = arith.addi %[[J]], %{{.*}} : index
// CHECK-NEXT: memref.load %c[%[[I]], %[[J1]]]
func.func @spread(%a: memref<32x32xf16>, %b: memref<32x32xf16>, %c: memref<32x32xf32, strided<[64, 2]>>) {
  linalg.matmul ins(%a, %b : memref<32x32xf16>, memref<32x32xf16>) outs(%c : memref<32x32xf32, strided<[64, 2]>>)
  func.return
}

// Not contractions, or without rows or columns: a product with a vector, a maximum of sums, a
// convolution of each channel alone, an operation whose body does not see the result.
// CHECK-LABEL: func.func @others
// CHECK-NOT: gpu.launch
// CHECK: linalg.matvec
// CHECK: linalg.generic
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK: linalg.map
// CHECK: func.return
func.func @others(%a: memref<64x64xf32>, %v: memref<64xf32>, %r: memref<64xf32>, %c: memref<64x64xf32>, %i: memref<1x10x10x8xf32>, %w: memref<3x3x8xf32>, %o: memref<1x8x8x8xf32>) {
  linalg.matvec ins(%a, %v : memref<64x64xf32>, memref<64xf32>) outs(%r : memref<64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %m : f32
  }
  linalg.depthwise_conv_2d_nhwc_hwc ins(%i, %w : memref<1x10x10x8xf32>, memref<3x3x8xf32>) outs(%o : memref<1x8x8x8xf32>)
  linalg.map ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// Elements that are no numbers of a kernel, no elements, and a body that runs in parallel already.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: linalg.matmul
// CHECK: scf.parallel
// CHECK: linalg.matmul
// CHECK: func.return
func.func @apart(%a: memref<8x8xindex>, %b: memref<8x8xindex>, %d: memref<8x8xindex>, %e: memref<8x0xf32>, %f: memref<0x8xf32>, %c: memref<8x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x8xindex>, memref<8x8xindex>) outs(%d : memref<8x8xindex>) {
  ^bb0(%x: index, %y: index, %z: index):
    %p = arith.muli %x, %y : index
    %s = arith.addi %p, %z : index
    linalg.yield %s : index
  }
  linalg.matmul ins(%e, %f : memref<8x0xf32>, memref<0x8xf32>) outs(%c : memref<8x8xf32>)
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.parallel (%i) = (%zero) to (%one) step (%one) {
    linalg.matmul ins(%c, %c : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  }
  func.return
}

// The columns do not follow each other in the second factor: vectors along the depth are transposed
// in four steps of halves, or three. The first factor is read where it is.
// HOST-LABEL: func.func @by_columns
// HOST: gpu.launch
// HOST-NEXT: {{.*}}index, %columns: memref<{{[^:]*}}>):
// HOST-COUNT-8: vector.load %b
// HOST-COUNT-24: vector.shuffle
// HOST: vector.store %{{.*}}, %columns
// HOST: %[[A:.*]] = memref.subview %a[%{{.*}}, 0] [{{[48]}}, 64] [1, 1]
// HOST: memref.load %[[A]]
// HOST: vector.fma
func.func @by_columns(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul_transpose_b ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  func.return
}

// Columns of a single tile of rows are read where they are. Fewer than four columns are plain loops.
// HOST-LABEL: func.func @few
// HOST: gpu.launch
// HOST-NEXT: {{.*}}%{{[0-9]+}}: index):
// HOST: %[[B:.*]] = memref.subview %b[0, %{{.*}}] [64, {{16|32}}] [1, 1]
// HOST: %[[A:.*]] = memref.subview %a[%{{.*}}, 0] [4, 64] [1, 1]
// HOST: vector.load %[[B]]
// HOST: memref.load %[[A]]
// HOST: vector.fma
// HOST-NOT: gpu.launch
// HOST: linalg.matmul
func.func @few(%a: memref<4x64xf32>, %b: memref<64x64xf32>, %c: memref<4x64xf32>, %d: memref<64x3xf32>, %e: memref<4x3xf32>) {
  linalg.matmul ins(%a, %b : memref<4x64xf32>, memref<64x64xf32>) outs(%c : memref<4x64xf32>)
  linalg.matmul ins(%a, %d : memref<4x64xf32>, memref<64x3xf32>) outs(%e : memref<4x3xf32>)
  func.return
}

// Of a depth that is not known a stretch is in local memory; one that is shorter than a vector is packed element by
// element. The last tile of rows has some of them: products have its last one again.
// TILES-LABEL: func.func @dynamic
// TILES: gpu.launch
// TILES: %[[HEIGHT:.*]] = arith.minsi %{{.*}}, %{{.*}} : index
// TILES: %sums = memref.alloca
// TILES: opencl.copy_tile %b[{{.*}}] lines %{{.*}} of %{{.*}} places %[[K:.*]] of %{{.*}} to %columns transposed :
// TILES-NEXT: memref.subview %columns[0, 0] [%[[COUNT:[0-9]*]], {{16|32}}]
// TILES: memref.subview %a[%{{.*}}, %[[K]]] [%[[ROWS:[0-9]*]], %[[COUNT]]] [1, 1]
// TILES-NEXT: memref.subview %sums[%{{.*}}, 0] [%[[ROWS]], {{16|32}}]
// TILES-NEXT: linalg.generic
// HOST-LABEL: func.func @dynamic
// HOST: gpu.launch
// HOST-NEXT: {{.*}}%columns: memref<{{.*}}xf32, #gpu.address_space<workgroup>>):
// HOST: scf.for
// HOST: arith.minsi
// HOST: %[[COUNT:.*]] = arith.minsi
// HOST-NEXT: %[[ALL:.*]] = arith.cmpi sge, %[[COUNT]]
// HOST-NEXT: scf.if %[[ALL]]
// HOST: vector.load %b
// HOST: vector.shuffle
// HOST: else
// HOST: memref.load %b
// HOST: memref.store %{{.*}}, %columns
// HOST: %[[A:.*]] = memref.subview %a[{{.*}}] [%[[ROWS:[0-9]*]], %{{[0-9]+}}]
// HOST: %[[LAST:.*]] = arith.addi %[[ROWS]]
// HOST-NEXT: %[[SECOND:.*]] = arith.minsi %{{.*}}, %[[LAST]]
// HOST: memref.load %[[A]]
// HOST: memref.load %[[A]][%[[SECOND]], %
func.func @dynamic(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul_transpose_b ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  func.return
}

// Channels of an image: columns are its pixels, eight of which follow each other. The weights of a channel are one row.
// HOST-LABEL: func.func @image
// HOST: %[[FLAT:.*]] = memref.collapse_shape %w [[0 : i64], [1 : i64, 2 : i64, 3 : i64]] : memref<16x4x3x3xf32> into memref<16x36xf32>
// HOST: gpu.launch
// HOST: vector.load %i{{.*}}vector<8xf32>
// HOST: %[[W:.*]] = memref.subview %[[FLAT]][%{{.*}}, 0] [{{[48]}}, 36] [1, 1]
// HOST: memref.load %[[W]]
// HOST: vector.fma
// HOST: vector.load %sums
// HOST-NOT: memref.store
// HOST: vector.store %{{.*}}, %c[{{.*}}vector<8xf32>
// HOST-NOT: memref.store
// HOST: func.return
func.func @image(%i: memref<1x4x26x26xf32>, %w: memref<16x4x3x3xf32>, %c: memref<1x16x24x24xf32>) {
  linalg.conv_2d_nchw_fchw ins(%i, %w : memref<1x4x26x26xf32>, memref<16x4x3x3xf32>) outs(%c : memref<1x16x24x24xf32>)
  func.return
}

// Operations after a contraction take vectors, if the elements of a row follow each other in what
// they read: those of the bias do, a row has one factor.
// HOST-LABEL: func.func @scaled
// HOST: vector.fma
// HOST: scf.for
// HOST-NEXT: %[[SUM:.*]] = vector.load %sums
// HOST: %[[BIAS:.*]] = vector.load %bias[%{{.*}}] : memref<64xf32>, vector<[[N:16|8]]xf32>
// HOST: %[[ONE:.*]] = memref.load %factor[%{{.*}}] : memref<64xf32>
// HOST-NEXT: %[[A:.*]] = arith.addf %[[SUM]], %[[BIAS]] : vector<[[N]]xf32>
// HOST-NEXT: %[[FACTOR:.*]] = vector.broadcast %[[ONE]]
// HOST-NEXT: %[[B:.*]] = arith.mulf %[[A]], %[[FACTOR]]
// HOST-NEXT: %[[ZERO:.*]] = vector.broadcast %zero
// HOST-NEXT: %[[C:.*]] = arith.cmpf ugt, %[[B]], %[[ZERO]]
// HOST-NEXT: %[[ZERO:.*]] = vector.broadcast %zero
// HOST-NEXT: %[[D:.*]] = arith.select %[[C]], %[[B]], %[[ZERO]] : vector<[[N]]xi1>, vector<[[N]]xf32>
// HOST-NEXT: %[[E:.*]] = arith.truncf %[[D]] : vector<[[N]]xf32> to vector<[[N]]xf16>
// HOST-NEXT: vector.store %[[E]], %d[
func.func @scaled(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %bias: memref<64xf32>, %factor: memref<64xf32>, %d: memref<64x64xf16>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c, %bias, %factor : memref<64x64xf32>, memref<64xf32>, memref<64xf32>) outs(%d : memref<64x64xf16>) {
  ^bb0(%x: f32, %y: f32, %f: f32, %z: f16):
    %s = arith.addf %x, %y : f32
    %p = arith.mulf %s, %f : f32
    %m = arith.cmpf ugt, %p, %zero : f32
    %r = arith.select %m, %p, %zero : f32
    %h = arith.truncf %r : f32 to f16
    linalg.yield %h : f16
  }
  func.return
}

// They take elements where the bias is a column of a matrix.
// HOST-LABEL: func.func @strided
// HOST: vector.load %sums
// HOST: vector.extract
// HOST: memref.load %bias
// HOST: arith.addf %{{.*}}, %{{.*}} : f32
// HOST-NOT: memref.store
// HOST: memref.load %bias
// HOST: memref.store %{{.*}}, %c[
// HOST-NEXT: memref.store %{{.*}}, %c[
func.func @strided(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %bias: memref<64x8xf32>, %c: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c, %bias : memref<64x64xf32>, memref<64x8xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// Rows of 7 pixels have no vector of four: elements are packed one by one.
// HOST-LABEL: func.func @odd_image
// HOST: gpu.launch
// HOST-NOT: vector.load %i
// HOST: memref.load %i
func.func @odd_image(%i: memref<1x4x9x9xf32>, %w: memref<16x4x3x3xf32>, %c: memref<1x16x7x7xf32>) {
  linalg.conv_2d_nchw_fchw ins(%i, %w : memref<1x4x9x9xf32>, memref<16x4x3x3xf32>) outs(%c : memref<1x16x7x7xf32>)
  func.return
}

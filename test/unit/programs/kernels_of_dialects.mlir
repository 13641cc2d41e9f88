// --- AFFINE

func.func @scale(%a: memref<?xf32>, %x: f32, %n: index) {
  "affine.parallel"(%n) <{lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<()[s0] -> (s0)>, upperBoundsGroups = dense<1> : vector<1xi32>, steps = [1 : i64], reductions = []}> ({
  ^bb0(%i: index):
    %v = affine.load %a[%i] : memref<?xf32>
    %w = arith.mulf %v, %x : f32
    affine.store %w, %a[%i] : memref<?xf32>
    affine.yield
  }) : (index) -> ()
  func.return
}
// --- LAUNCH

func.func @square(%a: memref<?xf32>, %n: index, %twice: i1) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %groups = arith.ceildivsi %n, %c32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %groups, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c32, %ly = %c1, %lz = %c1) {
    %first = arith.muli %bx, %lx : index
    %i = arith.addi %first, %tx : index
    %in = arith.cmpi ult, %i, %n : index
    scf.if %in {
      %v = memref.load %a[%i] : memref<?xf32>
      %s = arith.mulf %v, %v : f32
      %d = arith.addf %s, %s : f32
      %r = arith.select %twice, %d, %s : f32
      memref.store %r, %a[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  func.return
}
// --- TENSORS

func.func @twice(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %c = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  func.return %c : tensor<8xf32>
}
// --- LOOPS_THAT_UPSTREAM_PRINTS

func.func @sum(%a: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%cst) -> f32 {
    %1 = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%1 : f32) {
    ^bb0(%x: f32, %y: f32):
      %2 = arith.addf %x, %y : f32
      scf.reduce.return %2 : f32
    }
  }
  return %0 : f32
}

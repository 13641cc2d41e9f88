func.func @f(%n: index, %m: memref<100xf32>) -> (f32, index) {
  %r = affine.parallel (%i) = (0) to (min(%n, 100)) reduce ("addf") -> f32 {
    %x = affine.load %m[%i] : memref<100xf32>
    affine.yield %x : f32
  }
  %q = affine.max affine_map<(d0)[s0] -> (d0, s0 + 3)>(%n)[%n]
  affine.parallel (%i) = (0) to (%n) step (2) {
    affine.store %r, %m[%i] : memref<100xf32>
  }
  func.return %r, %q : f32, index
}

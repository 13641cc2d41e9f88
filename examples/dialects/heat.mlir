// One step of heat flow: each inner point becomes the mean of its neighbours.
func.func @heat(%in: !stencil.field<[0,66]x[0,66]xf32>, %out: !stencil.field<[0,66]x[0,66]xf32>) {
  %before = stencil.load %in : !stencil.field<[0,66]x[0,66]xf32> -> !stencil.temp<?x?xf32>
  %after = stencil.apply(%t = %before : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
    %quarter = arith.constant 0.25 : f32
    %n = stencil.access %t[-1, 0] : !stencil.temp<?x?xf32>
    %s = stencil.access %t[1, 0] : !stencil.temp<?x?xf32>
    %w = stencil.access %t[0, -1] : !stencil.temp<?x?xf32>
    %e = stencil.access %t[0, 1] : !stencil.temp<?x?xf32>
    %ns = arith.addf %n, %s : f32
    %we = arith.addf %w, %e : f32
    %sum = arith.addf %ns, %we : f32
    %mean = arith.mulf %sum, %quarter : f32
    stencil.return %mean : f32
  }
  stencil.store %after to %out(<[1, 1], [65, 65]>) : !stencil.temp<?x?xf32> to !stencil.field<[0,66]x[0,66]xf32>
  func.return
}

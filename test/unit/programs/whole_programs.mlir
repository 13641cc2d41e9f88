// --- HEAT

!field = !stencil.field<[-1,33]x[-1,33]xf32>
func.func @f(%a: !field, %b: !field) {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %steps = arith.constant 20 : index
  %x, %y = scf.for %t = %first to %steps step %step iter_args(%in = %a, %out = %b) -> (!field, !field) {
    %before = stencil.load %in : !field -> !stencil.temp<?x?xf32>
    %after = stencil.apply(%u = %before : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
      %four = arith.constant 4.0 : f32
      %rate = arith.constant 0.125 : f32
      %c = stencil.access %u[0, 0] : !stencil.temp<?x?xf32>
      %n = stencil.access %u[-1, 0] : !stencil.temp<?x?xf32>
      %s = stencil.access %u[1, 0] : !stencil.temp<?x?xf32>
      %w = stencil.access %u[0, -1] : !stencil.temp<?x?xf32>
      %e = stencil.access %u[0, 1] : !stencil.temp<?x?xf32>
      %ns = arith.addf %n, %s : f32
      %we = arith.addf %w, %e : f32
      %sum = arith.addf %ns, %we : f32
      %four_c = arith.mulf %four, %c : f32
      %flow = arith.subf %sum, %four_c : f32
      %change = arith.mulf %rate, %flow : f32
      %new = arith.addf %c, %change : f32
      stencil.return %new : f32
    }
    stencil.store %after to %out(<[0, 0], [32, 32]>) : !stencil.temp<?x?xf32> to !field
    scf.yield %out, %in : !field, !field
  }
  func.return
}
// --- WAVE

!field = !stencil.field<[-2,66]xf64>
func.func @f(%u0: !field, %u1: !field, %u2: !field) {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %steps = arith.constant 20 : index
  %x, %y, %z = scf.for %t = %first to %steps step %step iter_args(%old = %u0, %now = %u1, %new = %u2) -> (!field, !field, !field) {
    %p = stencil.load %old : !field -> !stencil.temp<?xf64>
    %q = stencil.load %now : !field -> !stencil.temp<?xf64>
    %r = stencil.apply(%a = %p : !stencil.temp<?xf64>, %b = %q : !stencil.temp<?xf64>) -> (!stencil.temp<?xf64>) {
      %two = arith.constant 2.0 : f64
      %five = arith.constant 2.5 : f64
      %c0 = arith.constant 0.0625 : f64
      %c1 = arith.constant 1.3333333333333333 : f64
      %c2 = arith.constant 8.333333333333333e-2 : f64
      %ll = stencil.access %b[-2] : !stencil.temp<?xf64>
      %l = stencil.access %b[-1] : !stencil.temp<?xf64>
      %m = stencil.access %b[0] : !stencil.temp<?xf64>
      %h = stencil.access %b[1] : !stencil.temp<?xf64>
      %hh = stencil.access %b[2] : !stencil.temp<?xf64>
      %o = stencil.access %a[0] : !stencil.temp<?xf64>
      %near = arith.addf %l, %h : f64
      %far = arith.addf %ll, %hh : f64
      %s1 = arith.mulf %c1, %near : f64
      %s2 = arith.mulf %c2, %far : f64
      %s3 = arith.mulf %five, %m : f64
      %d1 = arith.subf %s1, %s2 : f64
      %d2 = arith.subf %d1, %s3 : f64
      %d3 = arith.mulf %c0, %d2 : f64
      %twice = arith.mulf %two, %m : f64
      %e1 = arith.subf %twice, %o : f64
      %e2 = arith.addf %e1, %d3 : f64
      stencil.return %e2 : f64
    }
    stencil.store %r to %new(<[0], [64]>) : !stencil.temp<?xf64> to !field
    scf.yield %now, %new, %old : !field, !field, !field
  }
  func.return
}
// --- FIELDS

!field = !stencil.field<[-1,9]x[-1,10]x[-1,11]xf32>
!temp = !stencil.temp<?x?x?xf32>
func.func @f(%u: !field, %v: !field, %damp: !field, %new_u: !field, %new_v: !field) {
  %a = stencil.load %u : !field -> !temp
  %b = stencil.load %v : !field -> !temp
  %d = stencil.load %damp : !field -> !temp
  %p, %q = stencil.apply(%x = %a : !temp, %y = %b : !temp, %z = %d : !temp) -> (!temp, !temp) {
    %half = arith.constant 0.5 : f32
    %x0 = stencil.access %x[-1, 0, 0] : !temp
    %x1 = stencil.access %x[1, 0, 0] : !temp
    %y0 = stencil.access %y[0, -1, 0] : !temp
    %y1 = stencil.access %y[0, 0, 1] : !temp
    %z0 = stencil.access %z[0, 0, 0] : !temp
    %dx = arith.subf %x1, %x0 : f32
    %dy = arith.subf %y1, %y0 : f32
    %sum = arith.addf %dx, %dy : f32
    %damped = arith.mulf %sum, %z0 : f32
    %halved = arith.mulf %half, %dx : f32
    %both = arith.subf %halved, %dy : f32
    stencil.return %damped, %both : f32, f32
  }
  stencil.store %p to %new_u(<[0, 0, 0], [8, 9, 10]>) : !temp to !field
  stencil.store %q to %new_v(<[0, 0, 0], [8, 9, 10]>) : !temp to !field
  func.return
}
// --- ASYNC

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @square(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %block = gpu.block_id x
      %width = gpu.block_dim x
      %thread = gpu.thread_id x
      %before = arith.muli %block, %width : index
      %i = arith.addi %before, %thread : index
      %v = memref.load %x[%i] : memref<64xf32>
      %s = arith.mulf %v, %v : f32
      memref.store %s, %y[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @reversed(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %block = gpu.block_id x
      %width = gpu.block_dim x
      %thread = gpu.thread_id x
      %before = arith.muli %block, %width : index
      %i = arith.addi %before, %thread : index
      %last = arith.constant 63 : index
      %j = arith.subi %last, %i : index
      %v = memref.load %x[%j] : memref<64xf32>
      memref.store %v, %y[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @f(%in: memref<64xf32>, %out: memref<64xf32>) {
    %one = arith.constant 1 : index
    %groups = arith.constant 4 : index
    %items = arith.constant 16 : index
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] () : memref<64xf32>
    %b, %t2 = gpu.alloc async [%t1] () : memref<64xf32>
    %c, %t3 = gpu.alloc async [%t2] () : memref<64xf32>
    %t4 = gpu.memcpy async [%t3] %a, %in : memref<64xf32>, memref<64xf32>
    %t5 = gpu.launch_func async [%t4] @kernels::@square blocks in (%groups, %one, %one) threads in (%items, %one, %one) args(%a : memref<64xf32>, %b : memref<64xf32>)
    %t6 = gpu.launch_func async [%t5] @kernels::@reversed blocks in (%groups, %one, %one) threads in (%items, %one, %one) args(%b : memref<64xf32>, %c : memref<64xf32>)
    %t7 = gpu.memcpy async [%t6] %out, %c : memref<64xf32>, memref<64xf32>
    %t8 = gpu.dealloc async [%t7] %a : memref<64xf32>
    %t9 = gpu.dealloc async [%t8] %b : memref<64xf32>
    %t10 = gpu.dealloc async [%t9] %c : memref<64xf32>
    gpu.wait [%t10]
    return
  }
}
// --- SEQUENCE

func.func @f(%in: memref<30x20xf32>, %out: memref<20xf32>) {
  %zero = arith.constant 0.0 : f32
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %rows = arith.constant 30 : index
  %columns = arith.constant 20 : index
  %roots = memref.alloc() : memref<30x20xf32>
  scf.parallel (%i, %j) = (%first, %first) to (%rows, %columns) step (%step, %step) {
    %v = memref.load %in[%i, %j] : memref<30x20xf32>
    %r = math.sqrt %v : f32
    memref.store %r, %roots[%i, %j] : memref<30x20xf32>
    scf.reduce
  }
  scf.parallel (%j) = (%first) to (%columns) step (%step) {
    %sum = scf.for %i = %first to %rows step %step iter_args(%s = %zero) -> (f32) {
      %v = memref.load %roots[%i, %j] : memref<30x20xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %sum, %out[%j] : memref<20xf32>
    scf.reduce
  }
  memref.dealloc %roots : memref<30x20xf32>
  return
}

// --- STEP

func.func @f(%m: memref<24xindex>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 24 : index
  %step = arith.constant 3 : index
  scf.parallel (%i) = (%lower) to (%upper) step (%step) {
    memref.store %i, %m[%i] : memref<24xindex>
    scf.reduce
  }
  func.return
}
// --- SUM

func.func @f() -> index {
  %lower = arith.constant 0 : index
  %upper = arith.constant 24 : index
  %step = arith.constant 1 : index
  %r = scf.parallel (%i) = (%lower) to (%upper) step (%step) init (%lower) -> index {
    scf.reduce(%i : index) {
    ^bb0(%a: index, %b: index):
      %c = arith.addi %a, %b : index
      scf.reduce.return %c : index
    }
  }
  func.return %r : index
}
// --- TWO_DIMENSIONS

func.func @f(%m: memref<24x24xindex>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 24 : index
  %step = arith.constant 3 : index
  scf.parallel (%i, %j) = (%lower, %lower) to (%upper, %upper) step (%step, %step) {
    memref.store %i, %m[%i, %j] : memref<24x24xindex>
    scf.reduce
  }
  func.return
}
// --- RANGES

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r0, %r1 = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = arith.addf %p, %p : f32
    stencil.return %p, %q : f32, f32
  }
  stencil.store %r0 to %o(<[0], [4]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %r1 to %u(<[2], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- STORED_LOAD

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  stencil.store %t to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- BRANCH

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %c: i1) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  scf.if %c {
    stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  }
  func.return
}
// --- PARTS

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>, %w: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r0, %r1, %r2, %r3 = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = arith.addf %p, %p : f32
    stencil.return %p, %q, %p, %q : f32, f32, f32, f32
  }
  %m, %l, %h = stencil.combine 0 at 4 lower = (%r0 : !stencil.temp<?xf32>) upper = (%r1 : !stencil.temp<?xf32>) lowerext = %r2 : !stencil.temp<?xf32> upperext = %r3 : !stencil.temp<?xf32> : !stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>
  stencil.store %m to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %l to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %h to %w(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- COPY

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- RESULTS

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r0, %r1 = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = arith.addf %p, %p : f32
    stencil.return %p, %q : f32, f32
  }
  stencil.store %r0 to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %r1 to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- CHAIN

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  %s = stencil.apply(%x = %r : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %s to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- TWICE

func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %r to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- LARGE

func.func @f(%o: !stencil.field<[-4,12]xf32>) {
  %r = stencil.apply() -> (!stencil.temp<?xf32>) {
    %p = arith.constant 1.0 : f32
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [20]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
// --- BESIDE

func.func @f(%a: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %a[%c0] : memref<4xi32>
    %w = arith.addi %v, %one : i32
    memref.store %w, %a[%c0] : memref<4xi32>
    memref.store %seven, %a[%i] : memref<4xi32>
  }
  func.return
}
// --- CARRIED

func.func @f(%a: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> (i32) {
    %v = memref.load %a[%c0] : memref<4xi32>
    %w = arith.addi %v, %x : i32
    memref.store %w, %a[%c0] : memref<4xi32>
    scf.yield %w : i32
  }
  func.return
}
// --- OVERFLOW

func.func @f() -> f32 {
  %a = arith.constant 3.0e38 : f32
  %r = arith.addf %a, %a : f32
  func.return %r : f32
}

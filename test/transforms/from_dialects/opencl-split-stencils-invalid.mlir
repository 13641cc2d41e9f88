// RUN: xdsl-opt %s -p opencl-split-stencils --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: 'stencil.store' writes [0,13], outside of the field [-4,12]; make the field larger or the stored range smaller
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[-1] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [13]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: the stencils read [-5,7], outside of the field [-4,12]
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[-1] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[-4], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: a field that is stored is loaded or stored elsewhere in this function, and the order may be lost; use another field
func.func @f(%m: memref<16xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %a = stencil.external_load %m : memref<16xf32> -> !stencil.field<[-4,12]xf32>
  %b = stencil.external_load %m : memref<16xf32> -> !stencil.field<[-4,12]xf32>
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[-1] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %b(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: a field that is stored is loaded or stored elsewhere in this function
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [2]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %r to %o(<[2], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: 'stencil.apply' is unrolled by 4 and computes [0,6], so the last iterations would write past its end; leave 'stencil-unroll' out, or give it factors that divide each size
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p, %p, %p, %p unroll <[4]> : f32, f32, f32, f32
  }
  stencil.store %r to %o(<[0], [6]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: 'stencil.combine' at 8 is not inside of the range [0,8] of its result; store the one part alone
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.combine 0 at 8 lower = (%t : !stencil.temp<?xf32>) upper = (%t : !stencil.temp<?xf32>) : !stencil.temp<?xf32>
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: 'stencil.combine' at 0 is not inside of the range [0,8] of its result
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.combine 0 at 0 lower = (%t : !stencil.temp<?xf32>) upper = (%t : !stencil.temp<?xf32>) : !stencil.temp<?xf32>
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: a result of 'stencil.combine' has no use; remove it
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r, %s = stencil.combine 0 at 4 lower = (%t, %t : !stencil.temp<?xf32>, !stencil.temp<?xf32>) upper = (%t, %t : !stencil.temp<?xf32>, !stencil.temp<?xf32>) : !stencil.temp<?xf32>, !stencil.temp<?xf32>
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: 'scf.if' passes a temporary of 'stencil' on, which no pass lowers; store it to a field, and load that
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %c: i1) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = scf.if %c -> (!stencil.temp<?xf32>) {
    scf.yield %t : !stencil.temp<?xf32>
  } else {
    scf.yield %t : !stencil.temp<?xf32>
  }
  %s = stencil.apply(%x = %r : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %s to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: no pass lowers 'stencil.dyn_access'; use 'stencil.access'
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %i = stencil.index 0 <[0]>
    %p = stencil.dyn_access %x[%i] in <[0]> : <[0]> : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: no pass lowers a 'stencil.buffer' that is a field; use a temporary
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<[0,8]xf32>
  %b = stencil.buffer %t : !stencil.temp<[0,8]xf32> -> !stencil.field<[0,8]xf32>
  func.return
}

// -----

// CHECK: error: 'stencil.apply' writes [0,13], outside of the field [-4,12]
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  stencil.apply(%x = %a : !stencil.field<[-4,12]xf32>) outs (%o : !stencil.field<[-4,12]xf32>) {
    %p = stencil.access %x[-1] : !stencil.field<[-4,12]xf32>
    stencil.return %p : f32
  } to <[0], [13]>
  func.return
}

// -----

// CHECK: error: 'stencil.access' reads [-5,7], outside of the field [-4,12]
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  stencil.apply(%x = %a : !stencil.field<[-4,12]xf32>) outs (%o : !stencil.field<[-4,12]xf32>) {
    %p = stencil.access %x[-1] : !stencil.field<[-4,12]xf32>
    stencil.return %p : f32
  } to <[-4], [8]>
  func.return
}

// -----

// CHECK: error: a 'stencil.combine' with values for its lower part only and for its upper part only; give each a 'stencil.combine' of its own
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>, %w: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %m, %l, %h = stencil.combine 0 at 2 lower = (%t : !stencil.temp<?xf32>) upper = (%t : !stencil.temp<?xf32>) lowerext = %t : !stencil.temp<?xf32> upperext = %t : !stencil.temp<?xf32> : !stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>
  stencil.store %m to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %l to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %h to %w(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: an unrolled 'stencil.apply' with several results, which xDSL's 'stencil-unroll' mixes up; leave that pass out
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r, %s = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = stencil.access %x[1] : !stencil.temp<?xf32>
    stencil.return %p, %p, %q, %q unroll <[2]> : f32, f32, f32, f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %s to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: this may change memory between 'stencil.load' and what uses its result; put it before or after both
func.func @f(%m: memref<16xf32>, %n: memref<16xf32>, %o: !stencil.field<[-4,12]xf32>, %v: f32, %i: index) {
  %a = stencil.external_load %m : memref<16xf32> -> !stencil.field<[-4,12]xf32>
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  memref.store %v, %m[%i] : memref<16xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: this may change memory between 'stencil.apply' and what uses its result; put it before or after both
func.func @f(%m: memref<16xf32>, %n: memref<16xf32>, %o: !stencil.field<[-4,12]xf32>, %v: f32, %i: index) {
  %a = stencil.external_load %m : memref<16xf32> -> !stencil.field<[-4,12]xf32>
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  scf.for %j = %i to %i step %i {
    memref.store %v, %n[%i] : memref<16xf32>
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: this may change memory between 'stencil.load' and what uses its result
func.func @f(%m: memref<16xf32>, %n: memref<16xf32>, %o: !stencil.field<[-4,12]xf32>, %v: f32, %i: index) {
  %a = stencil.external_load %m : memref<16xf32> -> !stencil.field<[-4,12]xf32>
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  stencil.apply(%x = %a : !stencil.field<[-4,12]xf32>) outs (%a : !stencil.field<[-4,12]xf32>) {
    %p = stencil.access %x[0] : !stencil.field<[-4,12]xf32>
    %q = arith.addf %p, %p : f32
    stencil.return %q : f32
  } to <[0], [8]>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// CHECK: error: 'stencil.external_store' to other memory than the field has, which no pass lowers; store to a field of that memory
func.func @f(%m: memref<16xf32>, %n: memref<16xf32>, %o: !stencil.field<[-4,12]xf32>, %v: f32, %i: index) {
  %a = stencil.external_load %m : memref<16xf32> -> !stencil.field<[-4,12]xf32>
  stencil.external_store %a to %n : !stencil.field<[-4,12]xf32> to memref<16xf32>
  func.return
}

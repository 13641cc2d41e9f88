// RUN: xdsl-opt --split-input-file %s -p 'opencl-form-work-groups' -t opencl-mlir | filecheck %s

// Work items in lockstep call a function of the library's for a row of numbers; where that
// is for small numbers only, if all numbers are small, else another one. Functions that have
// none are called one by one, in a loop for LLVM to vectorise.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">, opencl.row_functions = {sinf = 4194304.0 : f32, expf, pownf}} {
  llvm.func @sinf(f32) -> f32
  llvm.func @expf(f32) -> f32
  llvm.func @pownf(f32, i64) -> f32
  llvm.func @erff(f32) -> f32
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %id = opencl.get_global_id 0 : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %x = llvm.load %at : !llvm.ptr<1> -> f32
    %s = llvm.call @sinf(%x) : (f32) -> f32
    %e = llvm.call @expf(%s) : (f32) -> f32
    %p3 = llvm.call @pownf(%e, %id) : (f32, i64) -> f32
    %r = llvm.call @erff(%p3) : (f32) -> f32
    llvm.store %r, %at : f32, !llvm.ptr<1>
    opencl.return
  }
}

// CHECK-NOT: opencl.row_functions
// CHECK-LABEL: llvm.func @k(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: %[[X:.*]] = "llvm.load"(%{{.*}}) {{.*}} -> vector<16xf32>
// CHECK: %[[KNOWN:.*]] = llvm.freeze %[[X]] : vector<16xf32>
// CHECK: %[[SIZE:.*]] = llvm.intr.fabs(%[[KNOWN]])
// CHECK: llvm.fcmp "uge" %[[SIZE]], %{{.*}} : vector<16xf32>
// CHECK: llvm.cond_br %{{.*}}, ^[[FAR:.*]], ^[[NEAR:.*]]
// CHECK: ^[[FAR]]:
// CHECK-NEXT: llvm.store %[[X]], %{{.*}} : vector<16xf32>
// CHECK-NEXT: llvm.call @__far_sinf(%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: ^[[NEAR]]:
// CHECK-NEXT: llvm.call @__row_sinf(%[[X]]) : (vector<16xf32>) -> vector<16xf32>
// CHECK: ^{{.*}}(%[[S:.*]]: vector<16xf32>):
// CHECK-NEXT: %[[E:.*]] = llvm.call @__row_expf(%[[S]]) : (vector<16xf32>) -> vector<16xf32>
// CHECK: llvm.call @__row_pownf(%[[E]], %{{.*}}) : (vector<16xf32>, vector<16xi64>) -> vector<16xf32>
// CHECK: llvm.call @erff(%{{.*}}) : (f32) -> f32
// CHECK: llvm.func @__far_sinf(!llvm.ptr, !llvm.ptr)
// CHECK: llvm.func @__row_sinf(vector<16xf32>) -> vector<16xf32>

// -----

// Images are read and written for a row, too, by addresses of vectors, and lines of texels by the
// first place; writes have a mask.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  llvm.func @__xdsl_opencl_fetch_f(!llvm.ptr, i32, i32, i32, i32, i32) -> vector<4xf32>
  llvm.func @__xdsl_opencl_write_f(!llvm.ptr, i32, i32, i32, i32, f32, f32, f32, f32)
  opencl.kernel @copy(%in: !llvm.ptr<2>, %out: !llvm.ptr<2>) {
    %two = llvm.mlir.constant(2 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %n = llvm.mlir.constant(100 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %x = llvm.trunc %id : i64 to i32
    %i = llvm.addrspacecast %in : !llvm.ptr<2> to !llvm.ptr
    %o = llvm.addrspacecast %out : !llvm.ptr<2> to !llvm.ptr
    %v = llvm.call @__xdsl_opencl_fetch_f(%i, %two, %two, %x, %zero, %zero) : (!llvm.ptr, i32, i32, i32, i32, i32) -> vector<4xf32>
    %y = llvm.icmp "slt" %x, %n : i32
    llvm.cond_br %y, ^a, ^b
  ^a:
    %r = llvm.extractelement %v[%zero : i32] : vector<4xf32>
    %far = llvm.mul %x, %two : i32
    llvm.call @__xdsl_opencl_write_f(%o, %two, %far, %zero, %zero, %r, %r, %r, %r) : (!llvm.ptr, i32, i32, i32, i32, f32, f32, f32, f32) -> ()
    llvm.br ^b
  ^b:
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @copy(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: %[[X:.*]] = llvm.freeze %{{.*}} : i32
// CHECK: llvm.call @__xdsl_opencl_line_fetch_f(%{{.*}}, %{{.*}}, %{{.*}}, %[[X]], %{{.*}}, %{{.*}}, %[[TEXELS:.*]]) : (!llvm.ptr, i32, i32, i32, i32, i32, !llvm.ptr) -> ()
// CHECK: llvm.load %[[TEXELS]] : !llvm.ptr -> vector<16xf32>
// The library's function decides by the numbers of all lanes, also of those that take no part.
// CHECK: %[[FAR:.*]] = llvm.freeze %{{.*}} : vector<16xi32>
// CHECK-NEXT: llvm.store %[[FAR]], %{{.*}} : vector<16xi32>, !llvm.ptr
// CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : vector<16xi1> to i16
// CHECK: %[[MASK:.*]] = llvm.zext %{{.*}} : i16 to i32
// CHECK: llvm.call @__xdsl_opencl_row_write_f({{.*}}, %[[MASK]]) : (!llvm.ptr, i32, !llvm.ptr, {{.*}}

// -----

// After a bound, a loop that stores has code of its own for rows whose lanes are all below it, up
// to the end of the region. The other rows have masked accesses.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @bounded(%p: !llvm.ptr<1>, %n: i64) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %id = opencl.get_global_id 0 : i64
    %below = llvm.icmp "ult" %id, %n : i64
    llvm.cond_br %below, ^a, ^e
  ^a:
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    llvm.br ^b(%zero : i64)
  ^b(%k: i64):
    %x = llvm.load %at : !llvm.ptr<1> -> i32
    %y = llvm.mul %x, %x : i32
    llvm.store %y, %at : i32, !llvm.ptr<1>
    %next = llvm.add %k, %one : i64
    %more = llvm.icmp "ult" %next, %n : i64
    llvm.cond_br %more, ^b(%next : i64), ^c(%zero : i64)
  ^c(%l: i64):
    %x2 = llvm.load %at : !llvm.ptr<1> -> i32
    %y2 = llvm.add %x2, %x2 : i32
    llvm.store %y2, %at : i32, !llvm.ptr<1>
    %next2 = llvm.add %l, %one : i64
    %more2 = llvm.icmp "ult" %next2, %n : i64
    llvm.cond_br %more2, ^c(%next2 : i64), ^d
  ^d:
    llvm.br ^e
  ^e:
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @bounded(
// CHECK: %[[BELOW:.*]] = llvm.icmp "ult" %{{.*}}, %{{.*}} : vector<16xi64>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[BELOW]] : vector<16xi1> to i16
// CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i16) : i16
// CHECK: %[[WHOLE:.*]] = llvm.icmp "eq" %[[BITS]], %[[ALL]] : i16
// CHECK: llvm.cond_br %[[WHOLE]], ^[[ALONE:.*]], ^{{.*}}
// CHECK: ^[[ALONE]]:
// CHECK-NOT: masked
// CHECK: llvm.mul %{{.*}} : vector<16xi32>
// CHECK: "llvm.store"(%{{.*}}, %{{.*}}) {{.*}} : (vector<16xi32>, !llvm.ptr<1>) -> ()
// CHECK-NOT: masked
// CHECK: llvm.add %{{.*}} : vector<16xi32>
// CHECK: "llvm.store"(%{{.*}}, %{{.*}}) {{.*}} : (vector<16xi32>, !llvm.ptr<1>) -> ()
// CHECK-NOT: (vector<16xi32>, !llvm.ptr<1>) -> ()
// CHECK: llvm.intr.masked.load
// CHECK: llvm.mul %{{.*}} : vector<16xi32>
// CHECK: llvm.intr.masked.store
// CHECK-NOT: (vector<16xi32>, !llvm.ptr<1>) -> ()
// CHECK: llvm.intr.masked.load
// CHECK: llvm.add %{{.*}} : vector<16xi32>
// CHECK: llvm.intr.masked.store
// CHECK-NOT: (vector<16xi32>, !llvm.ptr<1>) -> ()
// CHECK: llvm.func @bounded.groups

// -----

// A loop that only loads has no second code, nor has a loop in another one.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @one_code(%p: !llvm.ptr<1>, %n: i64) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %none = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i64) : i64
    %id = opencl.get_global_id 0 : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %below = llvm.icmp "ult" %id, %n : i64
    llvm.cond_br %below, ^a(%zero, %none : i64, i32), ^b(%zero : i64)
  ^a(%k: i64, %sum: i32):
    %x = llvm.load %at : !llvm.ptr<1> -> i32
    %y = llvm.mul %x, %sum : i32
    %next = llvm.add %k, %one : i64
    %more = llvm.icmp "ult" %next, %n : i64
    llvm.cond_br %more, ^a(%next, %y : i64, i32), ^b(%zero : i64)
  ^b(%l: i64):
    %again = llvm.icmp "ult" %l, %n : i64
    llvm.cond_br %again, ^c, ^f
  ^c:
    llvm.cond_br %below, ^d(%zero : i64), ^e
  ^d(%j: i64):
    %x2 = llvm.load %at : !llvm.ptr<1> -> i32
    %y2 = llvm.sub %x2, %x2 : i32
    llvm.store %y2, %at : i32, !llvm.ptr<1>
    %next2 = llvm.add %j, %one : i64
    %more2 = llvm.icmp "ult" %next2, %n : i64
    llvm.cond_br %more2, ^d(%next2 : i64), ^e
  ^e:
    %next3 = llvm.add %l, %one : i64
    llvm.br ^b(%next3 : i64)
  ^f:
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @one_code(
// CHECK: llvm.intr.masked.load
// CHECK-NEXT: llvm.mul %{{.*}} : vector<16xi32>
// CHECK-NOT: llvm.icmp "eq"
// CHECK: llvm.intr.masked.load
// CHECK-NEXT: llvm.sub %{{.*}} : vector<16xi32>
// CHECK: llvm.intr.masked.store
// CHECK-NOT: (vector<16xi32>, !llvm.ptr<1>) -> ()
// CHECK: llvm.func @one_code.groups

// -----

// An index that each round moves by a sum without signed overflow keeps this fact in a loop that
// lanes leave at different times: its addresses are neighbours. Without the fact it is compared.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @walk(%p: !llvm.ptr<1>, %n: i32) {
    %step = llvm.mlir.constant(128 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %first = llvm.trunc %id : i64 to i32
    llvm.br ^a(%first : i32)
  ^a(%i: i32):
    %below = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %below, ^b, ^c
  ^b:
    %place = llvm.sext %i : i32 to i64
    %at = llvm.getelementptr %p[%place] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %x = llvm.load %at : !llvm.ptr<1> -> i32
    %y = llvm.mul %x, %x : i32
    llvm.store %y, %at : i32, !llvm.ptr<1>
    %next = llvm.add %i, %step overflow<nsw> : i32
    llvm.br ^a(%next : i32)
  ^c:
    opencl.return
  }
  opencl.kernel @wrap(%p: !llvm.ptr<1>, %n: i32) {
    %step = llvm.mlir.constant(128 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %first = llvm.trunc %id : i64 to i32
    llvm.br ^a(%first, %first : i32, i32)
  ^a(%i: i32, %j: i32):
    %below = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %below, ^b, ^c
  ^b:
    %place = llvm.sext %i : i32 to i64
    %at = llvm.getelementptr %p[%place] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    llvm.store %j, %at : i32, !llvm.ptr<1>
    %next = llvm.add %i, %step : i32
    %double = llvm.mul %j, %two overflow<nsw> : i32
    llvm.br ^a(%next, %double : i32, i32)
  ^c:
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @walk(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: ^{{.*}}(%{{.*}}: i32, %[[SIGNED:.*]]: i64, %{{.*}}: vector<16xi1>):
// CHECK-NOT: masked.gather
// CHECK: %[[BYTES:.*]] = llvm.mul %[[SIGNED]], %{{.*}} : i64
// CHECK: llvm.intr.masked.load
// CHECK-NOT: masked.scatter
// CHECK: llvm.func @walk.groups
// CHECK-LABEL: llvm.func @wrap(
// CHECK: ^{{.*}}(%{{.*}}: i32, %{{.*}}: vector<16xi32>, %{{.*}}: vector<16xi1>):
// CHECK: llvm.intr.masked.store
// CHECK: llvm.intr.masked.scatter

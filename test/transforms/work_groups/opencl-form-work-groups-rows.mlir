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

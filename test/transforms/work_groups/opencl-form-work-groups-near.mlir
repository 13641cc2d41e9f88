// RUN: xdsl-opt %s -p 'opencl-form-work-groups' | filecheck %s

// Where the library has a simpler function for small numbers, work items in lockstep call it
// one by one, in a loop for LLVM to vectorise, if all numbers are small, else one function for
// all of them. Others are called one by one.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">, opencl.near_functions = {sinf = 4194304.0 : f32}} {
  llvm.func @sinf(f32) -> f32
  llvm.func @expf(f32) -> f32
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %id = opencl.get_global_id 0 : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %x = llvm.load %at : !llvm.ptr<1> -> f32
    %s = llvm.call @sinf(%x) : (f32) -> f32
    %e = llvm.call @expf(%s) : (f32) -> f32
    llvm.store %e, %at : f32, !llvm.ptr<1>
    opencl.return
  }
}

// CHECK-NOT: opencl.near_functions
// CHECK-LABEL: llvm.func @k(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: %[[KNOWN:.*]] = llvm.freeze %{{.*}} : vector<16xf32>
// CHECK: %[[SIZE:.*]] = llvm.intr.fabs(%[[KNOWN]])
// CHECK: llvm.fcmp "uge" %[[SIZE]], %{{.*}} : vector<16xf32>
// CHECK: llvm.cond_br %{{.*}}, ^[[FAR:.*]], ^[[NEAR:.*]]
// CHECK: ^[[FAR]]:
// CHECK-NEXT: llvm.call @__far_sinf(%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: ^[[NEAR]]:
// CHECK: llvm.call @__near_sinf(%{{.*}}) : (f32) -> f32
// CHECK: llvm.call @expf(%{{.*}}) : (f32) -> f32
// CHECK: llvm.func @__near_sinf(f32) -> f32
// CHECK: llvm.func @__far_sinf(!llvm.ptr, !llvm.ptr)

// RUN: xdsl-opt %s -p 'opencl-form-work-groups{lockstep=false}' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-form-work-groups' | filecheck %s --check-prefix=ROWS
// RUN: xdsl-opt %s -p 'opencl-to-llvm{lockstep=false}' | filecheck %s

// In the plain form work items run one after the other, and LLVM is not told that it may
// change their order; else sixteen run in lockstep where the loop begins.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %id = opencl.get_global_id 0 : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %x = llvm.load %at : !llvm.ptr<1> -> f32
    %y = llvm.fadd %x, %x : f32
    llvm.store %y, %at : f32, !llvm.ptr<1>
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @k(
// CHECK-NOT: parallel_accesses
// CHECK-NOT: vector<
// CHECK: ^{{.*}}(%local_x: i32):
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK-NOT: parallel_accesses
// CHECK-NOT: vector<
// CHECK: llvm.func @k.groups(

// ROWS-LABEL: llvm.func @k(
// ROWS: parallel_accesses
// ROWS: ^{{.*}}(%row_x: i32):
// ROWS: llvm.fadd %{{.*}}, %{{.*}} : vector<16xf32>

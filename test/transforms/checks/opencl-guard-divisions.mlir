// RUN: xdsl-opt %s -p opencl-guard-divisions | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-to-llvm' -t opencl-llvm-ir | filecheck %s --check-prefix=IR

builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  // IR-LABEL: define {{.*}}@division
  // CHECK-LABEL: opencl.kernel @division
  opencl.kernel @division(%p: !llvm.ptr<1>, %a: i32, %b: i32) {
    // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
    // CHECK-NEXT: %[[WRONG:.*]] = llvm.icmp "eq" %b, %[[ZERO]] : i32
    // CHECK-NEXT: %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
    // CHECK-NEXT: %[[GOOD:.*]] = llvm.select %[[WRONG]], %[[ONE]], %b : i1, i32
    // CHECK-NEXT: llvm.udiv %a, %[[GOOD]] : i32
    // IR: udiv i32
    %q = llvm.udiv %a, %b : i32
    llvm.store %q, %p : i32, !llvm.ptr<1>
    opencl.return
  }

  // CHECK-LABEL: opencl.kernel @remainder
  opencl.kernel @remainder(%p: !llvm.ptr<1>, %a: vector<2xi32>, %b: vector<2xi32>) {
    // CHECK: %[[NONE:.*]] = llvm.icmp "eq" %b, %{{.*}} : vector<2xi32>
    // CHECK: llvm.mlir.constant(dense<-2147483648> : vector<2xi32>)
    // CHECK-NEXT: %[[LOWEST:.*]] = llvm.icmp "eq" %a
    // CHECK: llvm.mlir.constant(dense<-1> : vector<2xi32>)
    // CHECK-NEXT: %[[MINUS:.*]] = llvm.icmp "eq" %b
    // CHECK-NEXT: %[[BOTH:.*]] = llvm.and %[[LOWEST]], %[[MINUS]]
    // CHECK-NEXT: %[[WRONG:.*]] = llvm.or %[[NONE]], %[[BOTH]]
    // CHECK: %[[GOOD:.*]] = llvm.select %[[WRONG]], %{{.*}}, %b : vector<2xi1>, vector<2xi32>
    // CHECK-NEXT: llvm.srem %a, %[[GOOD]]
    %q = llvm.srem %a, %b : vector<2xi32>
    llvm.store %q, %p : vector<2xi32>, !llvm.ptr<1>
    opencl.return
  }

  // CHECK-LABEL: opencl.kernel @constants
  opencl.kernel @constants(%p: !llvm.ptr<1>, %a: i32, %v: vector<2xi32>) {
    // Nothing to guard, but for a division by -1.
    // CHECK-NOT: llvm.select
    // CHECK: llvm.sdiv %a, %seven
    // CHECK: llvm.udiv %a, %minus
    // CHECK: llvm.sdiv %v, %both
    // CHECK: llvm.select
    // CHECK: llvm.sdiv %a,
    %seven = llvm.mlir.constant(7 : i32) : i32
    %minus = llvm.mlir.constant(-1 : i32) : i32
    %both = llvm.mlir.constant(dense<[3, 5]> : vector<2xi32>) : vector<2xi32>
    %q = llvm.sdiv %a, %seven : i32
    %r = llvm.udiv %a, %minus : i32
    %s = llvm.sdiv %v, %both : vector<2xi32>
    %t = llvm.sdiv %a, %minus : i32
    llvm.store %t, %p : i32, !llvm.ptr<1>
    opencl.return
  }
}

// RUN: xdsl-opt %s -p 'opencl-form-work-groups' -t opencl-mlir | filecheck %s

// Longs have no quotient as floating-point numbers, so that the processor divides them. It may
// raise an exception for lanes that take no part, and once for the row where none does: numbers
// are frozen and guarded again. A number that the kernel gives needs none of this.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @divide(%p: !llvm.ptr<1>, %n: i64, %m: i64) {
    %id = opencl.get_global_id 0 : i64
    %ten = llvm.mlir.constant(10 : i64) : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
    %x = llvm.load %at : !llvm.ptr<1> -> i64
    %small = llvm.icmp "slt" %x, %ten : i64
    llvm.cond_br %small, ^few, ^all
  ^few:
    %wide = llvm.sdiv %n, %x : i64
    %one = llvm.urem %n, %m : i64
    %constant = llvm.sdiv %wide, %ten : i64
    %sum = llvm.add %constant, %one : i64
    llvm.store %sum, %at : i64, !llvm.ptr<1>
    llvm.br ^all
  ^all:
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @divide(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: llvm.icmp "slt" %[[X:.*]], %{{.*}} : vector<16xi64>
// CHECK: %[[NUMBER:.*]] = llvm.freeze %{{.*}} : vector<16xi64>
// CHECK-NEXT: %[[BY:.*]] = llvm.freeze %[[X]] : vector<16xi64>
// CHECK: %[[NONE:.*]] = llvm.icmp "eq" %[[BY]], %{{.*}} : vector<16xi64>
// CHECK: %[[LOWEST:.*]] = llvm.icmp "eq" %[[NUMBER]], %{{.*}} : vector<16xi64>
// CHECK: %[[MINUS:.*]] = llvm.icmp "eq" %[[BY]], %{{.*}} : vector<16xi64>
// CHECK: %[[BOTH:.*]] = llvm.and %[[LOWEST]], %[[MINUS]] : vector<16xi1>
// CHECK: %[[WRONG:.*]] = llvm.or %[[NONE]], %[[BOTH]] : vector<16xi1>
// CHECK: %[[GUARDED:.*]] = llvm.select %[[WRONG]], %{{.*}}, %[[BY]] : vector<16xi1>, vector<16xi64>
// CHECK: %[[WIDE:.*]] = llvm.sdiv %[[NUMBER]], %[[GUARDED]] : vector<16xi64>
// CHECK: %[[N:.*]] = llvm.freeze %{{.*}} : i64
// CHECK-NEXT: %[[M:.*]] = llvm.freeze %{{.*}} : i64
// CHECK: %[[ZERO:.*]] = llvm.icmp "eq" %[[M]], %{{.*}} : i64
// CHECK: %[[SAFE:.*]] = llvm.select %[[ZERO]], %{{.*}}, %[[M]] : i1, i64
// CHECK: llvm.urem %[[N]], %[[SAFE]] : i64
// CHECK-NOT: llvm.freeze
// CHECK: llvm.sdiv %[[WIDE]], %{{.*}} : vector<16xi64>

// RUN: xdsl-opt --split-input-file %s -p 'opencl-form-work-groups' -t opencl-mlir | filecheck %s

// A home after a barrier holds what its work item computed last: lanes that have left the loop
// keep what they had.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @left(%p: !llvm.ptr<1>) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %rounds = llvm.load %at : !llvm.ptr<1> -> i32
    llvm.br ^loop(%zero : i32)
  ^loop(%i: i32):
    %v = llvm.mul %i, %rounds : i32
    llvm.store %v, %at : i32, !llvm.ptr<1>
    %next = llvm.add %i, %one : i32
    %on = llvm.icmp "slt" %next, %rounds : i32
    llvm.cond_br %on, ^loop(%next : i32), ^done
  ^done:
    opencl.barrier local
    llvm.store %v, %at : i32, !llvm.ptr<1>
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @left(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: ^{{.*}}(%{{.*}}: i32, %[[ON:.*]]: vector<16xi1>, %{{.*}}: vector<16xi32>):
// CHECK: %[[V:.*]] = llvm.mul %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK-NEXT: %[[HOME:.*]] = llvm.getelementptr inbounds %v[%{{.*}}]
// CHECK-NEXT: %[[BEFORE:.*]] = "llvm.load"(%[[HOME]]) {{.*}} -> vector<16xi32>
// CHECK-NEXT: %[[NOW:.*]] = llvm.select %[[ON]], %[[V]], %[[BEFORE]] : vector<16xi1>, vector<16xi32>
// CHECK-NEXT: "llvm.store"(%[[NOW]], %[[HOME]])

// -----

// A number that `sext` has made is known with its sign only: without it, it is no line.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @extended(%p: !llvm.ptr<1>) {
    %none = llvm.mlir.poison : vector<2xi64>
    %zero = llvm.mlir.constant(0 : i32) : i32
    %far = llvm.mlir.constant(100 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %x = llvm.trunc %id : i64 to i32
    %below = llvm.sub %x, %far overflow<nsw> : i32
    %signed = llvm.sext %below : i32 to i48
    %unsigned = llvm.zext %signed : i48 to i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
    %v = llvm.insertelement %unsigned, %none[%zero : i32] : vector<2xi64>
    %r = llvm.extractelement %v[%zero : i32] : vector<2xi64>
    llvm.store %r, %at : i64, !llvm.ptr<1>
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @extended(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: %[[ROW:.*]] = llvm.add %{{.*}}, %{{.*}} : vector<16xi48>
// CHECK-NEXT: llvm.zext %[[ROW]] : vector<16xi48> to vector<16xi64>

// -----

// Memory that a loop walks and no barrier is in the life of is one for all work items.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @walked(%p: !llvm.ptr<1>, %n: i64) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %memory = llvm.alloca %one x !llvm.array<8 x i32> : (i32) -> !llvm.ptr
    %last = llvm.getelementptr %memory[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.br ^loop(%memory : !llvm.ptr)
  ^loop(%at: !llvm.ptr):
    llvm.store %one, %at : i32, !llvm.ptr
    %next = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, i32
    %end = llvm.icmp "eq" %next, %last : !llvm.ptr
    llvm.cond_br %end, ^done, ^loop(%next : !llvm.ptr)
  ^done:
    opencl.barrier local
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @walked(
// CHECK-SAME: ["opencl-item-bytes", "0"]
// CHECK: llvm.alloca %{{.*}} x !llvm.array<8 x i32>

// -----

// A kernel that another module defines leaves nothing.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @elsewhere(!llvm.ptr<1>)
  opencl.kernel @here() {
    opencl.return
  }
}

// CHECK-NOT: @elsewhere
// CHECK: llvm.func @here(
// CHECK-NOT: @elsewhere

// -----

// Remaining values of type index have 64 bits, those that a block takes among them.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @of_index(%out: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %c = llvm.icmp "eq" %n, %zero : i32
    %g = opencl.get_global_id 0 : index
    %l = opencl.get_local_id 0 : index
    llvm.cond_br %c, ^one(%g : index), ^one(%l : index)
  ^one(%i: index):
    %x = builtin.unrealized_conversion_cast %i : index to i64
    llvm.store %x, %out : i64, !llvm.ptr<1>
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @of_index(
// CHECK: llvm.cond_br %{{.*}}, ^[[ONE:.*]](%{{.*}} : i64), ^[[ONE]](%{{.*}} : i64)
// CHECK: ^[[ONE]](%[[I:.*]]: i64):
// CHECK-NEXT: llvm.store %[[I]], %{{.*}} : i64

// -----

// The variables of functions are on the stack of the work-group, too.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  llvm.func @scratch(%n: i32) -> i32 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %p = llvm.alloca %one x !llvm.array<1000 x i32> : (i32) -> !llvm.ptr
    %at = llvm.getelementptr %p[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %v = llvm.load %at : !llvm.ptr -> i32
    llvm.return %v : i32
  }
  opencl.kernel @calls(%out: !llvm.ptr<1>, %n: i32) {
    %v = llvm.call @scratch(%n) : (i32) -> i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME: ["opencl-frame-bytes", "4000"]

// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: 'llvm.fence' cannot have ordering monotonic
"llvm.fence"() <{ordering = 2 : i64}> : () -> ()

// -----

// CHECK: unknown atomic ordering 'sequential'; one of unordered, monotonic, acquire, release, acq_rel, seq_cst
llvm.fence sequential

// -----

%p, %x = "test.op"() : () -> (!llvm.ptr, f32)
// CHECK: 'llvm.atomicrmw' umax cannot work on type f32
%0 = llvm.atomicrmw umax %p, %x monotonic : !llvm.ptr, f32

// -----

%p, %x = "test.op"() : () -> (!llvm.ptr, i32)
// CHECK: unknown atomic operation 'umaximum'; one of xchg, add,
%0 = llvm.atomicrmw umaximum %p, %x monotonic : !llvm.ptr, i32

// -----

%p, %x = "test.op"() : () -> (!llvm.ptr, i32)
// CHECK: 'llvm.atomicrmw' cannot have ordering unordered
%0 = llvm.atomicrmw add %p, %x unordered : !llvm.ptr, i32

// -----

%p, %x = "test.op"() : () -> (!llvm.ptr, i32)
// CHECK: 'llvm.cmpxchg' cannot have failure ordering release
%0 = llvm.cmpxchg %p, %x, %x acq_rel release : !llvm.ptr, i32

// -----

%p, %x = "test.op"() : () -> (!llvm.ptr, f32)
// CHECK: 'llvm.cmpxchg' compares integers or pointers, got f32
%0 = llvm.cmpxchg %p, %x, %x acq_rel monotonic : !llvm.ptr, f32

// -----

%p, %x = "test.op"() : () -> (!llvm.ptr, i32)
// CHECK: 'llvm.cmpxchg' has result !llvm.struct<(i32, i8)>, expected !llvm.struct<(i32, i1)>
%0 = "llvm.cmpxchg"(%p, %x, %x) <{success_ordering = 6 : i64, failure_ordering = 2 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i8)>

// -----

%x = "test.op"() : () -> i32
// CHECK: 'llvm.addrspacecast' casts pointers, got type i32
%0 = llvm.addrspacecast %x : i32 to !llvm.ptr

// -----

%x = "test.op"() : () -> i32
// CHECK: 'llvm.fptosi' expected a float, got i32
%0 = llvm.fptosi %x : i32 to i64

// -----

%x = "test.op"() : () -> vector<4xf32>
// CHECK: 'llvm.fptoui' cannot change the shape of its operand
%0 = llvm.fptoui %x : vector<4xf32> to vector<2xi32>

// -----

llvm.func @twice(%x: i32) {
  // CHECK: 'llvm.switch' has the same case value twice
  llvm.switch %x : i32, ^bb1 [
    -1: ^bb1,
    4294967295: ^bb1
  ]
^bb1:
  llvm.return
}

// -----

llvm.func @float(%x: f32) {
  // CHECK: expected an integer type, got f32
  llvm.switch %x : f32, ^bb1 [
  ]
^bb1:
  llvm.return
}

// -----

%c, %x = "test.op"() : () -> (vector<4xi1>, vector<2xi32>)
// CHECK: 'llvm.select' has condition vector<4xi1> for values of type vector<2xi32>
%0 = llvm.select %c, %x, %x : vector<4xi1>, vector<2xi32>

// -----

%p = "test.op"() : () -> !llvm.ptr
// CHECK: GEP index #1: 2 is out of range for struct with 2 field(s)
%0 = llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>

// -----

%x = "test.op"() : () -> i32
// CHECK: 'llvm.intr.sadd.with.overflow' has result !llvm.struct<(i64, i1)>, expected !llvm.struct<(i32, i1)>
%0 = "llvm.intr.sadd.with.overflow"(%x, %x) : (i32, i32) -> !llvm.struct<(i64, i1)>

// -----

%x = "test.op"() : () -> f32
// CHECK: intrinsic name must start with 'llvm.', got 'tan'
%0 = llvm.call_intrinsic "tan"(%x) : (f32) -> f32

// -----

// CHECK: Unknown calling convention
"test.op"() {a = #llvm.cconv<amdgpu_kernel>} : () -> ()

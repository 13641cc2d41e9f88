// RUN: xdsl-opt %s -p opencl-split-private --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-split-private,opencl-split-private --split-input-file | filecheck %s

builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  // A structure that is copied: one variable for each number that is read.
  // CHECK-LABEL: @copied
  // CHECK:       %[[X:.*]] = llvm.alloca {{.*}} x f32 {alignment = 8 : i64}
  // CHECK:       %[[Y:.*]] = llvm.alloca {{.*}} x i32 {alignment = 4 : i64}
  // CHECK:       %[[COPY:.*]] = llvm.alloca {{.*}} x i32 {alignment = 4 : i64}
  // CHECK-NOT:   llvm.alloca
  // CHECK:       llvm.store %x, %[[X]] :
  // CHECK:       llvm.store %y, %[[Y]] :
  // CHECK-NOT:   memcpy
  // CHECK:       %[[V:.*]] = llvm.load %[[Y]] {alignment = 4 : i64}
  // CHECK-NEXT:  llvm.store %[[V]], %[[COPY]] {alignment = 4 : i64}
  // CHECK:       llvm.load %[[COPY]] :
  func.func @copied(%x: f32, %y: i32) -> i32 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %a = llvm.alloca %one x !llvm.struct<(f32, i32)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %b = llvm.alloca %one x !llvm.struct<(f32, i32)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %ax = llvm.getelementptr inbounds %a[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32)>
    llvm.store %x, %ax : f32, !llvm.ptr
    %ay = llvm.getelementptr inbounds %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32)>
    llvm.store %y, %ay : i32, !llvm.ptr
    %eight = llvm.mlir.constant(8 : i64) : i64
    "llvm.intr.memcpy"(%b, %a, %eight) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %by = llvm.getelementptr inbounds %b[4] : (!llvm.ptr) -> !llvm.ptr, i8
    %r = llvm.load %by : !llvm.ptr -> i32
    func.return %r : i32
  }

  // An array that a varying index goes into is a variable; so is the number beside it, through a
  // generic address. Markers are for each.
  // CHECK-LABEL: @array
  // CHECK:       %[[N:.*]] = llvm.alloca {{.*}} x i32 {alignment = 4 : i64}
  // CHECK:       %[[A:.*]] = llvm.alloca {{.*}} x !llvm.array<4 x f32> {alignment = 4 : i64}
  // CHECK:       lifetime.start 4, %[[N]]
  // CHECK-NEXT:  lifetime.start 16, %[[A]]
  // CHECK:       llvm.store %n, %[[N]] :
  // CHECK:       %[[E:.*]] = llvm.getelementptr inbounds %[[A]][%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // CHECK:       %[[F:.*]] = llvm.getelementptr inbounds %[[E]][1] : (!llvm.ptr) -> !llvm.ptr, f32
  // CHECK:       llvm.load %[[F]] :
  // CHECK:       %[[L:.*]] = llvm.getelementptr inbounds %[[A]][12] : (!llvm.ptr) -> !llvm.ptr, i8
  // CHECK:       llvm.load %[[L]] :
  func.func @array(%n: i32, %i: i64) -> (f32, f32) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %s = llvm.alloca %one x !llvm.struct<(i32, !llvm.array<4 x f32>)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    "llvm.intr.lifetime.start"(%s) {size = -1 : i64} : (!llvm.ptr) -> ()
    %g = llvm.addrspacecast %s : !llvm.ptr to !llvm.ptr<4>
    llvm.store %n, %g : i32, !llvm.ptr<4>
    %e = llvm.getelementptr inbounds %g[0, 1, %i] : (!llvm.ptr<4>, i64) -> !llvm.ptr<4>, !llvm.struct<(i32, !llvm.array<4 x f32>)>
    %f = llvm.getelementptr inbounds %e[1] : (!llvm.ptr<4>) -> !llvm.ptr<4>, f32
    %c = llvm.addrspacecast %f : !llvm.ptr<4> to !llvm.ptr
    %r = llvm.load %c : !llvm.ptr -> f32
    %last = llvm.getelementptr inbounds %s[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %q = llvm.load %last : !llvm.ptr -> f32
    func.return %r, %q : f32, f32
  }

  // An index that need not stay in its array.
  // CHECK-LABEL: @anywhere
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, !llvm.array<4 x f32>)>
  func.func @anywhere(%n: i32, %i: i64) -> f32 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %s = llvm.alloca %one x !llvm.struct<(i32, !llvm.array<4 x f32>)> : (i32) -> !llvm.ptr
    llvm.store %n, %s : i32, !llvm.ptr
    %e = llvm.getelementptr %s[0, 1, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, !llvm.array<4 x f32>)>
    %r = llvm.load %e : !llvm.ptr -> f32
    func.return %r : f32
  }

  // A copy of a part of a number.
  // CHECK-LABEL: @part
  // CHECK:       %[[A:.*]] = llvm.alloca {{.*}} x !llvm.array<3 x f32>
  // CHECK:       %[[B:.*]] = llvm.alloca {{.*}} x vector<4xf32>
  // CHECK:       llvm.store %x, %[[A]]
  // CHECK:       "llvm.intr.memcpy"(%[[B]], %[[A]], %{{.*}}) <{isVolatile = false}>
  func.func @part(%x: f32) -> vector<4xf32> {
    %one = llvm.mlir.constant(1 : i32) : i32
    %a = llvm.alloca %one x !llvm.array<4 x f32> : (i32) -> !llvm.ptr
    %b = llvm.alloca %one x vector<4xf32> : (i32) -> !llvm.ptr
    llvm.store %x, %a : f32, !llvm.ptr
    %twelve = llvm.mlir.constant(12 : i64) : i64
    "llvm.intr.memcpy"(%b, %a, %twelve) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %r = llvm.load %b : !llvm.ptr -> vector<4xf32>
    func.return %r : vector<4xf32>
  }

  // Bytes that are accessed as numbers of two types are one variable.
  // CHECK-LABEL: @mixed
  // CHECK:       llvm.alloca {{.*}} x i32 {alignment = 8 : i64}
  // CHECK:       %[[B:.*]] = llvm.alloca {{.*}} x !llvm.array<4 x i8> {alignment = 4 : i64}
  // CHECK-NOT:   llvm.alloca
  // CHECK:       llvm.mlir.constant(4) : i64
  // CHECK:       "llvm.intr.memset"(%[[B]], %zero, %{{.*}}) <{isVolatile = false}>
  func.func @mixed(%x: f32) -> (i32, i32) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %s = llvm.alloca %one x !llvm.array<2 x i32> {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %zero = llvm.mlir.constant(0 : i8) : i8
    %eight = llvm.mlir.constant(8 : i64) : i64
    "llvm.intr.memset"(%s, %zero, %eight) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    %p = llvm.getelementptr inbounds %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
    llvm.store %x, %p : f32, !llvm.ptr
    %r = llvm.load %s : !llvm.ptr -> i32
    %q = llvm.load %p : !llvm.ptr -> i32
    func.return %r, %q : i32, i32
  }

  // A fill of bytes is a number of whole bytes, but none of 12 bits.
  // CHECK-LABEL: @odd
  // CHECK:       "llvm.intr.memset"
  // CHECK:       %[[FILL:.*]] = llvm.mlir.constant(1118481 : i24)
  // CHECK-NEXT:  llvm.store %[[FILL]],
  func.func @odd() -> (i12, i24) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %s = llvm.alloca %one x !llvm.struct<(i12, i24)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %fill = llvm.mlir.constant(17 : i8) : i8
    %eight = llvm.mlir.constant(8 : i64) : i64
    "llvm.intr.memset"(%s, %fill, %eight) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    %r = llvm.load %s : !llvm.ptr -> i12
    %p = llvm.getelementptr inbounds %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i12, i24)>
    %q = llvm.load %p : !llvm.ptr -> i24
    func.return %r, %q : i12, i24
  }

  // To other memory all numbers are copied, and bytes between them only if a copy filled them.
  // CHECK-LABEL: @between
  // CHECK-COUNT-3: = llvm.load %{{.*}} {alignment = 1 : i64}
  // CHECK:         llvm.store %n,
  // CHECK-COUNT-3: llvm.store %{{.*}}, %{{.*}} {alignment = 1 : i64}
  // CHECK-COUNT-2: = llvm.load
  // CHECK-NEXT:    llvm.store %{{.*}} {alignment = 1 : i64} : i8,
  // CHECK-NEXT:    llvm.store %{{.*}} {alignment = 1 : i64} : i32,
  // CHECK-NEXT:    return
  func.func @between(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>, %n: i32) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %eight = llvm.mlir.constant(8 : i64) : i64
    %s = llvm.alloca %one x !llvm.struct<(i16, i32)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    "llvm.intr.memcpy"(%s, %from, %eight) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
    %p = llvm.getelementptr inbounds %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i16, i32)>
    llvm.store %n, %p : i32, !llvm.ptr
    "llvm.intr.memmove"(%to, %s, %eight) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
    %t = llvm.alloca %one x !llvm.struct<(i8, i32)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %q = llvm.getelementptr inbounds %t[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i32)>
    llvm.store %n, %q : i32, !llvm.ptr
    "llvm.intr.memcpy"(%to, %t, %eight) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
    func.return
  }
}

// -----

builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  // CHECK-LABEL: @stay
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32)> {alignment = 1 : i64}
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32)> {alignment = 2 : i64}
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32)> {alignment = 4 : i64}
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32)> {alignment = 8 : i64}
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32)> {alignment = 16 : i64}
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32)> {alignment = 32 : i64}
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32)> {alignment = 64 : i64}
  // CHECK:       llvm.alloca {{.*}} x !llvm.struct<(i32, i32, i32)> {alignment = 128 : i64}
  func.func private @f(!llvm.ptr) -> ()
  func.func @stay(%to: !llvm.ptr<1>, %n: i32) -> i1 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %four = llvm.mlir.constant(4 : i64) : i64
    %passed = llvm.alloca %one x !llvm.struct<(i32, i32)> {alignment = 1 : i64} : (i32) -> !llvm.ptr
    %stored = llvm.alloca %one x !llvm.struct<(i32, i32)> {alignment = 2 : i64} : (i32) -> !llvm.ptr
    %compared = llvm.alloca %one x !llvm.struct<(i32, i32)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %volatile = llvm.alloca %one x !llvm.struct<(i32, i32)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %outside = llvm.alloca %one x !llvm.struct<(i32, i32)> {alignment = 16 : i64} : (i32) -> !llvm.ptr
    %many = llvm.alloca %n x !llvm.struct<(i32, i32)> {alignment = 32 : i64} : (i32) -> !llvm.ptr
    %copy = llvm.alloca %one x !llvm.struct<(i32, i32)> {alignment = 64 : i64} : (i32) -> !llvm.ptr
    %overlap = llvm.alloca %one x !llvm.struct<(i32, i32, i32)> {alignment = 128 : i64} : (i32) -> !llvm.ptr
    llvm.store %n, %passed : i32, !llvm.ptr
    func.call @f(%passed) : (!llvm.ptr) -> ()
    llvm.store %n, %stored : i32, !llvm.ptr
    llvm.store %stored, %to : !llvm.ptr, !llvm.ptr<1>
    llvm.store %n, %compared : i32, !llvm.ptr
    %r = llvm.icmp "eq" %compared, %passed : !llvm.ptr
    llvm.store volatile %n, %volatile : i32, !llvm.ptr
    %p = llvm.getelementptr %outside[8] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %n, %p : i32, !llvm.ptr
    llvm.store %n, %many : i32, !llvm.ptr
    llvm.store %n, %copy : i32, !llvm.ptr
    "llvm.intr.memcpy"(%copy, %passed, %four) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    llvm.store %n, %overlap : i32, !llvm.ptr
    %second = llvm.getelementptr %overlap[4] : (!llvm.ptr) -> !llvm.ptr, i8
    %eight = llvm.mlir.constant(8 : i64) : i64
    "llvm.intr.memmove"(%second, %overlap, %eight) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    func.return %r : i1
  }

  // The copy of an argument by value belongs to the work item.
  // CHECK-LABEL: @by_value
  // CHECK:       %[[X:.*]] = llvm.alloca {{.*}} x i64 {alignment = 8 : i64}
  // CHECK:       %[[P:.*]] = llvm.getelementptr inbounds %s[8]
  // CHECK:       %[[V:.*]] = llvm.load %[[P]] {alignment = 8 : i64}
  // CHECK:       llvm.store %[[V]], %[[X]]
  // CHECK-NOT:   llvm.alloca
  // CHECK:       llvm.load %[[X]] :
  opencl.kernel @by_value(%s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>, llvm.align = 8 : i64}, %to: !llvm.ptr<1>) {
    %p = llvm.getelementptr inbounds %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
    %v = llvm.load %p : !llvm.ptr -> i64
    llvm.store %v, %p : i64, !llvm.ptr
    llvm.store %v, %to : i64, !llvm.ptr<1>
    opencl.return
  }
}

// -----

// A copy of the first number tells nothing of the others.
// CHECK-LABEL: @first_only
// CHECK:       llvm.alloca %one x f32 {alignment = 8 : i64}
// CHECK-NEXT:  llvm.alloca %one x i32 {alignment = 8 : i64}
// CHECK-NEXT:  llvm.alloca %one x f32 {alignment = 4 : i64}
// CHECK-NEXT:  llvm.alloca %one x i32 {alignment = 4 : i64}
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  func.func @first_only(%x: f32, %y: i32) -> (f32, i32, i32) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %a = llvm.alloca %one x !llvm.struct<(f32, i32, i32)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %b = llvm.alloca %one x !llvm.struct<(f32, i32, i32)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %x, %a : f32, !llvm.ptr
    %az = llvm.getelementptr inbounds %a[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32, i32)>
    llvm.store %y, %az : i32, !llvm.ptr
    %bz = llvm.getelementptr inbounds %b[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32, i32)>
    llvm.store %y, %bz : i32, !llvm.ptr
    %four = llvm.mlir.constant(4 : i64) : i64
    "llvm.intr.memcpy"(%b, %a, %four) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %r = llvm.load %b : !llvm.ptr -> f32
    %s = llvm.load %bz : !llvm.ptr -> i32
    %t = llvm.load %az : !llvm.ptr -> i32
    func.return %r, %s, %t : f32, i32, i32
  }
}

// -----

// A fill with a byte that only a run knows fills each variable.
// CHECK-LABEL: @any_byte
// CHECK:       llvm.mlir.constant(8) : i64
// CHECK-NOT:   constant(-
// CHECK:       "llvm.intr.memset"(%a, %v,
// CHECK-NOT:   constant(-
// CHECK:       "llvm.intr.memset"(%a_1, %v,
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  func.func @any_byte(%v: i8) -> (f32, i32) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %a = llvm.alloca %one x !llvm.struct<(f32, i32)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %eight = llvm.mlir.constant(8 : i64) : i64
    "llvm.intr.memset"(%a, %v, %eight) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    %b = llvm.getelementptr inbounds %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32)>
    %r = llvm.load %a : !llvm.ptr -> f32
    %s = llvm.load %b : !llvm.ptr -> i32
    func.return %r, %s : f32, i32
  }
}

// RUN: xdsl-opt %s -p opencl-check-accesses -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p opencl-check-accesses,opencl-form-work-groups -t opencl-mlir | filecheck %s --check-prefix=GROUPS
// RUN: not xdsl-opt %s -p opencl-check-accesses,opencl-check-accesses 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: xdsl-opt %s -p 'opencl-to-llvm{check=true}' -t opencl-llvm-ir | filecheck %s --check-prefix=IR

// TWICE: error: the accesses of this module are checked already

builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  // CHECK: llvm.mlir.global {{.*}}@table{{.*}}opencl.check_extent = 16 : i64
  llvm.mlir.global internal constant @table(dense<[1, 2, 3, 4]> : tensor<4xi32>) {addr_space = 2 : i32, alignment = 4 : i64} : !llvm.array<4 x i32>

  // Each access is told with its memory: -1 is argument 0. Where a load reads and a store
  // writes, the checker says.
  // CHECK-LABEL: opencl.kernel @access(
  // CHECK-SAME: opencl.checked
  opencl.kernel @access(%p: !llvm.ptr<1>, %n: i64) {
    // CHECK-DAG: %[[EXTENT:.*]] = llvm.mlir.constant(-1) : i64
    // 1 << 48: global memory; 1 << 43: something writes there; 2 << 32: aligned to 4; 2 << 36: nothing is smaller;
    // 1 << 41: a read of 4 bytes; 1 << 47: which are stored as they are. In place 0 << 52.
    // CHECK-DAG: %[[READ:.*]] = llvm.mlir.constant(433353610231812) : i64
    // 1 << 40: a write.
    // CHECK-DAG: %[[WRITE:.*]] = llvm.mlir.constant(291516610248708) : i64
    // CHECK-DAG: %[[RECORD:.*]] = opencl.check_context : !llvm.ptr
    // CHECK-DAG: llvm.getelementptr %[[RECORD]][3840]
    // CHECK: %[[AT:.*]] = llvm.getelementptr %p[%n]
    %at = llvm.getelementptr inbounds %p[%n] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    // CHECK: %[[GENERIC:.*]] = llvm.addrspacecast %[[AT]]
    // CHECK-NEXT: %[[RESULT:.*]] = llvm.call @__xdsl_opencl_check_global_read(%[[RECORD]], %[[GENERIC]], %{{.*}}, %[[EXTENT]], %[[READ]], %{{.*}})
    // CHECK-NEXT: %[[BACK:.*]] = llvm.addrspacecast %[[RESULT]] : !llvm.ptr to !llvm.ptr<1>
    // CHECK-NEXT: "llvm.load"(%[[BACK]]) <{alignment = 1 : i64}>
    %v = llvm.load %at {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    // CHECK: %[[BITS:.*]] = llvm.zext %v : i32 to i64
    // CHECK-NEXT: %[[PLACE:.*]] = llvm.call @__xdsl_opencl_check_global_write(%[[RECORD]], %{{.*}}, %{{.*}}, %[[EXTENT]], %[[WRITE]], %{{.*}}, %[[BITS]])
    // CHECK-NEXT: %[[TO:.*]] = llvm.addrspacecast %[[PLACE]] : !llvm.ptr to !llvm.ptr<1>
    // CHECK-NEXT: "llvm.store"(%v, %[[TO]]) <{alignment = 1 : i64}>
    llvm.store %v, %at {alignment = 4 : i64} : i32, !llvm.ptr<1>
    opencl.return
  }

  // A load that only keeps the bits beside a bit-field is no read; one of another place, or of bits that
  // others use, is.
  // CHECK-LABEL: opencl.kernel @bit_field(
  // CHECK-COUNT-2: check_global_write(
  // CHECK: check_global_read(
  // CHECK: check_global_write(
  // CHECK: check_global_read(
  // CHECK: check_global_write(
  // CHECK: check_global_read(
  // CHECK: check_global_write(
  // CHECK: opencl.return
  opencl.kernel @bit_field(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %x: i16) {
    %mask = llvm.mlir.constant(31 : i16) : i16
    %v0 = llvm.load %p : !llvm.ptr<1> -> i16
    %m0 = llvm.and %v0, %mask : i16
    %o0 = llvm.or %m0, %x : i16
    llvm.store %o0, %p : i16, !llvm.ptr<1>
    %v1 = llvm.load %p : !llvm.ptr<1> -> i16
    %m1 = llvm.and %v1, %mask : i16
    %o1 = llvm.or %m1, %x : i16
    llvm.store %o1, %q : i16, !llvm.ptr<1>
    %v2 = llvm.load %p : !llvm.ptr<1> -> i16
    %m2 = llvm.and %v2, %mask : i16
    %o2 = llvm.or %m2, %m2 : i16
    llvm.store %o2, %p : i16, !llvm.ptr<1>
    %v3 = llvm.load %p : !llvm.ptr<1> -> i16
    %m3 = llvm.and %v3, %mask : i16
    %o3 = llvm.add %m3, %x : i16
    llvm.store %o3, %p : i16, !llvm.ptr<1>
    opencl.return
  }

  // Where pointers into different memories meet, their memories travel with them.
  // CHECK-LABEL: opencl.kernel @meet(
  opencl.kernel @meet(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %b: i32, %x: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %c = llvm.icmp "ne" %b, %zero : i32
    // CHECK: llvm.cond_br %c, ^[[JOIN:.*]](%p, %[[P:.*]], %[[PE:.*]] : !llvm.ptr<1>, !llvm.ptr, i64), ^[[JOIN]](%q, %[[Q:.*]], %[[QE:.*]] : !llvm.ptr<1>, !llvm.ptr, i64)
    llvm.cond_br %c, ^join(%p : !llvm.ptr<1>), ^join(%q : !llvm.ptr<1>)
  // CHECK: ^[[JOIN]](%r: !llvm.ptr<1>, %[[BASE:.*]]: !llvm.ptr, %[[EXTENT:.*]]: i64):
  ^join(%r: !llvm.ptr<1>):
    // CHECK: llvm.call @__xdsl_opencl_check_slow(%{{.*}}, %{{.*}}, %[[BASE]], %[[EXTENT]],
    llvm.store %x, %r {alignment = 4 : i64} : i32, !llvm.ptr<1>
    opencl.return
  }

  // The group record, local memory and barriers.
  // GROUPS-LABEL: llvm.func @wait(
  // GROUPS: %[[RECORD:.*]] = llvm.alloca %{{.*}} x i8 {alignment = 128 : i64}
  // GROUPS: llvm.call @__xdsl_opencl_check_begin(%[[RECORD]],
  // GROUPS: llvm.call @__xdsl_opencl_check_variable(%[[RECORD]],
  // GROUPS: llvm.call @__xdsl_opencl_check_local(%[[RECORD]],
  // GROUPS: %[[ITEM:.*]] = llvm.getelementptr inbounds %[[RECORD]][8]
  // GROUPS-NEXT: llvm.store %{{linear.*}}, %[[ITEM]]
  // GROUPS: llvm.call @__xdsl_opencl_check_arrive(%[[RECORD]],
  // GROUPS: %[[ENDED:.*]] = llvm.call @__xdsl_opencl_check_meet(%[[RECORD]])
  // GROUPS: llvm.icmp "ne" %[[ENDED]],
  // GROUPS: llvm.call @__xdsl_opencl_check_leave(%[[RECORD]])
  // GROUPS: llvm.call @__xdsl_opencl_check_end(%[[RECORD]])
  // GROUPS-NEXT: llvm.return
  opencl.kernel @wait(%x: i32) {
    // CHECK: opencl.local !llvm.array<4 x i32> align 4 {opencl.check_extent = {{.*}}}
    %tile = opencl.local !llvm.array<4 x i32> align 4 : !llvm.ptr<3>
    %i = opencl.get_local_id 0 : i64
    %at = llvm.getelementptr %tile[0, %i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, !llvm.array<4 x i32>
    llvm.store %x, %at : i32, !llvm.ptr<3>
    // CHECK: opencl.barrier local {opencl.check_site = {{.*}}}
    opencl.barrier local
    opencl.return
  }

  // A division that would abort the process is made by 1.
  // CHECK-LABEL: opencl.kernel @divide(
  opencl.kernel @divide(%p: !llvm.ptr<1>, %x: i32, %y: i32) {
    // CHECK: %[[ZERO:.*]] = llvm.icmp "eq" %y,
    // CHECK: %[[D:.*]] = llvm.select %[[ZERO]], %{{.*}}, %y
    // CHECK: llvm.call @__xdsl_opencl_check_divide(
    // CHECK: llvm.udiv %x, %[[D]]
    %z = llvm.udiv %x, %y : i32
    llvm.store %z, %p : i32, !llvm.ptr<1>
    opencl.return
  }

  // Each array that an index may leave, though not the memory; not the outermost one of a variable. The bytes of a
  // private variable that are written, and how a value that is none is stored.
  // CHECK-LABEL: opencl.kernel @index(
  opencl.kernel @index(%p: !llvm.ptr<1>, %i: i64) {
    %one = llvm.mlir.constant(1 : i32) : i32
    %none = llvm.mlir.undef : i32
    // CHECK: %[[VALID:.*]] = llvm.alloca %{{.*}} x i8
    // CHECK: "llvm.intr.memset"(%[[VALID]],
    // CHECK-NEXT: %a = llvm.alloca
    %a = llvm.alloca %one x !llvm.array<2 x !llvm.array<3 x i32>> {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %at = llvm.getelementptr inbounds %a[0, %i, %i] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<2 x !llvm.array<3 x i32>>
    // CHECK: llvm.call @__xdsl_opencl_check_undefined(
    // CHECK: %[[P:.*]] = llvm.call @__xdsl_opencl_check_private({{.*}}, %[[VALID]])
    // CHECK-NEXT: %[[Q:.*]] = llvm.call @__xdsl_opencl_check_index(%{{.*}}, %[[P]], %i, %{{.*}}, %{{.*}}, %{{.*}})
    // CHECK-NEXT: "llvm.store"(%{{.*}}, %[[Q]])
    llvm.store %none, %at {alignment = 4 : i64} : i32, !llvm.ptr
    opencl.return
  }

  // What has no value on one way has a mask beside it, and is zero then. Of an image write the lanes are told apart.
  // CHECK-LABEL: opencl.kernel @ways(
  opencl.kernel @ways(%p: !llvm.ptr<1>, %y: i32, %x: i32) {
    %c = llvm.icmp "slt" %x, %y : i32
    // CHECK-NOT: llvm.mlir.undef
    // CHECK: %[[NONE:.*]] = llvm.mlir.constant(0 : i32) : i32
    %none = llvm.mlir.undef : i32
    // CHECK: %[[ALL:.*]] = llvm.mlir.constant(1 : i32) : i32
    // CHECK: llvm.cond_br %c, ^[[SOME:.*]], ^[[END:.*]](%[[NONE]], %[[ALL]] : i32, i32)
    llvm.cond_br %c, ^some, ^end(%none : i32)
  ^some:
    // CHECK: %[[NO:.*]] = llvm.mlir.constant(0 : i32) : i32
    // CHECK: llvm.br ^[[END]](%x, %[[NO]] : i32, i32)
    llvm.br ^end(%x : i32)
  // CHECK: ^[[END]](%[[V:.*]]: i32, %[[MASK:.*]]: i32):
  ^end(%v: i32):
    %w = llvm.add %v, %x : i32
    // CHECK: llvm.call @__xdsl_opencl_check_undefined(%{{.*}}, %[[MASK]], %{{.*}})
    llvm.store %w, %p : i32, !llvm.ptr<1>
    opencl.return
  }

  // The memory of a variable is unwritten where its life begins, and gone where it ends.
  // CHECK-LABEL: opencl.kernel @lives(
  opencl.kernel @lives(%p: !llvm.ptr<1>) {
    %one = llvm.mlir.constant(1 : i32) : i32
    // CHECK: %[[LIFE:.*]] = llvm.alloca %{{.*}} x i8
    %a = llvm.alloca %one x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    // CHECK: %[[BEGUN:.*]] = llvm.mlir.constant(0 : i8) : i8
    // CHECK: "llvm.intr.memset"(%[[LIFE]], %[[BEGUN]]
    "llvm.intr.lifetime.start"(%a) {size = -1 : i64} : (!llvm.ptr) -> ()
    llvm.store %one, %a : i32, !llvm.ptr
    // CHECK: %[[ENDED:.*]] = llvm.mlir.constant(2 : i8) : i8
    // CHECK-NEXT: "llvm.intr.memset"(%[[LIFE]], %[[ENDED]]
    "llvm.intr.lifetime.end"(%a) {size = -1 : i64} : (!llvm.ptr) -> ()
    opencl.return
  }

  // Work items meet where they wait for events, which are the numbers of their copies.
  // CHECK-LABEL: opencl.kernel @events(
  opencl.kernel @events(%p: !llvm.ptr<1>, %l: !llvm.ptr<3>, %n: i64) {
    %no = opencl.null_event
    // CHECK: opencl.barrier{{.*}}opencl.check_site
    // CHECK: %[[E:.*]] = llvm.call @__xdsl_opencl_check_async(
    %e = opencl.async_work_group_copy i32 %l, %p, %n event %no : !llvm.ptr<3>, !llvm.ptr<1>, i64
    // CHECK: %[[EP:.*]] = llvm.inttoptr %[[E]]
    // CHECK: opencl.barrier{{.*}}opencl.check_site
    // CHECK: llvm.call @__xdsl_opencl_check_wait(
    opencl.wait_group_events %e
    opencl.return
  }
  // CHECK: llvm.func @__xdsl_opencl_check_arrive(

  // IR: define void @access(
  // IR: call ptr @__xdsl_opencl_check_global_read(
  // IR: declare ptr @__xdsl_opencl_check_constant(ptr, ptr, ptr, i64, i64, i64, i64)
}

// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-sync' -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-lower-sync' -t opencl-mlir | filecheck %s --check-prefix=HOST
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1200},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefix=ASM

// Orders and scopes are those of ROCm-Device-Libs, opencl/src/workgroup/wgbarrier.cl and
// opencl/src/misc/awif.cl; of atomics those of Clang, getLLVMSyncScopeID. Group functions are run in test/unit/test_group_functions.py.

// CHECK-LABEL: opencl.kernel @barriers
// CHECK-NEXT:    llvm.fence syncscope("workgroup") seq_cst
// CHECK-NEXT:    llvm.call_intrinsic "llvm.amdgcn.s.barrier"()
// CHECK-NEXT:    llvm.fence syncscope("workgroup") seq_cst
// CHECK-NEXT:    llvm.fence syncscope("workgroup") release
// CHECK-NEXT:    llvm.call_intrinsic "llvm.amdgcn.s.barrier"()
// CHECK-NEXT:    llvm.fence syncscope("workgroup") acquire
// CHECK-NEXT:    llvm.call_intrinsic "llvm.amdgcn.s.barrier"()
// CHECK-NEXT:    llvm.fence syncscope("agent") release
// CHECK-NEXT:    llvm.call_intrinsic "llvm.amdgcn.s.barrier"()
// CHECK-NEXT:    llvm.fence syncscope("agent") acquire
// CHECK-NEXT:    llvm.fence syncscope("workgroup") acq_rel
// CHECK-NEXT:    llvm.fence syncscope("workgroup") acquire
// CHECK-NEXT:    llvm.fence syncscope("workgroup") release
// CHECK-NEXT:    llvm.call_intrinsic "llvm.amdgcn.wave.barrier"()
// CHECK-NEXT:    llvm.fence syncscope("wavefront") acq_rel
// CHECK-NEXT:    llvm.fence acq_rel
// CHECK-NEXT:    opencl.return

// On the host work-group barriers wait for opencl-form-work-groups.
// HOST-LABEL: opencl.kernel @barriers
// HOST-NEXT:    opencl.barrier local|global
// HOST-NEXT:    opencl.barrier local
// HOST-NEXT:    opencl.barrier none
// HOST-NEXT:    opencl.work_group_barrier global device
// HOST-NEXT:    llvm.fence acq_rel
// HOST-NEXT:    llvm.fence acquire
// HOST-NEXT:    llvm.fence release
// HOST-NEXT:    opencl.sub_group_barrier local sub_group
// HOST-NEXT:    llvm.fence acq_rel
// HOST-NEXT:    opencl.return

// ASM-LABEL: barriers:
// ASM:         s_barrier_signal -1
opencl.kernel @barriers() {
  opencl.barrier local|global
  opencl.barrier local
  opencl.barrier none
  opencl.work_group_barrier global device
  opencl.mem_fence local
  opencl.read_mem_fence local
  opencl.write_mem_fence global
  opencl.sub_group_barrier local sub_group
  opencl.atomic_work_item_fence global acq_rel all_svm_devices
  opencl.return
}

// CHECK-LABEL: opencl.kernel @atomics
// HOST-LABEL:  opencl.kernel @atomics
// ASM-LABEL:   atomics:
opencl.kernel @atomics(%p: !llvm.ptr<1>, %l: !llvm.ptr<3>, %g: memref<4x8xi32, #opencl.address_space<global>>, %v: i32, %f: f32, %w: i64) {
  %i = arith.constant 2 : index
  // CHECK: llvm.atomicrmw add %p, %v syncscope("agent-one-as") monotonic {opencl.metadata = {amdgpu.no.fine.grained.memory, amdgpu.no.remote.memory}} : !llvm.ptr<1>, i32
  // HOST:  llvm.atomicrmw add %p, %v monotonic : !llvm.ptr<1>, i32
  // ASM:   global_atomic_add_u32
  %0 = opencl.atomic_rmw add relaxed device %p, %v : !llvm.ptr<1>, i32
  // CHECK: %[[VIEW:.*]] = memref.subview %g[%i, %i] [1, 1] [1, 1]
  // CHECK: %[[ELEMENT:.*]] = builtin.unrealized_conversion_cast %[[VIEW]]
  // CHECK: llvm.atomicrmw volatile umax %[[ELEMENT]], %v syncscope("workgroup-one-as") acq_rel
  // ASM:   global_atomic_max_u32 {{.*}} offset:72
  %1 = opencl.atomic_rmw umax acq_rel work_group volatile %g[%i, %i], %v : memref<4x8xi32, #opencl.address_space<global>>, i32
  // CHECK: llvm.atomicrmw fadd %p, %f syncscope("agent-one-as") monotonic {{.*}} : !llvm.ptr<1>, f32
  %2 = opencl.atomic_rmw fadd relaxed device %p, %f : !llvm.ptr<1>, f32
  // CHECK: "llvm.load"(%p) <{alignment = 8 : i64, ordering = 4 : i64, syncscope = "agent-one-as"}> : (!llvm.ptr<1>) -> i64
  %3 = opencl.atomic_load acquire device %p : !llvm.ptr<1> -> i64
  // CHECK: "llvm.store"(%w, %p) <{alignment = 8 : i64, ordering = 5 : i64, syncscope = "one-as"}> : (i64, !llvm.ptr<1>) -> ()
  opencl.atomic_store release all_svm_devices %p, %w : !llvm.ptr<1>, i64
  // CHECK: %[[PAIR:.*]] = llvm.cmpxchg weak %l, %v, %v syncscope("workgroup-one-as") acq_rel monotonic
  // CHECK: llvm.extractvalue %[[PAIR]][0]
  // CHECK: llvm.extractvalue %[[PAIR]][1]
  // ASM:   ds_cmpstore_b32
  %4, %5 = opencl.atomic_compare_exchange acq_rel relaxed work_group weak %l, %v, %v : !llvm.ptr<3>, i32
  // CHECK: %[[WAS:.*]] = llvm.atomicrmw xchg %p, %{{.*}} syncscope("agent-one-as") acquire
  // CHECK: llvm.icmp "ne" %[[WAS]]
  %6 = opencl.atomic_flag_test_and_set acquire device %p : !llvm.ptr<1>
  // CHECK: "llvm.store"(%{{.*}}, %p) <{alignment = 4 : i64, ordering = 5 : i64, syncscope = "agent-one-as"}> : (i32, !llvm.ptr<1>) -> ()
  opencl.atomic_flag_clear release device %p : !llvm.ptr<1>
  // Sequential consistency holds for all address spaces together.
  // CHECK: llvm.atomicrmw _xor %p, %v syncscope("agent") seq_cst
  %7 = opencl.atomic_rmw xor seq_cst device %p, %v : !llvm.ptr<1>, i32
  opencl.return
}

// Each work item copies the elements of its number modulo the size of the group.
// CHECK-LABEL: opencl.kernel @copies
// CHECK:         %[[FIRST:.*]] = opencl.get_local_linear_id : i64
// CHECK:         opencl.get_local_size 2 : i64
// CHECK-NEXT:    %[[STEP:.*]] = llvm.mul
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[FIRST]] to %n step %[[STEP]]
// CHECK-NEXT:      %[[FROM:.*]] = llvm.getelementptr inbounds %from[%[[I]]]
// CHECK-NEXT:      %[[X:.*]] = "llvm.load"(%[[FROM]]) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> f32
// CHECK-NEXT:      %[[TO:.*]] = llvm.getelementptr inbounds %to[%[[I]]]
// CHECK-NEXT:      "llvm.store"(%[[X]], %[[TO]]) <{alignment = 4 : i64}> : (f32, !llvm.ptr<3>) -> ()
// CHECK:         scf.for %[[J:.*]] = %{{.*}} to %n step
// CHECK-NEXT:      %[[FAR:.*]] = llvm.mul %[[J]], %s : i64
// CHECK-NEXT:      llvm.getelementptr inbounds %from[%[[FAR]]] {{.*}} vector<3xf32>
// CHECK-NEXT:      "llvm.load"(%{{.*}}) <{alignment = 16 : i64}>
// CHECK-NEXT:      llvm.getelementptr inbounds %to[%[[J]]] {{.*}} vector<3xf32>
// CHECK:         llvm.fence syncscope("workgroup") seq_cst
// CHECK-NEXT:    llvm.call_intrinsic "llvm.amdgcn.s.barrier"()
// CHECK-NEXT:    llvm.fence syncscope("workgroup") seq_cst
// CHECK-NEXT:    opencl.return
opencl.kernel @copies(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>, %n: i64, %s: i64) {
  %none = opencl.null_event
  %e = opencl.async_work_group_copy f32 %to, %from, %n event %none : !llvm.ptr<3>, !llvm.ptr<1>, i64
  %e2 = opencl.async_work_group_strided_copy vector<3xf32> %to, %from, %n stride %s event %e : !llvm.ptr<3>, !llvm.ptr<1>, i64
  opencl.prefetch f32 %from, %n : !llvm.ptr<1>, i64
  opencl.wait_group_events %e, %e2
  opencl.return
}

// CHECK-LABEL: opencl.kernel @generic
// HOST-LABEL:  opencl.kernel @generic
opencl.kernel @generic(%g: !llvm.ptr<1>, %out: !llvm.ptr<1>) {
  %p = llvm.addrspacecast %g : !llvm.ptr<1> to !llvm.ptr<4>
  // CHECK: %[[CAST:.*]] = llvm.addrspacecast %p : !llvm.ptr<4> to !llvm.ptr<3>
  // CHECK: %[[IS:.*]] = llvm.call_intrinsic "llvm.amdgcn.is.shared"(%p)
  // CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr<3>
  // CHECK: %l = llvm.select %[[IS]], %[[CAST]], %[[NULL]]
  // On the host they wait for opencl-lower-pointer-casts.
  // HOST:  %l = opencl.to_local %p
  %l = opencl.to_local %p : !llvm.ptr<4> -> !llvm.ptr<3>
  // CHECK: "llvm.amdgcn.is.private"(%p)
  %q = opencl.to_private %p : !llvm.ptr<4> -> !llvm.ptr
  // CHECK-DAG: "llvm.amdgcn.is.shared"(%p)
  // CHECK-DAG: "llvm.amdgcn.is.private"(%p)
  %h = opencl.to_global %p : !llvm.ptr<4> -> !llvm.ptr<1>
  // CHECK: %f = llvm.select
  // HOST:  %f = opencl.get_fence %p
  %f = opencl.get_fence %p : !llvm.ptr<4>
  llvm.store %f, %h : i32, !llvm.ptr<1>
  llvm.store %l, %out : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.store %q, %out : !llvm.ptr, !llvm.ptr<1>
  opencl.return
}

// RUN: xdsl-opt %s -p opencl-split-kernel-entries --split-input-file | filecheck %s

// The entry keeps everything that belongs to the launch; the body keeps what belongs to
// its code. Calls from kernels and functions go to the body.

// CHECK:       opencl.kernel @called(%p: !llvm.ptr<1> {opencl.name = "p", llvm.noalias}, %n: i32) attributes {passthrough = ["convergent", ["uniform-work-group-size", "true"], ["amdgpu-flat-work-group-size", "4,4"]], reqd_work_group_size = array<i32: 4, 1, 1>, vec_type_hint = f32} {
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_called(%p, %n) : (!llvm.ptr<1>, i32) -> ()
// CHECK-NEXT:    opencl.return
// CHECK-NEXT:  }
// CHECK-NEXT:  func.func private @__clang_ocl_kern_imp_called(%p: !llvm.ptr<1> {llvm.noalias}, %n: i32) attributes {llvm.linkage = #llvm.linkage<"internal">, passthrough = ["convergent"]} {
// CHECK-NEXT:    %positive = arith.constant
// CHECK-NEXT:    cf.cond_br %positive, ^[[STORE:.*]], ^[[DONE:.*]]
// CHECK-NEXT:  ^[[STORE]]:
// CHECK-NEXT:    %tile = opencl.local !llvm.array<4 x i32> : !llvm.ptr<3>
// CHECK-NEXT:    llvm.store %n, %p : i32, !llvm.ptr<1>
// CHECK-NEXT:    func.return
// CHECK-NEXT:  ^[[DONE]]:
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
opencl.kernel @called(%p: !llvm.ptr<1> {opencl.name = "p", llvm.noalias}, %n: i32)
    attributes {reqd_work_group_size = array<i32: 4, 1, 1>, vec_type_hint = f32,
                passthrough = ["convergent", ["uniform-work-group-size", "true"],
                               ["amdgpu-flat-work-group-size", "4,4"]]} {
  %positive = arith.constant true
  cf.cond_br %positive, ^store, ^done
^store:
  %tile = opencl.local !llvm.array<4 x i32> : !llvm.ptr<3>
  llvm.store %n, %p : i32, !llvm.ptr<1>
  opencl.return
^done:
  opencl.return
}

// CHECK-LABEL: opencl.kernel @caller(
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_called(%p, %n)
// CHECK-NEXT:    func.call @helper(%p, %n)
// CHECK-NEXT:    opencl.return
opencl.kernel @caller(%p: !llvm.ptr<1>, %n: i32) {
  opencl.call_kernel @called(%p, %n) : !llvm.ptr<1>, i32
  func.call @helper(%p, %n) : (!llvm.ptr<1>, i32) -> ()
  opencl.return
}

// CHECK-LABEL: func.func @helper(
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_called(%p, %n)
func.func @helper(%p: !llvm.ptr<1>, %n: i32) {
  opencl.call_kernel @called(%p, %n) : !llvm.ptr<1>, i32
  func.return
}

// A kernel that nobody calls stays.

// CHECK-LABEL: opencl.kernel @alone(%n: i32) {
// CHECK-NEXT:    opencl.return
opencl.kernel @alone(%n: i32) {
  opencl.return
}

// -----

// A chain: the middle kernel is split as well, and its body calls the next body.

// CHECK:       opencl.kernel @first() {
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_second()
// CHECK:       opencl.kernel @second() {
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_second()
// CHECK:       func.func private @__clang_ocl_kern_imp_second()
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_third()
// CHECK:       opencl.kernel @third() {
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_third()
// CHECK:       func.func private @__clang_ocl_kern_imp_third()
// CHECK-NEXT:    func.return
opencl.kernel @first() {
  opencl.call_kernel @second()
  opencl.return
}
opencl.kernel @second() {
  opencl.call_kernel @third()
  opencl.return
}
opencl.kernel @third() {
  opencl.return
}

// -----

// The name of the body is taken: another one is found.

// CHECK:       opencl.kernel @k() {
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_k_1()
// CHECK:       func.func private @__clang_ocl_kern_imp_k_1()
// CHECK:       func.func @__clang_ocl_kern_imp_k()
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_k_1()
opencl.kernel @k() {
  opencl.return
}
func.func @__clang_ocl_kern_imp_k() {
  opencl.call_kernel @k()
  func.return
}

// -----

// A declared kernel: its body is external too; one that is there already is used.

// CHECK:       opencl.kernel private @far(i32) -> ()
// CHECK-NEXT:  func.func private @__clang_ocl_kern_imp_far(i32) -> ()
// CHECK-NEXT:  opencl.kernel private @known(i32)
// CHECK-NEXT:  func.func private @__clang_ocl_kern_imp_known(i32) -> ()
// CHECK-NEXT:  opencl.kernel @k(%n: i32) {
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_far(%n)
// CHECK-NEXT:    func.call @__clang_ocl_kern_imp_known(%n)
opencl.kernel private @far(i32)
opencl.kernel private @known(i32)
func.func private @__clang_ocl_kern_imp_known(i32) -> ()
opencl.kernel @k(%n: i32) {
  opencl.call_kernel @far(%n) : i32
  opencl.call_kernel @known(%n) : i32
  opencl.return
}

// -----

// A module without calls of kernels is untouched.

// CHECK:       func.func @f()
// CHECK-NEXT:    func.return
func.func @f() {
  func.return
}

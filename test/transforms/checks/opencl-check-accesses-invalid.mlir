// RUN: not xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-check-accesses' 2>&1 | filecheck %s
// RUN: not xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-to-llvm{check=true}' 2>&1 | filecheck %s --check-prefix=ALL
// RUN: not xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-form-work-groups' 2>&1 | filecheck %s --check-prefix=ALONE

// CHECK: error: opencl-check-accesses is for ABI host, not amdhsa
// ALL: error: accesses are checked on ABI host, not on amdhsa
// ALONE: in @k: error: this kernel is not checked; it lacks 'opencl.checked'
opencl.kernel @k(%p: !llvm.ptr<1>) {
  %check = opencl.check_context : !llvm.ptr
  llvm.store %check, %p : !llvm.ptr, !llvm.ptr<1>
  opencl.return
}

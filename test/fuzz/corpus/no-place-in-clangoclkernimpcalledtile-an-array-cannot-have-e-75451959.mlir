opencl.kernel @called(%p: !llvm.ptr<1> {opencl.name = "p", llvm.noalias}, %n: i32)
    attributes {reqd_work_group_size = array<i32: 4, 1, 1>, vec_type_hint = f32,
                passthrough = ["convergent", ["uniform-work-group-size", "true"],
                               ["amdgpu-flat-work-group-size", "4,4"]]} {
  %positive = arith.constant true
  cf.cond_br %positive, ^store, ^done
^store:
  %tile = opencl.local !llvm.array<1000000000000000000000000000000 x i32> : !llvm.ptr<3>
  opencl.return
^done:
  opencl.return
}
opencl.kernel @caller(%p: !llvm.ptr<1>, %n: i32) {
  opencl.return
}
func.func @helper(%p: !llvm.ptr<1>, %n: i32) {
  opencl.call_kernel @called(%p, %n) : !llvm.ptr<1>, i32
  func.return
}
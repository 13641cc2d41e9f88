opencl.kernel @called(%p: !llvm.ptr<1> {opencl.name = "p", llvm.noalias}, %n: i32)
    attributes {reqd_work_group_size = array<i32: 4, 1, 1>, vec_type_hint = f32,
                passthrough = ["convergent", ["uniform-work-group-size", "true"],
                               ["amdgpu-flat-work-group-size", "4,4"]]} {
  %positive = arith.constant true
  cf.cond_br %positive, ^store, ^done
^store:
  %tile = opencl.local !llvm.array<0xFFFFFFFFFFFFFFFFF x i32> : !llvm.ptr<3>
  opencl.return
^done:
  opencl.return
}
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900 code-object-version=4},opencl-lower-work-items' | filecheck %s --check-prefix=V4
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-lower-work-items' | filecheck %s --check-prefix=V5

// The lane is counted in the lower half of the wave, on wave64 also in the upper one.
opencl.kernel @lane() {
  %s = opencl.get_sub_group_local_id : i32
  "test.op"(%s) : (i32) -> ()
  opencl.return
}

// V4-LABEL: opencl.kernel @lane
// V4:         %[[LOW:.*]] = llvm.call_intrinsic "llvm.amdgcn.mbcnt.lo"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// V4-NEXT:    llvm.call_intrinsic "llvm.amdgcn.mbcnt.hi"(%{{.*}}, %[[LOW]]) : (i32, i32) -> i32
// V5-LABEL: opencl.kernel @lane
// V5:         %[[LANE:.*]] = llvm.call_intrinsic "llvm.amdgcn.mbcnt.lo"
// V5-NEXT:    "test.op"(%[[LANE]])

// RUN: xdsl-opt %s -p convert-gpu-to-opencl | filecheck %s
// RUN: xdsl-opt %s -p convert-gpu-to-opencl --print-op-generic | filecheck %s --check-prefix PROPERTY

// The size of sub-groups that a kernel is written for.
// CHECK-LABEL: opencl.kernel @wide() attributes {reqd_sub_group_size = 32 : i32}
// CHECK-LABEL: opencl.kernel @intel() attributes {reqd_sub_group_size = 16 : i32}
// PROPERTY: "opencl.kernel"() <{{{.*}}reqd_sub_group_size = 32 : i32
// PROPERTY: "opencl.kernel"() <{{{.*}}reqd_sub_group_size = 16 : i32
gpu.module @sub_groups {
  gpu.func @wide() kernel attributes {reqd_sub_group_size = 32 : i32} {
    gpu.return
  }
  gpu.func @intel() kernel attributes {intel_reqd_sub_group_size = 16 : i32} {
    gpu.return
  }
}

// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.sub_group_non_uniform_reduce: value of type vector<4xf32>; expected a scalar
func.func @f(%v: vector<4xf32>) {
  %0 = opencl.sub_group_non_uniform_reduce add %v : vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.sub_group_non_uniform_scan_inclusive: xor needs an integer, value has type f32
func.func @f(%v: f32) {
  %0 = opencl.sub_group_non_uniform_scan_inclusive xor %v : f32
  func.return
}

// -----

// CHECK: opencl.sub_group_clustered_reduce: clusters of 12 work items; expected a power of two up to 128
func.func @f(%v: f32) {
  %0 = opencl.sub_group_clustered_reduce add %v cluster 12 : f32
  func.return
}

// -----

// CHECK: opencl.sub_group_clustered_reduce: and needs an integer, value has type f16
func.func @f(%v: f16) {
  %0 = opencl.sub_group_clustered_reduce and %v cluster 4 : f16
  func.return
}

// -----

// CHECK: opencl.sub_group_rotate: clusters of 256 work items; expected a power of two up to 128
func.func @f(%v: f32, %i: i32) {
  %0 = opencl.sub_group_rotate %v by %i, cluster 256 : f32
  func.return
}

// -----

// CHECK: opencl.sub_group_rotate: value has type vector<5xf32>
func.func @f(%v: vector<5xf32>, %i: i32) {
  %0 = opencl.sub_group_rotate %v by %i : vector<5xf32>
  func.return
}

// -----

// CHECK: opencl.sub_group_non_uniform_all_equal: value of type vector<2xi32>; expected a scalar
func.func @f(%v: vector<2xi32>) {
  %0 = opencl.sub_group_non_uniform_all_equal %v : vector<2xi32>
  func.return
}

// -----

// CHECK: Expected attribute vector<4xi32> but got vector<2xi32>
func.func @f(%v: vector<2xi32>) {
  %0 = "opencl.sub_group_ballot_query"(%v) <{query = #opencl<ballot_query bit_count>}> : (vector<2xi32>) -> i32
  func.return
}

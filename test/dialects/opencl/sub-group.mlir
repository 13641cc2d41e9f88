// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @sub_groups
func.func @sub_groups(%i: i32, %l: i64, %f: f32, %v: vector<4xi32>) {
  // CHECK-NEXT: %0 = opencl.sub_group_non_uniform_reduce mul %f : f32
  // CHECK-GENERIC: "opencl.sub_group_non_uniform_reduce"(
  %0 = opencl.sub_group_non_uniform_reduce mul %f : f32
  // CHECK-NEXT: %1 = opencl.sub_group_non_uniform_scan_inclusive umin %i : i32
  // CHECK-GENERIC: "opencl.sub_group_non_uniform_scan_inclusive"(
  %1 = opencl.sub_group_non_uniform_scan_inclusive umin %i : i32
  // CHECK-NEXT: %2 = opencl.sub_group_non_uniform_scan_exclusive xor %l : i64
  // CHECK-GENERIC: "opencl.sub_group_non_uniform_scan_exclusive"(
  %2 = opencl.sub_group_non_uniform_scan_exclusive xor %l : i64
  // CHECK-NEXT: %3 = opencl.sub_group_clustered_reduce add %f cluster 4 : f32
  // CHECK-GENERIC: "opencl.sub_group_clustered_reduce"(
  %3 = opencl.sub_group_clustered_reduce add %f cluster 4 : f32
  // CHECK-NEXT: %4 = opencl.sub_group_rotate %f by %i : f32
  // CHECK-GENERIC: "opencl.sub_group_rotate"(
  %4 = opencl.sub_group_rotate %f by %i : f32
  // CHECK-NEXT: %5 = opencl.sub_group_rotate %l by %i, cluster 8 : i64
  // CHECK-GENERIC: "opencl.sub_group_rotate"(
  %5 = opencl.sub_group_rotate %l by %i, cluster 8 : i64
  // CHECK-NEXT: %6 = opencl.sub_group_non_uniform_broadcast %v[%i] : vector<4xi32>
  // CHECK-GENERIC: "opencl.sub_group_non_uniform_broadcast"(
  %6 = opencl.sub_group_non_uniform_broadcast %v[%i] : vector<4xi32>
  // CHECK-NEXT: %7 = opencl.sub_group_broadcast_first %v : vector<4xi32>
  // CHECK-GENERIC: "opencl.sub_group_broadcast_first"(
  %7 = opencl.sub_group_broadcast_first %v : vector<4xi32>
  // CHECK-NEXT: %8 = opencl.sub_group_non_uniform_all_equal %f : f32
  // CHECK-GENERIC: "opencl.sub_group_non_uniform_all_equal"(
  %8 = opencl.sub_group_non_uniform_all_equal %f : f32
  // CHECK-NEXT: %9 = opencl.sub_group_elect
  // CHECK-GENERIC: "opencl.sub_group_elect"(
  %9 = opencl.sub_group_elect
  // CHECK-NEXT: %10 = opencl.sub_group_ballot %i
  // CHECK-GENERIC: "opencl.sub_group_ballot"(
  %10 = opencl.sub_group_ballot %i
  // CHECK-NEXT: %11 = opencl.sub_group_inverse_ballot %v
  // CHECK-GENERIC: "opencl.sub_group_inverse_ballot"(
  %11 = opencl.sub_group_inverse_ballot %v
  // CHECK-NEXT: %12 = opencl.sub_group_ballot_bit_extract %v[%i]
  // CHECK-GENERIC: "opencl.sub_group_ballot_bit_extract"(
  %12 = opencl.sub_group_ballot_bit_extract %v[%i]
  // CHECK-NEXT: %13 = opencl.sub_group_ballot_query bit_count %v
  // CHECK-GENERIC: "opencl.sub_group_ballot_query"(
  %13 = opencl.sub_group_ballot_query bit_count %v
  // CHECK-NEXT: %14 = opencl.sub_group_ballot_query inclusive_scan %v
  // CHECK-GENERIC: "opencl.sub_group_ballot_query"(
  %14 = opencl.sub_group_ballot_query inclusive_scan %v
  // CHECK-NEXT: %15 = opencl.sub_group_ballot_query exclusive_scan %v
  // CHECK-GENERIC: "opencl.sub_group_ballot_query"(
  %15 = opencl.sub_group_ballot_query exclusive_scan %v
  // CHECK-NEXT: %16 = opencl.sub_group_ballot_query find_lsb %v
  // CHECK-GENERIC: "opencl.sub_group_ballot_query"(
  %16 = opencl.sub_group_ballot_query find_lsb %v
  // CHECK-NEXT: %17 = opencl.sub_group_ballot_query find_msb %v
  // CHECK-GENERIC: "opencl.sub_group_ballot_query"(
  %17 = opencl.sub_group_ballot_query find_msb %v
  // CHECK-NEXT: %18 = opencl.get_sub_group_mask eq
  // CHECK-GENERIC: "opencl.get_sub_group_mask"(
  %18 = opencl.get_sub_group_mask eq
  // CHECK-NEXT: %19 = opencl.get_sub_group_mask ge
  // CHECK-GENERIC: "opencl.get_sub_group_mask"(
  %19 = opencl.get_sub_group_mask ge
  // CHECK-NEXT: %20 = opencl.get_sub_group_mask gt
  // CHECK-GENERIC: "opencl.get_sub_group_mask"(
  %20 = opencl.get_sub_group_mask gt
  // CHECK-NEXT: %21 = opencl.get_sub_group_mask le
  // CHECK-GENERIC: "opencl.get_sub_group_mask"(
  %21 = opencl.get_sub_group_mask le
  // CHECK-NEXT: %22 = opencl.get_sub_group_mask lt
  // CHECK-GENERIC: "opencl.get_sub_group_mask"(
  %22 = opencl.get_sub_group_mask lt
  func.return
}

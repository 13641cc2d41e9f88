// --- HEAD

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define HERE size_t i = get_global_linear_id(), \
  n = get_global_size(0) * get_global_size(1) * get_global_size(2);
// --- OF_GROUPS

kernel void {0}_{1}(global const {1} *in, global {1} *out) {{
  HERE
  {1} x = in[i];
  out[i] = work_group_reduce_{0}(x);
  out[n + i] = work_group_scan_inclusive_{0}(x);
  out[2 * n + i] = work_group_scan_exclusive_{0}(x);
  out[3 * n + i] = sub_group_reduce_{0}(x);
  out[4 * n + i] = sub_group_scan_inclusive_{0}(x);
  out[5 * n + i] = sub_group_scan_exclusive_{0}(x);
}}
// --- OF_ACTIVE

kernel void active_{0}_{1}(global const {1} *in, global const uchar *active, global {1} *out) {{
  HERE
  {1} x = in[i];
  if (active[i]) {{
    out[i] = sub_group_non_uniform_reduce_{0}(x);
    out[n + i] = sub_group_non_uniform_scan_inclusive_{0}(x);
    out[2 * n + i] = sub_group_non_uniform_scan_exclusive_{0}(x);
    out[3 * n + i] = sub_group_clustered_reduce_{0}(x, 8);
    out[4 * n + i] = sub_group_clustered_reduce_{0}(x, 128);
  }}
}}
// --- REDUCTIONS

kernel void reduce_{0}_{1}(global const {1} *in, global {1} *out) {{
  HERE
  out[i] = sub_group_{2}reduce_{0}(in[i]);
  out[n + i] = sub_group_{2}scan_exclusive_{0}(in[i]);
}}
// --- OF_SIZE

kernel __attribute__((reqd_work_group_size({0}, 1, 1)))
void of_{0}(global const int *in, global int *out) {{
  size_t i = get_global_id(0);
  out[i] = work_group_reduce_add(in[i]);
  out[{0} + i] = sub_group_reduce_add(in[i]);
}}
// --- OTHERS

kernel void votes(global const int *in, global int *out) {
  HERE
  out[i] = work_group_any(in[i]);
  out[n + i] = work_group_all(in[i]);
  out[2 * n + i] = sub_group_any(in[i]);
  out[3 * n + i] = sub_group_all(in[i]);
}
#define MOVES(T) kernel void moves_##T(global const T *in, global const uint *lane, global T *out) { \
  HERE \
  T x = in[i]; \
  uint l = lane[i]; \
  out[i] = work_group_broadcast(x, get_local_size(0) - 1, get_local_size(1) - 1, get_local_size(2) - 1); \
  out[n + i] = sub_group_broadcast(x, 0); \
  out[2 * n + i] = sub_group_shuffle(x, l); \
  out[3 * n + i] = sub_group_shuffle_xor(x, l); \
  out[4 * n + i] = sub_group_shuffle_up(x, l); \
  out[5 * n + i] = sub_group_shuffle_down(x, l); \
}
MOVES(double)
MOVES(int)
kernel void rotations(global const double *in, global double *out) {
  HERE
  out[i] = sub_group_rotate(in[i], 3);
  out[n + i] = sub_group_clustered_rotate(in[i], 5, 8);
  out[2 * n + i] = sub_group_clustered_rotate(in[i], -3, 8);
}
kernel void ballots(global const int *in, global const uchar *active, global int *out, global uint4 *ballot) {
  HERE
  int x = in[i];
  if (active[i]) {
    out[i] = sub_group_elect();
    out[n + i] = sub_group_broadcast_first(x);
    out[2 * n + i] = sub_group_non_uniform_any(x);
    out[3 * n + i] = sub_group_non_uniform_all(x);
    out[4 * n + i] = sub_group_non_uniform_all_equal(x);
    ballot[i] = sub_group_ballot(x);
  }
}
kernel void queries(global const uint4 *ballot, global const uint *lane, global uint *out, global uint4 *masks) {
  HERE
  uint4 b = ballot[i];
  out[i] = sub_group_ballot_bit_count(b);
  out[n + i] = sub_group_ballot_inclusive_scan(b);
  out[2 * n + i] = sub_group_ballot_exclusive_scan(b);
  out[3 * n + i] = sub_group_ballot_find_lsb(b);
  out[4 * n + i] = sub_group_ballot_find_msb(b);
  out[5 * n + i] = sub_group_ballot_bit_extract(b, lane[i]);
  out[6 * n + i] = sub_group_inverse_ballot(b);
  masks[i] = get_sub_group_eq_mask();
  masks[n + i] = get_sub_group_ge_mask();
  masks[2 * n + i] = get_sub_group_gt_mask();
  masks[3 * n + i] = get_sub_group_le_mask();
  masks[4 * n + i] = get_sub_group_lt_mask();
}

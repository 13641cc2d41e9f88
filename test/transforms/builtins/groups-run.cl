// Functions of work-groups and sub-groups, beside loops over their work items: `bad` counts what differs.
// RUN: xdsl-opencl run %s -cl-std=CL3.0 --global-size 80 --local-size 80 --arg zeros:int:64 --arg 0 --dump 64 | filecheck %s
// RUN: xdsl-opencl run %s -cl-std=CL3.0 --mcpu gfx1100 --global-size 80 --local-size 80 --arg zeros:int:64 --arg 0 --dump 64 | filecheck %s
// RUN: xdsl-opencl run %s -cl-std=CL3.0 --mcpu gfx1100 --wave-size 64 --global-size 80 --local-size 80 --arg zeros:int:64 --arg 0 --dump 64 | filecheck %s
// RUN: xdsl-opencl run %s -cl-std=CL3.0 --mcpu gfx900 --global-size 80 --local-size 80 --arg zeros:int:64 --arg 0 --dump 64 | filecheck %s
// CHECK: bad: int32[64] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 80 80
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define EXPECT(number, got, want) if ((got) != (want)) atomic_inc(bad + number)
#define VALUE(T, k) ((T)(((k) * 37 + 11) % 101 - 50))
#define TYPE(T, number)                                                                  \
  {                                                                                      \
    T x = VALUE(T, i), sum = 0, own = 0, part = 0, low = VALUE(T, zero), high = low;        \
    T least = VALUE(T, first), most = least, upto = low;                                 \
    for (int k = 0; k < n; k++) {                                                        \
      T y = VALUE(T, k);                                                                 \
      sum += y, low = min(low, y), high = max(high, y);                                  \
      if (k < i) own += y;                                                               \
      if (k <= i) upto = max(upto, y);                                                   \
      if (k < first || k >= end) continue;                                               \
      part += y, least = min(least, y), most = max(most, y);                             \
    }                                                                                    \
    EXPECT(number, work_group_reduce_add(x), sum);                                       \
    EXPECT(number, work_group_reduce_min(x), low);                                       \
    EXPECT(number, work_group_reduce_max(x), high);                                      \
    EXPECT(number + 1, work_group_scan_inclusive_add(x), (T)(own + x));                  \
    EXPECT(number + 1, work_group_scan_exclusive_add(x), own);                           \
    EXPECT(number + 1, work_group_scan_inclusive_max(x), upto);                          \
    EXPECT(number + 2, work_group_broadcast(x, 70), VALUE(T, 70));                       \
    EXPECT(number + 2, sub_group_reduce_add(x), part);                                   \
    EXPECT(number + 2, sub_group_reduce_min(x), least);                                  \
    EXPECT(number + 2, sub_group_reduce_max(x), most);                                   \
    T before = 0, lowest = x;                                                            \
    for (int k = first; k < i; k++)                                                      \
      before += VALUE(T, k), lowest = min(lowest, VALUE(T, k));                          \
    EXPECT(number + 3, sub_group_scan_exclusive_add(x), before);                         \
    EXPECT(number + 3, sub_group_scan_inclusive_add(x), (T)(before + x));                \
    EXPECT(number + 3, sub_group_scan_inclusive_min(x), lowest);                         \
    EXPECT(number + 4, sub_group_broadcast(x, 3), VALUE(T, first + 3));                  \
    EXPECT(number + 4, sub_group_shuffle(x, (lane * 5 + 1) % size),                      \
           VALUE(T, first + (lane * 5 + 1) % size));                                     \
    EXPECT(number + 4, sub_group_shuffle_xor(x, 5), VALUE(T, i ^ 5));                    \
    T up = sub_group_shuffle_up(x, 2u), down = sub_group_shuffle_down(x, 2u);            \
    T turned = sub_group_rotate(x, 3);                                                   \
    if (lane > 1) EXPECT(number + 4, up, VALUE(T, i - 2));                               \
    if (lane + 2 < size) EXPECT(number + 4, down, VALUE(T, i + 2));                      \
    if (size == most_lanes) EXPECT(number + 4, turned, VALUE(T, first + (lane + 3) % size)); \
    EXPECT(number + 4, sub_group_clustered_rotate(x, 3, 8), VALUE(T, (i & ~7) + (i + 3) % 8)); \
    if (i % 3) {                                                                         \
      T few = 0, some = 0;                                                               \
      for (int k = first; k < end; k++)                                                  \
        if (k % 3) {                                                                     \
          few += VALUE(T, k);                                                            \
          if (k < i) some += VALUE(T, k);                                                \
        }                                                                                \
      EXPECT(number + 5, sub_group_non_uniform_reduce_add(x), few);                      \
      EXPECT(number + 5, sub_group_non_uniform_scan_exclusive_add(x), some);             \
      EXPECT(number + 5, sub_group_non_uniform_scan_inclusive_add(x), (T)(some + x));    \
      int leader = first % 3 ? first : first + 1;                                        \
      EXPECT(number + 5, sub_group_broadcast_first(x), VALUE(T, leader));                \
      EXPECT(number + 5, sub_group_elect(), i == leader);                                \
      EXPECT(number + 5, sub_group_non_uniform_all_equal((T)(i % 3)), 0);                \
      EXPECT(number + 5, sub_group_non_uniform_all_equal((T)(i % 3 > 0)), 1);            \
      EXPECT(number + 5, sub_group_non_uniform_broadcast(x, 5u), VALUE(T, first + 5));   \
    }                                                                                    \
  }

// `zero` is no constant: LLVM 22 loses the upper half of some constants (llvm-project#200576).
kernel __attribute__((reqd_work_group_size(80, 1, 1))) void groups(global int *bad, int zero) {
  int i = get_local_id(0), n = get_local_size(0), lane = get_sub_group_local_id();
  int size = get_sub_group_size(), most_lanes = get_max_sub_group_size();
  int first = i - lane, end = first + size;
  TYPE(int, 0)
  TYPE(uint, 6)
  TYPE(long, 12)
  TYPE(ulong, 18)
  TYPE(float, 24)
  TYPE(double, 30)
  TYPE(half, 36)
  EXPECT(42, work_group_any(i == 77), 1);
  EXPECT(42, work_group_any(i > 79), 0);
  EXPECT(42, work_group_all(i < 80), 1);
  EXPECT(42, work_group_all(i != 77), 0);
  EXPECT(43, sub_group_any(i == 17), first <= 17 && 17 < end);
  EXPECT(43, sub_group_all(i != 17), first > 17 || 17 >= end);
  uint4 odd = sub_group_ballot(i % 5 < 2);
  ulong bits = (ulong)odd.y << 32 | odd.x, own = 1ul << lane, want = 0;
  for (int k = first; k < end; k++)
    if (k % 5 < 2) want |= 1ul << (k - first);
  EXPECT(44, bits, want);
  EXPECT(44, odd.z | odd.w, 0);
  EXPECT(45, sub_group_inverse_ballot(odd), i % 5 < 2);
  EXPECT(45, sub_group_ballot_bit_extract(odd, lane), i % 5 < 2);
  EXPECT(45, sub_group_ballot_bit_extract((uint4)(0, 0, 8, 0), 67u), 1);
  EXPECT(46, sub_group_ballot_bit_count(odd), popcount(want));
  EXPECT(46, sub_group_ballot_inclusive_scan(odd), popcount(want & (own | (own - 1))));
  EXPECT(46, sub_group_ballot_exclusive_scan(odd), popcount(want & (own - 1)));
  EXPECT(47, sub_group_ballot_find_lsb(odd), popcount((want & -want) - 1));
  EXPECT(47, sub_group_ballot_find_msb(odd), 63 - clz(want));
  ulong all = most_lanes == 64 ? ~0ul : (1ul << most_lanes) - 1;
  uint4 masks[5] = {get_sub_group_eq_mask(), get_sub_group_lt_mask(), get_sub_group_le_mask(),
                    get_sub_group_gt_mask(), get_sub_group_ge_mask()};
  ulong wanted[5] = {own, own - 1, own | (own - 1), ~(own | (own - 1)) & all, ~(own - 1) & all};
  for (int k = 0; k < 5; k++)
    EXPECT(48 + k, (ulong)masks[k].y << 32 | masks[k].x, wanted[k]);
  atomic_inc(bad + 62);
  atomic_inc(bad + 63);
}

// Kernels that do what they must not, for `test_host_check.py`. Each begins with its name and
// how it is run; the words behind `oclgrind` are in Oclgrind's messages as well, which is silent
// if there are none. Without such a line Oclgrind cannot run the kernel or is silent.
// `!Kind` at the end of a line stands for a report, `!Kind 3` for one whose first work item is 3.

// --- write_behind_buffer(ints(8))
// oclgrind: Invalid write
kernel void k(global int *p) {
  size_t i = get_global_id(0);
  p[i + 1] = 7;  // !OUT_OF_BOUNDS 7
}

// --- read_before_buffer(ints(8), ints(8))
// oclgrind: Invalid read
kernel void k(global int *p, global const int *q) {
  int i = get_global_id(0);
  p[i] =
    q[i - 2];  // !OUT_OF_BOUNDS 0
}

// --- neighbours_are_told_apart(ints(8), ints(4096), np.int32(1000), global_size=(4096,), local_size=(1,))
// oclgrind: Invalid write
kernel void k(global int *p, global int *q, int d) {
  int i = get_global_id(0);
  p[i + d] = q[i];  // !OUT_OF_BOUNDS 0
}

// --- local_argument(ints(8), Local(16))
// oclgrind: Invalid read
kernel void k(global int *p, local int *l) {
  int i = get_local_id(0);
  l[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = l[i + 1];  // !OUT_OF_BOUNDS 3
}

// --- local_variable(np.array([2] + [0] * 8, np.int32))
kernel void k(global int *p) {
  local int before[4], tile[4], behind[4];
  int i = get_local_id(0);
  before[i] = behind[i] = i;
  tile[i + p[0]] = i;  // !OUT_OF_BOUNDS 2
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0) + 1] = before[i] + behind[i] + (i < 2 ? tile[2 + i] : 0);
}

// --- private_array(ints(8))
// oclgrind: Invalid read; Invalid write; Read-write data race
kernel void k(global int *p) {
  int a[4], b[4];
  int i = get_global_id(0);
  for (int j = 0; j < 4; j++) { a[j] = j; b[j] = p[j]; }  // !READ_WRITE 4
  int s = a[p[i] & 7];  // !OUT_OF_BOUNDS 4
  b[p[i] + 1] = 1;  // !OUT_OF_BOUNDS 3
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[i] = s + b[i & 3];
}

// --- program_scope_table(ints(8))
// oclgrind: Invalid read
constant int table[4] = {1, 2, 3, 4};
kernel void k(global int *p) {
  int i = get_global_id(0);
  p[i] = table[i];  // !OUT_OF_BOUNDS 4
}

// --- pointers_meet(ints(64), ints(2), np.int32(3), local_size=(1,), global_size=(2,))
// oclgrind: Invalid write
kernel void k(global int *p, global int *q, int n) {
  int i = get_global_id(0);
  global int *r = i & 1 ? p : q;
  for (int j = 0; j < n; j++)
    *r++ = i;  // !OUT_OF_BOUNDS 0
}

// --- function(floats(8))
// oclgrind: Invalid write
void put(global float *at, float x) {
  at[0] = x;  // !OUT_OF_BOUNDS 5
}
kernel void k(global float *p) {
  int i = get_global_id(0);
  put(p + i + 3, i);
}

// --- vectors(floats(10), floats(12), local_size=(1,), global_size=(4,))
// oclgrind: Invalid read; Invalid write; Read-write data race
kernel void k(global float *p, global float4 *q) {
  int i = get_global_id(0);
  float4 v = vload4(i, p);  // !OUT_OF_BOUNDS 2
  q[i] = v;  // !OUT_OF_BOUNDS 3
  vstore3(v.xyz, i, p + 1);  // !OUT_OF_BOUNDS 3 // !READ_WRITE 2
}

// --- atomic_outside(ints(6), np.zeros(4, np.uint32))
// oclgrind: Invalid read
kernel void k(global int *p, global uint *h) {
  int i = get_global_id(0);
  atomic_inc(&p[i]);  // !OUT_OF_BOUNDS 6
  atomic_cmpxchg(&h[i], 0, 1);  // !OUT_OF_BOUNDS 4
}

// --- structure_copy(np.zeros(32, np.uint8), local_size=(1,), global_size=(4,))
// oclgrind: Invalid read; Invalid write
typedef struct { int a[3]; float b; } S;
kernel void k(global S *p) {
  int i = get_global_id(0);
  S s = p[i];  // !OUT_OF_BOUNDS 2
  s.b += s.a[i & 1];
  p[i ^ 4] = s;  // !OUT_OF_BOUNDS 0
}

// --- null_pointer(ints(8), None)
// oclgrind: Invalid read
kernel void k(global int *p, global const int *q) {
  int i = get_global_id(0);
  p[i] = q[i];  // !NULL_POINTER 0
}

// --- misaligned(np.zeros(8, np.uint8), global_size=(4,), local_size=(1,))
kernel void k(global char *p) {
  int i = get_global_id(0);
  *(global int *)(p + i) = i;  // !MISALIGNED 1 // !WRITE_WRITE 1
}

// --- constant_written(ints(8), ints(8))
kernel void k(global int *p, constant int *c) {
  int i = get_global_id(0);
  *(global int *)(size_t)(c + i) = p[i];  // !READ_ONLY 0
}

// --- read_only_array_written(ints(8), constant(8))
kernel void k(global int *p, global const int *c) {
  int i = get_global_id(0);
  ((global int *)c)[i] = p[i];  // !READ_ONLY 0
}

// --- local_never_written(ints(8))
kernel void k(global int *p) {
  local int tile[4];
  int i = get_local_id(0);
  if (i < 3) tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = tile[i];  // !UNINITIALISED 3
}

// --- local_race(ints(8))
// oclgrind: Read-write data race
kernel void k(global int *p) {
  local int tile[4];
  int i = get_local_id(0);
  tile[i] = i;  // !READ_WRITE 1
  p[get_global_id(0)] = tile[i ^ 1];  // !UNINITIALISED 0 // !READ_WRITE 1
}

// --- barrier_missing_in_loop(ints(8), Local(16))
// oclgrind: Read-write data race
kernel void k(global int *p, local int *l) {
  int i = get_local_id(0);
  l[i] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 2; n > 0; n /= 2)
    if (i < n)
      l[i] += l[i + n];  // !READ_WRITE
  if (i == 0) p[get_global_id(0)] = l[0];
}

// --- write_write(ints(8))
// oclgrind: Write-write data race
kernel void k(global int *p) {
  int i = get_global_id(0);
  p[i / 4] = i;  // !WRITE_WRITE 1
}

// --- same_value(ints(8))
// oclgrind: silent
kernel void k(global int *p) {
  int i = get_global_id(0);
  p[i / 4] = 5;
}

// --- wrong_fence(ints(8), ints(8))
// oclgrind: Read-write data race
kernel void k(global int *p, global int *q) {
  int i = get_local_id(0), g = get_global_id(0);
  p[g] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  q[g] = p[g ^ 1];  // !READ_WRITE
}

// --- right_fence(ints(8), ints(8))
// oclgrind: silent
kernel void k(global int *p, global int *q) {
  int i = get_local_id(0), g = get_global_id(0);
  p[g] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  q[g] = p[g ^ 1];
}

// --- atomic_and_plain(ints(1), global_size=(4,))
// oclgrind: Read-write data race; Write-write data race
kernel void k(global int *p) {
  int i = get_local_id(0);
  if (i == 0) p[0] = 4;
  else atomic_add(&p[0], i);  // !READ_WRITE
}

// --- atomics_only(ints(1), Local(4))
// oclgrind: silent
kernel void k(global int *p, local int *l) {
  int i = get_local_id(0);
  if (i == 0) l[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&l[0], i);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) atomic_add(&p[0], l[0]);
}

// --- bytes_beside_each_other(np.zeros(8, np.uint8))
// oclgrind: silent
kernel void k(global uchar *p) {
  int i = get_global_id(0);
  p[i] += 1;
}

// --- barrier_in_one_branch(ints(8))
// oclgrind: divergence detected
kernel void k(global int *p) {
  int i = get_local_id(0);
  if (i < 3)
    barrier(CLK_LOCAL_MEM_FENCE);  // !MISSING_AT_BARRIER 0
  p[get_global_id(0)] = i;
}

// --- different_barriers(ints(8))
// oclgrind: divergence detected
kernel void k(global int *p) {
  int i = get_local_id(0);
  if (i & 1) {
    p[get_global_id(0)] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);  // !DIFFERENT_BARRIERS 0
  }
}

// --- early_return(ints(8), Local(16), np.int32(6))
// oclgrind: divergence detected
kernel void k(global int *p, local int *l, int n) {
  int i = get_local_id(0);
  if (get_global_id(0) >= n)
    return;
  l[i] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);  // !MISSING_AT_BARRIER 4
  p[get_global_id(0)] = l[i];
}

// --- barrier_in_uneven_loop(ints(8))
// oclgrind: divergence detected
kernel void k(global int *p) {
  int i = get_local_id(0);
  for (int n = 0; n < 2 + i / 3; n++)
    barrier(CLK_LOCAL_MEM_FENCE);  // !MISSING_AT_BARRIER 3
  p[get_global_id(0)] = i;
}

// --- copy_outside(ints(9), Local(32))
// oclgrind: Invalid read; Read-write data race
kernel void k(global int *p, local int *l) {
  event_t e = async_work_group_copy(l, p + 2 * get_group_id(0), 8, 0);  // !OUT_OF_BOUNDS // !READ_WRITE
  wait_group_events(1, &e);
  p[get_global_id(0)] = l[get_local_id(0)];  // !READ_WRITE 4
}

// --- copies_differ(ints(16), ints(8), Local(16))
// oclgrind: divergence detected
kernel void k(global int *p, global int *q, local int *l) {
  event_t e = async_work_group_copy(l, p + get_local_id(0), 4, 0);  // !DIFFERENT_COPIES 1
  wait_group_events(1, &e);
  q[get_global_id(0)] = l[get_local_id(0)];
}

// --- copy_and_barrier(ints(8), ints(8), Local(16))
// oclgrind: silent
kernel void k(global int *p, global int *q, local int *l) {
  int i = get_local_id(0);
  event_t e = async_work_group_strided_copy(l, p, 4, 2, 0);
  wait_group_events(1, &e);
  l[i] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(q + 4 * get_group_id(0), l, 4, 0);
  wait_group_events(1, &e);
}

// --- copies_in_a_loop(ints(4), Local(16), global_size=(4,))
// oclgrind: silent
kernel void k(global int *p, local int *l) {
  event_t e = 0;
  for (int i = 0; i < 4; i++)
    e = async_work_group_copy(l + i, p + 3 - i, 1, e);
  wait_group_events(1, &e);
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[get_global_id(0)] = l[get_local_id(0)];
}

// --- copy_races(ints(8), Local(16))
// oclgrind: Read-write data race
kernel void k(global int *p, local int *l) {
  int i = get_local_id(0);
  l[i] = i;
  event_t e = async_work_group_copy(p + 4 * get_group_id(0), l, 4, 0);  // !READ_WRITE
  wait_group_events(1, &e);
}

// --- work_groups_write(ints(1), local_size=(1,))
// oclgrind: Write-write data race
kernel void k(global int *p) {
  p[0] = get_group_id(0);  // !WRITE_WRITE 1
}

// --- work_groups_read_and_write(ints(1), ints(2))
// oclgrind: Read-write data race
kernel void k(global int *p, global int *q) {
  int g = get_group_id(0);
  q[g] = p[0];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (g == 1)
    p[0] = 7;  // !READ_WRITE 4
}

// --- work_groups_and_atomic_operations(ints(1))
// oclgrind: Read-write data race
kernel void k(global int *p) {
  if (get_global_id(0) == 0)
    p[0] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(p);  // !READ_WRITE 4
}

// --- work_groups_write_the_same(ints(4), ints(1))
// oclgrind: silent
kernel void k(global int *p, global int *sum) {
  p[get_local_id(0)] = get_local_id(0) + 5;
  atomic_add(sum, 1);
}

// --- work_groups_far_apart(np.zeros(8, np.uint8))
// oclgrind: silent
kernel void k(global uchar *p) {
  int i = get_global_id(0);
  p[i] += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[i ^ 1] += 2;
}

// --- last_work_group(ints(2), ints(1), ints(1))
kernel void k(global int *part, global int *result, volatile global int *done) {
  local int last;
  int i = get_local_id(0), g = get_group_id(0);
  if (i == 0) {
    part[g] = g + 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    last = atomic_inc(done) == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (last && i == 0)
    for (int j = 0; j < get_num_groups(0); j++)
      *result += part[j];
}

// --- index_in_structure(np.zeros(8, np.uint8))
struct S { int a; char b[2]; };
kernel void k(global char *p) {
  struct S s = {-1, {42, 7}};
  int i = get_global_id(0);
  p[i] =
    s.b[i & 3];  // !ARRAY_INDEX 2
}

// --- index_in_row(ints(8), ints(8))
constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
kernel void k(global int *p, global int *q) {
  local int tile[4][4];
  int i = get_local_id(0), g = get_global_id(0);
  tile[i][i] = i;
  tile[0][i + 1] = i;  // !ARRAY_INDEX 3
  q[g] = table[0][g & 3];  // !ARRAY_INDEX 3
  p[g] = i;
}

// --- pointers_walk_through_rows(ints(8), floats(8), ints(8))
struct T { int n; float last[1]; };
typedef struct { int a[2]; int b[2]; } U;
kernel void k(global int *p, global struct T *t, global U *u) {
  int rows[3][2];
  int i = get_global_id(0), *at = rows[0], *end = &rows[2][2];
  for (int j = 0; at != end; j++)
    *at++ = j;
  int *middle = &rows[1][0];
  p[i] = middle[(i & 3) - 1] + (int)t->last[(i & 3)] + *(u[i & 1].b - (i & 1));
}

// --- private_never_written(np.zeros(8, np.int32))
kernel void k(global int *p) {
  int a[4];
  int i = get_global_id(0);
  for (int j = 0; j < 3; j++)
    a[(p[i] + j) & 3] = j;
  p[i] =
    a[i & 3];  // !UNINITIALISED 3
}

// --- private_structures(np.zeros(8 * 24, np.uint8), ints(8), ints(8))
struct S { char a; int b; uint low, high; short c[3]; };
kernel void k(global struct S *p, global const int *q, global int *r) {
  int i = get_global_id(0);
  struct S s, all[2];
  s.a = 1; s.b = 2; s.low = 3; s.high = q[i] & 7;
  for (int j = 0; j < 3; j++) s.c[q[j] & 3] = j;
  all[i & 1] = s;
  all[1 - (i & 1)] = s;
  p[i] = all[q[i] & 1];
  r[i] = all[q[i] & 1].high + s.c[1];
}

// --- variable_without_value(ints(8), floats(32))
kernel void k(global int *p, global float4 *q) {
  int i = get_global_id(0), n, some;
  if (i > 2) some = i;
  float4 v;
  v.xzw = 4.5f;
  p[i] = n + 1;  // !UNDEFINED 0
  q[i] = v * 2.0f;  // !UNDEFINED 0
  if (i > 2) p[i] = some;
}

// --- value_on_some_ways(ints(8), ints(8), ints(8))
kernel void k(global int *p, global const int *q, global int *r) {
  int i = get_global_id(0), x, once, kind, never;
  if (q[i] > 2)
    x = i;
  for (int j = 0; j < q[i]; j++) {
    if (j > 0)
      r[i] = once;
    once = j;
  }
  p[i] = x;  // !UNDEFINED 0
  if (i & 1) kind = i;
  switch (kind) {  // !UNDEFINED 0
  case 1: r[i] = 1; break;
  case 3: r[i] = 2;
  }
  never = i < 4 ? never : i;
  p[i] = q[i] < 4 ? i : never;
  if (never > 1)  // !UNDEFINED 0
    p[i & (x & 0 | 7)] = i;
}

// --- lanes_on_some_ways(ints(8), floats(32))
kernel void k(global int *p, global float4 *q) {
  int i = get_global_id(0);
  float4 v;
  v.xz = 1;
  if (p[i] & 1)
    v.w = 2;
  else
    v.y = 3;
  q[i].xz = v.xz * 2;
  if (p[i] & 1)
    q[i].xw = v.wz;
  p[i] = v.wxyz.z > 1;  // !UNDEFINED 1
  q[i] = v;  // !UNDEFINED 0
}

// --- colours(Image(np.zeros((1, 8, 4), np.uint8)), Image(np.zeros((1, 8, 1), np.float32), channel_order="R", channel_data_type="FLOAT"), ints(8))
kernel void k(write_only image2d_t all, write_only image2d_t red, global int *p) {
  int i = get_global_id(0);
  float4 v;
  v.x = i;
  write_imagef(red, (int2)(i, 0), v);
  if (i > 4)
    v.yzw = 1;
  write_imagef(all, (int2)(i, 0), v);  // !UNDEFINED 0
  int2 at;
  at.x = i;
  if (p[i] > 6) at.y = 0;
  v.x = i < 3 ? v.y : 1;
  write_imagef(red, at, (float4)(1));  // !UNDEFINED 0
  write_imagef(red, (int2)(i, 0), v);  // !UNDEFINED 0
}

// --- variable_that_has_ended(ints(8), ints(8))
int *array(int x) {
  int t[4];
  for (int i = 0; i < 4; i++)
    t[i] = x * i;
  return t;
}
int sum(int *t) { return t[0] + t[1] + t[2] + t[3]; }
int right(int x) {
  int t[4];
  for (int i = 0; i < 4; i++)
    t[i] = x * i;
  return sum(t);
}
kernel void k(global int *p, global const int *q) {
  int i = get_global_id(0);
  int *a = array(q[i]);
  p[i] = right(q[i]) + right(i) +
    a[i & 3];  // !ENDED 0
  if (i > 5)
    a[i & 3] = 1;  // !ENDED 6
  for (int j = 0; j < 2; j++) {
    int t[2];
    t[j] = j;
    p[i] += j
      ? t[i & 1]  // !UNINITIALISED 0
      : t[0];
  }
}

// --- copy_read_too_early(ints(8), ints(8), Local(32), Local(32))
kernel void k(global const int *p, global int *q, local int *l, local int *m) {
  int i = get_local_id(0), n = get_local_size(0);
  event_t e[2];
  e[0] = async_work_group_copy(l, p, n, 0);
  e[1] = async_work_group_copy(m, p, n - 1, 0);
  e[1] = async_work_group_copy(m + n - 1, p, 1, e[1]);
  int x =
    l[i];  // !COMING 0
  wait_group_events(1, e);
  x += l[i] +
    m[i];  // !COMING 0
  wait_group_events(1, e + 1);
  q[get_global_id(0)] = x + l[i] + m[i];
}

// --- buffer_never_written(ints(4), partly_written(8, 32), global_size=(4,))
kernel void k(global int *p, global int *q) {
  int i = get_global_id(0);
  p[i & 3] = 5;
  p[i & 3] +=
    q[i];  // !UNINITIALISED 2
}

// --- write_only_buffer(Buffer(ints(8), "write_only"), Buffer(ints(8), "read_only"))
kernel void k(global int *p, global int *q) {
  int i = get_global_id(0);
  p[i] += 1;  // !WRITE_ONLY 0
  q[i] = p[0] > 9 ? i : q[i];  // !WRITE_ONLY 0 // !READ_ONLY 0
}

// --- copy_not_awaited(ints(4), Local(32), global_size=(4,))
// oclgrind: without waiting
kernel void k(global int *p, local int *l) {
  event_t e = async_work_group_copy(l, p, 4, 0);  // !NOT_AWAITED
  l += 4;
  e = async_work_group_copy(l, p, 4, 0);
  wait_group_events(1, &e);
}

// --- no_event(ints(4), global_size=(4,))
// oclgrind: Invalid wait event
kernel void k(global int *p) {
  event_t e = 0;
  wait_group_events(1, &e);  // !NO_EVENT 0
}

// --- different_events(ints(4), Local(8), global_size=(2,), local_size=(2,))
// oclgrind: divergence detected
kernel void k(global int *p, local int *l) {
  event_t e[2];
  int i = get_local_id(0);
  e[0] = async_work_group_copy(l, p, 1, 0);
  e[1] = async_work_group_copy(l + 1, p + 1, 1, 0);  // !NOT_AWAITED
  wait_group_events(1, e + i);  // !DIFFERENT_EVENTS 1
}

// --- wait_in_one_branch(ints(4), Local(16), global_size=(4,))
// oclgrind: divergence detected
kernel void k(global int *p, local int *l) {
  event_t e = async_work_group_copy(l, p, 4, 0);
  if (get_local_id(0) < 2)
    wait_group_events(1, &e);  // !MISSING_AT_BARRIER 0
}

// --- events_are_right(ints(8), Local(32))
kernel void k(global int *p, local int *l) {
  event_t e[3];
  e[0] = async_work_group_copy(l, p, 1, 0);
  e[1] = async_work_group_copy(l + 1, p + 1, 3, e[0]);
  e[2] = async_work_group_copy(l + 4, p + 4, 4, 0);
  wait_group_events(3, e);
  wait_group_events(1, e);
  for (int n = 0; n < 70; n++) {
    e[n & 1] = async_work_group_copy(l + (n & 7), p + (n & 7), 1, 0);
    if (n & 1)
      wait_group_events(2, e);
  }
}

// --- image_write(Image(np.zeros((2, 6, 4), np.uint8)))
kernel void k(write_only image2d_t im) {
  int i = get_global_id(0);
  write_imagef(im, (int2)(i, 1), (float4)(i));  // !IMAGE 6
}

// --- image_layers(floats(8), Image(np.zeros((3, 2, 4, 4), np.uint8), "image2d_array_t"))
kernel void k(global float *p, read_only image2d_array_t im) {
  const sampler_t none = CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  const sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int i = get_global_id(0);
  p[i] = read_imagef(im, edge, (int4)(i, 0, 0, 0)).x
    + read_imagef(im, (int4)(0, 1, i, 0)).x  // !IMAGE 3
    + read_imagef(im, none, (int4)(i, 0, 2, 0)).x;  // !IMAGE 4
}

// --- division(ints(8), ints(32))
kernel void k(global int *p, global int4 *q) {
  int i = get_global_id(0);
  p[i] = 100 / p[i];  // !DIVISION 0
  q[i] = q[i] % (int4)(1, 2, i - 2, 4);  // !DIVISION 2
}

// --- pointer_in_memory(ints(8), ints(2), global_size=(2,), local_size=(1,))
// oclgrind: Invalid write
kernel void k(global int *p, global int *q) {
  global int *both[2];
  int i = get_global_id(0);
  both[0] = p;
  both[1] = q;
  *(both[p[i] & 1] + (p[i] & 1) * 100) = 5;  // !OUT_OF_BOUNDS 1
}

// --- bit_fields(ints(8))
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
struct pair { int a : 5; int b : 11; };
kernel void k(global int *p) {
  local struct pair t[4], u[4];
  struct pair mine;
  int i = get_local_id(0);
  t[i].b = i;
  mine.b = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = t[3 - i].b + mine.b;
  u[i].b += 1;  // !UNINITIALISED 0
  barrier(CLK_LOCAL_MEM_FENCE);
  t[0].a = i;  // !WRITE_WRITE
}

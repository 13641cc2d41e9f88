typedef struct { int a; double b; char c; } record;
kernel void put(global const int4 *in, write_only pipe int4 p, global int *ok) {
  int i = get_global_id(0);
  ok[i] = write_pipe(p, in + i);
}
kernel void take(read_only pipe int4 p, global int4 *out, global int *ok) {
  int i = get_global_id(0);
  int4 x = (int4)(-1);
  ok[i] = read_pipe(p, &x);
  out[i] = x;
}
kernel void put_reserved(write_only pipe int p, global int *valid) {
  int i = get_global_id(0);
  reserve_id_t id = reserve_write_pipe(p, 3);
  valid[i] = is_valid_reserve_id(id);
  if (valid[i]) {
    for (int k = 0; k < 3; k++) { int v = 10 * i + k; write_pipe(p, id, 2 - k, &v); }
    commit_write_pipe(p, id);
  }
}
kernel void put_group(write_only pipe int p, global int *valid) {
  reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
  int i = get_global_id(0);
  valid[i] = is_valid_reserve_id(id);
  if (valid[i]) write_pipe(p, id, get_local_id(0), &i);
  work_group_commit_write_pipe(p, id);
}
kernel void take_sub_group(read_only pipe int p, global int *out) {
  reserve_id_t id = sub_group_reserve_read_pipe(p, 1);
  int v = -7;
  if (is_valid_reserve_id(id)) read_pipe(p, id, 0, &v);
  sub_group_commit_read_pipe(p, id);
  out[get_global_id(0)] = v;
}
kernel void sizes(read_only pipe record p, write_only pipe char q, global int *out) {
  out[0] = get_pipe_num_packets(p);
  out[1] = get_pipe_max_packets(p);
  out[2] = get_pipe_num_packets(q);
  out[3] = get_pipe_max_packets(q);
}
kernel void records(write_only pipe record p, global const record *in) {
  write_pipe(p, in + get_global_id(0));
}

kernel void below(global const int *p, global int *o, ulong n) {
  int x = get_global_id(0);
  o[x] = p[min((size_t)(x - 1), (size_t)(n - 1))];
}
kernel void store_below(global const int *p, global int *o, ulong n) {
  int x = get_global_id(0);
  o[min((size_t)(x - 1), (size_t)(n - 1))] = p[x];
}
kernel void above(global const int *p, global int *o, ulong n) {
  size_t x = get_global_id(0);
  o[x] = p[max((size_t)x, n) - n];
}
kernel void few(global const int *p, global int *o, long n) {
  int x = get_global_id(0);
  if (x < 5) o[x] = p[min(n + x, 100l)];
}
kernel void falls(global const int *p, global int *o, long n) {
  int x = get_global_id(0);
  if (x < 5) o[x] = p[max(n - x, 3l)];
}

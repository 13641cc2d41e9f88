kernel void shift(global const int *from, global int *to, int n) {
  int i = get_global_id(0);
  to[i] =	from[i + n];
}

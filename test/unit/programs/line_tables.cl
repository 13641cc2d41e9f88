int half_of(int x) {
  return x / 3;
}
kernel void k(global int *p) {
  int i = get_local_id(0);
  p[i] =
    half_of(p[i + 1]);
#line 70 "other.cl"
  atomic_add(&p[3], 4);
}

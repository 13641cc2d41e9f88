kernel void integers(global long *o, global const long *p, int n) {
  long high = -39, upto = high;
  for (int k = 0; k < n; k++) {
    high = max(high, p[k]);
    if (k <= get_local_id(0)) upto = max(upto, p[k]);
  }
  o[get_local_id(0)] = high;
  o[get_local_id(0) + 4] = upto;
}
kernel void floats(global double *o, global const double *p, int n) {
  double last = -INFINITY, upto = last;
  for (int k = 0; k < n; k++) {
    last = p[k];
    if (k <= get_local_id(0)) upto = p[k] + 1;
  }
  o[get_local_id(0)] = last;
  o[get_local_id(0) + 4] = upto;
}

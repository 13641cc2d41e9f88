// --- IMAGES

kernel void blur(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      sum += read_imagef(from, s, at + (int2)(x, y));
  write_imagef(to, at, sum / 9);
}
kernel void stack(read_only image2d_array_t from, write_only image3d_t to) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagei(to, at, read_imagei(from, at) + at.z);
}
kernel void twice(read_write image2d_t both) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(both, at, 2 * read_imageui(both, at));
}
kernel void between(read_only image1d_t line, sampler_t s, global float *out) {
  int i = get_global_id(0);
  out[i] = read_imagef(line, s, (i + 1) / 8.0f).x;
}

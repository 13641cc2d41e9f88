kernel void attributes(global int *out, image2d_t im) {
  int2 dim = get_image_dim(im);
  out[0] = get_image_width(im); out[1] = get_image_height(im);
  out[2] = dim.x; out[3] = dim.y;
  out[4] = get_image_channel_order(im) == CLK_RGBA;
  out[5] = get_image_channel_data_type(im) == CLK_UNSIGNED_INT8;
}
#define READS(letter, type)                                                             \
  kernel void read##letter(global type *out, read_only image2d_t im, sampler_t s,       \
                           int2 whole, float2 part) {                                   \
    out[0] = read_image##letter(im, s, whole);                                          \
    out[1] = read_image##letter(im, s, part);                                           \
  }                                                                                     \
  kernel void write##letter(write_only image2d_t im, type colour) {                     \
    int2 at = (int2)(get_global_id(0) % get_image_width(im),                            \
                     get_global_id(0) / get_image_width(im));                           \
    write_image##letter(im, at, colour);                                                \
  }
READS(f, float4)
READS(i, int4)
READS(ui, uint4)
kernel void sample(global float *out, read_only image2d_t im, sampler_t s,
                   global const float2 *at) {
  out[get_global_id(0)] = read_imagef(im, s, at[get_global_id(0)]).x;
}

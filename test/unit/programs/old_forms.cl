kernel void k(read_only image2d_t src, sampler_t smp, global const float2 *at,
              global float4 *out, write_only image2d_t dst, char c, int3 v) {
  int i = get_global_id(0);
  out[i] = read_imagef(src, smp, at[i]) + get_image_width(src)
           + get_image_channel_order(dst) + c + v.z;
  write_imagef(dst, (int2)(i, get_local_size(1)), out[i]);
}

kernel void sample_ui(read_only image2d_t src, sampler_t smp, global const int2 *at, global uint4 *out) {
}
kernel void sample_si(read_only image2d_t src, sampler_t smp, global const float2 *at, global int4 *out) {
    size_t i = get_global_id(0);
}
kernel void read_plain(read_only image2d_t src, global float4 *out) {
}
kernel void read_3d(read_only image3d_t src, global uint4 *out) {
    const bool s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t at = x + get_global_size(0) * (y + get_global_size(1) * z);
    out[at] = read_imageui(src, s, (int4)(x - 1, y - 1, z - 1, 0));
}
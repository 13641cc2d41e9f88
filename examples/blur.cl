// The mean of a square of 2 * RADIUS + 1 pixels; edges repeat.
#ifndef RADIUS
#define RADIUS 2
#endif

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void blur(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= get_image_width(dst) || at.y >= get_image_height(dst))
        return;
    float4 sum = (float4)(0.0f);
    for (int y = -RADIUS; y <= RADIUS; ++y)
        for (int x = -RADIUS; x <= RADIUS; ++x)
            sum += read_imagef(src, edge, at + (int2)(x, y));
    write_imagef(dst, at, sum / ((2 * RADIUS + 1) * (2 * RADIUS + 1)));
}

// RUN: xdsl-opencl run %s --kernel draw --arg %t.png=4x1
// RUN: xdsl-opencl run %s --kernel choose --global-size 2 --arg %t.png --arg zeros:float4:2 --arg nearest,clamp_to_edge --arg 1 --dump 8 | filecheck %s --check-prefix=YES
// RUN: xdsl-opencl run %s --kernel choose --global-size 2 --arg %t.png --arg zeros:float4:2 --arg nearest,clamp_to_edge --arg 0 --dump 8 | filecheck %s --check-prefix=NO
// RUN: xdsl-opencl run %s --kernel choose --mcpu gfx1100 --global-size 2 --arg %t.png --arg zeros:float4:2 --arg nearest,clamp_to_edge --arg 1 --dump 8 | filecheck %s --check-prefix=YES
// RUN: xdsl-opencl run %s --kernel choose --mcpu gfx900 --global-size 2 --arg %t.png --arg zeros:float4:2 --arg nearest,clamp_to_edge --arg 0 --dump 8 | filecheck %s --check-prefix=NO

// A sampler outside an image of ones: `clamp` reads the border, zeros, `clamp_to_edge` its edge.

kernel void draw(write_only image2d_t image) {
  write_imagef(image, (int2)(get_global_id(0), 0), (float4)(1.0f));
}

constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

float4 read(read_only image2d_t image, sampler_t sampler) {
  return read_imagef(image, sampler, (int2)(-1, 0));
}

// YES: out: float32[8] 0.0 0.0 0.0 0.0 1.0 1.0 1.0 1.0
// NO: out: float32[8] 1.0 1.0 1.0 1.0 0.0 0.0 0.0 0.0
kernel void choose(read_only image2d_t image, global float4 *out, sampler_t given, int first) {
  const sampler_t own = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  out[0] = read(image, first ? own : edge) + read(image, border);
  out[1] = read(image, first ? given : own);
}

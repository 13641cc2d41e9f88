// The kernels of cpu.py.
kernel void warm(void) {
}
#define TILE 16
kernel void gemm(global const float *a, global const float *b, global float *c, int n) {
  local float ta[TILE][TILE], tb[TILE][TILE];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0.0f;
  for (int t = 0; t < n; t += TILE) {
    ta[ly][lx] = a[y * n + t + lx];
    tb[ly][lx] = b[(t + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
kernel void convolution(global const float *in, constant float *w, global float *out,
                        int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) {
      int sx = clamp(x + i, 0, width - 1), sy = clamp(y + j, 0, height - 1);
      sum += in[sy * width + sx] * w[(j + 2) * 5 + i + 2];
    }
  out[y * width + x] = sum;
}
kernel void hotspot(global const float *temperature, global const float *power,
                    global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int w = max(x - 1, 0), e = min(x + 1, width - 1);
  int n = max(y - 1, 0), s = min(y + 1, height - 1);
  float t = temperature[y * width + x];
  float d = power[y * width + x]
      + (temperature[y * width + w] + temperature[y * width + e] - 2.0f * t) * 0.1f
      + (temperature[n * width + x] + temperature[s * width + x] - 2.0f * t) * 0.1f
      + (80.0f - t) * 0.05f;
  out[y * width + x] = t + 0.5f * d;
}
kernel void reduction(global const float *in, global float *out, local float *l) {
  int i = get_local_id(0);
  l[i] = in[get_global_id(0)];
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < s) l[i] += l[i + s];
  }
  if (i == 0) out[get_group_id(0)] = l[0];
}
kernel void nbody(global const float4 *p, global float4 *a, int n) {
  int i = get_global_id(0);
  float3 here = p[i].xyz, sum = 0.0f;
  for (int j = 0; j < n; ++j) {
    float4 other = p[j];
    float3 d = other.xyz - here;
    float r = dot(d, d) + 1e-3f;
    float inverse = rsqrt(r);
    sum += d * (other.w * inverse * inverse * inverse);
  }
  a[i] = (float4)(sum, 0.0f);
}
float normal(float x) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  float poly = k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f
             + k * (-1.821255978f + k * 1.330274429f))));
  float c = 1.0f - 0.398942280f * exp(-0.5f * x * x) * poly;
  return x < 0.0f ? 1.0f - c : c;
}
kernel void black_scholes(global const float *spot, global const float *strike,
                          global const float *years, global float *call,
                          global float *put) {
  int i = get_global_id(0);
  float s = spot[i], k = strike[i], t = years[i], r = 0.02f, v = 0.30f;
  float root = sqrt(t);
  float d1 = (log(s / k) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
  float n1 = normal(d1), n2 = normal(d2), e = k * exp(-r * t);
  call[i] = s * n1 - e * n2;
  put[i] = e * (1.0f - n2) - s * (1.0f - n1);
}
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                          CLK_FILTER_NEAREST;
kernel void sobel(read_only image2d_t in, write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 a = read_imagef(in, edge, (int2)(x - 1, y - 1));
  float4 b = read_imagef(in, edge, (int2)(x, y - 1));
  float4 c = read_imagef(in, edge, (int2)(x + 1, y - 1));
  float4 d = read_imagef(in, edge, (int2)(x - 1, y));
  float4 f = read_imagef(in, edge, (int2)(x + 1, y));
  float4 g = read_imagef(in, edge, (int2)(x - 1, y + 1));
  float4 h = read_imagef(in, edge, (int2)(x, y + 1));
  float4 i = read_imagef(in, edge, (int2)(x + 1, y + 1));
  float4 gx = c + 2.0f * f + i - a - 2.0f * d - g;
  float4 gy = g + 2.0f * h + i - a - 2.0f * b - c;
  write_imagef(out, (int2)(x, y), sqrt(gx * gx + gy * gy) * 0.25f);
}
kernel void blur(read_only image2d_t in, write_only image2d_t out, constant float *w) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0.0f;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += read_imagef(in, edge, (int2)(x + i, y + j)) * w[(j + 1) * 3 + i + 1];
  write_imagef(out, (int2)(x, y), sum);
}
kernel void scan(global const float *in, global float *out, local float *l) {
  int i = get_local_id(0), n = get_local_size(0);
  float v = in[get_global_id(0)];
  l[i] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < n; s <<= 1) {
    float t = i >= s ? l[i - s] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += t;
    l[i] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
kernel void transpose(global const float *in, global float *out, int n) {
  local float tile[TILE][TILE + 1];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  tile[ly][lx] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * TILE + ly) * n + get_group_id(1) * TILE + lx] = tile[lx][ly];
}
kernel void bitonic(global uint *data, int stage, int pass) {
  uint i = get_global_id(0), distance = 1u << (stage - pass);
  uint left = (i / distance) * 2 * distance + i % distance, right = left + distance;
  bool up = ((i >> stage) & 1) == 0;
  uint a = data[left], b = data[right];
  uint low = min(a, b), high = max(a, b);
  data[left] = up ? low : high;
  data[right] = up ? high : low;
}
kernel void fft(global const float2 *in, global float2 *out, int n, int p) {
  int i = get_global_id(0), k = i & (p - 1);
  float2 u0 = in[i], u1 = in[i + n / 2];
  float c, s = sincos(-3.14159265358979f * (float)k / (float)p, &c);
  float2 t = (float2)(u1.x * c - u1.y * s, u1.x * s + u1.y * c);
  int j = ((i - k) << 1) + k;
  out[j] = u0 + t;
  out[j + p] = u0 - t;
}
kernel void floyd_warshall(global int *distance, int n, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  int through = distance[y * n + k] + distance[k * n + x];
  if (through < distance[y * n + x]) distance[y * n + x] = through;
}
kernel void spmv(global const int *rows, global const int *columns,
                 global const float *values, global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0.0f;
  for (int i = rows[row]; i < rows[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}
kernel void stencil3d(global const double *in, global double *out, int w, int h, int d) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x > w - 2 || y > h - 2 || z > d - 2) return;
  int i = (z * h + y) * w + x;
  out[i] = 0.5 * in[i] + 0.0833333 * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] +
                                      in[i - w * h] + in[i + w * h]);
}
constant uint rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};
kernel void sha256(global const uint *messages, global uint *digests) {
  int item = get_global_id(0);
  uint w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int t = 0; t < 16; ++t) w[t] = messages[item * 16 + t];
  for (int t = 16; t < 64; ++t) {
    uint a = w[t - 15], b = w[t - 2];
    uint s0 = rotate(a, 25u) ^ rotate(a, 14u) ^ (a >> 3);
    uint s1 = rotate(b, 15u) ^ rotate(b, 13u) ^ (b >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  uint v[8];
  for (int i = 0; i < 8; ++i) v[i] = h[i];
  for (int t = 0; t < 64; ++t) {
    uint s1 = rotate(v[4], 26u) ^ rotate(v[4], 21u) ^ rotate(v[4], 7u);
    uint t1 = v[7] + s1 + bitselect(v[6], v[5], v[4]) + rounds[t] + w[t];
    uint s0 = rotate(v[0], 30u) ^ rotate(v[0], 19u) ^ rotate(v[0], 10u);
    uint t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    v[7] = v[6]; v[6] = v[5]; v[5] = v[4]; v[4] = v[3] + t1;
    v[3] = v[2]; v[2] = v[1]; v[1] = v[0]; v[0] = t1 + t2;
  }
  for (int i = 0; i < 8; ++i) digests[item * 8 + i] = h[i] + v[i];
}
kernel void kmeans(global const float *points, global const float *centres,
                   global int *nearest, int n, int clusters) {
  int i = get_global_id(0), best = 0;
  float least = FLT_MAX;
  for (int c = 0; c < clusters; ++c) {
    float distance = 0.0f;
    for (int k = 0; k < 8; ++k) {
      float d = points[k * n + i] - centres[c * 8 + k];
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[i] = best;
}
kernel void histogram(global const uint *in, global uint *out, local uint *bins) {
  int i = get_local_id(0);
  bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k) {
    uint word = in[(get_group_id(0) * 16 + k) * 256 + i];
    atomic_inc(&bins[word & 255]);
    atomic_inc(&bins[(word >> 8) & 255]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_group_id(0) * 256 + i] = bins[i];
}
kernel void bilateral(read_only image2d_t in, write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 here = read_imagef(in, edge, (int2)(x, y)), sum = 0.0f;
  float weights = 0.0f;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) {
      float4 other = read_imagef(in, edge, (int2)(x + i, y + j));
      float4 d = other - here;
      float w = exp(-0.1f * (float)(i * i + j * j) - 20.0f * dot(d, d));
      sum += w * other;
      weights += w;
    }
  write_imagef(out, (int2)(x, y), sum / weights);
}
kernel void mandelbrot(global int *out, int width, int most) {
  int x = get_global_id(0), y = get_global_id(1);
  float cx = -2.0f + 3.0f * x / width, cy = -1.5f + 3.0f * y / width;
  float zx = 0.0f, zy = 0.0f;
  int n = 0;
  while (n < most && zx * zx + zy * zy < 4.0f) {
    float t = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = t;
    ++n;
  }
  out[y * width + x] = n;
}

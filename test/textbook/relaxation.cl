// Relaxations in local memory with loops over time.

// A rod whose even and odd cells take turns; each work item keeps the value of its cell.
kernel void jacobi_two_colours(global int *rod, local int *cell, int steps) {
  int i = get_local_id(0), n = get_local_size(0);
  int own = rod[get_global_id(0)];
  cell[i] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < steps; t++) {
    for (int colour = 0; colour < 2; colour++) {
      if ((i & 1) == colour && i > 0 && i < n - 1) {
        own = (cell[i - 1] + cell[i + 1] + t) >> 1;
        cell[i] = own;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  rod[get_global_id(0)] = own;
}

// The same for a longer rod: each work item has every `size`-th cell.
kernel void jacobi_strided(global int *rods, local int *cell, int n, int steps) {
  int l = get_local_id(0), size = get_local_size(0);
  global int *rod = rods + get_group_id(0) * n;
  for (int i = l; i < n; i += size)
    cell[i] = rod[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < steps; t++) {
    for (int colour = 0; colour < 2; colour++) {
      for (int i = 1 + l; i < n - 1; i += size)
        if ((i & 1) == colour)
          cell[i] = (cell[i - 1] + cell[i + 1]) >> 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  for (int i = l; i < n; i += size)
    rod[i] = cell[i];
}

// Jacobi's method with two arrays until nothing changes much, or `most` steps.
kernel void jacobi_until(global float *rod, global int *taken, local float *old,
                         local float *change, float limit, int most) {
  int i = get_local_id(0), n = get_local_size(0);
  float own = rod[get_global_id(0)];
  int t = 0;
  float largest;
  do {
    old[i] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    float next = i == 0 || i == n - 1 ? own : 0.5f * (old[i - 1] + old[i + 1]);
    change[i] = fabs(next - own);
    own = next;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = n; half_of > 1;) {
      int upper = (half_of + 1) / 2;
      if (i < half_of / 2)
        change[i] = fmax(change[i], change[i + upper]);
      half_of = upper;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    largest = change[0];
    t++;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (largest > limit && t < most);
  rod[get_global_id(0)] = own;
  if (i == 0)
    taken[get_group_id(0)] = t;
}

// Red-black successive over-relaxation of a plate; the edge stays.
kernel void red_black_sor(global float *plate, local float *u, int width, int height,
                          float omega, int sweeps) {
  int x = get_local_id(0), y = get_local_id(1);
  int w = get_local_size(0), h = get_local_size(1);
  for (int j = y; j < height; j += h)
    for (int i = x; i < width; i += w)
      u[j * width + i] = plate[j * width + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int sweep = 0; sweep < sweeps; sweep++)
    for (int colour = 0; colour < 2; colour++) {
      for (int j = y; j < height; j += h)
        for (int i = x; i < width; i += w)
          if (i > 0 && j > 0 && i < width - 1 && j < height - 1 && ((i + j) & 1) == colour) {
            int at = j * width + i;
            float around = u[at - 1] + u[at + 1] + u[at - width] + u[at + width];
            u[at] += omega * (0.25f * around - u[at]);
          }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  for (int j = y; j < height; j += h)
    for (int i = x; i < width; i += w)
      plate[j * width + i] = u[j * width + i];
}

// Heat on a torus; one cell for each work item, two tiles in turn.
kernel void heat(global int *plate, local int *tile, int steps) {
  int x = get_local_id(0), y = get_local_id(1);
  int w = get_local_size(0), h = get_local_size(1);
  local int *from = tile, *to = tile + w * h;
  int at = y * w + x;
  int west = y * w + (x + w - 1) % w, east = y * w + (x + 1) % w;
  int north = (y + h - 1) % h * w + x, south = (y + 1) % h * w + x;
  from[at] = plate[get_global_id(1) * get_global_size(0) + get_global_id(0)];
  for (int t = 0; t < steps; t++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    to[at] = (from[west] + from[east] + from[north] + from[south] + 4 * from[at]) / 8;
    local int *other = from;
    from = to;
    to = other;
  }
  plate[get_global_id(1) * get_global_size(0) + get_global_id(0)] = from[at];
}

// Conway's game of life on a torus of one work-group's size.
kernel void life(global uchar *board, local uchar *cells, int generations) {
  int x = get_local_id(0), y = get_local_id(1);
  int w = get_local_size(0), h = get_local_size(1);
  int place = get_global_id(1) * get_global_size(0) + get_global_id(0);
  uchar alive = board[place];
  for (int g = 0; g < generations; g++) {
    cells[y * w + x] = alive;
    barrier(CLK_LOCAL_MEM_FENCE);
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        if (dx != 0 || dy != 0)
          count += cells[(y + dy + h) % h * w + (x + dx + w) % w];
    barrier(CLK_LOCAL_MEM_FENCE);
    alive = count == 3 || (alive && count == 2);
  }
  board[place] = alive;
}

// Shortest paths, and dynamic programming.

#define FAR 1000000

// Floyd and Warshall for one small graph, a work-group of two dimensions.
kernel void floyd_warshall(global int *graph, local int *d, int n) {
  int x = get_local_id(0), y = get_local_id(1);
  int w = get_local_size(0), h = get_local_size(1);
  for (int i = y; i < n; i += h)
    for (int j = x; j < n; j += w)
      d[i * n + j] = graph[i * n + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    for (int i = y; i < n; i += h)
      for (int j = x; j < n; j += w)
        if (i != k && j != k)
          d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = y; i < n; i += h)
    for (int j = x; j < n; j += w)
      graph[i * n + j] = d[i * n + j];
}

// The same in tiles, three phases for each tile of the diagonal. Phase 0 is the tile itself,
// 1 its row and column (`get_group_id(1)` says which), 2 all others.
kernel void floyd_tiles(global int *graph, local int *own, local int *left, local int *above,
                        int n, int round, int phase) {
  int x = get_local_id(0), y = get_local_id(1), size = get_local_size(0);
  int gx = get_group_id(0), gy = get_group_id(1);
  int tx = round, ty = round;
  if (phase == 1) {
    int other = gx + (gx >= round);
    tx = gy ? round : other;
    ty = gy ? other : round;
  } else if (phase == 2) {
    tx = gx + (gx >= round);
    ty = gy + (gy >= round);
  }
  int i = ty * size + y, j = tx * size + x;
  bool inside = i < n && j < n;
  int li = ty * size + y, lj = round * size + x, ai = round * size + y, aj = tx * size + x;
  own[y * size + x] = inside ? graph[i * n + j] : FAR;
  left[y * size + x] = li < n && lj < n ? graph[li * n + lj] : FAR;
  above[y * size + x] = ai < n && aj < n ? graph[ai * n + aj] : FAR;
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *l = phase == 0 || (phase == 1 && tx == round) ? own : left;
  local int *a = phase == 0 || (phase == 1 && ty == round) ? own : above;
  for (int k = 0; k < size; k++) {
    int through = l[y * size + k] + a[k * size + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (through < own[y * size + x])
      own[y * size + x] = through;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (inside)
    graph[i * n + j] = own[y * size + x];
}

// Needleman and Wunsch in tiles: anti-diagonals in a tile, one launch for each diagonal of tiles.
kernel void needleman_wunsch(global int *score, global const uchar *first,
                             global const uchar *second, local int *t, int columns,
                             int diagonal, int skip, int penalty) {
  int size = get_local_size(0), l = get_local_id(0), width = size + 1;
  int bx = get_group_id(0) + skip, by = diagonal - bx;
  int row = by * size, column = bx * size;
  for (int i = 0; i < size; i++)
    t[(i + 1) * width + l + 1] = first[row + i] == second[column + l] ? 5 : -3;
  t[(l + 1) * width] = score[(row + l + 1) * columns + column];
  t[l + 1] = score[row * columns + column + l + 1];
  if (l == 0)
    t[0] = score[row * columns + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int m = 0; m < size; m++) {
    if (l <= m) {
      int x = l + 1, y = m - l + 1;
      t[y * width + x] = max(t[(y - 1) * width + x - 1] + t[y * width + x],
                             max(t[y * width + x - 1], t[(y - 1) * width + x]) - penalty);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int m = size - 2; m >= 0; m--) {
    if (l <= m) {
      int x = l + size - m, y = size - l;
      t[y * width + x] = max(t[(y - 1) * width + x - 1] + t[y * width + x],
                             max(t[y * width + x - 1], t[(y - 1) * width + x]) - penalty);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < size; i++)
    score[(row + i + 1) * columns + column + l + 1] = t[(i + 1) * width + l + 1];
}

// The longest common subsequence: three anti-diagonals, one cell for each work item.
kernel void common_subsequence(global const uchar *first, global const uchar *second,
                               global int *length, local int *t, int n, int m) {
  int l = get_local_id(0);
  local int *before = t, *last = t + n + 1, *now = t + 2 * (n + 1);
  if (l <= n)
    before[l] = last[l] = now[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 2; d <= n + m; d++) {
    int i = l + 1, j = d - i;
    if (i <= n && j >= 1 && j <= m)
      now[i] = first[i - 1] == second[j - 1] ? before[i - 1] + 1 : max(last[i - 1], last[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *free = before;
    before = last;
    last = now;
    now = free;
  }
  if (l == 0)
    *length = last[n];
}

// Rodinia's pathfinder: rows of a grid, the cheapest of three neighbours.
kernel void pathfinder(global const int *wall, global int *result, local int *previous,
                       local int *next, int rows, int columns) {
  int i = get_local_id(0);
  if (i < columns)
    previous[i] = wall[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 1; row < rows; row++) {
    bool computed = false;
    if (i < columns) {
      int best = previous[i];
      if (i > 0)
        best = min(best, previous[i - 1]);
      if (i < columns - 1)
        best = min(best, previous[i + 1]);
      next[i] = best + wall[row * columns + i];
      computed = true;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row == rows - 1)
      break;
    if (computed)
      previous[i] = next[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < columns)
    result[i] = next[i];
}

// Bellman and Ford: one node for each work item, until no distance changes.
kernel void bellman_ford(global const int *begin, global const int *from,
                         global const int *weight, global int *distance, global int *rounds,
                         local int *d, local int *changed, int n) {
  int i = get_local_id(0), round = 0, again;
  int own = i == 0 ? 0 : FAR;
  do {
    if (i < n)
      d[i] = own;
    if (i == 0)
      *changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int best = own;
    if (i < n)
      for (int e = begin[i]; e < begin[i + 1]; e++)
        best = min(best, d[from[e]] + weight[e]);
    if (best < own) {
      own = best;
      atomic_max(changed, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    again = *changed;
    round++;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (again);
  if (i < n)
    distance[i] = own;
  if (i == 0)
    *rounds = round;
}

// Levels of a search in breadth: each work item opens its node when its level comes.
kernel void breadth_first(global const int *begin, global const int *to, global int *level,
                          local int *seen, local int *open, int n) {
  int i = get_local_id(0);
  if (i < n)
    seen[i] = i == 0 ? 0 : -1;
  int depth = 0, more = 1;
  while (more) {
    if (i == 0)
      *open = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    bool mine = i < n && seen[i] == depth;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine)
      for (int e = begin[i]; e < begin[i + 1]; e++)
        if (atomic_cmpxchg(&seen[to[e]], -1, depth + 1) == -1)
          atomic_inc(open);
    barrier(CLK_LOCAL_MEM_FENCE);
    more = *open;
    depth++;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    level[i] = seen[i];
}

// The sieve of Eratosthenes, a block for each work-group.
kernel void sieve(global uchar *prime, local uchar *t, int n) {
  int l = get_local_id(0), size = get_local_size(0);
  for (int i = l; i < n; i += size)
    t[i] = i >= 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int p = 2; p * p < n; p++) {
    if (!t[p])
      continue;
    for (int i = p * p + l * p; i < n; i += size * p)
      t[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = l; i < n; i += size)
    prime[i] = t[i];
}

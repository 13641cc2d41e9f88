// --- SOURCE

__attribute__((noinline)) int sum(int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; ++i)
        s += p[i];
    return s;
}
__attribute__((noinline)) void put(int *p, int i, int v) { p[i] = v; }
kernel void spaces(global int *in, global int *out) {
    local int l[64];
    int p[8];
    int id = get_local_id(0), g = get_global_id(0);
    for (int i = 0; i < 8; ++i)
        put(p, i, g * 10 + i);
    put(l, id, g);
    barrier(CLK_LOCAL_MEM_FENCE);
    int *q = p, *ql = l + id / 8 * 8, *qg = in + g / 8 * 8;
    if (g % 3 == 1)
        q = ql;
    if (g % 3 == 2)
        q = qg;
    put(out, g, sum(q, 8));
}

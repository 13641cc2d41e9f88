// The checker of the CPU device: what a checked kernel calls for every access to memory
// and image, and at barriers. `abi/host_check.py` describes what it shares with compiler
// and runtime; `opencl-check-accesses` makes the calls.
//
// `check.ll` is this file compiled by `python -m xdsl_opencl.runtime.lib.generate`; a test
// compiles it again and compares.
//
// An access that must not be is reported and not made: reads give zeros.

typedef unsigned char uchar;
typedef unsigned int uint;
typedef unsigned long ulong;

void *calloc(ulong, ulong);
void *realloc(void *, ulong);
void free(void *);
void *memmove(void *, const void *, ulong);
void *memset(void *, int, ulong);
int memcmp(const void *, const void *, ulong);

enum {
    OUT_OF_BOUNDS = 1, NULL_POINTER, MISALIGNED, READ_ONLY, UNINITIALISED, WRITE_WRITE,
    READ_WRITE, DIFFERENT_BARRIERS, MISSING_AT_BARRIER, DIFFERENT_COPIES, IMAGE, DIVISION
};

#define UNKNOWN ((long)(1ul << 63))
#define EXTENT_BYTES(e) ((e) & ((1l << 40) - 1))
#define BYTES(what) ((long)((what) & 0xffffffff))
#define ALIGNMENT(what) (1l << ((what) >> 32 & 0xff))
#define WRITES (1ul << 40)
#define READS (1ul << 41)
#define ATOMIC (1ul << 42)
#define SHARED (1ul << 43)
#define CONSTANT (1ul << 44)
#define VOLATILE (1ul << 45)
#define COMPARES (1ul << 46)
#define SPACE(what) ((int)((what) >> 48 & 7))
enum { PRIVATE_SPACE, GLOBAL_SPACE, CONSTANT_SPACE, LOCAL_SPACE, GENERIC_SPACE };
enum { LOCAL_FENCE = 1, GLOBAL_FENCE = 2 };
#define WHOLE_GROUP 8191
#define NOBODY (-1)

struct argument {
    uchar *base;
    long bytes, read_only;
};

struct report {
    long kind, site, other_site, item, other_item, group[3];
    long offset, extent, size, writes, times;
};

struct launch {
    struct argument *arguments;
    long argument_count;
    struct report *reports;
    long capacity, count, lock, aliased;
};

// Who touched a byte since the last barrier: two work items that wrote and two that read,
// so that anybody else finds one who is not himself. An access is
// epoch << 34 | work item << 21 | mode << 19 | site.
struct byte {
    ulong writers[2], readers[2];
};
#define EPOCH(a) ((a) >> 34)
#define ITEM(a) ((long)((a) >> 21 & 8191))
#define MODE(a) ((int)((a) >> 19 & 3))
#define SITE(a) ((long)((a) & 0x7ffff))
enum { PLAIN, MODE_VOLATILE, MODE_ATOMIC };

// Four bytes. Most are accessed together: then the first one stands for all of them.
struct word {
    struct byte bytes[4];
    ulong split;
};

struct memory {
    struct memory *next;
    uchar *base;
    long bytes, extent;
    struct word *shadow;  // local memory only
};

// 16 bytes of global memory that this group touched.
struct block {
    ulong key;
    struct word words[4];
};

struct table {
    struct block *blocks;
    uint *places;  // index + 1 into blocks, 0 where nothing is
    ulong used, room, mask;
};

#define MOST_BLOCKS (1ul << 20)

struct group {
    struct launch *launch;
    long item;
    long items, id[3];
    struct memory *locals, *variables;
    ulong local_epoch, global_epoch;
    struct table table;
    // Who is where at the end of a region.
    long arrived, site, fence, first, diverged, returned;
    // The asynchronous copy that the first work item asked for.
    uchar *copy_to, *copy_from;
    long copy_count, copy_stride;
    uchar room[256];
    _Alignas(128) uchar zeros[256];
    _Alignas(128) uchar value[256];
};
_Static_assert(__builtin_offsetof(struct group, item) == 8, "ITEM_OFFSET");
_Static_assert(__builtin_offsetof(struct group, value) == 768, "VALUE_OFFSET");
_Static_assert(sizeof(struct group) == 1024, "GROUP_BYTES");

#define HERE static inline __attribute__((always_inline))
#define NEVER static __attribute__((noinline))
#define API __attribute__((visibility("default"), noinline))

HERE int before(const struct report *a, const struct report *b) {
    for (int axis = 2; axis >= 0; axis--)
        if (a->group[axis] != b->group[axis])
            return a->group[axis] < b->group[axis];
    return a->item < b->item;
}

NEVER void report(struct group *g, int kind, long site, long item, long other_item,
                  long other_site, long offset, long extent, long size, long writes) {
    struct launch *l = g->launch;
    struct report new = {kind, site, other_site, item, other_item,
                         {g->id[0], g->id[1], g->id[2]}, offset, extent, size, writes, 1};
    while (__atomic_exchange_n(&l->lock, 1, __ATOMIC_ACQUIRE))
        ;
    struct report *found = 0;
    for (long i = 0; i < l->count && !found; i++) {
        struct report *r = &l->reports[i];
        if (r->kind == kind && r->site == site && r->other_site == other_site &&
            r->writes == writes)
            found = r;
    }
    if (found) {
        new.times = found->times + 1;
        if (before(&new, found))
            *found = new;
        else
            found->times = new.times;
    } else if (l->count < l->capacity)
        l->reports[l->count++] = new;
    __atomic_store_n(&l->lock, 0, __ATOMIC_RELEASE);
}

// Finding the memory that an address is in.

struct place {
    uchar *base;
    long bytes, extent;
    int space, read_only;
    struct word *shadow;
};

HERE struct memory *local_at(struct group *g, const uchar *base) {
    struct memory *m = g->locals;
    while (m && m->base != base)
        m = m->next;
    return m;
}

HERE struct memory *around(struct memory *m, const uchar *p) {
    while (m && (p < m->base || p >= m->base + m->bytes))
        m = m->next;
    return m;
}

NEVER struct place search(struct group *g, uchar *p) {
    struct memory *m = around(g->locals, p);
    if (m)
        return (struct place){m->base, m->bytes, m->extent, LOCAL_SPACE, 0, m->shadow};
    for (long i = 0; i < g->launch->argument_count; i++) {
        struct argument *a = &g->launch->arguments[i];
        if (p >= a->base && p < a->base + a->bytes)
            return (struct place){a->base, a->bytes, -1 - i, GLOBAL_SPACE,
                                  (int)a->read_only, 0};
    }
    if ((m = around(g->variables, p)))
        return (struct place){m->base, m->bytes, m->extent, GLOBAL_SPACE, 0, 0};
    // Private memory that nobody can name is on the stack, as the group's record is.
    long distance = p - (uchar *)g;
    if (distance > -(64l << 20) && distance < 64l << 20)
        return (struct place){p, 64l << 20, UNKNOWN, PRIVATE_SPACE, 0, 0};
    return (struct place){0, 0, UNKNOWN, GLOBAL_SPACE, 0, 0};
}

HERE struct place find(struct group *g, uchar *p, uchar *base, long extent, ulong what) {
    if (extent == UNKNOWN)
        return search(g, p);
    int space = SPACE(what);
    if (space == LOCAL_SPACE || space == GENERIC_SPACE) {
        struct memory *m = local_at(g, base);
        if (m)
            return (struct place){base, m->bytes, extent, LOCAL_SPACE, 0, m->shadow};
        if (space == GENERIC_SPACE)
            space = extent < 0 ? GLOBAL_SPACE : PRIVATE_SPACE;
    }
    if (extent >= 0)
        return (struct place){base, EXTENT_BYTES(extent), extent, space, 0, 0};
    struct argument *a = &g->launch->arguments[-1 - extent];
    return (struct place){a->base, a->bytes, extent, space, (int)a->read_only, 0};
}

// Races.

HERE ulong hash(ulong key) { return (key * 0x9e3779b97f4a7c15ul) >> 20; }

NEVER int grow(struct table *t) {
    if (t->room >= MOST_BLOCKS)
        return 0;
    ulong room = t->room ? t->room * 2 : 64, places = room * 2;
    struct block *blocks = realloc(t->blocks, room * sizeof(struct block));
    if (!blocks)
        return 0;
    t->blocks = blocks;
    uint *index = calloc(places, sizeof(uint));
    if (!index)
        return 0;
    free(t->places);
    t->places = index, t->room = room, t->mask = places - 1;
    for (ulong i = 0; i < t->used; i++) {
        ulong at = hash(blocks[i].key) & t->mask;
        while (index[at])
            at = (at + 1) & t->mask;
        index[at] = i + 1;
    }
    return 1;
}

// Null when there is no memory left for it.
HERE struct word *global_word(struct group *g, ulong address) {
    struct table *t = &g->table;
    ulong key = address >> 4, at = 0;
    if (t->room) {
        for (at = hash(key) & t->mask; t->places[at]; at = (at + 1) & t->mask) {
            struct block *b = &t->blocks[t->places[at] - 1];
            if (b->key == key)
                return &b->words[address >> 2 & 3];
        }
    }
    if (t->used == t->room) {
        if (!grow(t))
            return 0;
        for (at = hash(key) & t->mask; t->places[at]; at = (at + 1) & t->mask)
            ;
    }
    struct block *b = &t->blocks[t->used++];
    t->places[at] = t->used;
    memset(b, 0, sizeof *b);
    b->key = key;
    return &b->words[address >> 2 & 3];
}

HERE ulong race_with(const ulong *accesses, ulong mine) {
    for (int i = 0; i < 2; i++) {
        ulong a = accesses[i];
        if (EPOCH(a) == EPOCH(mine) && ITEM(a) != ITEM(mine) &&
            MODE(a) + MODE(mine) < MODE_ATOMIC + MODE_VOLATILE)
            return a;
    }
    return 0;
}

HERE void note(ulong *accesses, ulong mine) {
    for (int i = 0; i < 2; i++) {
        if (EPOCH(accesses[i]) != EPOCH(mine) ||
            (ITEM(accesses[i]) == ITEM(mine) && MODE(accesses[i]) > MODE(mine))) {
            accesses[i] = mine;
            return;
        }
        if (ITEM(accesses[i]) == ITEM(mine))
            return;
    }
}

struct access {
    ulong mine, what;
    long item;
    int local;
    long unwritten;
    // The first conflicts, and where.
    ulong written, read;
    long written_at, read_at;
};

HERE void visit(struct access *a, struct byte *b, long at, long count, int same) {
    if (a->what & READS) {
        if (a->local && !b->writers[0])
            a->unwritten += count;
        if (!a->read && (a->read = race_with(b->writers, a->mine)))
            a->read_at = at;
    }
    if (a->what & WRITES) {
        if (!a->read && (a->read = race_with(b->readers, a->mine)))
            a->read_at = at;
        if (!a->written && !same && (a->written = race_with(b->writers, a->mine)))
            a->written_at = at;
    }
    if (a->item != WHOLE_GROUP) {
        if (a->what & READS)
            note(b->readers, a->mine);
        if (a->what & WRITES)
            note(b->writers, a->mine);
    } else if (a->what & WRITES && !b->writers[0])
        b->writers[0] = (ulong)WHOLE_GROUP << 21;
}

// `value`: what will be written, null if that is not known. Returns how many bytes of
// local memory are read that nobody wrote.
static long touch(struct group *g, struct place *m, uchar *p, long bytes, ulong what,
                  long site, long item, const uchar *value) {
    struct access a = {.what = what, .item = item, .local = m->space == LOCAL_SPACE};
    ulong epoch = a.local ? g->local_epoch : g->global_epoch;
    int mode = what & ATOMIC ? MODE_ATOMIC : what & VOLATILE ? MODE_VOLATILE : PLAIN;
    a.mine = epoch << 34 | (ulong)item << 21 | (ulong)mode << 19 | (ulong)site;
    if (what & COMPARES && memcmp(p, g->value, bytes))
        a.what &= ~WRITES;
    ulong address = a.local ? (ulong)(p - m->base) : (ulong)p;
    for (long i = 0; i < bytes;) {
        struct word *w = a.local ? &m->shadow[(address + i) >> 2] :
                                   global_word(g, address + i);
        if (!w)
            return 0;
        long first = (address + i) & 3, count = 4 - first;
        if (count > bytes - i)
            count = bytes - i;
        if (count == 4 && !w->split) {
            visit(&a, w->bytes, i, 4, value && !__builtin_memcmp(value + i, p + i, 4));
        } else {
            if (!w->split) {
                w->split = 1;
                w->bytes[1] = w->bytes[2] = w->bytes[3] = w->bytes[0];
            }
            for (long k = 0; k < count; k++)
                visit(&a, &w->bytes[first + k], i + k, 1,
                      value && value[i + k] == p[i + k]);
        }
        i += count;
    }
    if (a.read)
        report(g, READ_WRITE, site, item, ITEM(a.read), SITE(a.read),
               p + a.read_at - m->base, m->extent, bytes, !!(what & WRITES));
    else if (a.written)
        report(g, WRITE_WRITE, site, item, ITEM(a.written), SITE(a.written),
               p + a.written_at - m->base, m->extent, bytes, 1);
    return a.unwritten;
}

// Whether an access may be made.
static int allowed(struct group *g, uchar *p, uchar *base, long extent, long bytes,
                   ulong what, long site, long item, const uchar *value, int whole) {
    if (!bytes)
        return 1;
    long writes = !!(what & WRITES);
    struct place m = find(g, p, base, extent, what);
    if (!m.base || p < m.base || (ulong)(p - m.base) + bytes > (ulong)m.bytes) {
        int null = !m.base && (ulong)p < 4096;
        if (!m.base && extent != UNKNOWN)
            null = 1;
        report(g, null ? NULL_POINTER : OUT_OF_BOUNDS, site, item, NOBODY, -1,
               p - m.base, m.extent, bytes, writes);
        return 0;
    }
    if (writes && (what & CONSTANT || m.read_only)) {
        report(g, READ_ONLY, site, item, NOBODY, -1, p - m.base, m.extent, bytes, 1);
        return 0;
    }
    if (m.extent != UNKNOWN && (p - m.base) & (ALIGNMENT(what) - 1)) {
        report(g, MISALIGNED, site, item, NOBODY, -1, p - m.base, m.extent, bytes, writes);
        if (what & ATOMIC)
            return 0;
    }
    if (m.space == LOCAL_SPACE ||
        (m.space == GLOBAL_SPACE && (what & SHARED || g->launch->aliased))) {
        long unwritten = touch(g, &m, p, bytes, what, site, item, value);
        // The padding of a structure is copied with it, and never written.
        if (unwritten && (!whole || unwritten == bytes))
            report(g, UNINITIALISED, site, item, NOBODY, -1, p - m.base, m.extent, bytes,
                   0);
    }
    return 1;
}

API uchar *__xdsl_opencl_check_access(struct group *g, uchar *p, uchar *base, long extent,
                                      ulong what, long site) {
    if (allowed(g, p, base, extent, BYTES(what), what, site, g->item, 0, 0))
        return p;
    memset(g->zeros, 0, sizeof g->zeros);
    return g->zeros;
}

// Stores the bytes in `g->value`.
API void __xdsl_opencl_check_store(struct group *g, uchar *p, uchar *base, long extent,
                                   ulong what, long site) {
    if (allowed(g, p, base, extent, BYTES(what), what, site, g->item, g->value, 0))
        memmove(p, g->value, BYTES(what));
}

API void __xdsl_opencl_check_set(struct group *g, uchar *p, uchar *base, long extent,
                                 long bytes, int value, ulong what, long site) {
    if (allowed(g, p, base, extent, bytes, what, site, g->item, 0, 1))
        memset(p, value, bytes);
}

API void __xdsl_opencl_check_copy(struct group *g, uchar *to, uchar *to_base, long to_extent,
                                  uchar *from, uchar *from_base, long from_extent, long bytes,
                                  ulong to_what, ulong from_what, long site) {
    if (allowed(g, from, from_base, from_extent, bytes, from_what, site, g->item, 0, 1) &
        allowed(g, to, to_base, to_extent, bytes, to_what, site, g->item, 0, 1))
        memmove(to, from, bytes);
}

// One copy for the group, made by its first work item; the others must ask for the same.
// `stride`: elements between those in global memory.
API void __xdsl_opencl_check_async(struct group *g, uchar *to, uchar *to_base,
                                   long to_extent, uchar *from, uchar *from_base,
                                   long from_extent, long count, long stride, ulong to_what,
                                   ulong from_what, long site) {
    if (g->item) {
        if (to != g->copy_to || from != g->copy_from || count != g->copy_count ||
            stride != g->copy_stride)
            report(g, DIFFERENT_COPIES, site, g->item, 0, -1, 0, UNKNOWN, 0, 0);
        return;
    }
    g->copy_to = to, g->copy_from = from, g->copy_count = count, g->copy_stride = stride;
    int to_local = SPACE(to_what) == LOCAL_SPACE;
    long size = BYTES(to_what);
    for (long i = 0; i < count; i++) {
        uchar *t = to + (to_local ? i : i * stride) * size;
        uchar *f = from + (to_local ? i * stride : i) * size;
        if (!(allowed(g, f, from_base, from_extent, size, from_what, site, WHOLE_GROUP, 0,
                      1) &
              allowed(g, t, to_base, to_extent, size, to_what, site, WHOLE_GROUP, 0, 1)))
            return;
        memmove(t, f, size);
    }
}

API void __xdsl_opencl_check_divide(struct group *g, int wrong, long site) {
    if (wrong)
        report(g, DIVISION, site, g->item, NOBODY, -1, 0, UNKNOWN, 0, 0);
}

// Barriers.

API void __xdsl_opencl_check_arrive(struct group *g, long site, long fence) {
    if (!g->arrived++) {
        g->site = site, g->fence = fence, g->first = g->item;
    } else if (site != g->site && !g->diverged) {
        g->diverged = 1;
        report(g, DIFFERENT_BARRIERS, g->site, g->first, g->item, site, 0, UNKNOWN, 0, 0);
    }
}

API void __xdsl_opencl_check_leave(struct group *g) {
    if (g->returned == NOBODY)
        g->returned = g->item;
}

// What lies between two barriers is done. Returns whether the group must end: it waits at
// a barrier that some will not reach.
API int __xdsl_opencl_check_meet(struct group *g) {
    if (!g->arrived)
        return 0;
    if (g->arrived != g->items && !g->diverged) {
        g->diverged = 1;
        report(g, MISSING_AT_BARRIER, g->site, g->first, g->returned, -1, 0, UNKNOWN,
               g->arrived, g->items);
    }
    if (g->fence & LOCAL_FENCE)
        g->local_epoch++;
    if (g->fence & GLOBAL_FENCE) {
        g->global_epoch++;
        // All of it is of the past now.
        if (g->table.used > 4096) {
            g->table.used = 0;
            memset(g->table.places, 0, (g->table.mask + 1) * sizeof(uint));
        }
    }
    g->arrived = 0;
    return (int)g->diverged;
}

// Work-groups.

API void __xdsl_opencl_check_begin(struct group *g, struct launch *launch, long x, long y,
                                   long z, long items) {
    memset(g, 0, sizeof *g);
    g->launch = launch;
    g->items = items;
    g->id[0] = x, g->id[1] = y, g->id[2] = z;
    g->local_epoch = g->global_epoch = 1;
    g->returned = NOBODY;
}

HERE struct memory *remember(struct memory **list, uchar *base, long bytes, long extent) {
    struct memory *m = calloc(1, sizeof *m);
    if (m) {
        m->next = *list, m->base = base, m->bytes = bytes, m->extent = extent;
        *list = m;
    }
    return m;
}

API void __xdsl_opencl_check_local(struct group *g, uchar *base, long bytes, long extent) {
    struct word *shadow = calloc(bytes / 4 + 1, sizeof(struct word));
    struct memory *m = shadow ? remember(&g->locals, base, bytes, extent) : 0;
    if (m)
        m->shadow = shadow;
    else
        free(shadow);
}

API void __xdsl_opencl_check_variable(struct group *g, uchar *base, long extent) {
    remember(&g->variables, base, EXTENT_BYTES(extent), extent);
}

HERE void forget(struct memory *m) {
    while (m) {
        struct memory *next = m->next;
        free(m->shadow);
        free(m);
        m = next;
    }
}

API void __xdsl_opencl_check_end(struct group *g) {
    forget(g->locals);
    forget(g->variables);
    free(g->table.blocks);
    free(g->table.places);
}

// Images: the record of xdsl_opencl/abi/images.py, HOST_IMAGE_FIELDS.
struct image {
    uchar *data;
    long row_pitch, slice_pitch;
    int width, height, depth, array_size, type, order, levels, samples;
};

HERE int inside(int i, int size) { return i >= 0 && i < size; }

// `kind`: spatial dimensions, + 4 for an array. `argument`: -1 - the image's index, or
// UNKNOWN. `sampler`: its bits, 0 for none; all addressing modes but CLK_ADDRESS_NONE say
// what is outside.
API void __xdsl_opencl_check_image(struct group *g, const struct image *im, int sampler,
                                   int kind, int x, int y, int z, int writes, long argument,
                                   long site) {
    if (sampler & 0xe)
        return;
    int dimensions = kind & 3;
    int ok = inside(x, im->width);
    if (dimensions > 1)
        ok &= inside(y, im->height);
    if (dimensions > 2)
        ok &= inside(z, im->depth);
    if (kind & 4)
        ok &= inside(dimensions > 1 ? z : y, im->array_size);
    if (!ok)
        report(g, IMAGE, site, g->item, y, -1, x, argument, z, writes);
}

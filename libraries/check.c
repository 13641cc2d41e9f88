// The checker of the CPU device: what a checked kernel calls for every access to memory
// and image, and at barriers. `abi/cpu/host_check.py` describes what it shares with compiler
// and runtime; `opencl-check-accesses` makes the calls.
//
// `generate_library.py` compiles it; a test does so again and compares.
//
// An access that must not be is reported and not made: reads give zeros.

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

void *calloc(ulong, ulong);
void free(void *);
void *memmove(void *, const void *, ulong);
void *memset(void *, int, ulong);
int memcmp(const void *, const void *, ulong);

enum {
    OUT_OF_BOUNDS = 1, NULL_POINTER, MISALIGNED, READ_ONLY, UNINITIALISED, WRITE_WRITE,
    READ_WRITE, DIFFERENT_BARRIERS, MISSING_AT_BARRIER, DIFFERENT_COPIES, IMAGE, DIVISION,
    ARRAY_INDEX, WRITE_ONLY, UNDEFINED, NOT_AWAITED, NO_EVENT, DIFFERENT_EVENTS,
    KIND_ENDED, KIND_COMING
};
// What is known of a byte.
enum { UNWRITTEN, WRITTEN, ENDED, COMING };

#define UNKNOWN ((long)(1ul << 63))
#define EXTENT_BYTES(e) ((e) & ((1l << 40) - 1))
#define BYTES(what) ((long)((what) & 0xffffffff))
#define ALIGNMENT(what) (1l << ((what) >> 32 & 0xf))
#define WRITES (1ul << 40)
#define READS (1ul << 41)
#define ATOMIC (1ul << 42)
#define SHARED (1ul << 43)
#define CONSTANT (1ul << 44)
#define VOLATILE (1ul << 45)
#define COMPARES (1ul << 46)
#define COPIES (1ul << 47)
#define SPACE(what) ((int)((what) >> 48 & 7))
#define ALONE (1ul << 51)
#define SLOT(what) ((int)((what) >> 52 & 0x3f))
#define NO_SLOT 63
// log2 of the bytes that a cell stands for.
#define GRAIN(what) ((int)((what) >> 36 & 0xf))
enum { PRIVATE_SPACE, GLOBAL_SPACE, CONSTANT_SPACE, LOCAL_SPACE, GENERIC_SPACE };
enum { LOCAL_FENCE = 1, GLOBAL_FENCE = 2 };
#define WHOLE_GROUP 8191
#define NOBODY (-1)
enum { CONSTANT_MEMORY = 1, READ_ONLY_ARRAY = 2, WRITE_ONLY_ARRAY = 4, NO_ARRAY = 8 };

// Who touched a grain of memory: two work items that wrote and two that read, so that
// anybody else finds one who is not himself. An access is
// group << 43 | epoch << 29 | work item << 16 | mode << 14 | site, 0 for none; in local
// memory, which only one group has, group and epoch are one number. An epoch ends at a
// barrier with the right fence.
struct cell {
    ulong writers[2], readers[2];
};
#define GROUP_SHIFT 43
#define EPOCH_SHIFT 29
#define ITEM_SHIFT 16
#define MODE_SHIFT 14
#define ITEM(a) ((long)((a) >> ITEM_SHIFT & 8191))
#define MODE(a) ((int)((a) >> MODE_SHIFT & 3))
#define SITE(a) ((long)((a) & 0x3fff))
#define GROUPS 0x1fffff
#define EPOCHS 0x3fff
enum { PLAIN, MODE_VOLATILE, MODE_ATOMIC };

struct argument {
    uchar *base;
    long bytes, flags;
    struct cell *cells;  // null where nobody writes
    uchar *valid;        // a byte for each that is WRITTEN once it is; or null
};

struct report {
    long kind, site, other_site, item, other_item, group[3], other_group;
    long offset, extent, size, writes, times;
};

struct launch {
    struct argument *arguments;
    long argument_count;
    struct report *reports;
    long capacity, count, lock, aliased;
    struct cell **variables;  // of the program-scope variables, by number
    long groups[3];           // their number
};

// Memory that the code in a kernel finds without a search. Of `readable` and `writable`
// bytes an access needs no more than bounds, alignment and cells to be checked here.
struct memory {
    uchar *base;
    long bytes, extent, readable, writable;
    struct cell *cells;
    uchar *valid;
    struct memory *next;
};

// The destination of an asynchronous copy in local memory that nobody has waited for.
struct coming {
    uchar *valid;
    long bytes;
    ulong event;
    struct coming *next;
};

#define SLOTS 35
#define EVENTS 64

struct group {
    struct launch *launch;
    long item;
    // The accesses of no work item in this epoch.
    ulong local_now, global_now;
    long items, id[3], number;
    struct memory *locals, *variables;
    // Who is where at the end of a region.
    long arrived, site, fence, first, diverged, returned;
    // The asynchronous copy that the first work item asked for, and its event.
    uchar *copy_to, *copy_from;
    long copy_count, copy_stride;
    struct coming *coming;
    ulong copy_event, issued, waiting, events[EVENTS];
    long event_sites[EVENTS];
    ulong waited[8];
    struct memory slots[SLOTS];
    _Alignas(128) uchar zeros[256];
    _Alignas(128) uchar value[256];
};
_Static_assert(__builtin_offsetof(struct group, item) == 8, "ITEM_OFFSET");
_Static_assert(__builtin_offsetof(struct group, value) == 3840, "VALUE_OFFSET");
_Static_assert(sizeof(struct group) == 4096, "GROUP_BYTES");

#define HERE static inline __attribute__((always_inline))
#define NEVER static __attribute__((noinline))
#define API __attribute__((visibility("default"), noinline))
// Put into kernels.
#define INLINE __attribute__((visibility("default"), always_inline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

HERE int before(const struct report *a, const struct report *b) {
    for (int axis = 2; axis >= 0; axis--)
        if (a->group[axis] != b->group[axis])
            return a->group[axis] < b->group[axis];
    return a->item < b->item;
}

NEVER void report_pair(struct group *g, int kind, long site, long item, long other_item,
                       long other_site, long other_group, long offset, long extent,
                       long size, long writes) {
    struct launch *l = g->launch;
    struct report new = {kind, site, other_site, item, other_item,
                         {g->id[0], g->id[1], g->id[2]}, other_group, offset, extent, size,
                         writes, 1};
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

NEVER void report(struct group *g, int kind, long site, long item, long other_item,
                  long other_site, long offset, long extent, long size, long writes) {
    report_pair(g, kind, site, item, other_item, other_site, -1, offset, extent, size,
                writes);
}

// Finding the memory that an address is in.

struct place {
    uchar *base;
    long bytes, extent;
    int space;
    long flags;
    struct cell *cells;
    uchar *valid;
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

HERE struct place of_memory(struct memory *m, int space) {
    return (struct place){m->base, m->bytes, m->extent, space, 0, m->cells, m->valid};
}

HERE struct place of_argument(struct group *g, long i, int space) {
    struct argument *a = &g->launch->arguments[i];
    return (struct place){a->base, a->bytes, -1 - i, space, a->flags, a->cells, a->valid};
}

NEVER struct place search(struct group *g, uchar *p) {
    struct memory *m = around(g->locals, p);
    if (m)
        return of_memory(m, LOCAL_SPACE);
    // Of arguments that overlap the longest one: others may begin amid what is accessed.
    struct argument *all = g->launch->arguments, *longest = 0;
    for (struct argument *a = all; a < all + g->launch->argument_count; a++) {
        if (p >= a->base && p < a->base + a->bytes &&
            (!longest || a->bytes > longest->bytes))
            longest = a;
    }
    if (longest)
        return of_argument(g, longest - all, GLOBAL_SPACE);
    if ((m = around(g->variables, p)))
        return of_memory(m, GLOBAL_SPACE);
    // Private memory that nobody can name is on the stack, as the group's record is.
    long distance = p - (uchar *)g;
    if (distance > -(64l << 20) && distance < 64l << 20)
        return (struct place){p, 64l << 20, UNKNOWN, PRIVATE_SPACE};
    return (struct place){0, 0, UNKNOWN, GLOBAL_SPACE};
}

HERE struct place find(struct group *g, uchar *p, uchar *base, long extent, ulong what) {
    if (extent == UNKNOWN)
        return search(g, p);
    int space = SPACE(what);
    if (space == LOCAL_SPACE || space == GENERIC_SPACE) {
        struct memory *m = local_at(g, base);
        if (m) {
            struct place place = of_memory(m, LOCAL_SPACE);
            place.extent = extent;
            return place;
        }
        if (space == GENERIC_SPACE)
            space = extent < 0 ? GLOBAL_SPACE : PRIVATE_SPACE;
    }
    if (extent < 0)
        return of_argument(g, -1 - extent, space);
    struct place place = {base, EXTENT_BYTES(extent), extent, space};
    if (space == GLOBAL_SPACE && g->launch->variables)
        place.cells = g->launch->variables[extent >> 40];
    return place;
}

// Races.

#define GET(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define PUT(x, value) __atomic_store_n(&(x), value, __ATOMIC_RELAXED)

struct access {
    ulong mine, what;
    long item;
    int local;
    // The first conflicts, and where.
    ulong written, read;
    long written_at, read_at;
};

// Whether somebody else touched the cell with no barrier between: who. Of an earlier epoch
// of the same group nobody asks; the epochs behind the last number are all the same.
HERE ulong race_with(const struct access *a, ulong *accesses) {
    for (int i = 0; i < 2; i++) {
        ulong old = GET(accesses[i]), new = a->mine;
        if (!old || MODE(old) + MODE(new) >= MODE_ATOMIC + MODE_VOLATILE)
            continue;
        ulong differ = old ^ new;
        if (a->local ? !(differ >> EPOCH_SHIFT) && ITEM(differ)
            : differ >> GROUP_SHIFT ? !(a->what & ALONE)
            : !(differ >> EPOCH_SHIFT) && ITEM(differ) &&
              (new >> EPOCH_SHIFT & EPOCHS) != EPOCHS)
            return old;
    }
    return 0;
}

// Remembers an access. Two of the same work item in an epoch are the one with the lower
// mode; one of an earlier epoch of the group is of no interest; of another group one is
// enough.
HERE void note(const struct access *a, ulong *accesses) {
    ulong new = a->mine, first = GET(accesses[0]), second = GET(accesses[1]);
    ulong one = first ^ new, two = second ^ new;
    if (a->local) {
        if (one >> EPOCH_SHIFT)
            PUT(accesses[0], new);
        else if (!(one >> ITEM_SHIFT)) {
            if (MODE(first) > MODE(new))
                PUT(accesses[0], new);
        } else if (two >> EPOCH_SHIFT ||
                   (!(two >> ITEM_SHIFT) && MODE(second) > MODE(new)))
            PUT(accesses[1], new);
        return;
    }
    if (!first)
        PUT(accesses[0], new);
    else if (!(one >> GROUP_SHIFT) && one >> EPOCH_SHIFT && MODE(first) < MODE(new)) {
        // For other groups what was not atomic counts.
        if (!second || (!(two >> GROUP_SHIFT) && MODE(second) >= MODE(new)))
            PUT(accesses[1], new);
    } else if (!(one >> GROUP_SHIFT)) {
        // My group was the first one here.
        if (!(one >> ITEM_SHIFT)) {
            if (MODE(first) > MODE(new))
                PUT(accesses[0], new);
        } else if (one >> EPOCH_SHIFT)
            PUT(accesses[0], new);
        else if (!second || !(two >> GROUP_SHIFT)) {
            if (two >> EPOCH_SHIFT || !second ||
                (!(two >> ITEM_SHIFT) && MODE(second) > MODE(new)))
                PUT(accesses[1], new);
        }
    } else if (!second || !((first ^ second) >> GROUP_SHIFT))
        PUT(accesses[1], new);
    else if (!(two >> GROUP_SHIFT) &&
             (two >> EPOCH_SHIFT || (!(two >> ITEM_SHIFT) && MODE(second) > MODE(new))))
        PUT(accesses[1], new);
}

HERE void visit(struct access *a, struct cell *c, long at, int same) {
    if (a->what & READS && !a->read && (a->read = race_with(a, c->writers)))
        a->read_at = at;
    if (a->what & WRITES) {
        if (!a->read && (a->read = race_with(a, c->readers)))
            a->read_at = at;
        if (!a->written && !same && (a->written = race_with(a, c->writers)))
            a->written_at = at;
    }
    if (a->item == WHOLE_GROUP) {
        // Only where nothing else is told of the group.
        ulong *list = a->what & WRITES ? c->writers : c->readers;
        for (int i = 0; i < 2 && !a->local; i++) {
            ulong old = GET(list[i]);
            if (!old)
                PUT(list[i], a->mine);
            if (!old || !((old ^ a->mine) >> GROUP_SHIFT))
                break;
        }
        return;
    }
    if (a->what & READS)
        note(a, c->readers);
    if (a->what & WRITES)
        note(a, c->writers);
}

HERE int mode_of(ulong what) {
    return what & ATOMIC ? MODE_ATOMIC : what & VOLATILE ? MODE_VOLATILE : PLAIN;
}

HERE ulong access_of(struct group *g, int local, ulong what, long site, long item) {
    ulong now = local ? g->local_now : g->global_now;
    ulong known = site < 0x3fff ? site : 0x3fff;
    return now | (ulong)item << ITEM_SHIFT | (ulong)mode_of(what) << MODE_SHIFT | known;
}

NEVER void report_race(struct group *g, struct place *m, int kind, ulong other, long offset,
                       long bytes, ulong what, long site, long item) {
    long group = -1;
    if (m->space != LOCAL_SPACE && (other ^ g->global_now) >> GROUP_SHIFT) {
        long number = (other >> GROUP_SHIFT) - 1;
        long *n = g->launch->groups;
        group = n[0] * n[1] * n[2] <= GROUPS ? number : -2;
    }
    long other_item = ITEM(other) == WHOLE_GROUP ? NOBODY : ITEM(other);
    report_pair(g, kind, site, item, other_item, SITE(other), group, offset, m->extent,
                bytes, !!(what & WRITES));
}

// `value`: what will be written, null if that is not known.
static void touch(struct group *g, struct place *m, uchar *p, long bytes, ulong what,
                  long site, long item, const uchar *value) {
    if (!m->cells)
        return;
    struct access a = {.what = what, .item = item, .local = m->space == LOCAL_SPACE};
    a.mine = access_of(g, a.local, what, site, item);
    // Before and after the copy of a group is not known: it counts for other groups only.
    if (item == WHOLE_GROUP && !a.local)
        a.mine &= ~((ulong)EPOCHS << EPOCH_SHIFT);
    if (what & COMPARES && memcmp(p, g->value, bytes))
        a.what &= ~WRITES;
    long offset = p - m->base;
    int grain = GRAIN(what);
    for (long i = offset >> grain; i <= (offset + bytes - 1) >> grain; i++) {
        long from = (i << grain) - offset, to = from + (1l << grain);
        from = from < 0 ? 0 : from, to = to > bytes ? bytes : to;
        int same = value && !memcmp(value + from, p + from, to - from);
        visit(&a, &m->cells[i], from, same);
    }
    if (item == WHOLE_GROUP && !a.local) {
        // Within the group the copy races with what came before it in the epoch.
        struct access b = {.what = what & ~SHARED, .item = item};
        b.mine = access_of(g, 0, what, site, item);
        for (long i = offset >> grain; i <= (offset + bytes - 1) >> grain; i++) {
            struct cell *c = &m->cells[i];
            ulong *lists[2] = {c->writers, c->readers};
            for (int k = 0; k < (what & WRITES ? 2 : 1); k++) {
                ulong other = race_with(&b, lists[k]);
                if (!other || ITEM(other) == WHOLE_GROUP ||
                    (other ^ b.mine) >> GROUP_SHIFT)
                    continue;
                if (k || !(what & WRITES))
                    a.read = a.read ? a.read : other;
                else
                    a.written = a.written ? a.written : other;
            }
        }
    }
    if (a.read)
        report_race(g, m, READ_WRITE, a.read, offset + a.read_at, bytes, what, site, item);
    else if (a.written)
        report_race(g, m, WRITE_WRITE, a.written, offset + a.written_at, bytes, what, site,
                    item);
}

HERE long unwritten_of(const uchar *valid, long bytes) {
    long count = 0;
    for (long i = 0; i < bytes; i++)
        count += valid[i] != WRITTEN;
    return count;
}

HERE int kind_of(const uchar *valid, long bytes) {
    int most = UNWRITTEN;
    for (long i = 0; i < bytes; i++)
        most = valid[i] != WRITTEN && valid[i] > most ? valid[i] : most;
    return most == ENDED ? KIND_ENDED : most == COMING ? KIND_COMING : UNINITIALISED;
}

// Whether an access may be made.
static int allowed(struct group *g, uchar *p, uchar *base, long extent, long bytes,
                   ulong what, long site, long item, const uchar *value) {
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
    if (writes && (what & CONSTANT || m.flags & (CONSTANT_MEMORY | READ_ONLY_ARRAY))) {
        report(g, READ_ONLY, site, item, NOBODY, -1, p - m.base, m.extent, bytes, 1);
        return 0;
    }
    if (what & READS && m.flags & WRITE_ONLY_ARRAY) {
        report(g, WRITE_ONLY, site, item, NOBODY, -1, p - m.base, m.extent, bytes, 0);
        return 0;
    }
    if (m.extent != UNKNOWN && (p - m.base) & (ALIGNMENT(what) - 1)) {
        report(g, MISALIGNED, site, item, NOBODY, -1, p - m.base, m.extent, bytes, writes);
        if (what & ATOMIC)
            return 0;
    }
    if (m.space == LOCAL_SPACE ||
        (m.space == GLOBAL_SPACE && (what & SHARED || g->launch->aliased)))
        touch(g, &m, p, bytes, what, site, item, value);
    if (m.valid) {
        uchar *valid = m.valid + (p - m.base);
        if (what & READS) {
            long unwritten = unwritten_of(valid, bytes);
            // The padding of a structure is copied with it, and never written.
            if (unwritten && (!(what & COPIES) || unwritten == bytes))
                report(g, kind_of(valid, bytes), site, item, NOBODY, -1, p - m.base,
                       m.extent, bytes, 0);
        }
        if (what & WRITES)
            memset(valid, WRITTEN, bytes);
    }
    return 1;
}

// The address at which an access may be made, if the code in the kernel cannot tell.
API uchar *__xdsl_opencl_check_slow(struct group *g, uchar *p, uchar *base, long extent,
                                    ulong what, long site, ulong value) {
    const uchar *written = 0;
    if (BYTES(what) <= 8)
        *(ulong *)g->value = value;
    if (what & WRITES && !(what & (ATOMIC | COMPARES)) && BYTES(what) <= 256)
        written = g->value;
    if (allowed(g, p, base, extent, BYTES(what), what, site, g->item, written))
        return p;
    memset(g->zeros, 0, sizeof g->zeros);
    return g->zeros;
}

#define ALL(type, at) (*(const type *)(at) == (type)0x0101010101010101ul)

HERE int all_written(const uchar *valid, long bytes) {
    switch (bytes) {
    case 1: return ALL(uchar, valid);
    case 2: return ALL(ushort, valid);
    case 4: return ALL(uint, valid);
    case 8: return ALL(ulong, valid);
    case 12: return ALL(ulong, valid) & ALL(uint, valid + 8);
    case 16: return ALL(ulong, valid) & ALL(ulong, valid + 8);
    default: return 0;
    }
}

// Whether an access to one cell conflicts with none that is known, which it is now too; 0
// if that is not to be told here. Where two work items have read in this epoch, whoever
// wrote has been told.

HERE int apart(ulong old, ulong mine, ulong now) {
    return old < now || !((old ^ mine) >> ITEM_SHIFT) ||
           MODE(old) + MODE(mine) >= MODE_ATOMIC + MODE_VOLATILE;
}

HERE void note_local(ulong *accesses, ulong mine, ulong now) {
    ulong first = GET(accesses[0]), second = GET(accesses[1]);
    int one = first < now || (!((first ^ mine) >> ITEM_SHIFT) && MODE(first) > MODE(mine));
    int two = first >= now && (first ^ mine) >> ITEM_SHIFT &&
              (second < now ||
               (!((second ^ mine) >> ITEM_SHIFT) && MODE(second) > MODE(mine)));
    if (one)
        PUT(accesses[0], mine);
    else if (two)
        PUT(accesses[1], mine);
}

HERE int noted_local(struct cell *c, ulong what, ulong mine, ulong now) {
    if (!apart(GET(c->writers[0]), mine, now) | !apart(GET(c->writers[1]), mine, now))
        return 0;
    if (what & WRITES) {
        if (!apart(GET(c->readers[0]), mine, now) | !apart(GET(c->readers[1]), mine, now))
            return 0;
        note_local(c->writers, mine, now);
    }
    if (what & READS)
        note_local(c->readers, mine, now);
    return 1;
}

HERE int noted_global(struct cell *c, ulong what, ulong mine) {
    ulong wrote = GET(c->writers[0]), first = GET(c->readers[0]);
    if ((wrote && (wrote ^ mine) >> MODE_SHIFT) || GET(c->writers[1]))
        return 0;
    ulong second = GET(c->readers[1]);
    int mine_first = !((first ^ mine) >> MODE_SHIFT);
    if (what & WRITES) {
        if ((first && !mine_first) || second)
            return 0;
        PUT(c->writers[0], mine);
        return 1;
    }
    if (!first)
        PUT(c->readers[0], mine);
    else if (mine_first || (second && (first ^ second) >> GROUP_SHIFT))
        ;
    else if (second) {
        // Two of this epoch: a third one says no more.
        if ((first ^ mine) >> EPOCH_SHIFT || (second ^ mine) >> EPOCH_SHIFT)
            return 0;
    } else if ((first ^ mine) >> GROUP_SHIFT || !((first ^ mine) >> EPOCH_SHIFT))
        PUT(c->readers[1], mine);
    else
        return 0;
    return 1;
}

HERE int noted(struct cell *c, ulong what, ulong mine, ulong now) {
    return SPACE(what) == LOCAL_SPACE ? noted_local(c, what, mine, now) :
                                        noted_global(c, what, mine);
}

// The same for several cells.
API int __xdsl_opencl_check_cells(struct group *g, struct cell *c, long cells, ulong what,
                                  long site) {
    int local = SPACE(what) == LOCAL_SPACE;
    ulong mine = access_of(g, local, what, site, g->item);
    for (long i = 0; i < cells; i++)
        if (!noted(c + i, what, mine, g->local_now))
            return 0;
    return 1;
}

// What is mostly so, in the kernel: the access is inside of its memory, and nobody else was
// here. Everything but `g`, the pointers and `value` is constant; `known` are bits of
// `what`, so that there is one function for each kind of access with no more in it than
// that kind needs.
HERE uchar *fast(struct group *g, uchar *p, uchar *base, long extent, ulong what, long site,
                 ulong value, ulong known) {
    long offset = p - base, bytes = BYTES(what);
    int local = SPACE(known) == LOCAL_SPACE, writes = !!(known & WRITES);
    struct memory *m = &g->slots[SLOT(what)];
    long limit = writes ? m->writable : m->readable;
    // Both not negative.
    int ok = (offset | (limit - bytes - offset)) >= 0;
    ok &= !(offset & (ALIGNMENT(what) - 1));
    if (LIKELY(ok)) {
        if (!local && !(known & SHARED))
            return p;
        int grain = GRAIN(what), one = bytes <= 1l << grain;
        struct cell *c =
            (struct cell *)((uchar *)m->cells + (offset >> grain) * sizeof(struct cell));
        ulong now = g->local_now;
        if (local && !writes && one && LIKELY(GET(c->readers[1]) >= now))
            return p;
        if (local && known & READS)
            ok = all_written(m->valid + offset, bytes);
        if (LIKELY(ok)) {
            if (one)
                ok = noted(c, what & ~(READS | WRITES) | known,
                           access_of(g, local, what, site, g->item), now);
            else
                ok = __xdsl_opencl_check_cells(g, c, bytes >> grain, what, site);
        }
        if (LIKELY(ok)) {
            if (local && writes)
                memset(m->valid + offset, 1, bytes);
            return p;
        }
    }
    return __xdsl_opencl_check_slow(g, p, base, extent, what, site, value);
}

#define IN_GLOBAL ((ulong)GLOBAL_SPACE << 48)
#define IN_LOCAL ((ulong)LOCAL_SPACE << 48)
#define KIND(name, known)                                                                  \
    INLINE uchar *__xdsl_opencl_check_##name(struct group *g, uchar *p, uchar *base,       \
                                             long extent, ulong what, long site,           \
                                             ulong value) {                                \
        return fast(g, p, base, extent, what, site, value, known);                         \
    }
// Of what no work item of the kernel writes.
KIND(constant, IN_GLOBAL | READS)
KIND(global_read, IN_GLOBAL | READS | SHARED)
KIND(global_write, IN_GLOBAL | WRITES | SHARED)
KIND(local_read, IN_LOCAL | READS)
KIND(local_write, IN_LOCAL | WRITES)
KIND(local_atomic, IN_LOCAL | READS | WRITES | ATOMIC)

// Of a variable of the program that nobody writes.
INLINE uchar *__xdsl_opencl_check_table(struct group *g, uchar *p, uchar *base, long extent,
                                        ulong what, long site, ulong value) {
    long offset = p - base;
    int ok = (offset | (EXTENT_BYTES(extent) - BYTES(what) - offset)) >= 0;
    if (LIKELY(ok & !(offset & (ALIGNMENT(what) - 1))))
        return p;
    return __xdsl_opencl_check_slow(g, p, base, extent, what, site, value);
}

API void __xdsl_opencl_check_unwritten(struct group *g, const uchar *valid, long offset,
                                       long extent, ulong what, long site) {
    long bytes = BYTES(what), unwritten = unwritten_of(valid, bytes);
    if (unwritten && (!(what & COPIES) || unwritten == bytes))
        report(g, kind_of(valid, bytes), site, g->item, NOBODY, -1, offset, extent, bytes,
               !!(what & WRITES));
}

API uchar *__xdsl_opencl_check_outside(struct group *g, uchar *p, long index, long count,
                                       ulong what, long site) {
    // Else it is reported already.
    if (p != g->zeros)
        report(g, ARRAY_INDEX, site, g->item, NOBODY, -1, index, UNKNOWN, count,
               !!(what & WRITES));
    memset(g->zeros, 0, sizeof g->zeros);
    return g->zeros;
}

// Private memory. `valid`: a byte for each, null where nobody keeps them.
INLINE uchar *__xdsl_opencl_check_private(struct group *g, uchar *p, uchar *base, long extent,
                                          ulong what, long site, uchar *valid) {
    long offset = p - base, bytes = BYTES(what);
    int ok = (offset | (EXTENT_BYTES(extent) - bytes - offset)) >= 0;
    ok &= !(offset & (ALIGNMENT(what) - 1));
    if (UNLIKELY(!ok))
        // The slot is for values that are not looked at.
        return __xdsl_opencl_check_slow(g, p, base, extent, what, site, 0);
    if (valid) {
        if (what & WRITES && LIKELY(valid[offset] != ENDED))
            memset(valid + offset, WRITTEN, bytes);
        else if (UNLIKELY(!all_written(valid + offset, bytes)))
            __xdsl_opencl_check_unwritten(g, valid + offset, offset, extent, what, site);
    }
    return p;
}

// An element `index` of an array with `count` of them, which is part of something larger.
INLINE uchar *__xdsl_opencl_check_index(struct group *g, uchar *p, ulong index, long count,
                                        ulong what, long site) {
    if (LIKELY(index < (ulong)count))
        return p;
    return __xdsl_opencl_check_outside(g, p, index, count, what, site);
}

// A copy that was refused is reported once, and not again where it should have gone.
HERE void mark_written(uchar *valid, long offset, long extent, long bytes) {
    if (valid && offset >= 0 && offset + bytes <= EXTENT_BYTES(extent))
        memset(valid + offset, 1, bytes);
}

// Copies and fills keep what is known of private memory: `valid` as above.
API void __xdsl_opencl_check_set(struct group *g, uchar *p, uchar *base, long extent,
                                 uchar *valid, long bytes, int value, ulong what, long site) {
    int ok = allowed(g, p, base, extent, bytes, what, site, g->item, 0);
    if (ok)
        memset(p, value, bytes);
    mark_written(valid, p - base, extent, bytes);
}

API void __xdsl_opencl_check_copy(struct group *g, uchar *to, uchar *to_base, long to_extent,
                                  uchar *to_valid, uchar *from, uchar *from_base,
                                  long from_extent, uchar *from_valid, long bytes,
                                  ulong to_what, ulong from_what, long site) {
    if (!(allowed(g, from, from_base, from_extent, bytes, from_what | COPIES, site, g->item,
                  0) &
          allowed(g, to, to_base, to_extent, bytes, to_what, site, g->item, 0))) {
        mark_written(to_valid, to - to_base, to_extent, bytes);
        return;
    }
    memmove(to, from, bytes);
    const uchar *known = from_valid ? from_valid + (from - from_base) : 0;
    if (known && bytes && *known == ENDED) {
        __xdsl_opencl_check_unwritten(g, known, from - from_base, from_extent,
                                      (from_what & ~0xfffffffful) | bytes, site);
        known = 0;
    }
    if (to_valid && known)
        memmove(to_valid + (to - to_base), known, bytes);
    else if (to_valid)
        memset(to_valid + (to - to_base), 1, bytes);
    else if (known && SPACE(to_what) != PRIVATE_SPACE)
        __xdsl_opencl_check_unwritten(g, known, from - from_base, from_extent,
                                      (from_what & ~0xfffffffful) | COPIES | bytes, site);
}

// The null pointer is no event, and neither is what no copy has given. A number is used
// again when nobody waits for it; the last one is for copies that come when all are in use.
HERE ulong new_event(struct group *g, long site) {
    ulong number = 0;
    while (number < EVENTS - 1 && g->waiting >> number & 1)
        number++;
    if (number == EVENTS - 1)
        return EVENTS - 1;
    g->waiting |= 1ul << number;
    g->event_sites[number] = site;
    return g->events[number] = ++g->issued * EVENTS + number;
}

// What a copy for `event` puts at `to` may not be read yet.
HERE void begin_coming(struct group *g, uchar *to, uchar *base, long extent, ulong what,
                       long bytes, ulong event) {
    struct place m = find(g, to, base, extent, what);
    struct coming *c = m.space == LOCAL_SPACE && m.valid ? calloc(1, sizeof *c) : 0;
    if (!c)
        return;
    *c = (struct coming){m.valid + (to - m.base), bytes, event, g->coming};
    memset(c->valid, COMING, bytes);
    g->coming = c;
}

// The copies for `event` have ended, for 0 all.
HERE void end_coming(struct group *g, ulong event) {
    for (struct coming **at = &g->coming; *at;) {
        struct coming *c = *at;
        if (event && c->event != event) {
            at = &c->next;
            continue;
        }
        if (event)
            memset(c->valid, WRITTEN, c->bytes);
        *at = c->next;
        free(c);
    }
}

// One copy for the group, made by its first work item; the others must ask for the same.
// `stride`: elements between those in global memory. Returns the event.
API ulong __xdsl_opencl_check_async(struct group *g, uchar *to, uchar *to_base,
                                    long to_extent, uchar *from, uchar *from_base,
                                    long from_extent, long count, long stride, ulong event,
                                    ulong to_what, ulong from_what, long site) {
    if (g->item) {
        if (to != g->copy_to || from != g->copy_from || count != g->copy_count ||
            stride != g->copy_stride)
            report(g, DIFFERENT_COPIES, site, g->item, 0, -1, 0, UNKNOWN, 0, 0);
        return g->copy_event;
    }
    g->copy_to = to, g->copy_from = from, g->copy_count = count, g->copy_stride = stride;
    g->copy_event = event ? event : new_event(g, site);
    int to_local = SPACE(to_what) == LOCAL_SPACE;
    long size = BYTES(to_what);
    for (long i = 0; i < count; i++) {
        uchar *t = to + (to_local ? i : i * stride) * size;
        uchar *f = from + (to_local ? i * stride : i) * size;
        if (!(allowed(g, f, from_base, from_extent, size, from_what | COPIES, site,
                      WHOLE_GROUP, 0) &
              allowed(g, t, to_base, to_extent, size, to_what, site, WHOLE_GROUP, 0)))
            return g->copy_event;
        memmove(t, f, size);
    }
    if (to_local)
        begin_coming(g, to, to_base, to_extent, to_what, count * size, g->copy_event);
    return g->copy_event;
}

// A work item waits for `event`, the number `index` of its list.
API void __xdsl_opencl_check_wait(struct group *g, ulong event, ulong index, long site) {
    if (g->item && index < 8 && event != g->waited[index])
        report(g, DIFFERENT_EVENTS, site, g->item, 0, -1, 0, UNKNOWN, 0, 0);
    if (!g->item && index < 8)
        g->waited[index] = event;
    if (!g->item && event)
        end_coming(g, event);
    ulong number = event % EVENTS;
    if (!event || (number != EVENTS - 1 && event / EVENTS > g->issued))
        report(g, NO_EVENT, site, g->item, NOBODY, -1, 0, UNKNOWN, 0, 0);
    else if (!g->item && number != EVENTS - 1 && g->events[number] == event)
        g->waiting &= ~(1ul << number);
}

API void __xdsl_opencl_check_divided(struct group *g, long site) {
    report(g, DIVISION, site, g->item, NOBODY, -1, 0, UNKNOWN, 0, 0);
}

INLINE void __xdsl_opencl_check_divide(struct group *g, int wrong, long site) {
    if (UNLIKELY(wrong))
        __xdsl_opencl_check_divided(g, site);
}

// Something that nobody gave a value is stored, or decides where to go or what to touch:
// the lanes in `mask`.
API void __xdsl_opencl_check_valueless(struct group *g, long site) {
    report(g, UNDEFINED, site, g->item, NOBODY, -1, 0, UNKNOWN, 0, 0);
}

INLINE void __xdsl_opencl_check_undefined(struct group *g, uint mask, long site) {
    if (UNLIKELY(mask))
        __xdsl_opencl_check_valueless(g, site);
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
        g->local_now += 1ul << EPOCH_SHIFT;
    if (g->fence & GLOBAL_FENCE && (g->global_now >> EPOCH_SHIFT & EPOCHS) != EPOCHS)
        g->global_now += 1ul << EPOCH_SHIFT;
    g->arrived = 0;
    return (int)g->diverged;
}

// Work-groups.

API void __xdsl_opencl_check_begin(struct group *g, struct launch *launch, long x, long y,
                                   long z, long items) {
    memset(g, 0, __builtin_offsetof(struct group, event_sites));
    g->launch = launch;
    g->items = items;
    g->id[0] = x, g->id[1] = y, g->id[2] = z;
    g->number = x + launch->groups[0] * (y + launch->groups[1] * z);
    g->local_now = 1ul << EPOCH_SHIFT;
    g->global_now = (1ul + (ulong)g->number % GROUPS) << GROUP_SHIFT | 1ul << EPOCH_SHIFT;
    g->returned = NOBODY;
    for (long i = 0; i < launch->argument_count && i < SLOTS; i++) {
        struct argument *a = &launch->arguments[i];
        struct memory *m = &g->slots[i];
        int slow = launch->aliased || a->valid || a->flags & (WRITE_ONLY_ARRAY | NO_ARRAY);
        m->base = a->base;
        m->bytes = a->bytes;
        m->cells = a->cells;
        m->readable = slow ? 0 : a->bytes;
        m->writable = slow || a->flags || !a->cells ? 0 : a->bytes;
    }
}

// Memory, and in the same piece its cells and a byte for each of its bytes.
API void __xdsl_opencl_check_local(struct group *g, uchar *base, long bytes, long extent,
                                   long grain, long slot) {
    long cells = ((bytes - 1) >> grain) + 1;
    struct memory *m = calloc(1, sizeof *m + cells * sizeof(struct cell) + bytes);
    if (slot < SLOTS)
        g->slots[slot].readable = g->slots[slot].writable = 0;
    if (!m)
        return;
    m->base = base, m->bytes = m->readable = m->writable = bytes, m->extent = extent;
    m->cells = (struct cell *)(m + 1);
    m->valid = (uchar *)(m->cells + cells);
    m->next = g->locals;
    g->locals = m;
    if (slot < SLOTS)
        g->slots[slot] = *m;
}

API void __xdsl_opencl_check_variable(struct group *g, uchar *base, long extent) {
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return;
    m->base = base, m->bytes = EXTENT_BYTES(extent), m->extent = extent;
    if (g->launch->variables)
        m->cells = g->launch->variables[extent >> 40];
    m->next = g->variables;
    g->variables = m;
}

HERE void forget(struct memory *m) {
    while (m) {
        struct memory *next = m->next;
        free(m);
        m = next;
    }
}

API void __xdsl_opencl_check_end(struct group *g) {
    for (ulong i = 0; g->waiting >> i && !g->diverged; i++)
        if (g->waiting >> i & 1)
            report(g, NOT_AWAITED, g->event_sites[i], WHOLE_GROUP, NOBODY, -1, 0, UNKNOWN,
                   0, 0);
    end_coming(g, 0);
    forget(g->locals);
    forget(g->variables);
}

// Images: the record of xdsl_opencl/abi/images/images.py, HOST_IMAGE_FIELDS.
struct image {
    uchar *data;
    long row_pitch, slice_pitch;
    int width, height, depth, array_size, type, order, levels, samples;
};

// The lanes of a colour that an image of `order` (cl_channel_order) stores.
HERE uint stored_lanes(int order) {
    enum { R = 0x10b0, A, RG, RA, RGB, INTENSITY = 0x10b8, LUMINANCE, Rx, RGx, RGBx, DEPTH,
           DEPTH_STENCIL, sRGB, sRGBx };
    switch (order) {
    case A: return 8;
    case RA: return 9;
    case RG: case RGx: return 3;
    case RGB: case RGBx: case sRGB: case sRGBx: return 7;
    case R: case Rx: case INTENSITY: case LUMINANCE: case DEPTH: case DEPTH_STENCIL: return 1;
    default: return 15;
    }
}

// A colour that is written: the lanes in `mask` have no value.
API void __xdsl_opencl_check_texel(struct group *g, const struct image *im, uint mask,
                                   long site) {
    __xdsl_opencl_check_undefined(g, mask & stored_lanes(im->order), site);
}

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

// The threads that run work-groups: how a launch is handed over to them, and its end back to
// the thread that launched. `runtime/cpu/thread_pool.py` is the other side, and starts the threads; none
// of what happens here needs Python's lock.
//
// `generate_library.py` compiles it; a test does so again and compares.
//
// A launch is divided into pieces, and these into one slice for each thread, the same for
// each launch of a size: what a thread touched in the last launch is in its cache. Who is
// done with its slice takes pieces from the end of another.
//
// A thread that has nothing to do stays awake for a moment: waking one up takes 5 to 50 µs,
// so that one launch behind the other would wait for that each time.

typedef unsigned int uint;
typedef unsigned long ulong;

struct timespec {
    long seconds, nanoseconds;
};
int clock_gettime(int, struct timespec *);
int sched_yield(void);
#define CLOCK_MONOTONIC 1

#define LINGER_NANOSECONDS 500000l
#define LOOKS 32

typedef void groups_function(void *, void *, long, long);
typedef int guard_function(groups_function *, void *, void *, long, long);

// The pieces that nobody took: the number of the first, and << 32 that behind the last. Each
// has a cache line of its own.
struct slice {
    ulong left, unused[7];
};

struct job {
    // Written by thread_pool.py.
    groups_function *function;
    void *arguments, *launch;
    long groups, pieces, slices;
    // Threads of the pool that may take part, and pieces that one takes at a time. Another
    // function may take the place of this one meanwhile.
    long wanted, most;
    // Runs the function and returns the number of the signal that ended it; or null.
    guard_function *guard;
    // Not 0: no group is begun any more.
    long *stop;
    // Released at the end if `waiting`.
    void *done;
    // Written here, under the pool's lock but for `signal`. `helping`: the launching thread
    // is among those inside.
    long signal;
    short waiting, helping;
    int joined;
    // Whether it is among the pool's jobs: somebody may find a piece.
    long open;
    // The threads that may run a piece.
    long inside;
    struct job *next;
    struct slice slice[];
};

enum { BUSY, IDLE, ASLEEP };

struct seat {
    long state;
    // Released to wake up the thread.
    void *lock;
    long unused[6];
};

struct pool {
    // Written by thread_pool.py: functions of Python's locks.
    int (*acquire)(void *, int);
    void (*release)(void *);
    long threads;
    // 1: threads end when there is nothing to do.
    long closing;
    long locked;
    struct job *first;
    long unused[2];
    struct seat seat[];
};

#define GET(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define SET(place, value) __atomic_store_n(&(place), value, __ATOMIC_RELEASE)

static void lock(struct pool *pool) {
    while (__atomic_exchange_n(&pool->locked, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void unlock(struct pool *pool) {
    SET(pool->locked, 0);
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.seconds * 1000000000 + time.nanoseconds;
}

// Returns whether `*place` becomes another value than `value` soon.
static int changes(long *place, long value) {
    long end = now() + LINGER_NANOSECONDS;
    do {
        for (int look = 0; look < LOOKS; look++)
            if (GET(*place) != value)
                return 1;
        // Whoever wants the processor gets it.
        sched_yield();
    } while (now() < end);
    return 0;
}

// Pieces that nobody else takes: `count` from the first one on; none when `count` is 0.
struct share {
    long first, count;
};

// Returns a quarter of what is left, so that the last ones are short: from the front, or
// for other threads from the end.
static struct share take(struct slice *slice, int own, long most) {
    ulong left = GET(slice->left);
    for (;;) {
        uint first = left, last = left >> 32;
        if (first >= last)
            return (struct share){0, 0};
        uint count = (last - first + 3) / 4;
        if (count > (ulong)most)
            count = most;
        ulong less = own ? left + count : left - ((ulong)count << 32);
        if (__atomic_compare_exchange_n(&slice->left, &left, less, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return (struct share){own ? first : last - count, count};
    }
}

// The first group of a piece.
static long begin_of(const struct job *job, long piece) {
    long rest = job->groups % job->pieces;
    return job->groups / job->pieces * piece + (piece < rest ? piece : rest);
}

static void run(struct job *job, struct share share) {
    long first = begin_of(job, share.first);
    long last = begin_of(job, share.first + share.count);
    if (!job->guard) {
        GET(job->function)(job->arguments, job->launch, first, last);
        return;
    }
    int number = job->guard(GET(job->function), job->arguments, job->launch, first, last);
    if (number) {
        SET(job->signal, number);
        SET(*job->stop, 1);
    }
}

// Gives up the pieces that nobody took.
static void empty(struct job *job) {
    for (long i = 0; i < job->slices; i++)
        SET(job->slice[i].left, 0);
}

// Runs at most `most` pieces. Returns whether there may be more.
static int work(struct job *job, long me, long most) {
    for (long other = 0; other < job->slices; other++) {
        struct slice *slice = &job->slice[(me + other) % job->slices];
        for (struct share share; (share = take(slice, !other, most)).count;) {
            if (GET(*job->stop)) {
                empty(job);
                return 0;
            }
            run(job, share);
            if (!(most -= share.count))
                return 1;
        }
    }
    return 0;
}

static void close_job(struct pool *pool, struct job *job) {
    struct job **link = &pool->first;
    while (*link && *link != job)
        link = &(*link)->next;
    if (*link)
        *link = job->next;
    job->open = 0;
}

// The caller, who found no piece, leaves the job. Returns whether that was its end.
static int leave(struct pool *pool, struct job *job) {
    lock(pool);
    if (job->open)
        close_job(pool, job);
    int ends = job->inside == 1;
    void *wake = ends && job->waiting ? job->done : 0;
    SET(job->inside, job->inside - 1);
    // The launching thread may use the job for another launch from here on.
    unlock(pool);
    if (wake)
        pool->release(wake);
    return ends;
}

// Returns whether the job is at its end; else its lock will be released there.
static int ends(struct pool *pool, struct job *job) {
    lock(pool);
    int ended = !job->open && !job->inside;
    job->waiting = !ended;
    unlock(pool);
    return ended;
}

// Has threads look at the job, those first that are awake.
static void call(struct pool *pool, struct job *job) {
    long wanted = job->wanted;
    for (long asleep = 0; asleep < 2; asleep++)
        for (long i = 1; i <= pool->threads && wanted; i++) {
            // The first one does what the launching thread mostly does itself.
            struct seat *seat = &pool->seat[i % pool->threads];
            if (seat->state != (asleep ? ASLEEP : IDLE))
                continue;
            SET(seat->state, BUSY);
            wanted--;
            if (asleep)
                pool->release(seat->lock);
        }
}

// What the launching thread calls returns one of these: call `help` again; wait for the
// job's lock; all is done.
enum { MORE, WAIT, DONE };

// Runs pieces of a job that `post` began, at most `most`.
int help(struct pool *pool, struct job *job, long most) {
    if (work(job, 0, most))
        return MORE;
    // An interrupt may keep the caller from hearing of it.
    job->helping = 0;
    if (leave(pool, job))
        return DONE;
    // The others are at their last pieces.
    long inside = GET(job->inside);
    while (inside && changes(&job->inside, inside))
        inside = GET(job->inside);
    return ends(pool, job) ? DONE : WAIT;
}

// Begins a job. The launching thread runs pieces, too, at most `most`, unless that is 0.
int post(struct pool *pool, struct job *job, long most) {
    long share = job->pieces / job->slices, rest = job->pieces % job->slices;
    long first = 0;
    for (long i = 0; i < job->slices; i++) {
        long last = first + share + (i < rest);
        job->slice[i].left = (ulong)last << 32 | first;
        first = last;
    }
    job->signal = job->joined = 0;
    job->waiting = !most;
    job->inside = job->helping = !!most;
    job->open = 1;
    job->next = 0;
    lock(pool);
    struct job **link = &pool->first;
    while (*link)
        link = &(*link)->next;
    *link = job;
    call(pool, job);
    unlock(pool);
    return most ? help(pool, job, most) : WAIT;
}

// Ends a job early.
int cancel(struct pool *pool, struct job *job) {
    empty(job);
    lock(pool);
    if (job->open)
        close_job(pool, job);
    job->inside -= job->helping;
    job->helping = 0;
    unlock(pool);
    return ends(pool, job) ? DONE : WAIT;
}

// Has the threads end when they have done what they are doing.
void finish(struct pool *pool) {
    lock(pool);
    SET(pool->closing, 1);
    for (long i = 0; i < pool->threads; i++)
        if (pool->seat[i].state != BUSY) {
            int asleep = pool->seat[i].state == ASLEEP;
            SET(pool->seat[i].state, BUSY);
            if (asleep)
                pool->release(pool->seat[i].lock);
        }
    unlock(pool);
}

// Runs jobs, until `finish`.
void serve(struct pool *pool, long me) {
    struct seat *seat = &pool->seat[me];
    int worked = 0;
    for (;;) {
        lock(pool);
        struct job *job = pool->first;
        while (job && job->joined >= job->wanted)
            job = job->next;
        if (job) {
            job->joined++;
            job->inside++;
            unlock(pool);
            while (work(job, me, job->most))
                ;
            leave(pool, job);
            worked = 1;
            continue;
        }
        if (pool->closing) {
            unlock(pool);
            return;
        }
        seat->state = IDLE;
        unlock(pool);
        if (worked && changes(&seat->state, IDLE))
            continue;
        worked = 0;
        lock(pool);
        int sleeps = seat->state == IDLE;
        if (sleeps)
            seat->state = ASLEEP;
        unlock(pool);
        if (sleeps) {
            pool->acquire(seat->lock, 1);
            // The job may be over, if it was short: the next one is soon.
            worked = 1;
        }
    }
}

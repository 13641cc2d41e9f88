/*
 * The OpenCL driver as the system's loader finds it: it starts Python, or joins the Python
 * that the program has, and hands the loader on to `xdsl_opencl.icd.api.start`, which makes the
 * dispatch table. Nothing else is done here; it is compiled without Python's headers.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Defined on the compiler's command line: PYTHON_LIBRARY, PYTHON_PROGRAM, PYTHON_VERSION,
   PACKAGE_FOLDERS (a list of Python). */

#define CL_INVALID_VALUE -30
#define CL_INVALID_COMMAND_QUEUE -36
#define CL_INVALID_EVENT -58
#define CL_QUEUED 3
#define CL_EVENT_COMMAND_QUEUE 0x11D0
#define CL_EVENT_COMMAND_TYPE 0x11D1
#define CL_EVENT_REFERENCE_COUNT 0x11D2
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_EVENT_CONTEXT 0x11D4
#define CL_PROFILING_COMMAND_QUEUED 0x1280
#define CL_COMMAND_NDRANGE_KERNEL 0x11F0
#define CL_COMMAND_MARKER 0x11FE
#define CL_COMMAND_BARRIER 0x1205
#define CL_COMMAND_MEMFILL_INTEL 0x4204
#define CL_COMMAND_MEMCPY_INTEL 0x4205
#define CL_PLATFORM_NOT_FOUND_KHR -1001

#define EXPORT __attribute__((visibility("default")))

struct driver {
    void *(*find)(const char *name);
    int (*platforms)(unsigned count, void **found, unsigned *number);
    int (*info)(void *platform, unsigned name, size_t size, void *value, size_t *size_ret);
};
/* xdsl_opencl.icd.api.start fills this in. */
static struct driver driver;
static int ready;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void complain(const char *what, const char *why) {
    if (getenv("XDSL_OPENCL_LOG"))
        fprintf(stderr, "xdsl-opencl: %s: %s\n", what, why ? why : "unknown reason");
}

/* The entry of the dispatch table after the end of Python. */
static size_t nothing(void) { return 0; }

/* A kernel that the processor ends (an access to memory that is not there) ends its command
   and not the program. */
static __thread sigjmp_buf *volatile escape;
static struct sigaction former[NSIG];

static void caught(int number, siginfo_t *info, void *context) {
    if (escape)
        siglongjmp(*escape, number);
    struct sigaction *old = &former[number];
    if (old->sa_flags & SA_SIGINFO)
        old->sa_sigaction(number, info, context);
    else if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN)
        /* It happens again when this function returns. */
        sigaction(number, old, NULL);
    else
        old->sa_handler(number);
}

static void guard(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_sigaction = caught,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, &former[numbers[i]]);
}

/* Runs work-groups; returns the number of the signal that ended them, or 0. */
static int guarded(void (*groups)(void *, void *, int64_t, int64_t), void *arguments,
                   void *launch, int64_t first, int64_t last) {
    static __thread char has_stack;
    if (!has_stack) {
        /* For kernels that use up the stack. */
        stack_t stack;
        has_stack = 1;
        if (!sigaltstack(NULL, &stack) && stack.ss_flags & SS_DISABLE) {
            stack = (stack_t){.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
            if (stack.ss_sp)
                sigaltstack(&stack, NULL);
        }
    }
    sigjmp_buf here;
    int number = sigsetjmp(here, 0);
    if (!number) {
        escape = &here;
        groups(arguments, launch, first, last);
    }
    escape = NULL;
    return number;
}

static int (*gil_ensure)(void);
static void (*gil_release)(int);
static void (*before_fork)(void);
static void (*after_fork_parent)(void);
static void (*after_fork_child)(void);
static __thread int gil_of_fork;

static void prepare(void) {
    gil_of_fork = gil_ensure();
    before_fork();
}
static void parent(void) {
    after_fork_parent();
    gil_release(gil_of_fork);
}
static void child(void) {
    after_fork_child();
    gil_release(gil_of_fork);
}

/* A handle is the address of a record, which Python writes (object_handles.py). What it says is
   answered without Python: a call into Python takes longer than most of them do, and a program
   may keep Python's lock while it waits for a thread that asks (DPC++'s scheduler does, under a
   lock of its own, which dpnp waits for). What is not right goes on to Python, which knows the
   error. */
struct record {
    void *table;
    int kind; /* the error code for a handle that is none of its kind; 0 without an object */
    int references, status, command;
    struct record *owner; /* of an event its queue, or its context; of a queue its context */
    uint64_t times[4];    /* of an event that is complete, if they are kept; else the first is 0 */
};

#define KINDS(X)                                                                             \
    X(Device, -33) X(Context, -34) X(CommandQueue, CL_INVALID_COMMAND_QUEUE)                 \
    X(MemObject, -38) X(Sampler, -41) X(Program, -44) X(Kernel, -48)                         \
    X(Event, CL_INVALID_EVENT) X(CommandBufferKHR, -1138)
#define NUMBERS(name, kind) RETAIN_##name, RELEASE_##name,
enum { KINDS(NUMBERS) EVENT_INFO, PROFILING_INFO, FLUSH, WAIT, SET_ARG, SET_POINTER,
       SET_POINTER_INTEL, EXEC_INFO, LAUNCH, MARKER, BARRIER, COPY, FILL };

/* A function that stands before one of Python's, which `start` finds by its name. */
struct native {
    const char *name;
    void *before, *after;
};
static struct native natives[];

/* What C and Python share; `Shared` in `natives.py`. */
static struct {
    struct native *natives;
    char *records;
    size_t bytes;
    void (*settle)(void);
    int (*spare)(struct record *);
    void (*fail)(void *, int);
    void **place, *promised; /* where the call of our thread writes an event, and which */
    int left;                /* calls that our thread has still to make */
} shared;

static int get(const int *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }

static struct record *record_of(void *handle, int kind) {
    size_t at = (size_t)((char *)handle - shared.records);
    if (at >= shared.bytes || at % sizeof(struct record))
        return NULL;
    struct record *found = handle;
    return get(&found->kind) == kind && get(&found->references) > 0 ? found : NULL;
}

/* Changes the count, but not from or to 0, which Python must know. */
static int recount(void *handle, int kind, int change) {
    struct record *found = record_of(handle, kind);
    int count = found ? get(&found->references) : 0;
    while (count > 0 && count + change > 0)
        if (__atomic_compare_exchange_n(&found->references, &count, count + change, 0,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return 1;
    return 0;
}

/* What Python must do for such a thread, a thread of ours asks for. The other one waits for a
   moment only; then it is told of success, and an event that it wants gets a handle from the
   spare ones. All later calls of Python wait until these are made. */
typedef uintptr_t word;
enum { WORDS = 9, COPIES = 4, MOST_BYTES = 4096, SPARES = 64, MOMENT = 50000000 /* ns */ };
struct call {
    struct call *next;
    int number, begun, done, left, result;
    void *event;
    struct record *promised;
    word words[WORDS];
    char copies[];
};
static int joined, has_caller, spares;
static pthread_t caller;
static struct record *spare_records[SPARES];
static pthread_mutex_t call_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;
static struct call *first_call, **last_call = &first_call;
static int (*gil_check)(void);
static void *(*thread_state)(void);
static void (*fetch)(void **, void **, void **);
static void (*restore)(void *, void *, void *);

/* Each argument of these functions has a register or a word of the stack, however many there are. */
static int go_on(int number, const word *w) {
    return ((int (*)(word, word, word, word, word, word, word, word, word))
                natives[number].after)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8]);
}

static void *make_calls(void *unused) {
    (void)unused;
    pthread_mutex_lock(&call_lock);
    for (;;) {
        struct call *each;
        while (!(each = first_call))
            pthread_cond_wait(&asked, &call_lock);
        if (!(first_call = each->next))
            last_call = &first_call;
        pthread_mutex_unlock(&call_lock);
        int state = gil_ensure();
        pthread_mutex_lock(&call_lock);
        each->begun = 1;
        shared.place = each->promised ? &each->event : NULL;
        shared.promised = each->promised;
        pthread_mutex_unlock(&call_lock);
        int result = go_on(each->number, each->words);
        if (result && each->promised)
            shared.fail(each->promised, result);
        shared.place = NULL;
        gil_release(state);
        pthread_mutex_lock(&call_lock);
        each->result = result;
        each->done = 1;
        if (each->left) {
            shared.left -= each->number >= EVENT_INFO;
            free(each);
        }
        pthread_cond_broadcast(&answered);
    }
    return NULL;
}

static void settle(void) {
    pthread_mutex_lock(&call_lock);
    while (shared.left && !(has_caller && pthread_equal(pthread_self(), caller)))
        pthread_cond_wait(&answered, &call_lock);
    pthread_mutex_unlock(&call_lock);
}

static int spare(struct record *record) {
    pthread_mutex_lock(&call_lock);
    int more = spares < SPARES;
    if (more)
        spare_records[spares++] = record;
    pthread_mutex_unlock(&call_lock);
    return more;
}

/* The memory of arguments: the number of the argument, which is a pointer, and the bytes. */
struct copy {
    int number;
    size_t bytes;
};

/* Whether the thread need not know more: an event that it wants has a handle then. */
static int may_leave(struct call *each, word queue, void **event, int command) {
    if (each->begun)
        return 0;
    if (event) {
        struct record *owner = record_of((void *)queue, CL_INVALID_COMMAND_QUEUE), *made;
        if (!owner || !spares)
            return 0;
        made = spare_records[--spares];
        made->owner = owner;
        made->status = CL_QUEUED;
        made->command = command;
        made->times[0] = 0;
        made->references = 1;
        __atomic_store_n(&made->kind, CL_INVALID_EVENT, __ATOMIC_RELEASE);
        *event = each->promised = made;
    }
    return 1;
}

/* Asks for function `number`; `event`, if any, is the number of the argument for its event. It
   does not wait if `late`. Nothing waits for a release. */
static int ask_elsewhere(int number, const word *words, const struct copy *copies, int event,
                         int command, int late) {
    pthread_t thread;
    size_t bytes = 0, used = 0;
    for (int i = 0; i < COPIES && copies; i++) {
        if (words[copies[i].number] && copies[i].bytes > MOST_BYTES)
            return go_on(number, words);
        bytes += copies[i].bytes % (MOST_BYTES + 1) + 16;
    }
    struct call *each = calloc(1, sizeof *each + bytes + 16);
    pthread_mutex_lock(&call_lock);
    if (each && !has_caller && !pthread_create(&thread, NULL, make_calls, NULL)) {
        pthread_detach(thread);
        caller = thread;
        has_caller = 1;
    }
    if (!each || !has_caller) {
        pthread_mutex_unlock(&call_lock);
        free(each);
        return go_on(number, words);
    }
    each->number = number;
    __builtin_memcpy(each->words, words, sizeof each->words);
    for (int i = 0; i < COPIES && copies; i++) {
        word *at = &each->words[copies[i].number];
        if (!*at || !copies[i].bytes)
            continue;
        used += -(word)(each->copies + used) % 16;
        *at = (word)__builtin_memcpy(each->copies + used, (void *)*at, copies[i].bytes);
        used += copies[i].bytes;
    }
    void **wanted = event ? (void **)words[event] : NULL;
    if (wanted)
        each->words[event] = (word)&each->event;
    *last_call = each;
    last_call = &each->next;
    pthread_cond_signal(&asked);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += MOMENT;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    int counts = number >= EVENT_INFO;
    late |= counts && shared.left > 0;
    while (!each->done) {
        if (late && may_leave(each, words[0], wanted, command)) {
            each->left = 1;
            shared.left += counts;
            pthread_mutex_unlock(&call_lock);
            return 0;
        }
        if (late)
            pthread_cond_wait(&answered, &call_lock);
        else
            late = pthread_cond_timedwait(&answered, &call_lock, &until) != 0;
    }
    int result = each->result;
    if (wanted && !result)
        *wanted = each->event;
    pthread_mutex_unlock(&call_lock);
    free(each);
    return result;
}

static void lock_calls(void) { pthread_mutex_lock(&call_lock); }
static void unlock_calls(void) { pthread_mutex_unlock(&call_lock); }
static void forget_calls(void) {
    first_call = NULL;
    last_call = &first_call;
    has_caller = shared.left = 0;
    unlock_calls();
}

/* A thread that Python does not know asks for `number`, or another one. */
static int ask(int number, const word *words, const struct copy *copies, int event,
               int command) {
    return joined && !thread_state() ? ask_elsewhere(number, words, copies, event, command, 0)
                                     : go_on(number, words);
}

/* A program in Python may release objects while an exception of its own is on its way (C++'s
   destructors do): Python's functions must not see it, and the program must find it again. */
static int release(int number, void *handle, int kind) {
    const word words[WORDS] = {(word)handle};
    if (recount(handle, kind, -1))
        return 0;
    if (!gil_check() && joined) {
        /* The memory of other objects may be wanted soon. */
        int known = kind == CL_INVALID_EVENT && record_of(handle, kind);
        return ask_elsewhere(number, words, NULL, 0, 0, known);
    }
    if (!gil_check())
        return go_on(number, words);
    void *type, *value, *trace;
    fetch(&type, &value, &trace);
    int result = go_on(number, words);
    restore(type, value, trace);
    return result;
}

static int retain(int number, void *handle, int kind) {
    const word words[WORDS] = {(word)handle};
    return recount(handle, kind, 1) ? 0 : go_on(number, words);
}

/* Answers a query with a number of `bytes` bytes, if there is room. */
static int give(const void *number, size_t bytes, size_t size, void *value, size_t *size_ret) {
    if (value && size < bytes)
        return 0;
    if (value)
        __builtin_memcpy(value, number, bytes);
    if (size_ret)
        *size_ret = bytes;
    return 1;
}

static struct record *context_of(struct record *event) {
    struct record *owner = event->owner;
    return owner->kind == CL_INVALID_COMMAND_QUEUE ? owner->owner : owner;
}

#define COUNTED(name, kind)                                                                  \
    static int retain_##name(void *handle) { return retain(RETAIN_##name, handle, kind); }   \
    static int release_##name(void *handle) { return release(RELEASE_##name, handle, kind); }
KINDS(COUNTED)

static int event_info(void *event, unsigned name, size_t size, void *value, size_t *size_ret) {
    struct record *found = record_of(event, CL_INVALID_EVENT), *owner;
    if (found) {
        int number = 0, known = 1;
        void *handle = NULL;
        switch (name) {
        case CL_EVENT_COMMAND_QUEUE:
            owner = found->owner;
            handle = owner->kind == CL_INVALID_COMMAND_QUEUE ? owner : NULL;
            break;
        case CL_EVENT_CONTEXT:
            handle = context_of(found);
            break;
        case CL_EVENT_COMMAND_TYPE:
            number = found->command;
            break;
        case CL_EVENT_REFERENCE_COUNT:
            number = get(&found->references);
            break;
        case CL_EVENT_COMMAND_EXECUTION_STATUS:
            number = get(&found->status);
            break;
        default:
            known = 0;
        }
        int pointer = name == CL_EVENT_COMMAND_QUEUE || name == CL_EVENT_CONTEXT;
        if (known && give(pointer ? (void *)&handle : &number,
                          pointer ? sizeof handle : sizeof number, size, value, size_ret))
            return 0;
    }
    return go_on(EVENT_INFO, (word[WORDS]){(word)event, name, size, (word)value, (word)size_ret});
}

static int profiling_info(void *event, unsigned name, size_t size, void *value,
                          size_t *size_ret) {
    static const char places[] = {0, 1, 2, 3, 3};
    struct record *found = record_of(event, CL_INVALID_EVENT);
    unsigned place = name - CL_PROFILING_COMMAND_QUEUED;
    if (found && place < sizeof places && !get(&found->status) && found->times[0] &&
        give(&found->times[(int)places[place]], sizeof *found->times, size, value, size_ret))
        return 0;
    return go_on(PROFILING_INFO,
                 (word[WORDS]){(word)event, name, size, (word)value, (word)size_ret});
}

static int flush(void *queue) {
    return record_of(queue, CL_INVALID_COMMAND_QUEUE) ? 0
                                                      : go_on(FLUSH, (word[WORDS]){(word)queue});
}

static int wait_for(unsigned count, void **events) {
    struct record *context = NULL, *found;
    unsigned i = 0;
    while (events && i < count && (found = record_of(events[i], CL_INVALID_EVENT)) &&
           !get(&found->status) && (!i || context == context_of(found))) {
        context = context_of(found);
        i++;
    }
    return i && i == count ? 0 : go_on(WAIT, (word[WORDS]){count, (word)events});
}

static int set_arg(void *kernel, unsigned index, size_t size, void *value) {
    return ask(SET_ARG, (word[WORDS]){(word)kernel, index, size, (word)value},
               (struct copy[COPIES]){{3, size}}, 0, 0);
}
static int set_pointer(void *kernel, unsigned index, void *pointer) {
    return ask(SET_POINTER, (word[WORDS]){(word)kernel, index, (word)pointer}, NULL, 0, 0);
}
static int set_pointer_intel(void *kernel, unsigned index, void *pointer) {
    return ask(SET_POINTER_INTEL, (word[WORDS]){(word)kernel, index, (word)pointer}, NULL, 0, 0);
}
static int exec_info(void *kernel, unsigned name, size_t size, void *value) {
    return ask(EXEC_INFO, (word[WORDS]){(word)kernel, name, size, (word)value},
               (struct copy[COPIES]){{3, size}}, 0, 0);
}

#define EVENTS(number, count) {number, (count) * sizeof(void *)}
static int launch(void *queue, void *kernel, unsigned dimensions, void *offset, void *sizes,
                  void *local, unsigned count, void *events, void **event) {
    size_t bytes = dimensions <= 3 ? dimensions * sizeof(size_t) : MOST_BYTES + 1;
    return ask(LAUNCH,
               (word[WORDS]){(word)queue, (word)kernel, dimensions, (word)offset, (word)sizes,
                             (word)local, count, (word)events, (word)event},
               (struct copy[COPIES]){{3, bytes}, {4, bytes}, {5, bytes}, EVENTS(7, count)}, 8,
               CL_COMMAND_NDRANGE_KERNEL);
}
static int marker(void *queue, unsigned count, void *events, void **event) {
    return ask(MARKER, (word[WORDS]){(word)queue, count, (word)events, (word)event},
               (struct copy[COPIES]){EVENTS(2, count)}, 3, CL_COMMAND_MARKER);
}
static int barrier(void *queue, unsigned count, void *events, void **event) {
    return ask(BARRIER, (word[WORDS]){(word)queue, count, (word)events, (word)event},
               (struct copy[COPIES]){EVENTS(2, count)}, 3, CL_COMMAND_BARRIER);
}
static int copy(void *queue, int blocking, void *to, void *from, size_t size, unsigned count,
                void *events, void **event) {
    const word words[WORDS] = {(word)queue, blocking, (word)to,     (word)from,
                               size,        count,    (word)events, (word)event};
    return blocking ? go_on(COPY, words)
                    : ask(COPY, words, (struct copy[COPIES]){EVENTS(6, count)}, 7,
                          CL_COMMAND_MEMCPY_INTEL);
}
static int fill(void *queue, void *to, void *pattern, size_t length, size_t size,
                unsigned count, void *events, void **event) {
    return ask(FILL,
               (word[WORDS]){(word)queue, (word)to, (word)pattern, length, size, count,
                             (word)events, (word)event},
               (struct copy[COPIES]){{2, length}, EVENTS(6, count)}, 7, CL_COMMAND_MEMFILL_INTEL);
}

#define BOTH(name, kind)                                                                     \
    {"clRetain" #name, retain_##name, NULL}, {"clRelease" #name, release_##name, NULL},
static struct native natives[] = {
    KINDS(BOTH)
    {"clGetEventInfo", event_info, NULL},
    {"clGetEventProfilingInfo", profiling_info, NULL},
    {"clFlush", flush, NULL},
    {"clWaitForEvents", wait_for, NULL},
    {"clSetKernelArg", set_arg, NULL},
    {"clSetKernelArgSVMPointer", set_pointer, NULL},
    {"clSetKernelArgMemPointerINTEL", set_pointer_intel, NULL},
    {"clSetKernelExecInfo", exec_info, NULL},
    {"clEnqueueNDRangeKernel", launch, NULL},
    {"clEnqueueMarkerWithWaitList", marker, NULL},
    {"clEnqueueBarrierWithWaitList", barrier, NULL},
    {"clEnqueueMemcpyINTEL", copy, NULL},
    {"clEnqueueMemFillINTEL", fill, NULL},
    {NULL, NULL, NULL},
};

/* Python finds its libraries, and those of a virtual environment, by its program's path. */
static int start_python(void *python) {
    void *(*create)(void) = (void *(*)(void))dlsym(python, "PyInitConfig_Create");
    int *ignore = (int *)dlsym(python, "Py_IgnoreEnvironmentFlag");
    void (*set_program)(const wchar_t *) =
        (void (*)(const wchar_t *))dlsym(python, "Py_SetProgramName");
    wchar_t *(*decode)(const char *, size_t *) =
        (wchar_t * (*)(const char *, size_t *)) dlsym(python, "Py_DecodeLocale");
    void (*initialize)(int) = (void (*)(int))dlsym(python, "Py_InitializeEx");
    if (create) {
        int (*set_str)(void *, const char *, const char *) =
            (int (*)(void *, const char *, const char *))dlsym(python, "PyInitConfig_SetStr");
        int (*set_int)(void *, const char *, long long) =
            (int (*)(void *, const char *, long long))dlsym(python, "PyInitConfig_SetInt");
        int (*start)(void *) = (int (*)(void *))dlsym(python, "Py_InitializeFromInitConfig");
        void *config = create();
        if (!config || !set_str || !set_int || !start)
            return -1;
        set_str(config, "executable", PYTHON_PROGRAM);
        set_int(config, "use_environment", 0);
        set_int(config, "install_signal_handlers", 0);
        return start(config);
    }
    if (!initialize || !set_program || !decode)
        return -1;
    if (ignore)
        *ignore = 1;
    set_program(decode(PYTHON_PROGRAM, NULL));
    initialize(0);
    return 0;
}

static void start(void) {
    void *python = RTLD_DEFAULT;
    int (*initialized)(void) = (int (*)(void))dlsym(python, "Py_IsInitialized");
    int embedded = !initialized || !initialized();
    if (!initialized) {
        /* Modules of Python look for its symbols among those of the program. */
        python = dlopen(PYTHON_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
        if (!python) {
            complain("Python cannot be loaded", dlerror());
            return;
        }
    }
    gil_ensure = (int (*)(void))dlsym(python, "PyGILState_Ensure");
    gil_release = (void (*)(int))dlsym(python, "PyGILState_Release");
    int (*run)(const char *) = (int (*)(const char *))dlsym(python, "PyRun_SimpleString");
    void *(*save)(void) = (void *(*)(void))dlsym(python, "PyEval_SaveThread");
    before_fork = (void (*)(void))dlsym(python, "PyOS_BeforeFork");
    after_fork_parent = (void (*)(void))dlsym(python, "PyOS_AfterFork_Parent");
    after_fork_child = (void (*)(void))dlsym(python, "PyOS_AfterFork_Child");
    gil_check = (int (*)(void))dlsym(python, "PyGILState_Check");
    fetch = (void (*)(void **, void **, void **))dlsym(python, "PyErr_Fetch");
    restore = (void (*)(void *, void *, void *))dlsym(python, "PyErr_Restore");
    thread_state = (void *(*)(void))dlsym(python, "PyGILState_GetThisThreadState");
    if (!gil_check || !thread_state || !fetch || !restore || !gil_ensure || !gil_release || !run || !save || !before_fork || !after_fork_parent ||
        !after_fork_child) {
        complain("Python cannot be used", "functions of its C API are missing");
        return;
    }
    if (embedded && start_python(python)) {
        complain("Python cannot be started", PYTHON_PROGRAM);
        return;
    }
    char text[16384];
    snprintf(text, sizeof text,
             "def _xdsl_opencl_start():\n"
             "    import os, signal, sys\n"
             "    try:\n"
             "        if '%%d.%%d' %% sys.version_info[:2] != '" PYTHON_VERSION "':\n"
             "            raise ImportError('the driver was made for Python " PYTHON_VERSION "')\n"
             "        place = 0 if %d else len(sys.path)\n"
             "        sys.path[place:place] = [\n"
             "            folder for folder in " PACKAGE_FOLDERS " if folder not in sys.path]\n"
             "        from xdsl_opencl.garbage import importing\n"
             "        with importing():\n"
             "            from xdsl_opencl.icd.api.start import start\n"
             "        start(%zu, %zu, %zu, %zu, %zu, %d)\n"
             "    except BaseException as error:\n"
             "        if os.environ.get('XDSL_OPENCL_LOG'):\n"
             "            import traceback\n"
             "            traceback.print_exception(error)\n"
             "_xdsl_opencl_start()\n"
             "del _xdsl_opencl_start\n",
             embedded, (size_t)&driver, (size_t)&ready, (size_t)nothing,
             (size_t)guarded, (size_t)&shared, embedded);
    shared.natives = natives;
    shared.settle = settle;
    shared.spare = spare;
    guard();
    int state = embedded ? 0 : gil_ensure();
    /* Python's module `signal` would make an interrupt an exception of Python, which a program
       without Python cannot have. */
    struct sigaction interrupt;
    sigaction(SIGINT, NULL, &interrupt);
    run(text);
    if (embedded)
        sigaction(SIGINT, &interrupt, NULL);
    if (embedded) {
        save();
        pthread_atfork(prepare, parent, child);
    } else {
        gil_release(state);
        pthread_atfork(lock_calls, unlock_calls, forget_calls);
        joined = 1;
    }
}

EXPORT int clIcdGetPlatformIDsKHR(unsigned count, void **found, unsigned *number) {
    pthread_once(&once, start);
    if (!ready)
        return (!count && found) || (!found && !number) ? CL_INVALID_VALUE
                                                        : CL_PLATFORM_NOT_FOUND_KHR;
    return driver.platforms(count, found, number);
}

EXPORT int clGetPlatformInfo(void *platform, unsigned name, size_t size, void *value,
                             size_t *size_ret) {
    pthread_once(&once, start);
    return ready ? driver.info(platform, name, size, value, size_ret)
                 : CL_PLATFORM_NOT_FOUND_KHR;
}

EXPORT void *clGetExtensionFunctionAddress(const char *name) {
    /* The loader asks for the two above before it asks for anything else. */
    if (name && !__builtin_strcmp(name, "clIcdGetPlatformIDsKHR"))
        return (void *)clIcdGetPlatformIDsKHR;
    if (name && !__builtin_strcmp(name, "clGetPlatformInfo"))
        return (void *)clGetPlatformInfo;
    pthread_once(&once, start);
    return ready ? driver.find(name) : NULL;
}

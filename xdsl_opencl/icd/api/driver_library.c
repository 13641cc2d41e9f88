/*
 * The OpenCL driver as the system's loader finds it: it starts Python, or joins the Python
 * that the program has, and hands the loader on to `xdsl_opencl.icd.api.start`, which makes the
 * dispatch table. Nothing else is done here; it is compiled without Python's headers.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* Defined on the compiler's command line: PYTHON_LIBRARY, PYTHON_PROGRAM, PYTHON_VERSION,
   PACKAGE_FOLDERS (a list of Python). */

#define CL_INVALID_VALUE -30
#define CL_INVALID_COMMAND_QUEUE -36
#define CL_INVALID_EVENT -58
#define CL_EVENT_COMMAND_QUEUE 0x11D0
#define CL_EVENT_COMMAND_TYPE 0x11D1
#define CL_EVENT_REFERENCE_COUNT 0x11D2
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_EVENT_CONTEXT 0x11D4
#define CL_PROFILING_COMMAND_QUEUED 0x1280
#define CL_PLATFORM_NOT_FOUND_KHR -1001

#define EXPORT __attribute__((visibility("default")))

struct driver {
    void *(*find)(const char *name);
    int (*platforms)(unsigned count, void **found, unsigned *number);
    int (*info)(void *platform, unsigned name, size_t size, void *value, size_t *size_ret);
};
/* xdsl_opencl.icd.api.start fills this in; when Python ends, it is not ready any more. */
static struct driver driver;
static volatile int ready;
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
   answered without Python: a call into Python takes longer than most of them do. What is not right
   goes on to Python, which knows the error. */
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
enum { KINDS(NUMBERS) EVENT_INFO, PROFILING_INFO, FLUSH, WAIT, FREE, BLOCKING_FREE };

/* A function that stands before one of Python's, which `start` finds by its name. */
struct native {
    const char *name;
    void *before, *after;
};
static struct native natives[];

/* Python writes where the records are. */
static struct {
    struct native *natives;
    char *records;
    size_t bytes;
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

/* C code that waits should give Python's lock away before. dpnp does not: it waits for DPC++'s
   scheduler or for its threads, which call the driver and need the lock. Once such a thread has
   called, a thread of ours looks after the main one. When that stays in one wait, a signal makes
   it do what it should have done: it gives the lock away until the wait is over. */
enum { LOOK = 20000000 /* ns */, AGAIN = 25 };
static int joined, has_watcher;
static volatile int signalled;
static void *(*save_thread)(void);
static void (*restore_thread)(void *);
static void *(*thread_state)(void);
static int (*gil_check)(void);
static void (*fetch)(void **, void **, void **);
static void (*restore)(void *, void *, void *);

/* The word that an interrupted call of the kernel, which is made again, waits for without a limit. */
#if defined(__x86_64__)
#define REGISTER(name) (((ucontext_t *)context)->uc_mcontext.gregs[REG_##name])
#define IN_FUTEX (*(uint16_t *)REGISTER(RIP) == 0x050F && REGISTER(RAX) == SYS_futex && !REGISTER(R10))
#define WAITED ((volatile int *)REGISTER(RDI))
#define OPERATION ((int)REGISTER(RSI) & FUTEX_CMD_MASK)
#define EXPECTED ((int)REGISTER(RDX))
#elif defined(__aarch64__)
#define REGISTER(number) (((ucontext_t *)context)->uc_mcontext.regs[number])
#define IN_FUTEX                                                                             \
    (*(uint32_t *)((ucontext_t *)context)->uc_mcontext.pc == 0xD4000001 &&                   \
     REGISTER(8) == SYS_futex && !REGISTER(3))
#define WAITED ((volatile int *)REGISTER(0))
#define OPERATION ((int)REGISTER(1) & FUTEX_CMD_MASK)
#define EXPECTED ((int)REGISTER(2))
#else
#define IN_FUTEX 0
#define WAITED ((volatile int *)NULL)
#define OPERATION 0
#define EXPECTED 0
#endif

/* A mutex has its owner behind the lock and a count. The locks of malloc, under which Python's
   objects may be in pieces, have none. */
static int owned(volatile int *mutex) {
    int owner = mutex[2];
    return owner > 1 && owner != getpid() && !syscall(SYS_tgkill, getpid(), owner, 0);
}

/* A condition, a lock of readers and writers or a mutex. */
static volatile int *waited(void *context) {
    volatile int *word = IN_FUTEX ? WAITED : NULL;
    int right = word && (OPERATION == FUTEX_WAIT_BITSET ||
                         (OPERATION == FUTEX_WAIT && owned(word)));
    return right && *word == EXPECTED ? word : NULL;
}

static void lend(int number, siginfo_t *info, void *context) {
    int error = errno;
    if (!signalled) {
        struct sigaction *old = &former[number];
        if (old->sa_flags & SA_SIGINFO)
            old->sa_sigaction(number, info, context);
        else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN)
            old->sa_handler(number);
        return;
    }
    signalled = 0;
    volatile int *word = waited(context);
    if (word && gil_check()) {
        void *state = save_thread();
        while (*word == EXPECTED)
            nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        restore_thread(state);
    }
    errno = error;
}

static void *watch(void *unused) {
    char name[64], texts[2][256] = {"", ""};
    snprintf(name, sizeof name, "/proc/self/task/%d/syscall", (int)getpid());
    for (unsigned turn = 0, same = 0;; turn++) {
        char *now = texts[turn % 2];
        nanosleep(&(struct timespec){.tv_nsec = LOOK}, NULL);
        int file = open(name, O_RDONLY | O_CLOEXEC);
        ssize_t bytes = file < 0 ? 0 : read(file, now, sizeof *texts - 1);
        if (file >= 0)
            close(file);
        if (bytes <= 0)
            return unused;
        now[bytes] = 0;
        same = strcmp(now, texts[(turn + 1) % 2]) ? 0 : same + 1;
        if (same % AGAIN == 1 && strtol(now, NULL, 10) == SYS_futex) {
            signalled = 1;
            syscall(SYS_tgkill, getpid(), getpid(), SIGURG);
        }
    }
}

/* A thread that Python does not know has called. */
static void notice(void) {
    pthread_t thread;
    if (!ready || !joined || has_watcher || thread_state() ||
        __atomic_exchange_n(&has_watcher, 1, __ATOMIC_ACQ_REL))
        return;
    struct sigaction action = {.sa_sigaction = lend, .sa_flags = SA_SIGINFO | SA_RESTART};
    if (!sigaction(SIGURG, &action, &former[SIGURG]) &&
        !pthread_create(&thread, NULL, watch, NULL))
        pthread_detach(thread);
}

static void forget_watcher(void) { has_watcher = 0; }

typedef uintptr_t word;
enum { WORDS = 5 };

/* Each argument of these functions has a register, however many there are. */
static int go_on(int number, const word *w) {
    int (*after)(word, word, word, word, word) = natives[number].after;
    return after(w[0], w[1], w[2], w[3], w[4]);
}

/* A program in Python may release objects and free memory while an exception of its own is on its
   way (C++'s destructors do): Python's functions must not see it, and the program must find it again. */
static int go_on_quietly(int number, const word *words) {
    if (!ready || !gil_check())
        return go_on(number, words);
    void *type, *value, *trace;
    fetch(&type, &value, &trace);
    int result = go_on(number, words);
    restore(type, value, trace);
    return result;
}

static int release(int number, void *handle, int kind) {
    notice();
    return recount(handle, kind, -1) ? 0 : go_on_quietly(number, (word[WORDS]){(word)handle});
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
    notice();
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
    notice();
    while (events && i < count && (found = record_of(events[i], CL_INVALID_EVENT)) &&
           !get(&found->status) && (!i || context == context_of(found))) {
        context = context_of(found);
        i++;
    }
    return i && i == count ? 0 : go_on(WAIT, (word[WORDS]){count, (word)events});
}

static int free_now(void *context, void *memory) {
    notice();
    return go_on_quietly(FREE, (word[WORDS]){(word)context, (word)memory});
}

static int free_blocking(void *context, void *memory) {
    notice();
    return go_on_quietly(BLOCKING_FREE, (word[WORDS]){(word)context, (word)memory});
}

#define BOTH(name, kind)                                                                     \
    {"clRetain" #name, retain_##name, NULL}, {"clRelease" #name, release_##name, NULL},
static struct native natives[] = {
    KINDS(BOTH)
    {"clGetEventInfo", event_info, NULL},
    {"clGetEventProfilingInfo", profiling_info, NULL},
    {"clFlush", flush, NULL},
    {"clWaitForEvents", wait_for, NULL},
    {"clMemFreeINTEL", free_now, NULL},
    {"clMemBlockingFreeINTEL", free_blocking, NULL},
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
    save_thread = save;
    restore_thread = (void (*)(void *))dlsym(python, "PyEval_RestoreThread");
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
        pthread_atfork(NULL, NULL, forget_watcher);
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

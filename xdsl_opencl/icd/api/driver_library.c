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

/* A program in Python may release objects while an exception of its own is on its way (C++'s
   destructors do): Python's functions must not see it, and the program must find it again. */
enum { SHIELDS = 10 };
static int (*shielded[SHIELDS])(void *);
static int (*gil_check)(void);
static void (*fetch)(void **, void **, void **);
static void (*restore)(void *, void *, void *);

/* It may also keep Python's lock while it waits for a thread that releases an object (DPC++'s
   scheduler does that, under a lock of its own, which dpnp waits for). A thread of ours does such
   releases; the other one waits for a moment only, and is told of success then. */
struct release {
    int number, result, done, left;
    void *handle;
    struct release *next;
};
static int joined;
static pthread_mutex_t release_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;
static struct release *first_release, **last_release = &first_release;
static int has_releaser;
enum { MOMENT = 50000000 /* ns */ };

static void *release_all(void *unused) {
    (void)unused;
    pthread_mutex_lock(&release_lock);
    for (;;) {
        struct release *each;
        while (!(each = first_release))
            pthread_cond_wait(&asked, &release_lock);
        if (!(first_release = each->next))
            last_release = &first_release;
        pthread_mutex_unlock(&release_lock);
        int result = shielded[each->number](each->handle);
        pthread_mutex_lock(&release_lock);
        each->result = result;
        each->done = 1;
        if (each->left)
            free(each);
        else
            pthread_cond_broadcast(&answered);
    }
    return NULL;
}

static int release_elsewhere(int number, void *handle) {
    pthread_t thread;
    struct release *each = calloc(1, sizeof *each);
    pthread_mutex_lock(&release_lock);
    if (each && !has_releaser && !pthread_create(&thread, NULL, release_all, NULL)) {
        pthread_detach(thread);
        has_releaser = 1;
    }
    if (!each || !has_releaser) {
        pthread_mutex_unlock(&release_lock);
        free(each);
        return shielded[number](handle);
    }
    each->number = number;
    each->handle = handle;
    *last_release = each;
    last_release = &each->next;
    pthread_cond_signal(&asked);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += MOMENT;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!each->done && !pthread_cond_timedwait(&answered, &release_lock, &until))
        ;
    int result = each->result;
    each->left = 1;
    if (each->done)
        free(each);
    pthread_mutex_unlock(&release_lock);
    return result;
}

static void lock_releases(void) { pthread_mutex_lock(&release_lock); }
static void unlock_releases(void) { pthread_mutex_unlock(&release_lock); }
static void forget_releases(void) {
    first_release = NULL;
    last_release = &first_release;
    has_releaser = 0;
    unlock_releases();
}

static int shield(int number, void *handle) {
    if (!gil_check())
        return joined ? release_elsewhere(number, handle) : shielded[number](handle);
    void *type, *value, *trace;
    fetch(&type, &value, &trace);
    int result = shielded[number](handle);
    restore(type, value, trace);
    return result;
}

#define SHIELD(number)                                                                       \
    static int shield_##number(void *handle) { return shield(number, handle); }
SHIELD(0) SHIELD(1) SHIELD(2) SHIELD(3) SHIELD(4) SHIELD(5) SHIELD(6) SHIELD(7) SHIELD(8) SHIELD(9)

/* What `start` gets: the functions that stand before others, and where those go. */
static struct {
    int (*before[SHIELDS])(void *);
    int (**after)(void *);
} shields = {{shield_0, shield_1, shield_2, shield_3, shield_4, shield_5, shield_6, shield_7,
              shield_8, shield_9},
             shielded};

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
    if (!gil_check || !fetch || !restore || !gil_ensure || !gil_release || !run || !save || !before_fork || !after_fork_parent ||
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
             (size_t)guarded, (size_t)&shields, embedded);
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
        pthread_atfork(lock_releases, unlock_releases, forget_releases);
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

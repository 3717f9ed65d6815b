/* intercept.c -- functions of the C library that the code of a model must not call.
 *
 * A thread of a model that ends or replaces the process would end the check without a
 * verdict, and with any exit code; one that copies it would make two checks of one; and
 * freed memory of Synod is given out again while Synod still uses it.  So the library
 * defines these functions itself.  A call by the code of a model fails its thread, as a
 * crash does (guard.h); every other call goes on to the C library.
 *
 * The static library does not have this file: in a program that contains its C library,
 * nothing is behind these functions.  Its models are guarded against exit only
 * (guard.c).
 *
 * vfork cannot be wrapped, since it returns twice to one frame.  That does no harm: its
 * child may only call _exit or exec, and those see that they are in another process.
 */
#include "api/exit_codes.h"
#include "api/model/guard.h"
#include "api/model/model.h"
#include "base/crash_signal.h"

#include <alloca.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

#define ENDS     GUARD_ENDS
#define REPLACES "that would replace the process, and end the check"
#define COPIES   "that would copy the process, and the copy would check, too"
#define KILLS    "that would end the check"
#define OWNED                                                                      \
    "that memory is Synod's: a received message, an argument that it has copied, " \
    "or memory from syn_alloc"

/* ---- The functions of the C library ---- */

static struct {
    void (*exit)(int);
    void (*_exit)(int);
    void (*quick_exit)(int);
    void (*pthread_exit)(void *);
    void (*thrd_exit)(int);
    int (*execve)(const char *, char *const *, char *const *);
    int (*execvpe)(const char *, char *const *, char *const *);
    int (*fexecve)(int, char *const *, char *const *);
    int (*execveat)(int, const char *, char *const *, char *const *, int);
    pid_t (*fork)(void);
    pid_t (*_Fork)(void);
    int (*daemon)(int, int);
    int (*kill)(pid_t, int);
    int (*raise)(int);
    long (*syscall)(long, ...);
    void (*free)(void *);
    void *(*realloc)(void *, size_t);
} real;

/* A pointer to an object is no pointer to a function in ISO C. */
static void find(const char *name, void *slot)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(slot, &found, sizeof found);
}

__attribute__((constructor)) static void find_all(void)
{
    if (real.execve != NULL)
        return;
    find("free", &real.free);
    find("realloc", &real.realloc);
    find("exit", &real.exit);
    find("_exit", &real._exit);
    find("quick_exit", &real.quick_exit);
    find("pthread_exit", &real.pthread_exit);
    find("thrd_exit", &real.thrd_exit);
    find("execvpe", &real.execvpe);
    find("fexecve", &real.fexecve);
    find("execveat", &real.execveat);
    find("fork", &real.fork);
    find("_Fork", &real._Fork);
    find("daemon", &real.daemon);
    find("kill", &real.kill);
    find("raise", &real.raise);
    find("syscall", &real.syscall);
    find("execve", &real.execve);
}

/* ---- The end of the process ---- */

EXPORT void exit(int code)
{
    guard_refuse("exit", ENDS);
    find_all();
    real.exit(guard_judge_exit(code));
    __builtin_unreachable();
}

EXPORT void _exit(int code)
{
    guard_refuse("_exit", ENDS);
    find_all();
    real._exit(guard_judge_exit(code));
    __builtin_unreachable();
}

EXPORT void _Exit(int code)
{
    guard_refuse("_Exit", ENDS);
    find_all();
    real._exit(guard_judge_exit(code));
    __builtin_unreachable();
}

EXPORT void quick_exit(int code)
{
    guard_refuse("quick_exit", ENDS);
    find_all();
    real.quick_exit(guard_judge_exit(code));
    __builtin_unreachable();
}

EXPORT void pthread_exit(void *result)
{
    guard_refuse("pthread_exit", ENDS);
    find_all();
    real.pthread_exit(result);
    __builtin_unreachable();
}

EXPORT void thrd_exit(int result)
{
    guard_refuse("thrd_exit", ENDS);
    find_all();
    real.thrd_exit(result);
    __builtin_unreachable();
}

EXPORT int kill(pid_t whom, int signal)
{
    guard_refuse("kill", KILLS);
    find_all();
    return real.kill(whom, signal);
}

EXPORT int raise(int signal)
{
    if (!crash_signal_is_one(signal))
        guard_refuse("raise", KILLS);
    find_all();
    return real.raise(signal);
}

/* ---- Another program ---- */

/* A successful exec is an exit without a verdict, and its exit code is not ours. */
static void before_exec(const char *call)
{
    guard_refuse(call, REPLACES);
    find_all();
    int code = guard_judge_exit(EXIT_OK);
    if (code != EXIT_OK)
        real._exit(code);
}

EXPORT int execve(const char *path, char *const argv[], char *const envp[])
{
    before_exec("execve");
    return real.execve(path, argv, envp);
}

EXPORT int execv(const char *path, char *const argv[])
{
    before_exec("execv");
    return real.execve(path, argv, environ);
}

EXPORT int execvp(const char *file, char *const argv[])
{
    before_exec("execvp");
    return real.execvpe(file, argv, environ);
}

EXPORT int execvpe(const char *file, char *const argv[], char *const envp[])
{
    before_exec("execvpe");
    return real.execvpe(file, argv, envp);
}

EXPORT int fexecve(int file, char *const argv[], char *const envp[])
{
    before_exec("fexecve");
    return real.fexecve(file, argv, envp);
}

EXPORT int execveat(int folder, const char *path, char *const argv[],
                    char *const envp[], int flags)
{
    before_exec("execveat");
    return real.execveat(folder, path, argv, envp, flags);
}

/* The words of a variable list of arguments up to its NULL; what follows them is the
 * next argument.  On the caller's stack, which has room now: the call does not come
 * from a thread of a model. */
#define TAKE_WORDS(words, first, args)                                        \
    va_list again;                                                            \
    size_t count = 0;                                                         \
    va_start(args, first);                                                    \
    va_copy(again, args);                                                     \
    for (const char *w = (first); w != NULL; w = va_arg(again, const char *)) \
        count++;                                                              \
    va_end(again);                                                            \
    char **words = alloca((count + 1) * sizeof *words);                       \
    words[0] = (char *)(first);                                               \
    for (size_t i = 1; i <= count; i++)                                       \
    words[i] = va_arg(args, char *)

EXPORT int execl(const char *path, const char *arg, ...)
{
    va_list args;
    before_exec("execl");
    TAKE_WORDS(words, arg, args); // cppcheck-suppress allocaCalled
    va_end(args);
    return real.execve(path, words, environ);
}

EXPORT int execlp(const char *file, const char *arg, ...)
{
    va_list args;
    before_exec("execlp");
    TAKE_WORDS(words, arg, args); // cppcheck-suppress allocaCalled
    va_end(args);
    return real.execvpe(file, words, environ);
}

EXPORT int execle(const char *path, const char *arg, ...)
{
    va_list args;
    before_exec("execle");
    TAKE_WORDS(words, arg, args); // cppcheck-suppress allocaCalled
    char *const *envp = va_arg(args, char *const *);
    va_end(args);
    return real.execve(path, words, envp);
}

/* ---- Copies of the process ---- */

EXPORT pid_t fork(void)
{
    guard_refuse("fork", COPIES);
    find_all();
    return real.fork();
}

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
EXPORT pid_t _Fork(void)
{
    guard_refuse("_Fork", COPIES);
    find_all();
    return real._Fork();
}
#endif

EXPORT int daemon(int stays_here, int keeps_output)
{
    guard_refuse("daemon", COPIES);
    find_all();
    return real.daemon(stays_here, keeps_output);
}

/* ---- System calls ---- */

static void before_syscall(long number)
{
    switch (number) {
    case SYS_exit:
    case SYS_exit_group:
        guard_refuse("syscall(SYS_exit)", ENDS);
        break;
    case SYS_execve:
    case SYS_execveat:
        guard_refuse("syscall(SYS_execve)", REPLACES);
        break;
#ifdef SYS_fork
    case SYS_fork:
    case SYS_vfork:
#endif
    case SYS_clone:
    case SYS_clone3:
        guard_refuse("syscall(SYS_clone)", COPIES);
        break;
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
        guard_refuse("syscall(SYS_kill)", KILLS);
        break;
    default:
        break;
    }
}

/* No system call has more than six arguments; those that were not given are not read by
 * the kernel either. */
EXPORT long syscall(long number, ...)
{
    long a[6];
    va_list args;
    before_syscall(number);
    va_start(args, number);
    for (size_t i = 0; i < 6; i++)
        a[i] = va_arg(args, long);
    va_end(args);
    find_all();
    return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* ---- Memory ---- */

/* A sanitizer has its own, which notices this. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

EXPORT void free(void *p)
{
    if (guard_runs_model() && model_owns(p))
        guard_refuse("free", OWNED);
    if (real.free != NULL) /* else dlsym itself calls, and leaks a little */
        real.free(p);
}

EXPORT void *realloc(void *p, size_t size)
{
    if (guard_runs_model() && model_owns(p))
        guard_refuse("realloc", OWNED);
    find_all();
    return real.realloc(p, size);
}

#endif

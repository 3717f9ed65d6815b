/* A library for LD_PRELOAD that stops a process just before its N-th call that changes
 * a file: KILL_AT=N.  KILL_BY: the signal, 9 by default; 0: it waits until the file
 * that KILL_UNTIL names exists.  KILL_FROM=NAME counts only calls from the first one of
 * this name on. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void before(const char *name)
{
    static int calls;
    const char *at = getenv("KILL_AT");
    const char *by = getenv("KILL_BY");
    const char *from = getenv("KILL_FROM");
    const char *until = getenv("KILL_UNTIL");
    if (at == NULL || (calls == 0 && from != NULL && strcmp(from, name) != 0) ||
        ++calls != atoi(at))
        return;
    if (by == NULL || atoi(by) != 0)
        kill(getpid(), by != NULL ? atoi(by) : SIGKILL);
    else
        while (access(until, F_OK) != 0)
            usleep(1000);
}

#define REAL(name)                   \
    (((union {                       \
         void *object;               \
         __typeof__(&name) function; \
     }){dlsym(RTLD_NEXT, #name)})    \
         .function)

int openat(int folder, const char *path, int how, ...)
{
    va_list args;
    va_start(args, how);
    mode_t mode = (how & O_CREAT) != 0 ? va_arg(args, mode_t) : 0;
    va_end(args);
    if ((how & O_CREAT) != 0)
        before("openat");
    return REAL(openat)(folder, path, how, mode);
}

int open(const char *path, int how, ...)
{
    va_list args;
    va_start(args, how);
    mode_t mode = (how & O_CREAT) != 0 ? va_arg(args, mode_t) : 0;
    va_end(args);
    if ((how & O_CREAT) != 0)
        before("open");
    return REAL(open)(path, how, mode);
}

int ftruncate(int file, off_t len)
{
    before("ftruncate");
    return REAL(ftruncate)(file, len);
}

ssize_t write(int file, const void *bytes, size_t len)
{
    before("write");
    return REAL(write)(file, bytes, len);
}

int fchmod(int file, mode_t mode)
{
    before("fchmod");
    return REAL(fchmod)(file, mode);
}

int fsync(int file)
{
    before("fsync");
    return REAL(fsync)(file);
}

int renameat(int from, const char *a, int to, const char *b)
{
    before("renameat");
    return REAL(renameat)(from, a, to, b);
}

int unlinkat(int folder, const char *path, int how)
{
    before("unlinkat");
    return REAL(unlinkat)(folder, path, how);
}
